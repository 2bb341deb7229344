/* A figure owns only its posed vertices; meshes, skeletons and materials are borrowed. Posing morphs, then
 * skins, part by part. */
#include <bindpose/scene.h>
#include <math.h>

typedef struct posed {
    bp_vec3 *positions; /* owned */
    bp_vec3 *normals;   /* owned; NULL if the mesh has none */
    bp_rgba8 *colors;   /* owned; of the weights; NULL if the mesh isn't skinned */
} posed;

struct bp_figure {
    bp_context *context;
    bp_figure_part *parts; /* owned */
    posed *posed;          /* owned, one a part */
    size_t count;
    bp_mat4 world;
};

bp_rgba8 bp_scene_color(size_t index) {
    /* Okabe and Ito's palette, with a grey blue instead of black as the first: for bodies and floors. */
    static const bp_rgba8 colors[] = {{128, 145, 170, 255}, {213, 94, 0, 255},    {0, 114, 178, 255},
                                      {0, 158, 115, 255},   {204, 121, 167, 255}, {230, 159, 0, 255},
                                      {86, 180, 233, 255},  {240, 228, 66, 255}};
    return colors[index % BP_COUNT(colors)];
}

bp_vec3 bp_scene_weights_color(const bp_mesh *mesh, size_t vertex) {
    bp_vec3 sum = {0};
    size_t influences = (size_t)mesh->influences;
    for (size_t i = vertex * influences; i < (vertex + 1) * influences; i++) {
        bp_rgba8 color = bp_scene_color(mesh->joints[i]);
        sum.x += mesh->weights[i] * color.r;
        sum.y += mesh->weights[i] * color.g;
        sum.z += mesh->weights[i] * color.b;
    }
    return sum;
}

/* The weights as a colour, rounded to bytes: a label, not light. */
static bp_rgba8 weights_color(const bp_mesh *mesh, size_t vertex) {
    bp_vec3 c = bp_scene_weights_color(mesh, vertex);
    return (bp_rgba8){(uint8_t)bp_clamp(c.x + 0.5f, 0, 255), (uint8_t)bp_clamp(c.y + 0.5f, 0, 255),
                      (uint8_t)bp_clamp(c.z + 0.5f, 0, 255), 255};
}

static bool is_skinned(const bp_figure_part *part) { return part->skeleton && part->mesh->influences > 0; }

static bool make_buffers(bp_figure *figure, size_t index, bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(figure->context);
    const bp_mesh *mesh = figure->parts[index].mesh;
    posed *out = &figure->posed[index];
    out->positions = bp_alloc(allocator, mesh->vertex_count, sizeof *out->positions, error);
    if (!out->positions) return false;
    if (is_skinned(&figure->parts[index])) {
        out->colors = bp_alloc(allocator, mesh->vertex_count, sizeof *out->colors, error);
        if (!out->colors) return false;
        for (size_t i = 0; i < mesh->vertex_count; i++) out->colors[i] = weights_color(mesh, i);
    }
    if (!mesh->normals) return true;
    out->normals = bp_alloc(allocator, mesh->vertex_count, sizeof *out->normals, error);
    return out->normals != NULL;
}

bp_figure *bp_figure_create(bp_context *context, const bp_figure_part *parts, size_t count, bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_figure *figure = bp_alloc(allocator, 1, sizeof *figure, error);
    if (!figure) return NULL;
    figure->context = context;
    figure->world = bp_mat4_identity();
    figure->parts = bp_alloc(allocator, count, sizeof *figure->parts, error);
    figure->posed = figure->parts ? bp_alloc(allocator, count, sizeof *figure->posed, error) : NULL;
    bool good = figure->posed != NULL;
    for (size_t i = 0; good && i < count; i++) {
        figure->parts[i] = parts[i];
        figure->count = i + 1;
        good = make_buffers(figure, i, error);
    }
    if (!good || !bp_figure_pose(figure, error)) {
        bp_figure_destroy(figure);
        return NULL;
    }
    return figure;
}

void bp_figure_destroy(bp_figure *figure) {
    if (!figure) return;
    const bp_allocator *allocator = bp_context_allocator(figure->context);
    for (size_t i = 0; i < figure->count; i++) {
        bp_free(allocator, figure->posed[i].positions);
        bp_free(allocator, figure->posed[i].normals);
        bp_free(allocator, figure->posed[i].colors);
    }
    bp_free(allocator, figure->parts);
    bp_free(allocator, figure->posed);
    bp_free(allocator, figure);
}

size_t bp_figure_part_count(const bp_figure *figure) { return figure->count; }

const bp_figure_part *bp_figure_part_at(const bp_figure *figure, size_t part) { return &figure->parts[part]; }

/* The mesh's positions and normals with its morph targets added by weight. */
static bool morph_part(const bp_context *context, const bp_figure_part *part, posed *out, bp_error *error) {
    const bp_mesh *mesh = part->mesh;
    const float *weights = part->morph_weights;
    float *own = NULL;
    if (!weights && mesh->morph_count > 0) {
        own = bp_alloc(bp_context_allocator(context), mesh->morph_count, sizeof *own, error);
        if (!own) return false;
        for (size_t i = 0; i < mesh->morph_count; i++) own[i] = mesh->morphs[i].weight;
        weights = own;
    }
    bool good = bp_mesh_morph(mesh, weights, mesh->morph_count,
                              &(bp_vertex_arrays){out->positions, out->normals, NULL}, error);
    bp_free(bp_context_allocator(context), own);
    return good;
}

static void transform_part(const bp_figure_part *part, posed *out) {
    if (!part->node) return;
    bp_mat4 world = bp_node_world(part->node);
    bp_mat4 normals = bp_mat4_normal_matrix(world);
    for (size_t i = 0; i < part->mesh->vertex_count; i++) {
        out->positions[i] = bp_mat4_point(world, out->positions[i]);
        if (out->normals) out->normals[i] = bp_vec3_normalize(bp_mat4_direction(normals, out->normals[i]));
    }
}

static bool skin_part(const bp_figure *figure, const bp_figure_part *part, posed *out, bp_error *error) {
    bp_skin_job job = {
        .source = bp_skin_source_from_mesh(part->mesh),
        .palette = bp_skeleton_palette(part->skeleton),
        .palette_count = bp_skeleton_palette_count(part->skeleton),
        .method = part->method,
        .target = {.positions = out->positions, .normals = out->normals},
    };
    job.source.tangents = NULL;
    if (part->mesh->morph_count > 0) {
        job.source.positions = out->positions;
        job.source.normals = out->normals;
    }
    return bp_skin_job_run(figure->context, &job, error);
}

bool bp_figure_is_mirrored(const bp_figure *figure, size_t index) {
    const bp_figure_part *part = &figure->parts[index];
    if (is_skinned(part) && part->mesh->vertex_count > 0)
        return bp_mat4_determinant(bp_skeleton_palette(part->skeleton)[part->mesh->joints[0]]) < 0;
    return part->node && bp_mat4_determinant(bp_node_world(part->node)) < 0;
}

/* Gives each posed triangle its own normal; +Y if it has no area. */
static void flatten_part(const bp_figure *figure, size_t index) {
    posed *out = &figure->posed[index];
    bool mirrored = bp_figure_is_mirrored(figure, index);
    for (size_t i = 0; i + 2 < figure->parts[index].mesh->vertex_count; i += 3) {
        const bp_vec3 *p = out->positions + i;
        bp_vec3 normal = bp_vec3_normalize(bp_vec3_cross(bp_vec3_sub(p[1], p[0]), bp_vec3_sub(p[2], p[0])));
        if (mirrored) normal = bp_vec3_scale(normal, -1);
        if (!(bp_vec3_dot(normal, normal) > 0)) normal = bp_vec3_make(0, 1, 0);
        for (size_t k = 0; k < 3; k++) out->normals[i + k] = normal;
    }
}

void bp_figure_prepare(const bp_figure *figure) {
    for (size_t i = 0; i < figure->count; i++)
        if (is_skinned(&figure->parts[i])) bp_skeleton_prepare(figure->parts[i].skeleton);
}

bool bp_figure_pose(bp_figure *figure, bp_error *error) {
    bp_figure_prepare(figure);
    for (size_t i = 0; i < figure->count; i++) {
        const bp_figure_part *part = &figure->parts[i];
        posed *out = &figure->posed[i];
        bool skinned = is_skinned(part), morphed = !skinned || part->mesh->morph_count > 0;
        if (morphed && !morph_part(figure->context, part, out, error)) return false;
        if (skinned && !skin_part(figure, part, out, error)) return false;
        if (!skinned) transform_part(part, out);
        if (part->flat && out->normals) flatten_part(figure, i);
    }
    return true;
}

const bp_vec3 *bp_figure_positions(const bp_figure *figure, size_t part) {
    return figure->posed[part].positions;
}

const bp_vec3 *bp_figure_normals(const bp_figure *figure, size_t part) { return figure->posed[part].normals; }

const bp_rgba8 *bp_figure_weight_colors(const bp_figure *figure, size_t part) {
    return figure->posed[part].colors;
}

void bp_figure_set_world(bp_figure *figure, bp_mat4 world) { figure->world = world; }

bp_mat4 bp_figure_world(const bp_figure *figure) { return figure->world; }

bp_bounds bp_figure_bounds(const bp_figure *figure) {
    bp_bounds all = bp_bounds_empty();
    for (size_t i = 0; i < figure->count; i++)
        all = bp_bounds_union(
            all, bp_bounds_from_points(figure->posed[i].positions, figure->parts[i].mesh->vertex_count));
    return bp_bounds_transform(all, figure->world);
}

float bp_figure_difference(const bp_figure *a, const bp_figure *b) {
    float largest = 0;
    if (a->count != b->count) return INFINITY;
    for (size_t i = 0; i < a->count; i++) {
        size_t vertices = a->parts[i].mesh->vertex_count;
        if (vertices != b->parts[i].mesh->vertex_count) return INFINITY;
        for (size_t v = 0; v < vertices; v++) {
            bp_vec3 p = bp_mat4_point(a->world, a->posed[i].positions[v]);
            bp_vec3 q = bp_mat4_point(b->world, b->posed[i].positions[v]);
            float distance = bp_vec3_distance(p, q);
            if (!(distance <= largest)) largest = distance; /* NaN counts as a difference */
        }
    }
    return largest;
}
