/* glTF files, .glb and .gltf: any bytes, and (since any bytes hardly ever are a file) files with something changed in
 * their JSON, accessors and binary part: half of all mutations are those of corrupt.h. Each is looked at in every way
 * (check_gltf.h). */
#include "fuzz/check_gltf.h"
#include "fuzz/mutate.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
    return fuzz_mutate_text(data, size, most, seed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const size_t mebibyte = (size_t)1 << 20;
    examine(data, size, &(examine_options){.memory_limit = 8 * mebibyte, .most_bytes = 256 * mebibyte});
    return 0;
}
