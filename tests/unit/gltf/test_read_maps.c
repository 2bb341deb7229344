/* Materials' metallic, roughness, normal, occlusion and emissive values and maps, as files have them. */
#include "valid_model.h"

static const char SURFACE[] =
    "\"extensions\":{\"KHR_materials_unlit\":{}},"
    "\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,0.5,0.25,1],\"baseColorTexture\":{\"index\":0}}}],\n";

/* The first material of the model whose material has these members after its alpha mode; and the model itself,
 * which the caller destroys. */
static bp_material *read_with(const char *members, bp_model **model) {
    char replace[1024];
    bp_gltf_notes notes = {0};
    bp_error error = {0};
    snprintf(replace, sizeof replace, "%s}],\n", members);
    char *json = replaced_once(VALID_MODEL_JSON, SURFACE, replace);
    json = declared(json);
    if (!read_glb_of(json, model, &notes, &error)) fail_msg("%s: %s", error.place, error.message);
    /* The mesh has one set of texture coordinates (the validator's MESH_PRIMITIVE_TOO_FEW_TEXCOORDS). */
    if (doctor_finds_error(json) != (strstr(members, "\"texCoord\":1") != NULL))
        fail_msg("the doctor's errors: %s", members);
    bp_gltf_notes_clear(&notes);
    free(json);
    return &(*model)->materials[0];
}

static void check(const char *members, const bp_material *want) {
    bp_model *model;
    const bp_material *got = read_with(members, &model);
    const float a[] = {got->metallic,   got->roughness,    got->emissive.x,        got->emissive.y,
                       got->emissive.z, got->normal_scale, got->occlusion_strength};
    const float b[] = {want->metallic,   want->roughness,    want->emissive.x,        want->emissive.y,
                       want->emissive.z, want->normal_scale, want->occlusion_strength};
    for (int i = 0; i < 7; i++)
        if (!(fabsf(a[i] - b[i]) < 1e-6f))
            fail_msg("%s: value %d is %g, not %g", members, i, (double)a[i], (double)b[i]);
    for (int i = 0; i < BP_MAPS; i++) {
        assert_int_equal(got->maps[i].image, want->maps[i].image);
        assert_int_equal(got->maps[i].uv_set, want->maps[i].uv_set);
        if (got->maps[i].image < 0) continue;
        assert_int_equal(got->maps[i].filter, BP_FILTER_NEAREST); /* of the model's sampler */
        assert_int_equal(got->maps[i].wrap_u, BP_WRAP_CLAMP);
    }
    bp_model_destroy(model);
}

static void test_values(void **state) {
    (void)state;
    bp_material want = bp_material_default();
    want.metallic = 1;
    check("\"name\":\"empty\"", &want);
    want.metallic = 0.25f;
    want.roughness = 0.5f;
    check("\"pbrMetallicRoughness\":{\"metallicFactor\":0.25,\"roughnessFactor\":0.5}", &want);
    want.maps[BP_MAP_METALLIC_ROUGHNESS].image = 0;
    want.maps[BP_MAP_METALLIC_ROUGHNESS].uv_set = 1;
    check("\"pbrMetallicRoughness\":{\"metallicFactor\":0.25,\"roughnessFactor\":0.5,"
          "\"metallicRoughnessTexture\":{\"index\":0,\"texCoord\":1}}",
          &want);
}

static void test_other_maps(void **state) {
    (void)state;
    bp_material want = bp_material_default();
    want.metallic = 1;
    want.normal_scale = 0.5f;
    want.maps[BP_MAP_NORMAL].image = 0;
    check("\"normalTexture\":{\"index\":0,\"scale\":0.5}", &want);
    want.maps[BP_MAP_OCCLUSION].image = 0;
    want.occlusion_strength = 0.75f;
    check(
        "\"normalTexture\":{\"index\":0,\"scale\":0.5},\"occlusionTexture\":{\"index\":0,\"strength\":0.75}",
        &want);
    want = bp_material_default();
    want.metallic = 1;
    want.emissive = bp_vec3_make(0.5f, 0.25f, 1);
    want.maps[BP_MAP_EMISSIVE].image = 0;
    check("\"emissiveFactor\":[0.5,0.25,1],\"emissiveTexture\":{\"index\":0}", &want);
    want.emissive = bp_vec3_make(2, 1, 4);
    check("\"emissiveFactor\":[0.5,0.25,1],\"emissiveTexture\":{\"index\":0},"
          "\"extensions\":{\"KHR_materials_emissive_strength\":{\"emissiveStrength\":4}}",
          &want);
}

/* An unlit material has no light, so its maps are not even loaded; one by specular and glossiness isn't
 * metallic. */
static void test_other_models(void **state) {
    (void)state;
    bp_material want = bp_material_default();
    want.metallic = 1;
    check("\"normalTexture\":{\"index\":0},\"emissiveFactor\":[1,1,1],"
          "\"extensions\":{\"KHR_materials_unlit\":{}}",
          &want);
    want.metallic = 0;
    check("\"extensions\":{\"KHR_materials_pbrSpecularGlossiness\":{\"diffuseFactor\":[1,0,0,1]}}", &want);
}

/* Glass is transparent but for an eighth; more so the less it transmits. Masks stay masks. */
static void test_transmission(void **state) {
    (void)state;
    static const struct {
        const char *members;
        bp_alpha_mode mode;
        float alpha;
    } rows[] = {
        {"\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,1,1,0.5]},"
         "\"extensions\":{\"KHR_materials_transmission\":{\"transmissionFactor\":1}}",
         BP_ALPHA_MASK, 0.5f},
        {"\"alphaMode\":\"OPAQUE\",\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,1,1,0.5]},"
         "\"extensions\":{\"KHR_materials_transmission\":{\"transmissionFactor\":1}}",
         BP_ALPHA_BLEND, 0.125f},
        {"\"alphaMode\":\"BLEND\",\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,1,1,0.5]},"
         "\"extensions\":{\"KHR_materials_transmission\":{\"transmissionFactor\":0.5}}",
         BP_ALPHA_BLEND, 0.28125f},
        {"\"alphaMode\":\"OPAQUE\",\"extensions\":{\"KHR_materials_transmission\":{}}", BP_ALPHA_OPAQUE, 1},
    };
    for (size_t i = 0; i < BP_COUNT(rows); i++) {
        bp_model *model;
        char replace[1024];
        bp_error error = {0};
        bp_gltf_notes notes = {0};
        char *json = replaced_once(VALID_MODEL_JSON, SURFACE, "}],\n");
        snprintf(replace, sizeof replace, "%s%s,\"alphaCutoff\"", i == 0 ? "\"alphaMode\":\"MASK\"," : "",
                 rows[i].members);
        char *changed = replaced_once(json, "\"alphaMode\":\"MASK\",\"alphaCutoff\"", replace);
        char *whole = replaced_once(changed, "\"doubleSided\":true,}", "\"doubleSided\":true}");
        if (!read_glb_of(whole, &model, &notes, &error)) fail_msg("%s: %s", error.place, error.message);
        assert_int_equal(model->materials[0].alpha_mode, rows[i].mode);
        assert_float_equal(model->materials[0].base_color.w, rows[i].alpha, 1e-6);
        bp_model_destroy(model);
        bp_gltf_notes_clear(&notes);
        free(json);
        free(changed);
        free(whole);
    }
}

/* Images of base colours are read first, because memory may end. Both are missing here, and noted in turn. */
static void test_order(void **state) {
    (void)state;
    bp_model *model;
    bp_gltf_notes notes = {0};
    bp_error error = {0};
    char *lit = replaced_once(VALID_MODEL_JSON, SURFACE,
                              "\"normalTexture\":{\"index\":1},"
                              "\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0}}}],\n");
    char *two = replaced_once(lit, "\"textures\":[", "\"textures\":[{\"source\":1},");
    char *json = replaced_once(two, "\"uri\":\"" VALID_MODEL_PNG "\"}",
                               "\"uri\":\"normals.png\"},{\"uri\":\"color.png\"}");
    assert_true(read_glb_of(json, &model, &notes, &error));
    assert_int_equal(notes.count, 2);
    assert_string_equal(notes.notes[0].place, "images[1].uri");
    assert_string_equal(notes.notes[1].place, "images[0].uri");
    assert_int_equal(model->materials[0].texture.image, 1);
    assert_int_equal(model->materials[0].maps[BP_MAP_NORMAL].image, 0);
    bp_model_destroy(model);
    bp_gltf_notes_clear(&notes);
    free(lit);
    free(two);
    free(json);
}

/* All of it survives writing and reading. */
static void test_written(void **state) {
    (void)state;
    bp_model *model, *back;
    bp_file file;
    bp_error error = {0};
    const bp_material *a = read_with(
        "\"pbrMetallicRoughness\":{\"metallicFactor\":0.25,\"roughnessFactor\":0.5,"
        "\"metallicRoughnessTexture\":{\"index\":0}},\"normalTexture\":{\"index\":0,\"scale\":0.5},"
        "\"occlusionTexture\":{\"index\":0,\"strength\":0.75,\"extensions\":{\"KHR_texture_transform\":{"
        "\"scale\":[2,3]}}},\"emissiveFactor\":[0.5,0.25,1],\"emissiveTexture\":{\"index\":0},"
        "\"extensions\":{\"KHR_materials_emissive_strength\":{\"emissiveStrength\":4}}",
        &model);
    bp_mesh *mesh = model->meshes[0]; /* it needs texture coordinates */
    mesh->uv[0] = bp_alloc(&mesh->allocator, mesh->vertex_count, sizeof(bp_vec2), &error);
    if (!bp_gltf_write_memory(NULL, model, NULL, &file, &error))
        fail_msg("%s: %s", error.place, error.message);
    if (!bp_gltf_read_memory(NULL, file.data, file.size, "b.glb", NULL, NULL, &back, NULL, &error))
        fail_msg("%s: %s", error.place, error.message);
    const bp_material *b = &back->materials[0];
    assert_memory_equal(&a->metallic, &b->metallic, 2 * sizeof(float));
    assert_memory_equal(&a->emissive, &b->emissive, sizeof a->emissive);
    assert_memory_equal(&a->normal_scale, &b->normal_scale, 2 * sizeof(float));
    for (int i = 0; i < BP_MAPS; i++) {
        assert_int_equal(b->maps[i].image, 0);
        assert_int_equal(b->maps[i].filter, a->maps[i].filter);
        assert_int_equal(b->maps[i].wrap_v, a->maps[i].wrap_v);
        assert_int_equal(b->maps[i].has_transform, i == BP_MAP_OCCLUSION);
    }
    assert_float_equal(b->maps[BP_MAP_OCCLUSION].scale.y, 3, 0);
    bp_file_free(NULL, &file);
    bp_model_destroy(back);
    for (int how = 0; how < 4; how++) {
        bp_material *m = &model->materials[0], whole = *m;
        static const char *const places[] = {"materials[0].metallic", "materials[0].emissive",
                                             "materials[0].normal_scale", "meshes[0].uv"};
        if (how == 0) m->metallic = 1.5f;
        if (how == 1) m->emissive.z = -1;
        if (how == 2) m->normal_scale = INFINITY;
        if (how == 3) m->maps[BP_MAP_EMISSIVE].uv_set = 1;
        assert_false(bp_gltf_write_memory(NULL, model, NULL, &file, &error));
        assert_string_equal(error.place, places[how]);
        *m = whole;
    }
    bp_model_destroy(model);
}

/* Each wrong value is an error at its path; a texture whose reference is wrong is left out with a note. */
static void test_errors(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"\"pbrMetallicRoughness\":{\"metallicFactor\":\"x\"}",
         "materials[0].pbrMetallicRoughness.metallicFactor"},
        {"\"pbrMetallicRoughness\":{\"roughnessFactor\":[]}",
         "materials[0].pbrMetallicRoughness.roughnessFactor"},
        {"\"pbrMetallicRoughness\":{\"metallicRoughnessTexture\":{\"index\":5}}",
         "materials[0].pbrMetallicRoughness.metallicRoughnessTexture.index"},
        {"\"normalTexture\":{\"index\":0,\"scale\":\"x\"}", "materials[0].normalTexture.scale"},
        {"\"normalTexture\":{}", "materials[0].normalTexture.index"},
        {"\"occlusionTexture\":{\"index\":0,\"strength\":{}}", "materials[0].occlusionTexture.strength"},
        {"\"emissiveFactor\":[1,1]", "materials[0].emissiveFactor"},
        {"\"emissiveTexture\":7", "materials[0].emissiveTexture"},
        {"\"extensions\":{\"KHR_materials_emissive_strength\":3}",
         "materials[0].extensions.KHR_materials_emissive_strength"},
        {"\"extensions\":{\"KHR_materials_transmission\":{\"transmissionFactor\":[]}}",
         "materials[0].extensions.KHR_materials_transmission.transmissionFactor"},
    };
    for (size_t i = 0; i < BP_COUNT(rows); i++) {
        bp_model *model = NULL;
        char replace[1024];
        bp_error error = {0};
        bp_gltf_notes notes = {0};
        snprintf(replace, sizeof replace, "%s}],\n", rows[i][0]);
        char *json = replaced_once(VALID_MODEL_JSON, SURFACE, replace);
        const bool texture = strstr(rows[i][1], ".index") || strstr(rows[i][1], "emissiveTexture");
        assert_int_equal(read_glb_of(json, &model, &notes, &error), texture);
        if (!texture && !strstr(error.place, rows[i][1])) fail_msg("%s: at %s", rows[i][0], error.place);
        char place[200];
        snprintf(place, sizeof place, "%s", rows[i][1]);
        if (strstr(place, ".index")) *strstr(place, ".index") = '\0';
        if (texture && !noted(&notes, place)) fail_msg("%s: no note", rows[i][0]);
        bp_model_destroy(model);
        bp_gltf_notes_clear(&notes);
        free(json);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),       cmocka_unit_test(test_other_maps),
        cmocka_unit_test(test_other_models), cmocka_unit_test(test_transmission),
        cmocka_unit_test(test_errors),       cmocka_unit_test(test_order),
        cmocka_unit_test(test_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
