/* Reading the report with which a sanitizer ends a program. */
#ifndef BP_EXERCISE_SANITIZER_H
#define BP_EXERCISE_SANITIZER_H

#include "exercise/checker.h"

/* How many bytes of a program's output come before the sanitizer's report: all, if there is none. */
int bp_sanitizer_begins(const char *output);
/* Sets the verdict CRASH with a sentence that says what the code does, in which line of the student's file,
 * and to which array, as far as the report tells. job->program is there still. False: there is no such
 * report. */
bool bp_sanitizer_explain(const bp_exercise_job *job, const char *output, bp_exercise_result *result);

#endif
