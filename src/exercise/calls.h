/* The calls of answers: in the student's process (runner/) and in the checker (values.c). */
#ifndef BP_EXERCISE_CALLS_H
#define BP_EXERCISE_CALLS_H

#include <bindpose/exercise.h>
#include <stddef.h>

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
bp_answer_call bp_call_01;
bp_answer_call bp_call_02;
bp_answer_call bp_call_03;
bp_answer_call bp_call_04;
bp_answer_call bp_call_05;
bp_answer_call bp_call_06;
bp_answer_call bp_call_07;
bp_answer_call bp_call_08;
bp_answer_call bp_call_09;
bp_answer_call bp_call_10;
bp_answer_call bp_call_10b;
bp_answer_call bp_call_11;
bp_answer_call bp_call_11b;
bp_answer_call bp_call_12;
bp_answer_call bp_call_12b;
bp_answer_call bp_call_13;
bp_answer_call bp_call_13b;
bp_answer_call bp_call_14;
bp_answer_call bp_call_14b;
bp_answer_call bp_call_15;
bp_answer_call bp_call_15b;
bp_answer_call bp_call_16;
bp_answer_call bp_call_17;
bp_answer_call bp_call_18;
bp_answer_call bp_call_19;
bp_answer_call bp_call_20;
bp_answer_call bp_call_21;
bp_answer_call bp_call_22;
bp_answer_call bp_call_23;
bp_answer_call bp_call_24;

#endif
