/* The way of a triangle from camera space to a grid of pixels: project, cut, divide, viewport. As a plain
 * loop, so that a rule can leave out a step; bp_measure_rasterized compares it with the rasterizer. */
#include "shared/frustum.h"
#include "shared/pixel_grid.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static bp_mat4 projection_to(float near_z) {
    return bp_mat4_perspective_rh(2 * bp_atan2(1, 2), 1, near_z, BP_FRUSTUM_FAR);
}

static bp_vec4 clip_at(bp_vec3 v, float near_z) {
    return bp_mat4_vec4(projection_to(near_z), (bp_vec4){v.x, v.y, v.z, 1});
}

bp_vec4 bp_frustum_clip(bp_vec3 v) { return clip_at(v, BP_FRUSTUM_NEAR); }

int bp_frustum_visible(const bp_frustum *frustum, bp_vec4 corner[BP_POLYGON_MAX]) {
    for (int i = 0; i < 3; i++) corner[i] = clip_at(frustum->vertex[i], bp_frustum_near(frustum));
    return bp_polygon_cut(corner, 3, BP_PLANE_NEAR);
}

/* How far a position lies inside of plane `i`, in clip space. */
static float inside(bp_vec4 p, int i) {
    const float all[] = {p.w + p.x, p.w - p.x, p.w + p.y, p.w - p.y, p.z, p.w - p.z};
    return all[i];
}

unsigned bp_outcode(bp_vec4 clip) {
    unsigned outcode = 0;
    for (int i = 0; i < 6; i++) outcode |= (unsigned)(inside(clip, i) < 0) << i;
    return outcode;
}

const char *bp_outcode_words(unsigned outcode, char *text, size_t size) {
    static const char *const NAMES[] = {"left", "right", "below", "above", "near", "far"};
    size_t length = (size_t)snprintf(text, size, "%s", outcode ? "" : "inside");
    for (int i = 0; i < 6; i++)
        if (outcode >> i & 1 && length < size)
            length += (size_t)snprintf(text + length, size - length, "%s%s", length ? ", " : "", NAMES[i]);
    return text;
}

int bp_polygon_cut(bp_vec4 corner[BP_POLYGON_MAX], int count, unsigned planes) {
    for (int plane = 0; plane < 6; plane++) {
        if (!(planes >> plane & 1)) continue;
        bp_vec4 from[BP_POLYGON_MAX];
        memcpy(from, corner, (size_t)count * sizeof *from);
        int kept = 0;
        for (int i = 0; i < count; i++) {
            bp_vec4 a = from[i], b = from[(i + 1) % count];
            float da = inside(a, plane), db = inside(b, plane);
            if (da >= 0 && kept < BP_POLYGON_MAX) corner[kept++] = a;
            if ((da >= 0) != (db >= 0) && kept < BP_POLYGON_MAX)
                corner[kept++] =
                    da >= 0 ? bp_vec4_mix(a, b, da / (da - db)) : bp_vec4_mix(b, a, db / (db - da));
        }
        count = kept;
    }
    return count;
}

static bp_vec2 pixel_of(bp_vec4 clip, int width, int height, bp_vertex_rule rule) {
    const float w = rule == BP_VERTICES_WHOLE ? 1 : clip.w;
    return (bp_vec2){(1 + clip.x / w) * (float)width / 2, (1 - clip.y / w) * (float)height / 2};
}

static void land(bp_pixel_grid *grid, const bp_vec4 corner[], int count, bp_vertex_rule rule) {
    grid->triangle_count = count < 3 ? 0 : count - 2;
    for (int t = 0; t < grid->triangle_count && t < BP_PIXEL_TRIANGLE_MAX; t++) {
        bp_pixel_triangle *to = &grid->triangles[t];
        to->color = grid->triangles[0].color;
        for (int i = 0; i < 3; i++)
            to->corner[i] = pixel_of(corner[i == 0 ? 0 : t + i], grid->width, grid->height, rule);
    }
}

/* ---- a stage with an eye, its view frustum and a triangle ---- */

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
    const float up = view == BP_VIEW_SIDE ? high / 2 : -high / 2, right = BP_FRUSTUM_FAR + 0.2f;
    frustum->view = view;
    frustum->drawing.frame = (bp_drawing_frame){
        .left = -BEHIND, .right = right, .bottom = -up, .top = up, .width = 2.4f * (right + BEHIND) / high};
}

float bp_frustum_near(const bp_frustum *frustum) {
    return frustum->near_z > 0 ? frustum->near_z : BP_FRUSTUM_NEAR;
}

/* ---- drawing ---- */

bp_vec2 bp_frustum_at(const bp_frustum *frustum, bp_vec3 position) {
    return (bp_vec2){-position.z, frustum->view == BP_VIEW_SIDE ? position.y : position.x};
}

void bp_frustum_draw_volume(const bp_frustum *frustum, bool named, bp_pen *pen) {
    const float near = bp_frustum_near(frustum), far = BP_FRUSTUM_FAR;
    const bool side = frustum->view == BP_VIEW_SIDE;
    for (float up = -1; up <= 1; up += 2)
        bp_pen_line(pen, EYE_AT, (bp_vec2){far, up * far / 2}, 1.5f, BP_PEN_QUIET);
    bp_pen_line(pen, (bp_vec2){far, -far / 2}, (bp_vec2){far, far / 2}, 1.5f, BP_PEN_QUIET);
    bp_pen_line(pen, (bp_vec2){near, -near / 2}, (bp_vec2){near, near / 2}, 4, BP_PEN_C);
    bp_pen_dot(pen, EYE_AT, 6, BP_PEN_P);
    bp_pen_name(pen, EYE_AT, BP_PEN_P, "eye");
    if (named) bp_pen_name(pen, (bp_vec2){near, side ? near / 2 : -near / 2}, BP_PEN_C, "near plane");
}

static const bp_pen_color OF_VERTEX[3] = {BP_PEN_A, BP_PEN_B, BP_PEN_C};

void bp_frustum_draw_triangle(const bp_frustum *frustum, bp_pen *pen) {
    bp_vec2 at[3];
    for (int i = 0; i < 3; i++) at[i] = bp_frustum_at(frustum, frustum->vertex[i]);
    bp_pen_fill_rgb(pen, at, 3, 0, (bp_rgba8){230, 159, 0, 255});
    bp_pen_lines(pen, at, 3, true, 2.5f, BP_PEN_INK);
    for (int i = 0; i < 3; i++) bp_pen_dot(pen, at[i], 5.5f, OF_VERTEX[i]);
}

void bp_frustum_name_vertices(const bp_frustum *frustum, bp_pen *pen) {
    for (int i = 0; i < 3; i++)
        bp_pen_name(pen, bp_frustum_at(frustum, frustum->vertex[i]), OF_VERTEX[i], "%c", 'A' + i);
}

/* With a line from each vertex to the eye, and a dot where it meets the near plane. */
void bp_frustum_draw(bp_world *world, bp_pen *pen) {
    const bp_frustum *frustum = bp_world_frustum(world);
    bp_frustum_draw_volume(frustum, true, pen);
    for (int i = 0; i < 3; i++) {
        const bp_vec2 at = bp_frustum_at(frustum, frustum->vertex[i]);
        const float near = bp_frustum_near(frustum);
        const bp_vec2 meets = {near, at.y * near / at.x};
        bp_pen_line(pen, at, at.x < 0 && fabsf(meets.y) < SIDE ? meets : EYE_AT, 1.5f, OF_VERTEX[i]);
        if (fabsf(meets.y) > SIDE) continue;
        if (at.x > 0 && at.x < near) { /* the line and the plane go on until they meet */
            bp_pen_dashes(pen, at, meets, 1.5f, OF_VERTEX[i]);
            bp_pen_dashes(pen, (bp_vec2){near, at.y < 0 ? -near / 2 : near / 2}, meets, 1.5f, BP_PEN_C);
        }
        bp_pen_dot(pen, meets, 3.5f, OF_VERTEX[i]);
    }
    bp_frustum_draw_triangle(frustum, pen);
    bp_frustum_name_vertices(frustum, pen);
    bp_pen_dot(pen, EYE_AT, 6, BP_PEN_P); /* over its rays */
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
    return pixel_of(bp_frustum_clip(frustum->vertex[vertex]), grid->width, grid->height, grid->vertices);
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
        land(grid, corner, count, grid->vertices);
    }
    bp_pixels_update(world);
}

/* ---- measures ---- */

/* NULL, and the world fails, without one. */
static bp_frustum *frustum_of(bp_world *world) {
    bp_frustum *frustum = bp_world_frustum(world);
    if (!frustum) bp_world_fail(world, "no stage has a frustum");
    return frustum;
}

void bp_measure_frustum_clip(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_frustum *frustum = frustum_of(world);
    if (!frustum) return;
    bp_vec4 clip = bp_frustum_clip(frustum->vertex[args->other]);
    values[0] = clip.x, values[1] = clip.y, values[2] = clip.z, values[3] = clip.w;
}

void bp_measure_frustum_divided(bp_world *world, const bp_measure_args *args, float *values) {
    float clip[4] = {0, 0, 0, 1};
    bp_measure_frustum_clip(world, args, clip);
    for (int i = 0; i < 3; i++) values[i] = clip[i] / clip[3];
}

void bp_measure_outcodes(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_frustum *frustum = frustum_of(world);
    (void)args;
    for (int i = 0; frustum && i < 3; i++) values[i] = (float)bp_outcode(bp_frustum_clip(frustum->vertex[i]));
}

void bp_measure_common_outcode(bp_world *world, const bp_measure_args *args, float *values) {
    float all[3] = {0};
    bp_measure_outcodes(world, args, all);
    values[0] = (float)((unsigned)all[0] & (unsigned)all[1] & (unsigned)all[2]);
}

static int cut(const bp_frustum *frustum, unsigned planes, bp_vec4 corner[BP_POLYGON_MAX]) {
    for (int i = 0; i < 3; i++) corner[i] = bp_frustum_clip(frustum->vertex[i]);
    return bp_polygon_cut(corner, 3, planes);
}

void bp_measure_cut_corners(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_frustum *frustum = frustum_of(world);
    bp_vec4 corner[BP_POLYGON_MAX];
    (void)args;
    if (!frustum) return;
    values[0] = (float)cut(frustum, BP_PLANE_NEAR, corner);
    values[1] = (float)cut(frustum, BP_PLANE_ALL, corner);
}

void bp_measure_landed(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = bp_measured_grid(world, args);
    if (!grid || grid->vertices == BP_VERTICES_OWN) return;
    bp_vec2 at = bp_frustum_landing(world, args->stage, args->other);
    values[0] = at.x, values[1] = at.y;
}

void bp_measure_drawn_corner(bp_world *world, const bp_measure_args *args, float *values) {
    bp_vec2 at = bp_pixel_point(&world->stages[args->stage], args->other);
    values[0] = at.x, values[1] = at.y;
}

void bp_measure_triangles(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = bp_measured_grid(world, args);
    if (grid) values[0] = (float)grid->triangle_count;
}

void bp_measure_way_round(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = bp_measured_grid(world, args);
    if (!grid || grid->triangle_count == 0) return;
    const bp_vec2 *c = grid->triangles[0].corner;
    values[0] = bp_edge_function(c[0], c[1], c[2]);
}

/* Draws the frustum's triangle from camera space on, white on black. */
static bool rasterize(bp_world *world, const bp_pixel_grid *grid, bp_rgba8 *pixels) {
    const bp_frustum *frustum = frustum_of(world);
    bp_raster *raster = world->raster;
    if (!raster) bp_world_fail(world, "a frustum's triangle is drawn by a session alone");
    if (!raster || !frustum) return false;
    const bp_mat4 projection = projection_to(bp_frustum_near(frustum));
    const bp_framebuffer picture = {
        .pixels = &pixels->r, .width = grid->width, .height = grid->height, .stride = grid->width};
    const bp_draw triangle = {.vertices = {.count = 3, .positions = &frustum->vertex[0].x},
                              .transform = &projection,
                              .state = {.depth = BP_DEPTH_ALWAYS, .no_depth_write = true}};
    bp_error *error = bp_world_error_slot(world);
    return bp_raster_begin(raster, &picture, &(bp_pass){.reference = true}, error) &&
           bp_raster_draw(raster, &triangle, error) && bp_raster_end(raster, NULL, error);
}

void bp_measure_rasterized(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = bp_measured_grid(world, args);
    bp_rgba8 pixels[BP_PIXEL_GRID_MAX] = {{0, 0, 0, 0}};
    if (!grid || !rasterize(world, grid, pixels)) return;
    for (int i = 0; i < grid->width * grid->height; i++) values[0] += (float)(pixels[i].a > 0);
}

void bp_measure_cut_difference(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = bp_measured_grid(world, args);
    bp_rgba8 pixels[BP_PIXEL_GRID_MAX] = {{0, 0, 0, 0}};
    bp_vec4 corner[BP_POLYGON_MAX];
    if (!grid || !rasterize(world, grid, pixels)) return;
    bp_pixel_grid all = {.width = grid->width, .height = grid->height};
    land(&all, corner, cut(frustum_of(world), BP_PLANE_ALL, corner), BP_VERTICES_RIGHT);
    if (!bp_pixel_grid_draw(&all, bp_world_raster(world), bp_world_error_slot(world))) return;
    for (int i = 0; i < grid->width * grid->height; i++)
        values[0] += (float)((pixels[i].a > 0) != (all.owners[i] > 0));
}
