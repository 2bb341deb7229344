/* The fields of a bp_raster: the recorded pass, and the memory for drawing, which is reused from pass to
 * pass. */
#pragma once

#include "base/arena.h"
#include "raster/tiled/kernels.h"
#include "raster/tiled/tile_cache.h"

/* A run of vertices that one job transforms. */
typedef struct bp_vertex_run {
    const bp_triangles *triangles;
    size_t first, count;
} bp_vertex_run;

typedef struct bp_floats {
    float *data;     /* aligned to cache lines */
    size_t capacity; /* floats */
} bp_floats;

/* Memory of the tiled executor. The raster owns all of it. */
typedef struct bp_workspace {
    bp_binner *binners; /* one for each worker */
    bp_tile *tiles;     /* one for each worker, with its target's buffers */
    int workers;
    int tiles_x, tiles_y;         /* of the framebuffer */
    int samples;                  /* per pixel that the tiles' buffers have space for */
    bp_floats *stores;            /* owned: transformed vertices of a batch of draws (workspace.c) */
    size_t store, store_capacity; /* the one in use */
    uint8_t *outcodes;
    size_t outcodes_capacity;
    bp_vertex_run *runs;
    size_t run_count, run_capacity;
    bp_chunk *chunks, *previous_chunks; /* of this pass and of the last (tile_cache.h) */
    size_t chunk_count, chunk_capacity, previous_capacity;
    bp_work_lists work_lists;
    bp_tile_cache tile_cache;
    float *tile_seconds; /* with bp_pass.time_tiles, row after row */
    uint8_t *drawn;      /* owned: bp_raster_drawn_tiles */
    size_t tile_seconds_capacity, drawn_capacity;
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
    bp_pass_times times;             /* of the last pass */
    bool counts;                     /* the pass: bp_raster_end_with_statistics */
    bp_pixel_statistics *statistics; /* owned */
    size_t statistics_capacity;
};

/* Recording (commands.c). False and an error if no pass is being recorded. */
bool bp_raster_is_recording(const bp_raster *raster, bp_error *error);
/* False and an error unless `value`, from a cast or a file, is one of an enum's `count` values. */
bool bp_check_enum(const char *field, unsigned value, unsigned count, bp_error *error);
/* False and an error if a vertex that the pass skins has a joint beyond the palette. */
bool bp_raster_check_joints(const bp_raster *raster, bp_error *error);
bool bp_draw_state_check(const bp_draw_state *state, bp_error *error);
/* Copies a checked state to a command, and appends the command. */
bool bp_raster_append(bp_raster *raster, bp_command command, const bp_draw_state *state, bp_error *error);

/* Whether bp_raster_resolve_samples recorded the command. */
bool bp_command_is_resolve(const bp_command *command);
bool bp_command_is_clear(const bp_command *command);
/* Whether a command fills colour and depth of the whole framebuffer. */
bool bp_command_clears_all(const bp_command *command, const bp_framebuffer *framebuffer);

/* Draws all commands: the tiled executor (tiled/execute.c). */
bool bp_raster_execute(bp_raster *raster, bp_counters *counters, bp_error *error);
/* The same by the reference (triangle_scalar.c), in a part of the framebuffer. `probe` watches (probe.h);
 * NULL: nobody does. */
typedef struct bp_probe bp_probe;
bool bp_raster_execute_reference(bp_raster *raster, bp_irect rect, bp_probe *probe, bp_counters *counters,
                                 bp_error *error);

/* The workspace (tiled/workspace.c): prepares for the pass; then for a batch of its draws, from command
 * `first` on, which it cuts into runs and chunks. Returns the command after them; `first`: no memory. */
bool bp_workspace_prepare(bp_raster *raster, bp_error *error);
size_t bp_workspace_prepare_batch(bp_raster *raster, size_t first, bp_error *error);
/* Whether the batch's transformed vertices, up to command `end`, stay until the tiles are drawn: there is no
 * next batch, or copying those in bins would hardly be less. */
bool bp_workspace_keeps_batch(const bp_raster *raster, size_t first_chunk, size_t end);
/* Gives each worker as much memory for binning as the one with the most has. */
void bp_workspace_equalize(bp_raster *raster);
void bp_workspace_free(bp_raster *raster);

/* Between a target's samples and the framebuffer's pixels (resolve.c). Loading fills sample 0 of each pixel.
 * Replicating copies it to samples 1 to `samples` - 1. */
void bp_target_load(const bp_target *target, const bp_framebuffer *framebuffer);
void bp_target_replicate_samples(bp_target *target, int samples);
void bp_target_resolve(const bp_target *target, const bp_framebuffer *framebuffer,
                       const bp_resolve_options *options);
/* The mean of a pixel's four samples, in linear light or raw; and the nearest of their depths. */
uint32_t bp_samples_mean(const uint32_t *sample, size_t sample_stride, const bp_color_tables *tables,
                         bp_color_mode color);
float bp_samples_min_depth(const float *sample, size_t sample_stride);
/* Resolves a target with `resolve`, and loads the resulting pixels back into it as their only sample. */
void bp_target_resolve_in_place(bp_target *target, const bp_framebuffer *framebuffer,
                                const bp_resolve_options *options, bp_resolve_kernel *resolve);

/* The rows of a picture are not in the cache when we write them, and too far apart for the processor's own
 * prefetcher. So we prefetch a few rows ahead. */
enum { BP_PREFETCH_ROWS = 8 };
static inline void bp_prefetch_for_write(const uint8_t *row, size_t bytes) {
    for (size_t i = 0; i < bytes; i += 64) __builtin_prefetch(row + i, 1);
}
