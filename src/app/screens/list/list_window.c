#include "app/app.h"
#include "app/screens/list/list.h"

bool bp_list_window_run(const bp_window *window, bp_context *context, const bp_lesson_plan *const *lessons,
                        bp_error *error) {
    const bp_window_options options = {.title = "Bindpose"};
    bp_app *app = bp_alloc(NULL, 1, sizeof *app, error);
    if (!app) return false;
    bool ok = bp_app_open(app, context, 1280, 800, error) && bp_list_open(app, lessons, error);
    if (ok) {
        bp_app_read_settings(app);
        ok = bp_app_run(app, window, &options, error);
    }
    bp_app_close(app);
    bp_free(NULL, app);
    return ok;
}
