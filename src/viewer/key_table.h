/* What one can do in a window, and the keys for it: one table serves the keyboard, the row of keys below the
 * picture, and the help. */
#ifndef BP_VIEWER_KEY_TABLE_H
#define BP_VIEWER_KEY_TABLE_H

#include "viewer/event.h"

typedef enum bp_action {
    BP_ACTION_NONE,
    BP_ACTION_NEXT,
    BP_ACTION_BACK,
    BP_ACTION_RESTART,
    BP_ACTION_FIRST,
    BP_ACTION_LAST,
    BP_ACTION_STEP, /* value: the step, 0.. */
    BP_ACTION_ENTER,
    BP_ACTION_ERASE,
    BP_ACTION_BONE_NEXT,
    BP_ACTION_BONE_PREVIOUS,
    BP_ACTION_BONE,  /* value: the bone's number, on the stage that is selected */
    BP_ACTION_STAGE, /* value: +1 or -1 */
    BP_ACTION_SEARCH,
    BP_ACTION_ROTATE, /* value: +1 or -1, five degrees each */
    BP_ACTION_AXIS,
    BP_ACTION_UNDO,
    BP_ACTION_SAVE,
    BP_ACTION_OPEN,
    BP_ACTION_SHOW, /* value: of bp_show_flag */
    BP_ACTION_ENGINE,
    BP_ACTION_COLUMNS,
    BP_ACTION_THEME,
    BP_ACTION_PANEL,
    BP_ACTION_TEXT_SIZE, /* value: +1 or -1 */
    BP_ACTION_ORBIT,     /* value: of bp_direction */
    BP_ACTION_PAN,       /* likewise */
    BP_ACTION_ZOOM,      /* value: +1 nearer, -1 */
    BP_ACTION_VIEW_RESET,
    BP_ACTION_FULLSCREEN,
    BP_ACTION_SCREENSHOT,
    BP_ACTION_HELP,
    /* of files: see model_keys.c */
    BP_ACTION_PLAY,       /* or pause */
    BP_ACTION_FRAME,      /* value: +1 or -1, a thirtieth of a second */
    BP_ACTION_TIME_START, /* of the clip */
    BP_ACTION_TIME_END,
    BP_ACTION_SPEED,     /* value: +1 or -1 */
    BP_ACTION_CLIP,      /* value: its number, 0.. */
    BP_ACTION_CLIP_NEXT, /* value: +1 or -1 */
    BP_ACTION_REST,
    BP_ACTION_BIND,
    BP_ACTION_DOCTOR,       /* the findings, or the bones again */
    BP_ACTION_FINDING,      /* value: its row, 0.. */
    BP_ACTION_FINDING_NEXT, /* value: +1 or -1 */
    BP_ACTION_VERTEX,       /* the next vertex that the selected bone moves */
    BP_ACTION_RELOAD,
    BP_ACTION_LEAVE, /* Esc: whatever is open closes; else out of the lesson */
    BP_ACTION_QUIT,
} bp_action;

typedef enum bp_direction { BP_DIRECTION_LEFT, BP_DIRECTION_RIGHT, BP_DIRECTION_UP, BP_DIRECTION_DOWN } bp_direction;

/* How an action is reached: by a sign, or by a key with its modifiers. */
typedef struct bp_binding {
    const char *label; /* as on the key: "Ctrl+Z"; NULL: said by the line before */
    const char *does;  /* two or three words for the row of keys */
    const char *help;  /* a line for the help; NULL: said by the line before */
    int key;           /* bp_key or letter; 0 where it is a sign */
    unsigned mods;
    char sign; /* lower case */
    bp_action action;
    int value;
} bp_binding;

/* A table, in the order of the help; a binding without action and label is a heading (in `help`). */
typedef struct bp_key_table {
    const bp_binding *bindings;
    int count;
} bp_key_table;

/* The keys of lessons and of the browser. */
extern const bp_key_table bp_lesson_keys;

/* What the event asks for by the table; NULL: nothing. */
const bp_binding *bp_key_table_lookup(const bp_key_table *table, const bp_event *event);
/* The first binding of an action; `value` counts. NULL where there is none. */
const bp_binding *bp_key_table_find_action(const bp_key_table *table, bp_action action, int value);

#endif
