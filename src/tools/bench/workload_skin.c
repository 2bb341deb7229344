/* Workload S: random vertices in a unit cube, random joints, weights that sum to 1. */
#include "tools/bench/workload.h"

/* -1..1 */
static float next(uint32_t *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return (float)(*seed >> 8) * 0x1p-23f - 1.0f;
}

static bp_vec3 next_vec3(uint32_t *seed) {
    float x = next(seed), y = next(seed);
    return bp_vec3_make(x, y, next(seed));
}

static void fill_vertex(bp_mesh *mesh, size_t i, uint32_t *seed) {
    mesh->positions[i] = next_vec3(seed);
    mesh->normals[i] = bp_vec3_normalize(next_vec3(seed));
    uint16_t *joints = mesh->joints + 4 * i;
    float *weights = mesh->weights + 4 * i, sum = 0.0f;
    for (int k = 0; k < 4; k++) {
        joints[k] = (uint16_t)((next(seed) + 1.0f) * 0.49f * BP_WORKLOAD_SKIN_JOINTS);
        weights[k] = next(seed) + 1.01f;
        sum += weights[k];
    }
    for (int k = 0; k < 4; k++) weights[k] /= sum;
}

static void fill(bp_workload_skin *workload) {
    uint32_t seed = 12345;
    for (size_t i = 0; i < workload->mesh->vertex_count; i++) fill_vertex(workload->mesh, i, &seed);
    for (int i = 0; i < BP_WORKLOAD_SKIN_JOINTS; i++) {
        bp_trs trs = {
            next_vec3(&seed), bp_quat_from_euler(bp_vec3_scale(next_vec3(&seed), BP_PI)), {1, 1, 1}};
        workload->palette[i] = bp_mat4_from_trs(trs);
    }
    workload->job = (bp_skin_job){.source = bp_skin_source_from_mesh(workload->mesh),
                                  .palette = workload->palette,
                                  .palette_count = BP_WORKLOAD_SKIN_JOINTS,
                                  .unnormalized = true,
                                  .target = {.positions = workload->positions, .normals = workload->normals}};
}

bp_workload_skin *bp_workload_skin_create(bp_context *context, size_t vertices, bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_workload_skin *workload = bp_alloc(allocator, 1, sizeof *workload, error);
    if (!workload) return NULL;
    workload->context = context;
    bp_mesh_options options = {
        .name = "workload", .vertex_count = vertices, .attributes = BP_MESH_NORMALS, .influences = 4};
    if (!(workload->mesh = bp_mesh_create(allocator, &options, error)) ||
        !(workload->positions = bp_alloc(allocator, vertices, sizeof(bp_vec3), error)) ||
        !(workload->normals = bp_alloc(allocator, vertices, sizeof(bp_vec3), error))) {
        bp_workload_skin_destroy(workload);
        return NULL;
    }
    fill(workload);
    return workload;
}

void bp_workload_skin_destroy(bp_workload_skin *workload) {
    if (!workload) return;
    const bp_allocator *allocator = bp_context_allocator(workload->context);
    bp_mesh_destroy(workload->mesh);
    bp_free(allocator, workload->positions);
    bp_free(allocator, workload->normals);
    bp_free(allocator, workload);
}

bool bp_workload_skin_run(bp_workload_skin *workload, int times, bp_error *error) {
    for (int i = 0; i < times; i++)
        if (!bp_skin_job_run(workload->context, &workload->job, error)) return false;
    return true;
}
