/* The character of the pixel lessons: read, posed and drawn. */
#include "shared/subject.h"
#include "base/system.h"
#include "raster/color.h"
#include <bindpose/gltf.h>
#include <math.h>
#include <string.h>

/* Bins: triangles are counted for each tile, then written there. */

typedef struct tiles {
    int x0, y0, x1, y1; /* the last ones included */
} tiles;

/* Tiles that a triangle may touch; a pixel is added on each side, for the rounding of corners. */
static tiles tiles_of(const bp_vec3 *positions, const uint32_t *corner, const bp_mat4 *to_clip, int size,
                      const bp_triangle_bins *bins) {
    const float half = (float)size / 2, last = (float)size - 1;
    float low[2] = {last, last}, high[2] = {0, 0};
    for (int i = 0; i < 3; i++) {
        const bp_vec3 at = positions[corner[i]];
        const bp_vec4 clip = bp_mat4_vec4(*to_clip, (bp_vec4){at.x, at.y, at.z, 1});
        if (clip.w <= 0) return (tiles){0, 0, bins->across - 1, bins->across - 1};
        const float pixel[2] = {half + half * clip.x / clip.w, half - half * clip.y / clip.w};
        for (int k = 0; k < 2; k++)
            low[k] = fminf(low[k], pixel[k] - 1), high[k] = fmaxf(high[k], pixel[k] + 1);
    }
    for (int k = 0; k < 2; k++) low[k] = fmaxf(low[k], 0), high[k] = fminf(high[k], last);
    return (tiles){(int)low[0] / bins->tile, (int)low[1] / bins->tile, (int)high[0] / bins->tile,
                   (int)high[1] / bins->tile};
}

bool bp_triangle_bins_make(const bp_vec3 *positions, const uint32_t *indices, size_t count,
                           const bp_mat4 *to_clip, int size, int tile, bp_triangle_bins *out) {
    const int across = (size + tile - 1) / tile;
    const size_t tile_count = (size_t)across * (size_t)across;
    *out = (bp_triangle_bins){.tile = tile, .across = across};
    /* One more than there are tiles, and another in front: while writing, first[i + 1] is tile i's end. */
    out->first = bp_alloc(NULL, tile_count + 2, sizeof *out->first, NULL);
    for (int pass = 0; pass < 2 && out->first; pass++) {
        for (size_t t = 0; t + 2 < count; t += 3) {
            const tiles at = tiles_of(positions, indices + t, to_clip, size, out);
            for (int y = at.y0; y <= at.y1; y++)
                for (int x = at.x0; x <= at.x1; x++) {
                    uint32_t *end = &out->first[y * across + x + (pass == 0 ? 2 : 1)];
                    if (pass == 1) memcpy(&out->indices[*end], indices + t, 3 * sizeof *indices);
                    *end += 3;
                }
        }
        for (size_t i = 2; i < tile_count + 2 && pass == 0; i++) out->first[i] += out->first[i - 1];
        if (pass == 0)
            out->indices = bp_alloc(NULL, out->first[tile_count + 1] + 1, sizeof *out->indices, NULL);
        if (!out->indices) break;
    }
    if (out->first && out->indices) return true;
    bp_triangle_bins_clear(out);
    return false;
}

void bp_triangle_bins_clear(bp_triangle_bins *bins) {
    bp_free(NULL, bins->first);
    bp_free(NULL, bins->indices);
    *bins = (bp_triangle_bins){0};
}

typedef struct subject {
    const bp_context *context; /* borrowed */
    bp_model *model;
    bp_model_pose *pose;
    bp_model_figure *figure;
    bp_bounds bounds; /* as usually posed */
    float arm;        /* as posed, degrees */
    bp_triangle_bins bins;
    bp_rgba8 *usual; /* the usual picture; NULL: not drawn yet */
    bp_vec3 *flat;   /* positions after an uncut division */
    bool has_triangles;
    bp_vec2 triangles[2][3]; /* hem, shirt */
} subject;

static const double SECONDS = 0.25;
static const bp_rgba8 GROUND = {58, 64, 74, 255};
static const char ARM[] = "upper_arm_right";

static void destroy(void *block) {
    subject *s = block;
    bp_model_figure_destroy(s->figure);
    bp_model_pose_destroy(s->pose);
    bp_model_destroy(s->model);
    bp_triangle_bins_clear(&s->bins);
    bp_free(NULL, s->usual);
    bp_free(NULL, s->flat);
}

/* Poses it with the arm turned. */
static bool pose(subject *s, float arm, bp_error *error) {
    size_t walk = 0;
    for (size_t i = 0; i < s->model->clip_count; i++)
        if (strcmp(bp_clip_name(s->model->clips[i]), "walk") == 0) walk = i;
    if (!bp_model_pose_set(s->pose, (int)walk, SECONDS, error)) return false;
    bp_bone *bone = arm != 0 ? bp_skeleton_find(s->model->skeletons[0], ARM) : NULL;
    if (bone && bp_bone_node(bone)) {
        const bp_quat by = bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(arm));
        bp_node_set_rotation(bp_bone_node(bone), bp_quat_mul(bp_node_rotation(bp_bone_node(bone)), by));
    }
    s->arm = arm;
    return bp_figure_pose(bp_model_figure_get_figure(s->figure), error);
}

static bool open(subject *s, const bp_context *context, bp_error *error) {
    char path[4096];
    s->context = context;
    if (!bp_asset_path("character.glb", path, sizeof path, error) ||
        !bp_gltf_read(context, path, NULL, &s->model, NULL, error))
        return false;
    s->pose = bp_model_pose_create(s->model, error);
    s->figure = s->pose ? bp_model_figure_create(context, s->pose, error) : NULL;
    if (!s->figure || !pose(s, 0, error)) return false;
    s->bounds = bp_figure_bounds(bp_model_figure_get_figure(s->figure));
    return true;
}

/* Read once a session, which keeps it. NULL, and the world fails: no character.glb, no session. */
static subject *subject_of(bp_world *world) {
    subject *s = bp_world_keep(world, sizeof *s, destroy);
    if (!s || s->figure) return s;
    return open(s, world->context, bp_world_error_slot(world)) ? s : NULL;
}

/* ---- drawing ---- */

static bp_camera camera_of(const subject *s, const bp_subject_look *look) {
    bp_camera camera = {.eye = {0.6f, 0.5f, 2}};
    bp_camera_fit(&camera, s->bounds, 1);
    camera.near_z = 1, camera.far_z = 10;
    if (bp_vec3_distance(look->eye, look->target) > 0) {
        camera.eye = look->eye, camera.target = look->target;
        camera.near_z = 0.05f, camera.fov_y = 2 * bp_atan2(1, 2);
    }
    if (look->turn != 0) bp_camera_orbit(&camera, bp_radians(look->turn), 0);
    return camera;
}

/* Positions that are divided already, by whatever w is; depth in the middle, so that nothing is clipped. */
static const bp_vec3 *flatten(subject *s, const bp_vec3 *positions, size_t count, const bp_mat4 *to_clip) {
    bp_free(NULL, s->flat);
    s->flat = bp_alloc(NULL, count, sizeof *s->flat, NULL);
    for (size_t i = 0; s->flat && i < count; i++) {
        const bp_vec4 clip =
            bp_mat4_vec4(*to_clip, (bp_vec4){positions[i].x, positions[i].y, positions[i].z, 1});
        const float w = fabsf(clip.w) < 1e-3f ? 1e-3f : clip.w;
        s->flat[i] = (bp_vec3){clip.x / w, clip.y / w, 0.5f};
    }
    return s->flat;
}

static bool make_bins(subject *s, const bp_draw *draw, int tile, bp_error *error) {
    bp_triangle_bins_clear(&s->bins);
    return bp_triangle_bins_make((const bp_vec3 *)(const void *)draw->vertices.positions, draw->indices.u32,
                                 draw->indices.count, draw->transform, BP_SUBJECT_SIZE, tile, &s->bins) ||
           bp_fail(error, BP_ERROR_MEMORY, NULL, "no memory");
}

/* A draw for each tile, of the triangles in its bin. */
static bool draw_tiles(subject *s, bp_raster *raster, const bp_draw *whole, int tile, bp_error *error) {
    bp_draw draw = *whole;
    if (!make_bins(s, whole, tile, error)) return false;
    for (int i = 0; i < s->bins.across * s->bins.across; i++) {
        const uint32_t first = s->bins.first[i], end = s->bins.first[i + 1];
        draw.indices.u32 = s->bins.indices + first, draw.indices.count = end - first;
        draw.state.scissor = (bp_rect){i % s->bins.across * tile, i / s->bins.across * tile, tile, tile};
        if (end > first && !bp_raster_draw(raster, &draw, error)) return false;
    }
    return true;
}

static bool draw_part(subject *s, bp_raster *raster, const bp_subject_look *look, size_t index,
                      const bp_mat4 *to_clip, bp_error *error) {
    const bp_figure *figure = bp_model_figure_get_figure(s->figure);
    const bp_figure_part *part = bp_figure_part_at(figure, index);
    const bp_mesh *mesh = part->mesh;
    const bp_vec3 *at = bp_figure_positions(figure, index), *normals = bp_figure_normals(figure, index);
    bp_draw draw = {.vertices = {.count = mesh->vertex_count, .positions = &at->x},
                    .indices = {.u32 = mesh->indices, .count = mesh->index_count},
                    .transform = to_clip,
                    .state = {.color = look->color, .cull = look->backs ? BP_CULL_FRONT : BP_CULL_BACK}};
    if (normals) draw.vertices.normals = &normals->x;
    if (mesh->uv[0]) draw.vertices.uvs = &mesh->uv[0]->x;
    if (part->texture && mesh->uv[0])
        draw.material.texture = part->texture,
        draw.material.filter = look->nearest ? BP_FILTER_NEAREST : BP_FILTER_TRILINEAR;
    if (!look->unlit && normals)
        draw.light = (bp_draw_light){.lighting = BP_LIGHTING_PIXEL,
                                     .direction = {0.36f, 0.48f, 0.8f},
                                     .color = {0.8f, 0.78f, 0.7f},
                                     .ambient = {0.2f, 0.22f, 0.3f}};
    if (bp_vec3_length(look->light) > 0) draw.light.direction = look->light;
    if (look->no_depth_test) draw.state.depth = BP_DEPTH_ALWAYS, draw.state.cull = BP_CULL_NONE;
    if (look->uncut) {
        const bp_vec3 *flat = flatten(s, at, mesh->vertex_count, to_clip);
        if (!flat) return bp_fail(error, BP_ERROR_MEMORY, NULL, "no memory");
        draw.vertices.positions = &flat->x, draw.transform = NULL;
        draw.state.depth = BP_DEPTH_ALWAYS, draw.state.cull = BP_CULL_NONE;
    }
    return look->tile ? draw_tiles(s, raster, &draw, look->tile, error)
                      : bp_raster_draw(raster, &draw, error);
}

/* Records a pass. */
static bool record(bp_world *world, const bp_subject_look *look, const bp_framebuffer *to, bp_mat4 *to_clip) {
    subject *s = subject_of(world);
    bp_raster *raster = s ? bp_world_raster(world) : NULL;
    bp_error *error = bp_world_error_slot(world);
    if (!raster || (s->arm != look->arm && !pose(s, look->arm, error))) return false;
    const bp_camera camera = camera_of(s, look);
    const bp_figure *figure = bp_model_figure_get_figure(s->figure);
    const bp_pass pass = {
        .samples = look->samples ? look->samples : 4, .color = look->resolve, .reference = look->plain};
    bp_clear clear = {.color = {GROUND.r, GROUND.g, GROUND.b, 255}};
    *to_clip = bp_camera_view_projection(&camera, (float)to->width / (float)to->height);
    bool ok = bp_raster_begin(raster, to, &pass, error) && bp_raster_clear(raster, &clear, error);
    for (size_t i = 0; ok && i < bp_figure_part_count(figure); i++)
        ok = draw_part(s, raster, look, i, to_clip, error);
    return ok;
}

bool bp_subject_draw(bp_world *world, const bp_subject_look *look, const bp_framebuffer *to) {
    bp_mat4 to_clip;
    return record(world, look, to, &to_clip) &&
           bp_raster_end(bp_world_raster(world), NULL, bp_world_error_slot(world));
}

const bp_triangle_bins *bp_subject_bins(bp_world *world, int tile) {
    subject *s = subject_of(world);
    if (!s) return NULL;
    const bp_figure *figure = bp_model_figure_get_figure(s->figure);
    const bp_mesh *mesh = bp_figure_part_at(figure, 0)->mesh;
    const bp_camera camera = camera_of(s, &(bp_subject_look){0});
    const bp_mat4 to_clip = bp_camera_view_projection(&camera, 1);
    const bp_draw draw = {.vertices.positions = &bp_figure_positions(figure, 0)->x,
                          .indices = {.u32 = mesh->indices, .count = mesh->index_count},
                          .transform = &to_clip};
    return make_bins(s, &draw, tile, bp_world_error_slot(world)) ? &s->bins : NULL;
}

void bp_subject_fill(bp_world *world, const bp_subject_look *look, bp_pixel_grid *grid) {
    bp_subject_draw(
        world, look,
        &(bp_framebuffer){
            .pixels = &grid->pixels->r, .width = grid->width, .height = grid->height, .stride = grid->width});
}

/* Room for the whole picture; NULL, and the world fails, without memory. */
static bp_rgba8 *new_picture(bp_world *world) {
    return bp_alloc(NULL, (size_t)BP_SUBJECT_SIZE * BP_SUBJECT_SIZE, sizeof(bp_rgba8),
                    bp_world_error_slot(world));
}

static bp_framebuffer framebuffer_of(bp_rgba8 *pixels) {
    return (bp_framebuffer){
        .pixels = &pixels->r, .width = BP_SUBJECT_SIZE, .height = BP_SUBJECT_SIZE, .stride = BP_SUBJECT_SIZE};
}

/* Of the pixel; free it with bp_pixel_history_clear(NULL, ...). */
static bool history_of(bp_world *world, bp_pixel_history *out) {
    bp_rgba8 *pixels = new_picture(world);
    const bp_framebuffer to = framebuffer_of(pixels);
    bp_mat4 to_clip;
    const bool ok = pixels && record(world, &(bp_subject_look){0}, &to, &to_clip) &&
                    bp_raster_end_with_history(bp_world_raster(world), BP_SUBJECT_X, BP_SUBJECT_Y, out,
                                               bp_world_error_slot(world));
    bp_free(NULL, pixels);
    return ok;
}

/* ---- the magnifier ---- */

static const bp_rgba8 *usual_picture(bp_world *world) {
    subject *s = subject_of(world);
    if (!s || s->usual) return s ? s->usual : NULL;
    s->usual = new_picture(world);
    const bp_framebuffer to = framebuffer_of(s->usual);
    return s->usual && bp_subject_draw(world, &(bp_subject_look){0}, &to) ? s->usual : NULL;
}

/* The mean, as light, of the pixels in a square. */
static bp_rgba8 mean(const bp_rgba8 *picture, const bp_color_tables *tables, float x, float y, float side) {
    const int count = side < 1 ? 1 : (int)side;
    float light[3] = {0};
    for (int i = 0; i < count * count; i++) {
        const int column = (int)bp_clamp(x + (float)(i % count), 0, BP_SUBJECT_SIZE - 1),
                  row = (int)bp_clamp(y + (float)(i / count), 0, BP_SUBJECT_SIZE - 1);
        const uint8_t *at = &picture[row * BP_SUBJECT_SIZE + column].r;
        for (int c = 0; c < 3; c++) light[c] += tables->linear[at[c]] / (float)(count * count);
    }
    return (bp_rgba8){bp_color_encode(light[0]), bp_color_encode(light[1]), bp_color_encode(light[2]), 255};
}

bp_vec3 bp_subject_part(float zoom) {
    const float side = BP_SUBJECT_SIZE / zoom, most = BP_SUBJECT_SIZE - side;
    return (bp_vec3){bp_clamp(BP_SUBJECT_X + 0.5f - side / 2, 0, most),
                     bp_clamp(BP_SUBJECT_Y + 0.5f - side / 2, 0, most), side};
}

void bp_subject_magnify(bp_world *world, float zoom, bp_pixel_grid *grid) {
    const bp_rgba8 *picture = usual_picture(world);
    bp_color_tables tables;
    if (!picture) return;
    bp_color_tables_fill(&tables);
    const bp_vec3 part = bp_subject_part(zoom);
    const float side = part.z / (float)grid->width;
    for (int i = 0; i < grid->width * grid->height; i++)
        grid->pixels[i] = mean(picture, &tables, part.x + side * (float)(i % grid->width),
                               part.y + side * (float)(i / grid->width), side);
}

bool bp_subject_triangles(bp_world *world, bp_vec2 hem[3], bp_vec2 shirt[3]) {
    subject *s = subject_of(world);
    bp_pixel_history history = {0};
    if (!s) return false;
    if (!s->has_triangles && history_of(world, &history)) {
        int found = 0;
        for (size_t i = 0; i < history.count && found < 2; i++) {
            if (!history.events[i].shading.shaded) continue;
            for (int k = 0; k < 3; k++)
                s->triangles[found][k] =
                    (bp_vec2){history.events[i].screen[k][0], history.events[i].screen[k][1]};
            found++;
        }
        s->has_triangles = found == 2;
        bp_pixel_history_clear(NULL, &history);
    }
    memcpy(hem, s->triangles[0], sizeof s->triangles[0]);
    memcpy(shirt, s->triangles[1], sizeof s->triangles[1]);
    return s->has_triangles;
}
