/* rig_scene: nodes and a skeleton as a recording describes them, and the recorded operations on them. */
#ifndef REPLAY_RIG_SCENE_H
#define REPLAY_RIG_SCENE_H

#include "replay.h"

typedef struct rig_scene {
    bp_skeleton *skeleton; /* owned; under the engine's rules */
    bp_node **nodes;       /* owned, with their array */
    size_t bone_count, node_count;
} rig_scene;

/* Makes what `nodes` and `bones` (arrays of the recording; nodes may be NULL) describe. False if they are
 * malformed; free the scene even then. */
bool rig_scene_make(replay *r, const json_t *nodes, const json_t *bones, rig_scene *scene);
void rig_scene_free(rig_scene *scene);

/* The stored absolute matrix, not refreshed. */
bp_mat4 rig_scene_absolute(const rig_scene *scene, size_t bone);

/* Runs one step and compares its `result`, if any, and the output of the operation itself (order, world,
 * absolute...). With `full` a dump of the whole state follows, and prepare and compute have no results of
 * their own. False if the step is malformed. */
bool rig_scene_step(replay *r, rig_scene *scene, const json_t *step, bool full);

/* Compares an array of matrices, one for each bone or palette entry. */
typedef bp_mat4 rig_scene_matrix(const rig_scene *scene, size_t number);
bool rig_scene_compare(replay *r, rig_scene *scene, const json_t *object, const char *key,
                       rig_scene_matrix *get);
bp_mat4 rig_scene_chain(const rig_scene *scene, size_t number);
bp_mat4 rig_scene_palette(const rig_scene *scene, size_t slot);
/* Compares skeleton.bones with an array of ids; NULL: 0, 1, 2... */
bool rig_scene_compare_order(replay *r, const rig_scene *scene, const json_t *order);

#endif
