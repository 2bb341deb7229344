/* Which of a bone's matrices can be trusted: absolute alone isn't kept up to date (claims 21, 22, 29 to 33,
 * 64).
 *
 * The left arm is at x = 0.5 of the body. The body moves by 5: the arm belongs at 5.5, but its absolute says
 * 0.5 until it is computed; computing it alone, with the body's old absolute (0), gives 0.5 again. Back at
 * 2: 2.5.
 *
 * In the last step the right arm has no parent. Body and right arm rise by 1: from y = 0 and 1.5 to 1 and
 * 2.5. The left arm, below the body, rises from 1.5 to 2.5. */
#include "rig/engine.h"
#include "shared/boxes.h"
#include "shared/drawing.h"

enum { PERSON, BOXES, ROOTS, SHOWN = 3 };
typedef struct state {
    enum { LAMPS, BARS, PARENTS, METRES, FROM_PARENT } marks;
    int call;            /* the card that is chosen; 0: the one without a call */
    float writes[SHOWN]; /* of local, final and absolute, since the first frame */
} state;

static state *state_of(bp_world *world) { return bp_world_data(world); }

static void paint_lamp(bp_world *world, bp_painter *painter, bp_mat4 matrix, const char *name) {
    const bp_mat4 mesh = bp_figure_world(world->stages[0].figure);
    bp_vec3 at = bp_mat4_point(mesh, bp_mat4_position(matrix));
    bp_vec3 from = bp_mat4_position(mesh);
    bp_mark_arrow(painter, from, bp_mark_short_of(painter, from, at, 13), true, "%s", "");
    bp_mark_point(painter, at, 12, name, painter->theme->changed);
    bp_paint_disc(painter, at, 7, (bp_rgba8){255, 236, 150, 255});
}
/* One bar for each matrix, to the right of the character: 8 mm for a write. */
static void draw_bars(bp_world *world, bp_pen *pen) {
    static const char *const NAMES[] = {"local", "final", "absolute"};
    const float x = 3.3f;
    bp_pen_line(pen, (bp_vec2){x - 0.07f, 1.4f}, (bp_vec2){x - 0.07f, -0.3f}, 2, BP_PEN_QUIET);
    for (int i = 0; i < SHOWN; i++) {
        const float writes = state_of(world)->writes[i], to = x + 0.008f * writes, y = 1 - 0.5f * (float)i;
        if (writes > 0) bp_pen_line(pen, (bp_vec2){x, y}, (bp_vec2){to, y}, 8, BP_PEN_A);
        bp_pen_text(pen, (bp_vec2){x, y + 0.12f}, BP_ALIGN_LEFT, BP_PEN_INK, "%s: %.0f", NAMES[i],
                    (double)writes);
    }
}
static void draw_metres(bp_world *world, bp_pen *pen) {
    (void)world;
    bp_pen_metres(pen, 0, 6, -2.2f);
}
static void paint(bp_world *world, bp_painter *painter) {
    if (state_of(world)->marks >= METRES) bp_paint_drawing(world, painter, draw_metres);
    if (state_of(world)->marks == FROM_PARENT)
        bp_mark_arrow(painter, bp_mat4_position(bp_bone_absolute(bp_world_bone(world, 0, BODY))),
                      bp_mat4_position(bp_bone_absolute(bp_world_bone(world, 0, ARM))), false, "its local");
    if (state_of(world)->marks == LAMPS) {
        const bp_bone *hand = bp_world_bone(world, 0, HAND);
        paint_lamp(world, painter, bp_bone_local(hand), "lamp by local");
        paint_lamp(world, painter, bp_bone_final(hand), "lamp by final");
        paint_lamp(world, painter, bp_bone_chain(hand), "lamp by absolute");
        const bp_vec3 origin = bp_mat4_position(bp_figure_world(world->stages[0].figure));
        bp_paint_label(painter, &origin, 1, "the mesh's origin", painter->theme->here);
    }
    if (state_of(world)->marks == BARS) bp_paint_drawing(world, painter, draw_bars);
    if (state_of(world)->marks == PARENTS) {
        bp_vec3 body = bp_mat4_position(bp_bone_chain(bp_world_bone(world, 0, BODY))),
                right = bp_mat4_position(bp_bone_chain(bp_world_bone(world, 0, ARM_RIGHT)));
        bp_paint_label(painter, &body, 1, "a root", painter->theme->here);
        bp_paint_label(painter, &right, 1, "another root", painter->theme->here);
    }
}

static void setup(bp_world *world) {
    bp_add_person(world, "");
    bp_world_add_character(world, "", "", BP_BIND_NATURAL);
    bp_world_add_character(world, "", "", BP_BIND_NATURAL);
    if (world->error.kind != BP_ERROR_NONE) return;
    bp_bone *right = bp_world_bone(world, ROOTS, ARM_RIGHT);
    bp_bone_set_parent(right, NULL, true, &world->error);
    bp_bone_compute_absolutes(right);
    bp_world_show_stages(world, PERSON, 1);
    world->paint = paint;
    state_of(world)->marks = LAMPS;
}
static void raise_arm(bp_world *world, float t) {
    bp_person_rotate(world->stages[0].skeleton, UPPER_ARM, (bp_vec3){0, 0, 1}, 85 * t);
}
static void show_bars(bp_world *world) {
    bp_world_show_stages(world, BOXES, 1);
    world->show = BP_SHOW_MESH | BP_SHOW_BONES;
    world->camera.eye = (bp_vec3){2.4f, 0.1f, 9};
    world->camera.target = (bp_vec3){2.4f, 0.1f, 0};
    state_of(world)->marks = BARS;
}
static void run_frames(bp_world *world, float t) {
    bp_skeleton *skeleton = world->stages[0].skeleton;
    bp_skeleton_reset_stats(skeleton);
    for (int frame = 1; frame <= (int)(100 * t + 0.5f); frame++) {
        bp_pose_arm(world, 0, 30 + 0.45f * (float)frame, BP_SHOULDER);
        bp_skeleton_prepare(skeleton);
    }
    bp_skeleton_counters n = bp_skeleton_stats(skeleton);
    const uint64_t written[SHOWN] = {n.local, n.final, n.absolute};
    for (int i = 0; i < SHOWN; i++) state_of(world)->writes[i] = (float)written[i];
}
/* A skeleton of lines where the stored absolutes say. */
static void show_absolutes(bp_world *world) {
    bp_ghost *ghost = bp_world_add_ghost(world, 0, "where absolute says", bp_ghost_at_absolutes, 0);
    if (ghost) ghost->bones_only = true;
}
static void show_walk(bp_world *world) {
    state_of(world)->marks = METRES;
    bp_pose_arm(world, 0, 30, BP_SHOULDER);
    bp_skeleton_compute_absolutes(world->stages[0].skeleton, true);
    show_absolutes(world);
}
static void move_body_to(bp_world *world, float x) {
    bp_bone_set_position(bp_world_bone(world, 0, BODY), (bp_vec3){x, 0, 0});
}
static void walk(bp_world *world, float t) { move_body_to(world, 5 * t); }
static void compute_arm(bp_world *world, float t) {
    bp_skeleton_reset_stats(world->stages[0].skeleton);
    state_of(world)->marks = t > 0.5f ? FROM_PARENT : METRES;
    if (t > 0.5f) bp_bone_compute_absolutes(bp_world_bone(world, 0, ARM));
}
static void compute_body(bp_world *world, float t) {
    compute_arm(world, t < 0.75f ? 2 * t : 0);
    if (t >= 0.75f) bp_bone_compute_absolutes(bp_world_bone(world, 0, BODY));
}
static void choose(bp_world *world, float value) { state_of(world)->call = (int)value; }
static void walk_back(bp_world *world, float t) {
    move_body_to(world, 5 - 3 * t);
    if (state_of(world)->call) (void)bp_bone_position_in(bp_world_bone(world, 0, ARM), BP_SPACE_WORLD, NULL);
}
static void show_roots(bp_world *world) {
    bp_world_show_stages(world, ROOTS, 1);
    state_of(world)->marks = PARENTS;
    show_absolutes(world);
}
static void lift_roots(bp_world *world, float t) {
    bp_bone_set_position(bp_world_bone(world, 0, BODY), (bp_vec3){0, t, 0});
    bp_bone_set_position(bp_world_bone(world, 0, ARM_RIGHT), (bp_vec3){-0.5f, 1.5f + t, 0});
    if (state_of(world)->call == 1) bp_bone_compute_absolutes(bp_world_bone(world, 0, BODY));
    if (state_of(world)->call == 2) bp_skeleton_compute_absolutes(world->stages[0].skeleton, false);
}

/* Answers: the arm at the x of each option. */
static void ghost_at(bp_skeleton *copy, float x) {
    x -= bp_bone_position(bp_skeleton_find(copy, BODY)).x;
    bp_pose_ghost_arm(copy, 30, (bp_vec3){x, 1.5f, 0});
}
static void ghost_moved(bp_skeleton *copy, float option) {
    ghost_at(copy, option < 0.5f ? 5.5f : option < 1.5f ? 0.5f : 5.0f);
}
static void ghost_asked(bp_skeleton *copy, float option) {
    ghost_at(copy, option < 0.5f ? 5.5f : option < 1.5f ? 2.5f : 0.5f);
}

/* How many absolutes the call computed; whether the bone's is stale; and its x. */
static void measure_computed(bp_world *world, const bp_measure_args *args, float *values) {
    values[0] = (float)bp_skeleton_stats(world->stages[args->stage].skeleton).absolute;
    bp_measure_stale_and_x(world, args, &values[1]);
}
static void measure_heights(bp_world *world, const bp_measure_args *args, float *values) {
    if (args->other) bp_skeleton_compute_absolutes(world->stages[0].skeleton, false);
    const char *const names[] = {BODY, ARM, ARM_RIGHT};
    for (int i = 0; i < 3; i++)
        values[i] = bp_bone_absolute(bp_world_bone(world, args->stage, names[i])).m[13];
}

/* clang-format off */ /* tables */
static const bp_readout PLACES[] = {POSITION_OF("absolute: x", 0, ARM, bp_bone_absolute, "%.3g m"),
                                    POSITION_OF("the arm: x", 0, ARM, bp_bone_chain, "%.3g m")};

static const char *const ON_ARM[] = {"no call", "compute the left arm", NULL};
static const char *const ON_BODY[] = {"no call", "compute the left arm", "compute the body", NULL};
static const char *const BONES[] = {NULL, ARM, BODY};
static const char *const ASKING[] = {"read the matrix", "ask where the arm is", NULL};
static const char *const ON_ALL[] = {"no call", "compute the body", "compute the skeleton", NULL};
static const bp_step_slider RAISE = {.name = "upper arm", .unit = "°", .max = 85, .to = 85};
static const bp_step_slider FRAMES = {.name = "frames", .max = 100, .to = 100, .step = 1};
static const bp_step_slider WALK = {.name = "body, x", .unit = " m", .max = 5, .to = 5, .decimals = 1,
                                    .measure = bp_measure_position, .args = {0, 0, BODY, bp_bone_local}};
static const bp_step_slider COMPUTE_ARM = {.name = "compute", .names = ON_ARM, .bones = BONES, .to = 1};
static const bp_step_slider COMPUTE_BODY = {.name = "compute", .names = ON_BODY, .bones = BONES, .to = 2};
static const bp_step_slider BACK = {.name = "body, x", .unit = " m", .max = 5, .from = 5, .to = 2,
                                    .decimals = 1, .measure = bp_measure_position,
                                    .args = {0, 0, BODY, bp_bone_local}};
static const bp_step_slider ASK_CARDS = {.name = "then", .names = ASKING, .from = 1, .to = 1, .set = choose};
static const bp_step_slider RISE = {
    .name = "both roots rise", .unit = " m", .max = 1, .to = 1, .decimals = 2};
static const bp_step_slider ALL_CARDS = {.name = "compute", .names = ON_ALL, .from = 1, .to = 1,
                                         .set = choose};

static const bp_question HOW_OFTEN = {
    .text = "After 100 frames, how often was absolute written?",
    CHOICE(2, "100 times, like local", "300 times, like final", "never"),
    .right = "The setter writes local, and prepare writes the final of all three bones. Drawing needs "
             "nothing else, so absolute waits until a call asks for it.",
    .wrong = {{0, "Local is written because you set it. Did you ask for absolute?"},
              {1, "Final is written for all three bones, because the mesh needs it. The mesh doesn't need "
                  "absolute."}}};
static const bp_question WHERE = {
    .text = "The body goes 5 m to the right. Which x does the arm's absolute then say?",
    .pose = ghost_moved, CHOICE(1, "5.5 m, where the arm is", "0.5 m, as before", "5 m, as far as the body"),
    .right = "Moving a bone writes its local. Absolute keeps its old value until a call computes it: it is "
             "stale. The mesh is right all the time, because prepare makes its own product of the locals: "
             "the chain.",
    .engine = "By the page's rules, 0.5 m. The engine, since 2025, computes a stale absolute when you read "
              "it, and you get 5.5 m.",
    .wrong = {{0, "The arm does go there. But did any call compute its absolute?"},
              {2, "The arm is 0.5 m beside the body, wherever the body is."}}};
static const bp_question CHILD_ONLY = {
    .text = "You compute the left arm alone. Where is its violet line then?", .pose = ghost_moved,
    CHOICE(1, "at 5.5 m, on the arm", "still at 0.5 m", "at 5 m, with the body"),
    .right = "0.5 m from its parent, and the parent's absolute still says 0: 0 + 0.5. The arm trusts its "
             "parent, and the parent is stale.",
    .wrong = {{0, "For that the body's absolute would have to be current, and no call has computed it."},
              {2, "The body is there, but its absolute doesn't say so yet."}}};
static const bp_question ASK = {
    .text = "The body goes back to 2 m, and you ask the arm for its position. What is the answer?",
    .pose = ghost_asked, CHOICE(1, "5.5 m, as stored", "2.5 m, where the arm is", "0.5 m, from its local"),
    .right = "A call that answers in world space computes what is stale first. Choose the other card: "
             "reading the matrix leaves the violet skeleton behind.",
    .wrong = {{0, "Reading the matrix gives that. This call computes first."},
              {2, "That is counted from the body, and the call answers in world space."}}};

static const bp_step STEPS[] = {
    {.prose = "You want to hang a lamp on the left hand. The hand's [bone:bone] has three matrices that "
              "could say where: local, final and absolute. Each has a position in its last row: an arrow "
              "leads to it from the mesh's origin, and a [bone:lamp] is there.\n\nRaise the arm, or drag "
              "it. Which lamp stays in the hand?",
     .change = raise_arm, .slider = &RAISE, .bone = HAND,
     .code = "bp_mat4_position(absolute);", .babylon = "absolute.getTranslation();"},
    {.heading = "A hundred frames",
     .prose =
         "So absolute it is. But the first picture computed it for you. In every frame a program rotates the "
         "[left:arm] and calls prepare, which computes the finals from the locals and the stored inverses "
         "alone.\n\nEach bar says how often that matrix of the three [bone:bones] was written.",
     .arrange = show_bars, .change = run_frames, .slider = &FRAMES, .question = &HOW_OFTEN,
     CLAIMS({.number = 21,
             .text = "A hundred frames of a rotating arm write two kinds only: local (1 a frame), final (3 a "
                     "frame) ...", .measure = bp_measure_write_counts, .args = {0, 0, ARM, 0}, .count = 2,
             .expected = {100, 300}, .unit = "writes", .holds_before = true},
            {.number = 22, .text = "... and never the static ones.", .measure = bp_measure_write_counts,
             .args = {0, 0, ARM, 0}, .count = 7, .expected = {100, 300, 0, 0, 0, 0, 0}, .unit = "writes",
             .holds_before = true},
            {.number = 64, .text = "Absolute is written when you ask for it.",
             .measure = bp_measure_write_counts, .args = {0, 0, ARM, 0}, .count = 8,
             .expected = {100, 300, 0, 0, 0, 0, 0, 3}, .unit = "writes", .holds_before = true}),
     .bone = ARM, .code = "bp_skeleton_prepare(skeleton);", .babylon = "skeleton.prepare();"},
    {.heading = "The body walks",
     .prose = "Now the body moves, and the arms and the mesh go along. The [ghost:violet skeleton] is drawn "
              "where the stored absolutes say.", .arrange = show_walk, .change = walk, .slider = &WALK,
     .question = &WHERE,
     CLAIMS({.number = 29, .text = "The body has moved, and the arm's absolute still says 0.5: it is stale.",
             .measure = bp_measure_stale_and_x, .args = {0, 0, ARM, 0}, .count = 2, .expected = {1, 0.5f},
             .unit = "(1: stale), m", .page = "absolute stays as it was last computed: 0.5",
             .engine = "since 2025 its getter refreshes what is stale: 5.5", .engine_expected = {1, 5.5f}},
            {.text = "Vertices move anyway: prepare has its own product, so final moves by 5.",
             POSITION_IS(0, ARM, bp_bone_final, 5, 0, 0)}),
     READOUTS_OF(PLACES),
     .bone = ARM, .seconds = 1.6f,
     .code = "bp_bone_absolute(arm);", .babylon = "arm.getAbsoluteMatrix();",
     .footnote = "Since 2025 Babylon.js's getter refreshes a stale absolute; that of a linked bone (lesson "
                 "12) only after prepare."},
    {.heading = "Compute one bone",
     .prose = "A call computes the [left:left arm]'s absolute: its local times its parent's absolute, as "
              "that is stored. The body is at 5 m.",
     .arrange = show_absolutes, .change = compute_arm,
     .slider = &COMPUTE_ARM, .question = &CHILD_ONLY,
     CLAIMS({.number = 31,
             .text = "One absolute is computed, from its parent's old one: still stale, and x is 0.5 again.",
             .measure = measure_computed, .args = {0, 0, ARM, 0}, .count = 3, .expected = {1, 1, 0.5f},
             .unit = "computed, (1: stale), m"}),
     READOUTS_OF(PLACES),
     .bone = ARM,
     .code = "bp_bone_compute_absolutes(arm);", .babylon = "arm.computeAbsoluteMatrices();"},
    {.heading = "Compute the body",
     .prose = "Give the same call to the body instead: drag its card onto its [bone:bone], or click it. The "
              "call computes the body and goes on to all descendants, parents first. So the [ghost:violet "
              "skeleton] is in the mesh now.",
     .arrange = show_absolutes, .change = compute_body, .slider = &COMPUTE_BODY,
     CLAIMS({.number = 32,
             .text = "Computing the body updates its descendants: the arm is at 5.5 and current.",
             .measure = bp_measure_stale_and_x, .args = {0, 0, ARM, 0}, .count = 2, .expected = {0, 5.5f},
             .unit = "(1: stale), m"}),
     READOUTS_OF(PLACES),
     .bone = ARM, .cover = true, .code = "bp_bone_compute_absolutes(body);",
     .babylon = "body.computeAbsoluteMatrices();"},
    {.heading = "Ask where it is",
     .prose = "The body is about to go back, so absolute will be stale again. But this time you don't read a "
              "matrix: you ask the arm.", .arrange = show_absolutes,
     .change = walk_back, .slider = &BACK, .cards = &ASK_CARDS, .question = &ASK,
     CLAIMS({.number = 30,
             .text = "Asked for a world position, the skeleton refreshes first: 2.5, and current.",
             .measure = bp_measure_stale_and_x, .args = {0, 0, ARM, 0}, .count = 2, .expected = {0, 2.5f},
             .unit = "(1: stale), m"}),
     READOUTS_OF(PLACES),
     .bone = ARM, .seconds = 1.2f,
     .code = "bp_bone_position_in(arm, BP_SPACE_WORLD, NULL);", .babylon = "arm.getPosition(Space.WORLD);"},
    {.heading = "All bones, from every root",
     .prose = "Here the [right:right arm] has no parent. Body and right arm are two roots, and both rise. "
              "Computing the body leaves the [ghost:violet] right arm behind.\n\nChoose the last card: that "
              "call computes the whole skeleton, from every root.",
     .arrange = show_roots, .change = lift_roots, .slider = &RISE, .cards = &ALL_CARDS,
     CLAIMS({.number = 33, .text = "Computing the skeleton updates every bone, from every root.",
             .measure = measure_heights, .args = {.other = 1}, .count = 3, .expected = {1, 2.5f, 2.5f},
             .unit = "m",
             .page = "the skeleton's compute updates every bone",
             .engine = "starts from the first bone only: the right arm, a root of its own, stays at 1.5",
             .engine_expected = {1, 2.5f, 1.5f}}),
     READOUTS({.label = "absolute y: body, left, right", .measure = measure_heights,
               .format = "%.3g, %.3g, %.3g m"}),
     .bone = ARM_RIGHT, .code = "bp_bone_compute_absolutes(body);",
     .babylon = "body.computeAbsoluteMatrices();",
     .footnote = "The last card is bp_skeleton_compute_absolutes(skeleton, false). Babylon.js's skeleton "
                 "call starts at the first bone only: the right arm's absolute stays at 1.5 m."},
};

const bp_lesson_plan bp_lesson = {
    LESSON(8, "08_stale_absolutes"), .title = "Which of a bone's matrices can I trust?",
    .summary = "The one matrix that isn't kept up to date, and the calls that compute it.", .difficulty = 2,
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_ABSOLUTE | BP_MATRIX_FINAL,
    .text = {.goal = "You will be able to say which call makes a bone's absolute matrix right.",
             .learned = {"Reading absolute computes nothing: it may be stale.",
                         "Computing a bone reads its parent's absolute as it is, and refreshes the bone and "
                         "its descendants.",
                         "Asking for a place in world space refreshes what is stale, then answers.",
                         "Computing the skeleton begins at every root, and refreshes all bones."},
             .next = "Why does the sword float beside the hand?",
             .prerequisites = "02_seven_matrices",
             .try_this = {"At step 4 give the call to the arm again and again. Does it help?",
                          "At step 5 drag the body after the call: who is stale at once?"}},
};
