/* Stale absolutes: absolute is the one matrix that isn't kept up to date (claims 29 to 33).
 *
 * Stage 1. The arm is at x = 0.5 of the body. The body moves by 5: the arm belongs at 5.5, but its absolute says 0.5 until
 * it is computed; computing it alone, with the body's old absolute (0), gives 0.5 again. Back at 2: 2.5.
 *
 * Stage 2. The right arm was taken off the body, so there are two roots. Body and right arm are lifted by 1: from
 * y = 0 and 1.5 to 1 and 2.5. The left arm, below the body, rises from 1.5 to 2.5. */
#include <bindpose/bindpose.h>

#define ARM "boneArmLeft"
#define RIGHT "boneArmRight"
#define BODY "boneBody"
enum { MOVING, TWO_ROOTS };

static void setup(bp_world *world) {
    bp_world_add_character(world, "A moving body", "the arms are its children", BP_BIND_NATURAL);
    bp_world_add_character(world, "Two roots", "the right arm is no child of the body", BP_BIND_NATURAL);
    if (world->error.kind != BP_ERROR_NONE) return;
    bp_bone *right = bp_world_bone(world, TWO_ROOTS, RIGHT);
    bp_bone_set_parent(right, NULL, true, &world->error);
    bp_bone_compute_absolutes(right);
    world->camera.eye = (bp_vec3){2.4f, 3, 11.6f};
    world->camera.target = (bp_vec3){2.4f, 0, 0};
    bp_world_note(world, MOVING, "body at x = 0");
    bp_world_note(world, TWO_ROOTS, "lifted by 0");
}

static void move_body_to(bp_world *world, float x) {
    bp_bone_set_position(bp_world_bone(world, MOVING, BODY), (bp_vec3){x, 0, 0});
    bp_world_note(world, MOVING, "body at x = %.3g", (double)x);
}
static void move_body(bp_world *world, float t) {
    bp_skeleton_reset_stats(world->stages[MOVING].skeleton); /* starts counting */
    move_body_to(world, 5 * t);
}
static void compute_arm(bp_world *world, float t) {
    (void)t;
    bp_bone_compute_absolutes(bp_world_bone(world, MOVING, ARM));
    bp_world_note(world, MOVING, "body at x = 5; computed: left arm");
}
static void compute_body(bp_world *world, float t) {
    (void)t;
    bp_bone_compute_absolutes(bp_world_bone(world, MOVING, BODY));
    bp_world_note(world, MOVING, "body at x = 5; computed: body and below");
}
static void move_back(bp_world *world, float t) { move_body_to(world, 5 - 3 * t); }
static void ask_where(bp_world *world, float t) {
    (void)t;
    bp_vec3 at = bp_bone_position_in(bp_world_bone(world, MOVING, ARM), BP_SPACE_WORLD, NULL);
    bp_world_note(world, MOVING, "asked for the left arm's position: x = %.3g", (double)at.x);
}
static void lift_roots(bp_world *world, float t) {
    bp_bone_set_position(bp_world_bone(world, TWO_ROOTS, BODY), (bp_vec3){0, t, 0});
    bp_bone_set_position(bp_world_bone(world, TWO_ROOTS, RIGHT), (bp_vec3){-0.5f, 1.5f + t, 0});
    bp_world_note(world, TWO_ROOTS, "lifted by %.3g", (double)t);
}
static void compute_all(bp_world *world, float t) {
    (void)t;
    bp_skeleton_compute_absolutes(world->stages[TWO_ROOTS].skeleton, false);
    bp_world_note(world, TWO_ROOTS, "lifted by 1; computed: the skeleton");
}

/* How many absolutes were computed since the body began to move; whether the bone's is stale; and its x. */
static void measure_computed(bp_world *world, const bp_measure_args *args, float *values) {
    values[0] = (float)bp_skeleton_stats(world->stages[args->stage].skeleton).absolute;
    bp_measure_stale_and_x(world, args, &values[1]);
}
/* The heights in the absolutes of body, left and right arm. */
static void measure_heights(bp_world *world, const bp_measure_args *args, float *values) {
    const char *const names[] = {BODY, ARM, RIGHT};
    for (int i = 0; i < 3; i++)
        values[i] = bp_bone_absolute(bp_world_bone(world, args->stage, names[i])).m[13];
}

/* clang-format off */
static const bp_readout READOUTS[] = {
    {"left arm's absolute is stale", bp_measure_stale, {MOVING, 0, ARM, 0}, "%.0f", "stage 1; 1 = yes"},
    {"left arm's absolute, x", bp_measure_position, {MOVING, 0, ARM, bp_bone_absolute}, "%.3g m", "stage 1; as last computed"},
    {"left arm's chain, x", bp_measure_position, {MOVING, 0, ARM, bp_bone_chain}, "%.3g m", "stage 1; written by prepare"}};
static const bp_readout ROOTS[] = {
    {"right arm's absolute is stale", bp_measure_stale, {TWO_ROOTS, 0, RIGHT, 0}, "%.0f", "stage 2; 1 = yes"},
    {"left arm's absolute is stale", bp_measure_stale, {TWO_ROOTS, 0, ARM, 0}, "%.0f", "stage 2; 1 = yes"}};
static const bp_claim CURRENT[] = {
    {0, "All is computed: nothing is stale, the arm is at x = 0.5.", bp_measure_stale_and_x, {MOVING, 0, ARM, 0}, 2, {0, 0.5f}, .unit = "(1: stale), m", .holds_before = true}};
static const bp_claim MOVED[] = {
    {29, "The body has moved, and the arm's absolute still says 0.5: it is stale.",
     bp_measure_stale_and_x, {MOVING, 0, ARM, 0}, 2, {1, 0.5f}, .unit = "(1: stale), m",
     .page = "absolute stays as it was last computed: 0.5", .engine = "since 2025 its getter refreshes what is stale: 5.5", .engine_expected = {1, 5.5f}},
    {0, "Vertices move anyway: prepare has its own product, so final moves by 5.", bp_measure_position, {MOVING, 0, ARM, bp_bone_final}, 3, {5, 0, 0}, .unit = "m"}};
static const bp_claim CHILD[] = {
    {31, "One absolute was computed, from its parent's old one: still stale, and x is 0.5 again.",
     measure_computed, {MOVING, 0, ARM, 0}, 3, {1, 1, 0.5f}, .unit = "computed, (1: stale), m"}};
static const bp_claim PARENT[] = {
    {32, "Computing the body updates its descendants: the arm is at 5.5 and current.",
     bp_measure_stale_and_x, {MOVING, 0, ARM, 0}, 2, {0, 5.5f}, .unit = "(1: stale), m"}};
static const bp_claim BACK[] = {
    {29, "Stale again: absolute says 5.5, and the arm is at 2.5.", bp_measure_stale_and_x, {MOVING, 0, ARM, 0}, 2, {1, 5.5f}, .unit = "(1: stale), m",
     .page = "absolute stays as it was last computed: 5.5", .engine = "since 2025 its getter refreshes what is stale: 2.5", .engine_expected = {1, 2.5f}}};
static const bp_claim ASKED[] = {
    {30, "Asked for a world position, the skeleton refreshes first: 2.5, and current.",
     bp_measure_stale_and_x, {MOVING, 0, ARM, 0}, 2, {0, 2.5f}, .unit = "(1: stale), m"}};
static const bp_claim LIFTED[] = {
    {0, "Both roots were lifted: the right arm's absolute is stale.", bp_measure_stale, {TWO_ROOTS, 0, RIGHT, 0}, .expected = {1}, .unit = "(1: stale)"}};
static const bp_claim EVERY[] = {
    {33, "Computing the skeleton updates every bone, from every root.", measure_heights, {TWO_ROOTS, 0, 0, 0}, 3, {1, 2.5f, 2.5f}, .unit = "m",
     .page = "the skeleton's compute updates every bone", .engine = "starts from the first bone only: the right arm, a root of its own, stays at 1.5",
     .engine_expected = {1, 2.5f, 1.5f}}};
static const bp_question WHERE = {
    "The body moves by 5, and nothing is computed. Which x is in the arm's absolute matrix, by the page?", .answer = 0.5f, .unit = "m",
    .right = "The last computed one. Only local and final are written every frame.",
    .wrong = {{5.5f, "That is where the arm is. (The engine says so since 2025: its getter refreshes.)"},
              {5, "That is how far the body went."},
              {0, "That is the body's old x. The arm is 0.5 beside it."}},
    .hint = "It was last computed when the body was at 0."};
static const bp_question CHILD_ONLY = {
    "Now the arm's own absolute is computed, and nothing else. Which x does it say?", .answer = 0.5f, .unit = "m",
    .right = "Its local (0.5) times the body's absolute, which is still at 0.",
    .wrong = {{5.5f, "That takes the body's absolute to be current. It trusts the parent, and the parent is stale."},
              {5, "That is where the body is; its absolute isn't computed yet."},
              {1, "The old position isn't added: absolute is local times the parent's absolute."}},
    .hint = "Local times the parent's absolute as it is now: 0.5 + ?"};

static const bp_step STEPS[] = {
    {"Five of the seven matrices stay as they are from frame to frame. Four of them never need to change. Absolute does, but nothing updates it.",
     NULL, CURRENT, BP_COUNT(CURRENT), .readouts = READOUTS, .readout_count = 3, .bone = ARM},
    {"The body moves by 5 m, and the mesh with it. Look at the stale flag, and at absolute.", move_body, MOVED, BP_COUNT(MOVED), &WHERE, .bone = ARM},
    {"Compute the arm's absolute alone. It uses its parent's absolute as it is, right or wrong.", compute_arm, CHILD, BP_COUNT(CHILD), &CHILD_ONLY, .bone = ARM},
    {"Compute the body's: that updates all descendants too.", compute_body, PARENT, BP_COUNT(PARENT), .bone = ARM},
    {"Move back to x = 2: stale again. Press P for the engine, whose getter refreshes by itself.", move_back, BACK, BP_COUNT(BACK), .bone = ARM},
    {"Ask the arm for its position in world space: this call refreshes first.", ask_where, ASKED, BP_COUNT(ASKED), .bone = ARM},
    {"Stage 2 has two roots: its right arm has no parent. Both rise by 1 m.",
     lift_roots, LIFTED, BP_COUNT(LIFTED), .readouts = ROOTS, .readout_count = 2, .bone = RIGHT, .stage = TWO_ROOTS},
    {"Compute the whole skeleton. With the engine's rules it skips the second root: press P.", compute_all, EVERY, BP_COUNT(EVERY), .bone = RIGHT, .stage = TWO_ROOTS},
};

const bp_lesson_plan bp_lesson = {
    .number = 8,
    .name = "08_stale_absolutes",
    .title = "Stale absolutes",
    .summary = "The one matrix that isn't kept up to date, and when it is computed.",
    .difficulty = 2,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.teaches = "When a bone's absolute matrix can be trusted, and which call updates what.",
              .prerequisites = "02_seven_matrices",
              .try_this = {"At step 4 rotate the body with Up and Down: the flag comes on at once."},
              .questions = {"Final is right all the time, absolute isn't. Where does final get its product from?"}},
};
