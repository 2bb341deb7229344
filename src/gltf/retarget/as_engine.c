/* Retargeting as Babylon.js's AnimatorAvatar does: each key alone, with its node's parents at rest. */
#include "gltf/retarget/retarget.h"
#include "mesh/model_pose.h"
#include "rig/anim/anim.h"
#include <string.h>

typedef struct engine_job {
    const bp_retarget_engine_options *options;
    const bp_clip *from;
    retarget_side source, target; /* `world` of a moment */
    bp_pose *poses[2];            /* of both */
    int *target_of;               /* of the source's nodes; -1: none */
    bp_track *tracks;
    size_t count;
    int root; /* -1: none */
    bp_arena arena;
} engine_job;

static bp_dmat4 above(const retarget_side *side, int node) {
    int parent = side->tree.parents[node];
    return parent >= 0 ? side->tree.world[parent] : bp_dmat4_identity();
}

/* A matrix without an inverse stays as it is. */
static bp_dmat4 inverse(bp_dmat4 m) {
    bp_dmat4 back;
    return bp_dmat4_inverse_affine(m, &back) ? back : m;
}

/* T0 * (S0^-1 * L * P) * Q^-1: L the source's local matrix of the key, S0 and T0 the worlds at rest, P and Q
 * those of the parents. */
static void convert(const engine_job *job, int node, bp_track_kind kind, float *value) {
    int to = job->target_of[node];
    bp_dtrs local = job->source.tree.rest[node], out = {.rotation = {0, 0, 0, 1}};
    bp_dvec3 v = {(double)value[0], (double)value[1], (double)value[2]};
    if (kind == BP_TRACK_POSITION) local.position = v;
    if (kind == BP_TRACK_SCALE) local.scale = v;
    if (kind == BP_TRACK_ROTATION) local.rotation = (bp_dquat){v.x, v.y, v.z, (double)value[3]};
    bp_dmat4 m = bp_dmat4_mul(inverse(job->source.tree.world[node]), bp_dmat4_from_dtrs(local));
    m = bp_dmat4_mul(job->target.tree.world[to], bp_dmat4_mul(m, above(&job->source, node)));
    (void)bp_dmat4_decompose(bp_dmat4_mul(m, inverse(above(&job->target, to))), &out);
    bp_dvec3 part = kind == BP_TRACK_SCALE ? out.scale : out.position;
    bp_quat q = bp_dquat_to_quat(out.rotation);
    bp_vec3 p = bp_dvec3_to_vec3(part);
    memcpy(value, kind == BP_TRACK_ROTATION ? &q.x : &p.x,
           (kind == BP_TRACK_ROTATION ? 4 : 3) * sizeof *value);
}

/* A key's value among a track's; tangents stay as they are. */
static float *value_of(const bp_track *track, float *values, size_t k) {
    size_t stride = bp_track_stride(track), width = bp_track_width(track);
    return values + stride * k + (stride > width ? width : 0);
}

/* checkHierarchy: of the source's nodes below a root only this one goes to its bone, and those above it go to
 * the bones above that one. */
static bool is_alike(const engine_job *job, int node) {
    const retarget_tree *from = &job->source.tree, *to = &job->target.tree;
    int bone = job->target_of[node];
    if (from->parents[node] < 0) return false;
    for (int i = 0; i < (int)from->count; i++)
        if (i != node && job->target_of[i] == bone) return false;
    for (; bone >= 0 && to->joint[bone]; bone = to->parents[bone], node = from->parents[node])
        if (node < 0 || job->target_of[node] != bone) return false;
    return true;
}

static float *copy_values(engine_job *job, bp_track *track, bp_error *error) {
    size_t count = track->key_count * bp_track_stride(track);
    float *values = bp_arena_alloc(&job->arena, count, sizeof *values, error);
    if (values) memcpy(values, track->values, count * sizeof *values);
    track->values = values;
    return values;
}

/* A key at right angles to the one before, as quaternions, becomes that one. */
static void fix_track(bp_track *track, float *values) {
    for (size_t k = 1; track->kind == BP_TRACK_ROTATION && k < track->key_count; k++) {
        float *value = value_of(track, values, k), *before = value_of(track, values, k - 1), dot = 0;
        for (int i = 0; i < 4; i++) dot += value[i] * before[i];
        if (fabsf(dot) >= 0.001f) continue;
        memcpy(value, before, 4 * sizeof *value);
        k++;
    }
}

static bool make_tracks(engine_job *job, bp_error *error) {
    size_t count = bp_clip_track_count(job->from);
    job->tracks = bp_arena_alloc(&job->arena, count + 1, sizeof *job->tracks, error);
    for (size_t i = 0; job->tracks && i < count; i++) {
        bp_track track = *bp_clip_track(job->from, i);
        if (track.kind != BP_TRACK_ROTATION && track.kind != BP_TRACK_POSITION &&
            track.kind != BP_TRACK_SCALE)
            continue;
        if (job->target_of[track.target] < 0) continue;
        if (job->options->check_hierarchy && !is_alike(job, track.target)) continue;
        float *values = copy_values(job, &track, error);
        if (!values) return false;
        for (size_t k = 0; !job->options->keep_keys && k < track.key_count; k++)
            convert(job, track.target, track.kind, value_of(&track, values, k));
        if (job->options->fix_animations) fix_track(&track, values);
        track.target = job->target_of[track.target];
        job->tracks[job->count++] = track;
    }
    return job->tracks != NULL;
}

/* The vertical axis is the one in which root and ground reference differ most at rest. */
static int vertical(const engine_job *job, bp_dvec3 between) {
    double x = fabs(between.x), y = fabs(between.y), z = fabs(between.z);
    if (job->options->vertical > 0) return job->options->vertical - 1;
    return y > x && y >= z ? 1 : z > x && z > y ? 2 : 0;
}

static void pose_side(retarget_side *side, bp_pose *pose, const bp_clip *clip, double time) {
    bp_pose_clear(pose);
    bp_clip_sample(clip, time, pose);
    bp_retarget_pose_side(side, pose, side->tree.count, true);
}

static void fix_root(engine_job *job, const bp_track *root, float *values, double ratio, bp_dmat4 back) {
    int source = job->root, target = job->target_of[source];
    bp_dvec3 first = bp_retarget_at(&job->source.tree.world[source]);
    bp_dvec3 own = bp_retarget_at(&job->target.tree.world[target]);
    for (size_t k = 0; k < root->key_count; k++) {
        pose_side(&job->source, job->poses[0], job->from, root->times[k]);
        bp_dvec3 off = bp_retarget_minus(bp_retarget_at(&job->source.world[source]), first);
        bp_vec3 at = bp_dvec3_to_vec3(bp_dmat4_direction(back, bp_retarget_plus(own, off, ratio)));
        memcpy(value_of(root, values, k), &at.x, 3 * sizeof *values);
    }
}

static bp_clip *make_clip(const engine_job *job, const bp_allocator *allocator, bp_error *error) {
    const bp_clip_options options = {
        .name = bp_clip_name(job->from), .rate = bp_clip_rate(job->from), .targets = BP_TARGETS_NODES};
    bp_clip *clip = bp_clip_create(allocator, &options, error);
    size_t i = 0;
    while (clip && i < job->count && bp_clip_add(clip, &job->tracks[i], error)) i++;
    if (i == job->count) return clip;
    bp_clip_destroy(clip);
    return NULL;
}

static double along(const retarget_side *side, int node, int axis) {
    return bp_dvec3_part(bp_retarget_at(&side->world[node]), axis);
}

/* The ground reference's height is made that of the source, key by key; or that of the last animated node
 * which is farther from the root to the same side. */
static bool fix_ground(engine_job *job, const bp_track *root, float *values, int axis, bp_dmat4 back,
                       bp_error *error) {
    int ground = job->options->ground;
    const int *to = job->target_of;
    bp_clip *made = make_clip(job, &job->arena.allocator, error);
    for (size_t k = 0; made && k < root->key_count; k++) {
        pose_side(&job->source, job->poses[0], job->from, root->times[k]);
        pose_side(&job->target, job->poses[1], made, root->times[k]);
        double off = along(&job->target, to[ground], axis) - along(&job->source, ground, axis);
        double root_at = along(&job->target, to[job->root], axis);
        double farthest = root_at - along(&job->target, to[ground], axis);
        for (size_t i = 0; job->options->dynamic_ground && i < bp_clip_track_count(job->from); i++) {
            int node = bp_clip_track(job->from, i)->target;
            double way = to[node] >= 0 ? root_at - along(&job->target, to[node], axis) : 0;
            if (fabs(way) <= fabs(farthest) || way * farthest <= 0) continue;
            off = along(&job->target, to[node], axis) - along(&job->source, node, axis);
        }
        bp_dvec3 up = {axis == 0 ? off : 0, axis == 1 ? off : 0, axis == 2 ? off : 0};
        bp_dvec3 local = bp_dmat4_direction(back, up);
        float *value = value_of(root, values, k);
        value[0] -= (float)local.x;
        value[1] -= (float)local.y;
        value[2] -= (float)local.z;
    }
    bp_clip_destroy(made);
    return made != NULL;
}

static bool is_animated(const engine_job *job, int node) {
    size_t i = 0, count = bp_clip_track_count(job->from);
    while (i < count && bp_clip_track(job->from, i)->target != node) i++;
    return i < count;
}

/* Without a name of the root: the animated node that goes to the first bone without a bone above it. */
static int find_root(const engine_job *job) {
    const retarget_tree *to = &job->target.tree;
    for (int bone = 0; bone < (int)to->count; bone++) {
        if (!to->joint[bone] || (to->parents[bone] >= 0 && to->joint[to->parents[bone]])) continue;
        for (int i = 0; i < (int)job->source.tree.count; i++)
            if (job->target_of[i] == bone && is_animated(job, i)) return i;
    }
    return -1;
}

static bool fix(engine_job *job, bp_error *error) {
    const bp_retarget_engine_options *options = job->options;
    int root = job->root, ground = options->ground;
    if (root < 0 || ground < 0 || job->target_of[root] < 0 || job->target_of[ground] < 0 ||
        !is_animated(job, ground))
        return true;
    for (size_t i = 0; i < job->count; i++) {
        bp_track *track = &job->tracks[i];
        if (track->target != job->target_of[root] || track->kind != BP_TRACK_POSITION) continue;
        float *values = copy_values(job, track, error);
        if (!values) return false;
        bp_dvec3 between = bp_retarget_minus(bp_retarget_at(&job->source.tree.world[root]),
                                             bp_retarget_at(&job->source.tree.world[ground]));
        bp_dvec3 own = bp_retarget_minus(bp_retarget_at(&job->target.tree.world[job->target_of[root]]),
                                         bp_retarget_at(&job->target.tree.world[job->target_of[ground]]));
        int axis = vertical(job, between);
        double ratio =
            bp_dvec3_part(between, axis) != 0 ? bp_dvec3_part(own, axis) / bp_dvec3_part(between, axis) : 1;
        bp_dmat4 back = inverse(above(&job->target, job->target_of[root]));
        if (!options->keep_root) fix_root(job, track, values, ratio, back);
        return !options->fix_ground || fix_ground(job, track, values, axis, back, error);
    }
    return true;
}

bp_clip *bp_retarget_clip_as_engine(const bp_model *source, int clip, const bp_model *target,
                                    const bp_retarget_map *map, const bp_retarget_engine_options *options,
                                    bp_error *error) {
    if (!source || !target || !options)
        return bp_fail_null(error, !source ? "source" : target ? "options" : "target"), NULL;
    if (clip < 0 || (size_t)clip >= source->clip_count || options->root >= (int)source->node_count ||
        options->ground >= (int)source->node_count)
        return bp_fail(error, BP_ERROR_ARGUMENT, "clip", "there is no such clip, root or ground node"), NULL;
    engine_job job = {.options = options, .from = source->clips[clip]};
    job.arena = bp_arena_make(&target->allocator, 4096);
    const bp_pose_options nodes = {.targets = BP_TARGETS_NODES};
    bool ok = bp_retarget_side_make(&job.source, source, false, &job.arena, error) &&
              bp_retarget_side_make(&job.target, target, false, &job.arena, error) &&
              (job.poses[0] = bp_pose_create(&target->allocator, source->node_count, &nodes, error)) &&
              (job.poses[1] = bp_pose_create(&target->allocator, target->node_count, &nodes, error));
    if (ok) ok = (job.target_of = bp_arena_alloc(&job.arena, source->node_count, sizeof(int), error)) != NULL;
    for (size_t i = 0; ok && i < source->node_count; i++)
        job.target_of[i] = bp_model_find_node(target, bp_node_name(source->nodes[i]));
    for (size_t i = 0; ok && map && i < map->count; i++)
        job.target_of[map->pairs[i].source] = map->pairs[i].target;
    if (ok) job.root = options->root >= 0 ? options->root : find_root(&job);
    ok = ok && make_tracks(&job, error) && fix(&job, error);
    bp_clip *out = ok ? make_clip(&job, &target->allocator, error) : NULL;
    bp_pose_destroy(job.poses[0]);
    bp_pose_destroy(job.poses[1]);
    bp_arena_clear(&job.arena);
    return out;
}
