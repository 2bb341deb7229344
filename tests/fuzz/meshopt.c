/* Streams of meshopt: unpacked and filtered, or refused. */
#include "fuzz/input.h"
#include "gltf/meshopt.h"

/* The input as a stream of meshopt: its second to fifth byte choose the form, the first is the stream's
 * own. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { MOST = 600 };
    static uint8_t out[MOST * 256];
    if (size < 5) return 0;
    size_t stride = 4 * ((size_t)data[2] % 64 + 1), count = (size_t)data[3] + data[4];
    bp_meshopt_mode mode = (bp_meshopt_mode)(data[1] % BP_MESHOPT_MODE_COUNT);
    bp_meshopt_filter filter = (bp_meshopt_filter)(data[1] / 16 % BP_MESHOPT_FILTER_COUNT);
    if (mode != BP_MESHOPT_ATTRIBUTES) stride = data[2] % 2 ? 2 : 4, filter = BP_MESHOPT_NONE;
    if (bp_meshopt_check(mode, filter, stride, count)) return 0;
    const char *wrong = bp_meshopt_unpack(mode, (bp_gltf_span){data, size}, stride, count, out);
    if (!wrong) bp_meshopt_apply(filter, stride, count, out);
    return 0;
}
