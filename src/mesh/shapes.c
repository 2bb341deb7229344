/* Shapes with flat faces: box, grid, and the page's character of three boxes. */
#include "mesh/shape_builder.h"

/* A face of a box: its normal and the directions in which u and v grow. */
typedef struct box_face {
    bp_vec3 normal, u, v;
} box_face;

static const box_face box_faces[6] = {
    {{1, 0, 0}, {0, 0, -1}, {0, -1, 0}}, {{-1, 0, 0}, {0, 0, 1}, {0, -1, 0}},
    {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}},   {{0, -1, 0}, {1, 0, 0}, {0, 0, -1}},
    {{0, 0, 1}, {1, 0, 0}, {0, -1, 0}},  {{0, 0, -1}, {-1, 0, 0}, {0, -1, 0}},
};

static void add_face(bp_shape_builder *patch, const box_face *face, bp_vec3 half, bp_vec3 center) {
    size_t first = patch->vertices;
    for (int corner = 0; corner < 4; corner++) {
        bp_vec2 uv = {corner & 1 ? 1.0f : 0.0f, corner & 2 ? 1.0f : 0.0f};
        bp_vec3 unit = bp_vec3_add(face->normal, bp_vec3_add(bp_vec3_scale(face->u, 2.0f * uv.x - 1.0f),
                                                             bp_vec3_scale(face->v, 2.0f * uv.y - 1.0f)));
        bp_shape_add_vertex(patch, bp_vec3_add(center, bp_vec3_mul(unit, half)), face->normal, uv);
    }
    bp_shape_add_grid(patch, first, 1, 1, false, false);
}

bp_mesh *bp_shape_box(const bp_allocator *allocator, const bp_box_options *options, bp_error *error) {
    bp_box_options o = options ? *options : (bp_box_options){0};
    if (!bp_shape_read_size(&o.size.x, 1, "size.x", error) ||
        !bp_shape_read_size(&o.size.y, 1, "size.y", error) ||
        !bp_shape_read_size(&o.size.z, 1, "size.z", error))
        return NULL;
    if (!bp_is_finite(o.center.x + o.center.y + o.center.z)) {
        bp_fail(error, BP_ERROR_ARGUMENT, "center", "is not finite");
        return NULL;
    }
    bp_shape_builder patch = {
        .mesh = bp_mesh_create(allocator,
                               &(bp_mesh_options){.name = "box",
                                                  .vertex_count = 24,
                                                  .index_count = 36,
                                                  .attributes = BP_MESH_NORMALS | BP_MESH_UV0},
                               error)};
    for (int i = 0; patch.mesh && i < 6; i++)
        add_face(&patch, &box_faces[i], bp_vec3_scale(o.size, 0.5f), o.center);
    return patch.mesh;
}

bp_mesh *bp_shape_grid(const bp_allocator *allocator, const bp_grid_options *options, bp_error *error) {
    bp_grid_options o = options ? *options : (bp_grid_options){0};
    if (!bp_shape_read_size(&o.width, 1, "width", error) ||
        !bp_shape_read_size(&o.depth, 1, "depth", error) ||
        !bp_shape_read_count(&o.columns, 1, 1, "columns", error) ||
        !bp_shape_read_count(&o.rows, 1, 1, "rows", error))
        return NULL;
    bp_mesh_options counts = {.name = "grid",
                              .vertex_count = ((size_t)o.columns + 1) * ((size_t)o.rows + 1),
                              .index_count = bp_shape_grid_index_count(o.columns, o.rows, false, false),
                              .attributes = BP_MESH_NORMALS | BP_MESH_UV0};
    bp_shape_builder patch = {.mesh = bp_mesh_create(allocator, &counts, error)};
    if (!patch.mesh) return NULL;
    for (int row = 0; row <= o.rows; row++) {
        for (int column = 0; column <= o.columns; column++) {
            bp_vec2 uv = {(float)column / (float)o.columns, (float)row / (float)o.rows};
            bp_shape_add_vertex(&patch, bp_vec3_make((uv.x - 0.5f) * o.width, 0.0f, (uv.y - 0.5f) * o.depth),
                                bp_vec3_make(0, 1, 0), uv);
        }
    }
    bp_shape_add_grid(&patch, 0, o.columns, o.rows, false, false);
    return patch.mesh;
}

/* ---- the page's character -----------------------------------------------------------------------*/

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
