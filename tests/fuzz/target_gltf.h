/* For each target that takes glTF files: libFuzzer's mutations are those of mutate_gltf.h. */
#ifndef BINDPOSE_TESTS_FUZZ_TARGET_GLTF_H
#define BINDPOSE_TESTS_FUZZ_TARGET_GLTF_H

#include "fuzz/mutate_gltf.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
    return fuzz_mutate_gltf(data, size, max, seed);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                                 uint8_t *out, size_t max, unsigned seed) {
    return fuzz_cross_gltf(a, a_size, b, b_size, out, max, seed);
}

#endif
