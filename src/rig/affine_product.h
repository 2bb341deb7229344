/* affine_product: the product of two affine matrices in double, the inner loop of bp_skeleton_prepare.
 *
 * The last column of a is (0, 0, 0, 1), so the product is
 *
 *     row 0..2   a0 * b.row0 + a1 * b.row1 + a2 * b.row2
 *     row 3      the same sum + b.row3
 *
 * and has the last column of b (which is all zeros for a parent that prepare hasn't reached yet).
 *
 * affine_product_scalar is the definition. The other two give the same bits, two columns at a time: a pair
 * of doubles is one register on every x86-64 and ARM64 processor. They take prepare from 38 to 26 ns a bone
 * (gcc 12, 1,000 bones, build/tests/bench/rig_scale); vectors of four doubles take 73 ns without AVX.
 */
#ifndef BP_RIG_AFFINE_PRODUCT_H
#define BP_RIG_AFFINE_PRODUCT_H

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

typedef double pair __attribute__((vector_size(16)));

static inline pair load_pair(const double *from) {
    pair p;
    memcpy(&p, from, sizeof p);
    return p;
}

/* Columns `column` and `column + 1` of one row of the product. */
static inline pair half_row(const bp_dmat4 *a, const bp_dmat4 *b, int row, int column) {
    const double *r = &a->m[4 * row], *from = &b->m[column];
    pair x = {r[0], r[0]}, y = {r[1], r[1]}, z = {r[2], r[2]};
    pair sum = x * load_pair(from) + y * load_pair(from + 4) + z * load_pair(from + 8);
    if (row == 3) sum += load_pair(from + 12);
    if (column == 2) sum[1] = row == 3 ? b->m[15] : 0; /* b's last column, even if entries are infinite */
    return sum;
}

static inline void affine_product(bp_dmat4 *restrict out, const bp_dmat4 *restrict a,
                                  const bp_dmat4 *restrict b) {
    for (int row = 0; row < 4; row++) {
        pair left = half_row(a, b, row, 0), right = half_row(a, b, row, 2);
        memcpy(&out->m[4 * row], &left, sizeof left);
        memcpy(&out->m[4 * row + 2], &right, sizeof right);
    }
}

/* The same product rounded to float. */
static inline void affine_product_rounded(bp_mat4 *restrict out, const bp_dmat4 *restrict a,
                                          const bp_dmat4 *restrict b) {
    for (int row = 0; row < 4; row++) {
        pair left = half_row(a, b, row, 0), right = half_row(a, b, row, 2);
        out->m[4 * row] = (float)left[0];
        out->m[4 * row + 1] = (float)left[1];
        out->m[4 * row + 2] = (float)right[0];
        out->m[4 * row + 3] = (float)right[1];
    }
}

#endif
