/* Measures of a retargeted clip, against numbers derived by hand. The body's legs are 0.8 m long, so it counts
 * as 0.8 / 0.46 = 1.7391 m high, and a millimetre of it as 1.8 / 1.7391 = 1.035 mm of a figure of 1.8 m. */
#include "gltf/retarget/retarget.h"
#include "support/allocator.h"
#include "support/retarget_rig.h"
#include <math.h>

enum { FRAMES = 16 }; /* of half a second */

typedef struct edit {
    float sideways, down; /* of the hips: metres from frame to frame; metres in all frames */
    int bone;             /* turned by `degrees` about Z in the result */
    double degrees;
} edit;

/* The clip with another path of the hips, or another rotation of a bone. */
static bp_clip *changed(const bp_clip *clip, const edit *change) {
    bp_error error = {0};
    bp_clip *out = bp_clip_create(NULL, &(bp_clip_options){.name = "x", .targets = BP_TARGETS_NODES}, &error);
    for (size_t i = 0; i < bp_clip_track_count(clip); i++) {
        bp_track track = *bp_clip_track(clip, i);
        float values[3 * FRAMES];
        double times[FRAMES];
        bp_quat q;
        if (track.kind == BP_TRACK_POSITION) {
            for (int f = 0; f < FRAMES; f++) {
                const float *from = track.values + (track.key_count > 1 ? 3 * f : 0);
                times[f] = f / 30.0;
                values[3 * f] = from[0] + change->sideways * (float)f;
                values[3 * f + 1] = from[1] - change->down;
                values[3 * f + 2] = from[2];
            }
            track.key_count = FRAMES;
            track.times = times;
            track.values = values;
        } else if (track.target == change->bone) {
            q = bp_quat_from_axis_angle(Z, bp_radians((float)change->degrees));
            track.values = &q.x; /* the bones' own frames are the scene's, and nothing turns */
        }
        assert_true(bp_clip_add(out, &track, &error));
    }
    return out;
}

static const bp_retarget_series *series_of(const bp_retarget_report *report, bp_retarget_kind kind,
                                           const char *role) {
    for (size_t i = 0; i < report->series_count; i++)
        if (report->series[i].kind == kind && strcmp(report->series[i].role, role) == 0)
            return &report->series[i];
    fail_msg("no %s of %s", bp_retarget_kind_name(kind), role);
    return NULL;
}

typedef struct job {
    bp_model *source, *target;
    bp_retarget_map map;
    bp_retarget *retarget;
    bp_clip *clip;
} job;

static job open_job(const char *rows) {
    rig own = make_rig(1);
    bp_error error = {0};
    job j = {.source = bvh_of(rows), .target = model_of(&own)};
    assert_true(bp_retarget_map_find(j.source, j.target, NULL, &j.map, &error));
    assert_non_null(j.retarget = bp_retarget_create(j.source, j.target, &j.map, NULL, &error));
    assert_non_null(j.clip = bp_retarget_clip(j.retarget, 0, &error));
    return j;
}

static void close_job(job *j) {
    bp_clip_destroy(j->clip);
    bp_retarget_destroy(j->retarget);
    bp_retarget_map_clear(&j->map);
    bp_model_destroy(j->source);
    bp_model_destroy(j->target);
}

static bp_retarget_report measure(const job *j, const edit *change) {
    bp_error error = {0};
    bp_retarget_report report;
    bp_clip *clip = changed(j->clip, change);
    assert_true(bp_retarget_measure(j->retarget, 0, clip, &report, &error));
    assert_int_equal(report.frame_count, FRAMES);
    bp_clip_destroy(clip);
    return report;
}

/* A body that stands: nothing is wrong with the transfer itself. */
static void test_nothing(void **state) {
    (void)state;
    job j = open_job("0 95 0\n0 95 0\n");
    bp_retarget_report report = measure(&j, &(edit){.bone = -1});
    for (size_t i = 0; i < report.series_count; i++)
        if (report.series[i].kind != BP_RETARGET_JERK && report.series[i].worst > 2e-4f)
            fail_msg("%s of %s: %g", bp_retarget_kind_name(report.series[i].kind), report.series[i].role,
                     (double)report.series[i].worst);
    assert_int_equal(series_of(&report, BP_RETARGET_SLIDE, "leftFoot")->count, FRAMES - 3);
    bp_retarget_report_clear(&report);
    close_job(&j);
}

/* The forearm is turned by 10 degrees: it and the hand are 10 degrees off, and the hand, 0.25 m out, is
 * 2 * 0.25 sin 5 = 0.043578 m away: 2.5057% of the height. */
static void test_angle(void **state) {
    (void)state;
    job j = open_job("0 95 0\n0 95 0\n");
    bp_retarget_report report = measure(&j, &(edit){.bone = L_FORE, .degrees = 10});
    expect_float(series_of(&report, BP_RETARGET_ANGLE, "leftLowerArm")->median, 10, 1e-4);
    expect_float(series_of(&report, BP_RETARGET_ANGLE, "leftHand")->p95, 10, 1e-4);
    expect_float(series_of(&report, BP_RETARGET_ANGLE, "leftUpperArm")->worst, 0, 1e-4);
    expect_float(series_of(&report, BP_RETARGET_REACH, "leftHand")->p95, 2.5057, 1e-3);
    expect_float(series_of(&report, BP_RETARGET_REACH, "rightHand")->worst, 0, 1e-4);
    bp_retarget_report_clear(&report);
    close_job(&j);
}

/* The hips slide by 10 mm in 1/30 s, and are 20 mm too low: 300 mm/s * 1.035 = 310.5; after 15 frames 150 mm
 * * 1.035 = 155.25 sideways; 20.7 mm in the ground. */
static void test_feet(void **state) {
    (void)state;
    job j = open_job("0 95 0\n0 95 0\n");
    bp_retarget_report report = measure(&j, &(edit){.bone = -1, .sideways = 0.01f, .down = 0.02f});
    const bp_retarget_series *drift = series_of(&report, BP_RETARGET_DRIFT, "hips");
    expect_float(series_of(&report, BP_RETARGET_SLIDE, "rightFoot")->median, 310.5, 0.01);
    expect_float(series_of(&report, BP_RETARGET_PENETRATION, "leftFoot")->p95, 20.7, 0.01);
    expect_float(series_of(&report, BP_RETARGET_FLOAT, "leftFoot")->worst, 0, 1e-6);
    expect_float(drift->worst, 155.25, 0.01);
    assert_int_equal(drift->worst_frame, 15);
    assert_int_equal(report.series[report.worst[BP_RETARGET_DRIFT]].worst_frame, 15);
    bp_retarget_report_clear(&report);
    report = measure(&j, &(edit){.bone = -1, .down = -0.01f});
    expect_float(series_of(&report, BP_RETARGET_FLOAT, "leftFoot")->median, 10.35, 0.01);
    bp_retarget_report_clear(&report);
    close_job(&j);
}

/* A body that moves by 2 m/s forwards stands on nothing: no frame counts as planted. */
static void test_not_planted(void **state) {
    (void)state;
    job j = open_job("0 95 0\n0 95 100\n");
    bp_retarget_report report = measure(&j, &(edit){.bone = -1});
    assert_int_equal(series_of(&report, BP_RETARGET_SLIDE, "leftFoot")->count, 0);
    bp_retarget_report_clear(&report);
    close_job(&j);
}

/* Our character onto itself, with its mesh: the soles stand on the ground, and an arm that goes through the
 * trunk overlaps it by more than half of the arm's thickness. */
static void test_mesh(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *model = NULL;
    bp_retarget_map map;
    bp_retarget_report report;
    if (!bp_gltf_read(NULL, "assets/character.glb", NULL, &model, NULL, &error))
        fail_msg("%s", error.message);
    assert_true(bp_retarget_map_find(model, model, NULL, &map, &error));
    bp_retarget *retarget = bp_retarget_create(model, model, &map, NULL, &error);
    int idle = bp_model_find_clip(model, "idle"), arm = bp_model_find_node(model, "upper_arm_left");
    bp_clip *clip = bp_retarget_clip(retarget, idle, &error);
    bp_clip *bad = bp_clip_create(NULL, &(bp_clip_options){.name = "x", .targets = BP_TARGETS_NODES}, &error);
    assert_true(bp_retarget_measure(retarget, idle, clip, &report, &error));
    expect_float(series_of(&report, BP_RETARGET_OVERLAP, "leftLowerArm")->worst, 0, 1e-6);
    assert_true(series_of(&report, BP_RETARGET_FLOAT, "leftFoot")->worst < 5);
    assert_true(series_of(&report, BP_RETARGET_PENETRATION, "leftFoot")->worst < 5);
    expect_float(series_of(&report, BP_RETARGET_JERK, "leftHand")->p95, 1,
                 0.1); /* idle is nearly still: rounding shows */
    bp_retarget_report_clear(&report);
    /* Half a turn about the scene's Y in the shoulder takes the arm, which hangs aslant, through the chest. */
    bp_trs above;
    assert_true(bp_mat4_decompose(bp_node_world(bp_node_parent(model->nodes[arm])), &above));
    bp_quat half = bp_quat_from_axis_angle(Y, BP_PI), q = bp_node_rotation(model->nodes[arm]);
    q = bp_quat_mul(bp_quat_conjugate(above.rotation), bp_quat_mul(half, bp_quat_mul(above.rotation, q)));
    for (size_t i = 0; i < bp_clip_track_count(clip); i++) {
        bp_track track = *bp_clip_track(clip, i);
        if (track.target == arm) track.values = &q.x, track.key_count = 1;
        assert_true(bp_clip_add(bad, &track, &error));
    }
    assert_true(bp_retarget_measure(retarget, idle, bad, &report, &error));
    assert_true(series_of(&report, BP_RETARGET_OVERLAP, "leftLowerArm")->median > 30);
    bp_retarget_report_clear(&report);
    bp_clip_destroy(clip);
    bp_clip_destroy(bad);
    bp_retarget_destroy(retarget);
    bp_retarget_map_clear(&map);
    bp_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing),     cmocka_unit_test(test_angle), cmocka_unit_test(test_feet),
        cmocka_unit_test(test_not_planted), cmocka_unit_test(test_mesh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
