/* Blocks hang in a ring, so that any of them leads to all others. */
#include "io/allocator_shim.h"

static _Thread_local bp_guest_heap *guest_heap;

void bp_guest_open(bp_guest_heap *heap, const bp_allocator *allocator, size_t largest) {
    heap->allocator = allocator;
    heap->largest = largest;
    heap->has_way_out = false;
    heap->ring = (bp_guest_block){.before = &heap->ring, .after = &heap->ring};
    guest_heap = heap;
}

bool bp_guest_is_open(void) { return guest_heap != NULL; }

static void unlink_block(bp_guest_block *block) {
    block->before->after = block->after;
    block->after->before = block->before;
}

void bp_guest_keep(bp_guest_heap *heap) {
    unlink_block(&heap->ring);
    guest_heap = NULL;
}

void bp_guest_free_all(const bp_allocator *allocator, void *block) {
    if (!block) return;
    bp_guest_block *first = (bp_guest_block *)block - 1;
    while (first->after != first) {
        bp_guest_block *next = first->after;
        unlink_block(next);
        bp_free(allocator, next);
    }
    bp_free(allocator, first);
}

void bp_guest_close(bp_guest_heap *heap) {
    bp_guest_block *first = heap->ring.after;
    bp_guest_keep(heap);
    if (first != &heap->ring) bp_guest_free_all(heap->allocator, first + 1);
}

void *bp_guest_take(void *block, size_t size) {
    bp_guest_heap *heap = guest_heap;
    bp_guest_block *old = block ? (bp_guest_block *)block - 1 : NULL, *fresh = NULL;
    if (size <= PTRDIFF_MAX && (heap->largest == 0 || size <= heap->largest))
        fresh = bp_realloc(heap->allocator, old, old ? sizeof *old + old->size : 0, sizeof *fresh + size, 1,
                           NULL);
    if (!fresh && heap->has_way_out) longjmp(heap->way_out, 1);
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

void bp_guest_give(void *block) {
    if (!block) return;
    unlink_block((bp_guest_block *)block - 1);
    bp_free(guest_heap->allocator, (bp_guest_block *)block - 1);
}
