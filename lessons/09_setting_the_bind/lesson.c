/* Setting the bind: what it recomputes, and in which order to set a chain (claims 34 to 37).
 *
 * A chain of three bones gets the binds root (1, 0, 0), middle (0, 1, 0), leaf (0, 0, 1), all translations, so absolute
 * binds are sums down the chain. Set leaf, root, middle, one after the other, the leaf's absolute bind is
 *   (0, 0, 1), its own alone;  (1, 0, 1), with the root's;  (1, 1, 1), with the middle's: right.
 * Three bones have 3! = 6 orders; in 2 of them the root comes last.
 *
 * On stage 2 the leaf is set first, and then root and middle without updating the absolutes: the leaf's absolute bind
 * stays (0, 0, 1), its chain is (1, 1, 1), and final moves its vertices by the difference (1, 1, 0), 1.4142 m. */
#include <bindpose/bindpose.h>

enum { UPDATING, SILENT, BONES = 3 };
static const char *const NAMES[BONES] = {"root", "middle", "leaf"};
static const bp_vec3 POSITIONS[BONES] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}; /* relative to the parent */

static void setup(bp_world *world) {
    bp_world_add_box_chain(world, "Every call updates", "setting a bind recomputes all below it", NAMES,
                       POSITIONS, BONES);
    bp_world_add_box_chain(world, "Updating switched off", "except for the leaf", NAMES, POSITIONS, BONES);
    for (int i = 0; i < 2; i++) bp_world_note(world, i, "binds: all at the origin");
    world->camera.eye = (bp_vec3){3.4f, 2.9f, 4.6f};
    world->camera.target = (bp_vec3){0.6f, 0.45f, 0.3f};
}

/* Sets a bone's bind as far as t, with or without updating the absolutes. Local is set too. */
static void set_bind(bp_world *world, int stage, int bone, float t, bool absolutes) {
    bp_mat4 bind = bp_mat4_translation(bp_vec3_scale(POSITIONS[bone], t));
    bp_bone_update_bind(bp_world_bone(world, stage, NAMES[bone]), bind, absolutes, true, &world->error);
    bp_world_note(world, stage, "set last: bind of the %s, T(%.3g, %.3g, %.3g)%s", NAMES[bone],
                  (double)bind.m[12], (double)bind.m[13], (double)bind.m[14],
                  absolutes ? "" : ", not updated");
}
static void set_leaf(bp_world *world, float t) { set_bind(world, UPDATING, 2, t, true); }
static void set_root(bp_world *world, float t) { set_bind(world, UPDATING, 0, t, true); }
static void set_middle(bp_world *world, float t) { set_bind(world, UPDATING, 1, t, true); }
static void set_silently(bp_world *world, float t) {
    set_bind(world, SILENT, 2, t, true);
    set_bind(world, SILENT, 0, t, false);
    set_bind(world, SILENT, 1, t, false);
}
static void fix(bp_world *world, float t) { set_bind(world, SILENT, 0, 1, t >= 1); }
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

/* clang-format off */
static const bp_readout READOUTS[] = {
    {"leaf's absolute bind, x: stage 1", bp_measure_position, {UPDATING, 0, "leaf", bp_bone_absolute_bind}, "%.2f m", "should be 1"},
    {"largest entry of final - I: stage 1", bp_measure_identity_error, {UPDATING, 0, 0, bp_bone_final}, "%.2g", "over all bones"},
    {"largest entry of final - I: stage 2", bp_measure_identity_error, {SILENT, 0, 0, bp_bone_final}, "%.2g", "over all bones"}};
#define LEAF_BIND(stage) bp_measure_position, {stage, 0, "leaf", bp_bone_absolute_bind}, 3
static const bp_claim SETTERS[] = {
    {34, "A hundred poses write no static matrix; each setter writes its own: bind once, rest once.",
     measure_setters, {UPDATING, 0, "root", 0}, 3, {0, 1, 1}, .unit = "writes", .holds_before = true}};
static const bp_claim LEAF[] = {{36, "Set before its parents, the leaf's absolute bind is its own bind alone: wrong, for now.", LEAF_BIND(UPDATING), {0, 0, 1}, .unit = "m"}};
static const bp_claim ROOT[] = {
    {35, "Setting the root's recomputes the leaf's absolute bind, two bones below, ...", LEAF_BIND(UPDATING), {1, 0, 1}, .unit = "m"},
    {35, "... and its inverse; ...", bp_measure_position, {UPDATING, 0, "leaf", bp_bone_absolute_inverse_bind}, 3, {-1, 0, -1}, .unit = "m"},
    {35, "... it also sets the root's local, so nothing moves.", bp_measure_position, {UPDATING, 0, "root", bp_bone_local}, 3, {1, 0, 0}, .unit = "m"}};
static const bp_claim MIDDLE[] = {
    {36, "Leaf, root, middle: parents came after their children, and the end is right.", LEAF_BIND(UPDATING), {1, 1, 1}, .unit = "m",
     .page = "several binds must be set in the right order: parents first", .engine = "each call updates all below (ours too), so every order ends the same",
     .engine_expected = {1, 1, 1}},
    {37, "All 6 orders end right, including the 2 in which the root comes last.", measure_orders, {UPDATING, 0, 0, 0}, 4, {6, 6, 2, 2}, .unit = "orders", .holds_before = true}};
static const bp_claim SILENTLY[] = {
    {36, "Without updates the leaf keeps its parents' old values: its absolute bind stays wrong.", LEAF_BIND(SILENT), {0, 0, 1}, .unit = "m"},
    {36, "Final then isn't the identity: it moves the leaf's box by (1, 1, 0).", bp_measure_position, {SILENT, 0, "leaf", bp_bone_final}, 3, {1, 1, 0}, .unit = "m"}};
static const bp_claim FIXED[] = {{37, "The root's bind, set last and with updates, corrects everything.", LEAF_BIND(SILENT), {1, 1, 1}, .unit = "m"}};
static const bp_question BETWEEN = {
    "The leaf shall end at (1, 1, 1). Its own bind (0, 0, 1) is set first. Which x does its absolute bind have then?", .answer = 0, .unit = "m",
    .right = "It is multiplied by its parents' absolute binds as they are: at the origin.",
    .wrong = {{1, "It will be. Its parents' binds aren't set yet."},
              {-1, "That would be the inverse, and only when the root's bind is set."},
              {2, "Nothing is added twice: bind times the parents' absolute binds."}},
    .hint = "Bind times the parent's absolute bind, as that is now."};
static const bp_question SILENT_OFF = {
    "Leaf first, then root and middle without updates. By how many metres is the leaf's box off in the end?", .answer = 1.4142f, .tolerance = 0.01f, .unit = "m",
    .right = "Chain (1, 1, 1) minus what the inverse removes, (0, 0, 1): (1, 1, 0), which is 1.4142 long.",
    .wrong = {{0, "Its absolute inverse bind was made when its parents were at the origin, and wasn't updated."},
              {1.7321f, "That is the length of (1, 1, 1). The leaf's own bind (0, 0, 1) is removed."},
              {1, "Root and middle are both missing in its absolute bind: (1, 1, 0)."}},
    .hint = "Final's translation is (1, 1, 1) minus the translation of the leaf's absolute bind."};

static const bp_step STEPS[] = {
    {"Three bones in a chain, all bound at the origin; three boxes show where the bones belong. Of the static matrices you set only bind and rest.",
     NULL, SETTERS, BP_COUNT(SETTERS), .readouts = READOUTS, .readout_count = 3, .bone = "leaf"},
    {"Set the leaf's bind first. Its absolute bind uses its parents', and they are still at the origin.", set_leaf, LEAF, BP_COUNT(LEAF), &BETWEEN, .bone = "leaf"},
    {"Now the root's. The call goes down the chain: all three bones get a new absolute bind and a new inverse.", set_root, ROOT, BP_COUNT(ROOT), .bone = "leaf"},
    {"The middle one last, and all is right, whatever the order. It was wrong only between the calls.", set_middle, MIDDLE, BP_COUNT(MIDDLE), .bone = "leaf"},
    {"Stage 2: the leaf first, then root and middle without updating what hangs below. Now the wrong numbers stay, and the boxes move away.",
     set_silently, SILENTLY, BP_COUNT(SILENTLY), &SILENT_OFF, .bone = "leaf", .stage = SILENT},
    {"Set the root's bind once more, with updates: setting the root last corrects everything.", fix, FIXED, BP_COUNT(FIXED), .bone = "leaf", .stage = SILENT},
};

const bp_lesson_plan bp_lesson = {
    .number = 9,
    .name = "09_setting_the_bind",
    .title = "Setting the bind",
    .summary = "What each call recomputes, and why the root may come last.",
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_FINAL | BP_MATRIX_BIND | BP_MATRIX_ABSOLUTE_BIND |
                BP_MATRIX_ABSOLUTE_INVERSE_BIND | BP_MATRIX_REST,
    .difficulty = 2,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.teaches = "What setting a bind recomputes, which values it uses, and when the order of the calls matters.",
              .prerequisites = "03_bind_pose, 08_stale_absolutes",
              .try_this = {"At step 5 select the leaf and find the two matrices that disagree."},
              .questions = {"If every call updates all below it, what does setting n binds of a chain cost in the worst order?"}},
};
