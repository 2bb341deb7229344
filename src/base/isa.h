/* Which kernels are in this build. The Makefile compiles each *_isa.c once per instruction set and
 * says with BP_BUILT_X86 whether that includes the x86 ones.
 *
 * BP_ISA_EACH(X) expands X(CONSTANT, suffix) for each set that is built, the plainest first: use it
 * to declare a kernel's variants and to make the table that picks one.
 */
#ifndef BINDPOSE_BASE_ISA_H
#define BINDPOSE_BASE_ISA_H

#include <bindpose/base.h>

#ifdef BP_BUILT_X86
#define BP_ISA_EACH(X)                                                                                       \
    X(BP_ISA_PORTABLE, portable) X(BP_ISA_SSE2, sse2) X(BP_ISA_AVX2, avx2) X(BP_ISA_AVX512, avx512)
#else
#define BP_ISA_EACH(X) X(BP_ISA_PORTABLE, portable)
#endif

#endif
