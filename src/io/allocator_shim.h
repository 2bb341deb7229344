/* Memory for libraries whose hooks carry no context (stb, jansson), while one call of theirs runs.
 *
 *     bp_shim_heap heap;
 *     bp_shim_open(&heap, allocator);
 *     if (setjmp(heap.no_memory_exit) == 0) { heap.has_no_memory_exit = true; result = library_call(...); }
 *     ... use the result ...
 *     bp_shim_close(&heap);
 *
 * A variable of the thread says which heap that is. It knows its blocks, and frees those that the library forgets
 * when something fails. Where the library goes on with NULL as if it were memory, the way out is taken instead. */
#ifndef BP_IO_ALLOCATOR_SHIM_H
#define BP_IO_ALLOCATOR_SHIM_H

#include <bindpose/base.h>
#include <setjmp.h>

/* Before each block: its neighbours in the heap's ring, and its size. */
typedef struct bp_shim_block {
    _Alignas(16) struct bp_shim_block *before;
    struct bp_shim_block *after;
    size_t size;
} bp_shim_block;

typedef struct bp_shim_heap {
    const bp_allocator *allocator; /* borrowed */
    size_t largest;                /* of a block; 0: no limit */
    bp_shim_block ring;           /* holds nothing itself */
    bool has_no_memory_exit;
    jmp_buf no_memory_exit; /* taken where there is no memory; without, the library is given NULL */
} bp_shim_heap;

/* From here on the library's hooks, on this thread, take from this heap. One at a time. */
void bp_shim_open(bp_shim_heap *heap, const bp_allocator *allocator, size_t largest);
/* Frees what is left. */
void bp_shim_close(bp_shim_heap *heap);
/* The same, but its blocks live on; `block` is any of them. They are freed by bp_shim_free_all. */
void bp_shim_release(bp_shim_heap *heap);
void bp_shim_free_all(const bp_allocator *allocator, void *block);
/* Whether there is one on this thread. */
bool bp_shim_is_open(void);

/* For hooks: realloc and free of the open heap. New bytes are zero. */
void *bp_shim_realloc(void *block, size_t size);
void bp_shim_free(void *block);

#endif
