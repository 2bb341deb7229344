/* The reference rasterizer: what is right, said as plainly as it can be.
 *
 * One command after the other, one triangle after the other, one pixel after the other over the triangle's
 * box, one sample after the other. No tiles, no vectors, no threads; 64-bit edge functions at every sample. The
 * fast path must give the same bits; a test compares the two on scenes by the thousand.
 */
#include "raster/triangle_scalar.h"
#include "raster/clip.h"
#include "raster/pass.h"
#include <string.h>

/* A triangle on the screen, ready to be asked about pixels. */
typedef struct plain_triangle {
    const bp_triangles *draw;
    float v[3][BP_VERTEX_FLOATS_MAX];
    bool is_triangle_edge[3];
    float slope_x[BP_VERTEX_FLOATS_MAX], slope_y[BP_VERTEX_FLOATS_MAX];
    int64_t x[3], y[3]; /* in 1/256 pixel */
    int64_t sign;       /* 1, or -1 where the vertices go round the other way */
} plain_triangle;

typedef struct plain_pass {
    const bp_command *command;
    const bp_target *target;
    bp_counters *counters;
} plain_pass;

/* Is (px, py), in 1/256 pixel, inside? On an edge: where it is a top or a left one. */
static bool inside(const plain_triangle *t, int64_t px, int64_t py) {
    for (int i = 0; i < 3; i++) {
        int next = (i + 1) % 3;
        int64_t right = (t->x[next] - t->x[i]) * t->sign, down = (t->y[next] - t->y[i]) * t->sign;
        int64_t e = right * (py - t->y[i]) - down * (px - t->x[i]);
        bool top_left = down < 0 || (down == 0 && right > 0);
        if (e < 0 || (e == 0 && !top_left)) return false;
    }
    return true;
}

/* Value `k` of the vertices' floats at a place in pixels. */
static float at(const plain_triangle *t, int k, float px, float py) {
    float dx = px - t->v[0][0], dy = py - t->v[0][1];
    return (t->v[0][k] + t->slope_y[k] * dy) + t->slope_x[k] * dx;
}

/* How strongly the wireframe shows at a pixel's centre, 0..1: by the distance to the nearest real edge. */
static float wire_opacity(const plain_triangle *t, float px, float py) {
    float nearest = 1e6f;
    for (int i = 0; i < 3; i++) {
        const float *a = t->v[i], *b = t->v[(i + 1) % 3];
        float nx = a[1] - b[1], ny = b[0] - a[0], scale = (float)t->sign / sqrtf(nx * nx + ny * ny);
        float d = nx * scale * (px - a[0]) + ny * scale * (py - a[1]);
        if (t->is_triangle_edge[i] && d < nearest) nearest = d;
    }
    float opacity = t->draw->shading.wire_radius - nearest;
    opacity = opacity > 0.0f ? opacity : 0.0f;
    return opacity < 1.0f ? opacity : 1.0f;
}

static void input_at(const plain_triangle *t, float px, float py, bp_shade_input *in) {
    const bp_shading *s = &t->draw->shading;
    in->inverse_w = at(t, 3, px, py);
    for (int c = 0; c < 4 && s->color_offset; c++) in->color[c] = at(t, s->color_offset + c, px, py);
    for (int c = 0; c < 3 && s->normal_offset; c++) in->normal[c] = at(t, s->normal_offset + c, px, py);
    for (int c = 0; c < 2 && s->uv_offset; c++) in->uv[c] = at(t, s->uv_offset + c, px, py);
    const int slopes[3] = {s->uv_offset, s->uv_offset + 1, 3};
    for (int i = 0; i < 3; i++) {
        in->slope_x[i] = t->slope_x[slopes[i]];
        in->slope_y[i] = t->slope_y[slopes[i]];
    }
}

static bool passes(bp_depth_test test, float z, float old) {
    return test == BP_DEPTH_ALWAYS || (test == BP_DEPTH_LESS ? z < old : z <= old);
}

/* One sample: covered? in front? `z`: its depth. */
static bool test_sample(const plain_pass *p, const plain_triangle *t, int x, int y, int s, float *z) {
    const bp_target *target = p->target;
    int sx = target->samples > 1 ? bp_sample_x[s] : 128, sy = target->samples > 1 ? bp_sample_y[s] : 128;
    if (!inside(t, (int64_t)x * 256 + sx, (int64_t)y * 256 + sy)) return false;
    p->counters->fragments_tested++;
    *z = at(t, 2, (float)x + (float)sx / 256.0f, (float)y + (float)sy / 256.0f);
    return passes(p->command->depth, *z,
                  target->depth[bp_target_index(target, x, y) + (size_t)s * target->plane]);
}

/* One sample that has passed all tests. */
static void write_sample(const plain_pass *p, size_t place, float z, const float color[4]) {
    const bp_shading *s = &p->command->triangles->shading;
    p->counters->fragments_written++;
    if (!p->command->no_depth_write) p->target->depth[place] = z;
    if (p->command->no_color_write) return;
    bool blend = p->command->blend || s->wire == BP_WIRE_ONLY;
    p->target->color[place] = bp_shade_pixel_scalar(s, color, blend, p->target->color[place]);
}

static void draw_pixel(const plain_pass *p, const plain_triangle *t, int x, int y) {
    const bp_shading *s = &t->draw->shading;
    float px = (float)x + 0.5f, py = (float)y + 0.5f, color[4];
    bp_shade_input in = {0};
    if (s->wire) in.wire = wire_opacity(t, px, py);
    if (s->wire == BP_WIRE_ONLY && !(in.wire > 0.0f)) return;
    bool pass[4], any = false;
    float z[4];
    for (int i = 0; i < p->target->samples; i++) any |= pass[i] = test_sample(p, t, x, y, i, &z[i]);
    if (!any) return;
    input_at(t, px, py, &in);
    bp_shade_scalar(s, &in, color);
    if (s->alpha_cutoff > 0.0f) {
        if (color[3] < s->alpha_cutoff) return;
        color[3] = s->raw ? 255.0f : 1.0f;
    }
    size_t place = bp_target_index(p->target, x, y);
    for (int i = 0; i < p->target->samples; i++)
        if (pass[i]) write_sample(p, place + (size_t)i * p->target->plane, z[i], color);
}

static int64_t least(const int64_t v[3]) {
    int64_t m = v[0] < v[1] ? v[0] : v[1];
    return m < v[2] ? m : v[2];
}
static int64_t most(const int64_t v[3]) {
    int64_t m = v[0] > v[1] ? v[0] : v[1];
    return m > v[2] ? m : v[2];
}

/* Planes through the three vertices: with the changes d1, d2 to vertices 1 and 2, Cramer's rule. */
static void make_slopes(plain_triangle *t, int64_t area) {
    float inverse = 1.0f / ((float)area / 65536.0f);
    float cx1 = (t->v[1][0] - t->v[0][0]) * inverse, cy1 = (t->v[1][1] - t->v[0][1]) * inverse;
    float cx2 = (t->v[2][0] - t->v[0][0]) * inverse, cy2 = (t->v[2][1] - t->v[0][1]) * inverse;
    for (int k = 2; k < t->draw->floats; k++) {
        float d1 = t->v[1][k] - t->v[0][k], d2 = t->v[2][k] - t->v[0][k];
        t->slope_x[k] = d1 * cy2 - d2 * cy1;
        t->slope_y[k] = d2 * cx1 - d1 * cx2;
    }
}

/* False where nothing can be seen of it: facing away, no area, between pixels, outside. */
static bool draw_triangle(const plain_pass *p, plain_triangle *t) {
    for (int i = 0; i < 3; i++) {
        t->x[i] = (int64_t)(t->v[i][0] * 256.0f);
        t->y[i] = (int64_t)(t->v[i][1] * 256.0f);
    }
    int64_t area = (t->x[1] - t->x[0]) * (t->y[2] - t->y[0]) - (t->x[2] - t->x[0]) * (t->y[1] - t->y[0]);
    bool front = (area < 0) != t->draw->front_clockwise;
    if (area == 0 || (t->draw->cull == BP_CULL_BACK && !front) || (t->draw->cull == BP_CULL_FRONT && front))
        return false;
    t->sign = area < 0 ? -1 : 1;
    bp_irect box =
        bp_pixel_bounds((int)least(t->x), (int)least(t->y), (int)most(t->x), (int)most(t->y), p->target->samples);
    box = bp_irect_intersect(box, p->command->scissor);
    if (bp_irect_is_empty(box)) return false;
    make_slopes(t, area);
    for (int y = box.y0; y < box.y1; y++)
        for (int x = box.x0; x < box.x1; x++) draw_pixel(p, t, x, y);
    return true;
}

static void draw_clipped(const plain_pass *p, plain_triangle *t, const uint32_t index[3], unsigned outcodes) {
    bp_clipped_triangle parts[BP_CLIPPED_TRIANGLES_MAX];
    int count = bp_clip_triangle(t->draw, index, outcodes, parts);
    if (count == 0)
        p->counters->triangles_culled++;
    else
        p->counters->triangles_clipped++;
    for (int i = 0; i < count; i++) {
        memcpy(t->v, parts[i].vertex, sizeof t->v);
        memcpy(t->is_triangle_edge, parts[i].edge, sizeof t->is_triangle_edge);
        draw_triangle(p, t);
    }
}

static void draw_index(const plain_pass *p, uint32_t number) {
    const bp_triangles *draw = p->command->triangles;
    plain_triangle t = {.draw = draw, .is_triangle_edge = {true, true, true}};
    uint32_t index[3];
    unsigned any = 0, all = 0xff;
    p->counters->triangles_in++;
    if (!bp_triangle_vertices(draw, number, index)) {
        p->counters->triangles_invalid++;
        return;
    }
    for (int i = 0; i < 3; i++) {
        bp_clip_vertex vertex;
        bp_vertex_transform(draw, index[i], &vertex);
        bp_vertex_project(draw, &vertex, t.v[i]);
        unsigned code = bp_vertex_outcode(&draw->viewport, vertex.clip);
        any |= code;
        all &= code;
    }
    if (any & BP_OUTCODE_INVALID)
        p->counters->triangles_invalid++;
    else if (all)
        p->counters->triangles_culled++;
    else if (any)
        draw_clipped(p, &t, index, any);
    else if (!draw_triangle(p, &t))
        p->counters->triangles_culled++;
}

static void draw_other(const plain_pass *p, uint32_t index) {
    bp_irect box;
    p->counters->primitives++;
    if (!p->command->kind->bounds(p->command, index, &box)) return;
    box = bp_irect_intersect(box, p->command->scissor);
    if (!bp_irect_is_empty(box)) p->command->kind->plain(p->target, p->command, index, box, p->counters);
}

bool bp_raster_execute_reference(bp_raster *raster, bp_counters *counters, bp_error *error) {
    const bp_framebuffer *f = &raster->framebuffer;
    size_t plane = (size_t)f->width * (size_t)f->height, samples = (size_t)raster->pass.samples;
    bp_target target = {{0, 0, f->width, f->height}, f->width, 1, plane, NULL, NULL};
    target.color = bp_alloc(&raster->allocator, plane * samples, sizeof *target.color, error);
    target.depth =
        target.color ? bp_alloc(&raster->allocator, plane * samples, sizeof *target.depth, error) : NULL;
    if (target.depth) {
        const bp_resolve_options how = {&raster->tables, raster->pass.color};
        bp_target_load(&target, f);
        bp_target_replicate_samples(&target, raster->pass.samples);
        for (size_t i = 0; i < raster->command_count; i++) {
            plain_pass p = {&raster->commands[i], &target, counters};
            if (bp_command_is_resolve(p.command)) bp_target_resolve_in_place(&target, f, &how, bp_target_resolve);
            for (uint32_t k = 0; k < p.command->count; k++)
                if (p.command->triangles)
                    draw_index(&p, k);
                else
                    draw_other(&p, k);
        }
        bp_target_resolve(&target, f, &how);
    }
    bool good = target.depth != NULL;
    bp_free(&raster->allocator, target.color);
    bp_free(&raster->allocator, target.depth);
    return good;
}
