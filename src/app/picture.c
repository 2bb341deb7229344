/* Fitting, encoding, writing. */
#include "raster/inspect.h"
#include "app/picture.h"
#include <bindpose/io.h>
#include <string.h>

bool bp_picture_resize(const bp_context *context, bp_framebuffer *picture, int width, int height, bool depth,
                       bp_error *error) {
    bp_framebuffer fresh;
    if (picture->width == width && picture->height == height) return true;
    bool ok = depth ? bp_framebuffer_create(context, width, height, &fresh, error)
                    : bp_framebuffer_create_color(context, width, height, &fresh, error);
    if (!ok) return false;
    bp_framebuffer_destroy(context, picture);
    *picture = fresh;
    return true;
}

void bp_picture_copy(const bp_framebuffer *from, bp_rect rect, const bp_framebuffer *to, int x, int y) {
    int width = x + rect.width <= to->width ? rect.width : to->width - x;
    for (int row = 0; row < rect.height && x >= 0 && width > 0; row++) {
        if (y + row < 0 || y + row >= to->height) continue;
        memcpy(to->pixels + 4 * ((size_t)to->stride * (size_t)(y + row) + (size_t)x),
               from->pixels + 4 * ((size_t)from->stride * (size_t)(rect.y + row) + (size_t)rect.x),
               4 * (size_t)width);
    }
}

bool bp_picture_write(const bp_framebuffer *from, const char *path, bp_error *error) {
    bp_file png;
    if (!bp_pixels_encode_png(NULL, (const bp_rgba8 *)(const void *)from->pixels, from->width, from->height,
                              (size_t)from->stride, &png, error))
        return false;
    bool ok = bp_file_write(path, png.data, png.size, error);
    bp_file_free(NULL, &png);
    return ok;
}
