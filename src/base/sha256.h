/* SHA-256 (FIPS 180-4): names the content of files, so that nobody can make two with one name. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { BP_SHA256_TEXT = 65 }; /* 64 hexadecimal digits and a zero byte */

typedef struct bp_sha256 {
    uint32_t state[8];
    uint64_t size; /* bytes so far */
    uint8_t block[64];
} bp_sha256;

bp_sha256 bp_sha256_begin(void);
void bp_sha256_add(bp_sha256 *hash, const void *data, size_t size);
void bp_sha256_end(bp_sha256 *hash, char text[BP_SHA256_TEXT]);

/* The hash of one block of bytes. */
void bp_sha256_of(const void *data, size_t size, char text[BP_SHA256_TEXT]);
