/* Skinning and posing written with cglm, inlined. */
#include "bench/peer_loops.h"
#include <cglm/cglm.h>
#include <string.h>

void peer_skin_cglm(const peer_skin *s) {
    const mat4 *palette = (const mat4 *)s->palette;
    for (size_t i = 0; i < s->count; i++) {
        mat4 blended = GLM_MAT4_ZERO_INIT;
        for (size_t k = 0; k < 4; k++) {
            vec4 *m = (vec4 *)palette[s->joints[4 * i + k]];
            for (int c = 0; c < 4; c++) glm_vec4_muladds(m[c], s->weights[4 * i + k], blended[c]);
        }
        vec3 p, n;
        memcpy(p, s->positions + 3 * i, sizeof p);
        memcpy(n, s->normals + 3 * i, sizeof n);
        glm_mat4_mulv3(blended, p, 1, s->to_positions + 3 * i);
        glm_mat4_mulv3(blended, n, 0, s->to_normals + 3 * i);
    }
}

typedef float lanes __attribute__((vector_size(32), may_alias));

void peer_copy(float *to, const float *from, size_t count) {
    lanes *out = (lanes *)to;
    const lanes *in = (const lanes *)from;
    for (size_t i = 0; i < count; i++) {
        out[i] = in[i];
        __asm__ volatile("" ::: "memory"); /* else the compiler calls memcpy, which bypasses the cache */
    }
}

void peer_pose_cglm(const peer_pose *pose, double time) {
    size_t key = 0;
    while (key + 2 < pose->keys && pose->times[key + 1] <= time) key++;
    float t = (float)((time - pose->times[key]) / (pose->times[key + 1] - pose->times[key]));
    mat4 *models = (mat4 *)pose->models;
    for (size_t j = 0; j < pose->joints; j++) {
        versor a, b, q;
        mat4 local;
        memcpy(a, pose->rotations + 4 * (j * pose->keys + key), sizeof a);
        memcpy(b, pose->rotations + 4 * (j * pose->keys + key + 1), sizeof b);
        glm_quat_slerp(a, b, t, q);
        glm_quat_mat4(q, local);
        if (pose->parents[j] == SIZE_MAX) {
            vec3 from, to;
            memcpy(from, pose->root + 3 * key, sizeof from);
            memcpy(to, pose->root + 3 * (key + 1), sizeof to);
            glm_vec3_lerp(from, to, t, local[3]);
            glm_mat4_copy(local, models[j]);
        } else {
            memcpy(local[3], pose->translations + 3 * j, 3 * sizeof(float));
            glm_mat4_mul(models[pose->parents[j]], local, models[j]);
        }
    }
}
