/* Keeps the world at the viewer's state, and the panel data at the world. */
#include "mesh/editing.h"
#include "viewer/lesson/lesson_controller.h"
#include "viewer/settings_file.h"
#include <stdio.h>
#include <string.h>

static const bp_lesson_plan *plan_of(const bp_lesson_controller *controller) {
    return bp_session_lesson(controller->session);
}

/* The readouts of the last step that has some. */
static void find_readouts(bp_lesson_controller *controller) {
    const bp_lesson_plan *lesson = plan_of(controller);
    bp_panel_data *data = &controller->data;
    data->readout_count = 0;
    for (int step = controller->viewer.position.step; step >= 0; step--) {
        if (lesson->steps[step].readout_count == 0) continue;
        data->readout = lesson->steps[step].readouts;
        data->readout_count = lesson->steps[step].readout_count;
        data->bars = lesson->steps[step].bars;
        if (data->readout_count > BP_READOUT_MAX) data->readout_count = BP_READOUT_MAX;
        return;
    }
}

/* "-0.00" becomes "0.00". */
static void drop_sign_of_zero(char *text) {
    if (text[0] == '-' && !strpbrk(text, "123456789ni")) memmove(text, text + 1, strlen(text));
}

static bool format_readouts(bp_lesson_controller *controller, char texts[][48], bp_error *error) {
    bp_world *world = bp_session_world(controller->session);
    for (int i = 0; i < controller->data.readout_count; i++) {
        bp_readout_text(&controller->data.readout[i], world, texts[i], sizeof texts[i]);
        drop_sign_of_zero(texts[i]);
    }
    if (world->error.kind == BP_ERROR_NONE) return true;
    *error = world->error;
    return false;
}

/* Where the step's handles are. While a question is open they are left out: the answer is not to be found by
 * trying. */
static bool find_handles(bp_lesson_controller *controller, bp_error *error) {
    bp_world *world = bp_session_world(controller->session);
    const bp_lesson_position *position = &controller->viewer.position;
    const bp_step *step = &plan_of(controller)->steps[position->step];
    bp_panel_data *data = &controller->data;
    data->handle_count = 0;
    memset(data->handles, 0, sizeof data->handles);
    for (int i = 0; i < step->handle_count && i < BP_HANDLE_MAX && !position->asking; i++) {
        const bp_handle *handle = &step->handles[i];
        data->handles[data->handle_count++] = (bp_placed_handle){
            handle->label, handle->stage, bp_handle_position(handle, world), handle->normal};
    }
    if (controller->viewer.core.selection.handle > data->handle_count)
        controller->viewer.core.selection.handle = 0;
    if (world->error.kind == BP_ERROR_NONE) return true;
    *error = world->error;
    return false;
}

/* Measures the step's claims about the engine. It costs a few replays, so it runs once a step. */
static bool measure_engine(bp_lesson_controller *controller, bp_error *error) {
    int step = controller->viewer.position.step;
    const bp_step *current = &plan_of(controller)->steps[step];
    bp_panel_data *data = &controller->data;
    data->differing_count = 0;
    if (controller->viewer.position.asking) return true; /* the numbers may be the answer */
    for (int i = 0; i < current->claim_count && data->differing_count < BP_ENGINE_CLAIMS; i++) {
        if (!current->claims[i].engine) continue;
        bp_claim_result result;
        if (!bp_session_check(controller->session, step, i, &result, error)) return false;
        int count = current->claims[i].count > 0 ? current->claims[i].count : 1, value = 0;
        while (value < count && result.measured[value] == result.engine_measured[value]) value++;
        if (value == count) value = 0;
        data->differing[data->differing_count++] = (bp_engine_difference){
            &current->claims[i], result.measured[value], result.engine_measured[value], value + 1};
    }
    return true;
}

/* The worlds that an open question's pictures show, each in a session of its own: worlds of one session share
 * the models of files. */
static bool make_options(bp_lesson_controller *controller, bp_error *error) {
    const bp_lesson_viewer *viewer = &controller->viewer;
    const bp_question *question = bp_lesson_viewer_question(viewer, plan_of(controller));
    bp_panel_data *data = &controller->data;
    data->option_count = 0;
    if (!question || !question->picture) return true;
    const bp_world *world = bp_session_world(controller->session);
    for (int i = 0; i < bp_question_option_count(question); i++) {
        bp_session **session = &controller->options[i];
        if (!*session) *session = bp_session_create(world->context, plan_of(controller), world->file, error);
        bp_lesson_state state = {
            .step = viewer->position.step, .engine = viewer->position.engine, .option = i + 1};
        if (!*session || !bp_session_seek(*session, state, error)) return false;
        data->options[data->option_count++] = bp_session_world(*session);
        data->option_stage = question->stage < data->options[i]->stage_count ? question->stage : 0;
    }
    return true;
}

static bool same_selection(const bp_lesson_viewer *a, const bp_lesson_viewer *b) {
    return a->position.step == b->position.step && a->position.engine == b->position.engine &&
           a->position.asking == b->position.asking && a->core.selection.stage == b->core.selection.stage &&
           a->core.selection.bone == b->core.selection.bone;
}

/* Whether the ghost of the answer stays as it is. */
static bool same_answer(const bp_lesson_viewer *a, const bp_lesson_viewer *b) {
    const float *one = bp_lesson_viewer_state(a).answer, *other = bp_lesson_viewer_state(b).answer;
    return one && other ? *one == *other : one == other;
}

/* Whether the state before the last change is the same: so it is during a drag. */
static bool same_before(const bp_lesson_viewer *a, const bp_lesson_viewer *b) {
    bp_edit edits[2][BP_EDITS_MAX];
    bp_lesson_state one = bp_lesson_viewer_state_before(a, edits[0]),
                    other = bp_lesson_viewer_state_before(b, edits[1]);
    return one.t == other.t && one.edit_count == other.edit_count && same_answer(a, b) &&
           (one.edit_count == 0 || memcmp(one.edits, other.edits, one.edit_count * sizeof *one.edits) == 0);
}

/* The selection stays. A stage that comes with the change isn't there before it: then nothing is marked. */
static bool read_before(bp_lesson_controller *controller, bp_error *error) {
    bp_lesson_viewer *viewer = &controller->viewer, before = *viewer;
    bp_edit rotations[BP_EDITS_MAX];
    if (!bp_session_seek(controller->session, bp_lesson_viewer_state_before(viewer, rotations), error))
        return false;
    const bp_world *world = bp_session_world(controller->session);
    bp_lesson_viewer_settle(&before, plan_of(controller), world);
    controller->data.before = bp_matrices_of(bp_lesson_viewer_bone(&before, world));
    controller->stage_before = before.core.selection.stage;
    find_readouts(controller);
    return format_readouts(controller, controller->data.readouts_before, error);
}

/* While the student moves bones or predicts, the extent only grows: the view moves back when a limb would
 * leave it, and not to and fro. It waits for the end of a drag, because what is dragged stays under the mouse
 * only in a view that stays, and for the end of a running change: else the view would depend on the times at
 * which frames happen to be drawn. Pictures to choose among have one view, which shows all of them. */
static bp_bounds extent_of(bp_world *world, int stage, const bp_camera *camera) {
    bp_content content;
    bp_world_content(world, &content);
    return bp_stage_extent(&content, stage, camera);
}

static void update_extent(bp_lesson_controller *controller, bool new_step) {
    const bp_lesson_viewer *viewer = &controller->viewer;
    bp_world *world = bp_session_world(controller->session);
    bp_panel_data *data = &controller->data;
    bool moved = viewer->core.history.count > 0 || bp_lesson_viewer_state(viewer).answer;
    data->extent_waits = moved && (viewer->core.mouse.drag != BP_DRAG_NONE ||
                                   bp_lesson_viewer_is_moving(viewer, plan_of(controller)));
    if (data->extent_waits && !new_step) return;
    const bp_camera *camera = &world->first_camera;
    if (new_step || !moved) memcpy(data->extents, world->extents, sizeof data->extents);
    for (int i = 0; i < world->stage_count && moved; i++)
        data->extents[i] = bp_bounds_union(data->extents[i], extent_of(world, i, camera));
    data->option_extent = bp_bounds_empty();
    for (int i = 0; i < data->option_count; i++)
        data->option_extent = bp_bounds_union(
            data->option_extent, extent_of((bp_world *)data->options[i], data->option_stage, camera));
}

/* Makes the world of the viewer's state, and all data that panels show of it. */
static bool update(bp_lesson_controller *controller, bp_error *error) {
    bp_lesson_viewer *viewer = &controller->viewer, *last = &controller->data_viewer;
    bool new_step = !controller->has_data || last->position.step != viewer->position.step ||
                    last->position.asking != viewer->position.asking;
    bool new_options = new_step || last->position.engine != viewer->position.engine;
    bool new_before = new_step || !same_selection(viewer, last) || !same_before(viewer, last);
    controller->has_data = false; /* after an error everything is made again */
    if (new_step && !measure_engine(controller, error)) return false;
    if (new_options && !make_options(controller, error)) return false;
    if (new_before && !read_before(controller, error)) return false;
    if (!bp_session_seek(controller->session, bp_lesson_viewer_state(viewer), error)) return false;
    const bp_world *world = bp_session_world(controller->session);
    if (controller->stage_count > 0 && world->stage_count > controller->stage_count &&
        last->position.step == viewer->position.step)
        viewer->core.selection.stage = -1; /* the step's stage has come */
    controller->stage_count = world->stage_count;
    bp_lesson_viewer_settle(viewer, plan_of(controller), world);
    if (controller->stage_before != viewer->core.selection.stage) controller->data.before.valid = false;
    if (!format_readouts(controller, controller->data.readouts, error)) return false;
    update_extent(controller, new_step);
    if (!find_handles(controller, error)) return false;
    *last = *viewer;
    controller->has_data = true;
    if (viewer->position.step > controller->furthest) controller->furthest = viewer->position.step;
    return true;
}

static bool is_current(const bp_lesson_controller *controller) {
    const bp_lesson_viewer *now = &controller->viewer, *last = &controller->data_viewer;
    return controller->has_data && same_selection(now, last) && same_answer(now, last) &&
           now->position.t == last->position.t && now->position.asking == last->position.asking &&
           now->core.history.version == last->core.history.version;
}

static bool draw(bp_controller *base, bp_error *error) {
    bp_lesson_controller *controller = (bp_lesson_controller *)base;
    if (!is_current(controller) && !update(controller, error)) return false;
    if (controller->data.extent_waits) update_extent(controller, false);
    const bp_lesson_view view = {.viewer = &controller->viewer,
                                 .lesson = plan_of(controller),
                                 .world = bp_session_world(controller->session),
                                 .data = &controller->data,
                                 .probe = base->probe};
    bp_drawn_frame unused = {.valid = false};
    return bp_lesson_view_draw(&view, base->raster, &base->picture, base->probe ? &unused : &base->drawn,
                               error);
}

static const bp_stage *stage_of(const bp_controller *base, const bp_placed_stage *scene) {
    return &bp_session_world(((const bp_lesson_controller *)base)->session)->stages[scene->stage];
}

static void save_or_open_pose(bp_lesson_controller *controller, bool save) {
    char path[1024];
    bp_error error = {0};
    bp_lesson_viewer *viewer = &controller->viewer;
    const bp_lesson_plan *lesson = plan_of(controller);
    bool ok = save ? bp_pose_file_save(viewer, lesson, path, sizeof path, &error)
                   : bp_pose_file_open(viewer, lesson, path, sizeof path, &error);
    bp_viewer_report(&viewer->core, ok, save ? "pose saved:" : "pose opened:", path, &error);
}

/* Events are judged by the world that the user saw. */
static bool on_event(bp_controller *base, const bp_event *event, unsigned *requests, bp_error *error) {
    bp_lesson_controller *controller = (bp_lesson_controller *)base;
    bp_viewer *viewer = &controller->viewer.core;
    char path[160];
    if ((viewer->selection.stage < 0 || !is_current(controller)) && !update(controller, error)) return false;
    bp_viewer_scope scope =
        bp_lesson_scope(plan_of(controller), bp_session_world(controller->session), &base->drawn);
    *requests = bp_viewer_event(viewer, &scope, event);
    snprintf(path, sizeof path, "%.100s-step-%02d.png", plan_of(controller)->name,
             controller->viewer.position.step + 1);
    if (*requests & BP_REQUEST_SCREENSHOT) bp_controller_screenshot(base, path);
    if (*requests & BP_REQUEST_SAVE) save_or_open_pose(controller, true);
    if (*requests & BP_REQUEST_OPEN) save_or_open_pose(controller, false);
    return true;
}

static unsigned tick(bp_controller *base, double seconds) {
    bp_lesson_controller *controller = (bp_lesson_controller *)base;
    return bp_lesson_viewer_tick(&controller->viewer, plan_of(controller), seconds);
}

static bool is_moving(const bp_controller *base) {
    const bp_lesson_controller *controller = (const bp_lesson_controller *)base;
    return bp_lesson_viewer_is_moving(&controller->viewer, plan_of(controller));
}

bool bp_lesson_controller_open(bp_lesson_controller *controller, bp_context *context, bp_session *session,
                               int step, int width, int height, bp_error *error) {
    static const bp_controller_client client = {on_event, tick, draw, is_moving, stage_of};
    memset(controller, 0, sizeof *controller);
    controller->session = session;
    controller->viewer = bp_lesson_viewer_make(plan_of(controller), step, width, height);
    return bp_session_measure_extent(session, error) &&
           bp_controller_open(&controller->base, &client, &controller->viewer.core, context, error);
}

bool bp_lesson_controller_open_with(bp_lesson_controller *controller, bp_context *context,
                                    bp_session *session, const bp_lesson_options *options, bp_error *error) {
    int width = options->width > 0 ? options->width : 1280,
        height = options->height > 0 ? options->height : 800;
    bool ok = bp_lesson_controller_open(controller, context, session, options->step, width, height, error);
    controller->viewer.core.settings.light = options->light;
    controller->viewer.core.settings.columns = options->columns;
    return ok;
}

void bp_lesson_controller_close(bp_lesson_controller *controller) {
    bp_controller_close(&controller->base);
    for (int i = 0; i < BP_OPTION_MAX; i++) bp_session_destroy(controller->options[i]);
    memset(controller, 0, sizeof *controller);
}

void bp_lesson_controller_start(bp_lesson_controller *controller, int step) {
    bp_lesson_viewer *viewer = &controller->viewer;
    bp_session_allow_times(controller->session);
    bp_progress progress;
    bp_progress_read(&progress);
    bp_progress_entry seen = bp_progress_of(&progress, plan_of(controller)->name);
    bool done = bp_progress_is_done(&seen, plan_of(controller));
    viewer->earlier = seen.answered;
    if (!done) viewer->answered = seen.answered;
    if (step >= 0 || done || seen.left < 2) {
        bp_lesson_viewer_enter(viewer, plan_of(controller), step);
    } else {
        bp_lesson_viewer_jump(viewer, plan_of(controller), seen.left - 1);
        snprintf(viewer->core.notice, sizeof viewer->core.notice, "You stopped here. Home: the first step");
    }
}

static bp_progress_entry progress_now(const bp_lesson_controller *controller) {
    const bp_lesson_position *position = &controller->viewer.position;
    return (bp_progress_entry){.step = controller->furthest + 1,
                               .left = position->ended ? 0 : position->step + 1,
                               .answered = controller->viewer.answered,
                               .ended = controller->viewer.finished};
}

void bp_lesson_controller_save_progress(const bp_lesson_controller *controller) {
    bp_progress progress;
    bp_progress_read(&progress);
    if (bp_progress_record(&progress, plan_of(controller)->name, progress_now(controller)))
        bp_progress_write(&progress, NULL);
}

/* The step that the window opens with is no progress yet. */
static void keep_progress(bp_lesson_controller *controller) {
    bp_progress_entry now = progress_now(controller), *saved = &controller->saved;
    if (saved->step == 0) *saved = now;
    if (now.step == saved->step && now.left == saved->left && now.answered == saved->answered &&
        now.ended == saved->ended)
        return;
    *saved = now;
    bp_lesson_controller_save_progress(controller);
}

bool bp_lesson_controller_run_frame(bp_lesson_controller *controller, const bp_event *events, size_t count,
                                    double seconds, unsigned *requests, bp_frame *out, bp_error *error) {
    if (!bp_controller_frame(&controller->base, events, count, seconds, requests, out, error)) return false;
    if (*requests & BP_REQUEST_LINK) {
        snprintf(controller->command, sizeof controller->command, "bindpose lesson %d --step %d",
                 plan_of(controller)->number, controller->viewer.position.step + 1);
        out->copy = controller->command;
    }
    keep_progress(controller);
    bp_settings_keep(&controller->viewer.core.settings, &controller->saved_settings);
    return true;
}

static bool frame(void *user, const bp_event *events, size_t count, double seconds, bp_frame *out,
                  bp_error *error) {
    unsigned requests = 0;
    if (!bp_lesson_controller_run_frame(user, events, count, seconds, &requests, out, error)) return false;
    out->next = (requests & BP_REQUEST_NEXT_LESSON) != 0;
    if (out->next || (requests & BP_REQUEST_LEAVE)) out->quit = true;
    if (out->quit) bp_lesson_controller_save_progress(user);
    return true;
}

static void describe(void *user, bp_json_writer *json) { bp_lesson_controller_describe(user, json); }

/* The saved settings, as far as the options don't name others. */
static void load_settings(bp_lesson_controller *controller, const bp_lesson_options *options) {
    bp_view_settings *settings = &controller->viewer.core.settings;
    bp_settings_read(settings);
    settings->light = options->light || (settings->light && !options->dark);
    settings->columns |= options->columns;
    controller->saved_settings = *settings;
}

bool bp_lesson_window_run(const bp_window *window, bp_context *context, bp_session *session,
                          const bp_lesson_options *options, bp_error *error) {
    const bp_lesson_plan *lesson = bp_session_lesson(session);
    char title[160], number[16];
    bp_lesson_number(lesson, number, sizeof number);
    snprintf(title, sizeof title, "%s %.100s - Bindpose", number, lesson->title);
    const bp_window_options window_options = {title, options->width, options->height};
    bp_lesson_controller controller;
    bool ok = bp_lesson_controller_open_with(&controller, context, session, options, error);
    load_settings(&controller, options);
    bp_lesson_controller_start(&controller, options->step);
    if (controller.viewer.core.settings.page)
        controller.viewer.next = lesson->text.next; /* the page opens it */
    const bp_window_client client = {&controller, frame, describe};
    ok = ok && window->run(&window_options, &client, error);
    bp_lesson_controller_close(&controller);
    return ok;
}
