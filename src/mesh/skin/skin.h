/* Skinning in scalar code, which defines the kernels, and the check of a job. */
#ifndef BP_MESH_SKIN_SKIN_H
#define BP_MESH_SKIN_SKIN_H

#include <bindpose/mesh.h>

/* Checks a job, with every joint. The error's place is the field; for a joint that isn't in the palette
 * ("source.joints") the message names vertex and joint. */
bool bp_skin_job_check(const bp_skin_job *job, bp_error *error);

/* The scalar definition of bp_skin_job_run (skin_scalar.c): one vertex at a time, in one thread, with the
 * same bits. */
bool bp_skin_job_run_scalar(const bp_skin_job *job, bp_error *error);

#endif
