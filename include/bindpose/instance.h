/* instance: many figures of one model, each with its own pose: crowds.
 *
 * An instance shares meshes, textures and clips with the model figure it was made of, its prototype:
 *
 *     bp_instance *fox = bp_instance_create(context, prototype, &error); // prototype: a bp_model_figure
 *     bp_figure_set_world(bp_instance_figure(fox), bp_mat4_translation(...));
 *     each frame: fill a bp_instance_frame for each, bp_instances_pose(context, frames, count, &error),
 *     then bp_scene_draw_meshes(raster, &view, bp_instance_figure(fox), &error) for each
 *
 * Threads: one thread at a time for each instance, but bp_instances_pose uses all threads of the context.
 */
#ifndef BINDPOSE_INSTANCE_H
#define BINDPOSE_INSTANCE_H

#include <bindpose/mixer.h>
#include <bindpose/scene.h>

BP_BEGIN_C

typedef struct bp_instance bp_instance;

/* An instance in the prototype's pose, at the world's origin. It borrows the context and the prototype, with
 * its model, for its life; the prototype may be drawn too, or never. Errors: memory; those of
 * bp_figure_create. */
bp_instance *bp_instance_create(bp_context *context, const bp_model_figure *prototype, bp_error *error);
void bp_instance_destroy(bp_instance *instance); /* NULL is fine */

/* Its nodes and skeletons (with the prototype's meshes, materials and clips), its pose, its figure;
 * borrowed. */
bp_model *bp_instance_model(const bp_instance *instance);
bp_model_pose *bp_instance_pose(const bp_instance *instance);
bp_figure *bp_instance_figure(const bp_instance *instance);

/* What to do with one instance in a frame. */
typedef struct bp_instance_frame {
    bp_instance *instance; /* each instance once only in a call */
    bp_mixer *mixer;       /* of the instance's pose: updated by `seconds`; NULL: the clip is set */
    int clip;              /* as bp_model_pose_set; -1: rest */
    double seconds;        /* into the clip, or for the mixer since the last frame */
} bp_instance_frame;

/* Poses instances by their clips or mixers, and skins them, each in one of the context's threads. Errors: no
 * such clip; memory. Other instances may be posed then all the same. */
bool bp_instances_pose(bp_context *context, const bp_instance_frame *frames, size_t count, bp_error *error);

/* Where a ray meets a posed figure (bp_figure_pick). */
typedef struct bp_pick {
    size_t part,
        triangle; /* of the figure; of the part's mesh: its indices 3 * triangle to 3 * triangle + 2 */
    uint32_t vertices[3];
    float weights[3]; /* of the vertices at the point; sum 1 */
    float distance;   /* from the ray's origin, in lengths of its direction */
    bp_vec3 position; /* in the world */
    bp_bone *bone;    /* the one with the largest weight at the point; NULL: the part isn't skinned */
} bp_pick;

/* The first triangle that a ray (bp_camera_ray) meets, from either side. Takes time for each triangle. False,
 * and *out is undefined: none. */
bool bp_figure_pick(const bp_figure *figure, bp_ray ray, bp_pick *out);
/* The part, triangle and bone whose drawing was that event in a pixel's history; its distance is 0 and its
 * position the middle of the pixel. `figure` is posed as it was then. False, and *out is undefined: the event
 * is no triangle, or none of this figure's mesh. */
bool bp_figure_drew(const bp_figure *figure, const bp_pixel_event *event, bp_pick *out);

BP_END_C

#endif
