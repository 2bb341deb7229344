/* The rest pose: a matrix for the user alone, and the way back to it (claims 25 to 28 and 62).
 *
 * Stage 1. The left arm is bound at 30 degrees; local 75 shows 75 - 30 = 45. Rest at 100 changes nothing, until the bone
 * returns to it. The body's 15 come on top: final rotates by 15 + 75 - 30 = 60, then by 15 + 100 - 30 = 85.
 *
 * Stage 2. The left arm's bone is made with bind 30 and local 75. By the page rest starts as bind: back at rest the
 * arm is at 30, and every final is the identity. The engine starts rest as local: the arm stays at 75, and final is
 * R45 about the shoulder, whose entry farthest from the identity's is the translation's x, 1.2071 (lesson 05). */
#include <bindpose/bindpose.h>

#define ARM "boneArmLeft"
#define RIGHT "boneArmRight"
#define BODY "boneBody"
enum { RETURNING, MADE_ROTATED };
static const bp_vec3 Z = {0, 0, 1};

static void setup(bp_world *world) {
    bp_world_add_character(world, "Out and back", "made in its bind pose", BP_BIND_NATURAL);
    const bp_mat4 locals[] = {bp_mat4_identity(), bp_left_arm_local(1, Z, 75),
                              bp_character_local(BP_BIND_NATURAL, BP_BONE_ARM_RIGHT)};
    bp_mesh *mesh = bp_shape_character(bp_context_allocator(world->context), &world->error);
    int rules = world->engine ? BP_RULES_ENGINE : BP_RULES_PAGE;
    bp_skeleton *made_rotated =
        bp_character_skeleton(world->context, BP_BIND_NATURAL, locals, rules, &world->error);
    bp_world_add_stage(world, "Made rotated", "left arm: bind 30°, local 75°", mesh, made_rotated);
    world->camera.eye = (bp_vec3){0, 2.4f, 8.5f}; /* far enough to show both stretched arms */
    bp_world_note(world, RETURNING, "left arm: local 30°, rest 30°");
    bp_world_note(world, MADE_ROTATED, "left arm: bind 30°, local 75°");
}

static void rotate(bp_world *world, const char *bone, float degrees) {
    bp_world_rotate(world, RETURNING, bone, Z, degrees);
}
static void set_pose(bp_world *world, float t) {
    rotate(world, BODY, 15 * t);
    rotate(world, ARM, 30 + 45 * t);
    rotate(world, RIGHT, -30 - 60 * t);
    bp_world_note(world, RETURNING, "left arm: local %.3g°, rest 30°", 30 + 45 * (double)t);
}
static void set_rest(bp_world *world, float t) {
    bp_bone_set_rest(bp_world_bone(world, RETURNING, ARM), bp_left_arm_local(1, Z, 30 + 70 * t));
    bp_world_note(world, RETURNING, "left arm: local 75°, rest %.3g°", 30 + 70 * (double)t);
}
static void return_arm(bp_world *world, float t) {
    rotate(world, ARM, bp_mix(75, 100, t)); /* animates the way back to rest */
    if (t >= 1) bp_bone_return_to_rest(bp_world_bone(world, RETURNING, ARM));
    bp_world_note(world, RETURNING, "left arm: local %.3g°, rest 100°", (double)bp_mix(75, 100, t));
}
static void return_all(bp_world *world, float t) {
    rotate(world, BODY, 15 * (1 - t));
    rotate(world, RIGHT, -30 - 60 * (1 - t));
    if (t >= 1) bp_skeleton_return_to_rest(world->stages[RETURNING].skeleton);
    bp_world_note(world, RETURNING, "every bone: local = rest");
}
static void return_rotated(bp_world *world, float t) {
    if (t >= 1) bp_skeleton_return_to_rest(world->stages[MADE_ROTATED].skeleton);
    bp_world_note(world, MADE_ROTATED, "returned to rest");
}

/* The largest entry of final - I over all bones, after a return to rest. */
static void measure_returned(bp_world *world, const bp_measure_args *args, float *values) {
    bp_skeleton_return_to_rest(world->stages[args->stage].skeleton);
    bp_world_pose(world);
    bp_measure_identity_error(world, args, values);
}
/* The local angles of body, left and right arm. */
static void measure_rotations(bp_world *world, const bp_measure_args *args, float *values) {
    const char *const names[] = {BODY, ARM, RIGHT};
    for (int i = 0; i < 3; i++)
        bp_measure_rotation_z(world, &(bp_measure_args){args->stage, 0, names[i], bp_bone_local}, &values[i]);
}

/* clang-format off */
static const bp_readout READOUTS[] = {
    {"left arm's rest angle: stage 1", bp_measure_rotation_z, {RETURNING, 0, ARM, bp_bone_rest}, "%.1f°", NULL},
    {"left arm's local angle: stage 1", bp_measure_rotation_z, {RETURNING, 0, ARM, bp_bone_local}, "%.1f°", NULL},
    {"left arm's final angle: stage 1", bp_measure_rotation_z, {RETURNING, 0, ARM, bp_bone_final}, "%.1f°", "relative to the root"}};
static const bp_readout ROTATED[] = {
    {"left arm's rest angle: stage 2", bp_measure_rotation_z, {MADE_ROTATED, 0, ARM, bp_bone_rest}, "%.1f°", "page: bind; engine: local"},
    {"left arm's local angle: stage 2", bp_measure_rotation_z, {MADE_ROTATED, 0, ARM, bp_bone_local}, "%.1f°", NULL}};
static const bp_claim FRESH[] = {
    {62, "Returned to rest right after it was made, the skeleton is in its bind pose.",
     measure_returned, {RETURNING, 0, 0, bp_bone_final}, .expected = {1e-6f}, .at_most = true, .holds_before = true}};
static const bp_claim POSED[] = {
    {0, "The pose: body 15°, left arm 75°, right arm -90°.", measure_rotations, {RETURNING, 0, 0, 0}, 3, {15, 75, -90}, .unit = "degrees"}};
static const bp_claim UNUSED[] = {
    {25, "The left arm's rest is 100° now ...", bp_measure_rotation_z, {RETURNING, 0, ARM, bp_bone_rest}, .expected = {100}, .unit = "degrees"},
    {25, "... and nothing uses it: final rotates by 15 + 75 - 30 = 60, as before.",
     bp_measure_rotation_z, {RETURNING, 0, ARM, bp_bone_final}, .expected = {60}, .unit = "degrees", .holds_before = true}};
static const bp_claim ONE[] = {
    {26, "The left arm has its rest as local; the other two don't change.",
     measure_rotations, {RETURNING, 0, 0, 0}, 3, {15, 100, -90}, .unit = "degrees"}};
static const bp_claim ALL[] = {
    {27, "All three are at rest: 0°, 100°, -30°.", measure_rotations, {RETURNING, 0, 0, 0}, 3, {0, 100, -30}, .unit = "degrees"}};
static const bp_claim STARTS[] = {
    {28, "Rest starts as bind: back at rest, the arm is at 30°.",
     bp_measure_rotation_z, {MADE_ROTATED, 0, ARM, bp_bone_local}, .expected = {30}, .unit = "degrees",
     .page = "rest starts as bind", .engine = "rest starts as local: the arm stays at 75°", .engine_expected = {75}},
    {62, "That is the bind pose: every final is the identity.",
     bp_measure_identity_error, {MADE_ROTATED, 0, 0, bp_bone_final}, .expected = {0}, .tolerance = 1e-6f, .unit = "",
     .page = "return to rest gives the bind pose", .engine = "gives the pose that the bones were made in: final of the arm is off by 1.2071",
     .engine_expected = {1.2071068f}}};
static const bp_question FINAL = {
    "The arm's final rotates by 60°. Then its rest is set from 30° to 100°. By how much does final rotate now?", .answer = 60, .unit = "degrees",
    .right = "Nothing uses rest until a bone returns to it.",
    .wrong = {{130, "You added 70, the change of rest. No matrix is computed from rest."},
              {85, "That comes when the bone returns to rest. It hasn't yet."},
              {100, "That is rest itself. Nothing uses it yet."}},
    .hint = "Which of the other six matrices is computed from rest?"};
static const bp_question BACK = {
    "Stage 2: bind 30°, local 75°, rest never set. By the page's rule, which local angle will return to rest give?", .answer = 30, .unit = "degrees",
    .right = "Rest starts as bind. (In the engine it starts as local: press P.)",
    .wrong = {{75, "So does the engine: rest starts as local there. The page says: as bind."},
              {0, "Rest is not the identity, unless bind is."},
              {45, "That is final's angle. Rest is a local matrix."}},
    .hint = "Rest starts as one of the other local matrices that a bone is made with."};

static const bp_step STEPS[] = {
    {"Each bone has a rest matrix. Unset, it is a copy of the bind: returning to rest now changes nothing.",
     NULL, FRESH, BP_COUNT(FRESH), .readouts = READOUTS, .readout_count = 3, .bone = ARM},
    {"Rotate the body and both arms. Rest doesn't change.", set_pose, POSED, BP_COUNT(POSED), .bone = ARM},
    {"Set the left arm's rest to 100°. Look at the picture: does anything move?", set_rest, UNUSED, BP_COUNT(UNUSED), &FINAL, .bone = ARM},
    {"Return that one bone to rest. Its local becomes a copy of rest; its parent and the other arm stay.", return_arm, ONE, BP_COUNT(ONE), .bone = ARM},
    {"Return the whole skeleton. Body and right arm go to their rest, which is still their bind.", return_all, ALL, BP_COUNT(ALL), .bone = RIGHT},
    {"Stage 2 was made rotated, away from its bind. Page and engine disagree about its rest: press P.",
     return_rotated, STARTS, BP_COUNT(STARTS), &BACK, .readouts = ROTATED, .readout_count = 2, .bone = ARM, .stage = MADE_ROTATED},
};

const bp_lesson_plan bp_lesson = {
    .number = 7,
    .name = "07_rest_pose",
    .title = "The rest pose",
    .summary = "A matrix that nothing uses, until you want to go back.",
    .difficulty = 1,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.teaches = "What rest is for, what it starts as, and that no other matrix is computed from it.",
              .prerequisites = "03_bind_pose",
              .try_this = {"At step 6 press P, and watch the arm and the first number."},
              .questions = {"When would you want a rest pose that isn't the bind pose?"}},
};
