/* io: image files.
 *
 * Reads PNG, JPEG and WebP, writes PNG (stb_image, stb_image_write, libwebp), animated PNG and GIF. Files are
 * not trusted: sizes are compared with limits before memory is allocated for them.
 *
 * Images use the allocator that is passed, also inside stb, at most BP_IO_DECODE_BLOCK bytes in one block. */
#ifndef BINDPOSE_IO_H
#define BINDPOSE_IO_H

#include <bindpose/base.h>
#include <bindpose/math.h>
#include <bindpose/model.h>

BP_BEGIN_C

/* The largest block that a decoder may allocate. */
#define BP_IO_DECODE_BLOCK ((size_t)272 << 20)

/* Limits that are checked before decoding. Zero means the value in parentheses. */
typedef struct bp_image_limits {
    int side;          /* width and height (16384, which is also the most) */
    size_t pixels;     /* width * height (33,554,432) */
    size_t file_bytes; /* of the file or block (268,435,456) */
} bp_image_limits;

/* Decodes PNG, JPEG or WebP to 8 bits a channel (16-bit channels are truncated); grey becomes RGB, missing
 * alpha 255. `place` (or NULL) is the place of errors: a path, "images[2]". NULL on error: INPUT (another
 * format, damaged, over a limit), MEMORY. */
bp_image *bp_image_decode(const bp_allocator *allocator, const void *data, size_t size, const char *place,
                          const bp_image_limits *limits, bp_error *error);
/* Reads and decodes a file. */
bp_image *bp_image_read(const bp_allocator *allocator, const char *path, const bp_image_limits *limits,
                        bp_error *error);

/* Encodes and writes atomically (bp_file_write). */
bool bp_image_write_png(const bp_allocator *allocator, const bp_image *image, const char *path,
                        bp_error *error);

/* Pictures of one size, shown in turn and for ever: one file for a clip. Picture i is shown from i / fps
 * seconds on, the last one until `seconds`. */
typedef struct bp_image_sequence {
    int width, height, count;
    double fps, seconds;
    const bp_rgba8 *pixels; /* borrowed; `draw` fills them */
    size_t stride;          /* pixels from row to row, at least `width` */
    /* Draws a picture. GIF draws all of them twice. */
    bool (*draw)(void *user, int index, bp_error *error);
    void *user;
} bp_image_sequence;

/* The most pixels of a sequence, in all of its pictures. */
#define BP_SEQUENCE_PIXELS_MAX ((size_t)1 << 30)

/* GIF (io/sequence.c): opaque, with 255 colours chosen from all pictures. Its clock counts hundredths of a
 * second, and browsers show each picture for at least two: fps is at most 50. */
bool bp_sequence_encode_gif(const bp_allocator *allocator, const bp_image_sequence *sequence, bp_file *out,
                            bp_error *error);

BP_END_C

#endif
