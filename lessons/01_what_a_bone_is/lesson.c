/* What a bone is: a position, a rotation and a scaling of its own, which vertices follow (claims 1, 2, 12, 20, 42
 * and 43).
 *
 * A box has 6 faces with 4 vertices and 2 triangles each: 24 vertices, 36 indices; three boxes have 72 and 108.
 *
 * The local matrix of the left arm's bone, scaled by (1, k, 1), rotated by a about Z, at (x, y, 0), row by
 * row: (c, s, 0), k (-s, c, 0), (0, 0, 1), (x, y, 0). With a = 75: c = 0.2588, s = 0.9659; with k = 1.2 the
 * second row is (-1.1591, 0.3106, 0). The arm runs along the bone's -Y, so k makes it longer. */
#include <bindpose/bindpose.h>

#define ARM "boneArmLeft"
#define BODY "boneBody"

static void setup(bp_world *world) {
    bp_world_add_character(world, "The page's character", "three boxes in one mesh", BP_BIND_NATURAL);
    bp_world_note(world, 0, "mesh: 72 vertices, 108 indices");
    world->show = BP_SHOW_MESH;
}

static void show_bones(bp_world *world, float t) {
    (void)t;
    world->show = BP_SHOW_MESH | BP_SHOW_BONES | BP_SHOW_NAMES;
    world->stages[0].subtitle = "three boxes, three bones";
    bp_world_note(world, 0, "skeleton: boneBody, boneArmLeft, boneArmRight");
}
static void show_weights(bp_world *world, float t) {
    (void)t;
    world->show |= BP_SHOW_WEIGHTS | BP_SHOW_WIREFRAME;
    bp_world_note(world, 0, "weights: 1 on bone 0, 1 or 2");
}
/* Sets height, rotation and scaling of the left arm separately. */
static void set_parts(bp_world *world, float y, float degrees, float k) {
    bp_bone *arm = bp_world_bone(world, 0, ARM);
    world->show &= ~(unsigned)(BP_SHOW_WEIGHTS | BP_SHOW_WIREFRAME);
    bp_bone_set_position(arm, (bp_vec3){0.5f, y, 0});
    bp_world_rotate(world, 0, ARM, (bp_vec3){0, 0, 1}, degrees);
    bp_bone_set_scale(arm, (bp_vec3){1, k, 1});
    bp_world_note(world, 0, "local: S(1, %.3g, 1) Rz %.3g° T(0.5, %.3g, 0)", (double)k, (double)degrees,
                  (double)y);
}
static void lift(bp_world *world, float t) { set_parts(world, 1.5f + 0.5f * t, 30, 1); }
static void rotate(bp_world *world, float t) { set_parts(world, 2, 30 + 45 * t, 1); }
static void stretch(bp_world *world, float t) { set_parts(world, 2, 75, 1 + 0.2f * t); }
/* Sets the whole matrix; position, rotation and scaling are then read from it. */
static void replace(bp_world *world, float t) {
    set_parts(world, bp_mix(2, 1.5f, t), bp_mix(75, 30, t), bp_mix(1.2f, 1, t));
    bp_bone *arm = bp_world_bone(world, 0, ARM);
    if (t >= 1) bp_bone_set_local(arm, bp_character_local(BP_BIND_NATURAL, BP_BONE_ARM_LEFT));
}

/* How many bones the skeleton has, and the id of each one's parent; -1: none. */
static void measure_bones(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_skeleton *skeleton = world->stages[args->stage].skeleton;
    values[0] = (float)bp_skeleton_count(skeleton);
    for (size_t i = 0; i < 3; i++) {
        const bp_bone *parent = bp_bone_parent(bp_skeleton_bone_by_id(skeleton, i));
        values[1 + i] = parent ? (float)bp_bone_id(parent) : -1;
    }
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
    {"vertices", bp_measure_mesh_counts, {0, 0, 0, 0}, "%.0f", "in one mesh"},
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
static const bp_question HOW_MANY = {
    "An arm is a box. How many vertices of the mesh follow its bone?",
    .answer = 24, .unit = "vertices",
    .right = "6 faces with 4 vertices each: each corner appears three times, once for each face's normal.",
    .wrong = {{8, "A box has 8 corners, but each belongs to three faces with different normals, so it appears three times."},
              {72, "That is the whole mesh: body and two arms."},
              {36, "Those are the indices of one box: 12 triangles of 3. They share vertices."}},
    .hint = "Count by faces: how many, and how many vertices each?"};
static const bp_question HOW_FAR = {
    "The bone's position goes from y = 1.5 to y = 2. How far do the arm's vertices move up?",
    .answer = 0.5f, .unit = "m",
    .right = "They move as far as the bone has left its starting pose: 2 - 1.5.",
    .wrong = {{2, "That is where the bone is. Vertices move by the change since the starting pose."},
              {0, "Weight 1 on this bone: they go where it goes."},
              {1.5f, "That is where the bone started. How far did it go?"}},
    .hint = "Where the bone goes, its vertices go: how far did it go?"};

static const bp_step STEPS[] = {
    {"A body and two arms, modelled as three boxes and merged into one mesh. A mesh alone can't bend.",
     NULL, MESH, BP_COUNT(MESH), .readouts = COUNTS, .readout_count = 2, .bone = BODY},
    {"We give it a skeleton: a body bone with two arm bones as its children. They are in the skeleton's list, not in the scene's tree.",
     show_bones, BONES, BP_COUNT(BONES), .bone = ARM},
    {"Each vertex, a corner of the wireframe, says which bone it follows. The colours show it: one colour, one bone.",
     show_weights, WEIGHTS, BP_COUNT(WEIGHTS), &HOW_MANY, .bone = ARM},
    {"Lift the left arm's bone by setting its position. Its vertices follow, and its local matrix holds it in the last row.",
     lift, LIFTED, BP_COUNT(LIFTED), &HOW_FAR, .readouts = PARTS, .readout_count = 2, .bone = ARM},
    {"Rotate it from 30° to 75°. You set an angle; the bone computes the matrix's sines and cosines.", rotate, ROTATED, BP_COUNT(ROTATED), .bone = ARM},
    {"Scale it by 1.2 along its own Y, along the arm. Position, rotation, scaling: that is all a bone has.",
     stretch, STRETCHED, BP_COUNT(STRETCHED), .bone = ARM},
    {"Now write the starting matrix back whole and read the parts. A bone has only one local matrix.",
     replace, REPLACED, BP_COUNT(REPLACED), .bone = ARM}};

const bp_lesson_plan bp_lesson = {
    .number = 1,
    .name = "01_what_a_bone_is",
    .title = "What a bone is",
    .summary = "A position, a rotation and a scaling, with vertices that follow.",
    .difficulty = 1,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.teaches = "What a bone consists of, where it is kept, and how a vertex knows which bone to follow.",
              .prerequisites = "none",
              .try_this = {"Rotate the body with Up and Down: the arms, its children, move along.",
                           "Press X for the bones' axes and find the one along which the arm runs."},
              .questions = {"Why is the arm's bone at the shoulder, and not in the arm's middle?"}}};
