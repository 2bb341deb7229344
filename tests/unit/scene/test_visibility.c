/* Whether a picture shows a figure: a single triangle in front of a camera at (0, 0, 5), which looks at the
 * origin. */
#include "scene/figure.h"
#include "support/test.h"

static const bp_vec3 FRONT[3] = {{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}; /* counter-clockwise from +Z */

static bp_visibility look(bp_vec3 a, bp_vec3 b, bp_vec3 c, bool double_sided, bp_vec3 eye) {
    bp_error error = {0};
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1}, &error);
    bp_mesh *mesh =
        bp_mesh_create(NULL, &(bp_mesh_options){.name = "", .vertex_count = 3, .index_count = 3}, &error);
    assert_non_null(mesh);
    mesh->positions[0] = a, mesh->positions[1] = b, mesh->positions[2] = c;
    for (uint32_t i = 0; i < 3; i++) mesh->indices[i] = i;
    bp_material material = bp_material_default();
    material.double_sided = double_sided;
    const bp_figure_part part = {.mesh = mesh, .material = &material};
    bp_figure *figure = bp_figure_create(context, &part, 1, &error);
    const bp_camera camera = {.eye = eye};
    bp_visibility seen = bp_scene_visibility(figure, &camera, 1);
    bp_figure_destroy(figure);
    bp_mesh_destroy(mesh);
    bp_context_destroy(context);
    return seen;
}

static void test_visibility(void **state) {
    (void)state;
    const bp_vec3 eye = {0, 0, 5}, behind = {0, 0, -5}, *f = FRONT;
    assert_int_equal(look(f[0], f[1], f[2], false, eye), BP_VISIBILITY_SHOWN);
    assert_int_equal(look(f[0], f[2], f[1], false, eye), BP_VISIBILITY_BACK);
    assert_int_equal(look(f[0], f[2], f[1], true, eye), BP_VISIBILITY_SHOWN);
    assert_int_equal(look(f[0], f[1], f[2], false, behind), BP_VISIBILITY_BACK);
    /* Flat: all corners at one place, or on a line. */
    assert_int_equal(look(f[0], f[0], f[0], false, eye), BP_VISIBILITY_FLAT);
    assert_int_equal(look(f[0], f[1], f[1], true, eye), BP_VISIBILITY_FLAT);
    /* Far to the side; behind the eye. */
    const bp_vec3 aside[3] = {{99, 0, 0}, {101, 0, 0}, {100, 1, 0}},
                  back[3] = {{0, 0, 9}, {1, 0, 9}, {0, 1, 9}};
    assert_int_equal(look(aside[0], aside[1], aside[2], false, eye), BP_VISIBILITY_OUTSIDE);
    assert_int_equal(look(back[0], back[1], back[2], false, eye), BP_VISIBILITY_OUTSIDE);
    assert_int_equal(look(f[0], f[1], (bp_vec3){0, INFINITY, 0}, false, eye), BP_VISIBILITY_NOT_FINITE);
    assert_int_equal(look(f[0], f[1], f[2], false, (bp_vec3){0, NAN, 5}), BP_VISIBILITY_NOT_FINITE);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_visibility)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
