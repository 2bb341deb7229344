/* Layers of a batch: as blended poses, and by hand. */
#include "unit/rig/batch_support.h"

/* What bp_pose_blend_layers makes of the layers, over the bones' own parts. */
static void expect_blended(const bp_clip *const *clips, const bp_batch_layer *layers, const bp_pose *rest,
                           const bp_trs *got) {
    bp_pose_layer blended[LAYERS];
    for (int l = 0; l < LAYERS; l++) {
        const bp_clip *clip = clips[layers[l].clip];
        bp_pose *pose = bp_pose_create(NULL, BONES, NULL, NULL),
                *first = bp_pose_create(NULL, BONES, NULL, NULL);
        double from, to;
        bp_clip_sample(clip, layers[l].time, pose);
        bp_clip_span(clip, &from, &to);
        bp_clip_sample(clip, from, first);
        if (layers[l].additive) assert_true(bp_pose_subtract(pose, first, pose, NULL));
        bp_pose_destroy(first);
        blended[l] = (bp_pose_layer){pose, layers[l].weight, layers[l].mask, layers[l].additive};
    }
    bp_pose *out = bp_pose_create(NULL, BONES, NULL, NULL);
    bp_pose_blend_options options = {.layers = blended, .count = LAYERS, .rest = rest, .threshold = 1};
    assert_true(bp_pose_blend_layers(&options, out, NULL));
    for (size_t i = 0; i < BONES; i++) {
        bp_trs expected = bp_pose_trs(out, i), one = got[i];
        if (i == 7) continue; /* sheared, and no clip moves it: its matrix stays */
        if (bp_quat_dot(one.rotation, expected.rotation) < 0) one.rotation = bp_quat_negate(one.rotation);
        /* Matrices with shear decompose to rotations that aren't quite unit. */
        double tolerance = i % 10 == 4 ? 0.03 : 1e-5;
        expect_floats(&one.position.x, &expected.position.x, 3, 1e-5);
        expect_floats(&one.rotation.x, &expected.rotation.x, 4, tolerance);
        expect_floats(&one.scale.x, &expected.scale.x, 3, 1e-5);
    }
    for (int l = 0; l < LAYERS; l++) bp_pose_destroy((bp_pose *)blended[l].pose);
    bp_pose_destroy(out);
}

static void test_blending_equals_poses(void **state) {
    (void)state;
    const bp_clip *clips[2] = {make_clip(), make_clip()};
    figure f = make_figure(BP_ISA_PORTABLE, BONES, false, clips, 2);
    float mask[BONES];
    bp_pose *rest = bp_pose_create(NULL, BONES, NULL, NULL);
    for (size_t i = 0; i < BONES; i++) {
        const bp_bone *bone = bp_skeleton_bone_by_id(f.skeleton, i);
        mask[i] = i % 4 == 0 ? 0 : any(0, 1);
        bp_pose_set_trs(rest, i, bp_bone_trs(bone));
    }
    for (int round = 0; round < 40; round++) {
        bp_batch_layer layers[CHARACTERS * LAYERS];
        bp_trs locals[CHARACTERS * BONES];
        any_layers(layers, CHARACTERS, mask);
        bp_batch_run_scalar(
            f.batch,
            &(bp_batch_job){.count = CHARACTERS, .layers = layers, .layer_count = LAYERS, .locals = locals});
        for (size_t c = 0; c < CHARACTERS; c++)
            expect_blended(clips, layers + c * LAYERS, rest, locals + c * BONES);
    }
    bp_pose_destroy(rest);
    destroy_figure(f);
    for (int i = 0; i < 2; i++) bp_clip_destroy((bp_clip *)clips[i]);
}

/* Clips for one bone: (1, 0, 0) and no rotation; (0, 2, 0) and 90 degrees about Z, from the other way round
 * (-q); 0 to 60 degrees about Z in a second, from (0, 0, 1) to (0, 0, 3), from scale 2 to 3. */
static void test_blending_by_hand(void **state) {
    (void)state;
    static const double key_times[] = {0, 1};
    static const float positions[3][6] = {{1, 0, 0, 1, 0, 0}, {0, 2, 0, 0, 2, 0}, {0, 0, 1, 0, 0, 3}};
    static const float rotations[3][8] = {
        {0, 0, 0, 1, 0, 0, 0, 1},
        {0, 0, -0.70710678f, -0.70710678f, 0, 0, -0.70710678f, -0.70710678f},
        {0, 0, 0, 1, 0, 0, 0.5f, 0.86602540f}};
    static const float scales[6] = {2, 2, 2, 3, 3, 3};
    bp_clip *clips[3];
    for (int i = 0; i < 3; i++) {
        clips[i] = bp_clip_create(NULL, NULL, NULL);
        bp_track position = {
            .kind = BP_TRACK_POSITION, .key_count = 2, .times = key_times, .values = positions[i]};
        bp_track rotation = {
            .kind = BP_TRACK_ROTATION, .key_count = 2, .times = key_times, .values = rotations[i]};
        bp_track scale = {.kind = BP_TRACK_SCALE, .key_count = 2, .times = key_times, .values = scales};
        assert_true(bp_clip_add(clips[i], &position, NULL) && bp_clip_add(clips[i], &rotation, NULL));
        if (i == 2) assert_true(bp_clip_add(clips[i], &scale, NULL));
    }
    bp_skeleton *skeleton = bp_skeleton_create(NULL, NULL, NULL);
    bp_mat4 local = bp_mat4_translation(bp_vec3_make(0, 0, 8));
    bp_skeleton_add(skeleton, &(bp_bone_options){.local = &local}, NULL);
    bp_batch *batch = bp_batch_create(NULL, skeleton, (const bp_clip *const *)clips, 3, NULL);
    float half = 0.5f;
    const struct {
        bp_batch_layer layers[3];
        bp_vec3 position;
        float degrees, scale;
    } cases[] = {
        {{{0, NULL, 1, 0, 0, false}, {0, NULL, 3, 1, 0, false}},
         {0.25f, 1.5f, 0},
         68.401839f,
         1}, /* twice that of (1 + 3 cos 45, 3 sin 45) */
        {{{0, NULL, 1, 0, 0, false}, {0, NULL, 1, 1, 0, false}}, {0.5f, 1, 0}, 45, 1},
        /* The mask halves a weight of 1: rest has the other half. */
        {{{0, &half, 1, 0, 0, false}}, {0.5f, 0, 4}, 0, 1},
        {{{0, NULL, 0, 0, 0, false}}, {0, 0, 8}, 0, 1}, /* no layer: rest */
        /* On top of the first clip: a quarter of 60 degrees, of (0, 0, 2), and of the factor 1.5 - 1. */
        {{{0, NULL, 1, 0, 0, false}, {1, NULL, 0.25f, 2, 0, true}}, {1, 0, 0.5f}, 15, 1.125f},
        {{{0, NULL, 1, 0, 0, false}, {1, NULL, 9, 2, 0, true}}, {1, 0, 2}, 60, 1.5f}, /* counts as 1 */
    };
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        bp_trs got;
        bp_batch_job job = {.count = 1, .layers = cases[i].layers, .layer_count = 3, .locals = &got};
        assert_true(bp_batch_run(batch, &job, NULL));
        bp_quat q = bp_quat_from_axis_angle(bp_vec3_make(0, 0, 1), bp_radians(cases[i].degrees));
        if (got.rotation.w < 0) got.rotation = bp_quat_negate(got.rotation);
        expect_floats(&got.position.x, &cases[i].position.x, 3, 1e-6);
        expect_floats(&got.rotation.x, &q.x, 4, 1e-6);
        expect_floats(&got.scale.x, ((float[]){cases[i].scale, cases[i].scale, cases[i].scale}), 3, 1e-6);
    }
    bp_batch_destroy(batch);
    bp_skeleton_destroy(skeleton);
    for (int i = 0; i < 3; i++) bp_clip_destroy(clips[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blending_equals_poses),
        cmocka_unit_test(test_blending_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
