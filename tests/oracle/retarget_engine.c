/* Retargeting as Babylon.js 9.34's AnimatorAvatar does, against recordings (recordings/gen-retarget.mjs):
 * keys of thirty pairs of skeletons, within 1e-5. A third of them was looked at only when all was done. */
#include "gltf/retarget/retarget.h"
#include "io/json.h"
#include "support/test.h"
#include <bindpose/retarget.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static bp_model *model_of(const bp_json *text) {
    bp_model *model = NULL;
    bp_error error = {0};
    const char *gltf = bp_json_text_or(text, "");
    if (!bp_gltf_read_memory(NULL, gltf, strlen(gltf), "recording", NULL, NULL, &model, NULL, &error))
        fail_msg("%s: %s", error.place, error.message);
    return model;
}

static bool flag(const bp_json *options, const char *name) {
    return bp_json_bool_or(bp_json_member(options, name), false);
}

static double compare_track(const bp_track *track, const bp_json *expected) {
    const bp_json *keys = bp_json_member(expected, "keys");
    size_t width = track->kind == BP_TRACK_ROTATION ? 4 : 3;
    size_t stride = track->interpolation == BP_INTERPOLATION_CUBIC ? 3 * width : width;
    double worst = 0;
    assert_int_equal(track->target, (int)bp_json_number_or(bp_json_member(expected, "node"), -1));
    assert_string_equal(bp_json_text_or(bp_json_member(expected, "property"), ""),
                        track->kind == BP_TRACK_ROTATION ? "rotationQuaternion" : "position");
    assert_int_equal(track->key_count, bp_json_count(keys));
    for (size_t k = 0; k < track->key_count; k++) {
        double far[2] = {0, 0}, size = 1;
        for (size_t i = 0; i < width; i++) {
            double wanted = bp_json_number_or(bp_json_item(bp_json_item(keys, k), i), NAN);
            double got = (double)track->values[stride * k + (stride > width ? width : 0) + i];
            far[0] = fmax(far[0], fabs(got - wanted));
            far[1] = fmax(far[1], fabs(got + wanted)); /* q and -q are one rotation */
            size = fmax(size, fabs(wanted));
        }
        worst = fmax(worst, (width == 4 ? fmin(far[0], far[1]) : far[0]) / size);
    }
    return worst;
}

static double compare_pair(const bp_json *pair) {
    const bp_json *options = bp_json_member(pair, "options"), *expected = bp_json_member(pair, "expected");
    bp_model *source = model_of(bp_json_member(pair, "source"));
    bp_model *target = model_of(bp_json_member(pair, "target"));
    const char *axis = bp_json_text_or(bp_json_member(options, "groundReferenceVerticalAxis"), "");
    const char *ground = bp_json_text_or(bp_json_member(options, "groundReferenceNodeName"), "");
    const bp_retarget_engine_options engine = {.keep_keys = !flag(options, "retargetAnimationKeys"),
                                               .keep_root = !flag(options, "fixRootPosition"),
                                               .fix_ground = flag(options, "fixGroundReference"),
                                               .dynamic_ground =
                                                   flag(options, "fixGroundReferenceDynamicRefNode"),
                                               .check_hierarchy = flag(options, "checkHierarchy"),
                                               .root = bp_json_member(options, "rootNodeName") ? 0 : -1,
                                               .ground = bp_model_find_node(source, ground),
                                               .vertical = axis[0] ? axis[0] - 'X' + 1 : 0};
    bp_retarget_pair pairs[16];
    const bp_json *mapped = bp_json_member(pair, "mapped");
    bp_retarget_map map = {.count = mapped ? bp_json_count(mapped) : source->node_count, .pairs = pairs};
    bp_error error = {0};
    for (size_t i = 0; i < map.count; i++) {
        int node = mapped ? (int)bp_json_number_or(bp_json_item(mapped, i), -1) : (int)i;
        pairs[i] = (bp_retarget_pair){.source = node, .target = node};
    }
    bp_clip *clip = bp_retarget_clip_as_engine(source, 0, target, &map, &engine, &error);
    if (!clip) fail_msg("%s: %s", error.place, error.message);
    double worst = 0;
    assert_int_equal(bp_clip_track_count(clip), bp_json_count(expected));
    for (size_t i = 0; i < bp_clip_track_count(clip); i++)
        worst = fmax(worst, compare_track(bp_clip_track(clip, i), bp_json_item(expected, i)));
    bp_clip_destroy(clip);
    bp_model_destroy(source);
    bp_model_destroy(target);
    return worst;
}

static void compare_file(const char *path, size_t count) {
    bp_error error = {0};
    bp_json *root = bp_json_read(NULL, path, 0, &error);
    if (!root) fail_msg("%s: %s", error.place, error.message);
    const bp_json *pairs = bp_json_member(root, "pairs");
    double worst = 0;
    assert_int_equal(bp_json_count(pairs), count);
    for (size_t i = 0; i < count; i++) {
        double difference = compare_pair(bp_json_item(pairs, i));
        if (!(difference <= 1e-5)) fail_msg("%s, pair %zu: %g", path, i, difference);
        worst = fmax(worst, difference);
    }
    printf("%s: %zu pairs, worst difference %.2g\n", path, count, worst);
    bp_json_destroy(root);
}

static void test_recorded(void **state) {
    (void)state;
    compare_file("tests/oracle/recordings/retarget.json", 20);
}

static void test_held_apart(void **state) {
    (void)state;
    compare_file("tests/oracle/recordings/retarget-held.json", 10);
}

/* Cubic keys; fixGroundReferenceDynamicRefNode; checkHierarchy; no name of the root; maps of some names. */
static void test_more_options(void **state) {
    (void)state;
    compare_file("tests/oracle/recordings/retarget-more.json", 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_recorded), cmocka_unit_test(test_held_apart),
                                       cmocka_unit_test(test_more_options)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
