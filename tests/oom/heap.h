/* Replaces the C library's heap: malloc and its relatives of the whole program, other libraries included.
 * The Nth allocation can be made to fail. */
#ifndef BINDPOSE_TESTS_OOM_HEAP_H
#define BINDPOSE_TESTS_OOM_HEAP_H

#include <bindpose/base.h>

#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define HEAP_IS_WATCHED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define HEAP_IS_WATCHED 1
#endif

/* From now on allocation number `at` (from 1) fails, and if `after` all later ones too. 0: none fails.
 * Resets the counters. */
void heap_arm(long at, bool after);
/* Stops counting and failing. */
void heap_disarm(void);
/* Allocations since heap_arm: all; those that failed; those that bypassed heap_hook. */
long heap_allocations(void);
long heap_failed(void);
long heap_foreign(void);
/* The number of allocated blocks. */
long heap_live(void);
/* An allocator for our library. It distinguishes our allocations from those of other libraries. */
bp_allocator heap_hook(void);

#endif
