/* Drawing a stage: its card, and the scene in it. */
#include "raster/inspect.h"
#include "viewer/hover.h"
#include "scene/camera.h"
#include "scene/figure.h"
#include "scene/highlight.h"
#include "viewer/stage_view.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NARROW = 270, TIGHT = 190, HEAD = 42, FOOT = 26, LINE = 15, PAD = 10, RING = 26, RING_POINTS = 48 };
enum { BADGE = 20, BADGE_GAP = 8 };
enum {
    LOW_CARD = 260,
    LOW_HEAD = 28
}; /* a lower, wide card has title and subtitle in one line, if they fit */
enum { FLAT = 160, WORDS_PERCENT = 38 }; /* a card still lower has its words beside the scene */

static const bp_style TITLE = {.size = 14, .face = BP_FACE_SANS_BOLD}, SUBTITLE = {.size = 12};

/* A high and narrow card has two lines for subtitle and note. A still narrower one has four for title and
 * subtitle on a touch screen, where windows are high. */
static bool is_narrow(const bp_ui *ui, bp_rect card) {
    return card.width < bp_ui_px(ui, NARROW) && card.height > card.width;
}

static int more_head_lines(const bp_ui *ui, bp_rect card) {
    return !is_narrow(ui, card) ? 0 : ui->touch && card.width < bp_ui_px(ui, TIGHT) ? 2 : 1;
}

/* Stages with more words than a title keep their heads and feet. */
static bool is_flat(const bp_ui *ui, bp_rect card, const bp_stage *stage) {
    if (!stage || *stage->subtitle || *stage->note) return false;
    return card.height < bp_ui_px(ui, FLAT) && card.width > 2 * card.height;
}

static bool has_low_head(const bp_ui *ui, bp_rect card, const bp_stage *stage) {
    if (!stage || card.height >= bp_ui_px(ui, LOW_CARD) || !*stage->subtitle)
        return false;
    if (3 * card.width < 4 * card.height) return false; /* cards in a row have heads alike */
    int texts = bp_ui_text_width(ui, stage->title, TITLE) + bp_ui_text_width(ui, stage->subtitle, SUBTITLE);
    return texts + bp_ui_px(ui, BADGE + 2 * BADGE_GAP + 2 * PAD) <= card.width;
}

bp_rect bp_stage_view_scene(const bp_ui *ui, bp_rect r, const bp_stage *stage) {
    if (is_flat(ui, r, stage)) {
        int words = r.width * WORDS_PERCENT / 100;
        return (bp_rect){r.x + words, r.y + 1, r.width - words - 1, r.height - 2};
    }
    int more = more_head_lines(ui, r), foot = bp_ui_px(ui, more > 0 ? FOOT + LINE : FOOT);
    int head = bp_ui_px(ui, (float)(has_low_head(ui, r, stage) ? LOW_HEAD : HEAD + more * LINE));
    bp_rect scene = {r.x + 1, r.y + head, r.width - 2, r.height - head - foot};
    if (scene.width < 1) scene.width = 1;
    if (scene.height < 1) scene.height = 1;
    return scene;
}

float bp_stage_view_ring(const bp_ui *ui, const bp_camera *camera, bp_rect scene) {
    return bp_stage_ring(camera, scene, ui->unit);
}

/* The stage's number or the option's letter, in the colour of the current position where the side panel shows
 * the stage. Returns the width that it takes. */
static int badge(bp_ui *ui, const bp_stage_view *view) {
    const bp_theme *theme = ui->theme;
    int size = bp_ui_px(ui, BADGE), pad = bp_ui_px(ui, PAD), x = view->rect.x + pad;
    int y = view->rect.y + (has_low_head(ui, view->rect, view->stage) ? bp_ui_px(ui, 4) : pad);
    char text[12];
    if (view->letter)
        snprintf(text, sizeof text, "%c", view->letter);
    else
        snprintf(text, sizeof text, "%d", view->index + 1);
    bp_rgba8 none = {0};
    bp_ui_box(ui, (bp_rect){x, y, size, size}, view->here ? theme->here : theme->card, 5,
              view->here ? none : theme->quiet);
    bp_ui_text(ui, x + size / 2, y + bp_ui_px(ui, 15), text,
               (bp_style){.size = 14,
                          .face = BP_FACE_SANS_BOLD,
                          .align = BP_ALIGN_CENTER,
                          .color = view->here ? theme->page : theme->ink});
    return size + bp_ui_px(ui, BADGE_GAP);
}

/* At most `max` lines, the first one at y, in smaller letters if that helps. Returns their number. */
static int fitting_text(bp_ui *ui, bp_rect rect, int max, const char *text, bp_style style) {
    while (style.size > 10 && bp_ui_count_lines(ui, rect.width, max + 1, text, style) > max) style.size--;
    return bp_ui_lines(ui, rect.x, rect.y, rect.width, LINE, max, text, style);
}

/* Left of the scene: the title, and the note that tells the student's changes. */
static void flat_card_words(bp_ui *ui, const bp_stage_view *view, int left, int width) {
    const bp_stage *stage = view->stage;
    int pad = bp_ui_px(ui, PAD), line = bp_ui_px(ui, LINE), x = view->rect.x + pad;
    int y = view->rect.y + bp_ui_px(ui, 25);
    width -= pad;
    bp_style title = {.size = 13}, note = {.size = 12, .color = ui->theme->changed};
    while (title.size > 10 && bp_ui_count_lines(ui, width - left, 5, stage->title, title) > 4) title.size--;
    y += line * bp_ui_lines(ui, x + left, y, width - left, LINE, 4, stage->title, title);
    if (view->note) bp_ui_lines(ui, x, y, width, LINE, 3, view->note, note);
}

void bp_stage_view_card(bp_ui *ui, const bp_stage_view *view) {
    const bp_theme *theme = ui->theme;
    const bp_stage *stage = view->stage;
    bp_rect r = view->rect, scene = bp_stage_view_scene(ui, r, NULL);
    int pad = bp_ui_px(ui, PAD), bottom = scene.y + scene.height, more = more_head_lines(ui, r);
    bp_ui_box(ui, r, theme->card, 6, view->here ? theme->here : theme->rule);
    int left = view->numbered || view->letter ? badge(ui, view) : 0;
    if (is_flat(ui, r, stage)) {
        int words = bp_stage_view_scene(ui, r, stage).x - r.x - bp_ui_px(ui, 4);
        flat_card_words(ui, view, left, words);
        return;
    }
    if (!view->letter) bp_ui_fill(ui, (bp_rect){r.x + 1, bottom, r.width - 2, 1}, theme->rule);
    bp_rect line = {r.x + pad + left, r.y + bp_ui_px(ui, 18), r.width - 2 * pad - left, 0};
    if (*stage->subtitle) {
        bp_style below = SUBTITLE;
        below.color = theme->quiet;
        int titles = fitting_text(ui, line, more == 2 ? 2 : 1, stage->title, TITLE);
        if (has_low_head(ui, r, stage)) {
            int used = bp_ui_text_width(ui, stage->title, TITLE) + bp_ui_px(ui, BADGE_GAP);
            line.x += used, line.width -= used;
        } else {
            line.y = r.y + bp_ui_px(ui, (float)(20 + LINE * titles));
        }
        fitting_text(ui, line, more + 2 - titles, stage->subtitle, below);
    } else { /* the title has all lines */
        bp_style style = {.size = 13};
        if (bp_ui_count_lines(ui, line.width, 2, stage->title, style) < 2) line.y = r.y + bp_ui_px(ui, 25);
        fitting_text(ui, line, more + 2, stage->title, style);
    }
    const char *words = view->note ? view->note : stage->note;
    bp_style note = {.size = 12, .face = BP_FACE_MONO};
    if (view->note) note.color = theme->changed;
    line = (bp_rect){r.x + pad, bottom + bp_ui_px(ui, 18), r.width - 2 * pad, 0};
    if (bp_ui_text_width(ui, words, note) > line.width) note.face = BP_FACE_SANS; /* narrower */
    fitting_text(ui, line, more > 0 ? 2 : 1, words, note);
}

/* ---- the scene -------------------------------------------------------------------------------------*/

static void paint(void *user, bp_painter *painter) {
    bp_world *world = user;
    if (world->paint) world->paint(world, painter);
}

/* Bones and handles of the view are numbered from 1; 0: none. */
static bp_stage_drawing drawing_of(const bp_ui *ui, const bp_stage_view *view) {
    return (bp_stage_drawing){.stage = view->stage,
                              .index = view->index,
                              .rect = bp_stage_view_scene(ui, view->rect, view->stage),
                              .camera = view->camera,
                              .show = view->show,
                              .selected = view->selected,
                              .hovered = view->hovered,
                              .lit_row = view->matrix_row - 1,
                              .ghosts = view->world ? view->world->ghosts : NULL,
                              .ghost_count = view->world ? view->world->ghost_count : 0,
                              .axis = view->axis,
                              .ring = view->ring,
                              .floor = view->floor,
                              .floor_half = view->floor_half,
                              .shadow = view->shadow,
                              .handles = view->handles,
                              .handle_count = view->handle_count,
                              .hovered_handle = view->hovered_handle - 1,
                              .selected_handle = view->selected_handle - 1,
                              .arc = view->arc,
                              .paint = view->world ? paint : NULL,
                              .user = (void *)view->world};
}

void bp_stage_view_draw(bp_ui *ui, const bp_stage_view *view) {
    bp_stage_drawing drawing = drawing_of(ui, view);
    bp_stage_draw(ui, &drawing);
}

void bp_stage_view_over(bp_ui *ui, const bp_stage_view *view) {
    bp_stage_drawing drawing = drawing_of(ui, view);
    bp_stage_draw_labels(ui, &drawing);
    bp_stage_draw_marks(ui, &drawing);
}

void bp_stage_view_set_hand(bp_stage_view *view, const bp_viewer *viewer) {
    const bp_skeleton *skeleton = view->stage->skeleton;
    const bp_mouse *mouse = &viewer->mouse;
    if (viewer->hover.stage != view->index) return;
    view->hovered_handle = viewer->hover.handle;
    if (viewer->hover.bone && skeleton)
        view->hovered = bp_skeleton_bone_by_id(skeleton, viewer->hover.bone - 1);
    bool rotating =
        mouse->drag == BP_DRAG_FLESH || mouse->drag == BP_DRAG_RING || mouse->drag == BP_DRAG_JOINT;
    if (rotating && mouse->edited)
        view->arc = (bp_drag_arc){view->hovered, viewer->selection.axis, mouse->angle, mouse->arm};
}

void bp_stage_view_hover(bp_ui *ui, const bp_viewer *viewer, const bp_stage *stages, int stage_count,
                         const bp_drawn_frame *drawn) {
    char text[160];
    if (drawn->scene_count == 0 || viewer->mouse.drag != BP_DRAG_NONE || viewer->settings.help) return;
    if (viewer->number.number != BP_NUMBER_NONE) return;
    bp_rect within = drawn->scenes[0].rect, last = drawn->scenes[drawn->scene_count - 1].rect;
    within.width = last.x + last.width - within.x;
    within.height = last.y + last.height - within.y;
    if (viewer->hover.number) /* of the side panel */
        within = (bp_rect){0, 0, viewer->settings.width, viewer->settings.height};
    bp_hover_text(viewer, stages, stage_count, drawn, text, sizeof text);
    bp_draw_hint(ui, text, (bp_vec2){viewer->hover.x, viewer->hover.y}, within, false);
}
