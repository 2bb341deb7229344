/* Hashes of skinned vertices: both methods, both rules for normals, every number of influences, and a
 * number of vertices that isn't a multiple of the vector width. */
#include "determinism/hash.h"
#include <bindpose/mesh.h>
#include <stdlib.h>

enum { VERTICES = 10007, JOINTS = 40 };

typedef struct scene {
    bp_vec3 positions[VERTICES], normals[VERTICES];
    bp_vec4 tangents[VERTICES];
    uint16_t joints[VERTICES * BP_MESH_MAX_INFLUENCES];
    float weights[VERTICES * BP_MESH_MAX_INFLUENCES];
    bp_mat4 palette[JOINTS];
    bp_vec3 out_positions[VERTICES], out_normals[VERTICES];
    bp_vec4 out_tangents[VERTICES];
} scene;

static float next(uint64_t *seed) {
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (float)(*seed >> 40) * 0x1p-23f - 1.0f;
}

static bp_vec3 next_vec3(uint64_t *seed) {
    float x = next(seed), y = next(seed);
    return bp_vec3_make(x, y, next(seed));
}

static void fill(scene *s, bool uniform) {
    uint64_t seed = 11;
    for (size_t i = 0; i < VERTICES; i++) {
        s->positions[i] = next_vec3(&seed);
        s->normals[i] = next_vec3(&seed);
        bp_vec3 t = next_vec3(&seed);
        s->tangents[i] = bp_vec4_make(t.x, t.y, t.z, 1);
    }
    for (size_t i = 0; i < BP_COUNT(s->joints); i++) {
        s->joints[i] = (uint16_t)((next(&seed) + 1.0f) * (0.5f * JOINTS - 0.01f));
        s->weights[i] = next(&seed) + 1.0f;
    }
    for (size_t i = 0; i < JOINTS; i++) {
        bp_trs trs = {next_vec3(&seed), bp_quat_from_euler(bp_vec3_scale(next_vec3(&seed), 3)), {1, 1, 1}};
        bp_vec3 scale = bp_vec3_add(next_vec3(&seed), bp_vec3_make(1.5f, 1.5f, 0.5f));
        if (!uniform) trs.scale = scale;
        s->palette[i] = bp_mat4_from_trs(trs);
    }
}

static bool skin(bp_context *context, scene *s, int influences, bp_skin_method method, bool unnormalized,
                 hash *h) {
    bp_skin_job job = {
        .source = {VERTICES, influences, s->joints, s->weights, s->positions, s->normals, s->tangents},
        .palette = s->palette,
        .palette_count = JOINTS,
        .method = method,
        .unnormalized = unnormalized,
        .target = {s->out_positions, s->out_normals, s->out_tangents}};
    if (!bp_skin_job_run(context, &job, NULL)) return false;
    hash_add_floats(h, &s->out_positions[0].x, (size_t)3 * VERTICES);
    hash_add_floats(h, &s->out_normals[0].x, (size_t)3 * VERTICES);
    hash_add_floats(h, &s->out_tangents[0].x, (size_t)4 * VERTICES);
    return true;
}

static bool print_hashes(bp_context *context, scene *s) {
    static const char *const names[2][2] = {{"linear-scaled", "linear-even"}, {"dual-scaled", "dual-even"}};
    for (int method = 0; method < 2; method++) {
        for (int even = 0; even < 2; even++) {
            hash h = hash_make();
            fill(s, even);
            for (int influences = 1; influences <= BP_MESH_MAX_INFLUENCES; influences++) {
                if (!skin(context, s, influences, (bp_skin_method)method, influences == 3, &h)) return false;
            }
            hash_print(names[method][even], h);
        }
    }
    return true;
}

int main(int count, char **arguments) {
    bp_error error = {0};
    int threads = count > 1 ? atoi(arguments[1]) : 1;
    bp_context *context = bp_context_create(&(bp_context_options){.threads = threads}, &error);
    if (!context) {
        fprintf(stderr, "%s\n", error.message);
        return 3;
    }
    scene *s = calloc(1, sizeof *s);
    bool ok = s && print_hashes(context, s);
    free(s);
    bp_context_destroy(context);
    return ok ? 0 : 1;
}
