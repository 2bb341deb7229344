/* The state of a model's window, and the model in the pose of that state. Vertices are skinned only when
 * it changed. */
#include "app/screens/model/model_screen.h"
#include "mesh/editing.h"
#include <bindpose/pick.h>
#include <stdio.h>
#include <string.h>

static const double SPEEDS[BP_MODEL_SPEEDS] = {0.1, 0.25, 0.5, 1, 2, 4, 8};

double bp_model_speed(int speed) { return SPEEDS[speed]; }

/* ---- opening ------------------------------------------------------------------------------------ */

/* The first bone that moves vertices: the bones above it show little. */
static size_t first_joint(const bp_loaded_model *loaded) {
    const bp_bone *bone = bp_bone_tree_first(loaded->stages[0].skeleton);
    for (; bone; bone = bp_bone_tree_next(bone))
        if (bp_bone_index(bone) != BP_INDEX_NONE) return bp_bone_id(bone);
    return 0;
}

/* Starts over with the file that was read. What is shown stays, except for the camera. */
static void begin(bp_app *app) {
    bp_model_screen *screen = app->model;
    const bp_loaded_model *loaded = &screen->loaded;
    bool clips = loaded->model->clip_count > 0;
    unsigned flipped = screen->picture.flipped;
    screen->play = (bp_model_play){.source = clips ? BP_POSE_FROM_CLIP : BP_POSE_FROM_REST,
                                   .clip = clips ? 0 : -1,
                                   .speed = BP_MODEL_SPEED_DEFAULT,
                                   .playing = clips && !app->settings.still};
    screen->picture = bp_illustration_make();
    screen->picture.free_camera = true;
    screen->picture.pulls = true;
    screen->picture.flipped = flipped;
    screen->picture.chosen.bone = first_joint(loaded);
    screen->finding = -1;
    screen->clips = screen->pointing = screen->fitted = screen->shown = false;
    screen->chosen = (bp_vertex_ref){.valid = false};
    screen->failure[0] = '\0';
    screen->version++;
    screen->made = 0;
    app->matrix_row = -1;
    app->drawn = (bp_drawn){.valid = false};
    memset(app->scrolled, 0, sizeof app->scrolled);
    bp_field_open(&app->field, BP_FIELD_NONE);
    bp_app_notify(app, "%s", loaded->note);
    snprintf(app->title, sizeof app->title, "%.120s - Bindpose", bp_loaded_model_name(loaded));
}

bool bp_model_open(bp_app *app, const char *path, bp_error *error) {
    bp_model_screen *screen = bp_alloc(NULL, 1, sizeof *screen, error);
    if (!screen) return false;
    if (!bp_loaded_model_open(&screen->loaded, app->context, path, error)) {
        bp_free(NULL, screen);
        return false;
    }
    app->model = screen;
    app->screen = BP_SCREEN_MODEL;
    begin(app);
    return true;
}

static void close_files(bp_model_screen *screen) {
    bp_model_comparison_close(&screen->comparison);
    bp_loaded_model_close(&screen->loaded);
}

void bp_model_close(bp_app *app) {
    bp_model_screen *screen = app->model;
    for (int i = 0; i < 2; i++) bp_shadow_destroy(screen->shadows[i]);
    close_files(screen);
    bp_free(NULL, screen);
    app->model = NULL;
}

void bp_model_replace(bp_app *app, bp_loaded_model fresh) {
    close_files(app->model);
    app->model->loaded = fresh;
    app->model->findings = false;
    begin(app);
}

/* ---- time --------------------------------------------------------------------------------------- */

bp_pose_spec bp_model_spec(const bp_model_screen *screen) {
    return (bp_pose_spec){.source = screen->play.source,
                          .clip = screen->play.clip,
                          .seconds = screen->play.seconds,
                          .edits = screen->picture.history.edits,
                          .edit_count = screen->picture.history.count};
}

void bp_model_seek(bp_model_screen *screen, double seconds) {
    double length = bp_loaded_model_clip_length(&screen->loaded, screen->play.clip);
    if (screen->play.clip < 0) return;
    screen->play.source = BP_POSE_FROM_CLIP;
    screen->play.seconds = seconds > 0 ? (seconds < length ? seconds : length) : 0;
    screen->version++;
}

static bool is_playing(const bp_app *app) {
    const bp_model_screen *screen = app->model;
    return screen->play.playing && screen->play.source == BP_POSE_FROM_CLIP &&
           app->held.action != BP_ACTION_FRAME &&
           bp_loaded_model_clip_length(&screen->loaded, screen->play.clip) > 0;
}

bool bp_model_is_moving(const bp_app *app) {
    return is_playing(app) || !app->model->loaded.examined || bp_illustration_is_moving(&app->model->picture);
}

/* The doctor runs after the first picture. */
bool bp_model_tick(bp_app *app, double seconds, unsigned *requests) {
    bp_model_screen *screen = app->model;
    bool moved = bp_illustration_tick(&screen->picture, seconds);
    if (screen->shown && !screen->loaded.examined) *requests |= BP_REQUEST_EXAMINE | BP_REQUEST_REDRAW;
    if (!is_playing(app)) return moved;
    double length = bp_loaded_model_clip_length(&screen->loaded, screen->play.clip);
    double now = screen->play.seconds + seconds * bp_model_speed(screen->play.speed);
    screen->play.seconds = now - floor(now / length) * length;
    screen->version++;
    return true;
}

/* ---- the pose ----------------------------------------------------------------------------------- */

static const bp_figure *figure_of(const bp_loaded_model *loaded) {
    return bp_model_figure_get_figure(loaded->figure);
}

/* The selected bone's matrices before the last change by hand: poses the nodes, skins nothing. */
static bool read_before(bp_app *app, bp_error *error) {
    bp_model_screen *screen = app->model;
    bp_edit edits[BP_EDITS_MAX];
    screen->before = (bp_matrices){.valid = false};
    if (!app->settings.numbers || screen->picture.history.undo_count == 0 || screen->play.playing)
        return true;
    bp_pose_spec spec = bp_model_spec(screen);
    spec.edit_count = bp_edit_history_before(&screen->picture.history, edits);
    spec.edits = edits;
    if (!bp_loaded_model_pose(&screen->loaded, &spec, error)) return false;
    screen->before = bp_matrices_of(bp_illustration_bone(&screen->picture));
    return true;
}

static bool find_bounds(bp_model_screen *screen, bp_error *error) {
    bp_pose_spec spec = bp_model_spec(screen);
    bp_bounds after;
    if (!bp_loaded_model_bounds(&screen->loaded, &spec, &screen->bounds, error)) return false;
    if (!screen->comparison.open) return true;
    if (!bp_loaded_model_bounds(&screen->comparison.loaded, &spec, &after, error)) return false;
    screen->bounds = bp_model_comparison_bounds(screen->bounds, after);
    return true;
}

/* The shadow changes with the pose, not with the camera. */
static bool update_shadows(bp_app *app, bp_error *error) {
    bp_model_screen *screen = app->model;
    const bp_loaded_model *shown[2] = {&screen->loaded, &screen->comparison.loaded};
    for (int i = 0; i < (screen->comparison.open ? 2 : 1) && !app->settings.no_shadow; i++) {
        if (!screen->shadows[i] && !(screen->shadows[i] = bp_shadow_create(app->context, error)))
            return false;
        if (!bp_shadow_update(screen->shadows[i], app->raster, figure_of(shown[i]), screen->bounds, error))
            return false;
    }
    return true;
}

/* Why a bone, or its bind while binds are edited, can't be changed by hand. A model's bones move only
 * through their nodes, and only joints have binds of their own. */
static const char *block(const bp_illustration *picture, const bp_bone *bone) {
    if (picture->binds && bp_bone_index(bone) == BP_INDEX_NONE)
        return "no joint of the skin: it has no inverse bind";
    return bp_bone_node(bone) ? NULL : "no node of the file moves this bone";
}

static void name_stages(bp_model_screen *screen) {
    const bp_model_comparison *both = &screen->comparison;
    char repairs[48] = "Before";
    screen->titles[0][0] = '\0';
    for (int i = 0; i < 2 && both->open; i++) {
        if (i == 1)
            snprintf(repairs, sizeof repairs, "After %zu repair%s", both->repairs,
                     both->repairs == 1 ? "" : "s");
        snprintf(screen->titles[i], sizeof screen->titles[i], "%s: %zu error%s, %zu warning%s", repairs,
                 both->errors[i], both->errors[i] == 1 ? "" : "s", both->warnings[i],
                 both->warnings[i] == 1 ? "" : "s");
    }
    for (int i = 0; i < 2; i++) screen->stages[i].title = screen->titles[i];
}

static void show(bp_app *app) {
    bp_model_screen *screen = app->model;
    bp_illustration *picture = &screen->picture;
    int skeleton = picture->chosen.stage, count = screen->loaded.stage_count;
    float radius = bp_bounds_radius(screen->bounds);
    bp_camera camera = bp_model_front_camera(screen->loaded.model, bp_radians(35));
    screen->stages[0] = screen->loaded.stages[skeleton >= 0 && skeleton < count ? skeleton : 0];
    if (screen->comparison.open)
        screen->stages[1] =
            screen->comparison.loaded.stages[skeleton < screen->comparison.loaded.stage_count ? skeleton : 0];
    name_stages(screen);
    bp_content content = {.stages = screen->stages,
                          .stage_count = screen->comparison.open ? 2 : 1,
                          .camera = camera,
                          .first_camera = camera,
                          .at_bind = screen->loaded.source == BP_POSE_FROM_BIND,
                          .show = BP_SHOW_MESH | BP_SHOW_BONES,
                          .floor_half = radius > 0 ? 1.5f * radius : 1,
                          .drag_joints = true,
                          .passive = 2,
                          .skeleton = skeleton,
                          .block = block};
    if (!bp_bounds_is_empty(screen->bounds)) {
        content.floor = bp_bounds_center(screen->bounds);
        content.floor.y = screen->bounds.lo.y;
    }
    for (int i = 0; i < 2 && !app->settings.no_shadow; i++) content.shadows[i] = screen->shadows[i];
    bp_illustration_set(picture, &content, false);
}

bool bp_model_update(bp_app *app, bp_error *error) {
    bp_model_screen *screen = app->model;
    const bp_edit_history *history = &screen->picture.history;
    if (screen->made == screen->version && screen->made_history == history->version && screen->fitted)
        return true;
    bp_pose_spec spec = bp_model_spec(screen);
    screen->made = 0; /* after an error everything is posed again */
    if (!read_before(app, error) || !bp_loaded_model_pose(&screen->loaded, &spec, error) ||
        !bp_model_comparison_pose(&screen->comparison, &screen->loaded, &spec, error) ||
        !bp_figure_pose(bp_model_figure_get_figure(screen->loaded.figure), error))
        return false;
    if (!screen->fitted && !find_bounds(screen, error)) return false;
    screen->fitted = true;
    if (!update_shadows(app, error)) return false;
    show(app);
    screen->made = screen->version;
    screen->made_history = history->version;
    return true;
}

const bp_illustration *bp_model_shown(const bp_app *app) { return &app->model->picture; }

/* ---- what was found ----------------------------------------------------------------------------- */

void bp_model_choose_finding(bp_app *app, int row) {
    bp_model_screen *screen = app->model;
    int count = (int)screen->loaded.report.count, skeleton = 0;
    screen->findings = true;
    if (count == 0) return;
    screen->finding = (row + count) % count;
    const bp_doctor_finding *finding = bp_loaded_model_finding(&screen->loaded, screen->finding);
    const bp_bone *bone = bp_loaded_model_finding_bone(&screen->loaded, finding, &skeleton);
    if (!bone) return;
    if (skeleton != screen->picture.chosen.stage) screen->version++;
    screen->picture.content.skeleton = skeleton;
    bp_illustration_choose(&screen->picture, skeleton, bp_bone_id(bone));
}

void bp_model_examine(bp_app *app) {
    bp_model_screen *screen = app->model;
    bp_loaded_model_examine(&screen->loaded);
    screen->version++;
    const bp_doctor_report *report = &screen->loaded.report;
    if (report->errors + report->warnings > 0) bp_model_choose_finding(app, 0);
}

int bp_model_clip_at(const bp_loaded_model *loaded, const char *search, int row) {
    const bp_model *model = loaded->model;
    for (size_t i = 0; i < model->clip_count && row >= 0; i++)
        if (bp_name_contains(bp_clip_name(model->clips[i]), search) && row-- == 0) return (int)i;
    return -1;
}

int bp_model_clip_count(const bp_loaded_model *loaded, const char *search) {
    int count = 0;
    for (size_t i = 0; i < loaded->model->clip_count; i++)
        count += bp_name_contains(bp_clip_name(loaded->model->clips[i]), search);
    return count;
}

/* The one that a key chose, or the one nearest to the mouse in the triangle under it. */
bp_vertex_ref bp_model_vertex(const bp_app *app) {
    const bp_model_screen *screen = app->model;
    const bp_placed_stage *placed = &screen->picture.placed[0];
    bp_vertex_ref none = {.valid = false};
    bp_pick pick;
    if (screen->chosen.valid) return screen->chosen;
    if (!screen->pointing || app->inspector.open || !bp_rect_contains(placed->rect, app->x, app->y))
        return none;
    bp_ray ray = bp_camera_ray(&placed->camera, placed->rect, (bp_vec2){app->x, app->y});
    if (!bp_figure_pick(figure_of(&screen->loaded), ray, &pick)) return none;
    int nearest = pick.weights[1] > pick.weights[0] ? 1 : 0;
    if (pick.weights[2] > pick.weights[nearest]) nearest = 2;
    return (bp_vertex_ref){true, pick.part, pick.vertices[nearest]};
}

int bp_model_unsaved(const bp_model_screen *screen) {
    const bp_edit_history *history = &screen->picture.history;
    return screen->kept == history->version ? 0 : bp_edit_history_binds(history);
}

static void describe_findings(const bp_loaded_model *loaded, bp_json_writer *json) {
    if (!loaded->examined) return;
    bp_json_set_text(json, "failure", loaded->failure);
    bp_json_open_array(json, "findings");
    const bp_doctor_finding *finding;
    for (int row = 0; (finding = bp_loaded_model_finding(loaded, row)); row++)
        bp_json_put_text(json, finding->message);
    bp_json_end_array(json);
}

void bp_model_describe(const bp_app *app, bp_json_writer *json) {
    const bp_model_screen *screen = app->model;
    const bp_loaded_model *loaded = &screen->loaded;
    const bp_bone *bone = bp_illustration_bone(&screen->picture);
    char words[BP_MATRIX_WORDS_MAX];
    bp_json_set_text(json, "file", bp_loaded_model_name(loaded));
    bp_json_set_text(json, "path", loaded->path);
    if (screen->failure[0]) bp_json_set_text(json, "notice", screen->failure);
    bp_json_set_integer(json, "vertices", (long long)loaded->vertices);
    bp_json_set_integer(json, "triangles", (long long)loaded->triangles);
    bp_json_set_integer(json, "joints", (long long)loaded->joints);
    bp_json_set_bool(json, "playing", screen->play.playing);
    bp_json_set_integer(json, "unsaved", bp_model_unsaved(screen));
    bp_settings_describe_show(screen->picture.content.show ^ screen->picture.flipped, json);
    if (screen->play.clip >= 0)
        bp_json_set_text(json, "animation", bp_clip_name(loaded->model->clips[screen->play.clip]));
    if (bone) {
        bp_mat4 local = bp_bone_local(bone);
        bp_json_set_text(json, "bone", bp_bone_name(bone));
        bp_json_set_text(json, "local", bp_matrix_words(&local, BP_WORDS_ALL, words));
    }
    describe_findings(loaded, json);
}
