/* exercise: sixteen small functions that a student writes, and what judges them.
 *
 * An exercise is one C file with one function, and a gap in it. The checker compiles that file (and nothing
 * else of the student's), looks at which functions it uses, and runs it in a process of its own, which
 * is handed cases and hands back what the function made of them. That process never holds a right answer:
 * they are computed afterwards, over here. So printing an answer, ending early or writing into every open
 * file gains nothing.
 *
 * Inputs and outputs are rows of floats; bp_exercise_value says what they mean. A misconception is a
 * wrong answer that people give, as a function: where the student's outputs are its outputs in every case,
 * that is what the student is told about.
 */
#ifndef BINDPOSE_EXERCISE_H
#define BINDPOSE_EXERCISE_H

#include <bindpose/base.h>
#include <bindpose/lesson.h>
#include <bindpose/math.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    BP_EXERCISE_FLOATS = 512, /* most of a case, in or out */
    BP_EXERCISE_CASES = 64,
    BP_EXERCISE_POINTS = 10, /* for an exercise that passes; 0 for one that doesn't */
};

/* ---- what an exercise is ------------------------------------------------------------------------- */

typedef enum bp_value_kind {
    BP_VALUE_NUMBER,
    BP_VALUE_VEC2,
    BP_VALUE_VEC3,
    BP_VALUE_VEC4,
    BP_VALUE_QUAT, /* compared up to sign: q and -q are the same rotation */
    BP_VALUE_MAT4,
} bp_value_kind;

/* One thing among a case's inputs or outputs. */
typedef struct bp_exercise_value {
    const char *name; /* the student's parameter; NULL ends a list */
    bp_value_kind kind;
    int count; /* how many of the kind; 0: one; BP_VALUE_REST: as many as there are up to the end */
} bp_exercise_value;

enum { BP_VALUE_REST = -1, BP_VALUE_PER_FIRST = -2 /* as many as the case's first input says */ };

/* Floats in one of the kind. */
int bp_value_floats(bp_value_kind kind);

/* What a function makes of a case: reads it from `in`, writes what comes out to `out` and returns the place behind
 * the last float that it wrote. The student's is called through one of these too (src/exercise/runner). */
typedef float *bp_exercise_solve(const float *in, float *out);

/* A wrong answer that people give. */
typedef struct bp_misconception {
    const char *
        id; /* "order_reversed": also the name of the file in tests/exercises, wrong_ID.c; NULL ends a list */
    const char *text; /* what it is, why it is wrong, what to think of instead; two or three sentences */
    bp_exercise_solve *solve;
} bp_misconception;

typedef struct bp_exercise_case {
    char name[96];
    int in_count;
    float in[BP_EXERCISE_FLOATS];
    /* Known from elsewhere (a recording of the real engine): `right` must agree, and the student is compared with
     * these. 0: none. */
    int wanted_count;
    float wanted[BP_EXERCISE_FLOATS];
} bp_exercise_case;

typedef struct bp_case_list {
    int count;
    uint64_t random;         /* the state of bp_case_random; seeded before `cases` is called */
    bp_exercise_case *cases; /* BP_EXERCISE_CASES of them */
} bp_case_list;

typedef struct bp_exercise {
    int number;                 /* 1.. */
    const char *name;           /* "05_final_matrix", also the folder's */
    const char *title;          /* "The final matrix" */
    const char *lesson;         /* the lesson that teaches it, "02_seven_matrices" */
    const char *function;       /* what the student writes: "final_matrix" */
    const char *const *allowed; /* the bp_ functions that it may call; NULL ends the list */
    const char *const *hints;   /* each tells more than the one before; NULL ends the list */
    const bp_exercise_value *inputs, *outputs;
    float tolerance; /* relative to the largest of a value's floats, at least 1; 0: 1e-4 */
    bp_exercise_solve *right;
    const bp_misconception *wrong; /* the first is what the gap returns, "not_done" */
    /* Fills the list: what is always asked, then what the seed gives. */
    void (*cases)(bp_case_list *list);
    /* Shows what `out` (the student's or the right one) makes of `in` on a stage of its own. */
    void (*show)(bp_world *world, const char *title, const float *in, const float *out);
} bp_exercise;

/* All exercises in order, then NULL. */
extern const bp_exercise *const bp_exercises[];

/* By full name, or by number with or without its zero ("05_final_matrix", "05", "5"); NULL where there is none. */
const bp_exercise *bp_exercise_find(const char *name);

/* ---- cases (src/exercise/cases.c) ------------------------------------------------------------------ */

/* The next case, of which only the name is set: fill `in` and in_count. Beyond BP_EXERCISE_CASES, the last again. */
bp_exercise_case *bp_case_add(bp_case_list *list, const char *format, ...) BP_PRINTF(2, 3);
float bp_case_random(bp_case_list *list, float low, float high);
int bp_case_random_below(bp_case_list *list, int limit); /* 0..limit-1 */
bp_vec3 bp_case_random_vec3(bp_case_list *list, float low, float high);
bp_quat bp_case_random_quat(bp_case_list *list); /* unit, any turn */
/* An invertible transform: any turn, scales of 0.5 to 2 (`rigid`: 1), within `reach` of the origin. */
bp_mat4 bp_case_random_mat4(bp_case_list *list, float reach, bool rigid);

/* All cases of an exercise for a seed; the list is freed with bp_free(allocator, list->cases). Errors: memory. */
bool bp_exercise_make_cases(const bp_exercise *exercise, const bp_allocator *allocator, uint64_t seed,
                            bp_case_list *out, bp_error *error);

/* ---- where things are (src/exercise/paths.c) ------------------------------------------------------- */

/* What the checker compiles with. */
typedef struct bp_exercise_paths {
    char root[1024];  /* the folder with include/ and lessons/exercises/ */
    char build[1024]; /* the folder with exercises/NN_name.o and lib/libbindpose.a */
} bp_exercise_paths;

/* The root: $BINDPOSE_ROOT, or the nearest of the working folder and those above the running program that holds
 * lessons/exercises. The build: $BINDPOSE_BUILD, or the folder above the program's. Errors: not found
 * (ENVIRONMENT, with what to do). */
bool bp_exercise_find_paths(bp_exercise_paths *out, bp_error *error);
/* Paths of the student's file and of the original with its gap. Error: too long. */
bool bp_exercise_source_path(const bp_exercise_paths *place, const bp_exercise *exercise, char *path,
                             size_t size, bp_error *error);
bool bp_exercise_original_path(const bp_exercise_paths *place, const bp_exercise *exercise, char *path,
                               size_t size, bp_error *error);

/* ---- checking (src/exercise/check.c) ----------------------------------------------------------------- */

typedef enum bp_exercise_verdict {
    BP_EXERCISE_PASSED,
    BP_EXERCISE_WRONG,     /* a case came out wrong */
    BP_EXERCISE_BUILD,     /* it doesn't compile, or the function isn't in it */
    BP_EXERCISE_FORBIDDEN, /* it uses what the exercise doesn't allow: a bp_ function, a file */
    BP_EXERCISE_CRASH,     /* it crashed, a sanitizer stopped it, or it ended before it had answered */
    BP_EXERCISE_TIME,      /* it took too long, or too long to compile */
    BP_EXERCISE_MEMORY,    /* it took too much memory, or wrote without end */
} bp_exercise_verdict;

/* "passed", "wrong", "build", "forbidden", "crash", "time", "memory". */
const char *bp_exercise_verdict_text(bp_exercise_verdict verdict);

/* Zero means the value in parentheses. */
typedef struct bp_exercise_options {
    uint64_t seed;        /* of the cases (1) */
    double seconds;       /* for all cases together (5) */
    double build_seconds; /* for compiling (30) */
    int megabytes;        /* resident memory while it runs (512) */
    const char *compiler; /* ($CC, or the first found of cc, gcc, clang) */
    /* Put before the commands that compile and run the student's file, NULL-ended: a grader's sandbox. It must leave
     * file descriptor 3 open. Borrowed. (none) */
    const char *const *wrap_build, *const *wrap_run;
    const char
        *scratch; /* an existing folder for what is built, left empty (a fresh one in $TMPDIR or /tmp) */
    const bp_allocator *allocator;
} bp_exercise_options;

typedef struct bp_exercise_result {
    bp_exercise_verdict verdict;
    int points; /* of BP_EXERCISE_POINTS */
    /* What it comes from: a misconception's id, or one of "compile", "no_function", "has_main", "includes",
     * "calls", "crash", "sanitizer", "ended_early", "malformed", "time", "memory", "not_finite", "other"; "" where
     * it passed. The text explains it. */
    char id[48];
    char text[768];
    int case_count, case_right; /* how many were asked, how many came out right */
    /* The first case that failed (wrong, crash, time, memory), else -1; and its numbers, or the first case's. */
    int failed_case;
    char case_name[96];
    int in_count, got_count, wanted_count; /* got_count 0 where nothing came back */
    float in[BP_EXERCISE_FLOATS], got[BP_EXERCISE_FLOATS], wanted[BP_EXERCISE_FLOATS];
    int first_difference; /* index of the first float of got that is wrong, or -1 */
    char warnings[4096];  /* of the compiler; its errors where it didn't compile */
    char printed[4096];   /* what the code printed while it ran, with what the sanitizers said */
    double build_seconds, run_seconds;
} bp_exercise_result;

/* Checks one file. True where there is a verdict, whatever it is; false where none could be reached: no compiler,
 * no runner, no folder to write to (ENVIRONMENT), memory, the file can't be read (INPUT). NULL options: all
 * zero. Starts processes; may be called from several threads at a time. */
bool bp_exercise_check(const bp_exercise *exercise, const bp_exercise_paths *place, const char *source,
                       const bp_exercise_options *options, bp_exercise_result *result, bp_error *error);

/* The exit code of `bindpose exercise check` for a verdict: 0 passed, 2 build, 4 time, else 1. */
int bp_exercise_exit_code(bp_exercise_verdict verdict);

/* ---- judging (src/exercise/judge.c) ------------------------------------------------------------------- */

/* Judges what came back: `got` has got_count floats for each of the first `answered` cases. Fills verdict (PASSED or
 * WRONG), points, id, text and the failing case. False: memory, or a case's `right` and recorded answers
 * differ (a fault of the exercise's, INPUT). */
typedef struct bp_exercise_answer {
    int count;
    float values[BP_EXERCISE_FLOATS];
} bp_exercise_answer;

bool bp_exercise_judge(const bp_exercise *exercise, const bp_allocator *allocator, const bp_case_list *cases,
                       const bp_exercise_answer *answers, int answered, bp_exercise_result *result,
                       bp_error *error);

/* ---- telling (src/exercise/report.c) -------------------------------------------------------------------- */

/* The result for people, as `bindpose exercise check` prints it: verdict, the case's input, got, wanted, first
 * difference, explanation. Freed with bp_file_free. Errors: memory. */
bool bp_exercise_report(const bp_exercise *exercise, const bp_allocator *allocator,
                        const bp_exercise_result *result, bp_file *out, bp_error *error);

/* ---- values in rows of floats ---------------------------------------------------------------------------- */

/* Reading takes from *at and moves it on; so does writing. */
static inline float bp_unpack_float(const float **at) { return *(*at)++; }
static inline int bp_unpack_int(const float **at) { return (int)bp_unpack_float(at); }
static inline bp_vec2 bp_unpack_vec2(const float **at) {
    const float *v = *at;
    *at += 2;
    return (bp_vec2){v[0], v[1]};
}
static inline bp_vec3 bp_unpack_vec3(const float **at) {
    const float *v = *at;
    *at += 3;
    return (bp_vec3){v[0], v[1], v[2]};
}
static inline bp_vec4 bp_unpack_vec4(const float **at) {
    const float *v = *at;
    *at += 4;
    return (bp_vec4){v[0], v[1], v[2], v[3]};
}
static inline bp_quat bp_unpack_quat(const float **at) {
    const float *v = *at;
    *at += 4;
    return (bp_quat){v[0], v[1], v[2], v[3]};
}
static inline bp_mat4 bp_unpack_mat4(const float **at) {
    bp_mat4 m;
    for (int i = 0; i < 16; i++) m.m[i] = bp_unpack_float(at);
    return m;
}
static inline void bp_pack_float(float **at, float value) { *(*at)++ = value; }
static inline void bp_pack_vec2(float **at, bp_vec2 v) {
    bp_pack_float(at, v.x);
    bp_pack_float(at, v.y);
}
static inline void bp_pack_vec3(float **at, bp_vec3 v) {
    bp_pack_float(at, v.x);
    bp_pack_float(at, v.y);
    bp_pack_float(at, v.z);
}
static inline void bp_pack_vec4(float **at, bp_vec4 v) {
    bp_pack_float(at, v.x);
    bp_pack_float(at, v.y);
    bp_pack_float(at, v.z);
    bp_pack_float(at, v.w);
}
static inline void bp_pack_quat(float **at, bp_quat q) {
    bp_pack_float(at, q.x);
    bp_pack_float(at, q.y);
    bp_pack_float(at, q.z);
    bp_pack_float(at, q.w);
}
static inline void bp_pack_mat4(float **at, bp_mat4 m) {
    for (int i = 0; i < 16; i++) bp_pack_float(at, m.m[i]);
}

#ifdef __cplusplus
}
#endif

#endif
