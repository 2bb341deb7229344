/* Labels beside points: names of bones, ghosts and handles, and what is painted. Each takes the first free
 * position of several around its point: not on a joint, a line or another label. If none is free, a bone's
 * name is left out; labels that must be seen (the selected bone's, ghosts') go farther away, or on the fewest
 * lines. Ghosts' labels also keep off other parts of meshes, whose name they would seem to be. */
#include "scene/illustration/labels.h"
#include <string.h>

typedef bp_stage_labels labels;

/* Costs of a position; a covered cell's is 1. */
enum { CROSSING = BP_LABEL_CROSSING, TAKEN = BP_LABEL_TAKEN };

enum {
    TALL = 15,
    OFFSET = 10,
    LINE = 2,       /* pixels to a line that leads sideways from the point */
    POINT_TRIES = 6 /* positions of a label that has several points to stand at */
};

/* Whether a line crosses a rectangle: cuts off what is outside of it, side by side (Liang and Barsky). */
static bool crosses(label_line line, bp_rect r) {
    float x = line.from.x, y = line.from.y, dx = line.to.x - x, dy = line.to.y - y, first = 0, last = 1;
    const float p[4] = {-dx, dx, -dy, dy};
    const float q[4] = {x - (float)r.x, (float)(r.x + r.width) - x, y - (float)r.y,
                        (float)(r.y + r.height) - y};
    for (int i = 0; i < 4; i++) {
        if (p[i] == 0 && q[i] < 0) return false;
        if (p[i] < 0 && q[i] / p[i] > first) first = q[i] / p[i];
        if (p[i] > 0 && q[i] / p[i] < last) last = q[i] / p[i];
    }
    return first < last;
}

/* Of the lines that cross it, and of the meshes; TAKEN: it lies on a joint or another label, or leaves the
 * scene. */
static int cost_of(const labels *all, bp_rect rect, bp_rect scene) {
    int count = 0;
    for (int i = 0; i < all->count; i++)
        if (bp_rect_overlaps(all->taken[i], rect)) return TAKEN;
    for (int i = 0; i < all->line_count; i++) count += crosses(all->lines[i], rect);
    if (!bp_rect_is_inside(rect, scene)) return TAKEN;
    return CROSSING * count + (all->cover ? bp_mesh_cover_count(all->cover, rect) : 0);
}

/* Rows from the point, and distances to the side, in the order in which positions are tried. */
static const signed char ROWS[] = {0, 1, -1, 2, -2, 3, -3}, OFFSETS[] = {OFFSET, 34, 64, 94};
enum { NEAR_TRIES = 4 * (int)sizeof ROWS, TRIES = 2 * (int)(sizeof ROWS * sizeof OFFSETS) };

/* Position number 0 .. TRIES - 1: near and then far, each row right and left of the point in turn. A wide one
 * is moved into the scene, and must then not lie over the mark at its point. */
static bp_rect label_rect(const bp_painter *painter, bp_rect scene, bp_vec2 at, int width, bool left_first,
                          int number) {
    int tall = bp_painter_px(painter, TALL), pair = number / 2, rows = (int)sizeof ROWS;
    int offset = bp_painter_px(painter, OFFSETS[pair / rows]);
    int row = ROWS[pair % rows], y = (int)at.y - tall + row * (tall + 1) + (row > 0 ? LINE - 1 : -LINE);
    bool right = (number % 2 == 0) != left_first;
    int x = right ? (int)at.x + offset : (int)at.x - offset - width;
    if (x < scene.x) x = scene.x;
    if (x + width > scene.x + scene.width) x = scene.x + scene.width - width;
    return (bp_rect){x, y, width, tall};
}

static void draw_label(bp_painter *painter, bp_rect rect, const char *words, bp_style style) {
    bp_rgba8 ground = painter->theme->card; /* keeps the name readable over a mesh */
    bp_painter_box(painter, rect, ground, 3, (bp_rgba8){0});
    bp_painter_text(painter, rect.x + bp_painter_px(painter, 2), rect.y + bp_painter_px(painter, LABEL_SIZE),
                    words, style);
}

/* The position with the least cost, of the first `tries`, for words of that width beside a point. */
static int best_position(const bp_painter *painter, const labels *all, bp_rect scene, bp_vec2 at, int width,
                         int tries, bp_rect *best) {
    bool left_first = at.x < all->middle - (float)bp_painter_px(painter, OFFSET);
    int least = TAKEN, reach = bp_painter_px(painter, LABEL_JOINT) + 1;
    bp_rect mark = {(int)at.x - reach, (int)at.y - reach, 2 * reach, 2 * reach};
    for (int i = 0; i < tries && least > 0; i++) {
        bp_rect rect = label_rect(painter, scene, at, width, left_first, i);
        int cost = bp_rect_overlaps(rect, mark) ? TAKEN : cost_of(all, rect, scene);
        if (cost < least) least = cost, *best = rect;
    }
    return least;
}

static int text_width(const bp_painter *painter, const char *text, bp_style style) {
    return bp_painter_text_width(painter, text, style) + 2 * bp_painter_px(painter, 2);
}

int bp_label_place(const labels *all, bp_vec2 at, const char *text, bool far, bp_rect *place) {
    int width = text_width(all->painter, text, (bp_style){.size = LABEL_SIZE});
    return best_position(all->painter, all, all->drawing->rect, at, width, far ? TRIES : NEAR_TRIES, place);
}

void bp_label_draw(labels *all, bp_vec3 at_joint, const char *words, bp_rgba8 color, bool must) {
    bp_painter *painter = all->painter;
    const bp_stage_drawing *drawing = all->drawing;
    bp_rect scene = drawing->rect;
    bp_vec2 at;
    if (all->count == LABELS_MAX || !bp_camera_project(&drawing->camera, scene, at_joint, &at, NULL)) return;
    if (!bp_rect_contains(scene, at.x, at.y)) return;
    bp_style style = {.size = LABEL_SIZE,
                      .max_width = must ? scene.width - bp_painter_px(painter, 8) : scene.width / 2};
    style.color = color;
    int width = text_width(painter, words, style);
    bp_rect rect;
    int cost = best_position(painter, all, scene, at, width, must ? TRIES : NEAR_TRIES, &rect);
    if (must ? cost == TAKEN : cost > 0) return;
    all->taken[all->count++] = rect;
    draw_label(painter, rect, words, style);
}

bool bp_labels_has_handle(const bp_stage_drawing *drawing, const char *words) {
    for (int i = 0; i < drawing->handle_count; i++)
        if (drawing->handles[i].stage == drawing->index && strcmp(drawing->handles[i].label, words) == 0)
            return true;
    return false;
}

void bp_labels_keep_line(labels *all, bp_vec3 from, bp_vec3 to) {
    const bp_stage_drawing *drawing = all->drawing;
    bp_rect scene = drawing->rect;
    label_line line;
    if (all->line_count == LABEL_LINES_MAX ||
        !bp_camera_project(&drawing->camera, scene, from, &line.from, NULL) ||
        !bp_camera_project(&drawing->camera, scene, to, &line.to, NULL))
        return;
    all->lines[all->line_count++] = line;
}

void bp_labels_keep_rect(labels *all, bp_rect rect) {
    if (all->count < LABELS_MAX) all->taken[all->count++] = rect;
}

/* Where it crosses the fewest lines, and there as far as possible from the points' middle. */
void bp_labels_add(labels *all, const bp_vec3 *points, int count, const char *text, bp_rgba8 color) {
    const bp_stage_drawing *drawing = all->drawing;
    int width = text_width(all->painter, text, (bp_style){.size = LABEL_SIZE}), least = TAKEN + 1, best = 0;
    float widest = -1, middle = all->middle;
    bp_vec2 at, sum = {0, 0};
    bp_rect rect;
    for (int i = 0; i < count; i++)
        if (bp_camera_project(&drawing->camera, drawing->rect, points[i], &at, NULL))
            sum = (bp_vec2){sum.x + at.x / (float)count, sum.y + at.y / (float)count};
    if (count > 1) all->middle = sum.x;
    for (int i = 0; i < count && count > 1; i++) {
        if (!bp_camera_project(&drawing->camera, drawing->rect, points[i], &at, NULL)) continue;
        int cost = best_position(all->painter, all, drawing->rect, at, width, POINT_TRIES, &rect);
        float wide = (at.x - sum.x) * (at.x - sum.x) + (at.y - sum.y) * (at.y - sum.y);
        if (cost > least || (cost == least && wide <= widest)) continue;
        least = cost, widest = wide, best = i;
    }
    if (count > 0 && !bp_labels_has_handle(drawing, text))
        bp_label_draw(all, points[best], text, color, true);
    all->middle = middle;
}
