/* A mesh for tests: a level square of cells. */
#ifndef TESTS_SUPPORT_GRID_MESH_H
#define TESTS_SUPPORT_GRID_MESH_H

#include <bindpose/mesh.h>

/* `width` metres on a side around the origin, facing +Y, with so many cells to a side, and normals and texture
 * coordinates. NULL: no memory. */
static inline bp_mesh *grid_mesh(float width, uint32_t cells, bp_error *error) {
    const bp_mesh_options options = {.vertex_count = (cells + 1) * (cells + 1),
                                     .index_count = 6 * cells * cells,
                                     .attributes = BP_MESH_NORMALS | BP_MESH_UV0};
    bp_mesh *mesh = bp_mesh_create(NULL, &options, error);
    for (uint32_t i = 0; mesh && i < mesh->vertex_count; i++) {
        const uint32_t column = i % (cells + 1), row = i / (cells + 1);
        const bp_vec2 uv = {(float)column / (float)cells, (float)row / (float)cells};
        mesh->positions[i] = (bp_vec3){(uv.x - 0.5f) * width, 0, (uv.y - 0.5f) * width};
        mesh->normals[i] = (bp_vec3){0, 1, 0};
        mesh->uv[0][i] = uv;
        if (column == cells || row == cells) continue;
        const uint32_t below = i + cells + 1, six[6] = {i, below, below + 1, i, below + 1, i + 1};
        for (int k = 0; k < 6; k++) mesh->indices[6 * (row * cells + column) + (uint32_t)k] = six[k];
    }
    return mesh;
}

#endif
