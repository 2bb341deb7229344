/* lit_sphere: a stage that shows a sphere in a light of the lesson's choice, and measures of one of its
 * points.
 *
 * The picture is drawn by the rasterizer (raster.h), with light at each pixel. So are the wrong rules, which
 * lessons compare it with. The numbers at the probe come from the rasterizer's scalar definition
 * (pixel_history.h): it draws a picture of one pixel, at whose centre the probe is.
 */
#pragma once

#include "raster/pixel_history.h"
#include <bindpose/lesson_world.h>

BP_BEGIN_C

/* A sphere around the origin, whose radius is 1 m before it is scaled. Lessons may change all fields. */
typedef struct bp_lit_sphere {
    bp_material material;
    bp_draw_light light;    /* in world space; with BP_LIGHTING_NONE all pixels have the base colour */
    bp_vec3 scaling;        /* along the world's axes */
    bool normals_as_points; /* wrong: normals are multiplied by the matrix of the points */
    bool encoded;           /* wrong: light is multiplied with encoded values, as if they were linear */
    bp_vec3 coming;         /* where the light will come from, as a dashed arrow; zero: none */
    bp_vec3 probe;          /* a point of the sphere before it is scaled; so its normal there. Unit length */
    /* At the probe, as posed last; of the picture of the world's camera: */
    bp_shading_step shading;
    uint8_t pixel[4]; /* red, green, blue, alpha */
    bp_mat4 matrix;   /* of the scaling */
} bp_lit_sphere;

/* Adds a stage with a white sphere in white light from the front, which bp_lit_of finds. The
 * world then shows no floor. Never NULL; without memory the world fails and stage->lit is NULL. */
bp_stage *bp_world_add_lit_sphere(bp_world *world, const char *title, const char *subtitle);
/* Poses the spheres that are shown, and finds the numbers at their probes: an `update` of worlds. */
void bp_lit_update(bp_world *world);
/* The stage's sphere; NULL: it has none. */
bp_lit_sphere *bp_lit_of(const bp_stage *stage);

/* Handles of the first stage; a drag changes all stages with a sphere. A point in the half towards the viewer
 * is found by its x and y: it moves over the sphere as the mouse moves over the picture. */
bp_vec3 bp_lit_probe(bp_world *world); /* the probe, on the surface */
void bp_lit_set_probe(bp_world *world, bp_vec3 position);

/* Paints the probe, P, and the arrows n, the normal there as the picture uses it, and l, the direction to the
 * light; not those that point to the eye. */
void bp_lit_paint(const bp_stage *stage, bp_painter *painter);

/* Measures at the probe of args->stage. */
bp_measure bp_measure_light_normal; /* 3: as the picture uses it */
bp_measure
    bp_measure_light_cosine;       /* its product with the direction to the light; 0 where that is negative */
bp_measure bp_measure_light_pixel; /* 3: the bytes red, green, blue */
/* The angle from the normal to the surface in the plane y = 0, degrees: 90 if it is at right angles. */
bp_measure bp_measure_light_surface;

BP_END_C
