/* lesson_measure: the numbers that a lesson's claims check and its readouts show.
 *
 * Each claim runs its measure on a world of its own, so the measure may move bones there. A readout's measure
 * must not: it runs on the world that is on screen. Lessons write their own measures where none of these
 * fits.
 */
#ifndef BINDPOSE_LESSON_MEASURE_H
#define BINDPOSE_LESSON_MEASURE_H

#include <bindpose/lesson_world.h>

BP_BEGIN_C

enum { BP_CLAIM_VALUE_MAX = 16 }; /* a measure writes one number up to a whole matrix */

/* What to measure. Each measure uses the members that it needs. */
typedef struct bp_measure_args {
    int stage;
    int other; /* a second stage, or a vertex's index */
    const char *bone;
    bp_mat4 (*matrix)(const bp_bone *bone); /* bp_bone_local, bp_bone_final, ... */
} bp_measure_args;

/* Writes its numbers to `values`, which hold zeros before. Reports failures through bp_world_fail. */
typedef void bp_measure(bp_world *world, const bp_measure_args *args, float *values);

/* ---- a bone's matrices (src/lesson/measure_bone.c). "matrix" is args->matrix of args->bone ---- */

bp_measure bp_measure_matrix;         /* 16: the matrix */
bp_measure bp_measure_chain;          /* 16: the bone's chain, which the engine's getFinalMatrix returns */
bp_measure bp_measure_position;       /* 3: its translation */
bp_measure bp_measure_height;         /* its translation's y */
bp_measure bp_measure_rotation_z;     /* its angle about Z in degrees, -180..180 */
bp_measure bp_measure_euler;          /* 3: its pitch, yaw, roll in degrees */
bp_measure bp_measure_identity_error; /* largest difference from the identity, over all bones of the stage */
bp_measure bp_measure_bone_length;    /* 2: the bone's length in metres, and 1 if it has one, else 0 */
bp_measure bp_measure_bone_tip;       /* 3: the far end of the bone's line, relative to the skeleton's root */
bp_measure bp_measure_bone_ends;      /* 6: its joint, then its tip */
bp_measure bp_measure_trs;            /* 9: the bone's own position, Euler angles in degrees, scaling */
bp_measure bp_measure_stale;          /* 1 if the bone's absolute is stale, else 0 */
bp_measure bp_measure_stale_and_x;    /* 2: bp_measure_stale, then the x of the absolute as it is stored */
/* 2: angles about Z in degrees: of bind^-1 * local, the bone's own; and of the matrix. */
bp_measure bp_measure_bind_removed_locally;

/* 8: how often a hundred frames, each with a rotation and a prepare, write local, final, absolute, bind,
 * absolute bind, absolute inverse bind, rest; then absolute again, after asking for the world position. */
bp_measure bp_measure_write_counts;
/* 2: how many of the bone's 112 matrix entries a new length changes; and a rotation to 75 degrees. */
bp_measure bp_measure_changed_entries;

/* ---- the stage's mesh (src/lesson/measure_mesh.c) ---- */

bp_measure bp_measure_mesh_counts; /* 2: vertices and indices */
bp_measure bp_measure_volume;      /* posed volume / volume as modelled */
bp_measure
    bp_measure_vertex_difference; /* largest distance, in metres, to args->other's vertices of equal index */
/* How many pixels differ between the pictures of args->stage's and args->other's meshes (no bones, no
 * text), 400 x 400, drawn with the world's camera. */
bp_measure bp_measure_pixel_difference;
/* 2: angle in degrees (0..90) between the left arm bone's line and the character's left arm; distance in
 * metres of the bone's joint from the arm's axis. */
bp_measure bp_measure_arm_alignment;
bp_measure bp_measure_ring_width; /* of a tube's middle ring of vertices: posed width / width as modelled */
bp_measure bp_measure_ring_rotation; /* of that ring: its rotation about Y in degrees */

/* ---- one vertex on its way to the picture (src/lesson/vertex_path.c) ---- args->other is the vertex.
 * Each position is the one before it times one more matrix. The bone is the one with the vertex's largest
 * weight. The camera has a square picture of 400 x 400 pixels. */

bp_measure bp_measure_vertex_mesh;     /* 3: as modelled */
bp_measure bp_measure_vertex_bone;     /* 3: times the bone's absolute inverse bind */
bp_measure bp_measure_vertex_skeleton; /* 3: times the bone's chain (equal to a current absolute) */
bp_measure
    bp_measure_vertex_skinned;      /* 3: the same position as skinning computed it, in one product: final */
bp_measure bp_measure_vertex_world; /* 3: times the figure's world matrix */
bp_measure bp_measure_vertex_view;  /* 3: times the camera's view, which looks along -Z */
bp_measure bp_measure_vertex_clip;  /* 4: times the camera's projection */
bp_measure
    bp_measure_vertex_pixel; /* 3: x and y (down) in pixels; depth, 0 at the near plane, 1 at the far one */

enum { BP_BONE_MATRIX_COUNT = 7 };
/* Local, absolute, final, bind, absolute bind, absolute inverse bind, rest. */
void bp_bone_matrices(const bp_bone *bone, bp_mat4 matrices[BP_BONE_MATRIX_COUNT]);

BP_END_C

#endif
