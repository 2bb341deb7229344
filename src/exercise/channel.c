/* Encoding cases and decoding answers. The answers come from a student's program, so every count is checked
 * first. */
#include "exercise/checker.h"
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
    size_t offset = 0;
    int decoded = 0;
    for (uint32_t count; offset + sizeof count <= from->size && decoded < max; decoded++) {
        memcpy(&count, from->data + offset, sizeof count);
        if (count > BP_EXERCISE_FLOATS) break;
        size_t bytes = count * sizeof(float);
        if (offset + sizeof count + bytes > from->size) break;
        answers[decoded].count = (int)count;
        memcpy(answers[decoded].values, from->data + offset + sizeof count, bytes);
        offset += sizeof count + bytes;
    }
    *malformed = offset != from->size;
    return decoded;
}
