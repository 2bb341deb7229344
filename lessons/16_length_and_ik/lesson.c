/* How a hand finds its target: two lengths and a distance make a triangle; and what a bone's length is for
 * (claims 3, 4, 5 and 44).
 *
 * Two bones of 1.5 m. With the target 2.4 m away on the right they make an isosceles triangle; half of its
 * base is 1.2, and 1.2 / 1.5 = 0.8 = cos 36.87, so the elbow is at (1.2, 0.9, 0), and the second bone is
 * rotated against the first one by both angles at the base: 73.74 degrees. Beyond 3 m they only point.
 * With a length of 1 m set for the lower bone, cos A = (1.5^2 + 2.4^2 - 1) / (2 * 1.5 * 2.4) = 0.97361 at the
 * root: the elbow is at 1.5 (0.97361, 0.22823) = (1.4604, 0.3423), and the bone points along (0.9396,
 * -0.3423). Its mesh ends 1.5 m along that, at (2.8698, -0.1712), half a metre past the target.
 *
 * The page's character: from the body's joint to its first child, the left shoulder (0.5, 1.5, 0), it is
 * sqrt(0.25 + 2.25) = 1.5811. The arm's bone runs along its -Y, rotated by 30 degrees: its tip is 2 m from
 * the shoulder along (sin 30, -cos 30) = (0.5, -0.8660), at (1.5, -0.2321, 0). A rotation from 30 to 75
 * degrees changes 4 entries of its local (cos, sin, -sin, cos), 4 of its absolute, and 6 of its final, whose
 * translation S - S R45 was 0 before: 14 in all. A length changes none. */
#include "rig/engine.h"
#include "shared/boxes.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define UPPER "joint0"
#define LOWER "joint1"
enum { PERSON, REACH, LINES };
#define TO_FINGERTIPS 0.45f                    /* of the person, from the elbow: beyond them is the ball */
static const bp_vec3 ROOT = {-1.2f, -0.6f, 0}; /* of the arm, in the world */

typedef struct state {
    enum { BALL, TRIANGLE, CIRCLE, POLE, END, FIRST_CHILD, NOTHING } paints;
    bp_vec3 target, pole; /* of the ball in world space; of the arm from its root */
} state;
static state *state_of(bp_world *world) { return bp_world_data(world); }

/* Lets the two bones reach; without a length the controller is refused, and nothing moves. */
static void reach(bp_world *world, bp_skeleton *skeleton, const char *lower, bp_vec3 target, bp_vec3 pole) {
    bp_ik *ik = bp_ik_create(world->context, bp_skeleton_find(skeleton, lower),
                             &(bp_ik_options){.pole_fixed = true}, NULL);
    if (!ik) return;
    bp_ik_set_target(ik, target);
    bp_ik_set_pole(ik, pole);
    bp_ik_update(ik, NULL, &world->error);
    bp_ik_destroy(ik);
}
static void reach_ball(bp_world *world) {
    bp_mat4 inverse;
    if (!bp_mat4_inverse(bp_person_world(), &inverse)) return;
    reach(world, world->stages[0].skeleton, FOREARM, bp_mat4_point(inverse, state_of(world)->target),
          (bp_vec3){0, 3, 1}); /* the elbow goes down and back */
}
static void reach_arm(bp_world *world, float x) {
    state_of(world)->target = (bp_vec3){x, 0, 0};
    reach(world, world->stages[0].skeleton, LOWER, state_of(world)->target, state_of(world)->pole);
    bp_bone_set_position(bp_world_bone(world, 0, "target"), state_of(world)->target);
}
static bp_vec3 joint(bp_world *world, const char *bone) {
    return bp_vec3_add(bp_mat4_position(bp_bone_chain(bp_world_bone(world, 0, bone))), ROOT);
}

/* Where the lower bone's mesh ends: 1.5 m along it, whatever its length says. */
static bp_vec3 lower_end(bp_world *world) {
    return bp_mat4_point(bp_bone_chain(bp_world_bone(world, 0, LOWER)), (bp_vec3){0, 1.5f, 0});
}

/* Its direction, in degrees from straight down. */
static float angle_of(bp_vec3 way) { return 90 + bp_degrees(bp_atan2(way.y, way.x)); }
/* The triangle's sides with their lengths, and the elbow's bend, before the tube. */
static void paint_triangle(bp_world *world, bp_painter *painter) {
    const state *now = state_of(world);
    bp_vec3 root = ROOT, elbow = joint(world, LOWER), target = bp_vec3_add(now->target, ROOT);
    if (!(bp_vec3_distance(root, elbow) > 0)) return;
    bp_mark_arrow(painter, target, root, false, "%.1f m", (double)bp_vec3_length(now->target));
    bp_mark_arrow(painter, root, elbow, false, "1.5 m");
    bp_mark_arrow(painter, elbow, target, false, "%.1f m", (double)bp_vec3_distance(elbow, target));
    bp_paint_label(painter, &root, 1, "root", painter->theme->ink);
    if (now->paints == END) return;
    bp_paint_label(painter, &target, 1, "tip", painter->theme->ink);
    bp_paint_disc(painter, target, 7, painter->theme->here);
    bp_angle_arc bend = {.center = elbow,
                         .radius = 0.55f,
                         .from = angle_of(bp_vec3_sub(target, elbow)),
                         .to = angle_of(bp_vec3_sub(elbow, root))};
    snprintf(bend.name, sizeof bend.name, "bent by %.0f°", (double)(bend.to - bend.from));
    bp_mark_arc(painter, &bend);
}
static void paint_reach(bp_world *world, bp_painter *painter) {
    bp_vec3 arc[25], tip = bp_vec3_add(lower_end(world), ROOT);
    for (int i = 0; i < 25; i++)
        arc[i] = bp_vec3_add(ROOT, bp_rotate_z((bp_vec3){3, 0, 0}, 1.4f * (float)(i - 12)));
    bp_paint_lines(painter, arc, 25, false, 3, painter->theme->ghost);
    bp_paint_label(painter, &arc[24], 1, "reach: 3 m", painter->theme->ghost);
    bp_paint_label(painter, &ROOT, 1, "root", painter->theme->ink);
    bp_paint_label(painter, &tip, 1, "tip", painter->theme->ink);
}
/* The other solution, and the pole. */
static void paint_pole(bp_world *world, bp_painter *painter) {
    const state *now = state_of(world);
    bp_vec3 elbow = joint(world, LOWER), target = bp_vec3_add(now->target, ROOT),
            pole = bp_vec3_add(now->pole, ROOT);
    elbow.y = 2 * ROOT.y - elbow.y;
    bp_paint_lines(painter, (bp_vec3[]){ROOT, elbow, target}, 3, true, 3, painter->theme->ghost);
    bp_paint_label(painter, &elbow, 1, "the other solution", painter->theme->ghost);
    bp_paint_disc(painter, pole, 7, painter->theme->changed);
}
static void paint(bp_world *world, bp_painter *painter) {
    switch (state_of(world)->paints) {
    case BALL: bp_paint_disc(painter, state_of(world)->target, 18, painter->theme->changed); break;
    case CIRCLE: paint_reach(world, painter); break;
    case TRIANGLE: paint_triangle(world, painter); break;
    case POLE: paint_pole(world, painter); break;
    case END: {
        bp_vec3 target = bp_vec3_add(state_of(world)->target, ROOT);
        float length = 0;
        if (bp_bone_length(bp_world_bone(world, 0, LOWER), &length)) {
            paint_triangle(world, painter);
            bp_mark_arrow(painter, target, bp_vec3_add(lower_end(world), ROOT), false, "%.1f m",
                          fabs(1.5 - (double)length));
        }
        bp_mark_point(painter, target, 7, "target", painter->theme->here);
        break;
    }
    case FIRST_CHILD: {
        const bp_vec3 at = bp_mat4_position(bp_bone_chain(bp_world_bone(world, 0, BODY)));
        bp_paint_lines(painter, (bp_vec3[]){at, {-BP_SHOULDER.x, BP_SHOULDER.y, 0}}, 2, false, 3,
                       painter->theme->quiet);
        bp_paint_arrow(painter, at, BP_SHOULDER, bp_prose_color(painter->theme, "left"));
        break;
    }
    case NOTHING: break;
    }
}

static void setup(bp_world *world) {
    bp_bone_set_length(bp_skeleton_find(bp_add_person(world, "")->skeleton, FOREARM), TO_FINGERTIPS);
    bp_stage *arm = bp_world_add_ik_arm(world, "", "", 1.5f);
    bp_world_add_character(world, "", "", BP_BIND_NATURAL);
    if (world->error.kind != BP_ERROR_NONE) return;
    bp_figure_set_world(arm->figure, bp_mat4_translation(ROOT));
    bp_bone_set_length(bp_world_bone(world, REACH, LOWER), 1.5f);
    for (size_t i = 0; i < BP_CHARACTER_BONES; i++)
        bp_bone_unset_length(bp_skeleton_bone_by_id(world->stages[LINES].skeleton, i));
    bp_world_show_stages(world, PERSON, 1);
    world->paint = paint;
    world->write_notes = bp_compute_absolutes;
}
static void lift_ball(bp_world *world, float t) {
    state_of(world)->target = (bp_vec3){0.9f + 0.2f * t, 0.15f + 1.2f * t, 0.75f};
    reach_ball(world);
}
static void show_arm(bp_world *world) {
    bp_world_show_stages(world, REACH, 1);
    world->camera.eye = (bp_vec3){0.2f, 0.9f, 6.4f}, world->camera.target = (bp_vec3){0.2f, -0.3f, 0};
    state_of(world)->paints = TRIANGLE;
    state_of(world)->pole = (bp_vec3){0, -2, 0};
    reach_arm(world, 0.5f);
}
static void go_away(bp_world *world, float t) { reach_arm(world, 0.5f + 1.9f * t); }
static void go_too_far(bp_world *world, float t) {
    state_of(world)->paints = CIRCLE;
    reach_arm(world, 2.4f + 1.2f * t);
}
static void sink_pole(bp_world *world, float t) {
    state_of(world)->paints = POLE;
    state_of(world)->pole = (bp_vec3){1.2f, 1.4f - 2.8f * t, 0};
    reach_arm(world, 2.4f);
}
static void lose_length(bp_world *world) {
    state_of(world)->paints = END;
    bp_bone_unset_length(bp_world_bone(world, 0, LOWER));
    for (int i = 0; i < 2; i++) bp_world_rotate(world, 0, i ? LOWER : UPPER, (bp_vec3){0, 0, 1}, i ? 0 : -60);
}
static void set_lower(bp_world *world, float t) {
    if (t < 0.25f) return; /* unset */
    bp_bone_set_length(bp_world_bone(world, 0, LOWER), t);
    reach_arm(world, 2.4f);
}
static void set_length(bp_world *world, const char *bone, float length) {
    bp_bone_set_length(bp_world_bone(world, 0, bone), length);
}
static void show_boxes(bp_world *world) {
    state_of(world)->paints = NOTHING;
    bp_world_show_stages(world, LINES, 1);
    world->camera = bp_character_camera();
    world->show = BP_SHOW_MESH | BP_SHOW_BONES;
    set_length(world, BODY, 1.5f);
}
static void set_body(bp_world *world, float t) {
    state_of(world)->paints = t > 0.85f ? FIRST_CHILD : NOTHING;
    set_length(world, BODY, 1.5f * (1 - t));
    if (t > 0.85f) bp_bone_unset_length(bp_world_bone(world, 0, BODY));
}
static void grow_arm(bp_world *world, float t) {
    state_of(world)->paints = NOTHING;
    set_length(world, ARM, -2 * t);
}

static bp_vec3 ball_position(bp_world *world) { return state_of(world)->target; }
static void drag_ball(bp_world *world, bp_vec3 to) {
    state_of(world)->target = to;
    reach_ball(world);
}
static bp_vec3 target_position(bp_world *world) { return bp_vec3_add(state_of(world)->target, ROOT); }
static void drag_target(bp_world *world, bp_vec3 to) {
    bp_vec3 target = bp_vec3_sub(to, ROOT);
    reach(world, world->stages[0].skeleton, LOWER, target, state_of(world)->pole);
    bp_bone_set_position(bp_world_bone(world, 0, "target"), target);
    state_of(world)->target = target;
}
static bp_vec3 pole_position(bp_world *world) { return bp_vec3_add(state_of(world)->pole, ROOT); }
static void drag_pole(bp_world *world, bp_vec3 to) {
    state_of(world)->pole = bp_vec3_sub(to, ROOT);
    drag_target(world, target_position(world));
}

/* Both bones towards +X, stretched so that the tip is so far from the root. */
static void ghost_straight(bp_skeleton *copy, float option) {
    const float metres[] = {3.6f, 3, 2.4f};
    bp_bone *first = bp_skeleton_find(copy, UPPER);
    bp_bone_set_rotation(first, bp_about_z(-90));
    bp_bone_set_rotation(bp_skeleton_find(copy, LOWER), bp_quat_identity());
    bp_bone_set_scale(first, (bp_vec3){1, metres[(int)bp_clamp(option, 0, 2)] / 3, 1});
}

/* 1 if a controller can be made for the bone; 0 if the error names the bone. args->other:
 * without a length. */
static void measure_controller(bp_world *world, const bp_measure_args *args, float *values) {
    bp_error error = {0};
    if (args->other) bp_bone_unset_length(bp_world_bone(world, 0, args->bone));
    bp_ik *ik = bp_ik_create(world->context, bp_world_bone(world, 0, args->bone), NULL, &error);
    values[0] = ik ? 1 : strstr(error.place, args->bone) ? 0 : -1;
    bp_ik_destroy(ik);
}
static void measure_set_body(bp_world *world, const bp_measure_args *args, float *values) {
    set_length(world, BODY, 1.5f);
    bp_measure_bone_length(world, args, values);
}
static void measure_past(bp_world *world, const bp_measure_args *args, float *values) {
    (void)args;
    values[0] = bp_vec3_distance(lower_end(world), state_of(world)->target);
}
static void measure_distance(bp_world *world, const bp_measure_args *args, float *values) {
    (void)args;
    values[0] = bp_vec3_length(state_of(world)->target);
}
static void measure_pole(bp_world *world, const bp_measure_args *args, float *values) {
    (void)args;
    values[0] = state_of(world)->pole.y;
}
/* clang-format off */ /* tables */
static const bp_handle BALL_HANDLE[] = {{.label = "target", .position = ball_position, .set = drag_ball}};
static const bp_handle TARGET[] = {
    {.label = "target", .position = target_position, .set = drag_target, .normal = {0, 0, 1}},
    {.label = "pole", .position = pole_position, .set = drag_pole, .normal = {0, 0, 1}}};
#define TARGETS(count) .handles = TARGET, .handle_count = count

static const bp_readout BENT[] = {{.label = "elbow, bent by", .measure = bp_measure_rotation_z,
                                   .args = {0, 0, LOWER, bp_bone_local}, .format = "%.2f°"}};
static const bp_readout LENGTHS[] = {
    {.label = "length of the body", .measure = bp_measure_bone_length, .args = {0, 0, BODY, 0},
     .format = "%.3f m"},
    {.label = "of the left arm (0: unset)", .measure = bp_measure_bone_length, .args = {0, 0, ARM, 0},
     .format = "%.3f m"}};

static const bp_step_slider LIFT = PERCENT_SLIDER("ball rises");
static const bp_step_slider DISTANCE = {.name = "distance", .unit = " m", .min = 0.5f, .max = 2.9f,
     .from = 0.5f,
                                        .to = 2.4f, .decimals = 2, .measure = measure_distance};
static const bp_step_slider FAR = {.name = "distance", .unit = " m", .min = 0.5f, .max = 3.6f, .from = 2.4f,
                                   .to = 3.6f, .decimals = 2, .measure = measure_distance};
static const bp_step_slider HEIGHT = {.name = "pole's height", .unit = " m", .min = -1.4f, .max = 1.4f,
                                      .from = 1.4f, .to = -1.4f, .decimals = 2, .measure = measure_pole};
static const bp_step_slider LOWER_LENGTH = {.name = "length (0: unset)", .unit = " m", .max = 2, .to = 1,
                                            .decimals = 2};
static const bp_step_slider BODY_LENGTH = {.name = "length (0: unset)", .unit = " m", .max = 2,
                                           .from = 1.5f, .decimals = 2};
static const bp_step_slider ARM_LENGTH = {.name = "arm's length", .unit = " m", .min = -3.5f, .to = -2,
                                          .decimals = 2};

static const bp_question TOO_FAR = {
    .text = "Both bones are 1.5 m long. The target goes on to 3.6 m. How far from the root is the tip then?",
    .pose = ghost_straight, CHOICE(1, "3.6 m", "3 m", "2.4 m"),
    .right = "In one line the two bones reach 1.5 + 1.5 = 3 m and no more. Beyond the violet arc the arm "
             "only points.",
    .wrong = {{0, "That is where the target is. Would the bones have to stretch?"},
              {2, "That is where the tip is now. The arm can still straighten."}}};
static const bp_question SHORTER = {
    .text = "The lower bone's length is set to 1 m, and its mesh is 1.5 m long. Where does the arm end?",
    CHOICE(1, "at the target", "0.5 m past it", "0.5 m short of it"),
    .right = "The triangle is made with 1 m, so that point of the arm is at the target, and the rest stands "
             "out. Without any length there is no triangle.",
    .wrong = {{0, "The triangle knows only that length. Which point of the arm is 1 m from the elbow?"},
              {2, "The arm is longer than its number says."}}};
static const bp_question HOW_LONG = {
    .text = "The body's length is about to be unset. How long is its bone then?",
    CHOICE(2, "it has no length", "as high as the body's box", "as long as the way to its first child"),
    .right = "The arrow is its length: the way to the left arm, its first child. A length that is set wins "
             "over it.",
    .wrong = {{0, "That is true of a leaf. A bone with a child can use the child's position."},
              {1, "A skeleton knows nothing of boxes. It knows bones and their children."}}};

static const bp_step STEPS[] = {
    {.prose = "A [bone:ball] before a person. Drag it: the left hand follows, and no clip knows where the "
              "ball will be.\n\nWho finds the angles of shoulder and elbow?", .change = lift_ball,
     .slider = &LIFT, .handles = BALL_HANDLE, .handle_count = 1, .bone = HAND, .seconds = 1.5f},
    {.heading = "A triangle",
     .prose = "The same with plain numbers: two bones of 1.5 m, and a target. Their lengths and the distance "
              "are three sides, and three sides fix all angles of a triangle.\n\nThat is "
              "inverse kinematics. Drag the target.", .arrange = show_arm, .change = go_away,
     .slider = &DISTANCE,
     TARGETS(1),
     CLAIMS({.text = "The tip is at the target ...", .measure = bp_measure_bone_tip, .args = {0, 0, LOWER, 0},
             .count = 3, .expected = {2.4f, 0, 0}, .unit = "m"},
            {.text = "... the elbow above the middle of the way, at (1.2, 0.9, 0) ...",
             POSITION_IS(0, LOWER, bp_bone_chain, 1.2f, 0.9f, 0)},
            {.text = "... and the second bone is rotated by 73.74° against the first.",
             .measure = bp_measure_rotation_z, .args = {0, 0, LOWER, bp_bone_local}, .expected = {73.739795f},
             .unit = "degrees"}),
     READOUTS_OF(BENT),
     .bone = LOWER, .seconds = 1.5f, .code = "bp_ik_update(ik, NULL, &error);", .babylon = "ik.update();"},
    {.heading = "Too far",
     .prose = "The target moves on, to the right, away from the root. So far the tip is at it.",
     .change = go_too_far, .slider = &FAR, .question = &TOO_FAR,
     TARGETS(1),
     CLAIMS({.text = "The target is 3.6 m away, the tip stops at 3 m.", .measure = bp_measure_bone_tip,
             .args = {0, 0, LOWER, 0}, .count = 3, .expected = {3, 0, 0}, .unit = "m"}),
     READOUTS({.label = "tip, from the root", .measure = bp_measure_bone_tip,
               .args = {0, 0, LOWER, 0}, .format = "%.2f m"}),
     .bone = LOWER},
    {.heading = "Two triangles",
     .prose = "The same three sides also make a second triangle, on the other side of the line. A point "
              "chooses between them: the pole. The elbow keeps away from it. Move the pole across the line.",
     .change = sink_pole, .slider = &HEIGHT, TARGETS(2),
     CLAIMS({.text = "With the pole below, the elbow is above, at (1.2, 0.9, 0).",
             POSITION_IS(0, LOWER, bp_bone_chain, 1.2f, 0.9f, 0)}),
     READOUTS_OF(BENT),
     .bone = LOWER, .seconds = 1.5f, .code = "bp_ik_set_pole(ik, p);",
     .babylon = "ik.poleTargetPosition = p;",
     .footnote = "So it is in Babylon.js for bones along their own +Y, as these are. For bones along +X, and "
                 "in Blender, the elbow goes towards the pole."},
    {.heading = "The last bone's length",
     .prose = "Where does the lower bone end? A bone without a child (a leaf) has nothing to measure "
              "to. So far its length was set to 1.5 m. Now it is unset, so the arm can't reach. It stays as "
              "we put it, straight and aslant.", .arrange = lose_length,
     .change = set_lower, .slider = &LOWER_LENGTH, .question = &SHORTER,
     CLAIMS({.number = 5, .text = "Without a length the controller is refused, with the bone's name.",
             .measure = measure_controller, .args = {0, 1, LOWER, 0}, .expected = {0},
             .unit = "(1: made, 0: refused)", .holds_before = true},
            {.number = 5, .text = "With one it is made.", .measure = measure_controller,
             .args = {0, 0, LOWER, 0}, .expected = {1}, .unit = "(1: made, 0: refused)"},
            {.text = "With 1 m for 1.5 m the arm ends half a metre past the target.",
             .measure = measure_past, .expected = {0.5f}, .tolerance = 1e-6f, .unit = "m"}),
     READOUTS({.label = "from the target to the arm's end", .measure = measure_past,
               .args = {0, 0, LOWER, 0}, .format = "%.2f m"}),
     .bone = LOWER, .code = "bp_bone_set_length(lower, {});", .babylon = "lower.length = {};"},
    {.heading = "The length of a bone",
     .prose = "The boxes again. The body's [bone:bone], with the ring, has two children: the "
              "[left:left arm] and then the [right:right arm]. The body's length is set to 1.5 m: one line "
              "shows it, straight up. At 0 the slider unsets it.", .arrange = show_boxes,
     .change = set_body, .slider = &BODY_LENGTH, .question = &HOW_LONG,
     CLAIMS({.number = 4, .text = "A length that is set wins over the distance to a child ...",
             .measure = measure_set_body, .args = {0, 0, BODY, 0}, .count = 2, .expected = {1.5f, 1},
             .unit = "m, (1: yes)", .holds_before = true},
            {.number = 4, .text = "... which is the bone's length when none is set.",
             .measure = bp_measure_bone_length, .args = {0, 0, BODY, 0}, .count = 2,
             .expected = {1.5811388f, 1}, .unit = "m, (1: yes)"},
            {.number = 4, .text = "A leaf without a length has none.", .measure = bp_measure_bone_length,
             .args = {0, 0, ARM, 0}, .count = 2, .expected = {0, 0}, .unit = "m, (1: yes)",
             .holds_before = true}),
     READOUTS_OF(LENGTHS),
     .bone = BODY, .code = "bp_bone_unset_length(body);", .babylon = "body.length = undefined;"},
    {.heading = "No matrix reads it",
     .prose = "Now the left arm's length, negative as the arm runs along its bone's -Y. Drag on to -3 m: the "
              "line grows out of the box, and the [left:mesh] stays.\n\nNo matrix is computed from a length. "
              "Only reaching uses it: so the hand of step 1 finds its ball.",
     .change = grow_arm, .slider = &ARM_LENGTH,
     CLAIMS({.number = 5, .text = "With its length the left arm's bone has a tip, at (1.5, -0.2321, 0).",
             .measure = bp_measure_bone_tip, .args = {0, 0, ARM, 0}, .count = 3,
             .expected = {1.5f, -0.2320508f, 0}, .unit = "m"},
            {.number = 44, .text = "Its line goes from its position, the shoulder, along its length.",
             .measure = bp_measure_bone_ends, .args = {0, 0, ARM, 0}, .count = 6,
             .expected = {0.5f, 1.5f, 0, 1.5f, -0.2320508f, 0}, .unit = "m"},
            {.number = 3,
             .text = "Of the 112 entries of its seven matrices a length changes none; a rotation 14.",
             .measure = bp_measure_changed_entries, .args = {0, 0, ARM, 0}, .count = 2, .expected = {0, 14},
             .unit = "entries", .holds_before = true}),
     READOUTS_OF(LENGTHS),
     .bone = ARM, .code = "bp_bone_set_length(arm, {});", .babylon = "arm.length = {};", .cover = true},
};

const bp_lesson_plan bp_lesson = {
    LESSON(16, "16_length_and_ik"), .title = "How does a hand find its target?",
    .summary = "Two lengths and a distance make a triangle; and what else reads a bone's length.",
    .difficulty = 2, .matrices = BP_MATRIX_LOCAL | BP_MATRIX_ABSOLUTE | BP_MATRIX_FINAL,
    .text = {.goal = "You will be able to make an arm reach, and say which numbers it needs.",
             .learned = {"You can make an arm reach: two lengths and a distance are a triangle.",
                         "The pole chooses between two triangles; beyond both lengths the arm only points.",
                         "A length is the one that is set, or the way to the first child. No matrix "
                         "reads it.",
                         "The hand arrives rotated, and the wrist is thin as a thread."},
             .next = "Why does a twisted wrist collapse?",
             .prerequisites = "03_bind_pose, 15_real_character",
             .try_this = {"At step 2 drag the target in a circle of 2 m around the root.",
                          "At step 4 drag the pole across the line."}},
};
