/* The vertex stage and the viewport transform: from the caller's arrays to clip space, and from there to the
 * screen. tiled/vertex_isa.c transforms many vertices at a time. The order of operations decides the result's
 * bits: don't change it. */
#include "raster/pipeline.h"

static const float *element(const float *array, size_t stride, uint32_t index) {
    return (const float *)(const void *)((const char *)array + stride * index);
}

static void vertex_color(const bp_triangles *t, uint32_t index, float color[4]) {
    const bp_draw_vertices *v = &t->vertices;
    for (int c = 0; c < 4; c++) color[c] = t->shading.base[c];
    if (v->colors8) {
        const uint8_t *bytes = v->colors8 + v->color_stride * index;
        bool raw = t->shading.raw;
        for (int c = 0; c < 4; c++)
            color[c] *=
                raw || c == 3 ? (float)bytes[c] * (1.0f / 255.0f) : t->shading.tables->linear[bytes[c]];
    } else if (v->colors) {
        const float *floats = element(v->colors, v->color_stride, index);
        for (int c = 0; c < 4; c++) color[c] *= floats[c];
    }
}

/* A unit normal or tangent in the light's space. */
static void vertex_direction(const bp_triangles *t, const float *n, float out[3]) {
    const float *m = t->normal_matrix.m;
    for (int c = 0; c < 3; c++) out[c] = n[c];
    if (!t->has_normal_matrix) return;
    for (int c = 0; c < 3; c++) out[c] = n[0] * m[c] + n[1] * m[4 + c] + n[2] * m[8 + c];
    float length = sqrtf(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
    float scale = length > 0.0f ? 1.0f / length : 0.0f;
    for (int c = 0; c < 3; c++) out[c] *= scale;
}

static void light_vertex(const bp_shading *s, const float n[3], float color[4]) {
    float d = n[0] * s->direction[0] + n[1] * s->direction[1] + n[2] * s->direction[2];
    d = d > 0.0f ? d : 0.0f;
    for (int c = 0; c < 3; c++) color[c] *= s->ambient[c] + s->light[c] * d;
}

/* The vertex's arrays, from its element on; NULL: there is no such array. `skinned` is memory for them. */
typedef struct vertex_arrays {
    const float *position, *normal, *tangent;
} vertex_arrays;
typedef struct skinned_vertex {
    bp_vec3 position, normal;
    bp_vec4 tangent;
} skinned_vertex;

static vertex_arrays arrays_of(const bp_triangles *t, uint32_t index, skinned_vertex *skinned) {
    const bp_draw_vertices *v = &t->vertices;
    if (t->skin) {
        const bp_vertex_arrays *all = &t->skin->job.target,
                               target = {&skinned->position, all->normals ? &skinned->normal : NULL,
                                         all->tangents ? &skinned->tangent : NULL};
        const bp_skin_job one = bp_skin_job_piece(&t->skin->job, index, 1, target);
        bp_skin_kernel_scalar(&one, &t->skin->palette, 0, 1);
        return (vertex_arrays){&skinned->position.x, &skinned->normal.x, &skinned->tangent.x};
    }
    return (vertex_arrays){element(v->positions, v->position_stride, index),
                           v->normals ? element(v->normals, v->normal_stride, index) : NULL,
                           v->tangents ? element(v->tangents, v->tangent_stride, index) : NULL};
}

void bp_vertex_transform(const bp_triangles *t, uint32_t index, bp_clip_vertex *out) {
    const bp_shading *s = &t->shading;
    skinned_vertex skinned;
    const vertex_arrays from = arrays_of(t, index, &skinned);
    const float *p = from.position, *m = t->transform.m;
    *out = (bp_clip_vertex){{0}, {0}};
    for (int c = 0; c < 4; c++) out->clip[c] = p[0] * m[c] + p[1] * m[4 + c] + p[2] * m[8 + c] + m[12 + c];
    float normal[3] = {0};
    if (t->vertex_light || s->normal_offset) vertex_direction(t, from.normal, normal);
    if (s->color_offset) {
        float *color = out->attributes + s->color_offset - BP_POSITION_FLOATS;
        vertex_color(t, index, color);
        if (t->vertex_light) light_vertex(s, normal, color);
    }
    if (s->uv_offset) {
        const float *uv = element(t->vertices.uvs, t->vertices.uv_stride, index);
        out->attributes[s->uv_offset - BP_POSITION_FLOATS] = uv[0];
        out->attributes[s->uv_offset - BP_POSITION_FLOATS + 1] = uv[1];
    }
    if (s->uv_floats == 4) {
        const float *uv = element(t->vertices.uvs2, t->vertices.uv2_stride, index);
        out->attributes[s->uv_offset - BP_POSITION_FLOATS + 2] = uv[0];
        out->attributes[s->uv_offset - BP_POSITION_FLOATS + 3] = uv[1];
    }
    if (s->normal_offset)
        for (int c = 0; c < 3; c++) out->attributes[s->normal_offset - BP_POSITION_FLOATS + c] = normal[c];
    if (s->tangent_offset) {
        vertex_direction(t, from.tangent, out->attributes + s->tangent_offset - BP_POSITION_FLOATS);
        out->attributes[s->tangent_offset - BP_POSITION_FLOATS + 3] = from.tangent[3];
    }
}

unsigned bp_vertex_outcode(const bp_viewport *viewport, const float clip[4]) {
    float x = clip[0], y = clip[1], z = clip[2], w = clip[3];
    if (!(fabsf(x) + fabsf(y) + (fabsf(z) + fabsf(w)) < INFINITY)) return BP_OUTCODE_INVALID;
    float gx = viewport->guard_x * w, gy = viewport->guard_y * w;
    unsigned outcode = 0;
    if (!(z >= 0.0f)) outcode |= BP_OUTCODE_NEAR;
    if (!(z <= w)) outcode |= BP_OUTCODE_FAR;
    if (!(x >= -gx)) outcode |= BP_OUTCODE_LEFT;
    if (!(x <= gx)) outcode |= BP_OUTCODE_RIGHT;
    if (!(y >= -gy)) outcode |= BP_OUTCODE_BOTTOM;
    if (!(y <= gy)) outcode |= BP_OUTCODE_TOP;
    if (!(w > BP_W_MIN)) outcode |= BP_OUTCODE_W;
    return outcode;
}

/* Rounds to the subpixel grid, halves upwards. Clamps NaN and coordinates far outside the guard band. */
static float snap(float x, int bits) {
    float steps = (float)(1 << bits);
    x = x > -60000.0f ? x : -60000.0f;
    x = x < 60000.0f ? x : 60000.0f;
    return floorf(x * steps + 0.5f) * (1.0f / steps);
}

void bp_vertex_project(const bp_triangles *t, const bp_clip_vertex *vertex, float *out) {
    const bp_viewport *viewport = &t->viewport;
    float inverse_w = 1.0f / vertex->clip[3];
    out[0] = snap(vertex->clip[0] * inverse_w * viewport->scale_x + viewport->center_x, t->subpixel_bits);
    out[1] = snap(vertex->clip[1] * inverse_w * viewport->scale_y + viewport->center_y, t->subpixel_bits);
    out[2] = vertex->clip[2] * inverse_w + t->depth_bias;
    out[3] = inverse_w;
    for (int i = BP_POSITION_FLOATS; i < t->floats; i++)
        out[i] = vertex->attributes[i - BP_POSITION_FLOATS] * inverse_w;
}
