/* Whether it matters where a bone is: three skeletons with different binds move one mesh, and it looks alike
 * on all of them, until bones move (claims 46, 47 and 61).
 *
 * Final is absolute inverse bind times absolute. In the bind pose the two cancel for every bind that has an
 * inverse: B^-1 B = I. A mirrored and sheared bind has the determinant (-1) (1) (1) = -1. */
#include "shared/boxes.h"
#include <string.h>

enum { NATURAL, OTHER, THIRD, ALONE = 0, UNSEEN = 1 }; /* the third alone: then the first one's index is 1 */
enum { PLAIN, ARROWS, REFUSED };                       /* what the world's data says */

static void bind_arm(bp_world *world, int stage, float degrees, bp_vec3 at) {
    bp_mat4 bind = bp_mat4_mul(bp_mat4_rotation_z(bp_radians(degrees)), bp_mat4_translation(at));
    bp_bone_set_bind(bp_world_bone(world, stage, ARM), bind, &world->error);
}
/* From the shoulder to an arm that left it; X and Y of the odd bind; and that one was refused. */
static void paint(bp_world *world, bp_painter *painter) {
    const int shows = *(int *)bp_world_data(world);
    bp_mat4 final = bp_bone_final(bp_world_bone(world, bp_paint_stage(painter), ARM));
    bp_vec3 to = bp_mat4_point(final, BP_SHOULDER);
    if (world->stage_count > 2) bp_mark_bone(world, painter, ARM);
    bp_mark_arrow(painter, to, BP_SHOULDER, true, "off by %.2f m", (double)bp_vec3_distance(BP_SHOULDER, to));
    if (shows == PLAIN) return;
    bp_mat4 m = bp_bone_bind(bp_world_bone(world, ALONE, ARM));
    bp_vec3 at = bp_mat4_position(m);
    for (int row = 0; row < 2; row++) {
        bp_vec3 tip = bp_vec3_add(at, (bp_vec3){m.m[4 * row], m.m[4 * row + 1], m.m[4 * row + 2]});
        const bool refused = shows == REFUSED && row == 0;
        bp_rgba8 color = refused ? painter->theme->quiet : bp_theme_axis(painter->theme, row);
        bp_paint_arrow(painter, at, tip, color);
        bp_paint_label(painter, &tip, 1, refused ? "0 is refused: X stays" : row == 0 ? "X" : "Y", color);
    }
}
static void setup(bp_world *world) {
    bp_world_add_character(world, "Along the arm", "", BP_BIND_NATURAL);
    bp_world_add_character(world, "Elsewhere", "", BP_BIND_NATURAL);
    bp_world_add_character(world, "Straight down", "", BP_BIND_NATURAL);
    bp_world_show_stages(world, NATURAL, 2);
    world->show = BP_SHOW_MESH | BP_SHOW_BONES;
    world->paint = paint;
}
static void to_origin(bp_world *world, float t) {
    bind_arm(world, OTHER, 30, bp_vec3_scale(BP_SHOULDER, 1 - t));
}
static void show_third(bp_world *world) { bp_world_show_stages(world, THIRD, 1); }
static void turn_upright(bp_world *world, float t) { bind_arm(world, ALONE, 30 - 30 * t, BP_SHOULDER); }
static void show_odd(bp_world *world) { *(int *)bp_world_data(world) = ARROWS; }
static void skew(bp_world *world, float t) {
    bp_mat4 odd = {{-1, 0.8f * t, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5f, 1.5f, 0, 1}};
    bp_bone_set_bind(bp_world_bone(world, ALONE, ARM), odd, &world->error);
}
static void show_scaled(bp_world *world) { bind_arm(world, ALONE, 0, BP_SHOULDER); }
/* A bind that is refused leaves the old one. */
static void scale(bp_world *world, float t) {
    bp_mat4 bind = bp_left_arm_local(1 - t, (bp_vec3){0, 0, 1}, 0);
    bp_error error = {0};
    if (!bp_bone_set_bind(bp_world_bone(world, ALONE, ARM), bind, &error))
        *(int *)bp_world_data(world) = REFUSED;
}
static void show_three(bp_world *world) {
    bp_world_show_stages(world, NATURAL, 3);
    *(int *)bp_world_data(world) = PLAIN;
    world->stages[OTHER].title = "At the origin";
    bind_arm(world, OTHER, 0, (bp_vec3){0});
    bind_arm(world, THIRD, 0, BP_SHOULDER);
}
/* Each by so many degrees more than its bind. */
static void rotate_all(bp_world *world, float t) {
    bp_pose_arm(world, NATURAL, 30 + 45 * t, BP_SHOULDER);
    bp_pose_arm(world, OTHER, 45 * t, (bp_vec3){0});
    bp_pose_arm(world, THIRD, 45 * t, BP_SHOULDER);
}

/* The handle: the left arm's bind on the second stage; the body is bound at the origin. */
static bp_vec3 bind_position(bp_world *world) {
    return bp_mat4_position(bp_bone_absolute_bind(bp_world_bone(world, OTHER, ARM)));
}
static void set_bind_position(bp_world *world, bp_vec3 at) { bind_arm(world, OTHER, 30, at); }

/* The mesh stays; the arm goes with its bone to the origin; it hangs straight down. The bone is at the origin
 * in all of them. */
static void bind_as(bp_world *world, int option) {
    to_origin(world, 1);
    bp_bone *bone = bp_world_bone(world, OTHER, ARM);
    bp_mat4 there = bp_bone_bind(bone), bind = bp_character_local(BP_BIND_NATURAL, BP_BONE_ARM_LEFT);
    if (option == 2) /* final rotates by -30 about the shoulder */
        bind = bp_mat4_mul(bp_mat4_mul(there, bp_mat4_translation(bp_vec3_negate(BP_SHOULDER))), bind);
    if (option > 0) bp_bone_set_bind(bone, bind, &world->error);
    bp_bone_set_local(bone, there);
}

static void measure_determinant(bp_world *world, const bp_measure_args *args, float *values) {
    values[0] = bp_mat4_determinant(args->matrix(bp_world_bone(world, args->stage, args->bone)));
}
/* 1 if a bind that flattens X is refused, the message names the bone, and the old bind stays. */
static void measure_refusal(bp_world *world, const bp_measure_args *args, float *values) {
    bp_bone *bone = bp_world_bone(world, args->stage, args->bone);
    bp_mat4 before = bp_bone_bind(bone);
    bp_error error = {0};
    bool taken = bp_bone_set_bind(bone, bp_left_arm_local(0, (bp_vec3){0, 0, 1}, 0), &error);
    bp_mat4 after = bp_bone_bind(bone);
    bool named = strstr(error.place, args->bone) != NULL;
    values[0] = !taken && named && memcmp(&before, &after, sizeof before) == 0 ? 1 : 0;
}

/* clang-format off */ /* tables */
static const bp_readout APART[] = {{.label = "meshes apart by", .measure = bp_measure_vertex_difference,
                                    .args = {NATURAL, OTHER, 0, 0}, .format = "%.3f m"}};
static const bp_step_slider TO_ORIGIN = PERCENT_SLIDER("towards the origin");
static const bp_step_slider UPRIGHT = {
    .name = "angle of the bind", .unit = "°", .max = 30, .from = 30, .to = 0};
static const bp_step_slider SHEAR = {.name = "skewed by", .max = 0.8f, .to = 0.8f, .decimals = 2};
static const bp_step_slider SCALE = {
    .name = "scale along X", .min = -1, .max = 1, .step = 0.1f, .from = 1, .decimals = 1};
static const bp_step_slider ANGLE = {.name = "all three left arms", .unit = "°", .max = 45, .to = 45};
static const bp_handle BIND[] = {{.label = "bind", .stage = OTHER, .position = bind_position,
                                  .set = set_bind_position, .normal = {0, 0, 1}}};

static const bp_question HOW_IT_LOOKS = {
    .text = "How does the mesh look then?", .picture = bind_as, .stage = OTHER,
    CHOICE(0, "as before", "the arm goes along", "the arm hangs down"),
    .right = "Bind and pose are equal, wherever the bone is, so they cancel, and every vertex stays as "
             "modelled. Now drag the bone anywhere.",
    .wrong = {{1, "It would if the bone moved after the mesh was attached. Here it moves first."},
              {2,
               "That would take the bind's rotation away and nothing else. What is pose minus bind here?"}}};
static const bp_question WHICH_IS_REFUSED = {
    .text = "The bind's scale along X goes from 1 down to -1. The library refuses one of these. Which?",
    CHOICE(1, "-1", "0", "0.01"),
    .right = "With 0 all points of the grid fall onto one plane, and no matrix brings them back. The call "
             "returns an error that names the bone, and the old bind stays.",
    .wrong = {{0, "-1 mirrors, and a mirror is undone by the same mirror."},
              {2, "0.01 is small, but 100 undoes it."}}};
static const bp_question WHICH_LEAVES = {
    .text = "All three arms rotate by 45° more. Which one leaves its shoulder?",
    CHOICE(1, "the one bound along the arm", "the one bound at the origin", "the one bound straight down"),
    .right = "A bone rotates its vertices about the point where it is: the first and the third about "
             "the shoulder, the second about the origin, in the middle of the body.",
    .wrong = {{0, "Its bone is at the shoulder, and rotates the arm about that point."},
              {2, "Its bone has another direction, but it is at the shoulder."}}};

static const bp_step STEPS[] = {
    {.prose =
         "A character of boxes. The [bone:bone] of its left arm is about to be dragged from "
         "the shoulder to the origin, in the middle of the body. Only then the mesh is attached to it.",
     .change = to_origin, .slider = &TO_ORIGIN, .question = &HOW_IT_LOOKS,
     CLAIMS({.number = 46, .text = "The left arm's bone is at the origin now ...",
             .measure = bp_measure_position, .args = {OTHER, 0, ARM, bp_bone_absolute_bind}, .count = 3,
             .unit = "m"},
            {.number = 46, .text = "... and the vertices are where they were",
             SAME_VERTICES(NATURAL, OTHER), .holds_before = true},
            {.number = 46, .text = "... to the pixel.", SAME_PIXELS(NATURAL, OTHER), .holds_before = true}),
     READOUTS_OF(APART),
     .handles = BIND, .handle_count = 1, .stage = OTHER, .bone = ARM,
     .code = "bp_bone_set_bind(arm, m, &error);", .babylon = "arm.setBindMatrix(m);"},
    {.heading = "Another direction",
     .prose = "Another character has its [bone:bone] at the shoulder. The bone's direction changes, from "
              "along the arm to straight down, and the mesh stays as it is.\n\nPlace and direction of a bone "
              "are free, as long as nothing has moved since the mesh was attached.",
     .arrange = show_third, .change = turn_upright, .slider = &UPRIGHT,
     CLAIMS({.number = 47, .text = "The bone is at the shoulder, not rotated ...",
             .measure = bp_measure_rotation_z, .args = {ALONE, 0, ARM, bp_bone_absolute_bind},
             .unit = "degrees"},
            {.number = 47, .text = "... and the vertices are where they were",
             SAME_VERTICES(NATURAL, UNSEEN), .holds_before = true},
            {.number = 47, .text = "... to the pixel.", SAME_PIXELS(NATURAL, UNSEEN), .holds_before = true}),
     READOUTS({.label = "mesh, moved by", .measure = bp_measure_vertex_difference,
               .args = {ALONE, UNSEEN, 0, 0}, .format = "%.3f m"}),
     .stage = ALONE, .bone = ARM},
    {.heading = "A strange bind",
     .prose = "Some tools make one arm by mirroring the other. Such a bind mirrors: the [bone:bone]'s X "
              "points the other way. The slider tilts X as well: the bone's grid goes skew, and its ring "
              "with it.\n\nThe mesh stays. Inverse bind times bind is the identity, whatever the bind is.",
     .arrange = show_odd, .change = skew, .slider = &SHEAR,
     CLAIMS({.number = 61, .text = "Even a bind that mirrors will do: its determinant is -1 ...",
             .measure = measure_determinant, .args = {ALONE, 0, ARM, bp_bone_bind}, .expected = {-1}},
            {.number = 61, .text = "... and final is still the identity.",
             .measure = bp_measure_identity_error, .args = {ALONE, 0, 0, bp_bone_final}, .expected = {1e-6f},
             .at_most = true, .holds_before = true}),
     .stage = ALONE, .bone = ARM},
    {.heading = "A scaled bind",
     .prose = "A [bone:bone] may be scaled in its bind as well. The arrow X gets shorter, and beyond 0 it "
              "points the other way.", .arrange = show_scaled, .change = scale, .slider = &SCALE,
     .question = &WHICH_IS_REFUSED,
     CLAIMS({.number = 61,
             .text = "A bind with scale 0 is refused, by the bone's name, and the old one stays.",
             .measure = measure_refusal, .args = {ALONE, 0, ARM, 0}, .expected = {1}, .holds_before = true}),
     .stage = ALONE, .bone = ARM},
    {.heading = "Now move them",
     .prose = "Three binds, one mesh, no difference so far; the bone at the origin points straight down now. "
              "All three left arms are about to rotate by 45° more than their binds.",
     .arrange = show_three, .change = rotate_all, .slider = &ANGLE, .question = &WHICH_LEAVES,
     CLAIMS({.text = "The second arm is 1.2102 m off.", .measure = bp_measure_vertex_difference,
             .args = {NATURAL, OTHER, 0, 0}, .expected = {1.2102f}, .tolerance = 5e-5f, .unit = "m"},
            {.text = "The third is where the first is.", SAME_VERTICES(NATURAL, THIRD),
             .holds_before = true}),
     READOUTS_OF(APART),
     .stage = NATURAL, .bone = ARM,
     .code = "bp_bone_set_rotation(arm, bp_quat_from_axis_angle(z, bp_radians(bind + {})));",
     .babylon = "arm.setAxisAngle(Axis.Z, Tools.ToRadians(bind + {}));", .cover = true},
};

const bp_lesson_plan bp_lesson = {
    LESSON(4, "04_any_bind"), .title = "Does it matter where I put a bone?",
    .summary = "Any bind will do that has an inverse, as long as nothing moves.", .difficulty = 1,
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_FINAL | BP_MATRIX_BIND | BP_MATRIX_ABSOLUTE_INVERSE_BIND,
    .text = {.goal = "You will be able to say what a new bind does to a mesh that hasn't moved.",
             .learned = {"You can say what a new bind does to a mesh that hasn't moved: nothing, if the bind "
                         "has an inverse.",
                         "A bone rotates its vertices about the point where it is.",
                         "At the last step equal angles gave different poses. Why?"},
             .next = "Why do equal angles give different poses?",
             .prerequisites = "03_bind_pose",
             .try_this = {"Bind the arm at the hand, at step 1, and rotate it.",
                          "Rotate the mirrored bone of step 3: which way does the arm go?"}},
};
