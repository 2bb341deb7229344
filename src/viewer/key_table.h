/* The viewers' actions, and the keys for them: one table serves the keyboard, the row of keys at the
 * bottom of the window, and the help. */
#ifndef BP_VIEWER_KEY_TABLE_H
#define BP_VIEWER_KEY_TABLE_H

#include "io/json.h"
#include "viewer/event.h"
#include <bindpose/io.h>

typedef enum bp_action {
    BP_ACTION_NONE,
    BP_ACTION_NEXT,
    BP_ACTION_BACK,
    BP_ACTION_RESTART,
    BP_ACTION_FIRST,
    BP_ACTION_LAST,
    BP_ACTION_STEP,   /* value: the step, 0..; in the lesson list the lesson */
    BP_ACTION_SCROLL, /* the lesson list, by almost a page; value: +1 or -1 */
    BP_ACTION_ENTER,
    BP_ACTION_OPTION, /* value: an option of a choice, or a place of an order, 0.. */
    BP_ACTION_TERM,   /* value: a term of the glossary, 0..: opens the list there; -1: opens or closes it */
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
    BP_ACTION_PANEL,
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
    /* of model files: see model/model_actions.c */
    BP_ACTION_TIME_START, /* of the clip */
    BP_ACTION_TIME_END,
    BP_ACTION_SPEED,     /* value: +1 or -1 */
    BP_ACTION_CLIP,      /* value: its index, 0.. */
    BP_ACTION_CLIP_NEXT, /* value: +1 or -1 */
    BP_ACTION_CLIPS,     /* opens or closes the list of all clips */
    BP_ACTION_REST,
    BP_ACTION_BIND,
    BP_ACTION_DOCTOR,       /* toggles between findings and bones */
    BP_ACTION_FINDING,      /* value: its row, 0.. */
    BP_ACTION_FINDING_NEXT, /* value: +1 or -1 */
    BP_ACTION_PULL,         /* dragging limbs by inverse kinematics, or one bone */
    BP_ACTION_VERTEX,       /* the next vertex that the selected bone moves */
    BP_ACTION_RELOAD,
    BP_ACTION_REPAIR,
    BP_ACTION_COMPARE,    /* shows or hides the repaired file beside the file */
    BP_ACTION_BINDS,      /* drags and numbers change binds, or poses again */
    BP_ACTION_BIND_TAKE,  /* the selected bone's bind; value 0: from this pose, 1: from rest */
    BP_ACTION_BINDS_SAVE, /* into a copy of the file */
    BP_ACTION_LEAVE,      /* Esc: closes what is open, else leaves the lesson or file */
    BP_ACTION_QUIT,
} bp_action;

typedef enum bp_direction {
    BP_DIRECTION_LEFT,
    BP_DIRECTION_RIGHT,
    BP_DIRECTION_UP,
    BP_DIRECTION_DOWN
} bp_direction;

/* A typed character, or a key with its modifiers, and its action. */
typedef struct bp_binding {
    const char *label;   /* as on the key: "Ctrl+Z"; NULL: the binding above names it */
    const char *caption; /* two or three words for the row of keys */
    const char *help;    /* a line for the help; NULL: the binding above says it */
    int key;             /* bp_key or letter; 0 for a typed character */
    unsigned mods;
    char character; /* lower case */
    int action;     /* bp_action; in the demo's table bp_demo_action */
    int value;
} bp_binding;

/* Bindings in the order of the help. One without action and label is a heading (in `help`). */
typedef struct bp_key_section {
    const bp_binding *bindings;
    int count;
} bp_key_section;

enum { BP_KEY_SECTIONS_MAX = 10 };

typedef struct bp_key_table {
    const bp_key_section *sections[BP_KEY_SECTIONS_MAX]; /* NULL: no more */
} bp_key_table;

/* Sections that lessons and model files share. */
extern const bp_key_section bp_keys_bones, bp_keys_pixels, bp_keys_display, bp_keys_camera, bp_keys_window;

/* The table's binding number `index`, over all sections; NULL after the last one. */
const bp_binding *bp_key_table_row(const bp_key_table *table, int index);
/* The binding that an event triggers; NULL: none. */
const bp_binding *bp_key_table_lookup(const bp_key_table *table, const bp_event *event);
/* The first binding of an action and value; NULL: none. */
const bp_binding *bp_key_table_find_action(const bp_key_table *table, int action, int value);
/* Writes the headings and the keys that have names as an array "keys": for pages that list them as
 * buttons. */
void bp_key_table_describe(const bp_key_table *table, bp_json_writer *json);

#endif
