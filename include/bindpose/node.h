/* node: a transform in a scene's tree. Babylon.js's TransformNode, glTF's node.
 *
 * A node holds position, rotation and scale within its parent. The world matrix is cached: a change marks
 * the node and its descendants, and reading computes what is missing.
 */
#ifndef BINDPOSE_NODE_H
#define BINDPOSE_NODE_H

#include <bindpose/base.h>
#include <bindpose/math.h>

BP_BEGIN_C

typedef struct bp_node bp_node;

/* A node with the identity as local transform. `name` is copied (NULL: ""). `parent` may be NULL. The node
 * borrows the context's allocator for its life. Errors: memory. */
bp_node *bp_node_create(const bp_context *context, const char *name, bp_node *parent, bp_error *error);

/* The children become roots and keep their local transforms. Unlink bones from the node first: they only
 * borrow it. NULL is fine. */
void bp_node_destroy(bp_node *node);

const char *bp_node_name(const bp_node *node); /* borrowed, as long as the node lives */
bp_node *bp_node_parent(const bp_node *node);

/* Moves the node under another parent, or makes it a root (NULL). Its local transform stays, so it may jump
 * in the world. Error ARGUMENT: `parent` is the node itself or a descendant. */
bool bp_node_set_parent(bp_node *node, bp_node *parent, bp_error *error);

/* Relative to the parent (a root: the world), in its units. Any value is accepted. */
void bp_node_set_position(bp_node *node, bp_vec3 position);
/* The quaternion is not normalized. */
void bp_node_set_rotation(bp_node *node, bp_quat rotation);
void bp_node_set_scale(bp_node *node, bp_vec3 scale);
/* Decomposes an affine matrix as bp_mat4_decompose does (shear is lost) and sets the three parts. */
void bp_node_set_matrix(bp_node *node, bp_mat4 local);

/* The parts of the local transform. */
bp_vec3 bp_node_position(const bp_node *node);
bp_quat bp_node_rotation(const bp_node *node);
bp_vec3 bp_node_scale(const bp_node *node);
bp_mat4 bp_node_local(const bp_node *node); /* scale * rotation * translation */
bp_mat4 bp_node_world(const bp_node *node); /* local * parent's world; always current */

BP_END_C

#endif
