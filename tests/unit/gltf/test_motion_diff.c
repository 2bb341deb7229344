/* Comparing motion: expected distances are computed by hand from the strip character (skinned_strip.h). It is
 * 6 x 2 x 0.6 across at rest, so its size is sqrt(36 + 4 + 0.36). */
#include "gltf/motion_diff.h"
#include "mesh/editing.h"
#include "skinned_strip.h"
#include "support/allocator.h"
#include <bindpose/rig.h>
#include <bindpose/tools.h>
#include <math.h>

static const double SIZE = 6.352952; /* sqrt(40.36) */

static bp_model *read_strip(const strip *r) {
    strip_file file = strip_write(r);
    bp_model *model = NULL;
    bp_error error = {0};
    if (!bp_gltf_read_memory(NULL, file.bytes, file.size, "strip.glb", NULL, NULL, &model, NULL, &error))
        fail_msg("%s: %s", error.place, error.message);
    return model;
}

static bp_motion_diff compare(const strip *one, const strip *two, double tolerance) {
    bp_model *a = read_strip(one), *b = read_strip(two);
    bp_motion_diff diff;
    bp_error error = {0};
    if (!bp_motion_diff_run(NULL, a, b, &(bp_motion_diff_options){.tolerance = tolerance}, &diff, &error))
        fail_msg("%s: %s", error.place, error.message);
    /* The names are those of the models, which go now. */
    for (size_t i = 0; i < diff.clip_count; i++) diff.clips[i].name = NULL;
    for (size_t i = 0; i < diff.bone_count; i++) diff.bones[i].name = NULL;
    bp_model_destroy(a);
    bp_model_destroy(b);
    return diff;
}

static void test_same(void **state) {
    (void)state;
    strip r = strip_make();
    bp_motion_diff diff = compare(&r, &r, 0);
    assert_true(diff.equal && diff.worst == 0.0);
    assert_true(fabs(diff.size - SIZE) < 1e-5);
    assert_int_equal(diff.clip_count, 2); /* the rest pose and the clip */
    assert_int_equal(diff.clips[0].moments, 1);
    assert_int_equal(diff.clips[1].moments, 5); /* three keys and two middles */
    assert_int_equal(diff.vertex_count, STRIP_VERTICES);
    assert_int_equal(diff.bone_count, 9);
    bp_motion_diff_clear(&diff);
}

/* Vertex 0 is 0.1 further on: it differs by that at every moment, and no other does. */
static void test_moved_vertex(void **state) {
    (void)state;
    strip a = strip_make(), b = strip_make();
    b.positions[0][1] += 0.1f;
    bp_motion_diff diff = compare(&a, &b, 0);
    assert_false(diff.equal);
    assert_true(fabs(diff.worst - 0.1 / SIZE) < 1e-7);
    for (int i = 0; i < 2; i++) {
        assert_true(diff.clips[i].parts);
        assert_int_equal(diff.clips[i].first.vertex, 0);
        assert_true(diff.clips[i].first.seconds == 0.0);
    }
    assert_int_equal(diff.bones[0].node, 0);
    assert_true(diff.bones[1].worst.distance == 0.0);
    bp_motion_diff_clear(&diff);
    diff = compare(&a, &b, 0.016); /* 0.1 / 6.35 is 0.0157 */
    assert_true(diff.equal);
    bp_motion_diff_clear(&diff);
}

/* At 1 s node 3 is rotated by 40 degrees instead of 30. The arm's end is 2 from its joint, and moves by the
 * chord 4 sin(5 degrees). The clips part in the middle between the first two keys already. */
static void test_other_key(void **state) {
    (void)state;
    strip a = strip_make(), b = strip_make();
    b.values[1][2] = 0.342020143f; /* sine and cosine of 20 degrees */
    b.values[1][3] = 0.939692621f;
    bp_motion_diff diff = compare(&a, &b, 0);
    const bp_motion_clip *clip = &diff.clips[1];
    assert_false(diff.equal || diff.clips[0].parts);
    assert_true(fabs(clip->worst.distance - 4.0 * 0.0871557427 / SIZE) < 1e-6);
    assert_true(clip->worst.seconds == 1.0 && clip->first.seconds == 0.5);
    assert_int_equal(clip->worst.node, 5);
    assert_int_equal(diff.worst_clip, 1);
    assert_int_equal(diff.bones[0].node, 5);
    bp_motion_diff_clear(&diff);
}

static void test_duration(void **state) {
    (void)state;
    strip a = strip_make(), b = strip_make();
    memset(a.values[1], 0, sizeof a.values[1]); /* without motion, only the duration differs */
    a.values[1][3] = 1.0f;
    memcpy(b.values, a.values, sizeof a.values);
    b.times[2] = 2.5f;
    bp_motion_diff diff = compare(&a, &b, 0);
    assert_true(!diff.equal && diff.worst == 0.0 && diff.clips[1].durations_differ);
    assert_true(diff.clips[1].end_a == 2.0 && diff.clips[1].end_b == 2.5);
    bp_motion_diff_clear(&diff);
}

/* A clip that only one model has: the other's target is no node, so its file has no clip to read. */
static void test_missing_clip(void **state) {
    (void)state;
    strip r = strip_make();
    bp_model *a = read_strip(&r), *b = read_strip(&r);
    bp_motion_diff diff;
    b->clip_count = 0;
    assert_true(bp_motion_diff_run(NULL, a, b, NULL, &diff, NULL));
    assert_true(!diff.equal && diff.clip_count == 2 && diff.clips[1].a == 0 && diff.clips[1].b == -1);
    bp_motion_diff_clear(&diff);
    assert_true(bp_motion_diff_run(NULL, b, a, NULL, &diff, NULL));
    assert_true(!diff.equal && diff.clip_count == 2 && diff.clips[1].a == -1 && diff.clips[1].b == 0);
    bp_motion_diff_clear(&diff);
    b->clip_count = 1;
    bp_model_destroy(a);
    bp_model_destroy(b);
}

/* Other triangles of the same vertices: the surfaces are compared, and are the same. */
static void test_other_topology(void **state) {
    (void)state;
    strip one = strip_make(), two = strip_make();
    two.indices[0] = one.indices[1];
    two.indices[1] = one.indices[0];
    bp_model *a = read_strip(&one), *b = read_strip(&two);
    bp_motion_diff diff;
    bp_error error = {0};
    assert_true(bp_motion_diff_run(NULL, a, b, NULL, &diff, &error));
    assert_true(diff.by_surface && diff.equal && diff.surface_error < 1e-6);
    bp_motion_diff_clear(&diff);
    bp_model_destroy(a);
    bp_model_destroy(b);
}

/* Vertices split, a corner each: the same motion. Then moved by 1 at right angles to the strip's plane: seen,
 * and no farther than that, since the strip is a little curved. */
static void test_split_vertices(void **state) {
    (void)state;
    strip r = strip_make();
    bp_model *a = read_strip(&r), *b = read_strip(&r);
    bp_motion_diff diff;
    bp_error error = {0};
    assert_true(bp_mesh_make_flat(b->meshes[0], &error));
    assert_true(b->meshes[0]->vertex_count > a->meshes[0]->vertex_count);
    for (int swapped = 0; swapped < 2; swapped++) { /* welded against split, and the reverse */
        assert_true(bp_motion_diff_run(NULL, swapped ? b : a, swapped ? a : b, NULL, &diff, &error));
        if (!diff.by_surface || !diff.equal) fail_msg("%g apart", diff.worst);
        assert_true(diff.surface_error < 1e-6);
        bp_motion_diff_clear(&diff);
    }
    for (size_t i = 0; i < b->meshes[0]->vertex_count; i++) b->meshes[0]->positions[i].z += 1;
    assert_true(bp_motion_diff_run(NULL, a, b, NULL, &diff, &error));
    assert_true(!diff.equal && diff.surface_error > 0.4 / SIZE && diff.surface_error < 1.01 / SIZE);
    bp_motion_diff_clear(&diff);
    bp_model_destroy(a);
    bp_model_destroy(b);
}

/* Other names, and a joint that only one has. */
static void test_names(void **state) {
    (void)state;
    strip r = strip_make();
    bp_model *a = read_strip(&r), *b = read_strip(&r);
    bp_motion_diff diff;
    bp_error error = {0};
    const bp_bone_options more = {.name = "more", .has_index = true, .index = 99};
    assert_non_null(bp_skeleton_add(b->skeletons[0], &more, &error));
    assert_true(bp_motion_diff_run(NULL, a, b, NULL, &diff, &error));
    assert_false(diff.equal);
    assert_int_equal(diff.name_count, 1);
    assert_null(diff.names[0].a);
    assert_string_equal(diff.names[0].b, "more");
    bp_motion_diff_clear(&diff);
    assert_true(
        bp_motion_diff_run(NULL, a, b, &(bp_motion_diff_options){.ignore_names = true}, &diff, &error));
    assert_true(diff.equal);
    bp_motion_diff_clear(&diff);
    bp_model_destroy(a);
    bp_model_destroy(b);
}

/* A small limit of work refuses files that are too large for it. It never leaves out moments of others. 32
 * vertices need 2000 + 32 * 40 bytes and 32 * 100 steps. */
static void test_limit(void **state) {
    (void)state;
    strip r = strip_make();
    bp_model *a = read_strip(&r), *b = read_strip(&r);
    bp_motion_diff diff;
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1, .limit = 3300}, NULL);
    assert_true(bp_motion_diff_run(context, a, b, NULL, &diff, NULL));
    assert_int_equal(diff.clips[1].moments, 5);
    assert_int_equal(diff.clips[1].all_moments, 5);
    bp_motion_diff_clear(&diff);
    bp_context_destroy(context);
    context = bp_context_create(&(bp_context_options){.threads = 1, .limit = 3200}, NULL);
    assert_false(bp_motion_diff_run(context, a, b, NULL, &diff, NULL));
    bp_context_destroy(context);
    bp_model_destroy(a);
    bp_model_destroy(b);
}

static bool try_comparing(const bp_allocator *allocator, void *user, bp_error *error) {
    bp_model *const *models = user;
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    if (!context) return false;
    bp_motion_diff diff;
    bool ok = bp_motion_diff_run(context, models[0], models[1], NULL, &diff, error);
    bp_motion_diff_clear(&diff);
    bp_context_destroy(context);
    return ok;
}

static void test_memory(void **state) {
    (void)state;
    strip r = strip_make();
    bp_model *models[2] = {read_strip(&r), read_strip(&r)};
    assert_true(test_each_allocation_fails(try_comparing, models) > 5);
    bp_model_destroy(models[0]);
    bp_model_destroy(models[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same),           cmocka_unit_test(test_moved_vertex),
        cmocka_unit_test(test_other_key),      cmocka_unit_test(test_duration),
        cmocka_unit_test(test_missing_clip),   cmocka_unit_test(test_other_topology),
        cmocka_unit_test(test_split_vertices), cmocka_unit_test(test_names),
        cmocka_unit_test(test_limit),          cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
