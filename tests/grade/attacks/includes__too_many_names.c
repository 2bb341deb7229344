/* Includes itself 190 times, and math.h under two new names each time: the list of its files takes megabytes. */
#ifndef LONG
#define L0 ./././././././././././././././././././././././././././././././././././././././././././././././././././././././././././.
#define L1 L0/L0/L0/L0/L0
#define LONG L1/L1/L1/L1/L1
#endif
#if __INCLUDE_LEVEL__ & 1
#define B0 ./.
#else
#define B0 .
#endif
#if __INCLUDE_LEVEL__ & 2
#define B1 ././.
#else
#define B1 .
#endif
#if __INCLUDE_LEVEL__ & 4
#define B2 ././././.
#else
#define B2 .
#endif
#if __INCLUDE_LEVEL__ & 8
#define B3 ././././././././.
#else
#define B3 .
#endif
#if __INCLUDE_LEVEL__ & 16
#define B4 ././././././././././././././././.
#else
#define B4 .
#endif
#if __INCLUDE_LEVEL__ & 32
#define B5 ././././././././././././././././././././././././././././././././.
#else
#define B5 .
#endif
#if __INCLUDE_LEVEL__ & 64
#define B6 ././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././.
#else
#define B6 .
#endif
#if __INCLUDE_LEVEL__ & 128
#define B7 ././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././.
#else
#define B7 .
#endif
#define NAME <bindpose/LONG/B0/B1/B2/B3/B4/B5/B6/B7/math.h>
#include NAME
#undef NAME
#define NAME <bindpose/../bindpose/LONG/B0/B1/B2/B3/B4/B5/B6/B7/math.h>
#include NAME
#undef NAME
#undef B0
#undef B1
#undef B2
#undef B3
#undef B4
#undef B5
#undef B6
#undef B7
#if __INCLUDE_LEVEL__ < 190
#include __FILE__
#else
#include "exercise.h"
bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    bp_mat4 inverse;
    bp_mat4_inverse_affine(bp_mat4_mul(bind, parent_absolute_bind), &inverse);
    return bp_mat4_mul(inverse, bp_mat4_mul(local, parent_absolute));
}
#endif
