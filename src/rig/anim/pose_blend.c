/* pose_blend: blending two poses, target by target, so the result may be one of them.
 *
 * A matrix counts as position, rotation and scale and is decomposed to be blended.
 */
#include "rig/anim/anim.h"
#include <string.h>

static bool same_weights(const bp_pose *a, const bp_pose *b) {
    if (!a->weight_starts || !b->weight_starts) return a->weight_starts == b->weight_starts;
    return memcmp(a->weight_starts, b->weight_starts, (a->count + 1) * sizeof *a->weight_starts) == 0;
}

static bool check_shapes(const bp_pose *a, const bp_pose *b, const bp_pose *out, bp_error *error) {
    if (a->count != b->count || a->count != out->count)
        return bp_fail(error, BP_ERROR_ARGUMENT, "pose", "poses of %zu and %zu targets into one of %zu",
                       a->count, b->count, out->count);
    return (same_weights(a, b) && same_weights(a, out)) ||
           bp_fail(error, BP_ERROR_ARGUMENT, "weight_counts",
                   "the poses have different numbers of morph weights");
}

/* The parts that the pose holds; a matrix counts as all three. */
static int parts_of(const bp_pose *pose, size_t i) {
    int parts = pose->parts[i];
    return parts & BP_POSE_MATRIX ? parts | BP_POSE_TRS : parts;
}

static void copy_target(const bp_pose *from, size_t i, bp_pose *to) {
    if (from == to) return;
    int parts = from->parts[i];
    bp_pose_set_trs(to, i, (bp_trs){from->positions[i], from->rotations[i], from->scales[i]});
    to->parts[i] = (uint8_t)(parts & ~BP_POSE_MATRIX);
    if (parts & BP_POSE_MATRIX) bp_pose_set_matrix(to, i, from->matrices[i]);
    if (parts & BP_POSE_WEIGHTS) {
        size_t start = from->weight_starts[i];
        memcpy(to->weights + start, from->weights + start,
               bp_pose_weight_count(from, i) * sizeof *to->weights);
    }
}

static bp_trs blend_trs(bp_trs a, bp_trs b, float weight) {
    return (bp_trs){
        .translation = bp_vec3_mix(a.translation, b.translation, weight),
        .rotation = bp_quat_slerp(a.rotation, b.rotation, weight),
        .scale = bp_vec3_mix(a.scale, b.scale, weight),
    };
}

static void blend_weights(const bp_pose *a, const bp_pose *b, size_t i, float weight, bp_pose *out) {
    for (size_t w = a->weight_starts[i]; w < a->weight_starts[i + 1]; w++) {
        bool in_a = a->parts[i] & BP_POSE_WEIGHTS, in_b = b->parts[i] & BP_POSE_WEIGHTS;
        float from = in_a ? a->weights[w] : b->weights[w], to = in_b ? b->weights[w] : from;
        out->weights[w] = bp_mix(from, to, weight);
    }
}

static void blend_target(const bp_pose *a, const bp_pose *b, size_t i, float weight, bp_pose *out) {
    int in_a = parts_of(a, i), in_b = parts_of(b, i);
    const bp_pose *only = weight <= 0 && !(in_b & ~in_a) ? a : weight >= 1 && !(in_a & ~in_b) ? b : NULL;
    if (only) {
        copy_target(only, i, out);
        return;
    }
    bp_trs from = bp_pose_trs(a, i), to = bp_pose_trs(b, i);
    if (!(in_a & BP_POSE_POSITION)) from.translation = to.translation;
    if (!(in_b & BP_POSE_POSITION)) to.translation = from.translation;
    if (!(in_a & BP_POSE_ROTATION)) from.rotation = to.rotation;
    if (!(in_b & BP_POSE_ROTATION)) to.rotation = from.rotation;
    if (!(in_a & BP_POSE_SCALE)) from.scale = to.scale;
    if (!(in_b & BP_POSE_SCALE)) to.scale = from.scale;
    if ((in_a | in_b) & BP_POSE_WEIGHTS) blend_weights(a, b, i, weight, out);
    bp_pose_set_trs(out, i, blend_trs(from, to, weight));
    out->parts[i] = (uint8_t)((in_a | in_b) & ~BP_POSE_MATRIX);
}

bool bp_pose_blend(const bp_pose *a, const bp_pose *b, float weight, const float *mask, bp_pose *out,
                   bp_error *error) {
    if (!a) return bp_fail_null(error, "a");
    if (!b) return bp_fail_null(error, "b");
    if (!check_shapes(a, b, out, error)) return false;
    for (size_t i = 0; i < a->count; i++)
        blend_target(a, b, i, bp_clamp(mask ? weight * mask[i] : weight, 0, 1), out); /* NaN counts as 0 */
    return true;
}
