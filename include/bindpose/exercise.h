/* exercise: small functions for students to write, and the checker that judges them.
 *
 * * An exercise is one C file that holds one function with a gap. The checker compiles that file, looks at
 * which functions it calls, links it with a runner and starts it as a separate process. The process
 * receives the inputs of all cases and sends back one answer for each. It never holds a correct answer:
 * the checker computes those afterwards, in its own process. A student's code gains nothing by printing,
 * by ending early or by writing to open files.
 *
 * * Inputs and answers travel as arrays of floats. Tables of bp_exercise_value describe what the floats
 * mean, and where each input lies in the exercise's own C struct. A misconception is a common wrong
 * answer, a function like the student's. If a student's answers equal a misconception's answers in every
 * case, the checker explains that misconception.
 *
 * * All functions may be called from several threads at once, as long as they don't share the arguments
 * they write to. */
#ifndef BINDPOSE_EXERCISE_H
#define BINDPOSE_EXERCISE_H

#include <bindpose/base.h>
#include <bindpose/lesson.h>
#include <bindpose/math.h>

BP_BEGIN_C

enum {
    BP_EXERCISE_FLOATS = 512,       /* the longest input or answer of a case */
    BP_EXERCISE_INPUT_BYTES = 4096, /* the largest input struct */
    BP_EXERCISE_CASES = 64,
    BP_EXERCISE_POINTS = 10, /* for an exercise that passes; 0 for any other */
};

/* ---- describing values (src/exercise/values.c) ----------------------------------------------------- */

typedef enum bp_value_kind {
    BP_VALUE_NUMBER, /* float */
    BP_VALUE_INT,    /* int in the input struct, a float in the array */
    BP_VALUE_INT4,   /* likewise, int[4] */
    BP_VALUE_VEC2,
    BP_VALUE_VEC3,
    BP_VALUE_VEC4,
    BP_VALUE_QUAT, /* compared up to sign: q and -q are the same rotation */
    BP_VALUE_MAT4,
} bp_value_kind;

enum {
    BP_VALUE_REST = -1,       /* all remaining floats */
    BP_VALUE_PER_FIRST = -2,  /* as many as the first input says */
    BP_VALUE_PER_SECOND = -3, /* as many as the second input says */
    BP_VALUE_PER_PIXEL = -4,  /* an image: the first input is its width, the second its height */
    BP_VALUE_PER_THIRD = -5,  /* as many as the third input says, if the first two are single numbers */
};

/* One parameter or result of the student's function. */
typedef struct bp_exercise_value {
    const char *name; /* as the student's function calls it; NULL ends a table */
    bp_value_kind kind;
    int count;     /* 0: a single value; > 0: an array of that length; or one of the constants above */
    size_t offset; /* inputs only: bytes from the input struct's start to the first element */
    size_t stride; /* inputs only: bytes from element to element; 0: they are adjacent */
} bp_exercise_value;

/* Number of floats that represent one value of a kind. */
int bp_value_floats(bp_value_kind kind);
/* Number of elements that `value` has in a case with the input floats `in`; BP_EXERCISE_FLOATS for
 * BP_VALUE_REST. */
int bp_value_repeat(const bp_exercise_value *inputs, const bp_exercise_value *value, const float *in);
/* Copies an input struct to floats, in the order of the table. Returns how many it wrote. */
int bp_exercise_pack(const bp_exercise_value *inputs, const void *from, float *in);
/* The reverse: fills the struct fields that the table names. */
void bp_exercise_unpack(const bp_exercise_value *inputs, const float *in, void *to);

/* ---- exercises ------------------------------------------------------------------------------------- */

/* An answer in C: a function of the exercise's own type, as lessons/exercises/exercise.h declares it. */
typedef void (*bp_answer_function)(void);
/* Calls such a function with a case's floats, and writes its results as floats (src/exercise/calls.c).
 * Returns the position after the last one. */
typedef struct bp_call bp_call;
typedef float *bp_answer_call(bp_call *call, const float *in, float *out);

/* A known wrong answer. A table of them ends with the correct answer, whose id is NULL. */
typedef struct bp_misconception {
    const char *id;   /* "order_reversed" */
    const char *text; /* names the mistake, says why it is wrong and what to do instead; 2 or 3 sentences */
    bp_answer_function function;
} bp_misconception;

typedef struct bp_exercise_case {
    char name[96];
    /* A student may meet it well or badly, whatever else is wrong: a mistake that shows in other cases is
     * named all the same. */
    bool either;
    int in_count;
    float in[BP_EXERCISE_FLOATS];
    /* An answer from an independent source: a recording of Babylon.js, or a calculation by hand. The
     * exercise's own answer must agree with it. Count 0: the case has none. */
    int expected_count;
    float expected[BP_EXERCISE_FLOATS];
} bp_exercise_case;

typedef struct bp_case_list {
    const bp_exercise_value *inputs; /* borrowed from the exercise */
    int count;
    uint64_t random;         /* state of the random generator */
    bp_exercise_case *cases; /* owned; BP_EXERCISE_CASES elements */
} bp_case_list;

typedef struct bp_mutants bp_mutants;               /* src/exercise/mutant.h */
typedef struct bp_answer_stage bp_answer_stage;     /* src/exercise/answer_stage.h */
typedef struct bp_exercise_trace bp_exercise_trace; /* src/exercise/trace.h */

/* How an answer is given without a compiler: in the web page, and to `bindpose exercise try`. */
typedef enum bp_form_kind {
    BP_FORM_EXPRESSION, /* the answer is a formula in a small language: src/exercise/expression.h */
    BP_FORM_LINES,      /* letters: lines of C to choose and to put in order */
    BP_FORM_CHOICE,     /* one letter: one of these lines */
} bp_form_kind;

typedef struct bp_exercise_form {
    bp_form_kind kind;
    /* EXPRESSION: the text to begin with, an example of what the language can do (NULL: none), and how far
     * the index i goes: 0: there is no i; BP_VALUE_PER_FIRST: below the first input; else below this
     * number. */
    const char *start, *example;
    int indices;
    /* LINES, CHOICE: the C code around the lines, and the lines, which are called A, B, C ... `helpers`
     * (NULL: none) is C code that the others call. " BR " is a line break. */
    const char *helpers, *before, *after;
    const char *const *lines;
    int line_count;
    /* Runs some of the lines, given by their indices, for an exercise's input struct. Writes floats to
     * `out` and returns the position after the last one. */
    float *(*run)(const void *inputs, const unsigned char *lines, int count, float *out);
} bp_exercise_form;

typedef struct bp_exercise {
    const char *id;     /* "05"; "12b" is the open part of exercise 12, which doesn't tell the method */
    const char *name;   /* "05_final_matrix", the id and a few words: the folder's name too */
    const char *title;  /* "The final matrix" */
    const char *lesson; /* the lesson that teaches it, "02_seven_matrices"; NULL: its own text does */
    const char
        *term; /* what the lesson and the exercise's text both name, in small letters: "top-left rule" */
    const char *source;   /* the scalar file of the rasterizer that does it, "raster/clip.c"; NULL: none */
    const char *function; /* the function that the student writes, "final_matrix" */
    /* Lists. The last element is NULL, or a value without a name. */
    const char *allowed[8]; /* the bp_ functions that it may call, beside simple ones (check_object.c) */
    /* The bp_ functions that do what the student should write: the reason for which they are refused. */
    const char *solved_by[8];
    const char *hints[4]; /* each says more than the one before */
    bp_exercise_value inputs[12], outputs[4];
    float tolerance; /* relative to the largest float of a value, or to 1 if that is larger; 0 means 1e-4 */
    const bp_misconception *wrong; /* the first is "not_done": the answer of the original file */
    int right;                     /* the number of misconceptions: wrong[right] is the correct answer */
    const bp_mutants *mutants;     /* the correct answer with small changes; NULL: there are none */
    bp_answer_call *call;
    /* Fills the list: first the fixed cases, then random ones from the seed. */
    void (*cases)(bp_case_list *list);
    /* Draws the answer `out`, correct or not, to a case with these inputs. */
    void (*show)(bp_answer_stage *stage, const void *inputs, const float *out);
    /* Lists the intermediate values of the correct way, in order, up to the first result that the student has
     * wrong (src/exercise/trace.h). */
    void (*trace)(bp_exercise_trace *trace, const void *inputs);
    bp_exercise_form form;
} bp_exercise;

/* All exercises in order, then NULL. */
extern const bp_exercise *const bp_exercises[];

/* Finds an exercise by full name or id ("05_final_matrix", "05", "5", "12b"); NULL if there is none. */
const bp_exercise *bp_exercise_find(const char *name);

/* Computes the answer to a case: the correct one (`answer` is exercise->right) or a misconception's (its
 * index). `out` has BP_EXERCISE_FLOATS elements; those that aren't written are NaN. Returns how many are
 * written. */
int bp_exercise_solve_case(const bp_exercise *exercise, int answer, const float *in, float *out);

/* Adds a stage with that title to the world, and on it a picture of the answer `out`
 * (src/exercise/answer_stage.c). Errors go to the world. */
void bp_exercise_draw_answer(const bp_exercise *exercise, bp_world *world, const char *title, const float *in,
                             const float *out);

/* ---- cases (src/exercise/cases.c) ------------------------------------------------------------------ */

/* Adds a case with the inputs of that struct. A full list replaces its last case. */
bp_exercise_case *bp_case_add(bp_case_list *list, const char *name, const void *inputs);
/* Sets the expected answer to the case that was added last. */
void bp_case_expect(bp_case_list *list, const float *values, int count);
float bp_case_random(bp_case_list *list, float low, float high);
int bp_case_random_below(bp_case_list *list, int limit);           /* 0..limit-1 */
float bp_case_random_whole(bp_case_list *list, int low, int high); /* a whole number, low..high */
bp_vec3 bp_case_random_vec3(bp_case_list *list, float low, float high);
bp_quat bp_case_random_quat(bp_case_list *list); /* a unit quaternion */
/* An invertible transform: any rotation, position coordinates up to `reach`, scaling of 0.5 to `scale`, or of
 * 1 if that is 1; as a matrix, of 0.5 to 2 (`rigid`: 1). */
bp_trs bp_case_random_trs(bp_case_list *list, float reach, float scale);
bp_mat4 bp_case_random_mat4(bp_case_list *list, float reach, bool rigid);
/* A parent of bone number `bone`, which comes before it; -1: a root, as bone 0 is. */
int bp_case_random_parent(bp_case_list *list, int bone);

/* Makes all cases of an exercise for a seed. Free the list with bp_free(allocator, list->cases). Errors:
 * memory. */
bool bp_exercise_make_cases(const bp_exercise *exercise, const bp_allocator *allocator, uint64_t seed,
                            bp_case_list *out, bp_error *error);

/* ---- paths (src/exercise/paths.c) ------------------------------------------------------------------ */

/* Students' code is linked with the maths alone: the other modules hold the exercises' answers, or do more of
 * their work than they may. Relative to the build folder. */
#define BP_EXERCISE_LIBRARY "lib/modules/libmath.a"

/* The folders that the checker needs. */
typedef struct bp_exercise_paths {
    char root[1024];  /* holds include/ and lessons/exercises/ */
    char build[1024]; /* holds exercises/NN.o and BP_EXERCISE_LIBRARY */
} bp_exercise_paths;

/* Root: $BINDPOSE_ROOT; else the working folder, or the nearest folder above the running program that holds
 * lessons/exercises. Build: $BINDPOSE_BUILD, else the folder above the program's, or lib/bindpose in it
 * (installed). Errors: not found (ENVIRONMENT; the message says what to do). */
bool bp_exercise_find_paths(bp_exercise_paths *out, bp_error *error);
/* Paths of the student's file, and of the original file with its gap. Errors: the path is too long. */
bool bp_exercise_source_path(const bp_exercise_paths *paths, const bp_exercise *exercise, char *path,
                             size_t size, bp_error *error);
bool bp_exercise_original_path(const bp_exercise_paths *paths, const bp_exercise *exercise, char *path,
                               size_t size, bp_error *error);

/* ---- checking (src/exercise/check.c) ----------------------------------------------------------------- */

typedef enum bp_exercise_verdict {
    BP_EXERCISE_PASSED,
    BP_EXERCISE_WRONG,     /* an answer is wrong */
    BP_EXERCISE_BUILD,     /* the file doesn't compile, or the function isn't in it */
    BP_EXERCISE_FORBIDDEN, /* the file uses a bp_ function or a file that the exercise doesn't allow */
    BP_EXERCISE_CRASH,     /* the program crashed, a sanitizer stopped it, or it ended too early */
    BP_EXERCISE_TIME,      /* compiling or running took too long */
    BP_EXERCISE_MEMORY,    /* the program took too much memory, or wrote too much */
} bp_exercise_verdict;

/* "passed", "wrong", "build", "forbidden", "crash", "time", "memory". */
const char *bp_exercise_verdict_text(bp_exercise_verdict verdict);

/* Zero means the value in parentheses. */
typedef struct bp_exercise_options {
    uint64_t seed;        /* of the random cases (1) */
    double seconds;       /* limit for all cases together (5) */
    double build_seconds; /* limit for compiling (30) */
    int megabytes;        /* limit of resident memory (512) */
    bool once;            /* a file that takes too long isn't tried again */
    const char *compiler; /* ($CC, or the first of cc, gcc, clang that is installed, or "tcc": libtcc) */
    /* Words to put before the commands that build the student's program and that run it, NULL-ended: a
     * grader's sandboxes. Both or none. wrap_run must leave file descriptor 3
     * open, and must itself prevent everything that bp_seccomp_exec does (src/base/process.h). Borrowed.
     * (none) */
    const char *const *wrap_build, *const *wrap_run;
    const char *loader; /* of programs, as wrap_run sees it: bp_exercise_make_loader's (none: each program is
                           linked with the C library and the sanitizers, which takes longer). Borrowed */
    const char *header; /* a file that includes exercise.h, as wrap_build sees it. gcc takes the compiled
                           header from the folder of its name and ".gch" instead, if that fits:
                           bp_exercise_make_header's (none: exercise.h itself). Borrowed */
    const char
        *scratch; /* an existing folder for temporary files, left empty (a new one in $TMPDIR or /tmp) */
    const bp_allocator *allocator;
} bp_exercise_options;

typedef struct bp_exercise_result {
    bp_exercise_verdict verdict;
    int points; /* out of BP_EXERCISE_POINTS */
    /* The cause: a misconception's id, or "compile", "no_function", "has_main", "includes", "calls", "crash",
     * "sanitizer", "ended_early", "malformed", "time", "memory", "no_effect", "not_written", "not_finite",
     * "other"; "" if it passed. */
    char id[48];
    char text[768];             /* explains the cause */
    bool unwatched;             /* compiled by tcc: nobody looked for memory errors */
    bool edited;                /* the code isn't that of the exercise's original file */
    int case_count, case_right; /* cases in all, and correct ones */
    /* Index of the first case that failed (wrong, crash, time, memory), else -1. The numbers below are that
     * case's, or the first case's if none failed. */
    int failed_case;
    char case_name[96];
    int in_count, got_count, expected_count; /* got_count is 0 if no answer came back */
    float in[BP_EXERCISE_FLOATS], got[BP_EXERCISE_FLOATS], expected[BP_EXERCISE_FLOATS];
    int first_difference; /* index of the first wrong float in `got`, or -1 */
    int line, column;     /* from 1: where an answer without a compiler can't be read; 0: nowhere */
    char warnings[4096];  /* the compiler's output */
    char printed[4096];   /* the program's output, and the sanitizers' */
    double build_seconds, run_seconds; /* of processor time */
} bp_exercise_result;

/* Checks one file. Returns true if it reached a verdict, whichever; false if it couldn't: no compiler, no
 * runner, no writable folder (ENVIRONMENT), no memory, or an unreadable file (INPUT). NULL options mean all
 * zero. Starts processes.
 *
 * A full disk or a machine without memory can also stop a compiler or a program. So a verdict whose cause may
 * be the machine counts only if the exercise's original file can still be checked, and if a second check
 * gives it too. If the original can't be checked, there is no verdict but an error (ENVIRONMENT). */
bool bp_exercise_check(const bp_exercise *exercise, const bp_exercise_paths *paths, const char *source,
                       const bp_exercise_options *options, bp_exercise_result *result, bp_error *error);

/* Checks the original of an exercise in place of a student's file. Errors: what bp_exercise_check fails with,
 * or the verdict isn't the one that it must be; then something is wrong with this machine (ENVIRONMENT). */
bool bp_exercise_rehearse(const bp_exercise *exercise, const bp_exercise_paths *paths,
                          const bp_exercise_options *options, bp_error *error);

/* Links the program that loads students' programs, writes it to the file `loader`, and lists the shared
 * libraries that it needs, and so every student's program, one path a line. Free the list with bp_file_free.
 * Linux only. Errors: as bp_exercise_check. */
bool bp_exercise_make_loader(const bp_exercise_paths *paths, const bp_exercise_options *options,
                             const char *loader, bp_file *out, bp_error *error);

/* Compiles exercise.h alone to the file `header`, with the flags for answers with these options, so that gcc
 * needn't read it for each answer. Linux only. Errors: as bp_exercise_check. */
bool bp_exercise_make_header(const bp_exercise_paths *paths, const bp_exercise_options *options,
                             const char *header, bp_error *error);

/* Checks an answer in the exercise's own form, by the cases and misconceptions that judge C files
 * (src/exercise/answer.c). An answer that can't be read or computed has the verdict BUILD, and `id` is
 * "answer". Errors: memory. */
bool bp_exercise_check_answer(const bp_exercise *exercise, const bp_allocator *allocator, const char *answer,
                              uint64_t seed, bp_exercise_result *result, bp_error *error);

/* The exit code of `bindpose exercise check`: 0 passed, 2 build, 4 time, 1 for every other verdict. */
int bp_exercise_exit_code(bp_exercise_verdict verdict);

/* ---- judging (src/exercise/judge.c) ------------------------------------------------------------------- */

typedef struct bp_exercise_answer {
    int count;
    float values[BP_EXERCISE_FLOATS];
} bp_exercise_answer;

/* Judges the answers to the first `answered` cases. Sets the verdict (PASSED or WRONG), points, id, text and
 * the failed case. Errors: memory; the exercise's own answer differs from a case's expected one (INPUT). */
bool bp_exercise_judge(const bp_exercise *exercise, const bp_allocator *allocator, const bp_case_list *cases,
                       const bp_exercise_answer *answers, int answered, bp_exercise_result *result,
                       bp_error *error);

/* ---- reporting (src/exercise/report.c) --------------------------------------------------------------- */

/* Zero means the value in parentheses. */
typedef struct bp_exercise_report_options {
    int columns, rows; /* of the screen (80, 24): longer tables are cut, and say so */
    bool whole;        /* cut nothing, and show also what is right */
    bool trace;        /* if a result is wrong, only the trace: intermediate values, up to that result */
} bp_exercise_report_options;

/* Writes the result as text, as `bindpose exercise check` prints it: verdict and explanation, then the case
 * that failed as a table: given, the student's answer, the correct one. NULL options mean all zero. Free it
 * with bp_file_free. Errors: memory. */
bool bp_exercise_report(const bp_exercise *exercise, const bp_allocator *allocator,
                        const bp_exercise_result *result, const bp_exercise_report_options *options,
                        bp_file *out, bp_error *error);

/* ---- values in an array of floats ---------------------------------------------------------------------- */

/* Each reads or writes one value at a position and moves the position past it. */
static inline float bp_unpack_float(const float **from) { return *(*from)++; }
static inline int bp_unpack_int(const float **from) { return (int)bp_unpack_float(from); }
static inline void bp_pack_float(float **to, float value) { *(*to)++ = value; }
#define BP_PACKED(name)                                                                                      \
    static inline bp_##name bp_unpack_##name(const float **from) {                                           \
        bp_##name value;                                                                                     \
        memcpy(&value, *from, sizeof value);                                                                 \
        *from += sizeof value / sizeof(float);                                                               \
        return value;                                                                                        \
    }                                                                                                        \
    static inline void bp_pack_##name(float **to, bp_##name value) {                                         \
        memcpy(*to, &value, sizeof value);                                                                   \
        *to += sizeof value / sizeof(float);                                                                 \
    }
BP_PACKED(vec2)
BP_PACKED(vec3)
BP_PACKED(vec4)
BP_PACKED(quat)
BP_PACKED(mat4)
#undef BP_PACKED

BP_END_C

#endif
