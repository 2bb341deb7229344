/* Options of reading: weights that don't sum to 1, and setters of linked bones. */
#include "rig/engine.h"
#include "skinned_strip.h"
#include <bindpose/rig.h>

static bp_model *read_strip(const strip *r, const bp_gltf_read_options *options, bp_gltf_notes *notes) {
    bp_model *model = NULL;
    bp_error error = {0};
    strip_file file = strip_write(r);
    if (!bp_gltf_read_memory(NULL, file.bytes, file.size, "strip", NULL, options, &model, notes, &error))
        fail_msg("%s: %s", error.place, error.message);
    return model;
}

static void test_rescaled_weights_are_noted(void **state) {
    (void)state;
    strip r = strip_make();
    bp_gltf_notes notes = {0};
    r.weights[6][0] = 1.5f; /* sums of 1.75 and 1.005 */
    r.weights[6][1] = 0.25f;
    r.weights[7][0] = 0.755f;
    bp_model *model = read_strip(&r, NULL, &notes);
    const float *weights = model->meshes[0]->weights + 6 * 4;
    static const float divided[8] = {1.5f / 1.75f,    0.25f / 1.75f,  0, 0,
                                     0.755f / 1.005f, 0.25f / 1.005f, 0, 0};
    expect_floats(weights, divided, 8, 1e-6);
    assert_int_equal(notes.count, 1);
    assert_string_equal(notes.notes[0].place, "meshes[0].primitives[0].attributes");
    assert_string_equal(notes.notes[0].message, "the weights of 1 vertices don't sum to 1 (at worst to 1.75, "
                                                "vertex 6) and are divided by their sum");
    bp_model_destroy(model);
    bp_gltf_notes_clear(&notes);
    r.weights[7][1] = -2;
    model = read_strip(&r, &(bp_gltf_read_options){.keep_weights = true}, &notes);
    static const float kept[8] = {1.5f, 0.25f, 0, 0, 0.755f, -2, 0, 0};
    expect_floats(model->meshes[0]->weights + 6 * 4, kept, 8, 0);
    assert_int_equal(notes.count, 0);
    bp_model_destroy(model);
    bp_gltf_notes_clear(&notes);
}

/* Vertex 9 names joint 3 first, vertex 12 joint 3 too: both follow it, and keep nothing else. */
static void test_vertices_without_weight_are_noted(void **state) {
    (void)state;
    strip r = strip_make();
    bp_gltf_notes notes = {0};
    const int empty[2] = {9, 12};
    static const float follows[4] = {1, 0, 0, 0};
    for (int i = 0; i < 2; i++) {
        memset(r.weights[empty[i]], 0, sizeof r.weights[0]);
        r.joints[empty[i]][0] = 3;
    }
    bp_model *model = read_strip(&r, NULL, &notes);
    for (int i = 0; i < 2; i++) {
        expect_floats(model->meshes[0]->weights + empty[i] * 4, follows, 4, 0);
        assert_int_equal(model->meshes[0]->joints[empty[i] * 4], 3);
    }
    assert_int_equal(notes.count, 1);
    assert_string_equal(notes.notes[0].message,
                        "2 vertices have no weight (the first is vertex 9) and follow the "
                        "first joint that they name");
    bp_model_destroy(model);
    bp_gltf_notes_clear(&notes);
}

static void test_setting_a_bone_moves_it(void **state) {
    (void)state;
    strip r = strip_make();
    for (int off = 0; off < 2; off++) {
        bp_model *model = read_strip(&r, &(bp_gltf_read_options){.no_write_through = off}, NULL);
        bp_skeleton *skeleton = model->skeletons[0];
        assert_int_equal(bp_skeleton_rules(skeleton), off ? BP_RULES_PAGE : BP_RULE_WRITE_THROUGH);
        bp_bone *arm = bp_skeleton_find(skeleton, "armL");
        bp_bone_rotate(arm, bp_vec3_make(0, 0, 1), BP_PI / 2, BP_SPACE_WORLD, NULL, NULL);
        bp_skeleton_prepare(skeleton);
        /* The hand is one metre along +X of the arm, which is at (1, 2, 0). */
        bp_vec3 hand = bp_bone_position_in(bp_skeleton_find(skeleton, "handL"), BP_SPACE_WORLD, NULL);
        const bp_vec3 expected = off ? bp_vec3_make(2, 2, 0) : bp_vec3_make(1, 3, 0);
        expect_floats(&hand.x, &expected.x, 3, 1e-6);
        bp_model_destroy(model);
    }
}

/* A caller that frees what it got, whether there was an error or not, frees nothing. */
static void test_no_model_after_an_error(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model kept, *model = &kept;
    assert_false(bp_gltf_read_memory(NULL, "{", 1, "cut off", NULL, NULL, &model, NULL, &error));
    assert_null(model);
    model = &kept;
    assert_false(bp_gltf_read(NULL, "no such file.glb", NULL, &model, NULL, &error));
    assert_null(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rescaled_weights_are_noted),
        cmocka_unit_test(test_vertices_without_weight_are_noted),
        cmocka_unit_test(test_no_model_after_an_error),
        cmocka_unit_test(test_setting_a_bone_moves_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
