/* Pictures in false colours: how often a pixel was drawn, or a value that drawing computed, as a colour of a
 * scale with a legend. */
#ifndef BP_APP_FALSE_COLOR_H
#define BP_APP_FALSE_COLOR_H

#include <bindpose/painter.h>

typedef enum bp_false_color {
    BP_FALSE_COLOR_NONE,
    BP_FALSE_COLOR_OVERDRAW, /* triangles a pixel */
    BP_FALSE_COLOR_DEPTH,
    BP_FALSE_COLOR_MIP,      /* level of detail */
    BP_FALSE_COLOR_COVERAGE, /* samples of a pixel that its last triangle covers */
    BP_FALSE_COLOR_TIME,     /* of a tile */
    BP_FALSE_COLOR_COUNT,
} bp_false_color;

/* "none", "overdraw", ...; then NULL. */
extern const char *const bp_false_color_names[BP_FALSE_COLOR_COUNT + 1];

/* What the scale's ends mean. */
typedef struct bp_false_range {
    float low, high;
} bp_false_range;

/* The values of a pass, for one view. */
typedef struct bp_false_values {
    bp_false_color view;
    const bp_pixel_statistics *statistics; /* of the whole picture; not for times */
    bp_pass_times times;                   /* for times, of tiles */
} bp_false_values;

/* The colour of the scale at `part`, 0..1: the larger, the brighter. */
bp_rgba8 bp_false_color_at(float part);
/* Colours a rectangle of the picture; pixels without a value get `none`. Tiles' times let the picture shine
 * through. Returns the range of the scale, which is that of the values in the rectangle. */
bp_false_range bp_false_color_paint(const bp_false_values *values, const bp_framebuffer *picture,
                                    bp_rect rect, bp_rgba8 none);
/* The scale with its name, its unit and its ends, in the lower left corner of the rectangle. */
void bp_false_color_legend(bp_painter *p, bp_false_color view, bp_false_range range, bp_rect rect);

#endif
