/* Clips know whether they move bones or nodes: the wrong kind is refused everywhere, and a model's clip can be
 * made to move the bones of a skeleton. */
#include "rig/anim/anim.h"
#include "support/range.c"
#include "support/test.h"
#include <bindpose/model.h>

enum { NODES = 4, JOINT = 2 }; /* node 2 is linked to bone 0: the numbers differ */

static bp_clip *make_clip(bp_targets targets) {
    static const double times[] = {0, 1};
    static const float values[] = {0, 0, 0, 4, 0, 0};
    bp_clip *clip =
        bp_clip_create(NULL, &(bp_clip_options){.name = "slide", .rate = 2, .targets = targets}, NULL);
    bp_track track = {
        .target = JOINT, .kind = BP_TRACK_POSITION, .key_count = 2, .times = times, .values = values};
    assert_true(bp_clip_add(clip, &track, NULL));
    track.target = 1; /* a node without bone */
    assert_true(bp_clip_add(clip, &track, NULL));
    return clip;
}

static bp_model *make_model(bp_targets targets) {
    bp_model *model =
        bp_model_create(NULL, "m", &(bp_model_counts){.nodes = NODES, .clips = 1, .skeletons = 1}, NULL);
    for (int i = 0; i < NODES; i++) {
        model->nodes[i] = bp_node_create(NULL, "n", NULL, NULL);
        model->node_names[i] = bp_copy_text(NULL, "n", NULL);
    }
    model->skeletons[0] = bp_skeleton_create(NULL, NULL, NULL);
    bp_bone_link(bp_skeleton_add(model->skeletons[0], NULL, NULL), model->nodes[JOINT]);
    model->clips[0] = make_clip(targets);
    return model;
}

static void expect_refused(bool result, bp_error *error, const char *word) {
    assert_false(result);
    assert_int_equal(error->kind, BP_ERROR_ARGUMENT);
    if (!strstr(error->message, word)) fail_msg("\"%s\" doesn't contain \"%s\"", error->message, word);
    *error = (bp_error){0};
}

static void test_the_wrong_kind_is_refused(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *model = make_model(BP_TARGETS_NODES);
    bp_skeleton *skeleton = model->skeletons[0];
    bp_clip *bones = make_clip(BP_TARGETS_BONES);
    bp_pose *pose = bp_pose_create(NULL, NODES, NULL, NULL);
    const bp_clip *clips[] = {model->clips[0]};
    expect_refused(bp_batch_create(NULL, skeleton, clips, 1, &error) != NULL, &error,
                   "bp_model_clip_for_skeleton");
    assert_true(bp_clip_sample(model->clips[0], 0.5, pose));
    expect_refused(bp_pose_apply(pose, skeleton, &error), &error, "nodes");
    assert_false(bp_clip_sample(bones, 0.5, pose)); /* the pose holds nodes */
    assert_true(bp_pose_apply_nodes(pose, model->nodes, NODES, &error));
    bp_pose_clear(pose);
    assert_true(bp_clip_sample(bones, 0.5, pose));
    expect_refused(bp_pose_apply_nodes(pose, model->nodes, NODES, &error), &error, "bones");
    bp_range_copy copy = {.clip = bones,
                          .skeleton = skeleton,
                          .source = model->clips[0],
                          .source_skeleton = skeleton,
                          .name = "all"};
    expect_refused(bp_range_copy_run(&copy, &error), &error, "nodes");
    bp_pose_destroy(pose);
    bp_clip_destroy(bones);
    bp_model_destroy(model);
}

static void test_a_model_refuses_clips_of_bones(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *model = make_model(BP_TARGETS_BONES);
    expect_refused(bp_model_check(model, &error), &error, "bones");
    bp_model_pose *pose = bp_model_pose_create(model, NULL);
    expect_refused(bp_model_pose_set(pose, 0, 0, &error), &error, "bones");
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
}

static void test_conversion(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *model = make_model(BP_TARGETS_NODES);
    bp_clip *clip = bp_model_clip_for_skeleton(model, 0, model->skeletons[0], &error);
    assert_non_null(clip);
    assert_int_equal(bp_clip_targets(clip), BP_TARGETS_BONES);
    assert_string_equal(bp_clip_name(clip), "slide");
    assert_true(bp_clip_rate(clip) == 2);
    assert_int_equal(bp_clip_track_count(clip), 1);
    assert_int_equal(bp_clip_track(clip, 0)->target, 0);
    bp_batch *batch = bp_batch_create(NULL, model->skeletons[0], (const bp_clip *[]){clip}, 1, &error);
    assert_non_null(batch);
    bp_mat4 absolute;
    const bp_batch_layer layer = {.time = 0.25, .weight = 1};
    bp_batch_job job = {.count = 1, .layers = &layer, .absolutes = &absolute};
    assert_true(bp_batch_run(batch, &job, &error));
    assert_float_equal(absolute.m[12], 1, 0);
    bp_batch_destroy(batch);
    bp_clip_destroy(clip);
    expect_refused(bp_model_clip_for_skeleton(model, 1, model->skeletons[0], &error) != NULL, &error,
                   "no clip 1");
    expect_refused(bp_model_clip_for_skeleton(model, 0, NULL, &error) != NULL, &error, "NULL");
    bp_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_wrong_kind_is_refused),
        cmocka_unit_test(test_a_model_refuses_clips_of_bones),
        cmocka_unit_test(test_conversion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
