/* The state of a model's window, and the model in the pose of that state. Vertices are skinned only when
 * it changed. */
#include "app/screens/model/model_screen.h"
#include "base/format.h"
#include "lesson/article.h"
#include "mesh/editing.h"
#include "rig/engine.h"
#include <bindpose/pick.h>
#include <math.h>
#include <stdio.h>

static const double SPEEDS[BP_MODEL_SPEEDS] = {0.1, 0.25, 0.5, 1, 2, 4, 8};

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
    bp_app_begin(app);
    bp_app_notify(app, "%s", loaded->note);
    snprintf(app->title, sizeof app->title, "%.120s - Bindpose", bp_loaded_model_name(loaded));
}

bool bp_model_open(bp_app *app, const char *path, bp_error *error) {
    bp_model_screen *screen = bp_alloc(NULL, 1, sizeof *screen, error);
    if (!screen) return false;
    if (!bp_loaded_model_open(&screen->loaded, app->context, path, NULL, error)) {
        bp_free(NULL, screen);
        return false;
    }
    app->model = screen;
    app->screen = BP_SCREEN_MODEL;
    begin(app);
    return true;
}

void bp_model_close(bp_app *app) {
    bp_model_screen *screen = app->model;
    for (int i = 0; i < 2; i++) bp_shadow_destroy(screen->shadows[i]);
    bp_model_comparison_close(&screen->comparison);
    bp_loaded_model_close(&screen->loaded);
    bp_free(NULL, screen);
    app->model = NULL;
}

bool bp_model_retarget(bp_app *app, const bp_motion_source *from, bp_error *error) {
    bp_model_screen *screen = app->model;
    bp_model_comparison_close(&screen->comparison);
    if (!bp_model_comparison_retarget(&screen->comparison, &screen->loaded, from, error)) return false;
    begin(app);
    screen->play.clip = (int)bp_transfer_worst_clip(&screen->comparison.transfer);
    return true;
}

void bp_model_replace(bp_app *app, bp_loaded_model fresh) {
    bp_model_comparison_close(&app->model->comparison);
    bp_loaded_model_close(&app->model->loaded);
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

/* It runs after the first picture. Beside a picture alone the page runs it. */
static bool waits_for_doctor(const bp_app *app) {
    return !app->model->loaded.examined && !app->settings.illustration;
}

bool bp_model_is_moving(const bp_app *app) {
    return is_playing(app) || waits_for_doctor(app) || bp_illustration_is_moving(&app->model->picture);
}

bool bp_model_tick(bp_app *app, double seconds, unsigned *requests) {
    bp_model_screen *screen = app->model;
    bool moved = bp_illustration_tick(&screen->picture, seconds);
    if (screen->shown && waits_for_doctor(app)) *requests |= BP_REQUEST_EXAMINE | BP_REQUEST_REDRAW;
    if (!is_playing(app)) return moved;
    double length = bp_loaded_model_clip_length(&screen->loaded, screen->play.clip);
    double now = screen->play.seconds + seconds * SPEEDS[screen->play.speed];
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
    bool follows = screen->comparison.transfer.count > 0;
    if (follows) spec.source = BP_POSE_FROM_REST; /* those of the present pose alone */
    if (!bp_loaded_model_bounds(&screen->loaded, &spec, &screen->bounds, error)) return false;
    if (follows) screen->followed = bp_model_comparison_hips(&screen->comparison);
    if (!screen->comparison.open || follows) return true;
    if (!bp_loaded_model_bounds(&screen->comparison.loaded, &spec, &after, error)) return false;
    screen->bounds = bp_model_comparison_bounds(screen->bounds, after);
    return true;
}

/* The camera goes along with a retargeted motion, which may walk far. */
static void follow(bp_model_screen *screen) {
    if (screen->comparison.transfer.count == 0) return;
    bp_vec3 hips = bp_model_comparison_hips(&screen->comparison);
    bp_vec3 way = bp_vec3_sub(hips, screen->followed);
    way.y = 0; /* the ground stays */
    screen->bounds.lo = bp_vec3_add(screen->bounds.lo, way);
    screen->bounds.hi = bp_vec3_add(screen->bounds.hi, way);
    screen->followed = hips;
}

/* The shadow changes with the pose, not with the camera. */
static bool update_shadows(bp_app *app, bp_error *error) {
    bp_model_screen *screen = app->model;
    const bp_loaded_model *shown[2] = {&screen->loaded, &screen->comparison.loaded};
    for (int i = 0; i < (screen->comparison.open ? 2 : 1) && !app->settings.no_shadow; i++) {
        if (!screen->shadows[i] && !(screen->shadows[i] = bp_shadow_create(app->context, error)))
            return false;
        if (!bp_shadow_update(screen->shadows[i], figure_of(shown[i]), screen->bounds, error)) return false;
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
    screen->titles[0][0] = '\0';
    for (int i = 0; i < 2; i++) {
        char *title = screen->titles[i];
        screen->stages[i].title = title;
        bp_formatted repairs = bp_format("Before");
        if (i == 1) repairs = bp_format("After %zu repair%s", both->repairs, both->repairs == 1 ? "" : "s");
        if (both->transfer.count > 0)
            snprintf(title, sizeof screen->titles[i], "%s: %.80s", i == 0 ? "Result" : "Source",
                     bp_loaded_model_name(i == 0 ? &screen->loaded : &both->loaded));
        else if (both->open)
            snprintf(title, sizeof screen->titles[i], "%.40s: %zu error%s, %zu warning%s", repairs.text,
                     both->errors[i], both->errors[i] == 1 ? "" : "s", both->warnings[i],
                     both->warnings[i] == 1 ? "" : "s");
    }
}

static void paint(void *user, bp_painter *painter) {
    const bp_model_screen *screen = user;
    int clip = screen->play.source == BP_POSE_FROM_CLIP ? screen->play.clip : -1;
    bp_model_comparison_paint(&screen->comparison, painter, clip, screen->play.seconds);
}

static void show(bp_app *app) {
    bp_model_screen *screen = app->model;
    bp_illustration *picture = &screen->picture;
    int skeleton = picture->content.skeleton, count = screen->loaded.stage_count;
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
        if (screen->comparison.transfer.count > 0) { /* the grid goes along by whole squares */
            float square = content.floor_half / 2;
            content.floor.x = square * floorf(content.floor.x / square + 0.5f);
            content.floor.z = square * floorf(content.floor.z / square + 0.5f);
        }
    }
    for (int i = 0; i < 2 && !app->settings.no_shadow; i++) content.shadows[i] = screen->shadows[i];
    if (screen->comparison.transfer.count > 0) content.paint = paint, content.user = screen;
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
    follow(screen);
    if (!update_shadows(app, error)) return false;
    show(app);
    screen->made = screen->version;
    screen->made_history = history->version;
    return true;
}

/* ---- what was found ----------------------------------------------------------------------------- */

void bp_model_choose_bone(bp_model_screen *screen, int skeleton, size_t bone) {
    if (skeleton != screen->picture.content.skeleton) screen->version++;
    screen->picture.content.skeleton = skeleton;
    bp_illustration_choose(&screen->picture, 0, bone);
}

void bp_model_choose_finding(bp_app *app, int row) {
    bp_model_screen *screen = app->model;
    int count = (int)screen->loaded.report.count, skeleton = 0;
    screen->findings = true;
    if (count == 0) return;
    screen->finding = (row + count) % count;
    const bp_doctor_finding *finding = bp_loaded_model_finding(&screen->loaded, screen->finding);
    const bp_bone *bone = bp_loaded_model_finding_bone(&screen->loaded, finding, &skeleton);
    int clip;
    screen->chosen = bp_loaded_model_finding_vertex(&screen->loaded, finding);
    if (bone) bp_model_choose_bone(screen, skeleton, bp_bone_id(bone));
    if (finding->time_count == 0 || sscanf(finding->place, "animations[%d]", &clip) != 1 || clip < 0 ||
        (size_t)clip >= screen->loaded.model->clip_count)
        return;
    screen->play.clip = clip;
    screen->play.playing = false;
    bp_model_seek(screen, (double)finding->times[0]);
}

void bp_model_examine(bp_app *app) {
    bp_model_screen *screen = app->model;
    bp_loaded_model_examine(&screen->loaded);
    screen->version++;
    const bp_doctor_report *report = &screen->loaded.report;
    if (report->errors + report->warnings > 0) bp_model_choose_finding(app, 0);
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

/* The skeletons' names, and the tree of the one that is shown. */
static void describe_bones(const bp_model_screen *screen, bp_json_writer *json) {
    const bp_model *model = screen->loaded.model;
    const bp_skeleton *skeleton = screen->stages[0].skeleton;
    size_t count = skeleton ? bp_skeleton_count(skeleton) : 0;
    bp_json_write(json, "skeletons: [");
    for (size_t i = 0; i < model->skeleton_count; i++)
        bp_json_write(json, "%s", bp_skeleton_name(model->skeletons[i]));
    bp_json_write(json, "], skeleton: %d, bones: [", screen->picture.content.skeleton);
    for (size_t i = 0; i < count; i++)
        bp_json_write(json, "%s", bp_bone_name(bp_skeleton_bone_by_id(skeleton, i)));
    bp_json_write(json, "], parents: [");
    for (size_t i = 0; i < count; i++) {
        const bp_bone *parent = bp_bone_parent(bp_skeleton_bone_by_id(skeleton, i));
        bp_json_write(json, "%d", parent ? (int)bp_bone_id(parent) : -1);
    }
    bp_json_write(json, "]");
}

static void describe_show(unsigned show, bp_json_writer *json) {
    static const struct {
        unsigned flag;
        const char *name;
    } parts[] = {{BP_SHOW_MESH, "mesh"}, {BP_SHOW_WIREFRAME, "wireframe"}, {BP_SHOW_BONES, "bones"},
                 {BP_SHOW_AXES, "axes"}, {BP_SHOW_WEIGHTS, "weights"},     {BP_SHOW_NAMES, "names"}};
    bp_json_write(json, "visible: [");
    for (size_t i = 0; i < BP_COUNT(parts); i++)
        if (show & parts[i].flag) bp_json_write(json, "%s", parts[i].name);
    bp_json_write(json, "]");
}

/* What plays, and what could. */
static void describe_clips(const bp_model_screen *screen, bp_json_writer *json) {
    static const char *const sources[] = {
        [BP_POSE_FROM_CLIP] = "clip", [BP_POSE_FROM_REST] = "rest", [BP_POSE_FROM_BIND] = "bind"};
    const bp_model *model = screen->loaded.model;
    int clip = screen->play.clip;
    bp_json_write(json, "playing: %i, pose: %s, clips: [",
                  screen->play.playing && screen->play.source == BP_POSE_FROM_CLIP,
                  sources[screen->play.source]);
    for (size_t i = 0; i < model->clip_count; i++) bp_json_write(json, "%s", bp_clip_name(model->clips[i]));
    bp_json_write(json, "], clip: %d", clip);
    if (clip < 0) return;
    bp_json_write(json, "animation: %s, seconds: %g, length: %g", bp_clip_name(model->clips[clip]),
                  screen->play.seconds, bp_loaded_model_clip_length(&screen->loaded, clip));
}

void bp_model_describe(const bp_app *app, bp_json_writer *json) {
    const bp_model_screen *screen = app->model;
    const bp_loaded_model *loaded = &screen->loaded;
    const bp_bone *bone = bp_illustration_bone(&screen->picture);
    char words[BP_MATRIX_WORDS_MAX];
    bp_json_write(json, "file: %s, path: %s", bp_loaded_model_name(loaded), loaded->path);
    if (screen->comparison.transfer.count > 0)
        bp_json_write(json, "motion: %s", screen->comparison.loaded.path);
    if (screen->failure[0]) bp_json_write(json, "notice: %s", screen->failure);
    bp_json_write(json, "vertices: %zu, triangles: %zu, joints: %zu, changes: %d, unsaved: %d",
                  loaded->vertices, loaded->triangles, loaded->joints, screen->picture.history.count,
                  bp_model_unsaved(screen));
    describe_clips(screen, json);
    describe_show(screen->picture.content.show ^ screen->picture.flipped, json);
    describe_bones(screen, json);
    if (bone) {
        bp_mat4 local = bp_bone_local(bone);
        bp_json_write(json, "bone: %s, boneId: %zu, local: %s", bp_bone_name(bone), bp_bone_id(bone),
                      bp_matrix_words(&local, BP_WORDS_ALL, words));
        bp_bone_describe("matrices", bone, 0, json);
    }
}

/* ---- the picture: what is wrong or what it is at the left, the character at the right, all in one pass with
 * four samples, or one while a heavy model moves ---- */

enum { HEAVY = 250000 /* triangles */, SMALL_PRINT = 15, HEADING = 28, BODY = 17 };
static const float HEADING_LEADING = 36, BODY_LEADING = 25;

/* "12 vertices, 4 triangles, 3 joints, 1 animation": points and lines where there are some. */
static void describe_size(const bp_loaded_model *loaded, char *text, size_t size) {
    const bp_model *model = loaded->model;
    bool others = loaded->elements[0] + loaded->elements[1] > 0;
    const struct {
        const char *what;
        size_t count;
        bool shown; /* also if there are none */
    } parts[] = {
        {"triangle", loaded->triangles, !others},
        {"point", loaded->elements[0], false},
        {"line", loaded->elements[1], false},
        {model->skin_count == 0 && model->skeleton_count > 0 ? "node" : "joint", loaded->joints, true},
        {"animation", model->clip_count, true}};
    char digits[32];
    size_t used = (size_t)snprintf(text, size, "%s vertices",
                                   bp_grouped_digits(digits, sizeof digits, (double)loaded->vertices, ' '));
    for (size_t i = 0; i < BP_COUNT(parts) && used < size; i++)
        if (parts[i].shown || parts[i].count > 0)
            used += (size_t)snprintf(text + used, size - used, ", %s %s%s",
                                     bp_grouped_digits(digits, sizeof digits, (double)parts[i].count, ' '),
                                     parts[i].what, parts[i].count == 1 ? "" : "s");
}

/* What was changed by hand, or what can be. */
static void draw_edits(bp_read *read, const bp_app *app) {
    const bp_model_screen *screen = app->model;
    const bp_edit_history *history = &screen->picture.history;
    int binds = bp_edit_history_binds(history), rotated = history->count - binds;
    bp_formatted text = {""};
    if (screen->picture.binds && binds == 0)
        text = bp_format(
            "Binds: drag the mesh, or a number of bind; Ctrl+E: as at rest, Ctrl+P: as in this pose.");
    else if (binds > 0)
        text = bp_format("%d bind%s changed. %s", binds, binds == 1 ? "" : "s",
                         "Ctrl+Z undoes the last change, Ctrl+Shift+S saves a copy of the file.");
    else if (rotated > 0)
        text = bp_format("%d joint%s changed by hand. Ctrl+Z undoes the last change.", rotated,
                         rotated == 1 ? "" : "s");
    else if (bp_illustration_bone(&screen->picture))
        text = bp_format("Drag any limb, a hand or a foot.");
    bp_read_text(read, text.text, BODY_LEADING, (bp_style){.size = BODY, .color = read->p->theme->quiet});
}

static void draw_words(bp_read *read, bp_app *app) {
    const bp_model_screen *screen = app->model;
    const bp_loaded_model *loaded = &screen->loaded;
    bp_painter *p = read->p;
    char size[240];
    describe_size(loaded, size, sizeof size);
    bp_read_text(read, size, SMALL_PRINT * 1.5f, (bp_style){.size = SMALL_PRINT, .color = p->theme->quiet});
    bp_read_gap(read, 2);
    bp_read_text(read, bp_loaded_model_name(loaded), HEADING_LEADING,
                 (bp_style){.size = HEADING, .face = BP_FACE_SANS_BOLD});
    bp_read_gap(read, 12);
    bp_model_draw_measures(read, app);
    bp_model_draw_findings(read, app);
    bp_read_gap(read, 16);
    bp_model_draw_clips(read, app);
    bp_read_gap(read, 16);
    draw_edits(read, app);
}

static void draw_read(bp_painter *p, bp_app *app, bp_rect rect) {
    bp_painter quiet = bp_painter_measuring(p);
    bp_read all = bp_read_begin(&quiet, rect, 0);
    draw_words(&all, app);
    int high = all.y - rect.y, scrolled = bp_app_scroll(app, BP_SCROLL_READ, rect, rect.height, high);
    if (!app->probe) app->drawn.scrolls[BP_SCROLL_READ].step = bp_painter_px(p, 2 * BODY_LEADING);
    bp_read read = bp_read_begin(p, rect, scrolled);
    draw_words(&read, app);
    bp_scroll_bar(p, rect, scrolled, rect.height, high);
}

static void draw_slider(bp_painter *p, const bp_app *app, bp_rect rect) {
    const bp_model_screen *screen = app->model;
    const bp_model_play *now = &screen->play;
    double length = bp_loaded_model_clip_length(&screen->loaded, now->clip);
    bool plays = now->playing && now->source == BP_POSE_FROM_CLIP;
    if (now->clip < 0) return;
    bp_formatted speed = {""};
    if (now->speed != BP_MODEL_SPEED_DEFAULT) speed = bp_format("  %gx", SPEEDS[now->speed]);
    int button = bp_painter_px(p, 26), middle = rect.y + rect.height / 2 + bp_painter_px(p, 6);
    bp_word(p, rect.x, middle, plays ? "∥" : "▶", (bp_style){.size = 15, .color = p->theme->here},
            BP_ACTION_PLAY, 0);
    rect.x += button, rect.width -= button;
    rect = bp_slider_draw(p, rect, "", bp_format("%.2f of %.2f s%s", now->seconds, length, speed.text).text,
                          length > 0 ? (float)(now->seconds / length) : 0, false, BP_ACTION_FRAME);
    bp_model_draw_angles(p, bp_model_comparison_report(&screen->comparison, now->clip), rect);
}

/* The selected bone, and what its local matrix does. */
static void draw_line(bp_painter *p, const bp_app *app, bp_rect rect) {
    const bp_model_screen *screen = app->model;
    const bp_bone *bone = bp_illustration_bone(&screen->picture);
    bp_formatted text = {""};
    char words[BP_MATRIX_WORDS_MAX], label[32];
    if (bone) {
        bp_mat4 local = bp_bone_local(bone);
        text = bp_format("%.60s · %s", bp_bone_label(bone, label, sizeof label),
                         bp_matrix_words(&local, BP_WORDS_NO_POSITION, words));
    }
    bp_numbers_line(p, app, text.text, rect);
}

static void draw_footer(bp_painter *p, const bp_app *app, const bp_layout *layout) {
    bp_rect rect = layout->footer;
    int base = rect.y + rect.height / 2 + bp_painter_px(p, 6), gap = bp_painter_px(p, 36), x = rect.x,
        right = rect.x + rect.width;
    bp_style style = {.size = 18, .color = p->theme->quiet};
    x += bp_word(p, x, base, "Open a file", style, BP_ACTION_OPEN, 0) + gap;
    right -= bp_word_left_of(p, right, base, "Help", style, BP_ACTION_HELP, 0) + gap;
    bp_notice_draw(p, app, layout, x, right);
}

static void draw_numbers(bp_painter *p, bp_app *app, const bp_layout *layout) {
    const bp_model_screen *screen = app->model;
    bp_rect area = layout->picture;
    bp_formatted location = {""};
    size_t skins = screen->loaded.model->skeleton_count;
    if (!app->settings.numbers) return;
    if (layout->stacked) area = (bp_rect){0, 0, app->settings.width, layout->footer.y};
    if (!app->settings.illustration) area.height = layout->line.y - area.y;
    if (skins > 1) location = bp_format("skin %d of %zu", screen->picture.content.skeleton + 1, skins);
    const bp_bone *bone = bp_illustration_bone(&screen->picture);
    bp_numbers_panel panel = {.app = app,
                              .shown = &screen->picture,
                              .bone = bone,
                              .before = &screen->before,
                              .location = location.text};
    if (bone) panel.blocked = screen->picture.content.block(&screen->picture, bone);
    bp_numbers_draw(p, &panel, area);
}

/* The camera shows the bounds in the scene as it is laid out. */
static void place(bp_model_screen *screen, bp_rect rect, float unit) {
    bp_illustration *picture = &screen->picture;
    bp_illustration_place(picture, rect, unit);
    bp_rect scene = picture->placed[0].rect;
    if (bp_bounds_is_empty(screen->bounds) || scene.width < 1 || scene.height < 1) return;
    bp_camera camera = bp_model_front_camera(screen->loaded.model, bp_radians(35));
    bp_camera_fit(&camera, screen->bounds, (float)scene.width / (float)scene.height);
    picture->content.camera = camera;
    bp_illustration_place(picture, rect, unit);
}

static void draw_over(bp_painter *p, bp_app *app, const bp_layout *layout) {
    const bp_model_screen *screen = app->model;
    bp_rect scene = screen->picture.placed[0].rect;
    bp_illustration_draw_over(&screen->picture, p);
    bp_model_draw_vertex(p, app, bp_model_vertex(app));
    bp_model_draw_clip_list(p, app, scene);
    bp_model_draw_path(p, app, scene);
    draw_numbers(p, app, layout);
    bp_model_draw_caption(p, app);
    if (app->settings.help) bp_help_draw(p, BP_KEYS_MODEL, app->settings.width, app->settings.height);
}

bool bp_model_draw(bp_app *app, bp_error *error) {
    bp_model_screen *screen = app->model;
    if (!bp_model_update(app, error)) return false;
    bp_painter p = bp_app_painter(app, error);
    const bp_pass pass = bp_app_pass(app, screen->loaded.triangles > HEAVY);
    if (!app->probe) app->drawn = (bp_drawn){.valid = false};
    bp_layout layout = bp_layout_make(&p, &app->settings);
    layout.picture.height -= bp_model_caption_height(&p, app);
    bp_numbers_light(app, &screen->picture);
    place(screen, layout.picture, p.unit);
    bp_painter_begin(&p, &app->picture, &pass, &(bp_rect){0}, p.theme->page);
    if (!app->settings.illustration) {
        draw_read(&p, app, layout.read);
        draw_slider(&p, app, layout.slider);
        draw_line(&p, app, layout.line);
        draw_footer(&p, app, &layout);
    }
    bp_illustration_draw(&screen->picture, &p);
    bp_app_record(app, &screen->picture);
    if (!p.failed && pass.samples > 1) p.failed = !bp_raster_resolve_samples(p.raster, error);
    draw_over(&p, app, &layout);
    bp_painter_end(&p);
    app->drawn.valid = !p.failed && !app->probe;
    screen->shown = true;
    return !p.failed;
}
