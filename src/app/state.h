/* The state of the app: what its screens share. Events and time change it (app.h); screens read it, and draw.
 *
 * Clicks are resolved against the frame that was drawn last, because the user saw that one. */
#ifndef BP_APP_STATE_H
#define BP_APP_STATE_H

#include "app/settings.h"
#include "app/window.h"
#include <bindpose/illustration.h>

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
    BP_SCROLL_TREE,
    BP_SCROLL_CLIPS,
    BP_SCROLL_FINDINGS,
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
    bp_rect inspector_text; /* of the inspector's history; width 0: none */
    int inspector_draws;    /* of the pass, in all; 0: no pixel is inspected */
    int inspector_scroll;   /* the inspector's largest scroll */
    int rect_count;
    bool valid; /* all of it was drawn, and the framebuffer still holds it */
} bp_drawn;

/* The pixel inspector: inspector.h. */
typedef struct bp_inspector {
    bool open;
    bool has_pixel;
    bool kept;    /* the mouse no longer moves it */
    int x, y;     /* the pixel, in the window */
    int scroll;   /* rows of text that are above the panel */
    int event;    /* the triangle that is drawn large: its event's index plus 1; 0: none */
    int draws;    /* the picture is shown after so many draws; 0: after all */
    bool follows; /* the finger that was put on the picture; others may be for the panel */
} bp_inspector;

typedef enum bp_screen { BP_SCREEN_LIST, BP_SCREEN_LESSON, BP_SCREEN_MODEL, BP_SCREEN_CROWD } bp_screen;

typedef struct bp_app {
    bp_context *context; /* borrowed */
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
    char notice[200];         /* what was done last, shown until the next key; "" mostly */

    bp_raster *raster; /* owned, as is the picture */
    bp_framebuffer picture;
    bp_drawn drawn;
    int samples;           /* of the last pass of a model's window */
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

/* Sets the notice, in the manner of printf. */
void bp_app_notify(bp_app *app, const char *format, ...) BP_PRINTF(2, 3);
/* Sets the notice: "DONE PATH", or the error. */
void bp_app_report(bp_app *app, bool ok, const char *done, const char *path, const bp_error *error);
/* A painter with the app's settings, for a pass of its raster. With a probe it records nothing. */
bp_painter bp_app_painter(bp_app *app, bp_error *error);
/* The pass for scenes with panels: four samples. `unchanged`: see bp_pass. */
bp_pass bp_app_pass(const bp_app *app, bool unchanged);
/* Notes where a list was drawn, and limits its scroll. `rows`: those that fit, of `count`. Returns the
 * first row. */
int bp_app_scroll(bp_app *app, bp_scroll list, bp_rect rect, int rows, int count);
/* Scrolls a row into view. */
void bp_app_scroll_to(bp_app *app, bp_scroll list, int row, int rows);

/* ---- illustrations ------------------------------------------------------------------------------ */

/* Passes a mouse event on; false: it wasn't for the illustration. */
bool bp_app_point(bp_app *app, bp_illustration *to, const bp_event *event);
/* The actions that all illustrations have: bones, handles, changes by hand, camera, what is shown. False:
 * it is none of them. */
bool bp_app_act_on(bp_app *app, bp_illustration *to, bp_action action, int value, bool repeat);
/* Records the rectangles of its stages for the inspector. */
void bp_app_record(bp_app *app, const bp_illustration *shown);

#endif
