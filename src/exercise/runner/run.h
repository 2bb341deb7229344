/* The student's program: main.c exchanges data with the checker, student.c names the student's function, and
 * calls.c hands it a case's floats. None holds a correct answer. */
#ifndef BP_EXERCISE_RUNNER_RUN_H
#define BP_EXERCISE_RUNNER_RUN_H

#include "exercise/calls.h"

/* The student's function, and the call for it. */
extern const bp_answer_function bp_run_function;
extern bp_answer_call *const bp_run_call;

#endif
