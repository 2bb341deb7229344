/* How much of a mesh's volume a pose leaves: the number by which ways of skinning can be compared. */
#include <bindpose/lesson.h>

/* The volume within the posed vertices of a stage. */
static double posed_volume(const bp_stage *stage) {
    bp_mesh posed = *stage->mesh; /* the same mesh, but for its positions; nobody writes to either */
    posed.positions = (bp_vec3 *)bp_figure_positions(stage->figure, 0);
    return bp_mesh_volume(&posed);
}

void bp_measure_volume(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_stage *stage = &world->stages[args->stage];
    if (!stage->figure || !stage->mesh) {
        bp_world_fail(world, "stage %d has no mesh whose volume could be measured", args->stage + 1);
        return;
    }
    values[0] = (float)(posed_volume(stage) / bp_mesh_volume(stage->mesh));
}
