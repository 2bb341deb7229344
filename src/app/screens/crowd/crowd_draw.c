/* Drawing a crowd's frame. Visible characters are sorted by mesh and tint, near ones first. They are then
 * posed, and drawn in a pass that skins them. The joint matrices include the character's world matrix: all
 * skinned vertices are in world space. */
#include "app/screens/crowd/crowd_screen.h"
#include "base/allocator.h"
#include "base/system.h"
#include "scene/figure.h"
#include <stdlib.h>

/* The crowd's surroundings: a sky that brightens towards the horizon, a round floor of slabs that fade into
 * it, and a soft blob shadow under each character. Sky and floor cover most pixels, so they use the cheapest
 * method: vertex colours, interpolated as encoded, with no texture and no blending. */

typedef struct ground_colors {
    bp_rgba8 zenith, horizon, slabs[2];
    float shadow; /* opacity */
} ground_colors;

static const ground_colors DARK = {
    {14, 17, 26, 255}, {58, 66, 84, 255}, {{94, 100, 112, 255}, {84, 90, 101, 255}}, 0.5f};
static const ground_colors LIGHT = {
    {126, 162, 206, 255}, {232, 236, 240, 255}, {{205, 205, 202, 255}, {190, 190, 188, 255}}, 0.32f};

static uint8_t mixed(uint8_t a, uint8_t b, float t) {
    return (uint8_t)((float)a + ((float)b - (float)a) * t + 0.5f);
}

/* Slabs fade to the horizon's colour at radius 1. */
static void color_floor(bp_mesh *floor, const ground_colors *colors) {
    for (size_t i = 0; i < floor->vertex_count; i++) {
        size_t slab = i / 4, odd = (slab / BP_CROWD_SLABS + slab % BP_CROWD_SLABS) & 1;
        bp_rgba8 near = colors->slabs[odd], far = colors->horizon;
        float radius = bp_vec3_length(floor->positions[i]);
        float gone = radius < 0.25f ? 0 : radius > 1 ? 1 : (radius - 0.25f) / 0.75f;
        gone = 1 - (1 - gone) * (1 - gone);
        floor->colors[i] = (bp_rgba8){mixed(near.r, far.r, gone), mixed(near.g, far.g, gone),
                                      mixed(near.b, far.b, gone), 255};
    }
}

/* One colour below the horizon, and a gradient to the zenith above. The horizon's height on the screen is the
 * projection of a far point ahead at eye height. */
static bool draw_sky(bp_crowd *crowd, const bp_crowd_settings *settings, const ground_colors *colors,
                     const bp_mat4 *transform, bp_raster *raster, bp_error *error) {
    static const uint16_t order[12] = {0, 1, 3, 0, 3, 2, 2, 3, 5, 2, 5, 4};
    const bp_camera *camera = &settings->camera;
    const float *m = transform->m;
    bp_vec3 way = bp_vec3_sub(camera->target, camera->eye);
    way.y = 0;
    bp_vec3 far = bp_vec3_add(camera->eye, bp_vec3_scale(bp_vec3_normalize(way), 1e5f));
    float y = far.x * m[1] + far.y * m[5] + far.z * m[9] + m[13];
    float w = far.x * m[3] + far.y * m[7] + far.z * m[11] + m[15];
    float line = w > 0 ? bp_clamp(y / w, -3, 3) : 3;
    const float heights[3] = {line, line + 1.6f, 5};
    for (int i = 0; i < 6; i++) {
        crowd->sky[i] = (bp_vec3){i & 1 ? 1.0f : -1.0f, heights[i / 2], 1};
        crowd->sky_colors[i] = i < 2 ? colors->horizon : colors->zenith;
    }
    const bp_draw draw = {
        .vertices = {.count = 6, .positions = &crowd->sky->x, .colors8 = &crowd->sky_colors->r},
        .indices = {.u16 = order, .count = 12},
        .state = {.color = BP_COLOR_RAW, .depth = BP_DEPTH_ALWAYS, .no_depth_write = true}};
    bp_clear clear = {.color = {colors->horizon.r, colors->horizon.g, colors->horizon.b, 255}};
    return bp_raster_clear(raster, &clear, error) && bp_raster_draw(raster, &draw, error);
}

static bool draw_floor(bp_crowd *crowd, const bp_crowd_settings *settings, const ground_colors *colors,
                       const bp_mat4 *transform, bp_raster *raster, bp_error *error) {
    float radius = 2.2f * bp_crowd_radius(settings->count, crowd->height) + 18 * crowd->height;
    if (crowd->floor_colors != colors) color_floor(crowd->floor, colors);
    crowd->floor_colors = colors;
    bp_mat4 larger = bp_mat4_mul(bp_mat4_scaling((bp_vec3){radius, 1, radius}), *transform);
    const bp_draw draw = {.vertices = {.count = crowd->floor->vertex_count,
                                       .positions = &crowd->floor->positions->x,
                                       .colors8 = &crowd->floor->colors->r},
                          .indices = {.u32 = crowd->floor->indices, .count = crowd->floor->index_count},
                          .transform = &larger,
                          .state = {.color = BP_COLOR_RAW, .no_depth_write = true}};
    return bp_raster_draw(raster, &draw, error);
}

/* Shifted away from the sun, a little to the right and to the back. */
static bool draw_shadows(bp_crowd *crowd, const ground_colors *colors, const bp_mat4 *transform, size_t count,
                         bp_raster *raster, bp_error *error) {
    if (count == 0) return true;
    float half = 0.30f * crowd->height;
    for (size_t i = 0; i < count; i++) {
        bp_vec3 at = bp_mat4_position(crowd->instances[i].world);
        at = bp_vec3_add(at, (bp_vec3){0.06f * crowd->height, 0, -0.06f * crowd->height});
        for (size_t k = 0; k < 4; k++)
            crowd->shadows->positions[4 * i + k] =
                (bp_vec3){at.x + (k & 1 ? half : -half), 0, at.z + (k & 2 ? half : -half)};
    }
    const bp_draw draw = {.vertices = {.count = 4 * count,
                                       .positions = &crowd->shadows->positions->x,
                                       .uvs = &crowd->shadows->uv[0]->x},
                          .indices = {.u32 = crowd->shadows->indices, .count = 6 * count},
                          .transform = transform,
                          .material = {.base_color = {0, 0, 0, colors->shadow},
                                       .texture = crowd->blob,
                                       .filter = BP_FILTER_TRILINEAR,
                                       .wrap_u = BP_WRAP_CLAMP,
                                       .wrap_v = BP_WRAP_CLAMP},
                          .state = {.color = BP_COLOR_RAW, .blend = true, .no_depth_write = true}};
    return bp_raster_draw(raster, &draw, error);
}

/* The coarsest mesh whose cells are at most this large on the screen is used. */
static const float CELL_PIXELS = 3.4f;

/* One frame in progress. */
typedef struct frame {
    bp_crowd *crowd;
    const bp_crowd_settings *settings;
    bp_raster *raster;
    const bp_framebuffer *framebuffer;
    const bp_mat4 *absolutes; /* of the visible characters' nodes */
    bp_mat4 transform;
    bp_crowd_stats stats;
} frame;

static int choose_lod(const frame *f, float depth) {
    if (f->settings->full_detail) return 0;
    float fov = f->settings->camera.fov_y > 0 ? f->settings->camera.fov_y : bp_radians(45);
    float pixels = (float)f->framebuffer->height / (2 * bp_tan(fov / 2) * depth) * f->crowd->height;
    int lod = 0;
    while (lod + 1 < CROWD_LODS && bp_crowd_lod_cells[lod + 1] * pixels <= CELL_PIXELS) lod++;
    return lod;
}

static int by_mesh(const void *a, const void *b) {
    const crowd_instance *x = a, *y = b;
    if (x->lod != y->lod) return x->lod - y->lod;
    if (x->tint != y->tint) return x->tint - y->tint;
    if (x->depth != y->depth) return x->depth < y->depth ? -1 : 1;
    return x->number - y->number;
}

static size_t cull(const frame *f) {
    bp_crowd *crowd = f->crowd;
    size_t count = 0;
    for (int i = 0; i < f->settings->count && i < BP_CROWD_MAX; i++) {
        bp_crowd_member member = bp_crowd_member_at(i, f->settings->time, crowd->height, crowd->speed);
        bp_vec3 center = {member.position.x, crowd->height * 0.5f, member.position.z};
        if (!bp_crowd_is_visible(&f->transform, center, crowd->bounding_radius * member.size)) continue;
        const float *m = f->transform.m; /* w is the distance along the view direction */
        float depth = center.x * m[3] + center.y * m[7] + center.z * m[11] + m[15];
        if (depth < 0.01f) depth = 0.01f;
        bp_mat4 grown = bp_mat4_scaling((bp_vec3){member.size, member.size, member.size});
        bp_mat4 placed =
            bp_mat4_mul(bp_mat4_rotation_y(member.heading), bp_mat4_translation(member.position));
        crowd->instances[count++] = (crowd_instance){.depth = depth,
                                                     .number = i,
                                                     .lod = choose_lod(f, depth),
                                                     .tint = member.tint,
                                                     .phase = member.phase,
                                                     .world = bp_mat4_mul(grown, placed)};
    }
    qsort(crowd->instances, count, sizeof *crowd->instances, by_mesh);
    return count;
}

static bool pose_all(frame *f, size_t count, bp_error *error) {
    bp_crowd *crowd = f->crowd;
    size_t palette = bp_batch_palette_count(crowd->batch);
    if (!bp_grow(&crowd->allocator, &crowd->matrices, &crowd->capacity, count,
                 (palette + crowd->nodes) * sizeof *crowd->matrices, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        double rounds = crowd->span > 0 ? f->settings->time / crowd->span : 0;
        rounds += (double)crowd->instances[i].phase;
        crowd->layers[i] =
            (bp_batch_layer){.time = crowd->first + (rounds - (double)(long long)rounds) * crowd->span,
                             .weight = crowd->clip >= 0,
                             .clip = crowd->clip};
    }
    const bp_batch_job job = {.count = count,
                              .layers = crowd->layers,
                              .palettes = crowd->matrices,
                              .absolutes = crowd->nodes ? crowd->matrices + count * palette : NULL};
    f->stats.bones = count * palette;
    f->absolutes = job.absolutes;
    return bp_batch_run(crowd->batch, &job, error);
}

/* How the pass skins a part of an instance, into the world. */
static bp_skin_job skin_of(const frame *f, size_t index, const crowd_part *part) {
    const bp_crowd *crowd = f->crowd;
    const crowd_instance *instance = &crowd->instances[index];
    const bp_mat4 *from = crowd->matrices + index * bp_batch_palette_count(crowd->batch) + part->place;
    if (part->slots == 0) from = f->absolutes + index * crowd->nodes + part->place;
    size_t slots = part->slots > 0 ? part->slots : 1;
    bp_mat4 world = bp_mat4_mul(crowd->align, instance->world);
    for (size_t s = 0; s < slots; s++) crowd->scratch[s] = bp_mat4_mul(from[s], world);
    bp_skin_job job = {.source = bp_skin_source_from_mesh(part->lods[instance->lod]),
                       .palette = crowd->scratch,
                       .palette_count = slots,
                       .method = part->from->method};
    job.source.tangents = NULL;
    return job;
}

/* Warmer, cooler and darker; near enough to white that the texture stays visible. These are sRGB-encoded
 * factors: the demo draws with BP_COLOR_RAW, which is faster than linear light, and its light is chosen to
 * suit. */
static const float TINTS[BP_CROWD_TINTS][3] = {
    {1.00f, 1.00f, 1.00f}, {1.00f, 0.95f, 0.90f}, {0.97f, 0.99f, 1.00f}, {0.85f, 0.77f, 0.71f},
    {0.99f, 0.93f, 0.89f}, {0.73f, 0.64f, 0.59f}, {1.00f, 0.97f, 0.94f}, {0.92f, 0.87f, 0.82f}};

static void set_light(bp_draw *draw, const crowd_part *part) {
    const bp_material *material = part->from->material;
    if (material && material->unlit) return;
    /* The sun shines from the left, behind the default camera. The sky lights the rest. */
    draw->light = (bp_draw_light){.lighting = BP_LIGHTING_VERTEX,
                                  .direction = bp_vec3_normalize((bp_vec3){-0.55f, 0.62f, 0.56f}),
                                  .color = {0.62f, 0.58f, 0.52f},
                                  .ambient = {0.50f, 0.52f, 0.57f}};
}

static bool draw_part(frame *f, size_t index, size_t p, bp_error *error) {
    const bp_crowd *crowd = f->crowd;
    const crowd_part *part = &crowd->parts[p];
    const crowd_instance *instance = &crowd->instances[index];
    const bp_mesh *mesh = part->lods[instance->lod];
    if (mesh->index_count == 0) return true;
    const bp_skin_job job = skin_of(f, index, part);
    f->stats.vertices += mesh->vertex_count;
    bp_draw draw = {.vertices = {.count = mesh->vertex_count,
                                 .positions = &mesh->positions->x,
                                 .normals = &mesh->normals->x,
                                 .skin = &job,
                                 .uvs = mesh->uv[0] ? &mesh->uv[0]->x : NULL,
                                 .colors8 = mesh->colors ? &mesh->colors->r : NULL},
                    .indices = {.u32 = mesh->indices, .count = mesh->index_count},
                    .transform = &f->transform,
                    .material = {.base_color = {1, 1, 1, 1}},
                    .state = {.color = BP_COLOR_RAW, .cull = BP_CULL_BACK}};
    bp_scene_set_material(&draw, part->from);
    if (draw.material.texture) /* the figure's own one is only for linear light */
        draw.material.texture = part->tints[part->tints[instance->tint] ? instance->tint : 0];
    for (int c = 0; c < 3; c++) draw.material.base_color[c] *= TINTS[instance->tint][c];
    set_light(&draw, part);
    if (f->settings->wireframe)
        draw.wire = (bp_draw_wire){.mode = BP_WIRE_OVER, .color = {0.01f, 0.01f, 0.02f, 0.8f}, .width = 1};
    return bp_raster_draw(f->raster, &draw, error);
}

/* Of characters with one mesh and tint a part after the other, as a texture stays in the cache. */
static bool draw_instances(frame *f, size_t count, bp_error *error) {
    const crowd_instance *all = f->crowd->instances;
    for (size_t from = 0, to = from; from < count; from = to) {
        while (to < count && all[to].lod == all[from].lod && all[to].tint == all[from].tint) to++;
        for (size_t p = 0; p < f->crowd->part_count; p++)
            for (size_t i = from; i < to; i++)
                if (!draw_part(f, i, p, error)) return false;
    }
    return true;
}

bool bp_crowd_draw(bp_crowd *crowd, const bp_crowd_settings *settings, bp_raster *raster,
                   const bp_framebuffer *framebuffer, bp_crowd_stats *stats, bp_error *error) {
    float aspect = (float)framebuffer->width / (float)framebuffer->height;
    frame f = {.crowd = crowd, .settings = settings, .raster = raster, .framebuffer = framebuffer};
    f.transform = bp_camera_view_projection(&settings->camera, aspect);
    double start = bp_seconds();
    size_t visible = cull(&f);
    if (!pose_all(&f, visible, error)) return false;
    f.stats.pose = bp_seconds() - start;
    f.stats.visible = (int)visible;
    const ground_colors *colors = settings->light ? &LIGHT : &DARK;
    bp_pass pass = {.samples = settings->samples, .time_tiles = settings->time_tiles};
    if (!bp_raster_begin(raster, framebuffer, &pass, error) ||
        !draw_sky(crowd, settings, colors, &f.transform, raster, error) ||
        !draw_floor(crowd, settings, colors, &f.transform, raster, error) ||
        !draw_shadows(crowd, colors, &f.transform, visible, raster, error) ||
        !draw_instances(&f, visible, error) || !bp_raster_end(raster, &f.stats.counters, error))
        return false;
    f.stats.raster = bp_raster_times(raster);
    if (stats) *stats = f.stats;
    return true;
}
