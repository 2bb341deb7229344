/* Pictures of answers: stages on which a result stands as something to see. */
#ifndef BP_EXERCISE_PICTURE_H
#define BP_EXERCISE_PICTURE_H

#include <bindpose/exercise.h>

/* The page's character, its left arm skinned by this final matrix alone, whatever it is. */
void bp_show_skinned_arm(bp_world *world, const char *title, bp_mat4 final);

#endif
