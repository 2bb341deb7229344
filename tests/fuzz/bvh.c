/* BVH files: any text after HIERARCHY is read, posed, drawn, written, examined, bound anew, or refused. */
#include "fuzz/check_gltf.h"
#include "fuzz/mutate.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
    return fuzz_mutate_text(data, size, max, seed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char first[] = "HIERARCHY\n";
    uint8_t *text = malloc(sizeof first + size);
    if (!text) abort();
    memcpy(text, first, sizeof first - 1);
    if (size > 0) memcpy(text + sizeof first - 1, data, size);
    fuzz_gltf(text, sizeof first - 1 + size, CHECK_ALL);
    free(text);
    return 0;
}
