/* The lesson browser: a card for each lesson. A value like the viewer, changed by events and drawn from
 * outside. */
#ifndef BP_VIEWER_BROWSER_BROWSER_H
#define BP_VIEWER_BROWSER_BROWSER_H

#include "viewer/progress.h"
#include "viewer/lesson/lesson_viewer.h"

enum { BP_BROWSER_MAX = 64 };

typedef struct bp_browser {
    bp_view_settings settings; /* size, text, theme: shared with the lessons that are opened */
    int count, columns;  /* lessons; cards in a row, as drawn last */
    int rows_seen;       /* that fit, as drawn last */
    int selected, top;   /* a card; the first row that is shown */
    char notice[200];
} bp_browser;

/* What is drawn beside the browser's own. */
typedef struct bp_browser_scope {
    const bp_lesson_plan *const *lessons; /* ended by NULL */
    const bp_progress *progress;
    const bp_framebuffer *pictures; /* one for each lesson; pixels NULL: not made yet */
} bp_browser_scope;

bp_browser bp_browser_make(const bp_lesson_plan *const *lessons, int width, int height);
/* One event. *open is set to the lesson that shall be opened, else it is left alone. Returns BP_REQUEST_... */
unsigned bp_browser_event(bp_browser *browser, const bp_hit_areas *hits, const bp_event *event, int *open);
/* Draws the cards, and into them the pictures that there are. The browser learns how many cards fit. */
bool bp_browser_draw(bp_browser *browser, const bp_browser_scope *scope, bp_raster *raster,
                     const bp_framebuffer *to, bp_hit_areas *hits, bp_error *error);
/* The size in pixels of the picture on a card. */
void bp_browser_picture_size(const bp_browser *browser, int *width, int *height);

#endif
