/* Meshes: create, fill, change, check, clone; bounds, volume, normals. */
#include "mesh/editing.h"
#include "support/allocator.h"
#include <bindpose/mesh.h>
#include <math.h>

enum { ALL = BP_MESH_NORMALS | BP_MESH_TANGENTS | BP_MESH_UV0 | BP_MESH_UV1 | BP_MESH_COLORS };

static bp_mesh *make(const bp_allocator *allocator, bp_error *error) {
    return bp_mesh_create(
        allocator,
        &(bp_mesh_options){
            .name = "quad", .vertex_count = 4, .index_count = 6, .attributes = ALL, .influences = 2},
        error);
}

/* A quad in the XY plane, facing +Z, with two morph targets. */
static bp_mesh *make_quad(const bp_allocator *allocator, bp_error *error) {
    bp_mesh *mesh = make(allocator, error);
    if (!mesh) return NULL;
    const uint32_t indices[6] = {0, 1, 2, 0, 2, 3};
    const bp_vec3 corners[4] = {{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {0, 2, 0}};
    memcpy(mesh->positions, corners, sizeof corners);
    for (uint16_t i = 0; i < 4; i++) {
        mesh->joints[2 * i] = i;
        mesh->weights[2 * i] = 1;
        mesh->colors[i] = (bp_rgba8){(uint8_t)i, 0, 0, 255};
        mesh->uv[1][i] = bp_vec2_make((float)i, 1);
    }
    bp_submesh both[2] = {{0, 3, 4}, {3, 3, -1}};
    memcpy(mesh->indices, indices, sizeof indices);
    if (!bp_mesh_set_submeshes(mesh, both, 2, error) ||
        !bp_mesh_set_morphs(mesh, 2, BP_MESH_NORMALS | BP_MESH_TANGENTS, error)) {
        bp_mesh_destroy(mesh);
        return NULL;
    }
    mesh->morphs[1].positions[3].x = 7;
    mesh->morphs[1].weight = 0.25f;
    return mesh;
}

static void test_create(void **state) {
    (void)state;
    bp_error error = {0};
    bp_mesh *mesh = make(NULL, &error);
    expect_no_error(&error);
    assert_string_equal(mesh->name, "quad");
    assert_int_equal(bp_mesh_attributes_of(mesh), ALL);
    assert_int_equal(mesh->influences, 2);
    assert_int_equal(mesh->submesh_count, 1);
    assert_int_equal(mesh->submeshes[0].count, 6);
    assert_int_equal(mesh->submeshes[0].material, -1);
    assert_int_equal(mesh->colors[3].r, 255);
    expect_float(mesh->positions[3].z, 0, 0);
    assert_true(bp_mesh_check(mesh, &error));
    assert_true(bp_mesh_set_name(mesh, "other", &error));
    assert_string_equal(mesh->name, "other");
    bp_mesh_destroy(mesh);
    bp_mesh_destroy(NULL);
}

static void test_create_refuses(void **state) {
    (void)state;
    bp_error error = {0};
    assert_null(bp_mesh_create(NULL, NULL, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "options");
    assert_null(bp_mesh_create(NULL, &(bp_mesh_options){.index_count = 4}, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "options.index_count: 4 is not a multiple of 3");
    assert_null(bp_mesh_create(NULL, &(bp_mesh_options){.vertex_count = (size_t)1 << 33}, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "options.vertex_count");
    assert_null(bp_mesh_create(NULL, &(bp_mesh_options){.attributes = 64}, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "attributes");
    assert_null(bp_mesh_create(NULL, &(bp_mesh_options){.influences = 9}, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "influences: 9");
}

static void test_add_attributes(void **state) {
    (void)state;
    bp_mesh *mesh = bp_mesh_create(NULL, &(bp_mesh_options){.vertex_count = 2}, NULL);
    assert_int_equal(bp_mesh_attributes_of(mesh), 0);
    assert_int_equal(mesh->submesh_count, 0);
    assert_true(bp_mesh_add_attributes(mesh, BP_MESH_NORMALS, NULL));
    mesh->normals[1] = bp_vec3_make(1, 2, 3);
    assert_true(bp_mesh_add_attributes(mesh, BP_MESH_NORMALS | BP_MESH_UV1, NULL));
    expect_float(mesh->normals[1].z, 3, 0); /* existing attributes stay */
    assert_int_equal(bp_mesh_attributes_of(mesh), BP_MESH_NORMALS | BP_MESH_UV1);
    bp_mesh_destroy(mesh);
}

static void test_influences(void **state) {
    (void)state;
    bp_mesh *mesh = make_quad(NULL, NULL);
    assert_true(bp_mesh_set_influences(mesh, 4, NULL));
    const uint16_t wide[8] = {0, 0, 0, 0, 1, 0, 0, 0};
    expect_bytes(mesh->joints, wide, sizeof wide);
    expect_float(mesh->weights[12], 1, 0);
    expect_float(mesh->weights[13], 0, 0);
    assert_true(bp_mesh_set_influences(mesh, 1, NULL));
    const uint16_t narrow[4] = {0, 1, 2, 3};
    expect_bytes(mesh->joints, narrow, sizeof narrow);
    assert_true(bp_mesh_bind_rigid(mesh, 9, NULL));
    assert_int_equal(mesh->joints[3], 9);
    assert_true(bp_mesh_set_influences(mesh, 0, NULL));
    assert_null(mesh->joints);
    bp_error error = {0};
    assert_false(bp_mesh_set_influences(mesh, -1, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "influences: -1");
    bp_mesh_destroy(mesh);
}

/* A mesh has triangles, or points, or lines. */
static void test_lines(void **state) {
    (void)state;
    bp_error error = {0};
    bp_mesh *mesh = bp_mesh_create(NULL, &(bp_mesh_options){.vertex_count = 3}, &error);
    assert_true(bp_mesh_set_lines(mesh, 2, (const uint32_t[]){2, 0, 0, 1}, 4, &error));
    assert_int_equal(mesh->line_material, -1);
    assert_true(bp_mesh_check(mesh, &error));
    bp_mesh *clone = bp_mesh_clone(NULL, mesh, &error);
    assert_int_equal(clone->line_ends, 2);
    expect_bytes(clone->lines, ((const uint32_t[]){2, 0, 0, 1}), 16);
    assert_false(bp_mesh_set_lines(mesh, 2, (const uint32_t[]){0, 1, 2}, 3, &error));
    assert_false(bp_mesh_set_lines(mesh, 3, (const uint32_t[]){0, 1, 2}, 3, &error));
    assert_false(bp_mesh_set_lines(mesh, 1, (const uint32_t[]){3}, 1, &error));
    assert_string_equal(error.place, "indices[0]");
    mesh->lines[3] = 3;
    assert_false(bp_mesh_check(mesh, &error));
    assert_true(bp_mesh_set_lines(mesh, 0, NULL, 0, &error));
    bp_mesh_destroy(clone);
    bp_mesh_destroy(mesh);
    mesh = make_quad(NULL, NULL);
    assert_false(bp_mesh_set_lines(mesh, 1, (const uint32_t[]){0}, 1, &error));
    bp_mesh_destroy(mesh);
}

static void test_submeshes(void **state) {
    (void)state;
    bp_error error = {0};
    bp_mesh *mesh = make_quad(NULL, NULL);
    const bp_submesh wrong[] = {{3, 6, 0}, {1, 3, 0}, {0, 4, 0}, {9, 0, 0}, {3, SIZE_MAX / 3 * 3, 0}};
    for (size_t i = 0; i < BP_COUNT(wrong); i++) {
        assert_false(bp_mesh_set_submeshes(mesh, &wrong[i], 1, &error));
        expect_error(&error, BP_ERROR_ARGUMENT, "submeshes: number 0");
    }
    const bp_submesh last_wrong[] = {{0, 3, 0}, {3, 3, 0}, {3, 6, 0}};
    assert_false(bp_mesh_set_submeshes(mesh, last_wrong, 3, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "submeshes: number 2");
    assert_int_equal(mesh->submesh_count, 2);
    assert_true(bp_mesh_set_submeshes(mesh, &(bp_submesh){3, 3, 1}, 1, &error));
    assert_int_equal(mesh->submeshes[0].first, 3);
    bp_mesh_destroy(mesh);
}

static void test_check_names_the_fault(void **state) {
    (void)state;
    bp_error error = {0};
    bp_mesh *mesh = make_quad(NULL, NULL);
    assert_true(bp_mesh_check(mesh, &error));
    bp_mesh broken = *mesh;
    broken.positions = NULL;
    assert_false(bp_mesh_check(&broken, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "positions: is NULL");
    broken = *mesh, broken.indices = NULL;
    assert_false(bp_mesh_check(&broken, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "indices: is NULL");
    broken = *mesh, broken.weights = NULL;
    assert_false(bp_mesh_check(&broken, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "weights: is NULL");
    broken = *mesh, broken.joints = NULL;
    assert_false(bp_mesh_check(&broken, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "joints: is NULL");
    broken = *mesh, broken.influences = 12;
    assert_false(bp_mesh_check(&broken, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "influences: 12");
    broken = *mesh, broken.index_count = 5;
    assert_false(bp_mesh_check(&broken, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "index_count: 5");
    broken = *mesh, broken.index_count = 3;
    assert_false(bp_mesh_check(&broken, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "submeshes: number 1");
    mesh->indices[4] = 4;
    assert_false(bp_mesh_check(mesh, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "indices[4]");
    assert_false(bp_mesh_check(NULL, &error));
    bp_mesh_destroy(mesh);
}

static void test_clone(void **state) {
    (void)state;
    bp_mesh *mesh = make_quad(NULL, NULL);
    bp_error error = {0};
    bp_free(NULL, mesh->morphs[0].name);
    mesh->morphs[0].name = bp_copy_text(NULL, "smile", NULL);
    mesh->morphs[0].weight = 0.5f;
    bp_mesh *clone = bp_mesh_clone(NULL, mesh, &error);
    expect_no_error(&error);
    assert_string_equal(clone->name, "quad");
    expect_bytes(clone->positions, mesh->positions, 4 * sizeof(bp_vec3));
    expect_bytes(clone->colors, mesh->colors, 4 * sizeof(bp_rgba8));
    expect_bytes(clone->uv[1], mesh->uv[1], 4 * sizeof(bp_vec2));
    expect_bytes(clone->joints, mesh->joints, 8 * sizeof(uint16_t));
    expect_bytes(clone->weights, mesh->weights, 8 * sizeof(float));
    expect_bytes(clone->indices, mesh->indices, 6 * sizeof(uint32_t));
    assert_int_equal(clone->submesh_count, 2);
    assert_int_equal(clone->submeshes[0].material, 4);
    assert_int_equal(clone->morph_count, 2);
    expect_float(clone->morphs[1].positions[3].x, 7, 0);
    expect_float(clone->morphs[1].weight, 0.25, 0);
    assert_string_equal(clone->morphs[0].name, "smile");
    expect_float(clone->morphs[0].weight, 0.5, 0);
    assert_ptr_not_equal(clone->positions, mesh->positions);
    bp_mesh_destroy(mesh);
    bp_mesh_destroy(clone);
}

static void test_bounds(void **state) {
    (void)state;
    bp_vec3 points[4] = {{1, 2, 3}, {-1, 5, 0}, {NAN, 9, 9}, {0, INFINITY, 0}};
    bp_bounds bounds = bp_bounds_from_points(points, 4);
    const float lo[3] = {-1, 2, 0}, hi[3] = {1, 5, 3}, middle[3] = {0, 3.5f, 1.5f};
    expect_floats(&bounds.lo.x, lo, 3, 0);
    expect_floats(&bounds.hi.x, hi, 3, 0);
    bp_vec3 center = bp_bounds_center(bounds);
    expect_floats(&center.x, middle, 3, 0);
    expect_float(bp_bounds_radius(bounds), 2.34520788, 1e-6); /* sqrt(4 + 9 + 9) / 2 */
    /* A quarter turn about Z takes (x, y) to (-y, x). */
    bp_bounds turned = bp_bounds_transform(bounds, bp_mat4_rotation_z(0.5f * BP_PI));
    const float turned_lo[3] = {-5, -1, 0}, turned_hi[3] = {-2, 1, 3};
    expect_floats(&turned.lo.x, turned_lo, 3, 1e-6);
    expect_floats(&turned.hi.x, turned_hi, 3, 1e-6);
    bp_bounds empty = bp_bounds_from_points(points, 0);
    assert_true(bp_bounds_is_empty(empty));
    assert_false(bp_bounds_is_empty(bounds));
    assert_true(bp_bounds_is_empty(bp_bounds_transform(empty, bp_mat4_identity())));
    expect_float(bp_bounds_radius(empty), 0, 0);
    expect_float(bp_bounds_center(empty).x, 0, 0);
    bp_bounds both = bp_bounds_union(empty, bounds);
    expect_floats(&both.lo.x, lo, 3, 0);
}

static void test_normals(void **state) {
    (void)state;
    bp_mesh *mesh = make_quad(NULL, NULL);
    /* The fourth corner folded up: triangle 0 2 3 gets the normal of (1,2,0) x (0,0,2) = (4, -2, 0). */
    mesh->positions[3] = bp_vec3_make(0, 0, 2);
    assert_true(bp_mesh_make_normals(mesh, NULL));
    const float flat[3] = {0, 0, 1}, folded[3] = {0.894427191f, -0.447213595f, 0};
    /* Vertex 0 has both: (0, 0, 2) + (4, -2, 0), by area; over sqrt 24. */
    const float mixed[3] = {0.816496581f, -0.40824829f, 0.40824829f};
    expect_floats(&mesh->normals[1].x, flat, 3, 1e-6);
    expect_floats(&mesh->normals[3].x, folded, 3, 1e-6);
    expect_floats(&mesh->normals[0].x, mixed, 3, 1e-6);
    assert_true(bp_mesh_make_flat(mesh, NULL));
    assert_int_equal(mesh->vertex_count, 6);
    assert_true(bp_mesh_check(mesh, NULL));
    expect_floats(&mesh->normals[0].x, flat, 3, 1e-6);
    expect_floats(&mesh->normals[3].x, folded, 3, 1e-6);
    assert_int_equal(mesh->joints[2 * 5], 3); /* vertex 5 was the sixth corner, vertex 3 */
    expect_float(mesh->morphs[1].positions[5].x, 7, 0);
    assert_int_equal(mesh->submesh_count, 2);
    bp_mesh_destroy(mesh);
    mesh = bp_mesh_create(NULL, &(bp_mesh_options){.vertex_count = 1}, NULL);
    assert_true(bp_mesh_make_normals(mesh, NULL));
    expect_float(mesh->normals[0].y, 1, 0); /* of no triangle: up */
    bp_mesh_destroy(mesh);
}

static bool try_meshes(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    bp_mesh *mesh = make_quad(allocator, error), *clone = NULL;
    bool ok = mesh && (clone = bp_mesh_clone(allocator, mesh, error)) &&
              bp_mesh_set_influences(mesh, 4, error) && bp_mesh_make_flat(mesh, error) &&
              bp_mesh_set_name(mesh, "x", error);
    if (mesh) assert_true(bp_mesh_check(mesh, NULL));
    bp_mesh_destroy(mesh);
    bp_mesh_destroy(clone);
    return ok;
}

static void test_no_memory(void **state) {
    (void)state;
    assert_true(test_each_allocation_fails(try_meshes, NULL) > 40);
}

/* A clone's morph targets have the attributes that any of the originals has; in a file a single one may
 * have them. */
static void test_clone_of_one_target_with_normals(void **state) {
    (void)state;
    for (int with = 0; with < 2; with++) {
        bp_mesh *mesh = make_quad(NULL, NULL);
        bp_morph *bare = &mesh->morphs[1 - with];
        bp_free(NULL, bare->normals);
        bp_free(NULL, bare->tangents);
        bare->normals = bare->tangents = NULL;
        mesh->morphs[with].normals[2].y = 5;
        mesh->morphs[with].tangents[1].z = 6;
        bp_mesh *clone = bp_mesh_clone(NULL, mesh, NULL);
        expect_float(clone->morphs[with].normals[2].y, 5, 0);
        expect_float(clone->morphs[with].tangents[1].z, 6, 0);
        expect_float(clone->morphs[1 - with].normals[2].y, 0, 0);
        bp_mesh_destroy(clone);
        bp_mesh_destroy(mesh);
    }
}

/* Flat shading adds normals to a mesh that has none. */
static void test_flat_without_normals(void **state) {
    (void)state;
    const bp_vec3 corners[3] = {{0, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const uint32_t indices[3] = {0, 1, 2};
    bp_mesh *mesh = bp_mesh_create(NULL, &(bp_mesh_options){.vertex_count = 3, .index_count = 3}, NULL);
    memcpy(mesh->positions, corners, sizeof corners);
    memcpy(mesh->indices, indices, sizeof indices);
    assert_true(bp_mesh_make_flat(mesh, NULL));
    for (int i = 0; i < 3; i++) expect_floats(&mesh->normals[i].x, ((float[]){1, 0, 0}), 3, 0); /* y x z */
    bp_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_create),
        cmocka_unit_test(test_create_refuses),
        cmocka_unit_test(test_add_attributes),
        cmocka_unit_test(test_influences),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_submeshes),
        cmocka_unit_test(test_check_names_the_fault),
        cmocka_unit_test(test_clone),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_normals),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_clone_of_one_target_with_normals),
        cmocka_unit_test(test_flat_without_normals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
