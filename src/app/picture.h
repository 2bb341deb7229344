/* Framebuffers of a window's size: resizing, copying, writing to a PNG file. */
#ifndef BP_APP_PICTURE_H
#define BP_APP_PICTURE_H

#include <bindpose/raster.h>

/* Gives a picture this size. If it has another size, or is zeroed, a new one replaces it: black and
 * transparent, and with `depth` a depth of 1 everywhere. Free it by bp_framebuffer_destroy with this context.
 * Errors: memory, a size out of range; then the picture doesn't change. */
bool bp_picture_resize(const bp_context *context, bp_framebuffer *picture, int width, int height, bool depth,
                       bp_error *error);
/* Copies a rectangle of `from` to (x, y) of `to`, clipped to it. */
void bp_picture_copy(const bp_framebuffer *from, bp_rect rect, const bp_framebuffer *to, int x, int y);
/* Writes the pixels whole or not at all. Errors: memory, the file. */
bool bp_picture_write(const bp_framebuffer *from, const char *path, bp_error *error);

#endif
