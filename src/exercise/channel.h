/* The bytes that the checker and a student's program exchange: cases one way, answers the other. Each is a
 * 32-bit count and that many floats, in the machine's byte order, because both ends run on one machine. */
#ifndef BP_EXERCISE_CHANNEL_H
#define BP_EXERCISE_CHANNEL_H

#include <bindpose/exercise.h>

/* Encodes the inputs of all cases. Free with bp_file_free. Errors: memory. */
bool bp_exercise_encode_cases(const bp_allocator *allocator, const bp_case_list *cases, bp_file *out,
                              bp_error *error);
/* Decodes at most `most` answers and returns how many. *malformed: other bytes came as well. */
int bp_exercise_decode_answers(const bp_file *from, int max, bp_exercise_answer *answers, bool *malformed);

#endif
