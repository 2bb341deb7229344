/* Findings: what the doctor adds while it looks, and the texts that go with each id. */
#include "gltf/doctor/doctor.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct doctor_text {
    const char *id, *code, *effect, *cause, *remedy;
} doctor_text;

static const doctor_text TEXTS[BP_DOCTOR_ID_COUNT] = {
#define BP_DOCTOR_ID(constant, id, code, effect, cause, remedy) {id, code, effect, cause, remedy},
#include "gltf/doctor/doctor_findings.h"
#undef BP_DOCTOR_ID
};

const char *bp_doctor_severity_text(bp_doctor_severity severity) {
    static const char *const names[] = {"note", "warning", "error"};
    return severity <= BP_DOCTOR_ERROR ? names[severity] : "?";
}

void bp_doctor_report_clear(bp_doctor_report *report) {
    bp_free(&report->allocator, report->findings);
    *report = (bp_doctor_report){0};
}

/* ---- adding -------------------------------------------------------------------------------------*/

static void count(bp_doctor_report *report, bp_doctor_severity severity) {
    report->errors += severity == BP_DOCTOR_ERROR;
    report->warnings += severity == BP_DOCTOR_WARNING;
    report->notes += severity == BP_DOCTOR_NOTE;
}

/* A place for one more: the list doubles, up to the most that is kept. NULL where there is none. */
static bp_doctor_finding *next_finding(bp_doctor *doctor) {
    bp_doctor_report *report = doctor->report;
    size_t n = report->count;
    if (n == BP_DOCTOR_MAX_FINDINGS) return NULL;
    if ((n & (n - 1)) == 0) {
        size_t room = n == 0 ? 1 : 2 * n;
        bp_doctor_finding *grown =
            bp_realloc(&report->allocator, report->findings, n, room, sizeof *grown, NULL);
        if (!grown) {
            doctor->full = true;
            return NULL;
        }
        report->findings = grown;
    }
    report->count++;
    return &report->findings[n];
}

static void add(bp_doctor *doctor, bp_doctor_id id, bp_doctor_severity severity, bp_doctor_id cause,
                const char *code, const char *place, const char *format, va_list arguments) {
    const doctor_text *text = &TEXTS[id];
    if (cause != BP_DOCTOR_NO_CAUSE) severity = BP_DOCTOR_NOTE;
    count(doctor->report, severity);
    bp_doctor_finding *finding = next_finding(doctor);
    if (!finding) return;
    *finding = (bp_doctor_finding){
        .id = text->id,
        .severity = severity,
        .validator_code = code,
        .caused_by = cause == BP_DOCTOR_NO_CAUSE ? NULL : TEXTS[cause].id,
        .effect = text->effect,
        .cause = text->cause,
        .remedy = text->remedy,
    };
    snprintf(finding->place, sizeof finding->place, "%s", place);
    vsnprintf(finding->message, sizeof finding->message, format, arguments);
}

void bp_doctor_add(bp_doctor *doctor, bp_doctor_id id, bp_doctor_severity severity, bp_doctor_id cause,
                   const char *place, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add(doctor, id, severity, cause, TEXTS[id].code, place, format, arguments);
    va_end(arguments);
}

void bp_doctor_add_coded(bp_doctor *doctor, bp_doctor_id id, bp_doctor_severity severity, bp_doctor_id cause,
                         const char *code, const char *place, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add(doctor, id, severity, cause, code, place, format, arguments);
    va_end(arguments);
}

bool bp_doctor_add_unreadable(bp_doctor *doctor, const bp_error *fault, bp_error *error) {
    if (fault->kind == BP_ERROR_MEMORY) {
        if (error) *error = *fault;
        return false;
    }
    const bp_doctor_report *report = doctor->report;
    for (size_t i = 0; i < report->count; i++)
        if (strcmp(report->findings[i].place, fault->place) == 0 &&
            strcmp(report->findings[i].message, fault->message) == 0)
            return true;
    bp_doctor_add(doctor, BP_DOCTOR_UNREADABLE, BP_DOCTOR_ERROR, BP_DOCTOR_NO_CAUSE, fault->place, "%s",
                  fault->message);
    return true;
}

/* ---- asking -------------------------------------------------------------------------------------*/

bp_doctor_id bp_doctor_first(const bp_doctor *doctor, bp_doctor_id from, bp_doctor_id to) {
    const bp_doctor_report *report = doctor->report;
    for (size_t i = 0; i < report->count; i++) {
        const bp_doctor_finding *finding = &report->findings[i];
        if (finding->severity == BP_DOCTOR_NOTE) continue;
        for (int id = (int)from; id <= (int)to; id++)
            if (finding->id == TEXTS[id].id) return (bp_doctor_id)id;
    }
    return BP_DOCTOR_NO_CAUSE;
}

const char *bp_doctor_node_text(const bp_doctor *doctor, int node, char *text, size_t size) {
    const char *name = node >= 0 ? doctor->nodes[node].name : "";
    if (*name)
        snprintf(text, size, "nodes[%d] \"%.40s\"", node, name);
    else
        snprintf(text, size, "nodes[%d]", node);
    return text;
}
