/* Names of files that are written. */
#include "cli/output_file.h"
#include "base/file_name.h"
#include <string.h>

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

bp_gltf_container bp_output_container(const char *path) {
    if (ends_with(path, ".glb") || ends_with(path, ".vrm")) return BP_GLTF_BINARY;
    return ends_with(path, ".gltf") ? BP_GLTF_EMBEDDED : BP_GLTF_BY_NAME;
}

bool bp_output_needs_embedding(const char *in, const char *out) {
    size_t length = (size_t)(bp_path_name(in) - in);
    return length != (size_t)(bp_path_name(out) - out) || strncmp(in, out, length) != 0;
}
