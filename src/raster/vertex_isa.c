/* Vertices by the array: what vertex.c does to one, with the four coordinates of a vertex in the four
 * lanes of a register, so that a transformed vertex is written as it will be read: in whole registers.
 * Every sum is in vertex.c's order.
 */
#include "raster/kernels.h"
#include "raster/lanes.h"
#include "raster/triangles.h"

/* What is the same for all vertices of a draw. */
typedef struct job {
    const bp_triangles *t;
    vf4 row[4], normal_row[3];
    vf4 scale, center; /* of x, y, z; z: 1 and the bias */
    vf4 steps, grain;  /* of the subpixel grid; z: not snapped */
    vf4 base, light, ambient;
} job;

typedef uint8_t vu8x4 __attribute__((vector_size(4)));

LANES_INLINE const float *element(const float *array, size_t stride, size_t index) {
    return (const float *)(const void *)((const char *)array + stride * index);
}

LANES_INLINE vf4 color_of(const job *j, size_t index) {
    const bp_draw_vertices *v = &j->t->vertices;
    if (v->colors8) {
        const uint8_t *bytes = v->colors8 + v->color_stride * index;
        if (!j->t->surface.raw) {
            const float *linear = j->t->surface.tables->linear;
            return j->base * (vf4){linear[bytes[0]], linear[bytes[1]], linear[bytes[2]],
                                   (float)bytes[3] * (1.0f / 255.0f)};
        }
        vu8x4 packed;
        memcpy(&packed, bytes, 4);
        return j->base *
               (__builtin_convertvector(__builtin_convertvector(packed, vi4), vf4) * vf4_set(1.0f / 255.0f));
    }
    return v->colors ? j->base * vf4_load(element(v->colors, v->color_stride, index)) : j->base;
}

LANES_INLINE vf4 normal_of(const job *j, size_t index) {
    const float *n = element(j->t->vertices.normals, j->t->vertices.normal_stride, index);
    if (!j->t->has_normal_matrix) return (vf4){n[0], n[1], n[2], 0.0f};
    vf4 r = vf4_set(n[0]) * j->normal_row[0] + vf4_set(n[1]) * j->normal_row[1] +
            vf4_set(n[2]) * j->normal_row[2];
    float length = sqrtf(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
    return r * vf4_set(length > 0.0f ? 1.0f / length : 0.0f);
}

LANES_INLINE vf4 lit(const job *j, vf4 color, vf4 n) {
    const float *direction = j->t->surface.direction;
    float d = n[0] * direction[0] + n[1] * direction[1] + n[2] * direction[2];
    d = d > 0.0f ? d : 0.0f;
    return color * (j->ambient + j->light * vf4_set(d));
}

LANES_INLINE unsigned code_of(const bp_view *view, vf4 clip) {
    float x = clip[0], y = clip[1], z = clip[2], w = clip[3];
    float gx = view->guard_x * w, gy = view->guard_y * w;
    bool inside = (z >= 0.0f) & (z <= w) & (x >= -gx) & (x <= gx) & (y >= -gy) & (y <= gy) &
                  (w > BP_W_LEAST) & (w < INFINITY);
    return inside ? 0 : bp_vertex_code(view, (float[4]){x, y, z, w});
}

LANES_INLINE vf4 project(const job *j, vf4 clip, float inverse_w) {
    vf4 p = clip * vf4_set(inverse_w) * j->scale + j->center;
    vf4 q = vf4_min(vf4_max(p, vf4_set(-60000.0f)), vf4_set(60000.0f)) * j->steps + vf4_set(0.5f);
    vf4 whole = __builtin_convertvector(__builtin_convertvector(q, vi4), vf4);
    whole = (whole + __builtin_convertvector(whole > q, vf4)) * j->grain;
    return (vf4){whole[0], whole[1], p[2], inverse_w};
}

LANES_INLINE void transform_one(const job *j, size_t index) {
    const bp_triangles *t = j->t;
    const bp_surface *s = &t->surface;
    const float *p = element(t->vertices.positions, t->vertices.position_stride, index);
    float *out = t->transformed + index * (size_t)t->floats;
    vf4 clip = vf4_set(p[0]) * j->row[0] + vf4_set(p[1]) * j->row[1] + vf4_set(p[2]) * j->row[2] + j->row[3];
    t->codes[index] = (uint8_t)code_of(&t->view, clip);
    float inverse_w = 1.0f / clip[3];
    vf4_store(out, project(j, clip, inverse_w));
    vf4 normal = {0};
    if (t->vertex_light || s->pixel_light) normal = normal_of(j, index);
    if (s->color_at) {
        vf4 color = color_of(j, index);
        if (t->vertex_light) color = lit(j, color, normal);
        vf4_store(out + s->color_at, color * vf4_set(inverse_w));
    }
    if (s->uv_at) {
        const float *uv = element(t->vertices.uvs, t->vertices.uv_stride, index);
        vf4_store(out + s->uv_at, (vf4){uv[0], uv[1], 0.0f, 0.0f} * vf4_set(inverse_w));
    }
    if (s->normal_at) vf4_store(out + s->normal_at, normal * vf4_set(inverse_w));
}

void BP_ISA_NAME(bp_transform)(const bp_triangles *t, size_t first, size_t count) {
    const bp_surface *s = &t->surface;
    float steps = (float)(1 << t->subpixel_bits);
    job j = {
        .t = t,
        .scale = {t->view.scale_x, t->view.scale_y, 1.0f, 0.0f},
        .center = {t->view.center_x, t->view.center_y, t->depth_bias, 0.0f},
        .steps = vf4_set(steps),
        .grain = vf4_set(1.0f / steps),
        .base = vf4_load(s->base),
        .light = {s->light[0], s->light[1], s->light[2], 0.0f},
        .ambient = {s->ambient[0], s->ambient[1], s->ambient[2], 1.0f},
    };
    for (int i = 0; i < 4; i++) j.row[i] = vf4_load(t->transform.m + 4 * i);
    for (int i = 0; i < 3; i++) j.normal_row[i] = vf4_load(t->normal_matrix.m + 4 * i);
    for (size_t i = 0; i < count; i++) transform_one(&j, first + i);
}
