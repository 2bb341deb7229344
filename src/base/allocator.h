/* The default allocator as a constant, for pointers to it. */
#ifndef BP_BASE_ALLOCATOR_H
#define BP_BASE_ALLOCATOR_H

#include <bindpose/base.h>

extern const bp_allocator bp_allocator_libc;

/* The default allocator in place of NULL and of one with a NULL `resize`. */
const bp_allocator *bp_allocator_or_default(const bp_allocator *allocator);

#endif
