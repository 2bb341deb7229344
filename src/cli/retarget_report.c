/* The measures of a retargeted clip as text and JSON. */
#include "cli/retarget_report.h"
#include "base/text_buffer.h"
#include "cli/print.h"
#include "gltf/retarget/retarget.h"
#include "io/json.h"
#include <stdio.h>
#include <string.h>

/* All measures, or of each kind the series with the largest 95%. */
static void add_table(bp_text_buffer *text, const bp_retarget_report *report, bool all, const char *before) {
    bp_text_buffer_add(text, "%s%-13s %-16s %9s %9s %9s  %8s  %s\n", before, "measure", "worst at", "median",
                       "95%", "worst", "when", "unit");
    for (size_t s = 0; s < report->series_count; s++) {
        const bp_retarget_series *series = &report->series[s];
        if (series->count == 0 || (!all && report->worst[series->kind] != (int)s)) continue;
        bp_text_buffer_add(text, "%s%-13s %-16s %9.2f %9.2f %9.2f  %6.2f s  %s\n", before,
                           bp_retarget_kind_name(series->kind), series->role, (double)series->median,
                           (double)series->p95, (double)series->worst,
                           (double)series->worst_frame * report->step, bp_retarget_kind_unit(series->kind));
    }
}

/* Without corrections, legs point as the source's do, and feet jerk as it. */
static bool is_by_feet(const bp_retarget_series *series, bool feet) {
    bool leg = strstr(series->role, "Leg") || strstr(series->role, "Foot") || strstr(series->role, "Toes");
    return feet && leg &&
           (series->kind == BP_RETARGET_ANGLE ? series->p95 > 5
                                              : series->kind == BP_RETARGET_JERK && series->p95 > 1.5f);
}

void bp_retarget_print(const bp_transfer *done, bool feet) {
    bp_text_buffer text = {0};
    bp_file out = {0};
    bp_error error = {0};
    for (size_t i = 0; i < done->count; i++) {
        const bp_retarget_report *report = &done->reports[i];
        bp_text_buffer_add(&text,
                           "# %s, %zu frames: of each measure the worst bone (mm of a figure of 1.8 m)\n",
                           bp_escape(bp_clip_name(done->clips[i])).text, report->frame_count);
        add_table(&text, report, false, "# ");
        bool by_feet = false;
        for (int k = 0; k < BP_RETARGET_KINDS; k++)
            by_feet =
                by_feet || (report->worst[k] >= 0 && is_by_feet(&report->series[report->worst[k]], feet));
        if (by_feet)
            bp_text_buffer_add(&text, "# Legs bend to keep planted feet in place; --feet free leaves them as "
                                      "the motion's, and feet slide or sink.\n");
    }
    if (bp_text_buffer_finish(&text, &out, &error)) fputs((const char *)out.data, stdout);
    bp_file_free(NULL, &out);
}

const char *bp_retarget_limit_name(bp_retarget_kind kind) {
    static const char *const names[BP_RETARGET_KINDS] = {"--max-angle",   "--max-slide", "--max-penetration",
                                                         "--max-float",   "--max-drift", "--max-reach",
                                                         "--max-overlap", "--max-jerk"};
    return names[kind];
}

/* Why no clip has a measure. */
static const char *why_none(const bp_retarget_report *report, int kind) {
    bool listed = false;
    for (size_t s = 0; s < report->series_count; s++) listed = listed || (int)report->series[s].kind == kind;
    if (kind == BP_RETARGET_OVERLAP) return "no forearm or shin of the map has a mesh";
    if (kind == BP_RETARGET_REACH || kind == BP_RETARGET_JERK)
        return listed ? "the motion has fewer than four frames" : "the map has no hand, foot or head";
    return listed ? "no foot of the motion is planted" : "the map has no foot";
}

bool bp_retarget_within(const bp_transfer *done, const float *limits, bool feet, const char *then,
                        bp_error *error) {
    for (int k = 0; k < BP_RETARGET_KINDS; k++) {
        bool measured = !(limits[k] > 0);
        for (size_t i = 0; limits[k] > 0 && i < done->count; i++) {
            const bp_retarget_report *report = &done->reports[i];
            if (report->worst[k] < 0) continue;
            const bp_retarget_series *series = &report->series[report->worst[k]];
            measured = true;
            if (series->p95 <= limits[k]) continue;
            return bp_fail(
                error, BP_ERROR_INPUT, bp_clip_name(done->clips[i]),
                "%s of %s is %.4g %s (95%% of frames) and may be %.4g (%s); worst at %.2f s%s%s",
                bp_retarget_kind_name((bp_retarget_kind)k), series->role, (double)series->p95,
                bp_retarget_kind_unit((bp_retarget_kind)k), (double)limits[k],
                bp_retarget_limit_name((bp_retarget_kind)k), (double)series->worst_frame * report->step,
                is_by_feet(series, feet) ? "; --feet free doesn't bend legs for planted feet" : "", then);
        }
        if (!measured)
            return bp_fail(error, BP_ERROR_INPUT, bp_retarget_limit_name((bp_retarget_kind)k),
                           "there is nothing to measure: %s; leave it out", why_none(&done->reports[0], k));
    }
    return true;
}

static bool write_json(const bp_transfer *done, bp_file *out, bp_error *error) {
    bp_json_writer json = bp_json_writer_make(NULL);
    bp_json_write(&json, "{motion: %s, character: %s, clips: [", done->paths[0], done->paths[1]);
    for (size_t i = 0; i < done->count; i++) {
        const bp_retarget_report *report = &done->reports[i];
        bp_json_write(&json, "{name: %s, frames: %zu, step: %g, measures: [", bp_clip_name(done->clips[i]),
                      report->frame_count, report->step);
        for (size_t s = 0; s < report->series_count; s++) {
            const bp_retarget_series *series = &report->series[s];
            bp_json_write(&json,
                          "{measure: %s, unit: %s, role: %s, frames: %zu, median: %g, p95: %g, worst: %g, "
                          "worstSeconds: %g}",
                          bp_retarget_kind_name(series->kind), bp_retarget_kind_unit(series->kind),
                          series->role, series->count, (double)series->median, (double)series->p95,
                          (double)series->worst, (double)series->worst_frame * report->step);
        }
        bp_json_write(&json, "]}");
    }
    bp_json_write(&json, "]}");
    return bp_json_writer_finish(&json, out, error);
}

bool bp_retarget_report_write(const bp_transfer *done, const char *path, bp_error *error) {
    const char *end = strrchr(path, '.');
    bp_file out = {0};
    bool ok;
    if (end && strcmp(end, ".png") == 0) return bp_retarget_strip_write(done, path, error);
    if (end && strcmp(end, ".json") == 0) {
        ok = write_json(done, &out, error);
    } else {
        bp_text_buffer text = {0};
        for (size_t i = 0; i < done->count; i++) {
            bp_text_buffer_add(&text, "%s: %s for %s\n", bp_clip_name(done->clips[i]), done->paths[0],
                               done->paths[1]);
            add_table(&text, &done->reports[i], true, "");
        }
        ok = bp_text_buffer_finish(&text, &out, error);
    }
    ok = ok && bp_file_write(path, out.data, out.size, error);
    bp_file_free(NULL, &out);
    return ok;
}
