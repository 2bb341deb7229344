/* The calls of answers: in the student's process (runner/) and in the checker (values.c). */
#pragma once

#include <bindpose/exercise.h>
#include <stddef.h>

/* The exercises, in order. */
#define BP_EXERCISE_IDS(X)                                                                                   \
    X(01) X(02) X(03) X(04) X(05) X(06) X(07) X(08) X(09) X(10) X(10b) X(11) X(11b) X(12) X(12b) X(13)       \
    X(13b) X(14) X(14b) X(15) X(15b) X(16) X(17) X(18) X(19) X(20) X(21) X(22) X(23) X(24) X(25) X(26)

/* The bits of an element of an array that was never written: as a float a NaN that no calculation gives,
 * as an int no index. */
#define BP_UNWRITTEN UINT32_C(0xfff5f5f5)

/* One call. */
struct bp_call {
    bp_answer_function function;
    /* An array for it, of exactly that many bytes: the sanitizers watch its ends. Never NULL. Whoever
     * makes the call frees it. */
    void *(*allocate)(bp_call *call, size_t bytes);
};

/* bp_call_NN calls call->function, of the type that exercise.h gives it, with a case's inputs. It writes the
 * results and returns the position after them. */
#define BP_CALL(id) bp_answer_call bp_call_##id;
BP_EXERCISE_IDS(BP_CALL)

/* (runner/student.c) The student's function, and the call for it. No other answer is in the program. */
extern const bp_answer_function bp_run_function;
extern bp_answer_call *const bp_run_call;
