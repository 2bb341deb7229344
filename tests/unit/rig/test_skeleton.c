/* Skeletons: making them, adding bones, finding them, failing without a trace. */
#include "rig/engine.h"
#include "rig_support.h"
#include "support/allocator.h"
#include "support/engine_forms.h"

static void test_empty_skeleton(void **state) {
    (void)state;
    bp_skeleton *skeleton = bp_skeleton_create(NULL, NULL, NULL);
    assert_string_equal(bp_skeleton_name(skeleton), "");
    assert_int_equal(bp_skeleton_rules(skeleton), BP_RULES_PAGE);
    assert_int_equal(bp_skeleton_count(skeleton), 0);
    assert_int_equal(bp_skeleton_palette_count(skeleton), 0);
    assert_null(bp_skeleton_bone(skeleton, 0));
    assert_null(bp_skeleton_bone_by_id(skeleton, 0));
    assert_null(bp_skeleton_find(skeleton, "x"));
    assert_null(bp_skeleton_find(skeleton, NULL));
    /* All of it works on no bones. */
    bp_skeleton_sort(skeleton);
    assert_true(bp_skeleton_is_sorted(skeleton));
    assert_true(bp_skeleton_reorder(skeleton, NULL, 0, NULL));
    assert_true(bp_skeleton_prepare(skeleton));
    bp_skeleton_compute_absolutes(skeleton, true);
    bp_skeleton_return_to_rest(skeleton);
    bp_skeleton_set_rest_from_pose(skeleton);
    bp_skeleton *copy = bp_skeleton_clone(skeleton, "copy", NULL);
    assert_string_equal(bp_skeleton_name(copy), "copy");
    assert_int_equal(bp_skeleton_count(copy), 0);
    bp_skeleton_destroy(copy);
    bp_skeleton_destroy(skeleton);
    bp_skeleton_destroy(NULL);
}

static void test_unknown_rules_are_refused(void **state) {
    (void)state;
    bp_error error = {0};
    assert_null(bp_skeleton_create(NULL, &(bp_skeleton_options){.rules = 1 << 20}, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "0x100000");
    bp_skeleton *skeleton = skeleton_with(BP_RULES_ENGINE);
    error = (bp_error){0};
    assert_false(bp_skeleton_set_rules(skeleton, 1 << 20, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "0x100000");
    assert_int_equal(bp_skeleton_rules(skeleton), BP_RULES_ENGINE);
    bp_skeleton_destroy(skeleton);
}

static void test_hierarchy_array_index_and_id(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    assert_int_equal(bp_skeleton_count(c.skeleton), 3);
    assert_ptr_equal(bp_bone_skeleton(c.left), c.skeleton);
    assert_string_equal(bp_bone_name(c.left), "boneArmLeft");
    assert_null(bp_bone_parent(c.body));
    assert_ptr_equal(bp_bone_parent(c.left), c.body);
    assert_ptr_equal(bp_bone_parent(c.right), c.body);
    assert_ptr_equal(bp_bone_first_child(c.body), c.left);
    assert_ptr_equal(bp_bone_next_sibling(c.left), c.right);
    assert_null(bp_bone_next_sibling(c.right));
    assert_null(bp_bone_first_child(c.left));
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(bp_bone_id(number(c.skeleton, i)), i);
        assert_int_equal(bp_bone_array_index(number(c.skeleton, i)), i);
        assert_ptr_equal(bp_skeleton_bone(c.skeleton, i), number(c.skeleton, i));
    }
    assert_null(bp_skeleton_bone(c.skeleton, 3));
    assert_null(bp_skeleton_bone_by_id(c.skeleton, (size_t)-1));
    bp_skeleton_destroy(c.skeleton);
}

static void test_defaults_of_a_bone(void **state) {
    (void)state;
    bp_skeleton *skeleton = skeleton_with(BP_RULES_PAGE);
    bp_bone *plain = bp_skeleton_add(skeleton, NULL, NULL);
    assert_string_equal(bp_bone_name(plain), "");
    expect_mat4(bp_bone_local(plain), bp_mat4_identity(), 0);
    expect_mat4(bp_bone_bind(plain), bp_mat4_identity(), 0);
    expect_mat4(bp_bone_rest(plain), bp_mat4_identity(), 0);
    bp_mat4 a = moved(1, 2, 3), b = moved(4, 5, 6), r = moved(7, 8, 9);
    bp_bone *local = bp_skeleton_add(skeleton, &(bp_bone_options){.local = &a}, NULL);
    expect_mat4(bp_bone_bind(local), a, 0);
    expect_mat4(bp_bone_rest(local), a, 0);
    bp_bone *bind = bp_skeleton_add(skeleton, &(bp_bone_options){.bind = &b}, NULL);
    expect_mat4(bp_bone_local(bind), b, 0);
    expect_mat4(bp_bone_rest(bind), b, 0);
    bp_bone *all = bp_skeleton_add(skeleton, &(bp_bone_options){.local = &a, .bind = &b, .rest = &r}, NULL);
    expect_mat4(bp_bone_local(all), a, 0);
    expect_mat4(bp_bone_bind(all), b, 0);
    expect_mat4(bp_bone_rest(all), r, 0);
    bp_skeleton_destroy(skeleton);
}

static void test_last_column_is_taken_as_affine(void **state) {
    (void)state;
    bp_skeleton *skeleton = skeleton_with(BP_RULES_PAGE);
    bp_mat4 odd = moved(1, 2, 3);
    odd.m[3] = 5;
    odd.m[7] = NAN;
    odd.m[15] = 2;
    bp_bone *bone = add_bone(skeleton, "odd", NULL, odd);
    expect_mat4(bp_bone_local(bone), moved(1, 2, 3), 0);
    expect_mat4(bp_bone_absolute_inverse_bind(bone), moved(-1, -2, -3), 0);
    bp_skeleton_destroy(skeleton);
}

static bool add_refused(bp_skeleton *skeleton, bp_bone_options options, const char *part) {
    bp_error error = {0};
    size_t before = bp_skeleton_count(skeleton);
    bp_bone *bone = bp_skeleton_add(skeleton, &options, &error);
    expect_error(&error, BP_ERROR_ARGUMENT, part);
    assert_int_equal(bp_skeleton_count(skeleton), before);
    return bone == NULL;
}

static void test_add_refuses(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE), other = make_character(BP_RULES_PAGE);
    bp_mat4 flat = bp_mat4_scaling(bp_vec3_make(1, 0, 1)), nan = moved(NAN, 0, 0);
    bp_mat4 huge = moved(INFINITY, 0, 0), fine = bp_mat4_identity();
    assert_true(add_refused(c.skeleton, (bp_bone_options){.name = "hand", .parent = other.left}, "hand"));
    assert_true(add_refused(c.skeleton, (bp_bone_options){.name = "flat", .local = &flat}, "flat"));
    assert_true(add_refused(c.skeleton, (bp_bone_options){.name = "nan", .bind = &nan}, "nan"));
    assert_true(add_refused(c.skeleton, (bp_bone_options){.name = "huge", .bind = &huge}, "huge"));
    assert_true(add_refused(c.skeleton, (bp_bone_options){.has_index = true, .index = -2}, "-2"));
    assert_true(
        add_refused(c.skeleton, (bp_bone_options){.has_index = true, .index = BP_INDEX_LIMIT}, "1048576"));
    assert_null(bp_skeleton_find(c.skeleton, "hand"));
    /* A local that is flat or not a number is a pose, and fine with a bind of its own. */
    bp_error error = {0};
    assert_non_null(bp_skeleton_add(c.skeleton, &(bp_bone_options){.local = &flat, .bind = &fine}, &error));
    assert_non_null(bp_skeleton_add(c.skeleton, &(bp_bone_options){.local = &nan, .bind = &fine}, &error));
    expect_no_error(&error);
    bp_skeleton_destroy(c.skeleton);
    bp_skeleton_destroy(other.skeleton);
}

static void test_bones_by_name(void **state) {
    (void)state;
    bp_skeleton *skeleton = skeleton_with(BP_RULES_PAGE);
    char name[16];
    for (int i = 0; i < 500; i++) {
        snprintf(name, sizeof name, "bone%d", i % 400);
        add_bone(skeleton, name, NULL, bp_mat4_identity());
    }
    for (size_t i = 0; i < 400; i++) {
        snprintf(name, sizeof name, "bone%zu", i);
        /* 0..99 came a second time: the first one answers. */
        assert_int_equal(bp_bone_id(bp_skeleton_find(skeleton, name)), i);
    }
    assert_null(bp_skeleton_find(skeleton, "bone400"));
    assert_null(bp_skeleton_find(skeleton, ""));
    bp_skeleton_destroy(skeleton);
}

static void test_bones_by_linked_node(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    bp_node *node = bp_node_create(NULL, "n", NULL, NULL);
    assert_null(bp_skeleton_find_linked(c.skeleton, node));
    assert_null(bp_skeleton_find_linked(c.skeleton, NULL));
    bp_bone_link(c.right, node);
    bp_bone_link(c.left, node);
    assert_ptr_equal(bp_skeleton_find_linked(c.skeleton, node), c.left);
    bp_skeleton_destroy(c.skeleton);
    bp_node_destroy(node);
}

static void test_set_parent(void **state) {
    (void)state;
    bp_error error = {0};
    bp_skeleton *skeleton = make_chain(BP_RULES_PAGE, 4), *other = make_chain(BP_RULES_PAGE, 1);
    bp_bone *a = number(skeleton, 0), *b = number(skeleton, 1), *c = number(skeleton, 2),
            *d = number(skeleton, 3);
    assert_false(bp_bone_set_parent(a, d, true, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "is this bone or below it");
    assert_false(bp_bone_set_parent(b, b, true, NULL));
    error = (bp_error){0};
    assert_false(bp_bone_set_parent(b, number(other, 0), true, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "another skeleton");
    assert_ptr_equal(bp_bone_parent(b), a);
    /* Siblings keep the order in which they came; each can leave: the first, one between, the last. */
    assert_true(bp_bone_set_parent(d, a, true, NULL));
    assert_true(bp_bone_set_parent(c, a, true, NULL));
    assert_ptr_equal(bp_bone_first_child(a), b);
    assert_ptr_equal(bp_bone_next_sibling(b), d);
    assert_ptr_equal(bp_bone_next_sibling(d), c);
    assert_true(bp_bone_set_parent(d, NULL, true, NULL));
    assert_ptr_equal(bp_bone_next_sibling(b), c);
    assert_true(bp_bone_set_parent(b, d, true, NULL));
    assert_ptr_equal(bp_bone_first_child(a), c);
    assert_true(bp_bone_set_parent(c, b, true, NULL));
    assert_null(bp_bone_first_child(a));
    assert_null(bp_bone_next_sibling(d));
    assert_ptr_equal(bp_bone_first_child(d), b);
    assert_ptr_equal(bp_bone_first_child(b), c);
    bp_skeleton_destroy(skeleton);
    bp_skeleton_destroy(other);
}

/* ---- no memory ---------------------------------------------------------------------------------------- */

static bp_context *context_on(const bp_allocator *allocator, bp_error *error) {
    return bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
}

/* Adds bones. A failed call leaves the skeleton intact, and a second try with it works. */
static bool grow(bp_skeleton *skeleton, size_t count, bool indices, bp_error *error) {
    while (bp_skeleton_count(skeleton) < count) {
        size_t before = bp_skeleton_count(skeleton);
        char name[32];
        snprintf(name, sizeof name, "bone%zu", before);
        bp_mat4 local = moved((float)before, 0, 0);
        bp_bone *parent = before ? bp_skeleton_bone_by_id(skeleton, before - 1) : NULL;
        bp_bone_options options = {.name = name, .parent = parent, .local = &local};
        options.has_index = indices && before % 3 == 0;
        options.index = (int)before + 5;
        if (bp_skeleton_add(skeleton, &options, error)) continue;
        assert_int_equal(bp_skeleton_count(skeleton), before);
        assert_null(bp_skeleton_find(skeleton, name));
        if (parent) assert_null(bp_bone_first_child(parent));
        for (size_t i = 0; i < before; i++) {
            snprintf(name, sizeof name, "bone%zu", i);
            assert_int_equal(bp_bone_id(bp_skeleton_find(skeleton, name)), i);
            expect_mat4(bp_bone_local(number(skeleton, i)), moved((float)i, 0, 0), 0);
        }
        /* Only one allocation fails: the second time it goes well. */
        assert_non_null(bp_skeleton_add(skeleton, &options, NULL));
        return false;
    }
    return true;
}

static bool build_and_clone(const bp_allocator *allocator, void *user, bp_error *error) {
    bp_context *context = context_on(allocator, error);
    if (!context) return false;
    bool indices = *(bool *)user, ok = false;
    bp_skeleton *copy = NULL, *skeleton = bp_skeleton_create(context, NULL, error);
    if (skeleton && grow(skeleton, 60, indices, error)) {
        copy = bp_skeleton_clone(skeleton, NULL, error);
        ok = copy != NULL;
    }
    bp_skeleton_destroy(copy);
    bp_skeleton_destroy(skeleton);
    bp_context_destroy(context);
    return ok;
}

static void test_no_memory(void **state) {
    (void)state;
    for (int indices = 0; indices < 2; indices++)
        assert_true(test_each_allocation_fails(build_and_clone, &(bool){indices}) > 20);
}

static bool set_far_index(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    bp_context *context = context_on(allocator, error);
    if (!context) return false;
    bp_skeleton *skeleton = bp_skeleton_create(context, NULL, error);
    bp_bone *bone = skeleton ? bp_skeleton_add(skeleton, NULL, error) : NULL;
    bool ok = bone && bp_bone_set_index(bone, 1000, error);
    if (bone && !ok) {
        assert_int_equal(bp_bone_index(bone), 0);
        assert_false(bp_bone_has_index(bone));
        assert_int_equal(bp_skeleton_palette_count(skeleton), 1);
    }
    ok = ok && bp_skeleton_set_rules(skeleton, BP_RULES_ENGINE, error);
    bp_skeleton_destroy(skeleton);
    bp_context_destroy(context);
    return ok;
}

static bool take_engine_rules(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    bp_context *context = context_on(allocator, error);
    if (!context) return false;
    bp_skeleton *skeleton = bp_skeleton_create(context, NULL, error);
    bp_bone *bone = skeleton ? bp_skeleton_add(skeleton, NULL, error) : NULL;
    bool ok = bone && bp_skeleton_set_rules(skeleton, BP_RULES_ENGINE, error);
    if (bone) assert_int_equal(bp_skeleton_rules(skeleton), ok ? BP_RULES_ENGINE : BP_RULES_PAGE);
    bp_skeleton_destroy(skeleton);
    bp_context_destroy(context);
    return ok;
}

static void test_no_memory_for_the_palette(void **state) {
    (void)state;
    assert_true(test_each_allocation_fails(set_far_index, NULL) > 3);
    assert_true(test_each_allocation_fails(take_engine_rules, NULL) > 3);
}

static void test_too_many_bones_are_refused(void **state) {
    (void)state;
    bp_error error = {0};
    assert_null(bp_skeleton_create(NULL, &(bp_skeleton_options){.reserve = (size_t)-1}, &error));
    expect_error(&error, BP_ERROR_MEMORY, "more than a skeleton holds");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_empty_skeleton),
        cmocka_unit_test(test_unknown_rules_are_refused),
        cmocka_unit_test(test_hierarchy_array_index_and_id),
        cmocka_unit_test(test_defaults_of_a_bone),
        cmocka_unit_test(test_last_column_is_taken_as_affine),
        cmocka_unit_test(test_add_refuses),
        cmocka_unit_test(test_bones_by_name),
        cmocka_unit_test(test_bones_by_linked_node),
        cmocka_unit_test(test_set_parent),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_no_memory_for_the_palette),
        cmocka_unit_test(test_too_many_bones_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
