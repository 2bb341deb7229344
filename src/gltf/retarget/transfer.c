/* A file's whole motion for a character. */
#include "gltf/retarget/transfer.h"
#include "base/error.h"
#include "base/format.h"
#include "gltf/retarget/retarget.h"
#include "mesh/model_pose.h"

static bool read_map(bp_transfer *transfer, const char *path, bp_error *error) {
    bp_file text = {0};
    if (!bp_file_read(NULL, path, 0, &text, error)) return false;
    bool ok = bp_retarget_map_read((const char *)text.data, text.size, transfer->models[0],
                                   transfer->models[1], &transfer->map, error);
    if (!ok) bp_error_prefix_place(error, path);
    bp_file_free(NULL, &text);
    return ok;
}

bool bp_transfer_find_map(bp_transfer *transfer, bp_error *error) {
    const bp_model *from = transfer->models[0], *to = transfer->models[1];
    bp_retarget_name *names = bp_alloc(NULL, from->node_count + to->node_count, sizeof *names, error);
    if (!names) return false;
    const bp_retarget_names both = {names, names + from->node_count};
    bool ok = bp_retarget_names_read(transfer->context, transfer->paths[0], names, from->node_count, error) &&
              bp_retarget_names_read(transfer->context, transfer->paths[1], names + from->node_count,
                                     to->node_count, error) &&
              bp_retarget_map_find(from, to, &both, &transfer->map, error);
    bp_free(NULL, names);
    return ok;
}

bool bp_transfer_begin(bp_transfer *transfer, const char *map_file, const bp_retarget_options *options,
                       bp_error *error) {
    bool ok = map_file ? read_map(transfer, map_file, error) : bp_transfer_find_map(transfer, error);
    if (ok)
        transfer->retarget =
            bp_retarget_create(transfer->models[0], transfer->models[1], &transfer->map, options, error);
    return transfer->retarget != NULL;
}

/* Of a bone in a frame: its keys, their copies in the clip and the file, and what the report measures. */
static bool check_limit(const bp_transfer *transfer, int clip, bp_error *error) {
    const bp_model *source = transfer->models[0];
    double frames = 0;
    for (size_t i = 0; i < source->clip_count; i++)
        if (clip < 0 || (size_t)clip == i) frames += (double)bp_retarget_times(source->clips[i]).count;
    double keys = frames * (double)transfer->retarget->count;
    return bp_check_limit(transfer->context, transfer->paths[0],
                          bp_format("retargeting its %.0f frames", frames).text, 80 * keys, 1200 * keys,
                          error);
}

bool bp_transfer_run(bp_transfer *transfer, int clip, bp_error *error) {
    size_t count = transfer->models[0]->clip_count;
    if (count == 0) return bp_fail(error, BP_ERROR_INPUT, transfer->paths[0], "has no animation to retarget");
    if (!check_limit(transfer, clip, error)) return false;
    transfer->clips = bp_alloc(NULL, count, sizeof *transfer->clips, error);
    transfer->sources = transfer->clips ? bp_alloc(NULL, count, sizeof *transfer->sources, error) : NULL;
    transfer->reports = transfer->sources ? bp_alloc(NULL, count, sizeof *transfer->reports, error) : NULL;
    for (int i = 0; transfer->reports && i < (int)count; i++) {
        if (clip >= 0 && i != clip) continue;
        bp_clip *made = bp_retarget_clip(transfer->retarget, i, error);
        if (!made) return false;
        transfer->sources[transfer->count] = i;
        transfer->clips[transfer->count++] = made;
        if (!bp_retarget_measure(transfer->retarget, i, made, &transfer->reports[transfer->count - 1], error))
            return false;
    }
    return transfer->reports != NULL;
}

bool bp_transfer_write(const bp_transfer *transfer, bp_gltf_container container, bool embed, bp_file *out,
                       bp_error *error) {
    return bp_gltf_add_clips(transfer->context, transfer->paths[1], (const bp_clip *const *)transfer->clips,
                             transfer->count, container, embed, out, error);
}

size_t bp_transfer_worst_clip(const bp_transfer *transfer) {
    size_t worst = 0;
    float most = 0;
    for (size_t i = 0; i < transfer->count; i++) {
        const bp_retarget_report *report = &transfer->reports[i];
        int series = report->worst[BP_RETARGET_ANGLE];
        if (series < 0 || !(report->series[series].p95 > most)) continue;
        most = report->series[series].p95;
        worst = i;
    }
    return worst;
}

bp_mat4 bp_transfer_placement(const bp_transfer *transfer) {
    const bp_retarget *r = transfer->retarget;
    const bp_dmat4 scale = {{r->axes.x, 0, 0, 0, 0, r->axes.y, 0, 0, 0, 0, r->axes.z, 0, r->offset.x,
                             r->offset.y, r->offset.z, 1}};
    return bp_dmat4_to_mat4(bp_dmat4_mul(bp_dmat4_from_dquat(r->facing), scale));
}

void bp_transfer_clear(bp_transfer *transfer) {
    for (size_t i = 0; i < transfer->count; i++) {
        bp_clip_destroy(transfer->clips[i]);
        bp_retarget_report_clear(&transfer->reports[i]);
    }
    bp_free(NULL, transfer->clips);
    bp_free(NULL, transfer->sources);
    bp_free(NULL, transfer->reports);
    bp_retarget_destroy(transfer->retarget);
    bp_retarget_map_clear(&transfer->map);
    *transfer = (bp_transfer){0};
}
