/* glTF files, .glb and .gltf. Random bytes are hardly ever a file, so half of all mutations change the JSON,
 * accessors and binary chunk of a file (corrupt.h). check_gltf.h reads, draws, writes and examines each. */
#include "fuzz/check_gltf.h"
#include "fuzz/mutate.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
    return fuzz_mutate_text(data, size, max, seed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const size_t mebibyte = (size_t)1 << 20;
    check_gltf(data, size, &(check_gltf_options){.memory_limit = 8 * mebibyte, .most_bytes = 256 * mebibyte});
    return 0;
}
