/* Surfaces of revolution: a profile of points (radius, height, normal) rotated about Y. The seam at u = 0
 * has each vertex twice, at exactly equal positions: the surface is closed to the last bit. */
#include "mesh/revolve.h"

/* A point of the unit circle in the XZ plane, from +Z towards +X: seen from outside, u grows to the right. */
static bp_vec3 on_circle(int side, int sides) {
    if (side == sides) side = 0;
    float sine = 0, cosine = 1;
    bp_sincos(2.0f * BP_PI * (float)side / (float)sides, &sine, &cosine);
    return bp_vec3_make(sine, 0.0f, cosine);
}

void bp_revolve_ring(bp_shape_builder *patch, int sides, bp_profile_ring ring) {
    for (int side = 0; side <= sides; side++) {
        bp_vec3 outward = on_circle(side, sides);
        bp_vec3 position = bp_vec3_scale(outward, ring.radius);
        position.y = ring.height;
        bp_vec3 normal = bp_vec3_scale(outward, ring.slope_out);
        normal.y = ring.slope_up;
        bp_shape_add_vertex(patch, position, normal, bp_vec2_make((float)side / (float)sides, ring.v));
    }
}

/* A ring of a sphere: `step` of `steps` from the north pole to the south pole. */
static bp_profile_ring sphere_ring(float radius, int step, int steps) {
    float sine = 0, cosine = 1;
    bp_sincos(BP_PI * (float)step / (float)steps, &sine, &cosine);
    /* Exact at the poles and the equator, where bp_sincos has a rounding error. */
    if (step == 0 || step == steps) sine = 0.0f;
    if (2 * step == steps) cosine = 0.0f;
    return (bp_profile_ring){
        .radius = radius * sine, .height = radius * cosine, .slope_out = sine, .slope_up = cosine};
}

bp_mesh *bp_revolve_create(const bp_allocator *allocator, const char *name, int sides, int rows,
                           bp_error *error) {
    return bp_mesh_create(
        allocator,
        &(bp_mesh_options){.name = name,
                           .vertex_count = ((size_t)sides + 1) * ((size_t)rows + 1),
                           .index_count = bp_shape_grid_index_count(sides, rows, true, true),
                           .attributes = BP_MESH_NORMALS | BP_MESH_UV0},
        error);
}

bp_mesh *bp_shape_sphere(const bp_allocator *allocator, const bp_sphere_options *options, bp_error *error) {
    bp_sphere_options o = options ? *options : (bp_sphere_options){0};
    if (!bp_shape_read_size(&o.radius, 0.5f, "radius", error) ||
        !bp_shape_read_count(&o.sides, 32, 3, "sides", error) ||
        !bp_shape_read_count(&o.rings, 16, 2, "rings", error))
        return NULL;
    bp_shape_builder patch = {.mesh = bp_revolve_create(allocator, "sphere", o.sides, o.rings, error)};
    if (!patch.mesh) return NULL;
    for (int step = 0; step <= o.rings; step++) {
        bp_profile_ring ring = sphere_ring(o.radius, step, o.rings);
        ring.v = (float)step / (float)o.rings;
        bp_revolve_ring(&patch, o.sides, ring);
    }
    bp_shape_add_grid(&patch, 0, o.sides, o.rings, true, true);
    return patch.mesh;
}
