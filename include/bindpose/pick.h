/* pick: what of a figure a ray meets, such as the one under the mouse. */
#ifndef BINDPOSE_PICK_H
#define BINDPOSE_PICK_H

#include <bindpose/scene.h>

BP_BEGIN_C

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

BP_END_C

#endif
