/* Files that are read although something in them is wrong or unknown, each with a note: extensions, images,
 * channels. And the few for which there is no way. */
#include "io/webp.h"
#include "valid_model.h"
#include <bindpose/io.h>
#include <bindpose/rig.h>

#define TEXTURE "\"baseColorTexture\":{\"index\":0}"
#define TRANSFORMED(what)                                                                                    \
    "\"baseColorTexture\":{\"index\":0,\"extensions\":{\"KHR_texture_transform\":" what "}}"
#define TEXTURE_PLACE "materials[0].pbrMetallicRoughness.baseColorTexture"
#define PNG_URI "\"uri\":\"" VALID_MODEL_PNG "\""

static const struct {
    const char *find, *replace, *place;
    bool is_error; /* to the doctor, and so to the Khronos validator, which knows more of them */
} ROWS[] = {
    {"\"path\":\"rotation\"", "\"path\":\"weights\"", "animations[0].channels[0].target", true},
    {"{\"sampler\":1,\"target\":{\"node\":3,\"path\":\"weights\"}}",
     "{\"sampler\":0,\"target\":{\"node\":2,\"path\":\"rotation\"}}", "animations[0].channels[1].target",
     true},
    {"\"interpolation\":\"LINEAR\"", "\"interpolation\":2301", "animations[0].samplers[0].interpolation",
     true},
    {"\"VEC2\"}]", "\"VEC2\"}],\"extensionsRequired\":[\"KHR_lights_punctual\"]", "extensionsRequired[0]",
     true},
    {PNG_URI, "\"uri\":\"a.png\"", "images[0].uri", false},
    {PNG_URI, "\"uri\":\"data:image/png;base64,AAAA\"", "images[0]", true},
    {PNG_URI, "\"uri\":\"data:image/png;base64,AAA\"", "images[0].uri", true},
    {PNG_URI, "\"uri\":\"data:image/png;base64,AA*A\"", "images[0].uri", true},
    {PNG_URI, "\"uri\":\"data:image/png,%89PNG\"", "images[0].uri", true},
    {PNG_URI, "\"name\":\"x\"", "images[0]", true},
    {PNG_URI, "\"bufferView\":0", "images[0]", true},
    {"\"node\":2,\"path\"", "\"path\"", "animations[0].channels[0].target", false},
    {TEXTURE, "\"baseColorTexture\":{\"index\":1}", TEXTURE_PLACE, true},
    {TEXTURE, "\"baseColorTexture\":{}", TEXTURE_PLACE, true},
    {TEXTURE, "\"baseColorTexture\":0", TEXTURE_PLACE, true},
    {TEXTURE, "\"baseColorTexture\":{\"index\":0,\"texCoord\":\"1\"}", TEXTURE_PLACE, true},
    {TEXTURE, TRANSFORMED("1"), TEXTURE_PLACE, true},
    {TEXTURE, TRANSFORMED("{\"scale\":[1]}"), TEXTURE_PLACE, true},
    {TEXTURE, TRANSFORMED("{\"rotation\":\"x\"}"), TEXTURE_PLACE, true},
    {"\"source\":0", "\"source\":1", TEXTURE_PLACE, true},
    {"\"sampler\":0}],\n\"samplers\"", "\"sampler\":1}],\n\"samplers\"", TEXTURE_PLACE, true},
    {"\"minFilter\":9728", "\"minFilter\":1", TEXTURE_PLACE, false},
    {"\"wrapS\":33071", "\"wrapS\":0", TEXTURE_PLACE, false},
    {"\"wrapT\":33648", "\"wrapT\":\"MIRROR\"", TEXTURE_PLACE, true},
    {"\"path\":\"rotation\"",
     "\"path\":\"pointer\",\"extensions\":{\"KHR_animation_pointer\":{\"pointer\":\"/materials/0/"
     "alphaCutoff\"}}",
     "animations[0].channels[0].target", true},
};

static void test_notes(void **state) {
    (void)state;
    for (size_t i = 0; i < BP_COUNT(ROWS); i++) {
        bp_gltf_notes notes = {0};
        bp_model *model = NULL;
        bp_error error = {0};
        char *json = declared(replaced_once(VALID_MODEL_JSON, ROWS[i].find, ROWS[i].replace));
        if (!read_glb_of(json, &model, &notes, &error)) fail_msg("%s: %s", error.place, error.message);
        if (!noted(&notes, ROWS[i].place)) fail_msg("no note at %s", ROWS[i].place);
        if (doctor_finds_error(json) != ROWS[i].is_error)
            fail_msg("the doctor's errors: %s", ROWS[i].replace);
        bp_model_destroy(model);
        bp_gltf_notes_clear(&notes);
        free(json);
    }
}

/* ---- extensions ---------------------------------------------------------------------------------*/

/* Each of these, required, is left out with a note that says what the picture lacks. */
static void test_ignored_extensions(void **state) {
    (void)state;
    static const struct {
        const char *name, *lacks;
    } rows[] = {
        {"KHR_lights_punctual", "lights"},
        {"KHR_materials_variants", "variants"},
        {"KHR_materials_transmission", "glass"},
        {"KHR_materials_pbrSpecularGlossiness", "specular and glossiness"},
        {"KHR_materials_anisotropy", "one property of its materials"},
        {"KHR_texture_basisu", "KTX2"},
        {"EXT_texture_avif", "textures"},
        {"KHR_techniques_webgl", "shaders"},
        {"KHR_audio_emitter", "sound"},
        {"KHR_physics_rigid_bodies", "physics"},
        {"ACME_material_sparkle", "may lack something"},
    };
    for (size_t i = 0; i < BP_COUNT(rows); i++) {
        char replace[200];
        bp_gltf_notes notes = {0};
        bp_model *model = NULL;
        bp_error error = {0};
        snprintf(replace, sizeof replace,
                 "\"extensionsUsed\":[\"KHR_materials_unlit\",\"%s\"],\"extensionsRequired\":[\"%s\"]",
                 rows[i].name, rows[i].name);
        char *json = replaced_once(VALID_MODEL_JSON, "\"extensionsUsed\":[\"KHR_materials_unlit\"]", replace);
        if (!read_glb_of(json, &model, &notes, &error)) fail_msg("%s: %s", error.place, error.message);
        assert_int_equal(notes.count, 1);
        if (!strstr(notes.notes[0].message, rows[i].lacks))
            fail_msg("%s: %s", rows[i].name, notes.notes[0].message);
        bp_model_destroy(model);
        bp_gltf_notes_clear(&notes);
        free(json);
    }
}

/* A texture with a PNG and, in the extension, a WebP of 3 x 2 pixels: the WebP where libwebp is there. */
static void test_webp(void **state) {
    (void)state;
    bp_model *model = NULL;
    bp_gltf_notes notes = {0};
    bp_error error = {0};
    char *images = replaced_once(
        VALID_MODEL_JSON, "\"images\":[",
        "\"images\":[{\"uri\":\"data:image/webp;base64,UklGRkgAAABXRUJQVlA4TDwAAAAvAkAAEC9AIEARHvj/tRtk0jah3/"
        "wLnoK0DZg9F/OvswSSNq75mz/AZbkIa30fFLKNAKd2D8GpXUT/Y7w=\"},");
    char *json = replaced_once(images, "{\"source\":0,",
                               "{\"source\":1,\"extensions\":{\"EXT_texture_webp\":{\"source\":0}},");
    if (!read_glb_of(json, &model, &notes, &error)) fail_msg("%s: %s", error.place, error.message);
    assert_int_equal(notes.count, 0);
    assert_int_equal(model->materials[0].texture.image, bp_image_reads_webp() ? 0 : 1);
    assert_true(!bp_image_reads_webp() || model->images[0]->width == 3);
    bp_model_destroy(model);
    free(json);
    /* Without the PNG, and without libwebp, the surface has no texture. */
    json = replaced_once(images, "{\"source\":0,", "{\"extensions\":{\"EXT_texture_webp\":{\"source\":0}},");
    if (!read_glb_of(json, &model, &notes, &error)) fail_msg("%s: %s", error.place, error.message);
    assert_int_equal(model->materials[0].texture.image, bp_image_reads_webp() ? 0 : -1);
    assert_int_equal(notes.count, bp_image_reads_webp() ? 0 : 1);
    bp_gltf_notes_clear(&notes);
    bp_model_destroy(model);
    free(json);
    free(images);
}

/* A pointer to a node's rotation moves the node as its path would; the member "node" isn't needed. */
static void test_animation_pointer(void **state) {
    (void)state;
    bp_model *model = NULL;
    bp_gltf_notes notes = {0};
    bp_error error = {0};
    char *json = replaced_once(VALID_MODEL_JSON, "\"node\":2,\"path\":\"rotation\"",
                               "\"path\":\"pointer\",\"extensions\":{\"KHR_animation_pointer\":{\"pointer\":"
                               "\"/nodes/2/rotation\"}}");
    if (!read_glb_of(json, &model, &notes, &error)) fail_msg("%s: %s", error.place, error.message);
    assert_int_equal(notes.count, 0);
    assert_int_equal(bp_clip_track_count(model->clips[0]), 2);
    const bp_track *track = bp_clip_track(model->clips[0], 0);
    assert_int_equal(track->target, 2);
    assert_int_equal(track->kind, BP_TRACK_ROTATION);
    bp_model_destroy(model);
    free(json);
}

/* Specular and glossiness: the diffuse colour and texture are the base colour's. */
static void test_specular_glossiness(void **state) {
    (void)state;
    bp_model *model = NULL;
    bp_error error = {0};
    char *json = replaced_once(
        VALID_MODEL_JSON, "\"extensions\":{\"KHR_materials_unlit\":{}}",
        "\"extensions\":{\"KHR_materials_pbrSpecularGlossiness\":{\"diffuseFactor\":[0.25,0.5,1,1],"
        "\"diffuseTexture\":{\"index\":0}}}");
    if (!read_glb_of(json, &model, NULL, &error)) fail_msg("%s: %s", error.place, error.message);
    expect_float(model->materials[0].base_color.x, 0.25, 0);
    assert_int_equal(model->materials[0].texture.image, 0);
    bp_model_destroy(model);
    free(json);
}

/* Reads a mesh of three vertices, whose accessor may have no data of its own. */
static bool read_primitive(const char *extensions, const char *primitive, const char *accessor,
                           bp_gltf_notes *notes, bp_error *error) {
    char json[1200];
    bp_model *model = NULL;
    snprintf(json, sizeof json,
             "{\"asset\":{\"version\":\"2.0\"},%s\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{"
             "\"attributes\":{"
             "\"POSITION\":0}%s}]}],\"accessors\":[{%s\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"
             "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"buffers\":[{\"byteLength\":36,\"uri\":"
             "\"data:;base64,"
             "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}]}",
             extensions, primitive, accessor);
    bool ok = bp_gltf_read_memory(NULL, json, strlen(json), "test", NULL, NULL, &model, notes, error);
    if (ok) bp_model_destroy(model);
    return ok;
}

#define DRACO                                                                                                \
    "\"extensions\":{\"KHR_draco_mesh_compression\":{\"bufferView\":0,\"attributes\":{\"POSITION\":0}}}"

/* Draco with an uncompressed fallback is drawn; without one, the message has the command that unpacks it. */
static void test_draco(void **state) {
    (void)state;
    static const char required[] = "\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],";
    bp_gltf_notes notes = {0};
    bp_error error = {0};
    assert_true(read_primitive(required, "," DRACO, "\"bufferView\":0,", &notes, &error));
    assert_true(noted(&notes, "extensionsRequired[0]"));
    bp_gltf_notes_clear(&notes);
    assert_false(read_primitive(required, "," DRACO, "", NULL, &error));
    assert_string_equal(error.place, "test: extensionsRequired");
    assert_non_null(strstr(error.message, "npx @gltf-transform/cli copy in.glb out.glb"));
    /* Listed as used only, it still has the only copy of the vertices. */
    assert_false(
        read_primitive("\"extensionsUsed\":[\"KHR_draco_mesh_compression\"],", "," DRACO, "", NULL, &error));
}

/* Variants only choose materials: a primitive that has them is drawn, whatever its accessor lacks. */
static void test_variants_hold_no_vertices(void **state) {
    (void)state;
    bp_error error = {0};
    static const char variants[] = ",\"extensions\":{\"KHR_materials_variants\":{\"mappings\":[]}}";
    if (!read_primitive("\"extensionsRequired\":[\"KHR_materials_variants\"],", variants, "", NULL, &error))
        fail_msg("%s: %s", error.place, error.message);
}

/* All blockers in one message; an extension that concerns looks isn't among them. */
static void test_all_blockers(void **state) {
    (void)state;
    bp_error error = {0};
    assert_false(
        read_primitive("\"extensionsRequired\":[\"KHR_draco_mesh_compression\",\"KHR_lights_punctual\","
                       "\"ACME_numbers\",\"ACME_nowhere\"],",
                       "," DRACO, "\"extensions\":{\"ACME_numbers\":{}},", NULL, &error));
    assert_non_null(strstr(error.message, "KHR_draco_mesh_compression (meshes[0].primitives[0])"));
    assert_non_null(strstr(error.message, "ACME_numbers (accessors[0])"));
    assert_null(strstr(error.message, "lights"));
    assert_null(strstr(error.message, "nowhere"));
}

static void test_version_1(void **state) {
    (void)state;
    static const char *const texts[] = {
        "{\"asset\":{\"version\":\"1.0\"},\"nodes\":{\"n\":{}},\"meshes\":{}}",
        "\xef\xbb\xbf{\"nodes\":{\"n\":{}},\"meshes\":{\"m\":{}}}",
        "glTF\1\0\0\0\24\0\0\0\0\0\0\0\0\0\0\0",
    };
    const size_t sizes[] = {strlen(texts[0]), strlen(texts[1]), 20};
    for (size_t i = 0; i < BP_COUNT(texts); i++) {
        bp_model *model = NULL;
        bp_error error = {0};
        assert_false(bp_gltf_read_memory(NULL, texts[i], sizes[i], "old", NULL, NULL, &model, NULL, &error));
        if (!strstr(error.message, "this is glTF 1.0")) fail_msg("%s: %s", error.place, error.message);
    }
}

/* Files of other formats, and the way out that the message names. */
static void test_other_formats(void **state) {
    (void)state;
    static const struct {
        const char *text, *says;
    } rows[] = {
        {"Kaydara FBX Binary  ", "assimp export in.fbx out.glb"},
        {"; FBX 7.5.0 project file", "assimp export in.fbx out.glb"},
        {"<?xml version=\"1.0\"?>\n<COLLADA>", "assimp export in.dae out.glb"},
        {"PK\3\4", "unzip in.zip"},
        {"<?xml version=\"1.0\"?>\n<svg>", "export the model as glTF 2.0"},
    };
    for (size_t i = 0; i < BP_COUNT(rows); i++) {
        bp_model *model = NULL;
        bp_error error = {0};
        assert_false(bp_gltf_read_memory(NULL, rows[i].text, strlen(rows[i].text), "other", NULL, NULL,
                                         &model, NULL, &error));
        if (!strstr(error.message, rows[i].says)) fail_msg("%s: %s", rows[i].text, error.message);
    }
}

/* ---- nodes alone --------------------------------------------------------------------------------*/

/* An animation library: nodes and a clip. The nodes are bones, which the clip moves; their binds are where
 * they stand. */
static void test_nodes_as_bones(void **state) {
    (void)state;
    bp_gltf_notes notes = {0};
    bp_model *model = NULL;
    bp_error error = {0};
    char *mesh = replaced_once(VALID_MODEL_JSON, "\"name\":\"body\",\"mesh\":0,\"skin\":0,\"weights\":[0.25]",
                               "\"name\":\"body\"");
    char *json = replaced_once(mesh, "\"skins\":", "\"other\":");
    if (!read_glb_of(json, &model, &notes, &error)) fail_msg("%s: %s", error.place, error.message);
    assert_true(noted(&notes, ""));
    assert_int_equal(model->skin_count, 0);
    assert_int_equal(model->skeleton_count, 1);
    const bp_skeleton *skeleton = model->skeletons[0];
    assert_int_equal(bp_skeleton_count(skeleton), 4);
    const bp_bone *upper = bp_bone_first_child(bp_bone_first_child(bp_skeleton_bone_by_id(skeleton, 0)));
    assert_string_equal(bp_bone_name(upper), "upper");
    /* armature scales by 2, lower moves by (0, 1, 0): (0, 2, 0); the clip turns the upper by 90 degrees at 1
     * s. */
    bp_model_pose *pose = bp_model_pose_create(model, &error);
    assert_true(bp_model_pose_set(pose, 0, 1.0, &error));
    static const float turned[16] = {0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 0, 2, 0, 1};
    expect_floats(bp_bone_chain(upper).m, turned, 16, 1e-6);
    /* Its final matrix is what has changed since the rest pose. */
    static const float final[16] = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 2, 2, 0, 1};
    expect_floats(bp_bone_final(upper).m, final, 16, 1e-6);
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
    bp_gltf_notes_clear(&notes);
    free(json);
    free(mesh);
}

/* A mesh that stands still has no bones; nor has a scene without nodes, which is noted. */
static void test_nothing_as_bones(void **state) {
    (void)state;
    static const struct {
        const char *json, *note;
        size_t skeletons, bones;
    } rows[] = {
        {"{\"asset\":{\"version\":\"2.0\"}}", "the file has no nodes", 0, 0},
        {"{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{}],\"scenes\":[{}]}", "no mesh and no bones", 1, 0},
        {"{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"children\":[1]},{}],\"scenes\":[{\"nodes\":[1]}]}",
         "only bones: 2", 1, 2},
    };
    for (size_t i = 0; i < BP_COUNT(rows); i++) {
        bp_gltf_notes notes = {0};
        bp_model *model = NULL;
        bp_error error = {0};
        assert_true(bp_gltf_read_memory(NULL, rows[i].json, strlen(rows[i].json), "x", NULL, NULL, &model,
                                        &notes, &error));
        assert_int_equal(model->skeleton_count, rows[i].skeletons);
        if (rows[i].skeletons) assert_int_equal(bp_skeleton_count(model->skeletons[0]), rows[i].bones);
        if (!strstr(notes.notes[notes.kept - 1].message, rows[i].note))
            fail_msg("%s", notes.notes[notes.kept - 1].message);
        bp_model_destroy(model);
        bp_gltf_notes_clear(&notes);
    }
    bp_model *model = NULL;
    bp_error error = {0};
    static const char still[] =
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{"
        "\"attributes\":{}}]}]}";
    assert_true(bp_gltf_read_memory(NULL, still, sizeof still - 1, "x", NULL, NULL, &model, NULL, &error));
    assert_int_equal(model->skeleton_count, 0);
    bp_model_destroy(model);
}

/* ---- copies -------------------------------------------------------------------------------------*/

/* Three copies of a quad below a node that is scaled by 2: moved by the file's positions, and scaled by (7,
 * 8, 9) in sparse element 2. */
static void test_copies(void **state) {
    (void)state;
    bp_model *model = NULL;
    bp_error error = {0};
    char *still = replaced_once(
        VALID_MODEL_JSON, "\"name\":\"body\",\"mesh\":0,\"skin\":0,\"weights\":[0.25]", "\"name\":\"body\"");
    char *json =
        replaced_once(still, "\"name\":\"armature\"",
                      "\"name\":\"armature\",\"mesh\":0,\"extensions\":{\"EXT_mesh_gpu_instancing\":{"
                      "\"attributes\":{\"TRANSLATION\":0,\"SCALE\":9}}}");
    char *cut = replaced_once(json, ",\"children\":[1]}", "}"); /* the weights' channel has no targets then */
    if (!read_glb_of(cut, &model, NULL, &error)) fail_msg("%s: %s", error.place, error.message);
    assert_int_equal(model->node_count, 8);
    assert_int_equal(model->instance_count, 4);
    /* The fourth copy has no scale of its own: 0. The third is at (-1, 4, 0). */
    static const float third[16] = {14, 0, 0, 0, 0, 16, 0, 0, 0, 0, 18, 0, -2, 8, 0, 1};
    bp_mat4 world = bp_node_world(model->nodes[model->instances[2].node]);
    expect_floats(world.m, third, 16, 1e-6);
    assert_int_equal(model->instances[3].node, 7);
    bp_model_destroy(model);
    free(cut);
    free(json);
    free(still);
}

/* Four thousand million copies of a triangle from a file of a few hundred bytes: some are drawn, with a
 * note. */
static void test_too_many_copies(void **state) {
    (void)state;
    static const char json[] =
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0,\"extensions\":{\"EXT_mesh_gpu_instancing\":"
        "{\"attributes\":{"
        "\"TRANSLATION\":1}}}}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
        "\"accessors\":[{"
        "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},{\"componentType\":5126,\"count\":%s,\"type\":"
        "\"VEC3\"}]}";
    char text[800];
    for (int i = 0; i < 2; i++) {
        bp_gltf_notes notes = {0};
        bp_model *model = NULL;
        bp_error error = {0};
        snprintf(text, sizeof text, json, i == 0 ? "100000" : "4294967295");
        bool ok = bp_gltf_read_memory(NULL, text, strlen(text), "x", NULL, NULL, &model, &notes, &error);
        /* That many transforms exceed the memory limit by themselves. */
        assert_int_equal(ok, i == 0);
        assert_true(noted(&notes, "nodes[0]"));
        if (ok) assert_int_equal(model->instance_count, 32768) /* 65,536, by one primitive and the node */;
        if (ok) bp_model_destroy(model);
        bp_gltf_notes_clear(&notes);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_notes),
        cmocka_unit_test(test_ignored_extensions),
        cmocka_unit_test(test_webp),
        cmocka_unit_test(test_animation_pointer),
        cmocka_unit_test(test_specular_glossiness),
        cmocka_unit_test(test_draco),
        cmocka_unit_test(test_all_blockers),
        cmocka_unit_test(test_version_1),
        cmocka_unit_test(test_other_formats),
        cmocka_unit_test(test_variants_hold_no_vertices),
        cmocka_unit_test(test_nodes_as_bones),
        cmocka_unit_test(test_nothing_as_bones),
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_too_many_copies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
