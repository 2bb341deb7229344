/* If a program defines malloc, all its libraries call that; glibc's own functions do the work. Fresh and
 * freed memory is overwritten, and a growing block always moves, so uses of freed memory show.
 *
 * Sanitizers replace malloc themselves (and detect such uses). With them, and without glibc, only
 * allocations through heap_hook are counted and can fail. */
#include "heap.h"
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static struct {
    _Atomic long live, allocations, failed, foreign, at;
    atomic_bool armed, after;
} heap;

/* Volatile, because compilers assume that malloc reads no variables of the program. This one does. */
static _Thread_local volatile bool inside;

void heap_arm(long at, bool after) {
    heap.allocations = heap.failed = heap.foreign = 0;
    heap.at = at;
    heap.after = after;
    heap.armed = true;
}

void heap_disarm(void) { heap.armed = false; }
long heap_allocations(void) { return heap.allocations; }
long heap_failed(void) { return heap.failed; }
long heap_foreign(void) { return heap.foreign; }
long heap_live(void) { return heap.live; }

/* Whether this allocation must fail. */
static bool refuse(void) {
    if (!heap.armed) return false;
    long number = ++heap.allocations, at = heap.at;
    if (!inside) heap.foreign++;
    if (at == 0 || number < at || (number > at && !heap.after)) return false;
    heap.failed++;
    errno = ENOMEM;
    return true;
}

#ifndef HEAP_IS_WATCHED

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);
extern size_t malloc_usable_size(void *block);

void *memalign(size_t alignment, size_t size);
int posix_memalign(void **out, size_t alignment, size_t size);

static void *counted(void *block, int filling) {
    if (block) heap.live++;
    if (block && filling) memset(block, filling, malloc_usable_size(block));
    return block;
}

void *malloc(size_t size) { return refuse() ? NULL : counted(__libc_malloc(size), 0xa5); }
void *calloc(size_t count, size_t size) { return refuse() ? NULL : counted(__libc_calloc(count, size), 0); }
void *memalign(size_t alignment, size_t size) {
    return refuse() ? NULL : counted(__libc_memalign(alignment, size), 0xa5);
}
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void **out, size_t alignment, size_t size) {
    void *block = memalign(alignment, size);
    if (!block) return ENOMEM;
    *out = block;
    return 0;
}

void free(void *block) {
    if (!block) return;
    heap.live--;
    int number = errno;
    memset(block, 0x5a, malloc_usable_size(block));
    __libc_free(block);
    errno = number;
}

void *realloc(void *block, size_t size) {
    if (!block) return malloc(size);
    if (size == 0) {
        free(block);
        return NULL;
    }
    if (refuse()) return NULL;
    char *fresh = counted(__libc_malloc(size), 0xa5);
    if (!fresh) return NULL;
    size_t old = malloc_usable_size(block);
    memcpy(fresh, block, old < size ? old : size);
    free(block);
    return fresh;
}

static void *behind_hook(void *block, size_t size) { return realloc(block, size); }

#else

static void *behind_hook(void *block, size_t size) {
    if (size > 0 && refuse()) return NULL;
    void *fresh = realloc(block, size);
    if (size > 0 && fresh && !block) heap.live++;
    return fresh;
}

#endif

static void *resize(void *user, void *block, size_t size) {
    (void)user;
    inside = true;
    void *fresh = NULL;
    if (size > 0) {
        fresh = behind_hook(block, size);
    } else if (block) {
        free(block);
#ifdef HEAP_IS_WATCHED
        heap.live--;
#endif
    }
    inside = false;
    return fresh;
}

bp_allocator heap_hook(void) { return (bp_allocator){.resize = resize}; }
