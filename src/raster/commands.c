/* Recording: what a pass shall draw is checked, its defaults filled in, and kept until the pass ends. */
#include "raster/pass.h"
#include <string.h>

bp_raster *bp_raster_create(const bp_context *context, bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_raster *raster = bp_alloc(allocator, 1, sizeof *raster, error);
    if (!raster) return NULL;
    raster->context = context;
    raster->allocator = *allocator;
    raster->arena = bp_arena_make(allocator, 64 * 1024);
    bp_color_tables_fill(&raster->tables);
    return raster;
}

void bp_raster_destroy(bp_raster *raster) {
    if (!raster) return;
    bp_workspace_free(raster);
    bp_arena_clear(&raster->arena);
    bp_free(&raster->allocator, raster->commands);
    bp_allocator allocator = raster->allocator;
    bp_free(&allocator, raster);
}

bool bp_raster_grow(const bp_raster *raster, void **block, size_t *room, size_t wanted, size_t size,
                    bp_error *error) {
    if (wanted <= *room) return true;
    size_t fresh = wanted + wanted / 2;
    void *grown = bp_realloc(&raster->allocator, *block, *room, fresh, size, error);
    if (!grown) return false;
    *block = grown;
    *room = fresh;
    return true;
}

static void forget(bp_raster *raster) {
    bp_arena_clear(&raster->arena);
    raster->command_count = 0;
    raster->recording = false;
}

bool bp_raster_begin(bp_raster *raster, const bp_framebuffer *framebuffer, const bp_pass *options,
                     bp_error *error) {
    bp_pass pass = options ? *options : (bp_pass){0};
    forget(raster);
    if (!bp_framebuffer_check(framebuffer, error)) return false;
    if (pass.samples == 0) pass.samples = 1;
    if (pass.subpixel_bits == 0) pass.subpixel_bits = 8;
    if (pass.samples != 1 && pass.samples != 4)
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_pass.samples", "%d samples a pixel: there are 1 and 4",
                       pass.samples);
    if (pass.subpixel_bits < 4 || pass.subpixel_bits > 8)
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_pass.subpixel_bits", "%d bits: there are 4 to 8",
                       pass.subpixel_bits);
    raster->framebuffer = *framebuffer;
    if (raster->framebuffer.stride == 0) raster->framebuffer.stride = framebuffer->width;
    raster->pass = pass;
    raster->recording = true;
    raster->finished = false;
    return true;
}

static bool recording(const bp_raster *raster, bp_error *error) {
    if (raster->recording) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, "bp_raster", "there is no pass: call bp_raster_begin first");
}

int bp_raster_subpixel_bits(const bp_raster *raster) {
    return raster->recording ? raster->pass.subpixel_bits : 8;
}

const bp_context *bp_raster_context(const bp_raster *raster) { return raster->context; }

/* ---- where things are drawn -------------------------------------------------------------------- */

static bp_rect whole(const bp_raster *raster, bp_rect rect) {
    if (rect.width != 0) return rect;
    return (bp_rect){0, 0, raster->framebuffer.width, raster->framebuffer.height};
}

static bp_irect area_of(bp_rect rect) {
    return (bp_irect){rect.x, rect.y, rect.x + rect.width, rect.y + rect.height};
}

static bool check_rect(const char *place, bp_rect rect, bp_error *error) {
    const int most = BP_FRAMEBUFFER_MAX;
    if (rect.width == 0) return true;
    if (rect.width > 0 && rect.width <= most && rect.height >= 0 && rect.height <= most && rect.x >= -most &&
        rect.x <= most && rect.y >= -most && rect.y <= most)
        return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, place,
                   "a rectangle of %d x %d pixels at %d, %d: sizes must be 0 to %d, places -%d to %d",
                   rect.width, rect.height, rect.x, rect.y, most, most, most);
}

bp_viewport bp_raster_viewport(const bp_raster *raster, const bp_draw_state *state) {
    bp_rect port = whole(raster, state->viewport);
    float width = (float)port.width, height = (float)(port.height > 0 ? port.height : 1);
    return (bp_viewport){
        .scale_x = width * 0.5f,
        .scale_y = height * -0.5f,
        .center_x = (float)port.x + width * 0.5f,
        .center_y = (float)port.y + height * 0.5f,
        .guard_x = 2.0f * BP_FRAMEBUFFER_MAX / width,
        .guard_y = 2.0f * BP_FRAMEBUFFER_MAX / height,
    };
}

/* A command with the state that all kinds share. */
static bp_command command_of(const bp_raster *raster, const bp_draw_state *state) {
    bp_irect rect = area_of(whole(raster, (bp_rect){0}));
    rect = bp_irect_intersect(rect, area_of(whole(raster, state->viewport)));
    rect = bp_irect_intersect(rect, area_of(whole(raster, state->scissor)));
    return (bp_command){
        .scissor = bp_irect_is_empty(rect) ? (bp_irect){0} : rect,
        .color = state->color,
        .depth = state->depth,
        .no_depth_write = state->no_depth_write,
        .no_color_write = state->no_color_write,
        .blend = state->blend,
        .tables = &raster->tables,
    };
}

/* A number that came out of a cast or a file must be one of an enum's `count`. */
static bool check_choice(const char *place, unsigned value, unsigned count, bp_error *error) {
    if (value < count) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, place, "%u: there are 0 to %u", value, count - 1);
}

static bool check_state(const bp_draw_state *state, bp_error *error) {
    if (!check_choice("bp_draw_state.color", (unsigned)state->color, BP_COLOR_RAW + 1, error) ||
        !check_choice("bp_draw_state.cull", (unsigned)state->cull, BP_CULL_FRONT + 1, error) ||
        !check_choice("bp_draw_state.depth", (unsigned)state->depth, BP_DEPTH_ALWAYS + 1, error))
        return false;
    if (!(fabsf(state->depth_bias) <= 1.0f))
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_draw_state.depth_bias", "must be from -1 to 1");
    return check_rect("bp_draw_state.viewport", state->viewport, error) &&
           check_rect("bp_draw_state.scissor", state->scissor, error);
}

static bool append(bp_raster *raster, bp_command command, bp_error *error) {
    void *commands = raster->commands;
    bool good = bp_raster_grow(raster, &commands, &raster->command_room, raster->command_count + 1,
                               sizeof *raster->commands, error);
    raster->commands = commands;
    if (good) raster->commands[raster->command_count++] = command;
    return good;
}

bool bp_raster_record(bp_raster *raster, const bp_primitive_kind *kind, const void *items, size_t count,
                    size_t size, const bp_draw_state *state, bp_error *error) {
    if (!recording(raster, error) || !check_state(state, error)) return false;
    if (count == 0) return true;
    if (count > UINT32_MAX)
        return bp_fail(error, BP_ERROR_ARGUMENT, kind->name, "more than 2^32 - 1 of them");
    void *copy = bp_arena_alloc(&raster->arena, count, size, error);
    if (!copy) return false;
    memcpy(copy, items, count * size);
    bp_command command = command_of(raster, state);
    command.kind = kind;
    command.items = copy;
    command.size = size;
    command.count = (uint32_t)count;
    return append(raster, command, error);
}

/* ---- clears ------------------------------------------------------------------------------------ */

typedef struct clear_item {
    bp_irect rect;
    uint32_t color;
    float depth;
    bool keep_color, keep_depth;
} clear_item;

static bool clear_bounds(const bp_command *command, uint32_t index, bp_irect *out) {
    *out = ((const clear_item *)command->items)[index].rect;
    return true;
}

static void clear_draw(const bp_target *target, const bp_command *command, uint32_t index, bp_irect clip,
                       bp_counters *counters) {
    const clear_item *item = (const clear_item *)command->items + index;
    (void)counters;
    if (!item->keep_color) bp_target_fill(target, target->color, clip, &item->color);
    if (!item->keep_depth && target->depth) bp_target_fill(target, target->depth, clip, &item->depth);
}

static const bp_primitive_kind clear_kind = {"clear", clear_bounds, clear_draw, clear_draw};

bool bp_raster_clear(bp_raster *raster, const bp_clear *clear, bp_error *error) {
    if (!check_rect("bp_clear.rect", clear->rect, error)) return false;
    clear_item item;
    memset(&item, 0, sizeof item);
    item.rect = area_of(whole(raster, clear->rect));
    item.depth = clear->depth == 0.0f ? 1.0f : clear->depth;
    item.keep_color = clear->keep_color;
    item.keep_depth = clear->keep_depth;
    for (int i = 0; i < 4; i++) item.color |= (uint32_t)clear->color[i] << (8 * i);
    /* It asks for no depth: where there is none it clears colour alone. */
    bp_draw_state state = {.depth = BP_DEPTH_ALWAYS, .no_depth_write = true};
    return bp_raster_record(raster, &clear_kind, &item, 1, sizeof item, &state, error);
}

bool bp_command_clears_all(const bp_command *command, const bp_framebuffer *framebuffer) {
    if (command->kind != &clear_kind) return false;
    const clear_item *item = command->items;
    bp_irect a = item->rect;
    return !item->keep_color && !item->keep_depth && a.x0 <= 0 && a.y0 <= 0 && a.x1 >= framebuffer->width &&
           a.y1 >= framebuffer->height;
}

/* ---- from samples to pixels --------------------------------------------------------------------- */

static bool finish_bounds(const bp_command *command, uint32_t index, bp_irect *out) {
    (void)index;
    *out = command->scissor;
    return true;
}

/* Whoever has a target with samples does it himself (bp_target_resolve_in_place). */
static void finish_draw(const bp_target *target, const bp_command *command, uint32_t index, bp_irect clip,
                        bp_counters *counters) {
    (void)target, (void)command, (void)index, (void)clip, (void)counters;
}

static const bp_primitive_kind finish_kind = {"samples", finish_bounds, finish_draw, finish_draw};

bool bp_raster_resolve_samples(bp_raster *raster, bp_error *error) {
    bp_draw_state state = {.depth = BP_DEPTH_ALWAYS, .no_depth_write = true};
    const uint32_t item = 0;
    if (raster->finished)
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_raster_resolve_samples", "they are finished already");
    raster->finished = bp_raster_record(raster, &finish_kind, &item, 1, sizeof item, &state, error);
    return raster->finished;
}

bool bp_command_is_resolve(const bp_command *command) { return command->kind == &finish_kind; }

/* ---- triangles --------------------------------------------------------------------------------- */

static bool check_array(const char *place, const void *array, size_t stride, size_t size, bool floats,
                        bp_error *error) {
    if (!array || stride == 0 || (stride >= size && (!floats || stride % sizeof(float) == 0))) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, place, "a stride of %zu bytes does not fit elements of %zu",
                   stride, size);
}

static bool check_look(const bp_draw *draw, bp_error *error) {
    const bp_draw_material *m = &draw->material;
    if (!(m->alpha_cutoff >= 0.0f))
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_draw_material.alpha_cutoff", "%g: it must be 0 or more",
                       (double)m->alpha_cutoff);
    if (!(draw->wire.width >= 0.0f))
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_draw_wire.width", "%g: it must be 0 or more",
                       (double)draw->wire.width);
    return check_choice("bp_draw_material.filter", (unsigned)m->filter, BP_FILTER_TRILINEAR + 1, error) &&
           check_choice("bp_draw_material.wrap_u", (unsigned)m->wrap_u, BP_WRAP_CLAMP + 1, error) &&
           check_choice("bp_draw_material.wrap_v", (unsigned)m->wrap_v, BP_WRAP_CLAMP + 1, error) &&
           check_choice("bp_draw_light.lighting", (unsigned)draw->light.lighting, BP_LIGHTING_PIXEL + 1,
                        error) &&
           check_choice("bp_draw_wire.mode", (unsigned)draw->wire.mode, BP_WIRE_ONLY + 1, error);
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
           check_look(draw, error) && check_state(&draw->state, error);
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
    int *slots[3] = {colored ? &s->color_offset : NULL, s->texture ? &s->uv_offset : NULL,
                     s->pixel_light ? &s->normal_offset : NULL};
    for (int i = 0; i < 3; i++)
        if (slots[i]) {
            *slots[i] = floats;
            floats += BP_ATTRIBUTE_FLOATS;
        }
    t->floats = floats;
    s->texture_only = !colored && !s->pixel_light && !s->wire && memcmp(s->base, white, sizeof white) == 0;
}

static void default_strides(bp_draw_vertices *v) {
    if (!v->position_stride) v->position_stride = 3 * sizeof(float);
    if (!v->normal_stride) v->normal_stride = 3 * sizeof(float);
    if (!v->uv_stride) v->uv_stride = 2 * sizeof(float);
    if (!v->color_stride) v->color_stride = v->colors8 ? 4 : 4 * sizeof(float);
}

bool bp_raster_draw(bp_raster *raster, const bp_draw *draw, bp_error *error) {
    if (!recording(raster, error) || !check_draw(draw, error)) return false;
    if (raster->finished)
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_raster_draw",
                       "samples are finished: only marks may follow");
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
    bp_command command = command_of(raster, &draw->state);
    command.count = (uint32_t)count;
    command.triangles = t;
    return append(raster, command, error);
}

/* ---- the end ----------------------------------------------------------------------------------- */

void bp_counters_add(bp_counters *sum, const bp_counters *more) {
    sum->triangles_in += more->triangles_in;
    sum->triangles_invalid += more->triangles_invalid;
    sum->triangles_clipped += more->triangles_clipped;
    sum->triangles_culled += more->triangles_culled;
    sum->primitives += more->primitives;
    sum->tiles += more->tiles;
    sum->fragments_tested += more->fragments_tested;
    sum->fragments_written += more->fragments_written;
}

bool bp_raster_end(bp_raster *raster, bp_counters *counters, bp_error *error) {
    bp_counters sum = {0};
    if (!recording(raster, error)) return false;
    raster->times = (bp_pass_times){0};
    bp_tile_cache_begin(raster);
    bool good = raster->pass.reference ? bp_raster_execute_reference(raster, &sum, error)
                                       : bp_raster_execute(raster, &sum, error);
    forget(raster);
    if (counters) *counters = good ? sum : (bp_counters){0};
    return good;
}

bp_pass_times bp_raster_times(const bp_raster *raster) { return raster->times; }
