/* The command stream: what a pass recorded, and how kinds of primitives that are not triangles hook
 * into it.
 *
 * A pass is a list of commands. Each command has a kind and `count` primitives. When the pass ends, the
 * commands' primitives are cut into chunks of fixed size (whatever the number of threads); each chunk
 * puts its primitives into bins, one for each tile that they may touch (in parallel over chunks); then
 * each tile walks the chunks in order and draws what is in its bins (in parallel over tiles) into a
 * bp_target of its own, which is resolved and copied to the framebuffer when the tile is done. The
 * reference makes one bp_target of the whole framebuffer and walks the commands, with neither chunks
 * nor tiles. Either way a pixel sees the primitives in the order of recording, so a kind gives the same
 * bits in both if what it does to one pixel depends on nothing but that pixel.
 *
 * A new kind (lines, discs, signs) is one constant bp_primitive_kind:
 *
 *   - bounds: which pixels primitive `index` may touch, before scissoring. False: none. Called once for
 *     each primitive while binning, from any thread. May be larger than needed, never smaller.
 *   - draw: draws it into those pixels of `target` that lie in `clip` (framebuffer pixels, never empty,
 *     and inside target->rect). Called once for each tile it may touch.
 *   - plain: the same for the reference, written plainly; may be the same function.
 *
 * The primitives themselves are an array of any struct, in framebuffer pixels (the recording function
 * projects: bp_raster_viewport says how), copied when recorded. They are compared as bytes, too (kept.h): nothing in
 * them points anywhere, and padding is zero.
 *
 * With 4 samples a pixel, a target has four planes of colour and of depth; sample s of pixel (x, y) is
 * at bp_target_index(target, x, y) + s * target->plane and lies at bp_sample_x[s], bp_sample_y[s] (1/256
 * pixel from the pixel's top left corner). Samples are resolved after the last command: whoever draws
 * only ever sees samples. Only triangles tell samples apart: a kind does the same to all of them. So a tile has one
 * plane until triangles are drawn in it, whatever the pass has; and one without triangles may be the framebuffer
 * itself. Finishing the samples is a command like others, which the executors know: a target has one plane from
 * there on.
 */
#ifndef BP_RASTER_COMMANDS_H
#define BP_RASTER_COMMANDS_H

#include "raster/color.h"
#include <bindpose/raster.h>

/* Half open: x0 <= x < x1. */
typedef struct bp_irect {
    int x0, y0, x1, y1;
} bp_irect;

static inline bp_irect bp_irect_intersect(bp_irect a, bp_irect b) {
    return (bp_irect){a.x0 > b.x0 ? a.x0 : b.x0, a.y0 > b.y0 ? a.y0 : b.y0, a.x1 < b.x1 ? a.x1 : b.x1,
                     a.y1 < b.y1 ? a.y1 : b.y1};
}
static inline bool bp_irect_is_empty(bp_irect a) { return a.x0 >= a.x1 || a.y0 >= a.y1; }

/* Pixels being drawn: a tile's, or the whole framebuffer's in the reference. */
typedef struct bp_target {
    bp_irect rect;    /* framebuffer pixels that it holds */
    int pitch;       /* elements from row to row */
    int samples;     /* 1 or 4 */
    size_t plane;    /* elements from a sample's plane to the next sample's */
    uint32_t *color; /* R in the lowest byte, then G, B, A; for pixel (rect.x0, rect.y0), sample 0 */
    float *depth;    /* NULL where nothing tests it, and nothing but a clear writes it */
} bp_target;

static inline size_t bp_target_index(const bp_target *target, int x, int y) {
    return (size_t)(y - target->rect.y0) * (size_t)target->pitch + (size_t)(x - target->rect.x0);
}

/* Sample positions for 4 samples, in 1/256 pixel from the pixel's corner; with 1 it is (128, 128). */
static const int bp_sample_x[4] = {96, 224, 32, 160};
static const int bp_sample_y[4] = {32, 96, 160, 224};

/* Fills an rect, which lies inside the target, of all samples' planes: target->color or target->depth.
 * `value`: four bytes. */
void bp_target_fill(const bp_target *target, void *planes, bp_irect rect, const void *value);

/* How samples become pixels. */
typedef struct bp_resolve_options {
    const bp_color_tables *tables;
    bp_color_mode color;
} bp_resolve_options;

typedef struct bp_command bp_command;

typedef struct bp_primitive_kind {
    const char *name;
    bool (*bounds)(const bp_command *command, uint32_t index, bp_irect *out);
    void (*draw)(const bp_target *target, const bp_command *command, uint32_t index, bp_irect clip,
                 bp_counters *counters);
    void (*plain)(const bp_target *target, const bp_command *command, uint32_t index, bp_irect clip,
                  bp_counters *counters);
} bp_primitive_kind;

/* A recorded triangle draw: src/raster/triangles.h. */
typedef struct bp_triangles bp_triangles;

/* One recorded command. `kind` is NULL for triangles. */
struct bp_command {
    const bp_primitive_kind *kind;
    const void *items; /* `count` primitives, owned by the stream */
    size_t size;       /* bytes of one */
    uint32_t count;    /* primitives; for triangles, triangles */
    bp_irect scissor;   /* inside the framebuffer; may be empty */
    bp_color_mode color;
    bp_depth_test depth;
    bool no_depth_write, no_color_write, blend;
    const bp_color_tables *tables; /* borrowed from the raster */
    bp_triangles *triangles;       /* owned by the stream; NULL for other kinds */
};

/* Records primitives of a kind: copies count * size bytes of `items`. Takes scissor (and viewport, which
 * restricts as well), colour mode, depth test and switches from `state`. False and an error outside of a
 * pass or without memory. A count of 0 records nothing. */
bool bp_raster_record(bp_raster *raster, const bp_primitive_kind *kind, const void *items, size_t count,
                    size_t size, const bp_draw_state *state, bp_error *error);

/* How clip space becomes pixels: x = ndc_x * scale_x + center_x, y = ndc_y * scale_y + center_y
 * (scale_y is negative), with ndc = clip.xyz / clip.w. */
typedef struct bp_viewport {
    float scale_x, scale_y, center_x, center_y;
    float guard_x, guard_y; /* ndc beyond +- these are clipped */
} bp_viewport;

/* The viewport of a state's viewport in the pass that is being recorded. */
bp_viewport bp_raster_viewport(const bp_raster *raster, const bp_draw_state *state);
/* Subpixel bits of the pass that is being recorded, 4 to 8; 8 outside of a pass. */
int bp_raster_subpixel_bits(const bp_raster *raster);
/* The context that the raster was created with, and the colour tables it made. */
const bp_context *bp_raster_context(const bp_raster *raster);

/* One pixel's sample under a command's state: depth test (with `z`), blending of `rgba` (straight
 * alpha; linear light in BP_COLOR_SRGB, as is in RAW; 0..1) scaled by `coverage` (0..1, into alpha; where
 * it is not 1 the pixel is blended even without the command's blend), writes, counters. What lines, discs
 * and text are drawn with; plain code. `at` is bp_target_index(...) + sample * plane. */
void bp_target_write_sample(const bp_target *target, size_t at, const bp_command *command, float z,
                   const float rgba[4], float coverage, bp_counters *counters);

/* The colour of it alone: `under` with rgba over it, whatever depth says. */
uint32_t bp_command_blend(const bp_command *command, const float rgba[4], float coverage, uint32_t under);

#endif
