/* Shared by the files eNN_name.c. Each holds an exercise's input struct, test cases, a picture and a
 * trace. Its answers, the correct one and the known mistakes, are in answers/NN_name.txt. */
#ifndef BP_EXERCISE_EXERCISES_H
#define BP_EXERCISE_EXERCISES_H

#include "exercise/calls.h"
#include <bindpose/exercise.h>
#include <stddef.h>
#include <string.h>

/* Tables of all exercises have this many elements (asserted in exercises.c). */
enum { BP_EXERCISES_MOST = 64 };

extern const bp_exercise bp_exercise_01, bp_exercise_02, bp_exercise_03, bp_exercise_04;
extern const bp_exercise bp_exercise_05, bp_exercise_06, bp_exercise_07, bp_exercise_08;
extern const bp_exercise bp_exercise_09, bp_exercise_10, bp_exercise_11, bp_exercise_12;
extern const bp_exercise bp_exercise_10b, bp_exercise_11b, bp_exercise_12b;
extern const bp_exercise bp_exercise_13b, bp_exercise_14b, bp_exercise_15b;
extern const bp_exercise bp_exercise_13, bp_exercise_14, bp_exercise_15, bp_exercise_16;
extern const bp_exercise bp_exercise_17, bp_exercise_18, bp_exercise_19, bp_exercise_20;
extern const bp_exercise bp_exercise_21, bp_exercise_22, bp_exercise_23, bp_exercise_24;

/* Space for any exercise's input struct. */
typedef union bp_exercise_inputs {
    max_align_t align;
    char bytes[BP_EXERCISE_INPUT_BYTES];
} bp_exercise_inputs;

/* A float that was never written. What is computed from one keeps the bits on most machines. */
static inline float bp_unwritten(void) {
    const uint32_t bits = BP_UNWRITTEN;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
static inline bool bp_is_unwritten(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits == BP_UNWRITTEN || value == (float)(int32_t)BP_UNWRITTEN;
}

/* Answers of one value, or of an array of matrices. */
static inline float *bp_answer_vec3(float *out, bp_vec3 v) {
    bp_pack_vec3(&out, v);
    return out;
}
static inline float *bp_answer_mat4(float *out, bp_mat4 m) {
    bp_pack_mat4(&out, m);
    return out;
}
static inline float *bp_answer_mat4s(float *out, const bp_mat4 *m, int count) {
    for (int i = 0; i < count; i++) bp_pack_mat4(&out, m[i]);
    return out;
}

static inline bp_mat4 bp_inverse_of(bp_mat4 affine) {
    bp_mat4 inverse = bp_mat4_identity();
    bp_mat4_inverse_affine(affine, &inverse);
    return inverse;
}

/* A rotation about Z, then a translation in the XY plane. */
static inline bp_mat4 bp_rotate_z_then_move(float degrees, float x, float y) {
    return bp_mat4_mul(bp_mat4_rotation_z(bp_radians(degrees)), bp_mat4_translation((bp_vec3){x, y, 0}));
}

#endif
