/* Which of a bone's matrices can be trusted: absolute is the one that isn't kept up to date (claims 21, 22,
 * 29 to 33 and 64).
 *
 * The arm is at x = 0.5 of the body. The body moves by 5: the arm belongs at 5.5, but its absolute says 0.5
 * until it is computed; computing it alone, with the body's old absolute (0), gives 0.5 again. Back at 2:
 * 2.5.
 *
 * At the last step the right arm was taken off the body, so there are two roots. Body and right arm are
 * lifted by 1: from y = 0 and 1.5 to 1 and 2.5. The left arm, below the body, rises from 1.5 to 2.5. */
#include "rig/engine.h"
#include "shared/boxes.h"
#include "shared/painted_marks.h"
#include <bindpose/bindpose.h>
#include <stdio.h>

enum { ONE_ROOT, TWO_ROOTS };
typedef struct state {
    enum { NOTHING, LAMPS, BARS } paints;
    float frames;
} state;
static state *state_of(bp_world *world) { return bp_world_data(world); }

/* A lamp at the hand, as three matrices have it. */
static void paint_lamps(bp_world *world, bp_painter *painter) {
    const bp_bone *arm = bp_world_bone(world, 0, ARM);
    const bp_mat4 matrices[] = {bp_bone_local(arm), bp_bone_final(arm), bp_bone_absolute(arm)};
    static const char *const names[] = {"local", "final", "absolute"};
    for (int i = 0; i < 3; i++) {
        bp_vec3 at = bp_mat4_point(matrices[i], (bp_vec3){0, -2.1f, 0.3f});
        bp_paint_disc(painter, at, 9, painter->theme->changed);
        bp_paint_label(painter, &at, 1, names[i], painter->theme->changed);
    }
}
/* How often each kind was written, beside the character. */
static void paint_bars(bp_world *world, bp_painter *painter) {
    static const char *const names[] = {
        "local", "final", "absolute", "bind", "absolute bind", "absolute inverse bind", "rest"};
    for (int i = 0; i < 7; i++) {
        float count = i == 0   ? state_of(world)->frames
                      : i == 1 ? 3 * state_of(world)->frames
                               : 0,
              y = 1.6f - 0.42f * (float)i;
        const bp_vec3 ends[] = {{2.2f, y, 0}, {2.2f + 0.006f * count + 0.01f, y, 0}};
        char text[48];
        snprintf(text, sizeof text, "%s: %.0f", names[i], (double)count);
        bp_paint_lines(painter, ends, 2, false, 9, count > 0 ? painter->theme->here : painter->theme->floor);
        bp_paint_label(painter, &ends[0], 1, text, painter->theme->ink);
    }
}
static void paint(bp_world *world, bp_painter *painter) {
    if (state_of(world)->paints == LAMPS) paint_lamps(world, painter);
    if (state_of(world)->paints == BARS) paint_bars(world, painter);
}

/* ---- steps ---- */

/* A skeleton of lines that stands where the stored absolutes say. */
static void show_absolutes(bp_world *world) {
    bp_ghost *ghost = bp_world_add_ghost(world, 0, "where absolute says", bp_ghost_at_absolutes, 0);
    if (ghost) ghost->bones_only = true;
}
static void keep_absolutes(bp_world *world) {
    if (state_of(world)->paints == LAMPS) bp_skeleton_compute_absolutes(world->stages[0].skeleton, true);
}
static void setup(bp_world *world) {
    bp_world_add_character(world, "", "", BP_BIND_NATURAL);
    bp_world_add_character(world, "", "", BP_BIND_NATURAL);
    bp_world_show_stages(world, ONE_ROOT, 1);
    world->show = BP_SHOW_MESH;
    world->no_floor = true;
    world->paint = paint;
    world->update = keep_absolutes;
    state_of(world)->paints = LAMPS;
    bp_world_rotate(world, 0, BODY, (bp_vec3){0, 0, 1}, 15);
}
static void swing(bp_world *world, float t) { bp_pose_arm(world, 0, 30 + 45 * t, BP_SHOULDER); }
static void show_bars(bp_world *world) {
    bp_world_rotate(world, 0, BODY, (bp_vec3){0, 0, 1}, 0);
    state_of(world)->paints = BARS;
}
static void run_frames(bp_world *world, float t) {
    state_of(world)->frames = 100 * t;
    bp_pose_arm(world, 0, 30 + 90 * t, BP_SHOULDER);
}
static void move_body_to(bp_world *world, float x) {
    bp_bone_set_position(bp_world_bone(world, 0, BODY), (bp_vec3){x, 0, 0});
    show_absolutes(world);
}
static void show_walk(bp_world *world) {
    state_of(world)->paints = NOTHING;
    bp_pose_arm(world, 0, 30, BP_SHOULDER);
    bp_skeleton_compute_absolutes(world->stages[0].skeleton, true);
    bp_skeleton_reset_stats(world->stages[0].skeleton); /* starts counting */
    world->show = BP_SHOW_MESH | BP_SHOW_BONES;
    world->camera.eye = (bp_vec3){2.4f, 2.2f, 9};
    world->camera.target = (bp_vec3){2.4f, 0.1f, 0};
}
static void walk(bp_world *world, float t) { move_body_to(world, 5 * t); }
static void wait(bp_world *world) { show_absolutes(world); }
static void compute_arm(bp_world *world, float t) {
    if (t > 0.5f) bp_bone_compute_absolutes(bp_world_bone(world, 0, ARM));
}
static void compute_body(bp_world *world, float t) {
    if (t > 0.5f) bp_bone_compute_absolutes(bp_world_bone(world, 0, BODY));
}
static void walk_back(bp_world *world) { move_body_to(world, 2); }
static void ask_where(bp_world *world, float t) {
    if (t > 0.5f) (void)bp_bone_position_in(bp_world_bone(world, 0, ARM), BP_SPACE_WORLD, NULL);
}
static void show_two_roots(bp_world *world) {
    bp_world_show_stages(world, TWO_ROOTS, 1);
    bp_bone *right = bp_world_bone(world, 0, ARM_RIGHT);
    bp_bone_set_parent(right, NULL, true, &world->error);
    bp_bone_compute_absolutes(right);
    bp_bone_set_position(bp_world_bone(world, 0, BODY), (bp_vec3){0, 1, 0});
    bp_bone_set_position(right, (bp_vec3){-0.5f, 2.5f, 0});
    show_absolutes(world);
}
static void compute_all(bp_world *world, float t) {
    if (t > 0.5f) bp_skeleton_compute_absolutes(world->stages[0].skeleton, false);
}

/* ---- measures ---- */

/* How many absolutes were computed since the body began to move; whether the bone's is stale; and its x. */
static void measure_computed(bp_world *world, const bp_measure_args *args, float *values) {
    values[0] = (float)bp_skeleton_stats(world->stages[args->stage].skeleton).absolute;
    bp_measure_stale_and_x(world, args, &values[1]);
}
/* The heights in the absolutes of body, left and right arm. */
static void measure_heights(bp_world *world, const bp_measure_args *args, float *values) {
    const char *const names[] = {BODY, ARM, ARM_RIGHT};
    for (int i = 0; i < 3; i++)
        values[i] = bp_bone_absolute(bp_world_bone(world, args->stage, names[i])).m[13];
}

/* clang-format off */ /* tables */
static const bp_readout ANGLE[] = {ANGLE_OF("left arm's local", 0, ARM, bp_bone_local)};
static const bp_readout PLACES[] = {{.label = "the arm's absolute says x", .measure = bp_measure_position,
                                     .args = {0, 0, ARM, bp_bone_absolute}, .format = "%.3g m"},
                                    {.label = "it is at", .measure = bp_measure_position,
                                     .args = {0, 0, ARM, bp_bone_chain}, .format = "%.3g m"}};
static const bp_readout HEIGHTS[] = {{.label = "absolutes, y: body, left, right arm",
                                      .measure = measure_heights, .format = "%.3g, %.3g, %.3g m"}};

static const char *const ON_ARM[] = {"before the call", "call it on the left arm", NULL};
static const char *const ON_BODY[] = {"before the call", "call it on the body", NULL};
static const char *const ASK_ARM[] = {"as stored", "ask: where is the arm?", NULL};
static const char *const ON_ALL[] = {"before the call", "call it on the skeleton", NULL};
static const bp_step_slider SWING = ANGLE_SLIDER("left arm", 0, ARM, 0, 120, 30, 75);
static const bp_step_slider FRAMES = {.name = "frames", .max = 100, .step = 1, .to = 100};
static const bp_step_slider WALK = {.name = "body, x", .unit = " m", .max = 5, .to = 5, .decimals = 1,
                                    .measure = bp_measure_position, .args = {0, 0, BODY, bp_bone_local}};
static const bp_step_slider CALL_ARM = {.name = "call", .names = ON_ARM, .to = 1},
                            CALL_BODY = {.name = "call", .names = ON_BODY, .to = 1},
                            CALL_ASK = {.name = "call", .names = ASK_ARM, .to = 1},
                            CALL_ALL = {.name = "call", .names = ON_ALL, .to = 1};

static const bp_claim WRITES[] = {
    {.number = 21,
     .text =
         "A hundred frames of a rotating arm write two kinds only: local (1 a frame), final (3 a frame) ...",
     .measure = bp_measure_write_counts, .args = {0, 0, ARM, 0}, .count = 2, .expected = {100, 300},
     .unit = "writes", .holds_before = true},
    {.number = 22, .text = "... and never the static ones: only their setters change them.",
     .measure = bp_measure_write_counts, .args = {0, 0, ARM, 0}, .count = 7,
     .expected = {100, 300, 0, 0, 0, 0, 0}, .unit = "writes", .holds_before = true},
    {.number = 64, .text = "Absolute is one of those five, until you ask for it: then 3 are written.",
     .measure = bp_measure_write_counts, .args = {0, 0, ARM, 0}, .count = 8,
     .expected = {100, 300, 0, 0, 0, 0, 0, 3}, .unit = "writes", .holds_before = true}};
static const bp_claim MOVED[] = {
    {.number = 29, .text = "The body has moved, and the arm's absolute still says 0.5: it is stale.",
     .measure = bp_measure_stale_and_x, .args = {0, 0, ARM, 0}, .count = 2, .expected = {1, 0.5f},
     .unit = "(1: stale), m", .page = "absolute stays as it was last computed: 0.5",
     .engine = "since 2025 its getter refreshes what is stale: 5.5", .engine_expected = {1, 5.5f}},
    {.text = "Vertices move anyway: prepare has its own product, so final moves by 5.",
     .measure = bp_measure_position, .args = {0, 0, ARM, bp_bone_final}, .count = 3, .expected = {5, 0, 0},
     .unit = "m"}};
static const bp_claim CHILD[] = {
    {.number = 31,
     .text = "One absolute was computed, from its parent's old one: still stale, and x is 0.5 again.",
     .measure = measure_computed, .args = {0, 0, ARM, 0}, .count = 3, .expected = {1, 1, 0.5f},
     .unit = "computed, (1: stale), m"}};
static const bp_claim PARENT[] = {
    {.number = 32, .text = "Computing the body updates its descendants: the arm is at 5.5 and current.",
     .measure = bp_measure_stale_and_x, .args = {0, 0, ARM, 0}, .count = 2, .expected = {0, 5.5f},
     .unit = "(1: stale), m"}};
static const bp_claim ASKED[] = {
    {.number = 30, .text = "Asked for a world position, the skeleton refreshes first: 2.5, and current.",
     .measure = bp_measure_stale_and_x, .args = {0, 0, ARM, 0}, .count = 2, .expected = {0, 2.5f},
     .unit = "(1: stale), m"}};
static const bp_claim EVERY[] = {
    {.number = 33, .text = "Computing the skeleton updates every bone, from every root.",
     .measure = measure_heights, .args = {0, 0, 0, 0}, .count = 3, .expected = {1, 2.5f, 2.5f}, .unit = "m",
     .page = "the skeleton's compute updates every bone",
     .engine = "starts from the first bone only: the right arm, a root of its own, stays at 1.5",
     .engine_expected = {1, 2.5f, 1.5f}}};

static const bp_question HOW_OFTEN = {
    .text = "The arm rotates, and prepare runs once a frame. After 100 frames, how often was an absolute "
            "matrix written?", .kind = BP_QUESTION_CHOICE, .answer = 2,
    .options = {"100 times", "300 times", "0 times"},
    .right = "Drawing needs local and final. You set one local a frame, and prepare writes three finals. "
             "Absolute is computed only when somebody asks for it.",
    .wrong = {{0, "That is how often you set local."},
              {1, "That is prepare's work: a final for each of the three bones."}},
    .hint = "Which matrices does drawing need?"};
static const bp_question WHERE = {
    .text = "The body walks 5 m along X, and the arm with it. Which x does the arm's absolute say then?",
    .kind = BP_QUESTION_CHOICE, .answer = 1,
    .options = {"5.5 m, where the arm is", "0.5 m, as before", "5 m, as far as the body"},
    .engine = "By the page's rules, 0.5 m. The engine, since 2025, computes a stale absolute when somebody "
              "reads it: 5.5 m.",
    .right = "Absolute keeps what was last computed. It is called stale now. The mesh moves right all the "
             "same, because prepare has its own product of the locals.",
    .wrong = {{0, "Nobody computed it since the body moved."}, {2, "Nothing was added to it."}},
    .hint = "When was it last computed?"};
static const bp_question CHILD_ONLY = {
    .text = "Compute the left arm's absolute, and no other: local times the parent's absolute. Where is its "
            "violet line then?", .kind = BP_QUESTION_CHOICE, .answer = 1,
    .options = {"on the real arm, at 5.5 m", "still at 0.5 m", "at 5 m, with the body"},
    .right = "The call trusts the parent's absolute as it is, and that is old: 0 + 0.5.",
    .wrong = {{0, "For that the body's absolute would have to be right."},
              {2, "The body has walked, but who told its absolute?"}},
    .hint = "What does the parent's absolute say?"};
static const bp_question ASK = {
    .text = "Absolute says 5.5 and the body went back to x = 2. You ask the arm for its position in world "
            "space. Which x do you get?", .kind = BP_QUESTION_CHOICE, .answer = 1,
    .options = {"5.5 m, as stored", "2.5 m, computed now", "0.5 m, from local"},
    .right =
        "Calls that answer in world space compute what is stale first. Reading the matrix itself doesn't.",
    .wrong = {{0, "Then the call would be of little use."},
              {2, "Local counts from the parent, not from the world."}},
    .hint = "A call that is made for the answer may compute it first."};

static const bp_step STEPS[] = {
    {.prose = "You want to hang a lamp on the [left:left hand]. The hand is at a fixed place in its bone's "
              "grid, so you take one of the arm's matrices to carry the lamp. Here are three: local, final "
              "and absolute.\n\nDrag the arm. Which lamp goes along?", .change = swing, .slider = &SWING,
     READOUTS(ANGLE),
     .bone = ARM, .code = "bp_mat4_point(m, hand);", .babylon = "Vector3.TransformCoordinates(hand, m);",
     .pictured = true},
    {.heading = "A hundred frames",
     .prose = "Absolute carried the lamp, because it counts from the mesh's origin. But these pictures "
              "computed it themselves. Now a program runs for a hundred frames: it rotates the arm and calls "
              "prepare. Seven counters tell how often each kind of matrix is written, for three bones.",
     .arrange = show_bars, .change = run_frames, .slider = &FRAMES, .question = &HOW_OFTEN,
     CLAIMS(WRITES),
     READOUTS(ANGLE),
     .bone = ARM, .code = "bp_skeleton_prepare(skeleton);", .babylon = "skeleton.prepare();",
     .footnote = "Prepare keeps a product of the locals of its own, the chain: bp_bone_chain, in Babylon.js "
                 "getFinalMatrix()."},
    {.heading = "The body walks",
     .prose = "The thin [ghost:violet skeleton] is where the absolute matrices say. It was computed just "
              "now. The body is about to walk away.", .arrange = show_walk, .change = walk, .slider = &WALK,
     .question = &WHERE,
     CLAIMS(MOVED),
     READOUTS(PLACES),
     .bone = ARM, .code = "bp_bone_absolute(arm);", .babylon = "arm.getAbsoluteMatrix();", .pictured = true,
     .footnote =
         "Since 2025 Babylon.js's getter refreshes it, except for bones with a linked node before prepare."},
    {.heading = "Compute one bone",
     .prose = "There is a call that computes a bone's absolute. Drop it on the left arm.", .arrange = wait,
     .change = compute_arm, .slider = &CALL_ARM, .question = &CHILD_ONLY,
     CLAIMS(CHILD),
     READOUTS(PLACES),
     .bone = ARM, .code = "bp_bone_compute_absolutes(arm);", .babylon = "arm.computeAbsoluteMatrices();"},
    {.heading = "Compute the body",
     .prose = "The same call on the parent. It goes on to all descendants, so the arms' absolutes are right, "
              "too: the [ghost:violet skeleton] jumps onto the real one.", .arrange = wait,
     .change = compute_body, .slider = &CALL_BODY,
     CLAIMS(PARENT),
     READOUTS(PLACES),
     .bone = ARM, .code = "bp_bone_compute_absolutes(body);", .babylon = "body.computeAbsoluteMatrices();"},
    {.heading = "Ask where it is",
     .prose = "The body walked back to x = 2, and the absolutes are stale again. Mostly you don't want a "
              "matrix, you want an answer: where is the arm?", .arrange = walk_back, .change = ask_where,
     .slider = &CALL_ASK, .question = &ASK,
     CLAIMS(ASKED),
     READOUTS(PLACES),
     .bone = ARM, .code = "bp_bone_position_in(arm, BP_SPACE_WORLD, NULL);",
     .babylon = "arm.getPosition(Space.WORLD);"},
    {.heading = "All bones, from every root",
     .prose = "This character's right arm has no parent: there are two roots. Both rose by 1 m, so all "
              "absolutes are stale. One call computes the whole skeleton, from every root down.\n\nOne bone: "
              "trusts its parent, takes its descendants along. The skeleton: all. A question in world space: "
              "computes first. Prepare: none.", .arrange = show_two_roots, .change = compute_all,
     .slider = &CALL_ALL,
     CLAIMS(EVERY),
     READOUTS(HEIGHTS),
     .bone = ARM_RIGHT, .code = "bp_skeleton_compute_absolutes(skeleton, false);",
     .babylon = "skeleton.computeAbsoluteMatrices();", .pictured = true,
     .footnote = "Babylon.js's code starts at the first bone only: there the right arm stays at 1.5 m."},
};

const bp_lesson_plan bp_lesson = {
    .number = 8, .name = "08_stale_absolutes", .title = "Which of a bone's matrices can I trust?",
    .summary = "Absolute is computed when you ask for it; until then it may be stale.", .difficulty = 2,
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_ABSOLUTE | BP_MATRIX_FINAL, .setup = setup, .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.goal = "You will be able to say which call makes an absolute matrix right.",
             .learned = {"You can say which call makes an absolute right: on the bone's root, on the "
                         "skeleton, or a question in world space.",
                         "Local and final are written in every frame; absolute when somebody asks.",
                         "Absolute is right now, and the sword is still not in the hand."},
             .next = "Why does the sword float beside the hand?",
             .teaches = "When a bone's absolute matrix is current, and which calls compute it.",
             .prerequisites = "07_rest_pose",
             .try_this = {"At step 5 drag the body after the call: which skeleton follows?",
                          "At step 4 choose the call twice."}},
};
