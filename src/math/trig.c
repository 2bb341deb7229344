/* Sine, cosine, tangent and their inverses from + - * / sqrt and floor.
 *
 * The C library's functions differ between processors in the last bit, which would show in absolute matrices,
 * transcripts and pictures. These compute in double, with an error of about one unit in the last place. The
 * float functions round that once.
 *
 * Sine and cosine: we reduce the angle to within pi/4, and sum Taylor's series. Its first omitted term is
 * under 1e-19 there. atan2: we round the ratio of the smaller to the larger coordinate to the
 * nearest k/8. The angle between the two directions has a tangent of at most about 1/16, which needs only a
 * short series. asin and acos are angles of right triangles.
 */
#include "math/double.h"

#include <float.h>

/* x87 registers would round differently. On 32-bit x86 compile with -msse2 -mfpmath=sse. */
_Static_assert(FLT_EVAL_METHOD == 0, "float and double must be computed as float and double");

static const double PI_HIGH = 0x1.921fb54442d18p+1;
static const double PI_LOW = 0x1.1a62633145c07p-53;

/* ---- sine and cosine ---------------------------------------------------------------------------*/

/* radians = (4 * integer + quadrant) * pi/2 + high + low, with |high + low| <= pi/4 (plus a rounding error)
 * and |low| at most half a unit in the last place of high. */
typedef struct reduced_angle {
    double high, low;
    int quadrant; /* 0..3 */
} reduced_angle;

/* a + b as the rounded sum and the rounding error (Knuth). Either may be the larger. */
static double sum_exact(double a, double b, double *rest) {
    double sum = a + b;
    double b_in_sum = sum - a;
    double a_in_sum = sum - b_in_sum;
    *rest = (a - a_in_sum) + (b - b_in_sum);
    return sum;
}

/* The rest of a division by `turn`, exact, by long division; both are positive. */
static double remainder_of(double radians, double turn) {
    double part = turn;
    while (part <= 0.5 * radians) part *= 2;
    for (; part >= turn; part *= 0.5)
        if (radians >= part) radians -= part;
    return radians;
}

/* Cody and Waite: pi/2 is split into three parts, the first two of 33 bits. Up to a million quarter turns
 * multiples of these are exact, and are subtracted one after the other. A larger angle first loses its whole
 * turns of the double nearest to 2 pi: 2.4e-16 of error for each. */
static reduced_angle reduce(double radians) {
    static const double TWO_OVER_PI = 0x1.45f306dc9c883p-1;
    const double magnitude = fabs(radians);
    reduced_angle r = {radians, 0, 0};
    if (magnitude <= 0x1.921fb54442d18p-1) return r;
    if (magnitude >= 0x1p20) {
        const double rest_of_turn = remainder_of(magnitude, 2 * PI_HIGH);
        radians = radians < 0 ? -rest_of_turn : rest_of_turn;
    }
    double n = floor(radians * TWO_OVER_PI + 0.5);
    double first = radians - n * 0x1.921fb54400000p+0; /* product and difference are exact */
    double rest;
    double high = sum_exact(first, n * -0x1.0b4611a600000p-34, &rest); /* product exact */
    rest -= n * 0x1.3198a2e037073p-69;
    r.high = sum_exact(high, rest, &r.low);
    r.quadrant = (int)(n - 4.0 * floor(n * 0.25));
    return r;
}

/* sin(high + low) for |high + low| up to about pi/4. */
static double sine_kernel(double high, double low) {
    double z = high * high;
    if (z < 0x1p-60) return high; /* keeps -0 and denormals as they are */
    double tail =
        -1.0 / 6 +
        z * (1.0 / 120 +
             z * (-1.0 / 5040 +
                  z * (1.0 / 362880 +
                       z * (-1.0 / 39916800 + z * (1.0 / 6227020800 + z * (-1.0 / 1307674368000 +
                                                                           z * (1.0 / 355687428096000)))))));
    return high + (high * z * tail + low * (1.0 - 0.5 * z));
}

static double cosine_kernel(double high, double low) {
    double z = high * high;
    double tail =
        1.0 / 24 +
        z * (-1.0 / 720 +
             z * (1.0 / 40320 +
                  z * (-1.0 / 3628800 + z * (1.0 / 479001600 + z * (-1.0 / 87178291200 +
                                                                    z * (1.0 / 20922789888000 +
                                                                         z * (-1.0 / 6402373705728000)))))));
    double half = 0.5 * z, first = 1.0 - half;
    double lost = (1.0 - first) - half; /* the rounding error of 1 - z/2 */
    return first + (lost + (z * z * tail - high * low));
}

/* A quarter turn changes sine to cosine, cosine to -sine, and so on. */
static double sine_from(reduced_angle r, int quadrant) {
    double value = quadrant & 1 ? cosine_kernel(r.high, r.low) : sine_kernel(r.high, r.low);
    return quadrant & 2 ? -value : value;
}

void bp_sincos_d(double radians, double *sine, double *cosine) {
    *sine = *cosine = radians - radians; /* NaN, unless it is overwritten */
    if (!bp_is_finite(radians)) return;
    reduced_angle r = reduce(radians);
    *sine = sine_from(r, r.quadrant);
    *cosine = sine_from(r, r.quadrant + 1);
}

double bp_sin_d(double radians) {
    if (!bp_is_finite(radians)) return radians - radians;
    reduced_angle r = reduce(radians);
    return sine_from(r, r.quadrant);
}

double bp_cos_d(double radians) {
    if (!bp_is_finite(radians)) return radians - radians;
    reduced_angle r = reduce(radians);
    return sine_from(r, r.quadrant + 1);
}

/* ---- inverse functions -------------------------------------------------------------------------*/

/* atan(k/8) in two doubles. */
static const struct {
    double high, low;
} atan_of_eighths[9] = {
    {0.0, 0.0},
    {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
    {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
    {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
    {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
    {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
    {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
    {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
    {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
};

/* atan(u) - u for |u| up to about 1/16. */
static double atan_tail(double u) {
    double z = u * u;
    return u * z *
           (-1.0 / 3 +
            z * (1.0 / 5 +
                 z * (-1.0 / 7 + z * (1.0 / 9 + z * (-1.0 / 11 + z * (1.0 / 13 - z * (1.0 / 15)))))));
}

/* The angle whose tangent is small / large, 0 <= small <= large, in two parts. */
static double atan_of_ratio(double small, double large, double *low) {
    *low = 0.0;
    if (small == 0.0) return 0.0;
    int k = (int)(8.0 * (small / large) + 0.5);
    /* tan(a - b) = (tan a - tan b) / (1 + tan a tan b), multiplied by 8 * large. */
    double u = (8.0 * small - k * large) / (8.0 * large + k * small);
    if (k == 0) {
        *low = atan_tail(u);
        return u;
    }
    *low = atan_of_eighths[k].low + (atan_tail(u) + u);
    return atan_of_eighths[k].high;
}

static double with_sign_of(double x, double magnitude) { return signbit(x) ? -magnitude : magnitude; }

double bp_atan2_d(double y, double x) {
    if (isnan(x) || isnan(y)) return x + y;
    if (isinf(x) || isinf(y)) { /* a finite coordinate beside an infinite one counts as 0 */
        y = with_sign_of(y, isinf(y) ? 1.0 : 0.0);
        x = with_sign_of(x, isinf(x) ? 1.0 : 0.0);
    }
    double up = fabs(y), across = fabs(x), low, angle;
    if (up <= across) {
        angle = atan_of_ratio(up, across, &low);
    } else {
        angle = 0.5 * PI_HIGH - atan_of_ratio(across, up, &low);
        low = 0.5 * PI_LOW - low;
    }
    if (signbit(x)) {
        angle = PI_HIGH - angle;
        low = PI_LOW - low;
    }
    return with_sign_of(y, angle + low);
}

static double leg(double other_leg) { return sqrt((1.0 - other_leg) * (1.0 + other_leg)); }

static double clamp_to_one(double x) { return x > 1.0 ? 1.0 : x < -1.0 ? -1.0 : x; }

double bp_acos_d(double cosine) {
    cosine = clamp_to_one(cosine);
    return bp_atan2_d(leg(cosine), cosine);
}

double bp_asin_d(double sine) {
    sine = clamp_to_one(sine);
    return bp_atan2_d(sine, leg(sine));
}

float bp_sin(float radians) { return (float)bp_sin_d(radians); }
float bp_cos(float radians) { return (float)bp_cos_d(radians); }

void bp_sincos(float radians, float *sine, float *cosine) {
    double s, c;
    bp_sincos_d(radians, &s, &c);
    *sine = (float)s;
    *cosine = (float)c;
}

float bp_tan(float radians) {
    double sine, cosine;
    bp_sincos_d(radians, &sine, &cosine);
    return (float)(sine / cosine);
}

float bp_acos(float cosine) { return (float)bp_acos_d(cosine); }
float bp_asin(float sine) { return (float)bp_asin_d(sine); }
float bp_atan2(float y, float x) { return (float)bp_atan2_d(y, x); }
