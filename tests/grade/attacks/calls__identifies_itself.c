/* Writes a line into the assembler's file that ends it, by a directive of the preprocessor whose text isn't escaped; and
 * another by the name of a section. */
#include "exercise.h"

__attribute__((section(".text.own\n.set hidden, bp_mat4_scaling\n#"))) bp_mat4
final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    bp_mat4 inverse;
    bp_mat4_inverse_affine(bp_mat4_mul(bind, parent_absolute_bind), &inverse);
    return bp_mat4_mul(inverse, bp_mat4_mul(local, parent_absolute));
}
#ident "\"\n.end\n#"
