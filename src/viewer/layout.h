/* Where everything is: a grid made from the size of the picture and what the lesson needs, the same for all of
 * a lesson's steps, so that nothing jumps when one steps. Stages take what the rest leaves. */
#ifndef BP_VIEWER_LAYOUT_H
#define BP_VIEWER_LAYOUT_H

#include "viewer/lesson/lesson_viewer.h"

/* Units of layout that lessons and files share. */
enum { BP_LAYOUT_TITLE = 40, BP_LAYOUT_KEYS = 42, BP_LAYOUT_GAP = 12 };

typedef struct bp_layout {
    bp_rect title;
    bp_rect stages; /* all of them with the gaps between */
    bp_rect cards[BP_STAGE_MAX];
    int first, count; /* stages that have a card: all, or only the selected one where it is narrow */
    bp_rect readouts; /* height 0: the lesson has none */
    bp_rect panel;    /* width 0: folded away */
    bp_rect caption;  /* words and question */
    bp_rect keys;     /* dots and keys */
    int caption_lines;
} bp_layout;

/* The side panel's width in pixels; 0 where it is folded away. */
int bp_side_width(const bp_view_settings *settings, const bp_ui *ui);

/* `ui` measures words; its raster may be NULL. */
bp_layout bp_layout_make(const bp_viewer *viewer, const bp_viewer_scope *scope, bp_ui *ui);

/* Lines that a question with the longest of its replies takes below the caption, in `width` pixels. */
int bp_question_rows(bp_ui *ui, const bp_question *question, int width);

#endif
