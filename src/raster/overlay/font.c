/* Decoding UTF-8, and finding glyphs and sizes in the atlas.
 *
 * Text also comes from files (names of bones), so it may contain anything. Each byte that is not part of
 * valid UTF-8 becomes U+FFFD, and so does a character that the atlas lacks. Control characters, including
 * line ends, become spaces.
 */
#include "raster/overlay/font.h"
#include "base/utf8.h"
#include <string.h>

uint32_t bp_utf8_next(const char *text, size_t size, size_t *offset) {
    unsigned char bytes[5] = {0}; /* the zeros end a sequence that the text cuts off */
    const size_t left = size - *offset;
    memcpy(bytes, text + *offset, left < 4 ? left : 4);
    const size_t length = bp_utf8_length(bytes);
    *offset += length ? length : 1;
    if (length == 0) return 0xFFFD;
    uint32_t code = length == 1 ? bytes[0] : bytes[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) code = code << 6 | (bytes[i] & 0x3Fu);
    return code;
}

static uint32_t find_code_point(uint32_t code) {
    if (code < 0x20 || (code >= 0x7F && code < 0xA0)) code = 0x20;
    if (code < 0x7F) return code - 0x20; /* the atlas begins with ASCII */
    uint32_t lo = 0, hi = bp_font_code_point_count;
    while (hi - lo > 1) {
        uint32_t middle = lo + (hi - lo) / 2;
        if (bp_font_code_points[middle] <= code)
            lo = middle;
        else
            hi = middle;
    }
    /* The atlas ends with U+FFFD. */
    return bp_font_code_points[lo] == code ? lo : bp_font_code_point_count - 1;
}

uint32_t bp_font_find_glyph(uint32_t code) { return find_code_point(code) * BP_FONT_SETS; }

int bp_font_find_size(int pixels) {
    int found = 0;
    for (int i = 0; i < BP_FONT_SIZES; i++)
        if (bp_font_sizes[i] <= pixels) found = i;
    return found;
}

bp_font_glyph bp_font_glyph_at(uint32_t index) {
    return (bp_font_glyph){bp_font_left[index], bp_font_top[index], bp_font_width[index],
                           bp_font_height[index], bp_font_advance[index]};
}

size_t bp_font_glyph_offset(uint32_t index) {
    uint32_t step = index / BP_FONT_OFFSET_STEP;
    size_t offset = bp_font_offsets[step];
    for (uint32_t i = step * BP_FONT_OFFSET_STEP; i < index; i++)
        offset += (size_t)((bp_font_width[i] + 1) / 2) * bp_font_height[i];
    return offset;
}
