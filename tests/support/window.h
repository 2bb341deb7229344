/* A window that a test drives: the test's script gets the window's client, sends it events and time, frame by frame, and
 * checks the results.
 *
 *   static bool script(const bp_window_options *options, const bp_window_client *client, bp_error *error) {
 *       bp_frame out = window_key(client, BP_KEY_ESCAPE, 0);
 *       assert_true(out.quit);
 *       return true;
 *   }
 *   static const bp_window WINDOW = {script};
 */
#ifndef BINDPOSE_TESTS_SUPPORT_WINDOW_H
#define BINDPOSE_TESTS_SUPPORT_WINDOW_H

#include "app/window.h"
#include "support/test.h"

static inline bp_frame window_frame(const bp_window_client *client, const bp_event *events, size_t count,
                                    double seconds) {
    bp_error error = {0};
    bp_frame out = {.presented = 0.001};
    if (!client->frame(client->user, events, count, seconds, &out, &error)) fail_msg("%s", error.message);
    return out;
}

/* A frame without events. */
static inline bp_frame window_wait(const bp_window_client *client, double seconds) {
    return window_frame(client, NULL, 0, seconds);
}

static inline bp_frame window_resize(const bp_window_client *client, int width, int height) {
    const bp_event event = {.kind = BP_EVENT_RESIZE, .width = width, .height = height, .scale = 1};
    return window_frame(client, &event, 1, 0);
}

static inline bp_frame window_key(const bp_window_client *client, int key, unsigned mods) {
    const bp_event event = {.kind = BP_EVENT_KEY, .key = key, .mods = mods};
    return window_frame(client, &event, 1, 0);
}

/* Types characters, one a frame; returns the last frame. */
static inline bp_frame window_type(const bp_window_client *client, const char *text) {
    bp_frame out = {0};
    for (; *text; text++) {
        const bp_event event = {.kind = BP_EVENT_TEXT, .text = {*text}};
        out = window_frame(client, &event, 1, 0);
    }
    return out;
}

static inline bp_frame window_press(const bp_window_client *client, float x, float y) {
    const bp_event event = {.kind = BP_EVENT_PRESS, .button = BP_BUTTON_LEFT, .x = x, .y = y};
    return window_frame(client, &event, 1, 0);
}

/* FNV-1a of the pixels. */
static inline uint64_t picture_hash(const bp_framebuffer *picture) {
    uint64_t hash = 1469598103934665603u;
    int stride = picture->stride ? picture->stride : picture->width;
    for (size_t i = 0; i < (size_t)4 * (size_t)stride * (size_t)picture->height; i++)
        hash = (hash ^ picture->pixels[i]) * 1099511628211u;
    return hash;
}

#endif
