/* Morph targets. */
#include "support/test.h"
#include <bindpose/mesh.h>

static bp_mesh *make(void) {
    bp_mesh *mesh = bp_mesh_create(
        NULL, &(bp_mesh_options){.vertex_count = 2, .attributes = BP_MESH_NORMALS | BP_MESH_TANGENTS}, NULL);
    mesh->positions[1] = bp_vec3_make(1, 2, 3);
    mesh->normals[0] = mesh->normals[1] = bp_vec3_make(0, 1, 0);
    mesh->tangents[1] = bp_vec4_make(1, 0, 0, -1);
    assert_true(bp_mesh_set_morphs(mesh, 3, BP_MESH_NORMALS | BP_MESH_TANGENTS, NULL));
    mesh->morphs[0].positions[1] = bp_vec3_make(10, 0, 0);
    mesh->morphs[1].positions[1] = bp_vec3_make(0, 4, 0);
    mesh->morphs[1].normals[1] = bp_vec3_make(2, 0, 0);
    mesh->morphs[1].tangents[1] = bp_vec3_make(0, 2, 0);
    return mesh;
}

static void test_morph(void **state) {
    (void)state;
    bp_mesh *mesh = make();
    const float weights[2] = {-1, 0.5f};
    bp_vec3 positions[2], normals[2];
    bp_vec4 tangents[2];
    bp_error error = {0};
    assert_true(bp_mesh_morph(mesh, weights, 2, &(bp_vertex_arrays){positions, normals, tangents}, &error));
    const float position[3] = {-9, 4, 3};
    /* (0, 1, 0) + (1, 0, 0) and (1, 0, 0) + (0, 1, 0), unit length. */
    const float normal[3] = {0.707106781f, 0.707106781f, 0}, tangent[4] = {0.707106781f, 0.707106781f, 0, -1};
    expect_floats(&positions[1].x, position, 3, 1e-6);
    expect_floats(&normals[1].x, normal, 3, 1e-6);
    expect_floats(&tangents[1].x, tangent, 4, 1e-6);
    expect_float(normals[0].y, 1, 0);
    /* No weights: the mesh as it is. */
    assert_true(bp_mesh_morph(mesh, NULL, 0, &(bp_vertex_arrays){positions, NULL, NULL}, &error));
    expect_bytes(positions, mesh->positions, sizeof positions);
    bp_mesh_destroy(mesh);
}

static void test_what_the_mesh_lacks_is_not_written(void **state) {
    (void)state;
    bp_mesh *mesh = bp_mesh_create(NULL, &(bp_mesh_options){.vertex_count = 1}, NULL);
    bp_vec3 normal = {7, 7, 7}, position = {7, 7, 7};
    bp_vec4 tangent = {7, 7, 7, 7};
    assert_true(bp_mesh_morph(mesh, NULL, 0, &(bp_vertex_arrays){&position, &normal, &tangent}, NULL));
    expect_float(position.x, 0, 0);
    expect_float(normal.x, 7, 0);
    expect_float(tangent.w, 7, 0);
    bp_mesh_destroy(mesh);
}

static void test_wrong_weights(void **state) {
    (void)state;
    bp_mesh *mesh = make();
    bp_error error = {0};
    const float weights[4] = {0};
    assert_false(bp_mesh_morph(mesh, weights, 4, &(bp_vertex_arrays){NULL, NULL, NULL}, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "count: 4 weights for 3 morph targets");
    assert_false(bp_mesh_morph(mesh, NULL, 1, &(bp_vertex_arrays){NULL, NULL, NULL}, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "weights: is NULL");
    bp_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_morph),
        cmocka_unit_test(test_what_the_mesh_lacks_is_not_written),
        cmocka_unit_test(test_wrong_weights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
