/* What the skinning kernels are given. One source, skin_isa.c, is compiled once for each instruction
 * set; nothing of it is reached but through what is declared here. */
#ifndef BP_MESH_SKIN_SKIN_KERNEL_H
#define BP_MESH_SKIN_SKIN_KERNEL_H

#include "base/isa.h"
#include <bindpose/mesh.h>

/* The palette as the kernels read it, in one block at a multiple of 64 bytes. */
typedef struct bp_skin_palette {
    size_t count;
    float *block;           /* owned: holds both */
    const float *matrices;  /* 16 floats each: the first three columns of what is blended linearly, and
                              four zeros; NULL: nothing is blended so */
    const float *duals;     /* 8 floats each: quaternion, dual quaternion; NULL for the linear method */
    bool rows;              /* matrices are rows instead, three floats and a zero each: for AVX2's kernel */
    bool inverse_transpose; /* of what is blended linearly, for the normals */
} bp_skin_palette;

/* Skins vertices first..first+count-1 of the job. False where it comes upon a joint that isn't in the
 * palette: some of the vertices are written then. */
typedef bool bp_skin_kernel(const bp_skin_job *job, const bp_skin_palette *palette, size_t first,
                            size_t count);

#define BP_DECLARE_SKIN_KERNEL(isa, suffix) bp_skin_kernel bp_skin_kernel_##suffix;
BP_ISA_EACH(BP_DECLARE_SKIN_KERNEL)
#undef BP_DECLARE_SKIN_KERNEL

/* Makes the palette of a job, as the kernel of that instruction set reads it (skin_palette.c); freed with
 * bp_skin_palette_free. */
bool bp_skin_palette_make(bp_skin_palette *palette, const bp_allocator *allocator, const bp_skin_job *job,
                          bp_isa isa, bp_error *error);
void bp_skin_palette_free(bp_skin_palette *palette, const bp_allocator *allocator);

#endif
