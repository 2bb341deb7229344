/* affine_product: the product of two affine matrices in double, the inner loop of bp_skeleton_prepare.
 *
 * The last column of a is (0, 0, 0, 1), so the product is
 *
 *     row 0..2   a0 * b.row0 + a1 * b.row1 + a2 * b.row2
 *     row 3      the same sum + b.row3
 *
 * and has the last column of b (which is all zeros for a parent that prepare hasn't reached yet).
 *
 * affine_product_scalar is the definition. The other two give the same bits with a row in two pairs of
 * doubles, which are one register each on every x86-64 and ARM64 processor, or, in kernels for AVX2 and
 * AVX-512 (prepare_isa.c), in one vector of four: sampling, posing and preparing 67 bones then takes 39 ns a
 * bone in place of 47 (gcc 12).
 */
#pragma once

#include "math/double.h"

#include <string.h>

static inline bp_dmat4 affine_product_scalar(const bp_dmat4 *a, const bp_dmat4 *b) {
    bp_dmat4 out = {{[15] = b->m[15]}};
    for (int row = 0; row < 4; row++) {
        const double *r = &a->m[4 * row];
        for (int column = 0; column < 3; column++) {
            double sum = r[0] * b->m[column] + r[1] * b->m[4 + column] + r[2] * b->m[8 + column];
            out.m[4 * row + column] = row == 3 ? sum + b->m[12 + column] : sum;
        }
    }
    return out;
}

#ifdef BP_SCALAR
static inline void affine_product(bp_dmat4 *out, const bp_dmat4 *a, const bp_dmat4 *b) {
    *out = affine_product_scalar(a, b);
}
static inline void affine_product_rounded(bp_mat4 *out, const bp_dmat4 *a, const bp_dmat4 *b) {
    *out = bp_dmat4_to_mat4(affine_product_scalar(a, b));
}
#else

#if defined(BP_ISA_LANES) && BP_ISA_LANES >= 8
enum { ROW_PARTS = 1 };
#define ROW_MASK                                                                                             \
    { -1, -1, -1, 0 }
#else
enum { ROW_PARTS = 2 };
#define ROW_MASK                                                                                             \
    { -1, 0 } /* of the second part */
#endif
#define ROW_UNROLL _Pragma("GCC unroll 4") /* or parts and rows go through memory */
typedef double row_part __attribute__((vector_size(32 / ROW_PARTS)));
typedef int64_t row_mask __attribute__((vector_size(32 / ROW_PARTS)));
typedef float rounded_part __attribute__((vector_size(16 / ROW_PARTS)));

typedef struct affine_row {
    row_part part[ROW_PARTS];
} affine_row;

static inline affine_row load_row(const bp_dmat4 *m, int row) {
    affine_row r;
    memcpy(&r, &m->m[4 * row], sizeof r);
    return r;
}

static inline affine_row product_row(const bp_dmat4 *a, int row, const affine_row b[4]) {
    const double *r = &a->m[4 * row];
    affine_row sum;
    ROW_UNROLL
    for (int i = 0; i < ROW_PARTS; i++) {
        sum.part[i] = r[0] * b[0].part[i] + r[1] * b[1].part[i] + r[2] * b[2].part[i];
        if (row == 3) sum.part[i] += b[3].part[i];
    }
    /* b's last column, even if entries are infinite */
    const row_mask mask = ROW_MASK;
    row_mask last = (row_mask)sum.part[ROW_PARTS - 1] & mask;
    if (row == 3) last |= (row_mask)b[3].part[ROW_PARTS - 1] & ~mask;
    sum.part[ROW_PARTS - 1] = (row_part)last;
    return sum;
}

/* The rows of b are loaded once: they fit into the registers. */
static inline void affine_product(bp_dmat4 *restrict out, const bp_dmat4 *restrict a,
                                  const bp_dmat4 *restrict b) {
    const affine_row rows[4] = {load_row(b, 0), load_row(b, 1), load_row(b, 2), load_row(b, 3)};
    ROW_UNROLL
    for (int i = 0; i < 4; i++) {
        affine_row row = product_row(a, i, rows);
        memcpy(&out->m[4 * i], &row, sizeof row);
    }
}

/* The same product rounded to float. */
static inline void affine_product_rounded(bp_mat4 *restrict out, const bp_dmat4 *restrict a,
                                          const bp_dmat4 *restrict b) {
    const affine_row rows[4] = {load_row(b, 0), load_row(b, 1), load_row(b, 2), load_row(b, 3)};
    ROW_UNROLL
    for (int i = 0; i < 4; i++) {
        affine_row row = product_row(a, i, rows);
        rounded_part rounded[ROW_PARTS];
        ROW_UNROLL
        for (int k = 0; k < ROW_PARTS; k++) rounded[k] = __builtin_convertvector(row.part[k], rounded_part);
        memcpy(&out->m[4 * i], rounded, sizeof rounded);
    }
}
#endif
