/* range: lists of named stretches, as clips and their tracks keep them. */
#ifndef BINDPOSE_RIG_RANGE_H
#define BINDPOSE_RIG_RANGE_H

#include <bindpose/rig.h>

typedef struct bp_range_list {
    bp_range *items; /* owned, with their names */
    size_t count, capacity;
} bp_range_list;

/* Makes room for one more, so that the next bp_range_list_add needs nothing but the name. */
bool bp_range_list_reserve(bp_range_list *list, const bp_allocator *allocator, bp_error *error);
/* Adds a range that isn't in the list yet. */
bool bp_range_list_add(bp_range_list *list, const bp_allocator *allocator, bp_range range, bp_error *error);
/* NULL where there is none. */
const bp_range *bp_range_list_find(const bp_range_list *list, const char *name);
/* Takes it out where it is in; the others keep their order. */
void bp_range_list_remove(bp_range_list *list, const bp_allocator *allocator, const char *name);
bool bp_range_list_copy(bp_range_list *list, const bp_range_list *source, const bp_allocator *allocator,
                        bp_error *error);
void bp_range_list_free(bp_range_list *list, const bp_allocator *allocator);

#endif
