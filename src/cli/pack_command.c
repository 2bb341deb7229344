/* `bindpose pack IN OUT [--bound MM]`: clips in few bytes, written if the motion is within the bound. */
#include "cli/commands.h"
#include "cli/diff_report.h"
#include "cli/draco.h"
#include "cli/file_list.h"
#include "cli/print.h"
#include <stdio.h>

#define PROGRAM "bindpose pack"

typedef struct pack_arguments {
    const char *paths[2];
    float bound; /* in mm of a figure of 1.8 m */
    float limit;
    bool json;
} pack_arguments;

static bool pack(const pack_arguments *arguments, bp_gltf_packing *out, bp_error *error) {
    const bp_context_options within = {.draco = bp_draco_default(),
                                       .limit = bp_limit_bytes(arguments->limit)};
    bp_gltf_container container;
    bool embed;
    if (!bp_output_choose(arguments->paths[0], arguments->paths[1], &container, &embed, error)) return false;
    bp_context *context = bp_context_create(&within, error);
    bool ok = context && bp_gltf_pack_clips(context, arguments->paths[0], (double)arguments->bound / 1800,
                                            container, out, error);
    bp_context_destroy(context);
    return ok;
}

/* The farthest vertex, in mm of 1.8 m as the bound is. */
static double worst_of(const pack_arguments *arguments, const bp_gltf_packing *packing,
                       const bp_diff_files *proof) {
    return proof->diff.worst * proof->diff.size / packing->bound * (double)arguments->bound;
}

static void print_text(const pack_arguments *arguments, const bp_gltf_packing *packing,
                       const bp_diff_files *proof, size_t before) {
    const char *out = arguments->paths[1];
    printf(
        "%s: keys %zu bytes to %zu, %.1f:1; file %zu bytes to %zu\nproof: the farthest vertex is off by "
        "%.3g mm of a figure of 1.8 m; the bound is %.3g. Seen by `bindpose diff %s %s --tolerance %.6g`\n",
        out, packing->before, packing->after, (double)packing->before / (double)packing->after, before,
        packing->file.size, worst_of(arguments, packing, proof), (double)arguments->bound,
        arguments->paths[0], out, packing->bound / proof->diff.size);
}

static bool print_json(const pack_arguments *arguments, const bp_gltf_packing *packing,
                       const bp_diff_files *proof, size_t before, bool good, bp_error *error) {
    bp_json_writer writer = bp_json_writer_make(NULL);
    bp_json_write(&writer,
                  "{in: %s, out: %s, written: %i, keysBefore: %zu, keysAfter: %zu, fileBefore: %zu, "
                  "fileAfter: %zu, bound: %g, worst: %g, tolerance: %g}",
                  arguments->paths[0], arguments->paths[1], good, packing->before, packing->after, before,
                  packing->file.size, (double)arguments->bound, worst_of(arguments, packing, proof),
                  packing->bound / proof->diff.size);
    return bp_print_json(&writer, error);
}

/* Reads the new file's bytes as any other reader would. */
static bool prove(const pack_arguments *arguments, const bp_gltf_packing *packing, bool *good,
                  bp_error *error) {
    bp_diff_files proof = {
        .a.limit = arguments->limit, .b.limit = arguments->limit, .b.bytes = &packing->file};
    bp_file in = {0};
    bool ok =
        bp_file_read(NULL, arguments->paths[0], 0, &in, error) &&
        bp_diff_files_compare(&proof, PROGRAM, arguments->paths[0], arguments->paths[1], 1, false, error);
    *good = ok && bp_diff_files_equal(&proof) && proof.diff.worst * proof.diff.size <= packing->bound;
    if (ok && arguments->json) ok = print_json(arguments, packing, &proof, in.size, *good, error);
    if (ok && !arguments->json && *good) print_text(arguments, packing, &proof, in.size);
    if (ok && !*good)
        fprintf(stderr,
                "%s: %s isn't written: a vertex would be off by %.3g mm of a figure of 1.8 m, and --bound is "
                "%.3g; allow more\n",
                PROGRAM, arguments->paths[1], worst_of(arguments, packing, &proof), (double)arguments->bound);
    bp_diff_files_close(&proof);
    bp_file_free(NULL, &in);
    return ok;
}

int bp_pack_command(bp_cli *call) {
    pack_arguments arguments = {.bound = 0.1f};
    const bp_option options[] = {
        bp_option_number("--bound", &arguments.bound, "MM", 1e-6, 100,
                         "how far a vertex may be off, in mm of a figure of 1.8 m (0.1)"),
        bp_option_flag("--json", &arguments.json, "print JSON"),
        bp_option_limit(&arguments.limit),
    };
    const char *summary = "Packs the clips of a glTF file by EXT_meshopt_compression, and proves that no "
                          "vertex is off by more than the bound. If one is, nothing is written, and the exit "
                          "code is 1.";
    bp_error *error = &call->error;
    bp_gltf_packing packing = {0};
    bool good = false;
    if (!bp_cli_read(call, "IN OUT", summary, BP_OPTIONS(options))) return 0;
    for (int i = 0; i < 2; i++) arguments.paths[i] = call->argv[i + 1];
    if (pack(&arguments, &packing, error) && prove(&arguments, &packing, &good, error) && good)
        (void)bp_file_write(arguments.paths[1], packing.file.data, packing.file.size, error);
    bp_file_free(NULL, &packing.file);
    return good ? 0 : 1;
}
