/* The demo's state: how many characters, by how many threads, seen from where; and how an event changes it.
 *
 * A value like the viewer: bp_demo_step takes events and time and says what is wanted outside (screenshot, full
 * screen, quit: bits of BP_REQUEST_...). It draws nothing and knows no window, so tests press keys without one. */
#ifndef BP_TOOLS_DEMO_DEMO_H
#define BP_TOOLS_DEMO_DEMO_H

#include "tools/demo/crowd.h"
#include "viewer/lesson/lesson_viewer.h"

typedef struct bp_demo {
    int width, height; /* pixels */
    float scale;       /* of the screen */
    int count;         /* characters */
    int threads, threads_most;
    bp_isa isa; /* never AUTO */
    int samples;
    bool wireframe, tiles, full_detail, light;
    bool panel, help;
    bool paused, turning; /* time stands still; the view goes round by itself */
    double time;          /* of the scene, seconds */
    float yaw, pitch;     /* radians, on top of where one begins */
    float zoom;           /* times the distance that shows the crowd best */
    bool dragging;
    float x, y; /* where the mouse was last */
    char notice[160];
    double notice_left; /* seconds that it stays */
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
    BP_DEMO_BACK, /* closes the help, or ends the demo */
    BP_DEMO_QUIT,
} bp_demo_action;

/* A key and what it is for; the help shows those with words, in this order. */
typedef struct bp_demo_key {
    const char *label, *help; /* NULL: said by the line before */
    int key;                  /* bp_key or a letter with Ctrl; 0: it is a sign */
    unsigned mods;
    char sign; /* lower case */
    bp_demo_action act;
    int value;
} bp_demo_key;

extern const bp_demo_key bp_demo_keys[];
extern const int bp_demo_key_count;

/* 50 characters, the panel open; `threads` and `isa` are what the machine has. */
bp_demo bp_demo_make(int width, int height, int threads, bp_isa isa);
/* Events in order, then `seconds` go by. `hits` (what can be clicked; may be NULL) carry a bp_demo_action in their
 * value. Returns bits of BP_REQUEST_...: SCREENSHOT, FULLSCREEN, QUIT. */
unsigned bp_demo_step(bp_demo *demo, const bp_hit_areas *hits, const bp_event *events, size_t count,
                      double seconds);
/* Says something for a few seconds. */
void bp_demo_notify(bp_demo *demo, const char *text);
/* Where one looks from, the characters being so high. */
bp_camera bp_demo_camera(const bp_demo *demo, float height);
/* What the crowd is asked to draw. */
bp_crowd_settings bp_demo_crowd_settings(const bp_demo *demo, float height);

#endif
