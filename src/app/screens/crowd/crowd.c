/* Creating a crowd: levels of detail, batch samplers, and the model's size and gait. */
#include "base/isa.h"
#include "base/pool.h"
#include "mesh/editing.h"
#include "app/screens/crowd/crowd_private.h"
#include <bindpose/model.h>
#include <ctype.h>
#include <string.h>

const float bp_crowd_lod_cells[CROWD_LODS] = {0, 1.0f / 48, 1.0f / 28, 1.0f / 16, 1.0f / 9};

static bool has_word(const char *text, const char *word) {
    for (; *text; text++) {
        size_t i = 0;
        while (word[i] && tolower((unsigned char)text[i]) == word[i]) i++;
        if (!word[i]) return true;
    }
    return false;
}

int bp_crowd_choose_clip(const bp_model *model) {
    static const char *const words[] = {"walk", "run"};
    for (size_t w = 0; w < BP_COUNT(words); w++)
        for (size_t i = 0; i < model->clip_count; i++)
            if (has_word(bp_clip_name(model->clips[i]), words[w])) return (int)i;
    return model->clip_count > 0 ? 0 : -1;
}

static bool make_rig(bp_crowd *crowd, crowd_rig *rig, const bp_model *model, int clip, bp_skeleton *skeleton,
                     bp_error *error) {
    bp_skeleton_sort(skeleton);
    rig->skeleton = skeleton;
    bp_clip *bones = clip < 0 ? bp_clip_create(&crowd->allocator, NULL, error)
                              : bp_model_clip_for_skeleton(model, clip, skeleton, error);
    if (!bones) return false;
    rig->sampler = bp_batch_sampler_create(crowd->context, skeleton, bones, error);
    bp_clip_destroy(bones);
    if (!rig->sampler) return false;
    size_t slots = bp_batch_sampler_palette_count(rig->sampler);
    if (slots > crowd->max_slots) crowd->max_slots = slots;
    return true;
}

static int find_rig(const bp_crowd *crowd, const bp_skeleton *skeleton) {
    for (size_t i = 0; i < crowd->rig_count; i++)
        if (crowd->rigs[i].skeleton == skeleton) return (int)i;
    return -1;
}

static bool make_rigs(bp_crowd *crowd, const bp_model *model, int clip, bp_error *error) {
    crowd->rigs = bp_alloc(&crowd->allocator, crowd->part_count, sizeof *crowd->rigs, error);
    if (!crowd->rigs) return false;
    crowd->max_slots = 1;
    for (size_t i = 0; i < crowd->part_count; i++) {
        const bp_figure_part *part = crowd->parts[i].from;
        crowd->parts[i].rig = -1;
        crowd->parts[i].world = part->node ? bp_node_world(part->node) : bp_mat4_identity();
        if (!part->skeleton || part->mesh->influences == 0) continue;
        if (find_rig(crowd, part->skeleton) < 0) {
            crowd_rig *fresh = &crowd->rigs[crowd->rig_count++];
            if (!make_rig(crowd, fresh, model, clip, part->skeleton, error)) return false;
        }
        crowd->parts[i].rig = find_rig(crowd, part->skeleton);
    }
    if (clip >= 0) {
        double last = 0;
        bp_clip_span(model->clips[clip], &crowd->first, &last);
        crowd->span = last - crowd->first;
    }
    return true;
}

static void choose_uvs(bp_mesh *mesh, const bp_figure_part *part) {
    const bp_vec2 *uvs =
        part->uvs ? part->uvs : mesh->uv[part->material ? part->material->texture.uv_set & 1 : 0];
    if (uvs && mesh->uv[0]) memcpy(mesh->uv[0], uvs, mesh->vertex_count * sizeof *uvs);
}

/* The part's mesh prepared for skinning: with its morph targets applied, with normals, with joints even if
 * nothing skins it, and with the texture coordinates that its material uses. */
static bp_mesh *prepare_mesh(const bp_crowd *crowd, const crowd_part *part, bp_error *error) {
    const bp_figure_part *from = part->from;
    bp_mesh *mesh = bp_mesh_clone(&crowd->allocator, from->mesh, error);
    if (!mesh) return NULL;
    bool ok = true;
    if (mesh->morph_count > 0 && from->morph_weights)
        ok = bp_mesh_morph(from->mesh, from->morph_weights, mesh->morph_count,
                           &(bp_vertex_arrays){mesh->positions, mesh->normals, NULL}, error);
    if (ok && !mesh->normals) ok = bp_mesh_make_normals(mesh, error);
    if (ok && part->rig < 0) ok = bp_mesh_bind_rigid(mesh, 0, error);
    if (ok && !mesh->uv[0] && (from->uvs || mesh->uv[1]))
        ok = bp_mesh_add_attributes(mesh, BP_MESH_UV0, error);
    if (ok) {
        choose_uvs(mesh, from);
        return mesh;
    }
    bp_mesh_destroy(mesh);
    return NULL;
}

static bool make_lods(bp_crowd *crowd, float unit, bp_error *error) {
    for (size_t i = 0; i < crowd->part_count; i++) {
        crowd_part *part = &crowd->parts[i];
        const bp_mesh *whole = part->lods[0].mesh = prepare_mesh(crowd, part, error);
        for (int l = 1; whole && l < CROWD_LODS; l++) {
            part->lods[l].mesh =
                bp_mesh_simplify(&crowd->allocator, whole, bp_crowd_lod_cells[l] * unit, error);
            if (!part->lods[l].mesh) return false;
        }
        if (!whole) return false;
    }
    return true;
}

/* Sets align, height, bounding_radius and speed. *unit is the model's size in mesh units. */
static bool measure(bp_crowd *crowd, float *unit, bp_error *error) {
    bp_bounds bounds = bp_figure_bounds(bp_model_figure_get_figure(crowd->figure));
    if (bp_bounds_is_empty(bounds))
        return bp_fail(error, BP_ERROR_INPUT, "meshes", "the file has nothing to draw");
    bp_vec3 size = bp_vec3_sub(bounds.hi, bounds.lo), middle = bp_bounds_center(bounds), way;
    float largest = size.x > size.y ? size.x : size.y, scale = 1;
    if (size.z > largest) largest = size.z;
    if (!(largest > 0)) return bp_fail(error, BP_ERROR_INPUT, "meshes", "all vertices are at the same point");
    if (largest < 0.8f || largest > 3) scale = 1.75f / largest;
    *unit = largest;
    /* A model that is longer than high needs more floor, so it counts as higher. */
    crowd->height = largest * scale * (largest > 1.05f * size.y ? 1.5f : 1);
    crowd->bounding_radius = 1.3f * bp_bounds_radius(bounds) * scale;
    if (!bp_crowd_find_gait(crowd, &way, error)) return false;
    crowd->speed *= scale;
    bp_mat4 to_origin = bp_mat4_translation((bp_vec3){-middle.x, -bounds.lo.y, -middle.z});
    bp_mat4 turn = bp_mat4_rotation_y(-bp_atan2(way.x, way.z));
    crowd->align = bp_mat4_mul(bp_mat4_mul(to_origin, bp_mat4_scaling((bp_vec3){scale, scale, scale})), turn);
    return true;
}

float bp_crowd_height(const bp_crowd *crowd) { return crowd->height; }

void *bp_crowd_reserve(const bp_crowd *crowd, void *block, size_t *capacity, size_t needed, size_t size,
                       bp_error *error) {
    if (block && needed <= *capacity) return block;
    bp_free(&crowd->allocator, block);
    *capacity = needed + needed / 4 + 1;
    block = bp_alloc(&crowd->allocator, *capacity, size, error);
    if (!block) *capacity = 0;
    return block;
}

static bool make(bp_crowd *crowd, const bp_model_pose *pose, int clip, bp_error *error) {
    float unit = 0;
    size_t threads = (size_t)bp_pool_threads(bp_context_pool(crowd->context));
    const bp_context_options one_thread = {
        .allocator = crowd->allocator, .threads = 1, .isa = bp_context_isa(crowd->context)};
    if (!(crowd->single_thread = bp_context_create(&one_thread, error)) ||
        !(crowd->figure = bp_model_figure_create(crowd->context, pose, error)))
        return false;
    const bp_figure *figure = bp_model_figure_get_figure(crowd->figure);
    crowd->part_count = bp_figure_part_count(figure);
    if (!(crowd->parts = bp_alloc(&crowd->allocator, crowd->part_count, sizeof *crowd->parts, error)))
        return false;
    for (size_t i = 0; i < crowd->part_count; i++) crowd->parts[i].from = bp_figure_part_at(figure, i);
    if (!make_rigs(crowd, pose->model, clip, error) || !measure(crowd, &unit, error) ||
        !make_lods(crowd, unit, error) || !bp_crowd_tints_create(crowd, pose->model, error))
        return false;
    crowd->instances = bp_alloc(&crowd->allocator, BP_CROWD_MAX, sizeof *crowd->instances, error);
    if (crowd->instances) crowd->times = bp_alloc(&crowd->allocator, BP_CROWD_MAX, sizeof(double), error);
    if (crowd->times)
        crowd->scratch = bp_alloc(&crowd->allocator, threads * crowd->max_slots, sizeof(bp_mat4), error);
    return crowd->scratch && bp_crowd_ground_create(crowd, error);
}

bp_crowd *bp_crowd_create(bp_context *context, const bp_model_pose *pose, int clip, bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_crowd *crowd = bp_alloc(allocator, 1, sizeof *crowd, error);
    if (!crowd) return NULL;
    crowd->context = context;
    crowd->allocator = *allocator;
    if (make(crowd, pose, clip, error)) return crowd;
    bp_crowd_destroy(crowd);
    return NULL;
}

static void free_part(const bp_allocator *allocator, crowd_part *part) {
    for (int l = 0; l < CROWD_LODS; l++) {
        bp_mesh_destroy(part->lods[l].mesh);
        bp_free(allocator, part->lods[l].indices);
        bp_free(allocator, part->lods[l].uvs);
        bp_free(allocator, part->lods[l].colors);
    }
}

void bp_crowd_destroy(bp_crowd *crowd) {
    if (!crowd) return;
    bp_allocator allocator = crowd->allocator;
    bp_crowd_ground_destroy(crowd);
    bp_crowd_tints_destroy(crowd);
    for (size_t i = 0; crowd->parts && i < crowd->part_count; i++) free_part(&allocator, &crowd->parts[i]);
    for (size_t i = 0; i < crowd->rig_count; i++) {
        bp_batch_sampler_destroy(crowd->rigs[i].sampler);
        bp_free(&allocator, crowd->rigs[i].palettes);
    }
    void *const blocks[] = {crowd->parts, crowd->rigs,      crowd->instances, crowd->scratch,
                            crowd->times, crowd->positions, crowd->normals,   crowd->tile_seconds};
    for (size_t i = 0; i < BP_COUNT(blocks); i++) bp_free(&allocator, blocks[i]);
    bp_model_figure_destroy(crowd->figure);
    bp_context_destroy(crowd->single_thread);
    bp_free(&allocator, crowd);
}
