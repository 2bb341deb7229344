/* A triangle of a pixel's history, large: its corners and edges over the pixels' grid, and the points at
 * which coverage was asked for. */
#include "app/inspector.h"
#include "raster/inspect.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CELL = 9, SAMPLES_FROM = 18, CELLS_MIN = 5, CELLS_MAX = 33, LEGEND_ROW = 15, LEGEND_LINES = 2 };
enum { LEGEND_SIZE = 11 };

/* Edge functions are linear: each is that of the event's first sample plus the change on the way. */
bool bp_event_covers(const bp_pixel_event *event, float x, float y) {
    const bp_sample_step *from = &event->samples[0];
    int64_t dx = (int64_t)(x * 256) - (int64_t)(from->x * 256),
            dy = (int64_t)(y * 256) - (int64_t)(from->y * 256), sign = event->area < 0 ? -1 : 1;
    for (int i = 0; i < 3; i++) {
        const float *corner = event->screen[i], *next = event->screen[(i + 1) % 3];
        int64_t a = (int64_t)((corner[1] - next[1]) * 256), b = (int64_t)((next[0] - corner[0]) * 256);
        int64_t edge = from->edge[i] + sign * (a * dx + b * dy);
        if (edge < 0 || (edge == 0 && !event->top_left[i])) return false;
    }
    return true;
}

/* The pixels that are drawn: `cells` in each direction, from (left, top) on. */
typedef struct pixel_grid {
    bp_rect rect;
    int left, top, cells;
    float scale; /* pixels of the window for one of the grid */
} pixel_grid;

/* All of the triangle if it fits; else what is around the pixel. */
static pixel_grid grid_of(const bp_painter *p, const bp_pixel_event *event, int x, int y, bp_rect square) {
    float low[2] = {event->screen[0][0], event->screen[0][1]}, high[2] = {low[0], low[1]};
    for (int i = 1; i < 3; i++)
        for (int k = 0; k < 2; k++) {
            low[k] = fminf(low[k], event->screen[i][k]);
            high[k] = fmaxf(high[k], event->screen[i][k]);
        }
    float size = fmaxf(high[0] - low[0], high[1] - low[1]);
    int most = square.width / bp_painter_px(p, CELL);
    if (most > CELLS_MAX) most = CELLS_MAX;
    pixel_grid grid = {.rect = square, .cells = most};
    grid.left = x - most / 2, grid.top = y - most / 2;
    if (size + 3 <= (float)most) {
        grid.cells = (int)size + 3 > CELLS_MIN ? (int)size + 3 : CELLS_MIN;
        grid.left = (int)floorf((low[0] + high[0] - (float)grid.cells) / 2 + 0.5f);
        grid.top = (int)floorf((low[1] + high[1] - (float)grid.cells) / 2 + 0.5f);
    }
    grid.scale = (float)square.width / (float)grid.cells;
    return grid;
}

static bp_vec3 on_grid(const pixel_grid *grid, float x, float y) {
    return (bp_vec3){(float)grid->rect.x + (x - (float)grid->left) * grid->scale,
                     (float)grid->rect.y + (y - (float)grid->top) * grid->scale, 0};
}

static bp_rect cell_of(const pixel_grid *grid, int x, int y) {
    bp_vec3 from = on_grid(grid, (float)x, (float)y), to = on_grid(grid, (float)(x + 1), (float)(y + 1));
    return (bp_rect){(int)from.x, (int)from.y, (int)to.x - (int)from.x, (int)to.y - (int)from.y};
}

static void draw_cells(bp_painter *p, const pixel_grid *grid, int x, int y) {
    bp_painter_box(p, grid->rect, p->theme->page, 0, p->theme->floor);
    for (int i = 1; i < grid->cells; i++) {
        bp_vec3 at = on_grid(grid, (float)(grid->left + i), (float)(grid->top + i));
        bp_painter_fill(p, (bp_rect){(int)at.x, grid->rect.y, 1, grid->rect.height}, p->theme->rule);
        bp_painter_fill(p, (bp_rect){grid->rect.x, (int)at.y, grid->rect.width, 1}, p->theme->rule);
    }
    if (x < grid->left || y < grid->top || x >= grid->left + grid->cells || y >= grid->top + grid->cells)
        return; /* no event touches a pixel so far from its triangle, except through rounding of the grid */
    bp_painter_box(p, cell_of(grid, x, y), (bp_rgba8){0}, 0, p->theme->ink);
}

/* A filled dot if the triangle covers the point, else a ring. */
static bp_disc point_disc(const bp_painter *p, const pixel_grid *grid, const bp_pixel_event *event, float x,
                          float y) {
    bool covered = bp_event_covers(event, x, y);
    bp_disc disc = {.center = on_grid(grid, x, y), .radius = (covered ? 2.4f : 2) * p->unit};
    memcpy(disc.color, covered ? &p->theme->here : &p->theme->page, 4);
    memcpy(disc.ring_color, &p->theme->quiet, 4);
    if (!covered) disc.ring = p->unit > 1 ? p->unit : 1;
    return disc;
}

/* The samples of a row of pixels if they have room; else the centres. Samples are at the same places in every
 * pixel: those of the event's. */
static void draw_points(bp_painter *p, const pixel_grid *grid, const bp_pixel_event *event, int row) {
    bp_disc discs[4 * CELLS_MAX];
    size_t count = 0;
    bool all = grid->scale >= (float)bp_painter_px(p, SAMPLES_FROM);
    int points = all ? event->sample_count : 1;
    for (int column = 0; column < grid->cells; column++)
        for (int i = 0; i < points; i++) {
            const bp_sample_step *s = &event->samples[i];
            float dx = all ? s->x - floorf(s->x) : 0.5f, dy = all ? s->y - floorf(s->y) : 0.5f;
            discs[count++] =
                point_disc(p, grid, event, (float)(grid->left + column) + dx, (float)(grid->top + row) + dy);
        }
    if (!p->failed) p->failed |= !bp_raster_discs(p->raster, discs, count, NULL, p->error);
}

/* Cuts a line to the square; false: nothing is left. Liang and Barsky: each side limits the part of the way
 * from `from` to `to` that is inside. */
static bool cut(bp_rect square, bp_vec3 *from, bp_vec3 *to) {
    const float dx = to->x - from->x, dy = to->y - from->y;
    const float toward[4] = {-dx, dx, -dy, dy};
    const float room[4] = {from->x - (float)square.x, (float)(square.x + square.width) - from->x,
                           from->y - (float)square.y, (float)(square.y + square.height) - from->y};
    float begin = 0, end = 1;
    for (int i = 0; i < 4; i++) {
        if (toward[i] == 0 && room[i] < 0) return false;
        if (toward[i] < 0) begin = fmaxf(begin, room[i] / toward[i]);
        if (toward[i] > 0) end = fminf(end, room[i] / toward[i]);
    }
    if (begin > end) return false;
    const bp_vec3 start = *from;
    *to = (bp_vec3){start.x + end * dx, start.y + end * dy, 0};
    *from = (bp_vec3){start.x + begin * dx, start.y + begin * dy, 0};
    return true;
}

static void draw_edges(bp_painter *p, const pixel_grid *grid, const bp_pixel_event *event) {
    for (int i = 0; i < 3 && !p->failed; i++) {
        const float *corner = event->screen[i], *next = event->screen[(i + 1) % 3];
        bp_line line = {.from = on_grid(grid, corner[0], corner[1]), .to = on_grid(grid, next[0], next[1])};
        line.width = (event->top_left[i] ? 3 : 1.3f) * p->unit;
        memcpy(line.color, event->top_left[i] ? &p->theme->changed : &p->theme->ink, 4);
        if (cut(grid->rect, &line.from, &line.to))
            p->failed |= !bp_raster_lines(p->raster, &line, 1, NULL, p->error);
    }
}

/* A corner's name, on the side of the corner away from the triangle's middle, if it has room there. */
static void draw_name(bp_painter *p, const pixel_grid *grid, uint32_t vertex, bp_vec3 at, bp_vec3 middle) {
    char name[32];
    bp_style style = {.size = LEGEND_SIZE};
    snprintf(name, sizeof name, "vertex %u", vertex);
    int width = bp_painter_text_width(p, name, style), pad = bp_painter_px(p, 3), gap = bp_painter_px(p, 6);
    int left = at.x < middle.x ? (int)at.x - gap - width : (int)at.x + gap,
        base = (int)at.y + (at.y < middle.y ? -gap : gap + bp_painter_px(p, 9));
    if (left < grid->rect.x + pad || left + width + pad > grid->rect.x + grid->rect.width)
        left = at.x < middle.x ? (int)at.x + gap : (int)at.x - gap - width;
    bp_rect back = {left - pad, base - bp_painter_px(p, 10), width + 2 * pad, bp_painter_px(p, 13)};
    bp_painter_box(p, back, p->theme->page, 2, (bp_rgba8){0});
    bp_painter_text(p, left, base, name, style);
}

static void draw_corners(bp_painter *p, const pixel_grid *grid, const bp_pixel_event *event) {
    bp_vec3 at[3], middle = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        at[i] = on_grid(grid, event->screen[i][0], event->screen[i][1]);
        middle = bp_vec3_add(middle, bp_vec3_scale(at[i], 1.0f / 3));
    }
    for (int i = 0; i < 3; i++) {
        if (!bp_rect_contains(grid->rect, at[i].x, at[i].y)) continue;
        bp_painter_dot(p, (int)at[i].x, (int)at[i].y, 3.5f, p->theme->ink, true);
        draw_name(p, grid, event->vertices[i], at[i], middle);
    }
}

int bp_inspector_triangle(bp_painter *p, const bp_pixel_event *event, const bp_inspector *inspector,
                          bp_rect area) {
    int legend_height = bp_painter_px(p, LEGEND_ROW * LEGEND_LINES + 6), size = area.height - legend_height;
    if (size > area.width) size = area.width;
    if (size < bp_painter_px(p, CELL * CELLS_MIN)) return 0;
    const bp_rect square = {area.x, area.y, size, size};
    pixel_grid grid = grid_of(p, event, inspector->x, inspector->y, square);
    draw_cells(p, &grid, inspector->x, inspector->y);
    for (int row = 0; row < grid.cells; row++) draw_points(p, &grid, event, row);
    draw_edges(p, &grid, event);
    draw_corners(p, &grid, event);
    const char *legend = "Dots are covered points, rings are not. A thick edge is a top or left edge: points "
                         "on it are covered.";
    bp_painter_wrap(p, area.x, area.y + size + bp_painter_px(p, 16), area.width, LEGEND_ROW, LEGEND_LINES,
                    legend, (bp_style){.size = LEGEND_SIZE, .color = p->theme->quiet});
    return size + legend_height;
}
