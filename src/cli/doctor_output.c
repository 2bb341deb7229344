/* The formats of the doctor's reports, and the table of all files, also of several machines. */
#include "base/allocator.h"
#include "cli/doctor_formats.h"
#include "cli/print.h"
#include <stdio.h>
#include <string.h>

const char *const bp_doctor_format_names[] = {"text",  "json",   "jsonl",    "sarif",
                                              "junit", "github", "markdown", NULL};

const bp_doctor_format *const bp_doctor_formats[] = {
    &bp_text_format,  &bp_json_format,   &bp_json_lines_format, &bp_sarif_format,
    &bp_junit_format, &bp_github_format, &bp_markdown_format};

void bp_doctor_output_begin(bp_doctor_output *output) {
    output->json = bp_json_writer_make(&output->text.allocator);
    if (output->format->begin) output->format->begin(output);
}

void bp_doctor_output_count(bp_doctor_output *output, const char *path, bp_doctor_row row) {
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
    bp_doctor_output_count(output, result->path,
                           (bp_doctor_row){NULL, report->errors, report->warnings, report->notes,
                                           result->is_read, result->fails});
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
    *error = output->error;
    return false;
}

/* ---- results of several machines ----------------------------------------------------------------*/

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
        bp_doctor_output_count(output, path,
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

int bp_doctor_merge(const char *program, const char *const *paths) {
    bp_doctor_output output = {.format = &bp_text_format, .text.allocator = bp_allocator_default()};
    bp_error error = {0};
    bool ok = true;
    bp_doctor_output_begin(&output);
    for (; *paths && ok; paths++) ok = merge_file(&output, *paths, &error);
    const bp_doctor_sum sum = bp_doctor_totals(&output);
    output.alone = !ok;
    ok = bp_doctor_output_end(&output, &error) && ok;
    return !ok ? bp_report(program, &error) : sum.unread > 0 ? 2 : sum.failing > 0 ? 1 : 0;
}
