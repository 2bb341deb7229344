/* Rectangles with round corners and a border, for panels and buttons.
 *
 * A box is defined by the signed distance of a pixel's centre from its outline, negative inside. Half a pixel
 * to either side of the outline is antialiased, and so is the seam between border and filling. Colours are
 * blended as bytes (BP_COLOR_RAW), as in text.
 */
#include "raster/inspect.h"
#include "raster/overlay/overlay.h"
#include <string.h>

static bp_irect box_bounds(const void *primitive, bp_irect clip) {
    return bp_irect_intersect(bp_irect_of(((const bp_box *)primitive)->rect), clip);
}

/* A box being drawn. */
typedef struct box_setup {
    const bp_box *box;
    bp_fragment_writer writer;
    float center_x, center_y, half_x, half_y, corner;
    float inner[4], outer[4];
    uint32_t inner_opaque, outer_opaque; /* pixels that an opaque filling or border covers completely */
} box_setup;

static box_setup box_setup_make(const bp_box *box, const bp_target *target, const bp_command *command,
                                bp_counters *counters) {
    box_setup setup = {.box = box, .writer = bp_fragment_writer_make(target, command, 0.0f, counters)};
    setup.half_x = (float)box->rect.width * 0.5f;
    setup.half_y = (float)box->rect.height * 0.5f;
    setup.center_x = (float)box->rect.x + setup.half_x;
    setup.center_y = (float)box->rect.y + setup.half_y;
    float shorter = setup.half_x < setup.half_y ? setup.half_x : setup.half_y;
    setup.corner = bp_clamp(box->corner, 0.0f, shorter);
    bp_command_color(command, box->color, setup.inner);
    bp_command_color(command, box->border_color, setup.outer);
    setup.inner_opaque = bp_command_blend(command, setup.inner, 1.0f, 0);
    setup.outer_opaque = bp_command_blend(command, setup.outer, 1.0f, 0);
    return setup;
}

/* The signed distance of the pixel's centre from the outline, in pixels. */
static float distance_at(const box_setup *setup, int x, int y) {
    float qx = fabsf((float)x + 0.5f - setup->center_x) - (setup->half_x - setup->corner);
    float qy = fabsf((float)y + 0.5f - setup->center_y) - (setup->half_y - setup->corner);
    float ox = qx > 0.0f ? qx : 0.0f, oy = qy > 0.0f ? qy : 0.0f, in = qx > qy ? qx : qy;
    return sqrtf(ox * ox + oy * oy) + (in < 0.0f ? in : 0.0f) - setup->corner;
}

typedef struct box_fragment {
    bool is_empty, is_opaque;
    uint32_t opaque; /* the pixel afterwards, if is_opaque */
    float rgba[4], coverage;
} box_fragment;

static box_fragment fragment_at(const box_setup *setup, int x, int y) {
    float distance = distance_at(setup, x, y);
    box_fragment fragment = {.coverage = bp_saturate(0.5f - distance)};
    float border = setup->box->border > 0.0f ? bp_saturate(distance + setup->box->border + 0.5f) : 0.0f;
    /* Border and filling lie side by side in the pixel, each with its own opacity. */
    float outer = setup->outer[3] * border, inner = setup->inner[3] * (1.0f - border), alpha = outer + inner;
    fragment.is_empty = !(alpha > 0.0f && fragment.coverage > 0.0f);
    if (fragment.is_empty) return fragment;
    for (int i = 0; i < 3; i++)
        fragment.rgba[i] = (setup->outer[i] * outer + setup->inner[i] * inner) / alpha;
    fragment.rgba[3] = alpha;
    return fragment;
}

/* The definition: computes a fragment for every pixel. */
static void draw_by_definition(const box_setup *setup, bp_irect clip) {
    for (int y = clip.y0; y < clip.y1; y++)
        for (int x = clip.x0; x < clip.x1; x++) {
            box_fragment fragment = fragment_at(setup, x, y);
            if (!fragment.is_empty)
                bp_fragment_write(&setup->writer, x, y, 0.0f, fragment.rgba, fragment.coverage);
        }
}

/* ---- the tiled rasterizer's version -------------------------------------------------------------
 * Along a straight side, away from the corners, the distance depends only on the row or the column, and far
 * inside it doesn't matter. So pixels share fragments: we compute one for each pixel of the corners, one for
 * each row or column of a side, and one for the inside. */

/* fragment_at, with a shortcut for opaque pixels that are all filling or all border, as nearly all are. */
static box_fragment fragment_fast(const box_setup *setup, int x, int y) {
    float distance = distance_at(setup, x, y), width = setup->box->border;
    bool filling = !(width > 0.0f && distance + width + 0.5f > 0.0f),
         border = width > 0.0f && distance + width + 0.5f >= 1.0f;
    bool opaque =
        distance <= -0.5f && ((filling && setup->inner[3] == 1.0f) || (border && setup->outer[3] == 1.0f));
    if (!opaque) return fragment_at(setup, x, y);
    return (box_fragment){.is_opaque = true, .opaque = filling ? setup->inner_opaque : setup->outer_opaque};
}

/* Blends one sample of each pixel of a part. Most pixels equal their left neighbour and reuse its result. */
static void blend_sample(uint32_t *color, const bp_target *target, const bp_command *command, bp_irect part,
                         const box_fragment *fragment) {
    uint32_t under = color[bp_target_index(target, part.x0, part.y0)];
    uint32_t blended = bp_command_blend(command, fragment->rgba, fragment->coverage, under);
    for (int y = part.y0; y < part.y1; y++) {
        uint32_t *row = color + bp_target_index(target, part.x0, y), *end = row + (part.x1 - part.x0);
        for (; row < end; row++) {
            if (*row != under) {
                under = *row;
                blended = bp_command_blend(command, fragment->rgba, fragment->coverage, under);
            }
            *row = blended;
        }
    }
}

/* Draws a part, which isn't empty, with one fragment for all of its pixels. */
static void draw_uniform(const bp_fragment_writer *writer, bp_irect part, const box_fragment *fragment) {
    const bp_target *target = writer->target;
    if (fragment->is_empty) return;
    if (fragment->is_opaque)
        bp_target_fill(target, target->color, part, &fragment->opaque);
    else
        for (int s = 0; s < target->samples; s++)
            blend_sample(target->color + (size_t)s * target->sample_stride, target, writer->command, part,
                         fragment);
    uint64_t count =
        (uint64_t)(part.x1 - part.x0) * (uint64_t)(part.y1 - part.y0) * (uint64_t)target->samples;
    writer->counters->fragments_tested += count;
    writer->counters->fragments_written += count;
}

/* The part of a box that is far from corners, border and outline. */
static bp_irect inside_of(const box_setup *setup) {
    bp_irect all = bp_irect_of(setup->box->rect);
    float edge = setup->corner > setup->box->border ? setup->corner : setup->box->border;
    int margin = edge > 0.0f ? (int)bp_clamp(edge, 0.0f, 65536.0f) + 2 : 0;
    return (bp_irect){all.x0 + margin, all.y0 + margin, all.x1 - margin, all.y1 - margin};
}

/* Draws a part whose pixels differ from column to column, from row to row, both, or not at all. */
static void draw_part(const box_setup *setup, bp_irect part, bool columns_differ, bool rows_differ) {
    if (bp_irect_is_empty(part)) return;
    int width = columns_differ ? 1 : part.x1 - part.x0, height = rows_differ ? 1 : part.y1 - part.y0;
    for (int y = part.y0; y < part.y1; y += height)
        for (int x = part.x0; x < part.x1; x += width) {
            box_fragment fragment = fragment_fast(setup, x, y);
            draw_uniform(&setup->writer, (bp_irect){x, y, x + width, y + height}, &fragment);
        }
}

/* Nine parts: four corners, four sides, and the inside. */
static void box_draw(const bp_target *target, const bp_command *command, const void *primitive, bp_irect clip,
                     bool scalar, bp_counters *counters) {
    box_setup setup = box_setup_make(primitive, target, command, counters);
    if (scalar) {
        draw_by_definition(&setup, clip);
        return;
    }
    bp_irect all = bp_irect_of(setup.box->rect), inside = inside_of(&setup);
    if (bp_irect_is_empty(inside)) inside = (bp_irect){all.x0, all.y0, all.x0, all.y0}; /* all is corner */
    const int x[4] = {all.x0, inside.x0, inside.x1, all.x1}, y[4] = {all.y0, inside.y0, inside.y1, all.y1};
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++) {
            bp_irect part = bp_irect_intersect((bp_irect){x[i], y[j], x[i + 1], y[j + 1]}, clip);
            draw_part(&setup, part, i != 1, j != 1);
        }
}

static const bp_primitive_kind box_kind = {"boxes", sizeof(bp_box), box_bounds, box_draw};

static bool check_boxes(const bp_box *boxes, size_t count, bp_error *error) {
    const int max = 4 * BP_FRAMEBUFFER_MAX;
    for (size_t i = 0; i < count; i++) {
        const bp_rect r = boxes[i].rect;
        if (r.x >= -max && r.x <= max && r.y >= -max && r.y <= max && r.width >= 0 && r.width <= max &&
            r.height >= 0 && r.height <= max && boxes[i].corner >= 0.0f && boxes[i].border >= 0.0f)
            continue;
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_raster_boxes",
                       "box %zu: sizes, corner and border may not be negative, and coordinates and sizes may "
                       "be at most %d pixels",
                       i, max);
    }
    return true;
}

bool bp_raster_boxes(bp_raster *raster, const bp_box *boxes, size_t count, bp_rect clip, bp_error *error) {
    if (!raster || (!boxes && count))
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_raster_boxes", "no raster or boxes");
    if (!check_boxes(boxes, count, error)) return false;
    bp_box *recorded = bp_raster_reserve(raster, &box_kind, count, error);
    if (!recorded) return false;
    if (count > 0) memcpy(recorded, boxes, count * sizeof *boxes);
    const bp_draw_state state = bp_overlay_raw_state(clip);
    return bp_raster_record(raster, &box_kind, recorded, count, &state, error);
}

/* ---- Draws the three axes of a frame as arrows of lines -------------------------------------- */

/* Okabe and Ito's vermilion, bluish green and blue, which colour-blind people can tell apart. */
static const uint8_t axis_colors[3][4] = {{213, 94, 0, 255}, {0, 158, 115, 255}, {0, 114, 178, 255}};

enum { LINES_PER_AXIS = 3 };

static bp_mat4 frame_of(const bp_axes *axes) {
    for (int i = 0; i < 16; i++)
        if (axes->frame.m[i] != 0.0f) return axes->frame;
    return bp_mat4_identity();
}

/* A point of the frame, `along` on an axis and `aside` on the next axis. */
static bp_vec3 point_at(bp_mat4 frame, int axis, float along, float aside) {
    float point[3] = {0.0f, 0.0f, 0.0f};
    point[axis] = along;
    point[(axis + 1) % 3] = aside;
    return bp_mat4_point(frame, (bp_vec3){point[0], point[1], point[2]});
}

/* A shaft and the two strokes of the arrow's head. */
static void make_arrow(bp_line lines[LINES_PER_AXIS], bp_mat4 frame, int axis, float length, float width) {
    bp_vec3 tip = point_at(frame, axis, length, 0.0f);
    lines[0] = (bp_line){.from = bp_mat4_position(frame), .to = tip};
    lines[1] = (bp_line){.from = tip, .to = point_at(frame, axis, length * 0.86f, length * 0.07f)};
    lines[2] = (bp_line){.from = tip, .to = point_at(frame, axis, length * 0.86f, length * -0.07f)};
    for (int i = 0; i < LINES_PER_AXIS; i++) {
        lines[i].width = width;
        for (int c = 0; c < 4; c++) lines[i].color[c] = axis_colors[axis][c];
    }
}

bool bp_raster_axes(bp_raster *raster, const bp_axes *axes, const bp_overlay *overlay, bp_error *error) {
    if (!raster || !axes) return bp_fail(error, BP_ERROR_ARGUMENT, "bp_raster_axes", "no raster or no axes");
    bp_mat4 frame = frame_of(axes);
    float length = axes->length != 0.0f ? axes->length : 1.0f,
          width = axes->width > 0.0f ? axes->width : 2.0f;
    bp_line lines[3 * LINES_PER_AXIS];
    for (int axis = 0; axis < 3; axis++)
        make_arrow(&lines[axis * LINES_PER_AXIS], frame, axis, length, width);
    return bp_raster_lines(raster, lines, 3 * LINES_PER_AXIS, overlay, error);
}
