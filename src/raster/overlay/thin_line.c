/* thin_line.c: lines one pixel wide, without antialiasing.
 *
 * The ends are snapped to the subpixel grid, so that everything after that is integers. The line steps
 * along its longer axis, x where both are equal. For a line along x: in each column whose centre c lies
 * between the ends, both included, the pixel is lit that holds the line's height there,
 *
 *     y(c) = y0 + (c - x0) * dy / dx,
 *
 * and when that is exactly the border between two rows, the upper one: row = ceil(y(c)) - 1. Along y the
 * same with x and y exchanged, the left one of two columns. This is what GPUs' line rasterization comes
 * to: the bone lines of all pictures drawn by Babylon.js, with 4 bits of subpixel agree to the pixel.
 */
#include "raster/overlay/thin_line.h"

bp_thin_line bp_thin_line_make(const bp_screen_line *screen, int subpixel_bits, const bp_line *line,
                               float hidden) {
    double one = (double)(1 << subpixel_bits);
    bp_thin_line made = {.x0 = (int32_t)floor(screen->x0 * one + 0.5),
                         .y0 = (int32_t)floor(screen->y0 * one + 0.5),
                         .x1 = (int32_t)floor(screen->x1 * one + 0.5),
                         .y1 = (int32_t)floor(screen->y1 * one + 0.5),
                         .one = 1 << subpixel_bits,
                         .z0 = (float)screen->z0,
                         .z1 = (float)screen->z1,
                         .hidden = hidden};
    bp_overlay_color(made.color, line->color);
    return made;
}

/* A line seen along its longer axis: `a` runs along it and rises from start to end, `b` across it. */
typedef struct walk {
    bool along_y;
    int64_t a0, b0, da, db; /* da >= 0 */
    float z0, z1;
} walk;

static walk walk_of(const bp_thin_line *line) {
    int64_t dx = (int64_t)line->x1 - line->x0, dy = (int64_t)line->y1 - line->y0;
    bool along_y = (dy < 0 ? -dy : dy) > (dx < 0 ? -dx : dx);
    walk w = {along_y, line->x0, line->y0, dx, dy, line->z0, line->z1};
    if (along_y) w.a0 = line->y0, w.b0 = line->x0, w.da = dy, w.db = dx;
    if (w.da < 0) {
        w.a0 += w.da, w.b0 += w.db;
        w.da = -w.da, w.db = -w.db;
        w.z0 = line->z1, w.z1 = line->z0;
    }
    return w;
}

/* Depth at a pixel centre that lies `steps` (in fixed point) behind the start. */
static float depth_at(const walk *w, int64_t steps) {
    if (w->da == 0) return w->z0;
    double t = (double)steps / (double)w->da;
    return (float)((double)w->z0 + ((double)w->z1 - (double)w->z0) * t);
}

void bp_thin_line_bounds(const bp_thin_line *line, bp_irect *out) {
    double one = (double)line->one, x0 = line->x0 / one, y0 = line->y0 / one, x1 = line->x1 / one,
           y1 = line->y1 / one;
    /* One more to the left and above, where a line between two pixels goes. */
    *out = bp_irect_around(fmin(x0, x1) - 1.0, fmin(y0, y1) - 1.0, fmax(x0, x1), fmax(y0, y1));
}

/* The definition, asked of each pixel: is its centre's step on the line, and does the line pass through
 * the pixel there: row < y(c) <= row + 1, multiplied by dx and the grid. */
static bool is_lit(const walk *w, int64_t one, int along, int across, int64_t *steps) {
    *steps = along * one + one / 2 - w->a0;
    if (*steps < 0 || *steps > w->da) return false;
    if (w->da == 0) return across * one < w->b0 && w->b0 <= (across + 1) * one;
    int64_t there = w->b0 * w->da + *steps * w->db;
    return across * one * w->da < there && there <= (across + 1) * one * w->da;
}

void bp_thin_line_draw_scalar(const bp_thin_line *line, const bp_target *target, const bp_command *command,
                        bp_irect clip, bp_counters *counters) {
    walk w = walk_of(line);
    bp_fragment_writer pen = bp_fragment_writer_make(command, line->hidden);
    float rgba[4];
    bp_command_color(command, line->color, rgba);
    for (int y = clip.y0; y < clip.y1; y++)
        for (int x = clip.x0; x < clip.x1; x++) {
            int64_t steps;
            if (is_lit(&w, line->one, w.along_y ? y : x, w.along_y ? x : y, &steps))
                bp_fragment_write(&pen, target, x, y, depth_at(&w, steps), rgba, 1.0f, counters);
        }
}

static int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b < 0); }

/* The steps of a line inside a clip, first and last. */
static void steps_inside(const walk *w, const bp_thin_line *line, bp_irect clip, int64_t *first,
                         int64_t *last) {
    int64_t one = line->one, half = one / 2;
    *first = -floor_div(-(w->a0 - half), one); /* the first centre not before the start */
    *last = floor_div(w->a0 + w->da - half, one);
    int64_t lo = w->along_y ? clip.y0 : clip.x0, hi = (w->along_y ? clip.y1 : clip.x1) - 1;
    if (*first < lo) *first = lo;
    if (*last > hi) *last = hi;
}

void bp_thin_line_draw(const bp_thin_line *line, const bp_target *target, const bp_command *command,
                       bp_irect clip, bp_counters *counters) {
    walk w = walk_of(line);
    bp_fragment_writer pen = bp_fragment_writer_make(command, line->hidden);
    float rgba[4];
    bp_command_color(command, line->color, rgba);
    bp_fragment_writer_set_solid(&pen, rgba);
    int64_t first, last, one = line->one, lo = w.along_y ? clip.x0 : clip.y0,
                         hi = w.along_y ? clip.x1 : clip.y1;
    steps_inside(&w, line, clip, &first, &last);
    for (int64_t along = first; along <= last; along++) {
        int64_t steps = along * one + one / 2 - w.a0, there = w.da ? w.b0 * w.da + steps * w.db : w.b0;
        /* ceil(there / (da * one)) - 1 */
        int64_t across = -floor_div(-there, one * (w.da ? w.da : 1)) - 1;
        if (across < lo || across >= hi) continue;
        int x = (int)(w.along_y ? across : along), y = (int)(w.along_y ? along : across);
        bp_fragment_write(&pen, target, x, y, depth_at(&w, steps), rgba, 1.0f, counters);
    }
}
