/* Looking over a JPEG's segments before the decoder does. */
#ifndef BP_IO_JPEG_CHECK_H
#define BP_IO_JPEG_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The picture's size, from the first frame header. NULL where the segments are sound, else what is wrong
 * with them (a constant text). */
const char *bp_jpeg_validate(const uint8_t *bytes, size_t size, int *width, int *height);

#endif
