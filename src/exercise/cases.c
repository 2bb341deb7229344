/* Cases: what an exercise always asks, and what its seed gives. The random numbers are a generator of our own, so
 * that a seed means the same cases on every machine. */
#include <bindpose/exercise.h>
#include <stdarg.h>
#include <stdio.h>

int bp_value_floats(bp_value_kind kind) {
    static const int FLOATS[] = {[BP_VALUE_NUMBER] = 1, [BP_VALUE_VEC2] = 2, [BP_VALUE_VEC3] = 3,
                                 [BP_VALUE_VEC4] = 4,   [BP_VALUE_QUAT] = 4, [BP_VALUE_MAT4] = 16};
    return FLOATS[kind];
}

bp_exercise_case *bp_case_add(bp_case_list *list, const char *format, ...) {
    bp_exercise_case *one =
        &list->cases[list->count < BP_EXERCISE_CASES ? list->count++ : BP_EXERCISE_CASES - 1];
    *one = (bp_exercise_case){.in_count = 0};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(one->name, sizeof one->name, format, arguments);
    va_end(arguments);
    return one;
}

/* splitmix64: good from any seed, 0 included. */
static uint64_t next_random(bp_case_list *list) {
    uint64_t z = list->random += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

float bp_case_random(bp_case_list *list, float low, float high) {
    return low + (high - low) * (float)(next_random(list) >> 40) * 0x1p-24f;
}

int bp_case_random_below(bp_case_list *list, int limit) {
    return (int)((next_random(list) >> 33) % (uint64_t)limit);
}

bp_vec3 bp_case_random_vec3(bp_case_list *list, float low, float high) {
    bp_vec3 v;
    v.x = bp_case_random(list, low, high);
    v.y = bp_case_random(list, low, high);
    v.z = bp_case_random(list, low, high);
    return v;
}

bp_quat bp_case_random_quat(bp_case_list *list) {
    bp_vec3 axis = bp_case_random_vec3(list, -1, 1);
    return bp_quat_from_axis_angle(axis, bp_case_random(list, -BP_PI, BP_PI));
}

bp_mat4 bp_case_random_mat4(bp_case_list *list, float reach, bool rigid) {
    bp_trs trs = bp_trs_identity();
    trs.translation = bp_case_random_vec3(list, -reach, reach);
    trs.rotation = bp_case_random_quat(list);
    if (!rigid) trs.scale = bp_case_random_vec3(list, 0.5f, 2);
    return bp_mat4_from_trs(trs);
}

bool bp_exercise_make_cases(const bp_exercise *exercise, const bp_allocator *allocator, uint64_t seed,
                            bp_case_list *out, bp_error *error) {
    *out = (bp_case_list){.random = seed};
    out->cases = bp_alloc(allocator, BP_EXERCISE_CASES, sizeof *out->cases, error);
    if (!out->cases) return false;
    exercise->cases(out);
    return true;
}
