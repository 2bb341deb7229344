/* Numbers in the matrix panel: at most seven characters, for every float. */
#include "app/numbers.h"
#include "support/test.h"
#include <math.h>

static int decimals_of(float largest) {
    bp_mat4 m = bp_mat4_identity();
    m.m[12] = -largest;
    return bp_matrix_decimals(&m);
}

/* Minus, digits and point count: -9.9999 has seven. */
static void as_many_decimals_as_fit(void **state) {
    (void)state;
    static const struct {
        float largest;
        int decimals;
    } cases[] = {{0, 4},      {1, 4},       {9.9999f, 4}, {9.99996f, 3}, {99.999f, 3},
                 {123, 2},    {1234.5f, 1}, {12345, 0},   {99999, 0},    {100000, -1},
                 {3e38f, -1}, {NAN, 4},     {INFINITY, 4}};
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        int got = decimals_of(cases[i].largest);
        if (got != cases[i].decimals)
            fail_msg("%g: %d decimals, expected %d", (double)cases[i].largest, got, cases[i].decimals);
    }
}

#define MINUS "\xE2\x88\x92"

static void written(void **state) {
    (void)state;
    static const struct {
        float value;
        int decimals;
        const char *text;
    } cases[] = {{0.5f, 4, "0.5000"},
                 {-0.5f, 4, MINUS "0.5000"},
                 {-0.00004f, 4, "0.0000"},
                 {-0.0f, 2, "0.00"},
                 {-0.004f, 2, "0.00"},
                 {-0.006f, 2, MINUS "0.01"},
                 {12345, 0, "12345"},
                 {-12345, 0, MINUS "12345"},
                 {123456, -1, "1.2e+05"},
                 {-3e38f, -1, MINUS "3.0e+38"},
                 {NAN, 4, "NaN"},
                 {INFINITY, 4, "inf"},
                 {-INFINITY, 4, MINUS "inf"}};
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        char text[32];
        assert_string_equal(bp_matrix_text(cases[i].value, cases[i].decimals, text), cases[i].text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_many_decimals_as_fit),
        cmocka_unit_test(written),
    };
    return cmocka_run_group_tests_name("matrix text", tests, NULL, NULL);
}
