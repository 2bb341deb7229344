/* A solution of lessons/exercises/raster, which tests/shell/test_renderer.sh checks and spoils. */
#include "renderer.h"
#include <math.h>
#include <string.h>

/* ---- step 1: the path of a vertex ---- */

void to_clip(const vertex *in, const bp_mat4 *transform, clip_vertex *out) {
    const float *m = transform->m;
    float clip[4];
    for (int c = 0; c < 4; c++)
        clip[c] = in->position.x * m[c] + in->position.y * m[4 + c] + in->position.z * m[8 + c] + m[12 + c];
    *out = (clip_vertex){clip[0], clip[1], clip[2], clip[3], {0}};
    memcpy(out->attributes, in->attributes, sizeof out->attributes);
}

static float snap(float x) { return floorf(x * 256 + 0.5f) / 256; }

void to_screen(const clip_vertex *in, int width, int height, screen_vertex *out) {
    const float inverse_w = 1 / in->w, half_width = (float)width / 2, half_height = (float)height / 2;
    out->x = snap(in->x * inverse_w * half_width + half_width);
    out->y = snap(in->y * inverse_w * -half_height + half_height);
    out->depth = in->z * inverse_w;
    out->inverse_w = inverse_w;
    for (int i = 0; i < ATTRIBUTES; i++) out->attributes[i] = in->attributes[i] * inverse_w;
}

/* ---- step 2: which pixels a triangle covers ---- */

/* Twice the area of the triangle p, q, (x, y), in 1/65536 square pixel. */
static int64_t edge(const int64_t p[2], const int64_t q[2], int64_t x, int64_t y) {
    return (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
}

/* The corners in 1/256 pixel, and twice the triangle's area. */
static int64_t fixed_corners(const screen_vertex corner[3], int64_t at[3][2]) {
    for (int i = 0; i < 3; i++) {
        at[i][0] = (int64_t)(corner[i].x * 256);
        at[i][1] = (int64_t)(corner[i].y * 256);
    }
    return edge(at[0], at[1], at[2][0], at[2][1]);
}

bool covers(const screen_vertex corner[3], int column, int row) {
    int64_t at[3][2];
    const int64_t area = fixed_corners(corner, at), sign = area < 0 ? -1 : 1;
    if (area == 0) return false;
    for (int i = 0; i < 3; i++) {
        const int64_t *p = at[i], *q = at[(i + 1) % 3];
        const int64_t e = sign * edge(p, q, column * 256 + 128, row * 256 + 128);
        const int64_t a = sign * (p[1] - q[1]), b = sign * (q[0] - p[0]);
        const bool top_left = a > 0 || (a == 0 && b > 0);
        if (e < 0 || (e == 0 && !top_left)) return false;
    }
    return true;
}

/* ---- step 3: a value between the corners ---- */

float interpolate(const screen_vertex corner[3], const float value[3], float x, float y) {
    int64_t at[3][2];
    const float inverse = 1 / ((float)fixed_corners(corner, at) / 65536);
    const float x1 = (corner[1].x - corner[0].x) * inverse, y1 = (corner[1].y - corner[0].y) * inverse;
    const float x2 = (corner[2].x - corner[0].x) * inverse, y2 = (corner[2].y - corner[0].y) * inverse;
    const float d1 = value[1] - value[0], d2 = value[2] - value[0];
    const float right = d1 * y2 - d2 * y1, down = d2 * x1 - d1 * x2;
    return value[0] + down * (y - corner[0].y) + right * (x - corner[0].x);
}

/* ---- step 4: attributes in perspective ---- */

static float between(const screen_vertex corner[3], const float *first, float x, float y) {
    const size_t offset = (size_t)((const char *)first - (const char *)corner);
    float value[3];
    for (int i = 0; i < 3; i++) memcpy(&value[i], (const char *)&corner[i] + offset, sizeof value[i]);
    return interpolate(corner, value, x, y);
}

void attributes_at(const screen_vertex corner[3], float x, float y, float out[ATTRIBUTES]) {
    const float w = 1 / between(corner, &corner->inverse_w, x, y);
    for (int i = 0; i < ATTRIBUTES; i++) out[i] = between(corner, &corner->attributes[i], x, y) * w;
}

/* ---- step 5: from light to bytes ---- */

uint8_t encode(float linear) {
    const float x = linear > 0 ? (linear < 1 ? linear : 1) : 0;
    int exponent;
    const float m = frexpf(x, &exponent) * 2;
    const float root = 0.457817480f + m * (0.695527758f + m * (-0.178059637f + m * 0.0247879478f));
    const float scale = (float)(1.055 * 255 * pow(2, 5.0 / 12 * (exponent - 1)));
    const float value = x < 0.0031308f ? x * 3294.6f : root * scale - 14.025f;
    return (uint8_t)(value + 0.5f);
}

/* ---- step 6: light ---- */

void light_at(const light *light, bp_vec3 n, float out[3]) {
    const bp_vec3 l = light->direction;
    const float length = sqrtf(n.x * n.x + n.y * n.y + n.z * n.z), scale = length > 0 ? 1 / length : 0;
    const float cosine = (n.x * l.x + n.y * l.y + n.z * l.z) * scale, lit = cosine > 0 ? cosine : 0;
    for (int c = 0; c < 3; c++) out[c] = light->ambient[c] + light->color[c] * lit;
}

/* ---- step 7: texture ---- */

/* A byte in linear light, as a whole number of 1/65535. */
static int decode(uint8_t byte) {
    const double c = byte / 255.0, linear = c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
    return (int)((float)linear * 65535 + 0.5f);
}

void sample(const texture *texture, float u, float v, float out[3]) {
    const int width = texture->width, height = texture->height;
    const int x = (int)lrintf(u * ((float)width * 256) - 128) & (width * 256 - 1);
    const int y = (int)lrintf(v * ((float)height * 256) - 128) & (height * 256 - 1);
    const int column[2] = {x / 256, (x / 256 + 1) % width}, row[2] = {y / 256, (y / 256 + 1) % height};
    const int right = (x & 255) * 128, below = (y & 255) * 128;
    const int both = (right * (y & 255) + 128) / 256;
    const int weight[2][2] = {{32768 - right - below + both, right - both}, {below - both, both}};
    for (int c = 0; c < 3; c++) {
        int sum = 0;
        for (int j = 0; j < 2; j++)
            for (int i = 0; i < 2; i++)
                sum += weight[j][i] * decode(texture->texels[(row[j] * width + column[i]) * 4 + c]);
        out[c] = (float)sum * (1.0f / 65535 / 32768);
    }
}

/* ---- step 8: clipping ---- */

static clip_vertex cut(const clip_vertex *inner, const clip_vertex *outer) {
    const float t = inner->z / (inner->z - outer->z);
    clip_vertex r = {.z = 0};
    r.x = inner->x + (outer->x - inner->x) * t;
    r.y = inner->y + (outer->y - inner->y) * t;
    r.w = inner->w + (outer->w - inner->w) * t;
    for (int i = 0; i < ATTRIBUTES; i++)
        r.attributes[i] = inner->attributes[i] + (outer->attributes[i] - inner->attributes[i]) * t;
    return r;
}

int clip_near(const clip_vertex in[3], clip_vertex out[4]) {
    int count = 0;
    for (int i = 0; i < 3; i++) {
        const clip_vertex *a = &in[i], *b = &in[(i + 1) % 3];
        if (a->z >= 0) out[count++] = *a;
        if ((a->z >= 0) == (b->z >= 0)) continue;
        out[count++] = a->z >= 0 ? cut(a, b) : cut(b, a);
    }
    return count;
}

/* ---- step 10: shadow ---- */

bool in_shadow(const picture *from_light, const bp_mat4 *to_light, bp_vec3 position, float cosine) {
    clip_vertex at;
    to_clip(&(vertex){.position = position}, to_light, &at);
    const int width = from_light->width, height = from_light->height;
    const int column = (int)floorf((at.x + 1) / 2 * (float)width),
              row = (int)floorf((1 - at.y) / 2 * (float)height);
    if (column < 0 || row < 0 || column >= width || row >= height) return false;
    const float slope = cosine > 0.1f ? sqrtf(fmaxf(1 - cosine * cosine, 0)) / cosine : 10;
    const float bias = (1 + slope) * 1.5f / (float)width;
    return at.z > from_light->depth[row * width + column] + bias;
}

/* ---- step 9: all together ---- */

static void draw_pixel(const mesh *mesh, const screen_vertex corner[3], int column, int row,
                       picture *picture) {
    const float x = (float)column + 0.5f, y = (float)row + 0.5f;
    const float depth = between(corner, &corner->depth, x, y);
    float *nearest = &picture->depth[row * picture->width + column];
    uint8_t *pixel = &picture->pixels[(row * picture->width + column) * 4];
    if (!(depth <= *nearest)) return;
    *nearest = depth;
    float at[ATTRIBUTES], lit[3], texel[3];
    attributes_at(corner, x, y, at);
    const bp_vec3 normal = {at[NORMAL], at[NORMAL + 1], at[NORMAL + 2]},
                  position = {at[POSITION], at[POSITION + 1], at[POSITION + 2]};
    light_at(&mesh->light, normal, lit);
    if (mesh->from_light && in_shadow(mesh->from_light, &mesh->to_light, position,
                                      bp_vec3_dot(bp_vec3_normalize(normal), mesh->light.direction)))
        memcpy(lit, mesh->light.ambient, sizeof lit);
    sample(mesh->texture, at[UV], at[UV + 1], texel);
    for (int c = 0; c < 3; c++) pixel[c] = encode(mesh->color[c] * lit[c] * texel[c]);
    pixel[3] = 255;
}

static int clamp(float value, int max) { return value > 0 ? (value < (float)max ? (int)value : max) : 0; }

static void draw_triangle(const mesh *mesh, const screen_vertex corner[3], picture *picture) {
    const float left = fminf(fminf(corner[0].x, corner[1].x), corner[2].x);
    const float right = fmaxf(fmaxf(corner[0].x, corner[1].x), corner[2].x);
    const float top = fminf(fminf(corner[0].y, corner[1].y), corner[2].y);
    const float bottom = fmaxf(fmaxf(corner[0].y, corner[1].y), corner[2].y);
    for (int row = clamp(top, picture->height); row < clamp(bottom + 1, picture->height); row++)
        for (int column = clamp(left, picture->width); column < clamp(right + 1, picture->width); column++)
            if (covers(corner, column, row)) draw_pixel(mesh, corner, column, row, picture);
}

void draw(const mesh *mesh, picture *picture) {
    for (int t = 0; t < mesh->triangle_count; t++) {
        clip_vertex corner[3], clipped[4];
        for (int i = 0; i < 3; i++)
            to_clip(&mesh->vertices[mesh->indices[3 * t + i]], &mesh->transform, &corner[i]);
        const int count = clip_near(corner, clipped);
        for (int i = 2; i < count; i++) {
            screen_vertex fan[3];
            to_screen(&clipped[0], picture->width, picture->height, &fan[0]);
            to_screen(&clipped[i - 1], picture->width, picture->height, &fan[1]);
            to_screen(&clipped[i], picture->width, picture->height, &fan[2]);
            draw_triangle(mesh, fan, picture);
        }
    }
}
