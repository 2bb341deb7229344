/* Reports of the doctor for build servers and code reviews: SARIF 2.1.0, JUnit's XML, annotations of GitHub
 * and Markdown. A silenced finding is in none of them but SARIF, which has a place for it. */
#include "base/utf8.h"
#include "cli/doctor_formats.h"
#include "cli/doctor_rules.h"
#include "gltf/doctor/doctor.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void set_message(bp_json_writer *json, const char *key, const char *text) {
    bp_json_write(json, "%s: {text: %s}", key, text);
}

/* If $BINDPOSE_SITE says where the site of `make web` is, links lead to the finding's page, and from the help
 * also to its lesson's article. */
static void put_rule(bp_json_writer *json, bp_doctor_id id) {
    const bp_doctor_id_text *text = bp_doctor_text_of(id);
    const char *site = getenv("BINDPOSE_SITE");
    int lesson = bp_doctor_group_of(id)->lesson;
    int length = site ? (int)strlen(site) : 0;
    char help[2048];
    while (length > 0 && site[length - 1] == '/') length--;
    bp_json_write(json, "{id: %s", text->name);
    set_message(json, "shortDescription", text->effect);
    set_message(json, "fullDescription", text->cause);
    bp_json_write(json, "help: {");
    snprintf(help, sizeof help, "%s `bindpose explain %s` says more, and `bindpose lesson %d` shows why.",
             text->remedy, text->name, lesson);
    bp_json_write(json, "text: %s", help);
    if (length > 0) {
        snprintf(help, sizeof help, "%s [%s, with a picture](%.*s/finding-%s.html). [Why](%.*s/%02d.html).",
                 text->remedy, text->name, length, site, text->name, length, site, lesson);
        bp_json_write(json, "markdown: %s", help);
        snprintf(help, sizeof help, "%.*s/finding-%s.html", length, site, text->name);
    }
    bp_json_write(json, "}");
    if (length > 0) bp_json_write(json, "helpUri: %s", help);
    bp_json_write(json, "}");
}

static void sarif_begin(bp_doctor_output *output) {
    bp_json_writer *json = &output->json;
    bp_json_write(json, "{$schema: %s, version: %s, runs: [{tool: {driver: {name: %s, version: %s, rules: [",
                  "https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", "Bindpose", BP_VERSION);
    for (int id = 1; id < BP_DOCTOR_ID_COUNT; id++)
        if (bp_doctor_has_own_name(id)) put_rule(json, (bp_doctor_id)id);
    bp_json_write(json, "]}}, results: [");
}

/* A path as a URI reference (RFC 3986): bytes other than letters, digits and "-._~/" are escaped. */
static const char *address_of(const char *path, char *out, size_t size) {
    size_t used = 0;
    for (; *path && used + 4 < size; path++) {
        unsigned char c = (unsigned char)*path;
        bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                     strchr("-._~/", c) != NULL;
        used += (size_t)snprintf(out + used, size - used, plain ? "%c" : "%%%02X", c);
    }
    out[used] = '\0';
    return out;
}

static void put_location(bp_json_writer *json, const char *path, const bp_doctor_finding *finding) {
    char address[3 * 4096];
    bp_json_write(json,
                  "locations: [{physicalLocation: {artifactLocation: {uri: %s}, region: {startLine: %zu",
                  address_of(path, address, sizeof address), finding->line > 0 ? finding->line : 1);
    if (finding->size > 0) bp_json_write(json, "byteOffset: %zu", finding->offset);
    if (finding->size > 0) bp_json_write(json, "byteLength: %zu", finding->size);
    bp_json_write(json, "}}, logicalLocations: [{fullyQualifiedName: %s, kind: %s}]}]", finding->pointer,
                  "value");
}

static void put_result(bp_json_writer *json, const char *path, const bp_doctor_finding *finding) {
    char text[1400], fingerprint[BP_FINGERPRINT_TEXT];
    snprintf(text, sizeof text, "%s %s", finding->message, finding->caused_by ? "" : finding->remedy);
    bp_doctor_fingerprint(path, finding, fingerprint);
    bp_json_write(json, "{ruleId: %s, level: %s", bp_doctor_id_name(finding->id),
                  bp_doctor_severity_text(finding->severity));
    set_message(json, "message", text);
    put_location(json, path, finding);
    bp_json_write(json, "partialFingerprints: {bindpose/v1: %s}", fingerprint);
    if (finding->silenced[0])
        bp_json_write(json, "suppressions: [{kind: %s, justification: %s}]", "external", finding->silenced);
    bp_json_write(json, "}");
}

static void sarif_file(bp_doctor_output *output, const bp_doctor_result *result) {
    for (size_t i = 0; i < result->report->count; i++)
        put_result(&output->json, result->path, &result->report->findings[i]);
}

static void sarif_end(bp_doctor_output *output) { bp_json_write(&output->json, "]}]}"); }

const bp_doctor_format bp_sarif_format = {sarif_begin, sarif_file, sarif_end};

/* Replaces characters of `from` by the texts of `to`, in the same order; and what no text may hold (control
 * characters but for line feeds, invalid UTF-8) by "?". */
static void put_replaced(bp_text_buffer *out, const char *text, const char *from, const char *const *to) {
    for (const unsigned char *c = (const unsigned char *)text; *c;) {
        size_t length = bp_utf8_length(c);
        const char *found = strchr(from, *c);
        if (found)
            bp_text_buffer_add(out, "%s", to[found - from]);
        else if (length == 0 || (bp_utf8_is_control(c) && *c != '\n'))
            bp_text_buffer_add(out, "?");
        else
            bp_text_buffer_put(out, c, length);
        c += length ? length : 1;
    }
}

static void put_xml(bp_text_buffer *out, const char *text) {
    static const char *const TO[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    put_replaced(out, text, "&<>\"", TO);
}

/* Of an annotation: its message, or a property, where colons and commas have a meaning, too. */
static void put_annotation(bp_text_buffer *out, const char *text, bool property) {
    static const char *const TO[] = {"%25", "%0A", "%3A", "%2C"};
    put_replaced(out, text, property ? "%\n:," : "%\n", TO);
}

static void put_markdown(bp_text_buffer *out, const char *text) {
    static const char *const TO[] = {"\\|", " ", "&lt;", "\\`", "\\*", "\\_", "\\["};
    put_replaced(out, text, "|\n<`*_[", TO);
}

static bool counts(const bp_doctor_finding *finding) { return !finding->silenced[0]; }

static void put_case_text(bp_text_buffer *out, const bp_doctor_report *report) {
    char line[1600];
    for (size_t i = 0; i < report->count; i++) {
        const bp_doctor_finding *finding = &report->findings[i];
        if (!counts(finding)) continue;
        snprintf(line, sizeof line, "%s: %s at %s: %s\n  %s\n", bp_doctor_severity_text(finding->severity),
                 bp_doctor_id_name(finding->id), finding->place, finding->message,
                 finding->caused_by ? "" : finding->remedy);
        put_xml(out, line);
    }
}

static const char *first_message(const bp_doctor_report *report) {
    for (int severity = BP_DOCTOR_ERROR; severity >= BP_DOCTOR_NOTE; severity--)
        for (size_t i = 0; i < report->count; i++)
            if ((int)report->findings[i].severity == severity && counts(&report->findings[i]))
                return report->findings[i].message;
    return "";
}

/* A file is a test case: it passes, fails, or ends in an error if it can't be read. */
static void junit_file(bp_doctor_output *output, const bp_doctor_result *result) {
    bp_text_buffer *out = &output->text;
    const char *what = !result->is_read ? "error" : result->fails ? "failure" : "system-out";
    bp_text_buffer_add(out, "    <testcase classname=\"bindpose.doctor\" name=\"");
    put_xml(out, result->path);
    bp_text_buffer_add(out, "\">\n      <%s", what);
    if (!result->is_read || result->fails) {
        bp_text_buffer_add(out, " type=\"%s\" message=\"", result->is_read ? "findings" : "unreadable");
        put_xml(out, first_message(result->report));
        bp_text_buffer_add(out, "\"");
    }
    bp_text_buffer_add(out, ">");
    put_case_text(out, result->report);
    bp_text_buffer_add(out, "</%s>\n    </testcase>\n", what);
}

static void junit_end(bp_doctor_output *output) {
    const bp_doctor_sum sum = bp_doctor_totals(output);
    printf("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"%zu\" failures=\"%zu\" "
           "errors=\"%zu\">\n  <testsuite name=\"bindpose doctor\" tests=\"%zu\" failures=\"%zu\" "
           "errors=\"%zu\" skipped=\"0\" time=\"0\">\n",
           output->count, sum.failing, sum.unread, output->count, sum.failing, sum.unread);
    bp_text_buffer_add(&output->text, "  </testsuite>\n</testsuites>\n");
}

const bp_doctor_format bp_junit_format = {NULL, junit_file, junit_end};

static void github_file(bp_doctor_output *output, const bp_doctor_result *result) {
    static const char *const KINDS[] = {"notice", "warning", "error"};
    bp_text_buffer *out = &output->text;
    for (size_t i = 0; i < result->report->count; i++) {
        const bp_doctor_finding *finding = &result->report->findings[i];
        if (!counts(finding)) continue;
        bp_text_buffer_add(out, "::%s file=", KINDS[finding->severity]);
        put_annotation(out, result->path, true);
        if (finding->line > 0) bp_text_buffer_add(out, ",line=%zu", finding->line);
        bp_text_buffer_add(out, ",title=%s::", bp_doctor_id_name(finding->id));
        put_annotation(out, finding->message, false);
        if (!finding->caused_by) bp_text_buffer_add(out, "%%0A");
        if (!finding->caused_by) put_annotation(out, finding->remedy, false);
        bp_text_buffer_add(out, "\n");
    }
}

const bp_doctor_format bp_github_format = {NULL, github_file, NULL};

static void markdown_begin(bp_doctor_output *output) {
    (void)output;
    printf("| | file | finding | what to do |\n| --- | --- | --- | --- |\n");
}

static void markdown_file(bp_doctor_output *output, const bp_doctor_result *result) {
    bp_text_buffer *out = &output->text;
    for (size_t i = 0; i < result->report->count; i++) {
        const bp_doctor_finding *finding = &result->report->findings[i];
        if (!counts(finding)) continue;
        bp_text_buffer_add(out, "| %s | ", bp_doctor_severity_text(finding->severity));
        put_markdown(out, result->path);
        bp_text_buffer_add(out, " | **%s** at ", bp_doctor_id_name(finding->id));
        put_markdown(out, finding->place);
        bp_text_buffer_add(out, ": ");
        put_markdown(out, finding->message);
        bp_text_buffer_add(out, " | ");
        put_markdown(out, finding->caused_by ? "" : finding->remedy);
        bp_text_buffer_add(out, " |\n");
    }
}

static void markdown_end(bp_doctor_output *output) {
    bp_text_buffer_add(&output->text, "\n%s\n", bp_doctor_totals(output).sentence);
}

const bp_doctor_format bp_markdown_format = {markdown_begin, markdown_file, markdown_end};
