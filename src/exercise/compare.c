/* Comparing answers. Each float of a value must be within the tolerance, relative to the largest float of the
 * expected value, or to 1 if that is larger. A quaternion may also have all its signs flipped. */
#include "exercise/checker.h"
#include "exercise/exercises.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { FLOATS = BP_EXERCISE_FLOATS };

bool bp_exercise_set_verdict(bp_exercise_result *result, bp_exercise_verdict verdict, const char *id,
                             const char *format, ...) {
    result->verdict = verdict;
    snprintf(result->id, sizeof result->id, "%s", id);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(result->text, sizeof result->text, format, arguments);
    va_end(arguments);
    return true;
}

static double tolerance_of(const bp_exercise *exercise, const float *expected, int count) {
    double size = 1;
    for (int i = 0; i < count; i++) size = fmax(size, fabs((double)expected[i]));
    return size * (exercise->tolerance > 0 ? (double)exercise->tolerance : 1e-4);
}

static bool is_close(float got, float expected, double tolerance) {
    /* 0 / 0 and an element that is never written have different causes. */
    if (isnan(expected)) return isnan(got) && bp_is_unwritten(got) == bp_is_unwritten(expected);
    return got == expected || fabs((double)got - (double)expected) <= tolerance;
}

int bp_exercise_compare_value(const bp_exercise *exercise, bp_value_kind kind, const float *got,
                              const float *expected, bool *differs) {
    int count = bp_value_floats(kind), first = -1;
    double tolerance = tolerance_of(exercise, expected, count);
    bool negated = kind == BP_VALUE_QUAT;
    for (int i = 0; i < count && negated; i++) negated = is_close(got[i], -expected[i], tolerance);
    for (int i = count - 1; i >= 0; i--) {
        bool wrong = !negated && !is_close(got[i], expected[i], tolerance);
        if (wrong) first = i;
        if (differs) differs[i] = wrong;
    }
    return first;
}

int bp_exercise_compare_answers(const bp_exercise *exercise, const float *got, int got_count,
                                const float *expected, int expected_count) {
    int offset = 0;
    for (const bp_exercise_value *value = exercise->outputs; value->name && offset < expected_count;
         value++) {
        int floats = bp_value_floats(value->kind);
        int repeat = value->count == 0 ? 1 : value->count > 0 ? value->count : FLOATS;
        for (int i = 0; i < repeat && offset + floats <= expected_count; i++, offset += floats) {
            if (offset + floats > got_count) return got_count;
            int difference =
                bp_exercise_compare_value(exercise, value->kind, got + offset, expected + offset, NULL);
            if (difference >= 0) return offset + difference;
        }
    }
    return got_count > expected_count ? expected_count : -1;
}
