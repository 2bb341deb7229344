/* WebP, by libwebp where it was there when this was built (sh .ci/packages webp). */
#pragma once

#include <bindpose/model.h>

bool bp_webp_is(const uint8_t *bytes, size_t size);
/* Reads the size from the header. Returns what is wrong with the file, NULL if nothing is. */
const char *bp_webp_read_size(const uint8_t *bytes, size_t size, uint32_t *width, uint32_t *height);
/* Decodes into an image of that size. False if the file is damaged, or libwebp has no memory. */
bool bp_webp_decode(const uint8_t *bytes, size_t size, bp_image *image);

/* Whether this library was built with libwebp, and decodes WebP. */
bool bp_image_reads_webp(void);
