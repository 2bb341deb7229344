/* The palette: the entry of each final. */
#include "rig/engine.h"
#include "rig_support.h"
#include "support/engine_forms.h"

static void expect_slot(const bp_skeleton *skeleton, size_t slot, bp_mat4 expected) {
    assert_true(slot < bp_skeleton_palette_count(skeleton));
    expect_mat4(bp_skeleton_palette(skeleton)[slot], expected, NEAR);
}

/* Moves each bone by its id + 1, which makes finals distinct. */
static void tell_apart(bp_skeleton *skeleton) {
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++)
        bp_bone_set_position(number(skeleton, i), bp_vec3_make((float)(i + 1), 0, 0));
}

static bp_skeleton *make_roots(int rules, size_t count) {
    bp_skeleton *skeleton = skeleton_with(rules);
    for (size_t i = 0; i < count; i++) add_bone(skeleton, "root", NULL, bp_mat4_identity());
    return skeleton;
}

static const bp_mat4 nothing = {{0}};

static void test_palette_index_is_the_id(void **state) {
    (void)state;
    bp_skeleton *skeleton = make_roots(BP_RULES_PAGE, 20);
    assert_int_equal(bp_skeleton_palette_count(skeleton), 20);
    for (size_t i = 0; i < 20; i++) expect_slot(skeleton, i, nothing); /* before the first prepare */
    tell_apart(skeleton);
    bp_skeleton_prepare(skeleton);
    for (size_t i = 0; i < 20; i++) {
        assert_int_equal(bp_bone_index(number(skeleton, i)), i);
        assert_false(bp_bone_has_index(number(skeleton, i)));
        expect_slot(skeleton, i, moved((float)(i + 1), 0, 0));
    }
    assert_int_equal((uintptr_t)bp_skeleton_palette(skeleton) % 64, 0);
    bp_skeleton_destroy(skeleton);
}

static void test_mapped_indices(void **state) {
    (void)state;
    bp_skeleton *skeleton = skeleton_with(BP_RULES_PAGE);
    const int index[3] = {2, 0, 1};
    for (int i = 0; i < 3; i++) {
        bp_bone *bone =
            bp_skeleton_add(skeleton, &(bp_bone_options){.has_index = true, .index = index[i]}, NULL);
        assert_true(bp_bone_has_index(bone));
        assert_int_equal(bp_bone_index(bone), index[i]);
    }
    tell_apart(skeleton);
    bp_skeleton_prepare(skeleton);
    for (size_t i = 0; i < 3; i++) expect_slot(skeleton, (size_t)index[i], moved((float)(i + 1), 0, 0));
    bp_skeleton_destroy(skeleton);
}

/* A bone of index -1 is in no palette, but its children are computed through it. */
static void test_a_bone_in_no_palette(void **state) {
    (void)state;
    bp_skeleton *skeleton = skeleton_with(BP_RULES_PAGE);
    bp_bone *root = add_bone(skeleton, "root", NULL, bp_mat4_identity());
    bp_bone *mid = bp_skeleton_add(
        skeleton, &(bp_bone_options){.parent = root, .has_index = true, .index = BP_INDEX_NONE}, NULL);
    bp_bone *leaf = add_bone(skeleton, "leaf", mid, bp_mat4_identity());
    bp_bone_set_position(mid, bp_vec3_make(0, 3, 0));
    bp_skeleton_prepare(skeleton);
    assert_int_equal(bp_bone_index(mid), BP_INDEX_NONE);
    assert_int_equal(bp_bone_index(leaf), 2);
    expect_slot(skeleton, 0, bp_mat4_identity());
    expect_slot(skeleton, 1, nothing);
    expect_slot(skeleton, 2, moved(0, 3, 0));
    expect_mat4(bp_bone_final(mid), moved(0, 3, 0), 0); /* it still has a final */
    bp_skeleton_destroy(skeleton);
}

/* A palette entry that a bone leaves keeps its content. */
static void test_an_index_set_later(void **state) {
    (void)state;
    bp_skeleton *skeleton = make_roots(BP_RULES_PAGE, 3);
    tell_apart(skeleton);
    bp_skeleton_prepare(skeleton);
    bp_error error = {0};
    assert_true(bp_bone_set_index(number(skeleton, 1), 7, &error));
    expect_no_error(&error);
    assert_int_equal(bp_skeleton_palette_count(skeleton), 8);
    expect_slot(skeleton, 1, moved(2, 0, 0));
    expect_slot(skeleton, 7, nothing);
    assert_true(bp_skeleton_is_dirty(skeleton));
    bp_skeleton_prepare(skeleton);
    expect_slot(skeleton, 1, moved(2, 0, 0));
    expect_slot(skeleton, 7, moved(2, 0, 0));
    expect_slot(skeleton, 2, moved(3, 0, 0));
    /* Later bones get entries too. */
    for (int i = 3; i < 40; i++) add_bone(skeleton, "more", NULL, bp_mat4_identity());
    tell_apart(skeleton);
    bp_skeleton_prepare(skeleton);
    assert_int_equal(bp_skeleton_palette_count(skeleton), 40);
    expect_slot(skeleton, 39, moved(40, 0, 0));
    expect_slot(skeleton, 1, moved(2, 0, 0));
    bp_skeleton_destroy(skeleton);
}

static void test_indices_out_of_range(void **state) {
    (void)state;
    bp_skeleton *skeleton = make_roots(BP_RULES_PAGE, 1);
    const int wrong[] = {-2, BP_INDEX_LIMIT, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < BP_COUNT(wrong); i++) {
        bp_error error = {0};
        assert_false(bp_bone_set_index(number(skeleton, 0), wrong[i], &error));
        expect_error(&error, BP_ERROR_ARGUMENT, "outside -1..1048575");
    }
    assert_int_equal(bp_bone_index(number(skeleton, 0)), 0);
    assert_true(bp_bone_set_index(number(skeleton, 0), BP_INDEX_NONE, NULL));
    assert_int_equal(bp_bone_index(number(skeleton, 0)), BP_INDEX_NONE);
    bp_skeleton_destroy(skeleton);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_palette_index_is_the_id), cmocka_unit_test(test_mapped_indices),
        cmocka_unit_test(test_a_bone_in_no_palette),    cmocka_unit_test(test_an_index_set_later),
        cmocka_unit_test(test_indices_out_of_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
