/* The drawing workloads (see workload.h). Ours use row vectors and depth 0..1; the definition shared with
 * other renderers has column vectors and depth -1..1. The pictures are equal. */
#include "tools/bench/workload.h"
#include "base/allocator.h"

/* Workload S: random vertices in a unit cube, random joints, weights that sum to 1. */

/* -1..1 */
static float next(uint32_t *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return (float)(*seed >> 8) * 0x1p-23f - 1.0f;
}

static bp_vec3 next_vec3(uint32_t *seed) {
    float x = next(seed), y = next(seed);
    return bp_vec3_make(x, y, next(seed));
}

static void fill_vertex(bp_mesh *mesh, size_t i, uint32_t *seed) {
    mesh->positions[i] = next_vec3(seed);
    mesh->normals[i] = bp_vec3_normalize(next_vec3(seed));
    uint16_t *joints = mesh->joints + 4 * i;
    float *weights = mesh->weights + 4 * i, sum = 0.0f;
    for (int k = 0; k < 4; k++) {
        joints[k] = (uint16_t)((next(seed) + 1.0f) * 0.49f * BP_WORKLOAD_SKIN_JOINTS);
        weights[k] = next(seed) + 1.01f;
        sum += weights[k];
    }
    for (int k = 0; k < 4; k++) weights[k] /= sum;
}

static void fill_arrays(bp_workload_skin *workload) {
    uint32_t seed = 12345;
    for (size_t i = 0; i < workload->mesh->vertex_count; i++) fill_vertex(workload->mesh, i, &seed);
    for (int i = 0; i < BP_WORKLOAD_SKIN_JOINTS; i++) {
        bp_trs trs = {
            next_vec3(&seed), bp_quat_from_euler(bp_vec3_scale(next_vec3(&seed), BP_PI)), {1, 1, 1}};
        workload->palette[i] = bp_mat4_from_trs(trs);
    }
    workload->job = (bp_skin_job){.source = bp_skin_source_from_mesh(workload->mesh),
                                  .palette = workload->palette,
                                  .palette_count = BP_WORKLOAD_SKIN_JOINTS,
                                  .unnormalized = true,
                                  .target = {.positions = workload->positions, .normals = workload->normals}};
}

bp_workload_skin *bp_workload_skin_create(bp_context *context, size_t vertices, bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_workload_skin *workload = bp_alloc(allocator, 1, sizeof *workload, error);
    if (!workload) return NULL;
    workload->context = context;
    bp_mesh_options options = {
        .name = "workload", .vertex_count = vertices, .attributes = BP_MESH_NORMALS, .influences = 4};
    if (!(workload->mesh = bp_mesh_create(allocator, &options, error)) ||
        !(workload->positions = bp_alloc(allocator, vertices, sizeof(bp_vec3), error)) ||
        !(workload->normals = bp_alloc(allocator, vertices, sizeof(bp_vec3), error))) {
        bp_workload_skin_destroy(workload);
        return NULL;
    }
    fill_arrays(workload);
    return workload;
}

void bp_workload_skin_destroy(bp_workload_skin *workload) {
    if (!workload) return;
    const bp_allocator *allocator = bp_context_allocator(workload->context);
    bp_mesh_destroy(workload->mesh);
    bp_free(allocator, workload->positions);
    bp_free(allocator, workload->normals);
    bp_free(allocator, workload);
}

bool bp_workload_skin_run(bp_workload_skin *workload, int times, bp_error *error) {
    for (int i = 0; i < times; i++)
        if (!bp_skin_job_run(workload->context, &workload->job, error)) return false;
    return true;
}

/* The posing workload: see workload.h. */

enum { KEYS = 30, CHAINS = 3 };

/* Three chains from one root: about as deep as a body with hands. */
static bool add_bones(bp_skeleton *skeleton, bp_error *error) {
    for (size_t i = 0; i < BP_WORKLOAD_POSE_JOINTS; i++) {
        bp_mat4 local = bp_mat4_translation(bp_vec3_make(0, i ? 0.1f : 1.0f, 0));
        size_t parent = i <= CHAINS ? 0 : i - CHAINS;
        bp_bone_options options = {.parent = i ? bp_skeleton_bone_by_id(skeleton, parent) : NULL,
                                   .local = &local};
        if (!bp_skeleton_add(skeleton, &options, error)) return false;
    }
    return true;
}

static bool add_tracks(bp_clip *clip, bp_error *error) {
    double times[KEYS];
    float rotations[KEYS][4], positions[KEYS][3];
    for (int k = 0; k < KEYS; k++) times[k] = k / (KEYS - 1.0);
    for (int joint = 0; joint < BP_WORKLOAD_POSE_JOINTS; joint++) {
        for (int k = 0; k < KEYS; k++) {
            float phase = 2 * BP_PI * (float)times[k];
            bp_quat q = bp_quat_from_axis_angle(bp_vec3_make(1, 0.2f * (float)(joint % 5), 0.1f),
                                                0.5f * bp_sin(phase + 0.3f * (float)joint));
            rotations[k][0] = q.x, rotations[k][1] = q.y, rotations[k][2] = q.z, rotations[k][3] = q.w;
            positions[k][0] = 0, positions[k][1] = 1 + 0.03f * bp_sin(2 * phase),
            positions[k][2] = (float)times[k];
        }
        bp_track rotation = {.target = joint,
                             .kind = BP_TRACK_ROTATION,
                             .key_count = KEYS,
                             .times = times,
                             .values = rotations[0]};
        if (!bp_clip_add(clip, &rotation, error)) return false;
    }
    bp_track position = {
        .target = 0, .kind = BP_TRACK_POSITION, .key_count = KEYS, .times = times, .values = positions[0]};
    return bp_clip_add(clip, &position, error);
}

static bool make_character(const bp_context *context, bp_workload_pose *w, bp_workload_character *out,
                           bp_error *error) {
    out->skeleton =
        bp_skeleton_create(context, &(bp_skeleton_options){.reserve = BP_WORKLOAD_POSE_JOINTS}, error);
    if (!out->skeleton || !add_bones(out->skeleton, error)) return false;
    out->pose = bp_pose_create(&w->allocator, BP_WORKLOAD_POSE_JOINTS, NULL, error);
    return out->pose != NULL;
}

/* In a batch all characters share one skeleton. */
static bool make_batch(const bp_context *context, bp_workload_pose *w, bp_error *error) {
    size_t matrices = w->count * BP_WORKLOAD_POSE_JOINTS;
    w->layers = bp_alloc(&w->allocator, w->count, sizeof *w->layers, error);
    if (w->layers) w->absolutes = bp_alloc_aligned(&w->allocator, matrices * sizeof *w->absolutes, 64, error);
    const bp_clip *clips[] = {w->clip};
    if (w->absolutes) w->batch = bp_batch_create(context, w->characters[0].skeleton, clips, 1, error);
    return w->batch != NULL;
}

bp_workload_pose *bp_workload_pose_create(bp_context *context, size_t characters, bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_workload_pose *w = bp_alloc(allocator, 1, sizeof *w, error);
    if (!w) return NULL;
    w->allocator = *allocator;
    w->clip = bp_clip_create(allocator, &(bp_clip_options){.name = "walk"}, error);
    bool ok = w->clip && add_tracks(w->clip, error);
    if (ok) w->characters = bp_alloc(allocator, characters, sizeof *w->characters, error);
    ok = w->characters != NULL;
    for (; ok && w->count < characters; w->count++)
        ok = make_character(context, w, &w->characters[w->count], error);
    if (ok && make_batch(context, w, error)) return w;
    bp_workload_pose_destroy(w);
    return NULL;
}

void bp_workload_pose_destroy(bp_workload_pose *w) {
    if (!w) return;
    bp_allocator allocator = w->allocator;
    for (size_t i = 0; i < w->count; i++) {
        bp_pose_destroy(w->characters[i].pose);
        bp_skeleton_destroy(w->characters[i].skeleton);
    }
    bp_batch_destroy(w->batch);
    bp_free(&allocator, w->layers);
    bp_free_aligned(&allocator, w->absolutes);
    bp_free(&allocator, w->characters);
    bp_clip_destroy(w->clip);
    bp_free(&allocator, w);
}

static double time_of(size_t character, int frame) {
    double time = (double)frame / 60 + (double)character / BP_WORKLOAD_POSE_CROWD;
    return time - (double)(long)time;
}

void bp_workload_pose_run(bp_workload_pose *w, int frame) {
    for (size_t i = 0; i < w->count; i++)
        w->layers[i] = (bp_batch_layer){.time = time_of(i, frame), .weight = 1};
    const bp_batch_job job = {.count = w->count, .layers = w->layers, .absolutes = w->absolutes};
    bp_batch_run(w->batch, &job, NULL);
}

void bp_workload_pose_run_bones(bp_workload_pose *w, int frame) {
    for (size_t i = 0; i < w->count; i++) {
        bp_workload_character *one = &w->characters[i];
        bp_clip_sample(w->clip, time_of(i, frame), one->pose);
        bp_pose_apply(one->pose, one->skeleton, NULL);
        bp_skeleton_compute_absolutes(one->skeleton, false);
    }
}

enum {
    TEXTURE = 512,
    QUADS = 20,
    GRID_X = 1000,
    GRID_Y = 500,
    SLICES = 100,
    STACKS = 101,
    CHARACTERS = 50,
};

struct bp_workload {
    bp_allocator allocator;
    const struct bp_workload_info *info;
    /* Owned arrays of vertex_count elements; attributes that the workload doesn't use are NULL. */
    bp_vec3 *positions, *normals;
    bp_vec2 *uvs;
    bp_rgba8 *colors;
    bp_vec4 *linear_colors;
    uint32_t *indices;   /* owned */
    bp_texture *texture; /* owned; NULL if there is none */
    size_t vertex_count, index_count;
};

/* A checkerboard of 32 texels with gradients and noise. */
static void fill_texture(uint8_t *pixels, uint32_t width, uint32_t height) {
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            uint32_t h = x * 0x9E3779B1u ^ y * 0x85EBCA77u;
            h ^= h >> 15;
            h *= 0x2C1B3C6Du;
            h ^= h >> 12;
            h *= 0x297A2D39u;
            h ^= h >> 15;
            uint32_t noise = h & 31, check = ((x >> 5) ^ (y >> 5)) & 1;
            uint8_t *p = pixels + 4 * (y * width + x);
            p[0] = (uint8_t)((check ? 200 : 60) + noise);
            p[1] = (uint8_t)(x * 200 / width + noise);
            p[2] = (uint8_t)(y * 200 / height + noise);
            p[3] = 255;
        }
}

static bool make_texture(const bp_context *context, bp_workload *w, bp_error *error) {
    const int width = w->info->width ? w->info->width : TEXTURE,
              height = w->info->height ? w->info->height : TEXTURE;
    uint8_t *pixels = bp_alloc(&w->allocator, (size_t)width * (size_t)height, 4, error);
    if (!pixels) return false;
    fill_texture(pixels, (uint32_t)width, (uint32_t)height);
    bp_texture_options options = {.pixels = pixels,
                                  .width = width,
                                  .height = height,
                                  .color = w->info->srgb ? BP_COLOR_SRGB : BP_COLOR_RAW,
                                  .no_mipmaps = !w->info->mipmaps};
    w->texture = bp_texture_create(context, &options, error);
    bp_free(&w->allocator, pixels);
    return w->texture != NULL;
}

static bool make_arrays(bp_workload *w, size_t vertices, size_t indices, bp_error *error) {
    const bp_allocator *a = &w->allocator;
    bool grid = w->info->scene == BP_WORKLOAD_SCENE_GRID, lit = w->info->scene == BP_WORKLOAD_SCENE_CROWD;
    lit = lit || w->info->pixel_light;
    w->vertex_count = vertices;
    w->index_count = indices;
    w->positions = bp_alloc(a, vertices, sizeof *w->positions, error);
    w->indices = bp_alloc(a, indices, sizeof *w->indices, error);
    if (grid) w->colors = bp_alloc(a, vertices, sizeof *w->colors, error);
    if (!grid) w->uvs = bp_alloc(a, vertices, sizeof *w->uvs, error);
    if (lit) w->normals = bp_alloc(a, vertices, sizeof *w->normals, error);
    if (w->info->vertex_colors) w->linear_colors = bp_alloc(a, vertices, sizeof *w->linear_colors, error);
    return w->positions && w->indices && (grid ? w->colors != NULL : w->uvs != NULL) &&
           (!lit || w->normals) && (!w->info->vertex_colors || w->linear_colors);
}

/* A quad that fills the picture, seen by `users_projection`: 1/w is 1, 0.6, 0.4 and 0.8 at its corners. The
 * texture is rotated by 30 degrees. */
static void tilt_quad(bp_workload *w, uint32_t i, uint32_t first) {
    static const float inverse_w[4] = {1.0f, 0.6f, 0.4f, 0.8f};
    const float half = bp_tan(BP_PI / 6), sine = 0.5f, cosine = 0.866025f;
    const float repeats = w->info->minified ? 18.0f : 3.0f;
    for (uint32_t k = 0; k < 4; k++) {
        bp_vec3 *p = &w->positions[first + k];
        bp_vec2 *uv = &w->uvs[first + k];
        float distance = (2.0f - 0.05f * (float)i) / inverse_w[k];
        float right = p->x, up = p->y, shift = (float)i / 20.0f;
        *p = (bp_vec3){right * distance * half * BP_WORKLOAD_WIDTH / BP_WORKLOAD_HEIGHT, up * distance * half,
                       -distance};
        *uv = (bp_vec2){repeats * (cosine * right - sine * 0.5625f * up) + shift,
                        repeats * (sine * right + cosine * 0.5625f * up) - shift};
    }
}

static void fill_quads(bp_workload *w) {
    for (uint32_t i = 0; i < QUADS; i++) {
        float z = 0.9f - 0.09f * (float)i, shift = (float)i / 20.0f, bottom = 1.6875f + shift;
        const bp_vec3 corners[4] = {{-1, -1, z}, {1, -1, z}, {1, 1, z}, {-1, 1, z}};
        const bp_vec2 uvs[4] = {{0, shift}, {3, shift}, {3, bottom}, {0, bottom}};
        for (uint32_t k = 0; k < 4; k++) {
            w->positions[4 * i + k] = corners[k];
            w->uvs[4 * i + k] = uvs[k];
            if (w->normals)
                w->normals[4 * i + k] =
                    bp_vec3_normalize((bp_vec3){0.5f * corners[k].x, 0.5f * corners[k].y, 1});
            if (w->linear_colors)
                w->linear_colors[4 * i + k] = (bp_vec4){k & 1 ? 1 : 0.2f, k & 2 ? 1 : 0.3f, 0.8f, 1};
        }
        if (w->info->tilted) tilt_quad(w, i, 4 * i);
        static const uint32_t order[6] = {0, 1, 2, 0, 2, 3};
        for (uint32_t k = 0; k < 6; k++) w->indices[6 * i + k] = 4 * i + order[k];
    }
}

static void fill_grid(bp_workload *w) {
    float half_height = 2.0f * bp_tan(BP_PI / 6) * 0.999f;
    float half_width = half_height * BP_WORKLOAD_WIDTH / BP_WORKLOAD_HEIGHT;
    size_t at = 0;
    for (int j = 0; j <= GRID_Y; j++)
        for (int i = 0; i <= GRID_X; i++, at++) {
            float u = 2.0f * (float)i / GRID_X - 1, v = 2.0f * (float)j / GRID_Y - 1;
            float height = 0.15f * bp_sin(12 * u) * bp_cos(9 * v) * (1 - u * u) * (1 - v * v);
            w->positions[at] = (bp_vec3){u * half_width, v * half_height, -2.0f + height};
            w->colors[at] = (bp_rgba8){(uint8_t)(127.5f + 127.5f * u), (uint8_t)(127.5f + 127.5f * v),
                                       (uint8_t)(127.5f + 127.5f * bp_sin(20 * u * v)), 255};
        }
    uint32_t *index = w->indices;
    for (uint32_t j = 0; j < GRID_Y; j++)
        for (uint32_t i = 0; i < GRID_X; i++) {
            uint32_t a = j * (GRID_X + 1) + i, b = a + 1, c = a + GRID_X + 1, d = c + 1;
            const uint32_t two[6] = {a, b, d, a, d, c};
            for (int k = 0; k < 6; k++) *index++ = two[k];
        }
}

static void fill_ellipsoid(bp_workload *w) {
    size_t at = 0;
    for (int s = 0; s <= STACKS; s++)
        for (int k = 0; k <= SLICES; k++, at++) {
            float theta = BP_PI * (float)s / STACKS, phi = 2 * BP_PI * (float)k / SLICES;
            bp_vec3 p = {bp_sin(theta) * bp_sin(phi), bp_cos(theta), bp_sin(theta) * bp_cos(phi)};
            w->positions[at] = (bp_vec3){0.5f * p.x, 1.5f * p.y, 0.5f * p.z};
            w->normals[at] = bp_vec3_normalize(bp_vec3_make(p.x / 0.5f, p.y / 1.5f, p.z / 0.5f));
            w->uvs[at] = (bp_vec2){(float)k / SLICES, (float)s / STACKS};
        }
    uint32_t *index = w->indices;
    for (uint32_t s = 0; s < STACKS; s++)
        for (uint32_t k = 0; k < SLICES; k++) {
            uint32_t a = s * (SLICES + 1) + k, b = a + 1, c = a + SLICES + 1, d = c + 1;
            const uint32_t two[6] = {a, c, d, a, d, b};
            for (int i = s == STACKS - 1 ? 3 : 0; i < (s == 0 ? 3 : 6); i++) *index++ = two[i];
        }
}

/* The view matrix of character `i`: 42 characters in a plane as a grid of 14 x 3, and 8 nearer ones. */
static bp_mat4 character_view(int i, int frame) {
    const float distance = 5.4f / bp_tan(BP_PI / 8), column = 1920.0f / 14;
    float x, y, z;
    if (i < 42) {
        x = ((float)(i % 14) + 0.5f) * column - 960;
        y = 540 - ((float)(i / 14) + 0.5f) * 360; /* integer division: the row */
        z = 0;
    } else {
        x = (float)(i - 41) * column - 960;
        y = 0;
        z = 0.8f;
    }
    float k = (distance - z) / distance;
    bp_mat4 turn = bp_mat4_rotation_y(bp_radians(37.0f * (float)i + 2.0f * (float)frame));
    return bp_mat4_mul(turn, bp_mat4_translation(bp_vec3_make(x / 100 * k, y / 100 * k, z - distance)));
}

static bp_draw base_draw(const bp_workload *w) {
    bp_draw draw = {
        .vertices = {.count = w->vertex_count, .positions = &w->positions->x},
        .indices = {.u32 = w->indices, .count = w->index_count},
        .state = {.color = w->info->srgb ? BP_COLOR_SRGB : BP_COLOR_RAW,
                  .depth = BP_DEPTH_LESS,
                  .blend = w->info->blend},
    };
    if (w->uvs) {
        draw.vertices.uvs = &w->uvs->x;
        draw.material.texture = w->texture;
        draw.material.filter = w->info->mipmaps ? BP_FILTER_TRILINEAR : BP_FILTER_BILINEAR;
    }
    if (w->normals) draw.vertices.normals = &w->normals->x;
    if (w->linear_colors) draw.vertices.colors = &w->linear_colors->x;
    return draw;
}

static bool draw_quads(const bp_workload *w, bp_raster *raster, bp_error *error) {
    /* Depth -1..1 becomes 0..1. */
    const bp_mat4 half = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0.5f, 0, 0, 0, 0.5f, 1}};
    const bp_mat4 perspective =
        bp_mat4_perspective_rh(BP_PI / 3, (float)BP_WORKLOAD_WIDTH / BP_WORKLOAD_HEIGHT, 0.5f, 10.0f);
    bp_draw draw = base_draw(w);
    draw.transform = w->info->tilted ? &perspective : &half;
    if (w->info->blend)
        for (int c = 0; c < 4; c++) draw.material.base_color[c] = c == 3 ? 0.5f : 1.0f;
    if (w->info->pixel_light) {
        draw.light =
            (bp_draw_light){.lighting = BP_LIGHTING_PIXEL, .direction = {0.398015f, 0.696526f, 0.597022f}};
        for (int c = 0; c < 3; c++) {
            draw.light.color[c] = 0.8f;
            draw.light.ambient[c] = 0.2f;
        }
    }
    return bp_raster_draw(raster, &draw, error);
}

static bool draw_grid(const bp_workload *w, bp_raster *raster, bp_error *error) {
    bp_mat4 projection =
        bp_mat4_perspective_rh(BP_PI / 3, (float)BP_WORKLOAD_WIDTH / BP_WORKLOAD_HEIGHT, 0.5f, 10.0f);
    bp_draw draw = base_draw(w);
    draw.vertices.colors8 = &w->colors->r;
    draw.transform = &projection;
    return bp_raster_draw(raster, &draw, error);
}

/* The light is fixed in view space. Normals stay in the character's space, so the light is rotated there. */
static bp_draw_light character_light(const bp_workload *w, bp_mat4 view, int i) {
    const bp_vec3 light = {0.398015f, 0.696526f, 0.597022f};
    const float tint[3] = {0.6f + 0.4f * (float)((i * 7) % 5) / 4.0f,
                           0.6f + 0.4f * (float)((i * 3) % 7) / 6.0f,
                           0.6f + 0.4f * (float)((i * 5) % 11) / 10.0f};
    bp_draw_light result = {.lighting = w->info->pixel_light ? BP_LIGHTING_PIXEL : BP_LIGHTING_VERTEX,
                            .direction = bp_mat4_direction(bp_mat4_transpose(view), light)};
    for (int c = 0; c < 3; c++) {
        result.color[c] = 0.8f * tint[c];
        result.ambient[c] = 0.2f * tint[c];
    }
    return result;
}

static bool draw_characters(const bp_workload *w, bp_raster *raster, int frame, bp_error *error) {
    bp_mat4 projection =
        bp_mat4_perspective_rh(BP_PI / 4, (float)BP_WORKLOAD_WIDTH / BP_WORKLOAD_HEIGHT, 1.0f, 50.0f);
    for (int i = 0; i < CHARACTERS; i++) {
        bp_mat4 view = character_view(i, frame), transform = bp_mat4_mul(view, projection);
        bp_draw draw = base_draw(w);
        draw.transform = &transform;
        draw.light = character_light(w, view, i);
        draw.state.cull = BP_CULL_BACK;
        if (!bp_raster_draw(raster, &draw, error)) return false;
    }
    return true;
}

bool bp_workload_draw(const bp_workload *w, bp_raster *raster, const bp_framebuffer *framebuffer, int frame,
                      bp_counters *counters, bp_error *error) {
    const bp_clear clear = {.color = {26, 26, 38, 255}}; /* 0.1, 0.1, 0.15 */
    const bp_pass pass = {.samples = w->info->samples4 ? 4 : 1,
                          .color = w->info->srgb ? BP_COLOR_SRGB : BP_COLOR_RAW};
    if (!bp_raster_begin(raster, framebuffer, &pass, error) || !bp_raster_clear(raster, &clear, error))
        return false;
    bool ok = w->info->scene == BP_WORKLOAD_SCENE_QUADS  ? draw_quads(w, raster, error)
              : w->info->scene == BP_WORKLOAD_SCENE_GRID ? draw_grid(w, raster, error)
                                                         : draw_characters(w, raster, frame, error);
    return ok && bp_raster_end(raster, counters, error);
}

static bool fill(const bp_context *context, bp_workload *w, bp_error *error) {
    switch (w->info->scene) {
    case BP_WORKLOAD_SCENE_QUADS:
        if (!make_arrays(w, QUADS * 4, QUADS * 6, error)) return false;
        fill_quads(w);
        return make_texture(context, w, error);
    case BP_WORKLOAD_SCENE_GRID:
        if (!make_arrays(w, (GRID_X + 1) * (GRID_Y + 1), (size_t)GRID_X * GRID_Y * 6, error)) return false;
        fill_grid(w);
        return true;
    case BP_WORKLOAD_SCENE_CROWD:
        if (!make_arrays(w, (SLICES + 1) * (STACKS + 1), (size_t)SLICES * (STACKS - 1) * 6, error))
            return false;
        fill_ellipsoid(w);
        return make_texture(context, w, error);
    }
    return false;
}

bp_workload *bp_workload_create(const bp_context *context, bp_workload_kind kind, bp_error *error) {
    if ((unsigned)kind >= BP_WORKLOAD_COUNT || !bp_workload_info[kind].name) {
        bp_fail(error, BP_ERROR_ARGUMENT, "bp_workload_create", "there is no workload %d", (int)kind);
        return NULL;
    }
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_workload *w = bp_alloc(allocator, 1, sizeof *w, error);
    if (!w) return NULL;
    w->allocator = *allocator;
    w->info = &bp_workload_info[kind];
    if (fill(context, w, error)) return w;
    bp_workload_destroy(w);
    return NULL;
}

void bp_workload_destroy(bp_workload *w) {
    if (!w) return;
    bp_allocator allocator = w->allocator;
    bp_texture_destroy(w->texture);
    bp_free(&allocator, w->positions);
    bp_free(&allocator, w->normals);
    bp_free(&allocator, w->uvs);
    bp_free(&allocator, w->colors);
    bp_free(&allocator, w->linear_colors);
    bp_free(&allocator, w->indices);
    bp_free(&allocator, w);
}

#define FILLED                                                                                               \
    "Mpixel/s", 1e-6 * QUADS *BP_WORKLOAD_WIDTH *BP_WORKLOAD_HEIGHT, .scene = BP_WORKLOAD_SCENE_QUADS
#define CROWD "frames/s", 1, .scene = BP_WORKLOAD_SCENE_CROWD
#define AS_USERS .srgb = true, .mipmaps = true, .tilted = true
const struct bp_workload_info bp_workload_info[BP_WORKLOAD_COUNT] = {
    {"R1", FILLED},
    {"R2", "Mtriangle/s", 1e-6 * 2 * GRID_X *GRID_Y, .scene = BP_WORKLOAD_SCENE_GRID},
    {"R3", CROWD},
    {"R4", FILLED, AS_USERS},
    {"R5", CROWD, AS_USERS, .samples4 = true, .pixel_light = true},
    {"R1-tilted", FILLED, .tilted = true},
    {"R1-4-samples", FILLED, .samples4 = true},
    {"R1-srgb", FILLED, .srgb = true},
    {"R4-4-samples", FILLED, AS_USERS, .samples4 = true},
    {"R4-light", FILLED, AS_USERS, .pixel_light = true},
    {"R4-blend", FILLED, AS_USERS, .blend = true},
    {"R4-colors", FILLED, AS_USERS, .vertex_colors = true},
    {"R4-500x300", FILLED, AS_USERS, .width = 500, .height = 300},
    {"R4-2048", FILLED, AS_USERS, .width = 2048, .height = 2048},
    {"R4-minified", FILLED, AS_USERS, .minified = true},
    {"R4-plain", FILLED, .srgb = true, .tilted = true},
    {"R5-1-sample", CROWD, AS_USERS, .pixel_light = true}};
