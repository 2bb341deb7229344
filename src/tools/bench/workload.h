/* The workloads of speed comparisons: drawing, skinning and posing.
 *
 * Drawing, as tests/bench/llvmpipe_bench.c draws it with another renderer: 1920 x 1080, clear included.
 *
 *   - R1: 20 full-screen quads, each nearer than the last, 512 x 512 texture, bilinear, repeated.
 *   - R2: a grid of 1,000,000 triangles of about two pixels each, vertex colours, perspective.
 *   - R3: 50 ellipsoids of 20,000 triangles, textured, lit at the vertices, culled, depth-tested.
 *   - R4: R1 as users draw it: in linear light, with mipmaps, the texture rotated and in perspective.
 *   - R5: R3 as users draw it: in linear light, with mipmaps, lit at the pixels, four samples.
 *
 * R1 to R3 use BP_COLOR_RAW. The other workloads differ from R1, R4 or R5 in one state, which their name
 * tells.
 *
 * Skinning: positions and normals, 4 influences, 64 joints. Posing: walking characters of 67 joints. */
#pragma once

#include <bindpose/raster.h>

enum { BP_WORKLOAD_WIDTH = 1920, BP_WORKLOAD_HEIGHT = 1080 };

typedef enum bp_workload_kind {
    BP_WORKLOAD_FILL,             /* R1 */
    BP_WORKLOAD_TRIANGLES,        /* R2 */
    BP_WORKLOAD_CHARACTERS,       /* R3 */
    BP_WORKLOAD_USERS_FILL,       /* R4 */
    BP_WORKLOAD_USERS_CHARACTERS, /* R5 */
    BP_WORKLOAD_MAIN_COUNT,       /* those that `bindpose bench` runs unless it is asked for another */
    BP_WORKLOAD_COUNT = BP_WORKLOAD_MAIN_COUNT + 12
} bp_workload_kind;

typedef struct bp_workload bp_workload;

/* Makes the scene's vertices, indices and texture. NULL on error (no memory). */
bp_workload *bp_workload_create(const bp_context *context, bp_workload_kind kind, bp_error *error);
void bp_workload_destroy(bp_workload *workload);

/* Draws one frame from begin to end, clear included. The characters rotate by two degrees a frame. The
 * framebuffer may have any size; published results use the size above. */
bool bp_workload_draw(const bp_workload *workload, bp_raster *raster, const bp_framebuffer *framebuffer,
                      int frame, bp_counters *counters, bp_error *error);

typedef enum bp_workload_scene {
    BP_WORKLOAD_SCENE_QUADS,
    BP_WORKLOAD_SCENE_GRID,
    BP_WORKLOAD_SCENE_CROWD
} bp_workload_scene;

extern const struct bp_workload_info {
    const char *name, *unit; /* "R1"; of the result: "Mpixel/s" */
    double amount;           /* of work in a frame, in that unit */
    bp_workload_scene scene;
    bool srgb;     /* linear light; else BP_COLOR_RAW */
    bool mipmaps;  /* trilinear; else bilinear */
    bool tilted;   /* quads: in perspective, the texture rotated */
    bool samples4; /* four samples per pixel */
    bool pixel_light, blend, vertex_colors;
    int width, height; /* of the texture; 0: 512 */
    bool minified;     /* the texture repeats six times as often */
} bp_workload_info[BP_WORKLOAD_COUNT];

/* ---- skinning ---- */

enum {
    BP_WORKLOAD_SKIN_STREAM = 1000000, /* vertices: S-stream, from and to memory */
    BP_WORKLOAD_SKIN_CACHE = 8000,     /* S-cache */
    BP_WORKLOAD_SKIN_JOINTS = 64,
};

typedef struct bp_workload_skin {
    bp_context *context; /* borrowed */
    bp_mesh *mesh;       /* owned */
    bp_vec3 *positions, *normals;
    bp_mat4 palette[BP_WORKLOAD_SKIN_JOINTS];
    bp_skin_job job;
} bp_workload_skin;

/* Makes vertices, weights and rigid matrices, equal in every run. NULL if there is no memory. */
bp_workload_skin *bp_workload_skin_create(bp_context *context, size_t vertices, bp_error *error);
void bp_workload_skin_destroy(bp_workload_skin *workload);

/* Skins all vertices `times` times. Normals keep the length that blending leaves, as in the peers' loops
 * (GLM, cglm, ozz-animation); a renderer that lights per pixel normalizes there. */
bool bp_workload_skin_run(bp_workload_skin *workload, int times, bp_error *error);

/* ---- posing ---- */

enum { BP_WORKLOAD_POSE_JOINTS = 67, BP_WORKLOAD_POSE_CROWD = 256 };

typedef struct bp_workload_character {
    bp_skeleton *skeleton;
    bp_pose *pose;
} bp_workload_character;

/* All owned. */
typedef struct bp_workload_pose {
    bp_allocator allocator;
    bp_clip *clip;
    bp_workload_character *characters;
    size_t count;
    bp_batch *batch;
    bp_batch_layer *layers; /* of each character */
    bp_mat4 *absolutes;     /* of each character's joints, by the batch */
} bp_workload_pose;

/* Makes `characters` skeletons and a clip of one second, with 30 keys for each joint's rotation and for the
 * root's position. NULL if there is no memory. */
bp_workload_pose *bp_workload_pose_create(bp_context *context, size_t characters, bp_error *error);
void bp_workload_pose_destroy(bp_workload_pose *workload);

/* Samples the clip for each character, at a time of its own that advances by 1/60 s a frame, and computes all
 * absolute matrices, by the batch. */
void bp_workload_pose_run(bp_workload_pose *workload, int frame);
/* Does this work with bones: samples the clip, applies the pose, computes all absolute matrices. */
void bp_workload_pose_run_bones(bp_workload_pose *workload, int frame);
