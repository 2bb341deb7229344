/* The inside of a bp_raster: what has been recorded, and the memory that drawing needs, tile_cache from pass to pass. */
#ifndef BP_RASTER_PASS_H
#define BP_RASTER_PASS_H

#include "raster/tiled/work_list.h"
#include "raster/tiled/bin.h"
#include "raster/tiled/tile_cache.h"
#include "raster/tiled/kernels.h"
#include "raster/commands.h"

/* A run of vertices that one job transforms. */
typedef struct bp_vertex_run {
    const bp_triangles *triangles;
    size_t first, count;
} bp_vertex_run;

/* Memory of the fast path. All owned by the raster. */
typedef struct bp_workspace {
    bp_binner *binners; /* one a worker */
    bp_tile *tiles;     /* one a worker, each with its target's buffers */
    int workers;
    int samples;                             /* that the tiles' buffers have room for */
    float *transformed, *transformed_before; /* those before are tile_cache (tile_cache.h) */
    size_t transformed_room, before_room;    /* floats */
    uint8_t *outcodes;
    size_t outcodes_room;
    bp_vertex_run *runs;
    size_t run_count, run_room;
    bp_chunk *chunks;
    size_t chunk_count, chunk_room;
    bp_work_lists work_lists;
    bp_tile_cache tile_cache;
    float *tile_seconds; /* of the pass where it wants them, row after row */
    size_t tile_seconds_room;
} bp_workspace;

struct bp_raster {
    const bp_context *context; /* borrowed */
    bp_allocator allocator;
    bp_color_tables tables;
    bool recording;
    bool finished;              /* samples: pixels from there on */
    bp_framebuffer framebuffer; /* stride filled in */
    bp_pass pass;               /* defaults filled in */
    bp_arena arena;             /* items and triangles of the commands */
    bp_command *commands;       /* owned */
    size_t command_count, command_room;
    bp_workspace workspace;
    bp_pass_times times; /* of the last pass */
};

/* Makes *block, which may have been NULL, at least `wanted` elements long. */
bool bp_raster_grow(const bp_raster *raster, void **block, size_t *room, size_t wanted, size_t size,
                    bp_error *error);

/* Draws all commands: with chunks and tiles (execute.c), or plainly (reference.c). */
bool bp_raster_execute(bp_raster *raster, bp_counters *counters, bp_error *error);
bool bp_raster_execute_reference(bp_raster *raster, bp_counters *counters, bp_error *error);
void bp_workspace_free(bp_raster *raster);

/* Between a target's samples and the framebuffer's pixels (resolve.c). Loaded is the first plane; from then on a
 * target of one sample becomes one of four by spreading it. */
void bp_target_load(const bp_target *target, const bp_framebuffer *framebuffer);
void bp_target_replicate_samples(bp_target *target, int samples);
void bp_target_resolve(const bp_target *target, const bp_framebuffer *framebuffer, const bp_resolve_options *how);
/* The mean of a pixel's four samples, in linear light or raw; and the nearest of their depths. */
uint32_t bp_samples_mean(const uint32_t *sample, size_t plane, const bp_color_tables *tables,
                         bp_color_mode color);
float bp_samples_min_depth(const float *sample, size_t plane);

/* A picture's rows come from far away when they are written, and lie too far apart for the processor to see where the
 * next is: it is told a few rows ahead. */
enum { BP_PREFETCH_ROWS = 8 };
static inline void bp_prefetch_for_write(const uint8_t *row, size_t bytes) {
    for (size_t i = 0; i < bytes; i += 64) __builtin_prefetch(row + i, 1);
}

/* Samples become pixels, by bp_target_resolve or a kernel for it, and these are loaded. */
void bp_target_resolve_in_place(bp_target *target, const bp_framebuffer *framebuffer, const bp_resolve_options *how,
                      bp_resolve_kernel *resolve);

/* Whether from this command on pixels are drawn, and no more samples. */
bool bp_command_is_resolve(const bp_command *command);
/* Whether a command fills the whole framebuffer's colour and depth, so that nothing before it counts. */
bool bp_command_clears_all(const bp_command *command, const bp_framebuffer *framebuffer);

#endif
