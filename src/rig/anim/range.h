/* range: the list of named ranges that a clip and each of its tracks have. */
#ifndef BP_RIG_RANGE_H
#define BP_RIG_RANGE_H

#include <bindpose/rig.h>

typedef struct bp_range_list {
    bp_range *items; /* owned, with their names */
    size_t count, capacity;
} bp_range_list;

/* Adds a copy of a range that isn't in the list yet. */
bool bp_range_list_add(bp_range_list *list, const bp_allocator *allocator, bp_range range, bp_error *error);
/* NULL if there is none. */
const bp_range *bp_range_list_find(const bp_range_list *list, const char *name);
/* Removes the range of that name, if any; the others keep their order. */
void bp_range_list_remove(bp_range_list *list, const bp_allocator *allocator, const char *name);
bool bp_range_list_copy(bp_range_list *list, const bp_range_list *source, const bp_allocator *allocator,
                        bp_error *error);
void bp_range_list_free(bp_range_list *list, const bp_allocator *allocator);

#endif
