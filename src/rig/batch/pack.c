/* pack: finds the largest steps with which a clip's packed tracks (rig/anim/packed.h) keep an error bound.
 *
 * The error is measured where the mesh is: at the corners of a box around what each bone moves. A bone moves
 * its points by a matrix, so no point in a box is farther off than the farthest corner, and no skinned
 * vertex, which is a mean of such points, is either. It is measured at all keys and at seven moments between
 * each two, and in the end at seven between these. If it is above the bound there, the search begins again
 * with a smaller one.
 *
 * At first each track has a step that moves its farthest point by an equal distance. Then single steps
 * grow as long as the bound holds. */
#include "math/double.h"
#include "rig/batch/batch.h"
#include <stdlib.h>

enum { STEPS_BETWEEN = 8, MOST_ROUNDS = 8, FEWEST_BYTES = 512 };
/* Of the bound: the rest is for what floats round, and between the moments at which it is measured. */
static const double KEPT = 0.998;

typedef struct pack_entry {
    bp_packing_track packing;
    size_t bits;
    int exponent;
    struct pack_timeline *timeline;
    float *values; /* its keys as they unpack */
    double lever;  /* how far its farthest point moves for 1 of its step */
} pack_entry;

typedef struct pack_timeline {
    bp_packed_keys packed;
    double *times;     /* as they unpack */
    size_t first, end; /* its entries */
} pack_timeline;

typedef struct pack_job {
    bp_batch *batch;
    int index; /* of the clip in the batch */
    const bp_clip *clip;
    const bp_pack_options *options;
    batch_coder *coder; /* NULL: packed */
    bp_arena arena;
    pack_timeline *timelines;
    size_t timeline_count;
    pack_entry *entries; /* those of a timeline side by side */
    size_t entry_count;
    double bound;  /* of the search */
    double *times; /* the moments */
    double shift;  /* towards the next one, 0 to 1 */
    size_t moment_count;
    bp_batch_layer *layers; /* of the clip at the moments */
    bp_trs *locals;
    bp_mat4 *absolutes, *wanted; /* as packed, and by the clip */
    float *trial;
} pack_job;

static bool has_shell(const pack_job *job, size_t bone) {
    const bp_vec3 *box = job->options->shells + 2 * bone;
    return box[0].x <= box[1].x;
}

static bp_vec3 corner(const pack_job *job, size_t bone, int i) {
    const bp_vec3 *box = job->options->shells + 2 * bone;
    return bp_vec3_make(box[i & 1].x, box[i >> 1 & 1].y, box[i >> 2].z);
}

/* ---- moments ------------------------------------------------------------------------------------------ */

static int by_time(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool find_moments(pack_job *job, bp_error *error) {
    size_t most = 0, count = 0, keys = 0;
    for (size_t i = 0; i < job->timeline_count; i++) most += job->timelines[i].packed.key_count;
    job->times = bp_arena_alloc(&job->arena, STEPS_BETWEEN * most, sizeof *job->times, error);
    if (!job->times) return false;
    for (size_t i = 0; i < job->timeline_count; i++) {
        const bp_track *source = job->entries[job->timelines[i].first].packing.source;
        for (size_t k = 0; k < source->key_count; k++) job->times[count++] = source->times[k];
    }
    qsort(job->times, count, sizeof *job->times, by_time);
    for (size_t i = 0; i < count; i++)
        if (keys == 0 || job->times[i] > job->times[keys - 1]) job->times[keys++] = job->times[i];
    for (size_t i = keys; i-- > 0;)
        for (size_t k = STEPS_BETWEEN; k-- > 0;) {
            double next = i + 1 < keys ? job->times[(i + 1) * STEPS_BETWEEN] : job->times[i];
            job->times[i * STEPS_BETWEEN + k] =
                job->times[i] + (double)k / STEPS_BETWEEN * (next - job->times[i]);
        }
    job->moment_count = (keys - 1) * STEPS_BETWEEN + 1;
    return true;
}

static double moment_at(const pack_job *job, size_t m) {
    double next = job->times[m + 1 < job->moment_count ? m + 1 : m];
    return job->times[m] + job->shift * (next - job->times[m]);
}

static bool make_poses(pack_job *job, bp_error *error) {
    size_t bones = job->moment_count * job->batch->count;
    job->layers = bp_arena_alloc(&job->arena, job->moment_count, sizeof *job->layers, error);
    job->locals = bp_arena_alloc(&job->arena, bones, sizeof *job->locals, error);
    job->wanted = bp_arena_alloc(&job->arena, bones, sizeof *job->wanted, error);
    job->absolutes = bp_arena_alloc(&job->arena, bones, sizeof *job->absolutes, error);
    return job->layers && job->locals && job->wanted && job->absolutes;
}

/* What the clip itself gives at the moments. */
static bool find_wanted(pack_job *job, bp_error *error) {
    for (size_t i = 0; i < job->moment_count; i++)
        job->layers[i] = (bp_batch_layer){.time = moment_at(job, i), .weight = 1, .clip = job->index};
    bp_batch_job run = {
        .count = job->moment_count, .layers = job->layers, .locals = job->locals, .absolutes = job->wanted};
    return bp_batch_run(job->batch, &run, error);
}

/* ---- errors ------------------------------------------------------------------------------------------- */

static double farthest_corner(const pack_job *job, size_t bone, const bp_mat4 *a, const bp_mat4 *b) {
    double most = 0, d[16];
    for (int i = 0; i < 16; i++) d[i] = (double)a->m[i] - (double)b->m[i];
    for (int i = 0; i < 8; i++) {
        bp_vec3 p = corner(job, bone, i);
        double square = 0;
        for (int c = 0; c < 3; c++) {
            double off = (double)p.x * d[c] + (double)p.y * d[4 + c] + (double)p.z * d[8 + c] + d[12 + c];
            square += off * off;
        }
        if (!(square <= most)) most = square;
    }
    return sqrt(most);
}

/* The largest error; once it is above the limit, any that is. */
static double measure_error(const pack_job *job, double limit) {
    bp_batch *batch = job->batch;
    bp_batch_job run = {.count = job->moment_count, .locals = job->locals, .absolutes = job->absolutes};
    double most = 0;
    if (!bp_batch_run(batch, &run, NULL)) return INFINITY;
    for (size_t m = 0; m < job->moment_count && most <= limit; m++)
        for (size_t bone = 0; bone < batch->count; bone++) {
            size_t at = m * batch->count + bone;
            if (!has_shell(job, bone)) continue;
            double off = farthest_corner(job, bone, &job->absolutes[at], &job->wanted[at]);
            if (!(off <= most)) most = off;
        }
    return most;
}

/* Poses the moments by a track's keys. */
static void set_track(const pack_job *job, const pack_entry *entry, const float *values) {
    bp_track track = *entry->packing.source;
    size_t cursor = 0, part = track.kind == BP_TRACK_POSITION   ? offsetof(bp_trs, position)
                              : track.kind == BP_TRACK_ROTATION ? offsetof(bp_trs, rotation)
                                                                : offsetof(bp_trs, scale);
    track.values = values;
    track.times = entry->timeline->times;
    for (size_t m = 0; m < job->moment_count; m++) {
        char *trs = (char *)&job->locals[m * job->batch->count + (size_t)track.target];
        bp_track_sample(&track, moment_at(job, m), &cursor, (float *)(trs + part));
    }
}

static size_t code(const pack_job *job, const pack_entry *entry, int exponent, float *values) {
    float step = bp_packed_step((float)job->options->bound, exponent);
    return job->coder ? job->coder(entry->packing.source, step, values)
                      : bp_packing_try(&entry->packing, entry->timeline->packed.cycle, step, values);
}

/* Whether the bound holds with the entry's exponent; if not, nothing has changed. */
static bool try_exponent(pack_job *job, pack_entry *entry, int exponent) {
    const bp_track *source = entry->packing.source;
    if (exponent >= PACKED_EXPONENTS) return false;
    size_t bits = code(job, entry, exponent, job->trial);
    if (bits >= entry->bits) return false;
    set_track(job, entry, job->trial);
    if (!(measure_error(job, job->bound) <= job->bound)) {
        set_track(job, entry, entry->values);
        return false;
    }
    memcpy(entry->values, job->trial, source->key_count * bp_track_width(source) * sizeof(float));
    entry->exponent = exponent;
    entry->bits = bits;
    return true;
}

/* ---- steps -------------------------------------------------------------------------------------------- */

/* How far the farthest points that a bone moves are from it, at the clip's keys. */
static void find_levers(const pack_job *job, double *levers) {
    const bp_batch *batch = job->batch;
    for (size_t bone = 0; bone < batch->count; bone++)
        for (size_t m = 0; has_shell(job, bone) && m < job->moment_count; m += STEPS_BETWEEN) {
            const bp_mat4 *moment = job->wanted + m * batch->count;
            for (int i = 0; i < 8; i++) {
                bp_vec3 p = bp_mat4_point(moment[bone], corner(job, bone, i));
                for (size_t above = bone; above != BONE_NONE; above = batch->parent[above]) {
                    double far = (double)bp_vec3_distance(p, bp_mat4_position(moment[above]));
                    if (far > levers[above]) levers[above] = far;
                }
            }
        }
}

static double largest_scale(const bp_mat4 *m) {
    double most = 0;
    for (int i = 0; i < 12; i += 4) {
        double size = (double)bp_vec3_length(bp_vec3_make(m->m[i], m->m[i + 1], m->m[i + 2]));
        if (size > most) most = size;
    }
    return most;
}

static void set_levers(const pack_job *job, const double *levers) {
    for (size_t i = 0; i < job->entry_count; i++) {
        pack_entry *entry = &job->entries[i];
        size_t bone = (size_t)entry->packing.source->target;
        uint32_t parent = job->batch->parent[bone];
        entry->lever = levers[bone];
        if (entry->packing.source->kind == BP_TRACK_ROTATION) entry->lever *= 2; /* half angles */
        if (entry->packing.source->kind == BP_TRACK_POSITION)
            entry->lever = parent == BONE_NONE || levers[bone] == 0 ? 1 : largest_scale(&job->wanted[parent]);
    }
}

static bool set_exponent(pack_job *job, pack_entry *entry, int exponent) {
    entry->exponent = exponent;
    entry->bits = code(job, entry, exponent, entry->values);
    if (entry->bits == SIZE_MAX) return false;
    set_track(job, entry, entry->values);
    return true;
}

/* Every track with a step that is in proportion to its lever. False: a step is too small. */
static bool set_all(pack_job *job, int shift) {
    for (size_t i = 0; i < job->entry_count; i++) {
        pack_entry *entry = &job->entries[i];
        int exponent = PACKED_EXPONENTS - 1;
        while (exponent > -PACKED_EXPONENTS && (double)bp_packed_step(1, exponent - shift) * entry->lever > 1)
            exponent--;
        if (!set_exponent(job, entry, exponent)) return false;
    }
    return true;
}

static bool search_steps(pack_job *job, bp_error *error) {
    int shift = 0;
    do
        if (--shift < -40 || !set_all(job, shift))
            return bp_fail(error, BP_ERROR_ARGUMENT, "bound",
                           "%g is too small: not even steps of floats keep it; allow more",
                           job->options->bound);
    while (!(measure_error(job, job->bound) <= job->bound));
    bool grown = true;
    for (int round = 0; grown && round < MOST_ROUNDS; round++) {
        grown = false;
        for (size_t i = 0; i < job->entry_count; i++) {
            pack_entry *entry = &job->entries[i];
            for (int by = 4; by > 0; by /= 2) grown |= try_exponent(job, entry, entry->exponent + by);
        }
    }
    return true;
}

/* The largest error between the moments of the search. */
static double measure_between(pack_job *job) {
    double most = 0;
    for (int i = 1; i < STEPS_BETWEEN; i++) {
        job->shift = (double)i / STEPS_BETWEEN;
        if (!find_wanted(job, NULL)) return INFINITY;
        for (size_t k = 0; k < job->entry_count; k++)
            set_track(job, &job->entries[k], job->entries[k].values);
        double error = measure_error(job, INFINITY);
        if (!(error <= most)) most = error;
    }
    job->shift = 0;
    return most;
}

static bool find_steps(pack_job *job, bp_error *error) {
    const double allowed = KEPT * job->options->bound;
    for (job->bound = allowed;;) {
        if (!search_steps(job, error)) return false;
        double most = measure_between(job);
        if (most <= allowed) return true;
        job->bound *= 0.99 * allowed / most;
        if (!find_wanted(job, error)) return false;
    }
}

/* ---- the clip ----------------------------------------------------------------------------------------- */

static bool is_packable(const pack_job *job, const bp_owned_track *owned, size_t timeline) {
    const bp_track *track = &owned->view;
    return owned->timeline == timeline && bp_batch_is_grouped(track) && track->key_count > 1 &&
           track->key_count < UINT32_MAX / 64 && (size_t)track->target < job->batch->count;
}

static bool add_entry(pack_job *job, const bp_track *source, pack_timeline *timeline, bp_error *error) {
    pack_entry *entry = &job->entries[job->entry_count];
    if (!bp_packing_begin(&entry->packing, source)) return true;
    entry->timeline = timeline;
    entry->values = bp_arena_alloc(&job->arena, source->key_count, 4 * sizeof(float), error);
    if (!timeline->times) {
        timeline->times = bp_arena_alloc(&job->arena, source->key_count, sizeof *timeline->times, error);
        if (!timeline->times) return false;
        memcpy(timeline->times, source->times, source->key_count * sizeof *timeline->times);
        if (!job->coder) bp_packed_set_times(&timeline->packed, timeline->times, source->key_count);
        timeline->packed.key_count = (uint32_t)source->key_count;
        timeline->packed.unit = (float)job->options->bound;
    }
    timeline->end = ++job->entry_count;
    return entry->values != NULL;
}

/* Times and float32 of the tracks of a timeline that can be packed. */
static size_t bytes_on(const pack_job *job, size_t timeline) {
    size_t bytes = 0;
    for (size_t i = 0; i < job->clip->track_count; i++) {
        const bp_owned_track *track = &job->clip->tracks[i];
        if (is_packable(job, track, timeline))
            bytes += track->view.key_count * (1 + bp_track_width(&track->view)) * sizeof(float);
    }
    return bytes;
}

/* Few bytes stay as they are: packed tracks need some for themselves. */
static bool find_entries(pack_job *job, bp_error *error) {
    const bp_clip *clip = job->clip;
    size_t most = 0;
    job->entries = bp_arena_alloc(&job->arena, clip->track_count, sizeof *job->entries, error);
    job->timelines = bp_arena_alloc(&job->arena, clip->timeline_count, sizeof *job->timelines, error);
    if (!job->entries || !job->timelines) return false;
    for (size_t t = 0; t < clip->timeline_count; t++) {
        pack_timeline *timeline = &job->timelines[job->timeline_count];
        bool enough = job->coder || bytes_on(job, t) >= FEWEST_BYTES;
        timeline->first = job->entry_count;
        for (size_t i = 0; enough && i < clip->track_count; i++) {
            const bp_track *source = &clip->tracks[i].view;
            if (!is_packable(job, &clip->tracks[i], t)) continue;
            if (!add_entry(job, source, timeline, error)) return false;
            if (source->key_count > most) most = source->key_count;
        }
        if (timeline->times) job->timeline_count++;
    }
    job->trial = bp_arena_alloc(&job->arena, most, 4 * sizeof(float), error);
    return job->trial != NULL;
}

static bool measure_amplitudes(pack_job *job, bp_error *error) {
    for (size_t t = 0; t < job->timeline_count; t++) {
        pack_timeline *timeline = &job->timelines[t];
        bool *cycle = &timeline->packed.cycle;
        *cycle = true;
        for (size_t i = timeline->first; i < timeline->end; i++)
            *cycle = *cycle && bp_packing_is_cycle(&job->entries[i].packing,
                                                   job->options->bound / (4 * job->entries[i].lever));
        for (size_t i = timeline->first; i < timeline->end; i++)
            if (!job->coder && !bp_packing_measure(&job->entries[i].packing, *cycle, &job->arena, error))
                return false;
    }
    return true;
}

static bool is_entry(const pack_job *job, const bp_track *track) {
    for (size_t i = 0; i < job->entry_count; i++)
        if (job->entries[i].packing.source == track) return true;
    return false;
}

static bool add_timeline(const pack_job *job, const pack_timeline *timeline, bp_clip *to, bp_error *error) {
    const pack_entry *entries = job->entries + timeline->first;
    size_t count = timeline->end - timeline->first;
    bp_packing_track *tracks = bp_alloc(&to->allocator, count, sizeof *tracks, error);
    int *exponents = bp_alloc(&to->allocator, count, sizeof *exponents, error);
    bp_packed_keys *packed = &to->packed[to->packed_count++];
    for (size_t i = 0; tracks && exponents && i < count; i++)
        tracks[i] = entries[i].packing, exponents[i] = entries[i].exponent;
    *packed = timeline->packed;
    bool ok = tracks && exponents && bp_packed_make(packed, tracks, exponents, count, &to->allocator, error);
    bp_free(&to->allocator, tracks);
    bp_free(&to->allocator, exponents);
    return ok;
}

static bp_clip *make_clip(const pack_job *job, bp_error *error) {
    const bp_clip *from = job->clip;
    bp_clip_options options = {.name = from->name, .rate = from->rate, .targets = from->targets};
    bp_clip *made = bp_clip_create(&from->allocator, &options, error);
    if (made) made->packed = bp_alloc(&made->allocator, job->timeline_count, sizeof *made->packed, error);
    bool ok = made && made->packed;
    for (size_t i = 0; ok && i < from->track_count; i++)
        if (!is_entry(job, &from->tracks[i].view)) ok = bp_clip_insert(made, &from->tracks[i].view, error);
    for (size_t i = 0; ok && job->coder && i < job->entry_count; i++) {
        bp_track track = *job->entries[i].packing.source;
        track.values = job->entries[i].values;
        ok = bp_clip_insert(made, &track, error);
    }
    for (size_t i = 0; ok && !job->coder && i < job->timeline_count; i++)
        ok = add_timeline(job, &job->timelines[i], made, error);
    if (ok) return made;
    bp_clip_destroy(made);
    return NULL;
}

static bool prepare(pack_job *job, bp_error *error) {
    double *levers = bp_arena_alloc(&job->arena, job->batch->count, sizeof *levers, error);
    if (!levers || !find_entries(job, error)) return false;
    if (job->entry_count == 0) return true;
    if (!find_moments(job, error) || !make_poses(job, error) || !find_wanted(job, error)) return false;
    find_levers(job, levers);
    set_levers(job, levers);
    return measure_amplitudes(job, error) && find_steps(job, error);
}

bp_clip *bp_batch_quantize(bp_batch *batch, int clip, const bp_pack_options *options, batch_coder *coder,
                           bp_error *error) {
    if (!batch || !options || !options->shells)
        return bp_fail_null(error, !batch ? "batch" : !options ? "options" : "shells"), NULL;
    if ((size_t)clip >= batch->clip_count) {
        bp_fail(error, BP_ERROR_ARGUMENT, "clip", "there is no clip %d; the batch has %zu", clip,
                batch->clip_count);
        return NULL;
    }
    if (!(options->bound > 0 && options->bound < 1e30)) {
        bp_fail(error, BP_ERROR_ARGUMENT, "bound", "%g: must be a distance above 0", options->bound);
        return NULL;
    }
    pack_job job = {
        .batch = batch, .index = clip, .coder = coder, .clip = batch->clips[clip].clip, .options = options};
    job.arena = bp_arena_make(&batch->allocator, 0);
    bp_clip *made = prepare(&job, error) ? make_clip(&job, error) : NULL;
    bp_arena_clear(&job.arena);
    return made;
}

bp_clip *bp_batch_pack(bp_batch *batch, int clip, const bp_pack_options *options, bp_error *error) {
    return bp_batch_quantize(batch, clip, options, NULL, error);
}
