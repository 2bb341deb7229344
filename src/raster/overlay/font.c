/* Decoding UTF-8, and finding glyphs and sizes in the atlas.
 *
 * Text also comes from files (names of bones), so it may contain anything. Each byte that is not part of
 * valid UTF-8 becomes U+FFFD, and so does a character that the atlas lacks. Control characters, including
 * line ends, become spaces.
 */
#include "raster/overlay/font.h"
#include <stdbool.h>

enum { REPLACEMENT = 0xFFFD };

static bool is_continuation(uint8_t byte) { return (byte & 0xC0) == 0x80; }

/* The least code point that needs 1, 2, 3 bytes after the first. A smaller one is an overlong form. */
static const uint32_t min[4] = {0, 0x80, 0x800, 0x10000};

uint32_t bp_utf8_next(const char *text, size_t size, size_t *at) {
    const uint8_t *s = (const uint8_t *)text + *at;
    size_t left = size - *at;
    uint8_t lead = s[0];
    *at += 1;
    if (lead < 0x80) return lead;
    int more = lead >= 0xF8 ? 0 : lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
    if (more == 0 || (size_t)more >= left) return REPLACEMENT;
    uint32_t code = lead & (0x3Fu >> more);
    for (int i = 1; i <= more; i++) {
        if (!is_continuation(s[i])) return REPLACEMENT;
        code = code << 6 | (s[i] & 0x3Fu);
    }
    if (code < min[more] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return REPLACEMENT;
    *at += (size_t)more;
    return code;
}

uint32_t bp_font_find_glyph(uint32_t code) {
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

int bp_font_find_size(int pixels) {
    int found = 0;
    for (int i = 0; i < BP_FONT_SIZES; i++)
        if (bp_font_sizes[i] <= pixels) found = i;
    return found;
}
