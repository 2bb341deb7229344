/* rig: nodes, bones, skeletons; clips; inverse kinematics; looking at things.
 *
 * No picture, no file, no pixel: this room turns positions, rotations and scales into the matrices
 * that move vertices. Conventions are those of math.h: row vectors, child * parent, radians.
 *
 * A bone has seven matrices. What they mean follows the page "Bone Class Internals" of Babylon.js's
 * documentation; where the engine's code does otherwise than its page, the page wins, and the
 * engine's way is a rule that a skeleton can be made with (bp_rules).
 *
 *   local                  dynamic   position, rotation, scale of the bone within its parent
 *   absolute               asked for local * parent's absolute: relative to the skeleton's root.
 *                                    Stale until somebody computes it
 *   final                  dynamic   absolute inverse bind * chain: what skins the vertices
 *   bind                   static    the local matrix of the starting pose
 *   absolute bind          static    bind * parent's absolute bind
 *   absolute inverse bind  static    its inverse
 *   rest                   static    the user's; starts as bind
 *
 * The chain is local * parent's chain, written by bp_skeleton_prepare together with final; it equals
 * absolute when both are current. Nothing here knows the mesh's place in the world: its world
 * matrix comes after final.
 *
 * A frame: move bones or their linked nodes; bp_skeleton_prepare; skin with bp_skeleton_palette.
 *
 * Precision: values go in and out as float, and are kept as double in between, so that long chains
 * and long sequences of calls stay within float's own rounding of the exact result.
 *
 * Matrices are affine: the last column of one that is passed in is taken as (0, 0, 0, 1).
 * NaN and infinity pass through poses without harm; a bind matrix must be finite and invertible.
 *
 * Threads: one at a time for each skeleton and each tree of nodes, for reading as well (reading
 * fills caches). Nothing recurses: chains and fans may have any length.
 */
#ifndef BINDPOSE_RIG_H
#define BINDPOSE_RIG_H

#include <bindpose/base.h>
#include <bindpose/math.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ================================================================================================
 * node: a transform in a scene's tree (src/rig/node.c)
 * ================================================================================================
 *
 * Babylon.js's TransformNode, glTF's node: position, rotation, scale within a parent. The rotation is
 * held as a quaternion or as Euler angles, whichever was set last. Its world matrix is kept by
 * need: changing a node marks it and those below, asking computes what is missing. */
typedef struct bp_node bp_node;

/* A node at the origin, turned and scaled by nothing. `name` is copied (NULL: ""). `parent` may be
 * NULL. The context's allocator is borrowed for the node's life. Errors: memory. */
bp_node *bp_node_create(const bp_context *context, const char *name, bp_node *parent, bp_error *error);

/* Its children become roots (their local transform stays). Bones that are linked to it must be
 * unlinked first: they only borrow it. NULL is fine. */
void bp_node_destroy(bp_node *node);

const char *bp_node_name(const bp_node *node); /* borrowed, as long as the node lives */
bp_node *bp_node_parent(const bp_node *node);

/* Hangs the node under another, or makes it a root (NULL); its local transform stays, so it may jump
 * in the world. Error ARGUMENT: `parent` is the node itself or below it. */
bool bp_node_set_parent(bp_node *node, bp_node *parent, bp_error *error);

/* Relative to the parent's space (a root: the world's), in its units. Any value is taken. */
void bp_node_set_position(bp_node *node, bp_vec3 position);
/* A quaternion as it is (not normalized); Euler angles set before are forgotten. */
void bp_node_set_rotation(bp_node *node, bp_quat rotation);
/* (pitch, yaw, roll) in radians, in the order of math.h; a quaternion set before is forgotten. */
void bp_node_set_euler(bp_node *node, bp_vec3 pitch_yaw_roll);
void bp_node_set_scale(bp_node *node, bp_vec3 scale);
/* The three parts of an affine matrix, as bp_mat4_decompose takes it apart (shear is lost). */
void bp_node_set_matrix(bp_node *node, bp_mat4 local);

/* The parts of the local transform, as they were set. */
bp_vec3 bp_node_position(const bp_node *node);
bp_quat bp_node_rotation(const bp_node *node); /* converted where Euler angles are held */
bp_vec3 bp_node_euler(const bp_node *node);    /* converted where a quaternion is held */
bool bp_node_holds_euler(const bp_node *node); /* which of the two is held */
bp_vec3 bp_node_scale(const bp_node *node);
bp_mat4 bp_node_local(const bp_node *node); /* Scale * Rotation * Translation */
bp_mat4 bp_node_world(const bp_node *node); /* local * parent's world; always current */

/* ================================================================================================
 * skeleton: bones in an array (src/rig/skeleton.c)
 * ================================================================================================ */

typedef struct bp_skeleton bp_skeleton;
typedef struct bp_bone bp_bone;

/* Where Babylon.js 9.34's code differs from its page: each bit takes the engine's side. 0 is the page. */
typedef enum bp_rules {
    BP_RULES_PAGE = 0,
    /* A bone made with local and bind, but no rest matrix, rests at local. Page: at bind. */
    BP_RULE_REST_IS_LOCAL = 1 << 0,
    /* Computing a skeleton's absolutes starts from the first bone of the array and reaches what hangs
     * below it. Page: every bone, from all roots. */
    BP_RULE_FIRST_ROOT_ONLY = 1 << 1,
    /* bp_bone_absolute refreshes stale absolutes of the whole skeleton before it answers. Page: it
     * answers what was last computed. (Positions and directions in world space refresh under both.) */
    BP_RULE_READING_REFRESHES = 1 << 2,
    /* A bone without an explicit index has its place in the array as palette slot, also after
     * sorting, so that vertices hit another bone. Page: slots stay what they were. */
    BP_RULE_SORT_RENUMBERS = 1 << 3,
    /* Sorting, reordering, changing an index and binding a bone to its own local matrix don't mark the
     * skeleton dirty, so that prepare may leave old finals; a linked node always does, moved or not.
     * Page: prepare computes exactly when something changed that finals depend on. */
    BP_RULE_ENGINE_DIRTY = 1 << 4,
    /* A mesh's pose matrix (bp_skeleton_set_pose_matrix) may enter bind, absolute and chain of the
     * roots. Page: there is none. */
    BP_RULE_POSE_MATRIX = 1 << 5,
    BP_RULES_ENGINE = (1 << 6) - 1,
} bp_rules;

typedef enum bp_space {
    BP_SPACE_LOCAL, /* within the parent */
    BP_SPACE_WORLD, /* relative to the skeleton's root, or, where a node is given, in that node's world:
                     * the node stands for the mesh that wears the skeleton */
} bp_space;

typedef struct bp_skeleton_options {
    const char *name; /* copied; NULL: "" */
    int rules;        /* bits of bp_rules */
    size_t reserve;   /* bones that are going to be added, so that arrays needn't grow; may be wrong */
} bp_skeleton_options;

/* An empty skeleton. NULL options: all zero. The context's allocator is borrowed for its life.
 * Errors: memory; unknown bits in rules. */
bp_skeleton *bp_skeleton_create(const bp_context *context, const bp_skeleton_options *options,
                                bp_error *error);

/* Frees the skeleton with all its bones. Linked nodes are only borrowed. NULL is fine. */
void bp_skeleton_destroy(bp_skeleton *skeleton);

/* A copy of everything: bones with numbers, order, hierarchy (children in the same order), pose, all
 * matrices as they stand, stale ones included, lengths, indices, links to the same nodes, rules,
 * palette; counters start at 0. (The engine's clone starts in the bind pose and forgets lengths.)
 * `name` NULL: the original's. Errors: memory. */
bp_skeleton *bp_skeleton_clone(const bp_skeleton *skeleton, const char *name, bp_error *error);

const char *bp_skeleton_name(const bp_skeleton *skeleton); /* borrowed, as long as the skeleton lives */
int bp_skeleton_rules(const bp_skeleton *skeleton);
/* Switches between page and engine from now on: palette slots are given out anew, nothing is computed.
 * Errors: unknown bits; POSE_MATRIX taken away while one is set; memory. */
bool bp_skeleton_set_rules(bp_skeleton *skeleton, int rules, bp_error *error);

/* ---- bones of a skeleton ---------------------------------------------------------------------- */

#define BP_INDEX_NONE (-1)     /* in no palette: the bone moves others, but no vertex */
#define BP_INDEX_LIMIT 1048576 /* explicit indices are below this */

typedef struct bp_bone_options {
    const char *name;     /* copied; NULL: "" */
    bp_bone *parent;      /* of the same skeleton; NULL: a root */
    const bp_mat4 *local; /* the pose it starts in; NULL: bind where that is given, else the identity */
    const bp_mat4 *bind;  /* NULL: local */
    const bp_mat4 *rest;  /* NULL: bind (under BP_RULE_REST_IS_LOCAL: local) */
    bool has_index;       /* false: its slot in the palette is its number */
    int index;            /* with has_index: its slot, or BP_INDEX_NONE */
    bool has_length;      /* false: see bp_bone_length */
    float length;         /* with has_length: along the bone's +Y, in its own units */
} bp_bone_options;

/* Adds a bone at the end of the array. The pointer stays valid, and the bone keeps its number, for the
 * skeleton's life. Errors (nothing is added): memory; a parent from another skeleton; a bind matrix that
 * is singular or not finite, with the bone's name as place; an index out of range. NULL options: all zero. */
bp_bone *bp_skeleton_add(bp_skeleton *skeleton, const bp_bone_options *options, bp_error *error);

/* How many bones there are, excluded ones included. */
size_t bp_skeleton_count(const bp_skeleton *skeleton);
/* By place in the array, which sorting changes; NULL where there is none. */
bp_bone *bp_skeleton_bone(const bp_skeleton *skeleton, size_t place);
/* By number: in the order of creation, for ever; NULL where there is none. */
bp_bone *bp_skeleton_bone_by_id(const bp_skeleton *skeleton, size_t number);
/* By name: of several with one name, the one created first; NULL where there is none. */
bp_bone *bp_skeleton_find(const bp_skeleton *skeleton, const char *name);
/* The first bone (by number) that is linked to this node; NULL where there is none. */
bp_bone *bp_skeleton_find_linked(const bp_skeleton *skeleton, const bp_node *node);

/* ---- order ------------------------------------------------------------------------------------- */

/* Whether every parent comes before its children, as prepare expects. */
bool bp_skeleton_is_sorted(const bp_skeleton *skeleton);
/* Puts parents before children, and otherwise changes as little as it can: each bone, first to last,
 * is preceded by those of its ancestors that had not come yet. Vertex indices keep their meaning (but
 * see BP_RULE_SORT_RENUMBERS). */
void bp_skeleton_sort(bp_skeleton *skeleton);
/* Puts the array in the order of these bone numbers, right or wrong. Error: not a permutation. */
bool bp_skeleton_reorder(bp_skeleton *skeleton, const size_t *numbers, size_t count, bp_error *error);

/* ---- computing --------------------------------------------------------------------------------- */

/* Copies linked nodes to their bones; then, if anything changed since the last time, computes chain,
 * final and palette in one pass over the array, trusting parents to come first. Reads neither bind nor
 * absolute bind nor absolute. Returns whether it computed. */
bool bp_skeleton_prepare(bp_skeleton *skeleton);
/* Whether prepare has something to compute (linked nodes: see bp_bone_local_is_current). */
bool bp_skeleton_is_dirty(const bp_skeleton *skeleton);

/* Final matrices by slot, for skinning: position' = position * palette[index]. Affine, row vectors.
 * Slots that no bone writes hold zeros. Borrowed: valid until a bone is added, an index set or the
 * skeleton destroyed; the contents change with prepare. */
const bp_mat4 *bp_skeleton_palette(const bp_skeleton *skeleton);
/* The number of slots: of bones, or the highest explicit index + 1 where that is more. */
size_t bp_skeleton_palette_count(const bp_skeleton *skeleton);

/* Recomputes the absolute matrices of all bones, from every root down, if they may be stale or `force`
 * says so. Linked nodes are not looked at: that is prepare's. */
void bp_skeleton_compute_absolutes(bp_skeleton *skeleton, bool force);

/* ---- rest --------------------------------------------------------------------------------------- */

/* bp_bone_return_to_rest for every bone except those of index -1. */
void bp_skeleton_return_to_rest(bp_skeleton *skeleton);
/* bp_bone_set_rest_from_pose for every bone. */
void bp_skeleton_set_rest_from_pose(bp_skeleton *skeleton);

/* ---- pose matrix --------------------------------------------------------------------------------- */

/* An engine matter (BP_RULE_POSE_MATRIX; else an error): a mesh's pose matrix P is put behind the roots,
 * so that root chain = local * P, root absolute = local * P and, from the next prepare on, root
 * absolute bind = bind * P. NULL takes it away. Errors: P singular; the rule is off. */
bool bp_skeleton_set_pose_matrix(bp_skeleton *skeleton, const bp_mat4 *pose, bp_error *error);

/* ---- counters ------------------------------------------------------------------------------------ */

/* How often each matrix was written, over all bones, and what else cost time, since the start or the
 * last reset. A local matrix counts when it is composed or replaced, not when its parts are set. */
typedef struct bp_skeleton_counters {
    uint64_t local, absolute, chain, final;
    uint64_t bind, absolute_bind, absolute_inverse_bind, rest;
    uint64_t composed;            /* position, rotation, scale to local matrix */
    uint64_t decomposed;          /* and back */
    uint64_t euler_to_quaternion; /* conversions on setting Euler angles */
    uint64_t quaternion_to_euler; /* conversions on asking for them */
    uint64_t prepared;            /* calls of prepare that computed */
} bp_skeleton_counters;

/* What was written since creation or the last reset. */
bp_skeleton_counters bp_skeleton_stats(const bp_skeleton *skeleton);
void bp_skeleton_reset_stats(bp_skeleton *skeleton);

/* ================================================================================================
 * bone (src/rig/bone.c, bone_pose.c, bone_world.c)
 * ================================================================================================
 *
 * Owned by its skeleton; pointers to it are borrowed and stay valid as long as the skeleton lives. */

const char *bp_bone_name(const bp_bone *bone); /* borrowed, as long as the skeleton lives */
bp_skeleton *bp_bone_skeleton(const bp_bone *bone);
size_t bp_bone_id(const bp_bone *bone); /* in order of creation */
size_t bp_bone_array_index(const bp_bone *bone);  /* in the array; changes with sorting */

/* ---- hierarchy ----------------------------------------------------------------------------------- */

bp_bone *bp_bone_parent(const bp_bone *bone);       /* NULL for a root */
bp_bone *bp_bone_first_child(const bp_bone *bone);  /* children in the order in which they came */
bp_bone *bp_bone_next_sibling(const bp_bone *bone); /* NULL for roots too */

/* Hangs the bone under another one, or makes it a root (NULL). Its local matrix stays, so it may jump.
 * `rebind` recomputes the absolute binds of the bone and its descendants; without, they stay those of
 * the old parents. With the parent that it has already nothing happens, `rebind` or not, as in the engine.
 * The array is not sorted. Errors: a parent from another skeleton, or below the bone. */
bool bp_bone_set_parent(bp_bone *bone, bp_bone *parent, bool rebind, bp_error *error);

/* ---- palette slot -------------------------------------------------------------------------------- */

/* The slot in the palette that this bone's final is written to: what vertices call its index.
 * BP_INDEX_NONE for a bone in no palette. */
int bp_bone_index(const bp_bone *bone);
bool bp_bone_has_index(const bp_bone *bone); /* whether it was set explicitly */
/* Sets it. Errors: below BP_INDEX_NONE, not below BP_INDEX_LIMIT; memory. */
bool bp_bone_set_index(bp_bone *bone, int index, bp_error *error);

/* ---- length --------------------------------------------------------------------------------------- */

/* In the bone's own units, along its +Y. No matrix depends on it. A length that was set wins (it may be
 * negative); otherwise the distance to the first child, in the current pose; a leaf with none set has
 * none: false, and *length is 0. */
bool bp_bone_length(const bp_bone *bone, float *length);
bool bp_bone_has_length(const bp_bone *bone); /* whether it was set */
void bp_bone_set_length(bp_bone *bone, float length);
void bp_bone_unset_length(bp_bone *bone);
/* The far end of the bone's line, in world space as in bp_bone_position_in: (0, length, 0) of the bone
 * where a length was set, else its first child's position. False (and *tip is the bone's own position)
 * for a leaf without length. */
bool bp_bone_tip(const bp_bone *bone, const bp_node *node, bp_vec3 *tip);

/* ---- linked node ----------------------------------------------------------------------------------- */

/* From now on prepare copies the node's own position, rotation and scale (not its parents') to the bone;
 * NULL unlinks, and the bone keeps what it has. The node is borrowed until unlinked. */
void bp_bone_link(bp_bone *bone, bp_node *node);
bp_node *bp_bone_node(const bp_bone *bone); /* NULL where there is none */
/* False where a linked node says something else than the bone's local: it moved, or the bone was set,
 * since the last prepare. */
bool bp_bone_local_is_current(const bp_bone *bone);

/* ---- position, rotation, scale --------------------------------------------------------------------- */

/* Parts of the local matrix. Setting one replaces it and keeps the others; the matrix is composed when
 * next needed: Scale * Rotation * Translation. Where a matrix was set last (directly, in world space, by
 * rest or bind), it is taken apart first, as bp_mat4_decompose does, so shear is lost. */
bp_vec3 bp_bone_position(const bp_bone *bone);
bp_quat bp_bone_rotation(const bp_bone *bone);
bp_vec3 bp_bone_euler(const bp_bone *bone); /* (pitch, yaw, roll); converts from the quaternion */
bp_vec3 bp_bone_scale(const bp_bone *bone);
void bp_bone_set_position(bp_bone *bone, bp_vec3 position);
void bp_bone_set_rotation(bp_bone *bone, bp_quat rotation);    /* as it is, not normalized */
void bp_bone_set_euler(bp_bone *bone, bp_vec3 pitch_yaw_roll); /* converted to a quaternion here */
void bp_bone_set_scale(bp_bone *bone, bp_vec3 scale);          /* children follow: see bp_bone_scale_by */
void bp_bone_set_trs(bp_bone *bone, bp_trs trs);               /* all three */
bp_trs bp_bone_trs(const bp_bone *bone);

/* ---- the seven matrices, and the chain --------------------------------------------------------------- */

/* From the bone's space to its parent bone's, composed anew where a part was set. */
bp_mat4 bp_bone_local(const bp_bone *bone);
void bp_bone_set_local(bp_bone *bone, bp_mat4 local); /* whole: shear stays until a part is set */

/* As last computed; zeros before the first time. Under BP_RULE_READING_REFRESHES stale ones are
 * computed first. */
bp_mat4 bp_bone_absolute(const bp_bone *bone);
/* The lamp: whether the absolute matrix is what computing it from the root down would give. False once
 * the bone or one above it was changed, given another parent, or has a linked node that moved. Looks at
 * the ancestors, computes nothing. */
bool bp_bone_absolute_is_current(const bp_bone *bone);
/* Computes the absolute of this bone and its descendants. Trusts the parent's as it stands. */
void bp_bone_compute_absolutes(bp_bone *bone);

bp_mat4 bp_bone_final(const bp_bone *bone); /* as written by the last prepare; zeros before */
bp_mat4 bp_bone_chain(const bp_bone *bone); /* likewise; what the engine's getFinalMatrix returns */

/* The stored copies: bind relative to the parent bone, the other two to the skeleton's root. */
bp_mat4 bp_bone_bind(const bp_bone *bone);
bp_mat4 bp_bone_absolute_bind(const bp_bone *bone);
bp_mat4 bp_bone_absolute_inverse_bind(const bp_bone *bone);
/* Sets bind, recomputes absolute bind and absolute inverse bind of the bone and its descendants (the
 * parent's are trusted), and sets local to it as well. Error, and nothing is changed: `bind` is singular
 * or not finite, with the bone's name as place. */
bool bp_bone_set_bind(bp_bone *bone, bp_mat4 bind, bp_error *error);
/* The same with a choice: without `absolutes` the two absolute ones stay as they are, for this bone and
 * its descendants, until another call recomputes them; without `local` the pose stays. */
bool bp_bone_update_bind(bp_bone *bone, bp_mat4 bind, bool absolutes, bool local, bp_error *error);
/* bp_bone_set_bind with the current local matrix. */
bool bp_bone_set_bind_from_pose(bp_bone *bone, bp_error *error);
/* For files that say what moves vertices into the bone's space (glTF's inverse bind matrices): keeps these
 * very floats as absolute inverse bind. Absolute bind becomes their inverse, and bind = absolute bind *
 * the parent's absolute inverse bind; where that has no inverse, bind is the identity and absolute bind the
 * parent's, since final needs neither. Descendants, local and rest stay, so go from parents to children.
 * Error, and nothing is changed: not finite, with the bone's name as place. */
bool bp_bone_set_absolute_inverse_bind(bp_bone *bone, bp_mat4 inverse, bp_error *error);
/* For tests and lessons: overwrites the stored copies of bind and absolute bind and recomputes nothing,
 * to show that prepare reads neither. */
void bp_bone_overwrite_binds(bp_bone *bone, bp_mat4 bind, bp_mat4 absolute_bind);

/* Relative to the parent bone, like local. Nothing but returning to rest reads it, so any matrix is taken. */
bp_mat4 bp_bone_rest(const bp_bone *bone);
void bp_bone_set_rest(bp_bone *bone, bp_mat4 rest);
void bp_bone_set_rest_from_pose(bp_bone *bone);
/* Copies rest to local; a linked bone writes its parts to its node instead (as a quaternion), and has
 * them after the next prepare. */
void bp_bone_return_to_rest(bp_bone *bone);

/* ---- in a space ---------------------------------------------------------------------------------------
 *
 * What Babylon.js's Bone methods of these names do. `space` world means relative to the skeleton's root, or
 * to the world in which `node` (may be NULL) is the mesh: its world matrix W comes after. In local space
 * the node has no effect. Absolute matrices are refreshed first (bp_skeleton_compute_absolutes, not forced)
 * where they are needed. With P the parent's absolute, A the own, L the local matrix, R a rotation:
 *
 * Errors of the setters (nothing is changed): a matrix that has to be inverted is singular or not finite
 * (a scale of 0 above the bone or in the node). */

/* Local: replaces L's translation. World: by v * inverse(P * W). A root takes v as it is. Unlike
 * bp_bone_set_position this keeps shear. */
bool bp_bone_set_position_in(bp_bone *bone, bp_vec3 v, bp_space space, const bp_node *node, bp_error *error);
/* The same, adding v to the translation (through inverse(P * W) without its translation). */
bool bp_bone_translate(bp_bone *bone, bp_vec3 v, bp_space space, const bp_node *node, bp_error *error);
/* Local: L * R: turns after the bone's own rotation, about the parent's axes. World: L * (P W) * R *
 * inverse(P W). The translation of L stays. A zero axis turns by nothing. */
bool bp_bone_rotate(bp_bone *bone, bp_vec3 axis, float radians, bp_space space, const bp_node *node,
                    bp_error *error);
/* Local: replaces the rotation. World: gives the bone this rotation in the world, by
 * R' = inverse(A * W) * Scale(the node's own scale, x times -1 where the absolute bind mirrors) * R, then
 * like bp_bone_rotate with R'. */
bool bp_bone_set_rotation_in(bp_bone *bone, bp_quat q, bp_space space, const bp_node *node, bp_error *error);
bool bp_bone_set_axis_angle(bp_bone *bone, bp_vec3 axis, float radians, bp_space space, const bp_node *node,
                            bp_error *error);
bool bp_bone_set_euler_in(bp_bone *bone, bp_vec3 pitch_yaw_roll, bp_space space, const bp_node *node,
                          bp_error *error);
bool bp_bone_set_yaw_pitch_roll(bp_bone *bone, float yaw, float pitch, float roll, bp_space space,
                                const bp_node *node, bp_error *error);
/* `rotation`'s rows are orthonormal; its translation is not looked at in local space. */
bool bp_bone_set_rotation_matrix(bp_bone *bone, bp_mat4 rotation, bp_space space, const bp_node *node,
                                 bp_error *error);
/* L = Scale(v) * L. Children keep their size: local * inverse(Scale(v)), with the translation then times
 * v; `with_children` scales them by v in turn, and so on down. Error: a component of v is 0 and
 * there are children. */
bool bp_bone_scale_by(bp_bone *bone, bp_vec3 v, bool with_children, bp_error *error);

/* Local: L's translation. World: that of A * W. */
bp_vec3 bp_bone_position_in(const bp_bone *bone, bp_space space, const bp_node *node);
/* Local: the rotation part. World: that of A * W, taken apart; where the absolute bind mirrors, its first
 * row is negated before. */
bp_quat bp_bone_rotation_in(const bp_bone *bone, bp_space space, const bp_node *node);
bp_vec3 bp_bone_euler_in(const bp_bone *bone, bp_space space, const bp_node *node);
bp_mat4 bp_bone_rotation_matrix(const bp_bone *bone, bp_space space, const bp_node *node);
/* A direction of the bone's own axes, e.g. (0, 1, 0), in world space, normalized. */
bp_vec3 bp_bone_direction(const bp_bone *bone, bp_vec3 local_axis, const bp_node *node);
/* A point of the bone's own space in world space: v * A * W. */
bp_vec3 bp_bone_to_world(const bp_bone *bone, bp_vec3 v, const bp_node *node);
/* And back: v * inverse(A * W). Error: that is singular; *out is then v. */
bool bp_bone_from_world(const bp_bone *bone, bp_vec3 v, const bp_node *node, bp_vec3 *out, bp_error *error);

/* ================================================================================================
 * animation: tracks, clips, poses, playback, ranges
 * ================================================================================================
 *
 * Keys make a track, tracks make a clip. A clip is sampled into a pose, poses are blended, and a pose is
 * applied to a skeleton or to nodes; a playback turns seconds into the time to sample at. */

/* ---- tracks (src/rig/anim/track.c, src/rig/anim/track_sample.c) --------------------------------------------------
 *
 * A track says how one property of one thing moves: keys, each a time and a value, and what happens
 * between them. Before the first key the first value holds, after the last the last, and at a key its
 * value comes out bit for bit. A time that is NaN counts as before the first key.
 *
 * Times are in whatever unit the clip says: seconds in glTF, frames in Babylon.js. */

typedef enum bp_track_kind {
    BP_TRACK_POSITION, /* 3 floats: a local translation */
    BP_TRACK_ROTATION, /* 4 floats: a local rotation, a unit quaternion (x, y, z, w) */
    BP_TRACK_SCALE,    /* 3 floats: a local scale */
    BP_TRACK_MATRIX,   /* 16 floats: a whole local matrix, in the order of bp_mat4 */
    BP_TRACK_WEIGHTS,  /* as many floats as `width` says: weights of morph targets */
    BP_TRACK_KIND_COUNT
} bp_track_kind;

/* How a value comes from the two keys around it. u runs from 0 to 1 between them, d is the time from
 * one to the other. */
typedef enum bp_interpolation {
    /* Straight; rotations along the great circle, the short way (slerp); matrices are taken apart into
     * scale, rotation and translation, which go each their way, and are put together again. */
    BP_INTERPOLATION_LINEAR,
    /* The earlier key's value until the next key. */
    BP_INTERPOLATION_STEP,
    /* Cubic Hermite spline, as in glTF's CUBICSPLINE and Babylon.js's keys with tangents: with values
     * a and b, the tangent out of a and the tangent into b (value per time unit),
     *   (2u^3 - 3u^2 + 1) a + (u^3 - 2u^2 + u) d out + (-2u^3 + 3u^2) b + (u^3 - u^2) d in
     * component by component; rotations are normalized afterwards. Not for matrices. */
    BP_INTERPOLATION_CUBIC,
    BP_INTERPOLATION_COUNT
} bp_interpolation;

/* A view of a track's keys: everything it points to is borrowed. */
typedef struct bp_track {
    int target; /* which bone or node: an index into whatever the clip is applied to */
    bp_track_kind kind;
    bp_interpolation interpolation;
    int width;        /* floats in a value; WEIGHTS needs it, for the other kinds 0 is the same as theirs */
    size_t key_count; /* 0: the track says nothing, and its target stays as it is */
    const double *times;  /* key_count, each greater than the one before */
    const float *values;  /* key after key, `width` floats each; where interpolation is CUBIC three values a
                             key, glTF's order: tangent in, value, tangent out */
    const uint8_t *modes; /* NULL: `interpolation` holds for all; else for each key the bp_interpolation from
                             it to the next one (CUBIC only where `interpolation` is CUBIC) */
} bp_track;

/* "position", "rotation", ...; "step", "linear", "cubic"; "?" for anything else. */
const char *bp_track_kind_name(bp_track_kind kind);
const char *bp_interpolation_name(bp_interpolation interpolation);

/* Floats in a value: 3, 4, 3, 16, or the width of WEIGHTS (0 where that is negative). */
size_t bp_track_width(const bp_track *track);

/* Whether a track is fit to be sampled. The error's place is the wrong field: "times[3]" where times
 * don't increase or aren't finite, "values[7]" (a float's place) where a value isn't finite, "modes[2]",
 * "width", "kind", "interpolation", "target", and for pointers that are missing "times" or "values". */
bool bp_track_check(const bp_track *track, bp_error *error);

/* The value at a time, bp_track_width floats into `out`. `cursor` (may be NULL) remembers the last key
 * and makes it a step or two when time goes on a little, forwards or backwards; any value that it holds
 * is fine to begin with, and the result doesn't depend on it. False, with `out` as it was, where the track
 * has no keys. */
bool bp_track_sample(const bp_track *track, double time, size_t *cursor, float *out);

/* ---- clips (src/rig/anim/clip.c) --------------------------------------------------------------------
 *
 * A clip is a named set of tracks which belong together: "walk". It doesn't know what it moves: a
 * track's target is a number, and what the numbers mean is said when a pose is applied, to the bones of
 * a skeleton (creation index) or to an array of nodes. Sampling changes nothing in a clip, so any number
 * of players, also on several threads, can share one. */

typedef struct bp_clip bp_clip;

typedef struct bp_clip_options {
    const char *name; /* copied; NULL: "" */
    double rate;      /* units of time in a second: frames per second; 0: 1, times are seconds */
} bp_clip_options;

/* A clip with no tracks. NULL options: all defaults. Errors: a rate that is negative or not finite, no
 * memory. */
bp_clip *bp_clip_create(const bp_allocator *allocator, const bp_clip_options *options, bp_error *error);
bp_clip *bp_clip_clone(const bp_clip *clip, bp_error *error);
void bp_clip_destroy(bp_clip *clip);

/* The name is borrowed, as long as the clip lives; the rate is in frames a second. */
const char *bp_clip_name(const bp_clip *clip);
double bp_clip_rate(const bp_clip *clip);

/* Adds a copy of a track, after bp_track_check. Two tracks for the same property of the same target are
 * refused. On failure the clip is as it was. */
bool bp_clip_add(bp_clip *clip, const bp_track *track, bp_error *error);
size_t bp_clip_track_count(const bp_clip *clip);
/* A track as the clip holds it; borrowed until the clip is changed. NULL where there is none. */
const bp_track *bp_clip_track(const bp_clip *clip, size_t index);
/* The place of the track of that kind for that target; bp_clip_track_count where there is none. */
size_t bp_clip_find(const bp_clip *clip, int target, bp_track_kind kind);
/* The highest target plus 1: the smallest pose that takes everything. */
size_t bp_clip_target_count(const bp_clip *clip);
/* The first and the last key's time over all tracks; false and 0, 0 where there are no keys. */
bool bp_clip_span(const bp_clip *clip, double *first, double *last);

/* ---- poses (src/rig/anim/pose.c, pose_blend.c, pose_apply.c) ----------------------------------------
 *
 * A pose is what a clip gives at one moment: for each target the parts that something was said about.
 * Parts lie in arrays of their own, one element a target. */

enum {
    BP_POSE_POSITION = 1,
    BP_POSE_ROTATION = 2,
    BP_POSE_SCALE = 4,
    BP_POSE_MATRIX = 8, /* a whole local matrix; where present it stands for position, rotation and scale */
    BP_POSE_WEIGHTS = 16
};

typedef struct bp_pose {
    bp_allocator allocator;
    size_t count;
    uint8_t *parts;     /* owned; BP_POSE_ bits: what is said about each target */
    bp_vec3 *positions; /* owned; meaningful where the bit is set */
    bp_quat *rotations; /* owned */
    bp_vec3 *scales;    /* owned */
    bp_mat4 *matrices;  /* owned; NULL in a pose without matrices: tracks of matrices are then taken apart */
    size_t
        *weight_starts; /* owned; count + 1: target i's weights are weights[starts[i]] to [starts[i + 1]] */
    float *weights;     /* owned; NULL in a pose without weights, which leaves tracks of weights out */
} bp_pose;

typedef struct bp_pose_options {
    bool matrices;            /* keep matrices whole (shear survives, and every bit) */
    const int *weight_counts; /* borrowed for the call; how many morph weights each target has; NULL: none */
} bp_pose_options;

/* A pose for `count` targets that says nothing yet. NULL options: all defaults. */
bp_pose *bp_pose_create(const bp_allocator *allocator, size_t count, const bp_pose_options *options,
                        bp_error *error);
void bp_pose_destroy(bp_pose *pose);
/* Says nothing again about anything. */
void bp_pose_clear(bp_pose *pose);
/* Target `index` in parts: those that nothing was said about are the identity's; a matrix is taken
 * apart. Beyond the last target: the identity. */
bp_trs bp_pose_trs(const bp_pose *pose, size_t index);
/* Target `index` as a local matrix. */
bp_mat4 bp_pose_local(const bp_pose *pose, size_t index);

/* What the bones hold now (a linked bone: its node), target i being bone number i: positions, rotations and
 * scales of all that the pose has room for. */
void bp_pose_from_skeleton(bp_pose *pose, const bp_skeleton *skeleton);
/* The same from the rest matrices, taken apart. */
void bp_pose_from_rest(bp_pose *pose, const bp_skeleton *skeleton);
void bp_pose_from_nodes(bp_pose *pose, bp_node *const *nodes, size_t count);
/* Sets what the pose speaks of and nothing else: on a bone, or on the node that it is linked to (the bone
 * has it after the next bp_skeleton_prepare). Targets without a bone are left out. Weights are nobody's
 * here: read them from pose->weights. */
void bp_pose_apply(const bp_pose *pose, bp_skeleton *skeleton);
/* NULL elements are left out. */
void bp_pose_apply_nodes(const bp_pose *pose, bp_node *const *nodes, size_t count);

/* Remembers where in its keys a clip was sampled last: one for each player of a clip. Tracks with the
 * same times (in glTF files: most) are found once for all of them. */
typedef struct bp_cursor bp_cursor;
bp_cursor *bp_cursor_create(const bp_clip *clip, bp_error *error);
void bp_cursor_destroy(bp_cursor *cursor);

/* Writes what the clip says at a time (in the clip's unit) into the pose; parts that the clip says
 * nothing about stay as they were, tracks for targets beyond the pose are left out. `cursor` may be NULL
 * (every track is then searched anew) and never changes the result. */
void bp_clip_sample(const bp_clip *clip, double time, bp_cursor *cursor, bp_pose *pose);

/* out = a mixed with b: `weight` 0 is a, 1 is b; positions, scales and weights straight, rotations by slerp
 * the short way, matrices in parts. `mask` (may be NULL) holds a factor for the weight of each target, for
 * blending the upper body alone. A part that only one of the poses has is that one's; so begin with a
 * rest pose (bp_pose_from_skeleton) where a clip says little. All three of the same size, else an error
 * (ARGUMENT); out may be a or b. */
bool bp_pose_blend(const bp_pose *a, const bp_pose *b, float weight, const float *mask, bp_pose *out,
                   bp_error *error);
/* out = what has to be added to `reference` to get `pose`: differences of positions and weights, quotients
 * of scales (1 where the reference's is 0), and for rotations conjugate(reference) * pose: the turn that
 * comes before the reference's, as in Babylon.js's additive animations. Only of parts that both have. */
bool bp_pose_subtract(const bp_pose *pose, const bp_pose *reference, bp_pose *out, bp_error *error);
/* out = base with `weight` times an additive pose on top: the opposite of bp_pose_subtract at weight 1;
 * between 0 and 1 rotations go by slerp and scales straight. Parts that the base lacks stay unsaid. */
bool bp_pose_add(const bp_pose *base, const bp_pose *additive, float weight, const float *mask, bp_pose *out,
                 bp_error *error);

/* ---- posing (src/rig/batch/batch.c, posing_layout.c, posing_isa.c) -----------------------------------
 *
 * The short way for crowds: from a clip's keys straight to absolute matrices and palettes, for any number
 * of characters that share skeleton and clip, with no bone in between. It gives what
 *
 *   bp_clip_sample, bp_pose_apply (of a pose without matrices), bp_skeleton_prepare
 *
 * give, in float instead of double: rotations between keys are within 1e-6 of bp_quat_slerp's, and
 * matrices within 1e-6 times the number of bones in the chain of the long way's, times the size of what
 * the chain adds up. The same bits with every instruction set and number of threads. */
typedef struct bp_batch_sampler bp_batch_sampler;

/* Copies what it needs of both, which aren't asked again: parts that no track speaks of stay as they are
 * now (a linked bone: its node's), and binds too. Straight tracks go side by side through vectors; steps,
 * splines and matrices are possible and cost what they cost in bp_clip_sample. Of a bone with a track of
 * matrices, other tracks that are straight don't count. Errors: memory; a child stands before its parent
 * in the array (place: the skeleton's name). The context is borrowed and may be NULL. */
bp_batch_sampler *bp_batch_sampler_create(bp_context *context, const bp_skeleton *skeleton, const bp_clip *clip,
                            bp_error *error);
void bp_batch_sampler_destroy(bp_batch_sampler *posing); /* NULL is fine */

/* How many bones and palette slots a job's arrays have to hold for each instance. */
size_t bp_batch_sampler_bone_count(const bp_batch_sampler *posing);
size_t bp_batch_sampler_palette_count(const bp_batch_sampler *posing); /* bp_skeleton_palette_count */

/* Everything is the caller's and stays so. */
typedef struct bp_batch_job {
    size_t count;        /* characters */
    const double *times; /* of each, in the clip's unit; before the first and after the last key: that key */
    bp_mat4 *absolutes;  /* NULL, or count * bones: character after character, bones by number */
    bp_mat4 *palettes;   /* NULL, or count * slots: as bp_skeleton_palette */
} bp_batch_job;

/* Poses all characters, on the context's threads. One call at a time for each posing. */
void bp_batch_sampler_run(bp_batch_sampler *posing, const bp_batch_job *job);

/* ---- playback (src/rig/anim/playback.c) -------------------------------------------------------------
 *
 * Turns seconds into a time within a clip: direction, speed, and what happens at the end. Holds no
 * clip, so one playback can drive several. Unit: that of the clip's times, called frames here. */

typedef enum bp_loop {
    BP_LOOP_CYCLE,    /* again from the start */
    BP_LOOP_ONCE,     /* stops at the end */
    BP_LOOP_CONSTANT, /* after the first turn the value at the end stays, while the clock goes on turning */
    BP_LOOP_RELATIVE, /* each turn goes on from where the last one ended: plus turns * (value at `to` - value
                         at `from`), for rotations that turn repeated; matrices and weights cycle */
    BP_LOOP_YOYO, /* out and back as |sin|: from + range * |sin(pi * progress / range)|, a turn each half */
    BP_LOOP_COUNT
} bp_loop;

typedef struct bp_playback bp_playback;

typedef struct bp_playback_options {
    double from, to; /* frames; from > to plays downwards */
    double rate;     /* frames per second; 0: 1, times are seconds */
    double speed;    /* 0: 1; negative begins at `to` and plays towards `from` */
    bp_loop loop;
    /* Called from bp_playback_update when turns were completed (once for an update, however many), and when
     * ONCE reached its end. Either may be NULL; `user` is borrowed for the playback's life. */
    void (*on_loop)(void *user, const bp_playback *playback);
    void (*on_end)(void *user, const bp_playback *playback);
    void *user;
    /* Count loops as Babylon.js does: one wherever the clock's frame jumps against the direction, and the
     * clock was at frame 0 before it started. So playing backwards reports a loop at the first update, and
     * an update over several turns reports one. Off: the number of whole turns. */
    bool engine_loops;
} bp_playback_options;

/* Where a playback stands. A value: copy it as you like; to be read, not written. More than 12 fields,
 * the last five being what it shows. */
struct bp_playback {
    bp_playback_options options; /* as given, zeros replaced by what they mean */
    double speed;                /* the present one */
    bool backwards;              /* the direction: that of the last speed that wasn't 0 */
    bool started;                /* there was an update */
    double seconds;              /* since the start */
    double progress;             /* frames from `from` towards `to`, unwrapped over turns */
    double anchor_seconds;       /* where the present speed began */
    double anchor_progress;
    double frame; /* of the clock: from..to */
    double time;  /* what to sample: `frame`, but where CONSTANT holds its end */
    double turns; /* whole turns done, negative where it went backwards */
    double loops; /* loops reported so far */
    bool ended;   /* ONCE has reached its end */
};

/* Puts a playback at its beginning; no callback is called. Errors (place: the option): something that is
 * not finite, a negative rate, an unknown loop mode. */
bool bp_playback_start(bp_playback *playback, const bp_playback_options *options, bp_error *error);
/* To the state at `seconds` after the start; going back in time is fine. Seconds that aren't finite are
 * ignored. After ONCE's end nothing changes any more. */
void bp_playback_update(bp_playback *playback, double seconds);
/* bp_playback_update by `seconds` more. */
void bp_playback_advance(bp_playback *playback, double seconds);
/* From here on at another speed; 0 pauses. Ignored where not finite. */
void bp_playback_set_speed(bp_playback *playback, double speed);
/* To a frame of the range (clamped to it), in the first turn; starts again where it had ended. NaN is ignored. */
void bp_playback_seek(bp_playback *playback, double frame);

/* bp_clip_sample at playback->time, with RELATIVE's offset. */
void bp_clip_sample_playback(const bp_clip *clip, const bp_playback *playback, bp_cursor *cursor,
                             bp_pose *pose);

/* ---- ranges (src/rig/anim/range.c, range_copy.c) ----------------------------------------------------
 *
 * A range is a named stretch of a clip: "walk", frames 1 to 40. The clip has a list of them, and each
 * track has its own list (as in Babylon.js, where a range can come from another skeleton and not every
 * bone took part). */

typedef struct bp_range {
    char *name;      /* owned by the clip, borrowed from it until it is changed */
    double from, to; /* both ends belong to the range */
} bp_range;

/* Adds a range to the clip, and to every track that has none of that name. Errors: an empty name, one in
 * use, ends that aren't finite or are the wrong way round, no memory; the clip is then as it was. */
bool bp_clip_range_create(bp_clip *clip, const char *name, double from, double to, bp_error *error);
/* Takes a range from the clip and from its tracks; with `delete_keys` also every key within a track's
 * range of that name. A track may be left without keys. False where the clip has no such range. */
bool bp_clip_range_delete(bp_clip *clip, const char *name, bool delete_keys, bp_error *error);
/* NULL where there is none. */
const bp_range *bp_clip_range_get(const bp_clip *clip, const char *name);
size_t bp_clip_range_count(const bp_clip *clip);
const bp_range *bp_clip_range_at(const bp_clip *clip, size_t index);
/* The same for one track's own list. */
const bp_range *bp_clip_track_range_get(const bp_clip *clip, size_t track, const char *name);
size_t bp_clip_track_range_count(const bp_clip *clip, size_t track);

/* Copies a range from one skeleton's clip to another's: for every bone of `skeleton`, the tracks that
 * `source` has for the bone of the same name (bp_skeleton_find) in `source_skeleton`. Keys within a track's
 * range are appended behind all keys of `clip`, so that the range begins at highest key + 1 + from (one
 * that begins before 0 is moved further, so that keys stay in order); tracks that the clip lacks are
 * made. Both clips speak of bones by number and have the same rate.
 *
 * For similar skeletons, not for retargeting: only lengths may differ. With `rescale`, translations
 * (positions, and those in matrices) of a bone whose length differs from its namesake's are multiplied by
 * the quotient of their parents' lengths, and those of roots by `dimensions` / `source_dimensions`. */
typedef struct bp_range_copy {
    bp_clip *clip;               /* what the range is copied to */
    const bp_skeleton *skeleton; /* whose bones clip moves */
    const bp_clip *source;       /* another clip than `clip` */
    const bp_skeleton *source_skeleton;
    const char *name;
    bool rescale;
    bp_vec3 dimensions, source_dimensions; /* size of each skeleton at rest; all zero: unknown */
    /* Babylon.js gives up at the first bone that doesn't fit, and before the first where the numbers of
     * bones differ; the range is recorded all the same. Off: whatever fits is copied. */
    bool engine_stops;
    /* Results. */
    size_t copied;  /* bones of `skeleton` that got keys or could have: their namesake has the range */
    size_t missing; /* bones without a namesake, or whose namesake's tracks lack the range */
    bool exact;     /* equally many bones and none missing: what the engine returns */
} bp_range_copy;

/* Does it. False, and nothing is changed, where the clip has a range of that name or the source has none
 * (ARGUMENT), where a pointer is missing (place: the field), or where memory ran out. */
bool bp_range_copy_run(bp_range_copy *copy, bp_error *error);

/* ================================================================================================
 * ik: the two-bone controller (src/rig/ik/two_bone.c, ik_create.c)
 * ================================================================================================
 *
 * Turns two bones, an upper one and its child, so that the far end of the lower one reaches a target:
 * an arm, a leg. Babylon.js's BoneIKController; all positions are in the world of `mesh`, the node that
 * wears the skeleton (NULL: in the skeleton's own space).
 *
 * The two bones and the line from the upper joint to the target form a triangle with sides a (upper
 * length), b (lower length) and c (distance to the target, at most the reach). The law of cosines gives
 *
 *     at the upper joint  cos B = (a^2 + c^2 - b^2) / (2 a c)
 *     at the target       cos A = (b^2 + c^2 - a^2) / (2 b c)
 *
 * and the middle joint turns by the outer angle, which is A + B. With y towards the target, u towards
 * the pole, z = y x u and x = y x z, all of length 1, the upper bone gets the world rotation
 *
 *     Axis(bend axis, B) * [x; y; z] * Axis(y, pole angle)          (row vectors: first factor first)
 *
 * and the lower bone the local rotation Axis(bend axis, -(A + B)). With the default bend axis (0, 0, -1)
 * the bones point along their +Y and the middle joint moves away from the pole, within the plane of
 * joint, target and pole. Where the lower bone starts at x > y and x > z of the upper one, the bones
 * are taken to point along +X: [x; y; z] is rolled by 90 degrees, the default bend axis is (0, 0, 1), and
 * the middle joint moves towards the pole. Where the lower bone's absolute matrix mirrors, the default
 * is (1, 0, 0), and the upper bone turns by Axis((-ax, ay, az), -B) instead.
 *
 * Defined at the edges, finite out of finite input:
 *   - target out of reach: both bones in one line towards it;
 *   - target nearer than |a - b|: folded back fully;
 *   - target in the upper joint: the direction that the upper bone has now, c = 0;
 *   - pole in the joint: it is taken to lie above it (world +Y);
 *   - pole in line with the target (within a millionth): the last update's plane of bending is kept; at
 *     first the one that the upper bone's +Z stands on.
 *
 * As in the engine the upper bone ends with the mesh's own scale in the world, whatever its scale was.
 * Bones that are linked to nodes hand their new rotation to the node. */

typedef struct bp_ik bp_ik;

typedef struct bp_ik_options {
    const bp_node *mesh; /* borrowed; who wears the skeleton; NULL: the skeleton's space is the world */
    const bp_node *target_node; /* borrowed; where each update looks for the target; NULL: bp_ik_set_target */
    /* The pole: the first that is given of node, bone, the upper bone's parent, bp_ik_set_pole. */
    const bp_node *pole_node; /* borrowed */
    const bp_bone *pole_bone; /* borrowed; of the same skeleton */
    bool pole_fixed;          /* bp_ik_set_pole alone, also where the upper bone has a parent */
    bp_vec3 pole_offset;      /* of the pole, in the space of that node or bone */
    float pole_angle;         /* radians; turns the plane of bending about the line to the target */
    bp_vec3 bend_axis;        /* of both bones, any length; zero: chosen as described above */
    float max_angle;          /* of the middle joint's inner angle, 0..pi: limits the reach; 0: pi */
    float slerp;              /* how far each update goes, 0..1; 0 means 1: all the way at once */
    /* Two habits of Babylon.js 9.34. It measures a bone whose own scale mirrors as having a negative length,
     * with which the triangle's angles come out wrong: by default a length has no sign. And its slerp
     * starts from where the upper bone was at creation and a turn of pi of the lower one: by default from
     * where both are at the first update. True: do as it does. */
    bool as_engine;
} bp_ik_options;

/* A controller for `lower` and its parent. It measures the lengths once, now, in the world: where both
 * bones have a length set, length * own y scale * mesh's own y scale; else the distances between the
 * joints, with the lower bone's first child, or else its length, for the far end. Everything given is borrowed for
 * its life. NULL options: all zero. Errors, with the option or bone as place: memory; `lower` NULL or
 * without parent; a leaf without length; a length that is negative or comes out 0 or not finite; a pole
 * bone of another skeleton; pole_fixed together with a pole node or bone; max_angle or slerp out of range;
 * anything not finite. */
bp_ik *bp_ik_create(const bp_context *context, bp_bone *lower, const bp_ik_options *options, bp_error *error);
void bp_ik_destroy(bp_ik *ik); /* NULL is fine */

/* Other options from the next update on; mesh, lengths and what was slerped so far stay. Errors as in
 * creation, then nothing is changed; also another mesh. */
bool bp_ik_set_options(bp_ik *ik, const bp_ik_options *options, bp_error *error);

void bp_ik_set_target(bp_ik *ik, bp_vec3 world); /* of no effect with a target node */
void bp_ik_set_pole(bp_ik *ik, bp_vec3 world);   /* of no effect where node or bone give the pole */

/* Turns the two bones. Error, and nothing is changed: target, pole or a matrix of the chain is not finite,
 * or the chain can't be inverted (a scale of 0). */
bool bp_ik_update(bp_ik *ik, bp_error *error);

bp_vec3 bp_ik_target(const bp_ik *ik); /* as set, or as used by the last update */
bp_vec3 bp_ik_pole(const bp_ik *ik);   /* likewise */
/* The lower bone's turn about the bend axis after the last update: -(A + B), slerped; pi before. */
float bp_ik_bend(const bp_ik *ik);
float bp_ik_upper_length(const bp_ik *ik); /* a, in the world */
float bp_ik_lower_length(const bp_ik *ik); /* b */
/* How far the end can get: sqrt(a^2 + b^2 - 2 a b cos(max_angle)); a + b without limit. */
float bp_ik_reach(const bp_ik *ik);
float bp_ik_max_angle(const bp_ik *ik);   /* the one in force */
bp_vec3 bp_ik_bend_axis(const bp_ik *ik); /* the one in force */
/* 90 degrees where the bones are taken to point along +X, else 0. */
float bp_ik_roll(const bp_ik *ik);
bool bp_ik_mirrored(const bp_ik *ik); /* whether the lower bone's absolute matrix mirrored at creation */

/* ================================================================================================
 * look: the look controller (src/rig/ik/look_at.c, look_create.c)
 * ================================================================================================
 *
 * Turns a bone so that its +Z axis points at a target, with its +Y as near to an up direction as that
 * allows: a head, an eye. Babylon.js's BoneLookController; positions are in the world of `mesh`.
 *
 * With d from the bone to the target and u up, z = d, x = u x z, y = z x x, all of length 1, and the
 * bone's world rotation becomes (row vectors: first factor first)
 *
 *     inverse([pitch axis; yaw axis; roll axis]) * YawPitchRoll(adjustments) * [x; y; z]
 *
 * where roll axis = pitch axis x yaw axis. The bone keeps its scale and position.
 *
 * Limits are measured in the space right = u x f, u, f = right x u, where f is the roll axis as the parent
 * bone (for a root: the mesh) carries it: pitch = atan2(d.u, |d without u|) is bounded first, then
 * yaw = atan2(d.right, d.f). A yaw over max becomes max, one under min becomes min; where the allowed range
 * is over pi, the bound that is nearer around the circle. With slerp and such a range, a bone whose shortest way leads
 * through what is forbidden goes around the other way, 3/4 pi at a time.
 *
 * Defined at the edges, finite out of finite input:
 *   - target in the bone: nothing changes;
 *   - target in line with up: the bone keeps its own x as far as it can;
 *   - f in line with up: right is the pitch axis as the parent carries it, as far as up allows;
 *   - pitch limit and target straight above or below: yaw 0. */

typedef struct bp_look_at bp_look_at;

typedef enum bp_look_at_up {
    BP_LOOK_AT_UP_MESH, /* up_axis is a direction of the mesh (the engine's Space.LOCAL) */
    BP_LOOK_AT_UP_WORLD,
    BP_LOOK_AT_UP_PARENT, /* of the parent bone, in terms of the yaw and pitch axes (Space.BONE); roots: MESH */
} bp_look_at_up;

typedef struct bp_look_at_options {
    const bp_node *mesh; /* borrowed; who wears the skeleton; NULL: the skeleton's space is the world */
    bool limit_yaw;
    float min_yaw, max_yaw; /* with limit_yaw: radians, -pi..pi, min <= max */
    bool absolute_yaw;      /* with limit_yaw: the limits are for |yaw|, 0 <= min: a ring left and right */
    bool limit_pitch;
    float min_pitch, max_pitch; /* with limit_pitch: radians; min <= max, min below pi/2, max above -pi/2 */
    bp_vec3 up_axis;            /* any length; zero: +Y */
    bp_look_at_up up_space;
    bp_vec3 yaw_axis, pitch_axis;                /* the bone's own, perpendicular, any length; zero: +Y, +X */
    float adjust_yaw, adjust_pitch, adjust_roll; /* radians, about the axes after looking */
    float slerp; /* how far each update goes, 0..1; 0 means 1. Below 1 the first update does nothing: it
                  * leaves a frame for linked nodes to arrive, as in the engine */
    /* Habits of Babylon.js 9.34. It measures limits in the mesh's whole world matrix, translation too, for a
     * root whose up comes out as exactly (0, 1, 0), and in the parent's own rotation where it does so from
     * BP_LOOK_AT_UP_PARENT; it has no limit space where f is in line with up, and goes on with a matrix that
     * isn't inverted; it takes the mesh's world matrix twice when it decides which way to go around;
     * and it changes nothing where the target is in line with up. True: do as it does. */
    bool as_engine;
} bp_look_at_options;

/* A controller for one bone. Everything given is borrowed for its life. NULL options: all zero. Errors,
 * with the option as place: memory; bone NULL; limits out of range or order; axes not perpendicular;
 * slerp out of range; an unknown space; anything not finite. */
bp_look_at *bp_look_at_create(const bp_context *context, bp_bone *bone, const bp_look_at_options *options,
                        bp_error *error);
void bp_look_at_destroy(bp_look_at *look); /* NULL is fine */

/* Other options from the next update on; what was slerped so far stays. Errors as in creation; then nothing
 * is changed. */
bool bp_look_at_set_options(bp_look_at *look, const bp_look_at_options *options, bp_error *error);

void bp_look_at_set_target(bp_look_at *look, bp_vec3 world); /* the origin until set */

/* Turns the bone. Error, and nothing is changed: the target or a matrix of the chain is not finite, or the
 * chain can't be inverted (a scale of 0). */
bool bp_look_at_update(bp_look_at *look, bp_error *error);

#ifdef __cplusplus
}
#endif

#endif
