/* Lines with a width, antialiased; lines without a width; and the recording of both.
 *
 * A thick line is the set of points whose distance from its axis is at most half its width, with a cap at
 * each end. Its coverage of a pixel follows from the signed distance of the pixel's centre from that set's
 * border: 1/2 on the border, 0 half a pixel outside, 1 half a pixel inside. That is exact for borders along
 * the grid, within a few percent for others, and symmetric.
 */
#include "raster/overlay/overlay.h"

/* Lines one pixel wide, without antialiasing.
 *
 * The ends are snapped to the subpixel grid, and everything after that is integers. The line steps along its
 * major axis, the longer one, or x if both are equal. If x is the major axis, then in each column whose
 * centre c lies between the ends, both included, the line passes through the height
 *
 *     y(c) = y0 + (c - x0) * dy / dx
 *
 * and lights the pixel that contains it: row = ceil(y(c)) - 1, the upper one if y(c) lies exactly between two
 * rows. If y is the major axis, x and y are exchanged, and the left one of two columns is lit. GPUs light the
 * same pixels: with 4 bits of subpixel precision, our bone lines agree with Babylon.js's to the pixel in all
 * of its pictures.
 */

/* A line one pixel wide, with its ends in fixed point: pixels times `one`. */
typedef struct thin_line {
    int32_t x0, y0, x1, y1;
    int32_t one; /* 16 to 256 */
    float z0, z1;
    float hidden;
    uint8_t color[4];
} thin_line;

static thin_line thin_line_make(const bp_screen_line *screen, int subpixel_bits, const bp_line *line,
                                float hidden) {
    double one = (double)(1 << subpixel_bits);
    thin_line thin = {.x0 = (int32_t)floor(screen->x0 * one + 0.5),
                      .y0 = (int32_t)floor(screen->y0 * one + 0.5),
                      .x1 = (int32_t)floor(screen->x1 * one + 0.5),
                      .y1 = (int32_t)floor(screen->y1 * one + 0.5),
                      .one = 1 << subpixel_bits,
                      .z0 = (float)screen->z0,
                      .z1 = (float)screen->z1,
                      .hidden = hidden};
    bp_overlay_color(thin.color, line->color);
    return thin;
}

/* A line by its major and minor axis. Its ends are swapped if the major coordinate would decrease. */
typedef struct axis_line {
    bool y_is_major;
    int64_t major, minor;             /* its start */
    int64_t major_delta, minor_delta; /* from there to its end; major_delta >= 0 */
    float z0, z1;
} axis_line;

static axis_line axis_line_of(const thin_line *line) {
    int64_t dx = (int64_t)line->x1 - line->x0, dy = (int64_t)line->y1 - line->y0;
    bool y_is_major = (dy < 0 ? -dy : dy) > (dx < 0 ? -dx : dx);
    axis_line a = {y_is_major, line->x0, line->y0, dx, dy, line->z0, line->z1};
    if (y_is_major) a.major = line->y0, a.minor = line->x0, a.major_delta = dy, a.minor_delta = dx;
    if (a.major_delta < 0) {
        a.major += a.major_delta, a.minor += a.minor_delta;
        a.major_delta = -a.major_delta, a.minor_delta = -a.minor_delta;
        a.z0 = line->z1, a.z1 = line->z0;
    }
    return a;
}

/* Depth at `distance` (fixed point) from the start along the major axis. */
static float depth_at(const axis_line *a, int64_t distance) {
    if (a->major_delta == 0) return a->z0;
    double t = (double)distance / (double)a->major_delta;
    return (float)((double)a->z0 + ((double)a->z1 - (double)a->z0) * t);
}

static bp_irect thin_line_bounds(const thin_line *line) {
    double one = (double)line->one, x0 = line->x0 / one, y0 = line->y0 / one, x1 = line->x1 / one,
           y1 = line->y1 / one;
    /* One more to the left and above: a line between two pixels goes there. */
    return bp_irect_around(fmin(x0, x1) - 1.0, fmin(y0, y1) - 1.0, fmax(x0, x1), fmax(y0, y1));
}

/* Whether the line lights the pixel in column `major` and row `minor` (x major): the column's centre lies
 * between the ends, and row < y(c) <= row + 1, here multiplied by dx and the grid. *distance: of that centre
 * from the start. */
static bool is_lit(const axis_line *a, int64_t one, int major, int minor, int64_t *distance) {
    *distance = major * one + one / 2 - a->major;
    if (*distance < 0 || *distance > a->major_delta) return false;
    if (a->major_delta == 0) return minor * one < a->minor && a->minor <= (minor + 1) * one;
    int64_t crossing = a->minor * a->major_delta + *distance * a->minor_delta;
    return minor * one * a->major_delta < crossing && crossing <= (minor + 1) * one * a->major_delta;
}

static int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b < 0); }

/* By definition tests every pixel of the clip; else takes one step for each pixel that is lit. */
static void thin_line_draw(const thin_line *line, const bp_target *target, const bp_command *command,
                           bp_irect clip, bool scalar, bp_counters *counters) {
    axis_line a = axis_line_of(line);
    bp_fragment_writer writer = bp_fragment_writer_make(target, command, line->hidden, counters);
    float rgba[4];
    int64_t distance;
    bp_command_color(command, line->color, rgba);
    for (int y = clip.y0; y < clip.y1 && scalar; y++)
        for (int x = clip.x0; x < clip.x1; x++)
            if (is_lit(&a, line->one, a.y_is_major ? y : x, a.y_is_major ? x : y, &distance))
                bp_fragment_write(&writer, x, y, depth_at(&a, distance), rgba, 1.0f);
    if (scalar) return;
    bp_fragment_writer_set_color(&writer, rgba);
    if (a.y_is_major) clip = (bp_irect){clip.y0, clip.x0, clip.y1, clip.x1}; /* x along the major axis */
    const int64_t one = line->one, half = one / 2, scale = one * (a.major_delta ? a.major_delta : 1);
    int64_t first = -floor_div(half - a.major, one), last = floor_div(a.major + a.major_delta - half, one);
    if (first < clip.x0) first = clip.x0;
    if (last >= clip.x1) last = clip.x1 - 1;
    for (int64_t major = first; major <= last; major++) {
        distance = major * one + half - a.major;
        int64_t crossing = a.major_delta ? a.minor * a.major_delta + distance * a.minor_delta : a.minor;
        int64_t minor = -floor_div(-crossing, scale) - 1; /* ceil(crossing / scale) - 1 */
        if (minor < clip.y0 || minor >= clip.y1) continue;
        int x = (int)(a.y_is_major ? minor : major), y = (int)(a.y_is_major ? major : minor);
        bp_fragment_write(&writer, x, y, depth_at(&a, distance), rgba, 1.0f);
    }
}

#define LINE_WIDTH_MAX 1024.0f

/* A line on the screen, at least one pixel wide. */
typedef struct thick_line {
    float x, y;   /* its start */
    float ux, uy; /* unit vector to its end */
    float length;
    float half;    /* of its width, at least 0.5 */
    float opacity; /* below 1 stands for a width below 1 */
    float z0, z1;
    float hidden;
    bp_cap cap;
    uint8_t color[4];
} thick_line;

static thick_line thick_line_make(const bp_screen_line *screen, const bp_line *line, float hidden) {
    double dx = screen->x1 - screen->x0, dy = screen->y1 - screen->y0, length = sqrt(dx * dx + dy * dy);
    float width = line->width < 1.0f ? 1.0f : line->width;
    thick_line thick = {.x = (float)screen->x0,
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
    bp_overlay_color(thick.color, line->color);
    return thick;
}

/* The largest distance from the axis that the line covers: half a pixel of antialiasing beyond a round cap or
 * the corner of a square cap (a butt cap's corner is nearer), and some rounding. */
static float reach_of(const thick_line *line) {
    return (line->cap == BP_CAP_SQUARE ? line->half * 1.4143f : line->half) + 0.78f;
}

/* Around the part of the axis within reach of the clip's rows: the box around all of a slanted line touches
 * many tiles that the line doesn't. */
static bp_irect thick_line_bounds(const thick_line *line, bp_irect clip) {
    double reach = (double)reach_of(line), x = (double)line->x, y = (double)line->y, ux = (double)line->ux,
           uy = (double)line->uy, from = 0.0, to = (double)line->length;
    if (fabs(uy) > 1e-4) {
        double above = (clip.y0 - reach - y) / uy, below = (clip.y1 + reach - y) / uy;
        from = fmin(fmax(fmin(above, below), 0.0), to);
        to = fmax(fmin(fmax(above, below), to), 0.0);
    }
    double x0 = x + ux * from, y0 = y + uy * from, x1 = x + ux * to, y1 = y + uy * to;
    return bp_irect_around(fmin(x0, x1) - reach, fmin(y0, y1) - reach, fmax(x0, x1) + reach,
                           fmax(y0, y1) + reach);
}

/* The line's coverage of the pixel whose centre is (dx, dy) from its start. *along: that centre's position
 * along the axis, in pixels from the start. */
static float coverage_at(const thick_line *line, float dx, float dy, float *along) {
    *along = dx * line->ux + dy * line->uy;
    float across = fabsf(dx * line->uy - dy * line->ux), edge = line->half + 0.5f;
    if (line->cap == BP_CAP_ROUND) {
        float beyond = *along < 0.0f ? -*along : *along - line->length;
        if (beyond > 0.0f) across = sqrtf(across * across + beyond * beyond);
        return bp_saturate(edge - across) * line->opacity;
    }
    float more = line->cap == BP_CAP_SQUARE ? edge : 0.5f;
    return bp_saturate(edge - across) * bp_saturate(*along + more) *
           bp_saturate(line->length - *along + more) * line->opacity;
}

/* A thick line being drawn. */
typedef struct line_setup {
    const thick_line *line;
    bp_fragment_writer writer;
    float rgba[4];
} line_setup;

static line_setup line_setup_make(const thick_line *line, const bp_target *target, const bp_command *command,
                                  bp_counters *counters) {
    line_setup setup = {line, bp_fragment_writer_make(target, command, line->hidden, counters), {0}};
    bp_command_color(command, line->color, setup.rgba);
    return setup;
}

static inline void draw_pixel(const line_setup *setup, int x, int y) {
    const thick_line *line = setup->line;
    float along, coverage = coverage_at(line, (float)x + 0.5f - line->x, (float)y + 0.5f - line->y, &along);
    if (!(coverage > 0.0f)) return;
    float t = line->length > 0.0f ? bp_saturate(along / line->length) : 0.0f;
    bp_fragment_write(&setup->writer, x, y, line->z0 + (line->z1 - line->z0) * t, setup->rgba, coverage);
}

static float smaller(float a, float b) { return a < b ? a : b; }
static float larger(float a, float b) { return a > b ? a : b; }

/* Finds the columns of a row. Rounding errors don't matter, because the line's reach is generous. */
typedef struct row_finder {
    const thick_line *line;
    bp_irect clip;
    float reach;
    bool is_level;   /* nearly horizontal: any row may meet the whole line */
    float inverse;   /* 1 / uy */
    float shift;     /* columns from row to row */
    float half_span; /* columns to each side of the axis */
} row_finder;

static row_finder finder_of(const thick_line *line, bp_irect clip) {
    row_finder find = {.line = line, .clip = clip, .reach = reach_of(line)};
    find.is_level = !(fabsf(line->uy) > 1e-4f);
    if (find.is_level) return find;
    find.inverse = 1.0f / line->uy;
    find.shift = line->ux * find.inverse;
    find.half_span = (line->half + 0.78f) * fabsf(find.inverse);
    return find;
}

/* The columns of a row that the line may touch, cut to the clip. They must be within reach of the infinite
 * line, and within reach of the part of the axis that is within reach of the row. */
static void row_span(const row_finder *find, int y, int *x0, int *x1) {
    const thick_line *line = find->line;
    float dy = (float)y + 0.5f - line->y, near_t = 0.0f, far_t = line->length;
    float left = (float)find->clip.x0, right = (float)find->clip.x1;
    if (!find->is_level) {
        float a = (dy - find->reach) * find->inverse, b = (dy + find->reach) * find->inverse;
        near_t = bp_clamp(a < b ? a : b, 0.0f, line->length);
        far_t = bp_clamp(a < b ? b : a, 0.0f, line->length);
        float middle = line->x + dy * find->shift;
        left = larger(left, middle - find->half_span);
        right = smaller(right, middle + find->half_span + 1.0f);
    }
    float a = line->x + line->ux * near_t, b = line->x + line->ux * far_t;
    left = larger(left, smaller(a, b) - find->reach);
    right = smaller(right, larger(a, b) + find->reach + 1.0f);
    /* Both fit an int: the clip bounds one side, and projection has cut the line on the other. */
    *x0 = (int)left;
    *x1 = (int)right;
}

/* By definition every pixel of the clip is visited; else only the columns of each row that are near the
 * line. */
static void thick_line_draw(const thick_line *line, const bp_target *target, const bp_command *command,
                            bp_irect clip, bool scalar, bp_counters *counters) {
    line_setup setup = line_setup_make(line, target, command, counters);
    row_finder find = finder_of(line, clip);
    if (!scalar) bp_fragment_writer_set_color(&setup.writer, setup.rgba);
    for (int y = clip.y0; y < clip.y1; y++) {
        int x0 = clip.x0, x1 = clip.x1;
        if (!scalar) row_span(&find, y, &x0, &x1);
        for (int x = x0; x < x1; x++) draw_pixel(&setup, x, y);
    }
}

/* ---- both kinds of lines ------------------------------------------------------------------------ */

typedef struct any_line {
    bool is_thin;
    union {
        thin_line thin;
        thick_line thick;
    } as;
} any_line;

static bp_irect line_bounds(const void *primitive, bp_irect clip) {
    const any_line *line = primitive;
    return bp_irect_intersect(
        line->is_thin ? thin_line_bounds(&line->as.thin) : thick_line_bounds(&line->as.thick, clip), clip);
}

static void line_draw(const bp_target *target, const bp_command *command, const void *primitive,
                      bp_irect clip, bool scalar, bp_counters *counters) {
    const any_line *line = primitive;
    if (line->is_thin)
        thin_line_draw(&line->as.thin, target, command, clip, scalar, counters);
    else
        thick_line_draw(&line->as.thick, target, command, clip, scalar, counters);
}

static const bp_primitive_kind line_kind = {"lines", sizeof(any_line), line_bounds, line_draw};

static bool check_lines(const bp_line *lines, size_t count, bp_error *error) {
    for (size_t i = 0; i < count; i++)
        if (!(lines[i].width >= 0.0f && lines[i].width <= LINE_WIDTH_MAX))
            return bp_fail(error, BP_ERROR_ARGUMENT, "bp_raster_lines",
                           "line %zu: its width is %g, but must be 0 (thin) to %g pixels", i,
                           (double)lines[i].width, (double)LINE_WIDTH_MAX);
    return true;
}

bool bp_raster_lines(bp_raster *raster, const bp_line *lines, size_t count, const bp_overlay *overlay,
                     bp_error *error) {
    if (!raster || (!lines && count))
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_raster_lines", "no raster or lines");
    if (!check_lines(lines, count, error)) return false;
    any_line *recorded = bp_raster_reserve(raster, &line_kind, count, error);
    if (!recorded) return false;
    const bp_overlay batch = bp_overlay_with_defaults(overlay);
    const bp_projection projection = bp_projection_make(raster, &batch);
    const int subpixel_bits = bp_raster_subpixel_bits(raster);
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        bp_screen_line screen;
        if (!bp_project_line(&projection, lines[i].from, lines[i].to, &screen)) continue;
        any_line *line = &recorded[left++];
        line->is_thin = !(lines[i].width > 0.0f);
        if (line->is_thin)
            line->as.thin = thin_line_make(&screen, subpixel_bits, &lines[i], batch.hidden);
        else
            line->as.thick = thick_line_make(&screen, &lines[i], batch.hidden);
    }
    return bp_raster_record(raster, &line_kind, recorded, left, &batch.state, error);
}
