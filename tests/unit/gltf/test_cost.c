/* What a file needs is counted from its JSON: the limit, the place where it is passed, and that nothing but the
 * JSON is read before. The files name a buffer that doesn't exist: who loads it gets another error. */
#include "base/allocator.h"
#include "gltf/rebind/rebind.h"
#include "support/test.h"
#include <bindpose/gltf.h>
#include <bindpose/tools.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD                                                                                                 \
    "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"uri\":\"none.bin\",\"byteLength\":2000000000}],"       \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":2000000000}],"
#define MESH(count)                                                                                          \
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"type\":\"VEC3\",\"count\":" count "}],"       \
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":0}}]}],"

/* Reads the text; the error is that of the limit (true) or another one. */
static bool is_over(const char *text, size_t limit, bp_error *error) {
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1, .limit = limit}, NULL);
    bp_model *model = NULL;
    *error = (bp_error){0};
    assert_non_null(context);
    bool ok = bp_gltf_read_memory(context, text, strlen(text), "x.gltf", NULL, NULL, &model, NULL, error);
    assert_false(ok);
    assert_int_equal(error->kind, BP_ERROR_INPUT);
    bp_context_destroy(context);
    return strstr(error->message, "--limit") != NULL;
}

/* `count` copies of `item`, with commas. The caller frees it. */
static char *repeat(const char *head, const char *item, size_t count, const char *tail) {
    size_t length = strlen(item), used = strlen(head);
    char *text = malloc(used + count * (length + 1) + strlen(tail) + 1);
    assert_non_null(text);
    memcpy(text, head, used);
    for (size_t i = 0; i < count; i++) {
        if (i > 0) text[used++] = ',';
        memcpy(text + used, item, length);
        used += length;
    }
    strcpy(text + used, tail);
    return text;
}

/* A primitive of 10 million vertices holds at least 24 bytes of each: 240 MB. */
static void test_vertices(void **state) {
    (void)state;
    bp_error error;
    static const char text[] = HEAD MESH("10000000") "\"nodes\":[{\"mesh\":0}]}";
    assert_true(is_over(text, 200000000, &error));
    assert_string_equal(error.place, "x.gltf: meshes[0].primitives[0]");
    assert_non_null(strstr(error.message, "10000000 vertices"));
    assert_non_null(strstr(error.message, "limit of 200"));
    assert_false(is_over(text, (size_t)16000000000, &error));
    assert_non_null(strstr(error.place, "buffers[0]"));
}

/* A thousand nodes show 100,000 vertices each: 100 million are too many for 2 GB, and one node's aren't. */
static void test_instances(void **state) {
    (void)state;
    bp_error error;
    /* An instance costs its matrix until all are posed: 5,000 are read. Each vertex counts a few steps. */
    char *text = repeat(HEAD MESH("100000") "\"nodes\":[", "{\"mesh\":0}", 5000, "]}");
    assert_false(is_over(text, 0, &error));
    free(text);
    text = repeat(HEAD MESH("100000") "\"nodes\":[", "{\"mesh\":0}", 50000, "]}");
    int node = 0;
    assert_true(is_over(text, 0, &error));
    assert_int_equal(sscanf(error.place, "x.gltf: nodes[%d]", &node), 1);
    assert_in_range(node, 5000, 40000);
    assert_false(is_over(text, (size_t)64000000000, &error));
    free(text);
    text = repeat(HEAD MESH("100000") "\"nodes\":[", "{\"mesh\":0}", 1, "]}");
    assert_false(is_over(text, 0, &error));
    free(text);
}

/* 3,000 clips share 200,000 keys, which a clip holds as a double and three floats each: 12 GB. */
static void test_clips(void **state) {
    (void)state;
    bp_error error;
    static const char head[] = HEAD
        "\"nodes\":[{}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"type\":\"SCALAR\","
        "\"count\":200000},{\"bufferView\":0,\"componentType\":5126,\"type\":\"VEC3\",\"count\":200000}],"
        "\"animations\":[";
    static const char clip[] =
        "{\"samplers\":[{\"input\":0,\"output\":1}],\"channels\":[{\"sampler\":0,\"target\":"
        "{\"node\":0,\"path\":\"translation\"}}]}";
    char *text = repeat(head, clip, 3000, "]}");
    int animation = 0, channel = -1;
    assert_true(is_over(text, 0, &error));
    assert_int_equal(sscanf(error.place, "x.gltf: animations[%d].channels[%d]", &animation, &channel), 2);
    assert_in_range(animation, 20, 500);
    assert_int_equal(channel, 0);
    free(text);
}

static void test_joints_and_nodes(void **state) {
    (void)state;
    bp_error error;
    char *text = repeat(HEAD "\"nodes\":[{}],\"skins\":[{\"joints\":[", "0", 100000, "]}]}");
    assert_true(is_over(text, 100000000, &error));
    assert_string_equal(error.place, "x.gltf: skins[0].joints");
    free(text);
    /* 1,000 joints at the moments of 20,000 clips take over 20 seconds, and at those of one don't. */
    text = repeat(HEAD "\"nodes\":[{}],\"animations\":[", "{}", 20000, "],\"skins\":[{\"joints\":[");
    char *joints = repeat(text, "0", 1000, "]}]}");
    assert_true(is_over(joints, 0, &error));
    assert_string_equal(error.place, "x.gltf: skins[0].joints");
    free(joints);
    free(text);
    text = repeat(HEAD "\"nodes\":[{}],\"animations\":[{}],\"skins\":[{\"joints\":[", "0", 1000, "]}]}");
    assert_false(is_over(text, 0, &error));
    free(text);
    text = repeat(HEAD "\"nodes\":[", "{}", 100000, "]}");
    assert_true(is_over(text, 50000000, &error));
    assert_string_equal(error.place, "x.gltf: nodes");
    free(text);
}

/* A million numbers take more than ten bytes each. */
static void test_json_alone(void **state) {
    (void)state;
    bp_error error;
    char *text = repeat("{\"asset\":{\"version\":\"2.0\"},\"extras\":[", "1", 1000000, "]}");
    assert_true(is_over(text, 10000000, &error));
    assert_string_equal(error.place, "x.gltf: JSON");
    free(text);
}

/* The doctor, repair and rebind open files in the same way. */
static void test_other_readers(void **state) {
    (void)state;
    static const char text[] = HEAD MESH("2000000000") "\"nodes\":[{\"mesh\":0}]}";
    bp_doctor_report report = {0};
    bp_repair repair = {0};
    bp_rebind rebind = {0};
    bp_error error = {0};
    assert_false(bp_doctor_examine_memory(NULL, text, strlen(text), "x.gltf", NULL, &report, &error));
    assert_non_null(strstr(error.message, "--limit"));
    bp_doctor_report_clear(&report);
    assert_false(bp_gltf_repair_memory(NULL, text, strlen(text), "x.gltf", NULL, NULL, &repair, &error));
    assert_non_null(strstr(error.message, "--limit"));
    bp_repair_clear(&repair);
    const bp_rebind_options options = {.preset = BP_REBIND_REST, .clip = -1};
    assert_false(bp_gltf_rebind_memory(NULL, text, strlen(text), "x.gltf", NULL, &options, &rebind, &error));
    assert_non_null(strstr(error.message, "--limit"));
    bp_rebind_clear(&rebind);
}

/* Counts and references of a wrong kind are for others to report. */
static void test_wrong_kinds(void **state) {
    (void)state;
    bp_error error;
    static const char *const texts[] = {
        HEAD "\"nodes\":[{\"mesh\":\"a\"}]}",
        HEAD "\"nodes\":[{\"mesh\":7}],\"meshes\":[{\"primitives\":{}}]}",
        HEAD "\"meshes\":[{\"primitives\":[1,{\"attributes\":{\"POSITION\":\"x\"}}]}]}",
        HEAD "\"skins\":[{\"joints\":3}],\"animations\":[{\"channels\":[{\"sampler\":-1}],\"samplers\":7}]}"};
    for (size_t i = 0; i < BP_COUNT(texts); i++) assert_false(is_over(texts[i], 0, &error));
}

static void test_context(void **state) {
    (void)state;
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1, .limit = 7}, NULL);
    assert_int_equal(bp_context_limit(context), 7);
    bp_context_destroy(context);
    assert_int_equal(bp_context_limit(NULL), 2000000000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vertices),    cmocka_unit_test(test_instances),
        cmocka_unit_test(test_clips),       cmocka_unit_test(test_joints_and_nodes),
        cmocka_unit_test(test_json_alone),  cmocka_unit_test(test_other_readers),
        cmocka_unit_test(test_wrong_kinds), cmocka_unit_test(test_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
