/* The screen of the crowd: number of characters, threads, view, settings, and the measurements of the last
 * frames. It draws with a context of its own, because threads and instruction set can be chosen. */
#pragma once

#include "app/app.h"

/* A crowd: one model drawn many times, each copy at its own time of a clip, walking in rings around the
 * origin.
 *
 * Only visible characters are posed (all at once, by batch sampling), skinned and drawn, and distant ones
 * with simplified meshes. Characters with the same mesh and tint form one draw. The picture depends on the
 * settings alone: every number of threads and every instruction set gives the same bits.
 *
 * Lengths are in metres. A model much smaller or larger than a person is scaled to a person's size. */

enum { BP_CROWD_MAX = 10000, BP_CROWD_TINTS = 8, BP_CROWD_SLABS = 96 /* of the floor, to a side */ };

enum { CROWD_LODS = 5 };

/* Cell sizes of the simplified meshes, relative to the character's height; 0: the original mesh. */
extern const float bp_crowd_lod_cells[CROWD_LODS];

typedef struct crowd_part {
    const bp_figure_part *from;        /* borrowed from the figure */
    size_t slots;                      /* of its palette; 0: no skin, it follows its node */
    size_t place;                      /* in the batch: of its palette, or its node */
    bp_mesh *lods[CROWD_LODS];         /* owned; levels of detail */
    bp_texture *tints[BP_CROWD_TINTS]; /* owned; in place of the part's texture; NULL: the first */
} crowd_part;

/* A visible character. */
typedef struct crowd_instance {
    float depth, phase;
    int number, lod, tint;
    bp_mat4 world;
} crowd_instance;

typedef struct bp_crowd {
    const bp_context *context; /* borrowed */
    bp_allocator allocator;
    bp_model_figure *figure; /* owned, as are all pointers that follow */
    crowd_part *parts;
    size_t part_count;
    bp_batch *batch;       /* of the model, as instances have it */
    int clip;              /* -1: at rest */
    double first, span;    /* of the clip, seconds; span 0: no motion */
    bp_mat4 align;         /* from model space to feet at the origin, walking along +Z */
    float height;          /* of a character, metres; of a model longer than high, the space that it needs */
    float bounding_radius; /* the ball holds the model in all poses */
    float speed;           /* metres a second, so that the foot on the floor doesn't slide; 0: no walking */
    bp_mesh *floor, *shadows;
    const void *floor_colors; /* the theme that the floor is coloured for; NULL: none yet */
    bp_texture *blob;         /* of the shadows */
    bp_vec3 sky[6];
    bp_rgba8 sky_colors[6];
    /* Of the current frame: */
    crowd_instance *instances;
    bp_mat4 *scratch; /* as many as a palette has: of the part that is drawn */
    bp_batch_layer *layers;
    bp_mat4 *matrices; /* palettes of the visible characters, then their nodes' world matrices */
    size_t capacity;   /* characters */
    size_t nodes;      /* world matrices of a character; 0: all parts are skinned */
} bp_crowd;

/* Makes a crowd of a model, animated by the clip with that index (-1: in the model's current pose). Borrows
 * the context and the posed model for the crowd's life. NULL on error: memory, or nothing to draw in the
 * model. */
bp_crowd *bp_crowd_create(const bp_context *context, const bp_model_pose *pose, int clip, bp_error *error);
void bp_crowd_destroy(bp_crowd *crowd); /* NULL is fine */
/* Index of a clip with "walk" in its name, else with "run", else of the first clip; -1: there is none. */
int bp_crowd_choose_clip(const bp_model *model);
/* Compares floats, for qsort. */
int bp_crowd_by_size(const void *a, const void *b);

typedef struct bp_crowd_settings {
    int count;   /* 1..BP_CROWD_MAX */
    double time; /* seconds */
    bp_camera camera;
    int samples; /* 1 or 4 */
    bool light;  /* bright floor and sky */
    bool wireframe, time_tiles;
    bool full_detail; /* no simplified meshes */
} bp_crowd_settings;

/* The counts and times of a frame. */
typedef struct bp_crowd_stats {
    int visible; /* characters */
    double pose; /* seconds: culling and posing */
    bp_pass_times raster;
    bp_counters counters;
    uint64_t bones, vertices; /* posed, skinned */
} bp_crowd_stats;

/* Draws sky, floor, shadows and characters. The framebuffer needs depth. `stats` may be NULL.
 * Errors: those of bp_raster_draw, memory. */
bool bp_crowd_draw(bp_crowd *crowd, const bp_crowd_settings *settings, bp_raster *raster,
                   const bp_framebuffer *framebuffer, bp_crowd_stats *stats, bp_error *error);

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

/* What is measured of a frame: times, then counts. */
typedef enum bp_crowd_figure {
    BP_CROWD_FRAME, /* from one frame to the next, and parts of it: */
    BP_CROWD_POSE,
    BP_CROWD_SKIN,
    BP_CROWD_SETUP,
    BP_CROWD_TILES,
    BP_CROWD_PANEL,
    BP_CROWD_PRESENT,
    BP_CROWD_TIMES,
    BP_CROWD_VISIBLE = BP_CROWD_TIMES,
    BP_CROWD_BONES,
    BP_CROWD_VERTICES,
    BP_CROWD_TRIANGLES,
    BP_CROWD_DRAWN,
    BP_CROWD_PIXELS,
    BP_CROWD_FIGURES
} bp_crowd_figure;

/* "frame", "pose", "skinning", ...: as in JSON. */
extern const char *const bp_crowd_figure_names[BP_CROWD_FIGURES];

/* Averages over several frames. */
typedef struct bp_crowd_averages {
    double frames_per_second;
    double of[BP_CROWD_FIGURES]; /* milliseconds, and counts in a frame */
} bp_crowd_averages;

/* Sums frames, and averages them at intervals long enough to read the numbers. */
typedef struct bp_crowd_meter {
    double every;                 /* seconds after which `shown` is updated; 0: never */
    double sum[BP_CROWD_FIGURES]; /* seconds and counts */
    int frames;
    bp_crowd_averages shown;
} bp_crowd_meter;

/* A frame that took so many seconds, `panel` of them for the panel, `present` for the screen. */
void bp_crowd_meter_add(bp_crowd_meter *meter, const bp_crowd_stats *report, double frame, double panel,
                        double present);
/* The averages of the frames added since the last call. The sums begin again at 0. */
bp_crowd_averages bp_crowd_meter_flush(bp_crowd_meter *meter);

typedef struct bp_crowd_screen {
    bp_crowd_settings look; /* camera and theme are set for each frame */
    int threads, threads_max;
    bp_isa isa;           /* never AUTO */
    bool panel;           /* is shown */
    bool paused, turning; /* time stops; the camera goes round by itself */
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
/* The last frame took so long, from its beginning to that of this one; and copying it to the screen. */
void bp_crowd_presented(bp_app *app, double frame, double present);
/* Draws a frame into the screen's picture: the crowd, and with `panel` panel, help and times of tiles. */
bool bp_crowd_render(bp_app *app, bool panel, bp_error *error);
