/* `bindpose diff A B [--json] [--tolerance T] [-o OUT.png]`: do two files move in the same way? */
#include "cli/commands.h"
#include "cli/diff_report.h"
#include "cli/print.h"

int bp_diff_command(bp_cli *call) {
    bool json = false;
    int ignore = 0;
    static const char *const ignored[] = {"nothing", "names", NULL};
    float tolerance = 1e-5f, limit = 0;
    const char *out = NULL;
    int size[2] = {1280, 800}, theme = 0;
    const bp_option options[] = {
        bp_option_flag("--json", &json, "print JSON"),
        bp_option_number("--tolerance", &tolerance, "T", 1e-9, 1,
                         "the largest distance that counts as equal, as a fraction of the size (0.00001)"),
        bp_option_choice("--ignore", &ignore, "names", ignored,
                         "other names of clips and joints, and joints that only one has, aren't differences"),
        bp_option_text("-o", &out, "OUT.png", "draw both where they are furthest apart, in colours"),
        bp_option_size(size, 64, "of the picture (1280x800)"),
        bp_option_theme(&theme, "background (dark)"),
        bp_option_limit(&limit),
    };
    const char *summary =
        "Compares the motion of two glTF files: every vertex, at rest and at all keys and mid-keys of all "
        "clips; of VRMs also the humanoid map and springs at rest. The exit code is 1 if they differ, 2 if "
        "they can't be compared.";
    if (!bp_cli_read(call, "A B", summary, BP_OPTIONS(options))) return 0;
    bp_error *error = &call->error;
    bp_diff_files files = {.a.limit = limit, .b.limit = limit};
    bool ok = bp_diff_files_compare(&files, call->program, call->argv[1], call->argv[2], (double)tolerance,
                                    ignore == 1, error);
    bool equal = ok && bp_diff_files_equal(&files);
    if (ok && json) {
        bp_json_writer writer = bp_json_writer_make(NULL);
        bp_json_write(&writer, "{fileA: %s, fileB: %s", files.a.path, files.b.path);
        bp_diff_put(&writer, &files);
        bp_json_write(&writer, "}");
        ok = bp_print_json(&writer, error);
    } else if (ok) {
        bp_diff_print(&files);
    }
    if (ok && out) (void)bp_diff_write_picture(&files, out, size, theme == 1, error);
    bp_diff_files_close(&files);
    return equal ? 0 : 1;
}
