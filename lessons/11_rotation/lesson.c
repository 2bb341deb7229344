/* Angles are for people: orientation is stored as a quaternion (claims 38 and 39).
 *
 * A rotation by 75 degrees about Z is the quaternion (0, 0, sin 37.5, cos 37.5) = (0, 0, 0.60876, 0.79335).
 *
 * Euler angles (pitch, yaw, roll) are applied roll first, then pitch, then yaw. With a pitch of 90 degrees roll
 * and yaw rotate about one line. In column notation Ry(20) Rx(90) = Rx(90) Rz(-20), since a rotation by -90 about X
 * takes Y to -Z; so Ry(20) Rx(90) Rz(30) = Rx(90) Rz(10) = Ry(-10) Rx(90): read back as (90, -10, 0). */
#include <bindpose/bindpose.h>
#include <math.h>

#define ARM "boneArmLeft"

static void setup(bp_world *world) {
    bp_world_add_character(world, "Set by Euler angles", "converted to a quaternion", BP_BIND_NATURAL);
    bp_world_add_character(world, "Set by quaternion", "taken as it is", BP_BIND_NATURAL);
    bp_world_note(world, 0, "rotation = (0°, 0°, 30°)");
    bp_world_note(world, 1, "quaternion = (0, 0, 0.2588, 0.9659)"); /* sin and cos of 15 degrees */
    world->show |= BP_SHOW_AXES;
}

static void set_euler(bp_world *world, float pitch, float yaw, float roll) {
    bp_vec3 angles = {bp_radians(pitch), bp_radians(yaw), bp_radians(roll)};
    bp_bone_set_euler(bp_world_bone(world, 0, ARM), angles);
    bp_world_note(world, 0, "rotation = (%.3g°, %.3g°, %.3g°)", (double)pitch, (double)yaw, (double)roll);
}
static void rotate_by_euler(bp_world *world, float t) { set_euler(world, 0, 0, 30 + 45 * t); }
static void rotate_by_quaternion(bp_world *world, float t) {
    bp_quat q = bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(30 + 45 * t));
    bp_bone_set_rotation(bp_world_bone(world, 1, ARM), q);
    bp_world_note(world, 1, "quaternion = (0, 0, %.4f, %.4f)", (double)q.z, (double)q.w);
}
static void pitch_up(bp_world *world, float t) { set_euler(world, 90 * t, 20 * t, 75 - 45 * t); }

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

/* clang-format off */
static const bp_readout READOUTS[] = {
    {"local angle about Z: stage 1", bp_measure_rotation_z, {0, 0, ARM, bp_bone_local}, "%.1f°", NULL},
    {"local angle about Z: stage 2", bp_measure_rotation_z, {1, 0, ARM, bp_bone_local}, "%.1f°", NULL},
    {"pixels that differ", bp_measure_pixel_difference, {0, 1, 0, 0}, "%.0f", "of 160 000"},
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
static const bp_question WHICH_W = {
    "A rotation by 75° about Z is stored as (0, 0, z, w). What is w?", .answer = 0.7934f, .tolerance = 0.002f,
    .right = "cos 37.5°: a quaternion holds the half angle.",
    .wrong = {{0.2588f, "That is cos 75°. A quaternion holds the half angle, since it is used twice: q v q^-1."},
              {0.6088f, "That is sin 37.5°, the z. w is the cosine."},
              {0.9659f, "That is sin 75°. It is the cosine of the half angle."}},
    .hint = "w = cos(angle / 2)."};

static const bp_step STEPS[] = {
    {"Two bones in the same pose. Stage 1 will be set by angles, stage 2 by a quaternion.", .readouts = READOUTS, .readout_count = 3, .bone = ARM},
    {"Stage 1: angles (0°, 0°, 75°). The bone converts them to a quaternion at once and stores that.",
     rotate_by_euler, EULER, BP_COUNT(EULER), &WHICH_W, .bone = ARM},
    {"Stage 2: this rotation as a quaternion. Equal pictures, no conversion.",
     rotate_by_quaternion, QUATERNION, BP_COUNT(QUATERNION), .bone = ARM, .stage = 1},
    {"Stage 1 with a pitch of 90°: roll and yaw now rotate about one line, so you read back other angles than you set. The rotation is the one you set.",
     pitch_up, POLE, BP_COUNT(POLE), .bone = ARM},
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
    .text = {.teaches = "How orientation is stored, what setting angles costs, and why angles may read back differently.",
              .prerequisites = "02_seven_matrices",
              .try_this = {"On step 4 rotate the arm with Up and Down and watch the axes: roll and yaw share one line."},
              .questions = {"Why do animation files store quaternions?"}},
};
