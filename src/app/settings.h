/* How windows look: size, text size, theme, and what is shown. Some of it is kept in settings.json in the
 * user's data folder, so the next window begins with it. */
#ifndef BP_APP_SETTINGS_H
#define BP_APP_SETTINGS_H

#include "app/false_color.h"
#include "app/keys.h"

enum { BP_TEXT_SIZES = 7, BP_TEXT_SIZE_DEFAULT = 1 };

typedef struct bp_settings {
    int width, height;   /* pixels */
    float scale;         /* of the screen */
    int corner;          /* pixels at the upper right that are not ours */
    int text;            /* text size, 0 .. BP_TEXT_SIZES - 1 */
    bool light, columns; /* light theme; matrices for column vectors */
    bool no_shadow;      /* a model has no shadow on the ground */
    bool still;        /* the user wants no motion: changes jump to their end, clips wait for the play key */
    bool babylon;      /* for Babylon.js users: claims of the page, and the switch between page and engine */
    bool page;         /* in a web page: it is never left, and a command is no help */
    bool touch;        /* for fingers, with buttons around the window: keys are not named */
    bool help;         /* the help is open */
    bool numbers;      /* the numbers are open */
    bool all_matrices; /* all seven, not only those that the lesson uses */
    bp_false_color false_color; /* of the scenes */
} bp_settings;

/* Dark theme, default text size. */
bp_settings bp_settings_make(int width, int height);
/* Takes size and scale from a RESIZE event. */
void bp_settings_resize(bp_settings *settings, const bp_event *event);
/* Pixels of one layout unit. */
float bp_settings_unit(const bp_settings *settings);
/* Applies an action; false: it isn't about settings. */
bool bp_settings_act(bp_settings *settings, bp_action action, int value);

/* Writes the settings that the file keeps, as members of the JSON object that is open. */
void bp_settings_describe(const bp_settings *settings, bp_json_writer *json);
/* The parts of a figure that are shown (bits of bp_show_flag), as an array "visible". */
void bp_settings_describe_show(unsigned show, bp_json_writer *json);
/* Sets those that the file has; without a valid file all stay. */
void bp_settings_read(bp_settings *settings);
/* Writes the file if one of them differs from `saved`, and updates that. An error is ignored: settings are a
 * convenience. */
void bp_settings_keep(const bp_settings *settings, bp_settings *saved);

#endif
