/* The vertex stage for whole arrays, LANES vertices at a time. Scalar twin and definition: vertex.c. Sums are
 * in its order.
 *
 * The caller's elements are loaded four floats at a time and transposed to columns. Results are transposed
 * back, and stored in whole vectors.
 */
#include "raster/tiled/kernels.h"
#include "simd/simd.h"

/* LANES vertices on their way through the stages. `whole` (a constant after inlining): there are LANES
 * vertices, and others follow them. */
typedef struct vertex_group {
    size_t first;
    bool whole;
    int count; /* 1 to LANES; unused lanes repeat the last vertex */
    vf clip[4], inverse_w, normal[4];
    float *out;
} vertex_group;

/* An array of the caller. */
typedef struct attribute {
    const float *array;
    size_t stride; /* bytes */
    int floats;    /* of an element */
} attribute;

/* Loads the group's elements as columns, 16 bytes of each. Copies the last element of an array first, because
 * the load would read beyond the array. */
SIMD_INLINE void load_columns(const vertex_group *g, attribute a, size_t vertices, vf out[4]) {
    const float *element[LANES];
    float last[4] = {0};
    SIMD_UNROLL_LANES
    for (int i = 0; i < LANES; i++) {
        size_t index = g->first + (size_t)(g->whole || i < g->count ? i : g->count - 1);
        element[i] = (const float *)(const void *)((const char *)a.array + a.stride * index);
        if (g->whole || index + 1 < vertices) continue;
        memcpy(last, element[i], (size_t)a.floats * sizeof(float));
        element[i] = last;
    }
    vf_gather_columns(element, 1, 0, out);
}

/* Transposes columns back, and writes four floats of each vertex. */
SIMD_INLINE void store_columns(const vertex_group *g, size_t floats, size_t at, vf a, vf b, vf c, vf d) {
    vf row[4] = {a, b, c, d};
    vf_transpose(&row[0], &row[1], &row[2], &row[3]);
    SIMD_UNROLL
    for (int i = 0; i < LANES / 4; i++) {
        SIMD_UNROLL
        for (int k = 0; k < 4; k++)
            if (g->whole || 4 * i + k < g->count)
                vf4_store(g->out + (size_t)(4 * i + k) * floats + at, vf_extract_vf4(row[k], i));
    }
}

/* A row vector times column c of a matrix, without translation. */
SIMD_INLINE vf times_column(const vf v[3], const float *m, int c) {
    return v[0] * vf_set1(m[c]) + v[1] * vf_set1(m[4 + c]) + v[2] * vf_set1(m[8 + c]);
}

/* ---- positions --------------------------------------------------------------------------------- */

/* Writes the outcodes. Returns the lanes that lie inside all planes. */
SIMD_INLINE vi find_outcodes(const bp_triangles *t, const vertex_group *g) {
    const bp_viewport *viewport = &t->viewport;
    vf x = g->clip[0], y = g->clip[1], z = g->clip[2], w = g->clip[3];
    vf gx = vf_set1(viewport->guard_x) * w, gy = vf_set1(viewport->guard_y) * w;
    vi inside = (z >= 0.0f) & (z <= w) & (x >= -gx) & (x <= gx) & (y >= -gy) & (y <= gy) & (w > BP_W_MIN);
    inside &= vf_abs(x) + vf_abs(y) + (vf_abs(z) + vf_abs(w)) < vf_set1(INFINITY);
    unsigned bits = vi_movemask(inside);
    uint8_t *outcodes = t->outcodes + g->first;
    memset(outcodes, 0, g->whole ? LANES : (size_t)g->count);
    for (int i = 0; i < g->count && bits != LANES_ALL_BITS; i++)
        if (!(bits >> i & 1))
            outcodes[i] = (uint8_t)bp_vertex_outcode(viewport, (float[4]){x[i], y[i], z[i], w[i]});
    return inside;
}

/* Rounds to the subpixel grid. */
SIMD_INLINE vf snapped(vf x, float steps) {
    x = vf_min(vf_max(x, vf_set1(-60000.0f)), vf_set1(60000.0f));
    return vf_floor(x * vf_set1(steps) + vf_set1(0.5f)) * vf_set1(1.0f / steps);
}

/* Positions: clip space, outcodes, and the viewport transform. */
SIMD_INLINE void transform_positions(const bp_triangles *t, vertex_group *g) {
    const bp_viewport *viewport = &t->viewport;
    const float steps = (float)(1 << t->subpixel_bits);
    vf p[4];
    load_columns(g, (attribute){t->vertices.positions, t->vertices.position_stride, 3}, t->vertices.count, p);
    SIMD_UNROLL
    for (int c = 0; c < 4; c++)
        g->clip[c] = times_column(p, t->transform.m, c) + vf_set1(t->transform.m[12 + c]);
    vi inside = find_outcodes(t, g);
    vf w = g->inverse_w = vf_set1(1.0f) / g->clip[3];
    vf x = snapped(g->clip[0] * w * vf_set1(viewport->scale_x) + vf_set1(viewport->center_x), steps);
    vf y = snapped(g->clip[1] * w * vf_set1(viewport->scale_y) + vf_set1(viewport->center_y), steps);
    vf z = g->clip[2] * w + vf_set1(t->depth_bias);
    store_columns(g, (size_t)t->floats, 0, vf_select(inside, x, vf_set1(NAN)), y, z, w);
}

/* ---- attributes -------------------------------------------------------------------------------- */

/* Loads normals or tangents, and takes them to the light's space. r[3]: a tangent's w. */
SIMD_INLINE void load_directions(const bp_triangles *t, const vertex_group *g, attribute from, vf r[4]) {
    vf n[4];
    load_columns(g, from, t->vertices.count, n);
    SIMD_UNROLL
    for (int c = 0; c < 3; c++) r[c] = t->has_normal_matrix ? times_column(n, t->normal_matrix.m, c) : n[c];
    r[3] = n[3];
    if (!t->has_normal_matrix) return;
    vf length = vf_sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
    vf scale = vf_select(length > vf_set1(0.0f), vf_set1(1.0f) / length, vf_set1(0.0f));
    SIMD_UNROLL
    for (int c = 0; c < 3; c++) r[c] = r[c] * scale;
}

/* Loads colours of bytes, as 0..1 or in linear light. */
SIMD_INLINE void load_bytes(const bp_triangles *t, const vertex_group *g, vf color[4]) {
    const bp_draw_vertices *v = &t->vertices;
    vi packed = {0};
    bool dense = g->whole && v->color_stride == sizeof(uint32_t);
    if (dense) packed = vi_load(v->colors8 + sizeof(uint32_t) * g->first);
    for (int i = 0; i < LANES && !dense; i++) {
        size_t index = g->first + (size_t)(i < g->count ? i : g->count - 1);
        uint32_t pixel;
        memcpy(&pixel, v->colors8 + v->color_stride * index, sizeof pixel);
        packed[i] = (int32_t)pixel;
    }
    SIMD_UNROLL
    for (int c = 0; c < 4; c++) {
        vi byte = (packed >> (8 * c)) & 255;
        if (t->shading.raw || c == 3)
            color[c] = vf_from_vi(byte) * vf_set1(1.0f / 255.0f);
        else
            for (int i = 0; i < LANES; i++) color[c][i] = t->shading.tables->linear[byte[i]];
    }
}

SIMD_INLINE void transform_colors(const bp_triangles *t, const vertex_group *g) {
    const bp_shading *s = &t->shading;
    const bp_draw_vertices *v = &t->vertices;
    vf color[4], d = {0};
    if (v->colors8)
        load_bytes(t, g, color);
    else if (v->colors)
        load_columns(g, (attribute){v->colors, v->color_stride, 4}, v->count, color);
    if (t->vertex_light) {
        d = g->normal[0] * s->direction[0] + g->normal[1] * s->direction[1] + g->normal[2] * s->direction[2];
        d = vf_max(d, vf_set1(0.0f));
    }
    SIMD_UNROLL
    for (int c = 0; c < 4; c++) {
        vf base = vf_set1(s->base[c]);
        color[c] = v->colors8 || v->colors ? base * color[c] : base;
        if (t->vertex_light && c < 3)
            color[c] = color[c] * (vf_set1(s->ambient[c]) + vf_set1(s->light[c]) * d);
        color[c] = color[c] * g->inverse_w;
    }
    store_columns(g, (size_t)t->floats, (size_t)s->color_offset, color[0], color[1], color[2], color[3]);
}

SIMD_INLINE void transform_uvs(const bp_triangles *t, const vertex_group *g) {
    vf uv[4], uv2[4] = {{0}};
    load_columns(g, (attribute){t->vertices.uvs, t->vertices.uv_stride, 2}, t->vertices.count, uv);
    if (t->shading.uv_floats == 4)
        load_columns(g, (attribute){t->vertices.uvs2, t->vertices.uv2_stride, 2}, t->vertices.count, uv2);
    store_columns(g, (size_t)t->floats, (size_t)t->shading.uv_offset, uv[0] * g->inverse_w,
                  uv[1] * g->inverse_w, uv2[0] * g->inverse_w, uv2[1] * g->inverse_w);
}

SIMD_INLINE void transform_tangents(const bp_triangles *t, const vertex_group *g) {
    vf r[4];
    load_directions(t, g, (attribute){t->vertices.tangents, t->vertices.tangent_stride, 4}, r);
    store_columns(g, (size_t)t->floats, (size_t)t->shading.tangent_offset, r[0] * g->inverse_w,
                  r[1] * g->inverse_w, r[2] * g->inverse_w, r[3] * g->inverse_w);
}

SIMD_INLINE void transform_group(const bp_triangles *t, size_t first, int count, bool whole) {
    const bp_shading *s = &t->shading;
    vertex_group g = {
        .first = first, .count = count, .whole = whole, .out = t->transformed + first * (size_t)t->floats};
    transform_positions(t, &g);
    if (t->vertex_light || s->normal_offset)
        load_directions(t, &g, (attribute){t->vertices.normals, t->vertices.normal_stride, 3}, g.normal);
    if (s->color_offset) transform_colors(t, &g);
    if (s->uv_offset) transform_uvs(t, &g);
    if (s->normal_offset)
        store_columns(&g, (size_t)t->floats, (size_t)s->normal_offset, g.normal[0] * g.inverse_w,
                      g.normal[1] * g.inverse_w, g.normal[2] * g.inverse_w, (vf){0});
    if (s->tangent_offset) transform_tangents(t, &g);
}

void BP_ISA_NAME(bp_transform)(const bp_triangles *t, size_t first, size_t count) {
    const size_t end = first + count;
    for (; first + LANES <= end && first + LANES < t->vertices.count; first += LANES)
        transform_group(t, first, LANES, true);
    for (; first < end; first += LANES)
        transform_group(t, first, (int)(end - first < LANES ? end - first : LANES), false);
}
