/* marks.h: what lines, discs and balls share: how their points get to the screen, and the pen that puts
 * them onto pixels.
 *
 * Placing is done once, when a mark is recorded, in double: clip by near and far, divide, and cut off
 * what lies so far outside of any framebuffer that fixed-point numbers couldn't hold it. The
 * reference and the fast path draw the same screen marks.
 */
#ifndef BP_RASTER_OVERLAY_OVERLAY_H
#define BP_RASTER_OVERLAY_OVERLAY_H

#include "raster/commands.h"

/* Lines are cut at these pixel coordinates; discs whose centre is beyond them are dropped. */
#define BP_SCREEN_MIN (-32768.0)
#define BP_SCREEN_MAX 49152.0

/* How points of a batch become pixels. */
typedef struct bp_projection {
    const bp_mat4 *transform; /* borrowed; NULL: points are pixels */
    bp_viewport viewport;
    double bias; /* added to depths */
} bp_projection;

bp_projection bp_projection_make(const bp_raster *raster, const bp_overlay *marks);

/* What a screen line is: pixels, and depth at both ends. */
typedef struct bp_screen_line {
    double x0, y0, x1, y1;
    double z0, z1;
} bp_screen_line;

/* False where nothing of it is between near and far, or a number isn't finite. */
bool bp_project_line(const bp_projection *projection, bp_vec3 from, bp_vec3 to, bp_screen_line *out);

/* A point in clip space and on the screen; false as above. Clip is (x, y, z, 1) where there is no
 * transform. */
bool bp_project_point(const bp_projection *projection, bp_vec3 point, bp_vec4 *clip, double pixel[3]);

/* The state that a batch of marks is recorded with: blended, and without depth where it is in pixels. */
bp_draw_state bp_overlay_state(const bp_overlay *marks);

/* Four zeros mean opaque black. */
void bp_overlay_color(uint8_t out[4], const uint8_t color[4]);

/* ---- the pen -----------------------------------------------------------------------------------*/

/* Puts one mark's pixels: where the depth test passes as the command says, where it fails with
 * `hidden` of the opacity and without touching depth. Depth is written where at least half of
 * the pixel is covered. Command copies, since bp_target_write_sample takes what to do from a command. */
typedef struct bp_fragment_writer {
    bp_command front; /* test, depth and all */
    bp_command soft;  /* the same, without writing depth */
    float hidden;
    bool is_solid;  /* whole pixels of one opaque colour: stored without mixing ... */
    uint32_t solid; /* ... as this, which is what mixing would give */
} bp_fragment_writer;

bp_fragment_writer bp_fragment_writer_make(const bp_command *command, float hidden);

/* Tells the pen that all its pixels will have this colour. */
void bp_fragment_writer_set_solid(bp_fragment_writer *pen, const float rgba[4]);

/* A byte colour as bp_target_write_sample wants it. */
void bp_command_color(const bp_command *command, const uint8_t color[4], float out[4]);

/* One pixel, all of its samples. `coverage` 0 draws nothing. */
void bp_fragment_write(const bp_fragment_writer *pen, const bp_target *target, int x, int y, float z, const float rgba[4],
                float coverage, bp_counters *counters);

static inline float bp_saturate(float x) { return bp_clamp(x, 0.0f, 1.0f); }

/* Pixels around a shape, as integers that are safe whatever the floats hold. */
static inline bp_irect bp_irect_around(double x0, double y0, double x1, double y1) {
    return (bp_irect){(int)floor(x0), (int)floor(y0), (int)floor(x1) + 1, (int)floor(y1) + 1};
}

#endif
