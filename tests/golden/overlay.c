/* Golden pictures of lines, discs, balls, boxes, axes and text. */
#include "raster/inspect.h"
#include "support/font.h"
#include "support/scenes.h"

#define PAPER 244, 245, 247
#define INK                                                                                                  \
    { 32, 36, 42, 255 }
#define GREY                                                                                                 \
    { 90, 96, 105, 255 }
#define BLUE                                                                                                 \
    { 0, 114, 178, 255 }
#define ORANGE                                                                                               \
    { 213, 94, 0, 255 }

static void fan_of_lines(bp_line *lines, int count, float x, float y, float inner, float outer,
                         bp_line like) {
    for (int i = 0; i < count; i++) {
        float a = (float)i * 2 * BP_PI / (float)count + 0.02f;
        lines[i] = like;
        lines[i].from = (bp_vec3){x + inner * bp_cos(a), y + inner * bp_sin(a), 0};
        lines[i].to = (bp_vec3){x + outer * bp_cos(a), y + outer * bp_sin(a), 0};
    }
}

/* Thin; 1, 1.5, 3 pixels; below one pixel; caps, transparent to show their shapes. */
static void draw_lines(bp_raster *raster, void *user, bp_error *error) {
    (void)user;
    bp_line lines[24];
    scene_clear(raster, PAPER, error);
    const float widths[] = {0, 1, 1.5f, 3};
    for (int i = 0; i < 4; i++) {
        fan_of_lines(lines, 24, 45 + 85 * (float)i, 45, 8, 40, (bp_line){.color = INK, .width = widths[i]});
        bp_raster_lines(raster, lines, 24, NULL, error);
    }
    for (int i = 0; i < 4; i++)
        lines[i] = (bp_line){{10, 100 + 12 * (float)i, 0},
                             {90, 108 + 12 * (float)i, 0},
                             INK,
                             0.25f * (float)(i + 1),
                             BP_CAP_BUTT};
    for (int i = 0; i < 3; i++)
        lines[4 + i] = (bp_line){
            {130 + 70 * (float)i, 140, 0}, {160 + 70 * (float)i, 105, 0}, {213, 94, 0, 150}, 14, (bp_cap)i};
    bp_raster_lines(raster, lines, 7, NULL, error);
}

/* Lines along a cube's edges and through it: depth-tested, faint behind it, and without a depth test. */
static void draw_lines_and_depth(bp_raster *raster, void *user, bp_error *error) {
    static const float hidden[] = {0, 0.25f, 1};
    bp_mat4 view = scene_camera((bp_vec3){1.6f, 1.3f, 2.4f}, 100.0f / 120.0f);
    scene_clear(raster, PAPER, error);
    for (int i = 0; i < 3; i++) {
        bp_draw draw = scene_draw(user, &view, scene_panel(i, 3, 300, 120));
        draw.light.lighting = BP_LIGHTING_VERTEX;
        draw.state.cull = BP_CULL_BACK;
        bp_raster_draw(raster, &draw, error);
        bp_line lines[] = {{{-0.9f, 0, 0}, {0.9f, 0, 0}, BLUE, 4, BP_CAP_ROUND},
                           {{0, -0.9f, 0}, {0, 0.9f, 0}, ORANGE, 0, BP_CAP_ROUND}};
        bp_overlay overlay = {.transform = &view, .hidden = hidden[i], .state.viewport = draw.state.viewport};
        bp_raster_lines(raster, lines, 2, &overlay, error);
        bp_disc joints[] = {
            {.center = {0, 0, 0}, .radius = 6, .color = {255, 255, 255, 255}, .ring = 2, .ring_color = INK},
            {.center = {0.5f, 0.5f, 0.5f}, .world_radius = 0.2f, .color = ORANGE, .ball = true}};
        bp_raster_discs(raster, joints, 2, &overlay, error);
    }
}

static void test_lines(void **state) {
    (void)state;
    bp_error error = {0};
    bp_mesh *box = bp_shape_box(NULL, NULL, &error);
    assert_non_null(box);
    golden_run(&(golden_scene){"lines", 350, 150, {0}, draw_lines, NULL});
    golden_run(&(golden_scene){"lines_and_depth", 300, 120, {0}, draw_lines_and_depth, box});
    golden_run(&(golden_scene){"lines_and_depth_4x", 300, 120, {.samples = 4}, draw_lines_and_depth, box});
    bp_mesh_destroy(box);
}

/* Discs from half a pixel up, rings, and balls that intersect. */
static void draw_discs(bp_raster *raster, void *user, bp_error *error) {
    (void)user;
    bp_disc discs[16];
    int n = 0;
    float x = 10;
    scene_clear(raster, PAPER, error);
    for (float radius = 0.5f; n < 7; radius *= 1.6f, n++) {
        discs[n] = (bp_disc){.center = {x, 24, 0}, .radius = radius, .color = INK};
        x += 2.6f * radius + 6;
    }
    for (int i = 0; i < 4; i++, n++)
        discs[n] = (bp_disc){.center = {14 + 26 * (float)i, 62, 0},
                             .radius = 9,
                             .color = {255, 255, 255, 255},
                             .ring = (float)i,
                             .ring_color = BLUE};
    bp_raster_discs(raster, discs, (size_t)n, NULL, error);
    bp_mat4 view = scene_camera((bp_vec3){0, 0.5f, 4}, 1);
    const bp_disc balls[] = {
        {.center = {-0.4f, 0, 0}, .world_radius = 0.6f, .color = {120, 130, 150, 255}, .ball = true},
        {.center = {0.3f, 0.1f, 0.2f}, .world_radius = 0.5f, .color = ORANGE, .ball = true},
        {.center = {0.1f, 0.6f, 0.5f}, .radius = 7, .color = BLUE, .ball = true}};
    bp_raster_discs(raster, balls, 3, &(bp_overlay){.transform = &view, .state.viewport = {150, 0, 120, 120}},
                    error);
}

static void draw_boxes(bp_raster *raster, void *user, bp_error *error) {
    (void)user;
    scene_clear(raster, PAPER, error);
    const bp_box boxes[] = {
        {.rect = {8, 8, 100, 60},
         .color = {255, 255, 255, 255},
         .corner = 6,
         .border = 1,
         .border_color = {200, 204, 210, 255}},
        {.rect = {120, 8, 70, 26}, .color = BLUE, .corner = 13},
        {.rect = {120, 42, 70, 26},
         .color = {0, 114, 178, 110},
         .corner = 6,
         .border = 2,
         .border_color = ORANGE},
        {.rect = {202, 8, 60, 60}, .corner = 20, .border = 1.5f, .border_color = INK},
        {.rect = {80, 56, 60, 30}, .color = {240, 228, 66, 128}},
        {.rect = {8, 80, 40, 8}, .color = INK},
        {.rect = {8, 92, 3, 20}, .color = ORANGE},
        {.rect = {20, 92, 1, 20}, .color = {90, 96, 105, 255}},
    };
    bp_raster_boxes(raster, boxes, BP_COUNT(boxes), (bp_rect){0}, error);
}

static void test_shapes(void **state) {
    (void)state;
    golden_run(&(golden_scene){"discs", 270, 120, {0}, draw_discs, NULL});
    golden_run(&(golden_scene){"boxes", 270, 120, {0}, draw_boxes, NULL});
}

static void write_line(bp_raster *raster, int x, int y, int size, bp_face face, const char *text,
                       bp_error *error) {
    bp_raster_text(raster, &(bp_text){.text = text, .x = x, .y = y, .size = size, .face = face, .color = INK},
                   error);
}

/* All faces at the sizes of a window, characters for formulas, cutting, alignment, light on dark. */
static void draw_text(bp_raster *raster, void *user, bp_error *error) {
    (void)user;
    static const char formula[] = "final(armL) = absBind(armL)⁻¹ · chain(armL) × −0.2588  45.0°";
    static const char symbols[] = "αβγδεθλμπρστφω ΓΔΘΛΣΦΩ ←↑→↓↔ ✓✗●○■□▲▼▶◀ ≈≠≤≥∞√∈⊥∥ ⁰¹²³⁻⁺ ₀₁₂ …–— äöüß";
    scene_clear(raster, PAPER, error);
    int y = 0;
    for (int size = 10; size <= 17; size++)
        write_line(raster, 8, y += size + 6, size, size % 2 ? BP_FACE_SANS : BP_FACE_MONO, formula, error);
    for (int face = 0; face < 4; face++) write_line(raster, 8, y += 20, 12, (bp_face)face, formula, error);
    write_line(raster, 8, y += 22, 13, BP_FACE_SANS, symbols, error);
    write_line(raster, 8, y += 20, 12, BP_FACE_MONO, "↵ ↺ ↻ █ ◆ ⚠ ✔", error);
    write_line(raster, 8, y += 40, 34, BP_FACE_SANS_BOLD, "The same pose, three ways", error);
    bp_raster_boxes(raster, &(bp_box){.rect = {0, y + 14, 600, 34}, .color = {28, 31, 36, 255}}, 1,
                    (bp_rect){0}, error);
    bp_text cut = {.text = "absolute inverse bind of the left upper arm",
                   .x = 8,
                   .y = y + 36,
                   .size = 13,
                   .max_width = 190,
                   .color = {230, 233, 238, 255}};
    bp_raster_text(raster, &cut, error);
    bp_text right = {.text = "bad \xff\xc3 bytes",
                     .x = 590,
                     .y = y + 36,
                     .size = 13,
                     .align = BP_ALIGN_RIGHT,
                     .color = {86, 180, 233, 255}};
    bp_raster_text(raster, &right, error);
    bp_text clipped = {.text = "clipped on both sides",
                       .x = 310,
                       .y = y + 36,
                       .size = 13,
                       .align = BP_ALIGN_CENTER,
                       .color = {230, 159, 0, 255},
                       .clip = {260, 0, 100, 600}};
    bp_raster_text(raster, &clipped, error);
}

/* A matrix as the panel shows it, with aligned digits and changed entries in bold. */
static void draw_matrix(bp_raster *raster, void *user, bp_error *error) {
    (void)user;
    static const char *const rows[] = {
        " 0.2588   0.9659   0.0000   0.0000", "−0.9659   0.2588   0.0000   0.0000",
        " 0.0000   0.0000   1.0000   0.0000", " 0.5000   1.5000   0.0000   1.0000"};
    bp_raster_clear(raster, &(bp_clear){.color = {255, 255, 255, 255}}, error);
    bp_raster_text(
        raster,
        &(bp_text){.text = "local", .x = 8, .y = 16, .size = 12, .face = BP_FACE_SANS_BOLD, .color = BLUE},
        error);
    bp_raster_text(
        raster,
        &(bp_text){
            .text = "every frame", .x = 252, .y = 16, .size = 11, .align = BP_ALIGN_RIGHT, .color = GREY},
        error);
    for (int i = 0; i < 4; i++) {
        bp_text row = {.text = rows[i],
                       .x = 8,
                       .y = 34 + 15 * i,
                       .size = 11,
                       .face = i < 2 ? BP_FACE_MONO_BOLD : BP_FACE_MONO,
                       .color = INK};
        if (i < 2) memcpy(row.color, (const uint8_t[])ORANGE, 4);
        bp_raster_text(raster, &row, error);
    }
}

/* The name of an axis, a little beyond its arrow. */
static void draw_letter(bp_raster *raster, const bp_mat4 *view, int axis, bp_error *error) {
    static const uint8_t colors[3][4] = {ORANGE, {0, 158, 115, 255}, {0, 114, 178, 255}};
    bp_vec3 at = {axis == 0 ? 1.14f : 0, axis == 1 ? 1.14f : 0, axis == 2 ? 1.14f : 0};
    bp_vec2 pixel = scene_project(view, 160, 160, at);
    bp_text letter = {.text = &"X\0Y\0Z"[2 * axis], .size = 13, .align = BP_ALIGN_CENTER};
    letter.x = (int)floorf(pixel.x + 0.5f), letter.y = (int)floorf(pixel.y + 0.5f) + 4;
    letter.face = BP_FACE_SANS_BOLD;
    memcpy(letter.color, colors[axis], 4);
    bp_raster_text(raster, &letter, error);
}

static void draw_axes(bp_raster *raster, void *user, bp_error *error) {
    (void)user;
    bp_mat4 view = scene_camera((bp_vec3){2.2f, 1.6f, 3}, 1);
    scene_clear(raster, PAPER, error);
    bp_overlay overlay = {.transform = &view};
    bp_raster_axes(raster, &(bp_axes){0}, &overlay, error);
    for (int axis = 0; axis < 3; axis++) draw_letter(raster, &view, axis, error);
    bp_mat4 frame =
        bp_mat4_mul(bp_mat4_rotation_z(bp_radians(30)), bp_mat4_translation((bp_vec3){0.5f, -0.6f, 0.4f}));
    bp_raster_axes(raster, &(bp_axes){.frame = frame, .length = 0.4f, .width = 1.5f}, &overlay, error);
}

static void test_text(void **state) {
    (void)state;
    if (!test_font_is_known()) return;
    golden_run(&(golden_scene){"text", 600, 372, {0}, draw_text, NULL});
    golden_run(&(golden_scene){"matrix", 260, 88, {0}, draw_matrix, NULL});
    golden_run(&(golden_scene){"axes", 160, 160, {0}, draw_axes, NULL});
    golden_run(&(golden_scene){"axes_4x", 160, 160, {.samples = 4}, draw_axes, NULL});
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lines), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_text)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
