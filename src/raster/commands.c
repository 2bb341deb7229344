/* Recording: commands, the state that all of them share, clears, and resolving the samples. triangles.c
 * records draws of triangles, and overlay/ records overlay primitives. */
#include "raster/inspect.h"
#include "raster/pass.h"
#include <string.h>

bool bp_raster_is_recording(const bp_raster *raster, bp_error *error) {
    if (raster->recording) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, "bp_raster", "there is no pass: call bp_raster_begin first");
}

bool bp_check_enum(const char *field, unsigned value, unsigned count, bp_error *error) {
    if (value < count) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, field, "is %u, but must be 0 to %u", value, count - 1);
}

static bool check_rect(const char *field, bp_rect rect, bp_error *error) {
    const int max = BP_FRAMEBUFFER_MAX;
    if (rect.width == 0) return true;
    if (rect.width > 0 && rect.width <= max && rect.height >= 0 && rect.height <= max && rect.x >= -max &&
        rect.x <= max && rect.y >= -max && rect.y <= max)
        return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, field,
                   "is %d x %d pixels at (%d, %d): sizes must be 0 to %d, coordinates -%d to %d", rect.width,
                   rect.height, rect.x, rect.y, max, max, max);
}

bool bp_draw_state_check(const bp_draw_state *state, bp_error *error) {
    if (!bp_check_enum("bp_draw_state.color", (unsigned)state->color, BP_COLOR_RAW + 1, error) ||
        !bp_check_enum("bp_draw_state.cull", (unsigned)state->cull, BP_CULL_FRONT + 1, error) ||
        !bp_check_enum("bp_draw_state.depth", (unsigned)state->depth, BP_DEPTH_ALWAYS + 1, error))
        return false;
    if (!(fabsf(state->depth_bias) <= 1.0f))
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_draw_state.depth_bias", "must be -1 to 1");
    return check_rect("bp_draw_state.viewport", state->viewport, error) &&
           check_rect("bp_draw_state.scissor", state->scissor, error);
}

/* The rectangle, or the whole framebuffer if its width is 0. */
static bp_rect rect_or_whole(const bp_raster *raster, bp_rect rect) {
    if (rect.width != 0) return rect;
    return (bp_rect){0, 0, raster->framebuffer.width, raster->framebuffer.height};
}

bp_viewport bp_raster_viewport(const bp_raster *raster, const bp_draw_state *state) {
    const bp_rect rect = rect_or_whole(raster, state->viewport);
    float width = (float)rect.width, height = (float)(rect.height > 0 ? rect.height : 1);
    return (bp_viewport){
        .scale_x = width * 0.5f,
        .scale_y = height * -0.5f,
        .center_x = (float)rect.x + width * 0.5f,
        .center_y = (float)rect.y + height * 0.5f,
        .guard_x = 2.0f * BP_FRAMEBUFFER_MAX / width,
        .guard_y = 2.0f * BP_FRAMEBUFFER_MAX / height,
    };
}

int bp_raster_subpixel_bits(const bp_raster *raster) { return raster->pass.subpixel_bits; }

bool bp_raster_append(bp_raster *raster, bp_command command, const bp_draw_state *state, bp_error *error) {
    bp_irect rect = bp_irect_of(rect_or_whole(raster, (bp_rect){0}));
    rect = bp_irect_intersect(rect, bp_irect_of(rect_or_whole(raster, state->viewport)));
    rect = bp_irect_intersect(rect, bp_irect_of(rect_or_whole(raster, state->scissor)));
    command.scissor = bp_irect_is_empty(rect) ? (bp_irect){0} : rect;
    command.color = state->color;
    command.depth = state->depth;
    command.no_depth_write = state->no_depth_write;
    command.no_color_write = state->no_color_write;
    command.blend = state->blend;
    command.tables = &raster->tables;
    if (!bp_grow(&raster->allocator, &raster->commands, &raster->command_capacity, raster->command_count + 1,
                 sizeof command, error))
        return false;
    raster->commands[raster->command_count++] = command;
    return true;
}

void *bp_raster_reserve(bp_raster *raster, const bp_primitive_kind *kind, size_t count, bp_error *error) {
    if (!bp_raster_is_recording(raster, error)) return NULL;
    if (count <= UINT32_MAX) return bp_arena_alloc(&raster->arena, count, kind->size, error);
    bp_fail(error, BP_ERROR_ARGUMENT, kind->name, "more than 2^32 - 1 of them");
    return NULL;
}

bool bp_raster_record(bp_raster *raster, const bp_primitive_kind *kind, const void *primitives, size_t count,
                      const bp_draw_state *state, bp_error *error) {
    if (!bp_draw_state_check(state, error)) return false;
    bp_command command = {.kind = kind, .primitives = primitives, .count = (uint32_t)count};
    return count == 0 || bp_raster_append(raster, command, state, error);
}

/* ---- clears ------------------------------------------------------------------------------------ */

typedef struct clear_rect {
    bp_irect rect;
    uint32_t color;
    float depth;
    bool keep_color, keep_depth;
} clear_rect;

/* Of a clear and of a resolve, which begin with their rectangles. */
static bp_irect rect_bounds(const void *primitive, bp_irect clip) {
    return bp_irect_intersect(*(const bp_irect *)primitive, clip);
}

static void clear_draw(const bp_target *target, const bp_command *command, const void *primitive,
                       bp_irect clip, bool scalar, bp_counters *counters) {
    const clear_rect *clear = primitive;
    (void)command, (void)scalar, (void)counters;
    if (!clear->keep_color) bp_target_fill(target, target->color, clip, &clear->color);
    if (!clear->keep_depth && target->depth) bp_target_fill(target, target->depth, clip, &clear->depth);
}

static const bp_primitive_kind clear_kind = {"clear", sizeof(clear_rect), rect_bounds, clear_draw};

/* Clears and resolves don't test depth. */
static const bp_draw_state no_depth = {.depth = BP_DEPTH_ALWAYS, .no_depth_write = true};

bool bp_raster_clear(bp_raster *raster, const bp_clear *options, bp_error *error) {
    if (!raster) return bp_fail_null(error, "raster");
    if (!options) return bp_fail_null(error, "options");
    if (!check_rect("bp_clear.rect", options->rect, error)) return false;
    clear_rect *clear = bp_raster_reserve(raster, &clear_kind, 1, error);
    if (!clear) return false;
    clear->rect = bp_irect_of(rect_or_whole(raster, options->rect));
    clear->depth = options->depth == 0.0f ? 1.0f : options->depth;
    clear->keep_color = options->keep_color;
    clear->keep_depth = options->keep_depth;
    for (int i = 0; i < 4; i++) clear->color |= (uint32_t)options->color[i] << (8 * i);
    return bp_raster_record(raster, &clear_kind, clear, 1, &no_depth, error);
}

bool bp_command_is_clear(const bp_command *command) { return command->kind == &clear_kind; }

bool bp_command_clears_all(const bp_command *command, const bp_framebuffer *framebuffer) {
    if (!bp_command_is_clear(command)) return false;
    const clear_rect *clear = command->primitives;
    const bp_irect r = clear->rect;
    return !clear->keep_color && !clear->keep_depth && r.x0 <= 0 && r.y0 <= 0 && r.x1 >= framebuffer->width &&
           r.y1 >= framebuffer->height;
}

/* ---- resolving the samples --------------------------------------------------------------------- */

/* Empty: the executors own the target, and resolve it themselves (bp_target_resolve_in_place). */
static void resolve_draw(const bp_target *target, const bp_command *command, const void *primitive,
                         bp_irect clip, bool scalar, bp_counters *counters) {
    (void)target, (void)command, (void)primitive, (void)clip, (void)scalar, (void)counters;
}

static const bp_primitive_kind resolve_kind = {"resolve", sizeof(bp_irect), rect_bounds, resolve_draw};

bool bp_raster_resolve_samples(bp_raster *raster, bp_error *error) {
    if (!raster) return bp_fail_null(error, "raster");
    if (raster->samples_resolved)
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_raster_resolve_samples",
                       "the pass's samples are resolved already");
    bp_irect *rect = bp_raster_reserve(raster, &resolve_kind, 1, error);
    if (!rect) return false;
    *rect = bp_irect_of(rect_or_whole(raster, (bp_rect){0}));
    raster->samples_resolved = bp_raster_record(raster, &resolve_kind, rect, 1, &no_depth, error);
    return raster->samples_resolved;
}

bool bp_command_is_resolve(const bp_command *command) { return command->kind == &resolve_kind; }

void bp_counters_add(bp_counters *sum, const bp_counters *more) {
    if (!sum || !more) return;
    sum->triangles_in += more->triangles_in;
    sum->triangles_invalid += more->triangles_invalid;
    sum->triangles_clipped += more->triangles_clipped;
    sum->triangles_culled += more->triangles_culled;
    sum->primitives += more->primitives;
    sum->tiles += more->tiles;
    sum->fragments_tested += more->fragments_tested;
    sum->fragments_written += more->fragments_written;
}
