/* The side panel: the selected bone, and the claims for which page and engine differ. */
#include "viewer/lesson/lesson_view.h"
#include <stdio.h>

enum { PAD = 14, LINE = BP_FORMULA_LEADING };
enum { LINKED_NODES = 12 }; /* the lesson that introduces them */

/* "page 0.5  engine 0.25", the active rules in bold; one number if both agree. */
static void draw_numbers(bp_ui *ui, const bp_engine_difference *two, bool engine, bp_rect rect, int y) {
    const bp_theme *theme = ui->theme;
    char text[64];
    int x = rect.x;
    bool same = two->page == two->engine;
    for (int side = 0; side < (same ? 1 : 2); side++) {
        bool now = same || engine == (side == 1);
        const char *rules = same ? "by both rules" : side ? "engine" : "page";
        snprintf(text, sizeof text, "%s %s %.5g", now ? "●" : "○", rules,
                 (double)(side ? two->engine : two->page));
        bp_style style = {.size = 12, .face = now ? BP_FACE_MONO_BOLD : BP_FACE_MONO};
        style.color = now ? theme->ink : theme->quiet;
        x += bp_ui_text(ui, x, y, text, style) + bp_ui_px(ui, 18);
    }
    const char *unit = two->claim->unit;
    if (unit) bp_ui_text(ui, x, y, unit, (bp_style){.size = 12, .color = theme->quiet});
}

/* The page's or the engine's comment; with its name if both have the same number. */
static const char *comment_of(const bp_engine_difference *two, bool engine, char *text, size_t size) {
    const char *words = engine ? two->claim->engine : two->claim->page;
    if (!words) return two->claim->text;
    if (two->page != two->engine) return words;
    snprintf(text, size, "%s: %s", engine ? "the engine" : "the page", words);
    return text;
}

int bp_panel_engine(bp_ui *ui, const bp_lesson_view *view, bp_rect rect) {
    const bp_panel_data *data = view->data;
    bool engine = view->viewer->position.engine && !view->viewer->position.asking;
    int line = bp_ui_px(ui, LINE), y = rect.y + bp_ui_px(ui, 13);
    bp_style quiet = {.size = 12, .color = ui->theme->quiet, .max_width = rect.width};
    if (data->differing_count == 0) {
        if (!engine || rect.height < line) return 0;
        bp_ui_text(ui, rect.x, y, "By the engine's rules: this step's claims are the same.", quiet);
        return line;
    }
    int used = 0;
    for (int i = 0; i < data->differing_count && used + 2 * line <= rect.height; i++) {
        const bp_engine_difference *two = &data->differing[i];
        draw_numbers(ui, two, engine, rect, y + used);
        used += line;
        char text[300];
        int max = (rect.height - used) / line;
        used += line * bp_ui_lines(ui, rect.x, y + used, rect.width, LINE, max > 3 ? 3 : max,
                                   comment_of(two, engine, text, sizeof text), quiet);
    }
    return used;
}

void bp_panel_side(bp_ui *ui, const bp_lesson_view *view, bp_drawn_frame *drawn) {
    bp_rect rect = view->layout->panel;
    if (rect.width == 0) return;
    bp_panel_side_ground(ui, rect);
    bp_rect inner = bp_rect_inset(rect, bp_ui_px(ui, PAD), bp_ui_px(ui, 10));
    int bottom = inner.y + inner.height;
    bp_bone_panel panel = {.viewer = &view->viewer->core,
                           .bone = bp_lesson_viewer_bone(view->viewer, view->world),
                           .before = &view->data->before,
                           .editable = !view->viewer->position.asking,
                           .matrices = view->lesson->matrices,
                           .hide_node = view->lesson->number < LINKED_NODES};
    if (!panel.bone) {
        bp_ui_text(ui, inner.x, inner.y + bp_ui_px(ui, 14), "No bones on this stage.",
                   (bp_style){.color = ui->theme->quiet});
        return;
    }
    char location[24] = "";
    if (view->world->stage_count > 1)
        snprintf(location, sizeof location, "stage %d", view->viewer->core.selection.stage + 1);
    panel.location = location;
    bool asking = view->viewer->position.asking, engine = view->viewer->position.engine && !asking;
    bool differing = view->viewer->core.settings.babylon && view->data->differing_count > 0;
    if (differing || engine) panel.reserved = bp_ui_px(ui, (differing ? 3 : 1) * LINE + 10);
    int y = inner.y + bp_panel_bone(ui, &panel, inner, drawn) + bp_ui_px(ui, 6);
    if (bottom - y < 2 * bp_ui_px(ui, LINE)) return;
    if (!differing && !engine) return;
    y += bp_panel_rule(ui, inner, y);
    bp_panel_engine(ui, view, (bp_rect){inner.x, y, inner.width, bottom - y});
}
