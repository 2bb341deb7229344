/* Grids of vertices, their triangles, and the options of shapes. */
#include "mesh/shape_builder.h"

enum { MAX_COUNT = 4096 };

static void add_triangle(bp_shape_builder *patch, size_t a, size_t b, size_t c) {
    uint32_t *corner = patch->mesh->indices + patch->indices;
    corner[0] = (uint32_t)a;
    corner[1] = (uint32_t)b;
    corner[2] = (uint32_t)c;
    patch->indices += 3;
}

void bp_shape_add_grid(bp_shape_builder *patch, size_t first, int columns, int rows, bool pole_first,
                       bool pole_last) {
    size_t stride = (size_t)columns + 1;
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            size_t top = first + (size_t)row * stride + (size_t)column, bottom = top + stride;
            if (!(pole_last && row == rows - 1)) add_triangle(patch, top, bottom, bottom + 1);
            if (!(pole_first && row == 0)) add_triangle(patch, top, bottom + 1, top + 1);
        }
    }
}

size_t bp_shape_grid_index_count(int columns, int rows, bool pole_first, bool pole_last) {
    return 3 * (size_t)columns * (2 * (size_t)rows - (pole_first ? 1 : 0) - (pole_last ? 1 : 0));
}

void bp_shape_add_vertex(bp_shape_builder *patch, bp_vec3 position, bp_vec3 normal, bp_vec2 uv) {
    bp_mesh *mesh = patch->mesh;
    mesh->positions[patch->vertices] = position;
    mesh->normals[patch->vertices] = normal;
    mesh->uv[0][patch->vertices] = uv;
    patch->vertices++;
}

bool bp_shape_read_size(float *value, float usual, const char *place, bp_error *error) {
    if (*value == 0.0f) *value = usual;
    if (*value >= 0.0f && bp_is_finite(*value)) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, place,
                   "%g is not a valid size; give metres above 0, or 0 for %g", (double)*value, (double)usual);
}

bool bp_shape_read_count(int *value, int usual, int least, const char *place, bp_error *error) {
    if (*value == 0) *value = usual;
    if (*value >= least && *value <= MAX_COUNT) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, place, "%d is not within %d and %d (0 means %d)", *value, least,
                   MAX_COUNT, usual);
}
