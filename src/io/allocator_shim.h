/* Memory for libraries whose hooks carry no context (stb, jansson), while one call of theirs runs.
 *
 *     bp_guest_heap heap;
 *     bp_guest_open(&heap, allocator);
 *     if (setjmp(heap.way_out) == 0) { heap.has_way_out = true; result = library_call(...); }
 *     ... use the result ...
 *     bp_guest_close(&heap);
 *
 * A variable of the thread says which heap that is. It knows its blocks, and frees those that the library forgets
 * when something fails. Where the library goes on with NULL as if it were memory, the way out is taken instead. */
#ifndef BP_IO_ALLOCATOR_SHIM_H
#define BP_IO_ALLOCATOR_SHIM_H

#include <bindpose/base.h>
#include <setjmp.h>

/* Before each block: its neighbours in the heap's ring, and its size. */
typedef struct bp_guest_block {
    _Alignas(16) struct bp_guest_block *before;
    struct bp_guest_block *after;
    size_t size;
} bp_guest_block;

typedef struct bp_guest_heap {
    const bp_allocator *allocator; /* borrowed */
    size_t largest;                /* of a block; 0: no limit */
    bp_guest_block ring;           /* holds nothing itself */
    bool has_way_out;
    jmp_buf way_out; /* taken where there is no memory; without, the library is given NULL */
} bp_guest_heap;

/* From here on the library's hooks, on this thread, take from this heap. One at a time. */
void bp_guest_open(bp_guest_heap *heap, const bp_allocator *allocator, size_t largest);
/* Frees what is left. */
void bp_guest_close(bp_guest_heap *heap);
/* The same, but its blocks live on; `block` is any of them. They are freed by bp_guest_free_all. */
void bp_guest_keep(bp_guest_heap *heap);
void bp_guest_free_all(const bp_allocator *allocator, void *block);
/* Whether there is one on this thread. */
bool bp_guest_is_open(void);

/* For hooks: realloc and free of the open heap. New bytes are zero. */
void *bp_guest_take(void *block, size_t size);
void bp_guest_give(void *block);

#endif
