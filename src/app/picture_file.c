/* Encoding and writing. */
#include "app/picture_file.h"
#include <bindpose/io.h>

bool bp_picture_write(const bp_framebuffer *from, const char *path, bp_error *error) {
    bp_file png;
    if (!bp_pixels_encode_png(NULL, (const bp_rgba8 *)(const void *)from->pixels, from->width, from->height,
                              (size_t)from->stride, &png, error))
        return false;
    bool good = bp_file_write(path, png.data, png.size, error);
    bp_file_free(NULL, &png);
    return good;
}
