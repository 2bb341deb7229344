/* Your renderer: its types, and the eleven functions that you write in renderer.c. README.md has the
 * formulas.
 *
 * The order of operations in the formulas matters: floats round after each one, and the checker compares all
 * bits with those of Bindpose's own rasterizer. You need no function of the library; its vectors and matrices
 * (bindpose/math.h) are there for you.
 */
#ifndef RENDERER_H
#define RENDERER_H

#include <bindpose/math.h>
#include <stdbool.h>
#include <stdint.h>

/* Attributes: normal x, y, z, texture coordinates u, v, position x, y, z. */
enum { NORMAL = 0, UV = 3, POSITION = 5, ATTRIBUTES = 8 };

typedef struct vertex {
    bp_vec3 position;
    float attributes[ATTRIBUTES];
} vertex;

typedef struct clip_vertex {
    float x, y, z, w;
    float attributes[ATTRIBUTES];
} clip_vertex;

typedef struct screen_vertex {
    float x, y; /* pixels, y down: whole numbers of 1/256 */
    float depth, inverse_w;
    float attributes[ATTRIBUTES]; /* divided by w */
} screen_vertex;

typedef struct light {
    bp_vec3 direction;          /* towards the light; its length is 1 */
    float color[3], ambient[3]; /* linear */
} light;

typedef struct texture {
    int width, height;     /* powers of two */
    const uint8_t *texels; /* red, green, blue and alpha of each, row after row, encoded by sRGB */
} texture;

typedef struct picture {
    int width, height;
    uint8_t *pixels; /* red, green, blue and alpha of each, row after row */
    float *depth;    /* of each pixel: 0 near to 1 far */
} picture;

typedef struct mesh {
    const vertex *vertices;
    const uint32_t *indices; /* three for each triangle */
    int triangle_count;
    bp_mat4 transform; /* to clip space */
    float color[3];    /* linear */
    const texture *texture;
    light light;
    const picture *from_light; /* its depths, as the light sees the scene; NULL: no shadow (step 10) */
    bp_mat4 to_light;          /* from positions to that picture's clip space, whose w is 1 */
} mesh;

/* Step 1 */
void to_clip(const vertex *in, const bp_mat4 *transform, clip_vertex *out);
void to_screen(const clip_vertex *in, int width, int height, screen_vertex *out);
/* Step 2 */
bool covers(const screen_vertex corner[3], int column, int row);
/* Step 3 */
float interpolate(const screen_vertex corner[3], const float value[3], float x, float y);
/* Step 4 */
void attributes_at(const screen_vertex corner[3], float x, float y, float out[ATTRIBUTES]);
/* Step 5 */
uint8_t encode(float linear);
/* Step 6 */
void light_at(const light *light, bp_vec3 normal, float out[3]);
/* Step 7 */
void sample(const texture *texture, float u, float v, float out[3]);
/* Step 8 */
int clip_near(const clip_vertex in[3], clip_vertex out[4]);
/* Step 9 */
void draw(const mesh *mesh, picture *picture);
/* Step 10 */
bool in_shadow(const picture *from_light, const bp_mat4 *to_light, bp_vec3 position, float cosine);

#endif
