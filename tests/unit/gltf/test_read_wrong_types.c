/* Values of the wrong type: the reader refuses them at exactly their path, and the doctor finds them too.
 * Also forms that few files use. */
#include "valid_model.h"
#include <bindpose/rig.h>

#define IMAGE "\"images\":[{\"uri\":\"" VALID_MODEL_PNG "\"}]"
#define WEIGHTS "\"bufferView\":2,\"componentType\":5126,\"count\":4,\"type\":\"VEC4\""
#define BINDS "\"bufferView\":4,\"componentType\":5126,\"count\":2,\"type\":\"MAT4\""
#define JOINTS "\"bufferView\":1,\"componentType\":5121,\"count\":4,\"type\":\"VEC4\""
#define INDICES "\"bufferView\":3,\"componentType\":5123,\"count\":6,\"type\":\"SCALAR\""
/* Its only index is 2. Its value is the float 7, whose bytes are 0, 0, 224 and 64. */
#define SPARSE                                                                                               \
    "\"sparse\":{\"count\":1,\"indices\":{\"bufferView\":9,\"componentType\":5121},\"values\":{"             \
    "\"bufferView\":10}}"

/* A replacement in the valid model, the path of the error, and part of its message; NULL: the file is still
 * read. */
static const struct fault {
    const char *find, *replace, *place, *message;
} FAULTS[] = {
    {"\"version\":\"2.0\"", "\"version\":\"2.0\",\"minVersion\":2", "asset.minVersion", "a number"},
    {"\"version\":\"2.0\"", "\"version\":\"2\"", "asset.version", "2.0"},
    {"\"extensionsUsed\":[\"KHR_materials_unlit\"]", "\"extensionsUsed\":7", "extensionsUsed", "a number"},
    {IMAGE, "\"images\":{}", "images", "an object"},
    {"\"scenes\":[{", "\"scenes\":[true,{", "scenes[0]", "true or false"},
    {"\"scene\":0", "\"scene\":\"0\"", "scene", "text"},
    {"\"children\":[2]", "\"children\":2", "nodes[1].children", "a number"},
    {"\"name\":\"lower\"", "\"matrix\":5", "nodes[1].matrix", "a number"},
    {"\"rotation\":[0,0,0,1]", "\"rotation\":[0,0,0,[1]]", "nodes[2].rotation[3]", "an array"},
    {"\"scale\":[2,2,2]", "\"scale\":[2,-1e39,2]", "nodes[0].scale[1]", "float"},
    {"\"weights\":[0.25]", "\"weights\":0.25", "nodes[3].weights", "a number"},
    {"\"skin\":0", "\"skin\":true", "nodes[3].skin", "true or false"},
    {"\"weights\":[0.5]", "\"weights\":{}", "meshes[0].weights", "an object"},
    {"\"primitives\":[", "\"primitives\":1,\"x\":[", "meshes[0].primitives", "a number"},
    {"\"mode\":4", "\"mode\":\"4\"", "meshes[0].primitives[0].mode", "text"},
    {"\"material\":0", "\"material\":{}", "meshes[0].primitives[0].material", "an object"},
    {"\"joints\":[1,2]", "\"joints\":{}", "skins[0].joints", "an object"},
    {"\"joints\":[1,2]", "\"name\":1,\"joints\":[1,2]", "skins[0].name", "a number"},
    {"\"inverseBindMatrices\":4", "\"inverseBindMatrices\":[]", "skins[0].inverseBindMatrices", "an array"},
    {BINDS, "\"bufferView\":4,\"componentType\":5121,\"count\":2,\"type\":\"MAT4\"",
     "skins[0].inverseBindMatrices", "these matrices must be floats"},
    {"\"alphaMode\":\"MASK\"", "\"alphaMode\":1", "materials[0].alphaMode", "a number"},
    {"\"alphaMode\":\"MASK\"", "\"name\":1", "materials[0].name", "a number"},
    {"\"pbrMetallicRoughness\":{", "\"pbrMetallicRoughness\":[],\"x\":{", "materials[0].pbrMetallicRoughness",
     "an array"},
    {"\"name\":\"wave\",\"samplers\":[", "\"samplers\":1,\"x\":[", "animations[0].samplers", "a number"},
    {"\"channels\":[", "\"channels\":1,\"x\":[", "animations[0].channels", "a number"},
    {"\"channels\":[", "\"channels\":[1,", "animations[0].channels[0]", "a number"},
    {"\"path\":\"rotation\"", "\"path\":1", "animations[0].channels[0].target.path", "a number"},
    {"\"interpolation\":\"LINEAR\"", "\"interpolation\":{}", "animations[0].samplers[0].interpolation",
     "an object"},
    {"\"node\":3,\"path\"", "\"node\":\"3\",\"path\"", "animations[0].channels[1].target.node", "text"},
    {"{\"byteLength\":404}", "{\"byteLength\":404,\"uri\":4}", "buffers[0].uri", "a number"},
    {"{\"byteLength\":404}", "{\"byteLength\":404,\"uri\":\"data:application/gltf-buffer;base64\"}",
     "buffers[0].uri", "base64"},
    {"{\"byteLength\":404}", "{\"byteLength\":404},{\"byteLength\":1}", "",
     NULL}, /* nothing uses the buffer */
    {"\"byteOffset\":48,\"byteLength\":16", "\"byteOffset\":48", "bufferViews[1].byteLength", "missing"},
    {"\"byteOffset\":48,\"byteLength\":16", "\"byteOffset\":[],\"byteLength\":16",
     "bufferViews[1].byteOffset", "an array"},
    {"\"byteOffset\":48,\"byteLength\":16", "\"byteStride\":\"4\",\"byteLength\":16",
     "bufferViews[1].byteStride", "text"},
    {WEIGHTS, "\"bufferView\":2,\"componentType\":5126,\"count\":4,\"type\":4", "accessors[2].type",
     "a number"},
    {WEIGHTS, "\"byteOffset\":\"4\"," WEIGHTS, "accessors[2].byteOffset", "text"},
    {WEIGHTS, "\"byteOffset\":4000," WEIGHTS, "accessors[2]", "64"},
    {WEIGHTS, "\"normalized\":\"yes\",\"bufferView\":2,\"componentType\":5121,\"count\":4,\"type\":\"VEC4\"",
     "accessors[2].normalized", "text"},
    {"\"sparse\":{", "\"sparse\":5,\"x\":{", "accessors[9].sparse", "a number"},
    {JOINTS, "\"normalized\":true," JOINTS, "meshes[0].primitives[0].attributes.JOINTS_0",
     "normalized unsigned byte"},
    {INDICES, "\"normalized\":true," INDICES, "meshes[0].primitives[0].indices", "normalized unsigned short"},
    {INDICES, "\"bufferView\":3,\"componentType\":5123,\"count\":5,\"type\":\"SCALAR\"," SPARSE, "", NULL},
    {"\"targets\":[{\"POSITION\":7}]}]", "\"targets\":[{\"POSITION\":7}]},{\"attributes\":{\"POSITION\":0}}]",
     "meshes[0].primitives[1]", "has 0 morph targets, but the first primitive has 1"},
    {"\"indices\":3,\"mode\":4", "\"indices\":9,\"mode\":4", "meshes[0].primitives[0].indices", "VEC3"},
};

/* An accessor is decoded only if something uses it, so faults of the sparse one need an attribute that refers
 * to it. */
static char *with(const struct fault *fault) {
    char *sparse = replaced_once(VALID_MODEL_JSON, "\"POSITION\":0", "\"POSITION\":0,\"NORMAL\":9");
    char *json = replaced_once(strstr(fault->place, "accessors[9]") ? sparse : VALID_MODEL_JSON, fault->find,
                               fault->replace);
    free(sparse);
    return json;
}

static void test_wrong_types(void **state) {
    (void)state;
    for (size_t i = 0; i < BP_COUNT(FAULTS); i++) {
        const struct fault *fault = &FAULTS[i];
        bp_model *model = NULL;
        bp_error error = {0};
        char *json = with(fault), place[200];
        bool read = read_glb_of(json, &model, NULL, &error);
        if (fault->message && !doctor_finds_error(json))
            fail_msg("the doctor finds no error: %s", fault->replace);
        free(json);
        if (!fault->message) {
            if (!read) fail_msg("%s: %s: %s", fault->replace, error.place, error.message);
            bp_model_destroy(model);
            continue;
        }
        if (read) fail_msg("fault %zu (%s) was read", i, fault->replace);
        snprintf(place, sizeof place, "test.glb: %s", fault->place);
        if (strcmp(error.place, place) != 0 || !strstr(error.message, fault->message))
            fail_msg("%s: got \"%s\" (%s), wanted \"%s\" (...%s...)", fault->replace, error.place,
                     error.message, place, fault->message);
    }
}

/* ---- forms --------------------------------------------------------------------------------------*/

static bp_model *read_with(const char *find, const char *replace) {
    bp_model *model = NULL;
    bp_error error = {0};
    char *json = replaced_once(VALID_MODEL_JSON, find, replace);
    if (!read_glb_of(json, &model, NULL, &error)) fail_msg("%s: %s: %s", replace, error.place, error.message);
    free(json);
    return model;
}

/* The third index, 2, becomes 0; the third vertex's joint, 1, becomes 0. */
static void test_sparse_numbers(void **state) {
    (void)state;
    static const uint32_t expected[] = {0, 1, 0, 2, 1, 3};
    bp_model *model = read_with(INDICES, INDICES "," SPARSE);
    expect_bytes(model->meshes[0]->indices, expected, sizeof expected);
    bp_model_destroy(model);
    model = read_with(JOINTS, JOINTS "," SPARSE);
    const bp_mesh *mesh = model->meshes[0];
    size_t width = (size_t)mesh->influences;
    assert_int_equal(mesh->joints[2 * width], 0);
    assert_int_equal(mesh->joints[3 * width], 1);
    bp_model_destroy(model);
}

/* OpenGL's constants, which glTF uses; minFilter decides. */
static void test_filters(void **state) {
    (void)state;
    static const struct {
        const char *number;
        bp_filter expected;
    } rows[] = {{"9728", BP_FILTER_NEAREST},  {"9729", BP_FILTER_BILINEAR}, {"9984", BP_FILTER_NEAREST},
                {"9985", BP_FILTER_BILINEAR}, {"9986", BP_FILTER_NEAREST},  {"9987", BP_FILTER_TRILINEAR}};
    for (size_t i = 0; i < BP_COUNT(rows); i++) {
        char replace[40];
        snprintf(replace, sizeof replace, "\"minFilter\":%s", rows[i].number);
        bp_model *model = read_with("\"minFilter\":9728", replace);
        assert_int_equal(model->materials[0].texture.filter, rows[i].expected);
        bp_model_destroy(model);
    }
}

/* ---- little memory ------------------------------------------------------------------------------*/

/* Below some limit the file is refused with a message that says so; from that limit on it is read. */
static void test_every_limit(void **state) {
    (void)state;
    uint8_t bytes[VALID_MODEL_BYTES];
    size_t size, refused = 0, read = 0;
    valid_model_bytes(bytes);
    uint8_t *glb = make_glb(VALID_MODEL_JSON, bytes, sizeof bytes, &size);
    for (size_t limit = 1; read < 20; limit += 32) {
        const bp_gltf_read_options options = {.memory_limit = limit};
        bp_model *model = NULL;
        bp_error error = {0};
        if (bp_gltf_read_memory(NULL, glb, size, "x", NULL, &options, &model, NULL, &error)) {
            assert_int_equal(model->node_count, 4);
            bp_model_destroy(model);
            read++;
            continue;
        }
        refused++;
        if (read > 0) fail_msg("%zu bytes are refused, though fewer were enough", limit);
        if (!strstr(error.message, "limit") && !strstr(error.message, "more than"))
            fail_msg("%zu bytes: %s: %s", limit, error.place, error.message);
        assert_in_range(limit, 1, 1 << 20);
    }
    assert_true(refused > 100);
    print_message("%zu limits were too small\n", refused);
    free(glb);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_wrong_types),
                                       cmocka_unit_test(test_sparse_numbers), cmocka_unit_test(test_filters),
                                       cmocka_unit_test(test_every_limit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
