/* A lesson whose question is open, as a student sees it. */
#ifndef BINDPOSE_TESTS_SUPPORT_LESSON_PLAYER_H
#define BINDPOSE_TESTS_SUPPORT_LESSON_PLAYER_H

#include "raster/inspect.h"
#include "support/test.h"
#include "viewer/lesson/lesson_controller.h"

extern const bp_lesson_plan *const bp_lesson_registry[];

enum { WIDTH = 1280, HEIGHT = 800, SMALL_WIDTH = 800, SMALL_HEIGHT = 600 };

typedef struct player {
    bp_session *session;
    bp_lesson_controller controller;
} player;

/* How the student looks at it. */
typedef struct look {
    const char *name;
    bool engine, fold, seven, small;
} look;

static inline void open_player(player *p, const bp_lesson_plan *lesson, int step, const look *as) {
    bp_error error = {0};
    int width = as->small ? SMALL_WIDTH : WIDTH, height = as->small ? SMALL_HEIGHT : HEIGHT;
    p->session = bp_session_create(NULL, lesson, NULL, &error);
    if (!p->session || !bp_lesson_controller_open(&p->controller, NULL, p->session, 0, width, height, &error))
        fail_msg("%s: %s", lesson->name, error.message);
    bp_lesson_viewer_enter(&p->controller.viewer, lesson, step);
    p->controller.viewer.core.settings.babylon = as->engine;
    p->controller.viewer.core.settings.fold = as->fold;
    p->controller.viewer.core.settings.all_matrices = as->seven;
    p->controller.viewer.position.engine = as->engine;
    if (!bp_controller_draw(&p->controller.base, &error)) fail_msg("%s: %s", lesson->name, error.message);
    assert_true(p->controller.viewer.position.asking);
}

static inline void close_player(player *p) {
    bp_lesson_controller_close(&p->controller);
    bp_session_destroy(p->session);
}

/* Draws it without what an earlier frame left; `texts` may be NULL. */
static inline void draw_player(player *p, bp_framebuffer *to, bp_text_log *texts) {
    bp_error error = {0};
    bp_drawn_frame drawn = {.valid = false};
    const bp_lesson_view view = {.viewer = &p->controller.viewer,
                                 .lesson = bp_session_lesson(p->session),
                                 .world = bp_session_world(p->session),
                                 .data = &p->controller.data,
                                 .texts = texts};
    bp_raster *raster = bp_raster_create(NULL, &error);
    const bp_view_settings *settings = &p->controller.viewer.core.settings;
    if (!raster || !bp_framebuffer_create_color(NULL, settings->width, settings->height, to, &error) ||
        !bp_lesson_view_draw(&view, raster, to, &drawn, &error))
        fail_msg("%s", error.message);
    bp_raster_destroy(raster);
}

#endif
