/* Pictures in memory. */
#include <bindpose/mesh.h>

static bool check_side(int side, const char *place, bp_error *error) {
    if (side >= 1 && side <= BP_IMAGE_MAX_SIDE) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, place, "%d pixels are not within 1 and %d", side,
                   BP_IMAGE_MAX_SIDE);
}

bp_image *bp_image_create(const bp_allocator *allocator, int width, int height, bp_error *error) {
    if (!check_side(width, "width", error) || !check_side(height, "height", error)) return NULL;
    bp_image *image = bp_alloc(allocator, 1, sizeof *image, error);
    if (!image) return NULL;
    *image = (bp_image){
        .allocator = allocator ? *allocator : bp_allocator_default(), .width = width, .height = height};
    image->pixels = bp_alloc(allocator, (size_t)width * (size_t)height, sizeof *image->pixels, error);
    if (image->pixels) return image;
    bp_image_destroy(image);
    return NULL;
}

void bp_image_destroy(bp_image *image) {
    if (!image) return;
    bp_allocator allocator = image->allocator;
    bp_free(&allocator, image->pixels);
    bp_free(&allocator, image);
}

bp_image *bp_image_create_checker(const bp_allocator *allocator, int width, int height, int cell, bp_rgba8 a,
                                  bp_rgba8 b, bp_error *error) {
    if (!check_side(cell, "cell", error)) return NULL;
    bp_image *image = bp_image_create(allocator, width, height, error);
    if (!image) return NULL;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++)
            image->pixels[(size_t)y * (size_t)width + (size_t)x] = (x / cell + y / cell) % 2 == 0 ? a : b;
    }
    return image;
}

static bool channel_differs(uint8_t a, uint8_t b, int tolerance) {
    int difference = (int)a - (int)b;
    return difference > tolerance || -difference > tolerance;
}

size_t bp_image_difference(const bp_image *a, const bp_image *b, int tolerance) {
    size_t of_a = (size_t)a->width * (size_t)a->height, of_b = (size_t)b->width * (size_t)b->height;
    if (a->width != b->width || a->height != b->height) return of_a > of_b ? of_a : of_b;
    size_t count = 0;
    for (size_t i = 0; i < of_a; i++) {
        bp_rgba8 p = a->pixels[i], q = b->pixels[i];
        if (channel_differs(p.r, q.r, tolerance) || channel_differs(p.g, q.g, tolerance) ||
            channel_differs(p.b, q.b, tolerance) || channel_differs(p.a, q.a, tolerance))
            count++;
    }
    return count;
}
