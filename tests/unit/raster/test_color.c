/* sRGB by tables, against the standard's formula computed with the C library's pow. */
#include "raster/color.h"
#include "support/test.h"
#include <math.h>

static double decoded(double c) { return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4); }

static void test_decoding(void **state) {
    (void)state;
    bp_color_tables t;
    bp_color_tables_fill(&t);
    for (int i = 0; i < 256; i++) expect_float(t.linear[i], (float)decoded(i / 255.0), 1e-7);
    /* By hand: 10/255/12.92, and 0.5 encoded is 187.516. */
    expect_float(t.linear[10], 0.00303527f, 1e-7);
    assert_true(t.linear[187] < 0.5f && t.linear[188] > 0.5f);
}

static void test_round_trip(void **state) {
    (void)state;
    bp_color_tables t;
    bp_color_tables_fill(&t);
    for (int i = 0; i < 256; i++) assert_int_equal(bp_color_encode(t.linear[i]), i);
}

/* The border between two bytes lies where the formula has it, within 1/50 step. */
static void test_encoding_borders(void **state) {
    (void)state;
    bp_color_tables t;
    bp_color_tables_fill(&t);
    for (int i = 0; i < 255; i++) {
        assert_int_equal(bp_color_encode((float)decoded((i + 0.48) / 255.0)), i);
        assert_int_equal(bp_color_encode((float)decoded((i + 0.52) / 255.0)), i + 1);
    }
}

/* More light never gives a smaller byte, also where the octaves of the cubic meet. */
static void test_encoding_grows(void **state) {
    (void)state;
    uint8_t last = 0;
    for (uint32_t bits = 0; bits <= 0x3f800000; bits += 97) {
        float linear;
        memcpy(&linear, &bits, sizeof linear);
        const uint8_t byte = bp_color_encode(linear);
        assert_true(byte >= last);
        last = byte;
    }
}

static void test_strange_values(void **state) {
    (void)state;
    bp_color_tables t;
    bp_color_tables_fill(&t);
    const float strange[] = {NAN, -1.0f, -INFINITY, -0.0f};
    for (size_t i = 0; i < BP_COUNT(strange); i++) {
        assert_int_equal(bp_color_encode(strange[i]), 0);
        assert_int_equal(bp_color_byte(strange[i]), 0);
    }
    assert_int_equal(bp_color_encode(INFINITY), 255);
    assert_int_equal(bp_color_byte(2.0f), 255);
    assert_int_equal(bp_color_byte(0.5f), 128); /* 127.5 goes up */
}

static void test_products(void **state) {
    (void)state;
    for (uint32_t a = 0; a < 256; a++)
        for (uint32_t b = 0; b < 256; b++)
            assert_int_equal(bp_color_mix255(a, 100, b),
                             (uint32_t)floor((a * b + 100 * (255 - b)) / 255.0 + 0.5));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_decoding),         cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_encoding_borders), cmocka_unit_test(test_encoding_grows),
        cmocka_unit_test(test_strange_values),   cmocka_unit_test(test_products),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
