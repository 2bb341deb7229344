/* Removing the bind: the page says to subtract positions and angles and to divide scales. Stage 1 shows cases in which
 * that holds, stage 2 cases in which it fails (claims 48 to 51). Final is always B^-1 L.
 *
 * Position. B = R30 T(S), L = R30 T(S + d): B^-1 L = T(-S) R-30 R30 T(S + d) = T(d). But with L = R75 T(S) it is
 *   T(-S) R45 T(S): S - S R45 = (1.2071, 0.0858, 0), as lesson 05 derives, and not 0.
 * Angles. Euler order: roll (Z), then pitch (X), then yaw (Y). Rz(-30) Rx(40) has that order: (40, 0, -30). But the
 *   third row of Rx(-30) Rz(40) is (-0.5 sin 40, 0.5 cos 40, cos 30) = (-0.3214, 0.3830, 0.8660), which for any pitch p,
 *   yaw y is (cos p sin y, -sin p, cos p cos y): p = -22.521, y = atan(-0.3214 / 0.8660) = -20.361; its second column
 *   begins (sin 40, cos 30 cos 40) = cos p (sin r, cos r): r = 44.095.
 * Scales. S(2, 1, 1)^-1 S(4, 1, 1) = S(2, 1, 1). But rotated by R30, R-30 S(2, 1, 1) R30 = I + u u', u = (c, s) being
 *   the rotated X axis: 1 + c c = 1.75, c s = 0.4330, 1 + s s = 1.25. */
#include <bindpose/bindpose.h>

#define ARM "boneArmLeft"
enum { HOLDS, FAILS };
static const bp_vec3 X = {1, 0, 0}, Z = {0, 0, 1};

static void setup(bp_world *world) {
    bp_world_add_character(world, "Where the rule holds", "left arm, natural bind", BP_BIND_NATURAL);
    bp_world_add_character(world, "Where it fails", "left arm, natural bind", BP_BIND_NATURAL);
    for (int i = 0; i < 2; i++) bp_world_note(world, i, "local: T(0.5, 1.5, 0) Rz 30°");
}
static void set_matrices(bp_world *world, int stage, bp_mat4 bind, bp_mat4 local) {
    bp_bone *arm = bp_world_bone(world, stage, ARM);
    bp_bone_set_bind(arm, bind, &world->error);
    bp_bone_set_local(arm, local);
}
static void move(bp_world *world, float t) {
    bp_bone_set_position(bp_world_bone(world, HOLDS, ARM), (bp_vec3){0.5f + 0.5f * t, 1.5f + 0.5f * t, 0});
    bp_world_note(world, HOLDS, "local: T(%.3g, %.3g, 0) Rz 30°", 0.5 + 0.5 * (double)t,
                  1.5 + 0.5 * (double)t);
}
static void rotate(bp_world *world, float t) {
    set_matrices(world, FAILS, bp_left_arm_local(1, Z, 30), bp_left_arm_local(1, Z, 30 + 45 * t));
    bp_world_note(world, FAILS, "local: T(0.5, 1.5, 0) Rz %.3g°", 30 + 45 * (double)t);
}
static void rotate_in_order(bp_world *world, float t) {
    set_matrices(world, HOLDS, bp_left_arm_local(1, Z, 30), bp_left_arm_local(1, X, 40 * t));
    bp_world_note(world, HOLDS, "bind: Rz 30°   local: Rx %.3g°", 40 * (double)t);
}
static void rotate_out_of_order(bp_world *world, float t) {
    set_matrices(world, FAILS, bp_left_arm_local(1, X, 30), bp_left_arm_local(1, Z, 40 * t));
    bp_world_note(world, FAILS, "bind: Rx 30°   local: Rz %.3g°", 40 * (double)t);
}
static void scale_straight(bp_world *world, float t) {
    set_matrices(world, HOLDS, bp_left_arm_local(2, Z, 0), bp_left_arm_local(2 + 2 * t, Z, 0));
    bp_world_note(world, HOLDS, "bind: S(2, 1, 1)   local: S(%.3g, 1, 1)", 2 + 2 * (double)t);
}
static void scale_rotated(bp_world *world, float t) {
    set_matrices(world, FAILS, bp_left_arm_local(2, Z, 30), bp_left_arm_local(2 + 2 * t, Z, 30));
    bp_world_note(world, FAILS, "bind: S(2, 1, 1) Rz 30°   local: S(%.3g, 1, 1) Rz 30°", 2 + 2 * (double)t);
}
static void rotate_parent(bp_world *world, float t) {
    for (int i = 0; i < 2; i++) set_matrices(world, i, bp_left_arm_local(1, Z, 30), bp_left_arm_local(1, Z, 30));
    bp_world_rotate(world, FAILS, "boneBody", Z, 90 * t);
    bp_world_note(world, HOLDS, "local = bind, all bones");
    bp_world_note(world, FAILS, "arm: local = bind; body: Rz %.3g°", 90 * (double)t);
}
/* The upper left 2 x 2 of the bone's matrix. */
static void measure_corner(bp_world *world, const bp_measure_args *args, float *values) {
    bp_mat4 m = args->matrix(bp_world_bone(world, args->stage, args->bone));
    values[0] = m.m[0], values[1] = m.m[1], values[2] = m.m[4], values[3] = m.m[5];
}
/* clang-format off */
static const bp_readout POSITIONS[] = {
    {"final translation, x: stage 1", bp_measure_position, {HOLDS, 0, ARM, bp_bone_final}, "%.4f m", "subtracting: equal"},
    {"final translation, x: stage 2", bp_measure_position, {FAILS, 0, ARM, bp_bone_final}, "%.4f m", "subtracting: 0"}};
static const bp_readout ANGLES[] = {
    {"final pitch: stage 1", bp_measure_euler, {HOLDS, 0, ARM, bp_bone_final}, "%.2f°", "subtracting: 40°"},
    {"final pitch: stage 2", bp_measure_euler, {FAILS, 0, ARM, bp_bone_final}, "%.2f°", "subtracting: -30°"}};
static const bp_readout SCALES[] = {
    {"final, row 1 column 1: stage 1", measure_corner, {HOLDS, 0, ARM, bp_bone_final}, "%.4f", "dividing: 2"},
    {"final, row 1 column 1: stage 2", measure_corner, {FAILS, 0, ARM, bp_bone_final}, "%.4f", "dividing: 2"}};
static const bp_readout BIND_ANGLES[] = {
    {"inverse bind × local, angle: stage 2", bp_measure_bind_removed_locally, {FAILS, 0, ARM, bp_bone_final}, "%.1f°", NULL},
    {"arm's final, angle: stage 2", bp_measure_rotation_z, {FAILS, 0, ARM, bp_bone_final}, "%.1f°", NULL}};
static const bp_claim MOVED[] = {
    {48, "Rotated like its bind, the bone moves by the difference of the positions.", bp_measure_position, {HOLDS, 0, ARM, bp_bone_final}, 3, {0.5f, 0.5f, 0}, .unit = "m"}};
static const bp_claim ROTATED[] = {
    {48, "Rotated otherwise, equal positions don't cancel: final's translation is (1.2071, 0.0858, 0).", bp_measure_position, {FAILS, 0, ARM, bp_bone_final}, 3, {1.2071068f, 0.0857864f, 0}, .unit = "m",
     .page = "positions are subtracted, which gives (0, 0, 0)", .engine = "multiplies by the inverse, as we do: (1.2071, 0.0858, 0)", .engine_expected = {1.2071068f, 0.0857864f, 0}},
    {49, "About one axis, angles are subtracted: 75 - 30.", bp_measure_rotation_z, {FAILS, 0, ARM, bp_bone_final}, .expected = {45}, .unit = "degrees"}};
static const bp_claim IN_ORDER[] = {
    {49, "Two axes, but the bind's (Z) comes first in the Euler order: (40, 0, 0) - (0, 0, 30).", bp_measure_euler, {HOLDS, 0, ARM, bp_bone_final}, 3, {40, 0, -30}, .unit = "degrees"}};
static const bp_claim OUT_OF_ORDER[] = {
    {49, "With the axes exchanged, no angle is a difference.", bp_measure_euler, {FAILS, 0, ARM, bp_bone_final}, 3, {-22.52101f, -20.36057f, 44.09531f}, .unit = "degrees",
     .page = "angles are subtracted, which gives (-30, 0, 40)", .engine = "multiplies by the inverse, as we do: (-22.521, -20.361, 44.095)", .engine_expected = {-22.52101f, -20.36057f, 44.09531f}}};
static const bp_claim STRAIGHT[] = {
    {50, "Along the bind's axes scales are divided: 4 / 2.", measure_corner, {HOLDS, 0, ARM, bp_bone_final}, 4, {2, 0, 0, 1}, .unit = ""}};
static const bp_claim SKEWED[] = {
    {50, "Rotated, they are divided along the rotated axes, not along X and Y.", measure_corner, {FAILS, 0, ARM, bp_bone_final}, 4, {1.75f, 0.4330127f, 0.4330127f, 1.25f}, .unit = "",
     .page = "scales are divided, which gives (2, 1, 1)", .engine = "multiplies by the inverse, as we do: [1.75 0.4330; 0.4330 1.25]", .engine_expected = {1.75f, 0.4330127f, 0.4330127f, 1.25f}}};
static const bp_claim CHILDREN[] = {
    {51, "While all bones are in their bind, B^-1 L = I, and final is the identity.", bp_measure_identity_error, {HOLDS, 0, 0, bp_bone_final}, .expected = {1e-6f}, .at_most = true},
    {51, "With the parent rotated by 90°, the arm's own B^-1 L rotates by 0, but final by 90: it uses absolutes.", bp_measure_bind_removed_locally, {FAILS, 0, ARM, bp_bone_final}, 2, {0, 90}, .unit = "degrees",
     .page = "B^-1 L on the local matrices is I when L = B, so nothing moves", .engine = "works with absolutes, as we do: the arm follows its parent", .engine_expected = {0, 90}}};
static const bp_question WHICH_X = {
    "Bone and bind are both at (0.5, 1.5, 0), rotated by 75° and 30°. What is the x of final's translation?", .answer = 1.2071f, .tolerance = 0.01f, .unit = "m",
    .right = "Final rotates about the shoulder, so its translation is S - S R45: 0.5 - 0.5 · 0.7071 + 1.5 · 0.7071.",
    .wrong = {{0, "That is the difference. But S is rotated before it is added back: S - S R45."},
              {0.5f, "That is the shoulder's x. Subtract the bind's position, rotate, add the bone's."},
              {-0.9142f, "You rotated the other way: for row vectors x' = x cos - y sin."}},
    .hint = "B^-1 L = T(-S) R45 T(S). Where does that take the origin?"};
static const bp_question WHICH_SCALE = {
    "Bind scale 2 along X, local scale 4, both rotated by 30°. What is the first entry of final?", .answer = 1.75f, .unit = "",
    .right = "1 + cos 30 · cos 30 = 1.75: the scaling by 2 runs along the rotated axis.",
    .wrong = {{2, "That would be the division. The rotated axis isn't X: only a part of the scaling shows there."},
              {1.25f, "That is the share of Y: 1 + sin 30 · sin 30."},
              {1.7321f, "2 cos 30 rotates the scale once. Here it is rotated there and back: R-30 S R30."}},
    .hint = "R-30 S(2, 1, 1) R30 = I + u u', where u = (cos 30, sin 30)."};

static const bp_step STEPS[] = {
    {"To remove a bind, people say, subtract positions and angles and divide scales. Stage 1 shows where that holds, stage 2 where it fails.", .bone = ARM, .readouts = POSITIONS, .readout_count = 2},
    {"Position, stage 1: the bone moves and keeps its rotation. The mesh moves by the difference.", move, MOVED, BP_COUNT(MOVED), .bone = ARM},
    {"Position, stage 2: the bone rotates in place. The difference of the positions is 0, but final's translation is not.", rotate, ROTATED, BP_COUNT(ROTATED), &WHICH_X, .bone = ARM, .stage = FAILS},
    {"Angles, stage 1: bind 30° about Z, local 40° about X. Subtracting angle by angle is right here.", rotate_in_order, IN_ORDER, BP_COUNT(IN_ORDER), .readouts = ANGLES, .readout_count = 1, .bone = ARM},
    {"Angles, stage 2: bind about X, local about Z. Rotations about different axes don't subtract; they multiply, in an order.", rotate_out_of_order, OUT_OF_ORDER, BP_COUNT(OUT_OF_ORDER), .readouts = ANGLES, .readout_count = 2, .bone = ARM, .stage = FAILS},
    {"Scales, stage 1: bind 2, local 4 along X, not rotated. The mesh is scaled by 2 along X, which skews the slanting arm.", scale_straight, STRAIGHT, BP_COUNT(STRAIGHT), .readouts = SCALES, .readout_count = 1, .bone = ARM},
    {"Scales, stage 2: rotated by 30°. The scaling by 2 runs along the rotated axis, across the arm, and final is no longer (2, 1, 1).", scale_rotated, SKEWED, BP_COUNT(SKEWED), &WHICH_SCALE, .readouts = SCALES, .readout_count = 2, .bone = ARM, .stage = FAILS},
    {"Inverse bind times local works only while the parent hasn't moved. Once it has, a bone in its own bind moves too: final uses absolutes.",
     rotate_parent, CHILDREN, BP_COUNT(CHILDREN), .readouts = BIND_ANGLES, .readout_count = 2, .bone = ARM, .stage = FAILS},
};

const bp_lesson_plan bp_lesson = {
    .number = 6,
    .name = "06_removing_the_bind",
    .title = "Removing the bind",
    .summary = "Subtract positions, subtract angles, divide scales: when that is true, and when not.",
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_ABSOLUTE | BP_MATRIX_FINAL | BP_MATRIX_BIND |
                BP_MATRIX_ABSOLUTE_INVERSE_BIND,
    .difficulty = 3,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.teaches = "That removing the bind is one multiplication by an inverse, and when the simple rules agree with it.",
              .prerequisites = "05_same_pose_three_ways",
              .try_this = {"At step 5 rotate the arm of stage 2 and watch all of its final's entries change."},
              .questions = {"For which binds do all three simple rules hold, whatever the local matrix is?"}},
};
