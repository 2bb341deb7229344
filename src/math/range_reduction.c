/* Range reduction: subtracts the nearest multiple of pi/2 from an angle without losing digits.
 *
 * Up to a million quarter turns (Cody and Waite): pi/2 is split into three parts, the first two of 33 bits.
 * Multiples of these are exact, and are subtracted one after the other.
 *
 * Beyond that (Payne and Hanek), the result depends on bits of pi far behind the point. The angle is 2^e *
 * m with an integer m. In m * 2^e * 2/pi, bits of 2/pi above weight 2^(1-e) only make whole turns and are
 * left out. The next 192 bits times m, modulo 2^192, have the quadrant in the two highest bits, and below
 * them the fraction of a quarter turn with more digits than two doubles hold.
 */
#include "math/double.h"

#include <string.h>

static const double TWO_OVER_PI = 0x1.45f306dc9c883p-1;
static const double HALF_PI_HIGH = 0x1.921fb54442d18p+0;
static const double HALF_PI_LOW = 0x1.1a62633145c07p-54;

/* 2/pi in binary. The first two words have the weights 2^63 to 2^0 and are zero; the third begins at weight
 * 2^-1. */
static const uint32_t two_over_pi_bits[] = {
    0x00000000u, 0x00000000u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u,
    0xfe5163abu, 0xdebbc561u, 0xb7246e3au, 0x424dd2e0u, 0x06492eeau, 0x09d1921cu, 0xfe1deb1cu, 0xb129a73eu,
    0xe88235f5u, 0x2ebb4484u, 0xe99c7026u, 0xb45f7e41u, 0x3991d639u, 0x835339f4u, 0x9c845f8bu, 0xbdf9283bu,
    0x1ff897ffu, 0xde05980fu, 0xef2f118bu, 0x5a0a6d1fu, 0x6d367ecfu, 0x27cb09b7u, 0x4f463f66u, 0x9e5fea2du,
    0x7527bac7u, 0xebe5f17bu, 0x3d0739f7u, 0x8a5292eau, 0x6bfb5fb1u, 0x1f8d5d08u, 0x56033046u, 0xfc7b6babu,
};

/* a + b as the rounded sum and the rounding error (Knuth). Either may be the larger. */
static double sum_exact(double a, double b, double *rest) {
    double sum = a + b;
    double b_in_sum = sum - a;
    double a_in_sum = sum - b_in_sum;
    *rest = (a - a_in_sum) + (b - b_in_sum);
    return sum;
}

/* a * b as the rounded product and the rounding error. Dekker: both factors are split into halves of 26 bits,
 * whose products are exact. */
static double product_exact(double a, double b, double *rest) {
    const double splitter = 134217729.0; /* 2^27 + 1 */
    double ca = a * splitter, cb = b * splitter;
    double a1 = ca - (ca - a), b1 = cb - (cb - b);
    double a2 = a - a1, b2 = b - b1;
    double product = a * b;
    *rest = ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2;
    return product;
}

static bp_reduced_angle reduce_medium(double radians) {
    double n = floor(radians * TWO_OVER_PI + 0.5);
    double first = radians - n * 0x1.921fb54400000p+0; /* product and difference are exact */
    double rest;
    double high = sum_exact(first, n * -0x1.0b4611a600000p-34, &rest); /* product exact */
    rest -= n * 0x1.3198a2e037073p-69;
    bp_reduced_angle r;
    r.high = sum_exact(high, rest, &r.low);
    r.quadrant = (int)(n - 4.0 * floor(n * 0.25));
    return r;
}

/* 192 bits of 2/pi, from bit `start` of the table on. */
static void window_of_bits(int start, uint32_t window[6]) {
    int word = start / 32, shift = start % 32;
    for (int i = 0; i < 6; i++) {
        uint64_t pair = (uint64_t)two_over_pi_bits[word + i] << 32 | two_over_pi_bits[word + i + 1];
        window[i] = (uint32_t)(pair >> (32 - shift));
    }
}

/* window * m modulo 2^192, most significant word first; m < 2^53. */
static void multiply_window(const uint32_t window[6], uint64_t m, uint32_t product[6]) {
    uint64_t low = m & 0xffffffffu, high = m >> 32, carry = 0;
    for (int i = 5; i >= 0; i--) {
        carry += window[i] * low;
        product[i] = (uint32_t)carry;
        carry >>= 32;
    }
    carry = 0;
    for (int i = 5; i >= 1; i--) {
        carry += window[i] * high + product[i - 1];
        product[i - 1] = (uint32_t)carry;
        carry >>= 32;
    }
}

static void negate_words(uint32_t words[6]) {
    uint64_t carry = 1;
    for (int i = 5; i >= 0; i--) {
        carry += (uint32_t)~words[i];
        words[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

static bp_reduced_angle reduce_large(double radians) {
    uint64_t bits;
    memcpy(&bits, &radians, sizeof bits);
    int exponent = (int)(bits >> 52 & 0x7ff) - 1075;
    uint64_t m = (bits & 0xfffffffffffffu) | 0x10000000000000u;
    uint32_t window[6], f[6];
    window_of_bits(exponent + 62, window); /* bit p has weight 2^(63-p); we begin at 2^(1-exponent) */
    multiply_window(window, m, f);

    int quadrant = (int)(f[0] >> 30);
    bool round_up = f[0] >> 29 & 1; /* more than half a quarter turn: measure from the next one */
    f[0] &= 0x3fffffffu;
    if (round_up) {
        f[0] |= 0xc0000000u;
        negate_words(f); /* one minus the fraction */
    }
    double rest, upper_rest, lower_rest, low;
    double upper = sum_exact(f[0] * 0x1p-30, f[1] * 0x1p-62, &upper_rest);
    double lower = sum_exact(f[2] * 0x1p-94, f[3] * 0x1p-126, &lower_rest);
    double high = sum_exact(upper, lower, &rest);
    rest += upper_rest + (lower_rest + f[4] * 0x1p-158);
    double product = product_exact(high, HALF_PI_HIGH, &low);
    low += high * HALF_PI_LOW + rest * HALF_PI_HIGH;

    bool negative = round_up != (radians < 0);
    if (radians < 0)
        quadrant = -(quadrant + round_up);
    else
        quadrant += round_up;
    bp_reduced_angle r;
    r.high = sum_exact(product, low, &r.low);
    if (negative) {
        r.high = -r.high;
        r.low = -r.low;
    }
    r.quadrant = quadrant & 3;
    return r;
}

bp_reduced_angle bp_angle_reduce(double radians) {
    double magnitude = fabs(radians);
    if (magnitude <= 0x1.921fb54442d18p-1) return (bp_reduced_angle){radians, 0, 0};
    return magnitude < 0x1p20 ? reduce_medium(radians) : reduce_large(radians);
}
