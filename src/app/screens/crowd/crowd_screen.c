/* The crowd's keys, mouse and frames. A change of threads or instruction set makes context, crowd and
 * rasterizer anew: that takes less than a frame, and nothing can be out of date. */
#include "app/screens/crowd/crowd_screen.h"
#include "app/layout.h"
#include "base/error.h"
#include "base/isa.h"
#include "base/system.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Drawing over the crowd's picture: coloured tiles, the panel with measurements and settings, words, the
 * help. */

enum { PAD = 16, CARD = 276, LINE = 19, STAGES = 6 };

/* The time that counts as longest: the 97th percentile. The slowest few tiles are those whose thread had to
 * wait for another program. */
static float longest(const bp_pass_times *times) {
    size_t count = (size_t)times->tiles_x * (size_t)times->tiles_y;
    float *sorted = bp_alloc(NULL, count, sizeof *sorted, NULL), result = 0;
    if (!sorted) return 0;
    memcpy(sorted, times->each_tile, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, bp_crowd_by_size);
    if (count > 0) result = sorted[(count - 1) * 97 / 100];
    bp_free(NULL, sorted);
    return result;
}

static void draw_tiles(bp_painter *p, const bp_pass_times *times) {
    float most = longest(times) * 1e6f;
    int side = times->tile_size;
    for (int y = 0; y < times->tiles_y; y++)
        for (int x = 0; x < times->tiles_x; x++) {
            float us = times->each_tile[y * times->tiles_x + x] * 1e6f;
            bp_rgba8 color = bp_false_color_at(most > 0 ? us / most : 0);
            color.a = 158;
            bp_painter_fill(p, (bp_rect){x * side, y * side, side - 1, side - 1}, color);
            /* "7", "48", "1.2k", as short as possible */
            bool many = us >= 999.5f;
            bp_formatted text = bp_format(many ? "%.1fk" : "%.0f", (double)us / (many ? 1000 : 1));
            bp_rgba8 ink = us > 0.6f * most ? (bp_rgba8){20, 16, 24, 255} : (bp_rgba8){240, 238, 244, 255};
            bp_text words = {.text = text.text,
                             .x = x * side + side / 2,
                             .y = y * side + side / 2 + 5,
                             .size = 13,
                             .align = BP_ALIGN_CENTER};
            memcpy(words.color, &ink, 4);
            if (!p->failed) p->failed = !bp_raster_text(p->raster, &words, p->error);
        }
}

static bp_rgba8 panel_color(const bp_theme *theme) {
    bp_rgba8 color = theme->page;
    color.a = 222;
    return color;
}

/* The parts of a frame's time, from BP_CROWD_POSE on. */
static const bp_rgba8 STAGE_COLORS[STAGES] = {{0, 158, 115, 255}, {86, 180, 233, 255},  {0, 114, 178, 255},
                                              {230, 159, 0, 255}, {204, 121, 167, 255}, {213, 94, 0, 255}};

/* The stages as a bar, each as long as its time. The rest of the bar is waiting. */
static void draw_bar(bp_painter *p, bp_rect rect, const double *of) {
    double at = 0, frame = of[BP_CROWD_FRAME];
    bp_painter_fill(p, rect, p->theme->card);
    for (int i = 0; i < STAGES && frame > 0; i++) {
        int from = rect.x + (int)(at / frame * rect.width);
        at += of[BP_CROWD_POSE + i];
        int to = rect.x + (int)(at / frame * rect.width);
        if (to > rect.x + rect.width) to = rect.x + rect.width;
        bp_painter_fill(p, (bp_rect){from, rect.y, to - from, rect.height}, STAGE_COLORS[i]);
    }
}

static void line(bp_painter *p, int x, int y, int width, const char *name, const char *value) {
    bp_painter_text(p, x, y, name, (bp_style){.size = 12, .color = p->theme->quiet});
    bp_painter_text(p, x + width, y, value, (bp_style){.size = 12, .align = BP_ALIGN_RIGHT});
}

static int draw_stages(bp_painter *p, int x, int y, int width, const double *of) {
    draw_bar(p, (bp_rect){x, y, width, bp_painter_px(p, 8)}, of);
    y += bp_painter_px(p, 10 + LINE);
    for (int i = 0; i < STAGES; i++, y += bp_painter_px(p, LINE)) {
        int side = bp_painter_px(p, 9);
        bp_painter_fill(p, (bp_rect){x, y - side, side, side}, STAGE_COLORS[i]);
        line(p, x + bp_painter_px(p, 16), y, width - bp_painter_px(p, 16),
             bp_crowd_figure_names[BP_CROWD_POSE + i], bp_format("%.2f ms", of[BP_CROWD_POSE + i]).text);
    }
    return y;
}

static int draw_counts(bp_painter *p, int x, int y, int width, const bp_crowd_screen *screen,
                       const double *of) {
    const char *const names[] = {
        "characters in the picture", "joints posed",
        "vertices skinned",          "triangles",
        "of them facing you",        screen->look.samples > 1 ? "samples written" : "pixels written"};
    for (int i = 0; i < (int)BP_COUNT(names); i++, y += bp_painter_px(p, LINE)) {
        char text[72], all[32];
        bp_grouped_digits(text, 32, of[BP_CROWD_VISIBLE + i], ',');
        if (i == 0)
            snprintf(text + strlen(text), 40, " of %s",
                     bp_grouped_digits(all, sizeof all, screen->look.count, ','));
        line(p, x, y, width, names[i], text);
    }
    return y;
}

/* A setting with its key and value. A click does the same as the key. */
static int setting(bp_painter *p, int x, int y, int width, const char *key, const char *name,
                   const char *value, bp_action action) {
    bp_key_cap(p, x, y, key, "");
    line(p, x + bp_painter_px(p, 40), y, width - bp_painter_px(p, 40), name, value);
    bp_painter_hit(p, (bp_rect){x, y - bp_painter_px(p, 15), width, bp_painter_px(p, 21)}, action, 1);
    return y + bp_painter_px(p, LINE + 4);
}

static int draw_settings(bp_painter *p, int x, int y, int width, const bp_crowd_screen *screen) {
    char count[32];
    bp_grouped_digits(count, sizeof count, screen->look.count, ',');
    y = setting(p, x, y, width, "+ -", "characters", count, BP_ACTION_COUNT);
    y = setting(p, x, y, width, "[ ]", "threads",
                bp_format("%d of %d", screen->threads, screen->threads_max).text, BP_ACTION_THREADS);
    y = setting(p, x, y, width, "I", "instruction set", bp_isa_name(screen->isa), BP_ACTION_ISA);
    y = setting(p, x, y, width, "M", "samples a pixel", screen->look.samples > 1 ? "4" : "1",
                BP_ACTION_SAMPLES);
    y = setting(p, x, y, width, "D", "far ones", screen->look.full_detail ? "full detail" : "coarser",
                BP_ACTION_DETAIL);
    y = setting(p, x, y, width, "W", "wireframe", screen->look.wireframe ? "on" : "off", BP_ACTION_SHOW);
    return setting(p, x, y, width, "T", "tiles, in microseconds", screen->look.time_tiles ? "on" : "off",
                   BP_ACTION_TILES);
}

/* In a window as narrow as a phone the panel would cover the crowd: only its head is shown. */
static void draw_panel(bp_painter *p, const bp_app *app) {
    const bp_crowd_screen *screen = app->crowd;
    const bp_theme *theme = p->theme;
    const double *of = screen->meter.shown.of;
    bool narrow = app->settings.width < bp_painter_px(p, 2 * CARD);
    int pad = bp_painter_px(p, PAD), x = 2 * pad,
        width = narrow ? app->settings.width - 4 * pad : bp_painter_px(p, CARD - 2 * PAD);
    int height = narrow ? 102 : 124 + (STAGES + 6) * LINE + 7 * (LINE + 4) + 34;
    bp_rect card = {pad, pad, width + 2 * pad, bp_painter_px(p, (float)height)};
    int above_keys = app->settings.height - 2 * pad - bp_painter_px(p, 36);
    if (card.height > above_keys) card.height = above_keys;
    bp_painter_box(p, card, panel_color(theme), 8, theme->rule);
    int y = pad + bp_painter_px(p, 42);
    int wide = bp_painter_text(p, x, y, bp_format("%.1f", screen->meter.shown.frames_per_second).text,
                               (bp_style){.size = 34, .face = BP_FACE_SANS_BOLD});
    bp_painter_text(p, x + wide + bp_painter_px(p, 8), y, "frames a second",
                    (bp_style){.color = theme->quiet});
    const bp_style quiet = {.size = 12, .color = theme->quiet, .max_width = width};
    bp_formatted text = bp_format("%.2f ms each, %d×%d pixels", of[BP_CROWD_FRAME], app->settings.width,
                                  app->settings.height);
    if (narrow) text = bp_format("%.2f ms each, with %d characters", of[BP_CROWD_FRAME], screen->look.count);
    bp_painter_text(p, x, y + bp_painter_px(p, 22), text.text, quiet);
    if (narrow) {
        draw_bar(p, (bp_rect){x, y + bp_painter_px(p, 36), width, bp_painter_px(p, 8)}, of);
        return;
    }
    y = draw_stages(p, x, y + bp_painter_px(p, 36), width, of) + bp_painter_px(p, 8);
    y = draw_counts(p, x, y, width, screen, of) + bp_painter_px(p, 12);
    y = draw_settings(p, x, y, width, screen);
    text = bp_format("%.80s%s%.70s", screen->name, screen->note[0] ? ": " : "", screen->note);
    bp_painter_text(p, x, y + bp_painter_px(p, 2), text.text, quiet);
}

/* Words to click, and the notice above them. */
static void draw_footer(bp_painter *p, const bp_app *app) {
    static const struct {
        const char *word;
        bp_action action;
    } words[] = {{"Help", BP_ACTION_HELP},
                 {"Stop and go", BP_ACTION_PLAY},
                 {"Light or dark", BP_ACTION_THEME},
                 {"Figures", BP_ACTION_NUMBERS},
                 {"Picture", BP_ACTION_SCREENSHOT}};
    const bp_style style = {.size = 14};
    int pad = bp_painter_px(p, PAD), y = app->settings.height - pad - bp_painter_px(p, 10),
        gap = bp_painter_px(p, 20), wide = 0;
    size_t count = 0; /* that fit */
    for (; count < BP_COUNT(words); count++) {
        int more = bp_painter_text_width(p, words[count].word, style) + gap;
        if (wide + more + gap > app->settings.width - 2 * pad) break;
        wide += more;
    }
    bp_rect strip = {pad, y - bp_painter_px(p, 23), wide + gap, bp_painter_px(p, 36)};
    bp_painter_box(p, strip, panel_color(p->theme), 8, p->theme->rule);
    int x = pad + gap;
    for (size_t i = 0; i < count; i++) x += bp_word(p, x, y, words[i].word, style, words[i].action, 0) + gap;
    if (!app->notice[0]) return;
    int width = bp_painter_text_width(p, app->notice, style) + 2 * gap;
    bp_painter_box(p, (bp_rect){pad, strip.y - bp_painter_px(p, 44), width, bp_painter_px(p, 34)},
                   panel_color(p->theme), 8, p->theme->here);
    bp_painter_text(p, pad + gap, strip.y - bp_painter_px(p, 22), app->notice, style);
}

/* Draws the panel and the tile times over the picture, in a pass of its own. `hits`: also
 * what can be clicked. */
static bool crowd_view_draw(bp_app *app, bool panel, bp_error *error) {
    const bp_crowd_screen *screen = app->crowd;
    bp_painter p = bp_app_painter(app, error);
    p.raster = screen->raster;
    p.unit = app->settings.scale > 0 ? app->settings.scale : 1;
    if (!bp_raster_begin(p.raster, &screen->picture, NULL, error)) return false;
    if (screen->look.time_tiles && screen->report.raster.each_tile) draw_tiles(&p, &screen->report.raster);
    app->drawn = (bp_drawn){.valid = false};
    if (panel && screen->panel) draw_panel(&p, app);
    if (panel && (screen->panel || app->notice[0])) draw_footer(&p, app);
    if (panel && app->settings.help)
        bp_help_draw(&p, BP_KEYS_CROWD, app->settings.width, app->settings.height);
    return !p.failed && bp_raster_end(p.raster, NULL, error);
}

static const int COUNTS[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000};
static const double NOTICE = 4; /* seconds */

/* ---- measurements ------------------------------------------------------------------------------- */

const char *const bp_crowd_figure_names[BP_CROWD_FIGURES] = {
    "frame",   "pose",   "skinning", "setup",     "tiles",          "panel", "present",
    "visible", "joints", "vertices", "triangles", "trianglesDrawn", "pixels"};

void bp_crowd_meter_add(bp_crowd_meter *meter, const bp_crowd_stats *report, double frame, double panel,
                        double present) {
    const bp_counters *c = &report->counters;
    const double one[BP_CROWD_FIGURES] = {
        [BP_CROWD_FRAME] = frame,
        [BP_CROWD_POSE] = report->pose,
        [BP_CROWD_SKIN] = report->raster.skinning,
        [BP_CROWD_SETUP] = report->raster.setup - report->raster.skinning,
        [BP_CROWD_TILES] = report->raster.tiles,
        [BP_CROWD_PANEL] = panel,
        [BP_CROWD_PRESENT] = present,
        [BP_CROWD_VISIBLE] = report->visible,
        [BP_CROWD_BONES] = (double)report->bones,
        [BP_CROWD_VERTICES] = (double)report->vertices,
        [BP_CROWD_TRIANGLES] = (double)c->triangles_in,
        [BP_CROWD_DRAWN] = (double)(c->triangles_in - c->triangles_culled - c->triangles_invalid),
        [BP_CROWD_PIXELS] = (double)c->fragments_written};
    for (int i = 0; i < BP_CROWD_FIGURES; i++) meter->sum[i] += one[i];
    meter->frames++;
    if (meter->every > 0 && meter->sum[BP_CROWD_FRAME] >= meter->every)
        meter->shown = bp_crowd_meter_flush(meter);
}

bp_crowd_averages bp_crowd_meter_flush(bp_crowd_meter *meter) {
    bp_crowd_averages f = {0};
    if (meter->frames > 0 && meter->sum[BP_CROWD_FRAME] > 0) {
        double each = 1.0 / meter->frames, ms = 1e3 * each;
        f.frames_per_second = meter->frames / meter->sum[BP_CROWD_FRAME];
        for (int i = 0; i < BP_CROWD_FIGURES; i++) f.of[i] = (i < BP_CROWD_TIMES ? ms : each) * meter->sum[i];
    }
    *meter = (bp_crowd_meter){.every = meter->every, .shown = meter->shown};
    return f;
}

void bp_crowd_presented(bp_app *app, double frame, double present) {
    bp_crowd_screen *screen = app->crowd;
    screen->elapsed += frame;
    if (!(frame > 0)) return;
    bp_crowd_meter_add(&screen->meter, &screen->report, frame, screen->panel_seconds, present);
    bp_crowd_meter_add(&screen->whole, &screen->report, frame, screen->panel_seconds, present);
}

/* ---- opening and closing ------------------------------------------------------------------------ */

bool bp_crowd_open(bp_app *app, const bp_model_pose *pose, const char *path, int threads, bp_isa isa,
                   bp_error *error) {
    bp_crowd_screen *screen = bp_alloc(NULL, 1, sizeof *screen, error);
    if (!screen) return false;
    const char *slash = strrchr(path, '/');
    *screen = (bp_crowd_screen){.look = {.count = 50, .samples = 1},
                                .threads = threads,
                                .threads_max = threads,
                                .isa = isa,
                                .panel = true,
                                .turning = true,
                                .zoom = 1,
                                .pose = pose,
                                .path = path,
                                .name = slash ? slash + 1 : path,
                                .clip = bp_crowd_choose_clip(pose->model)};
    bool skinned = false;
    for (size_t i = 0; i < pose->model->instance_count; i++) skinned |= pose->model->instances[i].skin >= 0;
    if (!skinned)
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

static void zoom(bp_crowd_screen *screen, float by) { screen->zoom = bp_clamp(screen->zoom * by, 0.05f, 4); }

bool bp_crowd_act(bp_app *app, bp_action action, int value) {
    bp_crowd_screen *screen = app->crowd;
    switch (action) {
    case BP_ACTION_COUNT: screen->look.count = next_count(screen->look.count, value); return true;
    case BP_ACTION_THREADS:
        screen->threads = bp_clamp_int(screen->threads + value, 1, screen->threads_max);
        return true;
    case BP_ACTION_ISA: screen->isa = next_isa(screen->isa); return true;
    case BP_ACTION_SAMPLES: screen->look.samples = screen->look.samples == 1 ? 4 : 1; return true;
    case BP_ACTION_DETAIL: screen->look.full_detail = !screen->look.full_detail; return true;
    case BP_ACTION_SHOW: screen->look.wireframe = !screen->look.wireframe; return true;
    case BP_ACTION_TILES: screen->look.time_tiles = !screen->look.time_tiles; return true;
    case BP_ACTION_PLAY: screen->paused = !screen->paused; return true;
    case BP_ACTION_TURNTABLE: screen->turning = !screen->turning; return true;
    case BP_ACTION_ORBIT:
        orbit(screen, 0.1f * (float)((value == BP_DIRECTION_RIGHT) - (value == BP_DIRECTION_LEFT)),
              0.06f * (float)((value == BP_DIRECTION_UP) - (value == BP_DIRECTION_DOWN)));
        return true;
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
    screen->look.time += seconds;
    if (screen->turning) {
        orbit(screen, 0.06f * (float)seconds, 0);
        screen->turning = true;
    }
    return true;
}

bool bp_crowd_is_moving(const bp_app *app) {
    return !app->crowd->paused || app->notice[0] || app->crowd->seconds_most > 0;
}

/* ---- frames ------------------------------------------------------------------------------------- */

static bp_camera crowd_camera(const bp_crowd_screen *screen, float height) {
    float radius = bp_crowd_radius(screen->look.count, height);
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
    screen->look.camera = crowd_camera(screen, screen->crowd->height);
    screen->look.light = app->settings.light;
    if (!bp_crowd_draw(screen->crowd, &screen->look, screen->raster, &screen->picture, &screen->report,
                       error))
        return false;
    double start = bp_seconds();
    bool ok = (!panel && !screen->look.time_tiles) || crowd_view_draw(app, panel, error);
    screen->panel_seconds = bp_seconds() - start;
    return ok;
}
