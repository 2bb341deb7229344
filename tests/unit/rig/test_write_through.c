/* BP_RULE_WRITE_THROUGH: setters of a linked bone set its node, each of them; without the rule, and in prepare,
 * the page's rule holds: the node's values win. */
#include "rig/engine.h"
#include "support/engine_forms.h"
#include "support/test.h"
#include <bindpose/rig.h>

typedef struct linked {
    bp_node *root_node, *node;
    bp_skeleton *skeleton;
    bp_bone *root, *bone, *child;
} linked;

static linked make(int rules) {
    linked l = {.root_node = bp_node_create(NULL, "root", NULL, NULL)};
    l.node = bp_node_create(NULL, "bone", l.root_node, NULL);
    l.skeleton = bp_skeleton_create(NULL, &(bp_skeleton_options){.rules = rules}, NULL);
    l.root = bp_skeleton_add(l.skeleton, &(bp_bone_options){.name = "root"}, NULL);
    l.bone = bp_skeleton_add(l.skeleton, &(bp_bone_options){.name = "bone", .parent = l.root}, NULL);
    l.child = bp_skeleton_add(l.skeleton, &(bp_bone_options){.name = "child", .parent = l.bone}, NULL);
    bp_node_set_position(l.root_node, bp_vec3_make(0, 1, 0));
    bp_node_set_position(l.node, bp_vec3_make(2, 0, 0));
    bp_bone_link(l.root, l.root_node);
    bp_bone_link(l.bone, l.node);
    bp_skeleton_prepare(l.skeleton);
    return l;
}

static void unmake(linked *l) {
    bp_skeleton_destroy(l->skeleton);
    bp_node_destroy(l->node);
    bp_node_destroy(l->root_node);
}

static const bp_vec3 AXIS = {0, 0, 1};
static const float QUARTER = BP_PI / 2;

/* Every setter makes the bone's local a rotation of 90 degrees about Z at (3, 0, 0), or a scale of 2 there. */
enum { ROTATED, MOVED, SCALED };
static void set_position(linked *l) { bp_bone_set_position(l->bone, bp_vec3_make(3, 0, 0)); }
static void set_rotation(linked *l) { bp_bone_set_rotation(l->bone, bp_quat_from_axis_angle(AXIS, QUARTER)); }
static void set_euler(linked *l) { bp_bone_set_euler(l->bone, bp_vec3_make(0, 0, QUARTER)); }
static void set_scale(linked *l) { bp_bone_set_scale(l->bone, bp_vec3_make(2, 2, 2)); }
static void set_local(linked *l) {
    bp_bone_set_local(l->bone,
                      bp_mat4_mul(bp_mat4_rotation_z(QUARTER), bp_mat4_translation((bp_vec3){2, 0, 0})));
}
static void set_bind(linked *l) { bp_bone_set_bind(l->bone, bp_mat4_translation((bp_vec3){3, 0, 0}), NULL); }
static void position_in(linked *l) {
    bp_bone_set_position_in(l->bone, bp_vec3_make(3, 1, 0), BP_SPACE_WORLD, NULL, NULL);
}
static void translate(linked *l) {
    bp_bone_translate(l->bone, bp_vec3_make(1, 0, 0), BP_SPACE_WORLD, NULL, NULL);
}
static void rotate(linked *l) { bp_bone_rotate(l->bone, AXIS, QUARTER, BP_SPACE_WORLD, NULL, NULL); }
static void rotation_in(linked *l) {
    bp_bone_set_rotation_in(l->bone, bp_quat_from_axis_angle(AXIS, QUARTER), BP_SPACE_LOCAL, NULL, NULL);
}
static void axis_angle(linked *l) {
    bp_bone_set_axis_angle(l->bone, AXIS, QUARTER, BP_SPACE_WORLD, NULL, NULL);
}
static void euler_in(linked *l) {
    bp_bone_set_euler_in(l->bone, bp_vec3_make(0, 0, QUARTER), BP_SPACE_LOCAL, NULL, NULL);
}
static void rotation_matrix(linked *l) {
    bp_bone_set_rotation_matrix(l->bone, bp_mat4_rotation_z(QUARTER), BP_SPACE_WORLD, NULL, NULL);
}
static void scale_by(linked *l) { bp_bone_scale_by(l->bone, bp_vec3_make(2, 2, 2), false, NULL); }

static const struct {
    void (*set)(linked *l);
    int what;
} SETTERS[] = {{set_position, MOVED},      {set_rotation, ROTATED}, {set_euler, ROTATED},
               {set_scale, SCALED},        {set_local, ROTATED},    {set_bind, MOVED},
               {position_in, MOVED},       {translate, MOVED},      {rotate, ROTATED},
               {rotation_in, ROTATED},     {axis_angle, ROTATED},   {euler_in, ROTATED},
               {rotation_matrix, ROTATED}, {scale_by, SCALED}};

static void expect_node(const linked *l, int what) {
    bp_trs expected = {{what == MOVED ? 3.0f : 2.0f, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
    if (what == ROTATED) expected.rotation = bp_quat_make(0, 0, 0.70710678f, 0.70710678f);
    if (what == SCALED) expected.scale = bp_vec3_make(2, 2, 2);
    bp_trs got = {bp_node_position(l->node), bp_node_rotation(l->node), bp_node_scale(l->node)};
    expect_floats(&got.position.x, &expected.position.x, 10, 1e-6);
    bp_trs bone = bp_bone_trs(l->bone);
    expect_floats(&bone.position.x, &expected.position.x, 10, 1e-6);
}

static void test_every_setter(void **state) {
    (void)state;
    for (size_t i = 0; i < BP_COUNT(SETTERS); i++) {
        linked l = make(BP_RULE_WRITE_THROUGH);
        SETTERS[i].set(&l);
        expect_node(&l, SETTERS[i].what);
        bp_skeleton_prepare(l.skeleton);
        expect_node(&l, SETTERS[i].what);
        unmake(&l);
    }
}

/* The page's claim 9: the node moves the bone, and what was set on the bone is gone after prepare. */
static void test_the_page_s_rule_without_it(void **state) {
    (void)state;
    static const bp_trs at_node = {{2, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
    for (int engine = 0; engine < 2; engine++) {
        for (size_t i = 0; i < BP_COUNT(SETTERS); i++) {
            linked l = make(engine ? BP_RULES_ENGINE : BP_RULES_PAGE);
            SETTERS[i].set(&l);
            assert_false(bp_bone_local_is_current(l.bone));
            bp_skeleton_prepare(l.skeleton);
            bp_trs got = bp_bone_trs(l.bone);
            expect_floats(&got.position.x, &at_node.position.x, 10, 0);
            unmake(&l);
        }
    }
}

/* The parts that are not set are those that the node has now, moved or not. */
static void test_other_parts_are_the_node_s(void **state) {
    (void)state;
    linked l = make(BP_RULE_WRITE_THROUGH);
    bp_node_set_position(l.node, bp_vec3_make(7, 8, 9));
    bp_node_set_euler(l.node, bp_vec3_make(0.1f, 0.2f, 0.3f));
    bp_bone_set_scale(l.bone, bp_vec3_make(1, 3, 1));
    assert_true(bp_node_holds_euler(l.node));
    bp_vec3 got[3] = {bp_node_position(l.node), bp_node_euler(l.node), bp_node_scale(l.node)};
    static const bp_vec3 expected[3] = {{7, 8, 9}, {0.1f, 0.2f, 0.3f}, {1, 3, 1}};
    expect_floats(&got[0].x, &expected[0].x, 9, 0);
    bp_bone_set_rotation(l.bone, bp_quat_identity());
    assert_false(bp_node_holds_euler(l.node));
    /* Children without a node are plain bones. */
    bp_bone_set_position(l.child, bp_vec3_make(0, 5, 0));
    bp_skeleton_prepare(l.skeleton);
    assert_float_equal(bp_bone_position(l.child).y, 5, 0);
    unmake(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_setter),
        cmocka_unit_test(test_the_page_s_rule_without_it),
        cmocka_unit_test(test_other_parts_are_the_node_s),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
