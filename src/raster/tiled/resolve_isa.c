/* Resolving a tile, several pixels at a time. Scalar twin and definition: bp_target_resolve in resolve.c.
 *
 * The four samples of most pixels are equal: one of them is stored. The other pixels of each row are listed,
 * and averaged together.
 */
#include "raster/pass.h"
#include "raster/tiled/encode_simd.h"

/* The pixels of a row whose samples differ, and the sums of their samples in linear light, channel by
 * channel. Unused lanes hold values that are in range. */
typedef struct differing {
    int count;
    uint8_t column[BP_TILE_SIZE];
    float linear[3][BP_TILE_SIZE];
} differing;

/* Averages as bp_samples_mean does. */
static void mix_linear(differing *d, const uint32_t *sample, size_t sample_stride,
                       const bp_color_tables *tables, uint8_t *pixels) {
    const float *linear = tables->linear;
    uint32_t encoded[BP_TILE_SIZE];
    for (int i = 0; i < d->count; i++) {
        const uint32_t *c = sample + d->column[i];
        const uint32_t c0 = c[0], c1 = c[sample_stride], c2 = c[2 * sample_stride], c3 = c[3 * sample_stride];
#define SUM(shift)                                                                                           \
    (linear[c0 >> shift & 255] + linear[c1 >> shift & 255]) +                                                \
        (linear[c2 >> shift & 255] + linear[c3 >> shift & 255])
        d->linear[0][i] = SUM(0);
        d->linear[1][i] = SUM(8);
        d->linear[2][i] = SUM(16);
#undef SUM
    }
    for (int i = d->count; i % LANES != 0; i++) /* the last vector's other lanes are looked up, too */
        for (int k = 0; k < 3; k++) d->linear[k][i] = 0;
    for (int i = 0; i < d->count; i += LANES) {
        vf light[3];
        for (int k = 0; k < 3; k++) light[k] = vf_load(d->linear[k] + i) * vf_set1(0.25f);
        vi_store(encoded + i, encode_rgb(light[0], light[1], light[2]));
    }
    for (int i = 0; i < d->count; i++) {
        const uint32_t *c = sample + d->column[i];
        uint32_t alpha = ((c[0] >> 24) + (c[sample_stride] >> 24) + (c[2 * sample_stride] >> 24) +
                          (c[3 * sample_stride] >> 24) + 2) >>
                         2;
        uint32_t pixel = encoded[i] | alpha << 24;
        memcpy(pixels + 4 * d->column[i], &pixel, 4);
    }
}

static void mix(differing *d, const uint32_t *sample, size_t sample_stride, const bp_resolve_options *options,
                uint8_t *pixels) {
    if (options->color != BP_COLOR_RAW) {
        mix_linear(d, sample, sample_stride, options->tables, pixels);
        return;
    }
    for (int i = 0; i < d->count; i++) {
        uint32_t pixel =
            bp_samples_mean(sample + d->column[i], sample_stride, options->tables, options->color);
        memcpy(pixels + 4 * d->column[i], &pixel, 4);
    }
}

static void resolve_color(const uint32_t *sample, size_t sample_stride, size_t width,
                          const bp_resolve_options *options, differing *d, uint8_t *pixels) {
    size_t x = 0;
    d->count = 0;
    for (; x + LANES <= width; x += LANES) {
        const uint32_t *at = sample + x;
        vi first = vi_load(at);
        vi same = (first == vi_load(at + sample_stride)) & (first == vi_load(at + 2 * sample_stride)) &
                  (first == vi_load(at + 3 * sample_stride));
        vi_store(pixels + 4 * x, first);
        for (unsigned bits = ~vi_movemask(same) & LANES_ALL_BITS; bits; bits &= bits - 1)
            d->column[d->count++] = (uint8_t)(x + (size_t)__builtin_ctz(bits));
    }
    for (; x < width; x++) {
        const uint32_t *at = sample + x;
        memcpy(pixels + 4 * x, at, 4);
        if (at[0] != at[sample_stride] || at[0] != at[2 * sample_stride] || at[0] != at[3 * sample_stride])
            d->column[d->count++] = (uint8_t)x;
    }
    mix(d, sample, sample_stride, options, pixels);
}

static void resolve_depth(const float *sample, size_t sample_stride, size_t width, float *depth) {
    size_t x = 0;
    for (; x + LANES <= width; x += LANES) {
        vf nearest = vf_load(sample + x);
        for (size_t s = 1; s < 4; s++) nearest = vf_min(vf_load(sample + x + s * sample_stride), nearest);
        vf_store(depth + x, nearest);
    }
    for (; x < width; x++) depth[x] = bp_samples_min_depth(sample + x, sample_stride);
}

void BP_ISA_NAME(bp_resolve)(const bp_target *target, const bp_framebuffer *framebuffer,
                             const bp_resolve_options *options) {
    const bp_irect a = target->rect;
    const size_t width = (size_t)(a.x1 - a.x0);
    if (target->samples == 1) {
        bp_target_resolve(target, framebuffer, options);
        return;
    }
    differing d = {0};
    for (int y = a.y0; y < a.y1; y++) {
        size_t to = (size_t)y * (size_t)framebuffer->stride + (size_t)a.x0,
               from = bp_target_index(target, a.x0, y);
        if (y + BP_PREFETCH_ROWS < a.y1)
            bp_prefetch_for_write(
                framebuffer->pixels + 4 * (to + BP_PREFETCH_ROWS * (size_t)framebuffer->stride), 4 * width);
        resolve_color(target->color + from, target->sample_stride, width, options, &d,
                      framebuffer->pixels + 4 * to);
        if (framebuffer->depth)
            resolve_depth(target->depth + from, target->sample_stride, width, framebuffer->depth + to);
    }
}
