/* Inverse binds that the user changed: showing them, and writing them into a copy of the file. */
#ifndef BP_APP_MODEL_MODEL_BINDS_H
#define BP_APP_MODEL_MODEL_BINDS_H

#include "app/model/loaded_model.h"

/* Keeps the file's inverse binds in `loaded->binds`. Errors: memory. */
bool bp_model_binds_keep(bp_loaded_model *loaded, bp_error *error);
/* Sets the skeletons' inverse binds: those of the pose's edits, else the file's. Pose and prepare the
 * skeletons afterwards. Errors: an edit's matrix isn't finite. */
bool bp_model_binds_set(bp_loaded_model *loaded, const bp_pose_spec *spec, bp_error *error);
/* The inverse bind with which a joint's part of the mesh is placed as that of the joint above it, at rest or
 * in the present pose; of the first joint below, if there is none above. So the units of the mesh don't
 * matter. A single joint gets the inverse of its world matrix. False: a scale of 0. */
bool bp_model_binds_take(const bp_bone *bone, bool rest, bp_mat4 *inverse);

#endif
