/* The pictures of real Babylon.js (tests/golden/babylon/), redrawn from the data beside them.
 *
 * The skinned vertices of a case come from doc-cases.json; matrices, colours and the ends of bone lines
 * from pictures.json. Babylon drew with 4 subpixel bits, depth in -1..1 and RAW colours. No pixel of the
 * meshes and of the bone lines may differ. */
#include "io/json.h"
#include "support/golden.h"

enum { MESH_VERTICES = 72, MESH_INDICES = 108, ALLOWED_FOR_LINES = 0 };

typedef struct recordings {
    bp_json *pictures, *cases;
    float colors[4 * MESH_VERTICES];
    uint32_t indices[MESH_INDICES];
} recordings;

static float number_at(const bp_json *array, size_t i) {
    return (float)bp_json_number_or(bp_json_item(array, i), -1e9);
}

static const char *text_of(const bp_json *object, const char *key) {
    return bp_json_text_or(bp_json_member(object, key), "(none)");
}

static void read_mesh(recordings *from) {
    const bp_json *mesh = bp_json_member(from->cases, "mesh"), *colors = bp_json_member(mesh, "colors"),
                  *triangles = bp_json_member(mesh, "triangles");
    assert_int_equal(bp_json_count(colors), MESH_VERTICES);
    assert_int_equal(bp_json_count(triangles), MESH_INDICES / 3);
    for (size_t i = 0; i < sizeof from->colors / sizeof *from->colors; i++)
        from->colors[i] = number_at(bp_json_item(colors, i / 4), i % 4);
    for (size_t i = 0; i < MESH_INDICES; i++)
        from->indices[i] = (uint32_t)number_at(bp_json_item(triangles, i / 3), i % 3);
}

static int open_recordings(void **state) {
    static const char *const files[] = {"tests/golden/babylon/pictures.json",
                                        "tests/oracle/data/doc-cases.json"};
    recordings *made = calloc(1, sizeof *made);
    bp_error error = {0};
    made->pictures = bp_json_read(NULL, files[0], 0, &error);
    made->cases = made->pictures ? bp_json_read(NULL, files[1], 0, &error) : NULL;
    expect_no_error(&error);
    read_mesh(made);
    *state = made;
    return 0;
}

static int close_recordings(void **state) {
    recordings *made = *state;
    bp_json_destroy(made->pictures);
    bp_json_destroy(made->cases);
    free(made);
    return 0;
}

static bp_mat4 matrix_of(const bp_json *array) {
    bp_mat4 m;
    assert_int_equal(bp_json_count(array), 16);
    for (size_t i = 0; i < 16; i++) m.m[i] = number_at(array, i);
    return m;
}

/* To clip space, with OpenGL's depth -w..w mapped to ours: z' = (z + w) / 2. */
static bp_mat4 transform_of(const bp_json *picture) {
    bp_mat4 half = bp_mat4_identity();
    half.m[10] = 0.5f, half.m[14] = 0.5f;
    bp_mat4 view = matrix_of(bp_json_member(picture, "view")),
            projection = matrix_of(bp_json_member(picture, "projection"));
    return bp_mat4_mul(bp_mat4_mul(view, projection), half);
}

static void positions_of(const recordings *from, const char *name, float *out) {
    const bp_json *cases = bp_json_member(from->cases, "cases");
    for (size_t c = 0; c < bp_json_count(cases); c++) {
        if (strcmp(text_of(bp_json_item(cases, c), "name"), name) != 0) continue;
        const bp_json *skinned = bp_json_member(bp_json_item(cases, c), "skinned");
        assert_int_equal(bp_json_count(skinned), MESH_VERTICES);
        for (size_t i = 0; i < 3 * MESH_VERTICES; i++)
            out[i] = number_at(bp_json_item(skinned, i / 3), i % 3);
        return;
    }
    fail_msg("no case %s", name);
}

static void draw_mesh(bp_raster *raster, const recordings *from, const float *positions,
                      const bp_mat4 *transform) {
    bp_error error = {0};
    bp_draw draw = {.vertices = {.count = MESH_VERTICES, .positions = positions, .colors = from->colors},
                    .indices = {.u32 = from->indices, .count = MESH_INDICES},
                    .transform = transform,
                    .state = {.color = BP_COLOR_RAW, .cull = BP_CULL_BACK}};
    bp_raster_draw(raster, &draw, &error);
    expect_no_error(&error);
}

static void draw_bones(bp_raster *raster, const bp_json *ends, const bp_mat4 *transform) {
    bp_error error = {0};
    bp_line lines[8];
    size_t count = bp_json_count(ends) / 6;
    assert_in_range(count, 1, 8);
    for (size_t i = 0; i < count; i++)
        lines[i] = (bp_line){
            .from = {number_at(ends, 6 * i), number_at(ends, 6 * i + 1), number_at(ends, 6 * i + 2)},
            .to = {number_at(ends, 6 * i + 3), number_at(ends, 6 * i + 4), number_at(ends, 6 * i + 5)},
            .color = {255, 255, 0, 255},
        };
    bp_overlay marks = {.transform = transform, .state = {.color = BP_COLOR_RAW, .depth = BP_DEPTH_ALWAYS}};
    bp_raster_lines(raster, lines, count, &marks, &error);
    expect_no_error(&error);
}

static void draw_picture(const recordings *from, const bp_json *picture, bool reference,
                         bp_framebuffer *frame) {
    bp_error error = {0};
    const char *draws = text_of(picture, "draws");
    float positions[3 * MESH_VERTICES];
    bp_mat4 transform = transform_of(picture);
    bp_raster *raster = bp_raster_create(NULL, &error);
    assert_non_null(raster);
    assert_true(
        bp_raster_begin(raster, frame, &(bp_pass){.subpixel_bits = 4, .reference = reference}, &error));
    bp_raster_clear(raster, &(bp_clear){.color = {51, 51, 77, 255}}, &error);
    positions_of(from, text_of(picture, "case"), positions);
    if (strcmp(draws, "skeleton") != 0) draw_mesh(raster, from, positions, &transform);
    if (strcmp(draws, "mesh") != 0) draw_bones(raster, bp_json_member(picture, "lines"), &transform);
    assert_true(bp_raster_end(raster, NULL, &error));
    bp_raster_destroy(raster);
}

/* Redraws all pictures of one kind. */
static void check_kind(const recordings *from, const char *kind, bool reference, size_t allowed,
                       int wanted_count) {
    bp_framebuffer frame;
    bp_error error = {0};
    int count = 0;
    const bp_json *pictures = bp_json_member(from->pictures, "pictures");
    assert_true(bp_framebuffer_create(NULL, 800, 600, &frame, &error));
    for (size_t i = 0; i < bp_json_count(pictures); i++) {
        const bp_json *picture = bp_json_item(pictures, i);
        if (strcmp(text_of(picture, "draws"), kind) != 0) continue;
        const char *file = text_of(picture, "file");
        char path[512];
        snprintf(path, sizeof path, "tests/golden/babylon/%s", file);
        draw_picture(from, picture, reference, &frame);
        golden_expect_file(path, file, &frame, allowed);
        count++;
    }
    assert_int_equal(count, wanted_count);
    bp_framebuffer_destroy(NULL, &frame);
}

static void test_meshes(void **state) { check_kind(*state, "mesh", false, 0, 11); }
static void test_meshes_with_bones(void **state) { check_kind(*state, "both", false, ALLOWED_FOR_LINES, 11); }
static void test_bones_alone(void **state) { check_kind(*state, "skeleton", false, ALLOWED_FOR_LINES, 4); }
static void test_meshes_by_the_reference(void **state) { check_kind(*state, "mesh", true, 0, 11); }

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_meshes),
        cmocka_unit_test(test_meshes_with_bones),
        cmocka_unit_test(test_bones_alone),
        cmocka_unit_test(test_meshes_by_the_reference),
    };
    return cmocka_run_group_tests(tests, open_recordings, close_recordings);
}
