/* A model's actions, keys and mouse. One switch handles an action and says whether it did. */
#include "app/screens/model/model_screen.h"
#include "base/file_name.h"
#include "base/system.h"
#include <stdio.h>
#include <string.h>

/* ---- The requests of a model's window: reading, repairing and writing files ------------------ */

/* Names the file without its folder. */
static void tell_failure(bp_app *app, const char *path, const bp_error *error) {
    char *failure = app->model->failure;
    size_t folder = (size_t)(bp_path_name(path) - path);
    bp_error_text(error, failure, sizeof app->model->failure);
    if (strncmp(failure, path, folder) == 0) memmove(failure, failure + folder, strlen(failure + folder) + 1);
}

/* Another file, or the same one again; if it can't be opened the old one stays. */
static void open_file(bp_app *app) {
    bp_error error = {0};
    bp_loaded_model fresh;
    char path[BP_FIELD_MAX];
    memcpy(path, app->field.text, sizeof path);
    bp_field_open(&app->field, BP_FIELD_NONE);
    if (bp_loaded_model_open(&fresh, app->context, path, NULL, &error))
        bp_model_replace(app, fresh);
    else
        tell_failure(app, path, &error);
}

/* NAME-view-1.png for "view" and "png", or the next number that is free, in the first `folder` bytes of
 * the model's path; 0: in the current folder. A page is given files of any name, also of a device. */
static void free_path(const bp_app *app, int folder, const char *kind, const char *ending, char *path,
                      size_t size) {
    const bp_loaded_model *loaded = &app->model->loaded;
    const char *name = bp_loaded_model_name(loaded), *dot = strrchr(name, '.');
    int length = dot && dot > name ? (int)(dot - name) : (int)strlen(name), number = 1;
    const char *guard = bp_path_has_device(name) ? "_" : "";
    if (length > 100) length = 100;
    do
        snprintf(path, size, "%.*s%s%.*s-%s-%d.%s", folder, loaded->path, guard, length, name, kind, number++,
                 ending);
    while (bp_path_allows(path, BP_PATH_EXISTS));
}

void bp_model_picture_path(const bp_app *app, char *path, size_t size) {
    free_path(app, 0, "view", "png", path, size);
}

/* As `bindpose doctor FILE --fix`: a .glb with everything in it. */
static void save_repaired(bp_app *app) {
    bp_error error = {0};
    bp_repair repair;
    char path[160], why[200];
    if (!bp_loaded_model_repair(&app->model->loaded, &repair, why, sizeof why)) {
        bp_app_notify(app, "%s", why);
    } else {
        free_path(app, 0, "repaired", "glb", path, sizeof path);
        bp_app_report(app, bp_file_write(path, repair.file.data, repair.file.size, &error),
                      bp_format("%zu repair%s; written:", repair.count, repair.count == 1 ? "" : "s").text,
                      path, &error);
    }
    bp_repair_clear(&repair);
}

static void compare(bp_app *app) {
    bp_model_screen *screen = app->model;
    if (screen->comparison.open)
        bp_model_comparison_close(&screen->comparison);
    else
        (void)bp_model_comparison_open(&screen->comparison, &screen->loaded, app->notice, sizeof app->notice);
    screen->fitted = false;
    screen->version++;
    app->drawn.valid = false;
}

/* Beside the original; a web page has no folders. */
static void save_binds(bp_app *app) {
    const bp_loaded_model *loaded = &app->model->loaded;
    const bp_edit_history *history = &app->model->picture.history;
    int folder = (int)(bp_loaded_model_name(loaded) - loaded->path), binds = bp_edit_history_binds(history);
    char path[BP_FIELD_MAX + 160];
    bp_error error = {0};
    bp_file file = {0};
    if (app->settings.page || folder > BP_FIELD_MAX) folder = 0;
    free_path(app, folder, "rebound", "glb", path, sizeof path);
    bool ok = bp_loaded_model_write_binds(loaded, history, &file, &error) &&
              bp_file_write(path, file.data, file.size, &error);
    if (ok) app->model->kept = history->version;
    bp_app_report(
        app, ok,
        bp_format("%d bind%s; written%s:", binds, binds == 1 ? "" : "s", folder > 0 ? " beside the file" : "")
            .text,
        path + folder, &error);
    bp_file_free(bp_context_allocator(app->context), &file);
}

/* The doctor reads the file's bytes once more. A large model's raster takes as much memory, so it is freed
 * meanwhile. */
static bool examine(bp_app *app, bp_error *error) {
    bp_raster_destroy(app->raster);
    app->raster = NULL;
    bp_model_examine(app);
    app->raster = bp_raster_create(app->context, error);
    app->drawn.valid = false;
    return app->raster != NULL;
}

/* ---- a clip as a GIF ---------------------------------------------------------------------------- */

enum { LONGEST_SIDE = 480, FPS = 25, SECONDS_MAX = 20 /* nothing else happens while it is written */ };

static bool pose(void *user, double seconds, bp_error *error) {
    bp_model_screen *screen = user;
    bp_pose_spec spec = bp_model_spec(screen);
    spec.seconds = seconds;
    return bp_loaded_model_pose(&screen->loaded, &spec, error) &&
           bp_figure_pose(bp_model_figure_get_figure(screen->loaded.figure), error);
}

/* Seen by the same camera, with the user's changes. */
static bool write_gif(bp_app *app, const char *path, bp_error *error) {
    bp_model_screen *screen = app->model;
    const bp_loaded_model *loaded = &screen->loaded;
    const bp_placed_stage *placed = &screen->picture.placed[0];
    bp_model_sequence sequence = {.raster = app->raster,
                                  .picture = {.model = loaded->model,
                                              .figure = bp_model_figure_get_figure(loaded->figure),
                                              .theme = bp_theme_of(app->settings.light),
                                              .camera = placed->camera,
                                              .show = bp_illustration_show(&screen->picture),
                                              .samples = 4,
                                              .shadow = screen->shadows[0],
                                              .bounds = screen->bounds},
                                  .pose = pose,
                                  .user = screen,
                                  .length = bp_loaded_model_clip_length(loaded, screen->play.clip),
                                  .fps = FPS};
    if (screen->play.source != BP_POSE_FROM_CLIP)
        return bp_fail(error, BP_ERROR_ARGUMENT, NULL, "no animation plays; a GIF shows one");
    if (sequence.length > SECONDS_MAX)
        return bp_fail(error, BP_ERROR_ARGUMENT, NULL,
                       "the animation takes %.1f s; from here GIFs of up to %d s are written",
                       sequence.length, SECONDS_MAX);
    bp_model_sequence_plan(&sequence);
    bp_rect scene = placed->rect;
    int side = scene.width > scene.height ? scene.width : scene.height,
        to = side < LONGEST_SIDE ? side : LONGEST_SIDE;
    bool ok = bp_framebuffer_create(app->context, (scene.width * to + side - 1) / side,
                                    (scene.height * to + side - 1) / side, &sequence.framebuffer, error) &&
              bp_model_sequence_write(&sequence, bp_sequence_encode_gif, path, error);
    bp_framebuffer_destroy(app->context, &sequence.framebuffer);
    screen->version++; /* the model has the clip's last pose */
    return ok;
}

bool bp_model_fulfil(bp_app *app, unsigned requests, bp_error *error) {
    char path[160];
    bp_error failure = {0};
    if ((requests & BP_REQUEST_EXAMINE) && !examine(app, error)) return false;
    if (requests & BP_REQUEST_OPEN) open_file(app);
    if (requests & BP_REQUEST_REPAIR) save_repaired(app);
    if (requests & BP_REQUEST_SAVE_BINDS) save_binds(app);
    if (requests & BP_REQUEST_COMPARE) compare(app);
    if (requests & BP_REQUEST_LINK)
        snprintf(app->command, sizeof app->command, "bindpose view '%.1060s'", app->model->loaded.path);
    if (requests & BP_REQUEST_SAVE) {
        free_path(app, 0, "view", "gif", path, sizeof path);
        bool ok = write_gif(app, path, &failure);
        bp_app_report(app, ok, "animation written:", path, &failure);
    }
    return true;
}

static void choose_clip(bp_app *app, int clip) {
    bp_model_screen *screen = app->model;
    int count = (int)screen->loaded.model->clip_count;
    if (clip < 0 || clip >= count) {
        bp_app_notify(app, "the file has %d animation%s", count, count == 1 ? "" : "s");
        return;
    }
    screen->play.clip = clip;
    bp_model_seek(screen, 0);
}

static void play(bp_app *app) {
    bp_model_screen *screen = app->model;
    bp_model_play *now = &screen->play;
    if (now->clip < 0) {
        bp_app_notify(app, "the file has no animation");
        return;
    }
    now->playing = !(now->playing && now->source == BP_POSE_FROM_CLIP);
    now->source = BP_POSE_FROM_CLIP;
    if (now->playing && now->seconds >= bp_loaded_model_clip_length(&screen->loaded, now->clip))
        now->seconds = 0;
    screen->version++;
}

static void slide(bp_app *app, float x) {
    bp_model_screen *screen = app->model;
    bp_model_seek(screen, (double)bp_held_part(app, x) *
                              bp_loaded_model_clip_length(&screen->loaded, screen->play.clip));
}

static void show_pose(bp_model_screen *screen, bp_pose_source source) {
    screen->play.source = source;
    screen->play.playing = false;
    bp_edit_history_keep_binds(&screen->picture.history);
    screen->version++;
}

/* Opens with the current clip in view. */
static void toggle_clips(bp_app *app) {
    bp_model_screen *screen = app->model;
    int now = screen->play.clip > 0 ? screen->play.clip : 0;
    bool open = !screen->clips && screen->loaded.model->clip_count > 0;
    if (screen->loaded.model->clip_count == 0) bp_app_notify(app, "the file has no animation");
    screen->clips = open;
    screen->clip_row = now;
    app->scrolled[BP_SCROLL_CLIPS] = now > 4 ? now - 4 : 0;
    bp_field_open(&app->field, open ? BP_FIELD_CLIP : BP_FIELD_NONE);
}

static void next_vertex(bp_app *app) {
    bp_model_screen *screen = app->model;
    screen->chosen = bp_loaded_model_next_vertex(&screen->loaded, bp_illustration_bone(&screen->picture),
                                                 bp_model_vertex(app));
    screen->pointing = false;
    if (!screen->chosen.valid) bp_app_notify(app, "this bone moves no vertex");
}

static void next_skin(bp_model_screen *screen, int by) {
    bp_illustration *picture = &screen->picture;
    int count = screen->loaded.stage_count, skeleton = (picture->content.skeleton + by + count) % count;
    const bp_bone *bone = bp_bone_tree_first(screen->loaded.stages[skeleton].skeleton);
    if (count < 2) return;
    bp_model_choose_bone(screen, skeleton, bone ? bp_bone_id(bone) : BP_ID_NONE);
}

/* ---- binds -------------------------------------------------------------------------------------- */

static bool has_skin(bp_app *app) {
    size_t skins = app->model->loaded.model->skin_count;
    if (skins == 0) bp_app_notify(app, "the file has no skin, so it has no binds");
    return skins > 0;
}

static void edit_binds(bp_app *app) {
    bp_illustration *picture = &app->model->picture;
    if (!has_skin(app)) return;
    picture->binds = !picture->binds;
    picture->version++;
    bp_field_open(&app->field, BP_FIELD_NONE);
    bp_app_notify(app, picture->binds ? "the mouse, arrow keys and numbers change binds now"
                                      : "the mouse, arrow keys and numbers change the pose again");
}

static void take_bind(bp_app *app, bool rest) {
    bp_illustration *picture = &app->model->picture;
    const bp_bone *bone = bp_illustration_bone(picture);
    char label[32];
    bp_mat4 inverse;
    if (!has_skin(app) || !bone) return;
    picture->binds = true;
    const char *block = picture->content.block(picture, bone);
    if (block)
        bp_app_notify(app, "%s", block);
    else if (!bp_model_binds_take(bone, rest, &inverse))
        bp_app_notify(app, "a bind needs an inverse; the bone has a scale of 0 here");
    else if (bp_illustration_set_inverse_bind(picture, inverse, false))
        bp_app_notify(app, "%.31s is bound as %s; Ctrl+Z undoes it", bp_bone_label(bone, label, sizeof label),
                      rest ? "it is at rest" : "in this pose");
}

/* ---- actions ------------------------------------------------------------------------------------ */

/* Esc closes what is open; then it leaves. */
static bool close_one(bp_app *app, bool failed) {
    bp_model_screen *screen = app->model;
    if (failed || bp_illustration_cancel(&screen->picture)) return true;
    if (app->settings.numbers) {
        app->settings.numbers = false;
        return true;
    }
    int unsaved = bp_model_unsaved(screen);
    if (unsaved == 0 || app->settings.page) return false; /* the page asks when it is left */
    screen->kept = screen->picture.history.version;
    bp_app_notify(app, "%d changed bind%s not saved; Ctrl+Shift+S saves, Esc leaves", unsaved,
                  unsaved == 1 ? " is" : "s are");
    return true;
}

bool bp_model_seek_worst(bp_model_screen *screen, bp_retarget_kind kind) {
    const bp_retarget_report *report = bp_model_comparison_report(&screen->comparison, screen->play.clip);
    if (!report || report->worst[kind] < 0) return false;
    const bp_retarget_series *worst = &report->series[report->worst[kind]];
    int skeleton;
    const bp_bone *bone =
        bp_model_comparison_bone(&screen->comparison, &screen->loaded, worst->role, &skeleton);
    screen->play.playing = false;
    bp_model_seek(screen, (double)worst->worst_frame * report->step);
    if (bone) bp_model_choose_bone(screen, skeleton, bp_bone_id(bone));
    return true;
}

bool bp_model_act(bp_app *app, bp_action action, int value, bool repeat, unsigned *requests) {
    bp_model_screen *screen = app->model;
    bp_model_play *now = &screen->play;
    int clips = (int)screen->loaded.model->clip_count;
    double frames;
    bool failed = screen->failure[0] != '\0'; /* Esc closes the message first */
    screen->failure[0] = '\0';
    switch (action) {
    case BP_ACTION_PLAY: play(app); return true;
    case BP_ACTION_FRAME:
        if (value == 0) { /* a press on the slider */
            slide(app, app->x);
            return true;
        }
        /* To the next whole frame; a time between two frames first goes to one of them. */
        frames = now->seconds * BP_MODEL_FRAME_RATE;
        now->playing = false;
        bp_model_seek(screen,
                      (value > 0 ? floor(frames + 1 + 1e-6) : ceil(frames - 1 - 1e-6)) / BP_MODEL_FRAME_RATE);
        return true;
    case BP_ACTION_TIME_START: bp_model_seek(screen, 0); return true;
    case BP_ACTION_TIME_END:
        now->playing = false;
        bp_model_seek(screen, bp_loaded_model_clip_length(&screen->loaded, now->clip));
        return true;
    case BP_ACTION_SPEED:
        if (now->speed + value >= 0 && now->speed + value < BP_MODEL_SPEEDS) now->speed += value;
        return true;
    case BP_ACTION_CLIP: choose_clip(app, value); return true;
    case BP_ACTION_CLIP_NEXT:
        choose_clip(app, clips > 0 ? (now->clip + value + clips) % clips : 0);
        return true;
    case BP_ACTION_CLIPS: toggle_clips(app); return true;
    case BP_ACTION_REST: show_pose(screen, BP_POSE_FROM_REST); return true;
    case BP_ACTION_BIND: show_pose(screen, BP_POSE_FROM_BIND); return true;
    case BP_ACTION_BINDS: edit_binds(app); return true;
    case BP_ACTION_BIND_TAKE: take_bind(app, value == 1); return true;
    case BP_ACTION_BINDS_SAVE:
        if (bp_edit_history_binds(&screen->picture.history) > 0)
            *requests |= BP_REQUEST_SAVE_BINDS;
        else
            bp_app_notify(app, "no bind is changed; Ctrl+B, then drag the mesh or the numbers of bind");
        return true;
    case BP_ACTION_LIMB: screen->picture.pulls = !screen->picture.pulls; return true;
    case BP_ACTION_STAGE: next_skin(screen, value); return true;
    case BP_ACTION_VERTEX: next_vertex(app); return true;
    case BP_ACTION_DOCTOR: screen->findings = !screen->findings; return true;
    case BP_ACTION_FINDING: bp_model_choose_finding(app, value); return true;
    case BP_ACTION_FINDING_NEXT:
        bp_model_choose_finding(app, screen->finding < 0 ? (value > 0 ? 0 : -1) : screen->finding + value);
        return true;
    case BP_ACTION_OPEN: bp_field_open(&app->field, BP_FIELD_PATH); return true;
    case BP_ACTION_RELOAD:
        memcpy(app->field.text, screen->loaded.path, strlen(screen->loaded.path) + 1);
        *requests |= BP_REQUEST_OPEN;
        return true;
    case BP_ACTION_SAVE: *requests |= BP_REQUEST_SAVE; return true;
    case BP_ACTION_REPAIR: *requests |= BP_REQUEST_REPAIR; return true;
    case BP_ACTION_WORST:
        if (!bp_model_seek_worst(screen, (bp_retarget_kind)value))
            bp_app_notify(app, "nothing is retargeted here: bindpose view FILE --motion SOURCE");
        return true;
    case BP_ACTION_COMPARE: *requests |= BP_REQUEST_COMPARE; return true;
    case BP_ACTION_VIEW_RESET: /* the whole model in its present pose */
        bp_illustration_go_home(&screen->picture);
        screen->fitted = false;
        return true;
    case BP_ACTION_LEAVE: return close_one(app, failed);
    default:
        return bp_numbers_act(app, &screen->picture, action, value) ||
               bp_app_act_on(app, &screen->picture, action, value, repeat);
    }
}

/* ---- keys --------------------------------------------------------------------------------------- */

/* In the list of clips, typed characters search; arrow keys, Enter and Esc choose. */
static bool type_in_clips(bp_app *app, const bp_event *event) {
    bp_model_screen *screen = app->model;
    int move = 0, clip = bp_model_clip_at(&screen->loaded, app->field.text, screen->clip_row);
    if (bp_field_type(&app->field, event)) {
        screen->clip_row = app->scrolled[BP_SCROLL_CLIPS] = 0;
        return true;
    }
    switch (event->kind == BP_EVENT_KEY ? event->key : BP_KEY_NONE) {
    case BP_KEY_SPACE: return true; /* also comes as text */
    case BP_KEY_DOWN: move = 1; break;
    case BP_KEY_UP: move = -1; break;
    case BP_KEY_ENTER:
        if (clip >= 0) choose_clip(app, clip); /* fall through */
    case BP_KEY_ESCAPE:
        screen->clips = false;
        bp_field_open(&app->field, BP_FIELD_NONE);
        return true;
    default: return event->mods == 0; /* keys with Ctrl go on to the table */
    }
    int count = bp_model_clip_count(&screen->loaded, app->field.text);
    screen->clip_row = bp_clamp_int(screen->clip_row + move, 0, count - 1);
    bp_app_scroll_to(app, BP_SCROLL_CLIPS, screen->clip_row, screen->rows);
    return true;
}

/* While a file name is typed, only keys with Ctrl go on to the table. */
static bool type_path(bp_app *app, const bp_event *event, unsigned *requests) {
    if (bp_field_type(&app->field, event)) return true;
    if (event->kind != BP_EVENT_KEY) return false;
    if (event->key == BP_KEY_ENTER && app->field.text[0]) *requests |= BP_REQUEST_OPEN;
    if (event->key == BP_KEY_ENTER || event->key == BP_KEY_ESCAPE) app->field.use = BP_FIELD_NONE;
    return event->mods == 0;
}

bool bp_model_type(bp_app *app, const bp_event *event, unsigned *requests) {
    if (app->field.use == BP_FIELD_PATH) return type_path(app, event, requests);
    if (app->field.use == BP_FIELD_CLIP) return type_in_clips(app, event);
    return bp_numbers_type(app, &app->model->picture, event);
}

/* ---- the mouse ---------------------------------------------------------------------------------- */

/* Without a button the mouse points at vertices. */
bool bp_model_point(bp_app *app, const bp_event *event) {
    bp_model_screen *screen = app->model;
    bp_illustration *picture = &screen->picture;
    uint64_t version = picture->version, edits = picture->history.version;
    bool taken = bp_app_point(app, picture, event), was = screen->pointing;
    if (event->kind == BP_EVENT_MOVE) {
        screen->pointing = picture->hand.took.drag == BP_TAKE_NOTHING &&
                           bp_rect_contains(picture->placed[0].rect, event->x, event->y);
        if (screen->pointing) screen->chosen.valid = false;
        return was || screen->pointing || picture->version != version || picture->history.version != edits;
    }
    return taken || picture->history.version != edits;
}

void bp_model_set(bp_app *app, const bp_event *event) {
    bp_model_screen *screen = app->model;
    int skeleton = (int)event->value;
    if (event->set == BP_SET_CLIP) choose_clip(app, event->index);
    if (event->set == BP_SET_TIME) {
        screen->play.playing = false;
        bp_model_seek(screen, (double)event->value);
    }
    if (event->set != BP_SET_BONE || skeleton < 0 || skeleton >= screen->loaded.stage_count) return;
    const bp_skeleton *of = screen->loaded.stages[skeleton].skeleton;
    if (of && event->index >= 0 && bp_skeleton_bone_by_id(of, (size_t)event->index))
        bp_model_choose_bone(screen, skeleton, (size_t)event->index);
}

void bp_model_hold(bp_app *app, const bp_event *event) {
    bp_numbers_hold(app, &app->model->picture, event);
    if (app->held.action == BP_ACTION_FRAME && app->held.value == 0 && event->kind == BP_EVENT_MOVE)
        slide(app, event->x);
}
