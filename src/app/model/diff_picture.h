/* Two posed models side by side, coloured by how far their vertices are apart. */
#ifndef BP_APP_MODEL_DIFF_PICTURE_H
#define BP_APP_MODEL_DIFF_PICTURE_H

#include <bindpose/tools.h>
#include <bindpose/tools.h>
#include <bindpose/painter.h>

typedef struct bp_diff_picture {
    bp_model_pose *poses[2]; /* borrowed; posed at one moment; the models lose their colours and textures */
    const char *titles[2];   /* drawn above each; such as the files' names */
    const bp_motion_diff *diff;
    const char *note; /* drawn below: "at 0.5 s of walk" */
    const bp_theme *theme;
    int width, height;
} bp_diff_picture;

/* Draws the picture and writes it as a PNG. */
bool bp_diff_picture_write(bp_context *context, const bp_diff_picture *picture, const char *path,
                           bp_error *error);

#endif
