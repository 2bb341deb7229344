/* Transforming and merging meshes. */
#include "mesh/editing.h"
#include "mesh/shapes.h"
#include "support/allocator.h"
#include "support/random.h"
#include "support/grid_mesh.h"
#include <bindpose/mesh.h>

static void test_transform(void **state) {
    (void)state;
    bp_mesh *box = bp_shape_box(NULL, NULL, NULL);
    bp_mesh_transform(box, bp_mat4_mul(bp_mat4_scaling(bp_vec3_make(2, 3, 4)),
                                       bp_mat4_translation(bp_vec3_make(10, 0, 0))));
    expect_float(bp_mesh_volume(box), 24, 1e-5);
    bp_bounds bounds = bp_mesh_bounds(box);
    expect_float(bounds.lo.x, 9, 0);
    expect_float(bp_vec3_length(box->normals[5]), 1, 1e-6);
    bp_mesh_destroy(box);
}

/* Mirroring keeps the outside: volume positive, normals outwards. */
static void test_mirror(void **state) {
    (void)state;
    bp_mesh *sphere = bp_shape_sphere(NULL, &(bp_sphere_options){.radius = 1}, NULL);
    double before = bp_mesh_volume(sphere);
    assert_true(bp_mesh_add_attributes(sphere, BP_MESH_TANGENTS, NULL));
    sphere->tangents[40] = bp_vec4_make(1, 0, 0, 1);
    bp_mesh_transform(sphere, bp_mat4_scaling(bp_vec3_make(-1, 1, 1)));
    expect_float(bp_mesh_volume(sphere), before, 1e-5);
    for (size_t i = 0; i < sphere->vertex_count; i++)
        expect_float(bp_vec3_dot(sphere->normals[i], sphere->positions[i]), 1, 1e-5);
    const float tangent[4] = {-1, 0, 0, -1};
    expect_floats(&sphere->tangents[40].x, tangent, 4, 1e-6);
    bp_mesh_destroy(sphere);
}

/* Scaled by a half in y: the ellipsoid's normal at p is (x, 4y, z), normalized. */
static void test_normals_of_an_ellipsoid(void **state) {
    (void)state;
    bp_mesh *sphere = bp_shape_sphere(NULL, &(bp_sphere_options){.radius = 1}, NULL);
    bp_mesh_transform(sphere, bp_mat4_scaling(bp_vec3_make(1, 0.5f, 1)));
    for (size_t i = 0; i < sphere->vertex_count; i++) {
        bp_vec3 p = sphere->positions[i], expected = bp_vec3_normalize(bp_vec3_make(p.x, 4 * p.y, p.z));
        expect_floats(&sphere->normals[i].x, &expected.x, 3, 1e-5);
    }
    bp_mesh_destroy(sphere);
}

/* A displacement of a position is rotated and scaled, one of a normal is rotated; neither is translated. */
static void test_morphs_are_transformed(void **state) {
    (void)state;
    bp_mesh *box = bp_shape_box(NULL, NULL, NULL);
    assert_true(bp_mesh_set_morphs(box, 1, BP_MESH_NORMALS | BP_MESH_TANGENTS, NULL));
    box->morphs[0].positions[0] = bp_vec3_make(1, 0, 0);
    box->morphs[0].normals[0] = bp_vec3_make(1, 0, 0);
    box->morphs[0].tangents[0] = bp_vec3_make(0, 1, 0);
    bp_mat4 m =
        bp_mat4_mul(bp_mat4_mul(bp_mat4_scaling(bp_vec3_make(3, 3, 3)), bp_mat4_rotation_z(0.5f * BP_PI)),
                    bp_mat4_translation(bp_vec3_make(5, 6, 7)));
    bp_mesh_transform(box, m);
    const float position[3] = {0, 3, 0}, normal[3] = {0, 1, 0}, tangent[3] = {-3, 0, 0};
    expect_floats(&box->morphs[0].positions[0].x, position, 3, 1e-6);
    expect_floats(&box->morphs[0].normals[0].x, normal, 3, 1e-6);
    expect_floats(&box->morphs[0].tangents[0].x, tangent, 3, 1e-6);
    bp_mesh_destroy(box);
}

static void test_merge(void **state) {
    (void)state;
    bp_error error = {0};
    bp_mesh *box = bp_shape_box(NULL, NULL, NULL), *grid = grid_mesh(1, 1, NULL);
    assert_true(bp_mesh_bind_rigid(box, 3, NULL));
    assert_true(bp_mesh_add_attributes(grid, BP_MESH_COLORS, NULL));
    grid->colors[0] = (bp_rgba8){1, 2, 3, 4};
    grid->submeshes[0].material = 2;
    bp_mat4 mirrored =
        bp_mat4_mul(bp_mat4_scaling(bp_vec3_make(-1, 1, 1)), bp_mat4_translation(bp_vec3_make(4, 0, 0)));
    bp_mesh_part parts[] = {{box, NULL}, {box, &mirrored}, {grid, NULL}};
    bp_mesh *all = bp_mesh_merge(NULL, parts, 3, &error);
    expect_no_error(&error);
    assert_true(bp_mesh_check(all, NULL));
    assert_int_equal(all->vertex_count, 52);
    assert_int_equal(all->index_count, 78);
    assert_int_equal(bp_mesh_attributes_of(all), BP_MESH_NORMALS | BP_MESH_UV0 | BP_MESH_COLORS);
    /* Two boxes of volume 1; the grid lies in a plane through the origin. */
    expect_float(bp_mesh_volume(all), 2, 1e-5);
    assert_int_equal(all->submesh_count, 2); /* both boxes have no material: one range */
    assert_int_equal(all->submeshes[0].count, 72);
    assert_int_equal(all->submeshes[1].first, 72);
    assert_int_equal(all->submeshes[1].material, 2);
    assert_int_equal(all->joints[30], 3);
    expect_float(all->weights[50], 0, 0); /* the grid has none */
    assert_int_equal(all->colors[0].a, 255);
    assert_int_equal(all->colors[48].b, 3);
    assert_int_equal(all->indices[72], 48 + grid->indices[0]);
    bp_mesh_destroy(all);
    assert_null(bp_mesh_merge(NULL, (bp_mesh_part[]){{NULL, NULL}}, 1, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "parts: number 0 has no mesh");
    all = bp_mesh_merge(NULL, NULL, 0, NULL);
    assert_int_equal(all->vertex_count, 0);
    bp_mesh_destroy(all);
    bp_mesh_destroy(box);
    bp_mesh_destroy(grid);
}

/* A sheared, rotated, non-uniformly scaled box, mirrored or not: each normal is perpendicular to its
 * triangle and points outwards. */
static void test_normals_of_any_matrix(void **state) {
    (void)state;
    uint64_t seed = 11;
    for (int round = 0; round < 50; round++) {
        bp_mesh *box = bp_shape_box(NULL, NULL, NULL);
        bp_mat4 m = random_mat4(&seed, 1);
        m.m[3] = m.m[7] = m.m[11] = 0, m.m[15] = 1;
        bp_vec3 middle = bp_mat4_position(m);
        bp_mesh_transform(box, m);
        assert_true(bp_mesh_volume(box) > 0);
        for (size_t i = 0; i < box->index_count; i += 3) {
            const bp_vec3 *p = box->positions;
            const uint32_t *k = box->indices + i;
            bp_vec3 a = bp_vec3_normalize(bp_vec3_sub(p[k[1]], p[k[0]])),
                    b = bp_vec3_normalize(bp_vec3_sub(p[k[2]], p[k[0]]));
            for (int c = 0; c < 3; c++) {
                bp_vec3 normal = box->normals[k[c]];
                expect_float(bp_vec3_dot(normal, a), 0, 2e-4);
                expect_float(bp_vec3_dot(normal, b), 0, 2e-4);
                assert_true(bp_vec3_dot(normal, bp_vec3_sub(p[k[c]], middle)) > 0);
            }
        }
        bp_mesh_destroy(box);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_transform),
        cmocka_unit_test(test_mirror),
        cmocka_unit_test(test_normals_of_an_ellipsoid),
        cmocka_unit_test(test_morphs_are_transformed),
        cmocka_unit_test(test_merge),
        cmocka_unit_test(test_normals_of_any_matrix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
