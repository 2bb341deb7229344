/* Framing: a skinned figure without its ground and far props, objects without a ground many times larger, and
 * joints where nothing else is. */
#include "mesh/editing.h"
#include "scene/character.h"
#include "support/test.h"
#include "viewer/model/model_bounds.h"

/* A cube of half the size `half` around (x, 0, 0) as a static part; skinned by the page's character if
 * `skinned`. */
static bp_mesh *make_cube(float x, float half, bool skinned) {
    bp_error error = {0};
    bp_mesh *mesh = bp_mesh_create(NULL, &(bp_mesh_options){.name = "", .vertex_count = 2}, &error);
    assert_non_null(mesh);
    if (skinned) assert_true(bp_mesh_set_influences(mesh, 4, &error));
    mesh->positions[0] = (bp_vec3){x - half, -half, -half};
    mesh->positions[1] = (bp_vec3){x + half, half, half};
    for (size_t i = 0; skinned && i < 2; i++) mesh->weights[4 * i] = 1;
    return mesh;
}

typedef struct cube {
    float x, half;
    bool skinned;
} cube;

/* The bounds of some cubes, from lo to hi on X. */
static void check_bounds(const cube *cubes, size_t count, float lo, float hi) {
    bp_error error = {0};
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1}, &error);
    bp_skeleton *skeleton = bp_character_skeleton(context, BP_BIND_IDENTITY, NULL, 0, &error);
    bp_mesh *meshes[4];
    bp_figure_part parts[4] = {{0}};
    for (size_t i = 0; i < count; i++) {
        meshes[i] = make_cube(cubes[i].x, cubes[i].half, cubes[i].skinned);
        parts[i] = (bp_figure_part){.mesh = meshes[i], .skeleton = cubes[i].skinned ? skeleton : NULL};
    }
    bp_figure *figure = bp_figure_create(context, parts, count, &error);
    assert_non_null(figure);
    const bp_model model = {.skeleton_count = 1, .skeletons = &skeleton};
    bp_bounds bounds = bp_model_figure_bounds(&model, figure);
    expect_float(bounds.lo.x, (double)lo, 1e-6);
    expect_float(bounds.hi.x, (double)hi, 1e-6);
    bp_figure_destroy(figure);
    for (size_t i = 0; i < count; i++) bp_mesh_destroy(meshes[i]);
    bp_skeleton_destroy(skeleton);
    bp_context_destroy(context);
}

static void test_framing(void **state) {
    (void)state;
    /* A skinned figure; with a sword; with a ground a hundred times larger; with a lamp far away. */
    check_bounds((const cube[]){{0, 1, true}}, 1, -1, 1);
    check_bounds((const cube[]){{0, 1, true}, {1.2f, 0.2f, false}}, 2, -1, 1.4f);
    check_bounds((const cube[]){{0, 1, true}, {0, 100, false}}, 2, -1, 1);
    check_bounds((const cube[]){{0, 1, true}, {30, 0.1f, false}}, 2, -1, 1);
    /* Nothing skinned: two boxes on a ground, and two boxes of different size. */
    check_bounds((const cube[]){{0, 1, false}, {3, 1, false}, {0, 100, false}}, 3, -1, 4);
    check_bounds((const cube[]){{0, 1, false}, {8, 4, false}}, 2, -1, 12);
    check_bounds((const cube[]){{0, 5, false}}, 1, -5, 5);
    /* Nothing drawn: the joints, all at the origin of this skeleton. */
    check_bounds(NULL, 0, 0, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_framing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
