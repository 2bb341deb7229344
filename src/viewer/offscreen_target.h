/* The picture that something is drawn into: as large as its window, and as a PNG file. */
#ifndef BP_VIEWER_OFFSCREEN_TARGET_H
#define BP_VIEWER_OFFSCREEN_TARGET_H

#include <bindpose/raster.h>

/* Gives a picture that size: where it has another, or is zeroed, one is made in its place, whose pixels
 * are black and transparent; `depth`: with depth, 1 everywhere. Free it by bp_framebuffer_destroy with the
 * same context. Errors: memory, a size out of range; the picture is then as it was. */
bool bp_offscreen_target_resize(const bp_context *context, bp_framebuffer *picture, int width, int height,
                                bool depth, bp_error *error);
/* Copies a rectangle of `from` to (x, y) of `to`, clipped to it. */
void bp_offscreen_target_copy(const bp_framebuffer *from, bp_rect rect, const bp_framebuffer *to, int x,
                              int y);
/* Writes the pixels whole or not at all. Errors: memory, the file. */
bool bp_offscreen_target_write(const bp_framebuffer *from, const char *path, bp_error *error);

#endif
