/* Smooth skinning: between two bones a vertex follows both. Linear blend mixes their matrices and loses volume; dual
 * quaternions mix their rotations and keep it.
 *
 * The tube is 2 m long, radius r, with a joint at 0 and one at 1. Around the upper one, from y = 0.5 to 1.5, the upper
 * joint's weight goes as w = 3 x^2 - 2 x^3, x = y - 0.5: 0.15625 at x = 1/4, 1/2 at x = 1/2.
 *
 * Twist the upper joint by a. A ring's points are mixed from p and p R(a): its radius is r s with
 *     s^2 = (1 - w)^2 + w^2 + 2 w (1 - w) cos a = 1 - 2 w (1 - w) (1 - cos a);      s = cos(a/2) where w = 1/2.
 * The integral of w over x is 1/2, that of w^2 is 9/5 - 12/6 + 4/7 = 13/35, so that of w (1 - w) is 9/70. Half of the
 * tube is mixed, so the share of its volume that is left is 1/2 + 1/2 (1 - 18/70 (1 - cos a)):
 *     a = 90 degrees: 61/70 = 0.8714;      a = 180 degrees: 26/35 = 0.7429, and the middle ring is a point.
 * Mixed rotations are rotations: s = 1 everywhere, the volume is whole. (The mesh is made of flat triangles, which
 * cut a little off a twisted tube: within half a percent.)
 *
 * Bent by 90 degrees about Z the middle ring is mixed from p and p R(90): 0.7071 of its width in the plane of bending.
 *
 * q and -q are the same rotation, and mixing takes the nearer one: a twist of 200 degrees is mixed as one of -160,
 * and the middle ring rotates by -80 instead of 100. */
#include "shared/painted_marks.h"
#include <bindpose/bindpose.h>
#include <bindpose/lesson_session.h>
#include <math.h>

#define UPPER "joint1"
enum { LINEAR, DUAL };
#define MIDDLE 1.0f /* the height of the ring with weight 1/2 for each joint */

static void setup(bp_world *world) {
    bp_tube_options tube = {.radius = 0.4f, .length = 2, .sides = 48, .rings = 128, .joints = 2, .blend = 1};
    bp_world_add_tube(world, "Linear blend", "matrices are mixed", &tube, BP_SKIN_LINEAR);
    bp_world_add_tube(world, "Dual quaternions", "rotations are mixed", &tube, BP_SKIN_DUAL_QUATERNION);
    for (int i = LINEAR; i <= DUAL; i++) bp_world_note(world, i, "joint1: not rotated");
    world->camera.eye = (bp_vec3){1.6f, 2.4f, 3.6f};
    world->camera.target = (bp_vec3){0, 0.95f, 0};
}

static void rotate(bp_world *world, int stage, bp_vec3 axis, float degrees) {
    bp_quat q = bp_quat_from_axis_angle(axis, bp_radians(degrees));
    bp_bone_set_rotation(bp_world_bone(world, stage, UPPER), q);
    bp_world_note(world, stage, "joint1: R%c %.3g°", axis.y > 0 ? 'y' : 'z', (double)degrees);
}
static void twist(bp_world *world, int stage, float degrees) {
    rotate(world, stage, (bp_vec3){0, 1, 0}, degrees);
}
static void twist_linear(bp_world *world, float t) { twist(world, LINEAR, 90 * t); }
static void twist_dual(bp_world *world, float t) { twist(world, DUAL, 90 * t); }
static void twist_further(bp_world *world, float t) {
    for (int i = LINEAR; i <= DUAL; i++) twist(world, i, 90 + 90 * t);
}
static void twist_too_far(bp_world *world, float t) {
    for (int i = LINEAR; i <= DUAL; i++) twist(world, i, 160 + 40 * t);
}
static void bend(bp_world *world, float t) {
    for (int i = LINEAR; i <= DUAL; i++) rotate(world, i, (bp_vec3){0, 0, 1}, 90 * t);
}

/* ---- the twist, as a handle beside the tube's upper end ---- */

static const float TWIST_RADIUS = 0.75f, TWIST_HEIGHT = 2;

static bp_vec3 twist_position(bp_world *world) {
    bp_quat q = bp_bone_rotation(bp_world_bone(world, LINEAR, UPPER));
    return bp_vec3_add(bp_quat_rotate(q, (bp_vec3){TWIST_RADIUS, 0, 0}), (bp_vec3){0, TWIST_HEIGHT, 0});
}
/* Rotates the upper joint of both tubes about Y, so that its X axis points to the handle. */
static void set_twist(bp_world *world, bp_vec3 position) {
    for (int i = LINEAR; i <= DUAL; i++) twist(world, i, bp_degrees(bp_atan2(-position.z, position.x)));
}

/* Points through the second tube's middle ring, to where its point at +X has gone. */
static void point_at_ring(bp_world *world, bp_painter *painter) {
    float degrees = 0;
    if (bp_paint_stage(painter) != DUAL) return;
    bp_measure_ring_rotation(world, &(bp_measure_args){.stage = DUAL}, &degrees);
    bp_quat q = bp_quat_from_axis_angle((bp_vec3){0, 1, 0}, bp_radians(degrees));
    bp_vec3 middle = {0, MIDDLE, 0}, out = bp_quat_rotate(q, (bp_vec3){TWIST_RADIUS, 0, 0});
    bp_mark_arrow(painter, bp_vec3_sub(middle, out), bp_vec3_add(middle, out), false, "ring %.0f°", (double)degrees);
}
/* Begins before 180 degrees, from where both ways to the mean are equally short. */
static void show_ring(bp_world *world) {
    world->paint = point_at_ring;
    for (int i = LINEAR; i <= DUAL; i++) twist(world, i, 160);
}
static void hide_ring(bp_world *world) { world->paint = NULL; }

/* The weights of the upper joint a quarter and half of the way through the mixed part. */
static void measure_weights(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_mesh *mesh = world->stages[args->stage].mesh;
    for (size_t i = 0; i < mesh->vertex_count * 2; i++) {
        if (mesh->joints[i] != 1) continue;
        if (fabsf(mesh->positions[i / 2].y - 0.75f) < 1e-4f) values[0] = mesh->weights[i];
        if (fabsf(mesh->positions[i / 2].y - MIDDLE) < 1e-4f) values[1] = mesh->weights[i];
    }
}

/* clang-format off */
static const bp_readout READOUTS[] = {
    {"volume left: linear blend", bp_measure_volume, {LINEAR, 0, 0, 0}, "%.2f", "of 1"},
    {"volume left: dual quaternions", bp_measure_volume, {DUAL, 0, 0, 0}, "%.2f", "of 1"},
    {"width of the waist: linear blend", bp_measure_ring_width, {LINEAR, 0, 0, 0}, "%.2f", "of 1"},
};
static const bp_readout TURNED[] = {
    {"volume left: linear blend", bp_measure_volume, {LINEAR, 0, 0, 0}, "%.2f", "of 1"},
    {"width of the waist: linear blend", bp_measure_ring_width, {LINEAR, 0, 0, 0}, "%.2f", "of 1"},
    {"middle ring: dual quaternions", bp_measure_ring_rotation, {DUAL, 0, 0, 0}, "rotated by %.0f°", NULL},
};
static const bp_readout BENDING[] = {
    {"volume left: linear blend", bp_measure_volume, {LINEAR, 0, 0, 0}, "%.2f", "of 1"},
    {"volume left: dual quaternions", bp_measure_volume, {DUAL, 0, 0, 0}, "%.2f", "of 1"},
    {"width of the elbow: linear blend", bp_measure_ring_width, {LINEAR, 0, 0, 0}, "%.2f", "of 1"},
};
#define ABOUT .tolerance = 0.005f /* flat triangles cut a little off */
static const bp_claim WEIGHTS[] = {
    {0, "The upper joint's weight is 3x² - 2x³: 0.15625 a quarter of the way, a half in the middle.",
     measure_weights, {LINEAR, 0, 0, 0}, 2, {0.15625f, 0.5f}, .holds_before = true},
};
static const bp_claim PINCHED[] = {
    {0, "Mixed by halves from 0° and 90°, the middle ring keeps cos 45° of its width ...", bp_measure_ring_width, {LINEAR, 0, 0, 0}, .expected = {0.7071068f}},
    {0, "... and the tube 61/70 of its volume.", bp_measure_volume, {LINEAR, 0, 0, 0}, .expected = {0.8714286f}, ABOUT},
};
static const bp_claim ROUND[] = {
    {0, "The middle ring rotates by half the twist ...", bp_measure_ring_rotation, {DUAL, 0, 0, 0}, .expected = {45}, .unit = "degrees"},
    {0, "... keeps its width ...", bp_measure_ring_width, {DUAL, 0, 0, 0}, .expected = {1}, .holds_before = true},
    {0, "... and the tube its volume.", bp_measure_volume, {DUAL, 0, 0, 0}, .expected = {1}, ABOUT, .holds_before = true},
};
static const bp_claim WRAPPED[] = {
    {0, "Linear blend: the middle ring is a point, like a candy's wrapper.", bp_measure_ring_width, {LINEAR, 0, 0, 0}, .expected = {1e-6f}, .at_most = true},
    {0, "26/35 of the volume is left.", bp_measure_volume, {LINEAR, 0, 0, 0}, .expected = {0.7428571f}, ABOUT},
    {0, "Dual quaternions lose nothing.", bp_measure_volume, {DUAL, 0, 0, 0}, .expected = {1}, ABOUT, .holds_before = true},
};
static const bp_claim FLIPPED[] = {
    {0, "Twisted by 200°, mixed as -160°: the middle ring is rotated by -80°, not by 100°.", bp_measure_ring_rotation, {DUAL, 0, 0, 0}, .expected = {-80}, .tolerance = 1e-4f, .unit = "degrees"},
};
static const bp_claim BENT[] = {
    {0, "Bent by 90°, linear blend keeps cos 45° of the elbow's width ...", bp_measure_ring_width, {LINEAR, 0, 0, 0}, .expected = {0.7071068f}},
    {0, "... and dual quaternions all of it.", bp_measure_ring_width, {DUAL, 0, 0, 0}, .expected = {1}, .holds_before = true},
};
static const bp_handle TWIST[] = {{"twist", LINEAR, twist_position, set_twist, .normal = {0, 1, 0}},
                                  {"twist", DUAL, twist_position, set_twist, .normal = {0, 1, 0}}};
static const bp_question SHARE = {
    "The upper bone's weight grows smoothly from 0 to 1 through the mixed part. A quarter of the way up, is it a quarter?",
    .kind = BP_QUESTION_CHOICE, .answer = 1,
    .options = {"Yes, 1/4.", "Less: it starts slowly.", "More: it starts fast."},
    .right = "3x² - 2x³ at x = 1/4 is about 0.16. It starts slowly, so no crease shows where mixing begins.",
    .wrong = {{0, "That would be a straight line, with a crease where mixing begins and ends."},
              {2, "Then the crease would be even sharper."}},
    .hint = "Smoothly means: no kink where mixing begins."};
static const bp_question WIDTH = {
    "We will twist the upper bone by 90°. In the middle each vertex goes half way between where the two bones would take it. "
    "What happens to the waist?",
    .kind = BP_QUESTION_CHOICE, .answer = 2,
    .caption = "Stage 1 will twist. Linear blend skinning mixes the two final matrices, "
               "so each vertex goes to the mean of two positions.",
    .options = {"It stays as wide: only the surface rotates.", "It gets wider.", "It gets narrower.", "It shrinks to a point."},
    .right = "Half way between two points of a circle is on the chord, inside the circle. Here 0.71 of the width is left.",
    .wrong = {{0, "Draw a circle and two of its points, a quarter apart. Is their middle on the circle?"},
              {1, "A middle of two points can't be farther out than both."},
              {3, "That comes when the two points are opposite each other."}},
    .hint = "Think of one ring from above: two points on a circle, and the middle between them."};
static const bp_question JUMP = {
    "At 160° the second tube's middle ring is rotated by 80°. We twist on, to 200°. Where will that ring be?",
    .kind = BP_QUESTION_CHOICE, .answer = 2,
    .options = {"At 100°, half of 200°.", "At 90°: it stops there.", "On the other side, at -80°."},
    .caption = "Both tubes are twisted by 160° now, and we go on. The arrow points through the second tube's middle ring.",
    .right = "200° is -160° the other way round. Mixing takes the shorter way, and half of -160° is -80°.",
    .wrong = {{0, "So it would go if a rotation knew how often it went round. A quaternion doesn't."},
              {1, "Mixing doesn't stop: it takes the shorter way from one rotation to the other."}},
    .hint = "Which way from 0° to 200° is shorter?"};

static const bp_step STEPS[] = {
    {"One tube on two bones, joint0 and joint1. The colours are weights: the lower part follows joint0, the upper part joint1. "
     "Where the colours mix, each vertex follows both. The paler stripes only help you see a twist.",
     NULL, WEIGHTS, BP_COUNT(WEIGHTS), &SHARE, READOUTS, BP_COUNT(READOUTS), .bars = 7, .stage = LINEAR, .bone = UPPER},
    {"Stage 1 twists the upper bone by 90°. Linear blend skinning mixes the two final matrices, so each vertex goes to the mean of two positions. "
     "Look at the waist, and at the bars.",
     twist_linear, PINCHED, BP_COUNT(PINCHED), &WIDTH, .stage = LINEAR, .bone = UPPER, .seconds = 1.5f},
    {"Stage 2 makes the same twist, and mixes the rotations instead of the matrices: dual quaternion skinning. "
     "Half way between 0° and 90° is a rotation by 45°, and a rotation changes no width.",
     twist_dual, ROUND, BP_COUNT(ROUND), .stage = DUAL, .bone = UPPER, .seconds = 1.5f},
    {"Both go on to 180°. Linear blend now mixes points that are opposite each other, and their mean is the axis: the tube looks like a wrapped candy, "
     "and a quarter of its volume is gone. Drag the handle round and watch the bars.",
     twist_further, WRAPPED, BP_COUNT(WRAPPED), .stage = LINEAR, .bone = UPPER, .seconds = 1.5f,
     .handles = TWIST, .handle_count = BP_COUNT(TWIST), .pictured = true},
    {"From 160° we went on to 200°. For a quaternion that is -160°, and mixing takes the shorter way: at 180° the middle of the second tube jumps from 90° to -90°. "
     "Drag the handle across 180°, and watch the arrow.",
     twist_too_far, FLIPPED, BP_COUNT(FLIPPED), &JUMP, TURNED, BP_COUNT(TURNED), .bars = 3, .seconds = 1.5f, .arrange = show_ring, .stage = DUAL, .bone = UPPER, .handles = TWIST, .handle_count = BP_COUNT(TWIST)},
    {"Now both tubes bend by 90° instead. Linear blend flattens the elbow, dual quaternions keep it round. But a bend loses half as much volume as a twist by 90°. "
     "So many games keep linear blend and add a twist bone to the forearm, which takes half of the twist. Take the upper half by its flesh and bend it.",
     bend, BENT, BP_COUNT(BENT), NULL, BENDING, BP_COUNT(BENDING), .bars = 7, .arrange = hide_ring, .stage = LINEAR, .bone = UPPER, .pictured = true},
};

const bp_lesson_plan bp_lesson = {
    .number = 17,
    .name = "17_smooth_skinning",
    .title = "Why does a twisted wrist collapse?",
    .summary = "A vertex that follows two bones: mix their matrices, or mix their rotations.",
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_FINAL,
    .difficulty = 3,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.goal = "You will be able to say why a twisted forearm looks like a candy wrapper, and what helps.",
              .learned = {"A vertex may follow several bones. Its weights add up to 1, and change smoothly, so that no crease shows.",
                          "Linear blend skinning mixes matrices. That is fast, and pinches where bones twist.",
                          "Dual quaternion skinning mixes rotations: no width is lost, but beyond 180° it jumps.",
                          "Two things help against the candy wrapper: dual quaternions, or a twist bone that takes half of the twist."},
              .next = "Why did my character explode?",
              .teaches = "How weights mix two bones, why linear blend pinches a twisted tube, and how dual quaternions "
                         "avoid that.",
              .prerequisites = "02_seven_matrices, 11_rotation",
              .try_this = {"Bend the upper bone back and forth by its flesh, and watch the bars.",
                           "Go back to step 4, press W, and see how the triangles lie at the waist."},
              .questions = {"At a twist of 90° linear blend keeps 0.71 of the waist's width, at 180° none of it. Why?",
                            "Many characters have an extra bone in the forearm, which takes half of the hand's twist. Why does that help?",
                            "A cape looks right at a twist of 170° and flips at 190°. Which of the two methods moves it?"}},
};
