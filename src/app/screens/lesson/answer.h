/* Answers to a step's question: typed, clicked, or dragged. */
#ifndef BP_APP_SCREENS_LESSON_ANSWER_H
#define BP_APP_SCREENS_LESSON_ANSWER_H

#include "app/state.h"
#include <bindpose/lesson_session.h>

/* The student's answer: as it is being made, and as it was submitted last. */
typedef struct bp_answer {
    bp_question_kind kind;
    float degrees;            /* an angle: the prediction's */
    int option;               /* a choice: 0..; -1: none yet */
    int order[BP_OPTION_MAX]; /* an order: the option in each slot, 0.. */
    int slot;                 /* an order: the slot that the keys move */
    const char *reply;        /* to a wrong answer; borrowed from the lesson; NULL: none yet */
    bool incomplete;          /* the reply says what the answer lacks, until that changes */
    bool skipping;            /* Space was pressed once */
    bool submitted, right;    /* whether an answer was submitted in this step; the last one is right */
    bool skipped;             /* the right answer is shown without the student's: it doesn't count */
    float value;              /* that answer */
} bp_answer;

/* The answer as it is when the question opens; NULL: no question. The text field is the answer's then, if
 * one is typed. */
bp_answer bp_answer_begin(const bp_question *question, bp_text_field *field);
/* Submits it. True: it is right. */
bool bp_answer_submit(bp_answer *answer, const bp_question *question, bp_text_field *field);
/* A key or a typed character. True: it was for the answer; the reply tells if it has no meaning there.
 * *submit: it names an option, which is the whole answer. Enter is the caller's. */
bool bp_answer_type(bp_answer *answer, const bp_question *question, bp_text_field *field,
                    const bp_event *event, bool *submit);
/* Moves the option of the selected slot to another slot; those between move up. */
void bp_answer_move(bp_answer *answer, const bp_question *question, int slot);
/* Changes a number by a drag of so many pixels: a degree or a hundredth for each. */
void bp_answer_drag_number(bp_answer *answer, const bp_question *question, bp_text_field *field,
                           float pixels);
/* Sets the angle of a prediction, which the mouse dragged. */
void bp_answer_predict(bp_answer *answer, bp_text_field *field, float degrees);

#endif
