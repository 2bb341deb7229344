/* The tables of kernels, one for each instruction set. */
#include "raster/tiled/kernels.h"

#define TABLE(set)                                                                                           \
    { bp_transform_##set, bp_bin_##set, bp_draw_##set, bp_flush_##set, bp_resolve_##set }

const bp_raster_kernels *bp_raster_kernels_for(bp_isa isa) {
    static const bp_raster_kernels tables[BP_ISA_COUNT] = {
        [BP_ISA_AUTO] = TABLE(portable),
        [BP_ISA_PORTABLE] = TABLE(portable),
#if defined(__x86_64__)
        [BP_ISA_SSE2] = TABLE(sse2),
        [BP_ISA_AVX2] = TABLE(avx2),
        [BP_ISA_AVX512] = TABLE(avx512),
#else
        [BP_ISA_SSE2] = TABLE(portable),
        [BP_ISA_AVX2] = TABLE(portable),
        [BP_ISA_AVX512] = TABLE(portable),
#endif
    };
    return &tables[isa < BP_ISA_COUNT ? isa : BP_ISA_PORTABLE];
}
