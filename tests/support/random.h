/* Random vectors, quaternions and matrices with a fixed seed, for property tests. */
#ifndef BINDPOSE_TESTS_SUPPORT_RANDOM_H
#define BINDPOSE_TESTS_SUPPORT_RANDOM_H

#include "support/test.h"
#include <bindpose/math.h>

static inline bp_vec3 random_vec3(uint64_t *state, float size) {
    float x = test_random_float(state, -size, size), y = test_random_float(state, -size, size);
    return bp_vec3_make(x, y, test_random_float(state, -size, size));
}

/* A vector with a length from 1/10 to 1. */
static inline bp_vec3 random_axis(uint64_t *state) {
    bp_vec3 v;
    do v = random_vec3(state, 1);
    while (bp_vec3_dot(v, v) < 0.01f || bp_vec3_dot(v, v) > 1.0f);
    return v;
}

/* Uniform in a ball, then normalized: every rotation is equally likely. */
static inline bp_quat random_unit_quat(uint64_t *state) {
    for (;;) {
        bp_vec3 v = random_vec3(state, 1);
        bp_quat q = {v.x, v.y, v.z, test_random_float(state, -1, 1)};
        float square = bp_quat_dot(q, q);
        if (square > 0.01f && square < 1.0f) return bp_quat_normalize(q);
    }
}

/* Positive scales, from 1/4 to 4. */
static inline bp_trs random_trs(uint64_t *state) {
    bp_trs trs = {.position = random_vec3(state, 10), .rotation = random_unit_quat(state)};
    trs.scale.x = test_random_float(state, 0.25f, 4);
    trs.scale.y = test_random_float(state, 0.25f, 4);
    trs.scale.z = test_random_float(state, 0.25f, 4);
    return trs;
}

static inline bp_mat4 random_mat4(uint64_t *state, float size) {
    bp_mat4 m;
    for (int i = 0; i < 16; i++) m.m[i] = test_random_float(state, -size, size);
    return m;
}

#endif
