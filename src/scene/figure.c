/* A figure owns only its posed vertices. Posing morphs, then skins, part by part. An instance's parts that
 * are only skinned keep their palette instead: the pass that draws them skins them. */
#include "scene/figure.h"
#include "base/allocator.h"
#include "mesh/editing.h"
#include "mesh/model_pose.h"
#include "mesh/skin/skin.h"
#include <string.h>

typedef struct posed_part {
    bp_figure_part part;
    bp_mat4 offset; /* of a part that a bone carries */
    bool mirrored;  /* its matrix, or that of its first vertex's joint, mirrors it */
    size_t place;   /* in a batch of its model: of its palette, or its node; NOWHERE: not there */
    bp_skin_job skinning;
    bp_mat4 *palette;    /* of the last pose, if the pass that draws the part skins it; else NULL */
    size_t palette_size; /* matrices that it has space for */
    bool owns_palette;   /* else it is that of an earlier part, which has the same skeleton */
    bool is_posed;       /* the vertices below are those of the last pose */
    bp_vec3 *positions;  /* owned */
    bp_vec3 *normals;    /* owned; NULL if the mesh has none */
    bp_vec4 *tangents;   /* owned; NULL if the mesh has none, or no map needs them */
    bp_rgba8 *colors;    /* of the weights; NULL if the mesh isn't skinned */
    bool owns_colors;    /* else they are those of the figure that it was made like */
    bp_rgba8 *highlight; /* owned; NULL until something is highlighted */
    uint32_t *lit;       /* owned, likewise: indices of the triangles that are not transparent in it */
    /* Both are of this bone in this colour, and give this highlight in every pose. NULL: of no bone. */
    const bp_bone *lit_bone;
    bp_rgba8 lit_color;
    bp_highlight lit_part;
} posed_part;

struct bp_figure {
    const bp_context *context;
    posed_part *parts; /* owned */
    size_t count;
    bp_mat4 world;
    const bp_model_pose *pose; /* borrowed; NULL: it was not made of a model */
};

#define NOWHERE SIZE_MAX

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

/* The weights as an sRGB colour, rounded to bytes. */
static bp_rgba8 weights_color(const bp_mesh *mesh, size_t vertex) {
    bp_vec3 c = bp_scene_weights_color(mesh, vertex);
    return (bp_rgba8){(uint8_t)bp_clamp(c.x + 0.5f, 0, 255), (uint8_t)bp_clamp(c.y + 0.5f, 0, 255),
                      (uint8_t)bp_clamp(c.z + 0.5f, 0, 255), 255};
}

static bool is_skinned(const bp_figure_part *part) { return part->skeleton && part->mesh->influences > 0; }

/* The matrix of a part that isn't skinned. */
static bp_mat4 carrier(const posed_part *p, const bp_mat4 *absolutes) {
    if (p->part.bone)
        return bp_mat4_mul(p->offset, absolutes ? absolutes[p->place] : bp_bone_chain(p->part.bone));
    if (!p->part.node) return bp_mat4_identity();
    return absolutes ? absolutes[p->place] : bp_node_world(p->part.node);
}

/* Where a batch of the model has what the part follows. */
static size_t place_of(const bp_model *model, const bp_figure_part *part) {
    size_t start = 0;
    if (is_skinned(part)) {
        for (size_t i = 0; i < model->skeleton_count; i++) {
            if (model->skeletons[i] == part->skeleton) return start;
            start += bp_skeleton_palette_count(model->skeletons[i]);
        }
        return NOWHERE;
    }
    const bp_node *node = part->bone ? bp_bone_node(part->bone) : part->node;
    if (!part->bone && !node) return 0;
    for (size_t i = 0; node && i < model->node_count; i++)
        if (model->nodes[i] == node) return i;
    return NOWHERE;
}

static void set_part(posed_part *p, const bp_figure_part *part) {
    p->part = *part;
    p->part.offset = NULL;
    p->offset = part->offset ? *part->offset : bp_mat4_identity();
}

static bool make_colors(const bp_context *context, posed_part *p, const posed_part *like, bp_error *error) {
    const bp_mesh *mesh = p->part.mesh;
    if (!is_skinned(&p->part)) return true;
    if (like) {
        p->colors = like->colors;
        return true;
    }
    p->colors = bp_alloc(bp_context_allocator(context), mesh->vertex_count, sizeof *p->colors, error);
    p->owns_colors = p->colors;
    for (size_t i = 0; p->colors && i < mesh->vertex_count; i++) p->colors[i] = weights_color(mesh, i);
    return p->colors;
}

static bool make_vertices(const bp_context *context, posed_part *p, bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(context);
    const bp_mesh *mesh = p->part.mesh;
    size_t count = mesh->vertex_count;
    p->positions = bp_alloc(allocator, count, sizeof *p->positions, error);
    if (!p->positions) return false;
    if (mesh->normals) {
        p->normals = bp_alloc(allocator, count, sizeof *p->normals, error);
        if (!p->normals) return false;
    }
    if (!mesh->tangents || !p->part.maps[BP_MAP_NORMAL]) return true;
    p->tangents = bp_alloc(allocator, count, sizeof *p->tangents, error);
    return p->tangents != NULL;
}

/* Whether a pass may skin an instance's part: nothing comes before or after, and it is drawn once. */
static bool is_only_skinned(const bp_figure_part *part) {
    const bp_mesh *mesh = part->mesh;
    return is_skinned(part) && mesh->morph_count == 0 && !part->flat && mesh->line_count == 0 &&
           mesh->submesh_count <= 1 && !(part->material && part->material->double_sided);
}

static bool make_palette(bp_figure *figure, posed_part *p, bp_error *error) {
    for (posed_part *other = figure->parts; other < p && !p->palette; other++)
        if (other->part.skeleton == p->part.skeleton) p->palette = other->palette;
    p->palette_size = bp_skeleton_palette_count(p->part.skeleton);
    if (p->palette) return true;
    p->palette = bp_alloc(bp_context_allocator(figure->context), p->palette_size, sizeof *p->palette, error);
    p->owns_palette = p->palette;
    return p->palette;
}

static bool make_part(bp_figure *figure, posed_part *p, const posed_part *like, bp_error *error) {
    return make_colors(figure->context, p, like, error) &&
           (like && is_only_skinned(&p->part) ? make_palette(figure, p, error)
                                              : make_vertices(figure->context, p, error));
}

bp_figure *bp_figure_create(const bp_context *context, const bp_figure_part *parts, size_t count,
                            bp_error *error) {
    if (!parts && count > 0) return bp_fail_null(error, "parts"), NULL;
    return bp_figure_create_like(context, parts, count, NULL, error);
}

bp_figure *bp_figure_create_like(const bp_context *context, const bp_figure_part *parts, size_t count,
                                 const bp_figure *like, bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_figure *figure = bp_alloc(allocator, 1, sizeof *figure, error);
    if (!figure) return NULL;
    figure->context = context;
    figure->world = bp_mat4_identity();
    figure->parts = bp_alloc(allocator, count, sizeof *figure->parts, error);
    bool ok = figure->parts != NULL;
    for (size_t i = 0; ok && i < count; i++) {
        set_part(&figure->parts[i], &parts[i]);
        figure->count = i + 1;
        ok = make_part(figure, &figure->parts[i], like ? &like->parts[i] : NULL, error);
    }
    ok = ok && bp_figure_pose(figure, error);
    for (size_t i = 0; ok && i < count; i++)
        ok = !figure->parts[i].palette || bp_skin_job_check(&figure->parts[i].skinning, error);
    if (ok) return figure;
    bp_figure_destroy(figure);
    return NULL;
}

static void free_vertices(const bp_allocator *allocator, posed_part *p) {
    bp_free(allocator, p->positions);
    bp_free(allocator, p->normals);
    bp_free(allocator, p->tangents);
    p->positions = p->normals = NULL;
    p->tangents = NULL;
}

static void free_part(const bp_allocator *allocator, posed_part *p) {
    free_vertices(allocator, p);
    if (p->owns_palette) bp_free(allocator, p->palette);
    if (p->owns_colors) bp_free(allocator, p->colors);
    bp_free(allocator, p->highlight);
    bp_free(allocator, p->lit);
}

void bp_figure_destroy(bp_figure *figure) {
    if (!figure) return;
    const bp_allocator *allocator = bp_context_allocator(figure->context);
    for (size_t i = 0; i < figure->count; i++) free_part(allocator, &figure->parts[i]);
    bp_free(allocator, figure->parts);
    bp_free(allocator, figure);
}

size_t bp_figure_part_count(const bp_figure *figure) { return figure ? figure->count : 0; }

const bp_figure_part *bp_figure_part_at(const bp_figure *figure, size_t part) {
    if (!figure) return NULL;
    return &figure->parts[part].part;
}

void bp_figure_set_material(bp_figure *figure, size_t part, const bp_material *material) {
    if (figure && part < bp_figure_part_count(figure)) figure->parts[part].part.material = material;
}

void bp_figure_set_pose(bp_figure *figure, const bp_model_pose *pose) {
    if (!figure) return;
    figure->pose = pose;
    for (size_t i = 0; i < figure->count; i++)
        figure->parts[i].place = place_of(pose->model, &figure->parts[i].part);
}

bool bp_figure_follows_batch(const bp_figure *figure) {
    bool all = figure->pose != NULL;
    for (size_t i = 0; i < figure->count; i++) all = all && figure->parts[i].place != NOWHERE;
    return all;
}

size_t bp_figure_place(const bp_figure *figure, size_t part) { return figure->parts[part].place; }

void bp_figure_set_plain_light(bp_figure *figure) {
    for (size_t i = 0; i < bp_figure_part_count(figure); i++) figure->parts[i].part.physical = false;
}

/* Adds the mesh's morph targets by weight. */
static bool morph(const bp_context *context, posed_part *p, bp_error *error) {
    const bp_mesh *mesh = p->part.mesh;
    const float *weights = p->part.morph_weights;
    float *own = NULL;
    if (!weights && mesh->morph_count > 0) {
        own = bp_alloc(bp_context_allocator(context), mesh->morph_count, sizeof *own, error);
        if (!own) return false;
        for (size_t i = 0; i < mesh->morph_count; i++) own[i] = mesh->morphs[i].weight;
        weights = own;
    }
    bool ok = bp_mesh_morph(mesh, weights, mesh->morph_count,
                            &(bp_vertex_arrays){p->positions, p->normals, p->tangents}, error);
    bp_free(bp_context_allocator(context), own);
    return ok;
}

static void transform(posed_part *p, const bp_mat4 *absolutes) {
    p->mirrored = false;
    if (!p->part.node && !p->part.bone) return;
    bp_mat4 world = carrier(p, absolutes);
    p->mirrored = bp_mat4_determinant(world) < 0;
    bp_mat4 normals = bp_mat4_normal_matrix(world);
    for (size_t i = 0; i < p->part.mesh->vertex_count; i++) {
        p->positions[i] = bp_mat4_point(world, p->positions[i]);
        if (p->normals) p->normals[i] = bp_vec3_normalize(bp_mat4_direction(normals, p->normals[i]));
        if (!p->tangents) continue;
        const bp_vec4 t = p->tangents[i];
        const bp_vec3 turned = bp_vec3_normalize(bp_mat4_direction(world, bp_vec3_make(t.x, t.y, t.z)));
        p->tangents[i] = bp_vec4_make(turned.x, turned.y, turned.z, t.w);
    }
}

static bool skin(const bp_context *context, posed_part *p, const bp_mat4 *palettes, bp_error *error) {
    const bp_mesh *mesh = p->part.mesh;
    bp_skin_job *job = &p->skinning;
    *job = (bp_skin_job){
        .source = bp_skin_source_from_mesh(mesh),
        .palette = palettes ? palettes + p->place : bp_skeleton_palette(p->part.skeleton),
        .palette_count = bp_skeleton_palette_count(p->part.skeleton),
        .method = p->part.method,
        .target = {.positions = p->positions, .normals = p->normals, .tangents = p->tangents},
    };
    if (!p->part.maps[BP_MAP_NORMAL]) job->source.tangents = NULL;
    if (mesh->morph_count > 0) {
        job->source.positions = p->positions;
        job->source.normals = p->normals;
        job->source.tangents = p->tangents;
    }
    if (p->palette) {
        if (job->palette_count > p->palette_size) job->palette_count = p->palette_size;
        if (p->owns_palette) memcpy(p->palette, job->palette, job->palette_count * sizeof *p->palette);
        job->palette = p->palette;
        p->is_posed = false;
    } else if (!bp_skin_job_run(context, job, error)) {
        return false;
    }
    p->mirrored = mesh->vertex_count > 0 && mesh->joints[0] < job->palette_count &&
                  bp_mat4_determinant(job->palette[mesh->joints[0]]) < 0;
    return true;
}

/* A part with its vertices, which are skinned now if a pass was to do it. They are NULL without memory. */
static const posed_part *posed(const bp_figure *figure, size_t index) {
    posed_part *p = &figure->parts[index];
    if (!p->palette || p->is_posed) return p;
    p->is_posed = p->positions || make_vertices(figure->context, p, NULL);
    p->skinning.target = (bp_vertex_arrays){p->positions, p->normals, p->tangents};
    p->is_posed = p->is_posed && bp_skin_job_run(figure->context, &p->skinning, NULL);
    if (!p->is_posed) free_vertices(bp_context_allocator(figure->context), p);
    return p;
}

bp_draw_vertices bp_figure_vertices(const bp_figure *figure, size_t index) {
    const posed_part *p = &figure->parts[index];
    bp_draw_vertices vertices = {.count = p->part.mesh->vertex_count};
    bool in_pass = p->palette && !p->is_posed;
    const bp_skin_source *from = &p->skinning.source;
    const bp_vec3 *positions = in_pass ? from->positions : p->positions,
                  *normals = in_pass ? from->normals : p->normals;
    const bp_vec4 *tangents = in_pass ? from->tangents : p->tangents;
    vertices.positions = &positions->x;
    if (normals) vertices.normals = &normals->x;
    if (tangents) vertices.tangents = &tangents->x;
    if (in_pass) vertices.skin = &p->skinning;
    return vertices;
}

const bp_skin_job *bp_figure_skinning(const bp_figure *figure, size_t index) {
    return &figure->parts[index].skinning;
}

bp_bounds bp_figure_part_bounds(const bp_figure *figure, size_t index) {
    enum { AT_ONCE = 256 };
    const posed_part *p = &figure->parts[index];
    const size_t count = p->part.mesh->vertex_count;
    if (!p->palette || p->is_posed) return bp_bounds_from_points(p->positions, count);
    bp_vec3 some[AT_ONCE];
    bp_bounds all = bp_bounds_empty();
    for (size_t first = 0, size; first < count; first += size) {
        size = count - first < AT_ONCE ? count - first : AT_ONCE;
        const bp_skin_job piece =
            bp_skin_job_piece(&p->skinning, first, size, (bp_vertex_arrays){.positions = some});
        if (bp_skin_job_run(figure->context, &piece, NULL))
            all = bp_bounds_union(all, bp_bounds_from_points(some, size));
    }
    return all;
}

bool bp_figure_is_mirrored(const bp_figure *figure, size_t index) { return figure->parts[index].mirrored; }

/* Gives each posed triangle its own normal; +Y if it has no area. */
static void flatten(posed_part *p) {
    for (size_t i = 0; i + 2 < p->part.mesh->vertex_count; i += 3) {
        const bp_vec3 *v = p->positions + i;
        bp_vec3 normal = bp_vec3_normalize(bp_vec3_cross(bp_vec3_sub(v[1], v[0]), bp_vec3_sub(v[2], v[0])));
        if (p->mirrored) normal = bp_vec3_scale(normal, -1);
        if (!(bp_vec3_dot(normal, normal) > 0)) normal = bp_vec3_make(0, 1, 0);
        for (size_t k = 0; k < 3; k++) p->normals[i + k] = normal;
    }
}

void bp_figure_prepare(const bp_figure *figure) {
    bp_model_pose_catch_up(figure->pose);
    for (size_t i = 0; i < figure->count; i++)
        if (is_skinned(&figure->parts[i].part))
            bp_skeleton_prepare(figure->parts[i].part.skeleton);
        else if (figure->parts[i].part.bone)
            bp_skeleton_prepare(bp_bone_skeleton(figure->parts[i].part.bone));
}

static bool pose_part(bp_figure *figure, size_t index, const bp_mat4 *palettes, const bp_mat4 *absolutes,
                      bp_error *error) {
    posed_part *p = &figure->parts[index];
    bool skinned = is_skinned(&p->part), morphed = !skinned || p->part.mesh->morph_count > 0;
    if (morphed && !morph(figure->context, p, error)) return false;
    if (skinned && !skin(figure->context, p, palettes, error)) return false;
    if (!skinned) transform(p, absolutes);
    if (p->part.flat && p->normals) flatten(p);
    return true;
}

bool bp_figure_pose_by(bp_figure *figure, const bp_mat4 *palettes, const bp_mat4 *absolutes,
                       bp_error *error) {
    for (size_t i = 0; i < figure->count; i++)
        if (!pose_part(figure, i, palettes, absolutes, error)) return false;
    return true;
}

bool bp_figure_pose(bp_figure *figure, bp_error *error) {
    if (!figure) return bp_fail_null(error, "figure");
    bp_figure_prepare(figure);
    return bp_figure_pose_by(figure, NULL, NULL, error);
}

/* Whether a skeleton is the figure's. One that has none, and no model, may follow any. */
static bool moves(const bp_figure *figure, const bp_skeleton *skeleton) {
    const bp_model *model = figure->pose ? figure->pose->model : NULL;
    bool any = model && model->skeleton_count > 0;
    for (size_t i = 0; any && i < model->skeleton_count; i++)
        if (model->skeletons[i] == skeleton) return true;
    for (size_t i = 0; i < figure->count; i++) {
        const bp_figure_part *part = &figure->parts[i].part;
        const bp_skeleton *own = part->skeleton ? part->skeleton
                                 : part->bone   ? bp_bone_skeleton(part->bone)
                                                : NULL;
        if (own == skeleton) return true;
        any = any || own;
    }
    return !any;
}

bool bp_figure_attach(bp_figure *figure, const bp_mesh *mesh, bp_bone *bone, const bp_mat4 *offset,
                      const bp_material *material, const bp_texture *texture, bp_error *error) {
    if (!figure || !mesh || !bone) return bp_fail_null(error, !figure ? "figure" : !mesh ? "mesh" : "bone");
    if (!moves(figure, bp_bone_skeleton(bone)))
        return bp_fail(
            error, BP_ERROR_ARGUMENT, bp_bone_name(bone),
            "the bone is of a skeleton that doesn't move this figure; for an instance take the bone of "
            "its own model: bp_model_find_bone(bp_instance_model(instance), name)");
    const bp_allocator *allocator = bp_context_allocator(figure->context);
    posed_part *parts =
        bp_realloc(allocator, figure->parts, figure->count, figure->count + 1, sizeof *parts, error);
    if (!parts) return false;
    figure->parts = parts;
    bp_figure_part part = {
        .mesh = mesh, .bone = bone, .offset = offset, .material = material, .texture = texture};
    part.physical = figure->count > 0 && parts[0].part.physical;
    set_part(&parts[figure->count], &part);
    if (figure->pose) parts[figure->count].place = place_of(figure->pose->model, &part);
    bp_model_pose_catch_up(figure->pose);
    bp_skeleton_prepare(bp_bone_skeleton(bone));
    if (make_part(figure, &parts[figure->count], NULL, error) &&
        pose_part(figure, figure->count, NULL, NULL, error)) {
        figure->count++;
        return true;
    }
    free_part(allocator, &parts[figure->count]);
    return false;
}

const bp_vec3 *bp_figure_positions(const bp_figure *figure, size_t part) {
    return figure ? posed(figure, part)->positions : NULL;
}

const bp_vec3 *bp_figure_normals(const bp_figure *figure, size_t part) {
    return figure ? posed(figure, part)->normals : NULL;
}

const bp_rgba8 *bp_figure_weight_colors(const bp_figure *figure, size_t part) {
    return figure->parts[part].colors;
}

/* The triangles with a corner that is not transparent, and the run of vertices that they use: so drawing a
 * limb transforms its own vertices, not all. */
static bp_highlight lit_triangles(const posed_part *p) {
    const bp_mesh *mesh = p->part.mesh;
    size_t count = 0;
    uint32_t first = UINT32_MAX, last = 0;
    for (size_t i = 0; i + 2 < mesh->index_count; i += 3) {
        const uint32_t *corner = &mesh->indices[i];
        if (!p->highlight[corner[0]].a && !p->highlight[corner[1]].a && !p->highlight[corner[2]].a) continue;
        for (int k = 0; k < 3; k++) {
            first = corner[k] < first ? corner[k] : first;
            last = corner[k] > last ? corner[k] : last;
            p->lit[count++] = corner[k];
        }
    }
    if (count == 0) return (bp_highlight){0};
    for (size_t i = 0; i < count; i++) p->lit[i] -= first;
    return (bp_highlight){.first = first,
                          .count = last - first + 1,
                          .colors = p->highlight + first,
                          .triangles = {.u32 = p->lit, .count = count}};
}

static bool make_highlight(const bp_figure *figure, posed_part *p, bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(figure->context);
    const bp_mesh *mesh = p->part.mesh;
    if (!p->highlight) p->highlight = bp_alloc(allocator, mesh->vertex_count, sizeof *p->highlight, error);
    if (!p->lit) p->lit = bp_alloc(allocator, mesh->index_count, sizeof *p->lit, error);
    return p->highlight && p->lit;
}

/* The posed positions of a mesh in another figure; NULL: it isn't there. */
static const bp_vec3 *positions_of(const bp_figure *figure, const bp_mesh *mesh) {
    for (size_t i = 0; figure && i < figure->count; i++)
        if (figure->parts[i].part.mesh == mesh) return bp_figure_positions(figure, i);
    return NULL;
}

/* The sum of a vertex's weights of a bone. */
static float weight_of(const bp_figure_part *part, const bp_bone *bone, size_t vertex) {
    const bp_mesh *mesh = part->mesh;
    float weight = 0;
    if (!is_skinned(part) || bp_bone_skeleton(bone) != part->skeleton) return 0;
    for (size_t i = vertex * (size_t)mesh->influences; i < (vertex + 1) * (size_t)mesh->influences; i++)
        if (mesh->joints[i] == bp_bone_index(bone)) weight += mesh->weights[i];
    return weight;
}

bool bp_figure_highlight(bp_figure *figure, size_t part, const bp_bone *bone, const bp_figure *beside,
                         bp_rgba8 color, bp_highlight *out, bp_error *error) {
    static const float LEAST = 1e-4f; /* metres */
    posed_part *p = &figure->parts[part];
    const bp_vec3 *own = bp_figure_positions(figure, part), *other = positions_of(beside, p->part.mesh);
    if (!own)
        return bp_fail(error, BP_ERROR_MEMORY, "figure", "no memory for the vertices of part %zu", part);
    if (bone && bone == p->lit_bone && memcmp(&color, &p->lit_color, sizeof color) == 0) {
        *out = p->lit_part;
        return true;
    }
    if (!make_highlight(figure, p, error)) return false;
    for (size_t v = 0; v < p->part.mesh->vertex_count; v++) {
        float shown = bone ? bp_clamp(weight_of(&p->part, bone, v), 0, 1)
                           : !other || !(bp_vec3_distance(own[v], other[v]) <= LEAST);
        p->highlight[v] = color;
        p->highlight[v].a = (uint8_t)(shown * color.a + 0.5f);
    }
    p->lit_bone = bone;
    p->lit_color = color;
    *out = p->lit_part = lit_triangles(p);
    return true;
}

void bp_figure_set_world(bp_figure *figure, bp_mat4 world) {
    if (!figure) return;
    figure->world = world;
}

bp_mat4 bp_figure_world(const bp_figure *figure) { return figure ? figure->world : bp_mat4_identity(); }

bp_bounds bp_figure_bounds(const bp_figure *figure) {
    if (!figure) return bp_bounds_empty();
    bp_bounds all = bp_bounds_empty();
    for (size_t i = 0; i < figure->count; i++) all = bp_bounds_union(all, bp_figure_part_bounds(figure, i));
    return bp_bounds_transform(all, figure->world);
}

float bp_figure_difference(const bp_figure *a, const bp_figure *b) {
    float largest = 0;
    if (a->count != b->count) return INFINITY;
    for (size_t i = 0; i < a->count; i++) {
        size_t vertices = a->parts[i].part.mesh->vertex_count;
        const bp_vec3 *ours = bp_figure_positions(a, i), *others = bp_figure_positions(b, i);
        if (vertices != b->parts[i].part.mesh->vertex_count || !ours || !others) return INFINITY;
        for (size_t v = 0; v < vertices; v++) {
            bp_vec3 p = bp_mat4_point(a->world, ours[v]), q = bp_mat4_point(b->world, others[v]);
            float distance = bp_vec3_distance(p, q);
            if (!(distance <= largest)) largest = distance; /* NaN counts as a difference */
        }
    }
    return largest;
}
