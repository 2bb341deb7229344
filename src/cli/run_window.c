/* Running a client in a window, or saying what works without one. */
#include "cli/commands.h"
#include <stdio.h>

void bp_explain_no_window(const char *instead, bp_error *error) {
    char reason[160] = "";
    if (error->message[0]) snprintf(reason, sizeof reason, " (%.120s)", error->message);
    *error = (bp_error){0};
    bp_fail(error, BP_ERROR_ENVIRONMENT, NULL, "there is no display to open a window on%s. Instead: %s",
            reason, instead);
}

bool bp_run_window(const bp_window *window, const bp_window_options *options, const bp_window_client *client,
                   const char *instead, bp_error *error) {
    if (window && window->run(options, client, error)) return true;
    if (!window || error->kind == BP_ERROR_ENVIRONMENT) bp_explain_no_window(instead, error);
    return false;
}
