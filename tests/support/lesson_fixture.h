/* A lesson controller without a window: opened, given events, drawn. */
#ifndef BINDPOSE_TESTS_SUPPORT_LESSON_BENCH_H
#define BINDPOSE_TESTS_SUPPORT_LESSON_BENCH_H

#include "support/test.h"
#include "viewer/lesson/lesson_controller.h"

typedef struct bench {
    bp_context *context;
    bp_session *session;
    bp_lesson_controller controller;
    bool live; /* drawn after each event, as in a window with one event a frame */
} bench;

static inline void draw(bench *b) {
    bp_error error = {0};
    if (!bp_controller_draw(&b->controller.base, &error)) fail_msg("%s", error.message);
}

static inline void open_bench(bench *b, const bp_lesson_plan *lesson, int step, int width, int height) {
    bp_error error = {0};
    b->context = bp_context_create(&(bp_context_options){.threads = 1}, &error);
    b->session = bp_session_create(b->context, lesson, NULL, &error);
    assert_non_null(b->session);
    assert_true(
        bp_lesson_controller_open(&b->controller, b->context, b->session, step, width, height, &error));
    b->live = false;
}
static inline void close_bench(bench *b) {
    bp_lesson_controller_close(&b->controller);
    bp_session_destroy(b->session);
    bp_context_destroy(b->context);
}

/* Sends events; returns the last one's requests. */
static inline unsigned give(bench *b, bp_event event) {
    bp_error error = {0};
    unsigned requests = 0;
    if (!bp_controller_event(&b->controller.base, &event, &requests, &error)) fail_msg("%s", error.message);
    if (b->live) draw(b);
    return requests;
}
static inline unsigned key(bench *b, int code, unsigned mods) {
    return give(b, (bp_event){.kind = BP_EVENT_KEY, .key = code, .mods = mods});
}
static inline unsigned type(bench *b, const char *text) {
    unsigned requests = 0;
    for (; *text; text++) requests = give(b, (bp_event){.kind = BP_EVENT_TEXT, .text = {*text}});
    return requests;
}

#endif
