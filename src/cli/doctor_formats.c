/* Reports of the doctor as text and as JSON, and the table of all files, also of several machines. */
#include "cli/doctor_formats.h"
#include "base/allocator.h"
#include "cli/doctor_rules.h"
#include "cli/print.h"
#include "gltf/doctor/doctor.h"
#include <stdio.h>
#include <string.h>

static const char *place_of(const bp_doctor_finding *finding) {
    return finding->place[0] ? finding->place : "the whole file";
}

/* What is wrong, what one sees, why, what to do; then where, for those who look it up. */
static void print_finding(const bp_doctor_finding *finding) {
    printf("\n%s: %s\n", bp_doctor_severity_text(finding->severity), finding->message);
    if (finding->caused_by)
        printf("  follows from: %s\n", bp_doctor_id_name(finding->caused_by));
    else
        printf("  picture: %s\n  cause:   %s\n  remedy:  %s\n", finding->effect, finding->cause,
               finding->remedy);
    printf("  where:   %s at %s", bp_doctor_id_name(finding->id), place_of(finding));
    if (finding->validator_code) printf("  [%s]", finding->validator_code);
    printf("\n");
}

static void print_count(size_t count, const char *thing, const char *end) {
    printf("%zu %s%s%s", count, thing, count == 1 ? "" : "s", end);
}

static void print_list(const char *path, const bp_doctor_report *report, bool checked) {
    size_t silenced = 0;
    printf("%s: ", bp_escape(path).text);
    print_count(report->errors, "error", ", ");
    print_count(report->warnings, "warning", ", ");
    print_count(report->notes, "note", "\n");
    for (int severity = BP_DOCTOR_ERROR; severity >= BP_DOCTOR_NOTE; severity--)
        for (size_t i = 0; i < report->count; i++)
            if (report->findings[i].severity == (bp_doctor_severity)severity &&
                !report->findings[i].silenced[0])
                print_finding(&report->findings[i]);
    for (size_t i = 0; i < report->count; i++) {
        const bp_doctor_finding *finding = &report->findings[i];
        if (!finding->silenced[0]) continue;
        printf("%ssilenced: %s at %s (%s)\n", silenced++ ? "" : "\n", bp_doctor_id_name(finding->id),
               place_of(finding), bp_escape(finding->silenced).text);
    }
    size_t all = report->errors + report->warnings + report->notes + silenced;
    if (all > report->count) printf("\nand %zu more findings\n", all - report->count);
    if (checked && *report->checked) printf("\n%s\n", report->checked);
}

static void print_repair(const bp_doctor_output *output, const bp_doctor_result *result) {
    const bp_repair *repair = result->repair;
    if (repair->count == 0) printf("nothing that can be repaired mechanically\n");
    for (size_t i = 0; i < repair->count; i++)
        printf("%s  %s  %s\n  %s\n", repair->changes[i].guess ? "guessed " : "repaired",
               bp_doctor_id_name(repair->changes[i].id), repair->changes[i].place,
               repair->changes[i].message);
    printf("\nleft in ");
    print_list(result->written ? result->written : result->path, result->report, output->alone);
    if (output->dry_run)
        printf("\nnothing was written (--dry-run)\n");
    else if (!repair->whole)
        printf("\nnothing was written: the repair would not be whole, since the errors or doubts above are "
               "left%s\n",
               repair->guessable ? "; with --guess they are mended by what is likely" : "");
}

/* Of several files, those without errors and warnings are only counted. Of unreadable ones standard error
 * tells. */
static void text_file(bp_doctor_output *output, const bp_doctor_result *result) {
    const bp_doctor_report *report = result->report;
    bool told = output->quiet ? result->fails
                              : output->alone || result->repair || result->fails ||
                                    report->errors + report->warnings > 0;
    if (!told || !result->is_read) return;
    if (result->repair)
        print_repair(output, result);
    else
        print_list(result->path, result->report, output->alone);
    if (!output->alone) printf("\n");
}

bp_doctor_sum bp_doctor_totals(const bp_doctor_output *output) {
    bp_doctor_sum sum = {0, 0, ""};
    for (size_t i = 0; i < output->count; i++) {
        sum.unread += !output->rows[i].is_read;
        sum.failing += output->rows[i].is_read && output->rows[i].fails;
    }
    snprintf(sum.sentence, sizeof sum.sentence, "%zu file%s: %zu good, %zu failed, %zu unreadable",
             output->count, output->count == 1 ? "" : "s", output->count - sum.failing - sum.unread,
             sum.failing, sum.unread);
    return sum;
}

/* The table of several files: those with errors or warnings, and all in a sentence. */
static void text_end(bp_doctor_output *output) {
    if (output->alone || output->quiet) return;
    for (size_t i = 0; i < output->count; i++) {
        const bp_doctor_row *row = &output->rows[i];
        if (i == 0) printf("errors  warnings  notes  file\n");
        if (row->errors + row->warnings > 0 || row->fails)
            printf("%6zu  %8zu  %5zu  %s%s\n", row->errors, row->warnings, row->notes,
                   bp_escape(row->path).text, row->is_read ? "" : " (unreadable)");
    }
    printf("%s\n", bp_doctor_totals(output).sentence);
}

const bp_doctor_format bp_text_format = {NULL, text_file, text_end};

static void set_number(bp_json_writer *writer, const char *key, int number) {
    if (number >= 0) bp_json_write(writer, "%s: %d", key, number);
}

/* The first ones, and how many there are. */
static void put_concerned(bp_json_writer *writer, const char *key, const char *count_key,
                          const bp_doctor_concerned *list) {
    if (list->count == 0) return;
    bp_json_write(writer, "%s: (", key);
    for (size_t i = 0; i < list->count && i < BP_DOCTOR_MAX_CONCERNED; i++)
        bp_json_write(writer, "%d", list->first[i]);
    bp_json_write(writer, "), %s: %zu", count_key, list->count);
}

static void put_finding(bp_json_writer *writer, const char *path, const bp_doctor_finding *finding) {
    char fingerprint[BP_FINGERPRINT_TEXT];
    bp_doctor_fingerprint(path, finding, fingerprint);
    bp_json_write(writer, "{id: %s, severity: %s, place: %s, pointer: %s", bp_doctor_id_name(finding->id),
                  bp_doctor_severity_text(finding->severity), finding->place, finding->pointer);
    if (finding->line > 0) bp_json_write(writer, "line: %zu", finding->line);
    if (finding->size > 0) bp_json_write(writer, "byteOffset: %zu", finding->offset);
    if (finding->size > 0) bp_json_write(writer, "byteLength: %zu", finding->size);
    set_number(writer, "node", finding->node);
    set_number(writer, "skin", finding->skin);
    set_number(writer, "mesh", finding->mesh);
    set_number(writer, "joint", finding->joint);
    set_number(writer, "primitive", finding->primitive);
    put_concerned(writer, "vertices", "vertexCount", &finding->vertices);
    put_concerned(writer, "joints", "jointCount", &finding->joints);
    if (finding->time_count > 0)
        bp_json_write(writer, "times: %*p", (int)finding->time_count, bp_floats(finding->times));
    bp_json_write(writer,
                  "validatorCode: %s, causedBy: %s, message: %s, effect: %s, cause: %s, remedy: %s, "
                  "fingerprint: %s, silenced: %s}",
                  finding->validator_code, finding->caused_by ? bp_doctor_id_name(finding->caused_by) : NULL,
                  finding->message, finding->effect, finding->cause, finding->remedy, fingerprint,
                  finding->silenced[0] ? finding->silenced : NULL);
}

static void put_report(bp_json_writer *writer, const char *path, const bp_doctor_report *report) {
    bp_json_write(writer, "errors: %zu, warnings: %zu, notes: %zu, findings: [", report->errors,
                  report->warnings, report->notes);
    for (size_t i = 0; i < report->count; i++) put_finding(writer, path, &report->findings[i]);
    bp_json_write(writer, "]");
}

static void put_repair(bp_json_writer *writer, const bp_doctor_result *result) {
    const bp_repair *repair = result->repair;
    bp_json_write(writer, "repaired: {file: %s, whole: %i, changes: [", result->written, repair->whole);
    for (size_t i = 0; i < repair->count; i++)
        bp_json_write(writer, "{id: %s, place: %s, message: %s, guess: %i}",
                      bp_doctor_id_name(repair->changes[i].id), repair->changes[i].place,
                      repair->changes[i].message, repair->changes[i].guess);
    bp_json_write(writer, "]");
    put_report(writer, result->path, result->report);
    bp_json_write(writer, "}");
}

/* The object of one file, in its list or alone. */
static void put_file(bp_json_writer *writer, const bp_doctor_result *result) {
    const bp_doctor_report *report = result->repair ? &result->repair->before : result->report;
    bp_json_write(writer, "{version: 1, file: %s, read: %i, fails: %i, checked: %s", result->path,
                  result->is_read, result->fails, report->checked);
    put_report(writer, result->path, report);
    if (result->repair) put_repair(writer, result);
    bp_json_write(writer, "}");
}

static void json_begin(bp_doctor_output *output) {
    if (!output->alone) bp_json_write(&output->json, "{version: 1, files: [");
}

static void json_file(bp_doctor_output *output, const bp_doctor_result *result) {
    put_file(&output->json, result);
}

static void json_end(bp_doctor_output *output) {
    if (!output->alone) bp_json_write(&output->json, "]}");
}

const bp_doctor_format bp_json_format = {json_begin, json_file, json_end};

/* The same object on one line: its line breaks, and the spaces that indent, stand between values. */
static void json_line(bp_doctor_output *output, const bp_doctor_result *result) {
    bp_file text;
    put_file(&output->json, result);
    if (!bp_json_writer_finish(&output->json, &text, &output->error)) return;
    for (const char *line = (const char *)text.data; *line;) {
        size_t length = strcspn(line, "\n");
        fwrite(line, 1, length, stdout);
        line += length;
        line += strspn(line, "\n ");
    }
    printf("\n");
    bp_file_free(&output->text.allocator, &text);
}

const bp_doctor_format bp_json_lines_format = {NULL, json_line, NULL};

void bp_doctor_output_begin(bp_doctor_output *output) {
    output->json = bp_json_writer_make(&output->text.allocator);
    if (output->format->begin) output->format->begin(output);
}

/* Adds a line to the table, whose path is copied. */
static void add_row(bp_doctor_output *output, const char *path, bp_doctor_row row) {
    const bp_allocator *allocator = &output->text.allocator;
    bp_doctor_row *grown =
        bp_realloc(allocator, output->rows, output->count, output->count + 1, sizeof *grown, &output->error);
    if (!grown) return;
    output->rows = grown;
    row.path = bp_copy_text(allocator, path, &output->error);
    if (row.path) output->rows[output->count++] = row;
}

void bp_doctor_output_add(bp_doctor_output *output, const bp_doctor_result *result) {
    const bp_doctor_report *report = result->report;
    output->format->file(output, result);
    add_row(output, result->path,
            (bp_doctor_row){NULL, report->errors, report->warnings, report->notes, result->is_read,
                            result->fails});
}

bool bp_doctor_output_end(bp_doctor_output *output, bp_error *error) {
    const bp_allocator allocator = output->text.allocator;
    bp_file text = {0};
    if (output->format->end) output->format->end(output);
    if (output->json.text.size > 0) bp_print_json(&output->json, &output->error);
    if (bp_text_buffer_finish(&output->text, &text, &output->error)) fwrite(text.data, 1, text.size, stdout);
    bp_file_free(&allocator, &text);
    for (size_t i = 0; i < output->count; i++) bp_free(&allocator, output->rows[i].path);
    bp_free(&allocator, output->rows);
    if (output->error.kind == BP_ERROR_NONE) return bp_printed(error);
    if (error) *error = output->error;
    return false;
}

static bool merge_line(bp_doctor_output *output, const char *place, const char *line, size_t length,
                       bp_error *error) {
    bp_json *root = bp_json_parse(line, length, 0, place, error);
    const char *path = bp_json_text_or(bp_json_member(root, "file"), NULL);
    long long counts[3] = {0, 0, 0};
    static const char *const KEYS[] = {"errors", "warnings", "notes"};
    bool ok = root && path;
    for (int i = 0; i < 3; i++)
        ok = ok && bp_json_integer(bp_json_member(root, KEYS[i]), &counts[i]) && counts[i] >= 0;
    if (ok)
        add_row(output, path,
                (bp_doctor_row){NULL, (size_t)counts[0], (size_t)counts[1], (size_t)counts[2],
                                bp_json_bool_or(bp_json_member(root, "read"), true),
                                bp_json_bool_or(bp_json_member(root, "fails"), false)});
    else if (root)
        bp_fail(error, BP_ERROR_INPUT, place, "is no result of `bindpose doctor --format jsonl`");
    bp_json_destroy(root);
    return ok;
}

static bool merge_file(bp_doctor_output *output, const char *path, bp_error *error) {
    bp_file text = {0};
    char place[160];
    size_t number = 0;
    bool ok = bp_file_read(&output->text.allocator, path, 0, &text, error);
    for (const char *line = (const char *)text.data; ok && *line;) {
        size_t length = strcspn(line, "\n");
        snprintf(place, sizeof place, "%.120s, line %zu", path, ++number);
        ok = length == 0 || merge_line(output, place, line, length, error);
        line += length + (line[length] == '\n');
    }
    bp_file_free(&output->text.allocator, &text);
    return ok;
}

int bp_doctor_merge(char *const *paths, bp_error *error) {
    bp_doctor_output output = {.format = &bp_text_format, .text.allocator = bp_allocator_default()};
    bp_doctor_output_begin(&output);
    while (*paths && merge_file(&output, *paths, error)) paths++;
    const bp_doctor_sum sum = bp_doctor_totals(&output);
    output.alone = *paths != NULL;
    (void)bp_doctor_output_end(&output, output.alone ? NULL : error);
    return sum.unread > 0 ? 2 : sum.failing > 0 ? 1 : 0;
}
