/* Drawing the demo's frames. A change of threads or instruction set makes context, crowd and rasterizer anew:
 * that takes less than a frame, and nothing can be out of date. */
#include "base/error.h"
#include "base/system.h"
#include "tools/demo/demo_renderer.h"
#include "viewer/offscreen_target.h"
#include <bindpose/rig.h>
#include <stdio.h>
#include <string.h>

void bp_demo_meter_add(bp_demo_meter *meter, const bp_demo_times *times, const bp_crowd_stats *report) {
    bp_demo_stats *s = &meter->sum;
    const bp_counters *c = &report->counters;
    s->pose += report->pose;
    s->skin += report->skin;
    s->setup += report->raster.setup;
    s->tiles += report->raster.tiles;
    s->panel += times->panel;
    s->present += times->present;
    s->visible += report->visible;
    s->bones += (double)report->bones;
    s->vertices += (double)report->vertices;
    s->triangles += (double)c->triangles_in;
    s->drawn += (double)(c->triangles_in - c->triangles_culled - c->triangles_invalid);
    s->pixels += (double)c->fragments_written;
    meter->seconds += times->frame;
    meter->frames++;
    if (meter->every > 0 && meter->seconds >= meter->every) meter->shown = bp_demo_meter_flush(meter);
}

bp_demo_stats bp_demo_meter_flush(bp_demo_meter *meter) {
    bp_demo_stats f = {0};
    const bp_demo_stats *s = &meter->sum;
    if (meter->frames > 0 && meter->seconds > 0) {
        double each = 1.0 / meter->frames, ms = 1e3 * each;
        f = (bp_demo_stats){.frames_per_second = meter->frames / meter->seconds,
                            .frame = ms * meter->seconds,
                            .pose = ms * s->pose,
                            .skin = ms * s->skin,
                            .setup = ms * s->setup,
                            .tiles = ms * s->tiles,
                            .panel = ms * s->panel,
                            .present = ms * s->present,
                            .visible = each * s->visible,
                            .bones = each * s->bones,
                            .vertices = each * s->vertices,
                            .triangles = each * s->triangles,
                            .drawn = each * s->drawn,
                            .pixels = each * s->pixels};
    }
    *meter = (bp_demo_meter){.every = meter->every, .shown = meter->shown};
    return f;
}

static bool has_skin(const bp_model *model) {
    for (size_t i = 0; i < model->instance_count; i++)
        if (model->instances[i].skin >= 0) return true;
    return false;
}

void bp_demo_renderer_open(bp_demo_renderer *renderer, const bp_model_pose *pose, const char *path) {
    const char *slash = strrchr(path, '/');
    *renderer = (bp_demo_renderer){.pose = pose, .path = path, .name = slash ? slash + 1 : path};
    renderer->clip = bp_crowd_choose_clip(pose->model);
    if (!has_skin(pose->model))
        snprintf(renderer->note, sizeof renderer->note,
                 "no mesh has a skin: it stands as the file's nodes stand");
    else if (renderer->clip < 0)
        snprintf(renderer->note, sizeof renderer->note, "there is no animation: all stand in the rest pose");
}

void bp_demo_renderer_close(bp_demo_renderer *renderer) {
    if (!renderer->context) return;
    bp_crowd_destroy(renderer->crowd);
    bp_raster_destroy(renderer->raster);
    bp_framebuffer_destroy(renderer->context, &renderer->picture);
    bp_context_destroy(renderer->context);
    renderer->crowd = NULL;
    renderer->raster = NULL;
    renderer->context = NULL;
}

static bool make_crowd(bp_demo_renderer *renderer, const bp_demo *demo, bp_error *error) {
    if (renderer->crowd && renderer->threads == demo->threads && renderer->isa == demo->isa) return true;
    bp_demo_renderer_close(renderer);
    renderer->context =
        bp_context_create(&(bp_context_options){.threads = demo->threads, .isa = demo->isa}, error);
    if (!renderer->context) return false;
    renderer->threads = demo->threads;
    renderer->isa = demo->isa;
    renderer->crowd = bp_crowd_create(renderer->context, renderer->pose, renderer->clip, error);
    if (!renderer->crowd) bp_error_prefix_place(error, renderer->path);
    if (renderer->crowd) renderer->raster = bp_raster_create(renderer->context, error);
    return renderer->raster != NULL;
}

bool bp_demo_renderer_draw(bp_demo_renderer *renderer, const bp_demo *demo, bool panel, bp_error *error) {
    if (!make_crowd(renderer, demo, error) ||
        !bp_offscreen_target_resize(renderer->context, &renderer->picture, demo->width, demo->height, true,
                                    error))
        return false;
    bp_crowd_settings settings = bp_demo_crowd_settings(demo, bp_crowd_height(renderer->crowd));
    if (!bp_crowd_draw(renderer->crowd, &settings, renderer->raster, &renderer->picture, &renderer->report,
                       error))
        return false;
    double start = bp_seconds();
    bool ok = true;
    if (panel || demo->tiles)
        ok = bp_demo_view_draw(renderer->raster, &renderer->picture, demo, renderer,
                               panel ? &renderer->hits : NULL, error);
    renderer->panel = bp_seconds() - start;
    return ok;
}
