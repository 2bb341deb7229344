/* The app: one loop for all windows. A step takes events and time, and changes the state; what touches the
 * world around the app comes out as requests, which a frame fulfils. A window only translates events and
 * shows the framebuffer.
 *
 *     zero the app; bp_app_open; bp_list_open, bp_lesson_open, bp_model_open or bp_crowd_open;
 *     bp_app_run with a window, or bp_app_step and bp_app_draw; bp_app_close
 *
 * Not thread-safe: use an app from one thread at a time; drawing uses the context's threads. */
#pragma once

#include "app/window.h"

/* Pictures in false colours: how often a pixel was drawn, or a value that drawing computed, as a colour of a
 * scale with a legend. */

typedef enum bp_false_color {
    BP_FALSE_COLOR_NONE,
    BP_FALSE_COLOR_OVERDRAW, /* triangles a pixel */
    BP_FALSE_COLOR_DEPTH,
    BP_FALSE_COLOR_MIP,      /* level of detail */
    BP_FALSE_COLOR_COVERAGE, /* samples of a pixel that its last triangle covers */
    BP_FALSE_COLOR_TIME,     /* of a tile */
    BP_FALSE_COLOR_COUNT,
} bp_false_color;

/* "none", "overdraw", ...; then NULL. */
extern const char *const bp_false_color_names[BP_FALSE_COLOR_COUNT + 1];

/* What the scale's ends mean. */
typedef struct bp_false_range {
    float low, high;
} bp_false_range;

/* The values of a pass, for one view. */
typedef struct bp_false_values {
    bp_false_color view;
    const bp_pixel_statistics *statistics; /* of the whole picture; not for times */
    bp_pass_times times;                   /* for times, of tiles */
    const bp_context *context;             /* whose threads paint; NULL: the caller's */
} bp_false_values;

/* The colour of the scale at `part`, 0..1: the larger, the brighter. */
bp_rgba8 bp_false_color_at(float part);
/* Colours a rectangle of the picture; pixels without a value get `none`. Tiles' times let the picture shine
 * through. Returns the range of the scale, which is that of the values in the rectangle. */
bp_false_range bp_false_color_paint(const bp_false_values *values, const bp_framebuffer *picture,
                                    bp_rect rect, bp_rgba8 none);
/* Colours rectangles, at most BP_RECTS_MAX, and draws the scale in each, in a pass of its own: with its name,
 * its unit and its ends, in the lower left corner. False: the painter has failed. */
bool bp_false_color_show(bp_painter *p, const bp_false_values *values, const bp_framebuffer *picture,
                         const bp_rect *rects, int count);

/* The actions of all windows, and the keys for them: one table serves the keyboard, the help, and the
 * buttons of a web page. */

typedef enum bp_action {
    BP_ACTION_NONE,
    BP_ACTION_NEXT,
    BP_ACTION_BACK,
    BP_ACTION_RESTART,
    BP_ACTION_FIRST,
    BP_ACTION_LAST,
    BP_ACTION_STEP,   /* value: the step, 0..; in the list the lesson */
    BP_ACTION_SCROLL, /* the list, by almost a page; value: +1 or -1 */
    BP_ACTION_ENTER,
    BP_ACTION_OPTION,  /* value: an option of a choice, a slot of an order, 0..; a number's digit */
    BP_ACTION_TERM,    /* value: a term of the glossary, 0..: opens the list there; -1: opens or closes it */
    BP_ACTION_NUMBERS, /* opens or closes the numbers; in a model's window the bones */
    BP_ACTION_BONE_NEXT,
    BP_ACTION_BONE_PREVIOUS,
    BP_ACTION_BONE,  /* value: the bone's id, on the selected stage */
    BP_ACTION_STAGE, /* value: +1 or -1 */
    BP_ACTION_SEARCH,
    BP_ACTION_ROTATE, /* value: +1 or -1, five degrees each; moves a handle, or a bone if that is chosen */
    BP_ACTION_AXIS,
    BP_ACTION_TOOL,   /* whether BP_ACTION_ROTATE rotates a bone or moves it */
    BP_ACTION_HANDLE, /* the next handle of the step, after the last one the bone again */
    BP_ACTION_UNDO,
    BP_ACTION_REDO,
    BP_ACTION_SAVE,
    BP_ACTION_OPEN,
    BP_ACTION_SHOW, /* value: of bp_show_flag */
    BP_ACTION_ENGINE,
    BP_ACTION_BABYLON, /* shows or hides what only Babylon.js users need */
    BP_ACTION_COLUMNS,
    BP_ACTION_ALL_MATRICES,    /* all seven, or those of the lesson */
    BP_ACTION_NUMBER,          /* types a number of the local matrix; value: of bp_number, 0: the first */
    BP_ACTION_MATRIX_ROW_NEXT, /* value: +1 or -1 */
    BP_ACTION_MATRIX_ROW,      /* lights its arrow; value: 4 * matrix + row, as in bp_bone_matrices */
    BP_ACTION_THEME,
    BP_ACTION_TEXT_SIZE, /* value: +1 or -1 */
    BP_ACTION_ORBIT,     /* value: of bp_direction */
    BP_ACTION_PAN,       /* of bp_direction */
    BP_ACTION_ZOOM,      /* value: +1 nearer, -1 farther */
    BP_ACTION_VIEW_RESET,
    BP_ACTION_FULLSCREEN,
    BP_ACTION_SCREENSHOT,
    BP_ACTION_LINK,          /* copies the command, or in a web page the link, that opens what is shown */
    BP_ACTION_INSPECT,       /* opens or closes the pixel inspector */
    BP_ACTION_INSPECT_EVENT, /* value: an event of the pixel's history, its index plus 1 */
    BP_ACTION_INSPECT_DRAWS, /* a press on the slider: the picture after some of the draws */
    BP_ACTION_FALSE_COLOR,   /* the next of bp_false_color */
    BP_ACTION_HELP,
    BP_ACTION_PLAY,  /* or pauses */
    BP_ACTION_FRAME, /* value: +1 or -1; a thirtieth of a second, in a lesson a tenth of its change */
    /* of model files */
    BP_ACTION_TIME_START, /* of the clip */
    BP_ACTION_TIME_END,
    BP_ACTION_SPEED,     /* value: +1 or -1 */
    BP_ACTION_CLIP,      /* value: its index, 0.. */
    BP_ACTION_CLIP_NEXT, /* value: +1 or -1 */
    BP_ACTION_CLIPS,     /* opens or closes the list of all clips */
    BP_ACTION_REST,
    BP_ACTION_BIND,
    BP_ACTION_DOCTOR,       /* opens or closes the findings */
    BP_ACTION_FINDING,      /* value: its row, 0.. */
    BP_ACTION_FINDING_NEXT, /* value: +1 or -1 */
    BP_ACTION_LIMB,         /* a drag moves a whole limb by inverse kinematics, or one bone */
    BP_ACTION_VERTEX,       /* the next vertex that the selected bone moves */
    BP_ACTION_RELOAD,
    BP_ACTION_REPAIR,
    BP_ACTION_WORST,      /* goes where a retargeted clip is worst by this bp_retarget_kind */
    BP_ACTION_COMPARE,    /* shows or hides the repaired file beside the file */
    BP_ACTION_BINDS,      /* drags and numbers change binds, or poses again */
    BP_ACTION_BIND_TAKE,  /* the selected bone's bind; value 0: from this pose, 1: from rest */
    BP_ACTION_BINDS_SAVE, /* into a copy of the file */
    /* of the crowd */
    BP_ACTION_COUNT,   /* value: +1 or -1 */
    BP_ACTION_THREADS, /* likewise */
    BP_ACTION_ISA,
    BP_ACTION_SAMPLES,
    BP_ACTION_DETAIL,
    BP_ACTION_TILES,
    BP_ACTION_TURNTABLE, /* the view goes round by itself, or stands */
    BP_ACTION_LEAVE,     /* Esc: closes what is open, else leaves the lesson or file */
    BP_ACTION_QUIT,
} bp_action;

typedef enum bp_direction {
    BP_DIRECTION_LEFT,
    BP_DIRECTION_RIGHT,
    BP_DIRECTION_UP,
    BP_DIRECTION_DOWN
} bp_direction;

/* Which windows have a key, as bits. */
enum {
    BP_KEYS_LIST = 1,
    BP_KEYS_LESSON = 2,
    BP_KEYS_MODEL = 4,
    BP_KEYS_CROWD = 8,
    BP_KEYS_BONES = 16, /* a lesson that has bones */
};

/* A binding of two keys, or of four, that follow each other in bp_key. */
enum { BP_BINDING_KEY = 0xFFF, BP_BINDING_PAIR = 0x1000, BP_BINDING_FOUR = 0x2000 };

/* Typed characters, or keys with their modifiers, and their action. Without an action and a label it is a
 * heading (in `help`). */
typedef struct bp_binding {
    unsigned where;      /* of BP_KEYS_... */
    const char *label;   /* as on the key: "Ctrl+Z"; NULL: the binding above names it */
    const char *caption; /* two or three words for a button */
    const char *help;    /* a line for the help; NULL: the binding above says it */
    int key;             /* bp_key, maybe with BP_BINDING_..., or letter; 0 for typed characters */
    unsigned mods;
    const char *characters; /* lower case; NULL: none */
    bp_action action;
    int value; /* of the first one; the second of two has -value, of several each one more than the last */
} bp_binding;

/* The `index`-th binding of those that the windows in `where` have, in the order of the help; NULL after
 * the last one. */
const bp_binding *bp_keys_row(unsigned where, int index);
/* The binding that an event triggers, and with which value; NULL: none. */
const bp_binding *bp_keys_find(unsigned where, const bp_event *event, int *value);
/* Writes the headings and the keys that have names as an array "keys": for pages that list them as
 * buttons. */
void bp_keys_describe(unsigned where, bp_json_writer *json);

/* How windows look: size, text size, theme, and what is shown. Some of it is kept in settings.json in the
 * user's data folder, so the next window begins with it. */

enum { BP_TEXT_SIZES = 7, BP_TEXT_SIZE_DEFAULT = 1 };

typedef struct bp_settings {
    int width, height;   /* pixels */
    float scale;         /* of the screen */
    int text;            /* text size, 0 .. BP_TEXT_SIZES - 1 */
    bool light, columns; /* light theme; matrices for column vectors */
    bool no_shadow;      /* a model has no shadow on the ground */
    bool still;        /* the user wants no motion: changes jump to their end, clips wait for the play key */
    bool babylon;      /* for Babylon.js users: claims of the page, and the switch between page and engine */
    bool page;         /* in a web page: it is never left, and a command is no help */
    bool illustration; /* the picture alone: the page has the words, sliders and questions */
    bool touch;        /* for fingers, with buttons around the window: keys are not named */
    bool help;         /* the help is open */
    bool numbers;      /* the numbers are open */
    bool all_matrices; /* all seven, not only those that the lesson uses */
    bp_false_color false_color; /* of the scenes */
} bp_settings;

/* Dark theme, default text size. */
bp_settings bp_settings_make(int width, int height);
/* Pixels of one layout unit. */
float bp_settings_unit(const bp_settings *settings);
/* Applies an action; false: it isn't about settings. */
bool bp_settings_act(bp_settings *settings, bp_action action, int value);

/* Writes the settings that the file keeps, as members of the JSON object that is open. */
void bp_settings_describe(const bp_settings *settings, bp_json_writer *json);
/* Sets those that the file has; without a valid file all stay. */
void bp_settings_read(bp_settings *settings);
/* Writes the file if one of them differs from `saved`, and updates that. An error is ignored: settings are a
 * convenience. */
void bp_settings_keep(const bp_settings *settings, bp_settings *saved);

/* The state of the app: what its screens share. Events and time change it (app.h); screens read it, and draw.
 *
 * Clicks are resolved against the frame that was drawn last, because the user saw that one. */

/* Requests: all that touches the world around the app. */
enum {
    BP_REQUEST_REDRAW = 1,
    BP_REQUEST_SAVE = 2,
    BP_REQUEST_OPEN = 4, /* a pose, or the file in the text field */
    BP_REQUEST_SCREENSHOT = 8,
    BP_REQUEST_FULLSCREEN = 16,
    BP_REQUEST_LEAVE = 32, /* back to the list, or out */
    BP_REQUEST_QUIT = 64,
    BP_REQUEST_LESSON = 128,      /* open the lesson that is selected in the list */
    BP_REQUEST_NEXT_LESSON = 256, /* open the one after this */
    BP_REQUEST_LINK = 512,        /* put the command or link that opens this on the clipboard */
    BP_REQUEST_REPAIR = 1024,     /* save a repaired copy of the file */
    BP_REQUEST_SAVE_BINDS = 2048, /* save a copy of the file with the changed binds */
    BP_REQUEST_COMPARE = 4096,    /* show or hide the repaired file beside the file */
    BP_REQUEST_EXAMINE = 8192,    /* run the doctor */
};

/* Who gets what is typed. */
typedef enum bp_field_use {
    BP_FIELD_NONE,   /* nobody: keys act */
    BP_FIELD_ANSWER, /* a question; other characters than a number's are keys */
    BP_FIELD_NUMBER, /* a number of the selected bone */
    BP_FIELD_BONE,   /* a search in the tree of bones */
    BP_FIELD_CLIP,   /* a search in the list of clips */
    BP_FIELD_PATH,   /* a file to open */
} bp_field_use;

enum { BP_FIELD_MAX = 1024 };

/* The one text field. */
typedef struct bp_text_field {
    bp_field_use use;
    int number; /* NUMBER: which one (bp_number) */
    bool fresh; /* the next character begins anew */
    char text[BP_FIELD_MAX];
} bp_text_field;

/* Opens the field, empty. */
void bp_field_open(bp_text_field *field, bp_field_use use);
/* Takes a character or Backspace. Of numbers it takes digits, sign and point, also as a comma and as
 * U+2212. False: not for it. */
bool bp_field_type(bp_text_field *field, const bp_event *event);
/* The number in it; false: it has none. */
bool bp_field_number(const bp_text_field *field, float *value);

/* Lists that scroll, and how far: the wheel over one of them scrolls it. */
typedef enum bp_scroll {
    BP_SCROLL_HISTORY, /* the pixel inspector's text: while that is open the wheel scrolls it anywhere */
    BP_SCROLL_TREE,
    BP_SCROLL_CLIPS,
    BP_SCROLL_TERMS,
    BP_SCROLL_READ, /* the words of a lesson or a file that are too long for the window */
    BP_SCROLL_KINDS
} bp_scroll;

typedef struct bp_scroll_area {
    bp_rect rect; /* width 0: not drawn */
    int most;     /* the largest scroll that shows more */
    int step;     /* a notch of the wheel */
} bp_scroll_area;

enum { BP_RECTS_MAX = 4 };

/* The frame that was drawn last. */
typedef struct bp_drawn {
    bp_hit_areas hits;
    bp_scroll_area scrolls[BP_SCROLL_KINDS];
    bp_rect rects[BP_RECTS_MAX]; /* of the stages, for the inspector; and their figures, borrowed */
    const bp_figure *figures[BP_RECTS_MAX];
    int inspector_draws; /* of the pass, in all; 0: no pixel is inspected */
    int rect_count;
    bool valid; /* all of it was drawn, and the framebuffer still holds it */
} bp_drawn;

/* The pixel inspector: inspector.h. */
typedef struct bp_inspector {
    bool open;
    bool has_pixel;
    bool kept;    /* the mouse no longer moves it */
    int x, y;     /* the pixel, in the window */
    int event;    /* the triangle that is drawn large: its event's index plus 1; 0: none */
    int draws;    /* the picture is shown after so many draws; 0: after all */
    bool follows; /* the finger that was put on the picture; others may be for the panel */
} bp_inspector;

typedef enum bp_screen { BP_SCREEN_LIST, BP_SCREEN_LESSON, BP_SCREEN_MODEL, BP_SCREEN_CROWD } bp_screen;

typedef struct bp_app {
    const bp_context *context; /* borrowed */
    bp_settings settings, saved;
    bp_text_field field;
    bp_inspector inspector;
    bp_hit_area held;  /* what the left button holds outside of illustrations; action NONE: nothing */
    bp_hit_area hover; /* the hit area under the mouse; action NONE: none */
    float x, y;        /* of the mouse; negative: outside */
    float moved;       /* pixels since the button went down: a click moves little */
    bool edited;       /* the held number has an undo step */
    int scrolled[BP_SCROLL_KINDS];
    const bp_bone *tree_bone; /* the selected bone when the tree was drawn last; only compared */
    bool moves_bone;          /* the arrow keys move the bone instead of rotating it */
    int matrix_row;           /* whose arrow a click or a key chose: 4 * matrix + row; -1: none */
    char notice[400];         /* what was done last, shown until the next key; "" mostly */

    bp_raster *raster; /* owned, as is the picture */
    bp_framebuffer picture;
    bp_drawn drawn;
    bool coarse;           /* pictures have one sample a pixel */
    bool moves;            /* a frame of a window is drawn, and the next one will differ */
    bp_pixel_probe *probe; /* the screen draws into it, and leaves `drawn` as it is; NULL: the picture */
    bp_text_log *texts;    /* borrowed: receives the texts that are drawn, for tests; NULL: not needed */
    char title[160];       /* of the window */
    char command[1100];    /* opens what is shown */

    /* What is open; owned. A lesson may have been opened from the list, which then waits behind it. */
    bp_screen screen;
    struct bp_list *list;
    struct bp_lesson_screen *lesson;
    struct bp_model_screen *model;
    struct bp_crowd_screen *crowd;
} bp_app;

/* Another lesson or file: nothing is drawn, scrolled, chosen or typed yet. */
void bp_app_begin(bp_app *app);
/* Sets the notice, in the manner of printf. */
void bp_app_notify(bp_app *app, const char *format, ...) BP_PRINTF(2, 3);
/* Sets the notice: "DONE PATH", or the error. */
void bp_app_report(bp_app *app, bool ok, const char *done, const char *path, const bp_error *error);
/* A painter with the app's settings, for a pass of its raster. With a probe it records nothing. */
bp_painter bp_app_painter(bp_app *app, bp_error *error);
/* The pass for scenes with panels: four samples a pixel; or one if coarse, and while a picture moves in a
 * window that is large, or `heavy` to draw. */
bp_pass bp_app_pass(const bp_app *app, bool heavy);
/* Notes where a list was drawn, and limits its scroll. `rows`: those that fit, of `count`. Returns the
 * first row. */
int bp_app_scroll(bp_app *app, bp_scroll list, bp_rect rect, int rows, int count);
/* Scrolls by so many rows, as far as there is more. */
void bp_app_scroll_by(bp_app *app, bp_scroll list, int rows);
/* Scrolls a row into view. */
void bp_app_scroll_to(bp_app *app, bp_scroll list, int row, int rows);

/* ---- pictures ----------------------------------------------------------------------------------- */

/* Gives a picture this size. If it has another size, or is zeroed, a new one replaces it: black and
 * transparent, and with `depth` a depth of 1 everywhere. Free it by bp_framebuffer_destroy with this context.
 * Errors: memory, a size out of range; then the picture doesn't change. */
bool bp_picture_resize(const bp_context *context, bp_framebuffer *picture, int width, int height, bool depth,
                       bp_error *error);
/* Writes the pixels whole or not at all. Errors: memory, the file. */
bool bp_picture_write(const bp_framebuffer *from, const char *path, bp_error *error);

/* ---- illustrations ------------------------------------------------------------------------------ */

/* Passes a mouse event on; false: it wasn't for the illustration. */
bool bp_app_point(bp_app *app, bp_illustration *to, const bp_event *event);
/* The actions that all illustrations have: bones, handles, changes by hand, camera, what is shown. False:
 * it is none of them. */
bool bp_app_act_on(bp_app *app, bp_illustration *to, bp_action action, int value, bool repeat);
/* Records the rectangles of its stages for the inspector. */
void bp_app_record(bp_app *app, const bp_illustration *shown);

/* The caller zeroes the app, and closes it even if this fails. The picture gets this size. Errors: memory,
 * the size. */
bool bp_app_open(bp_app *app, const bp_context *context, int width, int height, bp_error *error);
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
