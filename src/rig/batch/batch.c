/* batch: sampling many characters of one skeleton and one clip, from keys straight to matrices.
 *
 * Each thread has a scratch memory for the character that it samples; which thread samples which character
 * makes no difference to the result. Scalar twin and definition: batch_scalar.c. Kernels: batch_isa.c.
 */
#include "rig/batch/batch.h"
#include "base/pool.h"

/* Copies a skeleton and a clip into the order in which sampling reads them. */

static size_t padded(size_t count) { return (count + BATCH_PADDING - 1) / BATCH_PADDING * BATCH_PADDING; }

static bool make_arrays(bp_batch_sampler *p, bp_error *error) {
    bp_arena *a = &p->arena;
    return (p->parent = bp_arena_alloc(a, p->count, sizeof *p->parent, error)) &&
           (p->order = bp_arena_alloc(a, p->count, sizeof *p->order, error)) &&
           (p->palette_index = bp_arena_alloc(a, p->count, sizeof *p->palette_index, error)) &&
           (p->inverse = bp_arena_alloc(a, p->count, sizeof(bp_mat4), error)) &&
           (p->locals = bp_arena_alloc(a, p->count, sizeof(bp_mat4), error)) &&
           (p->animated_index = bp_arena_alloc(a, p->count, sizeof *p->animated_index, error)) &&
           (p->animated = bp_arena_alloc(a, padded(p->count), sizeof *p->animated, error)) &&
           (p->initial = bp_arena_alloc(a, p->count, sizeof *p->initial, error));
}

static void copy_bone(bp_batch_sampler *p, const bp_skeleton *skeleton, size_t id) {
    const bp_bone *bone = skeleton->bones.bone[id];
    p->order[id] = skeleton->bones.order[id];
    p->parent[id] = skeleton->bones.parent[id];
    p->palette_index[id] = skeleton->bones.palette_index[id];
    p->animated_index[id] = BONE_NONE;
    p->inverse[id] = bp_dmat4_to_mat4(skeleton->bones.inverse[id]);
    p->locals[id] = bp_dmat4_to_mat4(bone->node ? bp_node_local_d(bone->node) : *bp_bone_local_d(bone));
}

/* Whether some palette entry belongs to no bone. */
static bool find_gaps(bp_batch_sampler *p, bp_error *error) {
    bool *taken = bp_arena_alloc(&p->arena, p->palette_count, sizeof *taken, error);
    if (!taken) return false;
    for (size_t i = 0; i < p->count; i++)
        if (p->palette_index[i] >= 0) taken[p->palette_index[i]] = true;
    for (size_t i = 0; i < p->palette_count; i++) p->has_gaps |= !taken[i];
    return true;
}

static bool copy_skeleton(bp_batch_sampler *p, const bp_skeleton *skeleton, bp_error *error) {
    p->count = skeleton->count;
    p->palette_count = bp_skeleton_palette_count(skeleton);
    if (!make_arrays(p, error)) return false;
    for (size_t i = 0; i < p->count; i++) copy_bone(p, skeleton, i);
    p->root = bp_dmat4_to_mat4(skeleton->has_pose_matrix ? skeleton->pose_matrix : bp_dmat4_identity());
    return find_gaps(p, error);
}

static bool is_relevant(const bp_batch_sampler *p, const bp_track *track) {
    return track->key_count > 0 && track->kind <= BP_TRACK_MATRIX && (size_t)track->target < p->count;
}

static void find_animated(bp_batch_sampler *p, const bp_skeleton *skeleton) {
    for (size_t i = 0; i < p->clip->track_count; i++) {
        const bp_track *track = &p->clip->tracks[i].view;
        if (is_relevant(p, track)) p->animated_index[track->target] = 0;
    }
    for (size_t i = 0; i < p->count; i++) {
        const bp_bone *bone = skeleton->bones.bone[i];
        if (p->animated_index[i] == BONE_NONE) continue;
        p->animated_index[i] = (uint32_t)p->animated_count;
        p->animated[p->animated_count] = (uint32_t)i;
        p->initial[p->animated_count++] = bp_dtrs_to_trs(bone->node ? bone->node->trs : *bp_bone_trs_d(bone));
    }
    p->animated_padded = padded(p->animated_count);
    for (size_t i = p->animated_count; i < p->animated_padded; i++) p->animated[i] = (uint32_t)p->count;
}

/* Whether a track goes into a group: position, rotation or scale, linear throughout. */
static bool is_grouped(const bp_track *track) {
    if (track->kind > BP_TRACK_SCALE || track->interpolation != BP_INTERPOLATION_LINEAR) return false;
    for (size_t i = 0; track->modes && i < track->key_count; i++)
        if (track->modes[i] != BP_INTERPOLATION_LINEAR) return false;
    return true;
}

static double dot(const float *a, const float *b) {
    return (double)a[0] * b[0] + (double)a[1] * b[1] + (double)a[2] * b[2] + (double)a[3] * b[3];
}

/* The square of the angle between two keys, and angle / sine. Close rotations are mixed linearly, as in
 * track.c: the angle counts as 0. */
static void measure(const float *a, const float *b, float *angle2, float *angle_over_sine) {
    double cosine = fabs(dot(a, b)), angle;
    *angle2 = 0;
    *angle_over_sine = 1;
    if (!(cosine <= 0.999999)) return;
    angle = bp_acos_d(cosine);
    *angle2 = (float)(angle * angle);
    *angle_over_sine = (float)(angle / bp_sin_d(angle));
}

static void store_rotations(const bp_track *track, batch_track_group *group, size_t lane) {
    size_t n = group->padded;
    float sign = 1;
    for (size_t k = 0; k <= track->key_count; k++) {
        size_t key = k < track->key_count ? k : k - 1;
        const float *q = track->values + 4 * key, *next = key + 1 < track->key_count ? q + 4 : q;
        float *row = group->rows + k * BATCH_ROTATION_ARRAYS * n + lane;
        for (size_t c = 0; c < 4; c++) row[c * n] = sign * q[c];
        row[5 * n] = 1;
        if (next == q) continue;
        measure(q, next, &row[4 * n], &row[5 * n]);
        if (dot(q, next) < 0) sign = -sign;
    }
}

static void store_vectors(const bp_track *track, batch_track_group *group, size_t lane) {
    for (size_t k = 0; k <= track->key_count; k++) {
        const float *v = track->values + 3 * (k < track->key_count ? k : k - 1);
        for (size_t c = 0; c < 3; c++)
            group->rows[(k * BATCH_VECTOR_ARRAYS + c) * group->padded + lane] = v[c];
    }
}

static bool make_group(bp_batch_sampler *p, batch_track_group *group, int kind, size_t keys,
                       bp_error *error) {
    size_t arrays = kind == BP_TRACK_ROTATION ? BATCH_ROTATION_ARRAYS : BATCH_VECTOR_ARRAYS;
    group->padded = padded(group->count);
    if (group->padded == 0) return true;
    group->targets = bp_arena_alloc(&p->arena, group->padded, sizeof *group->targets, error);
    if (group->targets)
        group->rows = bp_arena_alloc(&p->arena, keys + 1, arrays * group->padded * sizeof(float), error);
    for (size_t i = 0; group->rows && i < group->padded; i++)
        group->targets[i] = (uint32_t)p->animated_padded;
    group->count = 0; /* store_track counts again */
    return group->rows != NULL;
}

static void store_track(bp_batch_sampler *p, size_t index) {
    const bp_owned_track *track = &p->clip->tracks[index];
    if (!is_relevant(p, &track->view)) return;
    if (!is_grouped(&track->view)) {
        p->other_tracks[p->other_count++] = (uint32_t)index;
        return;
    }
    batch_track_group *group = &p->timelines[track->timeline].groups[track->view.kind];
    size_t lane = group->count++;
    group->targets[lane] = p->animated_index[track->view.target];
    if (track->view.kind == BP_TRACK_ROTATION)
        store_rotations(&track->view, group, lane);
    else
        store_vectors(&track->view, group, lane);
}

static bool store_tracks(bp_batch_sampler *p, bp_error *error) {
    const bp_clip *clip = p->clip;
    p->timelines = bp_arena_alloc(&p->arena, clip->timeline_count, sizeof *p->timelines, error);
    if (p->timelines)
        p->other_tracks = bp_arena_alloc(&p->arena, clip->track_count, sizeof *p->other_tracks, error);
    if (!p->other_tracks) return false;
    p->timeline_count = clip->timeline_count;
    for (size_t i = 0; i < clip->track_count; i++) {
        const bp_owned_track *track = &clip->tracks[i];
        batch_timeline *timeline = &p->timelines[track->timeline];
        timeline->times = track->view.times;
        timeline->key_count = track->view.key_count;
        if (is_relevant(p, &track->view) && is_grouped(&track->view))
            timeline->groups[track->view.kind].count++;
    }
    for (size_t i = 0; i < p->timeline_count; i++)
        for (int kind = 0; kind < BATCH_GROUP_KINDS; kind++)
            if (!make_group(p, &p->timelines[i].groups[kind], kind, p->timelines[i].key_count, error))
                return false;
    for (size_t i = 0; i < clip->track_count; i++) store_track(p, i);
    return true;
}

/* Fills in everything but context, allocator, clip and scratch. After an error, destroying
 * the sampler frees it. */
static bool batch_lay_out(bp_batch_sampler *sampler, const bp_skeleton *skeleton, bp_error *error) {
    if (!copy_skeleton(sampler, skeleton, error)) return false;
    find_animated(sampler, skeleton);
    return store_tracks(sampler, error);
}

enum { CHUNK = 4 }; /* characters that a thread takes at a time */

static bool make_scratch(bp_batch_sampler *p, batch_scratch *s, bp_error *error) {
    size_t parts = p->animated_padded + BATCH_PADDING;
    for (int kind = 0; kind < BATCH_GROUP_KINDS; kind++)
        if (!(s->parts[kind] = bp_arena_alloc(&p->arena, parts, 4 * sizeof(float), error))) return false;
    if (!(s->locals = bp_arena_alloc(&p->arena, p->count + 1, sizeof(bp_mat4), error)) ||
        !(s->chains = bp_arena_alloc(&p->arena, p->count, sizeof(bp_mat4), error)) ||
        !(s->hints = bp_arena_alloc(&p->arena, p->timeline_count, sizeof *s->hints, error)) ||
        !(s->intervals = bp_arena_alloc(&p->arena, p->timeline_count, sizeof *s->intervals, error)))
        return false;
    memcpy(s->locals, p->locals, p->count * sizeof(bp_mat4));
    for (size_t i = 0; i < p->animated_count; i++) batch_set_parts(s, i, p->initial[i]);
    return true;
}

static bool make_scratches(bp_batch_sampler *p, bp_error *error) {
    int threads = bp_pool_threads(bp_context_pool(p->context));
    p->scratch = bp_arena_alloc(&p->arena, (size_t)threads, sizeof *p->scratch, error);
    for (int i = 0; p->scratch && i < threads; i++)
        if (!make_scratch(p, &p->scratch[i], error)) return false;
    return p->scratch != NULL;
}

bp_batch_sampler *bp_batch_sampler_create(bp_context *context, const bp_skeleton *skeleton,
                                          const bp_clip *clip, bp_error *error) {
    if (!skeleton) return bp_fail_null(error, "skeleton"), NULL;
    if (!clip) return bp_fail_null(error, "clip"), NULL;
    const bp_allocator *allocator = bp_context_allocator(context);
    if (!bp_skeleton_is_sorted(skeleton)) {
        bp_fail(error, BP_ERROR_ARGUMENT, bp_skeleton_name(skeleton),
                "a child precedes its parent in the array: call bp_skeleton_sort first");
        return NULL;
    }
    if (!bp_targets_check(bp_clip_targets(clip), BP_TARGETS_BONES, bp_clip_name(clip), error)) return NULL;
    bp_batch_sampler *p = bp_alloc(allocator, 1, sizeof *p, error);
    if (!p) return NULL;
    p->context = context;
    p->allocator = *allocator;
    p->arena = bp_arena_make(allocator, 0);
    p->clip = bp_clip_clone(clip, error);
    if (p->clip && batch_lay_out(p, skeleton, error) && make_scratches(p, error)) return p;
    bp_batch_sampler_destroy(p);
    return NULL;
}

void bp_batch_sampler_destroy(bp_batch_sampler *sampler) {
    if (!sampler) return;
    bp_allocator allocator = sampler->allocator;
    bp_arena_clear(&sampler->arena);
    bp_clip_destroy(sampler->clip);
    bp_free(&allocator, sampler);
}

size_t bp_batch_sampler_bone_count(const bp_batch_sampler *sampler) { return sampler ? sampler->count : 0; }
size_t bp_batch_sampler_palette_count(const bp_batch_sampler *sampler) {
    return sampler ? sampler->palette_count : 0;
}

static const batch_kernels *kernels_for(bp_isa isa) {
    static const batch_kernels *const table[BP_ISA_COUNT] = {
#define BP_LIST_BATCH_KERNELS(constant, suffix) [constant] = &bp_batch_kernels_##suffix,
        BP_ISA_EACH(BP_LIST_BATCH_KERNELS)
#undef BP_LIST_BATCH_KERNELS
    };
    return (unsigned)isa < BP_ISA_COUNT && table[isa] ? table[isa] : table[BP_ISA_BASE];
}

typedef struct batch_run {
    const bp_batch_sampler *sampler;
    const batch_kernels *kernels;
    const bp_batch_job *job;
} batch_run;

static void sample_chunk(void *user, size_t index, int worker) {
    const batch_run *run = user;
    size_t end = (index + 1) * CHUNK;
    if (end > run->job->count) end = run->job->count;
    for (size_t i = index * CHUNK; i < end; i++)
        bp_batch_sample_character(run->sampler, run->kernels, run->job, i, &run->sampler->scratch[worker]);
}

void bp_batch_sampler_run(bp_batch_sampler *sampler, const bp_batch_job *job) {
    if (!sampler || !job) return;
    batch_run run = {sampler, kernels_for(bp_context_isa(sampler->context)), job};
    bp_pool_run(bp_context_pool(sampler->context), (job->count + CHUNK - 1) / CHUNK, sample_chunk, &run);
}
