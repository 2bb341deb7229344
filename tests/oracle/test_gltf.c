/* Skinned glTF models against Babylon.js: joint matrices and vertices at every recorded time, within 1e-5 of
 * the model's size. The recording describes how it was made; it was checked against the formula of the glTF
 * 2.0 specification. $BINDPOSE_GLTF_RECORDING names another recording in the same format. */
#include "io/json.h"
#include "mesh/model_pose.h"
#include "support/folder.h"
#include <bindpose/gltf.h>
#include <bindpose/io.h>
#include <bindpose/rig.h>

/* A model, its recording, and the worst differences. */
typedef struct recorded {
    const bp_json *json;
    const char *file;
    bp_context *context;
    bp_model *model;
    bp_model_pose *pose;
    double size; /* the largest recorded coordinate */
    double worst_matrix, worst_vertex, worst_world;
    size_t compared;
} recorded;

static const bp_json *member(const bp_json *object, const char *key) { return bp_json_member(object, key); }

static int whole(const bp_json *value) {
    long long number = 0;
    assert_true(bp_json_integer(value, &number));
    return (int)number;
}

static double number(const bp_json *array, size_t i) {
    const bp_json *item = bp_json_item(array, i);
    assert_int_equal(bp_json_kind_of(item), BP_JSON_NUMBER);
    return bp_json_number_or(item, 0.0);
}

static double size_of(const bp_json *model) {
    const bp_json *poses = member(model, "poses");
    double size = 0.0;
    for (size_t i = 0; i < bp_json_count(poses); i++) {
        const bp_json *vertices = member(bp_json_item(poses, i), "vertices");
        for (size_t j = 0; j < bp_json_count(vertices); j++)
            for (size_t k = 0; k < 3; k++) {
                double x = number(bp_json_item(vertices, j), k);
                if (x < 0) x = -x;
                if (x > size) size = x;
            }
    }
    return size > 0.0 ? size : 1.0;
}

/* Compares `count` numbers; *worst becomes the largest difference so far. */
static void compare(recorded *r, const char *what, size_t index, const float *got, const bp_json *expected,
                    size_t count, double tolerance, double *worst) {
    assert_int_equal(bp_json_count(expected), count);
    for (size_t i = 0; i < count; i++) {
        double off = (double)got[i] - number(expected, i);
        if (off < 0) off = -off;
        if (!(off <= tolerance))
            fail_msg("%s: %s %zu [%zu]: got %.9g, expected %.9g, off by %g (tolerance %g)", r->file, what,
                     index, i, (double)got[i], number(expected, i), off, tolerance);
        if (off > *worst) *worst = off;
    }
    r->compared++;
}

static void compare_skins(recorded *r, const bp_json *pose) {
    const bp_json *skins = member(pose, "skins");
    double tolerance = 1e-5 * (r->size > 1.0 ? r->size : 1.0);
    assert_int_equal(bp_json_count(skins), r->model->skin_count);
    for (size_t i = 0; i < r->model->skin_count; i++) {
        const bp_model_skin *skin = &r->model->skins[i];
        const bp_json *expected = bp_json_item(skins, i);
        assert_int_equal(bp_json_count(member(expected, "jointMatrix")), skin->joint_count);
        for (size_t j = 0; j < skin->joint_count; j++) {
            const bp_bone *bone =
                bp_skeleton_bone_by_id(r->model->skeletons[skin->skeleton], (size_t)skin->bones[j]);
            bp_mat4 final = bp_bone_final(bone), chain = bp_bone_chain(bone);
            bp_mat4 palette = bp_skeleton_palette(r->model->skeletons[skin->skeleton])[j];
            const bp_json *matrix = bp_json_item(member(expected, "jointMatrix"), j);
            const bp_json *world = bp_json_item(member(expected, "jointWorld"), j);
            compare(r, "joint matrix", j, final.m, matrix, 16, tolerance, &r->worst_matrix);
            compare(r, "palette", j, palette.m, matrix, 16, tolerance, &r->worst_matrix);
            compare(r, "joint's world", j, chain.m, world, 16, tolerance, &r->worst_world);
        }
    }
}

static void compare_worlds(recorded *r, const bp_json *pose) {
    const bp_json *worlds = member(pose, "nodeWorld");
    double tolerance = 1e-5 * (r->size > 1.0 ? r->size : 1.0);
    for (size_t i = 0; worlds && i < r->model->node_count; i++) {
        bp_mat4 world = bp_node_world(r->model->nodes[i]);
        compare(r, "node's world", i, world.m, bp_json_item(worlds, i), 16, tolerance, &r->worst_world);
    }
}

/* The instance's skinned positions; the caller frees them. */
static bp_vec3 *positions_of(recorded *r, int node, int primitive) {
    for (size_t i = 0; i < r->model->instance_count; i++) {
        const bp_model_instance *instance = &r->model->instances[i];
        if (instance->node != node || instance->primitive != primitive) continue;
        size_t count = r->model->meshes[instance->mesh]->vertex_count;
        bp_vec3 *positions = calloc(count, sizeof *positions);
        bp_error error = {0};
        assert_non_null(positions);
        bp_vertex_arrays out = {.positions = positions};
        if (!bp_model_pose_vertices(r->context, r->pose, i, &out, &error)) fail_msg("%s", error.message);
        return positions;
    }
    fail_msg("%s: no instance of node %d, primitive %d", r->file, node, primitive);
    return NULL;
}

static void compare_vertices(recorded *r, const bp_json *pose) {
    const bp_json *sample = member(r->json, "vertexSample"), *vertices = member(pose, "vertices");
    bp_vec3 *positions = NULL;
    int node = -1, primitive = -1;
    for (size_t i = 0; i < bp_json_count(sample); i++) {
        const bp_json *row = bp_json_item(sample, i);
        int at_node = whole(bp_json_item(row, 0)), at_primitive = whole(bp_json_item(row, 1));
        if (at_node != node || at_primitive != primitive) {
            free(positions);
            node = at_node;
            primitive = at_primitive;
            positions = positions_of(r, node, primitive);
        }
        compare(r, "vertex", i, &positions[whole(bp_json_item(row, 2))].x, bp_json_item(vertices, i), 3,
                1e-5 * r->size, &r->worst_vertex);
    }
    free(positions);
}

/* The file's own inverse binds, to the recorded digits. */
static void compare_binds(recorded *r) {
    const bp_json *skins = member(r->json, "skins");
    double worst = 0.0;
    for (size_t i = 0; i < r->model->skin_count; i++) {
        const bp_model_skin *skin = &r->model->skins[i];
        const bp_json *binds = member(bp_json_item(skins, i), "inverseBindMatrices");
        for (size_t j = 0; j < skin->joint_count; j++) {
            bp_mat4 inverse = bp_bone_absolute_inverse_bind(
                bp_skeleton_bone_by_id(r->model->skeletons[skin->skeleton], (size_t)skin->bones[j]));
            compare(r, "inverse bind", j, inverse.m, bp_json_item(binds, j), 16, 1e-7 * r->size, &worst);
        }
    }
}

static void compare_poses(recorded *r) {
    const bp_json *poses = member(r->json, "poses");
    for (size_t i = 0; i < bp_json_count(poses); i++) {
        const bp_json *pose = bp_json_item(poses, i), *clip = member(pose, "clip");
        bp_error error = {0};
        int number_of_clip = bp_json_kind_of(clip) == BP_JSON_NUMBER ? whole(clip) : -1;
        double time = bp_json_number_or(member(pose, "time"), 0.0);
        if (!bp_model_pose_set(r->pose, number_of_clip, time, &error)) fail_msg("%s", error.message);
        compare_skins(r, pose);
        compare_worlds(r, pose);
        compare_vertices(r, pose);
    }
}

static void compare_model(const bp_json *json) {
    char path[512];
    recorded r = {.json = json, .file = bp_json_text_or(member(json, "file"), "?"), .size = size_of(json)};
    bp_error error = {0};
    if (!test_model(path, sizeof path, r.file)) return;
    r.context = bp_context_create(NULL, &error);
    if (!bp_gltf_read(r.context, path, NULL, &r.model, NULL, &error)) {
        char text[800];
        fail_msg("%s", bp_error_text(&error, text, sizeof text));
    }
    r.pose = bp_model_pose_create(r.model, &error);
    assert_non_null(r.pose);
    compare_binds(&r);
    compare_poses(&r);
    print_message(
        "%-20s %6zu compared; size %.4g; largest differences: joint matrix %.2g, world %.2g, vertex "
        "%.2g of the size\n",
        r.file, r.compared, r.size, r.worst_matrix, r.worst_world, r.worst_vertex / r.size);
    bp_model_pose_destroy(r.pose);
    bp_model_destroy(r.model);
    bp_context_destroy(r.context);
}

static void test_recording(void **state) {
    (void)state;
    bp_error error = {0};
    const char *name = getenv("BINDPOSE_GLTF_RECORDING");
    bp_json *json = bp_json_read(NULL, name ? name : "tests/oracle/data/gltf-dev.json", 0, &error);
    if (!json) fail_msg("%s: %s", error.place, error.message);
    const bp_json *models = member(json, "models");
    assert_true(bp_json_count(models) > 0);
    for (size_t i = 0; i < bp_json_count(models); i++) compare_model(bp_json_item(models, i));
    bp_json_destroy(json);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_recording)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
