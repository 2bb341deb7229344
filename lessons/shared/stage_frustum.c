/* A stage with an eye, its view frustum and a triangle, and the way of its vertices to the grids beside it.
 * */
#include "shared/flat_mesh.h"
#include "shared/frustum_private.h"
#include <math.h>

static const float BEHIND = 2.3f, SIDE = 2.6f; /* in camera space: what the drawing shows, and where ... */
static const float REACH = 2.5f, LEAST = 2;    /* ... a hand can put a vertex */
static const float CLOSE = 1.0f / 64;          /* a vertex isn't put into the eye's plane, where w is 0 */
static const bp_vec2 EYE_AT = {0, 0};

bp_frustum *bp_frustum_of(const bp_stage *stage) {
    return stage->kind == bp_frustum_kind ? stage->data : NULL;
}

bp_frustum *bp_world_frustum(bp_world *world) {
    for (int i = 0; i < BP_STAGE_MAX; i++)
        if (bp_frustum_of(&world->stages[i])) return bp_frustum_of(&world->stages[i]);
    return NULL;
}

bp_stage *bp_world_add_frustum(bp_world *world, const char *title, const char *subtitle, bp_frustum_view view,
                               const bp_vec3 vertex[3]) {
    bp_frustum *frustum =
        bp_alloc(bp_context_allocator(world->context), 1, sizeof *frustum, bp_world_error_slot(world));
    if (frustum) {
        frustum->drawing.draw = bp_frustum_draw;
        bp_frustum_look(frustum, view, 2 * SIDE);
        for (int i = 0; i < 3; i++) frustum->vertex[i] = vertex[i];
    }
    bp_stage *stage = bp_world_add_drawn(world, title, subtitle, frustum ? bp_frustum_kind : NULL, frustum);
    world->update = bp_frustum_update;
    return stage;
}

void bp_frustum_look(bp_frustum *frustum, bp_frustum_view view, float high) {
    const float up = view == BP_VIEW_SIDE ? high / 2 : -high / 2, scale = high / (2 * SIDE),
                right = BP_FRUSTUM_FAR + 0.2f;
    frustum->view = view;
    frustum->drawing.frame = (bp_drawing_frame){.left = right - (right + BEHIND) * scale,
                                                .right = right,
                                                .bottom = -up,
                                                .top = up,
                                                .width = 2.4f * (right + BEHIND) / (2 * SIDE)};
}

float bp_frustum_near(const bp_frustum *frustum) {
    return frustum->near_z > 0 ? frustum->near_z : BP_FRUSTUM_NEAR;
}

/* ---- drawing ---- */

bp_vec2 bp_frustum_at(const bp_frustum *frustum, bp_vec3 position) {
    return (bp_vec2){-position.z, frustum->view == BP_VIEW_SIDE ? position.y : position.x};
}

void bp_frustum_draw_volume(const bp_frustum *frustum, bp_pen *pen) {
    const float near = bp_frustum_near(frustum), far = BP_FRUSTUM_FAR;
    const bool side = frustum->view == BP_VIEW_SIDE;
    for (float up = -1; up <= 1; up += 2)
        bp_pen_line(pen, EYE_AT, (bp_vec2){far, up * far / 2}, 1.5f, BP_PEN_QUIET);
    bp_pen_line(pen, (bp_vec2){far, -far / 2}, (bp_vec2){far, far / 2}, 1.5f, BP_PEN_QUIET);
    bp_pen_line(pen, (bp_vec2){near, -near / 2}, (bp_vec2){near, near / 2}, 4, BP_PEN_C);
    bp_pen_dot(pen, EYE_AT, 6, BP_PEN_P);
    bp_pen_name(pen, EYE_AT, BP_PEN_P, "eye");
    bp_pen_name(pen, (bp_vec2){near, side ? near / 2 : -near / 2}, BP_PEN_C, "near plane");
}

static const bp_pen_color OF_VERTEX[3] = {BP_PEN_A, BP_PEN_B, BP_PEN_C};

void bp_frustum_draw_triangle(const bp_frustum *frustum, bp_pen *pen) {
    bp_vec2 at[3];
    for (int i = 0; i < 3; i++) at[i] = bp_frustum_at(frustum, frustum->vertex[i]);
    bp_pen_fill_rgb(pen, at, 3, 0, (bp_rgba8){150, 112, 40, 255});
    bp_pen_lines(pen, at, 3, true, 2.5f, BP_PEN_INK);
    for (int i = 0; i < 3; i++) bp_pen_dot(pen, at[i], 5.5f, OF_VERTEX[i]);
}

/* With a ray from each vertex to the eye, and a dot where it meets the near plane. */
void bp_frustum_draw(bp_world *world, bp_pen *pen) {
    const bp_frustum *frustum = bp_world_frustum(world);
    bp_frustum_draw_volume(frustum, pen);
    for (int i = 0; i < 3; i++) {
        const bp_vec2 at = bp_frustum_at(frustum, frustum->vertex[i]);
        const float near = bp_frustum_near(frustum);
        const bp_vec2 meets = {near, at.y * near / at.x};
        bp_pen_line(pen, at, at.x < 0 && fabsf(meets.y) < SIDE ? meets : EYE_AT, 1.5f, OF_VERTEX[i]);
        if (fabsf(meets.y) < SIDE) bp_pen_dot(pen, meets, 3.5f, OF_VERTEX[i]);
    }
    bp_frustum_draw_triangle(frustum, pen);
}

/* ---- handles on vertices ---- */

static bp_vec3 position(bp_world *world, const bp_handle *handle) {
    const bp_stage *stage = &world->stages[handle->stage];
    const bp_frustum *frustum = bp_frustum_of(stage);
    return bp_plane_to_world(stage, frustum ? bp_frustum_at(frustum, frustum->vertex[handle->point]) : EYE_AT,
                             0);
}

static float quarter(float x, float low, float high) { return bp_clamp(floorf(4 * x + 0.5f) / 4, low, high); }

static void move(bp_world *world, const bp_handle *handle, bp_vec3 to) {
    bp_frustum *frustum = bp_frustum_of(&world->stages[handle->stage]);
    if (!frustum) return;
    bp_vec3 *vertex = &frustum->vertex[handle->point];
    const bp_vec2 at = bp_plane_from_world(&world->stages[handle->stage], to);
    const float d = quarter(at.x, -LEAST, BP_FRUSTUM_FAR);
    *(frustum->view == BP_VIEW_SIDE ? &vertex->y : &vertex->x) = quarter(at.y, -REACH, REACH);
    vertex->z = d == 0 ? -CLOSE : -d;
}

const bp_handle_kind bp_frustum_handle = {.position = position, .move = move};

void bp_frustum_put(bp_world *world, int point, bp_vec2 to) {
    enum { SIZE = 12 };
    bp_vec3 *vertex = &bp_world_frustum(world)->vertex[point];
    const float w = -vertex->z;
    if (w > 0) vertex->x = (to.x / (SIZE / 2) - 1) * w / 2, vertex->y = (1 - to.y / (SIZE / 2)) * w / 2;
}

/* ---- pixels ---- */

bp_vec2 bp_frustum_landing(bp_world *world, int stage, int vertex) {
    const bp_frustum *frustum = bp_world_frustum(world);
    const bp_pixel_grid *grid = bp_grid_of(&world->stages[stage]);
    if (!frustum || !grid) return (bp_vec2){0, 0};
    return bp_frustum_pixel(bp_frustum_clip(frustum->vertex[vertex]), grid->width, grid->height,
                            grid->vertices);
}

void bp_frustum_update(bp_world *world) {
    const bp_frustum *frustum = bp_world_frustum(world);
    for (int i = 0; frustum && i < BP_STAGE_MAX; i++) {
        bp_pixel_grid *grid = bp_grid_of(&world->stages[i]);
        if (!grid || grid->vertices == BP_VERTICES_OWN) continue;
        bp_vec4 corner[BP_POLYGON_MAX];
        int count = 3;
        for (int k = 0; k < 3; k++) corner[k] = bp_frustum_clip(frustum->vertex[k]);
        if (grid->vertices != BP_VERTICES_UNCUT) count = bp_frustum_visible(frustum, corner);
        bp_frustum_land(grid, corner, count, grid->vertices);
    }
    bp_pixels_update(world);
}
