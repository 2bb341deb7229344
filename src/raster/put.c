/* One sample of a pixel, plainly: what lines, discs and text are drawn with. See stream.h. */
#include "raster/stream.h"

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

static float clamp01(float x) {
    x = x > 0.0f ? x : 0.0f;
    return x < 1.0f ? x : 1.0f;
}

static uint32_t put_linear(const bp_color_tables *tables, const float rgba[4], float alpha, bool blend,
                           uint32_t under) {
    float a = clamp01(alpha), rest = 1.0f - a, old_a = (float)(under >> 24) * (1.0f / 255.0f);
    uint32_t result = (uint32_t)bp_color_byte(blend ? a + old_a * rest : a) << 24;
    for (int i = 0; i < 3; i++) {
        float c = clamp01(rgba[i]);
        if (blend) c = c * a + tables->linear[under >> (8 * i) & 255] * rest;
        result |= (uint32_t)bp_color_encode(tables, c) << (8 * i);
    }
    return result;
}

uint32_t bp_command_mix(const bp_command *command, const float rgba[4], float coverage, uint32_t under) {
    bool blend = command->blend || coverage != 1.0f;
    float alpha = rgba[3] * coverage;
    return command->color == BP_COLOR_RAW ? put_raw(rgba, alpha, blend, under)
                                          : put_linear(command->tables, rgba, alpha, blend, under);
}

void bp_target_put(const bp_target *target, size_t at, const bp_command *command, float z,
                   const float rgba[4], float coverage, bp_counters *counters) {
    counters->fragments_tested++;
    if (!passes(command, z, target->depth[at])) return;
    counters->fragments_written++;
    if (!command->no_depth_write) target->depth[at] = z;
    if (command->no_color_write) return;
    target->color[at] = bp_command_mix(command, rgba, coverage, target->color[at]);
}
