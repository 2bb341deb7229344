/* The lesson list: a row for each lesson, beside the walking character. Like the viewers it is a value that
 * events change. */
#ifndef BP_VIEWER_BROWSER_BROWSER_H
#define BP_VIEWER_BROWSER_BROWSER_H

#include "viewer/browser/hero.h"
#include "viewer/lesson/lesson_viewer.h"
#include "viewer/progress.h"
#include "viewer/window.h"

enum { BP_BROWSER_MAX = 64 };

typedef struct bp_browser {
    bp_view_settings settings; /* an opened lesson gets them */
    int count;                 /* lessons */
    int rows_seen;             /* rows that fit, in the last frame */
    int selected, top;         /* a lesson; the first visible row */
    char notice[200];
} bp_browser;

/* The content of the list. */
typedef struct bp_browser_scope {
    const bp_lesson_plan *const *lessons; /* NULL-terminated */
    const bp_progress *progress;
    const bp_framebuffer *pictures; /* one for each lesson; pixels NULL: not made yet */
    bp_hero *hero;                  /* NULL, or not open: none is shown */
    bool framebuffer_unchanged;     /* as in bp_pass */
    bp_text_log *texts;             /* for tests; NULL: none */
} bp_browser_scope;

bp_browser bp_browser_make(const bp_lesson_plan *const *lessons, int width, int height);
/* Handles an event. If it opens a lesson, sets *open to its index. Returns BP_REQUEST_... */
unsigned bp_browser_event(bp_browser *browser, const bp_hit_areas *hits, const bp_event *event, int *open);
/* Scrolls the selected row into view. */
void bp_browser_show_selected(bp_browser *browser);
/* Scrolls by rows, at most to the ends of the list. */
void bp_browser_scroll(bp_browser *browser, int by);
/* Draws the list, with the pictures that exist already. Updates `rows_seen`. */
bool bp_browser_draw(bp_browser *browser, const bp_browser_scope *scope, bp_raster *raster,
                     const bp_framebuffer *to, bp_hit_areas *hits, bp_error *error);
/* The size in pixels of the picture in a row. */
void bp_browser_picture_size(const bp_browser *browser, int *width, int *height);

/* Opens a window with the list, and the lessons that are opened from it; returns when it is closed.
 * Errors: no display (ENVIRONMENT), memory. The list itself tells why a lesson can't be opened. */
bool bp_browser_window_run(const bp_window *window, bp_context *context, const bp_lesson_plan *const *lessons,
                           bp_error *error);

#endif
