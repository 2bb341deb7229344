/* Streams of meshopt: as npm's encoder writes and its decoder reads them, damaged, and in files. The interop
 * test (tests/interop/meshopt.mjs) does the same with many more. */
#include "meshopt_cases.h"
#include "support/meshopt.h"
#include "valid_model.h"

static void test_cases(void **state) {
    (void)state;
    for (size_t i = 0; i < BP_COUNT(MESHOPT_CASES); i++) {
        size_t stride = MESHOPT_CASES[i].stride, count = MESHOPT_CASES[i].count;
        uint8_t out[1024] = {0};
        bp_gltf_span stream = {MESHOPT_CASES[i].stream, MESHOPT_CASES[i].size};
        assert_true(stride * count <= sizeof out);
        const char *wrong =
            meshopt_unpack_all(MESHOPT_CASES[i].mode, MESHOPT_CASES[i].filter, stream, stride, count, out);
        if (wrong) fail_msg("case %zu %s", i, wrong);
        if (!meshopt_equal(MESHOPT_CASES[i].filter, stride, count, out, MESHOPT_CASES[i].bytes))
            fail_msg("case %zu gives other bytes", i);
        /* One byte less or more at the front of the tail makes any stream wrong, as does another version. */
        stream.size--;
        meshopt_damage(MESHOPT_CASES[i].mode, MESHOPT_CASES[i].filter, stream, stride, count, out, i);
        uint8_t other[1024];
        memcpy(other, stream.data, stream.size);
        other[0] ^= 0x40;
        assert_non_null(meshopt_unpack_all(MESHOPT_CASES[i].mode, MESHOPT_CASES[i].filter,
                                           (bp_gltf_span){other, stream.size}, stride, count, out));
        assert_non_null(meshopt_unpack_all(MESHOPT_CASES[i].mode, MESHOPT_CASES[i].filter,
                                           (bp_gltf_span){other, 3}, stride, count, out));
    }
}

/* The group of the specification's own example: 16 deltas of 4 bits, two of them sentinels. */
static void test_specification_example(void **state) {
    (void)state;
    static const uint8_t group[10] = {0x17, 0x5f, 0xf0, 0xbc, 0x77, 0xa9, 0x21, 0x00, 0x34, 0xb5};
    static const int deltas[16] = {-1, -4, -3, 26, -91, 0, -6, 6, -4, -4, 5, -5, 1, -1, 0, 0};
    uint8_t stream[1 + 4 + 10 + 32] = {0xa0, 2}, out[16 * 4] = {0}; /* the first byte has 4-bit deltas */
    memcpy(stream + 2, group, sizeof group);
    assert_null(bp_meshopt_unpack(BP_MESHOPT_ATTRIBUTES, (bp_gltf_span){stream, sizeof stream}, 4, 16, out));
    int value = 0;
    for (int i = 0; i < 16; i++) {
        value += deltas[i];
        assert_int_equal(out[4 * i], (uint8_t)value);
        assert_int_equal(out[4 * i + 1], 0);
    }
    /* A byte too many, and one too few. */
    uint8_t longer[sizeof stream + 1] = {0};
    memcpy(longer, stream, 15);
    assert_string_equal(
        bp_meshopt_unpack(BP_MESHOPT_ATTRIBUTES, (bp_gltf_span){longer, sizeof longer}, 4, 16, out),
        "has bytes left after its last element");
    assert_string_equal(
        bp_meshopt_unpack(BP_MESHOPT_ATTRIBUTES, (bp_gltf_span){stream, sizeof stream - 1}, 4, 16, out),
        "ends too early");
}

static void test_wrong_combinations(void **state) {
    (void)state;
    assert_non_null(bp_meshopt_check(BP_MESHOPT_ATTRIBUTES, BP_MESHOPT_NONE, 6, 1));
    assert_non_null(bp_meshopt_check(BP_MESHOPT_ATTRIBUTES, BP_MESHOPT_NONE, 260, 1));
    assert_non_null(bp_meshopt_check(BP_MESHOPT_ATTRIBUTES, BP_MESHOPT_OCTAHEDRAL, 12, 1));
    assert_non_null(bp_meshopt_check(BP_MESHOPT_ATTRIBUTES, BP_MESHOPT_QUATERNION, 4, 1));
    assert_non_null(bp_meshopt_check(BP_MESHOPT_TRIANGLES, BP_MESHOPT_NONE, 2, 4));
    assert_non_null(bp_meshopt_check(BP_MESHOPT_INDICES, BP_MESHOPT_NONE, 1, 4));
    assert_non_null(bp_meshopt_check(BP_MESHOPT_INDICES, BP_MESHOPT_COLOR, 4, 4));
    assert_null(bp_meshopt_check(BP_MESHOPT_ATTRIBUTES, BP_MESHOPT_EXPONENTIAL, 12, 7));
}

/* ---- files --------------------------------------------------------------------------------------*/

/* A mesh whose 20 positions are the stream of the last case; `extension` as its JSON. */
static bool read_packed(const char *extension, const char *fallback, bp_model **out, bp_error *error) {
    enum { LAST = BP_COUNT(MESHOPT_CASES) - 1 };
    char json[1400];
    size_t size;
    snprintf(
        json, sizeof json,
        "{\"asset\":{\"version\":\"2.0\"},\"extensionsRequired\":[\"EXT_meshopt_compression\"],\"nodes\":[{"
        "\"mesh\":0}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[{\"bufferView\":0,"
        "\"componentType\":5126,\"count\":20,\"type\":\"VEC3\"}],\"bufferViews\":[{\"buffer\":1,"
        "\"byteLength\":240,"
        "\"extensions\":{\"EXT_meshopt_compression\":{%s}}}],\"buffers\":[{\"byteLength\":%zu},{"
        "\"byteLength\":240%s}]}",
        extension, MESHOPT_CASES[LAST].size, fallback);
    uint8_t *glb = make_glb(json, MESHOPT_CASES[LAST].stream, MESHOPT_CASES[LAST].size, &size);
    bool ok = bp_gltf_read_memory(NULL, glb, size, "test.glb", NULL, NULL, out, NULL, error);
    free(glb);
    return ok;
}

#define EXTENSION(length, stride, count, mode, filter)                                                       \
    "\"buffer\":0,\"byteLength\":" length ",\"byteStride\":" stride ",\"count\":" count ",\"mode\":\"" mode  \
    "\",\"filter\":\"" filter "\""

static void test_file(void **state) {
    (void)state;
    enum { LAST = BP_COUNT(MESHOPT_CASES) - 1 };
    char good[300], length[16];
    bp_model *model = NULL;
    bp_error error = {0};
    snprintf(length, sizeof length, "%zu", MESHOPT_CASES[LAST].size);
    snprintf(good, sizeof good, EXTENSION("%s", "12", "20", "ATTRIBUTES", "EXPONENTIAL"), length);
    /* A buffer without bytes, and a fallback whose file is missing: the decoder needs neither. */
    static const char *const fallbacks[] = {
        "", ",\"extensions\":{\"EXT_meshopt_compression\":{\"fallback\":true}}", ",\"uri\":\"fallback.bin\""};
    for (size_t i = 0; i < BP_COUNT(fallbacks); i++) {
        if (!read_packed(good, fallbacks[i], &model, &error)) fail_msg("%s: %s", error.place, error.message);
        assert_memory_equal(model->meshes[0]->positions, MESHOPT_CASES[LAST].bytes, 240);
        bp_model_destroy(model);
    }
    static const char *const bad[] = {
        EXTENSION("20", "12", "20", "ATTRIBUTES", "EXPONENTIAL"),
        EXTENSION("100000", "12", "20", "ATTRIBUTES", "EXPONENTIAL"),
        EXTENSION("40", "12", "19", "ATTRIBUTES", "NONE"),
        EXTENSION("40", "12", "357913962", "ATTRIBUTES", "NONE"),
        EXTENSION("40", "12", "20", "ATTRIBUTES", "OCTAHEDRAL"),
        EXTENSION("40", "12", "20", "SHAPES", "NONE"),
        EXTENSION("40", "0", "20", "ATTRIBUTES", "NONE"),
        EXTENSION("40", "4", "60", "TRIANGLES", "NONE"),
        "\"buffer\":0,\"byteLength\":40,\"byteStride\":12,\"count\":20",
        "\"buffer\":7,\"byteLength\":40,\"byteStride\":12,\"count\":20,\"mode\":\"ATTRIBUTES\"",
    };
    for (size_t i = 0; i < BP_COUNT(bad); i++) {
        if (read_packed(bad[i], "", &model, &error)) fail_msg("%s was read", bad[i]);
        if (!strstr(error.place, "bufferViews[0].extensions.EXT_meshopt_compression"))
            fail_msg("%s: %s: %s", bad[i], error.place, error.message);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_specification_example),
        cmocka_unit_test(test_wrong_combinations),
        cmocka_unit_test(test_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
