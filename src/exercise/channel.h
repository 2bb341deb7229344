/* What goes through the channel between the checker and a student's process: cases one way, answers the other. Each is
 * the number of its floats in 32 bits, then the floats, in the machine's own order: both ends are one machine. */
#ifndef BP_EXERCISE_CHANNEL_H
#define BP_EXERCISE_CHANNEL_H

#include <bindpose/exercise.h>

/* All cases, one after the other; freed with bp_file_free. Errors: memory. */
bool bp_exercise_encode_cases(const bp_allocator *allocator, const bp_case_list *cases, bp_file *out,
                            bp_error *error);
/* How many answers there are among the bytes, at most `most`; *malformed where something else came. */
int bp_exercise_decode_answers(const bp_file *from, int most, bp_exercise_answer *answers, bool *malformed);

#endif
