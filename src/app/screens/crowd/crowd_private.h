/* The inside of a crowd: data made from the model, and memory for one frame. */
#ifndef BP_APP_CROWD_CROWD_PRIVATE_H
#define BP_APP_CROWD_CROWD_PRIVATE_H

#include "app/screens/crowd/crowd_screen.h"

enum { CROWD_LODS = 5 };

/* Cell sizes of the simplified meshes, relative to the character's height; 0: the original mesh. */
extern const float bp_crowd_lod_cells[CROWD_LODS];

/* A skeleton and the batch sampler that poses it for many characters. */
typedef struct crowd_rig {
    const bp_skeleton *skeleton; /* borrowed from the model */
    bp_batch_sampler *sampler;   /* owned */
    bp_mat4 *palettes;           /* owned; of the characters in a batch */
    size_t capacity;             /* characters */
} crowd_rig;

typedef struct crowd_part {
    const bp_figure_part *from;        /* borrowed from the figure */
    int rig;                           /* index; -1: no skin, it follows its node */
    bp_mat4 world;                     /* of that node */
    bp_mesh *lods[CROWD_LODS];         /* owned; levels of detail */
    bp_texture *tints[BP_CROWD_TINTS]; /* owned; in place of the part's texture; NULL: that one */
} crowd_part;

/* A visible character. */
typedef struct crowd_instance {
    float depth;
    int number, lod, tint;
    size_t first_vertex; /* in the batch; its parts follow each other */
    bp_mat4 world;
    float phase;
} crowd_instance;

/* Floor, shadows and sky. All pointers are owned. */
typedef struct crowd_ground {
    bp_mesh *floor;
    const void *colors; /* the theme that the floor is coloured for; NULL: none yet */
    bp_texture *blob;
    bp_vec3 *shadows; /* 4 for each of BP_CROWD_MAX characters */
    bp_vec2 *shadow_uvs;
    uint32_t *shadow_indices;
    bp_vec3 sky[6];
    bp_rgba8 sky_colors[6];
} crowd_ground;

struct bp_crowd {
    bp_context *context;       /* borrowed */
    bp_context *single_thread; /* owned; like context, with one thread: for work inside a thread */
    bp_allocator allocator;
    bp_model_figure *figure; /* owned */
    crowd_part *parts;       /* owned */
    size_t part_count;
    crowd_rig *rigs; /* owned */
    size_t rig_count, max_slots;
    double first, span;            /* of the clip, seconds; span 0: no motion */
    bp_mat4 align;                 /* from model space to feet at the origin, walking along +Z */
    float height, bounding_radius; /* the ball holds the model in all poses */
    float speed; /* metres a second, so that the foot on the floor doesn't slide; 0: no walking */
    /* Of the current frame, all owned: */
    crowd_instance *instances;
    bp_mat4 *scratch; /* max_slots matrices for each thread */
    double *times;
    bp_vec3 *positions, *normals;
    size_t position_capacity, normal_capacity;
    float *tile_seconds; /* summed over the passes */
    size_t tile_capacity;
    crowd_ground ground;
};

enum { BP_CROWD_SLABS = 96 }; /* of the floor, to a side */

/* Returns a block of at least `needed` elements: `block`, or a new one without the old contents. NULL if
 * there is no memory. */
void *bp_crowd_reserve(const bp_crowd *crowd, void *block, size_t *capacity, size_t needed, size_t size,
                       bp_error *error);

#endif
