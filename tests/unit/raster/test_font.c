/* The font atlas, and decoding UTF-8 into its code points. */
#include "raster/overlay/font.h"
#include "support/test.h"

/* Expects the code points of `expected`, ended by 0, in turn. */
static void check_codes(const char *text, const uint32_t *expected) {
    size_t size = strlen(text), at = 0, i = 0;
    for (; at < size; i++) {
        size_t before = at;
        uint32_t got = bp_utf8_next(text, size, &at);
        if (got != expected[i])
            fail_msg("code %zu at byte %zu: got U+%04X, expected U+%04X", i, before, got, expected[i]);
        assert_true(at > before && at <= size);
    }
    assert_int_equal(expected[i], 0);
}

static void test_valid_utf8(void **state) {
    (void)state;
    check_codes("aZ", (uint32_t[]){'a', 'Z', 0});
    check_codes("\xC2\xB0\xCE\xB1\xE2\x81\xBB\xF0\x9F\x98\x80",
                (uint32_t[]){0xB0, 0x3B1, 0x207B, 0x1F600, 0});
    /* The last code point of each length, and the first of the next. */
    check_codes("\x7F\xC2\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF\xF0\x90\x80\x80\xF4\x8F\xBF\xBF",
                (uint32_t[]){0x7F, 0x80, 0x7FF, 0x800, 0xFFFF, 0x10000, 0x10FFFF, 0});
}

/* One U+FFFD for each byte that is not part of a valid sequence. */
static void test_invalid_utf8(void **state) {
    (void)state;
    const uint32_t bad = 0xFFFD;
    check_codes("a\xFF"
                "b",
                (uint32_t[]){'a', bad, 'b', 0});
    check_codes("\x80\xBF", (uint32_t[]){bad, bad, 0}); /* continuations without a start */
    check_codes("\xC3", (uint32_t[]){bad, 0});          /* cut at the end */
    check_codes("\xE2\x81", (uint32_t[]){bad, bad, 0}); /* cut at the end */
    check_codes("\xE2\x81"
                "a",
                (uint32_t[]){bad, bad, 'a', 0});                          /* cut by another character */
    check_codes("\xC0\x80", (uint32_t[]){bad, bad, 0});                   /* overlong */
    check_codes("\xE0\x80\x80", (uint32_t[]){bad, bad, bad, 0});          /* overlong */
    check_codes("\xED\xA0\x80", (uint32_t[]){bad, bad, bad, 0});          /* half of a surrogate pair */
    check_codes("\xF4\x90\x80\x80", (uint32_t[]){bad, bad, bad, bad, 0}); /* over U+10FFFF */
    check_codes("\xF8\x90\x80\x80", (uint32_t[]){bad, bad, bad, bad, 0}); /* no sequence begins like this */
    check_codes("\xF8\x88\x80\x80\x80", (uint32_t[]){bad, bad, bad, bad, bad, 0});
}

static void test_find_glyph(void **state) {
    (void)state;
    for (uint32_t i = 0; i < bp_font_code_point_count; i++)
        assert_int_equal(bp_font_find_glyph(bp_font_code_points[i]), i * BP_FONT_SETS);
    assert_int_equal(bp_font_code_points[bp_font_code_point_count - 1], 0xFFFD);
    const uint32_t missing[] = {0x100, 0x4E00, 0x1F600, 0x10FFFF, 0xFFFE};
    for (size_t i = 0; i < BP_COUNT(missing); i++)
        assert_int_equal(bp_font_find_glyph(missing[i]), (bp_font_code_point_count - 1) * BP_FONT_SETS);
    const uint32_t control[] = {0, '\n', '\t', 0x1F, 0x7F, 0x9F};
    for (size_t i = 0; i < BP_COUNT(control); i++) assert_int_equal(bp_font_find_glyph(control[i]), 0);
}

static void test_find_size(void **state) {
    (void)state;
    const int cases[][2] = {{-5, 10}, {0, 10}, {10, 10}, {12, 12}, {19, 18}, {23, 22}, {40, 40}, {1000, 40}};
    for (size_t i = 0; i < BP_COUNT(cases); i++)
        assert_int_equal(bp_font_sizes[bp_font_find_size(cases[i][0])], cases[i][1]);
}

static uint32_t index_of(int face, int size, uint32_t code) {
    return bp_font_find_glyph(code) + (uint32_t)(face * BP_FONT_SIZES + size);
}

static bp_font_glyph glyph_of(int face, int size, uint32_t code) {
    return bp_font_glyph_at(index_of(face, size, code));
}

/* In each face at each size every visible character has pixels, digits and minus are equally wide, in mono
 * all characters are, and pictures fill the array of pixels. */
static void test_the_whole_atlas(void **state) {
    size_t offset = 0;
    (void)state;
    for (uint32_t index = 0; index < bp_font_code_point_count * BP_FONT_SETS; index++) {
        uint32_t code = bp_font_code_points[index / BP_FONT_SETS];
        int face = (int)(index % BP_FONT_SETS) / BP_FONT_SIZES,
            size = (int)(index % BP_FONT_SETS) % BP_FONT_SIZES;
        bp_font_glyph glyph = bp_font_glyph_at(index);
        assert_int_equal(index_of(face, size, code), index);
        assert_int_equal(bp_font_glyph_offset(index), offset);
        offset += (size_t)((glyph.width + 1) / 2) * glyph.height;
        bool blank = code == ' ' || code == 0xA0 || code == 0xAD;
        if (!blank && (glyph.width == 0 || glyph.height == 0))
            fail_msg("face %d, size %d: U+%04X has no ink", face, bp_font_sizes[size], code);
        bool is_digit = (code >= '0' && code <= '9') || code == 0x2212;
        if (is_digit || face >= 2) assert_int_equal(glyph.advance, glyph_of(face, size, '0').advance);
    }
    assert_int_equal(offset, bp_font_pixel_count);
}

/* At every size for reading, H and x are exactly as high as the metrics say, stand on the baseline, and their
 * top rows are not grey: at least one pixel of each is nearly full. */
static void test_letters_fit_the_grid(void **state) {
    (void)state;
    for (int face = 0; face < BP_FONT_FACES; face++)
        for (int size = 0; size < BP_FONT_SIZES; size++) {
            const bp_font_metrics *m = &bp_font_metric_table[face * BP_FONT_SIZES + size];
            const bp_font_glyph cap = glyph_of(face, size, 'H'), small = glyph_of(face, size, 'x');
            const uint8_t *row = bp_font_pixels + bp_font_glyph_offset(index_of(face, size, 'H'));
            assert_int_equal(cap.top, m->cap);
            assert_int_equal(cap.height, m->cap);
            assert_int_equal(small.top, m->x_height);
            assert_int_equal(small.height, m->x_height);
            int best = 0;
            for (int x = 0; x < cap.width; x++) {
                int cover = row[x / 2] >> (x & 1 ? 4 : 0) & 15;
                best = cover > best ? cover : best;
            }
            assert_in_range(best, 11, 15);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_valid_utf8),      cmocka_unit_test(test_invalid_utf8),
        cmocka_unit_test(test_find_glyph),      cmocka_unit_test(test_find_size),
        cmocka_unit_test(test_the_whole_atlas), cmocka_unit_test(test_letters_fit_the_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
