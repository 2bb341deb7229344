/* From the window's frames to the desk and back. */
#include "viewer/lesson/lesson_window.h"
#include "viewer/progress.h"
#include <stdio.h>

bool bp_lesson_desk_frame(bp_lesson_desk *desk, const bp_event *events, size_t count, double seconds,
                          bp_frame *out, unsigned *requests, bp_error *error) {
    unsigned now;
    *requests = bp_lesson_desk_tick(desk, seconds);
    for (size_t i = 0; i < count; i++) {
        if (!bp_lesson_desk_event(desk, &events[i], &now, error)) return false;
        *requests |= now;
        if (now & (BP_REQUEST_LEAVE | BP_REQUEST_QUIT)) break;
    }
    if (*requests & BP_REQUEST_REDRAW) {
        if (!bp_lesson_desk_draw(desk, error)) return false;
        out->picture = &desk->picture;
    }
    out->moving = bp_viewer_is_moving(&desk->viewer, bp_session_lesson(desk->session));
    out->toggle_fullscreen = (*requests & BP_REQUEST_FULLSCREEN) != 0;
    out->quit = (*requests & BP_REQUEST_QUIT) != 0;
    return true;
}

void bp_lesson_desk_note(const bp_lesson_desk *desk) {
    bp_progress progress;
    bp_progress_read(&progress);
    if (bp_progress_note(&progress, bp_session_lesson(desk->session)->name, desk->furthest + 1))
        bp_progress_write(&progress, NULL);
}

static bool frame(void *user, const bp_event *events, size_t count, double seconds, bp_frame *out,
                  bp_error *error) {
    unsigned requests;
    if (!bp_lesson_desk_frame(user, events, count, seconds, out, &requests, error)) return false;
    if (requests & BP_REQUEST_LEAVE) out->quit = true;
    return true;
}

bool bp_lesson_window_run(const bp_window *window, bp_context *context, bp_session *session,
                          const bp_lesson_start *start, bp_error *error) {
    const bp_lesson_plan *lesson = bp_session_lesson(session);
    char title[160];
    snprintf(title, sizeof title, "%02d %.100s - Bindpose", lesson->number, lesson->title);
    bp_window_wish wish = {.title = title, .width = start->width, .height = start->height};
    int width = wish.width > 0 ? wish.width : 1280, height = wish.height > 0 ? wish.height : 800;
    bp_lesson_desk desk;
    bool good = bp_lesson_desk_open(&desk, context, session, 0, width, height, error);
    desk.viewer.look.light = start->light;
    desk.viewer.look.columns = start->columns;
    bp_viewer_enter(&desk.viewer, lesson, start->step);
    const bp_shown shown = {&desk, frame};
    good = good && window->run(&wish, &shown, error);
    if (good) bp_lesson_desk_note(&desk);
    bp_lesson_desk_close(&desk);
    return good;
}
