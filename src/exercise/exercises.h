/* The sixteen, one a file, and what those files have in common. */
#ifndef BP_EXERCISE_EXERCISES_H
#define BP_EXERCISE_EXERCISES_H

#include <bindpose/exercise.h>

extern const bp_exercise bp_exercise_01, bp_exercise_02, bp_exercise_03, bp_exercise_04;
extern const bp_exercise bp_exercise_05, bp_exercise_06, bp_exercise_07, bp_exercise_08;
extern const bp_exercise bp_exercise_09, bp_exercise_10, bp_exercise_11;
extern const bp_exercise bp_exercise_12, bp_exercise_13, bp_exercise_14, bp_exercise_15,
    bp_exercise_16;

/* Ends of the lists of values and of misconceptions. */
#define BP_NO_MORE_VALUES                                                                                    \
    { NULL, BP_VALUE_NUMBER, 0 }
#define BP_NO_MORE_WRONG                                                                                     \
    { NULL, NULL, NULL }

/* An answer that is one value. */
static inline float *bp_answer_vec3(float *out, bp_vec3 v) {
    bp_pack_vec3(&out, v);
    return out;
}
static inline float *bp_answer_mat4(float *out, bp_mat4 m) {
    bp_pack_mat4(&out, m);
    return out;
}

#endif
