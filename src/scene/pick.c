/* Picking: the nearest triangle of a posed figure along a ray. */
#include "rig/engine.h"
#include "scene/camera.h"
#include "scene/explain.h"
#include "scene/figure.h"
#include <bindpose/instance.h>

/* The ray in the space of the figure's vertices, before its world matrix. */
static bool into_figure(const bp_figure *figure, bp_ray *ray) {
    bp_mat4 inverse;
    if (!bp_mat4_inverse_affine(bp_figure_world(figure), &inverse)) return false;
    ray->origin = bp_mat4_point(inverse, ray->origin);
    ray->direction = bp_mat4_direction(inverse, ray->direction);
    return true;
}

/* A plane through a ray. Most triangles lie on one side of it, which is quicker to find than that the ray
 * misses them. */
typedef struct ray_plane {
    bp_vec3 normal;
    float offset, size; /* the origin's distance along the normal; the sum of its coordinates */
} ray_plane;

static float coordinate_sum(bp_vec3 v) { return fabsf(v.x) + fabsf(v.y) + fabsf(v.z); }

static ray_plane plane_through(bp_ray ray) {
    bp_vec3 d = ray.direction, axis = fabsf(d.x) > fabsf(d.y) ? bp_vec3_make(0, 1, 0) : bp_vec3_make(1, 0, 0);
    bp_vec3 normal = bp_vec3_normalize(bp_vec3_cross(d, axis));
    return (ray_plane){normal, bp_vec3_dot(normal, ray.origin), coordinate_sum(ray.origin)};
}

/* Whether a triangle lies on one side, farther from the plane than rounding can move it. */
static bool is_beside(const ray_plane *plane, bp_vec3 a, bp_vec3 b, bp_vec3 c) {
    float margin = 1e-5f * (plane->size + coordinate_sum(a)),
          x = bp_vec3_dot(plane->normal, a) - plane->offset,
          y = bp_vec3_dot(plane->normal, b) - plane->offset,
          z = bp_vec3_dot(plane->normal, c) - plane->offset;
    return (x > margin && y > margin && z > margin) || (x < -margin && y < -margin && z < -margin);
}

static bool nearest(const bp_figure *figure, size_t part, bp_ray ray, bp_pick *best) {
    const bp_mesh *mesh = bp_figure_part_at(figure, part)->mesh;
    const bp_vec3 *at = bp_figure_positions(figure, part);
    const ray_plane plane = plane_through(ray);
    bool found = false;
    for (size_t i = 0; at && i + 2 < mesh->index_count; i += 3) {
        const uint32_t *v = &mesh->indices[i];
        float distance;
        if (is_beside(&plane, at[v[0]], at[v[1]], at[v[2]]) ||
            !bp_ray_triangle(ray, at[v[0]], at[v[1]], at[v[2]], &distance) || !(distance < best->distance))
            continue;
        found = true;
        *best =
            (bp_pick){.part = part, .triangle = i / 3, .vertices = {v[0], v[1], v[2]}, .distance = distance};
    }
    return found;
}

/* Twice the area of a triangle, along the normal of another one. */
static float area_along(bp_vec3 a, bp_vec3 b, bp_vec3 c, bp_vec3 normal) {
    return bp_vec3_dot(bp_vec3_cross(bp_vec3_sub(b, a), bp_vec3_sub(c, a)), normal);
}

static void weigh(const bp_figure *figure, bp_vec3 point, bp_pick *pick) {
    const bp_vec3 *at = bp_figure_positions(figure, pick->part);
    bp_vec3 a = at[pick->vertices[0]], b = at[pick->vertices[1]], c = at[pick->vertices[2]];
    bp_vec3 normal = bp_vec3_cross(bp_vec3_sub(b, a), bp_vec3_sub(c, a));
    float whole = bp_vec3_dot(normal, normal);
    pick->weights[0] = whole > 0 ? area_along(point, b, c, normal) / whole : 1;
    pick->weights[1] = whole > 0 ? area_along(point, c, a, normal) / whole : 0;
    pick->weights[2] = 1 - pick->weights[0] - pick->weights[1];
}

/* The joint with the largest sum of weights at the point. Three vertices have few, so each is summed by a
 * search. */
static bp_bone *main_bone(const bp_figure_part *part, const bp_pick *pick) {
    const bp_mesh *mesh = part->mesh;
    size_t n = (size_t)mesh->influences;
    float most = 0;
    int joint = -1;
    if (!part->skeleton || n == 0) return NULL;
    for (size_t i = 0; i < 3 * n; i++) {
        uint16_t candidate = mesh->joints[pick->vertices[i / n] * n + i % n];
        float sum = 0;
        for (size_t k = 0; k < 3 * n; k++) {
            size_t other = pick->vertices[k / n] * n + k % n;
            if (mesh->joints[other] == candidate) sum += pick->weights[k / n] * mesh->weights[other];
        }
        if (!(sum > most)) continue;
        most = sum;
        joint = candidate;
    }
    return bp_skeleton_bone_of_joint(part->skeleton, joint);
}

bool bp_figure_pick(const bp_figure *figure, bp_ray ray, bp_pick *out) {
    bp_ray local = ray;
    bool found = false;
    *out = (bp_pick){.distance = INFINITY};
    if (!figure || !into_figure(figure, &local)) return false;
    for (size_t i = 0; i < bp_figure_part_count(figure); i++) found |= nearest(figure, i, local, out);
    if (!found) return false;
    weigh(figure, bp_vec3_add(local.origin, bp_vec3_scale(local.direction, out->distance)), out);
    out->position = bp_vec3_add(ray.origin, bp_vec3_scale(ray.direction, out->distance));
    out->bone = main_bone(bp_figure_part_at(figure, out->part), out);
    return true;
}

bool bp_figure_drew(const bp_figure *figure, const bp_pixel_event *event, bp_pick *out) {
    if (!figure) return false;
    for (size_t i = 0; event->positions && i < bp_figure_part_count(figure); i++) {
        const bp_figure_part *part = bp_figure_part_at(figure, i);
        bool in_pass = event->positions == (const float *)(const void *)bp_figure_skinning(figure, i);
        const bp_vec3 *all = bp_figure_positions(figure, i), *end = all + part->mesh->vertex_count;
        if (!all || (!in_pass && (event->positions < &all->x || event->positions >= &end->x))) continue;
        /* A highlight's first vertex. */
        uint32_t skipped = in_pass ? 0 : (uint32_t)((event->positions - &all->x) / 3);
        *out = (bp_pick){.part = i, .triangle = event->primitive};
        for (int k = 0; k < 3; k++) {
            out->vertices[k] = event->vertices[k] + skipped;
            out->weights[k] = event->corrected[k];
            out->position = bp_vec3_add(out->position, bp_vec3_scale(all[out->vertices[k]], out->weights[k]));
        }
        out->position = bp_mat4_point(bp_figure_world(figure), out->position);
        out->bone = main_bone(part, out);
        return true;
    }
    return false;
}
