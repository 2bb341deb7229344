/* The shadow on the ground, seen from straight above on a white ground: slabs of 2 x 2 metres, level, at some
 * height. The figure's usual bounds are a cube of 2 metres, so its radius is the square root of 3. */
#include "mesh/editing.h"
#include "scene/character.h"
#include "scene/shadow.h"
#include "support/allocator.h"
#include "support/test.h"
#include <bindpose/rig.h>
#include <bindpose/scene.h>
#include <math.h>

enum { SIDE = 64, MIDDLE = SIDE / 2 };
static const bp_bounds USUAL = {{-1, 0, -1}, {1, 2, 1}};
static const float RADIUS = 1.7320508f, PIXEL = 0.1f; /* metres, on the ground */

typedef struct scene {
    bp_context *context;
    bp_raster *raster;
    bp_framebuffer frame;
    bp_shadow *shadow;
    bp_mesh *slab;
    bp_material material;
    bp_figure *figure;
} scene;

static void open_scene(scene *s, int threads) {
    bp_error error = {0};
    *s = (scene){.context = bp_context_create(&(bp_context_options){.threads = threads}, &error)};
    s->raster = bp_raster_create(s->context, &error);
    s->shadow = bp_shadow_create(s->context, &error);
    s->slab = bp_shape_box(NULL, &(bp_box_options){.size = {2, 0.1f, 2}, .center = {0, 0.05f, 0}}, &error);
    s->material = bp_material_default();
    const bp_figure_part part = {.mesh = s->slab, .material = &s->material};
    s->figure = bp_figure_create(s->context, &part, 1, &error);
    assert_true(bp_framebuffer_create(s->context, SIDE, SIDE, &s->frame, &error));
    expect_no_error(&error);
    assert_true(s->shadow && s->figure);
}

static void close_scene(scene *s) {
    bp_framebuffer_destroy(s->context, &s->frame);
    bp_figure_destroy(s->figure);
    bp_mesh_destroy(s->slab);
    bp_shadow_destroy(s->shadow);
    bp_raster_destroy(s->raster);
    bp_context_destroy(s->context);
}

/* Draws the shadow alone, seen from 10 metres above or below. */
static void draw(scene *s, float eye) {
    bp_error error = {0};
    const bp_view view = {
        .camera = {.eye = {0, eye, 0}, .up = {0, 0, -1}, .fov_y = 2 * atanf(0.05f * PIXEL * SIDE)},
        .viewport = {0, 0, SIDE, SIDE}};
    assert_true(bp_shadow_update(s->shadow, s->figure, USUAL, &error));
    assert_true(bp_raster_begin(s->raster, &s->frame, NULL, &error));
    assert_true(bp_raster_clear(s->raster, &(bp_clear){.color = {255, 255, 255, 255}}, &error));
    assert_true(bp_scene_draw_shadow(s->raster, &view, s->shadow, &error));
    assert_true(bp_raster_end(s->raster, NULL, &error));
}

/* How much of the ground's light is missing at a pixel. */
static double dark(const scene *s, int x, int y) {
    double v = s->frame.pixels[4 * (y * SIDE + x)] / 255.0;
    return 1 - (v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4));
}

static double dark_under(scene *s, float height) {
    bp_figure_set_world(s->figure, bp_mat4_translation((bp_vec3){0, height, 0}));
    draw(s, 10);
    return dark(s, MIDDLE, MIDDLE);
}

static bool is_white(const scene *s) {
    for (int i = 0; i < SIDE * SIDE; i++)
        if (s->frame.pixels[4 * i] != 255) return false;
    return true;
}

static void falls_with_height(void **state) {
    (void)state;
    scene s;
    open_scene(&s, 1);
    double last = dark_under(&s, 0);
    assert_true(last > 0.85 && last < 0.95);
    for (int i = 1; i <= 4; i++) {
        double now = dark_under(&s, 0.2f * (float)i * RADIUS);
        assert_true(now < last - 0.01 && now > 0);
        last = now;
    }
    dark_under(&s, 1.15f * RADIUS);
    assert_true(is_white(&s));
    assert_true(dark_under(&s, -0.2f) > 0.85); /* a foot that sinks in */
    close_scene(&s);
}

/* A symmetric blur leaves half at a straight edge, and reaches equally far to both sides of it. */
static void is_soft_and_symmetric(void **state) {
    (void)state;
    scene s;
    open_scene(&s, 1);
    double middle = dark_under(&s, 0.4f * RADIUS);
    int edge = MIDDLE + (int)(1 / PIXEL);
    expect_float((dark(&s, edge - 1, MIDDLE) + dark(&s, edge, MIDDLE)) / 2, middle / 2, 0.02);
    expect_float(dark(&s, edge - 7, MIDDLE), middle, 0.01);
    expect_float(dark(&s, edge + 7, MIDDLE), 0, 0.01);
    for (int x = MIDDLE; x + 1 < SIDE; x++) {
        assert_true(dark(&s, x + 1, MIDDLE) <= dark(&s, x, MIDDLE));
        expect_float(dark(&s, SIDE - 1 - x, MIDDLE), dark(&s, x, MIDDLE), 0.05);
        expect_float(dark(&s, MIDDLE, x), dark(&s, x, MIDDLE), 0.05);
    }
    close_scene(&s);
}

static void follows_the_figure(void **state) {
    (void)state;
    scene s;
    open_scene(&s, 1);
    bp_figure_set_world(s.figure, bp_mat4_translation((bp_vec3){1.5f, 0, -1}));
    draw(&s, 10);
    assert_true(dark(&s, MIDDLE + 15, MIDDLE - 10) > 0.85);
    expect_float(dark(&s, MIDDLE - 10, MIDDLE + 10), 0, 0);
    close_scene(&s);
}

/* However far it goes: only parts without a skeleton are taken for the ground. */
static void follows_a_skinned_figure(void **state) {
    (void)state;
    scene s;
    bp_error error = {0};
    open_scene(&s, 1);
    bp_model *model = bp_character_model(s.context, BP_BIND_NATURAL, &error);
    bp_model_pose *pose = bp_model_pose_create(model, &error);
    bp_model_figure *walker = bp_model_figure_create(s.context, pose, &error);
    bp_figure *slab = s.figure;
    s.figure = bp_model_figure_get_figure(walker);
    bp_figure_set_world(s.figure, bp_mat4_translation((bp_vec3){2.9f, -bp_figure_bounds(s.figure).lo.y, 0}));
    draw(&s, 10);
    assert_true(dark(&s, MIDDLE + 29, MIDDLE) > 0.1);
    s.figure = slab;
    bp_model_figure_destroy(walker);
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
    close_scene(&s);
}

/* The grid of texels moves in whole steps, so what stands still keeps its pixels. */
static void what_stands_still_keeps_its_pixels(void **state) {
    (void)state;
    scene s;
    bp_error error = {0};
    uint8_t before[4 * SIDE];
    open_scene(&s, 1);
    bp_node *left = bp_node_create(NULL, "left", NULL, &error),
            *right = bp_node_create(NULL, "right", NULL, &error);
    const bp_figure_part parts[] = {{.mesh = s.slab, .node = left}, {.mesh = s.slab, .node = right}};
    bp_figure_destroy(s.figure);
    bp_node_set_scale(left, (bp_vec3){0.3f, 1, 0.3f});
    bp_node_set_scale(right, (bp_vec3){0.3f, 1, 0.3f});
    bp_node_set_position(left, (bp_vec3){-1.2f, 0.3f, 0});
    s.figure = bp_figure_create(s.context, parts, 2, &error);
    for (int i = 0; i < 10; i++) {
        bp_node_set_position(right, (bp_vec3){1.2f + 0.013f * (float)i, 0.3f, 0});
        assert_true(bp_figure_pose(s.figure, &error));
        draw(&s, 10);
        const uint8_t *row = s.frame.pixels + (size_t)4 * SIDE * MIDDLE;
        if (i > 0) assert_memory_equal(row, before, 2 * SIDE);
        memcpy(before, row, sizeof before);
    }
    assert_true(dark(&s, MIDDLE - 12, MIDDLE) > 0.1);
    close_scene(&s);
    bp_node_destroy(left), bp_node_destroy(right);
}

static void only_from_above(void **state) {
    (void)state;
    scene s;
    open_scene(&s, 1);
    draw(&s, -10);
    assert_true(is_white(&s));
    close_scene(&s);
}

static void ground_glass_and_nothing_cast_none(void **state) {
    (void)state;
    scene s;
    bp_error error = {0};
    open_scene(&s, 1);
    s.material.alpha_mode = BP_ALPHA_BLEND;
    s.material.base_color.w = 0.4f;
    draw(&s, 10);
    assert_true(is_white(&s));
    s.material.base_color.w = 0.6f;
    draw(&s, 10);
    assert_true(!is_white(&s));
    s.material.alpha_mode = BP_ALPHA_MASK; /* cut out everywhere */
    s.material.alpha_cutoff = 0.7f;
    draw(&s, 10);
    assert_true(is_white(&s));
    s.material.alpha_mode = BP_ALPHA_OPAQUE;
    bp_figure_set_world(s.figure,
                        bp_mat4_scaling((bp_vec3){3, 1, 3})); /* reaches 4.2 of at most 3.5 metres */
    draw(&s, 10);
    assert_true(is_white(&s));
    assert_true(bp_shadow_update(s.shadow, s.figure, bp_bounds_empty(), &error));
    bp_figure *nothing = bp_figure_create(s.context, NULL, 0, &error);
    assert_true(bp_shadow_update(s.shadow, nothing, USUAL, &error));
    bp_figure_destroy(nothing);
    close_scene(&s);
}

static void threads_change_nothing(void **state) {
    (void)state;
    scene one, three;
    open_scene(&one, 1), open_scene(&three, 3);
    bp_mat4 world = bp_mat4_mul(bp_mat4_rotation_y(0.4f), bp_mat4_translation((bp_vec3){0.1f, 0.2f, 0}));
    bp_figure_set_world(one.figure, world), bp_figure_set_world(three.figure, world);
    draw(&one, 10), draw(&three, 10);
    assert_memory_equal(one.frame.pixels, three.frame.pixels, 4 * SIDE * SIDE);
    close_scene(&one), close_scene(&three);
}

static bool attempt(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    bp_mesh *box = context ? bp_shape_box(allocator, NULL, error) : NULL;
    bp_figure *figure = box ? bp_figure_create(context, &(bp_figure_part){.mesh = box}, 1, error) : NULL;
    bp_raster *raster = figure ? bp_raster_create(context, error) : NULL;
    bp_shadow *shadow = raster ? bp_shadow_create(context, error) : NULL;
    bool ok = shadow && bp_shadow_update(shadow, figure, USUAL, error) &&
              bp_shadow_update(shadow, figure, USUAL, error);
    bp_shadow_destroy(shadow);
    bp_raster_destroy(raster);
    bp_figure_destroy(figure);
    bp_mesh_destroy(box);
    bp_context_destroy(context);
    return ok;
}

static void out_of_memory_leaks_nothing(void **state) {
    (void)state;
    assert_true(test_each_allocation_fails(attempt, NULL) > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(falls_with_height),
                                       cmocka_unit_test(is_soft_and_symmetric),
                                       cmocka_unit_test(follows_the_figure),
                                       cmocka_unit_test(follows_a_skinned_figure),
                                       cmocka_unit_test(what_stands_still_keeps_its_pixels),
                                       cmocka_unit_test(only_from_above),
                                       cmocka_unit_test(ground_glass_and_nothing_cast_none),
                                       cmocka_unit_test(threads_change_nothing),
                                       cmocka_unit_test(out_of_memory_leaks_nothing)};
    return cmocka_run_group_tests_name("shadow", tests, NULL, NULL);
}
