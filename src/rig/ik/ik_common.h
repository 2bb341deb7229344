/* ik_common: shared by the two controllers: giving a bone a rotation in the world, and small vector
 * helpers. */
#ifndef BP_RIG_IK_COMMON_H
#define BP_RIG_IK_COMMON_H

#include "rig/skeleton.h"

#define IK_PI 3.14159265358979323846

/* Two directions count as parallel if the sine of their angle is below this: then the plane that they span
 * consists of rounding errors of the floats that were passed in. */
#define BP_IK_PARALLEL 1e-6

/* The matrix from the space of the bone's parent to the world. */
bp_dmat4 bp_ik_above(const bp_bone *bone, const bp_node *mesh);
/* Finds the local matrix that gives the bone this rotation in the world, with the mesh's own scale. The
 * translation stays. Changes nothing. Error: the matrix above the bone can't be inverted. */
bool bp_ik_local_for_rotation(const bp_bone *bone, const bp_node *mesh, bp_dmat4 rotation, bp_dmat4 *local,
                              bp_error *error);

/* Passes the bone's rotation to its linked node, because the next prepare would undo it otherwise. */
void bp_bone_copy_rotation_to_node(bp_bone *bone);

/* Spherical interpolation the short way; the result is normalized. */
bp_dquat bp_ik_slerp(bp_dquat a, bp_dquat b, double t);

/* The unit vector perpendicular to `axis` (of length 1) that is nearest to `direction`; if `direction` is
 * parallel to the axis, some perpendicular. */
bp_dvec3 bp_ik_perpendicular(bp_dvec3 axis, bp_dvec3 direction);

bp_dmat4 bp_ik_matrix_of_rows(bp_dvec3 x, bp_dvec3 y, bp_dvec3 z); /* no translation */
bp_dvec3 bp_ik_row(const bp_dmat4 *m, int row);

bp_dvec3 bp_ik_sub(bp_dvec3 a, bp_dvec3 b);
bool bp_ik_is_finite(bp_dvec3 v);
bool bp_ik_is_zero(bp_vec3 v);
/* The unit vector along an option, or `otherwise` if the option is zero. */
bp_dvec3 bp_ik_axis_or(bp_vec3 option, bp_dvec3 otherwise);

/* The distance that a chain of length `reach` spans for a target at distance c: see softness in ik.h. */
double bp_ik_spanned(double reach, double softness, double c);
/* The angle between sides p and q of a triangle with the third side `opposite`; if p or q is 0, the limit. */
double bp_ik_corner(double p, double q, double opposite);

/* Checks of options: a finite value within low..high, a finite vector. The error's place is `name`. */
bool bp_ik_check_range(double value, double low, double high, const char *name, bp_error *error);
bool bp_ik_check_finite(bp_vec3 v, const char *name, bp_error *error);

#endif
