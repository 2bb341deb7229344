#include "fingerprints.h"
#include "rig/anim/anim.h"
#include "rig/engine.h"
#include "support/engine_forms.h"
#include "support/range.h"

void fingerprint_mesh(const bp_mesh *m, uint64_t *hash) {
    sweep_word(hash, m != NULL);
    if (!m) return;
    size_t n = m->vertex_count, places = n * (size_t)m->influences;
    sweep_text(hash, m->name);
    sweep_bytes(hash, m->positions, n * sizeof *m->positions);
    sweep_bytes(hash, m->normals, m->normals ? n * sizeof *m->normals : 0);
    sweep_bytes(hash, m->tangents, m->tangents ? n * sizeof *m->tangents : 0);
    for (int i = 0; i < BP_MESH_UV_SETS; i++)
        sweep_bytes(hash, m->uv[i], m->uv[i] ? n * sizeof *m->uv[i] : 0);
    sweep_bytes(hash, m->colors, m->colors ? n * 4 : 0);
    sweep_word(hash, (uint64_t)m->influences);
    sweep_bytes(hash, m->joints, places ? places * sizeof *m->joints : 0);
    sweep_bytes(hash, m->weights, places ? places * sizeof *m->weights : 0);
    sweep_bytes(hash, m->indices, m->index_count * sizeof *m->indices);
    for (size_t i = 0; i < m->submesh_count; i++) {
        sweep_word(hash, m->submeshes[i].first), sweep_word(hash, m->submeshes[i].count);
        sweep_word(hash, (uint64_t)m->submeshes[i].material);
    }
    sweep_word(hash, m->morph_count);
    for (size_t i = 0; i < m->morph_count; i++) {
        const bp_morph *morph = &m->morphs[i];
        sweep_text(hash, morph->name);
        sweep_floats(hash, &morph->weight, 1);
        sweep_bytes(hash, morph->positions, morph->positions ? n * sizeof *morph->positions : 0);
        sweep_bytes(hash, morph->normals, morph->normals ? n * sizeof *morph->normals : 0);
        sweep_bytes(hash, morph->tangents, morph->tangents ? n * sizeof *morph->tangents : 0);
    }
}

static void fingerprint_trs(bp_vec3 position, bp_quat rotation, bp_vec3 scale, uint64_t *hash) {
    sweep_floats(hash, &position.x, 3);
    sweep_floats(hash, &rotation.x, 4);
    sweep_floats(hash, &scale.x, 3);
}

void fingerprint_node(const bp_node *node, uint64_t *hash) {
    sweep_word(hash, node != NULL);
    if (!node) return;
    sweep_text(hash, bp_node_name(node));
    sweep_text(hash, bp_node_parent(node) ? bp_node_name(bp_node_parent(node)) : "-");
    fingerprint_trs(bp_node_position(node), bp_node_rotation(node), bp_node_scale(node), hash);
    sweep_word(hash, bp_node_holds_euler(node));
    bp_mat4 world = bp_node_world(node);
    sweep_floats(hash, world.m, 16);
}

static void fingerprint_matrices(const bp_bone *bone, uint64_t *hash) {
    bp_mat4 (*const matrices[])(const bp_bone *) = {
        bp_bone_local, bp_bone_absolute,      bp_bone_final, bp_bone_chain,
        bp_bone_bind,  bp_bone_absolute_bind, bp_bone_rest,  bp_bone_absolute_inverse_bind};
    for (size_t i = 0; i < BP_COUNT(matrices); i++) {
        bp_mat4 m = matrices[i](bone);
        sweep_floats(hash, m.m, 16);
    }
}

static void fingerprint_bone(const bp_bone *bone, uint64_t *hash) {
    sweep_text(hash, bp_bone_name(bone));
    sweep_word(hash, bp_bone_id(bone)), sweep_word(hash, bp_bone_array_index(bone));
    const bp_bone *family[] = {bp_bone_parent(bone), bp_bone_first_child(bone), bp_bone_next_sibling(bone)};
    for (size_t i = 0; i < 3; i++) sweep_word(hash, family[i] ? bp_bone_id(family[i]) : SIZE_MAX);
    sweep_word(hash, (uint64_t)bp_bone_index(bone)), sweep_word(hash, bp_bone_has_index(bone));
    float length = 0;
    sweep_word(hash, bp_bone_length(bone, &length)), sweep_floats(hash, &length, 1);
    sweep_word(hash, bp_bone_has_length(bone));
    sweep_word(hash, bp_bone_local_is_current(bone));
    sweep_word(hash, bp_bone_absolute_is_current(bone));
    if (bp_bone_node(bone)) fingerprint_node(bp_bone_node(bone), hash);
    fingerprint_matrices(bone, hash);
}

void fingerprint_skeleton(const bp_skeleton *s, uint64_t *hash) {
    sweep_word(hash, s != NULL);
    if (!s) return;
    sweep_text(hash, bp_skeleton_name(s));
    sweep_word(hash, (uint64_t)bp_skeleton_rules(s));
    sweep_word(hash, bp_skeleton_is_dirty(s));
    for (size_t i = 0; i < bp_skeleton_count(s); i++) {
        sweep_word(hash, bp_bone_id(bp_skeleton_bone(s, i)));
        fingerprint_bone(bp_skeleton_bone_by_id(s, i), hash);
        sweep_word(hash, bp_bone_id(bp_skeleton_find(s, bp_bone_name(bp_skeleton_bone_by_id(s, i)))));
    }
    sweep_word(hash, bp_skeleton_palette_count(s));
    if (bp_skeleton_palette_count(s) > 0)
        sweep_floats(hash, bp_skeleton_palette(s)->m, 16 * bp_skeleton_palette_count(s));
}

void fingerprint_clip(const bp_clip *clip, uint64_t *hash) {
    sweep_word(hash, clip != NULL);
    if (!clip) return;
    sweep_text(hash, bp_clip_name(clip));
    for (size_t i = 0; i < bp_clip_track_count(clip); i++) {
        const bp_track *track = bp_clip_track(clip, i);
        size_t values = track->key_count * bp_track_width(track);
        if (track->interpolation == BP_INTERPOLATION_CUBIC) values *= 3;
        sweep_word(hash, (uint64_t)track->target), sweep_word(hash, (uint64_t)track->kind);
        sweep_bytes(hash, track->times, track->key_count * sizeof *track->times);
        sweep_floats(hash, track->values, values);
        sweep_bytes(hash, track->modes, track->modes ? track->key_count : 0);
        sweep_word(hash, bp_clip_track_range_count(clip, i));
    }
    for (size_t i = 0; i < bp_clip_range_count(clip); i++) {
        const bp_range *range = &clip->ranges.items[i];
        sweep_text(hash, range->name);
        sweep_bytes(hash, &range->from, sizeof range->from), sweep_bytes(hash, &range->to, sizeof range->to);
        for (size_t k = 0; k < bp_clip_track_count(clip); k++)
            sweep_word(hash, bp_clip_track_range_get(clip, k, range->name) != NULL);
    }
}

void fingerprint_pose(const bp_pose *pose, uint64_t *hash) {
    sweep_word(hash, pose != NULL);
    if (!pose) return;
    sweep_bytes(hash, pose->parts, pose->count);
    for (size_t i = 0; i < pose->count; i++) {
        bp_trs trs = bp_pose_trs(pose, i);
        fingerprint_trs(trs.position, trs.rotation, trs.scale, hash);
    }
    if (pose->weights) sweep_floats(hash, pose->weights, pose->weight_starts[pose->count]);
}

void fingerprint_image(const bp_image *image, uint64_t *hash) {
    sweep_word(hash, image != NULL);
    if (image) sweep_bytes(hash, image->pixels, (size_t)image->width * (size_t)image->height * 4);
}

void fingerprint_model(const bp_model *model, uint64_t *hash) {
    sweep_word(hash, model != NULL);
    if (!model) return;
    sweep_text(hash, model->name);
    for (size_t i = 0; i < model->node_count; i++) fingerprint_node(model->nodes[i], hash);
    for (size_t i = 0; i < model->mesh_count; i++) fingerprint_mesh(model->meshes[i], hash);
    for (size_t i = 0; i < model->image_count; i++) fingerprint_image(model->images[i], hash);
    for (size_t i = 0; i < model->skeleton_count; i++) fingerprint_skeleton(model->skeletons[i], hash);
    for (size_t i = 0; i < model->clip_count; i++) fingerprint_clip(model->clips[i], hash);
    for (size_t i = 0; i < model->material_count; i++) {
        sweep_text(hash, model->materials[i].name);
        sweep_floats(hash, &model->materials[i].base_color.x, 4);
    }
    for (size_t i = 0; i < model->skin_count; i++)
        sweep_bytes(hash, model->skins[i].nodes, model->skins[i].joint_count * sizeof(int));
    for (size_t i = 0; i < model->instance_count; i++)
        sweep_word(hash, (uint64_t)model->instances[i].mesh << 32 | (uint32_t)model->instances[i].skin);
}
