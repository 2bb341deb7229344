/* Input structs to floats and back, by an exercise's table of inputs (all fields consist of 4-byte floats or
 * ints), and the comparison of answers. */
#include "exercise/checker.h"
#include "exercise/exercises.h"
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int bp_value_floats(bp_value_kind kind) {
    static const int FLOATS[] = {
        [BP_VALUE_NUMBER] = 1, [BP_VALUE_INT] = 1,  [BP_VALUE_INT4] = 4, [BP_VALUE_VEC2] = 2,
        [BP_VALUE_VEC3] = 3,   [BP_VALUE_VEC4] = 4, [BP_VALUE_QUAT] = 4, [BP_VALUE_MAT4] = 16};
    return FLOATS[kind];
}

int bp_value_repeat(const bp_exercise_value *inputs, const bp_exercise_value *value, const float *in) {
    switch (value->count) {
    case 0: return 1;
    case BP_VALUE_REST: return BP_EXERCISE_FLOATS;
    case BP_VALUE_PER_FIRST: return (int)in[0];
    case BP_VALUE_PER_SECOND: return (int)in[bp_value_floats(inputs[0].kind)];
    case BP_VALUE_PER_THIRD: return (int)in[2];
    case BP_VALUE_PER_PIXEL: return (int)in[0] * (int)in[bp_value_floats(inputs[0].kind)];
    default: return value->count;
    }
}

void bp_exercise_value_name(char *text, size_t size, const char *name, int index) {
    int length = (int)strcspn(name, " ,"), first = (int)strcspn(name, ".");
    if (index < 0)
        snprintf(text, size, "%.*s", length, name);
    else if (first < length)
        snprintf(text, size, "%.*s[%d]%.*s", first, name, index, length - first, name + first);
    else
        snprintf(text, size, "%.*s[%d]", length, name, index);
}

const bp_exercise_value *bp_exercise_output_at(const bp_exercise *exercise, const float *in, int *index,
                                               char *name, size_t size) {
    int offset = 0;
    for (const bp_exercise_value *value = exercise->outputs; value->name; value++) {
        int floats = bp_value_floats(value->kind), repeat = bp_value_repeat(exercise->inputs, value, in);
        if (*index < offset + floats * repeat) {
            int element = (*index - offset) / floats;
            *index = offset + element * floats;
            bp_exercise_value_name(name, size, value->name, value->count ? element : -1);
            return value;
        }
        offset += floats * repeat;
    }
    return NULL;
}

/* Between a struct's fields and floats, in one direction or the other. Returns the number of floats. */
static int copy_inputs(const bp_exercise_value *inputs, char *fields, float *in, bool packs) {
    int count = 0;
    for (const bp_exercise_value *value = inputs; value->name; value++) {
        const size_t floats = (size_t)bp_value_floats(value->kind);
        const int repeat = bp_value_repeat(inputs, value, in);
        char *field = fields + value->offset;
        for (int i = 0; i < repeat; i++, field += value->stride ? value->stride : floats * sizeof(float))
            for (size_t k = 0; k < floats; k++, count++) {
                char *at = field + k * sizeof(float);
                const bool is_int = value->kind == BP_VALUE_INT || value->kind == BP_VALUE_INT4;
                int whole = is_int && !packs ? (int)in[count] : 0;
                if (packs)
                    memcpy(is_int ? (void *)&whole : &in[count], at, sizeof whole);
                else
                    memcpy(at, is_int ? (void *)&whole : &in[count], sizeof whole);
                if (packs && is_int) in[count] = (float)whole;
            }
    }
    return count;
}

int bp_exercise_pack(const bp_exercise_value *inputs, const void *from, float *in) {
    return copy_inputs(inputs, (char *)from, in, true);
}

void bp_exercise_unpack(const bp_exercise_value *inputs, const float *in, void *to) {
    copy_inputs(inputs, to, (float *)in, false);
}

/* A call within this process. Inputs and answers are short, so a block of fixed size holds all arrays. */
typedef struct local_call {
    bp_call call; /* first, so that it leads to this struct */
    size_t used;
    max_align_t space[1024];
} local_call;

static void *take_space(bp_call *call, size_t bytes) {
    local_call *local = (local_call *)(void *)call;
    size_t first = local->used;
    local->used += (bytes + sizeof local->space[0] - 1) / sizeof local->space[0];
    if (local->used > BP_COUNT(local->space)) abort(); /* an exercise with too large a case */
    return &local->space[first];
}

int bp_exercise_solve_case(const bp_exercise *exercise, int answer, const float *in, float *out) {
    /* Zeros: a known mistake may leave a result out and read it afterwards. */
    local_call local = {.call = {exercise->wrong[answer].function, take_space}};
    for (int i = 0; i < BP_EXERCISE_FLOATS; i++) out[i] = NAN;
    return (int)(exercise->call(&local.call, in, out) - out);
}

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

/* ---- comparing: each float of a value must be within the tolerance, relative to the largest float of the
 * expected value, or to 1 if that is larger; a quaternion may also have all its signs flipped ---- */

double bp_exercise_tolerance(const bp_exercise *exercise, const float *expected, int count) {
    double size = 1;
    for (int i = 0; i < count; i++)
        if (isfinite(expected[i])) size = fmax(size, fabs((double)expected[i]));
    return size * (exercise->tolerance > 0 ? (double)exercise->tolerance : 1e-4);
}

static bool is_close(float got, float expected, double tolerance) {
    /* 0 / 0 and an element that is never written have different causes. */
    if (isnan(expected)) return isnan(got) && bp_is_unwritten(got) == bp_is_unwritten(expected);
    return got == expected || (isfinite(expected) && fabs((double)got - (double)expected) <= tolerance);
}

int bp_exercise_compare_value(const bp_exercise *exercise, bp_value_kind kind, const float *got,
                              const float *expected, bool *differs) {
    int count = bp_value_floats(kind), first = -1;
    double tolerance = bp_exercise_tolerance(exercise, expected, count);
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
        int repeat = value->count == 0 ? 1 : value->count > 0 ? value->count : BP_EXERCISE_FLOATS;
        for (int i = 0; i < repeat && offset + floats <= expected_count; i++, offset += floats) {
            if (offset + floats > got_count) return got_count;
            int difference =
                bp_exercise_compare_value(exercise, value->kind, got + offset, expected + offset, NULL);
            if (difference >= 0) return offset + difference;
        }
    }
    return got_count > expected_count ? expected_count : -1;
}

/* ---- cases to a student's program and answers from it: every count is checked first ---- */

bool bp_exercise_encode_cases(const bp_allocator *allocator, const bp_case_list *cases, bp_file *out,
                              bp_error *error) {
    *out = (bp_file){0};
    out->data = bp_alloc(allocator, (size_t)cases->count, (BP_EXERCISE_FLOATS + 1) * sizeof(float), error);
    for (int i = 0; out->data && i < cases->count; i++) {
        uint32_t count = (uint32_t)cases->cases[i].in_count;
        memcpy(out->data + out->size, &count, sizeof count);
        memcpy(out->data + out->size + sizeof count, cases->cases[i].in, count * sizeof(float));
        out->size += sizeof count + count * sizeof(float);
    }
    return out->data != NULL;
}

int bp_exercise_decode_answers(const bp_file *from, int max, bp_exercise_answer *answers, bool *malformed) {
    size_t offset = 0;
    int decoded = 0;
    for (uint32_t count; offset + sizeof count <= from->size && decoded < max; decoded++) {
        memcpy(&count, from->data + offset, sizeof count);
        if (count > BP_EXERCISE_FLOATS) break;
        size_t bytes = count * sizeof(float);
        if (offset + sizeof count + bytes > from->size) break;
        answers[decoded].count = (int)count;
        memcpy(answers[decoded].values, from->data + offset + sizeof count, bytes);
        offset += sizeof count + bytes;
    }
    *malformed = offset != from->size;
    return decoded;
}
