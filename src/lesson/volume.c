/* How much of a mesh's volume a pose leaves: the number by which ways of skinning can be compared. */
#include <bindpose/lesson.h>
#include <string.h>

/* The volume within the figure's posed vertices, and within the mesh as it was made. */
static bool volumes(bp_world *world, const bp_stage *stage, double *posed, double *made) {
    bp_error error = {0};
    bp_mesh *copy = bp_mesh_clone(bp_context_allocator(world->context), stage->mesh, &error);
    if (!copy) {
        if (world->error.kind == BP_ERROR_NONE) world->error = error;
        return false;
    }
    *made = bp_mesh_volume(copy);
    memcpy(copy->positions, bp_figure_positions(stage->figure, 0),
           copy->vertex_count * sizeof *copy->positions);
    *posed = bp_mesh_volume(copy);
    bp_mesh_destroy(copy);
    return true;
}

void bp_measure_volume(bp_world *world, const bp_subject *subject, float *values) {
    const bp_stage *stage = &world->stages[subject->stage];
    double posed = 0, made = 0;
    if (!stage->figure || !stage->mesh) {
        bp_world_fail(world, "stage %d has no mesh whose volume could be measured", subject->stage + 1);
        return;
    }
    if (volumes(world, stage, &posed, &made)) values[0] = (float)(posed / made);
}
