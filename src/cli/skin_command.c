/* `bindpose skin`: nodes, joint matrices and skinned vertices, as JSON or in short as a table. */
#include "cli/commands.h"
#include "cli/model_command.h"
#include "cli/print.h"
#include "mesh/editing.h"
#include "mesh/model_pose.h"
#include <stdio.h>

/* The positions of an instance; NULL on error. Freed with bp_free. */
static bp_vec3 *skinned_positions(const bp_model_file *file, size_t instance, bp_error *error) {
    const bp_model *model = file->model;
    const bp_mesh *mesh = model->meshes[model->instances[instance].mesh];
    bp_vec3 *positions = bp_alloc(&model->allocator, mesh->vertex_count, sizeof *positions, error);
    bp_vertex_arrays out = {.positions = positions};
    if (!positions || bp_model_pose_vertices(file->context, file->pose, instance, &out, error))
        return positions;
    bp_free(&model->allocator, positions);
    return NULL;
}

static void put_nodes(bp_json_writer *writer, const bp_model *model) {
    bp_json_write(writer, "nodes: [");
    for (size_t i = 0; i < model->node_count; i++) {
        bp_json_write(writer, "{name: %s", model->node_names[i]);
        const bp_mat4 at = bp_node_world(model->nodes[i]);
        bp_json_write(writer, "world: %16p}", bp_floats(at.m));
    }
    bp_json_write(writer, "]");
}

static void put_skin(bp_json_writer *writer, const bp_model *model, const bp_model_skin *skin) {
    bp_json_write(writer, "{joints: (");
    for (size_t i = 0; i < skin->joint_count; i++) bp_json_write(writer, "%d", skin->nodes[i]);
    bp_json_write(writer, "), jointMatrix: [");
    for (size_t i = 0; i < skin->joint_count; i++) {
        const bp_skeleton *skeleton = model->skeletons[skin->skeleton];
        bp_mat4 final = bp_bone_final(bp_skeleton_bone_by_id(skeleton, (size_t)skin->bones[i]));
        bp_json_write(writer, "%16p", bp_floats(final.m));
    }
    bp_json_write(writer, "]}");
}

static bool put_mesh(bp_json_writer *writer, const bp_model_file *file, size_t index, bp_error *error) {
    const bp_model *model = file->model;
    const bp_model_instance *instance = &model->instances[index];
    bp_vec3 *positions = skinned_positions(file, index, error);
    if (!positions) return false;
    bp_json_write(writer, "{node: %d, primitive: %d, positions: [", instance->node, instance->primitive);
    for (size_t i = 0; i < model->meshes[instance->mesh]->vertex_count; i++)
        bp_json_write(writer, "%3p", bp_floats(&positions[i].x));
    bp_json_write(writer, "]}");
    bp_free(&model->allocator, positions);
    return true;
}

static bool put_all(bp_json_writer *writer, const bp_model_file *file, bp_error *error) {
    const bp_model *model = file->model;
    bp_json_write(writer, "{file: %s, animation:", file->path);
    bp_json_write(writer, file->clip >= 0 ? "%d" : "null", file->clip);
    bp_json_write(writer, "time: %g", file->seconds);
    put_nodes(writer, model);
    bp_json_write(writer, "skins: [");
    for (size_t i = 0; i < model->skin_count; i++) put_skin(writer, model, &model->skins[i]);
    bp_json_write(writer, "], meshes: [");
    for (size_t i = 0; i < model->instance_count; i++)
        if (!put_mesh(writer, file, i, error)) return false;
    bp_json_write(writer, "]}");
    return true;
}

static void print_head(const bp_model_file *file) {
    const bp_model *model = file->model;
    printf("%s: %zu nodes, %zu skins, %zu animations\n", file->path, model->node_count, model->skin_count,
           model->clip_count);
    for (size_t i = 0; i < model->clip_count; i++) {
        double first, last;
        bp_clip_span(model->clips[i], &first, &last);
        printf("  animation %zu  %-24s %8.3f s to %.3f s  %zu channels\n", i, bp_clip_name(model->clips[i]),
               first, last, bp_clip_track_count(model->clips[i]));
    }
    if (file->clip >= 0)
        printf("Posed by animation %d at %g s.\n", file->clip, file->seconds);
    else
        printf("As the file's nodes stand, without animation.\n");
}

static bool print_mesh(const bp_model_file *file, size_t index, bp_error *error) {
    const bp_model *model = file->model;
    const bp_model_instance *instance = &model->instances[index];
    const bp_mesh *mesh = model->meshes[instance->mesh];
    bp_vec3 *positions = skinned_positions(file, index, error);
    if (!positions) return false;
    bp_bounds bounds = bp_bounds_from_points(positions, mesh->vertex_count);
    printf("%5d %-20.20s %9d %5s %9zu", instance->node, model->node_names[instance->node],
           instance->primitive, bp_format(instance->skin >= 0 ? "%d" : "-", instance->skin).text,
           mesh->vertex_count);
    if (!bp_bounds_is_empty(bounds))
        printf("   (%.5g, %.5g, %.5g) to (%.5g, %.5g, %.5g)", (double)bounds.lo.x, (double)bounds.lo.y,
               (double)bounds.lo.z, (double)bounds.hi.x, (double)bounds.hi.y, (double)bounds.hi.z);
    printf("%s\n", instance->outside_scene ? "   not in the scene" : "");
    bp_free(&model->allocator, positions);
    return true;
}

static bool print_table(const bp_model_file *file, bp_error *error) {
    const bp_model *model = file->model;
    print_head(file);
    printf("\n node name                 primitive  skin  vertices   skinned vertices lie within, in the "
           "scene's space\n");
    for (size_t i = 0; i < model->instance_count; i++)
        if (!print_mesh(file, i, error)) return false;
    for (size_t i = 0; i < model->skin_count; i++) {
        const bp_model_skin *skin = &model->skins[i];
        printf("\nskin %zu %s: %zu joints; where each joint's node is, in the scene's space\n", i, skin->name,
               skin->joint_count);
        for (size_t j = 0; j < skin->joint_count; j++) {
            bp_vec3 at = bp_mat4_position(bp_node_world(model->nodes[skin->nodes[j]]));
            printf("%5zu  node %-5d %-28.28s (%.5g, %.5g, %.5g)\n", j, skin->nodes[j],
                   model->node_names[skin->nodes[j]], (double)at.x, (double)at.y, (double)at.z);
        }
    }
    return bp_printed(error);
}

static bool show(const bp_model_file *file, bool json, bp_error *error) {
    if (!json) return print_table(file, error);
    bp_json_writer writer = bp_json_writer_make(&file->model->allocator);
    bool ok = put_all(&writer, file, error) && bp_print_json(&writer, error);
    bp_json_writer_clear(&writer);
    return ok;
}

int bp_skin_command(bp_cli *call) {
    return bp_model_command_run(call, "Skinned vertices and joint matrices of a glTF file.",
                                "print every matrix and vertex as JSON", show, NULL);
}
