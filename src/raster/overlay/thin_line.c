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
#include "raster/overlay/overlay.h"

bp_thin_line bp_thin_line_make(const bp_screen_line *screen, int subpixel_bits, const bp_line *line,
                               float hidden) {
    double one = (double)(1 << subpixel_bits);
    bp_thin_line thin = {.x0 = (int32_t)floor(screen->x0 * one + 0.5),
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

static axis_line axis_line_of(const bp_thin_line *line) {
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

bp_irect bp_thin_line_bounds(const bp_thin_line *line) {
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

/* The definition: tests every pixel of the clip. */
void bp_thin_line_draw_scalar(const bp_thin_line *line, const bp_target *target, const bp_command *command,
                              bp_irect clip, bp_counters *counters) {
    axis_line a = axis_line_of(line);
    bp_fragment_writer writer = bp_fragment_writer_make(target, command, line->hidden, counters);
    float rgba[4];
    bp_command_color(command, line->color, rgba);
    for (int y = clip.y0; y < clip.y1; y++)
        for (int x = clip.x0; x < clip.x1; x++) {
            int64_t distance;
            if (is_lit(&a, line->one, a.y_is_major ? y : x, a.y_is_major ? x : y, &distance))
                bp_fragment_write(&writer, x, y, depth_at(&a, distance), rgba, 1.0f);
        }
}

static int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b < 0); }

/* Takes one step for each pixel that is lit. */
void bp_thin_line_draw(const bp_thin_line *line, const bp_target *target, const bp_command *command,
                       bp_irect clip, bp_counters *counters) {
    axis_line a = axis_line_of(line);
    bp_fragment_writer writer = bp_fragment_writer_make(target, command, line->hidden, counters);
    float rgba[4];
    bp_command_color(command, line->color, rgba);
    bp_fragment_writer_set_color(&writer, rgba);
    if (a.y_is_major) clip = (bp_irect){clip.y0, clip.x0, clip.y1, clip.x1}; /* x along the major axis */
    const int64_t one = line->one, half = one / 2, scale = one * (a.major_delta ? a.major_delta : 1);
    int64_t first = -floor_div(half - a.major, one), last = floor_div(a.major + a.major_delta - half, one);
    if (first < clip.x0) first = clip.x0;
    if (last >= clip.x1) last = clip.x1 - 1;
    for (int64_t major = first; major <= last; major++) {
        int64_t distance = major * one + half - a.major;
        int64_t crossing = a.major_delta ? a.minor * a.major_delta + distance * a.minor_delta : a.minor;
        int64_t minor = -floor_div(-crossing, scale) - 1; /* ceil(crossing / scale) - 1 */
        if (minor < clip.y0 || minor >= clip.y1) continue;
        int x = (int)(a.y_is_major ? minor : major), y = (int)(a.y_is_major ? major : minor);
        bp_fragment_write(&writer, x, y, depth_at(&a, distance), rgba, 1.0f);
    }
}
