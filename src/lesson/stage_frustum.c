/* A stage with an eye, its view frustum and a triangle, and the notes about them. */
#include "lesson/frustum.h"
#include "lesson/world.h"
#include <stdio.h>

static const bp_vec3 EYE = {0, 0, 6};

bp_stage *bp_world_add_frustum(bp_world *world, const char *title, const char *subtitle,
                               const bp_vec3 vertex[3]) {
    bp_error *error = bp_world_error_slot(world);
    bp_frustum *frustum = bp_alloc(bp_context_allocator(world->context), 1, sizeof *frustum, error);
    bp_mesh *mesh = frustum ? bp_frustum_mesh(world->context, error) : NULL;
    for (int i = 0; frustum && i < 3; i++) frustum->vertex[i] = vertex[i];
    if (!mesh) bp_free(bp_context_allocator(world->context), frustum);
    if (mesh) bp_frustum_show(frustum, mesh);
    world->no_floor = true;
    world->camera = (bp_camera){.eye = EYE};
    world->show = BP_SHOW_MESH;
    world->write_notes = bp_frustum_write_notes;
    return bp_world_add_mesh_stage(
        world,
        (bp_stage){.title = title, .subtitle = subtitle, .mesh = mesh, .frustum = mesh ? frustum : NULL},
        BP_SKIN_LINEAR);
}

/* Where a vertex lands, in words: "(3, 4.5)", or that it was cut away. */
static const char *landing_words(bp_world *world, int stage, int vertex, char *text, size_t size) {
    const bp_vec2 at = bp_frustum_landing(world, stage, vertex);
    const bool cut = world->stages[stage].grid->vertices != BP_VERTICES_UNCUT &&
                     -bp_world_frustum(world)->vertex[vertex].z < BP_FRUSTUM_NEAR;
    snprintf(text, size, "(%.3g, %.3g)", (double)at.x, (double)at.y);
    if (cut) snprintf(text, size, "cut away");
    return text;
}

void bp_frustum_write_notes(bp_world *world) {
    const bp_frustum *frustum = bp_world_frustum(world);
    char words[3][40];
    for (int i = 0; frustum && i < world->stage_count; i++) {
        const bp_stage *stage = &world->stages[i];
        const bp_vec3 *v = frustum->vertex;
        if (stage->frustum)
            bp_world_note(world, i, "distances: A %.3g, B %.3g, C %.3g", -(double)v[0].z, -(double)v[1].z,
                          -(double)v[2].z);
        if (!stage->grid || stage->grid->vertices == BP_VERTICES_OWN) continue;
        for (int k = 0; k < 3; k++) landing_words(world, i, k, words[k], sizeof words[k]);
        bp_world_note(world, i, "A %s   B %s   C %s", words[0], words[1], words[2]);
    }
}
