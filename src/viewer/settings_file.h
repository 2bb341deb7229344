/* settings.json in the user's data folder: the view settings that a window begins with. */
#ifndef BP_VIEWER_SETTINGS_FILE_H
#define BP_VIEWER_SETTINGS_FILE_H

#include "viewer/view_settings.h"
#include <bindpose/io.h>

/* Writes the settings that the file keeps, as members of the JSON object that is open. */
/* The parts of a figure that are shown (bits of bp_show_flag), as an array "visible". */
void bp_settings_describe_show(unsigned show, bp_json_writer *json);
void bp_settings_describe(const bp_view_settings *settings, bp_json_writer *json);
/* Sets those that the file has; without a valid file all stay. */
void bp_settings_read(bp_view_settings *settings);
/* Writes the file if one of them differs from `saved`, and updates that. An error is ignored: settings are a
 * convenience. */
void bp_settings_keep(const bp_view_settings *settings, bp_view_settings *saved);

#endif
