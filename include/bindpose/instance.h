/* instance: many figures of one model, each with its own pose: crowds.
 *
 * An instance shares meshes, textures, clips and a batch (batch.h) with the model figure it was made of, its
 * prototype; nodes, skeletons and pose are its own. Vertices that are only skinned are so by the pass that
 * draws them, unless the mesh is drawn in more than one draw (submeshes, double-sided):
 *
 *     bp_instance *fox = bp_instance_create(context, prototype, &error); // prototype: a bp_model_figure
 *     bp_figure_set_world(bp_instance_figure(fox), bp_mat4_translation(...));
 *     each frame: fill a bp_instance_frame for each, bp_instances_pose(context, frames, count, &error),
 *     then bp_scene_draw_meshes(raster, &view, bp_instance_figure(fox), &error) for each
 *
 * bp_instances_pose computes matrices by the batch, with the prototype's hierarchy and binds.
 * Nodes and bones follow when they are needed: after each call ask for bp_instance_model or bp_instance_pose
 * again before you read or change them, by inverse kinematics, say; then call bp_figure_pose.
 *
 * Threads: one thread at a time for each instance, but bp_instances_pose uses all threads of the context.
 * Create the instances of a prototype one after the other.
 */
#ifndef BINDPOSE_INSTANCE_H
#define BINDPOSE_INSTANCE_H

#include <bindpose/mixer.h>
#include <bindpose/scene.h>

BP_BEGIN_C

typedef struct bp_instance bp_instance;

/* An instance in the prototype's pose, which is its rest, at the world's origin. It borrows the context and
 * the prototype, with its model, for its life; the prototype may be drawn too, or never. Instances that are
 * made while the prototype's nodes are elsewhere than for the first one take longer to pose: bone by bone.
 * Errors: memory; those of bp_figure_create. */
bp_instance *bp_instance_create(const bp_context *context, bp_model_figure *prototype, bp_error *error);
void bp_instance_destroy(bp_instance *instance); /* NULL is fine */

/* Its nodes and skeletons (with the prototype's meshes, materials and clips) and its pose, both as posed
 * last; its figure. Borrowed. */
bp_model *bp_instance_model(const bp_instance *instance);
bp_model_pose *bp_instance_pose(const bp_instance *instance);
bp_figure *bp_instance_figure(const bp_instance *instance);

/* What to do with one instance in a frame. */
typedef struct bp_instance_frame {
    bp_instance *instance; /* each instance once only in a call */
    bp_mixer *mixer;       /* of the instance's pose: updated by `seconds`; NULL: the clip is set */
    int clip;              /* as bp_model_pose_set; -1: rest */
    double seconds;        /* into the clip, or for the mixer since the last frame */
    /* The program's, for skinning on a GPU: gets the palettes of the model's skeletons, one after the other,
     * and the figure's vertices stay as they are. NULL: the figure is skinned. */
    void *palettes;
    bp_palette_format format;
} bp_instance_frame;

/* Poses instances by their clips or mixers, and skins them, each in one of the context's threads. By a batch,
 * except for mixers with the motion of a clip, BP_LOOP_RELATIVE, or an additive weight above 1, which blend
 * bone by bone. Errors: no such clip; memory. Other instances may be posed then all the same. */
bool bp_instances_pose(const bp_context *context, const bp_instance_frame *frames, size_t count,
                       bp_error *error);

BP_END_C

#endif
