/* Framing: a skinned figure without its ground and far props, objects without a ground many times larger, and
 * joints where nothing else is. */
#include "mesh/editing.h"
#include "scene/character.h"
#include "app/model/loaded_model.h"
#include "support/test.h"

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

enum { GROUND = 2 }; /* a kind of cube, besides static (false) and skinned (true): flat, at the cubes' feet */

typedef struct cube {
    float x, half;
    int kind;
} cube;

/* The bounds of some cubes, from lo to hi on X. */
static void check_bounds(const cube *cubes, size_t count, float lo, float hi) {
    bp_error error = {0};
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1}, &error);
    bp_skeleton *skeleton = bp_character_skeleton(context, BP_BIND_IDENTITY, NULL, 0, &error);
    bp_mesh *meshes[4];
    bp_figure_part parts[4] = {{0}};
    for (size_t i = 0; i < count; i++) {
        meshes[i] = make_cube(cubes[i].x, cubes[i].half, cubes[i].kind == true);
        if (cubes[i].kind == GROUND) meshes[i]->positions[0].y = meshes[i]->positions[1].y = -1;
        parts[i] = (bp_figure_part){.mesh = meshes[i], .skeleton = cubes[i].kind == true ? skeleton : NULL};
    }
    bp_figure *figure = bp_figure_create(context, parts, count, &error);
    assert_non_null(figure);
    const bp_model model = {.skeleton_count = 1, .skeletons = &skeleton};
    bp_model_framing framing;
    assert_true(bp_model_framing_choose(&framing, &model, figure, &error));
    bp_bounds bounds = bp_model_framing_bounds(&framing);
    expect_float(bounds.lo.x, (double)lo, 1e-6);
    expect_float(bounds.hi.x, (double)hi, 1e-6);
    bp_model_framing_clear(&framing);
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
    /* A prop one and a half lengths away, which would be cut off: 3 + 0.5. */
    check_bounds((const cube[]){{0, 1, true}, {3, 0.5f, false}}, 2, -1, 3.5f);
    check_bounds((const cube[]){{0, 1, true}, {30, 0.1f, false}}, 2, -1, 1);
    /* Nothing skinned: two boxes on a ground, and two boxes of different size. */
    check_bounds((const cube[]){{0, 1, false}, {3, 1, false}, {0, 100, false}}, 3, -1, 4);
    check_bounds((const cube[]){{0, 1, false}, {8, 4, false}}, 2, -1, 12);
    check_bounds((const cube[]){{0, 5, false}}, 1, -5, 5);
    /* Two houses on a ground three times as wide, which isn't framed; on a floor of their own size, which
     * is. */
    check_bounds((const cube[]){{-2, 1, false}, {2, 1, false}, {0, 9, GROUND}}, 3, -3, 3);
    check_bounds((const cube[]){{-2, 1, false}, {2, 1, false}, {0, 3.5f, GROUND}}, 3, -3.5f, 3.5f);
    /* Nothing drawn: the joints, all at the origin of this skeleton. */
    check_bounds(NULL, 0, 0, 0);
}

/* A prop that is near at rest stays framed when a pose has moved it far away, or the figure from it. */
static void test_framing_is_kept(void **state) {
    (void)state;
    bp_error error = {0};
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1}, &error);
    bp_skeleton *skeleton = bp_character_skeleton(context, BP_BIND_IDENTITY, NULL, 0, &error);
    bp_node *node = bp_node_create(context, "prop", NULL, &error);
    bp_mesh *figure_mesh = make_cube(0, 1, true), *prop = make_cube(0.5f, 0.5f, false);
    const bp_figure_part parts[2] = {{.mesh = figure_mesh, .skeleton = skeleton},
                                     {.mesh = prop, .node = node}};
    bp_figure *figure = bp_figure_create(context, parts, 2, &error);
    const bp_model model = {.skeleton_count = 1, .skeletons = &skeleton};
    bp_model_framing framing;
    assert_true(bp_model_framing_choose(&framing, &model, figure, &error));
    bp_node_set_position(node, (bp_vec3){20, 0, 0});
    assert_true(bp_figure_pose(figure, &error));
    expect_float(bp_model_framing_bounds(&framing).hi.x, 21, 1e-5); /* 20 + 0.5 + 0.5 */
    bp_model_framing_clear(&framing);
    bp_figure_destroy(figure);
    bp_mesh_destroy(figure_mesh);
    bp_mesh_destroy(prop);
    bp_node_destroy(node);
    bp_skeleton_destroy(skeleton);
    bp_context_destroy(context);
}

/* A VRM 0.x figure is seen from -Z, where its face is. */
static void test_front(void **state) {
    (void)state;
    assert_true(bp_model_front_camera(&(bp_model){.faces_back = false}, 1).eye.z > 0);
    bp_camera back = bp_model_front_camera(&(bp_model){.faces_back = true}, 1);
    assert_true(back.eye.z < 0 && back.eye.x < 0); /* turned by half a turn, not mirrored */
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_framing), cmocka_unit_test(test_framing_is_kept),
                                       cmocka_unit_test(test_front)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
