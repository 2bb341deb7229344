/* Joints whose names differ between two models. */
#ifndef BP_GLTF_MOTION_NAMES_H
#define BP_GLTF_MOTION_NAMES_H

#include <bindpose/tools.h>

/* Fills the list of names. A joint without a partner of its name is renamed if the other model has another
 * such joint at the same place of the same skin; else only one of the models has it. Joints without names,
 * and joints that skins share, count once. */
bool bp_motion_names_find(bp_model *const models[2], bp_motion_diff *out, bp_error *error);

#endif
