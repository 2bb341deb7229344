/* One pass with four samples a pixel: panels, cards and the scenes in them. Names and the help come after
 * the samples are resolved, so they cost one sample a pixel. */
#include "mesh/editing.h"
#include "raster/inspect.h"
#include "viewer/lesson/lesson_view.h"
#include "viewer/stage_view.h"
#include <float.h>
#include <string.h>

enum { MARGIN = 9 };

static float fov_of(const bp_camera *camera) { return camera->fov_y > 0 ? camera->fov_y : bp_radians(45); }

/* The lesson's camera with a view that the extent fills. A lesson may move its camera: the view then changes
 * by as much as with the lesson's own field of view. */
static bp_camera fitted_camera(const bp_lesson_view *lesson, bp_bounds extent, bp_rect scene) {
    const bp_view_settings *settings = &lesson->viewer->core.settings;
    const bp_world *world = lesson->world;
    const bp_camera *from = &world->first_camera;
    bp_camera camera = world->camera;
    float radius = bp_bounds_is_empty(extent) ? 0 : bp_bounds_radius(extent);
    if (!(radius > 0 && radius <= FLT_MAX)) return bp_view_settings_camera(settings, camera, scene);
    bp_camera fitted = bp_extent_camera(from, extent, (float)scene.width / (float)scene.height);
    bp_vec3 shift = bp_vec3_sub(fitted.target, from->target);
    float ratio = bp_tan(fitted.fov_y / 2) / bp_tan(fov_of(from) / 2);
    float margin = MARGIN * bp_view_settings_unit(settings), tall = (float)scene.height;
    if (tall > 8 * margin) ratio *= tall / (tall - 2 * margin); /* for the rings of joints at the edge */
    camera.fov_y = 2 * bp_atan2(bp_tan(fov_of(&camera) / 2) * ratio, 1);
    camera.target = bp_vec3_add(camera.target, shift);
    camera.eye = bp_vec3_add(camera.eye, shift);
    return bp_view_settings_camera(settings, camera, (bp_rect){0});
}

/* The stage's own, or that of all stages that share a view. */
static bp_bounds stage_extent(const bp_lesson_view *lesson, int stage) {
    const bp_world *world = lesson->world;
    bp_bounds all = lesson->data->extents[stage];
    for (int i = 0; i < world->stage_count && !world->stages[stage].own_view; i++)
        if (!world->stages[i].own_view) all = bp_bounds_union(all, lesson->data->extents[i]);
    return all;
}

enum { SCENES_MAX = BP_OPTION_MAX }; /* or stages, which are fewer */
/* The shortest way to say it that fits. */
static const char *note_of(const bp_ui *ui, const bp_lesson_view *lesson, int stage, int available,
                           char *text, size_t size) {
    const char *note = NULL;
    for (int brief = 0; brief <= BP_EDIT_NOTE_BRIEF; brief++) {
        note = bp_edit_note(lesson, stage, brief, text, size);
        if (!note || bp_ui_text_width(ui, note, (bp_style){.size = 12}) <= available) break;
    }
    return note;
}

static bp_stage_view view_of(const bp_ui *ui, const bp_lesson_view *lesson, int card) {
    const bp_lesson_viewer *viewer = lesson->viewer;
    const bp_world *world = lesson->world;
    int stage = lesson->layout->first + card;
    bp_stage_view view = {
        .stage = &world->stages[stage], .world = world, .index = stage, .rect = lesson->layout->cards[card]};
    bp_rect scene = bp_stage_view_scene(ui, view.rect, view.stage);
    view.camera = fitted_camera(lesson, stage_extent(lesson, stage), scene);
    view.show = bp_lesson_viewer_show(viewer, world);
    view.axis = viewer->core.selection.axis;
    view.handles = lesson->data->handles;
    view.handle_count = lesson->data->handle_count;
    view.selected_handle = viewer->core.selection.handle;
    bp_stage_view_set_hand(&view, &viewer->core);
    view.floor = world->floor;
    view.floor_half = world->no_floor ? 0 : world->floor_half;
    view.numbered = world->stage_count > 1;
    view.here = view.numbered && stage == viewer->core.selection.stage;
    if (stage == viewer->core.selection.stage) view.selected = bp_lesson_viewer_bone(viewer, world);
    view.matrix_row = bp_viewer_matrix_row(&viewer->core);
    if (view.selected && (view.show & BP_SHOW_BONES)) view.ring = bp_stage_view_ring(ui, &view.camera, scene);
    return view;
}

/* The card of an option: what its world has on the question's stage. The view's stage is a copy, because the
 * card has its own texts. */
static bp_stage_view option_view(const bp_ui *ui, const bp_lesson_view *lesson, const bp_question *question,
                                 int option, bp_stage *copy) {
    const bp_world *world = lesson->data->options[option];
    const bp_lesson_viewer *viewer = lesson->viewer;
    *copy = world->stages[lesson->data->option_stage];
    copy->title = question->options[option];
    copy->subtitle = "";
    copy->note[0] = '\0';
    bp_stage_view view = {.stage = copy, .world = world, .index = question->stage, .axis = 2};
    view.letter = (char)('A' + option);
    view.rect = lesson->layout->options[option];
    view.camera =
        fitted_camera(lesson, lesson->data->option_extent, bp_stage_view_scene(ui, view.rect, view.stage));
    view.show = bp_lesson_viewer_show(viewer, world) & ~(unsigned)BP_SHOW_NAMES;
    view.floor = world->floor;
    view.floor_half = world->no_floor ? 0 : world->floor_half;
    view.here = viewer->answer.option == option;
    return view;
}

static void draw_option_card(bp_ui *ui, const bp_stage_view *view, int option) {
    bp_stage_view_card(ui, view);
    bp_rgba8 edge = ui->theme->here;
    for (int i = 0; view->here && i < bp_ui_px(ui, 2); i++)
        bp_ui_box(ui, bp_rect_inset(view->rect, i, i), (bp_rgba8){0}, 6, edge);
    bp_ui_hit(ui, view->rect, BP_ACTION_OPTION, option);
}

/* Caption and question, or the end page: in letters that fit. */
static void draw_words(bp_ui *ui, const bp_lesson_view *lesson, bp_rect *answer) {
    bp_rect rect = lesson->layout->caption;
    float unit = ui->unit;
    ui->unit = lesson->layout->words_unit;
    if (lesson->viewer->position.ended)
        bp_panel_end(ui, lesson);
    else
        bp_panel_caption(ui, lesson, answer);
    ui->unit = unit;
    if (rect.x > 0) bp_ui_fill(ui, (bp_rect){rect.x, rect.y, 1, rect.height}, ui->theme->rule);
}

static void draw_cards(bp_ui *ui, const bp_lesson_view *lesson, const bp_stage_view *stages,
                       bp_drawn_frame *drawn) {
    char note[160];
    for (int i = 0; i < lesson->layout->count; i++) {
        bp_stage_view card = stages[i];
        card.note = note_of(ui, lesson, card.index, card.rect.width - bp_ui_px(ui, 24), note, sizeof note);
        bp_stage_view_card(ui, &card);
        drawn->scenes[i] = (bp_placed_stage){.stage = lesson->layout->first + i,
                                            .rect = bp_stage_view_scene(ui, stages[i].rect, stages[i].stage),
                                            .camera = stages[i].camera,
                                            .ring = stages[i].ring};
    }
    drawn->scene_count = lesson->layout->count;
    for (int i = 0; i < lesson->layout->option_count; i++) draw_option_card(ui, &stages[i], i);
}

static void draw_panels(bp_ui *ui, const bp_lesson_view *lesson, bp_drawn_frame *drawn) {
    bp_panel_title(ui, lesson);
    drawn->handle_count = lesson->data->handle_count;
    memcpy(drawn->handles, lesson->data->handles, sizeof drawn->handles);
    bp_panel_readouts(ui, lesson);
    bp_panel_time(ui, lesson, &drawn->track);
    draw_words(ui, lesson, &drawn->answer);
    bp_panel_keys(ui, lesson);
    bp_panel_side(ui, lesson, drawn);
}

/* A world that makes its own models also destroys their textures: the tile cache must not trust them. */
static bool textures_stay(const bp_lesson_view *view) {
    const bp_world *world = view->world;
    if (view->data->option_count > 0) return false;
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
                .texts = view->texts,
                .probe = view->probe,
                .error = error,
                .touch = settings->touch};
    const float unit = ui.unit;
    const bp_pass pass = {.samples = 4, .framebuffer_unchanged = drawn->valid && textures_stay(view)};
    *drawn = (bp_drawn_frame){.valid = false};
    bp_layout layout = bp_layout_make(view->viewer, view->lesson, view->world, &ui);
    bp_lesson_view laid_out = *view;
    laid_out.layout = &layout;
    bp_stage_view stages[SCENES_MAX];
    bp_stage copies[BP_OPTION_MAX];
    const bp_question *question = bp_lesson_viewer_question(view->viewer, view->lesson);
    ui.unit = layout.cards_unit;
    for (int i = 0; i < layout.count; i++) stages[i] = view_of(&ui, &laid_out, i);
    for (int i = 0; i < layout.option_count; i++)
        stages[i] = option_view(&ui, &laid_out, question, i, &copies[i]);
    ui.unit = unit;
    int scenes = layout.count + layout.option_count; /* one of them is 0 */
    /* Only scenes need depth, and no later pass reads it: the pass's own buffer is enough. */
    bp_framebuffer flat = *to;
    flat.depth = NULL;
    ui.raster = raster;
    bp_ui_begin(&ui, &flat, &pass, &(bp_rect){0}, ui.theme->page);
    draw_panels(&ui, &laid_out, drawn);
    ui.unit = layout.cards_unit;
    draw_cards(&ui, &laid_out, stages, drawn);
    for (int i = 0; i < scenes; i++) bp_stage_view_draw(&ui, &stages[i]);
    if (!ui.failed) ui.failed = !bp_raster_resolve_samples(raster, error);
    for (int i = 0; i < scenes; i++) bp_stage_view_over(&ui, &stages[i]);
    ui.unit = unit;
    const bp_world *world = view->world;
    bp_stage_view_hover(&ui, &view->viewer->core, world->stages, world->stage_count, drawn);
    bp_panel_term(&ui, &laid_out);
    if (view->viewer->glossary) {
        bp_panel_glossary(&ui, &laid_out);
        drawn->scene_count = 0; /* covered */
        drawn->tree = (bp_rect){0};
        drawn->track = (bp_rect){0};
    }
    const bp_key_table *keys = bp_lesson_has_bones(world) ? &bp_lesson_keys : &bp_lesson_keys_without_bones;
    if (settings->help) bp_panel_help(&ui, keys, to->width, to->height);
    bp_ui_end(&ui);
    drawn->valid = !ui.failed;
    return drawn->valid;
}
