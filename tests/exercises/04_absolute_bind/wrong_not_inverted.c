/* Writes the absolute bind twice. */
#include "exercise.h"

void absolute_bind(const bp_mat4 *bind, int count, bp_mat4 *absolute, bp_mat4 *inverse) {
    bp_mat4 product = bind[0];
    for (int i = 1; i < count; i++) product = bp_mat4_mul(bind[i], product);
    *absolute = product;
    *inverse = product;
}
