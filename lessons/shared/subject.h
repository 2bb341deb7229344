/* subject: the character whose pixel (222, 180) the pixel lessons explain, drawn as a lesson asks for.
 *
 * The clip "walk" at 0.25 s, in a picture of 512 x 512 pixels with four samples: eye (0.6, 0.5, 2), near
 * plane 1 m, far plane 10 m, bp_camera_fit; light from (0.36, 0.48, 0.8). In the pixel two triangles meet:
 * one of the yellow hem of a sleeve, and one of the shirt. Its colour is (133, 136, 113).
 */
#pragma once

#include "shared/pixels.h"

/* Which triangles may touch each square tile of a square picture. Tiles are numbered row after row. The
 * corners of tile i's triangles, in their order, are indices[first[i]] to indices[first[i + 1]]. */
typedef struct bp_triangle_bins {
    int tile, across; /* pixels on a side; tiles in a row */
    uint32_t *first, *indices;
} bp_triangle_bins;

/* Bins of `count` indices into positions, which `to_clip` takes to a picture of `size` pixels on a side.
 * A triangle that reaches behind the eye goes into all bins. False without memory. Free it with
 * bp_triangle_bins_clear. */
bool bp_triangle_bins_make(const bp_vec3 *positions, const uint32_t *indices, size_t count,
                           const bp_mat4 *to_clip, int size, int tile, bp_triangle_bins *out);
void bp_triangle_bins_clear(bp_triangle_bins *bins);

enum { BP_SUBJECT_SIZE = 512, BP_SUBJECT_X = 222, BP_SUBJECT_Y = 180 };

/* How it is drawn. Zero: as described above. */
typedef struct bp_subject_look {
    int samples;         /* 1 or 4; 0: 4 */
    float turn;          /* of the camera about the character, degrees */
    float arm;           /* how far the right upper arm is turned, degrees */
    bp_vec3 eye, target; /* of the camera, with lesson 21's lens; equal: the usual one */
    bool no_depth_test /* and backs, too */, unlit, nearest,
        uncut /* not clipped: a negative w divides, too */;
    bool backs;    /* only what faces away */
    bp_vec3 light; /* its direction, unit length */
    bp_color_mode color, resolve;
    bool plain; /* by the scalar definition, the plain loop */
    int tile;   /* with it, in a square picture: tile by tile, each this many pixels on a side; 0: not so */
} bp_subject_look;

/* The bins of the usual picture, borrowed until the next call. NULL, and the world fails: memory. */
const bp_triangle_bins *bp_subject_bins(bp_world *world, int tile);

/* Draws it over `to`, cleared to a dark grey. False, and the world fails: memory. */
bool bp_subject_draw(bp_world *world, const bp_subject_look *look, const bp_framebuffer *to);
/* Draws it into the pixels of a grid, as large as the grid. For recolor functions. */
void bp_subject_fill(bp_world *world, const bp_subject_look *look, bp_pixel_grid *grid);
/* The part of the usual picture around pixel (222, 180) that is 1 / zoom of its width, in a square grid. */
void bp_subject_magnify(bp_world *world, float zoom, bp_pixel_grid *grid);
/* That part: its left and upper side, and its width, in pixels of the picture. */
bp_vec3 bp_subject_part(float zoom);
/* The two triangles of the pixel, in pixels of the picture: hem, shirt. */
bool bp_subject_triangles(bp_world *world, bp_vec2 hem[3], bp_vec2 shirt[3]);
