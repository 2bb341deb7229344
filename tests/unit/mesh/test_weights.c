/* The check of weights names vertex and value; mending them mends. */
#include "support/test.h"
#include <bindpose/mesh.h>
#include <math.h>

enum { VERTICES = 10 };

/* All vertices sound: 0.75 on joint 2, 0.25 on joint 1. */
static bp_mesh *make_sound(void) {
    bp_mesh *mesh = bp_mesh_create(NULL, &(bp_mesh_options){.vertex_count = VERTICES, .influences = 4}, NULL);
    for (size_t i = 0; i < VERTICES; i++) {
        mesh->joints[4 * i] = 2;
        mesh->joints[4 * i + 1] = 1;
        mesh->weights[4 * i] = 0.75f;
        mesh->weights[4 * i + 1] = 0.25f;
    }
    return mesh;
}

static void expect_one(bp_mesh *mesh, bp_weight_fault_kind kind, size_t vertex, int influence, double value,
                       const char *text) {
    bp_weight_report report;
    char got[160];
    bp_mesh_check_weights(mesh, 3, 0, &report);
    if (report.total != 1) fail_msg("%zu faults, wanted one: %s", report.total, text);
    assert_int_equal(report.counts[kind], 1);
    assert_int_equal(report.faults[0].kind, kind);
    assert_int_equal(report.faults[0].vertex, vertex);
    assert_int_equal(report.faults[0].influence, influence);
    expect_float(report.faults[0].value, value, 1e-6);
    assert_string_equal(bp_weight_fault_text(&report.faults[0], got, sizeof got), text);
    bp_mesh_destroy(mesh);
}

static void test_each_fault(void **state) {
    (void)state;
    bp_weight_report report;
    bp_mesh *mesh = make_sound();
    bp_mesh_check_weights(mesh, 3, 0, &report);
    assert_int_equal(report.total, 0);
    expect_float(report.worst_sum, 1, 0);

    mesh->weights[4 * 7 + 1] = NAN;
    expect_one(mesh, BP_WEIGHT_NAN, 7, 1, NAN, "vertex 7: weight 1 is nan, which is no number");
    mesh = make_sound(), mesh->weights[4 * 7] = INFINITY;
    expect_one(mesh, BP_WEIGHT_NAN, 7, 0, INFINITY, "vertex 7: weight 0 is inf, which is no number");
    mesh = make_sound(), mesh->weights[4 * 3] = 1.25f, mesh->weights[4 * 3 + 1] = -0.25f;
    expect_one(mesh, BP_WEIGHT_NEGATIVE, 3, 1, -0.25, "vertex 3: weight 1 is -0.25: negative");
    mesh = make_sound(), mesh->joints[4 * 9 + 1] = 3;
    expect_one(mesh, BP_WEIGHT_JOINT, 9, 1, 3,
               "vertex 9: weight 1 belongs to joint 3, which the skeleton doesn't have");
    mesh = make_sound(), memset(mesh->weights, 0, 16), memset(mesh->joints, 0, 8);
    expect_one(mesh, BP_WEIGHT_ZERO, 0, -1, 0, "vertex 0: all weights are 0, so nothing holds it");
    mesh = make_sound(), mesh->weights[4 * 5] = 0.5f;
    expect_one(mesh, BP_WEIGHT_SUM, 5, -1, 0.75, "vertex 5: the weights add up to 0.75, not 1");
    mesh = make_sound(), mesh->joints[4 * 5] = 1;
    expect_one(mesh, BP_WEIGHT_DUPLICATED, 5, 1, 1,
               "vertex 5: weight 1 belongs to joint 1, as does one before it");
    mesh = make_sound(), mesh->joints[4 * 2 + 3] = 2;
    expect_one(mesh, BP_WEIGHT_IDLE_JOINT, 2, 3, 2,
               "vertex 2: weight 3 is 0, but names joint 2; unused places name joint 0");
}

static void test_report(void **state) {
    (void)state;
    bp_mesh *mesh = bp_mesh_create(NULL, &(bp_mesh_options){.vertex_count = 100, .influences = 1}, NULL);
    for (size_t i = 0; i < 100; i++) mesh->weights[i] = 0.9f;
    mesh->weights[60] = 1.5f;
    bp_weight_report report;
    bp_mesh_check_weights(mesh, 1, 0, &report);
    assert_int_equal(report.total, 100);
    assert_int_equal(report.kept, 64); /* the first ones, in order */
    assert_int_equal(report.faults[63].vertex, 63);
    expect_float(report.worst_sum, 1.5, 0);
    assert_int_equal(report.worst_vertex, 60);
    bp_mesh_check_weights(mesh, 1, 0.2, &report);
    assert_int_equal(report.total, 1);
    assert_true(bp_mesh_set_influences(mesh, 0, NULL));
    bp_mesh_check_weights(mesh, 1, 0, &report);
    assert_int_equal(report.total, 0);
    bp_mesh_destroy(mesh);
}

static void test_fault_text_is_cut(void **state) {
    (void)state;
    char text[12];
    bp_weight_fault fault = {BP_WEIGHT_SUM, 5, -1, 0.75};
    assert_string_equal(bp_weight_fault_text(&fault, text, sizeof text), "vertex 5: t");
    fault.kind = BP_WEIGHT_FAULT_KINDS;
    assert_string_equal(bp_weight_fault_text(&fault, text, sizeof text), "no fault of");
    text[0] = 'x';
    assert_int_equal(bp_weight_fault_text(&fault, text, 0)[0], 'x');
}

static void test_normalize(void **state) {
    (void)state;
    bp_mesh *mesh = make_sound();
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
        cmocka_unit_test(test_each_fault),
        cmocka_unit_test(test_report),
        cmocka_unit_test(test_fault_text_is_cut),
        cmocka_unit_test(test_normalize),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
