/* pixels: a stage that shows a small picture as a grid of large pixels, and measures of it.
 *
 * A lesson sets the triangles of the grid, in pixels; the world draws them each time it is posed. The right
 * rule is the rasterizer itself (raster.h). The wrong rules, which lessons compare it with, are really run
 * too: by a plain loop over all pixels (lessons/shared/plain_raster.h).
 *
 * Pixels: x to the right, y down, and the pixel in column 3 and row 5 has its centre at (3.5, 5.5). In the
 * world a pixel is BP_PIXEL_SIZE metres wide, the grid is in the plane z = 0, and its middle is the origin.
 */
#pragma once

#include "raster/pixel_history.h"
#include "shared/drawing.h"

#define BP_PIXEL_SIZE 0.2f /* metres; so the arrow keys, 5 cm, move a corner by a quarter of a pixel */

enum {
    BP_PIXEL_TRIANGLE_MAX = 8,
    BP_PIXEL_GRID_MAX = 96 * 96, /* pixels of a grid */
    BP_PIXEL_WIDTH_MAX = 96,
    BP_PIXEL_DOTS_MAX = 256, /* a larger grid has no dots at its pixels' centres */
    BP_PIXEL_SAMPLES = 4,    /* of a pixel, with antialiasing */
    BP_PIXEL_TILE = 64       /* pixels on each side of a tile */
};

/* Which pixels a triangle gets. */
typedef enum bp_fill_rule {
    BP_FILL_TOP_LEFT,     /* the rasterizer's: the centre lies inside, or on a top or a left edge */
    BP_FILL_NOTHING,      /* none: only outlines are shown */
    BP_FILL_EVERY_EDGE,   /* wrong: the centre lies inside or on any edge */
    BP_FILL_NO_EDGE,      /* wrong: the centre lies inside, and on no edge */
    BP_FILL_PIXEL_CORNER, /* wrong: not the pixel's centre is tested, but another point of it */
    BP_FILL_POSITIVE,     /* wrong: all three edge functions are positive, whichever way the corners run */
} bp_fill_rule;

typedef struct bp_pixel_triangle {
    bp_vec2 corner[3]; /* pixels */
    bp_rgba8 color;    /* blended over the picture by its alpha, in linear light */
    float w[3];        /* of the corners in clip space; 0: 1 */
    float z[3];        /* of the corners, with the grid's depth test: 0 near to 1 far; then w isn't used */
    float bias;        /* added to its depth */
    unsigned unlined;  /* bit i: no outline from corner i to the next */
    float v[3], u[3];  /* for BP_PAINT_V and BP_PAINT_TILES: where the corners are on the surface, 0 to 1 */
} bp_pixel_triangle;

/* What fills the pixels of a triangle, by the right rule. */
typedef enum bp_pixel_paint {
    BP_PAINT_COLOR,   /* its colour */
    BP_PAINT_V,       /* grey: the byte is 255 v, not blended, and not encoded as sRGB */
    BP_PAINT_TILES,   /* a texture of 4 x 4 tiles over u and v */
    BP_PAINT_TEXTURE, /* the grid's texture over u and v */
    BP_PAINT_LEVELS,  /* no triangles, but the texture itself: a pixel is a texel. The mip levels stand to the
                       * right of the texture, one below the other, as far as the grid is wide enough */
} bp_pixel_paint;

/* Where the triangles of a grid come from: its own fields, or the vertices of the frustum beside it
 * (frustum.h), which the world then takes to pixels each time it is posed. */
typedef enum bp_vertex_rule {
    BP_VERTICES_OWN,   /* the lesson sets the triangles */
    BP_VERTICES_RIGHT, /* clipped by the near plane, divided by w, y turned */
    BP_VERTICES_WHOLE, /* wrong: not divided by w */
    BP_VERTICES_UNCUT, /* wrong: not clipped, so a negative w divides, too */
} bp_vertex_rule;

/* Lessons may change all fields; the world draws from them. */
typedef struct bp_pixel_grid bp_pixel_grid;
struct bp_pixel_grid {
    int width, height; /* pixels; width * height is at most that of the size the stage was made with */
    int triangle_count;
    bp_pixel_triangle triangles[BP_PIXEL_TRIANGLE_MAX]; /* drawn in this order */
    bp_fill_rule rule;
    bp_vertex_rule vertices;
    bp_pixel_paint paint;
    bool depth_test;  /* by the right rule: a pixel keeps what is nearest, z; what is as near is drawn over */
    bool nearer_only; /* with depth_test: what is as near isn't drawn over */
    bool without_w;   /* wrong: u and v are interpolated as if all corners had the same w */
    bool no_outlines; /* of triangles */
    bool unsnapped;   /* wrong: corners are rounded to 1/65536 of a pixel, not to 1/256; by the plain loop */
    /* By the right rule: samples of each pixel, 1 or 4; 0: 1. With 4, triangles must not share an edge. */
    int samples;
    bool show_samples; /* by the right rule: dots at the four samples, instead of at the centre */
    /* Needs show_samples: a colour for each of the four samples, instead of one for all. */
    bool shade_samples;
    bool resolve_encoded; /* wrong: a pixel is the mean of its samples' bytes, not of their light */
    bool blend_encoded;   /* wrong: bytes are blended, not light */
    bool show_box;        /* show which pixels the plain loop visits: those of each triangle's bounding box */
    /* Each square is a tile of a picture BP_PIXEL_TILE times as large. Filled are those tiles into which the
     * rasterizer puts a triangle. */
    bool tiles;
    bool show_probe;        /* mark the probed pixel */
    bp_vec2 probe;          /* the point that measures read, and the pixel around it */
    bp_rgba8 cleared;       /* the picture before the first triangle */
    float zoom;             /* how many times as wide as BP_PIXEL_SIZE a pixel is shown; 0: once */
    const bp_rgba8 *texels; /* of the texture, row by row; borrowed; for the last two paints */
    int texture_size;       /* texels on each of its sides: a power of two */
    bp_filter filter;       /* BP_FILTER_TRILINEAR alone reads the smaller mip levels */
    /* Colours the pixels in the lesson's own way, after the triangles were drawn: NULL: as they were. */
    void (*recolor)(bp_world *world, bp_pixel_grid *grid);
    bp_draw_on *draw; /* what the lesson draws over it, in pixels; NULL: nothing */
    bool no_dots;     /* at the pixels' centres; samples in the probed pixel alone */
    float tested;     /* by BP_FILL_PIXEL_CORNER: how far right and down of the pixel's corner, 0..1 */
    const bp_pixel_grid *reader; /* with BP_PAINT_LEVELS: marks the texels that this grid's probed pixel read,
                                  * its centre on the texture, and its outline there; borrowed; NULL: none */
    /* Of the last drawing: */
    bp_rgba8 pixels[BP_PIXEL_GRID_MAX];         /* row by row */
    uint8_t owners[BP_PIXEL_GRID_MAX];          /* bit i: triangle i got the pixel */
    uint8_t right[BP_PIXEL_GRID_MAX];           /* bit i: the rasterizer gives it to triangle i */
    uint8_t visited[BP_PIXEL_GRID_MAX];         /* 1: with show_box, the plain loop visits it */
    uint8_t covered_samples[BP_PIXEL_GRID_MAX]; /* bit i: a triangle covers sample i; with show_samples */
    float depth[BP_PIXEL_GRID_MAX];             /* with depth_test: the nearest; 1: nothing */
    bp_texture_step sample; /* the texels that the probed pixel read; none: without BP_PAINT_TEXTURE */
};

/* Adds a stage with a grid, cleared and without triangles, which bp_grid_of finds. The world
 * then shows no floor, and looks at the grid from the front. Never NULL; without memory, or with a size out
 * of range, the world fails and the stage has no grid. */
bp_stage *bp_world_add_pixels(bp_world *world, const char *title, const char *subtitle, int width,
                              int height);

/* The stage's grid; NULL: it has none. */
bp_pixel_grid *bp_grid_of(const bp_stage *stage);
/* Draws all grids of a world: its `update`, unless it has another one. */
void bp_pixels_update(bp_world *world);

/* ---- points that a student can drag, and what they make (lessons/shared/stage_pixels.c) ---- */

/* A point of a grid, by number: 3 * triangle + corner, or the probe. */
enum { BP_PIXEL_PROBE = 3 * BP_PIXEL_TRIANGLE_MAX };

/* A handle on a point of a stage's grid or drawing. `put` moves the point, for a corner that others go with;
 * NULL: bp_pixel_put. */
#define BP_PIXEL_HANDLE(name, on, number, mover)                                                             \
    {                                                                                                        \
        .label = name, .stage = on, .normal = {0, 0, 1}, .kind = &bp_pixel_handle, .point = number,          \
        .put = mover                                                                                         \
    }
extern const bp_handle_kind bp_pixel_handle;

/* Where a point of the stage's grid is, in pixels. (0, 0) without a grid. */
bp_vec2 bp_pixel_point(const bp_stage *stage, int point);
/* Moves a corner of the stage's grid; or the probe, in the grids of all stages. */
void bp_pixel_put(bp_world *world, int stage, int point, bp_vec2 to);

/* For a step's change: the first stage's rule is `before` for t < 0.5, then `after`. */
void bp_pixel_switch_rule(bp_world *world, float t, bp_fill_rule before, bp_fill_rule after);

/* A corner with what a triangle knows of it. */
typedef struct bp_pixel_corner {
    bp_vec2 at; /* pixels */
    float w, z, u, v;
} bp_pixel_corner;

/* Makes the triangles ABD and BCD of the corners A, B, C, D. Their colours and biases stay. So the corners
 * are the points 0, 1, 4 and 2 of the grid, if its first two triangles are meant. */
void bp_pixel_set_quad(bp_pixel_triangle triangles[2], const bp_pixel_corner corner[4]);

/* Makes triangles 2 * place and the next one a rectangle, without an outline where they meet. Its upper left
 * corner is point 6 * place. `depth` is as bp_pixel_triangle.z. The grid's triangle_count stays. */
void bp_pixel_set_rectangle(bp_pixel_grid *grid, int place, bp_rect at, float depth, bp_rgba8 color);
/* For a handle's `put`: moves the upper left corner of such a rectangle on the first stage, with all
 * triangles of its colour on the stages that are shown. */
void bp_pixel_put_rectangle(bp_world *world, int point, bp_vec2 to);

/* Finds the first of `count` triangles, from number `first`, in which the probed pixel's centre lies, its
 * edges included. weights[i] receives the share of its corner i there; they add up to 1. NULL: there is
 * none. */
const bp_pixel_triangle *bp_pixel_weights(const bp_pixel_grid *grid, int first, int count, float weights[3]);

/* The index of the pixel around the probed point: width times its row, plus its column. */
int bp_pixel_probed(const bp_pixel_grid *grid);
/* Numbers the pixels' edges, above and at the left. */
void bp_pen_number_edges(bp_pen *pen, const bp_pixel_grid *grid);

/* The edge function of the line from `a` to `b` at point `p`, in square pixels. With y down it is positive
 * for a point to the right of the line, seen along it: so inside of a triangle whose corners run
 * clockwise. It is twice the area of the triangle a, b, p. */
float bp_edge_function(bp_vec2 a, bp_vec2 b, bp_vec2 p);

/* Measures of the grid of args->stage. */
bp_measure bp_measure_pixels_covered; /* pixels that a triangle got */
bp_measure bp_measure_pixels_twice;   /* pixels that more than one triangle got */
bp_measure bp_measure_pixels_missing; /* pixels that none got, though the rasterizer gives them to one */
bp_measure bp_measure_pixels_of;      /* pixels of triangle args->other alone */
/* 4: the edge functions of the first triangle's edges at the probed point, and their sum. */
bp_measure bp_measure_pixel_edges;
bp_measure bp_measure_pixel_edge;       /* the one of edge args->other, 0..2; 3: their sum */
bp_measure bp_measure_pixel_bytes;      /* 3: red, green and blue of the probed pixel, 0..255 */
bp_measure bp_measure_pixels_visited;   /* pixels that the plain loop visits; with show_box, else 0 */
bp_measure bp_measure_pixels_differing; /* pixels whose colour isn't that of stage args->other */
/* With show_samples, else 0. */
bp_measure bp_measure_pixel_samples;  /* covered samples of the probed pixel */
bp_measure bp_measure_samples;        /* covered samples of all pixels */
bp_measure bp_measure_pixels_touched; /* pixels with a covered sample */

/* Measures of the texture that the probed pixel of args->stage shows (lessons/shared/stage_pixels.c).
 * They are zero if it shows none. */
bp_measure bp_measure_texture_texel;   /* 2: column and row of the texel with the largest weight, from 0 */
bp_measure bp_measure_texture_weights; /* 4: of the texels, from the left and from above; the finer level's */
bp_measure bp_measure_texture_level;   /* the mip level that it reads, 0 the texture itself */
