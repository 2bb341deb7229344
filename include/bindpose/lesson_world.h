/* lesson_world: the world of a lesson, one to three stages side by side under one camera (and others,
 * unseen), and the measures that claims and readouts take there.
 *
 * A lesson builds its world in `setup` and changes it step by step. The calls need no checks in between: the
 * world keeps the first failure in `error`, and the session stops the lesson there. Use a world from one
 * thread at a time.
 */
#ifndef BINDPOSE_LESSON_WORLD_H
#define BINDPOSE_LESSON_WORLD_H

#include "scene/character.h"
#include <bindpose/illustration.h>
#include <bindpose/raster.h>
#include <bindpose/scene.h>
#include <bindpose/stage.h>

BP_BEGIN_C

enum { BP_WORLD_DATA = 512 };

typedef struct bp_model_cache bp_model_cache;       /* models and tubes that the session's worlds share */
typedef struct bp_session_memory bp_session_memory; /* what the session keeps for the lesson */

/* Lessons may read and write all fields. */
typedef struct bp_world bp_world;
struct bp_world {
    const bp_context *context; /* borrowed */
    const char *file;          /* borrowed: the file given on the command line, or NULL */
    const void *setup_data;    /* borrowed: the plan's */
    bool engine;               /* make skeletons with the engine's rules (BP_RULES_ENGINE), not the page's */
    int stage_count;
    int last_stage_id; /* of the stages that were added */
    bp_stage stages[BP_STAGE_MAX];
    int ghost_count;
    bp_ghost ghosts[BP_GHOST_MAX];
    bp_camera camera;
    unsigned show; /* bits of bp_show_flag */
    const char
        *panel_bone;  /* of the first stage: the panel shows it until a step names one; borrowed from the
                             * skeleton; NULL: its first bone */
    bool has_floor;   /* show a floor */
    bool sets_bones;  /* a drag sets a linked bone, not its node: prepare takes it back */
    bool close_up;    /* show what the camera sees, not all that the steps with this view show */
    bp_vec3 floor;    /* centre of the floor; the session chooses it after setup */
    float floor_half; /* half the floor's side, metres */
    /* bp_stage_extent by stage, around all that the steps with this view show; empty before
     * bp_session_measure_extent. */
    bp_bounds extents[BP_STAGE_MAX];
    bp_model_cache *cache;     /* borrowed from the session */
    bp_raster *raster;         /* borrowed from the session; NULL: none */
    bp_session_memory *memory; /* borrowed from the session */
    bool timed;                /* the session allows times */
    const bp_clip *clip;       /* borrowed: the one sampled last, whose keys the timeline shows; or NULL */
    bp_error error;            /* the first failure */
    /* Writes the stages' notes from the bones as they are. It runs each time the
     * world is posed, after the student's changes, so the notes stay true. NULL: the notes stay as the
     * steps wrote them. */
    void (*write_notes)(bp_world *world);
    /* Makes what the stages' kinds show. It runs each time the world is posed, before figures are. NULL:
     * nothing. */
    void (*update)(bp_world *world);
    /* Draws what only this lesson has over the stage that the painter paints, with the functions of stage.h.
     * NULL: nothing. */
    void (*paint)(bp_world *world, bp_painter *painter);
    union {
        double number;
        void *pointer;
        unsigned char bytes[BP_WORLD_DATA];
    } data; /* bp_world_data */
};

/* Records a failure, unless there is one already. Always false. */
bool bp_world_fail(bp_world *world, const char *format, ...) BP_PRINTF(2, 3);
/* The bp_error for a call's failure: the world's own, or NULL if that holds an error already. */
bp_error *bp_world_error_slot(bp_world *world);
/* Sets a stage's note, in the manner of printf. */
void bp_world_note(bp_world *world, int stage, const char *format, ...) BP_PRINTF(3, 4);

/* Memory that the session keeps from world to world, zero at first; a block for each `destroy`, at most
 * three. It frees what the block points to, not the block itself. NULL, and the world fails: no memory, or
 * no session. */
void *bp_world_keep(bp_world *world, size_t size, void (*destroy)(void *block));
/* Memory of the world for the lesson's own state, BP_WORLD_DATA bytes, zero at first. */
void *bp_world_data(bp_world *world);
/* The session's raster, for pictures that a lesson draws while the world is posed. NULL, and the world
 * fails: no session. */
bp_raster *bp_world_raster(bp_world *world);
/* Adds a stage with a mesh of the lesson's own, and what the lesson adds to the stage. All of it is owned
 * from now on, even if the world fails. */
bp_stage *bp_world_add_kind(bp_world *world, bp_stage stage);

/* Each bp_world_add_... adds a stage and never returns NULL. Beyond BP_STAGE_MAX stages the world fails. */

/* The world takes ownership of mesh and skeleton. Either may be NULL, as a failed call returns it. */
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
 * without lengths set, and a root bone "target" at the origin. */
bp_stage *bp_world_add_ik_arm(bp_world *world, const char *title, const char *subtitle, float length);
/* The world takes ownership of the model. NULL is fine, as a failed call returns it. */
bp_stage *bp_world_add_model(bp_world *world, const char *title, const char *subtitle, bp_model *model);
/* Adds the model of a glTF file at rest and aims the camera at it. The session reads each file once. */
bp_stage *bp_world_add_file(bp_world *world, const char *title, const char *subtitle, const char *path);

/* Shows `count` stages from now on, from number `first` on in the order in which they were added (0..). They
 * get the indices 0, 1 ...; the world keeps and poses the others, unseen, with the indices behind. */
void bp_world_show_stages(bp_world *world, int first, int count);

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

/* ---- ghosts (src/lesson/ghost.c) ---- */

/* Adds a ghost of the stage's mesh and bones, for the rest of the step. It is posed after the student's
 * changes, so it follows them. `name` is copied. Returns the ghost, owned by the world, so that the caller
 * can set bones_only. Beyond BP_GHOST_MAX, or without such a stage, the world fails; returns NULL. */
bp_ghost *bp_world_add_ghost(bp_world *world, int stage, const char *name, bp_ghost_pose *pose, float value);
/* Removes all ghosts, also posed ones. */
void bp_world_clear_ghosts(bp_world *world);
/* The poses that lessons share; they ignore `value`. */
bp_ghost_pose bp_ghost_in_bind;      /* every bone at its bind */
bp_ghost_pose bp_ghost_in_rest;      /* every bone returned to rest */
bp_ghost_pose bp_ghost_at_absolutes; /* every bone where its stored absolute says, even if that is stale */

/* What an illustration shows of the world; it borrows the world. The caller adds handles and sliders. */
void bp_world_content(bp_world *world, bp_content *content);
/* Prepares and skins every stage, writes the notes (write_notes), and poses the ghosts. The session calls it
 * after the last change; before that it only prepares. Measures that move bones call it themselves. */
void bp_world_pose(bp_world *world);

/* ---- measures (src/lesson/measure_bone.c, measure_mesh.c) ----
 * Each claim runs its measure on a world of its own, so the measure may move bones there. A readout runs its
 * measure on the world that is on screen, so that one must not. A lesson can define measures of its own. */

enum { BP_CLAIM_VALUE_MAX = 16 };

/* Each measure reads only the members that it needs. */
typedef struct bp_measure_args {
    int stage;
    int other; /* a second stage, or a vertex's index */
    const char *bone;
    bp_mat4 (*matrix)(const bp_bone *bone); /* bp_bone_local, bp_bone_final, ... */
} bp_measure_args;

/* Writes 1 to BP_CLAIM_VALUE_MAX numbers to `values`, which start as zeros. Failures go to bp_world_fail. */
typedef void bp_measure(bp_world *world, const bp_measure_args *args, float *values);

/* Measures of the bone args->bone. "matrix" is args->matrix of it. A number and a colon count the values; one
 * value is not counted. */
bp_measure bp_measure_matrix;         /* 16: the matrix */
bp_measure bp_measure_chain;          /* 16: the bone's chain, which the engine's getFinalMatrix returns */
bp_measure bp_measure_position;       /* 3: the matrix's translation */
bp_measure bp_measure_height;         /* the translation's y */
bp_measure bp_measure_rotation_z;     /* the matrix's angle about Z in degrees, -180..180 */
bp_measure bp_measure_euler;          /* 3: the matrix's pitch, yaw, roll in degrees */
bp_measure bp_measure_identity_error; /* largest difference from the identity, over all bones of the stage */
bp_measure bp_measure_bone_length;    /* 2: the bone's length in metres; 1 if it has one, else 0 */
bp_measure bp_measure_bone_tip;       /* 3: the bone's far end, relative to the skeleton's root */
bp_measure bp_measure_bone_ends;      /* 6: its joint, then its tip */
bp_measure bp_measure_trs;            /* 9: the bone's own position, Euler angles in degrees, scaling */
bp_measure bp_measure_stale_and_x;    /* 2: 1 if the bone's absolute is stale, else 0; the stored one's x */
/* 2: angles about Z in degrees, of bind^-1 * local and of the matrix. */
bp_measure bp_measure_bind_removed_locally;
/* 8: how often 100 frames, each with a rotation and a prepare, write local, final, absolute, bind, absolute
 * bind, absolute inverse bind, rest; then absolute again, after a query for the world position. */
bp_measure bp_measure_write_counts;
/* 2: how many of the bone's 112 matrix entries change with a new length; with a rotation to 75 degrees. */
bp_measure bp_measure_changed_entries;

/* Measures of the stage's mesh. */
bp_measure bp_measure_mesh_counts; /* 2: vertices and indices */
bp_measure bp_measure_volume;      /* posed volume / volume as modelled */
/* Largest distance, in metres, to the vertex of equal index on stage args->other. */
bp_measure bp_measure_vertex_difference;
/* Number of pixels that differ between 400 x 400 pictures of the meshes of stages args->stage and args->other
 * (no bones, no text), drawn with the world's camera. */
bp_measure bp_measure_pixel_difference;
/* 2: angle in degrees (0..90) between the left arm bone's line and the character's left arm; distance in
 * metres of the bone's joint from the arm's axis. */
bp_measure bp_measure_arm_alignment;
bp_measure bp_measure_ring_width;    /* of a tube's middle ring of vertices: posed width / modelled width */
bp_measure bp_measure_ring_rotation; /* of that ring: its rotation about Y in degrees */

/* The vertex args->other on its way to its pose. Each position is the one before it times one more matrix.
 * The bone is the one with the vertex's largest weight. */
bp_measure bp_measure_vertex_mesh;     /* 3: as modelled */
bp_measure bp_measure_vertex_bone;     /* 3: times the bone's absolute inverse bind */
bp_measure bp_measure_vertex_skeleton; /* 3: times the bone's chain (equal to a current absolute) */
bp_measure bp_measure_vertex_skinned;  /* 3: the same position, computed by skinning with final at once */

BP_END_C

#endif
