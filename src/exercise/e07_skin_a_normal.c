/* Exercise 07: a normal under a matrix that scales unevenly. */
#include "exercise/answer_stage.h"
#include "exercise/exercises.h"
#include <math.h>

typedef struct normal_inputs {
    bp_vec3 normal;
    bp_mat4 m;
} normal_inputs;

static const bp_exercise_value INPUTS[] = {
    {"normal", BP_VALUE_VEC3, .offset = offsetof(normal_inputs, normal)},
    {"m", BP_VALUE_MAT4, .offset = offsetof(normal_inputs, m)},
    BP_NO_MORE_VALUES,
};

static bp_vec3 by_inverse_transpose(const normal_inputs *p) {
    return bp_mat4_direction(bp_mat4_transpose(bp_inverse_of(p->m)), p->normal);
}

static float *unit(float *out, bp_vec3 v) { return bp_answer_vec3(out, bp_vec3_normalize(v)); }

static float *right(const void *in, float *out) { return unit(out, by_inverse_transpose(in)); }

static float *not_done(const void *in, float *out) {
    return bp_answer_vec3(out, ((const normal_inputs *)in)->normal);
}

static float *as_a_direction(const void *in, float *out) {
    const normal_inputs *p = in;
    return unit(out, bp_mat4_direction(p->m, p->normal));
}

static float *as_a_point(const void *in, float *out) {
    const normal_inputs *p = in;
    return unit(out, bp_mat4_point(p->m, p->normal));
}

static float *not_normalised(const void *in, float *out) {
    return bp_answer_vec3(out, by_inverse_transpose(in));
}

static float *inverted_alone(const void *in, float *out) {
    const normal_inputs *p = in;
    return unit(out, bp_mat4_direction(bp_inverse_of(p->m), p->normal));
}

static float *transposed_alone(const void *in, float *out) {
    const normal_inputs *p = in;
    return unit(out, bp_mat4_direction(bp_mat4_transpose(p->m), p->normal));
}

static float *inside_out(const void *in, float *out) {
    const normal_inputs *p = in;
    bp_vec3 good = by_inverse_transpose(p);
    return unit(out, bp_mat4_determinant(p->m) < 0 ? bp_vec3_negate(good) : good);
}

static const bp_misconception WRONG[] = {
    {"not_done", "The function still gives the normal back as it came. Replace its body by your own.",
     not_done},
    {"as_a_direction",
     "You take the normal through the matrix like an edge of the surface. Where the scale is uneven it then "
     "no "
     "longer stands upright: stretch a slope to be longer, and its normal must get steeper. Use the inverse, "
     "transposed.",
     as_a_direction},
    {"as_a_point",
     "The position in the matrix's last row has come in: a normal is a direction and stays what it is when "
     "the "
     "surface moves. And the scale works on it the other way round: take the inverse, transposed.",
     as_a_point},
    {"not_normalised",
     "The direction is right, its length isn't: the inverse of a scale has come in. Lighting counts on "
     "length "
     "1; normalise at the end.",
     not_normalised},
    {"inverted_alone",
     "You invert, but don't transpose: so the turn goes backwards too. The transpose turns it round again, "
     "and "
     "leaves the scale inverted, which is what is wanted.",
     inverted_alone},
    {"transposed_alone",
     "You transpose, but don't invert: the turn goes backwards, and the scale is what it was. The inverse "
     "belongs under the transpose.",
     transposed_alone},
    {"inside_out",
     "Right, but for matrices that mirror: there your normal points into the body. A cross product of two "
     "edges turns over when they are mirrored; the inverse transposed doesn't.",
     inside_out},
    BP_NO_MORE_WRONG,
};

/* By hand: a slope of 45 degrees, along (1, -1, 0), with the normal (1, 1, 0). Twice as wide, the slope runs along
 * (2, -1, 0), and at right angles to that stands (1, 2, 0) / sqrt(5). */
static void by_hand(bp_case_list *list) {
    bp_mat4 wide = bp_mat4_scaling((bp_vec3){2, 1, 1});
    wide.m[12] = 3;
    bp_exercise_case *one = bp_case_add(list, "a slope of 45 degrees, stretched to twice its width",
                                        &(normal_inputs){bp_vec3_normalize((bp_vec3){1, 1, 0}), wide});
    bp_case_expect(one, (const float[]){0.447213595f, 0.894427191f, 0}, 3);
}

static void cases(bp_case_list *list) {
    by_hand(list);
    bp_case_add(list, "turned alone: the normal turns along",
                &(normal_inputs){
                    bp_vec3_normalize((bp_vec3){0, 1, 0}),
                    bp_mat4_mul(bp_mat4_rotation_z(bp_radians(40)), bp_mat4_rotation_x(bp_radians(70)))});
    for (int i = 0; i < 16; i++) {
        bp_vec3 normal = bp_vec3_add(bp_case_random_vec3(list, -1, 1), (bp_vec3){0, 0, 0.1f});
        bp_mat4 m = bp_case_random_mat4(list, 2, false);
        if (i % 4 == 3) m = bp_mat4_mul(bp_mat4_scaling((bp_vec3){-1, 1, 1}), m);
        bp_case_add(list, i % 4 == 3 ? "from the seed, mirrored" : "from the seed",
                    &(normal_inputs){bp_vec3_normalize(normal), m});
    }
}

/* A plate that the matrix has taken with it, and the normal on it, which must stand upright. */
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

const bp_exercise bp_exercise_07 = {
    .number = 7,
    .name = "07_skin_a_normal",
    .title = "Skin a normal under a scale that is not uniform",
    .lesson = "17_smooth_skinning",
    .function = "skin_normal",
    .allowed = (const char *const[]){"bp_mat4_inverse_affine", "bp_mat4_inverse", "bp_mat4_transpose",
                                     "bp_mat4_direction", "bp_vec3_normalize", NULL},
    .hints =
        (const char *const[]){
            "Draw a slope and its normal on paper, and stretch the paper sideways. The slope "
            "gets flatter. What would the stretched normal do, and what should it do?",
            "The normal must stay at right angles to every direction in the surface: n' . (d "
            "* M) = 0 for each d with n . d = 0. Written as matrices, that asks for "
            "inverse(M), transposed.",
            "Invert, transpose, take the normal through as a direction, normalise.", NULL},
    .inputs = INPUTS,
    .outputs = (const bp_exercise_value[]){{.name = "skin_normal", .kind = BP_VALUE_VEC3}, BP_NO_MORE_VALUES},
    .tolerance = 2e-4f,
    .right = right,
    .wrong = WRONG,
    .cases = cases,
    .show = show,
};
