/* bp_skin_job_run by the scalar definition: one vertex at a time, in one thread, with the same bits. */
#ifndef BINDPOSE_TESTS_SUPPORT_SKIN_SCALAR_H
#define BINDPOSE_TESTS_SUPPORT_SKIN_SCALAR_H

#include "base/error.h"
#include "mesh/skin/skin.h"

static inline bool bp_skin_job_run_scalar(const bp_skin_job *job, bp_error *error) {
    if (!job) return bp_fail_null(error, "job");
    if (!bp_skin_job_check(job, error)) return false;
    if (job->source.vertex_count == 0) return true;
    bp_skin_palette palette;
    if (!bp_skin_palette_make(&palette, NULL, job, BP_ISA_PORTABLE, NULL, 0, error)) return false;
    bp_skin_kernel_scalar(job, &palette, 0, job->source.vertex_count);
    bp_skin_palette_free(&palette, NULL);
    return true;
}

#endif
