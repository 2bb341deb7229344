/* Drawing a stage: its card, and the scene in it. */
#include "raster/inspect.h"
#include "scene/camera.h"
#include "scene/figure.h"
#include "scene/highlight.h"
#include "viewer/stage_view.h"
#include "viewer/matrix_arrows.h"
#include <bindpose/stage.h>
#include "viewer/stage_arcs.h"
#include "viewer/stage_frames.h"
#include <bindpose/lesson_light.h>
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
    if (!stage || stage->show_array || *stage->subtitle || *stage->note) return false;
    return card.height < bp_ui_px(ui, FLAT) && card.width > 2 * card.height;
}

static bool has_low_head(const bp_ui *ui, bp_rect card, const bp_stage *stage) {
    if (!stage || stage->show_array || card.height >= bp_ui_px(ui, LOW_CARD) || !*stage->subtitle)
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
    if (stage) scene.height -= bp_stage_tiles_height(ui, stage, scene);
    if (scene.width < 1) scene.width = 1;
    if (scene.height < 1) scene.height = 1;
    return scene;
}

float bp_stage_view_ring(const bp_ui *ui, const bp_camera *camera, bp_rect scene) {
    int least = scene.width < scene.height ? scene.width : scene.height;
    float radius = RING * ui->unit, most = (float)least / 8; /* in a small scene it stays inside */
    return bp_camera_pixel_size(camera, scene.height) * (radius < most ? radius : most);
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

/* Overlays in a scene, fainter behind a mesh; they borrow `transform`. */
static bp_overlay overlay_of(const bp_view *scene, bp_mat4 *transform) {
    float aspect = (float)scene->viewport.width / (float)scene->viewport.height;
    *transform = bp_camera_view_projection(&scene->camera, aspect);
    return (bp_overlay){.transform = transform,
                        .hidden = 0.96f,
                        .state = {.viewport = scene->viewport, .no_depth_write = true}};
}

static bool draw_ring(bp_ui *ui, const bp_stage_view *view, const bp_view *scene) {
    bp_vec3 points[RING_POINTS];
    bp_line lines[RING_POINTS];
    bp_rotation_ring_points(bp_bone_frame(view->stage, view->selected), view->axis, view->ring, points,
                            RING_POINTS);
    for (int i = 0; i < RING_POINTS; i++) {
        lines[i] = (bp_line){.from = points[i], .to = points[(i + 1) % RING_POINTS], .width = 2 * ui->unit};
        memcpy(lines[i].color, &ui->theme->selected, 4);
    }
    bp_mat4 transform;
    bp_overlay overlay = overlay_of(scene, &transform);
    return bp_ui_lines_with_rim(ui, lines, RING_POINTS, ui->theme->selected_rim, &overlay);
}

bool bp_stage_followed(const bp_stage *stage, bp_vec3 *at) {
    if (!stage->marked_name || !stage->mesh || !stage->figure || stage->marked_vertex < 0 ||
        (size_t)stage->marked_vertex >= stage->mesh->vertex_count)
        return false;
    bp_vec3 posed = bp_figure_positions(stage->figure, 0)[stage->marked_vertex];
    *at = bp_mat4_point(bp_figure_world(stage->figure), posed);
    return true;
}

/* A dot on the marked vertex. */
static bool draw_followed(bp_ui *ui, const bp_stage_view *view, const bp_view *scene) {
    bp_disc disc = {.radius = 5.5f * ui->unit, .ring = 2 * ui->unit};
    if (!bp_stage_followed(view->stage, &disc.center)) return true;
    memcpy(disc.color, &ui->theme->here, 4);
    memcpy(disc.ring_color, &ui->theme->card, 4);
    bp_mat4 transform;
    bp_overlay overlay = overlay_of(scene, &transform);
    return bp_raster_discs(ui->raster, &disc, 1, &overlay, ui->error);
}

bool bp_stage_ghost_shown(const bp_stage_view *view, const bp_ghost *ghost) {
    if (ghost->stage != view->index || !ghost->skeleton) return false;
    if (!ghost->bones_only || !(view->show & BP_SHOW_BONES)) return true;
    for (size_t i = 0; i < bp_skeleton_count(ghost->skeleton); i++) {
        bp_mat4 a = bp_bone_chain(bp_skeleton_bone_by_id(ghost->skeleton, i)),
                b = bp_bone_chain(bp_skeleton_bone_by_id(view->stage->skeleton, i));
        for (int k = 0; k < 16; k++)
            if (fabsf(a.m[k] - b.m[k]) > 1e-4f) return true;
    }
    return false;
}

static const float LEAST_MOVE = 1e-3f; /* metres */

/* Ghosts: translucent flesh where they differ from the figure, faint bones. */
static bool draw_ghosts(bp_ui *ui, const bp_stage_view *view, const bp_view *scene) {
    bp_view faint = *scene;
    faint.show = BP_SHOW_BONES;
    faint.bone = faint.selected = ui->theme->ghost;
    for (int i = 0; view->world && i < view->world->ghost_count; i++) {
        const bp_ghost *ghost = &view->world->ghosts[i];
        if (!bp_stage_ghost_shown(view, ghost)) continue;
        bp_rgba8 color = ui->theme->ghost;
        color.a = 90;
        const bp_figure *own = view->stage->figure;
        bp_mat4 world = own ? bp_figure_world(own) : bp_mat4_identity();
        /* In the figure's own pose it is seen as a whole: a prediction may start there. */
        bool differs = ghost->figure && own && bp_figure_difference(ghost->figure, own) > LEAST_MOVE;
        if (ghost->figure &&
            !bp_scene_draw_ghost(ui->raster, scene, ghost->figure, differs ? own : NULL, color, ui->error))
            return false;
        if ((view->show & BP_SHOW_BONES || ghost->bones_only) &&
            !bp_scene_draw_bones(ui->raster, &faint, ghost->skeleton, world, NULL, ui->error))
            return false;
    }
    return true;
}

static bool shows_surface(const bp_stage_view *view) {
    return view->stage->figure && view->show & (BP_SHOW_MESH | BP_SHOW_WIREFRAME | BP_SHOW_WEIGHTS);
}

/* Lighter on the dark theme, darker on the light one: the limb keeps its own colour. Over the colours of
 * weights only the outline is drawn, around what follows the bone by at least half: those colours must stay
 * readable. */
static bool draw_hovered_flesh(bp_ui *ui, const bp_stage_view *view, const bp_view *scene) {
    bp_rgba8 color = ui->theme->ink;
    bool weights = view->show & BP_SHOW_WEIGHTS ||
                   (view->stage->mesh && !view->stage->mesh->colors && view->stage->mesh->influences > 1);
    color.a = weights ? 1 : 110;
    return !view->hovered || !shows_surface(view) ||
           bp_scene_draw_highlight(ui->raster, scene, view->stage->figure, view->hovered, color, ui->error);
}

/* Few lines, because each has the contrast of a mark. */
static bool draw_floor(bp_ui *ui, const bp_stage_view *view, const bp_view *scene) {
    enum { SQUARES = 4 };
    bp_line lines[2 * (SQUARES + 1)];
    float half = view->floor_half;
    if (!(half > 0)) return true;
    for (int i = 0; i <= SQUARES; i++) {
        float offset = half * (2.0f * (float)i / SQUARES - 1);
        bp_line *along = &lines[2 * i], *across = along + 1;
        *along = *across = (bp_line){.width = 2 * ui->unit};
        memcpy(along->color, &ui->theme->floor, 4);
        memcpy(across->color, &ui->theme->floor, 4);
        along->from = bp_vec3_add(view->floor, (bp_vec3){offset, 0, -half});
        along->to = bp_vec3_add(view->floor, (bp_vec3){offset, 0, half});
        across->from = bp_vec3_add(view->floor, (bp_vec3){-half, 0, offset});
        across->to = bp_vec3_add(view->floor, (bp_vec3){half, 0, offset});
    }
    bp_mat4 transform;
    bp_overlay overlay = overlay_of(scene, &transform);
    overlay.hidden = 0;
    return bp_raster_lines(ui->raster, lines, BP_COUNT(lines), &overlay, ui->error);
}

static bool draw_hovered_bone(bp_ui *ui, const bp_stage_view *view, const bp_view *scene, bp_mat4 world) {
    bp_view lit = *scene;
    lit.selected = ui->theme->here, lit.selected_casing = scene->casing;
    return !view->hovered || view->hovered == view->selected || !(view->show & BP_SHOW_BONES) ||
           bp_scene_draw_bone(ui->raster, &lit, view->hovered, world, ui->error);
}

void bp_stage_view_draw(bp_ui *ui, const bp_stage_view *view) {
    const bp_stage *stage = view->stage;
    bp_view scene = {.camera = view->camera,
                     .viewport = bp_stage_view_scene(ui, view->rect, view->stage),
                     .show = view->show,
                     .bone = ui->theme->bone,
                     .selected = ui->theme->selected,
                     .selected_casing = ui->theme->selected_rim,
                     .casing = ui->theme->card,
                     .axes = {ui->theme->axis_x, ui->theme->axis_y, ui->theme->axis_z},
                     .wire_in_contrast = true,
                     .overlay_scale = ui->unit};
    if (ui->failed) return;
    bool ok = draw_floor(ui, view, &scene);
    bp_view lit = scene;
    bp_stage_light_view(stage, &lit);
    if (ok && shows_surface(view)) ok = bp_scene_draw_meshes(ui->raster, &lit, stage->figure, ui->error);
    if (ok && view->shadow) ok = bp_scene_draw_shadow(ui->raster, &scene, view->shadow, ui->error);
    ok = ok && draw_hovered_flesh(ui, view, &scene) && draw_ghosts(ui, view, &scene);
    bp_mat4 world = stage->figure ? bp_figure_world(stage->figure) : bp_mat4_identity();
    if (ok && stage->skeleton)
        ok = bp_scene_draw_bones(ui->raster, &scene, stage->skeleton, world, view->selected, ui->error);
    ok = ok && draw_hovered_bone(ui, view, &scene, world) && bp_stage_draw_frames(ui, stage, &scene);
    ok = ok && bp_stage_draw_arcs(ui, stage, &scene);
    if (ok && view->ring > 0 && view->selected) ok = draw_ring(ui, view, &scene);
    if (ok && stage->marked_name) ok = draw_followed(ui, view, &scene);
    ok = ok && bp_draw_matrix_arrows(ui, view, scene.viewport);
    ui->failed |= !ok;
}
