/* Reading whole models: the contents of a valid one, and more than a hundred faults, each refused with its
 * path. */
#include "mesh/model_pose.h"
#include "support/allocator.h"
#include "valid_model.h"
#include <bindpose/rig.h>

static bp_model *read_valid_model(void) {
    bp_model *model = NULL;
    bp_error error = {0};
    if (!read_glb_of(VALID_MODEL_JSON, &model, NULL, &error)) fail_msg("%s: %s", error.place, error.message);
    return model;
}

/* The caller frees it. */
static uint8_t *valid_glb(size_t *size) {
    uint8_t bytes[VALID_MODEL_BYTES];
    valid_model_bytes(bytes);
    return make_glb(VALID_MODEL_JSON, bytes, sizeof bytes, size);
}

/* ---- contents -----------------------------------------------------------------------------------*/

static void test_model(void **state) {
    (void)state;
    bp_model *model = read_valid_model();
    assert_int_equal(model->node_count, 4);
    assert_string_equal(model->node_names[3], "body");
    assert_ptr_equal(bp_node_parent(model->nodes[2]), model->nodes[1]);
    assert_int_equal(model->mesh_count, 1);
    const bp_mesh *mesh = model->meshes[0];
    assert_int_equal(mesh->vertex_count, 4);
    assert_int_equal(mesh->index_count, 6);
    assert_int_equal(mesh->indices[5], 3);
    assert_int_equal(mesh->influences, 4);
    assert_int_equal(mesh->morph_count, 1);
    assert_string_equal(mesh->morphs[0].name, "lift");
    expect_float(mesh->morphs[0].weight, 0.5, 0);
    expect_float(mesh->morphs[0].positions[2].z, 1, 0);
    assert_int_equal(model->instances[0].skin, 0);
    expect_float(model->instances[0].weights[0], 0.25, 0);
    assert_false(model->instances[0].outside_scene);
    bp_model_destroy(model);
}

static void test_material(void **state) {
    (void)state;
    bp_model *model = read_valid_model();
    const bp_material *material = &model->materials[0];
    expect_float(material->base_color.y, 0.5, 0);
    assert_int_equal(material->alpha_mode, BP_ALPHA_MASK);
    expect_float(material->alpha_cutoff, 0.25, 0);
    assert_true(material->double_sided && material->unlit);
    assert_int_equal(material->texture.image, 0);
    assert_int_equal(material->texture.filter, BP_FILTER_NEAREST);
    assert_int_equal(material->texture.wrap_u, BP_WRAP_CLAMP);
    assert_int_equal(material->texture.wrap_v, BP_WRAP_MIRROR);
    assert_int_equal(model->images[0]->width, 1);
    bp_model_destroy(model);
}

/* The armature is a bone without index. A joint's final matrix is inverse bind times world. */
static void test_skeleton(void **state) {
    (void)state;
    bp_model *model = read_valid_model();
    const bp_skeleton *skeleton = model->skeletons[0];
    assert_int_equal(bp_skeleton_count(skeleton), 3);
    assert_string_equal(bp_bone_name(bp_skeleton_bone_by_id(skeleton, 0)), "armature");
    assert_int_equal(bp_bone_index(bp_skeleton_bone_by_id(skeleton, 0)), BP_INDEX_NONE);
    assert_int_equal(bp_bone_index(bp_skeleton_bone_by_id(skeleton, 2)), 1);
    assert_ptr_equal(bp_bone_node(bp_skeleton_bone_by_id(skeleton, 2)), model->nodes[2]);
    assert_int_equal(model->skins[0].bones[1], 2);
    /* Both joints' world matrices scale by 2, then translate by (0, 2, 0); the inverse binds undo exactly
     * that. */
    static const float identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    for (int joint = 0; joint < 2; joint++)
        expect_floats(bp_skeleton_palette(skeleton)[joint].m, identity, 16, 1e-6);
    static const float inverse[16] = {0.5f, 0, 0, 0, 0, 0.5f, 0, 0, 0, 0, 0.5f, 0, 0, -1, 0, 1};
    bp_mat4 stored = bp_bone_absolute_inverse_bind(bp_skeleton_bone_by_id(skeleton, 1));
    assert_memory_equal(stored.m, inverse, sizeof inverse);
    /* The lower joint's absolute bind is the inverse of its inverse bind; bind is that times the armature's
     * inverse. */
    static const float bind[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1};
    expect_floats(bp_bone_bind(bp_skeleton_bone_by_id(skeleton, 1)).m, bind, 16, 1e-6);
    bp_model_destroy(model);
}

/* At 1 s the upper joint is rotated by 90 degrees about Z at (0, 2, 0), and the morph target has weight 1.
 * Vertex 3 is at (1, 4, 1), or (1, 2, 1) from the joint, and moves to (-2, 1, 1) from it: (-2, 3, 1). Vertex
 * 2 at (-1, 4, 1) follows the upper joint by 3/4, to (-2, 1, 1), and the lower joint, which is at rest, by
 * 1/4. */
static void test_pose(void **state) {
    (void)state;
    bp_model *model = read_valid_model();
    bp_error error = {0};
    bp_model_pose *pose = bp_model_pose_create(model, &error);
    bp_vec3 positions[4];
    bp_vertex_arrays out = {.positions = positions};
    assert_true(bp_model_pose_set(pose, 0, 1.0, &error));
    assert_true(bp_model_pose_vertices(NULL, pose, 0, &out, &error));
    static const float expected[12] = {-1, 0, 0, 1, 0, 0, -1.75f, 1.75f, 1, -2, 3, 1};
    expect_floats(&positions[0].x, expected, 12, 1e-6);
    /* Without a clip everything is at rest again, and the morph weight is the instance's 0.25. */
    assert_true(bp_model_pose_set(pose, -1, 0.0, &error));
    assert_true(bp_model_pose_vertices(NULL, pose, 0, &out, &error));
    static const float rest[12] = {-1, 0, 0, 1, 0, 0, -1, 4, 0.25f, 1, 4, 0.25f};
    expect_floats(&positions[0].x, rest, 12, 1e-6);
    assert_false(bp_model_pose_set(pose, 1, 0.0, &error));
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
}

/* ---- faults -------------------------------------------------------------------------------------*/

/* Texts that many faults replace, and paths that many have. */
#define WEIGHTS "\"componentType\":5126,\"count\":4,\"type\":\"VEC4\""
#define VIEW "\"bufferViews\":[{\"buffer\":0,"
#define TARGET "\"target\":{\"node\":2,\"path\":\"rotation\"}"
#define ACCESSOR "\"accessors\":[{\"bufferView\":0,"
#define SPARSE "\"indices\":{\"bufferView\":9,\"componentType\":5121}"
#define SPARSE_AT "accessors[9].sparse.indices"
#define SAMPLER "animations[0].samplers[0]"
#define PRIMITIVE "meshes[0].primitives[0]"
#define PBR "materials[0].pbrMetallicRoughness"

/* A replacement in the valid model, and the path of the error. */
static const struct fault {
    const char *find, *replace, *place;
} FAULTS[] = {
    {"\"asset\":{\"version\":\"2.0\"}", "\"asset\":{}", "asset.version"},
    {"\"asset\":{\"version\":\"2.0\"}", "\"asset\":7", "asset"},
    {"\"version\":\"2.0\"", "\"version\":\"1.0\"", "asset.version"},
    {"\"version\":\"2.0\"", "\"version\":2", "asset.version"},
    {"\"version\":\"2.0\"", "\"version\":\"2.0\",\"minVersion\":\"2.1\"", "asset.minVersion"},
    {"\"scene\":0", "\"extensionsRequired\":[3]", "extensionsRequired[0]"},
    {"\"accessors\":[{",
     "\"extensionsRequired\":[\"ACME_x\"],\"accessors\":[{\"extensions\":{\"ACME_x\":{}},",
     "extensionsRequired"},
    {"\"bufferViews\":[{",
     "\"extensionsRequired\":[\"ACME_x\"],\"bufferViews\":[{\"extensions\":{\"ACME_x\":{}},",
     "extensionsRequired"},
    {"\"scene\":0", "\"extensionsRequired\":{}", "extensionsRequired"},
    {"\"scene\":0", "\"scene\":1", "scene"},
    {"\"scene\":0", "\"scene\":-1", "scene"},
    {"\"scene\":0", "\"scene\":0.5", "scene"},
    {"\"nodes\":[0,3]", "\"nodes\":[0,4]", "scenes[0].nodes[1]"},
    {"\"nodes\":[0,3]", "\"nodes\":0", "scenes[0].nodes"},
    {"\"children\":[1]", "\"children\":[9]", "nodes[0].children[0]"},
    {"\"children\":[1]", "\"children\":[\"1\"]", "nodes[0].children[0]"},
    {"\"children\":[1]", "\"children\":[0]", "nodes[0].children[0]"},
    {"\"children\":[1]", "\"children\":[1,1]", "nodes[0].children[1]"},
    {"\"children\":[2]", "\"children\":[2,0]", "nodes["},
    {"\"rotation\":[0,0,0,1]}", "\"children\":[1]}", "nodes[2].children[0]"},
    {"\"scale\":[2,2,2]", "\"scale\":[2,2]", "nodes[0].scale"},
    {"\"scale\":[2,2,2]", "\"scale\":[2,2,null]", "nodes[0].scale[2]"},
    {"\"scale\":[2,2,2]", "\"scale\":[2,2,1e39]", "nodes[0].scale[2]"},
    {"\"scale\":[2,2,2]", "\"matrix\":[1,2,3]", "nodes[0].matrix"},
    {"\"name\":\"lower\"", "\"name\":5", "nodes[1].name"},
    {"\"translation\":[0,1,0]", "\"translation\":{}", "nodes[1].translation"},
    {"\"mesh\":0", "\"mesh\":1", "nodes[3].mesh"},
    {"\"mesh\":0", "\"mesh\":[0]", "nodes[3].mesh"},
    {"\"skin\":0", "\"skin\":1", "nodes[3].skin"},
    {"\"weights\":[0.25]", "\"weights\":[1,2]", "nodes[3].weights"},
    {"\"weights\":[0.25]", "\"weights\":[true]", "nodes[3].weights[0]"},
    {"\"weights\":[0.5]", "\"weights\":[1,2]", "meshes[0].weights"},
    {"\"weights\":[0.5]", "\"weights\":[\"x\"]", "meshes[0].weights[0]"},
    {"\"name\":\"quad\"", "\"name\":[]", "meshes[0].name"},
    {"\"primitives\":[", "\"primitives\":[],\"x\":[", "meshes[0].primitives"},
    {"\"primitives\":[", "\"primitives\":[5,", "meshes[0].primitives[0]"},
    {"\"attributes\":{", "\"attributes\":[],\"x\":{", PRIMITIVE ".attributes"},
    {"\"POSITION\":0", "\"POSITION\":99", PRIMITIVE ".attributes.POSITION"},
    {"\"POSITION\":0", "\"POSITION\":1", PRIMITIVE ".attributes.POSITION"},
    {"\"POSITION\":0", "\"POSITION\":0,\"NORMAL\":1", PRIMITIVE ".attributes.NORMAL"},
    {"\"POSITION\":0", "\"POSITION\":0,\"TANGENT\":0", PRIMITIVE ".attributes.TANGENT"},
    {"\"POSITION\":0", "\"POSITION\":0,\"TANGENT\":6", PRIMITIVE ".attributes.TANGENT"},
    {"\"TEXCOORD_0\":10", "\"TEXCOORD_0\":0", PRIMITIVE ".attributes.TEXCOORD_0"},
    {"\"POSITION\":0", "\"POSITION\":0,\"COLOR_0\":3", PRIMITIVE ".attributes.COLOR_0"},
    {"\"JOINTS_0\":1", "\"JOINTS_0\":2", PRIMITIVE ".attributes.JOINTS_0"},
    {"\"JOINTS_0\":1", "\"JOINTS_0\":0", PRIMITIVE ".attributes.JOINTS_0"},
    {"\"JOINTS_0\":1,", "", PRIMITIVE ".attributes.JOINTS_0"},
    {"\"WEIGHTS_0\":2", "\"WEIGHTS_0\":1", PRIMITIVE ".attributes.WEIGHTS_0"},
    {",\"WEIGHTS_0\":2", "", PRIMITIVE ".attributes.WEIGHTS_0"},
    {"\"WEIGHTS_0\":2", "\"WEIGHTS_0\":6", PRIMITIVE ".attributes.WEIGHTS_0"},
    {"\"indices\":3", "\"indices\":0", PRIMITIVE ".indices"},
    {"\"indices\":3", "\"indices\":5", PRIMITIVE ".indices"},
    {"\"indices\":3", "\"indices\":-3", PRIMITIVE ".indices"},
    {"\"mode\":4", "\"mode\":7", PRIMITIVE ".mode"},
    {"\"material\":0", "\"material\":1", PRIMITIVE ".material"},
    {"\"targets\":[{\"POSITION\":7}]", "\"targets\":[{\"POSITION\":5}]", PRIMITIVE ".targets[0].POSITION"},
    {"\"targets\":[{\"POSITION\":7}]", "\"targets\":[7]", PRIMITIVE ".targets[0]"},
    {"\"targets\":[{\"POSITION\":7}]", "\"targets\":{}", PRIMITIVE ".targets"},
    {"\"joints\":[1,2]", "\"joints\":[1,1]", "skins[0].joints[1]"},
    {"\"joints\":[1,2]", "\"joints\":[1,4]", "skins[0].joints[1]"},
    {"\"joints\":[1,2]", "\"joints\":[1,2.5]", "skins[0].joints[1]"},
    {"\"joints\":[1,2]", "\"joints\":[]", "skins[0].joints"},
    {"\"joints\":[1,2],", "", "skins[0].joints"},
    {"\"joints\":[1,2]", "\"joints\":[1,2,3]", "skins[0].inverseBindMatrices"},
    {"\"joints\":[1,2]", "\"joints\":[1]", PRIMITIVE ".attributes.JOINTS_0"},
    {"\"inverseBindMatrices\":4", "\"inverseBindMatrices\":2", "skins[0].inverseBindMatrices"},
    {"\"inverseBindMatrices\":4", "\"inverseBindMatrices\":44", "skins[0].inverseBindMatrices"},
    {"\"skeleton\":0", "\"skeleton\":40", "skins[0].skeleton"},
    {"\"alphaMode\":\"MASK\"", "\"alphaMode\":\"mask\"", "materials[0].alphaMode"},
    {"\"alphaCutoff\":0.25", "\"alphaCutoff\":\"low\"", "materials[0].alphaCutoff"},
    {"\"doubleSided\":true", "\"doubleSided\":1", "materials[0].doubleSided"},
    {"\"baseColorFactor\":[1,0.5,0.25,1]", "\"baseColorFactor\":[1,0.5,0.25]", PBR ".baseColorFactor"},
    {"\"uri\":\"" VALID_MODEL_PNG "\"", "\"uri\":4", "images[0].uri"},
    {"\"uri\":\"" VALID_MODEL_PNG "\"", "\"bufferView\":11", "images[0].bufferView"},
    {"\"name\":\"wave\"", "\"name\":{}", "animations[0].name"},
    {"\"input\":5,\"output\":6", "\"input\":50,\"output\":6", SAMPLER ".input"},
    {"\"input\":5,\"output\":6", "\"input\":3,\"output\":6", SAMPLER ".input"},
    {"\"input\":5,\"output\":6", "\"input\":8,\"output\":6", SAMPLER ".input"},
    {"\"input\":5,\"output\":6", "\"output\":6", SAMPLER ".input"},
    {"\"input\":5,\"output\":6", "\"input\":5", SAMPLER ".output"},
    {"\"input\":5,\"output\":6", "\"input\":5,\"output\":0", SAMPLER ".output"},
    {"\"input\":5,\"output\":6", "\"input\":5,\"output\":2", SAMPLER ".output"},
    {"\"input\":5,\"output\":6", "\"input\":5,\"output\":1", SAMPLER ".output"},
    {"\"interpolation\":\"LINEAR\"", "\"interpolation\":\"BEZIER\"", SAMPLER ".interpolation"},
    {"\"interpolation\":\"LINEAR\"", "\"interpolation\":\"CUBICSPLINE\"", SAMPLER ".output"},
    {"\"sampler\":0,\"target\"", "\"sampler\":2,\"target\"", "animations[0].channels[0].sampler"},
    {"\"sampler\":0,\"target\"", "\"target\"", "animations[0].channels[0].sampler"},
    {TARGET, "\"target\":{\"node\":9,\"path\":\"rotation\"}", "animations[0].channels[0].target.node"},
    {TARGET, "\"target\":{\"node\":2}", "animations[0].channels[0].target.path"},
    {TARGET, "\"x\":0", "animations[0].channels[0].target"},
    {"\"byteLength\":404", "\"byteLength\":405000", "buffers[0].byteLength"},
    {"\"byteLength\":404", "\"byteLength\":-1", "buffers[0].byteLength"},
    {"\"byteLength\":404", "\"byteLength\":400", "bufferViews[10]"},
    {"\"byteLength\":404", "\"uri\":\"data:,\",\"byteLength\":404", "buffers[0].uri"},
    {"\"byteLength\":404", "\"uri\":\"data:;base64,AAAA\",\"byteLength\":404", "buffers[0].byteLength"},
    {"{\"byteLength\":404}", "{}", "buffers[0].byteLength"},
    {"{\"byteLength\":404}", "5", "buffers[0]"},
    {VIEW, "\"bufferViews\":[{", "bufferViews[0].buffer"},
    {VIEW, "\"bufferViews\":[{\"buffer\":1,", "bufferViews[0].buffer"},
    {VIEW, VIEW "\"byteStride\":3,", "bufferViews[0].byteStride"},
    {VIEW, VIEW "\"byteStride\":260,", "bufferViews[0].byteStride"},
    {VIEW, VIEW "\"byteStride\":8,", "accessors[0]"},
    {VIEW, VIEW "\"byteStride\":16,", "accessors[0]"},
    {VIEW, VIEW "\"byteOffset\":1e300,", "bufferViews[0].byteOffset"},
    {"\"byteOffset\":48,\"byteLength\":16", "\"byteOffset\":9007199254740992,\"byteLength\":16",
     "bufferViews[1]"},
    {ACCESSOR, "\"accessors\":[{\"bufferView\":11,", "accessors[0].bufferView"},
    {ACCESSOR, ACCESSOR "\"byteOffset\":4,", "accessors[0]"},
    {ACCESSOR, ACCESSOR "\"normalized\":true,", "accessors[0].normalized"},
    {WEIGHTS, "\"componentType\":5124,\"count\":4,\"type\":\"VEC4\"", "accessors[2].componentType"},
    {WEIGHTS, "\"count\":4,\"type\":\"VEC4\"", "accessors[2].componentType"},
    {WEIGHTS, "\"componentType\":5126,\"type\":\"VEC4\"", "accessors[2].count"},
    {WEIGHTS, "\"componentType\":5126,\"count\":4", "accessors[2].type"},
    {WEIGHTS, "\"componentType\":5126,\"count\":4,\"type\":\"VEC5\"", "accessors[2].type"},
    {WEIGHTS, "\"componentType\":5126,\"count\":5,\"type\":\"VEC4\"", "accessors[2]"},
    {WEIGHTS, "\"componentType\":5126,\"count\":4294967295,\"type\":\"VEC4\"", "accessors[2]"},
    {WEIGHTS, "\"componentType\":5126,\"count\":1e15,\"type\":\"VEC4\"", "accessors[2].count"},
    {WEIGHTS, "\"componentType\":5126,\"count\":3,\"type\":\"VEC4\"", PRIMITIVE ".attributes.WEIGHTS_0"},
    {"\"sparse\":{\"count\":1", "\"sparse\":{\"count\":5", "accessors[9].sparse.count"},
    {"\"sparse\":{\"count\":1", "\"sparse\":{\"count\":2", SPARSE_AT},
    {SPARSE, "\"indices\":{\"bufferView\":9}", SPARSE_AT ".componentType"},
    {SPARSE, "\"indices\":{\"bufferView\":9,\"componentType\":5120}", SPARSE_AT ".componentType"},
    {SPARSE, "\"indices\":0", SPARSE_AT},
    {"\"values\":{\"bufferView\":10}", "\"values\":{}", "accessors[9].sparse.values.bufferView"},
    {"\"values\":{\"bufferView\":10}", "\"values\":{\"bufferView\":9}", "accessors[9].sparse.values"},
    {"\"images\":[", "\"images\":[3,", "images[0]"},
    {"\"skins\":[{", "\"skins\":{\"x\":[{", "JSON:"},
    {"\"scene\":0", "\"scene\":0,\"scene\":0", "JSON:"},
    {"\"scene\":0", "\"scene\":1e999", "JSON:"},
};

static void test_faults(void **state) {
    (void)state;
    for (size_t i = 0; i < BP_COUNT(FAULTS); i++) {
        const struct fault *fault = &FAULTS[i];
        bp_model *model = (bp_model *)state;
        bp_error error = {0};
        char *json = replaced_once(VALID_MODEL_JSON, fault->find, fault->replace), place[200];
        if (read_glb_of(json, &model, NULL, &error)) fail_msg("fault %zu (%s) was read", i, fault->replace);
        snprintf(place, sizeof place, "test.glb: %s", fault->place);
        bool there = strncmp(error.place, place, strlen(place)) == 0;
        char last = place[strlen(place) - 1];
        if (last != '[' && last != ':') there = there && strcmp(error.place, place) == 0;
        if (!there || error.kind != BP_ERROR_INPUT)
            fail_msg("fault %zu (%s): got kind %d at \"%s\" (%s), wanted %d at \"%s\"", i, fault->replace,
                     (int)error.kind, error.place, error.message, (int)BP_ERROR_INPUT, place);
        assert_null(model);
        assert_true(strlen(error.message) > 10);
        if (!doctor_finds_error(json)) fail_msg("the doctor finds no error: %s", fault->replace);
        free(json);
    }
    print_message("%zu faults\n", BP_COUNT(FAULTS));
}

/* ---- wrong numbers ------------------------------------------------------------------------------*/

static void test_wrong_bytes(void **state) {
    (void)state;
    static const struct {
        size_t at;
        uint32_t bits;
        const char *place;
    } rows[] = {
        {4, 0x7fc00000, "test.glb: accessors[0]"},   /* a position is NaN */
        {64, 0x7f800000, "test.glb: accessors[2]"},  /* a weight is infinite */
        {140, 0xffc00000, "test.glb: accessors[4]"}, /* an inverse bind */
        {268, 0x7fc00000, "test.glb: animations[0].samplers[0].input"},
        {272, 0x40400000, "test.glb: animations[0].samplers[0].input"}, /* 0, 3, 2 */
        {280, 0x7fc00000, "test.glb: animations[0].samplers[0].output"},
        {328, 0x7fc00000, "test.glb: accessors[7]"},
        {128, 0x00040000, "test.glb: meshes[0].primitives[0].indices"}, /* vertex 4 */
        {56, 0x00000002, "test.glb: meshes[0].primitives[0].attributes.JOINTS_0"},
        {388, 4, "test.glb: accessors[9].sparse.indices"},
    };
    for (size_t i = 0; i < BP_COUNT(rows); i++) {
        uint8_t bytes[VALID_MODEL_BYTES];
        size_t size;
        bp_model *model = NULL;
        bp_error error = {0};
        const char *target = i == 9 ? "[{\"POSITION\":9}]" : "[{\"POSITION\":7}]";
        char *json = replaced_once(VALID_MODEL_JSON, "[{\"POSITION\":7}]", target);
        valid_model_bytes(bytes);
        put_u32(bytes + rows[i].at, rows[i].bits);
        uint8_t *glb = make_glb(json, bytes, sizeof bytes, &size);
        assert_false(bp_gltf_read_memory(NULL, glb, size, "test.glb", NULL, NULL, &model, NULL, &error));
        assert_string_equal(error.place, rows[i].place);
        free(glb);
        free(json);
    }
}

/* ---- containers ---------------------------------------------------------------------------------*/

static void test_container_faults(void **state) {
    (void)state;
    size_t size, binary = 20 + (strlen(VALID_MODEL_JSON) + 3) / 4 * 4;
    uint8_t *glb = valid_glb(&size);
    const struct {
        size_t at, word, size;
        const char *place;
    } rows[] = {
        {4, 1, size, "x: header.version"},
        {4, 3, size, "x: header.version"},
        {8, size + 4, size, "x: header.length"},
        {8, 4, size, "x: header.length"},
        {4, 2, size - 1, "x: header.length"},
        {4, 2, 11, "x: header"},
        {8, 12, size, "x: chunk[0]"},
        {8, 19, size, "x: chunk[0]"},
        {12, size, size, "x: chunk[0]"},
        {12, 0xffffffff, size, "x: chunk[0]"},
        {16, 0x004e4942, size, "x: chunk[0]"},
        {binary, 0xffffffff, size, "x: chunk[1]"},
        {binary, 100, size, "x: buffers[0].byteLength"},
        {binary + 4, 0x12345678, size, "x: buffers[0].uri"},
    };
    for (size_t i = 0; i < BP_COUNT(rows); i++) {
        uint8_t *broken = malloc(size);
        bp_model *model = NULL;
        bp_error error = {0};
        assert_non_null(broken);
        memcpy(broken, glb, size);
        put_u32(broken + rows[i].at, rows[i].word);
        assert_false(bp_gltf_read_memory(NULL, broken, rows[i].size, "x", NULL, NULL, &model, NULL, &error));
        if (strcmp(error.place, rows[i].place) != 0)
            fail_msg("row %zu: got \"%s\" (%s), wanted \"%s\"", i, error.place, error.message, rows[i].place);
        free(broken);
    }
    free(glb);
}

static bp_error refuse_text(const char *text, const bp_gltf_read_options *options) {
    bp_model *model = NULL;
    bp_error error = {0};
    assert_false(bp_gltf_read_memory(NULL, text, strlen(text), "x", NULL, options, &model, NULL, &error));
    return error;
}

static void test_no_json(void **state) {
    (void)state;
    static const char *const texts[] = {"", "{", "[]", "7", "null", "{}", "glTF", "\xff\xfe"};
    for (size_t i = 0; i < BP_COUNT(texts); i++)
        assert_int_equal(refuse_text(texts[i], NULL).kind, BP_ERROR_INPUT);
}

/* A small file can't allocate gigabytes. */
static void test_memory_limit(void **state) {
    (void)state;
    static const char *const texts[] = {
        "{\"asset\":{\"version\":\"2.0\"},\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
        "\"accessors\":[{\"componentType\":5126,\"count\":4000000000,\"type\":\"VEC3\"}]}",
        "{\"asset\":{\"version\":\"2.0\"},\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,"
        "\"JOINTS_0\":1,\"WEIGHTS_0\":2}}]}],\"accessors\":[{\"componentType\":5126,\"count\":9000000,"
        "\"type\":\"VEC3\"},{\"componentType\":5123,\"count\":9000000,\"type\":\"VEC4\"},{\"componentType\":"
        "5126,\"count\":9000000,\"type\":\"VEC4\"}]}",
    };
    bp_gltf_read_options options = {.memory_limit = 100 << 20};
    for (size_t i = 0; i < BP_COUNT(texts); i++) {
        bp_error error = refuse_text(texts[i], &options);
        assert_non_null(strstr(error.place, "meshes[0].primitives[0]"));
        assert_non_null(strstr(error.message, "limit"));
    }
}

/* ---- without memory, and with damage ------------------------------------------------------------*/

static bool try_reading(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    if (!context) return false;
    size_t size;
    bp_model *model = NULL;
    uint8_t *glb = valid_glb(&size);
    bool ok = bp_gltf_read_memory(context, glb, size, "x", "folder", NULL, &model, NULL, error);
    bp_model_pose *pose = ok ? bp_model_pose_create(model, error) : NULL;
    bp_model_pose_destroy(pose);
    if (ok) bp_model_destroy(model);
    free(glb);
    bp_context_destroy(context);
    return pose != NULL;
}

static void test_no_memory(void **state) {
    (void)state;
    assert_true(test_each_allocation_fails(try_reading, NULL) > 50);
}

static uint32_t test_random_below(uint64_t *random, uint32_t end) {
    return (uint32_t)((test_random(random) >> 32) % end);
}

/* Flips bytes, replaces digits and cuts ends off: reading never crashes, and each model that is read can be
 * posed. */
static void damage(uint64_t *random, uint8_t *data, size_t *size) {
    int count = 1 + (int)test_random_below(random, 4);
    for (int i = 0; i < count; i++) {
        size_t at = test_random_below(random, (uint32_t)*size);
        switch (test_random_below(random, 4)) {
        case 0: data[at] ^= (uint8_t)(1u << test_random_below(random, 8)); break;
        case 1: data[at] = (uint8_t)test_random_below(random, 256); break;
        case 2: /* replaces a nearby digit */
            for (; at < *size - 1 && !(data[at] >= '0' && data[at] <= '9');) at++;
            data[at] = (uint8_t)('0' + test_random_below(random, 10));
            break;
        default:
            if (test_random_below(random, 8) == 0 && at > 16) *size = at;
            break;
        }
    }
}

/* Reads, and poses what was read. */
static bool read_and_pose(const uint8_t *bytes, size_t size, bool lenient) {
    bp_model *model = NULL;
    bp_error error = {0};
    const bp_gltf_read_options options = {.lenient = lenient};
    if (!bp_gltf_read_memory(NULL, bytes, size, "x", NULL, &options, &model, NULL, &error)) {
        assert_true(error.kind == BP_ERROR_INPUT || error.kind == BP_ERROR_MEMORY);
        return false;
    }
    bp_model_pose *pose = bp_model_pose_create(model, &error);
    assert_non_null(pose);
    assert_true(bp_model_pose_set(pose, model->clip_count ? 0 : -1, 0.7, &error));
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
    return true;
}

static void test_random_damage(void **state) {
    (void)state;
    enum { ROUNDS = 4000 };
    uint64_t random = 20260521;
    size_t size, read = 0, more = 0;
    uint8_t *glb = valid_glb(&size), *broken = malloc(size);
    assert_non_null(broken);
    for (int round = 0; round < ROUNDS; round++) {
        size_t left = size;
        memcpy(broken, glb, size);
        damage(&random, broken, &left);
        bool strict = read_and_pose(broken, left, false), lenient = read_and_pose(broken, left, true);
        read += strict;
        more += lenient && !strict;
        assert_true(lenient || !strict);
    }
    print_message("%d damaged files, %zu of them still a model, %zu more with repairs\n", ROUNDS, read, more);
    assert_true(more > 0);
    free(broken);
    free(glb);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_model),
        cmocka_unit_test(test_material),
        cmocka_unit_test(test_skeleton),
        cmocka_unit_test(test_pose),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_wrong_bytes),
        cmocka_unit_test(test_container_faults),
        cmocka_unit_test(test_no_json),
        cmocka_unit_test(test_memory_limit),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_random_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
