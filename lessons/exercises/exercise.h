/* What the exercises have in common: the functions that they are about. Each exercise.c includes this header and
 * no other; which functions of bindpose/math.h it may call stands at its top. */
#ifndef BINDPOSE_LESSONS_EXERCISE_H
#define BINDPOSE_LESSONS_EXERCISE_H

#include <bindpose/math.h>

/* 05 */
bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind);

#endif
