/* The numbers of an illustration: the tree of bones, the selected bone's matrices and formulas. They open
 * over the lower part of the picture. Numbers of the local matrix can be dragged and typed: the bone
 * follows, as a change that undo takes back. While binds are edited they are those of bind. */
#ifndef BP_APP_NUMBERS_H
#define BP_APP_NUMBERS_H

#include "app/layout.h"
#include "app/matrices.h"

/* The actions on numbers, matrix rows and the search for a bone. False: it is none of them. */
bool bp_numbers_act(bp_app *app, bp_illustration *shown, bp_action action, int value);
/* A key or a character while a number or a bone's name is typed. False: not for it. */
bool bp_numbers_type(bp_app *app, bp_illustration *shown, const bp_event *event);
/* The mouse moved while it holds a number, or the button went up. */
void bp_numbers_hold(bp_app *app, bp_illustration *shown, const bp_event *event);
/* The number's value for the bone: degrees or metres. */
float bp_number_value(const bp_illustration *shown, const bp_bone *bone, bp_number number);

typedef struct bp_numbers_panel {
    const bp_illustration *shown;
    const bp_matrices *before; /* of the selected bone, before the last change */
    const char *location;      /* shown behind the selected bone's name; "": nothing */
    bool hide_node;            /* doesn't show the selected bone's node there */
    const char *blocked;       /* why the bone can't be changed now; NULL: it can */
    unsigned matrices;         /* bits of BP_MATRIX_... that are shown; 0: all seven */
} bp_numbers_panel;

/* Draws them at the bottom of `area`, and as high as they need. Returns the rectangle that they take. */
bp_rect bp_numbers_draw(bp_painter *p, bp_app *app, const bp_numbers_panel *panel, bp_rect area);
/* Sets what the mouse over the numbers shows in the picture: a lit row, a hovered bone. */
void bp_numbers_light(const bp_app *app, bp_illustration *shown);
/* The line that opens them: `text` and "numbers", its right end at that of `rect`. */
void bp_numbers_line(bp_painter *p, const bp_app *app, const char *text, bp_rect rect);

#endif
