/* The seven matrices of a bone. */
#include <bindpose/stage.h>

void bp_bone_matrices(const bp_bone *bone, bp_mat4 matrices[BP_BONE_MATRIX_COUNT]) {
    matrices[0] = bp_bone_local(bone);
    matrices[1] = bp_bone_absolute(bone);
    matrices[2] = bp_bone_final(bone);
    matrices[3] = bp_bone_bind(bone);
    matrices[4] = bp_bone_absolute_bind(bone);
    matrices[5] = bp_bone_absolute_inverse_bind(bone);
    matrices[6] = bp_bone_rest(bone);
}
