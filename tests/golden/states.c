/* Golden pictures of the states: wireframe, culling, depth, scissor, viewports, near plane, multisampling. */
#include "mesh/shapes.h"
#include "support/scenes.h"

enum { WIDE = 300, HIGH = 120 };

static const float steel[4] = {0.35f, 0.42f, 0.55f, 1};
static const float ink[4] = {0.01f, 0.01f, 0.02f, 1};

/* Lines over the surface; lines alone; lines alone after a depth-only draw, which removes the hidden ones. */
static void draw_wireframe(bp_raster *raster, void *user, bp_error *error) {
    bp_mat4 view = scene_camera((bp_vec3){0.3f, 0.6f, 1.6f}, 100.0f / 120.0f);
    scene_clear(raster, 250, 250, 248, error);
    for (int i = 0; i < 3; i++) {
        bp_draw draw = scene_draw(user, &view, scene_panel(i, 3, WIDE, HIGH));
        memcpy(draw.material.base_color, steel, sizeof steel);
        memcpy(draw.wire.color, ink, sizeof ink);
        draw.wire.mode = i == 0 ? BP_WIRE_OVER : BP_WIRE_NONE;
        draw.state.cull = i == 1 ? BP_CULL_NONE : BP_CULL_BACK;
        draw.state.no_color_write = i == 2;
        if (i != 1) bp_raster_draw(raster, &draw, error);
        if (i == 0) continue;
        draw.wire.mode = BP_WIRE_ONLY;
        draw.state.no_color_write = false;
        bp_raster_draw(raster, &draw, error);
    }
}

/* A roof open at both ends: both sides, back faces culled, front faces culled. */
static void draw_culling(bp_raster *raster, void *user, bp_error *error) {
    (void)user;
    static const float positions[] = {-1, -0.5f, 0.7f, 1, -0.5f, 0.7f,  1,  0.5f,  0,
                                      -1, 0.5f,  0,    1, -0.5f, -0.7f, -1, -0.5f, -0.7f};
    static const uint8_t colors[] = {213, 94,  0,  255, 213, 94,  0,   255, 240, 228, 66,  255,
                                     240, 228, 66, 255, 0,   114, 178, 255, 0,   114, 178, 255};
    static const uint16_t indices[] = {0, 1, 2, 0, 2, 3, 3, 2, 4, 3, 4, 5};
    bp_mat4 view = scene_camera((bp_vec3){2.6f, -1.5f, 3.2f}, 100.0f / 120.0f);
    scene_clear(raster, 250, 250, 248, error);
    for (int i = 0; i < 3; i++) {
        bp_draw draw = {.vertices = {.count = 6, .positions = positions, .colors8 = colors},
                        .indices = {.u16 = indices, .count = 12},
                        .transform = &view,
                        .state = {.viewport = scene_panel(i, 3, WIDE, HIGH), .cull = (bp_cull)i}};
        bp_raster_draw(raster, &draw, error);
    }
}

/* Two intersecting triangles: with a depth test; without; with the first not writing depth. */
static void draw_depth(bp_raster *raster, void *user, bp_error *error) {
    (void)user;
    static const float positions[] = {-0.9f, -0.7f, 0.2f, 0.9f, 0,    0.8f, -0.9f, 0.7f, 0.2f, //
                                      0.9f,  -0.7f, 0.2f, 0.9f, 0.7f, 0.2f, -0.9f, 0,    0.8f};
    static const float colors[2][4] = {{0.7f, 0.1f, 0.02f, 1}, {0.02f, 0.2f, 0.5f, 1}};
    scene_clear(raster, 250, 250, 248, error);
    for (int i = 0; i < 6; i++) {
        bp_draw draw = {.vertices = {.count = 3, .positions = positions + 9 * (i % 2)},
                        .state = {.viewport = scene_panel(i / 2, 3, WIDE, HIGH),
                                  .depth = i / 2 == 1 ? BP_DEPTH_ALWAYS : BP_DEPTH_LESS_EQUAL,
                                  .no_depth_write = i == 4}};
        memcpy(draw.material.base_color, colors[i % 2], sizeof colors[0]);
        bp_raster_draw(raster, &draw, error);
    }
}

static void test_states(void **state) {
    (void)state;
    bp_error error = {0};
    bp_mesh *ball = bp_shape_sphere(NULL, &(bp_sphere_options){.sides = 12, .rings = 8}, &error);
    assert_non_null(ball);
    golden_run(&(golden_scene){"wireframe", WIDE, HIGH, {0}, draw_wireframe, ball});
    golden_run(&(golden_scene){"wireframe_4x", WIDE, HIGH, {.samples = 4}, draw_wireframe, ball});
    golden_run(&(golden_scene){"culling", WIDE, HIGH, {0}, draw_culling, NULL});
    golden_run(&(golden_scene){"depth", WIDE, HIGH, {0}, draw_depth, NULL});
    bp_mesh_destroy(ball);
}

/* One box in four viewports. A scissor cuts the second; the last sticks out of the picture. */
static void draw_viewports(bp_raster *raster, void *user, bp_error *error) {
    static const bp_vec3 eyes[] = {{2, 1.5f, 3}, {0, 0.01f, 3.6f}, {3.6f, 0.01f, 0}, {-2, 2, -2}};
    bp_mat4 views[4];
    scene_clear(raster, 60, 64, 72, error);
    for (int i = 0; i < 4; i++) {
        bp_rect panel = {i % 2 * 90 + 4, i / 2 * 70 + 4, 82, 62};
        if (i == 3) panel.width = 120, panel.height = 90;
        views[i] = scene_camera(eyes[i], (float)panel.width / (float)panel.height);
        bp_raster_clear(raster, &(bp_clear){.rect = panel, .color = {230, 232, 236, 255}}, error);
        bp_draw draw = scene_draw(user, &views[i], panel);
        draw.light.lighting = BP_LIGHTING_VERTEX;
        draw.state.cull = BP_CULL_BACK;
        if (i == 1) draw.state.scissor = (bp_rect){124, 16, 18, 22};
        bp_raster_draw(raster, &draw, error);
    }
}

/* A floor from behind the viewer into the distance, and a spike that starts behind the near plane. */
static void draw_near_plane(bp_raster *raster, void *user, bp_error *error) {
    static const float positions[] = {-3,    -0.5f, 9, 3,     -0.5f, 9, 3,    -0.5f, -9, -3, -0.5f, -9, //
                                      -0.6f, 0.1f,  4, -0.3f, 0.1f,  4, 0.9f, 0.3f,  -2};
    static const float uvs[] = {0, 0, 4, 0, 4, 12, 0, 12, 0, 0, 1, 0, 0.5f, 1};
    static const uint16_t indices[] = {0, 1, 2, 0, 2, 3, 4, 5, 6};
    bp_mat4 view = scene_camera((bp_vec3){0, 0.2f, 2}, 1.5f);
    scene_clear(raster, 150, 180, 210, error);
    bp_draw draw = {.vertices = {.count = 7, .positions = positions, .uvs = uvs},
                    .indices = {.u16 = indices, .count = 9},
                    .transform = &view,
                    .material = {.texture = user, .filter = BP_FILTER_NEAREST}};
    bp_raster_draw(raster, &draw, error);
}

static void test_places(void **state) {
    (void)state;
    bp_error error = {0};
    bp_mesh *box = bp_shape_box(NULL, NULL, &error);
    bp_texture *texture = scene_texture(&error);
    assert_true(box && texture);
    golden_run(&(golden_scene){"viewports", 184, 144, {0}, draw_viewports, box});
    golden_run(&(golden_scene){"near_plane", 180, 120, {0}, draw_near_plane, texture});
    bp_mesh_destroy(box);
    bp_texture_destroy(texture);
}

/* Thin spokes. */
static void draw_star(bp_raster *raster, void *user, bp_error *error) {
    (void)user;
    static float positions[9 * 24];
    scene_clear(raster, 255, 255, 255, error);
    for (int i = 0; i < 24; i++) {
        float a = (float)i * BP_PI / 12 + 0.05f, wide = 0.035f;
        const float spoke[9] = {0.1f * bp_cos(a),         0.1f * bp_sin(a),         0.5f,
                                0.95f * bp_cos(a - wide), 0.95f * bp_sin(a - wide), 0.5f,
                                0.95f * bp_cos(a + wide), 0.95f * bp_sin(a + wide), 0.5f};
        memcpy(positions + 9 * i, spoke, sizeof spoke);
    }
    bp_draw draw = {.vertices = {.count = 72, .positions = positions},
                    .material.base_color = {0.02f, 0.02f, 0.05f, 1}};
    bp_raster_draw(raster, &draw, error);
}

static void test_samples(void **state) {
    (void)state;
    golden_run(&(golden_scene){"star", 120, 120, {0}, draw_star, NULL});
    golden_run(&(golden_scene){"star_4x", 120, 120, {.samples = 4}, draw_star, NULL});
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_states), cmocka_unit_test(test_places),
                                       cmocka_unit_test(test_samples)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
