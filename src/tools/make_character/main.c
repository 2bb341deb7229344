/* make_character OUT.glb: writes our own character, always the same bytes. */
#include "base/error.h"
#include "tools/make_character/character.h"
#include <bindpose/gltf.h>
#include <stdio.h>

enum { MESH_NODE = BONES, NODES };

static bool add_nodes(bp_model *model, const body_joint joints[BONES], bp_error *error) {
    for (int i = 0; i < NODES; i++) {
        bool bone = i < BONES;
        int parent = bone ? joints[i].parent : -1;
        const char *name = bone ? joints[i].name : "character";
        model->nodes[i] = bp_node_create(NULL, name, parent < 0 ? NULL : model->nodes[parent], error);
        model->node_names[i] = bp_copy_text(NULL, name, error);
        if (!model->nodes[i] || !model->node_names[i]) return false;
        if (!bone) continue;
        bp_quat above = parent < 0 ? bp_quat_identity() : joints[parent].facing;
        bp_vec3 from = parent < 0 ? bp_vec3_make(0, 0, 0) : joints[parent].at;
        bp_quat back = bp_quat_conjugate(above);
        bp_node_set_position(model->nodes[i], bp_quat_rotate(back, bp_vec3_sub(joints[i].at, from)));
        bp_node_set_rotation(model->nodes[i], bp_quat_normalize(bp_quat_mul(back, joints[i].facing)));
    }
    return true;
}

static bool add_skin(bp_model *model, const body_joint joints[BONES], bp_error *error) {
    bp_model_skin *skin = &model->skins[0];
    bp_skeleton *skeleton = bp_skeleton_create(NULL, &(bp_skeleton_options){.name = "character"}, error);
    model->skeletons[0] = skeleton;
    skin->skeleton = 0;
    skin->joint_count = BONES;
    skin->name = bp_copy_text(NULL, "character", error);
    skin->nodes = bp_alloc(NULL, BONES, sizeof *skin->nodes, error);
    skin->bones = bp_alloc(NULL, BONES, sizeof *skin->bones, error);
    if (!skeleton || !skin->name || !skin->nodes || !skin->bones) return false;
    for (int i = 0; i < BONES; i++) {
        bp_mat4 local = bp_node_local(model->nodes[i]);
        bp_bone_options options = {.name = joints[i].name, .local = &local};
        if (joints[i].parent >= 0)
            options.parent = bp_skeleton_bone_by_id(skeleton, (size_t)joints[i].parent);
        bp_bone *bone = bp_skeleton_add(skeleton, &options, error);
        if (!bone) return false;
        bp_bone_link(bone, model->nodes[i]);
        skin->nodes[i] = skin->bones[i] = i;
    }
    return true;
}

static bool add_surface(bp_model *model, const body_joint joints[BONES], bp_error *error) {
    bp_mesh *mesh = surface_make(error);
    if (mesh && !weights_spread(mesh, joints, error)) {
        bp_mesh_destroy(mesh);
        return false;
    }
    model->meshes[0] = mesh ? paint_unfold(mesh, error) : NULL;
    model->images[0] = model->meshes[0] ? paint_make(error) : NULL;
    if (!model->images[0]) return false;
    model->materials[0].name = bp_copy_text(NULL, "character", error);
    model->materials[0].texture.image = 0;
    model->materials[0].texture.filter = BP_FILTER_TRILINEAR;
    model->materials[0].texture.wrap_u = model->materials[0].texture.wrap_v = BP_WRAP_CLAMP;
    model->meshes[0]->submeshes[0].material = 0;
    model->instances[0].node = MESH_NODE;
    model->instances[0].mesh = model->instances[0].skin = 0;
    return model->materials[0].name != NULL;
}

static bool make(const char *path, bp_error *error) {
    body_joint joints[BONES];
    bp_model_counts counts = {.nodes = NODES,
                              .meshes = 1,
                              .images = 1,
                              .materials = 1,
                              .skeletons = 1,
                              .skins = 1,
                              .instances = 1,
                              .clips = 3};
    bp_model *model = bp_model_create(NULL, "character", &counts, error);
    body_make_joints(joints);
    /* The file names no version, so its bytes stay the same. */
    bp_gltf_write_options options = {.container = BP_GLTF_BINARY, .generator = "Bindpose make_character"};
    bool ok = model && add_nodes(model, joints, error) && add_skin(model, joints, error) &&
              add_surface(model, joints, error) && motion_make(joints, model->clips, error) &&
              bp_gltf_write(NULL, model, path, &options, error);
    if (ok)
        printf("%s: %zu vertices, %zu triangles, %d bones\n", path, model->meshes[0]->vertex_count,
               model->meshes[0]->index_count / 3, (int)BONES);
    bp_model_destroy(model);
    return ok;
}

int main(int argc, char **argv) {
    bp_error error = {0};
    if (argc != 2) {
        fprintf(stderr, "Usage: make_character OUT.glb\n");
        return 2;
    }
    if (make(argv[1], &error)) return 0;
    char text[768];
    fprintf(stderr, "make_character: %s\n", bp_error_text(&error, text, sizeof text));
    return bp_error_exit_code(&error);
}
