/* Measures of a stage's drawing that its parts share. */
#include "scene/illustration/stage_drawing.h"
#include "scene/camera.h"

enum { RING = 26 };

float bp_stage_ring(const bp_camera *camera, bp_rect rect, float unit) {
    int least = rect.width < rect.height ? rect.width : rect.height;
    float radius = RING * unit, most = (float)least / 8; /* in a small scene it stays inside */
    return bp_camera_pixel_size(camera, rect.height) * (radius < most ? radius : most);
}

bp_overlay bp_stage_overlay(bp_rect rect, const bp_camera *camera, bp_mat4 *transform) {
    *transform = bp_camera_view_projection(camera, (float)rect.width / (float)rect.height);
    return (bp_overlay){
        .transform = transform, .hidden = 0.96f, .state = {.viewport = rect, .no_depth_write = true}};
}

bool bp_stage_ghost_shown(const bp_stage_drawing *drawing, const bp_ghost *ghost) {
    if (ghost->stage != drawing->index || !ghost->skeleton) return false;
    if (!ghost->bones_only || !(drawing->show & BP_SHOW_BONES)) return true;
    for (size_t i = 0; i < bp_skeleton_count(ghost->skeleton); i++) {
        bp_mat4 a = bp_bone_chain(bp_skeleton_bone_by_id(ghost->skeleton, i)),
                b = bp_bone_chain(bp_skeleton_bone_by_id(drawing->stage->skeleton, i));
        for (int k = 0; k < 16; k++)
            if (fabsf(a.m[k] - b.m[k]) > 1e-4f) return true;
    }
    return false;
}

bp_rect bp_stage_note_rect(bp_painter *painter, const bp_stage_drawing *drawing) {
    const char *note = drawing->stage->note;
    bp_style style = {.size = drawing->note_size};
    int pad = bp_painter_px(painter, NOTE_PAD), width = drawing->rect.width - 2 * pad;
    if (!*note || drawing->note_size <= 0 || width < 1) return (bp_rect){0};
    int lines = bp_painter_count_lines(painter, width, NOTE_LINES, note, style);
    int wide = lines == 1 ? bp_painter_text_width(painter, note, style) : width;
    int high = lines * bp_painter_px(painter, NOTE_LEADING) + pad / 2;
    return (bp_rect){drawing->rect.x + pad / 2, drawing->rect.y + drawing->rect.height - pad / 2 - high,
                     wide + pad, high};
}
