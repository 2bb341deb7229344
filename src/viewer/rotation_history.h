/* Which bone is selected, and which joints the user rotated, with undo. */
#ifndef BP_VIEWER_ROTATION_HISTORY_H
#define BP_VIEWER_ROTATION_HISTORY_H

#include <bindpose/lesson_session.h>

enum { BP_ROTATIONS_MAX = 64, BP_UNDO_MAX = 64 };

typedef struct bp_selection {
    int stage;   /* of a lesson; the skeleton of a model */
    size_t bone; /* its id in the stage's skeleton */
    int axis;    /* of rotation: 0 X, 1 Y, 2 Z */
    int scroll;  /* rows of the tree, from where it would be by itself */
} bp_selection;

typedef struct bp_rotation_history {
    bp_user_rotation now[BP_ROTATIONS_MAX]; /* at most one per bone */
    int count;
    bp_user_rotation before[BP_UNDO_MAX]; /* what each change replaced, newest last; the oldest are dropped */
    int undo_count;
} bp_rotation_history;

/* Rotates the selected bone by radians about the selected axis of its own; `merge`: no undo step of its own.
 * False: BP_ROTATIONS_MAX other bones are rotated. */
bool bp_rotation_history_rotate(bp_rotation_history *history, const bp_selection *selection, float radians,
                                bool merge);
/* Restores what the last change replaced; false: nothing to undo. */
bool bp_rotation_history_undo(bp_rotation_history *history);
/* The rotations as they were before the last change, into `out`, which has BP_ROTATIONS_MAX elements. */
void bp_rotation_history_before(const bp_rotation_history *history, bp_user_rotation *out);

#endif
