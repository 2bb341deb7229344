/* The rest pose: a matrix for the user alone, and the way back to it (claims 25 to 28 and 62).
 *
 * Stage 1. The left arm is bound at 30 degrees; local 75 shows 75 - 30 = 45. Rest at 100 changes nothing, until the bone
 * returns to it. The body's 15 come on top: final rotates by 15 + 75 - 30 = 60, then by 15 + 100 - 30 = 85.
 *
 * Stage 2. The left arm's bone is made with bind 30 and local 75. By the page rest starts as bind: back at rest the
 * arm is at 30, and every final is the identity. The engine starts rest as local: the arm stays at 75, and final is
 * R45 about the shoulder, whose entry farthest from the identity's is the translation's x, 1.2071 (lesson 05). */
#include "mesh/shapes.h"
#include <bindpose/bindpose.h>
#include <bindpose/lesson_session.h>
#include <math.h>

#define ARM "boneArmLeft"
#define RIGHT "boneArmRight"
#define BODY "boneBody"
enum { RETURNING, MADE_ROTATED };
static const bp_vec3 Z = {0, 0, 1};

/* Rounded, so that a note never says -0. */
static float degrees_about_z(bp_mat4 m) { return floorf(bp_degrees(bp_atan2(m.m[1], m.m[0])) + 0.5f); }

static void write_notes(bp_world *world) {
    for (int i = 0; i < world->stage_count; i++) {
        const bp_bone *arm = bp_world_bone(world, i, ARM);
        if (arm)
            bp_world_note(world, i, "left arm about Z: bind %.0f°, rest %.0f°, local %.0f°",
                          (double)degrees_about_z(bp_bone_bind(arm)),
                          (double)degrees_about_z(bp_bone_rest(arm)),
                          (double)degrees_about_z(bp_bone_local(arm)));
    }
}

static void setup(bp_world *world) {
    bp_world_add_character(world, "Out and back", "left arm: bound and made at 30°", BP_BIND_NATURAL);
    world->write_notes = write_notes;
    world->camera.eye = (bp_vec3){0, 1.9f, 5.9f};
    world->camera.target = (bp_vec3){0, 0.35f, 0};
}

static void rotate(bp_world *world, const char *bone, float degrees) {
    bp_world_rotate(world, RETURNING, bone, Z, degrees);
}
static void show_rest(bp_world *world, int stage) {
    bp_world_add_ghost(world, stage, "rest pose", bp_ghost_in_rest, 0);
}

static void set_pose(bp_world *world, float t) {
    rotate(world, BODY, 15 * t);
    rotate(world, ARM, 30 + 45 * t);
    rotate(world, RIGHT, -30 - 60 * t);
    show_rest(world, RETURNING);
}
static void set_rest(bp_world *world, float t) {
    bp_bone_set_rest(bp_world_bone(world, RETURNING, ARM), bp_left_arm_local(1, Z, 30 + 70 * t));
    show_rest(world, RETURNING);
}
static void return_arm(bp_world *world, float t) {
    rotate(world, ARM, bp_mix(75, 100, t)); /* animates the way back to rest */
    if (t >= 1) bp_bone_return_to_rest(bp_world_bone(world, RETURNING, ARM));
    show_rest(world, RETURNING);
}
static void return_all(bp_world *world, float t) {
    rotate(world, BODY, 15 * (1 - t));
    rotate(world, RIGHT, -30 - 60 * (1 - t));
    if (t >= 1) bp_skeleton_return_to_rest(world->stages[RETURNING].skeleton);
    if (t < 1) show_rest(world, RETURNING);
}
/* The second character comes with this step: while its question is open, its rest must not be seen. */
static void add_rotated(bp_world *world, float t) {
    (void)t;
    const bp_mat4 locals[] = {bp_mat4_identity(), bp_left_arm_local(1, Z, 75),
                              bp_character_local(BP_BIND_NATURAL, BP_BONE_ARM_RIGHT)};
    bp_mesh *mesh = bp_shape_character(bp_context_allocator(world->context), &world->error);
    int rules = world->engine ? BP_RULES_ENGINE : BP_RULES_PAGE;
    bp_skeleton *made_rotated =
        bp_character_skeleton(world->context, BP_BIND_NATURAL, locals, rules, &world->error);
    bp_world_add_stage(world, "Made with a raised arm", "left arm: bound at 30°, made at 75°", mesh,
                       made_rotated);
    show_rest(world, MADE_ROTATED);
}
static void return_rotated(bp_world *world, float t) {
    bp_skeleton *skeleton = world->stages[MADE_ROTATED].skeleton;
    bp_bone *arm = bp_world_bone(world, MADE_ROTATED, ARM);
    if (t >= 1)
        bp_skeleton_return_to_rest(skeleton);
    else if (arm) /* animates the way back to rest, 30 or 75 degrees */
        bp_world_rotate(world, MADE_ROTATED, ARM, Z, bp_mix(75, degrees_about_z(bp_bone_rest(arm)), t));
    if (t < 1) show_rest(world, MADE_ROTATED);
}

/* The ghosts of answers. */
static void set_arm(bp_skeleton *copy, float degrees) {
    bp_bone *arm = bp_skeleton_find(copy, ARM);
    if (arm) bp_bone_set_rotation(arm, bp_quat_from_axis_angle(Z, bp_radians(degrees)));
}
static void pose_option(bp_skeleton *copy, float option) {
    if (option == 0) set_arm(copy, 100);
    if (option == 1) set_arm(copy, 75 + 70);
    if (option == 3) bp_skeleton_return_to_rest(copy);
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
/* The second character's; before it is made, nothing. */
static void measure_rotated(bp_world *world, const bp_measure_args *args, float *values) {
    if (args->stage < world->stage_count) bp_measure_rotation_z(world, args, values);
}

/* clang-format off */
static const bp_readout READOUTS[] = {
    {"left arm's rest", bp_measure_rotation_z, {RETURNING, 0, ARM, bp_bone_rest}, "%.0f°", NULL},
    {"left arm's local", bp_measure_rotation_z, {RETURNING, 0, ARM, bp_bone_local}, "%.0f°", NULL},
    {"left arm's final", bp_measure_rotation_z, {RETURNING, 0, ARM, bp_bone_final}, "%.0f°", "body + local - bind"}};
static const bp_readout ROTATED[] = {
    {"left arm's rest: stage 2", measure_rotated, {MADE_ROTATED, 0, ARM, bp_bone_rest}, "%.0f°", NULL},
    {"left arm's local: stage 2", measure_rotated, {MADE_ROTATED, 0, ARM, bp_bone_local}, "%.0f°", NULL}};
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
static const bp_question MOVES = {
    "The left arm's rest is set from 30° to 100°. What does the character do?", .answer = 2,
    .kind = BP_QUESTION_CHOICE,
    .options = {"Its left arm rotates to 100°.", "Its left arm rotates by 70°.", "Nothing: it stays as it is.", "All of it returns to rest."},
    .right = "No matrix is computed from rest. A bone copies it only when you tell the bone to return.",
    .wrong = {{0, "That comes when the bone returns to rest. Setting rest only writes the matrix down."},
              {1, "Rest is not added to local. It is a second local matrix, kept aside."},
              {3, "Setting rest and returning to it are two calls. This is the first."}},
    .hint = "Which of the other six matrices is computed from rest?",
    .caption = "A figure is bound in a pose that is easy to model, and may want to return to another one, such as an idle pose. "
               "So rest can be set: the left arm gets a rest matrix of 100° instead of 30°.", .pose = pose_option};
static const bp_question WHERE = {
    "The left arm returns to rest, and the body stays rotated by 15°. Put the arm where it will be. The number is its local angle.",
    .answer = 100, .unit = "degrees", .kind = BP_QUESTION_ANGLE, .pose = set_arm, .bone = ARM, .start = 75, .tolerance = 7,
    .right = "Its local becomes a copy of its rest, 100°. So the angle at the shoulder is that of the rest pose, and the body's 15° come on top: rest is relative to the parent, like local.",
    .wrong = {{85, "You took the body's 15° off. Rest is relative to the parent, like local: the body's rotation stays."},
              {115, "You added the body's 15° to local. They come on top by themselves: the arm is the body's child."},
              {30, "That was the rest before, a copy of the bind. It was set to 100°."}},
    .hint = "Local becomes a copy of rest."};
static const bp_question STARTS_AS = {
    "Next to it, a character is made with a raised left arm: bind 30°, local 75°. No rest is set. To which local angle will this arm return?",
    .answer = 0, .kind = BP_QUESTION_CHOICE,
    .options = {"30°, as in its bind", "75°, as it was made", "0°, not rotated", "45°, local without the bind"},
    .right = "A rest that wasn't set is a copy of the bind. The translucent arm shows it.",
    .engine = "By the page's rules 30°: rest starts as the bind. The engine starts it as local, 75°, where the translucent arm is now.",
    .wrong = {{1, "Babylon.js itself does that. The page that this course follows has another rule: the first step showed it."},
              {2, "That would be the identity. What did the first step's rest hold, which wasn't set either?"},
              {3, "That is final's angle. Rest is a local matrix: nothing is removed from it."}},
    .hint = "Think of the first step: what did a rest hold that wasn't set?"};

static const bp_step STEPS[] = {
    {"Each bone keeps a rest matrix: a local matrix to come back to. No other matrix is computed from it. "
     "It wasn't set here, so it is a copy of the bind: both say 30° for the left arm.",
     NULL, FRESH, BP_COUNT(FRESH), .readouts = READOUTS, .readout_count = 3, .bone = ARM},
    {"Rotate the body and both arms. That changes three local matrices, and no rest matrix. "
     "The translucent figure is the rest pose: it stays behind, and shows where each bone would return to.",
     set_pose, POSED, BP_COUNT(POSED), .bone = ARM, .seconds = 1.4f, .pictured = true},
    {"Rest can be set, for example to an idle pose. The left arm's rest is 100° now, so the arm of the rest pose has risen. "
     "The character hasn't moved: a rest matrix waits until a bone returns to it.",
     set_rest, UNUSED, BP_COUNT(UNUSED), &MOVES, .bone = ARM, .seconds = 1.2f},
    {"Now the left arm returns to rest. This is one bone's call, so the body and the other arm keep their pose. "
     "Then compare it with the arm of the rest pose.",
     return_arm, ONE, BP_COUNT(ONE), &WHERE, .bone = ARM, .seconds = 1.2f, .pictured = true},
    {"Return the whole skeleton. Every bone copies its rest matrix into its local matrix. "
     "The body and the right arm go back to their bind, because their rest is a copy of it. The left arm stays up.",
     return_all, ALL, BP_COUNT(ALL), .bone = RIGHT, .seconds = 1.4f, .pictured = true},
    {"Rest has to start as something, and a bone is made with two matrices that it could copy: its bind, and its local. "
     "As long as they are equal, you can't tell which. So here is a second character, made with a raised left arm.",
     add_rotated, NULL, 0, &STARTS_AS, .readouts = ROTATED, .readout_count = 2, .bone = ARM, .stage = MADE_ROTATED},
    {"Return it to rest: its arm goes down to its bind. The page describes it so, and this "
     "course follows it. Babylon.js itself, \"the engine\", starts rest as local: press K, then P, and the arm stays up.",
     return_rotated, STARTS, BP_COUNT(STARTS), .readouts = ROTATED, .readout_count = 2, .bone = ARM, .stage = MADE_ROTATED, .seconds = 1.2f},
};

const bp_lesson_plan bp_lesson = {
    .number = 7,
    .name = "07_rest_pose",
    .title = "The rest pose",
    .summary = "A local matrix to come back to, which nothing else uses.",
    .difficulty = 1,
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_FINAL | BP_MATRIX_BIND | BP_MATRIX_REST,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.goal = "You will be able to give a bone a rest pose, return it there, and say what that changes and what it doesn't.",
              .learned = {"Rest is a local matrix, relative to the parent. Until you set it, it is a copy of the bind.",
                          "No other matrix is computed from rest, so setting it moves nothing.",
                          "Returning to rest copies it into local: for one bone, or for the whole skeleton.",
                          "In Babylon.js itself rest starts as a copy of the local matrix that the bone was made with."},
              .next = "Stale absolutes",
              .teaches = "The purpose of the rest matrix, its first value, and why setting it moves nothing.",
              .prerequisites = "03_bind_pose",
              .try_this = {"At step 2 take an arm and rotate it: the rest pose stays, whatever you do.",
                           "At step 3 rotate the body: the translucent arms don't follow, because the body has a rest too.",
                           "At step 7 press K, then P, and compare the left arm's rest and local."},
              .questions = {"You set a bone's rest while it is posed. What changes on the screen, and why?",
                            "One arm returns to rest, and its parent doesn't. Does the arm end where it is in the rest pose?",
                            "When would you want a rest pose that isn't the bind pose?"}},
};
