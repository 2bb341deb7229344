/* Stages with tubes, and their measures: volumes, lengths, tips. */
#include "lesson/world.h"
#include "rig/engine.h"
#include "scene/figure.h"
#include "support/allocator.h"
#include <bindpose/lesson.h>

static const bp_tube_options TUBE = {.radius = 0.3f, .length = 3, .sides = 12, .rings = 24, .joints = 3};

static bp_measure_args bone(const char *name) { return (bp_measure_args){.bone = name}; }

static void tube_has_bones_and_stripes(void **state) {
    (void)state;
    bp_world world = bp_world_make(NULL, NULL, false, NULL);
    bp_stage *stage = bp_world_add_tube(&world, "tube", "", &TUBE, BP_SKIN_DUAL_QUATERNION);
    expect_no_error(&world.error);
    assert_int_equal(bp_skeleton_count(stage->skeleton), 3);
    assert_int_equal(bp_figure_part_at(stage->figure, 0)->method, BP_SKIN_DUAL_QUATERNION);
    float line[6], length[2] = {0};
    bp_measure_bone_ends(&world, &(bp_measure_args){.bone = "joint2"}, line);
    const float expected[] = {0, 2, 0, 0, 3, 0}; /* joints 1 m apart; the last bone is 1 m long */
    expect_floats(line, expected, 6, 1e-6);
    bp_measure_bone_length(&world, &(bp_measure_args){.bone = "joint2"}, length);
    expect_floats(length, ((const float[]){1, 1}), 2, 0);
    /* Only joint 0 moves the lowest ring: its colour, on stripes 0.35 of the way to white. */
    const bp_mesh *mesh = stage->mesh;
    bp_rgba8 color = bp_scene_color(0);
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        if (mesh->positions[i].y > 0.01f) continue;
        bool striped = (int)(mesh->uv[0][i].x * 12) % 2 == 1;
        double red = striped ? color.r + 0.35 * (255 - color.r) : color.r;
        expect_float(mesh->colors[i].r, red, 0.51);
    }
    bp_world_clear(&world);
}

/* The cache holds four kinds of tubes; each world builds a fifth for itself. */
static void tubes_are_cached(void **state) {
    (void)state;
    test_allocator counter = {0};
    bp_error error = {0};
    bp_context *context = bp_context_create(
        &(bp_context_options){.threads = 1, .allocator = test_allocator_hook(&counter)}, &error);
    bp_model_cache *cache = bp_model_cache_create(context, &error);
    assert_non_null(cache);
    const bp_mesh *first[5] = {0};
    for (int round = 0; round < 2; round++)
        for (int kind = 0; kind < 5; kind++) {
            bp_world world = bp_world_make(context, NULL, false, cache);
            bp_tube_options options = TUBE;
            options.joints = 1 + kind;
            bp_stage *a = bp_world_add_tube(&world, "tube", "", &options, BP_SKIN_LINEAR);
            bp_stage *b = bp_world_add_tube(&world, "tube", "", &options, BP_SKIN_LINEAR);
            expect_no_error(&world.error);
            assert_int_equal(a->mesh_cached, kind < 4);
            assert_true((a->mesh == b->mesh) == (kind < 4));
            if (round == 0) first[kind] = a->mesh;
            assert_true(kind == 4 || a->mesh == first[kind]);
            bp_world_clear(&world);
        }
    bp_model_cache_destroy(cache);
    bp_context_destroy(context);
    assert_int_equal(counter.live, 0);
}

/* Two stages ratio a tube only if all options are equal. */
static void different_tubes_are_not_shared(void **state) {
    (void)state;
    bp_tube_options kinds[7];
    for (size_t i = 0; i < BP_COUNT(kinds); i++) kinds[i] = TUBE;
    kinds[0].radius = 0.4f;
    kinds[1].length = 2;
    kinds[2].sides = 13;
    kinds[3].rings = 25;
    kinds[4].joints = 4;
    kinds[5].blend = 0.25f;
    kinds[6].open = true;
    bp_error error = {0};
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1}, &error);
    bp_model_cache *cache = bp_model_cache_create(context, &error);
    assert_non_null(cache);
    bp_world world = bp_world_make(context, NULL, false, cache);
    const bp_mesh *first = bp_world_add_tube(&world, "tube", "", &TUBE, BP_SKIN_LINEAR)->mesh;
    for (size_t i = 0; i < BP_COUNT(kinds); i++) {
        bp_mesh **other = bp_model_cache_tube(cache, &kinds[i]);
        if (other && *other) fail_msg("kind %zu is shared with another", i);
    }
    assert_ptr_equal(*bp_model_cache_tube(cache, &TUBE), first);
    bp_world_clear(&world);
    bp_model_cache_destroy(cache);
    bp_context_destroy(context);
}

/* A tube that gets no stage is freed, unless the cache owns it. */
static void a_seventh_stage_frees_its_tube(void **state) {
    (void)state;
    test_allocator counter = {0};
    bp_error error = {0};
    bp_context *context = bp_context_create(
        &(bp_context_options){.threads = 1, .allocator = test_allocator_hook(&counter)}, &error);
    for (int cached = 0; cached < 2; cached++) {
        bp_model_cache *cache = cached ? bp_model_cache_create(context, &error) : NULL;
        bp_world world = bp_world_make(context, NULL, false, cache);
        for (int i = 0; i < BP_STAGE_MAX; i++) bp_world_add_tube(&world, "tube", "", &TUBE, BP_SKIN_LINEAR);
        expect_no_error(&world.error);
        bp_world_add_tube(&world, "tube", "", &TUBE, BP_SKIN_LINEAR);
        assert_non_null(strstr(world.error.message, "at most 6 stages"));
        bp_world_clear(&world);
        bp_model_cache_destroy(cache);
    }
    bp_context_destroy(context);
    assert_int_equal(counter.live, 0);
}

static void volume_scales_with_the_cube(void **state) {
    (void)state;
    bp_world world = bp_world_make(NULL, NULL, false, NULL);
    bp_world_add_tube(&world, "tube", "", &TUBE, BP_SKIN_LINEAR);
    bp_measure_args root = bone("joint0");
    float ratio = 0;
    bp_measure_volume(&world, &root, &ratio);
    expect_float(ratio, 1, 1e-6);
    bp_bone_set_scale(bp_world_bone(&world, 0, "joint0"), (bp_vec3){2, 2, 2});
    bp_world_pose(&world);
    bp_measure_volume(&world, &root, &ratio);
    expect_float(ratio, 8, 1e-5);
    bp_world_clear(&world);
}

static void ik_arm_has_a_target(void **state) {
    (void)state;
    bp_world world = bp_world_make(NULL, NULL, true, NULL);
    bp_stage *stage = bp_world_add_ik_arm(&world, "arm", "", 1.5f);
    expect_no_error(&world.error);
    assert_int_equal(bp_skeleton_rules(stage->skeleton), BP_RULES_ENGINE);
    assert_null(bp_bone_parent(bp_world_bone(&world, 0, "target")));
    float length[2] = {7, 7};
    bp_measure_bone_length(&world, &(bp_measure_args){.bone = "joint1"}, length);
    expect_floats(length, ((const float[]){0, 0}), 2, 0);
    bp_measure_bone_length(&world, &(bp_measure_args){.bone = "joint0"}, length);
    expect_floats(length, ((const float[]){1.5f, 1}), 2, 1e-6);
    bp_world_clear(&world);
}

static void a_stage_without_mesh_has_no_volume(void **state) {
    (void)state;
    bp_error error = {0};
    bp_world world = bp_world_make(NULL, NULL, false, NULL);
    bp_world_add_stage(&world, "bones", "", NULL, bp_tube_skeleton(NULL, NULL, 1, 1, 0, &error));
    float ratio = 0;
    bp_measure_volume(&world, &(bp_measure_args){0}, &ratio);
    expect_error(&world.error, BP_ERROR_ARGUMENT, "no mesh to measure a volume of");
    bp_world_clear(&world);
}

static bool add_stages(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    if (!context) return false;
    bp_world world = bp_world_make(context, NULL, false, NULL);
    bp_world_add_tube(&world, "tube", "", &TUBE, BP_SKIN_DUAL_QUATERNION);
    bp_world_add_ik_arm(&world, "arm", "", 1);
    float ratio = 0;
    if (world.error.kind == BP_ERROR_NONE) bp_measure_volume(&world, &(bp_measure_args){0}, &ratio);
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
        cmocka_unit_test(tube_has_bones_and_stripes),         cmocka_unit_test(tubes_are_cached),
        cmocka_unit_test(different_tubes_are_not_shared),     cmocka_unit_test(a_seventh_stage_frees_its_tube),
        cmocka_unit_test(volume_scales_with_the_cube),        cmocka_unit_test(ik_arm_has_a_target),
        cmocka_unit_test(a_stage_without_mesh_has_no_volume), cmocka_unit_test(out_of_memory_is_reported)};
    return cmocka_run_group_tests_name("tube", tests, NULL, NULL);
}
