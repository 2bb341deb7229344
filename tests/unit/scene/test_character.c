/* The page's character: its bones in three binds, as figure and as model, against numbers computed by hand. */
#include "mesh/shapes.h"
#include "rig/engine.h"
#include "scene/character.h"
#include "scene/figure.h"
#include "support/allocator.h"
#include "support/test.h"
#include <bindpose/scene.h>
#include <math.h>

static bp_context *context_of(const bp_allocator *allocator, bp_error *error) {
    return bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
}

static void natural_bones(void **state) {
    (void)state;
    bp_error error = {0};
    bp_skeleton *skeleton = bp_character_skeleton(NULL, BP_BIND_NATURAL, NULL, BP_RULES_PAGE, &error);
    assert_non_null(skeleton);
    assert_int_equal(bp_skeleton_count(skeleton), 3);
    const bp_bone *left = bp_skeleton_find(skeleton, "boneArmLeft");
    assert_ptr_equal(bp_bone_parent(left), bp_skeleton_find(skeleton, "boneBody"));
    /* Rz 30: cos 0.8660254, sin 0.5 */
    const float expected[16] = {0.8660254f, 0.5f, 0, 0, -0.5f, 0.8660254f, 0, 0,
                                0,          0,    1, 0, 0.5f,  1.5f,       0, 1};
    bp_mat4 got = bp_bone_local(left);
    for (int i = 0; i < 16; i++)
        if (fabsf(got.m[i] - expected[i]) > 1e-6f)
            fail_msg("m[%d]: got %.9g, expected %.9g", i, (double)got.m[i], (double)expected[i]);
    /* page.md, claim 5: the tip of the left arm's bone is at (1.5, -0.2321, 0). */
    bp_vec3 tip;
    bp_skeleton_compute_absolutes(skeleton, true);
    assert_true(bp_bone_tip(left, NULL, &tip));
    assert_true(fabsf(tip.x - 1.5f) < 1e-5f && fabsf(tip.y + 0.2320508f) < 1e-5f);
    bp_skeleton_destroy(skeleton);
}

static bp_figure *figure_of(bp_context *context, bp_mesh *mesh, bp_skeleton *skeleton, bp_error *error) {
    bp_figure_part part = {.mesh = mesh, .skeleton = skeleton};
    return bp_figure_create(context, &part, 1, error);
}

static void final_is_identity_in_any_bind(void **state) {
    (void)state;
    bp_error error = {0};
    bp_mesh *mesh = bp_shape_character(NULL, &error);
    bp_skeleton *skeletons[3];
    bp_figure *figures[3];
    for (int i = 0; i < 3; i++) {
        skeletons[i] = bp_character_skeleton(NULL, (bp_character_bind)i, NULL, BP_RULES_PAGE, &error);
        figures[i] = figure_of(NULL, mesh, skeletons[i], &error);
        assert_non_null(figures[i]);
        float difference = bp_figure_difference(figures[0], figures[i]);
        if (!(difference <= 1e-6f)) fail_msg("bind %d: %g m", i, (double)difference);
    }
    /* Body 1 x 3.5 x 1 at the origin; the arms reach down to about -0.7 and out to x 1.84. */
    bp_bounds box = bp_figure_bounds(figures[0]);
    assert_true(fabsf(box.lo.y + 1.75f) < 1e-6f && fabsf(box.hi.y - 1.75f) < 1e-6f);
    assert_true(fabsf(box.hi.x - (1 + 0.25f * 0.8660254f + 1.25f * 0.5f)) < 1e-6f);
    bp_figure_set_world(figures[0], bp_mat4_translation((bp_vec3){5, 0, 0}));
    assert_true(fabsf(bp_figure_difference(figures[0], figures[1]) - 5) < 1e-6f);
    for (int i = 0; i < 3; i++) {
        bp_figure_destroy(figures[i]);
        bp_skeleton_destroy(skeletons[i]);
    }
    bp_mesh_destroy(mesh);
}

static void model_is_the_same_character(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *model = bp_character_model(NULL, BP_BIND_NATURAL, &error);
    assert_non_null(model);
    if (!bp_model_check(model, &error)) fail_msg("%s: %s", error.place, error.message);
    bp_model_pose *pose = bp_model_pose_create(model, &error);
    bp_model_figure *model_figure = bp_model_figure_create(NULL, pose, &error);
    assert_non_null(model_figure);
    bp_mesh *mesh = bp_shape_character(NULL, &error);
    bp_skeleton *skeleton = bp_character_skeleton(NULL, BP_BIND_NATURAL, NULL, BP_RULES_PAGE, &error);
    bp_figure *figure = figure_of(NULL, mesh, skeleton, &error);
    assert_true(bp_figure_difference(bp_model_figure_get_figure(model_figure), figure) <= 1e-6f);
    /* Both arms rotate by 45 degrees more: the model's through its node, the other directly. */
    bp_quat rotation = bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(75));
    bp_node_set_rotation(model->nodes[BP_BONE_ARM_LEFT], rotation);
    bp_bone_set_rotation(bp_skeleton_bone_by_id(skeleton, BP_BONE_ARM_LEFT), rotation);
    assert_true(bp_figure_pose(bp_model_figure_get_figure(model_figure), &error) &&
                bp_figure_pose(figure, &error));
    assert_true(bp_figure_difference(bp_model_figure_get_figure(model_figure), figure) <= 1e-6f);
    bp_figure_destroy(figure);
    bp_skeleton_destroy(skeleton);
    bp_mesh_destroy(mesh);
    bp_model_figure_destroy(model_figure);
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
}

/* A triangle belongs to a bone if a corner has a weight of it; the run of vertices begins and ends with used ones. */
static void highlight_has_the_bones_triangles(void **state) {
    (void)state;
    bp_error error = {0};
    bp_mesh *mesh = bp_shape_character(NULL, &error);
    bp_skeleton *skeleton = bp_character_skeleton(NULL, BP_BIND_NATURAL, NULL, BP_RULES_PAGE, &error);
    bp_figure *figure = figure_of(NULL, mesh, skeleton, &error);
    assert_non_null(figure);
    size_t influences = (size_t)mesh->influences;
    for (size_t b = 0; b < bp_skeleton_count(skeleton); b++) {
        const bp_bone *bone = bp_skeleton_bone(skeleton, b);
        bp_highlight lit;
        assert_true(bp_figure_highlight(figure, 0, bone, NULL, (bp_rgba8){1, 2, 3, 200}, &lit, &error));
        size_t found = 0, lowest = SIZE_MAX, highest = 0;
        for (size_t i = 0; i < mesh->index_count; i += 3) {
            bool moved = false;
            for (size_t k = 0; k < 3 * influences; k++) {
                size_t at = mesh->indices[i + k / influences] * influences + k % influences;
                moved |= mesh->joints[at] == bp_bone_index(bone) && mesh->weights[at] > 0.01f;
            }
            for (size_t k = 0; moved && k < 3; k++) {
                uint32_t vertex = mesh->indices[i + k];
                assert_true(found < lit.triangles.count);
                assert_int_equal(lit.first + lit.triangles.u32[found++], vertex);
                lowest = vertex < lowest ? vertex : lowest;
                highest = vertex > highest ? vertex : highest;
            }
        }
        assert_true(found > 0);
        assert_int_equal(found, lit.triangles.count);
        assert_int_equal(lit.first, lowest);
        assert_int_equal(lit.count, highest - lowest + 1);
        assert_int_equal(lit.colors[0].b, 3);
    }
    bp_figure_destroy(figure);
    bp_skeleton_destroy(skeleton);
    bp_mesh_destroy(mesh);
}

static bool attempt(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    bp_context *context = context_of(allocator, error);
    if (!context) return false;
    bp_model *model = bp_character_model(context, BP_BIND_NATURAL, error);
    bp_model_pose *pose = model ? bp_model_pose_create(model, error) : NULL;
    bp_model_figure *model_figure = pose ? bp_model_figure_create(context, pose, error) : NULL;
    bool ok = model_figure != NULL;
    bp_model_figure_destroy(model_figure);
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
    bp_context_destroy(context);
    return ok;
}

static void out_of_memory_leaks_nothing(void **state) {
    (void)state;
    assert_true(test_each_allocation_fails(attempt, NULL) > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(natural_bones), cmocka_unit_test(final_is_identity_in_any_bind),
        cmocka_unit_test(model_is_the_same_character), cmocka_unit_test(highlight_has_the_bones_triangles),
        cmocka_unit_test(out_of_memory_leaks_nothing)};
    return cmocka_run_group_tests_name("character", tests, NULL, NULL);
}
