#include "scene/illustration/mesh_cover.h"
#include <string.h>

enum { LEAST_CELL = 8 };

static int clamp_cell(float at, int count) { return (int)bp_clamp(floorf(at), 0, (float)count - 1); }

/* Twice the signed area of a triangle: its sign tells on which side of `a` to `b` the point is. */
static float side(bp_vec2 a, bp_vec2 b, bp_vec2 p) {
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/* Marks the cells whose middle is in a triangle, and those of its corners. Corners are in cells. */
static void cover_triangle(bp_mesh_cover *cover, const bp_vec2 v[3]) {
    bp_vec2 lo = v[0], hi = v[0];
    for (int i = 0; i < 3; i++) {
        lo.x = fminf(lo.x, v[i].x), lo.y = fminf(lo.y, v[i].y);
        hi.x = fmaxf(hi.x, v[i].x), hi.y = fmaxf(hi.y, v[i].y);
        if (v[i].x >= 0 && v[i].x < BP_COVER_COLUMNS && v[i].y >= 0 && v[i].y < BP_COVER_ROWS)
            cover->covered[(int)v[i].y][(int)v[i].x] = 1;
    }
    int right = clamp_cell(hi.x, BP_COVER_COLUMNS), bottom = clamp_cell(hi.y, BP_COVER_ROWS);
    for (int y = clamp_cell(lo.y, BP_COVER_ROWS); y <= bottom; y++)
        for (int x = clamp_cell(lo.x, BP_COVER_COLUMNS); x <= right; x++) {
            bp_vec2 middle = {(float)x + 0.5f, (float)y + 0.5f};
            float a = side(v[0], v[1], middle), b = side(v[1], v[2], middle), c = side(v[2], v[0], middle);
            if ((a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0)) cover->covered[y][x] = 1;
        }
}

/* A vertex in cells; false: behind the eye. */
static bool project(const bp_mesh_cover *cover, bp_mat4 transform, bp_vec3 p, bp_vec2 *at) {
    bp_vec4 clip = bp_mat4_vec4(transform, (bp_vec4){p.x, p.y, p.z, 1});
    at->x = (clip.x / clip.w * 0.5f + 0.5f) * (float)cover->scene.width / cover->cell;
    at->y = (0.5f - clip.y / clip.w * 0.5f) * (float)cover->scene.height / cover->cell;
    return clip.w > 0 && bp_is_finite((double)at->x) && bp_is_finite((double)at->y);
}

void bp_mesh_cover_clear(bp_mesh_cover *cover, bp_rect scene) {
    cover->scene = scene;
    cover->cell =
        fmaxf(LEAST_CELL, fmaxf((float)scene.width / BP_COVER_COLUMNS, (float)scene.height / BP_COVER_ROWS));
    memset(cover->covered, 0, sizeof cover->covered);
}

void bp_mesh_cover_add(bp_mesh_cover *cover, const bp_figure *figure, const bp_camera *camera) {
    bp_rect scene = cover->scene;
    if (scene.width < 1 || scene.height < 1) return;
    bp_mat4 view = bp_camera_view_projection(camera, (float)scene.width / (float)scene.height);
    bp_mat4 transform = bp_mat4_mul(bp_figure_world(figure), view);
    for (size_t k = 0; k < bp_figure_part_count(figure); k++) {
        const bp_mesh *mesh = bp_figure_part_at(figure, k)->mesh;
        const bp_vec3 *positions = bp_figure_positions(figure, k);
        for (size_t i = 0; i + 2 < mesh->index_count; i += 3) {
            bp_vec2 v[3];
            if (project(cover, transform, positions[mesh->indices[i]], &v[0]) &&
                project(cover, transform, positions[mesh->indices[i + 1]], &v[1]) &&
                project(cover, transform, positions[mesh->indices[i + 2]], &v[2]))
                cover_triangle(cover, v);
        }
    }
}

int bp_mesh_cover_count(const bp_mesh_cover *cover, bp_rect rect) {
    float x = (float)(rect.x - cover->scene.x), y = (float)(rect.y - cover->scene.y);
    int right = clamp_cell((x + (float)rect.width) / cover->cell, BP_COVER_COLUMNS),
        bottom = clamp_cell((y + (float)rect.height) / cover->cell, BP_COVER_ROWS), count = 0;
    for (int row = clamp_cell(y / cover->cell, BP_COVER_ROWS); row <= bottom; row++)
        for (int column = clamp_cell(x / cover->cell, BP_COVER_COLUMNS); column <= right; column++)
            count += cover->covered[row][column];
    return count;
}
