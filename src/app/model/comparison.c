/* A second model beside the file's: the repaired file, or the motion that was retargeted to it. */
#include "app/model/loaded_model.h"
#include <stdio.h>
#include <string.h>

bool bp_loaded_model_repair(const bp_loaded_model *loaded, bp_repair *out, char *why, size_t size) {
    const bp_repair_options options = {.container = BP_GLTF_BINARY, .embed = true};
    bp_error error = {0};
    char text[300];
    if (!bp_gltf_repair(loaded->context, loaded->path, &options, out, &error))
        snprintf(why, size, "%.150s", bp_error_text(&error, text, sizeof text));
    else if (out->guessable)
        snprintf(why, size,
                 "this repair would be a guess: `bindpose doctor FILE --fix OUT.glb --guess` makes it");
    else if (!out->whole)
        snprintf(why, size, "no repair: %zu error%s and %zu warning%s would be left", out->after.errors,
                 out->after.errors == 1 ? "" : "s", out->after.warnings, out->after.warnings == 1 ? "" : "s");
    else if (out->count == 0)
        snprintf(why, size, "there is nothing to repair");
    return out->whole && out->count > 0;
}

bool bp_model_comparison_open(bp_model_comparison *comparison, const bp_loaded_model *of, char *why,
                              size_t size) {
    bp_error error = {0};
    bp_repair repair;
    char text[300];
    *comparison = (bp_model_comparison){.repairs = 0};
    if (bp_loaded_model_repair(of, &repair, why, size) &&
        !(comparison->open =
              bp_loaded_model_open(&comparison->loaded, of->context, of->path, &repair.file, &error)))
        snprintf(why, size, "%.150s", bp_error_text(&error, text, sizeof text));
    comparison->repairs = repair.count;
    comparison->errors[0] = repair.before.errors, comparison->errors[1] = repair.after.errors;
    comparison->warnings[0] = repair.before.warnings, comparison->warnings[1] = repair.after.warnings;
    bp_repair_clear(&repair);
    return comparison->open;
}

void bp_model_comparison_close(bp_model_comparison *comparison) {
    bp_transfer_clear(&comparison->transfer);
    if (comparison->open) bp_loaded_model_close(&comparison->loaded);
    *comparison = (bp_model_comparison){.open = false};
}

/* Changes by hand name bones by their ids. */
static bool same_skeletons(const bp_model *a, const bp_model *b) {
    if (a->skeleton_count != b->skeleton_count) return false;
    for (size_t i = 0; i < a->skeleton_count; i++)
        if (bp_skeleton_count(a->skeletons[i]) != bp_skeleton_count(b->skeletons[i])) return false;
    return true;
}

bool bp_model_comparison_pose(bp_model_comparison *comparison, const bp_loaded_model *of,
                              const bp_pose_spec *spec, bp_error *error) {
    bp_pose_spec own = *spec;
    bp_edit edits[BP_EDITS_MAX];
    const bp_loaded_model *motion = &comparison->loaded;
    if (!comparison->open) return true;
    if (comparison->transfer.count > 0) {
        double first = 0, last = 0;
        own.edit_count = 0;
        own.clip = spec->clip >= 0 ? comparison->transfer.sources[spec->clip] : -1;
        if (own.clip >= 0) bp_clip_span(motion->model->clips[own.clip], &first, &last);
        own.seconds += first;
    } else {
        own.edits = edits, own.edit_count = 0;
        for (int i = 0; i < spec->edit_count; i++) /* it has binds of its own */
            if (spec->edits[i].kind != BP_EDIT_BIND) edits[own.edit_count++] = spec->edits[i];
        if (!same_skeletons(of->model, motion->model)) own.edit_count = 0;
        if (own.clip >= (int)motion->model->clip_count) own.clip = -1;
    }
    return bp_loaded_model_pose(&comparison->loaded, &own, error) &&
           bp_figure_pose(bp_model_figure_get_figure(motion->figure), error);
}

bp_bounds bp_model_comparison_bounds(bp_bounds before, bp_bounds after) {
    const float most = 2; /* times the radius */
    bp_bounds both = bp_bounds_union(before, after);
    return bp_bounds_radius(both) > most * bp_bounds_radius(after) ? after : both;
}

/* ---- retargeting -------------------------------------------------------------------------------- */

/* The character's own clips have nothing to be compared with. */
static void drop_clips(bp_model *model, size_t count) {
    for (size_t i = 0; i < count; i++) bp_clip_destroy(model->clips[i]);
    model->clip_count -= count;
    memmove(model->clips, model->clips + count, model->clip_count * sizeof *model->clips);
}

/* Reads the character with its new clips alone, as the command would write them. */
static bool read_result(bp_model_comparison *comparison, bp_loaded_model *loaded, bp_error *error) {
    bp_loaded_model fresh;
    bp_file file = {0};
    bp_transfer *transfer = &comparison->transfer;
    bool ok = bp_transfer_write(transfer, BP_GLTF_BINARY, true, &file, error) &&
              bp_loaded_model_open(&fresh, loaded->context, loaded->path, &file, error);
    bp_file_free(bp_context_allocator(loaded->context), &file);
    if (!ok) return false;
    drop_clips(fresh.model, loaded->model->clip_count);
    bp_retarget_destroy(transfer->retarget); /* it borrows the model that is closed now */
    bp_loaded_model_close(loaded);
    *loaded = fresh;
    transfer->retarget = NULL;
    transfer->paths[1] = loaded->path;
    transfer->models[1] = loaded->model;
    return true;
}

/* Every map has one: the transfer was made. */
static const bp_retarget_pair *hips_of(const bp_transfer *transfer) {
    const bp_retarget_pair *pair = transfer->map.pairs;
    while (strcmp(pair->role, "hips") != 0) pair++;
    return pair;
}

/* Bones above the hips end where they begin: a line to a root that stays behind is no part of a body. */
static void shorten_roots(const bp_loaded_model *motion, const bp_retarget_pair *hips) {
    int skeleton;
    bp_bone *bone = bp_loaded_model_node_bone(motion, (size_t)hips->source, &skeleton);
    while ((bone = bp_bone_parent(bone))) bp_bone_set_length(bone, 0);
}

bool bp_model_comparison_retarget(bp_model_comparison *comparison, bp_loaded_model *loaded,
                                  const bp_motion_source *from, bp_error *error) {
    bp_loaded_model *motion = &comparison->loaded;
    bp_transfer *transfer = &comparison->transfer;
    *comparison = (bp_model_comparison){.open = false};
    if (!bp_loaded_model_open(motion, loaded->context, from->path, NULL, error)) return false;
    comparison->open = true;
    *transfer = (bp_transfer){.context = loaded->context,
                              .paths = {motion->path, loaded->path},
                              .models = {motion->model, loaded->model}};
    bool ok = bp_transfer_begin(transfer, from->map, &from->options, error) &&
              bp_transfer_run(transfer, from->clip, error);
    if (ok) shorten_roots(motion, hips_of(transfer));
    if (ok) comparison->placement = bp_transfer_placement(transfer);
    if (ok) bp_figure_set_world(bp_model_figure_get_figure(motion->figure), comparison->placement);
    if (ok && read_result(comparison, loaded, error)) return true;
    bp_model_comparison_close(comparison);
    return false;
}

const bp_retarget_report *bp_model_comparison_report(const bp_model_comparison *comparison, int clip) {
    return comparison->transfer.count > 0 && clip >= 0 ? &comparison->transfer.reports[clip] : NULL;
}

bp_vec3 bp_model_comparison_hips(const bp_model_comparison *comparison) {
    const bp_transfer *transfer = &comparison->transfer;
    return bp_mat4_position(bp_node_world(transfer->models[1]->nodes[hips_of(transfer)->target]));
}

bp_bone *bp_model_comparison_bone(const bp_model_comparison *comparison, const bp_loaded_model *of,
                                  const char *role, int *skeleton) {
    const bp_retarget_map *map = &comparison->transfer.map;
    for (size_t i = 0; i < map->count; i++)
        if (strcmp(map->pairs[i].role, role) == 0)
            return bp_loaded_model_node_bone(of, (size_t)map->pairs[i].target, skeleton);
    return NULL;
}

bp_rgba8 bp_retarget_color(float value, bp_retarget_kind kind) {
    static const float full[BP_RETARGET_KINDS] = {10, 50, 30, 50, 100, 20, 50, 3};
    static const float stops[3][3] = {{110, 113, 120}, {240, 200, 60}, {213, 40, 0}};
    float at = bp_clamp(value / full[kind], 0, 1) * 2;
    int i = at < 1 ? 0 : 1;
    float c[3];
    for (int k = 0; k < 3; k++) c[k] = stops[i][k] + (at - (float)i) * (stops[i + 1][k] - stops[i][k]) + 0.5f;
    return (bp_rgba8){(uint8_t)c[0], (uint8_t)c[1], (uint8_t)c[2], 255};
}

float bp_retarget_worst(const bp_retarget_series *series, size_t first, size_t end) {
    float worst = -1;
    for (size_t f = first; f < end || f == first; f++) worst = fmaxf(worst, series->values[f]);
    return worst;
}

/* The angle of the bone of a role at a frame; 0: it isn't measured by itself. */
static float angle_of(const bp_retarget_report *report, const char *role, size_t frame) {
    for (size_t s = 0; report && s < report->series_count; s++)
        if (report->series[s].kind == BP_RETARGET_ANGLE && strcmp(report->series[s].role, role) == 0)
            return report->series[s].values[frame];
    return 0;
}

/* The pair that a node is in; -1: none. */
static int pair_of(const bp_model_comparison *comparison, bool source, const bp_node *node) {
    const bp_transfer *transfer = &comparison->transfer;
    for (size_t i = 0; i < transfer->map.count; i++) {
        const bp_retarget_pair *pair = &transfer->map.pairs[i];
        if (transfer->models[source ? 0 : 1]->nodes[source ? pair->source : pair->target] == node)
            return (int)i;
    }
    return -1;
}

/* A line from each mapped bone to every mapped one below. */
static void paint_bones(const bp_model_comparison *comparison, bp_painter *painter, bool source, bool ghost,
                        const bp_retarget_report *report, size_t frame) {
    const bp_model *model = comparison->transfer.models[source ? 0 : 1];
    bp_mat4 place = source ? comparison->placement : bp_mat4_identity();
    for (size_t i = 0; i < model->node_count; i++) {
        const bp_node *node = model->nodes[i], *above = bp_node_parent(node);
        int pair = -1;
        if (pair_of(comparison, source, node) < 0) continue;
        while (above && (pair = pair_of(comparison, source, above)) < 0) above = bp_node_parent(above);
        if (!above) continue;
        const bp_vec3 line[2] = {bp_mat4_point(place, bp_mat4_position(bp_node_world(above))),
                                 bp_mat4_point(place, bp_mat4_position(bp_node_world(node)))};
        bp_rgba8 color = painter->theme->ghost;
        if (!ghost)
            color = bp_retarget_color(angle_of(report, comparison->transfer.map.pairs[pair].role, frame),
                                      BP_RETARGET_ANGLE);
        bp_paint_lines(painter, line, 2, false, ghost ? 2.0f : 5.0f, color);
    }
}

void bp_model_comparison_paint(const bp_model_comparison *comparison, bp_painter *painter, int clip,
                               double seconds) {
    const bp_retarget_report *report = bp_model_comparison_report(comparison, clip);
    bool source = bp_paint_stage(painter) == 1;
    size_t frame = report ? (size_t)(seconds / report->step + 0.5) : 0;
    if (report && frame >= report->frame_count) frame = report->frame_count - 1;
    paint_bones(comparison, painter, !source, true, report, frame);
    paint_bones(comparison, painter, source, false, report, frame);
}
