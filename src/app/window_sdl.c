/* The window in SDL2; no other file uses SDL. It translates SDL's events and copies finished pictures to the
 * screen. While nothing moves it sleeps until an event.
 *
 * Pictures go through the window's surface, not through a renderer: opening a graphics driver takes longer
 * than drawing our first picture. */
#include "app/window.h"
#include "base/pool.h"
#include "base/system.h"
#include "simd/simd.h"
#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef _WIN32
#include <unistd.h>
#endif
#ifdef SDL_LATE
#include <dlfcn.h>
#endif

/* What we call of SDL. With the libraries that it needs it takes 11 ms to load, and most commands open no
 * window: where the build knows the library's name (SDL_LATE), it is loaded with the first window. */
#define FUNCTIONS(X)                                                                                         \
    X(ConvertPixels)                                                                                         \
    X(CreateSystemCursor)                                                                                    \
    X(CreateWindow)                                                                                          \
    X(Delay)                                                                                                 \
    X(FreeCursor)                                                                                            \
    X(GetCurrentVideoDriver)                                                                                 \
    X(GetDisplayUsableBounds)                                                                                \
    X(GetError)                                                                                              \
    X(GetMouseState)                                                                                         \
    X(GetWindowSize)                                                                                         \
    X(GetWindowSizeInPixels)                                                                                 \
    X(GetWindowSurface)                                                                                      \
    X(HideWindow)                                                                                            \
    X(Init)                                                                                                  \
    X(PollEvent)                                                                                             \
    X(SetClipboardText)                                                                                      \
    X(SetCursor)                                                                                             \
    X(SetHint)                                                                                               \
    X(SetWindowFullscreen)                                                                                   \
    X(SetWindowMinimumSize)                                                                                  \
    X(SetWindowTitle)                                                                                        \
    X(StartTextInput)                                                                                        \
    X(UpdateWindowSurface)                                                                                   \
    X(UpdateWindowSurfaceRects)                                                                              \
    X(WaitEvent)                                                                                             \
    X(WaitEventTimeout)                                                                                      \
    X(free)                                                                                                  \
    X(setenv)
#define MEMBER(name) __typeof__(SDL_##name) *name;
typedef struct sdl_functions {
    FUNCTIONS(MEMBER)
} sdl_functions;

enum { EVENTS_MAX = 64, LEAST_WIDTH = 480, LEAST_HEIGHT = 360 };

/* A picture is compared with the last one by rectangles: at most so many across and down. */
enum { GRID = 64, CHANGED_MAX = GRID * GRID / 2 };

static const double FRAME = 1.0 / 60;

typedef struct sdl_window {
    sdl_functions sdl;
    SDL_Window *window;
    const bp_window_client *client;
    bp_event events[EVENTS_MAX];
    size_t event_count;
    double last;      /* when the last frame began */
    double presented; /* seconds that copying the last picture took */
    bool moving;      /* the last frame asked for the next one at once */
    unsigned mods;    /* at the event being translated: SDL's own state is ahead of it */
    bool fullscreen;
    SDL_Cursor *cursors[BP_SHAPES]; /* made when first shown; NULL: the default */
    bp_pointer_shape cursor;
    bool damaged;               /* the screen must be redrawn */
    const SDL_Surface *surface; /* of the last picture */
    char *dropped;              /* owned by SDL: the file dropped last, until the end of the frame */
} sdl_window;

static int key_of(SDL_Keycode code) {
    static const struct {
        SDL_Keycode code;
        int key;
    } keys[] = {{SDLK_SPACE, BP_KEY_SPACE},
                {SDLK_LEFT, BP_KEY_LEFT},
                {SDLK_RIGHT, BP_KEY_RIGHT},
                {SDLK_UP, BP_KEY_UP},
                {SDLK_DOWN, BP_KEY_DOWN},
                {SDLK_HOME, BP_KEY_HOME},
                {SDLK_END, BP_KEY_END},
                {SDLK_PAGEUP, BP_KEY_PAGE_UP},
                {SDLK_PAGEDOWN, BP_KEY_PAGE_DOWN},
                {SDLK_TAB, BP_KEY_TAB},
                {SDLK_RETURN, BP_KEY_ENTER},
                {SDLK_KP_ENTER, BP_KEY_ENTER},
                {SDLK_ESCAPE, BP_KEY_ESCAPE},
                {SDLK_BACKSPACE, BP_KEY_BACKSPACE},
                {SDLK_F1, BP_KEY_F1},
                {SDLK_F2, BP_KEY_F2},
                {SDLK_F11, BP_KEY_F11}};
    for (size_t i = 0; i < BP_COUNT(keys); i++)
        if (keys[i].code == code) return keys[i].key;
    return code >= 'a' && code <= 'z' ? (int)code : BP_KEY_NONE;
}

static unsigned mods_of(unsigned state) {
    return (state & KMOD_SHIFT ? BP_MOD_SHIFT : 0u) | (state & (KMOD_CTRL | KMOD_GUI) ? BP_MOD_CTRL : 0u);
}

static float scale_of(const sdl_window *p) {
    int wide = 0, pixels = 0;
    p->sdl.GetWindowSize(p->window, &wide, NULL);
    p->sdl.GetWindowSizeInPixels(p->window, &pixels, NULL);
    return wide > 0 && pixels > wide ? (float)pixels / (float)wide : 1;
}

static bp_event resize_event(const sdl_window *p) {
    bp_event event = {.kind = BP_EVENT_RESIZE, .scale = scale_of(p)};
    p->sdl.GetWindowSizeInPixels(p->window, &event.width, &event.height);
    if (event.width < 1) event.width = 1;
    if (event.height < 1) event.height = 1;
    return event;
}

static bp_event mouse_event(const sdl_window *p, bp_event_kind kind, int button, int x, int y) {
    float scale = scale_of(p);
    bp_event event = {.kind = kind, .x = ((float)x + 0.5f) * scale, .y = ((float)y + 0.5f) * scale};
    event.button = button == SDL_BUTTON_RIGHT    ? BP_BUTTON_RIGHT
                   : button == SDL_BUTTON_MIDDLE ? BP_BUTTON_MIDDLE
                                                 : BP_BUTTON_LEFT;
    event.mods = p->mods;
    return event;
}

static bp_event window_event(sdl_window *p, const SDL_WindowEvent *from) {
    if (from->event == SDL_WINDOWEVENT_EXPOSED) p->damaged = true;
    /* Nothing is under a mouse that left the window; a drag holds on to it. */
    if (from->event == SDL_WINDOWEVENT_LEAVE && p->sdl.GetMouseState(NULL, NULL) == 0)
        return mouse_event(p, BP_EVENT_MOVE, 0, -1, -1);
    if (from->event == SDL_WINDOWEVENT_SIZE_CHANGED) {
        p->damaged = true;
        return resize_event(p);
    }
    return (bp_event){.kind = BP_EVENT_NONE};
}

static bp_event wheel_event(const sdl_window *p, const SDL_MouseWheelEvent *from) {
    int x, y;
    p->sdl.GetMouseState(&x, &y);
    bp_event event = mouse_event(p, BP_EVENT_WHEEL, 0, x, y);
    event.wheel = from->direction == SDL_MOUSEWHEEL_FLIPPED ? -from->preciseY : from->preciseY;
    return event;
}

static bp_event translate(sdl_window *p, const SDL_Event *from) {
    bp_event event = {.kind = BP_EVENT_NONE};
    switch (from->type) {
    case SDL_QUIT: event.kind = BP_EVENT_CLOSE; break;
    case SDL_WINDOWEVENT: return window_event(p, &from->window);
    case SDL_KEYUP: p->mods = mods_of(from->key.keysym.mod); break;
    case SDL_KEYDOWN:
        p->mods = mods_of(from->key.keysym.mod);
        event.kind = BP_EVENT_KEY;
        event.key = key_of(from->key.keysym.sym);
        event.mods = p->mods;
        event.repeat = from->key.repeat != 0;
        break;
    case SDL_TEXTINPUT:
        /* With Ctrl some systems also send the character: the key event is enough. */
        if (p->mods & BP_MOD_CTRL) break;
        event.kind = BP_EVENT_TEXT;
        snprintf(event.text, sizeof event.text, "%.7s", from->text.text);
        break;
    case SDL_MOUSEBUTTONDOWN:
        event = mouse_event(p, BP_EVENT_PRESS, from->button.button, from->button.x, from->button.y);
        event.clicks = from->button.clicks;
        break;
    case SDL_MOUSEBUTTONUP:
        return mouse_event(p, BP_EVENT_RELEASE, from->button.button, from->button.x, from->button.y);
    case SDL_MOUSEMOTION: return mouse_event(p, BP_EVENT_MOVE, 0, from->motion.x, from->motion.y);
    case SDL_DROPFILE:
        p->sdl.free(p->dropped);
        p->dropped = from->drop.file;
        bp_path_normalize(p->dropped);
        event.kind = BP_EVENT_DROP;
        event.path = p->dropped;
        break;
    case SDL_MOUSEWHEEL:
        if (from->wheel.preciseY != 0) return wheel_event(p, &from->wheel);
        break;
    default: break;
    }
    return event;
}

static void queue_event(sdl_window *p, const SDL_Event *from) {
    bp_event event = translate(p, from);
    if (event.kind == BP_EVENT_NONE || p->event_count == EVENTS_MAX) return;
    /* Of several files dropped together only the last one's name is still valid. */
    for (size_t i = 0; event.kind == BP_EVENT_DROP && i < p->event_count; i++)
        if (p->events[i].kind == BP_EVENT_DROP) p->events[i].kind = BP_EVENT_NONE;
    /* Of several moves or sizes in a row only the last one counts. */
    if (p->event_count > 0 && p->events[p->event_count - 1].kind == event.kind &&
        (event.kind == BP_EVENT_MOVE || event.kind == BP_EVENT_RESIZE))
        p->event_count--;
    p->events[p->event_count++] = event;
}

/* Waits for the next frame's time or an event, then takes all pending events. */
static void gather(sdl_window *p) {
    SDL_Event event;
    bool any;
    if (p->moving) {
        double left = FRAME - (bp_seconds() - p->last);
        any = left > 0.001 ? p->sdl.WaitEventTimeout(&event, (int)(left * 1000)) : p->sdl.PollEvent(&event);
    } else {
        any = p->sdl.WaitEvent(&event);
    }
    while (any) {
        queue_event(p, &event);
        any = p->event_count < EVENTS_MAX && p->sdl.PollEvent(&event);
    }
    /* A drag sends events faster than 60 frames a second. */
    while (p->moving && bp_seconds() - p->last < FRAME - 0.001) p->sdl.Delay(1);
}

static bool sdl_failed(const sdl_window *p, bp_error *error, const char *what) {
    return bp_fail(error, BP_ERROR_ENVIRONMENT, NULL, "%s: %s", what, p->sdl.GetError());
}

/* R, G, B, A to B, G, R, unused: pixels of a row, the usual format of surfaces. Returns whether any differs
 * from what was there. */
static bool copy_row(uint8_t *to, const uint8_t *from, int width) {
    vu differ = {0};
    int x = 0;
    for (; x + LANES <= width; x += LANES) {
        vu rgba = (vu)vi_load(from + 4 * x);
        vu bgra = (rgba & 0xff00ff00) | (rgba & 255) << 16 | (rgba >> 16 & 255);
        differ |= bgra ^ (vu)vi_load(to + 4 * x);
        vi_store(to + 4 * x, (vi)bgra);
    }
    bool changed = vi_movemask((vi)(differ != 0)) != 0;
    for (; x < width; x++)
        for (int c = 0; c < 4; c++) {
            uint8_t byte = from[4 * x + (c < 3 ? 2 - c : 3)];
            changed |= to[4 * x + c] != byte;
            to[4 * x + c] = byte;
        }
    return changed;
}

/* A picture on its way to the surface, in rectangles of whole squares. */
typedef struct copying {
    const SDL_Surface *surface;
    const bp_framebuffer *picture;
    const uint8_t *squares; /* that may have changed; NULL: all */
    int width, height, across, down;
    bool differs[GRID][GRID]; /* the rectangles with another pixel than before */
} copying;

static void copy_band(void *user, size_t band, int worker) {
    copying *c = user;
    const int size = BP_CHANGED_SIZE, row = (c->picture->width + size - 1) / size, top = (int)band * c->down,
              bottom = top + c->down < c->height ? top + c->down : c->height;
    (void)worker;
    for (int y = top; y < bottom; y++) {
        uint8_t *to = (uint8_t *)c->surface->pixels + (size_t)c->surface->pitch * (size_t)y;
        const uint8_t *from = c->picture->pixels + 4 * (size_t)c->picture->stride * (size_t)y;
        for (int x = 0; x < c->width; x += size)
            if (!c->squares || c->squares[y / size * row + x / size])
                c->differs[band][x / c->across] |=
                    copy_row(to + 4 * x, from + 4 * x, x + size < c->width ? size : c->width - x);
    }
}

/* Copies those squares of the picture that may have changed (NULL: all) to the surface and lists the
 * rectangles that did, -1 on an error: sending pixels to the screen costs more than comparing them. SDL would
 * convert the format byte by byte, in a quarter of a frame's time. */
static int copy_pixels(const sdl_window *p, const SDL_Surface *surface, const bp_frame *frame, int width,
                       int height, const uint8_t *squares, SDL_Rect changed[CHANGED_MAX]) {
    const bp_framebuffer *picture = frame->picture;
    uint32_t format = surface->format->format;
    if (SDL_BYTEORDER != SDL_LIL_ENDIAN ||
        (format != SDL_PIXELFORMAT_RGB888 && format != SDL_PIXELFORMAT_ARGB8888)) {
        changed[0] = (SDL_Rect){0, 0, width, height};
        int code = p->sdl.ConvertPixels(width, height, SDL_PIXELFORMAT_RGBA32, picture->pixels,
                                        4 * picture->stride, format, surface->pixels, surface->pitch);
        return code == 0 ? 1 : -1;
    }
    const int size = BP_CHANGED_SIZE, across = (width / GRID + size) / size * size,
              down = (height / GRID + size) / size * size, bands = (height + down - 1) / down;
    copying c = {surface, picture, squares, width, height, across, down, {{false}}};
    bp_pool_run(bp_context_pool(frame->context), (size_t)bands, copy_band, &c);
    int count = 0;
    for (int y = 0; y < bands; y++)
        for (int x = 0; x * across < width; x++) {
            SDL_Rect rect = {x * across, y * down, across, down};
            if (rect.x + across > width) rect.w = width - rect.x;
            if (rect.y + down > height) rect.h = height - rect.y;
            if (c.differs[y][x] && x > 0 && c.differs[y][x - 1])
                changed[count - 1].w += rect.w; /* one rectangle with its neighbour */
            else if (c.differs[y][x])
                changed[count++] = rect;
        }
    return count;
}

static bool present(sdl_window *p, const bp_frame *frame, bp_error *error) {
    const bp_framebuffer *picture = frame->picture;
    SDL_Surface *surface = p->sdl.GetWindowSurface(p->window);
    if (!surface) return sdl_failed(p, error, "the window has no surface");
    int width = picture->width < surface->w ? picture->width : surface->w;
    int height = picture->height < surface->h ? picture->height : surface->h;
    SDL_Rect changed[CHANGED_MAX];
    const bool whole = p->damaged || surface != p->surface;
    const int count = copy_pixels(p, surface, frame, width, height, whole ? NULL : frame->changed, changed);
    if (count < 0) return sdl_failed(p, error, "the picture can't be copied");
    p->surface = surface;
    if ((whole ? p->sdl.UpdateWindowSurface(p->window)
               : p->sdl.UpdateWindowSurfaceRects(p->window, changed, count)) != 0)
        return sdl_failed(p, error, "the picture can't be shown");
    return true;
}

static void show_cursor(sdl_window *p, bp_pointer_shape cursor) {
    static const SDL_SystemCursor kinds[BP_SHAPES] = {SDL_SYSTEM_CURSOR_ARROW, SDL_SYSTEM_CURSOR_HAND,
                                                      SDL_SYSTEM_CURSOR_SIZEALL};
    if (cursor == p->cursor) return;
    p->cursor = cursor;
    if (!p->cursors[cursor]) p->cursors[cursor] = p->sdl.CreateSystemCursor(kinds[cursor]);
    if (p->cursors[cursor]) p->sdl.SetCursor(p->cursors[cursor]);
}

static bool step(sdl_window *p, bool *quit, bp_error *error) {
    double now = bp_seconds(), seconds = p->moving ? now - p->last : 0;
    bp_frame frame = {.presented = p->presented};
    p->last = now;
    bool ok = p->client->frame(p->client->user, p->events, p->event_count, seconds, &frame, error);
    p->event_count = 0;
    p->sdl.free(p->dropped);
    p->dropped = NULL;
    if (!ok) return false;
    show_cursor(p, frame.cursor);
    if (frame.title) p->sdl.SetWindowTitle(p->window, frame.title);
    double drawn = bp_seconds();
    if (frame.picture && !present(p, &frame, error)) return false;
    p->presented = bp_seconds() - drawn;
    if (!frame.picture && p->damaged) p->sdl.UpdateWindowSurface(p->window);
    p->damaged = false;
    if (frame.toggle_fullscreen) {
        p->fullscreen = !p->fullscreen;
        p->sdl.SetWindowFullscreen(p->window, p->fullscreen ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
    }
    if (frame.copy) p->sdl.SetClipboardText(frame.copy);
    p->moving = frame.moving;
    *quit = frame.quit;
    return true;
}

/* Without a screen SDL may fall back to a driver that shows nothing. We accept that only on request. */
static bool has_no_screen(const sdl_window *p) {
    const char *driver = p->sdl.GetCurrentVideoDriver();
    bool asked = getenv("SDL_VIDEODRIVER") != NULL;
    return !asked && driver && (strcmp(driver, "offscreen") == 0 || strcmp(driver, "dummy") == 0);
}

/* Its usual value, if it is unset: else Wayland's library complains before SDL tries X11. */
static void set_runtime_dir(const sdl_window *p) {
#ifndef _WIN32
    p->sdl.setenv("XDG_RUNTIME_DIR", bp_format("/run/user/%u", (unsigned)getuid()).text, 0);
#endif
}

static bool load(sdl_functions *sdl, bp_error *error) {
#ifdef SDL_LATE
    void *library = dlopen(SDL_LATE, RTLD_NOW);
    if (!library) return bp_fail(error, BP_ERROR_ENVIRONMENT, NULL, "no window can be opened: %s", dlerror());
#define TAKE(name)                                                                                           \
    *(void **)&sdl->name = dlsym(library, "SDL_" #name);                                                     \
    if (!sdl->name)                                                                                          \
        return bp_fail(error, BP_ERROR_ENVIRONMENT, NULL, "no window can be opened: %s", dlerror());
#else
#define TAKE(name) sdl->name = SDL_##name;
#endif
    FUNCTIONS(TAKE)
    return true;
}

static bool open_window(sdl_window *p, const bp_window_options *options, bp_error *error) {
    if (!load(&p->sdl, error)) return false;
    p->sdl.SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    p->sdl.SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    p->sdl.SetHint(SDL_HINT_WINDOWS_DPI_AWARENESS, "permonitorv2");
    p->sdl.SetHint(SDL_HINT_WINDOWS_DPI_SCALING, "1"); /* sizes in points, as elsewhere */
    set_runtime_dir(p);
    if (p->sdl.Init(SDL_INIT_VIDEO) != 0) return sdl_failed(p, error, "no window can be opened");
    /* SDL has surfaces of Wayland's windows by its renderer alone. */
    if (strcmp(p->sdl.GetCurrentVideoDriver(), "wayland") == 0)
        p->sdl.SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "1");
    if (has_no_screen(p)) return bp_fail(error, BP_ERROR_ENVIRONMENT, NULL, "SDL found no screen");
    int width = options->width > 0 ? options->width : 1280,
        height = options->height > 0 ? options->height : 800;
    SDL_Rect screen; /* without taskbars: a larger window would hide its lower edge */
    if (p->sdl.GetDisplayUsableBounds(0, &screen) == 0) {
        if (width > screen.w) width = screen.w;
        if (height > screen.h) height = screen.h;
    }
    p->window = p->sdl.CreateWindow(options->title, SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, width,
                                    height, SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    if (!p->window) return sdl_failed(p, error, "no window can be opened");
    p->sdl.SetWindowMinimumSize(p->window, LEAST_WIDTH, LEAST_HEIGHT);
    p->sdl.StartTextInput();
    p->events[p->event_count++] = resize_event(p);
    return true;
}

static bool run(const bp_window_options *options, const bp_window_client *client, bp_error *error) {
    sdl_window *p = bp_alloc(NULL, 1, sizeof *p, error);
    if (!p) return false;
    p->client = client;
    bool quit = false, ok = open_window(p, options, error);
    while (ok && !quit) {
        ok = step(p, &quit, error);
        if (ok && !quit) gather(p);
    }
    if (p->dropped) p->sdl.free(p->dropped);
    for (int i = 0; i < BP_SHAPES; i++)
        if (p->cursors[i]) p->sdl.FreeCursor(p->cursors[i]);
    /* The end of the program closes the window. On X11, SDL_WaitEvent has sent it a message by a
     * connection of its own, which may still be on the way: if the window were gone by then, Xlib would
     * end the program with an error (BadWindow in X_SendEvent). */
    if (p->window) p->sdl.HideWindow(p->window);
    bp_free(NULL, p);
    return ok;
}

static const bp_window SDL_WINDOW_KIND = {run};

const bp_window *bp_window_default(void) { return &SDL_WINDOW_KIND; }
