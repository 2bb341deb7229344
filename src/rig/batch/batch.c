/* batch: sampling many characters of one skeleton and one clip, from keys straight to matrices.
 *
 * Each thread has a scratch memory for the character that it samples; which thread samples which character
 * makes no difference to the result. Scalar twin and definition: batch_scalar.c. Kernels: batch_isa.c.
 */
#include "base/pool.h"
#include "rig/batch/batch.h"

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
    if (p->clip && bp_batch_lay_out(p, skeleton, error) && make_scratches(p, error)) return p;
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
