/* font.c: from bytes of UTF-8 to signs of the atlas.
 *
 * Text comes from files as well (names of bones), so anything may be in it. A byte that is not part of valid
 * UTF-8 becomes U+FFFD, one for each, and so does a sign that the atlas lacks; control characters,
 * line ends among them, are drawn as spaces.
 */
#include "raster/overlay/text.h"

static bool continues(uint8_t byte) { return (byte & 0xC0) == 0x80; }

/* Least code point that needs 1, 2, 3 bytes after the first: less is an overlong form. */
static const uint32_t least[4] = {0, 0x80, 0x800, 0x10000};

uint32_t bp_utf8_next(const char *text, size_t size, size_t *at) {
    const uint8_t *s = (const uint8_t *)text + *at;
    size_t left = size - *at;
    uint8_t lead = s[0];
    *at += 1;
    if (lead < 0x80) return lead;
    int more = lead >= 0xF8 ? 0 : lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
    if (more == 0 || (size_t)more >= left) return 0xFFFD;
    uint32_t sign = lead & (0x3Fu >> more);
    for (int i = 1; i <= more; i++) {
        if (!continues(s[i])) return 0xFFFD;
        sign = sign << 6 | (s[i] & 0x3Fu);
    }
    if (sign < least[more] || sign > 0x10FFFF || (sign >= 0xD800 && sign <= 0xDFFF)) return 0xFFFD;
    *at += (size_t)more;
    return sign;
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
    /* U+FFFD is the last of the atlas. */
    return bp_font_code_points[lo] == code ? lo : bp_font_code_point_count - 1;
}

int bp_font_find_size(int pixels) {
    int found = 0;
    for (int i = 0; i < BP_FONT_SIZES; i++)
        if (bp_font_sizes[i] <= pixels) found = i;
    return found;
}
