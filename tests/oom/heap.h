/* The C library's heap, taken over: malloc and its relatives of this whole program, foreign libraries
 * included, so that the Nth allocation can be made to fail wherever it is asked for. */
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

/* From now on the allocation number `at` (from 1) fails, with `after` all behind it too. 0: none fails. Counting
 * starts anew. */
void heap_arm(long at, bool after);
/* Nothing is counted and nothing fails any more. */
void heap_disarm(void);
/* Since heap_arm: asked for; failed; not asked for through heap_hook. */
long heap_asked(void);
long heap_failed(void);
long heap_outside(void);
/* Blocks that are allocated now. */
long heap_live(void);
/* An allocator that tells the library's own allocations from those of foreign libraries. */
bp_allocator heap_hook(void);

#endif
