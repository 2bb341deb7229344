/* Draws the demo's frames: the crowd of a model and the panel over it. Also averages the frames'
 * measurements. */
#ifndef BP_TOOLS_DEMO_DEMO_RENDERER_H
#define BP_TOOLS_DEMO_DEMO_RENDERER_H

#include "tools/demo/demo.h"

/* Averages over several frames. */
typedef struct bp_demo_stats {
    double frames_per_second;
    double frame; /* milliseconds from one frame to the next, and parts of them: */
    double pose, skin, setup, tiles, panel, present;
    double visible, bones, vertices, triangles, drawn, pixels; /* counts in a frame */
} bp_demo_stats;

/* Times of one frame, in seconds. */
typedef struct bp_demo_times {
    double frame, panel, present;
} bp_demo_times;

/* Sums frames, and averages them at intervals long enough to read the numbers. */
typedef struct bp_demo_meter {
    double every;             /* seconds after which `shown` is updated; 0: never */
    bp_demo_stats sum, shown; /* sum: of seconds and counts; shown: averages */
    double seconds;
    int frames;
} bp_demo_meter;

void bp_demo_meter_add(bp_demo_meter *meter, const bp_demo_times *times, const bp_crowd_stats *report);
/* The averages of the frames added since the last call. The sums begin again at 0. */
bp_demo_stats bp_demo_meter_flush(bp_demo_meter *meter);

typedef struct bp_demo_renderer {
    const bp_model_pose *pose; /* borrowed */
    const char *path, *name;   /* of the file, and without folders; borrowed */
    int clip;
    char note[160];      /* says why the characters don't walk; "" if they do */
    bp_context *context; /* owned, for these threads and this instruction set: */
    int threads;
    bp_isa isa;
    bp_crowd *crowd;
    bp_raster *raster;
    bp_framebuffer picture;
    bp_hit_areas hits;
    bp_crowd_stats report; /* of the last frame */
    bp_demo_meter meter;
    double panel; /* seconds for drawing the last frame's panel */
} bp_demo_renderer;

/* Begins with a posed model, which is borrowed with its path until the renderer is closed. */
void bp_demo_renderer_open(bp_demo_renderer *renderer, const bp_model_pose *pose, const char *path);
/* Frees the context, the crowd and the picture. The next frame makes them again. */
void bp_demo_renderer_close(bp_demo_renderer *renderer);
/* Draws a frame into renderer->picture. With `panel`: panel, help and tile times too. */
bool bp_demo_renderer_draw(bp_demo_renderer *renderer, const bp_demo *demo, bool panel, bp_error *error);
/* (demo_view.c) Draws the panel, the help and the tile times over the picture, in a pass of its own. */
bool bp_demo_view_draw(bp_raster *raster, const bp_framebuffer *picture, const bp_demo *demo,
                       const bp_demo_renderer *renderer, bp_hit_areas *hits, bp_error *error);

#endif
