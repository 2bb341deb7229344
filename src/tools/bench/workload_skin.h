/* The skinning workload of speed comparisons: positions and normals, 4 influences, 64 joints. */
#ifndef BP_TOOLS_BENCH_WORKLOAD_SKIN_H
#define BP_TOOLS_BENCH_WORKLOAD_SKIN_H

#include <bindpose/mesh.h>

enum {
    BP_WORKLOAD_SKIN_STREAM = 1000000, /* vertices: S-stream, from and to memory */
    BP_WORKLOAD_SKIN_CACHE = 8000,     /* S-cache */
    BP_WORKLOAD_SKIN_JOINTS = 64,
};

typedef struct bp_workload_skin bp_workload_skin;

/* Makes vertices, weights and rigid matrices, equal in every run. NULL if there is no memory. */
bp_workload_skin *bp_workload_skin_create(bp_context *context, size_t vertices, bp_error *error);
void bp_workload_skin_destroy(bp_workload_skin *workload);

/* Skins all vertices `times` times. Normals keep the length that blending leaves, as in the peers' loops
 * (GLM, cglm, ozz-animation); a renderer that lights per pixel normalizes there. */
bool bp_workload_skin_run(bp_workload_skin *workload, int times, bp_error *error);

/* The job that it runs, for tests. */
const bp_skin_job *bp_workload_skin_job(const bp_workload_skin *workload);

#endif
