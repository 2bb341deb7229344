/* measure: what is measurable of a skin under a hypothesis about its inverse binds (doctor_measure.c).
 *
 * A hypothesis is a list of inverse binds, one a joint, and the bone that a vertex means by each joint
 * number; NULL: the joint of that number. */
#ifndef BP_GLTF_DOCTOR_MEASURE_H
#define BP_GLTF_DOCTOR_MEASURE_H

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
    bp_arena arena;      /* holds the arrays */
    int *parents;        /* by joint: the joint above; -1: none */
    int *first_child, *next_child;
    bp_vec3 *offsets;   /* a joint's position in its parent's frame, as the nodes stand */
    double longest;     /* of them */
    bp_vec3 *positions; /* of the joints in the bind pose that was measured last */
    bp_doctor_sample *samples;
    size_t sample_count;
} bp_doctor_measure;

/* Close it in any case. */
bool bp_doctor_measure_open(bp_doctor_measure *measure, bp_doctor *doctor, size_t skin, bp_error *error);
void bp_doctor_measure_close(bp_doctor_measure *measure);

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
double bp_doctor_measure_shift(const bp_doctor_measure *measure, size_t shift);
/* The share of vertices that have no bone much nearer than their own, likewise. */
double bp_doctor_measure_near(const bp_doctor_measure *measure, size_t shift);
/* The mean distances of each joint's vertices (rows) from each bone (columns), likewise, by weight, as
 * fractions of the mesh's size; and the sum of each joint's weights, with as many numbers of scratch. */
void bp_doctor_measure_means(const bp_doctor_measure *measure, double *means, double *weights);
/* From a vertex to the lines from a joint to its children, likewise. */
double bp_doctor_bone_distance(const bp_doctor_measure *measure, bp_vec3 vertex, size_t joint);
/* How many times as large the mesh is as its joints reach. */
double bp_doctor_measure_size(const bp_doctor_measure *measure);
/* How many times its modelled size the mesh is drawn; `spread`: 0 if all joints scale alike; may be NULL. */
double bp_doctor_measure_scale(const bp_doctor_measure *measure, const bp_mat4 *binds, double *spread);
/* The share of edges that are torn: more than three times as long, and visibly so, in the nodes' rest
 * pose. */
double bp_doctor_measure_torn(const bp_doctor_measure *measure, const bp_mat4 *binds);

#endif
