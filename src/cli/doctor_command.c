/* `bindpose doctor FILE [--json] [--fix OUT]`: findings about a file's skins, and their repair. Text lists
 * the worst first, JSON keeps the doctor's order. */
#include "cli/commands.h"
#include "cli/diff_report.h"
#include "cli/draco.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/print.h"
#include "gltf/doctor/doctor.h"
#include <stdio.h>

#define PROGRAM "bindpose doctor"

typedef struct doctor_arguments {
    const char *path, *fix, *picture;
    float limit;
    int influences, only;
    bool json, dry_run, keep_joints, prune, names, guess;
} doctor_arguments;

static void put_finding(bp_json_writer *writer, const bp_doctor_finding *finding) {
    bp_json_begin_object(writer);
    bp_json_set_text(writer, "id", bp_doctor_id_name(finding->id));
    bp_json_set_text(writer, "severity", bp_doctor_severity_text(finding->severity));
    bp_json_set_text(writer, "place", finding->place);
    bp_json_set_text(writer, "validatorCode", finding->validator_code);
    bp_json_set_text(writer, "causedBy", finding->caused_by ? bp_doctor_id_name(finding->caused_by) : NULL);
    bp_json_set_text(writer, "message", finding->message);
    bp_json_set_text(writer, "effect", finding->effect);
    bp_json_set_text(writer, "cause", finding->cause);
    bp_json_set_text(writer, "remedy", finding->remedy);
    bp_json_end_object(writer);
}

static void put_report(bp_json_writer *writer, const bp_doctor_report *report) {
    bp_json_set_integer(writer, "errors", (long long)report->errors);
    bp_json_set_integer(writer, "warnings", (long long)report->warnings);
    bp_json_set_integer(writer, "notes", (long long)report->notes);
    bp_json_open_array(writer, "findings");
    for (size_t i = 0; i < report->count; i++) put_finding(writer, &report->findings[i]);
    bp_json_end_array(writer);
}

static void put_repair(bp_json_writer *writer, const doctor_arguments *arguments, const bp_repair *repair) {
    bp_json_open_object(writer, "repaired");
    bp_json_set_text(writer, "file", arguments->dry_run || !repair->whole ? NULL : arguments->fix);
    bp_json_set_bool(writer, "whole", repair->whole);
    bp_json_open_array(writer, "changes");
    for (size_t i = 0; i < repair->count; i++) {
        bp_json_begin_object(writer);
        bp_json_set_text(writer, "id", bp_doctor_id_name(repair->changes[i].id));
        bp_json_set_text(writer, "place", repair->changes[i].place);
        bp_json_set_text(writer, "message", repair->changes[i].message);
        bp_json_set_bool(writer, "guess", repair->changes[i].guess);
        bp_json_end_object(writer);
    }
    bp_json_end_array(writer);
    put_report(writer, &repair->after);
    bp_json_end_object(writer);
}

/* `repair` may be NULL. */
static bool print_json(const doctor_arguments *arguments, const bp_doctor_report *report,
                       const bp_repair *repair, bp_error *error) {
    bp_json_writer writer = bp_json_writer_make(&report->allocator);
    bp_json_begin_object(&writer);
    bp_json_set_text(&writer, "file", arguments->path);
    bp_json_set_text(&writer, "checked", report->checked);
    put_report(&writer, report);
    if (repair) put_repair(&writer, arguments, repair);
    bp_json_end_object(&writer);
    return bp_print_json(&writer, error);
}

/* What is wrong, what one sees, why, what to do; then where, for those who look it up. */
static void print_finding(const bp_doctor_finding *finding) {
    printf("\n%s: %s\n", bp_doctor_severity_text(finding->severity), finding->message);
    if (finding->caused_by)
        printf("  follows from: %s\n", bp_doctor_id_name(finding->caused_by));
    else
        printf("  picture: %s\n  cause:   %s\n  remedy:  %s\n", finding->effect, finding->cause,
               finding->remedy);
    printf("  where:   %s at %s", bp_doctor_id_name(finding->id),
           finding->place[0] ? finding->place : "the whole file");
    if (finding->validator_code) printf("  [%s]", finding->validator_code);
    printf("\n");
}

static void print_count(size_t count, const char *thing, const char *end) {
    printf("%zu %s%s%s", count, thing, count == 1 ? "" : "s", end);
}

static void print_list(const char *path, const bp_doctor_report *report) {
    printf("%s: ", path);
    print_count(report->errors, "error", ", ");
    print_count(report->warnings, "warning", ", ");
    print_count(report->notes, "note", "\n");
    for (int severity = BP_DOCTOR_ERROR; severity >= BP_DOCTOR_NOTE; severity--)
        for (size_t i = 0; i < report->count; i++)
            if (report->findings[i].severity == (bp_doctor_severity)severity)
                print_finding(&report->findings[i]);
    size_t all = report->errors + report->warnings + report->notes;
    if (all > report->count) printf("\nand %zu more findings\n", all - report->count);
    if (*report->checked) printf("\n%s\n", report->checked);
}

/* ---- repair -------------------------------------------------------------------------------------*/

static void print_repair(const doctor_arguments *arguments, const bp_repair *repair) {
    if (repair->count == 0) printf("nothing that can be repaired mechanically\n");
    for (size_t i = 0; i < repair->count; i++)
        printf("%s  %s  %s\n  %s\n", repair->changes[i].guess ? "guessed " : "repaired",
               bp_doctor_id_name(repair->changes[i].id), repair->changes[i].place,
               repair->changes[i].message);
    printf("\nleft in ");
    print_list(arguments->fix ? arguments->fix : arguments->path, &repair->after);
    if (arguments->dry_run)
        printf("\nnothing was written (--dry-run)\n");
    else if (!repair->whole)
        printf("\nnothing was written: the repair would not be whole, since the errors above are left\n");
}

static bp_repair_options options_of(const doctor_arguments *arguments) {
    bp_repair_options options = {.prune = arguments->prune,
                                 .names = arguments->names,
                                 .guess = arguments->guess,
                                 .influences = arguments->influences,
                                 .only = (bp_doctor_id)(arguments->only + 1)};
    if (!arguments->fix) return options;
    options.container = bp_output_container(arguments->fix);
    options.embed = bp_output_needs_embedding(arguments->path, arguments->fix);
    return options;
}

/* The file before and after, coloured where they differ. A file that can't be drawn as it is gets a note; a
 * picture that can't be written is an error. */
static bool write_picture(const doctor_arguments *arguments, bp_error *error) {
    const int size[2] = {1280, 800};
    bp_diff_files files = {.a.limit = arguments->limit, .b.limit = arguments->limit};
    bp_error unread = {0};
    char text[768];
    bool ok = true;
    if (bp_diff_files_compare(&files, PROGRAM, arguments->path, arguments->fix, 1e-5, true, &unread))
        ok = bp_diff_write_picture(&files, arguments->picture, size, false, error);
    else
        fprintf(stderr, "%s: note: no picture: %s\n", PROGRAM, bp_error_text(&unread, text, sizeof text));
    bp_diff_files_close(&files);
    return ok;
}

static bool repair(const bp_context *context, const doctor_arguments *arguments, size_t *errors,
                   bp_error *error) {
    bp_repair result = {0};
    bp_repair_options options = options_of(arguments);
    bool ok = bp_gltf_repair(context, arguments->path, &options, &result, error);
    if (ok && !arguments->dry_run && result.whole)
        ok = bp_file_write(arguments->fix, result.file.data, result.file.size, error);
    if (ok && arguments->json) ok = print_json(arguments, &result.before, &result, error);
    if (ok && !arguments->json) print_repair(arguments, &result);
    if (ok && arguments->picture && result.whole) ok = write_picture(arguments, error);
    *errors = result.after.errors;
    bp_repair_clear(&result);
    return ok;
}

/* For scripts: a file that can't be opened is a finding too. The exit code and the message stay. */
static void print_unreadable(const doctor_arguments *arguments, const bp_error *why) {
    bp_doctor_finding finding = {.id = BP_DOCTOR_UNREADABLE,
                                 .severity = BP_DOCTOR_ERROR,
                                 .effect = "Nothing can be drawn.",
                                 .cause = "The file is of another format, or it was cut off or damaged.",
                                 .remedy = "Do what the message says, or export the file again."};
    snprintf(finding.place, sizeof finding.place, "%s", why->place);
    snprintf(finding.message, sizeof finding.message, "%s", why->message);
    const bp_doctor_report report = {
        .allocator = bp_allocator_default(), .errors = 1, .count = 1, .findings = &finding};
    (void)print_json(arguments, &report, NULL, NULL);
}

static bool examine(const bp_context *context, const doctor_arguments *arguments, size_t *errors,
                    bp_error *error) {
    bp_doctor_report report = {0};
    bool ok = bp_doctor_examine(context, arguments->path, &report, error);
    if (!ok && arguments->json && error->kind == BP_ERROR_INPUT) print_unreadable(arguments, error);
    if (ok && arguments->json) ok = print_json(arguments, &report, NULL, error);
    if (ok && !arguments->json) print_list(arguments->path, &report);
    *errors = report.errors;
    bp_doctor_report_clear(&report);
    return ok;
}

int bp_doctor_command(const bp_environment *environment, int argc, char **argv) {
    (void)environment;
    doctor_arguments arguments = {.only = -1};
    const char *ids[BP_DOCTOR_ID_COUNT] = {NULL};
    size_t errors = 0;
    for (int i = 1; i < BP_DOCTOR_ID_COUNT; i++) ids[i - 1] = bp_doctor_id_name((bp_doctor_id)i);
    const bp_option options[] = {
        bp_option_flag("--json", &arguments.json, "print JSON"),
        bp_option_text("--fix", &arguments.fix, "OUT", "write a repaired copy: .glb or .gltf, in one file"),
        bp_option_flag("--dry-run", &arguments.dry_run, "say what --fix would do; write nothing"),
        bp_option_text("--picture", &arguments.picture, "OUT.png",
                       "with --fix: draw the file before and after, side by side"),
        bp_option_flag("--guess", &arguments.guess,
                       "with --fix: make changes that are likely, but not proven"),
        bp_option_flag("--prune", &arguments.prune,
                       "with --fix: remove joints from skins that move no vertex"),
        bp_option_flag("--keep-joints", &arguments.keep_joints, "keep them, as without --prune"),
        bp_option_flag("--names", &arguments.names, "with --fix: give joints without a name one"),
        bp_option_integer(
            "--influences", &arguments.influences, "N", 1, 8,
            "with --fix: leave each vertex at most N influences, those that keep it in place best"),
        bp_option_choice("--only", &arguments.only, "ID", ids,
                         "with --fix: mend this finding, such as weights-sum, and leave others"),
        bp_option_limit(&arguments.limit),
    };
    const bp_usage usage = {
        .program = PROGRAM,
        .positionals = "FILE",
        .summary = "Says what is wrong with the skins of a glTF file, and repairs it. The exit "
                   "code is 1 if there are errors; with --fix, if errors are left, and then nothing "
                   "is written.",
        BP_OPTION_TABLE(options)};
    bp_error error = {0};
    int code;
    if (!bp_options_read(&usage, argc, argv, &arguments.path, &code)) return code;
    if (arguments.picture && (!arguments.fix || arguments.dry_run)) {
        bp_fail(&error, BP_ERROR_ARGUMENT, "--picture", "needs the file that --fix OUT writes");
        return bp_report(PROGRAM, &error);
    }
    const char *alone = arguments.keep_joints      ? "--keep-joints"
                        : arguments.prune          ? "--prune"
                        : arguments.names          ? "--names"
                        : arguments.guess          ? "--guess"
                        : arguments.influences > 0 ? "--influences"
                        : arguments.only >= 0      ? "--only"
                                                   : NULL;
    if (alone && !arguments.fix && !arguments.dry_run) {
        bp_fail(&error, BP_ERROR_ARGUMENT, alone, "goes with --fix OUT or --dry-run");
        return bp_report(PROGRAM, &error);
    }
    if (arguments.keep_joints && arguments.prune) {
        bp_fail(&error, BP_ERROR_ARGUMENT, "--prune", "contradicts --keep-joints");
        return bp_report(PROGRAM, &error);
    }
    const bp_context_options within = {
        .threads = 1, .draco = bp_draco_default(), .limit = bp_limit_bytes(arguments.limit)};
    bp_context *context = bp_context_create(&within, &error);
    bool ok = context && (arguments.fix || arguments.dry_run ? repair(context, &arguments, &errors, &error)
                                                             : examine(context, &arguments, &errors, &error));
    bp_context_destroy(context);
    if (!ok) return bp_report(PROGRAM, &error);
    return errors > 0 ? 1 : 0;
}
