/* Unpacking streams of meshopt in tests, whole and damaged. */
#ifndef BINDPOSE_TESTS_SUPPORT_MESHOPT_H
#define BINDPOSE_TESTS_SUPPORT_MESHOPT_H

#include "gltf/meshopt.h"
#include <stdlib.h>
#include <string.h>

/* Checks, unpacks and filters. */
static inline const char *meshopt_unpack_all(int mode, int filter, bp_gltf_span stream, size_t stride,
                                             size_t count, uint8_t *out) {
    const char *wrong = bp_meshopt_check((bp_meshopt_mode)mode, (bp_meshopt_filter)filter, stride, count);
    if (!wrong) wrong = bp_meshopt_unpack((bp_meshopt_mode)mode, stream, stride, count, out);
    if (!wrong) bp_meshopt_apply((bp_meshopt_filter)filter, stride, count, out);
    return wrong;
}

/* Equal bytes; octahedral, quaternion and color may differ by one unit in the last place, as the
 * specification allows. */
static inline bool meshopt_equal(int filter, size_t stride, size_t count, const uint8_t *a,
                                 const uint8_t *b) {
    if (filter == BP_MESHOPT_NONE || filter == BP_MESHOPT_EXPONENTIAL)
        return memcmp(a, b, stride * count) == 0;
    size_t bytes = stride / 4;
    for (size_t i = 0; i < stride * count; i += bytes) {
        unsigned first = bytes == 1 ? a[i] : a[i] | (unsigned)a[i + 1] << 8;
        unsigned second = bytes == 1 ? b[i] : b[i] | (unsigned)b[i + 1] << 8;
        unsigned mask = bytes == 1 ? 0xff : 0xffff, off = (first - second) & mask;
        if (off > 1 && off < mask) return false;
    }
    return true;
}

/* Unpacks copies with some bytes changed, or cut off. Each copy is a block of its own, so that the sanitizer
 * sees every byte that is read outside. Returns how many still unpack. */
static inline size_t meshopt_damage(int mode, int filter, bp_gltf_span stream, size_t stride, size_t count,
                                    uint8_t *out, uint64_t seed) {
    size_t good = 0;
    for (int i = 0; i < 40; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        size_t size = i % 4 == 0 ? (size_t)(seed >> 33) % (stream.size + 1) : stream.size;
        uint8_t *copy = malloc(size ? size : 1);
        if (!copy) abort();
        memcpy(copy, stream.data, size);
        for (int j = 0; j < i % 8 && size > 0; j++)
            copy[(seed >> (7 + 3 * j)) % size] ^= (uint8_t)(seed >> (11 + j));
        good += meshopt_unpack_all(mode, filter, (bp_gltf_span){copy, size}, stride, count, out) == NULL;
        free(copy);
    }
    return good;
}

#endif
