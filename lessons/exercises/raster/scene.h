/* What check.c checks with: the character as meshes, Bindpose's pictures of it, and pictures in files. */
#ifndef SCENE_H
#define SCENE_H

#include "renderer.h"
#include <bindpose/raster.h>
#include <bindpose/scene.h>

enum { WIDTH = 512, HEIGHT = 512, MESHES_MAX = 16, TEXTURE_WIDTH = 64, TEXTURE_HEIGHT = 32 };

typedef struct checker {
    bp_context *context;
    bp_raster *raster;
    const char *folder;
    int step;
    mesh mesh[MESHES_MAX];
    int mesh_count;
    size_t vertex_counts[MESHES_MAX];
    bp_texture *texture; /* the library's copy of `texels` */
    texture own_texture;
    uint8_t texels[TEXTURE_WIDTH * TEXTURE_HEIGHT * 4];
    bp_mat4 whole, cut,
        close;     /* transforms: the character as a whole, cut by the near plane, and a part of it */
    bp_bounds box; /* around the character */
    uint64_t random;
} checker;

/* The error of the library's last call, and: ends the program with its message unless `ok`. */
extern bp_error failure;
void need(bool ok);
/* In the background's colour, with depth 1. */
picture picture_create(int width, int height);
void picture_destroy(picture *p);
/* Writes the step's picture, and says that the step is right. */
void save(const checker *c, const picture *p, const char *text);
float random_float(checker *c, float from, float to);
/* Reads and poses the character, and aims three cameras. */
void load(checker *c, const char *path);
/* The depths of the meshes as their light sees them, by `draw`, which it sets in all of them; and a floor
 * below the box around them, in that light. */
picture draw_from_light(mesh *meshes, int count, bp_bounds box);
mesh floor_below(bp_bounds box, const mesh *like);
/* Begins a pass of Bindpose's plain rasterizer that draws the character: draw 0 clears, draw 1 + i draws mesh
 * i. */
void record(checker *c, const picture *p, const bp_mat4 *transform);
/* Draws something with it alone. */
void draw_alone(checker *c, const picture *p, const bp_draw *draw);

#endif
