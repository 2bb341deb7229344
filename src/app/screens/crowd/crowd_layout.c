/* Positions of a crowd's characters: rings around the middle, so the characters stay on the floor and don't
 * collide. Everything follows from a character's number and the time. */
#include "app/screens/crowd/crowd.h"

/* Distance between rings, and between neighbours in a ring, in heights of a character. */
static const float RING = 0.82f, NEIGHBOUR = 0.72f;

/* A hash of number and salt, evenly distributed in 0..1. */
static float scatter(unsigned number, unsigned salt) {
    uint32_t h = number * 0x9E3779B1u ^ salt * 0x85EBCA77u;
    h ^= h >> 15;
    h *= 0x2C1B3C6Du;
    h ^= h >> 12;
    h *= 0x297A2D39u;
    h ^= h >> 15;
    return (float)(h >> 8) * 0x1p-24f;
}

static int ring_size(int ring) { return ring == 0 ? 1 : (int)(2 * BP_PI * (float)ring * RING / NEIGHBOUR); }

/* The ring of a character, and its number within it. */
static int ring_of(int number, int *within) {
    int ring = 0;
    while (number >= ring_size(ring)) number -= ring_size(ring++);
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
    bp_crowd_member member = {.phase = scatter(seed, 1), .size = 0.93f + 0.14f * scatter(seed, 2)};
    member.tint = (int)(scatter(seed, 3) * BP_CROWD_TINTS);
    if (ring == 0) return member;
    float radius = ((float)ring + 0.16f * (scatter(seed, 4) - 0.5f)) * RING * size;
    float turn = ring & 1 ? 1.0f : -1.0f;
    float share = ((float)within + 0.3f * (scatter(seed, 5) - 0.5f)) / (float)ring_size(ring);
    /* All characters of a ring move together. The fraction is taken in double, while it is still exact. */
    double rounds = time * (double)speed / (2 * 3.14159265358979 * (double)((float)ring * RING * size));
    float gone = (float)(rounds - (double)(long long)rounds);
    float angle = 2 * BP_PI * (share + turn * gone + 0.618034f * (float)ring);
    member.position = (bp_vec3){radius * bp_sin(angle), 0, radius * bp_cos(angle)};
    /* Faces along the ring: a quarter turn from the radius. */
    member.heading = angle + turn * BP_PI / 2;
    return member;
}

bool bp_crowd_is_visible(const bp_mat4 *transform, bp_vec3 center, float radius) {
    /* A point is inside a plane if a combination of its clip coordinates isn't negative. The combination is
     * linear in the point, so the distance is its value divided by the length of its gradient. */
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
