/* box.c: rectangles with round corners and a border, for panels and buttons.
 *
 * A box is described by the distance of a pixel's centre from its outline, negative inside: half a pixel
 * to either side of the outline is antialiased, and so is the seam between border and
 * filling. Colours are mixed on encoded values, as text is. Along a straight side, away from the
 * corners, the distance depends on the row alone, or the column, and inside it doesn't matter: what a pixel is
 * painted with is found out once for all of them.
 */
#include "raster/overlay/overlay.h"

enum { BOXES_ON_STACK = 64 };

static bp_irect area_of(bp_rect r) { return (bp_irect){r.x, r.y, r.x + r.width, r.y + r.height}; }

static bool box_bounds(const bp_command *command, uint32_t index, bp_irect *out) {
    *out = area_of(((const bp_box *)command->items)[index].rect);
    return true;
}

/* A box with what drawing its pixels takes. */
typedef struct box_brush {
    const bp_box *box;
    bp_fragment_writer pen;
    float center_x, center_y, half_x, half_y, corner;
    float inner[4], outer[4];
    uint32_t inner_solid, outer_solid; /* what whole pixels of them become where they are opaque */
} box_brush;

static box_brush brush_of(const bp_command *command, const bp_box *box) {
    box_brush brush = {.box = box, .pen = bp_fragment_writer_make(command, 0.0f)};
    brush.half_x = (float)box->rect.width * 0.5f;
    brush.half_y = (float)box->rect.height * 0.5f;
    brush.center_x = (float)box->rect.x + brush.half_x;
    brush.center_y = (float)box->rect.y + brush.half_y;
    float shorter = brush.half_x < brush.half_y ? brush.half_x : brush.half_y;
    brush.corner = bp_clamp(box->corner, 0.0f, shorter);
    bp_command_color(command, box->color, brush.inner);
    bp_command_color(command, box->border_color, brush.outer);
    brush.inner_solid = bp_command_blend(command, brush.inner, 1.0f, 0);
    brush.outer_solid = bp_command_blend(command, brush.outer, 1.0f, 0);
    return brush;
}

/* From the outline, in pixels, negative inside: of a box with round corners. */
static float distance_at(const box_brush *brush, int x, int y) {
    float qx = fabsf((float)x + 0.5f - brush->center_x) - (brush->half_x - brush->corner);
    float qy = fabsf((float)y + 0.5f - brush->center_y) - (brush->half_y - brush->corner);
    float ox = qx > 0.0f ? qx : 0.0f, oy = qy > 0.0f ? qy : 0.0f, in = qx > qy ? qx : qy;
    return sqrtf(ox * ox + oy * oy) + (in < 0.0f ? in : 0.0f) - brush->corner;
}

/* What a pixel is painted with. */
typedef struct box_paint {
    bool is_nothing, is_solid;
    uint32_t solid; /* what the pixel becomes whatever was there */
    float rgba[4], coverage;
} box_paint;

static box_paint paint_at(const box_brush *brush, int x, int y) {
    float distance = distance_at(brush, x, y);
    box_paint paint = {.coverage = bp_saturate(0.5f - distance)};
    float border = brush->box->border > 0.0f ? bp_saturate(distance + brush->box->border + 0.5f) : 0.0f;
    /* What is seen is border and filling side by side, each with its own opacity. */
    float outer = brush->outer[3] * border, inner = brush->inner[3] * (1.0f - border), alpha = outer + inner;
    paint.is_nothing = !(alpha > 0.0f && paint.coverage > 0.0f);
    if (paint.is_nothing) return paint;
    for (int i = 0; i < 3; i++) paint.rgba[i] = (brush->outer[i] * outer + brush->inner[i] * inner) / alpha;
    paint.rgba[3] = alpha;
    return paint;
}

/* The same, short for what is all filling or all border and opaque: nearly all. */
static box_paint paint_fast(const box_brush *brush, int x, int y) {
    float distance = distance_at(brush, x, y), width = brush->box->border;
    bool filling = !(width > 0.0f && distance + width + 0.5f > 0.0f),
         border = width > 0.0f && distance + width + 0.5f >= 1.0f;
    bool solid =
        distance <= -0.5f && ((filling && brush->inner[3] == 1.0f) || (border && brush->outer[3] == 1.0f));
    if (!solid) return paint_at(brush, x, y);
    return (box_paint){.is_solid = true, .solid = filling ? brush->inner_solid : brush->outer_solid};
}

static void box_plain(const bp_target *target, const bp_command *command, uint32_t index, bp_irect clip,
                      bp_counters *counters) {
    const bp_box *box = (const bp_box *)command->items + index;
    box_brush brush = brush_of(command, box);
    clip = bp_irect_intersect(clip, area_of(box->rect));
    for (int y = clip.y0; y < clip.y1; y++)
        for (int x = clip.x0; x < clip.x1; x++) {
            box_paint paint = paint_at(&brush, x, y);
            if (!paint.is_nothing)
                bp_fragment_write(&brush.pen, target, x, y, 0.0f, paint.rgba, paint.coverage, counters);
        }
}

/* Mixes the paint into a plane. Pixels mostly follow others of their colour, which become what those did. */
static void mix_plane(uint32_t *color, const bp_target *target, const bp_command *command, bp_irect part,
                      const box_paint *paint) {
    uint32_t under = color[bp_target_index(target, part.x0, part.y0)];
    uint32_t mixed = bp_command_blend(command, paint->rgba, paint->coverage, under);
    for (int y = part.y0; y < part.y1; y++) {
        uint32_t *row = color + bp_target_index(target, part.x0, y), *end = row + (part.x1 - part.x0);
        for (; row < end; row++) {
            if (*row != under) {
                under = *row;
                mixed = bp_command_blend(command, paint->rgba, paint->coverage, under);
            }
            *row = mixed;
        }
    }
}

/* Paints all pixels of a part, of which there are some. */
static void paint_part(const box_brush *brush, const bp_target *target, bp_irect part, const box_paint *paint,
                       bp_counters *counters) {
    if (paint->is_nothing) return;
    if (paint->is_solid)
        bp_target_fill(target, target->color, part, &paint->solid);
    else
        for (int s = 0; s < target->samples; s++)
            mix_plane(target->color + (size_t)s * target->plane, target, &brush->pen.front, part, paint);
    uint64_t count =
        (uint64_t)(part.x1 - part.x0) * (uint64_t)(part.y1 - part.y0) * (uint64_t)target->samples;
    counters->fragments_tested += count;
    counters->fragments_written += count;
}

/* The part of a box where neither corner, border nor outline is near. */
static bp_irect inside_of(const box_brush *brush) {
    bp_irect all = area_of(brush->box->rect);
    float edge = brush->corner > brush->box->border ? brush->corner : brush->box->border;
    int margin = edge > 0.0f ? (int)bp_clamp(edge, 0.0f, 65536.0f) + 2 : 0;
    return (bp_irect){all.x0 + margin, all.y0 + margin, all.x1 - margin, all.y1 - margin};
}

/* Paints a part whose pixels differ from column to column, or row to row, or neither, as said. */
static void draw_part(const box_brush *brush, const bp_target *target, bp_irect part, bool columns, bool rows,
                      bp_counters *counters) {
    if (bp_irect_is_empty(part)) return;
    int wide = columns ? 1 : part.x1 - part.x0, tall = rows ? 1 : part.y1 - part.y0;
    for (int y = part.y0; y < part.y1; y += tall)
        for (int x = part.x0; x < part.x1; x += wide) {
            box_paint paint = paint_fast(brush, x, y);
            paint_part(brush, target, (bp_irect){x, y, x + wide, y + tall}, &paint, counters);
        }
}

/* Corners, sides, and the inside. */
static void box_draw(const bp_target *target, const bp_command *command, uint32_t index, bp_irect clip,
                     bp_counters *counters) {
    const bp_box *box = (const bp_box *)command->items + index;
    box_brush brush = brush_of(command, box);
    bp_irect all = area_of(box->rect), inside = inside_of(&brush);
    if (bp_irect_is_empty(inside)) inside = (bp_irect){all.x0, all.y0, all.x0, all.y0}; /* all is corner */
    const int x[4] = {all.x0, inside.x0, inside.x1, all.x1}, y[4] = {all.y0, inside.y0, inside.y1, all.y1};
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++) {
            bp_irect part = bp_irect_intersect((bp_irect){x[i], y[j], x[i + 1], y[j + 1]}, clip);
            draw_part(&brush, target, part, i != 1, j != 1, counters);
        }
}

static const bp_primitive_kind box_kind = {"boxes", box_bounds, box_draw, box_plain};

/* ---- recording ---------------------------------------------------------------------------------*/

static bool box_is_good(const bp_box *box) {
    const int far_off = 4 * BP_FRAMEBUFFER_MAX;
    const bp_rect *r = &box->rect;
    return r->x >= -far_off && r->x <= far_off && r->y >= -far_off && r->y <= far_off && r->width >= 0 &&
           r->width <= far_off && r->height >= 0 && r->height <= far_off && box->corner >= 0.0f &&
           box->border >= 0.0f;
}

bool bp_raster_boxes(bp_raster *raster, const bp_box *boxes, size_t count, bp_rect clip, bp_error *error) {
    if (!raster || (!boxes && count))
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_raster_boxes", "no raster or boxes");
    for (size_t i = 0; i < count; i++)
        if (!box_is_good(&boxes[i]))
            return bp_fail(
                error, BP_ERROR_ARGUMENT, "bp_raster_boxes",
                "box %zu: sizes, corner and border may not be negative, nor places and sizes beyond "
                "%d pixels",
                i, 4 * BP_FRAMEBUFFER_MAX);
    bp_draw_state state = {.scissor = clip,
                           .color = BP_COLOR_RAW,
                           .depth = BP_DEPTH_ALWAYS,
                           .no_depth_write = true,
                           .blend = true};
    return bp_raster_record(raster, &box_kind, boxes, count, sizeof *boxes, &state, error);
}
