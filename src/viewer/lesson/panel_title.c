/* The bar above everything: which lesson, which claims of the page, and the three switches that change what
 * numbers mean. */
#include "viewer/panels.h"
#include <stdio.h>
#include <string.h>

enum { PAGE_CLAIMS = 64 };

/* "claims 52 to 55, 59": numbers that follow each other are drawn together. */
static void claims_text(const bp_lesson_plan *lesson, char *text, size_t size) {
    bool has[PAGE_CLAIMS + 2] = {false};
    int count = 0;
    for (int s = 0; s < lesson->step_count; s++) {
        for (int i = 0; i < lesson->steps[s].claim_count; i++) {
            int number = lesson->steps[s].claims[i].number;
            if (number < 1 || number > PAGE_CLAIMS || has[number]) continue;
            has[number] = true;
            count++;
        }
    }
    text[0] = '\0';
    size_t used = 0;
    for (int from = 1; from <= PAGE_CLAIMS && used < size; from++) {
        if (!has[from]) continue;
        int to = from;
        while (has[to + 1]) to++;
        const char *lead = used > 0 ? ", " : count > 1 ? "claims " : "claim ";
        int more = to > from ? snprintf(text + used, size - used, "%s%d%s%d", lead, from,
                                        to > from + 1 ? " to " : ", ", to)
                             : snprintf(text + used, size - used, "%s%d", lead, from);
        used += more > 0 ? (size_t)more : 0;
        from = to;
    }
}

/* A switch at the right end; returns where the next one ends. */
static int right_switch(bp_ui *ui, bp_rect bar, int right, int y, const char *words, bp_action action) {
    bp_style style = {.size = 13, .color = ui->theme->quiet};
    int width = bp_ui_text_width(ui, words, style), x = right - width;
    bp_ui_text(ui, x, y, words, style);
    bp_ui_hit(ui, (bp_rect){x - bp_ui_px(ui, 6), bar.y, width + bp_ui_px(ui, 12), bar.height - 1}, action, 0);
    return x - bp_ui_px(ui, 20);
}

void bp_panel_title(bp_ui *ui, const bp_panel_scope *panel) {
    const bp_theme *theme = ui->theme;
    bp_rect bar = panel->layout->title;
    const bp_lesson_plan *lesson = panel->scope->lesson;
    const bp_viewer *viewer = panel->viewer;
    bp_ui_fill(ui, bar, theme->bar);
    bp_ui_fill(ui, (bp_rect){bar.x, bar.y + bar.height - 1, bar.width, 1}, theme->rule);
    int y = bar.y + bp_ui_px(ui, 26), x = bp_ui_px(ui, 16), right = bar.width - bp_ui_px(ui, 16);
    right = right_switch(ui, bar, right, y, "H help", BP_ACTION_HELP);
    right = right_switch(ui, bar, right, y, viewer->settings.columns ? "columns" : "rows", BP_ACTION_COLUMNS);
    right = right_switch(ui, bar, right, y, viewer->position.engine ? "page ○ / engine ●" : "page ● / engine ○",
                         BP_ACTION_ENGINE);
    char number[16], claims[120];
    snprintf(number, sizeof number, "%02d", lesson->number);
    bp_style bold = {.size = 15, .face = BP_FACE_SANS_BOLD};
    x += bp_ui_text(ui, x, y, number, bold) + bp_ui_px(ui, 8);
    bold.max_width = right - x;
    x += bp_ui_text(ui, x, y, lesson->title, bold) + bp_ui_px(ui, 16);
    claims_text(lesson, claims, sizeof claims);
    if (right - x > bp_ui_px(ui, 60))
        bp_ui_text(ui, x, y, claims, (bp_style){.color = theme->quiet, .max_width = right - x});
}
