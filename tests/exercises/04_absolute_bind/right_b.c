/* Goes up from the bone, and multiplies the inverses in reverse. */
#include "exercise.h"

void absolute_bind(const bp_mat4 *bind, int count, bp_mat4 *absolute, bp_mat4 *inverse) {
    *absolute = bp_mat4_identity();
    *inverse = bp_mat4_identity();
    for (int i = count - 1; i >= 0; i--) {
        bp_mat4 one;
        bp_mat4_inverse(bind[i], &one);
        *absolute = bp_mat4_mul(*absolute, bind[i]);
        *inverse = bp_mat4_mul(one, *inverse);
    }
}
