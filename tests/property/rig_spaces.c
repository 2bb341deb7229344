/* Properties of positions, rotations and directions in world space, for random chains and meshes.
 *
 * Scales are even, so that every world matrix is a rotation times a size: then "the bone's rotation in the
 * world" has one meaning, and what was set can be read back. Points are taken through matrices here by
 * the mesh's and the bones' local matrices alone, in double.
 */
#include "rig/engine.h"
#include "support/engine_forms.h"
#include "support/test.h"
#include <bindpose/bindpose.h>
#include <math.h>

#define BONES 5
#define CLOSE 2e-5

typedef struct scene {
    uint64_t seed;
    bp_skeleton *skeleton;
    bp_bone *bone[BONES]; /* a chain */
    bp_node *mesh;
    const bp_node *node; /* mesh, or NULL */
} scene;

static bp_vec3 any_vec3(uint64_t *seed, float size) {
    float x = test_random_float(seed, -size, size), y = test_random_float(seed, -size, size);
    return (bp_vec3){x, y, test_random_float(seed, -size, size)};
}

static bp_quat any_quat(uint64_t *seed) {
    bp_vec3 v = any_vec3(seed, 1);
    return bp_quat_normalize((bp_quat){v.x, v.y, v.z, test_random_float(seed, -1, 1)});
}

static bp_trs any_trs(uint64_t *seed) {
    float size = test_random_float(seed, 0.8f, 1.25f);
    bp_vec3 at = any_vec3(seed, 2);
    return (bp_trs){at, any_quat(seed), {size, size, size}};
}

static scene make_scene(uint64_t seed) {
    scene s = {.seed = seed * 7919, .skeleton = bp_skeleton_create(NULL, NULL, NULL)};
    s.mesh = bp_node_create(NULL, "mesh", NULL, NULL);
    bp_node_set_matrix(s.mesh, bp_mat4_from_trs(any_trs(&s.seed)));
    if (seed % 3) s.node = s.mesh;
    for (int i = 0; i < BONES; i++) {
        bp_mat4 local = bp_mat4_from_trs(any_trs(&s.seed));
        bp_bone_options o = {.name = "bone", .parent = i ? s.bone[i - 1] : NULL, .local = &local};
        s.bone[i] = bp_skeleton_add(s.skeleton, &o, NULL);
        assert_non_null(s.bone[i]);
    }
    return s;
}

static void strike(scene *s) {
    bp_skeleton_destroy(s->skeleton);
    bp_node_destroy(s->mesh);
}

typedef void property(scene *s, bp_bone *bone);

/* For every bone of a chain but the root, which the engine treats otherwise. */
static void for_all(property *holds) {
    for (uint64_t seed = 1; seed <= 60; seed++) {
        scene s = make_scene(seed);
        for (int i = 1; i < BONES; i++) holds(&s, s.bone[i]);
        strike(&s);
    }
}

static void expect_vec3(bp_vec3 got, bp_vec3 want) {
    float g[3] = {got.x, got.y, got.z}, w[3] = {want.x, want.y, want.z};
    expect_floats(g, w, 3, CLOSE);
}

static void expect_same_rotation(bp_quat got, bp_quat want) {
    expect_float(fabs((double)bp_quat_dot(got, want)), 1, CLOSE);
}

/* v through the bones' locals, one after the other, and the mesh. */
static bp_vec3 through(const scene *s, const bp_bone *bone, bp_vec3 v) {
    double p[3] = {(double)v.x, (double)v.y, (double)v.z};
    for (bool mesh = false; bone || !mesh;) {
        bp_mat4 m = bone ? bp_bone_local(bone) : s->node ? bp_node_local(s->node) : bp_mat4_identity();
        double r[3];
        for (int j = 0; j < 3; j++) {
            r[j] = (double)m.m[12 + j];
            for (int k = 0; k < 3; k++) r[j] += p[k] * (double)m.m[4 * k + j];
        }
        for (int j = 0; j < 3; j++) p[j] = r[j];
        mesh = !bone;
        bone = bone ? bp_bone_parent(bone) : NULL;
    }
    return (bp_vec3){(float)p[0], (float)p[1], (float)p[2]};
}

/* ---- properties ---- */

static void points_go_there_and_back(scene *s, bp_bone *bone) {
    bp_vec3 v = any_vec3(&s->seed, 3), back;
    bp_vec3 world = bp_bone_to_world(bone, v, s->node);
    expect_vec3(world, through(s, bone, v));
    assert_true(bp_bone_from_world(bone, world, s->node, &back, NULL));
    expect_vec3(back, v);
    expect_vec3(bp_bone_position_in(bone, BP_SPACE_WORLD, s->node), through(s, bone, (bp_vec3){0, 0, 0}));
}

static void directions_are_differences(scene *s, bp_bone *bone) {
    bp_vec3 axis = any_vec3(&s->seed, 1), zero = {0, 0, 0};
    bp_vec3 want = bp_vec3_normalize(bp_vec3_sub(through(s, bone, axis), through(s, bone, zero)));
    expect_vec3(bp_bone_direction(bone, axis, s->node), want);
}

static void position_that_is_set_is_there(scene *s, bp_bone *bone) {
    bp_vec3 v = any_vec3(&s->seed, 5), by = any_vec3(&s->seed, 1), zero = {0, 0, 0};
    bp_quat before = bp_bone_rotation(bone);
    assert_true(bp_bone_set_position_in(bone, v, BP_SPACE_WORLD, s->node, NULL));
    expect_vec3(through(s, bone, zero), v);
    assert_true(bp_bone_translate(bone, by, BP_SPACE_WORLD, s->node, NULL));
    expect_vec3(through(s, bone, zero), bp_vec3_add(v, by));
    expect_same_rotation(bp_bone_rotation(bone), before);
}

/* A unit vector of the bone's own, seen in the world, points where q alone would turn it to, and is as
 * long as the mesh makes it: the bone's own scale and its parents' are gone, as in the engine. */
static void rotation_that_is_set_is_there(scene *s, bp_bone *bone) {
    bp_quat q = any_quat(&s->seed);
    bp_vec3 before = bp_bone_position(bone), axis = bp_vec3_normalize(any_vec3(&s->seed, 1));
    assert_true(bp_bone_set_rotation_in(bone, q, BP_SPACE_WORLD, s->node, NULL));
    expect_same_rotation(bp_bone_rotation_in(bone, BP_SPACE_WORLD, s->node), q);
    bp_vec3 zero = {0, 0, 0};
    bp_vec3 seen = bp_vec3_sub(through(s, bone, axis), through(s, bone, zero));
    float size = s->node ? bp_node_scale(s->node).x : 1;
    expect_vec3(seen, bp_vec3_scale(bp_quat_rotate(q, axis), size));
    expect_vec3(bp_bone_position(bone), before);
}

/* All ways of saying one rotation give one local matrix. */
static void all_rotation_setters_agree(scene *s, bp_bone *bone) {
    bp_vec3 e = any_vec3(&s->seed, 1.4f);
    for (int space = 0; space < 2; space++) {
        bp_space in = space ? BP_SPACE_WORLD : BP_SPACE_LOCAL;
        bp_quat q = bp_quat_from_euler(e);
        assert_true(bp_bone_set_rotation_in(bone, q, in, s->node, NULL));
        bp_mat4 want = bp_bone_local(bone);
        assert_true(bp_bone_set_euler_in(bone, e, in, s->node, NULL));
        bp_mat4 got = bp_bone_local(bone);
        expect_floats(got.m, want.m, 16, CLOSE);
        assert_true(bp_bone_set_rotation_matrix(bone, bp_mat4_from_quat(q), in, s->node, NULL));
        got = bp_bone_local(bone);
        expect_floats(got.m, want.m, 16, CLOSE);
        bp_vec3 axis = {q.x, q.y, q.z};
        float angle = 2 * bp_atan2(bp_vec3_length(axis), q.w);
        assert_true(bp_bone_set_axis_angle(bone, axis, angle, in, s->node, NULL));
        got = bp_bone_local(bone);
        expect_floats(got.m, want.m, 16, CLOSE);
    }
}

/* A turn in the world turns what is seen of the bone about the axis, and back again. */
static void turning_and_turning_back(scene *s, bp_bone *bone) {
    bp_vec3 axis = any_vec3(&s->seed, 1), own = any_vec3(&s->seed, 1);
    float angle = test_random_float(&s->seed, -3, 3);
    bp_mat4 before = bp_bone_local(bone);
    bp_vec3 seen = bp_bone_direction(bone, own, s->node);
    assert_true(bp_bone_rotate(bone, axis, angle, BP_SPACE_WORLD, s->node, NULL));
    bp_quat turn = bp_quat_from_axis_angle(axis, angle);
    expect_vec3(bp_bone_direction(bone, own, s->node), bp_quat_rotate(turn, seen));
    assert_true(bp_bone_rotate(bone, axis, -angle, BP_SPACE_WORLD, s->node, NULL));
    bp_mat4 after = bp_bone_local(bone);
    expect_floats(after.m, before.m, 16, CLOSE);
}

static void test_points(void **state) { (void)state, for_all(points_go_there_and_back); }
static void test_directions(void **state) { (void)state, for_all(directions_are_differences); }
static void test_positions(void **state) { (void)state, for_all(position_that_is_set_is_there); }
static void test_rotations(void **state) { (void)state, for_all(rotation_that_is_set_is_there); }
static void test_ways(void **state) { (void)state, for_all(all_rotation_setters_agree); }
static void test_turns(void **state) { (void)state, for_all(turning_and_turning_back); }

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points),    cmocka_unit_test(test_directions), cmocka_unit_test(test_positions),
        cmocka_unit_test(test_rotations), cmocka_unit_test(test_ways),       cmocka_unit_test(test_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
