/* Inverse binds that the user changed: showing them, and writing them into a copy of the file. */
#ifndef BP_VIEWER_MODEL_MODEL_BINDS_H
#define BP_VIEWER_MODEL_MODEL_BINDS_H

#include "viewer/model/loaded_model.h"

/* Keeps the file's inverse binds in `loaded->binds`. Errors: memory. */
bool bp_model_binds_keep(bp_loaded_model *loaded, bp_error *error);
/* Sets the skeletons' inverse binds: those of the pose's edits, else the file's. Pose and prepare the
 * skeletons afterwards. Errors: an edit's matrix isn't finite. */
bool bp_model_binds_set(bp_loaded_model *loaded, const bp_pose_spec *spec, bp_error *error);

#endif
