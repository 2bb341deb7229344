/* Finds the project's own files. A built program is two folders below the project, an installed one beside
 * a share folder, an unpacked one of Windows beside the assets. $BINDPOSE_ASSETS names any other folder. */
#include "base/system.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The folder of the running program, without a slash at its end, or "". */
static void program_folder(char *folder, size_t size) {
    bp_program_path(folder, size);
    char *slash = strrchr(folder, '/');
    if (slash) *slash = '\0';
}

static bool find_in(const char *folder, const char *below, const char *name, char *path, size_t size) {
    int length = snprintf(path, size, "%s%s/%s", folder, below, name);
    return length > 0 && (size_t)length < size && bp_path_allows(path, BP_PATH_READ);
}

bool bp_asset_path(const char *name, char *path, size_t size, bp_error *error) {
    char folder[4096];
    const char *configured = getenv("BINDPOSE_ASSETS");
    if (configured && *configured) {
        if (find_in(configured, "", name, path, size)) return true;
    } else {
        program_folder(folder, sizeof folder);
        if (*folder && (find_in(folder, "/../../assets", name, path, size) ||
                        find_in(folder, "/../share/bindpose", name, path, size) ||
                        find_in(folder, "/assets", name, path, size)))
            return true;
        if (find_in("assets", "", name, path, size)) return true;
    }
    if (size > 0) *path = '\0';
    return bp_fail(
        error, BP_ERROR_ENVIRONMENT, name,
        "this file of Bindpose's own isn't found%s; set BINDPOSE_ASSETS to the project's folder assets",
        configured && *configured ? " in the folder that BINDPOSE_ASSETS names" : "");
}
