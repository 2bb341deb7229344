/* Uses inverse(bind * parent) = inverse(parent) * inverse(bind), and multiplies by hand. */
#include "exercise.h" /* A comment that begins behind a directive
                         may go on in the next line. */
#define SIZE 4        /* rows
                         and columns */

static bp_mat4 product(bp_mat4 a, bp_mat4 b) {
    bp_mat4 r;
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++) {
            double sum = 0;
            for (int k = 0; k < 4; k++) sum += (double)a.m[4 * row + k] * b.m[4 * k + column];
            r.m[4 * row + column] = (float)sum;
        }
    return r;
}

bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    bp_mat4 unparent, unbind;
    bp_mat4_inverse(parent_absolute_bind, &unparent);
    bp_mat4_inverse(bind, &unbind);
    return product(product(unparent, unbind), product(local, parent_absolute));
}
