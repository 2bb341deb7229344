/* Where the page's character's left arm is, told from its vertices, and how its bone's line lies to it. */
#include <bindpose/lesson.h>
#include <math.h>

enum { FIRST = 24, COUNT = 24 }; /* the left arm's vertices in bp_shape_character */

/* The middle of the arm's box, and the unit vector from it to the hand's end: the half of its corners
 * that lies that way in the unposed mesh says which. */
static void arm_axis(const bp_stage *stage, bp_vec3 *middle, bp_vec3 *along) {
    const bp_vec3 down = {0.5f, -0.8660254f, 0}, center = {1, 0.5f, 0}; /* of the unposed arm: page.md */
    const bp_vec3 *posed = bp_figure_positions(stage->figure, 0);
    bp_vec3 all = {0}, hand = {0};
    for (int i = FIRST; i < FIRST + COUNT; i++) {
        all = bp_vec3_add(all, bp_vec3_scale(posed[i], 1.0f / COUNT));
        if (bp_vec3_dot(bp_vec3_sub(stage->mesh->positions[i], center), down) > 0)
            hand = bp_vec3_add(hand, bp_vec3_scale(posed[i], 2.0f / COUNT));
    }
    *middle = all;
    *along = bp_vec3_normalize(bp_vec3_sub(hand, all));
}

void bp_world_arm_line(bp_world *world, int stage, float values[2]) {
    bp_bone *bone = bp_world_bone(world, stage, "boneArmLeft");
    bp_vec3 middle, along, tip = {0};
    arm_axis(&world->stages[stage], &middle, &along);
    bp_vec3 joint = bp_bone_position_in(bone, BP_SPACE_WORLD, NULL);
    bp_bone_tip(bone, NULL, &tip);
    bp_vec3 line = bp_vec3_normalize(bp_vec3_sub(tip, joint));
    values[0] =
        bp_degrees(bp_atan2(bp_vec3_length(bp_vec3_cross(line, along)), fabsf(bp_vec3_dot(line, along))));
    values[1] = bp_vec3_length(bp_vec3_cross(bp_vec3_sub(joint, middle), along));
}
