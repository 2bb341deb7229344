/* The layout that lessons and model files share: words at the left, the picture at the right and always of
 * one size, its slider below it, a line of numbers that opens upwards, and words to click at the bottom.
 * In a window as narrow as a phone the picture is above the words. */
#pragma once

#include "app/app.h"

/* In pixels. */
typedef struct bp_layout {
    bp_rect read;    /* the words */
    bp_rect picture; /* stages, with their titles and notes */
    bp_rect slider;
    bp_rect line; /* of numbers */
    bp_rect footer;
    bool stacked; /* the picture is above the words */
} bp_layout;

bp_layout bp_layout_make(const bp_painter *p, const bp_settings *settings);

/* The words, line by line from the top; those that don't fit scroll. With a painter that has failed, all
 * is measured and nothing drawn. */
typedef struct bp_read {
    bp_painter *p;
    bp_rect rect; /* lines outside of it aren't drawn */
    int left, width;
    int y; /* of the next block */
} bp_read;

/* A part of a wrapped text, and the rectangles that it takes: one for each line, at most two. */
typedef struct bp_text_span {
    size_t start, length; /* bytes of the text */
    bp_rgba8 color;       /* alpha 0: the style's */
    bp_rect rects[2];
    int count;
} bp_text_span;

/* Begins at the rectangle's top, or above it by what is scrolled away. */
bp_read bp_read_begin(bp_painter *p, bp_rect rect, int scrolled);
void bp_read_gap(bp_read *read, float units);
/* Whether a block of that height would be visible at the next position. */
bool bp_read_sees(const bp_read *read, int height);
/* A wrapped text; `leading` in units. */
void bp_read_text(bp_read *read, const char *text, float leading, bp_style style);
/* The same; the spans (their rectangles must be empty) get where they are. */
void bp_read_spans(bp_read *read, const char *text, float leading, bp_style style, bp_text_span *spans,
                   int count);

/* A word that can be clicked; y is its baseline. Returns its width. */
int bp_word(bp_painter *p, int x, int y, const char *text, bp_style style, bp_action action, int value);
/* The same, its right end at x. */
int bp_word_left_of(bp_painter *p, int x, int y, const char *text, bp_style style, bp_action action,
                    int value);
/* The cap of a keyboard key, with its caption. Returns the width. */
int bp_key_cap(bp_painter *p, int x, int y, const char *key, const char *does);
/* A slider with its name and value at the left; a press on the track acts, with 0 as the value. `part`: 0..1.
 * Returns the track. */
bp_rect bp_slider_draw(bp_painter *p, bp_rect rect, const char *name, const char *value, float part,
                       bool waits, bp_action action);
/* How far along the slider that the mouse holds a point is, 0..1. */
float bp_held_part(const bp_app *app, float x);
/* The bar at the right of a list of `count` rows: `rows` of them are visible, from `top` on. */
void bp_scroll_bar(bp_painter *p, bp_rect list, int top, int rows, int count);
/* The notice, in the footer between `left` and `right`. */
void bp_notice_draw(bp_painter *p, const bp_app *app, const bp_layout *layout, int left, int right);

/* ---- The help: all keys, over everything ----------------------------------------------------- */

/* The keys of the windows in `where` (BP_KEYS_...). A click anywhere closes it. */
void bp_help_draw(bp_painter *p, unsigned where, int width, int height);
