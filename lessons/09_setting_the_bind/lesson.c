/* Setting the bind: what it recomputes, and in which order to set a chain (claims 34 to 37).
 *
 * A chain of three bones gets the binds root (1, 0, 0), middle (0, 1, 0), leaf (0, 0, 1), all translations, so absolute
 * binds are sums down the chain. Set leaf, root, middle, one after the other, the leaf's absolute bind is
 *   (0, 0, 1), its own alone;  (1, 0, 1), with the root's;  (1, 1, 1), with the middle's: right.
 * Three bones have 3! = 6 orders; in 2 of them the root comes last.
 *
 * In steps 6 to 8 a second chain takes its place. The leaf is set first, and then root and middle without updating the
 * absolutes: the leaf's absolute bind stays (0, 0, 1), its chain is (1, 1, 1), and final moves its vertices by the difference (1, 1, 0), 1.4142 m. */
#include "rig/engine.h"
#include <bindpose/bindpose.h>
#include <bindpose/lesson_session.h>

enum { ONLY, BONES = 3 };
static const char *const NAMES[BONES] = {"root", "middle", "leaf"};
static const bp_vec3 POSITIONS[BONES] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}; /* relative to the parent */

static void write_notes(bp_world *world) {
    for (int i = 0; i < world->stage_count; i++) {
        const bp_bone *leaf = bp_world_bone(world, i, "leaf");
        if (!leaf) return;
        bp_vec3 bound = bp_mat4_position(bp_bone_absolute_bind(leaf));
        bp_vec3 at = bp_mat4_position(bp_bone_chain(leaf));
        bp_world_note(world, i, "leaf: bound at (%.3g, %.3g, %.3g), is at (%.3g, %.3g, %.3g)",
                      (double)bound.x, (double)bound.y, (double)bound.z, (double)at.x, (double)at.y,
                      (double)at.z);
    }
}

static void setup(bp_world *world) {
    bp_world_add_box_chain(world, "Every call updates", "setting a bind recomputes all below it", NAMES,
                           POSITIONS, BONES);
    world->camera.eye = (bp_vec3){3.4f, 2.5f, 4.2f};
    world->camera.target = (bp_vec3){0.6f, 0.45f, 0.3f};
    world->write_notes = write_notes;
}

/* Poses a copy so that every final is the identity: each box is where it was modelled, on its point. */
static void pose_as_modelled(bp_skeleton *copy, float value) {
    (void)value;
    for (size_t i = 0; i < bp_skeleton_count(copy); i++) {
        bp_bone *bone = bp_skeleton_bone(copy, i), *parent = bp_bone_parent(bone);
        bp_mat4 local = bp_bone_absolute_bind(bone);
        if (parent) local = bp_mat4_mul(local, bp_bone_absolute_inverse_bind(parent));
        bp_bone_set_local(bone, local);
    }
}
static void show_modelled(bp_world *world, int stage) {
    bp_world_add_ghost(world, stage, "as modelled", pose_as_modelled, 0);
    bp_ghost *binds = bp_world_add_ghost(world, stage, "absolute binds", pose_as_modelled, 0);
    if (binds) binds->bones_only = true;
}

/* Sets a bone's bind as far as t, with or without updating the absolutes. Local is set too. */
static void set_bind(bp_world *world, int stage, int bone, float t, bool absolutes) {
    bp_mat4 bind = bp_mat4_translation(bp_vec3_scale(POSITIONS[bone], t));
    bp_bone_update_bind(bp_world_bone(world, stage, NAMES[bone]), bind, absolutes, true, &world->error);
}
static void set_leaf(bp_world *world, float t) { set_bind(world, ONLY, 2, t, true); }
static void set_root(bp_world *world, float t) { set_bind(world, ONLY, 0, t, true); }
static void set_middle(bp_world *world, float t) { set_bind(world, ONLY, 1, t, true); }
static void start_again(bp_world *world) {
    bp_world_add_box_chain(world, "Updating switched off", "except for the leaf", NAMES, POSITIONS, BONES);
    bp_world_show_stages(world, 1, 1);
}
static void set_silently(bp_world *world, float t) {
    set_bind(world, ONLY, 2, t, true);
    set_bind(world, ONLY, 0, t, false);
    set_bind(world, ONLY, 1, t, false);
    show_modelled(world, ONLY);
}
static void fix(bp_world *world, float t) {
    set_bind(world, ONLY, 0, 1, t >= 1);
    if (t < 1) show_modelled(world, ONLY);
}

/* The bones after the calls in this order, if each computed only its own bone: a digit for each call, 1 leaf,
 * 2 root, 3 middle. Their finals stay the identity, so that only the lines show the difference. */
static void pose_order(bp_skeleton *copy, float order) {
    static const int bones[] = {2, 0, 1};
    bp_vec3 bound[BONES] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    for (int place = 100; place > 0; place /= 10) {
        int bone = bones[(((int)order / place) % 10 + 2) % 3];
        bp_vec3 parent = bone > 0 ? bound[bone - 1] : (bp_vec3){0, 0, 0};
        bound[bone] = bp_vec3_add(parent, POSITIONS[bone]);
    }
    for (int i = 0; i < BONES; i++) {
        bp_vec3 parent = i > 0 ? bound[i - 1] : (bp_vec3){0, 0, 0};
        bp_mat4 bind = bp_mat4_translation(bp_vec3_sub(bound[i], parent));
        bp_bone *bone = bp_skeleton_find(copy, NAMES[i]);
        if (bone) bp_bone_set_bind(bone, bind, NULL);
    }
}
/* The leaf moved as far as an option of the question says. */
static void pose_box(bp_skeleton *copy, float option) {
    static const bp_vec3 off[] = {{0, 0, 0}, {0, 0, 1}, {1, 1, 0}, {1, 1, 1}};
    pose_as_modelled(copy, 0);
    bp_bone *leaf = bp_skeleton_find(copy, "leaf");
    int i = (int)bp_clamp(option, 0, 3);
    if (leaf) bp_bone_set_position(leaf, bp_vec3_add(bp_bone_position(leaf), off[i]));
}
/* Writes of bind, absolute bind, absolute inverse bind and rest while the pose is set a hundred times; then the
 * writes of bind and rest after one call of each setter. */
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
/* Of all orders in which the three binds can be set: how many there are, how many leave the leaf's absolute bind at
 * (1, 1, 1); and the same two of those that set the root last. */
static void measure_orders(bp_world *world, const bp_measure_args *args, float *values) {
    static const int orders[][BONES] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (size_t k = 0; k < BP_COUNT(orders); k++) {
        for (int i = 0; i < BONES; i++) set_bind(world, args->stage, i, 0, true);
        for (int i = 0; i < BONES; i++) set_bind(world, args->stage, orders[k][i], 1, true);
        bp_vec3 leaf = bp_mat4_position(bp_bone_absolute_bind(bp_world_bone(world, args->stage, "leaf")));
        bool right = bp_vec3_distance(leaf, (bp_vec3){1, 1, 1}) < 1e-6f, last = orders[k][2] == 0;
        values[0]++, values[1] += right, values[2] += last, values[3] += right && last;
    }
}

/* How far a bone's final moves the point of its box, (1, 1, 1). */
static void measure_off(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_bone *bone = bp_world_bone(world, args->stage, args->bone);
    const bp_vec3 modelled = {1, 1, 1};
    if (!bone) return;
    bp_vec3 off = bp_vec3_sub(bp_mat4_point(bp_bone_final(bone), modelled), modelled);
    values[0] = off.x, values[1] = off.y, values[2] = off.z;
}

/* clang-format off */
static const bp_readout READOUTS[] = {
    {"leaf's absolute bind", bp_measure_position, {ONLY, 0, "leaf", bp_bone_absolute_bind}, "(%.2g, %.2g, %.2g)", NULL},
    {"its final moves its box by", measure_off, {ONLY, 0, "leaf", 0}, "(%.2g, %.2g, %.2g)", NULL}};
#define LEAF_BIND bp_measure_position, {ONLY, 0, "leaf", bp_bone_absolute_bind}, 3
static const bp_claim SETTERS[] = {
    {34, "A hundred poses write no static matrix; each setter writes its own: bind once, rest once.",
     measure_setters, {ONLY, 0, "root", 0}, 3, {0, 1, 1}, .unit = "writes", .holds_before = true}};
static const bp_claim LEAF[] = {{36, "Set before its parents, the leaf's absolute bind is its own bind alone: wrong, for now.", LEAF_BIND, {0, 0, 1}, .unit = "m"}};
static const bp_claim ROOT[] = {
    {35, "Setting the root's recomputes the leaf's absolute bind, two bones below, ...", LEAF_BIND, {1, 0, 1}, .unit = "m"},
    {35, "... and its inverse; ...", bp_measure_position, {ONLY, 0, "leaf", bp_bone_absolute_inverse_bind}, 3, {-1, 0, -1}, .unit = "m"},
    {35, "... it also sets the root's local, so nothing moves.", bp_measure_position, {ONLY, 0, "root", bp_bone_local}, 3, {1, 0, 0}, .unit = "m"}};
static const bp_claim MIDDLE[] = {
    {36, "Leaf, root, middle: parents came after their children, and the end is right.", LEAF_BIND, {1, 1, 1}, .unit = "m",
     .page = "several binds must be set in the right order: parents first", .engine = "each call updates all below (ours too), so every order ends the same",
     .engine_expected = {1, 1, 1}},
    {37, "All 6 orders end right, including the 2 in which the root comes last.", measure_orders, {ONLY, 0, 0, 0}, 4, {6, 6, 2, 2}, .unit = "orders", .holds_before = true}};
static const bp_claim SILENTLY[] = {
    {36, "Without updates the leaf keeps its parents' old values: its absolute bind stays wrong.", LEAF_BIND, {0, 0, 1}, .unit = "m"},
    {36, "Final then isn't the identity: it moves the leaf's box by (1, 1, 0).", bp_measure_position, {ONLY, 0, "leaf", bp_bone_final}, 3, {1, 1, 0}, .unit = "m"}};
static const bp_claim FIXED[] = {{37, "The root's bind, set last and with updates, corrects everything.", LEAF_BIND, {1, 1, 1}, .unit = "m"}};
static const bp_question CALLS = {
    "Three calls set the three binds. Each reads the parent's absolute bind as it is at that moment. Put them in the order in which every call reads a correct one.",
    .answer = 231, .kind = BP_QUESTION_ORDER,
    .options = {"set the leaf's bind", "set the root's bind", "set the middle's bind"},
    .right = "Parents first: then each absolute bind is built on one that is done.",
    .wrong = {{123, "The leaf comes first, and its parents are still at the origin: it gets its own bind alone."},
              {132, "From the far end: every bone is computed before its parent."},
              {213, "The root is right. But the leaf is computed before the middle, its parent."},
              {321, "The middle is computed while the root is still at the origin."},
              {312, "The root comes last, so both others were computed without it."}},
    .hint = "Whose absolute bind does the middle need? And the leaf?", .pose = pose_order};
static const bp_question BETWEEN = {
    "The leaf's bind, (0, 0, 1), is set first. In the end its absolute bind must be at (1, 1, 1). Where is it after this call?",
    .answer = 1, .kind = BP_QUESTION_CHOICE,
    .options = {"(1, 1, 1)", "(0, 0, 1)", "(1, 0, 1)", "(0, 0, -1)"},
    .right = "Its bind times its parents' absolute binds as they are now: at the origin, so they add nothing.",
    .wrong = {{0, "It will be. The binds of its parents aren't set yet."},
              {2, "That comes after the root's bind is set."},
              {3, "That is its absolute inverse bind."}},
    .hint = "Bind times the parent's absolute bind, as that is now."};
static const bp_question SILENT_OFF = {
    "The leaf's bind is set first, with an update; then the root's and the middle's, without. How far is the leaf's box off its point?",
    .answer = 2, .kind = BP_QUESTION_CHOICE,
    .options = {"not at all", "by its own bind, (0, 0, 1)", "by its parents' binds, (1, 1, 0)", "by all three, (1, 1, 1)"},
    .right = "The bone is at (1, 1, 1), and its absolute inverse bind takes away only (0, 0, 1). Final keeps (1, 1, 0). If no bone was posed and a box is off its point, final removes the wrong bind.",
    .wrong = {{0, "The locals put the bone on its point. But final also needs the absolute inverse bind, and that wasn't updated."},
              {1, "Its own bind was set with an update, so that is removed."},
              {3, "Its own bind, (0, 0, 1), was set with an update, so that much is removed."}},
    .hint = "The bone is at (1, 1, 1). How much of that does its old absolute inverse bind take away?", .pose = pose_box};

static const bp_step STEPS[] = {
    {"Three bones, each the child of the one before. Each has a box, modelled around the point where the bone belongs: "
     "the root's is grey, the middle's orange, the leaf's blue. So far all three are bound at the origin. You set their binds.",
     NULL, SETTERS, BP_COUNT(SETTERS), .readouts = READOUTS, .readout_count = 2, .bone = "leaf"},
    {"One call sets a bone's bind. It also computes the bone's absolute bind, which is its bind times its parent's absolute bind, "
     "and the inverse of that. Think about the order before you call.",
     NULL, NULL, 0, &CALLS, .bone = "leaf"},
    {"Now an experiment: set the leaf's bind first. Its local is set with it, so the bone moves, and its box stays.",
     set_leaf, LEAF, BP_COUNT(LEAF), &BETWEEN, .bone = "leaf", .seconds = 1.2f, .pictured = true},
    {"Then the root's. The call goes down to the leaf and computes all three absolute binds again, with their inverses. "
     "No box moves: bones and binds move together, so every final stays the identity.",
     set_root, ROOT, BP_COUNT(ROOT), .bone = "leaf", .seconds = 1.2f},
    {"Last the middle's, and every bone is in its box. Each call updates all bones below, so any order ends right: "
     "values are wrong only between the calls.",
     set_middle, MIDDLE, BP_COUNT(MIDDLE), .bone = "leaf", .seconds = 1.2f, .pictured = true},
    {"An update costs time, so it can be switched off for a call. Here are the three bones once more, bound at the origin.",
     NULL, NULL, 0, .bone = "leaf", .arrange = start_again},
    {"Make the three calls, only the first with an update. Each sets local too, so the bones end on their points. "
     "The translucent boxes are where each box belongs, the thin violet bones where the stored absolute binds say.",
     set_silently, SILENTLY, BP_COUNT(SILENTLY), &SILENT_OFF, .readouts = READOUTS, .readout_count = 2, .bone = "leaf", .seconds = 1.6f, .pictured = true},
    {"Set the root's bind once more, with an update. The call goes down to the leaf, and every box is back on its point. "
     "One call at the root repairs the whole skeleton.",
     fix, FIXED, BP_COUNT(FIXED), .readouts = READOUTS, .readout_count = 2, .bone = "leaf"},
};

const bp_lesson_plan bp_lesson = {
    .number = 9,
    .name = "09_setting_the_bind",
    .title = "Setting the bind",
    .summary = "The matrices that each call recomputes, and why the root may come last.",
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_FINAL | BP_MATRIX_BIND | BP_MATRIX_ABSOLUTE_BIND |
                BP_MATRIX_ABSOLUTE_INVERSE_BIND,
    .difficulty = 2,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.goal = "You will be able to set the binds of parents and children in any order, and to see from the picture when one is out of date.",
              .learned = {"Setting a bind computes the bone's absolute bind, its inverse, and those of everything below it.",
                          "It uses the parent's absolute bind as it is, so values are wrong between the calls unless parents come first.",
                          "With updates every order ends right. Without them, one call at the root repairs all.",
                          "A mesh off its place in the bind pose means an absolute inverse bind that doesn't fit."},
              .next = "Parents first",
              .teaches = "The matrices that a new bind recomputes, from which values, and when the order of the calls matters.",
              .prerequisites = "03_bind_pose, 08_stale_absolutes",
              .try_this = {"At step 7 select each bone and compare bind with absolute bind: which absolute binds are out of date?",
                           "At step 5 rotate the root: bones and boxes move as one, because every final is right."},
              .questions = {"You set a parent's bind after its child's. Which of the child's matrices change, and which doesn't?",
                            "In the bind pose one box of a character is off its place. Which matrix do you look at first?",
                            "Each call updates all bones below. A root has n - 1 bones below it in one line. How many absolute binds do n calls compute, and how would you save most of them?"}},
};
