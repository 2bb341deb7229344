/* pose: the parts of many targets, and setting them on bones and nodes.
 *
 * Each part has an array of its own instead of one struct per target: most clips have only rotations. A
 * linked bone takes its transform from its node in prepare, so a pose is applied to the node instead.
 */
#include "rig/anim/anim.h"
#include "rig/skeleton.h"
#include <stdio.h>
#include <string.h>

static bool create_weights(bp_pose *pose, const int *counts, bp_error *error) {
    pose->weight_starts = bp_alloc(&pose->allocator, pose->count + 1, sizeof *pose->weight_starts, error);
    if (!pose->weight_starts) return false;
    for (size_t i = 0; i < pose->count; i++) {
        if (counts[i] < 0) {
            char place[64];
            snprintf(place, sizeof place, "weight_counts[%zu]", i);
            return bp_fail(error, BP_ERROR_ARGUMENT, place, "%d morph weights: must be 0 or more", counts[i]);
        }
        pose->weight_starts[i + 1] = pose->weight_starts[i] + (size_t)counts[i];
    }
    pose->weights =
        bp_alloc(&pose->allocator, pose->weight_starts[pose->count], sizeof *pose->weights, error);
    return pose->weights != NULL;
}

static bool create_parts(bp_pose *p, const bp_pose_options *options, bp_error *error) {
    const bp_allocator *a = &p->allocator;
    return (p->parts = bp_alloc(a, p->count, sizeof *p->parts, error)) &&
           (p->positions = bp_alloc(a, p->count, sizeof *p->positions, error)) &&
           (p->rotations = bp_alloc(a, p->count, sizeof *p->rotations, error)) &&
           (p->scales = bp_alloc(a, p->count, sizeof *p->scales, error)) &&
           (!options->matrices || (p->matrices = bp_alloc(a, p->count, sizeof *p->matrices, error))) &&
           (!options->weight_counts || create_weights(p, options->weight_counts, error));
}

bp_pose *bp_pose_create(const bp_allocator *allocator, size_t count, const bp_pose_options *options,
                        bp_error *error) {
    static const bp_pose_options defaults = {0};
    bp_allocator own = allocator ? *allocator : bp_allocator_default();
    bp_pose *pose = bp_alloc(&own, 1, sizeof *pose, error);
    if (!pose) return NULL;
    pose->allocator = own;
    pose->count = count;
    pose->targets = pose->own_targets = options ? options->targets : BP_TARGETS_ANY;
    if (!create_parts(pose, options ? options : &defaults, error)) {
        bp_pose_destroy(pose);
        return NULL;
    }
    return pose;
}

void bp_pose_destroy(bp_pose *pose) {
    if (!pose) return;
    bp_allocator allocator = pose->allocator;
    bp_free(&allocator, pose->parts);
    bp_free(&allocator, pose->positions);
    bp_free(&allocator, pose->rotations);
    bp_free(&allocator, pose->scales);
    bp_free(&allocator, pose->matrices);
    bp_free(&allocator, pose->weight_starts);
    bp_free(&allocator, pose->weights);
    bp_free(&allocator, pose);
}

void bp_pose_clear(bp_pose *pose) {
    if (!pose) return;
    memset(pose->parts, 0, pose->count * sizeof *pose->parts);
    pose->targets = pose->own_targets;
}

/* "any", "bones", "nodes". */
static const char *targets_name(bp_targets targets) {
    return targets == BP_TARGETS_BONES ? "bones" : targets == BP_TARGETS_NODES ? "nodes" : "any";
}

bool bp_targets_check(bp_targets targets, bp_targets needed, const char *place, bp_error *error) {
    if (targets == BP_TARGETS_ANY || needed == BP_TARGETS_ANY || targets == needed) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, place, "moves %s, not %s: %s", targets_name(targets),
                   targets_name(needed),
                   needed == BP_TARGETS_BONES ? "bp_model_clip_for_skeleton makes a clip for bones"
                                              : "apply it to its skeleton");
}

bp_trs bp_pose_trs(const bp_pose *pose, size_t index) {
    if (!pose) return bp_trs_identity();
    bp_trs trs = bp_trs_identity();
    int parts = index < pose->count ? pose->parts[index] : 0;
    if (parts & BP_POSE_MATRIX) {
        bp_mat4_decompose(pose->matrices[index], &trs);
        return trs;
    }
    if (parts & BP_POSE_POSITION) trs.position = pose->positions[index];
    if (parts & BP_POSE_ROTATION) trs.rotation = pose->rotations[index];
    if (parts & BP_POSE_SCALE) trs.scale = pose->scales[index];
    return trs;
}

void bp_pose_set_trs(bp_pose *pose, size_t index, bp_trs trs) {
    pose->positions[index] = trs.position;
    pose->rotations[index] = trs.rotation;
    pose->scales[index] = trs.scale;
    pose->parts[index] = (uint8_t)((pose->parts[index] & ~BP_POSE_MATRIX) | BP_POSE_TRS);
}

void bp_pose_set_matrix(bp_pose *pose, size_t index, bp_mat4 matrix) {
    if (pose->matrices) {
        pose->matrices[index] = matrix;
        pose->parts[index] |= BP_POSE_MATRIX;
    } else {
        bp_trs trs;
        bp_mat4_decompose(matrix, &trs);
        bp_pose_set_trs(pose, index, trs);
    }
}

static inline void set_parts(const bp_pose *pose, size_t i, bp_dtrs *trs) {
    int parts = pose->parts[i];
    if (parts & BP_POSE_POSITION) trs->position = bp_dvec3_from_vec3(pose->positions[i]);
    if (parts & BP_POSE_ROTATION) trs->rotation = bp_dquat_from_quat(pose->rotations[i]);
    if (parts & BP_POSE_SCALE) trs->scale = bp_dvec3_from_vec3(pose->scales[i]);
}

static void apply_to_node(const bp_pose *pose, size_t i, bp_node *node) {
    int parts = pose->parts[i];
    if (parts & BP_POSE_MATRIX) {
        bp_node_set_matrix(node, pose->matrices[i]);
        return;
    }
    if (!(parts & BP_POSE_TRS)) return;
    set_parts(pose, i, &node->trs);
    if (parts & BP_POSE_ROTATION) node->holds_euler = false;
    bp_node_parts_changed(node);
}

static void apply_to_bone(const bp_pose *pose, size_t i, bp_bone *bone) {
    int parts = pose->parts[i];
    if (parts & BP_POSE_MATRIX) {
        bp_bone_set_local(bone, pose->matrices[i]);
        return;
    }
    if (!(parts & BP_POSE_TRS)) return;
    bp_dtrs trs = *bp_bone_trs_d(bone);
    set_parts(pose, i, &trs);
    bp_bone_set_trs_d(bone, trs);
}

bool bp_pose_apply(const bp_pose *pose, bp_skeleton *skeleton, bp_error *error) {
    if (!pose) return bp_fail_null(error, "pose");
    if (!skeleton) return bp_fail_null(error, "skeleton");
    if (!bp_targets_check(pose->targets, BP_TARGETS_BONES, "pose", error)) return false;
    for (size_t i = 0; i < pose->count && i < skeleton->count; i++) {
        bp_bone *bone = skeleton->bones.bone[i];
        if (bone->node)
            apply_to_node(pose, i, bone->node);
        else
            apply_to_bone(pose, i, bone);
    }
    return true;
}

bool bp_pose_apply_nodes(const bp_pose *pose, bp_node *const *nodes, size_t count, bp_error *error) {
    if (!pose) return bp_fail_null(error, "pose");
    if (!bp_targets_check(pose->targets, BP_TARGETS_NODES, "pose", error)) return false;
    for (size_t i = 0; i < pose->count && i < count; i++)
        if (nodes[i]) apply_to_node(pose, i, nodes[i]);
    return true;
}

void bp_pose_apply_nodes_over(const bp_pose *rest, const bp_pose *pose, bp_node *const *nodes, size_t count) {
    for (size_t i = 0; i < pose->count && i < count; i++) {
        bp_node *node = nodes[i];
        if (!node) continue;
        bp_dtrs trs = node->trs;
        set_parts(rest, i, &trs);
        set_parts(pose, i, &trs);
        if (pose->parts[i] & BP_POSE_MATRIX)
            (void)bp_dmat4_decompose(bp_dmat4_from_mat4(pose->matrices[i]), &trs);
        if (node->holds_euler || !bp_same_parts(&trs, &node->trs)) bp_node_set_trs_d(node, trs);
    }
}

void bp_pose_from_nodes(bp_pose *pose, bp_node *const *nodes, size_t count) {
    if (!pose) return;
    for (size_t i = 0; i < pose->count && i < count; i++)
        if (nodes[i]) bp_pose_set_trs(pose, i, bp_dtrs_to_trs(nodes[i]->trs));
}

/* pose_layers: differences of poses, and blending any number of them at once.
 *
 * Each part of a target is the mean of the layers that hold it, by weight. Rotations are summed as
 * quaternions on the side of the first one and normalized. Additive layers then change the result, one after
 * the other.
 */

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
                        (bp_trs){bp_vec3_sub(a.position, r.position),
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
        sum->position = bp_vec3_add(sum->position, bp_vec3_scale(value.position, weight));
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
    if (part == BP_POSE_POSITION) out->position = bp_vec3_scale(sum.position, 1 / sum.weight);
    if (part == BP_POSE_SCALE) out->scale = bp_vec3_scale(sum.scale, 1 / sum.weight);
    if (part == BP_POSE_ROTATION) out->rotation = bp_quat_normalize(sum.rotation);
}

static void blend_layer_weights(const bp_pose_blend_options *o, size_t i, bp_pose *out, int *parts) {
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
        trs->position = bp_vec3_add(trs->position, bp_vec3_scale(by.position, weight));
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
        blend_layer_weights(&o, i, out, &parts);
        for (size_t l = 0; l < o.count; l++)
            if (o.layers[l].additive) add_difference(&o.layers[l], i, out, &trs, parts);
        bp_pose_set_trs(out, i, trs);
        out->parts[i] = (uint8_t)parts;
    }
    return true;
}
