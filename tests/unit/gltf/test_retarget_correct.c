/* Corrections after a transfer: planted feet, soles on the ground, hands in place. */
#include "support/allocator.h"
#include "support/retarget_rig.h"
#include <math.h>

typedef struct job {
    bp_model *source, *target;
    bp_retarget_map map;
    bp_retarget *retarget;
} job;

static job open_job(bp_model *source, bp_model *target, const bp_retarget_options *options) {
    bp_error error = {0};
    job j = {.source = source, .target = target};
    assert_true(bp_retarget_map_find(source, target, NULL, &j.map, &error));
    assert_non_null(j.retarget = bp_retarget_create(source, target, &j.map, options, &error));
    return j;
}

static void close_job(job *j) {
    bp_retarget_destroy(j->retarget);
    bp_retarget_map_clear(&j->map);
    bp_model_destroy(j->source);
    bp_model_destroy(j->target);
}

/* The largest value of a measure over all roles. */
static float most(const bp_retarget_report *report, bp_retarget_kind kind) {
    float worst = 0;
    for (size_t i = 0; i < report->series_count; i++)
        if (report->series[i].kind == kind) worst = fmaxf(worst, report->series[i].worst);
    return worst;
}

static bp_retarget_report measured(const job *j) {
    bp_error error = {0};
    bp_retarget_report report;
    bp_clip *clip = bp_retarget_clip(j->retarget, 0, &error);
    assert_non_null(clip);
    assert_true(bp_retarget_measure(j->retarget, 0, clip, &report, &error));
    bp_clip_destroy(clip);
    return report;
}

/* The source glides sideways by 0.1 m/s, slow enough to count as planted, on legs that move with it: the feet
 * stay in place, while without the correction they slide at 100 mm/s * 1.8 / 1.7391 = 103.5. The hips still
 * follow the source's path. */
static void test_planted(void **state) {
    (void)state;
    rig own = make_rig(1);
    for (int keep = 0; keep < 2; keep++) {
        job j =
            open_job(bvh_of("0 95 0\n5 95 0\n"), model_of(&own), &(bp_retarget_options){.keep_feet = keep});
        bp_retarget_report report = measured(&j);
        if (!keep) expect_float(most(&report, BP_RETARGET_SLIDE), 103.5, 0.1);
        if (keep) assert_true(most(&report, BP_RETARGET_SLIDE) < 0.1f);
        assert_true(most(&report, BP_RETARGET_DRIFT) < 0.01f);
        bp_retarget_report_clear(&report);
        close_job(&j);
    }
}

/* A clip knows what comes: the feet are planted from its first frame on, not only once they have rested. */
static void test_planted_early(void **state) {
    (void)state;
    rig own = make_rig(1);
    bp_error error = {0};
    job j = open_job(bvh_of("0 90 0\n5 90 0\n"), model_of(&own), &(bp_retarget_options){.keep_feet = true});
    bp_clip *clip = bp_retarget_clip(j.retarget, 0, &error);
    bp_pose *to = bp_pose_create(NULL, BONES, NULL, &error);
    for (int f = 0; f < 16; f++) {
        bp_pose_clear(to);
        bp_clip_sample(clip, f / 30.0, to);
        bp_pose_apply_nodes(to, j.target->nodes, BONES, NULL);
        bp_vec3 foot = bp_mat4_position(bp_node_world(j.target->nodes[L_FOOT]));
        expect_float(foot.x, 0.1,
                     f == 0 ? 1e-6 : 0.05 / 15 + 1e-5); /* the first step isn't seen to be slow */
        if (f > 1) expect_float(foot.y, 0.1, 1e-5);
    }
    bp_pose_destroy(to);
    bp_clip_destroy(clip);
    close_job(&j);
}

/* The source rises by half a metre, and up there glides on by 0.02 m/s: its feet rest, as on a box. Without
 * the correction they slide at 20 * 1.8 / 1.7391 = 20.7 mm/s. In the air, on the way up, nothing is planted.
 * */
static void test_on_a_box(void **state) {
    (void)state;
    rig own = make_rig(1);
    for (int keep = 0; keep < 2; keep++) {
        job j = open_job(bvh_of("0 90 0\n0 140 0\n1 140 0\n"), model_of(&own),
                         &(bp_retarget_options){.keep_feet = keep});
        bp_retarget_report report = measured(&j);
        if (!keep) expect_float(most(&report, BP_RETARGET_SLIDE), 20.7, 0.1);
        if (keep) assert_true(most(&report, BP_RETARGET_SLIDE) < 0.1f);
        assert_true(most(&report, BP_RETARGET_FLOAT) < 0.1f);
        assert_true(most(&report, BP_RETARGET_DRIFT) < 0.01f);
        for (size_t s = 0; s < report.series_count; s++)
            for (size_t f = 2; report.series[s].kind == BP_RETARGET_SLIDE && f < 21; f++)
                assert_true(report.series[s].values[f] != report.series[s].values[f]);
        bp_retarget_report_clear(&report);
        close_job(&j);
    }
}

/* The same frame by frame: once the foot has rested for 0.2 s up there, it stays where it is then. */
static void test_box_by_steps(void **state) {
    (void)state;
    rig own = make_rig(1);
    bp_error error = {0};
    job j = open_job(bvh_of("0 95 0\n0 145 0\n1 145 0\n"), model_of(&own),
                     &(bp_retarget_options){.keep_feet = true, .has_ground = true, .ground = 0.1f});
    bp_pose *from = bp_pose_create(NULL, j.source->node_count, NULL, &error);
    bp_pose *to = bp_pose_create(NULL, BONES, NULL, &error);
    double kept = 0;
    for (int f = 0; f <= 30; f++) {
        bp_pose_clear(from);
        bp_clip_sample(j.source->clips[0], f / 30.0, from);
        assert_true(bp_retarget_step(j.retarget, from, f > 0 ? 1 / 30.0 : 0, to));
        bp_pose_apply_nodes(to, j.target->nodes, BONES, NULL);
        bp_vec3 foot = bp_mat4_position(bp_node_world(j.target->nodes[L_FOOT]));
        if (f == 22) kept = (double)foot.x;
        if (f >= 22) expect_float(foot.x, kept, 1e-5);
        if (f >= 15) expect_float(foot.y, 0.6, 1e-5);
    }
    expect_float(kept, 0.1 + 0.02 * 7 / 30,
                 0.02 * 2 / 30); /* at x = 0.1 a leg stands, planted at frame 21 or 22 */
    bp_pose_destroy(from);
    bp_pose_destroy(to);
    close_job(&j);
}

/* A leg that is held up beside a standing one isn't kept, however slowly it moves: on an equal body the foot
 * goes where the source's does. Its ankle moves by 0.8 m times 0.1 degrees in 1/30 s, 42 mm/s. */
static void test_held_up(void **state) {
    (void)state;
    rig a = make_rig(1), b = make_rig(1);
    pair p = open_pair(&a, &b);
    bp_error error = {0};
    bp_retarget_destroy(p.retarget);
    p.retarget = bp_retarget_create(p.models[0], p.models[1], &p.map,
                                    &(bp_retarget_options){.keep_feet = true}, &error);
    turn(&p, 0, L_LEG, X, -60);
    for (int f = 0; f < 60; f++) {
        turn(&p, 0, L_LEG, X, 0.1);
        assert_true(bp_retarget_step(p.retarget, p.poses[0], f > 0 ? 1 / 30.0 : 0, p.poses[1]));
        for (int i = 0; i < 2; i++) bp_pose_apply_nodes(p.poses[i], p.models[i]->nodes, BONES, NULL);
        expect_float(bp_vec3_distance(found(&p, 0, L_FOOT), found(&p, 1, L_FOOT)), 0, 1e-5);
    }
    close_pair(&p);
}

/* A straight leg can't reach aside: the hips go down. The thigh begins 0.05 under the hips, and the ankle is
 * at 0.1: d aside, at the leg's own length 0.8, the thigh begins sqrt(0.64 - d^2) over it. */
static void test_hips_go_down(void **state) {
    (void)state;
    rig own = make_rig(1);
    bp_error error = {0};
    job j = open_job(bvh_of("0 95 0\n6 95 0\n"), model_of(&own),
                     &(bp_retarget_options){.keep_feet = true, .has_ground = true, .ground = 0.1f});
    bp_pose *from = bp_pose_create(NULL, j.source->node_count, NULL, &error);
    bp_pose *to = bp_pose_create(NULL, BONES, NULL, &error);
    float slow = 0, last = 0.95f, steepest = 0;
    for (int f = 0; f <= 60; f++) {
        float x = 0.06f * (float)f / 60, seconds = (float)f / 120;
        bp_pose_clear(from);
        bp_clip_sample(j.source->clips[0], (double)seconds, from);
        assert_true(bp_retarget_step(j.retarget, from, f > 0 ? 1.0 / 120 : 0, to));
        bp_pose_apply_nodes(to, j.target->nodes, BONES, NULL);
        bp_vec3 hips = bp_mat4_position(bp_node_world(j.target->nodes[HIPS]));
        bp_vec3 foot = bp_mat4_position(bp_node_world(j.target->nodes[L_FOOT]));
        expect_float(hips.x, (double)x, 1e-6);
        if (f == 8) slow = foot.x; /* planted after 0.05 s */
        if (f > 8) expect_float(foot.x, (double)slow, 1e-5);
        if (f > 8) expect_float(foot.y, 0.1, 1e-5);
        steepest = fmaxf(steepest, fabsf(hips.y - last));
        last = hips.y;
    }
    float aside = 0.1f + 0.06f - slow;
    expect_float(last, 0.95 - 0.8 + sqrt(0.64 - (double)(aside * aside)), 2e-5);
    assert_true(steepest < 0.001f);
    bp_pose_destroy(from);
    bp_pose_destroy(to);
    close_job(&j);
}

/* Hands that hold each other in front stay 0.2 m apart on a body of the same legs with wider shoulders, and
 * as far from hips or head. Without the correction they are as much wider apart as the shoulders. */
static void test_hands(void **state) {
    (void)state;
    static const bp_retarget_hands ways[] = {BP_RETARGET_HANDS_FREE, BP_RETARGET_HANDS_HIPS,
                                             BP_RETARGET_HANDS_HEAD, BP_RETARGET_HANDS_TOGETHER};
    for (size_t w = 0; w < BP_COUNT(ways); w++) {
        rig a = make_rig(1), b = make_rig(1);
        for (int i = L_ARM; i <= R_HAND; i++) b.at[i][0] += i < R_ARM ? 0.06 : -0.06;
        pair p = open_pair(&a, &b);
        bp_error error = {0};
        bp_retarget_destroy(p.retarget);
        p.retarget = bp_retarget_create(p.models[0], p.models[1], &p.map,
                                        &(bp_retarget_options){.keep_hands = ways[w]}, &error);
        turn(&p, 0, L_ARM, Y, -70);
        turn(&p, 0, R_ARM, Y, 70);
        turn(&p, 0, L_FORE, Y, -60);
        turn(&p, 0, R_FORE, Y, 60);
        assert_true(bp_retarget_step(p.retarget, p.poses[0], 0, p.poses[1]));
        for (int i = 0; i < 2; i++) bp_pose_apply_nodes(p.poses[i], p.models[i]->nodes, BONES, NULL);
        bp_vec3 wanted = found(&p, 0, L_HAND), got = found(&p, 1, L_HAND);
        double off = (double)bp_vec3_distance(wanted, got);
        double apart[2];
        for (int i = 0; i < 2; i++)
            apart[i] = (double)bp_vec3_distance(found(&p, i, L_HAND), found(&p, i, R_HAND));
        expect_float(off, w == 0 ? 0.06 : 0, 1e-5);
        expect_float(apart[1] - apart[0], w == 0 ? (double)(got.x - wanted.x) * 2 : 0, 1e-5);
        expect_float(bp_vec3_distance(found(&p, 1, L_FORE), got), 0.25, 1e-5); /* the arm keeps its lengths */
        close_pair(&p);
    }
}

/* Our character's own soles: its walk, retargeted to itself, never enters the ground. */
static void test_soles(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *models[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++)
        assert_true(bp_gltf_read(NULL, "assets/character.glb", NULL, &models[i], NULL, &error));
    job j = open_job(models[0], models[1], &(bp_retarget_options){.keep_feet = true});
    int walk = bp_model_find_clip(models[0], "walk");
    bp_retarget_report report;
    bp_clip *clip = bp_retarget_clip(j.retarget, walk, &error);
    assert_true(bp_retarget_measure(j.retarget, walk, clip, &report, &error));
    assert_true(most(&report, BP_RETARGET_PENETRATION) < 0.3f);
    bp_clip_destroy(clip);
    bp_retarget_report_clear(&report);
    assert_true(bp_retarget_measure(j.retarget, walk, models[0]->clips[walk], &report, &error));
    assert_true(most(&report, BP_RETARGET_PENETRATION) > 5); /* as it was made, it does */
    bp_retarget_report_clear(&report);
    close_job(&j);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_planted),      cmocka_unit_test(test_planted_early),
        cmocka_unit_test(test_hips_go_down), cmocka_unit_test(test_hands),
        cmocka_unit_test(test_soles),        cmocka_unit_test(test_held_up),
        cmocka_unit_test(test_on_a_box),     cmocka_unit_test(test_box_by_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
