/* Where each of a crowd stands and goes: rings about the middle, so that nobody ever leaves the floor and
 * nobody meets anybody. Everything follows from a character's number and the time. */
#include "tools/demo/crowd.h"

/* Between rings and between neighbours in a ring, in characters' heights. */
static const float RING = 0.82f, NEIGHBOUR = 0.72f;

/* 0..1, scattered evenly over numbers. */
static float scatter(unsigned number, unsigned salt) {
    uint32_t h = number * 0x9E3779B1u ^ salt * 0x85EBCA77u;
    h ^= h >> 15;
    h *= 0x2C1B3C6Du;
    h ^= h >> 12;
    h *= 0x297A2D39u;
    h ^= h >> 15;
    return (float)(h >> 8) * 0x1p-24f;
}

static int ring_room(int ring) { return ring == 0 ? 1 : (int)(2 * BP_PI * (float)ring * RING / NEIGHBOUR); }

/* The ring of a character, and its number within it. */
static int ring_of(int number, int *within) {
    int ring = 0;
    while (number >= ring_room(ring)) number -= ring_room(ring++);
    *within = number;
    return ring;
}

float bp_crowd_radius(int count, float size) {
    int within;
    return (float)ring_of(count > 0 ? count - 1 : 0, &within) * RING * size;
}

bp_crowd_member bp_crowd_member_at(int number, double time, float size, float speed) {
    int within;
    int ring = ring_of(number, &within);
    unsigned seed = (unsigned)number;
    bp_crowd_member spot = {.phase = scatter(seed, 1), .size = 0.93f + 0.14f * scatter(seed, 2)};
    spot.tint = (int)(scatter(seed, 3) * BP_CROWD_TINTS);
    if (ring == 0) return spot;
    float radius = ((float)ring + 0.16f * (scatter(seed, 4) - 0.5f)) * RING * size;
    float turn = ring & 1 ? 1.0f : -1.0f;
    float share = ((float)within + 0.3f * (scatter(seed, 5) - 0.5f)) / (float)ring_room(ring);
    /* All of a ring go round together; what was gone is taken modulo the turn while it is still exact. */
    double rounds = time * (double)speed / (2 * 3.14159265358979 * (double)((float)ring * RING * size));
    float gone = (float)(rounds - (double)(long long)rounds);
    float angle = 2 * BP_PI * (share + turn * gone + 0.618034f * (float)ring);
    spot.position = (bp_vec3){radius * bp_sin(angle), 0, radius * bp_cos(angle)};
    /* Along the ring: the angle's own direction is +X at +Z, a quarter turn on. */
    spot.heading = angle + turn * BP_PI / 2;
    return spot;
}

bool bp_crowd_is_visible(const bp_mat4 *transform, bp_vec3 center, float radius) {
    /* A point is inside of a plane where a combination of its clip coordinates is not negative; that is linear in
     * the point, so the distance is the value over the gradient's length. */
    static const float planes[6][4] = {{1, 0, 0, 1},  {-1, 0, 0, 1}, {0, 1, 0, 1},
                                       {0, -1, 0, 1}, {0, 0, 1, 0},  {0, 0, -1, 1}};
    const float *m = transform->m;
    for (int i = 0; i < 6; i++) {
        float value[4];
        for (int row = 0; row < 4; row++) {
            value[row] = 0;
            for (int column = 0; column < 4; column++) value[row] += m[4 * row + column] * planes[i][column];
        }
        bp_vec3 gradient = {value[0], value[1], value[2]};
        if (bp_vec3_dot(gradient, center) + value[3] < -radius * bp_vec3_length(gradient)) return false;
    }
    return true;
}
