/* What the skinning kernels are given. One source, skin_isa.c, is compiled once for each instruction
 * set; nothing of it is reached but through the tables declared here. */
#ifndef BP_MESH_SKIN_KERNEL_H
#define BP_MESH_SKIN_KERNEL_H

#include "base/isa.h"
#include <bindpose/mesh.h>

/* The palette as the kernels read it, in one block at a multiple of 64 bytes. */
typedef struct bp_skin_palette {
    size_t count;
    float *block;           /* owned: holds both */
    const float *matrices;  /* 16 floats each: the first three columns of what is blended linearly, and
                              four zeros; NULL: nothing is blended so */
    const float *duals;     /* 8 floats each: quaternion, dual quaternion; NULL for the linear method */
    bool inverse_transpose; /* of what is blended linearly, for the normals */
} bp_skin_palette;

/* Skins vertices first..first+count-1 of the job, whose joints have been checked. */
typedef void bp_skin_kernel(const bp_skin_job *job, const bp_skin_palette *palette, size_t first,
                            size_t count);

/* Whether all of `count` joints are less than `limit`; may say no where it isn't sure. */
typedef bool bp_skin_joint_scan(const uint16_t *joints, size_t count, size_t limit);

typedef struct bp_skin_kernels {
    bp_skin_kernel *skin;
    bp_skin_joint_scan *joints_below;
} bp_skin_kernels;

#define BP_DECLARE_SKIN_KERNELS(isa, suffix) extern const bp_skin_kernels bp_skin_kernels_##suffix;
BP_ISA_EACH(BP_DECLARE_SKIN_KERNELS)
#undef BP_DECLARE_SKIN_KERNELS

/* Makes the palette of a job (skin_palette.c); freed with bp_skin_palette_free. */
bool bp_skin_palette_make(bp_skin_palette *palette, const bp_allocator *allocator, const bp_skin_job *job,
                          bp_error *error);
void bp_skin_palette_free(bp_skin_palette *palette, const bp_allocator *allocator);

#endif
