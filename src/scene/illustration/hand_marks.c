/* Marks of what a hand does, over a stage: handles as diamonds, the angle of a drag as an arc, and words
 * beside the mouse. */
#include "base/format.h"
#include "scene/illustration/stage_drawing.h"
#include <stdlib.h>
#include <string.h>

enum { ARC_RADIUS = 46, ARC_POINTS = 40, DIAMOND = 8, DIAMOND_HOVERED = 11, TEXT = 14 };

/* The arc's frame: its centre, and the directions at 0 and at 90 degrees from where the taken point is
 * now. */
typedef struct arc {
    bp_vec3 center, u, v;
    float radius;
} arc;

static bool arc_of(const bp_painter *painter, const bp_stage_drawing *drawing, arc *out) {
    if (!drawing->arc.bone) return false;
    bp_mat4 frame = bp_bone_frame(drawing->stage, drawing->arc.bone);
    bp_vec3 normal = bp_frame_axis(frame, drawing->arc.axis),
            arm = bp_mat4_direction(frame, drawing->arc.arm);
    arm = bp_vec3_sub(arm, bp_vec3_scale(normal, bp_vec3_dot(arm, normal)));
    bp_rect scene = drawing->rect;
    out->center = bp_mat4_position(frame);
    out->u = bp_vec3_normalize(arm);
    out->v = bp_vec3_cross(normal, out->u);
    if (bp_mat4_determinant(frame) < 0) out->v = bp_vec3_scale(out->v, -1); /* mirrored */
    out->radius = bp_camera_pixel_size(&drawing->camera, scene.height) * ARC_RADIUS * painter->unit;
    return bp_vec3_dot(out->u, out->u) > 0.5f;
}

static bp_vec3 arc_point(const arc *a, float angle, float radius) {
    bp_vec3 out =
        bp_vec3_add(bp_vec3_scale(a->u, radius * bp_cos(angle)), bp_vec3_scale(a->v, radius * bp_sin(angle)));
    return bp_vec3_add(a->center, out);
}

void bp_stage_draw_arc(bp_painter *painter, const bp_stage_drawing *drawing) {
    arc a;
    if (painter->failed || !arc_of(painter, drawing, &a)) return;
    bp_line lines[ARC_POINTS + 2];
    float angle = drawing->arc.angle;
    for (int i = 0; i < ARC_POINTS; i++) {
        float from = -angle * (float)i / ARC_POINTS, to = -angle * (float)(i + 1) / ARC_POINTS;
        lines[i] = (bp_line){.from = arc_point(&a, from, a.radius), .to = arc_point(&a, to, a.radius)};
    }
    lines[ARC_POINTS] = (bp_line){.from = a.center, .to = arc_point(&a, -angle, 1.25f * a.radius)};
    lines[ARC_POINTS + 1] = (bp_line){.from = a.center, .to = arc_point(&a, 0, 1.25f * a.radius)};
    for (int i = 0; i < ARC_POINTS + 2; i++) {
        lines[i].width = (i == ARC_POINTS ? 1.5f : 2.5f) * painter->unit;
        memcpy(lines[i].color, &painter->theme->here, 4);
    }
    bp_mat4 transform;
    bp_overlay overlay = bp_stage_overlay(drawing->rect, &drawing->camera, &transform);
    overlay.hidden = 1;
    painter->failed = !bp_painter_rimmed_lines(painter, lines, BP_COUNT(lines), &overlay);
}

void bp_draw_hint(bp_painter *painter, const char *text, bp_vec2 at, bp_rect within, bool centered) {
    enum { LINE = 16, PAD = 6, GAP = 18 };
    if (!*text || within.width < 1) return;
    size_t first = strcspn(text, "\n");
    int count = text[first] ? 2 : 1, pad = bp_painter_px(painter, PAD), gap = bp_painter_px(painter, GAP);
    const bp_formatted lines[2] = {bp_format("%.*s", (int)first, text),
                                   bp_format("%s", count > 1 ? text + first + 1 : "")};
    bp_style style = {.size = centered ? TEXT : 12, .max_width = within.width - 2 * pad};
    if (centered) style.face = BP_FACE_SANS_BOLD;
    int width = bp_painter_text_width(painter, lines[0].text, style),
        second = bp_painter_text_width(painter, lines[1].text, style);
    bp_rect box = {.width = (second > width ? second : width) + 2 * pad,
                   .height = bp_painter_px(painter, (float)(LINE * count + 4))};
    box.x = (int)at.x + (centered ? -box.width / 2 : gap);
    box.y = (int)at.y + (centered ? -box.height / 2 : gap);
    if (box.x + box.width > within.x + within.width) box.x = within.x + within.width - box.width;
    if (box.y + box.height > within.y + within.height) /* above the mouse, not under it */
        box.y = centered ? within.y + within.height - box.height : (int)at.y - gap / 2 - box.height;
    if (box.x < within.x) box.x = within.x;
    if (box.y < within.y) box.y = within.y;
    bp_painter_box(painter, box, painter->theme->bar, 4, painter->theme->faint);
    for (int i = 0; i < count; i++) {
        style.color = i ? painter->theme->quiet : painter->theme->ink;
        bp_painter_text(painter, box.x + pad, box.y + bp_painter_px(painter, (float)(14 + LINE * i)),
                        lines[i].text, style);
    }
}

/* "+23°", outside of the arc's middle. */
static void arc_label(bp_painter *painter, const bp_stage_drawing *drawing) {
    arc a;
    bp_vec2 at;
    bp_rect scene = drawing->rect;
    if (!arc_of(painter, drawing, &a)) return;
    float out = 1.25f * a.radius + bp_camera_pixel_size(&drawing->camera, scene.height) * 16 * painter->unit;
    if (!bp_camera_project(&drawing->camera, scene, arc_point(&a, -drawing->arc.angle / 2, out), &at, NULL))
        return;
    float degrees = bp_degrees(drawing->arc.angle);
    if (!(fabsf(degrees) < 1e5f)) return;
    int whole = (int)lrintf(degrees);
    const char *sign = whole < 0 ? "\xE2\x88\x92" : whole > 0 ? "+" : "";
    bp_draw_hint(painter, bp_format("%s%d°", sign, abs(whole)).text, at, scene, true);
}

static void diamond(bp_painter *painter, bp_vec2 at, float radius, float width, bp_rgba8 color) {
    bp_vec3 corners[4] = {{at.x, at.y - radius, 0},
                          {at.x + radius, at.y, 0},
                          {at.x, at.y + radius, 0},
                          {at.x - radius, at.y, 0}};
    bp_line lines[4];
    for (int i = 0; i < 4; i++) {
        lines[i] = (bp_line){.from = corners[i], .to = corners[(i + 1) % 4], .width = width};
        memcpy(lines[i].color, &color, 4);
    }
    if (!painter->failed) painter->failed = !bp_raster_lines(painter->raster, lines, 4, NULL, painter->error);
}

bool bp_stage_handle_pixel(const bp_stage_drawing *drawing, int handle, bp_vec2 *at) {
    const bp_placed_handle *drawn = &drawing->content->handles[handle];
    bp_rect scene = drawing->rect;
    return drawn->stage == drawing->index &&
           bp_camera_project(&drawing->camera, scene, drawn->position, at, NULL) &&
           bp_rect_contains(scene, at->x, at->y);
}

void bp_stage_draw_marks(bp_painter *painter, const bp_stage_drawing *drawing) {
    for (int i = 0; i < drawing->content->handle_count; i++) {
        bp_vec2 at;
        if (!bp_stage_handle_pixel(drawing, i, &at)) continue;
        bool large = drawing->hovered_handle == i || drawing->selected_handle == i;
        if (drawing->content->handles[i].count > 0 && !large) continue; /* its curve is painted */
        float radius = (float)(large ? DIAMOND_HOVERED : DIAMOND) * painter->unit;
        diamond(painter, at, radius, 5.5f * painter->unit,
                painter->theme->card); /* a rim, against any background */
        diamond(painter, at, radius, 2.5f * painter->unit, painter->theme->here);
        if (drawing->selected_handle == i)
            bp_painter_dot(painter, (int)at.x, (int)at.y, 3.5f, painter->theme->here, true);
    }
    arc_label(painter, drawing);
}
