/* A crowd's frame: who is in the picture, near ones first, in groups of one mesh and one colour; then in batches
 * (so that memory stays within bounds however many there are) posed, skinned into one long array of vertices and
 * drawn, a draw for each group. The joints' matrices get the character's place in the world multiplied in, so
 * that all vertices of a batch are in the world already and a group needs one transform. */
#include "tools/demo/crowd_private.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH_VERTICES = 3000000 };

/* A coarser mesh is taken where its cells are no larger than this on the screen. */
static const float CELL_PIXELS = 3.4f;

/* One frame on its way. */
typedef struct frame {
    bp_crowd *crowd;
    const bp_crowd_settings *look;
    bp_raster *raster;
    const bp_framebuffer *framebuffer;
    bp_mat4 transform;
    bp_crowd_stats report;
    size_t first;       /* entry of the batch */
    atomic_bool failed; /* a thread had no memory */
} frame;

/* ---- who is seen ------------------------------------------------------------------------------------ */

static int level_of(const frame *f, float depth) {
    if (f->look->full_detail) return 0;
    float fov = f->look->camera.fov_y > 0 ? f->look->camera.fov_y : bp_radians(45);
    float pixels = (float)f->framebuffer->height / (2 * bp_tan(fov / 2) * depth) * f->crowd->height;
    int level = 0;
    while (level + 1 < CROWD_LEVELS && bp_crowd_lod_cells[level + 1] * pixels <= CELL_PIXELS) level++;
    return level;
}

static int by_group(const void *a, const void *b) {
    const crowd_entry *x = a, *y = b;
    if (x->level != y->level) return x->level - y->level;
    if (x->tint != y->tint) return x->tint - y->tint;
    if (x->depth != y->depth) return x->depth < y->depth ? -1 : 1;
    return x->number - y->number;
}

static size_t look_round(const frame *f) {
    bp_crowd *crowd = f->crowd;
    size_t count = 0;
    for (int i = 0; i < f->look->count && i < BP_CROWD_MAX; i++) {
        bp_crowd_member spot = bp_crowd_member_at(i, f->look->time, crowd->height, crowd->speed);
        bp_vec3 center = {spot.position.x, crowd->height * 0.5f, spot.position.z};
        if (!bp_crowd_is_visible(&f->transform, center, crowd->reach * spot.size)) continue;
        const float *m = f->transform.m; /* w is the distance along the line of sight */
        float depth = center.x * m[3] + center.y * m[7] + center.z * m[11] + m[15];
        if (depth < 0.01f) depth = 0.01f;
        bp_mat4 grown = bp_mat4_scaling((bp_vec3){spot.size, spot.size, spot.size});
        bp_mat4 placed = bp_mat4_mul(bp_mat4_rotation_y(spot.heading), bp_mat4_translation(spot.position));
        crowd->entries[count++] = (crowd_entry){.depth = depth,
                                                .number = i,
                                                .level = level_of(f, depth),
                                                .tint = spot.tint,
                                                .phase = spot.phase,
                                                .world = bp_mat4_mul(grown, placed)};
    }
    qsort(crowd->entries, count, sizeof *crowd->entries, by_group);
    return count;
}

/* ---- batches ---------------------------------------------------------------------------------------- */

static size_t vertices_of(const bp_crowd *crowd, int level) {
    size_t sum = 0;
    for (size_t p = 0; p < crowd->part_count; p++) sum += crowd->parts[p].levels[level].mesh->vertex_count;
    return sum;
}

/* Cuts entries from `first` on into groups until there are vertices enough. Returns where the batch ends. */
static size_t make_groups(bp_crowd *crowd, size_t first, size_t end, size_t *vertices) {
    size_t at = first;
    *vertices = 0;
    crowd->group_count = 0;
    for (; at < end; at++) {
        crowd_entry *entry = &crowd->entries[at];
        size_t more = vertices_of(crowd, entry->level);
        if (at > first && *vertices + more > BATCH_VERTICES) break;
        bool same = at > first && entry[-1].level == entry->level && entry[-1].tint == entry->tint;
        if (!same) crowd->groups[crowd->group_count++] = (crowd_group){.first = at, .base = *vertices};
        crowd->groups[crowd->group_count - 1].count++;
        entry->group = (int)crowd->group_count - 1;
        *vertices += more;
    }
    return at;
}

static bool make_room(bp_crowd *crowd, size_t characters, size_t vertices, bp_error *error) {
    for (size_t i = 0; i < crowd->mover_count; i++) {
        crowd_mover *mover = &crowd->movers[i];
        void *palettes = mover->palettes;
        size_t slots = bp_batch_sampler_palette_count(mover->posing);
        bool good = bp_crowd_reserve(crowd, &palettes, &mover->room, characters,
                                     slots * sizeof *mover->palettes, error);
        mover->palettes = palettes;
        if (!good) return false;
    }
    void *positions = crowd->positions, *normals = crowd->normals;
    size_t room = crowd->vertex_room;
    bool good = bp_crowd_reserve(crowd, &positions, &room, vertices, sizeof *crowd->positions, error);
    crowd->positions = positions;
    if (!good) crowd->vertex_room = 0;
    if (!good) return false;
    room = crowd->vertex_room;
    good = bp_crowd_reserve(crowd, &normals, &room, vertices, sizeof *crowd->normals, error);
    crowd->normals = normals;
    crowd->vertex_room = good ? room : 0;
    return good;
}

static double clip_time(const bp_crowd *crowd, double time, const crowd_entry *entry) {
    if (!(crowd->span > 0)) return crowd->first;
    double turns = time / crowd->span + (double)entry->phase;
    return crowd->first + (turns - (double)(long long)turns) * crowd->span;
}

static void pose_batch(const frame *f, size_t first, size_t count) {
    const bp_crowd *crowd = f->crowd;
    for (size_t i = 0; i < count; i++)
        crowd->times[i] = clip_time(crowd, f->look->time, &crowd->entries[first + i]);
    for (size_t i = 0; i < crowd->mover_count; i++)
        bp_batch_sampler_run(
            crowd->movers[i].posing,
            &(bp_batch_job){.count = count, .times = crowd->times, .palettes = crowd->movers[i].palettes});
}

/* ---- skinning --------------------------------------------------------------------------------------- */

/* Where a part's vertices of a character of a group begin: part after part, and within a part one character
 * after the other. */
static size_t vertices_at(const bp_crowd *crowd, const crowd_group *group, int level, size_t part,
                          size_t within) {
    size_t at = group->base;
    for (size_t p = 0; p < part; p++) at += group->count * crowd->parts[p].levels[level].mesh->vertex_count;
    return at + within * crowd->parts[part].levels[level].mesh->vertex_count;
}

static void skin_entry(void *user, size_t index, int worker) {
    const frame *f = user;
    const bp_crowd *crowd = f->crowd;
    const crowd_entry *entry = &crowd->entries[f->first + index];
    const crowd_group *group = &crowd->groups[entry->group];
    bp_mat4 *palette = crowd->scratch + (size_t)worker * crowd->slots_most;
    bp_mat4 world = bp_mat4_mul(crowd->base, entry->world);
    for (size_t p = 0; p < crowd->part_count; p++) {
        const crowd_part *part = &crowd->parts[p];
        const crowd_mover *mover = part->mover >= 0 ? &crowd->movers[part->mover] : NULL;
        size_t slots = mover ? bp_batch_sampler_palette_count(mover->posing) : 1;
        for (size_t s = 0; s < slots; s++)
            palette[s] = bp_mat4_mul(mover ? mover->palettes[index * slots + s] : part->place, world);
        size_t at = vertices_at(crowd, group, entry->level, p, f->first + index - group->first);
        bp_skin_job job = {.source = bp_skin_source_from_mesh(part->levels[entry->level].mesh),
                           .palette = palette,
                           .palette_count = slots,
                           .method = part->from->method,
                           .target = {.positions = crowd->positions + at, .normals = crowd->normals + at}};
        job.source.tangents = NULL;
        if (!bp_skin_job_run(crowd->alone, &job, NULL)) atomic_store(&((frame *)user)->failed, true);
    }
}

/* ---- drawing ---------------------------------------------------------------------------------------- */

/* Texture coordinates, colours and indices of `copies` characters one after the other. */
static bool make_copies(const bp_crowd *crowd, crowd_level *level, size_t copies, bp_error *error) {
    const bp_mesh *mesh = level->mesh;
    const bp_allocator *a = &crowd->allocator;
    size_t v = mesh->vertex_count, k = mesh->index_count;
    if (copies <= level->copies) return true;
    copies += copies / 4;
    bp_free(a, level->indices), bp_free(a, level->uvs), bp_free(a, level->colors);
    level->uvs = NULL, level->colors = NULL, level->copies = 0;
    level->indices = bp_alloc(a, copies * k, sizeof *level->indices, error);
    if (level->indices && mesh->uv[0]) level->uvs = bp_alloc(a, copies * v, sizeof *level->uvs, error);
    if (level->indices && mesh->colors) level->colors = bp_alloc(a, copies * v, sizeof *level->colors, error);
    if (!level->indices || (mesh->uv[0] && !level->uvs) || (mesh->colors && !level->colors)) return false;
    for (size_t c = 0; c < copies; c++) {
        if (level->uvs) memcpy(level->uvs + c * v, mesh->uv[0], v * sizeof *level->uvs);
        if (level->colors) memcpy(level->colors + c * v, mesh->colors, v * sizeof *level->colors);
        for (size_t i = 0; i < k; i++) level->indices[c * k + i] = mesh->indices[i] + (uint32_t)(c * v);
    }
    level->copies = copies;
    return true;
}

/* Warmer, cooler, darker; near enough to white that the texture shows through. As they are encoded: all of the
 * picture is mixed that way, which is quicker than linear light, and the light below is made for it. */
static const float TINTS[BP_CROWD_TINTS][3] = {
    {1.00f, 1.00f, 1.00f}, {1.00f, 0.95f, 0.90f}, {0.97f, 0.99f, 1.00f}, {0.85f, 0.77f, 0.71f},
    {0.99f, 0.93f, 0.89f}, {0.73f, 0.64f, 0.59f}, {1.00f, 0.97f, 0.94f}, {0.92f, 0.87f, 0.82f}};

static void set_light(bp_draw *draw, const crowd_part *part) {
    const bp_material *material = part->from->material;
    if (material && material->unlit) return;
    /* The sun comes from the left and from behind the usual viewer; what it does not reach sees the sky. */
    draw->light = (bp_draw_light){.lighting = BP_LIGHTING_VERTEX,
                                  .direction = bp_vec3_normalize((bp_vec3){-0.55f, 0.62f, 0.56f}),
                                  .color = {0.62f, 0.58f, 0.52f},
                                  .ambient = {0.50f, 0.52f, 0.57f}};
}

static bool draw_part(const frame *f, const crowd_group *group, size_t p, bp_error *error) {
    bp_crowd *crowd = f->crowd;
    crowd_part *part = &crowd->parts[p];
    const crowd_entry *entry = &crowd->entries[group->first];
    crowd_level *level = &part->levels[entry->level];
    if (level->mesh->index_count == 0) return true;
    size_t at = vertices_at(crowd, group, entry->level, p, 0);
    bp_draw draw = {.vertices = {.count = group->count * level->mesh->vertex_count,
                                 .positions = &crowd->positions[at].x,
                                 .normals = &crowd->normals[at].x,
                                 .uvs = level->uvs ? &level->uvs->x : NULL,
                                 .colors8 = level->colors ? &level->colors->r : NULL},
                    .indices = {.u32 = level->indices, .count = group->count * level->mesh->index_count},
                    .transform = &f->transform,
                    .material = {.base_color = {1, 1, 1, 1}},
                    .state = {.color = BP_COLOR_RAW, .cull = BP_CULL_BACK}};
    bp_scene_set_material(&draw, part->from);
    if (draw.material.texture && part->paints[entry->tint]) draw.material.texture = part->paints[entry->tint];
    for (int c = 0; c < 3; c++) draw.material.base_color[c] *= TINTS[entry->tint][c];
    set_light(&draw, part);
    if (f->look->wireframe)
        draw.wire = (bp_draw_wire){.mode = BP_WIRE_OVER, .color = {0.01f, 0.01f, 0.02f, 0.8f}, .width = 1};
    return bp_raster_draw(f->raster, &draw, error);
}

/* Before anything is recorded: draws borrow these arrays, so they mustn't move any more. */
static bool make_all_copies(const bp_crowd *crowd, bp_error *error) {
    for (size_t g = 0; g < crowd->group_count; g++) {
        const crowd_group *group = &crowd->groups[g];
        for (size_t p = 0; p < crowd->part_count; p++) {
            crowd_level *level = &crowd->parts[p].levels[crowd->entries[group->first].level];
            if (!make_copies(crowd, level, group->count, error)) return false;
        }
    }
    return true;
}

static bool draw_groups(const frame *f, bp_error *error) {
    for (size_t g = 0; g < f->crowd->group_count; g++)
        for (size_t p = 0; p < f->crowd->part_count; p++)
            if (!draw_part(f, &f->crowd->groups[g], p, error)) return false;
    return true;
}

/* Adds what a pass took to what those before it did. */
static bool add_times(frame *f, const bp_pass_times *times, bp_error *error) {
    bp_pass_times *sum = &f->report.raster;
    bp_crowd *crowd = f->crowd;
    sum->setup += times->setup;
    sum->tiles += times->tiles;
    if (!times->each_tile) return true;
    size_t count = (size_t)times->tiles_x * (size_t)times->tiles_y;
    bool fresh = !sum->each_tile;
    void *seconds = crowd->tile_seconds;
    bool good = !fresh || bp_crowd_reserve(crowd, &seconds, &crowd->tile_room, count, sizeof(float), error);
    crowd->tile_seconds = seconds;
    if (!good) return false;
    for (size_t i = 0; i < count; i++)
        crowd->tile_seconds[i] = (fresh ? 0 : crowd->tile_seconds[i]) + times->each_tile[i];
    sum->each_tile = crowd->tile_seconds;
    sum->tiles_x = times->tiles_x, sum->tiles_y = times->tiles_y, sum->tile_size = times->tile_size;
    return true;
}

/* One pass: the ground in the first, and a batch of characters. */
static bool draw_batch(frame *f, size_t seen, bp_error *error) {
    const bp_crowd_settings *look = f->look;
    bp_counters counters;
    bp_pass pass = {.samples = look->samples, .time_tiles = look->time_tiles};
    if (!make_all_copies(f->crowd, error) || !bp_raster_begin(f->raster, f->framebuffer, &pass, error))
        return false;
    if (f->first == 0 && !bp_crowd_ground_draw(f->crowd, look, &f->transform, seen, f->raster, error))
        return false;
    if (!draw_groups(f, error) || !bp_raster_end(f->raster, &counters, error)) return false;
    bp_pass_times times = bp_raster_times(f->raster);
    bp_counters_add(&f->report.counters, &counters);
    return add_times(f, &times, error);
}

static bool pose_and_skin(frame *f, size_t end, size_t vertices, bp_error *error) {
    bp_crowd *crowd = f->crowd;
    size_t count = end - f->first;
    double start = bp_seconds();
    if (!make_room(crowd, count, vertices, error)) return false;
    pose_batch(f, f->first, count);
    double middle = bp_seconds();
    bp_pool_run(bp_context_pool(crowd->context), count, skin_entry, f);
    /* Joints were checked with the model, so there is one reason left. */
    if (atomic_load(&f->failed))
        return bp_fail(error, BP_ERROR_MEMORY, "bp_crowd_draw", "no memory to skin %zu characters", count);
    f->report.pose += middle - start;
    f->report.skin += bp_seconds() - middle;
    f->report.vertices += vertices;
    for (size_t i = 0; i < crowd->mover_count; i++)
        f->report.bones += count * bp_batch_sampler_bone_count(crowd->movers[i].posing);
    return true;
}

bool bp_crowd_draw(bp_crowd *crowd, const bp_crowd_settings *look, bp_raster *raster,
                   const bp_framebuffer *framebuffer, bp_crowd_stats *report, bp_error *error) {
    float aspect = (float)framebuffer->width / (float)framebuffer->height;
    frame f = {.crowd = crowd, .look = look, .raster = raster, .framebuffer = framebuffer};
    f.transform = bp_camera_view_projection(&look->camera, aspect);
    double start = bp_seconds();
    size_t seen = look_round(&f), end, vertices;
    f.report.pose = bp_seconds() - start;
    f.report.visible = (int)seen;
    do {
        end = make_groups(crowd, f.first, seen, &vertices);
        if (!pose_and_skin(&f, end, vertices, error) || !draw_batch(&f, seen, error)) return false;
        f.first = end;
    } while (end < seen);
    if (report) *report = f.report;
    return true;
}
