/* Light: how bright a point of a surface is, in which numbers to compute it, and what normals do under a
 * scaling.
 *
 * Sources: Lambert's cosine law; glTF 2.0, Appendix B "BRDF Implementation"; OpenGL 2.1, 2.11.3 "Normal
 * Transformation", for the inverse transpose; IEC 61966-2-1 for sRGB; Khronos PBR Neutral Tone Mapper, its
 * specification's formulas.
 *
 * Lambert: P has the normal (0.6, 0, 0.8), the light comes from (0, 0.6, 0.8): N . L = 0 + 0 + 0.64. Where
 *     the product is negative, as at (0, -0.96, 0.28) with -0.576 + 0.224, there is no light.
 * Encoding: from (0.3, 0.866, 0.4) P gets 0.18 + 0 + 0.32 = 0.5. 255 * (1.055 * 0.5^(1/2.4) - 0.055) =
 *     187.5: byte 187 or 188. Taken for the encoded value, 0.5 is 127.5: 127 or 128, which is ((0.502 +
 * 0.055) / 1.055)^2.4 = 0.216 of the light. Normals: the sphere gets half as wide, x to x/2. Points go (x,
 *     z) -> (x/2, z), so the surface's direction at P, (0.8, -0.6), becomes (0.4, -0.6). The inverse
 * transpose takes n to (1.2, 0, 0.8), normalized (0.832, 0, 0.555): 0.333 - 0.333 = 0, at right
 *     angles. Taken for a point, n becomes (0.3, 0, 0.8), normalized (0.351, 0, 0.936). (0.4 * 0.351 - 0.6 *
 * 0.936) / 0.721 = -0.5843 = cos 125.75. Metallic and roughness: with n = l = v all cosines are 1. alpha =
 *     roughness^2 = 0.5; D = 1 / (pi alpha^2) = 4 / pi; the visibility V is 1/4; F is f0, 0.04 for a
 *     dielectric. An irradiance of pi gives 0.96 c + pi * 0.04 * D * V = 0.96 c + 0.04 for the base colour
 * c: (0.808, 0.328, 0.136) for (0.8, 0.3, 0.1). A metal's f0 is c, and it scatters nothing. (The
 *     rasterizer adds repeated bounces, which a dielectric has few of: less than 1/1000.)
 * Tone: four times as much light, (3.232, 1.312, 0.544). Cut off at 1 it is (1, 1, 0.544): bytes 255, 255,
 *     195, yellow. Khronos PBR Neutral: minus 0.04: (3.192, 1.272, 0.504), peak p = 3.192; q = 1 - 0.24^2 /
 *     (p + 0.24 - 0.76) = 0.9784; times q/p: (0.9784, 0.3899, 0.1545); g = 1 - 1 / (0.15 (p - q) + 1) =
 * 0.2493; mixed with q by g: (0.9784, 0.5366, 0.3599): bytes 253, 194, 162. */
#include "lit_sphere.h"
#include "math/logarithm.h"
#include "raster/color.h"
#include "shared/subject.h"
#include "shared/write.h"
#include <math.h>

/* Stages. In the end the spheres are a dielectric and a metal, and with and without tone mapping. */
enum { RIGHT, WRONG, FLAT, HOOK, CLOSE, LARGE = 96 };
static const float ROUGH = 0.70710678f, PI = 3.14159265f,
                   LOWEST = -2.5f; /* metres: of what stands below the spheres */

typedef struct state {
    float turned, beam; /* of the lamp in the beginning, of a surface or an eye; degrees */
    bool fresnel;
    bp_draw_on *below; /* the spheres; NULL: nothing */
} state;

static state *state_of(bp_world *world) { return bp_world_data(world); }

/* The first or the second sphere, wherever it is among the stages. */
static bp_lit_sphere *lit_of(bp_world *world, int which) {
    for (int s = 0; s < BP_STAGE_MAX; s++)
        if (bp_lit_of(&world->stages[s]) && which-- == 0) return bp_lit_of(&world->stages[s]);
    return NULL;
}
static void light_from(bp_world *world, float x, float y, float z) {
    for (int s = RIGHT; s <= WRONG; s++) lit_of(world, s)->light.direction = (bp_vec3){x, y, z};
}
static void probe_at(bp_world *world, float x, float y, float z) {
    for (int s = RIGHT; s <= WRONG; s++) lit_of(world, s)->probe = (bp_vec3){x, y, z};
}
static void put_width(bp_world *world, float width) {
    for (int s = RIGHT; s <= WRONG; s++) lit_of(world, s)->scaling.x = width;
}
static void put_roughness(bp_world *world, float roughness) {
    for (int s = RIGHT; s <= WRONG; s++) lit_of(world, s)->material.roughness = roughness;
}
/* pi: a white surface that faces the light gets 1. */
static void put_strength(bp_world *world, float strength) {
    for (int s = RIGHT; s <= WRONG; s++)
        for (int c = 0; c < 3; c++) lit_of(world, s)->light.color[c] = PI * strength;
}

/* ---- drawings ---- */

static bp_vec2 turned(float angle, float length) {
    return (bp_vec2){length * bp_sin(bp_radians(angle)), length * bp_cos(bp_radians(angle))};
}

/* From straight up to a direction: an arc with its angle. */
static void draw_angle(float angle, bp_pen *pen) {
    bp_vec2 arc[17];
    for (int i = 0; i <= 16; i++) arc[i] = turned(angle * (float)i / 16, 0.55f);
    bp_pen_dashes(pen, (bp_vec2){0, 0}, (bp_vec2){0, 1.3f}, 1.5f, BP_PEN_QUIET);
    bp_pen_lines(pen, arc, 17, false, 1.5f, BP_PEN_QUIET);
    bp_pen_name(pen, turned(angle / 2, 0.3f), BP_PEN_QUIET, "%.0f°", (double)angle);
}
/* A beam, one wide, comes from above and meets a surface that is turned by the angle. */
static void draw_beam(float angle, bp_pen *pen) {
    const float c = bp_cos(bp_radians(angle)), wide = c > 0.02f ? bp_clamp(0.5f / c, 0, 1.2f) : 0;
    const bp_vec2 along = {bp_cos(bp_radians(angle)), -bp_sin(bp_radians(angle))},
                  normal = turned(angle, 0.7f);
    const bp_vec2 light[4] = {{-0.5f, 1.4f},
                              {-0.5f, -0.5f * along.y / (c > 0.02f ? c : 1)},
                              {0.5f, 0.5f * along.y / (c > 0.02f ? c : 1)},
                              {0.5f, 1.4f}};
    if (c > 0.3f) bp_pen_fill_rgb(pen, light, 4, 0, (bp_rgba8){236, 216, 120, 255});
    for (float x = -0.5f; x <= 0.5f; x += 1)
        bp_pen_arrow(pen, (bp_vec2){x, 1.4f}, (bp_vec2){x, c > 0.3f ? x * along.y / c + 0.1f : 0},
                     BP_PEN_HEM);
    bp_pen_line(pen, (bp_vec2){-1.2f * along.x, -1.2f * along.y}, (bp_vec2){1.2f * along.x, 1.2f * along.y},
                4, BP_PEN_QUIET);
    if (wide > 0)
        bp_pen_line(pen, (bp_vec2){-wide * along.x, -wide * along.y},
                    (bp_vec2){wide * along.x, wide * along.y}, 7, BP_PEN_HEM);
    draw_angle(angle, pen);
    bp_pen_arrow(pen, (bp_vec2){0, 0}, normal, BP_PEN_P);
    bp_pen_name(pen, normal, BP_PEN_P, "N");
    if (c > 0.02f)
        bp_pen_text(pen, (bp_vec2){0, -1.48f}, BP_ALIGN_CENTER, BP_PEN_INK,
                    "1 / cos %.0f° = %.2f wide, each part gets %.2f", (double)angle, 1 / (double)c,
                    (double)c);
    else
        bp_pen_text(pen, (bp_vec2){0, -1.48f}, BP_ALIGN_CENTER, BP_PEN_INK,
                    "the surface faces away: no light");
}
/* What a dielectric mirrors, and what enters and is scattered: widths are shares of the light. */
static void draw_fresnel(float angle, bp_pen *pen) {
    const float mirrored = 0.04f + 0.96f * (float)bp_power(1 - (double)bp_cos(bp_radians(angle)), 5),
                at = bp_clamp(angle, 0, 84);
    bp_pen_line(pen, (bp_vec2){-1.5f, 0}, (bp_vec2){1.5f, 0}, 4, BP_PEN_QUIET);
    bp_pen_line(pen, turned(-at, 1.3f), (bp_vec2){0, 0}, 20, BP_PEN_HEM);
    bp_pen_arrow(pen, turned(-at, 1.2f), turned(-at, 0.5f), BP_PEN_INK);
    bp_pen_line(pen, (bp_vec2){0, 0}, turned(at, 1.3f), bp_clamp(20 * mirrored, 1, 20), BP_PEN_C);
    draw_angle(angle, pen);
    const bp_vec2 eye = turned(at, 1.4f);
    bp_pen_dot(pen, eye, 6, BP_PEN_P);
    bp_pen_name(pen, eye, BP_PEN_P, "eye");
    bp_pen_name(pen, turned(at, 0.9f), BP_PEN_C, "mirrored: %.2f", (double)mirrored);
    for (int i = -2; i <= 2; i++)
        bp_pen_line(pen, (bp_vec2){0, 0}, turned(180 + 30 * (float)i, 0.7f),
                    bp_clamp(8 * (1 - mirrored), 1, 8), BP_PEN_A);
    bp_pen_text(pen, (bp_vec2){0, -1.1f}, BP_ALIGN_CENTER, BP_PEN_A, "enters, and is scattered: %.2f",
                1 - (double)mirrored);
}
static void draw_flat(bp_world *world, bp_pen *pen) {
    (state_of(world)->fresnel ? draw_fresnel : draw_beam)(state_of(world)->beam, pen);
}

/* ---- below the spheres, in metres ---- */

/* All greys from no light to all of it, as the sphere above shows them, and the place of P. */
static void draw_ramp(bp_world *world, bp_pen *pen) {
    enum { STEPS = 32 };
    const bp_lit_sphere *lit = bp_lit_of(bp_pen_stage(pen));
    const float y = -1.5f, x = 2 * lit->shading.n_dot_l - 1;
    bp_color_tables tables;
    bp_color_tables_fill(&tables);
    bp_pen_dot(pen, (bp_vec2){0, LOWEST}, 0, BP_PEN_QUIET); /* keeps the size */
    for (int i = 0; i < STEPS; i++) {
        const float light = ((float)i + 0.5f) / STEPS, left = 2 * (float)i / STEPS - 1;
        const uint8_t byte = lit->encoded ? (uint8_t)(255 * light + 0.5f) : bp_color_encode(light);
        bp_pen_rectangle(pen, (bp_vec2){left, y - 0.12f}, (bp_vec2){left + 2.0f / STEPS, y + 0.12f}, 0,
                         (bp_rgba8){byte, byte, byte, 255});
    }
    bp_pen_line(pen, (bp_vec2){x, y - 0.2f}, (bp_vec2){x, y + 0.2f}, 3, BP_PEN_P);
    bp_pen_text(pen, (bp_vec2){x, y + 0.25f}, BP_ALIGN_CENTER, BP_PEN_P, "P");
    bp_pen_text(pen, (bp_vec2){-1, -1.9f}, BP_ALIGN_LEFT, BP_PEN_QUIET, "N . L = 0");
    bp_pen_text(pen, (bp_vec2){1, -1.9f}, BP_ALIGN_RIGHT, BP_PEN_QUIET, "1");
    if (lit_of(world, WRONG)->encoded)
        bp_pen_text(pen, (bp_vec2){0, -2.3f}, BP_ALIGN_CENTER, BP_PEN_P, "byte %d = %.2f of the light",
                    lit->pixel[1], (double)tables.linear[lit->pixel[1]]);
}

/* A section at P's height, from above, its front half: the surface at P, dashed, and the rule's normal. */
static void draw_section(bp_world *world, bp_pen *pen) {
    enum { STEPS = 32 };
    const bp_lit_sphere *lit = bp_lit_of(bp_pen_stage(pen));
    const bp_pen_color color = lit->normals_as_points ? BP_PEN_WRONG : BP_PEN_P;
    const float *n = lit->shading.normal, size = 0.7f, top = -1.35f, wide = lit->scaling.x;
    const float x = lit->probe.x, z = lit->probe.z, r = size * sqrtf(x * x + z * z);
    const float length = sqrtf(z * z * wide * wide + x * x) / 0.6f;
    const bp_vec2 p = {size * x * wide, top - size * z}, along = {z * wide / length, x / length};
    bp_vec2 arc[STEPS + 1];
    float angle = 0;
    for (int i = 0; i <= STEPS; i++) {
        const bp_vec2 at = turned(180 * (float)i / STEPS - 90, r);
        arc[i] = (bp_vec2){at.x * wide, top - at.y};
    }
    bp_pen_lines(pen, arc, STEPS + 1, true, 3, BP_PEN_INK);
    bp_pen_dashes(pen, (bp_vec2){p.x - along.x, p.y - along.y}, (bp_vec2){p.x + along.x, p.y + along.y}, 2,
                  BP_PEN_QUIET);
    bp_pen_arrow(pen, p, (bp_vec2){p.x + 0.6f * n[0], p.y - 0.6f * n[2]}, color);
    bp_pen_dot(pen, p, 5, BP_PEN_P);
    bp_pen_text(pen, (bp_vec2){0, LOWEST}, BP_ALIGN_CENTER, BP_PEN_QUIET, "you");
    bp_measure_light_surface(world, &(bp_measure_args){.stage = lit->normals_as_points ? WRONG : RIGHT},
                             &angle);
    bp_pen_text(pen, (bp_vec2){0, LOWEST - 0.4f}, BP_ALIGN_CENTER, color, "N and surface: %.0f°",
                (double)angle);
}

static bp_vec2 beside(bp_vec2 at, float angle, float length) {
    const bp_vec2 by = turned(angle, length);
    return (bp_vec2){at.x + by.x, at.y + by.y};
}
/* From the side: the beam, and the light that leaves in each direction. The mirrored lobe is as long as the
 * square root of D, whose half vector leans half as much as the direction; a dielectric scatters, too. */
static void draw_lobe(bp_world *world, bp_pen *pen) {
    enum { STEPS = 120 };
    const bp_lit_sphere *lit = bp_lit_of(bp_pen_stage(pen));
    const float r = lit->material.roughness, alpha = r * r, slope = alpha * alpha - 1;
    const bool metal = lit->material.metallic > 0;
    const bp_vec2 foot = {0, -2.2f};
    bp_vec2 mirrored[STEPS + 1], scattered[STEPS + 1];
    (void)world;
    for (int i = 0; i <= STEPS; i++) { /* dense about 45 degrees, where the lobe ends */
        const float s = 2 * (float)i / STEPS - 1, angle = 45 + (s < 0 ? 135 : 45) * s * s * s,
                    half = bp_cos(bp_radians((angle - 45) / 2)), under = half * half * slope + 1;
        mirrored[i] = beside(foot, angle, 0.2f * alpha / under / sqrtf(PI));
        scattered[i] = beside(foot, angle, 0.5f * bp_cos(bp_radians(angle)));
    }
    mirrored[0] = mirrored[STEPS] = foot;
    bp_pen_dot(pen, (bp_vec2){0, LOWEST}, 0, BP_PEN_QUIET); /* keeps the size */
    bp_pen_line(pen, (bp_vec2){-1, foot.y}, (bp_vec2){1, foot.y}, 4, BP_PEN_QUIET);
    bp_pen_arrow(pen, beside(foot, -45, 1.3f), beside(foot, -45, 0.13f), BP_PEN_HEM);
    if (!metal) {
        bp_pen_lines(pen, scattered, STEPS + 1, false, 3, BP_PEN_A);
        bp_pen_text(pen, (bp_vec2){-0.32f, -2.1f}, BP_ALIGN_RIGHT, BP_PEN_A, "scattered");
    }
    bp_pen_lines(pen, mirrored, STEPS + 1, false, 3, BP_PEN_C);
    bp_pen_text(pen, (bp_vec2){0.4f, -2.1f}, BP_ALIGN_LEFT, BP_PEN_C, "mirrored");
}

/* What becomes of a grey with so much light; and red, green and blue of the sphere's middle. */
static void draw_curve(bp_world *world, bp_pen *pen) {
    enum { STEPS = 64 };
    static const float MOST = 6.5f, START = 0.76f, RANGE = 0.24f;
    static const bp_pen_color COLORS[] = {BP_PEN_RED, BP_PEN_B, BP_PEN_C};
    const bp_lit_sphere *lit = bp_lit_of(bp_pen_stage(pen));
    const float low = -2.2f;
    bp_color_tables tables;
    bp_vec2 curve[STEPS + 1];
    bp_color_tables_fill(&tables);
    for (int i = 0; i <= STEPS; i++) {
        const float x = MOST * (float)i / STEPS, less = x < 0.08f ? 6.25f * x * x : x - 0.04f,
                    bent = less < START ? less : 1 - RANGE * RANGE / (less + RANGE - START);
        const float y = lit->light.no_tone_mapping ? bp_clamp(x, 0, 1) : bent;
        curve[i] = (bp_vec2){2 * x / MOST - 1, low + y};
    }
    bp_pen_dot(pen, (bp_vec2){0, LOWEST - 0.4f}, 0, BP_PEN_QUIET); /* keeps the size */
    bp_pen_arrow(pen, (bp_vec2){-1, low}, (bp_vec2){1.1f, low}, BP_PEN_QUIET);
    bp_pen_line(pen, (bp_vec2){-1, low + 1}, (bp_vec2){1, low + 1}, 1, BP_PEN_QUIET);
    bp_pen_lines(pen, curve, STEPS + 1, false, 3, BP_PEN_INK);
    for (int c = 0; c < 3; c++)
        bp_pen_dot(pen,
                   (bp_vec2){bp_clamp(2 * lit_of(world, WRONG)->shading.light[c] / MOST - 1, -1, 1),
                             low + tables.linear[lit->pixel[c]]},
                   6, COLORS[c]);
    bp_pen_text(pen, (bp_vec2){-1, LOWEST}, BP_ALIGN_LEFT, BP_PEN_QUIET, "light 0");
    bp_pen_text(pen, (bp_vec2){1, LOWEST}, BP_ALIGN_RIGHT, BP_PEN_QUIET, "%.1f", (double)MOST);
    bp_pen_text(pen, (bp_vec2){0, LOWEST - 0.4f}, BP_ALIGN_CENTER, BP_PEN_INK, "([red:%d], [b:%d], [c:%d])",
                lit->pixel[0], lit->pixel[1], lit->pixel[2]);
}

static void light_up(bp_world *world, bp_subject_look look, bp_pixel_grid *grid) {
    const float angle = bp_radians(state_of(world)->turned);
    look.light = bp_vec3_normalize((bp_vec3){bp_sin(angle), 0.3f, bp_cos(angle)});
    bp_subject_fill(world, &look, grid);
}
static void fill_hook(bp_world *world, bp_pixel_grid *grid) { light_up(world, (bp_subject_look){0}, grid); }
static void fill_close(bp_world *world, bp_pixel_grid *grid) {
    light_up(world, (bp_subject_look){.eye = {-0.1f, 1.2f, 0.42f}, .target = {-0.19f, 1.14f, 0}}, grid);
}
static void draw_place(bp_world *world, bp_pen *pen) {
    const float x = (BP_SUBJECT_X + 0.5f) * LARGE / BP_SUBJECT_SIZE,
                y = (BP_SUBJECT_Y + 0.5f) * LARGE / BP_SUBJECT_SIZE;
    (void)world;
    bp_pen_frame(pen, (bp_vec2){x - 7, y - 7}, (bp_vec2){x + 7, y + 7}, 3, BP_PEN_P);
}
static void update(bp_world *world) {
    bp_lit_update(world);
    bp_pixels_update(world);
}
static void paint(bp_world *world, bp_painter *painter) {
    const bp_stage *stage = &world->stages[bp_paint_stage(painter)];
    if (!bp_lit_of(stage))
        bp_drawings_paint(world, painter);
    else
        bp_lit_paint(stage, painter);
    if (bp_lit_of(stage) && state_of(world)->below) bp_paint_drawing(world, painter, state_of(world)->below);
}
static void setup(bp_world *world) {
    for (int s = RIGHT; s <= WRONG; s++) bp_world_add_lit_sphere(world, "A sphere", "the surface is white");
    bp_world_add_drawing(world, "From the side", "",
                         (bp_drawing_frame){-1.6f, 1.6f, -1.5f, 1.5f, 2.56f, 2.4f}, draw_flat);
    bp_pixel_grid *hook = bp_grid_of(bp_world_add_pixels(world, "The character", "", LARGE, LARGE)),
                  *close = bp_grid_of(bp_world_add_pixels(world, "The sleeve",
                                                          "its hem, and the shirt under it", LARGE, LARGE));
    if (world->error.kind != BP_ERROR_NONE) return;
    probe_at(world, 0.6f, 0, 0.8f);
    hook->recolor = fill_hook, close->recolor = fill_close, hook->draw = draw_place;
    hook->zoom = close->zoom = 0.125f;
    world->update = update, world->paint = paint;
    /* So far away that a direction without x is upright in the picture. */
    world->camera = (bp_camera){.eye = {0, 0, 90}, .fov_y = bp_radians(3.1628f)};
    bp_world_show_stages(world, HOOK, 2);
}

static void turn_lamp(bp_world *world, float t) { state_of(world)->turned = bp_mix(0, 75, t); }
static void show_beam(bp_world *world) { bp_world_show_stages(world, FLAT, 1); }
static void tilt_surface(bp_world *world, float t) { state_of(world)->beam = 60 * t; }
static void show_sphere(bp_world *world) {
    bp_world_show_stages(world, RIGHT, 1);
    lit_of(world, RIGHT)->coming = (bp_vec3){0, 0.6f, 0.8f};
}
static void set_height(bp_world *world, float angle) {
    light_from(world, 0, bp_sin(bp_radians(angle)), bp_cos(bp_radians(angle)));
}
static void raise_light(bp_world *world, float t) {
    set_height(world, 36.8699f * t);
    if (t != 0) lit_of(world, RIGHT)->coming = (bp_vec3){0, 0, 0};
}
static void show_encoded(bp_world *world) {
    world->stage_count = 2;
    state_of(world)->below = draw_ramp;
    bp_name_stage(world, RIGHT, "Light is multiplied", "and encoded as sRGB at the end");
    bp_name_stage(world, WRONG, "The same, so far", "after your answer it multiplies bytes");
}
/* The light that makes N . L = x at P. */
static void set_product(bp_world *world, float x) { light_from(world, 0.6f * x, sqrtf(1 - x * x), 0.8f * x); }
static void encode(bp_world *world, float t) {
    lit_of(world, WRONG)->encoded = t >= 0.5f;
    if (t >= 0.5f) bp_name_stage(world, WRONG, "Bytes are multiplied", "N . L times the byte");
}
static void show_normals(bp_world *world) {
    state_of(world)->below = draw_section;
    bp_name_stage(world, RIGHT, "A sphere", "");
    bp_name_stage(world, WRONG, "The same, so far", "");
    light_from(world, 0.6f, 0.48f, 0.64f);
    lit_of(world, WRONG)->encoded = false, lit_of(world, WRONG)->normals_as_points = true;
}
static void flatten(bp_world *world, float t) {
    put_width(world, bp_mix(1, 0.5f, t));
    if (t == 0) return;
    bp_name_stage(world, RIGHT, "Divided by the scale", "the normals of a flattened sphere");
    bp_name_stage(world, WRONG, "Multiplied like points", "the normals are scaled as the points are");
}
static void show_fresnel(bp_world *world) {
    bp_world_show_stages(world, FLAT, 1);
    lit_of(world, WRONG)->normals_as_points = false;
    put_width(world, 1);
    state_of(world)->fresnel = true, state_of(world)->beam = 30;
}
static void look_flatter(bp_world *world, float t) { state_of(world)->beam = bp_mix(30, 80, t); }
static void show_materials(bp_world *world) {
    bp_world_show_stages(world, RIGHT, 2);
    state_of(world)->below = draw_lobe;
    bp_name_stage(world, RIGHT, "Dielectric", "metallic 0: such as plastic");
    bp_name_stage(world, WRONG, "Metal", "metallic 1: such as copper");
    put_strength(world, 1);
    light_from(world, -0.48f, 0.6f, 0.64f);
    for (int s = RIGHT; s <= WRONG; s++) {
        bp_lit_sphere *lit = lit_of(world, s);
        lit->material.base_color = (bp_vec4){0.8f, 0.3f, 0.1f, 1};
        for (int c = 0; c < 3; c++) lit->light.ambient[c] = 0.2f, lit->light.sky_slope[c] = 0.15f;
        lit->light.no_tone_mapping = true;
    }
}
static void physical(bp_world *world, float t) {
    for (int s = RIGHT; s <= WRONG; s++)
        lit_of(world, s)->light.lighting = t < 0.5f ? BP_LIGHTING_PIXEL : BP_LIGHTING_PBR;
    lit_of(world, WRONG)->material.metallic = t < 0.5f ? 0 : 1;
}
static void show_tone(bp_world *world) {
    state_of(world)->below = draw_curve;
    bp_name_stage(world, RIGHT, "With a tone curve", "Khronos PBR Neutral");
    bp_name_stage(world, WRONG, "Cut off at 1", "what is brighter is lost");
    lit_of(world, WRONG)->material.metallic = 0;
    lit_of(world, RIGHT)->light.no_tone_mapping = false;
    put_roughness(world, ROUGH);
    light_from(world, 0, 0, 1);
    probe_at(world, 0, 0, 1);
    for (int s = RIGHT; s <= WRONG; s++)
        for (int c = 0; c < 3; c++)
            lit_of(world, s)->light.ambient[c] = lit_of(world, s)->light.sky_slope[c] = 0;
}
static void brighten(bp_world *world, float t) { put_strength(world, bp_mix(1, 4, t)); }

static const bp_step_slider HEIGHT = BP_SLIDER_OF("height of the light", "°", -90, 90, 1, 0, 0, 36.8699f);
static const bp_step_slider ROUGHNESS =
    BP_SLIDER_SETS("roughness", "", 0.3f, 1, 0.05f, 2, 0.3f, put_roughness);
static const bp_handle LIT[] = {
    {.label = "P", .stage = RIGHT, .position = bp_lit_probe, .set = bp_lit_set_probe, .normal = {0, 0, 1}}};

/* The bytes at a point that faces away from the light of step 3. */
static void measure_away(bp_world *world, const bp_measure_args *args, float *values) {
    probe_at(world, 0, -0.96f, 0.28f);
    bp_world_pose(world);
    bp_measure_light_pixel(world, args, values);
}
/* At P, (0.6, 0, 0.8), outside of the highlight. */
static void measure_beside(bp_world *world, const bp_measure_args *args, float *values) {
    for (int c = 0; c < 3; c++) values[c] = lit_of(world, args->stage)->shading.light[c];
}
/* The directional light alone at the middle, with light and eye in front of it; alpha is 0.5. */
static void measure_facing(bp_world *world, const bp_measure_args *args, float *values) {
    light_from(world, 0, 0, 1);
    probe_at(world, 0, 0, 1);
    put_roughness(world, ROUGH);
    bp_world_pose(world);
    measure_beside(world, args, values);
}

static const bp_question HOW_MUCH = {
    .text = "x goes right, y up, z towards you. The normal at P is (0.6, 0, 0.8). The light will come from "
            "(0, 0.6, 0.8). How much of it does P get?",
    .answer = 0.64f,
    .caption = "Each point of a sphere has its own normal [p:N]; and [hem:L] is the direction to the light. "
               "Both have length 1, so the cosine of the angle between them is their dot product: [p:N.x] "
               "[hem:L.x] + [p:N.y] [hem:L.y] + [p:N.z] [hem:L.z].",
    .right =
        "0.6 * 0 + 0 * 0.6 + 0.8 * 0.8. Both arrows are unit vectors, so this is the cosine of their angle.",
    .wrong = {{1.28f, "Multiply the two z, don't add up the squares of both."},
              {1.6f, "Multiply coordinates in pairs, and add the products."},
              {0.8f, "That is one z. Multiply it by the other one."},
              {1, "That would be a surface that faces the light: N and L equal."}},
    .hint = "The dot product: x times x, plus y times y, plus z times z."};
static const bp_question WHICH_BYTE = {
    .text = "P gets half of the light: N . L = 0.5. All of it is byte 255. Which byte shows half?",
    .caption = "The light is now higher. A screen doesn't show bytes evenly: by the sRGB standard, steps "
               "between dark bytes are much smaller than between bright ones.",
    CHOICE(2, "64", "128", "188"),
    .right = "sRGB encodes 0.5 as 0.735, and 255 times that is 188. Byte 128 is only a fifth of the light.",
    .wrong = {
        {0, "Bytes grow faster than light at first: half of the light is above the middle."},
        {1, "That is half of the bytes. Dark steps are small, so half of the light is reached later."}}};
static const bp_question WHERE_TO = {
    .text = "The sphere will be squeezed to half of its width. Where does the normal at "
            "P turn?",
    .caption = "P sticks to its place on the surface, and its normal points "
               "to the right and towards you. Below, the sphere is cut at P's height and seen from above.",
    CHOICE(0, "more to the right", "more towards you", "it stays as it is"),
    .right = "The squeezed side is steeper: its normal points more sideways. Points go the other way.",
    .wrong = {{1, "So it would if it were scaled like a point. How steep is the surface at P afterwards?"},
              {2, "It must stay at right angles to the surface, and that changes its slope."}}};

static const bp_question HOW_MIRRORED = {
    .text = "Eye and light both go down to 80 degrees. How much will be mirrored?",
    .caption = "A surface [c:mirrors] a part of the [hem:light], and the rest [a:enters and is scattered]. A "
               "dielectric (anything but a metal) mirrors 0.04 of it when seen straight on, and all of it "
               "along the surface.",
    CHOICE(1, "0.04, as now", "0.41", "all of it"),
    .right = "The flatter you look, the more is mirrored: at 60 degrees only 0.07, at 90 all.",
    .wrong = {{0, "So it is straight on. The eye goes almost down to the surface."},
              {2, "That is at 90 degrees. There are 10 degrees left."}}};
static const bp_question WHICH_COLOR = {
    .text = "The light will be four times as strong: (3.2, 1.3, 0.54). Which colour has the sphere that cuts "
            "off at 1?",
    .caption = "A screen has an upper end, light has none. At strength 1 each sphere's middle gets "
               "[red:0.81] of red, [b:0.33] of green and [c:0.136] of blue: orange.",
    CHOICE(1, "a brighter orange", "yellow", "white"),
    .right = "Red and green are cut off at 1, and blue is 0.54: as much red as green is yellow.",
    .wrong = {{0, "Orange has more red than green. How much of each is left after the cut?"},
              {2, "That needs blue at 1, too. It is 0.54."}}};

static const bp_step STEPS[] = {
    {.caption =
         "One lamp shines from the side. The parts that face it are bright; the others get only a little "
         "light from all around. [hem:Hem] and [shirt:shirt] meet in the [p:frame] and face different ways, "
         "so even in one pixel one may be bright and the other dim. Move the lamp round the character.",
     .change = turn_lamp,
     .slider = &(const bp_step_slider)BP_SLIDER_OF("direction of the light", "°", -180, 180, 5, 0, 0, 75),
     .code = "draw.light.direction",
     .seconds = 2},
    {.heading = "A beam spreads",
     .caption = "A [hem:beam] that is one wide meets a surface. The more its normal [p:N], which is at right "
                "angles to it, turns away from the light, the wider the [hem:light] spreads: over 1 / cosine "
                "of the angle. So each part gets the cosine, and beyond 90 degrees nothing.",
     .change = tilt_surface,
     .slider = &(const bp_step_slider)BP_SLIDER_OF("angle from normal to light", "°", 0, 120, 1, 0, 0, 60),
     .code = "dot(n, l)",
     .arrange = show_beam},
    {.heading = "Lambert",
     .caption = "A negative cosine means that the surface faces away: it counts as 0.",
     .change = raise_light,
     CLAIMS(BP_CLAIM_THAT(44, "P gets N . L = 0.64 of the light.", bp_measure_light_cosine, RIGHT, 0,
                          .expected = {0.64f}, .tolerance = 2e-3f),
            BP_CLAIM_THAT(45, "A point that faces away from the light is black, not darker than black.",
                          measure_away, RIGHT, 0, .count = 3, .expected = {0, 0, 0})),
     .question = &HOW_MUCH,
     .slider = &HEIGHT,
     .code = "d = d > 0.0f ? d : 0.0f;",
     .footnote = "GLSL: max(dot(n, l), 0.0).",
     HANDLES_OF(LIT),
     .arrange = show_sphere},
    {.heading = "Light isn't bytes",
     .caption = "Sphere 2 multiplies bytes, as old programs did: its shadow comes too early. So decode "
                "colours, compute in linear light, and encode at the end.",
     .change = encode,
     CLAIMS(BP_CLAIM_THAT(46, "Half of the light is byte 188 (187.5), computed in linear light ...",
                          bp_measure_light_pixel, RIGHT, 0, .expected = {187.5f}, .tolerance = 3e-3f,
                          .holds_before = true),
            BP_CLAIM_THAT(46, "... and 128 (127.5) on encoded values, which is a fifth of the light.",
                          bp_measure_light_pixel, WRONG, 0, .expected = {127.5f}, .tolerance = 4e-3f)),
     .question = &WHICH_BYTE,
     .slider = &(const bp_step_slider)BP_SLIDER_SETS("N . L at P", "", 0, 1, 0.01f, 2, 0.5f, set_product),
     .code = "bp_color_encode(linear)",
     .footnote = "OpenGL: GL_FRAMEBUFFER_SRGB; Direct3D: _UNORM_SRGB.",
     .arrange = show_encoded},
    {.heading = "Normals go the other way",
     .caption = "Points are multiplied by the scale; [p:normals] are divided by it, and made unit length "
                "again. Treated like points, [wrong:they lean] off the surface.",
     .change = flatten,
     CLAIMS(BP_CLAIM_THAT(47, "In a sphere of half the width the normal at P is (0.832, 0, 0.555) ...",
                          bp_measure_light_normal, RIGHT, 0, .count = 3, .expected = {0.8321f, 0, 0.5547f},
                          .tolerance = 3e-3f),
            BP_CLAIM_THAT(47, "... at right angles to the surface.", bp_measure_light_surface, RIGHT, 0,
                          .expected = {90}, .tolerance = 3e-3f, .unit = "degrees", .holds_before = true),
            BP_CLAIM_THAT(47, "Scaled like a point, it is at 125.75 degrees.", bp_measure_light_surface,
                          WRONG, 0, .expected = {125.75f}, .tolerance = 2e-3f, .unit = "degrees")),
     .question = &WHERE_TO,
     .slider = &(const bp_step_slider)BP_SLIDER_OF("width", "", 0.3f, 1.3f, 0.05f, 2, 1, 0.5f),
     .code = "bp_mat4_normal_matrix(world)",
     .footnote = "That is the inverse transpose. It is right, too, for a rotated child under a parent that "
                 "is scaled unevenly, which is sheared.",
     .arrange = show_normals,
     .seconds = 1.5f},
    {.heading = "What isn't mirrored enters",
     .caption = "So a lake mirrors the far shore, but at your feet you look into the water. The two parts "
                "add up to 1.",
     .change = look_flatter,
     .question = &HOW_MIRRORED,
     .slider = &(const bp_step_slider)BP_SLIDER_OF("angle to the eye", "°", 0, 90, 1, 0, 30, 80),
     .code = "pow(1 - dot(v, h), 5)",
     .footnote = "Fresnel's law, by Schlick: 0.04 + 0.96 (1 - cosine)^5. In the code h points midway between "
                 "eye and light: the dashed line.",
     .arrange = show_fresnel},
    {.heading = "Rough spreads, and so dims",
     .caption = "A dielectric scatters light in its colour, and mirrors white. A metal scatters nothing, and "
                "mirrors in its colour.\n\nRoughness spreads the mirrored light over more directions: its "
                "[c:curve] below gets wider, and the peak lower. The sum stays.",
     .change = physical,
     CLAIMS(
         BP_CLAIM_THAT(
             48,
             "A dielectric scatters 96 % of the light in its colour, and mirrors 4 %: (0.808, 0.328, 0.136).",
             measure_facing, RIGHT, 0, .count = 3, .expected = {0.808f, 0.328f, 0.136f}, .tolerance = 2e-3f),
         BP_CLAIM_THAT(48,
                       "A metal scatters nothing: beside the highlight it gets no more than 0.02 from the "
                       "light. The rest is the mirrored sky.",
                       measure_beside, WRONG, 0, .count = 3, .expected = {0.02f, 0.02f, 0.02f},
                       .at_most = true)),
     .slider = &ROUGHNESS,
     .code = "material.surface.roughness = 0.3f;",
     HANDLES_OF(LIT),
     .arrange = show_materials},
    {.heading = "More light than a screen has",
     .caption = "A tone curve bends the upper end: paler, but still orange. The largest of the three, "
                "[red:red], follows it; [b:green] and [c:blue] shrink along.",
     .change = brighten,
     .question = &WHICH_COLOR,
     CLAIMS(BP_CLAIM_THAT(49, "Cut off at 1, bright orange turns yellow: (255, 255, 195).",
                          bp_measure_light_pixel, WRONG, 0, .count = 3, .expected = {255, 255, 195},
                          .tolerance = 5e-3f),
            BP_CLAIM_THAT(49, "With the tone curve it is paler, but still orange: (253, 194, 162).",
                          bp_measure_light_pixel, RIGHT, 0, .count = 3, .expected = {253, 194, 162},
                          .tolerance = 5e-3f)),
     .slider = &(const bp_step_slider)BP_SLIDER_OF("strength", "", 0, 8, 0.25f, 2, 1, 4),
     .code = "pbr_tone_map(color);",
     .footnote = "It also takes off the 0.04 that a dielectric mirrors, so the colours differ at strength 1.",
     .arrange = show_tone,
     .seconds = 1.5f,
     .cover = true},
};

const bp_lesson_plan bp_lesson = {
    PIXEL_LESSON(26, "26_light"),
    .title = "How does a renderer decide how bright a point is?",
    .summary = "Each pixel's normal, its light, and the byte that shows it.",
    .difficulty = 2,
    .text =
        {.goal = "You will be able to compute the byte of a lit point, and to recognise three mistakes by "
                 "their pictures.",
         .learned =
             {"A surface that scatters light gets the cosine of the angle to the light: N . L, or 0. Light "
              "is computed linearly, and encoded once.",
              "Under a scaling normals go by the inverse transpose, so that they stay at right angles.",
              "Dielectrics scatter their colour and mirror white, metals mirror their colour; Fresnel's law "
              "says how much.",
              "Pixel (222, 180): at the hem N . L is 0.6598, and its light times the texture is the bytes "
              "(151, 150, 119). At the shirt it is -0.071, so only the ambient light is left: (13, 76, 93)."},
         .next = "Why are edges jagged, and what do four samples do?",
         .teaches = "How a point's brightness follows from its normal, the light and the material.",
         .prerequisites = "24_perspective",
         .try_this =
             {"At step 3 move the light to P's horizon. What is N . L there?",
              "At step 5 find the width at which both pictures are equal.",
              "At step 8 find the strength at which the middle is no longer orange without a tone curve."},
         .questions =
             {"Why does a rotation need no inverse transpose?",
              "A texture of normals must not be decoded from sRGB. Why?",
              "Two lamps shine on one point. Which error does a program make that adds their bytes?"},
         .answers =
             {"The inverse of a rotation is its transpose, so its inverse transpose is the rotation itself.",
              "Its bytes are directions, stored in equal steps from -1 to 1, and no light. Decoded, the "
              "middle, 0, would become -0.57.",
              "The sum is too bright: bytes encode light unevenly. Two lamps of byte 128 together have 0.43 "
              "of the light, which is byte 176, not 255."}},
};
