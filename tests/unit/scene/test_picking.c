/* Finding the bone under the mouse, and dragging a ring. The camera looks along -Z at the origin; a metre
 * is a hundred pixels, so positions on the screen can be worked out by hand: pixel = (200 + 100 x, 200 -
 * 100 y). */
#include "support/test.h"
#include <bindpose/stage.h>
#include <math.h>

/* fov_y 90 degrees at distance 2: the picture's 400 pixels are 4 metres. */
static const bp_placed_stage SCENE = {
    .rect = {0, 0, 400, 400},
    .camera = {.eye = {0, 0, 2}, .target = {0, 0, 0}, .fov_y = 1.57079632679f, .near_z = 0.1f, .far_z = 100}};

/* root at the origin; "up" a metre above it, with a length of half a metre; "side" at x = 1, with no
 * length and no child; "behind" behind the eye, a child of "side"; "far" another root in the place of
 * "side". */
enum { ROOT, UP, SIDE, BEHIND, FAR, BONES };

static bp_skeleton *make(void) {
    static const float at[BONES][3] = {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 5}, {1, 0, 0}};
    static const int parents[BONES] = {-1, ROOT, ROOT, SIDE, -1};
    bp_skeleton *skeleton = bp_skeleton_create(NULL, NULL, NULL);
    for (int i = 0; i < BONES; i++) {
        bp_mat4 local = bp_mat4_translation((bp_vec3){at[i][0], at[i][1], at[i][2]});
        bp_bone_options options = {.name = "", .local = &local};
        if (parents[i] >= 0) options.parent = bp_skeleton_bone_by_id(skeleton, (size_t)parents[i]);
        bp_bone *bone = bp_skeleton_add(skeleton, &options, NULL);
        assert_non_null(bone);
        if (i == UP) bp_bone_set_length(bone, 0.5f);
    }
    bp_skeleton_prepare(skeleton);
    return skeleton;
}

static int pick(const bp_stage *stage, float x, float y) {
    const bp_bone *bone = bp_pick_bone(stage, &SCENE, x, y, 1);
    return bone ? (int)bp_bone_id(bone) : -1;
}

static void test_joints_and_lines(void **state) {
    (void)state;
    bp_skeleton *skeleton = make();
    const bp_stage stage = {.skeleton = skeleton};
    static const struct {
        float x, y;
        int bone;
    } all[] = {
        {200, 200, ROOT}, {209, 205, ROOT},                  /* within 11 pixels */
        {200, 100, UP},   {200, 90, UP},    {300, 200, FAR}, /* of two at one position the later one */
        {200, 150, ROOT}, {206, 150, ROOT},                  /* on its line to "up", 7 pixels wide */
        {208, 150, -1},   {200, 70, UP},                     /* on the line of its length: 100 to 50 */
        {200, 44, UP},    {200, 42, -1},                     /* 6 and 8 pixels beyond its end */
        {250, 203, ROOT},                                    /* on its line to "side" */
        {320, 200, -1},                                      /* the line to "behind" can't be seen */
        {20, 380, -1},
    };
    for (size_t i = 0; i < BP_COUNT(all); i++) {
        int got = pick(&stage, all[i].x, all[i].y);
        if (got != all[i].bone)
            fail_msg("at %g, %g: bone %d, expected %d", (double)all[i].x, (double)all[i].y, got, all[i].bone);
    }
    assert_int_equal(pick(&stage, NAN, 200), -1);
    assert_null(bp_pick_joint(&stage, &SCENE, 206, 200, 5));
    assert_non_null(bp_pick_joint(&stage, &SCENE, 204, 200, 5));
    /* Twice the unit, twice the reach. */
    const bp_bone *bone = bp_pick_bone(&stage, &SCENE, 213, 150, 2);
    assert_true(bone && bp_bone_id(bone) == ROOT);
    const bp_stage none = {.title = ""};
    assert_int_equal(pick(&none, 200, 200), -1);
    bp_skeleton_destroy(skeleton);
}

/* A bone behind the eye has no line, whatever its children do. */
static void test_behind_the_eye(void **state) {
    (void)state;
    bp_skeleton *skeleton = make();
    bp_bone *behind = bp_skeleton_bone_by_id(skeleton, BEHIND);
    bp_mat4 back = bp_mat4_translation((bp_vec3){-1, 0, -5});
    assert_non_null(bp_skeleton_add(skeleton, &(bp_bone_options){.parent = behind, .local = &back}, NULL));
    /* "up" turned so that its length of 3 metres ends behind the eye. */
    bp_bone *up = bp_skeleton_bone_by_id(skeleton, UP);
    bp_bone_set_rotation(up, bp_quat_from_axis_angle((bp_vec3){1, 0, 0}, bp_radians(90)));
    bp_bone_set_length(up, 3);
    bp_skeleton_prepare(skeleton);
    const bp_stage stage = {.skeleton = skeleton};
    assert_int_equal(pick(&stage, 200, 200), BONES); /* the last one's joint, at the origin */
    assert_int_equal(pick(&stage, 250, 170), -1);
    assert_int_equal(pick(&stage, 200, 70), -1); /* "up" leads to nowhere on the screen */
    bp_skeleton_destroy(skeleton);
}

/* A ring of a metre about Z at the origin is a circle of 100 pixels. */
static void test_rings(void **state) {
    (void)state;
    bp_skeleton *skeleton = make();
    const bp_stage stage = {.skeleton = skeleton};
    bp_placed_stage scene = SCENE;
    scene.ring = 1;
    bp_rotation_ring ring = {&stage, bp_skeleton_bone_by_id(skeleton, ROOT), 2};
    assert_true(bp_pick_ring(&ring, &scene, 300, 200, 1));
    assert_true(bp_pick_ring(&ring, &scene, 200 + 71, 200 - 71, 1));
    assert_true(bp_pick_ring(&ring, &scene, 307, 200, 1));
    assert_false(bp_pick_ring(&ring, &scene, 309, 200, 1));
    assert_false(bp_pick_ring(&ring, &scene, 200, 200, 1));
    /* A quarter against the clock, up on the screen, and back; over the seam of the circle, both ways. */
    static const struct {
        bp_vec2 from, to;
        double degrees;
    } all[] = {{{300, 200}, {200, 100}, 90},
               {{200, 100}, {300, 200}, -90},
               {{270.7f, 270.7f}, {270.7f, 129.3f}, 90},
               {{270.7f, 129.3f}, {270.7f, 270.7f}, -90},
               {{300, 200}, {300, 200}, 0},
               {{390, 200}, {200, 10}, 90}};
    for (size_t i = 0; i < BP_COUNT(all); i++) {
        double got = (double)bp_degrees(bp_rotation_ring_angle(&ring, &scene, all[i].from, all[i].to));
        if (fabs(got - all[i].degrees) > 0.5) fail_msg("%zu: %g degrees, expected %g", i, got, all[i].degrees);
    }
    /* None: no bone, no ring drawn here, part of it behind the eye. */
    scene.ring = 0;
    assert_true(bp_rotation_ring_angle(&ring, &scene, all[0].from, all[0].to) == 0);
    assert_false(bp_pick_ring(&ring, &scene, 300, 200, 1));
    scene.ring = 3;
    ring.axis = 0;
    assert_true(bp_rotation_ring_angle(&ring, &scene, all[0].from, all[0].to) == 0);
    scene.ring = 1;
    ring.bone = NULL;
    assert_false(bp_pick_ring(&ring, &scene, 300, 200, 1));
    bp_skeleton_destroy(skeleton);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_joints_and_lines),
        cmocka_unit_test(test_behind_the_eye),
        cmocka_unit_test(test_rings),
    };
    return cmocka_run_group_tests_name("picking", tests, NULL, NULL);
}
