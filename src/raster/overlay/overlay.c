/* Points and lines from clip space to the screen: clip by the near and the far plane, divide by w, apply the
 * viewport transform, and cut off what lies far outside. */
#include "raster/overlay/overlay.h"

bp_overlay bp_overlay_with_defaults(const bp_overlay *overlay) {
    bp_overlay filled = overlay ? *overlay : (bp_overlay){0};
    filled.state.blend = true;
    if (!filled.transform) {
        filled.state.depth = BP_DEPTH_ALWAYS;
        filled.state.no_depth_write = true;
    }
    return filled;
}

bp_projection bp_projection_make(const bp_raster *raster, const bp_overlay *overlay) {
    return (bp_projection){.transform = overlay->transform,
                           .viewport = bp_raster_viewport(raster, &overlay->state),
                           .depth_bias = (double)overlay->state.depth_bias};
}

typedef struct clip_point {
    double x, y, z, w;
} clip_point;

/* False if a coordinate is not finite. Then the sum isn't finite, either. */
static bool to_clip(const bp_projection *projection, bp_vec3 p, clip_point *out) {
    bp_vec4 c = projection->transform ? bp_mat4_vec4(*projection->transform, (bp_vec4){p.x, p.y, p.z, 1.0f})
                                      : (bp_vec4){p.x, p.y, 0.0f, 1.0f};
    *out = (clip_point){(double)c.x, (double)c.y, (double)c.z, (double)c.w};
    return bp_is_finite(out->x + out->y + out->z + out->w);
}

static bool to_screen(const bp_projection *projection, clip_point c, double out[3]) {
    if (!projection->transform) {
        out[0] = c.x, out[1] = c.y, out[2] = 0.0;
        return true;
    }
    const bp_viewport *viewport = &projection->viewport;
    out[0] = c.x / c.w * (double)viewport->scale_x + (double)viewport->center_x;
    out[1] = c.y / c.w * (double)viewport->scale_y + (double)viewport->center_y;
    out[2] = c.z / c.w + projection->depth_bias;
    return c.w > 0.0 && bp_is_finite(out[0] + out[1] + out[2]);
}

/* Clips a line by a plane: narrows its part t[0]..t[1] to where the distance from the plane, d0 at its start
 * and d1 at its end, is not negative. False if nothing is left. */
static bool clip_by_plane(double t[2], double d0, double d1) {
    if (d0 < 0.0 && d1 < 0.0) return false;
    if (d0 < 0.0) t[0] = fmax(t[0], d0 / (d0 - d1));
    if (d1 < 0.0) t[1] = fmin(t[1], d0 / (d0 - d1));
    return t[0] <= t[1];
}

static clip_point interpolate(clip_point a, clip_point b, double t) {
    if (t <= 0.0) return a;
    if (t >= 1.0) return b;
    return (clip_point){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t,
                        a.w + (b.w - a.w) * t};
}

static bp_screen_line reversed(bp_screen_line line) {
    return (bp_screen_line){line.x1, line.y1, line.x0, line.y0, line.z1, line.z0};
}

/* Moves a line's start along the line until `c0`, its x0 or y0, equals `limit`. `c1`: the end's x1 or y1. */
static void move_start(bp_screen_line *line, double *c0, double c1, double limit) {
    double t = (limit - *c0) / (c1 - *c0);
    line->x0 += (line->x1 - line->x0) * t;
    line->y0 += (line->y1 - line->y0) * t;
    line->z0 += (line->z1 - line->z0) * t;
    *c0 = limit;
}

static bool is_outside(double a, double b) {
    return fmax(a, b) < BP_SCREEN_MIN || fmin(a, b) > BP_SCREEN_MAX;
}

/* Cuts off the parts of a line beyond BP_SCREEN_MIN and BP_SCREEN_MAX: at the start, in x and then in y;
 * then, with the line reversed, at the end. False if nothing is left. */
static bool cut_far_parts(bp_screen_line *line) {
    for (int side = 0; side < 2; side++) {
        if (is_outside(line->x0, line->x1)) return false;
        if (line->x0 < BP_SCREEN_MIN) move_start(line, &line->x0, line->x1, BP_SCREEN_MIN);
        if (line->x0 > BP_SCREEN_MAX) move_start(line, &line->x0, line->x1, BP_SCREEN_MAX);
        if (is_outside(line->y0, line->y1)) return false;
        if (line->y0 < BP_SCREEN_MIN) move_start(line, &line->y0, line->y1, BP_SCREEN_MIN);
        if (line->y0 > BP_SCREEN_MAX) move_start(line, &line->y0, line->y1, BP_SCREEN_MAX);
        /* If moving the start in y took it outside in x, no part of the line is inside. */
        if (!(line->x0 >= BP_SCREEN_MIN && line->x0 <= BP_SCREEN_MAX)) return false;
        *line = reversed(*line);
    }
    return true;
}

bool bp_project_line(const bp_projection *projection, bp_vec3 from, bp_vec3 to, bp_screen_line *out) {
    clip_point a, b;
    if (!to_clip(projection, from, &a) || !to_clip(projection, to, &b)) return false;
    double t[2] = {0.0, 1.0};
    if (projection->transform && !(clip_by_plane(t, a.z, b.z) && clip_by_plane(t, a.w - a.z, b.w - b.z)))
        return false;
    double start[3], end[3];
    if (!to_screen(projection, interpolate(a, b, t[0]), start) ||
        !to_screen(projection, interpolate(a, b, t[1]), end))
        return false;
    *out = (bp_screen_line){start[0], start[1], end[0], end[1], start[2], end[2]};
    return cut_far_parts(out);
}

bool bp_project_point(const bp_projection *projection, bp_vec3 point, bp_vec4 *clip, double pixel[3]) {
    clip_point c;
    if (!to_clip(projection, point, &c) || c.z < 0.0 || c.z > c.w || !to_screen(projection, c, pixel))
        return false;
    *clip = (bp_vec4){(float)c.x, (float)c.y, (float)c.z, (float)c.w};
    return !is_outside(pixel[0], pixel[0]) && !is_outside(pixel[1], pixel[1]);
}
