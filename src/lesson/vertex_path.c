/* The path of one vertex from the mesh to its pixel, one stage after the other. The mesh's own skinning takes
 * it in one go (final); here it stops between the two matrices that final is made of. */
#include <bindpose/lesson.h>

enum { SIDE = 400 }; /* of the square viewport that the lessons' pixels are in */

/* The bone whose palette slot has the vertex's largest weight. */
static const bp_bone *bone_of(const bp_stage *stage, int vertex) {
    const bp_mesh *mesh = stage->mesh;
    int best = vertex * mesh->influences;
    for (int i = best; i < (vertex + 1) * mesh->influences; i++)
        if (mesh->weights[i] > mesh->weights[best]) best = i;
    for (size_t i = 0; i < bp_skeleton_count(stage->skeleton); i++) {
        const bp_bone *bone = bp_skeleton_bone(stage->skeleton, i);
        if (bp_bone_index(bone) == (int)mesh->joints[best]) return bone;
    }
    return NULL;
}

bool bp_world_vertex_path(bp_world *world, int stage, int vertex, bp_vertex_path *path) {
    const bp_stage *on = &world->stages[stage];
    *path = (bp_vertex_path){0};
    bool there = on->mesh && on->skeleton && on->figure && vertex >= 0 && on->mesh->influences > 0 &&
                 (size_t)vertex < on->mesh->vertex_count;
    const bp_bone *bone = there ? bone_of(on, vertex) : NULL;
    if (!bone) return bp_world_fail(world, "stage %d has no skinned vertex %d", stage + 1, vertex);
    path->mesh = on->mesh->positions[vertex];
    path->bone = bp_mat4_point(bp_bone_absolute_inverse_bind(bone), path->mesh);
    path->skeleton = bp_mat4_point(bp_bone_chain(bone), path->bone);
    path->world = bp_mat4_point(bp_figure_world(on->figure), path->skeleton);
    path->view = bp_mat4_point(bp_camera_view(&world->camera), path->world);
    path->clip = bp_mat4_vec4(bp_camera_projection(&world->camera, 1),
                              (bp_vec4){path->view.x, path->view.y, path->view.z, 1});
    if (bp_camera_project(&world->camera, (bp_rect){0, 0, SIDE, SIDE}, path->world, &path->pixel,
                          &path->depth))
        return true;
    return bp_world_fail(world, "vertex %d lies behind the camera", vertex);
}

void bp_world_mark_vertex(bp_world *world, int stage, int vertex, const char *name) {
    const bp_mesh *mesh = world->stages[stage].mesh;
    if (!mesh || vertex < 0 || (size_t)vertex >= mesh->vertex_count) {
        bp_world_fail(world, "stage %d has no vertex %d to follow", stage + 1, vertex);
        return;
    }
    world->stages[stage].marked_name = name;
    world->stages[stage].marked_vertex = vertex;
}

static bp_vertex_path path_of(bp_world *world, const bp_measure_args *args) {
    bp_vertex_path path;
    (void)bp_world_vertex_path(world, args->stage, args->other, &path);
    return path;
}

static void write(bp_vec3 v, float *values) { values[0] = v.x, values[1] = v.y, values[2] = v.z; }

void bp_measure_vertex_mesh(bp_world *world, const bp_measure_args *args, float *values) {
    write(path_of(world, args).mesh, values);
}
void bp_measure_vertex_bone(bp_world *world, const bp_measure_args *args, float *values) {
    write(path_of(world, args).bone, values);
}
void bp_measure_vertex_skeleton(bp_world *world, const bp_measure_args *args, float *values) {
    write(path_of(world, args).skeleton, values);
}
void bp_measure_vertex_skinned(bp_world *world, const bp_measure_args *args, float *values) {
    bp_vertex_path path = path_of(world, args); /* which makes sure that there is such a vertex */
    if (world->error.kind == BP_ERROR_NONE)
        path.mesh = bp_figure_positions(world->stages[args->stage].figure, 0)[args->other];
    write(path.mesh, values);
}
void bp_measure_vertex_world(bp_world *world, const bp_measure_args *args, float *values) {
    write(path_of(world, args).world, values);
}
void bp_measure_vertex_view(bp_world *world, const bp_measure_args *args, float *values) {
    write(path_of(world, args).view, values);
}
void bp_measure_vertex_clip(bp_world *world, const bp_measure_args *args, float *values) {
    bp_vec4 clip = path_of(world, args).clip;
    write((bp_vec3){clip.x, clip.y, clip.z}, values);
    values[3] = clip.w;
}
void bp_measure_vertex_pixel(bp_world *world, const bp_measure_args *args, float *values) {
    bp_vertex_path path = path_of(world, args);
    write((bp_vec3){path.pixel.x, path.pixel.y, path.depth}, values);
}
