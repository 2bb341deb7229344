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
#include <bindpose/bindpose.h>

#define ARM "boneArmLeft"
#define BODY "boneBody"

static void setup(bp_world *world) {
    bp_world_add_character(world, "The page's character", "three boxes, three bones", BP_BIND_NATURAL);
    bp_world_note(world, 0, "local: T(0.5, 1.5, 0) Rz 30° = bind");
}

static void rotate_arm(bp_world *world, float degrees) {
    bp_world_rotate(world, 0, ARM, (bp_vec3){0, 0, 1}, degrees);
    bp_world_note(world, 0, "local: T(0.5, 1.5, 0) Rz %.4g°", (double)degrees);
}
static void rotate_away(bp_world *world, float t) { rotate_arm(world, 30 + 60 * t); }
static void rotate_back(bp_world *world, float t) { rotate_arm(world, 90 - 60 * t); }
static void raise_bind(bp_world *world, float t) {
    bp_bone *body = bp_world_bone(world, 0, BODY);
    bp_bone_set_bind(body, bp_mat4_translation((bp_vec3){0, t, 0}), &world->error);
    bp_world_note(world, 0, "bind of the body: T(0, %.4g, 0)", (double)t);
}

/* clang-format off */
static const bp_readout READOUTS[] = {
    {"largest entry of final - I", bp_measure_identity_error, {0, 0, 0, bp_bone_final}, "%.2g", "over all bones"},
    {"final rotation, left arm", bp_measure_rotation_z, {0, 0, ARM, bp_bone_final}, "%.1f°", NULL},
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
    "The local rotation goes from 30° to 90°. By how much does the mesh's arm rotate?", .answer = 60, .unit = "degrees",
    .right = "90 - 30 = 60: the bind is the pose that counts as \"not moved\".",
    .wrong = {{90, "That is the local angle. The bind's 30° count as not moved, so subtract them."},
              {120, "The bind is removed, not added: 90 - 30."},
              {30, "That is the bind. The arm moves by the difference from it."}},
    .hint = "Final is local with the bind removed: 90 - ?"};
static const bp_question INVERSE_ANGLE = {
    "The bind rotates by 30°. By how much does its inverse rotate?", .answer = -30, .unit = "degrees",
    .right = "The inverse undoes: 30 - 30 = 0.",
    .wrong = {{30, "Doing it twice gives 60°, not nothing."},
              {330, "The same direction in the end, but we count from -180 to 180: -30."},
              {60, "The inverse undoes the rotation: together they must be 0."}},
    .hint = "Bind, then inverse bind, must leave everything where it was."};

static const bp_step STEPS[] = {
    {"Each bone is made with a transform: its bind. The left arm's is a rotation of 30° at the shoulder, so the bone lies in the arm.",
     NULL, MADE, BP_COUNT(MADE), .readouts = READOUTS, .readout_count = 2, .bone = ARM},
    {"Rotate the bone to 90°. The mesh rotates by less, because the bind counts as \"not moved\".",
     rotate_away, ROTATED, BP_COUNT(ROTATED), &FINAL_ANGLE, .bone = ARM},
    {"Back to the bind. If every local equals its bind, nothing moves: final is the identity.",
     rotate_back, BACK, BP_COUNT(BACK), .bone = ARM},
    {"The inverse removes the bind: it is stored as the absolute inverse bind matrix. Look at its angle and its last row.",
     NULL, INVERSE, BP_COUNT(INVERSE), &INVERSE_ANGLE, .bone = ARM},
    {"Now bind the body 1 m higher: the bones rise, the mesh stays. The arm's own bind doesn't change; its absolute bind does, because it includes the body's.",
     raise_bind, RAISED, BP_COUNT(RAISED), .bone = ARM},
};

const bp_lesson_plan bp_lesson = {
    .number = 3,
    .name = "03_bind_pose",
    .title = "The bind pose",
    .summary = "The pose in which nothing is moved, and the matrix that removes it.",
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_FINAL | BP_MATRIX_BIND | BP_MATRIX_ABSOLUTE_BIND |
                BP_MATRIX_ABSOLUTE_INVERSE_BIND,
    .difficulty = 1,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.teaches = "What the bind matrix is, why a bone in its bind pose moves nothing, and how absolute bind "
                         "and its inverse follow from it.",
              .prerequisites = "02_seven_matrices",
              .try_this = {"Rotate the body with Up and Down: the arm's local stays, its final changes.",
                           "Press C and find the translation in the last column."},
              .questions = {"Why does a skeleton keep the inverse of the absolute bind, and not of the bind?"}},
};
