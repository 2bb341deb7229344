/* Base64 (RFC 4648), as in data URIs. */
#pragma once

#include <bindpose/base.h>

/* The characters for so many bytes. */
static inline size_t bp_base64_length(size_t size) { return (size + 2) / 3 * 4; }

/* Writes them, with = at the end where bytes are missing, and a zero. */
void bp_base64_write(const void *bytes, size_t size, char *out);
