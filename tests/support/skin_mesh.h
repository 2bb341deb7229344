/* A random skinned mesh and a palette, for the tests of skinning. */
#ifndef BINDPOSE_TESTS_SUPPORT_SKIN_MESH_H
#define BINDPOSE_TESTS_SUPPORT_SKIN_MESH_H

#include "support/test.h"
#include <bindpose/mesh.h>

enum { SKIN_VERTICES = 3000, SKIN_JOINTS = 24 };

typedef struct skin_mesh {
    bp_vec3 positions[SKIN_VERTICES], normals[SKIN_VERTICES];
    bp_vec4 tangents[SKIN_VERTICES];
    uint16_t joints[SKIN_VERTICES * 8];
    float weights[SKIN_VERTICES * 8];
    bp_mat4 palette[SKIN_JOINTS];
} skin_mesh;

typedef struct skin_result {
    bp_vec3 positions[SKIN_VERTICES], normals[SKIN_VERTICES];
    bp_vec4 tangents[SKIN_VERTICES];
} skin_result;

static inline bp_vec3 skin_random_vec3(uint64_t *seed, float size) {
    float x = test_random_float(seed, -size, size), y = test_random_float(seed, -size, size);
    return bp_vec3_make(x, y, test_random_float(seed, -size, size));
}

static inline bp_mat4 skin_random_matrix(uint64_t *seed, bool rigid) {
    bp_vec3 euler = skin_random_vec3(seed, 3.0f);
    bp_trs trs = {skin_random_vec3(seed, 2.0f), bp_quat_from_euler(euler), {1, 1, 1}};
    if (!rigid)
        trs.scale = bp_vec3_make(test_random_float(seed, 0.5f, 2), test_random_float(seed, 0.5f, 2),
                                 test_random_float(seed, 0.5f, 2));
    return bp_mat4_from_trs(trs);
}

static inline skin_mesh *skin_mesh_make(uint64_t seed, int influences, bool rigid) {
    skin_mesh *f = calloc(1, sizeof *f);
    assert_non_null(f);
    for (size_t i = 0; i < SKIN_VERTICES; i++) {
        f->positions[i] = skin_random_vec3(&seed, 2.0f);
        f->normals[i] = bp_vec3_normalize(skin_random_vec3(&seed, 1.0f));
        bp_vec3 t = bp_vec3_normalize(skin_random_vec3(&seed, 1.0f));
        f->tangents[i] = bp_vec4_make(t.x, t.y, t.z, i % 2 ? 1.0f : -1.0f);
        float sum = 0.0f, *weights = f->weights + i * (size_t)influences;
        for (int k = 0; k < influences; k++) {
            f->joints[i * (size_t)influences + (size_t)k] = (uint16_t)(test_random(&seed) % SKIN_JOINTS);
            sum += weights[k] = test_random_float(&seed, 0.01f, 1.0f);
        }
        for (int k = 0; k < influences; k++) weights[k] /= sum;
    }
    for (size_t i = 0; i < SKIN_JOINTS; i++) f->palette[i] = skin_random_matrix(&seed, rigid);
    return f;
}

static inline bp_skin_job skin_job_of(const skin_mesh *f, skin_result *r, size_t count, int influences) {
    return (bp_skin_job){
        .source = {count, influences, f->joints, f->weights, f->positions, f->normals, f->tangents},
        .palette = f->palette,
        .palette_count = SKIN_JOINTS,
        .target = {r->positions, r->normals, r->tangents},
    };
}

#endif
