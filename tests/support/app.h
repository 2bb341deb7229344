/* The app without a window: opened with a screen, given events, drawn. */
#ifndef BINDPOSE_TESTS_SUPPORT_APP_H
#define BINDPOSE_TESTS_SUPPORT_APP_H

#include "app/app.h"
#include "app/screens/lesson/lesson_screen.h"
#include "app/screens/list/list.h"
#include "app/screens/model/model_screen.h"
#include "support/test.h"
#include <string.h>

typedef struct bench {
    bp_context *context;
    bp_session *session;
    bp_app app;
    unsigned requests; /* of the last event */
} bench;

static inline void bench_open(bench *b, int width, int height) {
    bp_error error = {0};
    *b = (bench){.context = bp_context_create(&(bp_context_options){.threads = 1}, &error)};
    if (!b->context || !bp_app_open(&b->app, b->context, width, height, &error))
        fail_msg("%s", error.message);
}

static inline void bench_close(bench *b) {
    bp_app_close(&b->app);
    bp_session_destroy(b->session);
    bp_context_destroy(b->context);
}

static inline void draw(bench *b) {
    bp_error error = {0};
    if (!bp_app_draw(&b->app, &error)) fail_msg("%s", error.message);
}

/* At a step, its change done. */
static inline void bench_lesson(bench *b, const bp_lesson_plan *lesson, int step, int width, int height) {
    bp_error error = {0};
    bench_open(b, width, height);
    b->session = bp_session_create(b->context, lesson, NULL, &error);
    if (!b->session || !bp_lesson_open(&b->app, b->session, false, step, &error))
        fail_msg("%s: %s", lesson->name, error.message);
    draw(b);
}

/* One event, then what it asks for, and a picture, as in a frame of a window. */
static inline void give(bench *b, bp_event event) {
    bp_error error = {0};
    b->requests = 0;
    if (!bp_app_step(&b->app, &event, 1, 0, &b->requests, &error)) fail_msg("%s", error.message);
    unsigned asked = b->requests;
    if (!bp_app_fulfil(&b->app, &asked, &error)) fail_msg("%s", error.message);
    draw(b);
}

static inline void pass(bench *b, double seconds) {
    bp_error error = {0};
    unsigned requests = 0;
    if (!bp_app_step(&b->app, NULL, 0, seconds, &requests, &error)) fail_msg("%s", error.message);
    draw(b);
}

static inline void key_with(bench *b, int code, unsigned mods) {
    give(b, (bp_event){.kind = BP_EVENT_KEY, .key = code, .mods = mods});
}
static inline void key(bench *b, int code) { key_with(b, code, 0); }
static inline void type(bench *b, const char *text) {
    for (; *text; text++) give(b, (bp_event){.kind = BP_EVENT_TEXT, .text = {*text}});
}
static inline void mouse(bench *b, bp_event_kind kind, float x, float y) {
    give(b, (bp_event){.kind = kind, .button = BP_BUTTON_LEFT, .x = x, .y = y, .clicks = 1});
}
static inline void click_at(bench *b, float x, float y) {
    mouse(b, BP_EVENT_MOVE, x, y);
    mouse(b, BP_EVENT_PRESS, x, y);
    mouse(b, BP_EVENT_RELEASE, x, y);
}
static inline void drag(bench *b, bp_vec2 from, bp_vec2 to) {
    mouse(b, BP_EVENT_MOVE, from.x, from.y);
    mouse(b, BP_EVENT_PRESS, from.x, from.y);
    for (int i = 1; i <= 4; i++)
        mouse(b, BP_EVENT_MOVE, from.x + (to.x - from.x) * (float)i / 4,
              from.y + (to.y - from.y) * (float)i / 4);
    mouse(b, BP_EVENT_RELEASE, to.x, to.y);
}

static inline const bp_hit_area *area(const bench *b, bp_action action, int value) {
    const bp_hit_areas *hits = &b->app.drawn.hits;
    for (int i = 0; i < hits->count; i++)
        if (hits->items[i].action == (unsigned)action && hits->items[i].value == value)
            return &hits->items[i];
    return NULL;
}

static inline void click(bench *b, bp_action action, int value) {
    const bp_hit_area *hit = area(b, action, value);
    if (!hit) fail_msg("nothing to click for action %d, %d", (int)action, value);
    click_at(b, (float)hit->rect.x + (float)hit->rect.width / 2,
             (float)hit->rect.y + (float)hit->rect.height / 2);
}

/* A point of a placed stage's space, in pixels. */
static inline bp_vec2 on_screen(const bp_illustration *of, int placed, bp_vec3 at) {
    bp_vec2 pixel = {0, 0};
    assert_true(bp_camera_project(&of->placed[placed].camera, of->placed[placed].rect, at, &pixel, NULL));
    return pixel;
}
static inline bp_vec2 joint(const bp_illustration *of, int placed, const char *name) {
    const bp_stage *stage = &of->content.stages[of->placed[placed].stage];
    const bp_bone *bone = bp_skeleton_find(stage->skeleton, name);
    assert_non_null(bone);
    return on_screen(of, placed, bp_mat4_position(bp_bone_frame(stage, bone)));
}

/* Whether a text with these words was drawn; set app.texts first. */
static inline bool texts_say(const bp_text_log *texts, const char *words) {
    for (int i = 0; i < texts->count; i++)
        if (strstr(texts->items[i].text, words)) return true;
    return false;
}

#endif
