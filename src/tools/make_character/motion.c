/* The clips: idle, walk, wave. A key pose has a rotation for each bone, about the world's axes at rest and on
 * top of its parent's rotation, and the position of the hips. Legs are posed by the position of the ankle and
 * the law of cosines, so feet stay on the ground without sliding. There are 24 key poses a second. */
#include "tools/make_character/character.h"

enum { RATE = 24, MOST_KEYS = 97 };
static const float TURN = 6.28318531f;

typedef struct key_pose {
    bp_vec3 hips;             /* offset from the rest position */
    bp_quat rotations[BONES]; /* applied after the parent's */
    bp_vec3 feet[2];          /* offsets of the soles from rest, left and right */
    float pitch[2];           /* of the feet: radians, toes up, about the heel or the ball */
    float toes[2];            /* of the toes: radians */
} key_pose;

static bp_quat about(float x, float y, float z, float degrees) {
    return bp_quat_from_axis_angle((bp_vec3){x, y, z}, bp_radians(degrees));
}

static bp_quat about_x(float degrees) { return about(1, 0, 0, degrees); }
static bp_quat about_y(float degrees) { return about(0, 1, 0, degrees); }
static bp_quat about_z(float degrees) { return about(0, 0, 1, degrees); }

static float wave_of(float rotations) { return bp_sin(TURN * rotations); }

/* 0 up to a, 1 from b on. */
static float smooth_step(float t, float a, float b) {
    float u = bp_clamp((t - a) / (b - a), 0, 1);
    return u * u * (3 - 2 * u);
}

/* The smallest rotation from one direction to another. */
static bp_quat turn_between(bp_vec3 from, bp_vec3 to) {
    bp_vec3 a = bp_vec3_normalize(from), b = bp_vec3_normalize(to), axis = bp_vec3_cross(a, b);
    return bp_quat_normalize((bp_quat){axis.x, axis.y, axis.z, 1 + bp_vec3_dot(a, b)});
}

/* The position of the knee, in front of the line from hip to ankle. */
static bp_vec3 knee_at(bp_vec3 hip, bp_vec3 ankle, float upper, float lower) {
    bp_vec3 line = bp_vec3_sub(ankle, hip), along = bp_vec3_normalize(line);
    float reach = bp_clamp(bp_vec3_length(line), 0.1f, (upper + lower) * 0.9995f);
    float forth = (reach * reach + upper * upper - lower * lower) / (2 * reach);
    float out = (float)sqrt((double)bp_clamp(upper * upper - forth * forth, 0, 1));
    bp_vec3 front = {0.03f * (hip.x > 0 ? 1.0f : -1.0f), 0, 1};
    front = bp_vec3_sub(front, bp_vec3_scale(along, bp_vec3_dot(front, along)));
    return bp_vec3_add(
        hip, bp_vec3_add(bp_vec3_scale(along, forth), bp_vec3_scale(bp_vec3_normalize(front), out)));
}

/* The ankle of a foot that is rotated about its heel (toes up) or its ball (heel up). */
static bp_vec3 ankle_at(const body_joint joints[BONES], const key_pose *now, int side) {
    const body_joint *foot = &joints[FOOT + side * SIDE];
    bp_vec3 ball = {foot->tip.x, 0.01f, foot->tip.z}, heel = {foot->at.x, 0, foot->at.z - 0.055f};
    bp_vec3 pivot = now->pitch[side] < 0 ? ball : heel;
    bp_quat rotation = bp_quat_from_axis_angle((bp_vec3){1, 0, 0}, -now->pitch[side]);
    bp_vec3 from = bp_quat_rotate(rotation, bp_vec3_sub(foot->at, pivot));
    return bp_vec3_add(bp_vec3_add(pivot, from), now->feet[side]);
}

static void set_leg(const body_joint joints[BONES], key_pose *now, int side) {
    const body_joint *thigh = &joints[THIGH + side * SIDE], *shin = &joints[SHIN + side * SIDE];
    const body_joint *foot = &joints[FOOT + side * SIDE];
    bp_vec3 root = bp_vec3_add(joints[HIPS].at, now->hips);
    bp_vec3 hip =
        bp_vec3_add(root, bp_quat_rotate(now->rotations[HIPS], bp_vec3_sub(thigh->at, joints[HIPS].at)));
    bp_vec3 upper = bp_vec3_sub(shin->at, thigh->at), lower = bp_vec3_sub(foot->at, shin->at);
    bp_vec3 ankle = ankle_at(joints, now, side);
    bp_vec3 knee = knee_at(hip, ankle, bp_vec3_length(upper), bp_vec3_length(lower));
    bp_quat thigh_turn = turn_between(upper, bp_vec3_sub(knee, hip));
    bp_quat shin_turn = turn_between(lower, bp_vec3_sub(ankle, knee));
    bp_quat foot_turn = bp_quat_from_axis_angle((bp_vec3){1, 0, 0}, -now->pitch[side]);
    bp_quat toe_turn = bp_quat_from_axis_angle((bp_vec3){1, 0, 0}, -now->toes[side]);
    now->rotations[THIGH + side * SIDE] = bp_quat_mul(bp_quat_conjugate(now->rotations[HIPS]), thigh_turn);
    now->rotations[SHIN + side * SIDE] = bp_quat_mul(bp_quat_conjugate(thigh_turn), shin_turn);
    now->rotations[FOOT + side * SIDE] = bp_quat_mul(bp_quat_conjugate(shin_turn), foot_turn);
    now->rotations[TOES + side * SIDE] = bp_quat_mul(bp_quat_conjugate(foot_turn), toe_turn);
}

/* Poses an arm, in degrees: lowered from rest, swung forward, bent forward at elbow and wrist. */
static void set_arm(const body_joint joints[BONES], key_pose *now, int side, float lower, float swing,
                    float bend, float wrist) {
    float s = side == 0 ? -1.0f : 1.0f;
    bp_vec3 along = bp_vec3_sub(joints[FOREARM + side * SIDE].tip, joints[FOREARM + side * SIDE].at);
    bp_vec3 hinge = bp_vec3_normalize(bp_vec3_cross(along, (bp_vec3){0, 0, 1}));
    /* The shoulder blade takes a part of the lowering. */
    now->rotations[SHOULDER + side * SIDE] = about_z(s * lower * 0.12f);
    now->rotations[UPPER_ARM + side * SIDE] = bp_quat_mul(about_x(-swing), about_z(s * lower * 0.88f));
    now->rotations[FOREARM + side * SIDE] = bp_quat_from_axis_angle(hinge, bp_radians(bend));
    now->rotations[HAND + side * SIDE] = bp_quat_from_axis_angle(hinge, bp_radians(wrist));
}

typedef void motion(const body_joint joints[BONES], float t, key_pose *now);

/* Idle: the weight shifts slowly from leg to leg, and the chest breathes. */
static void stand(const body_joint joints[BONES], float t, key_pose *now) {
    float sway = wave_of(t), breath = wave_of(2 * t), late = wave_of(2 * t - 0.12f);
    now->hips = (bp_vec3){0.012f * sway, -0.014f + 0.003f * breath, 0};
    now->rotations[HIPS] = bp_quat_mul(about_z(1.2f * sway), about_y(1.5f * sway));
    now->rotations[SPINE] = bp_quat_mul(about_z(-1.4f * sway), about_x(-0.6f * breath));
    now->rotations[CHEST] = bp_quat_mul(about_z(-0.8f * sway), about_x(-1.2f * breath));
    now->rotations[NECK] = about_x(1 + 0.8f * late);
    now->rotations[HEAD] = bp_quat_mul(about_y(2.5f * wave_of(t + 0.2f)), about_z(1.2f * wave_of(t + 0.1f)));
    for (int side = 0; side < 2; side++)
        set_arm(joints, now, side, 32 + 0.8f * late, 2 + 1.2f * wave_of(2 * t - 0.2f), 14 + 1.5f * late, 6);
}

/* A foot's path through a cycle that begins when its heel touches the ground. */
static void step_foot(key_pose *now, int side, float t) {
    const float stance = 0.6f, stride = 0.26f;
    t -= (float)floor((double)t);
    if (t < stance) {
        now->feet[side].z = stride * (1 - 2 * t / stance);
        now->pitch[side] = bp_radians(17 * (1 - smooth_step(t, 0, 0.1f)) - 38 * smooth_step(t, 0.36f, 0.64f));
    } else {
        float u = (t - stance) / (1 - stance);
        now->feet[side].z = stride * (2 * smooth_step(u, -0.12f, 1.06f) - 1);
        now->feet[side].y = 0.045f * bp_sin(TURN / 2 * u) * bp_sin(TURN / 2 * u);
        now->pitch[side] = bp_radians(-38 * smooth_step(t, 0.36f, 0.64f) * (1 - smooth_step(u, 0.1f, 0.65f)) +
                                      17 * smooth_step(u, 0.5f, 1));
    }
    now->toes[side] =
        now->pitch[side] > 0 ? now->pitch[side] : now->pitch[side] * smooth_step(t, stance, stance + 0.12f);
}

static void walk(const body_joint joints[BONES], float t, key_pose *now) {
    float swing = bp_cos(TURN * t), bob = bp_cos(2 * TURN * t);
    step_foot(now, 0, t);
    step_foot(now, 1, t + 0.5f);
    now->hips = (bp_vec3){0.016f * wave_of(t - 0.02f), -0.009f - 0.010f * bob, 0.006f * wave_of(2 * t)};
    now->rotations[HIPS] = bp_quat_mul(about_y(-5 * swing), about_z(2.2f * wave_of(t - 0.02f)));
    now->rotations[SPINE] =
        bp_quat_mul(about_y(5 * swing), bp_quat_mul(about_z(-2.4f * wave_of(t - 0.02f)), about_x(2)));
    now->rotations[CHEST] = bp_quat_mul(about_y(5 * swing), about_x(1 + 0.8f * bob));
    now->rotations[NECK] = bp_quat_mul(about_y(-3 * swing), about_x(-1));
    now->rotations[HEAD] = bp_quat_mul(about_y(-2 * swing), about_x(-1 - 0.8f * bp_cos(2 * TURN * t - 0.8f)));
    for (int side = 0; side < 2; side++) {
        float s = side == 0 ? -1.0f : 1.0f, forth = s * bp_cos(TURN * t - 0.25f);
        set_arm(joints, now, side, 36, 3 + 22 * forth, 17 + 8 * s * bp_cos(TURN * t - 0.7f), 4 + 3 * forth);
    }
}

/* The right hand goes up, waves and comes down; the body stays idle. */
static void greet(const body_joint joints[BONES], float t, key_pose *now) {
    float up = smooth_step(t, 0.02f, 0.24f) * (1 - smooth_step(t, 0.76f, 0.98f)),
          over = smooth_step(t, 0.2f, 0.3f) * (1 - smooth_step(t, 0.7f, 0.8f));
    float shake = over * wave_of(4 * (t - 0.25f) / 0.5f * 0.9f);
    bp_vec3 along = bp_vec3_sub(joints[FOREARM + SIDE].tip, joints[FOREARM + SIDE].at);
    stand(joints, t, now);
    now->hips.x += 0.012f * up;
    now->rotations[SPINE] = bp_quat_mul(about_z(2 * up), now->rotations[SPINE]);
    now->rotations[CHEST] = bp_quat_mul(about_z(2.5f * up), now->rotations[CHEST]);
    now->rotations[HEAD] = bp_quat_mul(about_z(5 * up + 1.5f * shake), now->rotations[HEAD]);
    bp_quat shoulder = bp_quat_mul(about_y(14), about_z(-16)), arm = bp_quat_mul(about_y(22), about_z(-26));
    bp_quat elbow = about_z(-86 + 22 * shake), twist = bp_quat_from_axis_angle(along, bp_radians(-30));
    now->rotations[SHOULDER + SIDE] = bp_quat_slerp(now->rotations[SHOULDER + SIDE], shoulder, up);
    now->rotations[UPPER_ARM + SIDE] = bp_quat_slerp(now->rotations[UPPER_ARM + SIDE], arm, up);
    now->rotations[FOREARM + SIDE] =
        bp_quat_slerp(now->rotations[FOREARM + SIDE], bp_quat_mul(elbow, twist), up);
    bp_quat wrist = bp_quat_mul(about_z(16 * over * wave_of(4 * (t - 0.25f) / 0.5f * 0.9f - 0.12f)), twist);
    now->rotations[HAND + SIDE] = bp_quat_slerp(now->rotations[HAND + SIDE], wrist, up);
}

static key_pose key_pose_at(const body_joint joints[BONES], motion *move, float t) {
    key_pose now = {.hips = {0, 0, 0}};
    for (int i = 0; i < BONES; i++) now.rotations[i] = bp_quat_identity();
    move(joints, t, &now);
    for (int side = 0; side < 2; side++) set_leg(joints, &now, side);
    return now;
}

/* Converts a rotation about the world's axes at rest to the rotation of the bone's node. */
static bp_quat to_local(const body_joint joints[BONES], int bone, bp_quat rotation) {
    bp_quat parent = joints[bone].parent < 0 ? bp_quat_identity() : joints[joints[bone].parent].facing;
    bp_quat own = bp_quat_mul(rotation, joints[bone].facing);
    return bp_quat_normalize(bp_quat_mul(bp_quat_conjugate(parent), own));
}

static bool add_track(bp_clip *clip, int bone, bp_track_kind kind, const double *times, const float *values,
                      size_t count, bp_error *error) {
    bp_track track = {.target = bone, .kind = kind, .interpolation = BP_INTERPOLATION_LINEAR};
    track.key_count = count, track.times = times, track.values = values;
    return bp_clip_add(clip, &track, error);
}

static bool add_bone(bp_clip *clip, const body_joint joints[BONES], int bone, const key_pose *moments,
                     const double *times, size_t count, bp_error *error) {
    bp_quat values[MOST_KEYS];
    for (size_t i = 0; i < count; i++) {
        values[i] = to_local(joints, bone, moments[i].rotations[bone]);
        if (i > 0 && bp_quat_dot(values[i], values[i - 1]) < 0) values[i] = bp_quat_negate(values[i]);
    }
    return add_track(clip, bone, BP_TRACK_ROTATION, times, &values[0].x, count, error);
}

static bool add_hips(bp_clip *clip, const body_joint joints[BONES], const key_pose *moments,
                     const double *times, size_t count, bp_error *error) {
    bp_vec3 values[MOST_KEYS];
    for (size_t i = 0; i < count; i++) values[i] = bp_vec3_add(joints[HIPS].at, moments[i].hips);
    return add_track(clip, HIPS, BP_TRACK_POSITION, times, &values[0].x, count, error);
}

static bp_clip *make_clip(const body_joint joints[BONES], const char *name, motion *move, size_t steps,
                          bp_error *error) {
    key_pose moments[MOST_KEYS];
    double times[MOST_KEYS];
    bp_clip *clip = bp_clip_create(NULL, &(bp_clip_options){.name = name}, error);
    if (!clip) return NULL;
    for (size_t i = 0; i <= steps; i++) {
        times[i] = (double)(float)((double)i / RATE);
        /* The last key equals the first, bit for bit. */
        moments[i] = i < steps ? key_pose_at(joints, move, (float)i / (float)steps) : moments[0];
    }
    bool ok = add_hips(clip, joints, moments, times, steps + 1, error);
    for (int i = 0; ok && i < BONES; i++) ok = add_bone(clip, joints, i, moments, times, steps + 1, error);
    if (ok) return clip;
    bp_clip_destroy(clip);
    return NULL;
}

bool motion_make(const body_joint joints[BONES], bp_clip *clips[3], bp_error *error) {
    return (clips[0] = make_clip(joints, "idle", stand, 96, error)) &&
           (clips[1] = make_clip(joints, "walk", walk, 26, error)) &&
           (clips[2] = make_clip(joints, "wave", greet, 72, error));
}
