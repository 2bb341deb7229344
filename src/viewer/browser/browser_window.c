/* One window for the list and for the lesson that is open. The first frame shows the list alone, the second
 * reads the character, and each later one makes one missing picture: the window appears at once. */
#include "raster/inspect.h"
#include "viewer/browser/browser.h"
#include "viewer/lesson/lesson_controller.h"
#include "viewer/offscreen_target.h"
#include "viewer/settings_file.h"
#include "viewer/stage_view.h"
#include <stdio.h>
#include <string.h>

typedef struct browser_app {
    bp_context *context; /* borrowed */
    const bp_lesson_plan *const *lessons;
    bp_browser browser;
    bp_progress progress;
    bp_raster *raster;
    bp_framebuffer picture;
    bp_hero hero;
    bool hero_tried;                         /* opened, or impossible to open */
    bool picture_valid;                      /* `picture` holds the list as drawn last, with this raster */
    bp_framebuffer pictures[BP_BROWSER_MAX]; /* in the rows */
    bool tried[BP_BROWSER_MAX];              /* made, or impossible to make */
    int picture_width;                       /* the settings they were made for */
    bool picture_light;
    bp_hit_areas hits;
    bp_view_settings saved;
    bp_session *session; /* of the open lesson; NULL: the list is shown */
    bp_lesson_controller controller;
} browser_app;

static void drop_pictures(browser_app *s) {
    for (int i = 0; i < BP_BROWSER_MAX; i++) {
        bp_framebuffer_destroy(s->context, &s->pictures[i]);
        s->tried[i] = false;
    }
}

/* Shows the middle step: the first steps of all lessons look much alike. */
static bool draw_picture(browser_app *s, bp_session *session, const bp_framebuffer *to, bp_error *error) {
    const bp_lesson_plan *lesson = bp_session_lesson(session);
    if (!bp_session_seek(session, (bp_lesson_state){.step = lesson->step_count / 2, .t = 1}, error))
        return false;
    const bp_world *world = bp_session_world(session);
    const bp_theme *theme = bp_theme_of(s->browser.settings.light);
    bp_rect all = {0, 0, to->width, to->height};
    bp_view view = {.viewport = all, .show = world->show, .bone = theme->bone, .selected = theme->changed};
    const bp_view_settings settings = bp_view_settings_make(to->width, to->height);
    view.camera = bp_view_settings_camera(&settings, world->camera, all);
    view.overlay_scale = 0.6f;
    int last = world->stage_count - 1;
    const bp_stage *stage = last >= 0 ? &world->stages[last < 1 ? last : 1] : NULL;
    if (stage && stage->figure)
        bp_camera_fit(&view.camera, bp_figure_bounds(stage->figure), (float)to->width / (float)to->height);
    bp_clear clear = {0};
    memcpy(clear.color, &theme->card, 4);
    bool ok = bp_raster_begin(s->raster, to, &(bp_pass){.samples = 4}, error) &&
              bp_raster_clear(s->raster, &clear, error);
    if (ok && stage && stage->figure) ok = bp_scene_draw_meshes(s->raster, &view, stage->figure, error);
    if (ok && stage && stage->skeleton) {
        bp_mat4 place = stage->figure ? bp_figure_world(stage->figure) : bp_mat4_identity();
        ok = bp_scene_draw_bones(s->raster, &view, stage->skeleton, place, NULL, error);
    }
    return ok && bp_raster_end(s->raster, NULL, error);
}

static void make_picture(browser_app *s, int number) {
    int width, height;
    bp_browser_picture_size(&s->browser, &width, &height);
    s->tried[number] = true;
    bp_session *session = bp_session_create(s->context, s->lessons[number], NULL, NULL);
    if (!session) return;
    bp_framebuffer *to = &s->pictures[number];
    if (bp_framebuffer_create_color(s->context, width, height, to, NULL) &&
        !draw_picture(s, session, to, NULL))
        bp_framebuffer_destroy(s->context, to);
    bp_session_destroy(session);
}

/* Makes the next missing picture; false: none is missing. */
static bool make_next_picture(browser_app *s) {
    int width, height;
    bp_browser_picture_size(&s->browser, &width, &height);
    if (width != s->picture_width || s->browser.settings.light != s->picture_light) drop_pictures(s);
    s->picture_width = width;
    s->picture_light = s->browser.settings.light;
    for (int i = 0; i < s->browser.count; i++) {
        if (s->tried[i]) continue;
        make_picture(s, i);
        return true;
    }
    return false;
}

static void close_lesson(browser_app *s) {
    if (!s->session) return;
    bp_lesson_controller_save_progress(&s->controller);
    const bp_view_settings *settings = &s->controller.viewer.core.settings;
    s->browser.settings.width = settings->width, s->browser.settings.height = settings->height;
    s->browser.settings.scale = settings->scale, s->browser.settings.text = settings->text;
    s->browser.settings.light = settings->light;
    s->browser.settings.babylon = settings->babylon;
    s->browser.settings.columns = settings->columns;
    s->saved = s->browser.settings;
    bp_lesson_controller_close(&s->controller);
    bp_session_destroy(s->session);
    s->session = NULL;
    bp_progress_read(&s->progress);
}

static void open_lesson(browser_app *s, int number) {
    bp_error error = {0};
    char text[400];
    const bp_lesson_plan *lesson = s->lessons[number];
    const bp_view_settings *settings = &s->browser.settings;
    s->session = bp_session_create(s->context, lesson, NULL, &error);
    if (s->session && bp_lesson_controller_open(&s->controller, s->context, s->session, 0, settings->width,
                                                settings->height, &error)) {
        s->controller.viewer.core.settings = s->controller.saved_settings = *settings;
        bp_lesson_controller_start(&s->controller, -1);
        if (s->lessons[number + 1]) s->controller.viewer.next = s->lessons[number + 1]->title;
        return;
    }
    snprintf(s->browser.notice, sizeof s->browser.notice, "%.190s", bp_error_text(&error, text, sizeof text));
    if (s->session) bp_lesson_controller_close(&s->controller);
    bp_session_destroy(s->session);
    s->session = NULL;
}

/* The first frame of a lesson that was just opened. */
static bool show_lesson(browser_app *s, bp_frame *out, bp_error *error) {
    out->title = bp_session_lesson(s->session)->title;
    out->picture = &s->controller.base.picture;
    out->moving = true;
    return bp_controller_draw(&s->controller.base, error);
}

static bool lesson_frame(browser_app *s, const bp_event *events, size_t count, double seconds, bp_frame *out,
                         bp_error *error) {
    unsigned requests = 0;
    if (!bp_lesson_controller_run_frame(&s->controller, events, count, seconds, &requests, out, error))
        return false;
    if (requests & BP_REQUEST_NEXT_LESSON) {
        close_lesson(s);
        s->browser.selected++; /* the end page offers it only if there is one */
        bp_browser_show_selected(&s->browser);
        open_lesson(s, s->browser.selected);
        if (s->session) return show_lesson(s, out, error);
    } else if (requests & (BP_REQUEST_LEAVE | BP_REQUEST_QUIT)) {
        close_lesson(s);
    }
    if (s->session) return true;
    out->picture = NULL; /* the list is back */
    out->moving = false;
    out->title = "Bindpose";
    return true;
}

static bool draw_browser(browser_app *s, bp_frame *out, bp_error *error) {
    const bp_view_settings *settings = &s->browser.settings;
    bool same = s->picture.width == settings->width && s->picture.height == settings->height;
    if (!bp_offscreen_target_resize(s->context, &s->picture, settings->width, settings->height, false, error))
        return false;
    const bp_browser_scope scope = {.lessons = s->lessons,
                                    .progress = &s->progress,
                                    .pictures = s->pictures,
                                    .hero = &s->hero,
                                    .framebuffer_unchanged = s->picture_valid && same};
    s->picture_valid = false;
    if (!bp_browser_draw(&s->browser, &scope, s->raster, &s->picture, &s->hits, error)) return false;
    s->picture_valid = true;
    out->picture = &s->picture;
    return true;
}

/* Reads the character or makes a picture, if one is missing; only after the first frame. */
static bool make_next(browser_app *s) {
    if (!s->picture.pixels) return true;
    if (s->hero_tried) return make_next_picture(s);
    s->hero_tried = true;
    bp_hero_open(&s->hero, s->context);
    return true;
}

/* Events of the list; one may open a lesson. */
static unsigned list_events(browser_app *s, const bp_event *events, size_t count) {
    unsigned requests = 0;
    for (size_t i = 0; i < count && !s->session; i++) {
        int open = -1;
        bool wheel = events[i].kind == BP_EVENT_WHEEL && bp_hero_contains(&s->hero, events[i].x, events[i].y);
        bool held = s->hero.core.mouse.drag != BP_DRAG_NONE && events[i].kind == BP_EVENT_MOVE;
        if (!wheel && !held) requests |= bp_browser_event(&s->browser, &s->hits, &events[i], &open);
        bool mouse = events[i].kind == BP_EVENT_PRESS || events[i].kind == BP_EVENT_RELEASE ||
                     events[i].kind == BP_EVENT_MOVE;
        if (mouse || wheel) requests |= bp_hero_event(&s->hero, &events[i]);
        if (open >= 0) open_lesson(s, open);
    }
    return requests;
}

static bool frame(void *user, const bp_event *events, size_t count, double seconds, bp_frame *out,
                  bp_error *error) {
    browser_app *s = user;
    bool redraw = false;
    if (s->session) {
        if (!lesson_frame(s, events, count, seconds, out, error)) return false;
        if (s->session || out->quit) return true;
        redraw = true;
        count = 0;
    }
    unsigned requests = list_events(s, events, count);
    bp_settings_keep(&s->browser.settings, &s->saved);
    out->toggle_fullscreen = (requests & BP_REQUEST_FULLSCREEN) != 0;
    out->quit = (requests & BP_REQUEST_QUIT) != 0;
    if (s->session) return show_lesson(s, out, error);
    bool made = make_next(s);
    if (made) s->picture_valid = false;
    if (seconds > 0 && seconds < 0.25 && !s->browser.settings.still) bp_hero_tick(&s->hero, seconds);
    bool still = s->browser.settings.still;
    out->moving = made || (s->hero.open && !still);
    if (redraw || out->moving || (requests & BP_REQUEST_REDRAW)) return draw_browser(s, out, error);
    return true;
}

/* Describes the open lesson, or the list. */
static void describe(void *user, bp_json_writer *json) {
    const browser_app *s = user;
    if (s->session) {
        bp_lesson_controller_describe(&s->controller, json);
        return;
    }
    bp_json_set_text(json, "program", "list");
    bp_settings_describe(&s->browser.settings, json);
    bp_json_set_text(json, "notice", s->browser.notice);
    bp_key_table_describe(&bp_lesson_keys, json);
    bp_json_set_integer(json, "selected", s->browser.selected);
    bp_json_open_array(json, "lessons");
    for (int i = 0; i < s->browser.count; i++) {
        const bp_lesson_plan *lesson = s->lessons[i];
        const bp_progress_entry seen = bp_progress_of(&s->progress, lesson->name);
        bp_json_begin_object(json);
        bp_json_set_integer(json, "number", lesson->number);
        bp_json_set_text(json, "title", lesson->title);
        bp_json_set_text(json, "summary", lesson->summary);
        bp_json_set_bool(json, "done", bp_progress_is_done(&seen, lesson));
        bp_json_end_object(json);
    }
    bp_json_end_array(json);
}

bool bp_browser_window_run(const bp_window *window, bp_context *context, const bp_lesson_plan *const *lessons,
                           bp_error *error) {
    browser_app *s = bp_alloc(NULL, 1, sizeof *s, error);
    if (!s) return false;
    s->context = context;
    s->lessons = lessons;
    s->browser = bp_browser_make(lessons, 1280, 800);
    bp_settings_read(&s->browser.settings);
    s->saved = s->browser.settings;
    bp_progress_read(&s->progress);
    s->raster = bp_raster_create(context, error);
    const bp_window_options options = {.title = "Bindpose"};
    const bp_window_client shown = {s, frame, describe};
    bool ok = s->raster && window->run(&options, &shown, error);
    close_lesson(s);
    drop_pictures(s);
    bp_hero_close(&s->hero);
    bp_framebuffer_destroy(context, &s->picture);
    bp_raster_destroy(s->raster);
    bp_free(NULL, s);
    return ok;
}
