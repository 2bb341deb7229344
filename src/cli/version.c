/* What `bindpose --version` prints, for reports of faults. */
#include "base/isa.h"
#include "cli/version.h"
#include <stdio.h>

#define STRING_OF(number) #number
#define NUMBERS(major, minor, patch) STRING_OF(major) "." STRING_OF(minor) "." STRING_OF(patch)
#if defined(__clang__)
#define COMPILER "clang " NUMBERS(__clang_major__, __clang_minor__, __clang_patchlevel__)
#elif defined(__GNUC__)
#define COMPILER "gcc " NUMBERS(__GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__)
#else
#define COMPILER "another compiler"
#endif

#if defined(__x86_64__) || defined(_M_X64)
#define MACHINE "x86-64"
#elif defined(__aarch64__) || defined(_M_ARM64)
#define MACHINE "64-bit ARM"
#elif defined(__wasm__)
#define MACHINE "WebAssembly"
#else
#define MACHINE "another processor"
#endif

/* The set that a context gets: the best one, or $BINDPOSE_ISA's. */
static bp_isa isa_in_use(void) {
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1}, NULL);
    bp_isa isa = bp_context_isa(context);
    bp_context_destroy(context);
    return isa;
}

void bp_print_version(const char *commit) {
    static const char *const NAMES[BP_ISA_COUNT] = {[BP_ISA_PORTABLE] = "portable C",
                                                    [BP_ISA_SSE2] = "SSE2",
                                                    [BP_ISA_AVX2] = "AVX2",
                                                    [BP_ISA_AVX512] = "AVX-512"};
    printf("bindpose %s (%s%s%s%s, %s, %s)\n", BP_VERSION, *commit ? "commit " : "", commit,
           *commit ? ", " : "", COMPILER, MACHINE, NAMES[isa_in_use()]);
}
