/* Encoding cases and decoding answers. The answers come from a student's program, so every count is checked
 * first. */
#include "exercise/channel.h"
#include <string.h>

bool bp_exercise_encode_cases(const bp_allocator *allocator, const bp_case_list *cases, bp_file *out,
                              bp_error *error) {
    *out = (bp_file){0};
    out->data = bp_alloc(allocator, (size_t)cases->count, (BP_EXERCISE_FLOATS + 1) * sizeof(float), error);
    for (int i = 0; out->data && i < cases->count; i++) {
        uint32_t count = (uint32_t)cases->cases[i].in_count;
        memcpy(out->data + out->size, &count, sizeof count);
        memcpy(out->data + out->size + sizeof count, cases->cases[i].in, count * sizeof(float));
        out->size += sizeof count + count * sizeof(float);
    }
    return out->data != NULL;
}

int bp_exercise_decode_answers(const bp_file *from, int max, bp_exercise_answer *answers, bool *malformed) {
    size_t at = 0;
    int number = 0;
    while (at + sizeof(uint32_t) <= from->size && number < max) {
        uint32_t count;
        memcpy(&count, from->data + at, sizeof count);
        if (count > BP_EXERCISE_FLOATS) break;
        size_t bytes = count * sizeof(float);
        if (at + sizeof count + bytes > from->size) break;
        answers[number].count = (int)count;
        memcpy(answers[number].values, from->data + at + sizeof count, bytes);
        at += sizeof count + bytes;
        number++;
    }
    *malformed = at != from->size;
    return number;
}
