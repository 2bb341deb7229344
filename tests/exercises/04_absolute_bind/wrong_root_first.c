/* Puts the root on the left. */
#include "exercise.h"

void absolute_bind(const bp_mat4 *bind, int count, bp_mat4 *absolute, bp_mat4 *inverse) {
    *absolute = bind[0];
    for (int i = 1; i < count; i++) *absolute = bp_mat4_mul(*absolute, bind[i]);
    bp_mat4_inverse_affine(*absolute, inverse);
}
