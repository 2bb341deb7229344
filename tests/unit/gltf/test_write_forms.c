/* Writing models of many forms: they are read back unchanged, parts without a form in glTF are left out as
 * documented, and models that glTF can't hold are refused with their field. */
#include "io/json.h"
#include "mesh/editing.h"
#include "support/allocator.h"
#include "support/image.h"
#include "support/test.h"
#include <bindpose/gltf.h>
#include <bindpose/io.h>
#include <bindpose/rig.h>
#include <math.h>

/* Two nodes have the meshes 0 and 1, one node mesh 2 and one mesh 4. No node has mesh 3, and mesh 4 has no
 * vertices. */
enum { SHARED_A, SHARED_B, SINGLE, EMPTY, NODES };
enum { PLATE, PLATE_2, POINTS, SPARE, NO_VERTICES, MESHES };
enum { PLAIN, TEXTURED, TRANSPARENT, IMAGE_MISSING, MATERIALS };
enum { INSTANCES = 6 };

/* A triangle at x, with every vertex attribute. */
static bp_mesh *plate(bp_model *model, float x, const char *name) {
    static const uint32_t corners[] = {0, 1, 2};
    bp_error error = {0};
    const bp_mesh_options options = {.name = name,
                                     .vertex_count = 3,
                                     .index_count = 3,
                                     .attributes =
                                         BP_MESH_NORMALS | BP_MESH_TANGENTS | BP_MESH_UV0 | BP_MESH_UV1};
    bp_mesh *mesh = bp_mesh_create(&model->allocator, &options, &error);
    expect_no_error(&error);
    memcpy(mesh->indices, corners, sizeof corners);
    for (int i = 0; i < 3; i++) {
        mesh->positions[i] = (bp_vec3){x + (float)(i == 1), (float)(i == 2), 0.5f};
        mesh->normals[i] = (bp_vec3){0, 0, 1};
        mesh->tangents[i] = (bp_vec4){1, 0, 0, i == 2 ? -1 : 1};
        mesh->uv[0][i] = (bp_vec2){0.25f * (float)i, 0.5f};
        mesh->uv[1][i] = (bp_vec2){0.5f, 0.125f * (float)i};
    }
    assert_true(bp_mesh_set_morphs(mesh, 2, BP_MESH_NORMALS | BP_MESH_TANGENTS, &error));
    mesh->morphs[0].positions[1] = (bp_vec3){0, 0, x};
    mesh->morphs[1].normals[2] = (bp_vec3){0, 0.5f, 0};
    mesh->morphs[1].tangents[0] = (bp_vec3){0, 0.25f, 0};
    mesh->morphs[1].weight = 0.5f;
    return mesh;
}

static void name_morph(bp_model *model, bp_mesh *mesh, const char *name) {
    bp_free(&mesh->allocator, mesh->morphs[1].name);
    mesh->morphs[1].name = bp_copy_text(&model->allocator, name, NULL);
    assert_non_null(mesh->morphs[1].name);
}

static void add_meshes(bp_model *model) {
    bp_error error = {0};
    model->meshes[PLATE] = plate(model, 1, "plate");
    model->meshes[PLATE_2] = plate(model, 2, "");
    model->meshes[SPARE] = plate(model, 3, "spare");
    name_morph(model, model->meshes[PLATE], "lift");
    model->meshes[POINTS] = bp_mesh_create(&model->allocator, &(bp_mesh_options){.vertex_count = 2}, &error);
    model->meshes[NO_VERTICES] =
        bp_mesh_create(&model->allocator, &(bp_mesh_options){.name = "nothing"}, &error);
    expect_no_error(&error);
    model->meshes[POINTS]->positions[1] = (bp_vec3){7, 8, 9};
    model->meshes[PLATE]->submeshes[0].material = TEXTURED;
    model->meshes[PLATE_2]->submeshes[0].material = TRANSPARENT;
}

static void add_instance(bp_model *model, size_t number, int node, int mesh, int primitive) {
    model->instances[number].node = node;
    model->instances[number].mesh = mesh;
    model->instances[number].primitive = primitive;
}

/* The instances of SHARED_B come first and in reverse order: the writer sorts them by node and primitive.
 */
static void add_instances(bp_model *model) {
    add_instance(model, 0, SHARED_B, PLATE_2, 1);
    add_instance(model, 1, SHARED_B, PLATE, 0);
    add_instance(model, 2, SHARED_A, PLATE, 0);
    add_instance(model, 3, SHARED_A, PLATE_2, 1);
    add_instance(model, 4, SINGLE, POINTS, 0);
    add_instance(model, 5, EMPTY, NO_VERTICES, 0);
    bp_model_instance *instance = &model->instances[2];
    instance->weights = bp_alloc(&model->allocator, 2, sizeof(float), NULL);
    assert_non_null(instance->weights);
    instance->weights[0] = 0.75f;
    instance->weight_count = 2;
}

static void add_surfaces(bp_model *model) {
    bp_rgba8 a = {255, 0, 0, 255}, b = {0, 255, 0, 255};
    model->images[1] = make_checker_image(&model->allocator, 2, 2, 1, a, b);
    model->materials[TEXTURED].texture.image = 1;
    model->materials[TEXTURED].texture.uv_set = 1;
    model->materials[TRANSPARENT].alpha_mode = BP_ALPHA_BLEND;
    model->materials[TRANSPARENT].texture.image = 1;
    model->materials[TRANSPARENT].texture.filter = BP_FILTER_TRILINEAR;
    model->materials[IMAGE_MISSING].texture.image = 0; /* an image that was not loaded */
}

static void add_track(bp_clip *clip, int target, bp_track_kind kind, bp_interpolation how, size_t keys,
                      const double *times, const float *values) {
    bp_track track = {target, kind, how, kind == BP_TRACK_WEIGHTS ? 2 : 0, keys, times, values, NULL};
    assert_true(bp_clip_add(clip, &track, NULL));
}

static bp_clip *new_clip(bp_model *model, const char *name, double rate) {
    bp_clip *clip = bp_clip_create(&model->allocator, &(bp_clip_options){.name = name, .rate = rate}, NULL);
    assert_non_null(clip);
    return clip;
}

/* The second clip has no keys; the third has times in frames, 10 a second. */
static void add_clips(bp_model *model) {
    static const double times[] = {0, 0.5}, frames[] = {5, 10};
    static const float moves[] = {0, 0, 0, 1, 2, 3}, curve[] = {9, 9, 9, 4, 5, 6, 8, 8, 8},
                       turns[] = {0, 0, 0, 1, 0, 1, 0, 0};
    static const float weights[] = {0, 1, 1, 0};
    model->clips[0] = new_clip(model, "all", 0);
    add_track(model->clips[0], SHARED_A, BP_TRACK_POSITION, BP_INTERPOLATION_LINEAR, 2, times, moves);
    add_track(model->clips[0], SHARED_A, BP_TRACK_WEIGHTS, BP_INTERPOLATION_STEP, 2, times, weights);
    add_track(model->clips[0], SINGLE, BP_TRACK_SCALE, BP_INTERPOLATION_CUBIC, 1, times, curve);
    add_track(model->clips[0], SINGLE, BP_TRACK_ROTATION, BP_INTERPOLATION_LINEAR, 0, times, turns);
    model->clips[1] = new_clip(model, "says nothing", 0);
    add_track(model->clips[1], SINGLE, BP_TRACK_ROTATION, BP_INTERPOLATION_LINEAR, 0, times, turns);
    model->clips[2] = new_clip(model, NULL, 10);
    add_track(model->clips[2], SINGLE, BP_TRACK_ROTATION, BP_INTERPOLATION_LINEAR, 2, frames, turns);
}

static bp_model *make_model(const bp_context *context) {
    bp_error error = {0};
    const bp_model_counts counts = {.nodes = NODES,
                                    .meshes = MESHES,
                                    .images = 2,
                                    .materials = MATERIALS,
                                    .instances = INSTANCES,
                                    .clips = 3};
    bp_model *model = bp_model_create(bp_context_allocator(context), "forms", &counts, &error);
    expect_no_error(&error);
    for (int i = 0; i < NODES; i++) {
        model->nodes[i] = bp_node_create(context, "", NULL, &error);
        expect_no_error(&error);
    }
    bp_node_set_position(model->nodes[SHARED_B], (bp_vec3){0, 5, 0});
    bp_node_set_rotation(model->nodes[SHARED_B], (bp_quat){0, 0, 1, 0});
    bp_node_set_scale(model->nodes[SHARED_B], (bp_vec3){1, 1, 2});
    add_meshes(model);
    add_instances(model);
    add_surfaces(model);
    add_clips(model);
    return model;
}

/* ---- round trip ---------------------------------------------------------------------------------*/

/* Writes the model as JSON text, to inspect it. The caller frees the result. */
static bp_json *write_and_parse(const bp_model *model, const bp_gltf_write_options *more, bp_model **back) {
    bp_gltf_write_options options = more ? *more : (bp_gltf_write_options){0};
    options.container = BP_GLTF_EMBEDDED;
    bp_file out = {0};
    bp_error error = {0};
    if (!bp_gltf_write_memory(NULL, model, &options, &out, &error))
        fail_msg("%s: %s", error.place, error.message);
    bp_json *json = bp_json_parse((const char *)out.data, out.size, 0, "written", &error);
    expect_no_error(&error);
    bp_gltf_notes notes = {0};
    if (back && !bp_gltf_read_memory(NULL, out.data, out.size, "written", NULL, NULL, back, &notes, &error))
        fail_msg("%s: %s", error.place, error.message);
    for (size_t i = 0; i < notes.kept; i++)
        fail_msg("read with a note at %s: %s", notes.notes[i].place, notes.notes[i].message);
    bp_gltf_notes_clear(&notes);
    bp_file_free(NULL, &out);
    return json;
}

static void drop(bp_json *json, bp_model *back, bp_model *model) {
    bp_json_destroy(json);
    bp_model_destroy(back);
    bp_model_destroy(model);
}

static const bp_json *at(const bp_json *json, const char *array, size_t index) {
    const bp_json *found = bp_json_item(bp_json_member(json, array), index);
    if (!found) fail_msg("there is no %s[%zu]", array, index);
    return found;
}

static const char *text(const bp_json *object, const char *key) {
    return bp_json_text_or(bp_json_member(object, key), "");
}

static double number(const bp_json *object, const char *key) {
    return bp_json_number_or(bp_json_member(object, key), -1);
}

/* The file has three meshes: SHARED_A and SHARED_B share one, with two primitives. */
static void test_meshes(void **state) {
    (void)state;
    bp_model *model = make_model(NULL), *back = NULL;
    bp_json *json = write_and_parse(model, NULL, &back);
    assert_int_equal(bp_json_count(bp_json_member(json, "meshes")), 3);
    assert_int_equal(bp_json_count(bp_json_member(at(json, "meshes", 0), "primitives")), 2);
    assert_string_equal(text(at(json, "meshes", 0), "name"), "plate");
    const bp_json *names = bp_json_member(bp_json_member(at(json, "meshes", 0), "extras"), "targetNames");
    assert_string_equal(bp_json_text_or(bp_json_item(names, 0), "?"), "");
    assert_string_equal(bp_json_text_or(bp_json_item(names, 1), "?"), "lift");
    assert_null(bp_json_member(at(json, "meshes", 2), "extras"));
    assert_true(number(at(at(json, "meshes", 1), "primitives", 0), "mode") == 0);
    assert_true(number(at(json, "nodes", SHARED_A), "mesh") == 0 &&
                number(at(json, "nodes", SHARED_B), "mesh") == 0);
    assert_true(number(at(json, "nodes", SINGLE), "mesh") == 1 &&
                number(at(json, "nodes", EMPTY), "mesh") == -1);
    /* In the file's order: the two primitives of the shared mesh, the points, the mesh without a node. */
    static const int order[] = {PLATE, PLATE_2, POINTS, SPARE};
    assert_int_equal(back->mesh_count, 4);
    for (size_t i = 0; i < 4; i++) {
        const bp_mesh *got = back->meshes[i], *expected = model->meshes[order[i]];
        size_t n = expected->vertex_count;
        assert_int_equal(got->vertex_count, n);
        expect_bytes(got->positions, expected->positions, n * sizeof *got->positions);
        if (order[i] == POINTS) continue;
        expect_bytes(got->tangents, expected->tangents, n * sizeof *got->tangents);
        expect_bytes(got->uv[0], expected->uv[0], n * sizeof *got->uv[0]);
        expect_bytes(got->uv[1], expected->uv[1], n * sizeof *got->uv[1]);
        expect_bytes(got->morphs[0].positions, expected->morphs[0].positions, n * sizeof(bp_vec3));
        expect_bytes(got->morphs[1].normals, expected->morphs[1].normals, n * sizeof(bp_vec3));
        expect_bytes(got->morphs[1].tangents, expected->morphs[1].tangents, n * sizeof(bp_vec3));
    }
    drop(json, back, model);
}

static void test_instances(void **state) {
    (void)state;
    bp_model *model = make_model(NULL), *back = NULL;
    model->instances[4].outside_scene = true;
    bp_json *json = write_and_parse(model, NULL, &back);
    /* Two instances at each of the nodes that share a mesh, one at the single node, none at the node with the
     * empty mesh. */
    static const int expected[][2] = {
        {SHARED_A, 0}, {SHARED_A, 1}, {SHARED_B, 0}, {SHARED_B, 1}, {SINGLE, 2}};
    assert_int_equal(back->instance_count, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(back->instances[i].node, expected[i][0]);
        assert_int_equal(back->instances[i].mesh, expected[i][1]);
        assert_int_equal(back->instances[i].outside_scene, expected[i][0] == SINGLE);
    }
    assert_int_equal(back->instances[0].weight_count, 2);
    assert_true(back->instances[0].weights[0] == 0.75f && back->instances[0].weights[1] == 0);
    assert_null(back->instances[2].weights);
    assert_null(bp_json_member(at(json, "nodes", SHARED_A), "translation"));
    assert_true(bp_json_number_or(bp_json_item(bp_json_member(at(json, "nodes", SHARED_B), "scale"), 2), 0) ==
                2);
    drop(json, back, model);
}

/* The image that was not loaded and its texture are left out; two different samplers stay two. */
static void test_surfaces(void **state) {
    (void)state;
    bp_model *model = make_model(NULL), *back = NULL;
    bp_json *json = write_and_parse(model, NULL, &back);
    assert_int_equal(bp_json_count(bp_json_member(json, "images")), 1);
    assert_int_equal(bp_json_count(bp_json_member(json, "samplers")), 2);
    assert_int_equal(bp_json_count(bp_json_member(json, "textures")), 2);
    assert_null(bp_json_member(json, "extensionsUsed"));
    assert_int_equal(back->material_count, MATERIALS);
    assert_int_equal(back->materials[PLAIN].texture.image, -1);
    assert_int_equal(back->materials[TEXTURED].texture.image, 0);
    assert_int_equal(back->materials[TEXTURED].texture.uv_set, 1);
    assert_int_equal(back->materials[TRANSPARENT].alpha_mode, BP_ALPHA_BLEND);
    assert_int_equal(back->materials[TRANSPARENT].texture.filter, BP_FILTER_TRILINEAR);
    assert_int_equal(back->materials[IMAGE_MISSING].texture.image, -1);
    drop(json, back, model);
}

static void test_clips(void **state) {
    (void)state;
    bp_model *model = make_model(NULL), *back = NULL;
    bp_json *json = write_and_parse(model, NULL, &back);
    assert_int_equal(back->clip_count, 2);
    assert_string_equal(bp_clip_name(back->clips[0]), "all");
    assert_int_equal(bp_clip_track_count(back->clips[0]), 3);
    /* A curve with one key is a constant: the value between the tangents. */
    const bp_track *scale = bp_clip_track(back->clips[0], 2);
    assert_int_equal(scale->interpolation, BP_INTERPOLATION_STEP);
    expect_floats(scale->values, ((const float[]){4, 5, 6}), 3, 0);
    const bp_json *first = at(json, "animations", 0);
    assert_true(number(at(first, "samplers", 0), "input") == number(at(first, "samplers", 1), "input"));
    assert_true(number(at(first, "samplers", 0), "input") != number(at(first, "samplers", 2), "input"));
    /* Frames 5 and 10, at 10 a second. */
    assert_null(bp_json_member(at(json, "animations", 1), "name"));
    const bp_track *turn = bp_clip_track(back->clips[1], 0);
    assert_true(turn->times[0] == 0.5 && turn->times[1] == 1.0);
    drop(json, back, model);
}

static void test_asset(void **state) {
    (void)state;
    bp_model *model = make_model(NULL);
    const bp_gltf_write_options options = {.generator = "loom 1", .copyright = "© weaver"};
    bp_json *json = write_and_parse(model, &options, NULL);
    const bp_json *asset = bp_json_member(json, "asset");
    assert_string_equal(text(asset, "generator"), "loom 1");
    assert_string_equal(text(asset, "copyright"), "© weaver");
    bp_json_destroy(json);
    json = write_and_parse(model, NULL, NULL);
    assert_string_equal(text(bp_json_member(json, "asset"), "generator"), "Bindpose " BP_VERSION);
    assert_null(bp_json_member(bp_json_member(json, "asset"), "copyright"));
    bp_json_destroy(json);
    bp_model_destroy(model);
}

/* 65,536 vertices need 32-bit indices; joints from 256 on need 16 bits. */
static void test_wide_numbers(void **state) {
    (void)state;
    enum { VERTICES = 65536, JOINTS = 258 };
    static const uint32_t corners[] = {0, 1, VERTICES - 1};
    bp_error error = {0};
    const bp_model_counts counts = {
        .nodes = JOINTS + 1, .meshes = 1, .skeletons = 1, .skins = 1, .instances = 1};
    bp_model *model = bp_model_create(NULL, "wide", &counts, &error), *back = NULL;
    bp_model_skin *skin = &model->skins[0];
    bp_skeleton *skeleton = model->skeletons[0] = bp_skeleton_create(NULL, NULL, &error);
    skin->nodes = bp_alloc(&model->allocator, JOINTS, sizeof(int), &error);
    skin->bones = bp_alloc(&model->allocator, JOINTS, sizeof(int), &error);
    expect_no_error(&error);
    skin->joint_count = JOINTS, skin->skeleton = 0;
    skin->name = bp_copy_text(&model->allocator, "long", &error);
    for (int i = 0; i <= JOINTS; i++) {
        model->nodes[i] =
            bp_node_create(NULL, "", i == 0 || i == JOINTS ? NULL : model->nodes[i - 1], &error);
        if (i == JOINTS) break;
        assert_non_null(bp_skeleton_add(skeleton, NULL, &error));
        skin->nodes[i] = skin->bones[i] = i;
    }
    bp_mesh *mesh = model->meshes[0] = bp_mesh_create(
        NULL, &(bp_mesh_options){.vertex_count = VERTICES, .index_count = 3, .influences = 1}, &error);
    expect_no_error(&error);
    memcpy(mesh->indices, corners, sizeof corners);
    for (size_t i = 0; i < VERTICES; i++) mesh->weights[i] = 1;
    mesh->joints[1] = 257;
    model->instances[0] = (bp_model_instance){.node = JOINTS, .mesh = 0, .skin = 0};
    bp_json *json = write_and_parse(model, NULL, &back);
    expect_bytes(back->meshes[0]->indices, corners, sizeof corners);
    assert_int_equal(back->meshes[0]->joints[back->meshes[0]->influences], 257);
    assert_string_equal(text(at(json, "skins", 0), "name"), "long");
    drop(json, back, model);
}

/* ---- refusals -----------------------------------------------------------------------------------*/

static const double TIMES[] = {0, 1};
static const float VALUES[16] = {1, 1, 1, 1, 1, 1};

static void break_mesh(bp_model *model, int how) {
    bp_mesh *mesh = model->meshes[PLATE];
    switch (how) {
    case 0: mesh->tangents[1].y = 1; break;
    case 1: mesh->tangents[2].w = 0; break;
    case 2: bp_free(&mesh->allocator, mesh->normals), mesh->normals = NULL; break;
    case 3: bp_free(&mesh->allocator, mesh->uv[0]), mesh->uv[0] = NULL; break;
    case 4: mesh->morphs[0].weight = NAN; break;
    case 5: mesh->morphs[1].weight = 0.25f; break;
    case 6: assert_true(bp_mesh_set_morphs(mesh, 1, 0, NULL)), model->instances[2].weight_count = 0; break;
    case 7: mesh->morphs[1].normals[0].x = INFINITY; break;
    case 8: mesh->morphs[1].tangents[0].x = NAN; break;
    case 9: mesh->uv[1][1].y = INFINITY; break;
    default: mesh->normals[2].z = 1.1f; break;
    }
}

static void break_rest(bp_model *model, int how) {
    static const float still[] = {0, 0, 0, 2, 0, 0, 0, 1};
    static const double early[] = {-1, 1}, near[] = {1, 1 + 1e-12};
    static const uint8_t modes[] = {BP_INTERPOLATION_STEP, BP_INTERPOLATION_STEP};
    bp_clip *clip = model->clips[0];
    bp_material *material = &model->materials[TEXTURED];
    switch (how) {
    case 0: add_track(clip, 77, BP_TRACK_POSITION, BP_INTERPOLATION_LINEAR, 2, TIMES, VALUES); break;
    case 1: add_track(clip, EMPTY, BP_TRACK_WEIGHTS, BP_INTERPOLATION_LINEAR, 2, TIMES, VALUES); break;
    case 2: add_track(clip, SINGLE, BP_TRACK_WEIGHTS, BP_INTERPOLATION_LINEAR, 2, TIMES, VALUES); break;
    case 3: add_track(clip, SHARED_B, BP_TRACK_ROTATION, BP_INTERPOLATION_LINEAR, 2, TIMES, still); break;
    case 4: add_track(clip, SHARED_B, BP_TRACK_SCALE, BP_INTERPOLATION_LINEAR, 2, early, VALUES); break;
    case 5: add_track(clip, SHARED_B, BP_TRACK_SCALE, BP_INTERPOLATION_LINEAR, 2, near, VALUES); break;
    case 6: {
        const bp_track mixed = {SHARED_B, BP_TRACK_SCALE, BP_INTERPOLATION_LINEAR, 0, 2, TIMES,
                                VALUES,   modes};
        assert_true(bp_clip_add(clip, &mixed, NULL));
        break;
    }
    case 7: material->texture.has_transform = true, material->texture.rotation = NAN; break;
    case 8: material->texture.wrap_v = (bp_wrap)(BP_WRAP_CLAMP + 1); break;
    case 9: material->alpha_mode = BP_ALPHA_MASK, material->alpha_cutoff = -1; break;
    case 10: material->base_color.w = -0.5f; break;
    case 11: model->instances[2].weight_count = 1; break;
    case 12: model->instances[2].weights[1] = NAN; break;
    default: bp_node_set_scale(model->nodes[SINGLE], (bp_vec3){1, NAN, 1}); break;
    }
}

static void refuse(const bp_model *model, const bp_context *context, const char *place, const char *message) {
    bp_file out = {0};
    bp_error error = {0};
    assert_false(bp_gltf_write_memory(context, model, NULL, &out, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, place);
    expect_text_contains(error.message, message);
    assert_null(out.data);
}

typedef void model_change(bp_model *model, int how);
typedef struct refusal {
    const char *place, *message;
} refusal;

static void refuse_each(model_change *change, const refusal *expected, size_t count) {
    for (size_t i = 0; i < count; i++) {
        test_allocator counter = {0};
        bp_context *context = bp_context_create(
            &(bp_context_options){.allocator = test_allocator_hook(&counter), .threads = 1}, NULL);
        bp_model *model = make_model(context);
        change(model, (int)i);
        refuse(model, context, expected[i].place, expected[i].message);
        bp_model_destroy(model);
        bp_context_destroy(context);
        assert_int_equal((long)counter.live, 0);
    }
}

static void test_refused_meshes(void **state) {
    (void)state;
    static const refusal expected[] = {{"meshes[0].tangents", "vertex 1 have the squared length 2"},
                                       {"meshes[0].tangents", "vertex 2 have the w 0"},
                                       {"meshes[0].tangents", "need normals"},
                                       {"meshes[0].uv[1]", "needs uv[0]"},
                                       {"meshes[0].morphs", "target 0 is NaN"},
                                       {"meshes[1].morphs", "differ in number or weights"},
                                       {"meshes[1].morphs", "differ in number or weights"},
                                       {"meshes[0].morphs", "number 0 of element 0 is NaN or infinite"},
                                       {"meshes[0].morphs", "number 0 of element 0 is NaN or infinite"},
                                       {"meshes[0].uv[1]", "number 1 of element 1 is NaN or infinite"},
                                       {"meshes[0].normals", "vertex 2 have the squared length 1.21"}};
    refuse_each(break_mesh, expected, BP_COUNT(expected));
}

static void test_refused_rest(void **state) {
    (void)state;
    static const refusal expected[] = {{"clips[0].tracks[4]", "a node that isn't in the model"},
                                       {"clips[0].tracks[4]", "a node that has no mesh"},
                                       {"clips[0].tracks[4]", "a different number of weights"},
                                       {"clips[0].tracks[4]", "whose length isn't 1"},
                                       {"clips[0].tracks[4]", "before 0 seconds"},
                                       {"clips[0].tracks[4]", "two keys whose times are equal"},
                                       {"clips[0].tracks[4]", "changes its interpolation"},
                                       {"materials[1].texture", "NaN or infinite"},
                                       {"materials[1].texture", "unknown filter or wrap"},
                                       {"materials[1].alpha_cutoff", "is -1"},
                                       {"materials[1].base_color", "-0.5"},
                                       {"instances[2].weights", "has 1 numbers for 2"},
                                       {"instances[2].weights", "NaN"},
                                       {"nodes[2]", "NaN"}};
    refuse_each(break_rest, expected, BP_COUNT(expected));
}

/* A node's parent must be in the model, a node must be in it only once, a node has one skin, a skin at least
 * one joint. */
static void test_refused_trees(void **state) {
    (void)state;
    bp_model *model = make_model(NULL);
    bp_node *stranger = bp_node_create(NULL, "stranger", NULL, NULL), *single = model->nodes[SINGLE];
    assert_true(bp_node_set_parent(single, stranger, NULL));
    refuse(model, NULL, "nodes[2]", "a parent that isn't in the model");
    assert_true(bp_node_set_parent(single, NULL, NULL));
    model->nodes[SINGLE] = model->nodes[SHARED_A];
    refuse(model, NULL, "nodes[", "is also nodes[");
    model->nodes[SINGLE] = single;
    bp_model_destroy(model);
    bp_node_destroy(stranger);

    const bp_model_counts counts = {.nodes = 1, .meshes = 2, .skeletons = 1, .skins = 1, .instances = 2};
    model = bp_model_create(NULL, "skinned", &counts, NULL);
    model->nodes[0] = bp_node_create(NULL, "", NULL, NULL);
    model->skeletons[0] = bp_skeleton_create(NULL, NULL, NULL);
    model->skins[0].skeleton = 0;
    model->meshes[0] = plate(model, 0, "a");
    model->meshes[1] = plate(model, 1, "b");
    model->instances[0] = (bp_model_instance){.mesh = 0, .skin = -1};
    model->instances[1] = (bp_model_instance){.mesh = 1, .skin = 0, .primitive = 1};
    refuse(model, NULL, "instances[1].skin", "in glTF a node has one skin");
    model->instances[1].skin = -1;
    refuse(model, NULL, "skins[0].joint_count", "is 0");
    bp_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_meshes),         cmocka_unit_test(test_instances),
        cmocka_unit_test(test_surfaces),       cmocka_unit_test(test_clips),
        cmocka_unit_test(test_asset),          cmocka_unit_test(test_wide_numbers),
        cmocka_unit_test(test_refused_meshes), cmocka_unit_test(test_refused_rest),
        cmocka_unit_test(test_refused_trees)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
