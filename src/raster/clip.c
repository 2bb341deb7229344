/* Clipping after Sutherland and Hodgman ("Reentrant polygon clipping", 1974): each plane in turn keeps the
 * part of the polygon inside it.
 *
 * An intersection is always computed from the inner vertex towards the outer one. Two triangles with a common
 * edge therefore cut it at the same point. The new vertex is moved exactly onto the plane.
 */
#include "raster/pipeline.h"
#include <string.h>

/* How far a position lies inside a plane; negative or NaN: outside. */
static float distance(const bp_viewport *viewport, unsigned plane, const float p[4]) {
    switch (plane) {
    case BP_OUTCODE_NEAR: return p[2];
    case BP_OUTCODE_FAR: return p[3] - p[2];
    case BP_OUTCODE_LEFT: return viewport->guard_x * p[3] + p[0];
    case BP_OUTCODE_RIGHT: return viewport->guard_x * p[3] - p[0];
    case BP_OUTCODE_BOTTOM: return viewport->guard_y * p[3] + p[1];
    case BP_OUTCODE_TOP: return viewport->guard_y * p[3] - p[1];
    default: return p[3] - 2.0f * BP_W_MIN;
    }
}

static void move_onto(const bp_viewport *viewport, unsigned plane, float p[4]) {
    switch (plane) {
    case BP_OUTCODE_NEAR: p[2] = 0.0f; break;
    case BP_OUTCODE_FAR: p[2] = p[3]; break;
    case BP_OUTCODE_LEFT: p[0] = -(viewport->guard_x * p[3]); break;
    case BP_OUTCODE_RIGHT: p[0] = viewport->guard_x * p[3]; break;
    case BP_OUTCODE_BOTTOM: p[1] = -(viewport->guard_y * p[3]); break;
    case BP_OUTCODE_TOP: p[1] = viewport->guard_y * p[3]; break;
    default: p[3] = 2.0f * BP_W_MIN; break;
    }
}

static bp_clip_vertex intersect(const bp_viewport *viewport, unsigned plane, const bp_clip_vertex *in,
                                const bp_clip_vertex *out, float d_in, float d_out) {
    bp_clip_vertex r;
    float t = d_in / (d_in - d_out);
    for (int i = 0; i < 4; i++) r.clip[i] = in->clip[i] + (out->clip[i] - in->clip[i]) * t;
    for (int i = 0; i < BP_ATTRIBUTES_MAX * BP_ATTRIBUTE_FLOATS; i++)
        r.attributes[i] = in->attributes[i] + (out->attributes[i] - in->attributes[i]) * t;
    move_onto(viewport, plane, r.clip);
    return r;
}

static void clip_plane(const bp_viewport *viewport, unsigned plane, bp_polygon *polygon) {
    bp_polygon result = {.count = 0};
    for (int i = 0; i < polygon->count; i++) {
        const bp_clip_vertex *a = &polygon->vertex[i], *b = &polygon->vertex[(i + 1) % polygon->count];
        float da = distance(viewport, plane, a->clip), db = distance(viewport, plane, b->clip);
        bool a_in = da >= 0.0f, b_in = db >= 0.0f;
        if (a_in && result.count < BP_CLIP_VERTICES_MAX) {
            result.edge[result.count] = polygon->edge[i];
            result.vertex[result.count++] = *a;
        }
        if (a_in == b_in || result.count == BP_CLIP_VERTICES_MAX) continue;
        /* Where this edge leaves, the polygon goes on along the plane, which is no edge of the triangle.
         * Where it enters, the polygon goes on along this edge. */
        result.edge[result.count] = a_in ? false : polygon->edge[i];
        result.vertex[result.count++] =
            a_in ? intersect(viewport, plane, a, b, da, db) : intersect(viewport, plane, b, a, db, da);
    }
    *polygon = result;
}

void bp_clip_polygon(const bp_viewport *viewport, unsigned outcodes, bp_polygon *polygon) {
    static const unsigned order[] = {BP_OUTCODE_W,     BP_OUTCODE_NEAR,   BP_OUTCODE_FAR, BP_OUTCODE_LEFT,
                                     BP_OUTCODE_RIGHT, BP_OUTCODE_BOTTOM, BP_OUTCODE_TOP};
    for (size_t i = 0; i < BP_COUNT(order) && polygon->count >= 3; i++)
        if (outcodes & order[i]) clip_plane(viewport, order[i], polygon);
}

/* Rounding may move an intersection just beyond the guard band. A coordinate farther out has overflowed. */
static bool in_guard_band(const bp_viewport *viewport, const float *vertex) {
    enum { REACH = BP_FRAMEBUFFER_MAX + 16 };
    return fabsf(vertex[0] - viewport->center_x) <= REACH && fabsf(vertex[1] - viewport->center_y) <= REACH &&
           fabsf(vertex[2]) < INFINITY && fabsf(vertex[3]) < INFINITY;
}

int bp_clip_triangle(const bp_triangles *t, const uint32_t index[3], unsigned outcodes,
                     bp_clipped_triangle out[BP_CLIPPED_TRIANGLES_MAX]) {
    bp_polygon polygon = {.count = 3, .edge = {true, true, true}};
    for (int i = 0; i < 3; i++) bp_vertex_transform(t, index[i], &polygon.vertex[i]);
    bp_clip_polygon(&t->viewport, outcodes, &polygon);
    if (polygon.count < 3) return 0;
    float screen[BP_CLIP_VERTICES_MAX][BP_VERTEX_FLOATS_MAX];
    for (int i = 0; i < polygon.count; i++) {
        bp_vertex_project(t, &polygon.vertex[i], screen[i]);
        if (!in_guard_band(&t->viewport, screen[i])) return 0;
    }
    for (int i = 0; i < polygon.count - 2; i++) {
        const int corner[3] = {0, i + 1, i + 2};
        for (int k = 0; k < 3; k++) memcpy(out[i].vertex[k], screen[corner[k]], sizeof screen[0]);
        out[i].edge[0] = i == 0 && polygon.edge[0];
        out[i].edge[1] = polygon.edge[i + 1];
        out[i].edge[2] = i == polygon.count - 3 && polygon.edge[polygon.count - 1];
    }
    return polygon.count - 2;
}
