/* The body: the positions of its joints, and the shapes that blend smoothly into its skin. */
#include "tools/make_character/character.h"
#include <stdio.h>

/* The joints of the left side and the middle. The arms point 42 degrees below the horizontal, half-way
 * between hanging and raised, so the shoulders bend little either way. */
static const struct {
    const char *name;
    int parent;
    bp_vec3 at, tip;
    float radius;
} MADE[RIGHT] = {
    [HIPS] = {"hips", -1, {0, 0.93f, 0}, {0, 1.04f, 0}, 0.13f},
    [SPINE] = {"spine", HIPS, {0, 1.04f, 0}, {0, 1.17f, -0.005f}, 0.13f},
    [CHEST] = {"chest", SPINE, {0, 1.17f, -0.005f}, {0, 1.345f, -0.02f}, 0.13f},
    [NECK] = {"neck", CHEST, {0, 1.345f, -0.02f}, {0, 1.43f, 0}, 0.055f},
    [HEAD] = {"head", NECK, {0, 1.43f, 0}, {0, 1.66f, 0}, 0.12f},
    [SHOULDER] = {"shoulder", CHEST, {0.035f, 1.3f, -0.02f}, {0.165f, 1.29f, -0.02f}, 0.07f},
    [UPPER_ARM] = {"upper_arm", SHOULDER, {0.165f, 1.29f, -0.02f}, {0.351f, 1.123f, -0.025f}, 0.055f},
    [FOREARM] = {"forearm", UPPER_ARM, {0.351f, 1.123f, -0.025f}, {0.522f, 0.969f, -0.005f}, 0.045f},
    [HAND] = {"hand", FOREARM, {0.522f, 0.969f, -0.005f}, {0.625f, 0.876f, 0.005f}, 0.04f},
    [THIGH] = {"thigh", HIPS, {0.092f, 0.88f, 0}, {0.104f, 0.485f, 0.012f}, 0.08f},
    [SHIN] = {"shin", THIGH, {0.104f, 0.485f, 0.012f}, {0.112f, 0.09f, -0.022f}, 0.055f},
    [FOOT] = {"foot", SHIN, {0.112f, 0.09f, -0.022f}, {0.118f, 0.035f, 0.085f}, 0.045f},
    [TOES] = {"toes", FOOT, {0.118f, 0.035f, 0.085f}, {0.12f, 0.035f, 0.17f}, 0.04f},
};

/* +Y along the bone, +Z as close to forward as possible. */
static bp_quat face(bp_vec3 along) {
    bp_vec3 y = bp_vec3_normalize(along);
    bp_vec3 forward = y.z > 0.7f ? (bp_vec3){0, 1, 0} : (bp_vec3){0, 0, 1};
    bp_vec3 x = bp_vec3_normalize(bp_vec3_cross(y, forward)), z = bp_vec3_cross(x, y);
    return bp_quat_from_mat4((bp_mat4){{x.x, x.y, x.z, 0, y.x, y.y, y.z, 0, z.x, z.y, z.z, 0, 0, 0, 0, 1}});
}

static bp_vec3 mirror(bp_vec3 p) { return (bp_vec3){-p.x, p.y, p.z}; }

void body_make_joints(body_joint joints[BONES]) {
    for (int i = 0; i < BONES; i++) {
        bool right = i >= RIGHT;
        int from = right ? i - SIDE : i;
        body_joint *out = &joints[i];
        const char *side = i < SHOULDER ? "" : right ? "_right" : "_left";
        snprintf(out->name, sizeof out->name, "%s%s", MADE[from].name, side);
        out->parent = MADE[from].parent + (right && MADE[from].parent >= SHOULDER ? SIDE : 0);
        out->at = right ? mirror(MADE[from].at) : MADE[from].at;
        out->tip = right ? mirror(MADE[from].tip) : MADE[from].tip;
        out->radius = MADE[from].radius;
        out->facing = face(bp_vec3_sub(out->tip, out->at));
    }
}

/* Smooth minimum: rounded if the two are within `width` of each other. */
static float join(float a, float b, float width) {
    float h = bp_clamp(0.5f + 0.5f * (b - a) / width, 0, 1);
    return bp_mix(b, a, h) - width * h * (1 - h);
}

static float ellipsoid(bp_vec3 p, bp_vec3 center, bp_vec3 radius) {
    bp_vec3 q = bp_vec3_sub(p, center);
    bp_vec3 unit = {q.x / radius.x, q.y / radius.y, q.z / radius.z};
    bp_vec3 steep = {unit.x / radius.x, unit.y / radius.y, unit.z / radius.z};
    float k = bp_vec3_length(unit), slope = bp_vec3_length(steep);
    return slope > 1e-6f ? k * (k - 1) / slope : -radius.y;
}

/* A capsule from a ball of radius ra at a to one of radius rb at b; `flat` squeezes it along z. */
static float cone(bp_vec3 p, bp_vec3 a, bp_vec3 b, float ra, float rb) {
    bp_vec3 along = bp_vec3_sub(b, a), from = bp_vec3_sub(p, a);
    float t = bp_clamp(bp_vec3_dot(from, along) / bp_vec3_dot(along, along), 0, 1);
    return bp_vec3_length(bp_vec3_sub(from, bp_vec3_scale(along, t))) - bp_mix(ra, rb, t);
}

static float torso(bp_vec3 p) {
    float d = ellipsoid(p, (bp_vec3){0, 0.93f, -0.005f}, (bp_vec3){0.155f, 0.115f, 0.112f});
    d = join(d, ellipsoid(p, (bp_vec3){0, 1.06f, 0.004f}, (bp_vec3){0.132f, 0.17f, 0.1f}), 0.05f);
    d = join(d, ellipsoid(p, (bp_vec3){0, 1.2f, -0.005f}, (bp_vec3){0.168f, 0.15f, 0.112f}), 0.05f);
    d = join(d, cone(p, (bp_vec3){0, 1.285f, -0.02f}, (bp_vec3){0.135f, 1.275f, -0.02f}, 0.075f, 0.066f),
             0.05f);
    return join(d, cone(p, (bp_vec3){0, 1.33f, -0.018f}, (bp_vec3){0, 1.46f, 0}, 0.054f, 0.052f), 0.035f);
}

static float arm(bp_vec3 p) {
    const bp_vec3 shoulder = MADE[UPPER_ARM].at, elbow = MADE[FOREARM].at, wrist = MADE[HAND].at;
    float d = cone(p, shoulder, elbow, 0.06f, 0.048f);
    d = join(d, cone(p, elbow, wrist, 0.047f, 0.034f), 0.03f);
    float hand = cone(p, (bp_vec3){0.548f, 0.946f, 0}, (bp_vec3){0.6f, 0.898f, 0.008f}, 0.041f, 0.038f);
    hand =
        join(hand, cone(p, (bp_vec3){0.545f, 0.955f, 0.02f}, (bp_vec3){0.566f, 0.92f, 0.058f}, 0.02f, 0.017f),
             0.02f);
    return join(d, hand, 0.03f);
}

static float leg(bp_vec3 p) {
    const bp_vec3 hip = {0.088f, 0.87f, -0.002f}, knee = MADE[SHIN].at, ankle = MADE[FOOT].at;
    float d = cone(p, hip, knee, 0.09f, 0.066f);
    d = join(d, cone(p, knee, ankle, 0.065f, 0.055f), 0.03f);
    float foot = cone(p, (bp_vec3){0.113f, 0.042f, -0.035f}, (bp_vec3){0.12f, 0.036f, 0.12f}, 0.05f, 0.047f);
    d = join(d, foot, 0.035f);
    /* Flat soles. */
    return -join(-d, p.y - 0.002f, 0.012f);
}

static float head(bp_vec3 p) {
    float d = ellipsoid(p, (bp_vec3){0, 1.565f, 0.005f}, (bp_vec3){0.126f, 0.142f, 0.132f});
    d = join(d, ellipsoid(p, (bp_vec3){0, 1.5f, 0.026f}, (bp_vec3){0.095f, 0.086f, 0.1f}), 0.05f);
    d = join(d, ellipsoid(p, (bp_vec3){0, 1.533f, 0.135f}, (bp_vec3){0.02f, 0.022f, 0.024f}), 0.02f);
    d = join(d, ellipsoid(p, (bp_vec3){0.13f, 1.535f, -0.005f}, (bp_vec3){0.02f, 0.036f, 0.026f}), 0.015f);
    float hair = ellipsoid(p, (bp_vec3){0, 1.605f, -0.022f}, (bp_vec3){0.138f, 0.122f, 0.138f});
    hair = join(hair, ellipsoid(p, (bp_vec3){0, 1.665f, 0.06f}, (bp_vec3){0.09f, 0.05f, 0.07f}), 0.04f);
    return join(d, hair, 0.016f);
}

float body_distance(bp_vec3 p) {
    p.x = fabsf(p.x);
    float d = join(torso(p), head(p), 0.025f);
    d = join(d, arm(p), 0.045f);
    return join(d, leg(p), 0.04f);
}

bp_vec3 body_normal(bp_vec3 p) {
    const float step = 0.002f;
    bp_vec3 n = {
        body_distance((bp_vec3){p.x + step, p.y, p.z}) - body_distance((bp_vec3){p.x - step, p.y, p.z}),
        body_distance((bp_vec3){p.x, p.y + step, p.z}) - body_distance((bp_vec3){p.x, p.y - step, p.z}),
        body_distance((bp_vec3){p.x, p.y, p.z + step}) - body_distance((bp_vec3){p.x, p.y, p.z - step})};
    return bp_vec3_normalize(n);
}
