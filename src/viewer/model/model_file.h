/* A model read from a file together with its context and pose, for programs that show or print it. */
#ifndef BP_VIEWER_MODEL_MODEL_FILE_H
#define BP_VIEWER_MODEL_MODEL_FILE_H

#include <bindpose/mesh.h>

typedef struct bp_model_file {
    const char *path; /* borrowed */
    bp_context *context;
    bp_model *model;
    bp_model_pose *pose;
    int clip; /* -1: rest pose */
    double seconds;
} bp_model_file;

/* Reads the file in its rest pose, with its images if `images`. Notes about the file go to standard error,
 * each line beginning with `program`. If it fails there is nothing to close. */
bool bp_model_file_open(bp_model_file *file, const char *program, const char *path, bool images,
                        bp_error *error);
void bp_model_file_close(bp_model_file *file);

#endif
