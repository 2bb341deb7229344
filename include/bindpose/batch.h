/* batch: many characters that share a skeleton and a clip, sampled from keys straight to palettes.
 *
 * The palettes are those that these calls compute for each character:
 *
 *     bp_clip_sample, bp_pose_apply (of a pose without matrices), bp_skeleton_prepare
 *
 * A batch sampler computes in float instead of double: rotations between keys are within 1e-6 of
 * bp_quat_slerp's, and matrices within 1e-6 times the number of bones in the chain, times the size of the
 * chain's offsets. The bits don't depend on instruction set or number of threads.
 */
#ifndef BINDPOSE_BATCH_H
#define BINDPOSE_BATCH_H

#include <bindpose/clip.h>
#include <bindpose/skeleton.h>

BP_BEGIN_C

typedef struct bp_batch_sampler bp_batch_sampler;

/* Copies what it needs of skeleton and clip. Parts without a track keep their current values (a linked
 * bone: its node's). Linear tracks of position, rotation and scale are sampled with vectors; steps, splines
 * and matrices cost as much as in bp_clip_sample. If a bone has a track of matrices, its linear tracks are
 * ignored. Errors: memory; a child precedes its parent in the array (place: the skeleton's name);
 * the clip moves nodes (place: its name): convert it with bp_model_clip_for_skeleton. The context is borrowed
 * and may be NULL. */
bp_batch_sampler *bp_batch_sampler_create(bp_context *context, const bp_skeleton *skeleton,
                                          const bp_clip *clip, bp_error *error);
void bp_batch_sampler_destroy(bp_batch_sampler *sampler); /* NULL is fine */

/* How many bones and palette entries the arrays of a job hold for each character. */
size_t bp_batch_sampler_bone_count(const bp_batch_sampler *sampler);
size_t bp_batch_sampler_palette_count(const bp_batch_sampler *sampler); /* bp_skeleton_palette_count */

/* All arrays belong to the caller. */
typedef struct bp_batch_job {
    size_t count;        /* characters */
    const double *times; /* of each, in the clip's unit; clamped to the first and the last key */
    bp_mat4 *absolutes;  /* NULL, or count * bones: character after character, bones by id */
    bp_mat4 *palettes;   /* NULL, or count * palette entries: as bp_skeleton_palette */
} bp_batch_job;

/* Samples all characters on the context's threads. One call at a time per sampler. */
void bp_batch_sampler_run(bp_batch_sampler *sampler, const bp_batch_job *job);

BP_END_C

#endif
