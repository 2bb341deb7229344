/* Trigonometry, compared with the C library in long double (64 bits of mantissa) for floats throughout the
 * range, and with values computed with 4000 bits where range reduction is hardest: for large arguments and
 * near multiples of pi/2.
 *
 * The contract is two units in the last place. The test requires the nearest float, except for ties that
 * double can't decide: an error of at most 0.50001 units. */
#include "math/double.h"
#include "support/random.h"

#include <float.h>

/* A prime, so all low bits and all exponents occur. */
enum { STRIDE = 4999 };

static float float_of_bits(uint32_t bits) {
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

/* The distance to the true value, in units of the last place of the nearest float. */
static double units_off(float got, long double truth) {
    float nearest = fabsf((float)truth);
    if (nearest < FLT_MIN) nearest = FLT_MIN;
    long double unit = (long double)nextafterf(nearest, INFINITY) - nearest;
    return (double)(fabsl((long double)got - truth) / unit);
}

static double wide_units_off(double got, long double truth) {
    double nearest = fabs((double)truth);
    if (nearest < DBL_MIN) nearest = DBL_MIN;
    long double unit = (long double)nextafter(nearest, INFINITY) - nearest;
    return (double)(fabsl((long double)got - truth) / unit);
}

typedef struct worst {
    double units;
    float x, y;
} worst;

static void note(worst *w, float got, long double truth, float x, float y) {
    double units = units_off(got, truth);
    if (units > w->units || units != units) *w = (worst){units, x, y};
}

static void expect_near_perfect(worst w, const char *what) {
    print_message("%s: at most %.7f units in the last place from the truth, at %a %a\n", what, w.units,
                  (double)w.x, (double)w.y);
    if (!(w.units <= 0.50001))
        fail_msg("%s is %g units off at %a %a", what, w.units, (double)w.x, (double)w.y);
}

/* Up to 2^20: farther away floats are at least an eighth of a radian apart. */
static void test_sine_cosine_tangent_of_all_floats(void **state) {
    (void)state;
    worst sine = {0}, cosine = {0}, tangent = {0};
    for (uint32_t bits = 0; bits < 0x49800000u; bits += STRIDE) {
        float x = float_of_bits(bits | (bits & 1) << 31), s, c;
        note(&sine, bp_sin(x), sinl(x), x, 0);
        note(&cosine, bp_cos(x), cosl(x), x, 0);
        note(&tangent, bp_tan(x), tanl(x), x, 0);
        bp_sincos(x, &s, &c);
        assert_true(s == bp_sin(x) && c == bp_cos(x));
    }
    expect_near_perfect(sine, "sine");
    expect_near_perfect(cosine, "cosine");
    expect_near_perfect(tangent, "tangent");
}

/* The floats on both sides of every multiple of pi/4 up to 20,000: where quadrants change. */
static void test_around_the_multiples_of_an_eighth(void **state) {
    (void)state;
    worst sine = {0}, cosine = {0}, tangent = {0};
    for (int k = -20000; k <= 20000; k++) {
        float x = (float)(k * 0.785398163397448309616L);
        for (int side = -1; side <= 1; side++) {
            float near_x = side ? nextafterf(x, (float)side * INFINITY) : x;
            note(&sine, bp_sin(near_x), sinl(near_x), near_x, 0);
            note(&cosine, bp_cos(near_x), cosl(near_x), near_x, 0);
            note(&tangent, bp_tan(near_x), tanl(near_x), near_x, 0);
        }
    }
    expect_near_perfect(sine, "sine at eighths");
    expect_near_perfect(cosine, "cosine at eighths");
    expect_near_perfect(tangent, "tangent at eighths");
}

/* Beyond 2^20 radians each turn adds an error of 2 pi - 0x1.921fb54442d18p+2, 2.45e-16. */
static void expect_large(double x, double sine, double cosine) {
    const double tolerance = 2.45e-16 * fabs(x) / 6.283185307179586 + 1e-16;
    double s, c;
    bp_sincos_d(x, &s, &c);
    if (!(fabs(s - sine) <= tolerance) || !(fabs(c - cosine) <= tolerance))
        fail_msg("at %a: got %.17g %.17g, expected %.17g %.17g", x, s, c, sine, cosine);
}

/* 4000 bits. */
static void test_large_arguments(void **state) {
    (void)state;
    const struct {
        float x;
        double sine, cosine, tangent;
    } known[] = {
        {22, -0.0088513092904038759, -0.99996082639463713, 0.0088516560416844608},
        {355, -3.0144353359488449e-5, -0.99999999954565898, 3.0144353373184265e-5},
        {103993, -1.912933577842375e-5, 0.99999999981703426, -1.9129335781923763e-5},
        {0x1p+20f, 0.33049314002173467, 0.94380839390131198, 0.35016974012660903},
        {0x1.fffffep+19f, 0.27089822724516319, 0.96260799418840686, 0.28142112768714605},
    };
    for (size_t i = 0; i < BP_COUNT(known); i++) {
        const float got[3] = {bp_sin(known[i].x), bp_cos(known[i].x), bp_tan(known[i].x)};
        const float expected[3] = {(float)known[i].sine, (float)known[i].cosine, (float)known[i].tangent};
        expect_floats(got, expected, 3, 0);
    }
    expect_large(0x1.921fbp+20, -0.32325324035307713131, 0.94631249732909886502);
    expect_large(0x1.2a05f2p+33, -0.48750602508751069, 0.873119622676856); /* 1e10 */
    expect_large(-0x1.2a05f2p+33, 0.48750602508751069, 0.873119622676856);
}

/* Of any size they stay on the unit circle. */
static void test_huge_arguments(void **state) {
    (void)state;
    for (int exponent = 20; exponent < 1024; exponent++)
        for (int sign = -1; sign <= 1; sign += 2) {
            double s, c, x = sign * ldexp(1.9173, exponent);
            bp_sincos_d(x, &s, &c);
            assert_true(fabs(s * s + c * c - 1) < 1e-15);
            assert_true(s == -bp_sin_d(-x) && c == bp_cos_d(-x));
        }
}

static void test_arcus_functions_of_all_floats(void **state) {
    (void)state;
    worst arcsine = {0}, arccosine = {0};
    for (uint32_t bits = 0; bits <= 0x3f800000u; bits += STRIDE) {
        float x = float_of_bits(bits | (bits & 1) << 31);
        note(&arcsine, bp_asin(x), asinl(x), x, 0);
        note(&arccosine, bp_acos(x), acosl(x), x, 0);
    }
    for (uint32_t below = 0; below < 20000; below++) { /* where the circle is steepest */
        float x = float_of_bits((0x3f800000u - below) | (below & 1) << 31);
        note(&arcsine, bp_asin(x), asinl(x), x, 0);
        note(&arccosine, bp_acos(x), acosl(x), x, 0);
    }
    expect_near_perfect(arcsine, "arcus sine");
    expect_near_perfect(arccosine, "arcus cosine");
}

static void test_arcus_tangent_of_all_floats(void **state) {
    (void)state;
    worst w = {0};
    uint64_t seed = 5;
    for (uint32_t bits = 1; bits < 0x7f800000u; bits += STRIDE) {
        float y = float_of_bits(bits | (bits & 1) << 31);
        float x = float_of_bits((uint32_t)test_random(&seed) & 0xbfffffffu); /* |x| < 2 */
        note(&w, bp_atan2(y, x), atan2l(y, x), y, x);
        float close = y * test_random_float(&seed, -4, 4); /* ratios of the same order */
        note(&w, bp_atan2(y, close), atan2l(y, close), y, close);
    }
    expect_near_perfect(w, "arcus tangent");
}

/* The table of C11 F.10.1.4, with signs of zeros. */
static void test_arcus_tangent_at_zeros_and_infinities(void **state) {
    (void)state;
    const float inf = INFINITY, pi = BP_PI;
    const struct {
        float y, x, expected;
    } known[] = {
        {0.0f, 0.0f, 0.0f}, {-0.0f, 0.0f, -0.0f}, {0.0f, -0.0f, pi},       {-0.0f, -0.0f, -pi},
        {0.0f, 3, 0.0f},    {-0.0f, 3, -0.0f},    {0.0f, -3, pi},          {-0.0f, -3, -pi},
        {2, 0.0f, pi / 2},  {2, -0.0f, pi / 2},   {-2, 0.0f, -pi / 2},     {-2, -0.0f, -pi / 2},
        {2, inf, 0.0f},     {-2, inf, -0.0f},     {2, -inf, pi},           {-2, -inf, -pi},
        {inf, 2, pi / 2},   {-inf, 2, -pi / 2},   {inf, -2, pi / 2},       {-inf, -2, -pi / 2},
        {inf, inf, pi / 4}, {-inf, inf, -pi / 4}, {inf, -inf, 2.3561945f}, {-inf, -inf, -2.3561945f},
        {1, 1, pi / 4},     {1, -1, 2.3561945f},  {-1, -1, -2.3561945f},   {FLT_MAX, FLT_MAX, pi / 4},
    };
    for (size_t i = 0; i < BP_COUNT(known); i++) {
        float got = bp_atan2(known[i].y, known[i].x);
        expect_bytes(&got, &known[i].expected, sizeof got);
    }
}

static void test_zeros_keep_their_signs(void **state) {
    (void)state;
    const float got[4] = {bp_sin(-0.0f), bp_tan(-0.0f), bp_asin(-0.0f), bp_sin(0.0f)};
    const float expected[4] = {-0.0f, -0.0f, -0.0f, 0.0f};
    expect_bytes(got, expected, sizeof got);
}

static void test_rounding_beyond_one_is_clamped(void **state) {
    (void)state;
    const float above = nextafterf(1, 2),
                got[8] = {bp_acos(above), bp_acos(-above),    bp_asin(above),    bp_asin(-above),
                          bp_acos(1e30f), bp_acos(-INFINITY), bp_asin(INFINITY), bp_acos(1)};
    const float h = BP_PI / 2, expected[8] = {0, BP_PI, h, -h, 0, BP_PI, h, 0};
    expect_floats(got, expected, 8, 0);
}

/* In double: within 1.5 units of the last place. */
static void test_wide_functions(void **state) {
    (void)state;
    uint64_t seed = 77;
    double sine = 0, tangent = 0, arc = 0;
    for (int i = 0; i < 60000; i++) {
        double random = (double)(test_random(&seed) >> 11) * 0x1p-53;
        double x = (random * 2 - 1) * (i % 3 ? 4 : i % 2 ? 1e4 : 1e6);
        sine = fmax(sine, wide_units_off(bp_sin_d(x), sinl(x)));
        sine = fmax(sine, wide_units_off(bp_cos_d(x), cosl(x)));
        double y = (double)(test_random(&seed) >> 11) * 0x1p-53 - 0.5;
        tangent = fmax(tangent, wide_units_off(bp_atan2_d(y, x), atan2l(y, x)));
        arc = fmax(arc, wide_units_off(bp_acos_d(2 * y), acosl(2 * y)));
        arc = fmax(arc, wide_units_off(bp_asin_d(2 * y), asinl(2 * y)));
    }
    print_message("in double, units in the last place: sine and cosine %.3f, arcus tangent %.3f, "
                  "arcus sine and cosine %.3f\n",
                  sine, tangent, arc);
    if (!(sine <= 0.8 && tangent <= 1.5 && arc <= 2.5)) fail_msg("off by %g %g %g", sine, tangent, arc);
}

/* 4000 bits. */
static void test_wide_functions_near_the_axes(void **state) {
    (void)state;
    const struct {
        double x, sine, cosine;
    } known[] = {
        {0x0.0000000000001p-1022, 4.9406564584124654418e-324, 1.0},
        {0x1.2d97c7f3321d2p+2, -1.0, -1.8369701987210297658e-16},
        {-11, 0.99999020655070345705, 0.0044256979880507857484},
    };
    for (size_t i = 0; i < BP_COUNT(known); i++) {
        double s, c;
        bp_sincos_d(known[i].x, &s, &c);
        if (fabs(s - known[i].sine) > 3e-16 * fabs(known[i].sine) ||
            fabs(c - known[i].cosine) > 3e-16 * fabs(known[i].cosine))
            fail_msg("at %a: got %.17g %.17g, expected %.17g %.17g", known[i].x, s, c, known[i].sine,
                     known[i].cosine);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sine_cosine_tangent_of_all_floats),
        cmocka_unit_test(test_around_the_multiples_of_an_eighth),
        cmocka_unit_test(test_large_arguments),
        cmocka_unit_test(test_huge_arguments),
        cmocka_unit_test(test_arcus_functions_of_all_floats),
        cmocka_unit_test(test_arcus_tangent_of_all_floats),
        cmocka_unit_test(test_arcus_tangent_at_zeros_and_infinities),
        cmocka_unit_test(test_zeros_keep_their_signs),
        cmocka_unit_test(test_rounding_beyond_one_is_clamped),
        cmocka_unit_test(test_wide_functions),
        cmocka_unit_test(test_wide_functions_near_the_axes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
