/* Checks a glTF file: reads, poses, skins, draws, writes and rereads it, examines it with the doctor, repairs
 * it, binds it anew, and compares it with itself. Each step works or fails with a path and a message, and
 * leaves no memory allocated. A wrong result ends the process; the caller watches for that. */
#ifndef BINDPOSE_TESTS_FUZZ_CHECK_GLTF_H
#define BINDPOSE_TESTS_FUZZ_CHECK_GLTF_H

#include "fuzz/input.h"
#include "fuzz/small_gltf.h"
#include "gltf/motion_diff.h"
#include "gltf/rebind/rebind.h"
#include "mesh/model_pose.h"
#include <bindpose/gltf.h>
#include <bindpose/io.h>
#include <bindpose/rig.h>
#include <bindpose/scene.h>
#include <bindpose/tools.h>

/* Which steps worked. */
typedef struct gltf_check {
    bool read, drawn, written, examined;
    size_t most_bytes; /* held by our allocator at once */
} gltf_check;

/* What to do with the file. */
typedef enum check_gltf_steps {
    CHECK_READ = 1, /* and pose, draw, write, and read again */
    CHECK_DOCTOR = 2,
    CHECK_FIX = 4,
    CHECK_REBIND = 8,
    CHECK_DIFF = 16,
    CHECK_ALL = 31,
} check_gltf_steps;

typedef struct check_gltf_options {
    unsigned steps;    /* CHECK_READ and others */
    size_t limit;      /* of the context, and so of each step; 0: its own */
    size_t most_bytes; /* an allocation beyond this fails */
} check_gltf_options;

/* ---- an allocator that counts -------------------------------------------------------------------*/

typedef struct counter {
    size_t now, max, limit;
} counter;

/* Each block starts with its size, in two words to keep the rest aligned. */
static inline void *count_resize(void *user, void *block, size_t size) {
    counter *c = user;
    size_t *head = block ? (size_t *)block - 2 : NULL, old = head ? head[0] : 0;
    if (size == 0) {
        c->now -= old;
        free(head);
        return NULL;
    }
    if (c->now - old + size > c->max) c->max = c->now - old + size;
    if (size > c->limit || c->now - old + size > c->limit) return NULL;
    head = realloc(head, size + 2 * sizeof *head);
    if (!head) return NULL;
    head[0] = size;
    c->now += size - old;
    return head + 2;
}

/* ---- steps --------------------------------------------------------------------------------------*/

static inline bool check_drawing(bp_context *context, const bp_model_pose *pose) {
    bool drawn = false;
    bp_framebuffer frame = {0};
    bp_raster *raster = bp_raster_create(context, NULL);
    bp_model_figure *whole = bp_model_figure_create(context, pose, NULL);
    if (raster && whole && bp_framebuffer_create(context, 64, 48, &frame, NULL)) {
        bp_view view = {.viewport = {0, 0, 64, 48}, .show = BP_SHOW_MESH | BP_SHOW_WIREFRAME};
        view.camera = (bp_camera){.eye = {0.3f, 0.4f, 1}};
        bp_camera_fit(&view.camera, bp_figure_bounds(bp_model_figure_get_figure(whole)), 64.0f / 48);
        drawn = bp_raster_begin(raster, &frame, NULL, NULL) &&
                bp_raster_clear(raster, &(bp_clear){0}, NULL) &&
                bp_scene_draw_meshes(raster, &view, bp_model_figure_get_figure(whole), NULL) &&
                bp_raster_end(raster, NULL, NULL);
    }
    bp_framebuffer_destroy(context, &frame);
    bp_model_figure_destroy(whole);
    bp_raster_destroy(raster);
    return drawn;
}

/* Poses the model at rest and in up to four clips, and skins up to 16 instances. Returns whether it was
 * drawn. */
static inline bool check_poses(bp_context *context, bp_model *model) {
    bp_model_pose *pose = bp_model_pose_create(model, NULL);
    for (int clip = -1; pose && clip < (int)model->clip_count && clip < 4; clip++) {
        if (!bp_model_pose_set(pose, clip, 0.37, NULL)) continue;
        for (size_t i = 0; i < model->instance_count && i < 16; i++) {
            size_t count = model->meshes[model->instances[i].mesh]->vertex_count;
            bp_vec3 *positions = bp_alloc(&model->allocator, count, sizeof *positions, NULL);
            bp_vertex_arrays out = {.positions = positions};
            if (positions) (void)bp_model_pose_vertices(context, pose, i, &out, NULL);
            bp_free(&model->allocator, positions);
        }
    }
    bool drawn = pose && check_drawing(context, pose);
    bp_model_pose_destroy(pose);
    return drawn;
}

/* Nodes keep their transforms bit for bit. */
static inline void check_same_nodes(const bp_model *model, const bp_model *again) {
    for (size_t i = 0; i < model->node_count; i++) {
        bp_mat4 a = bp_node_local(model->nodes[i]), b = bp_node_local(again->nodes[i]);
        for (int k = 0; k < 16; k++)
            FUZZ_CHECK(a.m[k] == b.m[k] || (a.m[k] != a.m[k] && b.m[k] != b.m[k]),
                       "node %zu, [%d]: %.9g became %.9g", i, k, (double)a.m[k], (double)b.m[k]);
    }
}

/* A file that we write can be read, has the same nodes, and gives the same bytes when written again. */
static inline bool check_writing(bp_context *context, const bp_model *model, bool text) {
    bp_file files[2] = {{0}};
    bp_model *read[2] = {NULL};
    bp_error error = {0};
    const bp_gltf_write_options how = {.container = text ? BP_GLTF_EMBEDDED : BP_GLTF_BINARY};
    bool written = false, ok = true;
    for (int i = 0; ok && i < 2; i++) {
        const bp_model *from = i == 0 ? model : read[i - 1];
        ok = bp_gltf_write_memory(context, from, &how, &files[i], &error);
        written |= ok;
        if (!ok) FUZZ_CHECK_ERROR(&error);
        FUZZ_CHECK(ok || i == 0 || error.kind == BP_ERROR_MEMORY,
                   "the written file can't be read and written again: %s: %s", error.place, error.message);
        if (!ok) break;
        ok = bp_gltf_read_memory(context, files[i].data, files[i].size, "written", NULL, NULL, &read[i], NULL,
                                 &error);
        FUZZ_CHECK(ok || error.kind == BP_ERROR_MEMORY, "the written file can't be read: %s: %s", error.place,
                   error.message);
        if (!ok) break;
        FUZZ_CHECK(read[i]->node_count == from->node_count, "%zu nodes became %zu", from->node_count,
                   read[i]->node_count);
        FUZZ_CHECK(read[i]->skin_count == from->skin_count, "%zu skins became %zu", from->skin_count,
                   read[i]->skin_count);
        check_same_nodes(from, read[i]);
    }
    if (ok)
        FUZZ_CHECK(files[0].size == files[1].size && memcmp(files[0].data, files[1].data, files[0].size) == 0,
                   "written again, %zu and %zu bytes", files[0].size, files[1].size);
    for (int i = 0; i < 2; i++) {
        bp_model_destroy(read[i]);
        bp_file_free(bp_context_allocator(context), &files[i]);
    }
    return written;
}

/* A repaired file has no more errors than before, and the doctor finds in it what the repair says. Without a
 * change it is the old file; but one of BVH becomes one of glTF. */
static inline void check_repair(bp_context *context, const uint8_t *data, size_t size) {
    bp_repair repair;
    bp_doctor_report report = {0};
    bp_error error = {0};
    if (!bp_gltf_repair_memory(context, data, size, "damaged", NULL, NULL, &repair, &error)) {
        FUZZ_CHECK_ERROR(&error);
        return;
    }
    FUZZ_CHECK(repair.after.errors <= repair.before.errors, "%zu errors became %zu", repair.before.errors,
               repair.after.errors);
    FUZZ_CHECK(repair.whole == (repair.file.data != NULL), "a file without a whole repair, or none with one");
    if (!repair.whole) {
        bp_repair_clear(&repair);
        return;
    }
    if (repair.count == 0 && size > 9 && memcmp(data, "glTF", 4) != 0 && memcmp(data, "HIERARCHY", 9) != 0)
        FUZZ_CHECK(repair.file.size <= size &&
                       memcmp(repair.file.data, data + size - repair.file.size, repair.file.size) == 0,
                   "nothing was repaired, but %zu bytes became %zu", size, repair.file.size);
    bool ok = bp_doctor_examine_memory(context, repair.file.data, repair.file.size, "repaired", NULL, &report,
                                       &error);
    FUZZ_CHECK(ok || error.kind == BP_ERROR_MEMORY, "the repaired file can't be examined: %s: %s",
               error.place, error.message);
    FUZZ_CHECK(!ok || report.errors == repair.after.errors, "%zu errors were announced, %zu are found",
               repair.after.errors, report.errors);
    bp_doctor_report_clear(&report);
    bp_repair_clear(&repair);
}

/* A rebound file is a glTF file again; extreme numbers may make it unreadable. */
static inline void check_rebind(bp_context *context, const uint8_t *data, size_t size) {
    bp_rebind rebind;
    bp_model *model = NULL;
    bp_error error = {0};
    const bp_rebind_options options = {
        .preset = (bp_rebind_preset)(size % BP_REBIND_FILE), .seconds = 0.4, .clip = -1};
    if (!bp_gltf_rebind_memory(context, data, size, "damaged", NULL, &options, &rebind, &error)) {
        FUZZ_CHECK_ERROR(&error);
        return;
    }
    if (!bp_gltf_read_memory(context, rebind.file.data, rebind.file.size, "rebound", NULL, NULL, &model, NULL,
                             &error))
        FUZZ_CHECK(strstr(error.message, "JSON") == NULL, "the rebound file is no JSON: %s", error.message);
    bp_model_destroy(model);
    bp_rebind_clear(&rebind);
}

/* An error needs a message and a path. */
static inline void check_message(const bp_error *error) {
    FUZZ_CHECK_ERROR(error);
    FUZZ_CHECK(error->place[0], "refused without a place: %s", error->message);
}

/* A file moves as itself, unless a vertex is nowhere (then a distance is infinite); and it can be compared
 * with any other. */
static inline void check_diff(bp_context *context, const uint8_t *data, size_t size) {
    const struct {
        const void *data;
        size_t size;
    } files[3] = {{data, size}, {data, size}, {fuzz_small_gltf, sizeof fuzz_small_gltf - 1}};
    const bp_motion_diff_options few = {.max_moments = 16};
    bp_model *models[3] = {NULL};
    bp_error error = {0};
    for (int i = 0; i < 3; i++)
        (void)bp_gltf_read_memory(context, files[i].data, files[i].size, "damaged", NULL, NULL, &models[i],
                                  NULL, &error);
    for (int i = 0; i < 3; i++) {
        bp_model *a = models[i], *b = models[(i + 1) % 3];
        bp_motion_diff diff = {0};
        error = (bp_error){0};
        if (!a || !b) continue;
        if (!bp_motion_diff_run(context, a, b, &few, &diff, &error))
            FUZZ_CHECK_ERROR(&error);
        else if (i == 0)
            FUZZ_CHECK(diff.equal || !isfinite(diff.worst), "a file differs from itself by %g", diff.worst);
        bp_motion_diff_clear(&diff);
    }
    for (int i = 0; i < 3; i++) bp_model_destroy(models[i]);
}

static inline gltf_check check_gltf(const uint8_t *data, size_t size, const check_gltf_options *options) {
    gltf_check result = {0};
    counter count = {.limit = options->most_bytes};
    bp_context_options made = {
        .threads = 1, .limit = options->limit, .allocator = {.resize = count_resize, .user = &count}};
    bp_context *context = bp_context_create(&made, NULL);
    if (!context) abort();
    bp_error error = {0};
    bp_gltf_notes notes = {0};
    bp_doctor_report report = {0};
    bp_model *model = NULL;
    if (options->steps & (CHECK_READ | CHECK_REBIND)) {
        result.read = bp_gltf_read_memory(context, data, size, "damaged", NULL, NULL, &model, &notes, &error);
        if (!result.read) check_message(&error);
    }
    if (result.read && options->steps & CHECK_READ) {
        FUZZ_CHECK(bp_model_check(model, &error), "the model that was read is invalid: %s: %s", error.place,
                   error.message);
        result.drawn = check_poses(context, model);
        result.written = check_writing(context, model, size % 2);
    }
    if (result.read && options->steps & CHECK_REBIND) check_rebind(context, data, size);
    if (options->steps & CHECK_DIFF) check_diff(context, data, size);
    bp_model_destroy(model);
    bp_gltf_notes_clear(&notes);
    error = (bp_error){0};
    if (options->steps & CHECK_DOCTOR) {
        result.examined = bp_doctor_examine_memory(context, data, size, "damaged", NULL, &report, &error);
        if (!result.examined) check_message(&error);
        bp_doctor_report_clear(&report);
    }
    if (options->steps & CHECK_FIX) check_repair(context, data, size);
    bp_context_destroy(context);
    FUZZ_CHECK(count.now == 0, "%zu bytes were not freed", count.now);
    result.most_bytes = count.max;
    return result;
}

/* As the targets for libFuzzer check a file: within limits that keep an execution short. */
static inline int fuzz_gltf(const uint8_t *data, size_t size, unsigned steps) {
    const size_t mebibyte = (size_t)1 << 20;
    check_gltf(data, size,
               &(check_gltf_options){.steps = steps, .limit = 8 * mebibyte, .most_bytes = 256 * mebibyte});
    return 0;
}

#endif
