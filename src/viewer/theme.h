/* Colours of the windows: one calm palette for dark rooms, one for bright ones. Accents are from Okabe
 * and Ito's colours, which all kinds of eyes can tell apart; wherever a colour says something, a word, a
 * sign or a weight says it too. */
#ifndef BP_VIEWER_THEME_H
#define BP_VIEWER_THEME_H

#include <bindpose/mesh.h>

typedef struct bp_theme {
    bp_rgba8 page;    /* behind everything */
    bp_rgba8 bar;     /* title, side panel, cards of numbers */
    bp_rgba8 card;    /* behind a stage, the selected row, keys */
    bp_rgba8 rule;    /* lines between */
    bp_rgba8 ink;     /* text */
    bp_rgba8 quiet;   /* text that can wait */
    bp_rgba8 faint;   /* zeros among numbers */
    bp_rgba8 here;    /* where you are */
    bp_rgba8 changed; /* what the last step changed; the selected bone */
    bp_rgba8 right;   /* what is right */
    bp_rgba8 wrong;
    bp_rgba8 bone, floor;
} bp_theme;

const bp_theme *bp_theme_of(bool light);

#endif
