/* A bone's length: which code uses it, and which doesn't (claims 3, 4, 5 and 44).
 *
 * Stage 1, the page's character with its lengths unset. From the body's joint to its first child, the left
 * shoulder (0.5, 1.5, 0), it is sqrt(0.25 + 2.25) = 1.5811. The arm's bone runs along its -Y, rotated by 30 degrees: its
 * tip is 2 m from (0.5, 1.5, 0) along (sin 30, -cos 30) = (0.5, -0.8660): at (1.5, -0.2321, 0).
 *
 * A rotation from 30 to 75 degrees changes 4 entries of the arm's local matrix (cos, sin, -sin, cos), 4 of its absolute,
 * and 6 of its final, whose translation S - S R45 was 0 before: 14 in all. A length changes none.
 *
 * Stage 2, two bones of 1.5 m. With the target 2.4 m away on the right they make an isosceles triangle; half of its
 * base is 1.2, and 1.2 / 1.5 = 0.8 = cos 36.87, so the elbow is at (1.2, 0.9, 0), and the lower bone is rotated against
 * the upper one by both angles at the base: 73.74 degrees (about its Z, which points away from us because the pole is
 * below). Targets beyond 3 m are out of reach. */
#include <bindpose/bindpose.h>
#include <string.h>

#define BODY "boneBody"
#define ARM "boneArmLeft"
#define LOWER "joint1"
enum { LINES, REACH };

static void setup(bp_world *world) {
    bp_world_add_character(world, "The page's character", "three bones and their lengths", BP_BIND_NATURAL);
    bp_stage *arm = bp_world_add_ik_arm(world, "Two bones and a target", "the lower one is a leaf", 1.5f);
    if (world->error.kind != BP_ERROR_NONE) return;
    for (size_t i = 0; i < BP_CHARACTER_BONES; i++)
        bp_bone_unset_length(bp_skeleton_bone_by_id(world->stages[LINES].skeleton, i));
    bp_bone_set_position(bp_world_bone(world, REACH, "target"), (bp_vec3){0, 3.3f, 0});
    bp_figure_set_world(arm->figure, bp_mat4_translation((bp_vec3){-1.2f, -1.6f, 0}));
    world->camera.eye = (bp_vec3){0, 2, 8.5f};
    bp_world_note(world, LINES, "lengths: none set"), bp_world_note(world, REACH, "joint1: no length");
}

static void set_length(bp_world *world, int stage, const char *bone, float length) {
    bp_bone_set_length(bp_world_bone(world, stage, bone), length);
    bp_world_note(world, stage, "%s: length %.4g", bone, (double)length);
}
static void set_body(bp_world *world, float t) {
    set_length(world, LINES, BODY, bp_mix(1.5811388f, 1.5f, t));
}
static void grow_arm(bp_world *world, float t) { set_length(world, LINES, ARM, -2 * t); }
static void stretch_arm(bp_world *world, float t) { set_length(world, LINES, ARM, -2 - 1.5f * t); }
static void set_lower(bp_world *world, float t) { set_length(world, REACH, LOWER, 1.5f * t); }

/* Moves the target there and lets the two bones reach for it; the elbow keeps away from the pole, below. */
static void reach(bp_world *world, float x, float y) {
    bp_bone *lower = bp_world_bone(world, REACH, LOWER);
    bp_ik *ik = bp_ik_create(world->context, lower, &(bp_ik_options){.pole_fixed = true}, &world->error);
    if (!ik) return;
    bp_ik_set_target(ik, (bp_vec3){x, y, 0});
    bp_ik_set_pole(ik, (bp_vec3){1.2f, -5, 0});
    bp_ik_update(ik, &world->error);
    bp_bone_set_position(bp_world_bone(world, REACH, "target"), bp_ik_read(ik).target);
    bp_world_note(world, REACH, "target (%.4g, %.4g, 0): rotated by %.4g°", (double)x, (double)y,
                  -(double)bp_degrees(bp_ik_read(ik).bend));
    bp_ik_destroy(ik);
}
static void reach_target(bp_world *world, float t) { reach(world, 2.4f * t, 3.3f * (1 - t)); }
static void reach_too_far(bp_world *world, float t) { reach(world, 2.4f + 1.2f * t, 0); }

/* 1 if a controller can be made for the bone; 0 if the error names the bone. */
static void measure_controller(bp_world *world, const bp_measure_args *args, float *values) {
    bp_error error = {0};
    bp_ik *ik =
        bp_ik_create(world->context, bp_world_bone(world, args->stage, args->bone), NULL, &error);
    values[0] = ik ? 1 : strstr(error.place, args->bone) ? 0 : -1;
    bp_ik_destroy(ik);
}

/* clang-format off */
static const bp_readout READOUTS[] = {
    {"length of the body", bp_measure_bone_length, {LINES, 0, BODY, 0}, "%.4f m", "stage 1"},
    {"length of the left arm", bp_measure_bone_length, {LINES, 0, ARM, 0}, "%.4f m", "stage 1; 0 = none"},
};
static const bp_readout ROTATED[] = {
    {"angle of the lower bone", bp_measure_rotation_z, {REACH, 0, LOWER, bp_bone_local}, "%.2f°", NULL},
    {"x of its tip", bp_measure_bone_tip, {REACH, 0, LOWER, 0}, "%.4f m", NULL},
};
static const bp_claim UNSET[] = {
    {4, "A bone with a child, and no length set, reaches to its first child: 1.5811 m.", bp_measure_bone_length, {LINES, 0, BODY, 0}, 2, {1.5811388f, 1}, .unit = "m, (1: yes)", .holds_before = true},
    {4, "A leaf without a length has none.", bp_measure_bone_length, {LINES, 0, ARM, 0}, 2, {0, 0}, .unit = "m, (1: yes)", .holds_before = true},
};
static const bp_claim SET[] = {{4, "A length that is set wins.", bp_measure_bone_length, {LINES, 0, BODY, 0}, 2, {1.5f, 1}, .unit = "m, (1: yes)"}};
static const bp_claim TIP[] = {
    {5, "With its length the left arm's bone has a tip, at (1.5, -0.2321, 0).", bp_measure_bone_tip, {LINES, 0, ARM, 0}, 3, {1.5f, -0.2320508f, 0}, .unit = "m"},
    {44, "Its line goes from its position, the shoulder, along its length.", bp_measure_bone_ends, {LINES, 0, ARM, 0}, 6, {0.5f, 1.5f, 0, 1.5f, -0.2320508f, 0}, .unit = "m"},
};
static const bp_claim UNUSED[] = {
    {0, "The line is longer: its tip is 3.5 m from the shoulder, at (2.25, -1.5311, 0).",
     bp_measure_bone_tip, {LINES, 0, ARM, 0}, 3, {2.25f, -1.5310889f, 0}, .unit = "m"},
    {3, "Of the 112 entries of its seven matrices a length changes none; a rotation changes 14.",
     bp_measure_changed_entries, {LINES, 0, ARM, 0}, 2, {0, 14}, .unit = "entries", .holds_before = true},
};
static const bp_claim ALLOWED[] = {{5, "With a length for the leaf a controller can be made; before, that was an error with the bone's name.",
     measure_controller, {REACH, 0, LOWER, 0}, .expected = {1}, .unit = "(1: made, 0: refused)"}};
static const bp_claim REACHED[] = {
    {0, "The tip is at the target ...", bp_measure_bone_tip, {REACH, 0, LOWER, 0}, 3, {2.4f, 0, 0}, .unit = "m"},
    {0, "... the elbow above the middle of the way, at (1.2, 0.9, 0) ...", bp_measure_position, {REACH, 0, LOWER, bp_bone_chain}, 3, {1.2f, 0.9f, 0}, .unit = "m"},
    {0, "... and the lower bone is rotated by 73.74° against the upper.", bp_measure_rotation_z, {REACH, 0, LOWER, bp_bone_local}, .expected = {73.739795f}, .unit = "degrees"},
};
static const bp_claim STRAIGHT[] = {{0, "The target is 3.6 m away, the tip stops at 3 m: both bones in one line.",
     bp_measure_bone_tip, {REACH, 0, LOWER, 0}, 3, {3, 0, 0}, .unit = "m"}};
static const bp_question HOW_LONG = {
    "The body's length is not set. Its first child is at (0.5, 1.5, 0) from it: how long is it?", .answer = 1.5811f, .unit = "m",
    .right = "The distance to its first child: the root of 0.25 + 2.25.",
    .wrong = {{1.5f, "That is the child's height, and what the page sets. Unset, it is the distance."},
              {0, "A leaf would have none. The body has children."},
              {2.5f, "That is the square of it."}},
    .hint = "How far is (0.5, 1.5, 0) from (0, 0, 0)?"};
static const bp_question ELBOW = {
    "Two bones of 1.5 m, the target 2.4 m away; cos 36.87° = 0.8. By how many degrees is the lower bone rotated against the upper one?",
    .answer = 73.74f, .tolerance = 0.02f, .unit = "degrees",
    .right = "36.87° up with the first bone, then by twice as much down: 73.74°.",
    .wrong = {{36.87f, "That is one angle at the base. The elbow's outer angle is both together."},
              {106.26f, "That is the inner angle at the elbow. Straight on would be 0°."},
              {53.13f, "That is half of the inner angle. Start from the base: cos = 1.2 / 1.5."}},
    .hint = "Half of the triangle has sides 1.2, 0.9, 1.5. The outer angle is the sum of the two at the base."};

static const bp_step STEPS[] = {
    {"Stage 1: three bones, and no length is set. The body's line goes to each child; the arms have none to show.",
     NULL, UNSET, BP_COUNT(UNSET), &HOW_LONG, READOUTS, BP_COUNT(READOUTS), .stage = LINES, .bone = BODY},
    {"Set the body's length to 1.5 m, as on the page. A length that is set wins: one line, straight up.",
     set_body, SET, BP_COUNT(SET), .stage = LINES, .bone = BODY},
    {"The left arm is a leaf: only an explicit length gives it a line and a tip. It is -2, since the arm runs along its bone's -Y.",
     grow_arm, TIP, BP_COUNT(TIP), .stage = LINES, .bone = ARM},
    {"Now a wrong length, -3.5 m. The line grows, and no number in the seven matrices changes: the mesh stays.",
     stretch_arm, UNUSED, BP_COUNT(UNUSED), .stage = LINES, .bone = ARM},
    {"Who uses it? Stage 2: a controller for inverse kinematics must know where its lower bone ends, so the leaf gets a length.",
     set_lower, ALLOWED, BP_COUNT(ALLOWED), .readouts = ROTATED, .readout_count = BP_COUNT(ROTATED), .stage = REACH, .bone = LOWER},
    {"The target goes to 2.4 m on the right, and the two bones reach for it. Three sides make one triangle.",
     reach_target, REACHED, BP_COUNT(REACHED), &ELBOW, .stage = REACH, .bone = LOWER},
    {"On to 3.6 m. The two lengths add up to 3 m and no more: the arm stretches towards the target and stops.",
     reach_too_far, STRAIGHT, BP_COUNT(STRAIGHT), .stage = REACH, .bone = LOWER},
};

const bp_lesson_plan bp_lesson = {
    .number = 16, .name = "16_length_and_ik",
    .title = "Length, and what needs it",
    .summary = "A number that no matrix uses, but inverse kinematics needs.",
    .difficulty = 2, .setup = setup,
    .steps = STEPS, .step_count = BP_COUNT(STEPS),
    .text = {.teaches = "Where a bone's length comes from, what it is for, and how two bones of known length reach a target.",
              .prerequisites = "03_bind_pose",
              .try_this = {"Rotate joint0 on stage 2 with Up and Down: the tip leaves the target, because the controller runs only in the step."},
              .questions = {"Where would the elbow be with the pole above the arm?",
                            "Which target nearer than 3 m can two bones of 1.5 m and 1 m not reach?"}},
};
