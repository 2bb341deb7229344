/* The intermediate values of an exercise, computed the right way. An exercise's `trace` adds them in the
 * order in which one computes them, each with a name that says how: "absolute = local * parent_absolute". The
 * report prints them, and beside the results the student's. It adds the first wrong result by itself. */
#pragma once

#include <bindpose/exercise.h>

enum { BP_TRACE_STEPS = 40 };

typedef struct bp_trace_step {
    char name[96];
    bp_value_kind kind;
    float value[16];
    int result; /* >= 0: this step is the result at that index of the answer's floats */
} bp_trace_step;

struct bp_exercise_trace {
    const float *right; /* the correct answer's floats */
    int first;          /* the index of the first one that the student has wrong */
    int count;
    bp_trace_step steps[BP_TRACE_STEPS];
};

/* Adds a step; those beyond BP_TRACE_STEPS are dropped. The name is a printf format. */
void bp_trace_add(bp_exercise_trace *trace, bp_value_kind kind, const void *value, const char *name, ...)
    BP_PRINTF(4, 5);
#define bp_trace(trace, value, ...)                                                                          \
    bp_trace_add(trace,                                                                                      \
                 _Generic((value), float                                                                     \
                          : BP_VALUE_NUMBER, bp_vec2                                                         \
                          : BP_VALUE_VEC2, bp_vec3                                                           \
                          : BP_VALUE_VEC3, bp_vec4                                                           \
                          : BP_VALUE_VEC4, bp_quat                                                           \
                          : BP_VALUE_QUAT, bp_mat4                                                           \
                          : BP_VALUE_MAT4),                                                                  \
                 (__typeof__(value)[1]){value}, __VA_ARGS__)
/* A step that is the correct result which begins at float `index` of the answer. */
#define bp_trace_right(trace, kind, index, ...)                                                              \
    (bp_trace_add(trace, kind, (trace)->right + (index), __VA_ARGS__), bp_trace_is_result(trace, index))
/* The step just added is the result that begins at float `index` of the answer: the report shows the
 * student's beside it, and ends there if it is wrong. */
void bp_trace_is_result(bp_exercise_trace *trace, int index);
