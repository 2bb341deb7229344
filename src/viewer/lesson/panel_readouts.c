/* Live numbers in cards below the stages. Those that the last change changed are marked. */
#include "viewer/lesson/lesson_view.h"
#include <stdlib.h>
#include <string.h>

enum { PAD = 12, LABEL = 12, TWO_ROWS_FROM = 80 };

static void card(bp_ui *ui, bp_rect rect, const bp_readout *readout, const char *value, bool changed) {
    const bp_theme *theme = ui->theme;
    int pad = bp_ui_px(ui, PAD), x = rect.x + pad, available = rect.width - 2 * pad;
    bp_ui_box(ui, rect, theme->bar, 5, theme->rule);
    bp_style label = {.size = LABEL};
    if (bp_ui_text_width(ui, readout->label, label) > available) label.size = 11; /* on two lines */
    bool two = bp_ui_text_width(ui, readout->label, label) > available;
    bp_ui_lines(ui, x, rect.y + bp_ui_px(ui, two ? 14 : 20), available, 13, 2, readout->label, label);
    int y = rect.y + bp_ui_px(ui, two ? 44 : 40);
    bp_style style = {.size = 15, .face = BP_FACE_MONO_BOLD};
    while (style.size > 11 && bp_ui_text_width(ui, value, style) > available) style.size--;
    if (bp_ui_text_width(ui, value, style) > available) style.face = BP_FACE_SANS_BOLD; /* narrower */
    while (style.size > 9 && bp_ui_text_width(ui, value, style) > available) style.size--;
    style.max_width = available;
    style.color = changed ? theme->changed : theme->ink;
    int width = bp_ui_text(ui, x, y, value, style);
    if (changed) bp_ui_fill(ui, (bp_rect){x, y + bp_ui_px(ui, 3), width, bp_ui_px(ui, 1)}, theme->changed);
    if (!readout->note) return;
    style = (bp_style){.size = 12, .color = theme->quiet};
    int gap = bp_ui_px(ui, 8);
    while (style.size > 10 && bp_ui_text_width(ui, readout->note, style) > available - width - gap)
        style.size--;
    if (bp_ui_text_width(ui, readout->note, style) <= available - width - gap) /* no half a note */
        bp_ui_text(ui, x + width + gap, y, readout->note, style);
}

/* A share of 1 as a bar along the card's lower edge. */
static void bar(bp_ui *ui, bp_rect rect, float share, bool changed) {
    int pad = bp_ui_px(ui, PAD), tall = bp_ui_px(ui, 4);
    bp_rect whole = {rect.x + pad, rect.y + rect.height - tall - bp_ui_px(ui, 4), rect.width - 2 * pad, tall};
    bp_ui_fill(ui, whole, ui->theme->floor);
    whole.width = (int)((float)whole.width * bp_clamp(share, 0, 1) + 0.5f);
    bp_ui_fill(ui, whole, changed ? ui->theme->changed : ui->theme->here);
}

/* Equal columns if all labels fit; else each as wide as its label, if the sum fits. Of three on a phone the
 * last one is below the others. */
static void place_cards(const bp_ui *ui, const bp_panel_data *data, bp_rect all, bp_rect *cards) {
    int count = data->readout_count, gap = bp_ui_px(ui, 12), widths[BP_READOUT_MAX], sum = 0;
    int available = all.width - gap * (count - 1), even = available / count, x = all.x;
    bool fits = true;
    if (all.height > bp_ui_px(ui, TWO_ROWS_FROM)) {
        int high = (all.height - gap) / 2, half = (all.width - gap) / 2;
        cards[0] = (bp_rect){all.x, all.y, half, high};
        cards[1] = (bp_rect){all.x + all.width - half, all.y, half, high};
        cards[2] = (bp_rect){all.x, all.y + all.height - high, all.width, high};
        return;
    }
    for (int i = 0; i < count; i++) {
        bp_style style = {.size = LABEL};
        widths[i] = bp_ui_text_width(ui, data->readout[i].label, style) + 2 * bp_ui_px(ui, PAD);
        sum += widths[i];
        fits &= widths[i] <= even;
    }
    for (int i = 0; i < count; i++) {
        int width = fits || sum > available ? even : widths[i] + (available - sum) / count;
        cards[i] = (bp_rect){x, all.y, width, all.height};
        x += width + gap;
    }
}

void bp_panel_readouts(bp_ui *ui, const bp_lesson_view *view) {
    const bp_panel_data *data = view->data;
    bp_rect all = view->layout->readouts, cards[BP_READOUT_MAX];
    if (data->readout_count == 0 || all.height == 0) return;
    place_cards(ui, data, all, cards);
    /* The numbers that a question's step brings may be its answer. */
    const bp_step *step = &view->lesson->steps[view->viewer->position.step];
    bool hidden = view->viewer->position.asking && step->readout_count > 0;
    for (int i = 0; i < data->readout_count; i++) {
        bool changed = strcmp(data->readouts[i], data->readouts_before[i]) != 0;
        bp_readout readout = data->readout[i];
        if (hidden) readout.note = NULL;
        card(ui, cards[i], &readout, hidden ? "?" : data->readouts[i], changed && !hidden);
        if (data->bars >> i & 1 && !hidden) bar(ui, cards[i], strtof(data->readouts[i], NULL), changed);
    }
}
