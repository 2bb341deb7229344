/* A repaired copy beside the file. */
#include "app/model/model_comparison.h"
#include <stdio.h>
#include <string.h>

bool bp_model_comparison_open(bp_model_comparison *comparison, const bp_loaded_model *of, char *why,
                              size_t size) {
    const bp_repair_options options = {.container = BP_GLTF_BINARY, .embed = true};
    bp_error error = {0};
    bp_repair repair = {0};
    char text[300];
    *comparison = (bp_model_comparison){.repairs = 0};
    bool ok = bp_gltf_repair(of->context, of->path, &options, &repair, &error);
    if (ok && repair.count > 0 && repair.whole)
        comparison->open =
            bp_loaded_model_open_bytes(&comparison->loaded, of->context, of->path, &repair.file, &error);
    if (ok && repair.count == 0)
        snprintf(why, size, "nothing that can be repaired mechanically, so nothing to compare");
    else if (ok && !repair.whole)
        snprintf(why, size, "%zu error%s can't be repaired, so there is nothing to compare",
                 repair.after.errors, repair.after.errors == 1 ? "" : "s");
    else if (!comparison->open)
        snprintf(why, size, "%.150s", bp_error_text(&error, text, sizeof text));
    comparison->repairs = repair.count;
    comparison->errors[0] = repair.before.errors, comparison->errors[1] = repair.after.errors;
    comparison->warnings[0] = repair.before.warnings, comparison->warnings[1] = repair.after.warnings;
    bp_repair_clear(&repair);
    return comparison->open;
}

void bp_model_comparison_close(bp_model_comparison *comparison) {
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
    if (!comparison->open) return true;
    own.edits = edits, own.edit_count = 0;
    for (int i = 0; i < spec->edit_count; i++) /* it has binds of its own */
        if (spec->edits[i].kind != BP_EDIT_BIND) edits[own.edit_count++] = spec->edits[i];
    if (!same_skeletons(of->model, comparison->loaded.model)) own.edit_count = 0;
    if (own.clip >= (int)comparison->loaded.model->clip_count) own.clip = -1;
    return bp_loaded_model_pose(&comparison->loaded, &own, error) &&
           bp_figure_pose(bp_model_figure_get_figure(comparison->loaded.figure), error);
}

bp_bounds bp_model_comparison_bounds(bp_bounds before, bp_bounds after) {
    const float most = 2; /* times the radius */
    bp_bounds both = bp_bounds_union(before, after);
    return bp_bounds_radius(both) > most * bp_bounds_radius(after) ? after : both;
}
