/* The controller of a chain of bones: its data, and its two ways of solving. two_bone.c has creation, options
 * and the engine's way; reach.c the default one. */
#pragma once

#include "rig/skeleton.h"

/* A bone of the chain. All but the first four is scratch of an update. */
typedef struct ik_link {
    bp_bone *bone;     /* borrowed */
    bp_dquat creation; /* its rotation when the controller was created: limits are measured from it */
    double limit;      /* radians; 0: none */
    bp_dquat last;     /* its rotation after the last update */
    bp_dtrs parts;     /* the pose that is being made */
    bp_dmat4 world;
    bp_dvec3 offset;      /* of the next joint, in this bone's space */
    bp_dvec3 joint, goal; /* in the world: where it is and where it shall be */
    double length;
} ik_link;

struct bp_ik {
    bp_allocator allocator;
    bp_bone *upper, *lower; /* borrowed: the first and the last bone */
    bp_ik_options options;
    double a, b, reach; /* lengths in the world: of the first bone, of the last one; of all together */
    bool along_x;       /* as_engine: the bones point along +X, not +Y */
    bool mirrored;
    bp_dvec3 bend_axis;
    bp_dvec3 target, pole; /* as set, or as used last */
    bp_dvec3 normal;       /* of the last plane of bending */
    bp_dquat rotation;     /* as_engine: of the upper bone in the world after the last update */
    double bend;           /* of the lower bone after the last update */
    bool started;          /* there was an update */
    bool has_pole;         /* bp_ik_set_pole was called */
    double weight;         /* 0..1 */
    double distance;       /* that the last update left; -1 before */
    size_t count;          /* of links */
    ik_link *links;        /* owned; from the first bone to the last; NULL: as_engine */
    bp_dvec3 axis;         /* from the upper joint to the lower one, in the upper bone's space */
    bp_dvec3 hinge;        /* about which the pose of creation bends, perpendicular to it */
    bool bent;             /* that pose was not straight */
};

/* Where the end of the chain is in the last bone's space. Error: the matrix of the bone has no inverse. */
bool bp_ik_end_offset(const bp_ik *ik, bp_dvec3 *offset, bp_error *error);
/* The reach of a chain of that length; max_angle makes it less. */
double bp_ik_reach_of(const bp_ik *ik, double length);
/* Measures the chain and chooses its axes (reach.c). Error: a length that isn't positive. */
bool bp_ik_measure_chain(bp_ik *ik, bp_error *error);
/* Rotates the bones towards ik->target and keeps away from `pole` (NULL: the plane of the pose). */
bool bp_ik_reach(bp_ik *ik, const bp_dvec3 *pole, bp_error *error);

/* ik_common: shared by the two controllers: giving a bone a rotation in the world, and small vector
 * helpers. */

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

/* The smallest rotation that takes one unit vector to another; half a turn is made about `axis`. */
bp_dquat bp_ik_arc(bp_dvec3 from, bp_dvec3 to, bp_dvec3 axis);
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
