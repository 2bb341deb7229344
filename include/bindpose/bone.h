/* bone: one bone of a skeleton: hierarchy, length, link, pose, its matrices, and transforms in a space.
 *
 * A skeleton owns its bones; pointers to them are borrowed and valid as long as the skeleton lives. The
 * functions mirror Babylon.js's Bone; each section names the engine's methods.
 */
#ifndef BINDPOSE_BONE_H
#define BINDPOSE_BONE_H

#include <bindpose/skeleton.h>

BP_BEGIN_C

const char *bp_bone_name(const bp_bone *bone); /* borrowed, as long as the skeleton lives */
bp_skeleton *bp_bone_skeleton(const bp_bone *bone);
size_t bp_bone_id(const bp_bone *bone); /* order of creation; never changes */

/* ---- hierarchy: Bone.getParent, children, setParent ------------------------------------------------ */
bp_bone *bp_bone_parent(const bp_bone *bone);       /* NULL for a root */
bp_bone *bp_bone_first_child(const bp_bone *bone);  /* children in the order in which they were attached */
bp_bone *bp_bone_next_sibling(const bp_bone *bone); /* NULL for roots too */

/* Moves the bone under another one, or makes it a root (NULL). Its local matrix stays, so it may jump. With
 * `rebind` the absolute binds of the bone and its descendants are recomputed; without, they stay those of
 * the old parents. If the parent doesn't change, nothing happens at all, as in the engine. The array is not
 * sorted. Errors: a parent from another skeleton; the bone itself or a descendant. */
bool bp_bone_set_parent(bp_bone *bone, bp_bone *parent, bool rebind, bp_error *error);

/* ---- palette index: Bone.getIndex -------------------------------------------------------------------- */
int bp_bone_index(const bp_bone *bone); /* BP_INDEX_NONE: the bone is in no palette */

/* ---- length: Bone.length ---------------------------------------------------------------------------- */
/* The length along the bone's +Y in its own units; no matrix depends on it. A length that was set wins and
 * may be negative. Otherwise it is the distance to the first child in the current pose. A leaf without a
 * length returns false, and *length is 0. */
bool bp_bone_length(const bp_bone *bone, float *length);
void bp_bone_set_length(bp_bone *bone, float length);

/* ---- linked node: Bone.linkTransformNode ------------------------------------------------------------ */
/* From now on prepare copies the node's own position, rotation and scale (without its parents') to the
 * bone. NULL unlinks; the bone keeps its values. The node is borrowed until it is unlinked. */
void bp_bone_link(bp_bone *bone, bp_node *node);
bp_node *bp_bone_node(const bp_bone *bone); /* NULL if there is none */

/* ---- position, rotation, scale: Bone.position, rotationQuaternion, scaling ------------------ */
/* Linked bones: by the page's rule a node moves its bone, never the other way. The setters here, and those of
 * matrices and spaces below, then last only until the next prepare, which copies the node's values again: set
 * the node instead (bp_bone_node). Under BP_RULE_WRITE_THROUGH, which models from files have, they set the
 * node too, with the parts of a matrix (shear is lost). Setting one part then keeps the others as the node
 * has them, even if it moved since the last prepare; world space means the matrices of the last prepare.
 *
 * Parts of the local matrix. Setting one keeps the others; the matrix scale * rotation * translation is
 * composed when it is next needed. If a whole matrix was set last, it is decomposed first as
 * bp_mat4_decompose does, and shear is lost. */
bp_vec3 bp_bone_position(const bp_bone *bone);
bp_quat bp_bone_rotation(const bp_bone *bone);
bp_vec3 bp_bone_scale(const bp_bone *bone);
bp_trs bp_bone_trs(const bp_bone *bone);
void bp_bone_set_position(bp_bone *bone, bp_vec3 position);
void bp_bone_set_rotation(bp_bone *bone, bp_quat rotation); /* not normalized */
void bp_bone_set_scale(bp_bone *bone, bp_vec3 scale);       /* scales the children too */

/* ---- the seven matrices, and the chain --------------------------------------------------------------- */
/* From the bone's space to its parent bone's. A matrix that is set keeps its shear until a part is set. */
bp_mat4 bp_bone_local(const bp_bone *bone);
void bp_bone_set_local(bp_bone *bone, bp_mat4 local); /* a linked bone: see the parts above */

/* As last computed; zeros before the first time. Under BP_RULE_READING_REFRESHES stale absolutes are
 * computed first. */
bp_mat4 bp_bone_absolute(const bp_bone *bone);
/* Computes the absolute of this bone and its descendants from the parent's as it stands. */
void bp_bone_compute_absolutes(bp_bone *bone);

bp_mat4 bp_bone_final(const bp_bone *bone); /* as written by the last prepare; zeros before */
bp_mat4 bp_bone_chain(const bp_bone *bone); /* likewise; what the engine's getFinalMatrix returns */

/* Bind is relative to the parent bone, the other two to the skeleton's root. */
bp_mat4 bp_bone_bind(const bp_bone *bone);
bp_mat4 bp_bone_absolute_bind(const bp_bone *bone);
bp_mat4 bp_bone_absolute_inverse_bind(const bp_bone *bone);
/* Sets bind and local, and recomputes the two absolute binds of the bone and its descendants from the
 * parent's as it stands (Bone.setBindMatrix). Error, and nothing changes: `bind` is singular or not finite,
 * with the bone's name as place. */
bool bp_bone_set_bind(bp_bone *bone, bp_mat4 bind, bp_error *error);
/* For glTF's inverse bind matrices: stores these very floats as absolute inverse bind. Absolute bind
 * becomes their inverse and bind = absolute bind * the parent's absolute inverse bind. A matrix without
 * inverse is accepted, since final needs neither: bind is then the identity and absolute bind the parent's.
 * Descendants, local and rest stay, so call it for parents first. Error, and nothing changes: not finite,
 * with the bone's name as place. */
bool bp_bone_set_absolute_inverse_bind(bp_bone *bone, bp_mat4 inverse, bp_error *error);

/* Relative to the parent bone, like local. Only returning to rest reads it, so any matrix is accepted. */
bp_mat4 bp_bone_rest(const bp_bone *bone);
void bp_bone_set_rest(bp_bone *bone, bp_mat4 rest);
/* Copies rest to local. For a linked bone it sets the node instead (with a quaternion), and the bone
 * follows in the next prepare. */
void bp_bone_return_to_rest(bp_bone *bone);

/* ---- transforms in a space ------------------------------------------------------------------------------
 *
 * Bone.setPosition, translate, rotate, setRotationQuaternion and the readers to them. World space is relative
 * to the skeleton's root, or to the world in which `node` (may be NULL) is the mesh: then its world matrix W
 * comes after. In local space the node has no effect. Stale absolute matrices are refreshed first
 * (bp_skeleton_compute_absolutes, not forced). P is the parent's absolute matrix, A the bone's, L its local
 * matrix, R a rotation.
 *
 * A setter changes a linked bone until the next prepare only, or under BP_RULE_WRITE_THROUGH its node too:
 * see the parts above.
 *
 * Errors of the setters (nothing changes): a matrix that has to be inverted is singular or not finite,
 * because of a scale of 0 above the bone or in the node. */

typedef enum bp_space { BP_SPACE_LOCAL, BP_SPACE_WORLD } bp_space;

/* Local: replaces L's translation. World: by v * inverse(P * W); a root takes v unchanged. Unlike
 * bp_bone_set_position this keeps shear. */
bool bp_bone_set_position_in(bp_bone *bone, bp_vec3 v, bp_space space, const bp_node *node, bp_error *error);
/* Adds v to the translation; in world space through inverse(P * W) without its translation. */
bool bp_bone_translate(bp_bone *bone, bp_vec3 v, bp_space space, const bp_node *node, bp_error *error);
/* Local: L * R, a rotation about the parent's axes. World: L * (P W) * R * inverse(P W). The translation of
 * L stays. A zero axis changes nothing. */
bool bp_bone_rotate(bp_bone *bone, bp_vec3 axis, float radians, bp_space space, const bp_node *node,
                    bp_error *error);
/* Local: replaces the rotation. World: gives the bone this rotation in the world, by
 * R' = inverse(A * W) * Scale(the node's own scale, x times -1 if the absolute bind mirrors) * R, applied
 * as in bp_bone_rotate. */
bool bp_bone_set_rotation_in(bp_bone *bone, bp_quat q, bp_space space, const bp_node *node, bp_error *error);

/* The readers: Bone.getPosition, getRotationQuaternion, getAbsolutePositionFromLocal,
 * getLocalPositionFromAbsolute. */

/* Local: L's translation. World: that of A * W. */
bp_vec3 bp_bone_position_in(const bp_bone *bone, bp_space space, const bp_node *node);
/* Local: the rotation part. World: that of A * W, decomposed; if the absolute bind mirrors, the first row
 * is negated before. */
bp_quat bp_bone_rotation_in(const bp_bone *bone, bp_space space, const bp_node *node);
/* A point of world space in the bone's space: v * inverse(A * W). Error: that is singular; *out is then v. */
bool bp_bone_from_world(const bp_bone *bone, bp_vec3 v, const bp_node *node, bp_vec3 *out, bp_error *error);

BP_END_C

#endif
