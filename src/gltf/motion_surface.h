/* Places on another surface that vertices belong to: for comparing meshes with other vertices or triangles.
 *
 * Each vertex gets the nearest place of the other surface at rest, as a mean of corners. That place then
 * moves with the other surface, so sliding is seen too. Where several places are equally near (a split
 * vertex, a shirt's seam on skin), each is kept. */
#pragma once

#include <bindpose/model.h>

/* The vertices and triangles of all instances in the scene. */
typedef struct bp_surface {
    bp_allocator allocator;
    size_t vertex_count, triangle_count;
    bp_vec3 *positions; /* owned; posed */
    uint32_t *corners;  /* owned; three a triangle; a vertex of lines and points is one three times; NULL:
                           nothing is to be matched with the surface */
    size_t *starts;     /* owned; the first vertex of each of the model's instances, and the end */
} bp_surface;

const bp_mesh *bp_surface_mesh(const bp_model *model, size_t instance);
bool bp_surface_make(bp_surface *surface, const bp_model *model, bool corners, const bp_allocator *allocator,
                     bp_error *error);
void bp_surface_clear(bp_surface *surface);
/* Sets the positions to those of the pose. */
bool bp_surface_pose(bp_surface *surface, const bp_context *context, const bp_model_pose *pose,
                     bp_error *error);
/* The instance that a vertex is of. */
size_t bp_surface_instance(const bp_surface *surface, size_t vertex, size_t instance_count);

enum { BP_SURFACE_SPOTS = 6 };

/* A mean of up to three vertices; all weights 0: unused. */
typedef struct bp_surface_spot {
    uint32_t corners[3];
    float weights[3];
} bp_surface_spot;
bp_vec3 bp_surface_spot_at(const bp_surface *surface, const bp_surface_spot *spot);

/* The spots of `to` for each vertex of `from`, BP_SURFACE_SPOTS each, as both are posed now. `tie`: the
 * difference of distances that counts as none. The caller frees them with `to`'s allocator. NULL: memory. */
bp_surface_spot *bp_surface_match(const bp_surface *from, const bp_surface *to, double tie, bp_error *error);
