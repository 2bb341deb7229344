/* Simplified meshes: positions, weights, closed surfaces, errors. */
#include "mesh/editing.h"
#include "mesh/shapes.h"
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

/* The directed areas of a closed surface add up to zero. */
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
    bp_mesh *mesh = ball(), *coarse = bp_mesh_simplify(NULL, mesh, 0.25f, &error);
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
    /* 4.19 is the volume of the ball. Chords are inside it, at most one cell deep. */
    double volume = bp_mesh_volume(coarse);
    assert_true(volume > 3.2 && volume < 4.19);
    bp_mesh_destroy(coarse);
    bp_mesh_destroy(mesh);
}

/* Cells smaller than all distances keep everything; one cell for everything keeps no triangle. */
static void test_extremes(void **state) {
    (void)state;
    bp_error error = {0};
    bp_mesh *box = bp_shape_box(NULL, &(bp_box_options){0}, &error);
    bp_mesh *same = bp_mesh_simplify(NULL, box, 1e-3f, &error),
            *none = bp_mesh_simplify(NULL, box, 5, &error);
    assert_int_equal(same->index_count, 36);
    assert_true(fabs(bp_mesh_volume(same) - 1) < 1e-6);
    assert_int_equal(none->index_count, 0);
    bp_mesh_destroy(same);
    bp_mesh_destroy(none);
    const float bad[] = {0, -1, NAN};
    for (size_t i = 0; i < BP_COUNT(bad); i++) {
        error = (bp_error){0};
        assert_null(bp_mesh_simplify(NULL, box, bad[i], &error));
        expect_error(&error, BP_ERROR_ARGUMENT, "cell");
    }
    bp_mesh_destroy(box);
}

static bool try_simplifying(const bp_allocator *allocator, void *user, bp_error *error) {
    bp_mesh *coarse = bp_mesh_simplify(allocator, user, 0.25f, error);
    bp_mesh_destroy(coarse);
    return coarse != NULL;
}

static void test_no_memory(void **state) {
    (void)state;
    bp_mesh *mesh = ball();
    assert_true(test_each_allocation_fails(try_simplifying, mesh) >= 5);
    bp_mesh_destroy(mesh);
}

/* Vertices at these positions, all with joint 0, and triangles of them. */
static bp_mesh *points(const bp_vec3 *places, size_t count, const uint32_t *corners, size_t corner_count) {
    bp_mesh *mesh =
        bp_mesh_create(NULL,
                       &(bp_mesh_options){.vertex_count = count,
                                          .index_count = corner_count,
                                          .attributes = BP_MESH_NORMALS | BP_MESH_TANGENTS | BP_MESH_UV0 |
                                                        BP_MESH_UV1 | BP_MESH_COLORS,
                                          .influences = 2},
                       NULL);
    memcpy(mesh->positions, places, count * sizeof *places);
    for (size_t i = 0; i < count; i++) {
        mesh->normals[i].x = mesh->tangents[i].x = mesh->uv[1][i].x = (float)i;
        mesh->colors[i].r = (uint8_t)i;
        mesh->weights[2 * i] = 1;
    }
    memcpy(mesh->indices, corners, corner_count * sizeof *corners);
    return mesh;
}

/* Vertex `at` has position and weights of old vertex `stand`, and texture coordinates of old vertex
 * `paint`. */
static void expect_vertex(const bp_mesh *coarse, size_t at, const bp_mesh *from, size_t stand, size_t paint) {
    expect_floats(&coarse->positions[at].x, &from->positions[stand].x, 3, 0);
    expect_float(coarse->normals[at].x, stand, 0);
    expect_bytes(coarse->joints + 2 * at, from->joints + 2 * stand, 4);
    expect_bytes(coarse->weights + 2 * at, from->weights + 2 * stand, 8);
    expect_float(coarse->tangents[at].x, paint, 0);
    expect_float(coarse->uv[1][at].x, paint, 0);
    expect_floats(&coarse->uv[0][at].x, &from->uv[0][paint].x, 2, 0);
    assert_int_equal(coarse->colors[at].r, paint);
}

/* Cells of one metre from (0, 0, 0). Three vertices share the first, with the centre at x = 0.4667: the
 * second vertex is nearest. Cells are sorted by x, then y, then z. */
static void test_who_stands_for_a_cell(void **state) {
    (void)state;
    const bp_vec3 places[] = {{0, 0, 0},       {0.5f, 0, 0},     {0.9f, 0, 0},    {2.5f, 0, 0},
                              {0.5f, 3.5f, 0}, {0.5f, 0, 1.25f}, {0.5f, 0, 1.75f}};
    const uint32_t corners[] = {0, 3, 4, 4, 3, 2, 0, 1, 3, 5, 4, 1, 5, 6, 4};
    bp_mesh *mesh = points(places, 7, corners, 15), *coarse = bp_mesh_simplify(NULL, mesh, 1, NULL);
    assert_int_equal(coarse->vertex_count, 4);
    expect_vertex(coarse, 0, mesh, 1, 1);
    expect_vertex(coarse, 1, mesh, 5, 5); /* of two equally near vertices the first is taken */
    expect_vertex(coarse, 2, mesh, 4, 4);
    expect_vertex(coarse, 3, mesh, 3, 3);
    const uint32_t expected[] = {0, 3, 2, 2, 3, 0, 1, 2, 0}; /* the third and the last lost a corner */
    assert_int_equal(coarse->index_count, 9);
    expect_bytes(coarse->indices, expected, sizeof expected);
    bp_mesh_destroy(coarse);
    bp_mesh_destroy(mesh);
}

/* A cell keeps a vertex for each main joint, at its own position. The main joint has the largest weight;
 * of equal ones it is the first. */
static void test_joints_stay_apart(void **state) {
    (void)state;
    const bp_vec3 places[] = {{0, 0, 0}, {0.2f, 0, 0}, {0.4f, 0, 0}, {0.6f, 0, 0}};
    const float weights[] = {1, 0, 0.3f, 0.7f, 0.5f, 0.5f, 0.25f, 0.75f};
    const uint16_t joints[] = {1, 9, 9, 1, 7, 1, 9, 7};
    bp_mesh *mesh = points(places, 4, NULL, 0);
    memcpy(mesh->weights, weights, sizeof weights);
    memcpy(mesh->joints, joints, sizeof joints);
    bp_mesh *coarse = bp_mesh_simplify(NULL, mesh, 1, NULL);
    assert_int_equal(coarse->vertex_count, 2);
    expect_vertex(coarse, 0, mesh, 0, 0);
    expect_vertex(coarse, 1, mesh, 2, 2);
    bp_mesh_destroy(coarse);
    bp_mesh_destroy(mesh);
}

/* At a seam a cluster has a vertex for each uv cell, all at one position. A uv cell is a sixth of the
 * range of u and of v; negative coordinates are in the first. */
static void test_seams_stay_apart(void **state) {
    (void)state;
    static const struct {
        bp_vec2 a, b;
        bool apart;
    } cases[] = {
        {{0.01f, 0.5f}, {0.16f, 0.5f}, false}, {{0.16f, 0.5f}, {0.17f, 0.5f}, true},
        {{0.5f, 0.01f}, {0.5f, 0.16f}, false}, {{0.5f, 0.16f}, {0.5f, 0.17f}, true},
        {{0.99f, 0.5f}, {1.01f, 0.5f}, true},  {{-3, 0.5f}, {0.1f, 0.5f}, false},
        {{0.5f, 0.1f}, {0.1f, 0.5f}, true},    {{0.34f, 0.5f}, {0.49f, 0.5f}, false},
    };
    const bp_vec3 places[] = {{0, 0, 0}, {0.2f, 0, 0}, {0.6f, 0, 0}};
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        bp_mesh *mesh = points(places, 3, NULL, 0);
        mesh->uv[0][0] = mesh->uv[0][2] = cases[i].a;
        mesh->uv[0][1] = cases[i].b;
        bp_mesh *coarse = bp_mesh_simplify(NULL, mesh, 1, NULL);
        assert_int_equal(coarse->vertex_count, cases[i].apart ? 2 : 1);
        /* The centre is at 0.2667. The first and the last vertex are equally far from it; the first is
         * taken. */
        for (size_t k = 0; cases[i].apart && k < 2; k++)
            expect_vertex(coarse, k, mesh, 1, coarse->uv[1][k].x == 1 ? 1 : 0);
        if (!cases[i].apart) expect_vertex(coarse, 0, mesh, 1, 1);
        bp_mesh_destroy(coarse);
        bp_mesh_destroy(mesh);
    }
}

/* There are 65536 cells along each axis; vertices beyond are in the last one. */
static void test_the_last_cell(void **state) {
    (void)state;
    for (int axis = 0; axis < 3; axis++) {
        static const float along[] = {0, 65534.5f, 65535.5f, 70000, 80000};
        float places[5][3] = {{0}};
        for (int i = 0; i < 5; i++) places[i][axis] = along[i];
        bp_vec3 vectors[5];
        memcpy(vectors, places, sizeof vectors);
        bp_mesh *mesh = points(vectors, 5, NULL, 0), *coarse = bp_mesh_simplify(NULL, mesh, 1, NULL);
        assert_int_equal(coarse->vertex_count, 3);
        for (size_t i = 0; i < 3; i++) expect_vertex(coarse, i, mesh, i < 2 ? i : 3, i < 2 ? i : 3);
        bp_mesh_destroy(coarse);
        bp_mesh_destroy(mesh);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_ball),
        cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_who_stands_for_a_cell),
        cmocka_unit_test(test_joints_stay_apart),
        cmocka_unit_test(test_seams_stay_apart),
        cmocka_unit_test(test_the_last_cell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
