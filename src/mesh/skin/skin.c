/* Runs skinning jobs: checks them, cuts them into fixed chunks and hands these to the pool. Each vertex
 * depends on its own inputs alone, so the result doesn't depend on which thread skins which chunk. The
 * definition of skinning is in skin_scalar.c; skin_isa.c has the kernels. */
#include "mesh/skin/skin.h"
#include "base/pool.h"
#include <stdatomic.h>

/* Vertices in a chunk: enough that handing out chunks costs little, and few enough that all threads finish at
 * about one time. Large meshes use larger chunks, because the processor's prefetching restarts at each chunk
 * that doesn't follow the thread's previous one. */
enum { CHUNK = 2048, LARGE_CHUNK = 8192, MANY = 32 * LARGE_CHUNK };
/* Floats of the palette copy that lies on the stack: 32 KiB, 512 joints, or 341 of dual quaternions. */
enum { SMALL_PALETTE = 8192 };

bp_skin_source bp_skin_source_from_mesh(const bp_mesh *mesh) {
    if (!mesh) return (bp_skin_source){0};
    return (bp_skin_source){.vertex_count = mesh->vertex_count,
                            .influences = mesh->influences,
                            .joints = mesh->joints,
                            .weights = mesh->weights,
                            .positions = mesh->positions,
                            .normals = mesh->normals,
                            .tangents = mesh->tangents};
}

static bool fail_null(const char *place, const char *why, bp_error *error) {
    return bp_fail(error, BP_ERROR_ARGUMENT, place, "is NULL, but %s", why);
}

static bool check_source(const bp_skin_source *source, bp_error *error) {
    if (source->influences < 1 || source->influences > BP_MESH_MAX_INFLUENCES)
        return bp_fail(error, BP_ERROR_ARGUMENT, "source.influences",
                       "%d is not within 1 and %d; a mesh without influences can't be skinned",
                       source->influences, BP_MESH_MAX_INFLUENCES);
    if (source->vertex_count > SIZE_MAX / (sizeof(float) * BP_MESH_MAX_INFLUENCES))
        return bp_fail(error, BP_ERROR_ARGUMENT, "source.vertex_count", "%zu vertices don't fit into memory",
                       source->vertex_count);
    if (!source->joints) return fail_null("source.joints", "every vertex needs joints and weights", error);
    if (!source->weights) return fail_null("source.weights", "every vertex needs joints and weights", error);
    return source->positions || fail_null("source.positions", "there are vertices", error);
}

static bool check_fields(const bp_skin_job *job, bp_error *error) {
    if (!job) return bp_fail(error, BP_ERROR_ARGUMENT, "job", "is NULL");
    if (job->source.vertex_count == 0) return true;
    if (!check_source(&job->source, error)) return false;
    if (!job->palette) return fail_null("palette", "vertices need matrices", error);
    if (job->palette_count == 0)
        return bp_fail(error, BP_ERROR_ARGUMENT, "palette_count", "is 0, but every vertex has a joint");
    if ((unsigned)job->method > BP_SKIN_DUAL_QUATERNION)
        return bp_fail(error, BP_ERROR_ARGUMENT, "method", "%d is no bp_skin_method", (int)job->method);
    if ((unsigned)job->normals > BP_SKIN_NORMALS_INVERSE_TRANSPOSE)
        return bp_fail(error, BP_ERROR_ARGUMENT, "normals", "%d is no bp_skin_normals", (int)job->normals);
    if (job->target.normals && !job->source.normals)
        return fail_null("source.normals", "the target wants normals", error);
    if (job->target.tangents && !job->source.tangents)
        return fail_null("source.tangents", "the target wants tangents", error);
    return true;
}

/* The first vertex of first..end-1 with a joint beyond the palette, or `end`. */
static size_t first_bad_vertex(const bp_skin_job *job, size_t first, size_t end) {
    size_t influences = (size_t)job->source.influences;
    for (size_t i = first * influences; i < end * influences; i++) {
        if (job->source.joints[i] >= job->palette_count) return i / influences;
    }
    return end;
}

static bool fail_joint(const bp_skin_job *job, size_t vertex, bp_error *error) {
    size_t influences = (size_t)job->source.influences;
    const uint16_t *joints = job->source.joints + vertex * influences;
    size_t k = 0;
    while (k + 1 < influences && joints[k] < job->palette_count) k++;
    return bp_fail(error, BP_ERROR_ARGUMENT, "source.joints",
                   "vertex %zu, influence %zu: joint %u is not in the palette, which has %zu", vertex, k,
                   (unsigned)joints[k], job->palette_count);
}

bool bp_skin_job_check(const bp_skin_job *job, bp_error *error) {
    if (!job) return bp_fail_null(error, "job");
    if (!check_fields(job, error)) return false;
    if (job->source.vertex_count == 0) return true;
    size_t bad = first_bad_vertex(job, 0, job->source.vertex_count);
    return bad == job->source.vertex_count || fail_joint(job, bad, error);
}

/* AVX2's kernel reads rows, also on processors with AVX-512. A vector of a whole matrix would gain less
 * than it costs: weights to broadcast over twice the width and rows of four vertices to sort. */
static bp_skin_kernel *kernel_for(const bp_skin_palette *palette, bp_isa isa) {
    static bp_skin_kernel *const table[BP_ISA_COUNT] = {
#define BP_LIST_SKIN_KERNEL(constant, suffix) [constant] = bp_skin_kernel_##suffix,
        BP_ISA_EACH(BP_LIST_SKIN_KERNEL)
#undef BP_LIST_SKIN_KERNEL
    };
    if (palette->rows) isa = BP_ISA_AVX2;
    return (unsigned)isa < BP_ISA_COUNT && table[isa] ? table[isa] : table[BP_ISA_BASE];
}

typedef struct skin_run {
    const bp_skin_job *job;
    const bp_skin_palette *palette;
    bp_skin_kernel *kernel;
    size_t chunk;            /* vertices */
    atomic_size_t first_bad; /* vertex with a joint beyond the palette; vertex_count: none */
} skin_run;

static void note_bad(skin_run *run, size_t vertex) {
    size_t known = atomic_load(&run->first_bad);
    while (vertex < known && !atomic_compare_exchange_weak(&run->first_bad, &known, vertex)) {
    }
}

static void skin_chunk(void *user, size_t index, int worker) {
    (void)worker;
    skin_run *run = user;
    const bp_skin_source *source = &run->job->source;
    size_t first = index * run->chunk, end = first + run->chunk;
    if (end > source->vertex_count) end = source->vertex_count;
    if (!run->kernel(run->job, run->palette, first, end - first))
        note_bad(run, first_bad_vertex(run->job, first, end));
}

bool bp_skin_job_run(bp_context *context, const bp_skin_job *job, bp_error *error) {
    if (!job) return bp_fail_null(error, "job");
    if (!check_fields(job, error)) return false;
    size_t count = job->source.vertex_count;
    if (count == 0) return true;
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_isa isa = bp_context_isa(context);
    bp_skin_palette palette;
    _Alignas(64) float memory[SMALL_PALETTE]; /* so that characters' frames allocate nothing */
    if (!bp_skin_palette_make(&palette, allocator, job, isa, memory, SMALL_PALETTE, error)) return false;
    skin_run run = {.job = job,
                    .palette = &palette,
                    .kernel = kernel_for(&palette, isa),
                    .chunk = count < MANY ? CHUNK : LARGE_CHUNK};
    atomic_init(&run.first_bad, count);
    bp_pool_run(bp_context_pool(context), (count + run.chunk - 1) / run.chunk, skin_chunk, &run);
    bp_skin_palette_free(&palette, allocator);
    size_t bad = atomic_load(&run.first_bad);
    return bad == count || fail_joint(job, bad, error);
}
