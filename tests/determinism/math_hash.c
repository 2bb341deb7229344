/* A hash of 640,000 results of the maths: every function, with ordinary and unusual arguments. It needs no
 * context, because maths has no kernels and no threads. */
#include "determinism/hash.h"
#include "math/double.h"
#include <bindpose/math.h>
#include <string.h>

static void add(hash *h, float value) { hash_add_float(h, value); }
static void add_mat4(hash *h, bp_mat4 m) { hash_add_floats(h, m.m, 16); }
static void add_quat(hash *h, bp_quat q) { hash_add_floats(h, &q.x, 4); }
static void add_vec3(hash *h, bp_vec3 v) { hash_add_floats(h, &v.x, 3); }

/* splitmix64 */
static uint64_t next(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* -4..4, or occasionally any float. */
static float any(uint64_t *state) {
    uint64_t r = next(state);
    uint32_t bits = (uint32_t)r;
    float value;
    memcpy(&value, &bits, sizeof value);
    return r >> 58 ? (float)((int32_t)bits / 256) * 0x1p-21f : value;
}

static bp_vec3 any_vec3(uint64_t *state) {
    float x = any(state), y = any(state);
    return bp_vec3_make(x, y, any(state));
}

static bp_quat any_quat(uint64_t *state) {
    bp_vec3 v = any_vec3(state);
    return bp_quat_make(v.x, v.y, v.z, any(state));
}

static void hash_trigonometry(hash *h) {
    for (uint32_t i = 0; i < 40000; i++) {
        uint32_t bits = i * 107377u;
        float x, s, c;
        memcpy(&x, &bits, sizeof x);
        bp_sincos(x, &s, &c);
        const float all[7] = {s, c, bp_tan(x), bp_acos(x), bp_asin(x), bp_atan2(x, 0.7f), bp_atan2(-1, x)};
        hash_add_floats(h, all, 7);
    }
}

static void hash_rotations(hash *h) {
    uint64_t seed = 1;
    for (int i = 0; i < 2000; i++) {
        bp_quat a = any_quat(&seed), b = bp_quat_normalize(any_quat(&seed));
        bp_vec3 v = any_vec3(&seed);
        float t = any(&seed);
        add_quat(h, bp_quat_normalize(a));
        add_quat(h, bp_quat_mul(a, b));
        add_quat(h, bp_quat_slerp(bp_quat_normalize(a), b, t));
        add_quat(h, bp_quat_nlerp(a, b, t));
        add_quat(h, bp_quat_from_axis_angle(v, t));
        add_quat(h, bp_quat_from_euler(v));
        add_vec3(h, bp_quat_to_euler(b));
        add_vec3(h, bp_quat_rotate(a, v));
        add_vec3(h, bp_vec3_normalize(v));
        add(h, bp_vec3_length(v));
        add_quat(h, bp_quat_from_mat4(bp_mat4_from_quat(b)));
        add_mat4(h, bp_mat4_from_axis_angle(v, t));
    }
}

static void hash_matrices(hash *h) {
    uint64_t seed = 2;
    for (int i = 0; i < 2000; i++) {
        bp_trs trs = {any_vec3(&seed), any_quat(&seed), any_vec3(&seed)}, parts;
        bp_mat4 m = bp_mat4_from_trs(trs), n, inverse;
        for (int k = 0; k < 16; k++) n.m[k] = any(&seed);
        add_mat4(h, m);
        add_mat4(h, bp_mat4_mul(m, n));
        add(h, bp_mat4_decompose(m, &parts));
        add_vec3(h, parts.scale);
        add_quat(h, parts.rotation);
        add(h, bp_mat4_determinant(n));
        add(h, bp_mat4_inverse(n, &inverse));
        add_mat4(h, inverse);
        add(h, bp_mat4_inverse_affine(m, &inverse));
        add_mat4(h, inverse);
        add_mat4(h, bp_mat4_normal_matrix(n));
        add_vec3(h, bp_mat4_point(m, trs.scale));
        add_mat4(h, bp_mat4_look_at_rh(trs.position, trs.scale, any_vec3(&seed)));
        add_mat4(h, bp_mat4_perspective_rh(trs.scale.x, trs.scale.y, 0.1f, trs.scale.z));
    }
}

int main(int count, char **arguments) {
    (void)count, (void)arguments; /* as the other programs: tests/web calls them all */
    hash h = hash_make();
    hash_trigonometry(&h);
    hash_rotations(&h);
    hash_matrices(&h);
    hash_print("math", h);
    return 0;
}
