/* Stale absolutes: absolute is the one matrix that isn't kept up to date (claims 29 to 33).
 *
 * Steps 1 to 6. The arm is at x = 0.5 of the body. The body moves by 5: the arm belongs at 5.5, but its absolute says 0.5 until
 * it is computed; computing it alone, with the body's old absolute (0), gives 0.5 again. Back at 2: 2.5.
 *
 * Steps 7 to 9. The right arm was taken off the body, so there are two roots. Body and right arm are lifted by 1: from
 * y = 0 and 1.5 to 1 and 2.5. The left arm, below the body, rises from 1.5 to 2.5. */
#include "rig/engine.h"
#include <bindpose/bindpose.h>
#include <bindpose/lesson_session.h>

#define ARM "boneArmLeft"
#define RIGHT "boneArmRight"
#define BODY "boneBody"
enum { ONLY };

/* The notes say where things are now, after the student's changes too. */
static void note_x(bp_world *world) {
    const bp_bone *body = bp_world_bone(world, ONLY, BODY);
    if (body) bp_world_note(world, ONLY, "body at x = %.3g", (double)bp_bone_position(body).x);
}
static void note_heights(bp_world *world) {
    const bp_bone *body = bp_world_bone(world, ONLY, BODY), *right = bp_world_bone(world, ONLY, RIGHT);
    if (body && right)
        bp_world_note(world, ONLY, "local y: body %.3g, right arm %.3g", (double)bp_bone_position(body).y,
                      (double)bp_bone_position(right).y);
}

static void setup(bp_world *world) {
    bp_world_add_character(world, "A moving body", "the arms are its children", BP_BIND_NATURAL);
    world->camera.eye = (bp_vec3){2.4f, 2.2f, 9};
    world->camera.target = (bp_vec3){2.4f, 0.1f, 0};
    world->write_notes = note_x;
}

/* A skeleton of lines that stands where the stored absolutes say. */
static void show_absolutes(bp_world *world, int stage) {
    bp_ghost *ghost = bp_world_add_ghost(world, stage, "where absolute says", bp_ghost_at_absolutes, 0);
    if (ghost) ghost->bones_only = true;
}
static void move_body_to(bp_world *world, float x) {
    bp_bone_set_position(bp_world_bone(world, ONLY, BODY), (bp_vec3){x, 0, 0});
    show_absolutes(world, ONLY);
}
static void move_body(bp_world *world, float t) {
    bp_skeleton_reset_stats(world->stages[ONLY].skeleton); /* starts counting */
    move_body_to(world, 5 * t);
}
static void compute_arm(bp_world *world, float t) {
    (void)t;
    bp_bone_compute_absolutes(bp_world_bone(world, ONLY, ARM));
    show_absolutes(world, ONLY);
}
static void compute_body(bp_world *world, float t) {
    (void)t;
    bp_bone_compute_absolutes(bp_world_bone(world, ONLY, BODY));
    show_absolutes(world, ONLY);
}
static void move_back(bp_world *world, float t) { move_body_to(world, 5 - 3 * t); }
static void ask_where(bp_world *world, float t) {
    (void)t;
    (void)bp_bone_position_in(bp_world_bone(world, ONLY, ARM), BP_SPACE_WORLD, NULL);
    show_absolutes(world, ONLY);
}
static void show_two_roots(bp_world *world) {
    bp_world_add_character(world, "Two roots", "the right arm is no child of the body", BP_BIND_NATURAL);
    if (world->error.kind != BP_ERROR_NONE) return;
    bp_world_show_stages(world, 1, 1);
    bp_bone *right = bp_world_bone(world, ONLY, RIGHT);
    bp_bone_set_parent(right, NULL, true, &world->error);
    bp_bone_compute_absolutes(right);
    world->write_notes = note_heights;
}
static void lift_roots(bp_world *world, float t) {
    bp_bone_set_position(bp_world_bone(world, ONLY, BODY), (bp_vec3){0, t, 0});
    bp_bone_set_position(bp_world_bone(world, ONLY, RIGHT), (bp_vec3){-0.5f, 1.5f + t, 0});
    show_absolutes(world, ONLY);
}
static void compute_all(bp_world *world, float t) {
    (void)t;
    bp_skeleton_compute_absolutes(world->stages[ONLY].skeleton, false);
    show_absolutes(world, ONLY);
}

/* The body, to be moved by hand. */
static bp_vec3 body_position(bp_world *world) {
    const bp_bone *body = bp_world_bone(world, ONLY, BODY);
    return body ? bp_bone_position(body) : (bp_vec3){0};
}
static void set_body_position(bp_world *world, bp_vec3 position) {
    bp_bone *body = bp_world_bone(world, ONLY, BODY);
    if (body) bp_bone_set_position(body, position);
}

/* Reads the absolute as the panel does, and then asks whether it is stale: by the engine's rules, reading
 * refreshes. (bp_measure_stale asks without reading.) */
static void measure_read_stale(bp_world *world, const bp_measure_args *args, float *values) {
    if (args->stage >= world->stage_count) return;
    const bp_bone *bone = bp_world_bone(world, args->stage, args->bone);
    if (!bone) return;
    (void)bp_bone_absolute(bone);
    bp_measure_stale(world, args, values);
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
static const bp_handle HANDLES[] = {{"boneBody", ONLY, body_position, set_body_position, .normal = {0, 0, 1}}};
static const bp_readout READOUTS[] = {
    {"left arm's absolute is", measure_read_stale, {ONLY, 0, ARM, 0}, "current|stale", NULL},
    {"left arm's absolute, x", bp_measure_position, {ONLY, 0, ARM, bp_bone_absolute}, "%.3g m", "as last computed"},
    {"left arm is at x", bp_measure_position, {ONLY, 0, ARM, bp_bone_chain}, "%.3g m", "as prepare computes it"}};
static const bp_readout ROOTS[] = {
    {"right arm's absolute is", measure_read_stale, {ONLY, 0, RIGHT, 0}, "current|stale", NULL},
    {"left arm's absolute is", measure_read_stale, {ONLY, 0, ARM, 0}, "current|stale", NULL}};
static const bp_claim CURRENT[] = {
    {0, "All is computed: nothing is stale, the arm is at x = 0.5.", bp_measure_stale_and_x, {ONLY, 0, ARM, 0}, 2, {0, 0.5f}, .unit = "(1: stale), m", .holds_before = true}};
static const bp_claim MOVED[] = {
    {29, "The body has moved, and the arm's absolute still says 0.5: it is stale.",
     bp_measure_stale_and_x, {ONLY, 0, ARM, 0}, 2, {1, 0.5f}, .unit = "(1: stale), m",
     .page = "absolute stays as it was last computed: 0.5", .engine = "since 2025 its getter refreshes what is stale: 5.5", .engine_expected = {1, 5.5f}},
    {0, "Vertices move anyway: prepare has its own product, so final moves by 5.", bp_measure_position, {ONLY, 0, ARM, bp_bone_final}, 3, {5, 0, 0}, .unit = "m"}};
static const bp_claim CHILD[] = {
    {31, "One absolute was computed, from its parent's old one: still stale, and x is 0.5 again.",
     measure_computed, {ONLY, 0, ARM, 0}, 3, {1, 1, 0.5f}, .unit = "computed, (1: stale), m"}};
static const bp_claim PARENT[] = {
    {32, "Computing the body updates its descendants: the arm is at 5.5 and current.",
     bp_measure_stale_and_x, {ONLY, 0, ARM, 0}, 2, {0, 5.5f}, .unit = "(1: stale), m"}};
static const bp_claim BACK[] = {
    {29, "Stale again: absolute says 5.5, and the arm is at 2.5.", bp_measure_stale_and_x, {ONLY, 0, ARM, 0}, 2, {1, 5.5f}, .unit = "(1: stale), m",
     .page = "absolute stays as it was last computed: 5.5", .engine = "since 2025 its getter refreshes what is stale: 2.5", .engine_expected = {1, 2.5f}}};
static const bp_claim ASKED[] = {
    {30, "Asked for a world position, the skeleton refreshes first: 2.5, and current.",
     bp_measure_stale_and_x, {ONLY, 0, ARM, 0}, 2, {0, 2.5f}, .unit = "(1: stale), m"}};
static const bp_claim LIFTED[] = {
    {0, "Both roots were lifted: the right arm's absolute is stale.", bp_measure_stale, {ONLY, 0, RIGHT, 0}, .expected = {1}, .unit = "(1: stale)"}};
static const bp_claim EVERY[] = {
    {33, "Computing the skeleton updates every bone, from every root.", measure_heights, {ONLY, 0, 0, 0}, 3, {1, 2.5f, 2.5f}, .unit = "m",
     .page = "the skeleton's compute updates every bone", .engine = "starts from the first bone only: the right arm, a root of its own, stays at 1.5",
     .engine_expected = {1, 2.5f, 1.5f}}};
static const bp_question WHERE = {
    "The body will move 5 m along X, from 0 to 5, and the arm with it. Which x will the arm's absolute matrix hold?", .answer = 2,
    .kind = BP_QUESTION_CHOICE,
    .options = {"5.5 m, where the arm is", "5 m, how far the body moved", "0.5 m, as before", "0 m, where the body was"},
    .right = "Moving a bone changes its local matrix. Absolute keeps its old value until a call computes it again: it is stale.",
    .engine = "By the page's rules, 0.5 m. The engine, since 2025, computes a stale absolute when somebody reads it: the panel reads it, and gets 5.5 m.",
    .wrong = {{0, "The arm does go there: prepare computes that for drawing. But it doesn't store it in absolute."},
              {1, "The arm is 0.5 m beside the body, wherever the body is."},
              {3, "The arm was 0.5 m beside the body then, too."}},
    .hint = "Absolute is computed on demand. Has any call computed it since the body moved?"};
static const bp_question CHILD_ONLY = {
    "Now compute the arm's own absolute, and no other bone's: local times the parent's absolute. Where will the violet arm be?", .answer = 1,
    .kind = BP_QUESTION_CHOICE,
    .options = {"On the real arm, at 5.5 m", "Still at 0.5 m", "At 5 m, with the body", "At 1 m"},
    .right = "0.5 from its local, times the body's absolute, which still says 0. The arm trusts its parent, and the parent is stale.",
    .wrong = {{0, "For that the body's absolute would have to be current. It still says 0."},
              {2, "The body is there, but its absolute matrix doesn't say so yet."},
              {3, "The old position isn't added. Absolute is computed afresh: local times the parent's absolute."}},
    .hint = "Local says 0.5. What does the parent's absolute say now?"};
static const bp_question ASK = {
    "The arm's absolute says 5.5, and the arm is at 2.5. You ask the arm for its position in world space. Which x will the call return?", .answer = 1,
    .kind = BP_QUESTION_CHOICE,
    .caption = "Reading an absolute matrix gives the stored numbers. There are also calls that answer in world space: where is this bone, which way does it point?",
    .options = {"5.5 m, as stored", "2.5 m, where the arm is", "0.5 m, from its local"},
    .right = "A call that answers in world space computes stale absolutes first.",
    .wrong = {{0, "Reading the matrix gives that. This call computes stale absolutes first."},
              {2, "That is relative to the body, and the call answers in world space."}},
    .hint = "You ask where the bone is, and not what is stored."};
static const bp_step STEPS[] = {
    {"A bone's absolute matrix says where the bone is, measured from the mesh's origin. Drawing doesn't use it, so it isn't computed for every frame. "
     "It is computed on demand, and kept. Now it is current: the left arm is at x = 0.5.",
     NULL, CURRENT, BP_COUNT(CURRENT), .readouts = READOUTS, .readout_count = 3, .bone = ARM, .handles = HANDLES, .handle_count = 1},
    {"Move the body 5 m along X. The arms and the mesh go with it. "
     "The thin violet skeleton is where the absolute matrices say: watch where it is in the end.",
     move_body, MOVED, BP_COUNT(MOVED), &WHERE, .bone = ARM, .seconds = 1.6f, .handles = HANDLES, .handle_count = 1, .pictured = true},
    {"Compute the absolute matrix of the arm alone. It is the product of two matrices: the arm's local, and its parent's absolute as it is.",
     compute_arm, CHILD, BP_COUNT(CHILD), &CHILD_ONLY, .bone = ARM, .handles = HANDLES, .handle_count = 1},
    {"Compute the body's absolute. This call goes on to all descendants, so the arms' absolutes are right too. "
     "The violet skeleton jumps onto the real one, which covers it. Final was right all the time, because prepare multiplies the locals itself.",
     compute_body, PARENT, BP_COUNT(PARENT), .bone = ARM, .handles = HANDLES, .handle_count = 1, .pictured = true},
    {"Move the body back to x = 2. The absolutes are stale again, and the violet skeleton stays at 5. "
     "Drag the body by its handle: nothing that you do to the local matrices moves the violet one.",
     move_back, BACK, BP_COUNT(BACK), .bone = ARM, .seconds = 1.2f, .handles = HANDLES, .handle_count = 1},
    {"Ask the left arm for its position in world space. Calls that answer in world space compute what is stale first. "
     "The call returns x = 2.5, and the violet skeleton is back under the real one.",
     ask_where, ASKED, BP_COUNT(ASKED), &ASK, .bone = ARM, .handles = HANDLES, .handle_count = 1},
    {"Here is a skeleton with two roots: its right arm has no parent, although it looks the same. "
     "A call that computes the whole skeleton must start at every root.",
     NULL, NULL, 0, .readouts = ROOTS, .readout_count = 2, .bone = ARM, .arrange = show_two_roots},
    {"Both roots rise by 1 m. The three absolutes are stale, so the violet skeleton stays below.",
     lift_roots, LIFTED, BP_COUNT(LIFTED), .readouts = ROOTS, .readout_count = 2, .bone = RIGHT, .seconds = 1.2f, .pictured = true},
    {"Compute the skeleton: it starts at both roots and goes down, and all three bones are right. "
     "Babylon.js, the engine, starts at the first bone only. Press K, then P: its right arm stays below.",
     compute_all, EVERY, BP_COUNT(EVERY), .readouts = ROOTS, .readout_count = 2, .bone = RIGHT},
};

const bp_lesson_plan bp_lesson = {
    .number = 8,
    .name = "08_stale_absolutes",
    .title = "Stale absolutes",
    .summary = "The one matrix that isn't kept up to date, and when it is computed.",
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_ABSOLUTE | BP_MATRIX_FINAL,
    .difficulty = 2,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.goal = "You will be able to tell when a bone's absolute matrix can be trusted, and which call brings it up to date.",
              .learned = {"Absolute is computed on demand. After a bone or a parent moves, it is stale until a call computes it.",
                          "Computing one bone uses its parent's absolute as it is, right or wrong, and goes on to all descendants.",
                          "Calls that answer in world space compute what is stale first.",
                          "Final is always right, because prepare multiplies the locals itself and never reads absolute."},
              .next = "Setting the bind",
              .teaches = "When a bone's absolute matrix can be trusted, and which calls bring it up to date.",
              .prerequisites = "02_seven_matrices",
              .try_this = {"At step 4 rotate the body: the violet skeleton stays, and the readout says stale at once.",
                           "At step 2 press K, then P: Babylon.js computes stale absolutes when you read them, so its violet skeleton never lags."},
              .questions = {"You move a parent, then read its child's absolute. What do you get, and why?",
                            "Computing the child's absolute alone didn't help. What would have?",
                            "Final is always right, and absolute isn't. From which matrices does prepare compute final?"}},
};
