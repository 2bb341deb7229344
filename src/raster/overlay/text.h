/* text.h: how text is laid out, for text.c (which records it) and the tests. */
#ifndef BP_RASTER_OVERLAY_TEXT_H
#define BP_RASTER_OVERLAY_TEXT_H

#include "raster/overlay/font.h"
#include <bindpose/raster.h>

/* The code point that begins at text[*at], where *at < size; moves *at behind it. U+FFFD for a byte that
 * isn't part of valid UTF-8. */
uint32_t bp_utf8_next(const char *text, size_t size, size_t *at);

/* The place of a code point in the atlas; that of U+FFFD where it is missing. */
uint32_t bp_font_find_glyph(uint32_t code);

/* The largest baked size that is not over `pixels`; the smallest of all where there is none. */
int bp_font_find_size(int pixels);

#endif
