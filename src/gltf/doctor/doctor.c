/* The examination: opens the file, decodes it leniently, and runs each check. At the end the strict reader
 * reads the file too, and the clips are played on its model. */
#include "gltf/doctor/doctor.h"
#include "base/allocator.h"
#include "base/arena.h"
#include "gltf/doctor/doctor_profiles.h"
#include "gltf/read/reader.h"
#include <bindpose/tools.h>
#include <stdio.h>
#include <string.h>

/* Runs the strict reader, unless `model` is given. Its error is a finding only if the checks found no error.
 * The vertices are freed first, since the reader needs as much memory again. */
static void check_reading(bp_doctor *doctor, const bp_gltf_source *source, bp_model *model) {
    doctor->primitive_count = 0;
    bp_arena_clear(&doctor->vertex_arena);
    bp_gltf_document_unload(&doctor->document);
    /* The file may have changed since the model was read. */
    if (model && model->node_count == doctor->node_count && model->skin_count == doctor->skin_count) {
        bp_doctor_check_body(doctor, model);
        bp_doctor_check_motion(doctor, model);
        return;
    }
    const bp_gltf_read_options reading = {.no_images = true};
    bp_gltf_source unnamed = *source;
    unnamed.name = NULL;
    unnamed.json = doctor->document.json;
    if (bp_gltf_read_source(doctor->context, &unnamed, NULL, &reading, &model, NULL, &doctor->fault)) {
        bp_doctor_check_body(doctor, model);
        bp_doctor_check_motion(doctor, model);
        bp_model_destroy(model);
    } else if (doctor->fault.kind == BP_ERROR_MEMORY || doctor->report->errors == 0) {
        bp_doctor_read(doctor, false);
    }
}

/* Whether the material of a skinned primitive uses the extension, or the file is a VRM that does. */
static bool is_on_figure(const bp_doctor *doctor, const char *name) {
    if (strncmp(name, "VRM", 3) == 0) return true;
    for (size_t i = 0; i < doctor->primitive_count; i++) {
        const bp_doctor_primitive *primitive = &doctor->primitives[i];
        const bp_gltf_document *document = &doctor->document;
        bp_gltf_primitive value;
        if (primitive->skin < 0) continue;
        bp_gltf_primitive_find(document, primitive->mesh, primitive->index, &value);
        const bp_json *json = value.primitive.json;
        int material = bp_gltf_index_of(document, bp_json_member(json, "material"), BP_GLTF_MATERIALS);
        if (bp_json_member(bp_json_member(json, "extensions"), name)) return true;
        if (material < 0) continue;
        bp_gltf_value found = bp_gltf_element(document, BP_GLTF_MATERIALS, (size_t)material);
        if (bp_json_member(bp_json_member(found.json, "extensions"), name)) return true;
    }
    return false;
}

/* Extensions without which a figure looks different. */
static void report_extensions(bp_doctor *doctor) {
    char all[300], names[640] = "";
    size_t count = 0;
    (void)bp_gltf_extensions_left_out(&doctor->document, false, all, sizeof all);
    for (char *name = all, *end; *name; name = end) {
        end = name + strcspn(name, ",");
        if (*end) *end++ = '\0';
        end += *end == ' ';
        size_t used = strlen(names);
        if (is_on_figure(doctor, name))
            snprintf(names + used, sizeof names - used, "%s%s", count++ ? ", " : "", name);
    }
    if (count > 0)
        bp_doctor_add(doctor, BP_DOCTOR_EXTENSIONS_LEFT_OUT, BP_DOCTOR_NOTE, bp_doctor_at("extensionsUsed"),
                      "%zu extension%s left out of this picture: %s", count, count == 1 ? " is" : "s are",
                      names);
}

static void say_what_is_checked(bp_doctor *doctor) {
    size_t joints = 0, skinned = 0;
    for (size_t i = 0; i < doctor->skin_count; i++) joints += doctor->skins[i].joint_count;
    for (size_t i = 0; i < doctor->primitive_count; i++) skinned += doctor->primitives[i].skin >= 0;
    snprintf(doctor->report->checked, sizeof doctor->report->checked,
             "Checked: the hierarchy, inverse binds, weights and motion of %zu skin%s with %zu joint%s, %zu "
             "skinned primitive%s and %zu clip%s; and glTF's rules about references, buffers, attributes and "
             "ranges. Not checked: whether a clip is the one that was meant, the pixels of images, and rarer "
             "rules; Khronos' validator does that.",
             doctor->skin_count, doctor->skin_count == 1 ? "" : "s", joints, joints == 1 ? "" : "s", skinned,
             skinned == 1 ? "" : "s", doctor->document.counts[BP_GLTF_ANIMATIONS],
             doctor->document.counts[BP_GLTF_ANIMATIONS] == 1 ? "" : "s");
}

/* In this order: a finding may be the cause of later ones. */
static bp_doctor_part *const PARTS[] = {
    bp_doctor_load_nodes,       bp_doctor_load_skins,   bp_doctor_load_primitives, report_extensions,
    say_what_is_checked,        bp_doctor_check_tree,   bp_doctor_check_names,     bp_doctor_check_bind_sites,
    bp_doctor_check_weights,    bp_doctor_check_scales, bp_doctor_check_binds,     bp_doctor_check_rest,
    bp_doctor_check_animations, bp_doctor_check_morphs, bp_doctor_check_triangles, bp_doctor_check_influences,
    bp_doctor_check_rules,      bp_doctor_check_limits, bp_doctor_check_vrm};

/* The contents of a file that requires an unsupported extension can't be judged. */
static bool examine_document(bp_doctor *doctor, const bp_gltf_source *source, bp_model *model,
                             bp_doctor_use *use, void *user, bp_error *error) {
    if (!bp_doctor_read(doctor, bp_gltf_check_asset(&doctor->document, &doctor->fault))) return true;
    for (size_t i = 0; i < BP_COUNT(PARTS) && !doctor->is_stopped; i++) PARTS[i](doctor);
    if (doctor->is_stopped) return true;
    if (use && !use(doctor, user, error)) return false;
    check_reading(doctor, source, model);
    bp_doctor_obey_extras(doctor);
    return true;
}

bool bp_doctor_examine_source(const bp_context *context, const bp_gltf_source *source,
                              const bp_doctor_limits *limits, bp_model *model, bp_doctor_use *use, void *user,
                              bp_doctor_report *report, bp_error *error) {
    enum { MAX_TRIALS = 1 << 23 }; /* a fraction of a second */
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_doctor doctor = {.context = context,
                        .arena = bp_arena_make(allocator, 0),
                        .vertex_arena = bp_arena_make(allocator, 0),
                        .scratch = bp_arena_make(allocator, 0),
                        .limits = limits,
                        .report = report,
                        .trials_left = MAX_TRIALS};
    *report = (bp_doctor_report){.allocator = *allocator};
    if (!bp_gltf_document_open_within(&doctor.document, context, source, NULL, 0, error)) return false;
    doctor.document.draco_decoder = bp_context_draco(context);
    bool ok = examine_document(&doctor, source, model, use, user, error);
    bp_arena_clear(&doctor.arena);
    bp_arena_clear(&doctor.vertex_arena);
    bp_arena_clear(&doctor.scratch);
    bp_gltf_document_close(&doctor.document);
    if (ok && doctor.failure.kind != BP_ERROR_NONE) {
        if (error) *error = doctor.failure;
        ok = false;
    }
    if (!ok) bp_doctor_report_clear(report);
    return ok;
}

bool bp_doctor_examine_memory_within(const bp_context *context, const void *data, size_t size,
                                     const char *name, const char *folder, const bp_doctor_limits *limits,
                                     bp_doctor_report *report, bp_error *error) {
    if (!report) return bp_fail_null(error, "report");
    bp_gltf_source source = {data, size, name ? name : "glTF", folder, folder ? strlen(folder) : 0, NULL};
    return bp_doctor_examine_source(context, &source, limits, NULL, NULL, NULL, report, error);
}

bool bp_doctor_examine_within(const bp_context *context, const char *path, const bp_doctor_limits *limits,
                              bp_model *model, bp_doctor_report *report, bp_error *error) {
    if (!report) return bp_fail_null(error, "report");
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_file file = {0};
    bp_gltf_source source;
    *report = (bp_doctor_report){0};
    if (!bp_gltf_source_read(allocator, path, &file, &source, error)) return false;
    bool ok = bp_doctor_examine_source(context, &source, limits, model, NULL, NULL, report, error);
    bp_file_free(allocator, &file);
    return ok;
}

bool bp_doctor_examine(const bp_context *context, const char *path, bp_doctor_report *report,
                       bp_error *error) {
    return bp_doctor_examine_within(context, path, NULL, NULL, report, error);
}

bool bp_doctor_examine_memory(const bp_context *context, const void *data, size_t size, const char *name,
                              const char *folder, bp_doctor_report *report, bp_error *error) {
    return bp_doctor_examine_memory_within(context, data, size, name, folder, NULL, report, error);
}
