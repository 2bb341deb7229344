/* `bindpose doctor FILE [--json]`: findings, the worst first for people, in the order found for programs. */
#include "cli/doctor_command.h"
#include "cli/options.h"
#include <bindpose/gltf.h>
#include <bindpose/io.h>
#include <stdio.h>

#define PROGRAM "bindpose doctor"

/* ---- for programs -------------------------------------------------------------------------------*/

static void put_text(bp_json_writer *writer, const char *key, const char *text) {
    bp_json_key(writer, key);
    bp_json_put_text(writer, text);
}

static void put_count(bp_json_writer *writer, const char *key, size_t count) {
    bp_json_key(writer, key);
    bp_json_put_integer(writer, (long long)count);
}

static void put_finding(bp_json_writer *writer, const bp_doctor_finding *finding) {
    bp_json_begin_object(writer);
    put_text(writer, "id", finding->id);
    put_text(writer, "severity", bp_doctor_severity_text(finding->severity));
    put_text(writer, "place", finding->place);
    put_text(writer, "validatorCode", finding->validator_code);
    put_text(writer, "causedBy", finding->caused_by);
    put_text(writer, "message", finding->message);
    put_text(writer, "effect", finding->effect);
    put_text(writer, "cause", finding->cause);
    put_text(writer, "remedy", finding->remedy);
    bp_json_end_object(writer);
}

static bool print_json(const char *path, const bp_doctor_report *report, bp_error *error) {
    bp_json_writer writer = bp_json_writer_make(&report->allocator);
    bp_file text;
    bp_json_begin_object(&writer);
    put_text(&writer, "file", path);
    put_count(&writer, "errors", report->errors);
    put_count(&writer, "warnings", report->warnings);
    put_count(&writer, "notes", report->notes);
    bp_json_key(&writer, "findings");
    bp_json_begin_array(&writer);
    for (size_t i = 0; i < report->count; i++) put_finding(&writer, &report->findings[i]);
    bp_json_end_array(&writer);
    bp_json_end_object(&writer);
    bool good = bp_json_writer_finish(&writer, &text, error);
    bp_json_writer_clear(&writer);
    if (!good) return false;
    fwrite(text.data, 1, text.size, stdout);
    bp_file_free(&report->allocator, &text);
    return true;
}

/* ---- for people ---------------------------------------------------------------------------------*/

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

/* ---- the command --------------------------------------------------------------------------------*/

static bool examine(const char *path, bool json, size_t *errors, bp_error *error) {
    bp_doctor_report report = {0};
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1}, error);
    if (!context) return false;
    bool good = bp_doctor_examine(context, path, &report, error);
    if (good && json) good = print_json(path, &report, error);
    if (good && !json) print_list(path, &report);
    *errors = report.errors;
    bp_doctor_report_clear(&report);
    bp_context_destroy(context);
    return good;
}

int bp_doctor_command(int argc, char **argv) {
    bool json = false;
    const char *path = NULL;
    size_t errors = 0;
    const bp_option options[] = {
        {"--json", BP_OPTION_FLAG, &json, NULL, "for programs", 0, 0, NULL, NULL},
    };
    bp_usage usage = {.program = PROGRAM,
                      .positionals = "FILE",
                      .summary =
                          "What is wrong with the skins of a glTF file; the exit code is 1 where there are "
                          "errors.",
                      .options = options,
                      .option_count = BP_COUNT(options),
                      .positionals_min = 1,
                      .positionals_max = 1};
    bp_error error = {0};
    bp_parsed parsed = bp_options_parse(&usage, argc, argv, &path, &error);
    if (parsed == BP_PARSED_DONE) return 0;
    if (parsed != BP_PARSED || !examine(path, json, &errors, &error)) return bp_report(PROGRAM, &error);
    return errors > 0 ? 1 : 0;
}
