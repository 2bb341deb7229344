/* Posing a model: nodes and weights from a clip, rest without it, vertices by node and by skin. */
#include "mesh/model_pose.h"
#include "rig/anim/anim.h"
#include "rig/engine.h"
#include "support/allocator.h"
#include "support/engine_forms.h"
#include <bindpose/mesh.h>
#include <bindpose/model.h>
#include <bindpose/rig.h>

/* One node, translated by (0, 0, 5) and scaled by 2 in x, with a triangle whose morph target lifts it by
 * 1. */
static bp_model *make_model(const bp_allocator *allocator, const bp_context *context, bp_error *error) {
    bp_model_counts counts = {.nodes = 1, .meshes = 1, .instances = 1, .clips = 1};
    bp_model *model = bp_model_create(allocator, "one", &counts, error);
    if (!model) return NULL;
    bp_mesh_options options = {
        .vertex_count = 3, .index_count = 3, .attributes = BP_MESH_NORMALS | BP_MESH_TANGENTS};
    bp_clip_options clip_options = {.name = "lift"};
    if (!(model->nodes[0] = bp_node_create(context, "node", NULL, error)) ||
        !(model->node_names[0] = bp_copy_text(allocator, "node", error)) ||
        !(model->meshes[0] = bp_mesh_create(allocator, &options, error)) ||
        !bp_mesh_set_morphs(model->meshes[0], 1, 0, error) ||
        !(model->clips[0] = bp_clip_create(allocator, &clip_options, error))) {
        bp_model_destroy(model);
        return NULL;
    }
    bp_node_set_position(model->nodes[0], bp_vec3_make(0, 0, 5));
    bp_node_set_scale(model->nodes[0], bp_vec3_make(2, 1, 1));
    for (uint32_t i = 0; i < 3; i++) {
        model->meshes[0]->indices[i] = i;
        model->meshes[0]->positions[i] = bp_vec3_make((float)i, 0, 0);
        model->meshes[0]->normals[i] = bp_vec3_make(0.6f, 0.8f, 0);
        model->meshes[0]->tangents[i] = bp_vec4_make(0, 0, 1, 1);
        model->meshes[0]->morphs[0].positions[i] = bp_vec3_make(0, 1, 0);
    }
    model->instances[0].node = model->instances[0].mesh = 0;
    return model;
}

/* From 0 to 2 seconds the node goes to (4, 0, 0), and the weight from 0 to 1. */
static bool add_tracks(bp_clip *clip, bp_error *error) {
    static const double times[2] = {0, 2};
    static const float positions[6] = {0, 0, 0, 4, 0, 0}, weights[2] = {0, 1};
    bp_track position = {.kind = BP_TRACK_POSITION, .key_count = 2, .times = times, .values = positions};
    bp_track weight = {
        .kind = BP_TRACK_WEIGHTS, .width = 1, .key_count = 2, .times = times, .values = weights};
    return bp_clip_add(clip, &position, error) && bp_clip_add(clip, &weight, error);
}

static void test_clip_and_rest(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *model = make_model(NULL, NULL, &error);
    assert_non_null(model);
    assert_true(add_tracks(model->clips[0], &error));
    model->meshes[0]->morphs[0].weight = 0.25f;
    bp_model_pose *pose = bp_model_pose_create(model, &error);
    expect_float(pose->weights[0], 0.25, 0);
    assert_true(bp_model_pose_set(pose, 0, 1.0, &error));
    expect_float(pose->weights[0], 0.5, 1e-7);
    expect_float(bp_node_position(model->nodes[0]).x, 2, 1e-7);
    expect_float(bp_node_position(model->nodes[0]).z, 0, 0);
    expect_float(bp_node_scale(model->nodes[0]).x, 2, 0); /* the clip says nothing about it */
    assert_true(bp_model_pose_set(pose, 0, -1.0, &error));
    expect_float(pose->weights[0], 0, 0);
    assert_true(bp_model_pose_set(pose, -1, 7.0, &error));
    expect_float(pose->weights[0], 0.25, 0);
    expect_float(bp_node_position(model->nodes[0]).z, 5, 0);
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
}

/* A node whose transform stays keeps its world matrix. */
static void test_two_clips_in_turn(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *model = make_model(NULL, NULL, &error);
    assert_true(add_tracks(model->clips[0], &error));
    bp_clip *second = bp_clip_clone(model->clips[0], &error), *both[2] = {model->clips[0], second};
    bp_track late = {.kind = BP_TRACK_SCALE,
                     .key_count = 3,
                     .times = (double[]){0, 1, 5},
                     .values = (float[]){1, 1, 1, 3, 1, 1, 7, 1, 1}};
    assert_true(bp_clip_add(second, &late, &error));
    bp_clip **own = model->clips;
    model->clips = both;
    model->clip_count = 2;
    bp_model_pose *pose = bp_model_pose_create(model, &error);
    for (int i = 0; i < 6; i++) {
        assert_true(bp_model_pose_set(pose, i % 2, 4, &error));
        expect_float(bp_node_position(model->nodes[0]).x, 4, 0);
        expect_float(bp_node_scale(model->nodes[0]).x, i % 2 ? 6 : 2, 0); /* 3 + 3/4 of 4; or rest */
        expect_float(bp_node_world(model->nodes[0]).m[0], i % 2 ? 6 : 2, 0);
    }
    assert_true(bp_model_pose_set(pose, 0, 4, &error));
    bp_node_set_euler(model->nodes[0], bp_vec3_make(0, 0, 0)); /* replaced by rest's quaternion, the same */
    assert_true(bp_model_pose_set(pose, 0, 4, &error));
    assert_false(bp_node_holds_euler(model->nodes[0]));
    expect_float(bp_node_rotation(model->nodes[0]).w, 1, 0);
    bp_model_pose_destroy(pose);
    model->clips = own;
    model->clip_count = 1;
    bp_clip_destroy(second);
    bp_model_destroy(model);
}

/* A batch's bones are the nodes. At 1 s: (2, 0, 0) and the weight 0.5; with as much of the clip at 2 s (4, 0,
 * 0 and 1): 3 and 0.75; with a quarter of either, half of rest, whose weights have no say. */
static void test_a_batch(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *model = make_model(NULL, NULL, &error);
    assert_true(add_tracks(model->clips[0], &error));
    bp_batch *batch = bp_model_batch_create(NULL, model, &error);
    expect_no_error(&error);
    assert_int_equal(bp_batch_bone_count(batch), 1);
    assert_int_equal(bp_batch_palette_count(batch), 0);
    assert_int_equal(bp_batch_weight_count(batch), 1);
    const struct {
        float first, second, x, z, weight;
    } cases[] = {
        {1, 0, 2, 0, 0.5f}, {0.5f, 0.5f, 3, 0, 0.75f}, {0.25f, 0.25f, 1.5f, 2.5f, 0.75f}, {0, 0, 0, 5, -1}};
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        const bp_batch_layer layers[2] = {{.time = 1, .weight = cases[i].first},
                                          {.time = 2, .weight = cases[i].second}};
        bp_trs local;
        bp_mat4 absolute;
        float weight = -1; /* stays where no layer holds it */
        bp_batch_job job = {.count = 1,
                            .layers = layers,
                            .layer_count = 2,
                            .locals = &local,
                            .absolutes = &absolute,
                            .weights = &weight};
        assert_true(bp_batch_run(batch, &job, &error));
        expect_floats(&local.position.x, ((float[]){cases[i].x, 0, cases[i].z}), 3, 1e-6);
        expect_floats(&absolute.m[12], ((float[]){cases[i].x, 0, cases[i].z}), 3, 1e-6);
        expect_float(absolute.m[0], 2, 1e-6);
        expect_float(weight, cases[i].weight, 1e-6);
    }
    bp_batch_destroy(batch);
    bp_model_destroy(model);
}

/* A model whose bone follows no node can't have one. */
static void test_no_batch(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *model = bp_model_create(NULL, "m", &(bp_model_counts){.nodes = 1, .skeletons = 1}, &error);
    model->nodes[0] = bp_node_create(NULL, "node", NULL, &error);
    model->skeletons[0] = bp_skeleton_create(NULL, NULL, &error);
    bp_bone *bone = bp_skeleton_add(model->skeletons[0], &(bp_bone_options){.name = "tail"}, &error);
    assert_null(bp_model_batch_create(NULL, model, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "tail");
    bp_bone_link(bone, model->nodes[0]);
    bp_batch *batch = bp_model_batch_create(NULL, model, &error);
    assert_int_equal(bp_batch_palette_count(batch), 1);
    bp_batch_destroy(batch);
    bp_model_destroy(model);
}

/* x twice, y plus half a target, z plus 5; the normal (0.6, 0.8) through the inverse transpose is (0.3, 0.8)
 * over its length, 0.8544. */
static void test_vertices_by_node(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *model = make_model(NULL, NULL, &error);
    bp_model_pose *pose = bp_model_pose_create(model, &error);
    bp_vec3 positions[3], normals[3];
    bp_vec4 tangents[3];
    pose->weights[0] = 0.5f;
    bp_vertex_arrays out = {positions, normals, tangents};
    assert_true(bp_model_pose_vertices(NULL, pose, 0, &out, &error));
    static const float expected[9] = {0, 0.5f, 5, 2, 0.5f, 5, 4, 0.5f, 5};
    expect_floats(&positions[0].x, expected, 9, 1e-6);
    expect_float(normals[1].x, 0.3 / 0.8544004, 1e-6);
    expect_float(normals[1].y, 0.8 / 0.8544004, 1e-6);
    expect_float(tangents[1].z, 1, 1e-6);
    /* The mesh itself is as it was. */
    expect_float(model->meshes[0]->positions[1].x, 1, 0);
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
}

static void test_instance_weights(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *model = make_model(NULL, NULL, &error);
    model->meshes[0]->morphs[0].weight = 0.25f;
    model->instances[0].weights = bp_alloc(NULL, 1, sizeof(float), &error);
    model->instances[0].weights[0] = 0.75f;
    bp_model_pose *pose = bp_model_pose_create(model, &error);
    expect_float(pose->weights[0], 0, 0); /* a count of 0: no weight is given, so all are 0 */
    model->instances[0].weight_count = 1;
    assert_true(bp_model_pose_set(pose, -1, 0, &error));
    expect_float(pose->weights[0], 0.75, 0);
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
}

static void test_wrong_numbers(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *model = make_model(NULL, NULL, &error);
    bp_model_pose *pose = bp_model_pose_create(model, &error);
    bp_vec3 positions[3];
    bp_vertex_arrays out = {.positions = positions};
    assert_false(bp_model_pose_set(pose, 1, 0, &error));
    assert_string_equal(error.place, "clip");
    assert_false(bp_model_pose_set(pose, -2, 0, &error));
    assert_false(bp_model_pose_vertices(NULL, pose, 1, &out, &error));
    assert_string_equal(error.place, "instance");
    bp_model_pose_destroy(pose);
    bp_model_pose_destroy(NULL);
    bp_model_destroy(model);
}

static bool try_posing(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    bp_model *model = context ? make_model(allocator, context, error) : NULL;
    bp_model_pose *pose = model ? bp_model_pose_create(model, error) : NULL;
    bp_vec3 positions[3];
    bp_vertex_arrays out = {.positions = positions};
    bool ok = pose && bp_model_pose_set(pose, 0, 1.0, error) &&
              bp_model_pose_vertices(context, pose, 0, &out, error);
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
    bp_context_destroy(context);
    return ok;
}

static void test_no_memory(void **state) {
    (void)state;
    assert_true(test_each_allocation_fails(try_posing, NULL) > 15);
}

/* A mesh of one vertex at the origin. `count` targets move it along x by 1, 10, 100. */
static bp_mesh *make_dot(size_t count) {
    bp_mesh *mesh = bp_mesh_create(NULL, &(bp_mesh_options){.vertex_count = 1}, NULL);
    assert_true(bp_mesh_set_morphs(mesh, count, 0, NULL));
    for (size_t i = 0; i < count; i++) {
        mesh->morphs[i].positions[0].x = (float[]){1, 10, 100}[i];
        mesh->morphs[i].weight = 0.25f;
    }
    return mesh;
}

/* Three instances at two nodes, with one, three and two targets. The clip animates the second node, which
 * has the last two, and has as many weights as the larger one. */
static void test_several_instances(void **state) {
    (void)state;
    bp_model_counts counts = {.nodes = 2, .meshes = 3, .instances = 3, .clips = 1};
    bp_model *model = bp_model_create(NULL, "three", &counts, NULL);
    static const size_t targets[] = {1, 3, 2};
    for (int i = 0; i < 3; i++) {
        if (i < 2) model->nodes[i] = bp_node_create(NULL, "node", NULL, NULL);
        model->meshes[i] = make_dot(targets[i]);
        model->instances[i] = (bp_model_instance){.node = i > 0, .mesh = i, .skin = -1};
    }
    model->clips[0] = bp_clip_create(NULL, NULL, NULL);
    bp_track track = {.target = 1,
                      .kind = BP_TRACK_WEIGHTS,
                      .width = 3,
                      .key_count = 1,
                      .times = (double[]){0},
                      .values = (float[]){0.5f, 0.75f, 1}};
    assert_true(bp_clip_add(model->clips[0], &track, NULL));
    bp_model_pose *pose = bp_model_pose_create(model, NULL);
    /* At rest each weight is 0.25: 0.25, 27.75, 2.75. Then 0.25 still, 0.5 + 7.5 + 100, 0.5 + 7.5. */
    static const float expected[2][3] = {{0.25f, 27.75f, 2.75f}, {0.25f, 108, 8}};
    for (int clip = -2; clip < 1; clip++) {
        if (clip > -2) assert_true(bp_model_pose_set(pose, clip, 0, NULL)); /* made, it stands at rest */
        for (size_t i = 0; i < 3; i++) {
            bp_vec3 position;
            bp_vertex_arrays out = {.positions = &position};
            assert_true(bp_model_pose_vertices(NULL, pose, i, &out, NULL));
            expect_float(position.x, expected[clip == 0][i], 1e-5);
        }
    }
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
}

/* An instance without a node, or with one beyond the last, in a model that was not checked: it gets its
 * mesh's weights, without a crash. */
static void test_instances_at_no_node(void **state) {
    (void)state;
    bp_error error = {0};
    for (int node = -1; node < 2; node += 2) {
        bp_model *model = make_model(NULL, NULL, &error);
        assert_true(add_tracks(model->clips[0], &error));
        model->meshes[0]->morphs[0].weight = 0.25f;
        model->instances[0].node = node;
        bp_model_pose *pose = bp_model_pose_create(model, &error);
        assert_true(bp_model_pose_set(pose, 0, 1.0, &error));
        expect_float(pose->weights[0], 0.25, 0);
        bp_model_pose_destroy(pose);
        bp_model_destroy(model);
    }
}

static bool is_within(size_t limit, const bp_model *model, double bytes, double steps) {
    bp_error error = {0};
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1, .limit = limit}, NULL);
    bool ok = bp_model_check_limit(context, model, "drawing", bytes, steps, &error);
    bp_context_destroy(context);
    if (!ok) assert_non_null(strstr(error.message, "--limit"));
    return ok;
}

/* Three vertices in one instance of 2,000 bytes, and ten steps a byte of the limit. */
static void test_limit(void **state) {
    (void)state;
    bp_model *model = make_model(NULL, NULL, NULL);
    assert_true(is_within(2300, model, 100, 1));
    assert_false(is_within(2299, model, 100, 1));
    assert_true(is_within(3000, model, 0, 10000));
    assert_false(is_within(2999, model, 0, 10000));
    model->instances[0].outside_scene = true;
    assert_true(is_within(1, model, 100, 1));
    model->instances[0].outside_scene = false;
    /* Without normals: one vertex for each of six corners. */
    bp_mesh_destroy(model->meshes[0]);
    model->meshes[0] = bp_mesh_create(NULL, &(bp_mesh_options){.vertex_count = 3, .index_count = 6}, NULL);
    assert_true(is_within(2600, model, 100, 1));
    assert_false(is_within(2599, model, 100, 1));
    bp_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_limit),
        cmocka_unit_test(test_clip_and_rest),
        cmocka_unit_test(test_two_clips_in_turn),
        cmocka_unit_test(test_a_batch),
        cmocka_unit_test(test_no_batch),
        cmocka_unit_test(test_vertices_by_node),
        cmocka_unit_test(test_instance_weights),
        cmocka_unit_test(test_wrong_numbers),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_several_instances),
        cmocka_unit_test(test_instances_at_no_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
