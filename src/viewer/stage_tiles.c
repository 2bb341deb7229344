/* Tiles below a figure: the bones in the array's order, and how far prepare has got. A tile says whether the
 * bone's parent comes before it: only then prepare finds the parent's new matrix. */
#include "viewer/stage_view.h"
#include <stdio.h>

enum { TALL = 42, WIDE = 168, GAP = 6, MARGIN = 10, BAR = 4, MOST = 12 };

static const char *state_of(const bp_bone *bone, bool *early) {
    const bp_bone *parent = bp_bone_parent(bone);
    *early = parent && bp_bone_array_index(parent) > bp_bone_array_index(bone);
    return !parent ? "root" : *early ? "✗ too early" : "✓ after parent";
}

static void tile(bp_ui *ui, bp_rect rect, const bp_bone *bone, float passed) {
    const bp_theme *theme = ui->theme;
    bool early, now = passed > 0 && passed < 1;
    const char *words = state_of(bone, &early);
    bp_ui_box(ui, rect, theme->bar, 4, now ? theme->here : early ? theme->wrong : theme->rule);
    int x = rect.x + bp_ui_px(ui, 7), room = rect.width - bp_ui_px(ui, 12);
    bp_style name = {.size = 12, .face = passed > 0 ? BP_FACE_SANS_BOLD : BP_FACE_SANS};
    while (name.size > 8 && bp_ui_text_width(ui, bp_bone_name(bone), name) > room) name.size--;
    name.max_width = room;
    bp_ui_text(ui, x, rect.y + bp_ui_px(ui, 17), bp_bone_name(bone), name);
    char state[40];
    snprintf(state, sizeof state, "%d: %s", (int)bp_bone_array_index(bone), words);
    bp_style small = {.size = 11, .color = early ? theme->wrong : theme->quiet};
    while (small.size > 8 && bp_ui_text_width(ui, state, small) > room) small.size--;
    small.max_width = room;
    bp_ui_text(ui, x, rect.y + bp_ui_px(ui, 33), state, small);
    float part = passed < 0 ? 0 : passed > 1 ? 1 : passed;
    bp_rect bar = {rect.x, rect.y + rect.height + bp_ui_px(ui, 2), (int)((float)rect.width * part),
                   bp_ui_px(ui, BAR)};
    if (bar.width > 0) bp_ui_fill(ui, bar, theme->here);
}

bp_rect bp_stage_view_tiles_rect(const bp_ui *ui, const bp_stage_view *view) {
    const bp_stage *stage = view->stage;
    bp_rect scene = bp_stage_view_scene(ui, view->rect);
    if (!stage->show_array || !stage->skeleton) return (bp_rect){0};
    size_t count = bp_skeleton_count(stage->skeleton);
    if (count == 0 || count > MOST) return (bp_rect){0};
    int height = bp_ui_px(ui, TALL + BAR + MARGIN) + bp_ui_px(ui, 22);
    return (bp_rect){scene.x, scene.y + scene.height - height, scene.width, height};
}

void bp_stage_view_tiles(bp_ui *ui, const bp_stage_view *view) {
    const bp_stage *stage = view->stage;
    if (!stage->show_array || !stage->skeleton) return;
    bp_rect scene = bp_stage_view_scene(ui, view->rect);
    int count = (int)bp_skeleton_count(stage->skeleton), gap = bp_ui_px(ui, GAP),
        margin = bp_ui_px(ui, MARGIN);
    if (count == 0 || count > MOST) return;
    int width = (scene.width - 2 * margin - gap * (count - 1)) / count, widest = bp_ui_px(ui, WIDE);
    if (width > widest) width = widest;
    int y = scene.y + scene.height - bp_ui_px(ui, TALL + BAR + MARGIN);
    bp_ui_fill(ui, bp_stage_view_tiles_rect(ui, view), ui->theme->card);
    bp_ui_text(ui, scene.x + margin, y - bp_ui_px(ui, 6),
               "the array of bones; prepare goes from left to right",
               (bp_style){.size = 11, .color = ui->theme->quiet, .max_width = scene.width - 2 * margin});
    for (int i = 0; i < count; i++) {
        bp_rect rect = {scene.x + margin + i * (width + gap), y, width, bp_ui_px(ui, TALL)};
        tile(ui, rect, bp_skeleton_bone(stage->skeleton, (size_t)i), stage->array_cursor - (float)i);
    }
}
