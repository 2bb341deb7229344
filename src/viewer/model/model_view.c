/* The scene is drawn into a layer with four samples a pixel, only when it changed. Panels are drawn around
 * it with one sample, the layer is copied in, and names, weights and help are drawn over it. Picking reads
 * the layer's depth. */
#include "viewer/model/model_view.h"
#include "mesh/editing.h"
#include "viewer/bone_tree.h"
#include "viewer/hover.h"
#include "viewer/model/model_comparison.h"
#include "viewer/offscreen_target.h"
#include <stdio.h>
#include <string.h>

enum {
    PANEL_FROM = 1000,
    BELOW_FROM = 280, /* if the stage would be narrower, the panel is below it */
    BELOW_PERCENT = 50,
    TIMELINE = 74,
    HEAVY = 250000 /* triangles */
};

/* The doctor's findings open the panel. */
static bp_model_layout make_layout(const bp_model_viewer *viewer, const bp_ui *ui) {
    bp_view_settings settings = viewer->core.settings;
    int width = settings.width, height = settings.height, gap = bp_ui_px(ui, BP_LAYOUT_GAP);
    int title = bp_ui_px(ui, BP_LAYOUT_TITLE), keys = bp_ui_px(ui, BP_LAYOUT_KEYS),
        panel = bp_side_width(&settings, ui, BP_MATRIX_COUNT, PANEL_FROM, 0);
    bool unfolded = panel == 0 && viewer->doctor.open;
    if (unfolded) {
        settings.fold = !settings.fold;
        panel = bp_side_width(&settings, ui, BP_MATRIX_COUNT, PANEL_FROM, 0);
    }
    int timeline = bp_ui_px(ui, TIMELINE), left = width - panel, bottom = height - keys;
    bp_model_layout layout = {
        .title = {0, 0, width, title}, .keys = {0, bottom, width, keys}, .unfolded = unfolded};
    layout.panel = (bp_rect){left, title, panel, bottom - title};
    if (panel > 0 && left < bp_ui_px(ui, BELOW_FROM)) {
        int tall = (bottom - title) * BELOW_PERCENT / 100;
        bottom -= tall;
        left = width;
        layout.panel = (bp_rect){0, bottom, width, tall};
    }
    layout.timeline = (bp_rect){gap, bottom - timeline, left - 2 * gap, timeline};
    layout.card = (bp_rect){gap, title + gap, left - 2 * gap, layout.timeline.y - title - gap};
    return layout;
}

static const char *const AXES = "XYZ";

typedef struct stage_text {
    char title[96], subtitle[160];
} stage_text;

/* The line below the picture: what was changed by hand, or what can be. */
static void describe_edits(const bp_model_view *view, bp_stage *stage) {
    const bp_bone *bone = bp_model_viewer_bone(view->viewer, view->loaded);
    int binds = bp_edit_history_binds(&view->viewer->core.history);
    int rotated = view->viewer->core.history.count - binds;
    bool touch = view->viewer->core.settings.touch;
    char label[32];
    if (view->viewer->core.binds && binds == 0)
        snprintf(stage->note, sizeof stage->note,
                 "Binds: drag the mesh, or a number of bind; Ctrl+E: as at rest, Ctrl+P: as in this pose");
    else if (binds > 0)
        snprintf(stage->note, sizeof stage->note, "%d bind%s changed; %s", binds, binds == 1 ? "" : "s",
                 touch ? "All keys in the menu has undo and save binds"
                       : "Ctrl+Z undoes the last change, Ctrl+Shift+S saves a copy of the file");
    else if (rotated > 0)
        snprintf(stage->note, sizeof stage->note, "%d joint%s changed by hand; %s", rotated,
                 rotated == 1 ? "" : "s",
                 touch ? "All keys in the menu has undo" : "Ctrl+Z undoes the last change");
    else if (bone && touch)
        snprintf(stage->note, sizeof stage->note, "Drag any limb, a hand or a foot");
    else if (bone)
        snprintf(stage->note, sizeof stage->note,
                 "Drag any limb, a hand or a foot. ↑ ↓ rotate %.31s about %c",
                 bp_bone_label(bone, label, sizeof label), AXES[view->viewer->core.selection.axis]);
}

static void describe_stage(const bp_model_view *view, stage_text *text, bp_stage *stage) {
    const bp_model_play *play = &view->viewer->play;
    const bp_model *model = view->loaded->model;
    switch (play->source) {
    case BP_POSE_FROM_CLIP:
        snprintf(text->title, sizeof text->title, "%.80s", bp_clip_name(model->clips[play->clip]));
        if (!text->title[0]) snprintf(text->title, sizeof text->title, "unnamed");
        snprintf(text->subtitle, sizeof text->subtitle, "animation %d of %zu", play->clip + 1,
                 model->clip_count);
        break;
    case BP_POSE_FROM_REST:
        snprintf(text->title, sizeof text->title, "Rest pose");
        snprintf(text->subtitle, sizeof text->subtitle, "every node as the file has it");
        break;
    case BP_POSE_FROM_BIND:
        snprintf(text->title, sizeof text->title, "Bind pose");
        snprintf(text->subtitle, sizeof text->subtitle,
                 "every joint at its bind: finals are the identity, the mesh is as it was bound");
        break;
    }
    describe_edits(view, stage);
    stage->title = text->title;
    stage->subtitle = text->subtitle;
}

static bp_stage_view stage_view_of(const bp_ui *ui, const bp_model_view *view, const bp_stage *stage,
                                   bp_rect card) {
    const bp_model_viewer *viewer = view->viewer;
    bp_stage_view out = {.stage = stage, .rect = card, .show = bp_model_viewer_show(viewer)};
    bp_rect scene = bp_stage_view_scene(ui, card, stage);
    float aspect = (float)scene.width / (float)scene.height, radius = bp_bounds_radius(view->bounds);
    bp_camera camera = bp_model_front_camera(view->loaded->model, bp_radians(35));
    bp_camera_fit(&camera, view->bounds, aspect);
    out.camera = bp_view_settings_camera(&viewer->core.settings, camera, scene);
    out.axis = viewer->core.selection.axis;
    out.selected = bp_model_viewer_bone(viewer, view->loaded);
    out.matrix_row = bp_viewer_matrix_row(&viewer->core);
    if (out.selected && (out.show & BP_SHOW_BONES)) out.ring = bp_stage_view_ring(ui, &out.camera, scene);
    if (!bp_bounds_is_empty(view->bounds))
        out.floor = bp_bounds_center(view->bounds), out.floor.y = view->bounds.lo.y;
    out.floor_half = radius > 0 ? 1.5f * radius : 1;
    out.index = viewer->core.selection.stage;
    bp_stage_view_set_hand(&out, &viewer->core);
    return out;
}

/* All that the scene's pixels depend on. */
typedef struct layer_key {
    bp_camera camera;
    bp_rect scene;
    unsigned show, posed;
    int axis, width, height, samples, matrix_row;
    float ring, unit;
    float arc;
    const bp_bone *selected, *hovered, *rotated;
    const bp_skeleton *skeleton;
    const bp_theme *theme;
} layer_key;

/* A heavy model is drawn with one sample while it moves, which is twice as fast, and with four when it
 * stops. */
static int samples_of(const bp_model_view *view) {
    const bp_model_viewer *viewer = view->viewer;
    bool moving = viewer->core.mouse.drag != BP_DRAG_NONE || bp_model_viewer_is_moving(viewer, view->loaded);
    return moving && view->loaded->triangles > HEAVY ? 1 : 4;
}

static bool same_key(bp_scene_layer *layer, const bp_ui *ui, const bp_model_view *view,
                     const bp_stage_view *stage, const bp_framebuffer *to) {
    layer_key key;
    _Static_assert(sizeof key <= sizeof layer->key, "the key fits");
    memset(&key, 0, sizeof key);
    key.camera = stage->camera;
    key.scene = bp_stage_view_scene(ui, stage->rect, stage->stage);
    key.show = stage->show & ~(unsigned)BP_SHOW_NAMES;
    key.posed = view->posed;
    key.axis = stage->axis, key.width = to->width, key.height = to->height;
    key.ring = stage->ring, key.unit = ui->unit;
    key.samples = samples_of(view);
    key.matrix_row = stage->matrix_row;
    key.selected = stage->selected, key.hovered = stage->hovered;
    key.rotated = stage->arc.bone, key.arc = stage->arc.angle;
    key.skeleton = stage->stage->skeleton;
    key.theme = ui->theme;
    if (memcmp(layer->key, &key, sizeof key) == 0) return true;
    memcpy(layer->key, &key, sizeof key);
    return false;
}

/* The shadow changes with the pose, not with the camera. */
static bool update_shadow(bp_ui *ui, const bp_model_view *view, const bp_context *context,
                          bp_scene_layer *layer) {
    if (layer->shadow && layer->shadow_posed == view->posed &&
        memcmp(&layer->shadow_bounds, &view->bounds, sizeof view->bounds) == 0)
        return true;
    if (!layer->shadow && !(layer->shadow = bp_shadow_create(context, ui->error))) return false;
    layer->shadow_posed = 0; /* after an error it is made again */
    if (!bp_shadow_update(layer->shadow, ui->raster, bp_model_figure_get_figure(view->loaded->figure),
                          view->bounds, ui->error))
        return false;
    layer->shadow_posed = view->posed;
    layer->shadow_bounds = view->bounds;
    return true;
}

static void draw_layer(bp_ui *ui, const bp_model_view *view, const bp_context *context, bp_stage_view *stage,
                       bp_scene_layer *layer) {
    bp_rect scene = bp_stage_view_scene(ui, stage->rect, stage->stage);
    if (!view->viewer->core.settings.no_shadow && (stage->show & (BP_SHOW_MESH | BP_SHOW_WEIGHTS))) {
        ui->failed |= !update_shadow(ui, view, context, layer);
        stage->shadow = layer->shadow;
    }
    bp_ui_begin(ui, &layer->picture, &(bp_pass){.samples = samples_of(view)}, &scene, ui->theme->card);
    bp_stage_view_draw(ui, stage);
    bp_ui_end(ui);
    if (ui->failed) memset(layer->key, 0, sizeof layer->key);
}

/* The vertex that is nearest to the point under the mouse. */
static bp_vertex_ref vertex_at_pointer(const bp_model_view *view, const bp_scene_layer *layer,
                                       const bp_placed_stage *scene) {
    const bp_model_pointer *pointer = &view->viewer->pointer;
    const bp_framebuffer *from = &layer->picture;
    bp_vertex_ref none = {.valid = false};
    if (pointer->chosen.valid) return pointer->chosen;
    if (!pointer->inside || !bp_rect_contains(scene->rect, pointer->x, pointer->y)) return none;
    int x = (int)pointer->x, y = (int)pointer->y;
    if (x < 0 || y < 0 || x >= from->width || y >= from->height) return none;
    float depth = from->depth[(size_t)from->stride * (size_t)y + (size_t)x];
    if (!(depth < 1)) return none;
    bp_mat4 back;
    float aspect = (float)scene->rect.width / (float)scene->rect.height;
    if (!bp_mat4_inverse(bp_camera_view_projection(&scene->camera, aspect), &back)) return none;
    float left = (float)x + 0.5f - (float)scene->rect.x, top = (float)y + 0.5f - (float)scene->rect.y;
    bp_vec4 clip = {2 * left / (float)scene->rect.width - 1, 1 - 2 * top / (float)scene->rect.height, depth,
                    1};
    bp_vec4 at = bp_mat4_vec4(back, clip);
    if (at.w == 0) return none;
    return bp_loaded_model_nearest_vertex(view->loaded, (bp_vec3){at.x / at.w, at.y / at.w, at.z / at.w});
}

/* A scene with its card: of the file, or of its repaired copy. */
typedef struct scene_part {
    bp_model_view view;
    bp_scene_layer *layer;
    bp_rect card;
    bp_stage stage;
    stage_text text;
    bp_stage_view scene;
} scene_part;

static void describe_part(scene_part *part, int index) {
    const bp_model_comparison *both = part->view.comparison;
    describe_stage(&part->view, &part->text, &part->stage);
    if (!both) return;
    char repairs[48] = "Before";
    if (index == 1)
        snprintf(repairs, sizeof repairs, "After %zu repair%s", both->repairs, both->repairs == 1 ? "" : "s");
    snprintf(part->text.title, sizeof part->text.title, "%s: %zu error%s, %zu warning%s", repairs,
             both->errors[index], both->errors[index] == 1 ? "" : "s", both->warnings[index],
             both->warnings[index] == 1 ? "" : "s");
    part->text.subtitle[0] = '\0'; /* without one, both cards have heads alike */
    if (index == 1) snprintf(part->stage.note, sizeof part->stage.note, "Ctrl+D saves this copy");
}

/* Halves the first card if there is a comparison. Returns the number of parts. */
static int add_repaired(const bp_ui *ui, scene_part parts[2]) {
    bp_model_comparison *both = parts[0].view.comparison;
    bp_rect *card = &parts[0].card;
    int gap = bp_ui_px(ui, BP_LAYOUT_GAP);
    if (!both) return 1;
    parts[1] = parts[0];
    parts[1].view.loaded = &both->loaded;
    parts[1].view.posed = both->posed;
    parts[1].layer = &both->layer;
    if (card->width >= card->height) {
        card->width = (card->width - gap) / 2;
        parts[1].card.x += parts[1].card.width - card->width;
        parts[1].card.width = card->width;
    } else {
        card->height = (card->height - gap) / 2;
        parts[1].card.y += parts[1].card.height - card->height;
        parts[1].card.height = card->height;
    }
    return 2;
}

static bool is_probed(const bp_ui *ui, bp_rect scene) {
    return bp_rect_contains(scene, (float)ui->probe->x, (float)ui->probe->y);
}

/* Draws the part's layer, if it isn't current, and adds its scene to the drawn ones. */
static bool draw_part(bp_ui *ui, scene_part *part, bp_controller *controller, bp_drawn_frame *drawn,
                      bp_error *error) {
    const bp_framebuffer *to = &controller->picture;
    int index = drawn->scene_count++, stage = part->view.viewer->core.selection.stage;
    /* The size is part of the key, so a new layer is never taken for the scene. */
    if (!bp_offscreen_target_resize(controller->context, &part->layer->picture, to->width, to->height, true,
                                    error))
        return false;
    part->stage = part->view.loaded->stages[stage < part->view.loaded->stage_count ? stage : 0];
    describe_part(part, index);
    part->scene = stage_view_of(ui, &part->view, &part->stage, part->card);
    bp_rect rect = bp_stage_view_scene(ui, part->card, &part->stage);
    if (ui->probe ? is_probed(ui, rect) : !same_key(part->layer, ui, &part->view, &part->scene, to))
        draw_layer(ui, &part->view, controller->context, &part->scene, part->layer);
    drawn->scenes[index] = (bp_placed_stage){.stage = stage,
                                             .rect = rect,
                                             .camera = part->scene.camera,
                                             .ring = index == 0 ? part->scene.ring : 0,
                                             .drag_joints = index == 0 && (part->scene.show & BP_SHOW_BONES),
                                             .passive = index > 0};
    return true;
}

static void draw_panels(bp_ui *ui, const bp_model_view *view, const bp_model_layout *layout,
                        const scene_part *parts, int count, bp_drawn_frame *drawn) {
    bp_panel_model_title(ui, view, layout->title);
    for (int i = 0; i < count; i++) bp_stage_view_card(ui, &parts[i].scene);
    bp_panel_timeline(ui, view, layout->timeline, &drawn->track);
    bp_panel_model_keys(ui, view, layout);
    if (layout->panel.width > 0) bp_panel_model_side(ui, view, layout->panel, drawn);
}

static void draw_over(bp_ui *ui, const bp_model_view *view, const bp_stage_view *stage,
                      bp_drawn_frame *drawn) {
    bp_stage_view_over(ui, stage);
    bp_stage_view_hover(ui, &view->viewer->core, view->loaded->stages, view->loaded->stage_count, drawn);
    bp_panel_vertex(ui, view, &drawn->scenes[0], drawn->vertex);
    bp_panel_clips(ui, view, drawn->scenes[0].rect, drawn);
    bp_panel_file(ui, view, drawn->scenes[0].rect);
    if (view->viewer->core.settings.help)
        bp_panel_help(ui, &bp_model_keys, view->viewer->core.settings.width,
                      view->viewer->core.settings.height);
}

/* A layer with the first draws alone is shown, but not kept. */
static void show_first_draws(const bp_ui *ui, scene_part *part, bp_rect scene, const bp_framebuffer *to) {
    if (!is_probed(ui, scene)) return;
    bp_offscreen_target_copy(&part->layer->picture, scene, to, scene.x, scene.y);
    memset(part->layer->key, 0, sizeof part->layer->key);
}

bool bp_model_view_draw(const bp_model_view *view, bp_controller *controller, bp_scene_layer *layer,
                        bp_error *error) {
    const bp_view_settings *settings = &view->viewer->core.settings;
    const bp_framebuffer *to = &controller->picture;
    bp_drawn_frame unused, *drawn = controller->probe ? &unused : &controller->drawn;
    *drawn = (bp_drawn_frame){.valid = false};
    bp_ui ui = {.raster = controller->raster,
                .theme = bp_theme_of(settings->light),
                .unit = bp_view_settings_unit(settings),
                .hits = &drawn->hits,
                .texts = view->texts,
                .probe = controller->probe,
                .error = error,
                .touch = settings->touch};
    bp_model_layout layout = make_layout(view->viewer, &ui);
    drawn->unfolded = layout.unfolded;
    scene_part parts[2] = {{.view = *view, .layer = layer, .card = layout.card}};
    int count = add_repaired(&ui, parts);
    for (int i = 0; i < count; i++)
        if (!draw_part(&ui, &parts[i], controller, drawn, error)) return false;
    if (ui.probe && ui.probe->kind != BP_PROBE_HISTORY) { /* the layer is all of it */
        for (int i = 0; i < count && ui.probe->kind == BP_PROBE_DRAWS; i++)
            show_first_draws(&ui, &parts[i], drawn->scenes[i].rect, to);
        return !ui.failed;
    }
    drawn->vertex = vertex_at_pointer(view, layer, &drawn->scenes[0]);
    if (!ui.probe) { /* else the panels are there */
        bp_ui_begin(&ui, to, NULL, &(bp_rect){0}, ui.theme->page);
        draw_panels(&ui, view, &layout, parts, count, drawn);
        bp_ui_end(&ui);
    }
    for (int i = 0; i < count && !ui.failed; i++) {
        bp_rect shown = drawn->scenes[i].rect;
        if (ui.probe && !is_probed(&ui, shown)) continue;
        if (ui.probe) shown = (bp_rect){ui.probe->x, ui.probe->y, 1, 1};
        bp_offscreen_target_copy(&parts[i].layer->picture, shown, to, shown.x, shown.y);
    }
    bp_ui_begin(&ui, to, NULL, NULL, ui.theme->page);
    if (count > 1) bp_stage_view_over(&ui, &parts[1].scene);
    draw_over(&ui, view, &parts[0].scene, drawn);
    bp_ui_end(&ui);
    return !ui.failed;
}
