/* Declares the functions of all exercises. Each exercise.c includes this header only. The comment at the
 * top of an exercise lists the functions of bindpose/math.h that it may call. */
#ifndef BINDPOSE_LESSONS_EXERCISE_H
#define BINDPOSE_LESSONS_EXERCISE_H

#include <bindpose/math.h>
#undef inline /* the checker compiles the functions of math.h with one of its own */

/* 01 */
bp_vec3 through_both(bp_vec3 point, bp_mat4 first, bp_mat4 second);

/* 02 */
bp_mat4 compose_matrix(bp_vec3 position, bp_quat rotation, bp_vec3 scale);

/* 03 */
void absolute_matrices(const bp_mat4 *local, const int *parent, int count, bp_mat4 *absolute);

/* 04 */
void absolute_bind(const bp_mat4 *bind, int count, bp_mat4 *absolute, bp_mat4 *inverse);

/* 05 */
bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind);

/* 06 */
bp_vec3 skin_vertex(bp_vec3 position, const bp_mat4 *palette, const int *joints, const float *weights);

/* 07 */
bp_vec3 skin_normal(bp_vec3 normal, bp_mat4 m);

/* 08 */
typedef struct exercise_bone {
    bp_mat4 local, bind, rest;
    int node; /* the index of the linked node, or -1 */
} exercise_bone;
void return_to_rest(exercise_bone *bones, int count, bp_trs *nodes);

/* 09 */
void sort_bones(const int *parent, int count, int *order, int *new_parent, int *joints, int joint_count);

/* 10 */
typedef struct linked_bone {
    int parent, node; /* -1: none */
    bp_mat4 local, absolute_inverse_bind, chain, final;
} linked_bone;
void prepare(linked_bone *bones, int count, const bp_trs *nodes);

/* 10b */
bp_mat4 carry_sword(bp_mat4 sword, bp_mat4 taken_final, bp_mat4 taken_world, bp_mat4 final, bp_mat4 world);

/* 11 */
bp_mat4 local_for(bp_mat4 wanted_final, bp_mat4 bind, bp_mat4 parent_absolute_bind, bp_mat4 parent_absolute);

/* 11b */
void pose_from_finals(const int *parent, const bp_mat4 *bind, const bp_mat4 *final, int count,
                      bp_mat4 *local);

/* 12 */
bp_quat rotation_at(const float *time, const bp_quat *key, int count, float at);

/* 12b */
bp_quat turn_towards(bp_quat from, bp_quat to, float most);

/* 13 */
void reach(float upper, float lower, bp_vec2 target, bp_vec2 *elbow, bp_vec2 *hand);

/* 13b */
bp_vec3 find_elbow(bp_vec3 shoulder, bp_vec3 target, bp_vec3 pole, float upper, float lower);

/* 14 */
void cover_triangle(const bp_vec2 corner[3], int width, int height, int *covered);

/* 14b */
void touch_pixels(const bp_vec2 corner[3], int width, int height, int *touched);

/* 15 */
void interpolate(const float value[3], const float w[3], const bp_vec3 *share, int count, float *mixed);

/* 15b */
void place_marks(int count, float w_begin, float w_end, float *along);

/* 16 */
/* A surface's contribution to a pixel. */
typedef struct fragment {
    float depth; /* 0: near, 1: far */
    bp_vec3 color;
    float alpha; /* 1: opaque */
} fragment;
bp_vec3 pixel_color(const fragment *fragments, int count, bp_vec3 background);

/* 17 */
/* A rectangle of the image, in pixels. */
typedef struct screen_area {
    float left, top, width, height;
} screen_area;
void to_pixels(const bp_vec4 *clip, int count, screen_area viewport, bp_vec2 *pixel, float *depth);

/* 18 */
typedef struct clip_vertex {
    bp_vec4 position; /* in clip space */
    float value;
} clip_vertex;
int clip_triangle(const clip_vertex corner[3], bp_vec4 plane, clip_vertex kept[4]);

/* 19 */
void barycentric(const bp_vec2 corner[3], int width, int height, float *right, float *down, float *share);

/* 20 */
void sample_texture(const float *texel, int width, int height, const bp_vec2 *uv, int count, float *value);

/* 21 */
/* The change of u (x) and v (y) from a pixel to its neighbours. */
typedef struct uv_change {
    bp_vec2 right, down;
} uv_change;
void mip_levels(const uv_change *change, int count, int width, int height, int levels, float *level);

/* 22, 23: between the numbers of an image (sRGB) and amounts of light, both 0..1; others are
 * limited to that. */
float to_linear(float encoded);
float to_encoded(float linear);

/* 22 */
typedef struct color_layer {
    bp_vec3 color; /* encoded */
    float alpha;   /* the part of what is below that the layer covers */
} color_layer;
bp_vec3 blend_layers(const color_layer *layers, int count, bp_vec3 background);

/* 23 */
/* A pixel's four samples. */
typedef struct pixel_samples {
    bp_vec3 color[4]; /* encoded */
    float depth[4];   /* 0: near, 1: far */
} pixel_samples;
void resolve(const pixel_samples *pixels, int count, bp_vec3 *color, float *depth);

/* 24 */
/* The pixels from column x0 to x1 - 1 and from row y0 to y1 - 1. */
typedef struct pixel_box {
    int x0, y0, x1, y1;
} pixel_box;
void bin_boxes(const pixel_box *box, int count, int size, int columns, int rows, int *begin, int *list);

/* 25 */
void pose_another(const int *parent, const bp_mat4 *his_bind, const bp_mat4 *his_local,
                  const bp_mat4 *her_bind, int count, bp_mat4 *her_local);

/* 26 */
/* How high the hips of one who stands are, and how long a leg and an arm are: metres. */
typedef struct body_size {
    float height, leg, arm;
} body_size;
void place_feet(body_size his, body_size her, const bp_vec2 *hips, const bp_vec2 *foot, const int *planted,
                int count, bp_vec2 *her_hips, bp_vec2 *her_foot);

#endif
