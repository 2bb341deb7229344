/* The rest pose: a matrix that is the user's own, and the way back to it (claims 25 to 28 and 62).
 *
 * Stage 1. The left arm is bound at 30 degrees; local 75 shows 75 - 30 = 45. Rest at 100 changes nothing, until the bone
 * returns to it. The body's 15 come on top: final turns by 15 + 75 - 30 = 60, then by 15 + 100 - 30 = 85.
 *
 * Stage 2. The left arm's bone is made with bind 30 and local 75. By the page rest starts as bind: back at rest the
 * arm is at 30, and every final is the identity. The engine starts rest as local: the arm stays at 75, and final is
 * R45 about the shoulder, whose entry farthest from the identity's is the translation's x, 1.2071 (lesson 05). */
#include <bindpose/bindpose.h>

#define ARM "boneArmLeft"
#define RIGHT "boneArmRight"
#define BODY "boneBody"
enum { RETURNING, MADE_TURNED };
static const bp_vec3 Z = {0, 0, 1};

static void setup(bp_world *world) {
    bp_world_add_character(world, "Out and back", "made in its bind pose", BP_BIND_NATURAL);
    const bp_mat4 locals[] = {bp_mat4_identity(), bp_left_arm_local(1, Z, 75),
                              bp_character_local(BP_BIND_NATURAL, BP_BONE_ARM_RIGHT)};
    bp_mesh *mesh = bp_shape_character(bp_context_allocator(world->context), &world->error);
    int rules = world->engine ? BP_RULES_ENGINE : BP_RULES_PAGE;
    bp_skeleton *made_turned =
        bp_character_skeleton(world->context, BP_BIND_NATURAL, locals, rules, &world->error);
    bp_world_add_stage(world, "Made turned", "left arm: bind 30°, local 75°", mesh, made_turned);
    world->camera.eye = (bp_vec3){0, 2.4f, 8.5f}; /* room for both arms, stretched out */
    bp_world_note(world, RETURNING, "left arm: local 30°, rest 30°");
    bp_world_note(world, MADE_TURNED, "left arm: bind 30°, local 75°");
}

static void turn(bp_world *world, const char *bone, float degrees) {
    bp_world_rotate(world, RETURNING, bone, Z, degrees);
}
static void strike_pose(bp_world *world, float t) {
    turn(world, BODY, 15 * t);
    turn(world, ARM, 30 + 45 * t);
    turn(world, RIGHT, -30 - 60 * t);
    bp_world_note(world, RETURNING, "left arm: local %.3g°, rest 30°", 30 + 45 * (double)t);
}
static void set_rest(bp_world *world, float t) {
    bp_bone_set_rest(bp_world_bone(world, RETURNING, ARM), bp_left_arm_local(1, Z, 30 + 70 * t));
    bp_world_note(world, RETURNING, "left arm: local 75°, rest %.3g°", 30 + 70 * (double)t);
}
static void return_arm(bp_world *world, float t) {
    turn(world, ARM, bp_mix(75, 100, t)); /* on the way; in the end the bone does it itself */
    if (t >= 1) bp_bone_return_to_rest(bp_world_bone(world, RETURNING, ARM));
    bp_world_note(world, RETURNING, "left arm: local %.3g°, rest 100°", (double)bp_mix(75, 100, t));
}
static void return_all(bp_world *world, float t) {
    turn(world, BODY, 15 * (1 - t));
    turn(world, RIGHT, -30 - 60 * (1 - t));
    if (t >= 1) bp_skeleton_return_to_rest(world->stages[RETURNING].skeleton);
    bp_world_note(world, RETURNING, "every bone: local = rest");
}
static void return_turned(bp_world *world, float t) {
    if (t >= 1) bp_skeleton_return_to_rest(world->stages[MADE_TURNED].skeleton);
    bp_world_note(world, MADE_TURNED, "returned to rest");
}

/* The largest entry of final - I over all bones, after a return to rest. */
static void measure_returned(bp_world *world, const bp_measure_args *args, float *values) {
    bp_skeleton_return_to_rest(world->stages[args->stage].skeleton);
    bp_world_pose(world);
    bp_measure_identity_error(world, args, values);
}
/* The local turns of body, left and right arm. */
static void measure_turns(bp_world *world, const bp_measure_args *args, float *values) {
    const char *const names[] = {BODY, ARM, RIGHT};
    for (int i = 0; i < 3; i++)
        bp_measure_rotation_z(world, &(bp_measure_args){args->stage, 0, names[i], bp_bone_local}, &values[i]);
}

/* clang-format off */
static const bp_readout READOUTS[] = {
    {"left arm's rest turn: stage 1", bp_measure_rotation_z, {RETURNING, 0, ARM, bp_bone_rest}, "%.1f°", NULL},
    {"left arm's local turn: stage 1", bp_measure_rotation_z, {RETURNING, 0, ARM, bp_bone_local}, "%.1f°", NULL},
    {"left arm's final turn: stage 1", bp_measure_rotation_z, {RETURNING, 0, ARM, bp_bone_final}, "%.1f°", "relative to the root"}};
static const bp_readout TURNED[] = {
    {"left arm's rest turn: stage 2", bp_measure_rotation_z, {MADE_TURNED, 0, ARM, bp_bone_rest}, "%.1f°", "page: bind; engine: local"},
    {"left arm's local turn: stage 2", bp_measure_rotation_z, {MADE_TURNED, 0, ARM, bp_bone_local}, "%.1f°", NULL}};
static const bp_claim FRESH[] = {
    {62, "Returned to rest right after it was made, the skeleton is in its bind pose.",
     measure_returned, {RETURNING, 0, 0, bp_bone_final}, .expected = {1e-6f}, .at_most = true, .holds_before = true}};
static const bp_claim POSED[] = {
    {0, "The pose: body 15°, left arm 75°, right arm -90°.", measure_turns, {RETURNING, 0, 0, 0}, 3, {15, 75, -90}, .unit = "degrees"}};
static const bp_claim UNUSED[] = {
    {25, "The left arm's rest is 100° now ...", bp_measure_rotation_z, {RETURNING, 0, ARM, bp_bone_rest}, .expected = {100}, .unit = "degrees"},
    {25, "... and nothing has noticed: final turns by 15 + 75 - 30 = 60, as before.",
     bp_measure_rotation_z, {RETURNING, 0, ARM, bp_bone_final}, .expected = {60}, .unit = "degrees", .holds_before = true}};
static const bp_claim ONE[] = {
    {26, "The left arm has its rest as local, the other two stay as they were.",
     measure_turns, {RETURNING, 0, 0, 0}, 3, {15, 100, -90}, .unit = "degrees"}};
static const bp_claim ALL[] = {
    {27, "All three have theirs: 0°, 100°, -30°.", measure_turns, {RETURNING, 0, 0, 0}, 3, {0, 100, -30}, .unit = "degrees"}};
static const bp_claim STARTS[] = {
    {28, "Rest starts as bind: back at rest, the arm is at 30°.",
     bp_measure_rotation_z, {MADE_TURNED, 0, ARM, bp_bone_local}, .expected = {30}, .unit = "degrees",
     .page = "rest starts as bind", .engine = "rest starts as local: the arm stays at 75°", .engine_expected = {75}},
    {62, "So that is the bind pose: every final is the identity.",
     bp_measure_identity_error, {MADE_TURNED, 0, 0, bp_bone_final}, .expected = {0}, .tolerance = 1e-6f, .unit = "",
     .page = "return to rest gives the bind pose", .engine = "gives the pose that the bones were made in: final of the arm is off by 1.2071",
     .engine_expected = {1.2071068f}}};
static const bp_question FINAL = {
    "The arm's final turns by 60°. Then its rest is set from 30° to 100°. By how much does final turn now?", .answer = 60, .unit = "degrees",
    .right = "Nothing uses rest until somebody asks a bone to return to it.",
    .wrong = {{130, "You added 70, the change of rest. No matrix is computed from rest."},
              {85, "That is what it will be when the bone returns to rest. Nobody has asked it to."},
              {100, "That is rest itself. It waits until somebody asks for it."}},
    .hint = "Which of the other six matrices is computed from rest?"};
static const bp_question BACK = {
    "Stage 2: bind 30°, local 75°, rest never set. The page says what rest starts as. Which local turn will return to rest give?", .answer = 30, .unit = "degrees",
    .right = "Rest starts as bind. (In the engine it starts as local: press P.)",
    .wrong = {{75, "So does the engine: rest starts as local there. The page says: as bind."},
              {0, "Rest is not the identity, unless bind is."},
              {45, "That is final's turn. Rest is a local matrix."}},
    .hint = "Rest starts as one of the other local matrices that a bone is made with."};

static const bp_step STEPS[] = {
    {"Each bone has a rest matrix. Nobody set it, so it is the bind's copy: returning to rest now changes nothing.",
     NULL, FRESH, BP_COUNT(FRESH), .readouts = READOUTS, .readout_count = 3, .bone = ARM},
    {"Strike a pose: body, left and right arm turn. Rest stays what it is.", strike_pose, POSED, BP_COUNT(POSED), .bone = ARM},
    {"Set the left arm's rest to 100°. Look at the picture: does anything move?", set_rest, UNUSED, BP_COUNT(UNUSED), &FINAL, .bone = ARM},
    {"Ask that one bone to return to rest. Its local becomes a copy of rest; its parent and the other arm stay as they are.", return_arm, ONE, BP_COUNT(ONE), .bone = ARM},
    {"Ask the whole skeleton. Body and right arm return to theirs, which are their binds still.", return_all, ALL, BP_COUNT(ALL), .bone = RIGHT},
    {"Stage 2 was made turned, with a bind of its own. What its rest is, the page and the engine don't agree about: press P.",
     return_turned, STARTS, BP_COUNT(STARTS), &BACK, .readouts = TURNED, .readout_count = 2, .bone = ARM, .stage = MADE_TURNED},
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
