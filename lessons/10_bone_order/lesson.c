/* Parents first: prepare goes over the array once and relies on each bone's parent coming before it
 * (claims 40 and 41).
 *
 * Stage 1. The body moves along X, 1 m a step; the arm is its child, so both finals move by as much. With the
 * arm before the body in the array, the arm is multiplied by the body's chain of the previous frame: 1 m behind.
 *
 * Stage 2. The left arm (bone 1) is hung under the right arm (bone 2). Sorting gives body, right, left. Vertices
 * say "1" and mean the left arm: by the page's rules its index stays 1; the engine numbers by position, and the
 * left arm, now third, gets index 2. */
#include <bindpose/bindpose.h>

#define ARM "boneArmLeft"
#define BODY "boneBody"
enum { CHAIN, WRONG_BONE };

static void setup(bp_world *world) {
    bp_world_add_character(world, "A moving body", "array: body, left, right", BP_BIND_NATURAL);
    bp_world_add_character(world, "Another parent", "array: body, left, right", BP_BIND_NATURAL);
    world->camera.eye = (bp_vec3){0.5f, 2.6f, 10.5f};
    world->camera.target = (bp_vec3){0.5f, 0.1f, 0};
    bp_world_note(world, CHAIN, "body at x = 0");
}

static void move_body(bp_world *world, float x) {
    bp_bone_set_position(bp_world_bone(world, CHAIN, BODY), (bp_vec3){x, 0, 0});
    bp_world_note(world, CHAIN, "body at x = %.3g", (double)x);
}
static void move_sorted(bp_world *world, float t) { move_body(world, t); }
static void move_unsorted(bp_world *world, float t) {
    const size_t child_first[] = {BP_BONE_ARM_LEFT, BP_BONE_BODY, BP_BONE_ARM_RIGHT};
    bp_skeleton_reorder(world->stages[CHAIN].skeleton, child_first, BP_COUNT(child_first), &world->error);
    world->stages[CHAIN].subtitle = "array: left, body, right";
    move_body(world, 1 + t);
}
static void sort_and_move(bp_world *world, float t) {
    bp_skeleton_sort(world->stages[CHAIN].skeleton);
    world->stages[CHAIN].subtitle = "array: body, left, right";
    move_body(world, 2 - t);
}
static void change_parent(bp_world *world, float t) {
    bp_bone *arm = bp_world_bone(world, WRONG_BONE, ARM);
    bp_bone_set_parent(arm, bp_world_bone(world, WRONG_BONE, "boneArmRight"), true, &world->error);
    bp_world_rotate(world, WRONG_BONE, ARM, (bp_vec3){0, 0, 1}, 30 + 45 * t);
    bp_world_note(world, WRONG_BONE, "left arm: child of the right, rotated by %.3g°", 45 * (double)t);
}
static void sort_other(bp_world *world, float t) {
    (void)t;
    bp_skeleton_sort(world->stages[WRONG_BONE].skeleton);
    world->stages[WRONG_BONE].subtitle = "array: body, right, left";
    bp_bone *body = bp_world_bone(world, WRONG_BONE, BODY); /* the next frame */
    bp_bone_set_position(body, bp_bone_position(body));
}

/* How far the arm is behind the body, by their finals, along X. */
static void measure_lag(bp_world *world, const bp_measure_args *args, float *values) {
    float body = bp_bone_final(bp_world_bone(world, args->stage, BODY)).m[12];
    values[0] = body - bp_bone_final(bp_world_bone(world, args->stage, ARM)).m[12];
}
static void measure_sorted(bp_world *world, const bp_measure_args *args, float *values) {
    values[0] = bp_skeleton_is_sorted(world->stages[args->stage].skeleton) ? 1 : 0;
}
/* Whether the array is sorted; the left arm's index. */
static void measure_slot(bp_world *world, const bp_measure_args *args, float *values) {
    measure_sorted(world, args, values);
    values[1] = (float)bp_bone_index(bp_world_bone(world, args->stage, ARM));
}

/* clang-format off */
static const bp_readout READOUTS[] = {
    {"left arm behind the body", measure_lag, {CHAIN, 0, 0, 0}, "%.2f m", "stage 1"},
    {"parents first", measure_sorted, {CHAIN, 0, 0, 0}, "%.0f", "stage 1; 1 = yes"},
    {"parents first", measure_sorted, {WRONG_BONE, 0, 0, 0}, "%.0f", "stage 2; 1 = yes"},
};
static const bp_claim SORTED[] = {
    {0, "Made in order, parents come first.", measure_sorted, {CHAIN, 0, 0, 0}, .expected = {1}, .unit = "(1: yes)", .holds_before = true},
};
static const bp_claim TOGETHER[] = {
    {0, "Body and arm move together.", bp_measure_position, {CHAIN, 0, ARM, bp_bone_final}, 3, {1, 0, 0}, .unit = "m"},
};
static const bp_claim LATE[] = {
    {40, "With the child first, the child is a frame late: 1 m behind.", measure_lag, {CHAIN, 0, 0, 0}, .expected = {1}, .unit = "m"},
};
static const bp_claim FIXED[] = {
    {41, "Sorting puts parents first again, and nothing lags.", measure_lag, {CHAIN, 0, 0, 0}, .expected = {0}, .unit = "m"},
};
static const bp_claim BROKEN[] = {
    {0, "The new parent comes after its child.", measure_sorted, {WRONG_BONE, 0, 0, 0}, .expected = {0}, .unit = "(1: yes)"},
};
static const bp_claim SLOTS[] = {
    {41, "Sorted, and bone 1 of the vertices is still the left arm.",
     measure_slot, {WRONG_BONE, 0, 0, 0}, 2, {1, 1}, .unit = "(1: yes), index",
     .page = "sorting corrects the order; vertices keep their bones",
     .engine = "bones without an explicit index are numbered by position: the left arm becomes bone 2, and the right arm's vertices follow it",
     .engine_expected = {1, 2}},
};
static const bp_question WHERE = {
    "The body's final moves on to x = 2, with the arm first in the array. At which x is the arm's final?", .answer = 1, .unit = "m",
    .right = "Its parent's chain isn't written yet in this pass: it is the last frame's, x = 1.",
    .wrong = {{2, "It should be. But this pass computes the arm before its parent."},
              {0, "It did follow once: the last frame's chain of the body says 1."},
              {3, "Nothing is counted twice: the parent's old chain is used."}},
    .hint = "In one pass, first the arm: which chain of the body does it find?"};

static const bp_step STEPS[] = {
    {"A skeleton is an array of bones. Here each parent comes before its children.",
     NULL, SORTED, BP_COUNT(SORTED), .readouts = READOUTS, .readout_count = 3, .bone = ARM},
    {"The body moves by 1 m. prepare computes the body first, then the arm with the body's new chain: they stay together.",
     move_sorted, TOGETHER, BP_COUNT(TOGETHER), .bone = ARM},
    {"Now the arm comes first in the array, and the body moves on. The arm is computed with the chain of the last frame.",
     move_unsorted, LATE, BP_COUNT(LATE), &WHERE, .bone = ARM},
    {"Sort, and move back by 1 m: together again.", sort_and_move, FIXED, BP_COUNT(FIXED), .bone = ARM},
    {"Stage 2: the left arm becomes a child of the right one, and rotates. Its parent now comes after it.",
     change_parent, BROKEN, BP_COUNT(BROKEN), .bone = ARM, .stage = WRONG_BONE},
    {"Sorting corrects that too. Press P for the engine's rules: the left bone rotates the wrong arm of the mesh.",
     sort_other, SLOTS, BP_COUNT(SLOTS), .bone = ARM, .stage = WRONG_BONE},
};

const bp_lesson_plan bp_lesson = {
    .number = 10,
    .name = "10_bone_order",
    .title = "Parents first",
    .summary = "One pass over the array relies on its order: what if that is wrong?",
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_ABSOLUTE | BP_MATRIX_FINAL,
    .difficulty = 2,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.teaches = "Why parents must come before children, what it looks like when they don't, and what "
                         "sorting may and may not change.",
              .prerequisites = "02_seven_matrices",
              .try_this = {"Go back to step 3 and rotate the body: the arm follows, a frame late."},
              .questions = {"Why doesn't prepare look for the parents itself?"}},
};
