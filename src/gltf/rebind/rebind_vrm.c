/* Extensions' numbers in the frames of joints: those of VRM follow the new frames; others can't be known, and
 * stop the rebinding.
 *
 * A node's world matrix becomes C * world. A point p of its space becomes p * C^-1: its place in the scene
 * stays. VRMC_node_constraint has axes, which must be X, Y or Z again, and compares rotations of two nodes;
 * its formulas (in the specification, "Roll", "Aim" and "Rotation Constraint") give the conditions below. */
#include "base/format.h"
#include "gltf/rebind/rebind.h"
#include "gltf/rebind/vrm_vectors.h"
#include <stdio.h>
#include <string.h>

#define CONSTRAINT "VRMC_node_constraint"

/* Whether the node's own frame is another now. */
static bool turns(const bp_rebind_job *job, int node) {
    return node >= 0 && (size_t)node < job->node_count &&
           (job->nodes[node].changed || job->nodes[node].reshaped);
}

static bp_dquat rotation_of(const bp_rebind_job *job, int node) {
    return node >= 0 ? job->nodes[node].frame.rotation : (bp_dquat){0, 0, 0, 1};
}

/* v * C^-1 */
static bool into_frame(const bp_rebind_node *node, bool is_direction, bp_dvec3 v, bp_dvec3 *out) {
    bp_dquat q = node->frame.rotation;
    *out = bp_dquat_rotate(bp_dquat_conjugate(q), v);
    if (node->reshaped) {
        bp_dmat4 inverse;
        if (is_direction || !bp_dmat4_inverse_affine(node->change, &inverse)) return false;
        *out = bp_dmat4_point(inverse, v);
    } else if (!is_direction) {
        *out = (bp_dvec3){out->x / node->frame.scale, out->y / node->frame.scale, out->z / node->frame.scale};
    }
    return true;
}

static bool write_vector(void *user, const bp_vrm_vector *vector, bp_error *error) {
    bp_rebind_job *job = user;
    bp_rewrite_tree *tree = &job->rewrite.tree;
    bp_dvec3 v;
    if (!turns(job, vector->node)) return true;
    if (!into_frame(&job->nodes[vector->node], vector->is_direction, vector->value, &v))
        return bp_gltf_fail(
            vector->object, error,
            "has a %s in the space of nodes[%d], which gets a shape that the extension can't follow",
            vector->key, vector->node);
    bp_rewrite_value *parent = bp_gltf_rewrite_at(&job->rewrite, vector->object);
    const float numbers[3] = {(float)v.x, (float)v.y, vector->is_unity ? -(float)v.z : (float)v.z};
    if (!vector->is_unity) {
        bp_rewrite_set_member(tree, parent, vector->key, "%s", bp_rewrite_floats(tree, numbers, 3));
        return true;
    }
    bp_rewrite_value *object = bp_rewrite_member(tree, parent, vector->key);
    static const char *const axes[] = {"x", "y", "z"};
    for (int i = 0; i < 3; i++) {
        const char *text = bp_rewrite_floats(tree, &numbers[i], 1); /* "[1.5]" */
        bp_rewrite_set_member(tree, object, axes[i], "%.*s", (int)strlen(text) - 2, text + 1);
    }
    return true;
}

/* Whether the constraint takes the twist of its source about the axis that it took before. The source's
 * rotation is in its parent's frame, and is read as if it were in that of the node's parent. If the two turn
 * differently, by a rotation G, the axis must be one that G leaves in place. */
static bool keeps_twist(const bp_rebind_job *job, size_t node, int source, int axis) {
    bp_dquat own = rotation_of(job, job->nodes[node].parent),
             other = rotation_of(job, job->nodes[source].parent);
    bp_dvec3 at = bp_dquat_rotate(bp_dquat_normalize(job->nodes[node].rest.rotation),
                                  (bp_dvec3){axis == 0, axis == 1, axis == 2});
    bp_dvec3 moved = bp_dquat_rotate(bp_dquat_mul(other, bp_dquat_conjugate(own)), at);
    return fabs(bp_dvec3_dot(at, moved)) > 1.0 - 1e-9;
}

/* A constraint that follows something else now: known from the clips only, which the proof plays. */
static void note_constraint(bp_rebind_job *job, size_t node) {
    snprintf(job->out->note, sizeof job->out->note,
             "nodes[%zu].extensions." CONSTRAINT ": the frames of its source and of its own node turn "
             "differently, so it follows another part of the source's rotation",
             node);
}

/* The axis in the node's new frame, as the index of X, Y or Z and its sign; false: it is none of them. */
static bool new_axis(const bp_rebind_node *node, int axis, int *out, bool *reversed) {
    bp_dvec3 v = {axis == 0, axis == 1, axis == 2}, turned;
    if (!into_frame(node, true, v, &turned)) return false;
    const double *at = &turned.x;
    for (int i = 0; i < 3; i++) {
        if (fabs(at[i]) < 1.0 - 1e-5) continue;
        *out = i;
        *reversed = at[i] < 0.0;
        return true;
    }
    return false;
}

static bool fail_axis(size_t node, bp_error *error) {
    return bp_fail(error, BP_ERROR_INPUT, bp_format("nodes[%zu].extensions." CONSTRAINT, node).text,
                   "can't follow the new frames of joints: its axis would no longer be X, Y or Z");
}

/* A roll axis has no sign. */
static bool write_roll(bp_rebind_job *job, size_t node, const bp_json *roll, bp_error *error) {
    int source = bp_vrm_node(&job->document, roll, "source"), axis;
    const char *old = bp_json_text_or(bp_json_member(roll, "rollAxis"), "");
    bool reversed;
    if (source < 0 || strlen(old) != 1 || old[0] < 'X' || old[0] > 'Z') return true;
    if (!keeps_twist(job, node, source, old[0] - 'X')) note_constraint(job, node);
    if (!new_axis(&job->nodes[node], old[0] - 'X', &axis, &reversed)) return fail_axis(node, error);
    bp_rewrite_set(&job->rewrite.tree,
                   bp_gltf_rewrite_find(
                       &job->rewrite, "nodes[%zu].extensions." CONSTRAINT ".constraint.roll.rollAxis", node),
                   "\"%c\"", 'X' + axis);
    return true;
}

static bool write_aim(bp_rebind_job *job, size_t node, const bp_json *aim, bp_error *error) {
    static const char *const axes[] = {"PositiveX", "PositiveY", "PositiveZ",
                                       "NegativeX", "NegativeY", "NegativeZ"};
    const char *old = bp_json_text_or(bp_json_member(aim, "aimAxis"), "");
    int axis;
    bool reversed;
    for (int i = 0; i < 6; i++) {
        if (strcmp(axes[i], old) != 0) continue;
        if (!new_axis(&job->nodes[node], i % 3, &axis, &reversed)) return fail_axis(node, error);
        bp_rewrite_set(&job->rewrite.tree,
                       bp_gltf_rewrite_find(&job->rewrite,
                                            "nodes[%zu].extensions." CONSTRAINT ".constraint.aim.aimAxis",
                                            node),
                       "\"%s\"", axes[axis + (reversed != (i >= 3) ? 3 : 0)]);
    }
    return true;
}

static bool write_constraint(bp_rebind_job *job, size_t node, const bp_json *constraint, bp_error *error) {
    const bp_json *roll = bp_json_member(constraint, "roll"), *aim = bp_json_member(constraint, "aim"),
                  *rotation = bp_json_member(constraint, "rotation");
    int source = bp_vrm_node(&job->document, rotation, "source");
    bp_dquat a = rotation_of(job, source), b = rotation_of(job, (int)node);
    double dot = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    if (source >= 0 && !(dot * dot > 1.0 - 1e-10)) note_constraint(job, node);
    return (!roll || write_roll(job, node, roll, error)) && (!aim || write_aim(job, node, aim, error));
}

static const char *const KNOWN[] = {"VRM",
                                    "VRMC_vrm",
                                    "VRMC_springBone",
                                    CONSTRAINT,
                                    "EXT_mesh_gpu_instancing",
                                    "KHR_node_visibility",
                                    "KHR_node_selectability",
                                    "KHR_xmp_json_ld"};

static bool is_known(const char *name) {
    for (size_t i = 0; i < BP_COUNT(KNOWN); i++)
        if (strcmp(name, KNOWN[i]) == 0) return true;
    return false;
}

/* Whether there are three numbers or more together, a vector, a quaternion, a matrix; `job`: in an object
 * that belongs to a node that turns ("node": 3). NULL: anywhere. */
static bool has_vector(const bp_rebind_job *job, const bp_json *value) {
    size_t numbers = 0;
    void *at = NULL;
    const char *key;
    if (job && turns(job, bp_vrm_node(&job->document, value, "node"))) job = NULL;
    for (size_t i = 0; i < bp_json_count(value); i++) {
        const bp_json *item = bp_json_item(value, i);
        numbers += bp_json_kind_of(item) == BP_JSON_NUMBER;
        if (has_vector(job, item)) return true;
    }
    bool xyz = bp_json_member(value, "x") && bp_json_member(value, "y") && bp_json_member(value, "z");
    if (!job && (numbers >= 3 || xyz)) return true;
    for (const bp_json *item; (item = bp_json_next(value, &at, &key));)
        if (has_vector(job, item)) return true;
    return false;
}

static bool fail_unknown(const char *place, const char *name, bp_error *error) {
    return bp_fail(error, BP_ERROR_INPUT, place,
                   "%.80s has numbers for a joint whose frame changes, and Bindpose doesn't know what they "
                   "mean there; remove the extension first, or choose another --bind",
                   name);
}

static bool check_node(size_t index, const bp_gltf_value *node, bp_error *error) {
    const bp_json *extensions = bp_json_member(node->json, "extensions");
    void *at = NULL;
    const char *key;
    char place[64];
    snprintf(place, sizeof place, "nodes[%zu]", index);
    if (bp_json_member(node->json, "camera")) return fail_unknown(place, "camera", error);
    if (bp_json_member(extensions, "KHR_lights_punctual"))
        return fail_unknown(place, "KHR_lights_punctual", error);
    for (const bp_json *item; (item = bp_json_next(extensions, &at, &key));)
        if (!is_known(key) && has_vector(NULL, item)) return fail_unknown(place, key, error);
    return true;
}

bool bp_rebind_write_extensions(bp_rebind_job *job, bp_error *error) {
    const bp_gltf_document *document = &job->document;
    void *at = NULL;
    const char *key;
    for (size_t i = 0; i < document->counts[BP_GLTF_NODES]; i++) {
        bp_gltf_value node = bp_gltf_element(document, BP_GLTF_NODES, i);
        const bp_json *constraint =
            bp_json_member(bp_json_member(bp_json_member(node.json, "extensions"), CONSTRAINT), "constraint");
        if (constraint && !write_constraint(job, i, constraint, error)) return false;
        if (turns(job, (int)i) && !check_node(i, &node, error)) return false;
    }
    const bp_json *extensions = bp_json_member(document->root.json, "extensions");
    for (const bp_json *item; (item = bp_json_next(extensions, &at, &key));)
        if (!is_known(key) && has_vector(job, item)) return fail_unknown("extensions", key, error);
    return bp_vrm_each_vector(document, write_vector, job, error);
}
