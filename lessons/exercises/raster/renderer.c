/* Your renderer. README.md explains each step; `make renderer` checks them in order, and draws a picture
 * after each one.
 */
#include "renderer.h"
#include <math.h>
#include <string.h>

/* ---- step 1: the path of a vertex ---- */

void to_clip(const vertex *in, const bp_mat4 *transform, clip_vertex *out) {
    /* Your code here. */
    (void)in, (void)transform;
    memset(out, 0, sizeof *out);
}

void to_screen(const clip_vertex *in, int width, int height, screen_vertex *out) {
    /* Your code here. */
    (void)in, (void)width, (void)height;
    memset(out, 0, sizeof *out);
}

/* ---- step 2: which pixels a triangle covers ---- */

bool covers(const screen_vertex corner[3], int column, int row) {
    /* Your code here. */
    (void)corner, (void)column, (void)row;
    return false;
}

/* ---- step 3: a value between the corners ---- */

float interpolate(const screen_vertex corner[3], const float value[3], float x, float y) {
    /* Your code here. */
    (void)corner, (void)x, (void)y;
    return value[0];
}

/* ---- step 4: attributes in perspective ---- */

void attributes_at(const screen_vertex corner[3], float x, float y, float out[ATTRIBUTES]) {
    /* Your code here. */
    (void)x, (void)y;
    memcpy(out, corner[0].attributes, sizeof corner[0].attributes);
}

/* ---- step 5: from light to bytes ---- */

uint8_t encode(float linear) {
    /* Your code here. */
    return (uint8_t)(linear < 0 ? 0 : linear > 1 ? 255 : linear * 255);
}

/* ---- step 6: light ---- */

void light_at(const light *light, bp_vec3 normal, float out[3]) {
    /* Your code here. */
    (void)light, (void)normal;
    for (int c = 0; c < 3; c++) out[c] = 1;
}

/* ---- step 7: texture ---- */

void sample(const texture *texture, float u, float v, float out[3]) {
    /* Your code here. */
    (void)texture, (void)u, (void)v;
    for (int c = 0; c < 3; c++) out[c] = 1;
}

/* ---- step 8: clipping ---- */

int clip_near(const clip_vertex in[3], clip_vertex out[4]) {
    /* Your code here. */
    memcpy(out, in, 3 * sizeof *in);
    return 3;
}

/* ---- step 9: all together ---- */

void draw(const mesh *mesh, picture *picture) {
    /* Your code here. */
    (void)mesh, (void)picture;
}

/* ---- step 10: shadow; then use it in draw ---- */

bool in_shadow(const picture *from_light, const bp_mat4 *to_light, bp_vec3 position, float cosine) {
    /* Your code here. */
    (void)from_light, (void)to_light, (void)position, (void)cosine;
    return false;
}
