/* frustum: a stage that shows an eye, its view frustum and a triangle, from the side or from above; and the
 * way of the triangle's vertices to the pixels of another stage.
 *
 * Camera space: x to the right, y up, and the eye at the origin looks along -z. So what is `d` in front of it
 * has z = -d. The lens has 1 / tan(half of the angle) = 2, the picture is square, the near plane is at a
 * distance of 1 and the far plane at 5. So a vertex has the clip coordinates
 *     x = 2 x, y = 2 y, z = 1.25 (d - 1), w = d
 *
 * The drawing has the distance to the right; from the side y up, from above x down.
 */
#pragma once

#include "shared/pixels.h"

#define BP_FRUSTUM_NEAR 1.0f
#define BP_FRUSTUM_FAR 5.0f

/* The planes of a view volume, as bits of an outcode, in the order in which `bp_outcode_words` names them. */
enum {
    BP_PLANE_LEFT = 1,   /* x < -w */
    BP_PLANE_RIGHT = 2,  /* x > w */
    BP_PLANE_BOTTOM = 4, /* y < -w */
    BP_PLANE_TOP = 8,    /* y > w */
    BP_PLANE_NEAR = 16,  /* z < 0 */
    BP_PLANE_FAR = 32,   /* z > w */
    BP_PLANE_ALL = 63,
    BP_POLYGON_MAX = 9 /* corners of a triangle that is cut by six planes */
};

typedef enum bp_frustum_view { BP_VIEW_SIDE, BP_VIEW_TOP } bp_frustum_view;

/* Lessons may change all fields; the world draws from them. */
typedef struct bp_frustum {
    bp_drawing drawing; /* its draw function: bp_frustum_draw, unless the lesson puts another one */
    bp_frustum_view view;
    bp_vec3 vertex[3]; /* of the triangle, in camera space */
    float near_z;      /* distance of the near plane; 0: BP_FRUSTUM_NEAR */
} bp_frustum;

/* Adds such a stage, with a triangle, which bp_frustum_of finds. Never NULL; without memory the
 * world fails and the stage has none. */
bp_stage *bp_world_add_frustum(bp_world *world, const char *title, const char *subtitle, bp_frustum_view view,
                               const bp_vec3 vertex[3]);

/* The stage's frustum; NULL: it has none. The world's only one; NULL: none. */
bp_frustum *bp_frustum_of(const bp_stage *stage);
bp_frustum *bp_world_frustum(bp_world *world);

/* From now on from the side or from above, so many metres of camera space high. */
void bp_frustum_look(bp_frustum *frustum, bp_frustum_view view, float high);
/* The distance of its near plane. The visible part of its triangle, in clip space: how many corners. */
float bp_frustum_near(const bp_frustum *frustum);
int bp_frustum_visible(const bp_frustum *frustum, bp_vec4 corner[BP_POLYGON_MAX]);
/* A position of camera space in the drawing. */
bp_vec2 bp_frustum_at(const bp_frustum *frustum, bp_vec3 position);
/* Draws the eye, the volume with its near and far plane, and the triangle with a ray from each vertex. */
void bp_frustum_draw(bp_world *world, bp_pen *pen);
/* Parts of it. `named`: with the near plane's name. */
void bp_frustum_draw_volume(const bp_frustum *frustum, bool named, bp_pen *pen);
void bp_frustum_draw_triangle(const bp_frustum *frustum, bp_pen *pen);
void bp_frustum_name_vertices(const bp_frustum *frustum, bp_pen *pen);

/* A handle on vertex 0, 1 or 2 of a frustum's stage: it changes its distance, and its height or, from above,
 * x, in quarters. One on a grid whose `vertices` come from a frustum is a BP_PIXEL_HANDLE with
 * bp_frustum_put: it changes x and y. The distance isn't 0. */
#define BP_FRUSTUM_HANDLE(name, on, vertex)                                                                  \
    { .label = name, .stage = on, .normal = {0, 0, 1}, .kind = &bp_frustum_handle, .point = vertex }
extern const bp_handle_kind bp_frustum_handle;
/* Moves vertex `point` of the world's frustum to where it lands at that pixel of a 12 x 12 picture; its
 * distance stays. A vertex behind the eye stays. */
void bp_frustum_put(bp_world *world, int point, bp_vec2 to);

/* The projection, by bp_mat4_perspective_rh: clip coordinates of a vertex, with the usual near plane. */
bp_vec4 bp_frustum_clip(bp_vec3 vertex);
/* A bit for each plane of which the position is outside. */
unsigned bp_outcode(bp_vec4 clip);
/* "inside", or the planes: "left, near". At most `size` bytes. Returns `text`. */
const char *bp_outcode_words(unsigned outcode, char *text, size_t size);
/* Cuts the polygon by each of the planes in turn (Sutherland and Hodgman). Returns how many corners are
 * left. */
int bp_polygon_cut(bp_vec4 corner[BP_POLYGON_MAX], int count, unsigned planes);

/* Takes the frustum's vertices to the grids that ask for them, and draws the stages. */
void bp_frustum_update(bp_world *world);
/* Where a vertex of the world's frustum lands on a stage's grid, by the grid's rule, uncut. */
bp_vec2 bp_frustum_landing(bp_world *world, int stage, int vertex);

/* Measures of the frustum on stage args->stage, and of its vertex args->other. */
bp_measure bp_measure_frustum_clip;     /* 4: clip coordinates */
bp_measure bp_measure_frustum_divided;  /* 3: x, y and z, divided by w */
bp_measure bp_measure_outcodes;         /* 3: of its three vertices */
bp_measure bp_measure_common_outcode;   /* the bits that all three have */
bp_measure bp_measure_cut_corners;      /* 2: of the triangle, cut by the near plane alone; by all planes */
/* Measures of the grid on stage args->stage. */
bp_measure bp_measure_landed;       /* 2: where vertex args->other lands, in pixels; uncut */
bp_measure bp_measure_drawn_corner; /* 2: point args->other of the triangles that are drawn, in pixels */
bp_measure bp_measure_triangles;    /* how many triangles it draws */
bp_measure bp_measure_way_round;    /* twice the area of the first triangle; negative: against the clock */
/* Pixels that the rasterizer itself gives the world's frustum's triangle, from camera space on. */
bp_measure bp_measure_rasterized;
/* Pixels in which a drawing of the triangle, cut by all planes, differs from that. */
bp_measure bp_measure_cut_difference;
