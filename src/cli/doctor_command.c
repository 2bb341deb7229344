/* `bindpose doctor FILE [--json]`: findings about a file's skins. Text lists the worst first, JSON keeps the
 * doctor's order. */
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/print.h"
#include <bindpose/gltf.h>
#include <bindpose/io.h>
#include <stdio.h>

#define PROGRAM "bindpose doctor"

static void put_finding(bp_json_writer *writer, const bp_doctor_finding *finding) {
    bp_json_begin_object(writer);
    bp_json_set_text(writer, "id", finding->id);
    bp_json_set_text(writer, "severity", bp_doctor_severity_text(finding->severity));
    bp_json_set_text(writer, "place", finding->place);
    bp_json_set_text(writer, "validatorCode", finding->validator_code);
    bp_json_set_text(writer, "causedBy", finding->caused_by);
    bp_json_set_text(writer, "message", finding->message);
    bp_json_set_text(writer, "effect", finding->effect);
    bp_json_set_text(writer, "cause", finding->cause);
    bp_json_set_text(writer, "remedy", finding->remedy);
    bp_json_end_object(writer);
}

static bool print_json(const char *path, const bp_doctor_report *report, bp_error *error) {
    bp_json_writer writer = bp_json_writer_make(&report->allocator);
    bp_json_begin_object(&writer);
    bp_json_set_text(&writer, "file", path);
    bp_json_set_integer(&writer, "errors", (long long)report->errors);
    bp_json_set_integer(&writer, "warnings", (long long)report->warnings);
    bp_json_set_integer(&writer, "notes", (long long)report->notes);
    bp_json_open_array(&writer, "findings");
    for (size_t i = 0; i < report->count; i++) put_finding(&writer, &report->findings[i]);
    bp_json_end_array(&writer);
    bp_json_end_object(&writer);
    return bp_print_json(&writer, error);
}

static void print_finding(const bp_doctor_finding *finding) {
    printf("\n%s  %s  %s", bp_doctor_severity_text(finding->severity), finding->id, finding->place);
    if (finding->validator_code) printf("  [%s]", finding->validator_code);
    printf("\n  %s\n", finding->message);
    if (finding->caused_by) {
        printf("  follows from: %s\n", finding->caused_by);
        return;
    }
    printf("  picture: %s\n  cause:   %s\n  remedy:  %s\n", finding->effect, finding->cause, finding->remedy);
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
}

static bool examine(const char *path, bool json, size_t *errors, bp_error *error) {
    bp_doctor_report report = {0};
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1}, error);
    if (!context) return false;
    bool ok = bp_doctor_examine(context, path, &report, error);
    if (ok && json) ok = print_json(path, &report, error);
    if (ok && !json) print_list(path, &report);
    *errors = report.errors;
    bp_doctor_report_clear(&report);
    bp_context_destroy(context);
    return ok;
}

int bp_doctor_command(const bp_environment *environment, int argc, char **argv) {
    (void)environment;
    bool json = false;
    const char *path = NULL;
    size_t errors = 0;
    const bp_option options[] = {bp_option_flag("--json", &json, "print JSON")};
    const bp_usage usage = {
        .program = PROGRAM,
        .positionals = "FILE",
        .summary =
            "Says what is wrong with the skins of a glTF file. The exit code is 1 if there are errors.",
        BP_OPTION_TABLE(options)};
    bp_error error = {0};
    int code;
    if (!bp_options_read(&usage, argc, argv, &path, &code)) return code;
    if (!examine(path, json, &errors, &error)) return bp_report(PROGRAM, &error);
    return errors > 0 ? 1 : 0;
}
