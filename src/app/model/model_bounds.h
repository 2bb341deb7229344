/* The part of a model that a camera frames, and the camera. */
#ifndef BP_APP_MODEL_MODEL_BOUNDS_H
#define BP_APP_MODEL_MODEL_BOUNDS_H

#include <bindpose/mesh.h>
#include <bindpose/scene.h>

/* The joints as they are posed; without skins, the nodes that stand for them. */
bp_bounds bp_model_joint_bounds(const bp_model *model);

/* The parts of a figure without its surroundings: a part that isn't skinned is left out if it is much larger
 * than the rest, far away from it, or the ground below it. Chosen at rest, so that a pose that moves the
 * figure away from a part doesn't cut that part off. */
typedef struct bp_model_framing {
    const bp_model *model;   /* borrowed */
    const bp_figure *figure; /* borrowed */
    bool *parts;             /* owned; of the figure: whether each is framed */
} bp_model_framing;

/* Chooses; the figure must be posed at rest. Clear it in any case. Error: MEMORY. */
bool bp_model_framing_choose(bp_model_framing *framing, const bp_model *model, const bp_figure *figure,
                             bp_error *error);
void bp_model_framing_clear(bp_model_framing *framing);
/* The bounds of the chosen parts as they are posed now; of the joints if nothing is drawn. */
bp_bounds bp_model_framing_bounds(const bp_model_framing *framing);

/* A camera that looks at the figure's front, a little from its left and from above; the distance is for
 * bp_camera_fit. */
bp_camera bp_model_front_camera(const bp_model *model, float fov_y);

#endif
