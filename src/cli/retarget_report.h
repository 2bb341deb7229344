/* How near a retargeted clip comes to its source: as text, JSON, a strip of colours over time, and a picture
 * of the worst frame. */
#ifndef BP_CLI_RETARGET_REPORT_H
#define BP_CLI_RETARGET_REPORT_H

#include "cli/model_command.h"
#include <bindpose/retarget.h>

/* A clip, its reports and what they are of; all borrowed. */
typedef struct bp_retargeted {
    bp_model_file *motion, *character;
    const bp_retarget_map *map;
    size_t count;
    bp_clip *const *clips;
    const int *sources; /* the clips' indices in the motion */
    const bp_retarget_report *reports;
} bp_retargeted;

/* The largest 95% of each kind, as lines that begin with "#". */
void bp_retarget_print(const bp_retargeted *done);
/* False: a measure's 95% is over its limit (an element for each kind; 0: none); the error says which. */
bool bp_retarget_within(const bp_retargeted *done, const float *limits, bp_error *error);
/* By the name's end: .json, .png (a row of colours for each measure of the worst clip), else text. */
bool bp_retarget_report_write(const bp_retargeted *done, const char *path, bp_error *error);
/* Source and result side by side where the worst clip's bones are furthest apart, bones in colours. */
bool bp_retarget_picture_write(const bp_retargeted *done, const char *path, bp_error *error);

/* Retarget_picture.c: the same strip as a PNG. */
bool bp_retarget_strip_write(const bp_retargeted *done, const char *path, bp_error *error);

#endif
