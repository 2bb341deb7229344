/* Forms that files can take: triangles in every mode, nodes as matrices, influences in several sets, colours,
 * textures, scenes, cubic keys, files beside the document. */
#include "base/folder.h"
#include "support/folder.h"
#include "valid_model.h"
#include <bindpose/rig.h>

static bp_model *read_with(const char *find, const char *replace, bp_gltf_notes *notes) {
    bp_model *model = NULL;
    bp_error error = {0};
    char *json = replaced_once(VALID_MODEL_JSON, find, replace);
    if (!read_glb_of(json, &model, notes, &error))
        fail_msg("%s: %s: %s", replace, error.place, error.message);
    free(json);
    return model;
}

/* The valid model with other JSON and with `size` bytes of its buffer replaced. */
static bp_model *read_patched(const char *json, size_t at, const void *data, size_t size) {
    uint8_t bytes[VALID_MODEL_BYTES];
    size_t file_size;
    bp_model *model = NULL;
    bp_error error = {0};
    valid_model_bytes(bytes);
    memcpy(bytes + at, data, size);
    uint8_t *glb = make_glb(json, bytes, sizeof bytes, &file_size);
    if (!bp_gltf_read_memory(NULL, glb, file_size, "x", NULL, NULL, &model, NULL, &error))
        fail_msg("%s: %s", error.place, error.message);
    free(glb);
    return model;
}

/* ---- triangles, lines, points ----------------------------------------------------------------------------------*/

static void expect_indices(const char *find, const char *replace, const uint32_t *expected, size_t count) {
    bp_model *model = read_with(find, replace, NULL);
    const bp_mesh *mesh = model->meshes[0];
    assert_int_equal(mesh->index_count, count);
    for (size_t i = 0; i < count; i++)
        if (mesh->indices[i] != expected[i])
            fail_msg("%s: index %zu is %u, wanted %u", replace, i, mesh->indices[i], expected[i]);
    assert_int_equal(mesh->submesh_count, count ? 1 : 0);
    bp_model_destroy(model);
}

/* The indices are 0 1 2 2 1 3. */
static void test_modes(void **state) {
    (void)state;
    expect_indices("\"mode\":4,", "", (const uint32_t[]){0, 1, 2, 2, 1, 3}, 6);
    /* A strip's odd triangles swap their last two vertices; a fan's triangles end at its first vertex. */
    expect_indices("\"mode\":4", "\"mode\":5", (const uint32_t[]){0, 1, 2, 1, 2, 2, 2, 2, 1, 2, 3, 1}, 12);
    expect_indices("\"mode\":4", "\"mode\":6", (const uint32_t[]){1, 2, 0, 2, 2, 0, 2, 1, 0, 1, 3, 0}, 12);
    /* Without indices, the four vertices in order; a list uses three of them. */
    expect_indices("\"indices\":3,\"mode\":4", "\"mode\":4", (const uint32_t[]){0, 1, 2}, 3);
    expect_indices("\"indices\":3,\"mode\":4", "\"mode\":5", (const uint32_t[]){0, 1, 2, 1, 3, 2}, 6);
    expect_indices("\"indices\":3,\"mode\":4", "\"mode\":6", (const uint32_t[]){1, 2, 0, 2, 3, 0}, 6);
}

static void expect_lines(const char *find, const char *replace, int ends, const uint32_t *expected,
                         size_t count) {
    bp_gltf_notes notes = {0};
    bp_model *model = read_with(find, replace, &notes);
    const bp_mesh *mesh = model->meshes[0];
    assert_int_equal(mesh->vertex_count, 4);
    assert_int_equal(mesh->index_count, 0);
    assert_int_equal(mesh->line_ends, ends);
    assert_int_equal(mesh->line_count, count);
    expect_bytes(mesh->lines, expected, count * sizeof *expected);
    assert_int_equal(mesh->line_material, 0);
    assert_false(noted(&notes, "meshes[0].primitives[0].mode"));
    bp_gltf_notes_clear(&notes);
    bp_model_destroy(model);
}

/* The indices are 0 1 2 2 1 3 again. */
static void test_lines(void **state) {
    (void)state;
    const uint32_t order[] = {0, 1, 2, 2, 1, 3}, loop[] = {0, 1, 1, 2, 2, 2, 2, 1, 1, 3, 3, 0};
    expect_lines("\"mode\":4", "\"mode\":0", 1, order, 6);
    expect_lines("\"mode\":4", "\"mode\":1", 2, order, 6);
    expect_lines("\"mode\":4", "\"mode\":2", 2, loop, 12);
    expect_lines("\"mode\":4", "\"mode\":3", 2, loop, 10);
    const uint32_t vertices[] = {0, 1, 2, 3}, around[] = {0, 1, 1, 2, 2, 3, 3, 0};
    expect_lines("\"indices\":3,\"mode\":4", "\"mode\":0", 1, vertices, 4);
    expect_lines("\"indices\":3,\"mode\":4", "\"mode\":1", 2, vertices, 4);
    expect_lines("\"indices\":3,\"mode\":4", "\"mode\":2", 2, around, 8);
    expect_lines("\"indices\":3,\"mode\":4", "\"mode\":3", 2, around, 6);
}

static void test_no_positions(void **state) {
    (void)state;
    static const char text[] = "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0}],\"meshes\":[{"
                               "\"primitives\":[{\"attributes\":{}}]}]}";
    bp_gltf_notes notes = {0};
    bp_model *model = NULL;
    assert_true(bp_gltf_read_memory(NULL, text, sizeof text - 1, "x", NULL, NULL, &model, &notes, NULL));
    assert_int_equal(model->meshes[0]->vertex_count, 0);
    assert_true(noted(&notes, "meshes[0].primitives[0].attributes"));
    bp_gltf_notes_clear(&notes);
    bp_model_destroy(model);
}

/* ---- nodes and scenes ---------------------------------------------------------------------------*/

static bp_vec3 read_matrix(const char *text, const float expected[16]) {
    bp_gltf_notes notes = {0};
    bp_model *model = read_with("\"scale\":[2,2,2]", text, &notes);
    bp_mat4 local = bp_node_local(model->nodes[0]);
    bp_vec3 scale = bp_node_scale(model->nodes[0]);
    expect_floats(local.m, expected, 16, 1e-6);
    assert_int_equal(notes.count, 0);
    bp_gltf_notes_clear(&notes);
    bp_model_destroy(model);
    return scale;
}

/* A rotation by 90 degrees about Z, a scale of (2, 3, 4) and a translation, as row vectors, like the file; and a
 * mirror. */
static void test_matrix_nodes(void **state) {
    (void)state;
    static const float turned[16] = {0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 4, 0, 5, 6, 7, 1};
    static const float mirrored[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1};
    expect_float(read_matrix("\"matrix\":[0,2,0,0,-3,0,0,0,0,0,4,0,5,6,7,1]", turned).y, 3, 1e-6);
    read_matrix("\"matrix\":[1,0,0,0,0,1,0,0,0,0,-1,0,0,0,0,1]", mirrored);
}

static void test_node_notes(void **state) {
    (void)state;
    static const struct {
        const char *find, *replace, *place;
    } rows[] = {
        {"\"scale\":[2,2,2]", "\"matrix\":[1,1,0,0,0,1,0,0,0,0,1,0,0,0,0,1]", "nodes[0].matrix"},
        {"\"scale\":[2,2,2]", "\"matrix\":[1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,1]", "nodes[0].matrix"},
        {"\"scale\":[2,2,2]", "\"scale\":[2,2,2],\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]", "nodes[0]"},
        {"\"rotation\":[0,0,0,1]", "\"rotation\":[0,0,0,2]", "nodes[2].rotation"},
        {"\"mesh\":0,", "\"mesh\":0,\"translation\":[1,2,3],", "nodes[3]"},
        {"\"nodes\":[0,3]", "\"nodes\":[0,3,1]", "scenes[0].nodes[2]"},
        {"\"skeleton\":0", "\"skeleton\":3", "skins[0].skeleton"},
        {"\"joints\":[1,2]", "\"joints\":[2],\"x\":[1]", "skins[0].inverseBindMatrices"},
        {"\"JOINTS_0\":1,\"WEIGHTS_0\":2", "\"COLOR_1\":0", "nodes[3].skin"},
        {"\"extensionsUsed\":[\"KHR_materials_unlit\"]", "\"extensionsUsed\":[\"ACME_shine\"]",
         "extensionsUsed[0]"},
        {"\"source\":0,", "", "textures[0]"},
        {"\"index\":0}}}]", "\"index\":0,\"texCoord\":2}}}]",
         "materials[0].pbrMetallicRoughness.baseColorTexture"},
        {"\"path\":\"rotation\"", "\"path\":\"pointer\"", "animations[0].channels[0].target"},
    };
    for (size_t i = 0; i < BP_COUNT(rows); i++) {
        bp_gltf_notes notes = {0};
        bp_model *model = NULL;
        bp_error error = {0};
        char *json = replaced_once(VALID_MODEL_JSON, rows[i].find, rows[i].replace);
        /* A skin of one joint has no joint 1, which is an error; the note comes before it. */
        bool ok = read_glb_of(json, &model, &notes, &error);
        if (!ok && !strstr(error.place, "JOINTS_0")) fail_msg("%s: %s", error.place, error.message);
        if (!noted(&notes, rows[i].place)) fail_msg("no note at %s", rows[i].place);
        if (ok) bp_model_destroy(model);
        bp_gltf_notes_clear(&notes);
        free(json);
    }
}

static bool is_outside(const char *find, const char *replace) {
    bp_model *model = read_with(find, replace, NULL);
    bool outside = model->instances[0].outside_scene;
    bp_model_destroy(model);
    return outside;
}

static void test_scenes(void **state) {
    (void)state;
#define TWO "\"scenes\":[{\"nodes\":[0]},{\"nodes\":[3]}]"
    assert_true(is_outside("\"scenes\":[{\"nodes\":[0,3]}]", TWO));
    assert_false(is_outside("\"scene\":0,\"scenes\":[{\"nodes\":[0,3]}]", "\"scene\":1," TWO));
    assert_false(is_outside("\"scene\":0,\"scenes\":[{\"nodes\":[0,3]}],", ""));
}

/* A chain of 20,000 nodes, each an ancestor of a joint: the reader must not recurse. */
static void test_deep_chain(void **state) {
    (void)state;
    enum { DEPTH = 20000 };
    char *json = calloc(DEPTH + 16, 64);
    size_t at = (size_t)sprintf(
        json, "{\"asset\":{\"version\":\"2.0\"},\"skins\":[{\"joints\":[%d]}],\"nodes\":[", DEPTH - 1);
    for (int i = 0; i < DEPTH - 1; i++)
        at += (size_t)sprintf(json + at, "{\"translation\":[0,1,0],\"children\":[%d]},", i + 1);
    sprintf(json + at, "{\"translation\":[0,1,0]}]}");
    bp_model *model = NULL;
    bp_error error = {0};
    if (!bp_gltf_read_memory(NULL, json, strlen(json), "deep", NULL, NULL, &model, NULL, &error))
        fail_msg("%s: %s", error.place, error.message);
    assert_int_equal(bp_skeleton_count(model->skeletons[0]), DEPTH);
    expect_float(bp_skeleton_palette(model->skeletons[0])[0].m[13], DEPTH, 0);
    bp_model_destroy(model);
    free(json);
}

/* ---- skins --------------------------------------------------------------------------------------*/

/* Without matrices, inverse binds are identities, and the final matrix is the joint's world matrix. */
static void test_no_inverse_binds(void **state) {
    (void)state;
    bp_model *model = read_with("\"inverseBindMatrices\":4,", "", NULL);
    static const float world[16] = {2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 2, 0, 1};
    expect_floats(bp_skeleton_palette(model->skeletons[0])[0].m, world, 16, 0);
    bp_model_destroy(model);
}

/* A singular inverse bind is kept, and moves all vertices to the joint. */
static void test_singular_inverse_bind(void **state) {
    (void)state;
    static const uint8_t zeros[60]; /* all but the last number, 1 */
    bp_model *model = read_patched(VALID_MODEL_JSON, 140, zeros, sizeof zeros);
    static const float final[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1};
    expect_floats(bp_skeleton_palette(model->skeletons[0])[0].m, final, 16, 0);
    bp_model_destroy(model);
}

/* A joint below a node of scale 0. */
static void test_flat_ancestor(void **state) {
    (void)state;
    bp_model *model = read_with("\"scale\":[2,2,2]", "\"scale\":[0,0,0]", NULL);
    expect_float(bp_skeleton_palette(model->skeletons[0])[0].m[0], 0, 0);
    bp_model_destroy(model);
}

/* Two equal sets: eight influences, each with half its weight. */
static void test_two_sets(void **state) {
    (void)state;
    bp_model *model = read_with("\"JOINTS_0\":1,\"WEIGHTS_0\":2",
                                "\"JOINTS_0\":1,\"WEIGHTS_0\":2,\"JOINTS_1\":1,\"WEIGHTS_1\":2", NULL);
    const bp_mesh *mesh = model->meshes[0];
    assert_int_equal(mesh->influences, 8);
    static const float expected[8] = {0.375f, 0.125f, 0, 0, 0.375f, 0.125f, 0, 0};
    expect_floats(mesh->weights + 16, expected, 8, 1e-7);
    assert_int_equal(mesh->joints[20], 1);
    bp_model_destroy(model);
}

/* From three sets, six influences with weight fit into eight; of nine, the largest are kept. */
static void test_three_sets(void **state) {
    (void)state;
    bp_model *model = read_with(
        "\"JOINTS_0\":1,\"WEIGHTS_0\":2",
        "\"JOINTS_0\":1,\"WEIGHTS_0\":2,\"JOINTS_1\":1,\"WEIGHTS_1\":2,\"JOINTS_2\":1,\"WEIGHTS_2\":2", NULL);
    static const float expected[8] = {0.25f, 1 / 12.0f, 0.25f, 1 / 12.0f, 0.25f, 1 / 12.0f, 0, 0};
    expect_floats(model->meshes[0]->weights + 16, expected, 8, 1e-7);
    bp_model_destroy(model);
    /* Nine sets: vertex 2 has nine times 0.75 and nine times 0.25, and keeps eight times 0.75. */
    char sets[512];
    size_t at = 0;
    for (int i = 0; i < 9; i++)
        at += (size_t)snprintf(sets + at, sizeof sets - at, "%s\"JOINTS_%d\":1,\"WEIGHTS_%d\":2",
                               i ? "," : "", i, i);
    bp_gltf_notes notes = {0};
    model = read_with("\"JOINTS_0\":1,\"WEIGHTS_0\":2", sets, &notes);
    for (int i = 0; i < 8; i++) {
        expect_float(model->meshes[0]->weights[16 + i], 0.125, 1e-7);
        assert_int_equal(model->meshes[0]->joints[16 + i], 1);
    }
    assert_true(noted(&notes, "meshes[0].primitives[0].attributes"));
    /* It loses 9 - 6 of 9: a third. */
    assert_non_null(strstr(notes.notes[0].message, "4 of 4 vertices follow more than 8 joints"));
    assert_non_null(strstr(notes.notes[0].message, "33%"));
    bp_gltf_notes_clear(&notes);
    bp_model_destroy(model);
}

/* Weights as bytes: the joints' bytes 1, 0, 0, 0 are read as 1/255, 0, 0, 0 and divided by their sum. */
static void test_byte_weights(void **state) {
    (void)state;
    static const uint8_t weights[16] = {255, 0, 0, 0, 100, 100, 0, 0, 0, 0, 0, 0, 51, 204, 0, 0};
    char *json = replaced_once(VALID_MODEL_JSON, "{\"bufferView\":2,\"componentType\":5126,\"count\":4",
                               "{\"bufferView\":2,\"componentType\":5121,\"normalized\":true,\"count\":4");
    bp_model *model = read_patched(json, 64, weights, sizeof weights);
    /* The third vertex has no weight: it follows its first joint. */
    static const float expected[16] = {1, 0, 0, 0, 0.5f, 0.5f, 0, 0, 1, 0, 0, 0, 0.2f, 0.8f, 0, 0};
    expect_floats(model->meshes[0]->weights, expected, 16, 1e-7);
    bp_model_destroy(model);
    free(json);
}

/* ---- vertices -----------------------------------------------------------------------------------*/

/* Linear colours become sRGB: 0.25 becomes 137 (0.5371 * 255). Values outside 0..1 are clamped. */
static void test_colors(void **state) {
    (void)state;
    static const float colors[12] = {0.25f, 0, 1, -1, 2, 0.5f, 0, 0, 0, 1, 1, 1};
    char *json =
        replaced_once(VALID_MODEL_JSON, "\"POSITION\":0,", "\"POSITION\":0,\"COLOR_0\":7,\"NORMAL\":7,");
    bp_model *model = read_patched(json, 328, colors, sizeof colors);
    const bp_rgba8 *c = model->meshes[0]->colors;
    assert_int_equal(c[0].r, 137);
    assert_int_equal(c[0].g, 0);
    assert_int_equal(c[0].b, 255);
    assert_int_equal(c[0].a, 255);
    assert_int_equal(c[1].r, 0);
    assert_int_equal(c[1].g, 255);
    /* Normals are normalized: (1, 1, 1) / sqrt(3). */
    expect_float(model->meshes[0]->normals[3].x, 0.57735027, 1e-7);
    bp_model_destroy(model);
    free(json);
}

static void test_texture_transform(void **state) {
    (void)state;
    bp_model *model = read_with("\"baseColorTexture\":{\"index\":0}",
                                "\"baseColorTexture\":{\"index\":0,\"extensions\":{\"KHR_texture_transform\":"
                                "{\"offset\":[0.5,0.25],\"rotation\":1.5,\"scale\":[2,3],\"texCoord\":1}}}",
                                NULL);
    const bp_texture_info *texture = &model->materials[0].texture;
    assert_true(texture->has_transform);
    assert_int_equal(texture->uv_set, 1);
    expect_float(texture->offset.y, 0.25, 0);
    expect_float(texture->scale.x, 2, 0);
    expect_float(texture->rotation, 1.5, 0);
    bp_model_destroy(model);
}

/* ---- animation ----------------------------------------------------------------------------------*/

/* Cubic keys have three values each. With tangents of 0, a spline from 0 to 1 is at 1/2 half way, and at
 * 3 / 16 - 2 / 64 = 5 / 32 a quarter of the way. */
static void test_cubic(void **state) {
    (void)state;
    bp_error error = {0};
    static const float keys[9] = {0, 0, 0, 0, 1, 0, 0, 1, 0};
    char *json = replaced_once(VALID_MODEL_JSON, "{\"input\":5,\"output\":8}",
                               "{\"input\":5,\"output\":11,\"interpolation\":\"CUBICSPLINE\"}");
    char *longer = replaced_once(json, "\"VEC2\"}]",
                                 "\"VEC2\"},{\"bufferView\":7,\"componentType\":5126,"
                                 "\"count\":9,\"type\":\"SCALAR\"}]");
    bp_model *model = read_patched(longer, 328, keys, sizeof keys);
    bp_model_pose *pose = bp_model_pose_create(model, &error);
    assert_true(bp_model_pose_set(pose, 0, 0.25, &error));
    expect_float(pose->weights[0], 5.0 / 32.0, 1e-6);
    assert_true(bp_model_pose_set(pose, 0, 0.5, &error));
    expect_float(pose->weights[0], 0.5, 1e-6);
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
    free(longer);
    free(json);
}

/* ---- other files --------------------------------------------------------------------------------*/

static void write_file(const char *folder, const char *name, const void *data, size_t size) {
    char path[512];
    bp_error error = {0};
    assert_true(bp_file_write(test_path(path, sizeof path, folder, name), data, size, &error));
}

static bool read_beside(const char *folder, const char *uri, bp_gltf_notes *notes, bp_error *error) {
    char path[512], buffer[300];
    bp_model *model = NULL;
    snprintf(buffer, sizeof buffer, "\"uri\":\"%s\",\"byteLength\":404", uri);
    char *json = replaced_once(VALID_MODEL_JSON, "\"byteLength\":404", buffer);
    write_file(folder, "model.gltf", json, strlen(json));
    free(json);
    bool ok =
        bp_gltf_read(NULL, test_path(path, sizeof path, folder, "model.gltf"), NULL, &model, notes, error);
    if (ok) bp_model_destroy(model);
    return ok;
}

static void test_files_beside(void **state) {
    (void)state;
    char folder[256], deeper[300], path[512];
    uint8_t bytes[VALID_MODEL_BYTES];
    bp_error error = {0};
    valid_model_bytes(bytes);
    test_folder_make(folder, sizeof folder);
    snprintf(deeper, sizeof deeper, "%s/in side", folder);
    assert_true(bp_folder_make(deeper, &error));
    write_file(folder, "data.bin", bytes, sizeof bytes);
    write_file(deeper, "d.bin", bytes, sizeof bytes);
    write_file(folder, "short.bin", bytes, 100);
    /* Elsewhere these are files like any other; on Windows they are devices, or other files. */
    static const char *const there[] = {"NUL.bin",   "CON.bin",         "data.bin.",
                                        "data.bin ", "link.bin:hidden", "COM\xc2\xb9.bin"};
    for (size_t i = 0; i < BP_COUNT(there); i++)
        (void)bp_file_write(test_path(path, sizeof path, folder, there[i]), bytes, sizeof bytes, NULL);
    write_file(folder, "console.bin", bytes, sizeof bytes);
    write_file(folder, "nul_map.bin", bytes, sizeof bytes);
    write_file(folder, "com10.bin", bytes, sizeof bytes);
    static const char *const ok[] = {"data.bin",   "./data.bin",  "in%20side/d.bin", "in side/d.bin",
                                     "d%61ta.bin", "console.bin", "nul_map.bin",     "com10.bin"};
    for (size_t i = 0; i < BP_COUNT(ok); i++)
        if (!read_beside(folder, ok[i], NULL, &error))
            fail_msg("%s: %s: %s", ok[i], error.place, error.message);
    static const char *const bad[] = {"../data.bin",
                                      "in side/../../data.bin",
                                      "%2e%2e/data.bin",
                                      "..%2fdata.bin",
                                      "/etc/passwd",
                                      "%2fetc/passwd",
                                      "file:///etc/passwd",
                                      "http://x/data.bin",
                                      "C:/data.bin",
                                      "C%3a/data.bin",
                                      "in side\\\\d.bin",
                                      "data.bin%00",
                                      "data%2",
                                      "data%zz.bin",
                                      "",
                                      "data.bin%0a",
                                      "nothing.bin",
                                      "in side",
                                      "short.bin",
                                      "..",
                                      "link.bin:hidden",
                                      "in side/nul",
                                      "CON.bin",
                                      "%6eul.bin",
                                      "COM%C2%B9.bin",
                                      "data.bin.",
                                      "data.bin%20",
                                      "in side./d.bin",
                                      "data.bin%C2%85"};
    for (size_t i = 0; i < BP_COUNT(bad); i++) {
        error = (bp_error){0};
        if (read_beside(folder, bad[i], NULL, &error)) fail_msg("%s was read", bad[i]);
        if (!strstr(error.place, "model.gltf: buffers[0]") || error.kind != BP_ERROR_INPUT)
            fail_msg("%s: kind %d at %s: %s", bad[i], (int)error.kind, error.place, error.message);
    }
    test_folder_remove(folder);
}

/* An image file that is missing, outside the folder or no picture is a note. */
static void test_pictures_beside(void **state) {
    (void)state;
    char folder[256], path[512];
    uint8_t bytes[VALID_MODEL_BYTES];
    size_t size;
    static const struct {
        const char *uri, *place;
    } rows[] = {{"none.png", "images[0].uri"}, {"../none.png", "images[0].uri"}, {"wrong.png", "images[0]"}};
    test_folder_make(folder, sizeof folder);
    write_file(folder, "wrong.png", "not a picture", 13);
    valid_model_bytes(bytes);
    for (size_t i = 0; i < BP_COUNT(rows); i++) {
        char replace[100];
        bp_model *model = NULL;
        bp_gltf_notes notes = {0};
        snprintf(replace, sizeof replace, "\"uri\":\"%s\"", rows[i].uri);
        char *json = replaced_once(VALID_MODEL_JSON, "\"uri\":\"" VALID_MODEL_PNG "\"", replace);
        uint8_t *glb = make_glb(json, bytes, sizeof bytes, &size);
        write_file(folder, "model.glb", glb, size);
        test_path(path, sizeof path, folder, "model.glb");
        assert_true(bp_gltf_read(NULL, path, NULL, &model, &notes, NULL));
        assert_null(model->images[0]);
        assert_true(noted(&notes, rows[i].place));
        bp_model_destroy(model);
        /* With no_images, neither matters. */
        assert_true(bp_gltf_read(NULL, path, &(bp_gltf_read_options){.no_images = true}, &model, NULL, NULL));
        bp_model_destroy(model);
        bp_gltf_notes_clear(&notes);
        free(glb);
        free(json);
    }
    test_folder_remove(folder);
}

static void test_no_file(void **state) {
    (void)state;
    bp_model *model = NULL;
    bp_error error = {0};
    assert_false(bp_gltf_read(NULL, "/nowhere/at/all.glb", NULL, &model, NULL, &error));
    assert_int_equal(error.kind, BP_ERROR_INPUT);
    assert_false(bp_gltf_read(NULL, NULL, NULL, &model, NULL, &error));
}

/* Bytes after the end, and a byte order mark at the start. */
static void test_container_notes(void **state) {
    (void)state;
    static const char text[] = "\xef\xbb\xbf{\"asset\":{\"version\":\"2.0\"}}";
    bp_gltf_notes notes = {0};
    bp_model *model = NULL;
    assert_true(bp_gltf_read_memory(NULL, text, sizeof text - 1, "x", NULL, NULL, &model, &notes, NULL));
    assert_int_equal(notes.count, 2);
    bp_model_destroy(model);
    size_t size;
    uint8_t *glb = make_glb(text + 3, NULL, 0, &size), *longer = calloc(size + 5, 1);
    memcpy(longer, glb, size);
    assert_true(bp_gltf_read_memory(NULL, longer, size + 5, "x", NULL, NULL, &model, &notes, NULL));
    assert_int_equal(notes.count, 4);
    bp_model_destroy(model);
    bp_gltf_notes_clear(&notes);
    free(longer);
    free(glb);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_modes),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_no_positions),
        cmocka_unit_test(test_matrix_nodes),
        cmocka_unit_test(test_node_notes),
        cmocka_unit_test(test_scenes),
        cmocka_unit_test(test_deep_chain),
        cmocka_unit_test(test_no_inverse_binds),
        cmocka_unit_test(test_singular_inverse_bind),
        cmocka_unit_test(test_flat_ancestor),
        cmocka_unit_test(test_two_sets),
        cmocka_unit_test(test_three_sets),
        cmocka_unit_test(test_byte_weights),
        cmocka_unit_test(test_colors),
        cmocka_unit_test(test_texture_transform),
        cmocka_unit_test(test_cubic),
        cmocka_unit_test(test_files_beside),
        cmocka_unit_test(test_pictures_beside),
        cmocka_unit_test(test_no_file),
        cmocka_unit_test(test_container_notes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
