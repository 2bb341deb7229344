/* box.c: rectangles with round corners and a border, for panels and buttons.
 *
 * A box is described by the distance of a pixel's centre from its outline, negative inside: half a pixel
 * to either side of the outline is antialiased, and so is the seam between border and
 * filling. Colours are mixed on encoded values, as text is. The inside, which is nearly all of a
 * box, is stored without any of that.
 */
#include "raster/marks.h"
#include <string.h>

enum { BOXES_ON_STACK = 64 };

static bp_area area_of(bp_rect r) { return (bp_area){r.x, r.y, r.x + r.width, r.y + r.height}; }

static bool box_bounds(const bp_command *command, uint32_t index, bp_area *out) {
    *out = area_of(((const bp_box *)command->items)[index].rect);
    return true;
}

/* A box with what drawing its pixels takes. */
typedef struct box_brush {
    const bp_box *box;
    bp_pen pen;
    float center_x, center_y, half_x, half_y, corner;
    float inner[4], outer[4];
    uint32_t inner_solid, outer_solid; /* what whole pixels of them become where they are opaque */
} box_brush;

static box_brush brush_of(const bp_command *command, const bp_box *box) {
    box_brush brush = {.box = box, .pen = bp_pen_make(command, 0.0f)};
    brush.half_x = (float)box->rect.width * 0.5f;
    brush.half_y = (float)box->rect.height * 0.5f;
    brush.center_x = (float)box->rect.x + brush.half_x;
    brush.center_y = (float)box->rect.y + brush.half_y;
    float shorter = brush.half_x < brush.half_y ? brush.half_x : brush.half_y;
    brush.corner = bp_clamp(box->corner, 0.0f, shorter);
    bp_pen_color(command, box->color, brush.inner);
    bp_pen_color(command, box->border_color, brush.outer);
    brush.inner_solid = bp_command_mix(command, brush.inner, 1.0f, 0);
    brush.outer_solid = bp_command_mix(command, brush.outer, 1.0f, 0);
    return brush;
}

/* From the outline, in pixels, negative inside: of a box with round corners. */
static float distance_at(const box_brush *brush, int x, int y) {
    float qx = fabsf((float)x + 0.5f - brush->center_x) - (brush->half_x - brush->corner);
    float qy = fabsf((float)y + 0.5f - brush->center_y) - (brush->half_y - brush->corner);
    float ox = qx > 0.0f ? qx : 0.0f, oy = qy > 0.0f ? qy : 0.0f, in = qx > qy ? qx : qy;
    return sqrtf(ox * ox + oy * oy) + (in < 0.0f ? in : 0.0f) - brush->corner;
}

static void box_pixel(const box_brush *brush, const bp_target *target, int x, int y, bp_counters *counters) {
    float distance = distance_at(brush, x, y), coverage = bp_unit(0.5f - distance);
    float border = brush->box->border > 0.0f ? bp_unit(distance + brush->box->border + 0.5f) : 0.0f;
    /* What is seen is border and filling side by side, each with its own opacity. */
    float outer = brush->outer[3] * border, inner = brush->inner[3] * (1.0f - border), alpha = outer + inner;
    if (!(alpha > 0.0f)) return;
    float rgba[4] = {0.0f, 0.0f, 0.0f, alpha};
    for (int i = 0; i < 3; i++) rgba[i] = (brush->outer[i] * outer + brush->inner[i] * inner) / alpha;
    bp_pen_put(&brush->pen, target, x, y, 0.0f, rgba, coverage, counters);
}

/* The same, short for pixels that are all filling or all border and opaque: nearly all of those that the inside
 * leaves over, along straight sides. */
static void box_pixel_fast(const box_brush *brush, const bp_target *target, int x, int y,
                           bp_counters *counters) {
    float distance = distance_at(brush, x, y), width = brush->box->border;
    bool filling = !(width > 0.0f && distance + width + 0.5f > 0.0f),
         border = width > 0.0f && distance + width + 0.5f >= 1.0f;
    bool solid =
        distance <= -0.5f && ((filling && brush->inner[3] == 1.0f) || (border && brush->outer[3] == 1.0f));
    if (!solid) {
        box_pixel(brush, target, x, y, counters);
        return;
    }
    size_t at = bp_target_at(target, x, y);
    for (int s = 0; s < target->samples; s++, at += target->plane)
        target->color[at] = filling ? brush->inner_solid : brush->outer_solid;
    counters->fragments_tested += (uint64_t)target->samples;
    counters->fragments_written += (uint64_t)target->samples;
}

static void box_plain(const bp_target *target, const bp_command *command, uint32_t index, bp_area clip,
                      bp_counters *counters) {
    const bp_box *box = (const bp_box *)command->items + index;
    box_brush brush = brush_of(command, box);
    clip = bp_area_intersect(clip, area_of(box->rect));
    for (int y = clip.y0; y < clip.y1; y++)
        for (int x = clip.x0; x < clip.x1; x++) box_pixel(&brush, target, x, y, counters);
}

/* The part of a box where neither corner, border nor outline is near. */
static bp_area inside_of(const box_brush *brush) {
    bp_area all = area_of(brush->box->rect);
    float edge = brush->corner > brush->box->border ? brush->corner : brush->box->border;
    int margin = edge > 0.0f ? (int)bp_clamp(edge, 0.0f, 65536.0f) + 2 : 0;
    return (bp_area){all.x0 + margin, all.y0 + margin, all.x1 - margin, all.y1 - margin};
}

/* The inside of an opaque box. */
static void fill(const bp_target *target, bp_area part, const uint8_t color[4], bp_counters *counters) {
    if (bp_area_empty(part)) return;
    uint32_t pixel = color[0] | (uint32_t)color[1] << 8 | (uint32_t)color[2] << 16 | (uint32_t)color[3] << 24;
    bp_target_fill(target, target->color, part, &pixel);
    uint64_t count =
        (uint64_t)(part.x1 - part.x0) * (uint64_t)(part.y1 - part.y0) * (uint64_t)target->samples;
    counters->fragments_tested += count;
    counters->fragments_written += count;
}

static void box_draw(const bp_target *target, const bp_command *command, uint32_t index, bp_area clip,
                     bp_counters *counters) {
    const bp_box *box = (const bp_box *)command->items + index;
    box_brush brush = brush_of(command, box);
    clip = bp_area_intersect(clip, area_of(box->rect));
    bp_area inside = bp_area_intersect(inside_of(&brush), clip);
    if (bp_area_empty(inside) || (box->color[3] != 255 && box->color[3] != 0)) inside = (bp_area){0};
    if (box->color[3] == 255) fill(target, inside, box->color, counters);
    for (int y = clip.y0; y < clip.y1; y++) {
        bool through = y >= inside.y0 && y < inside.y1;
        int skip_from = through ? inside.x0 : clip.x1, go_on = through ? inside.x1 : clip.x1;
        for (int x = clip.x0; x < skip_from; x++) box_pixel_fast(&brush, target, x, y, counters);
        for (int x = go_on; x < clip.x1; x++) box_pixel_fast(&brush, target, x, y, counters);
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
    return bp_raster_push(raster, &box_kind, boxes, count, sizeof *boxes, &state, error);
}
