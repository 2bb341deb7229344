/* An arena allocates blocks one after the other from its newest chunk, and frees whole chunks. A large block
 * gets a chunk of its own, which is inserted behind the newest, so the newest one's free space stays in use.
 * Chunk sizes double, so n blocks need about log n allocations. */
#include "base/arena.h"
#include "base/allocator.h"
#include <string.h>

struct bp_arena_chunk {
    bp_arena_chunk *next; /* owned: the chunk before this one */
    size_t size;          /* bytes of `data` */
    size_t used;
    char data[];
};

enum { SMALLEST_CHUNK = 256, LARGEST_CHUNK = 1 << 20, CACHE_LINE = 64 };

bp_arena bp_arena_make(const bp_allocator *allocator, size_t chunk_size) {
    bp_arena arena = {.allocator = *bp_allocator_or_default(allocator)};
    arena.chunk_size = chunk_size < SMALLEST_CHUNK ? SMALLEST_CHUNK : chunk_size;
    return arena;
}

/* The offset of the next block with this alignment. */
static size_t aligned_offset(const bp_arena_chunk *chunk, size_t alignment) {
    size_t misfit = ((uintptr_t)chunk->data + chunk->used) % alignment;
    return chunk->used + (misfit ? alignment - misfit : 0);
}

static void *alloc_from(bp_arena_chunk *chunk, size_t bytes, size_t alignment) {
    size_t offset = aligned_offset(chunk, alignment);
    if (offset > chunk->size || bytes > chunk->size - offset) return NULL;
    chunk->used = offset + bytes;
    memset(chunk->data + offset, 0, bytes);
    return chunk->data + offset;
}

static bp_arena_chunk *chunk_make(bp_arena *arena, size_t bytes) {
    bp_arena_chunk *chunk = arena->allocator.resize(arena->allocator.user, NULL, sizeof *chunk + bytes);
    if (chunk) *chunk = (bp_arena_chunk){.size = bytes};
    return chunk;
}

/* Inserts a chunk at the front of the list, or second if it is for one large block. */
static void chunk_insert(bp_arena *arena, bp_arena_chunk *chunk, bool in_front) {
    bp_arena_chunk **link = in_front || !arena->chunks ? &arena->chunks : &arena->chunks->next;
    chunk->next = *link;
    *link = chunk;
}

void *bp_arena_alloc(bp_arena *arena, size_t count, size_t size, bp_error *error) {
    if (!arena) return bp_fail_null(error, "arena"), NULL;
    size_t largest = (size_t)PTRDIFF_MAX - sizeof(bp_arena_chunk) - CACHE_LINE;
    bool fits = size == 0 || count <= largest / size;
    size_t bytes = fits ? count * size : 0;
    if (bytes == 0) bytes = 1;
    size_t alignment = bytes >= CACHE_LINE ? CACHE_LINE : _Alignof(max_align_t);
    void *block = fits && arena->chunks ? alloc_from(arena->chunks, bytes, alignment) : NULL;
    if (block) return block;

    bool large = bytes > arena->chunk_size / 4;
    bp_arena_chunk *chunk = fits ? chunk_make(arena, large ? bytes + CACHE_LINE : arena->chunk_size) : NULL;
    if (!chunk) {
        bp_fail(error, BP_ERROR_MEMORY, NULL, "no memory for %zu x %zu bytes in an arena", count, size);
        return NULL;
    }
    chunk_insert(arena, chunk, !large);
    if (!large && arena->chunk_size < LARGEST_CHUNK) arena->chunk_size *= 2;
    return alloc_from(chunk, bytes, alignment);
}

void bp_arena_clear(bp_arena *arena) {
    if (!arena) return;
    bp_arena_chunk *chunk = arena->chunks;
    while (chunk) {
        bp_arena_chunk *next = chunk->next;
        arena->allocator.resize(arena->allocator.user, chunk, 0);
        chunk = next;
    }
    arena->chunks = NULL;
}

void bp_arena_reset(bp_arena *arena) {
    if (!arena || !arena->chunks) return;
    size_t bytes = 0;
    for (const bp_arena_chunk *chunk = arena->chunks; chunk; chunk = chunk->next)
        bytes += chunk->used + CACHE_LINE;
    if (arena->chunks->next) {
        bp_arena_clear(arena);
        bp_arena_chunk *chunk = chunk_make(arena, bytes);
        if (chunk) chunk_insert(arena, chunk, true);
    }
    if (arena->chunks) arena->chunks->used = 0;
}
