/* skeleton: making one, adding bones to it, looking it up, and its counters.
 *
 * Adding a bone first makes room everywhere (arrays, names, palette, arena) and only then changes
 * anything, so that a failed allocation leaves the skeleton as it was.
 */
#include "rig/skeleton.h"

#include <string.h>

#define BONES_LIMIT 0x7fffffffu

bp_skeleton *bp_skeleton_create(const bp_context *context, const bp_skeleton_options *options,
                                bp_error *error) {
    const bp_skeleton_options none = {0};
    if (!options) options = &none;
    if (options->rules & ~BP_RULES_ENGINE) {
        bp_fail(error, BP_ERROR_ARGUMENT, "skeleton options", "rules 0x%x has bits that are no rule",
                (unsigned)options->rules);
        return NULL;
    }
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_skeleton *skeleton = bp_alloc(allocator, 1, sizeof *skeleton, error);
    if (!skeleton) return NULL;
    *skeleton = (bp_skeleton){.context = context,
                              .allocator = *allocator,
                              .arena = bp_arena_make(allocator, 0),
                              .rules = options->rules,
                              .dirty = true,
                              .absolutes_dirty = true};
    const char *name = options->name ? options->name : "";
    skeleton->name = bp_arena_alloc(&skeleton->arena, strlen(name) + 1, 1, error);
    if (!skeleton->name || !bp_skeleton_reserve(skeleton, options->reserve, error)) {
        bp_skeleton_destroy(skeleton);
        return NULL;
    }
    memcpy(skeleton->name, name, strlen(name) + 1);
    return skeleton;
}

void bp_skeleton_destroy(bp_skeleton *skeleton) {
    if (!skeleton) return;
    bp_allocator allocator = skeleton->allocator;
    bp_free_aligned(&allocator, skeleton->at.block);
    bp_free_aligned(&allocator, skeleton->palette);
    bp_free(&allocator, skeleton->names.entry);
    bp_arena_clear(&skeleton->arena);
    bp_free(&allocator, skeleton);
}

/* ---- the arrays --------------------------------------------------------------------------------- */

/* Takes `count` elements from a block that is being laid out, on a cache line of its own. */
static void *lay_out(char *block, size_t *used, size_t count, size_t size) {
    char *at = block ? block + *used : NULL;
    *used += (count * size + 63) / 64 * 64;
    return at;
}

/* Where each array lies in a block for `capacity` bones; returns the block's size. */
static size_t lay_out_arrays(bone_arrays *at, char *block, uint32_t capacity) {
    size_t used = 0;
    at->block = block;
    at->capacity = capacity;
    at->local = lay_out(block, &used, capacity, sizeof *at->local);
    at->chain = lay_out(block, &used, capacity, sizeof *at->chain);
    at->inverse = lay_out(block, &used, capacity, sizeof *at->inverse);
    at->trs = lay_out(block, &used, capacity, sizeof *at->trs);
    at->final = lay_out(block, &used, capacity, sizeof *at->final);
    at->bone = lay_out(block, &used, capacity, sizeof *at->bone);
    at->parent = lay_out(block, &used, capacity, sizeof *at->parent);
    at->order = lay_out(block, &used, capacity, sizeof *at->order);
    at->slot = lay_out(block, &used, capacity, sizeof *at->slot);
    at->pending = lay_out(block, &used, capacity, sizeof *at->pending);
    at->visited = lay_out(block, &used, capacity, sizeof *at->visited);
    return used;
}

static void copy_arrays(bone_arrays *to, const bone_arrays *from, size_t count) {
    if (count == 0) return;
    memcpy(to->local, from->local, count * sizeof *to->local);
    memcpy(to->chain, from->chain, count * sizeof *to->chain);
    memcpy(to->inverse, from->inverse, count * sizeof *to->inverse);
    memcpy(to->trs, from->trs, count * sizeof *to->trs);
    memcpy(to->final, from->final, count * sizeof *to->final);
    memcpy(to->bone, from->bone, count * sizeof *to->bone);
    memcpy(to->parent, from->parent, count * sizeof *to->parent);
    memcpy(to->order, from->order, count * sizeof *to->order);
    memcpy(to->slot, from->slot, count * sizeof *to->slot);
    memcpy(to->pending, from->pending, count * sizeof *to->pending);
}

bool bp_skeleton_reserve(bp_skeleton *skeleton, size_t count, bp_error *error) {
    bone_arrays *at = &skeleton->at;
    if (count <= at->capacity) return true;
    if (count > BONES_LIMIT)
        return bp_fail(error, BP_ERROR_MEMORY, skeleton->name, "%zu bones are more than a skeleton holds",
                       count);
    size_t capacity = at->capacity < 8 ? 8 : (size_t)at->capacity * 2;
    if (capacity > BONES_LIMIT) capacity = BONES_LIMIT;
    if (capacity < count || at->capacity == 0) capacity = count;
    bone_arrays fresh = {0};
    size_t size = lay_out_arrays(&fresh, NULL, (uint32_t)capacity);
    char *block = bp_alloc_aligned(&skeleton->allocator, size, 64, error);
    if (!block) return false;
    lay_out_arrays(&fresh, block, (uint32_t)capacity);
    copy_arrays(&fresh, at, skeleton->count);
    bp_free_aligned(&skeleton->allocator, at->block);
    *at = fresh;
    return true;
}

/* ---- adding a bone ------------------------------------------------------------------------------- */

/* What is wrong with the options, before anything is touched. */
static bool check_options(const bp_skeleton *skeleton, const bp_bone_options *options, const char *name,
                          bp_dmat4 bind, bp_error *error) {
    bp_dmat4 inverse;
    if (options->parent && options->parent->skeleton != skeleton)
        return bp_fail(error, BP_ERROR_ARGUMENT, name, "the parent \"%s\" belongs to another skeleton",
                       options->parent->name);
    if (options->has_index && (options->index < BP_INDEX_NONE || options->index >= BP_INDEX_LIMIT))
        return bp_fail(error, BP_ERROR_ARGUMENT, name, "index %d is outside %d..%d", options->index,
                       BP_INDEX_NONE, BP_INDEX_LIMIT - 1);
    if (!bp_dmat4_inverse_affine(bind, &inverse))
        return bp_fail(error, BP_ERROR_ARGUMENT, name,
                       "the bind matrix has no inverse (a scale of 0, or a number that isn't finite); "
                       "give the bone a bind of its own");
    return true;
}

/* Room for one bone more, and the bone itself with its name; nothing that can be seen changes. */
static bp_bone *make_room(bp_skeleton *skeleton, const bp_bone_options *options, const char *name,
                          bp_error *error) {
    uint32_t end = skeleton->count + 1;
    bool separate = options->has_index || bp_palette_is_separate(skeleton);
    if (options->has_index && (uint32_t)(options->index + 1) > end) end = (uint32_t)(options->index + 1);
    if (!bp_skeleton_reserve(skeleton, (size_t)skeleton->count + 1, error)) return NULL;
    if (!bp_bone_names_reserve(skeleton, error)) return NULL;
    if (!bp_palette_reserve(skeleton, end, separate, error)) return NULL;
    bp_bone *bone = bp_arena_alloc(&skeleton->arena, 1, sizeof *bone, error);
    char *text = bone ? bp_arena_alloc(&skeleton->arena, strlen(name) + 1, 1, error) : NULL;
    if (!text) return NULL;
    memcpy(text, name, strlen(name) + 1);
    bone->name = text;
    return bone;
}

/* The matrices that the options give, each with its default. */
static void resolve_matrices(const bp_skeleton *skeleton, const bp_bone_options *options, bp_dmat4 *local,
                             bp_dmat4 *bind, bp_dmat4 *rest) {
    const bp_mat4 *start = options->local ? options->local : options->bind;
    *local = start ? bp_rig_affine_d(*start) : bp_dmat4_identity();
    *bind = options->bind ? bp_rig_affine_d(*options->bind) : *local;
    *rest = skeleton->rules & BP_RULE_REST_IS_LOCAL ? *local : *bind;
    if (options->rest) *rest = bp_rig_affine_d(*options->rest);
}

static void enter_arrays(bp_skeleton *skeleton, bp_bone *bone, bp_dmat4 local) {
    bone_arrays *at = &skeleton->at;
    uint32_t number = bone->number;
    at->bone[number] = bone;
    at->local[number] = local;
    at->parent[number] = BONE_NOBODY;
    at->order[number] = number;
    at->slot[number] = bone->has_index ? bone->index : (int32_t)number;
    at->pending[number] = BONE_DECOMPOSE | BONE_WHOLE;
}

bp_bone *bp_skeleton_add(bp_skeleton *skeleton, const bp_bone_options *options, bp_error *error) {
    const bp_bone_options none = {0};
    if (!options) options = &none;
    const char *name = options->name ? options->name : "";
    bp_dmat4 local, bind, rest;
    resolve_matrices(skeleton, options, &local, &bind, &rest);
    if (!check_options(skeleton, options, name, bind, error)) return NULL;
    bp_bone *bone = make_room(skeleton, options, name, error);
    if (!bone) return NULL;
    bone->skeleton = skeleton;
    bone->number = bone->place = skeleton->count;
    bone->hash = bp_bone_name_hash(name);
    bone->has_index = options->has_index;
    bone->index = options->has_index ? options->index : 0;
    bone->has_length = options->has_length;
    bone->length = options->has_length ? options->length : 0;
    bone->bind = bind;
    bone->rest = rest;
    bone->rest_is_local = !options->rest && (!options->bind || (skeleton->rules & BP_RULE_REST_IS_LOCAL));
    enter_arrays(skeleton, bone, local);
    skeleton->count++;
    if (bone->has_index && skeleton->index_end < (uint32_t)(bone->index + 1))
        skeleton->index_end = (uint32_t)(bone->index + 1);
    bp_bone_names_add(skeleton, bone);
    bp_bone_attach(bone, options->parent);
    bp_bone_compute_binds(bone);
    skeleton->counters.local++;
    skeleton->counters.bind++;
    skeleton->counters.rest++;
    bp_bone_mark_changed(bone);
    return bone;
}

/* ---- looking up ---------------------------------------------------------------------------------- */

const char *bp_skeleton_name(const bp_skeleton *skeleton) { return skeleton->name; }
int bp_skeleton_rules(const bp_skeleton *skeleton) { return skeleton->rules; }
size_t bp_skeleton_count(const bp_skeleton *skeleton) { return skeleton->count; }

bool bp_skeleton_set_rules(bp_skeleton *skeleton, int rules, bp_error *error) {
    if (rules & ~BP_RULES_ENGINE)
        return bp_fail(error, BP_ERROR_ARGUMENT, skeleton->name, "rules 0x%x has bits that are no rule",
                       (unsigned)rules);
    if (skeleton->has_pose && !(rules & BP_RULE_POSE_MATRIX))
        return bp_fail(error, BP_ERROR_ARGUMENT, skeleton->name,
                       "a pose matrix is set, which the page's rules don't know; take it away first");
    bool separate = bp_palette_is_separate(skeleton) || (rules & BP_RULE_SORT_RENUMBERS);
    if (!bp_palette_reserve(skeleton, skeleton->count, separate, error)) return false;
    /* Finals go to other slots, or were left old by the rule that allows that. */
    if (rules != skeleton->rules && !(rules & BP_RULE_ENGINE_DIRTY)) skeleton->dirty = true;
    skeleton->rules = rules;
    bp_palette_assign(skeleton);
    return true;
}

bp_bone *bp_skeleton_bone(const bp_skeleton *skeleton, size_t place) {
    return place < skeleton->count ? skeleton->at.bone[skeleton->at.order[place]] : NULL;
}

bp_bone *bp_skeleton_bone_by_id(const bp_skeleton *skeleton, size_t number) {
    return number < skeleton->count ? skeleton->at.bone[number] : NULL;
}

bp_bone *bp_skeleton_find_linked(const bp_skeleton *skeleton, const bp_node *node) {
    for (uint32_t i = 0; node && i < skeleton->count; i++)
        if (skeleton->at.bone[i]->node == node) return skeleton->at.bone[i];
    return NULL;
}

bool bp_skeleton_is_dirty(const bp_skeleton *skeleton) { return skeleton->dirty; }
bp_skeleton_counters bp_skeleton_stats(const bp_skeleton *skeleton) { return skeleton->counters; }
void bp_skeleton_reset_stats(bp_skeleton *skeleton) { skeleton->counters = (bp_skeleton_counters){0}; }
