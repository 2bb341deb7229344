/* The scalar rasterizer, which defines what a draw does. bp_pass.reference selects it; the tiled rasterizer
 * (tiled/) must give the same bits.
 *
 * Each triangle goes through the pipeline by itself:
 *
 *     vertex transform     to clip space, with an outcode                       vertex.c
 *     clip                 to the near and far plane and the guard band         clip.c
 *     viewport transform   to pixels, snapped to the subpixel grid              vertex.c
 *     triangle setup       edge functions, bounds, culling                      triangle_setup.c
 *     coverage             each sample against the three edges                  here
 *     depth test           each covered sample                                  here
 *     interpolation        attributes at the pixel's centre                     here
 *     texture              filtered texels                                      texture_sample_scalar.c
 *     shading, blending    light, wireframe                                     shade_scalar.c
 *     write                depth and colour of each sample that passed          here
 *
 * triangle_float.h shows the idea in 20 lines.
 */
#include "raster/probe.h"
#include <string.h>

typedef struct executor {
    const bp_command *command;
    const bp_target *target;
    bp_counters *counters;
    bp_probe *probe; /* watches; NULL: nobody does */
} executor;

typedef bp_screen_triangle triangle;

/* ---- coverage and depth ------------------------------------------------------------------------ */

/* Whether sample s of a pixel is covered and passes the depth test; *z is its depth. */
static bool test_sample(const executor *e, const triangle *t, int x, int y, int s, float *z) {
    const bp_target *target = e->target;
    int sx = target->samples > 1 ? bp_sample_x[s] : 128, sy = target->samples > 1 ? bp_sample_y[s] : 128;
    if (!bp_screen_triangle_covers(t, (int64_t)x * 256 + sx, (int64_t)y * 256 + sy)) return false;
    e->counters->fragments_tested++;
    *z = bp_screen_triangle_at(t, 2, (float)x + (float)sx / 256.0f, (float)y + (float)sy / 256.0f);
    float old = target->depth[bp_target_index(target, x, y) + (size_t)s * target->sample_stride];
    return bp_depth_passes(e->command->depth, *z, old);
}

/* ---- interpolation and writing ----------------------------------------------------------------- */

/* The wireframe's opacity at a point, 0..1, from the distance to the nearest edge of the triangle. */
static float wire_opacity(const triangle *t, float x, float y) {
    float nearest = 1e6f, sign = t->setup.area < 0 ? -1.0f : 1.0f;
    for (int i = 0; i < 3; i++) {
        const float *a = t->vertex[i], *b = t->vertex[(i + 1) % 3];
        float nx = a[1] - b[1], ny = b[0] - a[0], scale = sign / sqrtf(nx * nx + ny * ny);
        float distance = nx * scale * (x - a[0]) + ny * scale * (y - a[1]);
        if (t->is_triangle_edge[i] && distance < nearest) nearest = distance;
    }
    float opacity = t->draw->shading.wire_radius - nearest;
    opacity = opacity > 0.0f ? opacity : 0.0f;
    return opacity < 1.0f ? opacity : 1.0f;
}

static void interpolate_attributes(const triangle *t, float x, float y, bp_shade_input *in) {
    const bp_shading *s = &t->draw->shading;
    in->inverse_w = bp_screen_triangle_at(t, 3, x, y);
    for (int c = 0; c < 4 && s->color_offset; c++)
        in->color[c] = bp_screen_triangle_at(t, s->color_offset + c, x, y);
    for (int c = 0; c < 3 && s->normal_offset; c++)
        in->normal[c] = bp_screen_triangle_at(t, s->normal_offset + c, x, y);
    for (int c = 0; c < s->uv_floats; c++) in->uv[c] = bp_screen_triangle_at(t, s->uv_offset + c, x, y);
    for (int c = 0; c < 4 && s->tangent_offset; c++)
        in->tangent[c] = bp_screen_triangle_at(t, s->tangent_offset + c, x, y);
    in->x = x;
    in->y = y;
    const int floats[5] = {s->uv_offset, s->uv_offset + 1, 3, s->uv_offset + 2, s->uv_offset + 3};
    for (int i = 0; i < s->gradient_count / 2; i++) {
        in->ddx[i] = t->ddx[floats[i]];
        in->ddy[i] = t->ddy[floats[i]];
    }
}

static void write_sample(const executor *e, size_t index, float z, const float color[4]) {
    const bp_shading *s = &e->command->triangles->shading;
    e->counters->fragments_written++;
    if (!e->command->no_depth_write) e->target->depth[index] = z;
    if (e->command->no_color_write || (e->probe && e->probe->statistics)) return;
    bool blend = e->command->blend || s->wire == BP_WIRE_ONLY;
    e->target->color[index] = bp_shade_pixel_scalar(s, color, blend, e->target->color[index]);
}

/* Tests coverage and depth of each sample, and shades the pixel once, at its centre. */
static void draw_pixel(const executor *e, const triangle *t, int x, int y) {
    const bp_shading *s = &t->draw->shading;
    const float center_x = (float)x + 0.5f, center_y = (float)y + 0.5f;
    const bool counted = e->probe && e->probe->statistics;
    const float wire = s->wire ? wire_opacity(t, center_x, center_y) : 0.0f;
    if (s->wire == BP_WIRE_ONLY && !(wire > 0.0f)) return;
    bool pass[4], any = false;
    float z[4], color[4];
    for (int i = 0; i < e->target->samples; i++) any |= pass[i] = test_sample(e, t, x, y, i, &z[i]);
    if (!any) return;
    bp_shade_input in = {.wire = wire, .steps = e->probe && e->probe->history ? &e->probe->shading : NULL};
    interpolate_attributes(t, center_x, center_y, &in);
    if (counted) e->probe->level = bp_texture_level(s, &in);
    if (!counted || s->alpha_cutoff > 0.0f) bp_shade_scalar(s, &in, color);
    if (s->alpha_cutoff > 0.0f) {
        if (color[3] < s->alpha_cutoff) return;
        color[3] = s->raw ? 255.0f : 1.0f;
    }
    size_t index = bp_target_index(e->target, x, y);
    for (int i = 0; i < e->target->samples; i++)
        if (pass[i]) write_sample(e, index + (size_t)i * e->target->sample_stride, z[i], color);
}

/* ---- triangles --------------------------------------------------------------------------------- */

/* The gradients of all floats from their values at the three vertices, by Cramer's rule. */
static void make_gradients(triangle *t) {
    const float *v0 = t->vertex[0], *v1 = t->vertex[1], *v2 = t->vertex[2];
    float inverse = 1.0f / ((float)t->setup.area / 65536.0f);
    float x1 = (v1[0] - v0[0]) * inverse, y1 = (v1[1] - v0[1]) * inverse;
    float x2 = (v2[0] - v0[0]) * inverse, y2 = (v2[1] - v0[1]) * inverse;
    for (int k = 2; k < t->draw->floats; k++) {
        float d1 = v1[k] - v0[k], d2 = v2[k] - v0[k];
        t->ddx[k] = d1 * y2 - d2 * y1;
        t->ddy[k] = d2 * x1 - d1 * x2;
    }
}

/* For the history of a pixel: sets a culled triangle up as if both sides were drawn. */
static void note_culled(const executor *e, triangle *t) {
    const float *vertex[3] = {t->vertex[0], t->vertex[1], t->vertex[2]};
    bp_triangles both = *t->draw;
    bp_command command = *e->command;
    both.cull = BP_CULL_NONE;
    command.triangles = &both;
    if (!bp_triangle_setup_make(&t->setup, &command, vertex, e->target->samples)) return;
    make_gradients(t);
    bp_probe_before(e->probe, e->target, e->counters);
    bp_probe_triangle(e->probe, e->target, e->command, t, 0, 0, e->counters, true);
}

/* Draws a triangle on the screen. False if it is culled. */
static bool draw_screen_triangle(const executor *e, triangle *t) {
    const float *vertex[3] = {t->vertex[0], t->vertex[1], t->vertex[2]};
    if (!bp_triangle_setup_make(&t->setup, e->command, vertex, e->target->samples)) {
        if (e->probe && e->probe->history) note_culled(e, t);
        return false;
    }
    make_gradients(t);
    const bp_irect b = bp_irect_intersect(t->setup.bounds, e->target->rect);
    for (int y = b.y0; y < b.y1; y++)
        for (int x = b.x0; x < b.x1; x++) {
            bp_probe_before(e->probe, e->target, e->counters);
            draw_pixel(e, t, x, y);
            bp_probe_triangle(e->probe, e->target, e->command, t, x, y, e->counters, false);
        }
    return true;
}

static void draw_clipped(const executor *e, triangle *t, unsigned outcodes) {
    bp_clipped_triangle clipped[BP_CLIPPED_TRIANGLES_MAX];
    int count = bp_clip_triangle(t->draw, t->vertices, outcodes, clipped);
    t->clipped = true;
    if (count == 0)
        e->counters->triangles_culled++;
    else
        e->counters->triangles_clipped++;
    for (int i = 0; i < count; i++) {
        memcpy(t->vertex, clipped[i].vertex, sizeof t->vertex);
        memcpy(t->is_triangle_edge, clipped[i].edge, sizeof t->is_triangle_edge);
        draw_screen_triangle(e, t);
    }
}

static void draw_triangle(const executor *e, uint32_t triangle_index) {
    const bp_triangles *draw = e->command->triangles;
    triangle t = {.draw = draw, .index = triangle_index, .is_triangle_edge = {true, true, true}};
    unsigned any = 0, all = 0xff;
    e->counters->triangles_in++;
    if (!bp_triangle_vertices(draw, triangle_index, t.vertices)) {
        e->counters->triangles_invalid++;
        return;
    }
    for (int i = 0; i < 3; i++) {
        bp_clip_vertex vertex;
        bp_vertex_transform(draw, t.vertices[i], &vertex);
        bp_vertex_project(draw, &vertex, t.vertex[i]);
        unsigned outcode = bp_vertex_outcode(&draw->viewport, vertex.clip);
        any |= outcode;
        all &= outcode;
    }
    if (any & BP_OUTCODE_INVALID)
        e->counters->triangles_invalid++;
    else if (all)
        e->counters->triangles_culled++;
    else if (any)
        draw_clipped(e, &t, any);
    else if (!draw_screen_triangle(e, &t))
        e->counters->triangles_culled++;
}

static void draw_primitive(const executor *e, uint32_t index) {
    const bp_primitive_kind *kind = e->command->kind;
    const void *primitive = bp_command_primitive(e->command, index);
    const bp_irect clip = bp_irect_intersect(e->command->scissor, e->target->rect),
                   box = kind->bounds(primitive, clip);
    e->counters->primitives++;
    if (bp_irect_is_empty(box)) return;
    bp_probe_before(e->probe, e->target, e->counters);
    kind->draw(e->target, e->command, primitive, box, true, e->counters);
    bp_probe_primitive(e->probe, e->target, e->command, index);
}

void bp_count_triangle(const bp_command *command, const bp_target *target, const float *const vertex[3],
                       const bool edge[3], bp_probe *probe, bp_counters *counters) {
    triangle t = {.draw = command->triangles, .is_triangle_edge = {edge[0], edge[1], edge[2]}};
    for (int k = 0; k < 3; k++) memcpy(t.vertex[k], vertex[k], (size_t)t.draw->floats * sizeof(float));
    draw_screen_triangle(&(executor){command, target, counters, probe}, &t);
}

bool bp_raster_execute_reference(bp_raster *raster, bp_irect rect, bp_probe *probe, bp_counters *counters,
                                 bp_error *error) {
    const bp_framebuffer *f = &raster->framebuffer;
    const int width = rect.x1 - rect.x0;
    if (!bp_raster_check_joints(raster, error)) return false;
    size_t pixels = (size_t)width * (size_t)(rect.y1 - rect.y0), samples = (size_t)raster->pass.samples;
    bp_target target = {rect, width, 1, pixels, NULL, NULL};
    target.color = bp_alloc(&raster->allocator, pixels * samples, sizeof *target.color, error);
    target.depth =
        target.color ? bp_alloc(&raster->allocator, pixels * samples, sizeof *target.depth, error) : NULL;
    if (target.depth) {
        const bp_resolve_options options = {&raster->tables, raster->pass.color};
        bp_target_load(&target, f);
        bp_target_replicate_samples(&target, raster->pass.samples);
        for (size_t i = 0; i < raster->command_count; i++) {
            executor e = {&raster->commands[i], &target, counters, probe};
            if (probe) probe->draw = i;
            if (bp_command_is_resolve(e.command))
                bp_target_resolve_in_place(&target, f, &options, bp_target_resolve);
            for (uint32_t k = 0; k < e.command->count; k++)
                if (e.command->triangles)
                    draw_triangle(&e, k);
                else
                    draw_primitive(&e, k);
        }
        bp_target_resolve(&target, f, &options);
    }
    bool ok = target.depth != NULL;
    bp_free(&raster->allocator, target.color);
    bp_free(&raster->allocator, target.depth);
    return ok;
}
