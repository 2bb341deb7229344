/* The parts that both formats of a sequence of pictures use. */
#ifndef BP_IO_SEQUENCE_H
#define BP_IO_SEQUENCE_H

#include <bindpose/io.h>

/* A file in memory that grows. After a failure nothing more is written. */
typedef struct bp_byte_writer {
    const bp_allocator *allocator; /* borrowed */
    bp_file file;
    size_t capacity;
    bp_error *error; /* of the first failure */
    bool failed;
} bp_byte_writer;

void bp_bytes_write(bp_byte_writer *writer, const void *bytes, size_t size);
/* Hands the file over, or frees it after a failure. */
bool bp_bytes_finish(bp_byte_writer *writer, bp_file *out);

bool bp_sequence_check(const bp_image_sequence *sequence, double fps_max, bp_error *error);
/* For how many ticks of a clock a picture is shown. Rounded so that errors don't add up. */
int bp_sequence_ticks(const bp_image_sequence *sequence, int index, int ticks_a_second);
/* A rectangle of a picture. */
typedef struct bp_changed_part {
    int x, y, width, height;
} bp_changed_part;

/* Compares two pictures, whose pixels have `size` bytes, and copies `now` to `before`. Returns the smallest
 * rectangle that holds all differences; one pixel if there are none. */
bp_changed_part bp_sequence_changed(const bp_image_sequence *sequence, uint8_t *before, const uint8_t *now,
                                    size_t stride, size_t size);

/* The checksum of PNG's chunks (src/io/image.c). */
uint32_t bp_png_crc(const void *bytes, size_t size);

/* Encodes as PNG, 8-bit RGBA. Equal pixels give equal bytes. Free `out` with bp_file_free. */
bool bp_image_encode_png(const bp_allocator *allocator, const bp_image *image, bp_file *out, bp_error *error);

#endif
