/* Ranges copied from one skeleton's clip to another's: matching, times, lengths, tracks of every sort. */
#include "rig/anim/anim.h"
#include "support/allocator.h"
#include "support/range.c"
#include <bindpose/rig.h>

/* Bones of these names in a chain, of these lengths. */
static bp_skeleton *chain(const char *const *names, const float *lengths, size_t count) {
    bp_skeleton *skeleton = bp_skeleton_create(NULL, NULL, NULL);
    bp_bone *parent = NULL;
    for (size_t i = 0; i < count; i++) {
        bp_bone_options options = {
            .name = names[i], .parent = parent, .has_length = true, .length = lengths[i]};
        parent = bp_skeleton_add(skeleton, &options, NULL);
    }
    return skeleton;
}

static const char *const abc[] = {"a", "b", "c"};
static const float ones[] = {1, 1, 1, 1};

/* A track of one value for each of the times 0..count-1: x = 10 * bone + time. */
static void add_track(bp_clip *clip, int bone, bp_track_kind kind, bp_interpolation interpolation,
                      size_t count, double first) {
    double times[16];
    float values[16 * 48] = {0};
    bool tangents = interpolation == BP_INTERPOLATION_CUBIC;
    bp_track track = {.target = bone,
                      .kind = kind,
                      .interpolation = interpolation,
                      .key_count = count,
                      .times = times,
                      .values = values};
    size_t width = bp_track_width(&track);
    for (size_t i = 0; i < count; i++) {
        float *key = values + i * width * (tangents ? 3 : 1), *value = key + (tangents ? width : 0);
        times[i] = first + (double)i;
        value[kind == BP_TRACK_MATRIX ? 12 : 0] = (float)(10 * bone) + (float)i;
        if (kind == BP_TRACK_MATRIX) value[0] = value[5] = value[10] = value[15] = 1;
        if (tangents) key[0] = 0.5f, key[2 * width] = -0.5f;
    }
    assert_true(bp_clip_add(clip, &track, NULL));
}

/* Positions of three bones at 0..5, with the range "walk" from 2 to 4. */
static bp_clip *walking(void) {
    bp_clip *clip = bp_clip_create(NULL, NULL, NULL);
    for (int bone = 0; bone < 3; bone++)
        add_track(clip, bone, BP_TRACK_POSITION, BP_INTERPOLATION_LINEAR, 6, 0);
    assert_true(bp_clip_range_create(clip, "walk", 2, 4, NULL));
    return clip;
}

typedef struct setting {
    bp_skeleton *skeleton, *source_skeleton;
    bp_clip *clip, *source;
    bp_range_copy copy;
} setting;

static setting set_up(const char *const *names, const float *lengths, size_t count) {
    setting s = {
        chain(names, lengths, count), chain(abc, ones, 3), bp_clip_create(NULL, NULL, NULL), walking(), {0}};
    s.copy = (bp_range_copy){.clip = s.clip,
                             .skeleton = s.skeleton,
                             .source = s.source,
                             .source_skeleton = s.source_skeleton,
                             .name = "walk"};
    return s;
}

static void tear_down(setting *s) {
    bp_clip_destroy(s->clip);
    bp_clip_destroy(s->source);
    bp_skeleton_destroy(s->skeleton);
    bp_skeleton_destroy(s->source_skeleton);
}

/* x of the first value of a bone's position track. */
static float first_x(const setting *s, int bone) {
    const bp_track *track = bp_clip_track(s->clip, bp_clip_find(s->clip, bone, BP_TRACK_POSITION));
    return track->values[0];
}

static void test_bones_are_matched_by_name(void **state) {
    (void)state;
    const char *const names[] = {"c", "a", "b"};
    setting s = set_up(names, ones, 3);
    assert_true(bp_range_copy_run(&s.copy, NULL));
    assert_true(s.copy.exact);
    assert_int_equal(s.copy.copied, 3);
    const float expected[] = {22, 2, 12}; /* c's third key, then a's and b's */
    for (int i = 0; i < 3; i++) expect_float(first_x(&s, i), expected[i], 0);
    /* No key before: highest 0, so 2..4 begins at 0 + 1 + 2. */
    const bp_track *track = bp_clip_track(s.clip, 0);
    assert_int_equal(track->key_count, 3);
    expect_float(track->times[0], 3, 0);
    expect_float(track->times[2], 5, 0);
    expect_float(bp_clip_range_get(s.clip, "walk")->from, 3, 0);
    expect_float(bp_clip_track_range_get(s.clip, 0, "walk")->to, 5, 0);
    tear_down(&s);
}

static void test_keys_are_appended(void **state) {
    (void)state;
    setting s = set_up(abc, ones, 3);
    add_track(s.clip, 1, BP_TRACK_POSITION, BP_INTERPOLATION_LINEAR, 2, 6.5); /* up to 7.5 */
    assert_true(bp_range_copy_run(&s.copy, NULL));
    const bp_track *track = bp_clip_track(s.clip, bp_clip_find(s.clip, 1, BP_TRACK_POSITION));
    const double times[] = {6.5, 7.5, 10.5, 11.5, 12.5};
    assert_int_equal(track->key_count, 5);
    for (size_t i = 0; i < 5; i++) expect_float(track->times[i], times[i], 0);
    expect_float(bp_clip_range_get(s.clip, "walk")->from, 10.5, 0);
    tear_down(&s);
    /* A range that begins before 0 moves further: its first key comes after the last there was. */
    s = set_up(abc, ones, 3);
    add_track(s.source, 0, BP_TRACK_SCALE, BP_INTERPOLATION_STEP, 5, -30);
    assert_true(bp_clip_range_create(s.source, "early", -30, -28, NULL));
    add_track(s.clip, 0, BP_TRACK_SCALE, BP_INTERPOLATION_STEP, 2, 0);
    s.copy.name = "early";
    assert_true(bp_range_copy_run(&s.copy, NULL));
    track = bp_clip_track(s.clip, 0);
    assert_int_equal(track->key_count, 5);
    expect_float(track->times[2], 2, 0);
    assert_true(bp_track_check(track, NULL));
    tear_down(&s);
}

/* Both sides of a rule: whatever fits is copied, or the engine gives up at the first that doesn't. */
static void test_bones_without_counterpart(void **state) {
    (void)state;
    const char *const names[] = {"a", "x", "c"}, *const more[] = {"a", "b", "c", "d"};
    for (int engine = 0; engine < 2; engine++) {
        setting s = set_up(names, ones, 3);
        s.copy.engine_stops = engine;
        assert_true(bp_range_copy_run(&s.copy, NULL));
        assert_false(s.copy.exact);
        assert_int_equal(s.copy.copied, engine ? 1 : 2);
        assert_int_equal(s.copy.missing, 1);
        assert_int_equal(bp_clip_track_count(s.clip), engine ? 1 : 2);
        assert_non_null(bp_clip_range_get(s.clip, "walk"));
        tear_down(&s);
        s = set_up(more, ones, 4); /* another number of bones: the engine copies none */
        s.copy.engine_stops = engine;
        assert_true(bp_range_copy_run(&s.copy, NULL));
        assert_false(s.copy.exact);
        assert_int_equal(bp_clip_track_count(s.clip), engine ? 0 : 3);
        tear_down(&s);
    }
}

/* Copying nothing is no success, unless it is what the engine does. */
static void test_no_counterpart_at_all(void **state) {
    (void)state;
    const char *const names[] = {"x", "y", "z"};
    for (int engine = 0; engine < 2; engine++) {
        bp_error error = {0};
        setting s = set_up(names, ones, 3);
        s.copy.engine_stops = engine;
        assert_int_equal(bp_range_copy_run(&s.copy, &error), engine);
        assert_int_equal(error.kind, engine ? BP_ERROR_NONE : BP_ERROR_ARGUMENT);
        assert_int_equal(bp_clip_range_get(s.clip, "walk") != NULL, engine);
        tear_down(&s);
    }
}

static void test_translations_follow_lengths(void **state) {
    (void)state;
    /* Source lengths are all 1. b differs from its namesake: times a's 3 / 1. c's own length is the same,
     * so it isn't scaled. a is a root: times the dimensions' 8 / 2. */
    const float lengths[] = {3, 5, 1};
    setting s = set_up(abc, lengths, 3);
    add_track(s.source, 1, BP_TRACK_MATRIX, BP_INTERPOLATION_STEP, 6, 0);
    assert_true(bp_clip_range_delete(s.source, "walk", false, NULL) &&
                bp_clip_range_create(s.source, "walk", 2, 4, NULL));
    s.copy.rescale = true;
    s.copy.dimensions = bp_vec3_make(8, 1, 1);
    s.copy.source_dimensions = bp_vec3_make(2, 1, 0);
    assert_true(bp_range_copy_run(&s.copy, NULL));
    const float expected[] = {2 * 4, 12 * 3, 22};
    for (int i = 0; i < 3; i++) expect_float(first_x(&s, i), expected[i], 1e-6);
    const bp_track *matrix = bp_clip_track(s.clip, bp_clip_find(s.clip, 1, BP_TRACK_MATRIX));
    expect_float(matrix->values[12], 36, 1e-6);
    expect_float(matrix->values[0], 1, 0); /* only the translation */
    tear_down(&s);
    s = set_up(abc, lengths, 3); /* unknown dimensions: roots as they are */
    s.copy.rescale = true;
    assert_true(bp_range_copy_run(&s.copy, NULL));
    expect_float(first_x(&s, 0), 2, 0);
    tear_down(&s);
    const float nothing[] = {0, 0, 0};
    s = set_up(abc, nothing, 3); /* a length of 0 says nothing */
    s.copy.rescale = true;
    assert_true(bp_range_copy_run(&s.copy, NULL));
    expect_float(first_x(&s, 1), 12, 0);
    tear_down(&s);
}

/* b is three times as long: so are its way and, in a cubic track, the tangents beside each value. */
static void test_tangents_follow_lengths(void **state) {
    (void)state;
    const float lengths[] = {3, 5, 1}, values[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    setting s = set_up(abc, lengths, 3);
    bp_clip *source = bp_clip_create(NULL, NULL, NULL);
    bp_track track = {.target = 1,
                      .kind = BP_TRACK_POSITION,
                      .interpolation = BP_INTERPOLATION_CUBIC,
                      .key_count = 1,
                      .times = (double[]){2},
                      .values = values};
    assert_true(bp_clip_add(source, &track, NULL) && bp_clip_range_create(source, "walk", 2, 4, NULL));
    s.copy.source = source;
    s.copy.rescale = true;
    assert_true(bp_range_copy_run(&s.copy, NULL));
    expect_floats(bp_clip_track(s.clip, 0)->values, ((float[]){3, 6, 9, 12, 15, 18, 21, 24, 27}), 9, 1e-6);
    bp_clip_destroy(source);
    tear_down(&s);
}

/* A bone without a set length takes it from its first child; a leaf, or a parent without one, has none. */
static bp_skeleton *without_lengths(float y) {
    bp_skeleton *skeleton = bp_skeleton_create(NULL, NULL, NULL);
    bp_mat4 local = bp_mat4_translation(bp_vec3_make(0, y, 0));
    bp_bone *parent = NULL;
    for (size_t i = 0; i < 3; i++) {
        parent = bp_skeleton_add(skeleton,
                                 &(bp_bone_options){.name = abc[i], .parent = parent, .local = &local}, NULL);
    }
    return skeleton;
}

static void test_lengths_from_the_pose(void **state) {
    (void)state;
    setting s = set_up(abc, ones, 3);
    bp_skeleton_destroy(s.skeleton);
    bp_skeleton_destroy(s.source_skeleton);
    s.copy.skeleton = s.skeleton = without_lengths(6);
    s.copy.source_skeleton = s.source_skeleton = without_lengths(2);
    s.copy.rescale = true;
    assert_true(bp_range_copy_run(&s.copy, NULL));
    expect_float(first_x(&s, 1), 12 * 3, 1e-5); /* b: 6 against 2; its parent too */
    expect_float(first_x(&s, 2), 22, 0);        /* c is a leaf */
    tear_down(&s);
}

static void test_equal_names_with_other_parents(void **state) {
    (void)state;
    /* b is a root in the source: there is no parent's length to compare with. */
    const float lengths[] = {3, 5, 1};
    setting s = set_up(abc, lengths, 3);
    assert_true(bp_bone_set_parent(bp_skeleton_find(s.source_skeleton, "b"), NULL, true, NULL));
    s.copy.rescale = true;
    assert_true(bp_range_copy_run(&s.copy, NULL));
    expect_float(first_x(&s, 1), 12, 0);
    tear_down(&s);
}

static void test_ranges_of_tracks_alone(void **state) {
    (void)state;
    /* A track that has the name already keeps its own range, here and there. */
    setting s = set_up(abc, ones, 3);
    assert_true(bp_range_copy_run(&s.copy, NULL)); /* the tracks have "walk", 3..5 */
    bp_clip *third = bp_clip_create(NULL, NULL, NULL);
    bp_range_copy on = {.clip = third,
                        .skeleton = s.skeleton,
                        .source = s.clip,
                        .source_skeleton = s.skeleton,
                        .name = "walk"};
    const uint8_t modes[] = {BP_INTERPOLATION_STEP, BP_INTERPOLATION_LINEAR};
    const float values[6] = {0};
    bp_track mixed = {
        .kind = BP_TRACK_SCALE, .key_count = 2, .times = (double[]){3, 4}, .values = values, .modes = modes};
    assert_true(bp_clip_add(s.clip, &mixed, NULL)); /* after the range: this track has none of that name */
    assert_true(bp_range_copy_run(&on, NULL));
    assert_int_equal(bp_clip_track_count(third), 3);
    assert_true(bp_clip_range_create(s.clip, "more", 3, 4, NULL));
    on.name = "more";
    assert_true(bp_range_copy_run(&on, NULL));
    const bp_track *track = bp_clip_track(third, bp_clip_find(third, 0, BP_TRACK_SCALE));
    assert_int_equal(track->modes[0], BP_INTERPOLATION_STEP);
    assert_int_equal(track->modes[1], BP_INTERPOLATION_LINEAR);
    bp_clip_destroy(third);
    tear_down(&s);
}

static void test_tracks_of_different_interpolation_join(void **state) {
    (void)state;
    setting s = set_up(abc, ones, 3);
    /* Here steps, there cubic: the track gets tangents, and each key keeps its way. */
    add_track(s.clip, 0, BP_TRACK_SCALE, BP_INTERPOLATION_STEP, 2, 0);
    add_track(s.source, 0, BP_TRACK_SCALE, BP_INTERPOLATION_CUBIC, 3, 0);
    add_track(s.clip, 1, BP_TRACK_SCALE, BP_INTERPOLATION_CUBIC, 2, 0); /* and the other way round */
    add_track(s.source, 1, BP_TRACK_SCALE, BP_INTERPOLATION_LINEAR, 3, 0);
    assert_true(bp_clip_range_create(s.source, "all", 0, 9, NULL));
    s.copy.name = "all";
    assert_true(bp_range_copy_run(&s.copy, NULL));
    const bp_track *track = bp_clip_track(s.clip, bp_clip_find(s.clip, 0, BP_TRACK_SCALE));
    assert_true(bp_track_check(track, NULL));
    assert_int_equal(track->interpolation, BP_INTERPOLATION_CUBIC);
    assert_int_equal(track->key_count, 5);
    assert_int_equal(track->modes[1], BP_INTERPOLATION_STEP);
    assert_int_equal(track->modes[2], BP_INTERPOLATION_CUBIC);
    expect_floats(track->values + 9, ((float[]){0, 0, 0, 1, 0, 0, 0, 0, 0}), 9, 0);         /* no tangents */
    expect_floats(track->values + 27, ((float[]){0.5f, 0, 0, 1, 0, 0, -0.5f, 0, 0}), 9, 0); /* its own */
    track = bp_clip_track(s.clip, bp_clip_find(s.clip, 1, BP_TRACK_SCALE));
    assert_int_equal(track->modes[0], BP_INTERPOLATION_CUBIC);
    assert_int_equal(track->modes[4], BP_INTERPOLATION_LINEAR);
    expect_floats(track->values + 36, ((float[]){0, 0, 0, 12, 0, 0, 0, 0, 0}), 9, 0);
    track = bp_clip_track(s.clip, bp_clip_find(s.clip, 2, BP_TRACK_POSITION)); /* all alike: no modes */
    assert_null(track->modes);
    tear_down(&s);
}

static void test_wrong_jobs_are_refused(void **state) {
    (void)state;
    setting s = set_up(abc, ones, 3);
    bp_error error = {0};
    assert_false(bp_range_copy_run(&(bp_range_copy){.clip = s.clip, .skeleton = s.skeleton}, &error));
    assert_string_equal(error.place, "source");
    s.copy.name = "fly";
    assert_false(bp_range_copy_run(&s.copy, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "no range");
    s.copy.name = "walk";
    assert_true(bp_range_copy_run(&s.copy, NULL));
    assert_false(bp_range_copy_run(&s.copy, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "already");
    tear_down(&s);
    s = set_up(abc, ones, 3);
    s.copy.clip = bp_clip_create(NULL, &(bp_clip_options){.rate = 30}, NULL);
    assert_false(bp_range_copy_run(&s.copy, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "30 and 1");
    bp_clip_destroy(s.copy.clip);
    s.copy.clip = s.clip;
    /* Weights of another number: the clip is as it was. */
    const float weights[4] = {0};
    bp_track two = {
        .kind = BP_TRACK_WEIGHTS, .width = 2, .key_count = 1, .times = (double[]){3}, .values = weights};
    bp_track four = {
        .kind = BP_TRACK_WEIGHTS, .width = 4, .key_count = 1, .times = (double[]){3}, .values = weights};
    assert_true(bp_clip_add(s.source, &two, NULL) && bp_clip_add(s.clip, &four, NULL));
    assert_true(bp_clip_range_create(s.source, "w", 0, 9, NULL));
    s.copy.name = "w";
    assert_false(bp_range_copy_run(&s.copy, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "4 weights here, and 2");
    assert_int_equal(bp_clip_track_count(s.clip), 1);
    assert_int_equal(bp_clip_range_count(s.clip), 0);
    tear_down(&s);
}

static bool copy_once(const bp_allocator *allocator, void *user, bp_error *error) {
    setting *s = user;
    bp_clip *clip = bp_clip_create(allocator, NULL, error);
    s->copy.clip = clip;
    bool ok = clip && bp_clip_range_create(clip, "before", 0, 1, error);
    if (ok) {
        ok = bp_range_copy_run(&s->copy, error);
        assert_int_equal(bp_clip_range_count(clip), ok ? 2 : 1);
        assert_int_equal(bp_clip_track_count(clip), ok ? 3 : 0);
    }
    bp_clip_destroy(clip);
    return ok;
}

static void test_each_allocation_may_fail(void **state) {
    (void)state;
    setting s = set_up(abc, ones, 3);
    assert_true(test_each_allocation_fails(copy_once, &s) > 25);
    tear_down(&s);
}

/* Known are dimensions of which any isn't 0; one that the source lacks changes nothing. */
static void test_dimensions(void **state) {
    (void)state;
    static const bp_vec3 all[] = {{8, 0, 0}, {0, 8, 0}, {0, 0, 8}, {0, 0, 0}};
    for (size_t i = 0; i < BP_COUNT(all); i++) {
        setting s = set_up(abc, ones, 3);
        s.copy.rescale = true;
        s.copy.dimensions = all[i];
        s.copy.source_dimensions = bp_vec3_make(2, 2, 2);
        assert_true(bp_range_copy_run(&s.copy, NULL));
        expect_float(first_x(&s, 0), i == 0 ? 2 * 4 : i == 3 ? 2 : 0, 0);
        tear_down(&s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bones_are_matched_by_name),
        cmocka_unit_test(test_keys_are_appended),
        cmocka_unit_test(test_bones_without_counterpart),
        cmocka_unit_test(test_no_counterpart_at_all),
        cmocka_unit_test(test_translations_follow_lengths),
        cmocka_unit_test(test_tangents_follow_lengths),
        cmocka_unit_test(test_lengths_from_the_pose),
        cmocka_unit_test(test_equal_names_with_other_parents),
        cmocka_unit_test(test_ranges_of_tracks_alone),
        cmocka_unit_test(test_tracks_of_different_interpolation_join),
        cmocka_unit_test(test_wrong_jobs_are_refused),
        cmocka_unit_test(test_each_allocation_may_fail),
        cmocka_unit_test(test_dimensions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
