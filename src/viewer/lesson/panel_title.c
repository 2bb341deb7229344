/* The title bar: the lesson, and the switches that change what numbers mean. For Babylon.js users also which
 * claims of its page the lesson checks, and whose rules are in force. */
#include "viewer/lesson/lesson_view.h"
#include <stdio.h>
#include <string.h>

enum { PAGE_CLAIMS = 64 };

void bp_lesson_number(const bp_lesson_plan *lesson, char *text, size_t size) {
    if (lesson->name[0] >= '0' && lesson->name[0] <= '9')
        snprintf(text, size, "%.*s", (int)strcspn(lesson->name, "_"), lesson->name);
    else
        snprintf(text, size, "%02d", lesson->number);
}

/* "claims 52 to 55, 59". */
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

void bp_panel_title(bp_ui *ui, const bp_lesson_view *view) {
    const bp_theme *theme = ui->theme;
    bp_rect bar = view->layout->title;
    const bp_lesson_plan *lesson = view->lesson;
    const bp_lesson_viewer *viewer = view->viewer;
    bp_panel_title_bar(ui, bar);
    int y = bar.y + bp_ui_px(ui, 26), x = bp_ui_px(ui, 16);
    bool bones = lesson->group == BP_LESSONS_BONES, babylon = viewer->core.settings.babylon && bones;
    int right = bp_panel_title_switches(ui, bar, &viewer->core.settings, bones);
    const char *rules = viewer->position.engine ? "page ○ / engine ●" : "page ● / engine ○";
    if (babylon) right = bp_panel_title_switch(ui, bar, right, rules, BP_ACTION_ENGINE);
    char number[16], claims[120];
    bp_lesson_number(lesson, number, sizeof number);
    bp_style bold = {.size = 15, .face = BP_FACE_SANS_BOLD};
    x += bp_ui_text(ui, x, y, number, bold) + bp_ui_px(ui, 8);
    bold.max_width = right - x;
    x += bp_ui_text(ui, x, y, lesson->title, bold) + bp_ui_px(ui, 16);
    claims_text(lesson, claims, sizeof claims);
    if (babylon && right - x > bp_ui_px(ui, 60))
        bp_ui_text(ui, x, y, claims, (bp_style){.color = theme->quiet, .max_width = right - x});
}
