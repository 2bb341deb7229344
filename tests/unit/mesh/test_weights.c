/* Normalizing weights: sums of 1, and no change the second time. */
#include "support/test.h"
#include <bindpose/mesh.h>
#include <math.h>

enum { VERTICES = 10 };

/* All vertices: 0.75 on joint 2, 0.25 on joint 1. */
static bp_mesh *make_normalized(void) {
    bp_mesh *mesh = bp_mesh_create(NULL, &(bp_mesh_options){.vertex_count = VERTICES, .influences = 4}, NULL);
    for (size_t i = 0; i < VERTICES; i++) {
        mesh->joints[4 * i] = 2;
        mesh->joints[4 * i + 1] = 1;
        mesh->weights[4 * i] = 0.75f;
        mesh->weights[4 * i + 1] = 0.25f;
    }
    return mesh;
}

static void test_normalize(void **state) {
    (void)state;
    bp_mesh *mesh = make_normalized();
    assert_int_equal(bp_mesh_normalize_weights(mesh), 0);
    const float wrong[3][4] = {{3, 1, 0, 0}, {NAN, -5, 0.5f, INFINITY}, {0, 0, 0, 0}};
    const float right[3][4] = {{0.75f, 0.25f, 0, 0}, {0, 0, 1, 0}, {1, 0, 0, 0}};
    memcpy(mesh->weights, wrong, sizeof wrong);
    assert_int_equal(bp_mesh_normalize_weights(mesh), 3);
    expect_floats(mesh->weights, right[0], 12, 1e-6);
    assert_int_equal(bp_mesh_normalize_weights(mesh), 0);
    bp_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_normalize),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
