/* Points are discs, and lines have a width in pixels: both are overlay primitives with depth, between and
 * behind the surfaces of a scene. A line whose ends differ in colour is drawn in pieces. */
#include "raster/color.h"
#include "raster/inspect.h"
#include "scene/figure.h"

static const float LINE_WIDTH = 1.5f, POINT_RADIUS = 2, SMALL_POINT_RADIUS = 1; /* pixels */
/* Nearer than a surface by about a thousandth of the distance: lines often run along one. */
static const float BIAS = -1e-5f;
enum { AT_ONCE = 64, MANY_POINTS = 50000, PIECES = 8, MANY_LINES = 50000 };

typedef struct line_painter {
    bp_raster *raster;
    const bp_draw *draw;
    bp_overlay overlay;
    bp_color_tables tables;
    bp_vec4 base; /* the material's colour, linear */
    float scale;  /* of widths and radii */
    bp_error *error;
} line_painter;

static bp_vec3 position_of(const line_painter *p, uint32_t vertex) {
    const float *xyz = p->draw->vertices.positions + 3 * (size_t)vertex;
    return bp_vec3_make(xyz[0], xyz[1], xyz[2]);
}

/* A vertex's colour in linear light. Alpha is 0 if it is not drawn. */
static bp_vec4 color_of(const line_painter *p, uint32_t vertex) {
    const float *linear = p->tables.linear;
    const uint8_t *bytes = p->draw->vertices.colors8;
    bp_vec4 color = p->base;
    if (bytes) {
        bytes += 4 * (size_t)vertex;
        color = bp_vec4_make(color.x * linear[bytes[0]], color.y * linear[bytes[1]],
                             color.z * linear[bytes[2]], color.w * (float)bytes[3] / 255);
    }
    if (!p->draw->state.blend) color.w = color.w >= p->draw->material.alpha_cutoff;
    return color;
}

static void encode(bp_vec4 color, uint8_t out[4]) {
    out[0] = bp_color_encode(color.x);
    out[1] = bp_color_encode(color.y);
    out[2] = bp_color_encode(color.z);
    out[3] = bp_color_byte(color.w);
}

static bool draw_points(const line_painter *p, const bp_mesh *mesh) {
    bp_disc discs[AT_ONCE];
    size_t used = 0;
    float radius = p->scale * (mesh->line_count > MANY_POINTS ? SMALL_POINT_RADIUS : POINT_RADIUS);
    for (size_t i = 0; i < mesh->line_count; i++) {
        bp_disc disc = {.center = position_of(p, mesh->lines[i]), .radius = radius};
        encode(color_of(p, mesh->lines[i]), disc.color);
        if (disc.color[3] > 0) discs[used++] = disc;
        if (used < AT_ONCE && i + 1 < mesh->line_count) continue;
        if (used > 0 && !bp_raster_discs(p->raster, discs, used, &p->overlay, p->error)) return false;
        used = 0;
    }
    return true;
}

/* Appends a line in `pieces` equal pieces, each in the colour of its middle. Returns how many are seen. */
static size_t add_line(const line_painter *p, const uint32_t ends[2], const bp_vec4 colors[2], int pieces,
                       bp_line *out) {
    size_t used = 0;
    bp_vec3 a = position_of(p, ends[0]), b = position_of(p, ends[1]);
    for (int i = 0; i < pieces; i++) {
        float from = (float)i / (float)pieces, to = (float)(i + 1) / (float)pieces;
        bp_line *line = &out[used];
        *line = (bp_line){.from = bp_vec3_mix(a, b, from),
                          .to = bp_vec3_mix(a, b, to),
                          .width = LINE_WIDTH * p->scale,
                          .cap = BP_CAP_ROUND};
        encode(bp_vec4_mix(colors[0], colors[1], (from + to) / 2), line->color);
        used += line->color[3] > 0;
    }
    return used;
}

static bool draw_lines(const line_painter *p, const bp_mesh *mesh) {
    bp_line lines[AT_ONCE];
    size_t used = 0;
    for (size_t i = 0; i + 1 < mesh->line_count; i += 2) {
        const uint32_t *ends = mesh->lines + i;
        bp_vec4 colors[2] = {color_of(p, ends[0]), color_of(p, ends[1])};
        bool plain = memcmp(&colors[0], &colors[1], sizeof colors[0]) == 0 || mesh->line_count > MANY_LINES;
        used += add_line(p, ends, colors, plain ? 1 : PIECES, lines + used);
        if (used <= AT_ONCE - PIECES && i + 3 < mesh->line_count) continue;
        if (used > 0 && !bp_raster_lines(p->raster, lines, used, &p->overlay, p->error)) return false;
        used = 0;
    }
    return true;
}

bool bp_draw_lines(bp_raster *raster, const bp_view *view, const bp_draw *draw, const bp_mesh *mesh,
                   bp_error *error) {
    if (mesh->line_count == 0) return true;
    const float *base = draw->material.base_color;
    line_painter painter = {.raster = raster,
                            .draw = draw,
                            .overlay = {.transform = draw->transform,
                                        .state = {.viewport = draw->state.viewport, .depth_bias = BIAS}},
                            .base = bp_vec4_make(base[0], base[1], base[2], base[3]),
                            .scale = view->overlay_scale > 0 ? view->overlay_scale : 1,
                            .error = error};
    static const bp_vec4 unset = {0};
    if (memcmp(&painter.base, &unset, sizeof unset) == 0) painter.base = bp_vec4_make(1, 1, 1, 1);
    bp_color_tables_fill(&painter.tables);
    return (mesh->line_ends == 1 ? draw_points : draw_lines)(&painter, mesh);
}
