/* The inside of a crowd: what was made of the model, and the memory of a frame. */
#ifndef BP_TOOLS_DEMO_CROWD_PRIVATE_H
#define BP_TOOLS_DEMO_CROWD_PRIVATE_H

#include "tools/demo/crowd.h"

enum { CROWD_LEVELS = 5, CROWD_GROUPS = CROWD_LEVELS * BP_CROWD_TINTS };

/* Cells of the coarser meshes, in parts of the character's height; 0: the mesh itself. */
extern const float bp_crowd_lod_cells[CROWD_LEVELS];

/* A part's mesh as coarse as for one distance, and what many of it side by side have in common. */
typedef struct crowd_level {
    bp_mesh *mesh; /* owned */
    /* Owned: the mesh's arrays again and again, indices of each copy counted on from the last. */
    uint32_t *indices;
    bp_vec2 *uvs;     /* NULL where the mesh has none */
    bp_rgba8 *colors; /* likewise */
    size_t copies;
} crowd_level;

/* A skeleton and what moves it. */
typedef struct crowd_mover {
    const bp_skeleton *skeleton; /* borrowed from the model */
    bp_batch_sampler *posing;    /* owned */
    bp_mat4 *palettes;           /* owned; of those that are drawn together */
    size_t room;                 /* characters */
} crowd_mover;

typedef struct crowd_part {
    const bp_figure_part *from; /* borrowed from the figure */
    int mover;                  /* -1: it hangs at its node */
    bp_mat4 place;              /* of the node, where there is no mover */
    crowd_level levels[CROWD_LEVELS];
    bp_texture *paints[BP_CROWD_TINTS]; /* owned; in place of the part's texture; NULL: that one */
} crowd_part;

/* A character in the picture. */
typedef struct crowd_entry {
    float depth;
    int number, level, tint, group;
    bp_mat4 world;
    float phase;
} crowd_entry;

/* Neighbours in the order of drawing that have mesh and colour in common. */
typedef struct crowd_group {
    size_t first, count; /* entries */
    size_t base;         /* where the vertices of its parts begin, one part's after the other's */
} crowd_group;

/* Floor, shadows, sky. All owned. */
typedef struct crowd_ground {
    bp_mesh *floor;
    const void *colors; /* that the floor has now; NULL: none yet */
    bp_texture *blob;
    bp_vec3 *shadows; /* 4 for each character */
    bp_vec2 *shadow_uvs;
    uint32_t *shadow_indices;
    size_t room; /* characters */
    bp_vec3 sky[6];
    bp_rgba8 sky_colors[6];
} crowd_ground;

struct bp_crowd {
    bp_context *context; /* borrowed */
    bp_context *alone;   /* owned; the same with one thread: for work that a thread does by itself */
    bp_allocator allocator;
    bp_model_figure *figure; /* owned */
    crowd_part *parts;       /* owned */
    size_t part_count;
    crowd_mover *movers; /* owned */
    size_t mover_count, slots_most;
    double first, span;         /* of the clip, seconds; span 0: it doesn't move */
    bp_mat4 base;               /* from the model's space to feet at the origin, walking along +Z */
    float height, speed, reach; /* reach: the radius of a ball that holds it however it moves */
    /* A frame's: */
    crowd_entry *entries;
    bp_mat4 *scratch; /* slots_most for each thread */
    double *times;
    bp_vec3 *positions, *normals;
    size_t vertex_room;
    crowd_group groups[CROWD_GROUPS];
    size_t group_count;
    float *tile_seconds; /* of all passes of a frame */
    size_t tile_room;
    crowd_ground ground;
};

/* Makes *block at least `wanted` elements long; what it held is lost. */
bool bp_crowd_reserve(bp_crowd *crowd, void **block, size_t *room, size_t wanted, size_t size,
                      bp_error *error);

/* ---- crowd_ground.c ---- */
bool bp_crowd_ground_create(bp_crowd *crowd, bp_error *error);
void bp_crowd_ground_destroy(bp_crowd *crowd);
/* Sky, floor, and a shadow under each of the entries; the first things of a frame. */
bool bp_crowd_ground_draw(bp_crowd *crowd, const bp_crowd_settings *look, const bp_mat4 *transform,
                          size_t count, bp_raster *raster, bp_error *error);

/* ---- crowd_paint.c ---- */
bool bp_crowd_tints_create(bp_crowd *crowd, const bp_model *model, bp_error *error);
void bp_crowd_tints_destroy(bp_crowd *crowd);

/* ---- crowd_gait.c ---- */
/* Finds out how fast and which way the model walks: crowd->speed, and the direction (in the model's space). */
bool bp_crowd_find_gait(bp_crowd *crowd, bp_vec3 *direction, bp_error *error);

#endif
