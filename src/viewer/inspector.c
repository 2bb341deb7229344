/* Choosing the pixel. */
#include "viewer/inspector.h"
#include "viewer/hover.h"

enum { WHEEL_ROWS = 3, PAGE_ROWS = 12 };

/* Shows the picture after `draws` draws, at least one. */
static void limit_draws(bp_inspector *inspector, const bp_viewer_scope *scope, int draws) {
    int all = scope->drawn->inspector_draws;
    inspector->draws = draws >= all ? 0 : draws > 1 ? draws : 1;
}

static void step_draws(bp_inspector *inspector, const bp_viewer_scope *scope, int by) {
    if (scope->drawn->inspector_draws == 0) return;
    limit_draws(inspector, scope, (inspector->draws ? inspector->draws : scope->drawn->inspector_draws) + by);
}

static void scrub(bp_viewer *viewer, const bp_viewer_scope *scope, float x) {
    bp_rect track = scope->drawn->inspector_track;
    float part = (x - (float)track.x) / (float)(track.width > 1 ? track.width - 1 : 1);
    if (!(part > 0)) part = 0;
    if (part > 1) part = 1;
    limit_draws(&viewer->inspector, scope,
                1 + (int)(part * (float)(scope->drawn->inspector_draws - 1) + 0.5f));
}

void bp_inspector_act(bp_viewer *viewer, const bp_viewer_scope *scope, bp_action action, int value) {
    bp_inspector *inspector = &viewer->inspector;
    const bp_hover *hover = &viewer->hover;
    if (action == BP_ACTION_INSPECT_EVENT) {
        inspector->event = inspector->event == value ? 0 : value;
        inspector->kept = true;
    }
    if (action == BP_ACTION_INSPECT_DRAWS) { /* until the button is released */
        viewer->mouse.drag = BP_DRAG_SCRUB;
        inspector->scrubs = inspector->kept = true;
        scrub(viewer, scope, viewer->mouse.x);
    }
    if (action != BP_ACTION_INSPECT) return;
    bool opens = !inspector->open;
    *inspector = (bp_inspector){.open = opens,
                                .has_pixel = opens && hover->drag != BP_DRAG_NONE,
                                .x = (int)hover->x,
                                .y = (int)hover->y};
}

static void choose(bp_inspector *inspector, int x, int y) {
    inspector->has_pixel = true;
    inspector->x = x;
    inspector->y = y;
    inspector->scroll = inspector->event = 0;
}

static void scroll(bp_inspector *inspector, const bp_viewer_scope *scope, int rows) {
    int to = inspector->scroll + rows, most = scope->drawn->inspector_scroll;
    if (to > most) to = most;
    inspector->scroll = to > 0 ? to : 0;
}

static int limited(int value, int first, int size) {
    if (value >= first + size) value = first + size - 1;
    return value < first ? first : value;
}

/* The first pixel is the middle of a scene. Later ones stay in theirs. */
static void move(bp_inspector *inspector, const bp_viewer_scope *scope, int dx, int dy) {
    int number;
    const bp_drawn_frame *drawn = scope->drawn;
    const bp_placed_stage *scene = bp_scene_at(drawn, (float)inspector->x, (float)inspector->y, &number);
    if (!scene || !inspector->has_pixel) {
        if (drawn->scene_count == 0) return;
        const bp_rect *first = &drawn->scenes[0].rect;
        choose(inspector, first->x + first->width / 2, first->y + first->height / 2);
    } else {
        choose(inspector, limited(inspector->x + dx, scene->rect.x, scene->rect.width),
               limited(inspector->y + dy, scene->rect.y, scene->rect.height));
    }
    inspector->kept = true;
}

bool bp_inspector_key(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event) {
    bp_inspector *inspector = &viewer->inspector;
    if (inspector->open && event->kind == BP_EVENT_TEXT && (event->text[0] == ',' || event->text[0] == '.')) {
        step_draws(inspector, scope, event->text[0] == ',' ? -1 : 1);
        return true;
    }
    if (!inspector->open || event->kind != BP_EVENT_KEY || event->mods) return false;
    switch (event->key) {
    case BP_KEY_LEFT: move(inspector, scope, -1, 0); return true;
    case BP_KEY_RIGHT: move(inspector, scope, 1, 0); return true;
    case BP_KEY_UP: move(inspector, scope, 0, -1); return true;
    case BP_KEY_DOWN: move(inspector, scope, 0, 1); return true;
    case BP_KEY_PAGE_UP: scroll(inspector, scope, -PAGE_ROWS); return true;
    case BP_KEY_PAGE_DOWN: scroll(inspector, scope, PAGE_ROWS); return true;
    case BP_KEY_ESCAPE:
        if (inspector->event)
            inspector->event = 0;
        else if (inspector->kept)
            inspector->kept = false;
        else
            inspector->open = false;
        return true;
    default: return false;
    }
}

void bp_inspector_describe(const bp_inspector *inspector, const bp_drawn_frame *drawn, bp_json_writer *json) {
    if (!inspector->open) return;
    const bp_rect text = drawn->inspector_text;
    bp_json_open_object(json, "inspector");
    bp_json_open_row(json, "text");
    bp_json_put_integer(json, text.x);
    bp_json_put_integer(json, text.y);
    bp_json_put_integer(json, text.width);
    bp_json_put_integer(json, text.height);
    bp_json_end_array(json);
    bp_json_end_object(json);
}

bool bp_inspector_mouse(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event,
                        unsigned *requests) {
    bp_inspector *inspector = &viewer->inspector;
    const bp_inspector before = *inspector;
    int number, x = (int)event->x, y = (int)event->y;
    bool pressed = event->kind == BP_EVENT_PRESS;
    if (inspector->scrubs && viewer->mouse.drag == BP_DRAG_SCRUB && event->kind == BP_EVENT_MOVE) {
        scrub(viewer, scope, event->x);
        *requests |= BP_REQUEST_REDRAW;
        return true;
    }
    inspector->scrubs = false;
    if (!inspector->open || viewer->settings.help || viewer->mouse.drag != BP_DRAG_NONE) return false;
    if (event->kind == BP_EVENT_WHEEL) {
        scroll(inspector, scope, event->wheel > 0 ? -WHEEL_ROWS : WHEEL_ROWS);
        *requests |= BP_REQUEST_REDRAW;
        return true;
    }
    /* A pixel under the panel counts too: the panel then changes to the other half of the window. */
    bool on_scene = bp_scene_at(scope->drawn, event->x, event->y, &number);
    if (pressed && (!on_scene || event->button != BP_BUTTON_LEFT || event->mods)) return false;
    viewer->hover = (bp_hover){.drag = BP_DRAG_NONE};
    inspector->follows = on_scene && (pressed || inspector->follows);
    bool moves = viewer->settings.touch ? inspector->follows : pressed || !inspector->kept;
    if (on_scene && moves && (!before.has_pixel || x != before.x || y != before.y)) choose(inspector, x, y);
    if (pressed) inspector->kept = !inspector->kept && !viewer->settings.touch;
    if (pressed || inspector->x != before.x || inspector->y != before.y ||
        inspector->has_pixel != before.has_pixel)
        *requests |= BP_REQUEST_REDRAW;
    return true;
}
