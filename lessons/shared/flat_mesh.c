/* A mesh of coloured quads. */
#include "shared/flat_mesh.h"
#include <math.h>

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

void bp_flat_line(bp_flat_quads *to, bp_vec3 a, bp_vec3 b, float width, bp_rgba8 color) {
    float dx = b.x - a.x, dy = b.y - a.y, length = sqrtf(dx * dx + dy * dy);
    if (!(length > 0)) length = 1;
    bp_vec3 left = {-dy / length * width / 2, dx / length * width / 2, 0};
    const bp_vec3 corner[CORNERS] = {bp_vec3_sub(a, left), bp_vec3_sub(b, left), bp_vec3_add(b, left),
                                     bp_vec3_add(a, left)};
    bp_flat_quad(to, corner, color);
}

void bp_flat_finish(bp_flat_quads *to) {
    const bp_vec3 none[CORNERS] = {{0, 0, 0}};
    while (CORNERS * to->count < to->mesh->vertex_count) bp_flat_quad(to, none, (bp_rgba8){0, 0, 0, 255});
}
