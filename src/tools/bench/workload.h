/* The drawing workloads of speed comparisons with other renderers. tests/bench/llvmpipe_bench.c draws the
 * same scenes: 1920 x 1080, clear included.
 *
 *   - R1: 20 full-screen quads, each nearer than the last, 512 x 512 texture, bilinear, repeated.
 *   - R2: a grid of 1,000,000 triangles of about two pixels each, vertex colours, perspective.
 *   - R3: 50 ellipsoids of 20,000 triangles, textured, lit at the vertices, culled, depth-tested.
 *
 * All use BP_COLOR_RAW, like the other renderers. */
#ifndef BP_TOOLS_BENCH_WORKLOAD_H
#define BP_TOOLS_BENCH_WORKLOAD_H

#include <bindpose/raster.h>

enum { BP_WORKLOAD_WIDTH = 1920, BP_WORKLOAD_HEIGHT = 1080 };

typedef enum bp_workload_kind {
    BP_WORKLOAD_FILL,       /* R1 */
    BP_WORKLOAD_TRIANGLES,  /* R2 */
    BP_WORKLOAD_CHARACTERS, /* R3 */
    BP_WORKLOAD_COUNT
} bp_workload_kind;

typedef struct bp_workload bp_workload;

/* Makes the scene's vertices, indices and texture. NULL on error (no memory). */
bp_workload *bp_workload_create(const bp_context *context, bp_workload_kind kind, bp_error *error);
void bp_workload_destroy(bp_workload *workload);

/* Draws one frame from begin to end, clear included. R3's characters rotate by two degrees a frame. The
 * framebuffer may have any size; published results use the size above. */
bool bp_workload_draw(const bp_workload *workload, bp_raster *raster, const bp_framebuffer *framebuffer,
                      int frame, bp_counters *counters, bp_error *error);

/* Name ("R1", "R2", "R3"), unit of the result ("Mpixel/s", ...), and amount of work in a frame, in that
 * unit. */
const char *bp_workload_name(bp_workload_kind kind);
const char *bp_workload_unit(bp_workload_kind kind);
double bp_workload_amount(bp_workload_kind kind);

#endif
