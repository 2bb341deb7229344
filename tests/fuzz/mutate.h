/* Alternates libFuzzer's mutations with those of corrupt.h, for text formats and text followed by binary
 * data. */
#ifndef BINDPOSE_TESTS_FUZZ_MUTATE_H
#define BINDPOSE_TESTS_FUZZ_MUTATE_H

#include "fuzz/corrupt.h"
#include "fuzz/input.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

static inline size_t fuzz_mutate_text(uint8_t *data, size_t size, size_t max, unsigned seed) {
    uint64_t state = (seed + UINT64_C(1)) * UINT64_C(0x9E3779B97F4A7C15);
    for (int i = 0; i < 4; i++) test_random(&state);
    if (size < 20 || below(&state, 2)) return LLVMFuzzerMutate(data, size, max);
    corrupt_file v = {.data = data, .size = size, .capacity = max, .binary = memcmp(data, "glTF", 4) == 0};
    corrupt(&v, &state);
    return v.size;
}

#endif
