/* Crowds: layout, culling, walking speed, levels of detail. Threads, instruction sets and batches don't change a
 * pixel. */
#include "app/screens/crowd/crowd_screen.h"
#include "scene/character.h"
#include "support/allocator.h"
#include "support/test.h"
#include <bindpose/gltf.h>
#include <math.h>
#include <string.h>

/* ---- places ------------------------------------------------------------------------------------- */

static void test_places(void **state) {
    (void)state;
    enum { COUNT = 400 };
    bp_vec3 at[COUNT];
    const double times[] = {0, 3.7, 86400};
    for (size_t t = 0; t < BP_COUNT(times); t++) {
        for (int i = 0; i < COUNT; i++) {
            at[i] = bp_crowd_member_at(i, times[t], 1.8f, 1.2f).position;
            assert_true(at[i].y == 0 && bp_vec3_length(at[i]) <= bp_crowd_radius(COUNT, 1.8f) + 0.2f);
            for (int k = 0; k < i; k++) assert_true(bp_vec3_distance(at[i], at[k]) > 0.45f * 1.8f);
        }
    }
    expect_float(bp_crowd_radius(1, 1.8f), 0, 0);
    assert_true(bp_crowd_radius(10000, 1.8f) < 100);
}

/* Characters walk at the given speed along their heading; a ring walks in one direction. */
static void test_walking(void **state) {
    (void)state;
    const double step = 0.01;
    int with = 0, against = 0;
    for (int i = 1; i < 300; i++) {
        bp_crowd_member now = bp_crowd_member_at(i, 5, 1, 1.4f),
                        then = bp_crowd_member_at(i, 5 + step, 1, 1.4f);
        bp_vec3 way = bp_vec3_scale(bp_vec3_sub(then.position, now.position), (float)(1 / step));
        expect_float(bp_vec3_length(way), 1.4,
                     0.13); /* those within a ring's width of it, a little more or less */
        bp_vec3 nose = bp_mat4_direction(bp_mat4_rotation_y(now.heading), (bp_vec3){0, 0, 1});
        assert_true(bp_vec3_dot(nose, way) > 0.998f * bp_vec3_length(way));
        assert_true(now.phase >= 0 && now.phase < 1 && now.tint >= 0 && now.tint < BP_CROWD_TINTS);
        bool left = bp_vec3_cross(now.position, way).y > 0;
        with += left, against += !left;
    }
    assert_true(with > 100 && against > 100);
    bp_crowd_member first = bp_crowd_member_at(0, 1, 1, 1.4f);
    expect_float(bp_vec3_length(first.position), 0, 0);
}

/* A point in the view volume is visible; a point a metre outside a plane is not. */
static void test_sees(void **state) {
    (void)state;
    bp_camera camera = {.eye = {1, 4, 9}, .target = {0, 1, 0}, .fov_y = 0.7f, .near_z = 1, .far_z = 60};
    bp_mat4 m = bp_camera_view_projection(&camera, 1.6f);
    int inside = 0, outside = 0;
    for (int i = 0; i < 4000; i++) {
        bp_vec3 p = {(float)(i % 20) * 3 - 30, (float)(i / 20 % 10) * 2 - 9, (float)(i / 200) * 4 - 60};
        float clip[4];
        for (int c = 0; c < 4; c++)
            clip[c] = p.x * m.m[c] + p.y * m.m[4 + c] + p.z * m.m[8 + c] + m.m[12 + c];
        bool in =
            fabsf(clip[0]) <= clip[3] && fabsf(clip[1]) <= clip[3] && clip[2] >= 0 && clip[2] <= clip[3];
        assert_int_equal(bp_crowd_is_visible(&m, p, 0), in);
        if (in) assert_true(bp_crowd_is_visible(&m, p, 0.5f));
        inside += in, outside += !in;
    }
    assert_true(inside > 50 && outside > 1000);
    bp_vec3 behind = bp_vec3_add(camera.eye, (bp_vec3){0, 0, 3});
    assert_false(bp_crowd_is_visible(&m, behind, 0.5f));
    assert_true(bp_crowd_is_visible(&m, behind, 6));
}

/* ---- our character ------------------------------------------------------------------------------- */

typedef struct cast {
    bp_context *context;
    bp_model *model;
    bp_model_pose *pose;
    bp_crowd *crowd;
} cast;

static cast open_cast(int threads, bp_isa isa) {
    cast c = {0};
    bp_error error = {0};
    c.context = bp_context_create(&(bp_context_options){.threads = threads, .isa = isa}, &error);
    assert_true(bp_gltf_read(c.context, "assets/character.glb", NULL, &c.model, NULL, &error));
    c.pose = bp_model_pose_create(c.model, &error);
    assert_true(bp_model_pose_set(c.pose, -1, 0, &error));
    c.crowd = bp_crowd_create(c.context, c.pose, bp_crowd_choose_clip(c.model), &error);
    if (!c.crowd) fail_msg("%s", error.message);
    return c;
}

static void close_cast(cast *c) {
    bp_crowd_destroy(c->crowd);
    bp_model_pose_destroy(c->pose);
    bp_model_destroy(c->model);
    bp_context_destroy(c->context);
}

static void test_gait(void **state) {
    (void)state;
    cast c = open_cast(1, BP_ISA_AUTO);
    assert_int_equal(bp_crowd_choose_clip(c.model), 1); /* idle, walk, wave */
    expect_float(c.crowd->height, 1.7244, 0.002);
    /* The supporting foot moves 0.52 m in 0.6 of 1.083 s (src/tools/make_character/motion.c). */
    expect_float(c.crowd->speed, 0.52 / 0.65, 0.1);
    close_cast(&c);
}

enum { WIDE = 320, HIGH = 200 };

static uint8_t *draw(const cast *c, const bp_crowd_settings *look, bp_crowd_stats *report) {
    bp_error error = {0};
    bp_framebuffer framebuffer;
    assert_true(bp_framebuffer_create(c->context, WIDE, HIGH, &framebuffer, &error));
    bp_raster *raster = bp_raster_create(c->context, &error);
    if (!bp_crowd_draw(c->crowd, look, raster, &framebuffer, report, &error)) fail_msg("%s", error.message);
    uint8_t *copy = test_malloc((size_t)4 * WIDE * HIGH);
    memcpy(copy, framebuffer.pixels, (size_t)4 * WIDE * HIGH);
    bp_raster_destroy(raster);
    bp_framebuffer_destroy(c->context, &framebuffer);
    return copy;
}

static bp_crowd_settings usual(int count) {
    return (bp_crowd_settings){
        .count = count,
        .time = 1.3,
        .samples = 1,
        .camera = {.eye = {2, 3, 9}, .target = {0, 1, 0}, .near_z = 0.1f, .far_z = 90}};
}

static size_t differing(const uint8_t *a, const uint8_t *b) {
    size_t count = 0;
    for (size_t i = 0; i < (size_t)WIDE * HIGH; i++) count += memcmp(a + 4 * i, b + 4 * i, 4) != 0;
    return count;
}

static void test_same_pixels(void **state) {
    (void)state;
    bp_crowd_settings look = usual(60);
    bp_crowd_stats report, others;
    cast c = open_cast(1, BP_ISA_PORTABLE);
    uint8_t *expected = draw(&c, &look, &report);
    assert_in_range(report.visible, 20, 60);
    assert_int_equal(report.bones, 21 * report.visible);
    assert_true(report.pose > 0 && report.raster.skinning > 0 &&
                report.raster.setup > report.raster.skinning && report.raster.tiles > 0);
    look.time = 1.4;
    uint8_t *later = draw(&c, &look, NULL);
    assert_true(differing(expected, later) > 500);
    look.time = 1.3;
    uint8_t *again = draw(&c, &look, NULL); /* the frame between leaves no trace */
    expect_bytes(again, expected, (size_t)4 * WIDE * HIGH);
    close_cast(&c);
    c = open_cast(3, BP_ISA_AUTO);
    uint8_t *other = draw(&c, &look, &others);
    expect_bytes(other, expected, (size_t)4 * WIDE * HIGH);
    assert_int_equal(others.counters.triangles_in, report.counters.triangles_in);
    close_cast(&c);
    test_free(expected), test_free(later), test_free(again), test_free(other);
}

/* Distant characters with coarser meshes have far fewer vertices and nearly equal pictures. At full detail 800
 * characters have more than three million vertices, in one pass. */
static void test_detail(void **state) {
    (void)state;
    cast c = open_cast(0, BP_ISA_AUTO);
    bp_crowd_settings look = usual(1);
    bp_crowd_stats coarse, full;
    look.camera.eye = (bp_vec3){3, 6, 20}; /* one is 20 pixels high */
    uint8_t *a = draw(&c, &look, &coarse);
    look.full_detail = true;
    uint8_t *b = draw(&c, &look, &full);
    assert_int_equal(full.vertices, 4445);
    assert_true(coarse.vertices * 4 < full.vertices && coarse.vertices > 40);
    assert_true(differing(a, b) < 20 * 10);
    look = usual(800);
    look.full_detail = true;
    look.time_tiles = true;
    look.camera.eye = (bp_vec3){10, 25, 60};
    look.camera.far_z = 300;
    uint8_t *many = draw(&c, &look, &full);
    assert_true(full.vertices > 3000000);
    assert_int_equal(full.visible, 800);
    assert_true(full.raster.each_tile && full.raster.tiles_x == 5 && full.raster.tiles_y == 4);
    test_free(a), test_free(b), test_free(many);
    close_cast(&c);
}

/* ---- other models --------------------------------------------------------------------------------- */

/* Without clip and texture they stand. Any allocation may fail. */
static bool attempt(const bp_allocator *allocator, void *user, bp_error *error) {
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    bp_model *model = context ? bp_character_model(context, BP_BIND_NATURAL, error) : NULL;
    bp_model_pose *pose = model ? bp_model_pose_create(model, error) : NULL;
    bp_crowd *crowd = pose ? bp_crowd_create(context, pose, bp_crowd_choose_clip(model), error) : NULL;
    bp_raster *raster = crowd ? bp_raster_create(context, error) : NULL;
    bp_framebuffer framebuffer = {0};
    bp_crowd_settings look = usual(4);
    bool ok = raster && bp_framebuffer_create(context, 64, 64, &framebuffer, error) &&
              bp_crowd_draw(crowd, &look, raster, &framebuffer, user, error);
    if (ok) assert_true(crowd->speed == 0);
    bp_framebuffer_destroy(context, &framebuffer);
    bp_raster_destroy(raster);
    bp_crowd_destroy(crowd);
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
    bp_context_destroy(context);
    return ok;
}

static void test_no_memory(void **state) {
    (void)state;
    bp_crowd_stats report = {0};
    assert_true(test_each_allocation_fails(attempt, &report) >= 40);
    assert_int_equal(report.visible, 4);
    assert_true(report.counters.triangles_in >= 4 * 12);
}

/* ---- models without bones ------------------------------------------------------------------------*/

/* Three vertices at one node, with a triangle or without. */
static bp_model *plain_model(const bp_vec3 corners[3]) {
    bp_error error = {0};
    const bp_model_counts counts = {.nodes = 1, .meshes = corners ? 1 : 0, .instances = corners ? 1 : 0};
    bp_model *model = bp_model_create(NULL, "plain", &counts, &error);
    model->nodes[0] = bp_node_create(NULL, "", NULL, &error);
    expect_no_error(&error);
    if (!corners) return model;
    bp_mesh *mesh = model->meshes[0] =
        bp_mesh_create(NULL, &(bp_mesh_options){.vertex_count = 3, .index_count = 3}, &error);
    expect_no_error(&error);
    for (uint32_t i = 0; i < 3; i++) {
        mesh->positions[i] = corners[i];
        mesh->indices[i] = i;
    }
    model->instances[0] = (bp_model_instance){.node = 0, .mesh = 0, .skin = -1};
    return model;
}

static bp_crowd *crowd_of(bp_context *context, bp_model *model, bp_model_pose **pose, bp_error *error) {
    *pose = bp_model_pose_create(model, error);
    assert_non_null(*pose);
    return bp_crowd_create(context, *pose, bp_crowd_choose_clip(model), error);
}

static void test_nothing_to_show(void **state) {
    (void)state;
    static const bp_vec3 point[3] = {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}};
    static const char *const expected[] = {"the file has nothing to draw",
                                           "all vertices are at the same point"};
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1}, NULL);
    for (int i = 0; i < 2; i++) {
        bp_error error = {0};
        bp_model *model = plain_model(i == 0 ? NULL : point);
        bp_model_pose *pose;
        assert_null(crowd_of(context, model, &pose, &error));
        expect_error(&error, BP_ERROR_INPUT, "meshes");
        expect_text_contains(error.message, expected[i]);
        bp_model_pose_destroy(pose);
        bp_model_destroy(model);
    }
    bp_context_destroy(context);
}

/* A model much larger or smaller than a person is scaled to 1.75 m: 17.5 m and 0.0175 m are, 2 m are not. A model that is
 * longer than high needs half as much floor again; it may be longest along any axis. */
static void test_sizes(void **state) {
    (void)state;
    static const struct {
        bp_vec3 size;
        float height;
    } rows[] = {{{1, 17.5f, 0}, 1.75f},
                {{0.001f, 0.0175f, 0}, 1.75f},
                {{0, 2, 1}, 2},
                {{2, 1, 0}, 3},
                {{0, 1, 2}, 3}};
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1}, NULL);
    for (size_t i = 0; i < BP_COUNT(rows); i++) {
        bp_error error = {0};
        const bp_vec3 size = rows[i].size, corners[3] = {{0, 0, 0}, {size.x, 0, size.z}, {0, size.y, 0}};
        bp_model *model = plain_model(corners);
        bp_model_pose *pose;
        bp_crowd *crowd = crowd_of(context, model, &pose, &error);
        expect_no_error(&error);
        expect_float(crowd->height, rows[i].height, 1e-5);
        expect_float(crowd->speed, 0, 0);
        bp_crowd_destroy(crowd);
        bp_model_pose_destroy(pose);
        bp_model_destroy(model);
    }
    bp_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),      cmocka_unit_test(test_walking),
        cmocka_unit_test(test_sees),        cmocka_unit_test(test_gait),
        cmocka_unit_test(test_same_pixels), cmocka_unit_test(test_detail),
        cmocka_unit_test(test_no_memory),   cmocka_unit_test(test_nothing_to_show),
        cmocka_unit_test(test_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
