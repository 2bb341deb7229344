/* Points and lines from clip space to the screen: clip by the near and the far plane, divide by w, apply the
 * viewport transform, and cut off what lies far outside. */
#include "raster/overlay/overlay.h"
#include <string.h>

/* Fragments of overlay primitives: depth test, blending, writes, counters.
 *
 * Blending is "over": color = over * alpha + under * (1 - alpha). The alpha channel is blended as if `over`
 * were opaque there. BP_COLOR_RAW blends bytes. BP_COLOR_SRGB blends linear light, a channel in each SIMD
 * lane (scalar twin and definition: bp_shade_pixel_scalar in shade_scalar.c).
 */

#if defined(__SSE2__)
#define BP_ISA_LANES 4
#define BP_ISA_SUFFIX sse2
#endif
#include "raster/tiled/encode_simd.h"

void bp_overlay_color(uint8_t out[4], const uint8_t color[4]) {
    memcpy(out, color, 4);
    if (!color[0] && !color[1] && !color[2] && !color[3]) out[3] = 255;
}

void bp_command_color(const bp_command *command, const uint8_t color[4], float out[4]) {
    const float *linear = command->tables->linear;
    for (int i = 0; i < 4; i++)
        out[i] = command->color == BP_COLOR_RAW || i == 3 ? (float)color[i] / 255.0f : linear[color[i]];
}

static uint32_t blend_raw(const float rgba[4], float alpha, uint32_t under) {
    uint32_t a = bp_color_byte(alpha), result = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t over = i == 3 ? 255 : bp_color_byte(rgba[i]);
        result |= bp_color_mix255(over, under >> (8 * i) & 255, a) << (8 * i);
    }
    return result;
}

static vf saturate(vf x) { return vf_min(vf_max(x, vf_set1(0.0f)), vf_set1(1.0f)); }

/* Lane 3 is alpha, which has no sRGB curve. */
static uint32_t blend_linear(const bp_color_tables *tables, const float rgba[4], float alpha,
                             uint32_t under) {
    const float *linear = tables->linear;
    vf a = saturate(vf_set1(alpha)), over = saturate((vf){rgba[0], rgba[1], rgba[2], 1.0f});
    vf old = {linear[under & 255], linear[under >> 8 & 255], linear[under >> 16 & 255],
              (float)(under >> 24) * (1.0f / 255.0f)};
    over = saturate(over * a + old * (vf_set1(1.0f) - a));
    const vi encoded = encode_channel(over), is_alpha = {0, 0, 0, -1};
    const vi bytes = vi_select(is_alpha, vi_truncate(over * 255.0f + 0.5f), encoded);
    return (uint32_t)(bytes[0] | bytes[1] << 8 | bytes[2] << 16) | (uint32_t)bytes[3] << 24;
}

uint32_t bp_command_blend(const bp_command *command, const float rgba[4], float coverage, uint32_t under) {
    float alpha = rgba[3] * coverage;
    return command->color == BP_COLOR_RAW ? blend_raw(rgba, alpha, under)
                                          : blend_linear(command->tables, rgba, alpha, under);
}

bp_fragment_writer bp_fragment_writer_make(const bp_target *target, const bp_command *command, float hidden,
                                           bp_counters *counters) {
    return (bp_fragment_writer){
        .target = target, .command = command, .counters = counters, .hidden = bp_saturate(hidden)};
}

void bp_fragment_writer_set_color(bp_fragment_writer *writer, const float rgba[4]) {
    writer->is_opaque = rgba[3] == 1.0f;
    writer->opaque = bp_command_blend(writer->command, rgba, 1.0f, 0);
}

/* Tests a sample, writes its depth, and counts it. Returns the coverage with which to blend its colour; 0
 * keeps the old colour. A target may have no depth if no command tests it. */
static inline float test_sample(const bp_fragment_writer *writer, size_t index, float z, float coverage) {
    const bp_command *command = writer->command;
    float *depth = writer->target->depth;
    bool front = command->depth == BP_DEPTH_ALWAYS || bp_depth_passes(command->depth, z, depth[index]);
    writer->counters->fragments_tested++;
    if (!front && !(writer->hidden > 0.0f)) return 0.0f;
    writer->counters->fragments_written++;
    if (front && coverage >= 0.5f && !command->no_depth_write) depth[index] = z;
    if (command->no_color_write) return 0.0f;
    return front ? coverage : coverage * writer->hidden;
}

static inline uint32_t blend(const bp_fragment_writer *writer, const float rgba[4], float coverage,
                             uint32_t under) {
    if (coverage == 1.0f && writer->is_opaque) return writer->opaque;
    return bp_command_blend(writer->command, rgba, coverage, under);
}

void bp_fragment_write(const bp_fragment_writer *writer, int x, int y, float z, const float rgba[4],
                       float coverage) {
    if (!(coverage > 0.0f)) return;
    const bp_target *target = writer->target;
    size_t index = bp_target_index(target, x, y);
    float covered = test_sample(writer, index, z, coverage), last = covered;
    uint32_t under = target->color[index], result = under;
    if (covered > 0.0f) target->color[index] = result = blend(writer, rgba, covered, under);
    /* Blending takes most of the time, and a pixel's samples are mostly equal: reuse the last result. */
    for (int s = 1; s < target->samples; s++) {
        index += target->sample_stride;
        covered = test_sample(writer, index, z, coverage);
        if (!(covered > 0.0f)) continue;
        if (covered != last || target->color[index] != under) {
            last = covered, under = target->color[index];
            result = blend(writer, rgba, covered, under);
        }
        target->color[index] = result;
    }
}

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
