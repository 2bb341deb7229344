/* Triangles: lists, strips and fans, indexed or not, become indexed lists. Points and lines have no
 * triangles; their vertices are kept, since joints can still move them. */
#include "gltf/decode.h"

enum { POINTS, LINES, LINE_LOOP, LINE_STRIP, TRIANGLES, STRIP, FAN, MODES };

/* Corners of all triangles that `count` vertices in order make. */
static size_t count_corners(size_t mode, size_t count) {
    if (mode < TRIANGLES || count < 3) return 0;
    return mode == TRIANGLES ? count / 3 * 3 : (count - 2) * 3;
}

static bool open_indices(bp_gltf_document *document, const bp_gltf_value *primitive,
                         bp_gltf_triangles *triangles, bp_error *error) {
    bp_gltf_accessor *accessor = &triangles->indices;
    if (!bp_gltf_accessor_at(document, primitive, "indices", BP_GLTF_SCALAR, accessor,
                             &triangles->has_indices, error))
        return false;
    if (!triangles->has_indices) return true;
    triangles->order_count = accessor->count;
    if (bp_gltf_accessor_is_unsigned(accessor, 4) && !accessor->normalized) return true;
    return bp_gltf_fail_member(
        primitive, "indices", error,
        "is accessors[%zu] of type %s%s; indices must be unsigned integers, not normalized", accessor->index,
        accessor->normalized ? "normalized " : "", bp_gltf_component_text(accessor->base.component));
}

bool bp_gltf_triangles_open(bp_gltf_document *document, const bp_gltf_value *primitive, size_t vertices,
                            bp_gltf_triangles *out, bp_error *error) {
    bp_gltf_value mode = bp_gltf_member(primitive, "mode");
    *out = (bp_gltf_triangles){.mode = TRIANGLES, .order_count = vertices, .vertex_count = vertices};
    if (!bp_gltf_size(primitive, "mode", MODES - 1, &out->mode, error) ||
        !open_indices(document, primitive, out, error))
        return false;
    if (out->mode < TRIANGLES)
        bp_gltf_add_note(document, &mode, "is %s; the vertices are skinned, but not drawn",
                         out->mode == POINTS ? "points" : "lines");
    out->corner_count = count_corners(out->mode, out->order_count);
    if (out->mode == TRIANGLES && out->corner_count != out->order_count)
        bp_gltf_add_note(document, primitive,
                         "has %zu corners, not a multiple of 3; the last ones are left out",
                         out->order_count);
    return bp_gltf_charge(document, primitive, out->corner_count, sizeof(uint32_t), error);
}

/* The corners of triangle i, as the specification numbers them. */
static void triangle_corners(size_t mode, size_t i, size_t out[3]) {
    if (mode == TRIANGLES) {
        for (size_t j = 0; j < 3; j++) out[j] = 3 * i + j;
    } else if (mode == STRIP) {
        out[0] = i;
        out[1] = i + 1 + i % 2;
        out[2] = i + 2 - i % 2;
    } else {
        out[0] = i + 1;
        out[1] = i + 2;
        out[2] = 0;
    }
}

static bool check_range(const bp_gltf_value *primitive, const uint32_t *order, size_t count, size_t vertices,
                        bp_error *error) {
    for (size_t i = 0; i < count; i++)
        if (order[i] >= vertices)
            return bp_gltf_fail_member(primitive, "indices", error,
                                       "number %zu is %lu, but the primitive has %zu vertices", i,
                                       (unsigned long)order[i], vertices);
    return true;
}

bool bp_gltf_triangles_decode(bp_gltf_document *document, const bp_gltf_value *primitive,
                              const bp_gltf_triangles *triangles, uint32_t *out, bp_error *error) {
    size_t used = triangles->mode == TRIANGLES ? triangles->corner_count : triangles->order_count;
    bool in_order = triangles->mode == TRIANGLES && used == triangles->order_count;
    uint32_t *order = out; /* a list's order needs no memory of its own */
    if (triangles->corner_count == 0) return true;
    if (triangles->has_indices) {
        if (!in_order) order = bp_alloc(&document->allocator, triangles->order_count, sizeof *order, error);
        if (!order) return false;
        bp_gltf_accessor_u32(&triangles->indices, order);
    }
    bool ok = !triangles->has_indices || check_range(primitive, order, used, triangles->vertex_count, error);
    for (size_t i = 0; ok && i < triangles->corner_count / 3; i++) {
        size_t corners[3];
        triangle_corners(triangles->mode, i, corners);
        for (size_t j = 0; j < 3; j++)
            out[3 * i + j] = triangles->has_indices ? order[corners[j]] : (uint32_t)corners[j];
    }
    if (order != out) bp_free(&document->allocator, order);
    return ok;
}
