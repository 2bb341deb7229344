/* What watches the scalar rasterizer while it draws (triangle_scalar.c): the writer of a pixel's history, or
 * the statistics of a tile's pixels. A NULL probe watches nothing. */
#pragma once

#include "raster/pass.h"

struct bp_probe {
    bp_pixel_history *history;       /* of the target's one pixel; or NULL */
    bp_pixel_statistics *statistics; /* of the target's first pixel; or NULL: triangles are only counted */
    int stride;                      /* from a row of them to the next */
    const bp_allocator *allocator;   /* for the history's events */
    size_t draw;                     /* number of the command that is being drawn */
    bp_counters before;              /* and the samples' colours and depths, before the primitive */
    uint32_t color_before[4];        /* in a history, as what follows */
    float depth_before[4];
    bp_shading_step shading; /* filled by bp_shade_scalar */
    bool failed;             /* no memory for an event */
    float level;             /* in statistics */
};

/* Before a pixel of a triangle or a primitive is drawn, and after. `culled`: it faces the culled way, and was
 * set up without culling; only histories have it. */
void bp_probe_before(bp_probe *probe, const bp_target *target, const bp_counters *counters);
void bp_probe_triangle(bp_probe *probe, const bp_target *target, const bp_command *command,
                       const bp_screen_triangle *triangle, int x, int y, const bp_counters *counters,
                       bool culled);
void bp_probe_primitive(bp_probe *probe, const bp_target *target, const bp_command *command, uint32_t index);
/* Draws a transformed triangle's depth, for statistics; `edge`: which edges aren't made by clipping. */
void bp_count_triangle(const bp_command *command, const bp_target *target, const float *const vertex[3],
                       const bool edge[3], bp_probe *probe, bp_counters *counters);
/* Begins the statistics of the target's pixels, and notes their depths when all triangles are drawn. */
void bp_probe_note(const bp_probe *probe, const bp_target *target, bool begins, bool depths);
