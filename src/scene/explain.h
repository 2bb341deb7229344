/* A pixel's history as sentences: for `bindpose render --explain`, and for windows. */
#pragma once

#include "raster/pixel_history.h"
#include "scene/shadow.h"
#include <bindpose/pick.h>

/* Takes one line of text; `level` 0 for an event's headline, 1 for what happened, 2 for details. */
typedef void bp_explain_line(void *user, int level, const char *text);

/* What a pass drew, for names; all fields borrowed, and zero if there is no such thing. */
typedef struct bp_explain_scene {
    const bp_figure *figure; /* its triangles get the names of their mesh, material and bone */
    const bp_shadow *shadow;
    bp_skeleton *const *skeletons; /* drawn one after the other, with nothing selected ... */
    size_t skeleton_count;
    unsigned show;     /* ... with this of its view */
    size_t first_bone; /* the recording call in which their drawing began */
} bp_explain_scene;

/* Explains each event. */
void bp_explain_pixel(const bp_pixel_history *history, const bp_explain_scene *scene, bp_explain_line *line,
                      void *user);

/* The bone whose line, joint or axes that event drew; NULL: none. */
const bp_bone *bp_explain_bone(const bp_explain_scene *scene, const bp_pixel_event *event);
/* Whether the event is the shadow's. `shadow` may be NULL. (src/scene/shadow.c) */
bool bp_shadow_drew(const bp_shadow *shadow, const bp_pixel_event *event);
/* The bone that recording call number *call of bp_scene_draw_bones drew, without a selection and casings.
 * NULL: it has fewer calls, and *call is less by their number. (src/scene/draw_bones.c) */
const bp_bone *bp_scene_bone_of_call(const bp_skeleton *skeleton, unsigned show, size_t *call);

/* The part, triangle and bone whose drawing was that event in a pixel's history; its distance is 0 and its
 * position the middle of the pixel. `figure` is posed as it was then. False, and *out is undefined: the event
 * is no triangle, or none of this figure's mesh. */
bool bp_figure_drew(const bp_figure *figure, const bp_pixel_event *event, bp_pick *out);
