/* An eye, its view frustum and a triangle, as lines: a drawing from the side. */
#include "shared/flat_mesh.h"
#include "shared/frustum_private.h"
#include <math.h>

enum { QUADS = 64 };
static const float SCALE = 0.38f, X_LEFT = 0.3f, X_DOWN = 0.32f; /* metres for one of camera space */
static const float MIDDLE = 1.5f, BEHIND = 2, HIGH = 2.5f;       /* in camera space: what the drawing shows */
static const float CLOSE = 1.0f / 64; /* a vertex isn't put into the eye's plane, where w is 0 */
static const float LAYER = 0.002f, THIN = 0.012f, BOLD = 0.02f; /* metres */
static const bp_rgba8 FRAME = {120, 130, 146, 255}, NEAR_COLOR = {0, 114, 178, 255},
                      RAY = {178, 150, 96, 255}, SIDE = {230, 159, 0, 255}, DARK = {40, 44, 52, 255},
                      EYE_COLOR = {255, 92, 148, 255};

bp_mesh *bp_frustum_mesh(const bp_context *context, bp_error *error) {
    return bp_flat_mesh_create(context, "frustum", QUADS, error);
}

/* ---- from camera space to the drawing ---- */

static bp_vec3 drawn(bp_vec3 p) {
    return (bp_vec3){SCALE * (-p.z - MIDDLE) - X_LEFT * SCALE * p.x, SCALE * p.y - X_DOWN * SCALE * p.x, 0};
}

/* Divided by w: a box of the far plane's size, from the near plane to the far one. Points behind the eye or
 * close to it are not divided. */
static bp_vec3 boxed(bp_vec3 p, float t) {
    const bp_vec4 clip = bp_frustum_clip(p);
    if (!(t > 0) || clip.w < BP_FRUSTUM_NEAR) return p;
    const float reach = BP_FRUSTUM_FAR - BP_FRUSTUM_NEAR;
    const bp_vec3 box = {clip.x / clip.w * HIGH, clip.y / clip.w * HIGH,
                         -(BP_FRUSTUM_NEAR + reach * clip.z / clip.w)};
    return bp_vec3_mix(p, box, t);
}

bp_vec3 bp_frustum_to_world(const bp_frustum *frustum, bp_vec3 vertex) {
    return drawn(boxed(vertex, frustum->divided));
}

static float quarter(float x, float low, float high) { return bp_clamp(floorf(4 * x + 0.5f) / 4, low, high); }

bp_vec3 bp_frustum_from_world(bp_vec3 position, float x) {
    float d = (position.x + X_LEFT * SCALE * x) / SCALE + MIDDLE,
          y = (position.y + X_DOWN * SCALE * x) / SCALE;
    const float rounded = quarter(d, -BEHIND, BP_FRUSTUM_FAR);
    return (bp_vec3){x, quarter(y, -HIGH, HIGH), rounded == 0 ? -CLOSE : -rounded};
}

/* ---- the drawing ---- */

typedef struct pen {
    const bp_frustum *frustum;
    bp_flat_quads to;
} pen;

static void line(pen *p, bp_vec3 a, bp_vec3 b, float width, int layer, bp_rgba8 color) {
    bp_vec3 from = bp_frustum_to_world(p->frustum, a), to = bp_frustum_to_world(p->frustum, b);
    from.z = to.z = (float)layer * LAYER;
    bp_flat_line(&p->to, from, to, width, color);
}

/* Corner `i` of the frustum's cross section at a distance. */
static bp_vec3 corner_at(float d, int i) {
    float x = i == 1 || i == 2 ? d / 2 : -d / 2, y = i < 2 ? d / 2 : -d / 2;
    return (bp_vec3){x, y, -d};
}

static void show_volume(pen *p) {
    const bp_vec3 eye = {0, 0, 0};
    for (int i = 0; i < 4; i++) {
        const bp_vec3 close = corner_at(BP_FRUSTUM_NEAR, i), far = corner_at(BP_FRUSTUM_FAR, i);
        line(p, far, corner_at(BP_FRUSTUM_FAR, (i + 1) % 4), THIN, 0, FRAME);
        line(p, close, corner_at(BP_FRUSTUM_NEAR, (i + 1) % 4), BOLD, 2, NEAR_COLOR);
        line(p, close, far, THIN, 0, FRAME);
        if (!(p->frustum->divided > 0)) line(p, eye, close, THIN, 0, FRAME);
    }
}

/* The triangle with a dark rim, and from each vertex a ray to the eye: or, divided, to the near plane, since
 * then the rays are parallel. */
static void show_triangle(pen *p) {
    const bp_vec3 *v = p->frustum->vertex;
    for (int i = 0; i < 3; i++) {
        bp_vec3 to = bp_vec3_scale(v[i], -BP_FRUSTUM_NEAR / v[i].z);
        if (!(p->frustum->divided > 0)) to = (bp_vec3){0, 0, 0};
        if (-v[i].z >= BP_FRUSTUM_NEAR || !(p->frustum->divided > 0)) line(p, v[i], to, THIN, 1, RAY);
    }
    for (int i = 0; i < 3; i++) line(p, v[i], v[(i + 1) % 3], 2 * BOLD, 3, DARK);
    for (int i = 0; i < 3; i++) line(p, v[i], v[(i + 1) % 3], BOLD, 4, SIDE);
}

static void show_eye(pen *p) {
    if (p->frustum->divided > 0) return;
    const bp_vec3 at = drawn((bp_vec3){0, 0, 0});
    const float r = 0.05f;
    const bp_vec3 corner[4] = {{at.x, at.y - r, 5 * LAYER},
                               {at.x + r, at.y, 5 * LAYER},
                               {at.x, at.y + r, 5 * LAYER},
                               {at.x - r, at.y, 5 * LAYER}};
    bp_flat_quad(&p->to, corner, EYE_COLOR);
}

void bp_frustum_show(const bp_frustum *frustum, bp_mesh *mesh) {
    pen p = {.frustum = frustum, .to = {.mesh = mesh}};
    show_volume(&p);
    show_triangle(&p);
    show_eye(&p);
    bp_flat_finish(&p.to);
}
