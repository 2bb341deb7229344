/* Reading a file that the strict reader refuses: what each part becomes. Expected numbers are those of
 * the valid model without the fault, or derived beside the row. */
#include "valid_model.h"
#include <bindpose/model.h>
#include <bindpose/rig.h>
#include <math.h>

enum { INDICES_AT = 128, WEIGHTS_AT = 64, BINDS_AT = 140, TIMES_AT = 268, ROTATIONS_AT = 280 };

/* The valid model with a replacement in its JSON and in its bytes. Strictly it is refused; leniently it
 * is read, with at least one repair at `place`. */
static bp_model *read_repaired(const char *find, const char *replace, size_t offset, const void *patch,
                               size_t patch_size, const char *place) {
    uint8_t bytes[VALID_MODEL_BYTES];
    size_t size;
    bp_model *model = NULL;
    bp_gltf_notes notes = {0};
    bp_error error = {0};
    valid_model_bytes(bytes);
    if (patch) memcpy(bytes + offset, patch, patch_size);
    char *json = find ? replaced_once(VALID_MODEL_JSON, find, replace)
                      : replaced_once(VALID_MODEL_JSON, "\"wave\"", "\"wave\"");
    uint8_t *glb = make_glb(json, bytes, sizeof bytes, &size);
    assert_false(bp_gltf_read_memory(NULL, glb, size, "x", NULL, NULL, &model, NULL, &error));
    const bp_gltf_read_options options = {.lenient = true};
    if (!bp_gltf_read_memory(NULL, glb, size, "x", NULL, &options, &model, &notes, &error))
        fail_msg("%s: %s", error.place, error.message);
    assert_true(notes.repairs > 0);
    if (!noted(&notes, place)) fail_msg("no note at %s, but at %s", place, notes.notes[0].place);
    bp_gltf_notes_clear(&notes);
    free(glb);
    free(json);
    return model;
}

static void test_weights(void **state) {
    (void)state;
    static const uint8_t weights[16] = {255, 0, 0, 0, 255, 0, 0, 0, 51, 204, 0, 0, 255, 0, 0, 0};
    bp_model *model =
        read_repaired("{\"bufferView\":2,\"componentType\":5126", "{\"bufferView\":2,\"componentType\":5121",
                      WEIGHTS_AT, weights, sizeof weights, "meshes[0].primitives[0].attributes.WEIGHTS_0");
    expect_float(model->meshes[0]->weights[8], 0.2, 1e-6);
    expect_float(model->meshes[0]->weights[9], 0.8, 1e-6);
    bp_model_destroy(model);
    /* One joint: vertex 2 followed joints 1 and 0 by 0.75 and 0.25, and now joint 0 alone. */
    model = read_repaired("\"joints\":[1,2]", "\"joints\":[1]", 0, NULL, 0,
                          "meshes[0].primitives[0].attributes.JOINTS_0");
    expect_float(model->meshes[0]->weights[8], 0, 0);
    expect_float(model->meshes[0]->weights[9], 1, 0);
    bp_model_destroy(model);
}

static void test_triangles(void **state) {
    (void)state;
    const uint16_t indices[6] = {0, 1, 2, 2, 9, 3};
    bp_model *model =
        read_repaired(NULL, NULL, INDICES_AT, indices, sizeof indices, "meshes[0].primitives[0].indices");
    static const uint32_t expected[6] = {0, 1, 2, 0, 0, 0}; /* the second is a point */
    assert_memory_equal(model->meshes[0]->indices, expected, sizeof expected);
    bp_model_destroy(model);
}

static void test_keys(void **state) {
    (void)state;
    const float times[3] = {0, 2, 1};
    bp_model *model =
        read_repaired(NULL, NULL, TIMES_AT, times, sizeof times, "animations[0].samplers[0].input");
    const bp_track *track = bp_clip_track(model->clips[0], 0);
    assert_int_equal(track->key_count, 3);
    expect_float(track->times[1], 1, 0);
    expect_float(track->values[4 + 2], 1, 0); /* the last of the file's rotations: half a turn about Z */
    expect_float(track->values[8 + 2], 0.70710678, 1e-7);
    bp_model_destroy(model);
    /* Two keys at one time: the first counts. A rotation without length is that of the key before. */
    const float twice[3] = {0, 1, 1};
    model = read_repaired(NULL, NULL, TIMES_AT, twice, sizeof twice, "animations[0].samplers[0].input");
    assert_int_equal(bp_clip_track(model->clips[0], 0)->key_count, 2);
    bp_model_destroy(model);
    float both[3 + 12] = {0, 2, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0};
    model = read_repaired(NULL, NULL, TIMES_AT, both, sizeof both, "animations[0].samplers[0].input");
    track = bp_clip_track(model->clips[0], 0);
    expect_float(track->values[8 + 2], 1, 0); /* at 2 s there is none: that at 1 s, half a turn */
    bp_model_destroy(model);
}

/* The joints' nodes are at (0, 2, 0) with a scale of 2, so their inverse binds at rest are those of the
 * model. */
static void test_binds(void **state) {
    (void)state;
    float binds[32];
    for (int i = 0; i < 32; i++) binds[i] = NAN;
    bp_model *model = read_repaired(NULL, NULL, BINDS_AT, binds, sizeof binds, "accessors[4]");
    bp_mat4 found[2];
    assert_true(bp_model_inverse_binds(model, 0, found, 2, NULL));
    expect_float(found[0].m[0], 0.5, 1e-6);
    expect_float(found[1].m[13], -1, 1e-6);
    bp_model_destroy(model);
}

static void test_structure(void **state) {
    (void)state;
    static const struct {
        const char *find, *replace, *place;
    } rows[] = {
        {"\"children\":[2]", "\"children\":[2,9]", "nodes[1].children[1]"},
        {"\"name\":\"upper\",", "\"name\":\"upper\",\"children\":[0],",
         "nodes[2]"}, /* a cycle of all three */
        {"\"scene\":0,", "\"scene\":7,", "scene"},
        {"\"nodes\":[0,3]", "\"nodes\":[0,3,8]", "scenes[0].nodes[2]"},
        {"\"scale\":[2,2,2]", "\"scale\":[2,2]", "nodes[0].scale"},
        {"\"skin\":0,", "\"skin\":4,", "nodes[3].skin"},
        {"\"weights\":[0.25]", "\"weights\":[0.25,1]", "nodes[3].weights"},
        {"\"material\":0", "\"material\":5", "meshes[0].primitives[0].material"},
        {"\"alphaMode\":\"MASK\"", "\"alphaMode\":\"mask\"", "materials[0].alphaMode"},
        {"\"input\":5,\"output\":6", "\"input\":50,\"output\":6", "animations[0].samplers[0].input"},
        {"\"targets\":[{\"POSITION\":7}]", "\"targets\":[{\"POSITION\":8}]",
         "meshes[0].primitives[0].targets[0].POSITION"},
    };
    for (size_t i = 0; i < BP_COUNT(rows); i++) {
        bp_model *model = read_repaired(rows[i].find, rows[i].replace, 0, NULL, 0, rows[i].place);
        assert_int_equal(model->node_count, 4);
        bp_model_destroy(model);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_weights), cmocka_unit_test(test_triangles),
                                       cmocka_unit_test(test_keys), cmocka_unit_test(test_binds),
                                       cmocka_unit_test(test_structure)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
