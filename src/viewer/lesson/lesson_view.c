/* One pass: panels, cards and the scenes in them, with four samples a pixel, which cost where a scene has triangles;
 * then, over pixels that are finished, names and the help. */
#include "viewer/lesson/lesson_view.h"
#include "viewer/stage_view.h"
#include <string.h>

static bp_stage_view view_of(const bp_ui *ui, const bp_panel_scope *panel, int card) {
    const bp_viewer *viewer = panel->viewer;
    const bp_world *world = panel->scope->world;
    int stage = panel->layout->first + card;
    bp_stage_view view = {.stage = &world->stages[stage], .rect = panel->layout->cards[card]};
    bp_rect scene = bp_stage_view_scene(ui, view.rect);
    view.camera = bp_view_settings_camera(&viewer->settings, world->camera, scene);
    view.show = bp_viewer_show(viewer, world);
    view.axis = viewer->selection.axis;
    view.floor = world->floor;
    view.floor_half = world->floor_half;
    view.here = world->stage_count > 1 && stage == viewer->selection.stage;
    if (stage == viewer->selection.stage) view.selected = bp_viewer_bone(viewer, world);
    if (view.selected && (view.show & BP_SHOW_BONES)) view.ring = bp_stage_view_ring(ui, &view.camera, scene);
    return view;
}

static void draw_panels(bp_ui *ui, const bp_panel_scope *panel, bp_drawn_frame *drawn) {
    bp_panel_title(ui, panel);
    for (int i = 0; i < panel->layout->count; i++) {
        bp_stage_view view = view_of(ui, panel, i);
        bp_stage_view_card(ui, &view);
        drawn->scenes[i] = (bp_drawn_scene){.stage = panel->layout->first + i,
                                            .rect = bp_stage_view_scene(ui, view.rect),
                                            .camera = view.camera,
                                            .ring = view.ring};
    }
    drawn->scene_count = panel->layout->count;
    bp_panel_readouts(ui, panel);
    bp_panel_caption(ui, panel);
    bp_panel_keys(ui, panel);
    bp_panel_side(ui, panel, drawn);
}

static void begin(bp_ui *ui, const bp_framebuffer *to, const bp_pass *pass) {
    bp_clear clear = {0};
    memcpy(clear.color, &ui->theme->page, 4);
    ui->failed =
        !bp_raster_begin(ui->raster, to, pass, ui->error) || !bp_raster_clear(ui->raster, &clear, ui->error);
}

static void end(bp_ui *ui) {
    if (!ui->failed) ui->failed = !bp_raster_end(ui->raster, NULL, ui->error);
}

static void draw_scenes(bp_ui *ui, const bp_panel_scope *panel) {
    for (int i = 0; i < panel->layout->count; i++) {
        bp_stage_view view = view_of(ui, panel, i);
        bp_stage_view_draw(ui, &view);
    }
}

static void draw_over(bp_ui *ui, const bp_panel_scope *panel, const bp_framebuffer *to) {
    if (!ui->failed) ui->failed = !bp_raster_resolve_samples(ui->raster, ui->error);
    for (int i = 0; i < panel->layout->count; i++) {
        bp_stage_view view = view_of(ui, panel, i);
        bp_stage_view_names(ui, &view);
    }
    if (panel->viewer->settings.help) bp_panel_help(ui, &bp_lesson_keys, to->width, to->height);
}

/* Textures come and go with models that a world makes for itself. */
static bool textures_stay(const bp_world *world) {
    for (int i = 0; i < world->stage_count; i++)
        if (world->stages[i].owns_posed && world->stages[i].model->image_count > 0) return false;
    return true;
}

bool bp_lesson_view_draw(bp_raster *raster, const bp_framebuffer *to, const bp_viewer *viewer,
                         const bp_viewer_scope *scope, const bp_panel_data *data, bp_drawn_frame *drawn,
                         bp_error *error) {
    bp_ui ui = {.raster = NULL,
                .theme = bp_theme_of(viewer->settings.light),
                .unit = bp_view_settings_unit(&viewer->settings),
                .hits = &drawn->hits,
                .error = error};
    const bp_pass pass = {.samples = 4, .framebuffer_unchanged = drawn->stands && textures_stay(scope->world)};
    *drawn = (bp_drawn_frame){.stands = false};
    bp_layout layout = bp_layout_make(viewer, scope, &ui);
    bp_panel_scope panel = {viewer, scope, &layout, data};
    /* Only scenes have depth, each pixel those of one stage: it need not outlive their pass. */
    bp_framebuffer flat = *to;
    flat.depth = NULL;
    ui.raster = raster;
    begin(&ui, &flat, &pass);
    draw_panels(&ui, &panel, drawn);
    draw_scenes(&ui, &panel);
    draw_over(&ui, &panel, &flat);
    end(&ui);
    drawn->stands = !ui.failed;
    return drawn->stands;
}
