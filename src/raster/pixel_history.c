/* The history of a pixel. All numbers are those that the scalar rasterizer drew with: the same functions, or
 * what bp_shade_scalar noted on its way. */
#include "raster/probe.h"
#include <string.h>

/* Remembers the samples of the target, which has one pixel. Call it before each primitive is drawn. */
static void history_remember(bp_probe *probe, const bp_target *target) {
    probe->shading = (bp_shading_step){.shaded = false};
    for (int s = 0; s < target->samples; s++) {
        probe->color_before[s] = target->color[(size_t)s * target->sample_stride];
        probe->depth_before[s] = target->depth[(size_t)s * target->sample_stride];
    }
}

/* A new event with the samples' places and their colours before and after. */
static bp_pixel_event *add(bp_probe *probe, const bp_target *target, const char *kind) {
    bp_pixel_history *history = probe->history;
    if (!bp_grow(probe->allocator, &history->events, &history->capacity, history->count + 1,
                 sizeof *history->events, NULL)) {
        probe->failed = true;
        return NULL;
    }
    bp_pixel_event *event = &history->events[history->count++];
    *event = (bp_pixel_event){.kind = kind, .draw = probe->draw, .sample_count = target->samples};
    for (int s = 0; s < target->samples; s++) {
        bp_sample_step *sample = &event->samples[s];
        sample->x = (float)history->x + (target->samples > 1 ? (float)bp_sample_x[s] / 256 : 0.5f);
        sample->y = (float)history->y + (target->samples > 1 ? (float)bp_sample_y[s] / 256 : 0.5f);
        sample->old_depth = probe->depth_before[s];
        sample->depth = target->depth[(size_t)s * target->sample_stride];
        memcpy(sample->old_color, &probe->color_before[s], 4);
        memcpy(sample->color, &target->color[(size_t)s * target->sample_stride], 4);
    }
    return event;
}

/* ---- triangles --------------------------------------------------------------------------------- */

static void describe_corners(const bp_screen_triangle *t, bp_pixel_event *event, float x, float y) {
    const double area = (double)(t->setup.area < 0 ? -t->setup.area : t->setup.area);
    float sum = 0;
    for (int i = 0; i < 3; i++) {
        const bp_edge *opposite = &t->setup.edge[(i + 1) % 3];
        int64_t part = bp_edge_at(opposite, (int64_t)(x * 256), (int64_t)(y * 256));
        event->weights[i] = (float)((double)part / area);
        event->corrected[i] = event->weights[i] * t->vertex[i][BP_INVERSE_W];
        sum += event->corrected[i];
        memcpy(event->screen[i], t->vertex[i], sizeof event->screen[i]);
        event->top_left[i] = t->setup.edge[i].top_left;
    }
    for (int i = 0; i < 3; i++) event->corrected[i] /= sum;
}

/* Which texture it was, and its coordinates by the weights on the screen, as if w were equal everywhere. */
static void describe_texture(const bp_screen_triangle *t, const bp_pixel_event *event,
                             bp_texture_step *step) {
    const bp_shading *shading = &t->draw->shading;
    const bp_sampler *sampler = step->sampler;
    int offset = shading->uv_offset + 2 * sampler->second_uv;
    step->map = sampler == &shading->sampler ? -1 : (int)(sampler - shading->pbr.map);
    for (int c = 0; c < 2; c++)
        for (int i = 0; i < 3; i++)
            step->flat_uv[c] += event->weights[i] * (t->vertex[i][offset + c] / t->vertex[i][BP_INVERSE_W]);
}

static void describe_sample(const bp_screen_triangle *t, const bp_command *command,
                            const bp_shading_step *shading, bp_sample_step *sample) {
    int64_t x = (int64_t)(sample->x * 256), y = (int64_t)(sample->y * 256);
    for (int i = 0; i < 3; i++) sample->edge[i] = bp_edge_at(&t->setup.edge[i], x, y);
    sample->covered = bp_screen_triangle_covers(t, x, y);
    sample->depth = bp_screen_triangle_at(t, 2, sample->x, sample->y);
    sample->passed = sample->covered && bp_depth_passes(command->depth, sample->depth, sample->old_depth);
    sample->written = sample->passed && shading->shaded && shading->color[3] >= shading->alpha_cutoff;
}

/* Adds the event of a triangle that covers a sample; its samples have been drawn, unless it was culled. */
static void history_add_triangle(bp_probe *probe, const bp_target *target, const bp_command *command,
                                 const bp_screen_triangle *t, bool culled) {
    const bp_shading *shading = &t->draw->shading;
    bp_pixel_event *event = add(probe, target, culled ? "culled triangle" : "triangle");
    if (!event) return;
    bool covers = false;
    event->shading = probe->shading;
    event->shading.alpha_cutoff = shading->alpha_cutoff;
    event->shading.blended = command->blend || shading->wire == BP_WIRE_ONLY;
    for (int s = 0; s < event->sample_count; s++) {
        describe_sample(t, command, &event->shading, &event->samples[s]);
        covers |= event->samples[s].covered;
    }
    if (!covers) {
        probe->history->count--;
        return;
    }
    event->primitive = t->index;
    event->positions = t->draw->skin ? t->draw->skin->from : t->draw->vertices.positions;
    memcpy(event->vertices, t->vertices, sizeof event->vertices);
    event->clipped = t->clipped;
    event->area = t->setup.area;
    describe_corners(t, event, (float)probe->history->x + 0.5f, (float)probe->history->y + 0.5f);
    for (int i = 0; i < event->shading.texture_count; i++)
        describe_texture(t, event, &event->shading.textures[i]);
}

/* ---- other primitives -------------------------------------------------------------------------- */

void bp_probe_primitive(bp_probe *probe, const bp_target *target, const bp_command *command, uint32_t index) {
    if (!probe || !probe->history) return;
    bool changed = bp_command_is_clear(command) || bp_command_is_resolve(command);
    for (int s = 0; s < target->samples; s++)
        changed |= probe->color_before[s] != target->color[(size_t)s * target->sample_stride] ||
                   probe->depth_before[s] != target->depth[(size_t)s * target->sample_stride];
    bp_pixel_event *event = changed ? add(probe, target, command->kind->name) : NULL;
    if (!event) return;
    event->primitive = index;
    for (int s = 0; s < event->sample_count; s++)
        event->samples[s].covered = event->samples[s].passed = event->samples[s].written = true;
}

bool bp_pixel_history_append(const bp_context *context, bp_pixel_history *to, bp_pixel_history *more,
                             bp_error *error) {
    if (!to) return bp_fail_null(error, "to");
    if (!more) return bp_fail_null(error, "more");
    size_t draws = to->count > 0 ? to->events[to->count - 1].draw + 1 : 0;
    bool ok = bp_grow(bp_context_allocator(context), &to->events, &to->capacity, to->count + more->count,
                      sizeof *to->events, error);
    for (size_t i = 0; ok && i < more->count; i++) {
        more->events[i].draw += draws;
        to->events[to->count++] = more->events[i];
    }
    if (ok) {
        if (draws == 0 || more->depth < to->depth) to->depth = more->depth;
        to->x = more->x, to->y = more->y;
        memcpy(to->color, more->color, sizeof to->color);
    }
    bp_pixel_history_clear(context, more);
    return ok;
}

void bp_pixel_history_clear(const bp_context *context, bp_pixel_history *history) {
    if (!history) return;
    bp_free(bp_context_allocator(context), history->events);
    *history = (bp_pixel_history){0};
}

/* The probe of the scalar rasterizer. Statistics come from the counters, before and after each pixel. */

void bp_probe_note(const bp_probe *probe, const bp_target *target, bool begins, bool depths) {
    const bp_irect part = target->rect;
    for (int y = part.y0; y < part.y1; y++)
        for (int x = part.x0; x < part.x1; x++) {
            bp_pixel_statistics *pixel = &probe->statistics[(y - part.y0) * probe->stride + x - part.x0];
            const float *depth = &target->depth[bp_target_index(target, x, y)];
            if (begins) *pixel = (bp_pixel_statistics){.level = -1};
            if (depths)
                pixel->depth =
                    target->samples > 1 ? bp_samples_min_depth(depth, target->sample_stride) : *depth;
        }
}

void bp_probe_before(bp_probe *probe, const bp_target *target, const bp_counters *counters) {
    if (!probe) return;
    if (probe->history) history_remember(probe, target);
    probe->before = *counters;
}

static void count(bp_probe *probe, bp_pixel_statistics *pixel, const bp_counters *after) {
    int covered = (int)(after->fragments_tested - probe->before.fragments_tested);
    pixel->overdraw += covered > 0;
    if (after->fragments_written == probe->before.fragments_written) return;
    pixel->coverage = covered;
    pixel->level = probe->level;
}

void bp_probe_triangle(bp_probe *probe, const bp_target *target, const bp_command *command,
                       const bp_screen_triangle *triangle, int x, int y, const bp_counters *counters,
                       bool culled) {
    if (!probe) return;
    if (probe->statistics)
        count(probe, &probe->statistics[(y - target->rect.y0) * probe->stride + x - target->rect.x0],
              counters);
    if (probe->history) history_add_triangle(probe, target, command, triangle, culled);
}
