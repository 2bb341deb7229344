/* Numbers of the local matrix that the mouse can drag and keys can type: the angle of its rotation, and its
 * position. The bone follows, as an edit that undo takes back. While binds are edited (bp_viewer) they are
 * those of bind. */
#ifndef BP_VIEWER_NUMBER_INPUT_H
#define BP_VIEWER_NUMBER_INPUT_H

#include "viewer/viewer.h"

/* The number's value for the bone: degrees or metres. */
float bp_number_value(const bp_viewer *viewer, const bp_bone *bone, bp_number number);
/* What dragging it does, for the mouse. */
const char *bp_number_hint(bp_number number);

/* A press of the left button on the number: a drag begins. */
void bp_number_press(bp_viewer *viewer, const bp_viewer_scope *scope, bp_number number);
/* The mouse moved during the drag. Returns BP_REQUEST_... */
unsigned bp_number_drag(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event);
/* The button went up: a press that didn't move opens the input. */
unsigned bp_number_release(bp_viewer *viewer);

/* Opens the input for a number that is drawn; BP_NUMBER_NONE: the first one. */
void bp_number_open(bp_viewer *viewer, const bp_viewer_scope *scope, bp_number number);
/* A key or a character while the input is open. False: not for it. */
bool bp_number_type(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event);

#endif
