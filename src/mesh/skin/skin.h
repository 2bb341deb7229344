/* Skinning in scalar code, which defines the kernels, and the check of a job. */
#pragma once

#include "base/isa.h"
#include <bindpose/mesh.h>

/* Checks a job, with every joint. The error's place is the field; for a joint that isn't in the palette
 * ("source.joints") the message names vertex and joint. */
bool bp_skin_job_check(const bp_skin_job *job, bp_error *error);

/* The same without the joints. */
bool bp_skin_job_check_fields(const bp_skin_job *job, bp_error *error);
/* A job of vertices first..first+count-1 alone. `target` gets them from its element 0 on. */
bp_skin_job bp_skin_job_piece(const bp_skin_job *job, size_t first, size_t count, bp_vertex_arrays target);

/* The interface of the skinning kernels. skin_isa.c is compiled once for each instruction set. */

/* The palette as the kernels read it, in one block that is aligned to 64 bytes. */
typedef struct bp_skin_palette {
    size_t count;
    float *block;           /* owned: holds both arrays; NULL if they are in the caller's memory */
    const float *matrices;  /* blended linearly; 16 floats each: the first three columns and four zeros.
                               NULL: all are identities (dual quaternions of rigid motions) */
    const float *duals;     /* unit dual quaternions, 8 floats each; NULL for the linear method */
    bool rows;              /* `matrices` has four rows of three floats and a zero instead (skin_x2.h) */
    bool inverse_transpose; /* normals go through the inverse transpose of the blended matrix */
} bp_skin_palette;

/* Skins vertices first..first+count-1 of the job. False at a joint that isn't in the palette; some of the
 * vertices have been written then. */
typedef bool bp_skin_kernel(const bp_skin_job *job, const bp_skin_palette *palette, size_t first,
                            size_t count);

#define BP_DECLARE_SKIN_KERNEL(isa, suffix) bp_skin_kernel bp_skin_kernel_##suffix;
BP_ISA_EACH(BP_DECLARE_SKIN_KERNEL)
#undef BP_DECLARE_SKIN_KERNEL
bp_skin_kernel bp_skin_kernel_scalar; /* skin_scalar.c */
/* The kernel of an instruction set that reads a palette. */
bp_skin_kernel *bp_skin_kernel_for(const bp_skin_palette *palette, bp_isa isa);

/* The matrices of a job's palette, of which joints can name no more, and their floats. */
static inline size_t bp_skin_palette_count(const bp_skin_job *job) {
    return job->palette_count > UINT16_MAX ? UINT16_MAX + (size_t)1 : job->palette_count;
}
static inline size_t bp_skin_palette_floats(const bp_skin_job *job) {
    return bp_skin_palette_count(job) * (job->method == BP_SKIN_DUAL_QUATERNION ? 24 : 16);
}
/* Makes a job's palette for the kernel of an instruction set, in `memory`, aligned to 64
 * bytes, if it fits into its `floats`. Free it with bp_skin_palette_free. */
bool bp_skin_palette_make(bp_skin_palette *palette, const bp_allocator *allocator, const bp_skin_job *job,
                          bp_isa isa, float *memory, size_t floats, bp_error *error);
void bp_skin_palette_free(bp_skin_palette *palette, const bp_allocator *allocator);
