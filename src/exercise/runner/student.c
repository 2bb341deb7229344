/* The student's function and the call for it. Compiled once for each exercise, as -DEXERCISE=05. */
#include "exercise.h"
#include "exercise/calls.h"

#define FUNCTION_01 through_both
#define FUNCTION_02 compose_matrix
#define FUNCTION_03 absolute_matrices
#define FUNCTION_04 absolute_bind
#define FUNCTION_05 final_matrix
#define FUNCTION_06 skin_vertex
#define FUNCTION_07 skin_normal
#define FUNCTION_08 return_to_rest
#define FUNCTION_09 sort_bones
#define FUNCTION_10 prepare
#define FUNCTION_10b carry_sword
#define FUNCTION_11 local_for
#define FUNCTION_11b pose_from_finals
#define FUNCTION_12 rotation_at
#define FUNCTION_12b turn_towards
#define FUNCTION_13 reach
#define FUNCTION_13b find_elbow
#define FUNCTION_14 cover_triangle
#define FUNCTION_14b touch_pixels
#define FUNCTION_15 interpolate
#define FUNCTION_15b place_marks
#define FUNCTION_16 pixel_color
#define FUNCTION_17 to_pixels
#define FUNCTION_18 clip_triangle
#define FUNCTION_19 barycentric
#define FUNCTION_20 sample_texture
#define FUNCTION_21 mip_levels
#define FUNCTION_22 blend_layers
#define FUNCTION_23 resolve
#define FUNCTION_24 bin_boxes
#define FUNCTION_25 pose_another
#define FUNCTION_26 place_feet
#define JOIN(a, b) a##b
#define FUNCTION(id) JOIN(FUNCTION_, id)
#define CALL(id) JOIN(bp_call_, id)

const bp_answer_function bp_run_function = (bp_answer_function)FUNCTION(EXERCISE);
bp_answer_call *const bp_run_call = CALL(EXERCISE);
