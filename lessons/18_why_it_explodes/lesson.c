/* Why it explodes: six mistakes of skinning, one at a time, each with a picture by which you can recognise it.
 *
 * Right is final = B^-1 A: B the absolute bind, A the chain. The left arm is rotated from 30 to 75 degrees at the
 * shoulder S = (0.5, 1.5, 0), so its final is a rotation of 45 degrees about S. Its hand's corner c = (1.8415, -0.4575, 0.25)
 * goes to (2.8328, 1.0644, 0.25).
 *
 * Inverse bind missing: final = A. Vertices are off by |v - v B^-1|. (c - S) R(-30) = (0.1830, -2.3660): off by
 *     |(1.6585, 1.9085)| = 2.5284. The right arm is in its bind and shows it whole: rotated by -30 instead of 0.
 * Weights of 0.7: v' is 0.7 of what it should be, so c is off by 0.3 |(2.8328, 1.0644, 0.25)| = 0.9109. The arm has 0.343
 *     of its volume; of 3.5 + 0.625 + 0.625 = 4.75 cubic metres 4.3394 are left: 0.9136.
 * Factors swapped: A B^-1 = R75 T(S) T(-S) R(-30) = R45, about the origin: all of the arm is off by |S - S R45| = 1.2102.
 * Parents unsorted: the body goes 1 m in two frames; the arm, first in the array, is a frame late: 0.5 m.
 * Transposed: R45 becomes R(-45), and the translation lands in a column that nothing reads. v R45 - v R(-45) is
 *     1.4142 (-y, x), so c is off by |(0.6470 + 1.2071, 2.6043 + 0.0858)| = 3.2672.
 * Only the child computed: skinning by absolute matrices, with the body's still the old one: all is 1 m behind. */
#include <bindpose/bindpose.h>

#define ARM "boneArmLeft"
#define OTHER "boneArmRight"
enum { RIGHT, CASE, SOLVED };
typedef enum mistake { NONE, UNSORTED, WEIGHTS, SWAPPED, TRANSPOSED, NO_INVERSE, CHILD_ONLY } mistake;

static void setup(bp_world *world) {
    bp_world_add_character(world, "As it should be", "final = B⁻¹ A", BP_BIND_NATURAL);
    bp_world_add_character(world, "What is wrong here?", "case 1 of 6", BP_BIND_NATURAL);
    bp_world_add_character(world, "Solved", "none yet", BP_BIND_NATURAL);
    world->camera.eye = (bp_vec3){0.9f, 2.4f, 12};
    world->camera.target = (bp_vec3){0.9f, 0.3f, 0};
    world->show &= ~(unsigned)BP_SHOW_NAMES;
}

/* The matrix with which a program that makes this mistake would skin the bone's vertices. */
static bp_mat4 faulty_final(const bp_bone *bone, mistake made) {
    bp_mat4 inverse = bp_bone_absolute_inverse_bind(bone), chain = bp_bone_chain(bone);
    bp_mat4 final = bp_mat4_mul(inverse, chain);
    if (made == NO_INVERSE) return chain;
    if (made == SWAPPED) return bp_mat4_mul(chain, inverse);
    if (made == CHILD_ONLY) return bp_mat4_mul(inverse, bp_bone_absolute(bone));
    final.m[12] = final.m[13] = final.m[14] = 0;
    return bp_mat4_transpose(final);
}
/* As far as t: rotates the arm to 75 degrees, moves the body by `walk` metres in two frames, and makes one mistake. */
static void show(bp_world *world, int stage, mistake made, float walk, float t) {
    const size_t child_first[] = {BP_BONE_ARM_LEFT, BP_BONE_BODY, BP_BONE_ARM_RIGHT};
    bp_stage *on = &world->stages[stage];
    bp_bone *arm = bp_world_bone(world, stage, ARM), *body = bp_world_bone(world, stage, "boneBody");
    bp_world_reset_character(world, stage);
    if (made == UNSORTED) bp_skeleton_reorder(on->skeleton, child_first, 3, &world->error);
    bp_world_rotate(world, stage, ARM, (bp_vec3){0, 0, 1}, 30 + 45 * t);
    for (int frame = 1; frame <= 2; frame++) {
        bp_bone_set_position(body, (bp_vec3){walk * t * (float)frame / 2, 0, 0});
        bp_skeleton_prepare(on->skeleton);
    }
    bp_bone_compute_absolutes(arm); /* from the parent's, which is stale */
    for (size_t i = 0; made == WEIGHTS && i < on->mesh->vertex_count; i++)
        if (on->mesh->joints[i] == BP_BONE_ARM_LEFT) on->mesh->weights[i] = bp_mix(1, 0.7f, t);
    for (size_t i = 0; made >= SWAPPED && i < BP_CHARACTER_BONES; i++) { /* a wrong final */
        bp_bone *bone = bp_skeleton_bone_by_id(on->skeleton, i);
        bp_world_override_final(world, bone, faulty_final(bone, made));
    }
    bp_world_note(world, stage, "left arm: Rz %.3g°, body: x = %.3g", 30 + 45 * (double)t,
                  (double)(walk * t));
}
static const struct mistake_case {
    mistake made;
    float walk;
    const char *number, *name, *formula; /* `number` is on screen until the case is solved, then the others */
} CASES[] = {
    {NO_INVERSE, 0, "case 1 of 6", "3: inverse bind missing", "final = A"},
    {WEIGHTS, 0, "case 2 of 6", "5: weights not normalised", "they add up to 0.7"},
    {SWAPPED, 0, "case 3 of 6", "1: factors swapped", "final = A B⁻¹"},
    {UNSORTED, 1, "case 4 of 6: 1 m in two frames", "4: parents unsorted", "array: left, body, right"},
    {TRANSPOSED, 0, "case 5 of 6", "2: matrix transposed", "rows taken for columns"},
    {CHILD_ONLY, 1, "case 6 of 6: 1 m in two frames", "6: only the child computed", "final = B⁻¹ A, A stale"},
    {NONE, 1, "final = B⁻¹ A", NULL, NULL},
};
/* Shows the case on stage 2, and the one before it, with its name, on stage 3. */
static void show_case(bp_world *world, int number, float t) {
    const struct mistake_case *now = &CASES[number - 1], *before = now - 1;
    world->stages[CASE].title = now->made ? "What is wrong here?" : "Nothing, any more";
    world->stages[CASE].subtitle = now->number;
    show(world, RIGHT, NONE, now->walk, t);
    show(world, CASE, now->made, now->walk, t);
    if (number == 1) return;
    world->stages[SOLVED].title = before->name, world->stages[SOLVED].subtitle = before->formula;
    show(world, SOLVED, before->made, before->walk, 1);
}
static void case_1(bp_world *world, float t) { show_case(world, 1, t); }
static void case_2(bp_world *world, float t) { show_case(world, 2, t); }
static void case_3(bp_world *world, float t) { show_case(world, 3, t); }
static void case_4(bp_world *world, float t) { show_case(world, 4, t); }
static void case_5(bp_world *world, float t) { show_case(world, 5, t); }
static void case_6(bp_world *world, float t) { show_case(world, 6, t); }
static void fixed(bp_world *world, float t) { show_case(world, 7, t); }

/* clang-format off */
static const bp_readout READOUTS[] = {
    {"largest vertex difference: stages 1 and 2", bp_measure_vertex_difference, {RIGHT, CASE, 0, 0}, "%.4f m", NULL},
    {"final angle, left arm: stage 2", bp_measure_rotation_z, {CASE, 0, ARM, bp_bone_final}, "%.1f°", "should be 45°"},
    {"final angle, right arm: stage 2", bp_measure_rotation_z, {CASE, 0, OTHER, bp_bone_final}, "%.1f°", "should be 0°"}};
#define OFF(text, by) {0, text, bp_measure_vertex_difference, {RIGHT, CASE, 0, 0}, .expected = {by}, .tolerance = 5e-5f, .unit = "m"}
#define ANGLE(text, bone, by) {0, text, bp_measure_rotation_z, {CASE, 0, bone, bp_bone_final}, .expected = {by}, .unit = "degrees"}
static const bp_claim CASE1[] = {OFF("Without the inverse bind the hand is 2.5284 m off.", 2.5284f), ANGLE("The right arm, in its bind pose, is rotated by its bind.", OTHER, -30)};
static const bp_claim CASE2[] = {OFF("With weights that add up to 0.7 the hand is 0.9109 m off.", 0.9109f),
    {0, "The arm has 0.7³ = 0.343 of its volume, the character 0.9136.", bp_measure_volume, {CASE, 0, 0, 0}, .expected = {0.913553f}}};
static const bp_claim CASE3[] = {OFF("With the factors swapped the arm rotates about the origin: all of it is 1.2102 m off.", 1.2102f)};
static const bp_claim CASE4[] = {OFF("With the arm first in the array, it is one frame late: 0.5 m.", 0.5f)};
static const bp_claim CASE5[] = {OFF("Transposed, the hand is 3.2672 m off.", 3.2672f), ANGLE("The arm rotates the other way.", ARM, -45)};
static const bp_claim CASE6[] = {OFF("With the body's absolute not computed, everything is a whole metre behind.", 1), ANGLE("The arm's own angle is right.", ARM, 45)};
static const bp_claim FIXED[] = {{0, "Nothing is off.", bp_measure_vertex_difference, {RIGHT, CASE, 0, 0}, .expected = {1e-6f}, .at_most = true, .unit = "m"}};

#define ASK .text = "What is wrong? 1 factors swapped, 2 matrix transposed, 3 inverse bind missing, 4 parents unsorted, 5 weights not normalised, 6 only the child computed", .unit = "(1-6)"
static const bp_question ASK1 = {ASK, .answer = 3, .right = "Each part moves by its bone's whole transform, bind included: the right arm should not move.",
    .wrong = {{1, "With the factors swapped an arm in its bind stays: A B⁻¹ = I too. Look at the right arm."}, {2, "Transposed, an arm in its bind stays: I is its own transpose."},
              {5, "The arms have kept their size."}, {6, "Nothing lags behind: the arms are rotated too far."}}, .hint = "The right arm is in its bind pose. Which mistake moves it anyway?"};
static const bp_question ASK2 = {ASK, .answer = 5, .right = "0.7 of a vertex's position lies nearer to the origin: parts shrink towards it.",
    .wrong = {{3, "Then the right arm would be off too."}, {2, "Transposing keeps the size and rotates the other way."}, {4, "Late parts are late, not small."}}, .hint = "The angle is right, 45°, but the arm is smaller. What scales?"};
static const bp_question ASK3 = {ASK, .answer = 1, .right = "A B⁻¹ rotates by 45° too, but about the origin, not the shoulder.",
    .wrong = {{2, "Nearly: it rotates about the origin, but the right way. Transposed it would rotate by -45°."}, {3, "Then the right arm would be off, and the angle 75°."}, {5, "The arm has kept its size."}},
    .hint = "The angle is right, the centre is wrong: about which point does the arm rotate?"};
static const bp_question ASK4 = {ASK, .answer = 4, .right = "The arm used its parent's chain of the last frame: half of the way behind.",
    .wrong = {{6, "Then the arm would miss all of the way, not one frame of it."}, {1, "It lags while the body moves; swapped factors are wrong when nothing moves."}, {3, "Then the right arm would be off too."}}, .hint = "The body went 1 m in two frames; the left arm is 0.5 m behind."};
static const bp_question ASK5 = {ASK, .answer = 2, .right = "A transposed rotation is the opposite one, and the translation is in a column that nothing reads.",
    .wrong = {{1, "Swapped, the angle would be +45°, about the origin."}, {3, "Then the right arm would be off too."}, {5, "The arm has kept its size."}}, .hint = "Look at the sign of the final angle."};
static const bp_question ASK6 = {ASK, .answer = 6, .right = "The arm's absolute was computed from the body's, which is old.",
    .wrong = {{4, "Then one arm would be one frame late. Here nothing has followed at all."}, {3, "The arm's angle is right, so its bind is removed."},
              {2, "The arm rotates the right way."}}, .hint = "The bones moved, the mesh stayed, but the arm rotated: whose matrix is old?"};

static const bp_step STEPS[] = {
    {"Stage 1 is right: final rotates by 45°. Stage 2 makes one mistake: look at it, then go on and say which.", case_1, CASE1, BP_COUNT(CASE1), NULL, READOUTS, BP_COUNT(READOUTS), .stage = CASE, .bone = ARM},
    {"Case 1: both arms are off, even the one that wasn't rotated. Solved, it moves to stage 3.", case_2, CASE2, BP_COUNT(CASE2), &ASK1, .stage = CASE, .bone = ARM},
    {"Case 2: the angle is right, but the arm has shrunk and left its shoulder.", case_3, CASE3, BP_COUNT(CASE3), &ASK2, .stage = CASE, .bone = ARM},
    {"Case 3: angle and size are right, but the arm is elsewhere.", case_4, CASE4, BP_COUNT(CASE4), &ASK3, .stage = CASE, .bone = ARM},
    {"Case 4: the body walks, and one arm is half a metre behind. The other one keeps up.", case_5, CASE5, BP_COUNT(CASE5), &ASK4, .stage = CASE, .bone = ARM},
    {"Case 5: the body stays. The arm goes down instead of up.", case_6, CASE6, BP_COUNT(CASE6), &ASK5, .stage = CASE, .bone = ARM},
    {"Case 6: the bones walk, and the mesh stays where it was. Only the arm's rotation arrives.", fixed, FIXED, BP_COUNT(FIXED), &ASK6, .stage = CASE, .bone = ARM},
};

const bp_lesson_plan bp_lesson = {
    .number = 18, .name = "18_why_it_explodes",
    .title = "Why it explodes",
    .summary = "Six mistakes that everybody makes once, and how to tell them by their looks.",
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_ABSOLUTE | BP_MATRIX_FINAL | BP_MATRIX_BIND |
                BP_MATRIX_ABSOLUTE_INVERSE_BIND,
    .difficulty = 3, .setup = setup,
    .steps = STEPS, .step_count = BP_COUNT(STEPS),
    .text = {.teaches = "To recognise the six usual mistakes of skinning by what they look like.",
              .prerequisites = "02_seven_matrices, 08_stale_absolutes, 10_bone_order, 17_smooth_skinning",
              .try_this = {"In each case rotate the left arm with Up and Down: about which point?"},
              .questions = {"Which two of the six don't show in the bind pose, and which more if nothing moves?"}},
};
