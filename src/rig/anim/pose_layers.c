/* pose_layers: copying poses, differences of poses, and blending any number of them at once.
 *
 * Each part of a target is the mean of the layers that hold it, by weight. Rotations are summed as
 * quaternions on the side of the first one and normalized. Additive layers then change the result, one after
 * the other.
 */
#include "rig/anim/anim.h"
#include <string.h>

static bool same_shape(const bp_pose *a, const bp_pose *b, bp_error *error) {
    if (!a || !b) return bp_fail_null(error, "pose");
    if (a->count != b->count)
        return bp_fail(error, BP_ERROR_ARGUMENT, "pose", "poses of %zu and %zu targets", a->count, b->count);
    bool equal = !a->weight_starts == !b->weight_starts;
    for (size_t i = 0; equal && a->weight_starts && i <= a->count; i++)
        equal = a->weight_starts[i] == b->weight_starts[i];
    return equal || bp_fail(error, BP_ERROR_ARGUMENT, "weight_counts",
                            "the poses have different numbers of morph weights");
}

static float *weights_of(const bp_pose *pose, size_t i) { return pose->weights + pose->weight_starts[i]; }

static bool holds(const bp_pose *pose, size_t i, int part) {
    int parts = pose->parts[i];
    return (parts & part) || (part != BP_POSE_WEIGHTS && (parts & BP_POSE_MATRIX));
}

bool bp_pose_copy(const bp_pose *from, bp_pose *to, bp_error *error) {
    if (!same_shape(from, to, error)) return false;
    to->targets = from->targets;
    for (size_t i = 0; i < from->count; i++) {
        int parts = from->parts[i];
        bp_pose_set_trs(to, i, (bp_trs){from->positions[i], from->rotations[i], from->scales[i]});
        to->parts[i] = (uint8_t)(parts & ~BP_POSE_MATRIX);
        if (parts & BP_POSE_MATRIX) bp_pose_set_matrix(to, i, from->matrices[i]);
        if (parts & BP_POSE_WEIGHTS)
            memcpy(weights_of(to, i), weights_of(from, i), bp_pose_weight_count(from, i) * sizeof(float));
    }
    return true;
}

static float ratio(float a, float b) { return b == 0 ? 1 : a / b; }

bool bp_pose_subtract(const bp_pose *pose, const bp_pose *reference, bp_pose *out, bp_error *error) {
    if (!same_shape(pose, reference, error) || !same_shape(pose, out, error)) return false;
    out->targets = pose->targets;
    for (size_t i = 0; i < pose->count; i++) {
        bp_trs a = bp_pose_trs(pose, i), r = bp_pose_trs(reference, i);
        int both = 0;
        for (int part = BP_POSE_POSITION; part <= BP_POSE_WEIGHTS; part *= 2)
            if (part != BP_POSE_MATRIX && holds(pose, i, part) && holds(reference, i, part)) both |= part;
        for (size_t w = 0; (both & BP_POSE_WEIGHTS) && w < bp_pose_weight_count(pose, i); w++)
            weights_of(out, i)[w] = weights_of(pose, i)[w] - weights_of(reference, i)[w];
        bp_pose_set_trs(out, i,
                        (bp_trs){bp_vec3_sub(a.translation, r.translation),
                                 bp_quat_mul(bp_quat_conjugate(r.rotation), a.rotation),
                                 {ratio(a.scale.x, r.scale.x), ratio(a.scale.y, r.scale.y),
                                  ratio(a.scale.z, r.scale.z)}});
        out->parts[i] = (uint8_t)both;
    }
    return true;
}

static float weight_at(const bp_pose_layer *layer, size_t i) {
    float weight = layer->mask ? layer->weight * layer->mask[i] : layer->weight;
    return weight > 0 ? weight : 0; /* also for NaN */
}

/* The sum of one part of a target over layers, by weight. */
typedef struct part_sum {
    float weight;
    bp_vec3 position, scale;
    bp_quat rotation;
} part_sum;

static void add_part(part_sum *sum, int part, bp_trs value, float weight) {
    if (weight <= 0) return;
    if (part == BP_POSE_POSITION)
        sum->position = bp_vec3_add(sum->position, bp_vec3_scale(value.translation, weight));
    if (part == BP_POSE_SCALE) sum->scale = bp_vec3_add(sum->scale, bp_vec3_scale(value.scale, weight));
    if (part == BP_POSE_ROTATION) {
        bp_quat q = value.rotation, *to = &sum->rotation;
        float signed_weight = bp_quat_dot(*to, q) < 0 ? -weight : weight;
        *to = bp_quat_make(to->x + signed_weight * q.x, to->y + signed_weight * q.y,
                           to->z + signed_weight * q.z, to->w + signed_weight * q.w);
    }
    sum->weight += weight;
}

/* The share of the rest pose: all of what the layers don't weigh up to the threshold. */
static float rest_share(float weight, float threshold) { return weight < threshold ? threshold - weight : 0; }

static void blend_part(const bp_pose_blend_options *o, size_t i, int part, bp_trs *out, int *parts) {
    part_sum sum = {0};
    for (size_t l = 0; l < o->count; l++) {
        const bp_pose_layer *layer = &o->layers[l];
        if (layer->additive || !holds(layer->pose, i, part)) continue;
        add_part(&sum, part, bp_pose_trs(layer->pose, i), weight_at(layer, i));
    }
    if (o->rest && holds(o->rest, i, part))
        add_part(&sum, part, bp_pose_trs(o->rest, i), rest_share(sum.weight, o->threshold));
    if (!(sum.weight > 0)) return;
    *parts |= part;
    if (part == BP_POSE_POSITION) out->translation = bp_vec3_scale(sum.position, 1 / sum.weight);
    if (part == BP_POSE_SCALE) out->scale = bp_vec3_scale(sum.scale, 1 / sum.weight);
    if (part == BP_POSE_ROTATION) out->rotation = bp_quat_normalize(sum.rotation);
}

static void blend_weights(const bp_pose_blend_options *o, size_t i, bp_pose *out, int *parts) {
    size_t count = bp_pose_weight_count(out, i);
    float total = 0, *to = count ? weights_of(out, i) : NULL;
    if (count == 0) return;
    memset(to, 0, count * sizeof *to);
    for (size_t l = 0; l <= o->count; l++) {
        const bp_pose *from = l < o->count ? o->layers[l].pose : o->rest;
        if (!from || (l < o->count && o->layers[l].additive) || !holds(from, i, BP_POSE_WEIGHTS)) continue;
        float weight = l < o->count ? weight_at(&o->layers[l], i) : rest_share(total, o->threshold);
        for (size_t w = 0; w < count; w++) to[w] += weight * weights_of(from, i)[w];
        total += weight;
    }
    if (!(total > 0)) return;
    for (size_t w = 0; w < count; w++) to[w] /= total;
    *parts |= BP_POSE_WEIGHTS;
}

static void add_difference(const bp_pose_layer *layer, size_t i, bp_pose *out, bp_trs *trs, int parts) {
    float weight = weight_at(layer, i);
    const bp_pose *d = layer->pose;
    bp_trs by = bp_pose_trs(d, i);
    const bp_vec3 ones = {1, 1, 1};
    if (weight == 0) return;
    if (d->parts[i] & parts & BP_POSE_POSITION)
        trs->translation = bp_vec3_add(trs->translation, bp_vec3_scale(by.translation, weight));
    if (d->parts[i] & parts & BP_POSE_ROTATION)
        trs->rotation = bp_quat_mul(trs->rotation, bp_quat_slerp(bp_quat_identity(), by.rotation, weight));
    if (d->parts[i] & parts & BP_POSE_SCALE)
        trs->scale = bp_vec3_mul(trs->scale, bp_vec3_mix(ones, by.scale, weight));
    for (size_t w = 0; (d->parts[i] & parts & BP_POSE_WEIGHTS) && w < bp_pose_weight_count(d, i); w++)
        weights_of(out, i)[w] += weight * weights_of(d, i)[w];
}

static bool check_layers(const bp_pose_blend_options *o, const bp_pose *out, bp_error *error) {
    if (!o || !out) return bp_fail_null(error, o ? "out" : "options");
    if (o->rest && o->rest->weight_starts && !same_shape(o->rest, out, error)) return false;
    if (o->rest && o->rest->count != out->count)
        return bp_fail(error, BP_ERROR_ARGUMENT, "rest", "has %zu targets, not %zu", o->rest->count,
                       out->count);
    for (size_t l = 0; l < o->count; l++) {
        if (!same_shape(o->layers[l].pose, out, error)) return false;
        if (!bp_targets_check(o->layers[l].pose->targets, out->own_targets, "layers", error)) return false;
    }
    return true;
}

bool bp_pose_blend_layers(const bp_pose_blend_options *options, bp_pose *out, bp_error *error) {
    if (!check_layers(options, out, error)) return false;
    bp_pose_blend_options o = *options;
    if (!(o.threshold > 0)) o.threshold = 0.1f;
    for (size_t i = 0; i < out->count; i++) {
        bp_trs trs = bp_trs_identity();
        int parts = 0;
        blend_part(&o, i, BP_POSE_POSITION, &trs, &parts);
        blend_part(&o, i, BP_POSE_ROTATION, &trs, &parts);
        blend_part(&o, i, BP_POSE_SCALE, &trs, &parts);
        blend_weights(&o, i, out, &parts);
        for (size_t l = 0; l < o.count; l++)
            if (o.layers[l].additive) add_difference(&o.layers[l], i, out, &trs, parts);
        bp_pose_set_trs(out, i, trs);
        out->parts[i] = (uint8_t)parts;
    }
    return true;
}
