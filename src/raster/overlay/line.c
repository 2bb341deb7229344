/* line.c: lines with a width, antialiased; and the recording of all lines.
 *
 * A line is the set of points whose distance from its axis is at most half its width, with a cap at each
 * end. How much of a pixel it covers is taken from the distance of the pixel's centre from that set's
 * border: half at the border, none half a pixel outside, all half a pixel inside. That is exact for
 * straight borders along the grid, within a few percent for others, and the same from every side.
 */
#include "raster/overlay/thin_line.h"
#include <string.h>

enum { LINES_ON_STACK = 64 };
#define WIDEST 1024.0f

/* A line of at least one pixel's width on the screen. */
typedef struct thick_line {
    float x, y;   /* its start */
    float ux, uy; /* unit vector to its end */
    float length;
    float half;    /* of its width, at least 0.5 */
    float opacity; /* below 1 for lines thinner than a pixel */
    float z0, z1;
    float hidden;
    bp_cap cap;
    uint8_t color[4];
} thick_line;

static thick_line wide_line_make(const bp_screen_line *screen, const bp_line *line, float hidden) {
    double dx = screen->x1 - screen->x0, dy = screen->y1 - screen->y0, length = sqrt(dx * dx + dy * dy);
    float width = line->width < 1.0f ? 1.0f : line->width;
    thick_line made = {.x = (float)screen->x0,
                      .y = (float)screen->y0,
                      .ux = length > 0.0 ? (float)(dx / length) : 1.0f,
                      .uy = length > 0.0 ? (float)(dy / length) : 0.0f,
                      .length = (float)length,
                      .half = width * 0.5f,
                      .opacity = line->width / width,
                      .z0 = (float)screen->z0,
                      .z1 = (float)screen->z1,
                      .hidden = hidden,
                      .cap = line->cap};
    bp_overlay_color(made.color, line->color);
    return made;
}

/* Farther than this from the axis, in any direction, there is nothing: half a pixel of antialiasing
 * beyond a round cap, the corner of a square one (of a butt one it is nearer), and some rounding. */
static float reach_of(const thick_line *line) {
    return (line->cap == BP_CAP_SQUARE ? line->half * 1.4143f : line->half) + 0.78f;
}

static void wide_bounds(const thick_line *line, bp_irect *out) {
    double reach = (double)reach_of(line), x1 = (double)line->x + (double)line->ux * (double)line->length,
           y1 = (double)line->y + (double)line->uy * (double)line->length;
    *out = bp_irect_around(fmin((double)line->x, x1) - reach, fmin((double)line->y, y1) - reach,
                          fmax((double)line->x, x1) + reach, fmax((double)line->y, y1) + reach);
}

/* How much of the pixel around (dx, dy), relative to the start, is covered; *along is where on the axis. */
static float coverage_at(const thick_line *line, float dx, float dy, float *along) {
    *along = dx * line->ux + dy * line->uy;
    float across = fabsf(dx * line->uy - dy * line->ux), edge = line->half + 0.5f;
    if (line->cap == BP_CAP_ROUND) {
        float beyond = *along < 0.0f ? -*along : *along - line->length;
        if (beyond > 0.0f) across = sqrtf(across * across + beyond * beyond);
        return bp_saturate(edge - across) * line->opacity;
    }
    float more = line->cap == BP_CAP_SQUARE ? edge : 0.5f;
    return bp_saturate(edge - across) * bp_saturate(*along + more) * bp_saturate(line->length - *along + more) *
           line->opacity;
}

static inline void wide_pixel(const thick_line *line, const bp_fragment_writer *pen, const bp_target *target, int x, int y,
                              const float rgba[4], bp_counters *counters) {
    float along, coverage = coverage_at(line, (float)x + 0.5f - line->x, (float)y + 0.5f - line->y, &along);
    if (!(coverage > 0.0f)) return;
    float t = line->length > 0.0f ? bp_saturate(along / line->length) : 0.0f;
    bp_fragment_write(pen, target, x, y, line->z0 + (line->z1 - line->z0) * t, rgba, coverage, counters);
}

static void wide_plain(const thick_line *line, const bp_target *target, const bp_command *command,
                       bp_irect clip, bp_counters *counters) {
    bp_fragment_writer pen = bp_fragment_writer_make(command, line->hidden);
    float rgba[4];
    bp_command_color(command, line->color, rgba);
    for (int y = clip.y0; y < clip.y1; y++)
        for (int x = clip.x0; x < clip.x1; x++) wide_pixel(line, &pen, target, x, y, rgba, counters);
}

static float smaller(float a, float b) { return a < b ? a : b; }
static float larger(float a, float b) { return a > b ? a : b; }

/* What finding the columns of a row takes. Near enough: there is room to spare in a line's reach. */
typedef struct row_finder {
    const thick_line *line;
    bp_irect clip;
    float reach;
    bool is_level; /* too level for a row to hold one part of it */
    float inverse; /* 1 / uy */
    float shift;   /* columns from row to row */
    float wide;    /* columns to each side of the axis */
} row_finder;

static row_finder finder_of(const thick_line *line, bp_irect clip) {
    row_finder find = {.line = line, .clip = clip, .reach = reach_of(line)};
    find.is_level = !(fabsf(line->uy) > 1e-4f);
    if (find.is_level) return find;
    find.inverse = 1.0f / line->uy;
    find.shift = line->ux * find.inverse;
    find.wide = (line->half + 0.78f) * fabsf(find.inverse);
    return find;
}

/* The columns of a row that the line may touch, cut to the clip: those within reach of the part of the axis
 * that is within reach of the row, and where the line without ends is. */
static void row_span(const row_finder *find, int y, int *x0, int *x1) {
    const thick_line *line = find->line;
    float dy = (float)y + 0.5f - line->y, near_t = 0.0f, far_t = line->length;
    float left = (float)find->clip.x0, right = (float)find->clip.x1;
    if (!find->is_level) {
        float a = (dy - find->reach) * find->inverse, b = (dy + find->reach) * find->inverse;
        near_t = bp_clamp(a < b ? a : b, 0.0f, line->length);
        far_t = bp_clamp(a < b ? b : a, 0.0f, line->length);
        float middle = line->x + dy * find->shift;
        left = larger(left, middle - find->wide);
        right = smaller(right, middle + find->wide + 1.0f);
    }
    float a = line->x + line->ux * near_t, b = line->x + line->ux * far_t;
    left = larger(left, smaller(a, b) - find->reach);
    right = smaller(right, larger(a, b) + find->reach + 1.0f);
    /* Not below the clip, and so not below 0; nor beyond int: lines are cut where they are screen. */
    *x0 = (int)left;
    *x1 = (int)right;
}

static void wide_draw(const thick_line *line, const bp_target *target, const bp_command *command, bp_irect clip,
                      bp_counters *counters) {
    bp_irect part;
    wide_bounds(line, &part);
    part = bp_irect_intersect(part, clip);
    bp_fragment_writer pen = bp_fragment_writer_make(command, line->hidden);
    float rgba[4];
    bp_command_color(command, line->color, rgba);
    bp_fragment_writer_set_solid(&pen, rgba);
    row_finder find = finder_of(line, part);
    for (int y = part.y0; y < part.y1; y++) {
        int x0, x1;
        row_span(&find, y, &x0, &x1);
        for (int x = x0; x < x1; x++) wide_pixel(line, &pen, target, x, y, rgba, counters);
    }
}

/* ---- either kind of line -------------------------------------------------------------------------*/

typedef struct line_item {
    bool is_thin;
    union {
        bp_thin_line thin;
        thick_line wide;
    } as;
} line_item;

static bool line_bounds(const bp_command *command, uint32_t index, bp_irect *out) {
    const line_item *item = (const line_item *)command->items + index;
    if (item->is_thin)
        bp_thin_line_bounds(&item->as.thin, out);
    else
        wide_bounds(&item->as.wide, out);
    return true;
}

static void line_draw(const bp_target *target, const bp_command *command, uint32_t index, bp_irect clip,
                      bp_counters *counters) {
    const line_item *item = (const line_item *)command->items + index;
    if (item->is_thin)
        bp_thin_line_draw(&item->as.thin, target, command, clip, counters);
    else
        wide_draw(&item->as.wide, target, command, clip, counters);
}

static void line_plain(const bp_target *target, const bp_command *command, uint32_t index, bp_irect clip,
                       bp_counters *counters) {
    const line_item *item = (const line_item *)command->items + index;
    if (item->is_thin)
        bp_thin_line_draw_scalar(&item->as.thin, target, command, clip, counters);
    else
        wide_plain(&item->as.wide, target, command, clip, counters);
}

static const bp_primitive_kind line_kind = {"lines", line_bounds, line_draw, line_plain};

/* ---- recording ---------------------------------------------------------------------------------*/

static bool lines_are_good(const bp_line *lines, size_t count, bp_error *error) {
    for (size_t i = 0; i < count; i++)
        if (!(lines[i].width >= 0.0f && lines[i].width <= WIDEST))
            return bp_fail(error, BP_ERROR_ARGUMENT, "bp_raster_lines",
                           "line %zu: a width of %g; it must be 0 (thin) to %g pixels", i,
                           (double)lines[i].width, (double)WIDEST);
    return true;
}

/* Places lines; returns how many of them are left. */
static size_t place_lines(line_item *items, const bp_line *lines, size_t count, const bp_projection *projection,
                          int subpixel_bits, float hidden) {
    size_t made = 0;
    for (size_t i = 0; i < count; i++) {
        bp_screen_line screen;
        if (!bp_project_line(projection, lines[i].from, lines[i].to, &screen)) continue;
        line_item *item = &items[made++];
        memset(item, 0, sizeof *item); /* what it has no use for is zero as well */
        item->is_thin = !(lines[i].width > 0.0f);
        if (item->is_thin)
            item->as.thin = bp_thin_line_make(&screen, subpixel_bits, &lines[i], hidden);
        else
            item->as.wide = wide_line_make(&screen, &lines[i], hidden);
    }
    return made;
}

bool bp_raster_lines(bp_raster *raster, const bp_line *lines, size_t count, const bp_overlay *marks,
                     bp_error *error) {
    if (!raster || (!lines && count))
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_raster_lines", "no raster or lines");
    if (!lines_are_good(lines, count, error)) return false;
    bp_overlay plain = {0};
    if (!marks) marks = &plain;
    const bp_allocator *allocator = bp_context_allocator(bp_raster_context(raster));
    line_item small[LINES_ON_STACK], *items = small;
    if (count > LINES_ON_STACK) items = bp_alloc(allocator, count, sizeof *items, error);
    if (!items) return false;
    bp_projection projection = bp_projection_make(raster, marks);
    size_t made = place_lines(items, lines, count, &projection, bp_raster_subpixel_bits(raster), marks->hidden);
    bp_draw_state state = bp_overlay_state(marks);
    bool good = bp_raster_record(raster, &line_kind, items, made, sizeof *items, &state, error);
    if (items != small) bp_free(allocator, items);
    return good;
}
