/* Seven matrices, and one vertex on its way through them to its pixel (claims 11, 13 to 15, 21, 22, 24 and 64).
 *
 * The vertex is the left hand's outer front corner, number 43. With c = cos 30 = 0.8660, s = sin 30 = 0.5:
 *   mesh      (0.25, -1.25, 0.25) in its box, rotated by 30 and moved by (1, 0.5, 0): x = 0.25 c + 1.25 s + 1 = 1.8415,
 *             y = 0.25 s - 1.25 c + 0.5 = -0.4575
 *   bone      times the absolute inverse bind: minus the shoulder (0.5, 1.5, 0), rotated by -30:
 *             (1.3415 c - 1.9575 s, -1.3415 s - 1.9575 c, 0.25) = (0.1830, -2.3660, 0.25)
 *   skeleton  times absolute: rotated by 75 (c = 0.2588, s = 0.9659), and the shoulder is at (0.5, 2, 0) now:
 *             (0.1830 c + 2.3660 s + 0.5, 0.1830 s - 2.3660 c + 2, 0.25) = (2.8328, 1.5644, 0.25)
 *   world     the mesh is at x = -1: (1.8328, 1.5644, 0.25)
 *   view      the eye is at (4.8, 0, 6.4), 8 m from the origin: its Z axis is (0.6, 0, 0.8), its X axis (0.8, 0, -0.6).
 *             From the eye the vertex is at d = (-2.9672, 1.5644, -6.15): (d . X, d.y, d . Z) = (1.3162, 1.5644, -6.7003)
 *   clip      lens 60 degrees: 1 / tan 30 = 1.7321 times x and y; near 1, far 101: z = 1.01 (6.7003 - 1) = 5.7573;
 *             w = 6.7003, the distance: (2.2798, 2.7096, 5.7573, 6.7003)
 *   pixel     of 400 x 400: x = 200 (1 + 2.2798 / w) = 268.05, y = 200 (1 - 2.7096 / w) = 119.12, depth 0.8593
 * Final, inverse bind times absolute, rotates by 75 - 30 = 45 and has the translation (0.5, 2, 0) - (0.5, 1.5, 0) R45
 * = (0.5 + 0.7071, 2 - 1.4142, 0) = (1.2071, 0.5858, 0).
 *
 * The stages are spaces: the mesh as modelled, the mesh as the arm's bone sees it, and the mesh as posed. Steps 1 to 3
 * show the first and the last, steps 4 and 5 all three, and from step 6 on there is only the last. */
#include "rig/engine.h"
#include <bindpose/bindpose.h>
#include <bindpose/lesson_session.h>
#include <math.h>

#define ARM "boneArmLeft"
#define BODY "boneBody"
enum { VERTEX = 43, MODELLED = 0, POSED_OF_TWO = 1, BONE_SPACE = 1, POSED = 2, ONLY = 0 };

/* ---- the product, below the stages ---- */

/* Rounded to 0.01, without "-0.00". */
static double shown(float value) { return fabsf(value) < 0.005f ? 0 : (double)value; }

static void note(bp_world *world, int stage, const char *before, bp_measure *measure) {
    float at[BP_CLAIM_VALUE_MAX] = {0};
    measure(world, &(bp_measure_args){.stage = stage, .other = VERTEX}, at);
    bp_world_note(world, stage, "%s (%.2f, %.2f, %.2f)", before, shown(at[0]), shown(at[1]), shown(at[2]));
}
static void note_two(bp_world *world) {
    note(world, MODELLED, "corner as modelled", bp_measure_vertex_mesh);
    note(world, POSED_OF_TWO, "corner", bp_measure_vertex_skinned);
}
/* The figure in bone space is in its bind pose, and its world matrix stands for the inverse bind. */
static void note_inverse(bp_world *world) {
    note(world, MODELLED, "corner as modelled", bp_measure_vertex_mesh);
    note(world, BONE_SPACE, "× inverse =", bp_measure_vertex_world);
    note(world, POSED, "corner", bp_measure_vertex_skinned);
}
static void note_absolute(bp_world *world) {
    note_inverse(world);
    note(world, POSED, "× absolute =", bp_measure_vertex_skinned);
}
static void note_world(bp_world *world) {
    note(world, ONLY, "posed corner × world =", bp_measure_vertex_world);
}
static void note_view(bp_world *world) { note(world, ONLY, "× view =", bp_measure_vertex_view); }
static void note_clip(bp_world *world) {
    float at[BP_CLAIM_VALUE_MAX] = {0};
    bp_measure_vertex_clip(world, &(bp_measure_args){.stage = ONLY, .other = VERTEX}, at);
    bp_world_note(world, ONLY, "× projection = (%.2f, %.2f, %.2f), w = %.2f", shown(at[0]), shown(at[1]),
                  shown(at[2]), shown(at[3]));
}
static void note_pixel(bp_world *world) {
    float at[BP_CLAIM_VALUE_MAX] = {0};
    bp_measure_vertex_pixel(world, &(bp_measure_args){.stage = ONLY, .other = VERTEX}, at);
    bp_world_note(world, ONLY, "÷ w, to pixels: (%.1f, %.1f)", (double)at[0], (double)at[1]);
}

/* A dot on the corner that the lesson follows. */
static void mark_corner(bp_world *world, bp_painter *painter) {
    const bp_figure *figure = world->stages[bp_paint_stage(painter)].figure;
    if (!figure) return;
    bp_vec3 at = bp_mat4_point(bp_figure_world(figure), bp_figure_positions(figure, 0)[VERTEX]);
    bp_paint_disc(painter, at, 5.5f, painter->theme->here);
    bp_paint_label(painter, &at, 1, "corner", painter->theme->here);
}

/* Bone space waits on a third stage, which isn't shown yet. */
static void setup(bp_world *world) {
    bp_world_add_character(world, "Mesh space", "as modelled", BP_BIND_NATURAL);
    bp_world_add_character(world, "Posed", "as the bones move it", BP_BIND_NATURAL);
    bp_world_add_character(world, "Bone space", "× absolute inverse bind", BP_BIND_NATURAL);
    world->stage_count = 2;
    world->paint = mark_corner;
    world->show = BP_SHOW_MESH | BP_SHOW_BONES;
    world->write_notes = note_two;
    world->camera = (bp_camera){.eye = {0, 0, 8}, .near_z = 1, .far_z = 101};
}

/* ---- the handle: the corner as modelled ---- */

static bp_vec3 corner_position(bp_world *world) { return world->stages[MODELLED].mesh->positions[VERTEX]; }
/* As the artist would move it, in the one mesh that all stages show. Three vertices, one a face, share the corner. */
static void set_corner_position(bp_world *world, bp_vec3 position) {
    bp_vec3 from = corner_position(world);
    for (int i = 0; i < world->stage_count; i++) {
        bp_mesh *mesh = world->stages[i].mesh;
        for (size_t k = 0; k < mesh->vertex_count; k++)
            if (bp_vec3_distance(mesh->positions[k], from) < 0.001f) mesh->positions[k] = position;
        bp_mesh_make_normals(mesh, &world->error);
    }
}

/* ---- the steps' changes ---- */

static void rotate_arm(bp_world *world, float t) {
    bp_world_rotate(world, POSED_OF_TWO, ARM, (bp_vec3){0, 0, 1}, 30 + 45 * t);
}
static void raise_body(bp_world *world, float t) {
    bp_bone_set_position(bp_world_bone(world, POSED_OF_TWO, BODY), (bp_vec3){0, 0.5f * t, 0});
    bp_skeleton_compute_absolutes(world->stages[POSED_OF_TWO].skeleton, true);
}
/* Puts bone space between the two stages; the mesh there is still in mesh space. The figure flies from the origin on
 * stage 3: each stage has a view of its own, so that the other two are large. */
static void show_bone_space(bp_world *world) {
    bp_stage bone_space = world->stages[2];
    world->stages[2] = world->stages[1];
    world->stages[1] = bone_space;
    world->stage_count = 3;
    for (int i = 0; i < 3; i++) world->stages[i].own_view = true;
    world->write_notes = note_inverse;
}
/* Takes the mesh into bone space: the shoulder to the origin, and the arm's direction to the bone's. */
static void into_bone_space(bp_world *world, float t) {
    bp_mat4 shift = bp_mat4_translation((bp_vec3){-0.5f * t, -1.5f * t, 0});
    bp_figure_set_world(world->stages[BONE_SPACE].figure,
                        bp_mat4_mul(shift, bp_mat4_rotation_z(bp_radians(-30 * t))));
}
static void show_product(bp_world *world) {
    world->stages[POSED].subtitle = "× absolute";
    world->write_notes = note_absolute;
}
/* Takes the arm from bone space to its pose: its absolute goes from the identity to Rz 75 T(0.5, 2, 0).
 * The body, its parent, is 0.5 m up. */
static void into_pose(bp_world *world, float t) {
    bp_world_rotate(world, POSED, ARM, (bp_vec3){0, 0, 1}, 75 * t);
    bp_bone_set_position(bp_world_bone(world, POSED, ARM), (bp_vec3){0.5f * t, 2 * t - 0.5f, 0});
    bp_skeleton_compute_absolutes(world->stages[POSED].skeleton, true);
}
static void show_posed_only(bp_world *world) {
    bp_world_show_stages(world, POSED, 1);
    world->stages[ONLY].title = "World, view, projection";
    world->stages[ONLY].subtitle = "from the posed mesh to a pixel";
    world->write_notes = note_world;
}
static void move_mesh(bp_world *world, float t) {
    bp_figure_set_world(world->stages[ONLY].figure, bp_mat4_translation((bp_vec3){-t, 0, 0}));
}
static void move_eye(bp_world *world, float t) {
    world->camera.eye = (bp_vec3){4.8f * t, 0, bp_mix(8, 6.4f, t)};
    world->write_notes = note_view;
}
static void widen_lens(bp_world *world, float t) {
    world->camera.fov_y = bp_radians(45 + 15 * t);
    world->write_notes = note_clip;
}
static void show_pixel(bp_world *world) { world->write_notes = note_pixel; }

/* Overwrites the stored bind and absolute bind with nonsense, prepares anew, and reads final. */
static void measure_overwritten(bp_world *world, const bp_measure_args *args, float *values) {
    bp_bone *bone = bp_world_bone(world, args->stage, args->bone);
    bp_bone_overwrite_binds(bone, bp_mat4_scaling((bp_vec3){7, 8, 9}), bp_mat4_scaling((bp_vec3){0, 0, 0}));
    bp_bone_set_local(bone, bp_bone_local(bone));
    bp_world_pose(world);
    bp_measure_matrix(world, args, values);
}

/* clang-format off */
static const bp_handle CORNER[] = {{"corner", MODELLED, corner_position, set_corner_position, .normal = {0, 0, 1}}};
#define FINAL {0.7071068f, 0.7071068f, 0, 0, -0.7071068f, 0.7071068f, 0, 0, 0, 0, 1, 0, 1.2071068f, 0.5857864f, 0, 1}
#define ABSOLUTE {0.2588190f, 0.9659258f, 0, 0, -0.9659258f, 0.2588190f, 0, 0, 0, 0, 1, 0, 0.5f, 2, 0, 1}
static const bp_readout OUTSIDE[] = {
    {"in the world, x", bp_measure_vertex_world, {ONLY, VERTEX, 0, 0}, "%.4f m", "× world"},
    {"in camera space, x", bp_measure_vertex_view, {ONLY, VERTEX, 0, 0}, "%.4f m", "× view"},
    {"pixel, x", bp_measure_vertex_pixel, {ONLY, VERTEX, 0, 0}, "%.1f", "of 400 × 400"}};
static const bp_claim MESH[] = {
    {0, "In the mesh the corner is at (1.8415, -0.4575, 0.25).", bp_measure_vertex_mesh, {MODELLED, VERTEX, 0, 0}, 3, {1.8415064f, -0.4575318f, 0.25f}, .unit = "m", .holds_before = true},
    {21, "A hundred frames of a rotating arm write two kinds only: local (1 a frame), final (3 a frame) ...",
     bp_measure_write_counts, {POSED_OF_TWO, 0, ARM, 0}, 2, {100, 300}, .unit = "writes", .holds_before = true},
    {22, "... and never the static ones: only their setters change them.", bp_measure_write_counts, {POSED_OF_TWO, 0, ARM, 0}, 7, {100, 300, 0, 0, 0, 0, 0}, .unit = "writes", .holds_before = true},
    {64, "Absolute is one of those five, until you ask for it: then 3 are written.", bp_measure_write_counts, {POSED_OF_TWO, 0, ARM, 0}, 8, {100, 300, 0, 0, 0, 0, 0, 3}, .unit = "writes", .holds_before = true}};
static const bp_claim LOCAL[] = {
    {11, "Local is composed of the rotation by 75° and the position (0.5, 1.5, 0).", bp_measure_matrix, {POSED_OF_TWO, 0, ARM, bp_bone_local}, 16,
     {0.2588190f, 0.9659258f, 0, 0, -0.9659258f, 0.2588190f, 0, 0, 0, 0, 1, 0, 0.5f, 1.5f, 0, 1}, .unit = ""}};
static const bp_claim RAISED[] = {
    {13, "Absolute is local times the body's: the arm's rotation, 0.5 m higher.", bp_measure_matrix, {POSED_OF_TWO, 0, ARM, bp_bone_absolute}, 16, ABSOLUTE, .unit = ""}};
static const bp_claim INVERSE[] = {
    {0, "Before that, the absolute inverse bind takes it to (0.1830, -2.3660, 0.25): this is how the bone sees it.",
     bp_measure_vertex_bone, {POSED, VERTEX, 0, 0}, 3, {0.1830127f, -2.3660254f, 0.25f}, .unit = "m", .holds_before = true},
    {24, "Bind and absolute bind served to make that inverse: overwritten with nonsense, they change no final.",
     measure_overwritten, {POSED, 0, ARM, bp_bone_final}, 16, FINAL, .unit = "", .holds_before = true}};
static const bp_claim BOTH[] = {
    {14, "Final is both in one: absolute with the bind removed.",
     bp_measure_matrix, {POSED, 0, ARM, bp_bone_final}, 16, FINAL, .unit = "", .holds_before = true,
     .page = "final is absolute with the bind removed", .engine = "getFinalMatrix() returns it with the bind still in",
     .engine_measure = bp_measure_chain, .engine_expected = ABSOLUTE},
    {0, "From the bone's space absolute takes the corner to (2.8328, 1.5644, 0.25).", bp_measure_vertex_skeleton, {POSED, VERTEX, 0, 0}, 3, {2.8327722f, 1.5644043f, 0.25f}, .unit = "m", .holds_before = true},
    {15, "Skinning multiplies the mesh's corner by it, with the same result.", bp_measure_vertex_skinned, {POSED, VERTEX, 0, 0}, 3, {2.8327722f, 1.5644043f, 0.25f}, .unit = "m", .holds_before = true}};
static const bp_claim WORLD[] = {
    {0, "The mesh's world matrix takes the corner to (1.8328, 1.5644, 0.25).", bp_measure_vertex_world, {ONLY, VERTEX, 0, 0}, 3, {1.8327722f, 1.5644043f, 0.25f}, .unit = "m"}};
static const bp_claim VIEW[] = {
    {0, "To the eye it is 6.7003 m in front, 1.3162 to the right, 1.5644 up.", bp_measure_vertex_view, {ONLY, VERTEX, 0, 0}, 3, {1.3162178f, 1.5644043f, -6.7003367f}, .unit = "m"}};
static const bp_claim CLIP[] = {
    {0, "Projected: (2.2798, 2.7096, 5.7573), and w is the distance 6.7003.", bp_measure_vertex_clip, {ONLY, VERTEX, 0, 0}, 4, {2.2797561f, 2.7096277f, 5.7573400f, 6.7003367f}, .unit = ""}};
static const bp_claim PIXEL[] = {
    {0, "Divided by w and scaled to 400 x 400: the pixel (268.05, 119.12).",
     bp_measure_vertex_pixel, {ONLY, VERTEX, 0, 0}, 3, {268.0490f, 119.1197f, 0.8592613f}, .unit = "pixels", .holds_before = true}};
static const bp_question WHICH_CHANGE = {
    .text = "The body's bone goes up by 0.5 m. Which of the arm's matrices will change?", .kind = BP_QUESTION_CHOICE, .answer = 1,
    .caption = "Local says where a bone is relative to its parent. Another matrix, absolute, says where it is in the whole skeleton. Now raise the arm's parent, the body.",
    .options = {"local, absolute and final", "absolute and final", "absolute", "none of them"},
    .right = "Seen from the body, the arm is where it was, so local stays. In the whole skeleton it is higher: absolute changes, and so does final, which moves the vertices.",
    .wrong = {{0, "Local says where the arm is as its parent sees it. Parent and arm rise together."},
              {2, "Then the arm's box would stay below while the body rises. Final moves its vertices."},
              {3, "The arm rises with the body, so something must say that it is higher now."}},
    .hint = "Which of them are measured from the body, and which in the whole skeleton?"};
static const bp_question WHAT_STAYS = {
    .text = "The arm on stage 3 will move. What does that do to the corner in bone space, on stage 2?", .kind = BP_QUESTION_CHOICE, .answer = 1,
    .options = {"it moves along", "nothing", "it moves the other way"},
    .right = "The corner is fixed to its bone. Seen from the bone it never moves, in any pose: that is why bone space is useful.",
    .wrong = {{0, "Seen from the root it moves. But the bone moves with it."},
              {2, "That would be the view from a bone that the corner doesn't follow. This one carries it along."}},
    .hint = "Sit on the bone. Where do you see the hand while the arm swings?"};
static const bp_question FARTHER = {
    .text = "Another vertex has the same x and y after projection, but twice the w: it is twice as far away. Where is its pixel?",
    .kind = BP_QUESTION_CHOICE, .answer = 0,
    .options = {"closer to the picture's middle", "at the same pixel", "farther from the middle"},
    .right = "x / w and y / w are half as large, and (0, 0) is the middle. So equal things look smaller far away.",
    .wrong = {{1, "w isn't only stored: x and y are divided by it."},
              {2, "Dividing by a larger number makes x and y smaller, not larger."}},
    .hint = "x and y are divided by w, and (0, 0) is the middle of the picture."};

static const bp_step STEPS[] = {
    {"Follow one vertex to its pixel: a corner of the left hand. In mesh space, where the artist modelled it, it is at (1.84, -0.46, 0.25). These numbers never change, whatever the bones do.",
     NULL, MESH, BP_COUNT(MESH), .stage = POSED_OF_TWO, .bone = ARM},
    {"Rotate the arm to 75°. Your angle goes into local, the matrix that you set. Before each frame a call named prepare computes the final matrix from it, and final moves the vertices. Prepare leaves absolute alone: it is computed only when you ask for it, and until then the panel calls it stale.",
     rotate_arm, LOCAL, BP_COUNT(LOCAL), .stage = POSED_OF_TWO, .bone = ARM},
    {"Raise the body by 0.5 m. The arm's local matrix stays: relative to the body, the arm is where it was. Its absolute is local times the parent's absolute. It says where the bone is in the whole skeleton, so it is 0.5 m higher.",
     raise_body, RAISED, BP_COUNT(RAISED), &WHICH_CHANGE, .stage = POSED_OF_TWO, .bone = ARM},
    {"Final moves the corner in two halves. The first half has a long name, which lesson 3 explains: the absolute inverse bind. It takes the mesh into bone space: the shoulder goes to the origin, and the arm hangs straight down, along the bone. On stage 2 the corner's numbers count from the shoulder. Drag it on stage 1.",
     into_bone_space, INVERSE, BP_COUNT(INVERSE), .stage = BONE_SPACE, .bone = ARM, .seconds = 1.6f, .arrange = show_bone_space, .pictured = true,
     .handles = CORNER, .handle_count = 1},
    {"The second half, absolute, takes the arm from bone space to where the bone is now: on stage 3, from the origin to the pose. Final is both in one matrix: absolute inverse bind times absolute. The panel's \"chain\" is that absolute as prepare computes it for each frame: it is never stale.",
     into_pose, BOTH, BP_COUNT(BOTH), &WHAT_STAYS, .stage = POSED, .bone = ARM, .seconds = 1.6f, .arrange = show_product, .pictured = true,
     .handles = CORNER, .handle_count = 1},
    {"The bones are done. The mesh itself can be anywhere in the scene: its world matrix now moves it 1 m to the left, and the corner with it.",
     move_mesh, WORLD, BP_COUNT(WORLD), .readouts = OUTSIDE, .readout_count = 3, .stage = ONLY, .bone = ARM, .arrange = show_posed_only},
    {"The view matrix gives positions as the camera sees them: x to the right, y up, and -z forward. Move the camera aside. The corner stays in the world, but its numbers in camera space change.",
     move_eye, VIEW, BP_COUNT(VIEW), .stage = ONLY, .bone = ARM},
    {"The projection matrix is the lens: a wider one makes everything smaller. It also stores the distance from the camera, as a fourth number, w.",
     widen_lens, CLIP, BP_COUNT(CLIP), .stage = ONLY, .bone = ARM},
    {"Divide x and y by w, and scale them to the picture's size, here 400 × 400: that is the pixel. Now you know the whole way: mesh space, bone space, posed mesh, world, camera, projection, pixel.",
     NULL, PIXEL, BP_COUNT(PIXEL), &FARTHER, .stage = ONLY, .bone = ARM, .arrange = show_pixel, .pictured = true}};

const bp_lesson_plan bp_lesson = {
    .number = 2,
    .name = "02_seven_matrices",
    .title = "Seven matrices",
    .summary = "The way of a vertex to its pixel, one matrix after another.",
    .difficulty = 2,
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_ABSOLUTE | BP_MATRIX_FINAL | BP_MATRIX_ABSOLUTE_INVERSE_BIND,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.goal = "You will be able to follow a vertex from the mesh to its pixel, and say what each matrix on the way does.",
             .learned = {"Local is what you set. Absolute is local times the parent's absolute, and includes everything above the bone.",
                         "The absolute inverse bind takes a vertex into bone space, where it stays for good.",
                         "Absolute takes it from there to the pose. Final is the product of both, and skinning uses only that.",
                         "You know four of a bone's seven matrices now, of which only local and final are written in every frame. Bind, absolute bind and rest come in lessons 3 and 7."},
             .next = "The bind pose",
             .teaches = "Which matrices a bone has, which of them change, and how a vertex gets from the mesh to the screen.",
             .prerequisites = "01_what_a_bone_is",
             .try_this = {"At step 5 rotate the body on stage 3: the corner moves on stage 3, and stays on stage 2.",
                          "At step 5 drag the corner on stage 1: both products follow, and no matrix changes.",
                          "At step 5 press K, then P. Babylon.js itself, \"the engine\", gives you absolute when you ask it for final."},
             .questions = {"Two vertices of one arm go to the screen. Which of the matrices on their way differ between them?",
                           "Why isn't a vertex of the mesh multiplied by absolute alone?",
                           "An arm's local matrix didn't change, and the arm moved. How is that possible?"}}};
