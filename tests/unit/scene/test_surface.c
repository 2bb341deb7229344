/* Drawing and lighting a model's surfaces: flat normals if the file has none, mirrored nodes, double-sided
 * materials, alpha. The camera looks along -Z at one triangle in the middle of the picture. */
#include "mesh/editing.h"
#include "support/shown_model.h"
#include <bindpose/rig.h>
#include <math.h>

/* A model with one triangle without normals at one node, with one material. */
static bp_model *triangle_model(const bp_vec3 corners[3], bp_error *error) {
    const bp_model_counts counts = {.nodes = 1, .meshes = 1, .materials = 1, .instances = 1};
    bp_model *model = bp_model_create(NULL, "triangle", &counts, error);
    assert_non_null(model);
    model->nodes[0] = bp_node_create(NULL, "node", NULL, error);
    model->node_names[0] = bp_copy_text(NULL, "node", error);
    model->materials[0].name = bp_copy_text(NULL, "paint", error);
    model->meshes[0] = bp_mesh_create(NULL, &(bp_mesh_options){.vertex_count = 3, .index_count = 3}, error);
    assert_non_null(model->meshes[0]);
    for (uint32_t i = 0; i < 3; i++) {
        model->meshes[0]->positions[i] = corners[i];
        model->meshes[0]->indices[i] = i;
    }
    model->meshes[0]->submeshes[0].material = 0;
    model->instances[0].node = model->instances[0].mesh = 0;
    return model;
}

/* Counter-clockwise seen from +Z. */
static const bp_vec3 FACING[3] = {{-1, -1, 0}, {1, -1, 0}, {0, 1.5f, 0}};

/* The light comes from (-0.35, 0.55, 0.76) in camera space, of length 1.0011: a face that faces the camera gets
 * 0.28 + 0.75 * 0.759 = 0.849 of its colour, which is 237 (236.6) in sRGB. */
static void expect_lit(bp_rgba8 pixel) {
    if (abs(pixel.r - 237) > 1) fail_msg("got %d, expected 237", pixel.r);
    assert_int_equal(pixel.r, pixel.b);
}

/* ---- normals ------------------------------------------------------------------------------------*/

/* The morph target moves the third corner from (0, 1, 0) to (0, 0, 1); the normal is then x cross z = -y. A node
 * that mirrors x keeps it, because outward normals stay outward. */
static void flat_when_morphed(void **state) {
    (void)state;
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        bp_error error = {0};
        bp_model *model = triangle_model((const bp_vec3[3]){{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, &error);
        assert_true(bp_mesh_set_morphs(model->meshes[0], 1, 0, &error));
        model->meshes[0]->morphs[0].positions[2] = (bp_vec3){0, -1, 1};
        if (mirrored) bp_node_set_scale(model->nodes[0], (bp_vec3){-1, 1, 1});
        shown_model s = show(model);
        assert_null(model->meshes[0]->normals); /* the model itself doesn't change */
        expect_floats(&bp_figure_normals(s.figure, 0)[1].x, ((float[]){0, 0, 1}), 3, 1e-6);
        s.pose->weights[0] = 1;
        assert_true(bp_figure_pose(s.figure, &error));
        for (int i = 0; i < 3; i++)
            expect_floats(&bp_figure_normals(s.figure, 0)[i].x, ((float[]){0, -1, 0}), 3, 1e-6);
        hide(&s);
    }
}

/* Skinning gives this normal too: the third corner follows a bone that moves by (0, -1, 1). */
static void flat_when_skinned(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *model = triangle_model((const bp_vec3[3]){{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, &error);
    bp_mesh *mesh = model->meshes[0];
    assert_true(bp_mesh_bind_rigid(mesh, 0, &error));
    mesh->joints[2] = 1;
    assert_true(bp_mesh_make_flat(mesh, &error));
    bp_skeleton *skeleton = bp_skeleton_create(NULL, NULL, &error);
    assert_non_null(bp_skeleton_add(skeleton, &(bp_bone_options){.name = "first"}, &error));
    bp_bone *bone = bp_skeleton_add(skeleton, &(bp_bone_options){.name = "second"}, &error);
    assert_non_null(bone);
    bp_bone_set_local(bone, bp_mat4_translation((bp_vec3){0, -1, 1}));
    bp_figure_part part = {.mesh = mesh, .skeleton = skeleton, .flat = true};
    bp_figure *figure = bp_figure_create(NULL, &part, 1, &error);
    expect_no_error(&error);
    for (int i = 0; i < 3; i++)
        expect_floats(&bp_figure_normals(figure, 0)[i].x, ((float[]){0, -1, 0}), 3, 1e-6);
    assert_false(bp_figure_is_mirrored(figure, 0));
    bp_figure_destroy(figure);
    bp_skeleton_destroy(skeleton);
    bp_model_destroy(model);
}

/* Corners 2, 0, 1: the copy's first vertex is the mesh's third. */
static void flat_copies_know_their_mesh(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *model = triangle_model(FACING, &error);
    const uint32_t corners[3] = {2, 0, 1};
    memcpy(model->meshes[0]->indices, corners, sizeof corners);
    shown_model s = show(model);
    const bp_mesh *mesh = bp_model_figure_mesh(s.model_figure, 0);
    assert_ptr_equal(mesh, model->meshes[0]);
    assert_true(bp_figure_part_at(s.figure, 0)->flat);
    bp_material red = bp_material_default();
    bp_figure_set_material(s.figure, 0, &red);
    bp_figure_set_material(s.figure, bp_figure_part_count(s.figure), NULL); /* there is none: does nothing */
    assert_ptr_equal(bp_figure_part_at(s.figure, 0)->material, &red);
    bp_figure_set_material(s.figure, 0, NULL);
    assert_null(bp_figure_part_at(s.figure, 0)->material);
    for (size_t i = 0; i < 3; i++)
        expect_floats(&bp_figure_positions(s.figure, 0)[i].x, &FACING[mesh->indices[i]].x, 3, 0);
    hide(&s);
}

static void unlit_needs_no_normals(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *model = triangle_model(FACING, &error);
    model->materials[0].unlit = true;
    shown_model s = show(model);
    assert_null(bp_figure_normals(s.figure, 0));
    assert_int_equal(center_pixel(&s, 4).r, 255);
    hide(&s);
}

/* ---- sides --------------------------------------------------------------------------------------*/

static void sides(void **state) {
    (void)state;
    bp_error error = {0};
    shown_model s = show(triangle_model(FACING, &error));
    s.model->materials[0].double_sided = true;
    /* In physically based light both sides are as bright, too, and not far from the plain light. */
    assert_in_range(center_pixel(&s, 4).r, 225, 245);
    assert_int_equal(center_pixel(&s, 4).r, center_pixel(&s, -4).r);
    s.model->materials[0].double_sided = false;
    bp_figure_set_plain_light(s.figure);
    expect_lit(center_pixel(&s, 4));
    assert_int_equal(center_pixel(&s, -4).r, 0);
    s.model->materials[0].double_sided = true;
    expect_lit(center_pixel(&s, 4));
    expect_lit(center_pixel(&s, -4));
    hide(&s);
}

/* A mirroring node reverses the winding, but the front face stays visible. */
static void mirrored(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *model = triangle_model(FACING, &error);
    bp_node_set_scale(model->nodes[0], (bp_vec3){-1, 1, 1});
    shown_model s = show(model);
    assert_true(bp_figure_is_mirrored(s.figure, 0));
    bp_figure_set_plain_light(s.figure);
    expect_lit(center_pixel(&s, 4));
    assert_int_equal(center_pixel(&s, -4).r, 0);
    hide(&s);
}

/* ---- alpha --------------------------------------------------------------------------------------*/

/* Opaque materials ignore alpha, masks compare it with the cutoff, and black with alpha 0 draws nothing (not
 * white). */
static void alpha(void **state) {
    (void)state;
    static const struct {
        bp_alpha_mode mode;
        float value, alpha, cutoff;
        int expected;
    } cases[] = {
        {BP_ALPHA_OPAQUE, 1, 0.4f, 0.5f, 255}, {BP_ALPHA_MASK, 1, 0.4f, 0.5f, 0},
        {BP_ALPHA_MASK, 1, 0.4f, 0.3f, 255},   {BP_ALPHA_MASK, 1, 0, 0, 255},
        {BP_ALPHA_MASK, 0, 0, 0.5f, 0},        {BP_ALPHA_BLEND, 0, 0, 0.5f, 0},
        {BP_ALPHA_BLEND, 1, 0.2159f, 0, 128}, /* 0.2159 of linear light is 128 */
    };
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        bp_error error = {0};
        bp_model *model = triangle_model(FACING, &error);
        bp_material *material = &model->materials[0];
        float value = cases[i].value;
        material->unlit = true;
        material->alpha_mode = cases[i].mode;
        material->alpha_cutoff = cases[i].cutoff;
        material->base_color = (bp_vec4){value, value, value, cases[i].alpha};
        shown_model s = show(model);
        int got = center_pixel(&s, 4).g;
        if (got != cases[i].expected) fail_msg("case %zu: got %d, expected %d", i, got, cases[i].expected);
        hide(&s);
    }
}

/* ---- texture coordinates --------------------------------------------------------------------------*/

/* One red and one green pixel; all corners lie in the red one, whose middle is at u = 0.25. The transform
 * moves them by half a picture, into the green one. A mesh without texture coordinates gets no texture. */
static void transformed_coordinates(void **state) {
    (void)state;
    static const struct {
        bool coordinates, transform;
        int set, red, green;
    } rows[] = {
        {true, false, 0, 255, 0}, {true, true, 0, 0, 255}, {true, true, 1, 0, 255}, {false, true, 0, -1, -1}};
    for (size_t i = 0; i < BP_COUNT(rows); i++) {
        bp_error error = {0};
        const bp_model_counts counts = {.nodes = 1, .meshes = 1, .materials = 1, .images = 1, .instances = 1};
        bp_model *model = bp_model_create(NULL, "painted", &counts, &error);
        bp_mesh *mesh = model->meshes[0] = bp_mesh_create(
            NULL, &(bp_mesh_options){.vertex_count = 3, .index_count = 3, .attributes = BP_MESH_NORMALS},
            &error);
        model->nodes[0] = bp_node_create(NULL, "node", NULL, &error);
        model->images[0] = bp_image_create(NULL, 2, 1, &error);
        if (rows[i].coordinates) assert_true(bp_mesh_add_attributes(mesh, BP_MESH_UV0 | BP_MESH_UV1, &error));
        expect_no_error(&error);
        model->images[0]->pixels[0] = (bp_rgba8){255, 0, 0, 255};
        model->images[0]->pixels[1] = (bp_rgba8){0, 255, 0, 255};
        for (uint32_t v = 0; v < 3; v++) {
            mesh->positions[v] = FACING[v];
            mesh->normals[v] = (bp_vec3){0, 0, 1};
            mesh->indices[v] = v;
            if (rows[i].coordinates) mesh->uv[rows[i].set][v] = (bp_vec2){0.25f, 0.5f};
            if (rows[i].coordinates) mesh->uv[!rows[i].set][v] = (bp_vec2){0.75f, 0.5f};
        }
        mesh->submeshes[0].material = 0;
        bp_material *material = &model->materials[0];
        material->unlit = true;
        material->texture = (bp_texture_info){
            .image = 0, .uv_set = rows[i].set, .filter = BP_FILTER_NEAREST, .scale = {1, 1}};
        material->texture.has_transform = rows[i].transform;
        material->texture.offset = (bp_vec2){0.5f, 0};
        model->instances[0] = (bp_model_instance){.node = 0, .mesh = 0, .skin = -1};
        shown_model s = show(model);
        bp_rgba8 got = center_pixel(&s, 4);
        bool plain = rows[i].red < 0; /* no coordinates: no texture either */
        if (plain ? got.r != 255 || got.g != 255 : got.r != rows[i].red || got.g != rows[i].green)
            fail_msg("row %zu: got %d %d", i, got.r, got.g);
        hide(&s);
    }
}

/* ---- morph targets --------------------------------------------------------------------------------*/

/* A part without morph weights uses the mesh's: half of (0, 1, 0) here. A bone that moved by (2, 0, 0) adds to
 * that. */
static void own_weights(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *model = triangle_model(FACING, &error);
    bp_mesh *mesh = model->meshes[0];
    assert_true(bp_mesh_bind_rigid(mesh, 0, &error));
    assert_true(bp_mesh_set_morphs(mesh, 1, 0, &error));
    mesh->morphs[0].positions[2] = (bp_vec3){0, 1, 0};
    mesh->morphs[0].weight = 0.5f;
    bp_skeleton *skeleton = bp_skeleton_create(NULL, NULL, &error);
    bp_bone *bone = bp_skeleton_add(skeleton, NULL, &error);
    expect_no_error(&error);
    bp_bone_set_local(bone, bp_mat4_translation((bp_vec3){2, 0, 0}));
    const bp_figure_part parts[] = {{.mesh = mesh}, {.mesh = mesh, .skeleton = skeleton}};
    bp_figure *figure = bp_figure_create(NULL, parts, 2, &error);
    expect_no_error(&error);
    expect_floats(&bp_figure_positions(figure, 0)[2].x, ((float[]){0, 2, 0}), 3, 1e-6);
    expect_floats(&bp_figure_positions(figure, 1)[2].x, ((float[]){2, 2, 0}), 3, 1e-6);
    expect_floats(&bp_figure_positions(figure, 1)[0].x, ((float[]){1, -1, 0}), 3, 1e-6);
    /* The difference is infinite if the numbers of parts or of vertices differ. */
    bp_mesh *longer = bp_mesh_create(NULL, &(bp_mesh_options){.vertex_count = 4}, &error);
    bp_figure *alone = bp_figure_create(NULL, parts, 1, &error);
    bp_figure *other = bp_figure_create(NULL, &(bp_figure_part){.mesh = longer}, 1, &error);
    expect_no_error(&error);
    assert_true(isinf(bp_figure_difference(figure, alone)) && isinf(bp_figure_difference(alone, other)));
    expect_float(bp_figure_difference(figure, figure), 0, 0);
    bp_figure_destroy(other);
    bp_figure_destroy(alone);
    bp_mesh_destroy(longer);
    bp_figure_destroy(figure);
    bp_skeleton_destroy(skeleton);
    bp_model_destroy(model);
}

/* Nothing of the surface is drawn unless the view shows it, and a view without size is an error. */
static void test_shown_and_sized(void **state) {
    (void)state;
    bp_error error = {0};
    bp_framebuffer frame;
    shown_model s = show(triangle_model(FACING, &error));
    bp_raster *raster = bp_raster_create(NULL, &error);
    assert_true(bp_framebuffer_create(NULL, SIDE, SIDE, &frame, &error));
    static const unsigned shows[] = {BP_SHOW_MESH, BP_SHOW_WEIGHTS, BP_SHOW_WIREFRAME, BP_SHOW_BONES, 0};
    for (size_t i = 0; i < BP_COUNT(shows); i++) {
        bp_counters counters;
        bp_view view = {.camera = {.eye = {0, 0, 4}}, .viewport = {0, 0, SIDE, SIDE}, .show = shows[i]};
        assert_true(bp_raster_begin(raster, &frame, NULL, &error));
        assert_true(bp_scene_draw_meshes(raster, &view, s.figure, &error));
        assert_true(bp_raster_end(raster, &counters, &error));
        assert_int_equal(counters.triangles_in, i < 3);
    }
    bp_view empty = {.camera = {.eye = {0, 0, 4}}, .show = BP_SHOW_MESH};
    assert_true(bp_raster_begin(raster, &frame, NULL, &error));
    assert_false(bp_scene_draw_meshes(raster, &empty, s.figure, &error));
    assert_string_equal(error.place, "bp_view.viewport");
    assert_true(bp_raster_end(raster, NULL, NULL));
    bp_framebuffer_destroy(NULL, &frame);
    bp_raster_destroy(raster);
    hide(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shown_and_sized),
        cmocka_unit_test(flat_when_morphed),
        cmocka_unit_test(flat_when_skinned),
        cmocka_unit_test(flat_copies_know_their_mesh),
        cmocka_unit_test(unlit_needs_no_normals),
        cmocka_unit_test(sides),
        cmocka_unit_test(mirrored),
        cmocka_unit_test(alpha),
        cmocka_unit_test(transformed_coordinates),
        cmocka_unit_test(own_weights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
