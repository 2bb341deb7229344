/* By the XDG specification a relative $XDG_DATA_HOME is ignored. */
#include "viewer/data_folder.h"
#include <stdio.h>
#include <stdlib.h>

bool bp_data_path(const char *name, bool make, char *path, size_t size, bp_error *error) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    bool own = data && data[0] == '/';
    if (!own && (!home || !*home))
        return bp_fail(error, BP_ERROR_ENVIRONMENT, "HOME", "it is not set, so there is no data folder");
    char folder[900];
    int length = own ? snprintf(folder, sizeof folder, "%s/bindpose", data)
                     : snprintf(folder, sizeof folder, "%s/.local/share/bindpose", home);
    if (length < 0 || (size_t)length >= sizeof folder)
        return bp_fail(error, BP_ERROR_ENVIRONMENT, "XDG_DATA_HOME", "the path is too long");
    if (make && !bp_folder_make(folder, error)) return false;
    length = snprintf(path, size, "%s/%s", folder, name);
    if (length < 0 || (size_t)length >= size)
        return bp_fail(error, BP_ERROR_ENVIRONMENT, "XDG_DATA_HOME", "the path is too long");
    return true;
}
