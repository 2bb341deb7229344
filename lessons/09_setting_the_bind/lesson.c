/* Why the hand fell off: which calls compute the absolute binds (claims 34 to 37).
 *
 * An arm of three boxes, bound at (1, 0, 0), (0, 1, 0), (0, 0, 1), each from its parent: so absolutely at
 * (1, 0, 0), (1, 1, 0), (1, 1, 1). The hand set first has (0, 0, 1) alone; with the upper arm's bind (1, 0,
 * 1). Set last and without an update, the hand keeps (1, 1, 0), as the forearm's call left it: its inverse
 * lacks its own bind, (0, 0, 1), and its final moves it by that. */
#include "rig/engine.h"
#include "shared/boxes.h"

enum { PERSON, CHAIN, BONES = 3, ORDERS = 6 };
static const char *const NAMES[BONES] = {"upper arm", "forearm", "hand"};
static const bp_vec3 POSITIONS[BONES] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}; /* relative to the parent */
static const int OF_CARD[BONES] = {2, 0, 1};                               /* the bone of each card */

static const bp_rgba8 COLORS[BONES] = {{130, 140, 158, 255}, {20, 150, 150, 255}, {226, 178, 40, 255}};
static const char *const WORDS[BONES] = {"", "shirt", "hem"}; /* of prose */
static const float DOTS[BONES] = {14, 10, 6};                 /* radii: dots at one place are all seen */
static const float THICK[BONES] = {0.6f, 0.5f, 0.4f};         /* compared to the boxes that it is made of */

static const bp_camera PERSON_VIEW = {.eye = {1.26f, 1.05f, 4.2f}};

typedef struct state {
    int order;  /* the card */
    bool arrow; /* from the hand's place to the hand */
} state;
static state *state_of(bp_world *world) { return bp_world_data(world); }

/* Sets a bone's bind as far as t, with or without updating the absolutes. Local is set too. */
static void set_bind(bp_world *world, int bone, float t, bool absolutes) {
    bp_mat4 bind = bp_mat4_translation(bp_vec3_scale(POSITIONS[bone], t));
    bp_bone_update_bind(bp_world_bone(world, 0, NAMES[bone]), bind, absolutes, true, &world->error);
}
static void reset(bp_world *world) {
    for (int i = 0; i < BONES; i++) set_bind(world, i, 0, true);
}
/* Poses a copy so that every final is the identity, each box where it was modelled; the hand's moves it so
 * many metres along Z. */
static void ghost_modelled(bp_skeleton *copy, float hand) {
    for (size_t i = 0; i < bp_skeleton_count(copy); i++) {
        bp_bone *bone = bp_skeleton_bone(copy, i), *parent = bp_bone_parent(bone);
        bp_mat4 local = bp_bone_absolute_bind(bone);
        if (parent) local = bp_mat4_mul(local, bp_bone_absolute_inverse_bind(parent));
        if (i == 2) local = bp_mat4_mul(local, bp_mat4_translation((bp_vec3){0, 0, hand}));
        bp_bone_set_local(bone, local);
    }
}
/* From the origin along X, Y and Z to the hand's joint: each bone as a dot, and a ring where it belongs. */
static void paint_way(bp_world *world, bp_painter *painter) {
    static const char *const axes[] = {"X", "Y", "Z"};
    bp_vec3 from = {0};
    bp_paint_label(painter, &from, 1, "origin", painter->theme->quiet);
    for (int i = 0; i < BONES; i++) {
        const bp_vec3 to = bp_vec3_add(from, POSITIONS[i]), middle = bp_vec3_mix(from, to, 0.5f);
        const float edge = DOTS[i] + 5;
        const bp_rgba8 ink = painter->theme->ink;
        bp_paint_arrow(painter, from, bp_mark_short_of(painter, from, to, edge),
                       bp_theme_axis(painter->theme, i));
        bp_paint_label(painter, &middle, 1, axes[i], bp_theme_axis(painter->theme, i));
        bp_paint_disc(painter, to, edge, (bp_rgba8){ink.r, ink.g, ink.b, 0});
        from = to;
    }
    if (!state_of(world)->arrow)
        bp_paint_label(painter, &from, 1, "the hand belongs here: (1, 1, 1)", painter->theme->quiet);
    for (int i = 0; i < BONES; i++) {
        const bp_vec3 at = bp_mat4_position(bp_bone_chain(bp_world_bone(world, 0, NAMES[i])));
        bp_paint_disc(painter, at, DOTS[i], COLORS[i]);
        bp_paint_label(painter, &at, 1, NAMES[i],
                       i ? bp_prose_color(painter->theme, WORDS[i]) : painter->theme->quiet);
    }
}
static void paint(bp_world *world, bp_painter *painter) {
    if (bp_skeleton_count(world->stages[0].skeleton) == BONES) paint_way(world, painter);
    if (!state_of(world)->arrow) return;
    bp_vec3 from = {1, 1, 1}, to = bp_mat4_point(bp_bone_final(bp_world_bone(world, 0, "hand")), from);
    bp_mark_arrow(painter, bp_mark_short_of(painter, to, from, DOTS[2] + 5), to, false, "(0, 0, 1)");
}

/* Where the hand's joint was when the mesh was attached. */
static bp_mat4 attached_at(const bp_bone *bone) {
    bp_mat4 m = bp_bone_rest(bone);
    while ((bone = bp_bone_parent(bone)) != NULL) m = bp_mat4_mul(m, bp_bone_rest(bone));
    return m;
}
/* The person's hand: its inverse bind is too old, so it hangs beside the arm. */
static void break_person(bp_world *world, float part) {
    bp_bone *hand = bp_world_bone(world, 0, HAND);
    bp_mat4 whole, shift = bp_mat4_translation((bp_vec3){0.02f * part, -0.15f * part, 0.1f * part}),
                   local = bp_bone_local(hand);
    if (!bp_mat4_inverse(attached_at(hand), &whole)) return;
    bp_bone_set_absolute_inverse_bind(hand, bp_mat4_mul(shift, whole), &world->error);
    bp_bone_set_local(hand, local);
}
static float hand_off(bp_world *world) {
    const bp_bone *hand = bp_skeleton_find(world->stages[0].skeleton, HAND);
    if (!hand) return 0;
    bp_mat4 way_in = bp_bone_absolute_inverse_bind(hand); /* should take the joint to the grid's origin */
    return bp_vec3_length(bp_mat4_point(way_in, bp_mat4_position(attached_at(hand))));
}
/* While it is away it comes off: its vertices follow it alone, and no triangle spans the gap. */
static void tear_off(bp_world *world) {
    bp_mesh *mesh = world->stages[0].mesh;
    bool of_hand[3] = {0};
    if (hand_off(world) < 0.005f) return;
    uint16_t hand = (uint16_t)bp_bone_index(bp_world_bone(world, 0, HAND));
    for (size_t v = 0; v < mesh->vertex_count; v++) {
        uint16_t *joints = &mesh->joints[v * (size_t)mesh->influences];
        float *weights = &mesh->weights[v * (size_t)mesh->influences], share = 0;
        for (int k = 0; k < mesh->influences; k++) share += joints[k] == hand ? weights[k] : 0;
        for (int k = 0; k < mesh->influences; k++)
            if ((joints[k] == hand) != (share > 0.5f)) weights[k] = 0;
    }
    bp_mesh_normalize_weights(mesh);
    for (size_t i = 0; i < mesh->index_count; i++) {
        const uint16_t *joints = &mesh->joints[mesh->indices[i] * (size_t)mesh->influences];
        const float *weights = &mesh->weights[mesh->indices[i] * (size_t)mesh->influences];
        of_hand[i % 3] = false;
        for (int k = 0; k < mesh->influences; k++) of_hand[i % 3] |= joints[k] == hand && weights[k] > 0;
        if (i % 3 == 2 && (of_hand[0] != of_hand[1] || of_hand[0] != of_hand[2]))
            mesh->indices[i] = mesh->indices[i - 1] = mesh->indices[i - 2];
    }
}

/* Makes an arm of the boxes: each reaches from its own joint to the next, the hand half a metre on. */
static void join_boxes(bp_mesh *mesh, bp_error *error) {
    bp_vec3 joint = {0};
    if (!bp_mesh_add_attributes(mesh, BP_MESH_COLORS, error)) return;
    for (size_t v = 0; v < mesh->vertex_count; v++) {
        const int box = (int)(v * BONES / mesh->vertex_count);
        if (v * BONES % mesh->vertex_count == 0) joint = bp_vec3_add(joint, POSITIONS[box]);
        bp_vec3 at = bp_vec3_scale(bp_vec3_sub(mesh->positions[v], joint), THICK[box]);
        if (box == 0 && at.y > 0) at.y = 1 - at.y;
        if (box > 0 && at.z > 0) at.z = box == 1 ? 1 - at.z : 0.5f;
        mesh->positions[v] = bp_vec3_add(joint, at);
        mesh->colors[v] = COLORS[box];
    }
}
static void raise_arm(bp_world *world, float t) {
    bp_person_rotate(world->stages[0].skeleton, UPPER_ARM, (bp_vec3){0, 0, 1}, 60 * t);
}
static void setup(bp_world *world) {
    bp_add_person(world, "");
    bp_world_add_box_chain(world, "", "", NAMES, POSITIONS, BONES);
    if (world->error.kind != BP_ERROR_NONE) return;
    join_boxes(world->stages[CHAIN].mesh, &world->error);
    bp_world_show_stages(world, PERSON, 1);
    world->paint = paint;
    world->update = tear_off;
    world->camera = PERSON_VIEW;
    break_person(world, 1);
}
static void show_chain(bp_world *world) {
    bp_world_show_stages(world, CHAIN, 1);
    world->show = BP_SHOW_MESH;
    world->camera.eye = (bp_vec3){4.6f, 1.7f, 3.4f};
    world->camera.target = (bp_vec3){0.7f, 0.75f, 0.5f};
}
static void bind_upper(bp_world *world, float t) { set_bind(world, 0, t, true); }
static void bind_hand(bp_world *world, float t) { set_bind(world, 2, t, true); }
static void choose(bp_world *world, float order) { state_of(world)->order = (int)order; }
/* The calls one after the other, each as far as its part of t. */
static void bind_in_order(bp_world *world, float t) {
    int order[BONES];
    bp_order_of((float)state_of(world)->order, BONES, order);
    for (int i = 0; i < BONES; i++) {
        float part = bp_clamp(3 * t - (float)i, 0, 1);
        if (part > 0) set_bind(world, OF_CARD[order[i]], part, true);
    }
}
static void start_silent(bp_world *world) {
    reset(world);
    for (int i = 0; i < 2; i++) set_bind(world, i, 1, true);
    state_of(world)->arrow = true;
    bp_world_add_ghost(world, 0, "as modelled", ghost_modelled, 0);
}
static void show_before(bp_world *world) {
    bp_world_add_ghost(world, 0, "before the call", ghost_modelled, 1);
}
static void bind_silently(bp_world *world, float t) { set_bind(world, 2, t, false); }
static void repair(bp_world *world, float t) {
    if (t > 0.5f) set_bind(world, 0, 1, true);
}
static void show_person(bp_world *world) {
    bp_world_show_stages(world, PERSON, 1);
    world->show = BP_SHOW_MESH;
    state_of(world)->arrow = false;
    world->camera = PERSON_VIEW;
    raise_arm(world, 1);
}
static void repair_person(bp_world *world, float t) { break_person(world, t > 0.5f ? 0 : 1); }

/* Writes of bind, absolute bind, absolute inverse bind and rest while the pose is set a hundred times; then
 * the writes of bind and rest after one call of each setter. */
static void measure_setters(bp_world *world, const bp_measure_args *args, float *values) {
    bp_skeleton *skeleton = world->stages[args->stage].skeleton;
    bp_bone *bone = bp_world_bone(world, args->stage, args->bone);
    bp_skeleton_reset_stats(skeleton);
    for (int i = 0; i < 100; bp_skeleton_prepare(skeleton), i++)
        bp_bone_set_position(bone, (bp_vec3){(float)i, 0, 0});
    bp_skeleton_compute_absolutes(skeleton, true);
    bp_skeleton_counters n = bp_skeleton_stats(skeleton);
    values[0] = (float)(n.bind + n.absolute_bind + n.absolute_inverse_bind + n.rest);
    bp_bone_set_bind(bone, bp_mat4_identity(), &world->error);
    bp_bone_set_rest(bone, bp_mat4_identity());
    n = bp_skeleton_stats(skeleton);
    values[1] = (float)n.bind, values[2] = (float)n.rest;
}
/* Of all orders: how many there are, how many leave the hand's absolute bind at (1, 1, 1); and the same two
 * of those that set the upper arm last. */
static void measure_orders(bp_world *world, const bp_measure_args *args, float *values) {
    for (int k = 0; k < ORDERS; k++) {
        reset(world);
        choose(world, (float)k);
        bind_in_order(world, 1);
        int order[BONES];
        bp_order_of((float)k, BONES, order);
        bp_vec3 hand = bp_mat4_position(bp_bone_absolute_bind(bp_world_bone(world, args->stage, "hand")));
        bool right = bp_vec3_distance(hand, (bp_vec3){1, 1, 1}) < 1e-6f, last = OF_CARD[order[2]] == 0;
        values[0]++, values[1] += right, values[2] += last, values[3] += right && last;
    }
}
static void measure_person(bp_world *world, const bp_measure_args *args, float *values) {
    (void)args;
    values[0] = hand_off(world);
}
/* After two calls, the hand's and the upper arm's: the hand's absolute bind, and its inverse. */
static void measure_two_calls(bp_world *world, const bp_measure_args *args, float *values) {
    (void)args;
    reset(world);
    set_bind(world, 2, 1, true);
    set_bind(world, 0, 1, true);
    const bp_bone *hand = bp_world_bone(world, 0, "hand");
    bp_vec3 bind = bp_mat4_position(bp_bone_absolute_bind(hand)),
            back = bp_mat4_position(bp_bone_absolute_inverse_bind(hand)),
            local = bp_mat4_position(bp_bone_local(bp_world_bone(world, 0, "upper arm")));
    const bp_vec3 all[] = {bind, back, local};
    for (int i = 0; i < 3; i++)
        values[3 * i] = all[i].x, values[3 * i + 1] = all[i].y, values[3 * i + 2] = all[i].z;
}

/* clang-format off */ /* tables */
static const bp_readout HAND_AT[] = {
    POSITION_OF("the hand's absolute bind", 0, "hand", bp_bone_absolute_bind, "(%.2g, %.2g, %.2g)")};
static const bp_readout PERSON_OFF[] = {
    {.label = "the hand is off by", .measure = measure_person, .format = "%.2f m"}};
static const char *const CARDS[] = {"hand", "upper arm", "forearm", NULL};
static const char *const REPAIRS[] = {"before the call", "set the upper arm's bind", NULL};
static const bp_step_slider RAISE = {.name = "upper arm", .unit = "°", .max = 60, .to = 60};
static const bp_step_slider UPPER = {
    .name = "upper arm's bind", .unit = " m", .max = 1, .to = 1, .decimals = 2};
static const bp_step_slider FIRST = {.name = "hand's bind", .unit = " m", .max = 1, .to = 1, .decimals = 2};
static const bp_step_slider CALLS = {.name = "calls made", .max = 3, .to = 3};
static const bp_step_slider LAST = {.name = "calls made", .min = 2, .max = 3, .from = 2, .to = 3};
static const bp_step_slider ORDER = {
    .name = "order", .names = CARDS, .ordered = true, .set = choose};
static const bp_step_slider REPAIR = {.name = "call", .names = REPAIRS, .to = 1};

static const bp_question BETWEEN = {
    .text = "The hand's bind, (0, 0, 1), is set first. Where is its absolute bind after this call?",
    CHOICE(1, "(1, 1, 1)", "(0, 0, 1)", "(1, 0, 1)"),
    .right = "The call multiplies the bind by the parent's absolute bind as it is. The parents are still "
             "bound at the origin.",
    .wrong = {{0, "So it will be in the end. What are the parents' binds now?"},
              {2, "For that the upper arm's bind must be set already."}}};
static const bp_question LAST_CALL = {
    .text = "The hand is set first, then the upper arm, then the forearm. Where is the hand's absolute bind "
            "after the third call?", CHOICE(2, "(0, 0, 1)", "(1, 0, 1)", "(1, 1, 1)"),
    .right = "The forearm's call goes down to the hand, too, and adds the last missing metre. Every order "
             "ends right: drag the cards into another one.",
    .wrong = {{0, "There it is after the first call. The other two go down to the hand."},
              {1, "There it is after the second call. The third goes down to the hand, too."}}};
static const bp_question PLACE_HAND = {
    .text = "The hand is set with the update off. Where does its box end up?",
    CHOICE(2, "at the forearm's end", "off by (1, 1, 0)", "off by (0, 0, 1)"),
    .right = "The forearm's call was the last to compute the hand's inverse, so that undoes (1, 1, 0), and "
             "not the hand's own (0, 0, 1). Final moves the box by what is missing, in every pose.",
    .wrong = {{0, "For that its inverse must undo (1, 1, 1). Which call computed it last?"},
              {1, "Their calls went down to the hand. Which bind came after them?"}}};

static const bp_step STEPS[] = {
    {.prose = "The person's left hand hangs in the air beside its arm. Nobody moved the hand's bone. Drag "
              "the arm: the hand goes along, and keeps its distance.\n\nA program set new binds, and one "
              "matrix of the hand wasn't computed again. Which calls compute which matrices?",
     .change = raise_arm, .slider = &RAISE,
     READOUTS_OF(PERSON_OFF),
     .bone = HAND},
    {.heading = "One call, four matrices",
     .prose =
         "A robot's arm of three boxes: upper arm, [shirt:forearm] and [hem:hand]. A dot in the box's "
         "colour is its bone. All three dots begin at the origin, outside of the arm, and each belongs "
         "into the ring in its box.\n\nThe first call sets the upper arm's bind, 1 m along X, and local "
         "with it; then it computes the absolute bind and its inverse. Its dot goes, its children's go "
         "along, and the boxes stay.",
     .arrange = show_chain, .change = bind_upper, .slider = &UPPER,
     CLAIMS({.number = 34,
             .text = "A hundred poses write no static matrix; each setter writes its own: bind once, rest "
                     "once.", .measure = measure_setters, .args = {0, 0, "upper arm", 0}, .count = 3,
             .expected = {0, 1, 1}, .unit = "writes", .holds_before = true}),
     READOUTS_OF(HAND_AT),
     .bone = "upper arm", .code = "bp_bone_set_bind(upper, m, &error);",
     .babylon = "upper.setBindMatrix(m);"},
    {.heading = "The hand first",
     .prose = "Begin again, with all dots at the origin. In the end the [hem:hand's dot] must be in its "
              "ring.", .arrange = reset,
     .change = bind_hand, .slider = &FIRST, .question = &BETWEEN,
     CLAIMS({.number = 36,
             .text = "Set before its parents, the hand's absolute bind is its own bind alone: wrong, for "
                     "now.", POSITION_IS(0, "hand", bp_bone_absolute_bind, 0, 0, 1)}),
     READOUTS_OF(HAND_AT),
     .bone = "hand", .code = "bp_bone_set_bind(hand, m, &error);", .babylon = "hand.setBindMatrix(m);"},
    {.heading = "All three",
     .prose = "Three calls set the three binds. Each reads its parent's absolute bind, and then computes "
              "those of all bones below it again: their dots go along.",
     .arrange = reset, .change = bind_in_order, .slider = &CALLS,
     .cards = &ORDER, .question = &LAST_CALL,
     CLAIMS({.number = 35,
             .text = "After hand and upper arm the hand's absolute bind is (1, 0, 1), its inverse (-1, 0, "
                     "-1), and the upper arm's local is set.", .measure = measure_two_calls, .count = 9,
             .expected = {1, 0, 1, -1, 0, -1, 1, 0, 0}, .unit = "m", .holds_before = true},
            {.number = 36,
             .text = "Hand, upper arm, forearm: parents came after their children, and the end is right.",
             POSITION_IS(0, "hand", bp_bone_absolute_bind, 1, 1, 1),
             .page = "several binds must be set in the right order: parents first",
             .engine = "each call updates all below (ours too), so every order ends the same",
             .engine_expected = {1, 1, 1}},
            {.number = 37,
             .text = "All 6 orders end right, including the 2 in which the upper arm comes last.",
             .measure = measure_orders, .args = {0, 0, 0, 0}, .count = 4, .expected = {6, 6, 2, 2},
             .unit = "orders", .holds_before = true}),
     READOUTS_OF(HAND_AT),
     .bone = "hand", .seconds = 2, .code = "bp_bone_set_bind(bone, m, &error);",
     .babylon = "bone.setBindMatrix(m);",
     .footnote = "Babylon.js's page asks for parents first, or the root last. Its engine, too, updates all "
                 "below, so every order ends right."},
    {.heading = "One without an update",
     .prose = "Upper arm and [shirt:forearm] are set, so the [hem:hand's dot] is at (1, 1, 0).\n\nThe third "
              "call has its update off: it sets the hand's bind and local alone. The absolute bind and its "
              "inverse stay.", .arrange = start_silent,
     .change = bind_silently, .slider = &LAST, .question = &PLACE_HAND,
     CLAIMS({.number = 36,
             .text = "Set without an update, the hand's absolute bind lacks its own bind.",
             POSITION_IS(0, "hand", bp_bone_absolute_bind, 1, 1, 0), .holds_before = true},
            {.number = 36, .text = "Final then isn't the identity: it moves the hand's box by (0, 0, 1).",
             POSITION_IS(0, "hand", bp_bone_final, 0, 0, 1)}),
     READOUTS_OF(HAND_AT),
     .bone = "hand", .seconds = 2, .code = "bp_bone_update_bind(bone, m, false, true, &error);",
     .babylon = "bone.updateMatrix(m, false, true);", .cover = true},
    {.heading = "One call at the root",
     .prose = "Set the upper arm's bind once more, with the update on. The call goes down to the "
              "[hem:hand]: its inverse undoes (1, 1, 1) now, and the box is back. [ghost:Violet] is where "
              "it was.", .arrange = show_before, .change = repair,
     .slider = &REPAIR,
     CLAIMS({.number = 37, .text = "The upper arm's bind, set last and with updates, corrects everything.",
             POSITION_IS(0, "hand", bp_bone_absolute_bind, 1, 1, 1)}),
     READOUTS_OF(HAND_AT),
     .bone = "hand", .code = "bp_bone_set_bind(upper, m, &error);", .babylon = "upper.setBindMatrix(m);"},
    {.heading = "The hand is back",
     .prose = "The same on the person: the upper arm's bind is set once more, with the update on. The call "
              "goes down to the hand, and its inverse is new.",
     .arrange = show_person, .change = repair_person, .slider = &REPAIR,
     READOUTS_OF(PERSON_OFF),
     .bone = HAND},
};

const bp_lesson_plan bp_lesson = {
    LESSON(9, "09_setting_the_bind"), .title = "Why did the hand fall off?",
    .summary = "A new bind must be passed on to all bones below.", .difficulty = 2,
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_FINAL | BP_MATRIX_BIND | BP_MATRIX_ABSOLUTE_BIND |
                BP_MATRIX_ABSOLUTE_INVERSE_BIND,
    .text = {.goal = "You will be able to set binds in any order, and see when one is old.",
             .learned = {"You can set binds in any order, as long as each call updates all below.",
                  "A part that keeps its distance in every pose has an old bind.",
                  "One call at the root, with an update, repairs all.",
                  "Every bind is right. You rotate a bone of a character from a file, and nothing happens."},
             .next = "Why does rotating a bone do nothing?",
             .prerequisites = "10_bone_order",
             .try_this = {"At step 4, read the hand's absolute bind after each call, in each order."}},
};
