/* The actions of all windows, and the keys for them: one table serves the keyboard, the help, and the
 * buttons of a web page. */
#ifndef BP_APP_KEYS_H
#define BP_APP_KEYS_H

#include "io/json.h"
#include "app/event.h"
#include <bindpose/io.h>

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
    BP_ACTION_OPTION,  /* value: an option of a choice, or a slot of an order, 0.. */
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

/* A typed character, or a key with its modifiers, and its action. Without an action and a label it is a
 * heading (in `help`). */
typedef struct bp_binding {
    unsigned where;      /* of BP_KEYS_... */
    const char *label;   /* as on the key: "Ctrl+Z"; NULL: the binding above names it */
    const char *caption; /* two or three words for a button */
    const char *help;    /* a line for the help; NULL: the binding above says it */
    int key;             /* bp_key or letter; 0 for a typed character */
    unsigned mods;
    char character; /* lower case */
    bp_action action;
    int value;
} bp_binding;

/* The `index`-th binding of those that the windows in `where` have, in the order of the help; NULL after
 * the last one. */
const bp_binding *bp_keys_row(unsigned where, int index);
/* The binding that an event triggers; NULL: none. */
const bp_binding *bp_keys_find(unsigned where, const bp_event *event);
/* Writes the headings and the keys that have names as an array "keys": for pages that list them as
 * buttons. */
void bp_keys_describe(unsigned where, bp_json_writer *json);

#endif
