/* glTF files, .glb and .gltf. Random bytes are hardly ever a file, so half of all mutations change the JSON,
 * accessors and binary chunk of a file (corrupt.h). check_gltf.h reads, draws, writes and examines each. The
 * bytes are also unpacked as a stream of meshopt. */
#include "fuzz/check_gltf.h"
#include "fuzz/mutate.h"
#include "gltf/meshopt.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
    return fuzz_mutate_text(data, size, max, seed);
}

/* The input as a stream of meshopt: its second to fifth byte choose the form, the first is the stream's
 * own. */
static void check_meshopt(const uint8_t *data, size_t size) {
    enum { MOST = 600 };
    static uint8_t out[MOST * 256];
    if (size < 5) return;
    size_t stride = 4 * ((size_t)data[2] % 64 + 1), count = (size_t)data[3] + data[4];
    bp_meshopt_mode mode = (bp_meshopt_mode)(data[1] % BP_MESHOPT_MODE_COUNT);
    bp_meshopt_filter filter = (bp_meshopt_filter)(data[1] / 16 % BP_MESHOPT_FILTER_COUNT);
    if (mode != BP_MESHOPT_ATTRIBUTES) stride = data[2] % 2 ? 2 : 4, filter = BP_MESHOPT_NONE;
    if (bp_meshopt_check(mode, filter, stride, count)) return;
    const char *wrong = bp_meshopt_unpack(mode, (bp_gltf_span){data, size}, stride, count, out);
    if (!wrong) bp_meshopt_apply(filter, stride, count, out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const size_t mebibyte = (size_t)1 << 20;
    check_meshopt(data, size);
    check_gltf(data, size, &(check_gltf_options){.memory_limit = 8 * mebibyte, .most_bytes = 256 * mebibyte});
    return 0;
}
