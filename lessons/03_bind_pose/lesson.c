/* Why nothing moves in the bind pose: there the mesh is as modelled (claims 16 to 19, 24, 45 and 60).
 *
 * The left arm's bone is made with a rotation of 30 degrees about Z and the translation (0.5, 1.5, 0). Row
 * vectors:
 *
 *     B = [  c  s  0  0 ]   c = cos 30 = 0.8660      B^-1 = R(-30), and the translation
 *         [ -s  c  0  0 ]   s = sin 30 = 0.5         (-0.5 c - 1.5 s, 0.5 s - 1.5 c, 0)
 *         [  0  0  1  0 ]                            = (-1.1830, -1.0490, 0)
 *         [0.5 1.5 0  1 ]
 *
 * With the body bound 1 m higher, the arm's absolute bind is B times a translation by (0, 1, 0): (0.5, 2.5,
 * 0). */
#include "rig/engine.h"
#include "shared/boxes.h"
#include <math.h>

enum { PERSON, FIRST, SECOND };

static void paint_final(bp_world *world, bp_painter *painter) { bp_mark_arm_angle(world, painter, NULL); }
static void paint_both(bp_world *world, bp_painter *painter) {
    bp_mark_arm_angle(world, painter, "local");
    paint_final(world, painter);
}
static void paint_grid(bp_world *world, bp_painter *painter) {
    (void)world;
    if (bp_paint_stage(painter) == 1) bp_mark_bone_grid(painter);
}
static void paint_floor(bp_world *world, bp_painter *painter) {
    const bp_vec3 ends[] = {{-1.4f, -1.75f, 0.5f}, {1.4f, -1.75f, 0.5f}};
    (void)world;
    bp_paint_lines(painter, ends, 2, false, 2, painter->theme->floor);
}
static void add_bind_ghost(bp_world *world) {
    bp_world_add_ghost(world, 0, "as modelled", bp_ghost_in_bind, 0);
}

static void setup(bp_world *world) {
    bp_add_person(world, "");
    bp_world_add_character(world, "", "", BP_BIND_NATURAL);
    bp_world_add_character(world, "The bone's grid", "", BP_BIND_NATURAL);
    if (world->error.kind != BP_ERROR_NONE) return;
    bp_world_show_stages(world, PERSON, 1);
}
static void rotate(bp_world *world, float degrees) {
    bp_world_rotate(world, 0, ARM, (bp_vec3){0, 0, 1}, degrees);
}
static void pull(bp_world *world, float t) {
    bp_person_rotate(world->stages[0].skeleton, UPPER_ARM, (bp_vec3){0, 0, 1}, 60 * t);
    bp_person_rotate(world->stages[0].skeleton, FOREARM, (bp_vec3){0, 0, 1}, 40 * t);
    add_bind_ghost(world);
}
static void show_boxes(bp_world *world) {
    bp_world_show_stages(world, FIRST, 1);
    world->show = BP_SHOW_MESH | BP_SHOW_BONES;
    add_bind_ghost(world);
}
static void rotate_away(bp_world *world, float t) { rotate(world, 30 + 60 * t); }
static void show_arcs(bp_world *world) {
    rotate(world, 30);
    world->paint = paint_both;
    add_bind_ghost(world);
}
static void show_arcs_away(bp_world *world) {
    rotate(world, 90);
    add_bind_ghost(world);
}
static void rotate_back(bp_world *world, float t) { rotate(world, 90 - 60 * t); }
static void show_upright(bp_world *world) {
    world->paint = paint_final;
    bp_world_add_ghost(world, 0, "as modelled", bp_ghost_arm_as_modelled, 0);
}
static void lean(bp_world *world, float t) { bp_world_rotate(world, 0, BODY, (bp_vec3){0, 0, 1}, 20 * t); }
static void show_grid(bp_world *world) {
    lean(world, 0);
    bp_world_show_stages(world, FIRST, 2);
    world->stages[0].title = "As modelled";
    world->paint = paint_grid;
    world->camera = (bp_camera){.eye = {0, 0, 9}};
}
/* Takes the mesh into the bone's grid: the shoulder to the origin, and the arm straight down. */
static void undo(bp_world *world, float t) {
    bp_mat4 shift = bp_mat4_translation((bp_vec3){-0.5f * t, -1.5f * t, 0});
    bp_figure_set_world(world->stages[1].figure, bp_mat4_mul(shift, bp_mat4_rotation_z(bp_radians(-30 * t))));
}
static void show_one(bp_world *world) {
    world->paint = paint_floor;
    bp_world_show_stages(world, FIRST, 1);
}
static void raise_bind(bp_world *world, float t) {
    bp_bone_set_bind(bp_world_bone(world, 0, BODY), bp_mat4_translation((bp_vec3){0, t, 0}), &world->error);
}
static void show_person(bp_world *world) {
    world->paint = NULL;
    bp_world_show_stages(world, PERSON, 1);
    pull(world, 0);
}
static void wave(bp_world *world, float t) {
    bp_person_rotate(world->stages[0].skeleton, UPPER_ARM, (bp_vec3){0, 0, 1}, 40 * t);
    bp_person_rotate(world->stages[0].skeleton, FOREARM, (bp_vec3){0, 0, 1}, 70 * t);
}

static const float MOVED[] = {90, 60, 120}; /* by how much the mesh's arm rotates: the options of HOW_FAR */
static void ghost_moved(bp_skeleton *copy, float option) {
    bp_pose_ghost_arm(copy, 30 + MOVED[(int)option % 3], BP_SHOULDER);
}
/* The arm's final is the identity; 20; 50 degrees. */
static void ghost_of_parent(bp_skeleton *copy, float option) {
    float final = option < 0.5f ? 0 : option < 1.5f ? 20.0f : 50.0f;
    bp_pose_ghost_final(copy, bp_mat4_rotation_z(bp_radians(final)));
}
/* The bones rise; the mesh, which has what the bind lacks, stays; it rises with them; it sinks. */
static void raise_as(bp_world *world, int option) {
    raise_bind(world, option == 0 ? 1 : option == 1 ? 0.0f : 2.0f);
    bp_bone_set_position(bp_world_bone(world, 0, BODY), (bp_vec3){0, 1, 0});
}

/* How many bones don't have the identity as final. */
static void measure_moved(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_skeleton *skeleton = world->stages[args->stage].skeleton;
    const bp_mat4 identity = bp_mat4_identity();
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++) {
        bp_mat4 final = bp_bone_final(bp_skeleton_bone(skeleton, i));
        float largest = 0;
        for (int k = 0; k < 16; k++) largest = fmaxf(largest, fabsf(final.m[k] - identity.m[k]));
        values[0] += largest >= 1e-3f;
    }
}
/* Overwrites the stored bind and absolute bind with nonsense, prepares anew, and reads final. */
static void measure_overwritten(bp_world *world, const bp_measure_args *args, float *values) {
    bp_bone *bone = bp_world_bone(world, args->stage, args->bone);
    bp_bone_set_local(bone, bp_left_arm_local(1, (bp_vec3){0, 0, 1}, 75));
    bp_bone_overwrite_binds(bone, bp_mat4_scaling((bp_vec3){7, 8, 9}), bp_mat4_scaling((bp_vec3){0, 0, 0}));
    bp_world_pose(world);
    bp_measure_matrix(world, args, values);
}

/* clang-format off */ /* tables */
static const bp_readout MOVED_BONES[] = {
    {.label = "bones that have moved", .measure = measure_moved, .format = "%.0f of 21"}};
static const bp_readout READOUTS[] = {ANGLE_OF("local", 0, ARM, bp_bone_local),
                                      ANGLE_OF("bind", 0, ARM, bp_bone_bind)};

static const bp_step_slider PULL = PERCENT_SLIDER("pulled away");
static const bp_step_slider AWAY = ANGLE_SLIDER("local", 0, ARM, 30, 90, 30, 75);
static const bp_step_slider TWO = ANGLE_SLIDER("local", 0, ARM, 0, 120, 30, 90);
static const bp_step_slider BACK = ANGLE_SLIDER("local", 0, ARM, 0, 120, 90, 30);
static const bp_step_slider LEAN = ANGLE_SLIDER("body leans", 0, BODY, 0, 20, 0, 20);
static const bp_step_slider UNDO = PERCENT_SLIDER("undone");
static const bp_step_slider RAISE = {.name = "the body's bind", .unit = " m up", .max = 1, .to = 1,
                                     .decimals = 2, .measure = bp_measure_height,
                                     .args = {0, 0, BODY, bp_bone_bind}};
static const bp_step_slider WAVE = PERCENT_SLIDER("towards a wave");

#define MADE_WITH ABOUT_Z(0.8660254f, 0.5f, 0.5f, 1.5f)

static const bp_question HOW_FAR = {
    .text = "Local goes from 30° to 90°. By how much does the mesh of the arm rotate?",
    .pose = ghost_moved, CHOICE(1, "by 90°", "by 60°", "by 120°"),
    .right = "The mesh was attached with the bone at 30°, so it moves by the difference: 90° - 30° = 60°.",
    .wrong = {{0, "That is the bone's angle. The mesh was already on the bone when that was 30°."},
              {2, "The bind's 30° are taken away, not added."}}};
static const bp_question WHICH_FINAL = {
    .text = "Local goes back to 30°, where the bone was bound. What is final there?",
    CHOICE(1, "the bind", "the identity: it changes nothing", "the inverse of the bind"),
    .right = "Undo the bind, do the pose, and here the pose is the bind. Both cancel, and every vertex stays "
             "as modelled. That is why nothing moves in the bind pose.",
    .wrong = {{0, "Then the arm would be rotated by 30° more than it was modelled."},
              {2, "That is the first half: undo the bind. The pose does it again."}}};
static const bp_question OF_PARENT = {
    .text = "The body leans by 20°. Local stays 30°, and so does the bind. What is the arm's final then?",
    .pose = ghost_of_parent,
    CHOICE(1, "the identity: local is the bind", "a rotation by 20°", "a rotation by 50°"),
    .right = "The arm goes with its parent, so its vertices must move. Final compares where the arm is "
             "now, parents included, with where it was bound, parents included.",
    .wrong = {{0, "Then the arm would stay in the air while its body leans away."},
              {2, "30° of these are in the bind as well, and cancel."}}};
static const bp_question BIND_RISES = {
    .text = "The body's bind gets 1 m higher, and the bone goes along. What does the mesh do?",
    .picture = raise_as, CHOICE(0, "it stays", "it rises", "it sinks"),
    .right = "Bones and bind rise together, so nothing moved from where it was attached.",
    .wrong = {{1, "It would if local changed alone. Here the place of attaching changes with it."},
              {2, "It would if the bind changed alone, and the bone stayed."}}};

static const bp_step STEPS[] = {
    {.prose = "The person's left arm has left its [ghost:violet twin]. Lead it back by the slider, and the "
              "twin is covered: in that one pose none of the 21 bones has moved.\n\nWhat is special "
              "about it?", .change = pull,
     .slider = &PULL,
     READOUTS_OF(MOVED_BONES),
     .bone = UPPER_ARM},
    {.heading = "The bind is where the bone was",
     .prose = "When a mesh is attached to its bones, each [bone:bone] is somewhere. That transform is "
              "stored. It is called the bind.\n\nMove the bone: it leaves its bind, which stays "
              "with the [ghost:violet arm], the arm as it was modelled.", .arrange = show_boxes,
     .change = bp_raise_arm, .slider = &AWAY,
     CLAIMS({.number = 16, .text = "The bind matrix is the transform that the bone was made with.",
             MATRIX_OF(0, ARM, bp_bone_bind), .expected = MADE_WITH, .holds_before = true},
            {.number = 60, .text = "The local matrix starts equal to it.",
             MATRIX_OF(1, ARM, bp_bone_local), .expected = MADE_WITH, .holds_before = true},
            {.number = 45,
             .text = "The arm's bone starts at the shoulder and runs along the arm: parallel, 0.067 m off "
                     "its axis.", .measure = bp_measure_arm_alignment, .args = {1, 0, 0, 0}, .count = 2,
             .expected = {0, 0.0670f}, .tolerance = 1e-4f, .unit = "degrees, m", .holds_before = true}),
     READOUTS_OF(READOUTS),
     .bone = ARM, .code = "bp_bone_bind(arm);", .babylon = "arm.getBindMatrix();"},
    {.heading = "Two angles",
     .prose = "There are two angles now. Local counts from straight down, where a [bone:bone] at 0° would "
              "point. The mesh's angle counts from the [ghost:violet arm], where it was modelled.",
     .arrange = show_arcs, .change = rotate_away, .slider = &TWO, .question = &HOW_FAR,
     CLAIMS({.text = "Local rotates by 90°, minus the bind's 30°: the mesh rotates by 60°.",
             ANGLE_IS(0, ARM, bp_bone_final, 60)}),
     .bone = ARM, .code = ROTATE_ARM, .babylon = ROTATE_ARM_JS},
    {.heading = "Back in the bind",
     .prose = "Final is the matrix that moves the vertices: undo the bind, do the pose. Lead the [left:arm] "
              "back to where it was bound.", .arrange = show_arcs_away, .change = rotate_back,
     .slider = &BACK, .question = &WHICH_FINAL,
     CLAIMS({.number = 17, .text = "With local = bind for every bone, every final matrix is the identity.",
             .measure = bp_measure_identity_error, .args = {0, 0, 0, bp_bone_final}, .expected = {1e-6f},
             .at_most = true}),
     .code = "bp_bone_final(arm);", .babylon = "skeleton.getTransformMatrices(mesh);"},
    {.heading = "The parent leans",
     .prose = "The arm's local is its bind, and stays. But its parent, the body, is about to lean.",
     .arrange = show_upright, .change = lean, .slider = &LEAN, .question = &OF_PARENT,
     CLAIMS({.text = "The body leans by 20°, and so does the arm, at its own bind.",
             ANGLE_IS(0, ARM, bp_bone_final, 20)}),
     .bone = ARM},
    {.heading = "One matrix is stored",
     .prose =
         "In every pose the vertices are first taken into the [bone:bone]'s grid: its bind is undone, and "
         "the binds of all its parents. That is one matrix, the same for all poses, so it is computed once "
         "and stored: the absolute inverse bind.\n\nIt rotates by -30° and takes the shoulder to the origin.",
     .arrange = show_grid, .change = undo, .slider = &UNDO,
     CLAIMS({.number = 19, .text = "The absolute inverse bind undoes it: a rotation by -30° ...",
             ANGLE_IS(0, ARM, bp_bone_absolute_inverse_bind, -30), .holds_before = true},
            {.number = 19, .text = "... and the translation (-1.1830, -1.0490, 0).",
             POSITION_IS(0, ARM, bp_bone_absolute_inverse_bind, -1.1830127f, -1.0490381f, 0),
             .holds_before = true},
            {.number = 24,
             .text = "Bind and absolute bind served to make that inverse: overwritten, they change no final.",
             .measure = measure_overwritten, .args = {0, 0, ARM, bp_bone_final}, .count = 16,
             .expected = ABOUT_Z(0.7071068f, 0.7071068f, 1.2071068f, 0.0857864f), .holds_before = true}),
     .code = "bp_bone_absolute_inverse_bind(arm);", .babylon = "arm.getAbsoluteInverseBindMatrix();",
     .cover = true,
     .footnote = "Of the binds, final uses only this inverse. Bind and absolute bind (the bind with its "
                 "parents' binds) are there to make it."},
    {.heading = "A new bind for the body",
     .prose = "A bind can be set anew: move the bones, then attach the mesh as it stands. The body's bind "
              "is about to get 1 m higher, and the [bone:body's bone] goes along. The line marks the floor.",
     .bone = BODY, .arrange = show_one, .change = raise_bind, .slider = &RAISE, .question = &BIND_RISES,
     CLAIMS({.number = 18, .text = "Absolute bind is bind times the parent's: the arm's is 1 m higher ...",
             POSITION_IS(0, ARM, bp_bone_absolute_bind, 0.5f, 2.5f, 0)},
            {.number = 18, .text = "... and its own bind is as before.", MATRIX_OF(0, ARM, bp_bone_bind),
             .expected = MADE_WITH, .holds_before = true},
            {.number = 17, .text = "Every final is still the identity: the mesh stays.",
             .measure = bp_measure_identity_error, .args = {0, 0, 0, bp_bone_final}, .expected = {1e-6f},
             .at_most = true, .holds_before = true}),
     READOUTS(HEIGHT_OF("the arm's bind: y", 0, ARM, bp_bone_bind, "%.1f m"),
              HEIGHT_OF("its absolute bind: y", 0, ARM, bp_bone_absolute_bind, "%.1f m")),
     .code = "bp_bone_set_bind(body, m, &error);", .babylon = "body.setBindMatrix(m);"},
    {.heading = "All 21 at once",
     .prose =
         "The person again. Pull any limb. The [ghost:twin] stays as modelled. As long as a limb lies on "
         "it, local is the bind for the bone and all its parents, final is the identity, and its vertices "
         "haven't moved.",
     .arrange = show_person, .change = wave, .slider = &WAVE,
     READOUTS_OF(MOVED_BONES),
     .bone = UPPER_ARM, .code = "bp_bone_final(bone);", .babylon = "skeleton.getTransformMatrices(mesh);"},
};

const bp_lesson_plan bp_lesson = {
    LESSON(3, "03_bind_pose"), .title = "Why does nothing move in the bind pose?",
    .summary =
        "The bind is where a bone was when the mesh was attached, and final is what has changed since.",
    .difficulty = 1,
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_FINAL | BP_MATRIX_BIND | BP_MATRIX_ABSOLUTE_BIND |
                BP_MATRIX_ABSOLUTE_INVERSE_BIND,
    .text = {.goal = "You will be able to say how far a mesh moves for a given local matrix.",
             .learned = {"You can say how far a mesh moves for a given local: by the difference to the bind.",
                         "In the bind pose every final is the identity.",
                         "The absolute inverse bind, with all parents' binds in it, is the stored way into "
                         "the bone's grid.",
                         "The bind is where the bone was. May it be anywhere?"},
             .next = "Does it matter where I put a bone?",
             .prerequisites = "02_seven_matrices",
             .try_this = {"At step 5 rotate the arm back upright: is its final the identity now?",
                          "At step 7 rotate the body: about which point?"}},
};
