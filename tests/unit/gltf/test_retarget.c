/* Retargeting: cases derived by hand, and properties on random skeletons. Models are trees of nodes that the test
 * writes as glTF text. */
#include "gltf/retarget/retarget.h"
#include "math/double.h"
#include "support/allocator.h"
#include "support/retarget_rig.h"
#include <inttypes.h>
#include <math.h>

/* One bone, equal rests: the left forearm turns by a quarter about Z, from +X to +Y: the hand, 0.25 out, is then 0.25
 * above the elbow at (0.5, 1.4, 0). */
static void test_one_bone(void **state) {
    (void)state;
    rig a = make_rig(1), b = make_rig(1);
    pair p = open_pair(&a, &b);
    turn(&p, 0, L_FORE, Z, 90);
    run(&p);
    expect_at(&p, L_HAND, 0.5, 1.65, 0);
    expect_at(&p, R_HAND, -0.75, 1.4, 0);
    close_pair(&p);
}

/* The target's right arm has its frames turned half around about Z and Y, as mirrored rigs have, and its forearm's
 * rolled by 40 degrees about its own length: the same turn of the source, a quarter about Y, takes the right forearm
 * from -X to +Z all the same. */
static void test_mirrored_and_rolled(void **state) {
    (void)state;
    rig a = make_rig(1), b = make_rig(1);
    for (int i = R_ARM; i <= R_HAND; i++)
        b.turned[i] = bp_quat_mul(bp_quat_from_axis_angle(Z, BP_PI), bp_quat_from_axis_angle(Y, BP_PI));
    b.turned[R_FORE] = bp_quat_mul(b.turned[R_FORE], bp_quat_from_axis_angle(X, bp_radians(40)));
    pair p = open_pair(&a, &b);
    turn(&p, 0, R_FORE, Y, 90);
    run(&p);
    expect_at(&p, R_HAND, -0.5, 1.4, 0.25);
    close_pair(&p);
}

/* The source rests as T, the target as A, with arms 45 degrees down: at rest the target's arms go out as the source's
 * do, 45 degrees are said, and when the source's arm goes down by 90 degrees, so does the target's. */
static void test_a_against_t(void **state) {
    (void)state;
    rig a = make_rig(1), b = make_rig(1);
    bend(&b, L_ARM, Z, -45);
    bend(&b, R_ARM, Z, 45);
    pair p = open_pair(&a, &b);
    run(&p);
    expect_at(&p, L_HAND, 0.75, 1.4, 0);
    expect_at(&p, R_HAND, -0.75, 1.4, 0);
    for (size_t i = 0; i < p.map.count; i++) {
        bool arm = strstr(p.map.pairs[i].role, "Arm") != NULL;
        float apart = bp_retarget_apart(p.retarget, i);
        if (arm) expect_float(bp_degrees(apart), 45, 1e-3);
        if (!arm) assert_true(apart < 1e-3f);
    }
    turn(&p, 0, L_ARM, Z, -90);
    run(&p);
    expect_at(&p, L_HAND, 0.2, 0.85, 0);
    close_pair(&p);
}

/* A target of half the size: the hips' steps are halved, and their height over the ankles, 0.85 - 0.2 of the source, is
 * halved over the target's ankles at 0.05: 0.05 + 0.325. */
static void test_size(void **state) {
    (void)state;
    rig a = make_rig(1), b = make_rig(0.5);
    pair p = open_pair(&a, &b);
    expect_float(bp_retarget_read(p.retarget).scale, 0.5, 1e-6);
    p.poses[0]->positions[HIPS] = bp_vec3_make(0.3f, 0.75f, 2);
    run(&p);
    expect_at(&p, HIPS, 0.15, 0.375, 1);
    close_pair(&p);
}

/* The source looks along +X: its walk along +X becomes one along the target's +Z, a quarter turn about -Y. */
static void test_facing(void **state) {
    (void)state;
    rig a = make_rig(1), b = make_rig(1);
    bend(&a, HIPS, Y, 90);
    pair p = open_pair(&a, &b);
    expect_float(bp_degrees(bp_retarget_read(p.retarget).facing), -90, 1e-3);
    p.poses[0]->positions[HIPS] = bp_vec3_make(2, 0.95f, 0);
    turn(&p, 0, L_FORE, Y, 90); /* its left arm is along -Z; a quarter about Y: along -X, backwards */
    run(&p);
    expect_at(&p, HIPS, 0, 0.95, 2);
    expect_at(&p, L_HAND, 0.5, 1.4, 2 - 0.25);
    close_pair(&p);
}

/* The body as BVH in centimetres, at rest with its hips in the origin, as motion capture has it. It stands at 95 cm,
 * then jumps by 10 cm and 1 m forwards: so does the target, from its own 0.95 m. Keys half a second apart become
 * fifteen steps of 1/30 s. */
static void test_motion_capture(void **state) {
    (void)state;
    rig own = make_rig(1);
    bp_error error = {0};
    bp_retarget_map map;
    bp_model *source = bvh_of("0 95 0\n0 105 100\n"), *target = model_of(&own);
    assert_true(bp_retarget_map_find(source, target, NULL, &map, &error));
    bp_retarget *retarget = bp_retarget_create(source, target, &map, NULL, &error);
    bp_clip *clip = bp_retarget_clip(retarget, 0, &error);
    assert_non_null(clip);
    const bp_track *hips = bp_clip_track(clip, bp_clip_track_count(clip) - 1);
    assert_int_equal(hips->kind, BP_TRACK_POSITION);
    assert_int_equal(hips->key_count, 16);
    static const float first[3] = {0, 0.95f, 0}, last[3] = {0, 1.05f, 1};
    expect_floats(hips->values, first, 3, 2e-6);
    expect_floats(hips->values + 3 * 15, last, 3, 2e-6);
    expect_float(hips->times[15], 0.5, 1e-9);
    assert_int_equal(bp_clip_track(clip, 0)->key_count, 1); /* nothing rotates */
    assert_null(bp_retarget_clip(retarget, 1, &error));
    bp_clip_destroy(clip);
    bp_retarget_destroy(retarget);
    bp_retarget_map_clear(&map);
    bp_model_destroy(source);
    bp_model_destroy(target);
}

/* ---- properties -----------------------------------------------------------------------------------*/

static bp_quat random_turn(uint64_t *random) {
    bp_quat q = {test_random_float(random, -1, 1), test_random_float(random, -1, 1),
                 test_random_float(random, -1, 1), test_random_float(random, -1, 1)};
    return bp_quat_normalize(q);
}

static rig random_rig(uint64_t *random, double size) {
    rig r = make_rig(size);
    bend(&r, L_ARM, Z, (double)test_random_float(random, -60, 10));
    bend(&r, R_ARM, Z, (double)test_random_float(random, -10, 60));
    bend(&r, L_FORE, Y, (double)test_random_float(random, -30, 0));
    bend(&r, L_LEG, Z, (double)test_random_float(random, 0, 15));
    return r;
}

static void random_pose(uint64_t *random, pair *p) {
    for (int i = 0; i < BONES; i++) {
        bp_quat q = random_turn(random);
        turn(p, 0, i, bp_vec3_normalize(bp_vec3_make(q.x, q.y, q.z)),
             (double)test_random_float(random, -80, 80));
    }
    p->poses[0]->positions[node_at(p->rigs[0], HIPS)] = bp_vec3_make(0.3f, 0.8f, -0.4f);
}

/* Poses the source and runs: each bone turned since its rest, in the scene, as at `seed`. Only the local rotations
 * are rounded to float. Then where the target's bones are, in double. */
static void pose_exactly(pair *p, uint64_t seed, float size, bp_dvec3 at[BONES]) {
    bp_dquat turns[BONES], worlds[BONES];
    const rig *r = p->rigs[0];
    for (int i = 0; i < BONES; i++) {
        bp_quat axis = random_turn(&seed);
        double angle = (double)test_random_float(&seed, -1.4f, 1.4f);
        bp_dquat own = bp_dquat_from_axis_angle(
            bp_dvec3_normalize(bp_dvec3_from_vec3(bp_vec3_make(axis.x, axis.y, axis.z))), angle);
        int parent = BODY[i].parent;
        bp_dquat frame = bp_dquat_normalize(bp_dquat_from_quat(r->turned[i]));
        turns[i] = parent < 0 ? own : bp_dquat_mul(own, turns[parent]);
        worlds[i] = bp_dquat_mul(turns[i], frame);
        bp_dquat above = parent < 0 ? (bp_dquat){0, 0, 0, 1} : worlds[parent];
        above = (bp_dquat){-above.x, -above.y, -above.z, above.w};
        p->poses[0]->rotations[node_at(r, i)] = bp_dquat_to_quat(bp_dquat_mul(above, worlds[i]));
    }
    p->poses[0]->positions[node_at(r, HIPS)] = bp_vec3_scale(bp_vec3_make(0.25f, 0.75f, -0.5f), size);
    assert_true(bp_retarget_pose(p->retarget, p->poses[0], p->poses[1]));
    for (int i = 0; i < BONES; i++) {
        int node = node_at(p->rigs[1], i), parent = BODY[i].parent;
        bp_vec3 rest = bp_node_position(p->models[1]->nodes[node]);
        bp_dquat own = bp_dquat_normalize(bp_dquat_from_quat(p->poses[1]->rotations[node]));
        at[i] = bp_dvec3_from_vec3(i == HIPS ? p->poses[1]->positions[node] : rest);
        worlds[i] = parent < 0 ? own : bp_dquat_mul(worlds[parent], own);
        if (parent < 0) continue;
        bp_dvec3 off = bp_dquat_rotate(worlds[parent], at[i]);
        at[i] = (bp_dvec3){at[parent].x + off.x, at[parent].y + off.y, at[parent].z + off.z};
    }
}

static void expect_equal_places(pair *p, pair *q, uint64_t seed, float size) {
    bp_dvec3 one[BONES], two[BONES];
    pose_exactly(p, seed, 1, one);
    pose_exactly(q, seed, size, two);
    for (int i = 0; i < BONES; i++) {
        double x = one[i].x - two[i].x, y = one[i].y - two[i].y, z = one[i].z - two[i].z;
        if (!(sqrt(x * x + y * y + z * z) <= 1e-6))
            fail_msg("%" PRIu64 ", %s: %g", seed, BODY[i].name, sqrt(x * x + y * y + z * z));
    }
}

/* Neither side's bone frames, nor the order of nodes, changes where the target's bones are. */
static void test_frames_and_order(void **state) {
    (void)state;
    uint64_t random = 7;
    for (int round = 0; round < 200; round++) {
        rig a = random_rig(&random, 1), b = random_rig(&random, 0.7), c = a, d = b;
        for (int i = 0; i < BONES; i++) {
            c.turned[i] = random_turn(&random);
            d.turned[i] = random_turn(&random);
        }
        c.reversed = round % 2 == 1;
        d.reversed = round % 3 == 1;
        pair p = open_pair(&a, &b), q = open_pair(&c, &d);
        expect_equal_places(&p, &q, (uint64_t)round + 1, 1);
        close_pair(&p);
        close_pair(&q);
    }
}

/* A source three times as large, in the same pose, moves the target in the same way. */
static void test_uniform_scale(void **state) {
    (void)state;
    uint64_t random = 11;
    for (int round = 0; round < 40; round++) {
        rig a = random_rig(&random, 1), large = a, b = random_rig(&random, 0.7);
        for (int i = 0; i < BONES; i++)
            for (int c = 0; c < 3; c++) large.at[i][c] *= 3;
        pair p = open_pair(&a, &b), q = open_pair(&large, &b);
        expect_equal_places(&p, &q, (uint64_t)round + 1, 3);
        close_pair(&p);
        close_pair(&q);
    }
}

/* From A to B and back to A: every bone is turned as at first, to a thousandth of a degree. */
static void test_round_trip(void **state) {
    (void)state;
    uint64_t random = 5;
    for (int round = 0; round < 40; round++) {
        rig a = random_rig(&random, 1), b = random_rig(&random, 1.3);
        for (int i = 0; i < BONES; i++) b.turned[i] = random_turn(&random);
        pair there = open_pair(&a, &b), back = open_pair(&b, &a);
        random_pose(&random, &there);
        run(&there);
        for (int i = 0; i < BONES; i++) back.poses[0]->rotations[i] = there.poses[1]->rotations[i];
        back.poses[0]->positions[HIPS] = there.poses[1]->positions[HIPS];
        run(&back);
        for (int i = 0; i < BONES; i++) {
            bp_quat one = there.poses[0]->rotations[i], two = back.poses[1]->rotations[i];
            bp_quat between = bp_quat_mul(bp_quat_conjugate(one), two);
            double sine =
                sqrt((double)(between.x * between.x + between.y * between.y + between.z * between.z));
            if (2 * sine * 57.29578 > 1e-3)
                fail_msg("round %d, %s: %g degrees", round, BODY[i].name, 2 * sine * 57.3);
        }
        expect_float(bp_vec3_distance(there.poses[0]->positions[HIPS], back.poses[1]->positions[HIPS]), 0,
                     3e-6);
        close_pair(&there);
        close_pair(&back);
    }
}

/* Once created, a retarget takes no memory for a pose. */
static void test_no_allocation(void **state) {
    (void)state;
    test_allocator counter = {.fail_at = 0};
    bp_allocator hook = test_allocator_hook(&counter);
    rig r = make_rig(1);
    bp_error error = {0};
    bp_file bytes = {0};
    bp_model *plain = model_of(&r), *model = NULL;
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1, .allocator = hook}, &error);
    assert_true(bp_gltf_write_memory(NULL, plain, NULL, &bytes, &error));
    assert_true(bp_gltf_read_memory(context, bytes.data, bytes.size, "x", NULL, NULL, &model, NULL, &error));
    bp_retarget_map map;
    assert_true(bp_retarget_map_find(model, model, NULL, &map, &error));
    const bp_retarget_options options = {.keep_feet = true, .keep_hands = BP_RETARGET_HANDS_HEAD};
    bp_retarget *retarget = bp_retarget_create(model, model, &map, &options, &error);
    bp_pose *from = bp_pose_create(&hook, BONES, NULL, &error),
            *to = bp_pose_create(&hook, BONES, NULL, &error);
    long asked = counter.asked;
    for (int i = 0; i < 3; i++) assert_true(bp_retarget_pose(retarget, from, to));
    for (int i = 0; i < 20; i++) assert_true(bp_retarget_step(retarget, from, i / 30.0, to));
    assert_int_equal(counter.asked, asked);
    bp_pose_destroy(from);
    bp_pose_destroy(to);
    bp_retarget_destroy(retarget);
    bp_retarget_map_clear(&map);
    bp_model_destroy(model);
    bp_model_destroy(plain);
    bp_context_destroy(context);
    bp_file_free(NULL, &bytes);
    assert_int_equal(counter.live, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_bone),         cmocka_unit_test(test_mirrored_and_rolled),
        cmocka_unit_test(test_a_against_t),      cmocka_unit_test(test_size),
        cmocka_unit_test(test_facing),           cmocka_unit_test(test_motion_capture),
        cmocka_unit_test(test_frames_and_order), cmocka_unit_test(test_uniform_scale),
        cmocka_unit_test(test_round_trip),       cmocka_unit_test(test_no_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
