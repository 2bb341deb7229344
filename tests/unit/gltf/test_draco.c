/* Primitives whose numbers only a Draco decoder has. The decoder here writes numbers of its own instead of
 * unpacking: which ones, and for which attributes, is what the reader and the rewriter are tested with. */
#include "gltf/rewrite/rewrite.h"
#include "support/test.h"
#include <bindpose/gltf.h>

/* A triangle with POSITION (Draco's attribute 4), and _HEAT (attribute 7), bytes that only others know. */
static const char JSON[] =
    "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"KHR_draco_mesh_compression\"],"
    "\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],\"nodes\":[{\"mesh\":0}],\"meshes\":[{"
    "\"primitives\":[{\"attributes\":{\"POSITION\":0,\"_HEAT\":1},\"indices\":2,\"extensions\":{"
    "\"KHR_draco_mesh_compression\":{\"bufferView\":0,\"attributes\":{\"POSITION\":4,\"_HEAT\":7}}}}]}],"
    "\"accessors\":[{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
    "{\"componentType\":5121,\"count\":3,\"type\":\"SCALAR\"},"
    "{\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":4}],"
    "\"buffers\":[{\"byteLength\":4,\"uri\":\"data:;base64,AQIDBA==\"}]}";

static const char *decode(const bp_draco_mesh *mesh) {
    const unsigned char *bytes = mesh->data;
    if (mesh->size != 4 || bytes[0] != 1 || bytes[3] != 4) return "isn't the one of the buffer";
    if (mesh->vertex_count != 3 || mesh->index_count != 3 || mesh->attribute_count != 2) return "is another";
    for (size_t i = 0; i < 2; i++) {
        const bp_draco_attribute *a = &mesh->attributes[i];
        if (a->id == 4 && a->component == 5126 && a->width == 3)
            for (int j = 0; j < 9; j++) ((float *)a->out)[j] = (float)j;
        else if (a->id == 7 && a->component == 5121 && a->width == 1)
            memcpy(a->out, "\11\12\13", 3);
        else
            return "has an attribute that nobody asked for";
    }
    for (uint32_t i = 0; i < 3; i++) mesh->indices[i] = 2 - i;
    return NULL;
}

static const char *refuse(const bp_draco_mesh *mesh) {
    (void)mesh;
    return "is damaged";
}

static bool read_with(bp_draco_decoder *decoder, bp_model **model, bp_error *error) {
    const bp_gltf_read_options options = {.draco = decoder};
    return bp_gltf_read_memory(NULL, JSON, sizeof JSON - 1, "draco", NULL, &options, model, NULL, error);
}

static void test_reading(void **state) {
    (void)state;
    bp_model *model = NULL;
    bp_error error = {0};
    if (!read_with(decode, &model, &error)) fail_msg("%s: %s", error.place, error.message);
    const bp_mesh *mesh = model->meshes[0];
    assert_int_equal(mesh->vertex_count, 3);
    expect_float(mesh->positions[2].y, 7, 0);
    assert_int_equal(mesh->indices[0], 2);
    assert_int_equal(mesh->indices[2], 0);
    bp_model_destroy(model);
    /* By the context; without a decoder; with one that fails. */
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1, .draco = decode}, &error);
    assert_true(bp_gltf_read_memory(context, JSON, sizeof JSON - 1, "x", NULL, NULL, &model, NULL, &error));
    bp_model_destroy(model);
    bp_context_destroy(context);
    assert_false(read_with(NULL, &model, &error));
    assert_non_null(strstr(error.message, "KHR_draco_mesh_compression (meshes[0].primitives[0])"));
    assert_false(read_with(refuse, &model, &error));
    assert_non_null(strstr(error.message, "the compressed mesh is damaged"));
    assert_non_null(strstr(error.place, "primitives[0].extensions.KHR_draco_mesh_compression"));
}

/* When positions change, the primitive is written without Draco, and _HEAT has the bytes that it had. */
static void test_rewriting(void **state) {
    (void)state;
    bp_error error = {0};
    bp_gltf_document document;
    bp_gltf_rewrite rewrite;
    bp_gltf_accessor heat;
    bp_file file;
    const bp_allocator *allocator = bp_context_allocator(NULL);
    bp_gltf_source source = {JSON, sizeof JSON - 1, "draco", NULL, 0, NULL};
    assert_true(bp_gltf_document_open(&document, allocator, &source, NULL, 0, &error));
    document.draco_decoder = decode;
    assert_true(bp_gltf_rewrite_open(&rewrite, &document, &error));
    const float moved[9] = {1, 1, 1, 2, 2, 2, 3, 3, 3};
    const bp_gltf_numbers numbers = {
        .bytes = moved, .count = 3, .type = BP_GLTF_VEC3, .component = BP_GLTF_FLOAT};
    bp_gltf_rewrite_accessor(
        &rewrite, bp_gltf_rewrite_find(&rewrite, "meshes[0].primitives[0].attributes.POSITION"), 0, &numbers);
    assert_true(bp_gltf_rewrite_finish(&rewrite, BP_GLTF_EMBEDDED, true, &file, &error));
    bp_gltf_rewrite_close(&rewrite);
    bp_gltf_document_close(&document);
    assert_null(strstr((const char *)file.data, "KHR_draco_mesh_compression"));
    bp_model *model;
    if (!bp_gltf_read_memory(NULL, file.data, file.size, "out", NULL, NULL, &model, NULL, &error))
        fail_msg("%s: %s", error.place, error.message);
    expect_float(model->meshes[0]->positions[2].y, 3, 0);
    assert_int_equal(model->meshes[0]->indices[0], 2);
    bp_model_destroy(model);
    source = (bp_gltf_source){file.data, file.size, "out", NULL, 0, NULL};
    assert_true(bp_gltf_document_open(&document, allocator, &source, NULL, 0, &error));
    assert_true(bp_gltf_accessor_open(&document, 1, true, &heat, &error));
    assert_memory_equal(heat.base.data, "\11\12\13", 3);
    bp_gltf_document_close(&document);
    bp_file_free(allocator, &file);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_reading), cmocka_unit_test(test_rewriting)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
