/* Retargeting a pose: the formula of bindpose/retarget.h, a bone at a time. */
#include "gltf/retarget/retarget.h"
#include "rig/anim/anim.h"
#include <string.h>

#define RADIANS(degrees) ((degrees) * (3.14159265358979323846 / 180))

/* The rotation whose matrix has these two directions as Y and, nearly, X: rows x, y, x cross y. */
static bp_dquat frame(bp_dvec3 y, bp_dvec3 x) {
    bp_dvec3 z = bp_dvec3_normalize(bp_dvec3_cross(x, y));
    x = bp_dvec3_cross(y, z);
    return bp_dquat_from_dmat4(
        (bp_dmat4){{x.x, x.y, x.z, 0, y.x, y.y, y.z, 0, z.x, z.y, z.z, 0, 0, 0, 0, 1}});
}

/* World matrices of the inverse binds. They are in the mesh's space, which may be turned by a quarter against
 * the scene's: the quarter turn that brings the first joint nearest to its rest is undone. */
static bool take_binds(retarget_side *side, const bp_model *model, bp_error *error) {
    for (size_t s = 0; s < model->skin_count; s++) {
        size_t count = model->skins[s].joint_count;
        bp_dmat4 turn = bp_dmat4_identity();
        bp_mat4 *binds = bp_alloc(&model->allocator, count, sizeof *binds, error);
        bool ok = binds && bp_model_inverse_binds(model, (int)s, binds, count, error);
        for (size_t j = 0; ok && j < count; j++) {
            int node = model->skins[s].nodes[j];
            bp_dmat4 world;
            if (!bp_dmat4_inverse_affine(bp_dmat4_from_mat4(binds[j]), &world)) continue;
            if (j == 0) {
                bp_dmat4 between = bp_dmat4_mul(bp_dmat4_from_mat4(binds[j]), side->tree.world[node]);
                bp_dquat q = bp_retarget_rotation(&between);
                double *parts[] = {&q.x, &q.y, &q.z, &q.w};
                double half = 0.70710678118654752440;
                for (int i = 0; i < 4; i++)
                    *parts[i] = fabs(*parts[i]) > 0.38 ? (*parts[i] > 0 ? half : -half) : 0;
                turn = bp_dmat4_from_dquat(bp_dquat_normalize(q));
            }
            side->reference[node] = bp_dmat4_mul(world, turn);
        }
        bp_free(&model->allocator, binds);
        if (!ok) return false;
    }
    return true;
}

bool bp_retarget_side_make(retarget_side *side, const bp_model *model, bool from_bind, bp_arena *arena,
                           bp_error *error) {
    if (!bp_retarget_tree_make(&side->tree, model, arena, error)) return false;
    size_t count = side->tree.count;
    side->model = model;
    side->reference = bp_arena_alloc(arena, count, sizeof *side->reference, error);
    side->world = side->reference ? bp_arena_alloc(arena, count, sizeof *side->world, error) : NULL;
    side->spin = side->world ? bp_arena_alloc(arena, count, sizeof *side->spin, error) : NULL;
    side->size = side->spin ? bp_arena_alloc(arena, count, sizeof *side->size, error) : NULL;
    side->needed = side->size ? bp_arena_alloc(arena, count, sizeof *side->needed, error) : NULL;
    side->placed = side->needed ? bp_arena_alloc(arena, count, sizeof *side->placed, error) : NULL;
    if (!side->placed) return false;
    memcpy(side->reference, side->tree.world, count * sizeof *side->reference);
    memcpy(side->world, side->tree.world, count * sizeof *side->world);
    return !from_bind || take_binds(side, model, error);
}

/* Keeps, in order, the nodes above the bones that are moved, and those; first all that are placed. */
static bool keep_needed(retarget_side *side, bp_arena *arena, bp_error *error) {
    int *order = bp_arena_alloc(arena, side->tree.count, sizeof *order, error);
    if (!order) return false;
    for (size_t i = side->tree.count; i-- > 0;) {
        int node = side->tree.order[i], parent = side->tree.parents[node];
        if (side->needed[node] && parent >= 0) side->needed[parent] = true;
        if (side->placed[node] && parent >= 0) side->placed[parent] = true;
    }
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < side->tree.count; i++)
            if (side->needed[side->tree.order[i]] && side->placed[side->tree.order[i]] == (pass == 0))
                order[side->needed_count++] = side->tree.order[i];
        if (pass == 0) side->placed_count = side->needed_count;
    }
    side->tree.order = order;
    return true;
}

static bp_dvec3 at(const retarget_side *side, int node) { return bp_retarget_at(&side->reference[node]); }

static bool reference_direction(const bp_retarget *r, const retarget_side *side, size_t pair, bp_dvec3 *out) {
    return bp_retarget_direction(r, side, side->reference, pair, out);
}

/* From the right to the left one of two bones of one slot. */
static bool across(const bp_retarget *r, const retarget_side *side, int slot, int other, bp_dvec3 *out) {
    int a = bp_retarget_slot_node(r, side, slot), b = bp_retarget_slot_node(r, side, other);
    if (a < 0 || b < 0) return false;
    *out = bp_dvec3_normalize(bp_retarget_minus(at(side, a), at(side, b)));
    return bp_dvec3_dot(*out, *out) > 0.5;
}

static bool left_of(const bp_retarget *r, const retarget_side *side, bp_dvec3 *out) {
    return across(r, side, BODY_UPPER_LEG, BODY_UPPER_LEG + BODY_SIDED, out) ||
           across(r, side, BODY_UPPER_ARM, BODY_UPPER_ARM + BODY_SIDED, out);
}

static bool is_upright(const bp_retarget *r, const retarget_side *side, size_t hips) {
    bp_dvec3 up;
    return reference_direction(r, side, hips, &up) && up.y > 0.7;
}

/* The source's motion is turned by the quarter turns about Y that are nearest to the target's facing, if both
 * stand in their reference poses. */
static void find_facing(bp_retarget *r, size_t hips) {
    bp_dvec3 a, b;
    r->facing = (bp_dquat){0, 0, 0, 1};
    if (!is_upright(r, &r->from, hips) || !is_upright(r, &r->to, hips) || !left_of(r, &r->from, &a) ||
        !left_of(r, &r->to, &b))
        return;
    double turn = bp_atan2_d(a.z * b.x - a.x * b.z, a.x * b.x + a.z * b.z); /* about Y, from a to b */
    r->fit.facing = (float)RADIANS(90 * floor(turn / RADIANS(90) + 0.5));
    r->facing = bp_dquat_from_axis_angle((bp_dvec3){0, 1, 0}, (double)r->fit.facing);
}

/* The pair above in the target, by which a bone is aligned first: feet and fingers go by their slots. */
static int pair_above(const bp_retarget *r, size_t pair) {
    int slot = r->bones[pair].slot;
    if (body_left(slot) == BODY_FOOT) return bp_retarget_pair_of(r, BODY_HIPS, false);
    for (int node = r->to.tree.parents[r->bones[pair].target]; node >= 0; node = r->to.tree.parents[node])
        if (r->bone_of[node]) return r->bone_of[node] - 1;
    return -1;
}

/* The rotation that takes the target's reference direction to the source's. */
static void align(bp_retarget *r, size_t pair) {
    retarget_bone *bone = &r->bones[pair];
    int above = pair_above(r, pair), left = body_left(bone->slot), offset = bone->slot - left;
    bp_dvec3 from, to, from_left, to_left, axis = {0, 0, 1};
    bone->align = above >= 0 ? r->bones[above].align : (bp_dquat){0, 0, 0, 1};
    bone->apart = -1;
    if (bone->slot < 0 || !reference_direction(r, &r->from, pair, &from) ||
        !reference_direction(r, &r->to, pair, &to))
        return;
    from = bp_dquat_rotate(r->facing, from);
    bone->apart = bp_retarget_angle(from, to);
    bool has_left = left_of(r, &r->from, &from_left) && left_of(r, &r->to, &to_left);
    if (has_left) {
        from_left = bp_dquat_rotate(r->facing, from_left);
        axis = left >= BODY_UPPER_LEG ? from_left : bp_dvec3_normalize(bp_dvec3_cross(from_left, from));
    }
    bp_dvec3 aligned = bp_dquat_rotate(bone->align, to);
    /* The rest direction of such a bone is anatomy, and not the pose. */
    bool soft = left <= BODY_SHOULDER || left == BODY_FOOT || left == BODY_TOES;
    if (soft && bp_retarget_angle(aligned, from) < RADIANS(40)) return;
    bool hand = left == BODY_HAND &&
                across(r, &r->from, BODY_INDEX + offset, BODY_LITTLE + offset, &from_left) &&
                across(r, &r->to, BODY_INDEX + offset, BODY_LITTLE + offset, &to_left);
    if (hand) from_left = bp_dquat_rotate(r->facing, from_left);
    if ((hand || (left == BODY_HIPS && has_left)) && bp_retarget_angle(from, from_left) > 0.2 &&
        bp_retarget_angle(to, to_left) > 0.2)
        bone->align = bp_dquat_mul(frame(from, from_left), bp_dquat_conjugate(frame(to, to_left)));
    else
        bone->align = bp_dquat_mul(bp_retarget_arc(aligned, from, axis), bone->align);
}

static double leg_length(const bp_retarget *r, const retarget_side *side) {
    double length = 0;
    for (int i = 0; i < 2; i++)
        for (int slot = BODY_UPPER_LEG + i * BODY_SIDED; slot < BODY_FOOT + i * BODY_SIDED; slot++) {
            int a = bp_retarget_slot_node(r, side, slot), b = bp_retarget_slot_node(r, side, slot + 1);
            if (a >= 0 && b >= 0) length += bp_dvec3_length(bp_retarget_minus(at(side, b), at(side, a))) / 2;
        }
    return length;
}

/* The height of the lower ankle; the hips' if there are none. */
static double ankle_height(const bp_retarget *r, const retarget_side *side, size_t hips) {
    double lowest = at(side, bp_retarget_node_of(r, side, (int)hips)).y;
    for (int i = 0; i < 2; i++) {
        int foot = bp_retarget_slot_node(r, side, BODY_FOOT + i * BODY_SIDED);
        if (foot >= 0) lowest = fmin(lowest, at(side, foot).y);
    }
    return lowest;
}

/* The height of a body with such legs; without legs, twice the way from the hips to the farthest bone. */
static double stature(const bp_retarget *r, const retarget_side *side, size_t hips, double legs) {
    double farthest = 1e-6;
    bp_dvec3 middle = at(side, bp_retarget_node_of(r, side, (int)hips));
    for (size_t i = 0; i < r->count; i++) {
        bp_dvec3 to = at(side, bp_retarget_node_of(r, side, (int)i));
        farthest = fmax(farthest, bp_dvec3_length(bp_retarget_minus(to, middle)));
    }
    return legs > 0 ? legs / 0.46 : 2 * farthest;
}

static void find_sizes(bp_retarget *r, size_t hips, const bp_retarget_options *options) {
    double ankles[2] = {ankle_height(r, &r->from, hips), ankle_height(r, &r->to, hips)};
    double heights[2] = {at(&r->from, r->bones[hips].source).y - ankles[0],
                         at(&r->to, r->bones[hips].target).y - ankles[1]};
    double legs[2] = {leg_length(r, &r->from), leg_length(r, &r->to)};
    bool standing =
        heights[0] > 0.8 * legs[0] && heights[1] > 0.8 * legs[1] && heights[0] > 0 && heights[1] > 0;
    double ratio = standing ? heights[1] / heights[0] : legs[0] > 0 && legs[1] > 0 ? legs[1] / legs[0] : 1;
    r->fit.scale = options->scale > 0 ? options->scale : (float)ratio;
    r->options = *options;
    r->height = standing ? heights[0] : legs[0];
    r->from_ground = options->has_ground ? (double)options->ground : ankles[0];
    r->to_ground = ankles[1];
    /* Sideways, the hips are where they are at rest when the source's are. */
    bp_dvec3 rest = bp_dquat_rotate(r->facing, at(&r->from, r->bones[hips].source));
    bp_dvec3 own = at(&r->to, r->bones[hips].target);
    double scale = (double)r->fit.scale;
    for (int i = 0; i < 2; i++) r->statures[i] = stature(r, i == 0 ? &r->from : &r->to, hips, legs[i]);
    r->axes = bp_dvec3_from_vec3(options->axes);
    if (bp_dvec3_dot(r->axes, r->axes) == 0) r->axes = (bp_dvec3){1, 1, 1};
    r->axes = (bp_dvec3){scale * r->axes.x, scale * r->axes.y, scale * r->axes.z};
    r->offset = (bp_dvec3){own.x - r->axes.x * rest.x, r->to_ground - r->axes.y * r->from_ground,
                           own.z - r->axes.z * rest.z};
}

/* Sets the rotation of a node by its local transform, and its world matrix if that is needed. */
static void place_node(retarget_side *side, int node, const bp_dtrs *local, bool placed) {
    int parent = side->tree.parents[node];
    const bp_dmat4 *above = parent >= 0 ? &side->world[parent] : NULL;
    bp_dvec3 s = local->scale;
    bool even = s.x > 0 && fabs(s.y - s.x) <= 1e-6 * s.x && fabs(s.z - s.x) <= 1e-6 * s.x;
    double size = side->size[node] = !even ? 0 : above ? side->size[parent] * s.x : s.x;
    if (size > 0) {
        side->spin[node] = above ? bp_dquat_mul(side->spin[parent], local->rotation) : local->rotation;
        bp_dvec3 at = placed && above ? bp_dmat4_point(*above, local->position) : local->position;
        if (placed)
            side->world[node] = bp_dmat4_from_dtrs((bp_dtrs){at, side->spin[node], {size, size, size}});
    } else {
        side->world[node] = bp_dmat4_from_dtrs(*local);
        if (above) side->world[node] = bp_dmat4_mul(side->world[node], *above);
        side->spin[node] = bp_retarget_rotation(&side->world[node]);
    }
}

/* Bones in the order of the target's tree, so that a bone comes after those above it. */
static bool take_pairs(bp_retarget *r, const bp_retarget_map *map, bp_error *error) {
    r->bones = bp_arena_alloc(&r->arena, map->count, sizeof *r->bones, error);
    r->bone_of = r->bones ? bp_arena_alloc(&r->arena, r->to.tree.count, sizeof *r->bone_of, error) : NULL;
    if (!r->bone_of) return false;
    for (size_t i = 0; i < map->count; i++) {
        const bp_retarget_pair *pair = &map->pairs[i];
        if (pair->target < 0 || (size_t)pair->target >= r->to.tree.count || pair->source < 0 ||
            (size_t)pair->source >= r->from.tree.count || pair->second >= (int)r->from.tree.count)
            return bp_fail(error, BP_ERROR_ARGUMENT, "map",
                           "pair %zu is for nodes that the models don't have", i);
        int slot = bp_body_slot_of(pair->role);
        bool twists = pair->second >= 0 && body_is_limb(slot) && strchr(pair->role, ' ');
        r->bones[r->count++] = (retarget_bone){.slot = twists ? -1 : slot,
                                               .twist_of = twists ? slot : -1,
                                               .source = pair->source,
                                               .second = pair->second,
                                               .target = pair->target,
                                               .weight = (double)pair->weight};
        r->bone_of[pair->target] = (int)i + 1;
        r->from.needed[pair->source] = r->to.needed[pair->target] = true;
        if (pair->second >= 0) r->from.needed[pair->second] = true;
    }
    return true;
}

static bool finish_bone(bp_retarget *r, retarget_bone *bone, bp_error *error) {
    bp_dmat4 turn = bp_dmat4_from_dquat(bone->align);
    int second = bone->second >= 0 ? bone->second : bone->source;
    bone->aligned = bp_dmat4_mul(r->to.reference[bone->target], turn);
    bone->aligned_spin = bp_retarget_rotation(&bone->aligned);
    bone->back = bp_dquat_conjugate(bp_retarget_rotation(&r->from.reference[bone->source]));
    bone->back_second = bp_dquat_conjugate(bp_retarget_rotation(&r->from.reference[second]));
    bone->through = bp_dquat_mul(bone->back, bone->aligned_spin);
    int limb = bone->twist_of >= 0 ? bp_retarget_pair_of(r, bone->twist_of, false) : -1;
    if (limb < 0 || !reference_direction(r, &r->from, (size_t)limb, &bone->axis)) bone->twist_of = -1;
    bp_dmat4 unused;
    if (bp_dmat4_inverse_affine(r->from.reference[bone->source], &unused) &&
        bp_dmat4_inverse_affine(r->from.reference[second], &unused))
        return true;
    return bp_fail(error, BP_ERROR_INPUT, bp_node_name(r->from.model->nodes[bone->source]),
                   "a scale of 0 stands at or above this bone of the motion, so it has no rotation");
}

static bool build(bp_retarget *r, const bp_retarget_map *map, const bp_retarget_options *options,
                  bp_error *error) {
    if (!take_pairs(r, map, error)) return false;
    int hips = bp_retarget_pair_of(r, BODY_HIPS, false);
    if (hips < 0)
        return bp_fail(error, BP_ERROR_INPUT, "map",
                       "has no pair for the hips, which carry the whole motion");
    find_facing(r, (size_t)hips);
    find_sizes(r, (size_t)hips, options);
    r->hips = (size_t)hips;
    if (!bp_retarget_feet_make(r, error)) return false;
    bp_retarget_place_pair(r, hips);
    for (int slot = BODY_HEAD; r->options.keep_hands != BP_RETARGET_HANDS_FREE && slot < BODY_SLOTS; slot++)
        if (slot == BODY_HEAD || (body_left(slot) >= BODY_UPPER_ARM && body_left(slot) <= BODY_HAND))
            bp_retarget_place_pair(r, bp_retarget_pair_of(r, slot, false));
    if (!keep_needed(&r->from, &r->arena, error) || !keep_needed(&r->to, &r->arena, error)) return false;
    r->under_hips = bp_arena_alloc(&r->arena, r->to.tree.count, sizeof *r->under_hips, error);
    if (!r->under_hips) return false;
    bp_dvec3 left = {1, 0, 0};
    (void)left_of(r, &r->to, &left);
    bp_retarget_limbs_make(r, left);
    size_t uneven = 0;
    for (size_t i = 0; i < r->to.needed_count; i++) {
        int node = r->to.tree.order[i];
        place_node(&r->to, node, &r->to.tree.rest[node], true);
        uneven += r->to.size[node] == 0;
    }
    if (uneven > 0) r->to.placed_count = r->to.needed_count;
    for (size_t i = 0; i < r->to.tree.count; i++)
        r->under_hips[i] = bp_retarget_is_below(&r->to.tree, (int)i, r->bones[r->hips].target);
    bool ok = true;
    for (size_t i = 0; i < r->to.needed_count; i++)
        if (r->bone_of[r->to.tree.order[i]]) align(r, (size_t)r->bone_of[r->to.tree.order[i]] - 1);
    for (size_t i = 0; ok && i < r->count; i++) ok = finish_bone(r, &r->bones[i], error);
    return ok;
}

bp_retarget *bp_retarget_create(const bp_model *source, const bp_model *target, const bp_retarget_map *map,
                                const bp_retarget_options *options, bp_error *error) {
    static const bp_retarget_options defaults = {0};
    if (!source || !target || !map)
        return bp_fail_null(error, !map ? "map" : source ? "target" : "source"), NULL;
    if (!options) options = &defaults;
    if (!(options->scale >= 0) || !bp_is_finite(options->scale) || !bp_is_finite(options->ground) ||
        !bp_is_finite(options->axes.x + options->axes.y + options->axes.z))
        return bp_fail(error, BP_ERROR_ARGUMENT, "scale", "is not a number of 0 or more"), NULL;
    bp_retarget *r = bp_alloc(&target->allocator, 1, sizeof *r, error);
    if (!r) return NULL;
    r->allocator = target->allocator;
    r->arena = bp_arena_make(&r->allocator, 16384);
    if (bp_retarget_side_make(&r->from, source, options->from_bind, &r->arena, error) &&
        bp_retarget_side_make(&r->to, target, options->from_bind, &r->arena, error) &&
        build(r, map, options, error))
        return r;
    bp_retarget_destroy(r);
    return NULL;
}

void bp_retarget_destroy(bp_retarget *retarget) {
    if (!retarget) return;
    bp_allocator allocator = retarget->allocator;
    bp_arena_clear(&retarget->arena);
    bp_free(&allocator, retarget);
}

bp_retarget_fit bp_retarget_read(const bp_retarget *retarget) {
    return retarget ? retarget->fit : (bp_retarget_fit){0};
}

float bp_retarget_apart(const bp_retarget *retarget, size_t pair) {
    return retarget && pair < retarget->count ? (float)retarget->bones[pair].apart : -1;
}

static bp_dtrs local_of(const bp_pose *pose, const retarget_side *side, int node) {
    bp_dtrs trs = side->tree.rest[node];
    uint8_t parts = pose->parts[node];
    if (parts & BP_POSE_MATRIX) return bp_dtrs_from_trs(bp_pose_trs(pose, (size_t)node));
    if (parts & BP_POSE_POSITION) trs.position = bp_dvec3_from_vec3(pose->positions[node]);
    if (parts & BP_POSE_ROTATION)
        trs.rotation = bp_dquat_normalize(bp_dquat_from_quat(pose->rotations[node]));
    if (parts & BP_POSE_SCALE) trs.scale = bp_dvec3_from_vec3(pose->scales[node]);
    return trs;
}

void bp_retarget_pose_side(retarget_side *side, const bp_pose *pose, size_t count, bool all) {
    for (size_t i = 0; i < count; i++) {
        int node = side->tree.order[i], parent = side->tree.parents[node];
        bool placed = all || i < side->placed_count;
        if (!placed && side->size[node] > 0 && pose->parts[node] == BP_POSE_ROTATION) {
            bp_dquat q = bp_dquat_normalize(bp_dquat_from_quat(pose->rotations[node]));
            side->spin[node] = parent >= 0 ? bp_dquat_mul(side->spin[parent], q) : q;
            continue;
        }
        bp_dtrs local = local_of(pose, side, node);
        place_node(side, node, &local, placed);
        if (side->size[node] > 0 || all) continue;
        bp_retarget_pose_side(side, pose, count, true); /* its rotation depends on the matrices above */
        return;
    }
}

/* How the source's bone has turned since its reference pose: by S0^-1 * S. With a second bone, farther
 * towards its turn: by a part of the rotation between both, or of its roll about the limb. */
bp_dquat bp_retarget_turn(const bp_retarget *r, const retarget_bone *bone) {
    bp_dquat turn = bp_dquat_mul(r->from.spin[bone->source], bone->back);
    if (bone->second >= 0) {
        bp_dquat other = bp_dquat_mul(r->from.spin[bone->second], bone->back_second);
        bp_dquat between = bp_dquat_mul(other, bp_dquat_conjugate(turn));
        bp_dvec3 axis = {between.x, between.y, between.z}, along = axis;
        axis = bone->twist_of >= 0 ? bp_dquat_rotate(turn, bone->axis) : bp_dvec3_normalize(axis);
        double sine = bp_dvec3_dot(along, axis);
        double angle = 2 * bp_atan2_d(between.w < 0 ? -sine : sine, fabs(between.w));
        turn = bp_dquat_mul(bp_dquat_from_axis_angle(axis, bone->weight * angle), turn);
    }
    if (r->fit.facing == 0) return turn;
    return bp_dquat_mul(bp_dquat_mul(r->facing, turn), bp_dquat_conjugate(r->facing));
}

bp_dvec3 bp_retarget_hips(const bp_retarget *r, int source) {
    bp_dvec3 p = bp_dquat_rotate(r->facing, bp_retarget_at(&r->from.world[source]));
    return (bp_dvec3){r->axes.x * p.x + r->offset.x, r->axes.y * p.y + r->offset.y,
                      r->axes.z * p.z + r->offset.z};
}

bool bp_retarget_pose(bp_retarget *r, const bp_pose *from, bp_pose *to) {
    if (!r || !from || !to || from->count != r->from.tree.count || to->count != r->to.tree.count)
        return false;
    retarget_side *side = &r->to;
    bp_retarget_pose_side(&r->from, from, r->from.needed_count, false);
    for (size_t i = 0; i < side->needed_count; i++) {
        int node = side->tree.order[i], parent = side->tree.parents[node];
        const retarget_bone *bone = r->bone_of[node] ? &r->bones[r->bone_of[node] - 1] : NULL;
        const bp_dmat4 *above = parent >= 0 ? &side->world[parent] : NULL;
        bp_dquat rotation = side->tree.rest[node].rotation;
        if (bone && side->size[node] > 0) {
            bool direct = bone->second < 0 && r->fit.facing == 0;
            rotation = direct ? bp_dquat_mul(r->from.spin[bone->source], bone->through)
                              : bp_dquat_mul(bp_retarget_turn(r, bone), bone->aligned_spin);
            side->spin[node] = rotation;
            if (above) rotation = bp_dquat_mul(bp_dquat_conjugate(side->spin[parent]), rotation);
        } else if (bone) {
            bp_dmat4 world = bp_dmat4_mul(bone->aligned, bp_dmat4_from_dquat(bp_retarget_turn(r, bone)));
            rotation = bp_retarget_local_rotation(&world, above, side->tree.rest[node].scale);
        }
        if (bone) {
            to->rotations[node] = bp_dquat_to_quat(rotation);
            to->parts[node] |= BP_POSE_ROTATION;
            if (side->size[node] > 0 && i >= side->placed_count) continue;
        }
        bp_dtrs local = side->tree.rest[node];
        local.rotation = rotation;
        if (bone == &r->bones[r->hips]) {
            bp_dmat4 back;
            local.position = bp_retarget_hips(r, bone->source);
            if (above && bp_dmat4_inverse_affine(*above, &back))
                local.position = bp_dmat4_point(back, local.position);
            to->positions[node] = bp_dvec3_to_vec3(local.position);
            to->parts[node] |= BP_POSE_POSITION;
        }
        place_node(side, node, &local, i < side->placed_count);
    }
    return true;
}

bool bp_retarget_step(bp_retarget *retarget, const bp_pose *from, double seconds, bp_pose *to) {
    if (!bp_retarget_pose(retarget, from, to)) return false;
    if (retarget->options.keep_feet) bp_retarget_keep_feet(retarget, seconds, to);
    bp_retarget_keep_hands(retarget, to);
    return true;
}
