/* The commands of a pass, and how primitives other than triangles plug into it.
 *
 * A pass is a list of commands. Each command has a kind and `count` primitives. Two executors draw them:
 *
 *   - The reference (triangle_scalar.c) draws command after command into one bp_target, which is as large as
 *     the framebuffer. It is the definition.
 *   - The tiled executor (tiled/execute.c) cuts the primitives into chunks of fixed size, bins each chunk's
 *     primitives by the tiles they may touch (in parallel over chunks), and then draws each tile's
 *     primitives, chunk after chunk, into a small bp_target that it resolves into the framebuffer (in
 *     parallel over tiles).
 *
 * Both draw the primitives that touch a pixel in the order of recording. As a primitive's effect on a pixel
 * depends on that pixel alone, both give the same bits.
 *
 * Each kind (lines, discs, boxes, text, clears) is one constant bp_primitive_kind. Its primitives are an
 * array of any struct, in framebuffer pixels: the function that records them has projected them. The tile
 * cache compares them as bytes, so they contain no pointers, and their padding is zero.
 *
 * With 4 samples per pixel, a target stores all first samples, then all second ones, and so on. Only
 * triangles can cover some samples of a pixel and not others. Therefore a tile keeps one sample per pixel
 * until the first triangle, and a tile without triangles may draw straight into the framebuffer.
 */
#pragma once

#include "base/allocator.h"
#include "raster/color.h"
#include <bindpose/raster.h>

/* A rectangle of pixels or tiles by its corners, half open: x0 <= x < x1. */
typedef struct bp_irect {
    int x0, y0, x1, y1;
} bp_irect;

static inline bp_irect bp_irect_of(bp_rect r) { return (bp_irect){r.x, r.y, r.x + r.width, r.y + r.height}; }
static inline bp_irect bp_irect_intersect(bp_irect a, bp_irect b) {
    return (bp_irect){a.x0 > b.x0 ? a.x0 : b.x0, a.y0 > b.y0 ? a.y0 : b.y0, a.x1 < b.x1 ? a.x1 : b.x1,
                      a.y1 < b.y1 ? a.y1 : b.y1};
}
static inline bool bp_irect_is_empty(bp_irect a) { return a.x0 >= a.x1 || a.y0 >= a.y1; }
/* Of one that isn't empty. */
static inline size_t bp_irect_area(bp_irect a) { return (size_t)(a.x1 - a.x0) * (size_t)(a.y1 - a.y0); }

/* A render target: a tile's buffers, or in the reference buffers as large as the framebuffer. */
typedef struct bp_target {
    bp_irect rect;        /* the framebuffer pixels that it holds */
    int pitch;            /* elements from row to row */
    int samples;          /* 1 or 4 */
    size_t sample_stride; /* elements from a pixel's sample to its next sample */
    uint32_t *color;      /* R in the lowest byte, then G, B, A; for pixel (rect.x0, rect.y0), sample 0 */
    float *depth;         /* NULL if no command tests or writes it, except clears */
} bp_target;

/* The index of a pixel's sample 0; that of sample s is s * sample_stride larger. */
static inline size_t bp_target_index(const bp_target *target, int x, int y) {
    return (size_t)(y - target->rect.y0) * (size_t)target->pitch + (size_t)(x - target->rect.x0);
}

/* Positions of 4 samples, in 1/256 pixel from the pixel's top left corner. A single sample is at (128,
 * 128). */
static const int bp_sample_x[4] = {96, 224, 32, 160};
static const int bp_sample_y[4] = {32, 96, 160, 224};

/* Fills all samples in a rectangle inside the target with `value` (four bytes). `samples`: target->color or
 * target->depth. */
void bp_target_fill(const bp_target *target, void *samples, bp_irect rect, const void *value);

/* The depth test. BP_DEPTH_ALWAYS ignores `old`. */
static inline bool bp_depth_passes(bp_depth_test test, float z, float old) {
    return test == BP_DEPTH_ALWAYS || (test == BP_DEPTH_LESS ? z < old : z <= old);
}

/* How samples are averaged. */
typedef struct bp_resolve_options {
    const bp_color_tables *tables;
    bp_color_mode color;
} bp_resolve_options;

typedef struct bp_command bp_command;

/* Draws a primitive into the pixels of `target` that lie in `clip`, a non-empty part of target->rect; for the
 * reference (`scalar`) by its definition. */
typedef void bp_primitive_draw(const bp_target *target, const bp_command *command, const void *primitive,
                               bp_irect clip, bool scalar, bp_counters *counters);

typedef struct bp_primitive_kind {
    const char *name;
    size_t size; /* bytes of one primitive */
    /* The pixels of `clip` that a primitive may touch: may be larger than needed, never smaller. */
    bp_irect (*bounds)(const void *primitive, bp_irect clip);
    bp_primitive_draw *draw; /* called once for each tile, from any thread */
} bp_primitive_kind;

/* A recorded draw of triangles: src/raster/triangles.h. */
typedef struct bp_triangles bp_triangles;

struct bp_command {
    const bp_primitive_kind *kind; /* NULL for triangles */
    const void *primitives;        /* `count` of them, owned by the raster's arena; NULL for triangles */
    bp_triangles *triangles;       /* owned by the raster's arena; NULL for other kinds */
    uint32_t count;                /* primitives, or triangles */
    bp_irect scissor;              /* inside the framebuffer; may be empty */
    bp_color_mode color;
    bp_depth_test depth;
    bool no_depth_write, no_color_write, blend;
    const bp_color_tables *tables; /* borrowed from the raster */
};

static inline const void *bp_command_primitive(const bp_command *command, uint32_t index) {
    return (const char *)command->primitives + command->kind->size * index;
}

/* Zeroed memory for `count` primitives of a kind, which the caller fills in and records. It lasts as long as
 * the pass. NULL and an error outside of a pass or without memory. */
void *bp_raster_reserve(bp_raster *raster, const bp_primitive_kind *kind, size_t count, bp_error *error);
/* Records `count` primitives in memory from bp_raster_reserve; a count of 0 records nothing. From `state`
 * come scissor and viewport (the primitives are cut to both), colour mode, depth test and switches. */
bool bp_raster_record(bp_raster *raster, const bp_primitive_kind *kind, const void *primitives, size_t count,
                      const bp_draw_state *state, bp_error *error);

/* The viewport transform: x = ndc_x * scale_x + center_x, y = ndc_y * scale_y + center_y (scale_y is
 * negative), with ndc = clip.xyz / clip.w. */
typedef struct bp_viewport {
    float scale_x, scale_y, center_x, center_y;
    float guard_x, guard_y; /* the guard band: triangles are clipped at ndc = +-guard */
} bp_viewport;

/* The viewport transform of a state, in the pass that is being recorded. */
bp_viewport bp_raster_viewport(const bp_raster *raster, const bp_draw_state *state);
/* Subpixel bits of the pass that is being recorded, 4 to 8. */
int bp_raster_subpixel_bits(const bp_raster *raster);
