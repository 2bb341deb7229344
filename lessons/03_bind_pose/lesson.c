/* The bind pose: the pose in which the mesh is as modelled (claims 16 to 19, 45 and 60).
 *
 * The left arm's bone is made with a rotation of 30 degrees about Z and the translation (0.5, 1.5, 0). Row vectors:
 *
 *     B = [  c  s  0  0 ]   c = cos 30 = 0.8660      B^-1 = R(-30), and the translation
 *         [ -s  c  0  0 ]   s = sin 30 = 0.5         -(0.5, 1.5, 0) R(-30) = (-0.5 c - 1.5 s, 0.5 s - 1.5 c, 0)
 *         [  0  0  1  0 ]                            = (-1.1830, -1.0490, 0)
 *         [0.5 1.5 0  1 ]
 *
 * With the body bound 1 m higher, the arm's absolute bind is B times a translation by (0, 1, 0): (0.5, 2.5, 0). */
#include "shared/painted_marks.h"
#include "base/system.h"
#include <bindpose/bindpose.h>
#include <bindpose/lesson_session.h>
#include <math.h>
#include <stdio.h>

#define ARM "boneArmLeft"
#define BODY "boneBody"

/* The real character comes first and last, the boxes in between: the other one waits on a second stage,
 * which isn't shown. */
static void setup(bp_world *world) {
    char path[4096];
    if (!bp_asset_path("character.glb", path, sizeof path, &world->error)) return;
    bp_stage *real = bp_world_add_file(world, "A character", "in its bind pose", path);
    if (world->error.kind != BP_ERROR_NONE) return;
    /* Somewhat taller than the boxes, with its feet where they end. */
    bp_mat4 size = bp_mat4_scaling((bp_vec3){2.1f, 2.1f, 2.1f});
    bp_figure_set_world(real->figure, bp_mat4_mul(size, bp_mat4_translation((bp_vec3){0, -1.75f, 0})));
    bp_world_add_character(world, "Three boxes", "three bones", BP_BIND_NATURAL);
    world->stage_count = 1;
    world->show = BP_SHOW_MESH | BP_SHOW_BONES;
}
static void exchange_stages(bp_world *world) {
    bp_stage first = world->stages[0];
    world->stages[0] = world->stages[1];
    world->stages[1] = first;
}

/* Rotates the nodes of the real character's right arm from rest towards the clip "wave". */
static void wave(bp_world *world, float t) {
    enum { WAVE = 2, COUNT = 4 };
    static const char *const names[COUNT] = {"shoulder_right", "upper_arm_right", "forearm_right",
                                             "hand_right"};
    bp_node *nodes[COUNT];
    bp_quat waving[COUNT];
    for (int i = 0; i < COUNT; i++) nodes[i] = bp_bone_node(bp_world_bone(world, 0, names[i]));
    bp_world_sample_clip(world, 0, WAVE, 0.8);
    for (int i = 0; i < COUNT; i++) waving[i] = bp_node_rotation(nodes[i]);
    bp_world_sample_clip(world, 0, -1, 0);
    for (int i = 0; i < COUNT; i++)
        bp_node_set_rotation(nodes[i], bp_quat_slerp(bp_node_rotation(nodes[i]), waving[i], t));
    world->stages[0].subtitle = "waving";
    bp_world_add_ghost(world, 0, "bind pose", bp_ghost_in_bind, 0);
}

static float angle_z(bp_mat4 m) { return bp_degrees(bp_atan2(m.m[1], m.m[0])); }

/* Two arcs at the shoulder: local, from straight down in the body; and final, from the bind pose. Final is
 * -B + A, so the bind pose is at A - final. */
static void paint_arcs(bp_world *world, bp_painter *painter) {
    const bp_bone *arm = bp_world_bone(world, 0, ARM);
    if (bp_paint_stage(painter) != 0) return;
    float absolute = angle_z(bp_bone_chain(arm)), final = angle_z(bp_bone_final(arm)),
          local = angle_z(bp_bone_local(arm));
    bp_vec3 center = bp_mat4_position(bp_bone_chain(arm));
    center.z += 0.4f; /* in front of the arm */
    bp_angle_arc own = {.center = center, .radius = 0.8f, .from = absolute - local, .to = absolute};
    bp_angle_arc mesh = {
        .center = center, .radius = 1.3f, .from = absolute - final, .to = absolute, .of_ghost = true};
    snprintf(own.name, sizeof own.name, "local %.0f°", (double)local);
    snprintf(mesh.name, sizeof mesh.name, "mesh %.0f°", (double) final);
    bp_mark_arc(painter, &own);
    if (!(fabsf(final) < 0.5f)) bp_mark_arc(painter, &mesh);
}
static void note_arm(bp_world *world) {
    char local[80], bind[80];
    const bp_bone *arm = bp_world_bone(world, 0, ARM);
    bp_world_note(world, 0, "bind: %s   local: %s", bp_transform_text(bp_bone_bind(arm), bind, sizeof bind),
                  bp_transform_text(bp_bone_local(arm), local, sizeof local));
}
static void show_boxes(bp_world *world) {
    exchange_stages(world);
    world->show |= BP_SHOW_NAMES;
    world->write_notes = note_arm;
    world->paint = paint_arcs;
}
static void rotate_arm(bp_world *world, float degrees) {
    bp_world_rotate(world, 0, ARM, (bp_vec3){0, 0, 1}, degrees);
    bp_world_add_ghost(world, 0, "bind pose", bp_ghost_in_bind, 0);
}
static void rotate_away(bp_world *world, float t) { rotate_arm(world, 30 + 60 * t); }
static void rotate_back(bp_world *world, float t) { rotate_arm(world, 90 - 60 * t); }
/* Leans the body, the arms' parent. Local stays equal to bind in the arms, but not final to the identity. */
static void lean_body(bp_world *world, float t) {
    bp_world_rotate(world, 0, BODY, (bp_vec3){0, 0, 1}, 20 * t);
    bp_world_add_ghost(world, 0, "bind pose", bp_ghost_in_bind, 0);
    world->paint = NULL; /* the arcs would lie across the two figures */
}
static void stand_up(bp_world *world) { bp_world_rotate(world, 0, BODY, (bp_vec3){0, 0, 1}, 0); }
static void note_body(bp_world *world) {
    char bind[80], arm[80];
    bp_world_note(world, 0, "binds: body %s   arm %s",
                  bp_transform_text(bp_bone_bind(bp_world_bone(world, 0, BODY)), bind, sizeof bind),
                  bp_transform_text(bp_bone_bind(bp_world_bone(world, 0, ARM)), arm, sizeof arm));
}
static void raise_bind(bp_world *world, float t) {
    bp_bone *body = bp_world_bone(world, 0, BODY);
    bp_bone_set_bind(body, bp_mat4_translation((bp_vec3){0, t, 0}), &world->error);
    world->write_notes = note_body;
}
static void show_character(bp_world *world) {
    exchange_stages(world);
    world->show &= ~(unsigned)BP_SHOW_NAMES;
    world->write_notes = NULL;
    bp_world_sample_clip(world, 0, -1, 0); /* rest, which is the bind pose */
}

/* ---- answers ---- */

/* By how much the mesh's arm rotates: the options of FINAL_ANGLE. */
static const float ANGLES[] = {90, 60, 120, 30};
static void pose_by_option(bp_skeleton *copy, float option) {
    int i = option >= 0 && option < (float)BP_COUNT(ANGLES) ? (int)option : 0;
    bp_bone_set_rotation(bp_skeleton_find(copy, ARM),
                         bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(30 + ANGLES[i])));
}
/* The mesh stays; it rises with the bones; it sinks. */
static void raise_as(bp_world *world, int option) {
    raise_bind(world, 1);
    float y = option == 0 ? 1.0f : option == 1 ? 2.0f : 0.0f;
    bp_bone_set_position(bp_world_bone(world, 0, BODY), (bp_vec3){0, y, 0});
}

/* How many bones have the identity as final. */
static void measure_still(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_skeleton *skeleton = world->stages[args->stage].skeleton;
    const bp_mat4 identity = bp_mat4_identity();
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++) {
        bp_mat4 final = bp_bone_final(bp_skeleton_bone(skeleton, i));
        float largest = 0;
        for (int k = 0; k < 16; k++) largest = fmaxf(largest, fabsf(final.m[k] - identity.m[k]));
        values[0] += largest < 1e-3f;
    }
}

/* clang-format off */
static const bp_readout STILL[] = {{"finals that are the identity", measure_still, {0, 0, 0, 0}, "%.0f", "of 21 bones"}};
static const bp_readout READOUTS[] = {
    {"the bone's angle: local", bp_measure_rotation_z, {0, 0, ARM, bp_bone_local}, "%.1f°", "from straight down"},
    {"the mesh's angle: final", bp_measure_rotation_z, {0, 0, ARM, bp_bone_final}, "%.1f°", "from the bind pose"},
};

#define MADE_WITH {0.8660254f, 0.5f, 0, 0, -0.5f, 0.8660254f, 0, 0, 0, 0, 1, 0, 0.5f, 1.5f, 0, 1}
static const bp_claim MADE[] = {
    {16, "The bind matrix is the transform that the bone was made with.",
     bp_measure_matrix, {0, 0, ARM, bp_bone_bind}, 16, MADE_WITH, .holds_before = true},
    {60, "The local matrix starts equal to it.",
     bp_measure_matrix, {0, 0, ARM, bp_bone_local}, 16, MADE_WITH, .holds_before = true},
    {45, "The arm's bone starts at the shoulder and runs along the arm: parallel, 0.067 m off its axis.",
     bp_measure_arm_alignment, {0, 0, 0, 0}, 2, {0, 0.0670f}, 1e-4f, .unit = "degrees, m", .holds_before = true},
};
static const bp_claim ROTATED[] = {
    {0, "Local rotates by 90°, minus the bind's 30°: the mesh rotates by 60°.",
     bp_measure_rotation_z, {0, 0, ARM, bp_bone_final}, .expected = {60}, .unit = "degrees"},
};
static const bp_claim BACK[] = {
    {17, "With local = bind for every bone, every final matrix is the identity.",
     bp_measure_identity_error, {0, 0, 0, bp_bone_final}, .expected = {1e-6f}, .at_most = true},
};
static const bp_claim INVERSE[] = {
    {19, "The absolute inverse bind undoes it: a rotation by -30° ...",
     bp_measure_rotation_z, {0, 0, ARM, bp_bone_absolute_inverse_bind}, .expected = {-30}, .unit = "degrees", .holds_before = true},
    {19, "... and the translation (-1.1830, -1.0490, 0).",
     bp_measure_position, {0, 0, ARM, bp_bone_absolute_inverse_bind}, 3, {-1.1830127f, -1.0490381f, 0}, .unit = "m", .holds_before = true},
};
static const bp_claim RAISED[] = {
    {18, "The arm's absolute bind is its own bind times the body's: 1 m higher now.",
     bp_measure_position, {0, 0, ARM, bp_bone_absolute_bind}, 3, {0.5f, 2.5f, 0}, .unit = "m"},
    {18, "Its own bind has not changed.",
     bp_measure_position, {0, 0, ARM, bp_bone_bind}, 3, {0.5f, 1.5f, 0}, .unit = "m", .holds_before = true},
    {17, "Bones and bind moved together, so the mesh stays: every final matrix is the identity again.",
     bp_measure_identity_error, {0, 0, 0, bp_bone_final}, .expected = {1e-6f}, .at_most = true, .holds_before = true},
};

static const bp_question FINAL_ANGLE = {
    .text = "The bone's local rotation goes from 30° to 90°. By how much will the arm's mesh rotate?", .kind = BP_QUESTION_CHOICE, .answer = 1,
    .options = {"by 90°", "by 60°", "by 120°", "by 30°"}, .pose = pose_by_option,
    .caption = "Rotate the bone until its local angle is 90°: then it points straight to the side.",
    .right = "90° - 30° = 60°. The mesh was modelled with the arm at 30° already, so the bind's 30° count as \"not moved\".",
    .wrong = {{0, "That is the local angle. But the mesh was modelled with the arm at 30°, so the first 30° don't move it."},
              {2, "The bind's 30° are removed, not added: 90° - 30°."},
              {3, "That is the bind. The arm moves by the difference from it."}},
    .hint = "In the bind pose the bone is at 30°, and the mesh hasn't moved. How far is it from there to 90°?"};
static const bp_question WHICH_FINAL = {
    .text = "Every bone goes back to its bind. What will every final matrix be?", .kind = BP_QUESTION_CHOICE, .answer = 1,
    .caption = "Now rotate the arm back to its bind. Local will then equal bind, for every bone.",
    .options = {"the bone's bind", "the identity", "the bone's inverse bind"},
    .right = "The identity: it moves no vertex. The inverse bind and the bind cancel each other.",
    .wrong = {{0, "Then the arm's vertices would be rotated by another 30°. In the bind pose the mesh is as modelled."},
              {2, "That is half of it. After the inverse bind, absolute brings the vertices back."}},
    .hint = "In the bind pose the mesh looks as it was modelled. Which matrix leaves every vertex in place?"};
static const bp_question LEANING_FINAL = {
    .text = "The body will lean by 20°. The arm's local isn't touched: it still equals its bind. What will the arm's final be?", .kind = BP_QUESTION_CHOICE, .answer = 1,
    .caption = "Rotate the body by 20° about Z. The arms are its children.",
    .options = {"the identity", "a rotation by 20°", "a rotation by 50°"},
    .right = "The arm leans with the body. Final is the identity only if all bones above are in their binds, too.",
    .wrong = {{0, "Then the arm's mesh would stay where it is, while the body leans away from it."},
              {2, "The 30° are the arm's own, and they are in its bind: removed."}},
    .hint = "Where must the arm's mesh go, so that it stays at the shoulder?"};
static const bp_question RAISED_MESH = {
    .text = "The body's bind goes up by 1 m, and the bones with it. What will the mesh do?", .kind = BP_QUESTION_CHOICE, .answer = 0, .picture = raise_as,
    .caption = "A bind can be set later, too: bind the body 1 m higher.",
    .options = {"stay", "rise with the bones", "sink"},
    .right = "A new bind says: \"attach the mesh here\". Bones and bind move together, so every final stays the identity.",
    .wrong = {{1, "It would if only the bones moved. Here the bind moves with them."},
              {2, "The inverse bind alone would push it down by 1 m. But then absolute lifts it by 1 m."}},
    .hint = "Every bone is in its bind, before and after. What is final then?"};

static const bp_step STEPS[] = {
    {"A mesh is modelled in one pose, and in this pose the bones are put into it: the bind pose. Each bone stores where it was at that moment, as its bind matrix.",
     NULL, .bone = "upper_arm_right"},
    {"Now the character waves. The ghost is the bind pose: every vertex begins there, and its bones' final matrices take it to where you see it now.",
     wave, .bone = "upper_arm_right", .seconds = 1.2f, .pictured = true},
    {"The numbers, on three boxes. The left arm's bind is a rotation by 30° at the shoulder, (0.5, 1.5, 0), so the bone lies along the arm. Local begins as a copy of it: compare the two.",
     NULL, MADE, BP_COUNT(MADE), .bone = ARM, .arrange = show_boxes},
    {"Two angles count here: the bone's is 90°, from straight down, and the mesh's 60°, from the bind pose, the ghost. Rotate the arm yourself: they always differ by the bind's 30°.",
     rotate_away, ROTATED, BP_COUNT(ROTATED), &FINAL_ANGLE, .readouts = READOUTS, .readout_count = 2, .bone = ARM, .pictured = true},
    {"Back in its bind, the arm coincides with the ghost again. Local equals bind for every bone, so every final matrix is the identity and moves nothing. Look at final in the panel.",
     rotate_back, BACK, BP_COUNT(BACK), &WHICH_FINAL, .bone = ARM},
    {"The arm's final is the body's 20° now, although its own local still equals its bind: final counts all parents. The matrix that removes the bind is stored, the absolute inverse bind: -30°, and the shoulder goes to the origin. Rotate what you like, it stays.",
     lean_body, INVERSE, BP_COUNT(INVERSE), &LEANING_FINAL, .bone = ARM},
    {"Bones and bind rise together, so the mesh stays. The arm's own bind is relative to the body, and doesn't change. Its absolute bind does: it is bind times the parent's absolute bind.",
     raise_bind, RAISED, BP_COUNT(RAISED), &RAISED_MESH, .bone = ARM, .arrange = stand_up, .pictured = true},
    {"All of this holds for the 21 bones of the character. Take an arm and move it, away from the ghost and back: where mesh and ghost meet, final is the identity.",
     wave, .readouts = STILL, .readout_count = 1, .bone = "upper_arm_right", .seconds = 1.2f, .arrange = show_character},
};

const bp_lesson_plan bp_lesson = {
    .number = 3,
    .name = "03_bind_pose",
    .title = "The bind pose",
    .summary = "The pose in which the mesh was attached to its bones, and the matrix that removes it.",
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_FINAL | BP_MATRIX_BIND | BP_MATRIX_ABSOLUTE_BIND |
                BP_MATRIX_ABSOLUTE_INVERSE_BIND,
    .difficulty = 1,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.goal = "You will be able to say what a bind matrix is, and how far a mesh moves for a given local matrix.",
             .learned = {"The bind matrix is the bone's local matrix at the moment when the mesh was attached to it.",
                         "In the bind pose every final matrix is the identity: the mesh is as modelled. A bone in its bind still moves with its parents.",
                         "The mesh moves by the difference from the bind: local 90°, bind 30°, mesh 60°.",
                         "Final removes the bind with the absolute inverse bind, which includes the binds of all parents."},
             .next = "Any bind will do",
             .teaches = "The meaning of the bind matrix, why a bone in its bind pose moves nothing, and how absolute bind "
                         "and its inverse follow from it.",
             .prerequisites = "02_seven_matrices",
             .try_this = {"At step 4 rotate the body: the arm's local matrix stays, its final changes.",
                          "At step 7 rotate the body: the mesh rotates about the body's bone. Where is that bone now?"},
             .questions = {"Why does a skeleton keep the inverse of the absolute bind, and not of the bind?",
                           "A bone's bind rotates by 20° and its final by 50°, about one axis. By how much does its local rotate?",
                           "Every final matrix of a figure is the identity. What does the figure look like?"}},
};
