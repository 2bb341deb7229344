/* The default allocator as a constant, for pointers to it. */
#pragma once

#include <bindpose/base.h>

extern const bp_allocator bp_allocator_libc;

/* The default allocator in place of NULL and of one with a NULL `resize`. */
const bp_allocator *bp_allocator_or_default(const bp_allocator *allocator);

/* Resizes a block from `old_count` to `count` elements; new elements are zeroed. On failure NULL; the
 * caller still owns the unchanged block. */
void *bp_realloc(const bp_allocator *allocator, void *block, size_t old_count, size_t count, size_t size,
                 bp_error *error);

/* Grows an array to at least `needed` elements, with room for more; new ones are zeroed. `array`: the address
 * of the pointer to its first element, which may be NULL. False: no memory, and nothing has changed. */
bool bp_grow(const bp_allocator *allocator, void *array, size_t *capacity, size_t needed, size_t size,
             bp_error *error);

/* `size` zeroed bytes, aligned to `alignment` (a power of two, at most 4096). Free them with
 * bp_free_aligned. */
void *bp_alloc_aligned(const bp_allocator *allocator, size_t size, size_t alignment, bp_error *error);
void bp_free_aligned(const bp_allocator *allocator, void *block);

bp_draco_decoder *bp_context_draco(const bp_context *context); /* NULL: none */
/* The limit of its options in bytes, never 0. NULL: the default. */
size_t bp_context_limit(const bp_context *context);
