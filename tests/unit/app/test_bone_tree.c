/* Walking a skeleton as a tree in both directions, wrapping at the ends, and finding names in it:
 *
 *     hips            0
 *       spine         1
 *         ArmLeft     3
 *         ArmRight    4
 *       leg           2
 *     (no name)       5   a second root
 */
#include "app/numbers.h"
#include "support/test.h"

enum { BONES = 6 };

static bp_skeleton *make(void) {
    static const char *const names[BONES] = {"hips", "spine", "leg", "ArmLeft", "ArmRight", ""};
    static const int parents[BONES] = {-1, 0, 0, 1, 1, -1};
    bp_skeleton *skeleton = bp_skeleton_create(NULL, NULL, NULL);
    assert_non_null(skeleton);
    for (int i = 0; i < BONES; i++) {
        bp_bone_options options = {.name = names[i]};
        if (parents[i] >= 0) options.parent = bp_skeleton_bone_by_id(skeleton, (size_t)parents[i]);
        assert_non_null(bp_skeleton_add(skeleton, &options, NULL));
    }
    return skeleton;
}

/* The order of the drawing above, from top to bottom. */
static const size_t WALK[BONES] = {0, 1, 3, 4, 2, 5};
static const int DEPTHS[BONES] = {0, 1, 2, 2, 1, 0};

static void walks(void **state) {
    (void)state;
    bp_skeleton *skeleton = make();
    const bp_bone *bone = bp_bone_tree_first(skeleton);
    for (int i = 0; i < BONES; i++) {
        assert_non_null(bone);
        assert_int_equal(bp_bone_id(bone), WALK[i]);
        assert_int_equal(bp_bone_tree_depth(bone), DEPTHS[i]);
        assert_int_equal(bp_bone_id(bp_bone_tree_wrap(bone, true)), WALK[(i + 1) % BONES]);
        assert_int_equal(bp_bone_id(bp_bone_tree_wrap(bone, false)), WALK[(i + BONES - 1) % BONES]);
        bone = bp_bone_tree_next(bone);
    }
    assert_null(bone);
    assert_null(bp_bone_tree_first(NULL));
    bp_skeleton_destroy(skeleton);
}

static void finds_names(void **state) {
    (void)state;
    bp_skeleton *skeleton = make();
    static const struct {
        int start; /* -1: NULL */
        const char *part;
        int found; /* -1: NULL */
    } all[] = {{-1, "arm", 3}, {3, "ARM", 3}, {4, "arm", 4}, {2, "arm", 3}, {5, "hip", 0},
               {0, "e", 1},    {1, "leg", 2}, {0, "z", -1},  {-1, "z", -1}, {2, "", 2}};
    for (size_t i = 0; i < BP_COUNT(all); i++) {
        const bp_bone *start =
            all[i].start < 0 ? NULL : bp_skeleton_bone_by_id(skeleton, (size_t)all[i].start);
        const bp_bone *got = bp_bone_tree_find(skeleton, start, all[i].part);
        int number = got ? (int)bp_bone_id(got) : -1;
        if (number != all[i].found)
            fail_msg("\"%s\" from %d: got %d, expected %d", all[i].part, all[i].start, number, all[i].found);
    }
    assert_null(bp_bone_tree_find(NULL, NULL, ""));
    bp_skeleton_destroy(skeleton);
}

static void labels_bones_without_a_name(void **state) {
    (void)state;
    bp_skeleton *skeleton = make();
    char text[32];
    assert_string_equal(bp_bone_label(bp_skeleton_bone_by_id(skeleton, 1), text, sizeof text), "spine");
    assert_string_equal(bp_bone_label(bp_skeleton_bone_by_id(skeleton, 5), text, sizeof text), "bone 5");
    bp_skeleton_destroy(skeleton);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks),
        cmocka_unit_test(finds_names),
        cmocka_unit_test(labels_bones_without_a_name),
    };
    return cmocka_run_group_tests_name("bone tree", tests, NULL, NULL);
}
