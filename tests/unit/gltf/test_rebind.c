/* Rebinding: each preset is applied to a character with rotated, scaled and animated joints. Every vertex must
 * stay where it was, at rest and at every key and mid-key, and the new file must have the bind that was asked
 * for. Expected binds follow from the presets; the error of baking is computed by hand. */
#include "gltf/motion_diff.h"
#include "gltf/rebind/rebind.h"
#include "mesh/model_pose.h"
#include "skinned_strip.h"
#include "support/allocator.h"
#include "support/folder.h"
#include <bindpose/io.h>
#include <bindpose/rig.h>
#include <bindpose/tools.h>
#include <math.h>

static void set_node(strip *r, int node, const char *text) {
    snprintf(r->nodes[node], sizeof r->nodes[node], "%s", text);
}

/* The root is scaled by 0.01 and rotated by 90 degrees about X, as exporters do with Z up, the chest by 74
 * degrees about Y, and the joints' translations are in centimetres. The inverse binds stay those of the strip
 * in metres, so vertices are moved by every joint at rest. Node 5 has a camera below it. */
static strip bent(void) {
    strip r = strip_make();
    set_node(&r, 0,
             "\"name\":\"root\",\"rotation\":[0.70710678,0,0,0.70710678],\"scale\":[0.01,0.01,0.01],"
             "\"children\":[1]");
    set_node(&r, 1, "\"name\":\"spine\",\"translation\":[0,100,0],\"children\":[2]");
    set_node(&r, 2,
             "\"name\":\"chest\",\"translation\":[0,100,0],\"rotation\":[0,0.6,0,0.8],\"children\":[3,6]");
    set_node(&r, 3, "\"name\":\"armL\",\"translation\":[100,0,0],\"children\":[4]");
    set_node(&r, 4,
             "\"name\":\"handL\",\"translation\":[100,0,0],\"rotation\":[0,0,0.6,0.8],\"children\":[5]");
    set_node(&r, 6, "\"name\":\"armR\",\"translation\":[-100,0,0],\"children\":[7]");
    for (int i = 0; i < STRIP_JOINTS; i++) { /* inverse binds with a rotation: 90 degrees about Z */
        float x = r.binds[i][12], y = r.binds[i][13];
        const float turn[16] = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, -y, x, r.binds[i][14], 1};
        memcpy(r.binds[i], turn, sizeof turn);
    }
    return r;
}

static bp_model *read_bytes(const void *bytes, size_t size) {
    bp_model *model = NULL;
    bp_error error = {0};
    if (!bp_gltf_read_memory(NULL, bytes, size, "strip.glb", NULL, NULL, &model, NULL, &error))
        fail_msg("%s: %s", error.place, error.message);
    return model;
}

static bp_rebind rebind_bytes(const void *bytes, size_t size, const bp_rebind_options *options) {
    bp_rebind out;
    bp_error error = {0};
    if (!bp_gltf_rebind_memory(NULL, bytes, size, "strip.glb", NULL, options, &out, &error))
        fail_msg("%s: %s", error.place, error.message);
    return out;
}

static bp_rebind rebind(const strip *r, const bp_rebind_options *options) {
    strip_file file = strip_write(r);
    return rebind_bytes(file.bytes, file.size, options);
}

/* The largest distance between the strip and the file, relative to the strip's size. */
static double difference(const strip *r, const bp_file *file) {
    strip_file before = strip_write(r);
    bp_model *a = read_bytes(before.bytes, before.size), *b = read_bytes(file->data, file->size);
    bp_motion_diff diff;
    assert_true(bp_motion_diff_run(NULL, a, b, NULL, &diff, NULL));
    double worst = diff.worst;
    assert_true(diff.clip_count == 2 && diff.clips[1].moments == 5);
    bp_motion_diff_clear(&diff);
    bp_model_destroy(a);
    bp_model_destroy(b);
    return worst;
}

static bp_mat4 inverse_bind(const bp_model *model, size_t joint) {
    const bp_model_skin *skin = &model->skins[0];
    return bp_bone_absolute_inverse_bind(
        bp_skeleton_bone(model->skeletons[skin->skeleton], (size_t)skin->bones[joint]));
}

static void assert_close(bp_mat4 got, bp_mat4 wanted, int from, int to) {
    for (int i = from; i < to; i++)
        if (!(fabs((double)got.m[i] - wanted.m[i]) < 2e-5))
            fail_msg("element %d is %g, not %g", i, (double)got.m[i], (double)wanted.m[i]);
}

/* ---- presets ------------------------------------------------------------------------------------*/

static void test_rotation_free(void **state) {
    (void)state;
    strip r = bent();
    bp_rebind out = rebind(&r, &(bp_rebind_options){.preset = BP_REBIND_ROTATION_FREE});
    assert_true(difference(&r, &out.file) < 1e-5);
    bp_model *model = read_bytes(out.file.data, out.file.size);
    for (size_t i = 0; i < STRIP_JOINTS; i++) {
        bp_mat4 world = bp_node_world(model->nodes[i]);
        for (int k = 0; k < 12; k++) assert_true(k % 5 == 0 || fabs((double)world.m[k]) < 1e-7);
        assert_true(fabs((double)world.m[0] - 0.01) < 1e-7); /* its scale stays */
    }
    assert_int_equal(model->node_count, STRIP_NODES);
    for (size_t i = 0; i < out.joint_count; i++) assert_int_equal(out.joints[i].way, BP_REBIND_FRAME);
    bp_model_destroy(model);
    bp_rebind_clear(&out);
}

static void test_unit_scale(void **state) {
    (void)state;
    strip r = bent();
    bp_rebind out = rebind(&r, &(bp_rebind_options){.preset = BP_REBIND_UNIT_SCALE});
    assert_true(difference(&r, &out.file) < 1e-5);
    bp_model *model = read_bytes(out.file.data, out.file.size);
    for (size_t i = 0; i < STRIP_JOINTS; i++) {
        bp_vec3 scale = bp_node_scale(model->nodes[i]), at = bp_node_position(model->nodes[i]);
        assert_true(fabs((double)scale.x - 1.0) < 1e-6 && fabs((double)scale.y - 1.0) < 1e-6);
        /* a hundred centimetres are one metre */
        double wanted = i == 0 ? 0.0 : i == 5 || i > 6 ? 0.01 : 1.0;
        assert_true(fabs((double)bp_vec3_length(at) - wanted) < 1e-5);
    }
    bp_model_destroy(model);
    bp_rebind_clear(&out);
}

static void test_translation_only(void **state) {
    (void)state;
    strip r = bent();
    bp_rebind out = rebind(&r, &(bp_rebind_options){.preset = BP_REBIND_TRANSLATION_ONLY});
    assert_true(difference(&r, &out.file) < 1e-5);
    bp_model *model = read_bytes(out.file.data, out.file.size);
    /* The bind position, the inverse's translation, stays: turn^-1 takes (-y, x) to (x, y) and negates it. */
    for (size_t i = 0; i < STRIP_JOINTS; i++) {
        const float *p = STRIP_JOINT_POSITIONS[i];
        bp_mat4 wanted = bp_mat4_translation((bp_vec3){-p[0], -p[1], -p[2]});
        assert_close(inverse_bind(model, i), wanted, 0, 16);
    }
    assert_int_equal(model->node_count, STRIP_NODES);
    bp_model_destroy(model);
    bp_rebind_clear(&out);
}

/* Inverse binds become identities by new nodes; the old ones come back with --bind file. */
static void test_identity_and_back(void **state) {
    (void)state;
    strip r = bent();
    strip_file before = strip_write(&r);
    bp_model *original = read_bytes(before.bytes, before.size);
    bp_rebind out = rebind(&r, &(bp_rebind_options){.preset = BP_REBIND_IDENTITY});
    assert_true(difference(&r, &out.file) < 1e-5);
    bp_model *model = read_bytes(out.file.data, out.file.size);
    for (size_t i = 0; i < STRIP_JOINTS; i++) assert_close(inverse_bind(model, i), bp_mat4_identity(), 0, 16);
    assert_true(model->node_count > STRIP_NODES);

    bp_rebind_options options = {.preset = BP_REBIND_FILE, .from = original};
    bp_rebind back = rebind_bytes(out.file.data, out.file.size, &options);
    assert_true(difference(&r, &back.file) < 1e-5);
    bp_model *again = read_bytes(back.file.data, back.file.size);
    assert_int_equal(again->node_count, model->node_count); /* the new nodes change, but none is added */
    for (size_t i = 0; i < STRIP_JOINTS; i++)
        assert_close(inverse_bind(again, i), inverse_bind(original, i), 0, 16);
    bp_rebind_clear(&back);
    bp_rebind_clear(&out);
    bp_model_destroy(again);
    bp_model_destroy(model);
    bp_model_destroy(original);
}

/* There and back by frames alone: nodes, keys and binds are those of the beginning. */
static void test_there_and_back(void **state) {
    (void)state;
    strip r = bent();
    strip_file before = strip_write(&r);
    bp_model *original = read_bytes(before.bytes, before.size);
    bp_rebind out = rebind(&r, &(bp_rebind_options){.preset = BP_REBIND_TRANSLATION_ONLY});
    bp_rebind_options options = {.preset = BP_REBIND_FILE, .from = original};
    bp_rebind back = rebind_bytes(out.file.data, out.file.size, &options);
    bp_model *again = read_bytes(back.file.data, back.file.size);
    for (size_t i = 0; i < STRIP_NODES; i++)
        assert_close(bp_node_local(again->nodes[i]), bp_node_local(original->nodes[i]), 0, 12);
    for (size_t i = 0; i < STRIP_JOINTS; i++)
        assert_close(inverse_bind(again, i), inverse_bind(original, i), 0, 16);
    const bp_track *one = bp_clip_track(original->clips[0], 0), *two = bp_clip_track(again->clips[0], 0);
    for (int i = 0; i < 12; i++) assert_true(fabs((double)one->values[i] - two->values[i]) < 1e-6);
    bp_model_destroy(again);
    bp_model_destroy(original);
    bp_rebind_clear(&back);
    bp_rebind_clear(&out);
}

/* ---- keys ---------------------------------------------------------------------------------------*/

/* Translation and scale keys, and a node whose scale is uneven, which can't be rotated itself. */
static void test_other_keys(void **state) {
    (void)state;
    static const bp_rebind_preset presets[] = {BP_REBIND_ROTATION_FREE, BP_REBIND_UNIT_SCALE,
                                               BP_REBIND_TRANSLATION_ONLY, BP_REBIND_IDENTITY};
    for (size_t i = 0; i < 3 * BP_COUNT(presets); i++) {
        strip r = bent();
        if (i % 3 == 0) {
            const float moved[9] = {100, 0, 0, 100, 50, 20, 100, 0, 0};
            r.path = "translation";
            memcpy(r.values, moved, sizeof moved);
        }
        if (i % 3 == 1)
            set_node(&r, 3,
                     "\"name\":\"armL\",\"translation\":[100,0,0],\"rotation\":[0.6,0,0,0.8],"
                     "\"scale\":[1,2,1],\"children\":[4]");
        if (i % 3 == 2)
            set_node(&r, 3,
                     "\"name\":\"armL\",\"rotation\":[0,0,0.6,0.8],\"translation\":[100,0,0],"
                     "\"scale\":[-1,-1,-1],\"children\":[4]");
        bp_rebind out = rebind(&r, &(bp_rebind_options){.preset = presets[i / 3]});
        double off = difference(&r, &out.file);
        if (!(off < 1e-5)) fail_msg("case %zu: off by %g", i, off);
        bp_rebind_clear(&out);
    }
}

/* ---- baking -------------------------------------------------------------------------------------*/

/* One vertex at (0, 0.5) from joint 3 has 0.75 of it and 0.25 of its parent. The clip rotates joint 3 by 30
 * degrees at 1 s. Baked there, the vertex is at p (0.75 R + 0.25). At rest it is then rotated back: p (0.75 R +
 * 0.25)(0.75 R^-1 + 0.25) = p (0.625 + 0.375 cos 30) = 0.94976 p, which is 0.02512 from p. */
static void test_pose(void **state) {
    (void)state;
    strip r = strip_make();
    r.positions[10][1] += 0.5f;
    bp_rebind out = rebind(&r, &(bp_rebind_options){.preset = BP_REBIND_POSE, .seconds = 1.0});
    double size = sqrt(36.0 + 6.25 + 0.36), wanted = 0.5 * (1.0 - 0.625 - 0.375 * 0.8660254038) / size;
    assert_true(fabs(difference(&r, &out.file) - wanted) < 1e-6);
    /* In the new bind pose every joint matrix is the identity: the vertices are where they are baked. */
    bp_model *model = read_bytes(out.file.data, out.file.size);
    bp_model_pose *pose = bp_model_pose_create(model, NULL);
    bp_vec3 positions[STRIP_VERTICES];
    assert_true(bp_model_pose_set(pose, 0, 1.0, NULL));
    assert_true(bp_model_pose_vertices(NULL, pose, 0, &(bp_vertex_arrays){.positions = positions}, NULL));
    for (size_t i = 0; i < STRIP_VERTICES; i++)
        assert_true(bp_vec3_distance(positions[i], model->meshes[0]->positions[i]) < 1e-5f);
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
    bp_rebind_clear(&out);
}

/* At rest all joint matrices of the plain strip are identities: the rest pose is the bind pose already. */
static void test_rest(void **state) {
    (void)state;
    strip r = strip_make();
    bp_rebind out = rebind(&r, &(bp_rebind_options){.preset = BP_REBIND_REST});
    assert_true(difference(&r, &out.file) < 1e-6);
    bp_rebind_clear(&out);
}

/* ---- errors, memory -----------------------------------------------------------------------------*/

static void test_errors(void **state) {
    (void)state;
    static const char text[] = "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{}]}";
    bp_rebind out;
    bp_error error = {0};
    assert_false(bp_gltf_rebind_memory(NULL, text, sizeof text - 1, "a.gltf", NULL,
                                       &(bp_rebind_options){.preset = BP_REBIND_REST}, &out, &error));
    assert_int_equal(error.kind, BP_ERROR_INPUT);
    assert_string_equal(error.place, "a.gltf: skins");
}

typedef struct rebind_try {
    strip_file file;
    bp_rebind_preset preset;
    const char *library; /* NULL: none */
} rebind_try;

static bool try_rebinding(const bp_allocator *allocator, void *user, bp_error *error) {
    const rebind_try *t = user;
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    if (!context) return false;
    bp_rebind out;
    bool ok = bp_gltf_rebind_memory(
        context, t->file.bytes, t->file.size, "a.glb", "",
        &(bp_rebind_options){.preset = t->preset, .clips = &t->library, .clips_count = t->library != NULL},
        &out, error);
    bp_rebind_clear(&out);
    bp_context_destroy(context);
    return ok;
}

static void test_memory(void **state) {
    (void)state;
    strip r = bent();
    rebind_try t = {strip_write(&r), BP_REBIND_IDENTITY, NULL};
    assert_true(test_each_allocation_fails(try_rebinding, &t) > 50);
    t.preset = BP_REBIND_REST;
    assert_true(test_each_allocation_fails(try_rebinding, &t) > 50);
    char folder[256], path[300];
    test_folder_make(folder, sizeof folder);
    t.library = test_path(path, sizeof path, folder, "library.glb");
    t.preset = BP_REBIND_ROTATION_FREE;
    assert_true(bp_file_write(path, t.file.bytes, t.file.size, NULL));
    assert_true(test_each_allocation_fails(try_rebinding, &t) > 100);
    test_folder_remove(folder);
}

/* ---- clips of other files -----------------------------------------------------------------------*/

static void swap_clips(bp_model *a, bp_model *b) {
    bp_clip **clips = a->clips;
    size_t count = a->clip_count;
    a->clips = b->clips, a->clip_count = b->clip_count;
    b->clips = clips, b->clip_count = count;
}

/* How differently the two files move in the clips of two others. All number their nodes alike. */
static double difference_in(const bp_file *a, const bp_file *b, const bp_file *clips_a,
                            const bp_file *clips_b) {
    const bp_file *files[] = {a, b, clips_a, clips_b};
    bp_model *models[4];
    bp_motion_diff diff;
    for (int i = 0; i < 4; i++) models[i] = read_bytes(files[i]->data, files[i]->size);
    swap_clips(models[0], models[2]);
    swap_clips(models[1], models[3]);
    assert_true(bp_motion_diff_run(NULL, models[0], models[1], NULL, &diff, NULL));
    double worst = diff.worst;
    assert_true(diff.clip_count == 2 && diff.clips[1].moments == 5);
    bp_motion_diff_clear(&diff);
    for (int i = 0; i < 4; i++) bp_model_destroy(models[i]);
    return worst;
}

static bp_rebind_way way_of(const bp_rebind *rebind, int joint) { return rebind->joints[joint].way; }

/* A library moves joint 8, which the file itself never moves: the new frames suit both. */
static void test_clips(void **state) {
    (void)state;
    static const bp_rebind_preset presets[] = {BP_REBIND_ROTATION_FREE, BP_REBIND_UNIT_SCALE,
                                               BP_REBIND_TRANSLATION_ONLY, BP_REBIND_IDENTITY,
                                               BP_REBIND_REST};
    char folder[256], path[300];
    bp_error error = {0};
    strip r = bent(), other = bent();
    other.target = 8;
    strip_file before = strip_write(&r), library = strip_write(&other);
    const bp_file file = {.data = before.bytes, .size = before.size},
                  clips = {.data = library.bytes, .size = library.size};
    test_folder_make(folder, sizeof folder);
    test_path(path, sizeof path, folder, "library.glb");
    const char *const paths[] = {path};
    assert_true(bp_file_write(path, library.bytes, library.size, &error));
    for (size_t i = 0; i < BP_COUNT(presets); i++) {
        const bp_rebind_options options = {.preset = presets[i], .clips = paths, .clips_count = 1};
        bp_rebind out = rebind(&r, &options);
        assert_int_equal(out.clips_count, 1);
        double own = difference(&other, &out.clips[0]);
        double on_file = difference_in(&file, &out.file, &clips, &out.clips[0]);
        if (!(own <= 1e-5)) fail_msg("preset %d: the library moves differently, by %g", (int)presets[i], own);
        if (presets[i] != BP_REBIND_REST && !(on_file <= 1e-5))
            fail_msg("preset %d: its clips move the file differently, by %g", (int)presets[i], on_file);
        bp_rebind_clear(&out);
    }
    /* No key and no child: without the library any matrix will do for joint 8, with it a new node is needed. */
    bp_rebind alone = rebind(&r, &(bp_rebind_options){.preset = BP_REBIND_IDENTITY});
    assert_int_equal(way_of(&alone, 8), BP_REBIND_FRAME);
    bp_rebind_clear(&alone);
    bp_rebind both =
        rebind(&r, &(bp_rebind_options){.preset = BP_REBIND_IDENTITY, .clips = paths, .clips_count = 1});
    assert_int_equal(way_of(&both, 8), BP_REBIND_NODE);
    bp_rebind_clear(&both);
    test_folder_remove(folder);
    bp_rebind none;
    assert_false(bp_gltf_rebind_memory(
        NULL, before.bytes, before.size, "a.glb", NULL,
        &(bp_rebind_options){.preset = BP_REBIND_IDENTITY, .clips = paths, .clips_count = 1}, &none, &error));
    assert_non_null(strstr(error.place, "library.glb"));
    assert_null(strstr(error.place, "a.glb: "));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clips),
        cmocka_unit_test(test_rotation_free),
        cmocka_unit_test(test_unit_scale),
        cmocka_unit_test(test_translation_only),
        cmocka_unit_test(test_identity_and_back),
        cmocka_unit_test(test_there_and_back),
        cmocka_unit_test(test_other_keys),
        cmocka_unit_test(test_pose),
        cmocka_unit_test(test_rest),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
