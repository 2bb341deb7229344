/* Inside the lesson room: making and freeing a world. */
#ifndef BP_LESSON_WORLD_H
#define BP_LESSON_WORLD_H

#include <bindpose/lesson.h>

/* An empty world; the lesson's setup fills it. `shelf` is borrowed. */
bp_world bp_world_make(bp_context *context, const char *file, bool engine, bp_shelf *shelf);
/* Where a call may put its error: the world's own until something is in it, then NULL. */
bp_error *bp_world_slot(bp_world *world);
/* Prepares the skeletons of every stage, as bp_world_pose does; what they skin is left as it was. */
void bp_world_prepare(bp_world *world);
/* Frees what the stages own. */
void bp_world_clear(bp_world *world);

/* ---- pictures for comparing (src/lesson/compare.c) ---- */

bp_studio *bp_studio_create(bp_context *context, bp_error *error);
void bp_studio_destroy(bp_studio *studio);
/* Stages look different from now on; NULL is fine. */
void bp_studio_forget(bp_studio *studio);

/* ---- shown models (src/lesson/shown_model.c) ---- */

/* Takes the model over, also on an error. */
bp_shown_model *bp_shown_model_create(bp_context *context, bp_model *model, bp_error *error);
void bp_shown_model_destroy(bp_shown_model *shown);
const bp_model *bp_shown_model_of(const bp_shown_model *shown);
bp_figure *bp_shown_model_figure(const bp_shown_model *shown);
/* The nodes at the moment of a clip; -1: at rest. Not yet skinned. */
bool bp_shown_model_set(bp_shown_model *shown, int clip, double seconds, bp_error *error);

/* An empty shelf; models on it live until it is destroyed. */
bp_shelf *bp_shelf_create(bp_context *context, bp_error *error);
void bp_shelf_destroy(bp_shelf *shelf);
/* The model of a file for a stage, at rest; borrowed. The same path and stage give the same model again. */
bp_shown_model *bp_shelf_get(bp_shelf *shelf, const char *path, int stage, bp_error *error);
/* The tube that was made with the same options, borrowed and not to be changed; NULL: there is none. A shelf may be
 * NULL here and below. */
bp_mesh *bp_shelf_tube(bp_shelf *shelf, const bp_tube_options *options);
/* Takes a tube over; false where there is no room. */
bool bp_shelf_put_tube(bp_shelf *shelf, const bp_tube_options *options, bp_mesh *tube);

/* ---- stages (src/lesson/world.c) ---- */

/* A stage for a part, of whose mesh it takes over the ownership unless that is the shelf's; and the skeleton's.
 * Either may be NULL. */
bp_stage *bp_world_add_part(bp_world *world, const char *title, const char *subtitle, bp_mesh *mesh,
                            bp_skeleton *skeleton, bp_skin_method method, bool shelved);

#endif
