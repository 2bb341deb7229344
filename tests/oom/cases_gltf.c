/* Reading, writing and examining files: a valid model of many parts, one with faults, our character. */
#include "fingerprints.h"
#include "gltf/doctor/doctor_profiles.h"
#include "gltf/rebind/rebind.h"
#include "gltf/retarget/retarget.h"
#include "scene/character.h"
#include "unit/gltf/valid_model.h"
#include <bindpose/retarget.h>
#include <unistd.h>

typedef struct objects {
    int param; /* 0: the valid model; 1: one with faults; 2: assets/character.glb */
    bp_allocator hook;
    bp_context *context;
    uint8_t *bytes; /* of the file */
    size_t size;
    char path[96], out_path[96], bin_path[96];
    bp_model *model; /* the model to write */
    bp_gltf_notes notes;
    bp_model *created;
    bp_file file;
    bp_doctor_report report;
    bp_repair repair;
    bp_rebind rebind;
    bp_gltf_packing packing;
    bp_retarget_map map;
    bp_retarget *retarget, *again;
    bp_clip *clip;
} objects;

/* A repeated joint and a repeated name; make_bytes also clears weights. The doctor reports all of them. */
static const char *const FAULTS[][2] = {{"\"joints\":[1,2]", "\"joints\":[1,1]"},
                                        {"\"name\":\"lower\"", "\"name\":\"upper\",\"extra\":1"}};

static void make_bytes(objects *t) {
    uint8_t bytes[VALID_MODEL_BYTES];
    valid_model_bytes(bytes);
    if (t->param == 2) {
        bp_file file;
        bp_error error = {0};
        SWEEP_NEED(bp_file_read(NULL, "assets/character.glb", 0, &file, &error));
        t->bytes = file.data;
        t->size = file.size;
        return;
    }
    if (t->param == 0) {
        t->bytes = make_glb(VALID_MODEL_JSON, bytes, sizeof bytes, &t->size);
        return;
    }
    memset(bytes + 64, 0, 20);
    char *once = replaced_once(VALID_MODEL_JSON, FAULTS[0][0], FAULTS[0][1]);
    char *twice = replaced_once(once, FAULTS[1][0], FAULTS[1][1]);
    t->bytes = make_glb(twice, bytes, sizeof bytes, &t->size);
    free(once), free(twice);
}

/* Retargeting needs a human body, which only the character has: onto itself. */
static void prepare_retarget(objects *t) {
    bp_error error = {0};
    if (t->param != 2) return;
    SWEEP_NEED(bp_retarget_map_find(t->model, t->model, NULL, &t->map, &error));
    SWEEP_NEED(t->retarget = bp_retarget_create(t->model, t->model, &t->map, NULL, &error));
}

static void prepare(void *user) {
    objects *t = user;
    bp_error error = {0};
    t->hook = heap_hook();
    SWEEP_NEED(t->context =
                   bp_context_create(&(bp_context_options){.allocator = t->hook, .threads = 1}, &error));
    make_bytes(t);
    long number = (long)getpid();
    snprintf(t->path, sizeof t->path, "/tmp/bindpose-oom-%ld.glb", number);
    snprintf(t->out_path, sizeof t->out_path, "/tmp/bindpose-oom-%ld-out.gltf", number);
    snprintf(t->bin_path, sizeof t->bin_path, "/tmp/bindpose-oom-%ld-out.bin", number);
    SWEEP_NEED(bp_file_write(t->path, t->bytes, t->size, &error));
    SWEEP_NEED(bp_file_write(t->bin_path, "old", 3, &error));
    if (t->param == 2)
        SWEEP_NEED(bp_gltf_read(t->context, t->path, NULL, &t->model, NULL, &error));
    else
        SWEEP_NEED(t->model = bp_character_model(t->context, BP_BIND_NATURAL, &error));
    prepare_retarget(t);
}

static void fingerprint_file(const char *path, uint64_t *hash) {
    bp_file file = {0};
    sweep_word(hash, bp_file_read(NULL, path, 0, &file, NULL));
    sweep_bytes(hash, file.data, file.size);
    bp_file_free(NULL, &file);
}

static void fingerprint(const void *user, uint64_t *hash) {
    const objects *t = user;
    fingerprint_model(t->model, hash), fingerprint_model(t->created, hash);
    sweep_bytes(hash, t->file.data, t->file.size);
    sweep_word(hash, t->report.errors), sweep_word(hash, t->report.warnings);
    for (size_t i = 0; i < t->report.count; i++) sweep_text(hash, t->report.findings[i].message);
    sweep_bytes(hash, t->repair.file.data, t->repair.file.size);
    sweep_bytes(hash, t->rebind.file.data, t->rebind.file.size);
    sweep_bytes(hash, t->packing.file.data, t->packing.file.size);
    for (size_t i = 0; i < t->repair.count; i++) sweep_text(hash, t->repair.changes[i].message);
    fingerprint_file(t->out_path, hash), fingerprint_file(t->bin_path, hash);
}

static void finish(void *user) {
    objects *t = user;
    bp_model_destroy(t->model), bp_model_destroy(t->created);
    bp_gltf_notes_clear(&t->notes);
    bp_doctor_report_clear(&t->report);
    bp_repair_clear(&t->repair);
    bp_rebind_clear(&t->rebind);
    bp_file_free(&t->hook, &t->packing.file);
    bp_retarget_destroy(t->retarget), bp_retarget_destroy(t->again);
    bp_clip_destroy(t->clip);
    bp_retarget_map_clear(&t->map);
    bp_file_free(&t->hook, &t->file);
    bp_context_destroy(t->context);
    free(t->bytes);
    unlink(t->path), unlink(t->out_path), unlink(t->bin_path);
}

/* The reader refuses the file with faults, so there is nothing to sweep. */
static bool read_memory(void *user, bp_error *error) {
    objects *t = user;
    return t->param == 1 || bp_gltf_read_memory(t->context, t->bytes, t->size, "x.glb", NULL, NULL,
                                                &t->created, &t->notes, error);
}
static bool read_file(void *user, bp_error *error) {
    objects *t = user;
    return t->param == 1 || bp_gltf_read(t->context, t->path, NULL, &t->created, NULL, error);
}
static bool write_memory(void *user, bp_error *error) {
    objects *t = user;
    bp_gltf_write_options options = {.container = t->param == 1 ? BP_GLTF_EMBEDDED : BP_GLTF_BINARY};
    return bp_gltf_write_memory(t->context, t->model, &options, &t->file, error);
}
static bool write_file(void *user, bp_error *error) {
    objects *t = user;
    return bp_gltf_write(t->context, t->model, t->out_path, NULL, error);
}
static bool examine_memory(void *user, bp_error *error) {
    objects *t = user;
    bp_doctor_report_clear(&t->report);
    return bp_doctor_examine_memory(t->context, t->bytes, t->size, "x.glb", NULL, &t->report, error);
}
static bool examine(void *user, bp_error *error) {
    objects *t = user;
    bp_doctor_report_clear(&t->report);
    return bp_doctor_examine(t->context, t->path, &t->report, error);
}
/* With the file's own model, if there is one. */
static bool examine_model(void *user, bp_error *error) {
    objects *t = user;
    bp_doctor_report_clear(&t->report);
    return bp_doctor_examine_within(t->context, t->path, NULL, t->param == 2 ? t->model : NULL, &t->report,
                                    error);
}

static bool repair_memory(void *user, bp_error *error) {
    objects *t = user;
    bp_repair_clear(&t->repair);
    return bp_gltf_repair_memory(t->context, t->bytes, t->size, "x.glb", NULL, NULL, &t->repair, error);
}
static bool repair(void *user, bp_error *error) {
    objects *t = user;
    const bp_repair_options options = {.container = BP_GLTF_EMBEDDED, .embed = true};
    bp_repair_clear(&t->repair);
    return bp_gltf_repair(t->context, t->path, &options, &t->repair, error);
}

/* The reader refuses the file with faults. */
static bool rebind_memory(void *user, bp_error *error) {
    objects *t = user;
    const bp_rebind_options options = {.preset = BP_REBIND_IDENTITY};
    bp_rebind_clear(&t->rebind);
    return t->param == 1 ||
           bp_gltf_rebind_memory(t->context, t->bytes, t->size, "x.glb", NULL, &options, &t->rebind, error);
}
static bool rebind(void *user, bp_error *error) {
    objects *t = user;
    const bp_rebind_options options = {.preset = BP_REBIND_POSE, .seconds = 0.5};
    bp_rebind_clear(&t->rebind);
    return t->param == 1 || bp_gltf_rebind(t->context, t->path, &options, &t->rebind, error);
}

/* The valid model has too few keys. */
static bool pack_clips(void *user, bp_error *error) {
    objects *t = user;
    bp_file_free(&t->hook, &t->packing.file);
    return t->param != 2 || bp_gltf_pack_clips(t->context, t->path, 0.01, BP_GLTF_BINARY, &t->packing, error);
}

static bool retarget_names(void *user, bp_error *error) {
    objects *t = user;
    bp_retarget_name names[32] = {{""}};
    return bp_retarget_names_read(t->context, t->path, names, BP_COUNT(names), error);
}
static bool retarget_map_find(void *user, bp_error *error) {
    objects *t = user;
    bp_retarget_map_clear(&t->map);
    return t->param != 2 || bp_retarget_map_find(t->model, t->model, NULL, &t->map, error);
}
static bool retarget_map_write(void *user, bp_error *error) {
    objects *t = user;
    return t->param != 2 || bp_retarget_map_write(&t->map, t->model, t->model, &t->file, error);
}
static bool retarget_map_read(void *user, bp_error *error) {
    objects *t = user;
    static const char text[] = "hips \"hips\" \"hips\"\n";
    bp_retarget_map_clear(&t->map);
    return t->param != 2 || bp_retarget_map_read(text, sizeof text - 1, t->model, t->model, &t->map, error);
}
static bool retarget_create(void *user, bp_error *error) {
    objects *t = user;
    const bp_retarget_options options = {.from_bind = true};
    return t->param != 2 ||
           (t->again = bp_retarget_create(t->model, t->model, &t->map, &options, error)) != NULL;
}
static bool retarget_as_engine(void *user, bp_error *error) {
    objects *t = user;
    const bp_retarget_engine_options options = {.root = -1, .ground = -1};
    bp_clip *clip = NULL;
    bool ok = t->param != 2 ||
              (clip = bp_retarget_clip_as_engine(t->model, 0, t->model, NULL, &options, error)) != NULL;
    bp_clip_destroy(clip);
    return ok;
}
static bool retarget_measure(void *user, bp_error *error) {
    objects *t = user;
    bp_retarget_report report = {0};
    bool ok = t->param != 2 || bp_retarget_measure(t->retarget, 0, t->model->clips[0], &report, error);
    bp_retarget_report_clear(&report);
    return ok;
}
static bool retarget_clip(void *user, bp_error *error) {
    objects *t = user;
    return t->param != 2 || (t->clip = bp_retarget_clip(t->retarget, 0, error)) != NULL;
}
static bool add_clips(void *user, bp_error *error) {
    objects *t = user;
    const bp_clip *const clips[] = {t->model->clips[0]};
    return t->param != 2 ||
           bp_gltf_add_clips(t->context, t->path, clips, 1, BP_GLTF_EMBEDDED, true, &t->file, error);
}

static const sweep_case cases[] = {
    {"bp_gltf_read_memory", read_memory, 3, SWEEP_FOREIGN},
    {"bp_gltf_read", read_file, 3, SWEEP_FOREIGN},
    {"bp_gltf_write_memory", write_memory, 3, SWEEP_FOREIGN},
    /* fopen tests whether the .bin exists; if it lacks memory, the write that follows still succeeds. */
    {"bp_gltf_write", write_file, 3, SWEEP_FOREIGN | SWEEP_MAY_SUCCEED},
    {"bp_doctor_examine_memory_within bp_doctor_examine_memory", examine_memory, 3, SWEEP_FOREIGN},
    {"bp_doctor_examine", examine, 3, SWEEP_FOREIGN},
    {"bp_doctor_examine_within", examine_model, 3, SWEEP_FOREIGN},
    {"bp_gltf_repair_memory", repair_memory, 2, SWEEP_FOREIGN},
    {"bp_gltf_repair", repair, 2, SWEEP_FOREIGN},
    {"bp_gltf_rebind_memory", rebind_memory, 3, SWEEP_FOREIGN},
    {"bp_gltf_rebind", rebind, 3, SWEEP_FOREIGN},
    {"bp_gltf_pack_clips", pack_clips, 3, SWEEP_FOREIGN},
    {"bp_retarget_names_read", retarget_names, 3, SWEEP_FOREIGN},
    {"bp_retarget_map_find", retarget_map_find, 3, 0},
    {"bp_retarget_map_write", retarget_map_write, 3, 0},
    {"bp_retarget_map_read", retarget_map_read, 3, 0},
    {"bp_retarget_create", retarget_create, 3, 0},
    {"bp_retarget_clip", retarget_clip, 3, 0},
    {"bp_retarget_measure", retarget_measure, 3, 0},
    {"bp_retarget_clip_as_engine", retarget_as_engine, 3, 0},
    {"bp_gltf_add_clips", add_clips, 3, SWEEP_FOREIGN},
};

const sweep_suite sweep_gltf = {"gltf", sizeof(objects), prepare,        fingerprint,
                                finish, cases,           BP_COUNT(cases)};
