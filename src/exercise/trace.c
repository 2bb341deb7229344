/* Collecting the steps of a trace. */
#include "exercise/trace.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void bp_trace_add(bp_exercise_trace *trace, bp_value_kind kind, const void *value, const char *name, ...) {
    if (trace->count == BP_TRACE_STEPS) return;
    bp_trace_step *step = &trace->steps[trace->count++];
    *step = (bp_trace_step){.kind = kind, .result = -1};
    memcpy(step->value, value, (size_t)bp_value_floats(kind) * sizeof(float));
    va_list arguments;
    va_start(arguments, name);
    vsnprintf(step->name, sizeof step->name, name, arguments);
    va_end(arguments);
}

void bp_trace_is_result(bp_exercise_trace *trace, int index) {
    if (trace->count > 0) trace->steps[trace->count - 1].result = index;
}
