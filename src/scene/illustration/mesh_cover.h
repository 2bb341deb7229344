/* Which parts of a scene figures' meshes cover, in cells of a few pixels: labels keep off them. */
#ifndef BP_SCENE_MESH_COVER_H
#define BP_SCENE_MESH_COVER_H

#include <bindpose/scene.h>

enum { BP_COVER_COLUMNS = 160, BP_COVER_ROWS = 100 };

typedef struct bp_mesh_cover {
    bp_rect scene;
    float cell; /* pixels of a side */
    uint8_t covered[BP_COVER_ROWS][BP_COVER_COLUMNS];
} bp_mesh_cover;

void bp_mesh_cover_clear(bp_mesh_cover *cover, bp_rect scene);
/* Adds a posed figure as the camera sees it in the scene. */
void bp_mesh_cover_add(bp_mesh_cover *cover, const bp_figure *figure, const bp_camera *camera);
/* The number of covered cells that a rectangle in the scene touches. */
int bp_mesh_cover_count(const bp_mesh_cover *cover, bp_rect rect);

#endif
