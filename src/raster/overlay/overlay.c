/* marks.c: points and lines from clip space to the screen, and the pen. See marks.h. */
#include "raster/overlay/overlay.h"
#include <string.h>

/* ---- projection -----------------------------------------------------------------------------------*/

bp_projection bp_projection_make(const bp_raster *raster, const bp_overlay *marks) {
    return (bp_projection){.transform = marks->transform,
                        .viewport = bp_raster_viewport(raster, &marks->state),
                        .bias = (double)marks->state.depth_bias};
}

typedef struct clip_point {
    double x, y, z, w;
} clip_point;

static clip_point to_clip(const bp_projection *projection, bp_vec3 p) {
    bp_vec4 c = projection->transform ? bp_mat4_vec4(*projection->transform, (bp_vec4){p.x, p.y, p.z, 1.0f})
                                   : (bp_vec4){p.x, p.y, 0.0f, 1.0f};
    return (clip_point){(double)c.x, (double)c.y, (double)c.z, (double)c.w};
}

static bool clip_is_finite(clip_point c) {
    return bp_is_finite(c.x) && bp_is_finite(c.y) && bp_is_finite(c.z) && bp_is_finite(c.w);
}

static bool to_screen(const bp_projection *projection, clip_point c, double out[3]) {
    if (!projection->transform) {
        out[0] = c.x, out[1] = c.y, out[2] = 0.0;
        return true;
    }
    const bp_viewport *viewport = &projection->viewport;
    out[0] = c.x / c.w * (double)viewport->scale_x + (double)viewport->center_x;
    out[1] = c.y / c.w * (double)viewport->scale_y + (double)viewport->center_y;
    out[2] = c.z / c.w + projection->bias;
    return c.w > 0.0 && bp_is_finite(out[0]) && bp_is_finite(out[1]) && bp_is_finite(out[2]);
}

/* Narrows the part t[0]..t[1] of a line to where a distance that is d0 at its start and d1 at its end isn't
 * negative. */
static bool narrow(double t[2], double d0, double d1) {
    if (d0 < 0.0 && d1 < 0.0) return false;
    if (d0 < 0.0) t[0] = fmax(t[0], d0 / (d0 - d1));
    if (d1 < 0.0) t[1] = fmin(t[1], d0 / (d0 - d1));
    return t[0] <= t[1];
}

static clip_point mix_clip(clip_point a, clip_point b, double t) {
    if (t <= 0.0) return a;
    if (t >= 1.0) return b;
    return (clip_point){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t,
                        a.w + (b.w - a.w) * t};
}

static bp_screen_line reversed(bp_screen_line line) {
    return (bp_screen_line){line.x1, line.y1, line.x0, line.y0, line.z1, line.z0};
}

/* Moves a line's start to where `c0` (its x0 or y0, c1 being the end's) is `limit`, exactly. */
static void move_start(bp_screen_line *line, double *c0, double c1, double limit) {
    double t = (limit - *c0) / (c1 - *c0);
    line->x0 += (line->x1 - line->x0) * t;
    line->y0 += (line->y1 - line->y0) * t;
    line->z0 += (line->z1 - line->z0) * t;
    *c0 = limit;
}

/* Whether all of a range lies outside. */
static bool is_outside(double a, double b) { return fmax(a, b) < BP_SCREEN_MIN || fmin(a, b) > BP_SCREEN_MAX; }

/* Cuts a line on the screen at the outermost coordinates that fixed point may meet: the start in x and y,
 * then, seen from the other side, the end. */
static bool cut_far_parts(bp_screen_line *line) {
    for (int side = 0; side < 2; side++) {
        if (is_outside(line->x0, line->x1)) return false;
        if (line->x0 < BP_SCREEN_MIN) move_start(line, &line->x0, line->x1, BP_SCREEN_MIN);
        if (line->x0 > BP_SCREEN_MAX) move_start(line, &line->x0, line->x1, BP_SCREEN_MAX);
        if (is_outside(line->y0, line->y1)) return false;
        if (line->y0 < BP_SCREEN_MIN) move_start(line, &line->y0, line->y1, BP_SCREEN_MIN);
        if (line->y0 > BP_SCREEN_MAX) move_start(line, &line->y0, line->y1, BP_SCREEN_MAX);
        /* Moved in y the start may have left in x: then no part of the line is inside. */
        if (!(line->x0 >= BP_SCREEN_MIN && line->x0 <= BP_SCREEN_MAX)) return false;
        *line = reversed(*line);
    }
    return true;
}

bool bp_project_line(const bp_projection *projection, bp_vec3 from, bp_vec3 to, bp_screen_line *out) {
    clip_point a = to_clip(projection, from), b = to_clip(projection, to);
    if (!clip_is_finite(a) || !clip_is_finite(b)) return false;
    double t[2] = {0.0, 1.0};
    if (projection->transform && !(narrow(t, a.z, b.z) && narrow(t, a.w - a.z, b.w - b.z))) return false;
    double start[3], end[3];
    if (!to_screen(projection, mix_clip(a, b, t[0]), start) || !to_screen(projection, mix_clip(a, b, t[1]), end))
        return false;
    *out = (bp_screen_line){start[0], start[1], end[0], end[1], start[2], end[2]};
    return cut_far_parts(out);
}

bool bp_project_point(const bp_projection *projection, bp_vec3 point, bp_vec4 *clip, double pixel[3]) {
    clip_point c = to_clip(projection, point);
    if (!clip_is_finite(c) || c.z < 0.0 || c.z > c.w || !to_screen(projection, c, pixel)) return false;
    *clip = (bp_vec4){(float)c.x, (float)c.y, (float)c.z, (float)c.w};
    return pixel[0] >= BP_SCREEN_MIN && pixel[0] <= BP_SCREEN_MAX && pixel[1] >= BP_SCREEN_MIN &&
           pixel[1] <= BP_SCREEN_MAX;
}

bool bp_project(const bp_mat4 *transform, bp_rect viewport, bp_vec3 point, bp_vec3 *out) {
    bp_projection projection = {.transform = transform,
                          .viewport = {.scale_x = (float)viewport.width * 0.5f,
                                   .scale_y = (float)viewport.height * -0.5f,
                                   .center_x = (float)viewport.x + (float)viewport.width * 0.5f,
                                   .center_y = (float)viewport.y + (float)viewport.height * 0.5f}};
    double pixel[3];
    *out = (bp_vec3){0, 0, 0};
    clip_point c = to_clip(&projection, point);
    if (!clip_is_finite(c) || c.z < 0.0 || c.z > c.w || !to_screen(&projection, c, pixel)) return false;
    *out = (bp_vec3){(float)pixel[0], (float)pixel[1], (float)pixel[2]};
    return true;
}

/* ---- state and colour --------------------------------------------------------------------------*/

bp_draw_state bp_overlay_state(const bp_overlay *marks) {
    bp_draw_state state = marks->state;
    state.blend = true;
    if (!marks->transform) {
        state.depth = BP_DEPTH_ALWAYS;
        state.no_depth_write = true;
    }
    return state;
}

void bp_overlay_color(uint8_t out[4], const uint8_t color[4]) {
    memcpy(out, color, 4);
    if (!color[0] && !color[1] && !color[2] && !color[3]) out[3] = 255;
}

void bp_command_color(const bp_command *command, const uint8_t color[4], float out[4]) {
    for (int i = 0; i < 3; i++)
        out[i] =
            command->color == BP_COLOR_RAW ? (float)color[i] / 255.0f : command->tables->linear[color[i]];
    out[3] = (float)color[3] / 255.0f;
}

/* ---- the pen -----------------------------------------------------------------------------------*/

bp_fragment_writer bp_fragment_writer_make(const bp_command *command, float hidden) {
    bp_fragment_writer pen = {.front = *command, .soft = *command, .hidden = bp_saturate(hidden)};
    pen.soft.no_depth_write = true;
    return pen;
}

/* Asked of bp_target_write_sample itself, on a pixel of its own, so that it can't differ. */
void bp_fragment_writer_set_solid(bp_fragment_writer *pen, const float rgba[4]) {
    uint32_t pixel = 0;
    float depth = 1.0f;
    bp_counters ignored = {0};
    bp_target one = {
        .rect = {0, 0, 1, 1}, .pitch = 1, .samples = 1, .plane = 1, .color = &pixel, .depth = &depth};
    bp_target_write_sample(&one, 0, &pen->soft, 0.0f, rgba, 1.0f, &ignored);
    pen->is_solid = rgba[3] == 1.0f && !pen->soft.no_color_write;
    pen->solid = pixel;
}

/* A target without depth is asked for none. */
static bool passes(bp_depth_test test, float z, const bp_target *target, size_t at) {
    return test == BP_DEPTH_ALWAYS ||
           (test == BP_DEPTH_LESS ? z < target->depth[at] : z <= target->depth[at]);
}

/* What was mixed last: a pixel's samples mostly agree, and mixing is what a mark costs. */
typedef struct mixed {
    bool any;
    uint32_t under, result;
} mixed;

static uint32_t mix(mixed *last, const bp_command *how, const float rgba[4], float coverage, uint32_t under) {
    if (!last->any || last->under != under)
        *last = (mixed){true, under, bp_command_blend(how, rgba, coverage, under)};
    return last->result;
}

/* The same for a target of one sample, which most are: nothing is mixed twice. */
static void put_one(const bp_fragment_writer *pen, const bp_command *how, const bp_target *target, size_t at, float z,
                    const float rgba[4], float coverage, bp_counters *counters) {
    bool seen = passes(how->depth, z, target, at);
    counters->fragments_tested++;
    if (!seen && !(pen->hidden > 0.0f)) return;
    counters->fragments_written++;
    if (seen && !how->no_depth_write) target->depth[at] = z;
    if (how->no_color_write) return;
    uint32_t *color = &target->color[at];
    if (seen && coverage == 1.0f && pen->is_solid)
        *color = pen->solid;
    else
        *color = bp_command_blend(how, rgba, seen ? coverage : coverage * pen->hidden, *color);
}

void bp_fragment_write(const bp_fragment_writer *pen, const bp_target *target, int x, int y, float z, const float rgba[4],
                float coverage, bp_counters *counters) {
    if (!(coverage > 0.0f)) return;
    const bp_command *how = coverage >= 0.5f ? &pen->front : &pen->soft;
    size_t at = bp_target_index(target, x, y);
    if (target->samples == 1) {
        put_one(pen, how, target, at, z, rgba, coverage, counters);
        return;
    }
    bool whole = coverage == 1.0f && pen->is_solid;
    mixed front = {0}, hidden = {0};
    for (int s = 0; s < target->samples; s++, at += target->plane) {
        bool seen = passes(how->depth, z, target, at);
        counters->fragments_tested++;
        if (!seen && !(pen->hidden > 0.0f)) continue;
        counters->fragments_written++;
        uint32_t *color = &target->color[at];
        if (seen && !how->no_depth_write) target->depth[at] = z;
        if (how->no_color_write) continue;
        if (seen)
            *color = whole ? pen->solid : mix(&front, how, rgba, coverage, *color);
        else
            *color = mix(&hidden, how, rgba, coverage * pen->hidden, *color);
    }
}
