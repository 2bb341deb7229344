/* batch: the fast path. Many characters that share bones, each with clips and times of its own: sampled,
 * blended, and turned into palettes, all on the context's threads.
 *
 *     bp_batch *batch = bp_batch_create(context, skeleton, clips, 2, &error); // or bp_model_batch_create
 *     bp_batch_layer layers[500][2];           // for each character: walk and wave
 *     bp_batch_job job = {.count = 500, .layers = layers[0], .layer_count = 2, .palettes = buffer};
 *     each frame: set clips, times and weights of the layers, then bp_batch_run(batch, &job, &error)
 *
 * The palettes are those that these calls compute for each character:
 *
 *     bp_clip_sample and bp_pose_blend_layers (threshold 1, poses without matrices), bp_pose_apply,
 *     bp_skeleton_prepare
 *
 * A batch computes in float instead of double: rotations between keys are within 1e-6 of bp_quat_slerp's, and
 * matrices within 1e-6 times the number of bones in the chain, times the size of the chain's offsets. The
 * bits don't depend on instruction set or number of threads; src/rig/batch/batch_scalar.c defines them.
 *
 * Threads: any number of threads may run jobs of one batch at a time.
 */
#ifndef BINDPOSE_BATCH_H
#define BINDPOSE_BATCH_H

#include <bindpose/clip.h>
#include <bindpose/skeleton.h>

BP_BEGIN_C

typedef struct bp_batch bp_batch;

/* Copies what it needs of the skeleton, and lays out the keys of the clips, which it borrows for its life:
 * don't change them. Parts without a track keep their current values (a linked bone: its node's), which are
 * the rest. Linear tracks of position, rotation and scale are sampled with vectors; steps, splines and
 * matrices cost as much as in bp_clip_sample. If a bone has a track of matrices, its linear tracks are
 * ignored. Errors: memory; a child precedes its parent in the array (place: the skeleton's name); a clip
 * moves nodes (place: its name): convert it with bp_model_clip_for_skeleton, or use bp_model_batch_create.
 * The context is borrowed and may be NULL. */
bp_batch *bp_batch_create(const bp_context *context, const bp_skeleton *skeleton, const bp_clip *const *clips,
                          size_t clip_count, bp_error *error);
void bp_batch_destroy(bp_batch *batch); /* NULL is fine */

/* How many elements the arrays of a job hold for each character. Bones of a model's batch are its nodes. */
size_t bp_batch_bone_count(const bp_batch *batch);
size_t bp_batch_palette_count(const bp_batch *batch); /* bp_skeleton_palette_count */
size_t bp_batch_weight_count(const bp_batch *batch);  /* morph weights: bp_model_batch_create; else 0 */

/* A clip of a character at a time. One layer alone, with a weight of 1 or more and no mask, is the clip. */
typedef struct bp_batch_layer {
    double time;       /* in the clip's unit; clamped to the first and the last key */
    const float *mask; /* borrowed for the call; a factor for each bone (bp_skeleton_mask); NULL: 1 */
    float weight;      /* 0, negative or NaN: the layer is left out */
    int clip;          /* of the batch's clips */
    /* Samples fewer tracks, for characters at a distance: bones that are more than so many steps below a root
     * rest (of each group of tracks up to 15 more are sampled). Saves sampling alone: all matrices are
     * computed. 0: all bones. */
    int depth;
    /* Adds the clip's difference from its own first frame to what the others give, `weight` times (above 1
     * counts as 1). As bp_pose_subtract and bp_pose_blend_layers. */
    bool additive;
} bp_batch_layer;

/* How a palette's matrices lie in memory. Without the constant column (0, 0, 0, 1) they take 48 bytes. */
typedef enum bp_palette_format {
    BP_PALETTE_4X4,      /* bp_mat4: a mat4 of GLSL or WGSL */
    BP_PALETTE_3X4_ROWS, /* 3 rows of 4 in column notation, so that v' = (dot(row 0, v), ...), v.w = 1 */
    /* The first three columns of bp_mat4, 4 rows of 3: a mat4x3 of Vulkan's scalar layout, packed_float3 in
     * Metal. std140 and std430 pad each vec3 to 16 bytes: there read it as an array of float. */
    BP_PALETTE_3X4_COLUMNS,
} bp_palette_format;

/* Writes matrices in a format and returns the end: for palettes that no batch computed. */
void *bp_palette_write(void *to, const bp_mat4 *palette, size_t count, bp_palette_format format);

/* All arrays belong to the caller; what is NULL isn't written. */
typedef struct bp_batch_job {
    size_t count; /* characters */
    /* count * layer_count, character after character. NULL: `locals` has the poses, as an earlier job wrote
     * them and the program changed them since, by inverse kinematics, say. */
    const bp_batch_layer *layers;
    size_t layer_count; /* of each character; 0: 1 */
    /* Without layers: only the bones below this one, and itself, have changed since the job that filled
     * `absolutes` and `palettes`, and only they are computed. 0, or no absolutes: all. */
    size_t top;
    bp_trs *locals;        /* count * bones: local poses by bone id */
    bp_mat4 *absolutes;    /* count * bones: by id */
    void *palettes;        /* count * palette entries: as bp_skeleton_palette, in this format */
    size_t palette_stride; /* bytes from one character's palette to the next one's; 0: no gap */
    bp_palette_format format;
    float *weights; /* count * weights: morph weights; those that no layer holds keep their values */
} bp_batch_job;

/* Runs a job on the context's threads. Errors, and nothing is written: a layer's clip that isn't in the
 * batch; neither layers nor locals; a stride that is shorter than a palette. */
bool bp_batch_run(bp_batch *batch, const bp_batch_job *job, bp_error *error);

/* Packs a clip. `shells` has the least and the greatest corner of a box for each bone, in the bone's space,
 * around all that it moves (bp_model_shells); a bone without one has a least x above the greatest. */
typedef struct bp_pack_options {
    const bp_vec3 *shells; /* 2 * bones */
    double bound;          /* the farthest that a point in a box may be from where the clip has it */
} bp_pack_options;

/* The clip in the fewest bytes that were found to keep the bound, at all keys and at seven moments
 * between each two. It plays and clones as others do (clip.h), and unpacks where a time is: of up to 129
 * keys all, else at most 33. Packed are linear tracks of position, rotation and scale whose keys with
 * equal times have 512 bytes or more; it has the others as they are, also rotations of which no component
 * keeps its sign. A batch samples packed clips as fast as others once it has unpacked the keys around a
 * time, 1 to 3 us each; each thread keeps the newest 1024 pairs. Errors: memory; no such clip; a bound
 * below what floats can keep. */
bp_clip *bp_batch_pack(bp_batch *batch, int clip, const bp_pack_options *options, bp_error *error);

/* For inverse kinematics and other changes bone by bone: sets a skeleton's bones (with their linked nodes) to
 * a character's locals, and reads them back. One skeleton serves all characters, and so does a bp_ik or
 * bp_look_at without slerp on it. Nothing happens if the numbers of bones differ, as with a model's batch,
 * whose bones are nodes: there an instance's pose is changed (instance.h), or a batch of the skeleton is made
 * with bp_model_clip_for_skeleton. */
void bp_batch_to_skeleton(const bp_batch *batch, const bp_trs *locals, bp_skeleton *skeleton);
void bp_batch_from_skeleton(const bp_batch *batch, const bp_skeleton *skeleton, bp_trs *locals);

BP_END_C

#endif
