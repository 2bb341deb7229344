/* Models: created with their counts, filled by a reader, checked, and destroyed as a whole. Also their images
 * and materials. */
#include "base/error.h"
#include "base/format.h"
#include "mesh/editing.h"
#include "mesh/model_pose.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool check_side(int side, const char *place, bp_error *error) {
    if (side >= 1 && side <= BP_IMAGE_MAX_SIDE) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, place, "%d pixels are not within 1 and %d", side,
                   BP_IMAGE_MAX_SIDE);
}

bp_image *bp_image_create(const bp_allocator *allocator, int width, int height, bp_error *error) {
    if (!check_side(width, "width", error) || !check_side(height, "height", error)) return NULL;
    bp_image *image = bp_alloc(allocator, 1, sizeof *image, error);
    if (!image) return NULL;
    *image = (bp_image){
        .allocator = allocator ? *allocator : bp_allocator_default(), .width = width, .height = height};
    image->pixels = bp_alloc(allocator, (size_t)width * (size_t)height, sizeof *image->pixels, error);
    if (image->pixels) return image;
    bp_image_destroy(image);
    return NULL;
}

void bp_image_destroy(bp_image *image) {
    if (!image) return;
    bp_allocator allocator = image->allocator;
    bp_free(&allocator, image->pixels);
    bp_free(&allocator, image);
}

bp_material bp_material_default(void) {
    const bp_texture_info none = {.image = -1, .scale = {1, 1}};
    return (bp_material){.base_color = {1, 1, 1, 1},
                         .texture = none,
                         .alpha_cutoff = 0.5f,
                         .roughness = 1,
                         .normal_scale = 1,
                         .occlusion_strength = 1,
                         .maps = {none, none, none, none}};
}

/* KHR_texture_transform: in column notation translation * rotation * scale, with rotation = (cos sin; -sin
 * cos) because v points down. */
bp_vec2 bp_texture_info_transform(const bp_texture_info *texture, bp_vec2 uv) {
    if (!texture) return (bp_vec2){0};
    if (!texture->has_transform) return uv;
    float sine = 0, cosine = 1;
    bp_sincos(texture->rotation, &sine, &cosine);
    bp_vec2 scaled = {uv.x * texture->scale.x, uv.y * texture->scale.y};
    return bp_vec2_make(texture->offset.x + cosine * scaled.x + sine * scaled.y,
                        texture->offset.y - sine * scaled.x + cosine * scaled.y);
}

static bool alloc_arrays(bp_model *model, const bp_model_counts *counts, bp_error *error) {
#define ALLOC(array, length, count)                                                                          \
    ((model->array = bp_alloc(&model->allocator, count, sizeof *model->array, error)) &&                     \
     (model->length = count, true))
    return (model->node_names = bp_alloc(&model->allocator, counts->nodes, sizeof(char *), error)) &&
           ALLOC(nodes, node_count, counts->nodes) && ALLOC(meshes, mesh_count, counts->meshes) &&
           ALLOC(images, image_count, counts->images) &&
           ALLOC(materials, material_count, counts->materials) &&
           ALLOC(skeletons, skeleton_count, counts->skeletons) && ALLOC(skins, skin_count, counts->skins) &&
           ALLOC(instances, instance_count, counts->instances) && ALLOC(clips, clip_count, counts->clips);
#undef ALLOC
}

static void set_defaults(bp_model *model) {
    for (size_t i = 0; i < model->material_count; i++) model->materials[i] = bp_material_default();
    for (size_t i = 0; i < model->skin_count; i++) model->skins[i].skeleton = -1;
    for (size_t i = 0; i < model->instance_count; i++)
        model->instances[i] = (bp_model_instance){.node = -1, .mesh = -1, .skin = -1};
}

bp_model *bp_model_create(const bp_allocator *allocator, const char *name, const bp_model_counts *counts,
                          bp_error *error) {
    bp_model *model = bp_alloc(allocator, 1, sizeof *model, error);
    if (!model) return NULL;
    model->allocator = allocator ? *allocator : bp_allocator_default();
    bp_model_counts none = {0};
    if ((model->name = bp_copy_text(allocator, name, error)) &&
        alloc_arrays(model, counts ? counts : &none, error)) {
        set_defaults(model);
        return model;
    }
    bp_model_destroy(model);
    return NULL;
}

static void free_skin(const bp_allocator *allocator, bp_model_skin *skin) {
    bp_free(allocator, skin->name);
    bp_free(allocator, skin->nodes);
    bp_free(allocator, skin->bones);
}

/* Skeletons are destroyed before nodes, which their bones borrow. */
void bp_model_destroy(bp_model *model) {
    if (!model) return;
    bp_allocator allocator = model->allocator;
    for (size_t i = 0; i < model->skeleton_count; i++) bp_skeleton_destroy(model->skeletons[i]);
    for (size_t i = 0; i < model->node_count; i++) bp_node_destroy(model->nodes[i]);
    if (model->shares) { /* an instance */
        bp_free(&allocator, model->skeletons);
        bp_free(&allocator, model->nodes);
        bp_free(&allocator, model);
        return;
    }
    for (size_t i = 0; i < model->clip_count; i++) bp_clip_destroy(model->clips[i]);
    for (size_t i = 0; i < model->node_count; i++) bp_free(&allocator, model->node_names[i]);
    for (size_t i = 0; i < model->mesh_count; i++) bp_mesh_destroy(model->meshes[i]);
    bp_model_free_images(model);
    for (size_t i = 0; i < model->material_count; i++) bp_free(&allocator, model->materials[i].name);
    for (size_t i = 0; i < model->skin_count; i++) free_skin(&allocator, &model->skins[i]);
    for (size_t i = 0; i < model->instance_count; i++) bp_free(&allocator, model->instances[i].weights);
    void *arrays[] = {model->nodes,     model->node_names, model->meshes,    model->images, model->materials,
                      model->skeletons, model->skins,      model->instances, model->clips,  model->name};
    for (size_t i = 0; i < BP_COUNT(arrays); i++) bp_free(&allocator, arrays[i]);
    bp_free(&allocator, model);
}

void bp_model_free_images(bp_model *model) {
    for (size_t i = 0; model && i < model->image_count; i++) {
        bp_image_destroy(model->images[i]);
        model->images[i] = NULL;
    }
}

/* An index into an array of `count` elements, or -1 if `optional`. */
static bool check_index(int number, size_t count, bool optional, const char *array, size_t index,
                        const char *field, bp_error *error) {
    if (number == -1 && optional) return true;
    if (number >= 0 && (size_t)number < count) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, bp_format("%s[%zu].%s", array, index, field).text,
                   "%d is not an index below %zu", number, count);
}

static bool check_not_null(const void *object, const char *array, size_t index, bp_error *error) {
    if (object) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, bp_format("%s[%zu]", array, index).text,
                   "is NULL; the model isn't filled");
}

static bool check_clip(const bp_model *model, size_t index, bp_error *error) {
    if (bp_clip_targets(model->clips[index]) != BP_TARGETS_BONES) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, bp_format("clips[%zu]", index).text,
                   "its tracks move bones; a model's clips move its nodes");
}

static bool check_objects(const bp_model *model, bp_error *error) {
    for (size_t i = 0; i < model->node_count; i++)
        if (!check_not_null(model->nodes[i], "nodes", i, error)) return false;
    for (size_t i = 0; i < model->skeleton_count; i++)
        if (!check_not_null(model->skeletons[i], "skeletons", i, error)) return false;
    for (size_t i = 0; i < model->clip_count; i++)
        if (!check_not_null(model->clips[i], "clips", i, error) || !check_clip(model, i, error)) return false;
    for (size_t i = 0; i < model->material_count; i++) {
        const bp_material *material = &model->materials[i];
        if (!check_index(material->texture.image, model->image_count, true, "materials", i, "texture.image",
                         error))
            return false;
        for (int k = 0; k < BP_MAPS; k++)
            if (!check_index(material->maps[k].image, model->image_count, true, "materials", i, "maps.image",
                             error))
                return false;
    }
    return true;
}

static bool check_mesh(const bp_model *model, size_t index, bp_error *error) {
    const bp_mesh *mesh = model->meshes[index];
    if (!check_not_null(mesh, "meshes", index, error)) return false;
    if (!bp_mesh_check(mesh, error)) {
        bp_error_prefix_place(error, bp_format("meshes[%zu]", index).text);
        return false;
    }
    for (size_t i = 0; i < mesh->submesh_count; i++)
        if (!check_index(mesh->submeshes[i].material, model->material_count, true, "meshes", index,
                         "material", error))
            return false;
    return mesh->line_count == 0 || check_index(mesh->line_material, model->material_count, true, "meshes",
                                                index, "line_material", error);
}

static bool check_skin(const bp_model *model, size_t index, bp_error *error) {
    const bp_model_skin *skin = &model->skins[index];
    if (!check_index(skin->skeleton, model->skeleton_count, false, "skins", index, "skeleton", error))
        return false;
    size_t bones = bp_skeleton_count(model->skeletons[skin->skeleton]);
    for (size_t i = 0; i < skin->joint_count; i++) {
        if (!check_index(skin->nodes[i], model->node_count, false, "skins", index, "nodes", error) ||
            !check_index(skin->bones[i], bones, false, "skins", index, "bones", error))
            return false;
    }
    return true;
}

/* The number of joints that each mesh needs: its highest joint plus 1. Counted once, because many instances
 * may share a large mesh. Free it with bp_free. */
static size_t *count_joints(const bp_model *model, bp_error *error) {
    size_t *needed = bp_alloc(&model->allocator, model->mesh_count, sizeof *needed, error);
    for (size_t i = 0; needed && i < model->mesh_count; i++) {
        const bp_mesh *mesh = model->meshes[i];
        for (size_t j = 0; j < mesh->vertex_count * (size_t)mesh->influences; j++)
            if (mesh->joints[j] >= needed[i]) needed[i] = (size_t)mesh->joints[j] + 1;
    }
    return needed;
}

/* Every joint of the instance's mesh must be in its skin. */
static bool check_joints(const bp_model *model, size_t index, const size_t *needed, bp_error *error) {
    const bp_model_instance *instance = &model->instances[index];
    if (instance->skin == -1 || needed[instance->mesh] <= model->skins[instance->skin].joint_count)
        return true;
    const bp_mesh *mesh = model->meshes[instance->mesh];
    size_t joints = model->skins[instance->skin].joint_count, influences = (size_t)mesh->influences;
    for (size_t i = 0; i < mesh->vertex_count * influences; i++) {
        if (mesh->joints[i] < joints) continue;
        return bp_fail(error, BP_ERROR_ARGUMENT, bp_format("instances[%zu].skin", index).text,
                       "vertex %zu has joint %u; the skin has %zu joints", i / influences,
                       (unsigned)mesh->joints[i], joints);
    }
    return true;
}

static bool check_instance(const bp_model *model, size_t index, const size_t *needed, bp_error *error) {
    const bp_model_instance *instance = &model->instances[index];
    return check_index(instance->node, model->node_count, false, "instances", index, "node", error) &&
           check_index(instance->mesh, model->mesh_count, false, "instances", index, "mesh", error) &&
           check_index(instance->skin, model->skin_count, true, "instances", index, "skin", error) &&
           check_joints(model, index, needed, error);
}

bool bp_model_check(const bp_model *model, bp_error *error) {
    if (!model) return bp_fail(error, BP_ERROR_ARGUMENT, "model", "is NULL");
    if (!check_objects(model, error)) return false;
    for (size_t i = 0; i < model->mesh_count; i++)
        if (!check_mesh(model, i, error)) return false;
    for (size_t i = 0; i < model->skin_count; i++)
        if (!check_skin(model, i, error)) return false;
    size_t *needed = count_joints(model, error);
    bool ok = needed != NULL;
    for (size_t i = 0; ok && i < model->instance_count; i++) ok = check_instance(model, i, needed, error);
    bp_free(&model->allocator, needed);
    return ok;
}

/* ---- Finding nodes, clips and bones of a model by name; masks; inverse binds ----------------- */

int bp_model_find_node(const bp_model *model, const char *name) {
    for (size_t i = 0; model && name && i < model->node_count; i++)
        if (model->node_names[i] && strcmp(model->node_names[i], name) == 0) return (int)i;
    return -1;
}

int bp_model_find_clip(const bp_model *model, const char *name) {
    for (size_t i = 0; model && name && i < model->clip_count; i++)
        if (strcmp(bp_clip_name(model->clips[i]), name) == 0) return (int)i;
    return -1;
}

bp_bone *bp_model_find_bone(const bp_model *model, const char *name) {
    bp_bone *found = NULL;
    for (size_t i = 0; model && !found && i < model->skeleton_count; i++)
        found = bp_skeleton_find(model->skeletons[i], name);
    return found;
}

static bool is_below(const bp_node *node, const bp_node *top) {
    while (node && node != top) node = bp_node_parent(node);
    return node != NULL;
}

void bp_model_mask(const bp_model *model, int node, float inside, float outside, float *mask) {
    if (!model || !mask || node < 0 || (size_t)node >= model->node_count) return;
    for (size_t i = 0; i < model->node_count; i++)
        mask[i] = is_below(model->nodes[i], model->nodes[node]) ? inside : outside;
}

static const bp_model_skin *find_skin(const bp_model *model, int skin, size_t count, bp_error *error) {
    if (!model) return bp_fail_null(error, "model"), NULL;
    if (skin < 0 || (size_t)skin >= model->skin_count) {
        bp_fail(error, BP_ERROR_ARGUMENT, "skin", "there is no skin %d; the model has %zu", skin,
                model->skin_count);
        return NULL;
    }
    if (count == model->skins[skin].joint_count) return &model->skins[skin];
    bp_fail(error, BP_ERROR_ARGUMENT, "count", "is %zu, but the skin has %zu joints", count,
            model->skins[skin].joint_count);
    return NULL;
}

static bp_bone *joint_bone(const bp_model *model, const bp_model_skin *skin, size_t joint) {
    return bp_skeleton_bone_by_id(model->skeletons[skin->skeleton], (size_t)skin->bones[joint]);
}

bool bp_model_inverse_binds(const bp_model *model, int skin, bp_mat4 *out, size_t count, bp_error *error) {
    const bp_model_skin *found = find_skin(model, skin, count, error);
    for (size_t i = 0; found && i < count; i++)
        out[i] = bp_bone_absolute_inverse_bind(joint_bone(model, found, i));
    return found != NULL;
}

/* ---- Boxes around what nodes move ------------------------------------------------------------- */

static void add_to_box(bp_vec3 box[2], bp_vec3 p) {
    float *lo = &box[0].x, *hi = &box[1].x, v[3] = {p.x, p.y, p.z};
    bool first = box[0].x > box[1].x;
    for (int i = 0; i < 3; i++) {
        if (first || v[i] < lo[i]) lo[i] = v[i];
        if (first || v[i] > hi[i]) hi[i] = v[i];
    }
}

/* A vertex, and where each morph target moves it. */
static void add_vertex(bp_vec3 box[2], const bp_mesh *mesh, size_t vertex, bp_mat4 to_box) {
    add_to_box(box, bp_mat4_point(to_box, mesh->positions[vertex]));
    for (size_t i = 0; i < mesh->morph_count; i++)
        add_to_box(box, bp_mat4_point(
                            to_box, bp_vec3_add(mesh->positions[vertex], mesh->morphs[i].positions[vertex])));
}

static void add_skinned(const bp_model *model, const bp_model_skin *skin, const bp_mesh *mesh,
                        bp_vec3 *shells) {
    size_t influences = (size_t)mesh->influences;
    for (size_t joint = 0; joint < skin->joint_count; joint++) {
        bp_mat4 to_bone = bp_bone_absolute_inverse_bind(joint_bone(model, skin, joint));
        for (size_t i = 0; i < mesh->vertex_count * influences; i++)
            if (mesh->joints[i] == joint && mesh->weights[i] != 0)
                add_vertex(shells + 2 * skin->nodes[joint], mesh, i / influences, to_bone);
    }
}

/* The boxes' corners in the scene, as the nodes are posed. */
static float size_of_all(const bp_model *model, const bp_vec3 *shells) {
    bp_vec3 all[2] = {{1, 1, 1}, {-1, -1, -1}};
    for (size_t i = 0; i < model->node_count; i++) {
        const bp_vec3 *box = shells + 2 * i;
        bp_mat4 world = bp_node_world(model->nodes[i]);
        for (int c = 0; c < 8 && box[0].x <= box[1].x; c++)
            add_to_box(all,
                       bp_mat4_point(world, bp_vec3_make(box[c & 1].x, box[c >> 1 & 1].y, box[c >> 2].z)));
    }
    bp_vec3 size = bp_vec3_sub(all[1], all[0]);
    float longest = size.x > size.y ? size.x : size.y;
    return longest > size.z ? longest : size.z;
}

float bp_model_shells(const bp_model *model, bp_vec3 *shells) {
    if (!model || !shells) return 0;
    for (size_t i = 0; i < model->node_count; i++)
        shells[2 * i] = bp_vec3_make(1, 1, 1), shells[2 * i + 1] = bp_vec3_make(-1, -1, -1);
    for (size_t i = 0; i < model->instance_count; i++) {
        const bp_model_instance *instance = &model->instances[i];
        const bp_mesh *mesh = model->meshes[instance->mesh];
        if (instance->skin >= 0) add_skinned(model, &model->skins[instance->skin], mesh, shells);
        for (size_t k = 0; instance->skin < 0 && k < mesh->vertex_count; k++)
            add_vertex(shells + 2 * instance->node, mesh, k, bp_mat4_identity());
    }
    float size = size_of_all(model, shells);
    for (size_t i = 0; size > 0 && i < model->node_count; i++) {
        bp_mat4 world = bp_node_world(model->nodes[i]);
        float scale = bp_vec3_length(bp_vec3_make(world.m[0], world.m[1], world.m[2]));
        float half = scale > 0 ? size / 100 / scale : 0;
        if (shells[2 * i].x <= shells[2 * i + 1].x) continue;
        add_to_box(shells + 2 * i, bp_vec3_make(-half, -half, -half));
        add_to_box(shells + 2 * i, bp_vec3_make(half, half, half));
    }
    return size > 0 ? size : 0;
}

/* ---- A model's clip, made to move the bones of one of its skeletons -------------------------- */

static bool add_bone_tracks(bp_clip *to, const bp_model *model, const bp_clip *from,
                            const bp_skeleton *skeleton, bp_error *error) {
    for (size_t i = 0; i < bp_clip_track_count(from); i++) {
        bp_track track = *bp_clip_track(from, i);
        if (track.kind != BP_TRACK_USER) {
            if (track.kind == BP_TRACK_WEIGHTS || (size_t)track.target >= model->node_count) continue;
            const bp_bone *bone = bp_skeleton_find_linked(skeleton, model->nodes[track.target]);
            if (!bone) continue;
            track.target = (int)bp_bone_id(bone);
        }
        if (!bp_clip_add(to, &track, error)) return false;
    }
    return true;
}

bp_clip *bp_model_clip_for_skeleton(const bp_model *model, int clip, const bp_skeleton *skeleton,
                                    bp_error *error) {
    if (!model || !skeleton) return bp_fail_null(error, model ? "skeleton" : "model"), NULL;
    if (clip < 0 || (size_t)clip >= model->clip_count) {
        bp_fail(error, BP_ERROR_ARGUMENT, "clip", "there is no clip %d; the model has %zu", clip,
                model->clip_count);
        return NULL;
    }
    const bp_clip *from = model->clips[clip];
    bp_clip_options options = {bp_clip_name(from), bp_clip_rate(from), BP_TARGETS_BONES};
    bp_clip *to = bp_clip_create(&model->allocator, &options, error);
    if (!to || add_bone_tracks(to, model, from, skeleton, error)) return to;
    bp_clip_destroy(to);
    return NULL;
}

/* ---- Instances of a model: nodes and skeletons are cloned, all else is borrowed -------------- */

static int by_node(const void *a, const void *b) {
    uintptr_t first = (uintptr_t)((const bp_node_entry *)a)->node,
              second = (uintptr_t)((const bp_node_entry *)b)->node;
    return (first > second) - (first < second);
}

bp_node_entry *bp_model_list_nodes(const bp_model *model, bp_error *error) {
    bp_node_entry *entries = bp_alloc(&model->allocator, model->node_count, sizeof *entries, error);
    for (size_t i = 0; entries && i < model->node_count; i++)
        entries[i] = (bp_node_entry){model->nodes[i], (int)i};
    if (entries) qsort(entries, model->node_count, sizeof *entries, by_node);
    return entries;
}

int bp_node_entry_find(const bp_node_entry *entries, size_t count, const bp_node *node) {
    bp_node_entry key = {.node = node};
    const bp_node_entry *found = node ? bsearch(&key, entries, count, sizeof *entries, by_node) : NULL;
    return found ? found->index : -1;
}

static bool clone_nodes(bp_model *copy, const bp_model *model, const bp_node_entry *entries,
                        bp_error *error) {
    for (size_t i = 0; i < model->node_count; i++)
        if (!(copy->nodes[i] = bp_node_clone(model->nodes[i], error))) return false;
    for (size_t i = 0; i < model->node_count; i++) {
        int parent = bp_node_entry_find(entries, model->node_count, bp_node_parent(model->nodes[i]));
        if (parent >= 0 && !bp_node_set_parent(copy->nodes[i], copy->nodes[parent], error)) return false;
    }
    return true;
}

static bool clone_skeletons(bp_model *copy, const bp_model *model, const bp_node_entry *entries,
                            bp_error *error) {
    for (size_t i = 0; i < model->skeleton_count; i++) {
        copy->skeletons[i] = bp_skeleton_clone(model->skeletons[i], NULL, error);
        if (!copy->skeletons[i]) return false;
        for (size_t b = 0; b < bp_skeleton_count(copy->skeletons[i]); b++) {
            bp_bone *bone = bp_skeleton_bone_by_id(copy->skeletons[i], b);
            int node = bp_node_entry_find(entries, model->node_count, bp_bone_node(bone));
            bp_bone_link(bone, node >= 0 ? copy->nodes[node] : NULL);
        }
    }
    return true;
}

bp_model *bp_model_instantiate(const bp_model *model, bp_error *error) {
    if (!model) return bp_fail_null(error, "model"), NULL;
    const bp_allocator *allocator = &model->allocator;
    bp_model *copy = bp_alloc(allocator, 1, sizeof *copy, error);
    if (!copy) return NULL;
    *copy = *model;
    copy->shares = model->shares ? model->shares : model;
    copy->nodes = bp_alloc(allocator, model->node_count, sizeof *copy->nodes, error);
    copy->skeletons =
        copy->nodes ? bp_alloc(allocator, model->skeleton_count, sizeof *copy->skeletons, error) : NULL;
    bp_node_entry *entries = copy->skeletons ? bp_model_list_nodes(model, error) : NULL;
    if (!copy->nodes) copy->node_count = 0;
    if (!copy->skeletons) copy->skeleton_count = 0;
    bool ok =
        entries && clone_nodes(copy, model, entries, error) && clone_skeletons(copy, model, entries, error);
    bp_free(allocator, entries);
    if (ok) return copy;
    bp_model_destroy(copy);
    return NULL;
}
