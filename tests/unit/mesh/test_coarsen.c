/* Coarser meshes: where vertices go, what moves them, that closed surfaces stay closed, errors. */
#include "support/allocator.h"
#include "support/test.h"
#include <bindpose/mesh.h>
#include <math.h>

/* A sphere of radius 1 in two materials, moved by joint 0 below and joint 1 above. */
static bp_mesh *ball(void) {
    bp_error error = {0};
    bp_mesh *mesh =
        bp_shape_sphere(NULL, &(bp_sphere_options){.radius = 1, .sides = 64, .rings = 32}, &error);
    expect_no_error(&error);
    assert_true(bp_mesh_bind_rigid(mesh, 0, &error));
    for (size_t i = 0; i < mesh->vertex_count; i++) mesh->joints[i] = mesh->positions[i].y > 0.01f;
    size_t half = mesh->index_count / 6 * 3;
    const bp_submesh two[] = {{0, half, 3}, {half, mesh->index_count - half, 7}};
    assert_true(bp_mesh_set_submeshes(mesh, two, 2, &error));
    return mesh;
}

/* A closed surface's directed areas add up to nothing, whatever its triangles are. */
static bp_vec3 directed_area(const bp_mesh *mesh) {
    bp_vec3 sum = {0, 0, 0};
    for (size_t i = 0; i < mesh->index_count; i += 3) {
        const bp_vec3 *p = mesh->positions;
        const uint32_t *k = mesh->indices + i;
        sum = bp_vec3_add(sum, bp_vec3_cross(bp_vec3_sub(p[k[1]], p[k[0]]), bp_vec3_sub(p[k[2]], p[k[0]])));
    }
    return sum;
}

static void test_a_ball(void **state) {
    (void)state;
    bp_error error = {0};
    bp_mesh *mesh = ball(), *coarse = bp_mesh_coarsen(NULL, mesh, 0.25f, &error);
    expect_no_error(&error);
    assert_true(bp_mesh_check(coarse, &error));
    assert_in_range(coarse->index_count, 3 * 100, mesh->index_count / 3);
    assert_int_equal(coarse->submesh_count, 2);
    assert_int_equal(coarse->submeshes[1].material, 7);
    assert_int_equal(coarse->submeshes[0].count + coarse->submeshes[1].count, coarse->index_count);
    for (size_t i = 0; i < coarse->vertex_count; i++) {
        bp_vec3 p = coarse->positions[i];
        assert_true(fabsf(bp_vec3_length(p) - 1) < 1e-5f); /* a vertex of the ball, so on it */
        assert_true(bp_vec3_distance(coarse->normals[i], p) < 1e-5f);
        assert_int_equal(coarse->joints[i], p.y > 0.01f);
        assert_true(coarse->weights[i] == 1.0f);
    }
    assert_true(bp_vec3_length(directed_area(coarse)) < 1e-4f);
    /* 4.19 is the ball's; chords lie inside of it, but no farther than a cell. */
    double volume = bp_mesh_volume(coarse);
    assert_true(volume > 3.2 && volume < 4.19);
    bp_mesh_destroy(coarse);
    bp_mesh_destroy(mesh);
}

/* Cells below the distance of vertices keep everything; one cell for all keeps no triangle. */
static void test_extremes(void **state) {
    (void)state;
    bp_error error = {0};
    bp_mesh *box = bp_shape_box(NULL, &(bp_box_options){0}, &error);
    bp_mesh *same = bp_mesh_coarsen(NULL, box, 1e-3f, &error), *none = bp_mesh_coarsen(NULL, box, 5, &error);
    assert_int_equal(same->index_count, 36);
    assert_true(fabs(bp_mesh_volume(same) - 1) < 1e-6);
    assert_int_equal(none->index_count, 0);
    bp_mesh_destroy(same);
    bp_mesh_destroy(none);
    const float bad[] = {0, -1, NAN};
    for (size_t i = 0; i < BP_COUNT(bad); i++) {
        error = (bp_error){0};
        assert_null(bp_mesh_coarsen(NULL, box, bad[i], &error));
        expect_error(&error, BP_ERROR_ARGUMENT, "cell");
    }
    bp_mesh_destroy(box);
}

static bool attempt(const bp_allocator *allocator, void *user, bp_error *error) {
    bp_mesh *coarse = bp_mesh_coarsen(allocator, user, 0.25f, error);
    bp_mesh_destroy(coarse);
    return coarse != NULL;
}

static void test_no_memory(void **state) {
    (void)state;
    bp_mesh *mesh = ball();
    assert_true(test_each_allocation_fails(attempt, mesh) >= 5);
    bp_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_ball), cmocka_unit_test(test_extremes),
                                       cmocka_unit_test(test_no_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
