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
#include <bindpose/lesson_session.h>
#include <math.h>

#define ARM "boneArmLeft"
enum { HOLDS, FAILS };
static const bp_vec3 X = {1, 0, 0}, Z = {0, 0, 1};

/* ---- notes: bind and local of both arms, without the shoulder's position; positions, if they differ ---- */

static bool at_shoulder(bp_mat4 m) {
    return fabsf(m.m[12] - 0.5f) < 1e-4f && fabsf(m.m[13] - 1.5f) < 1e-4f && fabsf(m.m[14]) < 1e-4f;
}
static bp_mat4 without_shoulder(bp_mat4 m) {
    if (at_shoulder(m)) m.m[12] = m.m[13] = 0;
    return m;
}
static void note_arms(bp_world *world) {
    char bind[80], local[80];
    for (int i = 0; i < world->stage_count; i++) {
        const bp_bone *arm = bp_world_bone(world, i, ARM);
        bp_vec3 from = bp_mat4_position(bp_bone_bind(arm)), to = bp_mat4_position(bp_bone_local(arm));
        if (at_shoulder(bp_bone_bind(arm)) && !at_shoulder(bp_bone_local(arm)))
            bp_world_note(world, i, "positions: bind (%.3g, %.3g), local (%.3g, %.3g)", (double)from.x,
                          (double)from.y, (double)to.x, (double)to.y);
        else
            bp_world_note(world, i, "bind: %s   local: %s",
                          bp_transform_text(without_shoulder(bp_bone_bind(arm)), bind, sizeof bind),
                          bp_transform_text(without_shoulder(bp_bone_local(arm)), local, sizeof local));
    }
}
static void note_bodies(bp_world *world) {
    char body[80], local[80];
    for (int i = 0; i < world->stage_count; i++)
        bp_world_note(
            world, i, "body: %s   arm's local: %s",
            bp_transform_text(bp_bone_local(bp_world_bone(world, i, "boneBody")), body, sizeof body),
            bp_transform_text(without_shoulder(bp_bone_local(bp_world_bone(world, i, ARM))), local,
                              sizeof local));
}

/* ---- ghosts: the arm with the final matrix of the simple rule ---- */

/* Final = B^-1 A, so the arm's absolute must be B times that final; and local is absolute times the
 * parent's inverse. */
static void pose_final(bp_skeleton *copy, bp_mat4 final) {
    bp_bone *arm = bp_skeleton_find(copy, ARM);
    bp_mat4 absolute = bp_mat4_mul(bp_bone_absolute_bind(arm), final), inverse;
    bp_mat4_inverse(bp_bone_local(bp_bone_parent(arm)), &inverse);
    bp_bone_set_local(arm, bp_mat4_mul(absolute, inverse));
}
/* About the shoulder: the rules for angles and scales say nothing about positions. */
static bp_mat4 about_shoulder(bp_mat4 m) {
    const bp_vec3 shoulder = {0.5f, 1.5f, 0};
    return bp_mat4_mul(bp_mat4_mul(bp_mat4_translation(bp_vec3_negate(shoulder)), m),
                       bp_mat4_translation(shoulder));
}
/* The positions cancel, and the angles' difference is left: a rotation about the origin. */
static void pose_positions(bp_skeleton *copy, float degrees) {
    pose_final(copy, bp_mat4_rotation_z(bp_radians(degrees)));
}
/* (0, 0, roll) - (30, 0, 0), in Euler order: roll, then pitch. */
static void pose_angles(bp_skeleton *copy, float roll) {
    pose_final(copy, about_shoulder(bp_mat4_mul(bp_mat4_rotation_z(bp_radians(roll)),
                                                bp_mat4_rotation_x(bp_radians(-30)))));
}
static void pose_scales(bp_skeleton *copy, float quotient) {
    pose_final(copy, about_shoulder(bp_mat4_scaling((bp_vec3){quotient, 1, 1})));
}
/* Inverse bind times local is the identity. */
static void pose_locals(bp_skeleton *copy, float value) {
    (void)value;
    pose_final(copy, bp_mat4_identity());
}

static void setup(bp_world *world) {
    bp_world_add_character(world, "The rule holds", "look at the left arm", BP_BIND_NATURAL);
    bp_world_add_character(world, "The rule fails", "the ghost is the rule's arm", BP_BIND_NATURAL);
    world->write_notes = note_arms;
}
static void set_matrices(bp_world *world, int stage, bp_mat4 bind, bp_mat4 local) {
    bp_bone *arm = bp_world_bone(world, stage, ARM);
    bp_bone_set_bind(arm, bind, &world->error);
    bp_bone_set_local(arm, local);
}
static void move(bp_world *world, float t) {
    bp_bone_set_position(bp_world_bone(world, HOLDS, ARM), (bp_vec3){0.5f + 0.5f * t, 1.5f + 0.5f * t, 0});
}
static void rotate(bp_world *world, float t) {
    set_matrices(world, FAILS, bp_left_arm_local(1, Z, 30), bp_left_arm_local(1, Z, 30 + 45 * t));
    bp_world_add_ghost(world, FAILS, "subtracted", pose_positions, 45 * t);
}
static void reset(bp_world *world, int stage) {
    set_matrices(world, stage, bp_left_arm_local(1, Z, 30), bp_left_arm_local(1, Z, 30));
}
static void rotate_in_order(bp_world *world, float t) {
    set_matrices(world, HOLDS, bp_left_arm_local(1, Z, 30), bp_left_arm_local(1, X, 40 * t));
}
/* From the side, where one sees an arm rotate about X. */
static void start_in_order(bp_world *world) {
    world->camera.eye = (bp_vec3){5.2f, 4.4f, 4.6f};
    rotate_in_order(world, 0);
    reset(world, FAILS);
}
static void set_out_of_order(bp_world *world, float degrees) {
    set_matrices(world, FAILS, bp_left_arm_local(1, X, 30), bp_left_arm_local(1, Z, degrees));
}
static void start_out_of_order(bp_world *world) { set_out_of_order(world, 0); }
static void rotate_out_of_order(bp_world *world, float t) {
    set_out_of_order(world, 40 * t);
    bp_world_add_ghost(world, FAILS, "subtracted", pose_angles, 40 * t);
}
static void scale_straight(bp_world *world, float t) {
    set_matrices(world, HOLDS, bp_left_arm_local(2, Z, 0), bp_left_arm_local(2 + 2 * t, Z, 0));
}
static void start_straight(bp_world *world) {
    world->camera = bp_character_camera();
    scale_straight(world, 0);
    reset(world, FAILS);
}
static void set_rotated(bp_world *world, float scale) {
    set_matrices(world, FAILS, bp_left_arm_local(2, Z, 30), bp_left_arm_local(scale, Z, 30));
}
static void start_rotated(bp_world *world) { set_rotated(world, 2); }
static void scale_rotated(bp_world *world, float t) {
    set_rotated(world, 2 + 2 * t);
    bp_world_add_ghost(world, FAILS, "divided", pose_scales, 1 + t);
}
static void start_parent(bp_world *world) {
    reset(world, FAILS);
    world->write_notes = note_bodies;
    world->show &= ~(unsigned)BP_SHOW_NAMES; /* in the rotated figure they would lie on each other */
}
static void rotate_body(bp_world *world, float degrees) {
    reset(world, HOLDS);
    bp_world_rotate(world, FAILS, "boneBody", Z, degrees);
}
static void rotate_parent(bp_world *world, float t) {
    rotate_body(world, 90 * t);
    bp_world_add_ghost(world, FAILS, "without the parent", pose_locals, 0);
}

/* ---- answers ---- */

static void pose_stage(bp_world *world, bp_ghost_pose *pose, float value) {
    pose(world->stages[FAILS].skeleton, value);
}
/* Where the rule for positions puts the arm: about the shoulder; about the origin; nowhere else. */
static void rotate_as(bp_world *world, int option) {
    set_matrices(world, FAILS, bp_left_arm_local(1, Z, 30),
                 bp_left_arm_local(1, Z, option == 0 ? 75.0f : 30.0f));
    if (option == 1) pose_stage(world, pose_positions, 45);
}
/* With the body rotated: the arm goes with it; it stays. */
static void rotate_parent_as(bp_world *world, int option) {
    rotate_body(world, 90);
    if (option == 1) pose_stage(world, pose_locals, 0);
}
/* Scaled by 2 along X, along the bone's X axis, along its Y axis, which is the arm's. */
static void pose_scale_option(bp_skeleton *copy, float option) {
    bp_mat4 along_y = bp_mat4_mul(bp_mat4_scaling((bp_vec3){1, 2, 1}), bp_left_arm_local(2, Z, 30));
    if (option < 0.5f)
        pose_scales(copy, 2);
    else
        bp_bone_set_local(bp_skeleton_find(copy, ARM), option < 1.5f ? bp_left_arm_local(4, Z, 30) : along_y);
}

/* The upper left 2 x 2 of the bone's matrix. */
static void measure_corner(bp_world *world, const bp_measure_args *args, float *values) {
    bp_mat4 m = args->matrix(bp_world_bone(world, args->stage, args->bone));
    values[0] = m.m[0], values[1] = m.m[1], values[2] = m.m[4], values[3] = m.m[5];
}
/* clang-format off */
static const bp_readout POSITIONS[] = {
    {"stage 1: final's position, x", bp_measure_position, {HOLDS, 0, ARM, bp_bone_final}, "%.4f m", "the rule agrees"},
    {"stage 2: final's position, x", bp_measure_position, {FAILS, 0, ARM, bp_bone_final}, "%.4f m", "the rule: 0"}};
static const bp_readout ANGLES[] = {
    {"stage 1: final, about X, Y, Z", bp_measure_euler, {HOLDS, 0, ARM, bp_bone_final}, "%.1f°, %.1f°, %.1f°", "the rule agrees"},
    {"stage 2: final, about X, Y, Z", bp_measure_euler, {FAILS, 0, ARM, bp_bone_final}, "%.1f°, %.1f°, %.1f°", "the rule: -30, 0, 40"}};
static const bp_readout SCALES[] = {
    {"stage 1: final's first entry", measure_corner, {HOLDS, 0, ARM, bp_bone_final}, "%.4f", "the rule agrees"},
    {"stage 2: final's first entry", measure_corner, {FAILS, 0, ARM, bp_bone_final}, "%.4f", "the rule: 2"}};
static const bp_readout BIND_ANGLES[] = {
    {"stage 2: inverse bind × local", bp_measure_bind_removed_locally, {FAILS, 0, ARM, bp_bone_final}, "%.1f°", NULL},
    {"stage 2: the arm's final", bp_measure_rotation_z, {FAILS, 0, ARM, bp_bone_final}, "%.1f°", NULL}};
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
static const bp_question WHERE_BY_RULE = {
    .text = "The rule on stage 2: the angle is 75° - 30° = 45°; the position is 0, since bone and bind are at the same point. Where would such a final put the arm?",
    .caption = "Positions, stage 2. The bone stays at the shoulder, where it was bound, and rotates from 30° to 75°.",
    .kind = BP_QUESTION_CHOICE, .answer = 1, .picture = rotate_as, .stage = FAILS,
    .options = {"rotated about the shoulder", "swung about the origin", "where it is"},
    .right = "Without a translation, the rotation is about the origin, in the middle of the body. The ghost shows it.",
    .wrong = {{0, "That is what the bone does. But its final isn't a rotation alone: it must bring the shoulder back."},
              {2, "The angles differ by 45°, so it moves."}},
    .hint = "Which point stays in place, if you multiply by a rotation without translation?"};
static const bp_question WHICH_ORDER = {
    .text = "On stage 2 the bind is rotated by 30° about X, and local by 40° about Z. In which order does final do these four things to a vertex of the arm?",
    .kind = BP_QUESTION_ORDER, .answer = 2413,
    .caption = "Angles, stage 2, with the axes exchanged: the bind about X, local about Z.",
    .options = {"rotated by 40° about Z", "moved: shoulder to origin", "moved back to the shoulder", "rotated by -30° about X"},
    .right = "The inverse bind first: move, rotate by -30° about X. Then local: rotate by 40° about Z, move. Rotations about different axes are multiplied, in an order, and not added.",
    .wrong = {{2143, "That undoes the bind after local has rotated. The inverse bind comes first."},
              {4213, "The inverse bind moves the shoulder to the origin first, and then rotates about it."},
              {2431, "Local rotates, and then moves: S R T."}},
    .hint = "Final is inverse bind times local, and the left one comes first. The bind rotates and then moves; its inverse does both backwards."};
static const bp_question WHICH_WAY = {
    .text = "Bind and local are both rotated by 30°. Along the bone's X axis the bind scales by 2, and local will scale by 4. In which direction will the mesh become twice as wide?",
    .caption = "Scales, stage 2: again 2 and 4, but bind and local are rotated by 30°.",
    .kind = BP_QUESTION_CHOICE, .answer = 1, .pose = pose_scale_option, .stage = FAILS,
    .options = {"along the figure's X axis", "across the arm, along the bone's X axis", "along the arm"},
    .right = "Scaling belongs to the bone's own axes, which are rotated by 30°. Only unrotated, as on stage 1, are they the figure's.",
    .wrong = {{0, "So the rule says: (2, 1, 1) in final. But the scaling runs along axes that are rotated."},
              {2, "The arm runs along the bone's Y axis, and the scaling is along X."}},
    .hint = "Whose X axis do bind and local scale along?"};
static const bp_question WITH_PARENT = {
    .text = "The arm's local equals its bind. The body is rotated by 90°. What will the arm do?", .kind = BP_QUESTION_CHOICE, .answer = 0,
    .picture = rotate_parent_as, .stage = FAILS, .options = {"it moves along", "it stays: nothing of its own has changed"},
    .caption = "One way always works: multiply by an inverse. But the inverse of what? On stage 2 the body is about to be rotated, while the arm stays in its bind.",
    .right = "Final is absolute inverse bind times chain: the arm's local times the body's, which is rotated.",
    .wrong = {{1, "That is inverse bind times local, the identity: the ghost. Final also contains the parents."}},
    .hint = "Which matrix says where the arm is, measured from the mesh's origin?"};

static const bp_step STEPS[] = {
    {"Only the difference from the bind moves the mesh, so final must remove the bind. But how? A common rule says: subtract positions, subtract angles, divide scales. Stage 1 shows cases in which that works, stage 2 cases in which it doesn't.",
     .bone = ARM, .readouts = POSITIONS, .readout_count = 2},
    {"Positions, stage 1. The bone moves and keeps the rotation of its bind. The mesh moves by the difference of the positions, as the rule says.",
     move, MOVED, BP_COUNT(MOVED), .bone = ARM},
    {"Positions, stage 2. The ghost has the rule's final: 45°, no translation. The arm has the real one, whose position isn't 0, because it must rotate about the shoulder and not about the origin, where the body's bone starts.",
     rotate, ROTATED, BP_COUNT(ROTATED), &WHERE_BY_RULE, .bone = ARM, .stage = FAILS, .seconds = 1.2f, .pictured = true},
    {"Angles, stage 1. The bind is rotated by 30° about Z, local by 40° about X. Final takes the bind away first: it rotates by -30° about Z, then by 40° about X. Three angles always apply in the order Z, X, Y, so here the rule works.",
     rotate_in_order, IN_ORDER, BP_COUNT(IN_ORDER), .readouts = ANGLES, .readout_count = 1, .bone = ARM, .arrange = start_in_order},
    {"Angles, stage 2. The ghost has the rule's angles: 40° about Z first, then -30° about X. But final takes the bind away first, so it rotates about X, then about Z. Another order, another pose.",
     rotate_out_of_order, OUT_OF_ORDER, BP_COUNT(OUT_OF_ORDER), &WHICH_ORDER, .readouts = ANGLES, .readout_count = 2, .bone = ARM, .stage = FAILS, .seconds = 1.2f, .arrange = start_out_of_order},
    {"Scales, stage 1. Bind and local aren't rotated, and scale along X by 2 and by 4. The mesh is scaled by 4 / 2 = 2 along X: the rule works.",
     scale_straight, STRAIGHT, BP_COUNT(STRAIGHT), .readouts = SCALES, .readout_count = 1, .bone = ARM, .arrange = start_straight},
    {"Scales, stage 2. The ghost is scaled by the quotients, (2, 1, 1), along the figure's axes. The arm is scaled along the bone's own, which are rotated by 30°: across the arm.",
     scale_rotated, SKEWED, BP_COUNT(SKEWED), &WHICH_WAY, .readouts = SCALES, .readout_count = 2, .bone = ARM, .stage = FAILS, .seconds = 1.2f, .pictured = true, .arrange = start_rotated},
    {"One way always works. Final is absolute inverse bind times chain, the product of all locals from the arm up to the root. The ghost is only inverse bind times local, and forgets that the body has rotated.",
     rotate_parent, CHILDREN, BP_COUNT(CHILDREN), &WITH_PARENT, .readouts = BIND_ANGLES, .readout_count = 2, .bone = ARM, .stage = FAILS, .seconds = 1.2f, .pictured = true, .arrange = start_parent},
};

const bp_lesson_plan bp_lesson = {
    .number = 6,
    .name = "06_removing_the_bind",
    .title = "Removing the bind",
    .summary = "Subtract positions, subtract angles, divide scales: when that works, and when it doesn't.",
    .difficulty = 3,
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_FINAL | BP_MATRIX_BIND | BP_MATRIX_ABSOLUTE_INVERSE_BIND,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.goal = "You will be able to remove a bind correctly, and to tell when subtracting and dividing go wrong.",
             .learned = {"Removing the bind is one multiplication: absolute inverse bind times chain, the product of the locals up to the root.",
                         "Subtracting positions works if the bone is rotated like its bind.",
                         "Subtracting angles works about one axis, or in the order Z, X, Y; dividing scales, along axes that aren't rotated.",
                         "Inverse bind times local forgets the parents; final contains them."},
             .next = "The rest pose",
             .teaches = "Removing the bind with one multiplication by an inverse, and when the simple rules agree with it.",
             .prerequisites = "05_same_pose_three_ways",
             .try_this = {"At step 3 drag the knob of the timeline back and forth: about which point does the arm rotate, and about which the ghost?",
                          "At step 5 rotate the arm of stage 2 about Z, and watch all four rows of its final change."},
             .questions = {"With which bind do all three simple rules hold, whatever the local matrix is?",
                           "A bone's bind and its local are both rotated by 40°, but the local position is 1 m farther left. What does its final do?",
                           "Why does final use absolute matrices, although you set only local ones?"}},
};
