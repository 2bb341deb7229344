/* What is drawn over a finished picture: false colours, and the pixel inspector. Both need the picture's
 * passes once more, with a probe. */
#ifndef BP_APP_PROBE_H
#define BP_APP_PROBE_H

#include "app/state.h"

/* Adds them to app->picture, if they are wanted. `draw` draws the screen. */
bool bp_probe_draw(bp_app *app, bool (*draw)(bp_app *app, bp_error *error), bp_error *error);

#endif
