/* The demo's state (number of characters, threads, view, settings) and how events change it.
 *
 * A plain value: bp_demo_step takes events and time and returns requests for the outside world
 * (BP_REQUEST_...: screenshot, full screen, quit). It doesn't draw and knows no window, so tests can press
 * its keys. */
#ifndef BP_TOOLS_DEMO_DEMO_H
#define BP_TOOLS_DEMO_DEMO_H

#include "tools/demo/crowd.h"
#include "viewer/lesson/lesson_viewer.h"

typedef struct bp_demo {
    int width, height; /* pixels */
    float scale;       /* screen pixels for a unit of the user interface */
    int count;         /* characters */
    int threads, threads_max;
    bp_isa isa; /* never AUTO */
    int samples;
    bool wireframe, tiles, full_detail, light;
    bool panel, help;
    bool paused, orbiting; /* time stops; the camera orbits by itself */
    double time;           /* of the scene, in seconds */
    float yaw, pitch;      /* radians, added to the initial view */
    float zoom;            /* factor on the distance that frames the crowd */
    bool dragging;
    float x, y; /* last mouse position, pixels */
    char notice[160];
    double notice_left; /* seconds until it disappears */
} bp_demo;

typedef enum bp_demo_action {
    BP_DEMO_NOTHING,
    BP_DEMO_COUNT,   /* value: +1 or -1 */
    BP_DEMO_THREADS, /* likewise */
    BP_DEMO_ISA,
    BP_DEMO_SAMPLES,
    BP_DEMO_DETAIL,
    BP_DEMO_WIREFRAME,
    BP_DEMO_TILES,
    BP_DEMO_PAUSE,
    BP_DEMO_ORBIT,
    BP_DEMO_YAW,   /* value: +1 or -1 */
    BP_DEMO_PITCH, /* likewise */
    BP_DEMO_ZOOM,  /* value: +1 nearer, -1 */
    BP_DEMO_RESET,
    BP_DEMO_THEME,
    BP_DEMO_PANEL,
    BP_DEMO_HELP,
    BP_DEMO_SCREENSHOT,
    BP_DEMO_FULLSCREEN,
    BP_DEMO_BACK, /* closes the help, else ends the demo */
    BP_DEMO_QUIT,
} bp_demo_action;

/* The keys; their actions are of bp_demo_action. The help lists those that have a help text. */
extern const bp_key_table bp_demo_keys;

/* The initial state: 50 characters, the panel open. `threads` and `isa` are what the machine offers. */
bp_demo bp_demo_make(int width, int height, int threads, bp_isa isa);
/* Handles the events in order, then lets `seconds` pass. `hits` are the clickable areas, with a
 * bp_demo_action as value; may be NULL. Returns BP_REQUEST_SCREENSHOT, FULLSCREEN and QUIT bits. */
unsigned bp_demo_step(bp_demo *demo, const bp_hit_areas *hits, const bp_event *events, size_t count,
                      double seconds);
/* Shows a message for a few seconds. */
void bp_demo_notify(bp_demo *demo, const char *text);
/* The camera, for characters of that height. */
bp_camera bp_demo_camera(const bp_demo *demo, float height);
/* The settings for bp_crowd_draw. */
bp_crowd_settings bp_demo_crowd_settings(const bp_demo *demo, float height);

#endif
