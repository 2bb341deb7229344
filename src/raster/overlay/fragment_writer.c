/* One sample of a pixel: what lines, discs and text are drawn with. See stream.h. Linear light is mixed with a lane
 * a channel. */
#include "raster/commands.h"
#if defined(__SSE2__)
#define BP_ISA_LANES 4
#define BP_ISA_SUFFIX sse2
#endif
#include "simd/simd.h"

static bool passes(const bp_command *command, float z, float old) {
    return command->depth == BP_DEPTH_ALWAYS || (command->depth == BP_DEPTH_LESS ? z < old : z <= old);
}

/* (over * a + under * (255 - a)) / 255, rounded. */
static uint32_t mix255(uint32_t over, uint32_t under, uint32_t a) {
    uint32_t x = over * a + under * (255 - a) + 128;
    return (x + (x >> 8)) >> 8;
}

static uint32_t put_raw(const float rgba[4], float alpha, bool blend, uint32_t under) {
    uint32_t a = bp_color_byte(alpha), result = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t over = i == 3 ? (blend ? 255 : a) : bp_color_byte(rgba[i]);
        result |= (blend ? mix255(over, under >> (8 * i) & 255, a) : over) << (8 * i);
    }
    return result;
}

static vf clamp01(vf x) { return vf_min(vf_max(x, vf_set1(0.0f)), vf_set1(1.0f)); }

/* Alpha is a channel like the others, of something all opaque, but for its curve, which is straight. */
static uint32_t put_linear(const bp_color_tables *tables, const float rgba[4], float alpha, bool blend,
                           uint32_t under) {
    const float *linear = tables->linear;
    const vf steps = {BP_ENCODE_STEPS, BP_ENCODE_STEPS, BP_ENCODE_STEPS, 255.0f};
    const vi last = {0, 0, 0, -1};
    vf a = clamp01(vf_set1(alpha)), over = clamp01((vf){rgba[0], rgba[1], rgba[2], 1.0f});
    if (blend) {
        vf old = {linear[under & 255], linear[under >> 8 & 255], linear[under >> 16 & 255],
                  (float)(under >> 24) * (1.0f / 255.0f)};
        over = clamp01(over * a + old * (vf_set1(1.0f) - a));
    } else {
        over = vf_select(last, a, over);
    }
    vi at = vi_truncate(vf_select(last, over, vf_sqrt(over)) * steps + vf_set1(0.5f));
    const uint8_t *encoded = tables->encoded;
    return encoded[at[0]] | (uint32_t)encoded[at[1]] << 8 | (uint32_t)encoded[at[2]] << 16 |
           (uint32_t)at[3] << 24;
}

uint32_t bp_command_blend(const bp_command *command, const float rgba[4], float coverage, uint32_t under) {
    bool blend = command->blend || coverage != 1.0f;
    float alpha = rgba[3] * coverage;
    return command->color == BP_COLOR_RAW ? put_raw(rgba, alpha, blend, under)
                                          : put_linear(command->tables, rgba, alpha, blend, under);
}

void bp_target_write_sample(const bp_target *target, size_t at, const bp_command *command, float z,
                   const float rgba[4], float coverage, bp_counters *counters) {
    counters->fragments_tested++;
    if (!passes(command, z, target->depth[at])) return;
    counters->fragments_written++;
    if (!command->no_depth_write) target->depth[at] = z;
    if (command->no_color_write) return;
    target->color[at] = bp_command_blend(command, rgba, coverage, target->color[at]);
}
