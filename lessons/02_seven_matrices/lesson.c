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
 * = (0.5 + 0.7071, 2 - 1.4142, 0) = (1.2071, 0.5858, 0). */
#include <bindpose/bindpose.h>

#define ARM "boneArmLeft"
enum { VERTEX = 43 };

static void setup(bp_world *world) {
    bp_world_add_character(world, "One vertex", "the left hand's outer front corner", BP_BIND_NATURAL);
    world->stages[0].marked_name = "the corner", world->stages[0].marked_vertex = VERTEX;
    world->camera = (bp_camera){.eye = {0, 0, 8}, .near_z = 1, .far_z = 101};
    bp_world_note(world, 0, "left arm: T(0.5, 1.5, 0) Rz 30°");
}

static void rotate_arm(bp_world *world, float t) {
    bp_world_rotate(world, 0, ARM, (bp_vec3){0, 0, 1}, 30 + 45 * t);
    bp_world_note(world, 0, "left arm: T(0.5, 1.5, 0) Rz %.4g°", 30 + 45 * (double)t);
}
static void raise_body(bp_world *world, float t) {
    bp_bone_set_position(bp_world_bone(world, 0, "boneBody"), (bp_vec3){0, 0.5f * t, 0});
    bp_skeleton_compute_absolutes(world->stages[0].skeleton, true);
    bp_world_note(world, 0, "left arm: Rz 75°; body: T(0, %.3g, 0)", 0.5 * (double)t);
}
static void move_mesh(bp_world *world, float t) {
    bp_figure_set_world(world->stages[0].figure, bp_mat4_translation((bp_vec3){-t, 0, 0}));
    bp_world_note(world, 0, "mesh: T(%.3g, 0, 0)", -(double)t);
}
static void move_eye(bp_world *world, float t) {
    world->camera.eye = (bp_vec3){4.8f * t, 0, bp_mix(8, 6.4f, t)};
    bp_vec3 eye = world->camera.eye;
    bp_world_note(world, 0, "eye at (%.3g, 0, %.3g)", (double)eye.x, (double)eye.z);
}
static void widen_lens(bp_world *world, float t) {
    world->camera.fov_y = bp_radians(45 + 15 * t);
    bp_world_note(world, 0, "lens: %.3g°", 45 + 15 * (double)t);
}

/* Overwrites the stored bind and absolute bind with nonsense, prepares anew, and reads final. */
static void measure_overwritten(bp_world *world, const bp_measure_args *args, float *values) {
    bp_bone *bone = bp_world_bone(world, args->stage, args->bone);
    bp_bone_overwrite_binds(bone, bp_mat4_scaling((bp_vec3){7, 8, 9}), bp_mat4_scaling((bp_vec3){0, 0, 0}));
    bp_bone_set_local(bone, bp_bone_local(bone));
    bp_world_pose(world);
    bp_measure_matrix(world, args, values);
}

/* clang-format off */
#define FINAL {0.7071068f, 0.7071068f, 0, 0, -0.7071068f, 0.7071068f, 0, 0, 0, 0, 1, 0, 1.2071068f, 0.5857864f, 0, 1}
#define ABSOLUTE {0.2588190f, 0.9659258f, 0, 0, -0.9659258f, 0.2588190f, 0, 0, 0, 0, 1, 0, 0.5f, 2, 0, 1}
static const bp_readout READOUTS[] = {
    {"corner in the mesh, x", bp_measure_vertex_mesh, {0, VERTEX, 0, 0}, "%.4f m", "as modelled"},
    {"in the bone's space, x", bp_measure_vertex_bone, {0, VERTEX, 0, 0}, "%.4f m", "× inverse bind"},
    {"in the skeleton's space, x", bp_measure_vertex_skeleton, {0, VERTEX, 0, 0}, "%.4f m", "× absolute"}};
static const bp_readout OUTSIDE[] = {
    {"in the world, x", bp_measure_vertex_world, {0, VERTEX, 0, 0}, "%.4f m", "× world"},
    {"in camera space, x", bp_measure_vertex_view, {0, VERTEX, 0, 0}, "%.4f m", "× view"},
    {"pixel, x", bp_measure_vertex_pixel, {0, VERTEX, 0, 0}, "%.1f", "of 400"}};
static const bp_claim MESH[] = {
    {0, "In the mesh the corner is at (1.8415, -0.4575, 0.25).", bp_measure_vertex_mesh, {0, VERTEX, 0, 0}, 3, {1.8415064f, -0.4575318f, 0.25f}, .unit = "m", .holds_before = true},
    {21, "A hundred frames of a rotating arm write two kinds only: local (1 a frame), final (3 a frame) ...",
     bp_measure_write_counts, {0, 0, ARM, 0}, 2, {100, 300}, .unit = "writes", .holds_before = true},
    {22, "... and never the static ones: only their setters change them.", bp_measure_write_counts, {0, 0, ARM, 0}, 7, {100, 300, 0, 0, 0, 0, 0}, .unit = "writes", .holds_before = true},
    {64, "Absolute is one of those five, until you ask for it: then 3 are written.", bp_measure_write_counts, {0, 0, ARM, 0}, 8, {100, 300, 0, 0, 0, 0, 0, 3}, .unit = "writes", .holds_before = true}};
static const bp_claim LOCAL[] = {
    {11, "Local is composed of the rotation by 75° and the position (0.5, 1.5, 0).", bp_measure_matrix, {0, 0, ARM, bp_bone_local}, 16,
     {0.2588190f, 0.9659258f, 0, 0, -0.9659258f, 0.2588190f, 0, 0, 0, 0, 1, 0, 0.5f, 1.5f, 0, 1}, .unit = ""}};
static const bp_claim RAISED[] = {
    {13, "Absolute is local times the body's: the arm's rotation, 0.5 m higher.", bp_measure_matrix, {0, 0, ARM, bp_bone_absolute}, 16, ABSOLUTE, .unit = ""}};
static const bp_claim INVERSE[] = {
    {0, "Before that, the absolute inverse bind takes it to (0.1830, -2.3660, 0.25): this is how the bone sees it.",
     bp_measure_vertex_bone, {0, VERTEX, 0, 0}, 3, {0.1830127f, -2.3660254f, 0.25f}, .unit = "m", .holds_before = true},
    {24, "Bind and absolute bind served to make that inverse: overwritten with nonsense, they change no final.",
     measure_overwritten, {0, 0, ARM, bp_bone_final}, 16, FINAL, .unit = "", .holds_before = true}};
static const bp_claim BOTH[] = {
    {14, "Final is both in one: absolute with the bind removed.",
     bp_measure_matrix, {0, 0, ARM, bp_bone_final}, 16, FINAL, .unit = "", .holds_before = true,
     .page = "final is absolute with the bind removed", .engine = "getFinalMatrix() returns it with the bind still in",
     .engine_measure = bp_measure_chain, .engine_expected = ABSOLUTE},
    {0, "From the bone's space absolute takes the corner to (2.8328, 1.5644, 0.25).", bp_measure_vertex_skeleton, {0, VERTEX, 0, 0}, 3, {2.8327722f, 1.5644043f, 0.25f}, .unit = "m", .holds_before = true},
    {15, "Skinning multiplies the mesh's corner by it, with the same result.", bp_measure_vertex_skinned, {0, VERTEX, 0, 0}, 3, {2.8327722f, 1.5644043f, 0.25f}, .unit = "m", .holds_before = true}};
static const bp_claim WORLD[] = {
    {0, "The mesh's world matrix takes the corner to (1.8328, 1.5644, 0.25).", bp_measure_vertex_world, {0, VERTEX, 0, 0}, 3, {1.8327722f, 1.5644043f, 0.25f}, .unit = "m"}};
static const bp_claim VIEW[] = {
    {0, "To the eye it is 6.7003 m in front, 1.3162 to the right, 1.5644 up.", bp_measure_vertex_view, {0, VERTEX, 0, 0}, 3, {1.3162178f, 1.5644043f, -6.7003367f}, .unit = "m"}};
static const bp_claim CLIP[] = {
    {0, "Projected: (2.2798, 2.7096, 5.7573), and w is the distance 6.7003.", bp_measure_vertex_clip, {0, VERTEX, 0, 0}, 4, {2.2797561f, 2.7096277f, 5.7573400f, 6.7003367f}, .unit = ""}};
static const bp_claim PIXEL[] = {
    {0, "Divided by w and scaled to 400 x 400: the pixel (268.05, 119.12).",
     bp_measure_vertex_pixel, {0, VERTEX, 0, 0}, 3, {268.0490f, 119.1197f, 0.8592613f}, .unit = "pixels", .holds_before = true}};
static const bp_question FINAL_X = {
    "Absolute rotates by 75° and the bind by 30°. By how much does final rotate?", .answer = 45, .unit = "degrees",
    .right = "Inverse bind first, then absolute: -30 + 75.",
    .wrong = {{75, "That is absolute, with the bind still in it."},
              {105, "The bind is removed, not added."},
              {-45, "The size is right: absolute minus bind, not bind minus absolute."}},
    .hint = "Final is absolute inverse bind times absolute. About one axis, angles add up."};
static const bp_question PIXEL_X = {
    "Clip x is 2.2798 and w is 6.7003. Which pixel x is that, of 400?", .answer = 268, .tolerance = 0.6f, .unit = "pixels",
    .right = "200 (1 + 2.2798 / 6.7003) = 268.05, which is pixel 268.",
    .wrong = {{68, "That counts from the middle: the left edge is -1, so add 1 before you multiply by 200."},
              {136, "Half of the width is on each side of the middle: 200 to the right, not 400."},
              {656, "Divide by w first: what is far away comes closer to the middle."}},
    .hint = "Divide by w: -1 is the left edge, +1 the right one."};

static const bp_step STEPS[] = {
    {"Follow one corner of the left hand, here as modelled. The panel shows seven matrices; only two of them change every frame.",
     NULL, MESH, BP_COUNT(MESH), .readouts = READOUTS, .readout_count = 3, .bone = ARM},
    {"Rotate the arm to 75°. Your value goes into local; final follows when `prepare` runs.", rotate_arm, LOCAL, BP_COUNT(LOCAL), .bone = ARM},
    {"Raise the body by 0.5 m. The arm's local matrix doesn't change. Its absolute does: it includes the body's.", raise_body, RAISED, BP_COUNT(RAISED), .bone = ARM},
    {"How does the corner follow? First the inverse bind takes it into the bone's own space, as in the starting pose.",
     NULL, INVERSE, BP_COUNT(INVERSE), .bone = ARM},
    {"Then absolute takes it to where the bone is now. Final does both at once. Press P: the engine's getter returns another matrix.",
     NULL, BOTH, BP_COUNT(BOTH), &FINAL_X, .bone = ARM},
    {"The bones are done. Now the world matrix moves the mesh 1 m to the left.",
     move_mesh, WORLD, BP_COUNT(WORLD), .readouts = OUTSIDE, .readout_count = 3, .bone = ARM},
    {"The view matrix gives the position as the eye sees it. Move the eye aside: the numbers change, the corner stays.",
     move_eye, VIEW, BP_COUNT(VIEW), .bone = ARM},
    {"The projection is the lens: a wider one makes everything smaller. It also keeps the distance, as w.", widen_lens, CLIP, BP_COUNT(CLIP), .bone = ARM},
    {"Divide by w, and you have a pixel. That was the whole way: mesh, bone, skeleton, world, eye, lens, pixel.", NULL, PIXEL, BP_COUNT(PIXEL), &PIXEL_X, .bone = ARM}};

const bp_lesson_plan bp_lesson = {
    .number = 2,
    .name = "02_seven_matrices",
    .title = "Seven matrices",
    .summary = "What each one does to a vertex on its way to a pixel.",
    .difficulty = 2,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.teaches = "Which matrices a bone has, which of them change, and how a vertex gets from the mesh to the screen.",
              .prerequisites = "01_what_a_bone_is",
              .try_this = {"Rotate the body with Up and Down, and see which entries of the arm are marked as changed.",
                           "Press P at step 5."},
              .questions = {"Two vertices of one arm: which of the matrices on their way are the same for both?"}}};
