/* Inside the lesson room: making and freeing a world. */
#ifndef BP_LESSON_WORLD_H
#define BP_LESSON_WORLD_H

#include <bindpose/lesson.h>

/* An empty world; the lesson's setup fills it. `cache` is borrowed. */
bp_world bp_world_make(bp_context *context, const char *file, bool engine, bp_model_cache *cache);
/* Where a call may put its error: the world's own until something is in it, then NULL. */
bp_error *bp_world_error_slot(bp_world *world);
/* Prepares the skeletons of every stage, as bp_world_pose does; what they skin is left as it was. */
void bp_world_prepare(bp_world *world);
/* Frees what the stages own. */
void bp_world_clear(bp_world *world);

/* ---- pictures for comparing (src/lesson/compare.c) ---- */

bp_offscreen *bp_offscreen_create(bp_context *context, bp_error *error);
void bp_offscreen_destroy(bp_offscreen *offscreen);
/* Stages look different from now on; NULL is fine. */
void bp_offscreen_invalidate(bp_offscreen *offscreen);

/* ---- shown models (src/lesson/posed_model.c) ---- */

/* Takes the model over, also on an error. */
bp_posed_model *bp_posed_model_create(bp_context *context, bp_model *model, bp_error *error);
void bp_posed_model_destroy(bp_posed_model *shown);
const bp_model *bp_posed_model_source(const bp_posed_model *shown);
bp_figure *bp_posed_model_figure(const bp_posed_model *shown);
/* The nodes at the moment of a clip; -1: at rest. Not yet skinned. */
bool bp_posed_model_set(bp_posed_model *shown, int clip, double seconds, bp_error *error);

/* An empty cache; models on it live until it is destroyed. */
bp_model_cache *bp_model_cache_create(bp_context *context, bp_error *error);
void bp_model_cache_destroy(bp_model_cache *cache);
/* The model of a file for a stage, at rest; borrowed. The same path and stage give the same model again. */
bp_posed_model *bp_model_cache_get(bp_model_cache *cache, const char *path, int stage, bp_error *error);
/* The tube that was made with the same options, borrowed and not to be changed; NULL: there is none. A cache may be
 * NULL here and below. */
bp_mesh *bp_model_cache_get_tube(bp_model_cache *cache, const bp_tube_options *options);
/* Takes a tube over; false where there is no room. */
bool bp_model_cache_add_tube(bp_model_cache *cache, const bp_tube_options *options, bp_mesh *tube);

/* ---- stages (src/lesson/world.c) ---- */

/* A stage for a part, of whose mesh it takes over the ownership unless that is the cache's; and the skeleton's.
 * Either may be NULL. */
bp_stage *bp_world_add_mesh_stage(bp_world *world, const char *title, const char *subtitle, bp_mesh *mesh,
                            bp_skeleton *skeleton, bp_skin_method method, bool shelved);

#endif
