/* Repairs a file: what the doctor finds, what was changed, and the new bytes.
 *
 *     repair IN.glb OUT.glb */
#include <bindpose/gltf.h>
#include <bindpose/tools.h>
#include <stdio.h>

static int fail(const bp_error *error) {
    fprintf(stderr, "%s: %s\n", error->place, error->message);
    return 1;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    bp_error error = {0};
    bp_repair repair = {0};
    bool ok = bp_gltf_repair(NULL, argv[1], NULL, &repair, &error);
    for (size_t i = 0; ok && i < repair.before.count; i++)
        printf("%s: %s\n", repair.before.findings[i].place, repair.before.findings[i].message);
    printf("%zu changes; errors before %zu, after %zu\n", repair.count, repair.before.errors,
           repair.after.errors);
    if (ok && !repair.whole) printf("the repair would not be whole; nothing was written\n");
    ok = ok && (!repair.whole || bp_file_write(argv[2], repair.file.data, repair.file.size, &error));
    bp_repair_clear(&repair);
    return ok ? 0 : fail(&error);
}
