/* io: image files and JSON text.
 *
 * PNG and JPEG in, PNG out (stb_image, stb_image_write), JSON in (jansson) and out (a small writer of our
 * own, whose numbers come out the same in every locale). Files and bytes from outside are distrusted: sizes
 * are read and compared with limits before anything is allocated for them, and errors say where.
 *
 * Memory comes from the allocator that was passed, also what stb takes while a picture is decoded or
 * encoded, at most BP_IO_DECODE_BLOCK bytes in one block. jansson's comes from the C library: its hooks are
 * the whole program's, which may have other plans.
 */
#ifndef BINDPOSE_IO_H
#define BINDPOSE_IO_H

#include <bindpose/base.h>
#include <bindpose/math.h>
#include <bindpose/mesh.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- images (src/io/image.c) --------------------------------------------------------------------*/

/* The largest block that a decoder may take, whatever the picture claims about itself. */
#define BP_IO_DECODE_BLOCK ((size_t)272 << 20)

/* What is refused before it is decoded. Zero means the value in parentheses. */
typedef struct bp_image_limits {
    int side;          /* width and height (16384, which is also the most) */
    size_t pixels;     /* width * height (33,554,432) */
    size_t file_bytes; /* of the file or block (268,435,456) */
} bp_image_limits;

/* Decodes PNG or JPEG: 8 bits a channel (16-bit ones are cut), grey becomes RGB, missing alpha 255.
 * `place` (or NULL) names the source in errors: a path, "images[2]". NULL on error (INPUT: not such a
 * picture, damaged, over a limit; MEMORY). */
bp_image *bp_image_decode(const bp_allocator *allocator, const void *data, size_t size, const char *place,
                          const bp_image_limits *limits, bp_error *error);
/* The same from a file. */
bp_image *bp_image_read(const bp_allocator *allocator, const char *path, const bp_image_limits *limits,
                        bp_error *error);

/* Encodes as PNG, 8-bit RGBA. The same pixels give the same bytes. `out` is freed with bp_file_free. */
bool bp_image_encode_png(const bp_allocator *allocator, const bp_image *image, bp_file *out, bp_error *error);
/* Pixels that no bp_image holds (a framebuffer); `stride` is in pixels from row to row, at least width. */
bool bp_pixels_encode_png(const bp_allocator *allocator, const bp_rgba8 *pixels, int width, int height,
                          size_t stride, bp_file *out, bp_error *error);
/* Encodes and writes atomically (bp_file_write). */
bool bp_image_write_png(const bp_allocator *allocator, const bp_image *image, const char *path,
                        bp_error *error);

/* ---- JSON in (src/io/json.c) --------------------------------------------------------------------
 * A parsed text is a tree of values. The root is the caller's and is released with bp_json_destroy; all
 * other values are borrowed from it. Every function here takes NULL for a value that isn't there, so
 * that a long way down needs one check at its end. */

typedef struct bp_json bp_json;

typedef enum bp_json_kind {
    BP_JSON_MISSING, /* no value at all */
    BP_JSON_NULL,
    BP_JSON_BOOL,
    BP_JSON_NUMBER,
    BP_JSON_TEXT,
    BP_JSON_ARRAY,
    BP_JSON_OBJECT,
} bp_json_kind;

/* Parses text of `size` bytes, which needs no terminator. Duplicate keys, text after the end, more than
 * 2048 levels and invalid UTF-8 are errors; the place is "place:line:column". `limit` in bytes, 0: 1 GiB. */
bp_json *bp_json_parse(const char *text, size_t size, size_t limit, const char *place, bp_error *error);
bp_json *bp_json_read(const bp_allocator *allocator, const char *path, size_t limit, bp_error *error);
void bp_json_destroy(bp_json *root);

/* NULL is a value that is missing. */
bp_json_kind bp_json_kind_of(const bp_json *value);
/* "an array", "missing": for messages. */
const char *bp_json_kind_text(const bp_json *value);
/* Elements of an array or members of an object; 0 for others. */
size_t bp_json_count(const bp_json *value);
/* NULL where there is none, or `array` is no array, `object` no object. */
const bp_json *bp_json_item(const bp_json *array, size_t index);
const bp_json *bp_json_member(const bp_json *object, const char *key);
/* Walks an object's members in the file's order: start with a NULL place; NULL at the end. The key is
 * borrowed from the object. */
const bp_json *bp_json_next(const bp_json *object, void **place, const char **key);
/* The value, or `otherwise` where it is missing or of another kind. Text is borrowed from the tree. */
double bp_json_number_or(const bp_json *value, double otherwise);
bool bp_json_bool_or(const bp_json *value, bool otherwise);
const char *bp_json_text_or(const bp_json *value, const char *otherwise);
/* A whole number, 3 as well as 3.0. False, and nothing is stored, where it is none or needs more than
 * 53 bits. */
bool bp_json_integer(const bp_json *value, long long *out);

/* An array of exactly `count` numbers, as floats. */
bool bp_json_floats(const bp_json *array, const char *path, float *out, size_t count, bp_error *error);

/* ---- JSON out (src/io/json_writer.c) ------------------------------------------------------------
 *
 *     bp_json_writer writer = bp_json_writer_make(allocator);
 *     bp_json_begin_object(&writer);
 *     bp_json_key(&writer, "matrix");
 *     bp_json_put_floats(&writer, m.m, 16);
 *     bp_json_end_object(&writer);
 *     bool good = bp_json_writer_finish(&writer, &text, &error);
 *
 * Calls never fail by themselves: running out of memory or wrong nesting is remembered, and reported
 * by finish. Numbers are written as %.9g, which gives every float back; NaN and infinity, which JSON
 * lacks, as null. Objects and their arrays go on lines of their own, arrays of numbers on one. */

#define BP_JSON_MAX_DEPTH 64

typedef struct bp_json_writer {
    bp_allocator allocator;
    char *text; /* owned */
    size_t size, capacity;
    int depth;
    unsigned char stack[BP_JSON_MAX_DEPTH]; /* what is open: '{', '[' or '(' for an array on one line */
    bool has_member[BP_JSON_MAX_DEPTH];
    bool after_key;
    bool wrong;  /* nesting: a key in an array, an end without a begin */
    bool failed; /* no memory */
} bp_json_writer;

/* An empty one. The allocator (NULL: the C library's) is borrowed for the writer's life. */
bp_json_writer bp_json_writer_make(const bp_allocator *allocator);
void bp_json_begin_object(bp_json_writer *writer);
void bp_json_end_object(bp_json_writer *writer);
void bp_json_begin_array(bp_json_writer *writer);
/* An array whose elements follow on one line, with what they hold. */
void bp_json_begin_inline_array(bp_json_writer *writer);
void bp_json_end_array(bp_json_writer *writer); /* of either kind */
void bp_json_key(bp_json_writer *writer, const char *key);
void bp_json_put_text(bp_json_writer *writer, const char *text); /* NULL: null; bad UTF-8: U+FFFD */
void bp_json_put_number(bp_json_writer *writer, double number);
void bp_json_put_integer(bp_json_writer *writer, long long number);
void bp_json_put_bool(bp_json_writer *writer, bool value);
void bp_json_put_null(bp_json_writer *writer);
void bp_json_put_floats(bp_json_writer *writer, const float *numbers,
                        size_t count); /* an array on one line */
/* Gives the text over, ended by a newline and a terminator: free it with bp_file_free. False (and
 * nothing to free) where memory ran out or something is still open. The writer is empty again. */
bool bp_json_writer_finish(bp_json_writer *writer, bp_file *out, bp_error *error);
/* Drops what was written. */
void bp_json_writer_clear(bp_json_writer *writer);

#ifdef __cplusplus
}
#endif

#endif
