/* A crowd: one model many times over, each at its own moment of a clip, walking in rings about the world's
 * middle. Only those in the picture are posed (bp_batch_sampler, all at once), skinned and drawn, and the far
 * ones with coarser meshes; all whose mesh and colour are the same make one draw. What is drawn is a function
 * of the look alone, the same bits with every number of threads and instruction set.
 *
 * Lengths are metres; a model that is a lot smaller or larger than a person is brought to a person's size. */
#ifndef BP_TOOLS_DEMO_CROWD_H
#define BP_TOOLS_DEMO_CROWD_H

#include <bindpose/scene.h>

enum { BP_CROWD_MAX = 10000, BP_CROWD_TINTS = 8 };

typedef struct bp_crowd bp_crowd;

/* A model's crowd, moved by clip number `clip` (-1: it stands as the model stands now). The posed model is
 * borrowed for the crowd's life, and so is the context. NULL on error: memory; nothing to draw in the model. */
bp_crowd *bp_crowd_create(bp_context *context, const bp_model_pose *pose, int clip, bp_error *error);
void bp_crowd_destroy(bp_crowd *crowd); /* NULL is fine */

/* How high one of them is, in metres (or, if it is long, how much room it needs), and how fast they walk, in metres a second: as fast as the lowest joint goes
 * backwards, so that feet stand still on the floor. 0: on the spot. */
float bp_crowd_height(const bp_crowd *crowd);
float bp_crowd_speed(const bp_crowd *crowd);

/* The clip that shows walking: one with "walk" in its name, else with "run", else the first; -1: there is none. */
int bp_crowd_choose_clip(const bp_model *model);

/* What is to be seen. */
typedef struct bp_crowd_settings {
    int count;   /* 1..BP_CROWD_MAX */
    double time; /* seconds */
    bp_camera camera;
    int samples; /* 1 or 4 */
    bool light;  /* bright floor and sky */
    bool wireframe;
    bool full_detail; /* no coarser meshes */
    bool time_tiles;
} bp_crowd_settings;

/* What it took. */
typedef struct bp_crowd_stats {
    int visible;              /* characters in the picture */
    double pose, skin;        /* seconds: placing and posing; skinning */
    bp_pass_times raster;     /* setup and tiles, of all passes together */
    bp_counters counters;     /* likewise */
    uint64_t bones, vertices; /* posed, skinned */
} bp_crowd_stats;

/* Draws sky, floor, shadows and characters into the whole framebuffer, which needs depth. *report may be NULL.
 * Errors: those of bp_raster_draw, memory. */
bool bp_crowd_draw(bp_crowd *crowd, const bp_crowd_settings *look, bp_raster *raster,
                   const bp_framebuffer *framebuffer, bp_crowd_stats *report, bp_error *error);

/* ---- where they stand: src/tools/demo/crowd_layout.c ------------------------------------------------------*/

/* One of the crowd at a moment. */
typedef struct bp_crowd_member {
    bp_vec3 position; /* on the floor, y = 0 */
    float heading;    /* radians about +Y; 0 looks along +Z */
    float phase;      /* of the clip, 0..1, added to its time */
    float size;       /* times the model's, about 1 */
    int tint;         /* 0..BP_CROWD_TINTS - 1 */
} bp_crowd_member;

/* Number 0 stands in the middle, the others walk round it in rings, neighbours in opposite directions. `size` is a
 * character's height. */
bp_crowd_member bp_crowd_member_at(int number, double time, float size, float speed);
/* The radius within which the first `count` of them are. */
float bp_crowd_radius(int count, float size);
/* Whether a ball around `center` may be in the picture: transform is the camera's view and projection. */
bool bp_crowd_is_visible(const bp_mat4 *transform, bp_vec3 center, float radius);

#endif
