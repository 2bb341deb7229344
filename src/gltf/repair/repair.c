/* Repairing a file: runs the passes, and keeps a pass's result only if the doctor finds it better. */
#include "gltf/repair/repair.h"
#include "base/allocator.h"
#include <string.h>

/* A pass runs if the doctor has reported one of its findings as an error or a warning; without a range it
 * always does. */
static const struct {
    bp_repair_function *run;
    bp_doctor_id from, to;
} PASSES[] = {
    {bp_repair_rules, BP_DOCTOR_UNREADABLE, BP_DOCTOR_UNREADABLE},
    {bp_repair_rules, BP_DOCTOR_WEIGHTS_NOT_NORMALIZED, BP_DOCTOR_WEIGHTS_NOT_NORMALIZED},
    {bp_repair_rules, BP_DOCTOR_BYTE_STRIDE, BP_DOCTOR_GLTF_RULE},
    {bp_repair_tree, BP_DOCTOR_NO_COMMON_ROOT, BP_DOCTOR_NO_COMMON_ROOT},
    {bp_repair_tree, BP_DOCTOR_MESH_UNDER_SKELETON, BP_DOCTOR_MESH_UNDER_SKELETON},
    {bp_repair_tree, BP_DOCTOR_PROFILE_ROOTS, BP_DOCTOR_PROFILE_ROOTS},
    {bp_repair_names, BP_DOCTOR_NAMES_DUPLICATED, BP_DOCTOR_NAMES_DUPLICATED},
    {bp_repair_names, BP_DOCTOR_PROFILE_NAMES, BP_DOCTOR_PROFILE_NAMES},
    {bp_repair_channels, BP_DOCTOR_CHANNEL_DUPLICATED, BP_DOCTOR_CHANNEL_DUPLICATED},
    {bp_repair_shifted_joints, BP_DOCTOR_JOINTS_SHIFTED, BP_DOCTOR_JOINTS_SHIFTED},
    {bp_repair_repeated_joints, BP_DOCTOR_JOINTS_REPEATED, BP_DOCTOR_JOINTS_REPEATED},
    {bp_repair_weights, BP_DOCTOR_WEIGHTS_NAN, BP_DOCTOR_JOINT_ZERO_WEIGHT},
    {bp_repair_binds, BP_DOCTOR_IBM_COUNT, BP_DOCTOR_UNIT_MIXUP},
    {bp_repair_units, BP_DOCTOR_UNIT_MIXUP, BP_DOCTOR_UNIT_MIXUP},
    {bp_repair_interpolation, BP_DOCTOR_KEYS_COUNT, BP_DOCTOR_KEYS_COUNT},
    {bp_repair_keys, BP_DOCTOR_KEYS_NOT_INCREASING, BP_DOCTOR_KEYS_NOT_INCREASING},
    {bp_repair_rotation_order, BP_DOCTOR_ROTATION_ORDER, BP_DOCTOR_ROTATION_ORDER},
    {bp_repair_rotations, BP_DOCTOR_ROTATION_NOT_UNIT, BP_DOCTOR_ROTATION_NOT_UNIT},
    {bp_repair_nodes, BP_DOCTOR_SKIN_MISSING, BP_DOCTOR_SKIN_MISSING},
    {bp_repair_nodes, BP_DOCTOR_SKELETON_NOT_ANCESTOR, BP_DOCTOR_JOINT_NOT_IN_SCENE},
    {bp_repair_nodes, BP_DOCTOR_CHANNEL_ON_MATRIX_NODE, BP_DOCTOR_CHANNEL_ON_MATRIX_NODE},
    {bp_repair_unused_joints, BP_DOCTOR_JOINT_UNUSED, BP_DOCTOR_JOINT_UNUSED},
    {bp_repair_skeleton, BP_DOCTOR_PROFILE_ROOTS, BP_DOCTOR_PROFILE_ORDER},
    {bp_repair_tree, BP_DOCTOR_MESH_UNDER_SKELETON, BP_DOCTOR_MESH_UNDER_SKELETON}, /* below a new root */
    {bp_repair_rules, BP_DOCTOR_GLTF_RULE, BP_DOCTOR_GLTF_RULE}, /* that the first one uncovered */
    {bp_repair_bounds, BP_DOCTOR_NONE, BP_DOCTOR_NONE},
};

void bp_repair_clear(bp_repair *repair) {
    if (!repair) return;
    bp_file_free(&repair->allocator, &repair->file);
    bp_free(&repair->allocator, repair->changes);
    bp_doctor_report_clear(&repair->before);
    bp_doctor_report_clear(&repair->after);
    *repair = (bp_repair){0};
}

/* What moves the vertices with one joint number. */
typedef struct bp_repair_joint {
    bp_mat4 bind;
    int node;
} bp_repair_joint;

typedef struct repair_job {
    const bp_context *context;
    const bp_repair_options *options;
    bp_gltf_source source; /* the newest version */
    bp_repair *out;
    bp_repair_function *run;
    bool done;                 /* the pass has run */
    bp_repair_joint *expected; /* owned; how the hypotheses move the skins; NULL: the pass changes no skin */
    size_t expected_count;
    bool as_expected;
    bool reveals; /* a pass was left out because it showed an error that another fault explained before */
    bp_file result;
} repair_job;

static bool expect(repair_job *job, const bp_doctor *doctor, bp_error *error) {
    size_t count = 0;
    for (size_t i = 0; i < doctor->skin_count; i++) count += doctor->skins[i].joint_count;
    job->expected = bp_alloc(&job->out->allocator, count + 1, sizeof *job->expected, error);
    if (!job->expected) return false;
    job->expected_count = count;
    count = 0;
    for (size_t i = 0; i < doctor->skin_count; i++) {
        const bp_doctor_skin *skin = &doctor->skins[i];
        const bp_doctor_remedy *remedy = &skin->remedy;
        bool changes = remedy->verdict <= BP_DOCTOR_CERTAIN ||
                       (remedy->verdict == BP_DOCTOR_PLAUSIBLE && job->options->guess);
        for (size_t j = 0; j < skin->joint_count; j++)
            job->expected[count++] =
                (bp_repair_joint){changes && remedy->binds ? remedy->binds[j] : skin->binds[j],
                                  changes && remedy->joints ? remedy->joints[j] : skin->joints[j]};
    }
    return true;
}

/* Called by the doctor with the repaired file: compares its joints with the expected ones. Nodes and clips
 * are the same, so vertices then move as the hypotheses say, in every pose. */
static bool compare_motion(bp_doctor *doctor, void *user, bp_error *error) {
    repair_job *job = user;
    size_t count = 0;
    (void)error;
    job->as_expected = true;
    for (size_t i = 0; i < doctor->skin_count; i++) {
        const bp_doctor_skin *skin = &doctor->skins[i];
        for (size_t j = 0; j < skin->joint_count; j++, count++)
            if (count >= job->expected_count || skin->joints[j] != job->expected[count].node ||
                memcmp(&skin->binds[j], &job->expected[count].bind, sizeof(bp_mat4)) != 0)
                job->as_expected = false;
    }
    job->as_expected = job->as_expected && count == job->expected_count;
    return true;
}

/* Called by the doctor with the decoded file. Ends the examination, whose findings are known already. */
static bool run_pass(bp_doctor *doctor, void *user, bp_error *error) {
    repair_job *job = user;
    bp_repair_pass pass = {.doctor = doctor,
                           .out = job->out,
                           .options = job->options,
                           .source = &job->source,
                           .work_left = (size_t)1 << 28};
    size_t before = job->out->count;
    bp_free(&job->out->allocator, job->expected);
    job->expected = NULL;
    if (job->run == bp_repair_binds && !expect(job, doctor, error)) return false;
    if (bp_gltf_rewrite_open(&pass.rewrite, &doctor->document, error)) {
        job->run(&pass);
        job->done = pass.rewrite.fault.kind == BP_ERROR_NONE;
        if (!job->done && error) *error = pass.rewrite.fault;
        if (job->done && job->out->count > before)
            job->done = bp_gltf_rewrite_finish(&pass.rewrite, BP_GLTF_BY_NAME, false, &job->result, error);
    }
    bp_gltf_rewrite_close(&pass.rewrite);
    return false;
}

static bool has_finding(const bp_doctor_report *report, bp_doctor_id from, bp_doctor_id to,
                        bp_doctor_severity least) {
    for (size_t i = 0; i < report->count; i++)
        if (report->findings[i].id >= from && report->findings[i].id <= to &&
            report->findings[i].severity >= least)
            return true;
    return false;
}

/* Whether the pass has something to do. The last one follows those that changed something. */
static bool is_needed(const repair_job *job, bp_doctor_id from, bp_doctor_id to) {
    bp_doctor_id only = job->options->only;
    if (from == BP_DOCTOR_NONE) return only == BP_DOCTOR_NONE || job->out->count > 0;
    if (only != BP_DOCTOR_NONE && (only < from || only > to)) return false;
    return has_finding(&job->out->after, from, to, BP_DOCTOR_WARNING);
}

/* Whether it isn't certain that the file is right now: weights, a skin or a clip contradict it. */
static bool is_doubtful(const bp_doctor_report *report) {
    static const bp_doctor_id doubts[] = {BP_DOCTOR_INFLUENCES_UNRELATED, BP_DOCTOR_IBM_WRONG,
                                          BP_DOCTOR_ROTATION_ORDER, BP_DOCTOR_EXPLODES};
    for (size_t i = 0; i < BP_COUNT(doubts); i++)
        if (has_finding(report, doubts[i], doubts[i], BP_DOCTOR_WARNING)) return true;
    return false;
}

/* Whether no fault is left, and no doubt beside what is guessed. */
static bool is_whole(const repair_job *job) {
    bp_doctor_id only = job->options->only;
    const bp_repair *out = job->out;
    if (only != BP_DOCTOR_NONE)
        return out->count > 0 && !has_finding(&out->after, only, only, BP_DOCTOR_ERROR);
    return out->after.errors == 0 && !job->reveals &&
           (!is_doubtful(&out->after) || (job->options->guess && out->count > 0));
}

/* 1 if there are fewer faults than before, 0 if there are as many, -1 if more; errors count first. */
static int compare(const bp_doctor_report *before, const bp_doctor_report *after) {
    if (after->errors != before->errors) return after->errors < before->errors ? 1 : -1;
    if (after->warnings != before->warnings) return after->warnings < before->warnings ? 1 : -1;
    if (after->notes != before->notes) return after->notes < before->notes ? 1 : -1;
    return 0;
}

static bool judge(repair_job *job, size_t changes_before, bool must_improve, bp_error *error) {
    bp_repair *out = job->out;
    bp_gltf_source source = job->source;
    bp_doctor_report report = {0};
    bp_error fault = {0};
    source.data = job->result.data;
    source.size = job->result.size;
    job->as_expected = true;
    bool ok = bp_doctor_examine_source(job->context, &source, job->options->limits, NULL,
                                       job->expected ? compare_motion : NULL, job, &report, &fault);
    if (!ok && fault.kind == BP_ERROR_MEMORY) {
        if (error) *error = fault;
        return false;
    }
    job->reveals |= ok && report.errors > out->after.errors;
    if (!ok || !job->as_expected || compare(&out->after, &report) < (must_improve ? 1 : 0)) {
        bp_doctor_report_clear(&report);
        bp_file_free(&out->allocator, &job->result);
        out->count = changes_before;
        return true;
    }
    bp_doctor_report_clear(&out->after);
    bp_file_free(&out->allocator, &out->file);
    out->after = report;
    out->file = job->result;
    job->source = source;
    job->result = (bp_file){0};
    return true;
}

static bool run_passes(repair_job *job, bp_error *error) {
    bp_repair *out = job->out;
    for (size_t i = 0; i < BP_COUNT(PASSES); i++) {
        bp_doctor_report scratch = {0};
        size_t before = out->count;
        bool asked = (PASSES[i].run == bp_repair_unused_joints && job->options->prune) ||
                     (PASSES[i].run == bp_repair_weights && job->options->influences > 0) ||
                     (PASSES[i].run == bp_repair_names && job->options->names);
        if (!asked && !is_needed(job, PASSES[i].from, PASSES[i].to)) continue;
        job->run = PASSES[i].run;
        job->done = false;
        bp_error fault = {0};
        (void)bp_doctor_examine_source(job->context, &job->source, job->options->limits, NULL, run_pass, job,
                                       &scratch, &fault);
        bp_doctor_report_clear(&scratch);
        if (!job->done && fault.kind == BP_ERROR_MEMORY) {
            if (error) *error = fault;
            return false;
        }
        if (!job->done) out->count = before; /* the file can't be decoded this far: nothing to mend */
        if (job->result.data && !judge(job, before, !asked && PASSES[i].from != BP_DOCTOR_NONE, error))
            return false;
    }
    return true;
}

/* Changes the container, or copies a file that stays as it is. */
static bool convert(repair_job *job, bp_error *error) {
    bp_gltf_document document;
    bp_gltf_rewrite rewrite;
    bp_file file = {0};
    const bp_allocator *allocator = &job->out->allocator;
    if (!bp_gltf_document_open_within(&document, job->context, &job->source, NULL, 0, error)) return false;
    bool ok = bp_gltf_rewrite_open(&rewrite, &document, error) &&
              bp_gltf_rewrite_finish(&rewrite, job->options->container, job->options->embed, &file, error);
    bp_gltf_rewrite_close(&rewrite);
    bp_gltf_document_close(&document);
    if (!ok) return false;
    bp_file_free(allocator, &job->out->file);
    job->out->file = file;
    return true;
}

static bool copy_report(const bp_doctor_report *from, bp_doctor_report *to, bp_error *error) {
    *to = *from;
    to->findings = bp_alloc(&from->allocator, from->count, sizeof *to->findings, error);
    if (to->findings && from->count > 0)
        memcpy(to->findings, from->findings, from->count * sizeof *to->findings);
    return to->findings != NULL;
}

static bool repair(const bp_context *context, const bp_gltf_source *source, const bp_repair_options *options,
                   bp_repair *out, bp_error *error) {
    static const bp_repair_options defaults = {0};
    *out = (bp_repair){.allocator = *bp_context_allocator(context)};
    repair_job job = {
        .context = context, .options = options ? options : &defaults, .source = *source, .out = out};
    bool ok = bp_doctor_examine_source(context, source, job.options->limits, NULL, NULL, NULL, &out->before,
                                       error) &&
              copy_report(&out->before, &out->after, error) && run_passes(&job, error);
    for (size_t i = 0; ok && i < out->count; i++) out->changes[i].guess |= is_doubtful(&out->after);
    out->whole = ok && is_whole(&job);
    if (out->whole) ok = convert(&job, error);
    if (!out->whole) bp_file_free(&out->allocator, &out->file);
    bp_free(&out->allocator, job.expected);
    bp_file_free(&out->allocator, &job.result);
    if (ok && !out->whole && !job.options->guess) {
        bp_repair_options guess = *job.options;
        bp_repair guessed;
        guess.guess = true;
        out->guessable = repair(context, source, &guess, &guessed, NULL) && guessed.whole;
        bp_repair_clear(&guessed);
    }
    if (!ok) bp_repair_clear(out);
    return ok;
}

bool bp_gltf_repair_memory(const bp_context *context, const void *data, size_t size, const char *name,
                           const char *folder, const bp_repair_options *options, bp_repair *out,
                           bp_error *error) {
    bp_gltf_source source = {data, size, name ? name : "glTF", folder, folder ? strlen(folder) : 0, NULL};
    return repair(context, &source, options, out, error);
}

bool bp_gltf_repair(const bp_context *context, const char *path, const bp_repair_options *options,
                    bp_repair *out, bp_error *error) {
    bp_file file = {0};
    bp_gltf_source source;
    *out = (bp_repair){0};
    if (!bp_gltf_source_read(bp_context_allocator(context), path, &file, &source, error)) return false;
    bool ok = repair(context, &source, options, out, error);
    bp_file_free(bp_context_allocator(context), &file);
    return ok;
}
