/* Starting a program and its twin, sending both the same events, and comparing what they show. */
#define _POSIX_C_SOURCE 200809L
#include "play.h"
#include "app/app.h"
#include "io/sequence.h"
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/cursorfont.h>
#include <X11/extensions/Xfixes.h>
#include <bindpose/io.h>
#include <bindpose/program.h>
#include <linux/capability.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern const bp_lesson_plan *const bp_lesson_registry[];

static Display *display;
static FILE *hand; /* xdotool, which reads commands */
static unsigned long cursors[BP_SHAPES];
static play *current; /* the twin's window finds its play here */

double play_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double play_patience(void) {
    const char *seconds = getenv("WINDOW_SECONDS");
    return seconds ? atof(seconds) : 20;
}

static void nap(void) { nanosleep(&(struct timespec){.tv_nsec = 4000000}, NULL); }

/* ---- pictures ----------------------------------------------------------------------------------- */

void play_free(play_picture *picture) {
    free(picture->pixels);
    *picture = (play_picture){0};
}

play_picture play_copy(const play_picture *from) {
    play_picture copy = *from;
    size_t size = (size_t)4 * (size_t)from->width * (size_t)from->height;
    copy.pixels = malloc(size);
    memcpy(copy.pixels, from->pixels, size);
    return copy;
}

int play_changed(const play_picture *a, const play_picture *b, bp_rect rect) {
    if (a->width != b->width || a->height != b->height) return a->width * a->height;
    int count = 0;
    for (int y = rect.y < 0 ? 0 : rect.y; y < rect.y + rect.height && y < a->height; y++)
        for (int x = rect.x < 0 ? 0 : rect.x; x < rect.x + rect.width && x < a->width; x++) {
            size_t at = 4 * ((size_t)y * (size_t)a->width + (size_t)x);
            count += memcmp(a->pixels + at, b->pixels + at, 3) != 0;
        }
    return count;
}

static int ignore_error(Display *from, XErrorEvent *event) {
    (void)from, (void)event;
    return 0;
}

void play_grab(play *p) {
    XWindowAttributes at;
    if (!XGetWindowAttributes(display, p->window, &at)) play_fail(p, "the window is gone");
    XImage *image =
        XGetImage(display, p->window, 0, 0, (unsigned)at.width, (unsigned)at.height, AllPlanes, ZPixmap);
    if (!image || image->bits_per_pixel != 32) play_fail(p, "the window's pixels can't be read");
    if (p->shown.width != at.width || p->shown.height != at.height) play_free(&p->shown);
    if (!p->shown.pixels) p->shown.pixels = malloc((size_t)4 * (size_t)at.width * (size_t)at.height);
    p->shown.width = at.width, p->shown.height = at.height;
    for (int y = 0; y < at.height; y++)
        for (int x = 0; x < at.width; x++) {
            const unsigned char *from = (unsigned char *)image->data + y * image->bytes_per_line + 4 * x;
            unsigned char *to = p->shown.pixels + 4 * ((size_t)y * (size_t)at.width + (size_t)x);
            to[0] = from[2], to[1] = from[1], to[2] = from[0], to[3] = 255;
        }
    XDestroyImage(image);
}

/* The twin's picture, borrowed from it unless its rows have gaps. */
static play_picture twin_picture(const play *p) {
    const bp_framebuffer *from = p->picture;
    play_picture to = {from->width, from->height,
                       malloc((size_t)4 * (size_t)from->width * (size_t)from->height)};
    size_t stride = (size_t)(from->stride ? from->stride : from->width), row = 4 * (size_t)from->width;
    for (int y = 0; y < from->height; y++)
        memcpy(to.pixels + (size_t)y * row, (const unsigned char *)from->pixels + 4 * stride * (size_t)y,
               row);
    return to;
}

static void keep_picture(const play *p, const char *which, const play_picture *from) {
    char path[512];
    bp_file file;
    if (!from->pixels) return;
    snprintf(path, sizeof path, "%s/tests/window/%s-%s.png", p->build, p->name, which);
    if (!bp_pixels_encode_png(NULL, (const bp_rgba8 *)(const void *)from->pixels, from->width, from->height,
                              (size_t)from->width, &file, NULL))
        return;
    FILE *to = fopen(path, "wb");
    if (to) fwrite(file.data, 1, file.size, to), fclose(to);
    bp_file_free(NULL, &file);
}

_Noreturn void play_fail(play *p, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    printf("%s: ", p->name);
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
    keep_picture(p, "window", &p->shown);
    if (p->picture) {
        play_picture twin = twin_picture(p);
        keep_picture(p, "twin", &twin);
        play_free(&twin);
    }
    if (p->process > 0) kill(p->process, SIGKILL);
    exit(1);
}

/* ---- the twin ----------------------------------------------------------------------------------- */

static void frame(play *p, const bp_event *events, size_t count, double seconds) {
    bp_error error = {0};
    p->last = (bp_frame){0};
    if (!p->client->frame(p->client->user, events, count, seconds, &p->last, &error))
        play_fail(p, "the twin: %s", error.message);
    if (p->last.picture) p->picture = p->last.picture;
}

void play_sync(play *p) {
    double end = play_seconds() + play_patience();
    for (int i = 0; i < (p->endless ? p->endless : 1000) && p->last.moving && !p->last.quit; i++)
        frame(p, NULL, 0, 0.1);
    if (p->last.quit) return;
    play_picture twin = twin_picture(p);
    bp_rect rect = p->compared.width ? p->compared : (bp_rect){0, 0, twin.width, twin.height};
    for (;; nap()) {
        play_grab(p);
        int apart = play_changed(&p->shown, &twin, rect);
        if (apart == 0) break;
        if (play_seconds() > end) play_fail(p, "the window shows %d other pixels than its twin", apart);
    }
    play_free(&twin);
}

/* ---- events ------------------------------------------------------------------------------------- */

static void say(play *p, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(hand, format, arguments);
    va_end(arguments);
    if (fflush(hand) != 0) play_fail(p, "xdotool is gone");
}

void play_send_key(play *p, const char *key) { say(p, "key --delay 2 %s\n", key); }

static const struct {
    const char *name;
    int key;
    const char *text;
} KEYS[] = {{"space", BP_KEY_SPACE, " "}, {"Return", BP_KEY_ENTER, ""}, {"Escape", BP_KEY_ESCAPE, ""},
            {"Left", BP_KEY_LEFT, ""},    {"Right", BP_KEY_RIGHT, ""},  {"Up", BP_KEY_UP, ""},
            {"Down", BP_KEY_DOWN, ""},    {"Home", BP_KEY_HOME, ""},    {"End", BP_KEY_END, ""},
            {"F2", BP_KEY_F2, ""},        {"Tab", BP_KEY_TAB, ""},      {"BackSpace", BP_KEY_BACKSPACE, ""},
            {"period", BP_KEY_NONE, "."}, {"minus", BP_KEY_NONE, "-"},  {"plus", BP_KEY_NONE, "+"},
            {"comma", BP_KEY_NONE, ","}};

void play_key(play *p, const char *key) {
    bp_event events[2] = {{.kind = BP_EVENT_KEY}, {.kind = BP_EVENT_TEXT}};
    const char *name = key;
    if (strncmp(name, "ctrl+", 5) == 0) events[0].mods = BP_MOD_CTRL, name += 5;
    if (!name[1]) {
        events[0].key = name[0] >= 'a' && name[0] <= 'z' ? name[0] : BP_KEY_NONE;
        if (!events[0].mods) events[1].text[0] = name[0];
    }
    for (size_t i = 0; i < BP_COUNT(KEYS); i++)
        if (strcmp(KEYS[i].name, name) == 0) {
            events[0].key = KEYS[i].key;
            snprintf(events[1].text, sizeof events[1].text, "%s", KEYS[i].text);
        }
    PLAY_EXPECT(p, events[0].key || events[1].text[0], "the play knows no key %s", key);
    play_send_key(p, key);
    frame(p, events, events[1].text[0] ? 2 : 1, 0);
    play_sync(p);
}

void play_type(play *p, const char *text) {
    for (; *text; text++)
        play_key(p, *text == '.'   ? "period"
                    : *text == '-' ? "minus"
                    : *text == '+' ? "plus"
                                   : (char[]){*text, 0});
}

static void mouse(play *p, bp_event_kind kind) {
    const bp_event event = {
        .kind = kind, .button = BP_BUTTON_LEFT, .x = (float)p->x + 0.5f, .y = (float)p->y + 0.5f};
    frame(p, &event, 1, 0);
}

void play_move(play *p, float x, float y) {
    p->x = (int)x, p->y = (int)y;
    say(p, "mousemove --window %lu %d %d\n", p->window, p->x, p->y);
    mouse(p, BP_EVENT_MOVE);
    play_sync(p);
}

void play_press(play *p) {
    say(p, "mousedown 1\n");
    mouse(p, BP_EVENT_PRESS);
}

void play_release(play *p) {
    say(p, "mouseup 1\n");
    mouse(p, BP_EVENT_RELEASE);
    play_sync(p);
}

void play_drag(play *p, const bp_vec2 *points, int count) {
    play_move(p, points[0].x, points[0].y);
    play_press(p);
    for (int i = 1; i < count; i++) play_move(p, points[i].x, points[i].y);
    play_release(p);
}

void play_click(play *p, float x, float y) { play_drag(p, &(bp_vec2){x, y}, 1); }

/* ---- the cursor --------------------------------------------------------------------------------- */

static unsigned long cursor_now(void) {
    XFixesCursorImage *image = XFixesGetCursorImage(display);
    unsigned long hash = 14695981039346656037u;
    for (int i = 0; image && i < image->width * image->height; i++)
        hash = (hash ^ (image->pixels[i] & 0xFFFFFFFFu)) * 1099511628211u;
    if (image) XFree(image);
    return hash;
}

/* How the cursors look: the empty screen shows each for a moment. */
static void learn_cursors(void) {
    static const unsigned shapes[BP_SHAPES] = {XC_left_ptr, XC_hand2, XC_fleur};
    for (int i = BP_SHAPES - 1; i >= 0; i--) { /* the arrow stays */
        XDefineCursor(display, DefaultRootWindow(display), XCreateFontCursor(display, shapes[i]));
        XSync(display, False);
        cursors[i] = cursor_now();
    }
}

void play_expect_cursor(play *p, bp_pointer_shape cursor) {
    static const char *const names[] = {"arrow", "hand", "move"};
    for (double end = play_seconds() + play_patience(); cursor_now() != cursors[cursor]; nap())
        if (play_seconds() > end)
            play_fail(p, "the cursor at %d, %d isn't the %s", p->x, p->y, names[cursor]);
}

/* ---- the program -------------------------------------------------------------------------------- */

static void start_program(play *p, char **argv) {
    fflush(NULL);
    p->process = fork();
    if (p->process != 0) return;
    char data[300];
    snprintf(data, sizeof data, "%s/window", p->folder);
    setenv("XDG_DATA_HOME", data, 1);
    if (chdir(data) != 0) _exit(126);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE); /* so that modes of folders bind root, too */
    execv(argv[0], argv);
    _exit(127);
}

/* The program's window, once it is shown; it gets the keyboard. */
static void find_window(play *p) {
    for (double end = play_seconds() + play_patience();; nap()) {
        Window root, parent, *children = NULL;
        unsigned count = 0;
        if (play_seconds() > end) play_fail(p, "no window");
        XQueryTree(display, DefaultRootWindow(display), &root, &parent, &children, &count);
        for (unsigned i = 0; i < count; i++) {
            char *title = NULL;
            XWindowAttributes at;
            bool ours = XFetchName(display, children[i], &title) && title && strstr(title, "Bindpose") &&
                        XGetWindowAttributes(display, children[i], &at) && at.map_state == IsViewable;
            if (title) XFree(title);
            if (ours) p->window = children[i];
        }
        if (children) XFree(children);
        if (p->window) break;
    }
    XSetInputFocus(display, p->window, RevertToPointerRoot, CurrentTime);
    XSync(display, False);
}

static bool run_twin(const bp_window_options *options, const bp_window_client *client, bp_error *error) {
    play *p = current;
    (void)error;
    find_window(p);
    XWindowAttributes at;
    XGetWindowAttributes(display, p->window, &at);
    p->client = client;
    (void)options;
    const bp_event size = {.kind = BP_EVENT_RESIZE, .width = at.width, .height = at.height, .scale = 1};
    frame(p, &size, 1, 0);
    p->script(p);
    for (int i = 0; !p->last.quit && i < 4; i++) play_key(p, "Escape");
    PLAY_EXPECT(p, p->last.quit, "Esc doesn't end it");
    int status = 0;
    double end = play_seconds() + play_patience();
    while (waitpid(p->process, &status, WNOHANG) == 0) {
        if (play_seconds() > end) play_fail(p, "the program doesn't end");
        nap();
    }
    p->process = 0;
    PLAY_EXPECT(p, status == 0, "the program ended with %d", status);
    return true;
}

void play_run(play *p, const bp_lesson_plan *lesson, int argc, char **argv) {
    static const bp_window TWIN = {run_twin};
    char path[400], data[300];
    display = XOpenDisplay(NULL);
    hand = popen("exec xdotool - 2>/dev/null", "w");
    if (!display || !hand) play_fail(p, "no screen, or no xdotool");
    signal(SIGPIPE, SIG_IGN);
    XSetErrorHandler(ignore_error); /* windows that are closed meanwhile */
    learn_cursors();
    say(p, "mousemove 2 2\n");
    snprintf(data, sizeof data, "%s/window", p->folder), mkdir(data, 0700);
    snprintf(data, sizeof data, "%s/twin", p->folder), mkdir(data, 0700);
    snprintf(path, sizeof path, "%s/%s", p->build, "bin/bindpose");
    if (lesson) snprintf(path, sizeof path, "%s/lessons/%s", p->build, lesson->name);
    argv[0] = path;
    start_program(p, argv);
    setenv("XDG_DATA_HOME", data, 1);
    PLAY_EXPECT(p, chdir(data) == 0, "there is no folder %s", data);
    current = p;
    int code = lesson ? bp_lesson_program(argc, argv, lesson, &TWIN)
                      : bp_program(argc, argv, bp_lesson_registry, &TWIN, "");
    PLAY_EXPECT(p, code == 0, "the twin ended with %d", code);
    play_free(&p->shown);
    pclose(hand);
    XCloseDisplay(display);
}
