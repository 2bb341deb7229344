/* The search ends at the first part of the figure that is seen, so it costs little if the picture is
 * right. */
#include "scene/figure.h"

/* A vertex in clip space is in front of the eye; x and y are then divided by w. */
typedef struct screen_point {
    float x, y;
    bool in_front;
} screen_point;

static screen_point project(bp_mat4 projection, bp_vec3 at) {
    bp_vec4 clip = bp_mat4_vec4(projection, bp_vec4_make(at.x, at.y, at.z, 1));
    if (!(clip.w > 0 && clip.z >= 0 && clip.z <= clip.w)) return (screen_point){.in_front = false};
    return (screen_point){clip.x / clip.w, clip.y / clip.w, true};
}

/* Whether the box of some points overlaps the screen, which is -1..1. */
static bool is_in_view(const screen_point *points, int count) {
    float lo[2] = {INFINITY, INFINITY}, hi[2] = {-INFINITY, -INFINITY};
    for (int i = 0; i < count; i++) {
        if (!points[i].in_front) return false;
        lo[0] = fminf(lo[0], points[i].x), hi[0] = fmaxf(hi[0], points[i].x);
        lo[1] = fminf(lo[1], points[i].y), hi[1] = fmaxf(hi[1], points[i].y);
    }
    return lo[0] < 1 && hi[0] > -1 && lo[1] < 1 && hi[1] > -1;
}

/* Twice the area on the screen, y up; positive if the front is seen: counter-clockwise. */
static double area_of(const screen_point p[3]) {
    return (double)(p[1].x - p[0].x) * (double)(p[2].y - p[0].y) -
           (double)(p[1].y - p[0].y) * (double)(p[2].x - p[0].x);
}

static bp_visibility look_at_part(const bp_figure *figure, size_t index, bp_mat4 projection) {
    const bp_figure_part *part = bp_figure_part_at(figure, index);
    const bp_mesh *mesh = part->mesh;
    const bp_vec3 *at = bp_figure_positions(figure, index);
    bool both_sides = part->material && part->material->double_sided;
    bp_visibility best = BP_VISIBILITY_OUTSIDE;
    if (!at)
        return BP_VISIBILITY_SHOWN; /* no memory for an instance's vertices: the pass that draws needs none */
    for (size_t i = 0; i < mesh->line_count; i++) {
        screen_point point = project(projection, at[mesh->lines[i]]);
        if (is_in_view(&point, 1)) return BP_VISIBILITY_SHOWN;
    }
    for (size_t i = 0; i + 2 < mesh->index_count; i += 3) {
        screen_point points[3];
        for (int j = 0; j < 3; j++) points[j] = project(projection, at[mesh->indices[i + (size_t)j]]);
        if (!is_in_view(points, 3)) continue;
        double area = area_of(points);
        if (area > 0.0 || (both_sides && area < 0.0)) return BP_VISIBILITY_SHOWN;
        if (area < 0.0) best = BP_VISIBILITY_BACK;
        if (best == BP_VISIBILITY_OUTSIDE) best = BP_VISIBILITY_FLAT;
    }
    return best;
}

static bool is_finite_part(const bp_figure *figure, size_t index) {
    const bp_vec3 *at = bp_figure_positions(figure, index);
    size_t count = at ? bp_figure_part_at(figure, index)->mesh->vertex_count : 0;
    for (size_t i = 0; i < count; i++)
        if (!bp_is_finite((double)at[i].x + at[i].y + at[i].z)) return false;
    return true;
}

bp_visibility bp_scene_visibility(const bp_figure *figure, const bp_camera *camera, float aspect) {
    bp_mat4 projection = bp_mat4_mul(bp_figure_world(figure), bp_camera_view_projection(camera, aspect));
    bp_visibility best = BP_VISIBILITY_OUTSIDE;
    size_t vertices = 0, count = bp_figure_part_count(figure);
    for (size_t i = 0; i < count; i++) {
        if (!is_finite_part(figure, i)) return BP_VISIBILITY_NOT_FINITE;
        vertices += bp_figure_part_at(figure, i)->mesh->vertex_count;
    }
    if (vertices == 0) return BP_VISIBILITY_SHOWN;
    for (int i = 0; i < 16; i++)
        if (!bp_is_finite((double)projection.m[i])) return BP_VISIBILITY_NOT_FINITE;
    for (size_t i = 0; i < count && best != BP_VISIBILITY_SHOWN; i++) {
        bp_visibility part = look_at_part(figure, i, projection);
        if (part == BP_VISIBILITY_SHOWN || part > best) best = part;
    }
    return best;
}
