/* JSON: reads it (jansson) into trees, with limits, and writes it.
 *
 * Trees use the C library's allocator, because jansson's hooks belong to the whole program. */
#pragma once

#include "base/text_buffer.h"

/* A value of a JSON tree (src/io/json.c). The caller owns the root (bp_json_destroy) and borrows all other
 * values from it. Every function takes NULL for a missing value, so nested look-ups need only one check at
 * the end. Several threads may read a tree at a time. */
typedef struct bp_json bp_json;

typedef enum bp_json_kind {
    BP_JSON_MISSING, /* no value: NULL */
    BP_JSON_NULL,
    BP_JSON_BOOL,
    BP_JSON_NUMBER,
    BP_JSON_TEXT,
    BP_JSON_ARRAY,
    BP_JSON_OBJECT,
} bp_json_kind;

/* Parses `size` bytes of text, which need no terminator. Errors: invalid JSON, duplicate keys, more than
 * 2048 levels, invalid UTF-8, with the place "place:line:column"; more than `limit` bytes (0: 1 GiB);
 * memory. */
bp_json *bp_json_parse(const char *text, size_t size, size_t limit, const char *place, bp_error *error);
bp_json *bp_json_read(const bp_allocator *allocator, const char *path, size_t limit, bp_error *error);
void bp_json_destroy(bp_json *root);

bp_json_kind bp_json_kind_of(const bp_json *value);
/* The kind for messages: "an array", "missing". */
const char *bp_json_kind_text(const bp_json *value);
/* The number of elements of an array or members of an object; 0 for others. */
size_t bp_json_count(const bp_json *value);
/* NULL if there is none, or if `array` is no array, `object` no object. */
const bp_json *bp_json_item(const bp_json *array, size_t index);
const bp_json *bp_json_member(const bp_json *object, const char *key);
/* Iterates over an object's members in the file's order: start with a NULL iterator; NULL at the end. The
 * key is borrowed from the object. */
const bp_json *bp_json_next(const bp_json *object, void **iterator, const char **key);
/* The value, or `otherwise` if it is missing or of another kind. Text is borrowed from the tree. */
double bp_json_number_or(const bp_json *value, double otherwise);
bool bp_json_bool_or(const bp_json *value, bool otherwise);
const char *bp_json_text_or(const bp_json *value, const char *otherwise);
/* An integer, written as 3 or 3.0. False, and *out doesn't change, if the value isn't one or needs more than
 * 53 bits. */
bool bp_json_integer(const bp_json *value, long long *out);

/* Reads an array of exactly `count` numbers. Error INPUT otherwise, with the place `path` or "path[i]". */
bool bp_json_floats(const bp_json *array, const char *path, float *out, size_t count, bp_error *error);

/* Writes JSON (src/io/json_writer.c):
 *
 *     bp_json_writer writer = bp_json_writer_make(allocator);
 *     bp_json_write(&writer, "{name: %s, parent: %d, matrix: %16p}", name, parent, bp_floats(m.m));
 *     bool good = bp_json_writer_finish(&writer, &text, &error);
 *
 * Only bp_json_writer_finish reports errors: no memory, wrong nesting. Numbers are written as %.9g in every
 * locale, which preserves floats; NaN and infinity, which JSON lacks, as null. Members of objects and arrays
 * are on lines of their own, those of inline ones and of arrays of numbers on one line. */
#define BP_JSON_MAX_DEPTH 64
typedef struct bp_json_writer {
    bp_text_buffer text;
    int depth;
    unsigned char stack[BP_JSON_MAX_DEPTH]; /* open brackets: '{', '[', or '<', '(' for inline ones */
    bool has_member[BP_JSON_MAX_DEPTH];
    bool after_key;
    bool wrong; /* wrong nesting: a key in an array, an end without a begin */
} bp_json_writer;

/* An empty writer. The allocator (NULL: the C library's) is borrowed for the writer's life. */
bp_json_writer bp_json_writer_make(const bp_allocator *allocator);
/* Writes a part of a document by a format that looks like it. Braces and brackets begin and end objects and
 * arrays; < and > an object on one line, ( and ) an array. A word before a colon is a key. Other words are
 * values: %s text or null (bad UTF-8 becomes U+FFFD), %d, %zu, %g, %i a bool, %16p an array of 16 bp_floats,
 * %*p of an int's number of them, or as they are (null, 1). Commas are for the reader. Compilers check the
 * types. */
void bp_json_write(bp_json_writer *writer, const char *format, ...) BP_PRINTF(2, 3);
static inline const void *bp_floats(const float *numbers) { return numbers; }
/* Moves the text to `out`, ended by a newline and a terminator; free it with bp_file_free. False, with
 * nothing to free, without memory or with wrong nesting. The writer is empty afterwards. */
bool bp_json_writer_finish(bp_json_writer *writer, bp_file *out, bp_error *error);
/* Discards the text. */
void bp_json_writer_clear(bp_json_writer *writer);
