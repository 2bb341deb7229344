/* Recording a draw of triangles: checks the arguments, and fills in every default. */
#include "raster/pass.h"
#include <string.h>

static bool check_array(const char *field, const void *array, size_t stride, size_t size, bool floats,
                        bp_error *error) {
    if (!array || stride == 0 || (stride >= size && (!floats || stride % sizeof(float) == 0))) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, field,
                   "a stride of %zu bytes does not fit elements of %zu bytes", stride, size);
}

static bool check_material(const bp_draw *draw, bp_error *error) {
    const bp_draw_material *m = &draw->material;
    if (!(m->alpha_cutoff >= 0.0f))
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_draw_material.alpha_cutoff",
                       "is %g, but must be 0 or more", (double)m->alpha_cutoff);
    if (!(draw->wire.width >= 0.0f))
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_draw_wire.width", "is %g, but must be 0 or more",
                       (double)draw->wire.width);
    return bp_check_enum("bp_draw_material.filter", (unsigned)m->filter, BP_FILTER_TRILINEAR + 1, error) &&
           bp_check_enum("bp_draw_material.wrap_u", (unsigned)m->wrap_u, BP_WRAP_CLAMP + 1, error) &&
           bp_check_enum("bp_draw_material.wrap_v", (unsigned)m->wrap_v, BP_WRAP_CLAMP + 1, error) &&
           bp_check_enum("bp_draw_light.lighting", (unsigned)draw->light.lighting, BP_LIGHTING_PIXEL + 1,
                         error) &&
           bp_check_enum("bp_draw_wire.mode", (unsigned)draw->wire.mode, BP_WIRE_ONLY + 1, error);
}

static bool check_draw(const bp_draw *draw, bp_error *error) {
    const bp_draw_vertices *v = &draw->vertices;
    if (!v->positions) return bp_fail(error, BP_ERROR_ARGUMENT, "bp_draw.vertices", "positions is NULL");
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

static void fill_shading(const bp_raster *raster, const bp_draw *draw, bp_triangles *t) {
    static const float white[4] = {1, 1, 1, 1};
    bp_shading *s = &t->shading;
    const bp_draw_material *m = &draw->material;
    *s = (bp_shading){
        .tables = &raster->tables,
        .texture = m->texture,
        .filter = m->filter,
        .wrap_u = m->wrap_u,
        .wrap_v = m->wrap_v,
        .raw = draw->state.color == BP_COLOR_RAW,
        .pixel_light = draw->light.lighting == BP_LIGHTING_PIXEL,
    };
    memcpy(s->base, all_zero(m->base_color, 4) ? white : m->base_color, sizeof s->base);
    fill_light(s, &draw->light);
    fill_wire(s, &draw->wire);
    if (s->wire != BP_WIRE_ONLY) s->alpha_cutoff = m->alpha_cutoff * (s->raw ? 255.0f : 1.0f);
    int floats = BP_POSITION_FLOATS;
    bool colored = draw->vertices.colors || draw->vertices.colors8 || t->vertex_light;
    int *offsets[3] = {colored ? &s->color_offset : NULL, s->texture ? &s->uv_offset : NULL,
                       s->pixel_light ? &s->normal_offset : NULL};
    for (int i = 0; i < 3; i++)
        if (offsets[i]) {
            *offsets[i] = floats;
            floats += BP_ATTRIBUTE_FLOATS;
        }
    t->floats = floats;
    s->texture_only =
        s->texture && !colored && !s->pixel_light && !s->wire && memcmp(s->base, white, sizeof white) == 0;
}

static void default_strides(bp_draw_vertices *v) {
    if (!v->position_stride) v->position_stride = 3 * sizeof(float);
    if (!v->normal_stride) v->normal_stride = 3 * sizeof(float);
    if (!v->uv_stride) v->uv_stride = 2 * sizeof(float);
    if (!v->color_stride) v->color_stride = v->colors8 ? 4 : 4 * sizeof(float);
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
    bp_command command = {.triangles = t, .count = (uint32_t)count};
    return bp_raster_append(raster, command, &draw->state, error);
}
