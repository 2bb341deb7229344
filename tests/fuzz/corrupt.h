/* Corrupts files: cuts them off, flips bytes, replaces numbers in the JSON (by huge, negative or invalid
 * ones), removes, doubles or moves stretches of text, and writes NaN, infinity or huge numbers into the
 * binary chunk. A .glb's lengths are mostly corrected, so that the damage reaches the later stages of a
 * reader. A random state alone decides. */
#ifndef BINDPOSE_TESTS_FUZZ_CORRUPT_H
#define BINDPOSE_TESTS_FUZZ_CORRUPT_H

#include "support/test.h"

/* A file being corrupted. */
typedef struct corrupt_file {
    uint8_t *data;
    size_t size, capacity;
    bool binary;
} corrupt_file;

static inline size_t below(uint64_t *state, size_t count) {
    return count ? (size_t)(test_random(state) % count) : 0;
}

static inline uint32_t word_at(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}
static inline void put_word(uint8_t *at, size_t value) {
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> (8 * i));
}

/* The range of the JSON. */
static inline void text_of(const corrupt_file *v, size_t *begin, size_t *end) {
    *begin = 0;
    *end = v->size;
    if (!v->binary || v->size < 20) return;
    *begin = 20;
    size_t length = word_at(v->data + 12);
    *end = length <= v->size - 20 ? 20 + length : v->size;
}

/* Replaces bytes begin..end, and corrects a .glb's lengths. False if the capacity is too small. */
static inline bool splice(corrupt_file *v, size_t begin, size_t end, const void *with, size_t size) {
    if (v->size - (end - begin) + size > v->capacity) return false;
    size_t first, last;
    text_of(v, &first, &last);
    memmove(v->data + begin + size, v->data + end, v->size - end);
    if (size) memmove(v->data + begin, with, size);
    v->size = v->size - (end - begin) + size;
    if (v->binary && v->size >= 20) {
        put_word(v->data + 12, last - first - (end - begin) + size);
        put_word(v->data + 8, v->size);
    }
    return true;
}

static inline bool is_digit(uint8_t c) { return c >= '0' && c <= '9'; }

/* Finds the range of a random number in the text. */
static inline bool find_number(const corrupt_file *v, uint64_t *state, size_t *begin, size_t *end) {
    size_t first, last;
    text_of(v, &first, &last);
    for (int tries = 0; tries < 200 && last > first; tries++) {
        size_t at = first + below(state, last - first);
        if (!is_digit(v->data[at]) || (at > first && strchr("0123456789.eE+-\"", v->data[at - 1]))) continue;
        *begin = at;
        while (at < last && (is_digit(v->data[at]) || strchr(".eE+-", v->data[at] ? v->data[at] : '"'))) at++;
        *end = at;
        return true;
    }
    return false;
}

static inline void replace_number(corrupt_file *v, uint64_t *state) {
    static const char *const others[] = {
        "0",        "1",          "2",          "3",          "-1",   "255",
        "256",      "5121",       "5123",       "5125",       "5126", "65535",
        "65536",    "4294967295", "4294967296", "2147483647", "1e9",  "9999999999999999999",
        "1e308",    "-1e308",     "1e-300",     "0.5",        "null", "true",
        "\"\"",     "[]",         "{}",         "123456",     "-0",   "1e39",
        "100000000"};
    size_t begin, end, gentle = below(state, 3);
    if (!find_number(v, state, &begin, &end)) return;
    /* Prefers numbers with a fraction: most others are counts and indices, and readers refuse most files with
     * a wrong one. */
    for (int i = 0; gentle && i < 30 && !memchr(v->data + begin, '.', end - begin); i++)
        if (!find_number(v, state, &begin, &end)) return;
    char text[32];
    if (below(state, 3)) {
        snprintf(text, sizeof text, "%s", others[below(state, BP_COUNT(others))]);
    } else {
        size_t length = end - begin < sizeof text ? end - begin : sizeof text - 1;
        snprintf(text, sizeof text, "%.*s", (int)length, (const char *)v->data + begin);
        double near_by = strtod(text, NULL) + (double)below(state, 9) - 4;
        snprintf(text, sizeof text, "%.0f", near_by < 1e9 && near_by > -1e9 ? near_by : 1e9);
    }
    splice(v, begin, end, text, strlen(text));
}

/* Removes, doubles or moves a stretch of the text. */
static inline void move_text(corrupt_file *v, uint64_t *state) {
    size_t first, last;
    text_of(v, &first, &last);
    if (last - first < 4) return;
    size_t begin = first + below(state, last - first), max = last - begin < 400 ? last - begin : 400;
    size_t length = 1 + below(state, max ? max : 1);
    if (length > last - begin) return;
    uint8_t copy[400];
    memcpy(copy, v->data + begin, length);
    size_t kind = below(state, 3);
    if (kind == 0) {
        splice(v, begin, begin + length, NULL, 0);
        return;
    }
    size_t to = first + below(state, last - first);
    if (kind == 1)
        splice(v, to, to, copy, length);
    else if (to + length <= last)
        memcpy(v->data + to, copy, length);
}

static inline void flip_bytes(corrupt_file *v, uint64_t *state) {
    size_t count = 1 + below(state, 8), from = below(state, 2) && v->binary ? 20 : 0;
    for (size_t i = 0; i < count && v->size > from; i++)
        v->data[from + below(state, v->size - from)] ^= (uint8_t)(1u << below(state, 8));
}

/* Numbers of the binary chunk. */
static inline void corrupt_binary(corrupt_file *v, uint64_t *state) {
    static const uint32_t others[] = {0x7fc00000, 0x7f800000, 0xff800000, 0x7f7fffff, 0,         0xffffffff,
                                      0x80000000, 0x00010000, 0x00000001, 0x501502f9, 0xbf800000};
    size_t first, last;
    text_of(v, &first, &last);
    if (!v->binary || v->size < last + 16) return;
    size_t count = 1 + below(state, 40), words = (v->size - last - 8) / 4;
    for (size_t i = 0; i < count; i++)
        put_word(v->data + last + 8 + 4 * below(state, words), others[below(state, BP_COUNT(others))]);
}

static inline void cut_off(corrupt_file *v, uint64_t *state) {
    v->size = below(state, v->size);
    if (v->binary && v->size >= 12 && below(state, 2)) put_word(v->data + 8, v->size);
}

static inline void corrupt(corrupt_file *v, uint64_t *state) {
    size_t times = below(state, 2) ? 1 : 1 + below(state, 4);
    for (size_t i = 0; i < times; i++) {
        switch (below(state, 12)) {
        case 0: flip_bytes(v, state); break;
        case 1:
        case 2:
        case 3:
        case 4: corrupt_binary(v, state); break;
        case 5: move_text(v, state); break;
        default: replace_number(v, state); break;
        }
    }
    if (below(state, 16) == 0) cut_off(v, state);
}

#endif
