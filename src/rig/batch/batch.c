/* batch: poses of many characters that share bones, from keys straight to matrices.
 *
 * Each thread has a scratch memory for the character that it poses; which thread poses which character makes
 * no difference to the result. Scalar twin and definition: batch_scalar.c. Kernels: batch_isa.c.
 */
#include "rig/batch/batch.h"
#include "base/pool.h"
#include <stdlib.h>

bp_batch *bp_batch_begin(const bp_context *context, size_t bones, size_t finals, size_t morphs,
                         bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_batch *p = bp_alloc(allocator, 1, sizeof *p, error);
    if (!p) return NULL;
    p->context = context;
    p->allocator = *allocator;
    p->count = bones;
    p->root = bp_mat4_identity();
    p->arena = bp_arena_make(allocator, 0);
    bp_arena *a = &p->arena;
    if ((p->parent = bp_arena_alloc(a, bones, sizeof *p->parent, error)) &&
        (p->order = bp_arena_alloc(a, bones, sizeof *p->order, error)) &&
        (p->depth = bp_arena_alloc(a, bones, sizeof *p->depth, error)) &&
        (p->rest = bp_arena_alloc(a, bones, sizeof *p->rest, error)) &&
        (p->locals = bp_arena_alloc(a, bones, sizeof *p->locals, error)) &&
        (p->finals = bp_arena_alloc(a, finals, sizeof *p->finals, error)) &&
        (p->final_of = bp_arena_alloc(a, bones, sizeof *p->final_of, error)) &&
        (p->inverses = bp_arena_alloc(a, finals, sizeof *p->inverses, error)) &&
        (p->morphs = bp_arena_alloc(a, morphs, sizeof *p->morphs, error))) {
        for (size_t i = 0; i < bones; i++) p->final_of[i] = BONE_NONE;
        return p;
    }
    bp_batch_destroy(p);
    return NULL;
}

void bp_batch_destroy(bp_batch *batch) {
    if (!batch) return;
    bp_allocator allocator = batch->allocator;
    bp_arena_clear(&batch->arena);
    bp_free(&allocator, batch);
}

size_t bp_batch_bone_count(const bp_batch *batch) { return batch ? batch->count : 0; }
size_t bp_batch_palette_count(const bp_batch *batch) { return batch ? batch->palette_count : 0; }
size_t bp_batch_weight_count(const bp_batch *batch) { return batch ? batch->weight_count : 0; }

/* ---- the bones ---------------------------------------------------------------------------------------- */

static void copy_skeleton(bp_batch *p, const bp_skeleton *skeleton) {
    p->palette_count = bp_skeleton_palette_count(skeleton);
    if (skeleton->has_pose_matrix) p->root = bp_dmat4_to_mat4(skeleton->pose_matrix);
    for (uint32_t id = 0; id < p->count; id++) {
        const bp_bone *bone = skeleton->bones.bone[id];
        p->parent[id] = skeleton->bones.parent[id];
        p->rest[id] = bp_dtrs_to_trs(bone->node ? bone->node->trs : *bp_bone_trs_d(bone));
        p->locals[id] = bp_dmat4_to_mat4(bone->node ? bp_node_local_d(bone->node) : *bp_bone_local_d(bone));
        int32_t index = skeleton->bones.palette_index[id];
        if (index != BP_INDEX_NONE)
            batch_add_final(p, id, (size_t)index, bp_dmat4_to_mat4(skeleton->bones.inverse[id]));
    }
}

/* Whether some palette entry belongs to no bone. */
static bool find_gaps(bp_batch *p, bp_error *error) {
    bool *taken = bp_arena_alloc(&p->arena, p->palette_count, sizeof *taken, error);
    if (!taken) return false;
    for (size_t i = 0; i < p->final_count; i++) taken[p->finals[i].index] = true;
    for (size_t i = 0; i < p->palette_count; i++) p->has_gaps |= !taken[i];
    return true;
}

/* Fills order and depth: level by level, so that the products of neighbours don't wait for each other. */
static bool find_order(bp_batch *p, bp_error *error) {
    uint32_t *first = bp_arena_alloc(&p->arena, 2 * p->count + 1, sizeof *first, error), end = 0;
    if (!first) return false;
    uint32_t *next = first + p->count; /* lists of children */
    for (uint32_t id = 0; id < p->count; id++) {
        first[id] = BONE_NONE;
        if (p->parent[id] == BONE_NONE) p->order[end++] = id;
    }
    for (uint32_t id = (uint32_t)p->count; id-- > 0;) {
        if (p->parent[id] == BONE_NONE) continue;
        next[id] = first[p->parent[id]];
        first[p->parent[id]] = id;
    }
    for (uint32_t i = 0; i < end; i++)
        for (uint32_t id = first[p->order[i]]; id != BONE_NONE; id = next[id]) {
            p->order[end++] = id;
            p->depth[id] = p->depth[p->order[i]] + 1;
        }
    return true;
}

/* ---- the clips ---------------------------------------------------------------------------------------- */

static size_t morphs_of(const bp_batch *p, int bone) {
    size_t i = 0;
    while (i < p->morph_count && p->morphs[i].bone != (uint32_t)bone) i++;
    return i;
}

static bool is_relevant(const bp_batch *p, const bp_track *track) {
    if (track->key_count == 0 || (size_t)track->target >= p->count || track->kind == BP_TRACK_USER)
        return false;
    return track->kind != BP_TRACK_WEIGHTS || morphs_of(p, track->target) < p->morph_count;
}

static bool find_animated(bp_batch *p, const bp_clip *const *clips, bp_error *error) {
    p->animated_index = bp_arena_alloc(&p->arena, p->count, sizeof *p->animated_index, error);
    if (!p->animated_index) return false;
    for (size_t i = 0; i < p->count; i++) p->animated_index[i] = BONE_NONE;
    for (size_t c = 0; c < p->clip_count; c++)
        for (size_t i = 0; i < clips[c]->track_count; i++) {
            const bp_track *track = &clips[c]->tracks[i].view;
            if (track->kind != BP_TRACK_WEIGHTS && is_relevant(p, track))
                p->animated_index[track->target] = 0;
        }
    for (size_t c = 0; c < p->clip_count; c++)
        for (size_t i = 0; i < clips[c]->packed_count; i++) {
            bp_packed_reader reader = bp_packed_begin(&clips[c]->packed[i], 0, false);
            for (size_t k = 0; k < clips[c]->packed[i].track_count; k++) {
                bp_track track = bp_packed_next(&reader, NULL);
                if (is_relevant(p, &track)) p->animated_index[track.target] = 0;
            }
        }
    for (size_t i = 0; i < p->count; i++)
        if (p->animated_index[i] != BONE_NONE) p->animated_index[i] = (uint32_t)p->animated_count++;
    p->animated_padded = batch_padded(p->animated_count);
    p->animated = bp_arena_alloc(&p->arena, p->animated_padded, sizeof *p->animated, error);
    for (int kind = 0; p->animated && kind < BATCH_KINDS; kind++) {
        p->initial[kind] =
            bp_arena_alloc(&p->arena, p->animated_padded + BATCH_PADDING, 4 * sizeof(float), error);
        if (!p->initial[kind]) return false;
    }
    for (size_t i = 0; p->animated && i < p->animated_padded; i++) {
        p->animated[i] = (uint32_t)p->count;
        batch_set_parts(p->initial, i, bp_trs_identity());
    }
    for (size_t i = 0; p->animated && i < p->count; i++) {
        if (p->animated_index[i] == BONE_NONE) continue;
        p->animated[p->animated_index[i]] = (uint32_t)i;
        batch_set_parts(p->initial, p->animated_index[i], p->rest[i]);
    }
    return p->animated != NULL;
}

bool bp_batch_is_grouped(const bp_track *track) {
    if (track->kind > BP_TRACK_SCALE || track->interpolation != BP_INTERPOLATION_LINEAR) return false;
    for (size_t i = 0; track->modes && i < track->key_count; i++)
        if (track->modes[i] != BP_INTERPOLATION_LINEAR) return false;
    return true;
}

/* Without keys, without rows. */
static bool make_group(bp_batch *p, batch_track_group *group, int kind, size_t keys, bp_error *error) {
    size_t arrays = kind == BP_TRACK_ROTATION ? BATCH_ROTATION_ARRAYS : BATCH_VECTOR_ARRAYS;
    group->padded = batch_padded(group->count);
    if (group->padded == 0) return true;
    group->targets = bp_arena_alloc(&p->arena, group->padded, sizeof *group->targets, error);
    if (group->targets && keys > 0)
        group->rows = bp_arena_alloc(&p->arena, keys + 1, arrays * group->padded * sizeof(float), error);
    for (size_t i = 0; group->targets && i < group->padded; i++)
        group->targets[i] = (uint32_t)p->animated_padded;
    group->count = 0; /* store_track counts again */
    return group->targets && (group->rows || keys == 0);
}

static void store_track(const bp_batch *p, batch_clip *to, size_t index) {
    const bp_owned_track *track = &to->clip->tracks[index];
    const bp_track *view = &track->view;
    if (view->kind == BP_TRACK_WEIGHTS) {
        size_t morphs = morphs_of(p, view->target);
        to->holds_weights[morphs] = true;
        to->others[to->other_count++] = (batch_other){(uint32_t)index, (uint32_t)morphs};
        return;
    }
    uint32_t target = p->animated_index[view->target];
    for (int kind = 0; kind < BATCH_KINDS; kind++)
        if (view->kind == BP_TRACK_MATRIX || (int)view->kind == kind) to->holds[kind][target] = 1;
    if (!bp_batch_is_grouped(view)) {
        to->others[to->other_count++] = (batch_other){(uint32_t)index, target};
        return;
    }
    batch_track_group *group = &to->timelines[track->timeline].groups[view->kind];
    size_t lane = group->count++;
    group->targets[lane] = target;
    bp_batch_store_keys(view, group, lane, view->key_count + 1);
}

typedef struct sorted_track {
    uint32_t depth, index;
} sorted_track;

static int by_depth(const void *a, const void *b) {
    const sorted_track *x = a, *y = b;
    if (x->depth != y->depth) return x->depth < y->depth ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

static bool store_tracks(bp_batch *p, batch_clip *to, bp_error *error) {
    const bp_clip *clip = to->clip;
    sorted_track *sorted = bp_arena_alloc(&p->arena, clip->track_count, sizeof *sorted, error);
    size_t count = 0;
    if (!sorted) return false;
    for (uint32_t i = 0; i < clip->track_count; i++) {
        const bp_owned_track *track = &clip->tracks[i];
        if (!is_relevant(p, &track->view)) continue;
        batch_timeline *timeline = &to->timelines[track->timeline];
        timeline->times = track->view.times;
        timeline->key_count = track->view.key_count;
        if (bp_batch_is_grouped(&track->view)) timeline->groups[track->view.kind].count++;
        sorted[count++] = (sorted_track){p->depth[track->view.target], i};
    }
    for (size_t i = 0; i < clip->timeline_count; i++)
        for (int kind = 0; kind < BATCH_KINDS; kind++)
            if (!make_group(p, &to->timelines[i].groups[kind], kind, to->timelines[i].key_count, error))
                return false;
    qsort(sorted, count, sizeof *sorted, by_depth);
    for (size_t i = 0; i < count; i++) store_track(p, to, sorted[i].index);
    return true;
}

static bool store_packed(bp_batch *p, batch_clip *to, batch_timeline *timeline, bp_error *error) {
    const bp_packed_keys *packed = timeline->packed;
    size_t count = 0, floats = 0;
    sorted_track *sorted = bp_arena_alloc(&p->arena, packed->track_count, sizeof *sorted, error);
    bp_track *tracks = bp_arena_alloc(&p->arena, packed->track_count, sizeof *tracks, error);
    timeline->lanes = bp_arena_alloc(&p->arena, packed->track_count, sizeof *timeline->lanes, error);
    if (!sorted || !tracks || !timeline->lanes) return false;
    bp_packed_reader reader = bp_packed_begin(packed, 0, false);
    for (uint32_t i = 0; i < packed->track_count; i++) {
        tracks[i] = bp_packed_next(&reader, NULL);
        timeline->lanes[i] = BONE_NONE;
        if (!is_relevant(p, &tracks[i])) continue;
        sorted[count++] = (sorted_track){p->depth[tracks[i].target], i};
        timeline->groups[tracks[i].kind].count++;
    }
    for (int kind = 0; kind < BATCH_KINDS; kind++) {
        if (!make_group(p, &timeline->groups[kind], kind, 0, error)) return false;
        floats += batch_pair_size(&timeline->groups[kind], kind);
    }
    qsort(sorted, count, sizeof *sorted, by_depth);
    for (size_t i = 0; i < count; i++) {
        const bp_track *track = &tracks[sorted[i].index];
        batch_track_group *group = &timeline->groups[track->kind];
        uint32_t target = p->animated_index[track->target];
        group->targets[group->count] = target;
        timeline->lanes[sorted[i].index] = (uint32_t)group->count++;
        to->holds[track->kind][target] = 1;
    }
    if (floats > p->slot_floats) p->slot_floats = floats;
    timeline->first_key = p->packed_count;
    p->packed_count += timeline->key_count = packed->key_count;
    return true;
}

static bool make_clip(bp_batch *p, batch_clip *to, const bp_clip *clip, bp_error *error) {
    bp_arena *a = &p->arena;
    to->clip = clip;
    to->timeline_count = clip->timeline_count + clip->packed_count;
    to->first_timeline = p->timeline_count;
    p->timeline_count += to->timeline_count;
    for (int kind = 0; kind < BATCH_KINDS; kind++)
        if (!(to->holds[kind] = bp_arena_alloc(a, p->animated_padded, sizeof(float), error)) ||
            !(to->first[kind] = bp_arena_alloc(a, p->animated_padded, 4 * sizeof(float), error)))
            return false;
    bool ok = (to->holds_weights = bp_arena_alloc(a, p->morph_count, sizeof(bool), error)) &&
              (to->first_weights = bp_arena_alloc(a, p->weight_count, sizeof(float), error)) &&
              (to->timelines = bp_arena_alloc(a, to->timeline_count, sizeof *to->timelines, error)) &&
              (to->others = bp_arena_alloc(a, clip->track_count, sizeof *to->others, error)) &&
              store_tracks(p, to, error);
    for (size_t i = 0; ok && i < clip->packed_count; i++) {
        batch_timeline *timeline = &to->timelines[clip->timeline_count + i];
        timeline->packed = &clip->packed[i];
        ok = store_packed(p, to, timeline, error);
    }
    for (int kind = 0; ok && kind < BATCH_KINDS; kind++) {
        size_t end = p->animated_count;
        while (end > 0 && to->holds[kind][end - 1] == 0) end--;
        end = batch_padded(end);
        to->held[kind] = end < p->animated_count ? end : p->animated_count;
        if (to->held[kind] > p->held[kind]) p->held[kind] = to->held[kind];
    }
    return ok;
}

/* ---- scratches ---------------------------------------------------------------------------------------- */

static bool make_scratch(bp_batch *p, batch_scratch *s, bp_error *error) {
    bp_arena *a = &p->arena;
    for (int kind = 0; kind < BATCH_KINDS; kind++)
        if (!(s->parts[kind] = bp_arena_alloc(a, p->animated_padded + BATCH_PADDING, 16, error)) ||
            !(s->layer[kind] = bp_arena_alloc(a, p->animated_padded + BATCH_PADDING, 16, error)) ||
            !(s->totals[kind] = bp_arena_alloc(a, p->animated_padded, sizeof(float), error)))
            return false;
    if (!(s->weight = bp_arena_alloc(a, p->animated_padded, sizeof *s->weight, error)) ||
        !(s->morphs = bp_arena_alloc(a, p->weight_count, sizeof *s->morphs, error)) ||
        !(s->layer_morphs = bp_arena_alloc(a, p->weight_count, sizeof *s->morphs, error)) ||
        !(s->morph_totals = bp_arena_alloc(a, p->morph_count, sizeof *s->morph_totals, error)) ||
        !(s->locals = bp_arena_alloc(a, p->count + 1, sizeof(bp_mat4), error)) ||
        !(s->chains = bp_arena_alloc(a, p->count, sizeof(bp_mat4), error)) ||
        !(s->palette = bp_arena_alloc(a, p->palette_count, sizeof(bp_mat4), error)) ||
        !(s->subtree = bp_arena_alloc(a, p->count, 2 * sizeof *s->subtree, error)) ||
        !(s->intervals = bp_arena_alloc(a, p->timeline_count, sizeof *s->intervals, error)) ||
        !(s->slots = bp_arena_alloc(a, p->slot_count, p->slot_floats * sizeof *s->slots, error)) ||
        !(s->slot_keys = bp_arena_alloc(a, p->slot_count, sizeof *s->slot_keys, error)))
        return false;
    if (p->count) memcpy(s->locals, p->locals, p->count * sizeof(bp_mat4));
    for (int kind = 0; kind < BATCH_KINDS; kind++)
        memcpy(s->parts[kind], p->initial[kind], p->animated_padded * 4 * sizeof(float));
    return true;
}

static bool make_scratches(bp_batch *p, bp_error *error) {
    p->scratch_count = bp_pool_threads(bp_context_pool(p->context));
    p->scratch = bp_arena_alloc(&p->arena, (size_t)p->scratch_count, sizeof *p->scratch, error);
    p->taken = bp_arena_alloc(&p->arena, (size_t)p->scratch_count, sizeof *p->taken, error);
    for (int i = 0; p->scratch && p->taken && i < p->scratch_count; i++) {
        atomic_flag_clear(&p->taken[i]);
        if (!make_scratch(p, &p->scratch[i], error)) return false;
    }
    return p->scratch && p->taken;
}

/* There are as many as the pool has threads; if other threads run jobs too, they wait for a character. */
batch_scratch *bp_batch_take(bp_batch *batch) {
    int i = 0;
    while (atomic_flag_test_and_set_explicit(&batch->taken[i], memory_order_acquire))
        i = (i + 1) % batch->scratch_count;
    return &batch->scratch[i];
}

void bp_batch_give_back(bp_batch *batch, batch_scratch *scratch) {
    atomic_flag_clear_explicit(&batch->taken[scratch - batch->scratch], memory_order_release);
}

/* The first frame of each clip. */
static void sample_first(bp_batch *p) {
    const batch_kernels *kernels = bp_batch_kernels(p);
    batch_scratch *s = &p->scratch[0];
    for (size_t i = 0; i < p->clip_count; i++) {
        bp_batch_layer layer = {.clip = (int)i, .weight = 1};
        double last;
        bp_clip_span(p->clips[i].clip, &layer.time, &last);
        bp_batch_pose(p, kernels, &layer, 1, s);
        for (int kind = 0; kind < BATCH_KINDS; kind++)
            memcpy(p->clips[i].first[kind], s->parts[kind], p->animated_padded * 4 * sizeof(float));
        memcpy(p->clips[i].first_weights, s->morphs, p->weight_count * sizeof(float));
    }
}

bool bp_batch_lay_out(bp_batch *p, const bp_clip *const *clips, size_t clip_count, bp_error *error) {
    p->clip_count = clip_count;
    p->clips = bp_arena_alloc(&p->arena, clip_count, sizeof *p->clips, error);
    if (!p->clips || !find_gaps(p, error) || !find_order(p, error) || !find_animated(p, clips, error))
        return false;
    for (size_t i = 0; i < clip_count; i++)
        if (!make_clip(p, &p->clips[i], clips[i], error)) return false;
    p->slot_count = p->packed_count < BATCH_SLOTS ? p->packed_count : BATCH_SLOTS;
    if (!make_scratches(p, error)) return false;
    sample_first(p);
    return true;
}

bp_batch *bp_batch_create(const bp_context *context, const bp_skeleton *skeleton, const bp_clip *const *clips,
                          size_t clip_count, bp_error *error) {
    if (!skeleton) return bp_fail_null(error, "skeleton"), NULL;
    if (!clips && clip_count > 0) return bp_fail_null(error, "clips"), NULL;
    if (!bp_skeleton_is_sorted(skeleton)) {
        bp_fail(error, BP_ERROR_ARGUMENT, bp_skeleton_name(skeleton),
                "a child precedes its parent in the array: call bp_skeleton_sort first");
        return NULL;
    }
    for (size_t i = 0; i < clip_count; i++) {
        if (!clips[i]) return bp_fail_null(error, "clips"), NULL;
        if (!bp_targets_check(bp_clip_targets(clips[i]), BP_TARGETS_BONES, bp_clip_name(clips[i]), error))
            return NULL;
    }
    bp_batch *batch = bp_batch_begin(context, skeleton->count, skeleton->count, 0, error);
    if (!batch) return NULL;
    copy_skeleton(batch, skeleton);
    if (bp_batch_lay_out(batch, clips, clip_count, error)) return batch;
    bp_batch_destroy(batch);
    return NULL;
}

/* ---- running ------------------------------------------------------------------------------------------ */

const batch_kernels *bp_batch_kernels(const bp_batch *batch) {
    static const batch_kernels *const table[BP_ISA_COUNT] = {
#define BP_LIST_BATCH_KERNELS(constant, suffix) [constant] = &bp_batch_kernels_##suffix,
        BP_ISA_EACH(BP_LIST_BATCH_KERNELS)
#undef BP_LIST_BATCH_KERNELS
    };
    bp_isa isa = bp_context_isa(batch->context);
    return (unsigned)isa < BP_ISA_COUNT && table[isa] ? table[isa] : table[BP_ISA_BASE];
}

typedef struct batch_run {
    bp_batch *batch;
    const batch_kernels *kernels;
    const bp_batch_job *job;
    size_t chunk; /* characters that a thread takes at a time */
} batch_run;

static void pose_chunk(void *user, size_t index, int worker) {
    (void)worker;
    const batch_run *run = user;
    size_t end = (index + 1) * run->chunk;
    if (end > run->job->count) end = run->job->count;
    batch_scratch *scratch = bp_batch_take(run->batch);
    for (size_t i = index * run->chunk; i < end; i++)
        bp_batch_character(run->batch, run->kernels, run->job, i, scratch);
    bp_batch_give_back(run->batch, scratch);
}

static bool check_job(const bp_batch *batch, const bp_batch_job *job, bp_error *error) {
    size_t layers = job->count * (job->layer_count ? job->layer_count : 1);
    size_t size = batch->palette_count * (job->format == BP_PALETTE_4X4 ? 64 : 48);
    if ((unsigned)job->format > BP_PALETTE_3X4_COLUMNS)
        return bp_fail(error, BP_ERROR_ARGUMENT, "format", "%d is no bp_palette_format", (int)job->format);
    if (job->palettes && job->palette_stride != 0 && job->palette_stride < size)
        return bp_fail(error, BP_ERROR_ARGUMENT, "palette_stride", "is %zu bytes, but a palette has %zu",
                       job->palette_stride, size);
    if (!job->layers && !job->locals && job->count > 0)
        return bp_fail(error, BP_ERROR_ARGUMENT, "layers", "is NULL, and locals too: one has the poses");
    for (size_t i = 0; job->layers && i < layers; i++)
        if (job->layers[i].weight > 0 && (size_t)job->layers[i].clip >= batch->clip_count)
            return bp_fail(error, BP_ERROR_ARGUMENT, "layers",
                           "layer %zu: there is no clip %d; the batch has %zu", i, job->layers[i].clip,
                           batch->clip_count);
    return true;
}

bool bp_batch_run(bp_batch *batch, const bp_batch_job *job, bp_error *error) {
    if (!batch || !job) return bp_fail_null(error, batch ? "job" : "batch");
    if (!check_job(batch, job, error)) return false;
    /* Few chunks, because taking a scratch waits until the processor has written all matrices. */
    size_t chunk = job->count / (4 * (size_t)batch->scratch_count) + 1;
    batch_run run = {batch, bp_batch_kernels(batch), job, chunk < 64 ? chunk : 64};
    bp_pool_run(bp_context_pool(batch->context), (job->count + run.chunk - 1) / run.chunk, pose_chunk, &run);
    return true;
}

void bp_batch_to_skeleton(const bp_batch *batch, const bp_trs *locals, bp_skeleton *skeleton) {
    if (!batch || !locals || !skeleton || skeleton->count != batch->count) return;
    for (uint32_t id = 0; id < skeleton->count; id++) {
        bp_bone *bone = skeleton->bones.bone[id];
        bp_trs now = bone->node ? bp_dtrs_to_trs(bone->node->trs) : bp_bone_trs(bone);
        if (memcmp(&now, &locals[id], sizeof now) == 0) continue; /* a matrix with shear stays */
        if (bone->node)
            bp_node_set_trs_d(bone->node, bp_dtrs_from_trs(locals[id]));
        else
            bp_bone_set_trs_d(bone, bp_dtrs_from_trs(locals[id]));
    }
    bp_skeleton_prepare(skeleton);
}

void bp_batch_from_skeleton(const bp_batch *batch, const bp_skeleton *skeleton, bp_trs *locals) {
    if (!batch || !locals || !skeleton || skeleton->count != batch->count) return;
    for (uint32_t id = 0; id < skeleton->count; id++) locals[id] = bp_bone_trs(skeleton->bones.bone[id]);
}
