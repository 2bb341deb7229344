/* The user's data folder, by the XDG base directory specification. */
#ifndef BP_VIEWER_DATA_FOLDER_H
#define BP_VIEWER_DATA_FOLDER_H

#include <bindpose/base.h>

/* Writes the path of a file in $XDG_DATA_HOME/bindpose (~/.local/share/bindpose) to `path`; `make`: creates
 * the folder. Errors: neither variable is set; the path is too long; the folder can't be created. */
bool bp_data_path(const char *name, bool make, char *path, size_t size, bp_error *error);

#endif
