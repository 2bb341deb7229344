/* A bone's length: which code uses it, and which doesn't (claims 3, 4, 5 and 44).
 *
 * First the page's character with its lengths unset. From the body's joint to its first child, the left
 * shoulder (0.5, 1.5, 0), it is sqrt(0.25 + 2.25) = 1.5811. The arm's bone runs along its -Y, rotated by 30 degrees: its
 * tip is 2 m from (0.5, 1.5, 0) along (sin 30, -cos 30) = (0.5, -0.8660): at (1.5, -0.2321, 0).
 *
 * A rotation from 30 to 75 degrees changes 4 entries of the arm's local matrix (cos, sin, -sin, cos), 4 of its absolute,
 * and 6 of its final, whose translation S - S R45 was 0 before: 14 in all. A length changes none.
 *
 * Then two bones of 1.5 m. With the target 2.4 m away on the right they make an isosceles triangle; half of its
 * base is 1.2, and 1.2 / 1.5 = 0.8 = cos 36.87, so the elbow is at (1.2, 0.9, 0), and the second bone is rotated against
 * the first one by both angles at the base: 73.74 degrees (about its Z, which points away from us because the pole is
 * below). Targets beyond 3 m are out of reach. */
#include "shared/painted_marks.h"
#include "rig/engine.h"
#include <bindpose/bindpose.h>
#include <bindpose/lesson_session.h>
#include <math.h>
#include <string.h>

#define BODY "boneBody"
#define ARM "boneArmLeft"
#define SECOND "joint1"
enum { LINES, REACH = 0 };                     /* one stage, in turn: the character, then the arm */
static const bp_vec3 ROOT = {-1.2f, -1.6f, 0}; /* of the arm, in the world */

static void setup(bp_world *world) {
    bp_world_add_character(world, "The page's character", "three bones and their lengths", BP_BIND_NATURAL);
    bp_stage *arm = bp_world_add_ik_arm(world, "Two bones and a target", "the second one is a leaf", 1.5f);
    if (world->error.kind != BP_ERROR_NONE) return;
    for (size_t i = 0; i < BP_CHARACTER_BONES; i++)
        bp_bone_unset_length(bp_skeleton_bone_by_id(world->stages[LINES].skeleton, i));
    bp_bone_set_position(bp_world_bone(world, 1, "target"), (bp_vec3){0, 3.3f, 0});
    bp_node *pole = bp_world_add_node(world, 1, "pole", NULL);
    if (pole) bp_node_set_position(pole, (bp_vec3){0, -2.15f, 0});
    bp_figure_set_world(arm->figure, bp_mat4_translation(ROOT));
    world->camera.eye = (bp_vec3){0, 2, 8.5f};
    bp_world_note(world, 0, "lengths: none set"), bp_world_note(world, 1, "joint1: no length");
    world->stage_count = 1; /* the arm waits until step 5 */
}
static void show_arm(bp_world *world) {
    world->stage_count = 2;
    bp_world_show_stages(world, 1, 1);
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
static void set_second(bp_world *world, float t) { set_length(world, REACH, SECOND, 1.5f * t); }

/* Moves the target there and lets the two bones reach for it; the elbow keeps away from the pole. */
static void reach(bp_world *world, bp_vec3 target) {
    bp_bone *second = bp_world_bone(world, REACH, SECOND);
    if (world->error.kind != BP_ERROR_NONE || !bp_bone_has_length(second)) return;
    bp_ik *ik = bp_ik_create(world->context, second, &(bp_ik_options){.pole_fixed = true}, &world->error);
    if (!ik) return;
    bp_ik_set_target(ik, target);
    bp_ik_set_pole(ik, bp_vec3_sub(bp_node_position(world->stages[REACH].nodes[0]), ROOT));
    bp_ik_update(ik, NULL, &world->error);
    bp_bone_set_position(bp_world_bone(world, REACH, "target"), bp_ik_read(ik).target);
    bp_world_note(world, REACH, "target (%.3g, %.3g, %.3g): elbow bent by %.2f°", (double)target.x,
                  (double)target.y, (double)target.z, fabs((double)bp_degrees(bp_ik_read(ik).bend)));
    bp_ik_destroy(ik);
}
/* Nearer, while the arm lies low. */
static void aim(bp_world *world, float nearer) {
    world->camera.eye = bp_vec3_mix((bp_vec3){0, 2, 8.5f}, (bp_vec3){0.2f, 0.9f, 6.4f}, nearer);
    world->camera.target = bp_vec3_mix((bp_vec3){0, 0, 0}, (bp_vec3){0.2f, -0.7f, 0}, nearer);
}
static void reach_target(bp_world *world, float t) {
    aim(world, t);
    reach(world, (bp_vec3){2.4f * t, 3.3f * (1 - t), 0});
}
/* How far it reaches, and the pole, which can be dragged. */
static void paint_reach(bp_world *world, bp_painter *painter) {
    if (bp_paint_stage(painter) != REACH) return;
    bp_angle_arc arc = {.name = "reach: 3 m", .center = ROOT, .radius = 3, .from = 85, .to = 200, .of_ghost = true};
    bp_mark_arc(painter, &arc);
    bp_mark_nodes(world, painter);
}
static void reach_too_far(bp_world *world, float t) {
    aim(world, 1 - t);
    reach(world, (bp_vec3){2.4f + 1.2f * t, 0, 0});
    if (t <= 0) return; /* while the question is open */
    world->paint = paint_reach;
}

/* ---- what the student drags: target and pole ---- */

static bp_vec3 target_position(bp_world *world) {
    return bp_vec3_add(bp_bone_position(bp_world_bone(world, REACH, "target")), ROOT);
}
static void set_target(bp_world *world, bp_vec3 position) { reach(world, bp_vec3_sub(position, ROOT)); }
static bp_vec3 pole_position(bp_world *world) { return bp_node_position(world->stages[REACH].nodes[0]); }
static void set_pole(bp_world *world, bp_vec3 position) {
    bp_node_set_position(world->stages[REACH].nodes[0], position);
    set_target(world, target_position(world));
}

/* ---- what an answer would look like ---- */

/* The elbow below the line to the target, above it, or no elbow: the arm straight, past the target. */
enum { BELOW, ABOVE, PAST };
static void show_elbow(bp_world *world, int option) {
    bp_node *pole = world->stages[REACH].nodes[0];
    bp_vec3 right = bp_node_position(pole);
    if (option == BELOW) bp_node_set_position(pole, (bp_vec3){0, -0.4f, 0});
    reach(world, (bp_vec3){option == PAST ? 3.0f : 2.4f, 0, 0});
    bp_bone_set_position(bp_world_bone(world, REACH, "target"), (bp_vec3){2.4f, 0, 0});
    bp_node_set_position(pole, right);
    bp_world_note(world, REACH, "target (2.4, 0, 0)");
    world->paint = bp_mark_nodes; /* the pole */
}
/* Two bones in one line towards +X, the tip `metres` from the root: what an answer would need. */
static void pose_straight(bp_skeleton *copy, float metres) {
    bp_bone *first = bp_skeleton_find(copy, "joint0"), *second = bp_skeleton_find(copy, SECOND);
    if (!first || !second) return;
    bp_bone_set_rotation(first, bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(-90)));
    bp_bone_set_rotation(second, bp_quat_identity());
    bp_bone_set_scale(first, (bp_vec3){1, metres / 3, 1});
}

/* 1 if a controller can be made for the bone; 0 if the error names the bone. */
static void measure_controller(bp_world *world, const bp_measure_args *args, float *values) {
    bp_error error = {0};
    bp_ik *ik = bp_ik_create(world->context, bp_world_bone(world, args->stage, args->bone), NULL, &error);
    values[0] = ik ? 1 : strstr(error.place, args->bone) ? 0 : -1;
    bp_ik_destroy(ik);
}

/* clang-format off */
static const bp_readout READOUTS[] = {
    {"length of the body", bp_measure_bone_length, {LINES, 0, BODY, 0}, "%.3f m", NULL},
    {"length of the left arm", bp_measure_bone_length, {LINES, 0, ARM, 0}, "%.3f m", "0: none"},
};
static const bp_readout REACHING[] = {
    {"elbow, bent by", bp_measure_rotation_z, {REACH, 0, SECOND, bp_bone_local}, "%.2f°", NULL},
    {"tip, from the root along X", bp_measure_bone_tip, {REACH, 0, SECOND, 0}, "%.2f m", NULL},
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
     measure_controller, {REACH, 0, SECOND, 0}, .expected = {1}, .unit = "(1: made, 0: refused)"}};
static const bp_claim REACHED[] = {
    {0, "The tip is at the target ...", bp_measure_bone_tip, {REACH, 0, SECOND, 0}, 3, {2.4f, 0, 0}, .unit = "m"},
    {0, "... the elbow above the middle of the way, at (1.2, 0.9, 0) ...", bp_measure_position, {REACH, 0, SECOND, bp_bone_chain}, 3, {1.2f, 0.9f, 0}, .unit = "m"},
    {0, "... and the second bone is rotated by 73.74° against the first.", bp_measure_rotation_z, {REACH, 0, SECOND, bp_bone_local}, .expected = {73.739795f}, .unit = "degrees"},
};
static const bp_claim STRAIGHT[] = {{0, "The target is 3.6 m away, the tip stops at 3 m: both bones in one line.",
     bp_measure_bone_tip, {REACH, 0, SECOND, 0}, 3, {3, 0, 0}, .unit = "m"}};
static const bp_handle TARGET[] = {
    {"target", REACH, target_position, set_target, .normal = {0, 0, 1}},
    {"pole", REACH, pole_position, set_pole, .normal = {0, 0, 1}},
};
static const bp_question HOW_LONG = {
    "The body's bone has two children, the arms, and no length of its own. How long is it?",
    .kind = BP_QUESTION_CHOICE, .answer = 2,
    .caption = "The page's character has three bones, and no length is set for any of them.",
    .options = {"It has none, like every bone without a set length.", "As high as the body's box: 2 m.",
                "As long as the distance to its first child."},
    .right = "Its first child is the left arm, 1.58 m away at the shoulder. Lines go to all children; the length is the one to the first.",
    .wrong = {{0, "That is true of a leaf. A bone with a child can use the child's position."},
              {1, "A skeleton knows nothing of boxes. It knows bones and their children."}},
    .hint = "What does a bone know about where it ends?"};
static const bp_question ELBOW = {
    "The target will go to 2.4 m on the right, and the elbow keeps away from the pole. Which picture will you see?",
    .kind = BP_QUESTION_CHOICE, .answer = ABOVE, .stage = REACH, .picture = show_elbow,
    .caption = "The target moves to 2.4 m on the right. The two lengths and the distance make one triangle, and it can lie on either side.",
    .options = {"the elbow below", "the elbow above", "straight, past the target"},
    .right = "The tip touches the target, and the elbow is on the side away from the pole.",
    .wrong = {{BELOW, "That reaches the target too. But the pole pushes the elbow to the other side."},
              {PAST, "Both bones together are 3 m long, the target is at 2.4 m: so the elbow must bend."}},
    .hint = "Two triangles have these three sides. The pole chooses one."};
static const bp_question TOO_FAR = {
    "Both bones are 1.5 m long. The target moves on, to 3.6 m. How far from the root will the tip be?",
    .answer = 3, .tolerance = 0.02f, .unit = "m", .stage = REACH, .pose = pose_straight,
    .caption = "The target moves on, along X.",
    .right = "Straight, the two bones reach 1.5 + 1.5 = 3 m and no more.",
    .wrong = {{3.6f, "That is where the target is. Would the bones have to stretch?"},
              {2.4f, "That is where the tip is now. The arm can still straighten."},
              {1.5f, "That is one bone. There are two."}},
    .hint = "How long are both bones in one line?"};

static const bp_step STEPS[] = {
    {"Three bones, and no length is set. The view draws a line from the body's bone to each of its children. "
     "The arms are leaves: they have no child to point to, so they show a point and no line.",
     NULL, UNSET, BP_COUNT(UNSET), .question = &HOW_LONG, .stage = LINES, .bone = BODY, .pictured = true},
    {"Now we set the body's length to 1.5 m. A length that is set wins over the distance to a child: "
     "one line, straight up along the bone's own Y axis.",
     set_body, SET, BP_COUNT(SET), .readouts = READOUTS, .readout_count = BP_COUNT(READOUTS), .stage = LINES, .bone = BODY},
    {"The left arm is a leaf, so only a length that we set gives it a line and a tip. "
     "We set -2 m: it is negative because the arm runs along its bone's -Y.",
     grow_arm, TIP, BP_COUNT(TIP), .stage = LINES, .bone = ARM},
    {"Now a wrong length, -3.5 m. The line grows past the hand. Look at the matrices: no number changes, and the mesh stays. "
     "No matrix is computed from a length.",
     stretch_arm, UNUSED, BP_COUNT(UNUSED), .stage = LINES, .bone = ARM, .pictured = true},
    {"Which code needs a length, then? Here are two bones and a target. Inverse kinematics finds the rotations that bring the tip to the target, "
     "so it must know where the second bone ends. That bone is a leaf: we give it its length, 1.5 m.",
     set_second, ALLOWED, BP_COUNT(ALLOWED), .readouts = REACHING, .readout_count = BP_COUNT(REACHING), .stage = REACH, .bone = SECOND, .arrange = show_arm},
    {"The target goes to 2.4 m on the right, and the two bones reach for it. Their lengths and the distance make one triangle; "
     "the pole decides on which side the elbow is. Drag the target, then the pole.",
     reach_target, REACHED, BP_COUNT(REACHED), .question = &ELBOW, .handles = TARGET, .handle_count = BP_COUNT(TARGET),
     .stage = REACH, .bone = SECOND, .seconds = 1.5f, .pictured = true},
    {"The target goes on to 3.6 m. The two lengths add up to 3 m, so the arm straightens towards the target and stops there. "
     "Drag the target round: within 3 m the tip follows it, beyond it only points.",
     reach_too_far, STRAIGHT, BP_COUNT(STRAIGHT), .question = &TOO_FAR, .handles = TARGET, .handle_count = BP_COUNT(TARGET),
     .stage = REACH, .bone = SECOND},
};

const bp_lesson_plan bp_lesson = {
    .number = 16, .name = "16_length_and_ik",
    .title = "How does a hand find its target?",
    .summary = "A number that no matrix uses, but inverse kinematics needs.",
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_ABSOLUTE | BP_MATRIX_FINAL,
    .difficulty = 2, .setup = setup,
    .steps = STEPS, .step_count = BP_COUNT(STEPS),
    .text = {.goal = "You will be able to say where a bone's length comes from, and to make an arm reach for a target.",
              .learned = {"A bone's length is the one that you set, or else the distance to its first child. A leaf has none of its own.",
                          "No matrix is computed from a length: the mesh doesn't change with it.",
                          "Inverse kinematics needs the length: with two bones and a target it solves one triangle.",
                          "The pole chooses between the two triangles with these sides. Beyond both lengths the arm only points."},
              .next = "Why does a twisted wrist collapse?",
              .teaches = "Where a bone's length comes from, what it is for, and how two bones of known length reach a target.",
              .prerequisites = "03_bind_pose",
              .try_this = {"Drag the target in a circle of 2 m around the root: the elbow's angle stays.",
                           "Bring the target nearer, then drag the pole above the arm: the elbow changes sides.",
                           "Take the first bone by its flesh: the tip leaves the target, because the controller runs only when target or pole move."},
              .questions = {"Where would the elbow be with the pole above the arm?",
                            "Two bones are 1.5 m and 1 m long. Which targets can't they reach?",
                            "A bone's length is wrong in a file. What looks wrong, and what doesn't?"}},
};
