/* Points and lines of a glTF file: written, read again and drawn. The camera looks along -Z from (0, 0, 4) with
 * an angle of 45 degrees at a picture of 33 x 33 pixels: the origin is the middle of pixel (16, 16), and
 * (x, y, 0) is 33 / 2 * 2.4142 / 4 = 9.96 pixels from it for each metre. */
#include "mesh/editing.h"
#include "support/test.h"
#include <bindpose/gltf.h>
#include <bindpose/rig.h>
#include <bindpose/scene.h>
#include <stdlib.h>

enum { SIDE = 33, MIDDLE = 16 };

/* A mesh of two vertices, (-1, 0, 0) and (1, 0, 0), and in front of its right half a dark triangle. */
static bp_model *make_model(int ends, bool skinned) {
    bp_error error = {0};
    const bp_model_counts counts = {
        .nodes = 3, .meshes = 2, .materials = 2, .instances = 2, .skeletons = skinned, .skins = skinned};
    bp_model *model = bp_model_create(NULL, "lines", &counts, &error);
    static const char *const names[] = {"wire", "wall", "joint"};
    for (int i = 0; i < 3; i++) {
        model->nodes[i] = bp_node_create(NULL, names[i], NULL, &error);
        model->node_names[i] = bp_copy_text(NULL, names[i], &error);
    }
    for (int i = 0; i < 2; i++) {
        model->materials[i].name = bp_copy_text(NULL, names[i], &error);
        model->materials[i].unlit = model->materials[i].double_sided = true;
    }
    model->materials[1].base_color = bp_vec4_make(0, 0.2f, 0, 1);
    bp_mesh *wire = bp_mesh_create(NULL, &(bp_mesh_options){.vertex_count = 2}, &error);
    wire->positions[0] = (bp_vec3){-1, 0, 0}, wire->positions[1] = (bp_vec3){1, 0, 0};
    wire->line_material = 0;
    assert_true(bp_mesh_set_lines(wire, ends, (const uint32_t[]){0, 1}, 2, &error));
    bp_mesh *wall = bp_mesh_create(NULL, &(bp_mesh_options){.vertex_count = 3, .index_count = 3}, &error);
    wall->positions[0] = (bp_vec3){0.5f, -1, 0.5f}, wall->positions[1] = (bp_vec3){3, 0, 0.5f};
    wall->positions[2] = (bp_vec3){0.5f, 1, 0.5f};
    for (uint32_t i = 0; i < 3; i++) wall->indices[i] = i;
    wall->submeshes[0].material = 1;
    if (skinned) assert_true(bp_mesh_bind_rigid(wire, 0, &error));
    model->meshes[0] = wire;
    model->meshes[1] = wall;
    model->instances[0].node = model->instances[0].mesh = 0;
    model->instances[1].node = model->instances[1].mesh = 1;
    if (!skinned) return model;
    model->skeletons[0] = bp_skeleton_create(NULL, NULL, &error);
    bp_bone *bone = bp_skeleton_add(model->skeletons[0], &(bp_bone_options){.name = "joint"}, &error);
    bp_bone_link(bone, model->nodes[2]);
    bp_model_skin *skin = &model->skins[0];
    skin->name = bp_copy_text(NULL, "skin", &error);
    skin->joint_count = 1;
    skin->skeleton = 0;
    skin->nodes = bp_alloc(NULL, 1, sizeof *skin->nodes, &error);
    skin->bones = bp_alloc(NULL, 1, sizeof *skin->bones, &error);
    skin->nodes[0] = 2;
    model->instances[0].skin = 0;
    return model;
}

typedef struct picture {
    bp_framebuffer frame;
} picture;

static const uint8_t *pixel(const picture *p, int x, int y) { return p->frame.pixels + 4 * (SIDE * y + x); }

/* Writes the model, reads that file, moves the joint up by `up`, and draws. Destroys the model. */
static picture draw(bp_model *model, float up, int samples) {
    bp_error error = {0};
    bp_file file = {0};
    bp_model *again = NULL;
    picture out = {0};
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1}, &error);
    if (!bp_gltf_write_memory(NULL, model, NULL, &file, &error) ||
        !bp_gltf_read_memory(NULL, file.data, file.size, "lines.glb", NULL, NULL, &again, NULL, &error))
        fail_msg("%s: %s", error.place, error.message);
    bp_node_set_position(again->nodes[2], (bp_vec3){0, up, 0});
    bp_model_pose *pose = bp_model_pose_create(again, &error);
    bp_model_figure *figure = bp_model_figure_create(context, pose, &error);
    bp_raster *raster = bp_raster_create(context, &error);
    bp_view view = {.camera = {.eye = {0, 0, 4}}, .viewport = {0, 0, SIDE, SIDE}, .show = BP_SHOW_MESH};
    bool ok = bp_framebuffer_create(NULL, SIDE, SIDE, &out.frame, &error) &&
              bp_raster_begin(raster, &out.frame, &(bp_pass){.samples = samples}, &error) &&
              bp_raster_clear(raster, &(bp_clear){.color = {0, 0, 0, 255}}, &error) &&
              bp_scene_draw_meshes(raster, &view, bp_model_figure_get_figure(figure), &error) &&
              bp_raster_end(raster, NULL, &error);
    if (!ok) fail_msg("%s: %s", error.place, error.message);
    bp_raster_destroy(raster);
    bp_model_figure_destroy(figure);
    bp_model_pose_destroy(pose);
    bp_model_destroy(again);
    bp_model_destroy(model);
    bp_file_free(NULL, &file);
    bp_context_destroy(context);
    return out;
}

static void expect_color(const picture *p, int x, int y, int r, int g, int b) {
    const uint8_t *c = pixel(p, x, y);
    if (abs(c[0] - r) > 1 || abs(c[1] - g) > 1 || abs(c[2] - b) > 1)
        fail_msg("pixel %d, %d is %d %d %d, expected %d %d %d", x, y, c[0], c[1], c[2], r, g, b);
}

static void clear(picture *p) { bp_framebuffer_destroy(NULL, &p->frame); }

/* White from x = 6.5 to 26.5, hidden by the wall from x = 22.2 on: 16.5 + 0.5 / 3.5 * 39.83. */
static void test_line(void **state) {
    (void)state;
    for (int samples = 1; samples <= 4; samples += 3) {
        picture p = draw(make_model(2, false), 0, samples);
        for (int x = 7; x <= 20; x++) expect_color(&p, x, MIDDLE, 255, 255, 255);
        expect_color(&p, 4, MIDDLE, 0, 0, 0);
        expect_color(&p, MIDDLE, MIDDLE - 2, 0, 0, 0);
        expect_color(&p, MIDDLE, MIDDLE + 2, 0, 0, 0);
        for (int x = 24; x <= 30; x++) expect_color(&p, x, MIDDLE, 0, 124, 0); /* 0.2 in sRGB */
        clear(&p);
    }
}

/* At (6.5, 16.5) a disc of four pixels; the other one lies behind the wall. */
static void test_points(void **state) {
    (void)state;
    picture p = draw(make_model(1, false), 0, 1);
    for (int y = MIDDLE - 1; y <= MIDDLE + 1; y++) expect_color(&p, 6, y, 255, 255, 255);
    expect_color(&p, 6, MIDDLE - 4, 0, 0, 0);
    expect_color(&p, 10, MIDDLE, 0, 0, 0);
    expect_color(&p, 26, MIDDLE, 0, 124, 0);
    clear(&p);
}

/* Half a metre up is 4.98 pixels. */
static void test_skinned(void **state) {
    (void)state;
    for (int ends = 1; ends <= 2; ends++) {
        picture p = draw(make_model(ends, true), 0.5f, 1);
        expect_color(&p, 7, MIDDLE - 5, 255, 255, 255);
        expect_color(&p, 7, MIDDLE, 0, 0, 0);
        clear(&p);
    }
}

/* The colours of the vertices times the material's. Half of red in linear light is 188; the two pieces in the
 * middle have 7/16 and 9/16 of it, 176 and 198. */
static void test_colors(void **state) {
    (void)state;
    bp_model *model = make_model(2, false);
    assert_true(bp_mesh_add_attributes(model->meshes[0], BP_MESH_COLORS, NULL));
    model->meshes[0]->colors[1] = (bp_rgba8){0, 255, 0, 255};
    model->materials[0].base_color = bp_vec4_make(1, 0, 0, 1);
    picture p = draw(model, 0, 1);
    int left = pixel(&p, 7, MIDDLE)[0], middle = pixel(&p, MIDDLE, MIDDLE)[0],
        right = pixel(&p, 20, MIDDLE)[0];
    if (left < 240 || middle < 174 || middle > 200 || right > 160)
        fail_msg("red: %d, %d, %d from left to right", left, middle, right);
    assert_int_equal(pixel(&p, 20, MIDDLE)[1], 0);
    clear(&p);
}

static void test_alpha(void **state) {
    (void)state;
    static const struct {
        bp_alpha_mode mode;
        float alpha, cutoff;
        int expected; /* 188: half of white in linear light */
    } cases[] = {{BP_ALPHA_OPAQUE, 0.2f, 0.5f, 255},
                 {BP_ALPHA_MASK, 0.4f, 0.5f, 0},
                 {BP_ALPHA_MASK, 0.6f, 0.5f, 255},
                 {BP_ALPHA_BLEND, 0.5f, 0.5f, 188},
                 {BP_ALPHA_BLEND, 0, 0.5f, 0}};
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        bp_model *model = make_model(2, false);
        bp_material *material = &model->materials[0];
        material->alpha_mode = cases[i].mode;
        material->base_color.w = cases[i].alpha;
        material->alpha_cutoff = cases[i].cutoff;
        picture p = draw(model, 0, 1);
        expect_color(&p, MIDDLE, MIDDLE, cases[i].expected, cases[i].expected, cases[i].expected);
        clear(&p);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_line),   cmocka_unit_test(test_points), cmocka_unit_test(test_skinned),
        cmocka_unit_test(test_colors), cmocka_unit_test(test_alpha),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
