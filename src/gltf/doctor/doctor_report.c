/* The report: adding findings, with the texts of their ids, and searching them. */
#include "gltf/doctor/doctor.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct finding_text {
    const char *id, *code, *effect, *cause, *remedy;
} finding_text;

static const finding_text TEXTS[BP_DOCTOR_ID_COUNT] = {
#define BP_DOCTOR_ID(constant, id, code, effect, cause, remedy) {id, code, effect, cause, remedy},
#include "gltf/doctor/doctor_findings.h"
#undef BP_DOCTOR_ID
};

const char *bp_doctor_severity_text(bp_doctor_severity severity) {
    static const char *const names[] = {"note", "warning", "error"};
    return severity <= BP_DOCTOR_ERROR ? names[severity] : "?";
}

void bp_doctor_report_clear(bp_doctor_report *report) {
    if (!report) return;
    bp_free(&report->allocator, report->findings);
    *report = (bp_doctor_report){0};
}

/* Room for one more finding; the list doubles up to its limit. NULL beyond it, and without memory. */
static bp_doctor_finding *next_finding(bp_doctor *doctor) {
    bp_doctor_report *report = doctor->report;
    size_t n = report->count;
    if (n == BP_DOCTOR_MAX_FINDINGS) return NULL;
    if ((n & (n - 1)) == 0) {
        size_t capacity = n == 0 ? 1 : 2 * n;
        bp_doctor_finding *grown =
            bp_realloc(&report->allocator, report->findings, n, capacity, sizeof *grown, NULL);
        if (!grown) {
            doctor->out_of_memory = true;
            return NULL;
        }
        report->findings = grown;
    }
    report->count++;
    return &report->findings[n];
}

const char *bp_doctor_id_text(bp_doctor_id id) { return TEXTS[id].id; }
const char *bp_doctor_code(bp_doctor_id id) { return TEXTS[id].code; }

void bp_doctor_add_coded(bp_doctor *doctor, bp_doctor_id id, bp_doctor_severity severity, bp_doctor_id cause,
                         const char *code, const char *path, const char *format, ...) {
    const finding_text *text = &TEXTS[id];
    if (cause != BP_DOCTOR_NONE) severity = BP_DOCTOR_NOTE;
    bp_doctor_report *report = doctor->report;
    *(severity == BP_DOCTOR_ERROR     ? &report->errors
      : severity == BP_DOCTOR_WARNING ? &report->warnings
                                      : &report->notes) += 1;
    bp_doctor_finding *finding = next_finding(doctor);
    if (!finding) return;
    *finding = (bp_doctor_finding){
        .id = text->id,
        .severity = severity,
        .validator_code = code,
        .caused_by = cause == BP_DOCTOR_NONE ? NULL : TEXTS[cause].id,
        .effect = text->effect,
        .cause = text->cause,
        .remedy = text->remedy,
    };
    snprintf(finding->place, sizeof finding->place, "%s", path);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(finding->message, sizeof finding->message, format, arguments);
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
    bool unsupported = strncmp(fault->place, "extensionsRequired", 18) == 0;
    bp_doctor_add(doctor, unsupported ? BP_DOCTOR_UNSUPPORTED : BP_DOCTOR_UNREADABLE, BP_DOCTOR_ERROR,
                  fault->place, "%s", fault->message);
    return true;
}

bp_doctor_id bp_doctor_first(const bp_doctor *doctor, bp_doctor_id from, bp_doctor_id to) {
    const bp_doctor_report *report = doctor->report;
    for (size_t i = 0; i < report->count; i++) {
        const bp_doctor_finding *finding = &report->findings[i];
        if (finding->severity == BP_DOCTOR_NOTE) continue;
        for (int id = (int)from; id <= (int)to; id++)
            if (finding->id == TEXTS[id].id) return (bp_doctor_id)id;
    }
    return BP_DOCTOR_NONE;
}

bp_doctor_id bp_doctor_pose_cause(const bp_doctor *doctor) {
    bp_doctor_id cause = bp_doctor_first(doctor, BP_DOCTOR_UNREADABLE, BP_DOCTOR_NO_COMMON_ROOT);
    if (cause != BP_DOCTOR_NONE) return cause;
    return bp_doctor_first(doctor, BP_DOCTOR_IBM_COUNT, BP_DOCTOR_SCALE_NON_UNIFORM);
}

bp_doctor_text bp_doctor_path(const char *format, ...) {
    bp_doctor_text out;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(out.text, sizeof out.text, format, arguments);
    va_end(arguments);
    return out;
}

bp_doctor_text bp_doctor_node_text(const bp_doctor *doctor, int node) {
    const char *name = node >= 0 ? doctor->nodes[node].name : "";
    return *name ? bp_doctor_path("nodes[%d] \"%.40s\"", node, name) : bp_doctor_path("nodes[%d]", node);
}
