/* Fragments of overlay primitives: depth test, blending, writes, counters.
 *
 * Blending is "over": color = over * alpha + under * (1 - alpha). The alpha channel is blended as if `over`
 * were opaque there. BP_COLOR_RAW blends bytes. BP_COLOR_SRGB blends linear light, a channel in each SIMD
 * lane (scalar twin and definition: bp_shade_pixel_scalar in shade_scalar.c).
 */
#include "raster/overlay/overlay.h"
#include <string.h>
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
