/* Changes by hand: at most BP_EDITS_MAX joints, BP_UNDO_MAX undo steps, the pose before the last change, versions.
 * Rotations about one axis add up, so the test sums angles by hand. */
#include "support/test.h"
#include <bindpose/stage.h>
#include <math.h>

typedef struct selection {
    int stage;
    size_t bone;
    int axis;
} selection;

static double degrees_about_z(const bp_edit *turn) {
    return (double)bp_degrees(2 * bp_atan2(turn->rotation.z, turn->rotation.w));
}

/* Its edit; one that changes nothing where the history has none. */
static const bp_edit *of(const bp_edit_history *history, int stage, size_t bone) {
    static bp_edit edit;
    edit = bp_edit_history_get(history, BP_EDIT_ROTATE, stage, bone);
    return &edit;
}

/* As a drag does: by radians more about one of the bone's own axes. */
static bool rotate(bp_edit_history *history, const selection *at, float radians, bool merge) {
    bp_edit edit = bp_edit_history_get(history, BP_EDIT_ROTATE, at->stage, at->bone);
    bp_vec3 axis = {at->axis == 0, at->axis == 1, at->axis == 2};
    edit.rotation = bp_quat_normalize(bp_quat_mul(edit.rotation, bp_quat_from_axis_angle(axis, radians)));
    return bp_edit_history_set(history, edit, merge);
}

static void test_adds_up(void **state) {
    (void)state;
    bp_edit_history rotations = {0};
    const selection arm = {.stage = 1, .bone = 2, .axis = 2}, other = {.stage = 0, .bone = 2, .axis = 2};
    assert_true(rotate(&rotations, &arm, bp_radians(5), false));
    assert_true(rotate(&rotations, &arm, bp_radians(20), false));
    assert_true(rotate(&rotations, &other, bp_radians(-30), false));
    assert_int_equal(rotations.count, 2); /* the same bone of another stage is another */
    expect_float(degrees_about_z(of(&rotations, 1, 2)), 25, 1e-4);
    expect_float(degrees_about_z(of(&rotations, 0, 2)), -30, 1e-4);
    bp_edit before[BP_EDITS_MAX];
    assert_int_equal(bp_edit_history_before(&rotations, before), 1); /* the other was not rotated yet */
    expect_float(degrees_about_z(&before[0]), 25, 1e-4);
    assert_true(bp_edit_history_undo(&rotations));
    expect_float(degrees_about_z(of(&rotations, 0, 2)), 0, 1e-4);
    assert_true(bp_edit_history_undo(&rotations));
    expect_float(degrees_about_z(of(&rotations, 1, 2)), 5, 1e-4);
    assert_true(bp_edit_history_undo(&rotations));
    expect_float(degrees_about_z(of(&rotations, 1, 2)), 0, 1e-4);
    assert_false(bp_edit_history_undo(&rotations));
    bp_edit_history_before(&rotations, before); /* nothing to take back: as it is */
    assert_int_equal(bp_edit_history_before(&rotations, before), 0);
}

/* A drag is one undo step: merged rotations are undone together. The first rotation has nothing to merge
 * with. */
static void test_merges(void **state) {
    (void)state;
    bp_edit_history rotations = {0};
    const selection arm = {.bone = 0, .axis = 2};
    assert_true(rotate(&rotations, &arm, bp_radians(1), true));
    assert_int_equal(rotations.undo_count, 1);
    assert_true(rotate(&rotations, &arm, bp_radians(2), true));
    assert_true(rotate(&rotations, &arm, bp_radians(4), true));
    assert_int_equal(rotations.undo_count, 1);
    expect_float(degrees_about_z(of(&rotations, 0, 0)), 7, 1e-4);
    assert_true(bp_edit_history_undo(&rotations));
    expect_float(degrees_about_z(of(&rotations, 0, 0)), 0, 1e-4);
}

/* 70 changes of 1, 2, 3, ... degrees: 64 can be undone, which leaves the first six, 21 degrees. */
static void test_forgets_the_oldest(void **state) {
    (void)state;
    bp_edit_history rotations = {0};
    const selection arm = {.bone = 3, .axis = 2};
    for (int i = 1; i <= BP_UNDO_MAX + 6; i++) {
        float by = (float)(i <= 6 ? i : i % 2 ? 40 : -40); /* never far from where it was */
        assert_true(rotate(&rotations, &arm, bp_radians(by), false));
    }
    assert_int_equal(rotations.undo_count, BP_UNDO_MAX);
    int taken = 0;
    while (bp_edit_history_undo(&rotations)) taken++;
    assert_int_equal(taken, BP_UNDO_MAX);
    expect_float(degrees_about_z(of(&rotations, 0, 3)), 1 + 2 + 3 + 4 + 5 + 6, 1e-3);
}

/* One bone too many isn't rotated; the others still are. */
static void test_holds_64_joints(void **state) {
    (void)state;
    bp_edit_history rotations = {0};
    for (size_t i = 0; i < BP_EDITS_MAX; i++)
        assert_true(rotate(&rotations, &(selection){.bone = i, .axis = 2}, bp_radians(5), false));
    uint64_t full = rotations.version;
    assert_false(rotate(&rotations, &(selection){.bone = 99, .axis = 2}, bp_radians(5), false));
    assert_int_equal(rotations.version, full);
    assert_int_equal(rotations.undo_count, BP_UNDO_MAX);
    assert_true(rotate(&rotations, &(selection){.bone = 63, .axis = 2}, bp_radians(5), false));
    expect_float(degrees_about_z(of(&rotations, 0, 63)), 10, 1e-4);
}

/* About the bone's present axes: a quarter turn about Z takes X to Y, so the next quarter turn about X is
 * about the old Y. The new rotation is applied first: q = z * x = (0.5, 0.5, 0.5, 0.5). */
static void test_about_its_own_axes(void **state) {
    (void)state;
    bp_edit_history rotations = {0};
    selection arm = {.bone = 0, .axis = 2};
    assert_true(rotate(&rotations, &arm, bp_radians(90), false));
    arm.axis = 0;
    assert_true(rotate(&rotations, &arm, bp_radians(90), false));
    const float wanted[] = {0.5f, 0.5f, 0.5f, 0.5f};
    expect_floats(&rotations.edits[0].rotation.x, wanted, 4, 1e-6);
}

/* Kinds don't mix: a bone may be moved and rotated. A handle that is put back is no edit. */
static void test_kinds(void **state) {
    (void)state;
    bp_edit_history history = {0};
    const bp_edit move = {.kind = BP_EDIT_MOVE, .target = 1, .rotation = {0, 0, 0, 1}, .vector = {1, 2, 3}};
    bp_edit handle = {.kind = BP_EDIT_HANDLE, .rotation = {0, 0, 0, 1}, .vector = {0, 0, 0}};
    const selection bone = {.bone = 1, .axis = 0};
    assert_true(isnan(bp_edit_history_get(&history, BP_EDIT_HANDLE, 0, 0).vector.x));
    assert_true(bp_edit_history_set(&history, move, false));
    assert_true(rotate(&history, &bone, 1, false));
    assert_true(bp_edit_history_set(&history, handle, false));
    assert_int_equal(history.count, 3);
    handle.vector.y = 5;
    assert_true(bp_edit_history_set(&history, handle, true)); /* the same drag */
    assert_int_equal(history.undo_count, 3);
    expect_float(bp_edit_history_get(&history, BP_EDIT_HANDLE, 0, 0).vector.y, 5, 0);
    expect_float(bp_edit_history_get(&history, BP_EDIT_MOVE, 0, 1).vector.z, 3, 0);
    for (int left = 2; left >= 0; left--) {
        assert_true(bp_edit_history_undo(&history));
        assert_int_equal(history.count, left);
    }
}

/* Changes of poses go, those of binds stay with their undo steps and with what undo took back. */
static void test_keeps_binds(void **state) {
    (void)state;
    bp_edit_history history = {0};
    const selection arm = {.bone = 1, .axis = 2};
    bp_edit bind = {.kind = BP_EDIT_BIND, .target = 1, .rotation = {0, 0, 0, 1}, .matrix = {{1}}};
    assert_true(rotate(&history, &arm, bp_radians(5), false));
    assert_true(bp_edit_history_set(&history, bind, false));
    bind.matrix.m[0] = 2;
    assert_true(bp_edit_history_set(&history, bind, false));
    assert_true(rotate(&history, &arm, bp_radians(5), false));
    assert_true(bp_edit_history_undo(&history));
    assert_true(bp_edit_history_undo(&history)); /* the second bind */
    assert_int_equal(bp_edit_history_binds(&history), 1);
    bp_edit_history_keep_binds(&history);
    assert_int_equal(history.count, 1);
    expect_float(bp_edit_history_get(&history, BP_EDIT_BIND, 0, 1).matrix.m[0], 1, 0);
    assert_true(bp_edit_history_redo(&history));
    expect_float(bp_edit_history_get(&history, BP_EDIT_BIND, 0, 1).matrix.m[0], 2, 0);
    assert_false(bp_edit_history_redo(&history)); /* the rotation's is gone */
    assert_true(bp_edit_history_undo(&history));
    assert_true(bp_edit_history_undo(&history));
    assert_int_equal(history.count, 0);
    assert_false(bp_edit_history_undo(&history));
}

/* The version tells edits apart: each change, undo, redo and clearing has a new one; what fails has none. */
static void test_versions(void **state) {
    (void)state;
    bp_edit_history history = {0};
    uint64_t last = history.version;
    const bp_edit slide = {
        .kind = BP_EDIT_SLIDER, .target = 0, .vector = {12, 0, 0}, .rotation = {0, 0, 0, 1}};
    assert_false(bp_edit_history_undo(&history));
    assert_false(bp_edit_history_redo(&history));
    assert_int_equal(history.version, last);
    assert_true(bp_edit_history_set(&history, slide, false));
    assert_true(history.version > last);
    last = history.version;
    assert_true(bp_edit_history_undo(&history));
    assert_true(history.version > last);
    assert_true(
        isnan(bp_edit_history_get(&history, BP_EDIT_SLIDER, 0, 0).vector.x)); /* where the stage puts it */
    last = history.version;
    assert_true(bp_edit_history_redo(&history));
    assert_true(history.version > last);
    expect_float(bp_edit_history_get(&history, BP_EDIT_SLIDER, 0, 0).vector.x, 12, 0);
    last = history.version;
    bp_edit_history_clear(&history);
    assert_true(history.version > last);
    assert_int_equal(history.count, 0);
    assert_false(bp_edit_history_undo(&history));
    last = history.version;
    bp_edit_history_keep_binds(&history);
    assert_true(history.version > last);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_adds_up),
        cmocka_unit_test(test_merges),
        cmocka_unit_test(test_forgets_the_oldest),
        cmocka_unit_test(test_holds_64_joints),
        cmocka_unit_test(test_about_its_own_axes),
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_versions),
        cmocka_unit_test(test_keeps_binds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
