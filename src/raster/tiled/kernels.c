/* The tables of kernels, one for each instruction set. */
#include "raster/tiled/kernels.h"

#define KERNELS_ENTRY(isa, set)                                                                              \
    [isa] = {bp_transform_##set, bp_bin_##set, bp_draw_##set, bp_flush_##set, bp_resolve_##set},

const bp_raster_kernels *bp_raster_kernels_for(bp_isa isa) {
    static const bp_raster_kernels tables[BP_ISA_COUNT] = {BP_ISA_EACH(KERNELS_ENTRY)};
    return &tables[isa < BP_ISA_COUNT && tables[isa].draw ? isa : BP_ISA_BASE];
}
