/* Into the world: the mesh's world matrix comes after the bones (claims 23 and 63).
 *
 * The mesh moves by +5 along X. The left arm's 24 vertices have their middle at (1, 0.5, 0); rotated by 45 degrees
 * about the shoulder (0.5, 1.5, 0) it is at S + (0.5, -1) R45 = (0.5 + 0.3536 + 0.7071, ...) = (1.5607, 1.1464, 0),
 * and in the world 5 m further: 6.5607. The bone's absolute position stays (0.5, 1.5, 0); in the world
 * of the mesh's node it is (5.5, 1.5, 0). */
#include <bindpose/bindpose.h>

#define ARM "boneArmLeft"

static void setup(bp_world *world) {
    bp_world_add_character(world, "The character in its world", "the mesh has its own world matrix",
                           BP_BIND_NATURAL);
    bp_world_add_node(world, 0, "mesh", NULL);
    if (world->error.kind != BP_ERROR_NONE) return;
    world->camera.eye = (bp_vec3){2.5f, 3, 11};
    world->camera.target = (bp_vec3){2.5f, 0, 0};
    bp_skeleton_compute_absolutes(world->stages[0].skeleton, true);
    bp_world_note(world, 0, "mesh at (0, 0, 0)");
}

static void rotate_arm(bp_world *world, float t) {
    bp_world_rotate(world, 0, ARM, (bp_vec3){0, 0, 1}, 30 + 45 * t);
    bp_skeleton_compute_absolutes(world->stages[0].skeleton, true);
}
static void move_mesh(bp_world *world, float t) {
    bp_node *node = world->stages[0].nodes[0];
    bp_node_set_position(node, (bp_vec3){5 * t, 0, 0});
    bp_figure_set_world(world->stages[0].figure, bp_node_world(node));
    bp_world_note(world, 0, "mesh at (%.3g, 0, 0)", 5 * (double)t);
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
/* The bone's world position, with the mesh's node. */
static void measure_with_node(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_stage *stage = &world->stages[args->stage];
    bp_vec3 at =
        bp_bone_position_in(bp_world_bone(world, args->stage, ARM), BP_SPACE_WORLD, stage->nodes[0]);
    values[0] = at.x, values[1] = at.y, values[2] = at.z;
}

/* clang-format off */
static const bp_readout READOUTS[] = {
    {"middle of the arm in the world, x", measure_arm, {0, 0, 0, 0}, "%.4f m", NULL},
    {"final angle of the arm", bp_measure_rotation_z, {0, 0, ARM, bp_bone_final}, "%.1f°", NULL},
    {"bone in the mesh's world, x", measure_with_node, {0, 0, 0, 0}, "%.4f m", NULL},
};
/* R45 and S - S R45 = (1.2071, 0.0858, 0): lesson 05 derives it. */
#define FINAL {0.7071068f, 0.7071068f, 0, 0, -0.7071068f, 0.7071068f, 0, 0, 0, 0, 1, 0, 1.2071068f, 0.0857864f, 0, 1}
static const bp_claim ROTATED[] = {
    {0, "The arm is rotated by 45°: this is its final matrix.", bp_measure_matrix, {0, 0, ARM, bp_bone_final}, 16, FINAL, .tolerance = 1e-5f},
    {0, "Its middle is at (1.5607, 1.1464, 0).", measure_arm, {0, 0, 0, 0}, 3, {1.5606602f, 1.1464466f, 0}, .unit = "m"},
};
static const bp_claim MOVED[] = {
    {23, "The vertices are 5 m further ...", measure_arm, {0, 0, 0, 0}, 3, {6.5606602f, 1.1464466f, 0}, .unit = "m"},
    {23, "... and the final matrix doesn't change: it ends at the skeleton's root.",
     bp_measure_matrix, {0, 0, ARM, bp_bone_final}, 16, FINAL, .holds_before = true},
    {63, "So is the absolute matrix, \"world space\" or not: the bone is at (0.5, 1.5, 0).",
     bp_measure_position, {0, 0, ARM, bp_bone_absolute}, 3, {0.5f, 1.5f, 0}, .unit = "m", .holds_before = true},
};
static const bp_claim ASKED[] = {
    {63, "Asked for with the mesh's node, the bone is at (5.5, 1.5, 0).",
     measure_with_node, {0, 0, 0, 0}, 3, {5.5f, 1.5f, 0}, .unit = "m", .holds_before = true},
};
static const bp_question WHERE = {
    "The mesh moves by 5 m along X. What is the x of the arm bone's absolute position then?", .answer = 0.5f, .unit = "m",
    .right = "Absolute means: relative to the skeleton's root. The mesh's world matrix comes after it.",
    .wrong = {{5.5f, "That is where it is in the world. Absolute ends at the skeleton's root."},
              {5, "That is how far the mesh went. The bone doesn't follow."},
              {1.2071f, "That is the translation of the final matrix, and it doesn't change either."}},
    .hint = "Which matrices include the mesh's?"};

static const bp_step STEPS[] = {
    {"The skeleton's root is at the mesh. So far both are at the origin of the world.", .readouts = READOUTS, .readout_count = 3, .bone = ARM},
    {"Rotate the arm by 45° to get a final matrix to look at.", rotate_arm, ROTATED, BP_COUNT(ROTATED), .bone = ARM},
    {"Move the mesh by 5 m. Everything on screen moves, and none of the seven matrices changes.",
     move_mesh, MOVED, BP_COUNT(MOVED), &WHERE, .bone = ARM},
    {"To ask for a bone's position in the world, pass the mesh's node.", NULL, ASKED, BP_COUNT(ASKED), .bone = ARM},
};

const bp_lesson_plan bp_lesson = {
    .number = 13,
    .name = "13_into_the_world",
    .title = "Into the world",
    .summary = "The mesh's world matrix comes after the bones and never changes them.",
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_ABSOLUTE | BP_MATRIX_FINAL,
    .difficulty = 2,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.teaches = "Where the bones' space ends and the world begins.",
              .prerequisites = "02_seven_matrices",
              .try_this = {"Press B and see where the bones are drawn: with the mesh's world matrix, or without?"},
              .questions = {"One skeleton moves two meshes at two positions. How many palettes do you need?"}},
};
