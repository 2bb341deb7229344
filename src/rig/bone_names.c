/* bone_names: finding a bone by its name in constant time.
 *
 * A hash table of bone ids with linear probing. Bones are never removed or renamed, so entries are only
 * added; a second bone of the same name gets none, because the first one answers.
 */
#include "rig/skeleton.h"

#include <string.h>

/* FNV-1a, 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
uint64_t bp_bone_name_hash(const char *name) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (const unsigned char *c = (const unsigned char *)name; *c; c++) hash = (hash ^ *c) * 0x100000001b3u;
    return hash;
}

/* The entry of this name, or the free entry where it belongs. The table always has free entries. */
static uint32_t *find_entry(const bp_skeleton *skeleton, const char *name, uint64_t hash) {
    const bone_names *names = &skeleton->names;
    uint32_t mask = names->capacity - 1;
    for (uint32_t i = (uint32_t)(hash ^ (hash >> 32)) & mask;; i = (i + 1) & mask) {
        uint32_t *entry = &names->entry[i];
        if (*entry == 0) return entry;
        const bp_bone *bone = skeleton->bones.bone[*entry - 1];
        if (bone->hash == hash && strcmp(bone->name, name) == 0) return entry;
    }
}

bool bp_bone_names_reserve(bp_skeleton *skeleton, bp_error *error) {
    bone_names old = skeleton->names;
    if (old.used < old.capacity / 2) return true;
    uint32_t capacity = old.capacity ? old.capacity * 2 : 16;
    uint32_t *entry = bp_alloc(&skeleton->allocator, capacity, sizeof *entry, error);
    if (!entry) return false;
    skeleton->names = (bone_names){.entry = entry, .capacity = capacity};
    for (uint32_t i = 0; i < old.capacity; i++)
        if (old.entry[i]) bp_bone_names_add(skeleton, skeleton->bones.bone[old.entry[i] - 1]);
    bp_free(&skeleton->allocator, old.entry);
    return true;
}

void bp_bone_names_add(bp_skeleton *skeleton, const bp_bone *bone) {
    uint32_t *entry = find_entry(skeleton, bone->name, bone->hash);
    if (*entry) return;
    *entry = bone->id + 1;
    skeleton->names.used++;
}

bp_bone *bp_skeleton_find(const bp_skeleton *skeleton, const char *name) {
    if (!name || !skeleton->names.capacity) return NULL;
    uint32_t entry = *find_entry(skeleton, name, bp_bone_name_hash(name));
    return entry ? skeleton->bones.bone[entry - 1] : NULL;
}
