/* A stage with an eye, its view frustum and a triangle, and the notes about them. */
#include "shared/frustum_private.h"
#include <stdio.h>

static const bp_vec3 EYE = {0, 0, 6};
static const char KIND[] = "frustum";

bp_frustum *bp_frustum_of(const bp_stage *stage) { return stage->kind == KIND ? stage->data : NULL; }

bp_stage *bp_world_add_frustum(bp_world *world, const char *title, const char *subtitle,
                               const bp_vec3 vertex[3]) {
    bp_frustum *frustum =
        bp_alloc(bp_context_allocator(world->context), 1, sizeof *frustum, bp_world_error_slot(world));
    bp_stage stage = {.title = title, .subtitle = subtitle, .kind = frustum ? KIND : NULL, .data = frustum};
    for (int i = 0; frustum && i < 3; i++) frustum->vertex[i] = vertex[i];
    if (frustum) stage.mesh = bp_frustum_mesh(world->context, bp_world_error_slot(world));
    if (stage.mesh) bp_frustum_show(frustum, stage.mesh);
    world->no_floor = true;
    world->camera = (bp_camera){.eye = EYE};
    world->show = BP_SHOW_MESH;
    world->write_notes = bp_frustum_write_notes;
    world->update = bp_frustum_update;
    return bp_world_add_kind(world, stage);
}

/* ---- handles on vertices: height and distance ---- */

static bp_vec3 position(bp_world *world, const bp_handle *handle) {
    const bp_frustum *frustum = bp_frustum_of(&world->stages[handle->stage]);
    return frustum ? bp_frustum_to_world(frustum, frustum->vertex[handle->point]) : (bp_vec3){0, 0, 0};
}

static void move(bp_world *world, const bp_handle *handle, bp_vec3 to) {
    bp_frustum *frustum = bp_frustum_of(&world->stages[handle->stage]);
    if (!frustum) return;
    bp_vec3 *vertex = &frustum->vertex[handle->point];
    *vertex = bp_frustum_from_world(to, vertex->x);
}

const bp_handle_kind bp_frustum_handle = {.position = position, .move = move};

/* Where a vertex lands, in words: "(3, 4.5)", or that it was cut away. */
static const char *landing_words(bp_world *world, int stage, int vertex, char *text, size_t size) {
    const bp_vec2 at = bp_frustum_landing(world, stage, vertex);
    const bool cut = bp_grid_of(&world->stages[stage])->vertices != BP_VERTICES_UNCUT &&
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
        if (bp_frustum_of(stage))
            bp_world_note(world, i, "distances: A %.3g, B %.3g, C %.3g", -(double)v[0].z, -(double)v[1].z,
                          -(double)v[2].z);
        if (!bp_grid_of(stage) || bp_grid_of(stage)->vertices == BP_VERTICES_OWN) continue;
        for (int k = 0; k < 3; k++) landing_words(world, i, k, words[k], sizeof words[k]);
        bp_world_note(world, i, "A %s   B %s   C %s", words[0], words[1], words[2]);
    }
}
