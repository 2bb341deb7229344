/* Tiles below a figure: the bones in the array's order, and how far prepare has got. A tile says whether the
 * bone's parent comes before it: only then prepare finds the parent's new matrix. */
#include "rig/engine.h"
#include "array_tiles.h"
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
static void line(bp_painter *painter, bp_rect rect, int y, const char *text, const char *brief,
                 bp_style style) {
    bp_style whole = style;
    style.max_width = rect.width - bp_painter_px(painter, 10);
    for (; style.size > 8; whole.size = --style.size)
        if (bp_painter_text_width(painter, text, whole) <= style.max_width) break;
    if (bp_painter_text_width(painter, text, whole) > style.max_width)
        text = brief, style.face = BP_FACE_SANS;
    bp_painter_text(painter, rect.x + bp_painter_px(painter, 5), rect.y + bp_painter_px(painter, (float)y),
                    text, style);
}

static void tile(bp_painter *painter, bp_rect rect, const bp_bone *bone, float passed) {
    const bp_theme *theme = painter->theme;
    bool early, now = passed > 0 && passed < 1;
    const char *words = state_of(bone, &early);
    bp_painter_box(painter, rect, theme->bar, 4, now ? theme->here : early ? theme->wrong : theme->rule);
    bool one_line = rect.height < bp_painter_px(painter, TALL);
    char first[64], second[40], mark[16];
    snprintf(first, sizeof first, "%s%s", one_line && early ? "✗ " : "", bp_bone_name(bone));
    snprintf(second, sizeof second, "%d: %s", (int)bp_bone_array_index(bone), words);
    snprintf(mark, sizeof mark, "%d: %s", (int)bp_bone_array_index(bone), early ? "✗" : "✓");
    bp_style style = {.size = 12, .face = passed > 0 ? BP_FACE_SANS_BOLD : BP_FACE_SANS};
    line(painter, rect, 17, first, first, style);
    style = (bp_style){.size = 11, .color = early ? theme->wrong : theme->quiet};
    if (!one_line) line(painter, rect, 33, second, mark, style);
    float part = passed < 0 ? 0 : passed > 1 ? 1 : passed;
    bp_rect bar = {rect.x, rect.y + rect.height + bp_painter_px(painter, 2), (int)((float)rect.width * part),
                   bp_painter_px(painter, BAR)};
    if (bar.width > 0) bp_painter_fill(painter, bar, theme->here);
}

static bool is_low(const bp_painter *painter, int available) {
    return available < bp_painter_px(painter, LOW);
}

static bool are_rows(const bp_painter *painter, bp_rect scene, int count) {
    return !is_low(painter, scene.height) &&
           (scene.width - bp_painter_px(painter, MARGIN)) / count < bp_painter_px(painter, LEAST);
}

static int height_of(const bp_painter *painter, const bp_skeleton *skeleton, bp_rect scene) {
    int count = skeleton ? (int)bp_skeleton_count(skeleton) : 0;
    if (count == 0 || count > MOST) return 0;
    if (are_rows(painter, scene, count))
        return bp_painter_px(painter, (float)(HEAD + count * (SHORT + BAR + GAP) + GAP));
    return is_low(painter, scene.height) ? bp_painter_px(painter, GAP + SHORT + BAR + GAP)
                                         : bp_painter_px(painter, HEAD + TALL + BAR + MARGIN);
}

void bp_paint_array(bp_painter *painter, const bp_skeleton *skeleton, float cursor) {
    bp_rect scene = bp_paint_rect(painter);
    int tall = height_of(painter, skeleton, scene);
    bp_rect all = {scene.x, scene.y + scene.height - tall, scene.width, tall};
    if (tall == 0 || !bp_paint_over(painter, all)) return;
    int count = (int)bp_skeleton_count(skeleton), gap = bp_painter_px(painter, GAP),
        margin = bp_painter_px(painter, MARGIN);
    int width = (scene.width - 2 * margin - gap * (count - 1)) / count, widest = bp_painter_px(painter, WIDE);
    if (width > widest) width = widest;
    bool low = is_low(painter, scene.height), rows = are_rows(painter, scene, count);
    if (rows) width = scene.width - 2 * margin;
    int y = all.y + bp_painter_px(painter, low ? GAP : HEAD),
        height = bp_painter_px(painter, low || rows ? SHORT : TALL);
    if (!low)
        line(painter, (bp_rect){scene.x + margin - bp_painter_px(painter, 5), y, scene.width - 2 * margin, 0},
             -6, rows ? "prepare goes downwards" : "prepare goes from left to right",
             "prepare goes from left to right", (bp_style){.size = 11, .color = painter->theme->quiet});
    for (int i = 0; i < count; i++) {
        bp_rect rect = {scene.x + margin + (rows ? 0 : i * (width + gap)), y, width, height};
        if (rows) rect.y += i * (height + bp_painter_px(painter, BAR + GAP));
        tile(painter, rect, bp_skeleton_bone(skeleton, (size_t)i), cursor - (float)i);
    }
}
