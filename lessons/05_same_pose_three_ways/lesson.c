/* The same pose, three ways: under three binds the arm ends at one position, and each needs another local
 * matrix (claims 52 to 55 and 59).
 *
 * S is the left shoulder, (0.5, 1.5, 0). Rotating about it by 45 degrees takes a point p to
 * (p - S) R45 + S, so under an identity bind the local matrix must be R45 with the translation
 * S - S R45 = (0.5 - 0.5 c + 1.5 s, 1.5 - 0.5 s - 1.5 c, 0) = (1.2071, 0.0858, 0), with c = s = 0.70711. */
#include <bindpose/bindpose.h>

enum { TRANSLATION, NATURAL, IDENTITY };
#define ARM "boneArmLeft"

static void setup(bp_world *world) {
    bp_world_add_character(world, "Translation-only bind", "bones at the shoulders, not rotated",
                           BP_BIND_TRANSLATION);
    bp_world_add_character(world, "Natural bind", "bones lie in the arms", BP_BIND_NATURAL);
    bp_world_add_character(world, "Identity bind", "every bone at the origin", BP_BIND_IDENTITY);
    bp_world_note(world, TRANSLATION, "local: T(0.5, 1.5, 0) Rz 0°");
    bp_world_note(world, NATURAL, "local: T(0.5, 1.5, 0) Rz 30°");
    bp_world_note(world, IDENTITY, "local: T(0, 0, 0) Rz 0°");
}

/* Sets the rotation about Z, in degrees, and the position of a stage's left arm bone. */
static void pose_arm(bp_world *world, int stage, float degrees, float x, float y) {
    bp_world_rotate(world, stage, ARM, (bp_vec3){0, 0, 1}, degrees);
    bp_bone_set_position(bp_world_bone(world, stage, ARM), (bp_vec3){x, y, 0});
    bp_world_note(world, stage, "local: T(%.4g, %.4g, 0) Rz %.4g°", (double)x, (double)y, (double)degrees);
}
static void rotate_translation(bp_world *world, float t) { pose_arm(world, TRANSLATION, 45 * t, 0.5f, 1.5f); }
static void rotate_natural(bp_world *world, float t) { pose_arm(world, NATURAL, 30 + 45 * t, 0.5f, 1.5f); }
static void rotate_identity(bp_world *world, float t) { pose_arm(world, IDENTITY, 45 * t, 0, 0); }
static void move_rounded(bp_world *world, float t) { pose_arm(world, IDENTITY, 45, 1.2f * t, 0.08f * t); }
static void move_exactly(bp_world *world, float t) {
    pose_arm(world, IDENTITY, 45, bp_mix(1.2f, 1.2071068f, t), bp_mix(0.08f, 0.0857864f, t));
}

/* clang-format off */
static const bp_readout READOUTS[] = {
    {"pixels that differ from stage 1: stage 3", bp_measure_pixel_difference, {TRANSLATION, IDENTITY, 0, 0}, "%.0f", "of 160 000"},
    {"largest vertex difference: stage 3", bp_measure_vertex_difference, {TRANSLATION, IDENTITY, 0, 0}, "%.2g m", NULL},
    {"final rotation, left arm: stage 2", bp_measure_rotation_z, {NATURAL, 0, ARM, bp_bone_final}, "%.1f°", NULL},
};

static const bp_claim ROTATED[] = {
    {52, "Under a bind without rotation, 45° in local are 45° in final.",
     bp_measure_rotation_z, {TRANSLATION, 0, ARM, bp_bone_final}, .expected = {45}, .unit = "degrees"},
};
static const bp_claim NATURALLY[] = {
    {53, "Under the natural bind, 75° in local are 75° - 30° = 45° in final.",
     bp_measure_rotation_z, {NATURAL, 0, ARM, bp_bone_final}, .expected = {45}, .unit = "degrees"},
    {53, "The vertices are then where stage 1 has them.",
     bp_measure_vertex_difference, {TRANSLATION, NATURAL, 0, 0}, .expected = {1e-6f}, .at_most = true, .unit = "m"},
    {53, "And so are the pixels.",
     bp_measure_pixel_difference, {TRANSLATION, NATURAL, 0, 0}, .expected = {0}, .at_most = true, .unit = "pixels"},
};
static const bp_claim ALONE[] = {
    {59, "Under the identity bind 45° alone is wrong: the arm rotates about the origin.",
     bp_measure_vertex_difference, {TRANSLATION, IDENTITY, 0, 0}, .expected = {1.2102f}, .tolerance = 5e-5f, .unit = "m"},
};
static const bp_claim ROUNDED[] = {
    {54, "With the page's rounded translation (1.2, 0.08, 0) the arm is 9 mm off.",
     bp_measure_vertex_difference, {TRANSLATION, IDENTITY, 0, 0}, .expected = {0.0092f}, .tolerance = 5e-5f, .unit = "m"},
};
static const bp_claim EXACTLY[] = {
    {54, "The exact translation is S - S R45.",
     bp_measure_position, {IDENTITY, 0, ARM, bp_bone_local}, 3, {1.2071068f, 0.0857864f, 0}, .unit = "m"},
    {54, "With it the vertices are where stage 1 has them.",
     bp_measure_vertex_difference, {TRANSLATION, IDENTITY, 0, 0}, .expected = {1e-6f}, .at_most = true, .unit = "m"},
    {54, "And so are the pixels.",
     bp_measure_pixel_difference, {TRANSLATION, IDENTITY, 0, 0}, .expected = {0}, .at_most = true, .unit = "pixels"},
};
/* From the arm's middle the shoulder is (-0.5, 1), and its axis runs along (0.5, -0.8660): their cross product
 * is 0.0670. Under identity the posed axis runs along (0.9659, -0.2588) through (1.5607, 1.1464), and the bone
 * is at (1.2071, 0.0858): 1.1160 off it, and at 45 degrees instead of 75: 30 askew. */
static const bp_claim LINES[] = {
    {55, "Under the natural bind the bone's line is parallel to the arm, 0.067 m off its axis: inside.",
     bp_measure_arm_alignment, {NATURAL, 0, 0, 0}, 2, {0, 0.0670f}, 1e-4f, .unit = "degrees, m", .holds_before = true},
    {55, "Under the identity bind it lies askew, far outside the arm.",
     bp_measure_arm_alignment, {IDENTITY, 0, 0, 0}, 2, {30, 1.1160f}, 1e-4f, .unit = "degrees, m", .holds_before = true},
};

static const bp_question WHICH_ANGLE = {
    "Which angle about Z goes into the local matrix of stage 2?", .answer = 75, .unit = "degrees",
    .right = "75 - 30 = 45: removing the bind subtracts its 30°.",
    .wrong = {{45, "That is the angle you see. Final subtracts the bind's 30°: this shows 15°."},
              {15, "You subtracted the bind's 30° yourself. Final does that: local must hold more."},
              {30, "That is the bind itself: with it the arm hasn't moved."},
              {-75, "The size is right; counter-clockwise about Z is positive."}},
    .hint = "final = local with the bind removed; about one axis, angles add up: ? - 30 = 45."};
static const bp_question WHICH_X = {
    "S is (0.5, 1.5, 0). What is the x of S - S R45?", .answer = 1.2071f, .tolerance = 0.01f, .unit = "m",
    .right = "0.5 - 0.5 · 0.7071 + 1.5 · 0.7071 = 1.2071. The page rounds it to 1.2.",
    .wrong = {{-0.9142f, "You rotated the other way: for row vectors x' = x cos - y sin."},
              {-0.7071f, "That is S R45. Subtract it from S."},
              {0.5f, "That is the shoulder itself; rotating about the origin has moved it, which must be undone."}},
    .hint = "Row vector times matrix: x' = x cos 45° - y sin 45°. Then 0.5 minus that."};

static const bp_step STEPS[] = {
    {"Three skeletons with three binds move one mesh. In the starting pose you can't tell them apart.",
     .bone = ARM, .readouts = READOUTS, .readout_count = 3},
    {"Stage 1: the bone is at the shoulder, not rotated. You see just the 45° of the local rotation.",
     rotate_translation, ROTATED, BP_COUNT(ROTATED), .bone = ARM, .stage = TRANSLATION},
    {"Stage 2 shall look alike. Here the bind already holds 30°, so the local matrix needs more than the 45° "
     "that you see.",
     rotate_natural, NATURALLY, BP_COUNT(NATURALLY), &WHICH_ANGLE, .bone = ARM, .stage = NATURAL},
    {"Stage 3: with an identity bind the bone is at the origin. The same 45° swings the arm about the origin, not the "
     "shoulder.",
     rotate_identity, ALONE, BP_COUNT(ALONE), .bone = ARM, .stage = IDENTITY},
    {"A translation must bring the shoulder back. The page says (1.2, 0.08, 0): nearly right.",
     move_rounded, ROUNDED, BP_COUNT(ROUNDED), &WHICH_X, .bone = ARM, .stage = IDENTITY},
    {"With the exact numbers all three arms agree, to the pixel.",
     move_exactly, EXACTLY, BP_COUNT(EXACTLY), .bone = ARM, .stage = IDENTITY},
    {"Look at the bones' lines. Only the natural bind keeps them inside the arms, which is why people animate with it.",
     NULL, LINES, BP_COUNT(LINES), .bone = ARM, .stage = NATURAL},
};

const bp_lesson_plan bp_lesson = {
    .number = 5,
    .name = "05_same_pose_three_ways",
    .title = "The same pose, three ways",
    .summary = "One pose of the arm, three binds, three different local matrices.",
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_FINAL | BP_MATRIX_BIND | BP_MATRIX_ABSOLUTE_INVERSE_BIND,
    .difficulty = 1,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.teaches = "Why the angle in a local matrix is not the one that you see, and how the bind "
                         "decides it.",
              .prerequisites = "03_bind_pose, 04_any_bind",
              .try_this = {"Rotate the left arm of stage 2 with Up and Down: local and final always differ by 30°."},
              .questions = {"Which local angle does the right arm need in the natural bind for a final angle of -45°?"}},
};
