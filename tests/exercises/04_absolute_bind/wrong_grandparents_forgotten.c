/* Multiplies the bone and its parent only. */
#include "exercise.h"

void absolute_bind(const bp_mat4 *bind, int count, bp_mat4 *absolute, bp_mat4 *inverse) {
    *absolute = bind[count - 1];
    if (count > 1) *absolute = bp_mat4_mul(bind[count - 1], bind[count - 2]);
    bp_mat4_inverse_affine(*absolute, inverse);
}
