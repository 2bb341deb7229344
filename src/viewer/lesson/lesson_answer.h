/* Answers to a step's question: typed, clicked, or dragged. */
#ifndef BP_VIEWER_LESSON_LESSON_ANSWER_H
#define BP_VIEWER_LESSON_LESSON_ANSWER_H

#include "viewer/lesson/lesson_viewer.h"

/* The answer as it is when the question opens; NULL: no question. */
bp_answer_input bp_answer_begin(const bp_question *question);
/* The answer being made; false: there is none yet, and *reply says what is missing. */
bool bp_answer_value(const bp_answer_input *answer, const bp_question *question, float *value,
                     const char **reply);
/* Submits it. True: it is right. */
bool bp_answer_submit(bp_answer_input *answer, const bp_question *question);

/* A key or a typed character. True: it was for the answer; the reply tells if it has no meaning there. Enter
 * is the caller's. */
bool bp_answer_type(bp_answer_input *answer, const bp_question *question, const bp_event *event);
/* The option that a typed letter names, 0.. for A to D; -1: it is another event. */
int bp_answer_letter(const bp_event *event);
/* A click on an option (a choice) or on a place (an order). */
void bp_answer_pick(bp_answer_input *answer, const bp_question *question, int value);
/* Moves the option of the selected place to another place; those between move up. */
void bp_answer_move(bp_answer_input *answer, const bp_question *question, int place);

/* Whether pressing the button takes the flesh of an angle's bone: the stage's or the prediction's. *scene
 * receives the drawn scene's number. */
bool bp_answer_grabs(const bp_question *question, const bp_viewer_scope *scope, const bp_event *event,
                     int *scene);
/* A drag from the mouse's last position: changes a number, rotates an angle's prediction, or moves a place of
 * an order. */
void bp_answer_drag(bp_answer_input *answer, const bp_question *question, const bp_viewer_scope *scope,
                    const bp_mouse *mouse, const bp_event *event);

#endif
