/* JSON text of which some values change, and every other byte stays as it was: white space, the digits of
 * numbers, the order of members, members that nobody here knows.
 *
 * The text must be valid JSON (bp_json_parse has accepted it). A value is split into its children only when
 * one of them is asked for. All memory is the arena's. Without memory `failed` is set, and functions return
 * NULL; they also accept NULL as a value and then do nothing, so one check at the end is enough. */
#pragma once

#include "base/arena.h"

typedef struct bp_rewrite_value {
    const char *before; /* the text between the value before and this one: comma, white space, key, colon */
    size_t before_size;
    const char *key; /* of a member, without its quotes, as written; NULL in an array */
    size_t key_size;
    const char *text; /* as in the file, or its replacement */
    size_t size;
    const char *after; /* if it was split: from the end of the last child to the closing bracket, included */
    size_t after_size;
    struct bp_rewrite_value **children; /* NULL: not split */
    size_t count, capacity;
    bool removed;
} bp_rewrite_value;

typedef struct bp_rewrite_tree {
    bp_arena *arena; /* borrowed */
    bp_rewrite_value root;
    const char *end; /* the text after the root */
    size_t end_size;
    bool failed; /* no memory */
} bp_rewrite_tree;

bp_rewrite_tree bp_rewrite_tree_open(bp_arena *arena, const char *text, size_t size);
/* A member or an item; NULL if there is none. Removed items keep their index. */
bp_rewrite_value *bp_rewrite_member(bp_rewrite_tree *tree, bp_rewrite_value *object, const char *key);
bp_rewrite_value *bp_rewrite_item(bp_rewrite_tree *tree, bp_rewrite_value *array, size_t index);
/* Follows keys and indices: bp_rewrite_find(tree, &tree->root, "skins[2].joints"). NULL if there is none. */
bp_rewrite_value *bp_rewrite_find(bp_rewrite_tree *tree, bp_rewrite_value *value, const char *path);
/* Replaces a value's text. */
void bp_rewrite_set(bp_rewrite_tree *tree, bp_rewrite_value *value, const char *format, ...) BP_PRINTF(3, 4);
/* Replaces a member of an object, or adds it behind the others. */
bp_rewrite_value *bp_rewrite_set_member(bp_rewrite_tree *tree, bp_rewrite_value *parent, const char *key,
                                        const char *format, ...) BP_PRINTF(4, 5);
/* Adds an item to an array, behind the others. */
#define bp_rewrite_add(tree, array, ...) bp_rewrite_set_member(tree, array, NULL, __VA_ARGS__)
void bp_rewrite_remove(bp_rewrite_value *value);
/* The value's text with the changes in it, in the arena. */
const char *bp_rewrite_text_of(bp_rewrite_tree *tree, const bp_rewrite_value *value);
/* An array of numbers, each with the fewest digits that give back its float. */
const char *bp_rewrite_floats(bp_rewrite_tree *tree, const float *numbers, size_t count);

/* The whole text. Free `out` with bp_file_free. */
bool bp_rewrite_tree_write(bp_rewrite_tree *tree, const bp_allocator *allocator, bp_file *out,
                           bp_error *error);
