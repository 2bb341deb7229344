/* Private to the lesson module: the lit sphere of a stage. */
#ifndef BP_LESSON_LIT_SPHERE_H
#define BP_LESSON_LIT_SPHERE_H

#include <bindpose/lesson_light.h>

/* Scales the stage's sphere, and finds the numbers at its probe. Errors: memory. */
bool bp_lit_sphere_pose(bp_world *world, const bp_stage *stage, bp_raster *raster, bp_error *error);

#endif
