/* A chart in the upper left corner of a stage's picture: rows with a label, a value, and a bar below both. */
#include "viewer/stage_view.h"

enum { PAD = 10, ROW = 28, BAR = 6, WIDTH_PERCENT = 27, LEAST = 118 };

static void draw_bar(bp_ui *ui, bp_rect row, const bp_stage_bar *bar, bool newest) {
    const bp_theme *theme = ui->theme;
    const int baseline = row.y + bp_ui_px(ui, 12), tall = bp_ui_px(ui, BAR);
    const bp_rgba8 color = newest ? theme->changed : theme->here;
    bp_ui_text(ui, row.x, baseline, bar->label, (bp_style){.size = 12});
    bp_ui_text(ui, row.x + row.width, baseline, bar->value,
               (bp_style){.size = 12, .face = BP_FACE_MONO, .align = BP_ALIGN_RIGHT});
    bp_rect whole = {row.x, baseline + bp_ui_px(ui, 4), row.width, tall};
    bp_ui_fill(ui, whole, theme->page);
    whole.width = (int)((float)whole.width * bar->share + 0.5f);
    if (whole.width < 1) whole.width = 1;
    bp_ui_fill(ui, whole, color);
}

void bp_stage_view_bars(bp_ui *ui, const bp_stage_view *view) {
    const bp_rect scene = bp_stage_view_scene(ui, view->rect, view->stage);
    int width = scene.width * WIDTH_PERCENT / 100, least = bp_ui_px(ui, LEAST), pad = bp_ui_px(ui, PAD);
    if (width < least) width = least;
    for (int i = 0; i < view->stage->bar_count; i++) {
        const bp_rect row = {scene.x + pad, scene.y + pad + i * bp_ui_px(ui, ROW), width, bp_ui_px(ui, ROW)};
        if (row.y + row.height <= scene.y + scene.height)
            draw_bar(ui, row, &view->stage->bars[i], i + 1 == view->stage->bar_count);
    }
}
