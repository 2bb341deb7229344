/* Images for tests. */
#ifndef SUPPORT_IMAGE_H
#define SUPPORT_IMAGE_H

#include <bindpose/mesh.h>
#include <bindpose/model.h>
#include <string.h>

/* Squares of `cell` pixels in two colours, the first one at the top left. */
static inline bp_image *make_checker_image(const bp_allocator *allocator, int width, int height, int cell,
                                           bp_rgba8 a, bp_rgba8 b) {
    bp_image *image = bp_image_create(allocator, width, height, NULL);
    for (int i = 0; image && i < width * height; i++)
        image->pixels[i] = (i % width / cell + i / width / cell) % 2 == 0 ? a : b;
    return image;
}

static inline bool images_are_equal(const bp_image *a, const bp_image *b) {
    return a->width == b->width && a->height == b->height &&
           memcmp(a->pixels, b->pixels, (size_t)a->width * (size_t)a->height * sizeof *a->pixels) == 0;
}

#endif
