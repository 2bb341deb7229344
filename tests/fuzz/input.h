/* Shared by the fuzz targets: choices that are read from the input's bytes, and failing with a message.
 *
 * A target reads its bytes as a list of choices (this many bones, this operation, that number), so any
 * bytes mean something, and a small change of the bytes makes a small change of the test. After the end come
 * zeros. Most numbers are ordinary; some are those at which programs fail: NaN, infinity, the largest, the
 * smallest, minus zero. */
#ifndef BINDPOSE_TESTS_FUZZ_INPUT_H
#define BINDPOSE_TESTS_FUZZ_INPUT_H

#include "support/test.h"
#include <bindpose/math.h>

/* libFuzzer calls the first and provides the second. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);

/* Ends the process with a message; libFuzzer then keeps the input. */
#define FUZZ_CHECK(condition, ...)                                                                           \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #condition);                                  \
            fprintf(stderr, __VA_ARGS__);                                                                    \
            fprintf(stderr, "\n");                                                                           \
            abort();                                                                                         \
        }                                                                                                    \
    } while (0)

/* An error must have a kind and a message. */
#define FUZZ_CHECK_ERROR(error)                                                                              \
    FUZZ_CHECK((error)->kind != BP_ERROR_NONE && (error)->message[0], "an error without a kind or a "        \
                                                                      "message")

typedef struct fuzz_input {
    const uint8_t *data;
    size_t size, at;
} fuzz_input;

static inline size_t fuzz_left(const fuzz_input *in) { return in->size - in->at; }

static inline uint8_t fuzz_byte(fuzz_input *in) { return in->at < in->size ? in->data[in->at++] : 0; }

static inline uint32_t fuzz_word(fuzz_input *in) {
    uint32_t word = 0;
    for (int i = 0; i < 4; i++) word |= (uint32_t)fuzz_byte(in) << (8 * i);
    return word;
}

/* 0..count-1, from one byte if that is enough. */
static inline int fuzz_below(fuzz_input *in, int count) {
    if (count <= 256) return fuzz_byte(in) % count;
    uint32_t low = fuzz_byte(in);
    return (int)((low | (uint32_t)fuzz_byte(in) << 8) % (uint32_t)count);
}

static inline bool fuzz_flag(fuzz_input *in) { return fuzz_byte(in) & 1; }

/* From two bytes: -8..8 in steps of 1/4096. */
static inline float fuzz_small_float(fuzz_input *in) {
    uint32_t low = fuzz_byte(in);
    return (float)(int16_t)(uint16_t)(low | (uint32_t)fuzz_byte(in) << 8) / 4096.0f;
}

/* Any float: the first byte chooses a small one, a dangerous one or any bits. */
static inline float fuzz_float(fuzz_input *in) {
    static const float dangerous[] = {0.0f,   -0.0f,   1.0f,   -1.0f, 0x1p-149f, 0x1p-126f, 0x1.fffffep127f,
                                      1e-20f, -1e-20f, 1e-38f, 1e20f, -1e20f,    1e30f,     16777217.0f,
                                      0.5f,   1e-6f};
    uint8_t kind = fuzz_byte(in);
    if (kind < 192) return fuzz_small_float(in);
    if (kind < 240) return dangerous[kind % BP_COUNT(dangerous)];
    if (kind < 244) return (float)INFINITY;
    if (kind < 246) return -(float)INFINITY;
    if (kind < 248) return (float)NAN;
    uint32_t bits = fuzz_word(in);
    float any;
    memcpy(&any, &bits, sizeof any);
    return any;
}

/* A small float, or any if `arbitrary`. */
static inline float fuzz_number(fuzz_input *in, bool arbitrary) {
    return arbitrary ? fuzz_float(in) : fuzz_small_float(in);
}

static inline bp_vec3 fuzz_vec3(fuzz_input *in, bool arbitrary) {
    float x = fuzz_number(in, arbitrary), y = fuzz_number(in, arbitrary);
    return (bp_vec3){x, y, fuzz_number(in, arbitrary)};
}

/* A seed for test_random, never 0, for a table of numbers from four bytes. */
static inline uint64_t fuzz_seed(fuzz_input *in) {
    uint64_t seed = (fuzz_word(in) + UINT64_C(1)) * UINT64_C(0x9E3779B97F4A7C15);
    for (int i = 0; i < 4; i++) test_random(&seed);
    return seed;
}

#endif
