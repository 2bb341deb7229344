/* The report: adding findings, and searching them. */
#include "base/allocator.h"
#include "gltf/doctor/doctor.h"
#include "gltf/doctor/doctor_profiles.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *bp_doctor_severity_text(bp_doctor_severity severity) {
    static const char *const names[] = {"note", "warning", "error"};
    return severity <= BP_DOCTOR_ERROR ? names[severity] : "?";
}

void bp_doctor_report_clear(bp_doctor_report *report) {
    if (!report) return;
    bp_free(&report->allocator, report->findings);
    *report = (bp_doctor_report){0};
}

static size_t *count_of(bp_doctor_report *report, bp_doctor_severity severity) {
    return severity == BP_DOCTOR_ERROR     ? &report->errors
           : severity == BP_DOCTOR_WARNING ? &report->warnings
                                           : &report->notes;
}

static void fail_memory(bp_doctor *doctor) {
    doctor->is_stopped = true;
    bp_fail(&doctor->failure, BP_ERROR_MEMORY, "glTF", "no memory for all findings");
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
            fail_memory(doctor);
            return NULL;
        }
        report->findings = grown;
    }
    report->count++;
    return &report->findings[n];
}

/* Makes the finding's place, "skins[0].joints[3]", a JSON pointer, "/skins/0/joints/3", up to the last value
 * that the file's JSON has, and finds that value in the text. BVH has none. */
static void make_pointer(bp_doctor *doctor, bp_doctor_finding *finding) {
    enum { SIZE = sizeof finding->pointer };
    const bp_gltf_document *document = &doctor->document;
    const bp_json *at = document->root.json;
    const char *path = finding->place;
    if (document->owned.data || !at) return;
    if (!doctor->text.arena)
        doctor->text =
            bp_rewrite_tree_open(&doctor->arena, (const char *)document->text.data, document->text.size);
    bp_rewrite_value *value = &doctor->text.root, *last = value;
    for (size_t used = 0; *path;) {
        char step[128];
        bool is_index = *path == '[';
        path += strspn(path, ".[");
        size_t length = strcspn(path, is_index ? "]" : ".["), index = is_index ? strtoul(path, NULL, 10) : 0;
        snprintf(step, sizeof step, "%.*s", (int)length, path);
        at = is_index ? bp_json_item(at, index) : bp_json_member(at, step);
        path += length;
        path += *path == ']';
        if (!at || used + 2 * length + 2 > SIZE) break;
        value = is_index ? bp_rewrite_item(&doctor->text, value, index)
                         : bp_rewrite_member(&doctor->text, value, step);
        if (value) last = value;
        char *out = finding->pointer;
        out[used++] = '/';
        for (const char *c = step; *c; c++)
            used += (size_t)snprintf(out + used, SIZE - used, *c == '~' ? "~0" : *c == '/' ? "~1" : "%c", *c);
    }
    if (doctor->text.failed) fail_memory(doctor);
    const char *file = (const char *)document->file.data;
    finding->offset = (size_t)(last->text - file);
    finding->size = last->size;
    if (!bp_gltf_is_binary(document->file))
        for (finding->line = 1; (file = memchr(file, '\n', (size_t)(last->text - file))); file++)
            finding->line++;
}

void bp_doctor_add_coded(bp_doctor *doctor, bp_doctor_id id, bp_doctor_severity severity, bp_doctor_id cause,
                         const char *code, bp_doctor_place place, const char *format, ...) {
    const bp_doctor_id_text *text = bp_doctor_text_of(id);
    if (cause != BP_DOCTOR_NONE) severity = BP_DOCTOR_NOTE;
    bp_doctor_report *report = doctor->report;
    *count_of(report, severity) += 1;
    bp_doctor_finding *finding = next_finding(doctor);
    if (!finding) return;
    *finding = (bp_doctor_finding){
        .id = id,
        .caused_by = cause,
        .severity = severity,
        .node = place.node,
        .skin = place.skin,
        .mesh = place.mesh,
        .joint = place.joint,
        .primitive = place.primitive,
        .vertices = place.vertices,
        .joints = place.joints,
        .time_count = place.time_count,
        .validator_code = code,
        .effect = text->effect,
        .cause = text->cause,
        .remedy = text->remedy,
    };
    for (size_t i = 0; place.node < 0 && place.mesh >= 0 && i < doctor->node_count; i++)
        if (doctor->nodes[i].mesh == place.mesh) finding->node = place.node = (int)i;
    memcpy(finding->place, place.path, sizeof finding->place);
    memcpy(finding->times, place.times, sizeof finding->times);
    make_pointer(doctor, finding);
    if (place.joint >= 0 && place.joints.count == 0) bp_doctor_concern(&finding->joints, (size_t)place.joint);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(finding->message, sizeof finding->message, format, arguments);
    va_end(arguments);
}

void bp_doctor_silence(bp_doctor_report *report, bp_doctor_finding *finding, const char *reason) {
    if (!report || !finding || finding->silenced[0]) return;
    snprintf(finding->silenced, sizeof finding->silenced, "%s", *reason ? reason : "no reason is given");
    *count_of(report, finding->severity) -= 1;
    finding->severity = BP_DOCTOR_NOTE;
}

void bp_doctor_set_severity(bp_doctor_report *report, bp_doctor_finding *finding,
                            bp_doctor_severity severity) {
    if (!report || !finding || severity > BP_DOCTOR_ERROR || finding->silenced[0]) return;
    *count_of(report, finding->severity) -= 1;
    *count_of(report, severity) += 1;
    finding->severity = severity;
}

/* Looks for "ID: reason" in the object's extras, in a list among the first hundred. */
static void obey_extras(bp_doctor_report *report, bp_doctor_finding *finding, const bp_json *object) {
    const bp_json *list = bp_json_member(bp_json_member(object, "extras"), "bindpose-ignore");
    const char *id = bp_doctor_id_name(finding->id);
    size_t count = bp_json_kind_of(list) == BP_JSON_ARRAY ? bp_json_count(list) : 1;
    for (size_t i = 0; i < count && i < 100; i++) {
        const bp_json *item = bp_json_kind_of(list) == BP_JSON_ARRAY ? bp_json_item(list, i) : list;
        const char *text = bp_json_text_or(item, "");
        size_t length = strcspn(text, ":");
        if (length != strlen(id) || strncmp(text, id, length) != 0) continue;
        text += length;
        bp_doctor_silence(report, finding, text + strspn(text, ": "));
    }
}

void bp_doctor_obey_extras(bp_doctor *doctor) {
    const bp_gltf_document *document = &doctor->document;
    const bp_json *root = document->root.json, *asset = bp_json_member(root, "asset");
    int scene = bp_gltf_index_of(document, bp_json_member(root, "scene"), BP_GLTF_SCENES);
    for (size_t i = 0; i < doctor->report->count; i++) {
        bp_doctor_finding *finding = &doctor->report->findings[i];
        const struct {
            bp_gltf_collection collection;
            int index;
        } about[] = {{BP_GLTF_SCENES, scene >= 0 ? scene : 0},
                     {BP_GLTF_NODES, finding->node},
                     {BP_GLTF_MESHES, finding->mesh},
                     {BP_GLTF_SKINS, finding->skin}};
        obey_extras(doctor->report, finding, root);
        obey_extras(doctor->report, finding, asset);
        for (size_t k = 0; k < BP_COUNT(about); k++) {
            int index = about[k].index;
            if (index < 0 || (size_t)index >= document->counts[about[k].collection]) continue;
            obey_extras(doctor->report, finding,
                        bp_gltf_element(document, about[k].collection, (size_t)index).json);
        }
    }
}

bool bp_doctor_read(bp_doctor *doctor, bool ok) {
    const bp_doctor_report *report = doctor->report;
    const bp_error fault = doctor->fault;
    if (ok) return true;
    doctor->fault = (bp_error){0};
    if (fault.kind == BP_ERROR_MEMORY) {
        doctor->is_stopped = true;
        doctor->failure = fault;
        return false;
    }
    for (size_t i = 0; i < report->count; i++)
        if (strcmp(report->findings[i].place, fault.place) == 0 &&
            strcmp(report->findings[i].message, fault.message) == 0)
            return false;
    bool unsupported = strncmp(fault.place, "extensionsRequired", 18) == 0;
    bp_doctor_add(doctor, unsupported ? BP_DOCTOR_UNSUPPORTED : BP_DOCTOR_UNREADABLE, BP_DOCTOR_ERROR,
                  bp_doctor_at("%s", fault.place), "%s", fault.message);
    return false;
}

bp_doctor_id bp_doctor_first(const bp_doctor *doctor, bp_doctor_id from, bp_doctor_id to) {
    const bp_doctor_report *report = doctor->report;
    for (size_t i = 0; i < report->count; i++) {
        const bp_doctor_finding *finding = &report->findings[i];
        const bool rounded = finding->id == BP_DOCTOR_IBM_LAST_ROW && finding->severity == BP_DOCTOR_WARNING;
        if (finding->severity > BP_DOCTOR_NOTE && finding->id >= from && finding->id <= to && !rounded)
            return finding->id; /* a rounded last row moves nothing, so it causes nothing */
    }
    return BP_DOCTOR_NONE;
}

bp_doctor_id bp_doctor_pose_cause(const bp_doctor *doctor) {
    bp_doctor_id cause = bp_doctor_first(doctor, BP_DOCTOR_UNREADABLE, BP_DOCTOR_NO_COMMON_ROOT);
    if (cause != BP_DOCTOR_NONE) return cause;
    cause = bp_doctor_first(doctor, BP_DOCTOR_IBM_COUNT, BP_DOCTOR_SCALE_NON_UNIFORM);
    if (cause != BP_DOCTOR_NONE) return cause;
    return bp_doctor_first(doctor, BP_DOCTOR_ROTATION_ORDER, BP_DOCTOR_ROTATION_ORDER);
}

bp_formatted bp_doctor_path_of(const bp_gltf_value *value) {
    bp_formatted out;
    bp_gltf_path(value, out.text, sizeof out.text);
    return out;
}

bp_doctor_place bp_doctor_at_node(int node, const char *format, ...) {
    bp_doctor_place out = {.node = node, .skin = -1, .mesh = -1, .joint = -1, .primitive = -1};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(out.path, sizeof out.path, format, arguments);
    va_end(arguments);
    return out;
}

bp_doctor_place bp_doctor_at_skin(const bp_doctor *doctor, size_t skin, int joint, const char *member) {
    bp_doctor_place out = bp_doctor_at("skins[%zu]%s%s", skin, member ? "." : "", member ? member : "");
    out.skin = (int)skin;
    out.joint = joint;
    if (joint >= 0) out.node = doctor->skins[skin].joints[joint];
    return out;
}

bp_doctor_place bp_doctor_at_joint(const bp_doctor *doctor, size_t skin, size_t joint) {
    return bp_doctor_at_skin(doctor, skin, (int)joint, bp_format("joints[%zu]", joint).text);
}

bp_doctor_place bp_doctor_at_joints(const bp_doctor *doctor, size_t skin, const bp_doctor_concerned *joints) {
    bp_doctor_place out = bp_doctor_at_joint(doctor, skin, joints->first[0]);
    out.joints = *joints;
    return out;
}

bp_doctor_place bp_doctor_at_primitive(const bp_doctor_primitive *primitive, const char *member) {
    bp_doctor_place out =
        bp_doctor_at("meshes[%zu].primitives[%zu].%s", primitive->mesh, primitive->index, member);
    out.mesh = (int)primitive->mesh;
    out.primitive = (int)primitive->index;
    out.skin = primitive->skin;
    return out;
}

bp_formatted bp_doctor_node_text(const bp_doctor *doctor, int node) {
    const char *name = node >= 0 ? doctor->nodes[node].name : "";
    return *name ? bp_format("nodes[%d] \"%.40s\"", node, name) : bp_format("nodes[%d]", node);
}
