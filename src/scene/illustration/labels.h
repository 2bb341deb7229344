/* Private to the scene: labels beside points of a stage, none over another. */
#ifndef BP_SCENE_LABELS_H
#define BP_SCENE_LABELS_H

#include "scene/illustration/mesh_cover.h"
#include "scene/illustration/stage_drawing.h"

enum {
    LABEL_SIZE = 12,  /* of the letters */
    LABELS_MAX = 192, /* rectangles that labels keep off, and their own */
    LABEL_LINES_MAX = 480,
    LABEL_JOINT = 5 /* half of the square about a joint or point that labels leave free */
};

typedef struct label_line {
    bp_vec2 from, to;
} label_line;

typedef struct bp_stage_labels {
    bp_painter *painter;
    const bp_stage_drawing *drawing;
    bp_rect taken[LABELS_MAX];
    int count;
    label_line lines[LABEL_LINES_MAX];
    int line_count;
    float middle; /* x in pixels of the joints, or of the stage: names go to the side away from it */
    const bp_mesh_cover *cover; /* to keep off; NULL: meshes don't count */
} bp_stage_labels;

void bp_labels_keep_line(bp_stage_labels *labels, bp_vec3 from, bp_vec3 to);
void bp_labels_keep_rect(bp_stage_labels *labels, bp_rect rect);

/* The words' place beside a pixel of the stage: the first free one of those near it (`far`: and farther away)
 * or the one with the least cost. Returns the cost: 0, free; BP_LABEL_TAKEN, none. */
enum { BP_LABEL_CROSSING = 1024, BP_LABEL_TAKEN = BP_LABEL_CROSSING * (LABEL_LINES_MAX + 1) };
int bp_label_place(const bp_stage_labels *labels, bp_vec2 at, const char *text, bool far, bp_rect *place);
/* Draws a label beside a point, and takes its place. `must`: also where it crosses lines; else only where
 * there is a free place. */
void bp_label_draw(bp_stage_labels *labels, bp_vec3 at, const char *text, bp_rgba8 color, bool must);
/* Draws one beside the best of some points; not if a handle has that name. */
void bp_labels_add(bp_stage_labels *labels, const bp_vec3 *points, int count, const char *text,
                   bp_rgba8 color);
/* Whether a handle has the name already that would stand beside it. */
bool bp_labels_has_handle(const bp_stage_drawing *drawing, const char *text);

#endif
