/* skeleton: creation, adding bones, lookup, counters.
 *
 * bp_skeleton_add allocates everything first (arrays, names, palette, arena) and only then changes
 * anything, so a failed allocation leaves the skeleton as it was.
 */
#include "rig/skeleton.h"
#include "base/allocator.h"
#include "base/isa.h"

#include <string.h>

#define BONES_LIMIT 0x7fffffffu

char *bp_rig_copy_name(bp_arena *arena, const char *name, bp_error *error) {
    size_t size = strlen(name) + 1;
    char *copy = bp_arena_alloc(arena, size, 1, error);
    return copy ? memcpy(copy, name, size) : NULL;
}

bool bp_rules_check(int rules, const char *place, bp_error *error) {
    return !(rules & ~BP_RULES_ALL) ||
           bp_fail(error, BP_ERROR_ARGUMENT, place, "rules 0x%x contains bits that bp_rules does not define",
                   (unsigned)rules);
}

bp_skeleton *bp_skeleton_create(const bp_context *context, const bp_skeleton_options *options,
                                bp_error *error) {
    const bp_skeleton_options none = {0};
    if (!options) options = &none;
    if (!bp_rules_check(options->rules, "skeleton options", error)) return NULL;
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_skeleton *skeleton = bp_alloc(allocator, 1, sizeof *skeleton, error);
    if (!skeleton) return NULL;
    *skeleton = (bp_skeleton){.context = context,
                              .isa = bp_context_isa(context),
                              .allocator = *allocator,
                              .arena = bp_arena_make(allocator, 0),
                              .rules = options->rules,
                              .dirty = true,
                              .absolutes_dirty = true};
    skeleton->name = bp_rig_copy_name(&skeleton->arena, options->name ? options->name : "", error);
    if (!skeleton->name || !bp_skeleton_reserve(skeleton, options->reserve, error)) {
        bp_skeleton_destroy(skeleton);
        return NULL;
    }
    return skeleton;
}

void bp_skeleton_destroy(bp_skeleton *skeleton) {
    if (!skeleton) return;
    bp_allocator allocator = skeleton->allocator;
    bp_free_aligned(&allocator, skeleton->bones.block);
    bp_free_aligned(&allocator, skeleton->palette);
    bp_free(&allocator, skeleton->names.entry);
    bp_arena_clear(&skeleton->arena);
    bp_free(&allocator, skeleton);
}

#define BONE_ARRAYS(each)                                                                                    \
    each(local) each(chain) each(inverse) each(trs) each(final) each(bone) each(parent) each(order)          \
        each(palette_index) each(flags) each(visited)

/* Takes `count` elements from a block, beginning at a cache line. `block` NULL: only counts bytes. */
static void *take_array(char *block, size_t *used, size_t count, size_t size) {
    char *array = block ? block + *used : NULL;
    *used += (count * size + 63) / 64 * 64;
    return array;
}

/* Points the arrays into a block for `capacity` bones; returns the block's size. */
static size_t lay_out_arrays(bone_arrays *bones, char *block, uint32_t capacity) {
    size_t used = 0;
    bones->block = block;
    bones->capacity = capacity;
#define TAKE(array) bones->array = take_array(block, &used, capacity, sizeof *bones->array);
    BONE_ARRAYS(TAKE)
#undef TAKE
    return used;
}

void bp_bone_arrays_copy(bone_arrays *to, const bone_arrays *from, size_t count) {
    if (count == 0) return;
#define COPY(array) memcpy(to->array, from->array, count * sizeof *to->array);
    BONE_ARRAYS(COPY)
#undef COPY
}

bool bp_skeleton_reserve(bp_skeleton *skeleton, size_t count, bp_error *error) {
    bone_arrays *bones = &skeleton->bones, fresh = {0};
    if (count <= bones->capacity) return true;
    if (count > BONES_LIMIT)
        return bp_fail(error, BP_ERROR_MEMORY, skeleton->name, "%zu bones are more than a skeleton holds",
                       count);
    size_t capacity = bones->capacity < 8 ? 8 : (size_t)bones->capacity * 2;
    if (capacity > BONES_LIMIT) capacity = BONES_LIMIT;
    if (capacity < count || bones->capacity == 0) capacity = count;
    size_t size = lay_out_arrays(&fresh, NULL, (uint32_t)capacity);
    char *block = bp_alloc_aligned(&skeleton->allocator, size, 64, error);
    if (!block) return false;
    lay_out_arrays(&fresh, block, (uint32_t)capacity);
    bp_bone_arrays_copy(&fresh, bones, skeleton->count);
    bp_free_aligned(&skeleton->allocator, bones->block);
    *bones = fresh;
    return true;
}

/* ---- names ----------------------------------------------------------------------------------------
 *
 * A hash table of bone ids with linear probing. Bones are never removed or renamed, so entries are only
 * added. A second bone of a name gets none, because the first one answers. */

/* FNV-1a, 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
static uint64_t hash_name(const char *name) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (const unsigned char *c = (const unsigned char *)name; *c; c++) hash = (hash ^ *c) * 0x100000001b3u;
    return hash;
}

/* The entry of this name, or the free entry where it belongs. The table always has free entries. */
static bp_bone **find_entry(const bp_skeleton *skeleton, const char *name, uint64_t hash) {
    const bone_names *names = &skeleton->names;
    uint32_t mask = names->capacity - 1;
    for (uint32_t i = (uint32_t)(hash ^ (hash >> 32)) & mask;; i = (i + 1) & mask) {
        bp_bone **entry = &names->entry[i];
        if (!*entry) return entry;
        if ((*entry)->hash == hash && strcmp((*entry)->name, name) == 0) return entry;
    }
}

static void add_name(bp_skeleton *skeleton, bp_bone *bone) {
    bp_bone **entry = find_entry(skeleton, bone->name, bone->hash);
    if (*entry) return;
    *entry = bone;
    skeleton->names.used++;
}

static bool reserve_names(bp_skeleton *skeleton, bp_error *error) {
    bone_names old = skeleton->names;
    if (old.used < old.capacity / 2) return true;
    uint32_t capacity = old.capacity ? old.capacity * 2 : 16;
    bp_bone **entry = bp_alloc(&skeleton->allocator, capacity, sizeof *entry, error);
    if (!entry) return false;
    skeleton->names = (bone_names){.entry = entry, .capacity = capacity};
    for (uint32_t i = 0; i < old.capacity; i++)
        if (old.entry[i]) add_name(skeleton, old.entry[i]);
    bp_free(&skeleton->allocator, old.entry);
    return true;
}

/* ---- adding a bone ------------------------------------------------------------------------------- */

/* Checks the options before anything changes. */
static bool check_options(const bp_skeleton *skeleton, const bp_bone_options *options, const char *name,
                          bp_dmat4 bind, bp_error *error) {
    bp_dmat4 inverse;
    if (options->parent && options->parent->skeleton != skeleton)
        return bp_fail(error, BP_ERROR_ARGUMENT, name, "the parent \"%s\" belongs to another skeleton",
                       options->parent->name);
    if (options->has_index && !bp_palette_check_index(options->index, name, error)) return false;
    if (!bp_dmat4_inverse_affine(bind, &inverse))
        return bp_fail(error, BP_ERROR_ARGUMENT, name,
                       "the bind matrix has no inverse (a scale of 0, or a value that isn't finite); "
                       "give the bone its own bind");
    return true;
}

/* Allocates the bone with its name, and space for it everywhere else. */
static bp_bone *allocate_bone(bp_skeleton *skeleton, const bp_bone_options *options, const char *name,
                              bp_error *error) {
    uint32_t end = skeleton->count + 1;
    bool separate = options->has_index || bp_palette_is_separate(skeleton);
    if (options->has_index && (uint32_t)(options->index + 1) > end) end = (uint32_t)(options->index + 1);
    if (!bp_skeleton_reserve(skeleton, (size_t)skeleton->count + 1, error)) return NULL;
    if (!reserve_names(skeleton, error)) return NULL;
    if (!bp_palette_reserve(skeleton, end, separate, error)) return NULL;
    bp_bone *bone = bp_arena_alloc(&skeleton->arena, 1, sizeof *bone, error);
    if (bone) bone->name = bp_rig_copy_name(&skeleton->arena, name, error);
    return bone && bone->name ? bone : NULL;
}

/* The matrices of the options, with their defaults. */
static void resolve_matrices(const bp_skeleton *skeleton, const bp_bone_options *options, bp_dmat4 *local,
                             bp_dmat4 *bind, bp_dmat4 *rest) {
    const bp_mat4 *start = options->local ? options->local : options->bind;
    *local = start ? bp_rig_affine_d(*start) : bp_dmat4_identity();
    *bind = options->bind ? bp_rig_affine_d(*options->bind) : *local;
    *rest = skeleton->rules & BP_RULE_REST_IS_LOCAL ? *local : *bind;
    if (options->rest) *rest = bp_rig_affine_d(*options->rest);
}

static void init_arrays(bp_skeleton *skeleton, bp_bone *bone, bp_dmat4 local) {
    bone_arrays *bones = &skeleton->bones;
    uint32_t id = bone->id;
    bones->bone[id] = bone;
    bones->local[id] = local;
    bones->parent[id] = BONE_NONE;
    bones->order[id] = id;
    bones->palette_index[id] = bone->has_index ? bone->index : (int32_t)id;
    bones->flags[id] = BONE_TRS_STALE | BONE_SET_AS_MATRIX;
}

bp_bone *bp_skeleton_add(bp_skeleton *skeleton, const bp_bone_options *options, bp_error *error) {
    if (!skeleton) return bp_fail_null(error, "skeleton"), NULL;
    const bp_bone_options none = {0};
    if (!options) options = &none;
    const char *name = options->name ? options->name : "";
    bp_dmat4 local, bind, rest;
    resolve_matrices(skeleton, options, &local, &bind, &rest);
    if (!check_options(skeleton, options, name, bind, error)) return NULL;
    bp_bone *bone = allocate_bone(skeleton, options, name, error);
    if (!bone) return NULL;
    bone->skeleton = skeleton;
    bone->id = bone->array_index = skeleton->count;
    bone->hash = hash_name(name);
    bone->has_index = options->has_index;
    bone->index = options->has_index ? options->index : 0;
    bone->has_length = options->has_length;
    bone->length = options->has_length ? options->length : 0;
    bone->bind = bind;
    bone->rest = rest;
    bone->rest_is_local = !options->rest && (!options->bind || (skeleton->rules & BP_RULE_REST_IS_LOCAL));
    init_arrays(skeleton, bone, local);
    skeleton->count++;
    if (bone->has_index && skeleton->index_end < (uint32_t)(bone->index + 1))
        skeleton->index_end = (uint32_t)(bone->index + 1);
    add_name(skeleton, bone);
    bp_bone_attach(bone, options->parent);
    bp_bone_compute_binds(bone);
    skeleton->counters.local++;
    skeleton->counters.bind++;
    skeleton->counters.rest++;
    bp_bone_mark_changed(bone);
    return bone;
}

const char *bp_skeleton_name(const bp_skeleton *skeleton) { return skeleton ? skeleton->name : ""; }
int bp_skeleton_rules(const bp_skeleton *skeleton) { return skeleton ? skeleton->rules : 0; }
size_t bp_skeleton_count(const bp_skeleton *skeleton) { return skeleton ? skeleton->count : 0; }

bp_bone *bp_skeleton_bone(const bp_skeleton *skeleton, size_t array_index) {
    if (!skeleton) return NULL;
    return array_index < skeleton->count ? skeleton->bones.bone[skeleton->bones.order[array_index]] : NULL;
}

bp_bone *bp_skeleton_bone_by_id(const bp_skeleton *skeleton, size_t id) {
    if (!skeleton) return NULL;
    return id < skeleton->count ? skeleton->bones.bone[id] : NULL;
}

bp_bone *bp_skeleton_bone_of_joint(const bp_skeleton *skeleton, int joint) {
    for (size_t i = 0; joint >= 0 && i < bp_skeleton_count(skeleton); i++)
        if (bp_bone_index(skeleton->bones.bone[i]) == joint) return skeleton->bones.bone[i];
    return NULL;
}

bp_bone *bp_skeleton_find(const bp_skeleton *skeleton, const char *name) {
    if (!skeleton) return NULL;
    if (!name || !skeleton->names.capacity) return NULL;
    return *find_entry(skeleton, name, hash_name(name));
}

bp_bone *bp_skeleton_find_linked(const bp_skeleton *skeleton, const bp_node *node) {
    for (uint32_t i = 0; node && i < skeleton->count; i++)
        if (skeleton->bones.bone[i]->node == node) return skeleton->bones.bone[i];
    return NULL;
}

bp_skeleton_counters bp_skeleton_stats(const bp_skeleton *skeleton) {
    return skeleton ? skeleton->counters : (bp_skeleton_counters){0};
}
void bp_skeleton_reset_stats(bp_skeleton *skeleton) {
    if (!skeleton) return;
    skeleton->counters = (bp_skeleton_counters){0};
}
