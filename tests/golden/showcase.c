/* One picture with everything that lessons need: the page's character, lit, with its bones faintly through
 * the body, joints, names, axes, a floor and a caption. */
#include "mesh/shapes.h"
#include "raster/inspect.h"
#include "support/font.h"
#include "support/scenes.h"

enum { WIDE = 640, HIGH = 480, FLOOR_LINES = 22, BONES = 3 };

typedef struct showcase {
    bp_mesh *mesh; /* posed */
    bp_mat4 camera;
    bp_mat4 joints[BONES]; /* absolute */
    bp_vec3 tips[BONES];
} showcase;

static const char *const names[BONES] = {"body", "armL", "armR"};

/* The position and rotation of each joint: the body at the origin, the arms at the shoulders. */
static bp_mat4 joint_at(int i, float degrees) {
    static const bp_vec3 places[BONES] = {{0, 0, 0}, {0.5f, 1.5f, 0}, {-0.5f, 1.5f, 0}};
    return bp_mat4_mul(bp_mat4_rotation_z(bp_radians(degrees)), bp_mat4_translation(places[i]));
}

/* Each vertex moves with its joint from bind (arms along their meshes, 30 degrees from vertical) to pose. */
static void pose(showcase *s, const float bind[BONES], const float now[BONES]) {
    for (int i = 0; i < BONES; i++) {
        bp_mat4 inverse;
        assert_true(bp_mat4_inverse(joint_at(i, bind[i]), &inverse));
        s->joints[i] = joint_at(i, now[i]);
        bp_mat4 final = bp_mat4_mul(inverse, s->joints[i]);
        for (size_t v = 24 * (size_t)i; v < 24 * (size_t)(i + 1); v++) {
            s->mesh->positions[v] = bp_mat4_point(final, s->mesh->positions[v]);
            s->mesh->normals[v] = bp_mat4_direction(final, s->mesh->normals[v]);
        }
        s->tips[i] = bp_mat4_point(s->joints[i], i ? (bp_vec3){0, -1.9f, 0} : (bp_vec3){0, 1.5f, 0});
    }
}

static void draw_floor(bp_raster *raster, const showcase *s, bp_error *error) {
    bp_line lines[FLOOR_LINES];
    for (int i = 0; i < FLOOR_LINES / 2; i++) {
        float at = 0.6f * (float)(i - FLOOR_LINES / 4), end = 0.6f * (float)(FLOOR_LINES / 4), y = -1.75f;
        lines[2 * i] = (bp_line){{at, y, -end}, {at, y, end}, {150, 156, 166, 130}, 1, BP_CAP_BUTT};
        lines[2 * i + 1] = (bp_line){{-end, y, at}, {end, y, at}, {150, 156, 166, 130}, 1, BP_CAP_BUTT};
    }
    bp_raster_lines(raster, lines, FLOOR_LINES, &(bp_overlay){.transform = &s->camera}, error);
}

static void draw_body(bp_raster *raster, const showcase *s, bp_error *error) {
    static const float colors[BONES][4] = {
        {0.26f, 0.30f, 0.38f, 1}, {0.66f, 0.11f, 0.01f, 1}, {0.01f, 0.17f, 0.45f, 1}};
    for (size_t i = 0; i < BONES; i++) {
        bp_draw draw = scene_draw(s->mesh, &s->camera, (bp_rect){0});
        draw.vertices.colors8 = NULL;
        draw.indices = (bp_draw_indices){.u32 = s->mesh->indices + 36 * i, .count = 36};
        draw.light = (bp_draw_light){.lighting = BP_LIGHTING_PIXEL,
                                     .color = {0.85f, 0.85f, 0.82f},
                                     .ambient = {0.3f, 0.31f, 0.34f},
                                     .direction = bp_vec3_normalize((bp_vec3){0.35f, 0.6f, 0.75f})};
        draw.state.cull = BP_CULL_BACK;
        memcpy(draw.material.base_color, colors[i], sizeof colors[i]);
        bp_raster_draw(raster, &draw, error);
    }
}

static void draw_bones(bp_raster *raster, const showcase *s, bp_error *error) {
    bp_line bones[BONES];
    bp_disc joints[BONES];
    bp_overlay overlay = {.transform = &s->camera, .hidden = 0.5f, .state.no_depth_write = true};
    for (int i = 0; i < BONES; i++) {
        bp_vec3 at = bp_mat4_position(s->joints[i]);
        bones[i] = (bp_line){at, s->tips[i], {250, 250, 245, 255}, 3.5f, BP_CAP_ROUND};
        joints[i] = (bp_disc){.center = at,
                              .radius = 7,
                              .color = {255, 255, 255, 255},
                              .ring = 2.5f,
                              .ring_color = {28, 31, 36, 255}};
    }
    bp_raster_lines(raster, bones, BONES, &overlay, error);
    overlay.hidden = 0.85f;
    bp_raster_discs(raster, joints, BONES, &overlay, error);
    for (int i = 0; i < BONES; i++) {
        overlay.hidden = 0.9f;
        bp_raster_axes(raster, &(bp_axes){.frame = s->joints[i], .length = 0.5f, .width = 2}, &overlay,
                       error);
    }
}

static void draw_names(bp_raster *raster, const showcase *s, bp_error *error) {
    for (int i = 0; i < BONES; i++) {
        bp_vec2 at = scene_project(&s->camera, WIDE, HIGH, bp_mat4_position(s->joints[i]));
        bp_text name = {.text = names[i],
                        .x = (int)at.x + 16,
                        .y = (int)at.y + 20,
                        .size = 13,
                        .face = BP_FACE_SANS_BOLD,
                        .color = {28, 31, 36, 255}};
        bp_text_extent extent = bp_text_measure(&name);
        bp_box plate = {.rect = {name.x - 5, name.y - extent.cap - 5, extent.width + 10, extent.cap + 10},
                        .color = {255, 255, 255, 215},
                        .corner = 4};
        bp_raster_boxes(raster, &plate, 1, (bp_rect){0}, error);
        bp_raster_text(raster, &name, error);
    }
}

static void draw_caption(bp_raster *raster, bp_error *error) {
    static const bp_box panel = {.rect = {16, 392, 608, 72},
                                 .color = {255, 255, 255, 235},
                                 .corner = 6,
                                 .border = 1,
                                 .border_color = {206, 210, 217, 255}};
    bp_raster_boxes(raster, &panel, 1, (bp_rect){0}, error);
    bp_raster_text(raster,
                   &(bp_text){.text = "The final matrix takes the bind away before it adds the pose.",
                              .x = 32,
                              .y = 422,
                              .size = 16,
                              .color = {32, 36, 42, 255}},
                   error);
    bp_raster_text(raster,
                   &(bp_text){.text = "final(armL) = absBind(armL)⁻¹ · chain(armL)",
                              .x = 32,
                              .y = 448,
                              .size = 13,
                              .face = BP_FACE_MONO,
                              .color = {90, 96, 105, 255}},
                   error);
    bp_raster_text(raster,
                   &(bp_text){.text = "75° − 30° = 45° ✓",
                              .x = 608,
                              .y = 448,
                              .size = 13,
                              .face = BP_FACE_MONO_BOLD,
                              .align = BP_ALIGN_RIGHT,
                              .color = {0, 120, 90, 255}},
                   error);
}

static void draw_showcase(bp_raster *raster, void *user, bp_error *error) {
    const showcase *s = user;
    scene_clear(raster, 233, 236, 241, error);
    draw_floor(raster, s, error);
    draw_body(raster, s, error);
    draw_bones(raster, s, error);
    draw_names(raster, s, error);
    draw_caption(raster, error);
}

static void test_showcase(void **state) {
    (void)state;
    if (!test_font_is_known()) return;
    bp_error error = {0};
    showcase s = {.mesh = bp_shape_character(NULL, &error)};
    assert_non_null(s.mesh);
    bp_mat4 view =
        bp_mat4_look_at_rh((bp_vec3){1.6f, 1.9f, 7.2f}, (bp_vec3){0.1f, -0.45f, 0}, (bp_vec3){0, 1, 0});
    s.camera = bp_mat4_mul(view, bp_mat4_perspective_rh(bp_radians(42), (float)WIDE / HIGH, 0.1f, 50));
    pose(&s, (const float[]){0, 30, -30}, (const float[]){0, 75, -30});
    golden_run(&(golden_scene){"showcase", WIDE, HIGH, {.samples = 4}, draw_showcase, &s});
    bp_mesh_destroy(s.mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_showcase)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
