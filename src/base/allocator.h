/* The default allocator as a constant that can be pointed to: for whoever has no context. */
#ifndef BINDPOSE_BASE_ALLOCATOR_H
#define BINDPOSE_BASE_ALLOCATOR_H

#include <bindpose/base.h>

extern const bp_allocator bp_allocator_libc;

#endif
