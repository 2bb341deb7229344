/* Recordings of the engine, as build/tests/replay reads them: any bytes are either replayed or refused with a
 * place and a reason, and a mismatch means that something was compared. Half of all mutations change a number
 * or move text (corrupt.h). */
#include "fuzz/mutate.h"
#include "oracle/replay/replay.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
    return fuzz_mutate_text(data, size, max, seed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    replay r = {.file = "fuzz"};
    replay_recording(&r, data, size, 0);
    FUZZ_CHECK(r.malformed == (r.complaint[0] != 0), "malformed %d: \"%s\"", r.malformed, r.complaint);
    FUZZ_CHECK(r.mismatch == (r.first[0] != 0), "mismatch %d: \"%s\"", r.mismatch, r.first);
    FUZZ_CHECK(!r.mismatch || r.values > 0 || r.steps > 0, "a mismatch of nothing: %s", r.first);
    return 0;
}
