/* Validates the segments of a JPEG before it is decoded. */
#ifndef BP_IO_JPEG_CHECK_H
#define BP_IO_JPEG_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns NULL if the segments are valid, with the image's size from the frame header; else a constant text
 * that says what is wrong. */
const char *bp_jpeg_validate(const uint8_t *bytes, size_t size, int *width, int *height);

#endif
