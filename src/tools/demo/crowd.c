/* A crowd's life: meshes in several degrees of detail, skeletons with the clip turned from nodes to bones, and
 * the size and the gait of the model. */
#include "tools/demo/crowd_private.h"
#include <ctype.h>
#include <string.h>

const float bp_crowd_lod_cells[CROWD_LEVELS] = {0, 1.0f / 48, 1.0f / 28, 1.0f / 16, 1.0f / 9};

/* ---- which clip ------------------------------------------------------------------------------------ */

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

/* ---- movers ---------------------------------------------------------------------------------------- */

/* The clip speaks of nodes; posing wants bones. Nodes that carry no bone of the skeleton stay as they are. */
static bool add_bone_tracks(bp_clip *to, const bp_model *model, int clip, const bp_skeleton *skeleton,
                            bp_error *error) {
    if (clip < 0) return true;
    const bp_clip *from = model->clips[clip];
    for (size_t i = 0; i < bp_clip_track_count(from); i++) {
        bp_track track = *bp_clip_track(from, i);
        if (track.kind == BP_TRACK_WEIGHTS || (size_t)track.target >= model->node_count) continue;
        const bp_bone *bone = bp_skeleton_find_linked(skeleton, model->nodes[track.target]);
        if (!bone) continue;
        track.target = (int)bp_bone_id(bone);
        if (!bp_clip_add(to, &track, error)) return false;
    }
    return true;
}

static bool make_mover(bp_crowd *crowd, crowd_mover *mover, const bp_model *model, int clip,
                       bp_skeleton *skeleton, bp_error *error) {
    bp_skeleton_sort(skeleton);
    mover->skeleton = skeleton;
    bp_clip *bones = bp_clip_create(&crowd->allocator, NULL, error);
    if (!bones) return false;
    if (add_bone_tracks(bones, model, clip, skeleton, error))
        mover->posing = bp_batch_sampler_create(crowd->context, skeleton, bones, error);
    bp_clip_destroy(bones);
    if (!mover->posing) return false;
    size_t slots = bp_batch_sampler_palette_count(mover->posing);
    if (slots > crowd->slots_most) crowd->slots_most = slots;
    return true;
}

static int mover_of(const bp_crowd *crowd, const bp_skeleton *skeleton) {
    for (size_t i = 0; i < crowd->mover_count; i++)
        if (crowd->movers[i].skeleton == skeleton) return (int)i;
    return -1;
}

static bool make_movers(bp_crowd *crowd, const bp_model *model, int clip, bp_error *error) {
    crowd->movers = bp_alloc(&crowd->allocator, crowd->part_count, sizeof *crowd->movers, error);
    if (!crowd->movers) return false;
    crowd->slots_most = 1;
    for (size_t i = 0; i < crowd->part_count; i++) {
        const bp_figure_part *part = crowd->parts[i].from;
        crowd->parts[i].mover = -1;
        crowd->parts[i].place = part->node ? bp_node_world(part->node) : bp_mat4_identity();
        if (!part->skeleton || part->mesh->influences == 0) continue;
        if (mover_of(crowd, part->skeleton) < 0) {
            crowd_mover *fresh = &crowd->movers[crowd->mover_count++];
            if (!make_mover(crowd, fresh, model, clip, part->skeleton, error)) return false;
        }
        crowd->parts[i].mover = mover_of(crowd, part->skeleton);
    }
    if (clip >= 0) {
        double last = 0;
        bp_clip_span(model->clips[clip], &crowd->first, &last);
        crowd->span = last - crowd->first;
    }
    return true;
}

/* ---- meshes ---------------------------------------------------------------------------------------- */

static void choose_uvs(bp_mesh *mesh, const bp_figure_part *part) {
    const bp_vec2 *uvs =
        part->uvs ? part->uvs : mesh->uv[part->material ? part->material->texture.uv_set & 1 : 0];
    if (uvs && mesh->uv[0]) memcpy(mesh->uv[0], uvs, mesh->vertex_count * sizeof *uvs);
}

/* The part's mesh as it is to be skinned: in the shape that its morph targets give it, with normals, with joints
 * even where nothing skins it, and with the texture coordinates that its material wants. */
static bp_mesh *shape(const bp_crowd *crowd, const crowd_part *part, bp_error *error) {
    const bp_figure_part *from = part->from;
    bp_mesh *mesh = bp_mesh_clone(&crowd->allocator, from->mesh, error);
    if (!mesh) return NULL;
    bool good = true;
    if (mesh->morph_count > 0 && from->morph_weights)
        good = bp_mesh_morph(from->mesh, from->morph_weights, mesh->morph_count, mesh->positions,
                             mesh->normals, NULL, error);
    if (good && !mesh->normals) good = bp_mesh_make_normals(mesh, error);
    if (good && part->mover < 0) good = bp_mesh_bind_rigid(mesh, 0, error);
    if (good && !mesh->uv[0] && (from->uvs || mesh->uv[1]))
        good = bp_mesh_add_attributes(mesh, BP_MESH_UV0, error);
    if (good) {
        choose_uvs(mesh, from);
        return mesh;
    }
    bp_mesh_destroy(mesh);
    return NULL;
}

static bool make_levels(bp_crowd *crowd, float unit, bp_error *error) {
    for (size_t i = 0; i < crowd->part_count; i++) {
        crowd_part *part = &crowd->parts[i];
        const bp_mesh *whole = part->levels[0].mesh = shape(crowd, part, error);
        for (int l = 1; whole && l < CROWD_LEVELS; l++) {
            part->levels[l].mesh =
                bp_mesh_simplify(&crowd->allocator, whole, bp_crowd_lod_cells[l] * unit, error);
            if (!part->levels[l].mesh) return false;
        }
        if (!whole) return false;
    }
    return true;
}

/* ---- size and gait ---------------------------------------------------------------------------------- */

/* Sets base, height, reach and speed. *unit is the model's height in its meshes' own measure. */
static bool measure(bp_crowd *crowd, float *unit, bp_error *error) {
    bp_bounds bounds = bp_figure_bounds(bp_model_figure_get_figure(crowd->figure));
    if (bp_bounds_is_empty(bounds))
        return bp_fail(error, BP_ERROR_INPUT, "meshes", "there is nothing to draw in the file");
    bp_vec3 size = bp_vec3_sub(bounds.hi, bounds.lo), middle = bp_bounds_center(bounds), way;
    float largest = size.x > size.y ? size.x : size.y, scale = 1;
    if (size.z > largest) largest = size.z;
    if (!(largest > 0)) return bp_fail(error, BP_ERROR_INPUT, "meshes", "all vertices are at one place");
    if (largest < 0.8f || largest > 3) scale = 1.75f / largest;
    *unit = largest;
    /* What is longer than it is high needs more room on the floor: it counts as higher. */
    crowd->height = largest * scale * (largest > 1.05f * size.y ? 1.5f : 1);
    crowd->reach = 1.3f * bp_bounds_radius(bounds) * scale;
    if (!bp_crowd_find_gait(crowd, &way, error)) return false;
    crowd->speed *= scale;
    bp_mat4 place = bp_mat4_translation((bp_vec3){-middle.x, -bounds.lo.y, -middle.z});
    bp_mat4 turn = bp_mat4_rotation_y(-bp_atan2(way.x, way.z));
    crowd->base = bp_mat4_mul(bp_mat4_mul(place, bp_mat4_scaling((bp_vec3){scale, scale, scale})), turn);
    return true;
}

float bp_crowd_height(const bp_crowd *crowd) { return crowd->height; }
float bp_crowd_speed(const bp_crowd *crowd) { return crowd->speed; }

/* ---- life ------------------------------------------------------------------------------------------ */

bool bp_crowd_reserve(bp_crowd *crowd, void **block, size_t *room, size_t wanted, size_t size,
                      bp_error *error) {
    if (wanted <= *room) return true;
    size_t fresh = wanted + wanted / 4;
    bp_free(&crowd->allocator, *block);
    *room = 0;
    *block = bp_alloc(&crowd->allocator, fresh, size, error);
    if (*block) *room = fresh;
    return *block != NULL;
}

static bool make(bp_crowd *crowd, const bp_model_pose *pose, int clip, bp_error *error) {
    float unit;
    size_t threads = (size_t)bp_pool_threads(bp_context_pool(crowd->context));
    const bp_context_options alone = {
        .allocator = crowd->allocator, .threads = 1, .isa = bp_context_isa(crowd->context)};
    if (!(crowd->alone = bp_context_create(&alone, error)) ||
        !(crowd->figure = bp_model_figure_create(crowd->context, pose, error)))
        return false;
    const bp_figure *figure = bp_model_figure_get_figure(crowd->figure);
    crowd->part_count = bp_figure_part_count(figure);
    if (!(crowd->parts = bp_alloc(&crowd->allocator, crowd->part_count, sizeof *crowd->parts, error)))
        return false;
    for (size_t i = 0; i < crowd->part_count; i++) crowd->parts[i].from = bp_figure_part_at(figure, i);
    if (!make_movers(crowd, pose->model, clip, error) || !measure(crowd, &unit, error) ||
        !make_levels(crowd, unit, error) || !bp_crowd_tints_create(crowd, pose->model, error))
        return false;
    crowd->entries = bp_alloc(&crowd->allocator, BP_CROWD_MAX, sizeof *crowd->entries, error);
    if (crowd->entries) crowd->times = bp_alloc(&crowd->allocator, BP_CROWD_MAX, sizeof(double), error);
    if (crowd->times)
        crowd->scratch = bp_alloc(&crowd->allocator, threads * crowd->slots_most, sizeof(bp_mat4), error);
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
    for (int l = 0; l < CROWD_LEVELS; l++) {
        bp_mesh_destroy(part->levels[l].mesh);
        bp_free(allocator, part->levels[l].indices);
        bp_free(allocator, part->levels[l].uvs);
        bp_free(allocator, part->levels[l].colors);
    }
}

void bp_crowd_destroy(bp_crowd *crowd) {
    if (!crowd) return;
    bp_allocator allocator = crowd->allocator;
    bp_crowd_ground_destroy(crowd);
    bp_crowd_tints_destroy(crowd);
    for (size_t i = 0; crowd->parts && i < crowd->part_count; i++) free_part(&allocator, &crowd->parts[i]);
    for (size_t i = 0; i < crowd->mover_count; i++) {
        bp_batch_sampler_destroy(crowd->movers[i].posing);
        bp_free(&allocator, crowd->movers[i].palettes);
    }
    void *const blocks[] = {crowd->parts, crowd->movers,    crowd->entries, crowd->scratch,
                            crowd->times, crowd->positions, crowd->normals, crowd->tile_seconds};
    for (size_t i = 0; i < BP_COUNT(blocks); i++) bp_free(&allocator, blocks[i]);
    bp_model_figure_destroy(crowd->figure);
    bp_context_destroy(crowd->alone);
    bp_free(&allocator, crowd);
}
