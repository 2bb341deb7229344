/* Matrices in words. The matrices are written by hand, rows as axes; angles and axes follow from geometry. */
#include "app/numbers.h"
#include "support/test.h"
#include <math.h>

#define C30 0.8660254f
#define C45 0.70710678f

/* clang-format off */
static const struct {
    bp_mat4 m;
    const char *all, *no_position, *brief;
} CASES[] = {
    {{{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}, "identity: changes nothing", "identity: changes nothing", "identity: changes nothing"},
    /* rounding errors are no change, and no "-0" */
    {{{1, 2e-8f, 0, 0, -2e-8f, 1, 0, 0, 0, 0, 1, 0, -1e-7f, 0, 0, 1}}, "identity: changes nothing", "identity: changes nothing", "identity: changes nothing"},
    /* about Z: X goes to (cos, sin, 0) */
    {{{C30, 0.5f, 0, 0, -0.5f, C30, 0, 0, 0, 0, 1, 0, 0.5f, 1.5f, 0, 1}}, "rotated 30° about Z, at (0.5, 1.5, 0)", "rotated 30° about Z", "rotated 30°"},
    {{{C30, -0.5f, 0, 0, 0.5f, C30, 0, 0, 0, 0, 1, 0, -1.1830127f, -1.0490381f, 0, 1}}, "rotated -30° about Z, at (-1.183, -1.049, 0)", "rotated -30° about Z", "rotated -30°"},
    /* about X by 45: Y goes to (0, cos, sin); about Y by 90: Z goes to X, X to -Z */
    {{{1, 0, 0, 0, 0, C45, C45, 0, 0, -C45, C45, 0, 0, 0, 0, 1}}, "rotated 45° about X", "rotated 45° about X", "rotated 45°"},
    {{{0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1}}, "rotated 90° about Y", "rotated 90° about Y", "rotated 90°"},
    /* half a turn is 180, never -180 */
    {{{-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}, "rotated 180° about Z", "rotated 180° about Z", "rotated 180°"},
    {{{-1, -1e-7f, 0, 0, 1e-7f, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}, "rotated 180° about Z", "rotated 180° about Z", "rotated 180°"},
    /* half a turn about the diagonal of X and Y swaps these, and reverses Z */
    {{{0, 1, 0, 0, 1, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1}}, "rotated 180° about X, then 90° about Z", "rotated 180° about X, then 90° about Z", "rotated 180°"},
    /* X to (0.6, -0.8, 0), Z reversed: after half a turn about X by atan2(-0.8, 0.6) about Z; the same with Y and Z, X reversed */
    {{{0.6f, -0.8f, 0, 0, -0.8f, -0.6f, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1}}, "rotated 180° about X, then -53.1° about Z", "rotated 180° about X, then -53.1° about Z", "rotated 180°"},
    {{{-1, 0, 0, 0, 0, -0.6f, 0.8f, 0, 0, 0.8f, 0.6f, 0, 0, 0, 0, 1}}, "rotated 180° about Z, then -53.1° about X", "rotated 180° about Z, then -53.1° about X", "rotated 180°"},
    /* half a turn about the space diagonal */
    {{{-1/3.f, 2/3.f, 2/3.f, 0, 2/3.f, -1/3.f, 2/3.f, 0, 2/3.f, 2/3.f, -1/3.f, 0, 0, 0, 0, 1}}, "rotated 180° about (0.58, 0.58, 0.58)", "rotated 180° about (0.58, 0.58, 0.58)", "rotated 180°"},
    /* X to Y, Y to Z, Z to X: a third of a turn about the space diagonal; and back */
    {{{0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1}}, "rotated 120° about (0.58, 0.58, 0.58)", "rotated 120° about (0.58, 0.58, 0.58)", "rotated 120°"},
    {{{0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1}}, "rotated -120° about (0.58, 0.58, 0.58)", "rotated -120° about (0.58, 0.58, 0.58)", "rotated -120°"},
    /* scalings: rows are as long as the factors */
    {{{2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1}}, "scaled 2", "scaled 2", "scaled"},
    {{{1, 0, 0, 0, 0, 1.2f, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}, "scaled 1.2 along Y", "scaled 1.2 along Y", "scaled"},
    {{{1, 0, 0, 0, 0, 1.2f, 0, 0, 0, 0, 0.5f, 0, 0, 0, 0, 1}}, "scaled (1, 1.2, 0.5)", "scaled (1, 1.2, 0.5)", "scaled"},
    {{{0, 3, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 7, 1}}, "rotated 90° about Z, scaled 3 along X, at (0, 0, 7)", "rotated 90° about Z, scaled 3 along X", "rotated 90°, scaled"},
    {{{0.01f, 0, 0, 0, 0, 0.01f, 0, 0, 0, 0, 0.01f, 0, 0, 0, 0, 1}}, "scaled 0.01", "scaled 0.01", "scaled"},
    /* mirrored: the determinant is negative */
    {{{-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}, "mirrored along X", "mirrored along X", "mirrored along X"},
    {{{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -2, 0, 0, 0, 0, 1}}, "scaled 2 along Z, mirrored along Z", "scaled 2 along Z, mirrored along Z", "scaled, mirrored along Z"},
    /* sheared: Y leans towards X; flat; a point */
    {{{1, 0, 0, 0, 0.5f, 1, 0, 0, 0, 0, 1, 0, 0, 2, 0, 1}}, "sheared: its axes are not perpendicular, at (0, 2, 0)", "sheared: its axes are not perpendicular", "sheared"},
    {{{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}, "flattened along Y", "flattened along Y", "flattened along Y"},
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1}}, "everything shrunk to a point, at (0, 1, 0)", "everything shrunk to a point", "everything shrunk to a point"},
    /* positions: millimetres, and as many digits as a position needs */
    {{{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.12349f, -12.3456f, 0, 1}}, "at (0.12, -12.35, 0)", "only moved", "only moved"},
    {{{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.00123f, 0, 0, 1}}, "at (0.00123, 0, 0)", "only moved", "only moved"},
    {{{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 12345.6f, -0.2f, 0, 1}}, "at (12346, 0, 0)", "only moved", "only moved"},
    {{{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3e38f, 0, 0, 1}}, "at (3e+38, 0, 0)", "only moved", "only moved"},
    /* not affine, not finite */
    {{{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1}}, "not affine: it changes w", "not affine: it changes w", "not affine: it changes w"},
    {{{NAN, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}, "broken: an entry is not a number", "broken: an entry is not a number", "broken: an entry is not a number"},
    {{{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, INFINITY, 0, 1}}, "broken: an entry is not a number", "broken: an entry is not a number", "broken: an entry is not a number"},
};
/* clang-format on */

static void test_words(void **state) {
    (void)state;
    for (size_t i = 0; i < BP_COUNT(CASES); i++) {
        const char *expected[] = {CASES[i].brief, CASES[i].no_position, CASES[i].all};
        for (int detail = BP_WORDS_SHORT; detail <= BP_WORDS_ALL; detail++) {
            char text[BP_MATRIX_WORDS_MAX];
            bp_matrix_words(&CASES[i].m, (bp_words_detail)detail, text);
            if (strcmp(text, expected[detail]) != 0)
                fail_msg("%zu, %d: \"%s\", expected \"%s\"", i, detail, text, expected[detail]);
        }
    }
}

/* Every whole angle about each axis, with its sign: sine and cosine of libm's doubles. */
static void test_every_angle(void **state) {
    (void)state;
    for (int axis = 0; axis < 3; axis++) {
        for (int degrees = -179; degrees <= 180; degrees++) {
            float c = (float)cos(degrees * 3.14159265358979323846 / 180),
                  s = (float)sin(degrees * 3.14159265358979323846 / 180);
            bp_mat4 m = bp_mat4_identity();
            int a = (axis + 1) % 3, b = (axis + 2) % 3;
            m.m[4 * a + a] = m.m[4 * b + b] = c;
            m.m[4 * a + b] = s, m.m[4 * b + a] = -s;
            bp_matrix_parts parts = bp_matrix_parts_of(&m);
            if (fabsf(parts.degrees - (float)degrees) > 1e-3f || (degrees != 0 && parts.main_axis != axis))
                fail_msg("%d about %d: %g about %d", degrees, axis, (double)parts.degrees, parts.main_axis);
        }
    }
}

static void test_angles(void **state) {
    (void)state;
    static const struct {
        float degrees;
        const char *text;
    } all[] = {{0, "0°"},        {-0.0f, "0°"},      {-0.001f, "0°"},   {75, "75°"},
               {22.5f, "22.5°"}, {12.345f, "12.3°"}, {1.256f, "1.26°"}, {-179.96f, "-180°"}};
    for (size_t i = 0; i < BP_COUNT(all); i++) {
        char text[32];
        assert_string_equal(bp_angle_text(all[i].degrees, text), all[i].text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_words), cmocka_unit_test(test_every_angle),
                                       cmocka_unit_test(test_angles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
