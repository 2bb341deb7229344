/* Discs that face the viewer, and balls: discs whose pixels have the normal and depth of a sphere (sphere
 * impostors).
 *
 * Both are circles of a radius in pixels: the slight stretching of spheres towards the edge of a wide picture
 * is left out. Coverage follows from the distance of the pixel's centre from the circle, as for lines. A
 * ball's pixel at (x, y) of the unit circle has the normal n = (x, y, sqrt(1 - x*x - y*y)). Its depth is the
 * centre's less n.z times `bulge`, the depth between the centre and the sphere's nearest point.
 */
#include "raster/inspect.h"
#include "raster/overlay/overlay.h"

#define DISC_RADIUS_MAX 8192.0f

/* A disc on the screen. */
typedef struct screen_disc {
    float x, y, z;
    float radius;  /* at least 0.5 */
    float opacity; /* below 1 stands for a radius below 0.5 */
    float ring;    /* the ring's width */
    float bulge;
    float hidden;
    int32_t ball; /* 1 or 0; not a bool, so that there is no padding */
    uint8_t color[4], ring_color[4];
} screen_disc;

static float reach_of(const screen_disc *disc) { return disc->radius + 1.0f; }

static bp_irect disc_bounds(const void *primitive, bp_irect clip) {
    const screen_disc *disc = primitive;
    double x = (double)disc->x, y = (double)disc->y, reach = (double)reach_of(disc);
    return bp_irect_intersect(bp_irect_around(x - reach, y - reach, x + reach, y + reach), clip);
}

/* A disc being drawn. */
typedef struct disc_setup {
    const screen_disc *disc;
    bp_fragment_writer writer;
    float inner[4], outer[4];
} disc_setup;

static disc_setup disc_setup_make(const screen_disc *disc, const bp_target *target, const bp_command *command,
                                  bp_counters *counters) {
    disc_setup setup = {.disc = disc,
                        .writer = bp_fragment_writer_make(target, command, disc->hidden, counters)};
    bp_command_color(command, disc->color, setup.inner);
    bp_command_color(command, disc->ring_color, setup.outer);
    return setup;
}

/* Light on a ball: some ambient light, and a directional light from the upper left and the front, (-0.45,
 * 0.6, 0.66). */
static float shade_of(float nx, float ny, float nz) {
    float light = nx * -0.45f + ny * 0.6f + nz * 0.6614378f;
    return 0.22f + 0.78f * (light > 0.0f ? light : 0.0f);
}

static void draw_pixel(const disc_setup *setup, int x, int y) {
    const screen_disc *disc = setup->disc;
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
    float ring = disc->ring > 0.0f ? bp_saturate(distance - (disc->radius - disc->ring) + 0.5f) : 0.0f;
    for (int i = 0; i < 3; i++) rgba[i] = bp_mix(setup->inner[i] * shade, setup->outer[i], ring);
    rgba[3] = bp_mix(setup->inner[3], setup->outer[3], ring);
    bp_fragment_write(&setup->writer, x, y, z, rgba, coverage);
}

/* Cuts *x0 to *x1 to the columns of a row that the disc can reach. */
static void row_span(const screen_disc *disc, int y, int *x0, int *x1) {
    float reach = reach_of(disc), dy = (float)y + 0.5f - disc->y, square = reach * reach - dy * dy;
    float half_span = square < 0.0f ? -1.0f : sqrtf(square) + 1.0f;
    int left = (int)floorf(disc->x - half_span), right = (int)floorf(disc->x + half_span) + 1;
    if (left > *x0) *x0 = left;
    if (right < *x1) *x1 = right;
}

/* By definition every pixel of the clip is visited. */
static void disc_draw(const bp_target *target, const bp_command *command, const void *primitive,
                      bp_irect clip, bool scalar, bp_counters *counters) {
    disc_setup setup = disc_setup_make(primitive, target, command, counters);
    for (int y = clip.y0; y < clip.y1; y++) {
        int x0 = clip.x0, x1 = clip.x1;
        if (!scalar) row_span(primitive, y, &x0, &x1);
        for (int x = x0; x < x1; x++) draw_pixel(&setup, x, y);
    }
}

static const bp_primitive_kind disc_kind = {"discs", sizeof(screen_disc), disc_bounds, disc_draw};

/* ---- recording ---------------------------------------------------------------------------------- */

static bool check_discs(const bp_disc *discs, size_t count, bp_error *error) {
    for (size_t i = 0; i < count; i++) {
        const bp_disc *d = &discs[i];
        if (d->radius >= 0.0f && d->radius <= DISC_RADIUS_MAX && d->world_radius >= 0.0f && d->ring >= 0.0f)
            continue;
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_raster_discs",
                       "disc %zu: radius %g, world radius %g, ring %g; none may be negative, and the radius "
                       "may be at most %g pixels",
                       i, (double)d->radius, (double)d->world_radius, (double)d->ring,
                       (double)DISC_RADIUS_MAX);
    }
    return true;
}

/* How many pixels a unit of length across the view covers, at a point in clip space. */
static float pixels_per_unit(const bp_projection *projection, bp_vec4 clip) {
    if (!projection->transform) return 1.0f;
    const float *m = projection->transform->m;
    float along = sqrtf(m[0] * m[0] + m[4] * m[4] + m[8] * m[8]);
    return along * fabsf(projection->viewport.scale_x) / clip.w;
}

/* The difference in depth between a point and the point `radius` units in front of it. Depth is z/w and falls
 * fastest against its gradient, (w * grad z - z * grad w) / w^2. */
static float depth_of_radius(const bp_projection *projection, bp_vec3 center, bp_vec4 clip, float radius) {
    if (!projection->transform) return 0.0f;
    const float *m = projection->transform->m;
    bp_vec3 away = bp_vec3_normalize((bp_vec3){clip.w * m[2] - clip.z * m[3], clip.w * m[6] - clip.z * m[7],
                                               clip.w * m[10] - clip.z * m[11]});
    bp_vec3 front = bp_vec3_sub(center, bp_vec3_scale(away, radius));
    bp_vec4 there = bp_mat4_vec4(*projection->transform, (bp_vec4){front.x, front.y, front.z, 1.0f});
    float depth = clip.z / clip.w, bulge = depth - there.z / there.w;
    /* If the front lies before the near plane, or is not finite, the ball reaches to the near plane. */
    return there.z > 0.0f && there.w > 0.0f && bulge >= 0.0f ? bulge : depth;
}

/* False if the disc is invisible. */
static bool project_disc(const bp_projection *projection, const bp_disc *disc, float hidden,
                         screen_disc *out) {
    bp_vec4 clip;
    double pixel[3];
    if (!bp_project_point(projection, disc->center, &clip, pixel)) return false;
    float scale = pixels_per_unit(projection, clip), world = disc->world_radius;
    float radius = world > 0.0f ? bp_clamp(world * scale, 0.0f, DISC_RADIUS_MAX) : disc->radius;
    if (!(world > 0.0f)) world = scale > 0.0f ? radius / scale : 0.0f;
    float min = radius < 0.5f ? 0.5f : radius;
    *out = (screen_disc){.x = (float)pixel[0],
                         .y = (float)pixel[1],
                         .z = (float)pixel[2],
                         .radius = min,
                         .opacity = radius / min * (radius / min),
                         .ring = disc->ring,
                         .bulge = disc->ball ? depth_of_radius(projection, disc->center, clip, world) : 0.0f,
                         .hidden = hidden,
                         .ball = disc->ball};
    bp_overlay_color(out->color, disc->color);
    bp_overlay_color(out->ring_color, disc->ring_color);
    return radius > 0.0f;
}

bool bp_raster_discs(bp_raster *raster, const bp_disc *discs, size_t count, const bp_overlay *overlay,
                     bp_error *error) {
    if (!raster || (!discs && count))
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_raster_discs", "no raster or discs");
    if (!check_discs(discs, count, error)) return false;
    screen_disc *recorded = bp_raster_reserve(raster, &disc_kind, count, error);
    if (!recorded) return false;
    const bp_overlay batch = bp_overlay_with_defaults(overlay);
    const bp_projection projection = bp_projection_make(raster, &batch);
    size_t left = 0;
    for (size_t i = 0; i < count; i++)
        left += project_disc(&projection, &discs[i], batch.hidden, &recorded[left]);
    return bp_raster_record(raster, &disc_kind, recorded, left, &batch.state, error);
}
