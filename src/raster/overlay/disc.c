/* disc.c: discs that face the viewer, and balls: pictures of spheres drawn as discs whose pixels know
 * their normal and depth.
 *
 * Both are seen as circles of a radius in pixels (the slight stretching of spheres towards the edge of a
 * wide picture is left out). Coverage comes from the distance of the pixel's centre from the circle, as
 * for lines. A ball's pixel at (x, y) of the unit circle has the normal (x, y, sqrt(1 - x*x - y*y)); its
 * depth is the centre's less that third part of the depth between the centre and the sphere's nearest
 * point.
 */
#include "raster/overlay/overlay.h"
#include <string.h>

enum { DISCS_ON_STACK = 64 };
#define LARGEST 8192.0f

/* A disc on the screen. */
typedef struct disc_item {
    float x, y, z;
    float radius;  /* at least 0.5 */
    float opacity; /* below 1 for what is smaller than a pixel */
    float ring;    /* width of the ring */
    float bulge;   /* depth from the centre to the nearest point of a ball */
    float hidden;
    int32_t ball; /* 1 or 0; as wide as the others, so that there is no padding */
    uint8_t color[4], ring_color[4];
} disc_item;

/* ---- drawing -----------------------------------------------------------------------------------*/

static float reach_of(const disc_item *disc) { return disc->radius + 1.0f; }

static bool disc_bounds(const bp_command *command, uint32_t index, bp_irect *out) {
    const disc_item *disc = (const disc_item *)command->items + index;
    double x = (double)disc->x, y = (double)disc->y, reach = (double)reach_of(disc);
    *out = bp_irect_around(x - reach, y - reach, x + reach, y + reach);
    return true;
}

/* A disc with its colours as floats. */
typedef struct disc_brush {
    const disc_item *disc;
    bp_fragment_writer pen;
    float inner[4], outer[4];
} disc_brush;

static disc_brush brush_of(const bp_command *command, const disc_item *disc) {
    disc_brush brush = {.disc = disc, .pen = bp_fragment_writer_make(command, disc->hidden)};
    bp_command_color(command, disc->color, brush.inner);
    bp_command_color(command, disc->ring_color, brush.outer);
    return brush;
}

/* Light on a ball: from the upper left and the front, (-0.45, 0.6, 0.66), with some from everywhere. */
static float shade_of(float nx, float ny, float nz) {
    float light = nx * -0.45f + ny * 0.6f + nz * 0.6614378f;
    return 0.22f + 0.78f * (light > 0.0f ? light : 0.0f);
}

static void disc_pixel(const disc_brush *brush, const bp_target *target, int x, int y,
                       bp_counters *counters) {
    const disc_item *disc = brush->disc;
    float dx = (float)x + 0.5f - disc->x, dy = (float)y + 0.5f - disc->y, distance = sqrtf(dx * dx + dy * dy);
    float coverage = bp_saturate(disc->radius + 0.5f - distance) * disc->opacity;
    if (!(coverage > 0.0f)) return;
    float rgba[4], z = disc->z, shade = 1.0f;
    if (disc->ball) {
        float nx = dx / disc->radius, ny = -dy / disc->radius, rest = 1.0f - nx * nx - ny * ny;
        float nz = rest > 0.0f ? sqrtf(rest) : 0.0f;
        shade = shade_of(nx, ny, nz);
        z -= nz * disc->bulge;
    }
    float rim = disc->ring > 0.0f ? bp_saturate(distance - (disc->radius - disc->ring) + 0.5f) : 0.0f;
    for (int i = 0; i < 3; i++) rgba[i] = bp_mix(brush->inner[i] * shade, brush->outer[i], rim);
    rgba[3] = bp_mix(brush->inner[3], brush->outer[3], rim);
    bp_fragment_write(&brush->pen, target, x, y, z, rgba, coverage, counters);
}

static void disc_plain(const bp_target *target, const bp_command *command, uint32_t index, bp_irect clip,
                       bp_counters *counters) {
    disc_brush brush = brush_of(command, (const disc_item *)command->items + index);
    for (int y = clip.y0; y < clip.y1; y++)
        for (int x = clip.x0; x < clip.x1; x++) disc_pixel(&brush, target, x, y, counters);
}

static void disc_draw(const bp_target *target, const bp_command *command, uint32_t index, bp_irect clip,
                      bp_counters *counters) {
    const disc_item *disc = (const disc_item *)command->items + index;
    disc_brush brush = brush_of(command, disc);
    float reach = reach_of(disc);
    for (int y = clip.y0; y < clip.y1; y++) {
        float dy = (float)y + 0.5f - disc->y, square = reach * reach - dy * dy;
        if (square < 0.0f) continue;
        float wide = sqrtf(square) + 1.0f;
        int x0 = (int)floorf(disc->x - wide), x1 = (int)floorf(disc->x + wide) + 1;
        if (x0 < clip.x0) x0 = clip.x0;
        if (x1 > clip.x1) x1 = clip.x1;
        for (int x = x0; x < x1; x++) disc_pixel(&brush, target, x, y, counters);
    }
}

static const bp_primitive_kind disc_kind = {"discs", disc_bounds, disc_draw, disc_plain};

/* ---- recording ---------------------------------------------------------------------------------*/

static bool discs_are_good(const bp_disc *discs, size_t count, bp_error *error) {
    for (size_t i = 0; i < count; i++) {
        const bp_disc *d = &discs[i];
        if (d->radius >= 0.0f && d->radius <= LARGEST && d->world_radius >= 0.0f && d->ring >= 0.0f) continue;
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_raster_discs",
                       "disc %zu: radius %g, world radius %g, ring %g; none may be negative, and the radius "
                       "at most %g pixels",
                       i, (double)d->radius, (double)d->world_radius, (double)d->ring, (double)LARGEST);
    }
    return true;
}

/* Pixels that a unit of length across the viewport takes at a place. */
static float pixels_a_unit(const bp_projection *projection, bp_vec4 clip) {
    if (!projection->transform) return 1.0f;
    const float *m = projection->transform->m;
    float along = sqrtf(m[0] * m[0] + m[4] * m[4] + m[8] * m[8]);
    return along * fabsf(projection->viewport.scale_x) / clip.w;
}

/* How much nearer than a point, as depth, another one is that lies `radius` units before it. Depth is
 * z/w, whose gradient is (w * grad z - z * grad w) / w^2: that is the way to go. */
static float depth_of_radius(const bp_projection *projection, bp_vec3 center, bp_vec4 clip, float radius) {
    if (!projection->transform) return 0.0f;
    const float *m = projection->transform->m;
    bp_vec3 away = bp_vec3_normalize((bp_vec3){clip.w * m[2] - clip.z * m[3], clip.w * m[6] - clip.z * m[7],
                                               clip.w * m[10] - clip.z * m[11]});
    bp_vec3 front = bp_vec3_sub(center, bp_vec3_scale(away, radius));
    bp_vec4 there = bp_mat4_vec4(*projection->transform, (bp_vec4){front.x, front.y, front.z, 1.0f});
    float depth = clip.z / clip.w, bulge = depth - there.z / there.w;
    /* Where the front is behind the near plane, or nothing could be computed: up to the near plane. */
    return there.z > 0.0f && there.w > 0.0f && bulge >= 0.0f ? bulge : depth;
}

static bool place_disc(disc_item *item, const bp_disc *disc, const bp_projection *projection, float hidden) {
    bp_vec4 clip;
    double pixel[3];
    if (!bp_project_point(projection, disc->center, &clip, pixel)) return false;
    float scale = pixels_a_unit(projection, clip), world = disc->world_radius;
    float radius = world > 0.0f ? bp_clamp(world * scale, 0.0f, LARGEST) : disc->radius;
    if (!(world > 0.0f)) world = scale > 0.0f ? radius / scale : 0.0f;
    float least = radius < 0.5f ? 0.5f : radius;
    *item = (disc_item){.x = (float)pixel[0],
                        .y = (float)pixel[1],
                        .z = (float)pixel[2],
                        .radius = least,
                        .opacity = radius / least * (radius / least),
                        .ring = disc->ring,
                        .bulge = disc->ball ? depth_of_radius(projection, disc->center, clip, world) : 0.0f,
                        .hidden = hidden,
                        .ball = disc->ball};
    bp_overlay_color(item->color, disc->color);
    bp_overlay_color(item->ring_color, disc->ring_color);
    return radius > 0.0f;
}

bool bp_raster_discs(bp_raster *raster, const bp_disc *discs, size_t count, const bp_overlay *marks,
                     bp_error *error) {
    if (!raster || (!discs && count))
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_raster_discs", "no raster or discs");
    if (!discs_are_good(discs, count, error)) return false;
    bp_overlay plain = {0};
    if (!marks) marks = &plain;
    const bp_allocator *allocator = bp_context_allocator(bp_raster_context(raster));
    disc_item small[DISCS_ON_STACK], *items = small;
    if (count > DISCS_ON_STACK) items = bp_alloc(allocator, count, sizeof *items, error);
    if (!items) return false;
    bp_projection projection = bp_projection_make(raster, marks);
    size_t made = 0;
    for (size_t i = 0; i < count; i++) made += place_disc(&items[made], &discs[i], &projection, marks->hidden);
    bp_draw_state state = bp_overlay_state(marks);
    bool good = bp_raster_record(raster, &disc_kind, items, made, sizeof *items, &state, error);
    if (items != small) bp_free(allocator, items);
    return good;
}
