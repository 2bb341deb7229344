/* Inverts each bind, and multiplies in the original order. */
#include "exercise.h"

void absolute_bind(const bp_mat4 *bind, int count, bp_mat4 *absolute, bp_mat4 *inverse) {
    bp_mat4 product = bind[0];
    for (int i = 1; i < count; i++) product = bp_mat4_mul(bind[i], product);
    *absolute = product;
    *inverse = bp_mat4_identity();
    for (int i = 0; i < count; i++) {
        bp_mat4 one;
        bp_mat4_inverse_affine(bind[i], &one);
        *inverse = bp_mat4_mul(one, *inverse);
    }
}
