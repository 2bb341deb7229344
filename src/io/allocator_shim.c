/* Blocks form a ring, so any block leads to all others. */
#include "base/allocator.h"
#include "io/allocator_shim.h"

static _Thread_local bp_shim_heap *current_heap;

void bp_shim_open(bp_shim_heap *heap, const bp_allocator *allocator, size_t max_size) {
    heap->allocator = allocator;
    heap->max_size = max_size;
    heap->has_no_memory_exit = heap->asked_too_much = heap->had_too_little = false;
    heap->ring = (bp_shim_block){.before = &heap->ring, .after = &heap->ring};
    current_heap = heap;
}

bool bp_shim_is_open(void) { return current_heap != NULL; }

static void unlink_block(bp_shim_block *block) {
    block->before->after = block->after;
    block->after->before = block->before;
}

void bp_shim_release(bp_shim_heap *heap) {
    unlink_block(&heap->ring);
    current_heap = NULL;
}

void bp_shim_free_all(const bp_allocator *allocator, void *block) {
    if (!block) return;
    bp_shim_block *first = (bp_shim_block *)block - 1;
    while (first->after != first) {
        bp_shim_block *next = first->after;
        unlink_block(next);
        bp_free(allocator, next);
    }
    bp_free(allocator, first);
}

void bp_shim_close(bp_shim_heap *heap) {
    bp_shim_block *first = heap->ring.after;
    bp_shim_release(heap);
    if (first != &heap->ring) bp_shim_free_all(heap->allocator, first + 1);
}

void *bp_shim_realloc(void *block, size_t size) {
    bp_shim_heap *heap = current_heap;
    bp_shim_block *old = block ? (bp_shim_block *)block - 1 : NULL, *fresh = NULL;
    if (heap->max_size > 0 && size > heap->max_size)
        heap->asked_too_much = true;
    else if (size <= PTRDIFF_MAX)
        fresh = bp_realloc(heap->allocator, old, old ? sizeof *old + old->size : 0, sizeof *fresh + size, 1,
                           NULL);
    heap->had_too_little |= !fresh && !heap->asked_too_much;
    if (!fresh && heap->has_no_memory_exit) longjmp(heap->no_memory_exit, 1);
    if (!fresh) return NULL;
    if (!old) {
        fresh->before = &heap->ring;
        fresh->after = heap->ring.after;
    }
    fresh->size = size;
    fresh->before->after = fresh;
    fresh->after->before = fresh;
    return fresh + 1;
}

void bp_shim_free(void *block) {
    if (!block) return;
    unlink_block((bp_shim_block *)block - 1);
    bp_free(current_heap->allocator, (bp_shim_block *)block - 1);
}
