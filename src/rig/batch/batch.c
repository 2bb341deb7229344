/* posing: many characters of one skeleton posed from one clip, straight from keys to matrices.
 *
 * What a character needs on its way lies in a scratch of the thread that poses it; which thread that is
 * makes no difference to the result. */
#include "rig/batch/batch.h"

#include <string.h>

enum { CHUNK = 4 }; /* characters that a thread takes at once */

/* ---- life ---------------------------------------------------------------------------------------- */

static void free_scratch(const bp_allocator *allocator, posing_scratch *s) {
    bp_free_aligned(allocator, s->block);
    bp_free(allocator, s->hints);
    bp_free(allocator, s->places);
}

static void fill_scratch(const bp_batch_sampler *p, posing_scratch *s) {
    memcpy(s->locals, p->locals, 16 * p->count * sizeof *s->locals);
    for (size_t i = 0; i < p->moved_count; i++) {
        const bp_trs *trs = &p->standing[i];
        memcpy(s->parts[BP_TRACK_POSITION] + 4 * i, &trs->translation, sizeof trs->translation);
        memcpy(s->parts[BP_TRACK_ROTATION] + 4 * i, &trs->rotation, sizeof trs->rotation);
        memcpy(s->parts[BP_TRACK_SCALE] + 4 * i, &trs->scale, sizeof trs->scale);
    }
}

static bool make_scratch(const bp_batch_sampler *p, posing_scratch *s, bp_error *error) {
    size_t parts = 4 * (p->moved_padded + POSING_PAD), locals = 16 * (p->count + 1);
    size_t floats = 3 * parts + locals + 16 * p->count;
    s->block = bp_alloc_aligned(&p->allocator, floats * sizeof *s->block, 64, error);
    if (s->block) s->hints = bp_alloc(&p->allocator, p->line_count, sizeof *s->hints, error);
    if (s->hints) s->places = bp_alloc(&p->allocator, p->line_count, sizeof *s->places, error);
    if (!s->places) return false;
    memset(s->block, 0, floats * sizeof *s->block);
    for (int kind = 0; kind < POSING_GROUP_KINDS; kind++) s->parts[kind] = s->block + (size_t)kind * parts;
    s->locals = s->block + 3 * parts;
    s->chains = s->locals + locals;
    fill_scratch(p, s);
    return true;
}

static bool make_scratches(bp_batch_sampler *p, bp_error *error) {
    int threads = bp_pool_threads(bp_context_pool(p->context));
    p->scratch = bp_alloc(&p->allocator, (size_t)threads, sizeof *p->scratch, error);
    if (!p->scratch) return false;
    p->thread_count = threads;
    for (int i = 0; i < threads; i++)
        if (!make_scratch(p, &p->scratch[i], error)) return false;
    return true;
}

bp_batch_sampler *bp_batch_sampler_create(bp_context *context, const bp_skeleton *skeleton, const bp_clip *clip,
                            bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(context);
    if (!bp_skeleton_is_sorted(skeleton)) {
        bp_fail(error, BP_ERROR_ARGUMENT, bp_skeleton_name(skeleton),
                "a child stands before its parent: call bp_skeleton_sort first");
        return NULL;
    }
    bp_batch_sampler *p = bp_alloc(allocator, 1, sizeof *p, error);
    if (!p) return NULL;
    p->context = context;
    p->allocator = *allocator;
    p->clip = bp_clip_clone(clip, error);
    if (p->clip && bp_batch_lay_out(p, skeleton, error) && make_scratches(p, error)) return p;
    bp_batch_sampler_destroy(p);
    return NULL;
}

void bp_batch_sampler_destroy(bp_batch_sampler *posing) {
    if (!posing) return;
    bp_allocator allocator = posing->allocator;
    for (int i = 0; i < posing->thread_count; i++) free_scratch(&allocator, &posing->scratch[i]);
    bp_free(&allocator, posing->scratch);
    bp_batch_free_layout(posing);
    bp_clip_destroy(posing->clip);
    bp_free(&allocator, posing);
}

size_t bp_batch_sampler_bone_count(const bp_batch_sampler *posing) { return posing->count; }
size_t bp_batch_sampler_palette_count(const bp_batch_sampler *posing) { return posing->slot_count; }

/* ---- running ------------------------------------------------------------------------------------- */

static const posing_kernels *kernels_for(bp_isa isa) {
    static const posing_kernels *const table[BP_ISA_COUNT] = {
#define BP_LIST_POSING_KERNELS(constant, suffix) [constant] = &bp_batch_kernels_##suffix,
        BP_ISA_EACH(BP_LIST_POSING_KERNELS)
#undef BP_LIST_POSING_KERNELS
    };
    return (unsigned)isa < BP_ISA_COUNT && table[isa] ? table[isa] : &bp_batch_kernels_portable;
}

typedef struct posing_run {
    const bp_batch_sampler *posing;
    const posing_kernels *kernels;
    const bp_batch_job *job;
} posing_run;

static void sample_lines(const posing_run *run, double time, const posing_scratch *s) {
    for (size_t i = 0; i < run->posing->line_count; i++) {
        const posing_line *line = &run->posing->lines[i];
        if (line->key_count == 0) continue;
        bp_key_interval place = bp_key_find(line->times, line->key_count, time, &s->hints[i]);
        s->places[i] = place;
        for (int kind = 0; kind < POSING_GROUP_KINDS; kind++) {
            if (line->groups[kind].count == 0) continue;
            posing_interpolate *function =
                kind == BP_TRACK_ROTATION ? run->kernels->rotations : run->kernels->vectors;
            function(&line->groups[kind], place.key, place.fraction, s->parts[kind]);
        }
    }
}

/* A matrix is taken apart, as in a pose without matrices. */
static void write_matrix(const posing_scratch *s, uint32_t entry, const float *value) {
    bp_mat4 matrix;
    bp_trs trs;
    memcpy(matrix.m, value, sizeof matrix.m);
    bp_mat4_decompose(matrix, &trs);
    memcpy(s->parts[BP_TRACK_POSITION] + 4 * entry, &trs.translation, sizeof trs.translation);
    memcpy(s->parts[BP_TRACK_ROTATION] + 4 * entry, &trs.rotation, sizeof trs.rotation);
    memcpy(s->parts[BP_TRACK_SCALE] + 4 * entry, &trs.scale, sizeof trs.scale);
}

static void sample_odd(const bp_batch_sampler *p, const posing_scratch *s) {
    for (size_t i = 0; i < p->odd_count; i++) {
        const bp_owned_track *track = &p->clip->tracks[p->odd[i]];
        uint32_t entry = p->entry[track->view.target];
        size_t width = bp_track_width(&track->view);
        float value[16];
        bp_track_evaluate(&track->view, s->places[track->line], width, value);
        if (track->view.kind == BP_TRACK_MATRIX)
            write_matrix(s, entry, value);
        else
            memcpy(s->parts[track->view.kind] + 4 * entry, value, width * sizeof *value);
    }
}

static void pose_one(const posing_run *run, size_t character, const posing_scratch *s) {
    const bp_batch_sampler *p = run->posing;
    const bp_batch_job *job = run->job;
    float *chains = job->absolutes ? job->absolutes[character * p->count].m : s->chains;
    float *palette = job->palettes ? job->palettes[character * p->slot_count].m : NULL;
    sample_lines(run, job->times[character], s);
    sample_odd(p, s);
    run->kernels->compose(p, s);
    if (palette && p->gaps) memset(palette, 0, p->slot_count * sizeof(bp_mat4));
    run->kernels->chain(p, s->locals, chains, palette);
}

static void pose_chunk(void *user, size_t index, int worker) {
    const posing_run *run = user;
    size_t end = (index + 1) * CHUNK;
    if (end > run->job->count) end = run->job->count;
    for (size_t i = index * CHUNK; i < end; i++) pose_one(run, i, &run->posing->scratch[worker]);
}

void bp_batch_sampler_run(bp_batch_sampler *posing, const bp_batch_job *job) {
    posing_run run = {posing, kernels_for(bp_context_isa(posing->context)), job};
    if (posing->count == 0) return;
    bp_pool_run(bp_context_pool(posing->context), (job->count + CHUNK - 1) / CHUNK, pose_chunk, &run);
}
