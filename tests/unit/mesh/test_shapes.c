/* Shapes: closed surfaces, outward faces, volumes, normals and texture coordinates; the tube's weights;
 * the page's character. */
#include "mesh/editing.h"
#include "mesh/shapes.h"
#include "support/allocator.h"
#include <bindpose/mesh.h>
#include <math.h>

/* ---- what every shape must be -------------------------------------------------------------------*/

static int compare_edges(const void *a, const void *b) { return memcmp(a, b, 6 * sizeof(float)); }

/* Every edge of every triangle, by position, has exactly one opposite edge. */
static void expect_closed(const bp_mesh *mesh) {
    size_t count = mesh->index_count;
    float(*edges)[6] = calloc(count, sizeof *edges), (*back)[6] = calloc(count, sizeof *back);
    for (size_t i = 0; i < count; i++) {
        bp_vec3 a = mesh->positions[mesh->indices[i]];
        bp_vec3 b = mesh->positions[mesh->indices[i % 3 == 2 ? i - 2 : i + 1]];
        /* + 0 makes -0 into 0. */
        const float forth[6] = {a.x + 0, a.y + 0, a.z + 0, b.x + 0, b.y + 0, b.z + 0};
        memcpy(edges[i], forth, sizeof forth);
        memcpy(back[i], forth + 3, 12);
        memcpy(back[i] + 3, forth, 12);
    }
    qsort(edges, count, sizeof *edges, compare_edges);
    qsort(back, count, sizeof *back, compare_edges);
    expect_bytes(edges, back, count * sizeof *edges);
    for (size_t i = 1; i < count; i++) {
        if (memcmp(edges[i - 1], edges[i], sizeof *edges) == 0)
            fail_msg("an edge belongs to more than two triangles");
        if (memcmp(edges[i], edges[i] + 3, 12) == 0) fail_msg("an edge of no length");
    }
    free(edges);
    free(back);
}

/* Normals have unit length and are on the front sides of their triangles; texture coordinates are in 0..1. */
static void expect_closed_and_valid(const bp_mesh *mesh) {
    bp_error error = {0};
    if (!bp_mesh_check(mesh, &error)) expect_no_error(&error);
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        expect_float(bp_vec3_length(mesh->normals[i]), 1, 1e-6);
        bp_vec2 uv = mesh->uv[0][i];
        assert_true(uv.x >= 0 && uv.x <= 1 && uv.y >= 0 && uv.y <= 1);
    }
    for (size_t i = 0; i < mesh->index_count; i += 3) {
        const uint32_t *c = mesh->indices + i;
        bp_vec3 a = mesh->positions[c[0]], ab = bp_vec3_sub(mesh->positions[c[1]], a);
        bp_vec3 face = bp_vec3_cross(ab, bp_vec3_sub(mesh->positions[c[2]], a));
        for (int k = 0; k < 3; k++) {
            if (bp_vec3_dot(face, mesh->normals[c[k]]) <= 0)
                fail_msg("triangle %zu: normal %d points in", i / 3, k);
        }
    }
}

/* Seen from outside, textures are not mirrored: u grows to the right if v grows downwards. */
static void expect_pictures_upright(const bp_mesh *mesh) {
    for (size_t i = 0; i < mesh->index_count; i += 3) {
        bp_vec2 a = mesh->uv[0][mesh->indices[i]], b = mesh->uv[0][mesh->indices[i + 1]];
        bp_vec2 c = mesh->uv[0][mesh->indices[i + 2]];
        float turn = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        if (turn >= 0) fail_msg("triangle %zu: the picture is mirrored", i / 3);
    }
}

/* ---- shapes -------------------------------------------------------------------------------------*/

static void test_box(void **state) {
    (void)state;
    bp_mesh *box = bp_shape_box(NULL, &(bp_box_options){.size = {2, 3, 4}, .center = {10, 0, 0}}, NULL);
    assert_int_equal(box->vertex_count, 24);
    assert_int_equal(box->index_count, 36);
    expect_closed_and_valid(box);
    expect_closed(box);
    expect_pictures_upright(box);
    expect_float(bp_mesh_volume(box), 24, 1e-6);
    bp_bounds bounds = bp_mesh_bounds(box);
    const float lo[3] = {9, -1.5f, -2}, hi[3] = {11, 1.5f, 2};
    expect_floats(&bounds.lo.x, lo, 3, 0);
    expect_floats(&bounds.hi.x, hi, 3, 0);
    bp_mesh_destroy(box);
    box = bp_shape_box(NULL, NULL, NULL);
    expect_float(bp_mesh_volume(box), 1, 1e-6);
    bp_mesh_destroy(box);
}

static void test_sphere(void **state) {
    (void)state;
    bp_mesh *sphere = bp_shape_sphere(NULL, &(bp_sphere_options){.radius = 2}, NULL);
    expect_closed_and_valid(sphere);
    expect_closed(sphere);
    expect_pictures_upright(sphere);
    assert_int_equal(sphere->vertex_count, 33 * 17);
    for (size_t i = 0; i < sphere->vertex_count; i++)
        expect_float(bp_vec3_length(sphere->positions[i]), 2, 1e-6);
    /* 4/3 pi 8 = 33.510; the inscribed polyhedron has a little less. */
    double volume = bp_mesh_volume(sphere);
    assert_true(volume < 33.5103 && volume > 33.5103 * 0.97);
    bp_mesh_destroy(sphere);
    /* The smallest sphere: two pyramids over a triangle of side sqrt 3, height 1 each: 2 * (3 sqrt 3 / 4)
     * / 3. */
    sphere = bp_shape_sphere(NULL, &(bp_sphere_options){.radius = 1, .sides = 3, .rings = 2}, NULL);
    expect_closed(sphere);
    expect_float(bp_mesh_volume(sphere), 0.866025404, 1e-6);
    bp_mesh_destroy(sphere);
}

/* ---- the tube -----------------------------------------------------------------------------------*/

static void test_tube(void **state) {
    (void)state;
    bp_mesh *tube = bp_shape_tube(NULL, &(bp_tube_options){.radius = 1, .length = 4, .joints = 3}, NULL);
    expect_closed_and_valid(tube);
    expect_closed(tube);
    expect_pictures_upright(tube);
    /* A prism over a regular 24-gon: 24/2 sin(15 degrees) * 4. */
    expect_float(bp_mesh_volume(tube), 12.4233147, 1e-5);
    bp_mesh_destroy(tube);
    bp_mesh *open = bp_shape_tube(NULL, &(bp_tube_options){.open = true}, NULL);
    assert_int_equal(open->vertex_count, 25 * 33);
    assert_int_equal(open->index_count, 24 * 32 * 6);
    expect_closed_and_valid(open);
    bp_mesh_destroy(open);
}

/* The weight of a joint at a vertex. */
static double weight_of(const bp_mesh *mesh, size_t vertex, int joint) {
    double sum = 0;
    for (size_t k = vertex * 2; k < vertex * 2 + 2; k++) {
        if (mesh->joints[k] == joint) sum += (double)mesh->weights[k];
    }
    return sum;
}

/* Joints exist and differ, weights are positive and add up to 1, and a weight of 0 has joint 0. */
static void expect_weights(const bp_mesh *mesh, int joints) {
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        const uint16_t *joint = mesh->joints + 2 * i;
        const float *weight = mesh->weights + 2 * i;
        assert_true(joint[0] < joints && joint[1] < joints && weight[0] > 0 && weight[1] >= 0);
        assert_true(weight[1] > 0 ? joint[0] != joint[1] : joint[1] == 0);
        expect_float(weight[0] + weight[1], 1, 1e-6);
    }
}

/* Two joints in a tube of 4: the border is at y = 2, blended over 0.5 of the distance 2, from 1.5 to 2.5. */
static void test_tube_weights(void **state) {
    (void)state;
    bp_mesh *tube =
        bp_shape_tube(NULL, &(bp_tube_options){.length = 4, .joints = 2, .rings = 64, .sides = 3}, NULL);
    expect_weights(tube, 2);
    for (size_t i = 0; i < tube->vertex_count; i++) {
        float y = tube->positions[i].y;
        double upper = weight_of(tube, i, 1), t = ((double)y - 1.5) / 1.0;
        double expected = t <= 0 ? 0 : t >= 1 ? 1 : t * t * (3 - 2 * t);
        expect_float(upper, expected, 1e-6);
        expect_float(weight_of(tube, i, 0), 1 - expected, 1e-6);
    }
    bp_mesh_destroy(tube);
}

static void test_tube_weights_jump(void **state) {
    (void)state;
    bp_mesh *tube =
        bp_shape_tube(NULL, &(bp_tube_options){.length = 3, .joints = 3, .blend = -1, .rings = 9}, NULL);
    for (size_t i = 0; i < tube->vertex_count; i++) {
        /* Rings are 1/3 apart; a ring on the border belongs to the upper joint. */
        int joint = (int)floor((double)tube->positions[i].y + 1e-3);
        if (joint > 2) joint = 2;
        expect_float(weight_of(tube, i, joint), 1, 0);
    }
    bp_mesh_destroy(tube);
}

/* With the largest number of joints and full blend, weights still add up to 1. */
static void test_tube_many_joints(void **state) {
    (void)state;
    bp_mesh *tube = bp_shape_tube(NULL, &(bp_tube_options){.joints = 32, .blend = 1}, NULL);
    expect_weights(tube, 32);
    bp_mesh_destroy(tube);
}

/* ---- the character ------------------------------------------------------------------------------*/

static void test_character(void **state) {
    (void)state;
    bp_error error = {0};
    bp_mesh *character = bp_shape_character(NULL, &error);
    expect_no_error(&error);
    assert_int_equal(character->vertex_count, 72);
    assert_int_equal(character->index_count, 108);
    assert_int_equal(character->submesh_count, 1);
    assert_int_equal(character->influences, 1);
    expect_closed_and_valid(character);
    for (size_t i = 0; i < 72; i++) {
        assert_int_equal(character->joints[i], i / 24);
        expect_float(character->weights[i], 1, 0);
    }
    /* 3.5 + 2 * 0.5 * 2.5 * 0.5, each box by itself. */
    expect_float(bp_mesh_volume(character), 4.75, 1e-6);
    /* The left arm: middle (1, 0.5, 0); its top end's middle is 1.25 along (-sin 30, cos 30): the page's
     * shoulder (0.5, 1.5, 0) lies inside. */
    bp_bounds left = bp_bounds_from_points(character->positions + 24, 24);
    bp_vec3 middle = bp_bounds_center(left);
    const float expected[3] = {1, 0.5f, 0};
    expect_floats(&middle.x, expected, 3, 1e-6);
    /* Half its height: 1.25 cos 30 + 0.25 sin 30; half its width: 1.25 sin 30 + 0.25 cos 30. */
    expect_float(left.hi.y - 0.5f, 1.20753175, 1e-6);
    expect_float(left.hi.x - 1.0f, 0.841506351, 1e-6);
    float highest = -10, x_of_highest = 0;
    for (size_t i = 24; i < 48; i++) {
        if (character->positions[i].y <= highest) continue;
        highest = character->positions[i].y;
        x_of_highest = character->positions[i].x;
    }
    /* The highest corner is local (0.25, 1.25): x = 1 + 0.25 cos 30 - 1.25 sin 30. */
    expect_float(x_of_highest, 0.591506351, 1e-6);
    bp_mesh_destroy(character);
}

/* ---- options ------------------------------------------------------------------------------------*/

static void test_wrong_options(void **state) {
    (void)state;
    bp_error error = {0};
    assert_null(bp_shape_box(NULL, &(bp_box_options){.size = {1, -1, 1}}, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "size.y: -1 is not a valid size");
    assert_null(bp_shape_box(NULL, &(bp_box_options){.size = {NAN, 1, 1}}, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "size.x");
    assert_null(bp_shape_box(NULL, &(bp_box_options){.size = {1, 1, INFINITY}}, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "size.z");
    assert_null(bp_shape_box(NULL, &(bp_box_options){.center = {1, 1, INFINITY}}, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "center");
    assert_null(bp_shape_sphere(NULL, &(bp_sphere_options){.sides = 2}, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "sides: 2 is not within 3 and 4096");
    assert_null(bp_shape_sphere(NULL, &(bp_sphere_options){.rings = 1}, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "rings: 1");
    assert_null(bp_shape_tube(NULL, &(bp_tube_options){.length = -2}, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "length: -2");
    assert_null(bp_shape_tube(NULL, &(bp_tube_options){.rings = 4, .joints = 5}, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "joints: 5 is not within 1 and the number of rings, 4");
    assert_null(bp_shape_tube(NULL, &(bp_tube_options){.blend = 1.5f}, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "blend: 1.5");
    assert_null(bp_shape_tube(NULL, &(bp_tube_options){.radius = -1}, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "radius");
}

static bool try_shapes(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    bp_mesh *made[4] = {0};
    bool ok = (made[0] = bp_shape_box(allocator, NULL, error)) &&
              (made[1] = bp_shape_sphere(allocator, NULL, error)) &&
              (made[2] = bp_shape_tube(allocator, NULL, error)) &&
              (made[3] = bp_shape_character(allocator, error));
    for (int i = 0; i < 4; i++) bp_mesh_destroy(made[i]);
    return ok;
}

static void test_no_memory(void **state) {
    (void)state;
    assert_true(test_each_allocation_fails(try_shapes, NULL) > 50);
}

/* The defaults that mesh.h gives in parentheses. */
static void test_defaults(void **state) {
    (void)state;
    static const struct {
        float half[3], middle_y;
        size_t vertices;
    } expected[] = {
        {{0.5f, 0.5f, 0.5f}, 0, 24},               /* a box of a metre */
        {{0.5f, 0.5f, 0.5f}, 0, 33 * 17},          /* a sphere of radius 0.5 */
        {{0.25f, 1, 0.25f}, 1, 25 * (33 + 2 * 2)}, /* a tube up to y = 2, with two caps */
    };
    bp_mesh *made[] = {bp_shape_box(NULL, NULL, NULL), bp_shape_sphere(NULL, NULL, NULL),
                       bp_shape_tube(NULL, NULL, NULL)};
    for (size_t i = 0; i < BP_COUNT(made); i++) {
        bp_bounds bounds = bp_mesh_bounds(made[i]);
        bp_vec3 middle = bp_bounds_center(bounds), half = bp_vec3_sub(bounds.hi, middle);
        expect_floats(&half.x, expected[i].half, 3, 1e-6);
        expect_floats(&middle.x, ((float[]){0, expected[i].middle_y, 0}), 3, 1e-6);
        assert_int_equal(made[i]->vertex_count, expected[i].vertices);
        bp_mesh_destroy(made[i]);
    }
}

/* The default number of joints: two, but one in a tube of a single band. Joint 0 where the weight is 0. */
static void test_tube_of_few_rings(void **state) {
    (void)state;
    for (int rings = 1; rings < 5; rings++) {
        bp_tube_options options = {.rings = rings < 4 ? rings : 8, .blend = -1, .joints = rings < 4 ? 0 : 4};
        bp_mesh *tube = bp_shape_tube(NULL, &options, NULL);
        int highest = 0;
        for (size_t i = 0; i < 2 * tube->vertex_count; i++) {
            if (tube->weights[i] == 0) assert_int_equal(tube->joints[i], 0);
            if (tube->joints[i] > highest) highest = tube->joints[i];
        }
        assert_int_equal(highest, rings == 1 ? 0 : rings < 4 ? 1 : 3);
        bp_mesh_destroy(tube);
    }
    bp_error error = {0};
    assert_null(bp_shape_tube(NULL, &(bp_tube_options){.joints = -1}, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "joints: -1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_box),
        cmocka_unit_test(test_sphere),
        cmocka_unit_test(test_tube),
        cmocka_unit_test(test_tube_weights),
        cmocka_unit_test(test_tube_weights_jump),
        cmocka_unit_test(test_tube_many_joints),
        cmocka_unit_test(test_character),
        cmocka_unit_test(test_wrong_options),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_tube_of_few_rings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
