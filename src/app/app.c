/* The loop: events go to the text field, the keys, the hit area or the illustration under the mouse;
 * actions go to the screen, then to what all screens share. */
#include "app/inspector.h"
#include "app/screens/crowd/crowd_screen.h"
#include "app/screens/lesson/lesson_screen.h"
#include "app/screens/list/list.h"
#include "app/screens/model/model_screen.h"
#include "raster/inspect.h"
#include <stdio.h>
#include <string.h>

bool bp_app_open(bp_app *app, const bp_context *context, int width, int height, bp_error *error) {
    app->context = context;
    app->settings = app->saved = bp_settings_make(width, height);
    app->matrix_row = -1;
    app->x = app->y = -1;
    app->raster = bp_raster_create(context, error);
    return app->raster && bp_picture_resize(context, &app->picture, width, height, false, error);
}

void bp_app_close(bp_app *app) {
    if (app->lesson) bp_lesson_close(app);
    if (app->list) bp_list_close(app);
    if (app->model) bp_model_close(app);
    if (app->crowd) bp_crowd_close(app);
    if (app->context) bp_framebuffer_destroy(app->context, &app->picture);
    bp_raster_destroy(app->raster);
    *app = (bp_app){.context = NULL};
}

void bp_app_read_settings(bp_app *app) {
    bp_settings_read(&app->settings);
    app->saved = app->settings;
}

/* ---- the screens -------------------------------------------------------------------------------- */

static unsigned keys_of(const bp_app *app) {
    switch (app->screen) {
    case BP_SCREEN_LIST: return BP_KEYS_LIST;
    case BP_SCREEN_LESSON: return bp_lesson_keys(app);
    case BP_SCREEN_MODEL: return BP_KEYS_MODEL;
    default: return BP_KEYS_CROWD;
    }
}

/* A key or a character that the screen has a use for before the table of keys. */
static bool screen_types(bp_app *app, const bp_event *event, unsigned *requests) {
    switch (app->screen) {
    case BP_SCREEN_LIST: return bp_list_type(app, event);
    case BP_SCREEN_LESSON: return bp_lesson_type(app, event);
    case BP_SCREEN_MODEL: return bp_model_type(app, event, requests);
    default: return false;
    }
}

/* One switch for each screen's own actions; false: the action isn't the screen's. */
static bool screen_acts(bp_app *app, bp_action action, int value, bool repeat, unsigned *requests) {
    switch (app->screen) {
    case BP_SCREEN_LIST: return bp_list_act(app, action, value, requests);
    case BP_SCREEN_LESSON: return bp_lesson_act(app, action, value, repeat, requests);
    case BP_SCREEN_MODEL: return bp_model_act(app, action, value, repeat, requests);
    default: return bp_crowd_act(app, action, value);
    }
}

/* A mouse event outside of hit areas. */
static bool screen_points(bp_app *app, const bp_event *event) {
    switch (app->screen) {
    case BP_SCREEN_LIST: return bp_list_point(app, event);
    case BP_SCREEN_LESSON: return bp_lesson_point(app, event);
    case BP_SCREEN_MODEL: return bp_model_point(app, event);
    default: return bp_crowd_point(app, event);
    }
}

/* The mouse moved while the button holds a hit area, or went up. */
static void screen_holds(bp_app *app, const bp_event *event) {
    if (app->held.action == BP_ACTION_INSPECT_DRAWS) bp_inspector_slide(app, event->x);
    if (app->screen == BP_SCREEN_LESSON) bp_lesson_hold(app, event);
    if (app->screen == BP_SCREEN_MODEL) bp_model_hold(app, event);
}

static bool screen_ticks(bp_app *app, double seconds, unsigned *requests) {
    switch (app->screen) {
    case BP_SCREEN_LIST: return bp_list_tick(app, seconds);
    case BP_SCREEN_LESSON: return bp_lesson_tick(app, seconds);
    case BP_SCREEN_MODEL: return bp_model_tick(app, seconds, requests);
    default: return bp_crowd_tick(app, seconds);
    }
}

static bool screen_draws(bp_app *app, bp_error *error) {
    switch (app->screen) {
    case BP_SCREEN_LIST: return bp_list_draw(app, error);
    case BP_SCREEN_LESSON: return bp_lesson_draw(app, error);
    case BP_SCREEN_MODEL: return bp_model_draw(app, error);
    default: return bp_crowd_render(app, true, error);
    }
}

bool bp_app_is_moving(const bp_app *app) {
    switch (app->screen) {
    case BP_SCREEN_LIST: return bp_list_is_moving(app);
    case BP_SCREEN_LESSON: return bp_lesson_is_moving(app);
    case BP_SCREEN_MODEL: return bp_model_is_moving(app);
    default: return bp_crowd_is_moving(app);
    }
}

/* ---- events ------------------------------------------------------------------------------------- */

static void act(bp_app *app, bp_action action, int value, bool repeat, unsigned *requests) {
    app->notice[0] = '\0';
    *requests |= BP_REQUEST_REDRAW;
    if (action == BP_ACTION_LEAVE && app->settings.help) {
        app->settings.help = false;
        return;
    }
    if (screen_acts(app, action, value, repeat, requests)) return;
    if (bp_inspector_act(app, action, value) || bp_settings_act(&app->settings, action, value)) return;
    switch (action) {
    case BP_ACTION_SCREENSHOT: *requests |= BP_REQUEST_SCREENSHOT; break;
    case BP_ACTION_LINK: *requests |= BP_REQUEST_LINK; break;
    case BP_ACTION_FULLSCREEN: *requests |= BP_REQUEST_FULLSCREEN; break;
    case BP_ACTION_LEAVE: *requests |= app->settings.page ? 0 : BP_REQUEST_LEAVE; break;
    case BP_ACTION_QUIT: *requests |= BP_REQUEST_QUIT; break;
    default: break;
    }
}

/* The help covers all else: while it is open, keys close it or change how it looks. */
static bool acts_under_help(bp_action action) {
    return action == BP_ACTION_HELP || action == BP_ACTION_LEAVE || action == BP_ACTION_QUIT ||
           action == BP_ACTION_THEME || action == BP_ACTION_TEXT_SIZE || action == BP_ACTION_FULLSCREEN ||
           action == BP_ACTION_SCREENSHOT;
}

static void type(bp_app *app, const bp_event *event, unsigned *requests) {
    int value;
    const bp_binding *binding = bp_keys_find(keys_of(app), event, &value);
    bool help = app->settings.help;
    if (!help && (bp_inspector_type(app, event) || screen_types(app, event, requests))) {
        *requests |= BP_REQUEST_REDRAW;
        return;
    }
    if (!binding || (help && !acts_under_help(binding->action))) return;
    act(app, binding->action, value, event->repeat, requests);
}

static void press(bp_app *app, const bp_event *event, unsigned *requests) {
    const bp_hit_area *hit = bp_hit_areas_find(&app->drawn.hits, event->x, event->y);
    app->x = event->x, app->y = event->y;
    app->moved = 0;
    app->edited = false;
    app->held = (bp_hit_area){.action = BP_ACTION_NONE};
    if (hit && event->button != BP_BUTTON_LEFT) return;
    if (hit) {
        app->held = *hit;
        act(app, (bp_action)hit->action, hit->value, false, requests);
    } else if (!app->settings.help) {
        bool taken = bp_inspector_point(app, event) || screen_points(app, event);
        if (!taken) return;
        *requests |= BP_REQUEST_REDRAW;
        if (event->clicks == 2) act(app, BP_ACTION_VIEW_RESET, 0, false, requests);
    }
}

/* What is under the mouse. */
static void hover(bp_app *app, const bp_event *event, unsigned *requests) {
    const bp_hit_area *hit = bp_hit_areas_find(&app->drawn.hits, event->x, event->y);
    bp_hit_area now = hit ? *hit : (bp_hit_area){.action = BP_ACTION_NONE};
    if (now.action != app->hover.action || now.value != app->hover.value) *requests |= BP_REQUEST_REDRAW;
    app->hover = now;
    /* To an illustration a hit area is outside of it. */
    bp_event outside = *event;
    if (hit || app->settings.help) outside.x = outside.y = -1;
    if (bp_inspector_point(app, &outside) || screen_points(app, &outside)) *requests |= BP_REQUEST_REDRAW;
}

static void move_or_release(bp_app *app, const bp_event *event, unsigned *requests) {
    bool moves = event->kind == BP_EVENT_MOVE;
    if (moves) app->moved += fabsf(event->x - app->x) + fabsf(event->y - app->y);
    if (app->held.action != BP_ACTION_NONE) {
        screen_holds(app, event);
        if (!moves) app->held = (bp_hit_area){.action = BP_ACTION_NONE};
        *requests |= BP_REQUEST_REDRAW;
    } else if (moves) {
        hover(app, event, requests);
    } else if (screen_points(app, event)) {
        *requests |= BP_REQUEST_REDRAW;
    }
}

static void wheel(bp_app *app, const bp_event *event, unsigned *requests) {
    if (app->settings.help) return;
    for (int i = 0; i < BP_SCROLL_KINDS; i++) {
        const bp_scroll_area *area = &app->drawn.scrolls[i];
        if (i == BP_SCROLL_HISTORY ? !app->inspector.open : !bp_rect_contains(area->rect, event->x, event->y))
            continue;
        bp_app_scroll_by(app, (bp_scroll)i, event->wheel > 0 ? -area->step : area->step);
        *requests |= BP_REQUEST_REDRAW;
        return;
    }
    if (screen_points(app, event)) *requests |= BP_REQUEST_REDRAW;
}

/* A file that is dropped opens in a model's window. */
static void drop(bp_app *app, const char *path, unsigned *requests) {
    if (app->screen != BP_SCREEN_MODEL || !path) return;
    if (strlen(path) >= sizeof app->field.text) {
        bp_app_notify(app, "%.100s...: a name of %zu bytes is too long, %zu is the most", path, strlen(path),
                      sizeof app->field.text - 1);
        *requests |= BP_REQUEST_REDRAW;
        return;
    }
    memmove(app->field.text, path, strlen(path) + 1);
    *requests |= BP_REQUEST_REDRAW | BP_REQUEST_OPEN;
}

static void handle(bp_app *app, const bp_event *event, unsigned *requests) {
    switch (event->kind) {
    case BP_EVENT_NONE: return;
    case BP_EVENT_RESIZE:
        app->settings.width = event->width, app->settings.height = event->height;
        app->settings.scale = event->scale;
        app->drawn.valid &= app->coarse == event->coarse;
        app->coarse = event->coarse;
        *requests |= BP_REQUEST_REDRAW;
        return;
    case BP_EVENT_CLOSE: *requests |= BP_REQUEST_QUIT; return;
    case BP_EVENT_DROP: drop(app, event->path, requests); return;
    case BP_EVENT_SET:
        if (app->lesson) bp_lesson_set(app, event);
        if (app->model) bp_model_set(app, event);
        *requests |= BP_REQUEST_REDRAW;
        return;
    case BP_EVENT_KEY:
    case BP_EVENT_TEXT: type(app, event, requests); return;
    case BP_EVENT_PRESS: press(app, event, requests); break;
    case BP_EVENT_MOVE:
    case BP_EVENT_RELEASE: move_or_release(app, event, requests); break;
    case BP_EVENT_WHEEL: wheel(app, event, requests); break;
    }
    if (isfinite(event->x) && isfinite(event->y)) app->x = event->x, app->y = event->y;
}

bool bp_app_step(bp_app *app, const bp_event *events, size_t count, double seconds, unsigned *requests,
                 bp_error *error) {
    const unsigned ends =
        BP_REQUEST_LEAVE | BP_REQUEST_QUIT | BP_REQUEST_LESSON | BP_REQUEST_NEXT_LESSON | BP_REQUEST_OPEN;
    if (seconds > 0 && screen_ticks(app, seconds, requests)) *requests |= BP_REQUEST_REDRAW;
    for (size_t i = 0; i < count && !(*requests & ends); i++) {
        /* Events are judged by the world that the user saw. */
        if ((app->screen == BP_SCREEN_LESSON && !bp_lesson_update(app, error)) ||
            (app->screen == BP_SCREEN_MODEL && !bp_model_update(app, error)))
            return false;
        handle(app, &events[i], requests);
    }
    return true;
}

/* The crowd has a picture of its own, because its context changes with its settings. */
static const bp_framebuffer *picture_of(const bp_app *app) {
    return app->screen == BP_SCREEN_CROWD ? &app->crowd->picture : &app->picture;
}

/* ---- requests ----------------------------------------------------------------------------------- */

static void open_lesson(bp_app *app) {
    if (app->lesson) bp_lesson_close(app);
    bp_list_open_selected(app);
    if (!app->lesson) app->screen = BP_SCREEN_LIST;
}

bool bp_app_fulfil(bp_app *app, unsigned *requests, bp_error *error) {
    unsigned left = *requests;
    bp_text_log *texts = app->texts;
    if (left & BP_REQUEST_SCREENSHOT) {
        char path[200];
        bp_error failure = {0};
        if (app->screen == BP_SCREEN_MODEL)
            bp_model_picture_path(app, path, sizeof path);
        else if (app->screen == BP_SCREEN_LESSON)
            bp_lesson_picture_path(app, path, sizeof path);
        else
            snprintf(path, sizeof path, "demo.png");
        app->texts = NULL;
        bool ok = app->screen == BP_SCREEN_CROWD || bp_app_draw(app, &failure);
        app->texts = texts;
        ok = ok && bp_picture_write(picture_of(app), path, &failure);
        bp_app_report(app, ok, "picture written:", path, &failure);
    }
    if (app->screen == BP_SCREEN_LESSON) bp_lesson_fulfil(app, left);
    if (app->screen == BP_SCREEN_MODEL && !bp_model_fulfil(app, left, error)) return false;
    if (left & BP_REQUEST_LESSON) open_lesson(app);
    if ((left & BP_REQUEST_NEXT_LESSON) && app->list) {
        bp_list_select_next(app);
        open_lesson(app);
    } else if ((left & (BP_REQUEST_LEAVE | BP_REQUEST_QUIT)) && app->lesson && app->list) {
        bp_lesson_close(app); /* a lesson of the list gives way to the list */
        app->screen = BP_SCREEN_LIST;
        bp_list_refresh(app);
        left &= ~(unsigned)(BP_REQUEST_LEAVE | BP_REQUEST_QUIT);
        left |= BP_REQUEST_REDRAW;
    }
    if (left & (BP_REQUEST_LESSON | BP_REQUEST_NEXT_LESSON)) app->drawn = (bp_drawn){.valid = false};
    *requests = left;
    return true;
}

bool bp_app_draw(bp_app *app, bp_error *error) {
    const bp_settings *settings = &app->settings;
    const bool probed = app->screen != BP_SCREEN_LIST && app->screen != BP_SCREEN_CROWD && !settings->help;
    /* False colours hide the picture, and are drawn with what surrounds it. */
    const bool hidden = probed && !app->inspector.open && settings->false_color != BP_FALSE_COLOR_NONE;
    app->drawn.valid &= settings->width == app->picture.width && settings->height == app->picture.height;
    if (!bp_picture_resize(app->context, &app->picture, settings->width, settings->height, false, error))
        return false;
    return (hidden || screen_draws(app, error)) && (!probed || bp_probe_draw(app, screen_draws, error));
}

/* The illustration under the hand; NULL: the screen has none. */
static const bp_illustration *illustration_of(const bp_app *app) {
    switch (app->screen) {
    case BP_SCREEN_LESSON:
        return app->lesson->option_count > 0 ? &app->lesson->pictures[0] : &app->lesson->picture;
    case BP_SCREEN_MODEL: return &app->model->picture;
    case BP_SCREEN_LIST: return &app->list->character.picture;
    default: return NULL;
    }
}

static bp_pointer_shape cursor_of(const bp_app *app) {
    const bp_illustration *shown = illustration_of(app);
    if (app->held.action == BP_ACTION_NUMBER || app->hover.action == BP_ACTION_NUMBER) return BP_SHAPE_MOVE;
    if (app->hover.action != BP_ACTION_NONE) return BP_SHAPE_HAND;
    return shown ? bp_illustration_cursor(shown) : BP_SHAPE_ARROW;
}

/* When all stands still or the button goes up, another frame is drawn. */
static bool is_moving(const bp_app *app) {
    const bp_illustration *shown = illustration_of(app);
    return bp_app_is_moving(app) || (app->held.action != BP_ACTION_NONE && app->moved > 0) ||
           (shown && shown->hand.took.drag != BP_TAKE_NOTHING);
}

/* The squares of the picture that its last pass drew; NULL: others wrote to it, too. */
static const uint8_t *changed_tiles(const bp_app *app) {
    const bp_drawn_tiles tiles = bp_raster_drawn_tiles(app->raster);
    const bool all = tiles.size == BP_CHANGED_SIZE &&
                     tiles.across == (app->picture.width + BP_CHANGED_SIZE - 1) / BP_CHANGED_SIZE &&
                     tiles.down == (app->picture.height + BP_CHANGED_SIZE - 1) / BP_CHANGED_SIZE;
    return all && app->drawn.valid && app->screen != BP_SCREEN_CROWD ? tiles.drawn : NULL;
}

bool bp_app_frame(void *user, const bp_event *events, size_t count, double seconds, bp_frame *out,
                  bp_error *error) {
    bp_app *app = user;
    unsigned requests = 0;
    const struct bp_lesson_screen *lesson = app->lesson;
    bp_drawn_tiles tiles = bp_raster_drawn_tiles(app->raster);
    if (tiles.drawn)
        memset(tiles.drawn, 0, (size_t)tiles.across * (size_t)tiles.down); /* are on the screen */
    if (app->screen == BP_SCREEN_CROWD) bp_crowd_presented(app, seconds, out->presented);
    if (!bp_app_step(app, events, count, seconds, &requests, error)) return false;
    unsigned asked = requests;
    if (!bp_app_fulfil(app, &requests, error)) return false;
    bool other = app->lesson != lesson || (asked & (BP_REQUEST_OPEN | BP_REQUEST_NEXT_LESSON));
    out->quit = (requests & (BP_REQUEST_QUIT | BP_REQUEST_LEAVE)) != 0;
    if (app->screen == BP_SCREEN_CROWD && app->crowd->seconds_most > 0)
        out->quit |= app->crowd->elapsed >= app->crowd->seconds_most;
    out->toggle_fullscreen = (requests & BP_REQUEST_FULLSCREEN) != 0;
    bool measured = app->screen == BP_SCREEN_CROWD; /* each of its frames is drawn */
    if (!out->quit && (other || measured || (requests & BP_REQUEST_REDRAW))) {
        app->moves = is_moving(app);
        if (!bp_app_draw(app, error)) return false;
        app->moves = false;
        out->picture = picture_of(app);
        out->changed = changed_tiles(app);
        out->context = app->context;
    }
    if (other) out->title = app->title;
    out->moving = bp_app_is_moving(app);
    out->cursor = cursor_of(app);
    if (asked & BP_REQUEST_LINK) out->copy = app->command;
    if (app->lesson) bp_lesson_keep_progress(app, out->quit);
    bp_settings_keep(&app->settings, &app->saved);
    return true;
}

void bp_app_describe(void *user, bp_json_writer *json) {
    bp_app *app = user;
    static const char *const programs[] = {"list", "lesson", "view", "demo"};
    bp_json_write(json, "program: %s", programs[app->screen]);
    bp_settings_describe(&app->settings, json);
    bp_json_write(json, "notice: %s, typing: %i", app->notice, app->field.use != BP_FIELD_NONE);
    bp_inspector_describe(app, json);
    if (app->screen == BP_SCREEN_LESSON)
        bp_lesson_describe(app, json);
    else
        bp_keys_describe(keys_of(app), json); /* a lesson on the page has no buttons for its keys */
    if (app->screen == BP_SCREEN_MODEL) bp_model_describe(app, json);
}

bool bp_app_run(bp_app *app, const bp_window *window, const bp_window_options *options, bp_error *error) {
    const bp_window_client client = {app, bp_app_frame, bp_app_describe};
    return window->run(options, &client, error);
}
