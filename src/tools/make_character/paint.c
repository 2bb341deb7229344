/* The texture has four sheets: head and body, each seen from the front and from behind. A texel covers 5.6 mm
 * of the body or 1.4 mm of the head, and is the mean of sixteen samples. */
#include "tools/make_character/character.h"

enum { SIDE_TEXELS = 512, SHEET = 256, SAMPLES = 4 };

/* A sheet's rectangle in the world, and its quarter of the picture. */
static const float HEAD_CUT = 1.4f;
static const float HEAD_SIZE = 0.4f, HEAD_LOW = 1.36f, BODY_SIZE = 1.44f, BODY_LOW = -0.01f;

typedef struct rgb {
    float r, g, b;
} rgb;

static const rgb SKIN = {0.80f, 0.52f, 0.36f}, BLUSH = {0.84f, 0.42f, 0.32f}, HAIR = {0.085f, 0.045f, 0.032f};
static const rgb SHIRT = {0.02f, 0.33f, 0.36f}, TRIM = {0.93f, 0.52f, 0.1f}, WHITE = {0.93f, 0.92f, 0.88f};
static const rgb TROUSERS = {0.055f, 0.075f, 0.17f}, SHOE = {0.72f, 0.2f, 0.06f},
                 DARK = {0.03f, 0.022f, 0.02f};
static const rgb LIPS = {0.5f, 0.13f, 0.1f}, BELT = {0.03f, 0.04f, 0.09f};

static bool in_ellipse(float x, float y, float cx, float cy, float rx, float ry) {
    float dx = (x - cx) / rx, dy = (y - cy) / ry;
    return dx * dx + dy * dy < 1;
}

static rgb eye(float x, float y) {
    if (in_ellipse(x, y, 0.051f, 1.563f, 0.0045f, 0.005f)) return WHITE;
    if (in_ellipse(x, y, 0.047f, 1.556f, 0.0115f, 0.0165f)) return DARK;
    return WHITE;
}

/* On both sheets, because their border runs through it. */
static bool is_ear(float x, float y) { return x > 0.128f && y < 1.572f; }

/* From the front; `x` is 0 or more. */
static rgb face_color(float x, float y) {
    float hairline = 1.632f - 0.9f * x * x;
    if (is_ear(x, y)) return SKIN;
    if (y > hairline || (x > 0.113f && y > 1.52f)) return HAIR;
    if (in_ellipse(x, y, 0.046f, 1.555f, 0.019f, 0.024f)) return eye(x, y);
    float brow = 1.597f - 6 * (x - 0.05f) * (x - 0.05f);
    if (x > 0.024f && x < 0.074f && fabsf(y - brow) < 0.0055f) return HAIR;
    float smile = 1.478f + 5.5f * x * x;
    if (x < 0.042f && y > smile - 0.0045f && y < smile + 0.0045f) return LIPS;
    if (in_ellipse(x, y, 0.072f, 1.51f, 0.02f, 0.015f)) return BLUSH;
    return SKIN;
}

static rgb nape_color(float x, float y) { return !is_ear(x, y) && y > 1.5f + 0.16f * x ? HAIR : SKIN; }

/* A slanted bone on the chest. */
static bool emblem(float x, float y) {
    float dx = x - 0.0f, dy = y - 1.19f, c = 0.80901699f, s = 0.58778525f;
    float along = fabsf(c * dx + s * dy), across = fabsf(c * dy - s * dx);
    if (along < 0.045f && across < 0.011f) return true;
    return in_ellipse(along, across, 0.05f, 0.013f, 0.016f, 0.015f);
}

static rgb arm_color(float x, float y) {
    float along = (x - 0.165f) * 0.744f - (y - 1.29f) * 0.668f;
    return along < 0.118f ? SHIRT : along < 0.138f ? TRIM : SKIN;
}

static rgb leg_color(float y) {
    if (y < 0.022f) return WHITE;
    if (y < 0.088f) return SHOE;
    return y < 0.108f ? BELT : TROUSERS;
}

static rgb torso_color(float x, float y, bool front) {
    float collar = front ? 1.318f + 0.55f * fabsf(x) : 1.358f;
    if (y > collar + 0.014f) return SKIN;
    if (y > collar) return TRIM;
    if (front && emblem(x, y)) return WHITE;
    if (y > 0.955f) return SHIRT;
    return y > 0.93f ? TRIM : TROUSERS;
}

static rgb body_color(float x, float y, bool front) {
    float side = fabsf(x);
    bool on_arm = side > 0.172f && (side - 0.172f) * 0.9f > 1.16f - y;
    if (on_arm) return arm_color(side, y);
    if (y < 0.84f) return leg_color(y);
    return torso_color(x, y, front);
}

/* The colour at a point of the picture; (0, 0) is its top left, (1, 1) its bottom right. */
static rgb color_at(float u, float v) {
    bool front = u < 0.5f, is_head = v < 0.5f;
    float across = (front ? u : u - 0.5f) * 2 - 0.5f, up = 1 - (is_head ? v : v - 0.5f) * 2;
    if (is_head) {
        float x = fabsf(across) * HEAD_SIZE, y = HEAD_LOW + up * HEAD_SIZE;
        return front ? face_color(x, y) : nape_color(x, y);
    }
    return body_color(across * BODY_SIZE, BODY_LOW + up * BODY_SIZE, front);
}

/* Linear light to sRGB without pow: x^(1/2.4) = x^(1/4) * x^(1/6). Newton's method takes the cube root of the
 * square root. */
static uint8_t encode(float linear) {
    double x = (double)linear;
    if (x <= 0.0031308) return (uint8_t)(x * 12.92 * 255 + 0.5);
    double root = sqrt(x), sixth = 0.5;
    for (int i = 0; i < 24; i++) sixth = (2 * sixth + root / (sixth * sixth)) / 3;
    double encoded = 1.055 * sqrt(root) * sixth - 0.055;
    return (uint8_t)((encoded < 1 ? encoded : 1) * 255 + 0.5);
}

bp_image *paint_make(bp_error *error) {
    bp_image *image = bp_image_create(NULL, SIDE_TEXELS, SIDE_TEXELS, error);
    for (int i = 0; image && i < SIDE_TEXELS * SIDE_TEXELS; i++) {
        rgb sum = {0, 0, 0};
        for (int s = 0; s < SAMPLES * SAMPLES; s++) {
            float x = (float)(i % SIDE_TEXELS) + ((float)(s % SAMPLES) + 0.5f) / SAMPLES;
            int row = s / SAMPLES;
            float y = (float)(i / SIDE_TEXELS) + ((float)row + 0.5f) / SAMPLES;
            rgb c = color_at(x / SIDE_TEXELS, y / SIDE_TEXELS);
            sum = (rgb){sum.r + c.r, sum.g + c.g, sum.b + c.b};
        }
        const float share = 1.0f / (SAMPLES * SAMPLES);
        image->pixels[i] =
            (bp_rgba8){encode(sum.r * share), encode(sum.g * share), encode(sum.b * share), 255};
    }
    return image;
}

/* The sheet of a triangle: 0 head, 2 body; 1 more from behind. */
static int sheet_of(const bp_mesh *mesh, size_t triangle) {
    float z = 0, y = 0;
    for (size_t i = 0; i < 3; i++) {
        uint32_t v = mesh->indices[3 * triangle + i];
        z += mesh->normals[v].z;
        y += mesh->positions[v].y;
    }
    return (z < 0 ? 1 : 0) + (y / 3 > HEAD_CUT ? 0 : 2);
}

static bp_vec2 unfold(bp_vec3 p, int sheet) {
    bool is_head = sheet < 2;
    float size = is_head ? HEAD_SIZE : BODY_SIZE, low = is_head ? HEAD_LOW : BODY_LOW;
    float across = p.x / size + 0.5f, down = 1 - (p.y - low) / size;
    return (bp_vec2){(across + (float)(sheet & 1)) / 2, (down + (is_head ? 0.0f : 1.0f)) / 2};
}

/* Numbers the vertices of the result by old vertex and sheet; -1: none. */
static size_t number_vertices(const bp_mesh *mesh, int (*numbers)[4]) {
    size_t count = 0;
    for (size_t v = 0; v < mesh->vertex_count; v++)
        for (int s = 0; s < 4; s++) numbers[v][s] = -1;
    for (size_t i = 0; i < mesh->index_count; i++) numbers[mesh->indices[i]][sheet_of(mesh, i / 3)] = 0;
    for (size_t v = 0; v < mesh->vertex_count; v++)
        for (int s = 0; s < 4; s++)
            if (numbers[v][s] == 0) numbers[v][s] = (int)count++;
    return count;
}

static void copy_vertex(const bp_mesh *from, size_t v, bp_mesh *to, size_t at, int sheet) {
    to->positions[at] = from->positions[v];
    to->normals[at] = from->normals[v];
    to->uv[0][at] = unfold(from->positions[v], sheet);
    for (size_t k = 0; k < 4; k++) {
        to->joints[4 * at + k] = from->joints[4 * v + k];
        to->weights[4 * at + k] = from->weights[4 * v + k];
    }
}

bp_mesh *paint_unfold(bp_mesh *mesh, bp_error *error) {
    int(*numbers)[4] = bp_alloc(NULL, mesh->vertex_count, sizeof *numbers, error);
    bp_mesh *out = NULL;
    if (numbers) {
        bp_mesh_options options = {.name = mesh->name,
                                   .vertex_count = number_vertices(mesh, numbers),
                                   .index_count = mesh->index_count,
                                   .attributes = BP_MESH_NORMALS | BP_MESH_UV0,
                                   .influences = 4};
        out = bp_mesh_create(NULL, &options, error);
    }
    for (size_t v = 0; out && v < mesh->vertex_count; v++)
        for (int s = 0; s < 4; s++)
            if (numbers[v][s] >= 0) copy_vertex(mesh, v, out, (size_t)numbers[v][s], s);
    for (size_t i = 0; out && i < mesh->index_count; i++)
        out->indices[i] = (uint32_t)numbers[mesh->indices[i]][sheet_of(mesh, i / 3)];
    bp_free(NULL, numbers);
    bp_mesh_destroy(mesh);
    return out;
}
