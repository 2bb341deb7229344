/* Many small blocks with one lifetime: allocated one by one, freed together. */
#pragma once

#include <bindpose/base.h>

/* Many small blocks with one lifetime: allocated one by one, freed together. Blocks never move. Make an
 * arena with bp_arena_make, which allocates nothing yet. Use it from one thread at a time. */
typedef struct bp_arena_chunk bp_arena_chunk;
typedef struct bp_arena {
    bp_allocator allocator; /* by value; its user pointer is borrowed for the arena's life */
    bp_arena_chunk *chunks; /* owned, newest first */
    size_t chunk_size;      /* bytes of the next chunk; doubles up to 1 MiB */
} bp_arena;

/* `chunk_size`: bytes of the first chunk; 0, or less than 256, means 256. */
bp_arena bp_arena_make(const bp_allocator *allocator, size_t chunk_size);

/* `count * size` zeroed bytes, aligned to 64 bytes if there are at least 64, otherwise for any standard
 * type. NULL if there is no memory. The block lives until bp_arena_clear. */
void *bp_arena_alloc(bp_arena *arena, size_t count, size_t size, bp_error *error);

/* Frees all blocks, but keeps memory for as many bytes: used again in the same way, the arena allocates
 * nothing. */
void bp_arena_reset(bp_arena *arena);
/* Frees all blocks. The arena can be used again. */
void bp_arena_clear(bp_arena *arena);
