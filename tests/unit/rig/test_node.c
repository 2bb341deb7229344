/* Nodes: local and world matrices, the tree, and the cache. */
#include "rig/engine.h"
#include "rig_support.h"
#include "support/allocator.h"
#include "support/engine_forms.h"

static bp_node *node_under(bp_node *parent, float x, float y, float z) {
    bp_error error = {0};
    bp_node *node = bp_node_create(NULL, "n", parent, &error);
    expect_no_error(&error);
    bp_node_set_position(node, bp_vec3_make(x, y, z));
    return node;
}

static void test_starts_as_the_identity(void **state) {
    (void)state;
    bp_node *node = bp_node_create(NULL, NULL, NULL, NULL);
    assert_string_equal(bp_node_name(node), "");
    assert_null(bp_node_parent(node));
    assert_false(bp_node_holds_euler(node));
    expect_mat4(bp_node_local(node), bp_mat4_identity(), 0);
    expect_mat4(bp_node_world(node), bp_mat4_identity(), 0);
    bp_node_destroy(node);
    bp_node_destroy(NULL);
}

static void test_local_is_scale_then_rotation_then_translation(void **state) {
    (void)state;
    bp_node *node = node_under(NULL, 5, 6, 7);
    bp_node_set_scale(node, bp_vec3_make(2, 3, 4));
    bp_node_set_euler(node, bp_vec3_make(0, 0, bp_radians(90)));
    /* (1,0,0): scaled (2,0,0), turned about z by 90 degrees (0,2,0), moved (5,8,7). */
    expect_vec3(bp_mat4_point(bp_node_local(node), bp_vec3_make(1, 0, 0)), 5, 8, 7, NEAR);
    expect_vec3(bp_mat4_point(bp_node_local(node), bp_vec3_make(0, 1, 0)), 2, 6, 7, NEAR);
    expect_vec3(bp_mat4_point(bp_node_local(node), bp_vec3_make(0, 0, 1)), 5, 6, 11, NEAR);
    bp_node_destroy(node);
}

static void test_quaternion_and_euler_replace_each_other(void **state) {
    (void)state;
    bp_node *node = bp_node_create(NULL, NULL, NULL, NULL);
    bp_node_set_euler(node, bp_vec3_make(0.25f, 0.5f, 0.75f));
    assert_true(bp_node_holds_euler(node));
    expect_vec3(bp_node_euler(node), 0.25f, 0.5f, 0.75f, 0);
    /* A half turn about z is the quaternion (0, 0, 1, 0). */
    bp_node_set_euler(node, bp_vec3_make(0, 0, BP_PI));
    expect_floats(&(bp_quat[1]){bp_node_rotation(node)}[0].x, ((float[4]){0, 0, 1, 0}), 4, NEAR);
    bp_node_set_rotation(node, bp_quat_make(0, 0.6f, 0, 0.8f));
    assert_false(bp_node_holds_euler(node));
    expect_floats(&(bp_quat[1]){bp_node_rotation(node)}[0].x, ((float[4]){0, 0.6f, 0, 0.8f}), 4, 0);
    /* 2 * atan2(0.6, 0.8) = 1.2870022 about y. */
    expect_vec3(bp_node_euler(node), 0, 1.2870022f, 0, NEAR);
    bp_node_destroy(node);
}

static void test_node_matrix_is_decomposed(void **state) {
    (void)state;
    bp_node *node = bp_node_create(NULL, NULL, NULL, NULL);
    bp_node_set_euler(node, bp_vec3_make(1, 1, 1));
    bp_mat4 m = bp_mat4_mul(bp_mat4_scaling(bp_vec3_make(2, 3, 4)), turned(90, 5, 6, 7));
    bp_node_set_matrix(node, m);
    assert_false(bp_node_holds_euler(node));
    expect_vec3(bp_node_position(node), 5, 6, 7, 0);
    expect_vec3(bp_node_scale(node), 2, 3, 4, NEAR);
    expect_mat4(bp_node_local(node), m, NEAR);
    bp_node_destroy(node);
}

static void test_world_follows_every_change(void **state) {
    (void)state;
    bp_node *a = node_under(NULL, 1, 0, 0), *b = node_under(a, 0, 1, 0), *c = node_under(b, 0, 0, 1);
    bp_node *aside = node_under(a, 0, 10, 0);
    expect_vec3(bp_mat4_position(bp_node_world(c)), 1, 1, 1, 0);
    expect_vec3(bp_mat4_position(bp_node_world(aside)), 1, 10, 0, 0);
    bp_node_set_position(a, bp_vec3_make(5, 0, 0));
    expect_vec3(bp_mat4_position(bp_node_world(c)), 5, 1, 1, 0);
    bp_node_set_position(b, bp_vec3_make(0, 2, 0));
    bp_node_set_position(a, bp_vec3_make(6, 0, 0));
    expect_vec3(bp_mat4_position(bp_node_world(aside)), 6, 10, 0, 0);
    expect_vec3(bp_mat4_position(bp_node_world(c)), 6, 2, 1, 0);
    /* A turn above: (0, 2, 0) + (0, 0, 1) turned about z by 90 degrees. */
    bp_node_set_euler(a, bp_vec3_make(0, 0, bp_radians(90)));
    expect_vec3(bp_mat4_position(bp_node_world(c)), 4, 0, 1, NEAR);
    assert_ptr_equal(bp_node_parent(c), b);
    assert_true(bp_node_set_parent(c, aside, NULL));
    expect_vec3(bp_mat4_position(bp_node_world(c)), -4, 0, 1, NEAR);
    assert_true(bp_node_set_parent(c, NULL, NULL));
    expect_vec3(bp_mat4_position(bp_node_world(c)), 0, 0, 1, 0);
    bp_node_destroy(a);
    bp_node_destroy(b);
    bp_node_destroy(c);
    bp_node_destroy(aside);
}

static void test_no_cycles(void **state) {
    (void)state;
    bp_node *a = node_under(NULL, 1, 0, 0), *b = node_under(a, 0, 1, 0), *c = node_under(b, 0, 0, 1);
    bp_error error = {0};
    assert_false(bp_node_set_parent(a, c, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "is this node or below it");
    assert_false(bp_node_set_parent(b, b, NULL));
    assert_null(bp_node_parent(a));
    expect_vec3(bp_mat4_position(bp_node_world(c)), 1, 1, 1, 0);
    bp_node_destroy(a);
    bp_node_destroy(b);
    bp_node_destroy(c);
}

static void test_children_of_a_destroyed_node_are_roots(void **state) {
    (void)state;
    bp_node *a = node_under(NULL, 1, 0, 0);
    bp_node *children[3], *below = NULL;
    for (int i = 0; i < 3; i++) children[i] = node_under(a, 0, (float)i, 0);
    below = node_under(children[1], 0, 0, 7);
    expect_vec3(bp_mat4_position(bp_node_world(below)), 1, 1, 7, 0);
    bp_node_destroy(children[2]);
    bp_node_destroy(a);
    assert_null(bp_node_parent(children[0]));
    expect_vec3(bp_mat4_position(bp_node_world(below)), 0, 1, 7, 0);
    bp_node_destroy(children[0]);
    bp_node_destroy(below);
    bp_node_destroy(children[1]);
}

/* Two long chains on one node, changed and read alternately: no recursion, and no walk over stale nodes. */
static void test_a_long_chain(void **state) {
    (void)state;
    enum { LONG = 100000 };
    static bp_node *nodes[LONG];
    for (int i = 0; i < LONG; i++) nodes[i] = node_under(i ? nodes[i - 1] : NULL, 1, 0, 0);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < LONG; i++) bp_node_set_position(nodes[i], bp_vec3_make(1, (float)round, 0));
        for (int i = 0; i < LONG; i += 1000) {
            float n = (float)(i + 1);
            expect_vec3(bp_mat4_position(bp_node_world(nodes[i])), n, n * (float)round, 0, 0);
        }
    }
    for (int i = 0; i < LONG; i++) bp_node_destroy(nodes[i]);
}

static void test_values_that_are_not_finite(void **state) {
    (void)state;
    const float strange[] = {NAN, INFINITY, -INFINITY, 3e38f, 1e-45f, 0};
    for (size_t i = 0; i < BP_COUNT(strange); i++) {
        bp_node *a = node_under(NULL, strange[i], 1, 1), *b = node_under(a, 1, 1, 1);
        bp_node_set_scale(a, bp_vec3_make(strange[i], strange[i], 1));
        bp_node_set_euler(a, bp_vec3_make(strange[i], 0, 0));
        bp_node_set_matrix(b, bp_node_world(a));
        (void)bp_node_euler(b);
        bp_mat4 world = bp_node_world(b);
        assert_true(i == 0 ? world.m[0] != world.m[0] : true);
        bp_node_destroy(a);
        bp_node_destroy(b);
    }
}

static bool make_one(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    if (!context) return false;
    bp_node *parent = bp_node_create(NULL, "parent", NULL, NULL);
    bp_node *node = bp_node_create(context, "a name", parent, error);
    bool made = node != NULL;
    bp_node_destroy(node);
    bp_node_destroy(parent);
    bp_context_destroy(context);
    return made;
}

static void test_no_memory(void **state) {
    (void)state;
    assert_true(test_each_allocation_fails(make_one, NULL) >= 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_starts_as_the_identity),
        cmocka_unit_test(test_local_is_scale_then_rotation_then_translation),
        cmocka_unit_test(test_quaternion_and_euler_replace_each_other),
        cmocka_unit_test(test_node_matrix_is_decomposed),
        cmocka_unit_test(test_world_follows_every_change),
        cmocka_unit_test(test_no_cycles),
        cmocka_unit_test(test_children_of_a_destroyed_node_are_roots),
        cmocka_unit_test(test_a_long_chain),
        cmocka_unit_test(test_values_that_are_not_finite),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
