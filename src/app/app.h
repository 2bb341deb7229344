/* The app: one loop for all windows. A step takes events and time, and changes the state; what touches the
 * world around the app comes out as requests, which a frame fulfils. A window only translates events and
 * shows the framebuffer.
 *
 *     zero the app; bp_app_open; bp_list_open, bp_lesson_open, bp_model_open or bp_crowd_open;
 *     bp_app_run with a window, or bp_app_step and bp_app_draw; bp_app_close
 *
 * Not thread-safe: use an app from one thread at a time; drawing uses the context's threads. */
#ifndef BP_APP_APP_H
#define BP_APP_APP_H

#include "app/state.h"

/* The caller zeroes the app, and closes it even if this fails. The picture gets this size. Errors: memory,
 * the size. */
bool bp_app_open(bp_app *app, bp_context *context, int width, int height, bp_error *error);
void bp_app_close(bp_app *app);
/* Begins with the settings of the last window. */
void bp_app_read_settings(bp_app *app);

/* Handles events in order, then lets `seconds` pass, and adds to *requests (BP_REQUEST_...). It opens and
 * writes no file. Errors: memory; the lesson's functions. */
bool bp_app_step(bp_app *app, const bp_event *events, size_t count, double seconds, unsigned *requests,
                 bp_error *error);
/* Fulfils what concerns files and screens, and clears it. What goes wrong is in the notice. Errors:
 * memory. */
bool bp_app_fulfil(bp_app *app, unsigned *requests, bp_error *error);
/* Draws app->picture, in the size of the settings. */
bool bp_app_draw(bp_app *app, bp_error *error);
/* Whether a step with time, and no events, would change anything. */
bool bp_app_is_moving(const bp_app *app);

/* One frame: step, requests, picture. For bp_window_client; `app` is a bp_app. */
bool bp_app_frame(void *app, const bp_event *events, size_t count, double seconds, bp_frame *out,
                  bp_error *error);
/* Describes what is shown (bp_window_client). A frame must have been drawn. */
void bp_app_describe(void *app, bp_json_writer *json);
/* Opens a window with the app in it, and returns when it is closed; saves a lesson's progress. Errors: no
 * display (ENVIRONMENT), those of steps and drawing. */
bool bp_app_run(bp_app *app, const bp_window *window, const bp_window_options *options, bp_error *error);

#endif
