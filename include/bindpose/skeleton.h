/* skeleton: bones in an array, prepared together and read as a palette. Babylon.js's Skeleton.
 *
 * A bone has three numbers. Its id is the order of creation and never changes. Its array index is its
 * position in the array, in which prepare runs; sorting changes it. Its palette index is the entry of the
 * palette that gets its final matrix: what vertices and glTF's joints store, in the engine simply "index".
 */
#ifndef BINDPOSE_SKELETON_H
#define BINDPOSE_SKELETON_H

#include <bindpose/node.h>

BP_BEGIN_C

typedef struct bp_skeleton bp_skeleton;
typedef struct bp_bone bp_bone;

/* The points in which Babylon.js 9.34's code differs from its page: each of the first six bits takes the
 * engine's side. The last one is ours. */
typedef enum bp_rules {
    BP_RULES_PAGE = 0,
    /* A bone created with local and bind, but no rest matrix, rests at local. Page: at bind. */
    BP_RULE_REST_IS_LOCAL = 1 << 0,
    /* Computing a skeleton's absolutes covers the first bone of the array and its descendants only.
     * Page: all roots. */
    BP_RULE_FIRST_ROOT_ONLY = 1 << 1,
    /* bp_bone_absolute refreshes the stale absolutes of the whole skeleton first. Page: it returns what was
     * computed last. (Positions and directions in world space refresh under both.) */
    BP_RULE_READING_REFRESHES = 1 << 2,
    /* The palette index of a bone without an explicit one is its array index, also after sorting, so
     * vertices follow another bone. Page: palette indices stay. */
    BP_RULE_SORT_RENUMBERS = 1 << 3,
    /* Sorting, reordering, changing an index and setting bind from the pose don't mark the skeleton dirty,
     * so prepare may leave old finals; a linked node always does, moved or not. Page: prepare computes
     * exactly if something changed that finals depend on. */
    BP_RULE_ENGINE_DIRTY = 1 << 4,
    /* A mesh's pose matrix may enter bind, absolute and chain of the roots.
     * Page: there is none. */
    BP_RULE_POSE_MATRIX = 1 << 5,
    BP_RULES_ENGINE = (1 << 6) - 1,
    /* Not a difference between page and engine, but an addition to both: a setter of a linked bone also sets
     * the node, and so the bone keeps the new value in the next prepare. Off, as on the page: prepare
     * replaces it by the node's. Models that are read from files have it
     * (bp_gltf_read_options.no_write_through). */
    BP_RULE_WRITE_THROUGH = 1 << 6,
    BP_RULES_ALL = (1 << 7) - 1,
} bp_rules;

typedef struct bp_skeleton_options {
    const char *name; /* copied; NULL: "" */
    int rules;        /* bits of bp_rules */
    size_t reserve;   /* expected number of bones, so that arrays needn't grow; may be wrong */
} bp_skeleton_options;

/* An empty skeleton. NULL options: all zero. It borrows the context's allocator for its life. Errors:
 * memory; unknown bits in rules. */
bp_skeleton *bp_skeleton_create(const bp_context *context, const bp_skeleton_options *options,
                                bp_error *error);

/* Frees the skeleton and its bones. Linked nodes are only borrowed. NULL is fine. */
void bp_skeleton_destroy(bp_skeleton *skeleton);

/* A full copy: bones with ids, order and hierarchy, all matrices as they stand (stale ones too), lengths,
 * indices, links to the same nodes, rules, palette. Counters start at 0. (Skeleton.clone of the engine
 * starts in the bind pose and forgets lengths.) `name` NULL: the original's. Errors: memory. */
bp_skeleton *bp_skeleton_clone(const bp_skeleton *skeleton, const char *name, bp_error *error);

#define BP_INDEX_NONE (-1)     /* in no palette: the bone moves other bones, but no vertex */
#define BP_INDEX_LIMIT 1048576 /* explicit indices are below this */

typedef struct bp_bone_options {
    const char *name;     /* copied; NULL: "" */
    bp_bone *parent;      /* of the same skeleton; NULL: a root */
    const bp_mat4 *local; /* the first pose; NULL: bind if given, else the identity */
    const bp_mat4 *bind;  /* NULL: local */
    const bp_mat4 *rest;  /* NULL: bind (under BP_RULE_REST_IS_LOCAL: local) */
    bool has_index;       /* false: the palette index is the bone's id */
    int index;            /* with has_index: the palette index, or BP_INDEX_NONE */
    bool has_length;      /* false: see bp_bone_length */
    float length;         /* with has_length: along the bone's +Y, in its own units */
} bp_bone_options;

/* Adds a bone at the end of the array. Pointer and id stay valid for the skeleton's life. NULL options: all
 * zero. Errors (nothing is added): memory; a parent from another skeleton; a bind matrix that is singular
 * or not finite, with the bone's name as place; an index out of range. */
bp_bone *bp_skeleton_add(bp_skeleton *skeleton, const bp_bone_options *options, bp_error *error);

size_t bp_skeleton_count(const bp_skeleton *skeleton); /* all bones, those of index -1 included */
/* Lookup by array index, by id, by name (of several the one created first). NULL if there is none. */
bp_bone *bp_skeleton_bone(const bp_skeleton *skeleton, size_t array_index);
bp_bone *bp_skeleton_bone_by_id(const bp_skeleton *skeleton, size_t id);
bp_bone *bp_skeleton_find(const bp_skeleton *skeleton, const char *name);

/* Moves missing ancestors in front of each bone, first to last, and changes nothing else
 * (Skeleton.sortBones). Vertex indices keep their meaning, except under BP_RULE_SORT_RENUMBERS. */
void bp_skeleton_sort(bp_skeleton *skeleton);

/* Copies linked nodes to their bones. Then, if anything changed since the last call, computes chain, final
 * and palette in one pass over the array, which expects parents first. Reads neither bind nor absolute bind
 * nor absolute. Returns whether it computed. */
bool bp_skeleton_prepare(bp_skeleton *skeleton);

/* Final matrices by palette index: position' = position * palette[index]. Entries of no bone hold zeros.
 * Borrowed until a bone is added, an index is set or the skeleton is destroyed; prepare changes the
 * content. */
const bp_mat4 *bp_skeleton_palette(const bp_skeleton *skeleton);
/* The number of bones, or the highest explicit index + 1 if that is more. */
size_t bp_skeleton_palette_count(const bp_skeleton *skeleton);

/* Recomputes the absolute matrices of all bones, from every root down, if some may be stale or with
 * `force`. It does not look at linked nodes: prepare does. */
void bp_skeleton_compute_absolutes(bp_skeleton *skeleton, bool force);

/* bp_bone_return_to_rest for every bone except those of index -1. */
void bp_skeleton_return_to_rest(bp_skeleton *skeleton);

/* Fills a mask for layers: `inside` for a bone and all its descendants, `outside` for the other bones of its
 * skeleton. `mask` has an element for each bone, by id. */
void bp_skeleton_mask(const bp_bone *top, float inside, float outside, float *mask);

BP_END_C

#endif
