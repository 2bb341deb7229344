/* Instruction sets: names and availability. __builtin_cpu_supports also checks that the system saves the wide
 * registers. */
#include "base/isa.h"
#include <string.h>

static const char *const names[BP_ISA_COUNT] = {
    [BP_ISA_AUTO] = "auto", [BP_ISA_PORTABLE] = "portable", [BP_ISA_SSE2] = "sse2",
    [BP_ISA_AVX2] = "avx2", [BP_ISA_AVX512] = "avx512",
};

const char *bp_isa_name(bp_isa isa) { return (unsigned)isa < BP_ISA_COUNT ? names[isa] : "unknown"; }

bool bp_isa_from_name(const char *name, bp_isa *isa) {
    for (int i = 0; name && i < BP_ISA_COUNT; i++) {
        if (strcmp(name, names[i]) != 0) continue;
        *isa = (bp_isa)i;
        return true;
    }
    return false;
}

#ifdef BP_BUILT_X86
bool bp_isa_available(bp_isa isa) {
    __builtin_cpu_init();
    switch (isa) {
    case BP_ISA_PORTABLE: return true;
    case BP_ISA_SSE2: return __builtin_cpu_supports("sse2");
    case BP_ISA_AVX2: return __builtin_cpu_supports("avx2");
    case BP_ISA_AVX512:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    case BP_ISA_AUTO:
    case BP_ISA_COUNT: break;
    }
    return false;
}
#elif defined(BP_BUILT_WASM_SIMD)
bool bp_isa_available(bp_isa isa) { return isa == BP_ISA_SSE2; }
#else
bool bp_isa_available(bp_isa isa) { return isa == BP_ISA_PORTABLE; }
#endif

bp_isa bp_isa_best(void) {
    for (int i = BP_ISA_COUNT - 1; i > BP_ISA_PORTABLE; i--)
        if (bp_isa_available((bp_isa)i)) return (bp_isa)i;
    return BP_ISA_BASE; /* not reached on x86-64, where every processor has SSE2 */
}
