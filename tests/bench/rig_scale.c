/* rig_scale: what a skeleton costs for each bone, in one chain and in one fan, at 1e3, 1e4 and 1e5 bones.
 *
 * Linear time means that a row's numbers stay about the same from left to right; the last column is the
 * slope of time over bones on a log-log scale, which is 1 for linear. What grows because 1e5 bones don't
 * fit into the machine's caches comes on top, 0.1 to 0.3. Where the C library lets us (glibc), freed memory
 * isn't given back to the system between rounds, whose page faults would be most of the time.
 */
#include "base/system.h"
#include "rig/engine.h"
#include <bindpose/bindpose.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

typedef enum shape { CHAIN, FAN } shape;

enum { BUILD, POSE, PREPARE, COMPUTE, BINDS, FIND, REVERSE, SORT, CLONE, REST, REPARENT, DESTROY, TASKS };
static const char *const task_names[TASKS] = {
    [BUILD] = "build",
    [POSE] = "set rotations",
    [PREPARE] = "prepare",
    [COMPUTE] = "compute absolutes",
    [BINDS] = "set root's bind",
    [FIND] = "find by name",
    [REVERSE] = "put in reverse",
    [SORT] = "sort",
    [CLONE] = "clone and destroy",
    [REST] = "return to rest",
    [REPARENT] = "reparent all",
    [DESTROY] = "destroy",
};

static const size_t sizes[] = {1000, 10000, 100000};

static void fail(const char *what, const bp_error *error) {
    fprintf(stderr, "%s: %s\n", what, error->message);
    exit(3);
}

static bp_mat4 step(size_t i) {
    bp_trs trs = bp_trs_identity();
    trs.position = bp_vec3_make(0, 0.001f, 0);
    trs.rotation = bp_quat_from_axis_angle(bp_vec3_make(0, 0, 1), (float)(i % 7) * 0.01f);
    return bp_mat4_from_trs(trs);
}

static bp_skeleton *build(shape what, size_t count) {
    bp_error error = {0};
    bp_skeleton *skeleton = bp_skeleton_create(NULL, NULL, &error);
    if (!skeleton) fail("create", &error);
    bp_bone *previous = NULL, *root = NULL;
    for (size_t i = 0; i < count; i++) {
        char name[32];
        snprintf(name, sizeof name, "bone%zu", i);
        bp_mat4 local = step(i);
        bp_bone_options options = {.name = name, .parent = what == CHAIN ? previous : root, .local = &local};
        previous = bp_skeleton_add(skeleton, &options, &error);
        if (!previous) fail("add", &error);
        if (!root) root = previous;
    }
    return skeleton;
}

static void reverse(bp_skeleton *skeleton) {
    bp_error error = {0};
    size_t count = bp_skeleton_count(skeleton);
    size_t *numbers = calloc(count, sizeof *numbers);
    for (size_t i = 0; numbers && i < count; i++) numbers[i] = count - 1 - i;
    if (!numbers || !bp_skeleton_reorder(skeleton, numbers, count, &error)) fail("reorder", &error);
    free(numbers);
}

static void find_all(const bp_skeleton *skeleton, size_t count) {
    for (size_t i = 0; i < count; i++) {
        char name[32];
        snprintf(name, sizeof name, "bone%zu", i);
        if (!bp_skeleton_find(skeleton, name)) exit(1);
    }
}

/* Every bone becomes a root, and a child of the first one again, first to last. */
static void reparent_all(bp_skeleton *skeleton, size_t count) {
    bp_bone *root = bp_skeleton_bone_by_id(skeleton, 0);
    for (size_t i = 1; i < count; i++)
        if (!bp_bone_set_parent(bp_skeleton_bone_by_id(skeleton, i), NULL, false, NULL)) exit(1);
    for (size_t i = 1; i < count; i++)
        if (!bp_bone_set_parent(bp_skeleton_bone_by_id(skeleton, i), root, false, NULL)) exit(1);
}

static void pose_all(bp_skeleton *skeleton, size_t count) {
    for (size_t i = 0; i < count; i++)
        bp_bone_set_rotation(bp_skeleton_bone_by_id(skeleton, i), bp_quat_identity());
}

static void do_task(int task, shape what, size_t count, bp_skeleton **skeleton) {
    bp_error error = {0};
    bp_skeleton *copy;
    switch (task) {
    case BUILD: *skeleton = build(what, count); break;
    case POSE: pose_all(*skeleton, count); break;
    case PREPARE: (void)bp_skeleton_prepare(*skeleton); break;
    case COMPUTE: bp_skeleton_compute_absolutes(*skeleton, true); break;
    case BINDS:
        if (!bp_bone_set_bind(bp_skeleton_bone_by_id(*skeleton, 0), step(3), &error)) fail("bind", &error);
        break;
    case FIND: find_all(*skeleton, count); break;
    case REVERSE: reverse(*skeleton); break;
    case SORT: bp_skeleton_sort(*skeleton); break;
    case CLONE:
        copy = bp_skeleton_clone(*skeleton, NULL, &error);
        if (!copy) fail("clone", &error);
        bp_skeleton_destroy(copy);
        break;
    case REST: bp_skeleton_return_to_rest(*skeleton); break;
    case REPARENT: reparent_all(*skeleton, count); break;
    default: bp_skeleton_destroy(*skeleton); break;
    }
}

/* Nanoseconds for each bone, the best of several whole lives. */
static void measure(shape what, size_t count, double best[TASKS]) {
    size_t rounds = 200000 / count < 3 ? 3 : 200000 / count;
    for (int task = 0; task < TASKS; task++) best[task] = 1e30;
    for (size_t round = 0; round < rounds; round++) {
        bp_skeleton *skeleton = NULL;
        for (int task = 0; task < TASKS; task++) {
            double start = bp_seconds();
            do_task(task, what, count, &skeleton);
            double each = (bp_seconds() - start) / (double)count * 1e9;
            if (each < best[task]) best[task] = each;
        }
    }
}

/* To three digits, by squaring: enough for a slope, and no libm. */
static double log10_of(double x) {
    double y = 0;
    for (; x >= 10; x /= 10) y += 1;
    for (; x < 1; x *= 10) y -= 1;
    for (double bit = 0.5; bit > 1e-4; bit /= 2) {
        x *= x;
        if (x >= 10) {
            x /= 10;
            y += bit;
        }
    }
    return y;
}

static void keep_memory(void) {
#ifdef __GLIBC__
    (void)mallopt(M_MMAP_MAX, 0);
    (void)mallopt(M_TRIM_THRESHOLD, 2147483647);
#endif
}

int main(void) {
    keep_memory();
    for (int what = CHAIN; what <= FAN; what++) {
        double each[BP_COUNT(sizes)][TASKS];
        for (size_t i = 0; i < BP_COUNT(sizes); i++) measure((shape)what, sizes[i], each[i]);
        printf("%-20s %10s %10s %10s   slope\n", what == CHAIN ? "one chain, ns/bone" : "one fan, ns/bone",
               "1e3", "1e4", "1e5");
        for (int task = 0; task < TASKS; task++)
            printf("%-20s %10.1f %10.1f %10.1f   %5.2f\n", task_names[task], each[0][task], each[1][task],
                   each[2][task], 1 + log10_of(each[2][task] / each[0][task]) / 2);
    }
    return 0;
}
