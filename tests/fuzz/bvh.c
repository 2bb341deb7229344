/* BVH files: any text after HIERARCHY is read, posed, drawn, written, examined, bound anew, or refused. */
#include "fuzz/check_gltf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const size_t mebibyte = (size_t)1 << 20;
    static const char first[] = "HIERARCHY\n";
    uint8_t *text = malloc(sizeof first + size);
    if (!text) abort();
    memcpy(text, first, sizeof first - 1);
    if (size > 0) memcpy(text + sizeof first - 1, data, size);
    check_gltf(text, sizeof first - 1 + size,
               &(check_gltf_options){.memory_limit = 8 * mebibyte, .most_bytes = 256 * mebibyte});
    free(text);
    return 0;
}
