/* Powers of 2 and logarithms whose bits are the same on every machine, as those of the C library aren't.
 * They are exact to about 1e-15. */
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

/* The exponent, and for the mantissa m the series of atanh((m - 1) / (m + 1)). */
static inline double bp_log_2(double x) {
    int64_t bits;
    if (x == 0) return -INFINITY;
    if (!(x > 0 && x < INFINITY)) return x > 0 ? x : NAN;
    memcpy(&bits, &x, sizeof bits);
    const int exponent = (int)(bits >> 52) - 1023;
    bits = (bits & 0xfffffffffffff) | (int64_t)1023 << 52;
    memcpy(&x, &bits, sizeof x);
    double z = (x - 1) / (x + 1), power = z, sum = 0;
    for (int k = 1; k < 32; k += 2, power *= z * z) sum += power / k;
    return exponent + sum * 2.8853900817779268; /* 2 / ln 2 */
}

/* Squares and halves of the whole part; the series of exp for the rest. */
static inline double bp_exp_2(double x) {
    if (!(x > -1000)) return isnan(x) ? x : 0;
    if (x > 1000) return INFINITY;
    const double whole = floor(x), rest = (x - whole) * 0.69314718055994531;
    double term = 1, sum = 1;
    for (int k = 1; k < 20; k++) sum += term *= rest / k;
    for (int i = 0; i < (int)fabs(whole); i++) sum = whole > 0 ? sum * 2 : sum / 2;
    return sum;
}

static inline double bp_power(double base, double exponent) { return bp_exp_2(exponent * bp_log_2(base)); }
static inline double bp_log_10(double x) { return bp_log_2(x) * 0.30102999566398120; }
