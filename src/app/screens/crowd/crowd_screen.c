/* The crowd's keys, mouse and frames. A change of threads or instruction set makes context, crowd and
 * rasterizer anew: that takes less than a frame, and nothing can be out of date. */
#include "app/screens/crowd/crowd_screen.h"
#include "app/picture.h"
#include "base/error.h"
#include "base/isa.h"
#include "base/system.h"
#include <bindpose/rig.h>
#include <stdio.h>
#include <string.h>

static const int COUNTS[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000};
static const double NOTICE = 4; /* seconds */

/* ---- measurements ------------------------------------------------------------------------------- */

void bp_crowd_meter_add(bp_crowd_meter *meter, const bp_crowd_times *times, const bp_crowd_stats *report) {
    bp_crowd_averages *s = &meter->sum;
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
    if (meter->every > 0 && meter->seconds >= meter->every) meter->shown = bp_crowd_meter_flush(meter);
}

bp_crowd_averages bp_crowd_meter_flush(bp_crowd_meter *meter) {
    bp_crowd_averages f = {0};
    const bp_crowd_averages *s = &meter->sum;
    if (meter->frames > 0 && meter->seconds > 0) {
        double each = 1.0 / meter->frames, ms = 1e3 * each;
        f = (bp_crowd_averages){.frames_per_second = meter->frames / meter->seconds,
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
    *meter = (bp_crowd_meter){.every = meter->every, .shown = meter->shown};
    return f;
}

void bp_crowd_presented(bp_app *app, double frame, double present) {
    bp_crowd_screen *screen = app->crowd;
    const bp_crowd_times times = {.frame = frame, .panel = screen->panel_seconds, .present = present};
    screen->elapsed += frame;
    if (!(frame > 0)) return;
    bp_crowd_meter_add(&screen->meter, &times, &screen->report);
    bp_crowd_meter_add(&screen->whole, &times, &screen->report);
}

/* ---- opening and closing ------------------------------------------------------------------------ */

static bool has_skin(const bp_model *model) {
    for (size_t i = 0; i < model->instance_count; i++)
        if (model->instances[i].skin >= 0) return true;
    return false;
}

bool bp_crowd_open(bp_app *app, const bp_model_pose *pose, const char *path, int threads, bp_isa isa,
                   bp_error *error) {
    bp_crowd_screen *screen = bp_alloc(NULL, 1, sizeof *screen, error);
    if (!screen) return false;
    const char *slash = strrchr(path, '/');
    *screen = (bp_crowd_screen){.count = 50,
                                .threads = threads,
                                .threads_max = threads,
                                .isa = isa,
                                .samples = 1,
                                .panel = true,
                                .turning = true,
                                .zoom = 1,
                                .pose = pose,
                                .path = path,
                                .name = slash ? slash + 1 : path,
                                .clip = bp_crowd_choose_clip(pose->model)};
    if (!has_skin(pose->model))
        snprintf(screen->note, sizeof screen->note,
                 "no mesh has a skin: it stands as the file's nodes stand");
    else if (screen->clip < 0)
        snprintf(screen->note, sizeof screen->note, "there is no animation: all stand in the rest pose");
    snprintf(app->title, sizeof app->title, "Bindpose demo");
    app->crowd = screen;
    app->screen = BP_SCREEN_CROWD;
    return true;
}

static void drop(bp_crowd_screen *screen) {
    if (!screen->context) return;
    bp_crowd_destroy(screen->crowd);
    bp_raster_destroy(screen->raster);
    bp_framebuffer_destroy(screen->context, &screen->picture);
    bp_context_destroy(screen->context);
    screen->crowd = NULL;
    screen->raster = NULL;
    screen->context = NULL;
}

void bp_crowd_close(bp_app *app) {
    drop(app->crowd);
    bp_free(NULL, app->crowd);
    app->crowd = NULL;
}

/* ---- actions ------------------------------------------------------------------------------------ */

/* The next larger or smaller entry of COUNTS. */
static int next_count(int count, int way) {
    int last = (int)BP_COUNT(COUNTS) - 1;
    if (way > 0) {
        for (int i = 0; i <= last; i++)
            if (COUNTS[i] > count) return COUNTS[i];
        return COUNTS[last];
    }
    for (int i = last; i >= 0; i--)
        if (COUNTS[i] < count) return COUNTS[i];
    return COUNTS[0];
}

static bp_isa next_isa(bp_isa isa) {
    int next = (int)isa;
    do next = next + 1 < BP_ISA_COUNT ? next + 1 : BP_ISA_PORTABLE;
    while (!bp_isa_available((bp_isa)next));
    return (bp_isa)next;
}

static void orbit(bp_crowd_screen *screen, float yaw, float pitch) {
    screen->yaw += yaw;
    if (screen->yaw > BP_PI) screen->yaw -= 2 * BP_PI;
    if (screen->yaw < -BP_PI) screen->yaw += 2 * BP_PI;
    screen->pitch = bp_clamp(screen->pitch + pitch, -0.9f, 1.2f);
    screen->turning = false;
}

static void walk_around(bp_crowd_screen *screen, int direction) {
    float x = (float)((direction == BP_DIRECTION_RIGHT) - (direction == BP_DIRECTION_LEFT));
    float y = (float)((direction == BP_DIRECTION_UP) - (direction == BP_DIRECTION_DOWN));
    orbit(screen, 0.1f * x, 0.06f * y);
}

static void zoom(bp_crowd_screen *screen, float by) { screen->zoom = bp_clamp(screen->zoom * by, 0.05f, 4); }

bool bp_crowd_act(bp_app *app, bp_action action, int value) {
    bp_crowd_screen *screen = app->crowd;
    switch (action) {
    case BP_ACTION_COUNT: screen->count = next_count(screen->count, value); return true;
    case BP_ACTION_THREADS:
        screen->threads += value;
        if (screen->threads < 1) screen->threads = 1;
        if (screen->threads > screen->threads_max) screen->threads = screen->threads_max;
        return true;
    case BP_ACTION_ISA: screen->isa = next_isa(screen->isa); return true;
    case BP_ACTION_SAMPLES: screen->samples = screen->samples == 1 ? 4 : 1; return true;
    case BP_ACTION_DETAIL: screen->full_detail = !screen->full_detail; return true;
    case BP_ACTION_SHOW: screen->wireframe = !screen->wireframe; return true;
    case BP_ACTION_TILES: screen->tiles = !screen->tiles; return true;
    case BP_ACTION_PLAY: screen->paused = !screen->paused; return true;
    case BP_ACTION_TURNTABLE: screen->turning = !screen->turning; return true;
    case BP_ACTION_ORBIT: walk_around(screen, value); return true;
    case BP_ACTION_ZOOM: zoom(screen, value > 0 ? 0.85f : 1 / 0.85f); return true;
    case BP_ACTION_VIEW_RESET: screen->yaw = screen->pitch = 0, screen->zoom = 1; return true;
    case BP_ACTION_NUMBERS: screen->panel = !screen->panel; return true;
    case BP_ACTION_SCREENSHOT:
        screen->notice_left = NOTICE;
        return false; /* it will say whether that worked */
    default: return false;
    }
}

bool bp_crowd_point(bp_app *app, const bp_event *event) {
    bp_crowd_screen *screen = app->crowd;
    float height = (float)(app->settings.height > 0 ? app->settings.height : 1);
    switch (event->kind) {
    case BP_EVENT_PRESS: screen->dragging = event->button == BP_BUTTON_LEFT; return screen->dragging;
    case BP_EVENT_RELEASE: screen->dragging = false; return false;
    case BP_EVENT_WHEEL: zoom(screen, event->wheel > 0 ? 0.9f : 1 / 0.9f); return true;
    case BP_EVENT_MOVE:
        if (!screen->dragging) return false;
        orbit(screen, -3 * (event->x - app->x) / height, 3 * (event->y - app->y) / height);
        return true;
    default: return false;
    }
}

bool bp_crowd_tick(bp_app *app, double seconds) {
    bp_crowd_screen *screen = app->crowd;
    screen->notice_left -= seconds;
    if (screen->notice_left <= 0) app->notice[0] = '\0';
    if (screen->paused || !(seconds > 0)) return true;
    screen->time += seconds;
    if (screen->turning) {
        orbit(screen, 0.06f * (float)seconds, 0);
        screen->turning = true;
    }
    return true;
}

bool bp_crowd_is_moving(const bp_app *app) {
    return !app->crowd->paused || app->notice[0] || app->crowd->seconds_most > 0;
}

bool bp_crowd_is_over(const bp_app *app) {
    return app->crowd->seconds_most > 0 && app->crowd->elapsed >= app->crowd->seconds_most;
}

/* ---- frames ------------------------------------------------------------------------------------- */

bp_camera bp_crowd_camera(const bp_crowd_screen *screen, float height) {
    float radius = bp_crowd_radius(screen->count, height);
    /* Frames all of a small crowd; of a large one the middle, from within and from higher up. */
    float distance = 2.2f * height + 1.45f * radius, max = 26 * height;
    if (distance > max) distance = max;
    float tilt = 0.10f + 0.24f * distance / max + screen->pitch;
    bp_camera camera = {.target = {0, 0.5f * height, 0}, .fov_y = bp_radians(38)};
    distance *= screen->zoom;
    tilt = bp_clamp(tilt, -0.02f, 1.5f);
    camera.eye = bp_vec3_add(camera.target, (bp_vec3){distance * bp_cos(tilt) * bp_sin(screen->yaw + 0.35f),
                                                      distance * bp_sin(tilt),
                                                      distance * bp_cos(tilt) * bp_cos(screen->yaw + 0.35f)});
    /* Stay above the floor. */
    if (camera.eye.y < 0.12f * height) camera.eye.y = 0.12f * height;
    camera.near_z = 0.02f * distance < 0.4f * height ? 0.02f * distance : 0.4f * height;
    camera.far_z = distance + 3 * radius + 40 * height;
    return camera;
}

static bool make_crowd(bp_crowd_screen *screen, bp_error *error) {
    if (screen->crowd && screen->made_threads == screen->threads && screen->made_isa == screen->isa)
        return true;
    drop(screen);
    screen->context =
        bp_context_create(&(bp_context_options){.threads = screen->threads, .isa = screen->isa}, error);
    if (!screen->context) return false;
    screen->made_threads = screen->threads;
    screen->made_isa = screen->isa;
    screen->crowd = bp_crowd_create(screen->context, screen->pose, screen->clip, error);
    if (!screen->crowd) bp_error_prefix_place(error, screen->path);
    if (screen->crowd) screen->raster = bp_raster_create(screen->context, error);
    return screen->raster != NULL;
}

bool bp_crowd_render(bp_app *app, bool panel, bp_error *error) {
    bp_crowd_screen *screen = app->crowd;
    if (!make_crowd(screen, error) ||
        !bp_picture_resize(screen->context, &screen->picture, app->settings.width, app->settings.height, true,
                           error))
        return false;
    float height = bp_crowd_height(screen->crowd);
    const bp_crowd_settings settings = {.count = screen->count,
                                        .time = screen->time,
                                        .camera = bp_crowd_camera(screen, height),
                                        .samples = screen->samples,
                                        .light = app->settings.light,
                                        .wireframe = screen->wireframe,
                                        .full_detail = screen->full_detail,
                                        .time_tiles = screen->tiles};
    if (!bp_crowd_draw(screen->crowd, &settings, screen->raster, &screen->picture, &screen->report, error))
        return false;
    double start = bp_seconds();
    bool ok = (!panel && !screen->tiles) || bp_crowd_view_draw(app, panel, error);
    screen->panel_seconds = bp_seconds() - start;
    return ok;
}

bool bp_crowd_draw_screen(bp_app *app, bp_error *error) { return bp_crowd_render(app, true, error); }

const bp_framebuffer *bp_crowd_picture(const bp_app *app) { return &app->crowd->picture; }
