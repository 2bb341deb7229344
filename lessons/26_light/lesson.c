/* Light: how bright a point of a surface is, in which numbers to compute it, and what normals do under a scaling.
 *
 * Sources: Lambert's cosine law; glTF 2.0, Appendix B "BRDF Implementation"; OpenGL 2.1, 2.11.3 "Normal Transformation", for the
 * inverse transpose; IEC 61966-2-1 for sRGB; Khronos PBR Neutral Tone Mapper, its specification's formulas.
 *
 * Lambert: P has the normal (0.6, 0, 0.8), the light comes from (0, 0.6, 0.8): n . l = 0 + 0 + 0.64. Where the product is negative,
 *     as at (0, -0.96, 0.28) with -0.576 + 0.224, there is no light.
 * Encoding: from (0.3, 0.866, 0.4) P gets 0.18 + 0 + 0.32 = 0.5. 255 * (1.055 * 0.5^(1/2.4) - 0.055) = 187.5: byte 187 or 188. Taken
 *     for the encoded value, 0.5 is 127.5: 127 or 128, which is ((0.502 + 0.055) / 1.055)^2.4 = 0.216 of the light.
 * Normals: the sphere gets half as wide, x to x/2. Points go (x, z) -> (x/2, z), so the surface's direction at P, (0.8, -0.6), becomes
 *     (0.4, -0.6). The inverse transpose takes n to (1.2, 0, 0.8), normalized (0.832, 0, 0.555): 0.333 - 0.333 = 0, at right angles. Taken
 *     for a point, n becomes (0.3, 0, 0.8), normalized (0.351, 0, 0.936). (0.4 * 0.351 - 0.6 * 0.936) / 0.721 = -0.5843 = cos 125.75.
 * Metallic and roughness: with n = l = v all cosines are 1. alpha = roughness^2 = 0.5; D = 1 / (pi alpha^2) = 4 / pi; the visibility V
 *     is 1/4; F is f0, 0.04 for a dielectric. An irradiance of pi gives 0.96 c + pi * 0.04 * D * V = 0.96 c + 0.04 for the
 *     base colour c: (0.808, 0.328, 0.136) for (0.8, 0.3, 0.1). A metal's f0 is c, and it scatters nothing. (The rasterizer adds
 *     repeated bounces, which a dielectric has few of: less than 1/1000.)
 * Tone: four times as much light, (3.232, 1.312, 0.544). Cut off at 1 it is (1, 1, 0.544): bytes 255, 255, 195, yellow. Khronos PBR
 *     Neutral: minus 0.04: (3.192, 1.272, 0.504), peak p = 3.192; q = 1 - 0.24^2 / (p + 0.24 - 0.76) = 0.9784; times q/p: (0.9784,
 *     0.3899, 0.1545); g = 1 - 1 / (0.15 (p - q) + 1) = 0.2493; mixed with q by g: (0.9784, 0.5366, 0.3599): bytes 253, 194, 162. */
#include "lit_sphere.h"
#include "shared/painted_marks.h"
#include <bindpose/bindpose.h>
#include <bindpose/lesson_session.h>

enum { RIGHT, WRONG }; /* stages; in the end a dielectric and a metal, and with and without tone mapping */
static const float ROUGH = 0.70710678f, PI = 3.14159265f, SLIDER_Y = -1.35f; /* metres */

static bp_lit_sphere *lit_of(bp_world *world, int stage) { return bp_lit_of(&world->stages[stage]); }
static void light_from(bp_world *world, float x, float y, float z) {
    for (int s = RIGHT; s <= WRONG; s++) lit_of(world, s)->light.direction = (bp_vec3){x, y, z};
}
static void probe_at(bp_world *world, float x, float y, float z) {
    for (int s = RIGHT; s <= WRONG; s++) lit_of(world, s)->probe = (bp_vec3){x, y, z};
}
static void set_lighting(bp_world *world, bp_lighting lighting) {
    for (int s = RIGHT; s <= WRONG; s++) lit_of(world, s)->light.lighting = lighting;
}
static void put_width(bp_world *world, float width) {
    for (int s = RIGHT; s <= WRONG; s++) lit_of(world, s)->scaling.x = bp_clamp(width, 0.3f, 1.3f);
}
static bp_vec3 position_w(bp_world *world) { return (bp_vec3){lit_of(world, RIGHT)->scaling.x, 0, 0}; }
static void set_w(bp_world *world, bp_vec3 to) { put_width(world, to.x); }
static void put_roughness(bp_world *world, float roughness) {
    for (int s = RIGHT; s <= WRONG; s++) lit_of(world, s)->material.roughness = bp_clamp(roughness, 0, 1);
}
static bp_vec3 position_r(bp_world *world) {
    return (bp_vec3){2 * lit_of(world, RIGHT)->material.roughness - 1, SLIDER_Y, 0};
}
static void set_r(bp_world *world, bp_vec3 to) { put_roughness(world, (to.x + 1) / 2); }
static void put_strength(bp_world *world,
                         float strength) { /* pi: a white surface that faces the light gets 1 */
    for (int s = RIGHT; s <= WRONG; s++)
        for (int c = 0; c < 3; c++) lit_of(world, s)->light.color[c] = PI * bp_clamp(strength, 0, 8);
}
static float strength_of(bp_world *world) { return lit_of(world, RIGHT)->light.color[0] / PI; }
static bp_vec3 position_e(bp_world *world) { return (bp_vec3){strength_of(world) / 4 - 1, SLIDER_Y, 0}; }
static void set_e(bp_world *world, bp_vec3 to) { put_strength(world, 4 * (to.x + 1)); }

static void write_notes(bp_world *world) {
    for (int s = RIGHT; s < world->stage_count; s++) {
        const bp_lit_sphere *lit = lit_of(world, s);
        const bp_vec3 l = lit->light.direction;
        const float *n = lit->shading.normal;
        const bool physical = lit->light.lighting == BP_LIGHTING_PBR;
        if (lit->light.lighting == BP_LIGHTING_NONE)
            bp_world_note(world, s, "no light: one colour");
        else if (physical && !lit_of(world, RIGHT)->light.no_tone_mapping)
            bp_world_note(world, s, "strength %.2f", (double)strength_of(world));
        else if (physical)
            bp_world_note(world, s, "roughness %.2f", (double)lit->material.roughness);
        else
            bp_world_note(world, s, "n = (%.2f, %.2f, %.2f)  l = (%.2f, %.2f, %.2f)", (double)n[0],
                          (double)n[1], (double)n[2], (double)l.x, (double)l.y, (double)l.z);
    }
}
/* The arrows at P, and the track of a handle that is a slider. */
static void paint(bp_world *world, bp_painter *painter) {
    const bp_stage *stage = &world->stages[bp_paint_stage(painter)];
    bp_lit_paint(stage, painter);
    if (bp_lit_of(stage)->light.lighting == BP_LIGHTING_PBR)
        bp_mark_arrow(painter, (bp_vec3){-1, SLIDER_Y, 0}, (bp_vec3){1, SLIDER_Y, 0}, false, "%s", "");
}
static void setup(bp_world *world) {
    bp_world_add_lit_sphere(world, "A sphere", "the surface is white");
    bp_world_add_lit_sphere(world, "A sphere", "the surface is white");
    if (world->error.kind != BP_ERROR_NONE) return;
    set_lighting(world, BP_LIGHTING_NONE);
    light_from(world, 0, 0.6f, 0.8f);
    probe_at(world, 0.6f, 0, 0.8f);
    world->stage_count = 1;
    world->write_notes = write_notes, world->paint = paint;
}
static void name(bp_world *world, int stage, const char *title, const char *subtitle) {
    world->stages[stage].title = title, world->stages[stage].subtitle = subtitle;
}
static void lambert(bp_world *world, float t) {
    set_lighting(world, t < 0.5f ? BP_LIGHTING_NONE : BP_LIGHTING_PIXEL);
}
static void show_encoded(bp_world *world) {
    world->stage_count = 2;
    name(world, RIGHT, "In linear light", "encoded as sRGB at the end");
    name(world, WRONG, "On encoded values", "n . l times the byte");
    light_from(world, 0.3f, 0.8660254f, 0.4f);
}
static void encode(bp_world *world, float t) { lit_of(world, WRONG)->encoded = t >= 0.5f; }
static void show_normals(bp_world *world) {
    name(world, RIGHT, "By the inverse transpose", "the normals of a scaled sphere");
    name(world, WRONG, "Like points", "the normals are scaled as the points are");
    light_from(world, 0.6f, 0.48f, 0.64f);
    lit_of(world, WRONG)->encoded = false, lit_of(world, WRONG)->normals_as_points = true;
}
static void flatten(bp_world *world, float t) { put_width(world, bp_mix(1, 0.5f, t)); }
static void show_materials(bp_world *world) {
    name(world, RIGHT, "Dielectric", "metallic 0: such as plastic");
    name(world, WRONG, "Metal", "metallic 1: such as copper");
    lit_of(world, WRONG)->normals_as_points = false;
    put_width(world, 1);
    put_roughness(world, 0.3f);
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
    set_lighting(world, t < 0.5f ? BP_LIGHTING_PIXEL : BP_LIGHTING_PBR);
    lit_of(world, WRONG)->material.metallic = t < 0.5f ? 0 : 1;
}
static void show_tone(bp_world *world) {
    name(world, RIGHT, "With a tone curve", "Khronos PBR Neutral");
    name(world, WRONG, "Cut off at 1", "what is brighter is lost");
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

/* The bytes at a point that faces away from the light of step 2. */
static void measure_away(bp_world *world, const bp_measure_args *args, float *values) {
    probe_at(world, 0, -0.96f, 0.28f);
    bp_world_pose(world);
    bp_measure_light_pixel(world, args, values);
}
/* The directional light alone at the middle, with light and eye in front of it; alpha is 0.5. */
static void measure_facing(bp_world *world, const bp_measure_args *args, float *values) {
    light_from(world, 0, 0, 1);
    probe_at(world, 0, 0, 1);
    put_roughness(world, ROUGH);
    bp_world_pose(world);
    for (int c = 0; c < 3; c++) values[c] = lit_of(world, args->stage)->shading.light[c];
}
/* Likewise at (0.6, 0, 0.8), outside of the highlight of the light of step 5. */
static void measure_beside(bp_world *world, const bp_measure_args *args, float *values) {
    for (int c = 0; c < 3; c++) values[c] = lit_of(world, args->stage)->shading.light[c];
}

/* clang-format off */
static const bp_readout COSINE[] = {{"n . l at P", bp_measure_light_cosine, {RIGHT, 0, 0, 0}, "%.2f", NULL}, {"linear light", bp_measure_light_linear, {RIGHT, 0, 0, 0}, "%.2f", NULL}, {"byte", bp_measure_light_byte, {RIGHT, 0, 0, 0}, "%.0f", NULL}};
static const bp_readout BYTES[] = {{"n . l at P", bp_measure_light_cosine, {RIGHT, 0, 0, 0}, "%.2f", NULL}, {"byte, in linear light", bp_measure_light_byte, {RIGHT, 0, 0, 0}, "%.0f", NULL}, {"byte, on encoded values", bp_measure_light_byte, {WRONG, 0, 0, 0}, "%.0f", NULL}};
static const bp_readout ANGLES[] = {{"n to the surface, inverse transpose", bp_measure_light_surface, {RIGHT, 0, 0, 0}, "%.1f°", NULL}, {"n to the surface, like points", bp_measure_light_surface, {WRONG, 0, 0, 0}, "%.1f°", NULL}};
static const bp_readout SUMS[] = {{"P of the dielectric, linear", bp_measure_light_sum, {RIGHT, 0, 0, 0}, "%.2f, %.2f, %.2f", NULL}, {"P of the metal, linear", bp_measure_light_sum, {WRONG, 0, 0, 0}, "%.2f, %.2f, %.2f", NULL}};
static const bp_readout TONES[] = {{"P, linear", bp_measure_light_sum, {RIGHT, 0, 0, 0}, "%.2f, %.2f, %.2f", NULL}, {"bytes, with a tone curve", bp_measure_light_pixel, {RIGHT, 0, 0, 0}, "%.0f, %.0f, %.0f", NULL}, {"bytes, cut off", bp_measure_light_pixel, {WRONG, 0, 0, 0}, "%.0f, %.0f, %.0f", NULL}};
static const bp_handle POINT[] = {{.label = "P", .stage = RIGHT, .position = bp_lit_probe, .set = bp_lit_set_probe, .normal = {0, 0, 1}}};
static const bp_handle LIT[] = {{.label = "P", .stage = RIGHT, .position = bp_lit_probe, .set = bp_lit_set_probe, .normal = {0, 0, 1}}, {.label = "light", .stage = RIGHT, .position = bp_lit_light, .set = bp_lit_set_light, .normal = {0, 0, 1}}};
static const bp_handle SCALED[] = {{.label = "P", .stage = RIGHT, .position = bp_lit_probe, .set = bp_lit_set_probe, .normal = {0, 0, 1}}, {.label = "light", .stage = RIGHT, .position = bp_lit_light, .set = bp_lit_set_light, .normal = {0, 0, 1}}, {.label = "width", .stage = RIGHT, .position = position_w, .set = set_w, .normal = {0, 0, 1}}};
static const bp_handle ROUGHENED[] = {{.label = "P", .stage = RIGHT, .position = bp_lit_probe, .set = bp_lit_set_probe, .normal = {0, 0, 1}}, {.label = "light", .stage = RIGHT, .position = bp_lit_light, .set = bp_lit_set_light, .normal = {0, 0, 1}}, {.label = "roughness", .stage = RIGHT, .position = position_r, .set = set_r, .normal = {0, 0, 1}}};
static const bp_handle BRIGHTENED[] = {{.label = "P", .stage = RIGHT, .position = bp_lit_probe, .set = bp_lit_set_probe, .normal = {0, 0, 1}}, {.label = "strength", .stage = RIGHT, .position = position_e, .set = set_e, .normal = {0, 0, 1}}};
static const bp_claim COSINES[] = {
    {44, "P gets n . l = 0.64 of the light.", bp_measure_light_cosine, {RIGHT, 0, 0, 0}, .expected = {0.64f}, .tolerance = 2e-3f},
    {45, "A point that faces away from the light is black, not darker than black.", measure_away, {RIGHT, 0, 0, 0}, .count = 3, .expected = {0, 0, 0}}};
static const bp_claim ENCODED[] = {
    {46, "Half of the light is byte 188 (187.5), computed in linear light ...", bp_measure_light_byte, {RIGHT, 0, 0, 0}, .expected = {187.5f}, .tolerance = 3e-3f, .holds_before = true},
    {46, "... and 128 (127.5) on encoded values, which is a fifth of the light.", bp_measure_light_byte, {WRONG, 0, 0, 0}, .expected = {127.5f}, .tolerance = 4e-3f}};
static const bp_claim NORMALS[] = {
    {47, "In a sphere of half the width the normal at P is (0.832, 0, 0.555) ...", bp_measure_light_normal, {RIGHT, 0, 0, 0}, .count = 3, .expected = {0.8321f, 0, 0.5547f}, .tolerance = 3e-3f},
    {47, "... at right angles to the surface.", bp_measure_light_surface, {RIGHT, 0, 0, 0}, .expected = {90}, .tolerance = 3e-3f, .unit = "degrees", .holds_before = true},
    {47, "Scaled like a point, it is at 125.75 degrees.", bp_measure_light_surface, {WRONG, 0, 0, 0}, .expected = {125.75f}, .tolerance = 2e-3f, .unit = "degrees"}};
static const bp_claim MATERIALS[] = {
    {48, "A dielectric scatters 96 % of the light in its colour, and mirrors 4 %: (0.808, 0.328, 0.136).", measure_facing, {RIGHT, 0, 0, 0}, .count = 3, .expected = {0.808f, 0.328f, 0.136f}, .tolerance = 2e-3f},
    {48, "A metal scatters nothing: beside the highlight it gets no more than 0.02 from the light. The rest is the mirrored sky.", measure_beside, {WRONG, 0, 0, 0}, .count = 3, .expected = {0.02f, 0.02f, 0.02f}, .at_most = true}};
static const bp_claim TONE[] = {
    {49, "Cut off at 1, bright orange turns yellow: (255, 255, 195).", bp_measure_light_pixel, {WRONG, 0, 0, 0}, .count = 3, .expected = {255, 255, 195}, .tolerance = 5e-3f},
    {49, "With the tone curve it is paler, but still orange: (253, 194, 162).", bp_measure_light_pixel, {RIGHT, 0, 0, 0}, .count = 3, .expected = {253, 194, 162}, .tolerance = 5e-3f}};
static const bp_question HOW_MUCH = {
    "The normal at P is (0.6, 0, 0.8). The light will come from (0, 0.6, 0.8). How much of it does P get?",
    .answer = 0.64f, .caption = "The more a surface turns away from the light, the wider the light spreads over it. What is left is the cosine of the angle between n and l: their dot product, since both have length 1.",
    .right = "0.6 * 0 + 0 * 0.6 + 0.8 * 0.8. Both arrows are unit vectors, so this is the cosine of their angle.",
    .wrong = {{1.28f, "Multiply the two z, don't add up the squares of both."},
              {1.6f, "Multiply coordinates in pairs, and add the products."},
              {0.8f, "That is one z. Multiply it by the other one."},
              {1, "That would be a surface that faces the light: n and l equal."}},
    .hint = "The dot product: x times x, plus y times y, plus z times z."};
static const bp_question WHICH_BYTE = {
    "P gets half of the light: n . l = 0.5. All of it is byte 255. Which byte is half as much light on the screen?",
    .kind = BP_QUESTION_CHOICE, .answer = 2, .caption = "The light is now higher. A screen doesn't show bytes evenly: by the sRGB standard, steps between dark bytes are much smaller than between bright ones.",
    .options = {"64", "128", "188"},
    .right = "sRGB encodes 0.5 as 0.735, and 255 times that is 188. Byte 128 is only a fifth of the light.",
    .wrong = {{0, "Bytes grow faster than light at first, so that dark steps are small. Half of the light is above the middle."},
              {1, "That is half of the bytes. Small steps for dark light mean: half of the light is reached later."}},
    .hint = "Most bytes are spent on dark light."};
static const bp_question WHERE_TO = {
    "The sphere will be flattened to half of its width. Where does the normal at P turn?",
    .kind = BP_QUESTION_CHOICE, .answer = 0, .caption = "Here light comes from the upper right. P sticks to its place on the surface, and its normal points to the right and towards you.",
    .options = {"more to the right", "more towards you", "it stays as it is"},
    .right = "The side of a flat lens is steep: its normal points sideways. Normals go the other way than points.",
    .wrong = {{1, "So it would if it were scaled like a point. How steep is the surface at P afterwards?"},
              {2, "It must stay at right angles to the surface, and that changes its slope."}},
    .hint = "Think of a coin on its edge, seen from its side: where do most of its normals point?"};

static const bp_step STEPS[] = {
    {"A white sphere without light: all of its pixels have one colour, so it looks like a disc. "
     "The arrow n is the normal at P: it has length 1, and is at right angles to the surface. Drag P, and see how the normal turns.",
     .handles = POINT, .handle_count = 1},
    {"Each pixel now gets n . l of the light, the cosine of their angle, or nothing if it is negative: Lambert's law, for surfaces that scatter light evenly, such as chalk. "
     "The arrow l points to the light. The light is far away like the sun, so l is the same everywhere. Drag the light and P.",
     lambert, COSINES, BP_COUNT(COSINES), &HOW_MUCH, COSINE, BP_COUNT(COSINE), .handles = LIT, .handle_count = 2},
    {"The other sphere multiplies bytes, as many old programs did. Its shadow comes too early: at P it shows a fifth of the light, not half. "
     "So decode colours, compute in linear light, and encode the result once, at the end.",
     encode, ENCODED, BP_COUNT(ENCODED), &WHICH_BYTE, BYTES, BP_COUNT(BYTES), .handles = LIT, .handle_count = 2, .arrange = show_encoded, .pictured = true},
    {"Points are multiplied by the scaling, normals by its inverse transpose: for a scaling, they are divided by it instead. Then they are made unit length again. "
     "Treated like points, they lean off the surface, and the dark part is at the bottom, not at the left. Drag the width, and watch where the dark begins.",
     flatten, NORMALS, BP_COUNT(NORMALS), &WHERE_TO, ANGLES, BP_COUNT(ANGLES), .handles = SCALED, .handle_count = 3, .arrange = show_normals, .seconds = 1.5f, .pictured = true},
    {"Physically based light needs two more numbers: metallic and roughness. A dielectric scatters light in its colour, and mirrors 4 % of it, white. "
     "A metal scatters nothing and mirrors in its colour: at P, off the highlight, it mirrors the sky. Drag the roughness: it spreads the highlight.",
     physical, MATERIALS, BP_COUNT(MATERIALS), .readouts = SUMS, .readout_count = BP_COUNT(SUMS), .handles = ROUGHENED, .handle_count = 3, .arrange = show_materials, .pictured = true},
    {"Light has no upper end, but a screen has. Cut off at 1, red and then green reach the end, and bright orange turns yellow. A tone curve bends the upper end instead: the colour gets paler, but stays orange. "
     "Drag the strength of the light.",
     brighten, TONE, BP_COUNT(TONE), .readouts = TONES, .readout_count = BP_COUNT(TONES), .handles = BRIGHTENED, .handle_count = 2, .arrange = show_tone, .seconds = 1.5f, .pictured = true},
};

const bp_lesson_plan bp_lesson = {
    .number = 26,
    .name = "26_light",
    .title = "Light",
    .summary = "Each pixel's normal, its light, and the byte that shows it.",
    .difficulty = 2,
    .group = BP_LESSONS_PIXELS,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.goal = "You will be able to compute how bright a point is, and to recognise three wrong ways by their pictures.",
             .learned = {"A surface that scatters light gets the cosine of the angle to the light: n . l, or 0.",
                         "Light is added and multiplied in linear light, and encoded once, at the end.",
                         "Under a scaling normals go by the inverse transpose, so that they stay at right angles.",
                         "Dielectrics scatter their colour and mirror white, metals mirror their colour. A tone curve fits bright light to the screen."},
             .next = "Antialiasing and blending",
             .teaches = "How a point's brightness follows from its normal, the light and the material.",
             .prerequisites = "24_perspective",
             .try_this = {"At step 2 drag the light behind P's horizon, and watch n . l become 0.",
                          "At step 4 drag the width until both pictures are the same.",
                          "At step 6 find the strength at which the middle is no longer orange without a tone curve."},
             .questions = {"Why does a rotation need no inverse transpose?",
                           "A texture of normals must not be decoded from sRGB. Why?",
                           "Two lamps shine on one point. Which error does a program make that adds their bytes?"}},
};
