/* A pose made by hand, kept in the user's data folder: one for each lesson, NAME.pose.json. */
#ifndef BP_VIEWER_LESSON_POSE_FILE_H
#define BP_VIEWER_LESSON_POSE_FILE_H

#include "viewer/lesson/lesson_viewer.h"

/* Writes step and turns. `path` is told where. Errors: no data folder, no memory, the file. */
bool bp_pose_file_save(const bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, char *path, size_t size,
                       bp_error *error);
/* Reads it: the viewer is then at that step, its change done, with those turns, and can undo to without. On
 * an error (no file, not such a file) the viewer is as it was. */
bool bp_pose_file_open(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, char *path, size_t size,
                       bp_error *error);

#endif
