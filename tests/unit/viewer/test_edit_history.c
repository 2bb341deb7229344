/* Rotations by hand: at most BP_EDITS_MAX joints, BP_UNDO_MAX undo steps, the pose before the last
 * change; and typed text. Rotations about one axis add up, so the test sums angles by hand. */
#include "support/test.h"
#include "viewer/lesson/lesson_viewer.h"
#include <math.h>

static double degrees_about_z(const bp_user_edit *turn) {
    return (double)bp_degrees(2 * bp_atan2(turn->rotation.z, turn->rotation.w));
}

/* Its edit; one that changes nothing where the history has none. */
static const bp_user_edit *of(const bp_edit_history *history, int stage, size_t bone) {
    static bp_user_edit edit;
    edit = bp_edit_history_get(history, BP_EDIT_ROTATE, stage, bone);
    return &edit;
}

static bool rotate(bp_edit_history *history, const bp_selection *selection, float radians, bool merge) {
    return bp_edit_history_set(history, bp_edit_history_rotated(history, selection, radians), merge);
}

static void test_adds_up(void **state) {
    (void)state;
    bp_edit_history rotations = {0};
    const bp_selection arm = {.stage = 1, .bone = 2, .axis = 2}, other = {.stage = 0, .bone = 2, .axis = 2};
    assert_true(rotate(&rotations, &arm, bp_radians(5), false));
    assert_true(rotate(&rotations, &arm, bp_radians(20), false));
    assert_true(rotate(&rotations, &other, bp_radians(-30), false));
    assert_int_equal(rotations.count, 2); /* the same bone of another stage is another */
    expect_float(degrees_about_z(of(&rotations, 1, 2)), 25, 1e-4);
    expect_float(degrees_about_z(of(&rotations, 0, 2)), -30, 1e-4);
    bp_user_edit before[BP_EDITS_MAX];
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
    assert_memory_equal(before, rotations.edits, sizeof before);
}

/* A drag is one undo step: merged rotations are undone together. The first rotation has nothing to merge
 * with. */
static void test_merges(void **state) {
    (void)state;
    bp_edit_history rotations = {0};
    const bp_selection arm = {.bone = 0, .axis = 2};
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
    const bp_selection arm = {.bone = 3, .axis = 2};
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
        assert_true(rotate(&rotations, &(bp_selection){.bone = i, .axis = 2}, bp_radians(5), false));
    bp_edit_history full = rotations;
    assert_false(rotate(&rotations, &(bp_selection){.bone = 99, .axis = 2}, bp_radians(5), false));
    assert_memory_equal(&full, &rotations, sizeof full);
    assert_true(rotate(&rotations, &(bp_selection){.bone = 63, .axis = 2}, bp_radians(5), false));
    expect_float(degrees_about_z(of(&rotations, 0, 63)), 10, 1e-4);
}

/* About the bone's present axes: a quarter turn about Z takes X to Y, so the next quarter turn about X is
 * about the old Y. The new rotation is applied first: q = z * x = (0.5, 0.5, 0.5, 0.5). */
static void test_about_its_own_axes(void **state) {
    (void)state;
    bp_edit_history rotations = {0};
    bp_selection arm = {.bone = 0, .axis = 2};
    assert_true(rotate(&rotations, &arm, bp_radians(90), false));
    arm.axis = 0;
    assert_true(rotate(&rotations, &arm, bp_radians(90), false));
    const float wanted[] = {0.5f, 0.5f, 0.5f, 0.5f};
    expect_floats(&rotations.edits[0].rotation.x, wanted, 4, 1e-6);
}

/* Kinds don't mix: a bone may be moved and rotated. A handle that is put back is no edit. */
static void test_kinds(void **state) {
    (void)state;
    bp_edit_history history = {0}, empty = {0};
    const bp_user_edit move = {
        .kind = BP_EDIT_MOVE, .target = 1, .rotation = {0, 0, 0, 1}, .vector = {1, 2, 3}};
    bp_user_edit handle = {.kind = BP_EDIT_HANDLE, .rotation = {0, 0, 0, 1}, .vector = {0, 0, 0}};
    const bp_selection bone = {.bone = 1, .axis = 0};
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
    expect_float(bp_edit_history_get(&history, BP_EDIT_SCALE, 0, 1).vector.z, 1, 0);
    for (int left = 2; left >= 0; left--) {
        assert_true(bp_edit_history_undo(&history));
        assert_int_equal(history.count, left);
    }
    assert_memory_equal(history.edits, empty.edits, sizeof empty.edits);
}

/* ---- typing --------------------------------------------------------------------------------------- */

static void test_typed_characters(void **state) {
    (void)state;
    char text[8] = "";
    bp_typed_erase(text);
    assert_string_equal(text, "");
    bp_typed_append(text, sizeof text, "a");
    bp_typed_append(text, sizeof text, "\xE2\x82\xAC"); /* three bytes */
    bp_typed_append(text, sizeof text, "\xC3\xA9");     /* two, which makes six */
    bp_typed_append(text, sizeof text, "\xC3\xA9");     /* two bytes and the end don't fit */
    assert_string_equal(text, "a\xE2\x82\xAC\xC3\xA9");
    bp_typed_append(text, sizeof text, "b");
    bp_typed_append(text, sizeof text, "c");
    assert_string_equal(text, "a\xE2\x82\xAC\xC3\xA9"
                              "b");
    bp_typed_erase(text);
    bp_typed_erase(text);
    assert_string_equal(text, "a\xE2\x82\xAC");
    bp_typed_erase(text);
    assert_string_equal(text, "a");
    char damaged[] = "\x80\x80";
    bp_typed_erase(damaged);
    assert_string_equal(damaged, "");
}

static const char *const NAMES[] = {"root", "armLeft", "armRight", "leg"};

static bp_skeleton *make_skeleton(void) {
    bp_skeleton *skeleton = bp_skeleton_create(NULL, NULL, NULL);
    for (size_t i = 0; i < BP_COUNT(NAMES); i++) {
        const bp_bone_options options = {.name = NAMES[i],
                                         .parent = i ? bp_skeleton_bone_by_id(skeleton, 0) : NULL};
        assert_non_null(bp_skeleton_add(skeleton, &options, NULL));
    }
    return skeleton;
}

/* An event, whether the search consumes it, and the bone it finds; -1: none. */
enum { NO_BONE = 99 };

static bool type_nothing(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event,
                         unsigned *requests) {
    (void)viewer, (void)scope, (void)event, (void)requests;
    return false;
}
static const bp_key_table NO_KEYS = {{NULL}};
static const bp_viewer_client NO_CLIENT = {.keys = &NO_KEYS, .type = type_nothing};

static void test_searches(void **state) {
    (void)state;
    static const struct {
        const char *sign;
        int key, here, found;
        bool taken;
    } all[] = {{"A", 0, 0, 1, true},
               {"r", 0, 1, 1, true},
               {NULL, BP_KEY_DOWN, 1, 2, true},
               {NULL, BP_KEY_TAB, 2, 1, true},  /* wraps */
               {NULL, BP_KEY_TAB, -1, 1, true}, /* no bone selected: from the first */
               {NULL, BP_KEY_LEFT, 1, -1, false},
               {NULL, BP_KEY_SPACE, 1, -1, true}, /* also comes as text */
               {"z", 0, 1, -1, true},
               {NULL, BP_KEY_DOWN, 1, -1, true}, /* no name has "Arz" */
               {NULL, BP_KEY_BACKSPACE, 1, -1, true},
               {"m", 0, 3, 1, true}};
    bp_skeleton *skeleton = make_skeleton();
    const bp_stage stage = {.skeleton = skeleton};
    const bp_viewer_scope scope = {.client = &NO_CLIENT, .stages = &stage, .stage_count = 1};
    bp_viewer viewer = {.search = {.open = true}};
    for (size_t i = 0; i < BP_COUNT(all); i++) {
        bp_event event = {.kind = all[i].sign ? BP_EVENT_TEXT : BP_EVENT_KEY, .key = all[i].key};
        if (all[i].sign) event.text[0] = all[i].sign[0];
        size_t from = all[i].here < 0 ? NO_BONE : (size_t)all[i].here;
        viewer.selection.bone = from;
        assert_int_equal(bp_viewer_event(&viewer, &scope, &event) == BP_REQUEST_REDRAW, all[i].taken);
        size_t expected = all[i].found < 0 ? from : (size_t)all[i].found;
        if (viewer.selection.bone != expected)
            fail_msg("%zu: bone %zu, expected %zu", i, viewer.selection.bone, expected);
    }
    assert_string_equal(viewer.search.name, "Arm");
    static const int ends[] = {BP_KEY_ENTER, BP_KEY_ESCAPE};
    for (size_t i = 0; i < BP_COUNT(ends); i++) {
        const bp_event event = {.kind = BP_EVENT_KEY, .key = ends[i]};
        viewer.search = (bp_bone_search){true, "Arm"};
        viewer.selection.bone = 1;
        assert_int_equal(bp_viewer_event(&viewer, &scope, &event), BP_REQUEST_REDRAW);
        assert_true(!viewer.search.open && viewer.search.name[0] == '\0' && viewer.selection.bone == 1);
    }
    bp_skeleton_destroy(skeleton);
}

/* Changes of poses go, those of binds stay with their undo steps and with what undo took back. */
static void test_keeps_binds(void **state) {
    (void)state;
    bp_edit_history history = {0};
    const bp_selection arm = {.bone = 1, .axis = 2};
    bp_user_edit bind = {.kind = BP_EDIT_BIND, .target = 1, .rotation = {0, 0, 0, 1}, .matrix = {{1}}};
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_adds_up),         cmocka_unit_test(test_merges),
        cmocka_unit_test(test_keeps_binds),     cmocka_unit_test(test_forgets_the_oldest),
        cmocka_unit_test(test_holds_64_joints), cmocka_unit_test(test_about_its_own_axes),
        cmocka_unit_test(test_kinds),           cmocka_unit_test(test_typed_characters),
        cmocka_unit_test(test_searches),
    };
    return cmocka_run_group_tests_name("edit history", tests, NULL, NULL);
}
