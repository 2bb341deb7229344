/* Reads a glTF file and writes it again, for Khronos' validator in `make test-interop`.
 *
 *     rewrite IN OUT.glb|OUT.gltf [embedded]
 */
#include "base/error.h"
#include <bindpose/gltf.h>
#include <stdio.h>

int main(int argc, char **argv) {
    bp_error error = {0};
    bp_model *model = NULL;
    if (argc < 3) return 2;
    bp_gltf_write_options options = {.container = argc > 3 ? BP_GLTF_EMBEDDED : BP_GLTF_BY_NAME};
    bool ok = bp_gltf_read(NULL, argv[1], NULL, &model, NULL, &error) &&
              bp_gltf_write(NULL, model, argv[2], &options, &error);
    bp_model_destroy(model);
    char text[768];
    if (!ok) fprintf(stderr, "rewrite: %s\n", bp_error_text(&error, text, sizeof text));
    return ok ? 0 : bp_error_exit_code(&error);
}
