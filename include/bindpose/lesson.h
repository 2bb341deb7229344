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

enum { BP_WRONG_ANSWER_MAX = 6, BP_READOUT_MAX = 3, BP_OPTION_MAX = 4 };

typedef struct bp_claim {
    int number;       /* of the claim in the list of the lesson's group, 1..; 0: the lesson's own */
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

typedef enum bp_question_kind {
    BP_QUESTION_NUMBER, /* type a number */
    BP_QUESTION_ANGLE,  /* rotate a ghost of the bone to where it will be: degrees about the stage's Z axis */
    BP_QUESTION_CHOICE, /* pick one of the options; the answer is its index, 0.. */
    BP_QUESTION_ORDER,  /* arrange the options. The answer has a digit for each place, the option's index plus
                         * 1: 312 is the third option, then the first, then the second */
} bp_question_kind;

/* Asked before the step's change is shown. While it is open, nothing on screen may tell the answer. */
typedef struct bp_question {
    const char *text; /* NULL: the step asks nothing */
    float answer;
    float tolerance;    /* absolute; 0: 0.005, and 10 degrees for an angle */
    const char *unit;   /* of a number: "", "m", "degrees" */
    const char *right;  /* why the right answer is right */
    const char *engine; /* in place of `right` by the engine's rules, if they lead to something else */
    bp_wrong_answer wrong[BP_WRONG_ANSWER_MAX];
    const char *hint; /* shown for every other answer; a choice needs none if each option has a reply */
    bp_question_kind kind;
    const char *options[BP_OPTION_MAX]; /* of a choice or an order; NULL after the last one */
    /* Of a choice among pictures: changes the world, as it is before the step's change, into what the option
     * (its index, 0..) shows. NULL: the options are words. */
    void (*picture)(bp_world *world, int option);
    /* Poses a ghost for an answer, which it receives as its value: what the student drags (an angle), and a
     * wrong answer of any kind beside the step's result. NULL: no ghost. */
    bp_ghost_pose *pose;
    int stage; /* the ghost's */
    /* Above the question: what is going to happen, without the result. The step's caption then follows
     * the answer. NULL: the step's caption. */
    const char *caption;
    const char *bone; /* of an angle: the bone that is rotated */
    float start;      /* of an angle: where the ghost starts, degrees */
} bp_question;

/* How many options a question has; 0 if it is no choice and no order. */
int bp_question_option_count(const bp_question *question);
/* The reply to an answer, borrowed from the question. *right tells whether the answer is right. */
const char *bp_question_judge(const bp_question *question, float answer, bool *right);

/* How far two answers to a question are apart, in its unit; of angles at most 180 degrees. */
float bp_question_error(const bp_question *question, float answer, float other);

/* A live number beside the stages. */
typedef struct bp_readout {
    const char *label;
    bp_measure *measure;
    bp_measure_args args;
    /* printf format of the first one to four values, "%.2g m"; or two words, for 0 and for 1, "no|yes";
     * NULL: "%.4g". A NaN is "not measured" */
    const char *format;
    const char *note; /* small print behind the number; may be NULL */
} bp_readout;

/* Formats the readout's number for the world as it is. Returns `text`. A failure is in world->error. */
const char *bp_readout_text(const bp_readout *readout, bp_world *world, char *text, size_t size);

typedef struct bp_handle bp_handle;

/* How handles on the points of a kind of stage work: of a grid of pixels, of a frustum. */
typedef struct bp_handle_kind {
    bp_vec3 (*position)(bp_world *world, const bp_handle *handle);
    void (*move)(bp_world *world, const bp_handle *handle, bp_vec3 to);
    /* Writes the points of an arrow or a ring (bp_placed_handle), at most BP_HANDLE_POINTS; returns how many.
     * NULL: a point. */
    int (*curve)(bp_world *world, const bp_handle *handle, bp_vec3 *points);
} bp_handle_kind;

/* A point on a stage that the student can drag: a bind, a node, a target, a vertex. */
struct bp_handle {
    const char *label; /* written beside it */
    int stage;         /* it is drawn on this one */
    /* Where it is, in world space. NULL: where its kind says, or at the origin. */
    bp_vec3 (*position)(bp_world *world);
    /* Moves what it stands for to the position that the student chose, in world space. It runs after the
     * step's change. NULL: its kind does, or nothing. */
    void (*set)(bp_world *world, bp_vec3 position);
    bp_vec3 normal; /* it moves in the plane with this normal, in world space; zero: the picture's plane */
    const bp_handle_kind *kind; /* NULL: none */
    int point;                  /* of its kind: which point of the stage */
    /* Of its kind: moves that point. NULL: the usual way. */
    void (*put)(bp_world *world, int point, bp_vec2 to);
};

/* A handle's place in world space; and moving there what the handle stands for: a bone, or a point. */
bp_vec3 bp_handle_position(const bp_handle *handle, bp_world *world);
void bp_handle_move(const bp_handle *handle, bp_world *world, bp_vec3 to);

/* The one variable of a step, which the reader sets. */
typedef struct bp_step_slider {
    const char *name, *unit; /* "angle in local", "°" */
    float min, max, step;    /* step 0: continuous */
    int decimals;
    /* Its values before the step's change and after it. The slider carries the change on, also beyond both:
     * t is (value - from) / (to - from). */
    float from, to;
    /* Reads the value from the world, so that the slider follows what a hand drags. NULL: what was set. */
    bp_measure *measure;
    bp_measure_args args;
    /* Cards in place of a track: the names of the values 0, 1, 2 ...; NULL after the last one. */
    const char *const *names;
    const char *const *bones; /* of cards that are dropped on bones; NULL: they aren't */
    bool ordered;             /* the value is an order of the cards (bp_order_of) */
    /* Sets it before the step's change, which is as far as t then. Cards are at `from` while t is 0, later at
     * `to`. NULL: the change is the slider's. */
    void (*set)(bp_world *world, float value);
} bp_step_slider;

typedef struct bp_step {
    const char *caption; /* two to four short sentences: what happens, why, where to look */
    /* Applies the change as far as t, 0 (not at all) to 1 (all of it), to a fresh world that all earlier
     * steps have changed. NULL: nothing moves. */
    void (*change)(bp_world *world, float t);
    const bp_claim *claims; /* borrowed, `claim_count` of them */
    int claim_count;
    const bp_question *question; /* NULL: asks nothing */
    const bp_readout *readouts;  /* NULL: keeps the previous step's */
    int readout_count;
    int stage;                /* the panel shows this stage's ... */
    const char *bone;         /* ... bone; NULL: keeps the previous step's */
    float seconds;            /* how long the change animates; 0: 0.8 */
    float stop;               /* the t at which pictures of the change stop, and the reader goes on; 0: 1 */
    const bp_handle *handles; /* borrowed; NULL: none */
    int handle_count;
    bool cover; /* the step's picture stands for the lesson in the list of the course */
    /* For a change that plays a clip: how many seconds of it t = 0 to 1 covers. Then t isn't eased, and the
     * timeline shows seconds and the keys of world->clip. 0: no clip. `seconds`, how long it animates, may
     * differ. */
    float clip_seconds;
    /* How an article or a window tells the step. Without one, in brackets: */
    const char *heading; /* neutral: it doesn't give the question's answer away (none) */
    const char *prose;   /* one or two paragraphs, with an empty line between; coloured words (the caption) */
    const bp_step_slider *slider; /* (how much of the step's change, in percent) */
    const bp_step_slider *cards;  /* a choice above the slider, with names and `set` (none) */
    const char *code,
        *babylon;         /* one line in C and in Babylon.js; {} is the slider's value (the step's before) */
    const char *footnote; /* where the engine differs (none) */
    /* Arranges the world for this step and the later ones: other stages, titles, subjects of readouts. It
     * happens at once, before the change and before the question is asked. NULL: the stages stay. */
    void (*arrange)(bp_world *world);
} bp_step;

typedef struct bp_lesson_plan bp_lesson_plan;

/* A run of prose. In the text "Drag the [left:arm] onto the [ghost:ghost]" the brackets colour a word like
 * the part that it names: "left", "right", "bone", "ghost"; in pictures of pixels "a", "b", "c", "p", "hem",
 * "shirt", "red", or "wrong" for what a wrong rule makes. */
typedef struct bp_prose_run {
    const char *text; /* into the prose */
    size_t length;    /* bytes */
    char color[12];   /* the name before the colon; "": not coloured */
} bp_prose_run;

/* The next run of a prose text, from *at on, which moves behind it. False at the end. A bracket that isn't
 * closed, or has no colon, is text. */
bool bp_prose_next(const char **at, bp_prose_run *run);
/* Copies the next paragraph of a prose text, from *at on, which moves behind it, to `out` of BP_PROSE_MAX
 * bytes. False at the end. */
bool bp_prose_paragraph(const char **at, char *out);
/* The colour of such a name on a page; an unknown one has that of the current position. */
bp_rgba8 bp_prose_color(const bp_theme *theme, const char *name);
/* The prose without its brackets, at most `size` bytes with the zero. Returns the length. */
size_t bp_prose_plain(const char *prose, char *out, size_t size);
enum { BP_PROSE_MAX = 1200 }; /* bytes that a step's prose takes at most, with the zero */
/* The step's prose, or its caption. */
const char *bp_step_prose(const bp_step *step);
/* Its `stop`, with the default. */
float bp_step_stop(const bp_step *step);
/* The line of code at a step: its own, or the last one before; `babylon`: what Babylon.js has for that
 * line. NULL: none. */
const char *bp_step_code(const bp_lesson_plan *lesson, int step, bool babylon);

/* Texts around the steps. The window shows the goal at the first step, and after the last step a page with
 * what was learned, what to try, and the next lesson. It leaves out what is NULL. */
typedef struct bp_lesson_text {
    const char *goal;       /* one sentence: "You will be able to ..." */
    const char *learned[4]; /* what the lesson ends with: one sentence each */
    const char *next;       /* title of the next lesson; NULL: this is the last */
    const char *teaches;    /* the lesson's subject, for the column "what you learn": "How ...", "The ..." */
    const char *prerequisites; /* names of lessons, or "none" */
    const char *try_this[4];
    const char *questions[4], *answers[4]; /* to think about, without a measurement */
} bp_lesson_text;

/* Lessons of a group stand together in lists, and number their claims together. */
typedef enum bp_lesson_group {
    BP_LESSONS_BONES,  /* claims of Babylon.js's page "Bone Class Internals", 1 to 64 */
    BP_LESSONS_PIXELS, /* how a pixel is made: claims P1, P2, ... */
    BP_LESSON_GROUPS   /* how many there are */
} bp_lesson_group;

struct bp_lesson_plan {
    int number;          /* 1.. */
    const char *name;    /* "05_same_pose_three_ways" */
    const char *title;   /* "The same pose, three ways" */
    const char *summary; /* one line for lists */
    int difficulty;      /* 1 easy to 3 hard */
    /* Bits of BP_MATRIX_...: those that the panel shows, because the course has introduced them and the
     * lesson uses them. 0: all seven. */
    unsigned matrices;
    bool takes_file;        /* a glTF file may follow the program's name */
    const void *setup_data; /* borrowed; setup finds it in the world; NULL: none */
    void (*setup)(bp_world *world);
    const bp_step *steps;
    int step_count;
    bp_lesson_text text;
    bp_lesson_group group;
};

/* The title of a group in lists: a static text. "" if there is no such group. */
const char *bp_lesson_group_title(bp_lesson_group group);
/* A claim's name in its group's list, "12" or "P3"; "" for the lesson's own. At most `size` bytes. Returns
 * `text`. */
const char *bp_claim_name(bp_lesson_group group, int number, char *text, size_t size);

/* The number of the next lesson in the order of reading. */
int bp_lesson_next_number(const bp_lesson_plan *lesson);
/* The place of a lesson in the order of reading, 1..; it needs only lessons before it. */
int bp_lesson_place(int number);
/* How many claims a lesson has, over all steps. */
int bp_lesson_claim_count(const bp_lesson_plan *lesson);

/* ---- glossary (src/lesson/glossary.c) ---- */

/* A term that the course defines. */
typedef struct bp_term {
    const char *name;       /* as it is written within a sentence */
    const char *plural;     /* if it isn't the name and an s; else NULL */
    const char *definition; /* one or two sentences */
    int lesson;             /* number of the lesson that introduces it */
} bp_term;

/* Finds the first term in a UTF-8 text, of those that lessons of its group up to number `lesson` introduce,
 * as a word may mean something else in the other group; of several at one position the longest. It must be a
 * whole word; capitals don't matter, and it may be a plural. *start and *length receive its place in bytes.
 * NULL: there is none, and both are undefined. The term is static. */
const bp_term *bp_glossary_find(const char *text, int lesson, size_t *start, size_t *length);
/* All terms, in the order of the lessons: a static array of *count. */
const bp_term *bp_glossary_terms(size_t *count);

/* The lesson of a program. Each lessons/NN_name/lesson.c defines this one constant; the Makefile gives it
 * the lesson's own name, so several lessons can be linked into one program. */
extern const bp_lesson_plan bp_lesson;

BP_END_C

#endif
