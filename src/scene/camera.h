/* The parts of a camera's transform, and where rays meet planes and triangles. */
#pragma once

#include <bindpose/scene.h>

/* World to camera space: X right, Y up, looking along -Z. */
bp_mat4 bp_camera_view(const bp_camera *camera);

/* A vector along an axis: 0 X, 1 Y, 2 Z; and a frame's axis, with length 1. */
bp_vec3 bp_axis(int axis, float length);
bp_vec3 bp_frame_axis(bp_mat4 frame, int axis);

/* Metres that one pixel covers at the target's distance, in a picture `height` pixels high. */
float bp_camera_pixel_size(const bp_camera *camera, int height);

/* Where a ray meets the plane through `point` with that normal. False if it runs along the plane or away
 * from it; *at is undefined then. */
bool bp_ray_plane(bp_ray ray, bp_vec3 point, bp_vec3 normal, bp_vec3 *at);
/* Whether a ray meets a triangle, from either side (Moeller and Trumbore, 1997). If so, *distance is how far
 * from its origin, in lengths of its direction. */
bool bp_ray_triangle(bp_ray ray, bp_vec3 a, bp_vec3 b, bp_vec3 c, float *distance);

/* Cuts the segment from *a to *b to a rectangle, its border included. False: nothing is left (Liang and
 * Barsky, 1984). */
bool bp_segment_cut(bp_vec2 low, bp_vec2 high, bp_vec2 *a, bp_vec2 *b);

/* Moves eye and target in the picture's plane: +x right, +y up, in picture heights. */
void bp_camera_pan(bp_camera *camera, float x, float y);
