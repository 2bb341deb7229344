/* Allocation through a bp_allocator, with overflow checks, zeroed memory and an error that says how much was
 * requested. */
#ifdef __linux__
#define _DEFAULT_SOURCE /* madvise */
#include <sys/mman.h>
#endif
#include "base/allocator.h"
#include <stdlib.h>
#include <string.h>

/* Requests large pages for a block that can hold one. Drawing reads tens of megabytes of vertices in the
 * triangles' order. With pages of 4 KiB the processor would translate addresses again and again. Linux may
 * ignore the request, depending on its configuration; either is fine. */
static void ask_for_large_pages(void *block, size_t size) {
#ifdef MADV_HUGEPAGE
    const uintptr_t page = 2 << 20, first = ((uintptr_t)block + page - 1) & ~(page - 1),
                    end = ((uintptr_t)block + size) & ~(page - 1);
    if (first < end) madvise((char *)block + (first - (uintptr_t)block), end - first, MADV_HUGEPAGE);
#else
    (void)block, (void)size;
#endif
}

static void *resize_with_libc(void *user, void *block, size_t size) {
    (void)user;
    if (size == 0) {
        free(block);
        return NULL;
    }
    void *fresh = realloc(block, size);
    if (fresh) ask_for_large_pages(fresh, size);
    return fresh;
}

const bp_allocator bp_allocator_libc = {.resize = resize_with_libc};

bp_allocator bp_allocator_default(void) { return bp_allocator_libc; }

const bp_allocator *bp_allocator_or_default(const bp_allocator *allocator) {
    return allocator && allocator->resize ? allocator : &bp_allocator_libc;
}

static void *resize(const bp_allocator *allocator, void *block, size_t size) {
    const bp_allocator *chosen = bp_allocator_or_default(allocator);
    return chosen->resize(chosen->user, block, size);
}

static void *no_memory(bp_error *error, size_t count, size_t size) {
    bp_fail(error, BP_ERROR_MEMORY, NULL,
            "no memory for %zu x %zu bytes; close other programs, raise a limit (ulimit -v) or use less data",
            count, size);
    return NULL;
}

/* The size of `count` elements, at least 1. False if it overflows PTRDIFF_MAX: compilers assume that no
 * object is larger. */
static bool bytes_of(size_t count, size_t size, size_t *bytes) {
    if (size != 0 && count > (size_t)PTRDIFF_MAX / size) return false;
    *bytes = count * size;
    if (*bytes == 0) *bytes = 1;
    return true;
}

void *bp_realloc(const bp_allocator *allocator, void *block, size_t old_count, size_t count, size_t size,
                 bp_error *error) {
    size_t bytes = 0;
    if (!bytes_of(count, size, &bytes)) return no_memory(error, count, size);
    char *fresh = resize(allocator, block, bytes);
    if (!fresh) return no_memory(error, count, size);
    size_t kept = block ? old_count * size : 0;
    if (kept < bytes) memset(fresh + kept, 0, bytes - kept);
    return fresh;
}

void *bp_alloc(const bp_allocator *allocator, size_t count, size_t size, bp_error *error) {
    return bp_realloc(allocator, NULL, 0, count, size, error);
}

bool bp_grow(const bp_allocator *allocator, void *array, size_t *capacity, size_t needed, size_t size,
             bp_error *error) {
    if (needed <= *capacity) return true;
    void *block;
    memcpy(&block, array, sizeof block);
    size_t larger = needed + needed / 2;
    if (larger < 8) larger = 8;
    block = bp_realloc(allocator, block, *capacity, larger, size, error);
    if (!block) return false;
    memcpy(array, &block, sizeof block);
    *capacity = larger;
    return true;
}

void bp_free(const bp_allocator *allocator, void *block) {
    if (block) resize(allocator, block, 0);
}

void *bp_alloc_aligned(const bp_allocator *allocator, size_t size, size_t alignment, bp_error *error) {
    if (alignment == 0 || alignment > 4096 || (alignment & (alignment - 1)) != 0) {
        bp_fail(error, BP_ERROR_ARGUMENT, "alignment", "%zu is not a power of two from 1 to 4096", alignment);
        return NULL;
    }
    size_t extra = alignment + sizeof(void *);
    if (size > (size_t)PTRDIFF_MAX - extra) return no_memory(error, 1, size);
    char *raw = resize(allocator, NULL, size + extra);
    if (!raw) return no_memory(error, 1, size);
    /* The raw block's address is stored just before the aligned block. By memcpy, because it may be
     * unaligned. */
    uintptr_t first = (uintptr_t)raw + sizeof(void *);
    char *block = raw + sizeof(void *) + (alignment - first % alignment) % alignment;
    memcpy(block - sizeof(void *), &raw, sizeof raw);
    memset(block, 0, size);
    return block;
}

void bp_free_aligned(const bp_allocator *allocator, void *block) {
    if (!block) return;
    void *raw = NULL;
    memcpy(&raw, (char *)block - sizeof(void *), sizeof raw);
    resize(allocator, raw, 0);
}

char *bp_copy_text(const bp_allocator *allocator, const char *text, bp_error *error) {
    size_t length = text ? strlen(text) : 0;
    char *copy = bp_alloc(allocator, length + 1, 1, error);
    if (copy && length) memcpy(copy, text, length);
    return copy;
}
