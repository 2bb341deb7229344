/* Chains of any axes reach every target within their reach: 100,000 random ones, of two to eight bones, under
 * roots that rotate, scale and mirror. What they reach is measured by the positions of bones, not by what the
 * controller says. */
#include "support/test.h"
#include <bindpose/rig.h>
#include <math.h>

enum { CHAINS = 100000, MOST = 8 };

static uint64_t seed = 39;

static float any(float low, float high) { return test_random_float(&seed, low, high); }

static bp_vec3 any_direction(void) {
    if (any(0, 1) < 0.3f) { /* along an axis of the bone, forwards or backwards */
        float v[3] = {0};
        v[(int)any(0, 2.999f)] = any(-1, 1) < 0 ? -1 : 1;
        return (bp_vec3){v[0], v[1], v[2]};
    }
    bp_vec3 v;
    do v = (bp_vec3){any(-1, 1), any(-1, 1), any(-1, 1)};
    while (bp_vec3_length(v) < 0.1f);
    return bp_vec3_normalize(v);
}

static bp_mat4 any_frame(bp_vec3 at, float scale, bool mirror) {
    bp_trs trs = {at, bp_quat_from_axis_angle(any_direction(), any(-3, 3)), {scale, scale, scale}};
    if (mirror) trs.scale.x = -scale;
    return bp_mat4_from_trs(trs);
}

typedef struct chain {
    bp_skeleton *skeleton;
    bp_bone *bones[MOST + 1]; /* the last one is the end */
    size_t count;
    float length[MOST], sum, most; /* in the world */
} chain;

static bp_vec3 at(const bp_bone *bone) { return bp_bone_position_in(bone, BP_SPACE_WORLD, NULL); }

static chain make(size_t count) {
    chain c = {.skeleton = bp_skeleton_create(NULL, NULL, NULL), .count = count};
    bp_mat4 root = any_frame((bp_vec3){any(-2, 2), any(-2, 2), any(-2, 2)}, any(0.3f, 3), any(0, 1) < 0.2f);
    bp_bone *above = bp_skeleton_add(c.skeleton, &(bp_bone_options){.local = &root}, NULL);
    bool straight = any(0, 1) < 0.2f;
    bp_vec3 along = any_direction();
    for (size_t i = 0; i <= count; i++) {
        float length = i ? any(0.2f, 2) : any(0, 1);
        bp_vec3 offset = bp_vec3_scale(straight && i ? along : any_direction(), length);
        bp_mat4 local =
            straight && i ? bp_mat4_translation(offset) : any_frame(offset, any(0.7f, 1.4f), false);
        above = c.bones[i] =
            bp_skeleton_add(c.skeleton, &(bp_bone_options){.parent = above, .local = &local}, NULL);
    }
    for (size_t i = 0; i < count; i++) {
        c.length[i] = bp_vec3_distance(at(c.bones[i]), at(c.bones[i + 1]));
        c.sum += c.length[i];
        if (c.length[i] > c.most) c.most = c.length[i];
    }
    return c;
}

/* Somewhere between what the chain spans at least and at most. */
static bp_vec3 any_target(const chain *c) {
    float low = fmaxf(0, 2 * c->most - c->sum), part = any(0, 1);
    if (part < 0.05f) part = 0.0001f;
    if (part > 0.95f) part = 0.9999f;
    return bp_vec3_add(at(c->bones[0]), bp_vec3_scale(any_direction(), low + (c->sum - low) * part));
}

static void expect_reached(const chain *c, bp_ik *ik, bp_vec3 target, float tolerance) {
    float said;
    bp_error error = {0};
    bp_ik_set_target(ik, target);
    if (!bp_ik_update(ik, &said, &error)) fail_msg("%s: %s", error.place, error.message);
    float left = bp_vec3_distance(at(c->bones[c->count]), target);
    if (!(left <= tolerance * c->sum) || !(fabsf(said - left) <= 1e-5f * c->sum + 1e-5f))
        fail_msg("%zu bones: %g of %g is left, the controller says %g", c->count, (double)left,
                 (double)c->sum, (double)said);
    for (size_t i = 0; i < c->count; i++) /* no bone was stretched */
        expect_float(bp_vec3_distance(at(c->bones[i]), at(c->bones[i + 1])), c->length[i], 2e-5 * c->sum);
}

static void test_every_chain_reaches(void **state) {
    (void)state;
    for (int n = 0; n < CHAINS; n++) {
        chain c = make(n % 2 ? 2 : 3 + (size_t)n / 2 % (MOST - 2));
        bp_ik_options options = {.bones = (int)c.count, .end = c.bones[c.count]};
        if (n % 3 == 0) options.end = NULL; /* the last bone's first child, which is the same */
        bp_error error = {0};
        bp_ik *ik = bp_ik_create(NULL, c.bones[c.count - 1], &options, &error);
        if (!ik) fail_msg("%s: %s", error.place, error.message);
        expect_float(bp_ik_read(ik).reach, c.sum, 1e-4 * c.sum);
        for (int k = 0; k < 2; k++) expect_reached(&c, ik, any_target(&c), 1e-4f);
        expect_float(bp_ik_read(ik).reach, c.sum, 1e-4 * c.sum);
        bp_ik_destroy(ik);
        bp_skeleton_destroy(c.skeleton);
    }
}

/* The middle joint is on the other side of the line to the target than the pole, in their plane. */
static void test_poles(void **state) {
    (void)state;
    for (int n = 0; n < 5000; n++) {
        chain c = make(2);
        bp_ik *ik = bp_ik_create(NULL, c.bones[1], &(bp_ik_options){.pole_fixed = true}, NULL);
        bp_vec3 target = any_target(&c), joint = at(c.bones[0]);
        bp_vec3 pole = bp_vec3_add(joint, bp_vec3_scale(any_direction(), any(0.5f, 5)));
        bp_ik_set_pole(ik, pole);
        expect_reached(&c, ik, target, 1e-4f);
        bp_vec3 y = bp_vec3_normalize(bp_vec3_sub(target, joint)), up = bp_vec3_sub(pole, joint);
        bp_vec3 middle = bp_vec3_sub(at(c.bones[1]), joint);
        bp_vec3 across = bp_vec3_cross(y, bp_vec3_normalize(up));
        if (bp_vec3_length(across) > 0.01f) {
            expect_float(bp_vec3_dot(bp_vec3_normalize(across), middle), 0, 1e-3 * c.sum);
            bp_vec3 off = bp_vec3_sub(middle, bp_vec3_scale(y, bp_vec3_dot(middle, y)));
            assert_true(bp_vec3_dot(off, up) <= 1e-4f * c.sum);
        }
        bp_ik_destroy(ik);
        bp_skeleton_destroy(c.skeleton);
    }
}

/* The angle between two rotations. */
static float angle(bp_quat a, bp_quat b) { return 2 * bp_acos(fminf(1, fabsf(bp_quat_dot(a, b)))); }

/* No bone turns farther than its limit, and what is left is what the controller says. Without need for a
 * limit, the target is reached all the same. */
static void test_limits(void **state) {
    (void)state;
    int reached = 0;
    for (int n = 0; n < 5000; n++) {
        chain c = make(2 + (size_t)n % (MOST - 1));
        float limits[MOST];
        bp_quat before[MOST];
        for (size_t i = 0; i < c.count; i++) {
            limits[i] = any(0.2f, 1.5f);
            before[i] = bp_bone_rotation(c.bones[i]);
        }
        bp_ik_options options = {.bones = (int)c.count, .limits = limits};
        bp_ik *ik = bp_ik_create(NULL, c.bones[c.count - 1], &options, NULL);
        /* A place where the end is with each bone turned by less than its limit. */
        for (size_t i = 0; i < c.count; i++)
            bp_bone_set_rotation(
                c.bones[i],
                bp_quat_mul(bp_quat_from_axis_angle(any_direction(), limits[i] * any(0, 0.5f)), before[i]));
        bp_vec3 target = at(c.bones[c.count]);
        for (size_t i = 0; i < c.count; i++) bp_bone_set_rotation(c.bones[i], before[i]);
        bp_ik_set_target(ik, target);
        float said;
        assert_true(bp_ik_update(ik, &said, NULL));
        float left = bp_vec3_distance(at(c.bones[c.count]), target);
        expect_float(said, left, 1e-5 * c.sum + 1e-5);
        reached += left < 0.01f * c.sum;
        for (size_t i = 0; i < c.count; i++)
            assert_true(angle(bp_bone_rotation(c.bones[i]), before[i]) <= limits[i] + 2e-3f);
        bp_ik_destroy(ik);
        bp_skeleton_destroy(c.skeleton);
    }
    print_message("%d of 5000 chains with limits reach their target within 1%%\n", reached);
    assert_true(reached > 4950);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_chain_reaches),
        cmocka_unit_test(test_poles),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
