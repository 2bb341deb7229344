/* A mesh of coloured quads. */
#include "shared/flat_mesh.h"

enum { CORNERS = 4, INDICES = 6 };

bp_mesh *bp_flat_mesh_create(const bp_context *context, const char *name, size_t quads, bp_error *error) {
    bp_mesh_options options = {.name = name,
                               .vertex_count = CORNERS * quads,
                               .index_count = INDICES * quads,
                               .attributes = BP_MESH_COLORS};
    static const uint32_t ORDER[INDICES] = {0, 1, 2, 0, 2, 3};
    bp_mesh *mesh = bp_mesh_create(bp_context_allocator(context), &options, error);
    for (size_t i = 0; mesh && i < mesh->index_count; i++)
        mesh->indices[i] = (uint32_t)(i / INDICES * CORNERS) + ORDER[i % INDICES];
    return mesh;
}

void bp_flat_quad(bp_flat_quads *to, const bp_vec3 corner[4], bp_rgba8 color) {
    if (CORNERS * to->count >= to->mesh->vertex_count) return;
    for (size_t i = 0; i < CORNERS; i++) {
        to->mesh->positions[CORNERS * to->count + i] = corner[i];
        to->mesh->colors[CORNERS * to->count + i] = color;
    }
    to->count++;
}

void bp_flat_finish(bp_flat_quads *to) {
    const bp_vec3 none[CORNERS] = {{0, 0, 0}};
    while (CORNERS * to->count < to->mesh->vertex_count) bp_flat_quad(to, none, (bp_rgba8){0, 0, 0, 255});
}
