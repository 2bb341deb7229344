/* Weights. Each vertex starts with the nearest bone; then all vertices average with their neighbours, many
 * times. So weights spread along the skin, and never across the gap between the legs. The four largest
 * weights remain, in steps of 1/4096 that add up to exactly 1. */
#include "mesh/editing.h"
#include "tools/make_character/character.h"

enum { ROUNDS = 9, STEPS = 4096, KEPT = 4 };

static float distance_to(const body_joint *bone, bp_vec3 p) {
    bp_vec3 along = bp_vec3_sub(bone->tip, bone->at), from = bp_vec3_sub(p, bone->at);
    float t = bp_clamp(bp_vec3_dot(from, along) / bp_vec3_dot(along, along), 0, 1);
    return bp_vec3_length(bp_vec3_sub(from, bp_vec3_scale(along, t))) - bone->radius;
}

static int nearest_bone(const body_joint joints[BONES], bp_vec3 p) {
    int best = 0;
    for (int i = 1; i < BONES; i++) {
        if (i >= SHOULDER && p.x * joints[i].at.x < 0) continue;
        if (distance_to(&joints[i], p) < distance_to(&joints[best], p)) best = i;
    }
    return best;
}

/* One round: each vertex takes half of its own weights and half of its neighbours' mean. */
static void share(const bp_mesh *mesh, float (*from)[BONES], float (*to)[BONES], float *counts) {
    for (size_t v = 0; v < mesh->vertex_count; v++) {
        counts[v] = 0;
        for (int b = 0; b < BONES; b++) to[v][b] = 0;
    }
    for (size_t i = 0; i < mesh->index_count; i++) {
        size_t base = i - i % 3;
        uint32_t here = mesh->indices[i], next = mesh->indices[base + (i + 1) % 3];
        uint32_t last = mesh->indices[base + (i + 2) % 3];
        for (int b = 0; b < BONES; b++) to[here][b] += from[next][b] + from[last][b];
        counts[here] += 2;
    }
    for (size_t v = 0; v < mesh->vertex_count; v++)
        for (int b = 0; b < BONES; b++)
            from[v][b] = counts[v] > 0 ? 0.5f * from[v][b] + 0.5f * to[v][b] / counts[v] : from[v][b];
}

/* The largest weights, as whole steps that add up to STEPS; the largest takes the rounding error. */
static void keep(const float all[BONES], uint16_t joints[KEPT], float weights[KEPT]) {
    int chosen[KEPT], steps[KEPT], left = STEPS;
    float sum = 0;
    bool taken[BONES] = {false};
    for (int k = 0; k < KEPT; k++) {
        chosen[k] = -1;
        for (int b = 0; b < BONES; b++)
            if (!taken[b] && (chosen[k] < 0 || all[b] > all[chosen[k]])) chosen[k] = b;
        taken[chosen[k]] = true;
        sum += all[chosen[k]];
    }
    for (int k = KEPT - 1; k >= 0; k--) {
        steps[k] = k == 0 ? left : (int)(all[chosen[k]] / sum * STEPS + 0.5f);
        if (k > 0 && steps[k] < STEPS / 128) steps[k] = 0;
        left -= steps[k];
        joints[k] = (uint16_t)(steps[k] > 0 ? chosen[k] : 0);
        weights[k] = (float)steps[k] / STEPS;
    }
}

bool weights_spread(bp_mesh *mesh, const body_joint joints[BONES], bp_error *error) {
    size_t count = mesh->vertex_count;
    float(*from)[BONES] = bp_alloc(NULL, count, sizeof *from, error);
    float(*to)[BONES] = from ? bp_alloc(NULL, count, sizeof *to, error) : NULL;
    float *counts = to ? bp_alloc(NULL, count, sizeof *counts, error) : NULL;
    bool ok = counts && bp_mesh_set_influences(mesh, KEPT, error);
    for (size_t v = 0; ok && v < count; v++) from[v][nearest_bone(joints, mesh->positions[v])] = 1;
    for (int i = 0; ok && i < ROUNDS; i++) share(mesh, from, to, counts);
    for (size_t v = 0; ok && v < count; v++) keep(from[v], mesh->joints + v * KEPT, mesh->weights + v * KEPT);
    bp_free(NULL, from);
    bp_free(NULL, to);
    bp_free(NULL, counts);
    return ok;
}
