/* Which parts of a scene a figure's flesh covers, in cells of a few pixels: labels keep off them. */
#ifndef BP_VIEWER_FLESH_COVER_H
#define BP_VIEWER_FLESH_COVER_H

#include "viewer/widgets.h"
#include <bindpose/scene.h>

enum { BP_COVER_COLUMNS = 160, BP_COVER_ROWS = 100 };

typedef struct bp_flesh_cover {
    bp_rect scene;
    float cell; /* pixels of a side */
    uint8_t flesh[BP_COVER_ROWS][BP_COVER_COLUMNS];
} bp_flesh_cover;

void bp_flesh_cover_clear(bp_flesh_cover *cover, bp_rect scene);
/* Adds a posed figure as the camera sees it in the scene. */
void bp_flesh_cover_add(bp_flesh_cover *cover, const bp_figure *figure, const bp_camera *camera);
/* The number of covered cells that a rectangle in the scene touches. */
int bp_flesh_cover_count(const bp_flesh_cover *cover, bp_rect rect);

#endif
