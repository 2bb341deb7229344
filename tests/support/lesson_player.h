/* A lesson whose question is open, as a student sees it. */
#ifndef BINDPOSE_TESTS_SUPPORT_LESSON_PLAYER_H
#define BINDPOSE_TESTS_SUPPORT_LESSON_PLAYER_H

#include "raster/inspect.h"
#include "support/test.h"
#include "support/app.h"

extern const bp_lesson_plan *const bp_lesson_registry[];

enum { WIDTH = 1280, HEIGHT = 800, SMALL_WIDTH = 800, SMALL_HEIGHT = 600 };

/* How the student looks at it. */
typedef struct look {
    const char *name;
    bool engine, numbers, seven, small;
} look;

static inline void open_player(bench *b, const bp_lesson_plan *lesson, int step, const look *as) {
    bench_lesson(b, lesson, 0, as->small ? SMALL_WIDTH : WIDTH, as->small ? SMALL_HEIGHT : HEIGHT);
    bp_lesson_enter(b->app.lesson, step);
    b->app.settings.babylon = as->engine;
    b->app.settings.numbers = as->numbers;
    b->app.settings.all_matrices = as->seven;
    b->app.lesson->position.engine = as->engine;
    draw(b);
    assert_true(b->app.lesson->position.asking);
}

/* Draws it without what an earlier frame left. */
static inline void draw_player(bench *b, bp_text_log *texts) {
    b->app.drawn.valid = false;
    b->app.texts = texts;
    draw(b);
    b->app.texts = NULL;
}

#endif
