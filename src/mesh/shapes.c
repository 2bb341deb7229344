/* Shapes, built from grids of vertices. A grid has (columns + 1) x (rows + 1) vertices, row after row, and
 * two triangles for each cell. The box and the page's character have flat faces. Sphere and tube
 * are surfaces of revolution: a profile of points (radius, height, normal) is rotated about Y. Their seam
 * at u = 0 has each vertex twice, at exactly equal positions: the surface is closed to the last bit. */
#include "math/double.h"
#include "mesh/editing.h"
#include "mesh/shapes.h"

enum { MAX_COUNT = 4096 };

typedef struct shape_builder {
    bp_mesh *mesh;
    size_t vertices, indices; /* added so far */
} shape_builder;

static void add_triangle(shape_builder *builder, size_t a, size_t b, size_t c) {
    uint32_t *corner = builder->mesh->indices + builder->indices;
    corner[0] = (uint32_t)a;
    corner[1] = (uint32_t)b;
    corner[2] = (uint32_t)c;
    builder->indices += 3;
}

/* Adds the triangles of a grid whose vertices begin at `first`. Seen from the front, columns grow to the
 * right and rows downwards. `pole_first` and `pole_last`: the first or last row is a single point, and each
 * of its cells has one triangle. */
static void add_grid(shape_builder *builder, size_t first, int columns, int rows, bool pole_first,
                     bool pole_last) {
    size_t stride = (size_t)columns + 1;
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            size_t top = first + (size_t)row * stride + (size_t)column, bottom = top + stride;
            if (!(pole_last && row == rows - 1)) add_triangle(builder, top, bottom, bottom + 1);
            if (!(pole_first && row == 0)) add_triangle(builder, top, bottom + 1, top + 1);
        }
    }
}

static size_t grid_index_count(int columns, int rows, bool pole_first, bool pole_last) {
    return 3 * (size_t)columns * (2 * (size_t)rows - (pole_first ? 1 : 0) - (pole_last ? 1 : 0));
}

static void add_vertex(shape_builder *builder, bp_vec3 position, bp_vec3 normal, bp_vec2 uv) {
    bp_mesh *mesh = builder->mesh;
    mesh->positions[builder->vertices] = position;
    mesh->normals[builder->vertices] = normal;
    mesh->uv[0][builder->vertices] = uv;
    builder->vertices++;
}

/* Replaces an option of 0 by its default. Errors: a negative or infinite size, a count out of range. */
static bool read_size(float *value, float usual, const char *place, bp_error *error) {
    if (*value == 0.0f) *value = usual;
    if (*value >= 0.0f && bp_is_finite(*value)) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, place,
                   "%g is not a valid size; give metres above 0, or 0 for %g", (double)*value, (double)usual);
}

static bool read_count(int *value, int usual, int min, const char *place, bp_error *error) {
    if (*value == 0) *value = usual;
    if (*value >= min && *value <= MAX_COUNT) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, place, "%d is not within %d and %d (0 means %d)", *value, min,
                   MAX_COUNT, usual);
}

/* ---- flat faces ---------------------------------------------------------------------------------*/

/* A face of a box: its normal and the directions in which u and v grow. */
typedef struct box_face {
    bp_vec3 normal, u, v;
} box_face;

static const box_face box_faces[6] = {
    {{1, 0, 0}, {0, 0, -1}, {0, -1, 0}}, {{-1, 0, 0}, {0, 0, 1}, {0, -1, 0}},
    {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}},   {{0, -1, 0}, {1, 0, 0}, {0, 0, -1}},
    {{0, 0, 1}, {1, 0, 0}, {0, -1, 0}},  {{0, 0, -1}, {-1, 0, 0}, {0, -1, 0}},
};

static void add_face(shape_builder *builder, const box_face *face, bp_vec3 half, bp_vec3 center) {
    size_t first = builder->vertices;
    for (int corner = 0; corner < 4; corner++) {
        bp_vec2 uv = {corner & 1 ? 1.0f : 0.0f, corner & 2 ? 1.0f : 0.0f};
        bp_vec3 unit = bp_vec3_add(face->normal, bp_vec3_add(bp_vec3_scale(face->u, 2.0f * uv.x - 1.0f),
                                                             bp_vec3_scale(face->v, 2.0f * uv.y - 1.0f)));
        add_vertex(builder, bp_vec3_add(center, bp_vec3_mul(unit, half)), face->normal, uv);
    }
    add_grid(builder, first, 1, 1, false, false);
}

bp_mesh *bp_shape_box(const bp_allocator *allocator, const bp_box_options *options, bp_error *error) {
    bp_box_options o = options ? *options : (bp_box_options){0};
    if (!read_size(&o.size.x, 1, "size.x", error) || !read_size(&o.size.y, 1, "size.y", error) ||
        !read_size(&o.size.z, 1, "size.z", error))
        return NULL;
    if (!bp_is_finite(o.center.x + o.center.y + o.center.z)) {
        bp_fail(error, BP_ERROR_ARGUMENT, "center", "is not finite");
        return NULL;
    }
    shape_builder builder = {
        .mesh = bp_mesh_create(allocator,
                               &(bp_mesh_options){.name = "box",
                                                  .vertex_count = 24,
                                                  .index_count = 36,
                                                  .attributes = BP_MESH_NORMALS | BP_MESH_UV0},
                               error)};
    for (int i = 0; builder.mesh && i < 6; i++)
        add_face(&builder, &box_faces[i], bp_vec3_scale(o.size, 0.5f), o.center);
    return builder.mesh;
}

static bp_mesh *limb(const bp_allocator *allocator, bp_vec3 size, uint16_t joint, bp_error *error) {
    bp_mesh *box = bp_shape_box(allocator, &(bp_box_options){.size = size}, error);
    if (box && bp_mesh_bind_rigid(box, joint, error)) return box;
    bp_mesh_destroy(box);
    return NULL;
}

static bp_mat4 arm_transform(float side) {
    bp_mat4 rotation = bp_mat4_rotation_z(bp_radians(30.0f * side));
    return bp_mat4_mul(rotation, bp_mat4_translation(bp_vec3_make(side, 0.5f, 0.0f)));
}

bp_mesh *bp_shape_character(const bp_allocator *allocator, bp_error *error) {
    bp_vec3 arm = {0.5f, 2.5f, 0.5f};
    bp_mesh *limbs[3] = {limb(allocator, bp_vec3_make(1.0f, 3.5f, 1.0f), 0, error), NULL, NULL};
    if (limbs[0]) limbs[1] = limb(allocator, arm, 1, error);
    if (limbs[1]) limbs[2] = limb(allocator, arm, 2, error);
    bp_mesh *character = NULL;
    if (limbs[2]) {
        bp_mat4 left = arm_transform(1.0f), right = arm_transform(-1.0f);
        bp_mesh_part parts[3] = {{limbs[0], NULL}, {limbs[1], &left}, {limbs[2], &right}};
        character = bp_mesh_merge(allocator, parts, 3, error);
    }
    for (int i = 0; i < 3; i++) bp_mesh_destroy(limbs[i]);
    if (character && !bp_mesh_set_name(character, "character", error)) {
        bp_mesh_destroy(character);
        return NULL;
    }
    return character;
}

/* ---- surfaces of revolution ---------------------------------------------------------------------*/

typedef struct profile_ring {
    float radius, height;
    float slope_out, slope_up; /* the unit normal: away from the axis, along the axis */
    float v;
} profile_ring;

/* A point of the unit circle in the XZ plane, from +Z towards +X: seen from outside, u grows to the right. */
static bp_vec3 on_circle(int side, int sides) {
    if (side == sides) side = 0;
    float sine = 0, cosine = 1;
    bp_sincos(2.0f * BP_PI * (float)side / (float)sides, &sine, &cosine);
    return bp_vec3_make(sine, 0.0f, cosine);
}

/* Adds sides + 1 vertices. */
static void add_ring(shape_builder *builder, int sides, profile_ring ring) {
    for (int side = 0; side <= sides; side++) {
        bp_vec3 outward = on_circle(side, sides);
        bp_vec3 position = bp_vec3_scale(outward, ring.radius);
        position.y = ring.height;
        bp_vec3 normal = bp_vec3_scale(outward, ring.slope_out);
        normal.y = ring.slope_up;
        add_vertex(builder, position, normal, bp_vec2_make((float)side / (float)sides, ring.v));
    }
}

/* A ring of a sphere: `step` of `steps` from the north pole to the south pole. */
static profile_ring sphere_ring(float radius, int step, int steps) {
    float sine = 0, cosine = 1;
    bp_sincos(BP_PI * (float)step / (float)steps, &sine, &cosine);
    /* Exact at the poles and the equator, where bp_sincos has a rounding error. */
    if (step == 0 || step == steps) sine = 0.0f;
    if (2 * step == steps) cosine = 0.0f;
    return (profile_ring){
        .radius = radius * sine, .height = radius * cosine, .slope_out = sine, .slope_up = cosine};
}

bp_mesh *bp_shape_sphere(const bp_allocator *allocator, const bp_sphere_options *options, bp_error *error) {
    bp_sphere_options o = options ? *options : (bp_sphere_options){0};
    if (!read_size(&o.radius, 0.5f, "radius", error) || !read_count(&o.sides, 32, 3, "sides", error) ||
        !read_count(&o.rings, 16, 2, "rings", error))
        return NULL;
    bp_mesh_options counts = {.name = "sphere",
                              .vertex_count = ((size_t)o.sides + 1) * ((size_t)o.rings + 1),
                              .index_count = grid_index_count(o.sides, o.rings, true, true),
                              .attributes = BP_MESH_NORMALS | BP_MESH_UV0};
    shape_builder builder = {.mesh = bp_mesh_create(allocator, &counts, error)};
    if (!builder.mesh) return NULL;
    for (int step = 0; step <= o.rings; step++) {
        profile_ring ring = sphere_ring(o.radius, step, o.rings);
        ring.v = (float)step / (float)o.rings;
        add_ring(&builder, o.sides, ring);
    }
    add_grid(&builder, 0, o.sides, o.rings, true, true);
    return builder.mesh;
}

/* ---- the tube -----------------------------------------------------------------------------------*/

static bool read_options(bp_tube_options *o, bp_error *error) {
    if (!read_size(&o->radius, 0.25f, "radius", error) || !read_size(&o->length, 2.0f, "length", error) ||
        !read_count(&o->sides, 24, 3, "sides", error) || !read_count(&o->rings, 32, 1, "rings", error))
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
static void add_cap(shape_builder *builder, const bp_tube_options *o, bool top) {
    float height = top ? o->length : 0.0f, up = top ? 1.0f : -1.0f;
    size_t first = builder->vertices;
    profile_ring edge = {.radius = o->radius, .height = height, .slope_up = up, .v = top ? 1.0f : 0.0f};
    profile_ring middle = {.height = height, .slope_up = up, .v = top ? 0.0f : 1.0f};
    add_ring(builder, o->sides, top ? middle : edge);
    add_ring(builder, o->sides, top ? edge : middle);
    add_grid(builder, first, o->sides, 1, top, !top);
}

bp_mesh *bp_shape_tube(const bp_allocator *allocator, const bp_tube_options *options, bp_error *error) {
    bp_tube_options o = options ? *options : (bp_tube_options){0};
    if (!read_options(&o, error)) return NULL;
    size_t ring_size = (size_t)o.sides + 1, caps = o.open ? 0 : 2;
    bp_mesh_options counts = {.name = "tube",
                              .vertex_count = ring_size * ((size_t)o.rings + 1 + 2 * caps),
                              .index_count = grid_index_count(o.sides, o.rings, false, false) +
                                             caps * grid_index_count(o.sides, 1, true, false),
                              .attributes = BP_MESH_NORMALS | BP_MESH_UV0,
                              .influences = 2};
    shape_builder builder = {.mesh = bp_mesh_create(allocator, &counts, error)};
    if (!builder.mesh) return NULL;
    for (int ring = 0; ring <= o.rings; ring++) {
        float down = (float)ring / (float)o.rings;
        add_ring(&builder, o.sides,
                 (profile_ring){
                     .radius = o.radius, .height = o.length * (1.0f - down), .slope_out = 1, .v = down});
    }
    add_grid(&builder, 0, o.sides, o.rings, false, false);
    for (int cap = 0; cap < (int)caps; cap++) add_cap(&builder, &o, cap == 0);
    for (size_t i = 0; i < builder.mesh->vertex_count; i++) set_weights(builder.mesh, i, &o);
    return builder.mesh;
}
