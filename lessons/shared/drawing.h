/* drawing: flat drawings on a stage. Side views, top views, curves, and marks over a grid of pixels.
 *
 * A lesson gives a stage a draw function. It runs several times for a picture: once each time the world is
 * posed, to write filled areas into the stage's mesh, and then whenever the stage is painted, for lines,
 * dots and words. It draws the same each time; the functions of the pen do what the moment asks for.
 *
 * Positions are in the drawing's own units: those of its frame, or pixels on a grid of pixels (pixels.h).
 */
#pragma once

#include "shared/flat_mesh.h"
#include <bindpose/lesson.h>

/* Who draws now, and on what. */
typedef struct bp_pen bp_pen;
const bp_stage *bp_pen_stage(const bp_pen *pen);
typedef void bp_draw_on(bp_world *world, bp_pen *pen);

/* What a drawing shows, and how large: the corners of a rectangle in its own units, which becomes `width` by
 * `height` metres. With bottom > top, y counts down. */
typedef struct bp_drawing_frame {
    float left, right, bottom, top;
    float width, height; /* metres; 0: 2.4 */
} bp_drawing_frame;

typedef struct bp_drawing {
    bp_drawing_frame frame;
    bp_draw_on *draw; /* NULL: nothing */
} bp_drawing;

/* Adds a stage to draw on. Never NULL; without memory the world fails. */
bp_stage *bp_world_add_drawing(bp_world *world, const char *title, const char *subtitle,
                               bp_drawing_frame frame, bp_draw_on *draw);

/* From the units of the stage's drawing or grid to the world, so many metres in front of it; and back, where
 * a point on a grid is moved into it and to the nearest quarter of a pixel, so that a hand can put a corner
 * exactly on a pixel's centre. The origin on any other stage. */
bp_vec3 bp_plane_to_world(const bp_stage *stage, bp_vec2 at, float height);
bp_vec2 bp_plane_from_world(const bp_stage *stage, bp_vec3 position);

/* Parts that all lessons colour alike, on dark and on light pages. */
typedef enum bp_pen_color {
    BP_PEN_INK,
    BP_PEN_QUIET, /* axes, what is beside the point */
    BP_PEN_PALE,  /* grounds, cut away parts */
    BP_PEN_A,     /* orange */
    BP_PEN_B,     /* green */
    BP_PEN_C,     /* blue */
    BP_PEN_P,     /* pink: the pixel in question */
    BP_PEN_HEM,   /* yellow */
    BP_PEN_SHIRT, /* teal */
    BP_PEN_WRONG, /* violet: what a wrong rule makes */
    BP_PEN_RED,
    BP_PEN_COLORS
} bp_pen_color;

/* A filled, convex polygon. Areas on a higher layer, 0 to 4, hide those below; on a grid all are over its
 * squares and below its outlines and dots. */
void bp_pen_fill(bp_pen *pen, const bp_vec2 *points, int count, int layer, bp_pen_color color);
bp_rgba8 bp_pen_area(bp_pen_color color); /* of areas in that colour */
void bp_pen_fill_rgb(bp_pen *pen, const bp_vec2 *points, int count, int layer, bp_rgba8 color);
void bp_pen_rectangle(bp_pen *pen, bp_vec2 low, bp_vec2 high, int layer, bp_rgba8 color);
/* Lines are `width` layout units wide: 1 an axis, 2, 3 the point of the picture. */
void bp_pen_line(bp_pen *pen, bp_vec2 from, bp_vec2 to, float width, bp_pen_color color);
void bp_pen_lines(bp_pen *pen, const bp_vec2 *points, int count, bool closed, float width,
                  bp_pen_color color);
void bp_pen_frame(bp_pen *pen, bp_vec2 low, bp_vec2 high, float width, bp_pen_color color);
void bp_pen_dashes(bp_pen *pen, bp_vec2 from, bp_vec2 to, float width, bp_pen_color color);
void bp_pen_arrow(bp_pen *pen, bp_vec2 from, bp_vec2 to, bp_pen_color color);
void bp_pen_dot(bp_pen *pen, bp_vec2 at, float radius, bp_pen_color color);
/* The x axis at this height, with a mark and a number at each metre. */
void bp_pen_metres(bp_pen *pen, float first, float last, float y);
/* A name beside a point, where it covers least. */
void bp_pen_name(bp_pen *pen, bp_vec2 at, bp_pen_color color, const char *format, ...) BP_PRINTF(4, 5);
/* A, B and C beside a triangle's corners, in their colours. */
void bp_pen_name_corners(bp_pen *pen, const bp_vec2 corner[3]);
/* Words exactly there: left of, centred on or right of the point, and above it. Words in brackets are
 * coloured as in prose: "[b:%.3g]". */
void bp_pen_text(bp_pen *pen, bp_vec2 at, bp_align align, bp_pen_color color, const char *format, ...)
    BP_PRINTF(5, 6);

/* ---- for stages that are drawn on (pixels, frustum) ---- */

enum { BP_DRAWING_QUADS = 512 };

/* Adds a stage that lies in the plane z = 0 and is seen from the front, without a floor. */
bp_stage *bp_world_add_flat(bp_world *world, bp_stage stage);
/* Adds a stage of another kind whose data, owned from now on, begin with a bp_drawing; NULL: no memory. */
bp_stage *bp_world_add_drawn(bp_world *world, const char *title, const char *subtitle, const void *kind,
                             void *data);
extern const char bp_frustum_kind[]; /* the one kind that there is (frustum.h) */

/* Writes a draw function's areas behind what the mesh has already. */
void bp_drawing_fill(bp_world *world, int stage, bp_draw_on *draw, bp_flat_quads *to);
/* Fills the mesh of a drawing's stage. */
void bp_drawing_update(bp_world *world, int stage);
/* Paints lines, dots and words: a `paint` of worlds. */
void bp_drawings_paint(bp_world *world, bp_painter *painter);
/* Lines, dots, words and rectangles on the painted stage, whatever its kind: in metres, in the
 * plane z = 0. */
void bp_paint_drawing(bp_world *world, bp_painter *painter, bp_draw_on *draw);
