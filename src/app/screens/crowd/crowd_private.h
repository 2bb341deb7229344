/* The inside of a crowd: data made from the model, and memory for one frame. */
#ifndef BP_APP_CROWD_CROWD_PRIVATE_H
#define BP_APP_CROWD_CROWD_PRIVATE_H

#include "app/screens/crowd/crowd_screen.h"

enum { CROWD_LODS = 5, CROWD_GROUPS = CROWD_LODS * BP_CROWD_TINTS };

/* Cell sizes of the simplified meshes, relative to the character's height; 0: the original mesh. */
extern const float bp_crowd_lod_cells[CROWD_LODS];

/* One level of detail of a part, and arrays that many copies of it share. */
typedef struct crowd_lod {
    bp_mesh *mesh;     /* owned */
    uint32_t *indices; /* owned; `copies` times the mesh's indices, each copy offset past the one before */
    bp_vec2 *uvs;      /* owned, likewise; NULL if the mesh has none */
    bp_rgba8 *colors;  /* owned, likewise */
    size_t copies;
} crowd_lod;

/* A skeleton and the batch sampler that poses it for many characters. */
typedef struct crowd_rig {
    const bp_skeleton *skeleton; /* borrowed from the model */
    bp_batch_sampler *sampler;   /* owned */
    bp_mat4 *palettes;           /* owned; of the characters in a batch */
    size_t capacity;             /* characters */
} crowd_rig;

typedef struct crowd_part {
    const bp_figure_part *from; /* borrowed from the figure */
    int rig;                    /* index; -1: no skin, it follows its node */
    bp_mat4 world;              /* of that node */
    crowd_lod lods[CROWD_LODS];
    bp_texture *tints[BP_CROWD_TINTS]; /* owned; in place of the part's texture; NULL: that one */
} crowd_part;

/* A visible character. */
typedef struct crowd_instance {
    float depth;
    int number, lod, tint, group;
    bp_mat4 world;
    float phase;
} crowd_instance;

/* Consecutive instances with the same mesh and tint: one draw for each part. */
typedef struct crowd_group {
    size_t first, count; /* instances */
    size_t first_vertex; /* of its parts' vertices, part after part */
} crowd_group;

/* Floor, shadows and sky. All pointers are owned. */
typedef struct crowd_ground {
    bp_mesh *floor;
    const void *colors; /* the theme that the floor is coloured for; NULL: none yet */
    bp_texture *blob;
    bp_vec3 *shadows; /* 4 for each character */
    bp_vec2 *shadow_uvs;
    uint32_t *shadow_indices;
    size_t capacity; /* characters */
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
    crowd_group groups[CROWD_GROUPS];
    size_t group_count;
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
