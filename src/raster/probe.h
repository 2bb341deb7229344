/* What watches the scalar rasterizer while it draws (triangle_scalar.c): the writer of a pixel's history, or
 * the statistics of all pixels. A NULL probe watches nothing. */
#pragma once

#include "raster/pass.h"

struct bp_probe {
    bp_history_writer *history;      /* of the target's one pixel; or NULL */
    bp_pixel_statistics *statistics; /* of the target's pixels, row after row; or NULL */
    /* Internal. */
    bp_shading_step steps;
    bp_counters before;
    bool depths_noted;
};

/* Gets the values on the way of shading. */
bp_shading_step *bp_probe_steps(bp_probe *probe);
/* Before the command of that number is drawn. */
void bp_probe_command(bp_probe *probe, size_t number, const bp_command *command, const bp_target *target);
/* Before a pixel of a triangle or a primitive is drawn, and after. */
void bp_probe_before(bp_probe *probe, const bp_target *target, const bp_counters *counters);
void bp_probe_triangle(bp_probe *probe, const bp_target *target, const bp_command *command,
                       const bp_screen_triangle *triangle, int x, int y, const bp_counters *counters);
/* A triangle that faces the culled way, as set up without culling: only histories have it. */
void bp_probe_culled(bp_probe *probe, const bp_target *target, const bp_command *command,
                     const bp_screen_triangle *triangle, const bp_counters *counters);
void bp_probe_primitive(bp_probe *probe, const bp_target *target, const bp_command *command, uint32_t index);
/* After the last command, before the pass's resolve. */
void bp_probe_end(bp_probe *probe, const bp_target *target);

/* Writing a pixel's history (raster/pixel_history.h) while triangle_scalar.c draws the pixel. */

struct bp_history_writer {
    const bp_allocator *allocator;
    bp_pixel_history *history;
    size_t draw;        /* number of the command that is being drawn */
    uint32_t before[4]; /* the samples' colours and depths before the primitive */
    float depth_before[4];
    bp_shading_step shading; /* filled by bp_shade_scalar */
    bool failed;             /* no memory for an event */
};
