/* The demo's keys and mouse. */
#include "base/isa.h"
#include "tools/demo/demo.h"
#include <stdio.h>

static const int COUNTS[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000};
static const double NOTICE = 4;

/* clang-format off */ /* a table */
static const bp_binding KEYS[] = {
    {"+ -", NULL, "more and fewer characters, 1 to 10,000", 0, 0, '+', BP_DEMO_COUNT, 1},
    {NULL, NULL, NULL, 0, 0, '=', BP_DEMO_COUNT, 1},
    {NULL, NULL, NULL, 0, 0, '-', BP_DEMO_COUNT, -1},
    {"[ ]", NULL, "fewer and more threads", 0, 0, ']', BP_DEMO_THREADS, 1},
    {NULL, NULL, NULL, 0, 0, '[', BP_DEMO_THREADS, -1},
    {"I", NULL, "instruction set: the next one that this processor has", 0, 0, 'i', BP_DEMO_ISA, 0},
    {"M", NULL, "1 or 4 samples a pixel", 0, 0, 'm', BP_DEMO_SAMPLES, 0},
    {"D", NULL, "full detail for far ones too, or coarser meshes", 0, 0, 'd', BP_DEMO_DETAIL, 0},
    {"W", NULL, "wireframe", 0, 0, 'w', BP_DEMO_WIREFRAME, 0},
    {"T", NULL, "tiles, coloured by the time that each took", 0, 0, 't', BP_DEMO_TILES, 0},
    {"Space", NULL, "stop and go", BP_KEY_SPACE, 0, 0, BP_DEMO_PAUSE, 0},
    {"O", NULL, "the view goes round by itself, or stands", 0, 0, 'o', BP_DEMO_ORBIT, 0},
    {"arrows", NULL, "walk around; or drag with the mouse", BP_KEY_LEFT, 0, 0, BP_DEMO_YAW, -1},
    {NULL, NULL, NULL, BP_KEY_RIGHT, 0, 0, BP_DEMO_YAW, 1},
    {NULL, NULL, NULL, BP_KEY_UP, 0, 0, BP_DEMO_PITCH, 1},
    {NULL, NULL, NULL, BP_KEY_DOWN, 0, 0, BP_DEMO_PITCH, -1},
    {"PgUp PgDn", NULL, "nearer and farther; or the wheel", BP_KEY_PAGE_UP, 0, 0, BP_DEMO_ZOOM, 1},
    {NULL, NULL, NULL, BP_KEY_PAGE_DOWN, 0, 0, BP_DEMO_ZOOM, -1},
    {"Home", NULL, "look as at the beginning", BP_KEY_HOME, 0, 0, BP_DEMO_RESET, 0},
    {"L", NULL, "light or dark", 0, 0, 'l', BP_DEMO_THEME, 0},
    {"P", NULL, "figures at the side", 0, 0, 'p', BP_DEMO_PANEL, 0},
    {"S", NULL, "write a picture: demo.png", 0, 0, 's', BP_DEMO_SCREENSHOT, 0},
    {"F", NULL, "full screen; or F11", 0, 0, 'f', BP_DEMO_FULLSCREEN, 0},
    {NULL, NULL, NULL, BP_KEY_F11, 0, 0, BP_DEMO_FULLSCREEN, 0},
    {"H", NULL, "this help; or F1", 0, 0, 'h', BP_DEMO_HELP, 0},
    {NULL, NULL, NULL, BP_KEY_F1, 0, 0, BP_DEMO_HELP, 0},
    {"Esc", NULL, "out", BP_KEY_ESCAPE, 0, 0, BP_DEMO_BACK, 0},
    {NULL, NULL, NULL, 'q', BP_MOD_CTRL, 0, BP_DEMO_QUIT, 0},
};
/* clang-format on */
static const bp_key_section SECTION = {KEYS, BP_COUNT(KEYS)};
const bp_key_table bp_demo_keys = {{&SECTION}};

bp_demo bp_demo_make(int width, int height, int threads, bp_isa isa) {
    return (bp_demo){.width = width,
                     .height = height,
                     .scale = 1,
                     .count = 50,
                     .threads = threads,
                     .threads_max = threads,
                     .isa = isa,
                     .samples = 1,
                     .panel = true,
                     .orbiting = true,
                     .zoom = 1};
}

void bp_demo_notify(bp_demo *demo, const char *text) {
    snprintf(demo->notice, sizeof demo->notice, "%s", text);
    demo->notice_left = NOTICE;
}

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

static void orbit(bp_demo *demo, float yaw, float pitch) {
    demo->yaw += yaw;
    if (demo->yaw > BP_PI) demo->yaw -= 2 * BP_PI;
    if (demo->yaw < -BP_PI) demo->yaw += 2 * BP_PI;
    demo->pitch = bp_clamp(demo->pitch + pitch, -0.9f, 1.2f);
    demo->orbiting = false;
}

static void zoom(bp_demo *demo, float by) { demo->zoom = bp_clamp(demo->zoom * by, 0.05f, 4); }

static unsigned perform(bp_demo *demo, bp_demo_action action, int value) {
    switch (action) {
    case BP_DEMO_NOTHING: break;
    case BP_DEMO_COUNT: demo->count = next_count(demo->count, value); break;
    case BP_DEMO_THREADS:
        demo->threads += value;
        if (demo->threads < 1) demo->threads = 1;
        if (demo->threads > demo->threads_max) demo->threads = demo->threads_max;
        break;
    case BP_DEMO_ISA: demo->isa = next_isa(demo->isa); break;
    case BP_DEMO_SAMPLES: demo->samples = demo->samples == 1 ? 4 : 1; break;
    case BP_DEMO_DETAIL: demo->full_detail = !demo->full_detail; break;
    case BP_DEMO_WIREFRAME: demo->wireframe = !demo->wireframe; break;
    case BP_DEMO_TILES: demo->tiles = !demo->tiles; break;
    case BP_DEMO_PAUSE: demo->paused = !demo->paused; break;
    case BP_DEMO_ORBIT: demo->orbiting = !demo->orbiting; break;
    case BP_DEMO_YAW: orbit(demo, 0.1f * (float)value, 0); break;
    case BP_DEMO_PITCH: orbit(demo, 0, 0.06f * (float)value); break;
    case BP_DEMO_ZOOM: zoom(demo, value > 0 ? 0.85f : 1 / 0.85f); break;
    case BP_DEMO_RESET: demo->yaw = demo->pitch = 0, demo->zoom = 1; break;
    case BP_DEMO_THEME: demo->light = !demo->light; break;
    case BP_DEMO_PANEL: demo->panel = !demo->panel; break;
    case BP_DEMO_HELP: demo->help = !demo->help; break;
    case BP_DEMO_SCREENSHOT: return BP_REQUEST_SCREENSHOT;
    case BP_DEMO_FULLSCREEN: return BP_REQUEST_FULLSCREEN;
    case BP_DEMO_BACK:
        if (!demo->help) return BP_REQUEST_QUIT;
        demo->help = false;
        break;
    case BP_DEMO_QUIT: return BP_REQUEST_QUIT;
    }
    return 0;
}

static unsigned press(bp_demo *demo, const bp_hit_areas *hits, const bp_event *event) {
    const bp_hit_area *hit = hits ? bp_hit_areas_find(hits, event->x, event->y) : NULL;
    demo->x = event->x, demo->y = event->y;
    if (event->button != BP_BUTTON_LEFT) return 0;
    if (hit) return perform(demo, (bp_demo_action)hit->value, 1);
    demo->dragging = !demo->help;
    return 0;
}

static void drag(bp_demo *demo, const bp_event *event) {
    if (demo->dragging) {
        float height = (float)(demo->height > 0 ? demo->height : 1);
        orbit(demo, -3 * (event->x - demo->x) / height, 3 * (event->y - demo->y) / height);
    }
    demo->x = event->x, demo->y = event->y;
}

static unsigned handle(bp_demo *demo, const bp_hit_areas *hits, const bp_event *event) {
    const bp_binding *key;
    switch (event->kind) {
    case BP_EVENT_RESIZE:
        demo->width = event->width, demo->height = event->height;
        demo->scale = event->scale;
        return 0;
    case BP_EVENT_CLOSE: return BP_REQUEST_QUIT;
    case BP_EVENT_PRESS: return press(demo, hits, event);
    case BP_EVENT_RELEASE: demo->dragging = false; return 0;
    case BP_EVENT_MOVE: drag(demo, event); return 0;
    case BP_EVENT_WHEEL: zoom(demo, event->wheel > 0 ? 0.9f : 1 / 0.9f); return 0;
    case BP_EVENT_KEY:
    case BP_EVENT_TEXT:
        key = bp_key_table_lookup(&bp_demo_keys, event);
        return key ? perform(demo, (bp_demo_action)key->action, key->value) : 0;
    case BP_EVENT_DROP: /* the demo keeps its file */
    case BP_EVENT_NONE: break;
    }
    return 0;
}

unsigned bp_demo_step(bp_demo *demo, const bp_hit_areas *hits, const bp_event *events, size_t count,
                      double seconds) {
    unsigned requests = 0;
    for (size_t i = 0; i < count; i++) requests |= handle(demo, hits, &events[i]);
    demo->notice_left -= seconds;
    if (demo->notice_left <= 0) demo->notice[0] = '\0';
    if (demo->paused || !(seconds > 0)) return requests;
    demo->time += seconds;
    if (demo->orbiting) {
        orbit(demo, 0.06f * (float)seconds, 0);
        demo->orbiting = true;
    }
    return requests;
}

bp_camera bp_demo_camera(const bp_demo *demo, float height) {
    float radius = bp_crowd_radius(demo->count, height);
    /* Frames all of a small crowd; of a large one the middle, from within and from higher up. */
    float distance = 2.2f * height + 1.45f * radius, max = 26 * height;
    if (distance > max) distance = max;
    float tilt = 0.10f + 0.24f * distance / max + demo->pitch;
    bp_camera camera = {.target = {0, 0.5f * height, 0}, .fov_y = bp_radians(38)};
    distance *= demo->zoom;
    tilt = bp_clamp(tilt, -0.02f, 1.5f);
    camera.eye = bp_vec3_add(camera.target, (bp_vec3){distance * bp_cos(tilt) * bp_sin(demo->yaw + 0.35f),
                                                      distance * bp_sin(tilt),
                                                      distance * bp_cos(tilt) * bp_cos(demo->yaw + 0.35f)});
    /* Stay above the floor. */
    if (camera.eye.y < 0.12f * height) camera.eye.y = 0.12f * height;
    camera.near_z = 0.02f * distance < 0.4f * height ? 0.02f * distance : 0.4f * height;
    camera.far_z = distance + 3 * radius + 40 * height;
    return camera;
}

bp_crowd_settings bp_demo_crowd_settings(const bp_demo *demo, float height) {
    return (bp_crowd_settings){.count = demo->count,
                               .time = demo->time,
                               .camera = bp_demo_camera(demo, height),
                               .samples = demo->samples,
                               .light = demo->light,
                               .wireframe = demo->wireframe,
                               .full_detail = demo->full_detail,
                               .time_tiles = demo->tiles};
}
