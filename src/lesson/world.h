/* Private to the lesson module: creating and freeing a world; models and tubes that a session keeps from
 * world to world. */
#pragma once

#include <bindpose/lesson_world.h>

/* An empty world, for the lesson's setup to fill (src/lesson/world.c). `cache` is borrowed. */
bp_world bp_world_make(const bp_context *context, const char *file, bool engine, bp_model_cache *cache);
/* Frees what the stages own. */
void bp_world_clear(bp_world *world);
/* False if a call has failed; *error is then the first error. */
bool bp_world_check(const bp_world *world, bp_error *error);
/* The rules (bits of bp_rules) that skeletons of this world are made with. */
int bp_world_rules(const bp_world *world);
/* Prepares the skeletons of every stage as bp_world_pose does, but skins nothing. */
void bp_world_prepare(bp_world *world);
/* Adds a stage with the texts, mesh and skeleton of `stage`, skinned by that method. */
bp_stage *bp_world_add_mesh_stage(bp_world *world, bp_stage stage, bp_skin_method method);

/* A block that a session keeps for its lesson. */
struct bp_session_memory {
    void *block;                  /* owned; NULL: none */
    void (*destroy)(void *block); /* frees what it points to */
};
enum { BP_SESSION_BLOCKS = 3 };

/* src/lesson/posed_model.c */
struct bp_posed_model {
    const bp_context *context;
    bp_model *model;         /* owned */
    bp_model_pose *pose;     /* owned */
    bp_model_figure *figure; /* owned */
};

/* Takes ownership of the model, even on an error. */
bp_posed_model *bp_posed_model_create(const bp_context *context, bp_model *model, bp_error *error);
void bp_posed_model_destroy(bp_posed_model *posed);

bp_model_cache *bp_model_cache_create(const bp_context *context, bp_error *error);
void bp_model_cache_destroy(bp_model_cache *cache);
/* The model of a file at rest, borrowed: one for each path and stage. */
bp_posed_model *bp_model_cache_get(bp_model_cache *cache, const char *path, int stage, bp_error *error);
/* The cache's place for the tube with these options. It has NULL until the caller puts the tube there; from
 * then on the cache owns it, and nobody changes it. NULL: the cache is full, or there is none. */
bp_mesh **bp_model_cache_tube(bp_model_cache *cache, const bp_tube_options *options);
