/* Writing: a written model is read back bit for bit, a model that glTF can't hold is refused with its field,
 * and a lack of memory or disk space leaves no file behind. */
#include "base/folder.h"
#include "rig/anim/anim.h"
#include "support/allocator.h"
#include "support/folder.h"
#include "support/image.h"
#include <bindpose/gltf.h>
#include <bindpose/rig.h>

enum { ROOT, JOINT0, JOINT1, MESH, NODES };

static bool add_track(bp_clip *clip, int target, bp_track_kind kind, bp_interpolation how,
                      const float *values, bp_error *error) {
    static const double times[] = {0, 0.25, 1.5};
    bp_track track = {.target = target, .kind = kind, .interpolation = how, .key_count = 3};
    track.width = kind == BP_TRACK_WEIGHTS ? 2 : 0;
    track.times = times;
    track.values = values;
    return bp_clip_add(clip, &track, error);
}

static bool add_clip(bp_model *model, bp_error *error) {
    static const float turns[] = {0, 0, 0, 1, 0.6f, 0, 0, 0.8f, 0, 0.6f, 0, 0.8f};
    static const float steps[] = {1, 1, 1, 2, 0.3f, 1, 1, 1, 0.1f};
    static const float curve[] = {0, 0, 0, 1, 2, 3, .1f, .2f, .3f, 0, 1, 0, 4, 5,
                                  6, 0, 0, 7, 1, 1, 1,   7,   8,   9, 0, 0, 0};
    static const float weights[] = {0, 1, 0.5f, 0.25f, 1, 0};
    bp_clip *clip = model->clips[0] =
        bp_clip_create(&model->allocator, &(bp_clip_options){.name = "nod"}, error);
    return clip && add_track(clip, JOINT1, BP_TRACK_ROTATION, BP_INTERPOLATION_LINEAR, turns, error) &&
           add_track(clip, JOINT1, BP_TRACK_SCALE, BP_INTERPOLATION_STEP, steps, error) &&
           add_track(clip, JOINT0, BP_TRACK_POSITION, BP_INTERPOLATION_CUBIC, curve, error) &&
           add_track(clip, MESH, BP_TRACK_WEIGHTS, BP_INTERPOLATION_LINEAR, weights, error);
}

static bool add_mesh(bp_model *model, bp_error *error) {
    bp_tube_options options = {.sides = 5, .rings = 4, .joints = 2};
    bp_mesh *mesh = model->meshes[0] = bp_shape_tube(&model->allocator, &options, error);
    if (!mesh || !bp_mesh_add_attributes(mesh, BP_MESH_COLORS, error) ||
        !bp_mesh_set_morphs(mesh, 2, BP_MESH_NORMALS, error))
        return false;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        mesh->colors[i] =
            (bp_rgba8){(uint8_t)(7 * i), (uint8_t)(255 - i), (uint8_t)(i * i), (uint8_t)(100 + i)};
        mesh->morphs[0].positions[i] = (bp_vec3){0.1f * (float)i, 1 / 3.0f, -0.7f};
    }
    mesh->morphs[1].weight = 0.375f;
    mesh->submeshes[0].material = 0;
    return true;
}

static bool add_surface(bp_model *model, bp_error *error) {
    bp_rgba8 a = {250, 10, 20, 255}, b = {1, 2, 3, 128};
    model->images[0] = make_checker_image(&model->allocator, 8, 4, 2, a, b);
    bp_material *material = &model->materials[0];
    material->name = bp_copy_text(&model->allocator, "cloth \"ä\"", error);
    material->base_color = bp_vec4_make(0.1f, 0.2f, 1 / 3.0f, 0.9f);
    material->alpha_mode = BP_ALPHA_MASK;
    material->alpha_cutoff = 0.3f;
    material->double_sided = material->unlit = true;
    material->texture = (bp_texture_info){.image = 0, .filter = BP_FILTER_NEAREST, .wrap_u = BP_WRAP_MIRROR};
    material->texture.wrap_v = BP_WRAP_CLAMP;
    material->texture.has_transform = true;
    material->texture.offset = (bp_vec2){0.1f, 0.7f};
    material->texture.scale = (bp_vec2){2, 0.3f};
    material->texture.rotation = 0.7f;
    return model->images[0] && material->name;
}

static bool add_rig(const bp_context *context, bp_model *model, bp_error *error) {
    static const char *const names[NODES] = {"root", "lower", "upper", "tube"};
    static const int parents[NODES] = {-1, ROOT, JOINT0, -1};
    bp_model_skin *skin = &model->skins[0];
    for (int i = 0; i < NODES; i++) {
        bp_node *parent = parents[i] < 0 ? NULL : model->nodes[parents[i]];
        model->nodes[i] = bp_node_create(context, names[i], parent, error);
        model->node_names[i] = model->nodes[i] ? bp_copy_text(&model->allocator, names[i], error) : NULL;
        if (!model->node_names[i]) return false;
    }
    bp_node_set_position(model->nodes[JOINT1], (bp_vec3){0, 1, 1 / 3.0f});
    bp_node_set_rotation(model->nodes[JOINT0], (bp_quat){0, 0.6f, 0, 0.8f});
    bp_node_set_scale(model->nodes[ROOT], (bp_vec3){2, 0.1f, 2});
    bp_skeleton *skeleton = model->skeletons[0] = bp_skeleton_create(context, NULL, error);
    skin->nodes = skeleton ? bp_alloc(&model->allocator, 2, sizeof(int), error) : NULL;
    skin->bones = skin->nodes ? bp_alloc(&model->allocator, 2, sizeof(int), error) : NULL;
    if (!skin->bones) return false;
    skin->joint_count = 2;
    skin->skeleton = 0;
    for (int i = 0; i < 2; i++) {
        bp_mat4 inverse = bp_mat4_translation((bp_vec3){0.1f, -(float)i / 3.0f, 7});
        bp_bone *bone = bp_skeleton_add(skeleton, NULL, error);
        if (!bone || !bp_bone_set_absolute_inverse_bind(bone, inverse, error)) return false;
        skin->bones[i] = i;
        skin->nodes[i] = JOINT0 + i;
    }
    model->instances[0].node = MESH;
    model->instances[0].mesh = model->instances[0].skin = 0;
    return true;
}

static bp_model *make_model(const bp_context *context, bp_error *error) {
    bp_model_counts counts = {.nodes = NODES,
                              .meshes = 1,
                              .images = 1,
                              .materials = 1,
                              .skeletons = 1,
                              .skins = 1,
                              .instances = 1,
                              .clips = 1};
    bp_model *model = bp_model_create(bp_context_allocator(context), "tube", &counts, error);
    if (!model || (add_rig(context, model, error) && add_mesh(model, error) && add_surface(model, error) &&
                   add_clip(model, error)))
        return model;
    bp_model_destroy(model);
    return NULL;
}

/* ---- round trip ---------------------------------------------------------------------------------*/

static void compare_meshes(const bp_mesh *got, const bp_mesh *expected) {
    size_t n = expected->vertex_count;
    assert_int_equal(got->vertex_count, n);
    expect_bytes(got->positions, expected->positions, n * sizeof *got->positions);
    expect_bytes(got->normals, expected->normals, n * sizeof *got->normals);
    expect_bytes(got->uv[0], expected->uv[0], n * sizeof *got->uv[0]);
    expect_bytes(got->colors, expected->colors, n * sizeof *got->colors);
    assert_int_equal(got->index_count, expected->index_count);
    expect_bytes(got->indices, expected->indices, got->index_count * sizeof *got->indices);
    for (size_t v = 0; v < n; v++)
        for (int i = 0; i < got->influences; i++) {
            bool there = i < expected->influences;
            size_t from = v * (size_t)expected->influences + (size_t)i,
                   at = v * (size_t)got->influences + (size_t)i;
            float weight = there ? expected->weights[from] : 0;
            assert_true(got->weights[at] == weight);
            assert_int_equal(got->joints[at], weight > 0 ? expected->joints[from] : 0);
        }
    assert_int_equal(got->morph_count, 2);
    expect_bytes(got->morphs[0].positions, expected->morphs[0].positions, n * sizeof(bp_vec3));
    assert_true(got->morphs[1].weight == 0.375f);
}

static void compare_clips(const bp_clip *got, const bp_clip *expected) {
    assert_string_equal(bp_clip_name(got), "nod");
    assert_int_equal(bp_clip_track_count(got), bp_clip_track_count(expected));
    for (size_t i = 0; i < bp_clip_track_count(expected); i++) {
        const bp_track *a = bp_clip_track(got, i), *b = bp_clip_track(expected, i);
        size_t values =
            bp_track_width(b) * b->key_count * (b->interpolation == BP_INTERPOLATION_CUBIC ? 3 : 1);
        assert_int_equal(a->target, b->target);
        assert_int_equal(a->kind, b->kind);
        assert_int_equal(a->interpolation, b->interpolation);
        assert_int_equal(a->key_count, b->key_count);
        expect_bytes(a->times, b->times, b->key_count * sizeof *a->times);
        expect_bytes(a->values, b->values, values * sizeof *a->values);
    }
}

static void compare_models(const bp_model *got, const bp_model *expected) {
    assert_int_equal(got->node_count, expected->node_count);
    for (size_t i = 0; i < got->node_count; i++) {
        bp_mat4 a = bp_node_world(got->nodes[i]), b = bp_node_world(expected->nodes[i]);
        assert_string_equal(got->node_names[i], expected->node_names[i]);
        expect_bytes(&a, &b, sizeof a);
    }
    for (size_t i = 0; i < 2; i++) {
        const bp_model_skin *skin = &got->skins[0];
        bp_mat4 a =
            bp_bone_absolute_inverse_bind(bp_skeleton_bone_by_id(got->skeletons[0], (size_t)skin->bones[i]));
        bp_mat4 b = bp_bone_absolute_inverse_bind(bp_skeleton_bone_by_id(expected->skeletons[0], i));
        assert_int_equal(skin->nodes[i], expected->skins[0].nodes[i]);
        expect_floats(a.m, b.m, 16, 0);
    }
    compare_meshes(got->meshes[0], expected->meshes[0]);
    compare_clips(got->clips[0], expected->clips[0]);
    const bp_material *a = &got->materials[0], *b = &expected->materials[0];
    assert_string_equal(a->name, b->name);
    expect_bytes(&a->base_color, &b->base_color, sizeof a->base_color);
    assert_int_equal(a->alpha_mode, b->alpha_mode);
    assert_true(a->alpha_cutoff == b->alpha_cutoff && a->double_sided && a->unlit);
    assert_int_equal(a->texture.filter, b->texture.filter);
    assert_int_equal(a->texture.wrap_u, b->texture.wrap_u);
    assert_int_equal(a->texture.wrap_v, b->texture.wrap_v);
    expect_bytes(&a->texture.offset, &b->texture.offset, 2 * sizeof(bp_vec2) + sizeof(float));
    assert_true(images_are_equal(got->images[0], expected->images[0]));
}

static void test_round_trip(void **state) {
    (void)state;
    static const char *const names[] = {"a.glb", "b c%.gltf", "d.gltf"};
    char folder[512], path[600];
    bp_error error = {0};
    bp_model *model = make_model(NULL, &error), *back = NULL;
    expect_no_error(&error);
    test_folder_make(folder, sizeof folder);
    for (int i = 0; i < 3; i++) {
        bp_gltf_write_options options = {.container = i == 2 ? BP_GLTF_EMBEDDED : BP_GLTF_BY_NAME};
        test_path(path, sizeof path, folder, names[i]);
        bp_gltf_notes notes = {0};
        bool ok = bp_gltf_write(NULL, model, path, &options, &error) &&
                  bp_gltf_read(NULL, path, NULL, &back, &notes, &error);
        expect_no_error(&error);
        assert_true(ok);
        assert_int_equal(notes.count, 0);
        compare_models(back, model);
        bp_gltf_notes_clear(&notes);
        bp_model_destroy(back);
    }
    test_folder_remove(folder);
    bp_model_destroy(model);
}

/* ---- refusals -----------------------------------------------------------------------------------*/

static void break_model(bp_model *model, int how) {
    static const float matrices[48] = {1};
    bp_mesh *mesh = model->meshes[0];
    bp_error error = {0};
    switch (how) {
    case 0: mesh->positions[3].y = 0.0f / (mesh->positions[0].x * 0.0f); break;
    case 1: mesh->weights[2] += 0.01f; break;
    case 2: mesh->weights[0] = -1; break;
    case 3: mesh->normals[1] = (bp_vec3){0, 0, 0}; break;
    case 4: model->materials[0].base_color.x = 1.5f; break;
    case 5: model->images[0]->linear = true; break;
    case 6: bp_node_set_rotation(model->nodes[1], (bp_quat){0, 0, 0, 2}); break;
    case 7: bp_node_set_position(model->nodes[1], (bp_vec3){1e38f * 10, 0, 0}); break;
    case 8:
        assert_true(
            add_track(model->clips[0], 0, BP_TRACK_MATRIX, BP_INTERPOLATION_LINEAR, matrices, &error));
        break;
    case 9: model->skins[0].nodes[1] = JOINT0; break;
    case 10: mesh->morphs[0].positions[0].x = 1e38f * 10; break;
    default: model->materials[0].texture.uv_set = 1; break;
    }
}

static void test_refusals(void **state) {
    (void)state;
    static const char *const places[] = {
        "meshes[0].positions",     "meshes[0].weights", "meshes[0].weights", "meshes[0].normals",
        "materials[0].base_color", "images[0].linear",  "nodes[1].rotation", "nodes[1]",
        "clips[0].tracks[4]",      "skins[0].nodes",    "meshes[0].morphs",  "meshes[0].uv"};
    for (int i = 0; i < (int)BP_COUNT(places); i++) {
        test_allocator counter = {0};
        bp_error error = {0};
        bp_context *context = bp_context_create(
            &(bp_context_options){.allocator = test_allocator_hook(&counter), .threads = 1}, &error);
        bp_model *model = make_model(context, &error);
        expect_no_error(&error);
        break_model(model, i);
        bp_file out = {0};
        assert_false(bp_gltf_write_memory(context, model, NULL, &out, &error));
        expect_error(&error, BP_ERROR_ARGUMENT, places[i]);
        assert_null(out.data);
        bp_model_destroy(model);
        bp_context_destroy(context);
        assert_int_equal((long)counter.live, 0);
    }
}

static void test_empty(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *model = bp_model_create(NULL, "", &(bp_model_counts){0}, &error), *back = NULL;
    bp_file out = {0};
    assert_true(bp_gltf_write_memory(NULL, model, NULL, &out, &error));
    assert_true(bp_gltf_read_memory(NULL, out.data, out.size, "empty", NULL, NULL, &back, NULL, &error));
    assert_int_equal(back->node_count + back->mesh_count + back->clip_count, 0);
    bp_file_free(NULL, &out);
    bp_model_destroy(model);
    bp_model_destroy(back);
}

/* ---- failures -----------------------------------------------------------------------------------*/

static bool try_writing(const bp_allocator *allocator, void *user, bp_error *error) {
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    bp_file out = {0};
    bp_gltf_write_options options = {.container = BP_GLTF_EMBEDDED};
    bool ok = context && bp_gltf_write_memory(context, user, &options, &out, error);
    if (context) bp_file_free(allocator, &out);
    bp_context_destroy(context);
    return ok;
}

static void test_memory(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *model = make_model(NULL, &error);
    assert_true(test_each_allocation_fails(try_writing, model) > 20);
    bp_model_destroy(model);
}

static void test_disk(void **state) {
    (void)state;
    char folder[512], path[600], bin[600];
    bp_error error = {0};
    bp_model *model = make_model(NULL, &error);
    test_folder_make(folder, sizeof folder);
    assert_false(bp_gltf_write(NULL, model, "/nowhere/at/all/x.glb", NULL, &error));
    expect_error(&error, BP_ERROR_INPUT, "/nowhere/at/all/x.glb");
    /* A folder has the second file's name, so writing it fails, and the first file is restored. */
    test_path(path, sizeof path, folder, "x.gltf");
    test_path(bin, sizeof bin, folder, "x.bin");
    assert_true(bp_folder_make(path, NULL));
    assert_true(bp_file_write(bin, "old", 3, NULL));
    assert_false(bp_gltf_write(NULL, model, path, NULL, NULL));
    bp_file old = {0};
    assert_true(bp_file_read(NULL, bin, 0, &old, NULL));
    assert_string_equal((const char *)old.data, "old");
    bp_file_free(NULL, &old);
    assert_int_equal(remove(bin), 0);
    assert_false(bp_gltf_write(NULL, model, path, NULL, NULL));
    assert_false(bp_file_read(NULL, bin, 0, &old, NULL));
    /* Its buffer would be nul.bin, which no reader should open. */
    assert_false(bp_gltf_write(NULL, model, test_path(path, sizeof path, folder, "nul.gltf"), NULL, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "nul.bin");
    assert_false(bp_file_read(NULL, path, 0, &old, NULL));
    test_folder_remove(folder);
    bp_model_destroy(model);
}

static void test_full_disk(void **state) {
    (void)state;
    bp_error error = {0};
    bp_gltf_write_options options = {.container = BP_GLTF_BINARY};
    bp_model *model = make_model(NULL, &error);
    assert_false(bp_gltf_write(NULL, model, "/dev/full", &options, &error));
    expect_error(&error, BP_ERROR_ENVIRONMENT, "/dev/full");
    bp_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_round_trip), cmocka_unit_test(test_refusals),
                                       cmocka_unit_test(test_empty),      cmocka_unit_test(test_memory),
                                       cmocka_unit_test(test_disk),       cmocka_unit_test(test_full_disk)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
