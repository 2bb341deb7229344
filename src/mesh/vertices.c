/* Copies vertices: one element of each attribute's array. */
#include "mesh/vertices.h"
#include <string.h>

/* Elements have `size` bytes. */
static void copy_elements(void *to, size_t first, const void *from, const uint32_t *selection, size_t count,
                          size_t size) {
    if (!to || !from || count == 0) return;
    char *out = (char *)to + first * size;
    const char *in = from;
    if (!selection) {
        memcpy(out, in, count * size);
        return;
    }
    for (size_t i = 0; i < count; i++) memcpy(out + i * size, in + selection[i] * size, size);
}

static void copy_influences(bp_mesh *to, size_t first, const bp_mesh *from, const uint32_t *selection,
                            size_t count) {
    size_t to_influences = (size_t)to->influences, from_influences = (size_t)from->influences;
    size_t shared = to_influences < from_influences ? to_influences : from_influences;
    if (shared == 0) return;
    for (size_t i = 0; i < count; i++) {
        size_t out = (first + i) * to_influences, in = (selection ? selection[i] : i) * from_influences;
        memcpy(to->joints + out, from->joints + in, shared * sizeof *to->joints);
        memcpy(to->weights + out, from->weights + in, shared * sizeof *to->weights);
    }
}

void bp_mesh_copy_vertices(bp_mesh *to, size_t first, const bp_mesh *from, const uint32_t *selection,
                           size_t count) {
    copy_elements(to->positions, first, from->positions, selection, count, sizeof *to->positions);
    copy_elements(to->normals, first, from->normals, selection, count, sizeof *to->normals);
    copy_elements(to->tangents, first, from->tangents, selection, count, sizeof *to->tangents);
    for (int set = 0; set < BP_MESH_UV_SETS; set++)
        copy_elements(to->uv[set], first, from->uv[set], selection, count, sizeof *to->uv[set]);
    copy_elements(to->colors, first, from->colors, selection, count, sizeof *to->colors);
    copy_influences(to, first, from, selection, count);
    for (size_t i = 0; i < to->morph_count && i < from->morph_count; i++) {
        const bp_morph *source = &from->morphs[i];
        bp_morph *target = &to->morphs[i];
        copy_elements(target->positions, first, source->positions, selection, count, sizeof(bp_vec3));
        copy_elements(target->normals, first, source->normals, selection, count, sizeof(bp_vec3));
        copy_elements(target->tangents, first, source->tangents, selection, count, sizeof(bp_vec3));
    }
}
