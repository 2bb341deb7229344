/* The window in a web page: the page's script (src/web/window.js) passes events in, calls a frame when the
 * browser draws one, and copies the picture to a canvas. src/web/library.js has the functions that call the
 * page.
 *
 * A page must not be blocked, so `run` never returns here: bp_web_open leaves main by an exception that keeps
 * the stack. Everything that main's callers hold stays alive, and each frame is a call from the page. The
 * code after `run` never runs; the page drops the whole module instead. */
#include "app/window.h"
#include "base/system.h"
#include <emscripten.h>
#include <stdio.h>
#include <string.h>

static const double DOUBLE_CLICK = 0.4; /* seconds within which a second press is the double click's */

enum { EVENTS_MAX = 256, FILE_PATH_MAX = 1024 };

/* What bp_web_frame returns, as bits; the cursor is above them. src/web/window.js has the same. */
enum { MOVING = 1, TOGGLE_FULLSCREEN = 2, QUIT = 4, FAILED = 8, DRAWN = 16, CURSOR_SHIFT = 5 };

/* The page's functions; src/web/library.js says what they do. bp_web_open returns only without a page. */
void bp_web_open(const char *title);
void bp_web_present(const uint8_t *pixels, int width, int height, int stride, const uint8_t *changed);
void bp_web_set_title(const char *title);
void bp_web_fail(const char *message);
void bp_web_copy_link(void);
void bp_web_describe(const char *json);

/* The page has one window, and the page's functions carry no context. */
static struct {
    const bp_window_client *client;
    bp_event events[EVENTS_MAX];
    size_t event_count;
    char dropped[FILE_PATH_MAX]; /* the file dropped last */
    double last, presented, pressed;
    float pressed_x, pressed_y;
    bool moving;
} the_window;

static void queue_event(const bp_event *event) {
    bp_event *events = the_window.events;
    size_t count = the_window.event_count;
    /* Of several moves or sizes in a row only the last one counts. */
    if (count > 0 && events[count - 1].kind == event->kind &&
        (event->kind == BP_EVENT_MOVE || event->kind == BP_EVENT_RESIZE))
        count--;
    if (count == EVENTS_MAX) return;
    events[count] = *event;
    the_window.event_count = count + 1;
}

/* ---- called by the page ------------------------------------------------------------------------------- */

/* `name` is KeyboardEvent.key: a character, or a name like ArrowLeft. */
EMSCRIPTEN_KEEPALIVE void bp_web_key(const char *name, unsigned mods, bool repeat) {
    static const struct {
        const char *name;
        int key;
    } keys[] = {{" ", BP_KEY_SPACE},
                {"ArrowLeft", BP_KEY_LEFT},
                {"ArrowRight", BP_KEY_RIGHT},
                {"ArrowUp", BP_KEY_UP},
                {"ArrowDown", BP_KEY_DOWN},
                {"Home", BP_KEY_HOME},
                {"End", BP_KEY_END},
                {"PageUp", BP_KEY_PAGE_UP},
                {"PageDown", BP_KEY_PAGE_DOWN},
                {"Tab", BP_KEY_TAB},
                {"Enter", BP_KEY_ENTER},
                {"Escape", BP_KEY_ESCAPE},
                {"Backspace", BP_KEY_BACKSPACE},
                {"F1", BP_KEY_F1},
                {"F2", BP_KEY_F2},
                {"F11", BP_KEY_F11}};
    bp_event event = {.kind = BP_EVENT_KEY, .mods = mods, .repeat = repeat};
    for (size_t i = 0; i < BP_COUNT(keys); i++)
        if (strcmp(keys[i].name, name) == 0) event.key = keys[i].key;
    if ((mods & BP_MOD_CTRL) && name[0] != '\0' && name[1] == '\0') {
        char letter = (char)(name[0] | 0x20);
        if (letter >= 'a' && letter <= 'z') event.key = letter;
    }
    if (event.key != BP_KEY_NONE) queue_event(&event);
}

/* One character in UTF-8. */
EMSCRIPTEN_KEEPALIVE void bp_web_text(const char *text) {
    bp_event event = {.kind = BP_EVENT_TEXT};
    snprintf(event.text, sizeof event.text, "%.7s", text);
    queue_event(&event);
}

/* A key of the program's description (bp_key_table_describe), pressed as a button. */
EMSCRIPTEN_KEEPALIVE void bp_web_binding(const char *text, int key, unsigned mods) {
    if (key != BP_KEY_NONE)
        queue_event(&(bp_event){.kind = BP_EVENT_KEY, .key = key, .mods = mods});
    else
        bp_web_text(text);
}

/* A press (1), a release (2) or a move (3); x and y in pixels of the picture. */
EMSCRIPTEN_KEEPALIVE void bp_web_mouse(int what, float x, float y, int button, unsigned mods) {
    static const bp_event_kind kinds[] = {BP_EVENT_NONE, BP_EVENT_PRESS, BP_EVENT_RELEASE, BP_EVENT_MOVE};
    bp_event event = {.kind = kinds[what & 3], .x = x, .y = y, .button = button, .mods = mods, .clicks = 1};
    if (event.kind == BP_EVENT_PRESS) {
        double now = bp_seconds();
        float dx = x - the_window.pressed_x, dy = y - the_window.pressed_y;
        if (now - the_window.pressed < DOUBLE_CLICK && dx * dx + dy * dy < 36) event.clicks = 2;
        the_window.pressed = event.clicks == 2 ? 0 : now;
        the_window.pressed_x = x, the_window.pressed_y = y;
    }
    queue_event(&event);
}

EMSCRIPTEN_KEEPALIVE void bp_web_wheel(float x, float y, float notches, unsigned mods) {
    queue_event(&(bp_event){.kind = BP_EVENT_WHEEL, .x = x, .y = y, .wheel = notches, .mods = mods});
}

/* A bp_set; `again`: the drag of a slider goes on. */
EMSCRIPTEN_KEEPALIVE void bp_web_set(int what, int index, float value, bool again) {
    queue_event(&(bp_event){
        .kind = BP_EVENT_SET, .set = (bp_set)what, .index = index, .value = value, .repeat = again});
}

EMSCRIPTEN_KEEPALIVE void bp_web_resize(int width, int height, float scale, bool coarse) {
    queue_event(&(bp_event){
        .kind = BP_EVENT_RESIZE, .width = width, .height = height, .scale = scale, .coarse = coarse});
}

/* A file that the page has put into the module's file system. */
EMSCRIPTEN_KEEPALIVE void bp_web_drop(const char *path) {
    for (size_t i = 0; i < the_window.event_count; i++)
        if (the_window.events[i].kind == BP_EVENT_DROP) the_window.events[i].kind = BP_EVENT_NONE;
    snprintf(the_window.dropped, sizeof the_window.dropped, "%s", path);
    queue_event(&(bp_event){.kind = BP_EVENT_DROP, .path = the_window.dropped});
}

/* Tells the page in words what the picture shows. Without memory for that it keeps the last words. */
EMSCRIPTEN_KEEPALIVE void bp_web_tell(void) {
    const bp_window_client *client = the_window.client;
    bp_json_writer json = bp_json_writer_make(NULL);
    bp_file text;
    bp_json_write(&json, "{moving: %i", the_window.moving);
    if (client->describe) client->describe(client->user, &json);
    bp_json_write(&json, "}");
    if (!bp_json_writer_finish(&json, &text, NULL)) return;
    bp_web_describe((const char *)text.data);
    bp_file_free(NULL, &text);
}

EMSCRIPTEN_KEEPALIVE int bp_web_frame(void) {
    bp_error error = {0};
    bp_frame frame = {.presented = the_window.presented};
    double now = bp_seconds(), seconds = the_window.moving ? now - the_window.last : 0;
    the_window.last = now;
    bool ok = the_window.client->frame(the_window.client->user, the_window.events, the_window.event_count,
                                       seconds, &frame, &error);
    the_window.event_count = 0;
    if (!ok) {
        char text[400];
        bp_web_fail(bp_error_text(&error, text, sizeof text));
        return FAILED;
    }
    if (frame.title) bp_web_set_title(frame.title);
    double drawn = bp_seconds();
    if (frame.picture)
        bp_web_present(frame.picture->pixels, frame.picture->width, frame.picture->height,
                       frame.picture->stride, frame.changed);
    the_window.presented = bp_seconds() - drawn;
    if (frame.copy) bp_web_copy_link();
    the_window.moving = frame.moving;
    return (frame.moving ? MOVING : 0) | (frame.toggle_fullscreen ? TOGGLE_FULLSCREEN : 0) |
           (frame.quit ? QUIT : 0) | (frame.picture ? DRAWN : 0) | (int)frame.cursor << CURSOR_SHIFT;
}

/* The page opens another program: as if the window was closed. */
EMSCRIPTEN_KEEPALIVE void bp_web_close(void) {
    queue_event(&(bp_event){.kind = BP_EVENT_CLOSE});
    bp_web_frame();
}

/* ---- called by the program ---------------------------------------------------------------------------- */

/* The size is the page's. A program that runs without a page has no window. */
static bool run(const bp_window_options *options, const bp_window_client *client, bp_error *error) {
    the_window.client = client;
    bp_web_open(options->title);
    return bp_fail(error, BP_ERROR_ENVIRONMENT, NULL, "the program runs without a page");
}

static const bp_window WEB_WINDOW_KIND = {run};

const bp_window *bp_window_default(void) { return &WEB_WINDOW_KIND; }
