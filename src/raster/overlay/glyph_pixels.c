/* The pictures of the atlas. The page is linked with src/web/glyphs.c in its place. */
#include "raster/overlay/font.h"

const uint8_t *bp_font_glyph_pixels(uint32_t index, size_t offset) {
    (void)index;
    return bp_font_pixels + offset;
}
