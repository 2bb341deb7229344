/* Physically based shading: the scalar definition against double-precision arithmetic by the formulas of glTF
 * 2.0 (appendix B) and of Khronos PBR Neutral; energy; normal maps; and the errors of draws. */
#include "raster/pipeline.h"

typedef float num;
#define PBR_INLINE static inline __attribute__((unused))
#define num_of(x) (x)
#define num_sqrt sqrtf
#define num_max fmaxf
#define num_min fminf
#define num_select(condition, a, b) ((condition) ? (a) : (b))
#include "raster/pbr.h"
#include "support/random.h"
#include "support/test.h"

enum { PLACES = 20000 };

typedef struct place {
    bp_shading shading;
    bp_shade_input in;
    float base[3];
} place;

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void widen(const float from[3], double to[3]) {
    for (int i = 0; i < 3; i++) to[i] = (double)from[i];
}

static void random_direction(uint64_t *state, float out[3]) {
    float length;
    do {
        for (int i = 0; i < 3; i++) out[i] = test_random_float(state, -1, 1);
        length = sqrtf(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
    } while (length < 0.1f || length > 1);
    for (int i = 0; i < 3; i++) out[i] /= length;
}

/* A fragment whose normal, eye and light are on one side, in black night. */
static place random_place(uint64_t *state) {
    place p = {.in = {.inverse_w = 1}};
    bp_pbr *pbr = &p.shading.pbr;
    p.shading.physical = true;
    p.shading.normal_offset = 1;
    random_direction(state, p.in.normal);
    random_direction(state, p.shading.direction);
    random_direction(state, pbr->eye);
    pbr->metallic = test_random_float(state, 0, 1);
    pbr->roughness = test_random_float(state, 0, 1);
    for (int i = 0; i < 3; i++) p.base[i] = test_random_float(state, 0, 1);
    return p;
}

static void shade(const place *p, float out[3]) {
    float color[4] = {p->base[0], p->base[1], p->base[2], 1};
    bp_pbr_scalar(&p->shading, &p->in, 1, color);
    for (int i = 0; i < 3; i++) out[i] = color[i];
}

/* The split sum as the shading has it; test_split_sum compares it with an integral. */
static void split_sum(double roughness, double nv, double *scale, double *bias) {
    float parts[3];
    pbr_split_sum((float)roughness, (float)nv, &parts[0], &parts[1], &parts[2]);
    *scale = (double)parts[0];
    *bias = (double)parts[1];
}

/* The integral (Karis 2013): half vectors by D, weights G (v.h) / (n.h n.v), with G = 4 NL NV V. */
static void integrate(double roughness, double nv, double *scale, double *bias) {
    enum { RINGS = 96, SLICES = 64 };
    const double a2 = pow(roughness, 4), sine = sqrt(1 - nv * nv);
    *scale = *bias = 0;
    for (int i = 0; i < RINGS; i++)
        for (int k = 0; k < SLICES; k++) {
            const double u = (i + 0.5) / RINGS, angle = (k + 0.5) / SLICES * 6.283185307179586;
            const double nh = sqrt((1 - u) / (1 + (a2 - 1) * u)), across = sqrt(1 - nh * nh) * cos(angle);
            const double vh = sine * across + nv * nh, nl = 2 * vh * nh - nv;
            if (nl <= 0 || vh <= 0) continue;
            const double smith = nl * sqrt(nv * nv * (1 - a2) + a2) + nv * sqrt(nl * nl * (1 - a2) + a2);
            const double weight = 4 * nl * (0.5 / smith) * vh / nh / (RINGS * SLICES);
            *scale += weight * (1 - pow(1 - vh, 5));
            *bias += weight * pow(1 - vh, 5);
        }
}

static void test_split_sum(void **state) {
    (void)state;
    for (int r = 1; r <= 20; r++)
        for (int v = 1; v <= 20; v++) {
            const double roughness = fmax(r / 20.0, 0.0525), nv = v / 20.0;
            double want[2], got[2];
            integrate(roughness, nv, &want[0], &want[1]);
            split_sum(roughness, nv, &got[0], &got[1]);
            const double tolerance = nv > 0.2 ? 1 : 8; /* grazing light is a narrow rim */
            if (!(fabs(got[0] + got[1] - want[0] - want[1]) < 0.018 * tolerance &&
                  fabs(got[1] - want[1]) < 0.008 * tolerance))
                fail_msg("roughness %g, n.v %g: %g and %g instead of %g and %g", roughness, nv, got[0],
                         got[1], want[0], want[1]);
        }
}

/* ---- the directional light ---- */

/* glTF 2.0, B.3: c_diff, f0, alpha; F, D, G; with the repeated bounces of Turquin (2019). */
static void direct_light(const place *p, double out[3]) {
    const double pi = 3.14159265358979;
    double n[3], v[3], l[3], h[3], length = 0, scale, bias;
    widen(p->in.normal, n);
    widen(p->shading.pbr.eye, v);
    widen(p->shading.direction, l);
    for (int i = 0; i < 3; i++) length += (l[i] + v[i]) * (l[i] + v[i]);
    for (int i = 0; i < 3; i++) h[i] = (l[i] + v[i]) / sqrt(length);
    const double roughness = fmax((double)p->shading.pbr.roughness, 0.0525), alpha = roughness * roughness;
    const double metallic = (double)p->shading.pbr.metallic, a2 = alpha * alpha;
    const double nl = fmax(dot(n, l), 0), nv = fmax(dot(n, v), 0), nh = fmax(dot(n, h), 0), vh = dot(v, h);
    const double below = nh * nh * (a2 - 1) + 1, d = a2 / (pi * below * below);
    const double visibility =
        0.5 / fmax(nl * sqrt(nv * nv * (1 - a2) + a2) + nv * sqrt(nl * nl * (1 - a2) + a2), 1e-6);
    split_sum(fmin(roughness, 31.0 / 32), nv, &scale, &bias);
    for (int i = 0; i < 3; i++) {
        const double base = (double)p->base[i], f0 = 0.04 + (base - 0.04) * metallic;
        const double schlick = pow(1 - vh, 5), f = f0 + (1 - f0) * schlick;
        const double scattered = (1 - (0.04 + 0.96 * schlick)) * base * (1 - metallic) / pi;
        const double mirrored = f * d * visibility * (1 + f0 * (1 / (scale + bias) - 1));
        out[i] = (scattered + mirrored) * nl * (double)p->shading.light[i];
    }
}

static void test_direct_light(void **state) {
    (void)state;
    uint64_t random = 3;
    for (int k = 0; k < PLACES; k++) {
        place p = random_place(&random);
        double want[3];
        float got[3];
        for (int i = 0; i < 3; i++) {
            p.shading.light[i] = test_random_float(&random, 0, 4);
            p.shading.pbr.light_over_pi[i] = p.shading.light[i] * 0.318309886f;
        }
        /* The sharpest highlights amplify the rounding of n.h by 1 / roughness^4. */
        const double rough = fmax((double)p.shading.pbr.roughness, 0.0525);
        const double tolerance = 2e-3 + 4e-6 / pow(rough, 4);
        direct_light(&p, want);
        shade(&p, got);
        for (int i = 0; i < 3; i++)
            if (!(fabs((double)got[i] - want[i]) <= tolerance * want[i] + 1e-5))
                fail_msg("place %d: %g instead of %g at roughness %g", k, (double)got[i], want[i], rough);
    }
}

/* ---- the sky ---- */

/* The mean of a linear sky's slope around the mirrored direction: half vectors by D, weights n.l, n = v. */
static double filtered_slope(double alpha) {
    enum { STEPS = 4000 };
    double sum = 0, weights = 0;
    for (int i = 0; i < STEPS; i++) {
        const double angle = (i + 0.5) / STEPS * 1.5707963267948966, c = cos(angle), s = sin(angle);
        const double below = c * c * (alpha * alpha - 1) + 1, nl = 2 * c * c - 1;
        /* D n.h, the density of half vectors, over the ring at this angle */
        const double weight = nl > 0 ? nl * alpha * alpha / (below * below) * c * s : 0;
        sum += weight * nl;
        weights += weight;
    }
    return sum / weights;
}

static void test_sky(void **state) {
    (void)state;
    uint64_t random = 5;
    for (int k = 0; k < 2000; k++) {
        place p = random_place(&random);
        double n[3], v[3], scale, bias;
        float got[3];
        p.shading.pbr.roughness = (float)(k % 20 + 1) / 20;
        widen(p.in.normal, n);
        widen(p.shading.pbr.eye, v);
        const double roughness = fmax((double)p.shading.pbr.roughness, 0.0525);
        const double metallic = (double)p.shading.pbr.metallic;
        const double slope = 0.3, middle = 0.4, up = middle + slope * 2 / 3 * n[1];
        const double mirrored = 2 * dot(n, v) * n[1] - v[1];
        const double ahead = middle + slope * filtered_slope(roughness * roughness) * mirrored;
        for (int i = 0; i < 3; i++) {
            p.shading.ambient[i] = (float)middle;
            p.shading.pbr.sky_slope[i] = (float)slope;
        }
        split_sum(fmin(roughness, 31.0 / 32), fmax(dot(n, v), 0), &scale, &bias);
        double reflected[2][2]; /* by a dielectric and a metal: after one bounce, after many */
        shade(&p, got);
        for (int i = 0; i < 3; i++) {
            for (int material = 0; material < 2; material++) { /* Fdez-Aguera (2019), listing 1 */
                const double f0 = material ? (double)p.base[i] : 0.04, mean = f0 + (1 - f0) / 21;
                const double ess = scale + bias, fss = f0 * scale + bias;
                reflected[material][0] = fss;
                reflected[material][1] = fss * mean / (1 - (1 - ess) * mean) * (1 - ess);
            }
            const double entering = 1 - reflected[0][0] - reflected[0][1];
            const double dielectric =
                reflected[0][0] * ahead + (reflected[0][1] + (double)p.base[i] * entering) * up;
            const double metal = reflected[1][0] * ahead + reflected[1][1] * up;
            const double want = dielectric + (metal - dielectric) * metallic;
            if (!(fabs((double)got[i] - want) <= 0.003)) fail_msg("%d: %g, not %g", k, (double)got[i], want);
        }
    }
}

/* In a uniform white sky nothing is brighter than the sky; a rough white metal loses nothing, and a mirror
 * shows the sky's colour. */
static void test_energy(void **state) {
    (void)state;
    uint64_t random = 7;
    for (int k = 0; k < PLACES; k++) {
        place p = random_place(&random);
        float got[3];
        for (int i = 0; i < 3; i++) p.shading.ambient[i] = p.base[i] = 1;
        shade(&p, got);
        if (!(got[0] <= 1.001f)) fail_msg("%g of 1 at %d", (double)got[0], k);
        p.shading.pbr.metallic = 1;
        shade(&p, got);
        if (!(got[0] > 0.99f)) fail_msg("a white metal reflects %g at %d", (double)got[0], k);
    }
    place mirror = {.in = {.inverse_w = 1, .normal = {0, 1, 0}}, .base = {1, 1, 1}};
    float got[3];
    mirror.shading.pbr.eye[1] = mirror.shading.pbr.metallic = 1;
    for (int i = 0; i < 3; i++) {
        mirror.shading.ambient[i] = 0.2f * (float)(i + 1);
        mirror.shading.pbr.sky_slope[i] = 0.1f;
    }
    shade(&mirror, got);
    for (int i = 0; i < 3; i++)
        if (!(fabsf(got[i] - (0.2f * (float)(i + 1) + 0.1f)) < 0.01f)) fail_msg("%g", (double)got[i]);
}

/* ---- tone mapping ---- */

/* Khronos's PBRNeutralToneMapping, line by line, in double. */
static void neutral(double color[3]) {
    const double start = 0.8 - 0.04, d = 1 - start;
    const double x = fmin(color[0], fmin(color[1], color[2])), offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
    for (int i = 0; i < 3; i++) color[i] -= offset;
    const double peak = fmax(color[0], fmax(color[1], color[2]));
    if (peak < start) return;
    const double lower = 1 - d * d / (peak + d - start), g = 1 - 1 / (0.15 * (peak - lower) + 1);
    for (int i = 0; i < 3; i++) color[i] = color[i] * lower / peak * (1 - g) + lower * g;
}

static void test_tone_mapping(void **state) {
    (void)state;
    uint64_t random = 9;
    for (int k = 0; k < PLACES; k++) {
        place p = random_place(&random); /* in the dark, with light of its own */
        const float most = k % 3 ? 1.5f : k % 2 ? 0.1f : 1000;
        double want[3];
        float got[3];
        for (int i = 0; i < 3; i++)
            want[i] = (double)(p.shading.pbr.emissive[i] = test_random_float(&random, 0, most));
        p.shading.pbr.tone_mapping = 1;
        neutral(want);
        shade(&p, got);
        for (int i = 0; i < 3; i++)
            if (!(fabs((double)got[i] - want[i]) < 1e-5))
                fail_msg("%g instead of %g", (double)got[i], want[i]);
    }
}

/* ---- normal maps, as drawn ---- */

enum { SIZE = 16 };

static bp_texture *make_texture(uint8_t r, uint8_t g, uint8_t b, bool linear) {
    const uint8_t texel[4] = {r, g, b, 255};
    bp_texture *texture = bp_texture_create(
        NULL, &(bp_texture_options){.pixels = texel, .width = 1, .height = 1, .linear = linear}, NULL);
    assert_non_null(texture);
    return texture;
}

/* A square before the camera, and how its texture coordinates lie on it: u = x * m0 + y * m1 ... */
typedef struct panel {
    float m[4];
    bool tangents, back; /* give it its own tangents; see it from behind */
} panel;

/* The brightness of the panel's middle, whose normal map leans along its y if `along_y`, else along its x; in
 * the light of `direction`. */
static int panel_light(const panel *of, bool along_y, bp_vec3 direction) {
    static const float positions[4][3] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    static const float front[4][3] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
    static const float reversed[4][3] = {{0, 0, -1}, {0, 0, -1}, {0, 0, -1}, {0, 0, -1}};
    static const uint16_t indices[6] = {0, 1, 2, 0, 2, 3};
    const float *m = of->m, side = of->back ? -1.0f : 1.0f;
    float uvs[4][2], tangents[4][4];
    const float sign = m[0] * m[3] - m[1] * m[2] > 0 ? 1.0f : -1.0f;
    for (int i = 0; i < 4; i++) {
        const float *p = positions[i];
        uvs[i][0] = p[0] * m[0] + p[1] * m[1];
        uvs[i][1] = -(p[0] * m[2] + p[1] * m[3]); /* v grows downwards */
        /* Where u grows. With that and the front's normal, y is to the side of smaller v if w = sign. */
        const float tangent[4] = {side * m[0], side * m[1], 0, sign};
        memcpy(tangents[i], tangent, sizeof tangent);
    }
    bp_error error = {0};
    bp_framebuffer frame;
    bp_raster *raster = bp_raster_create(NULL, &error);
    bp_texture *map = along_y ? make_texture(128, 218, 218, true) : make_texture(218, 128, 218, true);
    assert_true(bp_framebuffer_create(NULL, SIZE, SIZE, &frame, &error));
    const bp_mat4 view =
        bp_mat4_look_at_rh(bp_vec3_make(0.3f, 0.2f, side * 4), bp_vec3_make(0, 0, 0), bp_vec3_make(0, 1, 0));
    const bp_mat4 transform = bp_mat4_mul(view, bp_mat4_perspective_rh(0.4f, 1, 0.1f, 10));
    bp_draw draw = {.vertices = {.count = 4,
                                 .positions = positions[0],
                                 .normals = of->back ? reversed[0] : front[0],
                                 .uvs = uvs[0],
                                 .tangents = of->tangents ? tangents[0] : NULL},
                    .indices = {.u16 = indices, .count = 6},
                    .transform = &transform,
                    .material = {.surface = {.roughness = 1, .normal_scale = 1}},
                    .light = {.lighting = BP_LIGHTING_PBR, .direction = direction, .color = {2, 2, 2}},
                    .state.cull = of->back ? BP_CULL_FRONT : BP_CULL_BACK};
    draw.material.surface.maps[BP_MAP_NORMAL].texture = map;
    assert_true(bp_raster_begin(raster, &frame, NULL, &error) && bp_raster_draw(raster, &draw, &error) &&
                bp_raster_end(raster, NULL, &error));
    const int result = frame.pixels[4 * (SIZE / 2 * SIZE + SIZE / 2)];
    bp_framebuffer_destroy(NULL, &frame);
    bp_texture_destroy(map);
    bp_raster_destroy(raster);
    return result;
}

/* Upright, turned by 90 degrees, and mirrored either way; with tangents and without; from both sides. From
 * behind, the whole bent normal is reversed (glTF 2.0, 3.9.6), so its slope faces the other way. */
static void test_normal_maps(void **state) {
    (void)state;
    static const float layouts[][4] = {{1, 0, 0, 1}, {0, 1, -1, 0}, {-1, 0, 0, 1}, {1, 0, 0, -1}};
    for (int k = 0; k < 16; k++) {
        const panel of = {.tangents = k & 1,
                          .back = k & 2,
                          .m = {layouts[k / 4][0], layouts[k / 4][1], layouts[k / 4][2], layouts[k / 4][3]}};
        const float side = of.back ? -1.0f : 1.0f;
        for (int along_y = 0; along_y < 2; along_y++) {
            const float *to = of.m + 2 * along_y; /* where the map leans to */
            const bp_vec3 towards = bp_vec3_normalize((bp_vec3){side * to[0], side * to[1], side});
            const bp_vec3 away = bp_vec3_normalize((bp_vec3){-side * to[0], -side * to[1], side});
            const int lit = panel_light(&of, along_y, towards), unlit = panel_light(&of, along_y, away);
            if (!(lit > unlit + 100))
                fail_msg("panel %d, map along %d: %d towards, %d away", k, along_y, lit, unlit);
        }
    }
}

/* ---- errors ---- */

static void test_errors(void **state) {
    (void)state;
    static const float positions[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    bp_error error = {0};
    bp_framebuffer frame;
    bp_raster *raster = bp_raster_create(NULL, &error);
    bp_texture *color = make_texture(1, 2, 3, false), *data = make_texture(1, 2, 3, true);
    assert_true(bp_framebuffer_create(NULL, SIZE, SIZE, &frame, &error));
    assert_true(bp_raster_begin(raster, &frame, NULL, &error));
    const bp_draw good = {.vertices = {.count = 3,
                                       .positions = positions[0],
                                       .normals = positions[0],
                                       .uvs = positions[0],
                                       .uvs2 = positions[0]},
                          .light.lighting = BP_LIGHTING_PBR};
    assert_true(bp_raster_draw(raster, &good, &error));
    for (int i = 0; i < 8; i++) {
        bp_draw bad = good;
        bp_draw_map *maps = bad.material.surface.maps;
        static const char *const places[] = {"bp_draw_light.lighting",
                                             "bp_draw_material.texture",
                                             "bp_draw_surface.maps[BP_MAP_NORMAL]",
                                             "bp_draw_surface.maps[BP_MAP_EMISSIVE]",
                                             "bp_draw_surface.maps[BP_MAP_OCCLUSION]",
                                             "bp_draw_surface.maps[BP_MAP_METALLIC_ROUGHNESS]",
                                             "bp_draw.vertices.tangent_stride",
                                             "bp_draw.light"};
        switch (i) {
        case 0: bad.state.color = BP_COLOR_RAW; break;
        case 1: bad.material.texture = data; break;
        case 2: maps[BP_MAP_NORMAL].texture = color; break;
        case 3: maps[BP_MAP_EMISSIVE].texture = data; break;
        case 4:
            maps[BP_MAP_OCCLUSION] = (bp_draw_map){.texture = data, .second_uv = true};
            bad.vertices.uvs2 = NULL;
            break;
        case 5: maps[BP_MAP_METALLIC_ROUGHNESS] = (bp_draw_map){.texture = data, .wrap_u = (bp_wrap)7}; break;
        case 6:
            bad.vertices.tangents = positions[0];
            bad.vertices.tangent_stride = 12;
            break;
        default: bad.vertices.normals = NULL; break;
        }
        assert_false(bp_raster_draw(raster, &bad, &error));
        assert_int_equal(error.kind, BP_ERROR_ARGUMENT);
        assert_string_equal(error.place, places[i]);
    }
    bp_framebuffer_destroy(NULL, &frame);
    bp_texture_destroy(color);
    bp_texture_destroy(data);
    bp_raster_destroy(raster);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_split_sum),    cmocka_unit_test(test_direct_light),
        cmocka_unit_test(test_sky),          cmocka_unit_test(test_energy),
        cmocka_unit_test(test_tone_mapping), cmocka_unit_test(test_normal_maps),
        cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
