/* What a bone is: a position, a rotation and a scaling of its own, which vertices follow (claims 1, 2, 12, 20, 42
 * and 43).
 *
 * A box has 6 faces with 4 vertices and 2 triangles each: 24 vertices, 36 indices; three boxes have 72 and 108.
 *
 * The local matrix of the left arm's bone, scaled by (1, k, 1), rotated by a about Z, at (x, y, 0), row by
 * row: (c, s, 0), k (-s, c, 0), (0, 0, 1), (x, y, 0). With a = 75: c = 0.2588, s = 0.9659; with k = 1.2 the
 * second row is (-1.1591, 0.3106, 0). The arm runs along the bone's -Y, so k makes it longer. */
#include "base/system.h"
#include <bindpose/bindpose.h>
#include <bindpose/lesson_session.h>

#define ARM "boneArmLeft"
#define BODY "boneBody"
#define UPPER_ARM "upper_arm_left"

/* The real character comes first. The boxes wait on a second stage, which isn't shown. */
static void setup(bp_world *world) {
    char path[4096];
    if (!bp_asset_path("character.glb", path, sizeof path, &world->error)) return;
    bp_stage *real = bp_world_add_file(world, "A character", "one mesh", path);
    if (world->error.kind != BP_ERROR_NONE) return;
    /* Somewhat taller than the boxes, with its feet where they end. */
    bp_mat4 size = bp_mat4_scaling((bp_vec3){2.1f, 2.1f, 2.1f});
    bp_figure_set_world(real->figure, bp_mat4_mul(size, bp_mat4_translation((bp_vec3){0, -1.75f, 0})));
    bp_world_add_character(world, "Three boxes", "one mesh", BP_BIND_NATURAL);
    world->stage_count = 1;
    world->show = BP_SHOW_MESH;
    world->panel_bone = UPPER_ARM;
}

static void show_skeleton(bp_world *world) {
    world->show = BP_SHOW_MESH | BP_SHOW_BONES;
    world->stages[0].subtitle = "one mesh, 21 bones";
}
/* Rotates the real upper arm about the world's Z axis: its node's rotation, seen from its parent bone. */
static void raise_arm(bp_world *world, float t) {
    bp_bone *arm = bp_world_bone(world, 0, UPPER_ARM);
    if (!bp_bone_parent(arm) || !bp_bone_node(arm)) return;
    bp_quat parent = bp_quat_from_mat4(bp_bone_chain(bp_bone_parent(arm)));
    bp_quat about_z = bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(85 * t));
    bp_quat by = bp_quat_mul(bp_quat_conjugate(parent), bp_quat_mul(about_z, parent));
    bp_node_set_rotation(bp_bone_node(arm), bp_quat_mul(by, bp_node_rotation(bp_bone_node(arm))));
}
static void show_boxes(bp_world *world) {
    bp_stage real = world->stages[0];
    world->stages[0] = world->stages[1];
    world->stages[1] = real;
    world->show = BP_SHOW_MESH;
    bp_world_note(world, 0, "mesh: 3 boxes of 24 vertices and 12 triangles");
}
static void show_bones(bp_world *world) {
    world->show = BP_SHOW_MESH | BP_SHOW_BONES | BP_SHOW_NAMES;
    world->stages[0].subtitle = "one mesh, three bones";
    bp_world_note(world, 0, "skeleton: boneBody, boneArmLeft, boneArmRight");
}
static void show_weights(bp_world *world) {
    world->show |= BP_SHOW_WEIGHTS | BP_SHOW_WIREFRAME;
    bp_world_note(world, 0, "weight 1 each: grey body, orange left, blue right");
}
static void note_local(bp_world *world) {
    char text[80];
    bp_mat4 local = bp_bone_local(bp_world_bone(world, 0, ARM));
    bp_world_note(world, 0, "local: %s", bp_transform_text(local, text, sizeof text));
}
/* Sets height, rotation and scaling of the left arm separately. */
static void set_parts(bp_world *world, float y, float degrees, float k) {
    bp_bone *arm = bp_world_bone(world, 0, ARM);
    world->show &= ~(unsigned)(BP_SHOW_WEIGHTS | BP_SHOW_WIREFRAME);
    bp_bone_set_position(arm, (bp_vec3){0.5f, y, 0});
    bp_world_rotate(world, 0, ARM, (bp_vec3){0, 0, 1}, degrees);
    bp_bone_set_scale(arm, (bp_vec3){1, k, 1});
    world->write_notes = note_local;
}
static void lift(bp_world *world, float t) {
    set_parts(world, 1.5f + 0.5f * t, 30, 1);
    world->show |= BP_SHOW_AXES;
}
static void rotate(bp_world *world, float t) { set_parts(world, 2, 30 + 45 * t, 1); }
static void stretch(bp_world *world, float t) { set_parts(world, 2, 75, 1 + 0.2f * t); }
/* Sets the whole matrix; position, rotation and scaling are then read from it. */
static void replace(bp_world *world, float t) {
    set_parts(world, bp_mix(2, 1.5f, t), bp_mix(75, 30, t), bp_mix(1.2f, 1, t));
    bp_bone *arm = bp_world_bone(world, 0, ARM);
    if (t >= 1) bp_bone_set_local(arm, bp_character_local(BP_BIND_NATURAL, BP_BONE_ARM_LEFT));
}

/* ---- answers ---- */

static void pose_angle(bp_skeleton *copy, float degrees) {
    bp_bone_set_rotation(bp_skeleton_find(copy, ARM),
                         bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(degrees)));
}
/* Of the lift: the whole arm rises; only its upper end does, while the hand stays; the arm stays.
 *
 * The hand is at (1.5, -0.2321): 2 m along 30 degrees from the shoulder. From (0.5, 2), where the shoulder is
 * then, it is (1, -2.2321) away: 2.4459 m, 1.2229 times the arm's 2 m, at atan(1 / 2.2321) = 24.13 degrees. */
static void lift_as(bp_world *world, int option) {
    if (option == 0) set_parts(world, 2, 30, 1);
    if (option == 1) set_parts(world, 2, 24.13f, 1.2229f);
    if (option == 2) set_parts(world, 1.5f, 30, 1);
}

/* How many bones the skeleton has, and the id of each one's parent; -1: none. */
static void measure_bones(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_skeleton *skeleton = world->stages[args->stage].skeleton;
    values[0] = (float)bp_skeleton_count(skeleton);
    for (size_t i = 0; i < 3 && i < bp_skeleton_count(skeleton); i++) {
        const bp_bone *parent = bp_bone_parent(bp_skeleton_bone_by_id(skeleton, i));
        values[1 + i] = parent ? (float)bp_bone_id(parent) : -1;
    }
}
/* Of all the figure's parts: the real character is a model, not a mesh. */
static void measure_vertices(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_figure *figure = world->stages[args->stage].figure;
    for (size_t i = 0; i < bp_figure_part_count(figure); i++)
        values[0] += (float)bp_figure_part_at(figure, i)->mesh->vertex_count;
}
/* Whether the bone is linked to a scene node, and the bone's own position. */
static void measure_own(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_bone *bone = bp_world_bone(world, args->stage, args->bone);
    bp_vec3 at = bp_bone_position(bone);
    values[0] = bp_bone_node(bone) ? 1 : 0, values[1] = at.x, values[2] = at.y, values[3] = at.z;
}
/* How many vertices have weight 1 on bone 0, on 1, on 2. */
static void measure_weights(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_mesh *mesh = world->stages[args->stage].mesh;
    for (size_t v = 0; v < mesh->vertex_count; v++)
        for (size_t i = v * (size_t)mesh->influences; i < (v + 1) * (size_t)mesh->influences; i++)
            if (mesh->weights[i] == 1 && mesh->joints[i] < 3) values[mesh->joints[i]]++;
}
/* clang-format off */
static const bp_readout COUNTS[] = {
    {"vertices", measure_vertices, {0, 0, 0, 0}, "%.0f", "in one mesh"},
    {"bones", measure_bones, {0, 0, 0, 0}, "%.0f", "in one skeleton"}};
static const bp_readout PARTS[] = {
    {"height of the bone, y", bp_measure_height, {0, 0, ARM, bp_bone_local}, "%.3f m", NULL},
    {"local rotation, left arm", bp_measure_rotation_z, {0, 0, ARM, bp_bone_local}, "%.1f°", NULL}};
static const bp_claim MESH[] = {
    {42, "Three boxes merged: 72 vertices, 108 indices.", bp_measure_mesh_counts, {0, 0, 0, 0}, 2, {72, 108}, .unit = "vertices, indices", .holds_before = true}};
static const bp_claim BONES[] = {
    {2, "Bones are listed under their skeleton: three, and the arms' parent is bone 0.",
     measure_bones, {0, 0, 0, 0}, 4, {3, -1, 0, 0}, .unit = "bones, parents", .holds_before = true},
    {1, "The arm's bone has no scene node: its position (0.5, 1.5, 0) is its own.",
     measure_own, {0, 0, ARM, 0}, 4, {0, 0.5f, 1.5f, 0}, .unit = "(1: node), m", .holds_before = true}};
static const bp_claim WEIGHTS[] = {
    {43, "Each bone has 24 vertices, with weight 1.", measure_weights, {0, 0, 0, 0}, 3, {24, 24, 24}, .unit = "vertices", .holds_before = true}};
static const bp_claim LIFTED[] = {
    {12, "Set the position, and the local matrix has it in its last row.", bp_measure_position, {0, 0, ARM, bp_bone_local}, 3, {0.5f, 2, 0}, .unit = "m"}};
static const bp_claim ROTATED[] = {
    {12, "Set the rotation, and its first rows are (cos, sin, 0) and (-sin, cos, 0).",
     bp_measure_matrix, {0, 0, ARM, bp_bone_local}, 16, {0.2588190f, 0.9659258f, 0, 0, -0.9659258f, 0.2588190f, 0, 0, 0, 0, 1, 0, 0.5f, 2, 0, 1}, .unit = ""}};
static const bp_claim STRETCHED[] = {
    {12, "Set the scale, and the second row is 1.2 times as long.",
     bp_measure_matrix, {0, 0, ARM, bp_bone_local}, 16, {0.2588190f, 0.9659258f, 0, 0, -1.1591110f, 0.3105828f, 0, 0, 0, 0, 1, 0, 0.5f, 2, 0, 1}, .unit = ""}};
static const bp_claim REPLACED[] = {
    {20, "There is only one local matrix: write it whole, and the parts follow.",
     bp_measure_trs, {0, 0, ARM, 0}, 9, {0.5f, 1.5f, 0, 0, 0, 30, 1, 1, 1}, .unit = "m, degrees, 1"}};
static const bp_question WHO_FOLLOWS = {
    .text = "The upper arm's bone is about to be rotated. Which bones will move?", .kind = BP_QUESTION_CHOICE, .answer = 1,
    .caption = "Inside the mesh there is a skeleton, a tree of bones. A bone has a position, a rotation and a scaling, relative to its parent, the bone above it in the tree.",
    .options = {"the upper arm", "the upper arm, the forearm and the hand", "all bones of the skeleton"},
    .right = "The forearm is a child of the upper arm, and the hand a child of the forearm. Children move with their parent.",
    .wrong = {{0, "Then the arm would tear at the elbow. What does a child do when its parent moves?"},
              {2, "Only the bones below it in the tree move: its children, and their children."}},
    .hint = "Look at the tree in the panel: which bones are below the upper arm?"};
static const bp_question HALF = {
    .text = "A vertex at the shoulder has weight 0.5 on the arm's bone and 0.5 on the body's. The arm's bone moves up by 1 m. How far does the vertex move?",
    .kind = BP_QUESTION_CHOICE, .answer = 1, .options = {"1 m", "0.5 m", "not at all"},
    .right = "Half of the arm's movement, half of the body's: 0.5 · 1 m + 0.5 · 0 m. So a real shoulder bends smoothly.",
    .wrong = {{0, "With weight 1 on the arm it would. But half of it follows the body, which doesn't move."},
              {2, "With weight 1 on the body it would stay. But half of it follows the arm."}},
    .hint = "Each bone moves the vertex as far as its weight says."};
static const bp_question HOW_FAR = {
    .text = "The arm's bone moves up by 0.5 m. What will the arm's box do?", .kind = BP_QUESTION_CHOICE, .answer = 0, .picture = lift_as,
    .caption = "Set the position of the arm's bone: from y = 1.5 to y = 2.",
    .options = {"rise as a whole", "stretch: the hand stays", "stay where it is"},
    .right = "All 24 vertices of the arm have weight 1 on this bone, so all of them move as the bone does.",
    .wrong = {{1, "It would if the hand's vertices followed another bone. They follow this one too."},
              {2, "A bone without vertices would move alone. This one has the arm's 24."}},
    .hint = "Which bone do the vertices of the hand follow?"};
static const bp_question HOW_ROTATED = {
    .text = "The bone is rotated by 30° about Z. It gets 45° more. Put the arm where it will be.", .kind = BP_QUESTION_ANGLE, .answer = 75, .unit = "degrees",
    .pose = pose_angle, .bone = ARM, .start = 30,
    .right = "30° + 45° = 75°. Positive angles about Z are counter-clockwise: the hand goes up.",
    .wrong = {{-15, "That is 30° - 45°. Positive angles about Z are counter-clockwise, towards you."},
              {45, "That is the change alone. It comes on top of the 30° that the bone has."},
              {30, "That is where the arm is now. It gets 45° more."}},
    .hint = "At 0° the arm hangs straight down, at 90° it is level. Where is 30° + 45°?"};

static const bp_step STEPS[] = {
    {"Here is a character: a single mesh, thousands of triangles. Take it by an arm and pull. The arm bends like an arm, although the mesh knows nothing of elbows. This lesson shows what moves it.",
     NULL, .readouts = COUNTS, .readout_count = 2, .bone = UPPER_ARM},
    {"Inside the mesh there is a skeleton, a tree of bones. A bone has a position, a rotation and a scaling, relative to its parent. Rotate the upper arm, and the bones below it in the tree come along, and with them the mesh.",
     raise_arm, .question = &WHO_FOLLOWS, .bone = UPPER_ARM, .seconds = 1.2f, .arrange = show_skeleton, .pictured = true},
    {"21 bones have many numbers. To see where each number comes from, we use a simpler figure: a body and two arms, three boxes merged into one mesh. It is the example of Babylon.js's page \"Bone Class Internals\", which this course follows and calls \"the page\".",
     NULL, MESH, BP_COUNT(MESH), .bone = BODY, .arrange = show_boxes},
    {"Its skeleton has three bones: a body, and two arms whose parent is the body. They are in the skeleton's list, not in the scene: each keeps its own position, rotation and scaling. A small ring marks where a bone is: the left arm's is at the shoulder, rotated by 30° from straight down, along the arm.",
     NULL, BONES, BP_COUNT(BONES), .bone = ARM, .arrange = show_bones},
    {"How does a vertex know its bone? It has weights: how much each bone moves it. Here every vertex follows a single bone, with weight 1. The colours show which: the left arm's 24 vertices, orange, follow boneArmLeft, wherever that bone is.",
     NULL, WEIGHTS, BP_COUNT(WEIGHTS), &HALF, .bone = ARM, .arrange = show_weights, .pictured = true},
    {"Lift the arm's bone from y = 1.5 to y = 2. All its vertices rise with it. Look at the local matrix, which says where the bone is relative to its parent: the position is its last row.",
     lift, LIFTED, BP_COUNT(LIFTED), &HOW_FAR, .readouts = PARTS, .readout_count = 2, .bone = ARM},
    {"Rotate it by 45° more. It rotates about its own position, the shoulder. You set an angle, and the bone computes its sine and cosine. The matrix's first three rows are the bone's X, Y and Z axes: see how X and Y rotate.",
     rotate, ROTATED, BP_COUNT(ROTATED), &HOW_ROTATED, .bone = ARM, .pictured = true},
    {"Scale it by 1.2 along its own Y axis, which runs along the arm. The arm gets longer, and so does the Y row of the matrix. A bone has nothing more. The line below the stage writes these three in the order in which they apply: scaling S, rotation Rz, position T.",
     stretch, STRETCHED, BP_COUNT(STRETCHED), .bone = ARM},
    {"The matrix and the three parts are one thing. This step wrote the starting matrix back whole, and position, rotation and scaling came with it. Now it is your turn: take the arm, and watch its rows.",
     replace, REPLACED, BP_COUNT(REPLACED), .bone = ARM}};

const bp_lesson_plan bp_lesson = {
    .number = 1,
    .name = "01_what_a_bone_is",
    .title = "What a bone is",
    .summary = "A position, a rotation and a scaling, with vertices that follow.",
    .difficulty = 1,
    .matrices = BP_MATRIX_LOCAL,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.goal = "You will be able to say what a bone is, which vertices follow it, and where its position and its rotation are in its local matrix.",
             .learned = {"A bone has a position, a rotation and a scaling, relative to its parent bone.",
                         "The local matrix holds them: three rows are the bone's axes, the last row is its position.",
                         "A vertex follows the bones that it has weights for, as far as each weight says.",
                         "When a bone moves, its children move with it."},
             .next = "Seven matrices",
             .teaches = "The three parts of a bone, where they are stored, and how a vertex knows which bone to follow.",
             .prerequisites = "none",
             .try_this = {"At the last step rotate the body: the arms, its children, move along. Does the arm's local matrix change?",
                          "At step 4 press X to see the bones' axes: along which one does the left arm run?"},
             .questions = {"Why is the arm's bone at the shoulder, and not in the arm's middle?",
                           "You rotate the body, and the arm moves. Why does the arm's local matrix stay the same?",
                           "The second row of a local matrix is (0, 2, 0). Along which of its axes is the bone scaled, and by how much?"}}};
