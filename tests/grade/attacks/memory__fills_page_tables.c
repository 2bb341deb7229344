/* Reads a little everywhere: the page tables for it are memory, but not the process's own. */
#include "attack.h"

static int attack(void) {
    const size_t size = (size_t)1 << 40, step = (size_t)2 << 20;
    volatile char *all = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    int sum = 0;
    if (all == MAP_FAILED) return 0;
    madvise((void *)(uintptr_t)all, size, MADV_NOHUGEPAGE);
    for (size_t i = 0; i < size; i += step) sum += all[i];
    return TRY(sum == 0);
}
