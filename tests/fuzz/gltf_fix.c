/* Repairs glTF files. */
#include "fuzz/check_gltf.h"
#include "fuzz/target_gltf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return fuzz_gltf(data, size, CHECK_FIX); }
