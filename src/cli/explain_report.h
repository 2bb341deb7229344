/* The history of a pixel, for people and for scripts. */
#ifndef BP_CLI_EXPLAIN_REPORT_H
#define BP_CLI_EXPLAIN_REPORT_H

#include "raster/pixel_history.h"
#include <bindpose/scene.h>

void bp_explain_print(const bp_pixel_history *history, const bp_figure *figure);
bool bp_explain_print_json(const bp_pixel_history *history, const bp_figure *figure, bp_error *error);

#endif
