/* search: hypotheses about one skin's inverse binds, scored against each other (doctor_search.c holds
 * the table and the score; doctor_hypotheses.c and doctor_exceptions.c try them), by measures of the
 * skin (doctor_measure.c). */
#pragma once

#include "gltf/doctor/doctor.h"

typedef struct bp_doctor_sample {
    bp_vec3 position;
    size_t joint; /* the one with the largest weight */
} bp_doctor_sample;

typedef struct bp_doctor_measure {
    bp_doctor *doctor;
    bp_doctor_skin *skin;
    size_t index, count; /* of the skin, of its joints */
    bool any_used;       /* some joint moves a vertex; else all joints count */
    int *parents;        /* by joint: the joint above; -1: none */
    int *first_child, *next_child;
    bp_vec3 *offsets;   /* a joint's position in its parent's frame, as the nodes stand */
    double longest;     /* of them */
    bp_vec3 *positions; /* of the joints in the bind pose that was measured last */
    bp_doctor_sample *samples;
    size_t sample_count;
} bp_doctor_measure;

/* Its arrays are in the doctor's scratch memory, so there is one at a time. False: no memory. */
bool bp_doctor_measure_open(bp_doctor_measure *measure, bp_doctor *doctor, size_t skin);

/* Whether a joint has a node, and an inverse bind that isn't wrong in itself. */
bool bp_doctor_is_usable(const bp_doctor_skin *skin, size_t joint);
/* Joints that move vertices count, or all if none does. */
bool bp_doctor_measure_counts(const bp_doctor_measure *measure, size_t joint);
bp_mat4 bp_doctor_measure_matrix(const bp_doctor_measure *measure, const bp_mat4 *binds, size_t joint);
/* Whether all joint matrices are equal, and which one they are. */
bool bp_doctor_measure_agrees(const bp_doctor_measure *measure, const bp_mat4 *binds, bp_mat4 *transform);
/* How far the joint's position in its parent's frame is from the node's, as a fraction of its length and a
 * tenth of the longest; and whether it is the node's, nearly. */
double bp_doctor_offset_error(const bp_doctor_measure *measure, const bp_mat4 *binds, size_t joint);
bool bp_doctor_offset_fits(const bp_doctor_measure *measure, const bp_mat4 *binds, size_t joint);
/* The share of joints for which it is, and of how many (may be NULL). */
double bp_doctor_measure_offsets(const bp_doctor_measure *measure, const bp_mat4 *binds, size_t *count);
/* How many times their nodes' offsets the joints' are; 0: unknown. */
double bp_doctor_measure_reach(const bp_doctor_measure *measure, const bp_mat4 *binds);
/* The mean distance of vertices from their bones, as a fraction of the mesh's size. */
double bp_doctor_measure_distance(bp_doctor_measure *measure, const bp_mat4 *binds, const int *bones);
/* For the binds that were measured last, if the vertices' joint numbers are too large by `shift`. */
double bp_doctor_measure_mean(const bp_doctor_measure *measure, const int *bones, size_t shift);
/* The share of vertices that have no bone much nearer than their own, likewise. */
double bp_doctor_measure_near(const bp_doctor_measure *measure, size_t shift);
/* The mean distances of each joint's vertices (rows) from each bone (columns), likewise, by weight, as
 * fractions of the mesh's size; and the sum of each joint's weights, with as many numbers of scratch. */
void bp_doctor_measure_means(const bp_doctor_measure *measure, double *means, double *weights);
/* From a vertex to the lines from a joint to its children, likewise. */
double bp_doctor_bone_distance(const bp_doctor_measure *measure, bp_vec3 vertex, size_t joint);
/* From a vertex to the nearest bone of all, likewise. */
double bp_doctor_nearest_bone(const bp_doctor_measure *measure, bp_vec3 vertex);
/* How far apart the joints are, likewise; and how many times as large the mesh is. */
double bp_doctor_measure_spread(const bp_doctor_measure *measure);
double bp_doctor_measure_size(const bp_doctor_measure *measure);
/* How many times its modelled size the mesh is drawn; `spread`: 0 if all joints scale alike; may be NULL. */
double bp_doctor_measure_scale(const bp_doctor_measure *measure, const bp_mat4 *binds, double *spread);
/* The share of edges that are torn: more than three times as long, and visibly so, in the nodes' rest
 * pose; and of those whose ends follow joints that have nothing to do with each other (may be NULL). */
double bp_doctor_measure_torn(const bp_doctor_measure *measure, const bp_mat4 *binds, double *unlike);
/* The share of vertices whose weights are unlike those of all their neighbours. */
double bp_doctor_measure_rough(const bp_doctor_measure *measure);

/* One hypothesis with its numbers. */
typedef struct bp_doctor_hypothesis {
    bp_doctor_id fault; /* NONE: the skin is right as it is */
    bp_formatted text;
    bp_mat4 *binds;  /* by joint */
    int *bones;      /* by a vertex's joint number: the joint that it means */
    bool has_bones;  /* else a number means its own joint */
    double distance; /* of vertices from their bones */
} bp_doctor_hypothesis;

typedef struct bp_doctor_search {
    bp_doctor_measure measure;
    bp_doctor_hypothesis as_is, trial, best;
    double rival;  /* the distance of the best one with another result; infinite: none */
    bool alike;    /* all nodes of joints are in one place */
    bool found;    /* a hypothesis passed */
    bool certain;  /* so far */
    int *from;     /* scratch: which matrix a joint gets */
    bool *touched; /* scratch: joints whose matrix changes */
} bp_doctor_search;

/* Whether the matrices of all usable joints are affine. */
bool bp_doctor_search_are_affine(const bp_doctor_search *search, const bp_mat4 *binds);
/* Whether the matrices are affine and agree with the nodes. */
bool bp_doctor_search_agrees(const bp_doctor_search *search, const bp_mat4 *binds);
void bp_doctor_search_copy(const bp_doctor_search *search, bp_doctor_hypothesis *to,
                           const bp_doctor_hypothesis *from);
/* Scores the trial's matrices: keeps them if they are better than the best ones. */
void bp_doctor_search_try(bp_doctor_search *search, bp_doctor_id fault, const char *format, ...)
    BP_PRINTF(3, 4);
/* Changes the matrices of all usable joints. False: one can't be changed. */
struct bp_doctor_change;
bool bp_doctor_search_change(bp_doctor_search *search, const struct bp_doctor_change *change);
/* The trial gets the matrices that `from` says. Scores it in both ways: the matrices are in the wrong order,
 * or the list of joints is. */
void bp_doctor_search_order(bp_doctor_search *search);
/* Inverts, transposes and scales a matrix, as rows of the table do. */
typedef bool bp_doctor_matrix_change(bp_mat4 bind, double factor, bp_mat4 *out);
typedef struct bp_doctor_change {
    bp_doctor_matrix_change *change;
    double factor;
    bp_doctor_id fault;
    const char *text; /* "%zu matrices would fit if they were ..." */
} bp_doctor_change;
/* Scales all but the last column. Factor 0: divides the matrix by its last element. */
bp_doctor_matrix_change bp_doctor_scale_all;
extern const bp_doctor_change bp_doctor_changes[];
extern const size_t bp_doctor_change_count;

/* Exceptions: most joints are right, and a few are not (doctor_exceptions.c). `agreed`: how many joints have
 * the skin's fit transform. */
void bp_doctor_search_exceptions(bp_doctor_search *search, size_t agreed);

/* Reports that a skin can't be right, though nothing explains it (doctor_doubts.c). `sound`: its matrices
 * agree with its nodes. */
void bp_doctor_search_doubts(bp_doctor_search *search, bool sound);

/* Faults that only the vertices show (doctor_search_vertices.c). */
void bp_doctor_search_vertices(bp_doctor_search *search);
