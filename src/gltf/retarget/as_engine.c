/* Retargeting as Babylon.js's AnimatorAvatar does: each key alone, with its node's parents at rest. */
#include "gltf/retarget/body.h"
#include "mesh/model_pose.h"
#include "rig/anim/anim.h"
#include <string.h>

/* A side of the transfer: `world` is at rest, or of a moment. */
typedef struct engine_side {
    retarget_tree tree;
    bp_pose *pose;
    bp_dmat4 *world;
} engine_side;

typedef struct engine_job {
    const bp_retarget_engine_options *options;
    const bp_clip *from;
    engine_side source, target;
    int *target_of; /* of the source's nodes; -1: none */
    bp_track *tracks;
    size_t count;
    bp_arena arena;
} engine_job;

static bool make_side(engine_job *job, engine_side *side, const bp_model *model, bp_error *error) {
    const bp_pose_options nodes = {.targets = BP_TARGETS_NODES};
    if (!bp_retarget_tree_make(&side->tree, model, &job->arena, error)) return false;
    side->world = bp_arena_alloc(&job->arena, side->tree.count, sizeof *side->world, error);
    side->pose = side->world ? bp_pose_create(&model->allocator, side->tree.count, &nodes, error) : NULL;
    return side->pose != NULL;
}

static void place(engine_side *side) {
    for (size_t i = 0; i < side->tree.count; i++) {
        int node = side->tree.order[i], parent = side->tree.parents[node];
        bp_dtrs local = side->tree.rest[node];
        uint8_t parts = side->pose->parts[node];
        if (parts & BP_POSE_POSITION) local.translation = bp_dvec3_from_vec3(side->pose->positions[node]);
        if (parts & BP_POSE_ROTATION) local.rotation = bp_dquat_from_quat(side->pose->rotations[node]);
        if (parts & BP_POSE_SCALE) local.scale = bp_dvec3_from_vec3(side->pose->scales[node]);
        side->world[node] = bp_dmat4_from_dtrs(local);
        if (parent >= 0) side->world[node] = bp_dmat4_mul(side->world[node], side->world[parent]);
    }
}

static bp_dmat4 above(const engine_side *side, int node) {
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
    if (kind == BP_TRACK_POSITION) local.translation = v;
    if (kind == BP_TRACK_SCALE) local.scale = v;
    if (kind == BP_TRACK_ROTATION) local.rotation = (bp_dquat){v.x, v.y, v.z, (double)value[3]};
    bp_dmat4 m = bp_dmat4_mul(inverse(job->source.tree.world[node]), bp_dmat4_from_dtrs(local));
    m = bp_dmat4_mul(job->target.tree.world[to], bp_dmat4_mul(m, above(&job->source, node)));
    (void)bp_dmat4_decompose(bp_dmat4_mul(m, inverse(above(&job->target, to))), &out);
    bp_dvec3 part = kind == BP_TRACK_SCALE ? out.scale : out.translation;
    bp_quat q = bp_dquat_to_quat(out.rotation);
    bp_vec3 p = bp_dvec3_to_vec3(part);
    memcpy(value, kind == BP_TRACK_ROTATION ? &q.x : &p.x,
           (kind == BP_TRACK_ROTATION ? 4 : 3) * sizeof *value);
}

/* A key at right angles to the one before, as quaternions, becomes that one. */
static void fix_track(bp_track *track, float *values) {
    for (size_t k = 1; track->kind == BP_TRACK_ROTATION && k < track->key_count; k++) {
        float dot = 0;
        for (int i = 0; i < 4; i++) dot += values[4 * k + (size_t)i] * values[4 * k - 4 + (size_t)i];
        if (fabsf(dot) >= 0.001f) continue;
        memcpy(values + 4 * k, values + 4 * k - 4, 4 * sizeof *values);
        k++;
    }
}

static bool make_tracks(engine_job *job, bp_error *error) {
    size_t count = bp_clip_track_count(job->from);
    job->tracks = bp_arena_alloc(&job->arena, count + 1, sizeof *job->tracks, error);
    for (size_t i = 0; job->tracks && i < count; i++) {
        bp_track track = *bp_clip_track(job->from, i);
        size_t width = track.kind == BP_TRACK_ROTATION ? 4 : 3;
        if (track.kind != BP_TRACK_ROTATION && track.kind != BP_TRACK_POSITION &&
            track.kind != BP_TRACK_SCALE)
            continue;
        if (job->target_of[track.target] < 0) continue;
        if (track.interpolation == BP_INTERPOLATION_CUBIC)
            return bp_fail(error, BP_ERROR_INPUT, bp_clip_name(job->from),
                           "has cubic keys, which aren't retargeted as the engine does");
        float *values = bp_arena_alloc(&job->arena, track.key_count * width, sizeof *values, error);
        if (!values) return false;
        memcpy(values, track.values, track.key_count * width * sizeof *values);
        for (size_t k = 0; !job->options->keep_keys && k < track.key_count; k++)
            convert(job, track.target, track.kind, values + width * k);
        if (job->options->fix_animations) fix_track(&track, values);
        track.target = job->target_of[track.target];
        track.values = values;
        job->tracks[job->count++] = track;
    }
    return job->tracks != NULL;
}

/* ---- root and ground ------------------------------------------------------------------------------*/

static double part(bp_dvec3 v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

/* The vertical axis is the one in which root and ground reference differ most at rest. */
static int vertical(const engine_job *job, bp_dvec3 between) {
    double x = fabs(between.x), y = fabs(between.y), z = fabs(between.z);
    if (job->options->vertical > 0) return job->options->vertical - 1;
    return y > x && y >= z ? 1 : z > x && z > y ? 2 : 0;
}

static void pose_source(engine_job *job, double time) {
    bp_pose_clear(job->source.pose);
    bp_clip_sample(job->from, time, job->source.pose);
    place(&job->source);
}

static void fix_root(engine_job *job, const bp_track *root, float *values, double ratio, bp_dmat4 back) {
    int source = job->options->root, target = job->target_of[source];
    bp_dvec3 first = bp_retarget_at(&job->source.tree.world[source]);
    bp_dvec3 own = bp_retarget_at(&job->target.tree.world[target]);
    for (size_t k = 0; k < root->key_count; k++) {
        pose_source(job, root->times[k]);
        bp_dvec3 off = bp_retarget_minus(bp_retarget_at(&job->source.world[source]), first);
        bp_vec3 at = bp_dvec3_to_vec3(bp_dmat4_direction(
            back, (bp_dvec3){off.x * ratio + own.x, off.y * ratio + own.y, off.z * ratio + own.z}));
        memcpy(values + 3 * k, &at.x, 3 * sizeof *values);
    }
}

/* The pose of the result at a moment: its tracks, as a clip. */
static bool pose_target(engine_job *job, double time, bp_error *error) {
    const bp_clip_options options = {.rate = bp_clip_rate(job->from), .targets = BP_TARGETS_NODES};
    bp_clip *clip = bp_clip_create(&job->arena.allocator, &options, error);
    bool ok = clip != NULL;
    for (size_t i = 0; ok && i < job->count; i++) ok = bp_clip_add(clip, &job->tracks[i], error);
    bp_pose_clear(job->target.pose);
    if (ok) bp_clip_sample(clip, time, job->target.pose);
    if (ok) place(&job->target);
    bp_clip_destroy(clip);
    return ok;
}

/* The ground reference's height is made that of the source, key by key. */
static bool fix_ground(engine_job *job, const bp_track *root, float *values, int axis, bp_dmat4 back,
                       bp_error *error) {
    int ground = job->options->ground;
    for (size_t k = 0; k < root->key_count; k++) {
        pose_source(job, root->times[k]);
        if (!pose_target(job, root->times[k], error)) return false;
        double off = part(bp_retarget_minus(bp_retarget_at(&job->target.world[job->target_of[ground]]),
                                            bp_retarget_at(&job->source.world[ground])),
                          axis);
        bp_dvec3 up = {axis == 0 ? off : 0, axis == 1 ? off : 0, axis == 2 ? off : 0};
        bp_dvec3 local = bp_dmat4_direction(back, up);
        values[3 * k] -= (float)local.x;
        values[3 * k + 1] -= (float)local.y;
        values[3 * k + 2] -= (float)local.z;
    }
    return true;
}

static bool fix(engine_job *job, bp_error *error) {
    const bp_retarget_engine_options *options = job->options;
    int root = options->root, ground = options->ground;
    if (root < 0 || ground < 0 || job->target_of[root] < 0 || job->target_of[ground] < 0) return true;
    for (size_t i = 0; i < job->count; i++) {
        bp_track *track = &job->tracks[i];
        if (track->target != job->target_of[root] || track->kind != BP_TRACK_POSITION) continue;
        float *values = bp_arena_alloc(&job->arena, 3 * track->key_count, sizeof *values, error);
        if (!values) return false;
        memcpy(values, track->values, 3 * track->key_count * sizeof *values);
        track->values = values;
        bp_dvec3 between = bp_retarget_minus(bp_retarget_at(&job->source.tree.world[root]),
                                             bp_retarget_at(&job->source.tree.world[ground]));
        bp_dvec3 own = bp_retarget_minus(bp_retarget_at(&job->target.tree.world[job->target_of[root]]),
                                         bp_retarget_at(&job->target.tree.world[job->target_of[ground]]));
        int axis = vertical(job, between);
        double ratio = part(between, axis) != 0 ? part(own, axis) / part(between, axis) : 1;
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
    const bp_clip_options clip_options = {
        .name = bp_clip_name(job.from), .rate = bp_clip_rate(job.from), .targets = BP_TARGETS_NODES};
    job.arena = bp_arena_make(&target->allocator, 4096);
    bool ok = make_side(&job, &job.source, source, error) && make_side(&job, &job.target, target, error);
    if (ok) ok = (job.target_of = bp_arena_alloc(&job.arena, source->node_count, sizeof(int), error)) != NULL;
    for (size_t i = 0; ok && i < source->node_count; i++)
        job.target_of[i] = map ? -1 : bp_model_find_node(target, bp_node_name(source->nodes[i]));
    for (size_t i = 0; ok && map && i < map->count; i++)
        job.target_of[map->pairs[i].source] = map->pairs[i].target;
    ok = ok && make_tracks(&job, error) && fix(&job, error);
    bp_clip *out = ok ? bp_clip_create(&target->allocator, &clip_options, error) : NULL;
    for (size_t i = 0; out && ok && i < job.count; i++) ok = bp_clip_add(out, &job.tracks[i], error);
    bp_pose_destroy(job.source.pose);
    bp_pose_destroy(job.target.pose);
    bp_arena_clear(&job.arena);
    if (ok) return out;
    bp_clip_destroy(out);
    return NULL;
}
