/* The layout of a lesson's window: rectangles from the window's size and the lesson's longest texts. It is the same
 * for all steps of a lesson, so nothing jumps from step to step. Stages take the space that the rest leaves. */
#ifndef BP_VIEWER_LESSON_LAYOUT_H
#define BP_VIEWER_LESSON_LAYOUT_H

#include "viewer/lesson/lesson_viewer.h"

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

/* `ui` measures texts; its raster may be NULL. */
bp_layout bp_layout_make(const bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, const bp_world *world,
                         bp_ui *ui);

/* The font of captions. */
bp_style bp_caption_style(void);
/* Lines that a question with the longest of its replies takes below the caption, in `width` pixels. */
int bp_question_rows(bp_ui *ui, const bp_question *question, int width);

#endif
