/* The page's character on a stage, chains of boxes, and measures, against values computed by hand. */
#include "lesson/world.h"
#include "rig/engine.h"
#include "support/allocator.h"
#include <bindpose/lesson.h>

#define ARM "boneArmLeft"
static const bp_vec3 Z = {0, 0, 1};

static void rotates_a_bone_by_name(void **state) {
    (void)state;
    bp_world world = bp_world_make(NULL, NULL, false, NULL);
    bp_world_add_character(&world, "", "", BP_BIND_NATURAL);
    bp_world_rotate(&world, 0, ARM, Z, 75);
    float trs[9] = {0}, angles[3], height, removed[2];
    bp_measure_trs(&world, &(bp_measure_args){.bone = ARM}, trs);
    expect_floats(trs, ((const float[]){0.5f, 1.5f, 0, 0, 0, 75, 1, 1, 1}), 9, 1e-5);
    bp_measure_euler(&world, &(bp_measure_args){.bone = ARM, .matrix = bp_bone_local}, angles);
    expect_floats(angles, ((const float[]){0, 0, 75}), 3, 1e-5);
    bp_measure_height(&world, &(bp_measure_args){.bone = ARM, .matrix = bp_bone_bind}, &height);
    expect_float(height, 1.5, 1e-6);
    /* With the body rotated by 10: the arm's own angle is 75 - 30, and final adds the body's. */
    bp_world_rotate(&world, 0, "boneBody", Z, 10);
    bp_world_pose(&world);
    bp_measure_bind_removed_locally(&world, &(bp_measure_args){.bone = ARM, .matrix = bp_bone_final},
                                    removed);
    expect_floats(removed, ((const float[]){45, 55}), 2, 1e-5);
    expect_no_error(&world.error);
    bp_world_rotate(&world, 0, "tail", Z, 10);
    expect_error(&world.error, BP_ERROR_ARGUMENT, "no bone named tail");
    bp_world_clear(&world);
}

/* Scaled by 2 along X, rotated by 90 about Z: X becomes 2 Y, Y becomes -X. The translation is the shoulder. */
static void left_arm_local(void **state) {
    (void)state;
    const float expected[16] = {0, 2, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0.5f, 1.5f, 0, 1};
    bp_mat4 m = bp_left_arm_local(2, Z, 90);
    expect_floats(m.m, expected, 16, 1e-6);
}

static const char *const NAMES[] = {"one", "two"};
static const bp_vec3 POSITIONS[] = {{1, 0, 0}, {0, 2, 0}};

static void boxes_are_at_their_positions(void **state) {
    (void)state;
    bp_world world = bp_world_make(NULL, NULL, false, NULL);
    bp_stage *stage = bp_world_add_box_chain(&world, "", "", NAMES, POSITIONS, 2);
    float mesh[2] = {0};
    bp_measure_mesh_counts(&world, &(bp_measure_args){0}, mesh);
    expect_floats(mesh, ((const float[]){48, 72}), 2, 0); /* 24 vertices and 36 indices for each box */
    bp_world_pose(&world);
    bp_bounds bounds =
        bp_figure_bounds(stage->figure); /* around (1, 0, 0) and (1, 2, 0), 0.225 to each side */
    expect_floats(&bounds.lo.x, ((const float[]){0.775f, -0.225f, -0.225f}), 3, 1e-6);
    expect_floats(&bounds.hi.x, ((const float[]){1.225f, 2.225f, 0.225f}), 3, 1e-6);
    bp_bone_set_position(bp_world_bone(&world, 0, "two"), (bp_vec3){0, 1, 0});
    bp_world_pose(&world); /* the second box follows its bone, the first stays */
    expect_float(bp_figure_bounds(stage->figure).hi.y, 3.225, 1e-6);
    assert_ptr_equal(bp_bone_parent(bp_world_bone(&world, 0, "two")), bp_world_bone(&world, 0, "one"));
    expect_no_error(&world.error);
    bp_world_clear(&world);
    world = bp_world_make(NULL, NULL, false, NULL);
    bp_world_add_box_chain(&world, "", "", NAMES, POSITIONS, 0);
    expect_error(&world.error, BP_ERROR_ARGUMENT, "1 to 8");
    bp_world_clear(&world);
}

/* page.md, claims 3 and 21: each of 100 frames writes one local and three finals. The cos and sin of local and
 * absolute change, and final's translation as well. */
static void writes_and_changes_are_counted(void **state) {
    (void)state;
    bp_world world = bp_world_make(NULL, NULL, false, NULL);
    bp_world_add_character(&world, "", "", BP_BIND_NATURAL);
    float writes[8] = {0}, changes[2] = {0};
    bp_measure_write_counts(&world, &(bp_measure_args){.bone = ARM}, writes);
    expect_floats(writes, ((const float[]){100, 300, 0, 0, 0, 0, 0, 3}), 8, 0);
    bp_world_clear(&world);
    world = bp_world_make(NULL, NULL, false, NULL);
    bp_world_add_character(&world, "", "", BP_BIND_NATURAL);
    bp_measure_changed_entries(&world, &(bp_measure_args){.bone = ARM}, changes);
    expect_floats(changes, ((const float[]){0, 14}), 2, 0);
    bp_world_clear(&world);
}

/* Rotates the lower joint by 90 about Y. The middle ring has weight 1/2 for joint0 and for its child joint1. */
static void rings_are_measured(void **state) {
    (void)state;
    const bp_tube_options tube = {
        .radius = 0.4f, .length = 2, .sides = 8, .rings = 16, .joints = 2, .blend = 1};
    bp_world world = bp_world_make(NULL, NULL, false, NULL);
    bp_world_add_tube(&world, "", "", &tube, BP_SKIN_LINEAR);
    bp_world_rotate(&world, 0, "joint0", (bp_vec3){0, 1, 0}, 90);
    bp_bone_set_scale(bp_world_bone(&world, 0, "joint0"), (bp_vec3){3, 3, 3});
    bp_world_pose(&world);
    float width = 0, angle = 0;
    bp_measure_ring_width(&world, &(bp_measure_args){0}, &width);
    bp_measure_ring_rotation(&world, &(bp_measure_args){0}, &angle);
    expect_float(width, 3, 1e-5);
    expect_float(angle, 90, 1e-5);
    bp_world_clear(&world);
}

static bool add_stages(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    bp_context_options options = {.allocator = *allocator, .threads = 1};
    bp_context *context = bp_context_create(&options, error);
    if (!context) return false;
    bp_world world = bp_world_make(context, NULL, false, NULL);
    bp_world_add_character(&world, "", "", BP_BIND_NATURAL);
    bp_world_add_box_chain(&world, "", "", NAMES, POSITIONS, 2);
    bool ok = world.error.kind == BP_ERROR_NONE;
    if (!ok) *error = world.error;
    bp_world_clear(&world);
    bp_context_destroy(context);
    return ok;
}

static void out_of_memory_is_reported(void **state) {
    (void)state;
    assert_true(test_each_allocation_fails(add_stages, NULL) > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotates_a_bone_by_name),       cmocka_unit_test(left_arm_local),
        cmocka_unit_test(boxes_are_at_their_positions), cmocka_unit_test(writes_and_changes_are_counted),
        cmocka_unit_test(rings_are_measured),           cmocka_unit_test(out_of_memory_is_reported)};
    return cmocka_run_group_tests_name("character", tests, NULL, NULL);
}
