/* Lines one pixel wide, for line.c. */
#ifndef BP_RASTER_OVERLAY_THIN_LINE_H
#define BP_RASTER_OVERLAY_THIN_LINE_H

#include "raster/overlay/overlay.h"

/* A line with its ends in fixed point: pixels times `one`. */
typedef struct bp_thin_line {
    int32_t x0, y0, x1, y1;
    int32_t one; /* 16 to 256 */
    float z0, z1;
    float hidden;
    uint8_t color[4];
} bp_thin_line;

/* Snaps a line's ends to the subpixel grid. */
bp_thin_line bp_thin_line_make(const bp_screen_line *screen, int subpixel_bits, const bp_line *line,
                               float hidden);

/* What a bp_primitive_kind needs (commands.h). */
bp_irect bp_thin_line_bounds(const bp_thin_line *line);
void bp_thin_line_draw(const bp_thin_line *line, const bp_target *target, const bp_command *command,
                       bp_irect clip, bp_counters *counters);
void bp_thin_line_draw_scalar(const bp_thin_line *line, const bp_target *target, const bp_command *command,
                              bp_irect clip, bp_counters *counters);

#endif
