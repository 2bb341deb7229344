/* Linked nodes: a bone that takes its local matrix from a node of the scene (claims 6, 7, 9 and 10).
 *
 * The left arm's bone is linked to a node that starts with the bone's transform: (0.5, 1.5, 0), rotated by 30 degrees.
 * prepare copies the node's own position, rotation and scale into the bone; until then the bone keeps its old values.
 * At 20 degrees the final angle is 20 - 30 = -10. */
#include "shared/painted_marks.h"
#include <bindpose/bindpose.h>
#include <bindpose/lesson_session.h>
#include <string.h>

#define ARM "boneArmLeft"
enum { SHOULDER, HANGER }; /* the stage's nodes; the second comes with the last step */

/* The node and the bone as they are, in one notation: scaling, rotation, position. */
static void write_notes(bp_world *world) {
    char node[80], bone[80];
    const bp_bone *arm = bp_world_bone(world, 0, ARM);
    if (!arm || !world->stages[0].nodes[SHOULDER]) return;
    bp_transform_text(bp_node_local(world->stages[0].nodes[SHOULDER]), node, sizeof node);
    bp_transform_text(bp_bone_local(arm), bone, sizeof bone);
    if (strcmp(node, bone) == 0 && strlen(node) > 28) /* too long to be written twice */
        bp_world_note(world, 0, "node and bone: %s", node);
    else
        bp_world_note(world, 0, "node: %s     bone: %s", node, bone);
}

static void setup(bp_world *world) {
    bp_world_add_character(world, "A bone and its node", "the left arm is linked to a node of the scene",
                           BP_BIND_NATURAL);
    bp_node *node = bp_world_add_node(world, 0, "node", NULL);
    if (world->error.kind != BP_ERROR_NONE) return;
    bp_node_set_matrix(node, bp_character_local(BP_BIND_NATURAL, BP_BONE_ARM_LEFT));
    bp_bone_link(bp_world_bone(world, 0, ARM), node);
    world->paint = bp_mark_nodes;
    world->write_notes = write_notes;
}

static bp_quat about_z(float degrees) {
    return bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(degrees));
}

static void rotate_node(bp_world *world, float degrees) {
    bp_node_set_rotation(world->stages[0].nodes[SHOULDER], about_z(degrees));
}
/* The ghost of an arm whose bone is rotated by that angle and keeps it. */
static void pose_arm(bp_skeleton *copy, float degrees) {
    bp_bone *arm = bp_skeleton_find(copy, ARM);
    if (arm) bp_bone_set_rotation(arm, about_z(degrees));
}
static void pose_option(bp_skeleton *copy, float option) {
    bp_bone *arm = bp_skeleton_find(copy, ARM);
    if (!arm) return;
    bp_vec3 at = bp_bone_position(arm);
    if (option == 0) at.x += 1;
    if (option == 2) at = (bp_vec3){1, 0, 0};
    if (option == 3) at.x -= 1;
    bp_bone_set_position(arm, at);
}

static void node_up(bp_world *world, float t) { rotate_node(world, 30 + 45 * t); }
static void node_down(bp_world *world, float t) { rotate_node(world, 75 - 55 * t); }
static void set_bone(bp_world *world, float t) {
    float degrees = 75 - 65 * t;
    bp_bone_set_rotation(bp_world_bone(world, 0, ARM), about_z(degrees));
    bp_world_add_ghost(world, 0, "what the bone was set to", pose_arm, degrees);
}
static void hang_node(bp_world *world, float t) {
    bp_node **nodes = world->stages[0].nodes;
    if (!nodes[HANGER]) bp_world_add_node(world, 0, "its parent", NULL);
    if (world->error.kind != BP_ERROR_NONE) return;
    bp_node_set_position(nodes[HANGER], (bp_vec3){t, 0, 0});
    bp_node_set_parent(nodes[SHOULDER], nodes[HANGER], &world->error);
}

static bp_vec3 node_position(bp_world *world) {
    const bp_node *node = world->stages[0].nodes[SHOULDER];
    return node ? bp_mat4_position(bp_node_world(node)) : (bp_vec3){0};
}
/* In world space, so its parent's position is taken off. Its parents here only move. */
static void set_node_position(bp_world *world, bp_vec3 position) {
    bp_node *node = world->stages[0].nodes[SHOULDER], *parent = world->stages[0].nodes[HANGER];
    if (!node) return;
    if (parent && bp_node_parent(node) == parent)
        position = bp_vec3_sub(position, bp_mat4_position(bp_node_world(parent)));
    bp_node_set_position(node, position);
}

static float local_rotation(bp_world *world, const bp_measure_args *args) {
    float rotation;
    bp_measure_rotation_z(world, &(bp_measure_args){args->stage, 0, args->bone, bp_bone_local}, &rotation);
    return rotation;
}
/* 1 if the bone is linked to the node. */
static void measure_node(bp_world *world, const bp_measure_args *args, float *values) {
    values[0] = bp_bone_node(bp_world_bone(world, 0, args->bone)) == world->stages[0].nodes[SHOULDER] ? 1 : 0;
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

static void measure_node_rotation(bp_world *world, const bp_measure_args *args, float *values) {
    (void)args;
    const bp_node *node = world->stages[0].nodes[SHOULDER];
    if (!node) return;
    bp_mat4 local = bp_node_local(node);
    values[0] = bp_degrees(bp_atan2(local.m[1], local.m[0]));
}

/* clang-format off */
static const bp_handle HANDLES[] = {{"node", 0, node_position, set_node_position, .normal = {0, 0, 1}}};
#define NODE_HANDLE .handles = HANDLES, .handle_count = 1
static const bp_readout READOUTS[] = {
    {"the node about Z", measure_node_rotation, {0, 0, ARM, 0}, "%.0f°", NULL},
    {"the bone's local about Z", bp_measure_rotation_z, {0, 0, ARM, bp_bone_local}, "%.0f°", "after prepare"},
    {"the bone's final about Z", bp_measure_rotation_z, {0, 0, ARM, bp_bone_final}, "%.0f°", "bind removed: - 30°"},
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
    "The node says 75°. You rotate the bone itself to 10°, and then prepare runs. Rotate the translucent arm to where the arm will be. The number is its local angle.",
    .answer = 75, .unit = "degrees", .kind = BP_QUESTION_ANGLE, .pose = pose_arm, .bone = ARM, .start = 10, .tolerance = 9,
    .caption = "Now rotate the bone itself to 10°, and leave its node alone. Then prepare runs, as it does before each frame.",
    .right = "prepare copies the node into the bone again, and the 10° are gone.",
    .wrong = {{10, "It keeps 10° only until prepare runs. prepare copies the node into the bone."},
              {85, "Nothing is added up: the node's rotation replaces the bone's."},
              {45, "That is final's angle: 75 - 30. The translucent arm shows the local one."}},
    .hint = "Which of the two has the last word, the bone or its node?"};
static const bp_question HANGING = {
    "The node gets a parent, and the parent moves by 1 m along X. Where does the arm go when prepare runs?",
    .answer = 1, .kind = BP_QUESTION_CHOICE,
    .caption = "So far the node has no parent. We will give it one, and move that parent by 1 m. In the scene the node moves along with it.",
    .options = {"1 m along X, with its node", "nowhere at all", "to the parent of the node", "1 m back, along -X"},
    .right = "prepare copies the node's own position, rotation and scaling. Its parents don't count. A loader therefore makes a bone of each parent, so that nothing is lost.",
    .wrong = {{0, "The node does go there in the scene. But prepare copies only the node's own transform, without its parents."},
              {2, "The bone takes nothing from the node's parent."},
              {3, "Nothing is taken off either. The node's own position is what it was."}},
    .hint = "Which numbers does prepare copy: the node's own, or those of the scene?", .pose = pose_option};

static const bp_step STEPS[] = {
    {"The left arm's bone has a linked transform node: a node of the scene, drawn as three axes at the shoulder. "
     "Character files work like this: they have a node for each bone, called a joint, and the bone is linked to it.",
     NULL, LINKED, BP_COUNT(LINKED), .readouts = READOUTS, .readout_count = 3, .bone = ARM, NODE_HANDLE},
    {"Rotate the node to 75°. When prepare runs, it copies the node's position, rotation and scaling into the bone's local matrix. "
     "So the arm follows the node. The bind stays: linking a node changes no bind.",
     node_up, COPIED, BP_COUNT(COPIED), .bone = ARM, .seconds = 1.2f, NODE_HANDLE},
    {"The bone itself was set to 10°, and its node left alone. Then prepare ran, as it does before each frame, and copied the node's 75° over the bone's 10°. "
     "The translucent arm shows the 10°.",
     set_bone, OVERWRITTEN, BP_COUNT(OVERWRITTEN), &AFTER, .bone = ARM, .seconds = 1.4f, NODE_HANDLE, .pictured = true},
    {"To move a linked bone, move its node. Rotate the node to 20°, and the arm follows. "
     "Try it by hand: the arm that you take rotates its node, and the handle moves it.",
     node_down, MOVED, BP_COUNT(MOVED), .bone = ARM, .seconds = 1.2f, NODE_HANDLE},
    {"The node has a parent now, and moved by 1 m along with it. The arm stays, because prepare copies only the node's own position, rotation and scaling. "
     "The violet line leads from the node to its bone.",
     hang_node, OWN_ONLY, BP_COUNT(OWN_ONLY), &HANGING, .bone = ARM, .seconds = 1.4f, NODE_HANDLE, .pictured = true},
};

const bp_lesson_plan bp_lesson = {
    .number = 12,
    .name = "12_linked_nodes",
    .title = "Why does rotating a bone do nothing?",
    .summary = "A linked bone copies its node and forgets what you set on it.",
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_FINAL | BP_MATRIX_BIND,
    .difficulty = 2,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.goal = "You will be able to move a bone that is linked to a node, and to explain why setting the bone itself has no effect.",
              .learned = {"A bone can have a linked transform node. In a file each joint is such a node.",
                          "prepare copies the node's position, rotation and scaling into the bone, before each frame.",
                          "So move the node: what you set on the bone itself is gone with the next prepare.",
                          "Only the node's own transform is copied, never its parents'."},
              .next = "What is inside a character's file?",
              .teaches = "When a node's transform reaches its bone, and why you move the node and not the bone.",
              .prerequisites = "02_seven_matrices, 11_rotation",
              .try_this = {"At any step rotate the arm by hand: what you rotate is its node.",
                           "At step 5 drag the node back to the shoulder: now the arm is 1 m off on the other side."},
              .questions = {"You set a bone's rotation, and nothing happens. What do you check first?",
                            "When exactly does a bone take over what its node says?",
                            "Above a file's joints there are nodes that aren't joints. What must a loader do, so that they still move the bones?"}},
};
