/* Why other angles come back than were set: rotations go in as three angles, bones keep four numbers (claims
 * 38 and 39).
 *
 * A rotation by 75 degrees about Z is the quaternion (0, 0, sin 37.5, cos 37.5) = (0, 0, 0.6088, 0.7934). Two
 * mirrors whose normals are 37.5 degrees apart have this sine as the cross product and this cosine as the
 * dot product of their normals. With a pitch of 90 degrees, yaw y and roll r rotate about one line: only y -
 * r counts, so (90, 20, 30) is read as (90, -10, 0). */
#include "rig/engine.h"
#include "shared/boxes.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PERSON, PEOPLE = 0, BY_ANGLES = 2, RINGS = 3, SENSE = 9 };
typedef struct state {
    bp_vec3 set;                       /* pitch, yaw and roll of the rings, radians */
    bool rings, mirrors, axes, angles; /* axes and angles are those of yaw and roll */
    float between;                     /* degrees between the mirrors */
} state;
static state *state_of(bp_world *world) { return bp_world_data(world); }

static bp_vec3 radians(float pitch, float yaw, float roll) {
    return (bp_vec3){bp_radians(pitch), bp_radians(yaw), bp_radians(roll)};
}

/* ---- the rings, from the outside in: each turns with those outside of it ---- */

static const float RADII[RINGS] = {0.95f, 0.82f, 0.7f};
static const int AXES[RINGS] = {1, 0, 2};
#define YAW_RING "yaw, about Y"
#define PITCH_RING "pitch, about X"
#define ROLL_RING "roll, about Z"
static const char *const NAMES[RINGS] = {YAW_RING, PITCH_RING, ROLL_RING};

/* The head's joint, about which it turns. */
static bp_vec3 neck(bp_world *world) {
    return bp_mat4_point(bp_person_world(), bp_mat4_position(bp_bone_chain(bp_world_bone(world, 0, "head"))));
}
/* Yaw's ring is fixed; pitch's turns with the yaw, roll's with both. */
static bp_mat4 ring_frame(bp_world *world, int ring) {
    bp_vec3 set = state_of(world)->set;
    bp_mat4 frame = bp_mat4_identity();
    if (ring > 1) frame = bp_mat4_rotation_x(set.x);
    if (ring > 0) frame = bp_mat4_mul(frame, bp_mat4_rotation_y(set.y));
    return bp_mat4_mul(frame, bp_mat4_translation(neck(world)));
}
/* Where a ring's knob is at an angle of 0, in the ring's frame: before the head, for roll above it. */
static bp_vec3 knob(int ring) { return ring == 2 ? (bp_vec3){0, RADII[2], 0} : (bp_vec3){0, 0, RADII[ring]}; }
static bp_vec3 knob_position(bp_world *world, const bp_handle *ring) {
    bp_vec3 set = state_of(world)->set;
    bp_mat4 own = ring->point == 0   ? bp_mat4_rotation_y(set.y)
                  : ring->point == 1 ? bp_mat4_rotation_x(set.x)
                                     : bp_mat4_rotation_z(set.z);
    return bp_mat4_point(ring_frame(world, ring->point), bp_mat4_point(own, knob(ring->point)));
}
static void apply(bp_world *world) {
    bp_bone_set_euler(bp_world_bone(world, 0, "head"), state_of(world)->set);
}
static void drag_ring(bp_world *world, const bp_handle *ring, bp_vec3 to) {
    bp_mat4 inverse;
    bp_vec3 *set = &state_of(world)->set;
    if (!bp_mat4_inverse(ring_frame(world, ring->point), &inverse)) return;
    bp_vec3 at = bp_mat4_point(inverse, to);
    if (ring->point == 0) set->y = bp_atan2(at.x, at.z);
    if (ring->point == 1) set->x = bp_clamp(bp_atan2(-at.y, at.z), -BP_PI / 2, BP_PI / 2);
    if (ring->point == 2) set->z = bp_atan2(-at.x, at.y);
    apply(world);
}
static int ring_points(bp_world *world, const bp_handle *ring, bp_vec3 *points) {
    int i = ring->point, last = BP_HANDLE_POINTS - 1;
    bp_rotation_ring_points(ring_frame(world, i), AXES[i], RADII[i], points, last);
    points[last] = points[0];
    return BP_HANDLE_POINTS;
}
static const bp_handle_kind RING = {.position = knob_position, .move = drag_ring, .curve = ring_points};

/* The line about which a ring turns; and how far it is turned, from the middle to its knob. */
static void paint_axis(bp_world *world, bp_painter *painter, int ring, bp_rgba8 color) {
    const state *now = state_of(world);
    const bp_mat4 frame = ring_frame(world, ring);
    const float *row = &frame.m[4 * AXES[ring]];
    bp_vec3 center = bp_mat4_position(frame), knob = knob_position(world, &(bp_handle){.point = ring}),
            along = bp_vec3_scale((bp_vec3){row[0], row[1], row[2]}, 1.2f * RADII[ring]);
    char text[32];
    if (now->axes)
        bp_paint_lines(painter, (bp_vec3[]){bp_vec3_sub(center, along), bp_vec3_add(center, along)}, 2, false,
                       ring ? 5 : 2, color);
    if (!now->angles) return;
    bp_paint_arrow(painter, center, knob, color);
    if (ring == 0) { /* which way a yaw is positive, outside of the ring */
        bp_vec3 way[SENSE];
        for (int i = 0; i < SENSE; i++) {
            const bp_vec3 out = {0, 0, 1.1f * RADII[0]};
            way[i] = bp_mat4_point(frame,
                                   bp_mat4_direction(bp_mat4_rotation_y(bp_radians(35 + 3 * (float)i)), out));
        }
        bp_paint_lines(painter, way, SENSE, false, 3, color);
        bp_paint_arrow(painter, way[SENSE - 3], way[SENSE - 1], color);
        bp_paint_label(painter, &way[SENSE - 1], 1, "+", color);
    }
    snprintf(text, sizeof text, "%s %.0f°", ring ? "roll" : "yaw",
             (double)bp_degrees(ring ? now->set.z : now->set.y));
    bp_paint_label(painter, &knob, 1, text, color);
}
static void paint_rings(bp_world *world, bp_painter *painter) {
    bp_vec3 center = neck(world), eye = bp_vec3_normalize(bp_vec3_sub(world->camera.eye, center));
    for (int i = 0; i < RINGS; i++) {
        bp_vec3 points[BP_HANDLE_POINTS];
        bp_rgba8 color = bp_theme_axis(painter->theme, AXES[i]);
        int count = ring_points(world, &(bp_handle){.point = i}, points);
        bp_paint_lines(painter, points, count, false, 1.5f, color);
        bp_vec3
            front[BP_HANDLE_POINTS]; /* its near half, and what is hardly behind the middle: in one piece */
        int first = 0, used = 0;
        while (first < count && bp_vec3_dot(bp_vec3_sub(points[first], center), eye) > -0.15f) first++;
        for (int k = 0; k < count; k++) {
            const bp_vec3 at = points[(first + k) % (count - 1)];
            if (bp_vec3_dot(bp_vec3_sub(at, center), eye) > -0.15f) front[used++] = at;
        }
        bp_paint_lines(painter, front, used, false, 4, color);
        bp_paint_label(painter, points, count, NAMES[i], color);
        if (i != 1) paint_axis(world, painter, i, color);
    }
}

/* ---- two mirrors through the shoulder; the first one is 45 degrees from straight down ---- */

static const float FIRST_MIRROR = 45;

/* The reflection at a plane through the shoulder and Z, its line so many degrees from straight down. */
static bp_mat4 reflection(float degrees) {
    float angle = bp_radians(degrees), c = bp_cos(2 * angle), s = bp_sin(2 * angle);
    bp_mat4 m = bp_mat4_identity();
    m.m[0] = -c, m.m[1] = -s, m.m[4] = -s, m.m[5] = c;
    return bp_mat4_mul(bp_mat4_mul(bp_mat4_translation(bp_vec3_negate(BP_SHOULDER)), m),
                       bp_mat4_translation(BP_SHOULDER));
}
/* From the shoulder, so many degrees from straight down. */
static bp_vec3 ray(float degrees, float length) {
    return bp_vec3_add(BP_SHOULDER, bp_rotate_z((bp_vec3){0, -length, 0}, degrees));
}
static void paint_mirrors(bp_world *world, bp_painter *painter) {
    bp_vec3 arm[4]; /* as modelled */
    memcpy(arm, BP_HANGING_ARM, sizeof arm);
    bp_mat4 to = bp_left_arm_local(1, (bp_vec3){0, 0, 1}, 30);
    const float between = state_of(world)->between;
    for (int image = 0; image < 2; image++) {
        const bp_rgba8 color = image ? painter->theme->ghost : painter->theme->quiet;
        for (int i = 0; i < 4; i++) arm[i] = bp_mat4_point(to, arm[i]);
        bp_paint_lines(painter, arm, 4, true, image ? 3 : 1.5f, color);
        bp_paint_label(painter, &arm[2], 2, image ? "first image" : "as modelled", color);
        to = reflection(FIRST_MIRROR);
    }
    for (int i = 0; i < 2; i++) {
        const float angle = FIRST_MIRROR + (i ? between : 0);
        const bp_vec3 far = ray(angle, 3.2f);
        for (float at = 0; at < 3.1f; at += 0.2f) /* dashes */
            bp_paint_lines(painter, (bp_vec3[]){ray(angle, at), ray(angle, at + 0.13f)}, 2, false, 3,
                           painter->theme->here);
        const char *name = between <= 3 ? "both mirrors" : i ? "second mirror" : "first mirror";
        if (i || between > 3) bp_paint_label(painter, &far, 1, name, painter->theme->here);
    }
    if (between <= 0.5f) return;
    bp_vec3 arc[25], end = ray(30 + 2 * between, 2.4f);
    char text[48];
    for (int i = 0; i < 25; i++) arc[i] = ray(FIRST_MIRROR + between * (float)i / 24, 2.7f);
    bp_paint_lines(painter, arc, 25, false, 3, painter->theme->here);
    snprintf(text, sizeof text, "%.1f°", (double)between);
    bp_paint_label(painter, &arc[12], 1, text, painter->theme->here);
    snprintf(text, sizeof text, "second image, rotated by %.0f°", (double)(2 * between));
    bp_paint_label(painter, &end, 1, text, painter->theme->arm_left);
}

static void paint(bp_world *world, bp_painter *painter) {
    if (state_of(world)->rings) paint_rings(world, painter);
    if (state_of(world)->mirrors) paint_mirrors(world, painter);
    if (world->stage_count < 2 || !bp_skeleton_find(world->stages[0].skeleton, ARM)) return;
    bp_angle_arc half = {.center = BP_SHOULDER, .radius = 1.1f, .to = state_of(world)->between};
    snprintf(half.name, sizeof half.name, "%.1f°", (double)half.to);
    if (half.to > 0.5f) bp_mark_arc(painter, &half);
    bp_mark_arm_angle(world, painter, "roll");
}
static void look_at_head(bp_world *world) {
    bp_world_show_stages(world, PERSON, 1);
    state_of(world)->rings = world->close_up = true;
    state_of(world)->mirrors = false;
    world->camera = (bp_camera){.target = neck(world)};
    world->camera.eye = bp_vec3_add(world->camera.target, (bp_vec3){2.1f, 0.35f, 1.9f});
}
static void set_head(bp_world *world, float pitch, float yaw, float roll) {
    state_of(world)->set = radians(pitch, yaw, roll);
    apply(world);
}
static void setup(bp_world *world) {
    bp_add_person(world, "");
    bp_add_person(world, "Angles mixed");
    bp_world_add_character(world, "Set by three angles", "", BP_BIND_NATURAL);
    bp_world_add_character(world, "Set by four numbers", "", BP_BIND_NATURAL);
    if (world->error.kind != BP_ERROR_NONE) return;
    world->paint = paint;
    look_at_head(world);
}
static void nod(bp_world *world, float t) { set_head(world, 90 * t, 30, 20); }
static void tilt(bp_world *world) { set_head(world, 0, 0, 30); }
static void shake(bp_world *world, float t) { set_head(world, 0, 40 * t, 30); }
static void show_boxes(bp_world *world) {
    bp_world_show_stages(world, BY_ANGLES, 2);
    *state_of(world) = (state){.rings = false};
    world->close_up = false;
    world->camera = bp_character_camera();
}
static void roll_both(bp_world *world, float t) {
    bp_bone_set_euler(bp_world_bone(world, 0, ARM), radians(0, 0, 30 + 45 * t));
    bp_world_rotate(world, 1, ARM, (bp_vec3){0, 0, 1}, 30 + 45 * t);
    state_of(world)->between = t > 0 ? 15 + 22.5f * t : 0; /* not beside the question */
}
static void show_mirrors(bp_world *world) {
    bp_world_show_stages(world, BY_ANGLES, 1);
    *state_of(world) = (state){.mirrors = true};
    world->camera = (bp_camera){.eye = {1, 0.5f, 10}, .target = {1, 0.5f, 0}};
    bp_pose_arm(world, 0, 30, BP_SHOULDER);
}
static void open_mirrors(bp_world *world, float t) {
    state_of(world)->between = 37.5f * t;
    bp_mat4 twice = bp_mat4_mul(reflection(FIRST_MIRROR), reflection(FIRST_MIRROR + 37.5f * t));
    bp_bone_set_local(bp_world_bone(world, 0, ARM),
                      bp_mat4_mul(bp_left_arm_local(1, (bp_vec3){0, 0, 1}, 30), twice));
}
static bp_quat yaw(float degrees) { return bp_quat_from_axis_angle((bp_vec3){0, 1, 0}, bp_radians(degrees)); }
static void turn(bp_world *world, float t) {
    bp_bone_set_rotation(bp_world_bone(world, 0, "hips"), bp_quat_slerp(yaw(170), yaw(-170), 0.5f * t));
    bp_bone_set_rotation(bp_world_bone(world, 1, "hips"), yaw(bp_mix(170, -170, 0.5f * t)));
}
static void show_people(bp_world *world) {
    look_at_head(world);
    set_head(world, 0, 0, 0);
    bp_world_show_stages(world, PEOPLE, 2);
    world->stages[0].title = "Quaternions mixed";
    state_of(world)->rings = world->close_up = false;
    world->camera = (bp_camera){.eye = {0, 0.3f, 6}, .target = {0, 0.1f, 0}};
    turn(world, 0);
}
static void show_head(bp_world *world) {
    bp_bone_set_rotation(bp_world_bone(world, 0, "hips"), yaw(0));
    look_at_head(world);
    world->camera.eye.x -= 4.2f; /* from the other side, where no ear is in the way */
    state_of(world)->axes = true;
    set_head(world, 0, 0, 30);
}
static void show_from_above(bp_world *world) {
    state_of(world)->axes = false, state_of(world)->angles = true;
    world->camera.eye = bp_vec3_add(world->camera.target, (bp_vec3){0, 2.75f, 0.4f});
}
static void look_down(bp_world *world, float t) { set_head(world, 90 * t, 0, 30); }
static void yaw_at_pole(bp_world *world, float t) { set_head(world, 90, 20 * t, 30); }

/* The head yaws about the neck's line; about its own, tilted one. */
static void ghost_yaw(bp_skeleton *copy, float option) {
    bp_bone *head = bp_skeleton_find(copy, "head");
    bp_quat roll = bp_quat_from_euler(radians(0, 0, 30)), by = yaw(40);
    bp_bone_set_rotation(head, option < 0.5f ? bp_quat_mul(by, roll) : bp_quat_mul(roll, by));
}

static void measure_set(bp_world *world, const bp_measure_args *args, float *values) {
    (void)args;
    bp_vec3 angles = state_of(world)->set;
    values[0] = bp_degrees(angles.x), values[1] = bp_degrees(angles.y), values[2] = bp_degrees(angles.z);
}
static void measure_read(bp_world *world, const bp_measure_args *args, float *values) {
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
static void measure_dot(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_bone *bone = bp_world_bone(world, args->stage, args->bone);
    values[0] = fabsf(bp_quat_dot(bp_bone_rotation(bone), bp_quat_from_euler(bp_bone_euler(bone))));
}
/* Cross and dot product of the mirrors' normals, and the arm's angle beyond its bind. */
static void measure_mirrors(bp_world *world, const bp_measure_args *args, float *values) {
    float a = bp_radians(FIRST_MIRROR), b = bp_radians(FIRST_MIRROR + state_of(world)->between);
    bp_vec3 n = {bp_cos(a), bp_sin(a), 0}, m = {bp_cos(b), bp_sin(b), 0};
    (void)args;
    values[0] = bp_vec3_cross(n, m).z, values[1] = bp_vec3_dot(n, m);
    bp_measure_rotation_z(world, &(bp_measure_args){0, 0, ARM, bp_bone_final}, &values[2]);
}
static void measure_facing(bp_world *world, const bp_measure_args *args, float *values) {
    (void)args;
    bp_mat4 m = bp_bone_local(bp_world_bone(world, 0, "hips"));
    values[0] = fabsf(bp_degrees(bp_atan2(m.m[8], m.m[10])));
}

/* clang-format off */ /* tables */
static const bp_readout SET_AND_READ[] = {
    {.label = "you set", .measure = measure_set, .format = "(%.0f°, %.0f°, %.0f°)"},
    {.label = "you read", .measure = measure_read, .args = {0, 0, "head", 0},
     .format = "(%.0f°, %.0f°, %.0f°)"}};

static const bp_step_slider PITCH = {.name = "pitch", .unit = "°", .max = 90, .to = 90};
static const bp_step_slider YAW = {.name = "yaw", .unit = "°", .min = -90, .max = 90, .to = 40};
static const bp_step_slider ROLL = ANGLE_SLIDER("roll", 0, ARM, 0, 150, 30, 75);
static const bp_step_slider MIRRORS = {
    .name = "between the mirrors", .unit = "°", .max = 90, .to = 37.5f, .decimals = 1};
static const bp_step_slider HALF = {.name = "t (half way: 0.5)", .max = 1, .to = 0.5f, .decimals = 2};
static const bp_step_slider DOWN = {.name = "pitch", .unit = "°", .max = 90, .to = 90};
static const bp_step_slider ADDED = {.name = "yaw", .unit = "°", .max = 90, .to = 20};
static const bp_handle RING_HANDLES[RINGS] = {{.label = YAW_RING, .kind = &RING, .point = 0},
                                              {.label = PITCH_RING, .kind = &RING, .point = 1},
                                              {.label = ROLL_RING, .kind = &RING, .point = 2}};

static const bp_question WHICH_LINE = {
    .text = "The head is tilted by 30°. Now it yaws. About which line does it turn?",
    .pose = ghost_yaw, CHOICE(0, "the upright line of the neck", "its own tilted line"),
    .right = "The yaw ring is the outermost: it carries the pitch ring, and that carries the roll ring. So a "
             "vertex meets roll first, then pitch, then yaw: Z, X, Y. \"Look left\" stays level, however the "
             "head is tilted.",
    .wrong = {{1, "Then \"look left\" would lead the nose up or down. Which ring carries which?"}}};
static const bp_question WHICH_ANGLE = {
    .text = "At a roll of 75° the bone keeps (0, 0, 0.6088, 0.7934). The sine of which angle is 0.6088?",
    CHOICE(1, "75°", "37.5°", "150°"),
    .right = "The bone keeps half the angle. A quaternion has no order of axes; set it yourself, as arm 2, "
             "and nothing needs to be converted.",
    .wrong = {{0, "The sine of 75° is 0.9659."}, {2, "The sine of 150° is 0.5."}}};
static const bp_question MIRRORED = {
    .text = "The mirrors will be 37.5° apart. By how much is the orange arm rotated then?",
    CHOICE(1, "by 37.5°", "by 75°", "by 18.75°"),
    .right = "Two mirrors rotate by twice the angle between them. A quaternion keeps a rotation as two such "
             "mirrors: the sine and cosine of the angle between them, which is half of the rotation.",
    .wrong = {{0, "Put them at a right angle: the image of the image is upside down, rotated by more than a "
                  "quarter."},
              {2, "Open the mirrors by 90°: the image is on the other side."}}};
static const bp_question WHERE_TO = {
    .text = "Half way, where does the first one look?",
    CHOICE(0, "away from you, 180°", "at you, 0°"),
    .right = "Quaternions know that 170° and -170° are only 20° apart. The mean of the two numbers is 0: the "
             "second one looks at you, and turns by 340° in all.",
    .wrong = {{1, "That is the mean of the two numbers. Which way is shorter?"}}};
static const bp_question READ_BACK = {
    .text = "The pitch is 90°. You set (90°, 20°, 30°) and read the angles back. What do you get?",
    CHOICE(2, "(90°, 20°, 30°)", "(90°, 50°, 0°)", "(90°, -10°, 0°)"),
    .right = "Both arrows turn in one plane, the roll's the other way round, and the yaw ring carries the "
             "roll ring along: its arrow stands at 20° - 30° = -10°. The rotation is the one that you set, "
             "written in another way.",
    .wrong = {{0, "It keeps four numbers, not these three. Several triples make the same four now."},
              {1, "At +90° yaw and roll turn in opposite senses. Looking up, at -90°, it would be "
                  "the sum."}}};

static const bp_step STEPS[] = {
    {.prose = "Three rings turn the head: yaw shakes it, pitch nods, roll tilts it. The grey line below the "
              "slider has the angles (pitch, yaw, roll) that you set, and those that the [bone:bone] gives "
              "back.\n\nAt a pitch of 90° they differ, though the head is right. At less they agree: drag "
              "the pitch. Steps 6 and 7 will say why.", .change = nod,
     .slider = &PITCH, .handles = RING_HANDLES, .handle_count = 3,
     READOUTS_OF(SET_AND_READ),
     .bone = "head", .code = "bp_bone_set_euler(head, angles);",
     .babylon = "head.setYawPitchRoll(yaw, pitch, roll);"},
    {.heading = "Three rings",
     .prose = "Each ring turns about an axis of its own, and carries the rings inside of it. The head is in "
              "the innermost one, and is tilted by 30°.", .arrange = tilt, .change = shake, .slider = &YAW,
     .question = &WHICH_LINE,
     READOUTS_OF(SET_AND_READ),
     .bone = "head",
     .footnote = "The order is a choice. Babylon.js names the same one from the outside in: yaw, pitch, "
                 "roll. Other programs choose otherwise."},
    {.heading = "Four numbers are kept",
     .prose = "Arm 1 is set by angles, (0°, 0°, roll), arm 2 by four numbers, a quaternion. A bone forgets "
              "the angles, and keeps those four: the axis, here Z, (0, 0, 1), times the sine of an angle, "
              "and its cosine.\n\nBut of which angle? The sine of 30° is 0.5, that of 45° is 0.7071.",
     .arrange = show_boxes, .change = roll_both, .slider = &ROLL, .question = &WHICH_ANGLE,
     CLAIMS({.number = 38, .text = "Set to (0°, 0°, 75°), the bone reads back (0°, 0°, 75°).",
             .measure = measure_read, .args = {0, 0, ARM, 0}, .count = 3, .expected = {0, 0, 75},
             .unit = "degrees"},
            {.number = 38, .text = "It stores the quaternion (0, 0, sin 37.5°, cos 37.5°).",
             .measure = measure_quaternion, .args = {0, 0, ARM, 0}, .count = 4,
             .expected = {0, 0, 0.60876143f, 0.79335334f}, .tolerance = 1e-5f},
            {.number = 39, .text = "Setting the quaternion gives the same vertices ...",
             SAME_VERTICES(0, 1), .holds_before = true},
            {.number = 39, .text = "... with no conversion, where setting angles takes one.",
             .measure = measure_conversions, .args = {1, 0, ARM, 0}, .count = 2, .expected = {1, 0},
             .unit = "conversions", .holds_before = true}),
     READOUTS({.label = "the bone keeps", .measure = measure_quaternion, .args = {0, 0, ARM, 0},
               .format = "(%.4f, %.4f, %.4f, %.4f)"}),
     .bone = ARM, .code = "bp_bone_set_rotation(arm, q);", .babylon = "arm.setRotationQuaternion(q);"},
    {.heading = "Two mirrors",
     .prose = "Why half the angle? Two mirrors stand in the shoulder, dashed, seen edge-on. The "
              "[ghost:violet outline] is the modelled arm's image in the first one, the [left:orange arm] "
              "the violet one's image in the second. Mirrored twice, it has only rotated.\n\nAt 0° both "
              "mirrors are one, and the orange arm is where it was modelled.",
     .arrange = show_mirrors, .change = open_mirrors, .slider = &MIRRORS, .question = &MIRRORED,
     CLAIMS({.text = "Two mirrors 37.5° apart rotate by 75°; sine and cosine are the quaternion's numbers.",
             .measure = measure_mirrors, .count = 3, .expected = {0.60876143f, 0.79335334f, 75},
             .tolerance = 1e-6f}),
     READOUTS({.label = "sine and cosine of it", .measure = measure_mirrors, .format = "%.4f, %.4f"}),
     .bone = ARM},
    {.heading = "Half way between two rotations",
     .prose = "Both people have a yaw of 170°, and turn to -170°. The first one mixes the two quaternions, "
              "the second one the two numbers 170 and -170.", .arrange = show_people, .change = turn,
     .slider = &HALF, .question = &WHERE_TO,
     CLAIMS({.text = "Half way from 170° to -170° the first one faces 180°.", .measure = measure_facing,
             .expected = {180}, .tolerance = 1e-5f, .unit = "degrees"}),
     READOUTS({.label = "yaw of the first", .measure = measure_facing, .format = "%.0f°"}),
     .bone = "hips", .code = "bp_quat_slerp(a, b, {});", .babylon = "Quaternion.Slerp(a, b, {});"},
    {.heading = "Two rings in one plane",
     .prose = "Back to the head, tilted by 30°. Nod until it looks straight down. The outermost ring, yaw, "
              "and the innermost, roll, come into one plane, and their axes, the straight lines, into one: "
              "both turn the head about it now.\n\nOne direction is lost. This is called gimbal lock. The "
              "quaternion has lost nothing.",
     .arrange = show_head, .change = look_down, .slider = &DOWN, .handles = RING_HANDLES, .handle_count = 3,
     READOUTS_OF(SET_AND_READ),
     .bone = "head", .code = "bp_bone_set_euler(head, angles);",
     .babylon = "head.setYawPitchRoll(yaw, pitch, roll);", .cover = true},
    {.heading = "Add a yaw",
     .prose = "The head looks straight down, and you look down on it. It has a roll of 30°. Now a yaw comes "
              "in, counted as the arrow + points. The arrows from the middle say each ring's angle.",
     .arrange = show_from_above, .change = yaw_at_pole, .slider = &ADDED, .question = &READ_BACK,
     CLAIMS({.text = "Set to (90°, 20°, 30°), the bone reads back (90°, -10°, 0°) ...",
             .measure = measure_read, .args = {0, 0, "head", 0}, .count = 3, .expected = {90, -10, 0},
             .tolerance = 1e-3f, .unit = "degrees"},
            {.number = 38, .text = "... which is an equal rotation: the quaternions agree up to sign.",
             .measure = measure_dot, .args = {0, 0, "head", 0}, .expected = {1}, .holds_before = true}),
     READOUTS_OF(SET_AND_READ),
     .bone = "head", .code = "bp_bone_euler(head);", .babylon = "head.rotation;"},
};

const bp_lesson_plan bp_lesson = {
    LESSON(11, "11_rotation"), .title = "Why do I read back other angles than I set?",
    .summary = "Rotations go in as three angles, and are kept as four numbers.", .difficulty = 2,
    .matrices = BP_MATRIX_LOCAL,
    .text = {.goal =
                 "You will be able to say what a bone keeps of a rotation, and why angles come back changed.",
             .learned = {"You can say what a bone keeps, four numbers, and why angles come back changed.",
                         "A quaternion holds half the angle, because it acts like two mirrors.",
                         "At a pitch of 90° yaw and roll are one: gimbal lock. Mix quaternions, not angles.",
                         "Clips keep quaternions. Of which rotation: with the bind or without?"},
             .next = "Why are the angles in a clip not the ones that I see?",
             .prerequisites = "06_removing_the_bind",
             .try_this =
                 {"At step 6 drag the pitch up instead of down: are the senses of yaw and roll equal now?",
                  "At step 4 put the mirrors 90° apart."}},
};
