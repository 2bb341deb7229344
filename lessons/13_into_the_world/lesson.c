/* Into the world: the mesh's world matrix comes after the bones (claims 23 and 63).
 *
 * The mesh moves by +5 along X. The left arm's 24 vertices have their middle at (1, 0.5, 0); rotated by 45 degrees
 * about the shoulder (0.5, 1.5, 0) it is at S + (0.5, -1) R45 = (0.5 + 0.3536 + 0.7071, ...) = (1.5607, 1.1464, 0),
 * and in the world 5 m further: 6.5607. The bone's absolute position stays (0.5, 1.5, 0); in the world
 * of the mesh's node it is (5.5, 1.5, 0). */
#include "shared/painted_marks.h"
#include "base/system.h"
#include <bindpose/bindpose.h>
#include <bindpose/lesson_session.h>

#define ARM "boneArmLeft"
#define UPPER_ARM "upper_arm_left"
enum { MESH, ORIGIN }; /* nodes of a stage */
static const float SIZE = 2, FLOOR = -1.75f, WALK = 3, FAR_WALK = 5;

static void add_origins(bp_world *world, int stage, bp_vec3 mesh) {
    bp_node *node = bp_world_add_node(world, stage, "mesh's origin", NULL);
    bp_world_add_node(world, stage, "world's origin", NULL);
    if (node) bp_node_set_position(node, mesh);
}
/* Puts the stage's mesh at a position in the world: its node, and its figure. */
static void place_mesh(bp_world *world, bp_vec3 at) {
    const bp_stage *stage = &world->stages[0];
    float size = stage->model ? SIZE : 1;
    bp_node_set_position(stage->nodes[MESH], at);
    bp_mat4 scaling = bp_mat4_scaling((bp_vec3){size, size, size});
    bp_figure_set_world(stage->figure, bp_mat4_mul(scaling, bp_node_world(stage->nodes[MESH])));
}
static void write_notes(bp_world *world) {
    const bp_stage *stage = &world->stages[0];
    bp_vec3 at = bp_node_position(stage->nodes[MESH]);
    bp_world_note(world, 0, "mesh at (%.3g, %.3g, %.3g)%s", (double)at.x, (double)at.y, (double)at.z,
                  stage->model ? ", scaled by 2" : "");
}
/* Arrows from the world's origin to the mesh's, and on to the bone of the boxes' arm. */
static void paint(bp_world *world, bp_painter *painter) {
    const bp_stage *stage = &world->stages[0];
    bp_vec3 at = bp_node_position(stage->nodes[MESH]);
    bp_mark_nodes(world, painter);
    bp_mark_arrow(painter, (bp_vec3){0, 0, 0}, at, false, "mesh (%.3g, %.3g, %.3g)", (double)at.x, (double)at.y,
                  (double)at.z);
    if (stage->model) return;
    bp_vec3 bone = bp_mat4_position(bp_bone_chain(bp_world_bone(world, 0, ARM)));
    bp_mark_arrow(painter, at, bp_vec3_add(at, bone), false, "absolute (%.3g, %.3g, %.3g)", (double)bone.x,
                  (double)bone.y, (double)bone.z);
}

/* The first view that a step has is fitted to all of the walk; the later ones differ from it by as much as here. */
static void look_at(bp_world *world, float x) {
    world->camera.eye = (bp_vec3){x, 3, 11};
    world->camera.target = (bp_vec3){x, 0, 0};
}
/* From the middle of the walk to its start, in the second half of the step: the fit is to the first half. */
static float view_of_start(float walk, float t) { return walk / 2 * bp_clamp(2 - 2 * t, 0, 1); }

/* The real character comes first, its feet on the floor. The boxes wait on a second stage, which isn't shown. */
static void setup(bp_world *world) {
    char path[4096];
    if (!bp_asset_path("character.glb", path, sizeof path, &world->error)) return;
    bp_world_add_file(world, "A character in its world", "the mesh has its own world matrix", path);
    bp_world_add_character(world, "The page's character in its world", "the mesh has its own world matrix",
                           BP_BIND_NATURAL);
    add_origins(world, 0, (bp_vec3){0, FLOOR, 0}), add_origins(world, 1, (bp_vec3){0, 0, 0});
    if (world->error.kind != BP_ERROR_NONE) return;
    world->stage_count = 1;
    world->camera = bp_character_camera();
    look_at(world, WALK / 2);
    world->show = BP_SHOW_MESH | BP_SHOW_BONES;
    world->panel_bone = UPPER_ARM;
    world->paint = paint, world->write_notes = write_notes;
    place_mesh(world, (bp_vec3){0, FLOOR, 0});
    bp_skeleton_compute_absolutes(world->stages[1].skeleton, true);
}

static void show_start(bp_world *world, float t) { look_at(world, view_of_start(WALK, t)); }
static void walk_away(bp_world *world, float t) {
    place_mesh(world, (bp_vec3){WALK * t, FLOOR, 0});
    look_at(world, WALK / 2 * t);
}
static void show_boxes(bp_world *world) {
    bp_stage real = world->stages[0];
    world->stages[0] = world->stages[1];
    world->stages[1] = real;
}
static void show_boxes_start(bp_world *world, float t) { look_at(world, view_of_start(FAR_WALK, t)); }
static void rotate_arm(bp_world *world, float t) {
    bp_world_rotate(world, 0, ARM, (bp_vec3){0, 0, 1}, 30 + 45 * t);
    bp_skeleton_compute_absolutes(world->stages[0].skeleton, true);
}
static void move_mesh(bp_world *world, float t) {
    place_mesh(world, (bp_vec3){FAR_WALK * t, 0, 0});
    look_at(world, FAR_WALK / 2 * t);
}

static bp_vec3 mesh_position(bp_world *world) { return bp_node_position(world->stages[0].nodes[MESH]); }

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
    bp_vec3 at = bp_bone_position_in(bp_world_bone(world, args->stage, ARM), BP_SPACE_WORLD, stage->nodes[0]);
    values[0] = at.x, values[1] = at.y, values[2] = at.z;
}

/* clang-format off */
static const bp_readout READOUTS[] = {
    {"middle of the arm in the world, x", measure_arm, {0, 0, 0, 0}, "%.4f m", NULL},
    {"final angle of the arm", bp_measure_rotation_z, {0, 0, ARM, bp_bone_final}, "%.1f°", NULL},
};
static const bp_handle ON_THE_FLOOR[] = {{"mesh's origin", 0, mesh_position, place_mesh, .normal = {0, 1, 0}}};
static const bp_handle ANYWHERE[] = {{"mesh's origin", 0, mesh_position, place_mesh, .normal = {0, 0, 1}}};
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
static const bp_question WHICH = {
    "The mesh will move by 3 m along X, and everything that you see moves with it. Which of the arm bone's seven matrices will change?",
    .kind = BP_QUESTION_CHOICE, .answer = 3,
    .caption = "The character walks away: its mesh will move by 3 m along X.",
    .options = {"All but local and bind.", "Absolute and final.", "Only final.", "None."},
    .right = "All seven end at the skeleton's root, which is at the mesh's origin. The mesh's world matrix comes after them.",
    .wrong = {{0, "That would be all that start at the skeleton's root. But the root moves with the mesh."},
              {1, "Absolute means: relative to the skeleton's root. The root is in the mesh, not in the world."},
              {2, "Final moves vertices within the mesh's own space. That space moves as a whole."}},
    .hint = "Relative to which point do the matrices say where a bone is?"};
static const bp_question ORDER = {
    "We will move the mesh by 5 m. A vertex of the arm goes from where it was modelled to where you see it in the world. "
    "In which order does it meet these matrices?",
    .kind = BP_QUESTION_ORDER, .answer = 231,
    .caption = "Now the mesh of the boxes moves by 5 m along X, and the arm's vertices with it.",
    .options = {"the mesh's world matrix", "the bone's absolute inverse bind", "the bone's absolute"},
    .right = "First into the bone's space, then out to the skeleton's root, then into the world. The first two together are final.",
    .wrong = {{123, "The bones' matrices expect a vertex relative to the mesh's origin, so the world comes last."},
              {321, "Absolute leads out of the bone's space. The vertex must be brought into it first."},
              {213, "Absolute ends at the mesh's origin. The world matrix goes on from there, so it comes after."}},
    .hint = "Two of them are the factors of final. Where does final end?"};
static const bp_question WHERE = {
    "Asked for the bone's position in world space, Babylon.js says (0.5, 1.5, 0), and you see the bone elsewhere. What does it say if you pass the mesh's node too?",
    .kind = BP_QUESTION_CHOICE, .answer = 2,
    .caption = "We want to hang a sword on the arm's bone. The sword is in the world, so we ask where the bone is there.",
    .options = {"(0.5, 1.5, 0)", "(5, 0, 0)", "(5.5, 1.5, 0)"},
    .right = "Both arrows, one after the other: the bone relative to the mesh's origin, then the mesh in the world.",
    .wrong = {{0, "That is relative to the skeleton's root. The node tells where the root is in the world."},
              {1, "That is where the mesh is. The bone is not at the mesh's origin."}},
    .hint = "Follow both arrows from the world's origin."};

static const bp_step STEPS[] = {
    {"A bone's matrices are independent of the world. They end at the skeleton's root, which is at the mesh's origin, here between the feet. "
     "The world has an origin of its own. The arrow from there to the mesh's origin is the mesh's position.",
     show_start, .bone = UPPER_ARM},
    {"The mesh moved by 3 m, and the arrow grew with it. None of the seven matrices changed: they end at the mesh's origin. "
     "Drag the mesh by its origin to wherever you like, and keep an eye on the panel.",
     walk_away, .question = &WHICH, .bone = UPPER_ARM, .seconds = 1.5f,
     .handles = ON_THE_FLOOR, .handle_count = BP_COUNT(ON_THE_FLOOR), .pictured = true},
    {"Now with numbers: the page's three boxes. Their mesh is at the origin of the world, so both origins are one point, and the first arrow has no length. "
     "The arrow that you see goes on from there to the arm's bone: its absolute position.",
     show_boxes_start, .bone = ARM, .arrange = show_boxes},
    {"We rotate the arm by 45°, to get a final matrix to look at. "
     "It moves the arm's vertices from where they were modelled to where they are now, both relative to the mesh's origin.",
     rotate_arm, ROTATED, BP_COUNT(ROTATED), .readouts = READOUTS, .readout_count = BP_COUNT(READOUTS), .bone = ARM},
    {"The mesh moved by 5 m. One arrow grew. The other went along and kept its numbers, as all seven matrices did. "
     "The mesh's world matrix comes after final, for bones and vertices alike: moved, rotated or scaled, a mesh changes no bone.",
     move_mesh, MOVED, BP_COUNT(MOVED), &ORDER, .bone = ARM, .seconds = 1.5f,
     .handles = ANYWHERE, .handle_count = BP_COUNT(ANYWHERE), .pictured = true},
    {"To know where a bone is in the world, both arrows are needed. Pass the mesh's node to the call that asks for the position. "
     "Drag the mesh, rotate the body, and watch which arrow changes.",
     NULL, ASKED, BP_COUNT(ASKED), &WHERE, .bone = ARM, .handles = ANYWHERE, .handle_count = BP_COUNT(ANYWHERE)},
};

const bp_lesson_plan bp_lesson = {
    .number = 13,
    .name = "13_into_the_world",
    .title = "Into the world",
    .summary = "The mesh's world matrix comes after the bones and never changes them.",
    .difficulty = 2,
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_ABSOLUTE | BP_MATRIX_FINAL,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.goal = "You will be able to say where the bones' space ends and the world begins, and to find a bone in the world.",
             .learned = {"A bone's matrices are relative to the skeleton's root, which is at the mesh's origin.",
                         "The mesh's world matrix comes after final. Moving the mesh changes no bone.",
                         "\"Absolute\" and \"world space\" of a bone are relative to the skeleton's root, unless you pass the mesh's node."},
             .next = "Clips from tools",
             .teaches = "Where the space of the bones ends, and how to get from there into the world.",
             .prerequisites = "02_seven_matrices",
             .try_this = {"At step 5 drag the mesh by its origin, then drag the body with Ctrl held down: both move the picture, but only one changes matrices.",
                          "Drag the mesh far away: are the bones drawn with the mesh's world matrix, or without it?"},
             .questions = {"One skeleton moves two meshes at two positions. Do you need its final matrices once or twice?",
                           "A sword is in a character's hand. From which two matrices do you compute its position in the world?",
                           "One game moves its characters by their root bones, another by their meshes. In which of them do the final matrices change?"}},
};
