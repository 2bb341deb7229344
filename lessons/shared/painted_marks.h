/* Marks that several lessons' paint functions draw on a stage: arrows with labels, angles, nodes. */
#pragma once

#include <bindpose/lesson.h>

/* An arrow with a label, as printf writes it, at its tip or its middle. One without length isn't drawn. */
void bp_mark_arrow(bp_painter *painter, bp_vec3 from, bp_vec3 to, bool at_tip, const char *format, ...)
    BP_PRINTF(5, 6);

/* So many pixels before the end of a way, for an arrow that ends at a disc's edge. */
bp_vec3 bp_mark_short_of(const bp_painter *painter, bp_vec3 from, bp_vec3 to, float pixels);

/* The arrows S, the left shoulder, and S R, where a rotation by so many degrees about the origin takes it,
 * and "the gap", from a point to S. A handle of the kind is taken anywhere along the gap; its position is
 * that point. */
void bp_mark_gap(bp_painter *painter, float degrees, bp_vec3 from, const char *gap);
extern const bp_handle_kind bp_gap_handle;

/* A dot with its name. */
void bp_mark_point(bp_painter *painter, bp_vec3 at, float radius, const char *name, bp_rgba8 color);
/* A square grid in a frame's plane of X and Y, of so many cells a side, from a corner of it. */
void bp_mark_grid(bp_painter *painter, bp_mat4 frame, bp_vec2 corner, float cell, int cells);
/* A bone of the painted stage, in the colour of the word "bone". */
void bp_mark_bone(bp_world *world, bp_painter *painter, const char *bone);
/* The grid of the boxes' left arm, where its bone is the origin: metres, and a dot at the origin. */
void bp_mark_bone_grid(bp_painter *painter);

/* An angle about Z, drawn as an arc with its name, and a line to both of its ends, which a whole circle
 * lacks. */
typedef struct bp_angle_arc {
    char name[32];
    bp_vec3 center; /* in world space; the arc lies in the plane z = center.z */
    float radius;   /* metres */
    float from, to; /* degrees, counter-clockwise from straight down */
    bool of_ghost;  /* in the ghosts' colour, not in the selected bone's */
} bp_angle_arc;
void bp_mark_arc(bp_painter *painter, const bp_angle_arc *arc);
/* The angle about Z in the local matrix of the boxes' left arm, with this name. NULL: the one in its final,
 * by which it is rotated from where it was modelled; none for 0. */
void bp_mark_arm_angle(bp_world *world, bp_painter *painter, const char *local);

/* The nodes of the painted stage: axes, names, and lines to their parents and linked bones. A `paint` of
 * worlds. */
void bp_mark_nodes(bp_world *world, bp_painter *painter);
