/* The list of all clips, over the scene: a line for the search, then the clips with their lengths. */
#include "viewer/bone_tree.h"
#include "viewer/model/model_view.h"
#include <stdio.h>

enum { ROW = 22, PAD = 10, WIDTH = 360 };

static void search_line(bp_ui *ui, const bp_model_view *view, int count, bp_rect rect) {
    const bp_clip_list *list = &view->viewer->clips;
    char text[64], found[48];
    int base = rect.y + bp_ui_px(ui, 15);
    snprintf(found, sizeof found, "%d of %zu", count, view->loaded->model->clip_count);
    snprintf(text, sizeof text, "%.40s_", list->search);
    bp_style style = {.face = BP_FACE_MONO, .size = 12, .max_width = rect.width - bp_ui_px(ui, 90)};
    if (!list->search[0]) {
        snprintf(text, sizeof text, ui->touch ? "tap one" : "type to search; ↑ ↓ Enter");
        style.face = BP_FACE_SANS;
        style.color = ui->theme->quiet;
    }
    bp_ui_box(ui, rect, ui->theme->page, 4, ui->theme->floor);
    bp_ui_text(ui, rect.x + bp_ui_px(ui, 8), base, text, style);
    bp_ui_text(ui, rect.x + rect.width - bp_ui_px(ui, 8), base, found,
               (bp_style){.size = 12, .align = BP_ALIGN_RIGHT, .color = ui->theme->quiet});
}

/* Numbers are aligned at their last digit. */
static void row(bp_ui *ui, const bp_model_view *view, int clip, bool selected, bp_rect rect) {
    const bp_theme *theme = ui->theme;
    const bp_model_play *play = &view->viewer->play;
    const char *name = bp_clip_name(view->loaded->model->clips[clip]);
    bool here = clip == play->clip && play->source == BP_POSE_FROM_CLIP;
    char number[16], text[80], length[32];
    int base = rect.y + bp_ui_px(ui, 15), pad = bp_ui_px(ui, 8);
    bp_style style = {.size = 13, .face = here ? BP_FACE_SANS_BOLD : BP_FACE_SANS};
    if (selected) bp_ui_box(ui, rect, theme->card, 3, theme->here);
    if (here) bp_ui_fill(ui, (bp_rect){rect.x, rect.y, bp_ui_px(ui, 3), rect.height}, theme->changed);
    snprintf(number, sizeof number, "%zu", view->loaded->model->clip_count);
    int left = rect.x + pad + bp_ui_text_width(ui, number, style);
    snprintf(number, sizeof number, "%d", clip + 1);
    style.align = BP_ALIGN_RIGHT;
    bp_ui_text(ui, left, base, number, style);
    snprintf(text, sizeof text, "%.60s", *name ? name : "unnamed");
    snprintf(length, sizeof length, "%.2f s", bp_loaded_model_clip_length(view->loaded, clip));
    left += pad;
    style.align = BP_ALIGN_LEFT;
    style.max_width = rect.x + rect.width - pad - bp_ui_px(ui, 64) - left;
    bp_ui_text(ui, left, base, text, style);
    bp_ui_text(ui, rect.x + rect.width - pad, base, length,
               (bp_style){.size = 12, .face = BP_FACE_MONO, .align = BP_ALIGN_RIGHT, .color = theme->quiet});
    bp_ui_hit(ui, rect, BP_ACTION_CLIP, clip);
}

void bp_panel_clips(bp_ui *ui, const bp_model_view *view, bp_rect scene, bp_drawn_frame *drawn) {
    const bp_clip_list *list = &view->viewer->clips;
    if (!list->open) return;
    int count = bp_clip_list_count(list, view->loaded), high = bp_ui_px(ui, ROW), pad = bp_ui_px(ui, PAD);
    int width = bp_ui_px(ui, WIDTH), rows = (scene.height - 2 * pad - 2 * pad) / high - 1;
    if (width > scene.width - 2 * pad) width = scene.width - 2 * pad;
    if (rows > (int)view->loaded->model->clip_count) rows = (int)view->loaded->model->clip_count;
    if (rows < 1 || width < bp_ui_px(ui, 80)) return;
    /* While a search leaves fewer rows, the search line stays in its place. */
    int above = scene.y + scene.height - 3 * pad - (rows + 1) * high, shown = count < rows ? count : rows;
    if (shown < 1) shown = 1;
    bp_rect card = {scene.x + pad, above, width, (shown + 1) * high + 2 * pad};
    bp_ui_box(ui, card, ui->theme->bar, 6, ui->theme->rule);
    bp_rect inner = bp_rect_inset(card, pad, pad);
    search_line(ui, view, count, (bp_rect){inner.x, inner.y - bp_ui_px(ui, 3), inner.width, high});
    int top = list->top > count - rows ? count - rows : list->top;
    if (top < 0) top = 0;
    bp_rect lines = {inner.x, inner.y + high, inner.width - bp_ui_px(ui, 8), rows * high};
    for (int i = 0; i < rows && top + i < count; i++)
        row(ui, view, bp_clip_list_at(list, view->loaded, top + i), top + i == list->selected,
            (bp_rect){lines.x, lines.y + i * high, lines.width, high});
    if (count == 0)
        bp_ui_text(ui, lines.x + bp_ui_px(ui, 8), lines.y + bp_ui_px(ui, 15),
                   "no animation has that in its name",
                   (bp_style){.size = 13, .color = ui->theme->quiet, .max_width = lines.width});
    bp_scroll_indicator(ui, lines, top, rows, count);
    drawn->clips = card;
    drawn->clips_rows = rows;
}
