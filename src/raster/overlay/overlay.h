/* Shared by the overlay primitives (lines, discs, boxes, text): the projection of their points to the screen,
 * and the writer of their fragments.
 *
 * Recording a primitive projects its points, in double precision, and cuts off the parts that fixed-point
 * coordinates could not hold. The reference and the tiled executor draw the projected primitives.
 */
#pragma once

#include "raster/commands.h"

/* Projection (overlay.c). Pixel coordinates at which lines are cut; points beyond them are dropped. */
#define BP_SCREEN_MIN (-32768.0)
#define BP_SCREEN_MAX 49152.0

/* The caller's options, or the defaults for NULL. The state blends, and if points are pixels, it doesn't test
 * or write depth. */
bp_overlay bp_overlay_with_defaults(const bp_overlay *overlay);

/* The state of boxes and text: blended as bytes, without depth, inside `clip` (width 0: no restriction). */
static inline bp_draw_state bp_overlay_raw_state(bp_rect clip) {
    return (bp_draw_state){.scissor = clip,
                           .color = BP_COLOR_RAW,
                           .depth = BP_DEPTH_ALWAYS,
                           .no_depth_write = true,
                           .blend = true};
}

/* The projection of a batch's points to pixels. */
typedef struct bp_projection {
    const bp_mat4 *transform; /* to clip space, borrowed; NULL: points are pixels */
    bp_viewport viewport;
    double depth_bias; /* added to depths */
} bp_projection;

bp_projection bp_projection_make(const bp_raster *raster, const bp_overlay *overlay);

/* A line on the screen: both ends in pixels, with their depths. */
typedef struct bp_screen_line {
    double x0, y0, x1, y1;
    double z0, z1;
} bp_screen_line;

/* False if no part of the line lies between the near and the far plane, or a number is not finite. */
bool bp_project_line(const bp_projection *projection, bp_vec3 from, bp_vec3 to, bp_screen_line *out);

/* A point in clip space (x, y, z, 1 without a transform) and on the screen (x, y, depth). False as above. */
bool bp_project_point(const bp_projection *projection, bp_vec3 point, bp_vec4 *clip, double pixel[3]);

/* Copies a colour; four zeros mean opaque black. */
void bp_overlay_color(uint8_t out[4], const uint8_t color[4]);

/* An 8-bit colour as the `rgba` of bp_command_blend. */
void bp_command_color(const bp_command *command, const uint8_t color[4], float out[4]);

/* Blends `rgba` (straight alpha, 0..1; in linear light, or raw in BP_COLOR_RAW) over the pixel `under`.
 * `coverage`, 0..1, scales alpha. Even a command without blend blends the pixels that it covers partly. */
uint32_t bp_command_blend(const bp_command *command, const float rgba[4], float coverage, uint32_t under);

/* Writes the fragments of one primitive. A fragment in front, by the command's depth test, is blended, and
 * writes its depth if it covers at least half of the pixel. A fragment behind is blended with `hidden` times
 * its opacity. */
typedef struct bp_fragment_writer {
    const bp_target *target;
    const bp_command *command;
    bp_counters *counters;
    float hidden;
    bool is_opaque;  /* a fragment that covers a whole pixel replaces it by ... */
    uint32_t opaque; /* ... this pixel, without blending */
} bp_fragment_writer;

bp_fragment_writer bp_fragment_writer_make(const bp_target *target, const bp_command *command, float hidden,
                                           bp_counters *counters);

/* Tells the writer that all fragments have this colour: those of an opaque one need no blending. */
void bp_fragment_writer_set_color(bp_fragment_writer *writer, const float rgba[4]);

/* Writes a fragment to all samples of a pixel. A coverage of 0 writes nothing. */
void bp_fragment_write(const bp_fragment_writer *writer, int x, int y, float z, const float rgba[4],
                       float coverage);

static inline float bp_saturate(float x) { return bp_clamp(x, 0.0f, 1.0f); }

/* The pixels that contain the points from (x0, y0) to (x1, y1). */
static inline bp_irect bp_irect_around(double x0, double y0, double x1, double y1) {
    return (bp_irect){(int)floor(x0), (int)floor(y0), (int)floor(x1) + 1, (int)floor(y1) + 1};
}
