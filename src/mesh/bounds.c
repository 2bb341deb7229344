/* Boxes around points. In the empty box lo is above hi, and so unions need no special case. */
#include <bindpose/mesh.h>
#include <float.h>

bp_bounds bp_bounds_empty(void) {
    return (bp_bounds){{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};
}

bool bp_bounds_is_empty(bp_bounds bounds) { return !(bounds.lo.x <= bounds.hi.x); }

static float min(float a, float b) { return a < b ? a : b; }
static float max(float a, float b) { return a > b ? a : b; }

static bool is_finite3(bp_vec3 v) { return bp_is_finite(v.x) && bp_is_finite(v.y) && bp_is_finite(v.z); }

bp_bounds bp_bounds_union(bp_bounds a, bp_bounds b) {
    return (bp_bounds){{min(a.lo.x, b.lo.x), min(a.lo.y, b.lo.y), min(a.lo.z, b.lo.z)},
                       {max(a.hi.x, b.hi.x), max(a.hi.y, b.hi.y), max(a.hi.z, b.hi.z)}};
}

bp_bounds bp_bounds_from_points(const bp_vec3 *points, size_t count) {
    bp_bounds bounds = bp_bounds_empty();
    for (size_t i = 0; i < count; i++) {
        if (is_finite3(points[i])) bounds = bp_bounds_union(bounds, (bp_bounds){points[i], points[i]});
    }
    return bounds;
}

bp_bounds bp_bounds_transform(bp_bounds bounds, bp_mat4 m) {
    if (bp_bounds_is_empty(bounds)) return bounds;
    bp_vec3 corners[8];
    for (int i = 0; i < 8; i++)
        corners[i] = bp_mat4_point(m, bp_vec3_make(i & 1 ? bounds.hi.x : bounds.lo.x,
                                                   i & 2 ? bounds.hi.y : bounds.lo.y,
                                                   i & 4 ? bounds.hi.z : bounds.lo.z));
    return bp_bounds_from_points(corners, 8);
}

bp_vec3 bp_bounds_center(bp_bounds bounds) {
    if (bp_bounds_is_empty(bounds)) return bp_vec3_make(0, 0, 0);
    return bp_vec3_mix(bounds.lo, bounds.hi, 0.5f);
}

float bp_bounds_radius(bp_bounds bounds) {
    if (bp_bounds_is_empty(bounds)) return 0.0f;
    return 0.5f * bp_vec3_distance(bounds.lo, bounds.hi);
}
