/* The tube with a chain of joints inside, and the weights that make it bend smoothly. */
#include "mesh/revolve.h"
#include "mesh/vertices.h"

static bool read_options(bp_tube_options *o, bp_error *error) {
    if (!bp_shape_read_size(&o->radius, 0.25f, "radius", error) ||
        !bp_shape_read_size(&o->length, 2.0f, "length", error) ||
        !bp_shape_read_count(&o->sides, 24, 3, "sides", error) ||
        !bp_shape_read_count(&o->rings, 32, 1, "rings", error))
        return false;
    if (o->joints == 0) o->joints = o->rings < 2 ? 1 : 2;
    if (o->joints < 1 || o->joints > o->rings)
        return bp_fail(error, BP_ERROR_ARGUMENT, "joints", "%d is not within 1 and the number of rings, %d",
                       o->joints, o->rings);
    if (o->blend == 0.0f) o->blend = 0.5f;
    if (!(o->blend <= 1.0f))
        return bp_fail(error, BP_ERROR_ARGUMENT, "blend",
                       "%g is more than 1, the distance between two joints", (double)o->blend);
    return true;
}

/* The weight of the upper joint at height `t` above the border between two joints, in distances between
 * joints. */
static float upper_weight(float t, float blend) {
    /* A ring on the border belongs to the upper joint, even if rounding puts it below. */
    if (blend < 0.0f) return t < -1e-4f ? 0.0f : 1.0f;
    float x = bp_clamp(t / blend + 0.5f, 0.0f, 1.0f);
    return x * x * (3.0f - 2.0f * x);
}

static void set_weights(bp_mesh *mesh, size_t vertex, const bp_tube_options *o) {
    float height = mesh->positions[vertex].y / o->length * (float)o->joints; /* in distances between joints */
    int border = (int)bp_clamp(height + 0.5f, 0.0f, (float)(o->joints - 1)); /* below the nearest joint */
    uint16_t *joints = mesh->joints + 2 * vertex;
    float *weights = mesh->weights + 2 * vertex;
    float upper = border == 0 ? 1.0f : upper_weight(height - (float)border, o->blend);
    joints[0] = (uint16_t)border;
    weights[0] = upper;
    weights[1] = 1.0f - upper;
    if (weights[1] > 0.0f) joints[1] = (uint16_t)(border - 1);
    if (weights[0] > 0.0f) return;
    /* glTF requires joint 0 where the weight is 0. */
    joints[0] = joints[1];
    weights[0] = 1.0f;
    joints[1] = 0;
    weights[1] = 0.0f;
}

/* A cap: a ring of radius 0, and the tube's edge again with the cap's normal. */
static void add_cap(bp_shape_builder *patch, const bp_tube_options *o, bool top) {
    float height = top ? o->length : 0.0f, up = top ? 1.0f : -1.0f;
    size_t first = patch->vertices;
    bp_profile_ring edge = {.radius = o->radius, .height = height, .slope_up = up, .v = top ? 1.0f : 0.0f};
    bp_profile_ring middle = {.height = height, .slope_up = up, .v = top ? 0.0f : 1.0f};
    bp_revolve_ring(patch, o->sides, top ? middle : edge);
    bp_revolve_ring(patch, o->sides, top ? edge : middle);
    bp_shape_add_grid(patch, first, o->sides, 1, top, !top);
}

bp_mesh *bp_shape_tube(const bp_allocator *allocator, const bp_tube_options *options, bp_error *error) {
    bp_tube_options o = options ? *options : (bp_tube_options){0};
    if (!read_options(&o, error)) return NULL;
    size_t ring_size = (size_t)o.sides + 1, caps = o.open ? 0 : 2;
    bp_mesh_options counts = {.name = "tube",
                              .vertex_count = ring_size * ((size_t)o.rings + 1 + 2 * caps),
                              .index_count = bp_shape_grid_index_count(o.sides, o.rings, false, false) +
                                             caps * bp_shape_grid_index_count(o.sides, 1, true, false),
                              .attributes = BP_MESH_NORMALS | BP_MESH_UV0,
                              .influences = 2};
    bp_shape_builder patch = {.mesh = bp_mesh_create(allocator, &counts, error)};
    if (!patch.mesh) return NULL;
    for (int ring = 0; ring <= o.rings; ring++) {
        float down = (float)ring / (float)o.rings;
        bp_revolve_ring(
            &patch, o.sides,
            (bp_profile_ring){
                .radius = o.radius, .height = o.length * (1.0f - down), .slope_out = 1, .v = down});
    }
    bp_shape_add_grid(&patch, 0, o.sides, o.rings, false, false);
    for (int cap = 0; cap < (int)caps; cap++) add_cap(&patch, &o, cap == 0);
    for (size_t i = 0; i < patch.mesh->vertex_count; i++) set_weights(patch.mesh, i, &o);
    return patch.mesh;
}
