/* lesson_world: the world of a lesson, one to three stages side by side under one camera.
 *
 * A lesson builds its world in `setup` and changes it step by step. The calls need no checks in between: the
 * world keeps the first failure in `error`, and the session stops the lesson there. Use a world from one
 * thread at a time.
 */
#ifndef BINDPOSE_LESSON_WORLD_H
#define BINDPOSE_LESSON_WORLD_H

#include <bindpose/raster.h>
#include <bindpose/scene.h>

BP_BEGIN_C

enum { BP_STAGE_MAX = 3, BP_STAGE_NODE_MAX = 8 };

typedef struct bp_posed_model bp_posed_model;       /* a model with its pose and its figure */
typedef struct bp_model_cache bp_model_cache;       /* models and tubes that the session's worlds share */
typedef struct bp_stage_pictures bp_stage_pictures; /* a raster and pictures for comparing stages */

/* One character (or other mesh) with its bones. The world owns everything but the texts, unless noted. */
typedef struct bp_stage {
    const char *title, *subtitle; /* borrowed literals */
    char note[96];                /* the line below the picture, which names the bones' transforms */
    bp_skeleton *skeleton;        /* NULL: none */
    bp_mesh *mesh;                /* NULL if the stage shows a model */
    bool mesh_cached;             /* the cache owns the mesh: don't change it */
    const bp_model *model;        /* NULL if the stage shows a mesh. Its first skeleton is then `skeleton` */
    bp_posed_model *posed;        /* the model with its pose and textures */
    bool owns_posed;              /* false: the cache owns it */
    bp_node *nodes[BP_STAGE_NODE_MAX]; /* the lesson's own nodes, to link bones to */
    bp_figure *figure;                 /* draws the mesh or the model */
    const char *marked_name; /* borrowed literal: pictures write it beside the marked vertex; NULL: none */
    int marked_vertex;
} bp_stage;

/* Lessons may read and write all fields. */
typedef struct bp_world {
    bp_context *context;    /* borrowed */
    const char *file;       /* borrowed: the file given on the command line, or NULL */
    const void *setup_data; /* borrowed: the plan's */
    bool engine;            /* make skeletons with the engine's rules (BP_RULES_ENGINE), not the page's */
    int stage_count;
    bp_stage stages[BP_STAGE_MAX];
    bp_camera camera;
    unsigned show;          /* bits of bp_show_flag */
    int panel_stage;        /* the stage whose bone the panel shows until a step names one ... */
    const char *panel_bone; /* ... and that bone's name, borrowed from the skeleton; NULL: its first bone */
    bp_vec3 floor;          /* centre of the floor; the session chooses it after setup */
    float floor_half;       /* half the floor's side, metres */
    bp_model_cache *cache;  /* borrowed from the session */
    bp_stage_pictures *pictures; /* borrowed from the session */
    bp_error error;              /* the first failure */
} bp_world;

/* Records a failure, unless there is one already. Always false. */
bool bp_world_fail(bp_world *world, const char *format, ...) BP_PRINTF(2, 3);
/* Sets a stage's note, in the manner of printf. */
void bp_world_note(bp_world *world, int stage, const char *format, ...) BP_PRINTF(3, 4);

/* ---- stages: each call adds one and never returns NULL; beyond BP_STAGE_MAX the world fails ---- */

/* The world takes mesh and skeleton over. Either may be NULL, as a failed call returns it. */
bp_stage *bp_world_add_stage(bp_world *world, const char *title, const char *subtitle, bp_mesh *mesh,
                             bp_skeleton *skeleton);
/* Adds the page's character in its bind pose, and sets the camera of the page's pictures. */
bp_stage *bp_world_add_character(bp_world *world, const char *title, const char *subtitle,
                                 bp_character_bind bind);
/* Adds a chain of 1 to 8 bones, all bound at the origin, and a box of 0.45 m for each. Box i belongs at
 * positions[i], relative to the box before it, and follows bone i. */
bp_stage *bp_world_add_box_chain(bp_world *world, const char *title, const char *subtitle,
                                 const char *const names[], const bp_vec3 positions[], int count);
/* Adds a tube along +Y on bones "joint0", "joint1", ..., striped. Only the last bone has a length set. */
bp_stage *bp_world_add_tube(bp_world *world, const char *title, const char *subtitle,
                            const bp_tube_options *options, bp_skin_method method);
/* Adds an arm for inverse kinematics: bones "joint0" and "joint1" of `length` metres each along +Y,
 * without lengths set, and a ball at the origin on a root bone "target". */
bp_stage *bp_world_add_ik_arm(bp_world *world, const char *title, const char *subtitle, float length);
/* The world takes the model over. NULL is fine, as a failed call returns it. */
bp_stage *bp_world_add_model(bp_world *world, const char *title, const char *subtitle, bp_model *model);
/* Adds the model of a glTF file at rest and aims the camera at it. The session reads each file once. */
bp_stage *bp_world_add_file(bp_world *world, const char *title, const char *subtitle, const char *path);

/* ---- changing what stands on a stage ---- */

/* Finds a bone by name. If there is none, the world fails; returns the first bone (NULL without bones). */
bp_bone *bp_world_bone(bp_world *world, int stage, const char *name);
/* Sets the rotation of the bone of that name. */
void bp_world_rotate(bp_world *world, int stage, const char *name, bp_vec3 axis, float degrees);
/* Adds a node, to link a bone to. NULL, and the world fails, if the stage has BP_STAGE_NODE_MAX already. */
bp_node *bp_world_add_node(bp_world *world, int stage, const char *name, bp_node *parent);
/* Poses the stage's model at `seconds` of a clip; clip -1: at rest. */
void bp_world_sample_clip(bp_world *world, int stage, int clip, double seconds);
/* A local for the character's left arm: scaled along X, rotated about the axis, at (0.5, 1.5, 0). */
bp_mat4 bp_left_arm_local(float scale_x, bp_vec3 axis, float degrees);
/* Resets bone order, binds, locals and weights of the page's character. Fails for anything else. */
void bp_world_reset_character(bp_world *world, int stage);
/* Makes prepare produce this final matrix, as a faulty program would, by a suitable inverse bind. */
void bp_world_override_final(bp_world *world, bp_bone *bone, bp_mat4 final);
/* Prepares and skins every stage. The session calls it after the last change; before that it only
 * prepares. Measures that move bones call it themselves. */
void bp_world_pose(bp_world *world);

BP_END_C

#endif
