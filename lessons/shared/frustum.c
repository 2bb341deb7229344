/* The way of a triangle from camera space to a grid of pixels: project, cut, divide, viewport. As a plain
 * loop, so that a rule can leave out a step; bp_measure_rasterized compares it with the rasterizer. */
#include "shared/frustum_private.h"
#include <stdio.h>
#include <string.h>

bp_mat4 bp_frustum_projection(float near_z) {
    return bp_mat4_perspective_rh(2 * bp_atan2(1, 2), 1, near_z, BP_FRUSTUM_FAR);
}

bp_vec4 bp_frustum_clip_at(bp_vec3 v, float near_z) {
    return bp_mat4_vec4(bp_frustum_projection(near_z), (bp_vec4){v.x, v.y, v.z, 1});
}

bp_vec4 bp_frustum_clip(bp_vec3 v) { return bp_frustum_clip_at(v, BP_FRUSTUM_NEAR); }

int bp_frustum_visible(const bp_frustum *frustum, bp_vec4 corner[BP_POLYGON_MAX]) {
    for (int i = 0; i < 3; i++) corner[i] = bp_frustum_clip_at(frustum->vertex[i], bp_frustum_near(frustum));
    return bp_polygon_cut(corner, 3, BP_PLANE_NEAR);
}

/* How far a position lies inside of plane `i`, in clip space. */
static float inside(bp_vec4 p, int i) {
    const float all[] = {p.w + p.x, p.w - p.x, p.w + p.y, p.w - p.y, p.z, p.w - p.z};
    return all[i];
}

unsigned bp_outcode(bp_vec4 clip) {
    unsigned outcode = 0;
    for (int i = 0; i < 6; i++) outcode |= (unsigned)(inside(clip, i) < 0) << i;
    return outcode;
}

const char *bp_outcode_words(unsigned outcode, char *text, size_t size) {
    static const char *const NAMES[] = {"left", "right", "below", "above", "near", "far"};
    size_t length = (size_t)snprintf(text, size, "%s", outcode ? "" : "inside");
    for (int i = 0; i < 6; i++)
        if (outcode >> i & 1 && length < size)
            length += (size_t)snprintf(text + length, size - length, "%s%s", length ? ", " : "", NAMES[i]);
    return text;
}

int bp_polygon_cut(bp_vec4 corner[BP_POLYGON_MAX], int count, unsigned planes) {
    for (int plane = 0; plane < 6; plane++) {
        if (!(planes >> plane & 1)) continue;
        bp_vec4 from[BP_POLYGON_MAX];
        memcpy(from, corner, (size_t)count * sizeof *from);
        int kept = 0;
        for (int i = 0; i < count; i++) {
            bp_vec4 a = from[i], b = from[(i + 1) % count];
            float da = inside(a, plane), db = inside(b, plane);
            if (da >= 0 && kept < BP_POLYGON_MAX) corner[kept++] = a;
            if ((da >= 0) != (db >= 0) && kept < BP_POLYGON_MAX)
                corner[kept++] =
                    da >= 0 ? bp_vec4_mix(a, b, da / (da - db)) : bp_vec4_mix(b, a, db / (db - da));
        }
        count = kept;
    }
    return count;
}

bp_vec2 bp_frustum_pixel(bp_vec4 clip, int width, int height, bp_vertex_rule rule) {
    const float w = rule == BP_VERTICES_WHOLE ? 1 : clip.w, up = rule == BP_VERTICES_UNTURNED ? 1 : -1;
    return (bp_vec2){(1 + clip.x / w) * (float)width / 2, (1 + up * clip.y / w) * (float)height / 2};
}

void bp_frustum_land(bp_pixel_grid *grid, const bp_vec4 corner[], int count, bp_vertex_rule rule) {
    grid->triangle_count = count < 3 ? 0 : count - 2;
    for (int t = 0; t < grid->triangle_count && t < BP_PIXEL_TRIANGLE_MAX; t++) {
        bp_pixel_triangle *to = &grid->triangles[t];
        to->color = grid->triangles[0].color;
        for (int i = 0; i < 3; i++)
            to->corner[i] = bp_frustum_pixel(corner[i == 0 ? 0 : t + i], grid->width, grid->height, rule);
    }
}
