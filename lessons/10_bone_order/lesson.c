/* Parents first: prepare goes over the array once and relies on each bone's parent coming before it
 * (claims 40 and 41).
 *
 * First the body moves along X, 1 m a step; the arm is its child, so both finals move by as much. With the arm
 * before the body in the array, the arm is multiplied by the body's chain of the previous frame: 1 m behind.
 *
 * Then, on another character, the left arm (bone 1) is hung under the right arm (bone 2). Sorting gives body, right,
 * left. Vertices say "1" and mean the left arm: by the page's rules its index stays 1; the engine numbers by
 * position, and the left arm, now third, gets index 2. */
#include "array_tiles.h"
#include "shared/painted_marks.h"
#include "rig/engine.h"
#include <bindpose/bindpose.h>
#include <bindpose/lesson_session.h>
#include <math.h>

#define ARM "boneArmLeft"
#define RIGHT "boneArmRight"
#define BODY "boneBody"
enum { ONLY };

static double round_cm(float x) { return (double)(floorf(x * 100 + 0.5f) / 100); }

/* The body's place that the arm's matrices were computed with. */
static float body_for_arm(const bp_bone *arm) {
    bp_mat4 inverse;
    if (!bp_mat4_inverse(bp_bone_local(arm), &inverse)) return 0;
    return bp_mat4_mul(inverse, bp_bone_chain(arm)).m[12];
}
static void note_places(bp_world *world) {
    const bp_bone *body = bp_world_bone(world, ONLY, BODY), *arm = bp_world_bone(world, ONLY, ARM);
    if (body && arm)
        bp_world_note(world, ONLY, "body at x = %.3g, left arm as for a body at x = %.3g",
                      round_cm(bp_bone_chain(body).m[12]), round_cm(body_for_arm(arm)));
}
static void note_parent(bp_world *world) {
    const bp_bone *right = bp_world_bone(world, ONLY, RIGHT), *arm = bp_world_bone(world, ONLY, ARM);
    if (!right || !arm) return;
    bp_world_note(world, ONLY, "the left arm's parent: %s", bp_bone_name(bp_bone_parent(arm)));
}
/* How many bones prepare has passed. */
static float *cursor_of(bp_world *world) { return bp_world_data(world); }
static void paint_array(bp_world *world, bp_painter *painter) {
    bp_paint_array(painter, world->stages[ONLY].skeleton, *cursor_of(world));
}
/* The arrow is the arm's local position, seen from the new parent. */
static void paint_parent(bp_world *world, bp_painter *painter) {
    const bp_bone *right = bp_world_bone(world, ONLY, RIGHT), *arm = bp_world_bone(world, ONLY, ARM);
    paint_array(world, painter);
    if (!right || !arm || bp_bone_parent(arm) != right) return;
    bp_vec3 at = bp_bone_position(arm);
    bp_mark_arrow(painter, bp_mat4_position(bp_bone_chain(right)), bp_mat4_position(bp_bone_chain(arm)), false,
                  "local (%.3g, %.3g, %.3g)", (double)at.x, (double)at.y, (double)at.z);
}

static void setup(bp_world *world) {
    bp_world_add_character(world, "A moving body", "the arms are its children", BP_BIND_NATURAL);
    world->camera.eye = (bp_vec3){0.5f, 2.6f, 10.5f};
    world->camera.target = (bp_vec3){0.5f, 0.1f, 0};
    world->write_notes = note_places;
    world->paint = paint_array;
}

/* The cursor passes the bones while the step plays: one call of prepare. */
static void sweep(bp_world *world, float t) { *cursor_of(world) = BP_CHARACTER_BONES * t; }
static void move_body(bp_world *world, float x) {
    bp_bone_set_position(bp_world_bone(world, ONLY, BODY), (bp_vec3){x, 0, 0});
}
/* The ghost of the arm where the body now has its shoulder. */
static void pose_in_order(bp_skeleton *copy, float value) {
    (void)value;
    bp_skeleton_sort(copy);
    bp_bone *arm = bp_skeleton_find(copy, ARM);
    if (arm) bp_bone_set_position(arm, bp_bone_position(arm)); /* otherwise prepare has nothing to do */
}
static void move_sorted(bp_world *world, float t) {
    move_body(world, t);
    sweep(world, t);
}
static void move_unsorted(bp_world *world, float t) {
    const size_t child_first[] = {BP_BONE_ARM_LEFT, BP_BONE_BODY, BP_BONE_ARM_RIGHT};
    bp_skeleton_reorder(world->stages[ONLY].skeleton, child_first, BP_COUNT(child_first), &world->error);
    move_body(world, 1 + t);
    sweep(world, t);
    if (t > 0) bp_world_add_ghost(world, ONLY, "where it belongs", pose_in_order, 0);
}
static void sort_and_move(bp_world *world, float t) {
    bp_skeleton_sort(world->stages[ONLY].skeleton);
    move_body(world, 2 - t);
    sweep(world, t);
}
static void show_other(bp_world *world) {
    bp_world_add_character(world, "Another parent", "the left arm gets a new parent", BP_BIND_NATURAL);
    if (world->error.kind != BP_ERROR_NONE) return;
    bp_world_show_stages(world, 1, 1);
    world->write_notes = note_parent;
    world->paint = paint_parent;
}
static void change_parent(bp_world *world, float t) {
    bp_bone *arm = bp_world_bone(world, ONLY, ARM);
    bp_bone_set_parent(arm, bp_world_bone(world, ONLY, RIGHT), true, &world->error);
    bp_world_rotate(world, ONLY, ARM, (bp_vec3){0, 0, 1}, 30 + 45 * t);
    sweep(world, t);
}
static void sort_other(bp_world *world, float t) {
    bp_skeleton_sort(world->stages[ONLY].skeleton);
    bp_bone *body = bp_world_bone(world, ONLY, BODY); /* the next frame */
    bp_bone_set_position(body, bp_bone_position(body));
    sweep(world, t);
}
/* The ghost of an answer: the arm at its shoulder while the body is at the option's x. */
static void pose_arm_at(bp_skeleton *copy, float option) {
    static const float x[] = {2, 1, 0, 3};
    bp_skeleton_sort(copy);
    bp_bone *body = bp_skeleton_find(copy, BODY), *arm = bp_skeleton_find(copy, ARM);
    if (!body || !arm) return;
    bp_vec3 at = bp_bone_position(arm);
    at.x = 0.5f + x[(int)bp_clamp(option, 0, 3)] - bp_bone_position(body).x;
    bp_bone_set_position(arm, at);
}

/* How far the arm is behind the place that the body has for it, along X. */
static void measure_lag(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_bone *arm = bp_world_bone(world, args->stage, ARM);
    bp_mat4 belongs = bp_mat4_mul(bp_bone_local(arm), bp_bone_chain(bp_world_bone(world, args->stage, BODY)));
    values[0] = belongs.m[12] - bp_bone_chain(arm).m[12];
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
    {"left arm behind the body", measure_lag, {ONLY, 0, 0, 0}, "%.2f m", NULL},
    {"parents come first", measure_sorted, {ONLY, 0, 0, 0}, "no|yes", NULL},
};
static const bp_readout OTHER[] = {
    {"parents come first", measure_sorted, {ONLY, 0, 0, 0}, "no|yes", NULL},
};
static const bp_claim SORTED[] = {
    {0, "Made in order, parents come first.", measure_sorted, {ONLY, 0, 0, 0}, .expected = {1}, .unit = "(1: yes)", .holds_before = true},
};
static const bp_claim TOGETHER[] = {
    {0, "Body and arm move together.", bp_measure_position, {ONLY, 0, ARM, bp_bone_final}, 3, {1, 0, 0}, .unit = "m"},
};
static const bp_claim LATE[] = {
    {40, "With the child first, the child is a frame late: 1 m behind.", measure_lag, {ONLY, 0, 0, 0}, .expected = {1}, .unit = "m"},
};
static const bp_claim FIXED[] = {
    {41, "Sorting puts parents first again, and nothing lags.", measure_lag, {ONLY, 0, 0, 0}, .expected = {0}, .unit = "m"},
};
static const bp_claim BROKEN[] = {
    {0, "The new parent comes after its child.", measure_sorted, {ONLY, 0, 0, 0}, .expected = {0}, .unit = "(1: yes)"},
};
static const bp_claim SLOTS[] = {
    {41, "Sorted, and bone 1 of the vertices is still the left arm.",
     measure_slot, {ONLY, 0, 0, 0}, 2, {1, 1}, .unit = "(1: yes), index",
     .page = "sorting corrects the order; vertices keep their bones",
     .engine = "bones without an explicit index are numbered by position: the left arm becomes bone 2, and the right arm's vertices follow it",
     .engine_expected = {1, 2}},
};
static const bp_question WHERE = {
    "The left arm is now the first bone of the array. The body moves on, from x = 1 to x = 2, and prepare runs once. Where is the arm then?",
    .answer = 1, .kind = BP_QUESTION_CHOICE,
    .caption = "The array gets another order: the left arm goes to the front, before the body. Then the body moves on by 1 m.",
    .options = {"at its shoulder: the body is at x = 2", "as if the body were still at x = 1", "back where it began, at x = 0", "ahead of the body, at x = 3"},
    .right = "prepare comes to the arm first. The body's new matrix isn't there yet, so the arm is multiplied by the old one.",
    .wrong = {{0, "It should be. But prepare comes to the arm before it comes to the body."},
              {2, "The last call of prepare moved it to x = 1, and the body's matrix still says so."},
              {3, "Nothing is counted twice: the arm's local is multiplied by one matrix of its parent, the old one."}},
    .hint = "prepare is at the first tile. Which matrix of the body does it find?", .pose = pose_arm_at};
static const bp_question SORTING = {
    "The body is the parent of the right arm, and the right arm is the parent of the left arm. In which order must the array have them?",
    .answer = 231, .kind = BP_QUESTION_ORDER,
    .caption = "The left arm's parent is behind it in the array, so the left arm is computed too early. Sort the array yourself.",
    .options = {"left arm", "body", "right arm"},
    .right = "A parent before each of its children, down the whole line: only one order does that here.",
    .wrong = {{213, "That is the order it has: the left arm comes before the right one, its parent."},
              {123, "The left arm's parent comes last, so the arm is computed too early."},
              {132, "That is from child to parent, the wrong way round."},
              {321, "The right arm needs the body before it."},
              {312, "The body has no parent, and both arms hang from it. It must come first."}},
    .hint = "Start with the bone that has no parent."};

static const bp_step STEPS[] = {
    {"A skeleton is an array of bones, drawn as tiles. Before each frame, prepare goes over it once, from left to right, and multiplies each bone's "
     "local matrix by what it has just computed for the parent. That is fast, because it never searches, and right as long as parents come before their children.",
     NULL, SORTED, BP_COUNT(SORTED), .readouts = READOUTS, .readout_count = 2, .bone = ARM},
    {"Move the body by 1 m. prepare comes to the body first, then to the arms, and finds the body's new matrix. They stay together. "
     "Watch the bar under the tiles.",
     move_sorted, TOGETHER, BP_COUNT(TOGETHER), .bone = ARM, .seconds = 2, .pictured = true},
    {"The left arm is now the first bone of the array, before the body. The body moved on by 1 m, and the arm comes one frame late. "
     "It catches up when prepare computes the bones again, which it does only after a change. So even a pose that stands still can look wrong.",
     move_unsorted, LATE, BP_COUNT(LATE), &WHERE, .bone = ARM, .seconds = 2, .pictured = true},
    {"Sort the array: each parent goes before its children, and nothing else changes. Then the body moves back by 1 m. "
     "The arm is at its shoulder again, without delay.",
     sort_and_move, FIXED, BP_COUNT(FIXED), .bone = ARM, .seconds = 2},
    {"Orders go wrong when bones get other parents. Here is a fresh character, with its array in order. "
     "Its left arm will get the right arm as its parent: where will the arm's shoulder be then?",
     NULL, .readouts = OTHER, .readout_count = 1, .bone = ARM, .arrange = show_other},
    {"The left arm becomes a child of the right arm, and rotates by 45°. Its local position is still (0.5, 1.5, 0). From the body that led to the left shoulder. "
     "From the right shoulder, along the right arm's tilted axes, it leads into the air: the bone is there now, and its mesh turns about that point. In the array its parent comes after it.",
     change_parent, BROKEN, BP_COUNT(BROKEN), .readouts = OTHER, .readout_count = 1, .bone = ARM, .seconds = 2, .pictured = true},
    {"Sort once more. Vertices name their bones by index, so a bone may change its place in the array, but not its index. "
     "Babylon.js numbers bones by place: press K, then P, and the left bone takes the right arm's mesh.",
     sort_other, SLOTS, BP_COUNT(SLOTS), &SORTING, .readouts = OTHER, .readout_count = 1, .bone = ARM, .seconds = 2},
};

const bp_lesson_plan bp_lesson = {
    .number = 10,
    .name = "10_bone_order",
    .title = "Parents first",
    .summary = "prepare goes over the array once and relies on the order of the bones.",
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_ABSOLUTE | BP_MATRIX_FINAL,
    .difficulty = 2,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.goal = "You will be able to say why parents must come before children, and to recognise a skeleton in which they don't.",
              .learned = {"prepare goes over the array of bones once, from first to last.",
                          "A bone that comes before its parent is computed with the parent's old matrix: it lags by one frame.",
                          "Sorting puts parents first. It changes places in the array, and must not change the bones' indices.",
                          "A bone that gets another parent keeps its local matrix, so it jumps."},
              .next = "Angles and quaternions",
              .teaches = "Why parents must come before children, what it looks like when they don't, and what "
                         "sorting may and may not change.",
              .prerequisites = "02_seven_matrices",
              .try_this = {"At step 3 rotate the body: the arm stays behind, and the ghost shows where it belongs.",
                           "At step 6 rotate the right arm: the floating arm follows it, because it is its child now."},
              .questions = {"A limb follows its parent, but always one frame late. What is wrong with the skeleton?",
                            "Why doesn't prepare look for the parents itself?",
                            "After sorting, a bone moves the wrong part of the mesh. What has the sorting changed that it must not change?"}},
};
