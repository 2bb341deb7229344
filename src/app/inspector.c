/* Choosing the pixel. */
#include "app/inspector.h"
#include "app/layout.h"

enum { WHEEL_ROWS = 3, PAGE_ROWS = 12 };

int bp_inspector_stage(const bp_app *app, float x, float y) {
    for (int i = 0; i < app->drawn.rect_count; i++)
        if (bp_rect_contains(app->drawn.rects[i], x, y)) return i;
    return -1;
}

/* Shows the picture after `draws` draws, at least one. */
static void limit_draws(bp_app *app, int draws) {
    app->inspector.draws = draws >= app->drawn.inspector_draws ? 0 : draws > 1 ? draws : 1;
}

static void step_draws(bp_app *app, int by) {
    const bp_inspector *inspector = &app->inspector;
    if (app->drawn.inspector_draws == 0) return;
    limit_draws(app, (inspector->draws ? inspector->draws : app->drawn.inspector_draws) + by);
}

void bp_inspector_slide(bp_app *app, float x) {
    float part = bp_held_part(app, x);
    limit_draws(app, 1 + (int)(part * (float)(app->drawn.inspector_draws - 1) + 0.5f));
}

bool bp_inspector_act(bp_app *app, bp_action action, int value) {
    bp_inspector *inspector = &app->inspector;
    bool opens = !inspector->open;
    switch (action) {
    case BP_ACTION_INSPECT_EVENT:
        inspector->event = inspector->event == value ? 0 : value;
        inspector->kept = true;
        return true;
    case BP_ACTION_INSPECT_DRAWS:
        inspector->kept = true;
        bp_inspector_slide(app, app->x);
        return true;
    case BP_ACTION_INSPECT:
        *inspector = (bp_inspector){.open = opens,
                                    .has_pixel = opens && app->hover.action == BP_ACTION_NONE &&
                                                 bp_inspector_stage(app, app->x, app->y) >= 0,
                                    .x = (int)app->x,
                                    .y = (int)app->y};
        return true;
    default: return false;
    }
}

static void choose(bp_inspector *inspector, int x, int y) {
    inspector->has_pixel = true;
    inspector->x = x;
    inspector->y = y;
    inspector->scroll = inspector->event = 0;
}

static void scroll(bp_app *app, int rows) {
    int to = app->inspector.scroll + rows, most = app->drawn.inspector_scroll;
    if (to > most) to = most;
    app->inspector.scroll = to > 0 ? to : 0;
}

static int limited(int value, int first, int size) {
    if (value >= first + size) value = first + size - 1;
    return value < first ? first : value;
}

/* The first pixel is the middle of a stage. Later ones stay in theirs. */
static void move(bp_app *app, int dx, int dy) {
    bp_inspector *inspector = &app->inspector;
    int stage = bp_inspector_stage(app, (float)inspector->x, (float)inspector->y);
    if (stage < 0 || !inspector->has_pixel) {
        if (app->drawn.rect_count == 0) return;
        const bp_rect *first = &app->drawn.rects[0];
        choose(inspector, first->x + first->width / 2, first->y + first->height / 2);
    } else {
        const bp_rect *rect = &app->drawn.rects[stage];
        choose(inspector, limited(inspector->x + dx, rect->x, rect->width),
               limited(inspector->y + dy, rect->y, rect->height));
    }
    inspector->kept = true;
}

/* Esc closes the triangle, releases the pixel, and then closes the inspector. */
static void close_one(bp_inspector *inspector) {
    if (inspector->event)
        inspector->event = 0;
    else if (inspector->kept)
        inspector->kept = false;
    else
        inspector->open = false;
}

bool bp_inspector_type(bp_app *app, const bp_event *event) {
    bp_inspector *inspector = &app->inspector;
    if (!inspector->open || (app->field.use != BP_FIELD_NONE && app->field.use != BP_FIELD_ANSWER))
        return false;
    if (event->kind == BP_EVENT_TEXT && (event->text[0] == ',' || event->text[0] == '.')) {
        step_draws(app, event->text[0] == ',' ? -1 : 1);
        return true;
    }
    switch (event->kind != BP_EVENT_KEY || event->mods ? BP_KEY_NONE : event->key) {
    case BP_KEY_LEFT: move(app, -1, 0); return true;
    case BP_KEY_RIGHT: move(app, 1, 0); return true;
    case BP_KEY_UP: move(app, 0, -1); return true;
    case BP_KEY_DOWN: move(app, 0, 1); return true;
    case BP_KEY_PAGE_UP: scroll(app, -PAGE_ROWS); return true;
    case BP_KEY_PAGE_DOWN: scroll(app, PAGE_ROWS); return true;
    case BP_KEY_ESCAPE: close_one(inspector); return true;
    default: return false;
    }
}

bool bp_inspector_point(bp_app *app, const bp_event *event) {
    bp_inspector *inspector = &app->inspector;
    const bp_inspector before = *inspector;
    int x = (int)event->x, y = (int)event->y;
    bool pressed = event->kind == BP_EVENT_PRESS, touch = app->settings.touch;
    if (!inspector->open || event->kind == BP_EVENT_RELEASE) return false;
    if (event->kind == BP_EVENT_WHEEL) {
        scroll(app, event->wheel > 0 ? -WHEEL_ROWS : WHEEL_ROWS);
        return true;
    }
    bool on_stage = bp_inspector_stage(app, event->x, event->y) >= 0;
    if (pressed && (!on_stage || event->button != BP_BUTTON_LEFT || event->mods)) return false;
    inspector->follows = on_stage && (pressed || inspector->follows);
    bool moves = touch ? inspector->follows : pressed || !inspector->kept;
    if (on_stage && moves && (!before.has_pixel || x != before.x || y != before.y)) choose(inspector, x, y);
    if (pressed) inspector->kept = !inspector->kept && !touch;
    return pressed || inspector->x != before.x || inspector->y != before.y ||
           inspector->has_pixel != before.has_pixel;
}

void bp_inspector_describe(const bp_app *app, bp_json_writer *json) {
    if (!app->inspector.open) return;
    const bp_rect text = app->drawn.inspector_text;
    bp_json_open_object(json, "inspector");
    bp_json_open_row(json, "text");
    bp_json_put_integer(json, text.x);
    bp_json_put_integer(json, text.y);
    bp_json_put_integer(json, text.width);
    bp_json_put_integer(json, text.height);
    bp_json_end_array(json);
    bp_json_end_object(json);
}
