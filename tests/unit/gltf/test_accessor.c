/* Accessors: every component type, normalized or not, strides, offsets, sparse parts, no view. The expected
 * values are the specification's formulas, computed by hand. */
#include "gltf/accessor.h"
#include "valid_model.h"

/* Opens a .glb of this accessor and these bytes, and decodes it to `count` floats. */
static bool read_floats(const char *view, const char *accessor, const uint8_t *bytes, size_t byte_count,
                        float *out, size_t count, bp_error *error) {
    char json[1024];
    snprintf(json, sizeof json,
             "{\"buffers\":[{\"byteLength\":%zu}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":%zu%s},{"
             "\"buffer\":0,\"byteOffset\":0,\"byteLength\":%zu}],\"accessors\":[{%s}]}",
             byte_count, byte_count, view, byte_count, accessor);
    size_t size;
    uint8_t *glb = make_glb(json, bytes, byte_count, &size);
    bp_gltf_document document;
    bp_allocator allocator = bp_allocator_default();
    bp_gltf_source source = {.data = glb, .size = size};
    bp_gltf_accessor opened;
    bool ok = bp_gltf_document_open(&document, &allocator, &source, NULL, 1 << 20, error);
    ok = ok && bp_gltf_accessor_open(&document, 0, true, &opened, error);
    if (ok) {
        assert_int_equal(opened.count * opened.width, count);
        bp_gltf_accessor_floats(&opened, out, 0);
    }
    bp_gltf_document_close(&document);
    free(glb);
    return ok;
}

static void expect_numbers(const char *view, const char *accessor, const void *bytes, size_t byte_count,
                           const float *expected, size_t count) {
    float got[16];
    bp_error error = {0};
    assert_true(count <= 16);
    if (!read_floats(view, accessor, bytes, byte_count, got, count, &error))
        fail_msg("%s: %s: %s", accessor, error.place, error.message);
    for (size_t i = 0; i < count; i++)
        if (got[i] != expected[i])
            fail_msg("%s: [%zu] got %.9g, wanted %.9g", accessor, i, (double)got[i], (double)expected[i]);
}

static void test_component_types(void **state) {
    (void)state;
    static const uint8_t bytes[] = {0, 1, 127, 128, 129, 255};
    expect_numbers("", "\"bufferView\":0,\"componentType\":5121,\"count\":6,\"type\":\"SCALAR\"", bytes, 6,
                   (const float[]){0, 1, 127, 128, 129, 255}, 6);
    expect_numbers("", "\"bufferView\":0,\"componentType\":5120,\"count\":6,\"type\":\"SCALAR\"", bytes, 6,
                   (const float[]){0, 1, 127, -128, -127, -1}, 6);
    /* c / 255 and max(c / 127, -1) */
    expect_numbers(
        "", "\"bufferView\":0,\"normalized\":true,\"componentType\":5121,\"count\":6,\"type\":\"SCALAR\"",
        bytes, 6, (const float[]){0, 1 / 255.0f, 127 / 255.0f, 128 / 255.0f, 129 / 255.0f, 1}, 6);
    expect_numbers(
        "", "\"bufferView\":0,\"normalized\":true,\"componentType\":5120,\"count\":6,\"type\":\"SCALAR\"",
        bytes, 6, (const float[]){0, 1 / 127.0f, 1, -1, -1, -1 / 127.0f}, 6);
    static const uint8_t shorts[] = {0, 0, 1, 0, 0xff, 0x7f, 0, 0x80, 1, 0x80, 0xff, 0xff};
    expect_numbers("", "\"bufferView\":0,\"componentType\":5123,\"count\":3,\"type\":\"VEC2\"", shorts, 12,
                   (const float[]){0, 1, 32767, 32768, 32769, 65535}, 6);
    expect_numbers("", "\"bufferView\":0,\"componentType\":5122,\"count\":3,\"type\":\"VEC2\"", shorts, 12,
                   (const float[]){0, 1, 32767, -32768, -32767, -1}, 6);
    expect_numbers(
        "", "\"bufferView\":0,\"normalized\":true,\"componentType\":5123,\"count\":2,\"type\":\"VEC3\"",
        shorts, 12, (const float[]){0, 1 / 65535.0f, 32767 / 65535.0f, 32768 / 65535.0f, 32769 / 65535.0f, 1},
        6);
    expect_numbers(
        "", "\"bufferView\":0,\"normalized\":true,\"componentType\":5122,\"count\":2,\"type\":\"VEC3\"",
        shorts, 12, (const float[]){0, 1 / 32767.0f, 1, -1, -1, -1 / 32767.0f}, 6);
    static const uint8_t ints[] = {1, 0, 0, 0, 0, 0, 0, 0x80};
    expect_numbers("", "\"bufferView\":0,\"componentType\":5125,\"count\":2,\"type\":\"SCALAR\"", ints, 8,
                   (const float[]){1, 2147483648.0f}, 2);
    static const uint8_t floats[] = {0, 0, 0x80, 0x3f, 0, 0, 0x20, 0xc1};
    expect_numbers("", "\"bufferView\":0,\"componentType\":5126,\"count\":1,\"type\":\"VEC2\"", floats, 8,
                   (const float[]){1, -10}, 2);
}

/* An element every 4 bytes, starting at byte 2 of a view that starts at byte 1. */
static void test_stride_and_offset(void **state) {
    (void)state;
    uint8_t bytes[16];
    for (int i = 0; i < 16; i++) bytes[i] = (uint8_t)i;
    expect_numbers(",\"byteStride\":4",
                   "\"bufferView\":0,\"byteOffset\":3,\"componentType\":5121,\"count\":3,\"type\":\"VEC2\"",
                   bytes, 16, (const float[]){3, 4, 7, 8, 11, 12}, 6);
    /* The last element need not fill its stride. */
    expect_numbers(",\"byteStride\":8",
                   "\"bufferView\":0,\"byteOffset\":6,\"componentType\":5121,\"count\":2,\"type\":\"VEC2\"",
                   bytes, 16, (const float[]){6, 7, 14, 15}, 4);
    bp_error error = {0};
    float got[4];
    assert_false(
        read_floats(",\"byteStride\":8",
                    "\"bufferView\":0,\"byteOffset\":7,\"componentType\":5121,\"count\":2,\"type\":\"VEC2\"",
                    bytes, 16, got, 4, &error));
    assert_string_equal(error.place, "accessors[0]");
}

static void test_without_view(void **state) {
    (void)state;
    static const uint8_t bytes[] = {1, 3, 9, 8, 7, 6};
    expect_numbers("", "\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"", bytes, 6,
                   (const float[]){0, 0, 0, 0, 0, 0}, 6);
    /* Elements 1 and 3 of 4 are (9, 8) and (7, 6). */
    expect_numbers(
        "",
        "\"componentType\":5121,\"count\":4,\"type\":\"VEC2\",\"sparse\":{\"count\":2,\"indices\":{"
        "\"bufferView\":0,\"componentType\":5121},\"values\":{\"bufferView\":1,\"byteOffset\":2}}",
        bytes, 6, (const float[]){0, 0, 9, 8, 0, 0, 7, 6}, 8);
}

static void test_sparse_over_a_view(void **state) {
    (void)state;
    static const uint8_t bytes[] = {10, 20, 30, 40, 1, 0, 99, 0};
    /* Values 10 20 30 40; 99 replaces element 1, whose index is a short or an int. */
    expect_numbers("",
                   "\"bufferView\":0,\"componentType\":5121,\"count\":4,\"type\":\"SCALAR\",\"sparse\":{"
                   "\"count\":1,\"indices\":{\"bufferView\":1,\"byteOffset\":4,\"componentType\":5123},"
                   "\"values\":{\"bufferView\":1,\"byteOffset\":6}}",
                   bytes, 8, (const float[]){10, 99, 30, 40}, 4);
    static const uint8_t wide[] = {10, 20, 30, 40, 2, 0, 0, 0, 77};
    expect_numbers("",
                   "\"bufferView\":0,\"componentType\":5121,\"count\":4,\"type\":\"SCALAR\",\"sparse\":{"
                   "\"count\":1,\"indices\":{\"bufferView\":1,\"byteOffset\":4,\"componentType\":5125},"
                   "\"values\":{\"bufferView\":1,\"byteOffset\":8}}",
                   wide, 9, (const float[]){10, 20, 77, 40}, 4);
}

static void test_sparse_order(void **state) {
    (void)state;
    static const uint8_t bytes[] = {1, 1, 5, 6};
    float got[4];
    bp_error error = {0};
    assert_false(read_floats(
        "",
        "\"componentType\":5121,\"count\":4,\"type\":\"SCALAR\",\"sparse\":{\"count\":2,\"indices\":{"
        "\"bufferView\":0,\"componentType\":5121},\"values\":{\"bufferView\":1,\"byteOffset\":2}}",
        bytes, 4, got, 4, &error));
    assert_string_equal(error.place, "accessors[0].sparse.indices");
}

/* Unsigned integers of all three widths. */
static void test_whole_numbers(void **state) {
    (void)state;
    static const uint8_t bytes[] = {1, 0, 0, 0, 255, 255, 0, 0, 2, 0, 1, 0};
    static const char *const kinds[] = {"5121", "5123", "5125"};
    static const uint32_t expected[3][3] = {{1, 0, 0}, {1, 0, 65535}, {1, 65535, 65538}};
    for (int i = 0; i < 3; i++) {
        char json[512];
        snprintf(json, sizeof json,
                 "{\"buffers\":[{\"byteLength\":12}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":12}],"
                 "\"accessors\":[{\"bufferView\":0,\"componentType\":%s,\"count\":3,\"type\":\"SCALAR\"}]}",
                 kinds[i]);
        size_t size;
        uint8_t *glb = make_glb(json, bytes, sizeof bytes, &size);
        bp_gltf_document document;
        bp_allocator allocator = bp_allocator_default();
        bp_gltf_source source = {.data = glb, .size = size};
        bp_gltf_accessor opened;
        bp_error error = {0};
        uint32_t wide[3];
        uint16_t narrow[3];
        assert_true(bp_gltf_document_open(&document, &allocator, &source, NULL, 1 << 20, &error));
        assert_true(bp_gltf_accessor_open(&document, 0, true, &opened, &error));
        bp_gltf_accessor_u32(&opened, wide);
        assert_memory_equal(wide, expected[i], sizeof wide);
        assert_int_equal(bp_gltf_accessor_is_unsigned(&opened, 1), i == 0);
        assert_int_equal(bp_gltf_accessor_is_unsigned(&opened, 2), i <= 1);
        if (i < 2) {
            bp_gltf_accessor_u16(&opened, narrow, 0);
            for (int j = 0; j < 3; j++) assert_int_equal(narrow[j], expected[i][j]);
        }
        bp_gltf_document_close(&document);
        free(glb);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_component_types), cmocka_unit_test(test_stride_and_offset),
        cmocka_unit_test(test_without_view),    cmocka_unit_test(test_sparse_over_a_view),
        cmocka_unit_test(test_sparse_order),    cmocka_unit_test(test_whole_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
