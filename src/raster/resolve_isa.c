/* Resolving a tile: what bp_target_resolve does, several pixels at a time. Where the four samples of all of them
 * agree, which is nearly everywhere, they are stored as they are; the others are mixed one by one.
 */
#include "raster/kernels.h"
#include "raster/lanes.h"
#include "raster/pass.h"

/* The pixels of a group whose samples differ; `same` has a bit for each of the others. */
static void mix(const uint32_t *sample, size_t plane, const bp_resolving *how, unsigned same,
                uint8_t *pixels) {
    for (unsigned i = 0; i < LANES; i++) {
        if (same >> i & 1) continue;
        uint32_t pixel = bp_samples_mean(sample + i, plane, how->tables, how->color);
        memcpy(pixels + 4 * i, &pixel, 4);
    }
}

static void resolve_color(const uint32_t *sample, size_t plane, size_t width, const bp_resolving *how,
                          uint8_t *pixels) {
    size_t x = 0;
    for (; x + LANES <= width; x += LANES, sample += LANES, pixels += 4 * LANES) {
        vi first = vi_load(sample);
        vi same = (first == vi_load(sample + plane)) & (first == vi_load(sample + 2 * plane)) &
                  (first == vi_load(sample + 3 * plane));
        unsigned bits = vi_bits(same);
        vi_store(pixels, first);
        if (bits != (1u << LANES) - 1) mix(sample, plane, how, bits, pixels);
    }
    for (; x < width; x++, sample++, pixels += 4) {
        uint32_t pixel = bp_samples_mean(sample, plane, how->tables, how->color);
        memcpy(pixels, &pixel, 4);
    }
}

static void resolve_depth(const float *sample, size_t plane, size_t width, float *depth) {
    size_t x = 0;
    for (; x + LANES <= width; x += LANES) {
        vf nearest = vf_load(sample + x);
        for (size_t s = 1; s < 4; s++) nearest = vf_min(vf_load(sample + x + s * plane), nearest);
        vf_store(depth + x, nearest);
    }
    for (; x < width; x++) depth[x] = bp_samples_nearest(sample + x, plane);
}

void BP_ISA_NAME(bp_resolve)(const bp_target *target, const bp_framebuffer *framebuffer,
                             const bp_resolving *how) {
    const bp_area a = target->area;
    const size_t width = (size_t)(a.x1 - a.x0);
    if (target->samples == 1) {
        bp_target_resolve(target, framebuffer, how);
        return;
    }
    for (int y = a.y0; y < a.y1; y++) {
        size_t to = (size_t)y * (size_t)framebuffer->stride + (size_t)a.x0,
               from = bp_target_at(target, a.x0, y);
        resolve_color(target->color + from, target->plane, width, how, framebuffer->pixels + 4 * to);
        if (framebuffer->depth)
            resolve_depth(target->depth + from, target->plane, width, framebuffer->depth + to);
    }
}
