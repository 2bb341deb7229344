/* Fitting, encoding, writing. */
#include "viewer/offscreen_target.h"
#include <bindpose/io.h>

bool bp_offscreen_target_resize(const bp_context *context, bp_framebuffer *picture, int width, int height, bool depth,
                    bp_error *error) {
    bp_framebuffer fresh;
    if (picture->width == width && picture->height == height) return true;
    bool good = depth ? bp_framebuffer_create(context, width, height, &fresh, error)
                      : bp_framebuffer_create_color(context, width, height, &fresh, error);
    if (!good) return false;
    bp_framebuffer_destroy(context, picture);
    *picture = fresh;
    return true;
}

bool bp_offscreen_target_write(const bp_framebuffer *from, const char *path, bp_error *error) {
    bp_file png;
    if (!bp_pixels_encode_png(NULL, (const bp_rgba8 *)(const void *)from->pixels, from->width, from->height,
                              (size_t)from->stride, &png, error))
        return false;
    bool good = bp_file_write(path, png.data, png.size, error);
    bp_file_free(NULL, &png);
    return good;
}
