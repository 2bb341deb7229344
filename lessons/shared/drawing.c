/* Flat drawings: areas become quads of a mesh; lines, dots and words are painted over it. */
#include "shared/drawing.h"
#include "shared/pixel_grid.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

enum { TEXT = 240, TEXT_SIZE = 13, TEXT_TALL = 17, DASHES_MAX = 40 };
static const float LAYER = 0.0004f, FIRST = 0.0002f, LINES = 0.03f, DASH = 0.05f, SIDE = 2.4f; /* metres */
static const bp_vec3 EYE = {0, 0, 6};
static const char KIND[] = "drawing";

struct bp_pen {
    const bp_stage *stage;
    bp_painter *painter;  /* of lines, dots and words; or ... */
    bp_flat_quads *fills; /* ... of areas */
    bool metres;
};

const bp_stage *bp_pen_stage(const bp_pen *pen) { return pen->stage; }

/* A part's name in prose, which has its colour for lines and words; and the colour of its areas. */
static const struct {
    const char *name;
    bp_rgba8 area;
} PARTS[BP_PEN_COLORS] = {
    [BP_PEN_INK] = {"ink", {160, 168, 180, 255}},   [BP_PEN_QUIET] = {"quiet", {120, 130, 146, 255}},
    [BP_PEN_PALE] = {"pale", {84, 92, 106, 255}},   [BP_PEN_A] = {"a", {230, 159, 0, 255}},
    [BP_PEN_B] = {"b", {0, 158, 115, 255}},         [BP_PEN_C] = {"c", {60, 150, 220, 255}},
    [BP_PEN_P] = {"p", {255, 92, 148, 255}},        [BP_PEN_HEM] = {"hem", {232, 206, 60, 255}},
    [BP_PEN_SHIRT] = {"shirt", {0, 158, 160, 255}}, [BP_PEN_WRONG] = {"wrong", {150, 110, 210, 255}},
    [BP_PEN_RED] = {"red", {214, 60, 40, 255}},
};

static bp_rgba8 color_of(const bp_pen *pen, bp_pen_color color) {
    const bp_theme *theme = pen->painter->theme;
    return color == BP_PEN_INK                             ? theme->ink
           : color == BP_PEN_QUIET || color == BP_PEN_PALE ? theme->quiet
                                                           : bp_prose_color(theme, PARTS[color].name);
}

/* ---- stages ---- */

const char bp_frustum_kind[] = "frustum";

static bp_drawing *drawing_of(const bp_stage *stage) {
    return stage->kind == KIND || stage->kind == bp_frustum_kind ? stage->data : NULL;
}

static bp_vec2 size_of(const bp_drawing_frame *frame) {
    return (bp_vec2){frame->width > 0 ? frame->width : SIDE, frame->height > 0 ? frame->height : SIDE};
}

/* Two quads without an area at the frame's corners keep its size whatever is drawn. */
static void put_corners(const bp_drawing *drawing, bp_flat_quads *to) {
    const bp_vec2 size = size_of(&drawing->frame);
    for (float side = -0.5f; side < 1; side++) {
        const bp_vec3 at = {side * size.x, side * size.y, 0}, corner[4] = {at, at, at, at};
        bp_flat_quad(to, corner, (bp_rgba8){0, 0, 0, 255});
    }
}

bp_stage *bp_world_add_flat(bp_world *world, bp_stage stage) {
    world->camera = (bp_camera){.eye = EYE};
    world->show = BP_SHOW_MESH;
    stage.own_view = true;
    if (!world->update) world->update = bp_pixels_update;
    world->paint = bp_drawings_paint;
    return bp_world_add_kind(world, stage);
}

bp_stage *bp_world_add_drawn(bp_world *world, const char *title, const char *subtitle, const void *kind,
                             void *data) {
    bp_stage stage = {.title = title, .subtitle = subtitle, .kind = kind, .data = data};
    if (data)
        stage.mesh =
            bp_flat_mesh_create(world->context, "drawing", 2 + BP_DRAWING_QUADS, bp_world_error_slot(world));
    return bp_world_add_flat(world, stage);
}

bp_stage *bp_world_add_drawing(bp_world *world, const char *title, const char *subtitle,
                               bp_drawing_frame frame, bp_draw_on *draw) {
    bp_error *error = bp_world_error_slot(world);
    bp_drawing *drawing = bp_alloc(bp_context_allocator(world->context), 1, sizeof *drawing, error);
    if (drawing) *drawing = (bp_drawing){.frame = frame, .draw = draw};
    return bp_world_add_drawn(world, title, subtitle, drawing ? KIND : NULL, drawing);
}

bp_vec3 bp_plane_to_world(const bp_stage *stage, bp_vec2 at, float height) {
    if (bp_grid_of(stage)) return bp_pixel_grid_to_world(bp_grid_of(stage), at.x, at.y, height);
    const bp_drawing *drawing = drawing_of(stage);
    if (!drawing) return (bp_vec3){0, 0, 0};
    const bp_drawing_frame *f = &drawing->frame;
    const bp_vec2 size = size_of(f);
    return (bp_vec3){((at.x - f->left) / (f->right - f->left) - 0.5f) * size.x,
                     ((at.y - f->bottom) / (f->top - f->bottom) - 0.5f) * size.y, height};
}

static float quarter(float x, int size) { return bp_clamp(floorf(4 * x + 0.5f) / 4, 0, (float)size); }

bp_vec2 bp_plane_from_world(const bp_stage *stage, bp_vec3 position) {
    const bp_pixel_grid *grid = bp_grid_of(stage);
    const bp_drawing *drawing = drawing_of(stage);
    if (grid) {
        const float size = bp_pixel_grid_size(grid);
        return (bp_vec2){quarter(position.x / size + (float)grid->width / 2, grid->width),
                         quarter((float)grid->height / 2 - position.y / size, grid->height)};
    }
    if (!drawing) return (bp_vec2){0, 0};
    const bp_drawing_frame *f = &drawing->frame;
    const bp_vec2 size = size_of(f);
    return (bp_vec2){f->left + (position.x / size.x + 0.5f) * (f->right - f->left),
                     f->bottom + (position.y / size.y + 0.5f) * (f->top - f->bottom)};
}

/* ---- when a stage is drawn ---- */

void bp_drawing_fill(bp_world *world, int stage, bp_draw_on *draw, bp_flat_quads *to) {
    bp_pen pen = {.stage = &world->stages[stage], .fills = to};
    if (draw) draw(world, &pen);
}

void bp_drawing_update(bp_world *world, int stage) {
    const bp_drawing *drawing = drawing_of(&world->stages[stage]);
    if (!drawing || !world->stages[stage].mesh) return;
    bp_flat_quads to = {.mesh = world->stages[stage].mesh};
    put_corners(drawing, &to);
    bp_drawing_fill(world, stage, drawing->draw, &to);
    bp_flat_finish(&to);
}

void bp_drawings_paint(bp_world *world, bp_painter *painter) {
    const bp_stage *stage = &world->stages[bp_paint_stage(painter)];
    const bp_pixel_grid *grid = bp_grid_of(stage);
    const bp_drawing *drawing = drawing_of(stage);
    bp_draw_on *draw = grid ? grid->draw : drawing ? drawing->draw : NULL;
    bp_pen pen = {.stage = stage, .painter = painter};
    if (draw) draw(world, &pen);
    if (grid && grid->show_probe) /* above the pixel, so that its samples are seen */
        bp_pen_name(&pen, (bp_vec2){floorf(grid->probe.x) + 0.5f, floorf(grid->probe.y)}, BP_PEN_P, "P");
}

void bp_paint_drawing(bp_world *world, bp_painter *painter, bp_draw_on *draw) {
    bp_pen pen = {.stage = &world->stages[bp_paint_stage(painter)], .painter = painter, .metres = true};
    draw(world, &pen);
}

/* ---- the pen ---- */

static bp_vec3 over(const bp_pen *pen, bp_vec2 at) {
    return pen->metres ? (bp_vec3){at.x, at.y, LINES} : bp_plane_to_world(pen->stage, at, LINES);
}

void bp_pen_fill_rgb(bp_pen *pen, const bp_vec2 *points, int count, int layer, bp_rgba8 color) {
    const float height = FIRST + LAYER * (float)layer;
    float twice_area = 0;
    bp_vec3 at[32];
    if (!pen->fills || count < 3 || count > (int)BP_COUNT(at)) return;
    for (int i = 0; i < count; i++) at[i] = bp_plane_to_world(pen->stage, points[i], height);
    for (int i = 1; i + 1 < count; i++)
        twice_area +=
            (at[i].x - at[0].x) * (at[i + 1].y - at[0].y) - (at[i].y - at[0].y) * (at[i + 1].x - at[0].x);
    for (int i = 1; i + 1 < count; i += 2) { /* seen from the front: counter-clockwise */
        const bp_vec3 b = at[i], c = at[i + 1], d = at[i + 2 < count ? i + 2 : i + 1];
        const bp_vec3 turned[4] = {at[0], b, c, d}, other[4] = {at[0], d, c, b};
        bp_flat_quad(pen->fills, twice_area > 0 ? turned : other, color);
    }
}

bp_rgba8 bp_pen_area(bp_pen_color color) { return PARTS[color].area; }

void bp_pen_fill(bp_pen *pen, const bp_vec2 *points, int count, int layer, bp_pen_color color) {
    bp_pen_fill_rgb(pen, points, count, layer, PARTS[color].area);
}

void bp_pen_rectangle(bp_pen *pen, bp_vec2 low, bp_vec2 high, int layer, bp_rgba8 color) {
    const bp_vec2 corner[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
    bp_vec2 a, b;
    bp_pen_fill_rgb(pen, corner, 4, layer, color);
    if (!pen->metres || !bp_paint_project(pen->painter, over(pen, (bp_vec2){low.x, high.y}), &a) ||
        !bp_paint_project(pen->painter, over(pen, (bp_vec2){high.x, low.y}), &b))
        return;
    const bp_rect rect = {(int)a.x, (int)a.y, (int)b.x - (int)a.x, (int)b.y - (int)a.y};
    if (bp_paint_over(pen->painter, rect)) bp_painter_fill(pen->painter, rect, color);
}

void bp_pen_lines(bp_pen *pen, const bp_vec2 *points, int count, bool closed, float width,
                  bp_pen_color color) {
    bp_vec3 at[128];
    if (!pen->painter || count < 2 || count > (int)BP_COUNT(at)) return;
    for (int i = 0; i < count; i++) at[i] = over(pen, points[i]);
    bp_paint_lines(pen->painter, at, count, closed, width, color_of(pen, color));
}

void bp_pen_frame(bp_pen *pen, bp_vec2 low, bp_vec2 high, float width, bp_pen_color color) {
    const bp_vec2 corner[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
    bp_pen_lines(pen, corner, 4, true, width, color);
}

void bp_pen_line(bp_pen *pen, bp_vec2 from, bp_vec2 to, float width, bp_pen_color color) {
    bp_pen_lines(pen, (bp_vec2[]){from, to}, 2, false, width, color);
}

void bp_pen_dashes(bp_pen *pen, bp_vec2 from, bp_vec2 to, float width, bp_pen_color color) {
    if (!pen->painter) return;
    int count = (int)(bp_vec3_distance(over(pen, from), over(pen, to)) / DASH);
    count = count < 2 ? 2 : count > DASHES_MAX ? DASHES_MAX : count;
    for (int i = 0; i < count; i++) {
        const float a = (float)i / (float)count, b = ((float)i + 0.55f) / (float)count;
        bp_pen_line(pen, (bp_vec2){bp_mix(from.x, to.x, a), bp_mix(from.y, to.y, a)},
                    (bp_vec2){bp_mix(from.x, to.x, b), bp_mix(from.y, to.y, b)}, width, color);
    }
}

void bp_pen_arrow(bp_pen *pen, bp_vec2 from, bp_vec2 to, bp_pen_color color) {
    if (pen->painter) bp_paint_arrow(pen->painter, over(pen, from), over(pen, to), color_of(pen, color));
}

void bp_pen_metres(bp_pen *pen, float first, float last, float y) {
    bp_pen_line(pen, (bp_vec2){first, y}, (bp_vec2){last, y}, 2, BP_PEN_QUIET);
    for (float x = first; x <= last; x++) {
        bp_pen_line(pen, (bp_vec2){x, y}, (bp_vec2){x, y - 0.12f}, 2, BP_PEN_QUIET);
        bp_pen_text(pen, (bp_vec2){x, y - 0.5f}, BP_ALIGN_CENTER, BP_PEN_QUIET, "%.0f m", (double)x);
    }
}
void bp_pen_dot(bp_pen *pen, bp_vec2 at, float radius, bp_pen_color color) {
    if (pen->painter) bp_paint_disc(pen->painter, over(pen, at), radius, color_of(pen, color));
}

void bp_pen_name(bp_pen *pen, bp_vec2 at, bp_pen_color color, const char *format, ...) {
    char text[TEXT];
    va_list arguments;
    if (!pen->painter) return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const bp_vec3 point = over(pen, at);
    bp_paint_label(pen->painter, &point, 1, text, color_of(pen, color));
}

void bp_pen_name_corners(bp_pen *pen, const bp_vec2 corner[3]) {
    for (int i = 0; i < 3; i++) bp_pen_name(pen, corner[i], (bp_pen_color)(BP_PEN_A + i), "%c", 'A' + i);
}

void bp_pen_text(bp_pen *pen, bp_vec2 at, bp_align align, bp_pen_color color, const char *format, ...) {
    char text[TEXT];
    va_list arguments;
    bp_vec2 pixel;
    if (!pen->painter) return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!bp_paint_project(pen->painter, over(pen, at), &pixel)) return;
    char plain[TEXT];
    bp_prose_plain(text, plain, sizeof plain);
    bp_style style = {.size = TEXT_SIZE, .color = color_of(pen, color)};
    const int width = bp_painter_text_width(pen->painter, plain, style),
              tall = bp_painter_px(pen->painter, TEXT_TALL),
              left = (int)pixel.x - (align == BP_ALIGN_LEFT    ? 0
                                     : align == BP_ALIGN_RIGHT ? width
                                                               : width / 2);
    const bp_rect rect = {left, (int)pixel.y - tall, width, tall};
    if (!bp_paint_over(pen->painter, rect)) return;
    const char *rest = text;
    bp_prose_run run;
    for (int x = left; bp_prose_next(&rest, &run); x += bp_painter_text_width(pen->painter, plain, style)) {
        snprintf(plain, sizeof plain, "%.*s", (int)run.length, run.text);
        style.color = run.color[0] ? bp_prose_color(pen->painter->theme, run.color) : color_of(pen, color);
        bp_painter_text(pen->painter, x, (int)pixel.y - tall / 4, plain, style);
    }
}
