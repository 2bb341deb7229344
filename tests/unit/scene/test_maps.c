/* A model's maps in its figure: which textures are made, at which texture coordinates they are sampled, and
 * tangents that follow nodes, bones and morph targets. */
#include "mesh/editing.h"
#include "support/shown_model.h"
#include <bindpose/rig.h>
#include <math.h>

/* A square of 2 x 2 that faces +Z, with all attributes, at a node; and two images. */
static bp_model *square_model(void) {
    static const bp_vec3 corners[4] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    static const uint32_t indices[6] = {0, 1, 2, 0, 2, 3};
    const bp_model_counts counts = {.nodes = 1, .meshes = 1, .materials = 1, .instances = 1, .images = 2};
    bp_error error = {0};
    bp_model *model = bp_model_create(NULL, "square", &counts, &error);
    assert_non_null(model);
    model->nodes[0] = bp_node_create(NULL, "node", NULL, &error);
    model->node_names[0] = bp_copy_text(NULL, "node", &error);
    model->materials[0].name = bp_copy_text(NULL, "paint", &error);
    bp_mesh *mesh = model->meshes[0] = bp_mesh_create(
        NULL,
        &(bp_mesh_options){.vertex_count = 4,
                           .index_count = 6,
                           .attributes = BP_MESH_NORMALS | BP_MESH_TANGENTS | BP_MESH_UV0 | BP_MESH_UV1},
        &error);
    assert_non_null(mesh);
    memcpy(mesh->indices, indices, sizeof indices);
    for (int i = 0; i < 4; i++) {
        mesh->positions[i] = corners[i];
        mesh->normals[i] = bp_vec3_make(0, 0, 1);
        mesh->tangents[i] = bp_vec4_make(1, 0, 0, 1);
        mesh->uv[0][i] = bp_vec2_make(corners[i].x * 0.5f + 0.5f, 0.5f - corners[i].y * 0.5f);
        mesh->uv[1][i] = bp_vec2_make(0.25f, 0.75f);
    }
    for (int i = 0; i < 2; i++) {
        model->images[i] = bp_image_create(NULL, 2, 2, &error);
        assert_non_null(model->images[i]);
        for (int k = 0; k < 4; k++) model->images[i]->pixels[k] = (bp_rgba8){255, 128, 255, 255};
    }
    mesh->submeshes[0].material = 0;
    model->instances[0].node = model->instances[0].mesh = 0;
    return model;
}

/* Two sets of coordinates: the first map's, and the next one that differs. A third one leaves its map out. */
static void test_coordinates(void **state) {
    (void)state;
    bp_model *model = square_model();
    bp_texture_info *maps = model->materials[0].maps;
    maps[BP_MAP_METALLIC_ROUGHNESS].image = maps[BP_MAP_OCCLUSION].image = 0;
    maps[BP_MAP_NORMAL].image = maps[BP_MAP_EMISSIVE].image = 1;
    maps[BP_MAP_NORMAL].uv_set = 1;
    maps[BP_MAP_OCCLUSION].uv_set = 1;
    maps[BP_MAP_EMISSIVE].has_transform = true;
    maps[BP_MAP_EMISSIVE].offset.x = 0.5f;
    shown_model s = show(model);
    const bp_figure_part *part = bp_figure_part_at(s.figure, 0);
    assert_true(part->physical);
    assert_ptr_equal(part->uvs, model->meshes[0]->uv[0]);
    assert_ptr_equal(part->uvs2, model->meshes[0]->uv[1]);
    assert_non_null(part->maps[BP_MAP_NORMAL]);
    assert_ptr_equal(part->maps[BP_MAP_METALLIC_ROUGHNESS], part->maps[BP_MAP_OCCLUSION]);
    assert_null(part->maps[BP_MAP_EMISSIVE]);
    assert_false(part->map_second_uv[BP_MAP_METALLIC_ROUGHNESS]);
    assert_true(part->map_second_uv[BP_MAP_NORMAL] && part->map_second_uv[BP_MAP_OCCLUSION]);
    center_pixel(&s, 4);
    hide(&s);
}

/* The same image is a colour and data: two textures. A transform makes its own coordinates. */
static void test_transform(void **state) {
    (void)state;
    bp_model *model = square_model();
    bp_material *material = &model->materials[0];
    material->texture.image = material->maps[BP_MAP_OCCLUSION].image = 0;
    material->maps[BP_MAP_EMISSIVE].image = 0;
    material->maps[BP_MAP_OCCLUSION].has_transform = true;
    material->maps[BP_MAP_OCCLUSION].offset = (bp_vec2){0.5f, 0};
    shown_model s = show(model);
    const bp_figure_part *part = bp_figure_part_at(s.figure, 0);
    assert_ptr_equal(part->texture, part->maps[BP_MAP_EMISSIVE]);
    assert_ptr_not_equal(part->texture, part->maps[BP_MAP_OCCLUSION]);
    expect_floats(&part->uvs2[1].x, ((float[]){1.5f, 1}), 2, 1e-6);
    hide(&s);
}

/* Light of its own shows, in the map's colour; plain light has none of it. */
static void test_emissive(void **state) {
    (void)state;
    bp_model *model = square_model();
    bp_material *material = &model->materials[0];
    material->base_color = bp_vec4_make(0, 0, 0, 1);
    material->emissive = bp_vec3_make(0, 0, 0.5f);
    material->maps[BP_MAP_EMISSIVE].image = 0;
    shown_model s = show(model);
    const bp_rgba8 glowing = center_pixel(&s, 4);
    if (!(glowing.b > glowing.g + 100)) fail_msg("%d %d %d", glowing.r, glowing.g, glowing.b);
    bp_figure_set_plain_light(s.figure);
    assert_int_equal(center_pixel(&s, 4).b, 0);
    hide(&s);
}

/* Only a normal map needs tangents. They are rotated, not sheared with the normals, by a node. */
static void test_tangents(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *model = square_model();
    shown_model s = show(model);
    assert_null(bp_figure_vertices(s.figure, 0).tangents);
    bp_model_figure_destroy(s.model_figure);
    bp_model_pose_destroy(s.pose);
    model->materials[0].maps[BP_MAP_NORMAL].image = 0;
    bp_node_set_rotation(model->nodes[0], bp_quat_from_axis_angle(bp_vec3_make(0, 0, 1), 1.5707963f));
    bp_node_set_scale(model->nodes[0], bp_vec3_make(3, 1, 1));
    s = show(model);
    expect_floats(bp_figure_vertices(s.figure, 0).tangents + 8, ((float[]){0, 1, 0, 1}), 4, 1e-6);
    bp_node_set_rotation(model->nodes[0], bp_quat_from_axis_angle(bp_vec3_make(0, 1, 0), 1.5707963f));
    assert_true(bp_figure_pose(s.figure, &error));
    expect_floats(bp_figure_vertices(s.figure, 0).tangents + 8, ((float[]){0, 0, -1, 1}), 4, 1e-6);
    hide(&s);
}

/* By a bone that turns the mesh by 90 degrees about Z. */
static void test_skinned_tangents(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *model = square_model();
    assert_true(bp_mesh_bind_rigid(model->meshes[0], 0, &error));
    bp_skeleton *skeleton = bp_skeleton_create(NULL, NULL, &error);
    bp_bone *bone = bp_skeleton_add(skeleton, &(bp_bone_options){.name = "bone"}, &error);
    assert_non_null(bone);
    bp_bone_set_local(bone, bp_mat4_rotation_z(1.5707963f));
    bp_texture *texture = bp_texture_create(
        NULL,
        &(bp_texture_options){
            .pixels = &model->images[0]->pixels[0].r, .width = 2, .height = 2, .linear = true},
        &error);
    bp_figure_part part = {.mesh = model->meshes[0],
                           .skeleton = skeleton,
                           .material = &model->materials[0],
                           .physical = true,
                           .maps[BP_MAP_NORMAL] = texture};
    bp_figure *figure = bp_figure_create(NULL, &part, 1, &error);
    expect_no_error(&error);
    expect_floats(bp_figure_vertices(figure, 0).tangents, ((float[]){0, 1, 0, 1}), 4, 1e-6);
    bp_figure_destroy(figure);
    bp_texture_destroy(texture);
    bp_skeleton_destroy(skeleton);
    bp_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_coordinates),      cmocka_unit_test(test_transform),
        cmocka_unit_test(test_emissive),         cmocka_unit_test(test_tangents),
        cmocka_unit_test(test_skinned_tangents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
