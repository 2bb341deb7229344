/* The part of a model that a camera frames. */
#ifndef BP_VIEWER_MODEL_MODEL_BOUNDS_H
#define BP_VIEWER_MODEL_MODEL_BOUNDS_H

#include <bindpose/mesh.h>
#include <bindpose/scene.h>

/* The joints as they are posed; without skins, the nodes that stand for them. */
bp_bounds bp_model_joint_bounds(const bp_model *model);
/* The posed figure without its surroundings: a part that isn't skinned is left out if it is much larger than
 * the rest, or far away from it. The joints alone if nothing is drawn. */
bp_bounds bp_model_figure_bounds(const bp_model *model, const bp_figure *figure);

#endif
