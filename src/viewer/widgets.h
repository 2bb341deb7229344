/* What panels are put together from: boxes, rules, words, keys, dots. All sizes are in units of layout, which
 * become pixels by the size of text and the density of the screen; places are pixels. The first failure
 * is kept, later calls then do nothing, so that panels read without a check at each line.
 *
 * Whatever can be clicked is told to the list of hits while it is drawn: what one sees is what one hits. */
#ifndef BP_VIEWER_WIDGETS_H
#define BP_VIEWER_WIDGETS_H

#include "viewer/key_table.h"
#include "viewer/theme.h"
#include <bindpose/raster.h>

enum { BP_HIT_AREAS_MAX = 192 };

/* A place that can be clicked. */
typedef struct bp_hit_area {
    bp_rect rect;
    bp_action action;
    int value;
} bp_hit_area;

typedef struct bp_hit_areas {
    bp_hit_area items[BP_HIT_AREAS_MAX]; /* later ones lie over earlier ones */
    int count;
} bp_hit_areas;

typedef struct bp_ui {
    bp_raster *raster; /* in a pass that was begun */
    const bp_theme *theme;
    float unit;         /* pixels of one unit of layout */
    bp_hit_areas *hits; /* NULL: nobody clicks */
    bp_error *error;
    bool failed;
} bp_ui;

/* How words are set; zero: 13 units, ink, sans, from the left. */
typedef struct bp_style {
    int size;
    bp_face face;
    bp_rgba8 color;
    bp_align align;
    int max_width; /* pixels; longer words end in an ellipsis */
} bp_style;

int bp_ui_px(const bp_ui *ui, float units); /* rounded */
bool bp_rect_contains(bp_rect rect, float x, float y);
bp_rect bp_rect_inset(bp_rect rect, int x, int y);

/* Begins a pass, and clears a rectangle (NULL: none) to a colour; ends the pass. */
void bp_ui_begin(bp_ui *ui, const bp_framebuffer *to, const bp_pass *pass, const bp_rect *clear,
                 bp_rgba8 color);
void bp_ui_end(bp_ui *ui);
/* Filled, with round corners and a border of that colour (alpha 0: none of it). */
void bp_ui_box(bp_ui *ui, bp_rect rect, bp_rgba8 fill, float corner, bp_rgba8 border);
void bp_ui_fill(bp_ui *ui, bp_rect rect, bp_rgba8 color);
/* Words on one line; y is the baseline. Returns their width in pixels. */
int bp_ui_text(bp_ui *ui, int x, int y, const char *text, bp_style style);
int bp_ui_text_width(const bp_ui *ui, const char *text, bp_style style);
/* Words in lines, at most `most` of them, from the first baseline on, `leading` units apart. Returns how many. */
int bp_ui_lines(bp_ui *ui, int x, int y, int width, int leading, int most, const char *text, bp_style style);
/* How many they would be. */
int bp_ui_count_lines(const bp_ui *ui, int width, int most, const char *text, bp_style style);
/* A key as it looks on a keyboard, and what it does beside it. Returns the width; `action` NONE can't be
 * clicked. */
int bp_ui_key(bp_ui *ui, int x, int y, const char *key, const char *does, bp_action action, int value);
int bp_ui_key_width(const bp_ui *ui, const char *key, const char *does);
/* A dot of `radius` units: filled, or a ring. */
void bp_ui_dot(bp_ui *ui, int x, int y, float radius, bp_rgba8 color, bool filled);
void bp_ui_hit(bp_ui *ui, bp_rect rect, bp_action action, int value);

/* The hit under a point, NULL where there is none. */
const bp_hit_area *bp_hit_areas_find(const bp_hit_areas *hits, float x, float y);

#endif
