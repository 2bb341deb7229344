/* A skeleton's bones as an indented list. */
#ifndef BP_APP_TREE_H
#define BP_APP_TREE_H

#include "app/state.h"

typedef struct bp_tree_panel {
    const bp_bone *selected; /* its skeleton is shown */
    size_t hovered;     /* the id of the bone under the mouse, as a row or in the picture; BP_ID_NONE: none */
    const char *search; /* lists only bones with this in their name; NULL: all */
    const char *location; /* shown behind the selected bone's name; "": nothing */
    bool hide_node;       /* doesn't show the selected bone's node there */
} bp_tree_panel;

void bp_tree_draw(bp_painter *p, bp_app *app, const bp_tree_panel *tree, bp_rect rect);

#endif
