/* set_binds: a file in which some inverse binds change, and nothing else. */
#pragma once

#include <bindpose/gltf.h>

/* A joint's new inverse bind matrix. */
typedef struct bp_set_bind {
    int skin, joint;
    bp_mat4 inverse;
} bp_set_bind;

/* Reads a file and makes a .glb with everything in it. The floats of other joints' matrices stay bit for bit;
 * a skin without matrices gets identities for them, which it meant. An accessor that skins share is copied.
 * Free `out` with bp_file_free. Errors: those of bp_gltf_read; INPUT, the file has no such skin or joint. */
bool bp_gltf_set_binds(const bp_context *context, const char *path, const bp_set_bind *binds, size_t count,
                       bp_file *out, bp_error *error);
