/* Why the sword floats beside the hand: a bone's matrices end at the mesh's origin (claims 23 and 63).
 *
 * The left arm of the boxes is rotated from 30 to 75 degrees: its final is R45 with S - S R45 = (1.2071,
 * 0.0858, 0), and its middle (1, 0.5, 0) goes to (1.5607, 1.1464, 0); with the mesh at x = 5 to 6.5607. The
 * hand is 2 m along -Y of the bone. One frame of 15 degrees late it is 2 * 2 sin 7.5 = 0.5221 m off. */
#include "shared/boxes.h"

enum { PERSON, BOXES, IN_ORDER = 0, PLACED_FIRST, NEVER_COMPUTED };
typedef struct state {
    enum { FLOATING, ORIGINS, POINT, CARRIED, PROGRAM, IN_HAND } paints;
    int program;   /* of the cards */
    bp_mat4 sword; /* where the program put it */
} state;
static state *state_of(bp_world *world) { return bp_world_data(world); }
static const bp_rgba8 STEEL = {196, 204, 216, 255}, EDGE = {112, 122, 138, 255},
                      LEATHER = {139, 94, 60, 255};
static bp_mat4 mesh_world(bp_world *world) { return bp_figure_world(world->stages[0].figure); }

/* The hand in the bone's grid, as an offset that puts the sword there, before the box. */
static bp_mat4 offset(void) { return bp_mat4_translation((bp_vec3){0, -2, 0.3f}); }
static bp_mat4 carried(bp_world *world) {
    return bp_mat4_mul(offset(), bp_mat4_mul(bp_bone_chain(bp_world_bone(world, 0, ARM)), mesh_world(world)));
}

/* A blade along -Y, pointed and with a ridge, a grip at the origin, and a guard across; of one colour if it
 * is violet. */
static void paint_sword(bp_painter *painter, bp_mat4 at, float size, bool wrong) {
    const bp_theme *theme = painter->theme;
    const bp_rgba8 steel = wrong ? theme->ghost : STEEL, edge = wrong ? theme->ghost : EDGE,
                   hilt = wrong ? theme->ghost : LEATHER;
    const struct {
        float width; /* metres */
        bp_rgba8 color;
        int count;
        bp_vec2 points[5];
    } parts[] = {
        {0.05f, edge, 5, {{-0.06f, -0.2f}, {-0.05f, -1.45f}, {0, -1.7f}, {0.05f, -1.45f}, {0.06f, -0.2f}}},
        {0.08f, steel, 2, {{0, -0.2f}, {0, -1.5f}}},
        {0.1f, hilt, 2, {{0, 0.25f}, {0, -0.2f}}},
        {0.09f, hilt, 2, {{-0.27f, -0.2f}, {0.27f, -0.2f}}},
    };
    for (size_t i = 0; i < BP_COUNT(parts); i++) {
        bp_vec3 points[5];
        for (int k = 0; k < parts[i].count; k++)
            points[k] =
                bp_mat4_point(at, (bp_vec3){size * parts[i].points[k].x, size * parts[i].points[k].y, 0});
        bp_paint_lines(painter, points, parts[i].count, false, parts[i].width * size / bp_paint_unit(painter),
                       parts[i].color);
    }
}
/* In the person's fist, hanging down in the bind pose: final has the hand's rotation since then. */
static bp_mat4 in_hand(bp_world *world, bp_mat4 mesh) {
    const bp_bone *hand = bp_world_bone(world, 0, HAND);
    bp_mat4 at = bp_bone_final(hand);
    bp_vec3 to = bp_mat4_point(mesh, bp_mat4_point(bp_bone_chain(hand), (bp_vec3){0, 0.09f, 0}));
    at.m[12] = to.x, at.m[13] = to.y, at.m[14] = to.z;
    return at;
}
static void paint_origins(bp_world *world, bp_painter *painter) {
    bp_vec3 mesh = bp_mat4_position(mesh_world(world)), world_origin = {0, mesh.y, 0};
    const bool apart = bp_vec3_distance(mesh, world_origin) > 0.3f;
    bp_paint_disc(painter, world_origin, 7, painter->theme->quiet);
    if (apart) bp_paint_label(painter, &world_origin, 1, "the world's origin", painter->theme->quiet);
    bp_mark_arrow(painter, world_origin, bp_mark_short_of(painter, world_origin, mesh, 8), false, "%s", "");
    bp_mark_point(painter, mesh, 7, apart ? "the mesh's origin" : "both origins", painter->theme->changed);
}
static void paint(bp_world *world, bp_painter *painter) {
    const state *now = state_of(world);
    const bp_theme *theme = painter->theme;
    switch (now->paints) {
    case FLOATING: { /* as if the mesh were at the origin */
        bp_mat4 sword = in_hand(world, bp_person_world());
        bp_vec3 hand = bp_mat4_position(in_hand(world, mesh_world(world)));
        paint_sword(painter, sword, 0.6f, false);
        bp_mark_arrow(painter, bp_mat4_position(sword), hand, false, "%.1f m",
                      (double)((hand.x - bp_mat4_position(sword).x) / BP_PERSON_SIZE));
        break;
    }
    case IN_HAND: paint_sword(painter, in_hand(world, mesh_world(world)), 0.6f, false); break;
    case ORIGINS: paint_origins(world, painter); break;
    case POINT: {
        bp_vec3 mesh = bp_mat4_position(mesh_world(world)),
                bone = bp_mat4_position(bp_bone_chain(bp_world_bone(world, 0, ARM)));
        paint_origins(world, painter);
        bp_mark_arrow(painter, mesh, bp_vec3_add(mesh, bone), false, "absolute (%.1f, %.1f)", (double)bone.x,
                      (double)bone.y);
        bp_mark_point(painter, bone, 8, "absolute alone", theme->ghost);
        bp_paint_disc(painter, bp_vec3_add(mesh, bone), 8, theme->changed);
        break;
    }
    case CARRIED:
        paint_sword(painter, bp_mat4_translation(bp_mat4_position(carried(world))), 1, true);
        paint_sword(painter, carried(world), 1, false);
        break;
    case PROGRAM: paint_sword(painter, now->sword, 1, now->program != IN_ORDER); break;
    }
}

static void place_person(bp_world *world, float own_metres) {
    bp_figure_set_world(world->stages[0].figure,
                        bp_mat4_mul(bp_mat4_translation((bp_vec3){own_metres, 0, 0}), bp_person_world()));
}
static void place_boxes(bp_world *world, float x) {
    bp_figure_set_world(world->stages[0].figure, bp_mat4_translation((bp_vec3){x, 0, 0}));
}
static void look_at(bp_world *world, float x, float far) {
    world->camera = (bp_camera){.eye = {x, 1, far}, .target = {x, 0.2f, 0}};
}
static void setup(bp_world *world) {
    bp_add_person(world, "");
    bp_world_add_character(world, "", "", BP_BIND_NATURAL);
    if (world->error.kind != BP_ERROR_NONE) return;
    bp_world_show_stages(world, PERSON, 1);
    world->paint = paint;
    look_at(world, 1, 9);
}
/* The person where the program thought that it was. */
static void ghost_at_origin(bp_skeleton *copy, float x) {
    bp_bone *hips = bp_skeleton_find(copy, "hips");
    bp_vec3 at = bp_bone_position(hips);
    at.x -= x;
    bp_bone_set_position(hips, at);
}
static void walk_away(bp_world *world, float t) {
    place_person(world, 1.4f * t);
    bp_world_add_ghost(world, 0, "where it stood", ghost_at_origin, 1.4f * t);
}
static bp_vec3 person_position(bp_world *world) { return bp_mat4_position(mesh_world(world)); }
static void drag_person(bp_world *world, bp_vec3 to) { place_person(world, to.x / BP_PERSON_SIZE); }
static void show_origins(bp_world *world) {
    state_of(world)->paints = ORIGINS;
    place_person(world, 0);
}
static void show_boxes(bp_world *world) {
    bp_world_show_stages(world, BOXES, 1);
    look_at(world, 2.5f, 10);
    world->show = BP_SHOW_MESH | BP_SHOW_BONES;
    bp_pose_arm(world, 0, 75, BP_SHOULDER);
    bp_skeleton_compute_absolutes(world->stages[0].skeleton, true);
}
static void move_boxes(bp_world *world, float t) { place_boxes(world, 5 * t); }
static void show_point(bp_world *world) {
    state_of(world)->paints = POINT;
    place_boxes(world, 2);
}
static void move_on(bp_world *world, float t) { place_boxes(world, 2 + 3 * t); }
static void show_carried(bp_world *world) {
    state_of(world)->paints = CARRIED;
    place_boxes(world, 5);
    look_at(world, 6, 9);
    bp_pose_arm(world, 0, 30, BP_SHOULDER);
}
static void place_sword(bp_world *world) {
    state_of(world)->sword =
        bp_mat4_mul(offset(), bp_mat4_mul(bp_bone_absolute(bp_world_bone(world, 0, ARM)), mesh_world(world)));
}
static void show_program(bp_world *world) {
    state_of(world)->paints = PROGRAM;
    place_boxes(world, 0);
    look_at(world, 1, 11);
    bp_pose_arm(world, 0, 30, BP_SHOULDER);
    bp_skeleton_prepare(world->stages[0].skeleton);
    bp_skeleton_compute_absolutes(world->stages[0].skeleton, true);
    place_sword(world);
}
static void choose(bp_world *world, float program) { state_of(world)->program = (int)program; }
/* Frame after frame, with the calls in the program's order. */
static void run(bp_world *world, float t) {
    int frames = (int)(6 * bp_clamp(t, 0, 1) + 0.5f);
    bp_skeleton *skeleton = world->stages[0].skeleton;
    for (int i = 1; i <= frames; i++) {
        bp_pose_arm(world, 0, 30 + 15 * (float)i, BP_SHOULDER);
        bp_skeleton_prepare(skeleton);
        if (state_of(world)->program == PLACED_FIRST) place_sword(world);
        if (state_of(world)->program != NEVER_COMPUTED) bp_skeleton_compute_absolutes(skeleton, true);
        if (state_of(world)->program != PLACED_FIRST) place_sword(world);
    }
}

static void show_person(bp_world *world) {
    state_of(world)->paints = IN_HAND;
    bp_world_show_stages(world, PERSON, 1);
    world->show = BP_SHOW_MESH;
    look_at(world, 1, 9);
    place_person(world, 0);
}

/* The middle of the left arm's vertices, in the world. */
static void measure_arm(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_figure *figure = world->stages[args->stage].figure;
    const bp_vec3 *positions = bp_figure_positions(figure, 0);
    bp_vec3 middle = {0};
    for (int i = 24; i < 48; i++) middle = bp_vec3_add(middle, bp_vec3_scale(positions[i], 1.0f / 24));
    middle = bp_mat4_point(bp_figure_world(figure), middle);
    values[0] = middle.x, values[1] = middle.y, values[2] = middle.z;
}
/* The bone's world position, asked for with a node where the mesh is. */
static void measure_with_node(bp_world *world, const bp_measure_args *args, float *values) {
    bp_node *node = bp_world_add_node(world, 0, "mesh", NULL);
    if (!node) return;
    bp_node_set_position(node, bp_mat4_position(mesh_world(world)));
    bp_vec3 at = bp_bone_position_in(bp_world_bone(world, args->stage, ARM), BP_SPACE_WORLD, node);
    values[0] = at.x, values[1] = at.y, values[2] = at.z;
}
/* How far the program's sword is from the hand; args->other: with another program. */
static void measure_sword(bp_world *world, const bp_measure_args *args, float *values) {
    if (args->other) {
        choose(world, (float)args->other);
        show_program(world);
        run(world, 1);
    }
    values[0] = bp_vec3_distance(bp_mat4_position(state_of(world)->sword), bp_mat4_position(carried(world)));
}
static void measure_mesh_x(bp_world *world, const bp_measure_args *args, float *values) {
    (void)args;
    values[0] = mesh_world(world).m[12] / mesh_world(world).m[0]; /* the person's metres are scaled */
}

/* clang-format off */ /* tables */
static const char *const PROGRAMS[] = {"program 1", "program 2", "program 3", NULL};
static const bp_step_slider WALK = {
    .name = "person, x", .unit = " m", .max = 1.4f, .to = 1.4f, .decimals = 1, .measure = measure_mesh_x};
static const bp_step_slider FAR_MESH = {
    .name = "mesh, x", .unit = " m", .max = 5, .to = 5, .decimals = 1, .measure = measure_mesh_x};
static const bp_step_slider FARTHER = {.name = "mesh, x", .unit = " m", .max = 5, .from = 2, .to = 5,
                                       .decimals = 1, .measure = measure_mesh_x};
static const bp_step_slider ANGLE = ANGLE_SLIDER("arm", 0, ARM, 30, 120, 30, 75);
static const bp_step_slider FRAME = {.name = "frame", .max = 6, .step = 1, .to = 6};
static const bp_step_slider CALLS = {.name = "program", .names = PROGRAMS, .set = choose};
static const bp_handle FEET[] = {
    {.label = "drag the person", .position = person_position, .set = drag_person, .normal = {0, 0, 1}}};

static const bp_question WHICH = {
    .text = "The mesh moves by 1.4 m along X. Which of the arm bone's seven matrices change?",
    CHOICE(2, "all but local and bind", "absolute and final", "none of them"),
    .right = "Local, rest and bind count from the parent, the others from the mesh's origin, the dot between "
             "the feet. Another matrix, the mesh's own, says where that dot is in the world.",
    .wrong = {{0, "Which of them could know where the mesh is?"}, {1, "From where does absolute count?"}}};
static const bp_question ORDER = {
    .text = "A vertex goes from where it was modelled to where you see it. In which order does it meet these "
            "matrices?", .kind = BP_QUESTION_ORDER, .answer = 231,
    .options = {"the mesh's world matrix", "the bone's absolute inverse bind", "the bone's absolute"},
    .right = "Into the bone's grid, from there into the pose, and at the end into the world.",
    .wrong = {{321, "Absolute starts in the bone's grid. What takes the vertex there?"},
              {123, "The bones know nothing of the world, so it can't come first."},
              {213, "Then the bones would rotate about the world's origin."}},
    .hint = "Undo the bind, do the pose, then go to the world."};
static const bp_question WHERE_BONE = {
    .text = "The mesh moves on to x = 5. Where is the arm's bone then, counted from the world's origin?",
    CHOICE(2, "(0.5, 1.5, 0)", "(5, 0, 0)", "(5.5, 1.5, 0)"),
    .right = "Both arrows together. The call needs the mesh for that. Without it, it says (0.5, 1.5, 0), "
             "even if you ask for world space: that is the violet dot.",
    .wrong = {{0, "That is absolute alone, counted from the mesh's origin."},
              {1, "That is the mesh's origin."}}};
static const bp_question CALL_ORDER = {
    .text = "Which order of these, in each frame, puts the sword into the hand?",
    .kind = BP_QUESTION_ORDER, .answer = 2413,
    .options = {"compute absolutes", "set the pose", "place the sword", "prepare"},
    .right = "Program 1: each call needs what the one before made. Program 2 places the sword before "
             "computing: one frame late. Program 3 never computes.",
    .wrong = {{2143, "That works here. But where prepare changes a local, it must come before computing."},
              {2431, "Then the sword is placed by the absolutes of the frame before."},
              {4213, "Prepare needs the pose of this frame."}},
    .hint = "The sword needs absolutes, absolutes need the pose."};

static const bp_step STEPS[] = {
    {.prose = "The person holds a sword. The program put it where the hand's bone says it is, and the "
              "matrices are current.\n\nNow drag the person by the feet. The sword stays in the air.",
     .change = walk_away, .slider = &WALK, .handles = FEET, .handle_count = 1, .bone = HAND},
    {.heading = "The mesh moves",
     .prose = "Two origins begin at one point: the world's, and the mesh's, the [bone:dot] between "
              "the feet.\n\nA bone has seven matrices: local, rest, bind, absolute bind, its "
              "inverse, absolute, final.", .arrange = show_origins, .change = walk_away,
     .slider = &WALK, .question = &WHICH, .bone = HAND,
     .code = "bp_figure_set_world(figure, m);", .babylon = "mesh.position.x = {};"},
    {.heading = "One more matrix",
     .prose = "The same with three boxes, the left arm raised by 45°. The mesh goes 5 m along X.",
     .arrange = show_boxes, .change = move_boxes, .slider = &FAR_MESH, .question = &ORDER,
     CLAIMS({.number = 23, .text = "The vertices are 5 m further ...", .measure = measure_arm,
             .args = {0, 0, 0, 0}, .count = 3, .expected = {6.5606602f, 1.1464466f, 0}, .unit = "m"},
            {.number = 23, .text = "... and the final matrix doesn't change: it ends at the skeleton's root.",
             MATRIX_OF(0, ARM, bp_bone_final),
             .expected = ABOUT_Z(0.7071068f, 0.7071068f, 1.2071068f, 0.0857864f), .holds_before = true},
            {.number = 63,
             .text = "So is the absolute matrix, \"world space\" or not: the bone is at (0.5, 1.5, 0).",
             POSITION_IS(0, ARM, bp_bone_absolute, 0.5f, 1.5f, 0), .holds_before = true}),
     READOUTS({.label = "middle of the arm in the world, x", .measure = measure_arm, .args = {0, 0, 0, 0},
               .format = "%.2f m"},
              ANGLE_OF("final", 0, ARM, bp_bone_final)),
     .bone = ARM},
    {.heading = "Where is the bone in the world?",
     .prose = "Two arrows lead to the arm's [bone:bone]: from the world's origin to the mesh's, and from "
              "there as far as absolute says. The [ghost:violet dot] is at absolute alone.",
     .arrange = show_point, .change = move_on, .slider = &FARTHER, .question = &WHERE_BONE,
     CLAIMS({.number = 63, .text = "Asked for with the mesh's node, the bone is at (5.5, 1.5, 0).",
             .measure = measure_with_node, .args = {0, 0, 0, 0}, .count = 3, .expected = {5.5f, 1.5f, 0},
             .unit = "m"}),
     READOUTS(POSITION_OF("absolute", 0, ARM, bp_bone_absolute, "(%.1f, %.1f)")),
     .bone = ARM, .code = "bp_bone_position_in(arm, BP_SPACE_WORLD, mesh);",
     .babylon = "arm.getPosition(Space.WORLD, mesh);"},
    {.heading = "A sword needs a matrix, not a point",
     .prose = "The [ghost:violet sword] gets the position of the arm's end, and never rotates. The steel one "
              "gets a whole matrix: where it lies in the bone's grid, then absolute, then the mesh's world. "
              "The scale comes along.\n\nRotate the arm.", .arrange = show_carried, .change = bp_raise_arm,
     .slider = &ANGLE,
     .bone = ARM, .code = "bp_mat4_mul(offset, bp_mat4_mul(absolute, world));",
     .babylon = "offset.multiply(absolute).multiply(mesh.getWorldMatrix());", .cover = true},
    {.heading = "Which calls, in which order",
     .prose = "The sword's matrix needs a current absolute, and an absolute needs locals that no call "
              "changes any more. Prepare copies a file's nodes into locals.",
     .arrange = show_program, .change = run, .slider = &FRAME, .cards = &CALLS, .question = &CALL_ORDER,
     CLAIMS({.text = "In the right order the sword is at the hand.", .measure = measure_sword,
             .expected = {1e-6f}, .at_most = true, .unit = "m", .holds_before = true},
            {.text = "Placed before computing it is one frame late, 0.5221 m.", .measure = measure_sword,
             .args = {0, PLACED_FIRST, 0, 0}, .expected = {0.5221f}, .tolerance = 5e-5f, .unit = "m",
             .holds_before = true}),
     READOUTS({.label = "sword and hand apart", .measure = measure_sword, .format = "%.2f m"}),
     .bone = ARM, .seconds = 2, .code = "bp_figure_attach(figure, sword, hand, &offset, NULL, NULL, &error);",
     .babylon = "sword.attachToBone(hand, mesh);",
     .footnote = "One call does all of it: bp_figure_attach, in Babylon.js attachToBone."},
    {.heading = "The sword is in the hand",
     .prose = "The first picture again, with the sword attached to the hand. Drag the person by the feet: "
              "the sword goes along.", .arrange = show_person, .change = walk_away,
     .slider = &WALK, .handles = FEET, .handle_count = 1,
     READOUTS({.label = "the mesh is at x", .measure = measure_mesh_x, .format = "%.1f m"}),
     .bone = HAND},
};

const bp_lesson_plan bp_lesson = {
    LESSON(13, "13_into_the_world"), .title = "Why does the sword float beside the hand?",
    .summary = "A bone's matrices end at the mesh's origin; the mesh's world matrix comes last.",
    .difficulty = 2,
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_ABSOLUTE | BP_MATRIX_FINAL | BP_MATRIX_ABSOLUTE_INVERSE_BIND,
    .text = {.goal = "You will be able to hang a sword on a hand, and name the calls for it.",
             .learned = {"You can hang a sword on a hand: offset, absolute, the mesh's world, in this order.",
                         "No bone's matrix knows where the mesh is.",
                         "Set the pose, prepare, compute absolutes, place the sword.",
                         "No call is missing, and still a whole arm is one frame late."},
             .next = "Who moves first, parent or child?",
             .prerequisites = "08_stale_absolutes",
             .try_this = {"At step 3 rotate the arm: does the mesh's world matrix rotate with it?",
                          "At step 6 find a frame at which the late sword is right."}},
};
