/* Hands a window's frames to a lesson's controller. */
#include "viewer/lesson/lesson_window.h"
#include <stdio.h>

static bool frame(void *user, const bp_event *events, size_t count, double seconds, bp_frame *out,
                  bp_error *error) {
    bp_lesson_controller *controller = user;
    unsigned requests = 0;
    if (!bp_controller_frame(&controller->base, events, count, seconds, &requests, out, error)) return false;
    if (requests & BP_REQUEST_LEAVE) out->quit = true;
    return true;
}

bool bp_lesson_window_run(const bp_window *window, bp_context *context, bp_session *session,
                          const bp_lesson_start *start, bp_error *error) {
    const bp_lesson_plan *lesson = bp_session_lesson(session);
    char title[160];
    snprintf(title, sizeof title, "%02d %.100s - Bindpose", lesson->number, lesson->title);
    int width = start->width > 0 ? start->width : 1280, height = start->height > 0 ? start->height : 800;
    const bp_window_options options = {.title = title, .width = start->width, .height = start->height};
    bp_lesson_controller controller;
    bool good = bp_lesson_controller_open(&controller, context, session, 0, width, height, error);
    controller.viewer.core.settings.light = start->light;
    controller.viewer.core.settings.columns = start->columns;
    bp_lesson_viewer_enter(&controller.viewer, lesson, start->step);
    const bp_window_client client = {&controller, frame};
    good = good && window->run(&options, &client, error);
    if (good) bp_lesson_controller_save_progress(&controller);
    bp_lesson_controller_close(&controller);
    return good;
}
