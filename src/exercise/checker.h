/* Inside the checker: one check in progress, the steps that turn the student's file into a program, and the
 * bytes that it exchanges with that program. */
#pragma once

#include <bindpose/exercise.h>

/* Reasons to doubt a verdict: the machine, not the student's code, may have caused it. */
typedef struct bp_exercise_doubt {
    bool machine;
    bool killed; /* by the system, as where memory is short */
} bp_exercise_doubt;

/* One check in progress. All pointers are borrowed. */
typedef struct bp_exercise_job {
    const bp_exercise *exercise;
    const bp_exercise_paths *paths;
    const char *source;
    const bp_exercise_options *options; /* defaults filled in */
    const bp_allocator *allocator;
    char folder[1100];                           /* scratch folder of this check */
    char header[1200], include[1200], own[1200]; /* exercise.h, and flags for the folders of headers */
    bp_exercise_doubt *doubt;
    char object[1200], includes[1200], program[1200];
    char call[1200], calls[1200], start[1200], library[1200]; /* what it is linked with */
    bool clang;                                               /* the compiler has other options than gcc */
    char tcc[1200]; /* the program that does what a compiler, nm and a linker do; "": there is a compiler */
} bp_exercise_job;

/* The words of a command. */
#define BP_WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* (build.c) Compiles the file, checks the object file, and links it with the runner. If result->verdict is
 * PASSED afterwards, the program is at job->program. */
bool bp_exercise_build(const bp_exercise_job *job, bp_exercise_result *result, bp_error *error);

/* (build.c) Compiles exercise.h alone, to job->object, for bp_exercise_options.header. */
bool bp_exercise_compile_header(const bp_exercise_job *job, bp_exercise_result *result, bp_error *error);

/* Bytes of a list of included files, or of symbols: far more than an answer needs. Of a longer list the end
 * would not be checked. */
enum { BP_EXERCISE_MAX_LIST = 1 << 20 };

/* (build.c) Links the program that loads others, to job->program. */
bool bp_exercise_link_loader(const bp_exercise_job *job, bp_exercise_result *result, bp_error *error);

/* The exit code of a loaded program that lacks a function. */
enum { BP_EXERCISE_UNLOADED = 120 };

/* (check_object.c) Refuses files that the exercise doesn't allow. job->includes lists the included files in
 * make's format. */
bool bp_exercise_check_includes(const bp_exercise_job *job, bp_exercise_result *result, bp_error *error);
/* (check_object.c) Refuses functions of math.h that the exercise doesn't allow, by the names that the
 * object file has for debuggers: gcc lets a declaration rename a function (`__asm__(".Lhidden")`), and
 * then no symbol tells of it. */
bool bp_exercise_check_names(const bp_exercise_job *job, bp_exercise_result *result, bp_error *error);
/* (check_object.c) Refuses functions and symbols that the exercise doesn't allow. `text` is the list of
 * `nm -P`; it is changed. */
void bp_exercise_check_symbols(const bp_exercise_job *job, char *text, bp_exercise_result *result);

/* (values.c) Sets verdict, id and text. Returns true: there is a verdict. */
bool bp_exercise_set_verdict(bp_exercise_result *result, bp_exercise_verdict verdict, const char *id,
                             const char *format, ...) BP_PRINTF(4, 5);

/* (values.c) By how much a float of a value may differ. */
double bp_exercise_tolerance(const bp_exercise *exercise, const float *expected, int count);
/* (values.c) The index of the first wrong float of a value, or -1. `differs` says it of each float; NULL:
 * not needed. */
int bp_exercise_compare_value(const bp_exercise *exercise, bp_value_kind kind, const float *got,
                              const float *expected, bool *differs);

/* (values.c) The index of the first float of an answer that differs, or -1. */
int bp_exercise_compare_answers(const bp_exercise *exercise, const float *got, int got_count,
                                const float *expected, int expected_count);

/* (diagnose.c) Says in words what answers that are none of the known mistakes have to do with the right ones:
 * sets verdict, id ("change", "results", "cases", "parts") and text. False: nothing. */
bool bp_exercise_diagnose(const bp_exercise *exercise, const bp_allocator *allocator,
                          const bp_case_list *cases, const bp_exercise_answer *answers, int answered,
                          bp_exercise_result *result);

/* (values.c) The name of element `index` of a value: "local[2]", and "bones[2].local" of "bones.local". A
 * table's name may have an explanation behind it, which is left out. `index` < 0: the name alone. */
void bp_exercise_value_name(char *text, size_t size, const char *name, int index);
/* (values.c) The output that contains the float *index of an answer, and its name. *index becomes that of its
 * first float. NULL: none does. */
const bp_exercise_value *bp_exercise_output_at(const bp_exercise *exercise, const float *in, int *index,
                                               char *name, size_t size);

/* (sanitizer.c) How many bytes of a program's output come before the sanitizer's report: all, if there is
 * none. */
int bp_sanitizer_begins(const char *output);
/* (sanitizer.c) Sets the verdict CRASH with a sentence that says what the code does, in which line of the
 * student's file, and to which array, as far as the report tells. job->program is there still. False: there
 * is no such report. */
bool bp_sanitizer_explain(const bp_exercise_job *job, const char *output, bp_exercise_result *result);

/* (check_object.c) How long the comment at the text's beginning is: 0, if there is none. One without an end
 * goes to the end of the text. */
size_t bp_exercise_comment(const char *text);

/* (check.c) Whether the student's file differs from the exercise's original in more than comments and
 * spaces. */
bool bp_exercise_is_edited(const bp_exercise_job *job);

/* (values.c) Cases go to the program and answers come back. Each is a 32-bit count and that many floats, in
 * the machine's byte order, because both ends run on one machine. */

/* Encodes the inputs of all cases. Free with bp_file_free. Errors: memory. */
bool bp_exercise_encode_cases(const bp_allocator *allocator, const bp_case_list *cases, bp_file *out,
                              bp_error *error);
/* Decodes at most `max` answers and returns how many. *malformed: the rest is not an answer, or too many. */
int bp_exercise_decode_answers(const bp_file *from, int max, bp_exercise_answer *answers, bool *malformed);
