/* The browser in a window, and the lessons that are opened from it. */
#ifndef BP_VIEWER_BROWSER_BROWSER_WINDOW_H
#define BP_VIEWER_BROWSER_BROWSER_WINDOW_H

#include "viewer/window.h"

/* Opens the window and returns when it is closed. Errors: no display (ENVIRONMENT), memory. A lesson that can't
 * be opened is said in the browser. */
bool bp_browser_window_run(const bp_window *window, bp_context *context, const bp_lesson_plan *const *lessons,
                           bp_error *error);

#endif
