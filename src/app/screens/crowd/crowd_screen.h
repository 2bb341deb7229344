/* The screen of the crowd: number of characters, threads, view, settings, and the measurements of the last
 * frames. It draws with a context of its own, because threads and instruction set can be chosen. */
#ifndef BP_APP_SCREENS_CROWD_CROWD_SCREEN_H
#define BP_APP_SCREENS_CROWD_CROWD_SCREEN_H

#include "app/screens/crowd/crowd.h"
#include "app/state.h"

/* Averages over several frames. */
typedef struct bp_crowd_averages {
    double frames_per_second;
    double frame; /* milliseconds from one frame to the next, and parts of them: */
    double pose, skin, setup, tiles, panel, present;
    double visible, bones, vertices, triangles, drawn, pixels; /* counts in a frame */
} bp_crowd_averages;

/* Times of one frame, in seconds. */
typedef struct bp_crowd_times {
    double frame, panel, present;
} bp_crowd_times;

/* Sums frames, and averages them at intervals long enough to read the numbers. */
typedef struct bp_crowd_meter {
    double every;                 /* seconds after which `shown` is updated; 0: never */
    bp_crowd_averages sum, shown; /* sum: of seconds and counts; shown: averages */
    double seconds;
    int frames;
} bp_crowd_meter;

void bp_crowd_meter_add(bp_crowd_meter *meter, const bp_crowd_times *times, const bp_crowd_stats *report);
/* The averages of the frames added since the last call. The sums begin again at 0. */
bp_crowd_averages bp_crowd_meter_flush(bp_crowd_meter *meter);

typedef struct bp_crowd_screen {
    /* The state. */
    int count; /* characters */
    int threads, threads_max;
    bp_isa isa; /* never AUTO */
    int samples;
    bool wireframe, tiles, full_detail, panel;
    bool paused, turning; /* time stops; the camera goes round by itself */
    double time;          /* of the scene, in seconds */
    float yaw, pitch;     /* radians, added to the initial view */
    float zoom;           /* factor on the distance that frames the crowd */
    bool dragging;
    double notice_left;           /* seconds until the notice disappears */
    double seconds_most, elapsed; /* the window closes after so many seconds; 0: never */

    const bp_model_pose *pose; /* borrowed */
    const char *path, *name;   /* of the file, and without folders; borrowed */
    int clip;
    char note[160];      /* says why the characters don't walk; "" if they do */
    bp_context *context; /* owned, for these threads and this instruction set: */
    int made_threads;
    bp_isa made_isa;
    bp_crowd *crowd;
    bp_raster *raster;
    bp_framebuffer picture;
    bp_crowd_stats report;       /* of the last frame */
    bp_crowd_meter meter, whole; /* the last frames; all frames */
    double panel_seconds;        /* for drawing the last frame's panel */
} bp_crowd_screen;

/* Opens it with a posed model, which is borrowed with its path until it is closed: 50 characters, the
 * panel open. `threads` and `isa` are what the machine offers. Errors: memory. */
bool bp_crowd_open(bp_app *app, const bp_model_pose *pose, const char *path, int threads, bp_isa isa,
                   bp_error *error);
void bp_crowd_close(bp_app *app);

bool bp_crowd_act(bp_app *app, bp_action action, int value);
bool bp_crowd_point(bp_app *app, const bp_event *event);
bool bp_crowd_tick(bp_app *app, double seconds);
bool bp_crowd_is_moving(const bp_app *app);
/* Whether the time is over that the window was to be open. */
bool bp_crowd_is_over(const bp_app *app);
/* The last frame took so long, from its beginning to that of this one; and copying it to the screen. */
void bp_crowd_presented(bp_app *app, double frame, double present);
/* The camera, for characters of that height. */
bp_camera bp_crowd_camera(const bp_crowd_screen *screen, float height);
/* Draws a frame into the screen's picture: the crowd, and with `panel` panel, help and times of tiles. */
bool bp_crowd_render(bp_app *app, bool panel, bp_error *error);
bool bp_crowd_draw_screen(bp_app *app, bp_error *error);
const bp_framebuffer *bp_crowd_picture(const bp_app *app);
/* (crowd_view.c) Draws the panel and the tile times over the picture, in a pass of its own. `hits`: also
 * what can be clicked. */
bool bp_crowd_view_draw(bp_app *app, bool panel, bp_error *error);

#endif
