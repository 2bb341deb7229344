/* Linked nodes: a bone that takes its local matrix from a node of the scene (claims 6, 7, 9 and 10).
 *
 * The left arm's bone is linked to a node that starts with the bone's transform: (0.5, 1.5, 0), rotated by 30 degrees.
 * prepare copies the node's own position, rotation and scale into the bone; until then the bone keeps its old values.
 * At 20 degrees the final angle is 20 - 30 = -10. */
#include <bindpose/bindpose.h>

#define ARM "boneArmLeft"
enum { SHOULDER, HANGER }; /* the stage's nodes, in the order in which they are added */

static void setup(bp_world *world) {
    bp_world_add_character(world, "A bone and its node", "the left arm is linked to a node", BP_BIND_NATURAL);
    bp_node *node = bp_world_add_node(world, 0, "shoulder", NULL);
    bp_world_add_node(world, 0, "hanger", NULL);
    if (world->error.kind != BP_ERROR_NONE) return;
    bp_node_set_matrix(node, bp_character_local(BP_BIND_NATURAL, BP_BONE_ARM_LEFT));
    bp_bone_link(bp_world_bone(world, 0, ARM), node);
    bp_world_note(world, 0, "node: T(0.5, 1.5, 0) Rz 30°");
}

static bp_quat about_z(float degrees) {
    return bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(degrees));
}

static void rotate_node(bp_world *world, float degrees) {
    bp_node_set_rotation(world->stages[0].nodes[SHOULDER], about_z(degrees));
    bp_world_note(world, 0, "node: T(0.5, 1.5, 0) Rz %.3g°", (double)degrees);
}
static void node_up(bp_world *world, float t) { rotate_node(world, 30 + 45 * t); }
static void node_down(bp_world *world, float t) { rotate_node(world, 75 - 55 * t); }
static void set_bone(bp_world *world, float t) {
    bp_bone_set_rotation(bp_world_bone(world, 0, ARM), about_z(75 - 65 * t));
    bp_world_note(world, 0, "node: Rz 75°; bone set to Rz %.3g°, then prepared", (double)(75 - 65 * t));
}
static void hang_node(bp_world *world, float t) {
    bp_node **nodes = world->stages[0].nodes;
    bp_node_set_position(nodes[HANGER], (bp_vec3){t, 0, 0});
    bp_node_set_parent(nodes[SHOULDER], nodes[HANGER], &world->error);
    bp_world_note(world, 0, "node: under another one at x = %.3g", (double)t);
}

static float local_rotation(bp_world *world, const bp_measure_args *args) {
    float rotation;
    bp_measure_rotation_z(world, &(bp_measure_args){args->stage, 0, args->bone, bp_bone_local}, &rotation);
    return rotation;
}
/* 1 if the bone is linked to the node. */
static void measure_node(bp_world *world, const bp_measure_args *args, float *values) {
    values[0] =
        bp_bone_node(bp_world_bone(world, 0, args->bone)) == world->stages[0].nodes[SHOULDER] ? 1 : 0;
}
/* The bone's local angle with the node at 75 degrees: before prepare, and after. */
static void measure_copy(bp_world *world, const bp_measure_args *args, float *values) {
    rotate_node(world, 30);
    bp_world_pose(world);
    rotate_node(world, 75);
    values[0] = local_rotation(world, args);
    bp_world_pose(world);
    values[1] = local_rotation(world, args);
}
/* The bone's local angle after it was set to 10 degrees: before prepare, and after. */
static void measure_overwritten(bp_world *world, const bp_measure_args *args, float *values) {
    bp_bone_set_rotation(bp_world_bone(world, 0, args->bone), about_z(10));
    values[0] = local_rotation(world, args);
    bp_world_pose(world);
    values[1] = local_rotation(world, args);
}
static void measure_node_world(bp_world *world, const bp_measure_args *args, float *values) {
    (void)args;
    bp_vec3 at = bp_mat4_position(bp_node_world(world->stages[0].nodes[SHOULDER]));
    values[0] = at.x, values[1] = at.y, values[2] = at.z;
}

/* clang-format off */
static const bp_readout READOUTS[] = {
    {"local angle of the bone", bp_measure_rotation_z, {0, 0, ARM, bp_bone_local}, "%.1f°", NULL},
    {"final angle of the bone", bp_measure_rotation_z, {0, 0, ARM, bp_bone_final}, "%.1f°", NULL},
};
static const bp_claim LINKED[] = {
    {6, "The bone knows its node.", measure_node, {0, 0, ARM, 0}, .expected = {1}, .unit = "(1: yes)", .holds_before = true},
};
static const bp_claim COPIED[] = {
    {7, "The node is at 75°: the bone's local says 30° before prepare, 75° after.",
     measure_copy, {0, 0, ARM, 0}, 2, {30, 75}, .unit = "degrees", .holds_before = true},
    {10, "Changing the node moves the bone.", bp_measure_rotation_z, {0, 0, ARM, bp_bone_local}, .expected = {75}, .unit = "degrees"},
};
static const bp_claim OVERWRITTEN[] = {
    {9, "The bone set to 10° says 10° until prepare, and 75° after.",
     measure_overwritten, {0, 0, ARM, 0}, 2, {10, 75}, .unit = "degrees", .holds_before = true},
};
static const bp_claim MOVED[] = {
    {10, "The node at 20° gives a final angle of 20° - 30° = -10°.",
     bp_measure_rotation_z, {0, 0, ARM, bp_bone_final}, .expected = {-10}, .unit = "degrees"},
};
static const bp_claim OWN_ONLY[] = {
    {0, "In the scene the node has moved by 1 m with its new parent ...",
     measure_node_world, {0, 0, 0, 0}, 3, {1.5f, 1.5f, 0}, .unit = "m"},
    {0, "... but prepare copies only its own transform: the bone stays.",
     bp_measure_position, {0, 0, ARM, bp_bone_local}, 3, {0.5f, 1.5f, 0}, .unit = "m", .holds_before = true},
};
static const bp_question AFTER = {
    "The node says 75°. You set the bone itself to 10°, then prepare runs. What is the bone's local angle?", .answer = 75, .unit = "degrees",
    .right = "prepare copies the node again and overwrites the bone.",
    .wrong = {{10, "Only until prepare, which copies the node into the bone."},
              {85, "Nothing is added up: the node's transform replaces the bone's."},
              {45, "That is the final angle: 75 - 30. The question is the local one."}},
    .hint = "Who has the last word, the bone or its node?"};

static const bp_step STEPS[] = {
    {"The left arm's bone is linked to a node. Files work like this: their joints are nodes of the scene.",
     NULL, LINKED, BP_COUNT(LINKED), .readouts = READOUTS, .readout_count = 2, .bone = ARM},
    {"Rotate the node to 75°. The bone copies its node's values when `prepare` runs.", node_up, COPIED, BP_COUNT(COPIED), .bone = ARM},
    {"Now rotate the bone itself to 10°, without its node. prepare overwrites it: the arm stays.",
     set_bone, OVERWRITTEN, BP_COUNT(OVERWRITTEN), &AFTER, .bone = ARM},
    {"To move a linked bone, move its node: to 20°, and the arm follows.", node_down, MOVED, BP_COUNT(MOVED), .bone = ARM},
    {"Give the node a parent that moves. prepare copies only the node's own transform, so the bone stays.",
     hang_node, OWN_ONLY, BP_COUNT(OWN_ONLY), .bone = ARM},
};

const bp_lesson_plan bp_lesson = {
    .number = 12,
    .name = "12_linked_nodes",
    .title = "Linked nodes",
    .summary = "A bone that copies its node and forgets what you set on it.",
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_FINAL | BP_MATRIX_BIND,
    .difficulty = 2,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.teaches = "When a node's transform reaches its bone, and which of the two to move.",
              .prerequisites = "02_seven_matrices, 11_rotation",
              .try_this = {"Rotate the arm with Up and Down: the keys rotate its node."},
              .questions = {"What must a loader do with nodes above the skeleton that aren't joints?"}},
};
