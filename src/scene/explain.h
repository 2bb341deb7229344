/* A pixel's history as sentences: for `bindpose render --explain`, and for windows. */
#ifndef BP_SCENE_EXPLAIN_H
#define BP_SCENE_EXPLAIN_H

#include "raster/pixel_history.h"
#include <bindpose/pick.h>

/* Takes one line of text; `level` 0 for an event's headline, 1 for what happened, 2 for details. */
typedef void bp_explain_line(void *user, int level, const char *text);

/* Explains each event. Triangles of `figure` (NULL: none) get the names of their mesh, material and bone. */
void bp_explain_pixel(const bp_pixel_history *history, const bp_figure *figure, bp_explain_line *line,
                      void *user);

/* The part, triangle and bone whose drawing was that event in a pixel's history; its distance is 0 and its
 * position the middle of the pixel. `figure` is posed as it was then. False, and *out is undefined: the event
 * is no triangle, or none of this figure's mesh. */
bool bp_figure_drew(const bp_figure *figure, const bp_pixel_event *event, bp_pick *out);

#endif
