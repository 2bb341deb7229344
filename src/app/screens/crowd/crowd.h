/* A crowd: one model drawn many times, each copy at its own time of a clip, walking in rings around the
 * origin.
 *
 * Only visible characters are posed (all at once, by batch sampling), skinned and drawn, and distant ones
 * with simplified meshes. Characters with the same mesh and tint form one draw. The picture depends on the
 * settings alone: every number of threads and every instruction set gives the same bits.
 *
 * Lengths are in metres. A model much smaller or larger than a person is scaled to a person's size. */
#ifndef BP_APP_CROWD_CROWD_H
#define BP_APP_CROWD_CROWD_H

#include <bindpose/scene.h>

enum { BP_CROWD_MAX = 10000, BP_CROWD_TINTS = 8 };

typedef struct bp_crowd bp_crowd;

/* Makes a crowd of a model, animated by the clip with that index (-1: in the model's current pose). Borrows
 * the context and the posed model for the crowd's life. NULL on error: memory, or nothing to draw in the
 * model. */
bp_crowd *bp_crowd_create(bp_context *context, const bp_model_pose *pose, int clip, bp_error *error);
void bp_crowd_destroy(bp_crowd *crowd); /* NULL is fine */

/* Height of a character in metres; for a model that is longer than high, the space that it needs. */
float bp_crowd_height(const bp_crowd *crowd);

/* Index of a clip with "walk" in its name, else with "run", else of the first clip; -1: there is none. */
int bp_crowd_choose_clip(const bp_model *model);

/* The settings of a frame. */
typedef struct bp_crowd_settings {
    int count;   /* 1..BP_CROWD_MAX */
    double time; /* seconds */
    bp_camera camera;
    int samples; /* 1 or 4 */
    bool light;  /* bright floor and sky */
    bool wireframe;
    bool full_detail; /* no simplified meshes */
    bool time_tiles;
} bp_crowd_settings;

/* The counts and times of a frame. */
typedef struct bp_crowd_stats {
    int visible;              /* visible characters */
    double pose, skin;        /* seconds: culling and posing; skinning */
    bp_pass_times raster;     /* setup and tiles, summed over passes */
    bp_counters counters;     /* likewise */
    uint64_t bones, vertices; /* posed, skinned */
} bp_crowd_stats;

/* Draws sky, floor, shadows and characters. The framebuffer needs depth. `stats` may be NULL.
 * Errors: those of bp_raster_draw, memory. */
bool bp_crowd_draw(bp_crowd *crowd, const bp_crowd_settings *settings, bp_raster *raster,
                   const bp_framebuffer *framebuffer, bp_crowd_stats *stats, bp_error *error);

/* One character at a time: crowd_layout.c. */
typedef struct bp_crowd_member {
    bp_vec3 position; /* on the floor, y = 0 */
    float heading;    /* radians about +Y; 0 faces +Z */
    float phase;      /* offset into the clip, 0..1 */
    float size;       /* scale, about 1 */
    int tint;         /* 0..BP_CROWD_TINTS - 1 */
} bp_crowd_member;

/* Character 0 stands in the middle. The others walk around it in rings; neighbouring rings turn in opposite
 * directions. `size` is a character's height. */
bp_crowd_member bp_crowd_member_at(int number, double time, float size, float speed);
/* Radius of the circle that holds the first `count` characters. */
float bp_crowd_radius(int count, float size);
/* Frustum culling: true if a ball around `center` may be visible. `transform` is view times projection. */
bool bp_crowd_is_visible(const bp_mat4 *transform, bp_vec3 center, float radius);

#endif
