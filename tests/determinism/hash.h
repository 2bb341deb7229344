/* FNV-1a hashes for the hash programs, which print lines "name hash". */
#ifndef BINDPOSE_TESTS_DETERMINISM_HASH_H
#define BINDPOSE_TESTS_DETERMINISM_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct hash {
    uint64_t value;
} hash;

static inline hash hash_make(void) { return (hash){UINT64_C(0xcbf29ce484222325)}; }

static inline void hash_add(hash *h, const void *data, size_t size) {
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++) h->value = (h->value ^ bytes[i]) * UINT64_C(0x100000001b3);
}

/* NaN has many bit patterns, and processors differ in which one an operation gives. All are hashed alike. */
static inline void hash_add_float(hash *h, float x) {
    uint32_t nan = 0x7fc00000u;
    hash_add(h, x != x ? (const void *)&nan : (const void *)&x, 4);
}

static inline void hash_add_floats(hash *h, const float *x, size_t count) {
    for (size_t i = 0; i < count; i++) hash_add_float(h, x[i]);
}

static inline void hash_print(const char *what, hash h) {
    printf("%s %016llx\n", what, (unsigned long long)h.value);
}

#endif
