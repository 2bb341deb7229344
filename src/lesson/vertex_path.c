/* Follows one vertex into its bone's grid and out, one matrix at a time. Skinning multiplies once, by final;
 * here its two factors are applied one after the other, to show the position between them. */
#include <bindpose/lesson_world.h>

/* Each member is the one before it times one more matrix. */
typedef struct vertex_path {
    bp_vec3 mesh, bone, skeleton;
} vertex_path;

/* The bone with the vertex's largest weight. */
static const bp_bone *find_bone(const bp_stage *stage, int vertex) {
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

/* If the vertex doesn't exist or isn't skinned, the world fails. */
static vertex_path follow(bp_world *world, const bp_measure_args *args) {
    const bp_stage *stage = &world->stages[args->stage];
    const bp_mesh *mesh = stage->mesh;
    int vertex = args->other;
    vertex_path path = {0};
    bool skinned = mesh && stage->skeleton && stage->figure && mesh->influences > 0 && vertex >= 0 &&
                   (size_t)vertex < mesh->vertex_count;
    const bp_bone *bone = skinned ? find_bone(stage, vertex) : NULL;
    if (!bone) {
        bp_world_fail(world, "stage %d has no skinned vertex %d", args->stage + 1, vertex);
        return path;
    }
    path.mesh = mesh->positions[vertex];
    path.bone = bp_mat4_point(bp_bone_absolute_inverse_bind(bone), path.mesh);
    path.skeleton = bp_mat4_point(bp_bone_chain(bone), path.bone);
    return path;
}

static void put(bp_vec3 v, float *values) { values[0] = v.x, values[1] = v.y, values[2] = v.z; }

void bp_measure_vertex_mesh(bp_world *world, const bp_measure_args *args, float *values) {
    put(follow(world, args).mesh, values);
}
void bp_measure_vertex_bone(bp_world *world, const bp_measure_args *args, float *values) {
    put(follow(world, args).bone, values);
}
void bp_measure_vertex_skeleton(bp_world *world, const bp_measure_args *args, float *values) {
    put(follow(world, args).skeleton, values);
}
void bp_measure_vertex_skinned(bp_world *world, const bp_measure_args *args, float *values) {
    vertex_path path = follow(world, args); /* fails if the vertex doesn't exist */
    if (world->error.kind == BP_ERROR_NONE)
        path.mesh = bp_figure_positions(world->stages[args->stage].figure, 0)[args->other];
    put(path.mesh, values);
}
