/* The clips and poses among the words, and the list of all clips over the scene: a line for the search,
 * then the clips with their lengths. */
#include "app/screens/model/model_screen.h"
#include <stdio.h>

enum { ROW = 22, PAD = 10, WIDTH = 360 };

static void search_line(bp_painter *p, const bp_app *app, int count, bp_rect rect) {
    char text[64], found[48];
    int base = rect.y + bp_painter_px(p, 15);
    snprintf(found, sizeof found, "%d of %zu", count, app->model->loaded.model->clip_count);
    snprintf(text, sizeof text, "%.40s_", app->field.text);
    bp_style style = {.face = BP_FACE_MONO, .size = 12, .max_width = rect.width - bp_painter_px(p, 90)};
    if (!app->field.text[0]) {
        snprintf(text, sizeof text, p->touch ? "tap one" : "type to search; ↑ ↓ Enter");
        style.face = BP_FACE_SANS;
        style.color = p->theme->quiet;
    }
    bp_painter_box(p, rect, p->theme->page, 4, p->theme->floor);
    bp_painter_text(p, rect.x + bp_painter_px(p, 8), base, text, style);
    bp_painter_text(p, rect.x + rect.width - bp_painter_px(p, 8), base, found,
                    (bp_style){.size = 12, .align = BP_ALIGN_RIGHT, .color = p->theme->quiet});
}

/* Numbers are aligned at their last digit. */
static void row(bp_painter *p, const bp_app *app, int clip, bool selected, bp_rect rect) {
    const bp_theme *theme = p->theme;
    const bp_model_play *play = &app->model->play;
    const char *name = bp_clip_name(app->model->loaded.model->clips[clip]);
    bool here = clip == play->clip && play->source == BP_POSE_FROM_CLIP;
    char number[16], text[80], length[32];
    int base = rect.y + bp_painter_px(p, 15), pad = bp_painter_px(p, 8);
    bp_style style = {.size = 13, .face = here ? BP_FACE_SANS_BOLD : BP_FACE_SANS};
    if (selected) bp_painter_box(p, rect, theme->card, 3, theme->here);
    if (here) bp_painter_fill(p, (bp_rect){rect.x, rect.y, bp_painter_px(p, 3), rect.height}, theme->changed);
    snprintf(number, sizeof number, "%zu", app->model->loaded.model->clip_count);
    int left = rect.x + pad + bp_painter_text_width(p, number, style);
    snprintf(number, sizeof number, "%d", clip + 1);
    style.align = BP_ALIGN_RIGHT;
    bp_painter_text(p, left, base, number, style);
    snprintf(text, sizeof text, "%.60s", *name ? name : "unnamed");
    snprintf(length, sizeof length, "%.2f s", bp_loaded_model_clip_length(&app->model->loaded, clip));
    left += pad;
    style.align = BP_ALIGN_LEFT;
    style.max_width = rect.x + rect.width - pad - bp_painter_px(p, 64) - left;
    bp_painter_text(p, left, base, text, style);
    bp_painter_text(
        p, rect.x + rect.width - pad, base, length,
        (bp_style){.size = 12, .face = BP_FACE_MONO, .align = BP_ALIGN_RIGHT, .color = theme->quiet});
    bp_painter_hit(p, rect, BP_ACTION_CLIP, clip);
}

void bp_model_draw_clip_list(bp_painter *p, bp_app *app, bp_rect scene) {
    bp_model_screen *screen = app->model;
    const bp_loaded_model *loaded = &screen->loaded;
    if (!screen->clips) return;
    int count = bp_model_clip_count(loaded, app->field.text), high = bp_painter_px(p, ROW),
        pad = bp_painter_px(p, PAD);
    int width = bp_painter_px(p, WIDTH), rows = (scene.height - 4 * pad) / high - 1;
    if (width > scene.width - 2 * pad) width = scene.width - 2 * pad;
    if (rows > (int)loaded->model->clip_count) rows = (int)loaded->model->clip_count;
    if (rows < 1 || width < bp_painter_px(p, 80)) return;
    /* While a search leaves fewer rows, the search line stays in its place. */
    int above = scene.y + scene.height - 3 * pad - (rows + 1) * high, shown = count < rows ? count : rows;
    if (shown < 1) shown = 1;
    bp_rect card = {scene.x + pad, above, width, (shown + 1) * high + 2 * pad};
    bp_painter_box(p, card, p->theme->bar, 6, p->theme->rule);
    bp_painter_hit(p, card, BP_ACTION_NONE, 0);
    bp_rect inner = bp_rect_inset(card, pad, pad);
    search_line(p, app, count, (bp_rect){inner.x, inner.y - bp_painter_px(p, 3), inner.width, high});
    bp_rect lines = {inner.x, inner.y + high, inner.width - bp_painter_px(p, 8), rows * high};
    int top = bp_app_scroll(app, BP_SCROLL_CLIPS, card, rows, count);
    for (int i = 0; i < rows && top + i < count; i++)
        row(p, app, bp_model_clip_at(loaded, app->field.text, top + i), top + i == screen->clip_row,
            (bp_rect){lines.x, lines.y + i * high, lines.width, high});
    if (count == 0)
        bp_painter_text(p, lines.x + bp_painter_px(p, 8), lines.y + bp_painter_px(p, 15),
                        "no animation has that in its name",
                        (bp_style){.size = 13, .color = p->theme->quiet, .max_width = lines.width});
    bp_scroll_bar(p, lines, top, rows, count);
    screen->rows = rows;
}

/* ---- among the words ---------------------------------------------------------------------------- */

enum { WORD = 17, MOST = 8 };
static const float LEADING = 27;

static void word(bp_read *read, const bp_app *app, const char *text, bool here, bp_action action, int value) {
    bp_painter *p = read->p;
    bool hovered = app->hover.action == (unsigned)action && app->hover.value == value;
    bp_style style = {
        .size = WORD, .face = here ? BP_FACE_SANS_BOLD : BP_FACE_SANS, .max_width = read->width};
    style.color = here || hovered ? p->theme->here : p->theme->ink;
    if (bp_read_sees(read, bp_painter_px(p, LEADING)))
        bp_word(p, read->left, read->y + bp_painter_px(p, WORD), text, style, action, value);
    read->y += bp_painter_px(p, LEADING);
}

/* The clips around the current one, all if they are few; then the poses without a clip. */
void bp_model_draw_clips(bp_read *read, bp_app *app) {
    const bp_model_screen *screen = app->model;
    const bp_model *model = screen->loaded.model;
    const bp_model_play *now = &screen->play;
    int count = (int)model->clip_count,
        first = count > MOST && now->clip > MOST / 2 ? now->clip - MOST / 2 : 0;
    char text[96];
    if (first > count - MOST && count > MOST) first = count - MOST;
    for (int i = first; i < count && i < first + MOST; i++) {
        const char *name = bp_clip_name(model->clips[i]);
        snprintf(text, sizeof text, "%d  %.50s  %.2f s", i + 1, *name ? name : "unnamed",
                 bp_loaded_model_clip_length(&screen->loaded, i));
        word(read, app, text, i == now->clip && now->source == BP_POSE_FROM_CLIP, BP_ACTION_CLIP, i);
    }
    if (count > MOST) {
        snprintf(text, sizeof text, "all %d animations", count);
        word(read, app, text, screen->clips, BP_ACTION_CLIPS, 0);
    }
    if (count == 0)
        bp_read_text(read, "The file has no animation.", LEADING,
                     (bp_style){.size = WORD, .color = read->p->theme->quiet}, NULL, 0);
    word(read, app, "Rest pose", now->source == BP_POSE_FROM_REST, BP_ACTION_REST, 0);
    word(read, app, "Bind pose", now->source == BP_POSE_FROM_BIND, BP_ACTION_BIND, 0);
}
