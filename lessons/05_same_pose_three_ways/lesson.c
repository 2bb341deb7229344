/* The same pose, three ways: under three binds the arm ends at one position, and each needs another local
 * matrix (claims 52 to 55 and 59).
 *
 * S is the left shoulder, (0.5, 1.5, 0). Rotating about it by 45 degrees takes a point p to
 * (p - S) R45 + S, so under an identity bind the local matrix must be R45 with the translation
 * S - S R45 = (0.5 - 0.5 c + 1.5 s, 1.5 - 0.5 s - 1.5 c, 0) = (1.2071, 0.0858, 0), with c = s = 0.70711. */
#include <bindpose/bindpose.h>
#include <bindpose/lesson_session.h>

enum { TRANSLATION, NATURAL, IDENTITY };
#define ARM "boneArmLeft"

/* Each stage's local matrix of the left arm. */
static void note_locals(bp_world *world) {
    char text[80];
    for (int i = 0; i < world->stage_count; i++)
        bp_world_note(world, i, "local: %s",
                      bp_transform_text(bp_bone_local(bp_world_bone(world, i, ARM)), text, sizeof text));
}
static void setup(bp_world *world) {
    bp_world_add_character(world, "Not rotated", "bound at the shoulders", BP_BIND_TRANSLATION);
    bp_world_add_character(world, "Natural", "bound along the arms", BP_BIND_NATURAL);
    bp_world_add_character(world, "Identity", "bound at the origin", BP_BIND_IDENTITY);
    world->show = BP_SHOW_MESH | BP_SHOW_BONES;
    world->write_notes = note_locals;
}

/* Sets the rotation about Z, in degrees, and the position of a stage's left arm bone. */
static void pose_arm(bp_world *world, int stage, float degrees, float x, float y) {
    bp_world_rotate(world, stage, ARM, (bp_vec3){0, 0, 1}, degrees);
    bp_bone_set_position(bp_world_bone(world, stage, ARM), (bp_vec3){x, y, 0});
}
static void rotate_translation(bp_world *world, float t) { pose_arm(world, TRANSLATION, 45 * t, 0.5f, 1.5f); }
static void rotate_natural(bp_world *world, float t) { pose_arm(world, NATURAL, 30 + 45 * t, 0.5f, 1.5f); }

/* ---- ghosts and answers ---- */

static const bp_vec3 EXACT = {1.2071068f, 0.0857864f, 0};

static void pose_copy(bp_skeleton *copy, float degrees, bp_vec3 position) {
    bp_bone *arm = bp_skeleton_find(copy, ARM);
    bp_bone_set_rotation(arm, bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(degrees)));
    bp_bone_set_position(arm, position);
}
/* On stage 2: the local angle is the student's. */
static void pose_angle(bp_skeleton *copy, float degrees) {
    pose_copy(copy, degrees, (bp_vec3){0.5f, 1.5f, 0});
}
/* On stage 3: like stage 1. */
static void pose_wanted(bp_skeleton *copy, float value) {
    (void)value;
    pose_copy(copy, 45, EXACT);
}
/* On stage 3: the options of WHICH_TRANSLATION. */
static void pose_translation(bp_skeleton *copy, float option) {
    const bp_vec3 shoulder = {0.5f, 1.5f, 0};
    pose_copy(copy, 45, option < 0.5f ? shoulder : option < 1.5f ? EXACT : bp_vec3_negate(EXACT));
}
/* On stage 3: the options of WHICH_PICTURE. */
static void rotate_as(bp_world *world, int option) {
    if (option == 0) pose_arm(world, IDENTITY, 45, EXACT.x, EXACT.y);
    if (option == 1) pose_arm(world, IDENTITY, 45, 0, 0);
    if (option == 2) pose_arm(world, IDENTITY, 0, 0, 0);
}
static void show_wanted(bp_world *world) {
    bp_world_add_ghost(world, IDENTITY, "where it should be", pose_wanted, 0);
}

static void rotate_identity(bp_world *world, float t) {
    pose_arm(world, IDENTITY, 45 * t, 0, 0);
    show_wanted(world);
}
static void move_rounded(bp_world *world, float t) {
    pose_arm(world, IDENTITY, 45, 1.2f * t, 0.08f * t);
    show_wanted(world);
}
static void move_exactly(bp_world *world, float t) {
    pose_arm(world, IDENTITY, 45, bp_mix(1.2f, EXACT.x, t), bp_mix(0.08f, EXACT.y, t));
}

/* clang-format off */
static const bp_readout ANGLES[] = {
    {"stage 1: final's angle", bp_measure_rotation_z, {TRANSLATION, 0, ARM, bp_bone_final}, "%.1f°", NULL},
    {"stage 2: final's angle", bp_measure_rotation_z, {NATURAL, 0, ARM, bp_bone_final}, "%.1f°", NULL},
    {"stages 1 and 2: vertices apart", bp_measure_vertex_difference, {TRANSLATION, NATURAL, 0, 0}, "%.3f m", NULL},
};
static const bp_readout READOUTS[] = {
    {"stages 1 and 3: different pixels", bp_measure_pixel_difference, {TRANSLATION, IDENTITY, 0, 0}, "%.0f", "of 160 000"},
    {"stages 1 and 3: vertices apart", bp_measure_vertex_difference, {TRANSLATION, IDENTITY, 0, 0}, "%.3f m", NULL},
    {"stage 3: final's angle", bp_measure_rotation_z, {IDENTITY, 0, ARM, bp_bone_final}, "%.1f°", NULL},
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
/* From the arm's middle the shoulder is (-0.5, 1), and its axis runs along (0.5, -0.8660): their cross
 * product is 0.0670. Under identity the posed axis runs along (0.9659, -0.2588) through (1.5607, 1.1464),
 * and the bone is at (1.2071, 0.0858): 1.1160 off it, and at 45 degrees instead of 75: 30 askew. */
static const bp_claim LINES[] = {
    {55, "Under the natural bind the bone's line is parallel to the arm, 0.067 m off its axis: inside.",
     bp_measure_arm_alignment, {NATURAL, 0, 0, 0}, 2, {0, 0.0670f}, 1e-4f, .unit = "degrees, m", .holds_before = true},
    {55, "Under the identity bind it lies askew, far outside the arm.",
     bp_measure_arm_alignment, {IDENTITY, 0, 0, 0}, 2, {30, 1.1160f}, 1e-4f, .unit = "degrees, m", .holds_before = true},
};

static const bp_question WHICH_ANGLE = {
    "Which angle about Z must the left arm's local matrix have on stage 2, so that the arm looks as on stage 1?", .answer = 75, .unit = "degrees", .pose = pose_angle, .stage = NATURAL,
    .caption = "Stage 2 should look like stage 1. But its bind holds 30° already, and the mesh was attached to it like that.",
    .right = "75° - 30° = 45°: final removes the bind's 30°.",
    .wrong = {{45, "That is the angle you want to see. Final subtracts the bind's 30° from it, so the arm goes to 15°."},
              {15, "You subtracted the bind's 30° yourself. Final does that, so local needs more, not less."},
              {30, "That is the bind itself: with it the arm doesn't move."},
              {-75, "The size is right; counter-clockwise about Z is positive."}},
    .hint = "Final is local with the bind removed, and about one axis angles add up: ? - 30° = 45°."};
static const bp_question WHICH_PICTURE = {
    .text = "On stage 3 local gets the 45° of stage 1 and nothing else. Where will the arm go?", .kind = BP_QUESTION_CHOICE, .answer = 1,
    .caption = "On stage 3 every bone is bound at the origin, the arms' too. Give local the same 45° as on stage 1.",
    .picture = rotate_as, .stage = IDENTITY, .options = {"to the pose of stage 1", "it swings about the origin", "it stays"},
    .right = "A bone rotates about the point where it is. This one is at the origin, in the middle of the body.",
    .wrong = {{0, "There the bone is at the shoulder, and rotates about it. Where is this bone?"},
              {2, "The bind is the identity, so final equals local: 45°. It moves."}},
    .hint = "About which point does a bone rotate its vertices?"};
static const bp_question WHICH_TRANSLATION = {
    .text = "The rotation took the shoulder S to S R45 = (-0.71, 1.41), past the other shoulder. Which position must the bone get, so that the shoulder is back at S?",
    .caption = "The bone needs a position as well, to bring the shoulder back. Call the shoulder S and the rotation R45: then S R45, vector times matrix, is where the rotation takes the shoulder.",
    .kind = BP_QUESTION_CHOICE, .answer = 1, .pose = pose_translation, .stage = IDENTITY, .options = {"S", "S - S R45", "S R45 - S"},
    .right = "Rotation comes first and takes the shoulder to S R45. Adding S - S R45 brings it back to S.",
    .wrong = {{0, "That adds S to where the shoulder is now, S R45. It should end at S, not at S R45 + S."},
              {2, "The other way round: from S R45 back to S."}},
    .hint = "S R45 + ? = S."};
static const bp_question WHO_ROTATES = {
    .text = "An animator only wants to rotate the arm, without setting positions. On which stages does it then rotate about the shoulder?",
    .kind = BP_QUESTION_CHOICE, .answer = 1, .options = {"on stage 2 alone", "on stages 1 and 2", "on all three"},
    .right = "There the bone is bound at the shoulder. On stage 3 it needs another position for every angle.",
    .wrong = {{0, "Stage 1 did, too: its bone is at the shoulder, only not along the arm."},
              {2, "On stage 3 the arm swung about the origin until you moved the bone."}},
    .hint = "A bone rotates about the point where it is bound."};

static const bp_step STEPS[] = {
    {"Three skeletons with three binds move one mesh, and in the bind pose you can't tell them apart. Now all three get one task: lift the left arm by 45°. Which local matrix does each need?",
     .bone = ARM, .readouts = ANGLES, .readout_count = 3},
    {"On stage 1 the bone is bound at the shoulder without rotation. So the 45° that you put into local are the 45° that you see.",
     rotate_translation, ROTATED, BP_COUNT(ROTATED), .bone = ARM, .stage = TRANSLATION},
    {"Stage 2 looks like stage 1 now, with 75° in local. Its bind holds 30° already, and the mesh was attached to it like that, so 75° in local are 45° in final.",
     rotate_natural, NATURALLY, BP_COUNT(NATURALLY), &WHICH_ANGLE, .bone = ARM, .stage = NATURAL, .pictured = true},
    {"With 45° alone the arm swings about the origin, where its bone is bound. The ghost shows where the arm should be. The numbers below say how far it is off.",
     rotate_identity, ALONE, BP_COUNT(ALONE), &WHICH_PICTURE, .readouts = READOUTS, .readout_count = 3, .bone = ARM, .stage = IDENTITY, .seconds = 1.2f, .pictured = true},
    {"The local matrix rotates about the origin, then moves by S - S R45: the shoulder is back at S. Babylon.js's page \"Bone Class Internals\" rounds this to (1.2, 0.08, 0), so the arm is 9 mm off the ghost.",
     move_rounded, ROUNDED, BP_COUNT(ROUNDED), &WHICH_TRANSLATION, .bone = ARM, .stage = IDENTITY, .seconds = 1.2f},
    {"With the exact position, S - S R45 = (1.2071, 0.0858, 0), all three stages agree to the pixel. One pose, three binds, three different local matrices.",
     move_exactly, EXACTLY, BP_COUNT(EXACTLY), .bone = ARM, .stage = IDENTITY},
    {"Look at the lines of the bones: only with the natural bind is the bone still inside its arm, where an animator can see it and take hold of it. Rotate the left arm on each stage, and watch what it rotates about.",
     NULL, LINES, BP_COUNT(LINES), &WHO_ROTATES, .bone = ARM, .stage = NATURAL, .pictured = true},
};

const bp_lesson_plan bp_lesson = {
    .number = 5,
    .name = "05_same_pose_three_ways",
    .title = "The same pose, three ways",
    .summary = "One pose of the arm, three binds, three different local matrices.",
    .difficulty = 1,
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_FINAL | BP_MATRIX_BIND | BP_MATRIX_ABSOLUTE_INVERSE_BIND,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.goal = "You will be able to find the local matrix that gives a limb the pose you want, whatever its bind is.",
             .learned = {"The angle in a local matrix is not the angle you see: final removes the bind's.",
                         "A bone rotates its vertices about the point where it is bound.",
                         "Bound elsewhere, a bone needs a position as well: S - S R, for a rotation R about S.",
                         "The natural bind, at the joint and along the limb, needs rotations only."},
             .next = "Removing the bind",
             .teaches = "Why the angle in a local matrix is not the one that you see, and how the bind "
                         "decides it.",
             .prerequisites = "03_bind_pose, 04_any_bind",
             .try_this = {"Rotate the left arm of stage 2: local and final always differ by 30°.",
                          "Answer 45 at step 3, and see how far the arm comes."},
             .questions = {"The right arm's natural bind has an angle of -30°. Which local angle does it need for a final angle of -45°?",
                           "All bones of a figure are bound at the origin. Why does its knee leave its place when you only rotate the shin's bone?",
                           "Two files have one mesh and show one pose, with different local matrices. Which other matrices must differ?"}},
};
