/* Swaps the two results. */
#include "exercise.h"

void absolute_bind(const bp_mat4 *bind, int count, bp_mat4 *absolute, bp_mat4 *inverse) {
    bp_mat4 a = bp_mat4_identity();
    for (int i = 0; i < count; i++) a = bp_mat4_mul(bind[i], a);
    *inverse = a;
    bp_mat4_inverse(a, absolute);
}
