/* Exercise 07: a normal under a matrix that scales unevenly. */
#include "answers/07_skin_a_normal.h"

typedef struct normal_inputs {
    bp_vec3 normal;
    bp_mat4 m;
} normal_inputs;
#define INPUTS normal_inputs

static bp_vec3 by_inverse_transpose(const normal_inputs *p) {
    return bp_mat4_direction(bp_mat4_transpose(bp_inverse_of_affine(p->m)), p->normal);
}

/* By hand: a slope of 45 degrees runs along (1, -1, 0) and has the normal (1, 1, 0). Stretched to twice its
 * width, it runs along (2, -1, 0), and (1, 2, 0) / sqrt(5) is perpendicular to that. */
static void by_hand(bp_case_list *list) {
    bp_mat4 wide = bp_mat4_scaling((bp_vec3){2, 1, 1});
    wide.m[12] = 3;
    CASE("a slope of 45 degrees, stretched to twice its width", bp_vec3_normalize((bp_vec3){1, 1, 0}), wide);
    EXPECT(0.447213595f, 0.894427191f, 0);
}

static bp_vec3 random_normal(bp_case_list *list) {
    return bp_vec3_normalize(bp_vec3_add(bp_case_random_vec3(list, -1, 1), (bp_vec3){0, 0, 0.1f}));
}

/* Maps the axes to each other in one of six orders, scaled and mirrored. Only one of the six terms of its
 * determinant isn't zero, so each term decides the sign once. */
static bp_mat4 exchange_axes(bp_case_list *list, int order) {
    const int first = order / 2, second = (first + 1 + order % 2) % 3, third = 3 - first - second;
    const float sign = order % 2 ? 1 : -1; /* an odd order alone mirrors already */
    bp_mat4 m = {{0}};
    m.m[first] = sign * bp_case_random(list, 0.5f, 2);
    m.m[4 + second] = bp_case_random(list, 0.5f, 2);
    m.m[8 + third] = bp_case_random(list, 0.5f, 2);
    m.m[12] = bp_case_random(list, -2, 2);
    m.m[15] = 1;
    return m;
}

static void cases(bp_case_list *list) {
    by_hand(list);
    CASE("turned alone: the normal turns along", bp_vec3_normalize((bp_vec3){0, 1, 0}),
         bp_mat4_mul(bp_mat4_rotation_z(bp_radians(bp_case_random_whole(list, 20, 70))),
                     bp_mat4_rotation_x(bp_radians(70))));
    const float even = bp_case_random(list, 2, 3);
    CASE("scaled evenly", {0, 0, 1}, bp_mat4_scaling((bp_vec3){even, even, even}));
    for (int i = 0; i < 6; i++) {
        bp_mat4 m = exchange_axes(list, i);
        CASE("axes exchanged and mirrored", random_normal(list), m);
    }
    for (int i = 0; i < 12; i++) {
        const bool mirrored = i % 3 == 2;
        const bp_vec3 normal = random_normal(list);
        bp_mat4 m = bp_case_random_mat4(list, 2, false);
        if (mirrored) m = bp_mat4_mul(bp_mat4_scaling((bp_vec3){-1, 1, 1}), m);
        CASE(mirrored ? "from the seed, mirrored" : "from the seed", normal, m);
    }
}

/* A plate transformed by the matrix, and the normal, which must be perpendicular to it. */
static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const normal_inputs *p = in;
    bp_vec3 n = p->normal, side = fabsf(n.z) < 0.9f ? (bp_vec3){0, 0, 1} : (bp_vec3){1, 0, 0};
    bp_vec3 x = bp_vec3_normalize(bp_vec3_cross(n, side)), z = bp_vec3_cross(x, n);
    bp_mat4 plate = {{x.x, x.y, x.z, 0, n.x, n.y, n.z, 0, z.x, z.y, z.z, 0, 0, 0, 0, 1}};
    bp_mat4 m = p->m;
    m.m[12] = m.m[13] = m.m[14] = 0;
    bp_vec3 origin = {0, 0, 0}, tip = bp_unpack_vec3(&out);
    bp_answer_stage_box(stage, bp_mat4_mul(plate, m), (bp_vec3){1.6f, 0.02f, 1.6f}, origin,
                        bp_scene_color(0));
    bp_answer_stage_rod(stage, origin, tip, 0.05f, bp_scene_color(1));
    bp_answer_stage_ball(stage, tip, 0.08f, bp_scene_color(1));
}

static void trace(bp_exercise_trace *to, const void *in) {
    const normal_inputs *p = in;
    bp_trace(to, bp_inverse_of_affine(p->m), "inverse of m");
    bp_trace(to, bp_mat4_transpose(bp_inverse_of_affine(p->m)), "transposed");
    bp_trace(to, by_inverse_transpose(p), "normal as a direction by that");
    bp_trace(to, bp_vec3_normalize(by_inverse_transpose(p)), "skin_normal = normalised");
    bp_trace_is_result(to, 0);
}

const bp_exercise bp_exercise_07 = {
    .title = "Skin a normal under a scale that is not uniform",
    .lesson = "17_smooth_skinning",
    .term = "normal",
    .function = "skin_normal",
    .allowed = {"bp_mat4_inverse_affine", "bp_mat4_inverse", "bp_mat4_transpose", "bp_mat4_direction",
                "bp_vec3_normalize"},
    .solved_by = {"bp_mat4_normal", "bp_mat4_normal_matrix"},
    .hints = {"Draw a slope and its normal on paper, and stretch the paper sideways. The slope gets flatter. "
              "What happens to the normal if it is stretched too, and what should happen?",
              "The normal must stay perpendicular to every direction in the surface: n' . (d * M) = 0 for "
              "each d with n . d = 0. In matrices, that needs inverse(M), transposed.",
              "Invert, transpose, transform the normal as a direction, normalise."},
    .inputs = {INPUT(VEC3, normal), INPUT(MAT4, m)},
    .outputs = {OUTPUT(VEC3, "skin_normal", 0)},
    .tolerance = 2e-4f,
    .form = {.start = "skin_normal = ?"},
    BP_EXERCISE_PARTS(07),
};
