/* Tiles below a figure: the bones in the array's order, and how far prepare has got. A tile says whether the
 * bone's parent comes before it: only then prepare finds the parent's new matrix. */
#include "rig/engine.h"
#include "viewer/stage_view.h"
#include <stdio.h>

enum {
    TALL = 42,
    WIDE = 168,
    GAP = 6,
    MARGIN = 10,
    BAR = 4,
    MOST = 12,
    HEAD = 22,  /* the line above the tiles */
    LOW = 220,  /* in a scene lower than this, tiles have one line, and nothing above them */
    SHORT = 24, /* their height then */
    LEAST = 92, /* the width below which they are rows, one below another */
};

static const char *state_of(const bp_bone *bone, bool *early) {
    const bp_bone *parent = bp_bone_parent(bone);
    *early = parent && bp_bone_array_index(parent) > bp_bone_array_index(bone);
    return !parent ? "root" : *early ? "✗ too early" : "✓ after parent";
}

/* One line of a tile, in letters as large as fit; `brief` if none do. */
static void line(bp_ui *ui, bp_rect rect, int y, const char *text, const char *brief, bp_style style) {
    bp_style whole = style;
    style.max_width = rect.width - bp_ui_px(ui, 10);
    for (; style.size > 8; whole.size = --style.size)
        if (bp_ui_text_width(ui, text, whole) <= style.max_width) break;
    if (bp_ui_text_width(ui, text, whole) > style.max_width) text = brief, style.face = BP_FACE_SANS;
    bp_ui_text(ui, rect.x + bp_ui_px(ui, 5), rect.y + bp_ui_px(ui, (float)y), text, style);
}

static void tile(bp_ui *ui, bp_rect rect, const bp_bone *bone, float passed) {
    const bp_theme *theme = ui->theme;
    bool early, now = passed > 0 && passed < 1;
    const char *words = state_of(bone, &early);
    bp_ui_box(ui, rect, theme->bar, 4, now ? theme->here : early ? theme->wrong : theme->rule);
    bool one_line = rect.height < bp_ui_px(ui, TALL);
    char first[64], second[40], mark[16];
    snprintf(first, sizeof first, "%s%s", one_line && early ? "✗ " : "", bp_bone_name(bone));
    snprintf(second, sizeof second, "%d: %s", (int)bp_bone_array_index(bone), words);
    snprintf(mark, sizeof mark, "%d: %s", (int)bp_bone_array_index(bone), early ? "✗" : "✓");
    bp_style style = {.size = 12, .face = passed > 0 ? BP_FACE_SANS_BOLD : BP_FACE_SANS};
    line(ui, rect, 17, first, first, style);
    style = (bp_style){.size = 11, .color = early ? theme->wrong : theme->quiet};
    if (!one_line) line(ui, rect, 33, second, mark, style);
    float part = passed < 0 ? 0 : passed > 1 ? 1 : passed;
    bp_rect bar = {rect.x, rect.y + rect.height + bp_ui_px(ui, 2), (int)((float)rect.width * part),
                   bp_ui_px(ui, BAR)};
    if (bar.width > 0) bp_ui_fill(ui, bar, theme->here);
}

static bool is_low(const bp_ui *ui, int available) { return available < bp_ui_px(ui, LOW); }

static bool are_rows(const bp_ui *ui, bp_rect scene, int count) {
    return !is_low(ui, scene.height) && (scene.width - bp_ui_px(ui, MARGIN)) / count < bp_ui_px(ui, LEAST);
}

int bp_stage_tiles_height(const bp_ui *ui, const bp_stage *stage, bp_rect scene) {
    if (!stage->show_array || !stage->skeleton) return 0;
    int count = (int)bp_skeleton_count(stage->skeleton);
    if (count == 0 || count > MOST) return 0;
    if (are_rows(ui, scene, count)) return bp_ui_px(ui, (float)(HEAD + count * (SHORT + BAR + GAP) + GAP));
    return is_low(ui, scene.height) ? bp_ui_px(ui, GAP + SHORT + BAR + GAP)
                                    : bp_ui_px(ui, HEAD + TALL + BAR + MARGIN);
}

void bp_stage_view_tiles(bp_ui *ui, const bp_stage_view *view, bp_rect scene) {
    const bp_stage *stage = view->stage;
    int tall = bp_stage_tiles_height(ui, stage, scene);
    if (tall == 0) return;
    int count = (int)bp_skeleton_count(stage->skeleton), gap = bp_ui_px(ui, GAP),
        margin = bp_ui_px(ui, MARGIN);
    int width = (scene.width - 2 * margin - gap * (count - 1)) / count, widest = bp_ui_px(ui, WIDE);
    if (width > widest) width = widest;
    bool low = is_low(ui, scene.height), rows = are_rows(ui, scene, count);
    if (rows) width = scene.width - 2 * margin;
    int top = scene.y + scene.height - tall, y = top + bp_ui_px(ui, low ? GAP : HEAD),
        height = bp_ui_px(ui, low || rows ? SHORT : TALL);
    if (!low)
        line(ui, (bp_rect){scene.x + margin - bp_ui_px(ui, 5), y, scene.width - 2 * margin, 0}, -6,
             rows ? "prepare goes downwards" : "the array of bones; prepare goes from left to right",
             "prepare goes from left to right", (bp_style){.size = 11, .color = ui->theme->quiet});
    for (int i = 0; i < count; i++) {
        bp_rect rect = {scene.x + margin + (rows ? 0 : i * (width + gap)), y, width, height};
        if (rows) rect.y += i * (height + bp_ui_px(ui, BAR + GAP));
        tile(ui, rect, bp_skeleton_bone(stage->skeleton, (size_t)i), stage->array_cursor - (float)i);
    }
}
