/* An allocator shim: passes a bp_allocator to libraries whose allocation hooks have no context argument
 * (stb, jansson), during one call.
 *
 *     bp_shim_heap heap;
 *     bp_shim_open(&heap, allocator, 0);
 *     if (setjmp(heap.no_memory_exit) == 0) { heap.has_no_memory_exit = true; result = library_call(...); }
 *     ... use the result ...
 *     bp_shim_close(&heap);
 *
 * A thread-local variable points to the open heap. The heap lists its blocks and frees those that the
 * library leaks on errors. For a library that doesn't check for NULL, the shim jumps to no_memory_exit
 * instead of returning NULL.
 */
#pragma once

#include <bindpose/base.h>
#include <setjmp.h>

/* The header of each block: a doubly linked ring, and the size. */
typedef struct bp_shim_block {
    _Alignas(16) struct bp_shim_block *before;
    struct bp_shim_block *after;
    size_t size;
} bp_shim_block;

typedef struct bp_shim_heap {
    const bp_allocator *allocator; /* borrowed */
    size_t max_size;               /* of a block; 0: no limit */
    bool asked_too_much;           /* a larger block was refused */
    bool had_too_little;           /* there was no memory for a block */
    bp_shim_block ring;            /* the list's head, not a block */
    bool has_no_memory_exit;
    jmp_buf no_memory_exit; /* the target of longjmp if there is no memory */
} bp_shim_heap;

/* Opens a heap for this thread: the hooks below allocate from it. One heap at a time. */
void bp_shim_open(bp_shim_heap *heap, const bp_allocator *allocator, size_t max_size);
/* Closes the heap and frees the remaining blocks. */
void bp_shim_close(bp_shim_heap *heap);
/* Closes the heap and keeps its blocks. bp_shim_free_all frees all of them, given any one. */
void bp_shim_release(bp_shim_heap *heap);
void bp_shim_free_all(const bp_allocator *allocator, void *block);
/* Whether a heap is open on this thread. */
bool bp_shim_is_open(void);

/* The hooks: realloc and free in the open heap. New bytes are zero. */
void *bp_shim_realloc(void *block, size_t size);
void bp_shim_free(void *block);
