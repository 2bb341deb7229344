/* Recording a draw of triangles: checks the arguments, and fills in every default. */
#include "raster/pass.h"
#include <string.h>

static bool check_array(const char *field, const void *array, size_t stride, size_t size, bool floats,
                        bp_error *error) {
    if (!array || stride == 0 || (stride >= size && (!floats || stride % sizeof(float) == 0))) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, field,
                   "a stride of %zu bytes does not fit elements of %zu bytes", stride, size);
}

/* `linear`: whether the texture must be one of data. */
static bool check_map(const bp_draw *draw, const bp_draw_map *map, const char *field, bool linear,
                      bp_error *error) {
    if (!map->texture) return true;
    if (!(map->second_uv ? draw->vertices.uvs2 : draw->vertices.uvs))
        return bp_fail(error, BP_ERROR_ARGUMENT, field, "a texture needs vertices.%s",
                       map->second_uv ? "uvs2" : "uvs");
    if (map->texture->linear != linear)
        return bp_fail(error, BP_ERROR_ARGUMENT, field, "needs a texture made with linear = %s",
                       linear ? "true" : "false");
    return bp_check_enum(field, (unsigned)map->filter, BP_FILTER_TRILINEAR + 1, error) &&
           bp_check_enum(field, (unsigned)map->wrap_u, BP_WRAP_CLAMP + 1, error) &&
           bp_check_enum(field, (unsigned)map->wrap_v, BP_WRAP_CLAMP + 1, error);
}

static bool check_surface(const bp_draw *draw, bp_error *error) {
    const bp_draw_surface *s = &draw->material.surface;
    if (draw->light.lighting != BP_LIGHTING_PBR) return true;
    if (draw->state.color == BP_COLOR_RAW)
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_draw_light.lighting",
                       "BP_LIGHTING_PBR computes in linear light: the state's color must be BP_COLOR_SRGB");
    for (int i = 0; i < BP_MAPS; i++) {
        static const char *const fields[BP_MAPS] = {
            "bp_draw_surface.maps[BP_MAP_METALLIC_ROUGHNESS]", "bp_draw_surface.maps[BP_MAP_NORMAL]",
            "bp_draw_surface.maps[BP_MAP_OCCLUSION]", "bp_draw_surface.maps[BP_MAP_EMISSIVE]"};
        if (!check_map(draw, &s->maps[i], fields[i], i != BP_MAP_EMISSIVE, error)) return false;
    }
    return true;
}

static bool check_material(const bp_draw *draw, bp_error *error) {
    const bp_draw_material *m = &draw->material;
    if (m->texture && m->texture->linear)
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_draw_material.texture",
                       "needs a texture made with linear = false");
    if (m->texture && draw->state.color == BP_COLOR_RAW && m->texture->mip->pairs == m->texture->mip->linear)
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_draw_material.texture",
                       "was made with no_raw = true, but the state's color is BP_COLOR_RAW");
    if (!(m->alpha_cutoff >= 0.0f))
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_draw_material.alpha_cutoff",
                       "is %g, but must be 0 or more", (double)m->alpha_cutoff);
    if (!(draw->wire.width >= 0.0f))
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_draw_wire.width", "is %g, but must be 0 or more",
                       (double)draw->wire.width);
    return bp_check_enum("bp_draw_material.filter", (unsigned)m->filter, BP_FILTER_TRILINEAR + 1, error) &&
           bp_check_enum("bp_draw_material.wrap_u", (unsigned)m->wrap_u, BP_WRAP_CLAMP + 1, error) &&
           bp_check_enum("bp_draw_material.wrap_v", (unsigned)m->wrap_v, BP_WRAP_CLAMP + 1, error) &&
           bp_check_enum("bp_draw_light.lighting", (unsigned)draw->light.lighting, BP_LIGHTING_PBR + 1,
                         error) &&
           check_surface(draw, error) &&
           bp_check_enum("bp_draw_wire.mode", (unsigned)draw->wire.mode, BP_WIRE_ONLY + 1, error);
}

static bool check_draw(const bp_draw *draw, bp_error *error) {
    const bp_draw_vertices *v = &draw->vertices;
    if (!v->positions) return bp_fail(error, BP_ERROR_ARGUMENT, "bp_draw.vertices", "positions is NULL");
    if (v->skin && v->count != v->skin->source.vertex_count)
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_draw.vertices", "count isn't that of the skin's source");
    if (v->colors && v->colors8)
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_draw.vertices",
                       "both colors and colors8: set one of them");
    if (draw->indices.u16 && draw->indices.u32)
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_draw.indices", "both u16 and u32: set one of them");
    if (draw->light.lighting != BP_LIGHTING_NONE && !v->normals)
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_draw.light", "lighting needs vertices.normals");
    if (draw->material.texture && !v->uvs)
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_draw.material", "a texture needs vertices.uvs");
    if (v->count > UINT32_MAX || draw->indices.count / 3 > UINT32_MAX)
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_draw", "more than 2^32 - 1 vertices or triangles");
    return check_array("bp_draw.vertices.position_stride", v->positions, v->position_stride, 12, true,
                       error) &&
           check_array("bp_draw.vertices.normal_stride", v->normals, v->normal_stride, 12, true, error) &&
           check_array("bp_draw.vertices.uv_stride", v->uvs, v->uv_stride, 8, true, error) &&
           check_array("bp_draw.vertices.uv2_stride", v->uvs2, v->uv2_stride, 8, true, error) &&
           check_array("bp_draw.vertices.tangent_stride", v->tangents, v->tangent_stride, 16, true, error) &&
           check_array("bp_draw.vertices.color_stride", v->colors, v->color_stride, 16, true, error) &&
           check_array("bp_draw.vertices.color_stride", v->colors8, v->color_stride, 4, false, error) &&
           check_material(draw, error) && bp_draw_state_check(&draw->state, error);
}

static bool all_zero(const float *values, int count) {
    for (int i = 0; i < count; i++)
        if (values[i] != 0.0f) return false;
    return true;
}

static void fill_light(bp_shading *s, const bp_draw_light *light) {
    bool dark = all_zero(light->color, 3) && all_zero(light->ambient, 3);
    const float *d = &light->direction.x;
    for (int i = 0; i < 3; i++) {
        static const float usual[3] = {0.398015f, 0.696526f, 0.597022f};
        s->light[i] = dark ? 0.8f : light->color[i];
        s->ambient[i] = dark ? 0.2f : light->ambient[i];
        s->direction[i] = d[0] == 0.0f && d[1] == 0.0f && d[2] == 0.0f ? usual[i] : d[i];
    }
}

static void fill_wire(bp_shading *s, const bp_draw_wire *wire) {
    static const float black[4] = {0, 0, 0, 1};
    s->wire = wire->mode;
    memcpy(s->wire_color, all_zero(wire->color, 4) ? black : wire->color, sizeof s->wire_color);
    float width = wire->width > 0.0f ? wire->width : 1.0f;
    s->wire_radius = width * 0.5f + 0.5f;
}

static void cross(const double a[3], const double b[3], double out[3]) {
    for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* The direction to the eye. With m's columns X, Y, Z, W (their upper three elements), the points of a pixel's
 * line of sight satisfy p . (X - ndc_x W) = const and p . (Y - ndc_y W) = const. So its direction is the
 * cross product of the two, which is linear in ndc_x and ndc_y. Depth, which Z measures, decreases towards
 * the eye. */
static void fill_eye(bp_pbr *p, const bp_mat4 *m, const bp_viewport *viewport) {
    double column[4][3], xy[3], wy[3], xw[3], length = 0, depth = 0;
    for (int c = 0; c < 4; c++)
        for (int i = 0; i < 3; i++) column[c][i] = (double)m->m[4 * i + c];
    cross(column[0], column[1], xy);
    cross(column[3], column[1], wy);
    cross(column[0], column[3], xw);
    for (int i = 0; i < 3; i++) {
        length += xy[i] * xy[i];
        depth += xy[i] * column[2][i];
    }
    const double scale = length > 0 ? (depth > 0 ? -1.0 : 1.0) / sqrt(length) : 0.0;
    const double sx = (double)viewport->scale_x, sy = (double)viewport->scale_y;
    for (int i = 0; i < 3; i++) {
        p->eye[i] = (float)((xy[i] + wy[i] * (double)viewport->center_x / sx +
                             xw[i] * (double)viewport->center_y / sy) *
                            scale);
        p->eye_x[i] = (float)(-wy[i] / sx * scale);
        p->eye_y[i] = (float)(-xw[i] / sy * scale);
    }
}

static bp_sampler sampler_of(const bp_draw_map *map) {
    bp_sampler s = {map->texture, map->filter, map->wrap_u, map->wrap_v, map->second_uv, 0};
    if (map->texture) s.hash = map->texture->hash & 0x7fffffff;
    return s;
}

static float unit(float x) { return x > 0.0f ? x < 1.0f ? x : 1.0f : 0.0f; }

/* The state of physically based shading; leaves out maps that would change nothing. */
static void fill_pbr(bp_triangles *t, const bp_draw *draw) {
    const bp_draw_surface *m = &draw->material.surface;
    const bp_draw_light *light = &draw->light;
    bp_shading *s = &t->shading;
    bp_pbr *p = &s->pbr;
    const bp_sampler none = {.texture = NULL};
    const bool dark = all_zero(light->color, 3) && all_zero(light->ambient, 3);
    const float side = draw->state.cull == BP_CULL_FRONT ? -1.0f : 1.0f;
    for (int i = 0; i < BP_MAPS; i++) {
        const bool unused = (i == BP_MAP_NORMAL && m->normal_scale == 0.0f) ||
                            (i == BP_MAP_OCCLUSION && m->occlusion_strength == 0.0f) ||
                            (i == BP_MAP_EMISSIVE && all_zero(m->emissive, 3));
        p->map[i] = unused ? none : sampler_of(&m->maps[i]);
    }
    p->shared_occlusion =
        p->map[BP_MAP_OCCLUSION].texture &&
        memcmp(&p->map[BP_MAP_OCCLUSION], &p->map[BP_MAP_METALLIC_ROUGHNESS], sizeof(bp_sampler)) == 0;
    p->derived_tangents = p->map[BP_MAP_NORMAL].texture && !draw->vertices.tangents;
    p->tone_mapping = !light->no_tone_mapping;
    p->metallic = unit(m->metallic);
    p->roughness = unit(m->roughness);
    p->occlusion = unit(m->occlusion_strength);
    p->normal_x = p->derived_tangents ? m->normal_scale * -side : m->normal_scale;
    p->normal_y = m->normal_scale * side;
    for (int i = 0; i < 3; i++) {
        p->emissive[i] = m->emissive[i];
        if (dark) {
            s->light[i] = 2.4f;
            s->ambient[i] = 0.34f;
        }
        p->sky_slope[i] = dark ? 0.28f : light->sky_slope[i];
        p->light_over_pi[i] = s->light[i] * 0.318309886f;
    }
    fill_eye(p, light->view_projection ? light->view_projection : &t->transform, &t->viewport);
}

/* The texture coordinates and gradients that the samplers need. */
static void count_values(bp_shading *s) {
    const bp_sampler *all[1 + BP_MAPS] = {&s->sampler};
    bool textured = false, second = false, gradients = s->pbr.derived_tangents;
    for (int i = 0; i < BP_MAPS; i++) all[1 + i] = &s->pbr.map[i];
    for (int i = 0; i < 1 + BP_MAPS; i++) {
        if (!all[i]->texture) continue;
        textured = true;
        second |= all[i]->second_uv != 0;
        gradients |= all[i]->filter == BP_FILTER_TRILINEAR;
    }
    s->uv_floats = !textured ? 0 : second ? 4 : 2;
    s->gradient_count = !gradients ? 0 : second ? 10 : 6;
}

static void fill_shading(const bp_raster *raster, const bp_draw *draw, bp_triangles *t) {
    static const float white[4] = {1, 1, 1, 1};
    bp_shading *s = &t->shading;
    const bp_draw_material *m = &draw->material;
    *s = (bp_shading){
        .tables = &raster->tables,
        .sampler = sampler_of(&(bp_draw_map){m->texture, m->filter, m->wrap_u, m->wrap_v, false}),
        .raw = draw->state.color == BP_COLOR_RAW,
        .pixel_light = draw->light.lighting == BP_LIGHTING_PIXEL,
        .physical = draw->light.lighting == BP_LIGHTING_PBR,
    };
    memcpy(s->base, all_zero(m->base_color, 4) ? white : m->base_color, sizeof s->base);
    fill_light(s, &draw->light);
    fill_wire(s, &draw->wire);
    if (s->physical) fill_pbr(t, draw);
    count_values(s);
    if (s->wire != BP_WIRE_ONLY) s->alpha_cutoff = m->alpha_cutoff * (s->raw ? 255.0f : 1.0f);
    int floats = BP_POSITION_FLOATS;
    bool colored = draw->vertices.colors || draw->vertices.colors8 || t->vertex_light;
    bool tangents = s->pbr.map[BP_MAP_NORMAL].texture && !s->pbr.derived_tangents;
    int *offsets[BP_ATTRIBUTES_MAX] = {colored ? &s->color_offset : NULL, s->uv_floats ? &s->uv_offset : NULL,
                                       s->pixel_light || s->physical ? &s->normal_offset : NULL,
                                       tangents ? &s->tangent_offset : NULL};
    for (int i = 0; i < BP_ATTRIBUTES_MAX; i++)
        if (offsets[i]) {
            *offsets[i] = floats;
            floats += BP_ATTRIBUTE_FLOATS;
        }
    t->floats = floats;
    s->white = memcmp(s->base, white, sizeof white) == 0;
    s->plain = s->sampler.texture && !colored && !s->normal_offset && !s->wire;
    for (int c = 0; c < 4; c++) s->plain &= s->base[c] >= 0.0f && s->base[c] <= 1.0f;
}

static void default_strides(bp_draw_vertices *v) {
    if (!v->position_stride) v->position_stride = 3 * sizeof(float);
    if (!v->normal_stride) v->normal_stride = 3 * sizeof(float);
    if (!v->uv_stride) v->uv_stride = 2 * sizeof(float);
    if (!v->uv2_stride) v->uv2_stride = 2 * sizeof(float);
    if (!v->tangent_stride) v->tangent_stride = 4 * sizeof(float);
    if (!v->color_stride) v->color_stride = v->colors8 ? 4 : 4 * sizeof(float);
}

/* Prepares a draw's skinning for what its shading needs. */
static bool make_skin(bp_raster *raster, const bp_skin_job *job, bp_triangles *t, bp_error *error) {
    if (!job || job->source.vertex_count == 0) return true;
    const bp_skin_source *from = &job->source;
    bp_draw_skin *skin = bp_arena_alloc(&raster->arena, 1, sizeof *skin, error);
    if (!skin) return false;
    skin->job = *job;
    skin->from = (const float *)(const void *)job;
    void *some = (void *)from->positions; /* the target says only which arrays are needed */
    skin->job.target =
        (bp_vertex_arrays){.positions = some,
                           .normals = t->vertex_light || t->shading.normal_offset ? some : NULL,
                           .tangents = t->shading.tangent_offset ? some : NULL};
    if (!bp_skin_job_check_fields(&skin->job, error)) return false;
    const size_t floats = bp_skin_palette_floats(job);
    const bp_isa isa = bp_context_isa(raster->context);
    float *memory = bp_arena_alloc(&raster->arena, floats, sizeof *memory, error);
    if (!memory ||
        !bp_skin_palette_make(&skin->palette, &raster->allocator, &skin->job, isa, memory, floats, error))
        return false;
    skin->kernel = bp_skin_kernel_for(&skin->palette, isa);
    t->skin = skin;
    return true;
}

bool bp_raster_check_joints(const bp_raster *raster, bp_error *error) {
    for (size_t i = 0; i < raster->command_count; i++) {
        const bp_triangles *t = raster->commands[i].triangles;
        if (t && t->skin && !bp_skin_job_check(&t->skin->job, error)) return false;
    }
    return true;
}

bool bp_raster_draw(bp_raster *raster, const bp_draw *draw, bp_error *error) {
    if (!raster) return bp_fail_null(error, "raster");
    if (!draw) return bp_fail_null(error, "draw");
    if (!bp_raster_is_recording(raster, error) || !check_draw(draw, error)) return false;
    if (raster->samples_resolved)
        return bp_fail(
            error, BP_ERROR_ARGUMENT, "bp_raster_draw",
            "the pass's samples are resolved already: only overlay primitives and clears may follow");
    bool indexed = draw->indices.u16 || draw->indices.u32;
    size_t count = (indexed ? draw->indices.count : draw->vertices.count) / 3;
    if (count == 0) return true;
    bp_triangles *t = bp_arena_alloc(&raster->arena, 1, sizeof *t, error);
    if (!t) return false;
    *t = (bp_triangles){
        .vertices = draw->vertices,
        .indices = draw->indices,
        .transform = draw->transform ? *draw->transform : bp_mat4_identity(),
        .normal_matrix = draw->light.normal_matrix ? *draw->light.normal_matrix : bp_mat4_identity(),
        .has_normal_matrix = draw->light.normal_matrix != NULL,
        .vertex_light = draw->light.lighting == BP_LIGHTING_VERTEX,
        .front_clockwise = draw->state.front_clockwise,
        .cull = draw->state.cull,
        .viewport = bp_raster_viewport(raster, &draw->state),
        .depth_bias = draw->state.depth_bias,
        .subpixel_bits = raster->pass.subpixel_bits,
    };
    default_strides(&t->vertices);
    fill_shading(raster, draw, t);
    if (!make_skin(raster, draw->vertices.skin, t, error)) return false;
    bp_command command = {.triangles = t, .count = (uint32_t)count};
    return bp_raster_append(raster, command, &draw->state, error);
}
