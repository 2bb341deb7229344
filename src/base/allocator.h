/* The default allocator as a constant that can be pointed to, and the choice between it and another. */
#ifndef BINDPOSE_BASE_ALLOCATOR_H
#define BINDPOSE_BASE_ALLOCATOR_H

#include <bindpose/base.h>

extern const bp_allocator bp_allocator_libc;

/* What NULL, or an allocator without `resize`, stands for; anything else is itself. */
const bp_allocator *bp_allocator_or_default(const bp_allocator *allocator);

#endif
