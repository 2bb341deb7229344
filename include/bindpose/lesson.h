/* lesson: a lesson as data, the way its author writes it.
 *
 * A lesson is a list of steps over a small world. Each step has a caption, a change that animates, claims,
 * and maybe a question. lesson_session.h runs it.
 *
 * A claim compares a measured value with an expected one. Derive the expected value by hand beside it and
 * write it as a literal; never call the function under test a second time. A claim must be false before its
 * step's change, unless `holds_before` is set: otherwise the step proves nothing.
 */
#ifndef BINDPOSE_LESSON_H
#define BINDPOSE_LESSON_H

#include <bindpose/lesson_world.h>

BP_BEGIN_C

enum { BP_WRONG_ANSWER_MAX = 6, BP_READOUT_MAX = 3 };

typedef struct bp_claim {
    int number;       /* which of the page's claims, 1..64; 0: the lesson's own */
    const char *text; /* one sentence, true when the claim passes */
    bp_measure *measure;
    bp_measure_args args;
    int count; /* values measured, 1..BP_CLAIM_VALUE_MAX; 0: 1 */
    float expected[BP_CLAIM_VALUE_MAX];
    float tolerance;            /* |measured - expected| <= tolerance * max(1, largest |expected|); 0: 1e-5 */
    bool at_most;               /* one-sided: measured <= expected */
    const char *unit;           /* "", "m", "degrees", "pixels" */
    bool holds_before;          /* true before the step's change too: the step shows, it doesn't move */
    const char *page;           /* if page and engine differ: what the page says, in words; else NULL */
    const char *engine;         /* likewise, what the engine does */
    bp_measure *engine_measure; /* used with the engine's rules; NULL: `measure` */
    float engine_expected[BP_CLAIM_VALUE_MAX]; /* used if `engine` is set */
} bp_claim;

typedef struct bp_wrong_answer {
    float answer;
    const char *why; /* what the student probably did, and what to think of instead */
} bp_wrong_answer;

/* Asked before the step's change is shown. The student types a number. */
typedef struct bp_question {
    const char *text; /* NULL: the step asks nothing */
    float answer;
    float tolerance; /* absolute; 0: 0.005 */
    const char *unit;
    const char *right; /* why the right answer is right */
    bp_wrong_answer wrong[BP_WRONG_ANSWER_MAX];
    const char *hint; /* shown for every other answer */
} bp_question;

/* The reply to an answer, borrowed from the question. *right tells whether the answer is right. */
const char *bp_question_judge(const bp_question *question, float answer, bool *right);

/* A live number beside the stages. */
typedef struct bp_readout {
    const char *label;
    bp_measure *measure;
    bp_measure_args args;
    const char *format; /* printf format of the first value, "%.2g m"; NULL: "%.4g" */
    const char *note;   /* small print behind the number; may be NULL */
} bp_readout;

/* Formats the readout's number for the world as it is. Returns `text`. A failure is in world->error. */
const char *bp_readout_text(const bp_readout *readout, bp_world *world, char *text, size_t size);

typedef struct bp_step {
    const char *caption; /* at most two sentences: what happens, what to look at */
    /* Applies the change as far as t, 0 (not at all) to 1 (all of it), to a fresh world that all earlier
     * steps have changed. NULL: nothing moves. */
    void (*change)(bp_world *world, float t);
    const bp_claim *claims; /* borrowed, `claim_count` of them */
    int claim_count;
    const bp_question *question; /* NULL: asks nothing */
    const bp_readout *readouts;  /* NULL: keeps the previous step's */
    int readout_count;
    int stage;        /* the panel shows this stage's ... */
    const char *bone; /* ... bone; NULL: keeps the previous step's */
    float seconds;    /* how long the change animates; 0: 0.8 */
} bp_step;

/* Texts for the lesson's README. */
typedef struct bp_lesson_text {
    const char *teaches;       /* what the student knows afterwards */
    const char *prerequisites; /* names of lessons, or "none" */
    const char *try_this[4];
    const char *questions[4];
} bp_lesson_text;

typedef struct bp_lesson_plan {
    int number;             /* 1.. */
    const char *name;       /* "05_same_pose_three_ways" */
    const char *title;      /* "The same pose, three ways" */
    const char *summary;    /* one line for lists */
    int difficulty;         /* 1 easy to 3 hard */
    bool takes_file;        /* a glTF file may follow the program's name */
    const void *setup_data; /* borrowed; setup finds it in the world; NULL: none */
    void (*setup)(bp_world *world);
    const bp_step *steps;
    int step_count;
    bp_lesson_text text;
} bp_lesson_plan;

/* How many claims a lesson has, over all steps. */
int bp_lesson_claim_count(const bp_lesson_plan *lesson);

/* The lesson of a program. Each lessons/NN_name/lesson.c defines this one constant; the Makefile gives it
 * the lesson's own name, so several lessons can be linked into one program. */
extern const bp_lesson_plan bp_lesson;

BP_END_C

#endif
