/* One pass with four samples a pixel: panels, cards and the scenes in them. Names and the help come after the samples
 * are resolved, so they cost one sample a pixel. */
#include "viewer/lesson/lesson_view.h"
#include "viewer/stage_view.h"

static bp_stage_view view_of(const bp_ui *ui, const bp_lesson_view *lesson, int card) {
    const bp_lesson_viewer *viewer = lesson->viewer;
    const bp_world *world = lesson->world;
    int stage = lesson->layout->first + card;
    bp_stage_view view = {.stage = &world->stages[stage], .rect = lesson->layout->cards[card]};
    bp_rect scene = bp_stage_view_scene(ui, view.rect);
    view.camera = bp_view_settings_camera(&viewer->core.settings, world->camera, scene);
    view.show = world->show ^ viewer->core.settings.flipped;
    view.axis = viewer->core.selection.axis;
    view.floor = world->floor;
    view.floor_half = world->floor_half;
    view.here = world->stage_count > 1 && stage == viewer->core.selection.stage;
    if (stage == viewer->core.selection.stage) view.selected = bp_lesson_viewer_bone(viewer, world);
    if (view.selected && (view.show & BP_SHOW_BONES)) view.ring = bp_stage_view_ring(ui, &view.camera, scene);
    return view;
}

static void draw_panels(bp_ui *ui, const bp_lesson_view *lesson, bp_drawn_frame *drawn) {
    bp_panel_title(ui, lesson);
    for (int i = 0; i < lesson->layout->count; i++) {
        bp_stage_view view = view_of(ui, lesson, i);
        bp_stage_view_card(ui, &view);
        drawn->scenes[i] = (bp_drawn_scene){.stage = lesson->layout->first + i,
                                            .rect = bp_stage_view_scene(ui, view.rect),
                                            .camera = view.camera,
                                            .ring = view.ring};
    }
    drawn->scene_count = lesson->layout->count;
    bp_panel_readouts(ui, lesson);
    bp_panel_caption(ui, lesson);
    bp_panel_keys(ui, lesson);
    bp_panel_side(ui, lesson, drawn);
}

static void draw_scenes(bp_ui *ui, const bp_lesson_view *lesson) {
    for (int i = 0; i < lesson->layout->count; i++) {
        bp_stage_view view = view_of(ui, lesson, i);
        bp_stage_view_draw(ui, &view);
    }
}

static void draw_over(bp_ui *ui, const bp_lesson_view *lesson, const bp_framebuffer *to) {
    if (!ui->failed) ui->failed = !bp_raster_resolve_samples(ui->raster, ui->error);
    for (int i = 0; i < lesson->layout->count; i++) {
        bp_stage_view view = view_of(ui, lesson, i);
        bp_stage_view_names(ui, &view);
    }
    if (lesson->viewer->core.settings.help) bp_panel_help(ui, &bp_lesson_keys, to->width, to->height);
}

/* Textures come and go with models that a world makes for itself. */
static bool textures_stay(const bp_world *world) {
    for (int i = 0; i < world->stage_count; i++)
        if (world->stages[i].owns_posed && world->stages[i].model->image_count > 0) return false;
    return true;
}

bool bp_lesson_view_draw(const bp_lesson_view *view, bp_raster *raster, const bp_framebuffer *to,
                         bp_drawn_frame *drawn, bp_error *error) {
    const bp_view_settings *settings = &view->viewer->core.settings;
    bp_ui ui = {.theme = bp_theme_of(settings->light),
                .unit = bp_view_settings_unit(settings),
                .hits = &drawn->hits,
                .error = error};
    const bp_pass pass = {.samples = 4, .framebuffer_unchanged = drawn->valid && textures_stay(view->world)};
    *drawn = (bp_drawn_frame){.valid = false};
    bp_layout layout = bp_layout_make(view->viewer, view->lesson, view->world, &ui);
    bp_lesson_view laid_out = *view;
    laid_out.layout = &layout;
    /* Only scenes need depth, and no later pass reads it: the pass's own buffer is enough. */
    bp_framebuffer flat = *to;
    flat.depth = NULL;
    ui.raster = raster;
    bp_ui_begin(&ui, &flat, &pass, &(bp_rect){0}, ui.theme->page);
    draw_panels(&ui, &laid_out, drawn);
    draw_scenes(&ui, &laid_out);
    draw_over(&ui, &laid_out, &flat);
    bp_ui_end(&ui);
    drawn->valid = !ui.failed;
    return drawn->valid;
}
