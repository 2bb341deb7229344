/* The history of a pixel, for people and for scripts. */
#ifndef BP_CLI_EXPLAIN_REPORT_H
#define BP_CLI_EXPLAIN_REPORT_H

#include "scene/explain.h"

void bp_explain_print(const bp_pixel_history *history, const bp_explain_scene *scene);
bool bp_explain_print_json(const bp_pixel_history *history, const bp_explain_scene *scene, bp_error *error);

#endif
