/* Everything that a change of threads or instruction set concerns is made anew: it takes less than a frame's
 * patience, and nothing can be out of date. */
#include "tools/demo/demo_renderer.h"
#include "viewer/offscreen_target.h"
#include <bindpose/gltf.h>
#include <bindpose/rig.h>
#include <stdio.h>
#include <string.h>

static const char PROGRAM[] = "bindpose demo";

/* ---- figures ---------------------------------------------------------------------------------------- */

void bp_demo_meter_add(bp_demo_meter *meter, const bp_demo_times *times, const bp_crowd_stats *report) {
    bp_demo_stats *s = &meter->sum;
    const bp_counters *c = &report->counters;
    s->pose += report->pose;
    s->skin += report->skin;
    s->setup += report->raster.setup;
    s->tiles += report->raster.tiles;
    s->words += times->words;
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
                            .words = ms * s->words,
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

/* ---- opening ---------------------------------------------------------------------------------------- */

static bool has_skin(const bp_model *model) {
    for (size_t i = 0; i < model->instance_count; i++)
        if (model->instances[i].skin >= 0) return true;
    return false;
}

/* A file that can't walk is shown all the same, and that is said. */
static void look_at_file(bp_demo_renderer *studio) {
    const bp_model *model = studio->file.model;
    studio->clip = bp_crowd_choose_clip(model);
    if (!has_skin(model))
        snprintf(studio->note, sizeof studio->note,
                 "no mesh has a skin: it stands as the file's nodes stand");
    else if (studio->clip < 0)
        snprintf(studio->note, sizeof studio->note, "there is no animation: all stand in the rest pose");
    if (studio->note[0]) fprintf(stderr, "%s: note: %s: %s\n", PROGRAM, studio->file.path, studio->note);
}

bool bp_demo_renderer_open(bp_demo_renderer *studio, const char *path, bp_error *error) {
    *studio = (bp_demo_renderer){.clip = -1};
    if (!path && !bp_asset_path("character.glb", studio->own, sizeof studio->own, error)) return false;
    if (!bp_model_file_open(&studio->file, PROGRAM, path ? path : studio->own, true, error)) return false;
    const char *slash = strrchr(studio->file.path, '/');
    studio->name = slash ? slash + 1 : studio->file.path;
    look_at_file(studio);
    return true;
}

static void drop_crowd(bp_demo_renderer *studio) {
    if (!studio->context) return;
    bp_crowd_destroy(studio->crowd);
    bp_raster_destroy(studio->raster);
    bp_framebuffer_destroy(studio->context, &studio->picture);
    bp_context_destroy(studio->context);
    studio->crowd = NULL;
    studio->raster = NULL;
    studio->context = NULL;
}

void bp_demo_renderer_close(bp_demo_renderer *studio) {
    drop_crowd(studio);
    bp_model_file_close(&studio->file);
}

static bool make_crowd(bp_demo_renderer *studio, const bp_demo *demo, bp_error *error) {
    if (studio->crowd && studio->threads == demo->threads && studio->isa == demo->isa) return true;
    drop_crowd(studio);
    studio->context =
        bp_context_create(&(bp_context_options){.threads = demo->threads, .isa = demo->isa}, error);
    if (!studio->context) return false;
    studio->threads = demo->threads;
    studio->isa = demo->isa;
    studio->crowd = bp_crowd_create(studio->context, studio->file.pose, studio->clip, error);
    if (!studio->crowd) bp_error_prefix_place(error, studio->file.path);
    if (studio->crowd) studio->raster = bp_raster_create(studio->context, error);
    return studio->raster != NULL;
}

/* ---- frames ----------------------------------------------------------------------------------------- */

bool bp_demo_renderer_draw(bp_demo_renderer *studio, const bp_demo *demo, bool words, bp_error *error) {
    if (!make_crowd(studio, demo, error) ||
        !bp_offscreen_target_resize(studio->context, &studio->picture, demo->width, demo->height, true,
                                    error))
        return false;
    bp_crowd_settings look = bp_demo_crowd_settings(demo, bp_crowd_height(studio->crowd));
    if (!bp_crowd_draw(studio->crowd, &look, studio->raster, &studio->picture, &studio->report, error))
        return false;
    double start = bp_seconds();
    bool good = true;
    if (words || demo->tiles)
        good = bp_demo_view_draw(studio->raster, &studio->picture, demo, studio, words ? &studio->hits : NULL,
                                 error);
    studio->words = bp_seconds() - start;
    return good;
}
