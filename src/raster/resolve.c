/* Targets: filling them, loading them from the framebuffer, and resolving samples to pixels. The tiled
 * rasterizer resolves with tiled/resolve_isa.c, several pixels at a time and with the same bits. */
#include "raster/pass.h"
#include <string.h>

/* Stores the four bytes of `value` `count` times. */
static void fill_run(uint8_t *run, size_t count, const void *value) {
    typedef uint8_t sixteen __attribute__((vector_size(16)));
    sixteen four;
    for (int i = 0; i < 4; i++) memcpy((uint8_t *)&four + 4 * i, value, 4);
    for (; count >= 16; count -= 16, run += 64) {
        memcpy(run, &four, 16);
        memcpy(run + 16, &four, 16);
        memcpy(run + 32, &four, 16);
        memcpy(run + 48, &four, 16);
    }
    for (; count > 0; count--, run += 4) memcpy(run, value, 4);
}

void bp_target_fill(const bp_target *target, void *samples, bp_irect rect, const void *value) {
    size_t width = (size_t)(rect.x1 - rect.x0), pitch = 4 * (size_t)target->pitch;
    for (int s = 0; s < target->samples; s++) {
        size_t first = bp_target_index(target, rect.x0, rect.y0) + (size_t)s * target->sample_stride;
        uint8_t *row = (uint8_t *)samples + 4 * first;
        for (int y = rect.y0; y < rect.y1; y++, row += pitch) {
            if (y + BP_PREFETCH_ROWS < rect.y1)
                bp_prefetch_for_write(row + BP_PREFETCH_ROWS * pitch, 4 * width);
            fill_run(row, width, value);
        }
    }
}

void bp_target_load(const bp_target *target, const bp_framebuffer *framebuffer) {
    const bp_irect a = target->rect;
    const size_t width = (size_t)(a.x1 - a.x0);
    const float far_away = 1.0f;
    for (int y = a.y0; y < a.y1; y++) {
        size_t from = (size_t)y * (size_t)framebuffer->stride + (size_t)a.x0,
               to = bp_target_index(target, a.x0, y);
        memcpy(target->color + to, framebuffer->pixels + 4 * from, 4 * width);
        if (framebuffer->depth) memcpy(target->depth + to, framebuffer->depth + from, sizeof(float) * width);
    }
    if (!framebuffer->depth) bp_target_fill(target, target->depth, a, &far_away);
}

void bp_target_replicate_samples(bp_target *target, int samples) {
    const bp_irect a = target->rect;
    const size_t all = (size_t)(a.y1 - a.y0 - 1) * (size_t)target->pitch + (size_t)(a.x1 - a.x0);
    for (int s = target->samples; s < samples; s++) {
        memcpy(target->color + (size_t)s * target->sample_stride, target->color, sizeof *target->color * all);
        memcpy(target->depth + (size_t)s * target->sample_stride, target->depth, sizeof *target->depth * all);
    }
    target->samples = samples;
}

uint32_t bp_samples_mean(const uint32_t *sample, size_t sample_stride, const bp_color_tables *tables,
                         bp_color_mode color) {
    uint32_t c[4] = {sample[0], sample[sample_stride], sample[2 * sample_stride], sample[3 * sample_stride]},
             result = 0;
    if (c[0] == c[1] && c[0] == c[2] && c[0] == c[3]) return c[0];
    for (int shift = 0; shift < 32; shift += 8) {
        uint32_t b[4];
        for (int i = 0; i < 4; i++) b[i] = c[i] >> shift & 255;
        if (color == BP_COLOR_RAW || shift == 24) {
            result |= ((b[0] + b[1] + b[2] + b[3] + 2) >> 2) << shift;
        } else {
            const float *linear = tables->linear;
            float sum = (linear[b[0]] + linear[b[1]]) + (linear[b[2]] + linear[b[3]]);
            result |= (uint32_t)bp_color_encode(sum * 0.25f) << shift;
        }
    }
    return result;
}

float bp_samples_min_depth(const float *sample, size_t sample_stride) {
    float nearest = sample[0];
    for (size_t s = 1; s < 4; s++)
        nearest = sample[s * sample_stride] < nearest ? sample[s * sample_stride] : nearest;
    return nearest;
}

void bp_target_resolve(const bp_target *target, const bp_framebuffer *framebuffer,
                       const bp_resolve_options *options) {
    const bp_irect a = target->rect;
    size_t width = (size_t)(a.x1 - a.x0);
    for (int y = a.y0; y < a.y1; y++) {
        size_t to = (size_t)y * (size_t)framebuffer->stride + (size_t)a.x0,
               from = bp_target_index(target, a.x0, y);
        if (target->samples == 1) {
            memcpy(framebuffer->pixels + 4 * to, target->color + from, 4 * width);
            if (framebuffer->depth)
                memcpy(framebuffer->depth + to, target->depth + from, sizeof(float) * width);
            continue;
        }
        for (size_t x = 0; x < width; x++) {
            uint32_t pixel = bp_samples_mean(target->color + from + x, target->sample_stride, options->tables,
                                             options->color);
            memcpy(framebuffer->pixels + 4 * (to + x), &pixel, 4);
            if (framebuffer->depth)
                framebuffer->depth[to + x] =
                    bp_samples_min_depth(target->depth + from + x, target->sample_stride);
        }
    }
}

void bp_target_resolve_in_place(bp_target *target, const bp_framebuffer *framebuffer,
                                const bp_resolve_options *options, bp_resolve_kernel *resolve) {
    resolve(target, framebuffer, options);
    target->samples = 1;
    bp_target_load(target, framebuffer);
}
