/* Files in which inverse binds are replaced: accessors that skins share, skins without matrices, wrong numbers,
 * memory. Expected matrices are the test's own. */
#include "gltf/rewrite/rewrite.h"
#include "skinned_strip.h"
#include "support/allocator.h"
#include "support/folder.h"
#include <bindpose/model.h>
#include <string.h>

/* Two skins on two joints share one accessor (identities in a data URI of 128 bytes, written as zeros but for
 * the ones), a third skin has none. */
static const char *file_text(void) {
    static char text[1200], base64[200];
    /* 1.0f is 00 00 80 3f. A matrix: ones at 0, 20, 40 and 60. Three bytes are four letters, so the 128 bytes
     * are encoded here by the plain rule. */
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint8_t bytes[129] = {0};
    for (int m = 0; m < 2; m++)
        for (int i = 0; i < 4; i++) bytes[64 * m + 20 * i + 2] = 0x80, bytes[64 * m + 20 * i + 3] = 0x3f;
    for (int i = 0; i < 43; i++) {
        unsigned three = (unsigned)bytes[3 * i] << 16 | (unsigned)bytes[3 * i + 1] << 8 | bytes[3 * i + 2];
        for (int j = 0; j < 4; j++) base64[4 * i + j] = letters[three >> (18 - 6 * j) & 63];
    }
    base64[171] = '='; /* 128 = 42 * 3 + 2 */
    snprintf(
        text, sizeof text,
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"children\":[1]},{}],\"scenes\":[{\"nodes\":[0]}],"
        "\"buffers\":[{\"byteLength\":128,\"uri\":\"data:application/octet-stream;base64,%s\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":128}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":\"MAT4\"}],"
        "\"skins\":[{\"joints\":[0,1],\"inverseBindMatrices\":0},"
        "{\"joints\":[0,1],\"inverseBindMatrices\":0},{\"joints\":[0,1]}]}",
        base64);
    return text;
}

static const bp_mat4 MOVED = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 2, 3, 4, 1}};

typedef struct place {
    char folder[256], path[300];
} place;

static place make_file(void) {
    place at;
    bp_error error = {0};
    test_folder_make(at.folder, sizeof at.folder);
    test_path(at.path, sizeof at.path, at.folder, "skins.gltf");
    assert_true(bp_file_write(at.path, file_text(), strlen(file_text()), &error));
    return at;
}

/* Only the named matrices change: those of the skin that shares their accessor stay. */
static void replaces(void **state) {
    (void)state;
    place at = make_file();
    const bp_set_bind binds[] = {{1, 1, MOVED}, {2, 0, MOVED}};
    bp_file file;
    bp_error error = {0};
    bp_model *model = NULL;
    if (!bp_gltf_set_binds(NULL, at.path, binds, 2, &file, &error))
        fail_msg("%s: %s", error.place, error.message);
    assert_true(bp_gltf_read_memory(NULL, file.data, file.size, "a", NULL, NULL, &model, NULL, &error));
    for (int skin = 0; skin < 3; skin++) {
        bp_mat4 got[2], identity = bp_mat4_identity();
        assert_true(bp_model_inverse_binds(model, skin, got, 2, &error));
        for (int joint = 0; joint < 2; joint++) {
            bool moved = (skin == 1 && joint == 1) || (skin == 2 && joint == 0);
            assert_memory_equal(&got[joint], moved ? &MOVED : &identity, sizeof MOVED);
        }
    }
    bp_model_destroy(model);
    bp_file_free(NULL, &file);
    test_folder_remove(at.folder);
}

static void refuses(void **state) {
    (void)state;
    static const bp_set_bind wrong[] = {
        {.skin = 3}, {.skin = -1}, {.skin = 0, .joint = 2}, {.skin = 2, .joint = -1}};
    place at = make_file();
    for (size_t i = 0; i < BP_COUNT(wrong); i++) {
        bp_file file;
        bp_error error = {0};
        assert_false(bp_gltf_set_binds(NULL, at.path, &wrong[i], 1, &file, &error));
        assert_int_equal(error.kind, BP_ERROR_INPUT);
        assert_non_null(strstr(error.message, "no joint"));
        assert_non_null(strstr(error.place, "skins.gltf"));
        assert_null(file.data);
    }
    test_folder_remove(at.folder);
    bp_file file;
    bp_error error = {0};
    assert_false(bp_gltf_set_binds(NULL, at.path, wrong, 1, &file, &error));
    assert_int_equal(error.kind, BP_ERROR_INPUT); /* there is no such file */
}

static bool attempt(const bp_allocator *allocator, void *user, bp_error *error) {
    const place *at = user;
    const bp_set_bind binds[] = {{0, 1, MOVED}, {0, 3, MOVED}};
    bp_file file;
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    if (!context) return false;
    bool ok = bp_gltf_set_binds(context, at->path, binds, BP_COUNT(binds), &file, error);
    bp_file_free(allocator, &file);
    bp_context_destroy(context);
    return ok;
}

/* In a .glb: of a data URI the decoder gives back some memory, and does without if that fails. */
static void memory(void **state) {
    (void)state;
    place at;
    strip r = strip_make();
    strip_file file = strip_write(&r);
    test_folder_make(at.folder, sizeof at.folder);
    test_path(at.path, sizeof at.path, at.folder, "strip.glb");
    assert_true(bp_file_write(at.path, file.bytes, file.size, NULL));
    assert_true(test_each_allocation_fails(attempt, &at) > 5);
    test_folder_remove(at.folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replaces),
        cmocka_unit_test(refuses),
        cmocka_unit_test(memory),
    };
    return cmocka_run_group_tests_name("set binds", tests, NULL, NULL);
}
