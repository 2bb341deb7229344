/* What the parts of a lesson's play share. */
#ifndef BINDPOSE_TESTS_WINDOW_PLAY_LESSON_H
#define BINDPOSE_TESTS_WINDOW_PLAY_LESSON_H

#include "play.h"
#include "viewer/lesson/lesson_controller.h"

bp_lesson_controller *controller_of(const play *p);
const bp_lesson_plan *lesson_of(const play *p);
const bp_world *world_of(const play *p);
const bp_drawn_frame *drawn_of(const play *p);
bp_viewer_scope scope_of(const play *p);
int step_of(const play *p); /* 1.. */

/* The twin's picture drawn once more, with its texts. */
play_picture draw_again(play *p, bp_text_log *texts, bp_drawn_frame *drawn);

/* Each ghost: without it the picture would be another, and its name is written. */
void look_at_ghosts(play *p);

/* Answers the step's open question wrong, then right. Every third is skipped instead, and every second that
 * isn't is answered by keys alone. `number` counts the lesson's questions. */
void answer_question(play *p, int number);

#endif
