/* A file as `bindpose doctor --fix` would leave it, in the same pose, beside the file as it is. */
#ifndef BP_APP_MODEL_MODEL_COMPARISON_H
#define BP_APP_MODEL_MODEL_COMPARISON_H

#include "app/model/loaded_model.h"

typedef struct bp_model_comparison {
    bool open;
    bp_loaded_model loaded;                 /* the repaired file; owned */
    size_t repairs, errors[2], warnings[2]; /* before and after */
} bp_model_comparison;

/* Repairs the file in memory. False: nothing to compare; `why` says why, for a notice. */
bool bp_model_comparison_open(bp_model_comparison *comparison, const bp_loaded_model *of, char *why,
                              size_t size);
void bp_model_comparison_close(bp_model_comparison *comparison);
/* Poses the repaired model, with its own binds. Rotations by hand are left out if its skeletons are
 * others. */
bool bp_model_comparison_pose(bp_model_comparison *comparison, const bp_loaded_model *of,
                              const bp_pose_spec *spec, bp_error *error);
/* The bounds that show both: those of the repaired figure if the other one is much larger. */
bp_bounds bp_model_comparison_bounds(bp_bounds before, bp_bounds after);

#endif
