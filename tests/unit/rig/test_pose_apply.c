/* Poses to and from bones, linked nodes and nodes. */
#include "rig/anim/anim.h"
#include "support/test.h"
#include <bindpose/rig.h>

static const bp_trs start = {{1, 2, 3}, {0, 0, 0, 1}, {2, 2, 2}};

/* Two bones that start at `start`. */
static bp_skeleton *two_bones(void) {
    bp_skeleton *skeleton = bp_skeleton_create(NULL, NULL, NULL);
    bp_mat4 local = bp_mat4_from_trs(start);
    bp_bone *root = bp_skeleton_add(skeleton, &(bp_bone_options){.local = &local}, NULL);
    assert_non_null(bp_skeleton_add(skeleton, &(bp_bone_options){.local = &local, .parent = root}, NULL));
    return skeleton;
}

static void expect_trs(bp_trs got, bp_trs expected) {
    expect_floats((float *)&got, (float *)&expected, 10, 1e-6);
}

/* Positions for all but target 1, which gets a scale; as many targets as asked for. */
static bp_pose *some_pose(size_t count) {
    bp_pose *pose = bp_pose_create(NULL, count, &(bp_pose_options){.matrices = true}, NULL);
    for (size_t i = 0; i < count; i++) {
        pose->parts[i] = i == 1 ? BP_POSE_SCALE : BP_POSE_POSITION;
        pose->positions[i] = bp_vec3_make(7, 8, 9);
        pose->scales[i] = bp_vec3_make(4, 5, 6);
    }
    return pose;
}

static void test_only_parts_of_the_pose_are_set(void **state) {
    (void)state;
    for (size_t count = 1; count <= 3; count++) { /* smaller and larger than the skeleton */
        bp_skeleton *skeleton = two_bones();
        bp_pose *pose = some_pose(count);
        bp_pose_apply(pose, skeleton, NULL);
        expect_trs(bp_bone_trs(bp_skeleton_bone_by_id(skeleton, 0)),
                   (bp_trs){{7, 8, 9}, {0, 0, 0, 1}, {2, 2, 2}});
        expect_trs(bp_bone_trs(bp_skeleton_bone_by_id(skeleton, 1)),
                   count > 1 ? (bp_trs){{1, 2, 3}, {0, 0, 0, 1}, {4, 5, 6}} : start);
        bp_pose_destroy(pose);
        bp_skeleton_destroy(skeleton);
    }
}

static void test_matrices_and_rotations(void **state) {
    (void)state;
    const bp_mat4 sheared = {{1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1}};
    bp_skeleton *skeleton = two_bones();
    bp_pose *pose = some_pose(2);
    pose->parts[0] = BP_POSE_MATRIX;
    pose->matrices[0] = sheared;
    pose->parts[1] = BP_POSE_ROTATION;
    pose->rotations[1] = bp_quat_make(1, 0, 0, 0);
    bp_pose_apply(pose, skeleton, NULL);
    expect_floats(bp_bone_local(bp_skeleton_bone_by_id(skeleton, 0)).m, sheared.m, 16, 0);
    expect_trs(bp_bone_trs(bp_skeleton_bone_by_id(skeleton, 1)),
               (bp_trs){{1, 2, 3}, {1, 0, 0, 0}, {2, 2, 2}});
    bp_pose_destroy(pose);
    bp_skeleton_destroy(skeleton);
}

static void test_linked_bone_sets_its_node(void **state) {
    (void)state;
    bp_skeleton *skeleton = two_bones();
    bp_node *node = bp_node_create(NULL, "node", NULL, NULL);
    bp_bone *bone = bp_skeleton_bone_by_id(skeleton, 0);
    bp_bone_link(bone, node);
    bp_pose *pose = some_pose(2);
    bp_pose_apply(pose, skeleton, NULL);
    expect_float(bp_node_position(node).y, 8, 0);
    expect_float(bp_bone_position(bone).y, 2, 1e-6); /* not before the next prepare */
    bp_skeleton_prepare(skeleton);
    expect_float(bp_bone_position(bone).y, 8, 0);
    bp_bone_link(bone, NULL);
    bp_node_destroy(node);
    bp_pose_destroy(pose);
    bp_skeleton_destroy(skeleton);
}

static void test_nodes(void **state) {
    (void)state;
    bp_node *node = bp_node_create(NULL, "a", NULL, NULL), *other = bp_node_create(NULL, "b", NULL, NULL);
    bp_node *nodes[] = {node, NULL, other};
    bp_pose *pose = some_pose(3);
    pose->parts[0] = BP_POSE_ROTATION | BP_POSE_SCALE;
    pose->rotations[0] = bp_quat_make(0, 1, 0, 0);
    pose->parts[2] = BP_POSE_MATRIX;
    pose->matrices[2] = bp_mat4_translation(bp_vec3_make(3, 2, 1));
    bp_pose_apply_nodes(pose, nodes, 3, NULL);
    expect_float(bp_node_rotation(node).y, 1, 0);
    expect_float(bp_node_scale(node).z, 6, 0);
    expect_float(bp_node_position(node).x, 0, 0);
    expect_float(bp_node_position(other).x, 3, 0);
    bp_pose_clear(pose);
    bp_pose_from_nodes(pose, (bp_node *[]){NULL, NULL}, 2);
    bp_pose_apply_nodes(pose, (bp_node *[]){NULL, NULL}, 2, NULL);
    bp_pose_from_nodes(pose, nodes, 2); /* fewer nodes than targets */
    expect_trs(bp_pose_trs(pose, 0), (bp_trs){{0, 0, 0}, {0, 1, 0, 0}, {4, 5, 6}});
    assert_int_equal(pose->parts[1], 0);
    assert_int_equal(pose->parts[2], 0);
    bp_pose_destroy(pose);
    bp_node_destroy(node);
    bp_node_destroy(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_only_parts_of_the_pose_are_set),
        cmocka_unit_test(test_matrices_and_rotations),
        cmocka_unit_test(test_linked_bone_sets_its_node),
        cmocka_unit_test(test_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
