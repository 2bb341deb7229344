/* How near a retargeted clip comes to its source: as text, JSON, and a strip of colours over time. */
#pragma once

#include "gltf/retarget/transfer.h"

/* The largest 95% of each kind, as lines that begin with "#". `feet`: planted feet were kept. */
void bp_retarget_print(const bp_transfer *done, bool feet);
/* The option of a kind's limit: "--max-angle". */
const char *bp_retarget_limit_name(bp_retarget_kind kind);
/* False: a measure's 95% is over its limit (an element for each kind; 0: none), or no clip has the measure;
 * the error says which, and ends with `then`. */
bool bp_retarget_within(const bp_transfer *done, const float *limits, bool feet, const char *then,
                        bp_error *error);
/* By the name's end: .json, .png (a row of colours for each measure of the worst clip), else text. */
bool bp_retarget_report_write(const bp_transfer *done, const char *path, bp_error *error);

/* Retarget_strip.c: the same strip as a PNG. */
bool bp_retarget_strip_write(const bp_transfer *done, const char *path, bp_error *error);
