/* Between samples and pixels: loading a target from the framebuffer, and resolving it back. */
#include "raster/pass.h"
#include <string.h>

void bp_target_load(const bp_target *target, const bp_framebuffer *framebuffer) {
    const bp_area a = target->area;
    size_t width = (size_t)(a.x1 - a.x0);
    for (int y = a.y0; y < a.y1; y++) {
        size_t from = (size_t)y * (size_t)framebuffer->stride + (size_t)a.x0,
               to = bp_target_at(target, a.x0, y);
        for (int s = 0; s < target->samples; s++, to += target->plane) {
            memcpy(target->color + to, framebuffer->pixels + 4 * from, 4 * width);
            if (framebuffer->depth)
                memcpy(target->depth + to, framebuffer->depth + from, sizeof(float) * width);
            else
                for (size_t x = 0; x < width; x++) target->depth[to + x] = 1.0f;
        }
    }
}

/* The mean of four samples. */
static uint32_t mean_color(const uint32_t *sample, size_t plane, const bp_color_tables *tables,
                           bp_color_mode color) {
    uint32_t c[4] = {sample[0], sample[plane], sample[2 * plane], sample[3 * plane]}, result = 0;
    if (c[0] == c[1] && c[0] == c[2] && c[0] == c[3]) return c[0];
    for (int shift = 0; shift < 32; shift += 8) {
        uint32_t b[4];
        for (int i = 0; i < 4; i++) b[i] = c[i] >> shift & 255;
        if (color == BP_COLOR_RAW || shift == 24) {
            result |= ((b[0] + b[1] + b[2] + b[3] + 2) >> 2) << shift;
        } else {
            const float *linear = tables->linear;
            float sum = (linear[b[0]] + linear[b[1]]) + (linear[b[2]] + linear[b[3]]);
            result |= (uint32_t)bp_color_encode(tables, sum * 0.25f) << shift;
        }
    }
    return result;
}

static float nearest_depth(const float *sample, size_t plane) {
    float nearest = sample[0];
    for (size_t s = 1; s < 4; s++) nearest = sample[s * plane] < nearest ? sample[s * plane] : nearest;
    return nearest;
}

void bp_target_resolve(const bp_target *target, const bp_framebuffer *framebuffer,
                       const bp_color_tables *tables, bp_color_mode color) {
    const bp_area a = target->area;
    size_t width = (size_t)(a.x1 - a.x0);
    for (int y = a.y0; y < a.y1; y++) {
        size_t to = (size_t)y * (size_t)framebuffer->stride + (size_t)a.x0,
               from = bp_target_at(target, a.x0, y);
        if (target->samples == 1) {
            memcpy(framebuffer->pixels + 4 * to, target->color + from, 4 * width);
            if (framebuffer->depth)
                memcpy(framebuffer->depth + to, target->depth + from, sizeof(float) * width);
            continue;
        }
        for (size_t x = 0; x < width; x++) {
            uint32_t pixel = mean_color(target->color + from + x, target->plane, tables, color);
            memcpy(framebuffer->pixels + 4 * (to + x), &pixel, 4);
            if (framebuffer->depth)
                framebuffer->depth[to + x] = nearest_depth(target->depth + from + x, target->plane);
        }
    }
}
