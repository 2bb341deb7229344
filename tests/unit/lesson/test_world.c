/* The world of a lesson: stages, models, nodes, files, chains of boxes, errors of bad calls. No test may leak. */
#include "mesh/editing.h"
#include "lesson/world.h"
#include "mesh/editing.h"
#include "mesh/shapes.h"
#include "support/allocator.h"
#include "support/folder.h"
#include <bindpose/gltf.h>
#include <bindpose/lesson_session.h>
#include <math.h>

typedef struct fixture {
    test_allocator counter;
    bp_context *context;
    bp_model_cache *cache;
    bp_world world;
} fixture;

static void open_fixture(fixture *b) {
    bp_error error = {0};
    *b = (fixture){.context = NULL};
    b->context = bp_context_create(
        &(bp_context_options){.threads = 1, .allocator = test_allocator_hook(&b->counter)}, &error);
    assert_non_null(b->context);
    b->cache = bp_model_cache_create(b->context, &error);
    b->world = bp_world_make(b->context, NULL, false, b->cache);
}

static void close_fixture(fixture *b) {
    bp_world_clear(&b->world);
    bp_model_cache_destroy(b->cache);
    bp_context_destroy(b->context);
    assert_int_equal(b->counter.live, 0);
}

/* Expects that the world failed with these words, and clears the failure. */
static void expect_failure(fixture *b, const char *words) {
    if (b->world.error.kind != BP_ERROR_ARGUMENT || !strstr(b->world.error.message, words))
        fail_msg("the world says \"%s\", expected \"%s\"", b->world.error.message, words);
    b->world.error = (bp_error){0};
}

static void test_six_stages_at_most(void **state) {
    (void)state;
    fixture b;
    open_fixture(&b);
    bp_error error = {0};
    for (int i = 0; i < BP_STAGE_MAX; i++)
        assert_non_null(bp_world_add_character(&b.world, "x", "", BP_BIND_NATURAL));
    assert_int_equal(b.world.error.kind, BP_ERROR_NONE);
    bp_stage *last = &b.world.stages[BP_STAGE_MAX - 1];
    /* Further calls return the last stage and free their arguments. */
    assert_ptr_equal(bp_world_add_character(&b.world, "x", "", BP_BIND_NATURAL), last);
    expect_failure(&b, "a lesson has at most 6 stages");
    bp_model *model = bp_character_model(b.context, BP_BIND_NATURAL, &error);
    assert_ptr_equal(bp_world_add_model(&b.world, "x", "", model), last);
    expect_failure(&b, "a lesson has at most 6 stages");
    assert_ptr_equal(bp_world_add_file(&b.world, "x", "", "assets/character.glb"), last);
    expect_failure(&b, "a lesson has at most 6 stages");
    assert_int_equal(b.world.stage_count, BP_STAGE_MAX);
    close_fixture(&b);
}

/* NULL from a failed call makes an empty stage. */
static void test_empty_stages(void **state) {
    (void)state;
    fixture b;
    open_fixture(&b);
    bp_stage *stage = bp_world_add_stage(&b.world, "empty", "", NULL, NULL);
    assert_true(stage->skeleton == NULL && stage->figure == NULL);
    stage = bp_world_add_model(&b.world, "no model", "", NULL);
    assert_true(stage->model == NULL && stage->figure == NULL);
    stage = bp_world_add_file(&b.world, "no file", "", "nowhere.glb");
    assert_true(stage->model == NULL && stage->figure == NULL);
    assert_int_equal(b.world.error.kind, BP_ERROR_INPUT);
    b.world.error = (bp_error){0};
    bp_world_pose(&b.world);
    assert_int_equal(b.world.error.kind, BP_ERROR_NONE);
    int panel_stage = 7;
    static const bp_step steps[] = {{.caption = "x"},
                                    {.caption = "y", .bone = "arm", .stage = 9},
                                    {.caption = "z", .bone = "arm", .stage = -1}};
    const bp_lesson_plan plan = {.steps = steps, .step_count = 3};
    for (int step = 0; step < 3; step++) {
        assert_null(bp_world_panel_bone(&b.world, &plan, step, &panel_stage));
        assert_int_equal(panel_stage, 0); /* the first stage, in place of one that doesn't exist */
    }
    close_fixture(&b);
}

/* bp_world_prepare prepares skeletons without skinning: bones without a mesh, bones with a tube, and bones with
 * a mesh that has no weights. */
static void test_prepares_bones(void **state) {
    (void)state;
    fixture b;
    open_fixture(&b);
    bp_error error = {0};
    bp_mesh *still =
        bp_shape_sphere(bp_context_allocator(b.context), &(bp_sphere_options){.radius = 1}, &error);
    bp_stage *stages[] = {
        bp_world_add_stage(&b.world, "bones", "", NULL, bp_tube_skeleton(b.context, NULL, 2, 1, 0, &error)),
        bp_world_add_tube(&b.world, "tube", "", &(bp_tube_options){.length = 2, .joints = 2}, BP_SKIN_LINEAR),
        bp_world_add_stage(&b.world, "still", "", still, bp_tube_skeleton(b.context, NULL, 2, 1, 0, &error))};
    assert_int_equal(b.world.error.kind, BP_ERROR_NONE);
    for (int i = 0; i < 3; i++)
        bp_bone_set_position(bp_skeleton_bone_by_id(stages[i]->skeleton, 0), (bp_vec3){7, 0, 0});
    bp_world_prepare(&b.world);
    for (int i = 0; i < 3; i++) {
        bp_mat4 moved = bp_bone_final(bp_skeleton_bone_by_id(stages[i]->skeleton, 1));
        /* Final moves by 7 along X. A mesh without weights needs no final matrices. */
        expect_float(moved.m[12], i < 2 ? 7 : 0, 1e-6);
    }
    close_fixture(&b);
}

static void test_eight_nodes_at_most(void **state) {
    (void)state;
    fixture b;
    open_fixture(&b);
    bp_world_add_character(&b.world, "x", "", BP_BIND_NATURAL);
    bp_node *parent = NULL;
    for (int i = 0; i < BP_STAGE_NODE_MAX; i++) {
        parent = bp_world_add_node(&b.world, 0, "node", parent);
        assert_ptr_equal(b.world.stages[0].nodes[i], parent);
    }
    assert_null(bp_world_add_node(&b.world, 0, "one more", NULL));
    expect_failure(&b, "stage 1: at most 8 nodes");
    close_fixture(&b);
}

static void test_chains_of_boxes(void **state) {
    (void)state;
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    static const bp_vec3 positions[8] = {{0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0},
                                         {0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}};
    static const int wrong[] = {0, -1, 9};
    fixture b;
    open_fixture(&b);
    for (size_t i = 0; i < BP_COUNT(wrong); i++) {
        bp_stage *stage = bp_world_add_box_chain(&b.world, "x", "", names, positions, wrong[i]);
        assert_true(stage && stage->mesh == NULL && stage->skeleton == NULL);
        char words[80];
        snprintf(words, sizeof words, "a chain of boxes has 1 to 8 of them, not %d", wrong[i]);
        expect_failure(&b, words);
    }
    bp_world_clear(&b.world);
    b.world = bp_world_make(b.context, NULL, false, b.cache);
    bp_stage *stage = bp_world_add_box_chain(&b.world, "x", "", names, positions, 8);
    assert_int_equal(b.world.error.kind, BP_ERROR_NONE);
    assert_int_equal(bp_skeleton_count(stage->skeleton), 8);
    /* Eight boxes of 0.45 m, a metre apart: from 1 - 0.225 to 8 + 0.225. */
    bp_bounds bounds = bp_mesh_bounds(stage->mesh);
    expect_float(bounds.lo.y, 0.775, 1e-5);
    expect_float(bounds.hi.y, 8.225, 1e-5);
    close_fixture(&b);
}

/* The cache has four entries, each for one file and stage. A second call returns the cached model, at rest. */
static void test_files_are_cached(void **state) {
    (void)state;
    fixture b;
    bp_error error = {0};
    char folder[512], path[5][600];
    open_fixture(&b);
    test_folder_make(folder, sizeof folder);
    bp_model *model = bp_character_model(b.context, BP_BIND_NATURAL, &error);
    for (int i = 0; i < 5; i++) {
        char name[16];
        snprintf(name, sizeof name, "%d.glb", i);
        test_path(path[i], sizeof path[i], folder, name);
        assert_true(bp_gltf_write(b.context, model, path[i], NULL, &error));
    }
    bp_model_destroy(model);
    bp_posed_model *first = bp_model_cache_get(b.cache, path[0], 0, &error),
                   *other = bp_model_cache_get(b.cache, path[0], 1, &error);
    assert_true(first && other && first != other); /* two stages with one file have a model each */
    assert_ptr_equal(bp_model_cache_get(b.cache, path[0], 0, &error), first);
    assert_non_null(bp_model_cache_get(b.cache, path[1], 0, &error));
    assert_null(bp_model_cache_get(b.cache, "nowhere.glb", 0, &error));
    expect_text_contains(error.place, "nowhere.glb");
    assert_non_null(bp_model_cache_get(b.cache, path[2], 0, &error)); /* the failed call used no entry */
    assert_null(bp_model_cache_get(b.cache, path[3], 0, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "a lesson reads at most 4 files");
    assert_ptr_equal(bp_model_cache_get(b.cache, path[0], 1, &error), other);
    test_folder_remove(folder);
    close_fixture(&b);
}

static void test_only_models_have_clips(void **state) {
    (void)state;
    fixture b;
    bp_error error = {0};
    open_fixture(&b);
    bp_world_add_character(&b.world, "no model", "", BP_BIND_NATURAL);
    bp_world_sample_clip(&b.world, 0, 0, 0);
    expect_failure(&b, "stage 1 shows no model");
    bp_world_add_model(&b.world, "model", "", bp_character_model(b.context, BP_BIND_NATURAL, &error));
    bp_world_sample_clip(&b.world, 1, -1, 0);
    assert_int_equal(b.world.error.kind, BP_ERROR_NONE);
    bp_world_sample_clip(&b.world, 1, 0, 0); /* it has no clip */
    assert_int_equal(b.world.error.kind, BP_ERROR_ARGUMENT);
    b.world.error = (bp_error){0};
    bp_world_pose(&b.world);
    assert_int_equal(b.world.error.kind, BP_ERROR_NONE);
    close_fixture(&b);
}

static bool add_stages(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    bp_context *context =
        bp_context_create(&(bp_context_options){.threads = 1, .allocator = *allocator}, error);
    bp_model_cache *cache = context ? bp_model_cache_create(context, error) : NULL;
    if (!cache) {
        bp_context_destroy(context);
        return false;
    }
    bp_world world = bp_world_make(context, NULL, false, cache);
    bp_world_add_file(&world, "file", "", "assets/character.glb");
    bp_world_add_model(&world, "model", "",
                       bp_character_model(context, BP_BIND_NATURAL, bp_world_error_slot(&world)));
    bp_world_add_character(&world, "character", "", BP_BIND_NATURAL);
    bp_world_pose(&world);
    *error = world.error;
    bool ok = world.error.kind == BP_ERROR_NONE;
    bp_world_clear(&world);
    bp_model_cache_destroy(cache);
    bp_context_destroy(context);
    return ok;
}

static void test_out_of_memory_is_reported(void **state) {
    (void)state;
    assert_true(test_each_allocation_fails(add_stages, NULL) > 30);
}

/* Every measure fails on an empty stage, with a message that names the stage. */
static void test_measures_of_an_empty_stage(void **state) {
    (void)state;
    static const struct {
        bp_measure *measure;
        const char *message;
    } all[] = {
        {bp_measure_rotation_z, "stage 1 has no bone named arm"},
        {bp_measure_position, "stage 1 has no bone named arm"},
        {bp_measure_height, "stage 1 has no bone named arm"},
        {bp_measure_matrix, "stage 1 has no bone named arm"},
        {bp_measure_identity_error, "stage 1 has no bones"},
        {bp_measure_vertex_difference, "stages 1 and 2 can't be compared"},
        {bp_measure_pixel_difference, "stages 1 and 2 can't be compared"},
        {bp_measure_chain, "stage 1 has no bone named arm"},
        {bp_measure_bone_length, "stage 1 has no bone named arm"},
        {bp_measure_bone_ends, "stage 1 has no bone named arm"},
        {bp_measure_bone_tip, "stage 1 has no bone named arm"},
        {bp_measure_volume, "stage 1 has no mesh to measure a volume of"},
        {bp_measure_stale_and_x, "stage 1 has no bone named arm"},
        {bp_measure_euler, "stage 1 has no bone named arm"},
        {bp_measure_bind_removed_locally, "stage 1 has no bone named arm"},
        {bp_measure_trs, "stage 1 has no bone named arm"},
        {bp_measure_mesh_counts, "stage 1 has no mesh"},
        {bp_measure_write_counts, "stage 1 has no bone named arm"},
        {bp_measure_changed_entries, "stage 1 has no bone named arm"},
        {bp_measure_ring_width, "stage 1 has no tube"},
        {bp_measure_ring_rotation, "stage 1 has no tube"},
        {bp_measure_vertex_mesh, "stage 1 has no skinned vertex 1"},
        {bp_measure_vertex_skinned, "stage 1 has no skinned vertex 1"},
    };
    fixture b;
    open_fixture(&b);
    bp_world_add_stage(&b.world, "empty", "", NULL, NULL);
    bp_world_add_character(&b.world, "other", "", BP_BIND_NATURAL);
    for (size_t i = 0; i < BP_COUNT(all); i++) {
        float values[BP_CLAIM_VALUE_MAX] = {0};
        all[i].measure(&b.world, &(bp_measure_args){.bone = "arm", .other = 1, .matrix = bp_bone_local},
                       values);
        if (!strstr(b.world.error.message, all[i].message))
            fail_msg("measure %zu says \"%s\"", i, b.world.error.message);
        expect_failure(&b, all[i].message);
    }
    bp_world_rotate(&b.world, 0, "arm", (bp_vec3){0, 0, 1}, 30);
    expect_failure(&b, "stage 1 has no bone named arm");
    /* The first failure is kept. */
    bp_world_fail(&b.world, "first %d", 1);
    bp_world_fail(&b.world, "second");
    expect_failure(&b, "first 1");
    close_fixture(&b);
}

/* An unknown name returns the first bone and fails the world. */
static void test_bones_by_name(void **state) {
    (void)state;
    fixture b;
    open_fixture(&b);
    bp_world_add_character(&b.world, "x", "", BP_BIND_NATURAL);
    assert_ptr_equal(bp_world_bone(&b.world, 0, "tail"),
                     bp_skeleton_bone_by_id(b.world.stages[0].skeleton, 0));
    expect_failure(&b, "stage 1 has no bone named tail");
    assert_ptr_equal(bp_world_bone(&b.world, 0, "boneArmLeft"),
                     bp_skeleton_find(b.world.stages[0].skeleton, "boneArmLeft"));
    assert_int_equal(b.world.error.kind, BP_ERROR_NONE);
    close_fixture(&b);
}

static bp_vec3 from, to;
static void paint_arrow(bp_world *world, bp_painter *painter) {
    (void)world;
    bp_paint_arrow(painter, from, to, painter->theme->here);
}
static bp_bounds extent_of(bp_world *world, const bp_camera *camera) {
    bp_content content;
    bp_world_content(world, &content);
    return bp_stage_extent(&content, 0, camera);
}

/* What is painted belongs to the extent; an arrow without length isn't painted. */
static void test_arrows(void **state) {
    (void)state;
    fixture b;
    open_fixture(&b);
    bp_world_add_character(&b.world, "x", "", BP_BIND_NATURAL);
    bp_world_pose(&b.world);
    const bp_camera front = {.eye = {0, 0, 40}}, left = {.eye = {-40, 0, 0}};
    float right = extent_of(&b.world, &front).hi.x;
    b.world.paint = paint_arrow;
    from = to = (bp_vec3){30, 0, 0};
    assert_true(extent_of(&b.world, &front).hi.x == right);
    from = (bp_vec3){0, 0, 0}, to = (bp_vec3){20, 0, 0};
    expect_float(extent_of(&b.world, &front).hi.x, 20, 1e-5);
    expect_float(extent_of(&b.world, &left).lo.z, -60, 1e-4); /* 20 m behind the plane of the target */
    close_fixture(&b);
}

static void measure_negative(bp_world *world, const bp_measure_args *subject, float *values) {
    (void)world;
    values[0] = subject->stage == 0 ? -0.001f : -0.25f;
}

static void measure_three(bp_world *world, const bp_measure_args *subject, float *values) {
    (void)world, (void)subject;
    values[0] = -0.01f, values[1] = -1.5f, values[2] = 2;
}

static void measure_flag(bp_world *world, const bp_measure_args *subject, float *values) {
    (void)world;
    values[0] = (float)subject->stage;
}

/* A value that rounds to zero has no sign. The default format has four digits. Words stand for 0 and 1. */
static void test_readouts(void **state) {
    (void)state;
    static const struct {
        bp_readout readout;
        const char *expected;
    } all[] = {{{.measure = measure_negative, .format = "%.1f m"}, "0.0 m"},
               {{.measure = measure_negative}, "-0.001"},
               {{.measure = measure_negative, .args = {.stage = 1}}, "-0.25"},
               {{.measure = measure_negative, .args = {.stage = 1}, .format = "%.0f"}, "0"},
               {{.measure = measure_negative, .format = "at %.1f"}, "at 0.0"},
               {{.measure = measure_three, .format = "(%.1f, %.2f, %.0f)"}, "(0.0, -1.50, 2)"},
               {{.measure = measure_flag, .format = "no|yes"}, "no"},
               {{.measure = measure_flag, .args = {.stage = 1}, .format = "no|yes"}, "yes"}};
    fixture b;
    open_fixture(&b);
    for (size_t i = 0; i < BP_COUNT(all); i++) {
        char text[48];
        assert_string_equal(bp_readout_text(&all[i].readout, &b.world, text, sizeof text), all[i].expected);
    }
    char none[1] = "";
    assert_string_equal(bp_readout_text(&all[0].readout, &b.world, none, sizeof none), "");
    close_fixture(&b);
}

/* A point 1 m up and half way to the eye is seen where a point 2 m up in the plane of the target is. */
static void test_extent_in_perspective(void **state) {
    (void)state;
    fixture b;
    open_fixture(&b);
    bp_world_add_stage(&b.world, "x", "", NULL, NULL);
    const bp_camera camera = {.eye = {0, 0, 8}};
    b.world.paint = paint_arrow, from = (bp_vec3){-1, 1, 4}, to = (bp_vec3){3, -2, 0};
    bp_bounds extent = extent_of(&b.world, &camera);
    expect_float(extent.lo.x, -2, 1e-5);
    expect_float(extent.hi.y, 2, 1e-5);
    expect_float(extent.hi.x, 3, 1e-5);
    expect_float(extent.lo.z, -8, 1e-5);
    expect_float(extent.hi.z, -4, 1e-5);
    close_fixture(&b);
}

/* The fitted camera looks the same way from the same depth, and sees all points, some at the picture's edge. */
static void test_extent_fills_the_picture(void **state) {
    (void)state;
    fixture b;
    open_fixture(&b);
    bp_world_add_stage(&b.world, "x", "", NULL, NULL);
    const bp_camera camera = {.eye = {1, 3, 9}, .target = {0.5f, -1, 0}};
    const bp_vec3 points[4] = {{-1, 0, 2}, {2, 3, -1}, {0, -2, 1}, {3, 1, 0}};
    bp_bounds extent = bp_bounds_empty();
    b.world.paint = paint_arrow;
    for (int i = 0; i < 2; i++) {
        from = points[2 * i], to = points[2 * i + 1];
        extent = bp_bounds_union(extent, extent_of(&b.world, &camera));
    }
    const bp_rect views[2] = {{0, 0, 600, 300}, {0, 0, 200, 500}};
    for (int k = 0; k < 2; k++) {
        float aspect = (float)views[k].width / (float)views[k].height, most = 0;
        bp_camera fitted = bp_extent_camera(&camera, extent, aspect);
        expect_float(
            bp_vec3_distance(bp_vec3_sub(fitted.target, fitted.eye), bp_vec3_sub(camera.target, camera.eye)),
            0, 1e-5);
        for (int i = 0; i < 4; i++) {
            bp_vec2 at;
            assert_true(bp_camera_project(&fitted, views[k], points[i], &at, NULL));
            float x = fabsf(2 * at.x / (float)views[k].width - 1),
                  y = fabsf(2 * at.y / (float)views[k].height - 1);
            most = fmaxf(most, fmaxf(x, y));
        }
        assert_true(most <= 1.0001f && most > 0.9f);
    }
    close_fixture(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_six_stages_at_most),
        cmocka_unit_test(test_empty_stages),
        cmocka_unit_test(test_prepares_bones),
        cmocka_unit_test(test_eight_nodes_at_most),
        cmocka_unit_test(test_chains_of_boxes),
        cmocka_unit_test(test_files_are_cached),
        cmocka_unit_test(test_only_models_have_clips),
        cmocka_unit_test(test_out_of_memory_is_reported),
        cmocka_unit_test(test_measures_of_an_empty_stage),
        cmocka_unit_test(test_arrows),
        cmocka_unit_test(test_extent_in_perspective),
        cmocka_unit_test(test_extent_fills_the_picture),
        cmocka_unit_test(test_bones_by_name),
        cmocka_unit_test(test_readouts),
    };
    return cmocka_run_group_tests_name("world", tests, NULL, NULL);
}
