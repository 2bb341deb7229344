/* Test cases: fixed ones, and random ones from a seed. The random generator is our own, so a seed gives the
 * same cases on every machine. */
#include <bindpose/exercise.h>
#include <stdio.h>
#include <string.h>

bp_exercise_case *bp_case_add(bp_case_list *list, const char *name, const void *inputs) {
    bp_exercise_case *one =
        &list->cases[list->count < BP_EXERCISE_CASES ? list->count++ : BP_EXERCISE_CASES - 1];
    *one = (bp_exercise_case){.in_count = 0};
    snprintf(one->name, sizeof one->name, "%s", name);
    one->in_count = bp_exercise_pack(list->inputs, inputs, one->in);
    return one;
}

void bp_case_expect(bp_case_list *list, const float *values, int count) {
    bp_exercise_case *one = &list->cases[list->count - 1];
    memcpy(one->expected, values, (size_t)count * sizeof *values);
    one->expected_count = count;
}

/* splitmix64 (Steele, Lea, Flood 2014): good from any seed, including 0. */
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

float bp_case_random_whole(bp_case_list *list, int low, int high) {
    return (float)(low + bp_case_random_below(list, high - low + 1));
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

int bp_case_random_parent(bp_case_list *list, int bone) {
    if (bone == 0) return -1;
    const int parent = bp_case_random_below(list, bone + 1), root = bp_case_random_below(list, 4) == 0;
    return parent - root == bone ? bone - 1 : parent - root;
}

bp_trs bp_case_random_trs(bp_case_list *list, float reach, float scale) {
    bp_trs trs = bp_trs_identity();
    trs.position = bp_case_random_vec3(list, -reach, reach);
    trs.rotation = bp_case_random_quat(list);
    if (scale != 1) trs.scale = bp_case_random_vec3(list, 0.5f, scale);
    return trs;
}

bp_mat4 bp_case_random_mat4(bp_case_list *list, float reach, bool rigid) {
    return bp_mat4_from_trs(bp_case_random_trs(list, reach, rigid ? 1 : 2));
}

bool bp_exercise_make_cases(const bp_exercise *exercise, const bp_allocator *allocator, uint64_t seed,
                            bp_case_list *out, bp_error *error) {
    *out = (bp_case_list){.inputs = exercise->inputs, .random = seed};
    out->cases = bp_alloc(allocator, BP_EXERCISE_CASES, sizeof *out->cases, error);
    if (!out->cases) return false;
    exercise->cases(out);
    return true;
}
