/* aim: what the two controllers share: where a bone is in the world, and giving it a rotation there. */
#ifndef BP_RIG_IK_IK_COMMON_H
#define BP_RIG_IK_IK_COMMON_H

#include "rig/skeleton.h"

/* Two directions count as parallel where the sine of their angle is below this: under it, what floats
 * say about the plane that they span is rounding. */
#define BP_IK_PARALLEL 1e-6

/* The bone's absolute matrix, refreshed, times the world matrix of `mesh` (NULL: the identity). */
bp_dmat4 bp_bone_world_d(const bp_bone *bone, const bp_node *mesh);

/* The rotation in that matrix; where the absolute bind mirrors, its first row is negated before. */
bp_dquat bp_bone_world_rotation_d(const bp_bone *bone, const bp_node *mesh);

/* Finds the local matrix with which the bone gets this rotation in the world, scaled as the mesh itself
 * is; its translation stays. Changes nothing. Error: what is above the bone can't be inverted. */
bool bp_ik_local_for_rotation(const bp_bone *bone, const bp_node *mesh, bp_dmat4 rotation, bp_dmat4 *local,
                  bp_error *error);

/* A linked bone's node gets the bone's rotation: otherwise the next prepare would undo it. */
void bp_bone_copy_rotation_to_node(bp_bone *bone);

/* From a to b the short way, of length 1. */
bp_dquat bp_ik_slerp(bp_dquat a, bp_dquat b, double t);

/* The direction across `axis` (of length 1) that is nearest to `wish`; any where wish says nothing. */
bp_dvec3 bp_ik_perpendicular(bp_dvec3 axis, bp_dvec3 wish);

/* Rows x, y, z; no translation. */
bp_dmat4 bp_ik_matrix_of_rows(bp_dvec3 x, bp_dvec3 y, bp_dvec3 z);
bp_dvec3 bp_ik_row(const bp_dmat4 *m, int row);

bp_dvec3 bp_ik_sub(bp_dvec3 a, bp_dvec3 b);
bool bp_ik_is_finite(bp_dvec3 v);
bool bp_ik_is_zero(bp_vec3 v);

/* For options: the value is finite (and within low..high), else an error with `place`. */
bool bp_ik_check_range(double value, double low, double high, const char *place, bp_error *error);
bool bp_ik_check_finite(bp_vec3 v, const char *place, bp_error *error);

#endif
