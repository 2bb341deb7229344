/* Around the answers, of which the build makes headers (answers/make.awk): what exercise.h declares, and,
 * in place of functions of the C library whose bits differ between machines, some that don't. They are
 * exact to about 1e-15. */
#ifndef BP_EXERCISE_ANSWERS_H
#define BP_EXERCISE_ANSWERS_H

#include "exercise.h"
#include "exercise/mutant.h"
#include "raster/srgb.h"
#include <bindpose/math.h>
#include <math.h>
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

/* What exercises 22 and 23 give to students (runner/main.c). */
static inline float bp_to_linear(float encoded) {
    return (float)bp_srgb_decode((double)bp_clamp(encoded, 0, 1));
}
static inline float bp_to_encoded(float linear) { return (float)bp_srgb_encode((double)linear); }

#define to_linear bp_to_linear
#define to_encoded bp_to_encoded
#define log2f(x) ((float)bp_log_2((double)(x)))
#define logf(x) ((float)(bp_log_2((double)(x)) * 0.69314718055994531))
#define log10f(x) ((float)(bp_log_2((double)(x)) * 0.30102999566398120))
#define powf(x, y) ((float)bp_exp_2((double)(y)*bp_log_2((double)(x))))
#define acosf(x) ((x) >= -1 && (x) <= 1 ? bp_acos(x) : NAN)
#define sinf(x) bp_sin(x)
#define cosf(x) bp_cos(x)
#define atan2f(y, x) bp_atan2(y, x)

#endif
