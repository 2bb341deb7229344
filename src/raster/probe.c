/* The probe of the scalar rasterizer. Statistics come from the counters, before and after each pixel. */
#include "raster/probe.h"

bp_shading_step *bp_probe_steps(bp_probe *probe) {
    return !probe ? NULL : probe->history ? &probe->history->shading : &probe->steps;
}

/* The depths of all pixels, when all triangles are drawn. */
static void note_depths(bp_probe *probe, const bp_target *target) {
    if (!probe->statistics || probe->depths_noted) return;
    probe->depths_noted = true;
    bp_pixel_statistics *statistics = probe->statistics;
    const bp_irect part = target->rect;
    for (int y = part.y0; y < part.y1; y++)
        for (int x = part.x0; x < part.x1; x++, statistics++) {
            const float *depth = &target->depth[bp_target_index(target, x, y)];
            statistics->depth =
                target->samples > 1 ? bp_samples_min_depth(depth, target->sample_stride) : *depth;
        }
}

void bp_probe_command(bp_probe *probe, size_t number, const bp_command *command, const bp_target *target) {
    if (!probe) return;
    if (probe->history) probe->history->draw = number;
    if (bp_command_is_resolve(command)) note_depths(probe, target); /* they may be gone afterwards */
}

void bp_probe_before(bp_probe *probe, const bp_target *target, const bp_counters *counters) {
    if (!probe) return;
    if (probe->history) bp_history_remember(probe->history, target);
    probe->before = *counters;
    probe->steps = (bp_shading_step){.shaded = false};
}

static void count(bp_probe *probe, bp_pixel_statistics *pixel, const bp_counters *after) {
    int covered = (int)(after->fragments_tested - probe->before.fragments_tested);
    pixel->overdraw += covered > 0;
    if (after->fragments_written == probe->before.fragments_written) return;
    pixel->coverage = covered;
    pixel->level = probe->steps.texture_count > 0 ? probe->steps.textures[0].level : -1;
}

void bp_probe_triangle(bp_probe *probe, const bp_target *target, const bp_command *command,
                       const bp_screen_triangle *triangle, int x, int y, const bp_counters *counters) {
    if (!probe) return;
    const bp_irect part = target->rect;
    size_t index = (size_t)(y - part.y0) * (size_t)(part.x1 - part.x0) + (size_t)(x - part.x0);
    if (probe->statistics) count(probe, &probe->statistics[index], counters);
    if (probe->history) bp_history_add_triangle(probe->history, target, command, triangle, false);
}

void bp_probe_culled(bp_probe *probe, const bp_target *target, const bp_command *command,
                     const bp_screen_triangle *triangle, const bp_counters *counters) {
    bp_probe_before(probe, target, counters);
    bp_history_add_triangle(probe->history, target, command, triangle, true);
}

void bp_probe_primitive(bp_probe *probe, const bp_target *target, const bp_command *command, uint32_t index) {
    if (probe && probe->history) bp_history_add_primitive(probe->history, target, command, index);
}

void bp_probe_end(bp_probe *probe, const bp_target *target) {
    if (probe) note_depths(probe, target);
}
