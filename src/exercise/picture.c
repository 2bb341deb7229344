/* Pictures of answers. A wrong one must be seen as what it is: matrices are handed on as they are; only what is not
 * finite, which no picture could show, is said in the note instead. */
#include "exercise/picture.h"
#include <math.h>

static bool is_finite(bp_mat4 m) {
    for (int i = 0; i < 16; i++)
        if (!isfinite(m.m[i])) return false;
    return true;
}

void bp_show_skinned_arm(bp_world *world, const char *title, bp_mat4 final) {
    bp_stage *stage = bp_world_add_character(world, title, "", BP_BIND_NATURAL);
    bp_bone *arm = bp_world_bone(world, (int)(stage - world->stages), "boneArmLeft");
    if (!arm || world->error.kind != BP_ERROR_NONE) return;
    if (!is_finite(final)) {
        bp_world_note(world, (int)(stage - world->stages), "not a number: nothing to draw");
        return;
    }
    /* final = inverse(absolute bind) * local, so that local shows it; the arm's parent stays in its bind. */
    bp_bone_set_local(arm, bp_mat4_mul(bp_bone_absolute_bind(arm), final));
}
