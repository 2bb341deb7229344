/* From the window's frames to the controller and back. */
#include "viewer/lesson/lesson_window.h"
#include "viewer/progress.h"
#include <stdio.h>

bool bp_lesson_controller_frame(bp_lesson_controller *controller, const bp_event *events, size_t count, double seconds,
                          bp_frame *out, unsigned *requests, bp_error *error) {
    unsigned now;
    *requests = bp_lesson_controller_tick(controller, seconds);
    for (size_t i = 0; i < count; i++) {
        if (!bp_lesson_controller_event(controller, &events[i], &now, error)) return false;
        *requests |= now;
        if (now & (BP_REQUEST_LEAVE | BP_REQUEST_QUIT)) break;
    }
    if (*requests & BP_REQUEST_REDRAW) {
        if (!bp_lesson_controller_draw(controller, error)) return false;
        out->picture = &controller->picture;
    }
    out->moving = bp_viewer_is_moving(&controller->viewer, bp_session_lesson(controller->session));
    out->toggle_fullscreen = (*requests & BP_REQUEST_FULLSCREEN) != 0;
    out->quit = (*requests & BP_REQUEST_QUIT) != 0;
    return true;
}

void bp_lesson_controller_save_progress(const bp_lesson_controller *controller) {
    bp_progress progress;
    bp_progress_read(&progress);
    if (bp_progress_record(&progress, bp_session_lesson(controller->session)->name, controller->furthest + 1))
        bp_progress_write(&progress, NULL);
}

static bool frame(void *user, const bp_event *events, size_t count, double seconds, bp_frame *out,
                  bp_error *error) {
    unsigned requests;
    if (!bp_lesson_controller_frame(user, events, count, seconds, out, &requests, error)) return false;
    if (requests & BP_REQUEST_LEAVE) out->quit = true;
    return true;
}

bool bp_lesson_window_run(const bp_window *window, bp_context *context, bp_session *session,
                          const bp_lesson_start *start, bp_error *error) {
    const bp_lesson_plan *lesson = bp_session_lesson(session);
    char title[160];
    snprintf(title, sizeof title, "%02d %.100s - Bindpose", lesson->number, lesson->title);
    bp_window_options options = {.title = title, .width = start->width, .height = start->height};
    int width = options.width > 0 ? options.width : 1280, height = options.height > 0 ? options.height : 800;
    bp_lesson_controller controller;
    bool good = bp_lesson_controller_open(&controller, context, session, 0, width, height, error);
    controller.viewer.settings.light = start->light;
    controller.viewer.settings.columns = start->columns;
    bp_viewer_enter(&controller.viewer, lesson, start->step);
    const bp_window_client shown = {&controller, frame};
    good = good && window->run(&options, &shown, error);
    if (good) bp_lesson_controller_save_progress(&controller);
    bp_lesson_controller_close(&controller);
    return good;
}
