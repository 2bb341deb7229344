/* Where the demo's frames are made: the model, the crowd made of it, and figures about the frames. */
#ifndef BP_TOOLS_DEMO_DEMO_RENDERER_H
#define BP_TOOLS_DEMO_DEMO_RENDERER_H

#include "tools/demo/demo.h"

/* Milliseconds and counts, averages over frames. */
typedef struct bp_demo_stats {
    double frames_per_second;
    double frame; /* milliseconds from one frame to the next, and of them: */
    double pose, skin, setup, tiles, words, present;
    double visible, bones, vertices, triangles, drawn, pixels; /* in a frame */
} bp_demo_stats;

/* One frame's time, in seconds. */
typedef struct bp_demo_times {
    double frame, words, present;
} bp_demo_times;

/* Adds up frames; gives averages now and then, so that they can be read. */
typedef struct bp_demo_meter {
    double every;             /* seconds after which `shown` is made anew; 0: never */
    bp_demo_stats sum, shown; /* sum: of seconds; shown: as above */
    double seconds;
    int frames;
} bp_demo_meter;

void bp_demo_meter_add(bp_demo_meter *meter, const bp_demo_times *times, const bp_crowd_stats *report);
/* The averages of what was added since the last time, which then begins anew. */
bp_demo_stats bp_demo_meter_flush(bp_demo_meter *meter);

typedef struct bp_demo_renderer {
    const bp_model_pose *pose; /* borrowed */
    const char *path, *name;   /* of the file, and without folders; borrowed */
    int clip;
    char note[160];      /* says why the characters don't walk; "" if they do */
    bp_context *context; /* for these threads and this instruction set: */
    int threads;
    bp_isa isa;
    bp_crowd *crowd;
    bp_raster *raster;
    bp_framebuffer picture;
    bp_hit_areas hits;
    bp_crowd_stats report; /* of the last frame */
    bp_demo_meter meter;
    double words; /* seconds that the panel of the last frame took */
} bp_demo_renderer;

/* Begins with a posed model, which is borrowed with its path until the renderer is closed. */
void bp_demo_renderer_open(bp_demo_renderer *renderer, const bp_model_pose *pose, const char *path);
void bp_demo_renderer_close(bp_demo_renderer *renderer);
/* Draws a frame into renderer->picture; with `words` the tiles' times, the panel and the help as well. */
bool bp_demo_renderer_draw(bp_demo_renderer *renderer, const bp_demo *demo, bool words, bp_error *error);
/* src/tools/demo/demo_view.c: what lies over the picture, in a pass of its own. */
bool bp_demo_view_draw(bp_raster *raster, const bp_framebuffer *picture, const bp_demo *demo,
                       const bp_demo_renderer *renderer, bp_hit_areas *hits, bp_error *error);

#endif
