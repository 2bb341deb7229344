/* Around the answers, of which the build makes headers (answers/make.awk): what exercise.h declares, and,
 * in place of functions of the C library whose bits differ between machines, some that don't. They are
 * exact to about 1e-15. */
#pragma once

#include "exercise.h"
#include "exercise/mutant.h"
#include "math/logarithm.h"
#include "raster/srgb.h"
#include <bindpose/math.h>
#include <math.h>
#include <string.h>

/* What exercises 22 and 23 give to students (runner/main.c). */
static inline float bp_to_linear(float encoded) {
    return (float)bp_srgb_decode((double)bp_clamp(encoded, 0, 1));
}
static inline float bp_to_encoded(float linear) { return (float)bp_srgb_encode((double)linear); }

static inline float bp_the_power_of_2_2(float x) {
    return x > 0 ? (float)bp_exp_2(bp_log_2((double)x) * 2.2) : 0;
}
static inline float bp_the_root_of_2_2(float x) {
    return x > 0 ? (float)bp_exp_2(bp_log_2((double)x) / 2.2) : 0;
}

#define to_linear bp_to_linear
#define to_encoded bp_to_encoded
static inline float bp_logarithm_2(float x) { return (float)bp_log_2((double)x); }
static inline float bp_logarithm_e(float x) { return (float)(bp_log_2((double)x) * 0.69314718055994531); }
static inline float bp_logarithm_10(float x) { return (float)(bp_log_2((double)x) * 0.30102999566398120); }
#define log2f bp_logarithm_2
#define logf bp_logarithm_e
#define log10f bp_logarithm_10
#define powf(x, y) ((float)bp_exp_2((double)(y)*bp_log_2((double)(x))))
#define acosf(x) ((x) >= -1 && (x) <= 1 ? bp_acos(x) : NAN)
#define sinf(x) bp_sin(x)
#define cosf(x) bp_cos(x)
#define atan2f(y, x) bp_atan2(y, x)
