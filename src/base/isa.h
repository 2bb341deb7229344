/* The instruction sets of this build. The Makefile compiles each *_isa.c once for each of them, and defines
 * BP_BUILT_X86 if they include those of x86, or BP_BUILT_WASM_SIMD for WebAssembly with vector instructions:
 * emscripten translates the intrinsics of SSE2, and all browsers that load the module run that set, so the
 * portable one is left out. With BP_SCALAR (the amalgamation, for compilers without gcc's vectors) the
 * scalar definitions are the kernels.
 *
 * BP_ISA_EACH(X) expands to X(CONSTANT, suffix) for each of them. Use it to declare the variants of a
 * kernel and for the table that selects one.
 */
#pragma once

#include <bindpose/base.h>

#ifdef BP_SCALAR
#define BP_ISA_EACH(X) X(BP_ISA_PORTABLE, scalar)
#elif defined(BP_BUILT_X86)
#define BP_ISA_EACH(X)                                                                                       \
    X(BP_ISA_PORTABLE, portable) X(BP_ISA_SSE2, sse2) X(BP_ISA_AVX2, avx2) X(BP_ISA_AVX512, avx512)
#elif defined(BP_BUILT_WASM_SIMD)
#define BP_ISA_EACH(X) X(BP_ISA_SSE2, sse2)
#else
#define BP_ISA_EACH(X) X(BP_ISA_PORTABLE, portable)
#endif

/* The set that runs wherever the build runs: tables fall back to it. */
#ifdef BP_BUILT_WASM_SIMD
#define BP_ISA_BASE BP_ISA_SSE2
#else
#define BP_ISA_BASE BP_ISA_PORTABLE
#endif

/* "portable", "sse2", "avx2", "avx512"; "auto" for AUTO. */
const char *bp_isa_name(bp_isa isa);

/* The instruction set with that name. False if there is none. */
bool bp_isa_from_name(const char *name, bp_isa *isa);

/* Whether this build has kernels for it and this processor runs them. False for AUTO. */
bool bp_isa_available(bp_isa isa);

/* The last one in the list above that is available. */
bp_isa bp_isa_best(void);

bp_isa bp_context_isa(const bp_context *context);
