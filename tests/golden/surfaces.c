/* Golden pictures of materials: colours, textures, light, transparency. */
#include "mesh/shapes.h"
#include "support/scenes.h"

enum { WIDE = 240, HIGH = 120 };

/* ---- colours -----------------------------------------------------------------------------------*/

/* Solid triangles, without indices and with shuffled ones. The last two overlap, and the nearer one wins. */
static void draw_solid(bp_raster *raster, void *user, bp_error *error) {
    (void)user;
    static const float positions[] = {-0.9f, -0.8f, 0.5f, -0.3f, -0.8f, 0.5f, -0.6f, 0.8f, 0.5f, //
                                      -0.2f, 0.8f,  0.5f, 0.1f,  -0.8f, 0.5f, 0.4f,  0.7f, 0.5f, //
                                      -0.2f, -0.4f, 0.2f, 0.9f,  -0.2f, 0.2f, 0.6f,  0.9f, 0.2f};
    static const float colors[3][4] = {
        {0.9f, 0.1f, 0.05f, 1}, {0.05f, 0.5f, 0.3f, 1}, {0.02f, 0.15f, 0.6f, 1}};
    scene_clear(raster, 240, 240, 236, error);
    for (size_t i = 0; i < 3; i++) {
        bp_draw draw = {.vertices = {.count = 3, .positions = positions + 9 * (2 - i)}};
        memcpy(draw.material.base_color, colors[i], sizeof colors[i]);
        bp_raster_draw(raster, &draw, error);
    }
}

/* Corners red, green, blue: interpolated in linear light on the left, as bytes on the right (darker in
 * between). */
static void draw_vertex_colors(bp_raster *raster, void *user, bp_error *error) {
    (void)user;
    static const float positions[] = {-0.9f, -0.8f, 0, 0.9f, -0.8f, 0, 0, 0.9f, 0};
    static const uint8_t colors[] = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255};
    scene_clear(raster, 20, 20, 24, error);
    for (int i = 0; i < 2; i++) {
        bp_draw draw = {
            .vertices = {.count = 3, .positions = positions, .colors8 = colors},
            .state = {.viewport = scene_panel(i, 2, WIDE, HIGH), .color = i ? BP_COLOR_RAW : BP_COLOR_SRGB}};
        bp_raster_draw(raster, &draw, error);
    }
}

static void test_colors(void **state) {
    (void)state;
    golden_run(&(golden_scene){"solid", WIDE, HIGH, {0}, draw_solid, NULL});
    golden_run(&(golden_scene){"vertex_colors", WIDE, HIGH, {0}, draw_vertex_colors, NULL});
}

/* ---- textures ----------------------------------------------------------------------------------*/

/* Rows: nearest, bilinear, trilinear. Columns: repeat, mirror, clamp; uv from -0.5 to 2. */
static void draw_filters_and_wraps(bp_raster *raster, void *user, bp_error *error) {
    static const bp_filter filters[] = {BP_FILTER_NEAREST, BP_FILTER_BILINEAR, BP_FILTER_TRILINEAR};
    static const bp_wrap wraps[] = {BP_WRAP_REPEAT, BP_WRAP_MIRROR, BP_WRAP_CLAMP};
    static scene_quad quad;
    quad = scene_quad_make(-0.95f, -0.95f, 0.95f, 0.95f, 0.5f, -0.5f, 2.0f);
    scene_clear(raster, 128, 128, 128, error);
    for (int i = 0; i < 9; i++) {
        bp_draw draw = scene_quad_draw(&quad);
        draw.material = (bp_draw_material){
            .texture = user, .filter = filters[i / 3], .wrap_u = wraps[i % 3], .wrap_v = wraps[i % 3]};
        draw.state.viewport = (bp_rect){i % 3 * 64, i / 3 * 64, 64, 64};
        bp_raster_draw(raster, &draw, error);
    }
}

/* A floor into the distance: nearest and bilinear, which alias at the back, and trilinear. */
static void draw_floor(bp_raster *raster, void *user, bp_error *error) {
    static const float positions[] = {-20, 0, 5, 20, 0, 5, 20, 0, -40, -20, 0, -40};
    static const float uvs[] = {0, 0, 10, 0, 10, 11, 0, 11};
    static const bp_filter filters[] = {BP_FILTER_NEAREST, BP_FILTER_BILINEAR, BP_FILTER_TRILINEAR};
    bp_mat4 view = scene_camera((bp_vec3){0, 1, 3}, 100.0f / 120.0f);
    scene_clear(raster, 150, 180, 210, error);
    for (int i = 0; i < 3; i++) {
        bp_draw draw = {.vertices = {.count = 4, .positions = positions, .uvs = uvs},
                        .indices = {.u16 = scene_quad_indices, .count = 6},
                        .transform = &view,
                        .material = {.texture = user, .filter = filters[i]},
                        .state.viewport = scene_panel(i, 3, 300, 120)};
        bp_raster_draw(raster, &draw, error);
    }
}

static void test_textures(void **state) {
    (void)state;
    bp_error error = {0};
    bp_texture *texture = scene_texture(&error);
    assert_non_null(texture);
    golden_run(&(golden_scene){"textures", 192, 192, {0}, draw_filters_and_wraps, texture});
    golden_run(&(golden_scene){"floor", 300, 120, {0}, draw_floor, texture});
    bp_texture_destroy(texture);
}

/* ---- light -------------------------------------------------------------------------------------*/

/* Coarse balls: unlit, lit at the vertices (the edges show), lit at each pixel. */
static void draw_lit(bp_raster *raster, void *user, bp_error *error) {
    static const bp_lighting lightings[] = {BP_LIGHTING_NONE, BP_LIGHTING_VERTEX, BP_LIGHTING_PIXEL};
    bp_mat4 view = scene_camera((bp_vec3){0, 0.6f, 1.6f}, 100.0f / 120.0f);
    scene_clear(raster, 232, 235, 240, error);
    for (int i = 0; i < 3; i++) {
        bp_draw draw = scene_draw(user, &view, scene_panel(i, 3, 300, 120));
        draw.vertices.colors8 = NULL;
        draw.light.lighting = lightings[i];
        draw.state.cull = BP_CULL_BACK;
        memcpy(draw.material.base_color, (float[]){0.05f, 0.25f, 0.6f, 1}, 4 * sizeof(float));
        bp_raster_draw(raster, &draw, error);
    }
}

static void test_light(void **state) {
    (void)state;
    bp_error error = {0};
    bp_mesh *ball = bp_shape_sphere(NULL, &(bp_sphere_options){.sides = 12, .rings = 8}, &error);
    assert_non_null(ball);
    golden_run(&(golden_scene){"lit", 300, 120, {0}, draw_lit, ball});
    bp_mesh_destroy(ball);
}

/* ---- weights -----------------------------------------------------------------------------------*/

/* A tube in the colours of its three joints, blended by the weights: bands with smooth transitions. */
static void draw_weights(bp_raster *raster, void *user, bp_error *error) {
    static const float colors[3][4] = {{0.66f, 0.11f, 0, 1}, {0.87f, 0.77f, 0.05f, 1}, {0, 0.17f, 0.45f, 1}};
    const bp_mesh *tube = user;
    static float mixed[4 * 2048];
    assert_true(tube->vertex_count <= 2048 && tube->influences > 0);
    memset(mixed, 0, sizeof mixed);
    for (size_t i = 0; i < tube->vertex_count * (size_t)tube->influences; i++)
        for (size_t c = 0; c < 4; c++)
            mixed[4 * (i / (size_t)tube->influences) + c] += tube->weights[i] * colors[tube->joints[i]][c];
    bp_mat4 view =
        bp_mat4_mul(bp_mat4_translation((bp_vec3){0, -1, 0}), scene_camera((bp_vec3){0.5f, 1, 3}, 1));
    scene_clear(raster, 232, 235, 240, error);
    bp_draw draw = scene_draw(tube, &view, (bp_rect){0});
    draw.vertices.colors = mixed;
    draw.light.lighting = BP_LIGHTING_PIXEL;
    draw.state.cull = BP_CULL_BACK;
    bp_raster_draw(raster, &draw, error);
}

static void test_weights(void **state) {
    (void)state;
    bp_error error = {0};
    bp_mesh *tube = bp_shape_tube(NULL, &(bp_tube_options){.joints = 3}, &error);
    assert_non_null(tube);
    golden_run(&(golden_scene){"weights", 120, 120, {0}, draw_weights, tube});
    bp_mesh_destroy(tube);
}

/* ---- transparency ------------------------------------------------------------------------------*/

/* Three quads at half opacity over black and white: linear light on the left, RAW on the right. The closed
 * fan at the bottom shows a seam if any pixel of an inner edge is drawn twice or not at all. */
static void draw_alpha(bp_raster *raster, void *user, bp_error *error) {
    (void)user;
    static scene_quad quads[4];
    static float fan[3 * 13];
    static uint16_t fan_indices[36];
    static const float colors[3][4] = {{1, 0, 0, 0.5f}, {0, 1, 0, 0.5f}, {0, 0, 1, 0.5f}};
    scene_clear(raster, 255, 255, 255, error);
    bp_raster_clear(raster, &(bp_clear){.rect = {0, 0, WIDE, HIGH / 3}, .color = {0, 0, 0, 255}}, error);
    for (int i = 0; i < 13; i++) {
        float angle = (float)i * BP_PI / 6;
        fan[3 * i] = i ? 0.35f * bp_cos(angle) : 0.03f,
                fan[3 * i + 1] = (i ? 0.35f * bp_sin(angle) : 0) - 0.58f;
    }
    for (int i = 0; i < 12; i++) {
        fan_indices[3 * i + 1] = (uint16_t)(i + 1);
        fan_indices[3 * i + 2] = (uint16_t)((i + 1) % 12 + 1);
    }
    for (int side = 0; side < 2; side++) {
        bp_draw_state how = {.viewport = scene_panel(side, 2, WIDE, HIGH),
                             .color = side ? BP_COLOR_RAW : BP_COLOR_SRGB,
                             .blend = true};
        for (int i = 0; i < 3; i++) {
            quads[i] = scene_quad_make(-0.8f + 0.3f * (float)i, -0.1f - 0.1f * (float)i,
                                       0.1f + 0.3f * (float)i, 0.9f - 0.1f * (float)i, 0.5f, 0, 1);
            bp_draw draw = scene_quad_draw(&quads[i]);
            draw.state = how;
            memcpy(draw.material.base_color, colors[i], sizeof colors[i]);
            bp_raster_draw(raster, &draw, error);
        }
        bp_draw draw = {.vertices = {.count = 13, .positions = fan},
                        .indices = {.u16 = fan_indices, .count = 36},
                        .state = how,
                        .material.base_color = {0, 0, 0, 0.5f}};
        bp_raster_draw(raster, &draw, error);
    }
}

static void test_alpha(void **state) {
    (void)state;
    golden_run(&(golden_scene){"alpha", WIDE, HIGH, {0}, draw_alpha, NULL});
}

/* A leaf cut out by its texture's alpha, drawn before the red bar behind it. The bar and the background must
 * show through the holes, in linear light on the left and RAW on the right. In the third, vertex alpha falls
 * from 1 to 0, and the leaf ends at one half. */
static void draw_cutout(bp_raster *raster, void *user, bp_error *error) {
    static scene_quad leaf, bar, fade;
    static const uint8_t colors[] = {0, 114, 178, 255, 0, 114, 178, 255, 0, 114, 178, 0, 0, 114, 178, 0};
    leaf = scene_quad_make(-0.9f, -0.9f, 0.9f, 0.9f, 0.3f, 0, 1);
    bar = scene_quad_make(-0.95f, -0.2f, 0.95f, 0.2f, 0.6f, 0, 1);
    fade = leaf;
    scene_clear(raster, 250, 250, 248, error);
    for (int i = 0; i < 3; i++) {
        bp_draw_state how = {.viewport = scene_panel(i, 3, 300, 120),
                             .color = i == 1 ? BP_COLOR_RAW : BP_COLOR_SRGB};
        bp_draw draw = scene_quad_draw(i == 2 ? &fade : &leaf);
        draw.state = how;
        draw.material =
            (bp_draw_material){.texture = user, .filter = BP_FILTER_BILINEAR, .alpha_cutoff = 0.5f};
        if (i == 2) {
            draw.material.texture = NULL;
            draw.vertices.colors8 = colors;
        }
        bp_raster_draw(raster, &draw, error);
        draw = scene_quad_draw(&bar);
        draw.state = how;
        memcpy(draw.material.base_color, (float[]){0.7f, 0.1f, 0.02f, 1}, 4 * sizeof(float));
        bp_raster_draw(raster, &draw, error);
    }
}

/* Green, with a cross of holes: alpha 0 in the holes, 220 elsewhere. */
static bp_texture *cutout_texture(bp_error *error) {
    uint8_t texels[4 * 16 * 16];
    for (int i = 0; i < 256; i++) {
        int x = i % 16, y = i / 16;
        bool hole = (x % 5 == 2 || x % 5 == 3) && (y % 5 == 2 || y % 5 == 3);
        memcpy(texels + 4 * i, (uint8_t[]){40, (uint8_t)(120 + 5 * y), 60, hole ? 0 : 220}, 4);
    }
    return bp_texture_create(NULL, &(bp_texture_options){.pixels = texels, .width = 16, .height = 16}, error);
}

static void test_cutout(void **state) {
    (void)state;
    bp_error error = {0};
    bp_texture *texture = cutout_texture(&error);
    assert_non_null(texture);
    golden_run(&(golden_scene){"cutout", 300, 120, {0}, draw_cutout, texture});
    golden_run(&(golden_scene){"cutout_4x", 300, 120, {.samples = 4}, draw_cutout, texture});
    bp_texture_destroy(texture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_colors),  cmocka_unit_test(test_textures), cmocka_unit_test(test_light),
        cmocka_unit_test(test_weights), cmocka_unit_test(test_alpha),    cmocka_unit_test(test_cutout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
