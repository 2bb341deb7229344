/* Creating a crowd: levels of detail, batches, and the model's size and gait. */
#include "app/numbers.h"
#include "app/screens/crowd/crowd_screen.h"
#include "base/isa.h"
#include "base/pool.h"
#include "mesh/editing.h"
#include "scene/figure.h"
#include <stdlib.h>
#include <string.h>

/* Positions of a crowd's characters: rings around the middle, so the characters stay on the floor and don't
 * collide. Everything follows from a character's number and the time. */

/* Distance between rings, and between neighbours in a ring, in heights of a character. */
static const float RING = 0.82f, NEIGHBOUR = 0.72f;

/* A hash of number and salt, evenly distributed in 0..1. */
static float scatter(unsigned number, unsigned salt) {
    uint32_t h = number * 0x9E3779B1u ^ salt * 0x85EBCA77u;
    h ^= h >> 15;
    h *= 0x2C1B3C6Du;
    h ^= h >> 12;
    h *= 0x297A2D39u;
    h ^= h >> 15;
    return (float)(h >> 8) * 0x1p-24f;
}

static int ring_size(int ring) { return ring == 0 ? 1 : (int)(2 * BP_PI * (float)ring * RING / NEIGHBOUR); }

/* The ring of a character, and its number within it. */
static int ring_of(int number, int *within) {
    int ring = 0;
    while (number >= ring_size(ring)) number -= ring_size(ring++);
    *within = number;
    return ring;
}

float bp_crowd_radius(int count, float size) {
    int within;
    return (float)ring_of(count > 0 ? count - 1 : 0, &within) * RING * size;
}

bp_crowd_member bp_crowd_member_at(int number, double time, float size, float speed) {
    int within;
    int ring = ring_of(number, &within);
    unsigned seed = (unsigned)number;
    bp_crowd_member member = {.phase = scatter(seed, 1), .size = 0.93f + 0.14f * scatter(seed, 2)};
    member.tint = (int)(scatter(seed, 3) * BP_CROWD_TINTS);
    if (ring == 0) return member;
    float radius = ((float)ring + 0.16f * (scatter(seed, 4) - 0.5f)) * RING * size;
    float turn = ring & 1 ? 1.0f : -1.0f;
    float share = ((float)within + 0.3f * (scatter(seed, 5) - 0.5f)) / (float)ring_size(ring);
    /* All characters of a ring move together. The fraction is taken in double, while it is still exact. */
    double rounds = time * (double)speed / (2 * 3.14159265358979 * (double)((float)ring * RING * size));
    float gone = (float)(rounds - (double)(long long)rounds);
    float angle = 2 * BP_PI * (share + turn * gone + 0.618034f * (float)ring);
    member.position = (bp_vec3){radius * bp_sin(angle), 0, radius * bp_cos(angle)};
    /* Faces along the ring: a quarter turn from the radius. */
    member.heading = angle + turn * BP_PI / 2;
    return member;
}

bool bp_crowd_is_visible(const bp_mat4 *transform, bp_vec3 center, float radius) {
    /* A point is inside a plane if a combination of its clip coordinates isn't negative. The combination is
     * linear in the point, so the distance is its value divided by the length of its gradient. */
    static const float planes[6][4] = {{1, 0, 0, 1},  {-1, 0, 0, 1}, {0, 1, 0, 1},
                                       {0, -1, 0, 1}, {0, 0, 1, 0},  {0, 0, -1, 1}};
    const float *m = transform->m;
    for (int i = 0; i < 6; i++) {
        float value[4];
        for (int row = 0; row < 4; row++) {
            value[row] = 0;
            for (int column = 0; column < 4; column++) value[row] += m[4 * row + column] * planes[i][column];
        }
        bp_vec3 gradient = {value[0], value[1], value[2]};
        if (bp_vec3_dot(gradient, center) + value[3] < -radius * bp_vec3_length(gradient)) return false;
    }
    return true;
}

/* The walking speed of a model that walks in place. The supporting foot stands still on the floor, so in
 * model space it moves backwards as fast as the character should move forwards. The lowest joint is taken as
 * the supporting foot. */

enum { SAMPLES = 64 };

/* The node of a character's lowest joint. */
static int lowest(const bp_mat4 *absolutes, const bp_model_skin *skin) {
    int best = skin->nodes[0];
    for (size_t i = 1; i < skin->joint_count; i++)
        if (absolutes[skin->nodes[i]].m[13] < absolutes[best].m[13]) best = skin->nodes[i];
    return best;
}

int bp_crowd_by_size(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Speed in metres a second, and its direction. Uses neighbouring samples with the same supporting foot, and
 * takes the median: a foot that has just landed still rolls, and one that is leaving is already lifted. */
static float forwards(const bp_mat4 *absolutes, size_t nodes, const bp_model_skin *skin, double step,
                      bp_vec3 *direction) {
    bp_vec3 moves[SAMPLES], sum = {0, 0, 0};
    float along[SAMPLES];
    size_t count = 0;
    for (size_t i = 0; i + 1 < SAMPLES; i++) {
        const bp_mat4 *now = absolutes + i * nodes, *next = now + nodes;
        int foot = lowest(now, skin);
        if (lowest(next, skin) != foot) continue;
        bp_vec3 moved = bp_vec3_sub(bp_mat4_position(now[foot]), bp_mat4_position(next[foot]));
        moves[count] = (bp_vec3){moved.x, 0, moved.z};
        sum = bp_vec3_add(sum, moves[count++]);
    }
    *direction = bp_vec3_normalize(sum);
    if (count == 0) return 0;
    for (size_t i = 0; i < count; i++) along[i] = bp_vec3_dot(moves[i], *direction);
    qsort(along, count, sizeof *along, bp_crowd_by_size);
    return along[count / 2] / (float)step;
}

/* Measures how fast the model walks (crowd->speed) and in which direction of its own space. */
static bool crowd_find_gait(bp_crowd *crowd, const bp_model *model, bp_vec3 *direction, bp_error *error) {
    *direction = (bp_vec3){0, 0, 1};
    if (model->skin_count == 0 || !(crowd->span > 0)) return true;
    bp_batch_layer layers[SAMPLES];
    double step = crowd->span / SAMPLES;
    bp_mat4 *absolutes = bp_alloc(&crowd->allocator, SAMPLES * model->node_count, sizeof *absolutes, error);
    if (!absolutes) return false;
    for (int i = 0; i < SAMPLES; i++)
        layers[i] = (bp_batch_layer){.time = crowd->first + step * i, .weight = 1, .clip = crowd->clip};
    const bp_batch_job job = {.count = SAMPLES, .layers = layers, .absolutes = absolutes};
    bp_batch_run(crowd->batch, &job, NULL);
    bp_vec3 way;
    float speed = forwards(absolutes, model->node_count, &model->skins[0], step, &way);
    bp_free(&crowd->allocator, absolutes);
    /* Below a tenth of the height in a second it is swaying, not walking. */
    bp_bounds bounds = bp_figure_bounds(bp_model_figure_get_figure(crowd->figure));
    if (!(speed > 0.1f * (bounds.hi.y - bounds.lo.y))) return true;
    crowd->speed = speed;
    *direction = way;
    return true;
}

/* Differently coloured clothes: copies of a character's texture with rotated hues. Greens, blues and purples
 * change; warm and grey colours (skin, hair, fur, wood, leather) stay. */

enum {
    LARGEST_SIDE = 1024
}; /* larger textures keep their colours: eight copies would take too much memory */

/* Hue rotations in degrees. */
static const float HUE_ROTATIONS[BP_CROWD_TINTS] = {0, 150, 40, -60, 190, 95, 225, -100};

static float ramp(float x, float from, float to) {
    float t = (x - from) / (to - from);
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

/* The hue in degrees (0 red, 120 green, 240 blue) of a colour that isn't grey. */
static float hue_of(const float c[3], float high, float low) {
    float range = high - low, hue;
    if (c[0] >= high)
        hue = (c[1] - c[2]) / range;
    else if (c[1] >= high)
        hue = 2 + (c[2] - c[0]) / range;
    else
        hue = 4 + (c[0] - c[1]) / range;
    return hue < 0 ? 60 * hue + 360 : 60 * hue;
}

/* One channel of a fully saturated hue, scaled to `low`..`high`: it rises, stays, falls and stays along the
 * circle. */
static float channel_of(float hue, float low, float high) {
    while (hue < 0) hue += 360;
    while (hue >= 360) hue -= 360;
    float t = hue < 60 ? 1 : hue < 120 ? (120 - hue) / 60 : hue < 240 ? 0 : hue < 300 ? (hue - 240) / 60 : 1;
    return low + (high - low) * t;
}

static bp_rgba8 rotate_hue(bp_rgba8 from, float degrees) {
    const float c[3] = {from.r, from.g, from.b};
    float high = c[0] > c[1] ? c[0] : c[1], low = c[0] < c[1] ? c[0] : c[1];
    if (c[2] > high) high = c[2];
    if (c[2] < low) low = c[2];
    if (high - low < 8) return from;
    float hue = hue_of(c, high, low);
    float clothes = ramp(hue, 65, 90) * ramp(330 - hue, 0, 30) * ramp((high - low) / high, 0.15f, 0.35f);
    float fresh[3];
    for (int k = 0; k < 3; k++) {
        float there = channel_of(hue + degrees - 120 * (float)k, low, high);
        fresh[k] = c[k] + (there - c[k]) * clothes + 0.5f;
    }
    return (bp_rgba8){(uint8_t)fresh[0], (uint8_t)fresh[1], (uint8_t)fresh[2], from.a};
}

static bp_texture *tint_texture(const bp_crowd *crowd, const bp_image *image, float degrees,
                                bp_error *error) {
    size_t count = (size_t)image->width * (size_t)image->height;
    bp_rgba8 *pixels = bp_alloc(&crowd->allocator, count, sizeof *pixels, error);
    if (!pixels) return NULL;
    for (size_t i = 0; i < count; i++) pixels[i] = rotate_hue(image->pixels[i], degrees);
    bp_texture_options options = {.pixels = &pixels->r, .width = image->width, .height = image->height};
    bp_texture *texture = bp_texture_create(crowd->context, &options, error);
    bp_free(&crowd->allocator, pixels);
    return texture;
}

static bool crowd_tints_create(bp_crowd *crowd, const bp_model *model, bp_error *error) {
    for (size_t i = 0; i < crowd->part_count; i++) {
        crowd_part *part = &crowd->parts[i];
        int number = part->from->texture && part->from->material ? part->from->material->texture.image : -1;
        if (number < 0 || !model->images[number]) continue;
        const bp_image *image = model->images[number];
        bool large = image->width > LARGEST_SIDE || image->height > LARGEST_SIDE;
        for (int t = 0; t < (large ? 1 : BP_CROWD_TINTS); t++)
            if (!(part->tints[t] = tint_texture(crowd, image, HUE_ROTATIONS[t], error))) return false;
    }
    return true;
}

const float bp_crowd_lod_cells[CROWD_LODS] = {0, 1.0f / 48, 1.0f / 28, 1.0f / 16, 1.0f / 9};

int bp_crowd_choose_clip(const bp_model *model) {
    static const char *const words[] = {"walk", "run"};
    for (size_t w = 0; w < BP_COUNT(words); w++)
        for (size_t i = 0; i < model->clip_count; i++)
            if (bp_name_contains(bp_clip_name(model->clips[i]), words[w])) return (int)i;
    return model->clip_count > 0 ? 0 : -1;
}

static bool make_parts(bp_crowd *crowd, const bp_model *model, int clip, bp_error *error) {
    const bp_figure *figure = bp_model_figure_get_figure(crowd->figure);
    crowd->part_count = bp_figure_part_count(figure);
    crowd->parts = bp_alloc(&crowd->allocator, crowd->part_count, sizeof *crowd->parts, error);
    for (size_t i = 0; i < model->skeleton_count; i++) bp_skeleton_sort(model->skeletons[i]);
    if (!crowd->parts || !(crowd->batch = bp_model_batch_create(crowd->context, model, error))) return false;
    for (size_t i = 0; i < crowd->part_count; i++) {
        const bp_figure_part *from = bp_figure_part_at(figure, i);
        bool skinned = from->skeleton && from->mesh->influences > 0;
        if (!skinned) crowd->nodes = model->node_count;
        crowd->parts[i] = (crowd_part){.from = from,
                                       .slots = skinned ? bp_skeleton_palette_count(from->skeleton) : 0,
                                       .place = bp_figure_place(figure, i)};
    }
    crowd->clip = clip;
    if (clip < 0) return true;
    double last = 0;
    bp_clip_span(model->clips[clip], &crowd->first, &last);
    crowd->span = last - crowd->first;
    return true;
}

/* The part's mesh prepared for skinning: with its morph targets applied, with normals, with joints even if
 * nothing skins it, and with the texture coordinates that its material uses. */
static bp_mesh *prepare_mesh(const bp_crowd *crowd, const crowd_part *part, bp_error *error) {
    const bp_figure_part *from = part->from;
    bp_mesh *mesh = bp_mesh_clone(&crowd->allocator, from->mesh, error);
    if (!mesh) return NULL;
    bool ok = true;
    if (mesh->morph_count > 0 && from->morph_weights)
        ok = bp_mesh_morph(from->mesh, from->morph_weights, mesh->morph_count,
                           &(bp_vertex_arrays){mesh->positions, mesh->normals, NULL}, error);
    if (ok && !mesh->normals) ok = bp_mesh_make_normals(mesh, error);
    if (ok && part->slots == 0) ok = bp_mesh_bind_rigid(mesh, 0, error);
    if (ok && !mesh->uv[0] && (from->uvs || mesh->uv[1]))
        ok = bp_mesh_add_attributes(mesh, BP_MESH_UV0, error);
    const bp_vec2 *uvs =
        from->uvs ? from->uvs : mesh->uv[from->material ? from->material->texture.uv_set & 1 : 0];
    if (ok && uvs && mesh->uv[0]) memcpy(mesh->uv[0], uvs, mesh->vertex_count * sizeof *uvs);
    if (ok) return mesh;
    bp_mesh_destroy(mesh);
    return NULL;
}

static bool make_lods(bp_crowd *crowd, float unit, bp_error *error) {
    for (size_t i = 0; i < crowd->part_count; i++) {
        crowd_part *part = &crowd->parts[i];
        const bp_mesh *whole = part->lods[0] = prepare_mesh(crowd, part, error);
        for (int l = 1; whole && l < CROWD_LODS; l++) {
            part->lods[l] = bp_mesh_simplify(&crowd->allocator, whole, bp_crowd_lod_cells[l] * unit, error);
            if (!part->lods[l]) return false;
        }
        if (!whole) return false;
    }
    return true;
}

/* Sets align, height, bounding_radius and speed. *unit is the model's size in mesh units. */
static bool measure(bp_crowd *crowd, const bp_model *model, float *unit, bp_error *error) {
    bp_bounds bounds = bp_figure_bounds(bp_model_figure_get_figure(crowd->figure));
    if (bp_bounds_is_empty(bounds))
        return bp_fail(error, BP_ERROR_INPUT, "meshes", "the file has nothing to draw");
    bp_vec3 size = bp_vec3_sub(bounds.hi, bounds.lo), middle = bp_bounds_center(bounds), way;
    float largest = size.x > size.y ? size.x : size.y, scale = 1;
    if (size.z > largest) largest = size.z;
    if (!(largest > 0)) return bp_fail(error, BP_ERROR_INPUT, "meshes", "all vertices are at the same point");
    if (largest < 0.8f || largest > 3) scale = 1.75f / largest;
    *unit = largest;
    /* A model that is longer than high needs more floor, so it counts as higher. */
    crowd->height = largest * scale * (largest > 1.05f * size.y ? 1.5f : 1);
    crowd->bounding_radius = 1.3f * bp_bounds_radius(bounds) * scale;
    if (!crowd_find_gait(crowd, model, &way, error)) return false;
    crowd->speed *= scale;
    bp_mat4 to_origin = bp_mat4_translation((bp_vec3){-middle.x, -bounds.lo.y, -middle.z});
    bp_mat4 turn = bp_mat4_rotation_y(-bp_atan2(way.x, way.z));
    crowd->align = bp_mat4_mul(bp_mat4_mul(to_origin, bp_mat4_scaling((bp_vec3){scale, scale, scale})), turn);
    return true;
}

/* ---- the ground ------------------------------------------------------------------------------- */

enum { BLOB_SIDE = 32 };

/* The opacity falls off from the middle as (1 - r^2)^2. */
static bp_texture *make_blob(const bp_crowd *crowd, bp_error *error) {
    bp_rgba8 pixels[BLOB_SIDE * BLOB_SIDE];
    for (int y = 0; y < BLOB_SIDE; y++)
        for (int x = 0; x < BLOB_SIDE; x++) {
            float u = ((float)x + 0.5f) / BLOB_SIDE * 2 - 1, v = ((float)y + 0.5f) / BLOB_SIDE * 2 - 1;
            float inside = fmaxf(1 - u * u - v * v, 0);
            uint8_t alpha = (uint8_t)(255 * inside * inside + 0.5f);
            pixels[y * BLOB_SIDE + x] = (bp_rgba8){255, 255, 255, alpha};
        }
    const bp_texture_options options = {.pixels = &pixels->r, .width = BLOB_SIDE, .height = BLOB_SIDE};
    return bp_texture_create(crowd->context, &options, error);
}

/* Squares with four vertices each. */
static bp_mesh *make_squares(const bp_crowd *crowd, uint32_t count, unsigned attributes, bp_error *error) {
    const bp_mesh_options options = {.name = "squares",
                                     .vertex_count = (size_t)count * 4,
                                     .index_count = (size_t)count * 6,
                                     .attributes = attributes};
    bp_mesh *mesh = bp_mesh_create(&crowd->allocator, &options, error);
    for (uint32_t i = 0; mesh && i < count; i++) {
        const uint32_t at = 4 * i, two[6] = {at, at + 2, at + 3, at, at + 3, at + 1};
        memcpy(mesh->indices + 6 * i, two, sizeof two);
    }
    return mesh;
}

/* The floor is a square grid of slabs over -1..1. */
static bool ground_create(bp_crowd *crowd, bp_error *error) {
    enum { SLABS = BP_CROWD_SLABS };
    if (!(crowd->floor = make_squares(crowd, SLABS * SLABS, BP_MESH_COLORS, error)) ||
        !(crowd->shadows = make_squares(crowd, BP_CROWD_MAX, BP_MESH_UV0, error)) ||
        !(crowd->blob = make_blob(crowd, error)))
        return false;
    for (int i = 0; i < 4 * SLABS * SLABS; i++)
        crowd->floor->positions[i] = (bp_vec3){2.0f * (float)(i / 4 % SLABS + (i & 1)) / SLABS - 1, 0,
                                               2.0f * (float)(i / 4 / SLABS + i % 4 / 2) / SLABS - 1};
    for (int i = 0; i < 4 * BP_CROWD_MAX; i++)
        crowd->shadows->uv[0][i] = (bp_vec2){(float)(i & 1), (float)(i % 4 / 2)};
    return true;
}

static bool make(bp_crowd *crowd, const bp_model_pose *pose, int clip, bp_error *error) {
    float unit = 0;
    if (!(crowd->figure = bp_model_figure_create(crowd->context, pose, error))) return false;
    if (!make_parts(crowd, pose->model, clip, error) || !measure(crowd, pose->model, &unit, error) ||
        !make_lods(crowd, unit, error) || !crowd_tints_create(crowd, pose->model, error))
        return false;
    crowd->instances = bp_alloc(&crowd->allocator, BP_CROWD_MAX, sizeof *crowd->instances, error);
    if (crowd->instances)
        crowd->layers = bp_alloc(&crowd->allocator, BP_CROWD_MAX, sizeof *crowd->layers, error);
    if (crowd->layers)
        crowd->scratch = bp_alloc(&crowd->allocator, bp_batch_palette_count(crowd->batch) + 1,
                                  sizeof *crowd->scratch, error);
    return crowd->scratch && ground_create(crowd, error);
}

bp_crowd *bp_crowd_create(const bp_context *context, const bp_model_pose *pose, int clip, bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_crowd *crowd = bp_alloc(allocator, 1, sizeof *crowd, error);
    if (!crowd) return NULL;
    crowd->context = context;
    crowd->allocator = *allocator;
    if (make(crowd, pose, clip, error)) return crowd;
    bp_crowd_destroy(crowd);
    return NULL;
}

void bp_crowd_destroy(bp_crowd *crowd) {
    if (!crowd) return;
    bp_allocator allocator = crowd->allocator;
    bp_mesh_destroy(crowd->floor);
    bp_mesh_destroy(crowd->shadows);
    bp_texture_destroy(crowd->blob);
    for (size_t i = 0; crowd->parts && i < crowd->part_count; i++) {
        for (int t = 0; t < BP_CROWD_TINTS; t++) bp_texture_destroy(crowd->parts[i].tints[t]);
        for (int l = 0; l < CROWD_LODS; l++) bp_mesh_destroy(crowd->parts[i].lods[l]);
    }
    bp_batch_destroy(crowd->batch);
    void *const blocks[] = {crowd->parts, crowd->instances, crowd->scratch, crowd->layers, crowd->matrices};
    for (size_t i = 0; i < BP_COUNT(blocks); i++) bp_free(&allocator, blocks[i]);
    bp_model_figure_destroy(crowd->figure);
    bp_free(&allocator, crowd);
}
