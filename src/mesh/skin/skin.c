/* Runs skinning jobs: checks them, cuts them into fixed chunks and hands these to the pool. Each vertex
 * depends on its own inputs alone, so the result doesn't depend on which thread skins which chunk. The
 * definition of skinning is in skin_scalar.c; skin_isa.c has the kernels. */
#include "mesh/skin/skin.h"
#include "base/allocator.h"
#include "base/pool.h"
#include <stdatomic.h>
#include <string.h>

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

bp_skin_job bp_skin_job_piece(const bp_skin_job *job, size_t first, size_t count, bp_vertex_arrays target) {
    bp_skin_job piece = *job;
    bp_skin_source *s = &piece.source;
    s->vertex_count = count;
    s->joints += first * (size_t)s->influences;
    s->weights += first * (size_t)s->influences;
    s->positions += first;
    if (s->normals) s->normals += first;
    if (s->tangents) s->tangents += first;
    piece.target = target;
    return piece;
}

bool bp_skin_job_check_fields(const bp_skin_job *job, bp_error *error) {
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
    if (!bp_skin_job_check_fields(job, error)) return false;
    if (job->source.vertex_count == 0) return true;
    size_t bad = first_bad_vertex(job, 0, job->source.vertex_count);
    return bad == job->source.vertex_count || fail_joint(job, bad, error);
}

/* AVX2's kernel reads rows, also on processors with AVX-512. A vector of a whole matrix would gain less
 * than it costs: weights to broadcast over twice the width and rows of four vertices to sort. */
bp_skin_kernel *bp_skin_kernel_for(const bp_skin_palette *palette, bp_isa isa) {
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

bool bp_skin_job_run(const bp_context *context, const bp_skin_job *job, bp_error *error) {
    if (!job) return bp_fail_null(error, "job");
    if (!bp_skin_job_check_fields(job, error)) return false;
    size_t count = job->source.vertex_count;
    if (count == 0) return true;
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_isa isa = bp_context_isa(context);
    bp_skin_palette palette;
    _Alignas(64) float memory[SMALL_PALETTE]; /* so that characters' frames allocate nothing */
    if (!bp_skin_palette_make(&palette, allocator, job, isa, memory, SMALL_PALETTE, error)) return false;
    skin_run run = {.job = job,
                    .palette = &palette,
                    .kernel = bp_skin_kernel_for(&palette, isa),
                    .chunk = count < MANY ? CHUNK : LARGE_CHUNK};
    atomic_init(&run.first_bad, count);
    bp_pool_run(bp_context_pool(context), (count + run.chunk - 1) / run.chunk, skin_chunk, &run);
    bp_skin_palette_free(&palette, allocator);
    size_t bad = atomic_load(&run.first_bad);
    return bad == count || fail_joint(job, bad, error);
}

/* ---- the palette ----
 *
 * It is copied to aligned memory, where no load straddles a cache line.
 * For dual quaternions each matrix is decomposed into a stretch and a rigid motion. */

#define UNIFORM_TOLERANCE 1e-4f /* of a rotation times a uniform scale */
#define RIGID_TOLERANCE 1e-5f   /* of a stretch that counts as the identity */

static bp_vec3 row(bp_mat4 m, int i) { return bp_vec3_make(m.m[4 * i], m.m[4 * i + 1], m.m[4 * i + 2]); }

/* Whether rows have equal lengths and right angles. Normals then transform like directions. */
static bool scales_uniformly(bp_mat4 m) {
    bp_vec3 x = row(m, 0), y = row(m, 1), z = row(m, 2);
    float xx = bp_vec3_dot(x, x), limit = UNIFORM_TOLERANCE * xx;
    return fabsf(bp_vec3_dot(y, y) - xx) <= 2.0f * limit && fabsf(bp_vec3_dot(z, z) - xx) <= 2.0f * limit &&
           fabsf(bp_vec3_dot(x, y)) <= limit && fabsf(bp_vec3_dot(y, z)) <= limit &&
           fabsf(bp_vec3_dot(z, x)) <= limit;
}

static bool uses_inverse_transpose(const bp_skin_job *job) {
    if (!job->target.normals) return false;
    if (job->normals != BP_SKIN_NORMALS_AUTO) return job->normals == BP_SKIN_NORMALS_INVERSE_TRANSPOSE;
    for (size_t i = 0; i < job->palette_count; i++) {
        if (!scales_uniformly(job->palette[i])) return true;
    }
    return false;
}

/* The dual quaternion of a rotation q followed by a translation t: q + e * t q / 2. */
static void write_dual(float *dual, bp_quat q, bp_vec3 t) {
    bp_quat moved = bp_quat_mul(bp_quat_make(0.5f * t.x, 0.5f * t.y, 0.5f * t.z, 0.0f), q);
    const float parts[8] = {q.x, q.y, q.z, q.w, moved.x, moved.y, moved.z, moved.w};
    memcpy(dual, parts, sizeof parts);
}

/* Decomposes m = stretch * rotation(q) * translation and returns the stretch. Computed from q, it also
 * absorbs the rounding errors of q. */
static bp_mat4 decompose(bp_mat4 m, float *dual) {
    bp_trs parts;
    bp_mat4_decompose(m, &parts);
    bp_quat q = bp_quat_normalize(parts.rotation);
    write_dual(dual, q, bp_mat4_position(m));
    m.m[12] = m.m[13] = m.m[14] = 0.0f;
    m.m[3] = m.m[7] = m.m[11] = 0.0f;
    m.m[15] = 1.0f;
    return bp_mat4_mul(m, bp_mat4_from_quat(bp_quat_conjugate(q)));
}

static bool is_near_identity(bp_mat4 m) {
    bp_mat4 one = bp_mat4_identity();
    for (int i = 0; i < 16; i++) {
        if (!(fabsf(m.m[i] - one.m[i]) <= RIGID_TOLERANCE)) return false;
    }
    return true;
}

/* The first three columns, one after the other. The last column of an affine matrix is constant. */
static void write_columns(float *out, const bp_mat4 *m) {
    for (int i = 0; i < 12; i++) out[i] = m->m[4 * (i % 4) + i / 4];
}

/* Rows with a zero in the last column, which is multiplied too and not used. */
static void write_rows(float *out, const bp_mat4 *m) {
    for (int i = 0; i < 16; i++) out[i] = i % 4 < 3 ? m->m[i] : 0.0f;
}

/* The jobs of skin_x2.h. */
static bool uses_rows(const bp_skin_job *job, bp_isa isa) {
    return (isa == BP_ISA_AVX2 || isa == BP_ISA_AVX512) && job->source.influences == 4 &&
           job->target.positions && !job->target.tangents;
}

static void fill_linear(bp_skin_palette *palette, const bp_skin_job *job, float *matrices, bool rows) {
    palette->matrices = matrices;
    palette->rows = rows;
    for (size_t i = 0; i < palette->count; i++) {
        if (rows)
            write_rows(matrices + 16 * i, &job->palette[i]);
        else
            write_columns(matrices + 16 * i, &job->palette[i]);
    }
}

static void fill_dual(bp_skin_palette *palette, const bp_skin_job *job, float *matrices, float *duals) {
    bool stretched = false;
    for (size_t i = 0; i < palette->count; i++) {
        bp_mat4 stretch = decompose(job->palette[i], duals + 8 * i);
        stretched = stretched || !is_near_identity(stretch);
        write_columns(matrices + 16 * i, &stretch);
    }
    palette->matrices = stretched ? matrices : NULL;
    palette->duals = duals;
}

bool bp_skin_palette_make(bp_skin_palette *palette, const bp_allocator *allocator, const bp_skin_job *job,
                          bp_isa isa, float *memory, size_t floats, bp_error *error) {
    size_t count = bp_skin_palette_count(job), all = bp_skin_palette_floats(job);
    *palette = (bp_skin_palette){.count = count, .inverse_transpose = uses_inverse_transpose(job)};
    float *block = memory;
    if (all > floats)
        block = palette->block = bp_alloc_aligned(allocator, all * sizeof(float), 64, error);
    else
        memset(block, 0, all * sizeof(float));
    if (!block) return false;
    if (job->method == BP_SKIN_DUAL_QUATERNION)
        fill_dual(palette, job, block, block + 16 * count);
    else
        fill_linear(palette, job, block, !palette->inverse_transpose && uses_rows(job, isa));
    return true;
}

void bp_skin_palette_free(bp_skin_palette *palette, const bp_allocator *allocator) {
    bp_free_aligned(allocator, palette->block);
    *palette = (bp_skin_palette){0};
}
