/* A glTF file in parts that a mutator can change: the JSON as a tree, and the bytes of the first buffer.
 * Loading takes a .glb's chunks, or a .gltf whose first buffer is a data URI; storing writes either container. */
#ifndef BINDPOSE_TESTS_FUZZ_GLTF_PARTS_H
#define BINDPOSE_TESTS_FUZZ_GLTF_PARTS_H

#include "fuzz/corrupt.h"
#include <jansson.h>

typedef struct gltf_parts {
    json_t *root;
    uint8_t *bytes; /* of the first buffer; owned */
    size_t byte_count;
    bool binary;   /* the file is a .glb */
    bool embedded; /* its first buffer was a data URI, which is left out of the JSON meanwhile */
} gltf_parts;

static const char BASE64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static const char DATA_URI[] = "data:application/octet-stream;base64,";

static inline json_t *first_buffer(const gltf_parts *p) {
    return json_array_get(json_object_get(p->root, "buffers"), 0);
}

/* Takes the bytes out of the first buffer's data URI. */
static inline void take_data_uri(gltf_parts *p) {
    const char *uri = json_string_value(json_object_get(first_buffer(p), "uri"));
    const char *text = uri && strncmp(uri, "data:", 5) == 0 ? strchr(uri, ',') : NULL;
    if (!text) return;
    p->bytes = malloc(strlen(text));
    if (!p->bytes) abort();
    uint32_t bits = 0;
    int count = 0;
    for (text++; *text && *text != '='; text++) {
        const char *digit = strchr(BASE64, *text);
        if (!digit) continue;
        bits = bits << 6 | (uint32_t)(digit - BASE64);
        if ((count += 6) >= 8) p->bytes[p->byte_count++] = (uint8_t)(bits >> (count -= 8));
    }
    p->embedded = true;
    json_object_del(first_buffer(p), "uri");
}

static inline void put_data_uri(const gltf_parts *p) {
    size_t length = sizeof DATA_URI - 1, size = length + (p->byte_count + 2) / 3 * 4;
    char *uri = malloc(size + 1), *out = uri + length;
    if (!uri) abort();
    memcpy(uri, DATA_URI, length);
    for (size_t i = 0; i < p->byte_count; i += 3) {
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; k++) bits = bits << 8 | (i + k < p->byte_count ? p->bytes[i + k] : 0u);
        for (size_t k = 0; k < 4; k++)
            *out++ = i + k > p->byte_count ? '=' : BASE64[bits >> (18 - 6 * k) & 63];
    }
    *out = '\0';
    json_object_set_new(first_buffer(p), "uri", json_string(uri));
    free(uri);
}

static inline void gltf_parts_clear(gltf_parts *p) {
    json_decref(p->root);
    free(p->bytes);
    *p = (gltf_parts){0};
}

/* False where there is no JSON object; there is nothing to clear then. */
static inline bool gltf_parts_load(gltf_parts *p, const uint8_t *data, size_t size) {
    *p = (gltf_parts){.binary = size >= 20 && memcmp(data, "glTF", 4) == 0};
    size_t begin = p->binary ? 20 : 0, end = size;
    if (p->binary && word_at(data + 12) <= size - 20) end = 20 + word_at(data + 12);
    p->root = json_loadb((const char *)data + begin, end - begin, JSON_DISABLE_EOF_CHECK, NULL);
    if (!json_is_object(p->root)) {
        gltf_parts_clear(p);
        return false;
    }
    if (p->binary && size > end + 8) {
        p->byte_count = size - end - 8;
        p->bytes = malloc(p->byte_count);
        if (!p->bytes) abort();
        memcpy(p->bytes, data + end + 8, p->byte_count);
    } else if (!p->binary) {
        take_data_uri(p);
    }
    return true;
}

/* Puts words of framing wrong: a .glb's version, lengths, and kinds of chunks. */
static inline void corrupt_framing(uint8_t *data, size_t size, size_t text_size, uint64_t *state) {
    static const uint32_t lengths[] = {0, 1, 3, 4, 8, 12, 19, 20, 0x7fffffff, 0xfffffff0, 0xffffffff};
    const size_t at[] = {4, 8, 12, 16, 20 + text_size, 24 + text_size};
    size_t which = at[below(state, BP_COUNT(at))];
    if (which + 4 > size) return;
    uint32_t old = word_at(data + which);
    size_t kind = below(state, 3);
    put_word(data + which, kind == 0   ? lengths[below(state, BP_COUNT(lengths))]
                           : kind == 1 ? old + (uint32_t)below(state, 9) - 4
                                       : old ^ 1u << below(state, 32));
}

/* Writes the file into at most `max` bytes, in either container; 0 if it is larger. */
static inline size_t gltf_parts_store(const gltf_parts *p, bool binary, bool bad_framing, uint64_t *state,
                                      uint8_t *out, size_t max) {
    if (!binary && (p->embedded || p->byte_count > 0) && json_is_object(first_buffer(p))) put_data_uri(p);
    size_t begin = binary ? 20 : 0;
    if (max < begin) return 0;
    size_t size = json_dumpb(p->root, (char *)out + begin, max - begin, JSON_COMPACT | JSON_ENCODE_ANY);
    if (size == 0 || size > max - begin) return 0;
    if (!binary) return size;
    while (size % 4 && begin + size < max) out[begin + size++] = ' ';
    size_t all = begin + size, bytes = (p->byte_count + 3) / 4 * 4;
    if (p->byte_count > 0) {
        if (all + 8 + bytes > max) return 0;
        put_word(out + all, bytes);
        put_word(out + all + 4, 0x004E4942); /* "BIN" */
        memset(out + all + 8, 0, bytes);
        memcpy(out + all + 8, p->bytes, p->byte_count);
        all += 8 + bytes;
    }
    memcpy(out, "glTF", 4);
    put_word(out + 4, 2);
    put_word(out + 8, all);
    put_word(out + 12, size);
    put_word(out + 16, 0x4E4F534A); /* "JSON" */
    if (bad_framing) corrupt_framing(out, all, size, state);
    return all;
}

#endif
