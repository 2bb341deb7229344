/* The character of assets/character.glb as a stage of a lesson: with a mesh and a skeleton of its own,
 * which the lesson may change, and without nodes. It stands beside the boxes, about as tall, feet where
 * they end; its left arm is orange, as theirs. */
#pragma once

#include <bindpose/lesson_world.h>

#define UPPER_ARM "upper_arm_left"
#define FOREARM "forearm_left"
#define HAND "hand_left"

#define BP_PERSON_SIZE 2.1f /* times its own 1.7 m; numbers of a lesson are in its own metres */

/* Never NULL. The world shows meshes alone from then on. */
bp_stage *bp_add_person(bp_world *world, const char *title);
/* Another one: a woman with fair hair, in red. */
bp_stage *bp_add_her(bp_world *world, const char *title);
/* The world matrix of the person's figure. */
bp_mat4 bp_person_world(void);
/* Between steps without changes: what a hand rotated on one of two stages rotates on the other, too. */
void bp_person_follow(bp_world *world, int one, int other);
/* Whether the bone is `top` or one of its descendants. */
bool bp_is_below(const bp_bone *bone, const bp_bone *top);
/* The locals of the file's clip "walk", which walks in place: two steps in 13/12 s. */
void bp_person_walk(bp_world *world, int stage, double seconds);
/* Makes the pose of a stage, the boxes' or the person's, its bind pose: the mesh is as it is posed now, and
 * nothing moves. */
void bp_bind_as_posed(bp_world *world, int stage);
/* Binds every bone upright at its joint: axes along those of the mesh. Nothing moves. */
void bp_bind_upright(bp_world *world, int stage);
/* Rotates a bone of a skeleton, from its rest, about an axis of the model as the bind pose has it. */
void bp_person_rotate(bp_skeleton *skeleton, const char *name, bp_vec3 axis, float degrees);
