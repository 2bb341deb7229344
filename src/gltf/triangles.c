/* Which vertices make triangles: lists, strips and fans, with indices or without, become lists with
 * indices. Points and lines make none: their vertices are kept, since they can still be moved. */
#include "gltf/triangles.h"
#include "gltf/read/reader.h"

enum { POINTS, LINES, LINE_LOOP, LINE_STRIP, TRIANGLES, STRIP, FAN, MODES };

/* Corners of all triangles that `count` vertices in order make. */
static size_t corners_of(size_t mode, size_t count) {
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
    bp_gltf_value place = bp_gltf_member(primitive, "indices");
    return bp_gltf_fail(&place, error, "is accessors[%zu] of type %s%s; indices are plain unsigned integers",
                         accessor->index, accessor->normalized ? "normalized " : "",
                         bp_gltf_component_text(accessor->base.component));
}

bool bp_gltf_triangles_open(bp_gltf_document *document, const bp_gltf_value *primitive, size_t vertices,
                            bp_gltf_triangles *out, bp_error *error) {
    bp_gltf_value mode = bp_gltf_member(primitive, "mode");
    *out = (bp_gltf_triangles){.mode = TRIANGLES, .order_count = vertices};
    if (!bp_gltf_size(primitive, "mode", MODES - 1, &out->mode, error) ||
        !open_indices(document, primitive, out, error))
        return false;
    if (out->mode < TRIANGLES)
        bp_gltf_add_note(document, &mode, "is %s; the vertices are moved, but nothing is drawn",
                        out->mode == POINTS ? "points" : "lines");
    out->corner_count = corners_of(out->mode, out->order_count);
    if (out->mode == TRIANGLES && out->corner_count != out->order_count)
        bp_gltf_add_note(document, primitive,
                        "has %zu corners, which is no multiple of 3; the last are left out",
                        out->order_count);
    return bp_gltf_charge(document, primitive, out->corner_count, sizeof(uint32_t), error);
}

/* ---- filling ------------------------------------------------------------------------------------*/

/* The places in the order of one strip's or fan's triangle, as the specification numbers them. */
static void corners_at(size_t mode, size_t i, size_t out[3]) {
    if (mode == STRIP) {
        out[0] = i;
        out[1] = i + 1 + i % 2;
        out[2] = i + 2 - i % 2;
    } else {
        out[0] = i + 1;
        out[1] = i + 2;
        out[2] = 0;
    }
}

static void unroll(const bp_gltf_triangles *triangles, const uint32_t *order, uint32_t *out) {
    for (size_t i = 0; i < triangles->corner_count / 3; i++) {
        size_t corners[3];
        corners_at(triangles->mode, i, corners);
        for (size_t j = 0; j < 3; j++) out[3 * i + j] = order ? order[corners[j]] : (uint32_t)corners[j];
    }
}

static bool check_range(const bp_gltf_value *primitive, const uint32_t *order, size_t count, size_t vertices,
                        bp_error *error) {
    for (size_t i = 0; i < count; i++) {
        if (order[i] < vertices) continue;
        bp_gltf_value place = bp_gltf_member(primitive, "indices");
        return bp_gltf_fail(&place, error, "number %zu is %lu, but the primitive has %zu vertices", i,
                             (unsigned long)order[i], vertices);
    }
    return true;
}

static bool fill_list(const bp_gltf_value *primitive, const bp_gltf_triangles *triangles, bp_mesh *mesh,
                      bp_error *error) {
    bp_gltf_accessor whole = triangles->indices;
    for (size_t i = 0; !triangles->has_indices && i < triangles->corner_count; i++)
        mesh->indices[i] = (uint32_t)i;
    if (!triangles->has_indices) return true;
    whole.count = triangles->corner_count;
    /* What a sparse accessor replaces lies anywhere, also in what is left over at the end. */
    if (whole.sparse_count > 0 && triangles->corner_count != triangles->order_count)
        return bp_gltf_fail(primitive, error, "has sparse indices whose number is no multiple of 3");
    bp_gltf_accessor_u32(&whole, mesh->indices);
    return check_range(primitive, mesh->indices, mesh->index_count, mesh->vertex_count, error);
}

static bool fill_unrolled(bp_gltf_document *document, const bp_gltf_value *primitive,
                          const bp_gltf_triangles *triangles, bp_mesh *mesh, bp_error *error) {
    uint32_t *order = NULL;
    bool good = true;
    if (triangles->has_indices) {
        order = bp_alloc(&document->allocator, triangles->order_count, sizeof *order, error);
        if (!order) return false;
        bp_gltf_accessor_u32(&triangles->indices, order);
        good = check_range(primitive, order, triangles->order_count, mesh->vertex_count, error);
    }
    if (good) unroll(triangles, order, mesh->indices);
    bp_free(&document->allocator, order);
    return good;
}

bool bp_gltf_triangles_fill(bp_gltf_document *document, const bp_gltf_value *primitive,
                            const bp_gltf_triangles *triangles, bp_mesh *mesh, bp_error *error) {
    if (triangles->corner_count == 0) return true;
    return triangles->mode == TRIANGLES ? fill_list(primitive, triangles, mesh, error)
                                        : fill_unrolled(document, primitive, triangles, mesh, error);
}
