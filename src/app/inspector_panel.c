/* From the top: what the keys do, the magnified pixels beside the picture's bytes and the history's, then the
 * history in the words of scene/explain.c, which scroll. */
#include "app/inspector.h"
#include "app/layout.h"
#include "base/format.h"
#include "scene/camera.h"
#include "scene/explain.h"

/* A triangle of a pixel's history, large: its corners and edges over the pixels' grid, and the points at
 * which coverage was asked for. */

enum { CELL = 9, SAMPLES_FROM = 18, CELLS_MIN = 5, CELLS_MAX = 33, LEGEND_ROW = 15, LEGEND_LINES = 2 };
enum { LEGEND_SIZE = 11 };

/* Edge functions are linear: each is that of the event's first sample plus the change on the way. */
static bool event_covers(const bp_pixel_event *event, float x, float y) {
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

static void draw_cells(bp_painter *p, const pixel_grid *grid, int x, int y) {
    bp_painter_box(p, grid->rect, p->theme->page, 0, p->theme->floor);
    for (int i = 1; i < grid->cells; i++) {
        bp_vec3 at = on_grid(grid, (float)(grid->left + i), (float)(grid->top + i));
        bp_painter_fill(p, (bp_rect){(int)at.x, grid->rect.y, 1, grid->rect.height}, p->theme->rule);
        bp_painter_fill(p, (bp_rect){grid->rect.x, (int)at.y, grid->rect.width, 1}, p->theme->rule);
    }
    if (x < grid->left || y < grid->top || x >= grid->left + grid->cells || y >= grid->top + grid->cells)
        return; /* no event touches a pixel so far from its triangle, except through rounding of the grid */
    bp_vec3 from = on_grid(grid, (float)x, (float)y), to = on_grid(grid, (float)(x + 1), (float)(y + 1));
    bp_rect cell = {(int)from.x, (int)from.y, (int)to.x - (int)from.x, (int)to.y - (int)from.y};
    bp_painter_box(p, cell, (bp_rgba8){0}, 0, p->theme->ink);
}

/* A filled dot if the triangle covers the point, else a ring. */
static bp_disc point_disc(const bp_painter *p, const pixel_grid *grid, const bp_pixel_event *event, float x,
                          float y) {
    bool covered = event_covers(event, x, y);
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

static void draw_edges(bp_painter *p, const pixel_grid *grid, const bp_pixel_event *event) {
    const bp_rect square = grid->rect;
    const bp_vec2 low = {(float)square.x, (float)square.y},
                  high = {(float)(square.x + square.width), (float)(square.y + square.height)};
    for (int i = 0; i < 3 && !p->failed; i++) {
        const float *corner = event->screen[i], *next = event->screen[(i + 1) % 3];
        const bp_vec3 from = on_grid(grid, corner[0], corner[1]), to = on_grid(grid, next[0], next[1]);
        bp_vec2 a = {from.x, from.y}, b = {to.x, to.y};
        if (!bp_segment_cut(low, high, &a, &b)) continue;
        bp_line line = {.from = {a.x, a.y, 0}, .to = {b.x, b.y, 0}};
        line.width = (event->top_left[i] ? 3 : 1.3f) * p->unit;
        memcpy(line.color, event->top_left[i] ? &p->theme->changed : &p->theme->ink, 4);
        p->failed |= !bp_raster_lines(p->raster, &line, 1, NULL, p->error);
    }
}

/* A corner's name, on the side of the corner away from the triangle's middle, if it has room there. */
static void draw_name(bp_painter *p, const pixel_grid *grid, uint32_t vertex, bp_vec3 at, bp_vec3 middle) {
    bp_style style = {.size = LEGEND_SIZE};
    bp_formatted name = bp_format("vertex %u", vertex);
    int width = bp_painter_text_width(p, name.text, style), pad = bp_painter_px(p, 3),
        gap = bp_painter_px(p, 6);
    int left = at.x < middle.x ? (int)at.x - gap - width : (int)at.x + gap,
        base = (int)at.y + (at.y < middle.y ? -gap : gap + bp_painter_px(p, 9));
    if (left < grid->rect.x + pad || left + width + pad > grid->rect.x + grid->rect.width)
        left = at.x < middle.x ? (int)at.x + gap : (int)at.x - gap - width;
    bp_rect back = {left - pad, base - bp_painter_px(p, 10), width + 2 * pad, bp_painter_px(p, 13)};
    bp_painter_box(p, back, p->theme->page, 2, (bp_rgba8){0});
    bp_painter_text(p, left, base, name.text, style);
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

/* Draws the triangle of an event with the pixels' grid, as a square with a legend below, and returns their
 * height. */
static int inspector_triangle(bp_painter *p, const bp_pixel_event *event, const bp_inspector *inspector,
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

enum { SLIDER = 34, FOOTER = 60 };
enum { NARROW = 330 /* a narrower half has no room beside a pixel */, NARROW_CELL = 7, HINT_LINES = 3 };
enum { WIDTH = 440, PAD = 12, MAGNIFIED_CELL = 9, ROW = 16, INDENT = 12, SIZE = 12, SWATCH = 26 };

/* Upright, as phones are held: the panel is above or below the pixel. */
static bool is_upright(const bp_painter *p, const bp_settings *settings) {
    return settings->width / 2 < bp_painter_px(p, NARROW) && settings->height > settings->width;
}

/* Beside the picture, where that leaves room on the left; else the half of the window without the pixel,
 * above the footer. */
static bp_rect panel_rect(const bp_painter *p, const bp_inspector_panel *panel) {
    const bp_settings *settings = &panel->app->settings;
    const bp_inspector *inspector = &panel->app->inspector;
    int width = bp_painter_px(p, WIDTH), most = settings->width / 2;
    if (is_upright(p, settings)) {
        int middle = settings->height / 2;
        bool above = inspector->has_pixel && inspector->y >= middle;
        return (bp_rect){0, above ? 0 : middle, settings->width, above ? middle : settings->height - middle};
    }
    if (width > most) width = most;
    const bp_drawn *drawn = &panel->app->drawn;
    const int beside = drawn->rect_count > 0 ? drawn->rects[0].x : 0;
    if (beside >= bp_painter_px(p, NARROW))
        return (bp_rect){0, 0, width < beside ? width : beside, settings->height - bp_painter_px(p, FOOTER)};
    bool left = inspector->has_pixel && inspector->x >= settings->width / 2;
    return (bp_rect){left ? 0 : settings->width - width, 0, width,
                     settings->height - bp_painter_px(p, FOOTER)};
}

/* A frame that is seen on every colour, around a rectangle. */
static void frame(bp_painter *p, bp_rect inner) {
    int line = p->unit > 1.5f ? 2 : 1;
    bp_painter_box(p, bp_rect_inset(inner, -2 * line, -2 * line), (bp_rgba8){0}, 0, p->theme->page);
    bp_painter_box(p, bp_rect_inset(inner, -line, -line), (bp_rgba8){0}, 0, p->theme->ink);
}

/* ---- the magnified pixels ----------------------------------------------------------------------- */

static void draw_magnified(bp_painter *p, const bp_rgba8 *magnified, int cell, int x, int y) {
    bp_box boxes[BP_MAGNIFIED_PIXELS];
    int middle = BP_MAGNIFIED / 2;
    if (p->failed) return;
    for (int i = 0; i < BP_MAGNIFIED_PIXELS; i++) {
        boxes[i] = (bp_box){.rect = {x + i % BP_MAGNIFIED * cell, y + i / BP_MAGNIFIED * cell, cell, cell}};
        memcpy(boxes[i].color, &magnified[i], 4);
    }
    p->failed |= !bp_raster_boxes(p->raster, boxes, BP_COUNT(boxes), (bp_rect){0}, p->error);
    frame(p, (bp_rect){x + middle * cell, y + middle * cell, cell, cell});
}

/* A colour and its bytes, below what they are. Returns the height. */
static int draw_bytes(bp_painter *p, const char *what, bp_rgba8 color, bp_rect at) {
    int size = bp_painter_px(p, SWATCH), left = at.x + size + bp_painter_px(p, 8);
    bp_painter_text(p, at.x, at.y + bp_painter_px(p, 12), what,
                    (bp_style){.size = SIZE, .color = p->theme->quiet, .max_width = at.width});
    bp_painter_box(p, (bp_rect){at.x, at.y + bp_painter_px(p, 17), size, bp_painter_px(p, 16)}, color, 0,
                   p->theme->ink);
    bp_painter_text(p, left, at.y + bp_painter_px(p, 30),
                    bp_format("%d, %d, %d, %d", color.r, color.g, color.b, color.a).text,
                    (bp_style){.size = SIZE, .face = BP_FACE_MONO, .max_width = at.x + at.width - left});
    return bp_painter_px(p, 42);
}

/* What the picture has, what the history came to, and whether that is the same. */
static void draw_check(bp_painter *p, const bp_inspector_panel *panel, bp_rect at) {
    bp_rgba8 shown = panel->magnified[BP_MAGNIFIED_PIXELS / 2], computed;
    memcpy(&computed, panel->history->color, 4);
    bool same = memcmp(&shown, &computed, 4) == 0;
    at.y += draw_bytes(p, "the picture's bytes: R, G, B, A", shown, at);
    at.y += draw_bytes(p, "the history's last bytes", computed, at);
    bp_painter_text(p, at.x, at.y + bp_painter_px(p, 13), same ? "✓ the same" : "× they differ",
                    (bp_style){.size = 13,
                               .face = BP_FACE_SANS_BOLD,
                               .color = same ? p->theme->right : p->theme->wrong,
                               .max_width = at.width});
}

/* ---- the history in words ----------------------------------------------------------------------- */

typedef struct history_text {
    bp_read read;
    const bp_pixel_history *history;
    int headlines; /* so far: one for the pixel, then one for each event */
} history_text;

/* One line of the explanation, wrapped into rows. A triangle's headline can be clicked. */
static void add_line(void *user, int level, const char *text) {
    history_text *to = user;
    bp_read *read = &to->read;
    bp_painter *p = read->p;
    int indent = bp_painter_px(p, (float)(INDENT * level)), high = bp_painter_px(p, ROW), top = read->y,
        triangle = 0;
    bp_style style = {.size = SIZE, .color = level == 2 ? p->theme->quiet : p->theme->ink};
    if (level == 0) {
        int event = to->headlines++;
        style.face = BP_FACE_SANS_BOLD;
        if (event > 0 && (size_t)event <= to->history->count && to->history->events[event - 1].positions)
            triangle = event, style.color = p->theme->here;
    }
    read->left += indent, read->width -= indent;
    bp_read_text(read, text, ROW, style);
    read->left -= indent, read->width += indent;
    for (; triangle && top < read->y; top += high)
        if (top >= read->rect.y && top + high <= read->rect.y + read->rect.height)
            bp_painter_hit(p, (bp_rect){read->rect.x, top, read->rect.width, high}, BP_ACTION_INSPECT_EVENT,
                           triangle);
}

static void draw_history(bp_painter *p, const bp_inspector_panel *panel, bp_rect rect) {
    const bp_explain_scene scene = {.figure = panel->figure};
    const bp_rect whole = rect;
    int high = bp_painter_px(p, ROW), rows = rect.height / high;
    bp_painter quiet = bp_painter_measuring(p);
    rect.width -= bp_painter_px(p, 10); /* for the scroll bar */
    if (rows < 1) rows = 1;
    history_text text = {.read = bp_read_begin(&quiet, rect, 0), .history = panel->history};
    bp_explain_pixel(panel->history, &scene, add_line, &text);
    int count = (text.read.y - rect.y) / high,
        top = bp_app_scroll(panel->app, BP_SCROLL_HISTORY, whole, rows, count);
    text = (history_text){.read = bp_read_begin(p, rect, top * high), .history = panel->history};
    bp_explain_pixel(panel->history, &scene, add_line, &text);
    bp_scroll_bar(p, rect, top, rows, count);
}

/* ---- all of it ---------------------------------------------------------------------------------- */

/* Returns the height that it takes. */
static int draw_head(bp_painter *p, const bp_inspector_panel *panel, bp_rect at) {
    const bp_inspector *inspector = &panel->app->inspector;
    bp_formatted title = bp_format("Pixel inspector");
    const char *hint = p->touch ? "Touch the picture to choose a pixel, or drag to it."
                                : "Point at a pixel of the picture. # or Esc closes this.";
    if (panel->history) title = bp_format("Pixel %d, %d", inspector->x, inspector->y);
    if (panel->history && !p->touch)
        hint = inspector->event  ? "Esc closes the triangle; arrow keys move the pixel, the wheel scrolls."
               : inspector->kept ? "Kept: a click or Esc releases it. Click a triangle below to see it large."
                                 : "A click keeps it, arrow keys move it, the wheel scrolls; , . go through "
                                   "the draws; # or Esc closes this.";
    bp_painter_text(p, at.x, at.y + bp_painter_px(p, 15), title.text,
                    (bp_style){.size = 16, .face = BP_FACE_SANS_BOLD, .max_width = at.width});
    if (panel->history && p->touch) return bp_painter_px(p, 26);
    int lines = bp_painter_wrap(p, at.x, at.y + bp_painter_px(p, 34), at.width, ROW, HINT_LINES, hint,
                                (bp_style){.size = SIZE, .color = p->theme->quiet});
    return bp_painter_px(p, (float)(30 + ROW * lines));
}

/* The chosen triangle, or the magnified pixels. Returns the height. */
static int draw_picture(bp_painter *p, const bp_inspector_panel *panel, bp_rect at) {
    const bp_inspector *inspector = &panel->app->inspector;
    int cell = bp_painter_px(p, is_upright(p, &panel->app->settings) ? NARROW_CELL : MAGNIFIED_CELL);
    int size = BP_MAGNIFIED * cell, pad = bp_painter_px(p, PAD), number = inspector->event;
    bool triangle =
        number > 0 && (size_t)number <= panel->history->count && panel->history->events[number - 1].positions;
    if (triangle)
        return inspector_triangle(p, &panel->history->events[number - 1], inspector,
                                  (bp_rect){at.x, at.y, at.width, at.height / 2});
    draw_magnified(p, panel->magnified, cell, at.x, at.y);
    draw_check(p, panel, (bp_rect){at.x + size + pad, at.y, at.width - size - pad, size});
    return size;
}

/* The slider, at the bottom. Returns its height. */
static int draw_slider(bp_painter *p, const bp_inspector_panel *panel, bp_rect area) {
    const int all = (int)panel->draws, now = panel->app->inspector.draws, shown = now ? now : all;
    int high = bp_painter_px(p, SLIDER);
    const bool some = now && now < all;
    bp_rect rect = {area.x, area.y + area.height - high, area.width, high};
    panel->app->drawn.inspector_draws = all;
    bp_slider_draw(p, rect, "draws: ", bp_format(some ? "%d of %d" : "all %d", some ? now : all, all).text,
                   all > 1 ? (float)(shown - 1) / (float)(all - 1) : 0, false, BP_ACTION_INSPECT_DRAWS);
    return high + bp_painter_px(p, 6);
}

void bp_inspector_draw(bp_painter *p, const bp_inspector_panel *panel) {
    const bp_inspector *inspector = &panel->app->inspector;
    bp_rect outer = panel_rect(p, panel);
    int pad = bp_painter_px(p, PAD);
    bp_painter_box(p, outer, p->theme->bar, 0, p->theme->rule);
    bp_painter_hit(p, outer, BP_ACTION_NONE, 0);
    bp_rect at = bp_rect_inset(outer, pad, pad);
    int used = draw_head(p, panel, at);
    if (!panel->history) return;
    at.y += used, at.height -= used;
    used = draw_picture(p, panel, at);
    at.y += used + pad;
    bp_painter_fill(p, (bp_rect){outer.x, at.y, outer.width, 1}, p->theme->rule);
    at.y += bp_painter_px(p, 8);
    frame(p, bp_rect_inset((bp_rect){inspector->x, inspector->y, 1, 1}, -2, -2));
    at.height = outer.y + outer.height - pad - at.y;
    at.height -= draw_slider(p, panel, at);
    draw_history(p, panel, at);
}
