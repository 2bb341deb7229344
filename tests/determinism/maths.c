/* Hashes of the maths room over a wide range of inputs: trigonometry at floats of every exponent,
 * quaternions, matrices, views. Needs no context: there is one kernel and no thread in it. */
#include "determinism/hash.h"
#include "support/test.h"
#include <bindpose/math.h>

/* Floats of every exponent and sign: the top bits count, the others are random. */
static float float_of(uint32_t i, uint64_t *seed) {
    uint32_t bits = (i << 20) ^ (uint32_t)(test_random(seed) >> 44);
    float x = 0;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static void hash_trigonometry(void) {
    hash h = hash_make();
    uint64_t seed = 1;
    for (uint32_t i = 0; i < 40 * 4096; i++) {
        float x = float_of(i & 4095, &seed), y = float_of((i * 7 + 13) & 4095, &seed);
        float sine = 0, cosine = 0;
        bp_sincos(x, &sine, &cosine);
        const float results[] = {bp_sin(x),  bp_cos(x),      bp_tan(x), bp_acos(x),
                                 bp_asin(x), bp_atan2(y, x), sine,      cosine};
        hash_add_floats(&h, results, BP_COUNT(results));
    }
    hash_print("trigonometry", h);
}

static bp_quat random_quat(uint64_t *seed) {
    bp_quat q = {test_random_float(seed, -1, 1), test_random_float(seed, -1, 1),
                 test_random_float(seed, -1, 1), test_random_float(seed, -1, 1)};
    return bp_quat_normalize(q);
}

static bp_vec3 random_vec3(uint64_t *seed, float size) {
    return bp_vec3_make(test_random_float(seed, -size, size), test_random_float(seed, -size, size),
                        test_random_float(seed, -size, size));
}

static void hash_quaternions(void) {
    hash h = hash_make();
    uint64_t seed = 2;
    for (int i = 0; i < 20000; i++) {
        bp_quat a = random_quat(&seed), b = random_quat(&seed);
        float t = test_random_float(&seed, 0, 1);
        const bp_quat results[] = {bp_quat_mul(a, b), bp_quat_slerp(a, b, t), bp_quat_nlerp(a, b, t),
                                   bp_quat_from_mat4(bp_mat4_from_quat(a))};
        hash_add_floats(&h, &results[0].x, 4 * BP_COUNT(results));
        bp_vec3 euler = bp_quat_to_euler(a), turned = bp_quat_rotate(b, random_vec3(&seed, 10));
        hash_add_floats(&h, &euler.x, 3);
        hash_add_floats(&h, &turned.x, 3);
    }
    hash_print("quaternions", h);
}

static void hash_matrices(void) {
    hash h = hash_make();
    uint64_t seed = 3;
    for (int i = 0; i < 20000; i++) {
        bp_trs trs = {.translation = random_vec3(&seed, 100),
                      .rotation = random_quat(&seed),
                      .scale = random_vec3(&seed, 3)};
        bp_mat4 m =
            bp_mat4_mul(bp_mat4_from_trs(trs), bp_mat4_from_axis_angle(random_vec3(&seed, 1), (float)i));
        bp_mat4 inverse = bp_mat4_identity();
        bp_trs parts = bp_trs_identity();
        bool can_invert = bp_mat4_inverse(m, &inverse), can_decompose = bp_mat4_decompose(m, &parts);
        float flags[] = {can_invert ? 1.0f : 0.0f, can_decompose ? 1.0f : 0.0f, bp_mat4_determinant(m)};
        bp_mat4 view = bp_mat4_mul(
            bp_mat4_look_at_rh(random_vec3(&seed, 5), random_vec3(&seed, 5), bp_vec3_make(0, 1, 0)),
            bp_mat4_perspective_rh(test_random_float(&seed, 0.1f, 2), 1.6f, 0.1f, 100));
        hash_add_floats(&h, m.m, 16);
        hash_add_floats(&h, inverse.m, 16);
        hash_add_floats(&h, view.m, 16);
        hash_add_floats(&h, &parts.translation.x, 3);
        hash_add_floats(&h, &parts.rotation.x, 4);
        hash_add_floats(&h, &parts.scale.x, 3);
        hash_add_floats(&h, flags, BP_COUNT(flags));
    }
    hash_print("matrices", h);
}

int main(void) {
    hash_trigonometry();
    hash_quaternions();
    hash_matrices();
    return 0;
}
