/* What the doctor's hypotheses change: inverse binds, the list of joints, and a mesh in another unit than its
 * joints. */
#include "gltf/repair/repair.h"
#include <string.h>

/* The list of a skin's joints: a node that is in it twice, and joints that move no vertex. Vertices and
 * inverse binds follow the new numbers. */

/* A skin's joints before and after: -1 for a joint that goes. */
typedef struct joint_map {
    size_t skin, count;
    int *numbers; /* by old joint */
} joint_map;

bool *bp_repair_own_meshes(bp_repair_pass *pass) {
    const bp_doctor *doctor = pass->doctor;
    bool *own = bp_repair_alloc(pass, doctor->skin_count, sizeof *own);
    int *skins = bp_repair_alloc(pass, doctor->document.counts[BP_GLTF_MESHES], sizeof *skins); /* and 1 */
    if (!own || !skins) return NULL;
    for (size_t i = 0; i < doctor->skin_count; i++) own[i] = true;
    for (size_t i = 0; i < doctor->node_count; i++) {
        const bp_doctor_node *node = &doctor->nodes[i];
        if (node->mesh < 0 || node->skin < 0) continue;
        int *skin = &skins[node->mesh];
        if (*skin != 0 && *skin != node->skin + 1) own[*skin - 1] = own[node->skin] = false;
        *skin = node->skin + 1;
    }
    return own;
}

static void renumber_set(bp_repair_pass *pass, const int *numbers, size_t count,
                         const bp_doctor_primitive *primitive, const bp_gltf_value *attributes, size_t n) {
    bp_gltf_influence_set set;
    bool exists;
    if (!bp_gltf_influence_set_open(&pass->doctor->document, attributes, n, primitive->vertex_count, &set,
                                    &exists, bp_gltf_rewrite_error(&pass->rewrite)))
        return;
    uint8_t *bytes = bp_repair_pack(pass, &set.joints);
    if (!bytes) return;
    for (size_t i = 0; i < primitive->vertex_count; i++)
        for (size_t j = 0; j < BP_GLTF_SET_SIZE; j++) {
            size_t at = i * primitive->influences + n * BP_GLTF_SET_SIZE + j, old = primitive->joints[at];
            int joint = old < count && primitive->weights[at] != 0.0f ? numbers[old] : -1;
            bp_repair_encode(&set.joints, bytes, BP_GLTF_SET_SIZE * i + j, joint >= 0 ? (float)joint : 0.0f);
        }
    bp_repair_replace(pass, attributes, bp_format("JOINTS_%zu", n).text, &set.joints, bytes, set.joints.count,
                      BP_GLTF_VERTICES);
}

void bp_repair_renumber(bp_repair_pass *pass, size_t skin, const int *numbers, size_t count) {
    for (size_t i = 0; i < pass->doctor->primitive_count; i++) {
        const bp_doctor_primitive *primitive = &pass->doctor->primitives[i];
        bp_gltf_primitive value;
        if (primitive->skin != (int)skin) continue;
        bp_gltf_primitive_find(&pass->doctor->document, primitive->mesh, primitive->index, &value);
        for (size_t n = 0; n < primitive->sets; n++)
            renumber_set(pass, numbers, count, primitive, &value.attributes, n);
    }
}

static void renumber_binds(bp_repair_pass *pass, const joint_map *map) {
    bp_gltf_value skin = bp_gltf_element(&pass->doctor->document, BP_GLTF_SKINS, map->skin);
    bp_gltf_accessor accessor;
    bool exists;
    if (!bp_gltf_inverse_binds_open(&pass->doctor->document, &skin, &accessor, &exists,
                                    bp_gltf_rewrite_error(&pass->rewrite)) ||
        !exists)
        return;
    uint8_t *bytes = bp_repair_pack(pass, &accessor);
    size_t left = 0;
    for (size_t i = 0; bytes && i < accessor.count && i < map->count; i++)
        if (map->numbers[i] == (int)left) memmove(bytes + 64 * left++, bytes + 64 * i, 64);
    if (left > 0) bp_repair_replace(pass, &skin, "inverseBindMatrices", &accessor, bytes, left, 0);
}

/* `numbers` holds -1 for a joint that goes, and the joint's own number, or that of the one it becomes, for
 * others. */
static void apply(bp_repair_pass *pass, joint_map *map) {
    int left = 0;
    for (size_t i = 0; i < map->count; i++)
        if (map->numbers[i] == (int)i)
            map->numbers[i] = left++;
        else if (map->numbers[i] >= 0) /* an earlier joint, which has its new number already */
            map->numbers[i] = -2 - map->numbers[map->numbers[i]];
    renumber_binds(pass, map);
    for (size_t i = 0; i < map->count; i++) {
        if (map->numbers[i] >= 0) continue;
        bp_rewrite_remove(bp_gltf_rewrite_find(&pass->rewrite, "skins[%zu].joints[%zu]", map->skin, i));
        if (map->numbers[i] < -1) map->numbers[i] = -2 - map->numbers[i];
    }
    bp_repair_renumber(pass, map->skin, map->numbers, map->count);
}

/* Calls `fill` for each skin that can be renumbered; it returns how many joints go. */
typedef size_t fill_map(bp_repair_pass *pass, joint_map *map);

static void each_skin(bp_repair_pass *pass, fill_map *fill, bp_doctor_id id, const char *what) {
    bp_doctor *doctor = pass->doctor;
    if (bp_doctor_first(doctor, BP_DOCTOR_UNREADABLE, BP_DOCTOR_UNREADABLE) != BP_DOCTOR_NONE) return;
    const bool *own = bp_repair_own_meshes(pass);
    for (size_t i = 0; own && i < doctor->skin_count; i++) {
        joint_map map = {.skin = i, .count = doctor->skins[i].joint_count};
        if (map.count == 0 || !own[i] || !bp_repair_may(pass, &doctor->skins[i])) continue;
        map.numbers = bp_repair_alloc(pass, map.count, sizeof *map.numbers);
        if (!map.numbers) return;
        for (size_t j = 0; j < map.count; j++) map.numbers[j] = (int)j;
        size_t gone = fill(pass, &map);
        if (gone == 0 || gone == map.count) continue;
        apply(pass, &map);
        bp_repair_note(pass, id, bp_format("skins[%zu].joints", i).text, what, gone);
    }
}

/* The node, not a joint of the skin, whose world matrix the joint's inverse bind fits; -1 if there is none or
 * more than one. */
static int find_node(bp_doctor *doctor, const bp_doctor_skin *skin, size_t joint) {
    int found = -1;
    if (doctor->node_count > doctor->trials_left) return -1;
    doctor->trials_left -= doctor->node_count;
    for (size_t i = 0; i < doctor->node_count; i++) {
        bp_mat4 matrix = bp_mat4_mul(skin->binds[joint], doctor->nodes[i].world);
        if (doctor->joint_of[i] >= 0 || doctor->nodes[i].mesh >= 0) continue;
        if (!bp_doctor_is_close(skin, matrix, skin->fit_transform)) continue;
        if (found >= 0) return -1;
        found = (int)i;
    }
    return found;
}

/* The second of two joints on one node. If its inverse bind belongs to another node, it gets that one; if it
 * is the first one's, the joints become one. */
static size_t fill_repeated(bp_repair_pass *pass, joint_map *map) {
    bp_doctor *doctor = pass->doctor;
    const bp_doctor_skin *skin = &doctor->skins[map->skin];
    size_t gone = 0;
    bp_doctor_mark_joints(doctor, skin);
    for (size_t i = 0; i < map->count; i++) {
        int node = skin->joints[i], first = node < 0 ? -1 : doctor->joint_of[node];
        if (first < 0 || first == (int)i) continue;
        bool fits = bp_doctor_is_close(skin, bp_doctor_joint_matrix(doctor, skin, i), skin->fit_transform);
        int right = fits || !skin->has_binds ? -1 : find_node(doctor, skin, i);
        if (right >= 0) {
            bp_rewrite_set(&pass->rewrite.tree,
                           bp_gltf_rewrite_find(&pass->rewrite, "skins[%zu].joints[%zu]", map->skin, i), "%d",
                           right);
            bp_repair_note(
                pass, BP_DOCTOR_JOINTS_REPEATED, bp_format("skins[%zu].joints[%zu]", map->skin, i).text,
                "replaced nodes[%d] by nodes[%d], which the joint's inverse bind fits", node, right);
        } else if (bp_doctor_is_close(skin, skin->binds[i], skin->binds[first])) {
            map->numbers[i] = first;
            gone++;
        }
    }
    bp_doctor_unmark_joints(doctor, skin);
    return gone;
}

void bp_repair_repeated_joints(bp_repair_pass *pass) {
    each_skin(pass, fill_repeated, BP_DOCTOR_JOINTS_REPEATED,
              "merged %zu of the joints with an earlier one of the same node and inverse bind, and "
              "renumbered the vertices' joints");
}

static size_t fill_unused(bp_repair_pass *pass, joint_map *map) {
    const bp_doctor_skin *skin = &pass->doctor->skins[map->skin];
    size_t gone = 0;
    for (size_t i = 0; i < map->count && skin->diagonal != 0.0; i++) {
        if (skin->used[i]) continue;
        map->numbers[i] = -1;
        gone++;
    }
    return gone;
}

void bp_repair_unused_joints(bp_repair_pass *pass) {
    each_skin(pass, fill_unused, BP_DOCTOR_JOINT_UNUSED,
              "removed %zu of the joints, which move no vertex, from the skin, and renumbered the vertices' "
              "joints; their nodes stay");
}

void bp_repair_shifted_joints(bp_repair_pass *pass) {
    const bp_doctor *doctor = pass->doctor;
    const bool *own = bp_repair_own_meshes(pass);
    for (size_t i = 0; own && i < doctor->skin_count; i++) {
        const bp_doctor_skin *skin = &doctor->skins[i];
        size_t shift = skin->remedy.shift, count = skin->joint_count + shift;
        if (shift == 0 || !own[i] || !bp_repair_may(pass, skin)) continue;
        joint_map map = {.skin = i, .count = count};
        map.numbers = bp_repair_alloc(pass, count, sizeof *map.numbers);
        if (!map.numbers) return;
        for (size_t j = 0; j < count; j++)
            map.numbers[j] =
                (int)(j < shift ? (j + skin->joint_count - shift) % skin->joint_count : j - shift);
        bp_repair_renumber(pass, i, map.numbers, count);
        bp_repair_note(pass, BP_DOCTOR_JOINTS_SHIFTED, bp_format("skins[%zu].joints", i).text,
                       "renumbered the vertices' joints: the numbers were %zu too large", shift);
    }
}

/* The list of joints alone is in the wrong order: then the matrices stay. */
static void write_joints(bp_repair_pass *pass, size_t index) {
    const bp_doctor_skin *skin = &pass->doctor->skins[index];
    for (size_t i = 0; i < skin->joint_count; i++)
        if (skin->remedy.joints[i] != skin->joints[i])
            bp_rewrite_set(&pass->rewrite.tree,
                           bp_gltf_rewrite_find(&pass->rewrite, "skins[%zu].joints[%zu]", index, i), "%d",
                           skin->remedy.joints[i]);
    bp_repair_note(pass, skin->remedy.fault, bp_format("skins[%zu].joints", index).text,
                   "put the joints in the order of the matrices, which is that of the vertices");
}

static void fix_skin(bp_repair_pass *pass, size_t index) {
    const bp_doctor_skin *skin = &pass->doctor->skins[index];
    const bp_doctor_remedy *remedy = &skin->remedy;
    const bp_mat4 *binds = remedy->binds ? remedy->binds : skin->binds;
    bp_gltf_value value = bp_gltf_element(&pass->doctor->document, BP_GLTF_SKINS, index);
    bp_formatted path = bp_format("skins[%zu].inverseBindMatrices", index);
    bp_gltf_accessor accessor;
    bool exists;
    size_t changed = 0;
    for (size_t i = 0; i < skin->joint_count; i++)
        changed += memcmp(&binds[i], &skin->binds[i], sizeof *binds) != 0;
    if (remedy->joints) write_joints(pass, index);
    if (skin->bind_count > skin->joint_count)
        bp_repair_note(pass, BP_DOCTOR_IBM_COUNT, path.text,
                       "removed %zu of the matrices, behind the last joint's",
                       skin->bind_count - skin->joint_count);
    if (changed > 0)
        bp_repair_note(pass, remedy->fault, path.text, "rewrote %zu of %zu matrices: %s", changed,
                       skin->joint_count, remedy->text.text);
    if (changed == 0 && (skin->bind_count == skin->joint_count || !skin->has_binds)) return;
    bool open = bp_gltf_inverse_binds_open(&pass->doctor->document, &value, &accessor, &exists, NULL);
    bp_gltf_rewrite_binds(&pass->rewrite, index, open && exists ? &accessor : NULL, binds, skin->joint_count);
}

void bp_repair_binds(bp_repair_pass *pass) {
    for (size_t i = 0; i < pass->doctor->skin_count; i++)
        if (bp_repair_may(pass, &pass->doctor->skins[i])) fix_skin(pass, i);
}

static void scale(bp_repair_pass *pass, const bp_gltf_value *attributes, float factor) {
    bp_gltf_accessor accessor;
    if (!bp_repair_find(pass, attributes, "POSITION", BP_GLTF_VEC3, &accessor) ||
        accessor.base.component != BP_GLTF_FLOAT)
        return;
    uint8_t *bytes = bp_repair_pack(pass, &accessor);
    if (!bytes) return;
    for (size_t i = 0; i < 3 * accessor.count; i++) {
        float value;
        memcpy(&value, bytes + 4 * i, sizeof value);
        value = factor < 1.0f ? value / 100.0f : value * 100.0f;
        memcpy(bytes + 4 * i, &value, sizeof value);
    }
    bp_repair_replace(pass, attributes, "POSITION", &accessor, bytes, accessor.count, BP_GLTF_VERTICES);
}

static void scale_primitive(bp_repair_pass *pass, const bp_doctor_primitive *primitive, float factor) {
    bp_gltf_primitive value;
    bp_gltf_primitive_find(&pass->doctor->document, primitive->mesh, primitive->index, &value);
    scale(pass, &value.attributes, factor);
    BP_GLTF_EACH(walk, &value.primitive, "targets.*") scale(pass, walk.value, factor);
    bp_repair_note(pass, BP_DOCTOR_UNIT_MIXUP,
                   bp_format("meshes[%zu].primitives[%zu]", primitive->mesh, primitive->index).text,
                   "scaled the vertices by %g: they then surround their joints", (double)factor);
}

void bp_repair_units(bp_repair_pass *pass) {
    const bp_doctor *doctor = pass->doctor;
    for (size_t i = 0; i < doctor->primitive_count; i++) {
        const bp_doctor_primitive *primitive = &doctor->primitives[i];
        if (primitive->skin < 0 || !primitive->positions) continue;
        const bp_doctor_skin *skin = &doctor->skins[primitive->skin];
        if (skin->remedy.size > 0.0f && bp_repair_may(pass, skin))
            scale_primitive(pass, primitive, skin->remedy.size);
    }
}
