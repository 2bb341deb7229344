/* Why rotating a bone does nothing: a linked bone takes its local matrix from a node (claims 6, 7, 9 and 10).
 *
 * The left arm's bone is linked to a node that starts with the bone's transform: (0.5, 1.5, 0), rotated by 30
 * degrees. prepare copies the node's own position, rotation and scaling; until then the bone keeps its old
 * values. At 20 degrees the final angle is 20 - 30 = -10. */
#include "shared/boxes.h"

enum { PERSON, BOXES, SKIPPED, MADE }; /* stages, as added */
enum { NODE, HANGER, PLAIN = 0 };      /* nodes of a stage; the plain one of the loaders' */

static bp_node *node_of(bp_world *world, int which) { return world->stages[0].nodes[which]; }

/* A bone that isn't linked is one for which prepare hasn't run. */
static void link_bone(bp_world *world, const char *bone, bool linked) {
    bp_bone_link(bp_world_bone(world, 0, bone), linked ? node_of(world, NODE) : NULL);
}
static void prepare(bp_world *world, float has_run) { link_bone(world, ARM, has_run > 0); }
static void add_linked(bp_world *world, int stage, const char *name, const char *bone, bp_node *parent) {
    bp_bone *of = bp_world_bone(world, stage, bone);
    bp_node *node = bp_world_add_node(world, stage, name, parent);
    if (!node) return;
    bp_node_set_matrix(node, bp_bone_local(of));
    bp_bone_link(of, node);
}
static void setup(bp_world *world) {
    bp_add_person(world, "");
    bp_world_add_character(world, "", "", BP_BIND_NATURAL);
    bp_world_add_character(world, "The plain node is skipped", "", BP_BIND_NATURAL);
    bp_world_add_character(world, "The plain node is a bone", "", BP_BIND_NATURAL);
    if (world->error.kind != BP_ERROR_NONE) return;
    bp_skeleton *skeleton = world->stages[MADE].skeleton;
    bp_bone_options between = {.name = "plain",
                               .parent = bp_world_bone(world, MADE, BODY),
                               .has_index = true,
                               .index = BP_INDEX_NONE};
    bp_bone *plain = bp_skeleton_add(skeleton, &between, &world->error);
    if (!plain || !bp_bone_set_parent(bp_world_bone(world, MADE, ARM), plain, false, &world->error)) return;
    bp_skeleton_sort(skeleton);
    add_linked(world, PERSON, "node", UPPER_ARM, NULL);
    add_linked(world, BOXES, "node", ARM, NULL);
    add_linked(world, MADE, "plain node", "plain", NULL);
    bp_world_add_node(world, SKIPPED, "plain node", NULL);
    for (int i = SKIPPED; i <= MADE; i++)
        add_linked(world, i, "arm's node", ARM, world->stages[i].nodes[PLAIN]);
    bp_world_show_stages(world, PERSON, 1);
    world->sets_bones = true;
}
static void ghost_person(bp_skeleton *copy, float degrees) {
    bp_person_rotate(copy, UPPER_ARM, (bp_vec3){0, 0, 1}, degrees);
}
static void set_person(bp_world *world, float t) {
    link_bone(world, UPPER_ARM, false); /* the file's loader would set the node, too */
    ghost_person(world->stages[0].skeleton, 90 * t);
    link_bone(world, UPPER_ARM, true);
    bp_world_add_ghost(world, 0, "what you set", ghost_person, 90 * t);
}
static void show_boxes(bp_world *world) {
    bp_world_show_stages(world, BOXES, 1);
    world->paint = bp_mark_nodes;
    world->show = BP_SHOW_MESH | BP_SHOW_BONES;
}
static void rotate_node(bp_world *world, float degrees) {
    bp_node_set_rotation(node_of(world, NODE), bp_about_z(degrees));
}
static void node_up(bp_world *world, float t) { rotate_node(world, 30 + 45 * t); }
static void start_bone(bp_world *world) { bp_pose_arm(world, 0, 75, BP_SHOULDER); }
static void set_bone(bp_world *world, float t) {
    bp_pose_arm(world, 0, 75 - 65 * t, BP_SHOULDER);
    bp_world_add_ghost(world, 0, "what you set", bp_ghost_arm, 75 - 65 * t);
}
static void free_node(bp_world *world) {
    world->sets_bones = false;
    link_bone(world, ARM, true);
}
static void node_down(bp_world *world, float t) { rotate_node(world, 75 - 55 * t); }
static void hang(bp_world *world) {
    bp_node *parent = bp_world_add_node(world, 0, "the node's parent", NULL);
    if (parent) bp_node_set_parent(node_of(world, NODE), parent, &world->error);
}
static void move_parent(bp_world *world, float t) {
    bp_node_set_position(node_of(world, HANGER), (bp_vec3){t, 0, 0});
}
static void show_loaders(bp_world *world) { bp_world_show_stages(world, SKIPPED, 2); }
static void move_plain(bp_world *world, float t) {
    for (int i = 0; i < 2; i++) bp_node_set_position(world->stages[i].nodes[PLAIN], (bp_vec3){t, 0, 0});
}

/* In world space, so its parent's position is taken off: a parent here only moves. */
static bp_vec3 node_position(bp_world *world) {
    return bp_mat4_position(bp_node_world(node_of(world, NODE)));
}
static void drag_node(bp_world *world, bp_vec3 to) {
    const bp_node *parent = bp_node_parent(node_of(world, NODE));
    if (parent) to = bp_vec3_sub(to, bp_node_position(parent));
    bp_node_set_position(node_of(world, NODE), to);
}

/* The arm 1 m along X, where it is, 1 m back. */
static void ghost_moved(bp_skeleton *copy, float option) {
    bp_bone *arm = bp_skeleton_find(copy, ARM);
    bp_bone_set_position(arm, bp_vec3_add(bp_bone_position(arm), (bp_vec3){1 - option, 0, 0}));
}

static float local_angle(bp_world *world, const bp_measure_args *args) {
    float angle;
    bp_measure_rotation_z(world, &(bp_measure_args){0, 0, args->bone, bp_bone_local}, &angle);
    return angle;
}
/* 1 if the bone is linked to the node; its local angle with the node at 75 degrees before prepare, after. */
static void measure_copy(bp_world *world, const bp_measure_args *args, float *values) {
    prepare(world, 1);
    rotate_node(world, 30);
    bp_world_pose(world);
    rotate_node(world, 75);
    values[0] = bp_bone_node(bp_world_bone(world, 0, args->bone)) == node_of(world, NODE);
    values[1] = local_angle(world, args);
    bp_world_pose(world);
    values[2] = local_angle(world, args);
}
/* The local angle after the bone was set to 10 degrees: before prepare, and after. */
static void measure_overwritten(bp_world *world, const bp_measure_args *args, float *values) {
    prepare(world, 1);
    bp_pose_arm(world, 0, 10, BP_SHOULDER);
    values[0] = local_angle(world, args);
    bp_world_pose(world);
    values[1] = local_angle(world, args);
}
static void measure_node(bp_world *world, const bp_measure_args *args, float *values) {
    (void)args;
    bp_mat4 local = bp_node_local(node_of(world, NODE));
    values[0] = bp_degrees(bp_atan2(local.m[1], local.m[0]));
}
static void measure_node_world(bp_world *world, const bp_measure_args *args, float *values) {
    (void)args;
    bp_vec3 at = node_position(world);
    values[0] = at.x, values[1] = at.y, values[2] = at.z;
}
static void measure_apart(bp_world *world, const bp_measure_args *args, float *values) {
    values[0] = bp_vec3_distance(bp_mat4_position(args->matrix(bp_world_bone(world, 0, args->bone))),
                                 bp_mat4_position(args->matrix(bp_world_bone(world, 1, args->bone))));
}

/* clang-format off */ /* tables */
static const bp_handle HANDLES[] = {
    {.label = "node", .position = node_position, .set = drag_node, .normal = {0, 0, 1}}};
static const bp_readout ANGLES[] = {{.label = "node", .measure = measure_node, .format = "%.0f°"},
                                    ANGLE_OF("bone's local", 0, ARM, bp_bone_local),
                                    ANGLE_OF("final", 0, ARM, bp_bone_final)};
static const char *const PREPARES[] = {"before prepare", "prepare has run", NULL};
static const bp_step_slider PREPARE = {.name = "prepare", .names = PREPARES, .set = prepare};
static const bp_step_slider PREPARED = {.name = "prepare", .names = PREPARES, .to = 1, .set = prepare};
static const bp_step_slider SET = {.name = "set on the arm", .unit = "°", .max = 90, .to = 90};
static const bp_step_slider UP = {.name = "node", .unit = "°", .min = 30, .max = 75, .from = 30, .to = 75,
                                  .measure = measure_node};
static const bp_step_slider BONE = {.name = "bone", .unit = "°", .min = 10, .max = 75, .from = 75, .to = 10};
static const bp_step_slider DOWN = {.name = "node", .unit = "°", .min = 20, .max = 75, .from = 75, .to = 20,
                                    .measure = measure_node};
static const bp_step_slider PARENT = {
    .name = "the node's parent, x", .unit = " m", .max = 1, .to = 1, .decimals = 2};
static const bp_step_slider BETWEEN = {
    .name = "plain node, x", .unit = " m", .max = 1, .to = 1, .decimals = 2};

static const bp_question BEFORE = {
    .text = "The node is at 75°, and prepare hasn't run. What does the bone's local say?",
    CHOICE(0, "what it said before", "75°", "45°"),
    .right = "A link alone moves nothing. Prepare copies the node's position, rotation and scaling into the "
             "bone, and no other call does. Choose the other card.",
    .wrong = {{1, "So it will say when prepare has copied the node."},
              {2, "That will be final's angle when prepare has run, with the bind taken away."}}};
static const bp_question HANGING = {
    .text = "The node's new parent is about to move by 1 m along X, and prepare runs in every frame. Where "
            "does the arm go?", .pose = ghost_moved, CHOICE(1, "1 m along X", "it stays", "1 m back"),
    .right = "Prepare copies the node's own three parts and leaves out the node's parents, since the bone "
             "has a parent of its own. So the node leaves its arm behind.",
    .wrong = {{0, "The node does go there in the scene. But which numbers does prepare copy?"},
              {2, "Nothing is taken off. The node's own position is what it was."}}};

static const bp_step STEPS[] = {
    {.prose = "A person from a file, loaded by Babylon.js's rules. The slider rotates its upper arm's "
              "[bone:bone]: the [ghost:violet arm]. In the next frame that is lost."
              "\n\nNo error, no warning. Why does rotating a bone do nothing?", .change = set_person,
     .slider = &SET, .bone = UPPER_ARM, .code = "bp_bone_set_rotation(arm, q);",
     .babylon = "arm.rotationQuaternion = q;"},
    {.heading = "A bone and its node",
     .prose = "In a file each joint is a node of the scene, and the [bone:bone] is linked to it. The axes "
              "at the shoulder are such a node; its angle is that of its Y from upright.\n\nBefore each "
              "frame a program calls prepare. Now the node rotates, and prepare hasn't run yet.",
     .arrange = show_boxes, .change = node_up, .slider = &UP, .cards = &PREPARE, .question = &BEFORE,
     CLAIMS({.number = 6, .text = "The bone knows its node.", .measure = measure_copy, .args = {0, 0, ARM, 0},
             .expected = {1}, .unit = "(1: yes)", .holds_before = true},
            {.number = 7, .text = "The node is at 75°: the bone's local says 30° before prepare, 75° after.",
             .measure = measure_copy, .args = {0, 0, ARM, 0}, .count = 3, .expected = {1, 30, 75},
             .unit = "degrees", .holds_before = true}),
     READOUTS_OF(ANGLES),
     .bone = ARM, .code = "bp_bone_link(arm, node);", .babylon = "arm.linkTransformNode(node);"},
    {.heading = "Set the bone",
     .prose = "The node stays at 75°, and you rotate the [bone:bone] itself. Prepare has run, and copied the "
              "node over it: only the [ghost:violet arm] shows what you set.\n\nChoose the first card: "
              "before prepare the bone keeps it.", .arrange = start_bone, .change = set_bone,
     .slider = &BONE, .cards = &PREPARED,
     CLAIMS({.number = 9, .text = "The bone set to 10° says 10° until prepare, and 75° after.",
             .measure = measure_overwritten, .args = {0, 0, ARM, 0}, .count = 2, .expected = {10, 75},
             .unit = "degrees", .holds_before = true}),
     READOUTS_OF(ANGLES),
     .bone = ARM, .code = ROTATE_ARM, .babylon = ROTATE_ARM_JS},
    {.heading = "Move the node instead",
     .prose = "Rotate the node: prepare copies its rotation to the bone, so the arm follows in every "
              "frame.\n\nThis library's loader lets you set the bone all the same: unless you load with "
              "no_write_through, it passes that on to the node. So does a drag of the [left:arm] now.",
     .arrange = free_node, .change = node_down, .slider = &DOWN, .handles = HANDLES, .handle_count = 1,
     CLAIMS({.number = 10, .text = "The node at 20° gives a final angle of 20° - 30° = -10°.",
             ANGLE_IS(0, ARM, bp_bone_final, -10)}),
     READOUTS_OF(ANGLES),
     .bone = ARM, .code = "bp_node_set_rotation(bp_bone_node(arm), q);",
     .babylon = "arm.getTransformNode().rotationQuaternion = q;"},
    {.heading = "The node gets a parent",
     .prose = "The arm's bone has the body's as its parent, and so far its node has none. Now a node at the "
              "origin becomes the node's parent. The [ghost:violet line] leads from one to the other.",
     .arrange = hang, .change = move_parent, .slider = &PARENT,
     .question = &HANGING, .handles = HANDLES, .handle_count = 1,
     CLAIMS({.text = "In the scene the node has moved by 1 m with its new parent ...",
             .measure = measure_node_world, .count = 3, .expected = {1.5f, 1.5f, 0}, .unit = "m"},
            {.text = "... but prepare copies only its own transform: the bone stays.",
             POSITION_IS(0, ARM, bp_bone_local, 0.5f, 1.5f, 0), .holds_before = true}),
     READOUTS({.label = "node", .measure = measure_node_world, .format = "x = %.1f m"},
              POSITION_OF("bone", 0, ARM, bp_bone_local, "x = %.1f m")),
     .bone = ARM, .code = "bp_node_set_parent(node, parent, &error);", .babylon = "node.parent = parent;"},
    {.heading = "A bone for each node between",
     .prose = "In this file a plain node, which moves no vertices, is between the body and the arm's node. "
              "A loader can skip it, or make a [bone:bone] of it.\n\nMove the plain node. Only in picture 2 "
              "the arm follows, so this library's loader makes bones of all nodes between.",
     .arrange = show_loaders, .change = move_plain, .slider = &BETWEEN,
     CLAIMS({.text = "Without a bone for the plain node, the arm is 1 m off.", .measure = measure_apart,
             .args = {0, 0, ARM, bp_bone_chain}, .expected = {1}, .unit = "m"}),
     READOUTS({.label = "the arms apart", .measure = measure_apart, .args = {0, 0, ARM, bp_bone_chain},
               .format = "%.1f m"}),
     .stage = 1, .bone = ARM, .code = "bp_skeleton_add(skeleton, &plain_without_index, &error);",
     .babylon = "new Bone(\"plain\", skeleton, body, matrix, null, null, -1);", .cover = true},
};

const bp_lesson_plan bp_lesson = {
    LESSON(12, "12_linked_nodes"), .title = "Why does rotating a bone do nothing?",
    .summary = "A linked bone copies its node and forgets what you set on it.", .difficulty = 2,
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_FINAL | BP_MATRIX_BIND,
    .text = {.goal = "You will be able to move a bone that is linked to a node.",
             .learned = {"You can move a linked bone: move its node.",
                         "Prepare copies the node's own three parts, before each frame; its parents don't "
                         "count.",
                         "A loader makes a bone of each node between, so that nothing is lost.",
                         "Nodes move bones. What else is in the file?"},
             .next = "What is inside a character's file?",
             .prerequisites = "09_setting_the_bind",
             .try_this = {"At step 5 drag the node back to the shoulder. Where is its arm?",
                          "In a program of yours, set the bone in every frame, after prepare."}},
};
