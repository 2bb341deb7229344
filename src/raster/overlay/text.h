/* From bytes of UTF-8 to glyphs of the atlas. */
#ifndef BP_RASTER_OVERLAY_TEXT_H
#define BP_RASTER_OVERLAY_TEXT_H

#include "raster/overlay/font.h"
#include <stddef.h>

/* The code point that begins at text[*at], *at < size. Moves *at behind it. A byte that is not part of valid
 * UTF-8 gives U+FFFD. */
uint32_t bp_utf8_next(const char *text, size_t size, size_t *at);

/* The index of a code point's glyph in each set of the atlas; the one of U+FFFD if the atlas lacks it. */
uint32_t bp_font_find_glyph(uint32_t code);

/* The index of the largest baked size up to `pixels`, or of the smallest. */
int bp_font_find_size(int pixels);

#endif
