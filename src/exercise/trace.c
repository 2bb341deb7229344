/* Collecting the steps of a trace. */
#include "exercise/trace.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void add(bp_exercise_trace *trace, bp_value_kind kind, const float *value, const char *format,
                va_list arguments) {
    if (trace->count == BP_TRACE_STEPS) return;
    bp_trace_step *step = &trace->steps[trace->count++];
    *step = (bp_trace_step){.kind = kind, .result = -1};
    memcpy(step->value, value, (size_t)bp_value_floats(kind) * sizeof *value);
    vsnprintf(step->name, sizeof step->name, format, arguments);
}

#define ADD(kind, value)                                                                                     \
    do {                                                                                                     \
        va_list arguments;                                                                                   \
        va_start(arguments, name);                                                                           \
        add(trace, kind, value, name, arguments);                                                            \
        va_end(arguments);                                                                                   \
    } while (0)

void bp_trace_number(bp_exercise_trace *trace, float value, const char *name, ...) {
    ADD(BP_VALUE_NUMBER, &value);
}

void bp_trace_vec2(bp_exercise_trace *trace, bp_vec2 value, const char *name, ...) {
    ADD(BP_VALUE_VEC2, &value.x);
}

void bp_trace_vec3(bp_exercise_trace *trace, bp_vec3 value, const char *name, ...) {
    ADD(BP_VALUE_VEC3, &value.x);
}

void bp_trace_quat(bp_exercise_trace *trace, bp_quat value, const char *name, ...) {
    ADD(BP_VALUE_QUAT, &value.x);
}

void bp_trace_mat4(bp_exercise_trace *trace, bp_mat4 value, const char *name, ...) {
    ADD(BP_VALUE_MAT4, value.m);
}

void bp_trace_right(bp_exercise_trace *trace, bp_value_kind kind, int index, const char *name, ...) {
    ADD(kind, trace->right + index);
    bp_trace_is_result(trace, index);
}

void bp_trace_is_result(bp_exercise_trace *trace, int index) {
    if (trace->count > 0) trace->steps[trace->count - 1].result = index;
}
