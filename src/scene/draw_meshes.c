/* Draws a figure's posed meshes: one draw for each submesh, and points and lines as overlay primitives. */
#include "raster/color.h"
#include "raster/inspect.h"
#include "scene/camera.h"
#include "scene/figure.h"
#include <string.h>

/* Points are discs, and lines have a width in pixels: both are overlay primitives with depth, between and
 * behind the surfaces of a scene. A line whose ends differ in colour is drawn in pieces. */

static const float LINE_WIDTH = 1.5f, POINT_RADIUS = 2, SMALL_POINT_RADIUS = 1; /* pixels */
/* Nearer than a surface by about a thousandth of the distance: lines often run along one. */
static const float BIAS = -1e-5f;
enum { AT_ONCE = 64, MANY_POINTS = 50000, PIECES = 8, MANY_LINES = 50000 };

typedef struct line_painter {
    bp_raster *raster;
    const bp_draw *draw;
    bp_overlay overlay;
    bp_color_tables tables;
    bp_vec4 base; /* the material's colour, linear */
    float scale;  /* of widths and radii */
    bp_error *error;
} line_painter;

static bp_vec3 position_of(const line_painter *p, uint32_t vertex) {
    const float *xyz = p->draw->vertices.positions + 3 * (size_t)vertex;
    return bp_vec3_make(xyz[0], xyz[1], xyz[2]);
}

/* A vertex's colour in linear light. Alpha is 0 if it is not drawn. */
static bp_vec4 color_of(const line_painter *p, uint32_t vertex) {
    const float *linear = p->tables.linear;
    const uint8_t *bytes = p->draw->vertices.colors8;
    bp_vec4 color = p->base;
    if (bytes) {
        bytes += 4 * (size_t)vertex;
        color = bp_vec4_make(color.x * linear[bytes[0]], color.y * linear[bytes[1]],
                             color.z * linear[bytes[2]], color.w * (float)bytes[3] / 255);
    }
    if (!p->draw->state.blend) color.w = color.w >= p->draw->material.alpha_cutoff;
    return color;
}

static void encode(bp_vec4 color, uint8_t out[4]) {
    out[0] = bp_color_encode(color.x);
    out[1] = bp_color_encode(color.y);
    out[2] = bp_color_encode(color.z);
    out[3] = bp_color_byte(color.w);
}

static bool draw_points(const line_painter *p, const bp_mesh *mesh) {
    bp_disc discs[AT_ONCE];
    size_t used = 0;
    float radius = p->scale * (mesh->line_count > MANY_POINTS ? SMALL_POINT_RADIUS : POINT_RADIUS);
    for (size_t i = 0; i < mesh->line_count; i++) {
        bp_disc disc = {.center = position_of(p, mesh->lines[i]), .radius = radius};
        encode(color_of(p, mesh->lines[i]), disc.color);
        if (disc.color[3] > 0) discs[used++] = disc;
        if (used < AT_ONCE && i + 1 < mesh->line_count) continue;
        if (used > 0 && !bp_raster_discs(p->raster, discs, used, &p->overlay, p->error)) return false;
        used = 0;
    }
    return true;
}

/* Appends a line in `pieces` equal pieces, each in the colour of its middle. Returns how many are seen. */
static size_t add_line(const line_painter *p, const uint32_t ends[2], const bp_vec4 colors[2], int pieces,
                       bp_line *out) {
    size_t used = 0;
    bp_vec3 a = position_of(p, ends[0]), b = position_of(p, ends[1]);
    for (int i = 0; i < pieces; i++) {
        float from = (float)i / (float)pieces, to = (float)(i + 1) / (float)pieces;
        bp_line *line = &out[used];
        *line = (bp_line){.from = bp_vec3_mix(a, b, from),
                          .to = bp_vec3_mix(a, b, to),
                          .width = LINE_WIDTH * p->scale,
                          .cap = BP_CAP_ROUND};
        encode(bp_vec4_mix(colors[0], colors[1], (from + to) / 2), line->color);
        used += line->color[3] > 0;
    }
    return used;
}

static bool draw_lines(const line_painter *p, const bp_mesh *mesh) {
    bp_line lines[AT_ONCE];
    size_t used = 0;
    for (size_t i = 0; i + 1 < mesh->line_count; i += 2) {
        const uint32_t *ends = mesh->lines + i;
        bp_vec4 colors[2] = {color_of(p, ends[0]), color_of(p, ends[1])};
        bool plain = memcmp(&colors[0], &colors[1], sizeof colors[0]) == 0 || mesh->line_count > MANY_LINES;
        used += add_line(p, ends, colors, plain ? 1 : PIECES, lines + used);
        if (used <= AT_ONCE - PIECES && i + 3 < mesh->line_count) continue;
        if (used > 0 && !bp_raster_lines(p->raster, lines, used, &p->overlay, p->error)) return false;
        used = 0;
    }
    return true;
}

bool bp_draw_lines(bp_raster *raster, const bp_view *view, const bp_draw *draw, const bp_mesh *mesh,
                   bp_error *error) {
    if (mesh->line_count == 0) return true;
    const float *base = draw->material.base_color;
    line_painter painter = {.raster = raster,
                            .draw = draw,
                            .overlay = {.transform = draw->transform,
                                        .state = {.viewport = draw->state.viewport, .depth_bias = BIAS}},
                            .base = bp_vec4_make(base[0], base[1], base[2], base[3]),
                            .scale = view->overlay_scale > 0 ? view->overlay_scale : 1,
                            .error = error};
    static const bp_vec4 unset = {0};
    if (memcmp(&painter.base, &unset, sizeof unset) == 0) painter.base = bp_vec4_make(1, 1, 1, 1);
    bp_color_tables_fill(&painter.tables);
    return (mesh->line_ends == 1 ? draw_points : draw_lines)(&painter, mesh);
}

/* The direction to the light in world space: over the viewer's left shoulder, so every pose is lit. */
static bp_vec3 light_direction(const bp_camera *camera) {
    bp_mat4 view = bp_camera_view(camera);
    const bp_vec3 d = {-0.35f, 0.55f, 0.76f}; /* in camera space */
    /* The view's rotation is orthonormal, so its transpose takes directions back to the world. */
    return bp_vec3_normalize((bp_vec3){view.m[0] * d.x + view.m[1] * d.y + view.m[2] * d.z,
                                       view.m[4] * d.x + view.m[5] * d.y + view.m[6] * d.z,
                                       view.m[8] * d.x + view.m[9] * d.y + view.m[10] * d.z});
}

/* `view_projection`: of a part in physically based light; NULL: a plain one. */
static void set_light(bp_draw *draw, const bp_view *view, const bp_material *material, const bp_mat4 *normals,
                      const bp_mat4 *view_projection) {
    draw->state.color = view->color;
    if (view->unlit || (material && material->unlit) || !draw->vertices.normals) return;
    if (view->light) {
        draw->light = *view->light;
        draw->light.view_projection = view_projection;
        draw->light.normal_matrix = normals;
        return;
    }
    if (view_projection) {
        draw->light = (bp_draw_light){.lighting = BP_LIGHTING_PBR,
                                      .direction = light_direction(&view->camera),
                                      .view_projection = view_projection,
                                      .normal_matrix = normals};
        return;
    }
    draw->light = (bp_draw_light){.lighting = BP_LIGHTING_PIXEL,
                                  .direction = light_direction(&view->camera),
                                  .color = {0.75f, 0.75f, 0.75f},
                                  .ambient = {0.28f, 0.28f, 0.28f},
                                  .normal_matrix = normals};
}

static void set_surface(bp_draw *draw, const bp_figure_part *part) {
    const bp_material *material = part->material;
    bp_draw_surface *surface = &draw->material.surface;
    surface->metallic = material->metallic;
    surface->roughness = material->roughness;
    surface->normal_scale = material->normal_scale;
    surface->occlusion_strength = material->occlusion_strength;
    memcpy(surface->emissive, &material->emissive, sizeof surface->emissive);
    for (int i = 0; i < BP_MAPS; i++) {
        const bp_texture_info *info = &material->maps[i];
        const bool second = part->map_second_uv[i];
        if (!part->maps[i] || !(second ? draw->vertices.uvs2 : draw->vertices.uvs)) continue;
        surface->maps[i] = (bp_draw_map){part->maps[i], info->filter, info->wrap_u, info->wrap_v, second};
    }
}

void bp_scene_set_material(bp_draw *draw, const bp_figure_part *part) {
    const bp_material *material = part->material;
    if (!material) return;
    memcpy(draw->material.base_color, &material->base_color, sizeof draw->material.base_color);
    if (material->alpha_mode == BP_ALPHA_OPAQUE) draw->material.base_color[3] = 1.0f;
    if (material->alpha_mode == BP_ALPHA_MASK) draw->material.alpha_cutoff = material->alpha_cutoff;
    if (part->texture && draw->vertices.uvs) {
        draw->material.texture = part->texture;
        draw->material.filter = material->texture.filter;
        draw->material.wrap_u = material->texture.wrap_u;
        draw->material.wrap_v = material->texture.wrap_v;
    }
    draw->state.blend = material->alpha_mode == BP_ALPHA_BLEND;
    draw->state.cull = material->double_sided ? BP_CULL_NONE : BP_CULL_BACK;
    if (part->physical) set_surface(draw, part);
}

/* Whether black has more contrast with the material than white. Meshes without one have joints' colours, of
 * which those of limbs are dark. */
static bool is_light(const bp_figure_part *part) {
    if (!part->material) return false;
    bp_vec4 c = part->material->base_color; /* linear */
    return 0.2126f * c.x + 0.7152f * c.y + 0.0722f * c.z > 0.3f;
}

static bp_draw make_draw(const bp_view *view, const bp_figure *figure, size_t index) {
    const bp_figure_part *part = bp_figure_part_at(figure, index);
    const bp_mesh *mesh = part->mesh;
    bp_draw draw = {
        .vertices = bp_figure_vertices(figure, index),
        .state = {.viewport = view->viewport, .cull = BP_CULL_BACK},
    };
    if (mesh->colors) draw.vertices.colors8 = &mesh->colors->r;
    const bp_vec2 *uv =
        part->uvs ? part->uvs : mesh->uv[part->material ? part->material->texture.uv_set & 1 : 0];
    if (uv) draw.vertices.uvs = &uv->x;
    if (part->uvs2) draw.vertices.uvs2 = &part->uvs2->x;
    if (view->show & BP_SHOW_WIREFRAME)
        draw.wire = view->show & (BP_SHOW_MESH | BP_SHOW_WEIGHTS)
                        ? (bp_draw_wire){BP_WIRE_OVER, {0.01f, 0.01f, 0.02f, 0.7f}, 1.2f}
                        : (bp_draw_wire){BP_WIRE_ONLY, {0.25f, 0.35f, 0.5f, 0.8f}, 1.2f};
    if (view->wire_in_contrast && draw.wire.mode == BP_WIRE_OVER)
        draw.wire = is_light(part) ? (bp_draw_wire){BP_WIRE_OVER, {0.01f, 0.01f, 0.02f, 0.9f}, 1.5f}
                                   : (bp_draw_wire){BP_WIRE_OVER, {1, 1, 1, 0.9f}, 1.5f};
    bp_scene_set_material(&draw, part);
    return draw;
}

/* For the rasterizer the colour 0, 0, 0, 0 means "not set", so fully transparent parts are skipped here. */
static bool is_invisible(const bp_material *material) {
    if (!material || material->alpha_mode == BP_ALPHA_OPAQUE || material->base_color.w > 0) return false;
    return material->alpha_mode == BP_ALPHA_BLEND || material->alpha_cutoff > 0;
}

/* Added to the depth for each earlier submesh, so that the first of several in one plane is in front. It is
 * larger than the rounding of depths, and moves nothing by a millimetre. */
static const float SUBMESH_BIAS = 4e-6f;

/* Draws each submesh. A lit, double-sided part takes two draws: back faces need reversed normals. */
static bool draw_part(bp_raster *raster, bp_draw *draw, const bp_figure_part *part, bp_mat4 normals,
                      bp_error *error) {
    bool both_sides = draw->light.lighting != BP_LIGHTING_NONE && draw->state.cull == BP_CULL_NONE;
    bp_mat4 reversed = normals;
    for (int i = 0; i < 12; i++) reversed.m[i] = -normals.m[i];
    for (size_t s = 0; s < part->mesh->submesh_count; s++) {
        const bp_submesh *range = &part->mesh->submeshes[s];
        draw->indices = (bp_draw_indices){.u32 = part->mesh->indices + range->first, .count = range->count};
        draw->state.depth_bias = (float)s * SUBMESH_BIAS;
        if (both_sides) {
            draw->state.cull = BP_CULL_FRONT;
            draw->light.normal_matrix = &reversed;
            if (!bp_raster_draw(raster, draw, error)) return false;
            draw->state.cull = BP_CULL_BACK;
            draw->light.normal_matrix = &normals;
        }
        if (!bp_raster_draw(raster, draw, error)) return false;
    }
    return true;
}

bool bp_scene_draw_meshes(bp_raster *raster, const bp_view *view, const bp_figure *figure, bp_error *error) {
    if (!raster) return bp_fail_null(error, "raster");
    if (!view) return bp_fail_null(error, "view");
    if (!figure) return bp_fail_null(error, "figure");
    if (!bp_view_check(view, error)) return false;
    if (!(view->show & (BP_SHOW_MESH | BP_SHOW_WEIGHTS | BP_SHOW_WIREFRAME))) return true;
    float aspect = (float)view->viewport.width / (float)view->viewport.height;
    bp_mat4 world = bp_figure_world(figure);
    bp_mat4 projection = bp_camera_view_projection(&view->camera, aspect);
    bp_mat4 transform = bp_mat4_mul(world, projection);
    bp_mat4 normals = view->light && view->light->normal_matrix ? *view->light->normal_matrix
                                                                : bp_mat4_normal_matrix(world);
    for (size_t i = 0; i < bp_figure_part_count(figure); i++) {
        const bp_figure_part *part = bp_figure_part_at(figure, i);
        if (is_invisible(part->material)) continue;
        bp_draw draw = make_draw(view, figure, i);
        draw.transform = &transform;
        draw.state.front_clockwise = (bp_mat4_determinant(world) < 0) != bp_figure_is_mirrored(figure, i);
        const bp_rgba8 *weights = bp_figure_weight_colors(figure, i);
        bool colorless = !part->material && !part->mesh->colors;
        bool by_joint = weights && ((view->show & BP_SHOW_WEIGHTS) || colorless);
        if (by_joint) {
            draw.vertices.colors8 = &weights->r;
            draw.material = (bp_draw_material){0};
        }
        bool physical = part->physical && part->material && !by_joint;
        set_light(&draw, view, part->material, &normals, physical ? &projection : NULL);
        if (!draw_part(raster, &draw, part, normals, error) ||
            !bp_draw_lines(raster, view, &draw, part->mesh, error))
            return false;
    }
    return true;
}

/* A part in the colour of its vertices. Over the surface that is there: translucent, in an outline. A ghost
 * must not dye what it crosses: without a casing in the view it is translucent, at the far end of depth,
 * behind all that is solid; with one it is the outline alone. The outline is the back faces in one colour,
 * moved by some pixels to each corner of the picture. The front faces hide all of it but a rim. */
static bool draw_lit(bp_raster *raster, const bp_view *view, const bp_figure *figure, size_t part,
                     const bp_highlight *lit, bool over, bp_rgba8 color, bp_error *error) {
    float wide = (float)view->viewport.width, high = (float)view->viewport.height,
          scale = view->overlay_scale > 0 ? view->overlay_scale : 1;
    bp_mat4 world = bp_figure_world(figure), normals = bp_mat4_normal_matrix(world);
    bp_mat4 transform = bp_mat4_mul(world, bp_camera_view_projection(&view->camera, wide / high));
    const bp_vec3 *posed = bp_figure_normals(figure, part);
    const bp_rgba8 casing = view->casing;
    bool outlined = casing.r || casing.g || casing.b || casing.a;
    bp_draw draw = {
        .vertices = {.count = lit->count, .positions = &bp_figure_positions(figure, part)[lit->first].x},
        .indices = lit->triangles,
        .transform = &transform,
        .state = {.viewport = view->viewport, .cull = BP_CULL_FRONT, .no_depth_write = true}};
    draw.state.front_clockwise = (bp_mat4_determinant(world) < 0) != bp_figure_is_mirrored(figure, part);
    bp_draw surface = draw;
    bp_mat4 far_end = transform;
    surface.vertices.colors8 = &lit->colors->r;
    surface.state.cull = BP_CULL_BACK, surface.state.blend = true, surface.state.no_depth_write = over;
    surface.state.no_color_write = outlined && !over;
    /* A little nearer than the surface, or a little behind the figure's own one, where they coincide. */
    surface.state.depth_bias = over ? -1e-4f : 1e-4f;
    if (!over && !outlined) {
        for (int row = 0; row < 16; row += 4) /* the last thousandth of depth: z = w - (w - z) / 1000 */
            far_end.m[row + 2] = 0.999f * far_end.m[row + 3] + 0.001f * far_end.m[row + 2];
        surface.transform = &far_end, surface.state.depth_bias = 0;
        if (posed) surface.vertices.normals = &posed[lit->first].x;
        if (posed) set_light(&surface, view, NULL, &normals, NULL);
    }
    if (!bp_raster_draw(raster, &surface, error)) return false;
    if (!outlined) return true;
    draw.state.color = BP_COLOR_RAW;
    draw.state.depth_bias = 3e-4f; /* behind the front faces, which are biased too */
    for (int i = 0; i < 8; i++) {  /* the casing, and the colour over it */
        bp_rgba8 c = i < 4 ? casing : color;
        float pixels = (i < 4 ? 2.4f : 1.2f) * scale, dx = (i & 1 ? pixels : -pixels) * 2 / wide,
              dy = (i & 2 ? pixels : -pixels) * 2 / high;
        bp_mat4 moved = transform;
        for (int row = 0; row < 4; row++) { /* clip x and y, by that part of w */
            moved.m[4 * row] += dx * transform.m[4 * row + 3];
            moved.m[4 * row + 1] += dy * transform.m[4 * row + 3];
        }
        draw.transform = &moved;
        draw.material = (bp_draw_material){.base_color = {c.r / 255.0f, c.g / 255.0f, c.b / 255.0f, 1}};
        if (!bp_raster_draw(raster, &draw, error)) return false;
    }
    return true;
}

bool bp_scene_draw_highlight(bp_raster *raster, const bp_view *view, bp_figure *figure, const bp_bone *bone,
                             const bp_figure *beside, bp_rgba8 color, bp_error *error) {
    bp_highlight lit;
    for (size_t i = 0; i < bp_figure_part_count(figure); i++) {
        if (bone && bp_figure_part_at(figure, i)->skeleton != bp_bone_skeleton(bone)) continue;
        if (!bp_figure_highlight(figure, i, bone, beside, color, &lit, error)) return false;
        if (lit.triangles.count > 0 && !draw_lit(raster, view, figure, i, &lit, bone, color, error))
            return false;
    }
    return true;
}
