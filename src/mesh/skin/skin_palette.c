/* Prepares the palette for the kernels: copies it to aligned memory, where no load straddles a cache line.
 * For dual quaternions each matrix is decomposed into a stretch and a rigid motion. */
#include "base/allocator.h"
#include "mesh/skin/skin.h"
#include <string.h>

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
           job->target.positions && job->target.normals && !job->target.tangents;
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
    size_t count = job->palette_count, each = job->method == BP_SKIN_DUAL_QUATERNION ? 24 : 16;
    if (count > UINT16_MAX + (size_t)1) count = UINT16_MAX + (size_t)1; /* no joint can name more */
    *palette = (bp_skin_palette){.count = count, .inverse_transpose = uses_inverse_transpose(job)};
    float *block = memory;
    if (count * each > floats)
        block = palette->block = bp_alloc_aligned(allocator, count * each * sizeof(float), 64, error);
    else
        memset(block, 0, count * each * sizeof(float));
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
