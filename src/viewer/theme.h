/* The windows' colours: a dark theme and a light one. Accents come from Okabe and Ito's palette, which
 * colour-blind people can tell apart; whatever a colour says, a word, a symbol or the text's weight says
 * too. */
#ifndef BP_VIEWER_THEME_H
#define BP_VIEWER_THEME_H

#include <bindpose/mesh.h>

typedef struct bp_theme {
    bp_rgba8 page;    /* behind everything */
    bp_rgba8 bar;     /* title, side panel, cards of numbers */
    bp_rgba8 card;    /* behind a stage, the selected row, keys */
    bp_rgba8 rule;    /* lines between */
    bp_rgba8 ink;     /* text */
    bp_rgba8 quiet;   /* secondary text */
    bp_rgba8 faint;   /* zeros among numbers */
    bp_rgba8 here;    /* the current position */
    bp_rgba8 changed; /* what the last step changed; the selected bone */
    bp_rgba8 right;   /* a right answer */
    bp_rgba8 wrong;
    bp_rgba8 bone, floor;
} bp_theme;

const bp_theme *bp_theme_of(bool light);

#endif
