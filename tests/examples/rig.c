/* Builds a rig in code, a tube with two joints and a clip that bends it, and writes a .glb.
 *
 *     rig OUT.glb */
#include <bindpose/gltf.h>
#include <bindpose/model.h>
#include <stdio.h>

static int fail(const bp_error *error) {
    fprintf(stderr, "%s: %s\n", error->place, error->message);
    return 1;
}

static bool add_bones(bp_model *model, bp_error *error) {
    bp_model_skin *skin = &model->skins[0];
    skin->skeleton = 0;
    skin->joint_count = 2;
    skin->nodes = bp_alloc(&model->allocator, 2, sizeof *skin->nodes, error);
    skin->bones = skin->nodes ? bp_alloc(&model->allocator, 2, sizeof *skin->bones, error) : NULL;
    bp_skeleton *skeleton = skin->bones ? bp_skeleton_create(NULL, NULL, error) : NULL;
    model->skeletons[0] = skeleton;
    for (int i = 0; skeleton && i < 2; i++) {
        static const char *const names[] = {"lower", "upper"};
        bp_mat4 local = bp_mat4_translation(bp_vec3_make(0, (float)i, 0)); /* joints one metre apart */
        bp_bone_options options = {
            .name = names[i], .local = &local, .parent = i ? bp_skeleton_bone(skeleton, 0) : NULL};
        bp_bone *bone = bp_skeleton_add(skeleton, &options, error);
        model->nodes[i] = bone ? bp_node_create(NULL, names[i], i ? model->nodes[0] : NULL, error) : NULL;
        model->node_names[i] = bp_copy_text(&model->allocator, names[i], error);
        if (!model->nodes[i] || !model->node_names[i]) return false;
        bp_node_set_matrix(model->nodes[i], local);
        bp_bone_link(bone, model->nodes[i]);
        skin->nodes[i] = skin->bones[i] = i;
    }
    return skeleton != NULL;
}

static bool add_clip(bp_model *model, bp_error *error) {
    static const double times[] = {0, 1, 2};
    static const float bend[] = {0, 0, 0, 1, 0, 0, 0.5f, 0.8660254f, 0, 0, 0, 1}; /* 60 degrees about Z */
    bp_track track = {.target = 1, .kind = BP_TRACK_ROTATION, .key_count = 3, .times = times, .values = bend};
    bp_clip_options options = {.name = "bend", .targets = BP_TARGETS_NODES};
    model->clips[0] = bp_clip_create(&model->allocator, &options, error);
    return model->clips[0] && bp_clip_add(model->clips[0], &track, error);
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    bp_error error = {0};
    bp_model_counts counts = {
        .nodes = 3, .meshes = 1, .skeletons = 1, .skins = 1, .instances = 1, .clips = 1};
    bp_model *model = bp_model_create(NULL, "rig", &counts, &error);
    if (!model || !add_bones(model, &error) || !add_clip(model, &error)) return fail(&error);
    model->nodes[2] = bp_node_create(NULL, "tube", NULL, &error);
    model->node_names[2] = bp_copy_text(NULL, "tube", &error);
    model->meshes[0] = bp_shape_tube(NULL, NULL, &error); /* two metres, two joints, with smooth weights */
    model->instances[0].node = 2;
    model->instances[0].mesh = model->instances[0].skin = 0;
    if (!bp_model_check(model, &error) || !bp_gltf_write(NULL, model, argv[1], NULL, &error))
        return fail(&error);
    printf("%zu vertices, 2 joints\n", model->meshes[0]->vertex_count);
    bp_model_destroy(model);
    return 0;
}
