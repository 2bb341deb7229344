/* Writing a pixel's history (raster/pixel_history.h) while triangle_scalar.c draws the pixel. */
#ifndef BP_RASTER_HISTORY_WRITER_H
#define BP_RASTER_HISTORY_WRITER_H

#include "raster/pass.h"

struct bp_history_writer {
    const bp_allocator *allocator;
    bp_pixel_history *history;
    size_t draw;        /* number of the command that is being drawn */
    uint32_t before[4]; /* the samples' colours and depths before the primitive */
    float depth_before[4];
    bp_shading_step shading; /* filled by bp_shade_scalar */
    bool failed;             /* no memory for an event */
};

/* Remembers the samples of the target, which has one pixel. Call it before each primitive is drawn. */
void bp_history_remember(bp_history_writer *writer, const bp_target *target);
/* Adds the event of a triangle that covers a sample; its samples have been drawn, unless it was culled. */
void bp_history_add_triangle(bp_history_writer *writer, const bp_target *target, const bp_command *command,
                             const bp_screen_triangle *triangle, bool culled);
/* Adds the event of another primitive if it changed anything, of clears and resolves always. */
void bp_history_add_primitive(bp_history_writer *writer, const bp_target *target, const bp_command *command,
                              uint32_t index);

#endif
