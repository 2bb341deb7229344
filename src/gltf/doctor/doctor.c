/* The examination: the file is opened, the patient is laid out, each check has its turn, and last the strict
 * reader says what it thinks; its model is what the clips are tried on. */
#include "gltf/doctor/doctor.h"
#include "gltf/read/reader.h"
#include <string.h>

/* Where the file asks for what we don't know, what lies in it can't be judged. */
static bool check_asset(bp_doctor *doctor, bool *known, bp_error *error) {
    bp_error fault = {0};
    *known = bp_gltf_check_asset(&doctor->document, &fault);
    return *known || bp_doctor_add_unreadable(doctor, &fault, error);
}

static bool load(bp_doctor *doctor, bp_error *error) {
    return bp_doctor_load_nodes(doctor, error) && bp_doctor_load_skins(doctor, error) &&
           bp_doctor_load_primitives(doctor, error);
}

/* What comes first may be the cause of what comes after it. */
static bool check(bp_doctor *doctor, bp_error *error) {
    if (!bp_doctor_check_tree(doctor, error) || !bp_doctor_check_names(doctor, error)) return false;
    bp_doctor_check_bind_sites(doctor);
    bp_doctor_check_weights(doctor);
    bp_doctor_check_scales(doctor);
    if (!bp_doctor_check_binds(doctor, error)) return false;
    bp_doctor_check_rest(doctor);
    if (!bp_doctor_check_animations(doctor, error) || !bp_doctor_check_triangles(doctor, error)) return false;
    return bp_doctor_check_influences(doctor, error);
}

/* The bytes of the file, for the reader, or what it made of them. */
typedef struct doctor_source {
    const void *data;
    size_t size;
    const char *name, *folder;
    bp_model *model; /* borrowed; NULL: to be read */
} doctor_source;

/* What was read before is taken only where it can be of this file: that may have been written anew since. */
static bool is_of(const bp_model *model, const bp_doctor *doctor) {
    return model && model->node_count == doctor->node_count && model->skin_count == doctor->skin_count;
}

/* What the reader refuses is an error, and where nothing else was found one of its own. It makes as much again of
 * the file as the doctor did, so that goes first. */
static bool check_reading(bp_doctor *doctor, const doctor_source *source, bp_error *error) {
    doctor->primitive_count = 0;
    bp_arena_clear(&doctor->vertices);
    bp_gltf_document_unload(&doctor->document);
    if (is_of(source->model, doctor)) return bp_doctor_check_motion(doctor, source->model, error);
    bp_error fault = {0};
    bp_model *model;
    if (bp_gltf_read_memory(doctor->context, source->data, source->size, "", source->folder, NULL, &model,
                            NULL, &fault)) {
        bool good = bp_doctor_check_motion(doctor, model, error);
        bp_model_destroy(model);
        return good;
    }
    if (strncmp(fault.place, ": ", 2) == 0)
        memmove(fault.place, fault.place + 2, strlen(fault.place + 2) + 1);
    if (fault.kind != BP_ERROR_MEMORY && doctor->report->errors > 0) return true;
    return bp_doctor_add_unreadable(doctor, &fault, error);
}

static bool examine(bp_doctor *doctor, const doctor_source *source, bp_error *error) {
    bool known = false;
    bool good = bp_gltf_document_open(&doctor->document, source->data, source->size, error);
    if (!good) {
        bp_error_prefix_place(error, source->name);
        return false;
    }
    good = check_asset(doctor, &known, error) && (!known || (load(doctor, error) && check(doctor, error)));
    good = good && (!known || check_reading(doctor, source, error));
    bp_arena_clear(&doctor->arena);
    bp_arena_clear(&doctor->vertices);
    bp_gltf_document_close(&doctor->document);
    return good;
}

/* A folder with its slash; "" stays. */
static char *folder_of(const bp_allocator *allocator, const char *folder, size_t length, bp_error *error) {
    char *copy = bp_alloc(allocator, length + 2, 1, error);
    if (!copy) return NULL;
    memcpy(copy, folder, length);
    if (length > 0 && copy[length - 1] != '/') copy[length] = '/';
    return copy;
}

static bool examine_source(const bp_context *context, const doctor_source *source, bp_doctor_report *report,
                           bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(context);
    const char *folder = source->folder;
    *report = (bp_doctor_report){.allocator = *allocator}; /* on every way out it may be cleared */
    char *own = folder_of(allocator, folder ? folder : "", folder ? strlen(folder) : 0, error);
    if (!own) return false;
    enum { MOST_TRIALS = 1 << 23 }; /* a fraction of a second */
    bp_doctor doctor = {.context = context,
                        .arena = bp_arena_make(allocator, 0),
                        .vertices = bp_arena_make(allocator, 0),
                        .report = report,
                        .trials = MOST_TRIALS};
    doctor.document.allocator = *allocator;
    doctor.document.folder = folder ? own : NULL;
    doctor.document.memory_limit = ((size_t)512 << 20) + 4 * source->size;
    bool good = examine(&doctor, source, error);
    if (good && doctor.full)
        good = bp_fail(error, BP_ERROR_MEMORY, source->name, "no memory for all findings");
    if (!good) bp_doctor_report_clear(report);
    bp_free(allocator, own);
    return good;
}

bool bp_doctor_examine_memory(const bp_context *context, const void *data, size_t size, const char *name,
                              const char *folder, bp_doctor_report *report, bp_error *error) {
    const doctor_source source = {data, size, name ? name : "glTF", folder, NULL};
    return examine_source(context, &source, report, error);
}

bool bp_doctor_examine_model(const bp_context *context, const char *path, bp_model *model,
                             bp_doctor_report *report, bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_file file = {0};
    *report = (bp_doctor_report){0};
    if (!path) return bp_fail(error, BP_ERROR_ARGUMENT, "path", "is NULL");
    if (!bp_file_read(allocator, path, 0, &file, error)) return false;
    const char *slash = strrchr(path, '/');
    char *folder = folder_of(allocator, path, slash ? (size_t)(slash - path) + 1 : 0, error);
    const doctor_source source = {file.data, file.size, path, folder, model};
    bool good = folder && examine_source(context, &source, report, error);
    bp_free(allocator, folder);
    bp_file_free(allocator, &file);
    return good;
}

bool bp_doctor_examine(const bp_context *context, const char *path, bp_doctor_report *report,
                       bp_error *error) {
    return bp_doctor_examine_model(context, path, NULL, report, error);
}
