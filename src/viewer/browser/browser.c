/* Selecting, scrolling and opening rows. */
#include "viewer/browser/browser.h"

bp_browser bp_browser_make(const bp_lesson_plan *const *lessons, int width, int height) {
    bp_browser browser = {.settings = bp_view_settings_make(width, height), .rows_seen = 1};
    while (lessons[browser.count] && browser.count < BP_BROWSER_MAX) browser.count++;
    return browser;
}

void bp_browser_show_selected(bp_browser *browser) {
    if (browser->selected < browser->top) browser->top = browser->selected;
    if (browser->selected >= browser->top + browser->rows_seen)
        browser->top = browser->selected - browser->rows_seen + 1;
}

static bool move(bp_browser *browser, int key) {
    int by = 0;
    switch (key) {
    case BP_KEY_LEFT:
    case BP_KEY_UP: by = -1; break;
    case BP_KEY_RIGHT:
    case BP_KEY_DOWN:
    case BP_KEY_TAB: by = 1; break;
    case BP_KEY_PAGE_UP: by = -browser->rows_seen; break;
    case BP_KEY_PAGE_DOWN: by = browser->rows_seen; break;
    case BP_KEY_HOME: by = -browser->count; break;
    case BP_KEY_END: by = browser->count; break;
    default: return false;
    }
    browser->selected += by;
    if (browser->selected > browser->count - 1) browser->selected = browser->count - 1;
    if (browser->selected < 0) browser->selected = 0;
    bp_browser_show_selected(browser);
    return true;
}

static unsigned act(bp_browser *browser, bp_action action, int value) {
    switch (action) {
    case BP_ACTION_THEME:
    case BP_ACTION_TEXT_SIZE: bp_view_settings_act(&browser->settings, action, value); break;
    case BP_ACTION_SCROLL:
        bp_browser_scroll(browser, value * (browser->rows_seen > 1 ? browser->rows_seen - 1 : 1));
        break;
    case BP_ACTION_FULLSCREEN: return BP_REQUEST_REDRAW | BP_REQUEST_FULLSCREEN;
    case BP_ACTION_LEAVE:
    case BP_ACTION_QUIT: return BP_REQUEST_QUIT;
    default: return 0;
    }
    return BP_REQUEST_REDRAW;
}

static unsigned press(bp_browser *browser, const bp_hit_areas *hits, const bp_event *event, int *open) {
    const bp_hit_area *hit = bp_hit_areas_find(hits, event->x, event->y);
    if (!hit || event->button != BP_BUTTON_LEFT) return 0;
    if (hit->action == BP_ACTION_STEP) {
        browser->selected = hit->value;
        *open = hit->value;
        return BP_REQUEST_REDRAW;
    }
    if (hit->action == BP_ACTION_ENTER) *open = browser->selected;
    return act(browser, hit->action, hit->value);
}

/* The mouse over a row selects it. */
static unsigned hover(bp_browser *browser, const bp_hit_areas *hits, const bp_event *event) {
    const bp_hit_area *hit = bp_hit_areas_find(hits, event->x, event->y);
    if (!hit || hit->action != BP_ACTION_STEP || hit->value == browser->selected) return 0;
    browser->selected = hit->value;
    return BP_REQUEST_REDRAW;
}

void bp_browser_scroll(bp_browser *browser, int by) {
    browser->top += by;
    if (browser->top > browser->count - browser->rows_seen)
        browser->top = browser->count - browser->rows_seen;
    if (browser->top < 0) browser->top = 0;
}

unsigned bp_browser_event(bp_browser *browser, const bp_hit_areas *hits, const bp_event *event, int *open) {
    int top = browser->top;
    switch (event->kind) {
    case BP_EVENT_RESIZE: bp_view_settings_resize(&browser->settings, event); return BP_REQUEST_REDRAW;
    case BP_EVENT_CLOSE: return BP_REQUEST_QUIT;
    case BP_EVENT_PRESS: return press(browser, hits, event, open);
    case BP_EVENT_MOVE: return hover(browser, hits, event);
    case BP_EVENT_WHEEL:
        bp_browser_scroll(browser, event->wheel > 0 ? -1 : 1);
        return browser->top != top ? BP_REQUEST_REDRAW : 0;
    case BP_EVENT_KEY:
    case BP_EVENT_TEXT: break;
    default: return 0;
    }
    browser->notice[0] = '\0';
    bool is_key = event->kind == BP_EVENT_KEY && event->mods == 0;
    if (is_key && (event->key == BP_KEY_ENTER || event->key == BP_KEY_SPACE) && browser->count > 0) {
        *open = browser->selected;
        return BP_REQUEST_REDRAW;
    }
    if (is_key && move(browser, event->key)) return BP_REQUEST_REDRAW;
    const bp_binding *binding = bp_key_table_lookup(&bp_lesson_keys, event);
    return binding ? act(browser, (bp_action)binding->action, binding->value) : 0;
}
