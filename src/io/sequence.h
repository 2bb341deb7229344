/* Parts of image files that other files of io, and tests, use. */
#pragma once

#include <bindpose/io.h>

/* Whether the segments of a JPEG are valid, before it is decoded (image.c). Returns NULL, with the size
 * from the frame header; else a constant text that says what is wrong. */
const char *bp_jpeg_validate(const uint8_t *bytes, size_t size, uint32_t *width, uint32_t *height);

/* The checksum of PNG's chunks (src/io/image.c). */
uint32_t bp_png_crc(const void *bytes, size_t size);

/* Encodes as PNG, 8-bit RGBA. Equal pixels give equal bytes. Free `out` with bp_file_free. */
bool bp_image_encode_png(const bp_allocator *allocator, const bp_image *image, bp_file *out, bp_error *error);

/* Animated PNG (src/io/sequence.c): the pictures unchanged. Each holds only the rectangle that differs from
 * the one before it. Equal pictures give equal bytes. Free `out` with bp_file_free. Errors: draw's, memory, a
 * size or time out of range. */
bool bp_sequence_encode_apng(const bp_allocator *allocator, const bp_image_sequence *sequence, bp_file *out,
                             bp_error *error);

/* Encodes a framebuffer's pixels. `stride`: pixels from row to row, at least `width`. */
bool bp_pixels_encode_png(const bp_allocator *allocator, const bp_rgba8 *pixels, int width, int height,
                          size_t stride, bp_file *out, bp_error *error);
