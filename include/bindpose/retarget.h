/* retarget: another skeleton's motion for a model.
 *
 * A clip's local matrices contain the bind pose and the bone frames of its own skeleton, so copied to another
 * skeleton they are wrong. This carries over how far each bone has turned, in the world, from a pose that
 * both skeletons can take. With row vectors, absolute matrices S (source) and T (target), and 0 for the
 * reference pose (rest, or bind):
 *
 *     T = T0 * A * F^-1 * (S0^-1 * S) * F
 *
 * S0^-1 * S is the source's turn; bone frames cancel in it. F turns the source's facing to the target's, by
 * quarter turns about Y. A aligns the target's reference pose to the source's: the least rotation, after that
 * of the bone above, that makes both bones point in the same direction (T against A pose). Trunk, shoulders
 * and feet keep their own rest direction unless it is off by more than 40 degrees, because there it is
 * anatomy. The hips' translation is scaled by the height of the hips.
 *
 *     bp_retarget_map map;
 *     bp_retarget_map_find(source, target, NULL, &map, &error);
 *     bp_retarget *retarget = bp_retarget_create(source, target, &map, NULL, &error);
 *     each frame: bp_clip_sample(clip, seconds, from); bp_retarget_pose(retarget, from, to);
 *                 bp_pose_apply_nodes(to, target->nodes, target->node_count, NULL);
 *                 bp_skeleton_prepare(skeleton);
 *     bp_retarget_destroy(retarget);
 *     bp_retarget_map_clear(&map);
 *
 * Both models must be at rest during creation. Lengths are the models' units. Threads: use a bp_retarget, and
 * the pose that it writes, from one thread at a time. */
#ifndef BINDPOSE_RETARGET_H
#define BINDPOSE_RETARGET_H

#include <bindpose/gltf.h>
#include <bindpose/model.h>

BP_BEGIN_C

/* ---- which bone is which (src/gltf/retarget/map.c) ------------------------------------------------*/

/* A bone of the target and the bone of the source that moves it. */
typedef struct bp_retarget_pair {
    char
        role[24]; /* VRM's name of the bone ("leftUpperArm"); chains with a number ("spine 2"); twist bones as
                      "leftUpperArm twist 1"; "-": none */
    int target;   /* node of the target */
    int source;   /* node of the source */
    int second;   /* -1, or another node of the source, ... */
    float weight; /* ... towards whose rotation the bone goes by this part, 0..1: chains of other lengths;
                      a twist bone only by its roll about the limb */
    float certainty;    /* 0..1: how sure the map is */
    const char *reason; /* constant: "VRM", "names", "structure", "map file" */
} bp_retarget_pair;

/* Pairs, at most one for each target node; zero is an empty map. */
typedef struct bp_retarget_map {
    bp_allocator allocator;
    size_t count;
    bp_retarget_pair *pairs; /* owned */
} bp_retarget_map;

/* A name to go by in place of a node's own; "": the own one. */
typedef struct bp_retarget_name {
    char text[32];
} bp_retarget_name;

/* An element for each node; NULL: the nodes' own names. Borrowed for the call. */
typedef struct bp_retarget_names {
    const bp_retarget_name *source, *target;
} bp_retarget_names;

/* Reads the humanoid map of a VRM 0.x, VRM 1.0 or VRMA file into `names`, an element for each node of its
 * model, zeroed by the caller. Other files have none. Errors: those of bp_gltf_read. */
bool bp_retarget_names_read(const bp_context *context, const char *path, bp_retarget_name *names,
                            size_t count, bp_error *error);

/* Finds the map: by names, in the conventions of Mixamo, VRM, VRoid, Unreal, Rigify, Biped, CMU, Ready Player
 * Me, Godot, Character Creator, Daz and SMPL; and by structure (symmetry, heights, lengths) for limbs without
 * such names. Chains of other lengths (spine, neck, fingers) are divided evenly. `names` may be NULL.
 * Overwrites `out`; clear it in any case. Errors: INPUT, with the model's name as place, if hips, arms or
 * legs aren't found, and then `out` has what was found; MEMORY. */
bool bp_retarget_map_find(const bp_model *source, const bp_model *target, const bp_retarget_names *names,
                          bp_retarget_map *out, bp_error *error);
void bp_retarget_map_clear(bp_retarget_map *map); /* NULL is fine */

/* The map as text that can be edited, with a comment on each line and the bones that are left over. A line
 * is: role, target bone, source bone, and for a bone between two the weight and the second; names are in
 * double quotes. Free `out` with bp_file_free. Errors: MEMORY. */
bool bp_retarget_map_write(const bp_retarget_map *map, const bp_model *source, const bp_model *target,
                           bp_file *out, bp_error *error);
/* Reads such text. Overwrites `out`; clear it in any case. Errors, with the line as place: INPUT, a bone that
 * a model doesn't have, a target bone twice, a role that doesn't exist; MEMORY. */
bool bp_retarget_map_read(const char *text, size_t size, const bp_model *source, const bp_model *target,
                          bp_retarget_map *out, bp_error *error);

/* ---- moving the target (src/gltf/retarget/retarget.c) -----------------------------------------------*/

typedef struct bp_retarget bp_retarget;

/* What the hands keep their place to, for bp_retarget_step. */
typedef enum bp_retarget_hands {
    BP_RETARGET_HANDS_FREE,     /* arms point as the source's do */
    BP_RETARGET_HANDS_HIPS,     /* as far from the hips as the source's, for the character's size */
    BP_RETARGET_HANDS_HEAD,     /* from the head */
    BP_RETARGET_HANDS_TOGETHER, /* from each other */
} bp_retarget_hands;

/* Zero means the default in parentheses. */
typedef struct bp_retarget_options {
    bool from_bind;  /* the reference poses are those of the inverse binds (rest) */
    float scale;     /* of the hips' translation (the ratio of hip heights) */
    bp_vec3 axes;    /* more factors of it, in the target's axes (1 each) */
    bool has_ground; /* `ground` is set (the height at which the source's feet rest is its ground) */
    float ground;    /* the height of the source's ankles when it stands, in its scene */
    bool keep_feet;  /* for bp_retarget_step: planted feet stay in place, and soles out of the ground */
    bp_retarget_hands keep_hands;
} bp_retarget_options;

/* Borrows both models and copies the map. `options` may be NULL. NULL on error: INPUT, the map has no hips,
 * or a scale of 0 stands above a bone; ARGUMENT, a scale that is negative or not finite; MEMORY. */
bp_retarget *bp_retarget_create(const bp_model *source, const bp_model *target, const bp_retarget_map *map,
                                const bp_retarget_options *options, bp_error *error);
void bp_retarget_destroy(bp_retarget *retarget); /* NULL is fine */

/* The target's pose for a pose of the source's nodes; parts that `from` lacks are at rest. `to` has an
 * element for each node of the target, and gets rotations of the mapped bones and the hips' position.
 * Allocates nothing. False, and nothing changes: a pose is of another size. */
bool bp_retarget_pose(bp_retarget *retarget, const bp_pose *from, bp_pose *to);

/* As bp_retarget_pose, `seconds` after the call before, and corrected as the options say; 0 begins anew. A
 * foot is planted while the source's rests (see bp_retarget_measure): its ankle or toes stay where they were
 * when they came to rest, by two-bone IK, and its sole's lowest vertex goes to the ground, which it never
 * enters, or on a stair as high over it as the source's foot, scaled. If a leg is too short the hips go down;
 * a knee is never made straighter than 99.5% of the leg's length, or than it was. Corrections fall to a half
 * in 0.1 s. bp_retarget_clip does the same, but knows what comes: hips begin to go down, and soles go to the
 * ground, before they must. Allocates nothing. */
bool bp_retarget_step(bp_retarget *retarget, const bp_pose *from, double seconds, bp_pose *to);

/* How two reference poses and sizes compare. */
typedef struct bp_retarget_fit {
    float scale;  /* of the hips' translation */
    float facing; /* radians about Y by which the source's motion is turned: a quarter's multiple */
} bp_retarget_fit;
bp_retarget_fit bp_retarget_read(const bp_retarget *retarget);

/* A whole clip (an index) of the source for the target's nodes, with even keys: at the least distance of the
 * clip's own, but not under 1/120 s, or at an even part of it that is at most 1/30 s. If the source's ankles
 * stay far from their height at rest, as in motion capture, the lowest one stands on the ground. The caller
 * destroys it. NULL on error: ARGUMENT, no such clip; MEMORY. */
bp_clip *bp_retarget_clip(bp_retarget *retarget, int clip, bp_error *error);

/* ---- as the engine (src/gltf/retarget/as_engine.c) ------------------------------------------------*/

/* The options of Babylon.js 9.34's AnimatorAvatar.retargetAnimationGroup. Zero members are its defaults, but
 * root and ground, which are nodes and have none. */
typedef struct bp_retarget_engine_options {
    bool keep_keys;       /* retargetAnimationKeys: false */
    bool fix_animations;  /* fixAnimations */
    bool keep_root;       /* fixRootPosition: false */
    bool fix_ground;      /* fixGroundReference */
    bool dynamic_ground;  /* fixGroundReferenceDynamicRefNode */
    bool check_hierarchy; /* checkHierarchy */
    int root; /* rootNodeName, a node of the source; -1: the one that goes to the target's first root bone */
    int ground;   /* groundReferenceNodeName, a node of the source; -1: neither root nor ground is fixed */
    int vertical; /* groundReferenceVerticalAxis: 1 X, 2 Y, 3 Z; 0: found */
} bp_retarget_engine_options;

/* A clip (an index) as the engine retargets it, to compare with bp_retarget_clip. A key is converted alone,
 * with the parents of its nodes at rest on both sides:
 *
 *     local = T0 * (S0^-1 * L * P) * Q^-1
 *
 * L is the source's local matrix of the key, S0 and T0 the nodes' world matrices at rest, P and Q those of
 * their parents. `map` is the engine's mapNodeNames, by pairs of source and target alone; nodes that it
 * lacks, or all (NULL), go to the node of their name. Tracks of other nodes are left out, as are morph
 * weights; tangents stay. The caller destroys it. NULL on error: ARGUMENT, no such clip or node; MEMORY. */
bp_clip *bp_retarget_clip_as_engine(const bp_model *source, int clip, const bp_model *target,
                                    const bp_retarget_map *map, const bp_retarget_engine_options *options,
                                    bp_error *error);

/* ---- how near the result comes (src/gltf/retarget/measure.c) --------------------------------------*/

/* What is measured in each frame. Millimetres are those of a figure of 1.8 m, whatever its size. */
typedef enum bp_retarget_kind {
    BP_RETARGET_ANGLE, /* degrees between where a bone points and where the source's does; for head and toes,
                          and bones without a role, between the two rotations */
    BP_RETARGET_SLIDE, /* mm a second that a foot moves sideways while the source's is planted */
    BP_RETARGET_PENETRATION, /* mm of a sole's lowest vertex under the ground, or what it is planted on */
    BP_RETARGET_FLOAT,       /* mm of it over that while the source's foot is planted */
    BP_RETARGET_DRIFT,       /* mm sideways between the hips and the source's scaled path */
    BP_RETARGET_REACH,       /* % of the height that hands, feet, head are off, seen from the hips */
    BP_RETARGET_OVERLAP,     /* mm that a forearm's or shin's capsule is in another limb, more than at rest */
    BP_RETARGET_JERK,        /* third derivative of hands, feet, head; 1: the source's then, or its 95% */
    BP_RETARGET_KINDS
} bp_retarget_kind;

/* One measure over all frames. */
typedef struct bp_retarget_series {
    bp_retarget_kind kind;
    char role[24];      /* "leftFoot" */
    float *values;      /* borrowed from the report; an element for each frame, NaN: doesn't apply */
    size_t count;       /* of frames to which it applies */
    float median, p95;  /* 0 if none */
    float worst;        /* the largest, ... */
    size_t worst_frame; /* ... and where */
} bp_retarget_series;

typedef struct bp_retarget_report {
    bp_allocator allocator;
    size_t frame_count;
    double step; /* seconds from frame to frame */
    size_t series_count;
    bp_retarget_series *series; /* owned, as all values are */
    float *values;
    /* Of a kind: the series with the largest 95%; -1: none applies to any frame. */
    int worst[BP_RETARGET_KINDS];
} bp_retarget_report;

/* Measures a clip of the target against the source's clip (an index) that it was made from, at the times of
 * its keys: the clip's own numbers, not those of the transfer. Planted is the source's foot while it is
 * slower than 0.25 m/s (once planted 0.5) and lower than 4 cm (8) over its height when standing; and higher
 * up, as on a stair, once it has stayed within 1.5 cm of one place for 0.2 s, until it is 3 cm from it, if
 * the other foot doesn't rest lower; for 1.8 m. Capsules have the median distance of a limb's vertices from
 * its bone. Overwrites `out`; clear it in any case. Errors: ARGUMENT, no such clip; MEMORY. */
bool bp_retarget_measure(bp_retarget *retarget, int clip, const bp_clip *result, bp_retarget_report *out,
                         bp_error *error);
void bp_retarget_report_clear(bp_retarget_report *report); /* NULL is fine */

/* A glTF file with more clips for its nodes (src/gltf/retarget/add_clips.c): everything else in it stays.
 * BY_NAME: the container that it has; `embed`: buffers and images that are files beside it become part of it.
 * A BVH file becomes glTF. Free `out` with bp_file_free. Errors: those of bp_gltf_read; MEMORY. */
bool bp_gltf_add_clips(const bp_context *context, const char *path, const bp_clip *const *clips, size_t count,
                       bp_gltf_container container, bool embed, bp_file *out, bp_error *error);

BP_END_C

#endif
