/* What the pixel inspector's panel says, compared with the picture as it was before the inspector was opened.
 * Include a fixture with a `bench` first. */
#ifndef BINDPOSE_TESTS_SUPPORT_INSPECTOR_H
#define BINDPOSE_TESTS_SUPPORT_INSPECTOR_H

#include "support/test.h"
#include "viewer/widgets.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bp_text_log inspector_texts;

static inline bool inspector_says(const char *words) {
    for (int i = 0; i < inspector_texts.count; i++)
        if (strstr(inspector_texts.items[i].text, words)) return true;
    return false;
}

/* "R, G, B, A" in the line after `label`. */
static inline void inspector_bytes(const char *label, int out[4]) {
    for (int i = 0; i + 1 < inspector_texts.count; i++)
        if (strcmp(inspector_texts.items[i].text, label) == 0 &&
            sscanf(inspector_texts.items[i + 1].text, "%d, %d, %d, %d", &out[0], &out[1], &out[2], &out[3]) ==
                4)
            return;
    fail_msg("the panel doesn't have \"%s\"", label);
}

/* The mouse points at the middle of a pixel. */
static inline void inspector_point(bench *b, int x, int y) {
    inspector_texts.count = 0;
    give(b, (bp_event){.kind = BP_EVENT_MOVE, .x = (float)x + 0.5f, .y = (float)y + 0.5f});
}

/* Both sums of the panel are the pixel of `before`, a copy of the picture without the inspector. */
static inline void inspector_expect(const uint8_t *before, int width, int x, int y) {
    int shown[4], computed[4];
    char title[64];
    snprintf(title, sizeof title, "Pixel %d, %d", x, y);
    assert_true(inspector_says(title) && inspector_says("the same") && !inspector_says("differ"));
    inspector_bytes("the picture's bytes: R, G, B, A", shown);
    inspector_bytes("the history's last bytes", computed);
    for (int i = 0; i < 4; i++) {
        int expected = before[4 * ((size_t)y * (size_t)width + (size_t)x) + (size_t)i];
        if (shown[i] != expected || computed[i] != expected)
            fail_msg("pixel %d, %d: byte %d is %d; the panel has %d, the history %d", x, y, i, expected,
                     shown[i], computed[i]);
    }
}

/* A grid of pixels of a scene: each is as it was in `before`, which the caller frees. Returns how many. */
static inline int inspector_sweep(bench *b, const uint8_t *before, int width, bp_rect scene, int step) {
    int count = 0;
    for (int y = scene.y; y < scene.y + scene.height; y += step)
        for (int x = scene.x + (y / step) % step; x < scene.x + scene.width; x += step, count++) {
            inspector_point(b, x, y);
            inspector_expect(before, width, x, y);
        }
    return count;
}

static inline uint8_t *inspector_copy(const bp_framebuffer *picture) {
    assert_true(picture->stride == 0 || picture->stride == picture->width);
    size_t size = (size_t)4 * (size_t)picture->width * (size_t)picture->height;
    uint8_t *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, picture->pixels, size);
    return copy;
}

#endif
