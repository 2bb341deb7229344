/* Angles are for people: orientation is stored as a quaternion (claims 38 and 39).
 *
 * A rotation by 75 degrees about Z is the quaternion (0, 0, sin 37.5, cos 37.5) = (0, 0, 0.60876, 0.79335).
 *
 * Euler angles (pitch, yaw, roll) are applied roll first, then pitch, then yaw. With a pitch of 90 degrees roll
 * and yaw rotate about one line. In column notation Ry(20) Rx(90) = Rx(90) Rz(-20), since a rotation by -90 about X
 * takes Y to -Z; so Ry(20) Rx(90) Rz(30) = Rx(90) Rz(10) = Ry(-10) Rx(90): read back as (90, -10, 0). */
#include "rig/engine.h"
#include <bindpose/bindpose.h>
#include <bindpose/lesson_session.h>
#include <math.h>

#define ARM "boneArmLeft"

static bp_vec3 radians(float pitch, float yaw, float roll) {
    return (bp_vec3){bp_radians(pitch), bp_radians(yaw), bp_radians(roll)};
}

/* Pitch, yaw and roll of the rings, in radians. */
static bp_vec3 *gimbal_of(bp_world *world) { return bp_world_data(world); }

/* ---- the gimbal: rings from the outside in, each of which turns with those outside it ---- */

enum { RINGS = 3, RING_POINTS = 72 };
static const float RADII[RINGS] = {1.05f, 0.95f, 0.85f};
static const int AXES[RINGS] = {1, 0, 2};
static const char *const RING_NAMES[RINGS] = {"yaw, about Y", "pitch, about X", "roll, about Z"};

/* Yaw's ring lies in the parent's frame; pitch's turns with the yaw, roll's with both. */
static bp_mat4 ring_frame(bp_world *world, const bp_bone *bone, int ring) {
    const bp_stage *stage = &world->stages[0];
    const bp_bone *parent = bp_bone_parent(bone);
    bp_mat4 frame = bp_mat4_identity();
    if (ring > 1) frame = bp_mat4_rotation_x(gimbal_of(world)->x);
    if (ring > 0) frame = bp_mat4_mul(frame, bp_mat4_rotation_y(gimbal_of(world)->y));
    if (parent) frame = bp_mat4_mul(frame, bp_bone_frame(stage, parent));
    bp_vec3 at = bp_mat4_position(bp_bone_frame(stage, bone));
    frame.m[12] = at.x, frame.m[13] = at.y, frame.m[14] = at.z;
    return frame;
}
static void paint(bp_world *world, bp_painter *painter) {
    const bp_bone *arm = bp_world_bone(world, 0, ARM);
    if (bp_paint_stage(painter) != 0 || !arm) return;
    for (int i = 0; i < RINGS; i++) {
        bp_vec3 points[RING_POINTS];
        bp_rgba8 color = bp_theme_axis(painter->theme, AXES[i]);
        bp_rotation_ring_points(ring_frame(world, arm, i), AXES[i], RADII[i], points, RING_POINTS);
        bp_paint_lines(painter, points, RING_POINTS, true, 2.4f, color);
        bp_paint_label(painter, points, RING_POINTS, RING_NAMES[i], color);
    }
}

/* Rounded, so that a note never says -0. */
static double whole_degrees(float angle) { return (double)floorf(bp_degrees(angle) + 0.5f); }

/* After a rotation by hand the rings stand at the angles that the bone reads back: no angles were set. */
static void write_notes(bp_world *world) {
    bp_vec3 *set = gimbal_of(world);
    const bp_bone *arm = bp_world_bone(world, 0, ARM);
    if (!arm) return;
    float dot = bp_quat_dot(bp_bone_rotation(arm), bp_quat_from_euler(*set));
    bool as_set = fabsf(dot) > 0.999999f;
    if (!as_set) *set = bp_bone_euler(arm);
    bp_vec3 at = *set;
    bp_world_note(world, 0, "%s: pitch %.0f°, yaw %.0f°, roll %.0f°", as_set ? "set" : "read back",
                  whole_degrees(at.x), whole_degrees(at.y), whole_degrees(at.z));
    bp_bone *other = bp_world_bone(world, 1, ARM);
    bp_quat q = bp_bone_rotation(other);
    bp_world_note(world, 1, "rotationQuaternion = (%.4g, %.4g, %.4f, %.4f)", (double)q.x, (double)q.y,
                  (double)q.z, (double)q.w);
}

static void setup(bp_world *world) {
    bp_world_add_character(world, "Set by three angles", "rotation = (pitch, yaw, roll)", BP_BIND_NATURAL);
    bp_world_add_character(world, "Set by a quaternion", "rotationQuaternion = (x, y, z, w)",
                           BP_BIND_NATURAL);
    world->camera.eye = (bp_vec3){3.4f, 3.9f, 6.2f}; /* from above: rings are seen best at a slant */
    *gimbal_of(world) = radians(0, 0, 30);
    world->show &= ~(unsigned)BP_SHOW_NAMES; /* the rings have names, and the only bone that rotates is lit */
    world->paint = paint, world->write_notes = write_notes;
}

static void set_euler(bp_world *world, float pitch, float yaw, float roll) {
    bp_bone_set_euler(bp_world_bone(world, 0, ARM), radians(pitch, yaw, roll));
    *gimbal_of(world) = radians(pitch, yaw, roll);
}
static void rotate_by_euler(bp_world *world, float t) { set_euler(world, 0, 0, 30 + 45 * t); }
static void rotate_by_quaternion(bp_world *world, float t) {
    bp_quat q = bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(30 + 45 * t));
    bp_bone_set_rotation(bp_world_bone(world, 1, ARM), q);
}
/* The rings alone: larger. */
static void show_rings(bp_world *world) { bp_world_show_stages(world, 0, 1); }
static void yaw_and_pitch(bp_world *world, float t) { set_euler(world, -35 * t, -40 * t, 75); }
static void pitch_up(bp_world *world, float t) {
    set_euler(world, bp_mix(-35, 90, t), bp_mix(-40, 0, t), bp_mix(75, 30, t));
}
static void yaw_at_the_pole(bp_world *world, float t) { set_euler(world, 90, 20 * t, 30); }

static void measure_euler(bp_world *world, const bp_measure_args *args, float *values) {
    bp_vec3 angles = bp_bone_euler(bp_world_bone(world, args->stage, args->bone));
    values[0] = bp_degrees(angles.x), values[1] = bp_degrees(angles.y), values[2] = bp_degrees(angles.z);
}
static void measure_quaternion(bp_world *world, const bp_measure_args *args, float *values) {
    bp_quat q = bp_bone_rotation(bp_world_bone(world, args->stage, args->bone));
    values[0] = q.x, values[1] = q.y, values[2] = q.z, values[3] = q.w;
}
/* Conversions when a rotation is set as Euler angles, and when it is set as a quaternion. */
static void measure_conversions(bp_world *world, const bp_measure_args *args, float *values) {
    bp_bone *bone = bp_world_bone(world, args->stage, args->bone);
    bp_skeleton *skeleton = bp_bone_skeleton(bone);
    bp_skeleton_reset_stats(skeleton);
    bp_bone_set_euler(bone, (bp_vec3){0, 0, 1});
    values[0] = (float)bp_skeleton_stats(skeleton).euler_to_quaternion;
    bp_skeleton_reset_stats(skeleton);
    bp_bone_set_rotation(bone, (bp_quat){0, 0, 0, 1});
    values[1] = (float)bp_skeleton_stats(skeleton).euler_to_quaternion;
}
/* |q . q'|, q' made from the angles that are read: 1 for equal rotations, since q and -q rotate alike. */
static void measure_quaternion_dot(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_bone *bone = bp_world_bone(world, args->stage, args->bone);
    values[0] = fabsf(bp_quat_dot(bp_bone_rotation(bone), bp_quat_from_euler(bp_bone_euler(bone))));
}

/* The angles that the step sets: those of the rings, unless the student rotated the bone. */
static void measure_set(bp_world *world, const bp_measure_args *args, float *values) {
    (void)args;
    bp_vec3 angles = *gimbal_of(world);
    values[0] = bp_degrees(angles.x), values[1] = bp_degrees(angles.y), values[2] = bp_degrees(angles.z);
}

/* clang-format off */
static const bp_readout READOUTS[] = {
    {"1. angles of the rings", measure_set, {0, 0, ARM, 0}, "(%.0f°, %.0f°, %.0f°)", NULL},
    {"2. the bone stores", measure_quaternion, {0, 0, ARM, 0}, "(%.2f, %.2f, %.2f, %.2f)", NULL},
    {"3. angles read back", measure_euler, {0, 0, ARM, 0}, "(%.0f°, %.0f°, %.0f°)", NULL},
};
static const bp_claim EULER[] = {
    {38, "Set to (0°, 0°, 75°), the bone reads back (0°, 0°, 75°).",
     measure_euler, {0, 0, ARM, 0}, 3, {0, 0, 75}, .unit = "degrees"},
    {38, "It stores the quaternion (0, 0, sin 37.5°, cos 37.5°).",
     measure_quaternion, {0, 0, ARM, 0}, 4, {0, 0, 0.60876143f, 0.79335334f}, .tolerance = 1e-5f},
};
static const bp_claim QUATERNION[] = {
    {39, "Setting the quaternion gives the same vertices ...",
     bp_measure_vertex_difference, {0, 1, 0, 0}, .expected = {1e-6f}, .at_most = true, .unit = "m"},
    {39, "... with no conversion, where setting angles takes one.",
     measure_conversions, {1, 0, ARM, 0}, 2, {1, 0}, .unit = "conversions", .holds_before = true},
};
static const bp_claim POLE[] = {
    {0, "Set to (90°, 20°, 30°), the bone reads back (90°, -10°, 0°) ...",
     measure_euler, {0, 0, ARM, 0}, 3, {90, -10, 0}, 1e-3f, .unit = "degrees"},
    {38, "... which is an equal rotation: the quaternions agree up to sign.",
     measure_quaternion_dot, {0, 0, ARM, 0}, .expected = {1}, .holds_before = true},
};
static const bp_question WHICH_ANGLE = {
    "A quaternion stores a rotation as (axis · sine, cosine) of one angle. Which angle is that, for a rotation by 75° about Z?",
    .answer = 1, .kind = BP_QUESTION_CHOICE,
    .caption = "We will roll the arm of stage 1 to 75°. The bone keeps no angles: it turns them into a quaternion, four numbers: "
               "the axis of the rotation times the sine of an angle, and its cosine. To rotate a vector v, the quaternion is applied twice, once on each side: q v q⁻¹.",
    .options = {"75°, the angle itself", "37.5°, half of it", "150°, twice as much", "45°, what you see"},
    .right = "A quaternion is used twice, once on each side of the vector: q v q⁻¹. So it holds half the angle: z = sin 37.5°, w = cos 37.5°.",
    .wrong = {{0, "Then it would rotate by 150°, because a quaternion is used twice: q v q⁻¹."},
              {2, "The other way: a quaternion is used twice, on each side of the vector."},
              {3, "That is final's angle. The bone stores its local rotation, with the bind's 30° in it."}},
    .hint = "Each of the two applications rotates the vector by that angle. Together they rotate it by 75°."};
static const bp_question READ_BACK = {
    "The pitch is 90°. Now set (90°, 20°, 30°), which adds a yaw of 20°, and read the angles back. What do you get?",
    .answer = 2, .kind = BP_QUESTION_CHOICE,
    .caption = "The pitch stays at 90°, where yaw and roll turn about one line, in opposite senses. Now we add a yaw of 20°.",
    .options = {"(90°, 20°, 30°)", "(90°, 50°, 0°)", "(90°, -10°, 0°)", "nothing: an error"},
    .right = "Only the difference of yaw and roll counts here: 20° - 30°. Many triples are this one rotation, and the bone reads back one of them.",
    .wrong = {{0, "The bone doesn't store these angles, only the quaternion. Other angles give an equal one."},
              {1, "The rings lie in one plane, but turn in opposite senses here: yaw minus roll, not yaw plus roll."},
              {3, "Every triple is a rotation. What is missing is a way to tell yaw from roll."}},
    .hint = "Yaw and roll turn about one line, in opposite senses. So only their difference can be read back."};

static const bp_step STEPS[] = {
    {"You give a rotation as three Euler angles: pitch about X, yaw about Y, roll about Z. The rings around the left shoulder show them: "
     "the yaw ring carries the pitch ring, and that carries the roll ring, which carries the arm.",
     .readouts = READOUTS, .readout_count = 3, .bone = ARM},
    {"Stage 1: roll the arm to 75°. The bone turns the three angles into a quaternion at once, stores that, and forgets the angles. "
     "When you read them, it computes them from the quaternion.",
     rotate_by_euler, EULER, BP_COUNT(EULER), &WHICH_ANGLE, .bone = ARM, .seconds = 1.2f},
    {"Stage 2: set the quaternion yourself, and the arm ends where stage 1 has it. "
     "No conversion is needed, and no order of axes. That is why files store rotations this way.",
     rotate_by_quaternion, QUATERNION, BP_COUNT(QUATERNION), .bone = ARM, .stage = 1, .seconds = 1.2f},
    {"Back to the rings, with a yaw of -40° and a pitch of -35°. Each ring turns about an axis of its own, "
     "so the three angles move the arm in three different ways. You read back what you set.",
     yaw_and_pitch, NULL, 0, .bone = ARM, .seconds = 1.6f, .arrange = show_rings, .pictured = true},
    {"Yaw and roll to 0° and 30°, and the pitch up to 90°. Look at the rings of yaw and roll: they lie in one plane. Both now rotate the arm about one line, "
     "and one direction is lost. This is gimbal lock: the angles that you read back aren't the ones that you set.",
     pitch_up, NULL, 0, .bone = ARM, .seconds = 2, .pictured = true},
    {"Add a yaw of 20°. The rotation is exactly the one that you set, and the quaternion holds it without trouble. "
     "Compare the first readout with the third.",
     yaw_at_the_pole, POLE, BP_COUNT(POLE), &READ_BACK, .bone = ARM, .seconds = 1.2f},
};

const bp_lesson_plan bp_lesson = {
    .number = 11,
    .name = "11_rotation",
    .title = "Angles and quaternions",
    .summary = "Angles go in and come out; the bone stores a quaternion.",
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_FINAL,
    .difficulty = 2,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.goal = "You will be able to say what a bone stores when you set its rotation, and why you may read other angles than you set.",
              .learned = {"A bone stores its rotation as a rotation quaternion: the axis and half the angle, as sine and cosine.",
                          "Setting angles converts them once. Reading angles converts back, and nothing keeps the ones that you set.",
                          "At a pitch of 90° yaw and roll rotate about one line: gimbal lock. Many triples of angles are then one rotation.",
                          "The rotation itself is always exact, only its description in angles changes."},
              .next = "Linked nodes",
              .teaches = "How a bone stores its rotation, and why you may read back other angles than you set.",
              .prerequisites = "02_seven_matrices",
              .try_this = {"At step 5 rotate the arm by hand about its X, Y and Z axes: the bone has lost no direction, only its angles have.",
                           "At step 4 rotate the arm by hand and watch the third readout: three angles move at once."},
              .questions = {"You set three angles and read back three others. Is the bone wrong?",
                            "Why is gimbal lock a matter of angles, and not of the rotation?",
                            "Why do animation files store quaternions?"}},
};
