/* Private to the scene: one stage of an illustration as it is drawn, and the parts of its picture. */
#pragma once

#include "scene/camera.h"
#include <bindpose/illustration.h>

/* The angle of a drag that rotates a bone. */
typedef struct bp_drag_arc {
    const bp_bone *bone; /* NULL: none */
    int axis;            /* 0..2 */
    float angle;         /* radians since the drag began */
    bp_vec3 arm;         /* from the joint to the point that was taken, in the bone's frame */
} bp_drag_arc;

typedef struct bp_stage_drawing {
    const bp_content *content; /* of all stages: ghosts, handles, floor, what is painted */
    const bp_stage *stage;
    int index; /* the stage's, among all */
    bp_rect rect;
    bp_camera camera;
    unsigned show;           /* bits of bp_show_flag */
    const bp_bone *selected; /* NULL: none */
    const bp_bone *hovered;  /* under the mouse: its part of the mesh and its line light up; NULL: none */
    int lit_row; /* of the selected bone's matrices, 4 * matrix + row: its arrows are drawn; -1: none */
    int axis;    /* of the selected joint's ring */
    float ring;  /* its radius in metres; 0: none */
    int hovered_handle, selected_handle; /* -1: none */
    int note_size;                       /* of its letters; 0: the note isn't drawn */
    bp_drag_arc arc;
} bp_stage_drawing;

/* Nothing under the mouse. (picking.c) */
bp_pointed bp_pointed_nothing(void);
/* How high the band above each stage is, for its title: in pixels. */
int bp_illustration_title(const bp_illustration *illustration);
/* The radius in metres that makes a ring of the usual size on the screen. (draw_stage.c, as
 * bp_stage_ghost_shown) */
float bp_stage_ring(const bp_camera *camera, bp_rect rect, float unit);
/* Overlays in a scene, fainter behind a mesh; they borrow `transform`. */
static inline bp_overlay bp_stage_overlay(bp_rect rect, const bp_camera *camera, bp_mat4 *transform) {
    *transform = bp_camera_view_projection(camera, (float)rect.width / (float)rect.height);
    return (bp_overlay){
        .transform = transform, .hidden = 0.96f, .state = {.viewport = rect, .no_depth_write = true}};
}
/* Whether a ghost is drawn and named. Not if it is bones alone, and the stage's own bones cover them. */
bool bp_stage_ghost_shown(const bp_stage_drawing *drawing, const bp_ghost *ghost);
/* Where the note is drawn; width 0: nowhere. */
enum { NOTE_PAD = 6, NOTE_LEADING = 16, NOTE_LINES = 4 };
bp_rect bp_stage_note_rect(bp_painter *painter, const bp_stage_drawing *drawing);

/* Meshes, bones, floor, ring, ghosts, what is painted, the arc of a drag: in a pass with depth.
 * (draw_stage.c) */
void bp_stage_draw(bp_painter *painter, const bp_stage_drawing *drawing);

/* The arc of a drag, in the pass with depth; handles and the arc's angle, over the picture. (hand_marks.c) */
void bp_stage_draw_arc(bp_painter *painter, const bp_stage_drawing *drawing);
void bp_stage_draw_marks(bp_painter *painter, const bp_stage_drawing *drawing);
/* The pixel of a handle; false: not in this scene. */
bool bp_stage_handle_pixel(const bp_stage_drawing *drawing, int handle, bp_vec2 *at);
/* Words at a point, on a small box within a rectangle: one or two lines. */
void bp_draw_hint(bp_painter *painter, const char *text, bp_vec2 at, bp_rect within, bool centered);

/* What is painted over the picture; then names beside the joints, none over another. (labels.c) */
void bp_stage_draw_names(bp_painter *painter, const bp_stage_drawing *drawing);
struct bp_stage_labels;
/* Labels keep off a line of the scene, and off a rectangle. */
void bp_labels_keep_line(struct bp_stage_labels *labels, bp_vec3 from, bp_vec3 to);
void bp_labels_keep_rect(struct bp_stage_labels *labels, bp_rect rect);
/* Gives a handle's label the colour of the text with its words. */
void bp_labels_color(struct bp_stage_labels *labels, const char *text, bp_rgba8 color);
/* Draws one beside the best of some points; not if a handle has that name. */
void bp_labels_add(struct bp_stage_labels *labels, const bp_vec3 *points, int count, const char *text,
                   bp_rgba8 color);

/* The angle about an axis through `center` between the points under two pixels, on the plane across the axis
 * that `on` lies on; 0 if the plane is nearly a line in the picture. (picking.c) */
float bp_drag_angle(const bp_placed_stage *placed, bp_vec3 on, bp_vec3 center, bp_vec3 normal, bp_vec2 from,
                    bp_vec2 to);
/* From a handle to a pixel: from its position, or from the nearest part of its curve. (picking.c) */
float bp_handle_distance(const bp_placed_handle *handle, const bp_placed_stage *placed, float x, float y);

/* What a content's paint function draws at the moment. (paint.c) */
typedef enum bp_paint_phase {
    BP_PAINT_MEASURE, /* nothing: the box around it is wanted */
    BP_PAINT_SCENE,   /* lines, arrows, discs */
    BP_PAINT_LINES,   /* nothing: labels shall keep off its lines */
    BP_PAINT_OVER,    /* labels, boxes and texts */
} bp_paint_phase;

struct bp_stage_painting {
    bp_paint_phase phase;
    int stage;
    bp_rect rect;
    const bp_camera *camera;
    bp_mat4 transform;
    struct bp_stage_labels *labels; /* of LINES and OVER */
    bp_bounds bounds;               /* of MEASURE: in the camera's picture, as bp_stage_extent has it */
};

/* In MEASURE: takes a point into the bounds. (extent.c) */
void bp_extent_add(struct bp_stage_painting *painting, bp_vec3 point);
/* Runs a paint function for one phase. */
void bp_stage_paint(bp_painter *painter, const bp_stage_drawing *drawing, bp_paint_phase phase,
                    struct bp_stage_labels *labels);

/* Makes the lines of an arrow: its shaft, and two strokes of `tip` metres in the plane that faces the eye
 * most. The caller sets their width and colour. */
enum { BP_ARROW_LINES = 3 };
void bp_arrow_lines(bp_vec3 from, bp_vec3 to, bp_vec3 eye, float tip, bp_line lines[BP_ARROW_LINES]);
