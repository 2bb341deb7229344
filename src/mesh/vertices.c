/* Copying vertices from mesh to mesh: an attribute is an array of its own, so copying a vertex means
 * copying an element of each. */
#include "mesh/vertices.h"
#include <string.h>

/* Elements of `size` bytes: those named by `pick`, or the first `count`. */
static void copy_elements(void *to, size_t first, const void *from, const uint32_t *pick, size_t count,
                          size_t size) {
    if (!to || !from || count == 0) return;
    char *out = (char *)to + first * size;
    const char *in = from;
    if (!pick) {
        memcpy(out, in, count * size);
        return;
    }
    for (size_t i = 0; i < count; i++) memcpy(out + i * size, in + pick[i] * size, size);
}

static void copy_influences(bp_mesh *to, size_t first, const bp_mesh *from, const uint32_t *pick,
                            size_t count) {
    size_t wide = (size_t)to->influences, narrow = (size_t)from->influences;
    size_t shared = wide < narrow ? wide : narrow;
    if (shared == 0) return;
    for (size_t i = 0; i < count; i++) {
        size_t out = (first + i) * wide, in = (pick ? pick[i] : i) * narrow;
        memcpy(to->joints + out, from->joints + in, shared * sizeof *to->joints);
        memcpy(to->weights + out, from->weights + in, shared * sizeof *to->weights);
    }
}

void bp_mesh_copy_vertices(bp_mesh *to, size_t first, const bp_mesh *from, const uint32_t *pick,
                           size_t count) {
    copy_elements(to->positions, first, from->positions, pick, count, sizeof *to->positions);
    copy_elements(to->normals, first, from->normals, pick, count, sizeof *to->normals);
    copy_elements(to->tangents, first, from->tangents, pick, count, sizeof *to->tangents);
    for (int set = 0; set < BP_MESH_UV_SETS; set++)
        copy_elements(to->uv[set], first, from->uv[set], pick, count, sizeof *to->uv[set]);
    copy_elements(to->colors, first, from->colors, pick, count, sizeof *to->colors);
    copy_influences(to, first, from, pick, count);
    for (size_t i = 0; i < to->morph_count && i < from->morph_count; i++) {
        const bp_morph *source = &from->morphs[i];
        bp_morph *target = &to->morphs[i];
        copy_elements(target->positions, first, source->positions, pick, count, sizeof(bp_vec3));
        copy_elements(target->normals, first, source->normals, pick, count, sizeof(bp_vec3));
        copy_elements(target->tangents, first, source->tangents, pick, count, sizeof(bp_vec3));
    }
}
