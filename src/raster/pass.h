/* The inside of a bp_raster: the recorded pass, and the memory that drawing needs, which is reused from pass
 * to pass.
 */
#ifndef BP_RASTER_PASS_H
#define BP_RASTER_PASS_H

#include "raster/commands.h"
#include "raster/tiled/bin.h"
#include "raster/tiled/kernels.h"
#include "raster/tiled/tile_cache.h"
#include "raster/tiled/work_list.h"

/* A run of vertices that one job transforms. */
typedef struct bp_vertex_run {
    const bp_triangles *triangles;
    size_t first, count;
} bp_vertex_run;

/* Memory of the tiled executor. The raster owns all of it. */
typedef struct bp_workspace {
    bp_binner *binners; /* one a worker */
    bp_tile *tiles;     /* one a worker, each with its target's buffers */
    int workers;
    int tiles_x, tiles_y;                         /* of the framebuffer */
    int samples;                                  /* a pixel, for which the tiles' buffers are large enough */
    float *transformed, *transformed_before;      /* vertices of this pass and of the last (tile_cache.h) */
    size_t transformed_capacity, before_capacity; /* floats */
    uint8_t *outcodes;
    size_t outcodes_capacity;
    bp_vertex_run *runs;
    size_t run_count, run_capacity;
    bp_chunk *chunks;
    size_t chunk_count, chunk_capacity;
    bp_work_lists work_lists;
    bp_tile_cache tile_cache;
    float *tile_seconds; /* with bp_pass.time_tiles, row after row */
    size_t tile_seconds_capacity;
} bp_workspace;

static inline size_t bp_workspace_tile_count(const bp_workspace *workspace) {
    return (size_t)workspace->tiles_x * (size_t)workspace->tiles_y;
}

struct bp_raster {
    const bp_context *context; /* borrowed */
    bp_allocator allocator;
    bp_color_tables tables;
    bool recording;
    bool samples_resolved;      /* by bp_raster_resolve_samples */
    bp_framebuffer framebuffer; /* with its stride filled in */
    bp_pass pass;               /* with its defaults filled in */
    bp_arena arena;             /* primitives and triangles of the commands */
    bp_command *commands;       /* owned */
    size_t command_count, command_capacity;
    bp_workspace workspace;
    bp_pass_times times; /* of the last pass */
};

/* Makes an array at least `wanted` elements long. `array`: the address of the pointer to its first element,
 * which may be NULL. */
bool bp_raster_grow(const bp_raster *raster, void *array, size_t *capacity, size_t wanted, size_t size,
                    bp_error *error);

/* ---- recording (commands.c) -------------------------------------------------------------------- */

/* Whether a pass is being recorded, else an error. */
bool bp_raster_is_recording(const bp_raster *raster, bp_error *error);
/* Whether `value`, from a cast or a file, is one of an enum's `count` values, else an error. */
bool bp_check_enum(const char *field, unsigned value, unsigned count, bp_error *error);
bool bp_draw_state_check(const bp_draw_state *state, bp_error *error);
/* Fills in what a command takes from a checked state, and appends it. */
bool bp_raster_append(bp_raster *raster, bp_command command, const bp_draw_state *state, bp_error *error);

/* Whether a command is the one of bp_raster_resolve_samples. */
bool bp_command_is_resolve(const bp_command *command);
/* Whether a command fills colour and depth of the whole framebuffer: nothing before it shows. */
bool bp_command_clears_all(const bp_command *command, const bp_framebuffer *framebuffer);

/* Draw all commands: the tiled executor (tiled/execute.c), and the reference (triangle_scalar.c). */
bool bp_raster_execute(bp_raster *raster, bp_counters *counters, bp_error *error);
bool bp_raster_execute_reference(bp_raster *raster, bp_counters *counters, bp_error *error);

/* Makes the workspace large enough for the pass, and cuts it into runs and chunks (tiled/workspace.c). */
bool bp_workspace_prepare(bp_raster *raster, bp_error *error);
void bp_workspace_free(bp_raster *raster);

/* Between a target's samples and the framebuffer's pixels (resolve.c). Loading fills the first plane;
 * replicating it makes a target of one sample one of `samples`. */
void bp_target_load(const bp_target *target, const bp_framebuffer *framebuffer);
void bp_target_replicate_samples(bp_target *target, int samples);
void bp_target_resolve(const bp_target *target, const bp_framebuffer *framebuffer,
                       const bp_resolve_options *how);
/* The mean of a pixel's four samples, in linear light or raw; and the nearest of their depths. */
uint32_t bp_samples_mean(const uint32_t *sample, size_t plane, const bp_color_tables *tables,
                         bp_color_mode color);
float bp_samples_min_depth(const float *sample, size_t plane);
/* Resolves a target by bp_target_resolve or its kernel, and loads the pixels into it as its only sample. */
void bp_target_resolve_in_place(bp_target *target, const bp_framebuffer *framebuffer,
                                const bp_resolve_options *how, bp_resolve_kernel *resolve);

/* A picture's rows are not in the cache when they are written, and too far apart for the processor to foresee
 * the next. So a few rows ahead are prefetched. */
enum { BP_PREFETCH_ROWS = 8 };
static inline void bp_prefetch_for_write(const uint8_t *row, size_t bytes) {
    for (size_t i = 0; i < bytes; i += 64) __builtin_prefetch(row + i, 1);
}

#endif
